"""Levels of play: how long a bot looks, and how often it slips."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from rondel.bots.search import Budget, Search, SearchBot
from rondel.kernel.bot import Bot, Policy, PolicyBot, Sight
from rondel.kernel.game import Game


class Level:
    """What sets one level apart from the next."""

    def __init__(self, slips: float = 0.0, simulations: int = 0, most: int = 0, seconds: float = 0.0) -> None:
        self.slips = slips  # how often another choice than the best is taken, of those that come to mind
        self.simulations = simulations  # games played out for a decision; 0: none
        self.most = most  # choices that are compared
        self.seconds = seconds  # a decision never takes longer; one of less weight takes a part of that


LEVELS: Final[dict[str, Level]] = {
    "heuristic": Level(),
    "beginner": Level(slips=0.35),
    "easy": Level(slips=0.12),
    "medium": Level(simulations=32, most=4, seconds=0.8),
    "hard": Level(simulations=800, most=8, seconds=2.0),
}
"""The levels; the first sits down where nobody says which: it answers at once."""


class SlippingBot(Bot):
    """Follows a policy, but now and then takes the second or third thing that comes to mind."""

    def __init__(self, policy: Policy[Any], slips: float, rng: random.Random) -> None:
        self.policy = policy
        self.slips = slips
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        if len(sight.choices) == 1:
            return sight.choices[0]
        world = sight.imagine()
        if self.rng.random() >= self.slips:
            return self.policy.choose(world, sight.seat, sight.choices)
        listed = self.policy.shortlist(world, sight.seat, sight.choices, 4)
        return listed[1 + int(self.rng.random() * (len(listed) - 1))]


def at_level(
    game: Game[Any], policy: type[Any], name: str, seed: str, seconds: float, stop: Callable[[], bool] | None
) -> Bot:
    """A bot of this level; `seconds`: it takes no longer than that, whatever its level."""
    level = LEVELS[name]
    rng = random.Random(f"bot/{seed}")
    if level.simulations:
        longest = min(level.seconds, seconds) if seconds > 0.0 else level.seconds
        search = Search(game, policy(rng), f"search/{seed}", level.most)
        return SearchBot(search, Budget(level.simulations, longest, stop))
    if level.slips:
        return SlippingBot(policy(rng), level.slips, random.Random(f"slips/{seed}"))
    return PolicyBot(policy(rng))
