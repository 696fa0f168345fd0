"""Moves in notation on positions in text, so that tests read like the rulebook."""

from __future__ import annotations

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import SEATS
from rondel.games.imperunde.components import AREA, ARMIES, CARD, CARDS, LANDS, UNIT
from rondel.games.imperunde.position import position
from rondel.games.imperunde.state import PARTIES, Table
from rondel.kernel import flow
from rondel.kernel.events import Event

__all__ = ["position"]


def play(state: Table, *moves: str) -> list[Event]:
    """Play moves in notation, each by the first seat that is to act (or chance); return all events."""
    happened = []
    for move in moves:
        happened += GAME.apply(state, flow.to_act(state)[0], GAME.catalogue.parse(move))
        GAME.check(state)
    return happened


def play_as(state: Table, seat: int, *moves: str) -> list[Event]:
    happened = []
    for move in moves:
        happened += GAME.apply(state, seat, GAME.catalogue.parse(move))
        GAME.check(state)
    return happened


def offered(state: Table, kind: str = "") -> list[str]:
    """The legal actions of the seat to act in notation; of one kind, if it is named."""
    actions = [GAME.catalogue[action] for action in flow.legal(state, flow.to_act(state)[0])]
    return [action.notation for action in actions if not kind or action.kind == kind]


def reason(state: Table, move: str) -> str:
    """The code of why a move is not allowed; "" if it is."""
    why = GAME.explain(state, flow.to_act(state)[0], GAME.catalogue.parse(move))
    return why.code if why else ""


def step(state: Table) -> str:
    return type(state.pending[-1]).__name__


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


def names(happened: list[Event]) -> list[str]:
    return [event.kind.name for event in happened]
