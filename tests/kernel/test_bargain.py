"""Bargaining: what bots make of deals, whom they trust, and that they keep what they promised."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rondel import games, load
from rondel.games.colonial.actions import kind_of
from rondel.games.colonial.steps.loans import is_repayment
from rondel.kernel import flow
from rondel.kernel.bargain import (
    ACCEPT,
    ALREADY,
    CANNOT,
    FIRST_TRUST,
    NO_TRUST,
    REFUSE,
    RIVAL,
    TOO_LITTLE,
    Bargain,
    Bargainer,
    claimed,
    faithful,
    parties,
    promise,
    trust,
)
from rondel.kernel.deals import BROKEN, judge, scenes_after
from rondel.kernel.flow import CHANCE, SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.record import Match


class Ledger(Bargainer[Any]):
    """Everything is worth its amount; peace is worth 2 to whoever has it, and costs 1."""

    def worth(self, term: dict[str, Any], seat: int) -> float:
        gives = term["by"] == seat
        if not gives and term["to"] != seat:
            return 0.0
        if term["kind"] == "pay":
            return -float(term["amount"]) if gives else float(term["amount"])
        return -1.0 if gives else 2.0

    def can(self, term: dict[str, Any]) -> bool:
        return term["kind"] != "pay" or int(term["amount"]) <= 5

    def ideas(self, seat: int, other: int) -> list[list[dict[str, Any]]]:
        return [[promise("no-attack", other, seat), promise("no-attack", seat, other)]]


def side(seat: int = 1, trusted: list[float] | None = None) -> Bargain:
    game = load("struggle")
    assert game.deals is not None
    return Bargain(Ledger(game.setup(4, {}), random.Random(1)), game.deals, seat, trusted or [FIRST_TRUST] * 4)


def test_trust_is_won_slowly_and_lost_at_once() -> None:
    assert trust(0, 0) == FIRST_TRUST
    assert trust(3, 0) > FIRST_TRUST > trust(0, 1) > trust(0, 2)
    assert trust(4, 1) < FIRST_TRUST


def test_nobody_pays_twice_for_a_promise() -> None:
    game = load("struggle")
    assert game.deals is not None
    peace, price = promise("no-attack", 0, 1, rounds=2), promise("pay", 1, 0, amount=1)
    assert side().reply([peace, price], 0).answer == ACCEPT
    bound = Bargain(Ledger(game.setup(4, {}), random.Random(1)), game.deals, 1, [FIRST_TRUST] * 4, [peace])
    said = bound.reply([peace, price], 0)
    assert (said.answer, said.why) == (REFUSE, ALREADY)
    assert bound.reply([promise("no-attack", 2, 1, rounds=2), price], 2).answer == ACCEPT, "another's is not"
    assert bound.reply([promise("pay", 0, 1, amount=1)], 0).answer == ACCEPT, "money can be paid again"


def test_a_gift_is_taken_and_a_demand_refused() -> None:
    assert side().reply([promise("pay", 0, 1, amount=2)], 0).answer == ACCEPT
    said = side().reply([promise("pay", 1, 0, amount=2)], 0)
    assert (said.answer, said.why) == (REFUSE, TOO_LITTLE)


def test_what_is_refused_is_countered_by_what_is_good_for_both() -> None:
    peace, price = promise("no-attack", 0, 1), promise("pay", 1, 0, amount=3)
    said = side().reply([peace, price], 0)
    assert (said.answer, said.why) == (REFUSE, TOO_LITTLE)
    assert said.counter is not None
    mine, his = side(), side(0)
    assert mine.net(said.counter) >= Ledger.SURE
    assert his.gain(said.counter, 0) >= Ledger.SURE
    assert parties(said.counter) == [0, 1]
    assert side(0).reply(said.counter, 1).answer == ACCEPT


def test_who_broke_his_word_is_not_believed() -> None:
    deal = [promise("no-attack", 0, 1), promise("no-attack", 1, 0)]
    assert side().reply(deal, 0).answer == ACCEPT
    said = side(trusted=[trust(0, 2), 0.8, 0.8, 0.8]).reply(deal, 0)
    assert (said.answer, said.why) == (REFUSE, NO_TRUST)


def test_a_rival_is_not_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = [promise("no-attack", 0, 1), promise("no-attack", 1, 0)]
    monkeypatch.setattr(Ledger, "rivalry", lambda self, seat, other: 0.9)
    said = side().reply(deal, 0)
    assert (said.answer, said.why) == (REFUSE, RIVAL)


def test_nobody_promises_what_he_cannot_keep() -> None:
    said = side().reply([promise("no-attack", 0, 1), promise("pay", 1, 0, amount=6)], 0)
    assert (said.answer, said.why) == (REFUSE, CANNOT)
    assert said.counter is None or all(term["kind"] != "pay" or term["amount"] < 6 for term in said.counter)


@pytest.mark.parametrize("name", games.NAMES)
def test_bots_find_deals_that_are_good_for_both_and_favour_no_seat(name: str) -> None:
    """Along a game: proposals are well formed and wanted by the other, and everybody is asked now and then."""
    game = load(name)
    assert game.deals is not None
    assert game.bargainer is not None
    rng, asked, accepted = random.Random(11), [0] * 4, 0
    for state in positions(name, 4):
        for _ in range(4):
            seat = rng.randrange(4)
            own = Bargain(game.bargainer(game.imagine(state, seat, rng), rng), game.deals, seat, [FIRST_TRUST] * 4)
            terms = own.proposal([other for other in range(4) if other != seat])
            if terms is None:
                continue
            assert [game.deals.check(term, 4) for term in terms] == [""] * len(terms)
            (other,) = [party for party in parties(terms) if party != seat]
            asked[other] += 1
            his = Bargain(game.bargainer(game.imagine(state, other, rng), rng), game.deals, other, [FIRST_TRUST] * 4)
            accepted += his.reply(terms, seat).answer == ACCEPT
    assert min(asked) > 0, asked
    assert accepted > sum(asked) / 2, (accepted, asked)


def positions(name: str, players: int) -> list[flow.State]:
    """Some of a game that bots play."""
    game, rng = load(name), random.Random(3)
    state, policy, found = game.setup(players, {}), load(name).policy(random.Random(4)), []  # type: ignore[misc]
    for number in range(900):
        if state.over():
            break
        seat = flow.to_act(state)[0]
        if number % 60 == 50:
            found.append(state.copy())
        choices = flow.legal(state, seat)
        action = random_action(state, seat, rng) if seat == CHANCE else policy.choose(state, seat, choices)
        flow.play(state, seat, action)
    return found


@pytest.mark.parametrize("name", games.NAMES)
def test_bots_keep_their_word(name: str) -> None:
    """Everybody promises everybody peace, and plays as ever but for what would break it."""
    game = load(name)
    assert game.deals is not None
    assert game.policy is not None
    terms = [promise("no-attack", by, to, rounds=30) for by in range(4) for to in range(4) if by != to]
    match = Match(game, 4, {}, seed="word")
    policy, rng = game.policy(random.Random(1)), random.Random(2)
    match.carry_on()
    owners = game.teller.owners_in(game.view(match.state, SPECTATOR))
    heard: dict[str, dict[str, Any]] = {}
    told = 0
    for _ in range(700):
        if match.over:
            break
        seat = game.to_act(match.state)[0]
        choices = game.legal(match.state, seat)
        mine = [term for term in terms if term["by"] == seat]
        kept = faithful(game, match.state, seat, mine, heard, choices)
        wild = name == "imperunde" and rng.random() < 0.5  # bots there hardly ever go to war
        match.play(seat, rng.choice(kept) if wild else policy.choose(match.state, seat, kept))
        match.carry_on()
        entries = match.log(SPECTATOR, told)
        told = match.position
        heard.update(scenes_after(game.deals, entries))
    judged = judge(game.deals, terms, match.log(SPECTATOR, 0), owners)
    broken = [term for term, each in zip(terms, judged, strict=True) if each.state == BROKEN]
    assert broken == []


def test_no_card_is_used_that_can_only_break_a_promise() -> None:
    """Colonial: whoever has promised peace to everybody does not use the Sovereign, even with Loans to repay first."""
    game, policy, rng, left = load("colonial"), load("colonial").policy(random.Random(1)), random.Random(2), 0  # type: ignore[misc]
    terms = [promise("no-attack", by, to, rounds=90) for by in range(4) for to in range(4) if by != to]
    state = game.setup(4, {})
    while not state.over():
        seat = flow.to_act(state)[0]
        choices = flow.legal(state, seat)
        if seat == CHANCE:
            flow.play(state, seat, random_action(state, seat, rng))
            continue
        kept = faithful(game, state, seat, [term for term in terms if term["by"] == seat], {}, choices)
        for action in choices:
            world = state.copy()
            flow.play(world, seat, action)
            following = [kind_of(each) for each in flow.legal(world, seat) if not is_repayment(each)]
            if following and all(kind == "declare-war" for kind in following):
                left += 1
                assert action not in kept
        flow.play(state, seat, policy.choose(state, seat, kept))
    assert left > 0


def test_a_promise_of_help_is_claimed_and_kept() -> None:
    """Struggle of Empires: an ally who promised to come is called, and comes, whatever the bots would do else."""
    game, rng, seen = load("struggle"), random.Random(5), 0
    assert game.policy is not None
    for number in range(3):
        state, policy = game.setup(4, {}), game.policy(random.Random(number))
        while not state.over() and seen < 4:
            seat = flow.to_act(state)[0]
            if seat == CHANCE:
                flow.play(state, seat, random_action(state, seat, rng))
                continue
            choices = flow.legal(state, seat)
            promised = [promise("help", other, seat) for other in range(4) if other != seat]
            claim = claimed(game, state, seat, promised, choices)
            if flow.step_key(state.pending[-1]) == "answer":
                asker = state.seat_of[state.fight.side(state.pending[-1].side).power]
                left = faithful(game, state, seat, [promise("help", seat, asker)], {}, choices)
                kinds = {game.catalogue[action].kind for action in left}
                assert "refuse" not in kinds
                seen += 1
                choices = left
            flow.play(state, seat, claim if claim >= 0 else policy.choose(state, seat, choices))
    assert seen == 4
