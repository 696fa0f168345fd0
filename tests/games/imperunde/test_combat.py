"""11. Combat: the worked examples of Congo, East India and the Arabian Sea, and the rules around them."""

from typing import Any

import pytest

from rondel.games.imperunde.components import AREA, FRIGATE, INFANTRY, UNIT
from rondel.games.imperunde.fight import CODES, unit_of
from rondel.games.imperunde.game import GAME
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.rolling import sorted_dice
from tests.games.imperunde.positions import names, offered, owner, play, position, posts, reason, step, units

CONGO = """
    home 0 south-africa
    war 0 1
    0 south-africa artillery 2 cavalry 1 infantry 1
    0 indian-ocean cavalry 1 infantry 1 artillery 1
    0 ottoman-empire cavalry 1
    1 congo fort 1 cavalry 1 infantry 3 posts 2
    1 egypt infantry 1
"""


def congo_opening() -> Table:
    """The opening move of the example: artillery from South Africa, cavalry and infantry over the Gulf of Guinea."""
    state = position(CONGO, "movement")
    play(state, "artillery south-africa - congo", "bring cavalry from indian-ocean", "bring infantry from indian-ocean")
    return state


def congo_first_roll() -> Table:
    state = congo_opening()
    play(state, "line up infantry infantry cavalry")
    play(state, "green 4", "yellow 7", "white 4", "yellow 4", "white 5", "white 2")
    return state


def congo_second_roll() -> Table:
    state = congo_first_roll()
    play(state, "bring artillery from south-africa", "yellow 7", "white 5", "green 4", "red 6", "yellow 6", "white 2")
    return state


def congo_won() -> Table:
    state = congo_second_roll()
    play(state, "bring cavalry from south-africa", "bring artillery from indian-ocean")
    play(state, "green 7", "yellow 3", "green 6", "red 7", "yellow 4")
    return state


def test_the_defender_has_only_what_is_there() -> None:
    """11.3: nothing comes to his help from next door, on land or at sea."""
    state = position("war 0 1\n0 persia infantry 3\n1 arabia infantry 2 posts 1\n1 egypt cavalry 3 posts 1", "movement")
    play(
        state,
        "infantry persia - arabia",
        "bring infantry from persia",
        "fight",
        "white 6",
        "white 5",
        "white 1",
        "white 1",
    )
    assert (owner(state, "arabia"), units(state, "egypt", 1)) == (0, {"cavalry": 3})
    state = position("war 0 1\n0 north-sea frigate 3\n1 north-atlantic frigate 2\n1 labrador-sea frigate 3", "movement")
    play(state, "frigate north-sea - north-atlantic", "bring frigate from north-sea", "fight")
    play(state, "white 6", "white 5", "white 1", "white 1")
    assert (units(state, "north-atlantic", 1), units(state, "labrador-sea", 1)) == ({}, {"frigate": 3})


def test_e06_congo_opening_move() -> None:
    """11.2: three units by land and sea; red must use three of his five and picks cavalry and two infantry."""
    state = congo_opening()
    assert step(state) == "LineUp"
    lineups = offered(state, "line-up")
    assert "line up infantry infantry cavalry" in lineups
    assert all(len(line.split()) == 5 for line in lineups)  # "line up" and three units
    assert len(state.battle().units) == 3, "a fourth is not asked for, though there are more"
    play(state, lineups[0])
    assert len(state.battle().attack) == 3, "all of them fight"
    assert units(state, "indian-ocean") == {"artillery": 1}
    assert units(state, "south-africa") == {"infantry": 1, "cavalry": 1, "artillery": 1}


def test_e07_congo_first_roll() -> None:
    """11.2: cavalry 7, artillery 4, infantry 4 against infantry 5, cavalry 4, infantry 2."""
    state = congo_first_roll()
    assert [UNIT.ids[unit_of(each)] for each in state.battle().units] == ["cavalry", "infantry"]
    assert units(state, "congo") == {"fort": 1, "cavalry": 1, "infantry": 1}


def test_e08_congo_reinforcements() -> None:
    """11.3: artillery over the Gulf of Guinea or any army from South Africa; cavalry not through a foreign Egypt."""
    state = congo_first_roll()
    assert offered(state, "bring") == [
        "bring infantry from south-africa",
        "bring cavalry from south-africa",
        "bring artillery from south-africa",
        "bring artillery from indian-ocean",
    ]
    assert reason(state, "bring cavalry from ottoman-empire") == "cannot-reach"
    assert offered(state)[-1] == "fight"


