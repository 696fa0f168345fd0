"""Colonial at the table, through a browser: a whole game by clicks, cards laid and taken back, odds, small screens."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

from tests.browser.conftest import Screen, Site

SHOTS = os.environ.get("RONDEL_SHOTS")
"""A folder to put pictures in, to be looked at."""


def table(site: Site, seats: int = 4, **options: Any) -> str:
    players = [{"name": "Anna", "kind": "human", "bot": None}]
    players += [{"name": f"Bot {n}", "kind": "bot", "bot": "heuristic"} for n in range(1, seats)]
    return str(site.call("/tables", {"game": "colonial", "seats": players, "options": options})["id"])


def shoot(screen: Screen, name: str) -> None:
    if SHOTS:
        screen.page.screenshot(path=str(Path(SHOTS) / f"colonial-{name}.png"))


def lay(screen: Screen, cards: str) -> None:
    for card in cards:
        screen.page.locator(f"[data-lay={card}]").click()
        screen.page.wait_for_timeout(150)


def play_one(screen: Screen, rng: random.Random) -> None:
    """Decide whatever is asked, by clicking on map, card or button."""
    page = screen.page
    menu = page.locator(".menu .choice")
    if menu.count():
        menu.nth(rng.randrange(menu.count())).click()
        return
    goals, sources = screen.marks("goal"), screen.marks("source")
    buttons = page.locator(".choices .choice:not(.refused):not([data-choice=trade])")
    cards = page.locator("[data-lay], [data-use]")
    if (goals or sources) and (rng.random() < 0.8 or not buttons.count()):
        screen.click_area(rng.choice(goals or sources))
    elif cards.count() and rng.random() < 0.9:
        cards.nth(rng.randrange(cards.count())).click()
    else:
        buttons.nth(rng.randrange(buttons.count())).click()


def test_a_whole_game_against_machines_by_clicks_alone(screen: Screen) -> None:
    screen.open()
    screen.page.click("[data-play=colonial]")
    screen.my_turn()
    shoot(screen, "first")
    rng = random.Random(3)
    for number in range(900):
        screen.page.wait_for_selector(".prompt.mine, dialog", timeout=60_000)
        if screen.page.locator("dialog tbody tr").count():
            break
        if number in (40, 90):
            shoot(screen, f"middle-{number}")
        play_one(screen, rng)
        screen.page.wait_for_timeout(25)
    shoot(screen, "end")
    assert screen.page.locator("dialog tbody tr").count() == 4
    assert screen.position() > 150
    screen.page.locator("dialog button", has_text="Look at the board").click()
    assert screen.page.locator("#prompt-title").inner_text().lower() == "the game is over"


def test_cards_are_laid_and_taken_back(screen: Screen, site: Site) -> None:
    screen.open(table(site))
    screen.my_turn()
    assert screen.page.locator("[data-lay]").count() == 6
    lay(screen, "ab")
    assert screen.page.locator("[data-lay]").count() == 4
    assert screen.page.locator("ol.row li").nth(0).inner_text().endswith("Scientist / Explorer")
    screen.page.keyboard.press("u")
    screen.page.wait_for_selector("[data-lay=b]")
    lay(screen, "c")
    assert "Governor / Merchant" in screen.page.locator("ol.row li").nth(1).inner_text()
    assert screen.page.locator(".why").first.inner_text() != ""


def test_odds_and_dangers_are_shown_before_committing(screen: Screen, site: Site) -> None:
    screen.open(table(site))
    screen.my_turn()
    screen.page.locator("#tab-ways").click()
    text = screen.page.locator("#tabpanel").inner_text()
    assert "Explorer:" in text
    assert "How you can earn Prestige" in text
    screen.page.locator("#area-senegal").dispatch_event("click")
    assert "You need 2 successes: 90 %" in (screen.page.locator("#area-senegal").get_attribute("aria-label") or "")
    shoot(screen, "ways")


def test_the_table_is_accessible_in_light_and_dark_and_on_a_phone(screens: Any, site: Site) -> None:
    for name, wishes in (
        ("light", {}),
        ("dark", {"theme": "dark", "language": "de"}),
        ("phone", {"size": (390, 844), "language": "fr"}),
    ):
        screen = screens(**wishes)
        screen.open(table(site, 6))
        screen.my_turn()
        lay(screen, "abcd")
        screen.my_turn()
        shoot(screen, name)
        assert screen.axe() == [], name
