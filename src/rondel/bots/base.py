"""What a bot is, and what it gets to see."""

from __future__ import annotations

import random
from typing import Any

from rondel.kernel import flow
from rondel.kernel.flow import State
from rondel.kernel.game import Game


class Sight:
    """A decision as a seat sees it: its choices, its view, and worlds that it cannot tell from the true one."""

    def __init__(self, game: Game[Any], state: State, seat: int, rng: random.Random) -> None:
        self.game = game
        self.seat = seat
        self.choices: list[int] = flow.legal(state, seat)
        self.rng = rng
        self._state = state

    def view(self) -> dict[str, Any]:
        return self.game.view(self._state, self.seat)

    def imagine(self) -> State:
        """A possible world: a state with all that is hidden from the seat dealt anew."""
        world: State = self.game.imagine(self._state, self.seat, self.rng)
        return world


class Bot:
    """Something that plays."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.choices`."""
        raise NotImplementedError


class RandomBot(Bot):
    """Plays any legal action, each as likely as the next."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        return sight.choices[int(self.rng.random() * len(sight.choices))]
