"""A game of one decision and a die, whose odds are known."""

import random
from typing import Any, ClassVar

from rondel.kernel import flow
from rondel.kernel.bot import Policy
from rondel.kernel.flow import State
from rondel.kernel.game import Game


class Purse(State):
    __slots__ = ("coins",)

    def __init__(self, seats: int, options: dict[str, Any], source: "Purse | None" = None) -> None:
        super().__init__(seats, options, source)
        self.coins: list[int] = source.coins[:] if source is not None else [0, 10]

    def copy(self) -> "Purse":
        return Purse(self.seats, self.options, self)


class Roll(flow.ChanceStep[Purse]):
    """Ten sides; what was staked is won on a nine."""

    __slots__ = ("stake",)

    def __init__(self, stake: int) -> None:
        self.stake = stake

    def odds(self, state: Purse) -> list[tuple[int, int]]:
        return [(side, 1) for side in range(10)]

    def chosen(self, state: Purse, seat: int, action: int) -> None:
        state.pop()
        won = {0: True, 1: action < 9, 2: action == 9}[self.stake]
        state.coins[0] = (5, 20, 30)[self.stake] if won else 0


class Bet(flow.SeatStep[Purse]):
    """0: five for sure, which is too little; 1: enough in nine of ten; 2: enough in one of ten; 3: the same as 0."""

    __slots__ = ()

    def choices(self, state: Purse, seat: int) -> list[int]:
        return [0, 1, 2, 3]

    def chosen(self, state: Purse, seat: int, action: int) -> None:
        state.replace(Roll(action % 3))


class Betting(Game[Purse]):
    name: ClassVar[str] = "betting"
    players: ClassVar[range] = range(2, 3)
    table: ClassVar[type[Any]] = Purse

    def start(self, state: Purse) -> None:
        state.push(Bet(0))

    def imagine(self, state: Purse, seat: int, rng: random.Random) -> Purse:
        return state.copy()

    def scores(self, state: Purse) -> list[int]:
        return list(state.coins)


class Timid(Policy[Purse]):
    def otherwise(self, table: Purse, seat: int, choices: list[int]) -> int:
        return choices[0]
