"""The pages of the docs that are made from data: `python -m rondel.research.pages` writes them."""

from __future__ import annotations

import re
from pathlib import Path

from rondel import games
from rondel.research.benchmark import VERSION, Entry, read
from rondel.research.layout import Layout, Number, layout

MEANING = {
    "number": "number",
    "flag": "1 or 0",
    "count": "how many",
}
FEW = 12
"""So many ids are named in a line."""


def layout_page(found: Layout) -> str:
    """Every number of the observations of one game."""
    game = found.game
    lines = [
        f"# What a seat observes in {game.texts('en').say(f'game.{game.name}.title')}",
        "",
        (
            f"{len(found)} numbers, the same ones for every number of players; {len(game.catalogue)} actions. "
            "This page is made from the types that the game declares for its views; "
            f'`rondel.research.layout.layout("{game.name}")` has the same as data: `names`, `numbers`, `place[name]`.'
        ),
        "",
        (
            "Numbers whose names differ in an id or a place alone are on one line, with the first one's place; "
            "the others do not always follow it at once."
        ),
        "",
        "| first | how many | name | what it is |",
        "| ---: | ---: | --- | --- |",
    ]
    lines += [_row(first, names, number) for first, names, number in _alike(found)]
    lines += ["", "## What is left out", "", "| what | why |", "| --- | --- |"]
    lines += [f"| `{path}` | {reason} |" for path, reason in found.limits.left_out.items()]
    lines += ["", "## Lists with a limit", "", "| list | places |", "| --- | ---: |"]
    lines += [f"| `{path}` | {most} |" for path, most in found.limits.lists.items()]
    return "\n".join(lines) + "\n"


def _alike(found: Layout) -> list[tuple[int, list[str], Number]]:
    """The numbers whose names differ in ids and places alone, together."""
    groups: dict[tuple[str, str, tuple[str, ...]], tuple[int, list[str], Number]] = {}
    for place, number in enumerate(found.numbers):
        key = (_pattern(found, number.name), number.kind, number.values)
        groups.setdefault(key, (place, [], number))[1].append(number.name)
    return list(groups.values())


def _pattern(found: Layout, name: str) -> str:
    """A name with `*` for ids."""
    words = re.sub(r"\[\d+\]", "[]", name).split(".")
    return ".".join(word if word in _declared(found) else "*" for word in words)


def _declared(found: Layout) -> set[str]:
    """The words that stand in declared names: everything else is an id."""
    cached: set[str] | None = found.__dict__.get("_words")
    if cached is None:
        from rondel.kernel.shape import schema

        named: dict[str, dict[str, object]] = {}
        schema(found.game.view_type, named)
        cached = {"known", "there", "count", "seat", "decision"}
        for entry in named.values():
            properties = entry.get("properties")
            if isinstance(properties, dict):
                cached |= set(properties)
        cached |= {f"{word}[]" for word in cached} | {f"{word}[][]" for word in cached} | {"acts[]"}
        cached |= {number.name.split(".", 1)[1] for number in found.fields}
        found.__dict__["_words"] = cached
    return cached


def _row(first: int, names: list[str], number: Number) -> str:
    if number.kind == "id":
        few = ", ".join(f"`{value}`" for value in number.values[:FEW])
        more = f" and {len(number.values) - FEW} more" if len(number.values) > FEW else ""
        meaning = f"one of {len(number.values)}, -1 for none: {few}{more}"
    else:
        meaning = MEANING[number.kind]
    shown = f"`{names[0]}`" if len(names) == 1 else f"`{names[0]}` to `{names[-1]}`"
    return f"| {first} | {len(names)} | {shown} | {meaning} |"


def leaderboard_page(rows: list[Entry]) -> str:
    """What each entrant of a leaderboard reached, task by task."""
    lines = [
        "# Leaderboard",
        "",
        (
            f"Of the benchmark `{VERSION}`; what the tasks are, and how to enter, stands on [its page](benchmark.md). "
            "This page is made from `src/rondel/research/leaderboard.jsonl`. A win share stands beside that of an "
            "equal, with its interval of 95 %; in tasks that end in `exploit` it is that of a best response to the "
            "entrant, and a low one is good."
        ),
    ]
    for name in games.OWN:
        title = games.load(name).texts("en").say(f"game.{name}.title")
        lines += ["", f"## {title}", "", "| task | games | an equal wins | entrant | win share | interval |"]
        lines += ["| --- | ---: | ---: | --- | ---: | --- |"]
        for row in rows:
            if row.task.startswith(f"{name}-"):
                reached = f"{row.win_share:.2f} | {row.low:.2f} to {row.high:.2f}"
                lines.append(f"| {row.task} | {row.games} | {row.equal_share:.2f} | {row.entrant} | {reached} |")
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    for name in games.OWN:
        (folder / f"{name}-observation.md").write_text(layout_page(layout(name)), encoding="utf-8")
    (folder / "leaderboard.md").write_text(leaderboard_page(read()), encoding="utf-8")


if __name__ == "__main__":
    write(Path("docs/research"))
