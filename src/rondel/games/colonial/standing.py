"""What can be counted of a nation's position, and what it tells of its final Prestige (`data/value.toml`)."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.characters.cargo import own_goods
from rondel.games.colonial.characters.conqueror import can_found
from rondel.games.colonial.characters.explorer import targets
from rondel.games.colonial.characters.governor import city_sites
from rondel.games.colonial.characters.sovereign import can_abolish
from rondel.games.colonial.characters.viceroy import shortfall
from rondel.games.colonial.components import (
    ECONOMY,
    FOLDER,
    LOGISTICS,
    NAVIGATION,
    NAVY,
    REVOLUTION,
    SEATS,
    SPOTS,
    TRACKS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.state import Table
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY
from rondel.kernel.values import Values, read_values

STAGES: Final = 5
"""Quarters of the way that the first has gone to victory."""
NAMES: Final[list[str]] = [
    "any", "prestige", "treasury", "hoard", "goods", "stock", "debt", "late-debt", "fleets", "squadrons", "strongest",
    "weakest", "diplomacy", "above", "unrest", "uproar", "navigation", "navy", "logistics", "economy", "sure-find",
    "find", "next-find", "founded-next", "sites", "near-site", "counters", "colonies", "city-next", "cargo", "spots",
    "abolition", "tour", "ready", "rival", "second", "order",
]  # fmt: skip
VALUES: Final[Values] = read_values(FOLDER / "data" / "value.toml", NAMES, STAGES)
SIGNS: Final[dict[str, int]] = {
    "treasury": 1, "hoard": 1, "goods": 1, "stock": 1, "debt": -1, "late-debt": -1, "fleets": 1, "squadrons": 1,
    "strongest": 1, "weakest": -1, "above": 1, "unrest": -1, "uproar": -1, "navigation": 1, "navy": 1,
    "logistics": 1, "economy": 1, "sure-find": 1, "find": 1, "next-find": 1, "founded-next": 1, "sites": 1,
    "near-site": 1, "counters": 1, "city-next": 1, "cargo": 1, "spots": 1, "abolition": 1, "tour": 1, "ready": 1,
    "rival": -1, "second": -1,
}  # fmt: skip


def stage(table: Table) -> float:
    most = max(table.prestige[seat] for seat in range(table.seats))
    return min(4.0, 4.0 * most / VICTORY_PRESTIGE)


def features(table: Table, seat: int) -> list[float]:
    """In the order of `NAMES`."""
    prestige, treasury, goods = table.prestige[seat], table.treasury[seat], table.goods[seat]
    debt, unrest = table.debt(seat), table.unrest[seat]
    late = prestige >= VICTORY_PRESTIGE - 3
    navy = table.squadrons[seat]
    strongest = weakest = True
    above = 0
    best = second = 0
    for other in range(table.seats):
        if other == seat:
            continue
        strongest = strongest and navy > table.squadrons[other]
        weakest = weakest and navy < table.squadrons[other]
        if table.diplomacy[seat] > table.diplomacy[other] and navy > table.squadrons[other]:
            above += 1
        if table.prestige[other] > best:
            best, second = table.prestige[other], best
        else:
            second = max(second, table.prestige[other])
    finds = targets(table, seat)
    ready, sites, nearest = 0, 0, 9
    for area in bits(table.present[seat] & ~table.colonies_at):
        if can_found(table, seat, area):
            ready += 1
        else:
            sites += 1
            nearest = min(nearest, shortfall(table, seat, area))
    spots = 0
    for spot in range(SPOTS):
        if table.spot[spot] == seat:
            spots += 1
    counters = 0
    for area in bits(table.present[seat]):
        counters += table.counter[area * SEATS + seat]
    tour = table.continents(seat) if table.circumnavigation == NOBODY else 0
    first = seat * TRACKS
    return [
        1.0,
        float(prestige),
        float(min(treasury, 5)),
        float(max(0, min(treasury, 14) - 5)),
        float(min(goods, 5)),
        float(max(0, min(goods, 12) - 5)),
        float(debt),
        float(debt) if late else 0.0,
        float(min(table.fleets[seat], 6)),
        float(min(navy, 5)),
        1.0 if strongest else 0.0,
        1.0 if weakest else 0.0,
        float(table.diplomacy[seat]),
        float(above),
        float(unrest),
        1.0 if unrest >= REVOLUTION - 1 else 0.0,
        float(table.track[first + NAVIGATION]),
        float(table.track[first + NAVY]),
        float(table.track[first + LOGISTICS]),
        float(table.track[first + ECONOMY]),
        finds[0].odds if finds else 0.0,
        finds[0].worth if finds else 0.0,
        finds[1].worth if len(finds) > 1 else 0.0,
        float(min(ready, 2)),
        float(sites),
        1.0 / (1.0 + max(0, nearest)),
        float(counters),
        float(table.colonies(seat)),
        1.0 if city_sites(table, seat) else 0.0,
        float(own_goods(table, seat)),
        float(spots),
        1.0 if can_abolish(table, seat) else 0.0,
        float(max(0, tour - 2)),
        1.0 if prestige >= VICTORY_PRESTIGE - 1 and not debt else 0.0,
        float(best),
        float(second),
        float((seat - table.first) % table.seats),
    ]