@pytest.mark.parametrize(("options", "asked"), [({}, "RollDice"), ({"reinforcements": "any-roll"}, "Gather")])
def test_an_attacker_who_lost_nothing_brings_up_nobody_unless_agreed_otherwise(
    options: dict[str, Any], asked: str
) -> None:
    """11.3: when an attacker loses units in a battle. The summary (17) only leaves it out."""
    state = position("war 0 1\n0 persia infantry 3\n1 arabia infantry 2 posts 1", "movement", **options)
    play(state, "infantry persia - arabia", "fight", "white 6", "white 1", "white 2")
    assert units(state, "arabia", 1) == {"infantry": 1}
    assert step(state) == asked


def test_games_of_rules_3_bring_up_units_after_every_roll() -> None:
    assert GAME.settle(4, {}, rules=3)["reinforcements"] == "any-roll"
    assert GAME.settle(4)["reinforcements"] == "after-losses"


def test_an_attacker_who_has_lost_units_brings_up_others() -> None:
    """11.3: in this battle, also if it was some rolls ago."""
    state = position("war 0 1\n0 persia infantry 4\n1 arabia infantry 4 posts 1", "movement")
    play(state, "infantry persia - arabia", "bring infantry from persia", "fight")
    play(state, "white 6", "white 1", "white 5", "white 4", "white 3")
    assert len(state.battle().units) == 1
    assert step(state) == "Gather"
    play(state, "fight", "white 6", "white 1", "white 1", "white 1")
    assert step(state) == "Gather", "he has not brought up all that he lost"


def test_a_captured_ship_is_lost_too() -> None:
    """11.3, 11.6: on land and at sea alike."""
    state = position("war 0 1\n0 north-sea frigate 3\n1 north-atlantic frigate 2", "movement")
    play(state, "frigate north-sea - north-atlantic", "bring frigate from north-sea", "fight")
    play(state, "white 6", "white 3", "white 3", "white 3")
    assert step(state) == "Board"
    play(state, "white 1", "white 2")
    assert step(state) == "Gather"


def test_cavalry_rides_through_an_own_land() -> None:
    """11.3: the first move of the cavalry must lead into an own land."""
    state = position(CONGO.replace("1 egypt infantry 1", "0 egypt infantry 1"), "movement")
    play(state, "artillery south-africa - congo")
    assert "bring cavalry from ottoman-empire" in offered(state)


def test_e09_congo_second_roll() -> None:
    """11.4: fort before cavalry on 6; cavalry has 7 - 1 = 6 against the fort and loses the tie."""
    state = congo_second_roll()
    assert [UNIT.ids[unit_of(each)] for each in state.battle().units] == ["artillery"]
    assert units(state, "congo") == {"fort": 1, "cavalry": 1}


def test_e10_congo_third_roll() -> None:
    """11.4: artillery has 7 + 1 = 8 against the fort; the third die does not count; posts change colour."""
    state = congo_won()
    assert owner(state, "congo") == 0
    assert posts(state, "congo") == 2
    assert state.post_count[:2] == [2, 0]
    assert units(state, "congo") == {"artillery": 2, "cavalry": 1}


EAST_INDIA = """
    0 west-india infantry 4 artillery 1 posts 1
"""


def test_e11_east_india_first_roll() -> None:
    """11.5: three natives defend; infantry 4, artillery 3, infantry 3 against 5, 3, 2."""
    state = position(EAST_INDIA, "movement")
    play(state, "artillery west-india - east-india", "bring infantry from west-india", "bring infantry from west-india")
    assert state.battle().natives == 3
    play(state, "green 3", "white 4", "white 3", "white 5", "white 3", "white 2")
    assert [UNIT.ids[unit_of(each)] for each in state.battle().units] == ["infantry"]
    assert state.battle().natives == 2


def test_e12_east_india_stays_free() -> None:
    """11.5: the last infantry rolls 5 against 6 and 1; the land is free, and has three natives again."""
    state = position(EAST_INDIA, "movement")
    play(state, "artillery west-india - east-india", "bring infantry from west-india", "bring infantry from west-india")
    play(state, "green 3", "white 4", "white 3", "white 5", "white 3", "white 2", "fight")
    happened = play(state, "white 5", "white 6", "white 1", "end the battle")
    assert "repulsed" in names(happened)
    assert owner(state, "east-india") == -1
    play(state, "infantry west-india - east-india")
    assert state.battle().natives == 3


