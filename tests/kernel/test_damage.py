"""No damaged save is taken: it is refused, or it is a position as sound as any other."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rondel import games
from rondel.kernel import damage
from rondel.kernel.codec import Field, LoadError
from rondel.kernel.conformance import Nonconformance
from rondel.kernel.events import FLAG, SEAT, WORD, Kind, many, within
from rondel.kernel.flow import BOTTOM
from rondel.kernel.game import random_play
from tests.kernel.ferry import GAME, Ferry, Table

NUMBER = 150
"""Damaged saves and files of each game; `python -m rondel.kernel.damage` tries 10,000."""


@pytest.mark.parametrize("name", games.NAMES)
def test_damaged_saves_and_files_of_every_game(name: str) -> None:
    result = damage.check(games.load(name), NUMBER)
    assert result.tried == NUMBER
    assert result.refused > NUMBER / 2


def test_damaged_saves_and_files_of_the_tiny_game() -> None:
    assert damage.check(GAME, 1000).refused > 500


@pytest.mark.parametrize("name", games.NAMES)
def test_every_step_of_every_game_says_on_what_it_may_lie(name: str) -> None:
    """That these lists are not too short, conformance checks: it asks for them in every position it plays through."""
    game = games.load(name)
    assert list(game.lies_on) == list(game.steps)
    beneath = {below for each in game.lies_on.values() for below in each}
    assert BOTTOM in beneath
    assert beneath - {BOTTOM} <= set(game.steps)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_save_with_the_bottom_of_the_stack_on_top_is_refused(name: str) -> None:
    saved = played(name, 60)
    saved["pending"].append(saved["pending"][0])
    assert len(saved["pending"]) > 1
    with pytest.raises(LoadError, match=f"no position of {name}: AssertionError .* cannot lie on "):
        games.load(name).load(saved)


class Trusting(Ferry):
    """Takes everything whose values are in their ranges."""

    def admit(self, state: Table) -> None:
        state.refresh()


def test_what_is_taken_and_breaks_is_found() -> None:
    with pytest.raises(Nonconformance):
        damage.check(Trusting(), 1000)


def played(name: str, actions: int) -> Any:
    game = games.load(name)
    state = game.setup(4)
    random_play(state, random.Random(5), actions)
    return json.loads(json.dumps(game.save(state)))


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("bond", "italy", "4"), 99, "bond: the seats are 0 to 3, not 99"),
        (("flag", "italy"), 6, "flag: the seats are 0 to 3, not 6"),
        (("money", "italy"), "much", "money: should be a whole number, not 'much'"),
        (("money", "italy"), 0.5, "money: should be a whole number, not 0.5"),
        (("money", "italy"), 10**6, "money: 1000000 is not from"),
        (("money", "atlantis"), 1, "money: no account is called 'atlantis'"),
        (("power", "italy"), 26, "power: 26 is not from 0 to 25"),
        (("tax", "italy"), True, "tax: should be a whole number, not True"),
        (("marker", "italy"), "nowhere", "marker: no slot is called 'nowhere'"),
        (("army", "rome"), {"italy": 300}, "army: 300 is not from 0 to 255"),
        (("army", "rome"), {"italy": 200}, "no position of imperial: AssertionError"),
        (("factories",), ["rome", "rome"], "factories: the same area twice"),
        (("weather",), "fine", "there is no 'weather' on this table"),
    ],
)
def test_damaged_saves_of_imperial(path: tuple[str, ...], value: Any, problem: str) -> None:
    saved = played("imperial", 60)
    holder = saved["table"]
    for key in path[:-1]:
        holder = holder.setdefault(key, {})
    holder[path[-1]] = value
    with pytest.raises(LoadError, match=problem):
        games.load("imperial").load(saved)


@pytest.mark.parametrize(
    ("pending", "problem"),
    [
        ([{"step": "Ship", "seat": 7}], "step Ship: seat: the seats are 0 to 1, not 7"),
        ([{"step": "Ship", "seat": [0]}], "not \\[0\\]"),
        ([{"step": "Ship", "seat": 0, "card": "tea"}], "it has the fields seat"),
        ([{"step": "Sail", "seat": 0, "card": "gold"}], "no card is called 'gold'"),
        ([{"step": "Inspection", "shipper": 0, "card": "tea", "waiting": 1}], "waiting: should be a list, not 1"),
        ([{"step": "Inspection", "shipper": 0, "card": "tea", "waiting": []}], "nobody has anything to decide"),
        ([{"step": "Inspection", "shipper": None, "card": "tea", "waiting": [0]}], "names nobody as its shipper"),
        ([{"step": 7}], "unknown step 7"),
        (["Ship"], "should be a step"),
    ],
)
def test_damaged_steps(pending: Any, problem: str) -> None:
    state = GAME.setup(2)
    random_play(state, random.Random(1), 8)
    with pytest.raises(LoadError, match=problem):
        GAME.load({**GAME.save(state), "pending": pending})


def test_fields_have_ranges() -> None:
    pair = Kind("pair", ("left", "right"))
    for field, good, bad in (
        (Field(low=1, high=6), 6, 7),
        (Field(small=True), 255, 256),
        (Field(pair, small=True), {"left": 3}, {"left": -1}),
        (Field(value=within(-1, 3)), -1, -2),
        (Field(value=FLAG, default=False), True, 1),
        (Field(value=WORD, default=""), "yes", 1),
        (Field(value=many(SEAT), default=()), [0, 1], [0, 2]),
        (Field(SEAT, pair), [{}, {"left": 1}], [{}]),
    ):
        assert field.small or field.save(field.load(good, 2)) == good
        with pytest.raises(LoadError):
            field.load(bad, 2)
