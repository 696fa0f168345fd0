"""Talk at a table: lines for everybody or for some seats, kept beside the game and no part of its record.

Only people talk. A line has a limited length, nobody may flood the table, and a private line is told to its sender and
to those it is meant for, now and later.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import Any

from rondel.server.errors import Refusal
from rondel.server.storage import ChatLine, Seat

LONGEST = 500
"""Characters of a line."""
KEPT = 500
"""So many of the last lines are shown to somebody who joins."""
BURST, SECONDS = 6, 15.0
"""Nobody says more than so many lines within so many seconds."""


def tidy(text: str) -> str:
    """One line, without control characters and needless blanks; Refusal if nothing is left, or too much."""
    line = " ".join("".join(" " if unicodedata.category(each)[0] == "C" else each for each in text).split())
    if not line:
        raise Refusal(422, "empty-line", "there is nothing in this line")
    if len(line) > LONGEST:
        raise Refusal(422, "line-too-long", f"a line has {LONGEST} characters at most, not {len(line)}", most=LONGEST)
    return line


def addressed(seats: list[Seat], seat: int, to: list[int]) -> list[int]:
    """The seats a line is meant for, in order; none: everybody."""
    for each in to:
        if not 0 <= each < len(seats) or each == seat:
            raise Refusal(422, "unknown-seat", f"a line from seat {seat} cannot be for seat {each}", seats=len(seats))
    return sorted(set(to))


class Pace:
    """How fast each seat of a table talks."""

    def __init__(self) -> None:
        self.said: dict[int, deque[float]] = {}

    def check(self, seat: int, at: float) -> None:
        times = self.said.setdefault(seat, deque(maxlen=BURST))
        if len(times) == BURST and at - times[0] < SECONDS:
            wait = round(SECONDS - (at - times[0]), 1)
            raise Refusal(429, "too-fast", f"no more than {BURST} lines in {SECONDS:.0f} seconds", wait=wait)
        times.append(at)


def told(line: ChatLine) -> dict[str, Any]:
    """A line, as it is sent."""
    return {"number": line.number, "at": line.at, "seat": line.seat, "to": line.to, "text": line.text}
