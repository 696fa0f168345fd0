"""Positions in text, for tests and puzzles."""

from __future__ import annotations

from typing import Any

from rondel.games.struggle import GAME
from rondel.games.struggle.components import (
    ARMY,
    BOARD,
    COUNTER,
    FORT,
    HOME,
    NAVY,
    POWER,
    TILE,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.alliances import turn_order
from rondel.games.struggle.steps.turn import begin_turn
from rondel.games.struggle.steps.war import EndOfWar, Rounds
from rondel.kernel import flow

KEYS = ("control", "armies", "navies", "forts", "gold", "population", "unrest", "points", "tiles", "row")


def position(text: str, turn: str, war: int = 1, round: int = 1, **options: Any) -> Table:
    """A table in the middle of a war, before the turn of a power.

    A line names a power and what it has: `spain  armies india 2 home  navies india  control india 2  gold 5
    tiles reserve 2  row b`. The powers take their seats in the order of the lines; rows are filled in that order too. A
    line `counters india-3-2g 2 caribbean-pop` lays counters; `npc` before a power's name: it has no player. What is not
    named: 10 gold, 5 population, nothing on the map; the first power in row a, all others in row b.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    named = [words for words in lines if words[0] in POWER.index]
    seats = len(named)
    state = GAME.new_state(seats, GAME.settle(seats, options))
    assert isinstance(state, Table)
    state.first, state.war, state.round, state.rounds = 0, war, round, 6 if seats < 5 else 5
    for seat, words in enumerate(named):
        power = POWER.index[words[0]]
        state.power_of[seat], state.seat_of[power] = power, seat
    for words in lines:
        if words[0] == "counters":
            for id_, count in counted(words[1:]):
                for _ in range(count):
                    state.bag[COUNTER.index[id_]] -= 1
                    state.lay_counter(COUNTER.index[id_])
        else:
            _power(
                state, words[1:] if words[0] == "npc" else words, bool(named.index(words)) if words in named else True
            )
    state.order = turn_order(state)
    state.push(EndOfWar(war))
    state.push(Rounds(round, state.order.index(POWER.index[turn]) + 1))
    begin_turn(state, POWER.index[turn])
    state.refresh()
    flow.advance(state)
    GAME.check(state)
    return state


def _power(state: Table, words: list[str], bottom: bool) -> None:
    power = POWER.index[words[0]]
    state.in_play |= 1 << power
    values: dict[str, list[str]] = {}
    key = ""
    for word in words[1:]:
        if word in KEYS:
            key = word
            values[key] = []
        else:
            values[key].append(word)
    row = {"a": 0, "b": 1}[values["row"][0]] if "row" in values else int(bottom)
    state.slot[power] = state.row.count(row)
    state.row[power] = row
    player = state.seat_of[power] >= 0
    state.transfer(BANK, power, int(values.get("gold", ["10" if player else "0"])[0]), "start")
    state.population[power] = int(values.get("population", ["5" if player else "0"])[0])
    state.unrest[power] = int(values.get("unrest", ["0"])[0])
    state.points[power] = int(values.get("points", ["0"])[0])
    for unit, name in ((ARMY, "armies"), (NAVY, "navies"), (FORT, "forts")):
        for place, count in counted(values.get(name, [])):
            for _ in range(count):
                state.place(power, unit, HOME if place == "home" else BOARD.index[place])
    for region, count in counted(values.get("control", [])):
        for _ in range(count):
            state.place_control(power, BOARD.index[region])
    for tile, count in counted(values.get("tiles", [])):
        for _ in range(count):
            state.take_tile(power, TILE.index[tile])


def counted(values: list[str]) -> list[tuple[str, int]]:
    """`india 2 africa` -> india twice, africa once."""
    found = []
    for index, word in enumerate(values):
        if not word.isdecimal():
            following = values[index + 1] if index + 1 < len(values) else ""
            found.append((word, int(following) if following.isdecimal() else 1))
    return found
