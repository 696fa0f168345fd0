"""Setting up."""

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import NATION, NAVIGATION, NAVY, TRACKS
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from rondel.kernel.game import OptionError
from tests.games.colonial.positions import play, step


def begin(seats: int, first: int, **options: object) -> Table:
    table = GAME.setup(seats, options)
    assert isinstance(table, Table)
    play(table, f"?> seat {first} begins")
    return table


def test_two_to_six_players() -> None:
    for seats in (1, 7):
        with pytest.raises(OptionError, match="colonial is for 2 to 6 players"):
            GAME.setup(seats)


def test_everybody_starts_alike() -> None:
    table = begin(4, 0)
    assert table.fleets[:4] == [2] * 4
    assert table.squadrons[:4] == [1] * 4
    assert table.diplomacy[:4] == [3] * 4
    assert table.track == [0] * 24
    assert table.free[:4] == [40 - 5 - 2 - 1] * 4
    assert sum(table.prestige) + sum(table.goods) + sum(table.unrest) + sum(table.privateer) == 0
    assert table.loans[:4] == [()] * 4


def test_the_first_player_is_drawn_with_equal_chances() -> None:
    table = GAME.setup(5)
    assert [weight for _, weight in flow.odds(table)] == [1] * 5


def test_those_after_the_first_player_get_more_treasury() -> None:
    assert begin(6, 2).treasury == [5, 5, 4, 5, 5, 5]


def test_without_the_seat_bonus_all_have_four() -> None:
    assert begin(3, 1, **{"seat-bonus": False}).treasury[:3] == [4, 4, 4]


def test_the_first_turn_begins_with_all_laying_cards() -> None:
    table = begin(3, 1)
    assert step(table) == "LayCards"
    assert flow.to_act(table) == (0, 1, 2)


def test_nation_cards_change_the_start() -> None:
    table = GAME.setup(3, {"nation-cards": True})
    assert isinstance(table, Table)
    play(table, "seat 0 is dealt portugal", "seat 1 is dealt france", "seat 2 is dealt great-britain", "seat 0 begins")
    assert table.treasury[:3] == [2, 4, 3]
    assert table.track[NAVIGATION] == 1
    assert table.diplomacy[:3] == [3, 4, 3]
    assert table.track[2 * TRACKS + NAVY] == 1


def test_with_six_players_one_gets_no_nation() -> None:
    table = GAME.setup(6, {"nation-cards": True})
    assert isinstance(table, Table)
    assert len(flow.odds(table)) == 6
    play(table, "seat 0 is dealt no nation")
    assert len(flow.odds(table)) == 5
    for seat, nation in enumerate(NATION.ids, 1):
        play(table, f"seat {seat} is dealt {nation}")
    assert table.nation == [-1, 0, 1, 2, 3, 4]
