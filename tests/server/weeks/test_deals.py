"""Deals: proposed and answered, kept and broken by what happened, carried out where the rules let them bind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rondel import games, load
from rondel.games.imperunde.components import AREA
from rondel.kernel.deals import BROKEN, KEPT, OPEN, TERMS, VOID, judge, rounds_heard, scenes_after
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.record import Match
from rondel.kernel.texts import LANGUAGES
from rondel.server.weeks import schema
from rondel.server.weeks.orders import obey
from rondel.server.weeks.pace import Standing
from tests.server.site import Site, Visitor, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


def term(kind: str, by: int, to: int | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "by": by, "to": to, "thing": None, "amount": None, "rounds": 1, **more}


def entry(position: int, kind: str, **params: Any) -> dict[str, Any]:
    return {"position": position, "events": [{"kind": kind, "params": params}]}


def states(game: str, terms: list[dict[str, Any]], *entries: dict[str, Any]) -> list[tuple[str, int]]:
    vocabulary = load(game).deals
    assert vocabulary is not None
    assert [vocabulary.check(each, 4) for each in terms] == [""] * len(terms)
    owners = {"britain": 0, "france": 1, "italy": 0, "russia": 1}
    return [(each.state, each.position) for each in judge(vocabulary, terms, list(entries), owners)]


def test_no_attack_is_broken_by_an_attack_on_that_player_there() -> None:
    anywhere, there = term("no-attack", 0, 1), term("no-attack", 0, 1, thing="india")
    attack = entry(5, "attacked", power="britain", target="france", area="north-america")
    other = entry(4, "attacked", power="france", target="britain", area="india")
    assert states("struggle", [anywhere, there], other, attack) == [(BROKEN, 5), (OPEN, 0)]
    over = entry(9, "round-began", war=1, round=2)
    assert states("struggle", [anywhere, there], over, attack) == [(KEPT, 9), (KEPT, 9)]


def test_payments_add_up_until_the_round_is_over() -> None:
    promise = term("pay", 0, 1, amount=3)
    two = entry(3, "paid", payer="britain", payee="france", amount=2, why="deal")
    one = entry(4, "paid", payer="britain", payee="france", amount=1, why="deal")
    over = entry(9, "round-began", war=1, round=2)
    assert states("struggle", [promise], two, one, over) == [(KEPT, 4)]
    assert states("struggle", [promise], two, over, one) == [(BROKEN, 9)]


def test_help_is_given_refused_or_never_asked_for() -> None:
    promise = term("help", 1, 0)
    given = entry(3, "help-given", power="britain", ally="france", navies=1, armies=0)
    refused = entry(3, "help-refused", power="britain", ally="france")
    over = entry(9, "round-began", war=1, round=2)
    assert states("struggle", [promise], given) == [(KEPT, 3)]
    assert states("struggle", [promise], refused) == [(BROKEN, 3)]
    assert states("struggle", [promise], over) == [(VOID, 9)]


def test_a_nation_stands_for_whoever_governs_it_then() -> None:
    promise = term("no-entry", 1, thing="rome", rounds=2)
    moved = {"unit": "army", "start": "florence", "area": "rome", "way": []}
    before = entry(2, "moved", nation="italy", **moved)
    taken = entry(3, "flag-taken", seat=1, nation="italy", before=0)
    after = entry(4, "moved", nation="italy", **moved)
    assert states("imperial", [promise], before) == [(OPEN, 0)]
    assert states("imperial", [promise], before, taken, after) == [(BROKEN, 4)]
    turns = [entry(10 + i, "advanced", nation="russia", slot="taxation", spaces=1) for i in range(12)]
    assert states("imperial", [promise], *turns) == [(KEPT, 21)]  # two rounds of six nations


def test_votes_charters_exchanges_and_repayments() -> None:
    vote = term("vote", 0, thing="agree")
    assert states("imperunde", [vote], entry(2, "target-voted", seat=0, vote="agree")) == [(KEPT, 2)]
    assert states("imperunde", [vote], entry(2, "target-voted", seat=0, vote="reject")) == [(BROKEN, 2)]
    repay = term("repay", 0, amount=10)
    assert states("imperunde", [repay], entry(2, "debt-changed", seat=0, amount=-10, debt=0)) == [(KEPT, 2)]
    assert states("colonial", [term("repay", 0, amount=2)], entry(2, "repaid", seat=0, amount=2, loan=2)) == [(KEPT, 2)]
    charter = term("charter", 0, 1)
    place = {"area": "alaska", "resource": "furs"}
    assert states("colonial", [charter], entry(2, "shipped", seat=1, holder=0, **place)) == [(KEPT, 2)]
    assert states("colonial", [charter], entry(2, "charter-refused", seat=1, holder=0, **place)) == [(BROKEN, 2)]
    exchange = term("exchange", 0, 1)
    assert states("colonial", [exchange], entry(2, "trade-refused", seat=1, partner=0)) == [(BROKEN, 2)]
    assert states("colonial", [exchange], entry(2, "traded", seat=1, partner=0)) == [(KEPT, 2)]


def test_what_was_offered_counts_as_paid_when_it_is_accepted() -> None:
    """In Colonial money changes hands by an exchange or as the fee of a charter: the sum stands in the offer."""
    mine, his = term("pay", 0, 1, amount=3), term("pay", 1, 0, amount=2)
    offer = {"seat": 0, "partner": 1, "give_goods": 0, "ask_goods": 0}
    given = entry(2, "trade-offered", give=3, ask=0, **offer)
    accepted, refused = entry(3, "traded", seat=0, partner=1), entry(3, "trade-refused", seat=0, partner=1)
    assert states("colonial", [mine, his], given, accepted) == [(KEPT, 3), (OPEN, 0)]
    assert states("colonial", [mine, his], given, refused, accepted) == [(OPEN, 0), (OPEN, 0)]
    asked = entry(2, "trade-offered", give=0, ask=2, **offer)
    assert states("colonial", [mine, his], asked, accepted) == [(OPEN, 0), (KEPT, 3)]
    spot = {"area": "alaska", "resource": "furs"}
    fee = entry(4, "charter-asked", seat=1, holder=0, fee=2, **spot)
    shipped = entry(5, "shipped", seat=1, holder=0, **spot)
    assert states("colonial", [his], fee, shipped) == [(KEPT, 5)]
    one = entry(4, "charter-asked", seat=1, holder=0, fee=1, **spot)
    assert states("colonial", [his], one, shipped, shipped) == [(OPEN, 0)]  # the second Good of a City costs no fee


def test_help_there_is_not_help_elsewhere() -> None:
    promise = term("help", 1, 0, thing="india", rounds=2)
    in_india = entry(2, "attacked", power="britain", target="spain", area="india")
    elsewhere = entry(2, "attacked-neutral", power="britain", counter="ottoman-1", area="ottoman-empire")
    given = entry(3, "help-given", power="britain", ally="france", navies=1, armies=0)
    refused = entry(3, "help-refused", power="britain", ally="france")
    assert states("struggle", [promise], in_india, given) == [(KEPT, 3)]
    assert states("struggle", [promise], in_india, refused) == [(BROKEN, 3)]
    assert states("struggle", [promise], elsewhere, refused) == [(OPEN, 0)]
    assert states("struggle", [promise], elsewhere, given) == [(OPEN, 0)]


def test_areas_tiles_bonds_spaces_and_cards_that_are_left_alone() -> None:
    tile = term("no-taking", 0, thing="army-training")
    assert states("struggle", [tile], entry(2, "tile-bought", power="britain", tile="army-training")) == [(BROKEN, 2)]
    assert states("struggle", [tile], entry(2, "tile-bought", power="france", tile="army-training")) == [(OPEN, 0)]
    area = term("no-entry", 0, thing="india")
    moved = {"power": "britain", "unit": "army", "start": "home"}
    assert states("struggle", [area], entry(2, "unit-moved", area="india", **moved)) == [(BROKEN, 2)]
    bond = term("no-taking", 0, thing="italy")
    assert states("imperial", [bond], entry(2, "bond-taken", seat=0, nation="italy", price=4)) == [(BROKEN, 2)]
    assert states("imperial", [bond], entry(2, "bond-taken", seat=0, nation="france", price=4)) == [(OPEN, 0)]
    space, stop = term("no-space", 0, thing="investor"), term("space", 0, thing="investor")
    advanced = entry(2, "advanced", nation="italy", slot="investor", spaces=2)
    assert states("imperial", [space, stop], advanced) == [(BROKEN, 2), (KEPT, 2)]
    turns = [entry(10 + i, "advanced", nation="russia", slot="taxation", spaces=1) for i in range(6)]
    assert states("imperial", [space, stop], *turns) == [(KEPT, 15), (BROKEN, 15)]
    card = term("no-card", 0, thing="rebel")
    assert states("colonial", [card], entry(2, "used", seat=0, character="rebel")) == [(BROKEN, 2)]
    assert states("colonial", [card], entry(2, "used", seat=0, character="trader")) == [(OPEN, 0)]
    played = term("no-card", 0, thing="sabotage")
    assert states("imperunde", [played], entry(2, "card-played", seat=0, card="sabotage")) == [(BROKEN, 2)]
    assert states("imperunde", [played], entry(2, "card-played", seat=1, card="sabotage")) == [(OPEN, 0)]
    spy = term("no-spying", 0, 1)
    aimed = {"seat": 0, "card": "sabotage", "area": None}
    assert states("imperunde", [spy], entry(2, "card-aimed", target="seat-1", **aimed)) == [(BROKEN, 2)]
    assert states("imperunde", [spy], entry(2, "card-aimed", target="seat-2", **aimed)) == [(OPEN, 0)]


def test_passage_peace_and_sides() -> None:
    bankers = term("wheel", 1, 0)
    assert states("imperial", [bankers], entry(2, "stopped", seat=1, nation="italy")) == [(BROKEN, 2)]
    assert states("imperial", [bankers], entry(2, "stopped", seat=1, nation="russia")) == [(OPEN, 0)]
    blockade = term("passage", 0, 1, thing="india")
    assert states("struggle", [blockade], entry(2, "blockade-laid", power="britain", area="india")) == [(BROKEN, 2)]
    raid = term("passage", 0, 1)
    rolled = entry(2, "rolled", seat=0, dice=1, hits=1, why="raid")
    lost = entry(3, "ships-lost", seat=1, ship="fleet", n=1, total=2, why="raid")
    assert states("colonial", [raid], rolled, lost) == [(BROKEN, 3)]
    assert states("colonial", [raid], entry(2, "rolled", seat=2, dice=1, hits=1, why="raid"), lost) == [(OPEN, 0)]
    peace, over = term("peace", 0, 1), entry(9, "round-began", round=3, seat=0, direction="east")
    assert states("imperunde", [peace], entry(2, "stance-taken", seat=0, other=1, stance="peace")) == [(KEPT, 2)]
    assert states("imperunde", [peace], over) == [(BROKEN, 9)]
    side = term("no-opposing", 0, 1)
    bid = {"power": "britain", "gold": 1}
    assert states("struggle", [side], entry(2, "bid", a="britain", b="france", **bid)) == [(BROKEN, 2)]
    assert states("struggle", [side], entry(2, "bid", a="france", b="britain", **bid)) == [(BROKEN, 2)]
    assert states("struggle", [side], entry(2, "bid", a="britain", b="spain", **bid)) == [(OPEN, 0)]


def test_units_that_pass_are_not_fought_by_those_who_let_them_pass() -> None:
    """Whoever is entered may call for battle; in his own turn he fights whom he finds, which is no passage."""
    anywhere, there = term("passage", 1, 0), term("passage", 1, 0, thing="rome")
    turn = entry(1, "advanced", nation="italy", slot="maneuver-1", spaces=1)
    battle = {"unit": "army", "target": "army", "area": "ionian-sea"}
    called = entry(2, "fought", nation="russia", enemy="italy", **battle)
    assert states("imperial", [anywhere, there], turn, called) == [(BROKEN, 2), (OPEN, 0)]
    own = entry(1, "advanced", nation="russia", slot="maneuver-1", spaces=1)
    attack = term("no-attack", 1, 0)
    assert states("imperial", [anywhere, there, attack], own, called) == [(OPEN, 0), (OPEN, 0), (BROKEN, 2)]


def test_a_factory_is_attacked_as_well() -> None:
    promise, elsewhere = term("no-attack", 0, 1), term("no-attack", 0, 1, thing="rome")
    turn = entry(1, "advanced", nation="italy", slot="maneuver-1", spaces=1)
    destroyed = entry(3, "factory-destroyed", nation="russia", area="moscow")
    assert states("imperial", [promise, elsewhere], turn, destroyed) == [(BROKEN, 3), (OPEN, 0)]
    other = entry(1, "advanced", nation="germany", slot="maneuver-1", spaces=1)
    assert states("imperial", [promise], other, destroyed) == [(OPEN, 0)]


def test_a_war_as_a_whole_is_no_attack_there() -> None:
    """Who promised peace in one area alone may declare war: what counts is what happens there."""
    anywhere, there = term("no-attack", 0, 1), term("no-attack", 0, 1, thing="alaska")
    declared = entry(2, "war-declared", seat=0, enemy=1)
    seized = entry(3, "spot-seized", seat=0, area="alaska", resource="furs", before=1)
    assert states("colonial", [anywhere, there], declared, seized) == [(BROKEN, 2), (BROKEN, 3)]
    land = term("no-attack", 0, 1, thing=AREA.ids[0])
    stance = entry(2, "stance-taken", seat=0, other=1, stance="war")
    assert states("imperunde", [term("no-attack", 0, 1), land], stance) == [(BROKEN, 2), (OPEN, 0)]


def test_a_promise_may_begin_later() -> None:
    """In a named round: what happens before it neither keeps nor breaks it."""
    later = term("pay", 0, 1, amount=2, after=1, rounds=2)
    paid = entry(3, "paid", payer="britain", payee="france", amount=2, why="gift")
    second, third = entry(5, "round-began", war=1, round=2), entry(9, "round-began", war=1, round=3)
    assert states("struggle", [later], paid) == [(OPEN, 0)]
    assert states("struggle", [later], paid, second, third) == [(BROKEN, 9)]
    assert states("struggle", [later], second, {**paid, "position": 6}) == [(KEPT, 6)]
    vocabulary = load("struggle").deals
    assert vocabulary is not None
    assert "cannot begin" in vocabulary.check(term("pay", 0, 1, amount=2, after=2, rounds=2), 4)


def test_a_gift_goes_to_the_nation_that_was_named() -> None:
    promise = term("pay", 0, 1, amount=2, thing="russia")
    france = entry(2, "paid", payer="seat-0", payee="france", amount=2, why="gift")
    russia = entry(3, "paid", payer="seat-0", payee="russia", amount=2, why="gift")
    assert states("imperial", [promise], france) == [(OPEN, 0)]
    assert states("imperial", [promise], france, russia) == [(KEPT, 3)]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_term_can_be_said_and_judged_in_every_game(name: str) -> None:
    """Over a random game: promises of every kind come to their end, and some are kept and some broken."""
    game = load(name)
    vocabulary = game.deals
    assert vocabulary is not None
    for rules in vocabulary.facts.values():
        for rule in rules:
            for field in {rule.seat, rule.other, rule.thing, rule.amount.lstrip("-"), *(rule.same or ())} - {""}:
                scene, dot, inner = field.partition(".")
                kinds = vocabulary.scenes[scene].opens if dot else (rule.event,)
                for kind in kinds:
                    assert (inner or field) in {name for name, _ in game.events[kind].fields}, (rule.event, field)
    rng = random.Random(3)
    match = Match(game, 4, dict(game.sim_options), seed="3")
    match.carry_on()
    for _ in range(1500):
        if match.over:
            break
        seat = game.to_act(match.state)[0]
        match.play(seat, random_action(match.state, seat, rng))
        match.carry_on()
    terms = []
    for kind in vocabulary.terms:
        for _ in range(12):
            by, to = rng.sample(range(4), 2)
            about = TERMS[kind]
            thing = rng.choice(vocabulary.things[kind][1]) if about.thing == "one" else None
            amount = rng.randint(1, 4) if about.mode == "sum" else None
            terms.append(term(kind, by, to if about.to else None, thing=thing, amount=amount, rounds=rng.randint(1, 4)))
    assert [vocabulary.check(each, 4) for each in terms] == [""] * len(terms)
    start = 120
    owners = game.teller.owners_in(game.view(match.at(start), SPECTATOR))
    found = {each.state for each in judge(vocabulary, terms, match.log(SPECTATOR, start), owners)}
    assert {KEPT, BROKEN} <= found
    for language in LANGUAGES:
        texts = game.texts(language)
        for each in terms:
            said = texts.say(f"promise.{each['kind']}", each, ["Anna", "Ben", "Chloé", "Dora"])
            assert "{" not in said
            assert texts.missing == set(), (language, each)


def told(visitor: Visitor, table: str, **params: Any) -> Any:
    found = visitor.ask(f"/tables/{table}/deals", **params)
    schema.DealsSaid.model_validate(found)
    return found["deals"]


def test_a_deal_is_proposed_accepted_and_known_to_those_who_may(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", game="struggle")
    terms = [{"kind": "no-attack", "by": 0, "to": 1, "rounds": 2}, {"kind": "pay", "by": 1, "to": 0, "amount": 2}]
    (deal,) = players[0].do(f"/tables/{table}/deals", {"terms": terms, "open": False})["deals"]
    assert (deal["status"], deal["parties"], deal["agreed"]) == ("proposed", [0, 1], [0])
    assert told(players[2], table) == []
    assert players[2].post(f"/tables/{table}/deals/{deal['id']}", {"do": "accept"}).status_code == 404
    assert players[1].post(f"/tables/{table}/deals/{deal['id']}", {"do": "withdraw"}).status_code == 403
    (deal,) = players[1].do(f"/tables/{table}/deals/{deal['id']}", {"do": "accept"})["deals"]
    assert deal["status"] == "agreed"
    assert [each["state"] for each in deal["terms"]] == ["open", "open"]
    assert told(players[2], table) == []
    assert players[1].post(f"/tables/{table}/deals/{deal['id']}", {"do": "refuse"}).json()["error"] == "outdated"
    players[0].do(f"/tables/{table}/deals", {"terms": terms[:1], "open": True})
    open_deal = told(players[1], table)[1]
    assert told(players[2], table) == []
    players[1].do(f"/tables/{table}/deals/{open_deal['id']}", {"do": "accept"})
    assert [each["id"] for each in told(players[2], table)] == [open_deal["id"]]
    # a party that leaves: what was open is void
    assert players[1].seat(table, "leave", 1).status_code == 200
    assert {each["state"] for each in told(players[0], table)[0]["terms"]} == {"void"}


def test_deals_as_they_stood_at_a_position(site: Site) -> None:
    """Whoever is shown an earlier position learns nothing of what became of a deal after it."""
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game="struggle")
    ask = f"/tables/{table}/deals"

    def move() -> int:
        seat = players[0].ask(f"/tables/{table}")["to_act"][0]
        assert players[seat].move(table, seat).status_code == 200
        return int(players[0].see(table)["position"])

    promise = {"kind": "no-taking", "by": 0, "thing": "army-training", "rounds": 1}
    peace = {"kind": "no-attack", "by": 1, "to": 0, "rounds": 9}
    before = players[0].see(table)["position"]
    asked = move()
    first = players[0].do(ask, {"terms": [promise, peace]})["deals"][0]
    second = players[0].do(ask, {"terms": [peace]})["deals"][1]
    agreed = move()
    players[1].do(f"{ask}/{first['id']}", {"do": "accept"})
    players[1].do(f"{ask}/{second['id']}", {"do": "refuse"})
    kept = None
    while kept is None:
        move()
        kept = told(players[0], table)[0]["terms"][0]["position"]
    assert told(players[0], table, position=before) == []
    then = told(players[0], table, position=asked)
    assert [(deal["status"], deal["agreed"], deal["why"]) for deal in then] == [("proposed", [0], None)] * 2
    assert {term["state"] for deal in then for term in deal["terms"]} == {"open"}
    assert [deal["status"] for deal in told(players[0], table, position=agreed)] == ["agreed", "refused"]
    assert told(players[0], table, position=kept - 1)[0]["terms"][0]["state"] == "open"
    assert told(players[0], table, position=kept)[0]["terms"][0]["state"] == "kept"
    assert players[0].ask(ask, position=kept - 1)["records"][0] == {"kept": 0, "broken": 0}
    assert told(players[0], table, position=99_999) == told(players[0], table)
    # of what others have agreed on since, nothing was known then
    assert told(players[2], table, position=asked) == []
    assert [deal["status"] for deal in told(players[2], table, position=agreed)] == ["agreed"]


def test_a_deal_is_refused_withdrawn_or_nonsense(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", game="struggle", talk=False)
    ask = f"/tables/{table}/deals"
    good = {"kind": "no-attack", "by": 0, "to": 1}
    refused = [
        ({"terms": [good], "open": False}, "no-private-talk"),
        ({"terms": [{**good, "to": 0}]}, "bad-term"),
        ({"terms": [{**good, "to": 7}]}, "bad-term"),
        ({"terms": [{**good, "thing": "atlantis"}]}, "bad-term"),
        ({"terms": [{"kind": "charter", "by": 0, "to": 1}]}, "bad-term"),
        ({"terms": [{"kind": "pay", "by": 0, "to": 1}]}, "bad-term"),
        ({"terms": [{"kind": "no-entry", "by": 0}]}, "bad-term"),
        ({"terms": []}, "invalid"),
    ]
    for asked, error in refused:
        assert players[0].post(ask, asked).json()["error"] == error, asked
    first = players[0].do(ask, {"terms": [good]})["deals"][0]
    assert players[1].do(f"{ask}/{first['id']}", {"do": "refuse"})["deals"][0]["status"] == "refused"
    second = players[0].do(ask, {"terms": [good]})["deals"][1]
    assert players[0].do(f"{ask}/{second['id']}", {"do": "withdraw"})["deals"][1]["status"] == "withdrawn"
    assert site.visitor("Stranger").get(ask).status_code == 404


def test_bots_take_what_is_worth_it(site: Site) -> None:
    anna = site.visitor("Anna")
    table = anna.open("human", "random", "random", game="struggle")
    anna.take(table, 0)
    gift = {"terms": [{"kind": "pay", "by": 0, "to": 1, "amount": 3}]}
    assert anna.do(f"/tables/{table}/deals", gift)["deals"][0]["status"] == "agreed"
    demand = {"terms": [{"kind": "pay", "by": 1, "to": 0, "amount": 3}]}
    assert anna.do(f"/tables/{table}/deals", demand)["deals"][1]["status"] == "refused"


def test_what_binds_is_carried_out_towards_that_player_alone(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", game="colonial")
    terms = [{"kind": "exchange", "by": 1, "to": 0, "rounds": 9}]
    (deal,) = players[0].do(f"/tables/{table}/deals", {"terms": terms})["deals"]
    players[1].do(f"/tables/{table}/deals/{deal['id']}", {"do": "accept"})
    assert players[1].ask(f"/tables/{table}/orders")["orders"] == []  # it binds: it is no order that she could end
    for _ in range(400):
        acting = players[0].ask(f"/tables/{table}")["to_act"][0]
        seen = players[acting].see(table, acting)
        wanted = exchange_step(acting, seen["choices"])
        move = {"seat": acting, "position": seen["position"], "action": wanted["id"]}
        assert players[acting].post(f"/tables/{table}/moves", move).status_code == 200
        if told(players[0], table)[0]["terms"][0]["state"] != "open":
            break
    log = players[0].ask(f"/tables/{table}/log")
    asked = {each["action"]["kind"]: each["seat"] for each in log if each["action"]}
    assert told(players[0], table)[0]["terms"][0]["state"] == "kept"
    assert asked["accept"] == 1


def exchange_step(acting: int, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Seat 0 offers seat 1 an exchange of nothing much; everybody else does the first thing."""
    if acting == 0:
        for kind in ("trade", "trade-partner", "give-treasury", "give-goods", "ask-treasury", "ask-goods"):
            for each in choices:
                fits = kind != "give-treasury" or each["args"].get("n") == 1
                if each["kind"] == kind and each["args"].get("seat", 1) == 1 and fits:
                    return each
    return choices[0]


