"""Standing orders: they answer, they end by themselves, and nobody else hears of them. Private notes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel import games, load
from rondel.kernel.flow import CHANCE, step_key
from rondel.kernel.game import random_action
from rondel.kernel.orders import OVER, SILENT, OrderKind
from rondel.kernel.record import Match
from rondel.kernel.texts import LANGUAGES
from rondel.server.weeks import orders as orders_module
from rondel.server.weeks import schema
from rondel.server.weeks.orders import obey
from rondel.server.weeks.pace import Standing
from tests.server.site import Site, Visitor, seated

PEOPLE: list[str | None] = ["anna", "ben", "chloe", "dora"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_declares_orders_that_it_can_carry_out(name: str) -> None:
    game = load(name)
    kinds = {action.kind for action in game.catalogue.actions}
    steps = {step_key(step.__new__(step)) for step in game.steps}
    assert game.orders
    for order in game.orders:
        assert set(order.steps) <= steps
        assert {kind for answer in order.answers.values() for kind in answer} | set(order.otherwise) <= kinds
        assert all(event in game.events.kinds for event in order.until)
        for language in LANGUAGES:
            texts = game.texts(language).catalogue
            assert all(f"standing.{order.name}.{answer}" in texts for answer in order.answers)
            assert all(f"standing.until.{event}" in texts for event in order.until)


@pytest.mark.parametrize("name", games.NAMES)
def test_an_order_answers_what_is_on_offer_and_nothing_else(name: str) -> None:
    """In random games, every order of every seat at every decision; some of each game come to answer."""
    game, rng = load(name), random.Random(7)
    answered: set[str] = set()
    for _ in range(3):
        state = game.setup(4, dict(game.sim_options))
        for _ in range(1500):
            if state.over():
                break
            seat = game.to_act(state)[0]
            if seat != CHANCE:
                legal = set(game.legal(state, seat))
                for order in game.orders:
                    for answer in order.answers:
                        action = order.answer(game, state, seat, answer, rng.choice([0, 3, 50]))
                        assert action in (SILENT, OVER) or action in legal
                        if action >= 0:
                            answered.add(order.name)
            game.apply(state, seat, random_action(state, seat, rng))
    assert len(answered) >= len(game.orders) - 1, answered


def auction(limit: int, **more: Any) -> tuple[Match, list[Standing]]:
    """Struggle of Empires, before a bid of seat 1, who has left an order."""
    match = Match(load("struggle"), 4, seed="1")
    match.carry_on()
    while step_key(match.state.pending[-1]) != "bidding" or match.game.to_act(match.state) == (1,):
        seat = match.game.to_act(match.state)[0]
        choices = match.game.legal(match.state, seat)
        match.play(seat, choices[0])
        match.carry_on()
    return match, [Standing("a", 1, "ben", "bid", "up-to", limit, **more)]


def notations(match: Match, first: int, seat: int) -> list[str]:
    return [match.game.catalogue[each.action].notation for each in match.entries[first:] if each.seat == seat]


def test_bids_go_as_low_as_they_can_up_to_the_limit_and_then_pass() -> None:
    match, orders = auction(3, times=10)
    first = match.position
    carry_on = Match.carry_on
    while step_key(match.state.pending[-1]) == "bidding":
        orders = obey(match, orders, PEOPLE, first, carry_on)
        if step_key(match.state.pending[-1]) != "bidding":
            break
        seat = match.game.to_act(match.state)[0]
        assert seat != 1
        bids = [each for each in match.game.legal(match.state, seat) if match.game.catalogue[each].kind == "bid"]
        match.play(seat, bids[0] if bids else match.game.legal(match.state, seat)[0])
        carry_on(match)
        if match.position > first + 60:
            break
    made = notations(match, first, 1)
    bids_made = [int(each.split()[1]) for each in made if each.startswith("bid")]
    assert bids_made == sorted(set(bids_made))
    assert all(bid <= 3 for bid in bids_made)
    assert "pass" in made or not bids_made or max(bids_made) <= 3


def test_an_order_ends_when_it_is_used_up_or_its_event_happens_or_its_seat_is_anothers() -> None:
    match, orders = auction(20, times=1)
    first = match.position
    while match.game.to_act(match.state) != (1,) and not notations(match, first, 1):
        seat = match.game.to_act(match.state)[0]
        match.play(seat, match.game.legal(match.state, seat)[1])
        orders = obey(match, orders, PEOPLE, first, Match.carry_on)
    assert len(notations(match, first, 1)) == 1
    assert orders == []
    match, orders = auction(20, times=5, until="passed")
    first, seat = match.position, match.game.to_act(match.state)[0]
    match.play(seat, match.game.legal(match.state, seat)[0])
    assert obey(match, orders, PEOPLE, first, Match.carry_on) == []
    match, orders = auction(20, times=5)
    first = match.position
    assert obey(match, orders, ["anna", "somebody else", "chloe", "dora"], first, Match.carry_on) == []
    assert match.position == first


def test_an_order_whose_case_no_longer_exists_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = auction(0)
    kind = OrderKind("sea", ("bidding",), {"fight": ("fight",)})
    seat = match.game.to_act(match.state)[0]
    assert kind.answer(match.game, match.state, seat, "fight", -1) == OVER
    monkeypatch.setattr(orders_module, "kind_of", lambda *_: kind)
    order = Standing("a", seat, "x", "sea", "fight", times=9)
    assert obey(match, [order], ["x"] * 4, match.position, Match.carry_on) == []


def to_invest(site: Site, *names: str) -> tuple[str, list[Visitor]]:
    """Imperial, at a decision to invest."""
    table, players = seated(site, *names)
    for _ in range(300):
        acting = players[0].ask(f"/tables/{table}")["to_act"][0]
        seen = players[acting].see(table, acting)
        if any(each["kind"] == "pass" for each in seen["choices"]):
            return table, players
        slots = [each for each in seen["choices"] if each["args"].get("slot") == "investor"]
        move = (slots or seen["choices"])[0]["id"]
        answer = players[acting].post(
            f"/tables/{table}/moves", {"seat": acting, "position": seen["position"], "action": move}
        )
        assert answer.status_code == 200
    raise AssertionError("nobody may invest")


def test_the_server_makes_the_choice_at_once_and_nobody_else_hears_of_the_order(site: Site) -> None:
    table, players = to_invest(site, "Anna", "Ben")
    seat = players[0].ask(f"/tables/{table}")["to_act"][0]
    position = players[0].see(table)["position"]
    told = players[seat].do(f"/tables/{table}/orders", {"kind": "invest", "answer": "pass", "times": 2})
    schema.OrdersSaid.model_validate(told)
    log = players[1 - seat].ask(f"/tables/{table}/log")
    assert log[position]["seat"] == seat
    assert log[position]["action"]["notation"] == "pass"
    assert [each["times"] for each in told["orders"]] in ([1], [])
    other = players[1 - seat].ask(f"/tables/{table}/orders")
    assert (other["orders"], bool(other["known"])) == ([], True)
    secret = "invest"
    for path in ("", "/weeks", "/company", "/observation", "/log", "/chat"):
        said = players[1 - seat].get(f"/tables/{table}{path}").text
        assert f'"{secret}"' not in said or path in ("/observation", "/log")
    for order in told["orders"]:
        assert players[1 - seat].http.delete(f"/tables/{table}/orders/{order['id']}").status_code == 404
        assert players[seat].http.delete(f"/tables/{table}/orders/{order['id']}").json()["orders"] == []


def test_orders_that_make_no_sense_are_refused(site: Site, tmp_path: Path) -> None:
    table, players = seated(site, "Anna", "Ben", game="struggle")
    refused = [
        ({"kind": "invest", "answer": "pass"}, "unknown-order"),
        ({"kind": "bid", "answer": "pass"}, "unknown-order"),
        ({"kind": "bid", "answer": "up-to"}, "no-limit"),
        ({"kind": "sea", "answer": "fight", "until": "game-ended"}, "unknown-order"),
        ({"kind": "sea", "answer": "fight", "times": 0}, "invalid"),
    ]
    for asked, error in refused:
        assert players[0].post(f"/tables/{table}/orders", asked).json()["error"] == error
    assert site.visitor("Stranger").post(f"/tables/{table}/orders", {"kind": "sea", "answer": "fight"}).status_code in (
        403,
        404,
    )
    for _ in range(12):
        players[0].do(f"/tables/{table}/orders", {"kind": "sea", "answer": "fight"})
    more = players[0].post(f"/tables/{table}/orders", {"kind": "sea", "answer": "fight"})
    assert more.json()["error"] == "too-many-orders"


def test_orders_stay_over_a_restart(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", game="struggle")
    asked = {"kind": "help", "answer": "refuse", "until": "war-ended", "times": 7}
    before = players[0].do(f"/tables/{table}/orders", asked)
    site.restart()
    players[0].http.base_url = f"{site.url}/api"
    assert players[0].ask(f"/tables/{table}/orders") == before


def test_notes_are_private(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben")
    text = "Ben wants Italy.\nBuy France first."
    assert players[0].http.put(f"/tables/{table}/notes", json={"text": text}).json() == {"text": text}
    assert players[0].ask(f"/tables/{table}/notes") == {"text": text}
    assert players[1].ask(f"/tables/{table}/notes") == {"text": ""}
    assert players[0].http.put(f"/tables/{table}/notes", json={"text": "x" * 10_001}).status_code == 422
    assert site.visitor("Stranger").get(f"/tables/{table}/notes").status_code == 404
