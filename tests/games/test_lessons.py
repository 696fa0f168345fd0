"""Every lesson is played along the way that it expects, and along every other that it has an answer for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel import flow, lesson
from rondel.kernel.data import DataError
from rondel.kernel.lesson import Course, Step, Verdict
from rondel.kernel.record import Match
from rondel.kernel.texts import LANGUAGES

COURSES = [(name, course) for name in games.NAMES for course in lesson.names(games.load(name))]
STEPS = [
    (name, course, step.lesson, step.name)
    for name, course in COURSES
    for step in lesson.load(games.load(name), course).steps
]
LONGEST = 60
"""Words of a paragraph at most: a lesson is read while one plays."""
SEARCHED = 400
"""Positions looked at, at most, in search of what a step has an answer for."""


@cache
def course_of(game: str, course: str) -> Course:
    return lesson.load(games.load(game), course)


def at(course: Course, step: Step) -> Match:
    match = course.match.until(step.at)
    match.plays_forced, match.seed = True, "lessons"
    return match


def test_there_is_a_first_course_for_every_game_of_the_house() -> None:
    with_lessons = {name for name, course in COURSES if course == "first"}
    assert with_lessons >= {"imperial", "struggle", "colonial", "imperunde"}


@pytest.mark.parametrize(("game", "course", "name", "step"), STEPS)
def test_the_way_that_is_expected(game: str, course: str, name: str, step: str) -> None:
    taken = course_of(game, course)
    wanted = taken.step(name, step)
    match = at(taken, wanted)
    assert taken.judge(wanted, match).stands == "open"
    for _ in range(20):
        verdict = taken.judge(wanted, match)
        if verdict.stands != "open":
            break
        assert {verdict.next, *verdict.ahead} <= set(flow.legal(match.state, taken.seat)), (
            "what is expected is not offered"
        )
        match.play(taken.seat, verdict.next)
        taken.carry_on(match)
    assert (verdict.stands, verdict.text) == ("done", "after")


@pytest.mark.parametrize(("game", "course", "name", "step"), STEPS)
def test_every_answer_is_to_something_that_can_be_done(game: str, course: str, name: str, step: str) -> None:
    taken = course_of(game, course)
    wanted = taken.step(name, step)
    heard: dict[str, str] = {}
    waiting, looked = [at(taken, wanted)], 0
    while waiting and looked < SEARCHED:
        match = waiting.pop(0)
        for action in flow.legal(match.state, taken.seat):
            ahead = match.fork()
            ahead.play(taken.seat, action)
            taken.carry_on(ahead)
            verdict = taken.judge(wanted, ahead)
            looked += 1
            if verdict.stands == "open" and taken.seat in flow.to_act(ahead.state):
                waiting.append(ahead)
            heard[verdict.text] = verdict.stands
    reactions = {text: "done" for _, text in wanted.right} | {text: "off" for _, text in wanted.otherwise}
    assert {text: heard.get(text) for text in reactions} == reactions
    assert "off" in heard.values(), "nothing else can be done here: that is no decision"


@pytest.mark.parametrize(("game", "course"), COURSES)
def test_the_words_are_there_in_every_language(game: str, course: str) -> None:
    taken = course_of(game, course)
    for language in LANGUAGES:
        texts = taken.texts(language)
        assert sorted(texts) == sorted(taken.keys()), language
        for key, text in texts.items():
            assert text.strip() == text != "", (language, key)
            assert text.count("**") % 2 == 0, (language, key)
            assert not re.search(r"  |\.\.|[{}]| ,|''|\"", text), (language, key)
            for paragraph in text.split("\n\n"):
                assert len(paragraph.split()) <= LONGEST, (language, key, len(paragraph.split()))


@pytest.mark.parametrize(("game", "course"), COURSES)
def test_a_course_has_ten_to_fifteen_lessons_and_ends_in_a_game(game: str, course: str) -> None:
    taken = course_of(game, course)
    if course == "first":
        assert 10 <= len(taken.lessons) <= 15
    opening = taken.match.until(taken.then)
    opening.seed = "a game"
    opening.carry_on()
    assert not opening.over
    assert opening.position < 70, "the real game begins at the beginning"


# --- the files --------------------------------------------------------------------------------------------------------


def written(folder: Path, toml: str) -> Path:
    source = games.load("imperial").folder / "lessons" / "first.rondel"
    (folder / "first.rondel").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / "first.toml"
    path.write_text(toml, encoding="utf-8")
    return path


HEAD = "seat = 0\n[then]\nat = 3\n[lessons.goal.tax]\n"


@pytest.mark.parametrize(
    ("toml", "problem"),
    [
        (HEAD + 'at = 3\nexpect = ["pass"]', "seat 0 does not decide at position 3"),
        (HEAD + 'at = 9999\nexpect = ["pass"]', "seat 0 does not decide at position 9999"),
        (HEAD + "at = 221\nexpect = []", "nothing is expected"),
        (HEAD + 'at = 221\nexpect = ["pass"]\nexspect = 1', "unknown key"),
        (HEAD + 'expect = ["pass"]', "at: is missing"),
        ('seat = 0\n[lessons.goal.tax]\nat = 221\nexpect = ["pass"]', "then: is missing"),
    ],
)
def test_a_course_that_cannot_be_right_says_why(tmp_path: Path, toml: str, problem: str) -> None:
    with pytest.raises(DataError, match=re.escape(problem)):
        Course(games.load("imperial"), "first", written(tmp_path, toml))


def test_a_record_of_another_game_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + 'at = 221\nexpect = ["pass"]')
    with pytest.raises(DataError, match="a record of imperial among the lessons of colonial"):
        Course(games.load("colonial"), "first", path)


def test_an_unknown_course_or_step_is_said_to_be_unknown() -> None:
    game = games.load("imperial")
    with pytest.raises(LookupError, match="no course 'second'; it has first"):
        lesson.load(game, "second")
    with pytest.raises(LookupError, match=r"no step goal\.win"):
        lesson.load(game, "first").step("goal", "win")


# --- judging ----------------------------------------------------------------------------------------------------------


def played(course: Course, step: Step, *notations: str) -> tuple[Verdict, Match]:
    match = at(course, step)
    for notation in notations:
        match.play_notation(course.seat, notation)
        course.carry_on(match)
    return course.judge(step, match), match


@pytest.fixture
def imperial() -> Course:
    return course_of("imperial", "first")


def test_an_order_that_does_not_matter(imperial: Course) -> None:
    step = imperial.step("purse", "units")
    verdict, _ = played(imperial, step, "import army in moscow", "import fleet in odessa")
    assert verdict.stands == "open"
    assert notation(imperial, verdict.next) == "import fleet in st-petersburg"
    verdict, _ = played(
        imperial, step, "import army in moscow", "import fleet in odessa", "import fleet in st-petersburg"
    )
    assert (verdict.stands, verdict.text) == ("done", "after")
    verdict, _ = played(imperial, step, "import army in moscow", "import army in moscow")
    assert (verdict.stands, verdict.text, notation(imperial, verdict.chosen)) == (
        "off",
        "second-army",
        "import army in moscow",
    )


def notation(course: Course, action: int) -> str:
    return course.game.catalogue[action].notation


def test_a_figure_is_reached_in_any_way(imperial: Course) -> None:
    step = imperial.step("alone", "chips")
    ways: list[tuple[Any, ...]] = [
        ("sail odessa to black-sea", "sail st-petersburg to baltic-sea", "march kiev to bulgaria"),
        ("sail st-petersburg to baltic-sea", "sail odessa to black-sea", "march kiev to sweden"),
    ]
    for way in ways:
        verdict, _ = played(imperial, step, "russia advances to maneuver-2", *way)
        assert (verdict.stands, verdict.text) == ("done", "after"), way
    verdict, _ = played(imperial, step, "russia advances to maneuver-2", "sail odessa to black-sea", "done", "done")
    assert (verdict.stands, verdict.text) == ("off", "missed")


def test_another_position_is_not_judged(imperial: Course) -> None:
    later = imperial.step("flag", "sail")
    assert imperial.judge(later, at(imperial, imperial.step("wheel", "produce"))).stands == "elsewhere"
    strayed = at(imperial, imperial.step("wheel", "produce"))
    strayed.play_notation(0, "italy advances to taxation")
    assert imperial.judge(later, strayed).stands == "elsewhere"


def test_what_nobody_has_an_answer_for_is_something_else(imperial: Course) -> None:
    verdict, _ = played(imperial, imperial.step("goal", "tax"), "open the purse")
    assert (verdict.stands, verdict.text) == ("off", "")


def test_the_cards_of_a_programme_are_told_ahead_as_they_were_laid() -> None:
    taken = course_of("colonial", "first")
    wanted = taken.step("order", "lay")
    verdict = taken.judge(wanted, at(taken, wanted))
    told = [taken.game.catalogue[action].notation for action in (verdict.next, *verdict.ahead)]
    assert told == ["lay d", "lay b", "lay c", "lay a", "lay f"]
