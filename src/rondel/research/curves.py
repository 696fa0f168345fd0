"""Learning curves: a table that grows while something is learnt, kept as CSV, and drawn where there is matplotlib."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from rondel.cli.arena import wilson

INK = "#2d5a9e"
EQUAL = "#b02f28"
GAME_COLOURS = {"imperial": "#2d5a9e", "struggle": "#d8702c", "imperunde": "#3d7a3b", "colonial": "#6b3d90"}
"""One for each game, in every drawing."""
SHARES = ("win_share", "agreement")
"""Columns that go from 0 to 1."""
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#8a857a",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "figure.constrained_layout.use": True,
    "figure.dpi": 110,
    "figure.titlesize": 13,
    "font.size": 10,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "lines.linewidth": 2,
}
"""How drawings look: `plt.rcParams.update(STYLE)`."""


class Curve:
    """One row a round. `path` ends in .csv: written anew after each row; the drawing has the same name and .png."""

    def __init__(self, path: Path | None = None) -> None:
        if path is not None and path.suffix != ".csv":
            raise ValueError(f"{path}: a curve is kept in a .csv file")
        self.path = path
        self.rows: list[dict[str, float]] = []

    def add(self, **figures: float) -> None:
        """A row; it is printed, and kept if there is a file."""
        if self.rows and figures.keys() != self.rows[0].keys():
            raise ValueError(f"the columns are {', '.join(self.rows[0])}")
        self.rows.append(figures)
        print("  ".join(f"{name} {value:g}" for name, value in figures.items()), flush=True)
        if self.path is not None:
            with self.path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(figures))
                writer.writeheader()
                writer.writerows(self.rows)

    def column(self, name: str) -> list[float]:
        return [row[name] for row in self.rows]

    def draw(
        self, title: str, equal: float | None = None, trials: int = 0, beside: dict[str, str] | None = None
    ) -> Path | None:
        """Draw every column over the first; where to, or None if there is no file or no matplotlib.

        `equal`: the win share of an equal, as a line of its own; `trials`: of how many games a win share is, so that
        its interval of 95 % can be drawn as well; `beside`: columns to which another one is drawn for comparison.
        """
        if self.path is None or not self.rows:
            return None
        try:
            from matplotlib import rc_context
            from matplotlib.figure import Figure
            from matplotlib.ticker import MaxNLocator
        except ImportError:
            return None
        over, *others = self.rows[0]
        compared = beside or {}
        columns = [name for name in others if name not in compared.values()]
        with rc_context(STYLE):
            figure = Figure(figsize=(6.4, 0.8 + 2.4 * len(columns)))
            figure.suptitle(title)
            every = figure.subplots(len(columns), 1, sharex=True, squeeze=False)[:, 0]
            for axes, name in zip(every, columns, strict=True):
                axes.plot(self.column(over), self.column(name), color=INK, marker="o", markersize=3.5)
                axes.set_ylabel(_words(name))
                if name in SHARES:
                    axes.set_ylim(0, 1.02)
                if name == "win_share":
                    self._share(axes, over, equal, trials)
                if name in compared:
                    _compare(axes, self.column(over), self.column(compared[name]), _words(compared[name]))
            every[-1].set_xlabel(_words(over))
            every[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
            target = self.path.with_suffix(".png")
            figure.savefig(target, dpi=130)
        return target

    def _share(self, axes: Any, over: str, equal: float | None, trials: int) -> None:
        """With its interval, and beside that of an equal."""
        places = self.column(over)
        if trials:
            bounds = [wilson(share * trials, trials) for share in self.column("win_share")]
            low, high = zip(*bounds, strict=True)
            axes.fill_between(places, low, high, color=INK, alpha=0.18, linewidth=0, label=f"95 % of {trials} games")
        if equal is not None:
            _compare(axes, places, [equal] * len(places), "an equal")


def _compare(axes: Any, places: list[float], values: list[float], name: str) -> None:
    axes.plot(places, values, color=EQUAL, linestyle="--", linewidth=1.2, label=name)
    axes.legend(loc="best", ncols=2)


def _words(name: str) -> str:
    return name.replace("_", " ")


def read(path: Path) -> list[dict[str, float]]:
    """The rows of a curve that was kept."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
