"""Positions with a known answer: they can be set up, have a right and a wrong answer, and the bots find most."""

from __future__ import annotations

from functools import partial

import pytest

from rondel import bots, games
from rondel.bots.puzzles import Puzzle, answers, puzzles
from rondel.kernel import flow

MISSED = {
    "imperial": {
        "no factory without money",
        "armies against the end",
        "into the factories",
        "the payout before the loss",
    },
    "struggle": {
        "slaves for nothing",
        "a neutral for the taking",
        "pirates on the leader",
        "a bastion in time",
        "armies before growth",
        "the ship before the army",
    },
    "imperunde": {"the sea is free", "forts at the front", "a ship of the line for the sea"},
    "colonial": {"science when all is far", "found as soon as explored", "first what others can take", "found first"},
}
"""What the policies miss, without looking ahead: what they learn to solve is taken out, and nothing goes in unseen."""
FLOOR = {"imperial": (64, 12), "struggle": (64, 13), "imperunde": (8, 14), "colonial": (256, 13)}
"""Games that a search plays out for a decision, fewer than hard where those take long, and what it solves at least: one
puzzle less than it did, for a few games tell only so much."""


@pytest.mark.parametrize("name", games.NAMES)
def test_every_puzzle_has_a_right_and_a_wrong_answer(name: str) -> None:
    found = puzzles(games.load(name))
    assert len(found) >= 9
    assert len({puzzle.name for puzzle in found}) == len(found), "puzzles are told apart by their names"
    for puzzle in found:
        state = puzzle.state()
        seat = flow.to_act(state)[0]
        puzzle.game.check(state)
        offered = [puzzle.game.catalogue[action].notation for action in flow.legal(state, seat)]
        right = [notation for notation in offered if puzzle.is_right(notation)]
        assert 0 < len(right) < len(offered), (puzzle.name, offered)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_policy_misses_what_it_is_known_to_miss(name: str) -> None:
    found = answers(games.load(name), partial(bots.make, name, "heuristic", "1"))
    assert {puzzle.name for puzzle, answer in found if not puzzle.is_right(answer)} == MISSED[name]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "colonial" else name for name in games.NAMES]
)
def test_a_search_solves_what_it_solved(name: str) -> None:
    simulations, floor = FLOOR[name]
    game = games.load(name)
    found = answers(game, partial(bots.program, game, f"search+{simulations}", "1"))
    missed = [(puzzle.name, answer) for puzzle, answer in found if not puzzle.is_right(answer)]
    assert len(found) - len(missed) >= floor, missed


def test_what_a_puzzle_is_answered_does_not_hang_on_those_before_it() -> None:
    game = games.load("struggle")
    found = answers(game, partial(bots.make, "struggle", "heuristic", "1"))
    again = [puzzle.answer(bots.make("struggle", "heuristic", "1")) for puzzle, _ in reversed(found)]
    assert [answer for _, answer in found] == again[::-1]


def test_a_puzzle_without_an_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="neither good nor bad"):
        Puzzle(games.load("imperial"), {"name": "empty", "mark": "", "about": "", "position": "", "at": "france"})
