"""The Missionary calms a Territory, or places a Mission there."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial.actions import CALM, MISSION, PLACE_OF, kind_of
from rondel.games.colonial.characters.base import Character, Decision, names
from rondel.games.colonial.components import AREA, MISSIONARY
from rondel.games.colonial.outlook import Outlook
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "missionary"


def restless(state: Table, seat: int) -> list[int]:
    """The Territories with a player's counters in which there is Unrest."""
    return [area for area in bits(state.present[seat]) if state.area_unrest[area]]


class Convert(OwnTurn):
    """Missionary: where you have a counter, remove all Unrest or, if there is none, place a Mission.

    While a Mission stands, no Unrest is added and no rebellion sparked there.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

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
            return Reason("no-counter-there", where, CHAPTER)
        if kind == "calm":
            return Reason("no-unrest", where, CHAPTER)
        if state.area_unrest[area]:
            return Reason("unrest-first", where, CHAPTER)
        if state.mission >> area & 1:
            return Reason("mission-stands", where, CHAPTER)
        return Reason("no-marker", {}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        area = PLACE_OF[action]
        state.pop()
        if state.area_unrest[area]:
            state.clear_unrest(area)
        else:
            state.place_mission(seat, area)


class Missionary(Character):
    NUMBER = MISSIONARY

    def can_act(self, state: Table, seat: int) -> bool:
        return bool(state.markers and state.present[seat] & ~state.mission) or bool(restless(state, seat))

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        if not state.present[seat]:
            return Reason("nobody-abroad", {}, CHAPTER)
        return Reason("no-mission-needed" if state.markers else "no-marker", {}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Convert(seat))

    def now(self, state: Table, seat: int) -> Message:
        areas = restless(state, seat)
        if areas:
            return Message("now.missionary-calm", {"areas": names(areas)})
        return Message("now.missionary", {"n": (state.present[seat] & ~state.mission).bit_count()})

    # --- to a bot: he is never planned, but used when the other character of his card has less to do --------------

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return 0.05 + 0.1 * sum(state.area_unrest[area] for area in restless(state, seat))

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Convert: self.convert}

    def convert(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return max(choices, key=lambda action: calm_worth(state, seat, PLACE_OF[action]))


def calm_worth(state: Table, seat: int, area: int) -> float:
    return state.area_unrest[area] + (2 if state.colony[area] == seat else 0) + 0.1 * state.counters(seat, area)
