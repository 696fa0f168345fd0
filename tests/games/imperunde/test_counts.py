"""How many lines of play there are from odd positions: these break the moment one choice goes missing."""

import pytest

from tests.games.imperunde.positions import play, position
from tests.games.imperunde.test_combat import ARABIAN_SEA, CONGO
from tests.games.imperunde.test_movement import BERING
from tests.games.notation import lines_of_play

RICH = "money 0 12\n0 egypt posts 1\n0 china posts 3 infantry 1\n1 china-sea frigate 1"
SPIES = """
    war 0 1
    1 persia infantry 3 posts 1
    1 arabia posts 1
    1 north-sea frigate 1 infantry 1
    pirates caribbean frigate 1
    hand 0 armistice pirates freebooters declaration-of-war forged-orders-sea
    hand 0 forged-orders-land sabotage rebellion expose-spies
    hand 2 ambush
"""
CLEARING = "war 0 1\n0 north-sea frigate 3 ship-of-the-line 2\n1 north-sea frigate 2 ship-of-the-line 2"

POSITIONS: dict[str, tuple[str, str, int, tuple[str, ...]]] = {
    "congo": (CONGO, "movement", 0, ()),
    "congo, attack begun": (CONGO, "movement", 0, ("artillery south-africa - congo",)),
    "arabian sea": (ARABIAN_SEA, "movement", 0, ()),
    "bering sea": (BERING, "movement", 0, ()),
    "rich investor": (RICH, "investments", 0, ()),
    "hand full of spies": (SPIES, "movement", 0, ()),
    "talks": ("war 1 2\nhand 1 peace-treaty\ntarget 30", "diplomacy", 0, ()),
    "debts": ("debt 0 10\nmoney 0 20\ndebt 1 25", "income", 0, ()),
    "embarking": ("0 morocco infantry 1 cavalry 1 posts 1\npirates mediterranean frigate 1", "embarking", 0, ()),
    "events": ("0 china infantry 1 posts 1", "events", 0, ()),
    "clearing": (CLEARING, "clearing", 0, ()),
    "canal": ("canal panama\n0 mosquito-coast posts 3\n0 caribbean frigate 1 infantry 1", "movement", 0, ()),
}  # fmt: skip

COUNTS: dict[str, list[int]] = {
    "congo": [37, 747, 11370],
    "congo, attack begun": [7, 40, 168],
    "arabian sea": [26, 448, 7734],
    "bering sea": [10, 77, 580],
    "rich investor": [21, 384, 6026],
    "hand full of spies": [10, 51, 377],
    "talks": [18, 137, 833],
    "debts": [10, 72, 336],
    "embarking": [5, 82, 708],
    "events": [70, 420, 28787],
    "clearing": [3, 6, 36],
    "canal": [15, 150, 1153],
}
"""At depth 1, 2 and 3."""


@pytest.mark.parametrize("name", POSITIONS)
def test_counts(name: str) -> None:
    text, phase, turn, moves = POSITIONS[name]
    state = position(text, phase, turn)
    play(state, *moves)
    assert lines_of_play(state) == COUNTS[name]
