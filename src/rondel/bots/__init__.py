"""Opponents. A bot sees what its seat sees, never the state."""

from __future__ import annotations

import random
from importlib import import_module
from typing import cast

from rondel.bots.base import Bot, RandomBot, Sight

__all__ = ["Bot", "RandomBot", "Sight", "make", "names"]


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, the best first."""
    return ("heuristic", "random")


def make(game: str, name: str, seed: str | int = 0) -> Bot:
    """A bot by name; LookupError, with the known names, if there is none. The same seed plays the same way."""
    rng = random.Random(f"bot/{seed}")
    if name == "random":
        return RandomBot(rng)
    if name in names(game):
        return cast(Bot, import_module(f"rondel.bots.{game}").Heuristic(rng))
    raise LookupError(f"no bot is called {name!r}; there are {', '.join(names(game))}")
