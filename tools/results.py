"""The page of results in docs/, made from what `rondel arena --json` printed.

    python -m tools.results docs/library/results          # reads *.json there, writes docs/library/results.md and SVGs

Each file holds one object a line: a tournament, with the command that played it. `--play FILE COMMAND...` plays one and
adds it: `python -m tools.results --play docs/library/results/imperial.json arena imperial --seats hard heuristic ...`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 560, 260, 56, 16, 40
COLOURS = ("#2f6f9f", "#b5532a", "#4f7f3a", "#7a4f96")


def play(file: Path, words: list[str]) -> None:
    """Play a tournament in this Python and write it down with its command."""
    run = subprocess.run(
        [sys.executable, "-m", "rondel", *words, "--json"], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(run.stderr)
    found = {"command": " ".join(["rondel", *words]), **json.loads(run.stdout)}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(found) + "\n")


def tournaments(folder: Path) -> list[dict[str, Any]]:
    found = []
    for file in sorted(folder.glob("*.json")):
        found += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return found


def budget(name: str) -> int:
    """How many games a bot plays out for a decision: `search+40` -> 40; -1 if its name does not say."""
    base, _, number = name.partition("+")
    return int(number) if base == "search" and number.isdecimal() else -1


def first_row(tournament: dict[str, Any]) -> dict[str, Any]:
    """The bot of the first seat that was named: the one that is measured."""
    name = tournament["seats"][0]["bot"]
    row: dict[str, Any] = next(each for each in tournament["bots"] if each["bot"] == name)
    return row


def table(found: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| game | bots | games | won | 95 % interval | an equal | command |",
        "| --- | --- | --: | --: | --- | --: | --- |",
    ]
    for each in found:
        row = first_row(each)
        others = [seat["bot"] for seat in each["seats"]][1:]
        against = ", ".join(f"{others.count(name)} {name}" for name in dict.fromkeys(others))
        lines.append(
            f"| {each['game']} | {row['bot']} against {against} | {each['games']} | {row['win_share']:.0%} | "
            f"{row['low']:.0%} to {row['high']:.0%} | {row['equal_share']:.0%} | `{each['command']}` |"
        )
    return lines


def by_budget(found: list[dict[str, Any]]) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """[game] -> the tournaments of a search with a given number of games, against three heuristic ones."""
    curves: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for each in found:
        names = [seat["bot"] for seat in each["seats"]]
        games = 0 if set(names) == {"heuristic"} else budget(names[0])
        if games >= 0 and set(names[1:]) == {"heuristic"}:
            curves.setdefault(each["game"], []).append((games, first_row(each)))
    return {game: sorted(points, key=lambda point: point[0]) for game, points in curves.items()}


def plot(curves: dict[str, list[tuple[int, dict[str, Any]]]]) -> str:
    """Win share by games played out for a decision, with intervals; the steps on the axis are equal."""
    budgets = sorted({games for points in curves.values() for games, _ in points})
    step = (WIDTH - LEFT - 20) / max(1, len(budgets) - 1)

    def x(games: int, index: int) -> float:
        return LEFT + step * budgets.index(games) + 4 * index

    def y(share: float) -> float:
        return TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" font-size="12" viewBox="0 0 {WIDTH + 120} {HEIGHT}">',
        f'<rect width="{WIDTH + 120}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        parts.append(f'<path d="M{LEFT} {y(tenth / 10):.1f}H{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(tenth / 10) + 4:.1f}" text-anchor="end">{10 * tenth} %</text>')
    parts.append(f'<path d="M{LEFT} {y(0.25):.1f}H{WIDTH}" stroke="#888" stroke-dasharray="4 4"/>')
    for games in budgets:
        parts.append(f'<text x="{x(games, 0):.1f}" y="{HEIGHT - 22}" text-anchor="middle">{games}</text>')
    middle = (LEFT + WIDTH) // 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">games played out for a decision</text>')
    for index, (game, points) in enumerate(sorted(curves.items())):
        colour = COLOURS[index % len(COLOURS)]
        line = " ".join(f"{x(games, index):.1f},{y(row['win_share']):.1f}" for games, row in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for games, row in points:
            here = x(games, index)
            parts.append(f'<path d="M{here:.1f} {y(row["low"]):.1f}V{y(row["high"]):.1f}" stroke="{colour}"/>')
            parts.append(f'<circle cx="{here:.1f}" cy="{y(row["win_share"]):.1f}" r="3.5" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH + 12}" y="{TOP + 14 + 18 * index}" fill="{colour}">{game}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def seats(found: list[dict[str, Any]]) -> list[str]:
    """What each seat won among equals."""
    lines = ["| game | games | wins by seat | command |", "| --- | --: | --- | --- |"]
    for each in found:
        if {seat["bot"] for seat in each["seats"]} == {"heuristic"}:
            shares = " · ".join(f"{row['win_share']:.0%}" for row in each["by_seat"])
            lines.append(f"| {each['game']} | {each['games']} | {shares} | `{each['command']}` |")
    return lines


def page(found: list[dict[str, Any]], folder: str) -> str:
    unequal = [each for each in found if len({seat["bot"] for seat in each["seats"]}) > 1]
    levels = [each for each in unequal if budget(each["seats"][0]["bot"]) < 0]
    searches = [each for each in unequal if budget(each["seats"][0]["bot"]) >= 0]
    lines = [
        "# How strong the bots are",
        "",
        "Made by `python -m tools.results docs/library/results` from tournaments of the arena on the compiled",
        "package; each row names its command, and tells of the bots of the day on which it was played.",
        "",
        "## Levels",
        "",
        *table(levels),
        "",
        "## Strength and budget",
        "",
        "One bot that plays so many games out for a decision, against three heuristic ones. Dashed: an equal.",
        "",
        f"![Win share by budget]({folder}/budget.svg)",
        "",
        *table(searches),
        "",
        "## Seats among equals",
        "",
        *seats(found),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the page of results, or play a tournament for it.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/library/results"))
    parser.add_argument(
        "--play", nargs=argparse.REMAINDER, metavar="FILE COMMAND", help="play a tournament, add it to FILE"
    )
    arguments = parser.parse_args()
    if arguments.play:
        play(Path(arguments.play[0]), arguments.play[1:])
        return 0
    found = tournaments(arguments.folder)
    if not found:
        parser.error(f"{arguments.folder} holds no results")
    (arguments.folder / "budget.svg").write_text(plot(by_budget(found)), encoding="utf-8")
    arguments.folder.with_suffix(".md").write_text(page(found, arguments.folder.name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
