"""Moves in notation on positions in text, so that tests read like the rules."""

from __future__ import annotations

from typing import Any

from rondel.games.colonial import GAME
from rondel.games.colonial.components import AREA, SPOT
from rondel.games.colonial.position import position
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from rondel.kernel.events import Event

__all__ = ["position"]


# --- playing ------------------------------------------------------------------------------------------------------


def play(state: Table, *moves: str) -> list[Event]:
    """Play moves in notation, each by the seat that is to act; return all events. `2> refuse` says who it must be."""
    happened = []
    for move in moves:
        seat = flow.to_act(state)[0]
        who, mark, words = move.partition("> ")
        if mark:
            assert who == ("?" if seat < 0 else str(seat)), f"{seat} is to act, not {who}: {move}"
            move = words
        happened += GAME.apply(state, seat, GAME.catalogue.parse(move))
        GAME.check(state)
    return happened


def offered(state: Table, kind: str = "") -> list[str]:
    """The legal actions of the seat to act in notation; of one kind, if it is named."""
    seat = flow.to_act(state)[0]
    actions = [GAME.catalogue[action] for action in flow.legal(state, seat)]
    return [action.notation for action in actions if not kind or action.kind == kind]


def reason(state: Table, move: str, seat: int | None = None) -> str:
    """The code of why a move is not allowed; "" if it is."""
    why = GAME.explain(state, flow.to_act(state)[0] if seat is None else seat, GAME.catalogue.parse(move))
    return why.code if why else ""


def step(state: Table) -> str:
    """The name of the decision that is pending."""
    return type(state.pending[-1]).__name__ if state.pending else ""


def resolved(state: Table) -> bool:
    """The card is resolved: its player may at most repay and exchange."""
    return step(state) in ("AfterCard", "LayLast")


def dice(state: Table) -> int:
    """How many dice chance is about to throw."""
    return len(flow.odds(state)) - 1


def counters(state: Table, area: str, seat: int) -> int:
    return state.counters(seat, AREA.index[area])


def owner(state: Table, spot: str) -> int:
    return state.spot[SPOT.index[spot]]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind.name for event in events]


def charters(mode: str) -> dict[str, Any]:
    """The option of who gains a chartered Good."""
    return {"charter-goods": mode}


def free_trade(state: Table) -> list[str]:
    """The legal actions without exchanges and repayments."""
    return [move for move in offered(state) if not move.startswith(("offer an exchange", "repay"))]
