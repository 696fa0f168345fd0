"""Everything ImpeRunde says, in every language: nothing is missing, and nothing reads like a template."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, CARD, CARD_COUNT, FOLDER, TARGETS
from rondel.kernel import flow
from rondel.kernel.conformance import check_texts
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.texts import LANGUAGES, Texts

NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Frida"]


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def reads_well(said: str, question: bool = False) -> bool:
    """No hole left open, no value missing, a capital at the beginning, no doubled or stray blank."""
    return (
        not re.search(r"[{}|]|  |\bNone\b| [.,]|\.\.|\.$.", said)
        and ("?" in said) <= question
        and said[:1] == said[:1].upper()
        and said == said.strip()
    )


def test_catalogues_are_complete() -> None:
    check_texts(GAME)


def test_every_action_has_words_of_its_own(texts: Texts) -> None:
    said: dict[str, str] = {}
    for action in GAME.catalogue.actions:
        label = texts.say("action." + action.kind, action.args, NAMES)
        assert reads_well(label), label
        assert label not in said, f"{action.notation!r} and {said[label]!r} are both {label!r}"
        said[label] = action.notation
    assert not texts.missing


def sayings(seats: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is said in a random game: prompts, what is waited for, refusals, figures and events."""
    rng = random.Random(seed)
    state = GAME.setup(seats, {"cap": 8})
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
        for event in GAME.apply(state, seat, random_action(state, seat, rng)):
            face = event.face(SPECTATOR)
            yield "event." + face["kind"], face["params"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_are_told_in_good_order(seats: int) -> None:
    told = {(key, repr(params)): (key, params) for key, params in sayings(seats, seats)}
    for language in LANGUAGES:
        texts = GAME.texts(language)
        for key, params in told.values():
            said = texts.say(key, params, NAMES)
            assert not texts.missing, f"{language}: {key}: {texts.missing}"
            assert reads_well(said, question=key.startswith("prompt.")), f"{language}: {key}: {said}"


def calls(name: str) -> Iterator[ast.Call]:
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    yield node


def constants(calls_: Iterator[ast.Call], place: int) -> set[str]:
    found = set()
    for call in calls_:
        if (
            len(call.args) > place
            and isinstance(node := call.args[place], ast.Constant)
            and isinstance(node.value, str)
        ):
            found.add(node.value)
    return found


def test_every_reason_and_every_cause_has_words(texts: Texts) -> None:
    codes = constants(calls("Reason"), 0)
    assert len(codes) > 45
    whys = constants(calls("pay"), 2) | constants(calls("spend"), 3) | constants(calls("gain"), 2)
    whys |= constants(calls("drop_troops"), 3) | constants(calls("drop_ships"), 4) | constants(calls("roll_odd"), 5)
    assert len(whys) > 5
    assert {f"reason.{code}" for code in codes} | {f"why.{why}" for why in whys} <= texts.catalogue.keys()


def test_every_step_that_is_decided_has_words(texts: Texts) -> None:
    for step in GAME.steps:
        if step.to_act is not flow.Step.to_act:
            key = re.sub(r"(?<!^)([A-Z])", r"-\1", step.__name__).lower()
            assert {"prompt." + key, "waiting." + key} <= texts.catalogue.keys()


def test_places_and_cards_have_names_of_their_own(texts: Texts) -> None:
    for domain, ids in (("area", AREA.ids), ("card", CARD.ids)):
        names = [texts.text(f"{domain}.{id_}") for id_ in ids]
        assert len(set(names)) == len(names)


# --- the rules and the aid ------------------------------------------------------------------------------------------


def read(folder: str, language: str) -> str:
    path: Path = FOLDER / folder / f"{language}.md"
    return path.read_text(encoding="utf-8")


def chapters(language: str) -> list[str]:
    return re.findall(r"^##+ .+ \{#([a-z-]+)\}$", read("rules", language), re.MULTILINE)


def test_rules_have_the_same_chapters_in_all_languages() -> None:
    english = chapters("en")
    assert len(english) == len(set(english)) > 20
    assert all(chapters(language) == english for language in LANGUAGES)


def test_rules_have_every_chapter_that_the_code_refers_to() -> None:
    wanted = {step.CHAPTER for step in GAME.steps} - {""} | constants(calls("Reason"), 2)
    wanted |= {"landing", "movement-on-land", "movement-at-sea"}  # named through constants
    assert {"canals", "forts"} <= wanted <= set(chapters("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_tell_every_card_with_its_number_and_every_target(language: str) -> None:
    texts, rules = GAME.texts(language), read("rules", language)
    for card, number in zip(CARD.ids, CARD_COUNT, strict=True):
        assert f"| {texts.text(f'card.{card}')} | {number} |" in rules
    for folder in ("rules", "aid"):
        for at in range(3):
            assert ", ".join(str(TARGETS[seats][at]) for seats in (3, 4, 5, 6)) in read(folder, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_the_rules_lead_to_chapters(language: str) -> None:
    assert set(re.findall(r"\]\(#([a-z-]+)\)", read("rules", language))) <= set(chapters(language))
