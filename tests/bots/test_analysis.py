"""A game looked at again: a known blunder is named, chances and luck are told, the budget is kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rondel import games
from rondel.bots.analysis import Analysis, Judgement, Moment, analyse, smooth, turns
from rondel.bots.search import Budget, play_out
from rondel.cli.terminal import analysis_lines
from rondel.games.imperial.bot import Heuristic
from rondel.kernel import record
from rondel.kernel.record import Match

BLUNDER = Path(__file__).parent / "blunder.rondel"
"""In this game seat 0 could have taxed Russia, ended the game and won; it went on to produce, and came in second."""
THERE = 246


@pytest.fixture(scope="module")
def match() -> Match:
    return record.parse(BLUNDER.read_text(encoding="utf-8"), games.load)


@pytest.fixture(scope="module")
def found(match: Match) -> Analysis:
    told: list[float] = []
    found = analyse(match, [0], Budget(simulations=30), tell=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    return found


def test_a_known_blunder_is_named_with_what_would_have_won(match: Match, found: Analysis) -> None:
    assert match.game.ranks(match.state)[0] == 2
    worst = found.judgements[0]
    assert (worst.position, worst.seat) == (THERE, 0)
    assert match.game.catalogue[worst.played].notation == "russia advances to production-1"
    assert match.game.catalogue[worst.better].notation == "russia advances to taxation"
    assert worst.loss() > 0.3
    assert any(ground.message.key == "coach.ends-won" for ground in worst.advice[0].grounds)


def test_chances_add_up_and_end_as_the_game_did(match: Match, found: Analysis) -> None:
    for moment in found.moments:
        assert sum(moment.chances) == pytest.approx(1.0)
    assert found.moments[-1].position == match.position
    assert found.moments[-1].chances.index(1.0) == match.game.ranks(match.state).index(1)
    assert found.games < 30 * 1.5, "the budget is kept"
    assert sum(found.decisions[1:]) == 0, "only the decisions of seat 0 were asked for"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_it_is_told_in_words(match: Match, found: Analysis, language: str) -> None:
    texts = match.game.texts(language)
    lines = analysis_lines(found, texts)
    assert not texts.missing
    assert not [line for line in lines if "{" in line]
    assert any(str(THERE) in line for line in lines)


def moments(*chances: float, games: int = 40) -> list[Moment]:
    found = [Moment(10 * place, 2) for place in range(len(chances))]
    for moment, chance in zip(found, chances, strict=True):
        for game in range(games):
            won = game < chance * games
            moment.add([float(won), float(not won)])
    return found


def test_a_turning_point_is_a_change_that_is_no_accident() -> None:
    told = moments(0.5, 0.5, 0.9, 0.9)
    smooth(told)
    (turning,) = turns(told)
    assert (turning.first, turning.last) == (10, 20)
    assert turning.change == pytest.approx([0.4, -0.4])
    doubtful = moments(0.5, 0.7, 0.5, 0.5, games=2)
    smooth(doubtful)
    assert turns(doubtful) == [], "of two games nothing can be told"


def test_what_turned_step_by_step_is_one_turning() -> None:
    told = moments(0.2, 0.5, 0.8, 0.8)
    smooth(told)
    (turning,) = turns(told)
    assert (turning.first, turning.last) == (0, 20)
    assert turning.change[0] == pytest.approx(0.6)


def test_nothing_is_looked_at_before_anything_has_happened() -> None:
    empty = Match(games.load("imperial"), 3, {}, ["a", "b", "c"])
    with pytest.raises(ValueError, match="nothing has happened"):
        analyse(empty, [0], Budget(simulations=5))


def test_what_would_have_been_lost_all_the_same_is_not_blamed() -> None:
    each = Judgement(3, 0, 1, 2, 0.5)
    each.own, each.other = [0.1] * 12, [0.3] * 12
    assert not each.is_clear(), "nearer to victory, and still lost every time"
    each.other_wins = 4.0
    assert each.is_clear()


def test_games_of_imperial_that_are_to_tell_chances_differ() -> None:
    """Nothing is hidden there and nothing thrown: they differ as players waver."""
    file = Path(__file__).parents[1] / "golden" / "imperial-4.rondel"
    match = record.parse(file.read_text(encoding="utf-8"), games.load)
    policy = Heuristic(random.Random(1))
    policy.waver = policy.DOUBT
    endings = set()
    for game in range(20):
        policy.rng.seed(game)
        twin = match.at(165).copy()
        play_out(twin, policy, random.Random(game))
        endings.add(tuple(match.game.scores(twin)))
    assert len(endings) > 10
