"""Take pictures of every screen of every game, to be looked at: `python -m tests.browser.screens FOLDER [GAME ...]`.

For each game: the table in the middle of a game at five sizes, light and dark, in three languages; every tab, the
legend, the rules, the help, what happened, a card, a lesson, the end. `tools.pictures` takes those of the README.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, QUIET, Desk
from tests.browser.measure import GAMES, positions
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.test_end import finished
from tools import chromium

LOOKS: tuple[tuple[int, int, str, str], ...] = (
    (1440, 900, "light", "en"),
    (1440, 900, "dark", "fr"),
    (1920, 1080, "light", "de"),
    (1920, 1080, "dark", "en"),
    (820, 1180, "light", "fr"),
    (820, 1180, "dark", "de"),
    (390, 844, "light", "de"),
    (390, 844, "dark", "en"),
    (844, 390, "light", "fr"),
)
"""Width, height, appearance, language: each of them several times, and no two together only once."""
CARDS = {
    "struggle": ("struggle-4", "0> attack austria in india"),
    "imperunde": ("imperunde-4", "0> pass", "   happened happening=famine area=tibet holder=seat-0"),
    "colonial": ("colonial-nation-cards-true", "0> fight on", "   war-declared seat=0 enemy=1"),
}
"""Where a card waits for whoever sits down, or a battle is about to be fought."""


class Camera:
    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.desk = Desk(browser, server)
        self.folder = folder

    def shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        page.mouse.move(2, 2)
        page.evaluate("() => document.fonts.ready")
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole, animations="disabled")
        print(name, flush=True)

    def look(self, width: int, height: int, theme: str, language: str, **settings: Any) -> Page:
        wanted = {**QUIET, "theme": theme, "language": language, **settings}
        return self.desk.window(width, height, touch=width < 1000, settings=wanted)


def start_pages(camera: Camera) -> None:
    for width, height, theme, language in (LOOKS[0], LOOKS[3], LOOKS[5], LOOKS[6]):
        page = camera.look(width, height, theme, language)
        page.goto("/")
        page.locator("[data-play=imperial]").wait_for()
        page.wait_for_load_state("networkidle")
        camera.shoot(page, f"start-{width}-{theme}-{language}", whole=True)
        page.locator("[data-setup=struggle]").click()
        page.get_by_role("dialog").locator("button[type=submit]").wait_for()
        camera.shoot(page, f"set-up-{width}-{theme}-{language}")
        page.context.close()


def tables(camera: Camera, game: str) -> None:
    """The middle of a game, at every size; on a phone also what lies below."""
    record, line = list(positions(game))[5]
    table = camera.desk.resume(line, record)
    for width, height, theme, language in LOOKS:
        page = camera.look(width, height, theme, language)
        page.goto(f"/#/table/{table}")
        Player(page).ready()
        page.wait_for_load_state("networkidle")
        camera.shoot(page, f"{game}-table-{width}-{theme}-{language}")
        if width < 1000:
            camera.shoot(page, f"{game}-table-{width}-{theme}-{language}-whole", whole=True)
        page.context.close()
    page = camera.look(*LOOKS[0])
    page.goto(f"/#/table/{table}")
    Player(page).ready()
    for tab in page.get_by_role("tab").all():
        tab.click()
        camera.shoot(page, f"{game}-{tab.get_attribute('id')}")
    page.locator("body").press("l")
    page.get_by_role("dialog").locator("svg").first.wait_for()
    camera.shoot(page, f"{game}-legend")
    page.keyboard.press("Escape")
    page.locator("body").press("?")
    page.get_by_role("dialog").locator("section").first.wait_for()
    camera.shoot(page, f"{game}-rules")
    page.keyboard.press("Escape")
    if page.locator("[data-ask]").count():
        page.locator("body").press("w")
        page.locator("[data-counsel=given]").wait_for()
        camera.shoot(page, f"{game}-what-now")
    since = page.locator(".prompt .tools button").last
    since.click()
    camera.shoot(page, f"{game}-since")
    page.context.close()


def cards(camera: Camera, game: str) -> None:
    record, line, *after = CARDS[game]
    table = camera.desk.resume(line, record, after=after[0] if after else "")
    for width, height, theme, language in (LOOKS[0], LOOKS[7]):
        page = camera.look(width, height, theme, language, cards="all", risk=True, speed="fast")
        page.goto(f"/#/table/{table}")
        page.locator("main.table").wait_for()
        page.wait_for_timeout(1500)
        camera.shoot(page, f"{game}-card-{width}")
        page.context.close()


def lessons(camera: Camera, game: str) -> None:
    for width, height, theme, language in (LOOKS[0], LOOKS[6]):
        page = camera.look(width, height, theme, language)
        page.goto(f"/#/learn/{game}")
        page.locator("[data-go]").wait_for()
        camera.shoot(page, f"{game}-learn-{width}")
        page.locator("[data-go]").click()
        page.locator("[data-lesson][data-stands=open]").wait_for()
        page.wait_for_timeout(500)
        camera.shoot(page, f"{game}-lesson-{width}")
        page.context.close()


def ends(camera: Camera, game: str) -> None:
    table = finished(camera.desk, f"{game}-4")
    for width, height, theme, language in (LOOKS[0], LOOKS[6], LOOKS[7]):
        page = camera.look(width, height, theme, language)
        page.goto(f"/#/table/{table}")
        page.locator("dialog .winner").wait_for()
        page.locator("dialog .chart").first.wait_for()
        camera.shoot(page, f"{game}-end-{width}-{theme}-{language}")
        page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of every screen.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("games", nargs="*", help="these games only")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = chromium.find()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=found.path, args=FLAGS, env={**os.environ, **found.environment}
        )
        try:
            camera = Camera(browser, server, asked.folder)
            if not asked.games:
                start_pages(camera)
            for game in asked.games or GAMES:
                lessons(camera, game)
                if game in CARDS:
                    cards(camera, game)
                ends(camera, game)
                tables(camera, game)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
