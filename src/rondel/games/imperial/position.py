"""Positions in text, for tests and puzzles."""

from __future__ import annotations

from typing import Any

from rondel.games.imperial import GAME
from rondel.games.imperial.actions import ARMY, FLEET, FRIENDLY
from rondel.games.imperial.components import AREA, BONDS, NATION, NATIONS, PRICE, SLOT
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table
from rondel.games.imperial.steps.turn import NationTurn
from rondel.kernel import flow

KEYS = ("factories", "armies", "friendly", "fleets", "chips", "treasury", "marker", "tax", "power", "flag", "bonds")


def position(text: str, turn: str, seats: int = 6, **options: Any) -> Table:
    """A table before the turn of a nation.

    A line names a nation and what it has: `germany  factories berlin hamburg  armies cologne 2  treasury 5  chips
    sweden  marker investor  tax 6  power 1  flag 2`. `bonds` is followed by seat and price, any number of times.
    `player 0 money 10` sets a purse, `investor 3` gives the card. What is not named: starting factories,
    flags by turn order over the seats, empty treasuries and purses, and no bonds.
    """
    state = GAME.new_state(seats, GAME.settle(seats, options))
    GAME.start(state)
    assert isinstance(state, Table)
    state.pending.clear()
    state.money = [0] * 13
    state.flag = [nation % seats for nation in range(NATIONS)]
    state.investor = 0 if state.options["investor-card"] else -1
    for line in text.strip().splitlines():
        words = line.split()
        if words[0] == "player":
            state.pay(BANK, int(words[1]), int(words[3]), "start")
        elif words[0] == "investor":
            state.investor = int(words[1])
        else:
            _nation(state, NATION.index[words[0]], words[1:])
    state.push(NationTurn(NATION.index[turn]))
    flow.advance(state)
    GAME.check(state)
    return state


def _nation(state: Table, nation: int, words: list[str]) -> None:
    while words:
        key = words.pop(0)
        assert key in KEYS, key
        values = []
        while words and words[0] not in KEYS:
            values.append(words.pop(0))
        _set(state, nation, key, values)


def _set(state: Table, nation: int, key: str, values: list[str]) -> None:
    if key == "factories":
        state.factories &= ~(31 << 5 * nation)
        for area in values:
            state.factories |= 1 << AREA.index[area]
    elif key in ("armies", "friendly", "fleets"):
        unit = {"armies": ARMY, "friendly": FRIENDLY, "fleets": FLEET}[key]
        for place, count in _counted(values):
            for _ in range(count):
                state.place(nation, unit, AREA.index[place])
    elif key == "chips":
        for area in values:
            state.place_chip(nation, AREA.index[area])
    elif key == "treasury":
        state.pay(BANK, FIRST_TREASURY + nation, int(values[0]), "start")
    elif key == "marker":
        state.marker[nation] = SLOT.index[values[0]]
    elif key == "tax":
        state.tax[nation] = int(values[0])
    elif key == "power":
        state.power[nation] = int(values[0])
    elif key == "flag":
        state.flag[nation] = int(values[0]) if values[0] != "none" else -1
    else:
        for seat, price in zip(values[::2], values[1::2], strict=True):
            state.bond[nation * BONDS + PRICE.index(int(price))] = int(seat)


def _counted(values: list[str]) -> list[tuple[str, int]]:
    """`cologne 2 munich` -> cologne twice, munich once."""
    counted = []
    for index, word in enumerate(values):
        if not word.isdecimal():
            following = values[index + 1] if index + 1 < len(values) else ""
            counted.append((word, int(following) if following.isdecimal() else 1))
    return counted
