"""What a score is made of, and how lucky the dice were: plain figures that a game gives and the report shows."""

from __future__ import annotations

from typing import Any

from rondel.kernel.events import Message


class Part(Message):
    """A part of a seat's score: what it is for, in words, and the points that it brings or costs."""

    __slots__ = ("points",)

    def __init__(self, key: str, params: dict[str, Any], points: int) -> None:
        super().__init__(key, params)
        self.points = points

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "params": self.params, "points": self.points}


class Throws:
    """All throws of a seat of one kind: what they came to, and what was to be expected of them."""

    __slots__ = ("seat", "kind", "number", "rolled", "expected", "variance")

    def __init__(self, seat: int, kind: str) -> None:
        self.seat = seat
        self.kind = kind
        self.number = 0
        self.rolled = 0.0
        self.expected = 0.0
        self.variance = 0.0

    def add(self, value: int, outcomes: list[tuple[int, int]]) -> None:
        """A throw that came to `value`; `outcomes`: every value that it might have had, with its weight."""
        total, sum_, squares = 0, 0, 0
        for each, weight in outcomes:
            total += weight
            sum_ += each * weight
            squares += each * each * weight
        mean = sum_ / total
        self.number += 1
        self.rolled += value
        self.expected += mean
        self.variance += squares / total - mean * mean
