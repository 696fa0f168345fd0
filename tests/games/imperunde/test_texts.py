"""What ImpeRunde says of itself: its causes, its places and cards, and the tables in its rules and its aid."""

from __future__ import annotations

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, CARD, CARD_COUNT, TARGETS
from rondel.kernel.texts import LANGUAGES, Texts
from tests.games.words import chapters, read, said_in


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def test_every_cause_has_words(texts: Texts) -> None:
    whys = said_in(GAME, 2, "pay", "gain") | said_in(GAME, 3, "spend", "drop_troops")
    whys |= said_in(GAME, 4, "drop_ships") | said_in(GAME, 5, "roll_odd")
    assert len(whys) > 5
    assert {f"why.{why}" for why in whys} <= texts.catalogue.keys()


def test_places_and_cards_have_names_of_their_own(texts: Texts) -> None:
    for domain, ids in (("area", AREA.ids), ("card", CARD.ids)):
        names = [texts.text(f"{domain}.{id_}") for id_ in ids]
        assert len(set(names)) == len(names)


def test_rules_have_the_chapters_that_are_named_through_constants() -> None:
    assert {"landing", "movement-on-land", "movement-at-sea"} <= set(chapters(GAME, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_tell_every_card_with_its_number_and_every_target(language: str) -> None:
    texts, rules = GAME.texts(language), read(GAME, "rules", language)
    for card, number in zip(CARD.ids, CARD_COUNT, strict=True):
        assert f"| {texts.text(f'card.{card}')} | {number} |" in rules
    for folder in ("rules", "aid"):
        for at in range(3):
            assert ", ".join(str(TARGETS[seats][at]) for seats in (3, 4, 5, 6)) in read(GAME, folder, language)
