"""Struggle of Empires at the table, through a browser: a whole game of five by clicks, auction, odds, reasons."""

from __future__ import annotations

import json
import random
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.conftest import Desk
from tests.browser.test_axe import AXE, STILL


class Anna:
    """A person at a table of machines, who clicks on map, menu, panel or button."""

    def __init__(self, desk: Desk, page: Page, bots: int) -> None:
        self.desk = desk
        self.page = page
        self.rng = random.Random(7)
        seats: list[dict[str, Any]] = [{"name": "Anna", "kind": "human", "bot": None}]
        seats += [{"name": f"Bot {n}", "kind": "bot", "bot": "heuristic"} for n in range(1, bots + 1)]
        self.table = str(self.call("tables", {"game": "struggle", "seats": seats, "options": {}})["id"])
        page.goto(f"/#/table/{self.table}")
        page.wait_for_selector(".prompt.mine", timeout=60_000)

    def call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.desk.server.url}api/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def sees(self) -> Any:
        return self.call(f"tables/{self.table}/observation?seat=0")

    def asked(self) -> str:
        prompt = self.sees()["prompt"]
        return str(prompt["key"]) if prompt else ""

    def over(self) -> bool:
        return self.page.locator("dialog tbody tr").count() > 0

    def click_area(self, area: str) -> None:
        # The middle of an outline may lie outside it; the click itself is what matters.
        self.page.locator(f"#area-{area}").dispatch_event("click")

    def press(self, button: Locator) -> None:
        with suppress(TimeoutError):  # the table may have moved on since it was seen: look again
            button.click(timeout=2_000)

    def decide(self) -> None:
        page, rng = self.page, self.rng
        menu = page.locator(".menu .choice").all()
        if menu:
            self.press(rng.choice(menu))
            return
        places = page.locator("[data-mark]").evaluate_all("all => all.map(one => one.dataset.area)")
        buttons = page.locator(".choices .group > .choice:not(.refused)").all()
        panel = page.locator("#tabpanel button:not(.barred)").all()
        pick = rng.random()
        if places and (pick < 0.5 or not (panel or buttons)):
            self.click_area(rng.choice(places))
        elif panel and (pick < 0.75 or not buttons):
            self.press(rng.choice(panel))
        elif buttons:
            self.press(rng.choice(buttons))

    def play(self, done: Callable[[], bool], limit: int = 900) -> None:
        for _ in range(limit):
            self.page.wait_for_selector(".prompt.mine, dialog", timeout=60_000)
            if done():
                return
            self.decide()
            self.page.wait_for_timeout(25)
        raise AssertionError("it does not come to that")

    def axe(self) -> list[str]:
        self.page.add_style_tag(content=STILL)
        self.page.add_script_tag(path=AXE)
        found = self.page.evaluate("async () => (await axe.run(document)).violations")
        return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


@pytest.fixture
def sit(desk: Desk) -> Iterator[Callable[..., Anna]]:
    yield lambda bots=4, **window: Anna(desk, desk.window(**window), bots)
    desk.forgive("/preview?")  # asked for by a pointer that rested there, when the table had moved on


def test_a_whole_game_of_five_against_machines_by_clicks_alone(sit: Callable[..., Anna]) -> None:
    anna = sit()
    anna.play(anna.over)
    assert anna.page.locator("dialog tbody tr").count() == 5
    seen = anna.sees()
    assert seen["over"]
    assert seen["position"] > 200


def test_the_auction_tells_what_proposals_mean(sit: Callable[..., Anna]) -> None:
    anna = sit()
    anna.play(lambda: anna.asked().startswith("prompt.bidding"))
    panel = anna.page.locator("#tabpanel")
    panel.get_by_text("Your proposal").wait_for()
    assert panel.get_by_text("You can bid").count() == 1
    own = anna.sees()["view"]["own"]
    rival = next(power for power in anna.sees()["view"]["auction"]["unallied"] if power != own)
    name = {power: power.replace("-", " ").title() for power in (own, rival)}
    panel.get_by_role("group", name="Alliance A").get_by_role("button", name=name[own]).click()
    panel.get_by_role("group", name="Alliance B").get_by_role("button", name=name[rival]).click()
    panel.locator(".meaning", has_text=f"Foes: {name[rival]}").wait_for()
    panel.locator(".slot.proposed.own").wait_for()
    assert anna.axe() == []
    anna.page.get_by_role("button", name="Leave a secret order").click()
    panel.get_by_text("Bid for me up to").wait_for()
    panel.locator(".number").nth(3).click()  # the proposal goes with it by itself
    for _ in range(200):
        log = anna.call(f"tables/{anna.table}/log?seat=0")
        bids = [event["params"] for entry in log for event in entry["events"] if event["kind"] == "bid"]
        mine = [(bid["a"], bid["b"]) for bid in bids if bid["power"] == own]
        if mine:
            break
        anna.page.wait_for_timeout(50)
    assert mine[:1] == [(own, rival)]


def test_a_bid_without_a_proposal_asks_for_it(sit: Callable[..., Anna]) -> None:
    anna = sit(bots=2)
    anna.play(lambda: anna.asked().startswith("prompt.bidding"))
    panel = anna.page.locator("#tabpanel")
    panel.locator(".number").first.click()
    panel.locator("[data-choice=propose]").first.click()
    panel.locator("[data-choice=propose]").first.wait_for()
    assert anna.axe() == []


def test_attacks_show_their_odds_and_closed_regions_their_reason(sit: Callable[..., Anna]) -> None:
    anna = sit()
    anna.play(lambda: anna.asked() == "prompt.take-turn" and bool(anna.sees()["view"]["attacks"]))
    page, panel = anna.page, anna.page.locator("#tabpanel")
    page.click("#tab-turn")
    panel.locator(".odds").first.wait_for()
    attacks = anna.sees()["view"]["attacks"]
    assert panel.locator(".odds").count() == len(attacks)
    assert panel.locator(".effects li").count() == sum(len(attack["effects"]) for attack in attacks)
    page.click("#tab-market")
    panel.locator(".tiles li").first.wait_for()
    assert panel.locator(".tiles li").count() == 38
    panel.get_by_role("button", name="Mischief").click()
    assert panel.locator(".tiles li").count() == 2
    page.click("#tab-players")
    panel.get_by_text("If the war ended now").wait_for()
    assert panel.locator("tbody tr").count() == 5
    page.get_by_role("button", name="Build an army").click()
    panel.get_by_text("Where the unit may go").wait_for()
    assert panel.locator(".closed li").count() == len(anna.sees()["refused"])
    closed = [refusal["args"]["to"] for refusal in anna.sees()["refused"] if refusal["args"]["to"] != "home"]
    anna.click_area(closed[0])
    page.locator(".menu .refused").first.wait_for()
    page.click("#tab-regions")
    panel.locator("tbody tr").first.wait_for()
    assert panel.locator("tbody tr").count() == 11


def test_on_a_phone(sit: Callable[..., Anna]) -> None:
    anna = sit(bots=2, width=390, height=844, touch=True)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert anna.axe() == []
