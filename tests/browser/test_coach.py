"""What now?, and a game looked at again: asked for, read, used by key and by finger."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.conftest import GOLDEN, Desk
from tests.browser.measure import positions
from tests.browser.player import Player
from tests.browser.server import Server

Sit = Callable[..., Player]

WHEEL = "0> italy advances to maneuver-2"


def test_what_now_by_keyboard_selects_and_does_not_decide(resume: Sit) -> None:
    player = resume(WHEEL)
    page, position = player.page, player.position
    page.keyboard.press("w")
    counsel = page.locator("[data-counsel=given]")
    counsel.locator("ol > li > button").first.wait_for()
    expect(counsel.locator("ul li").first).to_have_text(re.compile(r"\w{3,}"))
    assert "{" not in counsel.inner_text()
    assert page.evaluate("document.activeElement.closest('[data-counsel]') !== null"), "the focus went along"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(counsel.locator("button[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".choosing [data-confirm]")).to_be_visible()
    assert player.position == position, "it was selected, not made"
    assert violations(page, "[data-counsel]") == []
    page.locator(".choosing [data-confirm]").click()
    page.wait_for_function(f"() => Number(document.querySelector('main.table').dataset.position) > {position}")
    expect(page.locator("[data-counsel]")).to_have_count(0)


def test_bots_are_named_with_their_level(resume: Sit) -> None:
    page = resume(WHEEL).page
    page.get_by_role("tab", name=re.compile("Deals")).click()
    bots = page.locator("[data-bots] li")
    expect(bots.first).to_have_text(re.compile(r".+: Computer: \w+, .+"))


def test_escape_calls_off_what_waits_then_the_coach_and_the_focus_is_back(resume: Sit) -> None:
    page = resume(WHEEL).page
    page.locator("[data-ask]").click()
    page.locator("[data-counsel=given] ol > li > button").first.click()
    expect(page.locator(".choosing [data-confirm]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".choosing [data-confirm]")).to_have_count(0)
    expect(page.locator("[data-counsel=given]")).to_be_visible()
    page.locator("[data-counsel=given] ol > li > button").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("[data-counsel]")).to_have_count(0)
    expect(page.locator("[data-ask]")).to_be_focused()


@pytest.mark.parametrize(("game", "place"), [("imperunde", 2), ("imperunde", 6), ("struggle", 4), ("struggle", 5)])
def test_with_the_coach_nothing_lies_over_the_tabs(desk: Desk, game: str, place: int) -> None:
    record, line = list(positions(game))[place]
    page = desk.window(1440, 900, settings={"language": "fr"})
    page.goto(f"/#/table/{desk.resume(line, record)}")
    Player(page).ready()
    page.locator("[data-ask]").click()
    page.locator("[data-counsel=given] ol > li > button").first.wait_for(timeout=40_000)
    below = """() => document.querySelector(".tabs").getBoundingClientRect().top
      - document.querySelector(".choosing").getBoundingClientRect().bottom"""
    assert page.evaluate(below) >= 0
    page.locator("[data-counsel=given] ol > li > button").first.click()
    page.locator(".choosing [data-confirm]").wait_for()
    assert page.evaluate(below) >= 0


def test_what_was_advised_is_confirmed_in_view_and_the_coach_leaves(desk: Desk) -> None:
    player = desk.sit(desk.resume(WHEEL), width=1440, height=900)
    page, position = player.page, player.position
    page.keyboard.press("w")
    page.locator("[data-counsel=given] ol > li > button").first.click()
    confirm = page.locator(".choosing [data-confirm]")
    assert page.evaluate(
        """() => {
          const button = document.querySelector("[data-confirm]").getBoundingClientRect();
          const room = document.querySelector(".choosing").getBoundingClientRect();
          return button.bottom <= room.bottom && button.top >= room.top;
        }"""
    )
    confirm.click()
    page.wait_for_function(f"() => Number(document.querySelector('main.table').dataset.position) > {position}")
    player.ready()
    expect(page.locator("[data-counsel]")).to_have_count(0)


def test_a_coach_is_heard_while_others_lay_their_cards(desk: Desk) -> None:
    page = desk.window()
    page.goto(f"/#/table/{desk.table('colonial', 3)}")
    page.locator("[data-ask]").click()
    expect(page.locator("[data-counsel=given]")).to_be_visible(timeout=20_000)


def test_a_key_does_nothing_that_is_folded_away(resume: Sit) -> None:
    player = resume(WHEEL)
    page, position = player.page, player.position
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert player.position == position
    page.locator(".choosing details > summary").first.click()
    page.locator(".choosing .choice kbd").first.wait_for()
    page.keyboard.press("1")
    page.wait_for_function(f"() => Number(document.querySelector('main.table').dataset.position) > {position}")


def test_what_now_on_a_phone_in_german(desk: Desk) -> None:
    table = desk.resume(WHEEL)
    settings = {"speed": "off", "confirm": "never", "risk": False, "cards": "none", "language": "de"}
    player = desk.sit(table, width=390, height=844, touch=True, settings=settings)
    page = player.page
    page.locator("[data-ask]").tap()
    first = page.locator("[data-counsel=given] ol > li > button").first
    first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (first.bounding_box() or {"height": 0})["height"] >= 40
    first.tap()
    expect(page.locator(".choosing [data-confirm]")).to_be_visible()
    page.keyboard.press("Escape")


def test_on_a_phone_the_reasons_of_a_choice_stay_in_view_and_its_name_has_room(desk: Desk) -> None:
    record, line = list(positions("struggle"))[4]
    settings = {"speed": "off", "cards": "none", "language": "de"}
    player = desk.sit(desk.resume(line, record), width=390, height=844, touch=True, settings=settings)
    page = player.page
    page.locator("[data-ask]").tap()
    counsel = page.locator("[data-counsel=given]")
    first = counsel.locator("ol > li > button").first
    first.wait_for(timeout=40_000)
    assert max(counsel.locator("ol > li > button > span").evaluate_all("all => all.map(one => one.offsetHeight)")) < 60
    first.tap()
    expect(page.locator(".choosing [data-confirm]")).to_be_visible()
    page.wait_for_function("""() => {
      const reasons = document.querySelector("[data-counsel] li:has([aria-pressed=true])").getBoundingClientRect();
      return reasons.bottom <= document.querySelector(".choosing").getBoundingClientRect().top + 1;
    }""")
    counsel.locator("details > summary").first.click()
    assert "Anna" not in counsel.inner_text(), "she is called you"


def test_where_hints_are_forbidden_nothing_is_offered(desk: Desk) -> None:
    seats = [{"name": "Anna", "kind": "human", "bot": None}, {"name": "Bot", "kind": "bot", "bot": "heuristic"}]
    table = desk.call("tables", {"game": "imperial", "seats": seats, "options": {}, "hints": False})["id"]
    player = desk.sit(table)
    expect(player.page.locator("[data-ask]")).to_have_count(0)
    player.page.keyboard.press("w")
    expect(player.page.locator("[data-counsel]")).to_have_count(0)


@pytest.fixture
def brief(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that looks at games for moments only."""
    monkeypatch.setenv("RONDEL_ANALYSIS", "3")
    running = Server(tmp_path / "home")
    running.start()
    yield running
    running.stop()