def test_all_attackers_lost_and_the_battle_goes_on() -> None:
    """11.3: the attacker may bring up units even if none is left; it is the same battle."""
    state = position("0 persia infantry 3 posts 1", "movement")
    play(state, "infantry persia - arabia", "fight", "white 1", "white 6")
    assert offered(state) == ["bring infantry from persia", "end the battle"]
    play(state, "bring infantry from persia", "fight", "white 6", "white 1")
    assert owner(state, "arabia") == 0


ARABIAN_SEA = """
    war 0 1
    0 tasman-sea ship-of-the-line 1 frigate 1
    0 gulf-of-bengal frigate 2 infantry 2
    0 gulf-of-guinea frigate 1
    1 arabian-sea ship-of-the-line 1 frigate 2 cavalry 2
    1 indian-ocean frigate 1
    1 west-india infantry 1 posts 1
"""


def arabian_first_roll() -> Table:
    state = position(ARABIAN_SEA, "movement")
    play(state, "frigate gulf-of-bengal - arabian-sea", "bring frigate from gulf-of-bengal")
    play(state, "bring ship-of-the-line from tasman-sea")
    play(state, "white 6", "white 1", "green 4", "green 8", "white 4", "white 3")
    return state


def arabian_boarded() -> Table:
    state = arabian_first_roll()
    play(state, "green 7", "white 5")
    return state


def test_e13_arabian_sea_first_roll_with_boarding() -> None:
    """11.6: a frigate sunk, a frigate captured after boarding 7 against 5, a frigate sunk."""
    state = arabian_first_roll()
    assert step(state) == "Board"
    play(state, "green 5", "white 5")  # equal again: they roll once more
    assert step(state) == "Board"
    happened = play(state, "green 7", "white 5")
    assert "captured" in names(happened)
    assert sorted(UNIT.ids[unit_of(each)] for each in state.battle().units) == ["frigate", "ship-of-the-line"]
    assert units(state, "arabian-sea", 1) == {"frigate": 1, "ship-of-the-line": 1, "cavalry": 2}


def test_e14_arabian_sea_reinforcement() -> None:
    """11.6: the frigate from the Tasman Sea can come; those from the Gulf of Guinea cannot."""
    state = arabian_boarded()
    assert offered(state) == ["bring frigate from tasman-sea", "fight"]
    assert reason(state, "bring frigate from gulf-of-guinea") == "cannot-reach"


def test_e15_arabian_sea_end_of_the_battle() -> None:
    """11.6: red's freighters sink with their cavalry; armies go on to West India; no warship may leave."""
    state = arabian_boarded()
    play(state, "bring frigate from tasman-sea", "green 8", "white 6", "white 5", "green 3", "white 1")
    assert units(state, "arabian-sea", 1) == {}
    assert units(state, "arabian-sea", 0) == {"frigate": 2, "ship-of-the-line": 1}
    assert not [move for move in offered(state, "sail") if move.split(" - ")[0].endswith("arabian-sea")]
    play(state, "infantry gulf-of-bengal - arabian-sea", "tired infantry arabian-sea - west-india")
    assert step(state) in ("Gather", "RollDice")


def test_a_prize_of_the_defender_may_not_move_this_round() -> None:
    """11.6: captured ships cannot be moved in this round, also not by a defender who moves later."""
    state = position("war 0 1\n0 north-sea frigate 1\n1 north-atlantic frigate 1", "movement")
    play(state, "frigate north-sea - north-atlantic", "white 3", "white 3", "white 1", "white 6")
    assert units(state, "north-atlantic", 1) == {"frigate": 2}
    state.make_ready(1)
    place = ((AREA.index["north-atlantic"]) * 5 + 3) * 2
    assert state.ready[place : place + 2] == bytes([0, 1])


def test_e20_equal_units_with_different_moves_left() -> None:
    """14.6: of two frigates with a 4 the one with a move left is sorted first."""
    moved, fresh = FRIGATE * 4, FRIGATE * 4 + 1
    dice = sorted_dice([moved, fresh], [4, 4], 0, 0)
    assert [die % CODES for die in dice] == [fresh, moved]


