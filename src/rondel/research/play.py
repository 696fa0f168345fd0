"""What all doors share: one game from a seed, chance played from it, and what a seat is rewarded with at the end."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, Literal, get_args

from rondel import games
from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game

Reward = Literal["rank", "score", "win"]
REWARDS: tuple[str, ...] = get_args(Reward)

RULES: dict[str, dict[int, int]] = {
    "imperial": {1: 2},
    "struggle": {1: 2},
    "imperunde": {1: 4},
    "colonial": {1: 2},
}
"""Of each version of an environment: the rules of the game that it is. Another version of the rules is a new one."""


class Play:
    """A game in which chance acts by itself, as in a match with the same seed: `rondel.kernel.record.Match`."""

    def __init__(self, game: Game[Any], players: int, options: dict[str, Any] | None, seed: str) -> None:
        self.game = game
        self.seed = seed
        self.state: State = game.setup(players, options)
        self.position = 0
        self._roll()

    def _roll(self) -> None:
        state = self.state
        while True:
            acting = flow.to_act(state)
            if not acting or acting[0] != CHANCE:
                return
            flow.play(state, CHANCE, chance.draw(self.seed, self.position, flow.odds(state)))
            self.position += 1

    @property
    def seat(self) -> int:
        """The seat that decides now: of several that choose at once, the first; -1 once the game is over."""
        acting = flow.to_act(self.state)
        return acting[0] if acting else -1

    @property
    def over(self) -> bool:
        return not self.state.pending

    def legal(self) -> list[int]:
        return flow.legal(self.state, self.seat)

    def act(self, seat: int, action: int) -> None:
        """Carry out an action that is known to be legal, then all that chance does after it."""
        flow.play(self.state, seat, action)
        self.position += 1
        self._roll()


def find(name: str, players: int | None, options: dict[str, Any] | None) -> tuple[Game[Any], int]:
    """The game, and the number of players: four, or as near as it allows; an error for unknown options."""
    game = games.load(name)
    number = min(max(4, game.players[0]), game.players[-1]) if players is None else whole(players, "players")
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options are a dict, such as {{'{game.options[0].name}': ...}}, not {options!r}")
    game.settle(number, options)
    return game, number


def whole(value: Any, what: str, least: int | None = None) -> int:
    """A whole number, also one of numpy's; TypeError for anything else, ValueError if it is too small."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what}: a whole number is wanted, not {value!r}") from None
    if isinstance(value, bool):
        raise TypeError(f"{what}: a whole number is wanted, not {value!r}")
    if least is not None and number < least:
        raise ValueError(f"{what}: at least {least}, not {number}")
    return number


def seed_of(value: Any) -> str:
    """A seed in words: that of a whole number, or words as they are."""
    return value if isinstance(value, str) else str(whole(value, "seed"))


def promise(game: str, version: int) -> None:
    """ImportError if a version of an environment is a game under other rules than this package plays."""
    promised, present = RULES[game][version], games.load(game).rules
    if promised != present:
        raise ImportError(f"{game}_v{version} is {game} under rules {promised}, and this package plays rules {present}")


def check_reward(reward: str) -> None:
    if reward not in REWARDS:
        raise ValueError(f"no reward is called {reward!r}; there are {', '.join(REWARDS)}")


def rewards(game: Game[Any], state: State, reward: str) -> list[float]:
    """What each seat gets at the end of a game.

    rank: from 1 for the first to -1 for the last, in even steps, and those who share a place share what it is worth, so
    that all add up to 0. score: the score. win: 1 for the winner, shared among several, and 0 for the others.
    """
    ranks = game.ranks(state)
    if reward == "score":
        return [float(score) for score in game.scores(state)]
    if reward == "win":
        return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    return by_rank(ranks)


def by_rank(ranks: list[int]) -> list[float]:
    """From 1 for the first to -1 for the last; those who share a place share what it is worth."""
    step = 2.0 / (len(ranks) - 1)
    return [1.0 - step * (rank - 1 + (ranks.count(rank) - 1) / 2) for rank in ranks]
