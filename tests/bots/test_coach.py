"""The coach: choices with chances, what follows, and reasons in words."""

import random

import pytest

from rondel import games
from rondel.bots.coach import Advice, advise, reasons
from rondel.bots.search import Budget, Candidate
from rondel.kernel import flow
from rondel.kernel.texts import LANGUAGES
from tests.bots.test_search import some_way_in


@pytest.mark.parametrize("name", games.NAMES)
def test_advice_names_choices_chances_and_what_follows(name: str) -> None:
    game, state, seat = some_way_in(name)
    before = game.save(state)
    advice = advise(game, state, seat, "1", Budget(simulations=6), most=2)
    assert game.save(state) == before
    assert [each.action in flow.legal(state, seat) for each in advice] == [True] * 2
    for each in advice:
        assert sum(each.chances) == pytest.approx(1.0)
        assert each.line
        assert set(each.terms) >= {"money", "rival"}


@pytest.mark.parametrize("name", games.NAMES)
def test_every_term_has_words_in_every_language(name: str) -> None:
    game, state, seat = some_way_in(name)
    assert game.policy is not None
    terms = game.policy(random.Random(1)).terms(state, seat)
    assert len(terms) > 4
    for language in LANGUAGES:
        texts = game.texts(language)
        for term, _ in terms:
            assert "+1" in texts.text(f"coach.{term}", {"n": 1.5})
        assert not texts.missing


def test_the_reason_is_what_differs_most() -> None:
    one, other = Advice(Candidate(1, 2)), Advice(Candidate(2, 2))
    one.terms = {"money": 12.0, "flags": 3.0, "score": 50.0}
    other.terms = {"money": 8.0, "flags": 1.0, "score": 50.2}
    assert [(reason.key, reason.params["n"]) for reason in reasons(one, other)] == [
        ("coach.flags", 2.0),
        ("coach.money", 4.0),
    ]


def test_nobody_is_advised_who_has_nothing_to_decide() -> None:
    game, state, seat = some_way_in("imperial")
    with pytest.raises(ValueError, match="has nothing to decide"):
        advise(game, state, (seat + 1) % 4, "1", Budget(simulations=1))
