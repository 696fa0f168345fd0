"""ImpeRunde at the table, through a browser: a whole game of four by clicks, the board that turns, form and battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk
from tests.browser.player import Control, Player

INVESTMENT = "2> buy a card"
QUICK = ("done", "close", "pass", "keep-debt", "reject", "fight", "give-up")


def bring_on(player: Player, controls: list[Control]) -> Control:
    """Mostly what brings the game on; now and then anything that the board or the list offers."""
    by: dict[str, list[Control]] = {}
    for control in controls:
        by.setdefault(control.what, []).append(control)
    if "confirm" in by:
        return by["confirm"][0]
    if "menu" in by:
        return player.random.choice(by["menu"])
    goals = [area for area in by.get("area", []) if area.mark == "goal"]
    starts = [area for area in by.get("area", []) if area.mark == "source"]
    choices = by.get("choice", [])
    quick = [choice for choice in choices if choice.name in QUICK]
    if goals and (player.selected or not quick or player.random.random() < 0.3):
        return player.random.choice(goals)
    if starts and (not quick or player.random.random() < 0.2):
        return player.random.choice(starts)
    return player.random.choice(quick or choices or goals or starts)


def sit_down(desk: Desk, **options: Any) -> Player:
    """A table against three bots."""
    page: Page = desk.window()
    seats: list[dict[str, Any]] = [{"name": "Anna", "kind": "human", "bot": None}]
    seats += [{"name": f"Bot {n}", "kind": "bot", "bot": "heuristic"} for n in range(1, 4)]
    page.goto("/")
    made = page.request.post("/api/tables", data={"game": "imperunde", "seats": seats, "options": options}).json()
    page.goto(f"/#/table/{made['id']}")
    page.locator("[data-area=congo]").wait_for()
    return Player(page, policy=bring_on).ready()


def test_a_whole_game_of_four_against_machines_by_clicks_alone(desk: Desk) -> None:
    player = sit_down(desk, target=20, cap=8).play()
    desk.forgive("/preview", "409")  # previews and presses that the table has overtaken
    end = player.page.locator("dialog[open]")
    expect(end.locator("tbody tr")).to_have_count(4)
    assert player.position > 300


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
    player = resume("0> bring artillery from france", game="imperunde-4")
    battle = player.page.locator(".battle")
    expect(battle).to_contain_text("Attacker")
    expect(battle).to_contain_text("Defender")
    expect(battle).to_contain_text("wins with a chance of")
    expect(player.page.locator(".mark.traced")).to_have_count(1)  # the land that is fought for
    before = battle.locator(".chance").inner_text()
    player.page.get_by_text("Choices on the board, as a list").click()
    player.page.locator("[data-choice=bring]").first.click()
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
    expect(page.locator("#tabpanel")).to_contain_text("Free money")
