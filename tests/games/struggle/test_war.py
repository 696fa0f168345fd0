"""The course of a war: rounds, income and upkeep, population, victory points, the end of the game."""

import random

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import POINTS, POWER
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.war import penalties, projection
from rondel.kernel import flow
from rondel.kernel.game import random_action
from tests.games.struggle.positions import (
    actor,
    control,
    gold,
    named,
    play,
    points,
    population,
    position,
    unrest,
)


def finish(table: Table) -> list:  # type: ignore[type-arg]
    """Everybody passes until the war is over."""
    war = table.war
    events = []
    while table.pending and table.war == war and flow.to_act(table)[0] >= 0:
        events += play(table, "end the turn")
    return events


def test_income_first_then_upkeep() -> None:
    """One gold for each point of population and counter, then one for each unit, at home too."""
    table = position(
        "britain gold 0 population 3 control india 2 armies india home navies baltic forts africa\n france",
        turn="britain", round=6,
    )  # fmt: skip
    finish(table)
    assert gold(table, "britain") == 3 + 2 - 4
    assert unrest(table, "britain") == 0


def test_upkeep_cannot_be_refused() -> None:
    table = position("britain gold 0 population 0 armies home 3\n france", turn="britain", round=6)
    finish(table)
    assert (gold(table, "britain"), unrest(table, "britain")) == (1, 2)


def test_population_grows_by_five_to_nine_at_most() -> None:
    table = position("britain population 2\n france population 6", turn="britain", round=6)
    finish(table)
    assert (population(table, "britain"), population(table, "france")) == (7, 9)


def test_regions_score_by_control_counters_and_units_count_for_nothing() -> None:
    table = position(
        """britain control north-america 2 baltic
        france armies north-america 9 control baltic
        spain control north-america""",
        turn="britain", round=6,
    )  # fmt: skip
    finish(table)
    assert (points(table, "britain"), points(table, "france"), points(table, "spain")) == (4 + 5, 5, 2)


def test_points_of_the_regions() -> None:
    assert sum(values[0] for values in POINTS) == 55
    assert sum(values[1] for values in POINTS) == 33
    assert sum(values[2] for values in POINTS if len(values) > 2) == 10


def test_in_the_colonies_the_third_scores_nothing() -> None:
    table = position("britain control india 3\n france control india 2\n spain control india", turn="britain")
    totals = projection(table)
    assert [totals[POWER.index[p]] for p in ("britain", "france", "spain")] == [5, 3, 0]


def test_a_power_without_a_player_takes_places_but_cannot_win() -> None:
    table = position("britain control india\n france\n npc spain control india 2", turn="britain", war=3, round=6)
    finish(table)
    assert points(table, "britain") == 3
    assert len(GAME.scores(table)) == 2


def test_the_next_war_begins_with_ten_counters_and_the_last_player() -> None:
    table = position("britain control india\n france\n spain", turn="britain", round=6)
    finish(table)
    assert table.war == 2
    assert table.round == 0
    assert table.row == [-1] * 7
    while flow.to_act(table) == (-1,):
        flow.play(table, -1, random_action(table, -1, random.Random(1)))
    assert sum(table.board) == 10
    assert actor(table) == "spain"  # it acted last


def test_counters_of_earlier_wars_stay() -> None:
    table = position("britain\n france\n counters india-2", turn="britain", round=6)
    finish(table)
    while flow.to_act(table) == (-1,):
        flow.play(table, -1, random_action(table, -1, random.Random(1)))
    assert sum(table.board) == 11


def test_the_turn_order_is_the_same_in_every_round() -> None:
    table = position("austria row a\n britain row a\n france row b", turn="austria")
    seen = []
    for _ in range(6):
        seen.append(actor(table))
        play(table, "end the turn")
    assert seen == ["austria", "france", "britain"] * 2


@pytest.mark.parametrize(("seats", "rounds"), [(4, 6), (5, 5)])
def test_rounds_of_a_war(seats: int, rounds: int) -> None:
    names = ["britain", "france", "spain", "austria", "prussia"][:seats]
    table = position("\n".join(names), turn="britain")
    turns = 0
    while table.war == 1:
        play(table, "end the turn")
        turns += 1
    assert turns == seats * rounds


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_game_ends_after_the_third_war() -> None:
    table = position("britain points 30 unrest 4\n france points 31 unrest 7", turn="britain", war=3, round=6)
    events = finish(table)
    assert table.over()
    assert [each["points"] for each in named(events, "unrest-shown")] == [4, 7]
    assert named(events, "penalty") == [{"power": "britain", "points": 4}, {"power": "france", "points": 7}]
    assert GAME.scores(table) == [26, 24]
    assert GAME.ranks(table) == [1, 2]


