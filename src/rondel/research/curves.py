"""Learning curves: a table that grows while something is learnt, kept as CSV, and drawn where there is matplotlib."""

from __future__ import annotations

import csv
from pathlib import Path


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

    def draw(self, title: str) -> Path | None:
        """Draw every column over the first; where to, or None if there is no file or no matplotlib."""
        if self.path is None or not self.rows:
            return None
        try:
            from matplotlib.figure import Figure
        except ImportError:
            return None
        over, *columns = self.rows[0]
        figure = Figure(figsize=(6, 2.2 * len(columns)), layout="constrained")
        figure.suptitle(title)
        for place, name in enumerate(columns):
            axes = figure.add_subplot(len(columns), 1, place + 1)
            axes.plot(self.column(over), self.column(name), color="#2d5a9e")
            axes.set_ylabel(name.replace("_", " "))
            axes.grid(alpha=0.3)
        axes.set_xlabel(over.replace("_", " "))
        target = self.path.with_suffix(".png")
        figure.savefig(target, dpi=110)
        return target


def read(path: Path) -> list[dict[str, float]]:
    """The rows of a curve that was kept."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
