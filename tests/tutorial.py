"""The page "write your own game": what a reader who follows it writes, and what it is made from.

    python -m tests.tutorial --write      # after a change of tests/kernel/ferry: puts its code into the page again

A block of code on the page whose first line says `title="NAME"` is a part of the file of that name; the parts of a file
stand in their order. The game of the page is that of tests/kernel/ferry, letter by letter: there it is typed, linted,
and used by the tests of the kernel.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "developers" / "write-your-own-game.md"
FERRY = ROOT / "tests" / "kernel" / "ferry"
PACKAGE = "ferry/ferry/"
"""Where the page puts the package of the game: the folder that tests/kernel/ferry stands for."""

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def files(page: str) -> dict[str, str]:
    """The files that the page has its reader write, by name."""
    found: dict[str, str] = {}
    for _, title, body in _BLOCK.findall(page):
        if title:
            found[title] = found.get(title, "") + body
    return found


def commands(page: str) -> list[str]:
    """The commands that the page has its reader type, in their order."""
    return [line for kind, _, body in _BLOCK.findall(page) if kind == "shell" for line in body.splitlines()]


def synchronised(page: str) -> str:
    """The page with the code of the game as it stands in tests/kernel/ferry, cut where the page cuts it."""
    blocks = [match for match in _BLOCK.finditer(page) if match[2]]
    out, end = "", 0
    for number, match in enumerate(blocks):
        path = FERRY / match[2].removeprefix(PACKAGE)
        if not match[2].startswith(PACKAGE) or not path.exists():
            continue
        later = [block[3] for block in blocks[number + 1 :] if block[2] == match[2]]
        out += page[end : match.start(3)] + _between(path.read_text(encoding="utf-8"), match[3], later)
        end = match.end(3)
    return out + page[end:]


def _between(text: str, block: str, later: list[str]) -> str:
    """The part of a file from where a block begins to where the next one does: both are found by their first lines."""
    start = text.index(block.split("\n", 1)[0] + "\n")
    return text[start : text.index(later[0].split("\n", 1)[0] + "\n", start + 1)] if later else text[start:]


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    fresh = synchronised(page)
    if "--write" in sys.argv:
        PAGE.write_text(fresh, encoding="utf-8")
    elif fresh != page:
        sys.exit("the page differs from tests/kernel/ferry: python -m tests.tutorial --write")


if __name__ == "__main__":
    main()
