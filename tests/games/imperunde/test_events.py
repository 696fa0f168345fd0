"""14.8 Events."""

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import SEATS
from rondel.games.imperunde.components import AREA, LANDS
from rondel.games.imperunde.steps import events
from rondel.games.imperunde.steps.combat import begin_land_battle
from rondel.kernel import flow
from rondel.kernel.flow import SPECTATOR
from tests.games.imperunde.positions import names, offered, owner, play, position, posts, reason, step, units


def test_six_land_events_then_three_sea_events() -> None:
    state = position("", "events")
    kinds = []
    while state.phase == 8:
        kinds.append(step(state))
        play(state, offered(state)[0])
        kinds.append(step(state))
        play(state, offered(state)[-1])
    assert kinds == ["SpinLand", "DrawLandEvent"] * 6 + ["SpinSea", "DrawSeaEvent"] * 3


def test_one_event_an_area_and_none_in_homelands() -> None:
    state = position("", "events")
    spins = offered(state)
    assert len(spins) == LANDS - 4
    assert "the disc points at japan" not in spins
    assert "the disc points at brazil" in spins, "nobody plays Brazil"
    play(state, "the disc points at china", "land event unrest")
    assert "the disc points at china" not in offered(state)
    assert owner(state, "china") == -1, "no effect in a free land"


def test_volunteers_and_trade() -> None:
    state = position("0 china posts 1\n1 siam posts 1", "events")
    play(state, "the disc points at china", "land event volunteers")
    assert units(state, "china") == {"infantry": 3}
    play(state, "the disc points at siam", "land event trade")
    assert state.money[1] == 2


def test_famine_lies_until_the_next_events() -> None:
    state = position("0 china posts 1", "events")
    play(state, "the disc points at china", "land event famine")
    assert state.famine == 1 << AREA.index["china"]
    events.begin(state)
    assert state.famine == 0


def test_an_epidemic_rolls_for_every_army_but_not_for_forts() -> None:
    state = position("0 china infantry 3 cavalry 1 artillery 2 fort 2 posts 2", "events")
    play(state, "the disc points at china", "land event epidemic")
    play(state, "2 of them odd", "0 of them odd", "2 of them odd")
    assert units(state, "china") == {"infantry": 1, "cavalry": 1, "fort": 2}


def test_an_epidemic_can_empty_a_colony_without_posts() -> None:
    state = position("0 china infantry 2", "events")
    play(state, "the disc points at china", "land event epidemic", "2 of them odd")
    assert owner(state, "china") == -1


@pytest.mark.parametrize(("event", "rebels"), [("unrest", 3), ("uprising", 6)])
def test_rebels(event: str, rebels: int) -> None:
    state = position("0 china infantry 1 posts 2", "events")
    play(state, "the disc points at china", f"land event {event}")
    assert state.battle().rebels == rebels


def test_rebels_burn_the_posts() -> None:
    state = position("0 mongolia infantry 1 posts 1", "events")
    play(state, "the disc points at mongolia", "land event unrest", "white 6", "white 1")
    assert (owner(state, "mongolia"), posts(state, "mongolia"), state.post_count[0]) == (-1, 0, 0)


@pytest.mark.parametrize("event", ["unrest", "uprising"])
def test_the_natives_of_a_free_land_stay_as_many_as_it_is_worth(event: str) -> None:
    """5.3: neither an event in a free land nor rebels who have freed one change their number."""
    for held in ("", "0 east-india infantry 1"):
        state = position(f"0 west-india infantry 1\n{held}", "events")
        play(state, "the disc points at east-india", f"land event {event}")
        if held:
            play(state, "white 6", "white 6", "white 6", "white 1")
        assert owner(state, "east-india") == -1
        begin_land_battle(state, 0, AREA.index["east-india"])
        assert state.battle().natives == 3


def test_discs_lie_for_all_to_see() -> None:
    """2.: grey ones for calms, orange ones for storms, black ones for famine and plunder."""
    text = "storm north-sea\ncalm caribbean\nfamine china\n0 china posts 1\n1 siam posts 1"
    state = position(text, "movement")
    state.plunderer[AREA.index["siam"]] = 0
    for viewer in (0, 2, SPECTATOR):
        area = GAME.view(state, viewer)["area"]
        assert [sea for sea in area if area[sea].get("storm")] == ["north-sea"]
        assert [sea for sea in area if area[sea].get("calm")] == ["caribbean"]
        assert [land for land in area if area[land].get("famine")] == ["china"]
        assert [land for land in area if area[land].get("plunderer") is not None] == ["siam"]


def test_rebels_are_beaten() -> None:
    state = position("0 mongolia infantry 1 posts 1", "events")
    play(state, "the disc points at mongolia", "land event unrest", "white 3", "white 3")
    assert (owner(state, "mongolia"), posts(state, "mongolia")) == (0, 1)


