"""A stranger's game, installed and played: the browser shows it on a plain table, without a line of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.player import Player, anything
from tests.browser.server import Server

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "fr", "de")


def installed(folder: Path) -> Path:
    """What `pip install` leaves of a package with a game in it: its metadata, on the path."""
    info = folder / "ferry-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ferry\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rondel.games]\nferry = tests.kernel.ferry\n")
    return folder


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which Ferry is installed."""
    folder = tmp_path_factory.mktemp("harbour")
    running = Server(folder / "home", path=(installed(folder / "packages"), ROOT))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def quay(browser: Browser, harbour: Server) -> Iterator[Desk]:
    desk = Desk(browser, harbour)
    yield desk
    troubles = list(desk.troubles)
    desk.close()
    assert troubles == []


def bare_keys(page: Page) -> list[str]:
    return re.findall(
        r"\b(?:table|view|action|event|prompt|reason|waiting|figure)\.[a-z][\w.-]+", page.locator("body").inner_text()
    )


def test_a_game_that_is_installed_stands_on_the_start_page_and_is_played_to_its_end(quay: Desk) -> None:
    page = quay.window()
    page.goto("/")
    card = page.locator(".game", has=page.locator("[data-play=ferry]"))
    expect(card).to_contain_text("Ferry")
    expect(card).to_contain_text("Cargo, inspectors and bribes")
    card.locator("[data-play=ferry]").click()
    player = Player(page, policy=anything, seed=3).play()
    quay.forgive("409:")
    end = page.get_by_role("dialog", name="The game is over")
    expect(end.locator(".scores td.score")).to_have_count(4)
    assert player.position > 40
    assert player.out_of_reach == []
    page.keyboard.press("Escape")
    coins = page.locator(".board tbody tr").first.locator("td").first
    assert int(coins.inner_text()) in [int(score) for score in end_scores(quay, page)]


def end_scores(desk: Desk, page: Page) -> list[int]:
    scores: list[int] = desk.call(f"tables/{page.url.rsplit('/', 1)[1]}/observation")["scores"]
    return scores


def shipping(quay: Desk, **how: object) -> Player:
    """At sea with cards in hand: a choice of cargo, and one that is refused. A game may be over before that."""
    for _ in range(10):
        player = quay.sit(quay.table("ferry", 2, bot="random"), policy=anything, **how)  # type: ignore[arg-type]
        page = player.page
        if page.locator("[data-choice=go]").count():
            before = player.state()
            page.locator("[data-choice=go]").first.click()
            player.changed(before)
        player.play(lambda page=page: page.locator("[data-choice=ship]").count() > 0)  # type: ignore[misc]
        if page.locator("[data-choice=ship]").count():
            return player
    raise AssertionError("nobody ever has anything to ship")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_everything_a_table_can_do(quay: Desk, size: tuple[int, int]) -> None:
    width, height = size
    player = shipping(quay, width=width, height=height, touch=width < 500)
    page, position = player.page, player.position
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".board")).to_contain_text("Round")
    expect(page.locator(".board tbody tr")).to_have_count(3)  # the players
    expect(page.locator(".prompt .ask")).to_contain_text("What do you ship?")

    refused = page.locator(".choosing .refused")
    if refused.count():
        page.locator(".choosing .refusals > summary").first.click()
        refused.first.click()
        expect(page.locator(".refusal")).to_contain_text("You do not hold")
        page.keyboard.press("Escape")

    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert bare_keys(page) == []

    page.keyboard.press(",")
    expect(page.locator("#prompt-title")).to_contain_text(str(position - 1))
    page.keyboard.press("Escape")
    player.ready()
    player.choice("pass").first.click()
    page.locator(f"main:not([data-position='{position}'])[data-idle=true]").wait_for()
    if player.ready().state()["now"] == "end":
        page.keyboard.press("Escape")
    page.locator("#tab-log").click()
    page.locator(".log > li").nth(3).wait_for()
    assert bare_keys(page) == []


def test_consequences_and_the_question_before_the_dice(quay: Desk) -> None:
    player = shipping(quay, settings={"speed": "off", "confirm": "always"})
    page, position = player.page, player.position
    player.choice("ship").first.click()
    expect(page.locator("[data-confirm]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm]")).to_have_count(0)
    assert player.position == position


def test_by_keyboard_alone(quay: Desk) -> None:
    player = quay.sit(quay.table("ferry", 2, bot="random"), policy=anything)
    for _ in range(3):
        before = player.state()
        if before["now"] == "end":
            break
        player.page.keyboard.press("1")
        player.changed(before)
        player.ready()
    assert player.position > before["position"]
