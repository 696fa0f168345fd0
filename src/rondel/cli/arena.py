"""Tournaments between bots."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

from rondel.bots import Sight, make
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import Game, random_action

LIMIT = 100_000
"""A game that is not over after so many actions counts as unfinished, and as won by nobody."""


class Result:
    def __init__(self, game: str, bots: list[str]) -> None:
        self.game = game
        self.bots = bots
        self.games = 0
        self.finished = 0
        self.actions = 0
        self.seconds = 0.0
        self.thinking = 0.0
        self.moves = 0
        self.wins = [0.0] * len(bots)
        self.scores = [0] * len(bots)

    def rows(self) -> list[dict[str, Any]]:
        rows = []
        for bot, wins in zip(self.bots, self.wins, strict=True):
            low, high = wilson(wins, self.games)
            rows.append(
                {"bot": bot, "win_share": round(wins / self.games, 4), "low": round(low, 4), "high": round(high, 4)}
            )
        return rows

    def mean_score(self, seat: int) -> float:
        return self.scores[seat] / max(1, self.finished)

    def mean_milliseconds(self) -> float:
        return 1000 * self.thinking / max(1, self.moves)

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "games": self.games, "finished": self.finished, "seats": self.rows()}


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def play(
    game: Game[Any], names: list[str], number: int, seed: int, options: dict[str, Any], progress: Callable[[], None]
) -> Result:
    """Play `number` games; in each the bots sit one seat further on."""
    result = Result(game.name, names)
    seats = len(names)
    begun = time.perf_counter()
    for each in range(number):
        place = [(bot + each) % seats for bot in range(seats)]  # [bot] -> seat
        one_game(game, result, place, f"{seed}/{each}", options)
        progress()
    result.seconds = time.perf_counter() - begun
    return result


def one_game(game: Game[Any], result: Result, place: list[int], seed: str, options: dict[str, Any]) -> None:
    rng = random.Random(seed)
    seats = len(place)
    sitting = [place.index(seat) for seat in range(seats)]
    bots = [make(game.name, result.bots[sitting[seat]], f"{seed}/{seat}") for seat in range(seats)]
    state = game.setup(seats, options)
    actions = 0
    while not state.over() and actions < LIMIT:
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            action = random_action(state, seat, rng)
        else:
            begun = time.perf_counter()
            action = bots[seat].choose(Sight(game, state, seat, rng))
            result.thinking += time.perf_counter() - begun
            result.moves += 1
        flow.play(state, seat, action)
        actions += 1
    result.games += 1
    result.actions += actions
    if state.over():
        result.finished += 1
        ranks, scores = game.ranks(state), game.scores(state)
        for bot in range(seats):
            result.scores[bot] += scores[place[bot]]
            if ranks[place[bot]] == 1:
                result.wins[bot] += 1 / ranks.count(1)
