"""Take pictures of the screens, to be looked at: `python -m tests.browser.screens FOLDER`.

The pictures of the README and the docs are taken by `python -m tools.pictures`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, Desk
from tests.browser.player import Player
from tests.browser.server import Server
from tools import chromium

ROOT = Path(__file__).resolve().parents[2]
FINISHED = ROOT / "tests" / "golden" / "imperial-4.rondel"
MID_GAME = "0> germany advances to investor"
"""A line of the recorded game; before it, the board is well filled."""


class Camera:
    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.desk = Desk(browser, server)
        self.folder = folder

    def shoot(self, page: Page, name: str, *, whole: bool = False) -> None:
        page.mouse.move(2, 2)
        page.evaluate("() => document.fonts.ready")
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole, animations="disabled")
        print(name, flush=True)

    def window(self, **how: Any) -> Page:
        return self.desk.window(**how)


def take(camera: Camera) -> None:
    page = camera.window()
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    page.wait_for_load_state("networkidle")
    camera.shoot(page, "start", whole=True)
    page.locator("[data-setup=imperial]").click()
    camera.shoot(page, "set-up")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="settings").click()
    camera.shoot(page, "settings")
    page.keyboard.press("Escape")

    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    camera.shoot(page, "table-begin")
    table = f"/table/{camera.desk.resume(MID_GAME)}"
    page.goto(f"/#{table}")
    player = Player(page).ready()
    camera.shoot(page, "table")
    for tab in ("nations", "bonds", "players", "tracks", "log"):
        page.locator(f"#tab-{tab}").click()
        camera.shoot(page, f"table-{tab}")
    page.locator("#tab-players").click()
    player.slot("investor").hover()
    page.locator(".choosing .preview").wait_for()
    page.screenshot(path=camera.folder / "table-preview.png")
    page.keyboard.press("?")
    page.get_by_role("dialog").locator("section").first.wait_for()
    camera.shoot(page, "rules")
    page.keyboard.press("Escape")
    page.locator("#language").select_option("fr")
    camera.shoot(page, "table-french")
    page.locator("#language").select_option("de")
    camera.shoot(page, "table-german")

    for name, size, touch, settings in (
        ("table-dark", (1440, 900), False, {"theme": "dark"}),
        ("table-wide", (1920, 1080), False, {}),
        ("table-laptop", (1280, 720), False, {}),
        ("table-tablet", (820, 1180), True, {}),
        ("table-phone", (390, 844), True, {}),
        ("table-phone-dark", (390, 844), True, {"theme": "dark", "language": "de"}),
    ):
        other = camera.window(width=size[0], height=size[1], touch=touch, settings={"speed": "off", **settings})
        other.goto(f"/#{table}")
        Player(other).ready()
        other.wait_for_load_state("networkidle")
        camera.shoot(other, name)
        if touch:
            camera.shoot(other, f"{name}-whole", whole=True)
        other.close()

    phone = camera.window(width=390, height=844, touch=True)
    phone.goto("/")
    phone.locator("[data-play=imperial]").wait_for()
    phone.wait_for_load_state("networkidle")
    camera.shoot(phone, "start-phone", whole=True)
    phone.locator("#file").set_input_files(FINISHED)
    phone.get_by_role("dialog").locator("button[type=submit]").click()
    phone.locator("dialog .winner").wait_for()
    camera.shoot(phone, "end-phone")
    page.goto(phone.url)
    page.reload()
    page.locator("dialog .winner").wait_for()
    camera.shoot(page, "end")


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of the screens.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
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
            take(camera)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
