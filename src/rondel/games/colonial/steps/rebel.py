"""The Rebel and the Missionary: Unrest, Missions, rebellions, and domestic Unrest."""

from __future__ import annotations

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    CALM,
    DOMESTIC,
    MISSION,
    ODDS,
    PLACE_OF,
    REBELLION,
    REMOVE_MISSION,
    STRONG_REBELLION,
    UNREST,
    kind_of,
)
from rondel.games.colonial.components import AREA, NATIVE_POWER, REBEL_DICE, STRONG_REBEL_DIPLOMACY
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.control import WAR, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.games.colonial.steps.losses import Casualties
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT, Reason
from rondel.kernel.flow import ChanceStep, Step

# --- the Rebel ----------------------------------------------------------------------------------------------------


def opponents_at(state: Table, seat: int) -> int:
    """Bits of the Territories in which an opponent has a counter."""
    found = 0
    for other in range(state.seats):
        if other != seat:
            found |= state.present[other]
    return found


def anybody_at(state: Table) -> int:
    found = 0
    for seat in range(state.seats):
        found |= state.present[seat]
    return found


def is_weak(state: Table, seat: int, other: int) -> bool:
    """Whether an opponent has a Loan or a strictly lower Diplomacy."""
    return bool(state.loans[other]) or state.diplomacy[other] < state.diplomacy[seat]


def domestic_targets(state: Table, seat: int) -> list[int]:
    """The weak opponents, as long as there is a marker."""
    if not state.markers:
        return []
    return [other for other in range(state.seats) if other != seat and is_weak(state, seat, other)]


def why_no_rebel(state: Table, seat: int) -> Reason | None:
    if state.mission or domestic_targets(state, seat):
        return None
    if state.markers and opponents_at(state, seat) & ~state.mission:
        return None
    for area in bits(anybody_at(state)):
        if state.area_unrest[area]:
            return None
    weak = any(is_weak(state, seat, other) for other in range(state.seats) if other != seat)
    if not state.markers and (weak or opponents_at(state, seat)):
        return Reason("no-marker", {}, "rebel")
    return Reason("nothing-to-stir", {}, "rebel")


class Rebel(OwnTurn):
    """Rebel: one of four. Add Unrest where an opponent has a counter and no Mission stands; remove a Mission anywhere;
    spark a rebellion where there is Unrest and no Mission; or add Unrest to the Nation board of an opponent who has a
    Loan or a lower Diplomacy than you.
    """

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "rebel"

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        mission = state.mission
        theirs = opponents_at(state, seat) & ~mission
        if state.markers:
            for area in bits(theirs):
                offered.append(UNREST[area])
        for area in bits(mission):
            offered.append(REMOVE_MISSION[area])
        for area in bits((theirs | state.present[seat]) & ~mission):
            if state.area_unrest[area]:
                offered.append(REBELLION[area])
        if state.markers and state.options["strong-rebel"]:
            for area in bits(theirs):
                offered.append(STRONG_REBELLION[area])
        for other in domestic_targets(state, seat):
            offered.append(DOMESTIC[other])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        theirs = bits(anybody_at(state))
        domestic = [DOMESTIC[other] for other in range(state.seats) if other != seat]
        return [UNREST[area] for area in theirs] + [REBELLION[area] for area in theirs] + domestic

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        if kind == "domestic-unrest":
            other = PLACE_OF[action]
            if other == seat or other >= state.seats:
                return Reason("not-an-opponent", {}, "rebel")
            if not state.markers:
                return Reason("no-marker", {}, "rebel")
            levels = {"seat": other, "theirs": state.diplomacy[other], "yours": state.diplomacy[seat]}
            return Reason("no-domestic-target", levels, "rebel")
        if kind not in ("stir-unrest", "remove-mission", "spark-rebellion", "strong-rebellion"):
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area]}
        if kind == "remove-mission":
            return Reason("no-mission", where, "rebel")
        if state.mission >> area & 1:
            return Reason("mission-protects", where, "rebel")
        if kind == "strong-rebellion" and not state.options["strong-rebel"]:
            return Reason("not-in-this-game", {}, "rebel")
        if kind == "spark-rebellion":
            return (
                Reason("no-unrest", where, "rebel")
                if not state.area_unrest[area]
                else Reason("nobody-there", where, "rebel")
            )
        if not opponents_at(state, seat) >> area & 1:
            return Reason("no-opponent-there", where, "rebel")
        return Reason("no-marker", {}, "rebel")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        place = PLACE_OF[action]
        kind = kind_of(action)
        state.pop()
        if kind == "stir-unrest":
            state.add_unrest(seat, place)
        elif kind == "remove-mission":
            state.remove_mission(seat, place)
        elif kind == "domestic-unrest":
            state.add_domestic_unrest(place, 1, "rebel")
        else:
            if kind == "strong-rebellion":
                state.add_unrest(seat, place)
                state.change_diplomacy(seat, -STRONG_REBEL_DIPLOMACY, "rebellion")
                state.embargo |= 1 << seat
                state.emit(events.EMBARGO, seat)
            state.push(RebellionRoll(seat, place))


