"""What positions are worth, fitted: features of a seat along games of self-play, against what it scored in the end.

A value of this kind lets a search break games off early (`Policy.deadline`): that takes less time, and says more, for
there is less luck in it.
"""

from __future__ import annotations

import random
from typing import Any, Final

from rondel import games
from rondel.kernel import flow
from rondel.kernel.bot import Policy
from rondel.kernel.chance import pick
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.values import Values

SLIPS: Final = 0.06
"""How often something else than the policy's own choice is done, so that the games differ in more than luck."""
SWEEPS: Final = 400
"""So often every weight is put right, one after the other, until all of them agree with the signs that are known."""
LONGEST: Final = 20_000
TESTED: Final = 5
"""Every fifth game is kept for the test of what was fitted in the others."""


class Sample:
    """A seat in a position, and its score at the end."""

    def __init__(self, stage: float, features: list[float], score: float) -> None:
        self.stage = stage
        self.features = features
        self.score = score


def one_game(name: str, seats: int, seed: str) -> list[Sample]:
    """Positions of one game, all seats of each."""
    game = games.load(name)
    assert game.policy is not None
    rng = random.Random(seed)
    policy: Policy[Any] = game.policy(random.Random(f"{seed}/policy"))
    state = game.setup(seats)
    found: list[tuple[int, Sample]] = []
    played, last = 0, -1
    while state.pending and played < LONGEST:
        step = state.pending[-1]
        seat = step.to_act(state)[0]
        now = policy.moment(state)
        if now > last:
            last = now
            stage = policy.stage(state)
            for each in range(seats):
                found.append((each, Sample(stage, policy.features(state, each), 0.0)))
        if seat == CHANCE:
            action = pick(flow.odds(state), rng.getrandbits(62))
        else:
            choices = step.choices(state, seat)
            if len(choices) == 1:
                action = choices[0]
            elif rng.random() < SLIPS:
                action = slip(policy, state, seat, choices, rng)
            else:
                action = policy.choose(state, seat, choices)
        flow.play(state, seat, action)
        played += 1
    if state.pending:
        return []
    scores = game.scores(state)
    for each, sample in found:
        sample.score = float(scores[each])
    return [sample for _, sample in found]


def some_games(name: str, seats: int, numbers: range, seed: int) -> list[list[list[float]]]:
    """[game][position and seat] -> stage, score, features: games by their numbers, in lists that can be sent around."""
    found = []
    for number in numbers:
        samples = one_game(name, seats, f"{seed}/value/{number}")
        found.append([[each.stage, each.score, *each.features] for each in samples])
    return found


def slip(policy: Policy[Any], state: State, seat: int, choices: list[int], rng: random.Random) -> int:
    """Another choice, of those that the policy thinks most of; its own where it compared nothing."""
    own, *others = policy.compared(state, seat, choices)[:5]
    return others[int(rng.random() * len(others))] if others else own


def columns(values: Values, sample: Sample) -> list[float]:
    """Features spread over the stages between which the position is: what `Values.of` adds up."""
    stages, width = len(values.rows), len(values.names)
    first = max(0, min(stages - 2, int(sample.stage)))
    later = sample.stage - first
    row = [0.0] * (stages * width)
    for place, value in enumerate(sample.features):
        row[first * width + place] = (1.0 - later) * value
        row[(first + 1) * width + place] = later * value
    return row


