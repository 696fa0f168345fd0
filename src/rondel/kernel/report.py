"""A look back at a game that is over: how the scores came about, the standing by round, gains and losses, and the dice.

Everything comes out of the record: the actions are played once more, and the story says what happened at each.
"""

from __future__ import annotations

import math
from typing import Any

from rondel.kernel import flow
from rondel.kernel.flow import CHANCE, SPECTATOR, ChanceStep, State
from rondel.kernel.record import Match
from rondel.kernel.score import Throws
from rondel.kernel.story import FOLDED, Item, Teller, message

STAGES = 3
"""A game is looked at in so many parts of equal length: its beginning, its middle, its end."""
TURNS = 2
"""So many turning points are told of each."""
LEAST_THROWS = 3
"""Of fewer throws nobody is called lucky or not."""


class Retold:
    """A game played through once more: the standing after every action, and the throws of each seat."""

    def __init__(self, match: Match) -> None:
        game = match.game
        state: State = match.start.copy()
        self.standing: list[list[int]] = [game.standing(state)]  # [position]
        self.throws: dict[tuple[int, str], Throws] = {}  # by seat and kind
        for entry in match.entries:
            step = state.pending[-1]
            if entry.seat == CHANCE and isinstance(step, ChanceStep):
                self._throw(step, state, entry.action)
            flow.play(state, entry.seat, entry.action)
            self.standing.append(game.standing(state))

    def _throw(self, step: ChanceStep[Any], state: State, action: int) -> None:
        seat = step.thrower(state)
        if seat >= 0:
            outcomes = [(step.luck(state, each), weight) for each, weight in step.odds(state)]
            throws = self.throws.setdefault((seat, step.THROWS), Throws(seat, step.THROWS))
            throws.add(step.luck(state, action), outcomes)

    def swing(self, position: int, mover: int) -> list[int]:
        """What the action that led to a position brought and cost each seat; what one spends oneself is no loss."""
        before, after = self.standing[position - 1], self.standing[position]
        return [
            new - old if new > old or seat != mover else 0
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
        ]


def report(match: Match, log: list[dict[str, Any]]) -> dict[str, Any]:
    """The look back at a game that is over, ready for JSON. `log`: all of it, in the face that a spectator sees."""
    assert match.over, "a look back at a game that goes on"
    game = match.game
    retold = Retold(match)
    kind: type[Teller] = game.teller
    teller = kind(game.events, kind.owners_in(game.view(match.state, SPECTATOR)))
    chart = chapters(teller, log, retold.standing)
    begun = chart[0]["position"] if chart else 0
    return {
        "parts": [[part.to_json() for part in parts] for parts in game.score_parts(match.state, log)],
        "chart": chart,
        "turns": turning_points(teller.tell(log), log, retold, begun),
        "luck": [told_luck(retold.throws[each]) for each in sorted(retold.throws)],
    }


def chapters(teller: Teller, log: list[dict[str, Any]], standing: list[list[int]]) -> list[dict[str, Any]]:
    """The standing at the beginning of every chapter, and at the end."""
    points: list[dict[str, Any]] = []
    for entry in log:
        for event in entry["events"]:
            title = teller.chapter(event["kind"], event["params"])
            if title is not None:
                position = entry["position"]
                points.append({"position": position, "title": title, "standing": standing[position]})
    last = len(standing) - 1
    points.append({"position": last, "title": message("chapter.end"), "standing": standing[last]})
    return points


class Chapters:
    """What the chapters of a game are called (rounds, turns of all), and where they begin."""

    def __init__(self, match: Match, viewer: int) -> None:
        kind: type[Teller] = match.game.teller
        teller = kind(match.game.events, kind.owners_in(match.game.view(match.state, viewer)))
        self.begun: list[tuple[int, dict[str, Any]]] = []
        for entry in match.log(viewer):
            for event in entry["events"]:
                name, params = event["kind"], event["params"]
                title = teller.chapter(name, params)
                if title is None and name in teller.preludes:
                    title = message("chapter." + name, **params)
                if title is not None:  # what chance opens a chapter with, or the first choice, is a part of it
                    opens = entry["seat"] == CHANCE or name in teller.opening
                    self.begun.append((entry["position"] - opens, title))

    def at(self, position: int) -> dict[str, Any] | None:
        """The chapter in which something was done at a position; None before the first."""
        titles = [title for begun, title in self.begun if begun <= position]
        return titles[-1] if titles else None


def turning_points(items: list[Item], log: list[dict[str, Any]], retold: Retold, begun: int) -> list[dict[str, Any]]:
    """What brought or cost somebody the most in each part of the game, in the order in which it happened."""
    movers = {entry["position"]: entry["seat"] for entry in log}
    swings: dict[int, list[int]] = {}  # index of an item: what it brought each seat
    for position, index in told_by(items).items():
        if position > begun:
            change = retold.swing(position, movers.get(position, CHANCE))
            known = swings.get(index)
            swings[index] = change if known is None else [a + b for a, b in zip(known, change, strict=True)]
    stages: list[list[tuple[int, bool, int]]] = [[] for _ in range(STAGES)]
    leaders: dict[int, int | None] = {}
    length = len(retold.standing) - begun
    for index, change in swings.items():
        size = max(abs(each) for each in change)
        if size:
            item = items[index]
            leader = leaders[index] = new_leader(retold.standing[item.first - 1], retold.standing[item.last])
            stages[(item.last - begun) * STAGES // length].append((size, leader is not None, index))
    chosen = [index for stage in stages for _, _, index in sorted(stage)[-TURNS:]]
    return [
        {
            **items[index].to_json(),
            "parts": [],
            "change": swings[index],
            "leader": leaders[index],
        }
        for index in sorted(chosen, key=lambda index: items[index].last)
    ]


def told_by(items: list[Item]) -> dict[int, int]:
    """Which item tells best what was done at a position: the one of most weight, headings apart."""
    best: dict[int, int] = {}
    for index, item in enumerate(items):
        if item.weight == FOLDED or item.kind in ("round", "phase", "turn"):
            continue
        for position in positions_of(item):
            known = best.get(position)
            if known is None or items[known].weight < item.weight:
                best[position] = index
    return best


def positions_of(item: Item) -> list[int]:
    """Where an item happened; what is told together need not have happened in a row."""
    if item.parts and item.kind not in ("battle", "event"):
        return sorted({position for part in item.parts for position in range(part.first, part.last + 1)})
    return list(range(item.first, item.last + 1))


def new_leader(before: list[int], after: list[int]) -> int | None:
    """The seat that took the lead; None if the lead did not change, or nobody leads alone."""
    leader = after.index(max(after))
    if after.count(after[leader]) > 1 or (before[leader] == max(before) and before.count(before[leader]) == 1):
        return None
    return leader


def told_luck(throws: Throws) -> dict[str, Any]:
    """The throws of a seat; `percent`: of a hundred players with the same throws so many would have had less luck."""
    spread = math.sqrt(throws.variance)
    percent = None
    if throws.number >= LEAST_THROWS and spread > 0:
        # The sum of many throws is nearly normal.
        percent = round(50 * (1 + math.erf((throws.rolled - throws.expected) / spread / math.sqrt(2))))
    return {
        "seat": throws.seat,
        "kind": throws.kind,
        "throws": throws.number,
        "rolled": round(throws.rolled),
        "expected": round(throws.expected, 1),
        "percent": None if percent is None else min(99, max(1, percent)),
    }
