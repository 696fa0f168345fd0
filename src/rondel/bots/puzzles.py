"""Puzzles: positions with an answer that is known, and how many of them a bot finds.

They stand in the games' folders (`puzzles.toml`), as positions in text with patterns of notation for what is right.
"""

from __future__ import annotations

import importlib
import random
import tomllib
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

from rondel.kernel import flow
from rondel.kernel.bot import Bot, Sight
from rondel.kernel.flow import State
from rondel.kernel.game import Game


class Puzzle:
    """A position, who is to decide there, and what is right."""

    def __init__(self, game: Game[Any], given: dict[str, Any]) -> None:
        self.game = game
        self.name = str(given["name"])
        self.mark = str(given["mark"])
        self.about = str(given["about"])
        self.good: list[str] = given.get("good", [])
        self.bad: list[str] = given.get("bad", [])
        if not self.good and not self.bad:
            raise ValueError(f"{game.name}, {self.name}: neither good nor bad is said")
        self.given = given

    def state(self) -> State:
        """The position, made anew."""
        module = importlib.import_module(f"rondel.games.{self.game.name}.position")
        given = self.given
        state: State = module.position(given["position"], given["at"], **given.get("with", {}))
        for notation in given.get("play", []):
            self.game.apply(state, flow.to_act(state)[0], self.game.catalogue.parse(notation))
        return state

    def is_right(self, notation: str) -> bool:
        if self.good and not any(fnmatchcase(notation, pattern) for pattern in self.good):
            return False
        return not any(fnmatchcase(notation, pattern) for pattern in self.bad)

    def answer(self, bot: Bot, seed: int = 1) -> str:
        """What a bot does there, in notation."""
        state = self.state()
        seat = flow.to_act(state)[0]
        action = bot.choose(Sight(self.game, state, seat, random.Random(seed)))
        return self.game.catalogue[action].notation


def puzzles(game: Game[Any]) -> list[Puzzle]:
    """All that a game has; none if it has no file of them."""
    path = game.folder / "puzzles.toml"
    if not path.exists():
        return []
    found = tomllib.loads(path.read_text(encoding="utf-8"))["puzzle"]
    return [Puzzle(game, given) for given in found]


def answers(game: Game[Any], bot: Callable[[], Bot]) -> list[tuple[Puzzle, str]]:
    """What a bot does in each of them. It is made anew for each: what it drew or kept in one is gone in the next."""
    return [(puzzle, puzzle.answer(bot())) for puzzle in puzzles(game)]
