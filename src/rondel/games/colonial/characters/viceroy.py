"""The Viceroy places and moves counters."""

from __future__ import annotations

import random
from typing import Any, Final

from mypy_extensions import i64

from rondel.games.colonial.actions import DONE, MARCH, PLACE, PLACE_OF, kind_of, offer
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.characters.conqueror import counters_for_colony
from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CARD_OF,
    EXPLORER,
    LOGISTICS,
    NEIGHBOURS,
    PLACE_PRICE,
    SEATS,
    SPOT_MASK,
    SPOTS_OF,
    VICEROY,
)
from rondel.games.colonial.outlook import AT_LEISURE, Course, Outlook
from rondel.games.colonial.state import AREA_SET, Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits, count
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, Step

CHAPTER: Final = "viceroy"


def can_place(state: Table, seat: int) -> bool:
    return state.treasury[seat] >= PLACE_PRICE and state.free[seat] > 0


def can_march(state: Table, seat: int) -> bool:
    return any(NEIGHBOURS[area] & state.explored for area in bits(state.present[seat]))


def reach(state: Table, seat: int) -> int:
    """How many counters a player could place with what he has."""
    return min(state.value(seat, LOGISTICS), state.free[seat], state.treasury[seat] // PLACE_PRICE)


class Settle(OwnTurn):
    """Viceroy: up to your Logistics, in any mix, place a counter for one Treasury or move one to an adjacent Territory.

    Only Territories without a Prestige token may be entered. Then it is checked who controls the Resource spots.
    """

    __slots__ = ("left", "touched")
    FIELDS = (("seat", SEAT), ("left", NUMBER), ("touched", AREA_SET))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, left: int, touched: int) -> None:
        super().__init__(seat)
        self.left = left
        self.touched = touched

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        explored = state.explored
        if can_place(state, seat):
            offer(offered, PLACE, 0, explored)
        for start in bits(state.present[seat]):
            offer(offered, MARCH, start * AREAS, NEIGHBOURS[start] & explored)
        if self.touched or not offered:
            offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return PLACE

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        if action == DONE:
            return Reason("nothing-done-yet", {}, CHAPTER)
        if kind == "place":
            area = PLACE_OF[action]
            if not state.explored >> area & 1:
                return Reason("not-explored", {"area": AREA.ids[area]}, CHAPTER)
            if not state.free[seat]:
                return Reason("no-counter", {"seat": seat}, CHAPTER)
            return Reason("too-little-treasury", {"needed": PLACE_PRICE, "treasury": state.treasury[seat]}, CHAPTER)
        if kind == "march":
            start, area = divmod(PLACE_OF[action], AREAS)
            if not state.present[seat] >> start & 1:
                return Reason("no-counter-there", {"area": AREA.ids[start]}, CHAPTER)
            return Reason("not-explored", {"area": AREA.ids[area]}, CHAPTER)
        return None

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        touched = self.touched
        left = self.left - 1
        if action == DONE:
            left = 0
        elif action <= PLACE[-1]:  # the marches follow the placements in the catalogue
            area = PLACE_OF[action]
            state.earn(seat, -PLACE_PRICE, "settlers")
            state.place(seat, area)
            touched |= 1 << area
        else:
            start, area = divmod(PLACE_OF[action], AREAS)
            state.march(seat, start, area)
            touched |= 1 << start | 1 << area
        if left:
            state.replace(Settle(seat, left, touched))
        else:
            state.pop()
            if touched:
                check_control(state, touched, seat, PEACE)


LAST_MARCH: Final = max(MARCH)
assert all(kind_of(action) == "march" for action in range(PLACE[-1] + 1, LAST_MARCH + 1))


