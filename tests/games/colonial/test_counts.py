"""How many lines of play there are from odd positions: these break the moment one choice goes missing."""

from typing import Any

import pytest

from tests.games.colonial.positions import play, position
from tests.games.notation import lines_of_play

POSITIONS: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "laying cards": ("", "turn", {}, ()),
    "explorer": ("seat 0 treasury 1 navigation 3\n explored congo", "0 plays a", {}, ("use explorer",)),
    "viceroy": ("seat 0 treasury 2\n congo counters 0 2 1 1\n explored cape guinea", "0 plays b", {}, ("use viceroy",)),
    "conqueror": ("senegal counters 0 2\n patagonia counters 0 1\n merchants 1", "0 plays b", {}, ()),
    "cargo": (
        """seat 0 fleets 3 treasury 1
        levant counters 0 3 colony 0 city silk
        bengal counters 1 2
        brazil counters 2 1""",
        "0 plays c", {}, ("use merchant",),
    ),
    "raids": (
        "seat 0 squadrons 2\n seat 1 privateers 0 2\n seat 2 privateers 0 1\n brazil counters 0 1",
        "0 plays c", {}, ("use merchant",),
    ),
    "rebel": (
        "seat 1 loans 2\n seat 2 diplomacy 1\n brazil counters 1 2 0 1 unrest 1\n canada counters 2 1 mission",
        "0 plays e", {"strong-rebel": True}, ("use rebel",),
    ),
    "war": (
        "seat 0 diplomacy 4 squadrons 1\n seat 1 squadrons 2\n congo counters 0 2 1 2",
        "0 plays f", {}, ("use sovereign",),
    ),
    "exchange": ("seat 0 treasury 2 goods 1\n seat 1 treasury 1 goods 2", "0 plays d", {}, ("offer an exchange",)),
    "loans": ("seat 0 loans 3 2 treasury 4 goods 2", "0 plays d", {}, ()),
    "fleets": ("seat 0 treasury 2 loans 1\n seat 1 treasury 1", "fleets", {}, ()),
    "naval forces": ("seat 0 treasury 2 squadrons 2 privateers 1 1", "naval", {}, ()),
}  # fmt: skip

LINES: dict[str, list[int]] = {
    "laying cards": [18, 306, 4896],
    "explorer": [29, 340, 4486],
    "viceroy": [6, 46, 242],
    "conqueror": [2, 20, 243],
    "cargo": [5, 13, 43],
    "raids": [2, 5, 10],
    "rebel": [6, 77, 865],
    "war": [2, 5, 13],
    "exchange": [2, 6, 11],
    "loans": [8, 57, 446],
    "fleets": [4, 11, 28],
    "naval forces": [6, 23, 72],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_lines_of_play(name: str) -> None:
    text, at, options, moves = POSITIONS[name]
    table = position(text, at=at, **options)
    play(table, *moves)
    assert lines_of_play(table) == LINES[name]
