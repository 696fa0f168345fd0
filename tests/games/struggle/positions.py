"""Moves in notation on positions in text, so that tests read like the rulebook."""

from __future__ import annotations

from typing import Any

from rondel.games.struggle import GAME
from rondel.games.struggle.components import ARMY, BOARD, COUNTER, FORT, HOME, NAVY, POWER, TILE
from rondel.games.struggle.position import position
from rondel.games.struggle.state import Table
from rondel.kernel import flow
from rondel.kernel.events import Event
from tests.games.notation import Notation, step

__all__ = ["position", "step"]

_notation = Notation(GAME)
play, offered, reason = _notation.play, _notation.offered, _notation.reason


def actor(state: Table) -> str:
    """The power that must decide; "chance" for the dice."""
    seat = flow.to_act(state)[0]
    return "chance" if seat < 0 else POWER.ids[state.power_of[seat]]


def units(state: Table, power: str, kind: str, area: str) -> int:
    unit = {"army": ARMY, "navy": NAVY, "fort": FORT}[kind]
    return state.units(unit, POWER.index[power], HOME if area == "home" else BOARD.index[area])


def control(state: Table, power: str, area: str) -> int:
    return state.controls(POWER.index[power], BOARD.index[area])


def gold(state: Table, power: str) -> int:
    return state.gold[POWER.index[power]]


def unrest(state: Table, power: str) -> int:
    return state.unrest[POWER.index[power]]


def points(state: Table, power: str) -> int:
    return state.points[POWER.index[power]]


def population(state: Table, power: str) -> int:
    return state.population[POWER.index[power]]


def owns(state: Table, power: str, tile: str) -> int:
    return state.has(POWER.index[power], TILE.index[tile])


def market(state: Table, tile: str) -> int:
    return state.market[TILE.index[tile]]


def board(state: Table, counter: str) -> int:
    return state.board[COUNTER.index[counter]]


def named(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """The parameters of all events of a kind."""
    return [event.params() for event in events if event.kind.name == kind]


def totals(events: list[Event]) -> list[tuple[str, int, int]]:
    """(stage, attack, defence) of every battle."""
    return [(each["stage"], each["attack"], each["defence"]) for each in named(events, "battle")]
