"""Linear self-play: every action of the catalogue has a weight, learnt from how games with it ended.

    python examples/linear_self_play.py --game struggle --rounds 20 --curve linear.csv
    python examples/linear_self_play.py --where cores          # or ray, or ray:HOST:PORT: the same weights

The policy is a softmax over the legal actions; a round plays batches of games to their end and moves the weights along
the reward by rank (REINFORCE with the seat's mean as baseline). It looks at nothing but the mask, and is still soon
better than random play: some actions are worth more than others whatever the position. The curve has its win share in
one seat against random play in the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.research.batch import Batch
from rondel.research.curves import Curve
from rondel.research.runners import PLACES, Runner, runner

Weights = NDArray[np.float64]
Told = list[tuple[int, int, list[int]]]
"""The decisions of a game: seat, action, legal actions."""


def probabilities(weights: Weights, legal: list[int]) -> Weights:
    values = weights[legal]
    raised = np.exp(values - values.max())
    return np.asarray(raised / raised.sum())


def play_games(batch: Batch, choose: Callable[[int, list[int]], int]) -> tuple[list[Told], list[list[float]]]:
    """One game in every slot, to its end: what was decided, and what each seat got."""
    told: list[Told] = [[] for _ in range(batch.size)]
    ends: list[list[float]] = [[] for _ in range(batch.size)]
    batch.reset()
    while not all(ends):
        chosen = [choose(int(batch.seats[slot]), legal) for slot, legal in enumerate(batch.legal)]
        for slot, action in enumerate(chosen):
            if not ends[slot]:
                told[slot].append((int(batch.seats[slot]), action, batch.legal[slot]))
        batch.step(np.array(chosen))
        for slot in np.flatnonzero(batch.dones).tolist():
            if not ends[slot]:
                ends[slot] = batch.rewards[slot].tolist()
    return told, ends


def part_of_round(game: str, players: int, size: int, seed: str, weights: Weights) -> tuple[Weights, int]:
    """Games from a seed: where they move the weights, and how many they were."""
    rng = np.random.default_rng([ord(letter) for letter in seed])
    options = games.load(game).sim_options
    batch = Batch(game, size, players=players, options=options, seed=seed, observations=False, masks=False)

    def choose(seat: int, legal: list[int]) -> int:
        return int(rng.choice(legal, p=probabilities(weights, legal))) if len(legal) > 1 else legal[0]

    told, ends = play_games(batch, choose)
    change = np.zeros_like(weights)
    mean = np.mean(ends, axis=0)
    for decisions, end in zip(told, ends, strict=True):
        for seat, action, legal in decisions:
            advantage = end[seat] - mean[seat]
            change[legal] -= advantage * probabilities(weights, legal)
            change[action] += advantage
    return change, len(ends)


def win_share(game: str, players: int, weights: Weights, size: int, seed: str) -> float:
    """How often the policy in seat 0 wins against random play in the others, in so many games."""
    rng = np.random.default_rng([ord(letter) for letter in seed])
    options = games.load(game).sim_options
    batch = Batch(
        game, size, players=players, options=options, seed=seed, reward="win", observations=False, masks=False
    )

    def choose(seat: int, legal: list[int]) -> int:
        if seat == 0 and len(legal) > 1:
            return int(rng.choice(legal, p=probabilities(weights, legal)))
        return legal[int(rng.random() * len(legal))]

    _, ends = play_games(batch, choose)
    return float(np.mean([end[0] for end in ends]))


def learn(
    game: str,
    players: int,
    rounds: int,
    parts: int,
    size: int,
    rate: float,
    seed: int,
    where: Runner,
    curve: Curve,
) -> Weights:
    """Weights learnt by playing against itself: in each round `parts` times `size` games."""
    weights = np.zeros(len(games.load(game).catalogue))
    for number in range(rounds + 1):
        shares = where.map(
            win_share, [(game, players, weights, size, f"{seed}/test/{part}") for part in range(2 * parts)]
        )
        curve.add(games_of_its_own=number * parts * size, win_share=round(float(np.mean(shares)), 4))
        if number == rounds:
            break
        changes = where.map(
            part_of_round, [(game, players, size, f"{seed}/{number}/{part}", weights) for part in range(parts)]
        )
        weights = weights + rate * sum(change for change, _ in changes) / sum(played for _, played in changes)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="struggle", choices=games.OWN)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--parts", type=int, default=4, help="batches of games in a round")
    parser.add_argument("--size", type=int, default=16, help="games in a batch")
    parser.add_argument("--rate", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--where", default="here", help=PLACES)
    parser.add_argument("--curve", type=Path, help="a .csv file for the curve; its drawing is beside it")
    wanted = parser.parse_args()
    curve = Curve(wanted.curve)
    with runner(wanted.where) as where:
        learn(
            wanted.game,
            wanted.players,
            wanted.rounds,
            wanted.parts,
            wanted.size,
            wanted.rate,
            wanted.seed,
            where,
            curve,
        )
    name = games.load(wanted.game).texts("en").say(f"game.{wanted.game}.title")
    title = f"Linear self-play against random play\n{name}, {wanted.players} players"
    curve.draw(title, equal=1 / wanted.players, trials=2 * wanted.parts * wanted.size)


if __name__ == "__main__":
    main()
