"""Every title: a whole game by clicks, and in the middle of a recorded one width, axe and words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.player import Policy, anything, bring_on

MIDDLES = {
    "struggle": ("struggle-4", "0> attack"),
    "imperunde": ("imperunde-4", "0> bring artillery from france"),
    "colonial": ("colonial-4", "0> use"),
}
"""A recorded game of each, and how the line begins before which somebody sits down."""


def middle(desk: Desk, game: str) -> str:
    name, begins = MIDDLES[game]
    return desk.resume(desk.line(name, begins), name)


WHOLE: list[tuple[str, int, dict[str, Any], Policy, int]] = [
    ("struggle", 1, {}, bring_on, 100),
    ("imperunde", 2, {"target": 6, "cap": 8}, bring_on, 40),
    ("colonial", 1, {"turn-limit": 12}, bring_on, 60),
]


@pytest.mark.parametrize(("game", "bots", "options", "policy", "least"), WHOLE, ids=[each[0] for each in WHOLE])
def test_a_whole_game_through_clicks_alone(
    desk: Desk, game: str, bots: int, options: dict[str, Any], policy: Policy, least: int
) -> None:
    """In the smallest window with board and panel beside each other: everything offered is within reach."""
    player = desk.sit(desk.table(game, bots, **options), policy=policy, seed=7, width=1024, height=640).play()
    assert player.out_of_reach == []
    expect(player.page.locator("dialog[open] .scores td.score")).to_have_count(bots + 1)
    assert player.position > least
    desk.forgive("409:")  # pressed when others, who decide at the same time, had just gone on


@pytest.mark.parametrize("game", MIDDLES)
@pytest.mark.parametrize("width", [390, 1440])
def test_the_table_fits_and_is_clean(desk: Desk, game: str, width: int) -> None:
    player = desk.sit(middle(desk, game), policy=anything, width=width, height=844, touch=width < 500)
    page = player.page
    assert violations(page) == []
    for tab in page.locator("[role=tab]").all():
        tab.click()
        if width > 1000:  # the same things, in the same colours
            assert violations(page, ".panel") == []
            assert page.evaluate("document.documentElement.scrollHeight") <= 844, (
                "beside the board the panel scrolls, not the page"
            )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for _ in range(3):
        player.step()
    player.ready()
    desk.forgive("/preview", "409")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width > 1000:
        expect_every_word(page)


def expect_every_word(page: Page) -> None:
    """On all tabs, in the languages that nobody wrote the table in."""
    for language in ("fr", "de"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for tab in page.locator("[role=tab]").all():
            tab.click()
            shown = page.locator("main").inner_text()
            bare = re.findall(r"\b(?:table|panel|action|event|prompt|reason|waiting|figure)\.[a-z][\w.-]+", shown)
            assert bare == [], language
