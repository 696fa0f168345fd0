"""Railways and convoys: where an army can go, and over which seas it is carried."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import MARCH
from rondel.games.imperial.components import (
    HOME,
    LAND_NEIGHBOURS,
    LANDS,
    LANDS_BY_SEAS,
    NATIONS,
    NEIGHBOURS,
    RAIL,
    SEA_NEIGHBOURS,
    SEAS,
    connected_seas,
    sea_routes,
)
from rondel.games.imperial.state import Table
from rondel.kernel.data import bits


def trains(nation: int, area: int, free: int) -> int:
    """The provinces an army can reach by train from `area`, itself included; 0 where no train runs."""
    if HOME[area] != nation:
        return 0
    return RAIL[(nation * 32 + (free >> 5 * nation)) * 5 + area - 5 * nation]


def by_train(nation: int, areas: int, free: int) -> int:
    """`areas`, and what trains reach from those of them at home."""
    reached = areas
    for area in bits(areas & free):
        reached |= trains(nation, area, free)
    return reached


_land: Final[list[int]] = [-1] * (NATIONS * 32 * LANDS)


def land_reach(nation: int, start: int, free: int) -> int:
    """Where an army can go by land: by train, over one border, and by train again.

    `free`: the provinces of its nation without hostile armies.
    """
    key = (nation * 32 + (free >> 5 * nation)) * LANDS + start
    reach = _land[key]
    if reach < 0:
        departure = trains(nation, start, free) | 1 << start
        crossed = departure
        for area in bits(departure):
            crossed |= LAND_NEIGHBOURS[area]
        reach = by_train(nation, crossed, free) & ~(1 << start)
        _land[key] = reach
    return reach


def open_seas(state: Table, nation: int) -> int:
    """The seas where a fleet of the nation has not carried an army this turn; bit 0 is the first sea."""
    seas = state.fleet_at[nation] >> LANDS
    if seas:
        for sea in bits(seas):
            carried = state.carried[sea]
            if carried and state.fleet[SEAS[sea] * NATIONS + nation] <= carried:
                seas &= ~(1 << sea)
    return seas


def coasts(areas: int) -> int:
    """The seas that a set of lands borders."""
    seas = 0
    for area in bits(areas):
        seas |= SEA_NEIGHBOURS[area]
    return seas


_by_sea: Final[dict[int, int]] = {}


def sea_reach(nation: int, start: int, free: int, seas: int) -> int:
    """Where an army can go with a convoy over `seas`, by train before and after."""
    key = ((seas * 32 + (free >> 5 * nation)) * NATIONS + nation) * LANDS + start
    reach = _by_sea.get(key, -1)
    if reach < 0:
        departure = trains(nation, start, free) | 1 << start
        linked = connected_seas(coasts(departure), seas)
        reach = by_train(nation, LANDS_BY_SEAS[linked], free) & ~(1 << start)
        if len(_by_sea) > 100_000:
            _by_sea.clear()
        _by_sea[key] = reach
    return reach


_marches: Final[dict[int, list[int]]] = {}


def marches(nation: int, start: int, free: int, seas: int) -> list[int]:
    """Every march of an army out of `start`."""
    reach = land_reach(nation, start, free)
    if seas:
        reach |= sea_reach(nation, start, free, seas)
    key = reach * 64 + start
    found = _marches.get(key)
    if found is None:
        found = [MARCH[start * LANDS + goal] for goal in bits(reach)]
        if len(_marches) > 100_000:
            _marches.clear()
        _marches[key] = found
    return found


def convoy_routes(state: Table, nation: int, start: int, goal: int) -> list[int]:
    """The sets of seas, none larger than need be, over which fleets can carry an army from `start` to `goal`."""
    free = state.free_provinces(nation)
    departure = trains(nation, start, free) | 1 << start
    arrival = trains(nation, goal, free) | 1 << goal
    return sea_routes(coasts(departure), coasts(arrival), open_seas(state, nation))


def way_of(nation: int, start: int, goal: int, free: int, seas: int) -> tuple[int, ...]:
    """The areas that an army passes, from `start` to `goal`: by train, over one border or over `seas`, by train again.

    `seas`: the set of seas over which it is carried; 0 if it goes by land. Of several ways, one of the shortest.
    """
    # What the three parts of the way may still pass: before it crosses, at sea, and after it has crossed.
    left = [trains(nation, start, free), seas << LANDS, trains(nation, goal, free) | 1 << goal]
    ways: list[tuple[int, ...]] = [(start,)]
    parts = [0]
    index = 0
    while ways[index][-1] != goal:
        way, part = ways[index], parts[index]
        for following in (0, 1, 2):
            if following == part or following == part + 1 or (following == 2 and not seas):
                for area in bits(NEIGHBOURS[way[-1]] & left[following]):
                    left[following] &= ~(1 << area)
                    ways.append((*way, area))
                    parts.append(following)
        index += 1
    return ways[index]
