"""The maps can be read at every size: no text too small, no name upon another or upon a piece."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Desk
from tests.browser.measure import GAMES, LEAST, MEASURE, SIZES, Found, measured
from tests.browser.player import Player


@pytest.mark.parametrize("game", GAMES)
def test_every_text_can_be_read_and_nothing_covers_a_name(desk: Desk, game: str) -> None:
    for size, found in measured(desk, game, 1, tuple(SIZES), None).items():
        assert found.small == {}, f"{size}: below {LEAST} px"
        assert found.overlaps == [], size
        assert found.labels > 0, size


def test_more_names_from_near_and_still_none_upon_another(desk: Desk) -> None:
    player = desk.sit(desk.resume(desk.line("imperunde-4", "0> "), "imperunde-4"))
    page = player.page
    far = len(page.locator("svg.map [data-label]").all())
    for _ in range(3):
        page.get_by_role("button", name="closer").click()
    found = Found()
    found.add(page.evaluate(MEASURE), "near")
    assert found.small == {}
    assert found.overlaps == []
    assert len(page.locator("svg.map [data-label]").all()) >= far


def test_keys_come_near_to_what_is_on_offer_and_clear_the_map(desk: Desk) -> None:
    page = desk.sit(desk.resume("0> italy advances to maneuver-2")).page
    player = Player(page)
    before = player.state()
    player.press(player.slot("maneuver-2"))
    player.changed(before)
    player.ready()
    whole = page.locator("svg.map > g").get_attribute("transform")
    page.keyboard.press("o")
    assert page.locator("svg.map > g").get_attribute("transform") != whole
    page.keyboard.press("h")
    assert page.locator("svg.map [data-label]").first.is_hidden()
    page.keyboard.press("h")
    assert page.locator("svg.map [data-label]").first.is_visible()
    page.keyboard.press("p")
    assert page.locator("section.act").is_hidden()
    page.keyboard.press("p")
    assert page.locator("section.act").is_visible()
