"""Everything the games say, in every language: nothing is missing, and nothing reads like a template."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rondel import games
from rondel.kernel import flow
from rondel.kernel.conformance import check_texts, chief_settings
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import Game, random_action
from rondel.kernel.texts import LANGUAGES, NOBODY, Texts, reader, typeset
from tests.games.words import NAMES, chapters, read, reads_well, said_in

RANDOM_GAMES = 3
OF_EACH = 40
"""As many different sentences of each kind are read in every language."""


@pytest.fixture(params=games.NAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return games.load(request.param)


@pytest.fixture(params=LANGUAGES)
def texts(game: Game[Any], request: pytest.FixtureRequest) -> Texts:
    return game.texts(request.param)


def test_catalogues_are_complete(game: Game[Any]) -> None:
    check_texts(game)


def test_every_action_has_words_of_its_own(game: Game[Any], texts: Texts) -> None:
    said: dict[str, str] = {}
    for action in game.catalogue.actions:
        label = texts.say("action." + action.kind, action.args, NAMES)
        assert reads_well(label), label
        assert label not in said, f"{action.notation!r} and {said[label]!r} are both {label!r}"
        said[label] = action.notation
    assert not texts.missing


FAMILIAR = {
    "de": r"\b(du|dir|dich|dein(e[mnrs]?)?|euch|euer|eure[mnrs]?)\b",
    "fr": r"\b(tu|toi|ton|tes)\b",
}


@pytest.mark.parametrize("language", FAMILIAR)
def test_players_are_addressed_in_one_way(game: Game[Any], language: str) -> None:
    """As the table does: politely."""
    said = [*game.texts(language).catalogue.values(), *read(game, "rules", language).split("\n")]
    said += read(game, "aid", language).split("\n")
    for text in said:
        assert not re.search(FAMILIAR[language], text, re.IGNORECASE), text


def test_french_is_typeset_as_french(game: Game[Any]) -> None:
    """Curved apostrophes, and a space before marks of two parts that no line breaks at."""
    pages = [typeset("fr", read(game, folder, "fr")) for folder in ("rules", "aid")]
    for text in [*game.texts("fr").catalogue.values(), *"\n".join(pages).split("\n")]:
        assert not re.search(r"[A-Za-zÀ-ÿ]'[A-Za-zÀ-ÿ]", text), text
        assert not re.search(r"[a-zÀ-ÿ)][;:?!](\s|$)|(?<=\S) [;!?»]| :(?!-)|« ", without_holes(text)), text


def without_holes(text: str) -> str:
    """What is left of a template when what stands between braces, innermost first, is taken out."""
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", "x", text)
    return text


NOT_OUR_WORD = {
    ("imperial", "fr"): r"\bbourses?\b|terres? neutres?|jetons? de taxe|\barmées? amies?\b|\bronde\b",
    ("imperial", "de"): r"anleihe|erfolgsprämie|\bprämie|steuertafel|steuertabelle|befreundete armee",
    ("struggle", "fr"): r"\d d’or\b|\d or\b|marqueurs? de contrôle|pays d’origine|\bronde\b|\bmanches?\b",
    ("struggle", "de"): r"baltikum|\bkontrollstein|(?-i:\bForts?\b)",
    (
        "imperunde",
        "fr",
    ): r"(?<!\*)navires? de ligne|le disque désigne|fonds libres|argent libre|taxe maritime|\bmanches?\b",
    ("imperunde", "de"): r"\bkontor|\bfrachter\b",
    ("colonial", "de"): r"\bkredit|freibeuter|chartervertrag|\brohstoff|staatskasse",
    ("colonial", "fr"): r"escadrons?\b|\brondes?\b|\bagitation",
}
"""The glossary: one word for one thing, and the words that it has replaced."""


@pytest.mark.parametrize(("name", "language"), NOT_OUR_WORD)
def test_one_word_for_one_thing(name: str, language: str) -> None:
    """In the texts of the table, the rules, the player aid and the lessons alike."""
    game = games.load(name)
    said = [text for key, text in game.texts(language).catalogue.items() if not key.startswith("table.deals.")]
    said += [*read(game, "rules", language).split("\n"), *read(game, "aid", language).split("\n")]
    said += (game.folder / "lessons" / f"first.{language}.toml").read_text(encoding="utf-8").split("\n")
    for text in said:
        assert not re.search(NOT_OUR_WORD[name, language], text.replace("\u00a0", " "), re.IGNORECASE), text


def sayings(game: Game[Any], number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is said in a random game: prompts, what is waited for, refusals, figures and events."""
    rng = random.Random(number)
    seats, options = chief_settings(game)[len(game.players) + number]
    state = game.setup(seats, options)
    while state.pending:
        step = state.pending[-1]
        seat = flow.to_act(state)[0]
        awaited = step.awaited(state)
        yield awaited.key, awaited.params
        if seat >= 0:
            prompt = step.prompt(state, seat)
            yield prompt.key, prompt.params
            if rng.random() < 0.05:
                for refusal in game.refused(state, seat, flow.legal(state, seat)):
                    yield refusal["reason"]["code"], refusal["reason"]["params"]
                for key, params, _ in game.figures(state, seat):
                    yield key, params
        for event in game.apply(state, seat, random_action(state, seat, rng)):
            face = event.face(SPECTATOR)
            yield "event." + face["kind"], face["params"]


@pytest.mark.parametrize("number", range(RANDOM_GAMES))
def test_random_games_are_told_in_good_order(game: Game[Any], number: int) -> None:
    told: dict[str, dict[str, dict[str, Any]]] = {}
    for key, params in sayings(game, number):
        different = told.setdefault(key, {})
        if len(different) < OF_EACH:
            different[repr(params)] = params
    for language in LANGUAGES:
        texts = game.texts(language)
        for key, different in told.items():
            for params, me in itertools.product(different.values(), (NOBODY, reader(0))):
                said = texts.say(key, params, NAMES, me)
                assert not texts.missing, f"{language}: {key}: {texts.missing}"
                assert reads_well(said, question=key.startswith("prompt.")), f"{language}: {key}: {said}"


def test_every_reason_has_words(game: Game[Any], texts: Texts) -> None:
    codes = said_in(game, 0, "Reason")
    assert len(codes) > 20
    assert {f"reason.{code}" for code in codes} <= texts.catalogue.keys()


def test_every_step_that_is_decided_has_words(game: Game[Any], texts: Texts) -> None:
    for step in game.steps:
        if step.to_act is not flow.Step.to_act:
            key = re.sub(r"(?<!^)([A-Z])", r"-\1", step.__name__).lower()
            if step.awaited is flow.Step.awaited:
                assert "waiting." + key in texts.catalogue
            if step.prompt is flow.Step.prompt and not issubclass(step, flow.ChanceStep):
                assert "prompt." + key in texts.catalogue


# --- the rules ----------------------------------------------------------------------------------------------------


def test_rules_have_the_same_chapters_in_all_languages(game: Game[Any]) -> None:
    english = chapters(game, "en")
    assert len(english) == len(set(english)) > 20
    assert all(chapters(game, language) == english for language in LANGUAGES)


def test_rules_have_every_chapter_that_the_code_refers_to(game: Game[Any]) -> None:
    wanted = {step.CHAPTER for step in game.steps} - {""} | said_in(game, 2, "Reason")
    assert len(wanted) > 10
    assert wanted <= set(chapters(game, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_in_the_rules_lead_to_chapters(game: Game[Any], language: str) -> None:
    assert set(re.findall(r"\]\(#([a-z-]+)\)", read(game, "rules", language))) <= set(chapters(game, language))
