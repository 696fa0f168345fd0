"""Moves in notation on positions in text, so that tests read like the rulebook."""

from __future__ import annotations

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import SEATS
from rondel.games.imperunde.components import AREA, ARMIES, CARD, CARDS, LANDS, UNIT
from rondel.games.imperunde.position import position
from rondel.games.imperunde.state import PARTIES, Table
from tests.games.notation import Notation, names, step

__all__ = ["names", "position", "step"]

_notation = Notation(GAME)
play, play_as = _notation.play, _notation.play_as
offered, reason = _notation.offered, _notation.reason


def units(state: Table, area: str, seat: int = 0) -> dict[str, int]:
    """What stands in a land, or what ships and freighters of a seat (6: pirates) lie in a sea area."""
    place = AREA.index[area]
    if place < LANDS:
        return {UNIT.ids[unit]: n for unit in range(4) if (n := state.troops[place * 4 + unit])}
    sea = place - LANDS
    found = {UNIT.ids[4 + ship]: n for ship in range(2) if (n := state.fleet[(sea * PARTIES + seat) * 2 + ship])}
    if seat < SEATS:
        for army in range(ARMIES):
            if n := state.cargo[(sea * SEATS + seat) * ARMIES + army]:
                found[UNIT.ids[army]] = n
    return found


def owner(state: Table, land: str) -> int:
    return state.owner[AREA.index[land]]


def posts(state: Table, land: str) -> int:
    return state.posts[AREA.index[land]]


def hand(state: Table, seat: int) -> list[str]:
    return [CARD.ids[card] for card in range(CARDS) for _ in range(state.hand[seat * CARDS + card])]
