"""The other boards: a whole game of Colonial by clicks, and for all three width, axe and words."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk
from tests.browser.player import Control, Player
from tests.browser.test_axe import AXE, STILL


def table(desk: Desk, game: str, bots: int, **options: Any) -> str:
    """A new table: one person, and bots."""
    seats: list[dict[str, Any]] = [{"name": "Anna", "kind": "human", "bot": None}]
    seats += [{"name": f"Bot {number}", "kind": "bot", "bot": "heuristic"} for number in range(1, bots + 1)]
    body = json.dumps({"game": game, "seats": seats, "options": options}).encode()
    asked = urllib.request.Request(f"{desk.server.url}api/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return str(json.load(answer)["id"])


def anything(player: Player, controls: list[Control]) -> Control:
    """Any of what is offered: a goal if something is picked up, else the map or the buttons."""
    for first in ("confirm", "menu"):
        if found := [control for control in controls if control.what == first]:
            return player.random.choice(found)
    areas = [control for control in controls if control.what == "area" and control.mark in ("goal", "source")]
    goals = [area for area in areas if area.mark == "goal"]
    if player.selected and goals:
        return player.random.choice(goals)
    rest = [control for control in controls if control.what in ("choice", "panel")]
    if areas and (not rest or player.random.random() < 0.4):
        return player.random.choice(areas)
    return player.random.choice(rest or controls)


def violations(page: Page) -> list[str]:
    page.add_style_tag(content=STILL)
    page.add_script_tag(path=AXE)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"][:3]]


def open_list(page: Page) -> None:
    """Board choices as a list: a second way for everything on the map, so that nothing hangs on small shapes alone."""
    summary = page.locator(".choosing details:not([open]) summary")
    if summary.count():
        summary.first.click()


def press_something(player: Player) -> None:
    """One press. On the map it may only open or close something; in the list it always decides."""
    controls = player.ready().controls()
    if not controls:  # the table is moving on: nothing can be pressed just now
        player.page.wait_for_timeout(50)
        return
    control = anything(player, controls)
    before = player.state()
    if not player.press(player.page.locator(control.selector).nth(control.index)):
        listed = [each for each in controls if each.what == "choice"]
        if not listed:  # a place out of reach, and no list yet: look again
            return
        control = player.random.choice(listed)
        player.press(player.page.locator(control.selector).nth(control.index))
    if control.what in ("choice", "menu", "confirm"):
        player.changed(before)


def test_a_whole_game_of_colonial_through_clicks_alone(desk: Desk) -> None:
    page = desk.window()
    page.goto(f"/#/table/{table(desk, 'colonial', 3, **{'turn-limit': 12})}")
    player = Player(page, policy=anything).ready()
    for _ in range(2500):
        now = player.ready().state()["now"]
        if now == "end":
            break
        if now == "mine":
            open_list(page)
        press_something(player)
    expect(page.locator("dialog[open] tbody tr")).to_have_count(4)
    assert player.position > 100


@pytest.mark.parametrize("game", ["struggle", "imperunde", "colonial"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_table_fits_and_is_clean(desk: Desk, game: str, width: int) -> None:
    page = desk.window(width, 844, touch=width < 500)
    page.goto(f"/#/table/{table(desk, game, 3)}")
    player = Player(page, policy=anything, touch=width < 500).ready()
    for _ in range(6):
        open_list(page)
        press_something(player)
    player.ready()
    desk.forgive("/preview", "409")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in page.locator("[role=tab]").all():
        tab.click()
        assert violations(page) == []


@pytest.mark.parametrize("game", ["struggle", "imperunde", "colonial"])
@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_word_is_there(desk: Desk, game: str, language: str) -> None:
    page = desk.window(settings={"speed": "off", "confirm": "never", "language": language})
    page.goto(f"/#/table/{table(desk, game, 3)}")
    Player(page).ready()
    for tab in page.locator("[role=tab]").all():
        tab.click()
        shown = page.locator("main").inner_text()
        bare = re.findall(r"\b(?:table|panel|action|event|prompt|reason|waiting|figure)\.[a-z][\w.-]+", shown)
        assert bare == []
