"""From a phone to a wide screen: nothing sticks out, and everything offered can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk
from tests.browser.player import POINT, Player

PlayNow = Callable[..., Player]

SIZES = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "tablet": (820, 1180),
    "laptop": (1280, 720),
    "wide": (1920, 1080),
}
HANDS = {"fingers": ("phone", "small phone", "tablet"), "mouse": ("laptop", "wide")}
MAP_MOVED = "(before) => document.querySelector('svg.map > g').getAttribute('transform') !== before"
STICKS_OUT = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Buttons and links whose edge lies outside the window, although their page does not scroll that way.
CUT_OFF = """() => [...document.querySelectorAll("button, a, select, input:not([type=file])")].filter((one) => {
  if (one.closest(".sr, .skip, [role=tablist]") || one.matches(".sr, .skip")) return false;
  const {left, right, width} = one.getBoundingClientRect();
  return width > 0 && (left < -1 || right > innerWidth + 1);
}).map((one) => one.textContent.trim() || one.ariaLabel || one.outerHTML.slice(0, 80))"""


# The window has its new size, and the page has drawn itself anew for it.
RESIZED = """(width) => new Promise((done) => {
  const look = () => requestAnimationFrame(innerWidth === width ? () => setTimeout(done) : look);
  requestAnimationFrame(look);
})"""


def expect_to_fit(page: Page, where: str) -> None:
    assert page.evaluate(STICKS_OUT) <= 0, f"{where}: the page scrolls sideways"
    assert page.evaluate(CUT_OFF) == [], where


def at_every_size(page: Page, sizes: tuple[str, ...], where: str) -> None:
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RESIZED, width)
        expect_to_fit(page, f"{where}, {size}")


@pytest.mark.parametrize("hands", HANDS)
def test_nothing_sticks_out(desk: Desk, hands: str) -> None:
    sizes = HANDS[hands]
    width, height = SIZES[sizes[0]]
    page = desk.window(width, height, touch=hands == "fingers")
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    for language in ("fr", "de"):  # the longer words
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        at_every_size(page, sizes, f"start page, {language}")
        page.locator("[data-setup=imperial]").click()
        page.locator("dialog[open]").wait_for()
        at_every_size(page, sizes, f"set-up, {language}")
        page.keyboard.press("Escape")
        page.locator("header nav button").click()
        page.locator("dialog[open]").wait_for()
        at_every_size(page, sizes, f"settings, {language}")
        page.keyboard.press("Escape")
    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    for language in ("fr", "de") if hands == "fingers" else ("de",):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for tab in page.locator("[role=tab]").all():
            tab.click()
            at_every_size(
                page, tuple(size for size in sizes if size != "wide"), f"{tab.get_attribute('id')}, {language}"
            )
        at_every_size(page, sizes, f"table, {language}")
        page.keyboard.press("?")
        page.get_by_role("dialog").locator("section").first.wait_for()
        at_every_size(page, sizes, f"rules, {language}")
        page.keyboard.press("Escape")


def resized(page: Page) -> Iterator[str]:
    """The same page in a window of every size."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RESIZED, width)
        yield size


def test_every_space_of_the_wheel_can_be_pressed(resume: PlayNow) -> None:
    page = resume("1> austria-hungary advances to import").page
    for size in resized(page):
        slots = page.locator("[data-slot][data-offered]").all()
        assert len(slots) == 8, "it is the first turn: any space"
        for slot in slots:
            assert slot.evaluate(POINT), f"{slot.get_attribute('data-slot')}, {size}"


def test_everything_offered_can_be_pressed(resume: PlayNow) -> None:
    """Every province on the map, once the whole board is in view; every choice in the list; every tool."""
    page = resume("1> import army in vienna").page
    for size in resized(page):
        page.get_by_role("button", name="whole board").click()
        goals = page.locator("[data-mark=goal]").all()
        assert goals
        for area in goals:
            assert area.evaluate(POINT), f"{area.get_attribute('data-area')}, {size}"
        listed = page.locator(".choosing [data-form] button[data-choice]")
        expect(listed.first).to_be_visible()
        for choice in listed.all():
            assert choice.evaluate(POINT), f"{choice.inner_text()}, {size}"
        for tool in page.locator(".bar button, .bar a, header select, header button").all():
            assert tool.is_disabled() or tool.evaluate(POINT), f"{tool.inner_text()}, {size}"


def test_a_phone_asks_before_a_turn_ends_unless_told_otherwise(resume: PlayNow) -> None:
    """Fingers are thick."""
    width, height = SIZES["phone"]
    player = resume("0> buy germany 6", width=width, height=height, touch=True, settings={"cards": "none"})
    page, position = player.page, player.position
    player.touch = True
    player.press(page.locator("button.buy:not(.barred)").first)
    expect(page.locator("[data-confirm]")).to_be_in_viewport()
    assert player.position == position


def test_two_fingers_zoom_the_board(desk: Desk) -> None:
    page = desk.window(*SIZES["phone"], touch=True)
    page.goto("/")
    page.locator("[data-play=imperial]").tap()
    Player(page, touch=True).ready()
    before = page.locator("svg.map > g").get_attribute("transform")
    box = page.locator("svg.map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x + dx, "y": y + dy, "id": i} for i, (dx, dy) in enumerate(points)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", (-20, 0), (20, 0))
    for spread in (30, 45, 60, 80):
        touch("touchMove", (-spread, 0), (spread, 0))
    touch("touchEnd")
    page.wait_for_function(MAP_MOVED, arg=before)
    zoomed = page.locator("svg.map > g").get_attribute("transform")
    touch("touchStart", (0, 0))
    for far in (10, 25, 40):
        touch("touchMove", (far, far / 2))
    touch("touchEnd")
    page.wait_for_function(MAP_MOVED, arg=zoomed)
