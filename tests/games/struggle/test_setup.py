"""Setting up: counters, first player, countries, control counters, first units; powers without a player."""

import random

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import BOARD, COUNTER_COUNT, POWER, TILE
from rondel.games.struggle.state import Table
from rondel.kernel import flow
from rondel.kernel.game import OptionError, random_action
from tests.games.struggle.positions import actor, offered, play, reason, step


def new(seats: int, **options: object) -> Table:
    table = GAME.setup(seats, options)
    assert isinstance(table, Table)
    return table


def on(table: Table, until: str, rng: random.Random) -> Table:
    """Play on at random until a step of this name asks somebody."""
    while step(table) != until:
        seat = flow.to_act(table)[0]
        flow.play(table, seat, random_action(table, seat, rng))
    return table


def test_ten_counters_are_laid_face_up() -> None:
    table = new(3)
    assert sum(weight for _, weight in flow.odds(table)) == 65
    on(table, "ChooseFirst", random.Random(1))
    assert sum(table.board) == 10
    assert sum(table.bag) == 55


def test_equal_counters_are_drawn_with_their_number() -> None:
    odds = {GAME.catalogue[action].notation: weight for action, weight in flow.odds(new(2))}
    assert odds["draw slaves in caribbean"] == 5
    assert odds["draw 4 in german-states"] == 4
    assert odds["draw 5-1v in baltic"] == 1


def test_players_choose_countries_clockwise_from_the_first() -> None:
    table = on(new(3), "ChooseFirst", random.Random(2))
    play(table, "seat 2 begins")
    assert flow.to_act(table) == (2,)
    play(table, "play spain")
    assert flow.to_act(table) == (0,)
    assert reason(table, "play spain") == "country-taken"
    assert len(offered(table)) == 6
    play(table, "play russia", "play austria")
    assert [POWER.ids[power] for power in table.power_of] == ["russia", "austria", "spain"]
    assert all(table.gold[power] == 10 and table.population[power] == 5 for power in table.power_of)
    assert not any(table.points)


def test_option_countries_by_lot() -> None:
    table = on(new(3, countries="random"), "DealCountry", random.Random(2))
    assert flow.to_act(table) == (-1,)
    assert len(flow.odds(table)) == 7
    on(table, "PlaceUnits", random.Random(3))
    assert len(set(table.power_of)) == 3


def test_each_player_draws_five_counters_which_leave_the_game() -> None:
    table = on(new(4), "PlaceUnits", random.Random(5))
    for power in table.power_of:
        assert table.controls_on_board(power) == 5
    assert sum(table.bag) == 65 - 10 - 20
    assert sum(table.board) == 10
    assert all(table.points[power] == 0 and table.gold[power] == 10 for power in table.power_of)  # prints are ignored


def test_units_are_placed_one_by_one_in_any_region() -> None:
    table = on(new(2), "PlaceUnits", random.Random(5))
    first = actor(table)
    assert len(offered(table)) == 11 + 8 + 11  # armies, navies where there is a sea, forts
    assert "place navy in ottoman-empire" not in offered(table)
    play(table, "place fort in india")
    assert actor(table) != first
    play(table, "place army in india", "place fort in india", "place army in africa")
    assert reason(table, "place fort in africa") == "no-piece-left"
    play(table, "place navy in baltic", "place army in india", "place army in india", "place army in india")
    assert step(table) == "PlaceUnits"
    play(table, "place army in india", "place army in india")
    assert table.war == 1
    assert step(table) == "Bidding"
    assert actor(table) == first  # the first player opens the first auction
    assert [table.units_on_board(power) for power in table.power_of] == [5, 5]
    assert all(table.gold[power] == 10 and table.population[power] == 5 for power in table.power_of)  # without cost


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 6), (4, 6), (5, 5), (6, 5), (7, 5)])
def test_rounds_by_the_number_of_players(seats: int, rounds: int) -> None:
    assert new(seats).rounds == rounds


def test_seven_players_empty_the_bag_exactly_in_war_three() -> None:
    table = new(7)
    rng = random.Random(7)
    while table.war < 3 or step(table) == "DrawCounters":
        seat = flow.to_act(table)[0]
        flow.play(table, seat, random_action(table, seat, rng))
    assert sum(table.bag) == 0
    assert sum(COUNTER_COUNT) == 65


def test_powers_without_a_player() -> None:
    """Option: each missing country has five control counters, but neither units nor gold."""
    table = on(new(2, **{"non-player-powers": True}), "PlaceUnits", random.Random(3))
    assert table.in_play == 127
    assert sum(table.bag) == 65 - 10 - 35
    for power in range(7):
        assert table.controls_on_board(power) == 5
        if table.seat_of[power] < 0:
            assert table.gold[power] == table.population[power] == 0
            assert table.units_on_board(power) == 0
    on(table, "Bidding", random.Random(3))
    play(table, "bid 0")
    assert len(offered(table, "propose")) == 7


def test_numbers_of_players_and_options_that_do_not_exist() -> None:
    with pytest.raises(OptionError, match="2 to 7"):
        new(8)
    with pytest.raises(OptionError, match="no option"):
        new(2, weather=True)
    with pytest.raises(OptionError, match="not one of"):
        new(2, countries="drawn")


# --- options for the first control counters -------------------------------------------------------------------------


def test_option_balanced_control_counters_lie_in_five_regions() -> None:
    for seed in range(8):
        table = on(new(7, **{"start-control": "balanced"}), "PlaceUnits", random.Random(seed))
        assert all(table.control_at[power].bit_count() == 5 for power in table.power_of)
    drawn = [on(new(7), "PlaceUnits", random.Random(seed)) for seed in range(8)]
    assert any(table.control_at[power].bit_count() < 5 for table in drawn for power in table.power_of)


def test_option_draft_of_control_counters() -> None:
    table = on(new(3, **{"start-control": "draft"}), "DraftControl", random.Random(4))
    pool = GAME.view(table, 0)["pool"]
    assert sum(pool.values()) == 15
    assert offered(table) == [f"take control in {region}" for region in pool]
    order = []
    while step(table) == "DraftControl":
        order.append((flow.to_act(table)[0] - table.first) % 3)
        missing = next((id_ for id_ in BOARD.ids if id_ not in GAME.view(table, 0)["pool"]), None)
        if missing:
            assert reason(table, f"take control in {missing}") == "none-left-to-take"
        play(table, offered(table)[0])
    assert order == [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2]
    assert all(table.controls_on_board(power) == 5 for power in table.power_of)
    assert sum(table.bag) == 65 - 10 - 15


def test_option_draft_with_powers_without_a_player() -> None:
    table = new(3, **{"start-control": "draft", "non-player-powers": True})
    on(table, "PlaceUnits", random.Random(4))
    assert all(table.controls_on_board(power) == 5 for power in range(7))


def test_option_more_tiles() -> None:
    table = new(7, set="more-tiles")
    assert table.market[TILE.index["reserve"]] == 6
    assert new(7).market[TILE.index["reserve"]] == 4
    GAME.check(table)
    assert GAME.load(GAME.save(table)).market == table.market
    with pytest.raises(OptionError, match="fewer-tiles"):
        new(7, set="fewer-tiles")
