"""What features of a position tell of a seat's final score: linear, with weights that change along the game."""

from __future__ import annotations

import tomllib
from pathlib import Path


class Values:
    """Weights of features at some stages of a game; between two stages both count, the nearer one more."""

    def __init__(self, names: list[str], rows: list[list[float]]) -> None:
        self.names = names
        self.rows = rows  # [stage] -> [feature] -> weight

    def of(self, stage: float, features: list[float]) -> float:
        """What a seat with such features is likely to score."""
        first = max(0, min(len(self.rows) - 2, int(stage)))
        later = stage - first
        one, other = self.rows[first], self.rows[first + 1]
        found = 0.0
        for place in range(len(features)):
            found += features[place] * (one[place] + later * (other[place] - one[place]))
        return found


def read_values(file: Path, names: list[str], stages: int) -> Values:
    """What was fitted (`rondel train GAME --value`); where there is no file, nothing counts."""
    if not file.exists():
        return Values(names, [[0.0] * len(names) for _ in range(stages)])
    fitted = tomllib.loads(file.read_text())["value"]
    missing = [name for name in names if name not in fitted]
    unknown = [name for name in fitted if name not in names]
    if missing or unknown:
        raise ValueError(
            f"{file.name}: fitted for other features: {', '.join(missing + unknown)}; fit it anew without it"
        )
    short = [name for name in names if len(fitted[name]) != stages]
    if short:
        raise ValueError(f"{file.name}: {short[0]} needs a weight for each of {stages} stages")
    return Values(names, [[float(fitted[name][stage]) for name in names] for stage in range(stages)])
