"""Struggle of Empires at the table, through a browser: a whole game of five by clicks, auction, odds, reasons."""

from __future__ import annotations

import random
from typing import Any

from tests.browser.conftest import Screen, Site


def table(site: Site, bots: int = 4) -> str:
    seats: list[dict[str, Any]] = [{"name": "Anna", "kind": "human", "bot": None}]
    seats += [{"name": f"Bot {n}", "kind": "bot", "bot": "heuristic"} for n in range(1, bots + 1)]
    return str(site.call("/tables", {"game": "struggle", "seats": seats, "options": {}})["id"])


def play_one(screen: Screen, rng: random.Random) -> None:
    """Decide whatever is asked, by clicking on map, menu, panel or button."""
    page = screen.page
    menu = page.locator(".menu .choice")
    if menu.count():
        menu.nth(rng.randrange(menu.count())).click()
        return
    places = screen.marks("goal") + screen.marks("source")
    buttons = page.locator(".choices .group > .choice:not(.refused)")
    panel = page.locator("#tabpanel button:not(.barred)")
    pick = rng.random()
    if places and (pick < 0.5 or not (panel.count() or buttons.count())):
        screen.click_area(rng.choice(places))
    elif panel.count() and (pick < 0.75 or not buttons.count()):
        panel.nth(rng.randrange(panel.count())).click()
    else:
        buttons.nth(rng.randrange(buttons.count())).click()


def play_until(screen: Screen, done: Any, limit: int = 900) -> None:
    rng = random.Random(7)
    for _ in range(limit):
        screen.page.wait_for_selector(".prompt.mine, dialog", timeout=60_000)
        if done():
            return
        play_one(screen, rng)
        screen.page.wait_for_timeout(25)
    raise AssertionError("it does not come to that")


def asked(site: Site, id_: str) -> str:
    prompt = site.call(f"/tables/{id_}/observation?seat=0")["prompt"]
    return str(prompt["key"]) if prompt else ""


def test_a_whole_game_of_five_against_machines_by_clicks_alone(screen: Screen, site: Site) -> None:
    screen.open(table(site))
    screen.my_turn()
    play_until(screen, lambda: screen.page.locator("dialog tbody tr").count() > 0)
    assert screen.page.locator("dialog tbody tr").count() == 5
    screen.page.locator("dialog button", has_text="Look at the board").click()
    assert screen.position() > 200


def test_the_auction_tells_what_proposals_mean(screen: Screen, site: Site) -> None:
    id_ = table(site)
    screen.open(id_)
    screen.my_turn()
    play_until(screen, lambda: asked(site, id_).startswith("prompt.bidding"))
    page = screen.page
    assert page.locator("#tabpanel").get_by_text("What each proposal would mean to you").count() == 1
    assert page.locator("#tabpanel .outlook li").count() >= 2
    assert page.locator("#tabpanel").get_by_text("You can bid").count() == 1
    page.get_by_role("button", name="Leave a secret order").click()
    page.locator("#tabpanel").get_by_text("Bid for me up to").wait_for()
    page.locator("#tabpanel .number").first.click()
    page.locator("[data-choice=propose]").first.wait_for()
    assert screen.axe() == []


def test_attacks_show_their_odds_and_closed_regions_their_reason(screen: Screen, site: Site) -> None:
    id_ = table(site)
    screen.open(id_)
    screen.my_turn()
    play_until(screen, lambda: asked(site, id_) == "prompt.take-turn")
    page = screen.page
    page.click("#tab-turn")
    seen = site.call(f"/tables/{id_}/observation?seat=0")
    if seen["view"]["attacks"]:
        assert page.locator("#tabpanel .odds").count() == len(seen["view"]["attacks"])
    page.click("#tab-market")
    assert page.locator("#tabpanel .tiles li").count() == 38
    page.get_by_role("button", name="Build an army").click()
    page.locator("#tabpanel .odds").first.wait_for()
    seen = site.call(f"/tables/{id_}/observation?seat=0")
    closed = [refusal["args"]["to"] for refusal in seen["refused"] if refusal["args"]["to"] != "home"]
    screen.click_area(closed[0])
    page.locator(".menu .refused").first.wait_for()
    page.click("#tab-regions")
    assert page.locator("#tabpanel tbody tr").count() == 11


def test_on_a_phone(screens: Any, site: Site) -> None:
    phone = screens(size=(390, 844))
    phone.open(table(site, bots=2))
    phone.my_turn()
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert phone.axe() == []
