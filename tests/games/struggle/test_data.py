"""The printed data: checked at import, with errors that name file and key."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.games.struggle import components
from rondel.games.struggle.components import (
    BOARD,
    COLONIES,
    COUNTER_COUNT,
    COUNTER_GOLD,
    COUNTER_POINTS,
    COUNTER_REGION,
    FOLDER,
    POWER,
    SEAS,
    STRENGTH,
    TILE,
    TILE_CATEGORY,
    TILE_COUNT,
    TILE_POPULATION,
    TILE_UNREST,
)


def test_the_board() -> None:
    assert COLONIES.bit_count() == 6
    assert SEAS.bit_count() == 8
    pairs = {(a, b) for a in range(11) for b in range(a) if BOARD.mask[a] >> b & 1}
    assert len(pairs) == 5
    assert len(POWER) == 7


def test_the_counters() -> None:
    each = list(zip(COUNTER_COUNT, STRENGTH, COUNTER_GOLD, COUNTER_POINTS, strict=True))
    assert sum(count for count, *_ in each) == 65
    assert sum(count for count, strength, *_ in each if not strength) == 15
    assert sum(count * gold for count, _, gold, _ in each) == 25
    assert sum(count * points for count, _, _, points in each) == 8
    regions = [0] * 11
    for region, count in zip(COUNTER_REGION, COUNTER_COUNT, strict=True):
        regions[region] += count
    assert regions == [6, 7, 6, 3, 7, 6, 9, 6, 6, 5, 4]


def test_the_tiles() -> None:
    counts = dict.fromkeys(("company", "alliance", "improvement"), 0)
    for category, count in zip(TILE_CATEGORY, TILE_COUNT, strict=True):
        counts[category] += count
    assert counts == {"company": 9, "alliance": 11, "improvement": 55}
    assert [TILE.ids[tile] for tile in range(38) if TILE_UNREST[tile]] == ["industry"]
    assert [TILE.ids[tile] for tile in range(38) if TILE_POPULATION[tile]] == ["reserve"]


def with_own(tmp_path: Path, file: str, old: str, new: str, show: str) -> "subprocess.CompletedProcess[str]":
    own = tmp_path / "struggle"
    own.mkdir(exist_ok=True)
    text = (FOLDER / "data" / file).read_text(encoding="utf-8")
    assert old in text
    (own / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    environment = {**os.environ, "RONDEL_DATA": str(tmp_path), "PYTHONPATH": str(Path(components.__file__).parents[3])}
    code = f"from rondel.games.struggle.components import *; print({show})"
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def test_an_owner_corrects_a_price_without_touching_code(tmp_path: Path) -> None:
    answer = with_own(tmp_path, "tiles.toml", "gold = 2", "gold = 4", "TILE_GOLD[TILE.index['gold-mines']]")
    assert answer.stdout == "4\n"


def test_what_unrest_costs_is_shown_as_an_owner_corrected_it(tmp_path: Path) -> None:
    """The browser shows what the view tells, and holds no figure of its own."""
    code = """
