"""The Viceroy places and moves counters; the Conqueror founds Colonies; the Governor builds Booming Cities."""

from __future__ import annotations

from rondel.games.colonial import events
from rondel.games.colonial.actions import CITY, COLONY, DONE, MARCH, PLACE, PLACE_OF, PRO_PIRATE, kind_of
from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CITIES,
    CITY_PRESTIGE,
    CITY_PRICE,
    COLONIES,
    COLONY_PRESTIGE,
    LOGISTICS,
    NATIVE_POWER,
    NEIGHBOURS,
    PIRATE_DIPLOMACY,
    PIRATE_FLEETS,
    PLACE_PRICE,
    SEATS,
    SPOT_AREA,
    SPOT_MASK,
    SPOTS,
    SPOTS_OF,
)
from rondel.games.colonial.state import AREA_SET, Table
from rondel.games.colonial.steps.control import PEACE, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Reason
from rondel.kernel.flow import NOBODY

# --- the Viceroy --------------------------------------------------------------------------------------------------


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


def why_no_viceroy(state: Table, seat: int) -> Reason | None:
    if can_march(state, seat) or (state.explored and can_place(state, seat)):
        return None
    if not state.explored:
        return Reason("nothing-explored", {}, "viceroy")
    if not state.free[seat]:
        return Reason("no-counter", {"seat": seat}, "viceroy")
    return Reason("too-little-treasury", {"needed": PLACE_PRICE, "treasury": state.treasury[seat]}, "viceroy")


class Settle(OwnTurn):
    """Viceroy: up to your Logistics, in any mix, place a counter for one Treasury or move one to an adjacent Territory.

    Only Territories without a Prestige token may be entered. Then it is checked who controls the Resource spots.
    """

    __slots__ = ("left", "touched")
    FIELDS = (("seat", SEAT), ("left", NUMBER), ("touched", AREA_SET))
    CHAPTER = "viceroy"

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
            return Reason("nothing-done-yet", {}, "viceroy")
        if kind == "place":
            area = PLACE_OF[action]
            if not state.explored >> area & 1:
                return Reason("not-explored", {"area": AREA.ids[area]}, "viceroy")
            if not state.free[seat]:
                return Reason("no-counter", {"seat": seat}, "viceroy")
            return Reason("too-little-treasury", {"needed": PLACE_PRICE, "treasury": state.treasury[seat]}, "viceroy")
        if kind == "march":
            start, area = divmod(PLACE_OF[action], AREAS)
            if not state.present[seat] >> start & 1:
                return Reason("no-counter-there", {"area": AREA.ids[start]}, "viceroy")
            return Reason("not-explored", {"area": AREA.ids[area]}, "viceroy")
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


def begin_viceroy(state: Table, seat: int) -> None:
    state.push(Settle(seat, state.value(seat, LOGISTICS), 0))


# --- the Conqueror ------------------------------------------------------------------------------------------------


def counters_for_colony(area: int) -> int:
    return max(1, NATIVE_POWER[area])


def can_found(state: Table, seat: int, area: int) -> bool:
    """Every Resource of the Territory controlled, and at least as many counters as its Native Power."""
    if state.counter[area * SEATS + seat] < counters_for_colony(area):
        return False
    return all(state.spot[spot] == seat for spot in SPOTS_OF[area])


def colony_sites(state: Table, seat: int) -> list[int]:
    sites: list[int] = []
    if state.colonies(seat) < COLONIES:
        for area in bits(state.present[seat] & ~state.colonies_at):
            if can_found(state, seat, area):
                sites.append(area)
    return sites


def pirates_would_hurt(state: Table, seat: int) -> bool:
    """Whether an opponent who has used the Merchant this turn has a Merchant Fleet to lose."""
    return any(other != seat and state.merchants >> other & 1 and state.fleets[other] for other in range(state.seats))


