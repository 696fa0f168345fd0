"""Everything Colonial says, in every language: nothing is missing, and nothing reads like a template."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
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
from rondel.kernel.conformance import check_texts
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.texts import LANGUAGES, Texts

NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Frida"]
ALL_ON = {"nation-cards": True, "strong-rebel": True, "active-ambassador": True, "privateer-booty": True}
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (3, {"turn-limit": 12}),
    (4, {"turn-limit": 12, "five-programmed": True}),
    (5, {"turn-limit": 12, **ALL_ON}),
    (6, {"turn-limit": 12, "dice-pool": 5, **ALL_ON}),
]


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def read_well(said: str, question: bool = False) -> bool:
    """No hole left open, no value missing, no lower-case beginning, no doubled or stray blank."""
    sentences = [said, *re.split(r"[.?!] ", said)[1:]]
    return (
        not re.search(r"[{}|]|  |\bNone\b| [.,]|\.\.", said)
        and ("?" in said) <= question
        and all(sentence[:1] == sentence[:1].upper() for sentence in sentences)
        and said == said.strip()
    )


def test_catalogues_are_complete() -> None:
    check_texts(GAME)


def test_every_action_has_words_of_its_own(texts: Texts) -> None:
    said: dict[str, str] = {}
    for action in GAME.catalogue.actions:
        label = texts.say("action." + action.kind, action.args, NAMES)
        assert read_well(label), label
        assert label not in said, f"{action.notation!r} and {said[label]!r} are both {label!r}"
        said[label] = action.notation
    assert not texts.missing


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


def sayings(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is said in a random game: prompts, what is waited for, refusals, figures, ways and events."""
    rng = random.Random(seed)
    state = GAME.setup(seats, options)
    while state.pending:
        step = state.pending[-1]
        seat = flow.to_act(state)[0]
        awaited = step.awaited(state)
        yield awaited.key, awaited.params
        if seat >= 0:
            prompt = step.prompt(state, seat)
            yield prompt.key, prompt.params
            if rng.random() < 0.05:
                for refusal in GAME.refused(state, seat, flow.legal(state, seat)):
                    yield refusal["reason"]["code"], refusal["reason"]["params"]
                for key, params, _ in GAME.figures(state, seat):
                    yield key, params
                view = GAME.view(state, seat)
                for ways in view["ways"].values():
                    for way in ways:
                        yield way["key"], way["params"]
                for character in view["characters"].values():
                    if character["barred"]:
                        yield character["barred"]["code"], character["barred"]["params"]
                    else:
                        yield character["now"]["key"], character["now"]["params"]
        for event in GAME.apply(state, seat, random_action(state, seat, rng)):
            face = event.face(SPECTATOR)
            yield "event." + face["kind"], face["params"]


@pytest.mark.parametrize("seed", range(len(SETTINGS)))
def test_random_games_are_told_in_good_order(seed: int) -> None:
    told = {(key, repr(params)): (key, params) for key, params in sayings(*SETTINGS[seed], seed)}
    for language in LANGUAGES:
        texts = GAME.texts(language)
        for key, params in told.values():
            said = texts.say(key, params, NAMES)
            assert not texts.missing, f"{language}: {key}: {texts.missing}"
            assert read_well(said, question=key.startswith("prompt.")), f"{language}: {key}: {said}"


def calls(*names: str) -> Iterator[ast.Call]:
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in names:
                    yield node


def constants(node: ast.AST) -> Iterator[str]:
    """The words that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def test_every_reason_and_every_cause_has_words(texts: Texts) -> None:
    codes = {word for call in calls("Reason") for word in constants(call.args[0])}
    assert len(codes) > 50
    verbs = (
        "earn", "gain_prestige", "lose_prestige", "change_diplomacy", "lose_fleets", "lose_squadrons",
        "add_domestic_unrest", "rolled", "finish",
    )  # fmt: skip
    whys = {word for call in calls(*verbs) for word in constants(call.args[-1])}
    assert len(whys) > 25
    advice = {word for call in calls("say") for word in constants(call.args[0])}
    assert len(advice) > 35
    wanted = {f"reason.{code}" for code in codes} | {f"why.{why}" for why in whys} | advice
    assert wanted <= texts.catalogue.keys(), wanted - texts.catalogue.keys()


def test_no_reason_is_left_over(texts: Texts) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.py")))
    for domain in ("reason", "why", "way", "now"):
        for key in texts.catalogue:
            if key.startswith(domain + ".") and key.count(".") == 1 and key.split(".")[1] not in SHARED:
                assert f'"{key if domain in ("way", "now") else key.split(".")[1]}"' in source, key


SHARED = ("unknown-action", "game-over", "not-your-turn", "not-this-decision")


def test_every_step_that_is_decided_has_words(texts: Texts) -> None:
    for step in GAME.steps:
        if step.to_act is not flow.Step.to_act:
            key = re.sub(r"(?<!^)([A-Z])", r"-\1", step.__name__).lower()
            assert "waiting." + key in texts.catalogue
            if not issubclass(step, flow.ChanceStep) and key != "trade-terms":
                assert "prompt." + key in texts.catalogue


# --- the rules and the aid ----------------------------------------------------------------------------------------


def chapters(language: str) -> list[str]:
    rules = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^##+ .+ \{#([a-z-]+)\}$", rules, re.MULTILINE)


def test_rules_have_the_same_chapters_in_all_languages() -> None:
    english = chapters("en")
    assert len(english) == len(set(english)) > 25
    assert all(chapters(language) == english for language in LANGUAGES)


def test_rules_have_every_chapter_that_the_code_refers_to() -> None:
    wanted = {step.CHAPTER for step in GAME.steps} - {""}
    wanted |= {word for call in calls("Reason") if len(call.args) > 2 for word in constants(call.args[2])}
    assert {"merchant", "special-prestige", "revolution", *CHARACTER.ids} <= wanted <= set(chapters("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["rules", "aid"])
def test_tables_hold_the_figures_of_the_game(folder: str, language: str) -> None:
    text = (FOLDER / folder / f"{language}.md").read_text(encoding="utf-8")
    rows = {tuple(int(n) for n in re.findall(r"\d+", row)[:LEVELS]) for row in re.findall(r"^\|.*\|$", text, re.M)}
    for track in range(len(TRACK)):
        assert tuple(TRACK_VALUE[track * LEVELS : (track + 1) * LEVELS]) in rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_chapter_and_a_place_in_the_aid(language: str) -> None:
    texts = GAME.texts(language)
    rules, aid = ((FOLDER / folder / f"{language}.md").read_text(encoding="utf-8") for folder in ("rules", "aid"))
    for character in CHARACTER.ids:
        name = texts.text("character." + character)
        assert f"## {name} {{#{character}}}" in rules
        assert f"**{name}**" in aid


def test_the_rulings_are_numbered() -> None:
    numbers = re.findall(r"^(\d+)\. ", Path(FOLDER / "RULINGS.md").read_text(encoding="utf-8"), re.M)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
