"""Several choices in one gesture, and the line drops: what was sent is done, the rest is up to the player."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Desk
from tests.browser.player import Player, bring_on
from tests.browser.test_choosing import MARCH
from tests.browser.test_colonial import choose as put
from tests.browser.test_imperunde import ATTACK, INVESTMENT
from tests.browser.test_struggle import BID

Gesture = Callable[[Player], None]


def three_armies(player: Player) -> None:
    player.press(player.area("moscow"))
    player.page.get_by_role("button", name="3", exact=True).click()
    player.press(player.area("prague"))
    player.choice("enter").first.click()


def bid_with_a_proposal(player: Player) -> None:
    panel = player.page.locator("#tabpanel")
    for row, number in (("Alliance A", 0), ("Alliance B", 1)):
        panel.get_by_role("group", name=row).get_by_role("button").nth(number).click()
    panel.locator("[data-choice=bid]").nth(3).click()


def as_many_as_can_be_had(player: Player) -> None:
    form = player.page.locator("[data-form=invest]")
    form.locator("[data-choice=buy-army]").first.click()
    form.locator("[data-all]").click()


def five_cards(player: Player) -> None:
    put(player.page, "abcde")
    player.page.locator("[data-program]").click()


GAMES: dict[str, tuple[str, str, Gesture, int, int]] = {
    "imperial": (MARCH, "imperial-4", three_armies, 2, 6),
    "struggle": (BID, "struggle-5", bid_with_a_proposal, 1, 3),
    "imperunde": (INVESTMENT, "imperunde-4", as_many_as_can_be_had, 2, 3),
    "colonial": ("", "", five_cards, 2, 5),
}
"""A position, a gesture there, so many of its choices that arrive before the line drops, and how many it stands for."""


def own(page: Page, since: int) -> list[dict[str, Any]]:
    table = page.url.rsplit("/", 1)[1]
    observed = page.request.get(f"/api/tables/{table}").json()
    seat = observed["mine"][0]
    entries = page.request.get(f"/api/tables/{table}/log?seat={seat}").json()
    return [entry for entry in entries if entry["seat"] == seat and entry["position"] > since]


@pytest.mark.parametrize("game", GAMES)
def test_a_gesture_ends_where_the_line_drops(desk: Desk, game: str) -> None:
    line, record, gesture, arrive, whole = GAMES[game]
    player = desk.sit(desk.resume(line, record) if line else desk.table(game), policy=bring_on)
    page, position = player.page, player.position
    sent: list[str] = []

    def drop(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) <= arrive:
            route.continue_()
        else:
            route.abort()

    page.route("**/moves", drop)
    gesture(player)
    page.locator(".prompt .notice, [role=alert]").first.wait_for()  # what went wrong is said
    assert len(own(page, position)) == arrive
    assert arrive < whole
    page.unroute("**/moves")
    tried = len(sent)
    player.ready()  # the line is back, and nothing is under way
    assert len(sent) == tried
    assert len(own(page, position)) == arrive
    expect(page.locator("main.table")).to_have_attribute("data-now", re.compile("mine"))
    before = player.state()
    assert player.controls(), "and the player goes on by hand"
    player.step(before)
    desk.forgive("console:", "net::")


def test_a_standing_instruction_ends_with_the_line(desk: Desk) -> None:
    """Fight on to the end: the line drops, and nothing is fought when it is back."""
    player = desk.sit(desk.resume(ATTACK, "imperunde-4"))
    page = player.page
    player.press(player.area("france"))
    player.press(player.area("spain"))
    page.locator(".menu .choice", has_text="artillery").click()
    player.ready()
    position = player.position
    page.route("**/moves", lambda route: route.abort())
    page.locator("[data-fight-on]").click()
    page.locator(".prompt .notice, [role=alert]").first.wait_for()
    expect(page.locator("[data-standing]")).to_have_count(0)
    page.unroute("**/moves")
    player.ready()  # nothing is under way
    assert own(page, position) == []
    desk.forgive("console:", "net::")