def test_what_was_promised_is_paid_once() -> None:
    """In Colonial the sum stands in an offer, and it is paid by an answer that may come days later."""
    game = load("colonial")
    match = Match(game, 3, dict(game.sim_options), seed="0")
    match.carry_on()
    promise = term("pay", 0, 1, amount=2, rounds=9)
    orders = [Standing("a", 0, "anna", "deal", "", promise=promise)]
    for _ in range(120):
        first, seat = match.position, game.to_act(match.state)[0]
        choices = game.legal(match.state, seat)
        accepting = [each for each in choices if game.catalogue[each].kind == "accept"]
        match.play(seat, (accepting or choices)[0])
        match.carry_on()
        orders = obey(match, orders, ["anna", "ben", "chloe"], first, Match.carry_on)
    told = [event for entry in match.log(SPECTATOR, 0) for event in entry["events"]]
    offers = [event["params"] for event in told if event["kind"] == "trade-offered"]
    assert [(each["seat"], each["partner"], each["give"]) for each in offers] == [(0, 1, 2)]
    assert orders == []


def test_a_deal_struck_in_the_middle_of_a_battle_knows_where_it_is() -> None:
    """Help is promised while it is asked for: the attack was declared before the deal."""
    promise = term("help", 1, 0, thing="india")
    vocabulary = load("struggle").deals
    assert vocabulary is not None
    before = [entry(2, "attacked", power="britain", target="spain", area="india")]
    given = [entry(3, "help-given", power="britain", ally="france", navies=1, armies=0)]
    scenes = scenes_after(vocabulary, before)
    (judged,) = judge(vocabulary, [promise], given, {"britain": 0, "france": 1}, scenes=scenes)
    assert judged.state == KEPT


