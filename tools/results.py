"""The page of results in docs/, made from what `rondel arena --json` printed.

    python -m tools.results docs/library/results          # reads *.json there, writes docs/library/results.md and SVGs
    python -m tools.results docs/library/results --fill   # first plays what is missing of the usual tournaments

Each file holds one object a line: a tournament, with the command that played it. A long one is played in parts of other
seeds, that the page adds up: `--fill` can be stopped at any time (`--minutes`), and goes on where it was. `--play FILE
COMMAND...` plays one and adds it: `python -m tools.results --play docs/library/results/own.json arena imperial --seats
hard heuristic ...`. What places win (`--play docs/library/results/places.jsonl balance colonial --players 4`), and the
counts of `tools.weaknesses`, stand in files of their own. Results tell of the bots of their day: once these play
otherwise, delete the files and fill anew.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rondel.cli.arena import share
from rondel.games import NAMES, load

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 560, 260, 56, 16, 40
LEVELS = ("hard", "medium", "heuristic", "easy", "beginner")
COLOURS = ("#2f6f9f", "#b5532a", "#4f7f3a", "#7a4f96")


def play(file: Path, words: list[str]) -> None:
    """Play a tournament in this Python and write it down with its command."""
    run = subprocess.run(
        [sys.executable, "-m", "rondel", *words, "--json"], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise SystemExit(run.stderr)
    found = {"command": " ".join(["rondel", *words]), **json.loads(run.stdout)}
    found.pop("uses", None)  # of `rondel balance`: long, and not for the page
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(found) + "\n")


def lines_of(file: Path) -> list[dict[str, Any]]:
    """What a file holds, an object a line; nothing if there is none."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def tournaments(folder: Path) -> list[dict[str, Any]]:
    return [each for file in sorted(folder.glob("*.json")) for each in lines_of(file)]


# --- what should be there -----------------------------------------------------------------------------------------

USUAL = (
    ("equals", "heuristic", 3, "heuristic", 400, 400),
    ("levels", "beginner", 3, "heuristic", 200, 100),
    ("levels", "easy", 3, "heuristic", 200, 100),
    ("levels", "heuristic", 3, "random", 200, 100),
    ("levels", "medium", 3, "heuristic", 200, 20),
    ("levels", "hard", 3, "heuristic", 200, 5),
    ("levels", "hard", 3, "random", 80, 20),
    ("budget", "search+4", 3, "heuristic", 60, 20),
    ("budget", "search+16", 3, "heuristic", 60, 20),
    ("budget", "search+64", 3, "heuristic", 60, 10),
    ("budget", "search+256", 3, "heuristic", 60, 5),
    *(("levels", "medium", others, "heuristic", 60, 10) for others in (1, 2, 4, 5, 6)),
    *(("levels", "hard", others, "heuristic", 60, 5) for others in (1, 2, 4, 5, 6)),
)
"""(file, bot, how many others, who they are, games, games in a part)."""