def test_a_storm_rolls_for_every_ship() -> None:
    state = position("0 north-sea frigate 2 infantry 1\n1 north-sea cavalry 2\npirates north-sea frigate 1", "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at north-sea", "sea event storm")
    rolled = []
    while step(state) == "RollOdd":
        rolled.append(len(offered(state)) - 1)
        play(state, offered(state)[-1])
    assert sorted(rolled) == [1, 1, 2, 2]
    assert units(state, "north-sea", 0) == units(state, "north-sea", 1) == units(state, "north-sea", 6) == {}


def test_fair_winds() -> None:
    """One move for all ships there, in turn order, or landing; nothing else moves."""
    state = position(
        "0 north-sea frigate 1 cavalry 1\n1 north-sea infantry 1\n0 north-atlantic frigate 1\n0 france posts 1\n"
        "0 prussia infantry 1",
        "events",
    )
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at north-sea", "sea event fair-winds")
    assert flow.to_act(state) == (0,)
    assert not [move for move in offered(state) if "north-atlantic -" in move or move.startswith("infantry prussia")]
    play(state, "tired frigate north-sea - norwegian-sea")
    assert reason(state, "tired frigate norwegian-sea - north-atlantic") == "no-moves-left"
    play(state, "tired cavalry north-sea - france")
    assert not [move for move in offered(state) if "france -" in move], "cavalry does not ride on"
    play(state, "done")
    assert flow.to_act(state) == (1,)
    play(state, "done")
    assert step(state) == "RollStarter"


def test_pirates_attack_all_ships() -> None:
    """As many frigates as the area is worth; if they win, freighters sink."""
    state = position("0 north-sea frigate 1 infantry 1\n1 north-sea cavalry 1", "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at north-sea", "sea event pirates")
    assert units(state, "north-sea", 6) == {"frigate": 2}
    happened = play(state, "white 1", "white 6", "white 5")
    assert "repulsed" in names(happened)
    assert units(state, "north-sea", 0) == units(state, "north-sea", 1) == {}


def test_pirates_board_and_make_pirate_ships() -> None:
    state = position("0 gulf-of-alaska ship-of-the-line 1", "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at gulf-of-alaska", "sea event pirates", "green 4", "white 4", "green 3", "white 6")
    assert units(state, "gulf-of-alaska", 6) == {"frigate": 1, "ship-of-the-line": 1}


def test_calm() -> None:
    state = position("", "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at north-sea", "sea event calm")
    assert state.calm == 1 << AREA.index["north-sea"] - LANDS


def test_no_more_pirates_than_there_are_pieces() -> None:
    state = position("pirates north-sea frigate 20", "events")
    state.pending[1:] = [events.EventTurn(9), events.SPIN_SEA]
    play(state, "the disc points at arabian-sea", "sea event pirates")
    assert units(state, "arabian-sea", 6) == {}


def test_the_mild_disc_has_other_odds() -> None:
    state = position("", "events", disc="mild")
    play(state, "the disc points at china")
    assert [weight for _, weight in flow.odds(state)] == [2, 3, 2, 2, 2, 1]


def test_after_the_last_round_the_cap_ends_the_game() -> None:
    state = position("round 10\n1 china posts 3\ndebt 1 5\n2 siam posts 2\nmoney 2 1", "events", cap=10)
    state.pending[1:] = [events.EventTurn(9)]
    flow.advance(state)
    assert state.over()
    assert state.winner == 2, "3 posts less 1 for the debt, then less debt"


def test_a_ship_captured_after_movement_moves_again_in_the_next_round() -> None:
    """11.6 A prize may not be moved in this round; in the next one it may."""
    state = position("0 caribbean ship-of-the-line 1", "events")
    while step(state) != "SpinSea":
        play(state, next(move for move in offered(state)) if step(state) == "SpinLand" else "land event trade")
    play(state, "the disc points at caribbean", "sea event pirates")
    play(state, "green 6", "white 6", "white 1", "white 1", "green 8", "white 1")
    while step(state) == "RollDice":  # the prize fights on, and everything goes well
        play(state, offered(state)[-1 if len(state.battle().dice) < len(state.battle().attack) else 0])
    assert units(state, "caribbean") == {"frigate": 1, "ship-of-the-line": 1}
    assert sum(state.prize) == 1
    while step(state) != "RollStarter":
        play(state, offered(state)[0])
    assert not any(state.prize)


def test_fair_winds_do_not_move_prizes() -> None:
    state = position("0 caribbean frigate 2", "events")
    sea = AREA.index["caribbean"] - LANDS
    state.prize[(sea * SEATS + 0) * 2] = 1
    state.make_ready_winds(0, sea)
    assert sum(state.ready) == 1
