"""11.2 Which units fight in a roll: at most three of a side."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    FRESH_FIRST,
    LAND_LINEUPS,
    LINEUP,
    LINEUPS,
    MOVED_FIRST,
    PLACE_OF,
    kind_of,
)
from rondel.games.imperunde.components import AREA, FORT, FRIGATE, INFANTRY, LANDS
from rondel.games.imperunde.fight import CODES, Fight, moves_left, unit_of
from rondel.games.imperunde.state import NATIVES, PARTIES, PIRATES, Table
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import SeatStep, Step

LINE_UP: Final = 3
"""So many units of a side fight at a time."""


def line_up_attacker(state: Table, fight: Fight) -> None:
    """11.2 The attacker fights with everything he moved in; with more than three at hand, he chooses."""
    line = fight.attack
    line.clear()
    if fight.attacker == NATIVES:
        for _ in range(min(LINE_UP, fight.rebels)):
            line.append(INFANTRY * 4)
    elif len(fight.units) <= LINE_UP:
        for each in fight.units:
            line.append(each % CODES)
    elif one_kind(fight.units):
        choose_equal(state, fight, [unit_of(fight.units[0])] * LINE_UP)
    else:
        state.push(LineUp(fight.attacker))


def one_kind(units: list[int]) -> bool:
    first = unit_of(units[0])
    return all(unit_of(each) == first for each in units)


def choose_equal(state: Table, fight: Fight, wanted: list[int]) -> None:
    """14.6 Which of several equal ships fight: those that have moved, unless the attacker wants it the other way."""
    moved = pick(fight.units, wanted, False)
    fight.attack[:] = moved
    if sorted(moved) != sorted(pick(fight.units, wanted, True)):
        state.push(LineUpEqual(fight.attacker))


def pick(units: list[int], wanted: list[int], fresh_first: bool) -> list[int]:
    """Of the units, those of the wanted kinds; of equal ones those with fewer moves left, or with more."""
    left = sorted(units, key=moves_left, reverse=fresh_first)
    picked = []
    for unit in wanted:
        for at, each in enumerate(left):
            if unit_of(each) == unit:
                picked.append(each % CODES)
                del left[at]
                break
    return picked


def line_up_defender(state: Table, fight: Fight) -> None:
    """11.2 The defender must use as many units as he can, up to three, and chooses which."""
    line = fight.defence
    line.clear()
    if fight.defender == NATIVES:
        for _ in range(min(LINE_UP, fight.natives)):
            line.append(INFANTRY * 4)
        return
    area = fight.area
    first, base, kinds = (
        (area * 4, 0, 4) if area < LANDS else (((area - LANDS) * PARTIES + fight.defender) * 2, FRIGATE, 2)
    )
    pool = state.troops if area < LANDS else state.fleet
    total = 0
    different = 0
    for kind in range(kinds):
        number = pool[first + kind]
        if number:
            total += number
            different += 1
    if total > LINE_UP and different > 1 and fight.defender != PIRATES:
        state.push(LineUp(fight.defender))
        return
    # Pirates send their ships of the line first.
    for kind in range(kinds - 1, -1, -1):
        for _ in range(pool[first + kind]):
            if len(line) < LINE_UP:
                line.append((base + kind) * 4)


class LineUp(SeatStep[Table]):
    """11.2 A side with more than three units decides which three fight in the next roll."""

    __slots__ = ()
    CHAPTER = "combat"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        fight = state.battle()
        assert self.seat in (fight.attacker, fight.defender), "who takes no part in the battle lines up"
        assert sum(self.pool(state)) > LINE_UP, "all fight, and there is nothing to choose"

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.line-up", {"area": AREA.ids[state.battle().area]})

    def pool(self, state: Table) -> list[int]:
        """How many units of each kind there are to choose from."""
        fight = state.battle()
        counts = [0] * 6
        if self.seat == fight.attacker:
            for each in fight.units:
                counts[unit_of(each)] += 1
        elif fight.area < LANDS:
            for unit in range(FORT + 1):
                counts[unit] = state.troops[fight.area * 4 + unit]
        else:
            for ship in range(2):
                counts[FRIGATE + ship] = state.fleet[((fight.area - LANDS) * PARTIES + self.seat) * 2 + ship]
        return counts

    def choices(self, state: Table, seat: int) -> list[int]:
        pool = self.pool(state)
        offered = []
        first, last = (0, LAND_LINEUPS) if state.battle().area < LANDS else (LAND_LINEUPS, len(LINEUPS))
        for place in range(first, last):
            wanted = LINEUPS[place]
            for unit in range(6):
                if wanted[unit] > pool[unit]:
                    break
            else:
                offered.append(LINEUP[place])
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "line-up":
            return None
        return Reason("units-not-there", {"area": AREA.ids[state.battle().area]}, self.CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        wanted = LINEUPS[PLACE_OF[action]]
        fight = state.battle()
        units = [unit for unit in range(5, -1, -1) for _ in range(wanted[unit])]
        if state.events is not None:
            state.emit(events.LINED_UP, seat, tuple(units))
        if seat == fight.attacker:
            choose_equal(state, fight, units)
        else:
            fight.defence[:] = [unit * 4 for unit in units]


class LineUpEqual(SeatStep[Table]):
    """14.6 Of more equal ships than fight, with different moves left, the attacker decides which hold back."""

    __slots__ = ()
    CHAPTER = "combat"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        fight = state.battle()
        assert self.seat == fight.attacker, "only attackers have moved"
        assert fight.attack, "nobody has lined up"

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.line-up-equal", {"area": AREA.ids[state.battle().area]})

    def choices(self, state: Table, seat: int) -> list[int]:
        return [MOVED_FIRST, FRESH_FIRST]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        fight = state.battle()
        if action == FRESH_FIRST:
            fight.attack[:] = pick(fight.units, [code // 4 for code in fight.attack], True)
