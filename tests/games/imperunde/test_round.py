"""14. The course of a round: starter, direction, phases."""

from rondel.games.imperunde import GAME
from rondel.games.imperunde.state import PHASE
from rondel.kernel import flow
from tests.games.imperunde.positions import names, offered, play, position, reason, step


def test_odd_rounds_go_clockwise_and_even_ones_the_other_way() -> None:
    """14.1"""
    assert position("round 1\nstarter 2", "movement").order() == [2, 3, 0, 1]
    assert position("round 2\nstarter 2", "movement").order() == [2, 1, 0, 3]
    assert GAME.view(position("round 2", "movement"), 0)["clockwise"] is False


def test_the_form_says_which_way_each_round_went() -> None:
    state = position("", "events")
    while state.round < 3:
        play(state, offered(state)[0])
    assert [column["clockwise"] for column in GAME.view(state, 0)["player"][0]["form"]] == [True, False, True]


def test_everybody_may_roll_highest_and_begins_then() -> None:
    """14.1"""
    state = position("", "events")
    while step(state) != "RollStarter":
        play(state, offered(state)[0])
    assert [weight for _, weight in flow.odds(state)] == [1, 1, 1, 1]
    happened = play(state, "seat 3 rolls highest")
    assert state.starter == 3
    assert state.round == 2
    assert "round-began" in names(happened)


def test_a_round_has_eight_phases_in_this_order() -> None:
    """14.: each begins when everybody has finished the one before."""
    state = position("", "diplomacy")
    phases = [PHASE.ids[state.phase]]
    while state.round == 1:
        moves = offered(state)
        play(state, "done" if "done" in moves else moves[0])
        if PHASE.ids[state.phase] != phases[-1]:
            phases.append(PHASE.ids[state.phase])
    order = ["diplomacy", "income", "investments", "clearing", "movement", "embarking", "events", "starter"]
    assert [phase for phase in order if phase in phases] == phases
    assert set(order) - set(phases) <= {"clearing"}, "with nothing to clear that phase passes by itself"


def test_no_card_works_against_a_homeland() -> None:
    """5.2, 12."""
    state = position("1 korea posts 1\nhome 1 japan\nhand 0 rebellion", "movement")
    play(state, "play rebellion")
    assert offered(state) == ["at korea"]
    assert reason(state, "at japan") == "home-is-safe"


def test_how_far_everybody_is_from_victory_is_seen_by_all() -> None:
    """13.2"""
    state = position("target 9\n1 korea posts 2\n1 china posts 3", "movement")
    assert [player["to_win"] for player in GAME.view(state, 0)["player"]] == [9, 4, 9, 9]
