"""The Conqueror founds Colonies, or installs a pro-pirate governor."""

from __future__ import annotations

import random
from typing import Any, Final

from mypy_extensions import i64

from rondel.games.colonial import events
from rondel.games.colonial.actions import COLONY, PLACE_OF, PRO_PIRATE, kind_of
from rondel.games.colonial.characters.base import Character, Decision, names
from rondel.games.colonial.components import (
    AREA,
    COLONIES,
    COLONY_PRESTIGE,
    CONQUEROR,
    NATIVE_POWER,
    PIRATE_DIPLOMACY,
    PIRATE_FLEETS,
    SEATS,
    SPOT_MASK,
    SPOTS_OF,
)
from rondel.games.colonial.outlook import EARLY, FOUNDING, Course, Outlook, danger
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits, count
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import NOBODY, Step

CHAPTER: Final = "conqueror"


def counters_for_colony(area: int) -> int:
    return max(1, NATIVE_POWER[area])


def can_found(state: Table, seat: int, area: int) -> bool:
    """Every Resource of the Territory controlled, and at least as many counters as its Native Power."""
    if state.counter[area * SEATS + seat] < counters_for_colony(area):
        return False
    return not SPOT_MASK[area] & ~state.held[seat]


def colony_sites(state: Table, seat: int) -> list[int]:
    sites: list[int] = []
    area: i64 = 0
    areas: i64 = state.present[seat] & ~state.colonies_at
    while areas:
        if areas & 1 and can_found(state, seat, area):
            sites.append(area)
        areas >>= 1
        area += 1
    if sites and count(state.colonies_at) >= COLONIES and state.colonies(seat) >= COLONIES:
        return []
    return sites


def pirate_victims(state: Table, seat: int) -> list[int]:
    """Advanced rule: opponents who have used the Merchant this turn and have a Merchant Fleet to lose."""
    if not state.options["pro-pirate"] or not state.merchants:
        return []
    merchants, found = state.merchants, []
    for other in range(state.seats):
        if merchants >> other & 1 and other != seat and state.fleets[other]:
            found.append(other)
    return found


class Conquer(OwnTurn):
    """Conqueror: found a Colony and gain Prestige; or, advanced rule, install a pro-pirate governor.

    Then each opponent who has already used the Merchant this turn loses a Merchant Fleet, and you lose Diplomacy.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.conquer", {"sites": len(colony_sites(state, seat))})

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = [COLONY[area] for area in colony_sites(state, seat)]
        if pirate_victims(state, seat):
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
            return Reason(code, {}, CHAPTER)
        if kind_of(action) != "found-colony":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area]}
        if not state.explored >> area & 1:
            return Reason("not-explored", where, CHAPTER)
        if state.colony[area] != NOBODY:
            return Reason("colony-stands", {**where, "seat": state.colony[area]}, CHAPTER)
        if state.colonies(seat) >= COLONIES:
            return Reason("no-colony-marker", {"most": COLONIES}, CHAPTER)
        if state.owned(seat, area) != SPOT_MASK[area]:
            return Reason("not-all-resources", where, CHAPTER)
        counters = {"counters": state.counters(seat, area), "needed": counters_for_colony(area)}
        return Reason("too-few-counters", {**where, **counters}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == PRO_PIRATE:
            install_pirates(state, seat)
        else:
            state.found_colony(seat, PLACE_OF[action])
            state.gain_prestige(seat, COLONY_PRESTIGE, "colony")


def install_pirates(state: Table, seat: int) -> None:
    state.emit(events.PRO_PIRATE, seat)
    for other in state.clockwise(seat)[1:]:
        if state.merchants >> other & 1:
            state.lose_fleets(other, min(PIRATE_FLEETS, state.fleets[other]), "pirates")
    state.change_diplomacy(seat, -PIRATE_DIPLOMACY, "pirates")


class Conqueror(Character):
    NUMBER = CONQUEROR

    def can_act(self, state: Table, seat: int) -> bool:
        return bool(colony_sites(state, seat) or pirate_victims(state, seat))

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        if state.colonies(seat) >= COLONIES:
            return Reason("no-colony-marker", {"most": COLONIES}, CHAPTER)
        return Reason("no-colony-site", {}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Conquer(seat))

    def now(self, state: Table, seat: int) -> Message:
        sites = colony_sites(state, seat)
        if sites:
            return Message("now.conqueror", {"areas": names(sites)})
        return Message("now.conqueror-pirates", {"seats": pirate_victims(state, seat)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.colonies = len(colony_sites(state, seat))
        outlook.founding = outlook.weights[FOUNDING] * COLONY_PRESTIGE

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        if outlook.colonies:
            worth = course.worth + (outlook.founding + early)
            after.go_on(outlook, course, worth, EARLY, course.goods)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        if outlook.colonies:
            return float(COLONY_PRESTIGE)
        return 0.15 if pirate_victims(state, seat) and danger(state, seat) else 0.0

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Conquer: self.choose_site}

    def choose_site(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        colonies = [action for action in choices if action != PRO_PIRATE]
        return max(colonies, key=lambda action: len(SPOTS_OF[PLACE_OF[action]])) if colonies else PRO_PIRATE