def test_a_game_of_two_wars() -> None:
    table = position("britain points 9\n france", turn="britain", war=2, round=6, wars=2)
    assert GAME.view(table, 0)["wars"] == 2
    finish(table)
    assert table.over()
    table = position("britain points 9\n france", turn="britain", war=2, round=6)
    finish(table)
    assert table.war == 3


def lost(text: str, **options: bool) -> dict[str, int]:
    table = position(text, turn=text.split()[0], **options)
    found = penalties(table)
    return {POWER.ids[power]: found[power] for power in table.power_of}


def test_penalties_of_equals() -> None:
    assert lost("britain unrest 9\n france unrest 9\n spain unrest 5\n russia unrest 5\n austria unrest 1") == {
        "britain": 7, "france": 7, "spain": 4, "russia": 4, "austria": 0,
    }  # fmt: skip


def test_the_second_level_of_unrest_may_be_none_at_all() -> None:
    """The rulebook punishes the highest level and the second, whatever they are."""
    assert lost("britain unrest 3\n france") == {"britain": 7, "france": 4}
    assert lost("britain\n france") == {"britain": 7, "france": 7}


def test_option_nobody_is_punished_for_no_unrest() -> None:
    assert lost("britain unrest 3\n france", **{"calm-spared": True}) == {"britain": 7, "france": 0}
    assert lost("britain\n france", **{"calm-spared": True}) == {"britain": 0, "france": 0}


def test_a_revolution_leaves_the_penalties_to_the_others() -> None:
    assert lost("britain unrest 20\n france unrest 19\n spain unrest 2") == {"britain": -1, "france": 7, "spain": 4}


def test_a_revolution_leaves_a_score_of_zero() -> None:
    text = "britain points 50 unrest 20\n france points 3 unrest 5\n spain points 4 unrest 2"
    table = position(text, turn="britain", war=3)
    assert GAME.scores(table) == [0, -4, 0]
    assert GAME.ranks(table) == [1, 3, 1]


def test_option_a_revolution_ranks_last() -> None:
    text = "britain points 50 unrest 20\n france points 3 unrest 5\n spain points 4 unrest 2"
    table = position(text, turn="britain", war=3, **{"revolution-last": True})
    assert GAME.ranks(table) == [3, 2, 1]


def test_scores_may_fall_below_zero_unless_agreed() -> None:
    text = "britain points 3 unrest 5\n france"
    assert GAME.scores(position(text, turn="britain")) == [-4, -4]
    assert GAME.scores(position(text, turn="britain", **{"score-floor": True})) == [0, 0]


def test_equal_scores_share_their_place() -> None:
    table = position("britain points 17 unrest 5 gold 3\n france points 14 unrest 2 gold 9", turn="britain")
    assert GAME.scores(table) == [10, 10]
    assert GAME.ranks(table) == [1, 1]


def test_option_tie_breakers() -> None:
    """Less unrest, then more gold, then more control counters."""
    text = "britain points 17 unrest 5 gold 3\n france points 14 unrest 2 gold 9\n spain points 10 gold 9"
    table = position(text, turn="britain", **{"tie-breakers": True})
    assert GAME.scores(table) == [10, 10, 10]
    assert GAME.ranks(table) == [3, 2, 1]
    text = "britain points 5\n france points 5 gold 9\n spain points 5 control india"
    table = position(text, turn="britain", **{"tie-breakers": True})
    assert GAME.ranks(table) == [2, 3, 1]
    assert control(table, "spain", "india") == 1


def test_a_record_of_the_first_rules_keeps_their_readings() -> None:
    """What was ours and is now an option still holds in a game that was begun with it."""
    changed = {"score-floor", "tie-breakers", "revolution-last", "calm-spared", "bids-limited", "alliance-tile-alone"}
    then, now = GAME.settle(3, rules=1), GAME.settle(3)
    assert {name for name in now if then[name] != now[name]} == changed
    assert all(then[name] is True for name in changed)


def test_the_score_that_is_shown_is_the_final_one() -> None:
    """Once the game is over nothing more is coming, and the penalties are off."""
    table = position(
        "britain points 30 unrest 4 control india\n france points 31 unrest 7", turn="britain", war=3, round=6
    )
    shown = GAME.view(table, 0)["power"]["britain"]
    assert (shown["score"], shown["coming"], shown["total"]) == (30, 5, 35)
    finish(table)
    for seat, power in enumerate(("britain", "france")):
        shown = GAME.view(table, 0)["power"][power]
        assert shown["score"] == shown["total"] == GAME.scores(table)[seat]
        assert shown["coming"] is None


def test_what_is_foretold_of_income_is_what_comes() -> None:
    table = position(
        "britain control india 2 armies home 9 gold 1 population 2\n france armies home 2", turn="britain", round=6
    )
    foretold = {id_: each["gold_end"] for id_, each in GAME.view(table, 0)["power"].items() if each["in_play"]}
    finish(table)
    assert foretold == {id_: table.gold[POWER.index[id_]] for id_ in foretold}
