"""Setting up: the tokens on the map, a meagre navy, Treasury by seat, and the First Player at random."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import DEAL, DEAL_NONE, FIRST, PLACE_OF
from rondel.games.colonial.components import (
    NATION_DIPLOMACY,
    NATION_TRACK,
    NATION_TREASURY,
    NATIONS,
    RIVALS,
    SEAT_BONUS,
    START_TREASURY,
    TRACKS,
)
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.turn import TURN_BEGINS
from rondel.kernel.events import SEAT
from rondel.kernel.flow import ChanceStep

CHAPTER: Final = "setup"


def lay_out(state: Table) -> None:
    """Tokens, ships and tracks lie ready on a new table; what is left is to draw the First Player."""
    state.push(DrawFirstPlayer())
    if state.options["nation-cards"] or state.seats == len(RIVALS):
        state.push(DealNations(0))


class DrawFirstPlayer(ChanceStep[Table]):
    """In the first turn the First Player is drawn at random. The others get a little Treasury on top (an option)."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        first = PLACE_OF[action]
        state.first = first
        state.emit(events.FIRST_PLAYER, first, "chance")
        for place, player in enumerate(state.clockwise(first)):
            bonus = SEAT_BONUS[place] if state.options["seat-bonus"] else 0
            nation = state.nation[player]
            more = NATION_TREASURY[nation] if nation >= 0 else 0
            state.earn(player, START_TREASURY + bonus + more, "start")
        state.replace(TURN_BEGINS)


class DealNations(ChanceStep[Table]):
    """Option: each player is dealt one of the five nation cards; with six players one of them gets none.

    Two players always play Spain against Portugal.
    """

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        pack = RIVALS if state.seats == len(RIVALS) else range(NATIONS)
        found = [(DEAL[self.seat * NATIONS + nation], 1) for nation in pack if nation not in state.nation]
        dealt = sum(nation >= 0 for nation in state.nation)
        if state.seats > NATIONS and dealt == self.seat:
            found.append((DEAL_NONE[self.seat], 1))
        return found

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != DEAL_NONE[self.seat]:
            nation = PLACE_OF[action] % NATIONS
            state.nation[self.seat] = nation
            state.emit(events.NATION_DEALT, self.seat, nation)
            state.diplomacy[self.seat] = NATION_DIPLOMACY[nation]
            first = self.seat * TRACKS
            state.track[first : first + TRACKS] = NATION_TRACK[nation * TRACKS : nation * TRACKS + TRACKS]
        if self.seat + 1 < state.seats:
            state.replace(DealNations(self.seat + 1))
        else:
            state.pop()
