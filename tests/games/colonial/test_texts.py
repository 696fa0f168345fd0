"""What Colonial says of itself: its causes, its advice, its characters, and the tables in its rules and its aid."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import (
    AREA,
    CARD,
    CARD_CHARACTERS,
    CHARACTER,
    CONTINENT,
    FOLDER,
    LEVELS,
    NATION,
    RESOURCE,
    TRACK,
    TRACK_VALUE,
)
from rondel.kernel import flow
from rondel.kernel.game import random_action
from rondel.kernel.texts import LANGUAGES, Texts
from tests.games.words import NAMES, chapters, read, reads_well, rows, said_in


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def test_every_name_is_there(texts: Texts) -> None:
    for domain, kind in (
        ("area", AREA), ("area.in", AREA), ("continent", CONTINENT), ("resource", RESOURCE), ("card", CARD),
        ("character", CHARACTER), ("character.the", CHARACTER), ("character.does", CHARACTER), ("track", TRACK),
        ("nation", NATION), ("nation.goal", NATION),
    ):  # fmt: skip
        names = [texts.text(f"{domain}.{id_}") for id_ in kind.ids]
        assert len(set(names)) == len(names), domain
    assert not texts.missing


def test_cards_are_called_after_their_characters(texts: Texts) -> None:
    for card, (one, two) in zip(CARD.ids, CARD_CHARACTERS, strict=True):
        both = [texts.text("character." + CHARACTER.ids[character]) for character in (one, two)]
        assert texts.text("card." + card) == " / ".join(both)


def advice(seats: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the panel tells in a random game: ways and dangers, and what each character could do now."""
    rng = random.Random(seats)
    state = GAME.setup(seats, {"turn-limit": 12, "nation-cards": seats > 4})
    while state.pending:
        seat = flow.to_act(state)[0]
        if seat >= 0 and rng.random() < 0.05:
            view = GAME.view(state, seat)
            for ways in view["ways"].values():
                for way in ways:
                    yield way["key"], way["params"]
            for character in view["characters"].values():
                if character["barred"]:
                    yield character["barred"]["code"], character["barred"]["params"]
                else:
                    yield character["now"]["key"], character["now"]["params"]
        GAME.apply(state, seat, random_action(state, seat, rng))


@pytest.mark.parametrize("seats", GAME.players)
def test_advice_is_given_in_good_order(seats: int) -> None:
    told = {(key, repr(params)): (key, params) for key, params in advice(seats)}
    for language in LANGUAGES:
        texts = GAME.texts(language)
        for key, params in told.values():
            said = texts.say(key, params, NAMES)
            assert not texts.missing, f"{language}: {key}: {texts.missing}"
            assert reads_well(said), f"{language}: {key}: {said}"


def test_every_cause_and_every_piece_of_advice_has_words(texts: Texts) -> None:
    whys = said_in(
        GAME, -1, "earn", "gain_prestige", "lose_prestige", "change_diplomacy", "lose_fleets", "lose_squadrons",
        "add_domestic_unrest", "rolled", "finish",
    )  # fmt: skip
    assert len(whys) > 25
    given = said_in(GAME, 0, "say") | {key for key in said_in(GAME, 0, "Message") if key.startswith("now.")}
    assert len(given) > 35
    wanted = {f"why.{why}" for why in whys} | given
    assert wanted <= texts.catalogue.keys(), wanted - texts.catalogue.keys()


def test_no_reason_is_left_over(texts: Texts) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.py")))
    for domain in ("reason", "why", "way", "now"):
        for key in texts.catalogue:
            if key.startswith(domain + ".") and key.count(".") == 1 and key.split(".")[1] not in SHARED:
                assert f'"{key if domain in ("way", "now") else key.split(".")[1]}"' in source, key


SHARED = ("unknown-action", "game-over", "not-your-turn", "not-this-decision", "chance-first")


def test_rules_have_a_chapter_for_every_character() -> None:
    assert {"special-prestige", "revolution", *CHARACTER.ids} <= set(chapters(GAME, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["rules", "aid"])
def test_tables_hold_the_figures_of_the_game(folder: str, language: str) -> None:
    found = {
        tuple([int(n) for cell in row for n in re.findall(r"\d+", cell)][:LEVELS])
        for row in rows(read(GAME, folder, language))
    }
    for track in range(len(TRACK)):
        assert tuple(TRACK_VALUE[track * LEVELS : (track + 1) * LEVELS]) in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_chapter_and_a_place_in_the_aid(language: str) -> None:
    texts = GAME.texts(language)
    rules, aid = read(GAME, "rules", language), read(GAME, "aid", language)
    for character in CHARACTER.ids:
        name = texts.text("character." + character)
        assert f"## {name} {{#{character}}}" in rules
        assert f"**{name}**" in aid


def test_the_rulings_are_numbered() -> None:
    numbers = re.findall(r"^(\d+)\. ", (FOLDER / "RULINGS.md").read_text(encoding="utf-8"), re.M)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))


def test_every_ruling_says_what_the_sheet_or_the_public_accounts_say() -> None:
    text = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")
    for ruling in re.findall(r"^(\d+\. .*?)(?=^\d+\. |^## |\Z)", text, re.M | re.S):
        assert re.search(r"\*(Sheet|Public): ", ruling), ruling[:60]
