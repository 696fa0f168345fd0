"""A table over weeks, on the screen: pace, agreements, deals, standing orders, notes, notices, and coming back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import PHONE, Desk
from tests.browser.test_plans_and_cups import picture
from tests.browser.test_site import introduce, join


def open_paced(page: Page, game: str) -> str:
    page.goto("/")
    page.locator(f"[data-setup={game}]").click()
    dialog = page.get_by_role("dialog")
    rows = dialog.locator("ol li")
    while rows.count() > 3:
        rows.last.get_by_role("button").click()
    for index in range(2):
        rows.nth(index).get_by_role("combobox").select_option("human")
    dialog.locator("[data-pace]").select_option("days")
    picture(page, "weeks-setup")
    dialog.get_by_role("button", name="Open the table").click()
    introduce(page, "Anna")
    return page.locator("#invite-link").input_value()


def test_a_table_over_weeks(club: Desk) -> None:
    host, phone = club.window(), club.window(**PHONE)
    link = open_paced(host, "struggle")
    join(phone, link, "Boris")
    phone.locator("main.table").wait_for()
    host.locator("#tab-weeks").click()
    host.locator("[data-weeks] h3").first.wait_for()
    expect(host.locator("[data-due]").first).to_be_visible()
    assert violations(host) == []
    # a deal, from one to the other
    host.locator("[data-new-deal]").click()
    host.locator("[data-propose]").click()  # both leave each other alone, unless it is changed
    expect(host.locator("[data-deal=proposed]")).to_contain_text("You do not attack Boris")
    # its sign stands beside the question, leads to it, and is gone then
    sign = phone.locator("[data-proposals]")
    expect(sign).to_have_accessible_name("1 proposal waits for your answer")
    picture(phone, "weeks-proposal-phone")
    sign.click()
    expect(phone.locator("#tab-weeks")).to_have_attribute("aria-selected", "true")
    expect(sign).to_have_count(0)
    expect(phone.locator("[data-accept]")).to_be_in_viewport()
    phone.locator("[data-accept]").click()
    expect(host.locator("[data-deal=agreed]")).to_be_visible()
    expect(phone.locator("[data-deal=agreed]")).to_contain_text("Anna does not attack you")
    # a standing order, secret
    host.get_by_label("The order", exact=True).select_option("help.refuse")
    host.locator("[data-give-order]").click()
    expect(host.locator("[data-order=help]")).to_contain_text("Refuse to help")
    expect(phone.locator("[data-order]")).to_have_count(0)
    # notes stay
    host.locator("textarea").fill("Boris is not to be trusted.")
    expect(host.locator("textarea")).to_have_attribute("data-notes", "kept", timeout=15_000)
    picture(host, "weeks-table")
    picture(phone, "weeks-table-phone")
    # a vote
    host.get_by_label("Put to the vote").first.select_option("pause")
    host.locator("[data-ask]").click()
    phone.locator("[data-vote=pause] [data-yes]").click()
    expect(host.locator("[data-weeks]")).to_contain_text("The clocks are stopped.")
    # away, and back
    phone.locator("[data-leave-to-bot]").click()
    expect(host.locator("[data-clock='1']")).to_contain_text("away")
    phone.reload()
    phone.locator("[data-away]").wait_for()
    picture(phone, "weeks-away-phone")
    phone.locator("[data-back]").click()
    expect(phone.locator("[data-away]")).to_have_count(0)
    host.reload()
    host.locator("#tab-weeks").click()
    expect(host.locator("textarea")).to_have_value("Boris is not to be trusted.")
    club.forgive("403:", "409:")


def test_notices_are_set_in_the_account(club: Desk) -> None:
    page = club.window()
    page.goto("/")
    page.locator("[data-setup=imperial]").click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    introduce(page, "Dora")
    page.locator("#invite-link, main.table").first.wait_for()
    page.goto("/#/account")
    page.locator("[data-notices]").wait_for()
    page.locator("#webhook").fill("https://127.0.0.1/inside")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("[data-notices] [role=alert]")).to_contain_text("cannot be sent")
    assert violations(page) == []
    picture(page, "weeks-account")
    club.forgive("422:")
