"""Tables that come and go: game files, deletion, empty places, and a server that is not there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Dialog, expect

from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.server import Server

PlayNow = Callable[..., Player]


def names(player: Player) -> list[str]:
    found: list[str] = player.page.locator("[data-area], [data-slot]").evaluate_all(
        "all => all.map((one) => one.ariaLabel)"
    )
    return found


def test_a_game_file_is_saved_and_opened_again(resume: PlayNow, tmp_path: Path) -> None:
    player = resume("0> italy advances to maneuver-2")
    page, position, stands, address = player.page, player.position, names(player), player.page.url
    with page.expect_download() as download:
        page.get_by_role("link", name="game file").click()
    file = tmp_path / download.value.suggested_filename
    assert file.suffix == ".rondel"
    download.value.save_as(file)
    assert "game imperial" in file.read_text()

    page.goto("/")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="open a game file").click()
    chooser.value.set_files(file)
    dialog = page.get_by_role("dialog", name="Open a game file")
    expect(dialog.get_by_role("combobox")).to_have_count(4)
    dialog.get_by_role("button", name="Open", exact=True).click()
    player.ready()
    assert page.url != address
    assert (player.position, names(player)) == (position, stands)
    player.step()


def test_what_is_no_game_file_is_refused_with_a_reason(desk: Desk, tmp_path: Path) -> None:
    page = desk.window()
    page.goto("/")
    file = tmp_path / "shopping.txt"
    file.write_text("bread\nbutter\n")
    page.locator("#file").set_input_files(file)
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"This file cannot be opened: \S+"))
    desk.forgive("400:", "422:")
    torn = tmp_path / "torn.rondel"
    torn.write_text((Path(__file__).parents[1] / "golden" / "imperial-4.rondel").read_text()[:-40] + "nonsense\n")
    page.locator("#file").set_input_files(torn)
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"This file cannot be opened: .*\d+"))  # in which line
    desk.forgive("400:", "422:")


def test_deleting_asks_first_and_tells_whoever_is_at_the_table(desk: Desk, play_now: PlayNow) -> None:
    player = play_now()
    at_table, address = player.page, player.page.url
    table = address.rsplit("/", 1)[1]
    start = desk.page(player.page.context)
    start.goto("/")
    row = start.locator(".tables li", has=start.locator(f"a[href$='{table}']"))
    expect(row).to_have_count(1)

    start.once("dialog", lambda dialog: dialog.dismiss())
    row.get_by_role("button", name="delete").click()
    expect(row).to_have_count(1)
    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    start.once("dialog", accept)
    row.get_by_role("button", name="delete").click()
    expect(row).to_have_count(0)
    assert len(asked) == 1
    expect(at_table.get_by_text("This table has been deleted.")).to_be_visible()
    at_table.get_by_role("link", name="to the start page").click()
    expect(at_table.locator("[data-play=imperial]")).to_be_visible()

    start.goto(address)
    expect(start.get_by_text("There is no such table here.")).to_be_visible()
    desk.forgive("404:")


def test_an_empty_house_says_what_to_do(own_server: Server, desk: Desk) -> None:
    page = desk.window()
    page.goto(own_server.url)
    expect(page.get_by_text("No table yet.")).to_be_visible()
    page.locator("[data-play=imperial]").click()
    player = Player(page).ready()
    page.locator("#tab-log").click()
    assert player.position >= 0
    page.goto(own_server.url)
    expect(page.locator(".tables li")).to_have_count(1)
    expect(page.get_by_text("No table yet.")).to_have_count(0)
    page.get_by_role("link", name="continue").click()
    player.ready()


def test_a_server_that_is_gone(own_server: Server, desk: Desk) -> None:
    page = desk.window()
    page.goto(own_server.url)
    page.locator("[data-play=imperial]").wait_for()
    own_server.kill()
    page.locator("[data-play=imperial]").click()
    expect(page.get_by_role("alert")).to_have_text("The server does not answer. Is it still running?")
    expect(page.locator("[data-play=imperial]")).to_be_enabled()
    own_server.start()
    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    desk.forgive("net::ERR_", "WebSocket")


def test_games_that_are_not_ready_say_so(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    cards = page.locator(".game")
    expect(cards).to_have_count(4)
    for card in cards.all():
        ready = card.locator("[data-play]").count()
        assert ready or "Not ready yet." in card.inner_text()
