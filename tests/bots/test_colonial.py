"""Four heuristic bots at a table of Colonial: games as long as the sources say, and no place at the table decides."""

import random

import pytest

from rondel.bots import Sight, make
from rondel.games.colonial import GAME
from rondel.games.colonial.actions import PLACE_OF
from rondel.games.colonial.bot import Heuristic
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from rondel.kernel.game import random_action

GAMES = 40


def play(number: int) -> tuple[int, int]:
    """The winner's place, counted from the first First Player, and the number of turns."""
    rng = random.Random(number)
    bots = [make("colonial", "heuristic", f"{number}/{seat}") for seat in range(4)]
    state = GAME.setup(4)
    assert isinstance(state, Table)
    first = -1
    while state.pending:
        seat = flow.to_act(state)[0]
        action = random_action(state, seat, rng) if seat < 0 else bots[seat].choose(Sight(GAME, state, seat, rng))
        flow.play(state, seat, action)
        first = state.first if first < 0 else first
    return (state.winner - first) % 4, state.turn


@pytest.mark.slow
def test_games_last_six_to_eight_turns_and_every_place_wins_some() -> None:
    games = [play(number) for number in range(GAMES)]
    assert 6 <= sum(turns for _, turns in games) / GAMES <= 8
    wins = [sum(place == each for each, _ in games) for place in range(4)]
    assert min(wins) >= GAMES / 12, wins
    assert max(wins) <= GAMES / 2, wins


def test_among_equals_nobody_is_always_the_victim() -> None:
    """A bot that turned on the lowest seat each time gave the last seat a third of all wins."""
    state = GAME.setup(4)
    assert isinstance(state, Table)
    strikes = [action for action, each in enumerate(GAME.catalogue.actions) if each.kind == "sink-privateer"][:4]
    bot = Heuristic(random.Random(3))
    assert {PLACE_OF[bot.harm(state, 3, strikes)] for _ in range(100)} == {0, 1, 2}
