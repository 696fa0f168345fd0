"""The Explorer discovers a Territory."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from rondel.games.colonial import events
from rondel.games.colonial.actions import EXPLORE, ODDS, PLACE_OF, kind_of, offer
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.components import (
    ADJACENCY_BONUS,
    AMERICA,
    AREA,
    AREAS,
    CONTINENT_AREAS,
    CONTINENT_OF,
    CONTINENTS,
    DIFFICULTY,
    EXPLORE_DICE,
    EXPLORE_PRICE,
    EXPLORER,
    NATIVE_POWER,
    NAVIGATION,
    NEIGHBOURS,
    NEW_WORLD_PRESTIGE,
    SLAVES_SPOTS,
    SPOT_MASK,
    SPOTS_OF,
    TOKENS,
    TRACK_VALUE,
    VICTORY_PRESTIGE,
    chance_of,
)
from rondel.games.colonial.outlook import EARLY, EXPLORATION, Course, Find, Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, ChanceStep, Step

CHAPTER: Final = "explorer"
ALL_AREAS: Final = (1 << AREAS) - 1
CHANCES: Final[list[float]] = [chance_of(EXPLORE_DICE, needed) for needed in range(max(EXPLORE_DICE, *DIFFICULTY) + 1)]
"""[successes required]"""
CHANCES_WITH: Final[list[list[float]]] = [
    [CHANCES[max(0, difficulty - less)] for difficulty in DIFFICULTY]
    for less in range(max(TRACK_VALUE) + ADJACENCY_BONUS + 2)
]
"""[what makes it less difficult][area] -> the chance of an exploration"""


def required(state: Table, seat: int, area: int) -> int:
    """Difficulty less Navigation, and less one for a counter of your own in at least one adjacent Territory."""
    needed = DIFFICULTY[area] - state.value(seat, NAVIGATION)
    return needed - ADJACENCY_BONUS if state.present[seat] & NEIGHBOURS[area] else needed


def chance(state: Table, seat: int, area: int) -> float:
    """The chance of an exploration; nothing is rolled where nothing is required."""
    return CHANCES[max(0, required(state, seat, area))]


def percent(state: Table, seat: int, area: int) -> int:
    return round(100 * chance(state, seat, area))


def best_explorations(state: Table, seat: int) -> list[int]:
    """The unexplored Territories, the likeliest first; of equals those with more tokens."""
    areas = [area for area in range(AREAS) if state.tokens[area]]
    return sorted(areas, key=lambda area: 2 * max(0, required(state, seat, area)) - state.tokens[area])


class Explore(OwnTurn):
    """Explorer: choose a Territory with a Prestige token, however far, and commit one Treasury as the expedition."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def kept(self, state: Table, seat: int) -> int:
        return EXPLORE_PRICE

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        offer(offered, EXPLORE, 0, ALL_AREAS & ~state.explored)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return EXPLORE

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.explore", {"price": EXPLORE_PRICE})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "explore":
            return None
        return Reason("already-explored", {"area": AREA.ids[PLACE_OF[action]]}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        area = PLACE_OF[action]
        state.pop()
        state.earn(seat, -EXPLORE_PRICE, "expedition")
        needed = required(state, seat, area)
        if needed <= 0:
            discover(state, seat, area, 0, needed)
        else:
            state.push(ExplorationRoll(seat, area, needed))


class ExplorationRoll(ChanceStep[Table]):
    """Ten Success dice are rolled; as many successes as required discover the Territory, fewer lose the expedition."""

    __slots__ = ("seat", "area", "required")
    FIELDS = (("seat", SEAT), ("area", AREA), ("required", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, area: int, required: int) -> None:
        self.seat = seat
        self.area = area
        self.required = required

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[EXPLORE_DICE]

    def awaited(self, state: Table) -> Message:
        where = {"seat": self.seat, "area": AREA.ids[self.area], "required": self.required}
        return Message("waiting.exploration-roll", where)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        state.pop()
        state.rolled(self.seat, EXPLORE_DICE, hits, "exploration")
        if hits >= self.required:
            discover(state, self.seat, self.area, hits, self.required)
        elif state.events is not None:
            state.emit(events.EXPLORATION_FAILED, self.seat, self.area, hits, self.required)

    def thrower(self, state: Table) -> int:
        return self.seat

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]


def discover(state: Table, seat: int, area: int, hits: int, needed: int) -> None:
    """Take all Prestige tokens of the Territory; the expedition becomes a counter there, on a free spot of your choice.

    The first exploration of an American Territory earns special Prestige.
    """
    if state.events is not None:
        state.emit(events.EXPLORED, seat, area, hits, needed)
    state.take_tokens(seat, area)
    if is_new_world(state, area):
        state.new_world = seat
        state.gain_prestige(seat, NEW_WORLD_PRESTIGE, "new-world")
    state.place(seat, area)
    check_control(state, 1 << area, seat, PEACE)


def is_new_world(state: Table, area: int) -> bool:
    """Whether discovering this Territory would be discovering America."""
    return CONTINENT_OF[area] == AMERICA and state.new_world == NOBODY and bool(state.options["achievements"])


class Explorer(Character):
    NUMBER = EXPLORER

    def can_act(self, state: Table, seat: int) -> bool:
        return state.explored != ALL_AREAS and state.treasury[seat] >= EXPLORE_PRICE and state.free[seat] > 0

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if state.explored == ALL_AREAS:
            return Reason("all-explored", {}, CHAPTER)
        if state.treasury[seat] < EXPLORE_PRICE:
            return Reason("too-little-treasury", {"needed": EXPLORE_PRICE, "treasury": state.treasury[seat]}, CHAPTER)
        if not state.free[seat]:
            return Reason("no-counter", {"seat": seat}, CHAPTER)
        return None

    def act(self, state: Table, seat: int) -> None:
        state.push(Explore(seat))

    def now(self, state: Table, seat: int) -> Message:
        best = best_explorations(state, seat)[0]
        return Message("now.explorer", {"area": AREA.ids[best], "percent": percent(state, seat, best)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.explorations = targets(state, seat)
        if outlook.explorations:
            best = outlook.explorations[0]
            outlook.explore = best.worth * outlook.weights[EXPLORATION]
            outlook.explore_spots = best.odds if SPOT_MASK[best.area] else 0.0

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        treasury = course.treasury - EXPLORE_PRICE
        if treasury >= 0 and outlook.explorations:
            worth = course.worth + (outlook.explore + early)
            spots = course.spots + outlook.explore_spots
            after.improve(outlook, course, worth, EARLY, treasury, course.goods, course.borrowed, spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.explore - 0.05

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Explore: self.choose_target}

    def choose_target(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        hopes = Hopes(state, seat)
        return max(choices, key=lambda action: hopes.worth(PLACE_OF[action]) + rng.random() * 0.03)


@final
class Hopes:
    """What a player could make of an exploration, wherever it goes."""

    __slots__ = ("navigation", "near", "far", "beside", "goal", "america", "slaves", "fresh", "further")

    def __init__(self, state: Table, seat: int) -> None:
        self.navigation = state.value(seat, NAVIGATION)
        self.far: list[float] = CHANCES_WITH[self.navigation]  # [area] the chance
        self.near: list[float] = CHANCES_WITH[self.navigation + ADJACENCY_BONUS]  # the same next to own counters
        beside: i64 = 0
        present: i64 = state.present[seat]
        areas: i64 = AREAS
        for area in range(areas):
            if present >> area & 1:
                beside |= NEIGHBOURS[area]
        self.beside: i64 = beside  # bits of the Territories that are
        # Prestige to win by
        self.goal: i64 = VICTORY_PRESTIGE - state.prestige[seat] if not state.loans[seat] else NO_GOAL
        self.america: i64 = 0  # bits of its Territories, while it is still to be discovered
        self.slaves: i64 = 0  # bits of the Territories where they are, while they are traded
        self.fresh: i64 = 0  # bits of the Territories of continents where he is not, if nobody has been round the world
        self.further: float = 0.0  # what a counter on one of these continents is worth
        if not state.options["achievements"]:
            return
        if state.new_world == NOBODY:
            self.america = CONTINENT_AREAS[AMERICA]
        if not state.abolished:
            self.slaves = SLAVES_AREAS
        if state.circumnavigation == NOBODY:
            continents = 0
            for continent in CONTINENT_AREAS:
                if present & continent:
                    continents += 1
                else:
                    self.fresh |= continent
            self.further = 0.1 * continents if continents < CONTINENTS - 1 else 1.0

    def chance(self, area: i64) -> float:
        return self.near[area] if self.beside >> area & 1 else self.far[area]

    def better_chance(self, area: i64) -> float:
        """The same with one more level of Navigation."""
        bonus = ADJACENCY_BONUS if self.beside >> area & 1 else 0
        return CHANCES_WITH[self.navigation + 1 + bonus][area]

    def prize(self, area: i64) -> float:
        """What discovering a Territory brings: its tokens, a first, and a place for a Colony."""
        worth = PLAIN_PRIZE[area]
        if self.america >> area & 1:
            worth += 1.0
        if self.fresh >> area & 1:
            worth += self.further
        if self.slaves >> area & 1:
            worth += 0.2
        return worth

    def worth(self, area: i64) -> float:
        """What trying to discover a Territory is worth, by its odds; the surest way where that wins the game."""
        odds = self.chance(area)
        worth = odds * self.prize(area)
        if self.goal > MOST_FOUND:
            return worth
        found: i64 = TOKENS[area]
        if self.america >> area & 1:
            found += 1
        return worth + 10.0 * odds if found >= self.goal else worth


NO_GOAL: Final = 99
"""Nobody wins with a Loan."""
MOST_FOUND: Final = max(TOKENS) + 1
"""So much Prestige an exploration brings at most: the tokens, and America."""
PLAIN_PRIZE: Final[list[float]] = [
    TOKENS[area] + 0.12 * len(SPOTS_OF[area]) - 0.04 * NATIVE_POWER[area] for area in range(AREAS)
]
"""[area] -> what discovering it brings without achievements."""


SLAVES_AREAS: Final = sum(1 << area for area in range(AREAS) if SPOT_MASK[area] & SLAVES_SPOTS)
"""Bits of the Territories with Slaves."""


SHORTLIST: Final = 4
"""So many explorations are thought of."""


EASIEST: Final[list[int]] = sorted(range(AREAS), key=lambda area: -PLAIN_PRIZE[area] * CHANCES_WITH[2][area])
"""The Territories, those first that promise most: once they are on the shortlist, most others need not be."""


MOST_KEPT: Final = 16384
"""So many shortlists are kept, some ten megabytes of them, before they are forgotten."""
_kept: Final[dict[tuple[int, int, int], list[Find]]] = {}


def targets(state: Table, seat: int) -> list[Find]:
    """The explorations most worth trying, the best first; of equals the likelier, then the later Territory.

    They hang on little that changes, and in games that a search plays out most positions come again: they are kept, and
    must not be changed.
    """
    firsts = 0
    if state.options["achievements"]:
        firsts = 8 if state.abolished else 9
        if state.new_world == NOBODY:
            firsts |= 2
        if state.circumnavigation == NOBODY:
            firsts |= 4
    key = (state.present[seat], state.explored, state.value(seat, NAVIGATION) << 4 | firsts)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = _shortlist(state, seat)
    return found


def _shortlist(state: Table, seat: int) -> list[Find]:
    found: list[Find] = []
    hopes = Hopes(state, seat)
    least = -1e9  # of the shortlist, once it is full
    explored: i64 = state.explored
    near, far, beside = hopes.near, hopes.far, hopes.beside
    for number in EASIEST:
        area: i64 = number
        if explored >> area & 1:
            continue
        odds = near[area] if beside >> area & 1 else far[area]
        worth = odds * hopes.prize(area)
        if worth < least:
            continue
        place = len(found)
        while place:
            before = found[place - 1]
            if worth < before.worth:
                break
            if worth == before.worth and (odds < before.odds or (odds == before.odds and area < before.area)):
                break
            place -= 1
        found.insert(place, Find(worth, odds, area))
        if len(found) > SHORTLIST:
            found.pop()
        if len(found) == SHORTLIST:
            least = found[-1].worth
    for find in found:
        find.steering = (hopes.better_chance(find.area) - find.odds) * hopes.prize(find.area)
    return found
