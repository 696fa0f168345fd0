"""Colonial at the table, through a browser: cards laid and taken back, and odds and dangers before committing.

A whole game through clicks, axe and the words of all tabs are in test_games.py, with those of the other games.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.test_games import table


def sit_down(desk: Desk) -> Player:
    page = desk.window()
    page.goto(f"/#/table/{table(desk, 'colonial', 3)}")
    page.locator("[data-area=levant]").wait_for()
    return Player(page).ready()


def test_cards_are_laid_and_taken_back(desk: Desk) -> None:
    page = sit_down(desk).page
    laid = page.locator("ol.row li")
    expect(page.locator("[data-lay]")).to_have_count(6)
    page.locator("[data-lay=a]").click()
    expect(page.locator("[data-lay]")).to_have_count(5)
    page.locator("[data-lay=b]").click()
    expect(laid.nth(0)).to_contain_text("Scientist / Explorer")
    expect(laid.nth(1)).to_contain_text("Viceroy / Conqueror")
    page.keyboard.press("u")
    expect(page.locator("[data-lay]")).to_have_count(5)
    page.locator("[data-lay=c]").click()
    expect(laid.nth(1)).to_contain_text("Governor / Merchant")


def test_each_card_tells_what_its_characters_could_do_now(desk: Desk) -> None:
    page = sit_down(desk).page
    expect(page.locator("article.card")).to_have_count(6)
    expect(page.locator(".character.barred", has_text="Trader")).to_contain_text("no Goods of yours in the Market")
    expect(page.locator(".character:not(.barred)", has_text="Explorer")).to_have_count(1)


def test_odds_and_dangers_are_shown_before_committing(desk: Desk) -> None:
    page = sit_down(desk).page
    page.locator("#tab-ways").click()
    expect(page.locator("#tabpanel")).to_contain_text("How you can earn Prestige")
    expect(page.locator("#tabpanel")).to_contain_text("Explorer:")
    expect(page.locator("#tabpanel .war")).to_have_count(3)
    label = page.locator("#area-senegal").get_attribute("aria-label") or ""
    assert "you need 2 successes: 90 %" in label.lower()
