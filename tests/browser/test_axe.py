"""axe finds nothing to complain about, on any screen, by day and by night, on desktop and phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.test_hotseat import set_up, take_over

FINISHED = Path(__file__).resolve().parents[1] / "golden" / "imperial-4.rondel"

Check = Callable[..., None]


BY_DAY, BY_NIGHT = "light-desktop", "dark-phone"


@pytest.fixture(params=[BY_DAY, BY_NIGHT])
def window(request: pytest.FixtureRequest, desk: Desk) -> Page:
    """Both appearances and both devices, each once; a screen with little of its own is looked at in one."""
    theme, device = request.param.split("-")
    settings = {"theme": theme, "speed": "off", "confirm": "always"}
    if device == "phone":
        return desk.window(390, 844, touch=True, settings=settings)
    return desk.window(settings=settings)


@pytest.fixture
def check(window: Page) -> Check:
    def look(where: str, inside: str = "body") -> None:
        assert [f"{where}: {problem}" for problem in violations(window, inside)] == []

    return look


def test_start_page_set_up_settings_and_rules(window: Page, check: Check) -> None:
    window.goto("/")
    window.locator("[data-play=imperial]").wait_for()
    check("start page")
    window.locator("[data-setup=imperial]").click()
    check("set-up", "dialog[open]")
    window.keyboard.press("Escape")
    window.locator("header nav button").click()
    check("settings", "dialog[open]")
    window.keyboard.press("Escape")
    window.locator(".game.ready .do button").nth(2).click()
    window.get_by_role("dialog").locator("section").first.wait_for()
    check("rules", "dialog[open]")
    window.get_by_role("dialog").locator(".switch button").last.click()
    check("player aid", "dialog[open]")
    window.goto("/#/table/nowhere")
    window.get_by_text("There is no such table here.").wait_for()
    check("no such table")


@pytest.fixture(autouse=True)
def _forgiving(desk: Desk) -> Any:
    yield
    desk.forgive("404:")  # the table that is nowhere


def test_table(desk: Desk, window: Page, check: Check) -> None:
    window.goto(f"/#/table/{desk.resume('0> italy advances to maneuver-2')}")
    player = Player(window).ready()
    check("table")
    for tab in window.locator("[role=tab]").all():
        tab.click()
        check(f"table, {tab.get_attribute('id')}", ".panel")
    player.press(player.area("paris"))
    check("a land", ".board")
    window.keyboard.press("Escape")
    player.press(window.locator("[data-slot][data-offered]").first)
    window.locator("[data-confirm]").wait_for()
    check("confirmation", ".act")
    window.keyboard.press("Escape")
    window.locator(".choosing summary").first.click()
    check("choices as a list", ".act")
    window.locator(".choosing .refusals > summary").first.click()
    window.locator(".choosing .refused").first.click()
    check("why not", ".act")
    window.locator(".prompt .tools button").first.click()
    window.get_by_role("dialog").wait_for()
    check("since the last move", "dialog[open]")
    window.keyboard.press("Escape")
    window.get_by_role("button", name="one step back").click()
    window.get_by_text("You are looking at an earlier position.").wait_for()
    check("history", ".act")


@pytest.mark.parametrize("window", [BY_NIGHT], indirect=True)
def test_armies_on_the_move(window: Page, check: Check) -> None:
    window.goto("/")
    window.locator("[data-play=imperial]").click()
    player = Player(window).ready()
    player.play_until_offered("slot")
    player.press(player.slot("import"))
    window.locator("[data-confirm]").click()
    window.locator("[data-mark=goal]").first.wait_for(state="attached")
    check("import")
    player.act(next(control for control in player.controls() if control.what == "area"))
    check("import, half chosen")


@pytest.mark.parametrize("window", [BY_DAY], indirect=True)
def test_hand_over(window: Page, check: Check) -> None:
    set_up(window, "Anna", "Boris")
    check("hand-over")
    take_over(window)
    check("taken over")


@pytest.mark.parametrize("window", [BY_NIGHT], indirect=True)
def test_end(window: Page, check: Check) -> None:
    window.goto("/")
    window.locator("[data-play=imperial]").wait_for()
    window.locator("#file").set_input_files(FINISHED)
    window.get_by_role("dialog").wait_for()
    check("opening a file", "dialog[open]")
    window.get_by_role("dialog").locator("button[type=submit]").click()
    window.locator("dialog .winner").wait_for()
    check("end")
    window.keyboard.press("Escape")
    check("after the end")
    window.goto("/")
    window.locator(".tables li").first.wait_for()
    check("start page with tables")
