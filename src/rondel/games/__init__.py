"""The games of the package, by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rondel.kernel.game import Game

NAMES = ("imperial", "struggle", "imperunde", "colonial")
"""The games that are there."""
COMING: tuple[str, ...] = ()
"""Games that are announced and not there yet."""


def load(name: str) -> Game[Any]:
    """The game of a name; LookupError, with the known names, if there is none."""
    if name not in NAMES:
        raise LookupError(f"no game is called {name!r}; there are {', '.join(NAMES)}")
    game: Game[Any] = import_module(f"rondel.games.{name}").GAME
    return game
