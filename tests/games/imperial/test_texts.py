"""Everything Imperial says, in every language: nothing is missing, and nothing reads like a template."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.components import BOX_POWER, FACTOR, FOLDER, INTEREST, PRICE
from rondel.kernel import flow
from rondel.kernel.conformance import check_texts
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.texts import LANGUAGES, Texts

NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Frida"]
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"deal": "experienced", "open-money": True}),
    (4, {"swiss-bank": True, "bonds": 54}),
    (5, {"investor-card": False, "chips": 15}),
    (6, {"swiss-bank": True}),
]


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def read_well(said: str, question: bool = False) -> bool:
    """No hole left open, no value missing, no lower-case beginning, no doubled or stray blank."""
    sentences = [said, *re.split(r"[.?!] ", said)[1:]]
    return (
        not re.search(r"[{}|]|  |\bNone\b| [.,;]|\.\.", said.replace(" ;", ";"))
        and ("?" in said) <= question
        and all(sentence[:1] == sentence[:1].upper() for sentence in sentences if not sentence.startswith("Petersburg"))
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


def sayings(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is said in a random game: prompts, what is waited for, refusals, figures and events."""
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


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    yield path, node


def constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_reason_and_every_payment_has_words(texts: Texts) -> None:
    codes = {constant(call.args[0]) for _, call in calls("Reason")}
    assert len(codes) > 20
    whys = {constant(call.args[3]) for _, call in calls("pay")}
    assert len(whys) > 8
    assert {f"reason.{code}" for code in codes} | {f"why.{why}" for why in whys} <= texts.catalogue.keys()


def test_every_step_that_is_decided_has_words(texts: Texts) -> None:
    for step in GAME.steps:
        if step.to_act is not flow.Step.to_act:
            key = re.sub(r"(?<!^)([A-Z])", r"-\1", step.__name__).lower()
            assert {"prompt." + key, "waiting." + key} <= texts.catalogue.keys()


# --- the rules and the aid ----------------------------------------------------------------------------------------


def chapters(language: str) -> list[str]:
    rules = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^##+ .+ \{#([a-z-]+)\}$", rules, re.MULTILINE)


def test_rules_have_the_same_chapters_in_all_languages() -> None:
    english = chapters("en")
    assert len(english) == len(set(english)) > 20
    assert all(chapters(language) == english for language in LANGUAGES)


def test_rules_have_every_chapter_that_the_code_refers_to() -> None:
    wanted = {step.CHAPTER for step in GAME.steps} - {""}
    wanted |= {word for _, call in calls("Reason") if len(call.args) > 2 and (word := constant(call.args[2]))}
    assert {"investor", "destruction", "no-investor-card"} <= wanted <= set(chapters("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_the_rules_lead_to_chapters(language: str) -> None:
    rules = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(#([a-z-]+)\)", rules)) <= set(chapters(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["rules", "aid"])
def test_tables_hold_the_figures_of_the_game(folder: str, language: str) -> None:
    text = (FOLDER / folder / f"{language}.md").read_text(encoding="utf-8")
    rows = {tuple(int(number) for number in re.findall(r"\d+", row)) for row in re.findall(r"^\|.*\|$", text, re.M)}
    bonds = len(PRICE) if folder == "aid" else len(PRICE) - 1
    assert {tuple(BOX_POWER), tuple(PRICE[:bonds]), tuple(INTEREST[:bonds]), tuple(sorted(set(FACTOR)))} <= rows