class Viceroy(Character):
    NUMBER = VICEROY

    def can_act(self, state: Table, seat: int) -> bool:
        return (bool(state.explored) and can_place(state, seat)) or can_march(state, seat)

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        if not state.explored:
            return Reason("nothing-explored", {}, CHAPTER)
        if not state.free[seat]:
            return Reason("no-counter", {"seat": seat}, CHAPTER)
        return Reason("too-little-treasury", {"needed": PLACE_PRICE, "treasury": state.treasury[seat]}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Settle(seat, state.value(seat, LOGISTICS), 0))

    def now(self, state: Table, seat: int) -> Message:
        return Message("now.viceroy", {"n": state.value(seat, LOGISTICS), "paid": reach(state, seat)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.missing = best_site(state, seat)[1]
        outlook.limit = state.value(seat, LOGISTICS)
        outlook.free_spots = count(state.found & ~state.taken())

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        treasury = course.treasury
        if treasury < PLACE_PRICE:
            return
        spent = treasury if treasury < outlook.limit else outlook.limit
        worth = course.worth + settling_worth(outlook, treasury)
        missing = outlook.missing
        if not missing:
            missing = 1
        if missing < spent:
            spent = missing
        spots = course.spots + float(spent if spent < outlook.free_spots else outlook.free_spots)
        after.improve(outlook, course, worth, AT_LEISURE, treasury - spent, course.goods, course.borrowed, spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return settling_worth(outlook, state.treasury[seat])

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Settle: self.settle}

    def settle(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """Place where a Colony is nearest; keep one Treasury for an Explorer still to come."""
        if state.treasury[seat] > (1 if explorer_to_come(state, seat) else 0):
            nearest = best_site(state, seat)[2]
            if nearest != NOWHERE and PLACE[nearest] in choices:
                return PLACE[nearest]
            for _, _, area in building_sites(state, seat):
                if PLACE[area] in choices:
                    return PLACE[area]
        for action in choices:
            if PLACE[-1] < action <= LAST_MARCH:
                way = PLACE_OF[action]
                if is_idle(state, seat, way // AREAS, way % AREAS):
                    return action
        if DONE in choices:
            return DONE
        return min(choices, key=lambda action: march_cost(state, seat, action))


def settling_worth(outlook: Outlook, treasury: i64) -> float:
    """A Colony nearer, or complete."""
    missing = outlook.missing
    if not missing or treasury <= 0:
        return 0.03
    able = treasury if treasury < outlook.limit else outlook.limit
    return outlook.settled if missing <= able else outlook.settling * float(able) / float(missing)


def explorer_to_come(state: Table, seat: int) -> bool:
    return bool(state.cards_to_come(seat) >> CARD_OF[EXPLORER] & 1)


NEEDED: Final[list[int]] = [max(counters_for_colony(area), len(SPOTS_OF[area])) for area in range(AREAS)]
"""[area] -> counters that a Colony takes where nobody else has any."""
SPOTS_DRAW: Final[list[float]] = [0.4 * len(spots) for spots in SPOTS_OF]
"""[area] -> how much its Resources draw settlers."""
NOWHERE: Final = -1


def shortfall(state: Table, seat: int, area: int) -> int:
    """How many counters are still to be placed in an explored Territory before a Colony can be founded there."""
    needed = NEEDED[area]
    first = area * SEATS
    if SPOTS_OF[area]:
        for other in range(state.seats):
            theirs = state.counter[first + other]
            if theirs >= needed and other != seat:
                needed = theirs + 1
    return needed - state.counter[first + seat]


def rivals(state: Table, seat: int, area: int) -> int:
    """How many opponents have counters in a Territory."""
    number = 0
    for other in range(state.seats):
        if other != seat and state.present[other] >> area & 1:
            number += 1
    return number


def site_cost(area: int, missing: int, opponents: int) -> float:
    return missing + 0.8 * opponents - SPOTS_DRAW[area]


def building_sites(state: Table, seat: int) -> list[tuple[float, int, int]]:
    """Where counters are well placed: (cost, counters missing, area), the best first."""
    found = []
    for area in bits(state.explored & ~state.colonies_at):
        missing = shortfall(state, seat, area)
        if missing > 0:
            found.append((site_cost(area, missing, rivals(state, seat, area)), missing, area))
    found.sort()
    return found


def best_site(state: Table, seat: int) -> tuple[float, int, int]:
    """Where counters are best placed, the first of the `building_sites`; or NOWHERE."""
    least, fewest, best = 0.0, 0, NOWHERE
    sites: i64 = state.explored & ~state.colonies_at
    shared: i64 = 0  # bits of the Territories with counters of opponents
    for other in range(state.seats):
        if other != seat:
            shared |= state.present[other]
    counter = state.counter
    areas: i64 = AREAS
    for area in range(areas):
        if not sites >> area & 1:
            continue
        needed, opponents, first = NEEDED[area], 0, area * SEATS
        mine = counter[first + seat]
        if best != NOWHERE and needed - mine - SPOTS_DRAW[area] > least:
            continue  # rivals could only make it dearer
        if shared >> area & 1:
            for place in range(first, first + state.seats):
                theirs = counter[place]
                if theirs and place != first + seat:
                    opponents += 1
                    if theirs >= needed and SPOT_MASK[area]:
                        needed = theirs + 1
        missing = needed - mine
        if missing > 0:
            cost = site_cost(area, missing, opponents)
            if best == NOWHERE or cost < least or (cost == least and missing < fewest):
                least, fewest, best = cost, missing, area
    return least, fewest, best


def is_idle(state: Table, seat: int, start: int, area: int) -> bool:
    """A counter that nobody needs where it is, and that a Colony next door needs."""
    spare = -shortfall(state, seat, start) if state.colony[start] in (seat, NOBODY) else 0
    return spare > 0 and state.colony[area] == NOBODY and shortfall(state, seat, area) > 0


def march_cost(state: Table, seat: int, action: int) -> float:
    if kind_of(action) == "place":
        return shortfall(state, seat, PLACE_OF[action])
    start = PLACE_OF[action] // AREAS
    return 5 + (5 if state.colony[start] == seat else 0) - state.spare(seat, start)