def rebellion_dice(state: Table, area: int) -> int:
    """One die for each Unrest and each point of Native Power, ten at most."""
    return min(REBEL_DICE, state.area_unrest[area] + NATIVE_POWER[area])


class RebellionRoll(ChanceStep[Table]):
    """A rebellion rolls a die for each Unrest and each Native Power; each success removes a counter there."""

    __slots__ = ("seat", "area")
    FIELDS = (("seat", SEAT), ("area", AREA))
    CHAPTER = "rebel"

    def __init__(self, seat: int, area: int) -> None:
        self.seat = seat
        self.area = area

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[rebellion_dice(state, self.area)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        state.rolled(self.seat, rebellion_dice(state, self.area), hits, "rebellion")
        state.replace(RebellionOver(self.seat, self.area))
        if hits:
            state.push(Casualties(self.seat, self.area, (1 << state.seats) - 1, hits))


class RebellionOver(Step[Table]):
    """When the victims are removed, all Unrest there is removed too, and control is checked at no cost."""

    __slots__ = ("seat", "area")
    FIELDS = (("seat", SEAT), ("area", AREA))
    CHAPTER = "rebel"

    def __init__(self, seat: int, area: int) -> None:
        self.seat = seat
        self.area = area

    def run(self, state: Table) -> None:
        state.pop()
        state.clear_unrest(self.area)
        check_control(state, 1 << self.area, self.seat, WAR)


# --- the Missionary -----------------------------------------------------------------------------------------------


def why_no_missionary(state: Table, seat: int) -> Reason | None:
    mine = state.present[seat]
    if not mine:
        return Reason("nobody-abroad", {}, "missionary")
    if state.markers and mine & ~state.mission:
        return None
    for area in bits(mine):
        if state.area_unrest[area]:
            return None
    return Reason("no-mission-needed" if state.markers else "no-marker", {}, "missionary")


class Convert(OwnTurn):
    """Missionary: where you have a counter, remove all Unrest or, if there is none, place a Mission.

    While a Mission stands, no Unrest is added and no rebellion sparked there.
    """

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "missionary"

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        for area in bits(state.present[seat]):
            if state.area_unrest[area]:
                offered.append(CALM[area])
            elif state.markers and not state.mission >> area & 1:
                offered.append(MISSION[area])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [MISSION[area] for area in bits(state.present[seat])]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        if kind != "calm" and kind != "place-mission":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area]}
        if not state.present[seat] >> area & 1:
            return Reason("no-counter-there", where, "missionary")
        if kind == "calm":
            return Reason("no-unrest", where, "missionary")
        if state.area_unrest[area]:
            return Reason("unrest-first", where, "missionary")
        if state.mission >> area & 1:
            return Reason("mission-stands", where, "missionary")
        return Reason("no-marker", {}, "missionary")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        area = PLACE_OF[action]
        state.pop()
        if state.area_unrest[area]:
            state.clear_unrest(area)
        else:
            state.place_mission(seat, area)
