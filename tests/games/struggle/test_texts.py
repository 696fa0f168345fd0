"""What Struggle of Empires says of itself: its causes, its tiles, and the tables in its rules and its aid."""

from __future__ import annotations

import re

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import (
    AREA,
    COUNTER_PRINT,
    POINTS,
    POWER,
    TILE,
    TILE_COUNT,
    TILE_GOLD,
    TILE_PURPOSE,
    TIMING,
)
from rondel.kernel.texts import LANGUAGES, Texts
from tests.games.words import read, rows, said_in


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def test_every_cause_has_words(texts: Texts) -> None:
    whys = said_in(GAME, 2, "pay", "take_unrest", "gain_points") | said_in(GAME, 3, "transfer")
    assert len(whys) > 10
    assert {f"why.{why}" for why in whys} <= texts.catalogue.keys()


def test_every_message_has_words(texts: Texts) -> None:
    keys = said_in(GAME, 0, "Message")
    assert len(keys) > 20
    assert keys <= texts.catalogue.keys()


def test_everything_on_the_table_has_a_name(texts: Texts) -> None:
    keys = {f"tile.{id_}" for id_ in TILE.ids} | {f"tile.help.{id_}" for id_ in TILE.ids}
    keys |= {f"power.{id_}" for id_ in POWER.ids} | {f"area.{id_}" for id_ in AREA.ids}
    keys |= {f"purpose.{purpose}" for purpose in TILE_PURPOSE} | {f"timing.{id_}" for id_ in TIMING.ids}
    keys |= {f"counter.{printed}" for printed in COUNTER_PRINT}
    assert keys <= texts.catalogue.keys()


def numbers(language: str, folder: str) -> list[tuple[str, list[int]]]:
    """The rows of all tables: their first cell, and the numbers in the others."""
    return [
        (first, [int(n) for cell in others for n in re.findall(r"\d+", cell)])
        for first, *others in rows(read(GAME, folder, language))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_hold_the_figures_of_the_game(language: str) -> None:
    names = GAME.texts(language)
    found = dict(numbers(language, "rules"))
    for region, values in enumerate(POINTS):
        assert found[names.text(f"area.{AREA.ids[region]}")] == values
    for tile, id_ in enumerate(TILE.ids):
        printed = found.get(names.text(f"tile.{id_}"))
        if printed is not None and TILE_PURPOSE[tile] != "alliance":
            assert printed[0] == TILE_COUNT[tile], id_
            if TILE_GOLD[tile]:
                assert printed[1] == TILE_GOLD[tile], id_
    covered = [id_ for id_ in TILE.ids if names.text(f"tile.{id_}") in found]
    assert len(covered) >= 34  # Bavaria with Saxony and Sweden with Denmark share a row
    assert [4, 11, 23, 40, 60, 77, 89, 96] in [
        values[-8:] for _, values in numbers(language, "rules") + numbers(language, "aid")
    ]
