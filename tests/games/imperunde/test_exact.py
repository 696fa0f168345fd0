"""What an independent reading of the rulebook found, point by point."""

import json
import random
from typing import Any

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, LENGTHS, TARGETS, UNIT
from rondel.games.imperunde.fight import PRIZE, FightField, packed
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps import events
from rondel.games.imperunde.steps.diplomacy import Speak
from rondel.kernel import flow
from rondel.kernel.codec import LoadError
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import OptionError
from rondel.kernel.record import Match
from rondel.kernel.texts import LANGUAGES
from tests.games.imperunde.positions import (
    hand,
    names,
    offered,
    owner,
    play,
    play_as,
    position,
    posts,
    reason,
    step,
    units,
)

# --- armistice ------------------------------------------------------------------------------------------------------

BATTLE = """
    war 0 1
    0 persia infantry 2
    1 arabia infantry 2 fort 1 posts 1
    hand 0 treason hussar-raid
    hand 1 armistice
    hand 2 treason
    orders 0 battles
    orders 1 attacked
    orders 2 always
"""


def test_an_armistice_ends_a_battle_at_once_and_nobody_is_asked() -> None:
    """12. (1) Today's window is not opened again: neither Treason nor any other card is asked for."""
    state = position(BATTLE, "movement")
    play(state, "infantry persia - arabia", "bring infantry from persia", "pass")
    assert flow.to_act(state) == (1,)
    happened = play(state, "play armistice", "at seat 0")
    assert step(state) == "OnTable", "the card itself may be answered, as any other"
    while step(state) == "OnTable":
        happened += play(state, "pass")
    assert "withdrawn" in names(happened)
    assert step(state) == "Move"
    assert state.fight is None
    assert units(state, "persia") == {"infantry": 2}
    assert units(state, "arabia") == {"infantry": 2, "fort": 1}


def test_no_ship_is_captured_under_an_armistice() -> None:
    """12. (1, 18) The attacker cannot take a frigate of one whom he may not attack any more."""
    text = "war 0 1\n0 north-sea frigate 2\n1 north-atlantic frigate 1\nhand 0 capture\nhand 1 armistice\n"
    state = position(text + "orders 0 battles\norders 1 attacked", "movement")
    play(state, "frigate north-sea - north-atlantic", "bring frigate from north-sea", "pass")
    play(state, "play armistice", "at seat 0", "pass")
    assert step(state) == "Move"
    assert units(state, "north-atlantic", 1) == {"frigate": 1}
    assert units(state, "north-sea") == {"frigate": 2}


def test_nobody_is_asked_for_a_second_armistice_before_later_rolls() -> None:
    """FAQ: in phase 5 the fight goes on under an armistice; there is nothing left to ask for."""
    text = "war 0 1\n0 north-sea frigate 3\n1 north-sea frigate 3\nhand 1 armistice armistice\norders 1 attacked"
    state = position(text, "clearing")
    happened = play(state, "play armistice", "at seat 0", "pass")
    assert "withdrawn" not in names(happened), "it is the same battle, and nobody goes home from it"
    assert step(state) == "RollDice"
    play(state, "white 6", "white 5", "white 2", "white 4", "white 3", "white 3")
    assert step(state) == "RollDice"


def test_attackers_return_to_a_land_that_they_left_free() -> None:
    """FAQ: they go back to where they came from, also if the land has fallen free."""
    text = "war 0 1\n0 persia infantry 2\n1 arabia infantry 2 posts 1\nhand 1 armistice\norders 1 attacked"
    state = position(text, "movement")
    play(state, "infantry persia - arabia", "bring infantry from persia")
    assert owner(state, "persia") == -1, "their last piece has left"
    happened = play(state, "play armistice", "at seat 0")
    assert "returned" in names(happened)
    assert "removed" not in names(happened)
    assert owner(state, "persia") == 0
    assert units(state, "persia") == {"infantry": 2}


