"""What Imperial says of itself: its payments, and the tables in its rules and its aid."""

from __future__ import annotations

import re

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.components import CHART, FACTOR, INTEREST, PRICE
from rondel.kernel.texts import LANGUAGES
from tests.games.words import read, rows, said_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_payment_has_words(language: str) -> None:
    whys = said_in(GAME, 3, "pay")
    assert len(whys) > 8
    assert {f"why.{why}" for why in whys} <= GAME.texts(language).catalogue.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["rules", "aid"])
def test_tables_hold_the_figures_of_the_game(folder: str, language: str) -> None:
    found = {
        tuple(int(n) for cell in row for n in re.findall(r"\d+", cell)) for row in rows(read(GAME, folder, language))
    }
    bonds = len(PRICE) if folder == "aid" else len(PRICE) - 1
    assert {tuple(CHART.power), tuple(PRICE[:bonds]), tuple(INTEREST[:bonds]), tuple(sorted(set(FACTOR)))} <= found


ORDER = {
    "en": ("they choose in turn order", "reverse"),
    "fr": ("elles choisissent dans l’ordre du tour", "inverse"),
    "de": ("wählen sie in Zugreihenfolge", "umgekehrt"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_the_order_in_which_nations_short_of_chips_choose(language: str) -> None:
    """Ruling 24: in turn order, unless the option says otherwise."""
    assert GAME.settle(4)["chip-order"] == "turn"
    chapter = read(GAME, "rules", language).split("{#maneuver-chips}")[1].split("\n## ")[0]
    said, unsaid = ORDER[language]
    assert said in " ".join(chapter.split())
    assert unsaid not in chapter