def parts(names: tuple[str, ...] = NAMES) -> Iterator[tuple[str, str]]:
    """File and command of every part of the usual tournaments, in the order in which they are played.

    First a part of each, then a second one: whenever it is stopped, there is something of everything.
    """
    for turn in range(max(-(-number // together) for *_, number, together in USUAL)):
        for file, bot, others, against, number, together in USUAL:
            if turn * together >= number:
                continue
            for game in names:
                if others + 1 in load(game).players:
                    seats = " ".join([bot, *[against] * others])
                    command = f"arena {game} --seats {seats} --games {together} --seed {turn + 1} --workers 1"
                    yield f"{file}.json", command


def fill(folder: Path, names: tuple[str, ...], minutes: float) -> None:
    """Play what is missing, part by part, until all is there or the time is up."""
    begun = time.monotonic()
    for file, command in parts(names):
        known = {each["command"] for each in tournaments(folder)}
        if f"rondel {command}" not in known:
            if time.monotonic() - begun > 60.0 * minutes:
                return
            print(command, flush=True)
            play(folder / file, command.split())


# --- the page -----------------------------------------------------------------------------------------------------


def added_up(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tournaments of the same bots at the same game as one, with the seeds that were played."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for each in found:
        bots = (seat["bot"] for seat in each["seats"])
        groups.setdefault((each["game"], *bots), []).append(each)
    return [group[0] if len(group) == 1 else sum_of(group) for group in groups.values()]


def sum_of(group: list[dict[str, Any]]) -> dict[str, Any]:
    games = sum(each["games"] for each in group)

    def rows(key: str) -> list[dict[str, Any]]:
        return [{**row, **together(key, place)} for place, row in enumerate(group[0][key])]

    def together(key: str, place: int) -> dict[str, Any]:
        """A row of all parts: those of `bots` are sorted by strength, and found by name."""
        name = group[0][key][place].get("bot") if key == "bots" else None
        mine = [
            next(row for row in each[key] if row["bot"] == name) if name is not None else each[key][place]
            for each in group
        ]
        won = sum(row["win_share"] * each["games"] for row, each in zip(mine, group, strict=True))
        found: dict[str, Any] = share(won, games)
        if all("ms" in row for row in mine):
            found["ms"] = sum(row["ms"] for row in mine) / len(mine)
            found["slowest_ms"] = max(row["slowest_ms"] for row in mine)
        return found

    first, *others = sorted(seed for each in group for seed in seed_of(each["command"]))
    command = f"{group[0]['command'].split(' --seed')[0]} --seed {first}"
    return {**group[0], "games": games, "command": command, "also": runs_of(others),
            "seats": rows("seats"), "bots": rows("bots"), "by_seat": rows("by_seat")}  # fmt: skip


def seed_of(command: str) -> list[int]:
    words = command.split()
    return [int(words[words.index("--seed") + 1])] if "--seed" in words else [1]


def runs_of(seeds: list[int]) -> str:
    """Seeds in words: `2 to 5, 8`."""
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def budget(name: str) -> int:
    """How many games a bot plays out for a decision: `search+40` -> 40; -1 if its name does not say."""
    base, _, number = name.partition("+")
    return int(number) if base == "search" and number.isdecimal() else -1


def first_row(tournament: dict[str, Any]) -> dict[str, Any]:
    """The bot of the first seat that was named: the one that is measured."""
    name = tournament["seats"][0]["bot"]
    row: dict[str, Any] = next(each for each in tournament["bots"] if each["bot"] == name)
    return row


def place_of(tournament: dict[str, Any]) -> tuple[int, int, int, str, int]:
    """Where a row stands on the page: by game, then from the strongest to the weakest, then by number of players."""
    game, names = tournament["game"], [seat["bot"] for seat in tournament["seats"]]
    level = LEVELS.index(names[0]) if names[0] in LEVELS else len(LEVELS)
    return (NAMES.index(game) if game in NAMES else len(NAMES), level, budget(names[0]), names[1], len(names))


def table(found: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| game | bots | games | won | 95 % interval | an equal | seconds a move (longest) | command |",
        "| --- | --- | --: | --: | --- | --: | --- | --- |",
    ]
    for each in found:
        row = first_row(each)
        others = [seat["bot"] for seat in each["seats"]][1:]
        against = ", ".join(f"{others.count(name)} {name}" for name in dict.fromkeys(others))
        lines.append(
            f"| {each['game']} | {row['bot']} against {against} | {each['games']} | {row['win_share']:.0%} | "
            f"{row['low']:.0%} to {row['high']:.0%} | {row['equal_share']:.0%} | {pace(row)} | `{each['command']}`"
            f"{f', then with the seeds {also}' if (also := each.get('also')) else ''} |"
        )
    return lines


def pace(row: dict[str, Any]) -> str:
    return f"{row['ms'] / 1000:.2f} ({row['slowest_ms'] / 1000:.1f})" if "ms" in row else ""


def by_budget(found: list[dict[str, Any]]) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """[game] -> the tournaments of a search with a given number of games, against three heuristic ones.

    Hard is one of them, too; of two with the same budget the one that played more counts.
    """
    curves: dict[str, dict[int, tuple[int, dict[str, Any]]]] = {}
    for each in found:
        names = [seat["bot"] for seat in each["seats"]]
        policy = load(each["game"]).policy
        games = 0 if set(names) == {"heuristic"} else budget(names[0])
        if names[0] == "hard" and policy is not None:
            games = policy.HARD
        if games >= 0 and len(names) == 4 and set(names[1:]) == {"heuristic"}:
            points = curves.setdefault(each["game"], {})
            if games not in points or points[games][0] < each["games"]:
                points[games] = (each["games"], first_row(each))
    return {game: [(games, row) for games, (_, row) in sorted(points.items())] for game, points in curves.items()}


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


def places(found: list[dict[str, Any]]) -> list[str]:
    """What each place after the seat that begins won, as `rondel balance` counts it."""
    found = [each for each in found if each["by_place"]]
    if not found:
        return []
    lines = [
        "",
        "## Places among equals",
        "",
        "Where a seat is drawn that begins: what each place won, from that seat on.",
        "",
        "| game | players | games | wins by place | 95 % interval of the first | command |",
        "| --- | --: | --: | --- | --- | --- |",
    ]
    for each in found:
        rows = each["by_place"]
        shares = " · ".join(f"{row['win_share']:.0%}" for row in rows)
        interval = f"{rows[0]['low']:.0%} to {rows[0]['high']:.0%}"
        lines.append(
            f"| {each['game']} | {each['players']} | {each['games']} | {shares} | {interval} | `{each['command']}` |"
        )
    return lines


def weaknesses(counted: list[dict[str, Any]]) -> list[str]:
    """What bots should not do, at first and now."""
    if not counted:
        return []
    lines = [
        "",
        "## Weaknesses, before and after",
        "",
        "What was seen in games of the first bots, counted again. Two figures are times, of how many.",
        "",
        "| game | what | at first | now | command |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in counted:
        for what, (times, of) in each["counts"].items():
            lines.append(f"| {each['game']} | {what} | {each['first'][what]} | {times} of {of} | `{each['command']}` |")
    return lines


def page(
    found: list[dict[str, Any]],
    folder: str,
    counted: list[dict[str, Any]] | None = None,
    balances: list[dict[str, Any]] | None = None,
) -> str:
    unequal = sorted((each for each in found if len({seat["bot"] for seat in each["seats"]}) > 1), key=place_of)
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
        "One bot that plays so many games out for a decision, against three heuristic ones; hard is such a bot, too.",
        "Dashed: an equal.",
        "",
        f"![Win share by budget]({folder}/budget.svg)",
        "",
        *table(searches),
        "",
        "## Seats among equals",
        "",
        *seats(found),
        *places(balances or []),
        *weaknesses(counted or []),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the page of results, or play a tournament for it.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/library/results"))
    parser.add_argument(
        "--play", nargs=argparse.REMAINDER, metavar="FILE COMMAND", help="play a tournament, add it to FILE"
    )
    parser.add_argument("--fill", action="store_true", help="first play what is missing of the usual tournaments")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing more after so long")
    parser.add_argument("--game", action="append", choices=NAMES, help="of this game alone (repeatable)")
    arguments = parser.parse_args()
    if arguments.play:
        play(Path(arguments.play[0]), arguments.play[1:])
        return 0
    if arguments.fill:
        fill(arguments.folder, tuple(arguments.game or NAMES), arguments.minutes)
    found = added_up(tournaments(arguments.folder))
    if not found:
        parser.error(f"{arguments.folder} holds no results")
    (arguments.folder / "budget.svg").write_text(plot(by_budget(found)), encoding="utf-8")
    counted, balances = (lines_of(arguments.folder / name) for name in ("weaknesses.jsonl", "places.jsonl"))
    made = page(found, arguments.folder.name, counted, balances)
    arguments.folder.with_suffix(".md").write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