def test_a_finished_game_is_looked_at_again(browser: Browser, brief: Server) -> None:
    desk = Desk(browser, brief)
    text = (GOLDEN / "imperial-end-15.rondel").read_bytes()
    asked = urllib.request.Request(f"{brief.url}api/tables/import", text, {"content-type": "text/plain"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        table = re.search(rb'"id":"(\w+)"', answer.read())
    assert table is not None
    page = desk.window()
    page.goto(f"/#/table/{table[1].decode()}")
    page.get_by_role("dialog").get_by_role("button", name="Look at the board").or_(
        page.locator("dialog .close")
    ).first.click()
    page.locator("[data-analyse]").click()
    page.locator("[data-analysis=running]").wait_for()
    page.route("**/analysis*", lambda route: route.abort())  # the connection is lost for a while
    page.wait_for_timeout(1500)
    page.unroute("**/analysis*")
    done = page.locator("[data-analysis=done]")
    expect(done).to_be_visible(timeout=90_000)
    expect(done.locator("svg path.line")).to_have_count(5)
    assert violations(page, "[data-analysis]") == []
    assert (
        page.evaluate("""() => {
      const sheet = document.querySelector("dialog[open]");
      return sheet.scrollHeight - sheet.clientHeight;
    }""")
        <= 4
    ), "what only screen readers meet makes it no longer"
    done.locator("svg .field").click(position={"x": 60, "y": 60})
    expect(page.locator("[data-analysis]")).to_have_count(0)
    expect(page.locator(".prompt .who")).to_have_text(re.compile(r"\d"))
    expect(page.locator(".history input")).to_be_focused()
    assert all("ERR_FAILED" in trouble for trouble in desk.troubles), "nothing but what was to fail"
    phone = desk.window(390, 844, touch=True)
    phone.goto(f"/#/table/{table[1].decode()}")
    phone.locator("dialog .close").first.click()
    phone.locator("[data-analyse]").click()
    phone.locator("[data-analysis=done] svg .field").click(position={"x": 60, "y": 60})
    expect(phone.locator("[data-aside]")).to_be_in_viewport()
    desk.close()


def test_the_analysis_calls_whoever_looks_by_name(browser: Browser, brief: Server) -> None:
    desk = Desk(browser, brief)
    page = desk.sit(desk.resume(WHEEL)).page
    page.locator("[data-analyse]").click()
    done = page.locator("[data-analysis=done]")
    expect(done).to_be_visible(timeout=90_000)
    names = done.locator("svg text.name").all_text_contents()
    assert sorted(names) == ["Anna", "Boris", "Clara", "Dmitri"]
    desk.close()