def test_a_deal_whose_party_has_left(site: Site) -> None:
    """What is proposed lapses, what is agreed on is void, and nothing is carried out for whoever comes instead."""
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game="struggle", options={"gifts": True})
    peace = {"kind": "no-attack", "by": 0, "to": 1, "rounds": 3}
    agreed = players[0].do(
        f"/tables/{table}/deals", {"terms": [{"kind": "pay", "by": 1, "to": 0, "amount": 50}, peace]}
    )
    players[1].do(f"/tables/{table}/deals/{agreed['deals'][0]['id']}", {"do": "accept"})
    players[0].do(f"/tables/{table}/deals", {"terms": [peace]})
    assert [deal["status"] for deal in told(players[0], table)] == ["agreed", "proposed"]
    assert players[1].seat(table, "leave", 1).status_code == 200
    zoe = site.visitor("Zoë")
    assert zoe.join(table, players[0].code(table)).status_code == 200
    assert zoe.seat(table, "take", 1).status_code == 200
    first, second = told(players[0], table)
    assert [term["state"] for term in first["terms"]] == ["void", "void"]
    assert second["status"] == "lapsed"
    assert zoe.post(f"/tables/{table}/deals/{second['id']}", {"do": "accept"}).status_code in (404, 409)
    before = players[0].see(table)["position"]
    moves = 0
    for _ in range(60):  # the promise of the one who left binds nobody: all that Zoë does she does herself
        seat = players[0].ask(f"/tables/{table}")["to_act"][0]
        assert {0: players[0], 1: zoe, 2: players[2]}[seat].move(table, seat).status_code == 200
        moves += seat == 1
    made = [entry for entry in players[0].ask(f"/tables/{table}/log", **{"from": before}) if entry["seat"] == 1]
    assert len(made) == moves > 0


