"""The games, by name: those of this package by being there, others by the entry point group `rondel.games`.

A package of a stranger's game names it in its own pyproject.toml:

    [project.entry-points."rondel.games"]
    ferry = "ferry"

The module that is named has its game as `GAME`.
"""

from __future__ import annotations

import re
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from rondel.kernel.game import Game

GROUP = "rondel.games"
FIRST = ("imperial", "struggle", "imperunde", "colonial")
"""What a newcomer is shown first; every other game follows by name."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class GameError(LookupError):
    """A game that is there and cannot be used; the message says why."""


def _own() -> dict[str, str]:
    """The folders beside this file that hold a game, by name, with the module to import."""
    folders = (path.parent.name for path in Path(__file__).parent.glob("*/__init__.py"))
    return {name: f"{GROUP}.{name}" for name in sorted(folders, key=lambda name: (name not in FIRST, _rank(name)))}


def _rank(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else 0, name)


def _installed() -> dict[str, str]:
    """The games of other packages that are installed; one with a name that is taken is passed over."""
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point.module for point in points if _NAME.fullmatch(point.name)}


_MODULES: dict[str, str] = {**_installed(), **_own()}
OWN: tuple[str, ...] = tuple(_own())
"""The games of this package."""
NAMES: tuple[str, ...] = (*OWN, *(name for name in _installed() if name not in OWN))
"""The games that are there, strangers' included."""


def load(name: str) -> Game[Any]:
    """The game of a name; LookupError, with the known names or the reason, if there is none."""
    module = _MODULES.get(name)
    if module is None:
        raise LookupError(f"no game is called {name!r}; there are {', '.join(NAMES)}")
    try:
        game: Game[Any] = import_module(module).GAME
    except (ImportError, AttributeError) as error:
        raise GameError(f"the game {name!r} of {module} cannot be loaded: {error}") from error
    if game.name != name:
        raise GameError(f"the game of {module} is called {game.name!r}, but installed as {name!r}")
    return game