def test_freighters_keep_the_moves_they_had_left_after_an_armistice() -> None:
    """7., FAQ: landing had cost the freighter one of its two moves."""
    text = "war 0 1\n0 arabian-sea infantry 1 cavalry 1\n1 arabia infantry 2 posts 1\nhand 1 armistice\n"
    state = position(text + "orders 1 attacked", "movement")
    play(state, "infantry arabian-sea - arabia", "fight")
    play(state, "play armistice", "at seat 0")
    assert "tired infantry arabian-sea - indian-ocean" in offered(state)
    assert "infantry arabian-sea - indian-ocean" not in offered(state)
    assert "cavalry arabian-sea - indian-ocean" in offered(state)


def test_freighters_that_sailed_before_they_landed_have_no_move_left_after_an_armistice() -> None:
    text = "war 0 1\n0 indian-ocean infantry 1\n1 arabia infantry 2 posts 1\nhand 1 armistice\norders 1 attacked"
    state = position(text, "movement")
    play(state, "infantry indian-ocean - arabian-sea", "tired infantry arabian-sea - arabia")
    play(state, "play armistice", "at seat 0")
    assert units(state, "arabian-sea") == {"infantry": 1}
    assert not offered(state, "sail")


def test_attackers_who_beat_one_enemy_go_home_by_an_armistice_of_the_next() -> None:
    """12. (1), FAQ: they came from elsewhere, though they have won once; a sea area has one ruler (14.6)."""
    text = "war 0 1\nwar 0 2\nwar 1 2\n0 north-sea frigate 3\n1 north-atlantic frigate 1 infantry 1\n"
    state = position(text + "2 north-atlantic frigate 1\nhand 2 armistice\norders 2 attacked", "movement")
    play(state, "frigate north-sea - north-atlantic", "bring frigate from north-sea", "fight")
    play(state, "white 6", "white 5", "white 1")
    assert units(state, "north-atlantic", 1) == {}
    play(state, "fight", "play armistice", "at seat 0")
    assert step(state) == "Move"
    assert units(state, "north-sea") == {"frigate": 3}
    assert units(state, "north-atlantic") == {}
    assert units(state, "north-atlantic", 2) == {"frigate": 1}


def test_natives_know_no_armistice_and_the_reason_says_so() -> None:
    """12. (1) The card is forced on an enemy player."""
    state = position("0 persia infantry 1\nwar 0 1\nhand 0 armistice\norders 0 battles", "movement")
    play(state, "infantry persia - arabia")
    assert step(state) == "Window"
    assert reason(state, "play armistice") == "armistice-without-player"
    for language in LANGUAGES:
        assert "reason.armistice-without-player" in GAME.texts(language).catalogue


def test_who_takes_no_part_in_a_battle_imposes_no_armistice_in_it() -> None:
    text = "war 0 1\nwar 0 2\n0 persia infantry 1\n1 arabia infantry 1\nhand 2 armistice\norders 2 always"
    state = position(text, "movement")
    play(state, "infantry persia - arabia")
    assert flow.to_act(state) == (2,)
    assert reason(state, "play armistice") == "armistice-of-others"


# --- fair winds -----------------------------------------------------------------------------------------------------


