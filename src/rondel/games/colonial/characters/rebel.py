"""The Rebel: Unrest abroad and at home, Missions removed, rebellions."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    DOMESTIC,
    ODDS,
    PLACE_OF,
    REBELLION,
    REMOVE_MISSION,
    STRONG_REBELLION,
    UNREST,
    kind_of,
    offer,
)
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.components import (
    AREA,
    NATIVE_POWER,
    REBEL,
    REBEL_DICE,
    REVOLUTION,
    SEATS,
    STRONG_REBEL_DIPLOMACY,
)
from rondel.games.colonial.outlook import AT_LEISURE, REBELS, Course, Outlook, danger
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.control import WAR, check_control
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.games.colonial.steps.losses import Casualties
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, ChanceStep, Step

CHAPTER: Final = "rebel"


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


class Stir(OwnTurn):
    """Rebel: one of four. Add Unrest where an opponent has a counter and no Mission stands; remove a Mission anywhere;
    spark a rebellion where there is Unrest and no Mission; or add Unrest to the Nation board of an opponent who has a
    Loan or a lower Diplomacy than you.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        mission = state.mission
        theirs = opponents_at(state, seat) & ~mission
        if state.markers:
            offer(offered, UNREST, 0, theirs)
        offer(offered, REMOVE_MISSION, 0, mission)
        for area in bits((theirs | state.present[seat]) & ~mission):
            if state.area_unrest[area]:
                offered.append(REBELLION[area])
        if state.markers and state.options["strong-rebel"]:
            offer(offered, STRONG_REBELLION, 0, theirs)
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
                return Reason("not-an-opponent", {}, CHAPTER)
            if not state.markers:
                return Reason("no-marker", {}, CHAPTER)
            levels = {"seat": other, "theirs": state.diplomacy[other], "yours": state.diplomacy[seat]}
            return Reason("no-domestic-target", levels, CHAPTER)
        if kind not in ("stir-unrest", "remove-mission", "spark-rebellion", "strong-rebellion"):
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area]}
        if kind == "remove-mission":
            return Reason("no-mission", where, CHAPTER)
        if state.mission >> area & 1:
            return Reason("mission-protects", where, CHAPTER)
        if kind == "strong-rebellion" and not state.options["strong-rebel"]:
            return Reason("not-in-this-game", {}, CHAPTER)
        if kind == "spark-rebellion":
            return (
                Reason("no-unrest", where, CHAPTER)
                if not state.area_unrest[area]
                else Reason("nobody-there", where, CHAPTER)
            )
        if not opponents_at(state, seat) >> area & 1:
            return Reason("no-opponent-there", where, CHAPTER)
        return Reason("no-marker", {}, CHAPTER)

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
    CHAPTER = CHAPTER

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

    def thrower(self, state: Table) -> int:
        return self.seat

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]


class RebellionOver(Step[Table]):
    """When the victims are removed, all Unrest there is removed too, and control is checked at no cost."""

    __slots__ = ("seat", "area")
    FIELDS = (("seat", SEAT), ("area", AREA))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, area: int) -> None:
        self.seat = seat
        self.area = area

    def run(self, state: Table) -> None:
        state.pop()
        state.clear_unrest(self.area)
        check_control(state, 1 << self.area, self.seat, WAR)


class Rebel(Character):
    NUMBER = REBEL

    def can_act(self, state: Table, seat: int) -> bool:
        if state.mission or (state.markers and opponents_at(state, seat)) or domestic_targets(state, seat):
            return True
        return any(state.area_unrest[area] for area in bits(anybody_at(state)))

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        weak = any(is_weak(state, seat, other) for other in range(state.seats) if other != seat)
        if not state.markers and (weak or opponents_at(state, seat)):
            return Reason("no-marker", {}, CHAPTER)
        return Reason("nothing-to-stir", {}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Stir(seat))

    def now(self, state: Table, seat: int) -> Message:
        victims = domestic_targets(state, seat)
        return Message("now.rebel", {"seats": victims}) if victims else Message("now.rebel-abroad", {})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        """The best trouble at home; abroad there is always a little to stir."""
        peril = danger(state, seat)
        best = 0.04 + 0.2 * peril
        for other in domestic_targets(state, seat):
            worth = unrest_worth(state, seat, other, peril)
            if worth > best:
                best = worth
        outlook.rebel = best * outlook.weights[REBELS]

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        worth = course.worth + outlook.rebel
        after.go_on(outlook, course, worth, AT_LEISURE, course.goods)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.rebel

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Stir: self.stir}

    def stir(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """Trouble for whoever is ahead: first at home, then in his Colonies."""
        best, most = choices[0], -1e9
        peril = danger(state, seat)
        for action in choices:
            place = PLACE_OF[action]
            if FIRST_DOMESTIC <= action <= LAST_DOMESTIC:
                worth = 6 * unrest_worth(state, seat, place, peril) + rng.random() * 0.05
            elif FIRST_REMOVAL <= action <= LAST_REMOVAL:
                worth = 0.1 if not state.present[seat] >> place & 1 else -2.0
            else:
                worth = trouble(state, seat, place, not FIRST_UNREST <= action <= LAST_UNREST)
            if worth > most:
                best, most = action, worth
        return best


FIRST_UNREST: Final = UNREST[0]
LAST_UNREST: Final = UNREST[-1]
FIRST_REMOVAL: Final = REMOVE_MISSION[0]
LAST_REMOVAL: Final = REMOVE_MISSION[-1]
FIRST_DOMESTIC: Final = DOMESTIC[0]
LAST_DOMESTIC: Final = DOMESTIC[-1]


def unrest_worth(state: Table, seat: int, other: int, peril: float) -> float:
    """What a marker on an opponent's Nation board is worth: most against a leader on the brink of revolution.

    `peril`: how near the best opponent is to winning.
    """
    lead = state.prestige[other] - state.prestige[seat]
    near = 0.1 * min(state.unrest[other], REVOLUTION - 1)
    return max(0.0, 0.04 + 0.05 * lead + (near if lead >= 0 else 0.0)) + 0.05 * peril * max(0, lead)


def trouble(state: Table, seat: int, area: int, rebellion: bool) -> float:
    """What Unrest or a rebellion in a Territory is worth: it hurts those who are there, and us if we are."""
    owner = state.colony[area]
    counter, prestige = state.counter, state.prestige
    theirs, first = 0, area * SEATS
    for other in range(state.seats):
        there = counter[first + other]
        if there and other != seat:
            theirs += prestige[other] * there
    worth = 0.05 * theirs - 0.6 * counter[first + seat] - (5 if owner == seat else 0)
    if rebellion:
        worth += 0.6 * state.area_unrest[area] + (1.0 if owner not in (seat, NOBODY) else 0.0)
    return worth
