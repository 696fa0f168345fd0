"""Struggle of Empires at the table, through a browser: auction, attacks with their odds, reasons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.player import Player
from tests.browser.test_story import sit_down

Sit = Callable[..., Player]

BID = "0> bid 0"
"""Lines of recorded games before which somebody sits down: a bid, an attack, a new army."""
ATTACK = "0> attack austria in german-states"
BUILD = "0> build army"


def sees(player: Player, seat: int = 0) -> Any:
    table = player.page.url.rsplit("/", 1)[1]
    return player.page.request.get(f"/api/tables/{table}/observation?seat={seat}").json()


def log(player: Player) -> list[dict[str, Any]]:
    table = player.page.url.rsplit("/", 1)[1]
    found: list[dict[str, Any]] = player.page.request.get(f"/api/tables/{table}/log?seat=0").json()
    return found


def test_the_auction_tells_what_proposals_mean(resume: Sit) -> None:
    player = resume(BID, game="struggle-5")
    page, position = player.page, player.position
    panel = page.locator("#tabpanel")
    panel.get_by_text("Your proposal").wait_for()
    assert panel.get_by_text("You can bid").count() == 1
    own = sees(player)["view"]["own"]
    rival = next(power for power in sees(player)["view"]["auction"]["unallied"] if power != own)
    name = {power: power.replace("-", " ").title() for power in (own, rival)}
    panel.get_by_role("group", name="Alliance A").get_by_role("button", name=name[own]).click()
    panel.get_by_role("group", name="Alliance B").get_by_role("button", name=name[rival]).click()
    panel.locator(".meaning", has_text=f"Foes: {name[rival]}").wait_for()
    panel.locator(".slot.proposed.own").wait_for()
    assert violations(page, ".panel") == []
    assert player.position == position, "nothing is sent until a sum is chosen"
    panel.locator("[data-choice=bid]").nth(3).click()  # the proposal goes with it by itself
    page.locator(f"main:not([data-position='{position}'])[data-idle=true]").wait_for()
    mine = [entry["action"] for entry in log(player)[position:] if entry["seat"] == 0][:3]
    assert [action["kind"] for action in mine] == ["bid", "propose", "propose"]
    assert [action["args"]["power"] for action in mine[1:]] == [own, rival]


def test_a_bid_without_a_proposal_asks_for_it(resume: Sit) -> None:
    player = resume(BID, game="struggle-5")
    panel = player.page.locator("#tabpanel")
    panel.locator(".number").first.click()
    panel.locator("[data-choice=propose]").first.click()
    panel.locator("[data-choice=propose]").first.wait_for()
    assert violations(player.page, ".panel") == []


def test_a_bid_that_ruins_asks_first(resume: Sit) -> None:
    player = resume(BID, game="struggle-5", settings={"speed": "off", "confirm": "never"})
    page, position = player.page, player.position
    sit_down(page)
    page.locator(".choosing details > summary").first.click()
    page.locator(".choosing").get_by_role("button", name="Bid 80 gold").click()
    asked = page.get_by_role("group", name="No way back")
    expect(asked).to_contain_text("That means revolution (20 or more)")
    page.keyboard.press("Escape")
    assert player.position == position
    page.locator(".choosing").get_by_role("button", name="Bid 1 gold").click()
    page.locator(f"main:not([data-position='{position}'])").wait_for()


def test_what_is_asked_is_seen_after_a_long_list_on_a_phone(desk: Desk) -> None:
    settings = {"speed": "off", "confirm": "never", "risk": True, "cards": "none"}
    player = desk.sit(desk.resume(BID, "struggle-5"), width=390, height=844, touch=True, settings=settings)
    page = player.page
    page.locator(".choosing details > summary").first.tap()
    page.locator(".choosing").get_by_role("button", name="Bid 80 gold").tap()
    expect(page.locator("[data-confirm]")).to_be_in_viewport()
    expect(page.locator(".choosing .confirm")).not_to_contain_text("dice")


def test_attacks_show_their_odds_and_closed_regions_their_reason(resume: Sit) -> None:
    player = resume(ATTACK, game="struggle-2")
    page, panel = player.page, player.page.locator("#tabpanel")
    page.click("#tab-turn")
    panel.locator(".odds").first.wait_for()
    attacks = sees(player)["view"]["attacks"]
    assert panel.locator(".odds").count() == len(attacks) > 0
    assert panel.locator(".effects li").count() == sum(len(attack["effects"]) for attack in attacks)
    page.click("#tab-market")
    panel.locator(".tiles li").first.wait_for()
    assert panel.locator(".tiles li").count() == 38
    panel.get_by_role("button", name="Mischief").click()
    assert panel.locator(".tiles li").count() == 2
    page.click("#tab-players")
    panel.get_by_text("If the war ended now").wait_for()
    assert panel.locator("tbody tr").count() == 2
    page.click("#tab-regions")
    panel.locator("tbody tr").first.wait_for()
    assert panel.locator("tbody tr").count() == 11


def test_closed_regions_say_why(resume: Sit) -> None:
    player = resume(BUILD, game="struggle-4")
    page, panel = player.page, player.page.locator("#tabpanel")
    page.get_by_role("button", name="Build an army").click()
    panel.get_by_text("Where the unit may go").wait_for()
    refused = sees(player)["refused"]
    assert panel.locator(".closed li").count() == len(refused)
    closed = [refusal["args"]["to"] for refusal in refused if refusal["args"]["to"] != "home"]
    player.area(closed[0]).dispatch_event("click")  # the middle of an outline may lie outside it
    page.locator(".menu summary").click()
    page.locator(".menu .refused").first.wait_for()


def test_an_attack_asks_first_with_its_odds_and_can_be_called_off(resume: Sit) -> None:
    player = resume(ATTACK, game="struggle-2", settings={"speed": "off", "confirm": "never"})
    page, position = player.page, player.position
    sit_down(page)
    page.click("#tab-turn")
    attack = page.locator("#tabpanel .cards button").first
    attack.click()
    asked = page.get_by_role("group", name="No way back")
    expect(asked).to_contain_text("Attack")
    expect(asked.locator(".odds")).to_have_attribute("aria-label", re.compile(r"\d"))
    expect(asked).to_contain_text("Gold of")  # what it costs, whoever wins
    assert violations(page, ".act") == []
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert player.position == position
    attack.click()
    asked.get_by_role("button", name="do it").click()
    page.get_by_role("button", name="go on").wait_for()  # the battle, on a card of its own
    player.ready()
    assert player.cards > 0
    assert any(event["kind"].startswith("attack") for entry in log(player)[position:] for event in entry["events"])


def test_who_wants_no_question_gets_none(resume: Sit) -> None:
    player = resume(ATTACK, game="struggle-2")  # the settings of the tests: no questions
    page, position = player.page, player.position
    page.click("#tab-turn")
    page.locator("#tabpanel .cards button").first.click()
    page.locator(f"main:not([data-position='{position}'])[data-idle=true]").wait_for()


POINTS = """() => Object.fromEntries([...document.querySelectorAll("[data-piece$='/points']")]
  .map((row) => [row.dataset.piece, row.getAttribute("transform")]))"""


def test_what_is_printed_on_the_board_stays_where_it_is(resume: Sit, desk: Desk) -> None:
    page = resume("0> attack austria in india", game="struggle-4").page
    early = page.evaluate(POINTS)
    later = desk.resume("0> enslave in south-america", "struggle-4")
    page.goto(f"/#/table/{later}")
    page.wait_for_function("(id) => document.querySelector('main.table') && location.hash.endsWith(id)", arg=later)
    Player(page).ready()
    assert len(early) == 11
    assert page.evaluate(POINTS) == early, "the points of a region are where they were, whatever stands there"


def test_a_tab_begins_at_its_top(resume: Sit) -> None:
    page = resume(ATTACK, game="struggle-2").page
    page.click("[data-door=market]")  # a tile is bought there: a button among the others leads to it
    expect(page.locator("#tab-market")).to_have_attribute("aria-selected", "true")
    page.click("#tab-market")
    page.locator("#tabpanel .tiles li").first.wait_for()
    page.locator("#tabpanel").evaluate("(panel) => panel.scrollTo(0, 400)")
    assert page.locator("#tabpanel").evaluate("(panel) => panel.scrollTop") > 0
    page.click("#tab-regions")
    page.locator("#tabpanel tbody tr").first.wait_for()
    assert page.locator("#tabpanel").evaluate("(panel) => panel.scrollTop") == 0


def test_on_a_phone(desk: Desk) -> None:
    page = desk.sit(desk.table("struggle", 2), width=390, height=844, touch=True).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
