"""Imperial at the table, through a browser: clicks, keys, three languages, and a server that comes and goes."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.browser.conftest import Screen, Site


def play_one(screen: Screen, rng: random.Random) -> None:
    """Decide whatever is asked, by clicking on wheel, map, panel or button."""
    page = screen.page
    menu = page.locator(".menu .choice")
    if menu.count():
        menu.nth(rng.randrange(menu.count())).click()
        return
    slots = page.locator("[data-offered]")
    if slots.count():
        slots.nth(rng.randrange(slots.count())).click()
        return
    goals, sources = screen.marks("goal"), screen.marks("source")
    places = goals or sources
    buttons = page.locator(".choices .choice:not(.refused)")
    if places and (rng.random() < 0.7 or not buttons.count()):
        screen.click_area(rng.choice(places))
        return
    bonds = page.locator("#tabpanel .buy:not(.barred)")
    if bonds.count() and rng.random() < 0.7:
        bonds.nth(rng.randrange(bonds.count())).click()
        return
    buttons.nth(rng.randrange(buttons.count())).click()


def play_until(screen: Screen, done: Any, limit: int = 900) -> None:
    rng = random.Random(7)
    for _ in range(limit):
        screen.page.wait_for_selector(".prompt.mine, dialog", timeout=60_000)
        if done():
            return
        play_one(screen, rng)
        screen.page.wait_for_timeout(25)
    raise AssertionError("the game does not come to an end")


def test_a_whole_game_against_machines_by_clicks_alone(screen: Screen) -> None:
    screen.open()
    screen.page.click("[data-play=imperial]")
    screen.my_turn()
    play_until(screen, lambda: screen.page.locator("dialog tbody tr").count() > 0)
    assert screen.page.locator("dialog tbody tr").count() == 4
    assert screen.position() > 50
    screen.page.locator("dialog button", has_text="Look at the board").click()
    assert screen.page.locator("#prompt-title").inner_text().lower() == "the game is over"


def test_taking_back(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna"))
    screen.my_turn()
    before = screen.position()
    screen.page.click("[data-slot=production-1]")
    screen.page.wait_for_selector("text=factories produce")
    screen.page.get_by_role("button", name="Take back").click()
    screen.page.wait_for_selector("[data-offered]")
    assert screen.position() == before


def test_earlier_positions_by_slider_and_by_the_log(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna"))
    screen.my_turn()
    play_until(screen, lambda: screen.position() > 40)
    screen.page.click("#tab-log")
    screen.page.locator(".log button").nth(5).click()
    screen.page.wait_for_selector("text=You are looking at an earlier position")
    shown = screen.page.locator(".history .figure").inner_text()
    assert int(shown.split("/")[0]) < 40
    assert screen.marks("goal") == []
    screen.page.locator(".history input").fill("3")
    screen.page.wait_for_selector("text=Position 3 of")
    screen.page.get_by_role("button", name="Back to now").first.click()
    screen.my_turn()


def test_a_reload_and_a_killed_server_lose_nothing(screen: Screen, site: Site) -> None:
    table = site.table("Anna")
    screen.open(table)
    screen.my_turn()
    screen.page.click("[data-slot=import]")
    screen.page.wait_for_selector("text=bought so far: 0")
    position = screen.position()
    screen.page.reload()
    screen.my_turn()
    assert screen.position() == position
    site.kill()
    screen.page.wait_for_selector("text=The connection is lost", timeout=20_000)
    site.start()
    screen.page.wait_for_selector("text=The connection is lost", state="detached", timeout=20_000)
    screen.page.get_by_role("button", name="Done").click()
    screen.page.wait_for_function(
        f"Number(document.querySelector('.history .figure').innerText.split('/')[1]) > {position}"
    )


def test_two_people_at_one_screen(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna", "Boris", bots=1))
    page = screen.page
    seen = set()
    for _ in range(40):
        page.wait_for_selector("[data-handover], .prompt.mine", timeout=30_000)
        if page.locator("[data-handover]").count():
            assert page.locator(".board").count() == 0  # nothing of the table is shown meanwhile
            seen.add(page.locator(".handover h1").inner_text())
            if len(seen) == 2:
                break
            page.click("[data-handover]")
        else:
            play_one(screen, random.Random(3))
            page.wait_for_timeout(80)
    assert {name.lower() for name in seen} == {"anna", "boris"}
    page.click("[data-handover]")
    page.wait_for_selector(".prompt")
    page.click("#tab-players")
    money = page.locator(".players .money").all_inner_texts()
    assert sum("Hidden" not in each for each in money) == 1


@pytest.mark.parametrize(
    ("language", "asked"), [("fr", "Quelle case"), ("de", "Auf welches Feld"), ("en", "Which space")]
)
def test_language_changes_at_any_time(screen: Screen, site: Site, language: str, asked: str) -> None:
    screen.open(site.table("Anna"))
    screen.my_turn()
    screen.page.select_option("#language", "fr" if language == "en" else "en")
    screen.page.select_option("#language", language)
    screen.page.wait_for_selector(f"text={asked}")
    assert screen.page.locator("html").get_attribute("lang") == language
    words = screen.page.locator("body").inner_text()
    assert "table." not in words.lower()
    assert "{" not in words


def test_keyboard_alone(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna"))
    screen.my_turn()
    page = screen.page
    before = screen.position()
    page.locator("#slot-factory").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "slot-production-1"
    page.keyboard.press("Enter")
    page.wait_for_selector("text=factories produce")
    page.keyboard.press("1")  # the first choice: produce everywhere
    page.wait_for_function(
        f"Number(document.querySelector('.history .figure').innerText.split('/')[1]) >= {before + 2}"
    )
    page.locator("[data-area][tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert len(label) > 10
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_several_equal_moves_in_one_gesture(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna", "Boris", bots=0))
    page = screen.page

    def decide() -> None:
        page.wait_for_selector("[data-handover], .prompt.mine")
        if page.locator("[data-handover]").count():
            page.click("[data-handover]")
            screen.my_turn()

    def leave_the_rest() -> None:
        """Whatever else is asked before the next nation moves: no."""
        for _ in range(20):
            decide()
            if page.locator("[data-offered]").count():
                return
            page.locator(".choices .choice", has_text=re.compile("^.{0,3}(Done|Pass|Keep the peace)")).first.click()
            page.wait_for_timeout(150)

    # Every nation imports three armies into one province, then manoeuvres.
    for _ in range(6):
        decide()
        page.click("[data-slot=import]")
        page.wait_for_selector("[data-mark=goal]")
        home = screen.marks("goal")[0]
        for _ in range(3):
            screen.click_area(home)
            page.wait_for_timeout(150)
            if page.locator(".menu").count():  # a port: army or fleet
                page.locator(".menu .choice", has_text="army").click()
                page.wait_for_timeout(150)
        leave_the_rest()
    page.click("[data-slot=maneuver-2]")
    page.wait_for_selector("text=armies march")
    start = screen.marks("source")[0]
    screen.click_area(start)
    page.get_by_role("button", name="3", exact=True).click()
    before = screen.position()
    nation = page.locator(f"#area-{start}").get_attribute("aria-label")
    assert nation is not None
    assert "3 armies" in nation
    goal = screen.marks("goal")[0]
    screen.click_area(goal)
    page.wait_for_function(
        f"Number(document.querySelector('.history .figure').innerText.split('/')[1]) >= {before + 3}"
    )
    assert "3 armies" in (page.locator(f"#area-{goal}").get_attribute("aria-label") or "")


def test_confirming_shows_the_consequences_first(screens: Any, site: Site) -> None:
    screen = screens(confirm="always")
    screen.open(site.table("Anna"))
    screen.my_turn()
    before = screen.position()
    screen.page.click("[data-slot=import]")
    screen.page.wait_for_selector("[data-confirm]")
    assert screen.position() == before
    screen.page.keyboard.press("Escape")
    screen.page.wait_for_selector("[data-confirm]", state="detached")
    screen.page.click("[data-slot=import]")
    screen.page.click("[data-confirm]")
    screen.page.wait_for_selector("text=bought so far: 0")


def test_why_not(screen: Screen, site: Site) -> None:
    screen.open(site.table("Anna"))
    screen.my_turn()
    # The second time round there are spaces that are too far.
    rng = random.Random(1)
    for _ in range(200):
        if screen.page.locator("[data-slot]:not([data-offered]).live").count():
            break
        play_one(screen, rng)
        screen.page.wait_for_timeout(25)
        screen.my_turn()
    screen.page.locator("[data-slot]:not([data-offered]).live").first.click()
    screen.page.wait_for_selector(".refusal")
    screen.page.locator(".refusal .rule").click()
    screen.page.wait_for_selector("dialog section.wanted")


def test_a_game_file_is_saved_and_opened(screen: Screen, site: Site, tmp_path: Any) -> None:
    table = site.table("Anna")
    screen.open(table)
    screen.my_turn()
    position = screen.position()
    with screen.page.expect_download() as download:
        screen.page.get_by_role("link", name="Game file").click()
    file = tmp_path / "game.rondel"
    download.value.save_as(file)
    screen.open()
    screen.page.set_input_files("#file", file)
    screen.page.click("dialog button[type=submit]")
    screen.my_turn()
    assert screen.position() >= position
    assert table not in screen.page.url
    screen.open()
    (tmp_path / "bad.rondel").write_text("no game at all")
    screen.page.set_input_files("#file", tmp_path / "bad.rondel")
    screen.page.wait_for_selector("text=This file cannot be opened")


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1440, 900), (1920, 1080)])
def test_nothing_sticks_out(screens: Any, site: Site, size: tuple[int, int]) -> None:
    screen = screens(size=size)
    screen.open()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert screen.page.evaluate(wide) <= 0
    screen.open(site.table("Anna"))
    screen.my_turn()
    assert screen.page.evaluate(wide) <= 0
    for tab in ("nations", "bonds", "players", "tracks"):
        screen.page.click(f"#tab-{tab}")
        assert screen.page.evaluate(wide) <= 0, tab


@pytest.mark.parametrize(
    ("theme", "size"), [("light", (1440, 900)), ("dark", (1440, 900)), ("light", (390, 844)), ("dark", (1920, 1080))]
)
def test_axe_finds_nothing(screens: Any, site: Site, theme: str, size: tuple[int, int]) -> None:
    screen = screens(theme=theme, size=size, confirm="always")
    page = screen.page
    screen.open()
    assert screen.axe() == []
    page.click("[data-setup=imperial]")
    assert screen.axe() == []
    page.keyboard.press("Escape")
    page.locator("header nav button").click()
    assert screen.axe() == []
    page.keyboard.press("Escape")
    screen.open(site.table("Anna", "Boris", bots=1))
    assert screen.axe() == []
    page.click("[data-handover]")
    page.wait_for_selector(".prompt")
    assert screen.axe() == []
    screen.open(site.table("Anna"))
    screen.my_turn()
    tabs = page.locator("[role=tab]").evaluate_all("all => all.map(one => one.id)")
    for tab in tabs:
        page.click(f"#{tab}")
        assert screen.axe() == [], tab
    page.click("[data-slot=import]")
    page.wait_for_selector("[data-confirm]")
    assert screen.axe() == []
    page.click("[data-confirm]")
    page.wait_for_selector("text=bought so far: 0")
    screen.click_area(screen.marks("goal")[0])
    assert screen.axe() == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog section")
    assert screen.axe() == []
