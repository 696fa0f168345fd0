"""The end of a game in all four, and what stands on the table on the way there: goal, legend, notes, marks, cards."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import GOLDEN, Desk
from tests.browser.test_story import sit_down

SHOWN = {"speed": "fast", "confirm": "never", "risk": False, "cards": "all"}
DESKTOP: dict[str, Any] = {"settings": {"theme": "light", "speed": "off"}}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True, "settings": {"theme": "dark", "speed": "off"}}


def finished(desk: Desk, game: str) -> str:
    """A recorded game that is over: its table."""
    text = (GOLDEN / f"{game}.rondel").read_bytes()
    asked = urllib.request.Request(f"{desk.server.url}api/tables/import", text, {"content-type": "text/plain"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return str(json.load(answer)["id"])


def sit(desk: Desk, line: str, game: str, **how: Any) -> Page:
    page = desk.window(**how)
    page.goto(f"/#/table/{desk.resume(line, game)}")
    page.locator("main.table[data-now=mine]").wait_for()
    return page


ENDS = [
    ("imperial-4", DESKTOP, "Italy: interest 20 × factor 5", "No dice fell in this game."),
    ("struggle-4", PHONE, "Revolution: unrest 161, all points lost", "differences of two dice"),
    ("imperunde-4", DESKTOP, "Posts in Egypt", "storms and epidemics"),
    ("colonial-4", PHONE, "The New World", "successes on all dice"),
]


@pytest.mark.parametrize(("game", "how", "part", "dice"), ENDS, ids=[game for game, *_ in ENDS])
def test_the_end_tells_how_it_came_about(desk: Desk, game: str, how: dict[str, Any], part: str, dice: str) -> None:
    page = desk.window(**how)
    page.goto(f"/#/table/{finished(desk, game)}")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".winner")).to_contain_text("wins")
    expect(dialog.locator(".scores")).to_contain_text(part)
    expect(dialog.locator(".chart path.line")).to_have_count(4)
    expect(dialog).to_contain_text(re.compile(re.escape(dice), re.IGNORECASE))
    assert violations(page, "dialog[open]") == []
    for row in dialog.locator(".scores tbody tr").all():  # what is written adds up
        points = [
            int(each.replace("−", "-"))
            for each in row.locator(".parts b").evaluate_all("e => e.map((b) => b.textContent)")
        ]
        assert sum(points) == int(row.locator(".score").inner_text().replace("−", "-"))
    dialog.locator(".turns button").first.click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".prompt .words")).to_contain_text("Done here:")
    page.get_by_role("button", name="back to now").first.click()
    page.get_by_role("button", name="show the result").click()
    expect(page.get_by_role("dialog").locator(".winner")).to_be_visible()


def test_the_goal_and_a_leader_near_to_it_stand_on_the_table(desk: Desk) -> None:
    page = sit(desk, "0> germany advances to investor", "imperial-4")
    goal = page.locator("button.goal")
    expect(goal).to_contain_text("A nation with 25 power points ends the game")
    expect(goal).to_contain_text("Italy stands at 23 of 25 power points")
    goal.click()
    expect(page.get_by_role("dialog")).to_contain_text("France stands at 23 of 25 power points")


@pytest.mark.parametrize(
    ("game", "line", "piece"),
    [
        ("imperial-4", "0> germany advances to investor", "moored"),
        ("struggle-4", "0> buy mercenaries", "neutral"),
        ("imperunde-4", "", "ship-of-the-line"),
        ("colonial-4", "0> use explorer", "mission"),
    ],
)
def test_a_key_opens_the_legend_with_the_pieces_of_the_table(desk: Desk, game: str, line: str, piece: str) -> None:
    page = sit(desk, line or desk.line(game, "0> "), game)
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(f"[data-legend={piece}] svg > *").first).to_be_attached()
    for sample in dialog.locator("[data-legend]").all():
        assert "legend." not in sample.inner_text().lower()
        box = sample.locator("dt").bounding_box()
        assert box is not None
        assert box["width"] > 20
    assert violations(page, "dialog[open]") == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="player aid").click()
    expect(page.get_by_role("dialog").locator(f"[data-legend={piece}]")).to_be_visible()


def test_notes_on_the_first_visit_come_once_and_can_be_had_again(desk: Desk) -> None:
    page = sit(desk, "0> buy mercenaries", "struggle-4", settings={"speed": "off", "cards": "none", "notes": True})
    note = page.locator("[data-note]")
    expect(note).to_have_attribute("data-note", "struggle.prompt")
    assert violations(page, "main") == []
    seen: list[str] = []
    while note.count() and len(seen) < 10:
        seen.append(str(note.get_attribute("data-note")))
        note.get_by_role("button", name="got it").click()
        expect(page.locator(f"[data-note='{seen[-1]}']")).to_have_count(0)
    assert seen == [f"struggle.{part}" for part in ("prompt", "board", "strip", "bar", "tab.turn")]
    page.reload()
    page.locator("main.table[data-now=mine]").wait_for()
    page.get_by_role("tab", name="regions").click()
    expect(note).to_have_attribute("data-note", "struggle.tab.regions")
    note.get_by_role("button", name="no more notes").click()
    expect(note).to_have_count(0)
    page.get_by_role("button", name="settings").click()
    page.get_by_role("button", name="show the notes on the table again").click()
    page.keyboard.press("Escape")
    expect(note).to_have_attribute("data-note", "struggle.prompt")


def test_the_map_marks_where_others_just_acted(desk: Desk) -> None:
    """Since seat 0 last moved, others moved and built: dots around it, arrows for what moved; a key hides them."""
    page = sit(desk, "0> germany advances to investor", "imperial-4")
    expect(page.locator("[data-recent]").first).to_be_attached()
    page.locator("body").press("j")
    expect(page.locator("[data-recent]")).to_have_count(0)
    page.locator("body").press("j")
    expect(page.locator("[data-recent]").first).to_be_attached()


def test_moves_of_others_are_shown_as_arrows(desk: Desk) -> None:
    page = sit(
        desk, "0> italy advances to maneuver-2", "imperial-4", settings={**SHOWN, "speed": "slow", "cards": "none"}
    )
    arrows = page.locator("[data-arrow]")
    expect(arrows.first).to_be_attached()
    before = arrows.count()
    page.get_by_role("button", name=re.compile("since your last move", re.IGNORECASE)).click()
    page.get_by_role("dialog").locator("button.primary").click()
    expect(page.locator(".prompt .who")).to_contain_text("Position")
    page.wait_for_function(
        "(before) => { const n = document.querySelectorAll('[data-arrow]').length; return n > 0 && n < before }",
        arg=before,
    )
    page.keyboard.press("Escape")


def test_an_expedition_in_colonial_is_a_card_that_waits(desk: Desk) -> None:
    table = desk.resume("0> use explorer", "colonial-2")
    page = desk.window(settings=SHOWN)
    page.clock.install()
    page.goto(f"/#/table/{table}")
    sit_down(page)
    card = page.locator("[data-card=waits]")
    for wanted in ("use explorer", "explore"):
        now = desk.call(f"tables/{table}/observation?seat=0")
        choice = next(each for each in now["choices"] if each["notation"].startswith(wanted))
        desk.call(f"tables/{table}/moves", {"seat": 0, "position": now["position"], "action": choice["id"]})
    card.wait_for()
    expect(card).to_contain_text(re.compile(r"10 dice.*success", re.DOTALL))
    expect(card).to_contain_text(re.compile("needed", re.IGNORECASE))
    assert violations(page, "main") == []
    page.clock.fast_forward("01:00")  # a minute later it is still there
    expect(card).to_be_visible()
    card.get_by_role("button", name="go on").click()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("game", ["struggle", "imperunde", "colonial"])
def test_axe_finds_nothing_when_a_game_is_set_up(desk: Desk, game: str) -> None:
    page = desk.window(**PHONE)
    page.goto(f"/#/table/{desk.table(game)}")
    page.locator("main.table[data-now=mine]").wait_for()
    assert violations(page) == []
