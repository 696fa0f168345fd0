"""Behaviour cloning: learn from a data set of recorded games to play as the players in it did.

    rondel record struggle --games 200 --seats heuristic heuristic heuristic --out games.parquet
    python examples/behaviour_cloning.py games.parquet --epochs 10 --curve cloning.csv

A softmax over the legal actions, linear in the observation, is fitted to the decisions of all games but every fifth.
The curve has, for those that were kept back, how often its favourite is what was played (where there was a choice),
beside what blind choice would reach. `--players 3` in the end also lets the clone sit down against random play.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.research.batch import Batch
from rondel.research.curves import Curve
from rondel.research.data import decisions, read

Floats = NDArray[np.float32]


@dataclass
class Lessons:
    """Decisions with a choice: what was seen, what was legal, what was done."""

    seen: Floats
    legal: list[list[int]]
    actions: list[int]

    def __len__(self) -> int:
        return len(self.actions)

    def blind(self) -> float:
        """How often blind choice is right."""
        return float(np.mean([1 / len(legal) for legal in self.legal]))


def prepared(observations: NDArray[np.int16]) -> Floats:
    """Small numbers stay apart, large ones come near; the last column is 1."""
    numbers = observations.astype(np.float32)
    scaled = np.sign(numbers) * np.log1p(np.abs(numbers)) / 4
    return np.concatenate([scaled, np.ones((len(scaled), 1))], axis=1, dtype=np.float32)


def load(path: Path) -> tuple[str, Lessons, Lessons]:
    """The game of a data set, its decisions to learn from, and those of every fifth game, kept back."""
    game = next(read(path)).game
    parts: list[tuple[list[NDArray[np.int16]], list[list[int]], list[int]]] = [([], [], []), ([], [], [])]
    for each in decisions(path):
        if len(each.legal) > 1:
            seen, legal, actions = parts[each.game % 5 == 4]
            seen.append(each.observation)
            legal.append(each.legal)
            actions.append(each.action)
    if not parts[0][0] or not parts[1][0]:
        raise SystemExit(f"{path}: at least five games are needed, to keep some back")
    learnt, kept = (Lessons(prepared(np.array(seen)), legal, actions) for seen, legal, actions in parts)
    return game, learnt, kept


def probabilities(weights: Floats, seen: Floats, legal: list[int]) -> Floats:
    values = seen @ weights[:, legal]
    raised = np.exp(values - values.max())
    return np.asarray(raised / raised.sum(), dtype=np.float32)


def fit(weights: Floats, lessons: Lessons, rate: float, rng: np.random.Generator) -> float:
    """One epoch of stochastic gradient steps, in place; the mean surprise (cross-entropy) on the way."""
    surprise = 0.0
    for place in rng.permutation(len(lessons)).tolist():
        seen, legal, action = lessons.seen[place], lessons.legal[place], lessons.actions[place]
        chances = probabilities(weights, seen, legal)
        taken = legal.index(action)
        surprise -= float(np.log(chances[taken] + 1e-12))
        chances[taken] -= 1
        weights[:, legal] -= rate * np.outer(seen, chances)
    return surprise / len(lessons)


def agreement(weights: Floats, lessons: Lessons) -> float:
    """How often the favourite is what was played."""
    right = 0
    for seen, legal, action in zip(lessons.seen, lessons.legal, lessons.actions, strict=True):
        right += legal[int(np.argmax(seen @ weights[:, legal]))] == action
    return right / len(lessons)


def win_share(weights: Floats, game: str, players: int, size: int, seed: str) -> float:
    """How often the clone in seat 0 wins against random play in the others."""
    rng = np.random.default_rng([ord(letter) for letter in seed])
    options = games.load(game).sim_options
    batch = Batch(game, size, players=players, options=options, seed=seed, reward="win", masks=False)
    wins: dict[int, float] = {}
    batch.reset()
    while len(wins) < size:
        actions = []
        for slot, legal in enumerate(batch.legal):
            if batch.seats[slot] == 0:
                seen = prepared(batch.observations[slot : slot + 1])[0]
                actions.append(legal[int(np.argmax(seen @ weights[:, legal]))])
            else:
                actions.append(legal[int(rng.random() * len(legal))])
        batch.step(np.array(actions))
        for slot in np.flatnonzero(batch.dones).tolist():
            wins.setdefault(slot, float(batch.rewards[slot, 0]))
    return sum(wins.values()) / size


def clone(path: Path, epochs: int, rate: float, seed: int, curve: Curve) -> tuple[str, Floats]:
    """Learn from a data set; the game, and the weights."""
    game, learnt, kept = load(path)
    weights = np.zeros((learnt.seen.shape[1], len(games.load(game).catalogue)), dtype=np.float32)
    rng = np.random.default_rng(seed)
    blind = round(kept.blind(), 4)
    for epoch in range(1, epochs + 1):
        surprise = fit(weights, learnt, rate / epoch, rng)
        curve.add(epoch=epoch, surprise=round(surprise, 4), agreement=round(agreement(weights, kept), 4), blind=blind)
    return game, weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help="a data set of `rondel record`, .parquet or .jsonl")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a .csv file for the curve; its drawing is beside it")
    parser.add_argument("--players", type=int, help="let the clone play against random play at such a table")
    parser.add_argument("--games", type=int, default=32, help="so many games")
    wanted = parser.parse_args()
    curve = Curve(wanted.curve)
    game, weights = clone(wanted.file, wanted.epochs, wanted.rate, wanted.seed, curve)
    title = games.load(game).texts("en").say(f"game.{game}.title")
    curve.draw(f"Behaviour cloning\n{title}, {wanted.file.name}", beside={"agreement": "blind"})
    if wanted.players:
        share = win_share(weights, game, wanted.players, wanted.games, f"{wanted.seed}/test")
        print(f"wins {share:.3f} of {wanted.games} games; an equal wins {1 / wanted.players:.3f}")


if __name__ == "__main__":
    main()
