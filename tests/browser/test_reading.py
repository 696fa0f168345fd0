"""Whoever reads is left in peace: tabs stay where they are, deals tell no more than the board shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.test_plans_and_cups import picture

Sit = Callable[..., Player]
TALKS = "2> declare war on seat 1"
WHEEL = "0> italy advances to maneuver-2"


def test_a_tab_that_was_chosen_stays_and_the_other_is_marked(resume: Sit) -> None:
    page = resume(TALKS, game="imperunde-3").page
    peace, cards = page.locator("#tab-peace"), page.locator("#tab-cards")
    expect(peace).to_have_attribute("aria-selected", "true")  # nobody reads anything yet
    cards.click()
    expect(peace).to_have_class(re.compile(r"\basked\b"))
    expect(peace).to_have_accessible_name("Diplomacy (You are asked something here)")
    picture(page, "reading-marked")
    page.locator(".choosing [data-choice=war]").first.click()
    confirm = page.locator(".choosing [data-confirm]")
    if confirm.is_visible():
        confirm.click()
    Player(page).ready()
    expect(page.locator(".choosing [data-choice=done]")).to_be_visible()
    expect(cards).to_have_attribute("aria-selected", "true")
    peace.click()
    expect(peace).not_to_have_class(re.compile(r"\basked\b"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (1920, 950)])
def test_with_the_coach_at_the_wheel_the_tabs_are_there(desk: Desk, width: int, height: int) -> None:
    page = desk.sit(desk.resume(WHEEL), width=width, height=height).page
    page.locator("[data-ask]").click()
    page.locator("[data-counsel=given] ol > li > button").first.wait_for()
    picture(page, f"reading-coach-{width}")
    for tab in page.locator(".tabs button").all():
        expect(tab).to_be_in_viewport()
    page.locator("#tab-players").click()
    room = page.locator("#tabpanel").bounding_box()
    assert room is not None
    assert room["height"] >= 50
    wheel, first = page.locator("[data-slot]").first, page.locator("[data-counsel] ol > li > button").first
    expect(wheel).to_be_in_viewport()
    expect(first).to_be_in_viewport()


def test_deals_are_those_of_the_position_that_is_looked_at(resume: Sit) -> None:
    page = resume(WHEEL).page
    page.locator("#tab-weeks").click()
    new = page.locator("[data-new-deal]")
    new.click()
    page.locator("[data-propose]").click()
    deal = page.locator("[data-deal]").first
    expect(deal).to_be_visible()
    page.keyboard.press(",")
    expect(page.locator("[data-then]")).to_be_visible()
    picture(page, "reading-deals-then")
    expect(page.locator("[data-deal]")).to_have_count(0)
    for button in ("[data-new-deal]", "[data-accept]", "[data-proposals]"):
        expect(page.locator(button)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(new).to_be_visible()
    expect(deal).to_be_visible()
