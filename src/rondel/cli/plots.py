"""Tournaments as pictures, SVG or PNG by the name of the file; matplotlib draws them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rondel.cli.common import Complaint

FORMATS = (".svg", ".png")


def check(file: Path) -> None:
    """Complain before the first game is played, not after the last."""
    if file.suffix not in FORMATS:
        raise Complaint(f"{file}: a picture ends in {' or '.join(FORMATS)}")
    if not file.parent.is_dir():
        raise Complaint(f"{file}: there is no folder {file.parent}")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise Complaint("pictures need matplotlib: pip install 'rondel[learn]'") from None


def bars(file: Path, title: str, rows: list[dict[str, Any]]) -> None:
    """Win shares with their intervals, and what an equal would win, where the rows tell that."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 0.9 + 0.45 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    for place, row in enumerate(reversed(rows)):
        axes.barh(place, row["win_share"], color="#2f6f9f", height=0.6)
        axes.plot([row["low"], row["high"]], [place, place], color="#222", linewidth=1.5)
        if "equal_share" in row:
            axes.plot([row["equal_share"]] * 2, [place - 0.4, place + 0.4], color="#b5532a", linestyle="--")
    axes.set_yticks(range(len(rows)), [label(row) for row in reversed(rows)])
    axes.set_xlim(0, 1)
    axes.set_xlabel("games won, with 95 % interval" + ("; dashed: an equal" if "equal_share" in rows[0] else ""))
    axes.set_title(title)
    figure.savefig(file)


def label(row: dict[str, Any]) -> str:
    rating = row.get("rating")
    return f"{row['bot']} ({rating['mu']:.1f})" if rating else str(row["bot"])


def crosstable(file: Path, title: str, league: dict[str, Any]) -> None:
    """Who won how much of the games against whom."""
    from matplotlib.figure import Figure

    names = [row["bot"] for row in league["standings"]]
    figure = Figure(figsize=(2.6 + 0.9 * len(names), 1.8 + 0.6 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    grid = [[float("nan")] * len(names) for _ in names]
    for each in league["meetings"]:
        one, other = names.index(each["first"]), names.index(each["second"])
        grid[one][other], grid[other][one] = each["win_share"], 1 - each["win_share"]
    axes.imshow(grid, vmin=0, vmax=1, cmap="RdYlGn")
    for one, row in enumerate(grid):
        for other, won in enumerate(row):
            if won == won:  # they met
                axes.text(other, one, f"{won:.0%}", ha="center", va="center")
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), [label(row) for row in league["standings"]])
    axes.set_title(title)
    figure.savefig(file)
