"""Who meets whom in a tournament, and who sits where: functions of what was played so far, without a server.

Two ways. Round robin: everybody meets everybody, as seldom twice as can be. Swiss: those meet who stand alike, and
as seldom twice as can be. Tables differ by one seat at most; where a game needs more players than that leaves, bots
fill the table up. Seats are given so that everybody sits on each about equally often.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations, permutations
from typing import Literal

Kind = Literal["round-robin", "swiss"]
Meetings = Counter[frozenset[str]]
"""How often two have met."""

TRIES = 30
"""Beginnings from which the best round is looked for."""
AGAIN = 1000.0
"""How much worse it is to meet somebody again than to meet somebody who stands a whole point higher."""


def sizes(players: int, most: int) -> list[int]:
    """How many people sit at each table."""
    tables = math.ceil(players / most)
    each, more = divmod(players, tables)
    return [each + 1] * more + [each] * (tables - more)


def rounds_wanted(players: int, most: int) -> int:
    """So many rounds at least until everybody has met everybody."""
    return math.ceil((players - 1) / max(1, most - 1)) if players > 1 else 0


def all_met(players: list[str], meetings: Meetings) -> bool:
    return all(meetings[frozenset(pair)] for pair in combinations(players, 2))


def draw(
    players: list[str], most: int, kind: Kind, meetings: Meetings, points: dict[str, float], rng: random.Random
) -> list[list[str]]:
    """The tables of the next round; who sits where at them is another question."""
    if kind == "swiss":
        order = sorted(players, key=lambda each: (-points.get(each, 0.0), rng.random()))
        return _improved(_dealt(order, most), meetings, points)
    found: list[list[list[str]]] = []
    for _ in range(TRIES):
        order = players[:]
        rng.shuffle(order)
        found.append(_improved(_dealt(order, most), meetings, {}))
    return min(found, key=lambda tables: _cost(tables, meetings, {}))


def circle(roster: list[str], number: int) -> list[list[str]]:
    """Round `number` of a round robin of pairs, from 0: the first stays, the others go around her. One of an odd
    number has nobody to meet."""
    seats: list[str] = roster if len(roster) % 2 == 0 else [*roster, ""]
    rest = seats[1:]
    turn = number % max(1, len(rest))
    order = [seats[0], *rest[turn:], *rest[:turn]]
    half = len(order) // 2
    pairs = zip(order[:half], reversed(order[half:]), strict=True)
    return [[each for each in pair if each] for pair in pairs]


def _dealt(order: list[str], most: int) -> list[list[str]]:
    tables, at = [], 0
    for size in sizes(len(order), most):
        tables.append(order[at : at + size])
        at += size
    return tables


def _table_cost(table: list[str], meetings: Meetings, points: dict[str, float]) -> float:
    cost = 0.0
    for a, b in combinations(table, 2):
        met = meetings[frozenset((a, b))]
        cost += AGAIN * (met > 0) + met**2 + (points.get(a, 0.0) - points.get(b, 0.0)) ** 2
    return cost


def _cost(tables: list[list[str]], meetings: Meetings, points: dict[str, float]) -> float:
    return sum(_table_cost(table, meetings, points) for table in tables)


def _improved(tables: list[list[str]], meetings: Meetings, points: dict[str, float]) -> list[list[str]]:
    """Two change tables, as long as that makes it better."""
    costs = [_table_cost(table, meetings, points) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for a in range(len(tables[one])):
                for b in range(len(tables[other])):
                    _swap(tables, one, a, other, b)
                    now = [_table_cost(tables[each], meetings, points) for each in (one, other)]
                    if sum(now) < costs[one] + costs[other] - 1e-9:
                        costs[one], costs[other] = now
                        better = True
                    else:
                        _swap(tables, one, a, other, b)
    return tables


def _swap(tables: list[list[str]], one: int, a: int, other: int, b: int) -> None:
    tables[one][a], tables[other][b] = tables[other][b], tables[one][a]


def seat(table: list[str], sat: Counter[tuple[str, int]], rng: random.Random) -> list[str]:
    """Who sits where: whoever has had a seat least often. `sat`: how often each had which."""
    shuffled = table[:]
    rng.shuffle(shuffled)
    return list(min(permutations(shuffled), key=lambda order: sum(sat[who, i] ** 2 for i, who in enumerate(order))))


def share_beaten(place: int, places: list[int]) -> float:
    """Points of a place: the share of the others at the table who were placed behind; an equal counts half."""
    others = len(places) - 1
    if others < 1:
        return 0.0
    behind = sum(each > place for each in places) + 0.5 * (sum(each == place for each in places) - 1)
    return behind / others
