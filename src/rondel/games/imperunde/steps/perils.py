"""14.8 Storms and epidemics: a die for each unit, and an odd number is its end."""

from __future__ import annotations

from math import comb
from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import MOST_ODD, ODD, PLACE_OF, SEATS
from rondel.games.imperunde.components import AREA, ARMIES, FRIGATE, LANDS, UNIT
from rondel.games.imperunde.state import PARTIES, Table
from rondel.kernel.events import NUMBER, WORD
from rondel.kernel.flow import NOBODY, ChanceStep, Step

ODDS: Final[list[list[tuple[int, int]]]] = [
    [(ODD[odd], comb(number, odd)) for odd in range(number + 1)] for number in range(MOST_ODD + 1)
]
"""[number of dice] how often so many of them are odd."""


class RollOdd(ChanceStep[Table]):
    """One die for each of several equal units; those with an odd number are lost. The dice are rolled together."""

    __slots__ = ("area", "number", "party", "unit", "why")
    FIELDS = (("party", events.PARTY), ("unit", UNIT), ("area", AREA), ("number", NUMBER), ("why", WORD))
    CHAPTER = "events"
    THROWS = "perils"

    def __init__(self, party: int, unit: int, area: int, number: int, why: str) -> None:
        self.party = party
        self.unit = unit
        self.area = area
        self.number = number
        self.why = why

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert self.why in ("storm", "epidemic"), "no peril is called so"
        assert 0 < self.number <= self.there(state), "a die for a unit that is not there"

    def there(self, state: Table) -> int:
        """How many such units are there."""
        if self.area < LANDS:
            owned = self.unit < FRIGATE and state.owner[self.area] == self.party
            return state.troops[self.area * 4 + self.unit] if owned else 0
        sea = self.area - LANDS
        if self.unit >= FRIGATE:
            return state.fleet[(sea * PARTIES + self.party) * 2 + self.unit - FRIGATE] if self.party < PARTIES else 0
        known = self.unit < ARMIES and self.party < SEATS
        return state.cargo[(sea * SEATS + self.party) * ARMIES + self.unit] if known else 0

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[min(self.number, MOST_ODD)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        rolled = min(self.number, MOST_ODD)
        if self.number > rolled:
            state.replace(RollOdd(self.party, self.unit, self.area, self.number - rolled, self.why))
        else:
            state.pop()
        lost = PLACE_OF[action]
        if state.events is not None:
            state.emit(events.ODD_ROLLED, self.unit, self.area, rolled, lost)
        if not lost:
            return
        if self.area < LANDS:
            state.drop_troops(self.unit, self.area, lost, self.why)
            state.leave(self.area)
        elif self.unit >= FRIGATE:
            state.drop_ships(self.party, self.unit - FRIGATE, self.area - LANDS, lost, self.why)
        else:
            state.drop_cargo(self.party, self.unit, self.area - LANDS, lost, self.why)

    def thrower(self, state: Table) -> int:
        return self.party if self.party < SEATS else NOBODY

    def luck(self, state: Table, action: int) -> int:
        """The units that are spared."""
        return min(self.number, MOST_ODD) - PLACE_OF[action]


def roll_odd(state: Table, party: int, unit: int, area: int, number: int, why: str) -> None:
    if number:
        state.push(RollOdd(party, unit, area, number, why))