class Fit:
    """Least squares with a little ridge, added up sample by sample.

    `sure`: features that count as they are. `signs`: features that can only help (1) or only harm (-1). Games of
    self-play tell what goes together, not what brings what: who has money left over is often one who had no use for it.
    """

    def __init__(self, values: Values, sure: list[str] | None = None, signs: dict[str, int] | None = None) -> None:
        import numpy

        self.values = values
        self.sure: list[int] = [values.names.index(name) for name in sure or []]
        known = signs or {}
        self.signs: list[int] = [known.get(name, 0) for name in values.names]
        size = len(values.rows) * len(values.names)
        self.products: Any = numpy.zeros((size, size))
        self.sums: Any = numpy.zeros(size)
        self.games = 0
        self.test: list[Sample] = []

    def take(self, rows: list[list[float]]) -> None:
        """The next game, as `some_games` tells it: fitted to, or kept for the test."""
        samples = [Sample(row[0], row[2:], row[1]) for row in rows]
        if self.games % TESTED:
            self.add(samples)
        else:
            self.test += samples
        self.games += 1

    def add(self, samples: list[Sample]) -> None:
        import numpy

        if samples:
            width = len(self.values.names)
            rows = numpy.array([columns(self.values, sample) for sample in samples])
            scores = [sample.score - sum(sample.features[place] for place in self.sure) for sample in samples]
            for place in self.sure:
                rows[:, place::width] = 0.0
            self.products += rows.T @ rows
            self.sums += rows.T @ numpy.array(scores)

    def solve(self, ridge: float = 2.0) -> Values:
        import numpy

        size = len(self.sums)
        width = len(self.values.names)
        products = self.products + ridge * numpy.eye(size)
        weights = self.signed(products, numpy.linalg.solve(products, self.sums))
        rows = [[round(float(each), 4) for each in weights[at : at + width]] for at in range(0, size, width)]
        for row in rows:
            for place in self.sure:
                row[place] = 1.0
        return Values(self.values.names, rows)

    def to_json(self) -> dict[str, Any]:
        """How far it is: what it takes up again from."""
        return {
            "names": self.values.names,
            "games": self.games,
            "products": self.products.tolist(),
            "sums": self.sums.tolist(),
            "test": [[each.stage, each.score, *each.features] for each in self.test],
        }

    def take_up(self, data: dict[str, Any]) -> None:
        """Go on from there; ValueError if it is of other features."""
        import numpy

        if data["names"] != self.values.names or len(data["sums"]) != len(self.sums):
            raise ValueError("the features have other names by now: begin anew")
        self.games = data["games"]
        self.products, self.sums = numpy.array(data["products"]), numpy.array(data["sums"])
        self.test = [Sample(row[0], row[2:], row[1]) for row in data["test"]]

    def signed(self, products: Any, weights: Any) -> Any:
        """The best weights of the signs that are known: each in turn as good as the others let it be."""
        import numpy

        signs = self.signs * len(self.values.rows)
        if not any(signs):
            return weights
        weights = numpy.array(
            [0.0 if weight * sign < 0.0 else weight for weight, sign in zip(weights, signs, strict=True)]
        )
        for _ in range(SWEEPS):
            for place, sign in enumerate(signs):
                best = weights[place] + (self.sums[place] - products[place] @ weights) / products[place, place]
                weights[place] = 0.0 if best * sign < 0.0 else best
        return weights


def error(values: Values, samples: list[Sample], stage: int = -1) -> tuple[float, float]:
    """Mean squares: of what the values leave unexplained, and of the scores themselves, at a stage or at all."""
    left, whole, number = 0.0, 0.0, 0
    chosen = [each for each in samples if stage < 0 or int(each.stage) == stage]
    mean = sum(each.score for each in chosen) / max(1, len(chosen))
    for each in chosen:
        left += (values.of(each.stage, each.features) - each.score) ** 2
        whole += (each.score - mean) ** 2
        number += 1
    return left / max(1, number), whole / max(1, number)


def begun(name: str) -> Fit:
    """Nothing is fitted yet; ValueError if the game has nothing to fit."""
    policy = games.load(name).policy
    made = None if policy is None else policy(random.Random(0))
    known = None if made is None else made.values()
    if made is None or known is None:
        raise ValueError(f"{name} has no features to fit")
    return Fit(known, made.sure(), made.signs())


def as_toml(values: Values, found: Fit, command: str) -> str:
    """The file that is shipped with a game."""
    lines = ["# What positions are worth, fitted to games of self-play: weights of the features at each stage.",
             f"# {command}"]  # fmt: skip
    for stage in range(len(values.rows) - 1):
        left, whole = error(values, found.test, stage)
        if whole:
            lines.append(f"# stage {stage}: leaves {left**0.5:.1f} of a spread of {whole**0.5:.1f} points unexplained")
    lines += ["", "[value]"]
    for place, name in enumerate(values.names):
        lines.append(f"{name} = [{', '.join(repr(row[place]) for row in values.rows)}]")
    return "\n".join(lines) + "\n"
