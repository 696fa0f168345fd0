"""PPO with action masks, in one file: one network plays all seats against itself, and learns from how the games ended.

    python examples/ppo.py --game struggle --rounds 40 --curve ppo.csv
    python examples/ppo.py --with torch                 # gradients by torch: pip install 'rondel[learn]'
    python examples/ppo.py --where cores                # or ray, or ray:HOST:PORT: the same games, the same weights

A round plays whole games in batches with the present network (only legal actions have a probability), estimates
advantages (GAE, each seat's decisions by themselves, the reward by rank at the end), and takes some epochs of Adam on
the clipped objective with an entropy bonus. The network has one hidden layer; its gradients are written out in numpy,
so that nothing needs to be installed, and torch works out the same ones for those who want to change the network.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.research.batch import Batch
from rondel.research.curves import Curve
from rondel.research.flat import flat
from rondel.research.runners import PLACES, Runner, runner

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
NEVER = np.float32(-1e9)
"""The logit of an illegal action."""
TESTS = 8
"""So many batches of games against random play after each round."""


@dataclass(frozen=True)
class Settings:
    game: str = "struggle"
    players: int = 3
    hidden: int = 64
    rounds: int = 40
    parts: int = 4
    """Batches in a round."""
    size: int = 8
    """Games in a batch."""
    epochs: int = 3
    minibatch: int = 512
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    smoothing: float = 0.95
    """The lambda of GAE."""
    seed: int = 1


@dataclass
class Experience:
    """Decisions, one in a row."""

    observations: NDArray[np.int16]
    masks: NDArray[np.uint8]
    """Packed, eight to a byte."""
    actions: NDArray[np.int32]
    chances: Floats
    """The logarithm of the probability with which each was taken."""
    advantages: Floats
    returns: Floats

    def __len__(self) -> int:
        return len(self.actions)

    def rows(self, places: NDArray[np.intp]) -> Experience:
        return Experience(
            self.observations[places],
            self.masks[places],
            self.actions[places],
            self.chances[places],
            self.advantages[places],
            self.returns[places],
        )


# The network --------------------------------------------------------------------------------------------------------


def new_weights(settings: Settings) -> Weights:
    rng = np.random.default_rng(settings.seed)
    inputs, outputs = len(flat(settings.game)), len(games.load(settings.game).catalogue)

    def layer(rows: int, columns: int, scale: float) -> Floats:
        return np.asarray(rng.standard_normal((rows, columns)) * scale / np.sqrt(rows), dtype=np.float32)

    return {
        "hidden": layer(inputs, settings.hidden, 1.0),
        "hidden_bias": np.zeros(settings.hidden, dtype=np.float32),
        "policy": layer(settings.hidden, outputs, 0.01),
        "policy_bias": np.zeros(outputs, dtype=np.float32),
        "value": layer(settings.hidden, 1, 0.1),
        "value_bias": np.zeros(1, dtype=np.float32),
    }


def prepared(observations: NDArray[np.int16]) -> Floats:
    """Small numbers stay apart, large ones come near."""
    numbers = observations.astype(np.float32)
    return np.asarray(np.sign(numbers) * np.log1p(np.abs(numbers)), dtype=np.float32)


def unpacked(masks: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    return np.unpackbits(masks, axis=1, count=actions).astype(np.bool_)


def forward(weights: Weights, inputs: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """The hidden layer, the logarithms of the probabilities of actions, and the values."""
    hidden = np.tanh(inputs @ weights["hidden"] + weights["hidden_bias"])
    logits = np.where(masks, hidden @ weights["policy"] + weights["policy_bias"], NEVER)
    logits -= logits.max(axis=1, keepdims=True)
    chances = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    values = (hidden @ weights["value"] + weights["value_bias"])[:, 0]
    return hidden, chances, values


def gradients(weights: Weights, rows: Experience, settings: Settings) -> Weights:
    """Where the loss of PPO rises: the clipped objective, the error of the values, and less entropy."""
    number = len(rows)
    masks = unpacked(rows.masks, len(weights["policy_bias"]))
    inputs = prepared(rows.observations)
    hidden, chances, values = forward(weights, inputs, masks)
    each = np.arange(number)
    ratio = np.exp(chances[each, rows.actions] - rows.chances)
    gain = rows.advantages
    clipped = ((gain > 0) & (ratio > 1 + settings.clip)) | ((gain < 0) & (ratio < 1 - settings.clip))
    pull = np.where(clipped, 0, -gain * ratio)[:, None] / number
    probability = np.exp(chances) * masks
    logits = -pull * probability
    logits[each, rows.actions] += pull[:, 0]
    known = np.where(masks, chances, 0)
    entropy = -(probability * known).sum(axis=1, keepdims=True)
    logits += settings.entropy / number * probability * (known + entropy)
    error = (settings.value * (values - rows.returns) / number)[:, None]
    back = (logits @ weights["policy"].T + error @ weights["value"].T) * (1 - hidden**2)
    found = {
        "hidden": inputs.T @ back,
        "hidden_bias": back.sum(axis=0),
        "policy": hidden.T @ logits,
        "policy_bias": logits.sum(axis=0),
        "value": hidden.T @ error,
        "value_bias": error.sum(axis=0),
    }
    return {name: np.asarray(each, dtype=np.float32) for name, each in found.items()}


def loss(weights: Weights, rows: Experience, settings: Settings) -> float:
    """What `gradients` is the gradient of."""
    masks = unpacked(rows.masks, len(weights["policy_bias"]))
    _, chances, values = forward(weights, prepared(rows.observations), masks)
    ratio = np.exp(chances[np.arange(len(rows)), rows.actions] - rows.chances)
    kept = np.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    objective = np.minimum(ratio * rows.advantages, kept * rows.advantages).mean()
    entropy = -(np.exp(chances) * np.where(masks, chances, 0)).sum(axis=1).mean()
    error = 0.5 * ((values - rows.returns) ** 2).mean()
    return float(-objective + settings.value * error - settings.entropy * entropy)


def torch_gradients(weights: Weights, rows: Experience, settings: Settings) -> Weights:
    """The same by torch: the place to put a network of your own."""
    import torch

    known = {name: torch.tensor(each, requires_grad=True) for name, each in weights.items()}
    masks = torch.from_numpy(unpacked(rows.masks, len(weights["policy_bias"])))
    actions = torch.from_numpy(rows.actions.astype(np.int64))[:, None]
    advantages, returns = torch.from_numpy(rows.advantages), torch.from_numpy(rows.returns)
    hidden = torch.tanh(torch.from_numpy(prepared(rows.observations)) @ known["hidden"] + known["hidden_bias"])
    logits = (hidden @ known["policy"] + known["policy_bias"]).masked_fill(~masks, float(NEVER))
    chances = torch.log_softmax(logits, dim=1)
    values = (hidden @ known["value"] + known["value_bias"])[:, 0]
    ratio = torch.exp(chances.gather(1, actions)[:, 0] - torch.from_numpy(rows.chances))
    kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    objective = torch.minimum(ratio * advantages, kept * advantages).mean()
    entropy = -(chances.exp() * chances.masked_fill(~masks, 0)).sum(dim=1).mean()
    error = 0.5 * ((values - returns) ** 2).mean()
    total = -objective + settings.value * error - settings.entropy * entropy
    total.backward()
    return {name: each.grad.numpy() for name, each in known.items()}


class Adam:
    def __init__(self, weights: Weights, rate: float) -> None:
        self.rate = rate
        self.time = 0
        self.first = {name: np.zeros_like(each) for name, each in weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in weights.items()}

    def step(self, weights: Weights, slopes: Weights) -> None:
        self.time += 1
        size = float(np.sqrt(sum(float((each**2).sum()) for each in slopes.values())))
        shorter = np.float32(min(1.0, 0.5 / (size + 1e-9)))  # long gradients are cut short
        for name, slope in slopes.items():
            slope = slope * shorter
            self.first[name] += np.float32(0.1) * (slope - self.first[name])
            self.second[name] += np.float32(0.001) * (slope**2 - self.second[name])
            mean = self.first[name] / (1 - 0.9**self.time)
            spread = np.sqrt(self.second[name] / (1 - 0.999**self.time))
            weights[name] -= np.asarray(self.rate * mean / (spread + 1e-8), dtype=np.float32)


# Play ---------------------------------------------------------------------------------------------------------------


class Player:
    """Chooses by the network in all games of a batch at once."""

    def __init__(self, weights: Weights, rng: np.random.Generator) -> None:
        self.weights = weights
        self.rng = rng

    def choose(self, batch: Batch) -> tuple[NDArray[np.int32], Floats, Floats]:
        """An action for every game, the logarithm of its probability, and the value of the position."""
        _, chances, values = forward(self.weights, prepared(batch.observations), batch.masks)
        noise = self.rng.gumbel(size=chances.shape)
        actions = np.where(batch.masks, chances + noise, NEVER).argmax(axis=1).astype(np.int32)
        return actions, chances[np.arange(batch.size), actions], values


def seeded(seed: str) -> np.random.Generator:
    return np.random.default_rng([ord(letter) for letter in seed])


def rollout(settings: Settings, weights: Weights, seed: str) -> Experience:
    """One game in every slot of a batch, played to its end by the network in all seats."""
    options = games.load(settings.game).sim_options
    batch = Batch(settings.game, settings.size, players=settings.players, options=options, seed=seed)
    player = Player(weights, seeded(seed))
    lives: list[list[Life]] = [[Life() for _ in range(settings.players)] for _ in range(settings.size)]
    going = [True] * settings.size
    batch.reset()
    while any(going):
        actions, chances, values = player.choose(batch)
        packed = np.packbits(batch.masks, axis=1)
        for slot in np.flatnonzero(going).tolist():
            life = lives[slot][int(batch.seats[slot])]
            life.add(batch.observations[slot].copy(), packed[slot], actions[slot], chances[slot], values[slot])
        batch.step(actions)
        for slot in np.flatnonzero(batch.dones).tolist():
            if going[slot]:
                going[slot] = False
                for seat, life in enumerate(lives[slot]):
                    life.end(float(batch.rewards[slot, seat]), settings.smoothing)
    return joined([life.told() for slot in lives for life in slot if life.actions])


class Life:
    """What one seat went through in one game."""

    def __init__(self) -> None:
        self.observations: list[Any] = []
        self.masks: list[Any] = []
        self.actions: list[int] = []
        self.chances: list[float] = []
        self.values: list[float] = []
        self.advantages: list[float] = []

    def add(self, observation: Any, mask: Any, action: int, chance: float, value: float) -> None:
        self.observations.append(observation)
        self.masks.append(mask)
        self.actions.append(action)
        self.chances.append(chance)
        self.values.append(value)

    def end(self, reward: float, smoothing: float) -> None:
        """Advantages from the end backwards: nothing is earned before, and nothing is discounted."""
        advantage, after = 0.0, reward
        for value in reversed(self.values):
            advantage = (after - value) + smoothing * advantage
            after = value
            self.advantages.append(advantage)
        self.advantages.reverse()

    def told(self) -> Experience:
        advantages = np.array(self.advantages, dtype=np.float32)
        return Experience(
            np.array(self.observations, dtype=np.int16),
            np.array(self.masks, dtype=np.uint8),
            np.array(self.actions, dtype=np.int32),
            np.array(self.chances, dtype=np.float32),
            advantages,
            advantages + np.array(self.values, dtype=np.float32),
        )


def joined(parts: list[Experience]) -> Experience:
    return Experience(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.masks for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([part.chances for part in parts]),
        np.concatenate([part.advantages for part in parts]),
        np.concatenate([part.returns for part in parts]),
    )


def win_share(settings: Settings, weights: Weights, seed: str) -> float:
    """How often the network in seat 0 wins against random play in the others."""
    rng = seeded(seed)
    player = Player(weights, rng)
    options = games.load(settings.game).sim_options
    batch = Batch(settings.game, settings.size, players=settings.players, options=options, seed=seed, reward="win")
    wins: dict[int, float] = {}
    batch.reset()
    while len(wins) < batch.size:
        actions, _, _ = player.choose(batch)
        for slot, legal in enumerate(batch.legal):
            if batch.seats[slot] != 0:
                actions[slot] = legal[int(rng.random() * len(legal))]
        batch.step(actions)
        for slot in np.flatnonzero(batch.dones).tolist():
            wins.setdefault(slot, float(batch.rewards[slot, 0]))
    return sum(wins.values()) / len(wins)


# Learning -----------------------------------------------------------------------------------------------------------


def minibatches(rows: Experience, settings: Settings, rng: np.random.Generator) -> Iterator[Experience]:
    for _ in range(settings.epochs):
        order = rng.permutation(len(rows))
        for first in range(0, len(order), settings.minibatch):
            yield rows.rows(order[first : first + settings.minibatch])


def learn(
    settings: Settings,
    where: Runner,
    curve: Curve,
    slopes: Callable[[Weights, Experience, Settings], Weights] = gradients,
    tests: int = TESTS,
) -> Weights:
    """Weights learnt by playing against itself; `tests`: batches of games against random play after each round."""
    weights = new_weights(settings)
    adam = Adam(weights, settings.rate)
    rng = np.random.default_rng(settings.seed)
    for number in range(settings.rounds + 1):
        shares = where.map(win_share, [(settings, weights, f"{settings.seed}/test/{part}") for part in range(tests)])
        curve.add(games_of_its_own=number * settings.parts * settings.size, win_share=round(float(np.mean(shares)), 4))
        if number == settings.rounds:
            break
        parts = [(settings, weights, f"{settings.seed}/{number}/{part}") for part in range(settings.parts)]
        rows = joined(where.map(rollout, parts))
        rows.advantages = (rows.advantages - rows.advantages.mean()) / (rows.advantages.std() + np.float32(1e-8))
        for minibatch in minibatches(rows, settings, rng):
            adam.step(weights, slopes(weights, minibatch, settings))
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    usual = Settings()
    parser.add_argument("--game", default=usual.game, choices=games.OWN)
    for name in ("players", "hidden", "rounds", "parts", "size", "epochs", "minibatch", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    for name in ("rate", "clip", "entropy", "value", "smoothing"):
        parser.add_argument(f"--{name}", type=float, default=getattr(usual, name))
    parser.add_argument("--with", dest="library", default="numpy", choices=("numpy", "torch"))
    parser.add_argument("--where", default="here", help=PLACES)
    parser.add_argument("--curve", type=Path, help="a .csv file for the curve; its drawing is beside it")
    parser.add_argument("--weights", type=Path, help="a .npz file for what was learnt")
    wanted = parser.parse_args()
    settings = Settings(**{name: getattr(wanted, name) for name in Settings.__dataclass_fields__})
    curve = Curve(wanted.curve)
    with runner(wanted.where) as where:
        weights = learn(settings, where, curve, gradients if wanted.library == "numpy" else torch_gradients)
    name = games.load(settings.game).texts("en").say(f"game.{settings.game}.title")
    title = f"PPO with action masks against random play\n{name}, {settings.players} players"
    curve.draw(title, equal=1 / settings.players, trials=TESTS * settings.size)
    if wanted.weights:
        np.savez(wanted.weights, **weights)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
