"""What somebody meets in the first hour: the goal in view, keys in order, notes beside what is offered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, QUIET, Desk
from tests.browser.test_end import sit

GAMES = ("imperial-4", "struggle-4", "imperunde-4", "colonial-4")

# Where an element stands in the window.
BOX = "(element) => element.getBoundingClientRect().toJSON()"


def box(page: Page, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.evaluate(BOX)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_goal_stands_above_the_question_and_the_choices_in_view(desk: Desk, game: str) -> None:
    page = sit(desk, desk.line(game, "0> "), game, **PHONE)
    goal, prompt = box(page, "button.goal"), box(page, ".act .prompt")
    assert 0 < goal["top"] < goal["bottom"] <= prompt["top"] + 1
    assert goal["bottom"] - goal["top"] < 60  # a line, and a second one where somebody is near it
    assert page.locator("button.goal .short").evaluate(
        "(e) => e.parentElement.scrollWidth <= e.parentElement.clientWidth"
    )
    if game == "imperial-4":  # the whole wheel
        assert box(page, ".wheel")["bottom"] <= 844
    else:
        expect(page.locator(".choosing button[data-choice], .choosing summary").first).to_be_in_viewport()


@pytest.mark.parametrize(
    ("game", "how"), [("struggle-4", {}), ("imperial-4", {}), ("imperial-4", PHONE), ("colonial-4", PHONE)]
)
def test_notes_lie_upon_nothing(desk: Desk, game: str, how: dict[str, Any]) -> None:
    page = sit(desk, desk.line(game, "0> "), game, settings={**QUIET, "notes": True}, **how)
    note = page.locator("[data-note]")
    note.first.wait_for()
    for _ in range(8):
        if not note.count():
            break
        here = note.first.evaluate(BOX)
        for part in (".board", ".prompt", ".choosing", ".dial", ".strip", ".bar", "#tabpanel"):
            for one in page.locator(part).all():
                other = one.evaluate(BOX)
                apart = (
                    here["right"] <= other["left"] + 1
                    or other["right"] <= here["left"] + 1
                    or here["bottom"] <= other["top"] + 1
                    or other["bottom"] <= here["top"] + 1
                )
                assert apart or (part == ".board" and how is PHONE), (
                    f"{part}: {other}, {here}"
                )  # it scrolls over the board
        shown = note.first.get_attribute("data-note")
        note.first.get_by_role("button", name="got it").click()
        expect(page.locator(f"[data-note='{shown}']")).to_have_count(0)
    expect(note).to_have_count(0)


def test_a_gift_to_a_treasury_stands_aside_and_no_key_makes_it(desk: Desk) -> None:
    page = sit(desk, "0> germany advances to investor", "imperial-4")
    gift = page.locator(".choosing [data-choice=give-purse]")
    expect(gift).not_to_be_visible()
    page.locator(".choosing summary", has_text="seldom needed").click()
    expect(gift).to_be_visible()
    expect(gift.locator("kbd")).to_have_count(0)


def test_number_keys_follow_the_buttons_from_top_to_bottom(desk: Desk) -> None:
    page = sit(desk, desk.line("imperial-4", "0> produce"), "imperial-4")
    keys = page.locator(".choosing kbd")
    keys.first.wait_for()
    shown = keys.evaluate_all(
        """(all) => all.map((key) => ({n: key.textContent, ...key.getBoundingClientRect().toJSON()}))
            .sort((a, b) => a.top - b.top || a.left - b.left).map(({n}) => n)"""
    )
    assert shown == [str(n + 1) for n in range(len(shown))]


def test_whoever_gave_no_name_is_you(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    page.locator("main.table[data-now=mine]").wait_for()
    expect(page.locator(".below .strip .mine").first).to_contain_text("You")
    expect(page.locator("main")).not_to_contain_text("Player 1")


def test_an_earlier_position_tells_the_space_of_the_wheel_before_what_came_of_it(desk: Desk) -> None:
    page = sit(desk, "0> germany advances to investor", "imperial-4")
    before = int(page.locator("main.table").get_attribute("data-position") or 0)
    page.keyboard.press(",")
    expect(page.locator(".prompt .words")).to_contain_text("You are looking at")
    said = []
    for _ in range(before):
        said.append(page.locator(".prompt .words").inner_text())
        if "moves on to Investor." in said[-1]:
            break
        page.keyboard.press(",")
        page.wait_for_timeout(120)
    assert "Done here:" in said[-1], said[-3:]
    assert said[-1].index("moves on to Investor.") < said[-1].index("pays"), said[-1]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_wheel_of_the_first_lesson_is_lettered(desk: Desk, language: str) -> None:
    page = desk.window(settings={**QUIET, "language": language})
    page.goto("/#/learn/imperial")
    page.locator("[data-go]").click()
    page.locator("[data-lesson][data-stands=open]").wait_for()
    page.wait_for_load_state("networkidle")
    names = page.locator(".wheel .name").evaluate_all(
        """(all) => all.filter((name) => name.checkVisibility()).map((name) => {
            const {fontSize} = getComputedStyle(name);
            const scale = name.ownerSVGElement.getBoundingClientRect().height / 412;
            const arc = document.querySelector(name.firstElementChild.getAttribute("href")).getTotalLength();
            return {size: parseFloat(fontSize) * scale, room: arc - name.getComputedTextLength()};
        })"""
    )
    assert len(names) == 8
    assert all(name["size"] >= 11 and name["room"] >= 0 for name in names), names


def test_on_a_phone_ones_own_lands_have_their_names(desk: Desk) -> None:
    page = sit(desk, "0> use viceroy", "colonial-2", **PHONE)
    table = page.url.rsplit("/", 1)[1]
    view = desk.call(f"tables/{table}/observation?seat=0")["view"]
    own = [area for area, here in view["area"].items() if here["counters"].get("0") or here["colony"] == 0]
    assert own
    for area in own:
        expect(page.locator(f"[data-label='{area}/row']")).to_be_attached()
