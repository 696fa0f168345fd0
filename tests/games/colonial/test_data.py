"""The printed data: where it comes from, typos that fail with file and key, and corrections by an owner of the game."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import (
    AREA,
    CONTINENT_OF,
    DIFFICULTY,
    FOLDER,
    NATIVE_POWER,
    NEIGHBOURS,
    ORIGIN_WORDS,
    ORIGINS,
    RESOURCE,
    RESOURCE_SPOTS,
    SPOT_RESOURCE,
    SPOTS,
    SPOTS_OF,
)
from rondel.kernel.data import bits
from rondel.kernel.texts import LANGUAGES

FILES = ("map.toml", "tracks.toml", "cards.toml", "figures.toml", "nations.toml")


def load(data: Path, expression: str = "None") -> subprocess.CompletedProcess[str]:
    """Import the game with an owner's folder of data, in a process of its own."""
    code = f"import rondel.games.colonial.components as c; print({expression})"
    source = str(FOLDER.parent.parent.parent)
    env = {**os.environ, "RONDEL_DATA": str(data), "PYTHONPATH": source}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)


def correct(tmp_path: Path, text: str) -> Path:
    (tmp_path / "colonial").mkdir()
    (tmp_path / "colonial" / "corrections.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_board_has_31_territories_53_borders_and_39_spots() -> None:
    pairs = [(a, b) for a in range(len(AREA)) for b in range(a) if NEIGHBOURS[a] >> b & 1]
    assert (len(AREA), len(pairs), SPOTS) == (31, 53, 39)
    assert {len(spots) for spots in RESOURCE_SPOTS} == {3}
    assert len(RESOURCE) == 13
    assert min(DIFFICULTY) == 2
    assert max(DIFFICULTY) == 7
    assert len(SPOTS_OF[AREA.index["levant"]]) == 1
    assert set(CONTINENT_OF) == {0, 1, 2, 3}


def test_every_value_says_where_it_comes_from() -> None:
    assert set(ORIGINS.values()) == {"sheet", "public", "reconstructed"} < set(ORIGIN_WORDS)
    assert len(ORIGINS) > 300
    assert ORIGINS["map.territories.australia.prestige"] == "sheet"
    assert ORIGINS["map.territories.australia.difficulty"] == "reconstructed"
    assert ORIGINS["figures.war.dice-most.value"] == "sheet"
    assert ORIGINS["tracks.tracks.navigation.values"] == "public"
    for name in FILES:
        assert any(key.startswith(name.removesuffix("toml")) for key in ORIGINS), name


def test_an_owner_corrects_single_values_in_one_file(tmp_path: Path) -> None:
    text = """
        [map.territories.congo]
        native-power = 4
        origins = { native-power = "owner" }

        [figures.governor]
        price = { value = 6, origin = "owner" }
    """
    shown = "c.NATIVE_POWER[c.AREA.index['congo']], c.CITY_PRICE, c.DIFFICULTY[c.AREA.index['congo']],"
    more = "c.ORIGINS['map.territories.congo.native-power'], c.ORIGINS['map.territories.congo.difficulty']"
    done = load(correct(tmp_path, text), f"({shown} {more})")
    assert done.stdout.strip() == "(4, 6, 3, 'owner', 'reconstructed')", done.stderr


def test_the_correction_on_the_page_for_players_works_as_told(tmp_path: Path) -> None:
    """The example is read from the page: values, cards and their names follow it through a whole game."""
    page = (FOLDER.parents[3] / "docs" / "players" / "colonial.md").read_text(encoding="utf-8")
    lines = page.split("# ~/rondel-data/colonial/corrections.toml\n")[1].split("\n\n3. ")[0]
    folder = correct(tmp_path, "\n".join(line.strip() for line in lines.splitlines()))
    code = """
import random, rondel
from rondel.games.colonial import components as c
from rondel.kernel.game import random_play
game = rondel.load("colonial")
congo = c.AREA.index["congo"]
print(c.NATIVE_POWER[congo], len(c.SPOTS_OF[congo]), c.CITY_PRICE)
print(game.texts("en").text("card.a"), "|", game.texts("de").text("card.c"))
state = game.setup(3)
random_play(state, random.Random(1))
assert state.over()
print([origin for origin in c.ORIGINS.values()].count("owner"))
"""
    env = {**os.environ, "RONDEL_DATA": str(folder), "PYTHONPATH": str(FOLDER.parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["4 1 6", "Scientist / Merchant | Gouverneur / Entdecker", "5"], done.stderr


def test_the_same_resource_twice_in_a_territory(tmp_path: Path) -> None:
    done = load(correct(tmp_path, '[map.territories.peru]\nresources = ["silver", "silver"]'), "c.SPOT.ids")
    assert "'peru-silver', 'peru-silver-2'" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[mapp.territories.congo]\ndifficulty = 3", "mapp: colonial has no data file mapp.toml"),
        ("[map.territories.congo]\ndificulty = 3", "territories.congo.dificulty: unknown key"),
        ("[map.territories.congo]\ndifficulty = 0", "territories.congo.difficulty: should be from 1 to 20, not 0"),
        ('[map.territories.congo]\norigin = "guess"', "territories.congo.origin: unknown 'guess'"),
        ('[map.territories.congo]\norigins = { luck = "owner" }', "congo.origins.luck: there is no such value"),
        ('[map.territories.congo]\nborders = ["cape"]', "congo, but congo does not border"),
        ('[map.territories.congo]\nby-sea = ["brazil"]', "territories.congo.by-sea: brazil is not among the borders"),
        ('[map.territories.congo]\nresources = ["tin"]', "territories.congo.resources: unknown 'tin'"),
        ('[cards.cards.a]\ncharacters = ["scientist", "merchant"]', "characters: merchant stands on two cards"),
        ('[cards.cards.a]\ncharacters = ["scientist"]', "cards.a.characters: a card has two characters"),
        ("[tracks.tracks.navy]\nvalues = [1, 2, 3]", "tracks.navy.values: should be 4 numbers that grow"),
        ("[tracks.research]\nprices = [2]", "research.prices: should be 3 numbers"),
        ("[figures.setup]\ntreasury = 7", "setup.treasury: should be a table, not 7"),
        ('[figures.setup.seat-bonus]\nvalues = [1]', "setup.seat-bonus.values: should be 6 numbers"),
        ('[nations.nations.spain]\ngoal = { kind = "luck" }', "nations.spain.goal.kind: unknown 'luck'"),
        ("[map", "is not TOML"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_correction_names_file_and_key(tmp_path: Path, text: str, problem: str) -> None:
    done = load(correct(tmp_path, text))
    assert done.returncode != 0
    assert problem in done.stderr.splitlines()[-1]
    assert "corrections.toml" in done.stderr.splitlines()[-1] or ".toml" in done.stderr.splitlines()[-1]


def test_the_drawn_board_is_the_board_of_the_data() -> None:
    """The same Territories, neighbours, numbers and spots in the same order, and the same names in all languages."""
    root = FOLDER.parent.parent.parent.parent
    drawn = {row["id"]: row for row in json.loads((root / "web/src/games/colonial/board.json").read_text())["areas"]}
    assert set(drawn) == set(AREA.ids)
    for area, id_ in enumerate(AREA.ids):
        row = drawn[id_]
        assert (row["difficulty"], row["native_power"]) == (DIFFICULTY[area], NATIVE_POWER[area])
        assert {AREA.index[other] for other in row["neighbours"]} == set(bits(NEIGHBOURS[area]))
        spots = [spot["resource"] for spot in row.get("resource_spots", [])]
        assert spots == [RESOURCE.ids[SPOT_RESOURCE[spot]] for spot in SPOTS_OF[area]]
        for language in LANGUAGES:
            assert GAME.texts(language).text(f"area.{id_}") == row["name"][language]
