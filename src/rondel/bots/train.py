"""Weights tuned by self-play: a change of the weights of a game's policy is kept if it wins a duel.

A duel seats the changed and the present weights at one table, half the seats each, over all arrangements in turn. A
change that does not look promising after a first batch is dropped at once; one that does plays on until the evidence is
there or the games run out.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any, Final

from rondel import games
from rondel.kernel import flow
from rondel.kernel.bot import Policy
from rondel.kernel.chance import pick
from rondel.kernel.flow import CHANCE

LONGEST: Final = 20_000
"""A game that is not over after so many actions counts as won by nobody."""
BATCH: Final = 120
"""So many games are played before it is asked again whether a duel goes on."""
EVIDENCE: Final = 1.8
"""A change is kept if it won more than half by so many standard errors."""


class Duel:
    """Games between two sets of weights."""

    def __init__(self, won: float = 0.0, played: int = 0) -> None:
        self.won = won
        self.played = played

    def share(self) -> float:
        return self.won / max(1, self.played)

    def error(self) -> float:
        return 0.5 / math.sqrt(max(1, self.played))

    def lead(self) -> float:
        """By how many standard errors the first won more than half."""
        return (self.share() - 0.5) / self.error()


def arrangements(seats: int) -> list[tuple[int, ...]]:
    """Who sits where: half the seats to each; with an odd number either side has one more as often as the other."""
    half = seats // 2
    found = [each for each in itertools.product((0, 1), repeat=seats) if sum(each) in (half, seats - half)]
    random.Random(seats).shuffle(found)
    return found


def one_game(name: str, weights: list[list[float]], sitting: tuple[int, ...], seed: str) -> float:
    """What the first of two sets of weights won of a game: 1, 0, or a part of a shared first place."""
    game = games.load(name)
    assert game.policy is not None
    rng = random.Random(seed)
    policies: list[Policy[Any]] = [
        game.policy(random.Random(f"{seed}/{seat}"), weights[side]) for seat, side in enumerate(sitting)
    ]
    state = game.setup(len(sitting))
    pending = state.pending
    played = 0
    while pending and played < LONGEST:
        step = pending[-1]
        seat = step.to_act(state)[0]
        if seat == CHANCE:
            action = pick(flow.odds(state), rng.getrandbits(62))
        else:
            choices = step.choices(state, seat)
            action = choices[0] if len(choices) == 1 else policies[seat].choose(state, seat, choices)
        flow.play(state, seat, action)
        played += 1
    if pending:
        return 0.5
    ranks = game.ranks(state)
    winners = [seat for seat in range(len(sitting)) if ranks[seat] == 1]
    return sum(1.0 for seat in winners if sitting[seat] == 0) / len(winners)


ALL: Final = 0
"""Instead of a number of seats: tables of every size that the game has, in turn."""


def some_games(name: str, weights: list[list[float]], seats: int, numbers: range, seed: str) -> float:
    """What the first set of weights won of these games."""
    tables = [arrangements(size) for size in (games.load(name).players if seats == ALL else (seats,))]
    won = 0.0
    for each in numbers:
        turn, size = divmod(each, len(tables))
        won += one_game(name, weights, tables[size][turn % len(tables[size])], f"{seed}/{each}")
    return won


def fight(
    name: str,
    weights: list[list[float]],
    seats: int,
    most: int,
    seed: str,
    play: Callable[[str, list[list[float]], int, range, str], float] = some_games,
    early: bool = True,
) -> Duel:
    """A duel of at most so many games; `early`: it ends as soon as it is clear enough."""
    duel = Duel()
    while duel.played < most:
        numbers = range(duel.played, min(most, duel.played + BATCH))
        duel.won += play(name, weights, seats, numbers, seed)
        duel.played += len(numbers)
        if early and (duel.lead() < 0.7 or duel.lead() > EVIDENCE + 0.7):
            break
    return duel


def changed(weights: dict[str, float], rng: random.Random) -> dict[str, float]:
    """A few of the weights made larger or smaller, by a factor or, near nothing, by a step."""
    names = list(weights)
    found = dict(weights)
    for name in rng.sample(names, 1 + int(rng.random() * 3)):
        factor = math.exp(rng.gauss(0.0, 0.45))
        found[name] = round(weights[name] * factor + 0.05 * rng.gauss(0.0, 1.0), 4)
    return found


def mirrored(weights: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    """The same change the other way: what was made larger is made smaller, by the same factor where it can be."""
    found = dict(weights)
    for name, value in weights.items():
        if other[name] != value:
            found[name] = round(
                value * value / other[name] if value * other[name] > 0.0 else 2.0 * value - other[name], 4
            )
    return found


class Training:
    """Where a training stands; it can be written down and taken up again."""

    def __init__(self, game: str, seed: int, seats: int, most: int) -> None:
        policy = games.load(game).policy
        if policy is None or not policy(random.Random(0)).usual():
            raise ValueError(f"{game} has no weights to tune")
        self.game = game
        self.seed = seed
        self.seats = seats
        self.most = most
        self.first: dict[str, float] = dict(policy(random.Random(0)).usual())
        self.best: dict[str, float] = dict(self.first)
        self.tried = 0
        self.kept: list[dict[str, Any]] = []
        self.games = 0
        self.opposite: dict[str, float] = {}  # of a change that lost clearly; empty: there was none just now

    def try_one(self, play: Callable[[str, list[list[float]], int, range, str], float] = some_games) -> Duel:
        """One change: kept or dropped. After one that lost clearly its opposite is tried."""
        rng = random.Random(f"{self.seed}/change/{self.tried}")
        other = self.opposite or changed(self.best, rng)
        was_opposite, self.opposite = bool(self.opposite), {}
        both = [list(other.values()), list(self.best.values())]
        duel = fight(self.game, both, self.seats, self.most, f"{self.seed}/{self.tried}", play)
        self.tried += 1
        self.games += duel.played
        if duel.lead() > EVIDENCE:
            differs = {name: value for name, value in other.items() if value != self.best[name]}
            self.kept.append({"change": self.tried, "share": round(duel.share(), 4), "games": duel.played, **differs})
            self.best = other
        elif duel.lead() < -EVIDENCE and not was_opposite:
            self.opposite = mirrored(self.best, other)
        return duel

    def proof(self, number: int, play: Callable[[str, list[list[float]], int, range, str], float] = some_games) -> Duel:
        """The weights found against those that it began with, in games that it was not tuned in."""
        both = [list(self.best.values()), list(self.first.values())]
        return fight(self.game, both, self.seats, number, f"{self.seed}/proof", play, early=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game, "seed": self.seed, "seats": self.seats, "most": self.most, "first": self.first,
            "best": self.best, "tried": self.tried, "kept": self.kept, "games": self.games,
            "opposite": self.opposite,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Training:
        training = cls(data["game"], data["seed"], data["seats"], data["most"])
        if set(data["best"]) != set(training.first):
            raise ValueError("the weights have other names by now: begin anew")
        training.first = {name: data["first"][name] for name in training.first}
        training.best = {name: data["best"][name] for name in training.first}
        training.tried, training.kept, training.games = data["tried"], data["kept"], data["games"]
        training.opposite = {name: data["opposite"][name] for name in training.first if name in data["opposite"]}
        return training


def as_toml(training: Training, command: str, proof: Duel) -> str:
    """The file that is shipped with a game."""
    low = max(0.0, proof.share() - 1.96 * proof.error())
    high = min(1.0, proof.share() + 1.96 * proof.error())
    size = "all numbers of" if training.seats == ALL else training.seats
    lines = [
        "# What the bot weighs things with, tuned by self-play.",
        f"# {command}",
        f"# {training.tried} changes tried in {training.games} games, {len(training.kept)} kept.",
        f"# Against the weights it began with: {proof.share():.1%} of {proof.played} games of {size} players",
        f"# (95 % interval {low:.1%} to {high:.1%}; equals would win 50 %).",
        "",
        "[weights]",
    ]
    lines += [f"{name} = {float(value)!r}" for name, value in training.best.items()]
    return "\n".join(lines) + "\n"
