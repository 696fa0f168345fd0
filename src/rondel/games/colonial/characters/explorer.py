"""The Explorer discovers a Territory."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import EXPLORE, ODDS, PLACE_OF, kind_of
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
    VICTORY_PRESTIGE,
    chance_of,
)
from rondel.games.colonial.outlook import EXPLORATION, Course, Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, ChanceStep, Step

CHAPTER: Final = "explorer"
ALL_AREAS: Final = (1 << AREAS) - 1
CHANCES: Final[list[float]] = [chance_of(EXPLORE_DICE, needed) for needed in range(max(EXPLORE_DICE, *DIFFICULTY) + 1)]
"""[successes required]"""


def required(state: Table, seat: int, area: int) -> int:
    """Difficulty less Navigation, and less one for a counter of your own in at least one adjacent Territory."""
    return required_with(state.value(seat, NAVIGATION), state.present[seat], area)


def required_with(navigation: int, present: int, area: int) -> int:
    """The same, with so much Navigation and counters in these Territories."""
    needed = DIFFICULTY[area] - navigation
    return needed - ADJACENCY_BONUS if present & NEIGHBOURS[area] else needed


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
        tokens = state.tokens
        return [EXPLORE[area] for area in range(AREAS) if tokens[area]]

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
            outlook.explore, odds, area = outlook.explorations[0]
            outlook.explore *= outlook.weights[EXPLORATION]
            outlook.explore_spots = odds if SPOTS_OF[area] else 0.0

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        if course.treasury >= EXPLORE_PRICE and outlook.explorations:
            worth, treasury = course.worth + (outlook.explore + early), course.treasury - EXPLORE_PRICE
            spots = course.spots + outlook.explore_spots
            after.improve(outlook, worth, treasury, course.goods, course.borrowed, spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.explore - 0.05

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Explore: self.choose_target}

    def choose_target(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        hopes = Hopes(state, seat)
        return max(choices, key=lambda action: hopes.worth(PLACE_OF[action]) + rng.random() * 0.03)


class Hopes:
    """What a player could make of an exploration, wherever it goes."""

    __slots__ = ("state", "navigation", "present", "further", "new_world", "goal")

    def __init__(self, state: Table, seat: int) -> None:
        self.state = state
        self.navigation = state.value(seat, NAVIGATION)
        self.present = state.present[seat]
        self.further = tour(state, seat)
        self.new_world = self.further != PLAIN and state.new_world == NOBODY  # America is still to be discovered
        self.goal = VICTORY_PRESTIGE - state.prestige[seat] if not state.loans[seat] else NO_GOAL  # Prestige to win by

    def chance(self, area: int) -> float:
        needed = required_with(self.navigation, self.present, area)
        return CHANCES[needed] if needed > 0 else 1.0

    def prize(self, area: int) -> float:
        """What discovering a Territory brings: its tokens, a first, and a place for a Colony."""
        worth = PLAIN_PRIZE[area]
        if self.further == PLAIN:
            return worth
        continent = CONTINENT_OF[area]
        if continent == AMERICA and self.new_world:
            worth += 1
        if self.further and not self.present & CONTINENT_AREAS[continent]:
            worth += self.further
        if SPOT_MASK[area] & SLAVES_SPOTS and not self.state.abolished:
            worth += 0.2
        return worth

    def worth(self, area: int) -> float:
        """What trying to discover a Territory is worth, by its odds; the surest way where that wins the game."""
        odds = self.chance(area)
        worth = odds * self.prize(area)
        found = TOKENS[area]
        if self.new_world and CONTINENT_OF[area] == AMERICA:
            found += 1
        return worth + 10.0 * odds if found >= self.goal else worth


NO_GOAL: Final = 99
"""Nobody wins with a Loan."""
PLAIN_PRIZE: Final[list[float]] = [
    TOKENS[area] + 0.12 * len(SPOTS_OF[area]) - 0.04 * NATIVE_POWER[area] for area in range(AREAS)
]
"""[area] -> what discovering it brings without achievements."""


PLAIN: Final = -1.0
"""There are no achievements in this game."""


def tour(state: Table, seat: int) -> float:
    """What a counter on one more continent is worth, on the way round the world if nobody has been there; or PLAIN."""
    if not state.options["achievements"]:
        return PLAIN
    if state.circumnavigation != NOBODY:
        return 0.0
    continents = state.continents(seat)
    return 0.1 * continents if continents < CONTINENTS - 1 else 1.0


SHORTLIST: Final = 4
"""So many explorations are thought of."""


def targets(state: Table, seat: int) -> list[tuple[float, float, int]]:
    """The explorations most worth trying: (expected Prestige, chance, area), the best first."""
    found: list[tuple[float, float, int]] = []
    hopes = Hopes(state, seat)
    least = -1e9  # of the shortlist, once it is full
    for area in range(AREAS):
        if state.explored >> area & 1:
            continue
        odds = hopes.chance(area)
        worth = odds * hopes.prize(area)
        if worth < least:
            continue
        # The areas come in their order: of equals the later one stands first.
        place = len(found)
        while place and (worth > found[place - 1][0] or (worth == found[place - 1][0] and odds >= found[place - 1][1])):
            place -= 1
        found.insert(place, (worth, odds, area))
        if len(found) > SHORTLIST:
            found.pop()
        if len(found) == SHORTLIST:
            least = found[-1][0]
    return found
