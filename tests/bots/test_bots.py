"""Bots finish every game, see only views, and the heuristic ones beat random play."""

import random
from typing import Any

import pytest

from rondel import games
from rondel.bots import Sight, make, names
from rondel.cli.arena import play, seating, wilson
from rondel.kernel import flow
from rondel.kernel.game import random_action


@pytest.mark.parametrize("name", games.NAMES)
def test_the_heuristic_beats_three_random_seats(name: str) -> None:
    game = games.load(name)
    seats = ["heuristic", "random", "random", "random"]
    result = play(game, seats, 24, 7, game.sim_options, lambda: None)
    assert result.finished == 24
    assert result.rows()[0]["win_share"] >= 0.75


@pytest.mark.parametrize("name", games.NAMES)
def test_bots_finish_games_of_every_size(name: str) -> None:
    game = games.load(name)
    for seats in game.players:
        result = play(game, ["heuristic"] * seats, 1, 3, {}, lambda: None)
        assert result.finished == 1


class Blindfold(Sight):
    """A sight without the state: whatever a bot does with it, it does with views and imagined worlds alone."""

    def __init__(self, sight: Sight, world: flow.State) -> None:
        self.game, self.seat, self.choices, self.rng = sight.game, sight.seat, sight.choices, sight.rng
        self._world = world

    def view(self) -> dict[str, Any]:
        return self.game.view(self._world, self.seat)

    def imagine(self) -> flow.State:
        return self._world.copy()


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_a_bot_needs_nothing_but_its_view_and_imagined_worlds(name: str, bot: str) -> None:
    game = games.load(name)
    rng = random.Random(5)
    state = game.setup(4, game.sim_options)
    asked = 0
    while asked < 40 and not state.over():
        seat = flow.to_act(state)[0]
        if seat >= 0:
            sight = Sight(game, state, seat, random.Random(2))
            blind = Blindfold(sight, game.imagine(state, seat, random.Random(2)))
            assert make(name, bot, 1).choose(blind) == make(name, bot, 1).choose(sight)
            asked += 1
        flow.play(state, seat, random_action(state, seat, rng))
    assert asked == 40


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_seed_plays_the_same_way(name: str) -> None:
    game = games.load(name)
    seats = ["heuristic", "random", "heuristic", "random"]
    results = [play(game, seats, 2, 9, game.sim_options, lambda: None) for _ in (1, 2)]
    assert results[0].actions == results[1].actions
    assert results[0].scores == results[1].scores


def test_unknown_bots_are_refused() -> None:
    assert names("imperial")[0] == "heuristic"
    with pytest.raises(
        LookupError,
        match="no bot is called 'genius'; there are heuristic, beginner, easy, medium, hard, random, and hard-N",
    ):
        make("imperial", "genius")


def test_the_confidence_interval() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_every_bot_sits_on_every_seat_and_not_always_beside_the_same() -> None:
    seatings = [seating(4, number, 1) for number in range(400)]
    for bot in range(4):
        assert [sum(place[bot] == seat for place in seatings) for seat in range(4)] == [100] * 4
    assert len({tuple(place) for place in seatings}) == 24
