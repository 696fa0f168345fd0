"""Everything Struggle of Empires says, in every language: nothing is missing, and nothing reads like a template."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import (
    AREA,
    COUNTER_PRINT,
    FOLDER,
    POINTS,
    POWER,
    TILE,
    TILE_COUNT,
    TILE_GOLD,
    TILE_PURPOSE,
    TIMING,
)
from rondel.kernel import flow
from rondel.kernel.conformance import check_texts
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action
from rondel.kernel.texts import LANGUAGES, Texts

NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Frida", "Greta"]
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {"non-player-powers": True}),
    (3, {"countries": "random", "open-unrest": True}),
    (5, {"gifts": True, "army-needed": False}),
    (6, {"unrest-at-sea": True}),
    (7, {}),
]


@pytest.fixture(params=LANGUAGES)
def texts(request: pytest.FixtureRequest) -> Texts:
    return GAME.texts(request.param)


def read_well(said: str, question: bool = False) -> bool:
    """No hole left open, no value missing, no lower-case beginning, no doubled or stray blank."""
    return (
        not re.search(r"[{}|]|  |\bNone\b| [.,]|\.\.", said)
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


def calls(name: str) -> Iterator[ast.Call]:
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    yield node


def words_in(node: ast.expr) -> set[str]:
    """All words an expression can give: a constant, or both branches of a choice."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_every_reason_and_every_payment_has_words(texts: Texts) -> None:
    codes: set[str] = set()
    for call in calls("Reason"):
        codes |= words_in(call.args[0])
    assert len(codes) > 40
    whys: set[str] = set()
    for name, place in (("pay", 2), ("transfer", 3), ("take_unrest", 2), ("gain_points", 2)):
        for call in calls(name):
            if len(call.args) > place:
                whys |= words_in(call.args[place])
    assert len(whys) > 10
    assert {f"reason.{code}" for code in codes} | {f"why.{why}" for why in whys} <= texts.catalogue.keys()


def test_every_message_has_words(texts: Texts) -> None:
    keys: set[str] = set()
    for call in calls("Message"):
        keys |= {word for word in words_in(call.args[0]) if "." in word}
    assert len(keys) > 25
    assert keys <= texts.catalogue.keys()


def test_everything_on_the_table_has_a_name(texts: Texts) -> None:
    keys = {f"tile.{id_}" for id_ in TILE.ids} | {f"tile.help.{id_}" for id_ in TILE.ids}
    keys |= {f"power.{id_}" for id_ in POWER.ids} | {f"area.{id_}" for id_ in AREA.ids}
    keys |= {f"purpose.{purpose}" for purpose in TILE_PURPOSE} | {f"timing.{id_}" for id_ in TIMING.ids}
    keys |= {f"counter.{printed}" for printed in COUNTER_PRINT}
    assert keys <= texts.catalogue.keys()


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
    for call in calls("Reason"):
        if len(call.args) > 2:
            wanted |= words_in(call.args[2])
    assert {"colonising", "blockade", "support"} <= wanted <= set(chapters("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_the_rules_lead_to_chapters(language: str) -> None:
    rules = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(#([a-z-]+)\)", rules)) <= set(chapters(language))


def numbers(language: str, folder: str) -> list[tuple[str, list[int]]]:
    """The rows of all tables: their first cell, and the numbers in the others."""
    text = (FOLDER / folder / f"{language}.md").read_text(encoding="utf-8")
    rows = []
    for row in re.findall(r"^\|(.*)\|$", text, re.M):
        first, *others = row.split("|")
        rows.append((first.strip(), [int(n) for cell in others for n in re.findall(r"\d+", cell)]))
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_hold_the_figures_of_the_game(language: str) -> None:
    names = GAME.texts(language)
    rows = dict(numbers(language, "rules"))
    for region, values in enumerate(POINTS):
        assert rows[names.text(f"area.{AREA.ids[region]}")] == values
    for tile, id_ in enumerate(TILE.ids):
        found = rows.get(names.text(f"tile.{id_}"))
        if found is not None and TILE_PURPOSE[tile] != "alliance":
            assert found[0] == TILE_COUNT[tile], id_
            if TILE_GOLD[tile]:
                assert found[1] == TILE_GOLD[tile], id_
    covered = [id_ for id_ in TILE.ids if names.text(f"tile.{id_}") in rows]
    assert len(covered) >= 34  # Bavaria with Saxony and Sweden with Denmark share a row
    assert [4, 11, 23, 40, 60, 77, 89, 96] in [
        values[-8:] for _, values in numbers(language, "rules") + numbers(language, "aid")
    ]