def test_a_promise_is_for_rounds_that_have_names(site: Site) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game="colonial")
    asked = {"kind": "repay", "by": 0, "amount": 1, "rounds": 4, "after": 3}
    said = players[0].do(f"/tables/{table}/deals", {"terms": [asked, {"kind": "no-attack", "by": 1, "to": 0}]})
    turn = said["rounds"][0]["turn"]
    assert said["rounds"][:3] == [{"turn": turn + ahead} for ahead in range(3)]
    late, now = said["deals"][0]["terms"]
    assert (late["first"], late["last"]) == ({"turn": turn + 3}, {"turn": turn + 3})
    assert (now["first"], now["last"]) == ({"turn": turn}, {"turn": turn})
    for language, words in (("en", "turn 4"), ("fr", "tour 4"), ("de", "Runde 4")):
        assert load("colonial").texts(language).say("promise.round", {"turn": 4}, []).casefold() == words.casefold()


def test_before_the_first_war_promises_are_for_rounds_that_have_names() -> None:
    game = load("struggle")
    match = Match(game, 3, seed="1")
    match.carry_on()
    assert game.deals is not None
    assert game.deals.rounds_ahead(match.state)[:2] == [{"war": 1, "round": 0}, {"war": 1, "round": 1}]
    said = {language: game.texts(language).say("promise.round", {"war": 1, "round": 0}, []) for language in LANGUAGES}
    assert said == {"en": "Before war 1", "fr": "Avant la guerre 1", "de": "Vor Krieg 1"}


@pytest.mark.parametrize("name", games.NAMES)
def test_named_rounds_are_those_that_the_record_counts(name: str) -> None:
    """The round that a promise is said to end with is over when its end is judged."""
    game = load(name)
    vocabulary = game.deals
    assert vocabulary is not None
    if vocabulary.calendar is None:
        assert name == "imperial"  # its wheel has no rounds that anybody counts
        return
    rng = random.Random(4)
    match = Match(game, 3, dict(game.sim_options), seed="4")
    match.carry_on()
    checked = 0
    for _ in range(3000):
        if match.over:
            break
        first, begun = match.position, match.state
        seat = game.to_act(match.state)[0]
        match.play(seat, random_action(match.state, seat, rng))
        match.carry_on()
        passed = rounds_heard(vocabulary, match.log(SPECTATOR, first))
        before, after = vocabulary.named(begun, passed), vocabulary.named(match.state, 0)
        if passed and before is not None and after is not None:
            assert after == before, (name, passed)
            checked += 1
    assert checked >= 3
