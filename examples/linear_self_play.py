"""Linear self-play: every action of the catalogue has a weight, learnt from how games with it ended.

    python examples/linear_self_play.py --game struggle --rounds 20

The policy is a softmax over the legal actions; a round plays a batch of games to their end and moves the weights along
the reward by rank (REINFORCE with the seat's mean as baseline). It looks at nothing but the mask, and is still soon
better than random play: some actions are worth more than others whatever the position. Printed is its win share in one
seat against random play in the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.research.batch import Batch

Weights = NDArray[np.float64]


def probabilities(weights: Weights, legal: list[int]) -> Weights:
    values = weights[legal]
    raised = np.exp(values - values.max())
    return np.asarray(raised / raised.sum())


def play_round(
    batch: Batch, choose: Callable[[int, list[int]], int], steps: int
) -> tuple[list[list[tuple[int, int, list[int]]]], list[list[float]]]:
    """Games played to their end: the decisions (seat, action, legal) of each, and what each seat got."""
    open_games: list[list[tuple[int, int, list[int]]]] = [[] for _ in range(batch.size)]
    told: list[list[tuple[int, int, list[int]]]] = []
    ends: list[list[float]] = []
    for _ in range(steps):
        chosen = [choose(int(batch.seats[slot]), legal) for slot, legal in enumerate(batch.legal)]
        for slot, action in enumerate(chosen):
            open_games[slot].append((int(batch.seats[slot]), action, batch.legal[slot]))
        batch.step(np.array(chosen))
        for slot in np.flatnonzero(batch.dones).tolist():
            told.append(open_games[slot])
            ends.append(batch.rewards[slot].tolist())
            open_games[slot] = []
    return told, ends


def learn(game: str, players: int, rounds: int, steps: int, size: int, rate: float, seed: int) -> Weights:
    """Weights learnt by playing against itself."""
    rng = np.random.default_rng(seed)
    options = games.load(game).sim_options
    weights = np.zeros(len(games.load(game).catalogue))
    batch = Batch(game, size, players=players, options=options, seed=seed, observations=False, masks=False)
    batch.reset()

    def choose(seat: int, legal: list[int]) -> int:
        return int(rng.choice(legal, p=probabilities(weights, legal))) if len(legal) > 1 else legal[0]

    for _ in range(rounds):
        told, ends = play_round(batch, choose, steps)
        change = np.zeros_like(weights)
        mean = np.mean(ends, axis=0) if ends else np.zeros(players)
        for decisions, end in zip(told, ends, strict=True):
            for seat, action, legal in decisions:
                advantage = end[seat] - mean[seat]
                change[legal] -= advantage * probabilities(weights, legal)
                change[action] += advantage
        weights += rate * change / max(1, len(told))
    return weights


def win_share(game: str, players: int, weights: Weights, steps: int, size: int, seed: int) -> tuple[float, int]:
    """How often the policy in seat 0 wins against random play in the others, and of how many games."""
    rng = np.random.default_rng(seed)
    options = games.load(game).sim_options
    batch = Batch(
        game, size, players=players, options=options, seed=seed, reward="win", observations=False, masks=False
    )
    batch.reset()

    def choose(seat: int, legal: list[int]) -> int:
        if seat == 0 and len(legal) > 1:
            return int(rng.choice(legal, p=probabilities(weights, legal)))
        return legal[int(rng.random() * len(legal))]

    _, ends = play_round(batch, choose, steps)
    return float(np.mean([end[0] for end in ends])) if ends else 0.0, len(ends)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="struggle", choices=games.OWN)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    weights = np.zeros(len(games.load(wanted.game).catalogue))
    before, number = win_share(wanted.game, wanted.players, weights, wanted.steps, wanted.size, wanted.seed + 1)
    print(f"before: wins {before:.3f} of {number} games")
    weights = learn(wanted.game, wanted.players, wanted.rounds, wanted.steps, wanted.size, wanted.rate, wanted.seed)
    after, number = win_share(wanted.game, wanted.players, weights, wanted.steps, wanted.size, wanted.seed + 1)
    print(f"after {wanted.rounds} rounds: wins {after:.3f} of {number} games")


if __name__ == "__main__":
    main()
