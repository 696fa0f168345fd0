"""Positions with a known answer: they can be set up, have a right and a wrong answer, and the bots find most."""

from __future__ import annotations

from functools import partial

import pytest

from rondel import bots, games
from rondel.bots.puzzles import Puzzle, answers, puzzles
from rondel.kernel import flow

SOLVED = {"imperial": 9, "struggle": 11, "imperunde": 12, "colonial": 10}
"""So many the policies solve at least, without looking ahead: a change that makes it fewer has lost something."""


@pytest.mark.parametrize("name", games.NAMES)
def test_every_puzzle_has_a_right_and_a_wrong_answer(name: str) -> None:
    found = puzzles(games.load(name))
    assert len(found) >= 9
    for puzzle in found:
        state = puzzle.state()
        seat = flow.to_act(state)[0]
        puzzle.game.check(state)
        offered = [puzzle.game.catalogue[action].notation for action in flow.legal(state, seat)]
        right = [notation for notation in offered if puzzle.is_right(notation)]
        assert 0 < len(right) < len(offered), (puzzle.name, offered)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_policy_solves_what_it_solved(name: str) -> None:
    found = answers(games.load(name), partial(bots.make, name, "heuristic", "1"))
    missed = [(puzzle.name, answer) for puzzle, answer in found if not puzzle.is_right(answer)]
    assert len(found) - len(missed) >= SOLVED[name], missed


def test_a_puzzle_without_an_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="neither good nor bad"):
        Puzzle(games.load("imperial"), {"name": "empty", "mark": "", "about": "", "position": "", "at": "france"})
