"""The guided first games, taken in the browser: what is expected, what is not, and the way on."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

from rondel import games
from rondel.kernel import lesson
from tests.browser.conftest import QUIET, Desk
from tests.browser.player import POLL, Player

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


# Where the lesson stands, and what its rings surround.
PLACE = """() => {
  const card = document.querySelector("[data-lesson]");
  const {lesson, step, stands} = card.dataset;
  const rings = [...document.querySelectorAll("[data-rings]")].map((ring) => ring.dataset.rings);
  return [lesson, step, stands, document.querySelector("main.table").dataset.position, ...rings].join("|");
}"""


def follow(page: Page, player: Player) -> None:
    """Ask to be shown, and press what the ring surrounds."""
    show = page.locator("[data-lesson] [data-show]")
    if show.count():
        show.click()
    ring = page.locator("[data-rings]").first
    ring.wait_for()
    before = page.evaluate(PLACE)
    target = ring.get_attribute("data-rings") or ""
    assert player.press(page.locator(target).first), f"the ring surrounds what cannot be pressed: {target}"
    page.wait_for_function(f"(before) => ({PLACE})() !== before", arg=before, polling=POLL)


def onward(page: Page) -> None:
    before = page.locator("[data-lesson]").evaluate("(card) => card.dataset.lesson + card.dataset.step")
    page.locator("[data-lesson] .primary").click()
    page.wait_for_function(
        """(before) => { const card = document.querySelector("[data-lesson]");
            return card.dataset.lesson + card.dataset.step !== before || card.dataset.stands === "finished"; }""",
        arg=before,
        polling=POLL,
    )


COURSES_IN_TIME = [*zip(COURSES, ("en", "fr", "de", "en"), strict=True)]
"""Every game and every language; all of both with RONDEL_LANGUAGES=all."""
ALL = [(game, language) for game in COURSES for language in ("en", "fr", "de")]


@pytest.mark.parametrize(("game", "language"), ALL if os.environ.get("RONDEL_LANGUAGES") == "all" else COURSES_IN_TIME)
def test_a_course_from_its_first_lesson_to_a_real_game_by_its_rings_alone(desk: Desk, game: str, language: str) -> None:
    """Whoever presses nothing but what the rings surround comes through: no step asks for what cannot be found."""
    page = desk.window(settings={**QUIET, "language": language})
    player = Player(page)
    page.goto("/")
    page.locator(f"[data-learn={game}]").click()
    page.locator("[data-go]").click()
    seen = []
    for _ in range(300):
        stands = settled(page)
        if stands == "finished":
            break
        if stands == "done":
            onward(page)
            continue
        assert stands == "open", page.locator("[data-lesson]").inner_text()
        name = page.locator("[data-lesson]").get_attribute("data-lesson")
        if name not in seen:
            seen.append(name)
        follow(page, player)
    course = lesson.load(games.load(game), "first")
    assert seen == [name for name, _ in course.lessons]
    texts = course.texts(language)
    expect(page.locator("[data-lesson]")).to_contain_text(texts["then"][:40])
    page.locator("[data-lesson] .primary").click()
    page.wait_for_function("() => !document.querySelector('[data-lesson]') && document.querySelector('main.table')")
    expect(page.locator(".prompt")).to_be_visible()
    desk.forgive("404: GET")


# The wheel of Imperial: where it ends, where the tabs begin, and how large the names on it are (none: 0).
WHEEL = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const name = document.querySelector(".wheel .name");
  const scale = name.ownerSVGElement.getScreenCTM().a;
  const shown = getComputedStyle(name).display !== "none";
  return [box(".wheel").bottom, box(".tabs").top, shown ? parseFloat(getComputedStyle(name).fontSize) * scale : 0];
}"""


def test_something_else_is_answered_and_taken_back(desk: Desk) -> None:
    page = desk.window()
    page.goto("/#/learn/imperial")
    expect(page.get_by_text("chance brings")).to_have_count(0)  # nothing is dealt or thrown in these lessons
    page.locator("[data-open=wheel]").click()
    card = page.locator("[data-lesson=wheel]")
    card.wait_for()
    assert settled(page) == "open"
    ends, tabs, letters = page.evaluate(WHEEL)
    assert ends <= tabs, "the wheel lies over the tabs"
    assert letters >= 11, "who is to choose a space by its name can read the names"
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
    expect(page.locator("[data-rings]").first).to_be_visible()
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


def test_on_a_phone_the_map_shows_what_the_lesson_is_about(desk: Desk) -> None:
    """The Caribbean lies beyond the edge of the map as it begins there."""
    page = desk.window(width=390, height=844, touch=True)
    page.goto("/#/learn/struggle")
    page.locator("[data-open=prey]").tap()
    assert settled(page) == "open"
    page.wait_for_function(
        """() => {
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            const [map, area] = [box("svg.map"), box("[data-area=caribbean]")];
            const middle = area.left + area.width / 2;
            return middle > map.left && middle < map.right;
        }""",
        polling=POLL,
    )


def test_a_form_beside_a_lesson_says_what_it_sells_and_lies_on_nothing(desk: Desk) -> None:
    page = desk.window(settings=QUIET)
    page.goto("/#/learn/imperunde")
    page.get_by_text("Two posts at a stroke").click()
    settled(page)
    expect(page.locator("[data-choice=dig]")).to_have_text("Panama Canal, 10")
    below = page.evaluate("document.querySelector('.act').getBoundingClientRect().bottom")
    assert below <= page.evaluate("document.querySelector('.tabs').getBoundingClientRect().top") + 1
    ends = page.evaluate("document.querySelector('.choosing [data-choice=done]').getBoundingClientRect().bottom")
    assert ends <= below, "the end of the form cannot be seen"
