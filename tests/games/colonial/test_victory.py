"""Victory, ties, the world tour and the goals of the nation cards."""

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import NATION
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.victory import check_victory, goal_reached
from tests.games.colonial.positions import kinds, play, position

WORLD = "canada counters 0 1\n senegal counters 0 1\n levant counters 0 1"


def test_ten_prestige_without_loan_wins_at_once() -> None:
    table = position("seat 0 prestige 9 treasury 1 navigation 3", at="0 plays a")
    events = play(table, "use explorer", "explore guinea", "take guinea-gold")
    assert table.over()
    assert table.winner == 0
    assert kinds(events)[-1] == "won"
    assert GAME.ranks(table)[0] == 1


def test_ten_prestige_with_a_loan_plays_on() -> None:
    table = position("seat 0 prestige 9 treasury 1 navigation 3 loans 1", at="0 plays a")
    play(table, "use explorer", "explore senegal")
    assert table.prestige[0] == 10
    assert not table.over()


def test_a_victory_in_somebody_elses_turn() -> None:
    table = position("seat 0 diplomacy 4 squadrons 2 prestige 2\n seat 1 squadrons 2 prestige 9", at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1", "roll 0", "roll 0", "1> fight on", "0> surrender")
    assert table.winner == 1


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("seat 1 prestige 11\n seat 2 prestige 10 treasury 9", 1),
        ("seat 1 prestige 10\n seat 2 prestige 10 treasury 1", 2),
        ("seat 0 prestige 10\n seat 2 prestige 10\n levant counters 2 1", 2),
        ("seat 0 prestige 10\n seat 2 prestige 10", 2),
        ("seat 0 prestige 12 loans 1\n seat 1 prestige 10", 1),
    ],
)
def test_ties(text: str, winner: int) -> None:
    """More Prestige, more Treasury, more Monopolies, then the active player (seat 1 here) and on clockwise."""
    table = position(text, at="0 plays a")
    check_victory(table, 1)
    assert table.winner == winner


def test_the_first_world_tour_earns_one_prestige() -> None:
    table = position(f"seat 0 treasury 1\n explored moluccas\n{WORLD}", at="0 plays b")
    play(table, "use viceroy", "place in moluccas", "done")
    assert table.circumnavigation == 0
    assert table.prestige[0] == 1
    again = position(f"seat 0 treasury 1\n circumnavigation 1\n explored moluccas\n{WORLD}", at="0 plays b")
    play(again, "use viceroy", "place in moluccas", "done")
    assert again.prestige[0] == 0


def test_no_world_tour_without_the_option() -> None:
    table = position(f"seat 0 treasury 1\n explored moluccas\n{WORLD}", at="0 plays b", achievements=False)
    play(table, "use viceroy", "place in moluccas", "done")
    assert table.prestige[0] == 0


GOALS = {
    "portugal": (WORLD.replace("canada", "brazil"), WORLD),
    "spain": ("mexico counters 0 1\n peru counters 0 1", "mexico counters 0 1\n peru counters 1 1"),
    "france": (
        "senegal counters 0 2 colony 0\n brazil counters 0 2 colony 0",
        "senegal counters 0 2 colony 0\n guinea counters 0 3 colony 0",
    ),
    "great-britain": (
        "seat 0 squadrons 5\n senegal counters 0 2 colony 0",
        "seat 0 squadrons 4\n senegal counters 0 2 colony 0",
    ),
    "netherlands": ("ceylon counters 0 1\n moluccas counters 0 1", "ceylon counters 0 1"),
}


@pytest.mark.parametrize("nation", NATION.ids)
def test_goals_of_the_nations(nation: str) -> None:
    reached, missed = GOALS[nation]
    for text, expected in ((reached, True), (missed, False)):
        table = position(text, at="0 plays f", **{"nation-cards": True})
        table.nation[0] = NATION.index[nation]
        assert goal_reached(table, 0) == expected
        if nation != "great-britain":
            play(table, "use ambassador", "raise the diplomacy of seat 1")
            assert table.prestige[0] == int(expected)
            assert bool(table.objectives & 1) == expected


def test_a_goal_counts_once() -> None:
    for reached_before, earned in ((0, 1), (1, 0)):
        table = position(GOALS["spain"][0], at="0 plays f", **{"nation-cards": True})
        assert isinstance(table, Table)
        table.nation[0] = NATION.index["spain"]
        table.objectives = reached_before
        play(table, "use ambassador", "raise the diplomacy of seat 1")
        assert table.prestige[0] == earned
