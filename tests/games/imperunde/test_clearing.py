"""14.5 Clearing the seas."""

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import MOVERS
from rondel.games.imperunde.components import AREA, ARMIES, LANDS
from rondel.games.imperunde.state import INVESTMENTS
from rondel.kernel import flow
from tests.games.imperunde.positions import names, offered, play, position, step, units


def test_enemies_fight_until_one_is_left_and_the_losers_freighters_sink() -> None:
    state = position("war 0 1\n0 north-sea frigate 1 infantry 1\n1 north-sea frigate 1 cavalry 2", "clearing")
    assert (state.battle().attacker, state.battle().defender) == (0, 1)
    play(state, "white 6", "white 1")
    assert units(state, "north-sea", 1) == {}
    assert units(state, "north-sea", 0) == {"frigate": 1, "infantry": 1}


def test_turn_order_and_pirates_last() -> None:
    """The first fights the second, the winner the third, the last the pirates."""
    state = position(
        """war 0 1\nwar 0 2\nwar 1 2\nstarter 2
        0 north-sea frigate 1\n1 north-sea frigate 1\n2 north-sea frigate 1\npirates north-sea frigate 1""",
        "clearing",
        seats=3,
    )
    assert (state.battle().attacker, state.battle().defender) == (2, 0)
    play(state, "white 1", "white 6")
    assert (state.battle().attacker, state.battle().defender) == (0, 1)
    play(state, "white 6", "white 1")
    assert (state.battle().attacker, state.battle().defender) == (0, 6)
    play(state, "white 1", "white 6")
    assert units(state, "north-sea", 6) == {"frigate": 1}
    assert units(state, "north-sea", 0) == {}


def test_no_help_from_other_sea_areas() -> None:
    state = position("war 0 1\n0 north-sea frigate 1\n0 north-atlantic frigate 3\n1 north-sea frigate 2", "clearing")
    happened = play(state, "white 6", "white 1", "white 2")
    assert "rolled" in names(happened)
    assert step(state) == "RollDice"
    assert units(state, "north-atlantic") == {"frigate": 3}


def test_more_than_three_ships_choose_who_fights() -> None:
    state = position("war 0 1\n0 north-sea frigate 3 ship-of-the-line 1\n1 north-sea frigate 1", "clearing")
    assert step(state) == "LineUp"
    assert offered(state) == [
        "line up frigate frigate ship-of-the-line",
        "line up frigate frigate frigate",
    ]
    play(state, "line up frigate frigate ship-of-the-line")
    assert len(state.battle().attack) == 3


def test_freighters_of_enemies_lie_side_by_side() -> None:
    state = position("war 0 1\n0 north-sea infantry 1\n1 north-sea cavalry 1", "clearing")
    assert units(state, "north-sea", 0) == {"infantry": 1}
    assert units(state, "north-sea", 1) == {"cavalry": 1}


def test_freighters_without_protection_sink_before_enemy_warships() -> None:
    state = position("war 0 1\n0 north-sea frigate 1\n1 north-sea cavalry 1", "clearing")
    assert units(state, "north-sea", 1) == {}


def test_freighters_under_a_friends_protection_stay() -> None:
    state = position("war 0 1\n2 north-sea frigate 1\n1 north-sea cavalry 1\n0 north-sea infantry 1", "clearing")
    assert units(state, "north-sea", 1) == {"cavalry": 1}


def test_an_armistice_does_not_prevent_the_fight_but_saves_freighters() -> None:
    """FAQ of the publisher."""
    state = position("war 0 1\ntruce 0 1\n0 north-sea frigate 1\n1 north-sea frigate 1 cavalry 1", "clearing")
    play(state, "white 6", "white 1")
    assert units(state, "north-sea", 1) == {"cavalry": 1}


def test_friends_in_one_area_part() -> None:
    """The later one in turn order goes to a neighbouring area without others' warships."""
    state = position("0 north-sea frigate 1\n1 north-sea frigate 2\n2 north-atlantic frigate 1", "clearing")
    assert step(state) == "GiveWay"
    assert flow.to_act(state) == (1,)
    assert offered(state) == ["at norwegian-sea"]
    play(state, "at norwegian-sea")
    assert units(state, "norwegian-sea", 1) == {"frigate": 2}
    assert state.phase > INVESTMENTS


PRIZE = "war 0 1\nstarter 2\n0 north-sea frigate 2\n1 north-sea frigate 1\n2 north-sea frigate 1"
"""Seat 0 boards the frigate of seat 1, and must give way to seat 2, its friend."""


def test_a_prize_goes_along_when_friends_part_and_does_not_move_in_this_round() -> None:
    """11.6, 14.6: it lies on its side also where it had to go."""
    state = position(PRIZE, "clearing")
    play(state, "white 3", "white 2", "white 3", "white 6", "white 1")
    assert (step(state), flow.to_act(state)) == ("GiveWay", (0,))
    play(state, "at norwegian-sea")
    assert units(state, "norwegian-sea", 0) == {"frigate": 3}
    assert GAME.view(state, 0)["area"]["norwegian-sea"]["prizes"] == {"seat-0": 1}
    assert GAME.view(state, 0)["area"]["north-sea"]["prizes"] == {}
    state.make_ready(0)
    place = (AREA.index["norwegian-sea"] * MOVERS + ARMIES) * 2
    assert sum(state.ready[place : place + 2]) == 2, "the prize stays"


def test_a_prize_that_must_go_into_a_storm_may_sink() -> None:
    state = position(PRIZE, "clearing")
    state.storm = 1 << AREA.index["norwegian-sea"] - LANDS
    play(state, "white 3", "white 2", "white 3", "white 6", "white 1", "at norwegian-sea")
    assert step(state) == "StormEntry"
    while step(state) == "StormEntry":
        play(state, offered(state)[1])
    assert units(state, "norwegian-sea", 0) == {}
    assert not any(state.prize)
