"""Moves in notation on positions in text, so that tests read like the rulebook."""

from __future__ import annotations

from rondel.games.imperial import GAME
from rondel.games.imperial.components import AREA, NATION, NATIONS
from rondel.games.imperial.position import position
from rondel.games.imperial.state import Table
from rondel.kernel.events import Event
from tests.games.notation import Notation

__all__ = ["position"]

_notation = Notation(GAME)
play, offered, reason = _notation.play, _notation.offered, _notation.reason


def count(state: Table, nation: str, unit: str, area: str) -> int:
    pieces = {"army": state.army, "friendly": state.friendly, "fleet": state.fleet}[unit]
    return pieces[AREA.index[area] * NATIONS + NATION.index[nation]]


def treasury(state: Table, nation: str) -> int:
    return state.treasury(NATION.index[nation])


def power(state: Table, nation: str) -> int:
    return state.power[NATION.index[nation]]


def chip(state: Table, area: str) -> str:
    """The nation whose chip lies in an area; "" if there is none."""
    for nation, id_ in enumerate(NATION.ids):
        if state.chips[nation] >> AREA.index[area] & 1:
            return id_
    return ""


def flag(state: Table, nation: str) -> int:
    return state.flag[NATION.index[nation]]


def factory(state: Table, area: str) -> bool:
    return bool(state.factories >> AREA.index[area] & 1)


def paid(events: list[Event]) -> list[tuple[str, str, int, str]]:
    """(payer, payee, amount, why) of every payment."""
    found = []
    for event in events:
        if event.kind.name == "paid":
            params = event.params()
            found.append((params["payer"], params["payee"], params["amount"], params["why"]))
    return found
