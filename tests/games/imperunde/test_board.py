"""5., 15. The board: every fact that the rulebook states or implies, and what the data must hold to."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.games.imperunde.components import (
    AREA,
    CANAL,
    CANAL_COST,
    CANAL_ENDS,
    CANAL_LAND,
    COASTS,
    FOLDER,
    HOME_DIE,
    HOMES,
    LAND_NEAR,
    LANDS,
    NEIGHBOURS,
    SEA,
    SEA_NEAR,
    SEAS,
    VALUE,
)
from rondel.kernel.data import bits

TOUCHING = [
    ("egypt", "mediterranean"), ("egypt", "arabian-sea"), ("mosquito-coast", "caribbean"),
    ("mosquito-coast", "east-pacific"), ("west-india", "arabian-sea"), ("madagascar", "arabian-sea"),
    ("south-africa", "gulf-of-guinea"), ("guinea", "central-atlantic"), ("south-africa", "congo"),
    ("indian-ocean", "gulf-of-guinea"), ("congo", "gulf-of-guinea"), ("ottoman-empire", "egypt"), ("egypt", "congo"),
    ("west-india", "east-india"), ("gulf-of-bengal", "arabian-sea"), ("indian-ocean", "arabian-sea"),
    ("china", "china-sea"), ("east-india", "gulf-of-bengal"), ("bering-sea", "gulf-of-alaska"),
    ("gulf-of-alaska", "south-sea"), ("bering-sea", "central-pacific"), ("california", "gulf-of-alaska"),
]  # fmt: skip
APART = [
    ("mediterranean", "arabian-sea"), ("caribbean", "east-pacific"), ("south-africa", "strait-of-magellan"),
    ("madagascar", "strait-of-magellan"), ("guinea", "strait-of-magellan"), ("south-africa", "central-atlantic"),
    ("madagascar", "central-atlantic"), ("congo", "indian-ocean"), ("ottoman-empire", "congo"),
    ("west-india", "gulf-of-bengal"), ("bering-sea", "south-sea"),
]  # fmt: skip


def near(one: str, other: str) -> bool:
    return AREA.index[other] in NEIGHBOURS[AREA.index[one]]


@pytest.mark.parametrize(("one", "other"), TOUCHING)
def test_areas_that_the_rulebook_lets_touch(one: str, other: str) -> None:
    assert near(one, other)
    assert near(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_areas_that_the_rulebook_keeps_apart(one: str, other: str) -> None:
    assert not near(one, other)


@pytest.mark.parametrize(
    ("area", "value"),
    [
        ("china", 3), ("siam", 2), ("mongolia", 1), ("egypt", 2), ("mosquito-coast", 1), ("east-india", 3),
        ("ceylon", 2),
        ("russia", 2), ("arabian-sea", 3), ("gulf-of-guinea", 2),
    ],
)  # fmt: skip
def test_values_of_the_rulebook(area: str, value: int) -> None:
    assert VALUE[AREA.index[area]] == value


def test_values_are_1_to_3_and_homelands_2_or_3() -> None:
    assert set(VALUE) == {1, 2, 3}
    assert set(VALUE[:HOMES]) <= {2, 3}
    assert VALUE[AREA.index["congo"]] >= 2


def test_homelands_and_their_dice() -> None:
    assert dict(zip(AREA.ids[:HOMES], HOME_DIE, strict=True)) == {
        "great-britain": 0, "south-africa": 2, "japan": 3, "victoria": 4, "usa": 5, "brazil": 6,
    }  # fmt: skip
    assert AREA.index["california"] >= HOMES


def test_canals() -> None:
    found = {
        id_: (AREA.ids[CANAL_LAND[i]], SEA.ids[CANAL_ENDS[i][0]], SEA.ids[CANAL_ENDS[i][1]], CANAL_COST[i])
        for i, id_ in enumerate(CANAL.ids)
    }
    assert found == {
        "suez": ("egypt", "mediterranean", "arabian-sea", 8),
        "panama": ("mosquito-coast", "caribbean", "east-pacific", 10),
    }


def test_islands_without_land_borders() -> None:
    for island in ("great-britain", "japan"):
        assert not LAND_NEAR[AREA.index[island]]


def test_the_only_ride_from_the_ottoman_empire_to_congo_goes_through_egypt() -> None:
    between = LAND_NEAR[AREA.index["ottoman-empire"]] & LAND_NEAR[AREA.index["congo"]]
    assert [AREA.ids[land] for land in bits(between)] == ["egypt"]


def distance(start: str, goal: str, closed: tuple[str, ...] = ()) -> int:
    """Moves between two sea areas without canals."""
    shut = 0
    for name in closed:
        shut |= 1 << SEA.index[name]
    reached, moves = 1 << SEA.index[start], 0
    while not reached >> SEA.index[goal] & 1:
        for sea in bits(reached):
            reached |= SEA_NEAR[LANDS + sea] & ~shut
        moves += 1
        assert moves < SEAS
    return moves


def test_distances_at_sea() -> None:
    assert distance("tasman-sea", "arabian-sea") == 2
    assert distance("tasman-sea", "arabian-sea", ("indian-ocean",)) == 2
    assert distance("gulf-of-guinea", "arabian-sea") == 2
    assert distance("gulf-of-guinea", "arabian-sea", ("indian-ocean",)) > 2


def test_china_touches_only_the_china_sea() -> None:
    assert [SEA.ids[sea] for sea in bits(SEA_NEAR[AREA.index["china"]])] == ["china-sea"]


def test_passages_in_the_north() -> None:
    assert near("northeast-passage", "bering-sea")
    assert near("northeast-passage", "norwegian-sea")
    assert near("northwest-passage", "bering-sea")
    assert near("northwest-passage", "labrador-sea")


def test_start_colonies_of_the_example_border_no_homeland() -> None:
    for land in ("ceylon", "russia", "china"):
        assert not any(LAND_NEAR[AREA.index[land]] >> home & 1 for home in range(HOMES))


def test_all_sea_areas_are_connected() -> None:
    assert all(distance("north-sea", sea) < SEAS for sea in SEA.ids)


def test_counts_of_borders() -> None:
    assert sum(mask.bit_count() for mask in LAND_NEAR[:LANDS]) == 2 * 96
    assert len(COASTS) == 129
    assert sum(mask.bit_count() for mask in SEA_NEAR[LANDS:]) == 2 * 57
    assert sum(VALUE[HOMES:LANDS]) == 122
    assert sum(VALUE[LANDS:]) == 58


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("map.toml", "value = 3", "value = 4", "lands.great-britain.value: should be from 1 to 3, not 4"),
        ("map.toml", "die = 2", "die = 3", "the first six lands are the homelands"),
        ("map.toml", '"congo", "mozambique", "gulf-of-guinea"', '"mozambique", "gulf-of-guinea"', "borders"),
        ("map.toml", 'land = "egypt"', 'land = "congo"', "does not touch congo"),
        ("pieces.toml", 'die = "white"', 'die = "blue"', "units.infantry.die: unknown 'blue'"),
        ("cards.toml", 'when = "any"', 'when = "never"', "cards.armistice.when: unknown 'never'"),
        ("cards.toml", "count = 2", "cuont = 2", "cards.armistice.count: is missing"),
        ("rules.toml", "home-tax = 5", "home-tex = 5", "budget.home-tax: is missing"),
        ("rules.toml", "with-4 = [28, 31, 34]", "with-4 = [28, 31]", "targets.with-4"),
    ],
)
def test_a_mistake_in_the_data_is_named_when_the_game_is_imported(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    own = tmp_path / "imperunde"
    own.mkdir()
    shutil.copy(FOLDER / "data" / file, own / file)
    text = (own / file).read_text(encoding="utf-8")
    assert old in text
    (own / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", "import rondel.games.imperunde"],
        env={"RONDEL_DATA": str(tmp_path), "PYTHONPATH": str(FOLDER.parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode
    assert problem in run.stderr
    assert file in run.stderr
