"""The coach: what could be done here, how it is likely to end, what would follow, and why.

The search says what is best; the reason is what differs, some way on, between that choice and the others: the terms
that the game's policy names (`Policy.terms`).
"""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.bots.search import Budget, Candidate, Search, play_out
from rondel.kernel import flow
from rondel.kernel.bot import Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.events import Message
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game

WORLDS: Final = 8
"""In so many worlds it is looked at what a choice leads to."""
AHEAD: Final = 60
"""So many actions on, the terms are compared."""
LINE: Final = 5
"""So many decisions of the line that is expected are told."""
WORTH_TELLING: Final = 0.05
"""A term that changes by a smaller part of itself is no reason."""


class Advice:
    """One choice."""

    def __init__(self, candidate: Candidate) -> None:
        self.action = candidate.action
        self.chances = candidate.chances()  # [seat] of winning, as the games went that were played out
        self.games = len(candidate.results)
        self.terms: dict[str, float] = {}  # what the position is worth some way on, on average
        self.line: list[tuple[int, int]] = []  # (seat, action): what is likely to follow
        self.reasons: list[Message] = []

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        return {
            "action": game.catalogue[self.action].to_json(),
            "games": self.games,
            "chances": [round(chance, 3) for chance in self.chances],
            "line": [{"seat": seat, "action": game.catalogue[action].notation} for seat, action in self.line],
            "reasons": [reason.to_json() for reason in self.reasons],
        }


def advise(game: Game[Any], state: State, seat: int, seed: str, budget: Budget, most: int = 6) -> list[Advice]:
    """What to do, the best first; ValueError if the seat has nothing to decide or the game has nobody to ask."""
    if game.policy is None:
        raise ValueError(f"{game.name} has no bot that could give advice")
    sight = Sight(game, state, seat, random.Random(f"coach/{seed}"))
    if not sight.choices:
        raise ValueError(f"seat {seat} has nothing to decide")
    policy: Policy[Any] = game.policy(random.Random(f"coach/policy/{seed}"))
    candidates = Search(game, policy, f"coach/{seed}", most).look(sight, budget)
    advice = [Advice(each) for each in candidates if each.results or each is candidates[0]]
    look_on(sight, policy, advice, seed)
    for each in advice:
        others = [other for other in advice if other is not each]
        each.reasons = reasons(each, others[0]) if others else []
    return advice


def look_on(sight: Sight, policy: Policy[Any], advice: list[Advice], seed: str) -> None:
    """What each choice leads to, in the same worlds and with the same luck."""
    for world in range(WORLDS):
        start = sight.imagine()
        for each in advice:
            luck = random.Random(f"coach/{seed}/{world}")
            policy.rng.seed(world)
            twin = start.copy()
            flow.play(twin, sight.seat, each.action)
            if world == 0:
                each.line = line(twin.copy(), policy, random.Random(f"coach/{seed}/{world}"))
            play_out(twin, policy, luck, AHEAD)
            for name, value in policy.terms(twin, sight.seat):
                each.terms[name] = each.terms.get(name, 0.0) + value / WORLDS


def line(state: State, policy: Policy[Any], rng: random.Random) -> list[tuple[int, int]]:
    """The next decisions that were decisions, as the policy would make them."""
    told: list[tuple[int, int]] = []
    while state.pending and len(told) < LINE:
        step = state.pending[-1]
        seat = step.to_act(state)[0]
        if seat == CHANCE:
            action = pick(flow.odds(state), rng.getrandbits(62))
        else:
            choices = step.choices(state, seat)
            action = policy.choose(state, seat, choices)
            if len(choices) > 1:
                told.append((seat, action))
        flow.play(state, seat, action)
    return told


def reasons(one: Advice, other: Advice) -> list[Message]:
    """The terms in which two choices differ most, next to their size: at most three, the weightiest first."""
    found: list[tuple[float, Message]] = []
    for name, value in one.terms.items():
        gap = value - other.terms.get(name, 0.0)
        weight = abs(gap) / (1.0 + abs(value))
        if weight >= WORTH_TELLING and abs(gap) >= 0.1:
            found.append((weight, Message(f"coach.{name}", {"n": round(gap, 1)})))
    found.sort(key=lambda each: -each[0])
    return [message for _, message in found[:3]]