def why_no_conquest(state: Table, seat: int) -> Reason | None:
    if colony_sites(state, seat) or (state.options["pro-pirate"] and pirates_would_hurt(state, seat)):
        return None
    if state.colonies(seat) >= COLONIES:
        return Reason("no-colony-marker", {"most": COLONIES}, "conqueror")
    return Reason("no-colony-site", {}, "conqueror")


class Conquer(OwnTurn):
    """Conqueror: found a Colony and gain Prestige; or, advanced rule, install a pro-pirate governor.

    Then each opponent who has already used the Merchant this turn loses a Merchant Fleet, and you lose Diplomacy.
    """

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "conqueror"

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = [COLONY[area] for area in colony_sites(state, seat)]
        if state.options["pro-pirate"] and pirates_would_hurt(state, seat):
            offered.append(PRO_PIRATE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        offered = [COLONY[area] for area in bits(state.present[seat])]
        if state.options["pro-pirate"]:
            offered.append(PRO_PIRATE)
        return offered

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == PRO_PIRATE:
            code = "nobody-shipped" if state.options["pro-pirate"] else "not-in-this-game"
            return Reason(code, {}, "conqueror")
        if kind_of(action) != "found-colony":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area]}
        if not state.explored >> area & 1:
            return Reason("not-explored", where, "conqueror")
        if state.colony[area] != NOBODY:
            return Reason("colony-stands", {**where, "seat": state.colony[area]}, "conqueror")
        if state.colonies(seat) >= COLONIES:
            return Reason("no-colony-marker", {"most": COLONIES}, "conqueror")
        if state.owned(seat, area) != SPOT_MASK[area]:
            return Reason("not-all-resources", where, "conqueror")
        counters = {"counters": state.counters(seat, area), "needed": counters_for_colony(area)}
        return Reason("too-few-counters", {**where, **counters}, "conqueror")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == PRO_PIRATE:
            state.emit(events.PRO_PIRATE, seat)
            for other in state.clockwise(seat)[1:]:
                if state.merchants >> other & 1:
                    state.lose_fleets(other, min(PIRATE_FLEETS, state.fleets[other]), "pirates")
            state.change_diplomacy(seat, -PIRATE_DIPLOMACY, "pirates")
        else:
            state.found_colony(seat, PLACE_OF[action])
            state.gain_prestige(seat, COLONY_PRESTIGE, "colony")


# --- the Governor -------------------------------------------------------------------------------------------------


def city_sites(state: Table, seat: int) -> list[int]:
    """The spots in a player's own Colonies, one city a Territory."""
    if state.city.bit_count() >= CITIES:
        return []
    sites: list[int] = []
    for area in bits(state.colonies_at):
        if state.colony[area] == seat and not state.city & SPOT_MASK[area]:
            sites.extend(SPOTS_OF[area])
    return sites


def why_no_city(state: Table, seat: int) -> Reason | None:
    if state.treasury[seat] < CITY_PRICE:
        return Reason("too-little-treasury", {"needed": CITY_PRICE, "treasury": state.treasury[seat]}, "governor")
    if city_sites(state, seat):
        return None
    return Reason("no-city-left" if state.city.bit_count() >= CITIES else "no-city-site", {"most": CITIES}, "governor")


class BuildCity(OwnTurn):
    """Governor: a Booming City on a Resource spot in a Colony of yours; it yields double, and you gain Prestige."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "governor"

    def kept(self, state: Table, seat: int) -> int:
        return CITY_PRICE

    def offers(self, state: Table, seat: int) -> list[int]:
        return [CITY[spot] for spot in city_sites(state, seat)]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [CITY[spot] for spot in range(SPOTS) if state.spot[spot] == seat]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "build-city":
            return None
        area = SPOT_AREA[PLACE_OF[action]]
        where = {"area": AREA.ids[area]}
        if state.colony[area] != seat:
            return Reason("no-colony-of-yours", where, "governor")
        return Reason("city-stands", where, "governor")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.earn(seat, -CITY_PRICE, "city")
        state.build_city(seat, PLACE_OF[action])
        state.gain_prestige(seat, CITY_PRESTIGE, "city")
