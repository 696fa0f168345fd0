"""Moves in notation on positions in text, so that tests read like the rules."""

from __future__ import annotations

from typing import Any

from rondel.games.colonial import GAME
from rondel.games.colonial.components import AREA, SPOT
from rondel.games.colonial.position import position
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from tests.games.notation import Notation, step
from tests.games.notation import names as kinds

__all__ = ["kinds", "position", "step"]

_notation = Notation(GAME)
play, offered, reason = _notation.play, _notation.offered, _notation.reason


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


def charters(mode: str) -> dict[str, Any]:
    """The option of who gains a chartered Good."""
    return {"charter-goods": mode}


def free_trade(state: Table) -> list[str]:
    """The legal actions without exchanges and repayments."""
    return [move for move in offered(state) if not move.startswith(("offer an exchange", "repay"))]
