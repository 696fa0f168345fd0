"""How it feels: nothing shifts, a click is answered at once, and little has to be loaded. Figures are printed."""

from __future__ import annotations

import gzip
import statistics
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Desk
from tests.browser.player import Player

MID_GAME = "0> italy advances to maneuver-2"

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) shifts.push({
    value: entry.value, input: entry.hadRecentInput, at: Math.round(entry.startTime),
    what: entry.sources.map(({node}) => (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 90)),
  });
}).observe({type: "layout-shift", buffered: true});
"""

# From the press to the frame that shows the new position, and what the browser itself says about the press.
PAINTS = """
window.paints = []; window.events = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === "click") events.push(entry.duration);
}).observe({type: "event", durationThreshold: 16, buffered: true});
addEventListener("click", (event) => {
  const position = () => document.querySelector(".history input")?.max;
  const [start, before] = [event.timeStamp, position()];
  const look = () => {
    if (position() !== before) requestAnimationFrame(() => setTimeout(() => paints.push(performance.now() - start)));
    else if (performance.now() - start < 5000) requestAnimationFrame(look);
  };
  look();
}, {capture: true});
"""


def report(record: Callable[[str, object], None], what: str, figure: float, unit: str) -> None:
    record(what, round(figure, 4))
    print(f"{what}: {figure:.4g} {unit}")


def shifts(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => shifts")
    return found


def total(found: list[dict[str, Any]]) -> float:
    return float(sum(shift["value"] for shift in found))


def worst_window(found: list[dict[str, Any]]) -> float:
    """The browsers' own measure: the worst run of shifts less than a second apart, of at most five seconds."""
    windows: list[list[dict[str, Any]]] = []
    for shift in found:
        if windows and shift["at"] - windows[-1][-1]["at"] < 1000 and shift["at"] - windows[-1][0]["at"] < 5000:
            windows[-1].append(shift)
        else:
            windows.append([shift])
    return max(map(total, windows), default=0.0)


@pytest.mark.parametrize("size", [(1920, 1080), (390, 844)], ids=["desktop", "phone"])
def test_nothing_shifts_while_the_machines_move(
    desk: Desk, size: tuple[int, int], record_property: Callable[[str, object], None]
) -> None:
    page = desk.window(*size, settings={"speed": "fast", "confirm": "never"})
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(SHIFTS)
    page.goto(f"/#/table/{desk.resume(MID_GAME)}")
    player = Player(page).ready()
    page.evaluate("() => { shifts.length = 0; }")
    end = player.position + 12
    player.play(lambda: player.position > end)  # the machines move, and their moves are shown
    unasked = [shift for shift in shifts(page) if not shift["input"]]
    worst = worst_window(unasked)
    report(record_property, f"layout shift at {size[0]} px, worst moments", worst, "")
    report(record_property, f"layout shift at {size[0]} px, all of {player.position} positions", total(unasked), "")
    largest = sorted(unasked, key=lambda shift: -shift["value"])[:5]
    assert worst < 0.02, "\n".join(f"{shift['value']:.4f} {shift['what']}" for shift in largest)


def test_start_page_stands_still(desk: Desk, record_property: Callable[[str, object], None]) -> None:
    page = desk.window()
    page.add_init_script(SHIFTS)
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    page.wait_for_load_state("networkidle")
    report(record_property, "layout shift of the start page", total(shifts(page)), "")
    assert total(shifts(page)) < 0.02, shifts(page)


def test_a_click_is_painted_soon(desk: Desk, record_property: Callable[[str, object], None]) -> None:
    page = desk.window(settings={"speed": "off"})
    page.add_init_script(PAINTS)
    page.goto(f"/#/table/{desk.resume(MID_GAME)}")
    player = Player(page).ready()
    page.evaluate("() => { paints.length = 0; events.length = 0; }")
    player.play(lambda: page.evaluate("() => paints.length") >= 15)
    paints: list[float] = page.evaluate("() => paints")
    events: list[float] = page.evaluate("() => events")
    median, worst = statistics.median(paints), statistics.quantiles(paints, n=20)[-1]
    report(record_property, "press to new position painted, median", median, "ms")
    report(record_property, "press to new position painted, 95 %", worst, "ms")
    if events:
        report(record_property, "click handled and painted (event timing), median", statistics.median(events), "ms")
    assert median < 500


def test_little_is_loaded_for_the_first_table(desk: Desk, record_property: Callable[[str, object], None]) -> None:
    page = desk.window()
    loaded: set[str] = set()
    page.on("response", lambda response: loaded.add(response.url.split("?")[0]))
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    sizes = {}
    for address in sorted(url for url in loaded if url.endswith(".js")):
        with urllib.request.urlopen(address) as answer:
            sizes[address.rsplit("/", 1)[1]] = len(gzip.compress(answer.read(), 9))
    boards = sum(size for name, size in sizes.items() if name.startswith("board-"))
    code = sum(sizes.values()) - boards
    report(record_property, "JavaScript for the first table, gzipped", code / 1000, "kB")
    report(record_property, "board data, gzipped", boards / 1000, "kB")
    assert boards > 0
    assert code <= 100_000, sizes
