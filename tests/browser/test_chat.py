"""Talk at the table: sent, heard at once, whispered, read by a screen reader, and never taken for markup."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.test_hotseat import set_up, take_over


def say(page: Page, text: str) -> None:
    page.locator("#chat-text").fill(text)
    page.locator("#chat-text").press("Enter")


def test_talk_at_a_table_of_people(desk: Desk) -> None:
    page = desk.window()
    set_up(page, "Anna", "Boris")
    take_over(page)
    page.locator("#tab-chat").click()
    lines = page.locator("#tabpanel [role=log] li")
    say(page, "Good <b>evening</b> 12?")
    expect(lines).to_have_count(1)
    expect(lines.first).to_contain_text("Good <b>evening</b> 12?")
    expect(page.locator("#chat-text")).to_have_value("")
    page.locator("#chat-to").select_option(index=1)
    say(page, "between us")
    expect(lines.nth(1)).to_contain_text("only")
    assert violations(page) == []

    page.locator("#tab-players").click()
    table = page.url.rsplit("/", 1)[1]
    speaker = page.request.get(f"/api/tables/{table}/chat?seat=0").json()[0]["seat"]
    answer = {"seat": 1 - speaker, "to": [], "text": "Agreed."}
    page.request.post(f"/api/tables/{table}/chat", data=answer)
    expect(page.locator("#tab-chat")).to_contain_text("1 new")
    page.locator("#tab-chat").click()
    expect(lines.nth(2)).to_contain_text("Agreed.")
    expect(page.locator("#tab-chat")).not_to_contain_text("new")


def test_alone_against_machines_there_is_nobody_to_talk_to(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    page.locator("#tab-players").wait_for()
    expect(page.locator("#tab-chat")).to_have_count(0)
