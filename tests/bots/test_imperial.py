"""How Imperial's own bot plays: a habit for each kind of decision."""

import random

import pytest

from rondel import games
from rondel.bots import Sight, make
from rondel.cli.arena import one_game
from rondel.cli.arena import play as play_games
from rondel.games.imperial.bot import Heuristic
from rondel.games.imperial.steps.decisions import GiveOrders
from rondel.games.imperial.steps.turn import ChooseSlot
from rondel.kernel import flow
from rondel.kernel.game import random_action
from tests.games.imperial.positions import play, position

GAME = games.load("imperial")


def chosen(table: flow.State) -> str:
    seat = flow.to_act(table)[0]
    return GAME.catalogue[make("imperial", "heuristic", 1).choose(Sight(GAME, table, seat, random.Random(1)))].notation


@pytest.mark.parametrize("players", range(2, 7))
def test_experienced_players_lend_something_before_the_first_turn(players: int) -> None:
    """Where nobody governs anything, no nation moves, and a game of bots would never end."""
    played = one_game("imperial", ["heuristic"] * players, 0, 1, {"deal": "experienced"}, watch=True)
    assert played.finished
    assert len(set(played.powers.values())) >= min(players, 4)


def test_there_is_a_habit_for_the_wheel_and_for_orders() -> None:
    habits = Heuristic(random.Random(0)).habits()
    assert {ChooseSlot, GiveOrders} <= habits.keys()


def test_it_helps_out_a_nation_of_its_own_that_lacks_a_little_for_a_factory() -> None:
    text = "germany treasury 4 bonds 4 9 4 12\n player 4 money 9"
    table = position(text, turn="germany")
    play(table, "germany advances to factory")
    assert chosen(table) == "open the purse"
    play(table, "open the purse")
    assert chosen(table) == "give germany 1"
    play(table, "give germany 1")
    assert chosen(table).startswith("build in ")


def test_it_ends_a_game_that_it_wins() -> None:
    table = position("germany power 24 chips sweden norway bonds 4 25", turn="germany")
    assert chosen(table) == "germany advances to taxation"


def test_it_does_not_end_a_game_that_another_wins() -> None:
    text = "germany power 24 chips sweden norway bonds 4 4 0 25\n player 0 money 30"
    assert chosen(position(text, turn="germany")) != "germany advances to taxation"


def test_it_counts_the_purses_before_it_ends_a_game() -> None:
    """Germany's last taxation makes its bonds count five times: enough, or one million short of enough."""
    text = "germany power 24 chips sweden norway bonds 4 25\n player 0 money {}"
    assert chosen(position(text.format(39), turn="germany", **{"open-money": True})) == "germany advances to taxation"
    assert chosen(position(text.format(60), turn="germany", **{"open-money": True})) != "germany advances to taxation"


def test_nothing_is_produced_where_nothing_is_left_to_take() -> None:
    """All regions around are marked and no unit is needed: an empty production is the worst of the spaces."""
    text = "germany treasury 12 marker factory armies berlin 4 hamburg 2 fleets baltic-sea 2 north-sea 2 bonds 4 12"
    assert "production" not in chosen(position(text + " chips denmark holland belgium norway sweden", turn="germany"))


@pytest.mark.parametrize(
    "options",
    [
        {"orders": True, "battles": "several", "posture": "any-time"},
        {"edition": "2030", "gifts": "any-time", "deal": "chosen"},
        {"end": 15, "investor-card": False},
    ],
    ids=lambda options: " ".join(options),
)
def test_it_finishes_games_with_every_option(options: dict[str, object]) -> None:
    result = play_games(GAME, ["heuristic"] * 4, 2, 5, options, lambda: None)
    assert result.finished == 2


def test_it_never_gives_orders() -> None:
    state = GAME.setup(4, {"orders": True})
    rng = random.Random(3)
    bots = [make("imperial", "heuristic", seat) for seat in range(4)]
    while not state.over():
        seat = flow.to_act(state)[0]
        if seat < 0:
            action = flow.odds(state)[0][0]
        else:
            action = bots[seat].choose(Sight(GAME, state, seat, rng))
            assert GAME.catalogue[action].kind != "give-orders"
        flow.play(state, seat, action)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_it_remembers_of_one_table_changes_nothing_at_another(seats: int) -> None:
    """Loans, forecasts and books are brought up to date where something has changed: it thinks what one thinks who
    works all out from nothing. Two games take turns, played partly at random, so that much changes in between."""
    rng, dice = random.Random(), random.Random(seats)
    tables = [GAME.setup(seats, {**GAME.sim_options, "deal": deal}) for deal in ("standard", "experienced")]
    knowing = Heuristic(rng)
    for number in range(800):
        table = tables[number % 2]
        if not table.pending:
            break
        seat = flow.to_act(table)[0]
        action = random_action(table, seat, dice)
        if seat != flow.CHANCE:
            rng.seed(number)
            weighed = knowing.weigh(table, seat, flow.legal(table, seat))
            newcomer = Heuristic(random.Random(number))
            assert weighed == newcomer.weigh(table, seat, flow.legal(table, seat))
            action = weighed[0] if dice.random() < 0.8 else action
        flow.play(table, seat, action)
    assert number > 200
