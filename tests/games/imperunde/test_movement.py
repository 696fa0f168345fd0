"""14.6 Movement on land and at sea, landing, freighters."""

from rondel.games.imperunde.components import AREA
from rondel.games.imperunde.steps import movement
from rondel.kernel import flow
from rondel.kernel.events import Event
from tests.games.imperunde.positions import names, offered, owner, play, position, reason, step, units

BERING = """
    war 0 1
    0 bering-sea frigate 1 infantry 3
    1 central-pacific frigate 2
    1 gulf-of-alaska cavalry 1
    1 south-sea cavalry 2
    2 gulf-of-alaska frigate 1
    2 gulf-of-california frigate 1
"""


def test_e19_the_frigate_passes_and_sinks_in_the_south_sea() -> None:
    """Through the friend's Gulf of Alaska to the South Sea; there it controls the area and may sink freighters."""
    state = position(BERING, "movement")
    play(state, "frigate bering-sea - gulf-of-alaska")
    assert step(state) == "PassThrough"
    assert "tired frigate gulf-of-alaska - south-sea" in offered(state)
    assert reason(state, "done") == "friend-holds"
    assert reason(state, "tired frigate gulf-of-alaska - gulf-of-california") == "friend-holds"
    play(state, "tired frigate gulf-of-alaska - south-sea")
    play(state, "sink the freighters of seat 1 in south-sea")
    assert units(state, "south-sea", 1) == {}
    assert units(state, "south-sea", 0) == {"frigate": 1}


def ways(happened: list[Event]) -> list[tuple[str, str]]:
    return [(each.params()["start"], each.params()["area"]) for each in happened if each.kind.name == "moved"]


def test_each_move_is_told_from_where_the_unit_was() -> None:
    """Through a friend's area, and into a battle by way of another: not twice from the first place."""
    state = position(BERING, "movement")
    happened = play(state, "frigate bering-sea - gulf-of-alaska", "tired frigate gulf-of-alaska - south-sea")
    assert ways(happened) == [("bering-sea", "gulf-of-alaska"), ("gulf-of-alaska", "south-sea")]
    text = "home 0 south-africa\nwar 0 1\n0 south-africa artillery 1\n0 indian-ocean infantry 1\n1 congo infantry 3"
    state = position(text, "movement")
    play(state, "artillery south-africa - congo")
    happened = play(state, "bring infantry from indian-ocean")
    assert ways(happened) == [("indian-ocean", "gulf-of-guinea"), ("gulf-of-guinea", "congo")]


def test_e19_nothing_is_sunk_in_a_friends_area() -> None:
    state = position(BERING, "movement")
    assert reason(state, "sink the freighters of seat 1 in gulf-of-alaska") == "not-in-control"


def test_e19_freighters_may_stop_among_friends_or_land_in_california() -> None:
    state = position(BERING, "movement")
    play(state, "infantry bering-sea - gulf-of-alaska")
    assert units(state, "gulf-of-alaska", 0) == {"infantry": 1}
    play(state, "tired infantry gulf-of-alaska - california")
    assert state.battle().natives == 2


def test_e19_freighters_keep_away_from_enemy_warships() -> None:
    state = position(BERING, "movement")
    assert reason(state, "infantry bering-sea - central-pacific") == "freighters-keep-away"
    assert "frigate bering-sea - central-pacific" in offered(state), "a warship may go there and fight"


def test_a_warship_with_one_move_left_does_not_enter_a_friends_area() -> None:
    state = position("0 central-pacific frigate 1\n1 gulf-of-alaska frigate 1", "movement")
    play(state, "frigate central-pacific - bering-sea")
    assert reason(state, "tired frigate bering-sea - gulf-of-alaska") == "friend-holds"


def test_moves_of_infantry_cavalry_and_ships() -> None:
    state = position(
        "0 persia infantry 1 cavalry 1 artillery 1 posts 1\n0 turkestan posts 1\n0 china posts 1", "movement"
    )
    play(state, "infantry persia - turkestan", "artillery persia - turkestan", "cavalry persia - turkestan")
    assert reason(state, "infantry turkestan - china") == "no-moves-left"
    assert reason(state, "artillery turkestan - china") == "no-moves-left"
    play(state, "tired cavalry turkestan - china")
    assert units(state, "china") == {"cavalry": 1}
    assert offered(state) == ["done"]


def test_cavalry_that_won_with_its_first_move_rides_on() -> None:
    state = position("0 persia cavalry 1 posts 1", "movement")
    play(state, "cavalry persia - arabia", "yellow 7", "white 1")
    assert owner(state, "arabia") == 0
    play(state, "tired cavalry arabia - persia")
    assert owner(state, "arabia") == -1, "its last piece has left"


def test_cavalry_with_one_and_with_two_moves_left_are_told_apart() -> None:
    state = position("0 persia cavalry 1 posts 1\n0 turkestan cavalry 1 posts 1", "movement")
    play(state, "cavalry persia - turkestan")
    moves = offered(state, "march")
    assert "cavalry turkestan - china" in moves
    assert "tired cavalry turkestan - china" in moves


def test_friends_lands_and_homelands_are_closed() -> None:
    state = position(
        "war 0 2\n0 persia infantry 1 posts 1\n1 arabia infantry 1\n0 korea infantry 1\n0 sea-of-japan infantry 1",
        "movement",
    )
    assert reason(state, "infantry persia - arabia") == "land-of-a-friend"
    assert reason(state, "infantry sea-of-japan - japan") == "home-cannot-be-entered"


