"""How many lines of play there are from odd positions: these break the moment one choice goes missing."""

from typing import Any

import pytest

from tests.games.imperial.positions import play, position
from tests.games.notation import lines_of_play

POSITIONS: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "first turn": ("", "austria-hungary", {}, ()),
    "rich and late": ("france marker factory treasury 9\n player 2 money 9", "france", {}, ()),
    "factory": (
        "germany treasury 9\n france armies cologne\n player 4 money 2",
        "germany", {}, ("germany advances to factory",),
    ),
    "production short": (
        "germany factories berlin munich armies sweden 7", "germany", {}, ("germany advances to production-1",),
    ),
    "import": (
        "austria-hungary treasury 2\n italy armies trieste", "austria-hungary", {},
        ("austria-hungary advances to import",),
    ),
    "fleets meet": (
        "russia fleets eastern-mediterranean black-sea\n italy fleets ionian-sea\n austria-hungary fleets ionian-sea",
        "russia", {}, ("russia advances to maneuver-1",),
    ),
    "convoy": (
        "great-britain armies london dublin fleets english-channel north-atlantic bay-of-biscay",
        "great-britain", {}, ("great-britain advances to maneuver-1", "done"),
    ),
    "railway cut": (
        "germany armies munich holland\n russia armies berlin", "germany", {}, ("germany advances to maneuver-2",),
    ),
    "invasion": (
        """austria-hungary armies vienna budapest 2 friendly venice 2
        italy armies venice fleets venice factories venice rome""",
        "austria-hungary", {}, ("austria-hungary advances to maneuver-1",),
    ),
    "chips short": (
        "italy armies tunis greece chips spain portugal morocco algeria belgium holland denmark norway sweden",
        "italy", {}, ("italy advances to maneuver-1",),
    ),
    "investing": (
        """germany flag 0
        russia flag 1
        italy treasury 20 bonds 3 4 0 12
        investor 3
        player 3 money 7
        player 4 money 4""",
        "italy", {}, ("italy advances to investor",),
    ),
    "no card": (
        "player 1 money 5\n player 2 money 4", "italy", {"investor-card": False}, ("italy advances to taxation",),
    ),
    "swiss bank": (
        "russia flag 0\n italy marker maneuver-1 treasury 9 bonds 5 12", "italy", {"swiss-bank": True},
        ("italy advances to import",),
    ),
    "thirty": ("investor 3\n player 3 money 40", "italy", {"bonds": 54}, ("italy advances to investor",)),
}  # fmt: skip

LINES: dict[str, list[int]] = {
    "first turn": [8, 42, 254],
    "rich and late": [7, 60, 448],
    "factory": [4, 36, 168],
    "production short": [3, 10, 58],
    "import": [5, 28, 92],
    "fleets meet": [4, 16, 61],
    "convoy": [25, 166, 392],
    "railway cut": [14, 81, 221],
    "invasion": [37, 665, 10651],
    "chips short": [4, 9, 32],
    "investing": [27, 353, 1077],
    "no card": [4, 28, 91],
    "swiss bank": [2, 17, 191],
    "thirty": [56, 473, 4140],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_lines_of_play(name: str) -> None:
    text, turn, options, moves = POSITIONS[name]
    table = position(text, turn=turn, **options)
    play(table, *moves)
    assert lines_of_play(table) == LINES[name]