from rondel.games.struggle import GAME
view = GAME.view(GAME.setup(3), 0)
print(view["revolution"], view["penalties"], GAME.constants)
"""
    answer = with_sets(tmp_path, "[rules.end]\nrevolution = 17\npenalties = [9, 5]\n", code)
    assert answer.stdout == "17 [9, 5] {}\n", answer.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("map.toml", 'kind = "colony"', 'kind = "colonie"', "regions.north-america.kind: unknown 'colonie'"),
        ("map.toml", "points = [4, 2]", "points = [2, 4]", "regions.north-america.points: the values go down"),
        (
            "map.toml",
            'zone = "africa"',
            'zone = "german-states"',
            "regions.africa.zone: should be a region with navies",
        ),
        ("map.toml", '"mediterranean", "baltic"]', '"baltic"]', "regions.mediterranean.borders: mediterranean borders"),
        ("map.toml", 'colour = "red"', 'color = "red"', "countries.britain.colour: is missing"),
        ("counters.toml", "2-2g = 1", "2-9g = 1", "counters.caribbean.2-9g: should be pop, slaves, or a strength"),
        ("counters.toml", "[counters.africa]", "[counters.afrika]", "counters.afrika: unknown region"),
        ("tiles.toml", "[tiles.blockade]", "[tiles.blokade]", "tiles.blockade: is missing"),
        ("tiles.toml", 'timing = "once-a-war"', 'timing = "twice"', "tiles.gold-mines.timing: unknown 'twice'"),
        ("tiles.toml", 'adds = ["army"]', "", "tiles.native-americans.adds: an alliance, and nothing else"),
        (
            "tiles.toml",
            'count = 1\ngold = 2\ntiming = "at-once"',
            'count = 2\ngold = 2\ntiming = "at-once"',
            "tiles.pirates.count: should be from 0 to 1",
        ),
        ("rules.toml", "wars = 3 ", "wars = 0 ", "game.wars: should be from 1"),
        ("rules.toml", "[6, 6, 6, 5, 5, 5]", "[6, 6]", "game.rounds: should be six numbers"),
        ("rules.toml", "upkeep = 1", "upkeeep = 1", "money.upkeep: is missing"),
    ],
)
def test_a_typo_names_file_and_key(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    answer = with_own(tmp_path, file, old, new, "1")
    assert answer.returncode != 0
    assert file in answer.stderr
    assert problem in answer.stderr


SET = """
[sets.my-copy]
title = "My copy"
[sets.my-copy.tiles.banking]
gold = 5
population = 1
[sets.my-copy.counters.africa]
6-4v = 2
slaves = 1
"""


def with_sets(tmp_path: Path, corrections: str, code: str) -> "subprocess.CompletedProcess[str]":
    own = tmp_path / "struggle"
    own.mkdir(exist_ok=True)
    (own / "corrections.toml").write_text(corrections, encoding="utf-8")
    environment = {**os.environ, "RONDEL_DATA": str(tmp_path), "PYTHONPATH": str(Path(components.__file__).parents[3])}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def test_an_owners_set_of_pieces_is_chosen_at_the_table(tmp_path: Path) -> None:
    """In one file beside the standard set: both are played at different tables of the same program."""
    code = """
import random
from rondel.games.struggle import GAME
from rondel.games.struggle.components import COUNTER, TILE
from rondel.kernel.game import random_play
mine, standard = GAME.setup(3, {"set": "my-copy"}), GAME.setup(3)
for table in (mine, standard):
    print(table.box.tile_gold[TILE.index["banking"]], table.bag[COUNTER.index["africa-6-4v"]], sum(table.bag))
    print(GAME.view(table, 0)["tile"]["banking"]["gold"], GAME.texts("fr").text("option.set.my-copy"))
    random_play(table, random.Random(1))
    GAME.check(table)
"""
    answer = with_sets(tmp_path, SET, code)
    assert answer.stderr == ""
    assert answer.stdout.splitlines() == ["5 2 65", "5 My copy", "3 0 65", "3 My copy"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("tiles.banking", "tiles.bank", "my-copy.tiles.bank: unknown tile"),
        ("gold = 5", "silver = 5", "my-copy.tiles.banking.silver: unknown key"),
        ("gold = 5", "gold = -1", "my-copy.tiles.banking.gold: should be from 0"),
        ("6-4v = 2", "9-4v = 2", "my-copy.counters.africa.9-4v: should be pop, slaves, or a strength"),
        ("counters.africa", "counters.afrika", "my-copy.counters.afrika: unknown region"),
        ("sets.my-copy", "sets.standard", "a set is named in small letters, and not 'standard'"),
        ('title = "My copy"', 'titel = "My copy"', "my-copy.titel: unknown key"),
    ],
)
def test_a_typo_in_a_set_names_file_and_key(tmp_path: Path, old: str, new: str, problem: str) -> None:
    answer = with_sets(tmp_path, SET.replace(old, new), "import rondel.games.struggle.components")
    assert answer.returncode != 0
    assert "corrections.toml" in answer.stderr
    assert problem in answer.stderr
