"""Colonial at the table, through a browser: cards laid and taken back, and odds and dangers before committing.

A whole game through clicks, axe and the words of all tabs are in test_games.py, with those of the other games.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import connect

from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.server import Server


def sit_down(desk: Desk, id_: str | None = None) -> Player:
    return desk.sit(id_ or desk.table("colonial", 3))


CARDS = {"a": "Scientist", "b": "Viceroy", "c": "Governor", "d": "Financier", "e": "Rebel", "f": "Ambassador"}
CARDS["-"] = f"^(?!.*({'|'.join(CARDS.values())}))"
"""The cards by their first characters; a place without one."""


def expect_row(page: Page, cards: str) -> None:
    """The row holds these cards, in this order."""
    expect(page.locator("ol.row li")).to_have_text([re.compile(CARDS.get(card, "")) for card in cards])


def choose(page: Page, cards: str) -> None:
    for card in cards:
        page.locator(f"[data-put={card}]").click()


def test_a_programme_is_arranged_and_then_laid(desk: Desk) -> None:
    page = sit_down(desk).page
    expect(page.locator("[data-put]")).to_have_count(6)
    expect(page.locator("[data-program]")).to_be_disabled()
    choose(page, "abcde")
    expect_row(page, "abcde")
    page.locator("[data-later=a]").click()
    expect_row(page, "bacde")
    page.locator("[data-earlier=d]").click()
    expect_row(page, "badce")
    page.locator("[data-back=a]").click()
    expect_row(page, "bdce-")
    choose(page, "f")
    expect_row(page, "bdcef")
    assert Player(page).position <= 16  # the draw of the First Player and the cards of three bots: nothing of ours yet
    page.locator("[data-program]").click()
    expect(page.locator("[data-put]")).to_have_count(0)
    Player(page).ready()
    expect_row(page, "bdcef")


def test_cards_are_arranged_with_the_keyboard(desk: Desk) -> None:
    page = sit_down(desk).page
    choose(page, "abcd")
    expect_row(page, "abcd-")
    card = page.locator("[data-card=a]")
    card.focus()
    for key, cards in (("ArrowRight", "bacd-"), ("ArrowRight", "bcad-"), ("ArrowLeft", "bacd-")):
        expect(card).to_be_focused()  # wherever it went
        page.keyboard.press(key)
        expect_row(page, cards)
    expect(card).to_be_focused()
    page.keyboard.press("Delete")
    expect_row(page, "bcd--")


def drag(page: Page, start: Locator, goal: Locator) -> None:
    for target, press in ((start, True), (goal, False)):
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20, steps=5)
        if press:
            page.mouse.down()
    page.mouse.up()


def test_cards_are_dragged(desk: Desk) -> None:
    page = sit_down(desk).page
    places = page.locator("ol.row li")
    choose(page, "abcd")
    drag(page, page.locator("[data-card=a]"), places.nth(2))
    expect_row(page, "bcad-")
    drag(page, page.locator("article.card h3", has_text="Rebel"), places.nth(0))
    expect_row(page, "ebcad")
    drag(page, page.locator("[data-card=d]"), page.locator(".prompt"))
    expect_row(page, "ebca-")


def lay_down(page: Page) -> None:
    """Lay the programme while others are still choosing, and look at the cards again."""
    page.locator("[data-program]").click()
    page.locator(".prompt:not(.mine)").wait_for()
    expect(page.locator("[data-lay], [data-program]")).to_have_count(0)
    page.locator("#tab-cards").click()


def test_what_is_laid_can_be_changed_until_all_have_laid(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "home", bot_pause="60")  # seconds: the bots are still laying when we have finished
    server.start()
    desk = Desk(browser, server)
    id_ = desk.table("colonial", 3)
    try:
        with connect(
            f"{server.url.replace('http', 'ws')}api/tables/{id_}/live"
        ):  # bots whom nobody watches do not wait
            page = sit_down(desk, id_).page
            choose(page, "abcde")
            lay_down(page)
            page.locator("[data-change]").click()
            expect(page.locator("[data-program]")).to_be_enabled()
            expect_row(page, "abcde")  # as it was, to be rearranged
            page.locator("[data-later=a]").click()
            lay_down(page)
            expect(page.locator("[data-change]")).to_be_visible()
            expect_row(page, "bacde")
        assert desk.troubles == []
    finally:
        desk.close()
        server.stop()


def test_a_card_can_be_laid_from_the_list_and_arranged_afterwards(desk: Desk) -> None:
    player = sit_down(desk)
    page = player.page
    page.locator(".choosing details:not(.refusals) > summary").click()
    page.locator(".choosing [data-choice=lay]", has_text="Rebel").click()
    expect_row(page, "e----")
    choose(page, "ab")
    page.locator("[data-later=e]").click()
    expect_row(page, "aeb--")
    page.keyboard.press("u")
    choose(page, "cd")
    page.locator("[data-program]").click()
    player.ready()
    expect_row(page, "aebcd")


def test_each_card_tells_what_its_characters_could_do_now(desk: Desk) -> None:
    page = sit_down(desk).page
    expect(page.locator("article.card")).to_have_count(6)
    expect(page.locator(".character.barred", has_text="Trader")).to_contain_text("no Goods of yours in the Market")
    expect(page.locator(".character:not(.barred)", has_text="Explorer")).to_contain_text(
        "Best chance: Senegal with 90%"
    )


def test_odds_and_dangers_are_shown_before_committing(desk: Desk) -> None:
    page = sit_down(desk).page
    page.locator("#tab-ways").click()
    expect(page.locator("#tabpanel")).to_contain_text("How you can earn Prestige")
    expect(page.locator("#tabpanel")).to_contain_text("Explorer:")
    expect(page.locator("#tabpanel .war")).to_have_count(3)
    label = page.locator("#area-senegal").get_attribute("aria-label") or ""
    assert "you need 2 successes: 90%" in label.lower()


def test_an_exchange_is_offered_in_one_piece(desk: Desk) -> None:
    """Two Treasury for nothing: no bot refuses a gift, and the engine hands it over."""
    player = sit_down(desk)
    page = player.page
    choose(page, "abcde")
    page.locator("[data-program]").click()
    player.ready()
    page.locator("[data-exchange] summary").click()
    page.locator("[data-partner='1']").click()
    expect(page.locator("[data-offer]")).to_be_disabled()
    page.locator("[data-more=give]").click()
    page.locator("[data-more=give]").click()
    expect(page.locator("[data-more=ask]")).to_be_disabled()  # never the same thing on both sides
    treasury = page.locator(".below .player.mine [title=Treasury] dd")
    before = int(treasury.inner_text())
    page.locator("[data-offer]").click()
    expect(treasury).to_have_text(str(before - 2))
    player.ready()
    page.locator("#tab-log").click()
    expect(page.locator("#tabpanel")).to_contain_text("Bot 1 accepts the exchange with you")


def test_what_ends_the_loading_says_what_sails(desk: Desk) -> None:
    table = desk.resume("0> ship caribbean-tobacco", "colonial-4")
    player = sit_down(desk, table)
    expect(player.choice("done")).to_contain_text("Ship nothing")
    now = desk.call(f"tables/{table}/observation?seat=0")
    load = next(choice for choice in now["choices"] if choice["notation"] == "ship caribbean-tobacco")
    desk.call(f"tables/{table}/moves", {"seat": 0, "position": now["position"], "action": load["id"]})
    expect(player.choice("done")).to_contain_text("Set sail with this cargo")
