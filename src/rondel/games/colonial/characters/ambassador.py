"""The Ambassador raises a player's Diplomacy and calms his own nation."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import BRING, PLACE_OF, RAISE, SOOTHE, kind_of
from rondel.games.colonial.characters.base import Character, Decision, last_choice
from rondel.games.colonial.components import (
    AMBASSADOR,
    AMBASSADOR_DIPLOMACY,
    AMBASSADOR_UNREST,
    DIPLOMACY_MOST,
    LOGISTICS,
    REVOLUTION,
    SLAVES_SPOTS,
    SPOT_MASK,
)
from rondel.games.colonial.outlook import AT_LEISURE, ENVOY, Course, Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "ambassador"


def most_brought(state: Table, seat: int) -> int:
    """Option: one Good from each Territory with a Resource where he has a counter, up to his Logistics."""
    sources = 0
    for area in bits(state.present[seat]):
        spots = SPOT_MASK[area] & ~SLAVES_SPOTS if state.abolished else SPOT_MASK[area]
        if spots:
            sources += 1
    return min(sources, state.value(seat, LOGISTICS), state.free[seat])


class Negotiate(OwnTurn):
    """Ambassador: raise the Diplomacy of any one player by one, and remove one Unrest from your own Nation board."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = [RAISE[other] for other in range(state.seats) if state.diplomacy[other] < DIPLOMACY_MOST]
        return offered or [SOOTHE]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return RAISE[: state.seats]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == SOOTHE:
            return Reason("raise-somebody", {}, CHAPTER)
        if kind_of(action) != "raise-diplomacy":
            return None
        if PLACE_OF[action] >= state.seats:
            return Reason("no-such-player", {}, CHAPTER)
        return Reason("diplomacy-at-top", {"seat": PLACE_OF[action], "most": DIPLOMACY_MOST}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != SOOTHE:
            state.change_diplomacy(PLACE_OF[action], AMBASSADOR_DIPLOMACY, "ambassador")
        state.calm_nation(seat, AMBASSADOR_UNREST)
        if state.options["active-ambassador"] and most_brought(state, seat):
            state.push(BringGoods(seat))


class BringGoods(OwnTurn):
    """Option: the Ambassador also brings Goods to Market from Territories with his counters, up to his Logistics."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        return BRING[: most_brought(state, seat) + 1]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "bring-goods":
            return None
        return Reason("too-many-goods", {"most": most_brought(state, seat)}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        number = PLACE_OF[action]
        if number:
            state.bring_goods(seat, number)
            state.emit(events.GOODS_BROUGHT, seat, number)


class Ambassador(Character):
    NUMBER = AMBASSADOR

    def can_act(self, state: Table, seat: int) -> bool:
        if state.unrest[seat] and AMBASSADOR_UNREST:
            return True
        for other in range(state.seats):
            if state.diplomacy[other] < DIPLOMACY_MOST:
                return True
        return bool(state.options["active-ambassador"] and most_brought(state, seat))

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        return Reason("diplomacy-complete", {"most": DIPLOMACY_MOST}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Negotiate(seat))

    def now(self, state: Table, seat: int) -> Message:
        markers = state.unrest[seat]
        level = {"level": state.diplomacy[seat], "most": DIPLOMACY_MOST, "markers": markers}
        return Message("now.ambassador-calm" if markers else "now.ambassador", level)

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.ambassador = 0.08 + 0.06 * (3 - min(3, state.diplomacy[seat]))
        if state.unrest[seat] >= REVOLUTION - 1:
            outlook.ambassador += 0.9
        else:
            outlook.ambassador += 0.1 * state.unrest[seat]
        outlook.ambassador *= outlook.weights[ENVOY]

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        worth = course.worth + outlook.ambassador
        after.go_on(outlook, course, worth, AT_LEISURE, course.goods)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.ambassador

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Negotiate: self.negotiate, BringGoods: last_choice}

    def negotiate(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """Our own Diplomacy; if that is complete, that of whoever is last and will be no danger."""
        if RAISE[seat] in choices:
            return RAISE[seat]
        return min(
            choices, key=lambda action: (state.prestige[PLACE_OF[action]] if action != SOOTHE else 0, rng.random())
        )
