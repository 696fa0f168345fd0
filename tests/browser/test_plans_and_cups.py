"""On the screen: what if, muting and reporting, tournaments, and dice checked by the browser itself."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Page, expect

from rondel.server import register
from rondel.server.settings import database_url
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, Desk
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.test_site import introduce, join, open_table


def picture(page: Page, name: str, whole: bool = False) -> None:
    """For people who want to look at it, in every language: RONDEL_PICTURES names a folder."""
    folder = os.environ.get("RONDEL_PICTURES")
    if not folder:
        return
    for language in ("fr", "de", "en"):
        page.locator("#language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        page.screenshot(path=Path(folder) / f"{name}-{language}.png", full_page=whole)


def test_what_if(desk: Desk) -> None:
    """Choices for oneself and for the others, a step back, and the plan is there when one comes again."""
    table = desk.table("imperial", bots=2)
    player = desk.sit(table)
    page = player.page
    before = player.state()["position"]
    page.locator("[data-try]").click()
    page.locator("[data-what-if='0']").wait_for()
    trial = Player(page, seed=4).ready()
    for _ in range(6):
        trial.step()
        trial.ready()
    made = int(page.locator("[data-what-if]").get_attribute("data-what-if") or 0)
    assert made >= 3
    assert violations(page) == []
    picture(page, "what-if")
    page.locator("[data-step-back]").click()
    expect(page.locator(f"[data-what-if='{made - 1}']")).to_be_visible()
    page.locator("[data-leave-what-if]").click()
    page.locator(f"main.table[data-position='{before}']").wait_for()  # nothing has happened at the table
    page.reload()
    page.locator("[data-try]").click()
    expect(page.locator(f"[data-what-if='{made - 1}']")).to_be_visible()  # kept for the next visit
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    picture(page, "what-if-phone")


def test_every_roll_is_checked_in_the_browser(desk: Desk) -> None:
    seats = [{"name": f"Bot {n}", "kind": "bot", "bot": "random"} for n in range(3)]
    table = desk.call("tables", {"game": "struggle", "seats": seats, "options": {}})["id"]
    until = time.monotonic() + 120
    while not desk.call(f"tables/{table}")["over"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    page = desk.window()
    page.goto(f"/#/table/{table}")
    page.locator("[data-verify]").click()
    expect(page.locator("[data-rolls=right]")).to_contain_text("All rolls are right")
    page.locator("[data-rolls] summary").click()
    assert page.locator("[data-rolls] tbody tr").count() > 20
    expect(page.locator("[data-rolls] tbody tr").first).to_contain_text("is drawn in")
    page.locator("#language").select_option("fr")
    expect(page.locator("[data-rolls] tbody tr").first).to_contain_text("Tirage")  # told, not in notation
    page.locator("#language").select_option("en")
    assert violations(page) == []
    page.locator("[data-rolls]").scroll_into_view_if_needed()
    picture(page, "rolls")
    # a server that tells of other dice than it rolled is found out
    page.route(
        "**/rolls",
        lambda route: route.fulfill(json={**route.fetch().json(), "seed": "0123"}),
    )
    page.locator("[data-verify]").click()
    expect(page.locator("[data-rolls=wrong]")).to_contain_text("not the one that the server committed itself to")


def test_muting_reporting_and_what_an_administrator_does(club: Desk, site: Server) -> None:
    host, guest = club.window(), club.window(**PHONE)
    link = open_table(host, "imperial", 2, 0, "Anna")
    join(guest, link, "Boris")
    for page in (host, guest):
        page.locator("main.table").wait_for()
        page.locator("#tab-chat").click()
    guest.locator("#chat-text").fill("You play like a horse.")
    guest.get_by_role("button", name="send").click()
    host.get_by_text("You play like a horse.").wait_for()
    host.locator("[data-more]").click()
    picture(host, "line")
    host.locator("[data-report]").click()
    host.get_by_role("dialog").locator("textarea").fill("He always does.")
    picture(host, "report")
    assert violations(host) == []
    host.locator("[data-send-report]").click()
    expect(host.get_by_text("Reported", exact=True)).to_be_visible()
    host.locator("[data-more]").click()
    host.locator("[data-mute]").click()
    expect(host.locator("[data-muted]")).to_contain_text("You do not hear Boris.")
    guest.locator("#chat-text").fill("Can you hear me?")
    guest.get_by_role("button", name="send").click()
    expect(guest.get_by_text("Can you hear me?")).to_be_visible()
    expect(host.get_by_text("Can you hear me?")).to_have_count(0)
    host.locator("[data-unmute]").click()
    expect(host.get_by_text("Can you hear me?")).to_be_visible()
    # the administrator
    root = club.window()
    root.goto("/")
    root.evaluate(
        """() => fetch("/api/accounts", {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({login: "root", password: "correct horse battery"})})"""
    )
    url = database_url(str(site.home / "rondel.db"))
    with ThreadPoolExecutor(1) as beside:  # Playwright has an event loop of its own running here
        assert beside.submit(register.appoint_user, url, "root", True).result()
    root.evaluate(  # a server believes for a while what it knows of a session: a new one is an administrator's at once
        """() => fetch("/api/sessions", {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({login: "root", password: "correct horse battery"})})"""
    )
    root.reload()
    root.locator("[data-to-reports]").click()
    expect(root.locator("[data-reports='1']")).to_contain_text("You play like a horse.")
    assert violations(root) == []
    root.locator("[data-remove]").check()
    root.locator("[data-silence]").select_option("3")
    picture(root, "reports")
    root.set_viewport_size({"width": 390, "height": 844})
    picture(root, "reports-phone")
    root.locator("[data-settle]").click()
    root.locator("[data-reports='0']").wait_for()
    expect(host.get_by_text("This line was removed by an administrator.")).to_be_visible()
    guest.locator("#chat-text").fill("Sorry.")
    guest.get_by_role("button", name="send").click()
    expect(guest.get_by_text("You are silenced for some days")).to_be_visible()
    club.forgive("403:")


def test_a_tournament_on_the_screen(club: Desk) -> None:
    host, other = club.window(), club.window(**PHONE)
    host.goto("/#/tournaments")
    host.locator("[data-new]").click()
    host.get_by_label("name").fill("Cup of the Balkans")
    host.get_by_label("players at a table").select_option("2")
    host.get_by_label("rounds").fill("2")
    picture(host, "cup-new", whole=True)
    assert violations(host) == []
    host.locator("[data-open]").click()
    introduce(host, "Anna")
    host.locator("[data-tournament=open]").wait_for()
    host.locator("[data-join]").click()
    host.locator("[data-leave]").wait_for()
    other.goto("/#/tournaments")
    other.get_by_text("Cup of the Balkans").click()
    other.locator("[data-join]").click()
    introduce(other, "Boris")
    other.locator("[data-leave]").wait_for()
    expect(host.locator("tbody tr")).to_have_count(2)
    host.locator("[data-begin]").click()
    host.locator("[data-tournament=running]").wait_for()
    expect(host.locator("[data-board=running]")).to_have_count(1)
    picture(host, "cup", whole=True)
    assert violations(host) == []
    host.locator("[data-board] a").click()
    host.locator("main.table").wait_for()
    host.go_back()
    other.locator("[data-tournament=running]").wait_for()
    picture(other, "cup-phone", whole=True)
    other.once("dialog", lambda dialog: dialog.accept())
    other.locator("[data-leave]").click()
    expect(other.locator("tbody .left")).to_be_visible()
    club.forgive("401:")
