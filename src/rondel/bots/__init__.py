"""Opponents. A bot sees what its seat sees, never the state. How a game's own bot plays stands in the game's folder."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from rondel import games
from rondel.bots.levels import LEVELS, PATIENT, at_level, level_of
from rondel.bots.search import Budget, Search, SearchBot
from rondel.kernel.bot import Bot, Policy, PolicyBot, RandomBot, Sight
from rondel.kernel.game import Game

__all__ = [
    "PATIENT", "Bot", "Budget", "RandomBot", "Search", "SearchBot", "Sight", "is_known", "make", "names", "program",
]  # fmt: skip


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game; the first is the one that sits down where nobody says which."""
    return ("random",) if games.load(game).policy is None else (*LEVELS, "random")


def is_known(game: str, name: str) -> bool:
    """Whether a bot of this name plays a game: one of `names`, or `hard-N`, which thinks up to N seconds."""
    return name in names(game) or (games.load(game).policy is not None and level_of(name) is not None)


def make(
    game: str, name: str, seed: str | int = 0, seconds: float = 0.0, stop: Callable[[], bool] | None = None
) -> Bot:
    """A bot by name; LookupError, with the known names, if there is none. The same seed plays the same way.

    `seconds`: it takes no longer for a decision than that; `stop`: once this is true, it decides at once.
    """
    if not is_known(game, name):
        raise LookupError(f"no bot is called {name!r}; there are {', '.join(names(game))}, and hard-N for N seconds")
    rules = games.load(game)
    if name == "random" or rules.policy is None:
        return RandomBot(random.Random(f"bot/{seed}"))
    return at_level(rules, rules.policy, name, str(seed), seconds, stop)


def program(game: Game[Any], name: str, seed: str) -> Bot:
    """As `make`, but also bots that are no part of the package, for the arena.

    `package.module:Class` names a `Policy`, or a `Bot` that is made with a generator; with `+N` behind, or behind
    `search`, it looks ahead N games before each decision, as in `search+200`.
    """
    base, _, simulations = name.partition("+")
    if simulations:
        if not simulations.isdecimal() or int(simulations) < 1:
            raise LookupError(f"{name!r}: behind the + stands how many games are played out for a decision")
        policy: type[Any] | None = game.policy if base == "search" else _class_of(base)
        if policy is None or not issubclass(policy, Policy):
            raise LookupError(f"{name!r}: there is no policy to search with")
        search = Search(game, _made(policy, name, seed), f"search/{seed}", 8)
        return SearchBot(search, Budget(int(simulations)))
    if ":" not in base:
        return make(game.name, base, seed)
    made = _made(_class_of(base), name, seed)
    if isinstance(made, Policy):
        return PolicyBot(made)
    if not callable(getattr(made, "choose", None)):
        raise LookupError(f"{name!r} is neither a Bot nor a Policy: it cannot choose")
    bot: Bot = made
    return bot


def _made(kind: type[Any], name: str, seed: str) -> Any:
    """One of a class, with a generator of its own."""
    try:
        return kind(random.Random(f"bot/{seed}"))
    except TypeError as error:
        raise LookupError(f"{name!r} cannot be made with a generator alone: {error}") from None


def _class_of(name: str) -> type[Any]:
    module, mark, attribute = name.partition(":")
    try:
        found: Any = getattr(importlib.import_module(module), attribute) if mark else None
    except (ImportError, AttributeError, ValueError):
        raise LookupError(f"no bot is called {name!r}: there is no such class") from None
    except TypeError as error:  # as when it derives from a class that is compiled
        raise LookupError(f"{name!r} cannot be loaded: {error}") from None
    if not isinstance(found, type):
        raise LookupError(f"no bot is called {name!r}: it should be a level, or package.module:Class")
    kind: type[Any] = found
    return kind
