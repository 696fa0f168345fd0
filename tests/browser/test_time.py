"""Backwards and onwards: take-back, history, reload, and a server that is killed in mid-game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE, Desk
from tests.browser.player import Player

PlayNow = Callable[..., Player]


def figures(page: Page) -> tuple[int, int]:
    here, last = page.locator(".history .figure").inner_text().split("/")
    return int(here), int(last)


def board(page: Page) -> str:
    """What stands on the map, in the words of those who do not see it, and where the markers are."""
    names = page.locator("[data-area], [data-slot]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return "\n".join(names)


def first_decision(player: Player, slot: str) -> None:
    """To the next decision on the wheel, and there to this space."""
    player.play_until_offered("slot")
    before = player.state()
    player.press(player.slot(slot))
    player.changed(before)
    player.ready()


def test_taking_back_restores_position_board_and_choices(play_now: PlayNow) -> None:
    player = play_now()
    player.play_until_offered("slot")
    position, offered, before = player.position, player.offered("slot"), board(player.page)

    first_decision(player, "import")
    assert player.position == position + 1
    assert player.offered("slot") == []
    while player.position < position + 3:
        state, menu = player.state(), player.page.locator(".menu .choice")  # it stays open where there is more to have
        player.press(menu.first if menu.count() else player.area(player.offered("area")[0]))
        player.changed(state)
        player.ready()
    assert player.position == position + 3

    for left in (2, 1, 0):
        player.page.get_by_role("button", name="take back").click()
        player.page.wait_for_function(f"() => document.querySelector('main').dataset.position === '{position + left}'")
    expect(player.page.locator("[data-slot][data-offered]")).to_have_count(len(offered))
    assert player.offered("slot") == offered
    assert board(player.page) == before

    first_decision(player, "import")  # and on again
    assert player.position == position + 1


def test_history_by_slider_buttons_and_log(resume: PlayNow) -> None:
    player = resume("0> germany advances to investor")
    page, now, last = player.page, board(player.page), player.position

    page.locator("#tab-log").click()
    line = page.locator(".log > li > button").nth(5)
    line.click()
    expect(page.get_by_text("You are looking at an earlier position.")).to_be_visible()
    here, _ = figures(page)
    assert 0 < here < last
    assert board(page) != now
    assert player.controls() == [], "the past offers no choices"
    expect(page.locator(".log > li.now")).to_have_count(1)

    page.get_by_role("button", name="one step back").click()
    expect(page.locator(".history .figure")).to_have_text(f"{here - 1} / {last}")
    page.get_by_role("button", name="to the beginning").click()
    expect(page.locator(".history .figure")).to_have_text(f"0 / {last}")
    slider = page.get_by_role("slider", name="earlier positions")
    slider.fill(str(last - 2))
    expect(page.locator(".history .figure")).to_have_text(f"{last - 2} / {last}")
    expect(page.locator("#prompt-title")).to_have_text(f"Position {last - 2} of {last}")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".history .figure")).to_have_text(f"{last - 3} / {last}")

    page.locator(".prompt").get_by_role("button", name="back to now").click()
    player.ready()
    assert board(page) == now
    player.step()
    player.play(lambda: player.position > last)


def test_a_reload_in_mid_game_loses_nothing(play_now: PlayNow) -> None:
    player = play_now()
    first_decision(player, "import")
    before, position, choices = board(player.page), player.position, player.controls()
    player.page.reload()
    player.ready()
    assert (board(player.page), player.position, player.controls()) == (before, position, choices)
    player.play(lambda: player.position > position + 5)


def test_the_sign_of_a_lost_line_is_gone_when_it_is_back(desk: Desk) -> None:
    """The line drops, twice is refused, and then holds again: nothing is pressed for that."""
    table, page = desk.resume("0> italy advances to maneuver-2"), desk.window()
    lines: list[WebSocketRoute] = []
    refused: list[WebSocketRoute] = []
    down = False

    def connect(line: WebSocketRoute) -> None:
        if down:
            refused.append(line)
            line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    page.route_web_socket("**/live?*", connect)
    page.goto(f"/#/table/{table}")
    player = Player(page).ready()
    sign = page.get_by_role("alert").filter(has_text="connection is lost")
    expect(sign).to_have_count(0)
    position, before = player.position, board(page)
    down = True
    lines[-1].close()
    expect(sign).to_be_visible()
    assert refused
    assert board(page) == before, "the table stays in view"
    down = False
    expect(sign).to_have_count(0, timeout=PATIENCE)
    player.play(lambda: player.position > position)


@pytest.mark.slow
def test_a_server_killed_and_started_again_goes_on_where_it_was(desk: Desk, resume: PlayNow) -> None:
    player = resume("0> italy advances to maneuver-2")
    page, before, position = player.page, board(player.page), player.position

    desk.server.kill()
    expect(page.get_by_role("alert").filter(has_text="connection is lost")).to_be_visible()
    assert board(page) == before, "the table stays in view"
    player.press(page.locator("[data-slot][data-offered]").first)
    expect(page.get_by_role("alert").filter(has_text="server does not answer")).to_be_visible()
    desk.server.start()
    with suppress(TimeoutError):  # the page tries by itself too, and may have been first
        page.get_by_role("button", name="try now").click(timeout=1000)
    expect(page.get_by_role("alert").filter(has_text="connection is lost")).to_have_count(0)
    player.ready()
    assert (board(page), player.position) == (before, position)
    player.play(lambda: player.position > position + 12)
    desk.forgive("net::ERR_", "WebSocket")


@pytest.mark.slow
def test_a_server_killed_amid_clicks_keeps_every_move_that_was_shown(desk: Desk, play_now: PlayNow) -> None:
    player = play_now()
    for _ in range(2):
        goal = player.position + 6
        player.play(lambda goal=goal: player.position > goal)  # type: ignore[misc]
        before = player.state()
        controls = [control for control in player.controls() if control.what in ("slot", "choice")]
        if controls:
            player.press(player.page.locator(controls[0].selector).nth(controls[0].index))
            player.changed(before)  # acknowledged, or still under way; the bots may be moving too
        seen = player.position
        desk.server.kill()
        desk.server.start()
        player.page.reload()
        assert player.ready().position >= seen
    desk.forgive("net::ERR_", "WebSocket")
