"""14.7 Embarking: armies go aboard freighters in a neighbouring sea area."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import DONE, EMBARK, K_EMBARK, K_PLAY, KIND_OF, PLACE_OF, SEATS
from rondel.games.imperunde.card import ANYTIME, add_plays, explain_play, held_cards
from rondel.games.imperunde.components import AREA, ARMIES, COASTS, LANDS, UNIT
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.investments import COASTS_OF
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.games.imperunde.steps.secret_service import announce
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT, Reason, many
from rondel.kernel.flow import SeatStep, Step

CHAPTER: Final = "embarking"


class EmbarkationTurn(Step[Table]):
    """14.7 The players embark one after the other, in turn order."""

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = CHAPTER

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def run(self, state: Table) -> None:
        if not self.waiting:
            state.pop()
            return
        state.replace(EmbarkationTurn(self.waiting[1:]))
        state.push(EMBARK_STEP[self.waiting[0]])


class Embark(SeatStep[Table]):
    """14.7 Any army may go to a neighbouring sea area without enemy warships. It is not a move, so every army may."""

    __slots__ = ()
    OFFER_TELLS = True
    CHAPTER = CHAPTER

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        enemies = state.enemy_seas(seat)
        troops = state.troops
        for land in bits(state.lands_of[seat]):
            first = land * 4
            if troops[first] or troops[first + 1] or troops[first + 2]:
                for coast, sea in COASTS_OF[land]:
                    if not enemies >> sea & 1:
                        for army in range(ARMIES):
                            if troops[first + army]:
                                offered.append(EMBARK[coast * ARMIES + army])
        add_plays(state, seat, ANYTIME, offered)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        offered = [
            EMBARK[coast * ARMIES + army]
            for land in bits(state.lands_of[seat])
            for coast, _ in COASTS_OF[land]
            for army in range(ARMIES)
            if state.troops[land * 4 + army]
        ]
        return offered + held_cards(state, seat)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if KIND_OF[action] != K_EMBARK:
            return explain_play(state, seat, action, ANYTIME)
        army = PLACE_OF[action] % ARMIES
        land, sea = COASTS[PLACE_OF[action] // ARMIES]
        where = {"unit": UNIT.ids[army], "from": AREA.ids[land], "to": AREA.ids[LANDS + sea]}
        if state.owner[land] != seat or not state.troops[land * 4 + army]:
            return Reason("no-unit-there", where, CHAPTER)
        return Reason("enemies-at-sea", where, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        place = PLACE_OF[action]
        if KIND_OF[action] == K_PLAY:
            announce(state, seat, place)
            return
        assert KIND_OF[action] == K_EMBARK
        army = place % ARMIES
        land, sea = COASTS[place // ARMIES]
        state.lift_troop(land, army)
        state.leave(land)
        state.put_cargo(seat, army, sea)
        state.told_move(seat, army, land, LANDS + sea)
        if state.storm >> sea & 1:
            roll_odd(state, seat, army, LANDS + sea, 1, "storm")


EMBARK_STEP: Final = [Embark(seat) for seat in range(SEATS)]
