"""ImpeRunde at the table, through a browser: the board that turns, form, attack and battle."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import QUIET, Desk
from tests.browser.player import Player, bring_on

INVESTMENT = "2> buy a card"
BATTLE = "0> bring artillery from france"
ATTACK = "0> artillery france - spain"


def sit_down(desk: Desk, **options: Any) -> Player:
    """A table against three bots."""
    return desk.sit(desk.table("imperunde", 3, **options), policy=bring_on)


def test_the_board_turns_and_the_form_is_there(desk: Desk) -> None:
    page = sit_down(desk).page
    board = page.locator("svg.map > g > g").first
    before = board.get_attribute("transform")
    page.get_by_role("button", name="Turn the board to the right").click()
    assert board.get_attribute("transform") != before
    page.get_by_role("button", name="My homeland at the bottom").click()
    assert board.get_attribute("transform") == before
    page.get_by_role("button", name="Caribbean", exact=True).click()
    page.locator("#tab-budget").click()
    expect(page.locator("#tabpanel")).to_contain_text("peace dividend")
    page.locator("#tab-peace").click()
    expect(page.locator("#tabpanel td.peace")).to_have_count(12)


def test_a_battle_shows_both_sides_and_the_chance_to_win(resume: Callable[..., Player]) -> None:
    player = resume(BATTLE, game="imperunde-4")
    battle = player.page.locator(".battle")
    expect(battle).to_contain_text("Attacker")
    expect(battle).to_contain_text("Defender")
    expect(battle).to_contain_text("wins with a chance of")
    expect(player.page.locator(".mark.traced")).to_have_count(1)  # the land that is fought for
    before = battle.locator(".chance").inner_text()
    player.page.locator("[data-form=gather] [data-choice=bring]").first.click()
    expect(battle.locator(".chance")).not_to_have_text(before)


def test_the_form_shows_what_a_loan_would_change(desk: Desk) -> None:
    player = sit_down(desk)
    loan = player.page.locator("[data-choice=borrow]")
    player.play(until=lambda: loan.count() > 0, limit=400)
    loan.hover()
    row = player.page.locator("#tabpanel tr", has_text="borrowed")
    expect(row.locator("ins")).to_have_text("→5")
    expect(player.page.locator("#tabpanel tr", has_text="Debt").locator("ins")).to_have_text("→5")
    desk.forgive("/preview", "409")


def test_investments_bring_the_form_to_the_front(resume: Callable[..., Player]) -> None:
    page = resume(INVESTMENT, game="imperunde-4").page
    expect(page.locator("#tab-budget")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#tabpanel")).to_contain_text("Available")
    page.keyboard.press("w")  # advice besides, and nothing lies on the tabs
    page.locator("[data-counsel]").wait_for()
    bottom, top = page.evaluate(
        "() => [document.querySelector('.choosing').getBoundingClientRect().bottom,"
        " document.querySelector('.panel').getBoundingClientRect().top]"
    )
    assert bottom <= top


def test_the_form_of_all_rounds_is_a_table_and_a_chart(resume: Callable[..., Player]) -> None:
    """A column for every round, as on paper; in the chart a curve for every player, told by letters too."""
    page = resume(INVESTMENT, game="imperunde-4").page
    form = page.locator("#tabpanel section.form")
    rounds = form.locator("thead th").count()
    assert rounds >= 1
    expect(form.locator("tbody tr")).to_have_count(12)
    expect(form.locator("polyline")).to_have_count(4)
    expect(form.locator("svg text.code")).to_have_count(4)
    expect(form.locator("circle")).to_have_count(4 * rounds)
    form.locator("select").last.select_option("debt")
    expect(form.locator("svg")).to_have_attribute("aria-label", re.compile("[Dd]ebt"))


def test_tokens_lie_on_antarctica_while_the_players_talk(desk: Desk) -> None:
    player = sit_down(desk)
    tokens = player.page.locator("svg.map .talks circle")
    player.play(until=lambda: tokens.count() > 0, limit=200)
    expect(tokens).to_have_count(4)


def test_an_attack_sends_as_many_as_were_chosen_and_fights_only_by_hand(resume: Callable[..., Player]) -> None:
    """Two of three artillery: both stand in the battle, and then the page waits for the player."""
    player = resume(ATTACK, game="imperunde-4")
    page, position = player.page, player.position
    player.press(player.area("france"))
    page.get_by_role("group", name="France").get_by_role("button", name="2", exact=True).click()
    player.press(player.area("spain"))
    page.locator(".menu .choice", has_text="artillery").click()
    expect(page.locator("main[data-idle=true]")).to_have_attribute("data-position", str(position + 2))
    expect(page.locator(".battle")).to_contain_text("Attacker")
    assert [entry["action"]["notation"] for entry in log(player)[position:]] == [
        "artillery france - spain",
        "bring artillery from france",
    ]
    # The battle by hand: whatever comes of it, every choice of this seat is a press of the player's.
    presses = 0
    while page.locator(".battle").count() and presses < 12:
        kinds = player.offered("choice")
        before = player.state()
        player.choice("pass" if "pass" in kinds else "done" if "done" in kinds else kinds[0]).first.click()
        player.changed(before)
        player.ready()
        presses += 1
    assert presses > 0
    mine = [entry for entry in log(player)[position:] if entry["seat"] == 0]
    assert len(mine) == 2 + presses


def test_investments_are_one_form_with_a_budget_and_every_entry_can_be_withdrawn(resume: Callable[..., Player]) -> None:
    """Plus and minus in any order: the same small actions beneath, and one press to end it."""
    player = resume(INVESTMENT, game="imperunde-4")
    page, position = player.page, player.position
    form = page.locator("[data-form=invest]")
    home = form.get_by_role("group", name="Great Britain")
    infantry = home.get_by_role("button", name="Infantry, 1", exact=True)
    cavalry = home.get_by_role("button", name="Cavalry, 2", exact=True)

    def press(target: Locator) -> None:
        before = player.state()
        target.click()
        player.changed(before)
        player.ready()

    left = int(form.locator(".purse strong").first.inner_text())
    for target in (infantry, cavalry, infantry):
        press(target)
    expect(form.locator(".purse strong").first).to_have_text(str(left - 4))
    less = form.get_by_role("button", name="One less: cavalry, 2")
    press(less)
    expect(less).to_have_count(0)
    expect(form.locator(".purse strong").first).to_have_text(str(left - 2))
    assert [entry["action"]["notation"] for entry in log(player, 2)[position:]] == [
        "raise infantry in great-britain"
    ] * 2
    # How many there are to be is told in one press.
    press(infantry)
    press(home.get_by_role("button", name="6 × Infantry, 1"))
    expect(form.locator(".purse strong").first).to_have_text(str(left - 6))
    assert len(log(player, 2)[position:]) == 6
    press(page.get_by_role("button", name="End my investments"))


def test_a_battle_is_fought_to_its_end_in_one_press(resume: Callable[..., Player]) -> None:
    player = resume(ATTACK, game="imperunde-4")
    page, position = player.page, player.position
    player.press(player.area("france"))
    player.press(player.area("spain"))
    page.locator(".menu .choice", has_text="artillery").click()
    player.ready()
    before = player.state()
    page.locator("[data-fight-on]").click()
    player.changed(before)
    player.ready()
    mine = [entry["action"]["kind"] for entry in log(player)[position:] if entry["seat"] == 0]
    assert mine[:2] == ["march", "fight"]
    assert set(mine[2:]) <= {"fight", "pass"}, "nothing is brought up unasked"
    expect(page.locator("[data-standing]")).to_have_count(0)


def test_a_battle_is_fought_with_everybody_who_can_come(resume: Callable[..., Player]) -> None:
    player = resume(BATTLE, game="imperunde-4")
    page, position = player.page, player.position
    before = player.state()
    page.locator("[data-fight-all]").click()
    player.changed(before)
    player.ready()
    mine = [entry["action"]["kind"] for entry in log(player)[position:] if entry["seat"] == 0]
    assert mine[0] == "bring"
    assert set(mine) <= {"bring", "fight", "pass"}
    expect(page.locator("[data-standing]")).to_have_count(0)


def test_everybody_who_can_come_is_brought_up_in_one_press(resume: Callable[..., Player]) -> None:
    """No more than three fight: two more from France, the best dice first; the dice are rolled by hand."""
    player = resume(BATTLE, game="imperunde-4", settings={**QUIET, "risk": True})
    page, position = player.page, player.position
    page.locator("[data-form=gather] [data-sweep]").click()
    page.wait_for_function(f"() => document.querySelector('main.table').dataset.position === '{position + 2}'")
    player.ready()
    brought = [entry["action"]["notation"] for entry in log(player)[position:]]
    assert brought == ["bring artillery from france", "bring infantry from france"]
    expect(page.locator("[data-fight-on]")).to_be_visible()


def log(player: Player, seat: int = 0) -> list[dict[str, Any]]:
    table = player.page.url.rsplit("/", 1)[1]
    found: list[dict[str, Any]] = player.page.request.get(f"/api/tables/{table}/log?seat={seat}").json()
    return found