def fair_winds(text: str, sea: str) -> Table:
    state = position(text, "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, f"the disc points at {sea}", "sea event fair-winds")
    return state


def test_fair_winds_bring_a_move_and_no_fight_where_ships_lie() -> None:
    """14.8: all ships in the sea area may make one move; ships elsewhere do nothing."""
    text = "war 0 1\n0 north-sea frigate 1\n0 caribbean frigate 2\n1 caribbean frigate 1"
    state = fair_winds(text, "north-sea")
    assert not offered(state, "fight-here")
    assert reason(state, "fight seat 1 in caribbean") == "fair-winds-only-move"
    assert all("north-sea -" in move for move in offered(state, "sail"))


def test_fair_winds_sink_no_freighters() -> None:
    """14.8 gives a move, 14.6 the sinking: it belongs to phase 6."""
    text = "war 0 1\n0 north-sea frigate 1\n0 caribbean frigate 1\n1 caribbean infantry 2\n1 north-atlantic infantry 1"
    state = fair_winds(text, "north-sea")
    assert reason(state, "sink the freighters of seat 1 in caribbean") == "fair-winds-only-move"
    play(state, "tired frigate north-sea - north-atlantic")
    assert reason(state, "sink the freighters of seat 1 in north-atlantic") == "fair-winds-only-move"
    assert units(state, "north-atlantic", 1) == {"infantry": 1}


def test_a_move_with_fair_winds_among_enemy_warships_is_an_attack() -> None:
    """14.6, 14.8: the move itself may lead into a battle, with the ships of that sea area."""
    state = fair_winds("war 0 1\n0 north-sea frigate 1\n1 north-atlantic frigate 1 infantry 1", "north-sea")
    play(state, "tired frigate north-sea - north-atlantic", "white 6", "white 1")
    assert units(state, "north-atlantic", 1) == {}, "11.6: freighters sink after a won battle"


# --- freighters of beaten enemies -----------------------------------------------------------------------------------

TWO_ENEMIES = """
    war 0 1
    war 0 2
    war 1 2
    0 north-sea frigate 3
    1 north-atlantic frigate 1 infantry 1
    2 north-atlantic frigate 1 cavalry 1
"""


def test_freighters_of_every_beaten_enemy_sink_at_once() -> None:
    """11.6: of the first enemy when he is beaten, of the second when he is."""
    state = position(TWO_ENEMIES, "movement")
    play(state, "frigate north-sea - north-atlantic", "fight", "white 6", "white 1")
    assert units(state, "north-atlantic", 1) == {}, "sunk while the second enemy is still there"
    assert units(state, "north-atlantic", 2) == {"frigate": 1, "cavalry": 1}
    play(state, "fight", "white 6", "white 1")
    assert units(state, "north-atlantic", 2) == {}


def test_freighters_that_a_friend_protects_sink_when_he_is_beaten_too() -> None:
    """7., 11.6: own or friendly warships protect; the two enemies are at peace with each other."""
    state = position(TWO_ENEMIES.replace("war 1 2\n", ""), "movement")
    play(state, "frigate north-sea - north-atlantic", "fight", "white 6", "white 1")
    assert units(state, "north-atlantic", 1) == {"infantry": 1}
    play(state, "fight", "white 6", "white 1")
    assert units(state, "north-atlantic", 1) == units(state, "north-atlantic", 2) == {}


def test_freighters_sink_also_if_pirates_are_fought_last() -> None:
    """11.6, 14.5: pirates come last, and change nothing for the beaten enemy."""
    text = "war 0 1\n0 north-sea frigate 3\n1 north-atlantic frigate 1 infantry 1\npirates north-atlantic frigate 1"
    state = position(text, "movement")
    play(state, "frigate north-sea - north-atlantic", "fight", "white 6", "white 1")
    assert state.battle().defender == 6
    assert units(state, "north-atlantic", 1) == {}
    play(state, "fight", "white 1", "white 6")
    assert units(state, "north-atlantic", 6) == {"frigate": 1}, "even if the pirates hold out"


# --- more than three equal ships --------------------------------------------------------------------------------------


def four_frigates() -> Table:
    """Two frigates that have moved and two that have not fight where the enemy lies already."""
    state = position("war 0 1\n0 norwegian-sea frigate 2\n0 north-sea frigate 2", "movement")
    play(state, "frigate norwegian-sea - north-sea", "frigate norwegian-sea - north-sea")
    state.add_ships(1, 0, AREA.index["north-sea"] - 74, 3)
    play(state, "fight seat 1 in north-sea")
    return state


def test_of_more_than_three_equal_ships_those_that_have_moved_fight_first() -> None:
    """14.6: the attacker chooses; as offered first, ships with moves left are spared."""
    state = four_frigates()
    assert step(state) == "LineUpEqual"
    assert offered(state) == ["those that have moved fight first", "those with moves left fight first"]
    play(state, "those that have moved fight first")
    assert sorted(code % 4 for code in state.battle().attack) == [1, 1, 2]


def test_the_attacker_may_send_the_ships_with_moves_left_first() -> None:
    state = four_frigates()
    play(state, "those with moves left fight first")
    assert sorted(code % 4 for code in state.battle().attack) == [1, 2, 2]


def test_equal_ships_with_equal_moves_are_no_question() -> None:
    """14.5: before movement all are alike."""
    state = position("war 0 1\n0 north-sea frigate 4\n1 north-sea frigate 1", "clearing")
    assert step(state) == "RollDice"
    assert len(state.battle().attack) == 3


# --- the target -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "start"), [(10, 10), (7, 10), (7, 7), (5, 5), (3, 5)])
def test_options_that_end_the_game_in_round_1_are_refused_with_a_reason(target: int, start: int) -> None:
    """4., 13.3: everybody begins with as many posts as the first colonies are worth."""
    with pytest.raises(OptionError, match=f"{target} posts would end the game in round 1.*begins with {start}"):
        GAME.setup(4, {"target": target, "start-value": start})


@pytest.mark.parametrize(("seats", "target"), [(3, 6), (3, 90), (4, 6), (4, 33), (6, 45)])
def test_any_target_may_be_agreed_on(seats: int, target: int) -> None:
    """13.1: the table only recommends."""
    state = GAME.setup(seats, {"target": target})
    assert state.target == target


@pytest.mark.parametrize(("seats", "target"), [(4, 46), (6, 90)])
def test_no_target_beyond_the_pieces(seats: int, target: int) -> None:
    """2.: 45 trading posts a player, twice as many with three."""
    with pytest.raises(OptionError, match="everybody has 45"):
        GAME.setup(seats, {"target": target})


@pytest.mark.parametrize("language", LANGUAGES)
def test_recommended_targets_are_named(language: str) -> None:
    texts = GAME.texts(language).catalogue
    for seats, recommended in TARGETS.items():
        for length, target in zip(LENGTHS, recommended, strict=True):
            assert texts[f"option.target.{length}-for"].replace("{n}", str(seats)) in texts[f"option.target.{target}"]


# --- forts, treaties --------------------------------------------------------------------------------------------------


def test_no_more_forts_than_the_land_is_worth() -> None:
    """6.: one a trading post, so not more than the value of the land; Egypt is worth 2."""
    state = position("money 0 30\ncanal suez\n0 egypt posts 4", "investments")
    play(state, *["raise fort in egypt"] * 2)
    assert reason(state, "raise fort in egypt") == "forts-up-to-value"
    assert GAME.view(state, 0)["area"]["egypt"]["most_forts"] == 2


def test_canal_posts_have_forts_too_with_the_option() -> None:
    state = position("money 0 30\ncanal suez\n0 egypt posts 4", "investments", **{"canal-forts": True})
    play(state, *["raise fort in egypt"] * 4)
    assert reason(state, "raise fort in egypt") == "a-fort-a-post"
    assert GAME.settle(4, {}, rules=1)["canal-forts"] is True, "as it was"


def test_a_peace_treaty_may_bind_any_two_players_and_forestalls_a_war() -> None:
    """12. (13): peace between any two players; a war declared afterwards in the same talks does not come about."""
    state = position("hand 1 peace-treaty", "diplomacy")
    play(state, "play peace-treaty")
    assert offered(state) == ["at seat 0", "at seat 1", "at seat 2", "at seat 3"]
    play(state, "at seat 2")
    assert offered(state) == ["at seat 0", "at seat 1", "at seat 3"]
    play(state, "at seat 3")
    assert GAME.view(state, 0)["relation"][2][3] == "treaty"
    play(state, "done", "declare war on seat 3")
    assert state.stance[2] == 1 << 3
    assert not state.war[2]


# --- previews ---------------------------------------------------------------------------------------------------------


def test_a_card_nobody_can_answer_can_be_previewed() -> None:
    """Who plays a card knows it: what follows is no secret to him."""
    state = position("0 persia cavalry 1 posts 1\nhand 0 hussar-raid\norders 0 battles", "movement")
    play(state, "cavalry persia - arabia")
    preview = GAME.preview(state, 0, GAME.catalogue.parse("play hussar-raid"))
    assert preview.known
    assert [figure["name"] for figure in preview.figures] == ["figure.chance", "figure.cards"]
    assert preview.figures[0]["after"] > preview.figures[0]["before"]


def test_what_a_card_brings_to_light_is_not_previewed() -> None:
    state = position("hand 0 expose-spies\nhand 1 ambush", "movement")
    play(state, "play expose-spies", "at seat 1")
    assert not GAME.preview(state, 0, GAME.catalogue.parse("look openly")).known


def test_a_card_that_was_shown_is_not_taken_back() -> None:
    match = Match(GAME, 3, {"cap": 8}, ["a", "b", "c"], seed="shown")
    rng = random.Random(4)
    for _ in range(4000):
        match.roll()
        if match.over:
            break
        seat = flow.to_act(match.state)[0]
        choices = flow.legal(match.state, seat)
        plays = [action for action in choices if GAME.catalogue[action].kind == "play"]
        if plays:
            match.play(seat, plays[0])
            assert match.observe(seat)["takeback"] == 0
            return
        match.play(seat, rng.choice(choices))
    raise AssertionError("nobody could play a card")


# --- looking at a hand openly or covertly -----------------------------------------------------------------------------


def test_an_exposed_hand_may_be_shown_openly() -> None:
    """12. (16): openly or covertly, as the player likes."""
    state = position("hand 0 expose-spies\nhand 1 ambush treason", "movement")
    play(state, "play expose-spies", "at seat 1")
    assert offered(state) == ["look covertly", "look openly"]
    assert GAME.view(state, 0)["exposed"] is None, "not before it is decided"
    happened = play(state, "look openly")
    shown = next(event for event in happened if event.kind.name == "hand-opened")
    for viewer in (0, 2, SPECTATOR):
        assert shown.face(viewer)["params"]["cards"] == ["treason", "ambush"]
        assert GAME.view(state, viewer)["exposed"]["hand"] == {"treason": 1, "ambush": 1}
    world = GAME.imagine(state, 3, random.Random(1))
    assert hand(world, 1) == ["treason", "ambush"]
    happened = play(state, "take ambush")
    assert names(happened)[0] == "card-returned"
    assert hand(state, 1) == ["treason"]


# --- the budget form of all rounds ------------------------------------------------------------------------------------


def test_the_form_has_a_column_for_every_round() -> None:
    """9.: surplus, taxes, interest, debts, free money, investments, surplus, sum of debts, round by round."""
    state = position("money 0 3\n0 scandinavia posts 2 infantry 1\n0 north-sea frigate 1", "income")
    for seat in range(4):
        play_as(state, seat, "borrow 5" if seat == 0 else "neither repay nor borrow")
    play(state, "raise infantry in great-britain", "done", "done", "done", "done")
    column = GAME.view(state, 2)["player"][0]["form"][0]
    assert column == {
        "clockwise": True, "carried": 3, "home": 5, "dividend": 6, "colonial": 2, "sea": 2, "interest": 0, "repaid": 0,
        "borrowed": 5, "free": 23, "invested": 1, "surplus": 22, "debt": 5,
    }  # fmt: skip
    while state.round == 1:
        moves = offered(state)
        play(state, "done" if "done" in moves else moves[0])
    form = GAME.view(state, 2)["player"][0]["form"]
    assert len(form) == 2
    assert form[0] == {**column, "surplus": state.money[0]}
    assert form[1]["home"] == form[1]["invested"] == 0, "the new column is still empty"
    loaded = GAME.load(json.loads(json.dumps(GAME.save(state))))
    assert GAME.view(loaded, 2) == GAME.view(state, 2)
    first = form[0]
    while state.round == 2:
        moves = offered(state)
        play(state, "done" if "done" in moves else moves[0])
    form = GAME.view(state, 2)["player"][0]["form"]
    assert len(form) == 3, "no column is lost"
    assert form[0] == first
    assert form[1]["home"] == 5


# --- the talks --------------------------------------------------------------------------------------------------------


def test_the_homelands_tokens_lie_on_antarctica_during_the_talks() -> None:
    """14.2: everybody lays his token there; when the talks are closed, they go home."""
    state = position("", "diplomacy")
    assert GAME.view(state, 0)["antarctica"] == [0, 1, 2, 3]
    play(state, "done", "done", "done", "done")
    assert GAME.view(state, 0)["antarctica"] == [0, 1, 2, 3], "until the British player closes the talks"
    play(state, "close the talks")
    assert GAME.view(state, 0)["antarctica"] == []


def test_the_british_player_invites_to_the_talks() -> None:
    match = Match(GAME, 3, {"cap": 8}, ["a", "b", "c"], seed="tea")
    while not isinstance(match.state.pending[-1], Speak):
        match.roll()
        seat = flow.to_act(match.state)[0]
        if not isinstance(match.state.pending[-1], Speak):
            match.play(seat, flow.legal(match.state, seat)[0])
    opened = [event for entry in match.entries for event in entry.events or [] if event.kind.name == "talks-opened"]
    assert isinstance(match.state, Table)
    assert [event.values for event in opened] == [(match.state.british(),)]


@pytest.mark.parametrize(
    ("unit", "problem"),
    [
        (packed(AREA.index["persia"], 0, PRIZE), "an army is no prize"),
        (packed(AREA.index["persia"], 4, 1), "ships fight at sea"),
        (packed(AREA.index["persia"], 3, 0), "a fort attacks"),
    ],
)
def test_a_save_with_impossible_units_in_a_battle_is_refused(unit: int, problem: str) -> None:
    """Found by `rondel.kernel.damage`: an army that was a prize broke the table when it had won."""
    state = position("0 persia infantry 3", "movement")
    play(state, "infantry persia - arabia")
    saved = GAME.save(state)
    GAME.load(saved)
    saved["table"]["fight"]["units"][0] = unit
    with pytest.raises(LoadError, match=problem):
        GAME.load(saved)


@pytest.mark.parametrize(
    ("line", "code", "problem"),
    [
        ("attack", "infantry", "an attacker fights who takes no part"),
        ("defence", "cavalry", "a defender fights who is not there"),
    ],
)
def test_a_save_with_fighters_who_are_not_there_is_refused(line: str, code: str, problem: str) -> None:
    """Found by `rondel.kernel.damage`: a line of battle with a unit that nobody brought broke at the losses."""
    state = position("war 0 1\n0 persia cavalry 1\n1 arabia infantry 1", "movement")
    play(state, "cavalry persia - arabia")
    saved = GAME.save(state)
    GAME.load(saved)
    saved["table"]["fight"][line] = [UNIT.index[code] * 4]
    with pytest.raises(LoadError, match=problem):
        GAME.load(saved)


def damaged_stack(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The save of a battle before its dice, with another stack."""
    state = position("war 0 1\n0 persia cavalry 1\n1 arabia infantry 1", "movement")
    play(state, "cavalry persia - arabia")
    saved = GAME.save(state)
    GAME.load(saved)
    assert [each["step"] for each in saved["pending"]] == ["Phases", "MovementTurn", "Move", "Battle", "RollDice"]
    for where, step_saved in changes:
        at = next(at for at, each in enumerate(saved["pending"]) if each["step"] == where)
        saved["pending"][at : at + 1] = [step_saved, *saved["pending"][at : at + 1]] if step_saved else []
    return saved


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ([("Move", None)], "Battle cannot lie on MovementTurn"),
        ([("RollDice", {"step": "Board"})], "RollDice cannot lie on Board"),
        ([("RollDice", {"step": "Gather"})], "RollDice cannot lie on Gather"),
        ([("Phases", None), ("MovementTurn", None)], "Move cannot lie on nothing"),
        ([("Battle", {"step": "LineUp", "seat": 0})], "LineUp cannot lie on Move"),
        ([("Phases", {"step": "Phases"})], "Phases cannot lie on Phases"),
        ([("RollDice", {"step": "Finish"})], "Finish cannot lie on Battle"),
    ],
)
def test_a_save_with_steps_that_do_not_go_together_is_refused(changes: list[tuple[str, Any]], problem: str) -> None:
    """Each step says on what it may lie: a battle that nobody's move has led to would break when it is over."""
    with pytest.raises(LoadError, match=problem):
        GAME.load(damaged_stack(*changes))


@pytest.mark.parametrize(
    ("top", "problem"),
    [
        ({"step": "Window", "window": "talks", "waiting": [1], "first": 0}, "a window that is not opened here"),
        ({"step": "Window", "window": "events", "waiting": [1], "first": 0}, "a window that is not opened here"),
        ({"step": "Board"}, "no ship is boarded"),
        ({"step": "LineUp", "seat": 2}, "who takes no part in the battle lines up"),
        ({"step": "LineUp", "seat": 0}, "all fight, and there is nothing to choose"),
        ({"step": "LineUpEqual", "seat": 1}, "only attackers have moved"),
    ],
)
def test_a_save_with_a_step_that_does_not_belong_to_the_battle_is_refused(top: dict[str, Any], problem: str) -> None:
    with pytest.raises(LoadError, match=problem):
        GAME.load(damaged_stack(("RollDice", top), ("RollDice", None)))


def storm(**changed: Any) -> dict[str, Any]:
    roll = {"step": "RollOdd", "party": "seat-0", "unit": "infantry", "area": "persia", "number": 1, "why": "storm"}
    return {**roll, **changed}


def on_table(card: str, *args: int) -> dict[str, Any]:
    return {"step": "OnTable", "card": card, "by": 0, "args": list(args), "waiting": [1], "mask": 0, "foiled": 0}


@pytest.mark.parametrize(
    ("pending", "problem"),
    [
        (storm(number=3), "a die for a unit that is not there"),
        (storm(party="natives"), "a die for a unit that is not there"),
        (storm(area="north-sea", unit="frigate", party="natives"), "a die for a unit that is not there"),
        (storm(why="rain"), "no peril is called so"),
        ({"step": "PassThrough", "seat": 0, "mover": "frigate", "sea": "north-sea", "origin": None}, "on its way"),
        ({"step": "Aim", "card": "rebellion", "by": 0, "args": [500]}, "all targets are named"),
        (on_table("rebellion", 500), "a card is aimed at what is no target of it"),
        (on_table("rebellion"), "not all targets are named"),
        (on_table("counter-espionage"), "counter-espionage is an answer"),
    ],
)
def test_a_save_with_dice_and_cards_for_what_is_not_there_is_refused(pending: dict[str, Any], problem: str) -> None:
    state = position("war 0 1\n0 persia infantry 2\n1 arabia infantry 1 posts 1\nhand 1 ambush", "movement")
    saved = GAME.save(state)
    GAME.load(saved)
    saved["pending"].append(pending)
    with pytest.raises(LoadError, match=problem):
        GAME.load(saved)


# --- the record of a battle -------------------------------------------------------------------------------------------


def test_a_battle_is_saved_by_its_names_and_cleared_as_one_thing() -> None:
    state = position("0 persia infantry 1 posts 1", "movement")
    assert FightField().save(state.fight) is None
    play(state, "infantry persia - arabia")
    saved = GAME.save(state)["table"]["fight"]
    assert (saved["area"], saved["attacker"], saved["defender"], saved["natives"]) == ("arabia", "seat-0", "natives", 1)
    play(state, "white 6", "white 1")
    assert GAME.save(state)["table"]["fight"] is None
    assert posts(state, "arabia") == 0