def test_the_unit_that_is_lost_is_told_by_its_moves_left() -> None:
    """14.6: the frigate with a move left rolled higher, so the one without is sunk, and the other sails on."""
    state = position(
        "war 0 1\n0 north-sea frigate 1\n0 norwegian-sea frigate 1\n1 north-atlantic frigate 2", "movement"
    )
    play(state, "frigate norwegian-sea - north-sea", "tired frigate north-sea - north-atlantic")
    play(state, "bring frigate from north-sea")
    play(state, "white 1", "white 6", "white 5", "white 4")
    assert [each % 4 for each in state.battle().units] == [1]
    play(state, "white 6", "white 1")
    assert "tired frigate north-atlantic - grand-banks" in offered(state)


def test_land_ties_are_the_defenders() -> None:
    state = position("0 persia infantry 1 posts 1", "movement")
    play(state, "infantry persia - arabia", "white 4", "white 4")
    assert owner(state, "arabia") == -1
    assert units(state, "persia") == {}


def test_undefended_colonies_fall_without_a_roll() -> None:
    """5.4: trading posts have no strength; they change colour."""
    state = position("war 0 1\n0 persia infantry 1 posts 1\n1 arabia posts 1", "movement")
    happened = play(state, "infantry persia - arabia")
    assert "rolled" not in names(happened)
    assert (owner(state, "arabia"), posts(state, "arabia")) == (0, 1)


def test_conquest_with_the_last_post_wins_at_once() -> None:
    """4.: the target is reached in the middle of the movement."""
    state = position("target 3\nwar 0 1\n0 persia infantry 1 posts 2\n1 arabia posts 1", "movement")
    happened = play(state, "infantry persia - arabia")
    assert names(happened)[-1] == "won"
    assert state.over()
    assert state.winner == 0


def test_no_victory_with_debts() -> None:
    state = position("target 3\ndebt 0 5\nwar 0 1\n0 persia infantry 1 posts 2\n1 arabia posts 1", "movement")
    play(state, "infantry persia - arabia")
    assert not state.over()
    assert state.post_count[0] == 3


def test_more_than_three_rebels_fight_three_at_a_time() -> None:
    """11.1, 12. (15)"""
    state = position("0 persia infantry 1\n1 arabia infantry 1 posts 1\nhand 0 rebellion", "movement")
    play(state, "play rebellion", "at arabia")
    assert len(state.battle().attack) == 3
    play(state, "white 1", "white 1", "white 1", "white 1")
    assert state.battle().rebels == 4


def test_battle_pieces_belong_to_somebody() -> None:
    """Units in a battle are on the board: nobody gets them back before they are lost."""
    state = congo_opening()
    assert state.stock[INFANTRY] == 40 - 2


def test_cavalry_aboard_is_brought_up_through_an_own_land() -> None:
    """7., 11.3: cavalry lands in an own colony and rides on with its second move; infantry cannot."""
    text = """
        home 0 japan
        war 0 1
        0 south-atlantic cavalry 1 infantry 1
        0 gulf-of-guinea cavalry 1
        0 guinea infantry 2 posts 1
        1 egypt infantry 2 posts 1
    """
    state = position(text, "movement")
    play(state, "infantry guinea - egypt")
    brought = offered(state, "bring")
    assert "bring cavalry from gulf-of-guinea" in brought
    assert "bring cavalry from south-atlantic" in brought, "one move at sea, ashore in Guinea, on to Egypt"
    assert "bring infantry from south-atlantic" not in brought
    play(state, "bring cavalry from south-atlantic")
    assert [each % 4 for each in state.battle().units] == [0, 0], "both moves of the cavalry are used up"
    play(state, "bring cavalry from gulf-of-guinea")
    assert [UNIT.ids[unit_of(each)] for each in state.battle().units] == ["infantry", "cavalry", "cavalry"]


def test_cavalry_aboard_that_can_land_in_the_battle_keeps_its_second_move() -> None:
    text = "home 0 japan\n 0 gulf-of-guinea cavalry 2 infantry 1"
    state = position(text, "movement")
    play(state, "infantry gulf-of-guinea - congo", "bring cavalry from gulf-of-guinea")
    assert [each % 4 for each in state.battle().units] == [0, 1]
