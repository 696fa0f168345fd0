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
        self.simulations = simulations  # games played out for a decision; 0: none; BY_GAME: as many as the game says
        self.most = most  # choices that are compared
        self.seconds = seconds  # a decision never takes longer; one of less weight takes a part of that


BY_GAME: Final = -1
"""See `Policy.HARD`."""
LEVELS: Final[dict[str, Level]] = {
    "heuristic": Level(),
    "beginner": Level(slips=0.28),
    "easy": Level(slips=0.14),
    "medium": Level(simulations=16, most=4, seconds=0.8),
    "hard": Level(simulations=BY_GAME, most=8, seconds=4.0),
}
"""The levels; the first sits down where nobody says which: it answers at once."""
PATIENT: Final = ("hard-20", "hard-60")
"""As long as you like: `hard-N` thinks up to N seconds about its weightiest decisions. These are offered at a table."""
LONGEST: Final = 600
"""So many seconds at most."""
A_SECOND: Final = 400
"""More games than this are hardly played out in a second: who thinks for so long is bounded by time."""


def level_of(name: str) -> Level | None:
    """The level of this name; None if there is none."""
    base, mark, seconds = name.partition("-")
    if base == "hard" and mark and seconds.isdecimal() and 0 < int(seconds) <= LONGEST:
        return Level(simulations=A_SECOND * int(seconds), most=LEVELS["hard"].most, seconds=float(seconds))
    return LEVELS.get(name)


SECOND: Final = 0.7
"""So often a slip is the second thing that came to mind; else the third."""


class SlippingBot(Bot):
    """Follows a policy, but now and then takes something else that it weighed: what a person could mistake for it.

    Where the policy weighs nothing, there is nothing to mistake.
    """

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
        weighed = self.policy.compared(world, sight.seat, sight.choices)
        place = 1 if self.rng.random() < SECOND else 2
        return weighed[min(place, len(weighed) - 1)]


def at_level(
    game: Game[Any], policy: type[Any], name: str, seed: str, seconds: float, stop: Callable[[], bool] | None
) -> Bot:
    """A bot of this level; `seconds`: it takes no longer than that, whatever its level."""
    level = level_of(name)
    assert level is not None, name
    rng = random.Random(f"bot/{seed}")
    if level.simulations:
        longest = min(level.seconds, seconds) if seconds > 0.0 else level.seconds
        simulations = policy.HARD if level.simulations == BY_GAME else level.simulations
        search = Search(game, policy(rng), f"search/{seed}", level.most)
        return SearchBot(search, Budget(simulations, longest, stop))
    if level.slips:
        return SlippingBot(policy(rng), level.slips, random.Random(f"slips/{seed}"))
    return PolicyBot(policy(rng))
