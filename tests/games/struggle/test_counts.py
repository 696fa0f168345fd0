"""How many lines of play there are from odd positions: these break the moment one choice goes missing."""

from typing import Any

import pytest

from tests.games.notation import lines_of_play
from tests.games.struggle.positions import play, position

POSITIONS: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "first turn": ("britain\n france", "britain", {}, ()),
    "moving": (
        "britain armies german-states india home navies india baltic control mediterranean\n france",
        "britain", {}, ("move units",),
    ),
    "building a fort": ("austria navies india africa tiles militia\n france", "austria", {}, ("build fort",)),
    "free actions": (
        """britain control india 2 east-indies navies india unrest 4 armies india
        tiles east-indies-company trained-natives government-reform mercenaries blockade diplomatic-service war-office
        france control india""".replace("\n        tiles", " tiles"),
        "britain", {}, (),
    ),
    "no actions left": (
        "britain tiles improved-agriculture mercenaries\n france",
        "britain", {}, ("buy bavaria", "build navy", "to home"),
    ),
    "attack with everybody": (
        """spain armies caribbean 2 navies caribbean gold 3 tiles surprise-attack reserve
        france row a armies caribbean 2 navies caribbean
        britain control caribbean armies caribbean navies caribbean tiles reserve
        austria armies caribbean 2""",
        "spain", {}, ("attack britain in caribbean",),
    ),
    "two symbols": (
        """russia armies baltic navies baltic tiles sweden denmark
        prussia armies baltic navies baltic control baltic""",
        "russia", {}, ("attack prussia in baltic",),
    ),
    "losses": (
        """france armies india 11
        britain control india armies india forts india tiles fighting-withdrawal
        spain armies india""",
        "france", {},
        ("attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 6"),
    ),
    "pirates": (
        "france\n britain control india africa navies india\n spain control caribbean 2",
        "france", {}, ("buy pirates",),
    ),
    "blockaded": (
        "britain navies india 2 tiles blockade\n france navies india 2 armies home baltic", "britain", {},
        ("blockade india", "end the turn", "move units", "move army from home"),
    ),
    "gifts": ("britain gold 5\n france\n spain", "britain", {"gifts": True}, ("buy bavaria",)),
    "printed Spain": ("spain armies home\n france", "spain", {"spain-mediterranean": False}, ()),
}  # fmt: skip

LINES: dict[str, list[int]] = {
    "first turn": [40, 210, 2401],
    "moving": [5, 28, 160],
    "building a fort": [6, 20, 224],
    "free actions": [57, 1540, 22748],
    "no actions left": [3, 43, 254],
    "attack with everybody": [2, 8, 16],
    "two symbols": [2, 4, 8],
    "losses": [3, 47, 1434],
    "pirates": [3, 63, 1323],
    "blockaded": [2, 6, 102],
    "gifts": [10, 99, 1348],
    "printed Spain": [39, 172, 2231],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_lines_of_play(name: str) -> None:
    text, turn, options, moves = POSITIONS[name]
    table = position(text, turn=turn, **options)
    play(table, *moves)
    assert lines_of_play(table) == LINES[name]
