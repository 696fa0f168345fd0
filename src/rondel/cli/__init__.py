"""The command line: `rondel`."""

from __future__ import annotations

import sys

from rondel.cli.common import Complaint


def main() -> None:
    from rondel.cli.commands import app

    try:
        app(args=gather(sys.argv[1:]), prog_name="rondel")
    except Complaint as complaint:
        print(f"rondel: {complaint}", file=sys.stderr)
        sys.exit(2)


def gather(words: list[str]) -> list[str]:
    """`--seats heuristic random random` takes all names that follow, as one value."""
    gathered: list[str] = []
    words = list(words)
    while words:
        word = words.pop(0)
        gathered.append(word)
        if word == "--seats":
            names = []
            while words and not words[0].startswith("-"):
                names.append(words.pop(0))
            gathered.append(" ".join(names))
    return gathered
