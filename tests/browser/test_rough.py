"""Rough handling: thumbs on a phone, double clicks, clicks while the machines move, two windows on one table."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.conftest import Desk
from tests.browser.player import POINT, Control, Player

MIDDLE = "0> italy advances to maneuver-2"


def test_a_round_on_a_phone_by_taps(desk: Desk) -> None:
    player = desk.sit(desk.resume(MIDDLE), width=390, height=844, touch=True, seed=2)
    end = player.position + 40
    player.play(lambda: player.position > end)
    assert player.out_of_reach == []
    sticks_out = player.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert sticks_out <= 0


class Impatient(Player):
    """Presses everything twice, and does not wait for its turn."""

    def press(self, target: Locator) -> bool:
        try:
            point = target.evaluate(POINT, timeout=1000)
        except TimeoutError:  # gone while she was still looking
            return True
        if point is None:
            return False
        self.page.mouse.dblclick(point["x"], point["y"])
        self.presses += 2
        for _ in range(2):  # somewhere on the table, whoever's turn it is
            somewhere = self.random.choice([".board", ".dial", ".act", "#tabpanel"])
            spot = self.page.locator(somewhere)
            box = spot.bounding_box() if spot.count() else None
            if box is not None and box["height"] > 4:
                x, y = self.random.random(), self.random.random()
                self.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
        return True

    def act(self, control: Control, before: dict[str, Any] | None = None) -> bool:
        """Whatever came of it: the second press, or one somewhere, may have undone the first."""
        return self.press(self.page.locator(control.selector).nth(control.index))


def test_an_impatient_player_breaks_nothing(desk: Desk) -> None:
    page = desk.window(settings={"speed": "fast", "confirm": "never"})
    page.goto(f"/#/table/{desk.resume(MIDDLE)}")
    player = Impatient(page, seed=3)
    page.locator(".board").wait_for()
    end = player.position + 12
    player.play(lambda: player.position > end)
    expect_still_playable(page)
    desk.forgive("409:")  # what was pressed too late is refused without harm


def test_two_windows_on_one_table(desk: Desk) -> None:
    first = desk.window()
    first.goto("/")
    first.locator("[data-play=imperial]").click()
    Player(first).ready()
    second = desk.page(first.context)
    second.goto(first.url)
    players = [Player(first, seed=4), Player(second, seed=5)]
    chance = random.Random(6)
    while players[0].ready().state()["now"] != "end" and players[0].position < 16:
        chance.choice(players).step()

    # Both at once: the slower one is told, and shown how the table stands.
    for player in players:
        player.play_until_offered("slot")
    for player in players:
        player.press(player.page.locator("[data-slot][data-offered]").first)
    for player in players:
        player.ready()
    first.wait_for_function(
        "(other) => document.querySelector('.history input').max === other",
        arg=second.locator(".history input").get_attribute("max"),
    )
    expect_still_playable(first)
    expect_still_playable(second)
    desk.forgive("409:")


def expect_still_playable(page: Page) -> None:
    """After all that the page goes on, and says the same as a fresh one."""
    player = Player(page).ready()
    names = "all => all.map((one) => one.ariaLabel)"
    pieces = page.locator("[data-area], [data-slot]")
    shown, position = pieces.evaluate_all(names), player.position
    page.reload()
    assert player.ready().position == position
    assert pieces.evaluate_all(names) == shown
