"""Opponents. A bot sees what its seat sees, never the state. How a game's own bot plays stands in the game's folder."""

from __future__ import annotations

import random

from rondel import games
from rondel.kernel.bot import Bot, PolicyBot, RandomBot, Sight

__all__ = ["Bot", "RandomBot", "Sight", "make", "names"]


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, the best first."""
    return ("random",) if games.load(game).policy is None else ("heuristic", "random")


def make(game: str, name: str, seed: str | int = 0) -> Bot:
    """A bot by name; LookupError, with the known names, if there is none. The same seed plays the same way."""
    if name not in names(game):
        raise LookupError(f"no bot is called {name!r}; there are {', '.join(names(game))}")
    rng = random.Random(f"bot/{seed}")
    policy = games.load(game).policy
    return RandomBot(rng) if name == "random" or policy is None else PolicyBot(policy(rng))
