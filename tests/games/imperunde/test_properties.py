"""What holds in every position and for every roll."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import DIE_LOW, UNIT_DIE
from rondel.games.imperunde.fight import CODES
from rondel.games.imperunde.steps.perils import ODDS
from rondel.games.imperunde.steps.rolling import sorted_dice
from rondel.kernel import flow
from rondel.kernel.game import random_action


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(3, 6), seed=st.integers(0, 10**6), length=st.integers(1, 1500))
def test_pieces_and_cards_are_conserved(seats: int, seed: int, length: int) -> None:
    rng = random.Random(seed)
    state = GAME.setup(seats, {"cap": 8})
    for turn in range(length):
        if state.over():
            break
        seat = flow.to_act(state)[0]
        flow.play(state, seat, random_action(state, seat, rng))
        if turn % 25 == 0:
            GAME.check(state)
    GAME.check(state)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=3))
def test_dice_are_sorted_by_number_then_colour_then_moves_left(rolled: list[tuple[int, int, int]]) -> None:
    """11.2, 14.6"""
    line = [unit * 4 + moves for unit, _, moves in rolled]
    numbers = [DIE_LOW[UNIT_DIE[unit]] + face for unit, face, _ in rolled]
    found = [(die // (CODES * 16), UNIT_DIE[die % CODES // 4], die % 4) for die in sorted_dice(line, numbers, 0, 0)]
    wanted = [(number, UNIT_DIE[code // 4], code % 4) for number, code in zip(numbers, line, strict=True)]
    assert found == sorted(wanted, reverse=True)


def test_the_odds_of_odd_dice() -> None:
    """One of two dice in six is odd, so each unit is lost with one half."""
    for number, odds in enumerate(ODDS):
        assert sum(weight for _, weight in odds) == 2**number
        assert sum(place * weight for place, (_, weight) in enumerate(odds)) * 2 == number * 2**number
