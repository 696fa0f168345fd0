"""Choosing: what is legal, what it would change, and why something is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Desk
from tests.browser.player import POINT, Player

Sit = Callable[..., Player]

WHEEL = "0> italy advances to maneuver-2"
"""Lines of the recorded game before which a player sits down: a space of the wheel is to be chosen; a bond; a march."""
INVESTOR = "0> germany advances to investor"
BONDS = "0> buy germany 6"
MARCH = "2> march moscow to kiev"

BARRED = "[data-slot].live:not([data-offered])"


def test_why_not_names_the_reason_and_leads_to_the_rule(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    position = player.position
    barred = page.locator(BARRED).first
    assert "press for the reason" in (barred.get_attribute("aria-label") or "")
    player.press(barred)
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text(re.compile(r"\w{4,}.*\."))
    refusal.get_by_role("button", name="read the rule").click()
    rules = page.get_by_role("dialog", name="rules")
    expect(rules.locator("section.wanted")).to_be_in_viewport()
    expect(rules.locator("section.wanted h3")).to_have_text(re.compile(r"\w+"))
    page.keyboard.press("Escape")
    assert player.position == position
    player.step()


def test_refused_choices_in_the_list_explain_themselves(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    page.locator(".choosing details:not(.refusals) > summary").first.click()
    page.locator(".choosing .refusals > summary").first.click()
    refused = page.locator(".choosing button.refused").first
    expect(refused).to_have_text(re.compile("why not", re.I))
    expect(refused).to_have_attribute("aria-expanded", "false")
    refused.click()
    expect(refused).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".refusal")).to_be_visible()
    refused.click()
    expect(page.locator(".refusal")).to_have_count(0)


def test_the_prompt_leads_to_its_chapter(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    page.locator(".prompt").get_by_role("button", name="read the rule").click()
    wanted = page.get_by_role("dialog").locator("section.wanted")
    expect(wanted).to_be_in_viewport()
    # Another chapter by the table of contents.
    page.get_by_role("dialog").get_by_role("navigation").get_by_role("button").last.click()
    expect(page.get_by_role("dialog").locator("section").last).to_be_in_viewport()


def test_consequences_are_shown_before_committing(resume: Sit) -> None:
    player = resume(INVESTOR, settings={"confirm": "always", "speed": "off", "cards": "none"})
    page = player.page
    position = player.position
    player.press(player.slot("investor"))
    confirm = page.get_by_role("group", name="confirm")
    expect(confirm).to_contain_text("Investor")
    expect(confirm.locator("li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    assert player.position == position

    player.press(player.slot("import"))
    confirm.get_by_role("button", name="do it").click()
    page.wait_for_function(f"() => Number(document.querySelector('main').dataset.position) > {position}")


def test_resting_on_a_choice_shows_what_it_would_change(resume: Sit) -> None:
    player = resume(INVESTOR)
    page = player.page
    position = player.position
    player.slot("investor").hover()
    expect(page.locator(".choosing .preview li").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".choosing .preview")).to_have_count(0)
    assert player.position == position


@pytest.mark.parametrize(
    ("before", "selector"), [(WHEEL, "[data-slot][data-offered]"), (BONDS, "button.buy:not(.barred)")]
)
def test_nothing_slips_away_under_the_pointer_when_the_preview_appears(resume: Sit, before: str, selector: str) -> None:
    page = resume(before).page
    page.mouse.move(5, 5)
    offered = page.locator(selector).all()
    assert offered
    for target in offered[-3:]:
        point = target.evaluate(POINT)
        where = target.bounding_box()
        page.mouse.move(point["x"], point["y"])
        expect(page.locator(".choosing .preview")).to_be_visible()
        assert target.bounding_box() == where, target.get_attribute("aria-label")


def test_buttons_of_a_menu_stay_where_they_are(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    before = player.state()
    player.press(player.slot("import"))
    player.changed(before)
    player.press(player.area("naples"))  # a port: an army or a fleet?
    expect(page.locator(".menu .choice")).to_have_count(2)
    last = page.locator(".menu .choice").last
    where = last.bounding_box()
    last.hover()
    expect(page.locator(".menu li").first).to_be_visible()
    assert last.bounding_box() == where


def test_a_turn_is_confirmed_once_at_its_end(resume: Sit) -> None:
    player = resume(WHEEL, settings={"speed": "off", "confirm": "turn", "cards": "none"})
    page, position = player.page, player.position
    confirm = page.get_by_role("group", name="end of your turn")

    def decide(press: Callable[[], object]) -> None:
        before = player.state()
        press()
        player.changed(before)

    decide(lambda: player.press(player.slot("maneuver-2")))  # others do not see this as final: it can be taken back
    decide(lambda: player.choice("done").click())  # the fleets stay
    assert player.position == position + 2
    expect(confirm).to_have_count(0)
    decide(lambda: player.choice("done").click())  # so do the armies, and that is the end of the turn
    expect(confirm.locator(".series li")).to_have_text(["Move Italy to Manoeuvre II"])  # and no “done”
    assert player.position == position + 2
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    decide(lambda: page.get_by_role("button", name="take back").click())
    assert player.position == position + 1

    decide(lambda: player.choice("done").click())
    decide(lambda: player.choice("done").click())
    confirm.get_by_role("button", name="end my turn").click()
    page.wait_for_function(f"() => Number(document.querySelector('main').dataset.position) > {position + 2}")


def test_a_land_tells_what_stands_there(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    player.press(player.area("vienna"))
    card = page.get_by_role("dialog", name="Vienna")
    expect(card).to_contain_text("Austria-Hungary")
    expect(card).to_contain_text("Armaments factory")
    card.get_by_role("button", name="close").click()
    expect(card).to_have_count(0)


def test_what_happened_since_my_last_move(resume: Sit) -> None:
    player = resume(WHEEL)
    page = player.page
    page.get_by_role("button", name=re.compile("since your last move", re.I)).click()
    dialog = page.get_by_role("dialog", name="Since your last move")
    expect(dialog.locator(".log > li").first).to_be_visible()
    dialog.get_by_role("button", name="show it again").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#prompt-title")).to_have_text(re.compile("Position"))
    page.keyboard.press("Escape")
    player.ready()
    expect(page.locator(".prompt.mine")).to_be_visible()


def test_moves_of_the_others_are_shown_one_by_one_and_can_be_skipped(desk: Desk) -> None:
    page = desk.window(settings={"speed": "slow"})
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    player = Player(page)
    for _ in range(12):  # until the machines have a move to show
        page.locator(".prompt .skip, main[data-now=mine][data-idle=true]").first.wait_for()
        if page.locator(".prompt .skip").count():
            break
        player.step()
    expect(page.locator(".prompt .words p").first).to_have_text(re.compile(r"\w"))
    page.locator(".prompt .skip").click()
    player.ready()


def test_three_armies_march_in_one_gesture(resume: Sit) -> None:
    player = resume(MARCH)
    page, position = player.page, player.position
    expect(player.area("moscow")).to_have_attribute("aria-label", re.compile("4 armies"))
    player.press(player.area("moscow"))
    page.get_by_role("button", name="3", exact=True).click()
    player.press(player.area("prague"))
    player.choice("enter").first.click()  # as an enemy or as a friend: asked once for all three
    expect(player.area("moscow")).to_have_attribute("aria-label", re.compile("1 army"))
    expect(player.choice("done")).to_be_visible()
    expect(player.area("prague")).to_have_attribute("aria-label", re.compile("Russia: 3 armies"))
    assert player.position == position + 6  # three times: march, and enter


def test_on_a_phone_the_bonds_on_offer_are_at_hand(resume: Sit) -> None:
    """In the place of the wheel, which is not needed then: not in the panel, out of sight."""
    page = resume(
        BONDS, width=390, height=844, touch=True, settings={"speed": "off", "confirm": "always", "cards": "none"}
    ).page
    offered = page.locator(".act button.buy:not(.barred)")
    expect(offered.first).to_be_in_viewport()
    expect(page.locator(".act .to-spend")).to_have_text(re.compile(r"\d"))  # one's own money, where it is spent
    expect(page.locator(".act .wheel")).to_be_hidden()
    offered.first.tap()
    expect(page.locator(".menu, .choosing [data-confirm]").first).to_be_visible()
    expect(page.locator(".choosing .preview")).to_have_count(0)  # said once, where it is chosen


def test_all_bonds_are_in_view_when_one_is_to_be_bought(resume: Sit) -> None:
    """The wheel, which can only be looked at then, gives way to them."""
    page = resume(BONDS).page
    bonds = page.locator("#tabpanel .bonds tbody tr")
    expect(bonds).to_have_count(6)
    expect(bonds.last).to_be_in_viewport(ratio=1)
    expect(page.locator("#tabpanel .to-spend")).to_be_in_viewport()


FLEETS = "3> sail eastern-mediterranean to black-sea"
"""Fleets are to sail; armies follow, one of them over the sea."""


def test_a_manoeuvre_is_one_form_of_fleets_and_armies(resume: Sit) -> None:
    player = resume(FLEETS)
    page, position = player.page, player.position
    form = page.locator("[data-form]")

    def row(name: str) -> Locator:
        return form.get_by_role("group", name=name, exact=True)

    def decide(press: Callable[[], object], to: int) -> None:
        press()
        page.wait_for_function(f"() => document.querySelector('main').dataset.position === '{position + to}'")
        player.ready()

    expect(row("Eastern Mediterranean")).to_contain_text("1 to move")
    decide(lambda: row("Eastern Mediterranean").get_by_role("button", name="Fleet to the Black Sea").click(), 1)
    expect(row("Eastern Mediterranean").locator("output")).to_have_text("1")
    expect(row("Eastern Mediterranean")).not_to_contain_text("to move")
    decide(lambda: player.choice("done").click(), 2)
    # The armies stand in the same form; what can be reached from a place is laid open when it is wanted.
    expect(row("Eastern Mediterranean").locator("output")).to_have_text("1")
    goals = row("Spain").locator("[data-goals]")
    expect(row("Spain").locator("[data-choice=march]")).to_have_count(0)
    goals.click()
    decide(lambda: row("Spain").get_by_role("button", name="Army to Algeria").click(), 3)
    expect(row("Spain").locator("output")).to_have_text("1")
    # The fleet stays after all: what came after it is ordered again.
    decide(lambda: row("Eastern Mediterranean").locator("[data-less]").click(), 2)
    expect(row("Spain").locator("output")).to_have_text("1")
    expect(row("Eastern Mediterranean")).to_have_count(0)  # it can sail no more once armies march
    expect(player.area("black-sea")).not_to_have_attribute("aria-label", re.compile("Italy"))
    expect(player.choice("done")).to_have_text(re.compile("End the manoeuvre"))