def test_landing_costs_a_move_of_the_freighter_and_of_the_army() -> None:
    """7.: so at most one sea move before it; cavalry may go on."""
    state = position("0 indian-ocean cavalry 1 infantry 1\n0 zanzibar posts 1\n0 abyssinia posts 1", "movement")
    play(state, "infantry indian-ocean - arabian-sea", "tired infantry arabian-sea - zanzibar")
    assert not [move for move in offered(state) if move.startswith("infantry")]
    play(state, "cavalry indian-ocean - arabian-sea", "tired cavalry arabian-sea - zanzibar")
    play(state, "tired cavalry zanzibar - abyssinia")
    assert units(state, "abyssinia") == {"cavalry": 1}


def test_two_sea_moves_leave_none_for_landing() -> None:
    state = position("0 gulf-of-guinea infantry 1", "movement")
    play(state, "infantry gulf-of-guinea - indian-ocean", "tired infantry indian-ocean - arabian-sea")
    assert offered(state) == ["done"]
    assert reason(state, "tired infantry arabian-sea - zanzibar") == "no-moves-left"


def test_embarking_is_no_part_of_movement() -> None:
    state = position("0 zanzibar infantry 1", "movement")
    assert not offered(state, "embark")


def test_enemy_warships_must_be_beaten_before_sailing_on() -> None:
    state = position("war 0 1\n0 north-sea frigate 1\n1 north-atlantic frigate 1", "movement")
    play(state, "frigate north-sea - north-atlantic", "white 6", "white 1")
    play(state, "tired frigate north-atlantic - grand-banks")
    assert units(state, "grand-banks") == {"frigate": 1}


def test_pirates_are_enemies_of_everybody() -> None:
    state = position("pirates north-atlantic frigate 1\n0 north-sea frigate 1 infantry 1", "movement")
    assert reason(state, "infantry north-sea - north-atlantic") == "freighters-keep-away"
    play(state, "frigate north-sea - north-atlantic", "white 6", "white 1")
    assert units(state, "north-atlantic", 6) == {}


def test_ships_do_not_leave_a_calm_and_armies_do_not_land_from_it() -> None:
    """14.8"""
    state = position("calm arabian-sea\n0 arabian-sea frigate 1 infantry 1\n0 zanzibar posts 1", "movement")
    assert offered(state) == ["done"]
    assert reason(state, "frigate arabian-sea - indian-ocean") == "calm"
    assert reason(state, "infantry arabian-sea - zanzibar") == "calm"


def test_a_calm_stops_those_who_enter() -> None:
    state = position("calm arabian-sea\n0 indian-ocean frigate 1", "movement")
    play(state, "frigate indian-ocean - arabian-sea")
    assert reason(state, "tired frigate arabian-sea - gulf-of-bengal") == "calm"


def test_a_warship_does_not_enter_a_friends_calm() -> None:
    state = position("calm arabian-sea\n0 indian-ocean frigate 1\n1 arabian-sea frigate 1", "movement")
    assert reason(state, "frigate indian-ocean - arabian-sea") == "friend-holds"


def test_every_ship_that_enters_a_storm_rolls() -> None:
    state = position("storm arabian-sea\n0 indian-ocean frigate 1 infantry 1", "movement")
    play(state, "frigate indian-ocean - arabian-sea")
    assert step(state) == "StormEntry"
    play(state, "0 of them odd", "tired frigate arabian-sea - gulf-of-bengal")
    play(state, "infantry indian-ocean - arabian-sea", "1 of them odd")
    assert units(state, "arabian-sea") == {}
    assert state.stock[0] == 40


def test_an_attack_into_a_storm_rolls_before_the_battle() -> None:
    state = position("war 0 1\nstorm arabian-sea\n0 indian-ocean frigate 2\n1 arabian-sea frigate 1", "movement")
    play(state, "frigate indian-ocean - arabian-sea", "1 of them odd")
    assert step(state) == "Move"
    play(state, "frigate indian-ocean - arabian-sea", "0 of them odd")
    assert step(state) == "RollDice"


def test_reinforcements_through_a_storm_roll_on_their_way() -> None:
    state = position(
        "war 0 1\nstorm gulf-of-guinea\n0 south-africa infantry 1\n0 indian-ocean infantry 2\n1 congo infantry 2\n"
        "home 0 south-africa",
        "movement",
    )
    play(state, "infantry south-africa - congo", "bring infantry from indian-ocean", "1 of them odd")
    assert len(state.battle().units) == 1
    play(state, "bring infantry from indian-ocean", "0 of them odd")
    assert len(state.battle().units) == 2


def test_a_colony_without_a_piece_is_free() -> None:
    """5.4"""
    state = position("0 persia infantry 1\n0 arabia posts 1", "movement")
    happened = play(state, "infantry persia - arabia")
    assert "abandoned" in names(happened)
    assert owner(state, "persia") == -1


def test_own_ships_among_enemies_may_fight_where_they_lie() -> None:
    state = position("war 0 1\n0 north-sea frigate 1\n1 north-sea frigate 1", "movement")
    play(state, "fight seat 1 in north-sea", "white 5", "white 2")
    assert units(state, "north-sea", 1) == {}


def test_the_next_player_moves_when_the_first_is_done() -> None:
    state = position("", "movement")
    state.pending[-2] = movement.MovementTurn((2,))
    play(state, "done")
    assert flow.to_act(state) == (2,)
    assert state.mover == 2
    assert AREA.ids[state.home[2]] == "japan"
