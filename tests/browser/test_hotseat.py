"""Several persons at one screen: nothing of the next one is shown, or even fetched, before she takes over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Desk
from tests.browser.player import Player


def set_up(page: Page, *names: str) -> None:
    """A table of these persons and one machine, through the set-up."""
    page.goto("/")
    page.locator("[data-setup=imperial]").click()
    dialog = page.get_by_role("dialog")
    rows = dialog.locator("li")
    rows.first.wait_for()
    while rows.count() > len(names) + 1:
        rows.last.get_by_role("button").click()
    for row, name in zip(rows.all(), names, strict=False):
        row.get_by_role("textbox").fill(name)
        row.get_by_role("combobox").select_option("human")
    expect(dialog.get_by_text("handed over between turns")).to_be_visible()
    dialog.get_by_role("button", name="begin").click()
    page.locator("[data-handover]").wait_for()


def take_over(page: Page) -> Player:
    """Until somebody has to decide; while the machine moves, it may become another's turn."""
    player = Player(page)
    while player.ready().state()["now"] == "handover":
        player.step()
    return player


def expect_nothing_of_the_table(page: Page) -> None:
    for secret in (".board", ".players", ".money", ".history", "[role=tab]", ".choosing"):
        expect(page.locator(secret)).to_have_count(0)


def test_the_next_players_money_stays_hidden_until_she_takes_over(desk: Desk) -> None:
    page = desk.window()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    set_up(page, "Anna", "Boris")
    player = Player(page)

    taken: list[str] = []
    asked.clear()
    while len(set(taken)) < 2 or len(taken) < 3:
        player.play(lambda: page.locator("[data-handover]").is_visible())
        expect_nothing_of_the_table(page)
        name = page.locator(".handover h1").inner_text().title()
        seat = ["Anna", "Boris"].index(name)
        others = [url for url in asked if re.search(rf"seat={seat}\b", url)]
        assert others == [], f"the table of {name} was fetched before she took over"
        asked.clear()

        before = player.state()
        page.locator("[data-handover]").click()
        player.changed(before)
        if player.ready().state()["now"] != "mine":
            asked.clear()
            continue  # the machine has moved meanwhile, and it is the other's turn
        taken.append(name)
        money = player.money()
        assert len(re.findall("Hidden", money)) == 2, money
        own = page.locator(".players li.me")
        expect(own).to_contain_text(name)
        expect(own.locator(".money")).to_have_text(re.compile(r"\d+ M"))
        asked.clear()


def test_a_reload_asks_again_who_is_there(desk: Desk) -> None:
    page = desk.window()
    set_up(page, "Anna", "Boris")
    take_over(page)
    asked = page.locator("#prompt-title").inner_text()
    page.reload()
    page.locator(".handover h1").wait_for()
    assert page.locator(".handover h1").inner_text().lower() in asked.lower()
    expect_nothing_of_the_table(page)


def test_while_a_machine_moves_nobody_is_asked_to_take_over(desk: Desk) -> None:
    """Anna and Clara share the screen; when the page is opened, a machine is to decide, and then it is Clara's turn."""
    table = desk.resume("2> russia advances to production-1", humans=(0, 2))
    page = desk.window()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def a_machine_moves(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "to_act": [1]})

    page.route(f"**/api/tables/{table}", a_machine_moves)
    page.goto(f"/#/table/{table}")
    expect(page.locator(".handover h1")).to_have_text("Clara")
    assert [url for url in asked if "seat=" in url] == [], "meanwhile the table was shown as to an onlooker"
