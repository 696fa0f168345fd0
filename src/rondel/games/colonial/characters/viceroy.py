"""The Viceroy places and moves counters."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial.actions import DONE, MARCH, PLACE, PLACE_OF, kind_of
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.characters.conqueror import counters_for_colony
from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CARD_CHARACTERS,
    CARDS,
    EXPLORER,
    LOGISTICS,
    NEIGHBOURS,
    PLACE_PRICE,
    SEATS,
    SPOT_AREA,
    SPOTS,
    SPOTS_OF,
    VICEROY,
)
from rondel.games.colonial.outlook import SETTLED, SETTLING, Course, Outlook
from rondel.games.colonial.state import AREA_SET, Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, Step

CHAPTER: Final = "viceroy"


def can_place(state: Table, seat: int) -> bool:
    return state.treasury[seat] >= PLACE_PRICE and state.free[seat] > 0


def can_march(state: Table, seat: int) -> bool:
    mine = state.present[seat]
    while mine:
        low = mine & -mine
        if NEIGHBOURS[low.bit_length() - 1] & state.explored:
            return True
        mine ^= low
    return False


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
            for area in bits(explored):
                offered.append(PLACE[area])
        for start in bits(state.present[seat]):
            for area in bits(NEIGHBOURS[start] & explored):
                offered.append(MARCH[start * AREAS + area])
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
        elif action <= PLACE[-1]:  # the placements stand before the marches in the catalogue
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


assert min(action for action in MARCH if action >= 0) > PLACE[-1]


class Viceroy(Character):
    NUMBER = VICEROY

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if can_march(state, seat) or (state.explored and can_place(state, seat)):
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
        outlook.sites = building_sites(state, seat)
        outlook.limit = state.value(seat, LOGISTICS)
        for spot in range(SPOTS):
            if state.spot[spot] == NOBODY and state.explored >> SPOT_AREA[spot] & 1:
                outlook.free_spots += 1

    def planned(self, outlook: Outlook, course: Course, place: int) -> Course | None:
        if course.treasury < PLACE_PRICE:
            return None
        spent = min(outlook.limit, course.treasury, outlook.sites[0][1] if outlook.sites else 1)
        after = course.plus(settling_worth(outlook, course.treasury), -spent)
        after.spots += min(spent, outlook.free_spots)
        return after

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return settling_worth(outlook, state.treasury[seat])

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Settle: self.settle}

    def settle(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """Place where a Colony is nearest; keep one Treasury for an Explorer still to come."""
        if state.treasury[seat] > (1 if explorer_to_come(state, seat) else 0):
            for _, _, area in building_sites(state, seat):
                if PLACE[area] in choices:
                    return PLACE[area]
        for action in choices:
            if kind_of(action) == "march" and is_idle(state, seat, *divmod(PLACE_OF[action], AREAS)):
                return action
        if DONE in choices:
            return DONE
        return min(choices, key=lambda action: march_cost(state, seat, action))


def settling_worth(outlook: Outlook, treasury: int) -> float:
    """A Colony nearer, or complete."""
    if not outlook.sites or treasury <= 0:
        return 0.03
    able = min(outlook.limit, treasury)
    missing = outlook.sites[0][1]
    w = outlook.weights
    return w[SETTLED] if missing <= able else w[SETTLING] * able / missing


def explorer_to_come(state: Table, seat: int) -> bool:
    later = state.cards_to_come(seat)
    return any(later >> card & 1 and EXPLORER in CARD_CHARACTERS[card] for card in range(CARDS))


def shortfall(state: Table, seat: int, area: int) -> int:
    """How many counters are still to be placed in an explored Territory before a Colony can be founded there."""
    mine = state.counter[area * SEATS + seat]
    needed = counters_for_colony(area)
    for other in range(state.seats):
        if other != seat and state.counter[area * SEATS + other] and SPOTS_OF[area]:
            needed = max(needed, state.counter[area * SEATS + other] + 1, len(SPOTS_OF[area]))
    return max(needed, len(SPOTS_OF[area])) - mine


def building_sites(state: Table, seat: int) -> list[tuple[float, int, int]]:
    """Where counters are best placed: (cost, counters missing, area), the best first."""
    found = []
    for area in bits(state.explored & ~state.colonies_at):
        missing = shortfall(state, seat, area)
        if missing <= 0:
            continue
        rivals = sum(1 for other in range(state.seats) if other != seat and state.counter[area * SEATS + other])
        cost = missing + 0.8 * rivals - 0.4 * len(SPOTS_OF[area])
        found.append((cost, missing, area))
    found.sort()
    return found


def is_idle(state: Table, seat: int, start: int, area: int) -> bool:
    """A counter that nobody needs where it is, and that a Colony next door needs."""
    spare = -shortfall(state, seat, start) if state.colony[start] in (seat, NOBODY) else 0
    return spare > 0 and state.colony[area] == NOBODY and shortfall(state, seat, area) > 0


def march_cost(state: Table, seat: int, action: int) -> float:
    if kind_of(action) == "place":
        return shortfall(state, seat, PLACE_OF[action])
    start = PLACE_OF[action] // AREAS
    return 5 + (5 if state.colony[start] == seat else 0) - state.spare(seat, start)
