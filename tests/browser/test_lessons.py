"""The guided first games, taken in the browser: what is expected, what is not, and the way on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rondel import games
from rondel.kernel import lesson
from tests.browser.conftest import QUIET, Desk
from tests.browser.player import POLL

COURSES = ("imperial", "struggle", "colonial", "imperunde")


def settled(page: Page) -> str:
    """How the lesson stands, once nothing is under way."""
    page.wait_for_function(
        """() => {
            const table = document.querySelector("main.table")?.dataset;
            const card = document.querySelector("[data-lesson]")?.dataset;
            const known = card?.judged === table?.position || card?.stands === "finished";
            return table?.idle === "true" && card && card.stands !== "loading" && known;
        }""",
        polling=POLL,
    )
    return str(page.locator("[data-lesson]").get_attribute("data-stands"))


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def expected(desk: Desk, page: Page) -> dict[str, Any]:
    card = page.locator("[data-lesson]")
    name, step = card.get_attribute("data-lesson"), card.get_attribute("data-step")
    found: dict[str, Any] = desk.call(f"tables/{table_of(page)}/lesson?lesson={name}&step={step}")
    return found


def do(desk: Desk, page: Page, notation: str) -> None:
    """Decide past the page: which buttons there are is the affair of other tests."""
    table = table_of(page)
    position = desk.call(f"tables/{table}")["position"]
    desk.call(f"tables/{table}/moves", {"seat": 0, "position": position, "notation": notation})
    page.wait_for_function(
        "(before) => Number(document.querySelector('main.table').dataset.position) > before", arg=position, polling=POLL
    )


def onward(page: Page) -> None:
    before = page.locator("[data-lesson]").evaluate("(card) => card.dataset.lesson + card.dataset.step")
    page.locator("[data-lesson] .primary").click()
    page.wait_for_function(
        """(before) => { const card = document.querySelector("[data-lesson]");
            return card.dataset.lesson + card.dataset.step !== before || card.dataset.stands === "finished"; }""",
        arg=before,
        polling=POLL,
    )


@pytest.mark.parametrize(("game", "language"), [*zip(COURSES, ["en", "fr", "de", "en"], strict=True)])
def test_a_course_from_its_first_lesson_to_a_real_game(desk: Desk, game: str, language: str) -> None:
    page = desk.window(settings={**QUIET, "language": language})
    page.goto("/")
    page.locator(f"[data-learn={game}]").click()
    page.locator("[data-go]").click()
    seen = []
    for _ in range(200):
        stands = settled(page)
        if stands == "finished":
            break
        if stands == "done":
            onward(page)
            continue
        assert stands == "open"
        name = page.locator("[data-lesson]").get_attribute("data-lesson")
        if name not in seen:
            seen.append(name)
        do(desk, page, expected(desk, page)["next"]["notation"])
    course = lesson.load(games.load(game), "first")
    assert seen == [name for name, _ in course.lessons]
    texts = course.texts(language)
    expect(page.locator("[data-lesson]")).to_contain_text(texts["then"][:40])
    page.locator("[data-lesson] .primary").click()
    page.wait_for_function("() => !document.querySelector('[data-lesson]') && document.querySelector('main.table')")
    expect(page.locator(".prompt")).to_be_visible()
    desk.forgive("404: GET")


def test_something_else_is_answered_and_taken_back(desk: Desk) -> None:
    page = desk.window()
    page.goto("/#/learn/imperial")
    page.locator("[data-open=wheel]").click()
    card = page.locator("[data-lesson=wheel]")
    card.wait_for()
    assert settled(page) == "open"
    page.locator("[data-slot=taxation]").click()
    expect(card).to_contain_text("two factories bring 4 in taxes")
    expect(card).to_contain_text("You have done")
    page.keyboard.press("n")
    expect(card).to_contain_text("choose Production")
    expect(page.locator("main.table")).to_have_attribute("data-position", "5")
    page.reload()
    card.wait_for()
    assert settled(page) == "open"
    page.get_by_role("button", name="Show me").click()
    expect(card).to_contain_text("Try: ")
    expect(page.locator(".ring").first).to_be_visible()
    page.locator("[data-slot=production-1]").click()
    page.locator("[data-choice=produce-all]").click()
    expect(card).to_contain_text("An army in Rome and a fleet in Naples")
    page.keyboard.press("n")
    expect(page.locator("[data-lesson=purse]")).to_contain_text("two kinds of money")
    page.goto("/#/learn/imperial")
    expect(page.locator("li", has=page.locator("[data-open=wheel]"))).to_contain_text("Done")
    expect(page.locator("[data-go]")).to_contain_text("3")


def test_the_card_can_be_read_on_a_phone(desk: Desk) -> None:
    page = desk.window(width=390, height=844, touch=True)
    page.goto("/#/learn/imperial")
    page.locator("[data-open=goal]").tap()
    assert settled(page) == "open"
    card = page.locator("[data-lesson]")
    box = card.bounding_box()
    assert box is not None
    assert box["width"] <= 390
    expect(card.locator(".words")).to_be_in_viewport()
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
