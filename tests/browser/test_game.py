"""Whole games, played by pressing what the page offers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Desk
from tests.browser.player import Player


def test_a_whole_game_against_three_bots_through_clicks_alone(desk: Desk) -> None:
    """With the settings that everybody begins with, but for the moves of the others: at once."""
    page = desk.window(settings={})
    page.goto("/")
    page.get_by_role("button", name="settings").click()
    page.get_by_label("at once").check()
    page.keyboard.press("Escape")
    page.locator("[data-play=imperial]").click()

    player = Player(page).play()

    end = page.get_by_role("dialog", name="The game is over")
    expect(end).to_be_visible()
    expect(end.locator(".scores td.score")).to_have_count(4)
    scores = [int(score) for score in end.locator(".scores td.score").all_inner_texts()]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0
    assert player.out_of_reach == []
