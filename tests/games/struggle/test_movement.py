"""Building and moving: who may go where, the sea roll, Militia, Logistics, Navigation, the Blockade."""

from typing import Any

import pytest

from rondel.games.struggle.components import BOARD, HOME, PLACES, POWER, VOYAGE
from rondel.games.struggle.steps.movement import voyage_odds
from tests.games.struggle.positions import (
    actor,
    market,
    named,
    offered,
    owns,
    play,
    population,
    position,
    reason,
    step,
    units,
    unrest,
)

SEAS = {"north-america", "caribbean", "south-america", "africa", "india", "east-indies", "mediterranean", "baltic"}


def goals(text: str, *moves: str, **options: Any) -> set[str]:
    """Where the unit in hand of the first power may go."""
    table = position(text, turn=text.split()[0], **options)
    play(table, *moves)
    return {move.removeprefix("to ") for move in offered(table, "go")}


# --- building -------------------------------------------------------------------------------------------------------


def test_building_costs_a_point_of_population() -> None:
    table = position("prussia population 1\n france", turn="prussia")
    play(table, "build army", "to baltic")
    assert units(table, "prussia", "army", "baltic") == 1
    assert population(table, "prussia") == 0
    assert reason(table, "build army") == "too-little-population"


def test_a_new_navy_goes_to_any_sea_or_stays_at_home() -> None:
    assert goals("austria\n france", "build navy") == {*SEAS, "home"}


def test_a_new_army_goes_where_it_could_move_to() -> None:
    assert goals("russia\n france", "build army") == {"baltic", "central-europe", "ottoman-empire", "home"}
    assert goals("russia navies india\n france", "build army") >= {"india"}


def test_a_fort_is_never_built_at_home() -> None:
    table = position("russia\n france", turn="russia")
    play(table, "build fort")
    assert reason(table, "to home") == "no-fort-at-home"
    play(table, "to baltic")
    assert units(table, "russia", "fort", "baltic") == 1


def test_a_new_unit_for_a_colony_throws_the_sea_die() -> None:
    table = position("france navies india\n spain", turn="france")
    play(table, "build army", "to india", "die 1", "die 4")
    assert units(table, "france", "army", "home") == 1  # turned back: it stands in the home country
    table = position("france navies india\n spain", turn="france")
    play(table, "build army", "to india", "die 1", "die 2")
    assert table.units_on_board(POWER.index["france"]) == 1
    assert population(table, "france") == 4
    assert unrest(table, "france") == 0  # only losses in combat bring unrest


def test_a_fort_turned_back_returns_to_the_reserve_with_its_cost() -> None:
    table = position("france navies india\n spain", turn="france")
    events = play(table, "build fort", "to india", "die 1", "die 3")
    assert named(events, "unit-returned") == [{"power": "france", "unit": "fort"}]
    assert population(table, "france") == 5
    assert table.units_on_board(POWER.index["france"]) == 1
    assert table.actions == 1


def test_a_fort_lost_at_sea_is_gone_for_now() -> None:
    table = position("france navies india\n spain", turn="france")
    play(table, "build fort", "to india", "die 1", "die 1")
    assert population(table, "france") == 4
    assert table.units_on_board(POWER.index["france"]) == 1


def test_units_are_limited_by_the_pieces() -> None:
    table = position("france forts india baltic navies india 7 armies india 14\n spain", turn="france")
    for unit in ("army", "navy", "fort"):
        assert reason(table, f"build {unit}") == "no-piece-left"


def test_militia_raises_one_more_army_for_each_tile() -> None:
    table = position("prussia tiles militia 2\n france", turn="prussia")
    play(table, "build navy", "to baltic", "raise militia", "to baltic", "raise militia", "to home")
    assert units(table, "prussia", "army", "baltic") == 1
    assert units(table, "prussia", "army", "home") == 1
    assert population(table, "prussia") == 2
    assert table.actions == 1
    table = position("prussia population 1 tiles militia\n france", turn="prussia")
    play(table, "build navy", "to baltic")
    assert step(table) == "TakeTurn"  # no population for the militia
    table = position("prussia tiles militia\n france", turn="prussia")
    play(table, "build navy", "to baltic", "done")
    assert population(table, "prussia") == 4


# --- moving ---------------------------------------------------------------------------------------------------------


def test_two_units_move_and_each_only_once() -> None:
    table = position("prussia armies baltic 3 navies baltic\n france", turn="prussia")
    play(table, "move units", "move army from baltic", "to central-europe", "move army from baltic", "to home")
    assert table.actions == 1
    play(table, "move units", "move navy from baltic", "to mediterranean")
    assert reason(table, "move navy from mediterranean") == "has-moved"
    play(table, "done")
    assert actor(table) == "france"


def test_a_move_action_moves_at_least_one_unit() -> None:
    table = position("prussia armies baltic\n france", turn="prussia")
    play(table, "move units")
    assert reason(table, "done") == "move-one-first"


def test_logistics_moves_one_more_unit_for_each_tile() -> None:
    table = position("prussia armies baltic 5 tiles logistics 2\n france", turn="prussia")
    play(table, "move units")
    for _ in range(4):
        play(table, "move army from baltic", "to home")
    assert step(table) == "TakeTurn"
    assert units(table, "prussia", "army", "home") == 4


def test_forts_do_not_move() -> None:
    table = position("prussia forts baltic\n france", turn="prussia")
    assert reason(table, "move units") == "nothing-to-move"


def test_navies_go_wherever_there_is_a_sea() -> None:
    reached = goals("prussia navies baltic\n france", "move units", "move navy from baltic")
    assert reached == {*SEAS, "home"} - {"baltic"}
    table = position("prussia navies baltic\n france", turn="prussia")
    play(table, "move units", "move navy from baltic")
    for area in ("german-states", "central-europe", "ottoman-empire"):
        assert reason(table, f"to {area}") == "no-navies-here"


def test_an_army_needs_a_navy_in_the_very_colony() -> None:
    text = "france armies german-states navies north-america\n spain"
    reached = goals(text, "move units", "move army from german-states")
    assert "north-america" in reached
    assert not {"caribbean", "south-america", "india"} & reached


@pytest.mark.parametrize(
    ("has", "opens"),
    [
        ("control central-europe", {"central-europe", "german-states", "baltic", "ottoman-empire"}),  # 1. and 2.
        ("control mediterranean", {"mediterranean", "german-states"}),
        ("control ottoman-empire", {"ottoman-empire", "central-europe"}),
        ("control india", set()),  # colonies border nothing
        ("navies baltic", {"baltic"}),  # 4.
        ("navies mediterranean", {"mediterranean", "ottoman-empire"}),  # 4. and 5.
    ],
)
def test_armies_in_europe(has: str, opens: set[str]) -> None:
    """3. Britain itself borders the German States alone."""
    text = f"britain armies home {has}\n spain"
    assert goals(text, "move units", "move army from home") == {"german-states"} | opens


@pytest.mark.parametrize(
    ("power", "borders"),
    [
        ("britain", {"german-states"}),
        ("france", {"german-states", "mediterranean"}),
        ("spain", {"mediterranean"}),
        ("russia", {"baltic", "central-europe", "ottoman-empire"}),
        ("austria", {"german-states", "central-europe", "mediterranean", "ottoman-empire"}),
        ("prussia", {"german-states", "baltic", "central-europe"}),
        ("united-provinces", {"german-states"}),
    ],
)
def test_home_countries_border_their_regions(power: str, borders: set[str]) -> None:
    other = "france" if power != "france" else "spain"
    assert goals(f"{power} armies home\n {other}", "move units", "move army from home") == borders


def test_spain_has_no_border_on_the_printed_board() -> None:
    table = position("spain armies home\n france", turn="spain", **{"spain-mediterranean": False})
    assert reason(table, "move units") == "nothing-to-move"
    assert reason(table, "build fort") == "no-place-for-fort"
    play(table, "build army")
    assert offered(table) == ["to home"]
    assert reason(table, "to mediterranean") == "no-way-in"


def test_units_may_always_go_home_and_never_to_another_country() -> None:
    table = position("spain armies india\n france", turn="spain")
    play(table, "move units", "move army from india")
    assert "to home" in offered(table)
    assert not any("france" in move for move in offered(table))


# --- the sea --------------------------------------------------------------------------------------------------------


def voyage(start: str, goal: str) -> bool:
    index = {**BOARD.index, "home": HOME}
    return VOYAGE[index[start] * PLACES + index[goal]]


def test_where_the_sea_die_is_thrown() -> None:
    assert voyage("home", "india")
    assert voyage("india", "home")
    assert voyage("india", "africa")
    assert voyage("caribbean", "africa")
    assert voyage("baltic", "north-america")
    assert not voyage("home", "baltic")
    assert not voyage("baltic", "mediterranean")
    assert not voyage("north-america", "caribbean")
    assert not voyage("south-america", "north-america")


def test_between_the_americas_a_navy_is_still_needed() -> None:
    table = position("spain armies north-america navies north-america\n france", turn="spain")
    play(table, "move units", "move army from north-america")
    assert reason(table, "to caribbean") == "needs-navy"
    table = position("spain armies north-america navies caribbean\n france", turn="spain")
    play(table, "move units", "move army from north-america", "to caribbean")
    assert units(table, "spain", "army", "caribbean") == 1  # without a die


@pytest.mark.parametrize(
    ("second", "where"), [(1, ""), (2, ""), (3, "baltic"), (4, "baltic"), (5, "india"), (6, "india")]
)
def test_the_second_sea_die(second: int, where: str) -> None:
    table = position("spain navies baltic\n france", turn="spain")
    play(table, "move units", "move navy from baltic", "to india", "die 1", f"die {second}")
    for area in ("baltic", "india"):
        assert units(table, "spain", "navy", area) == int(area == where)


def test_a_unit_lost_at_sea_is_told_as_such() -> None:
    """Not as one that fell where it set out from."""
    table = position("spain navies baltic\n france", turn="spain")
    events = play(table, "move units", "move navy from baltic", "to india", "die 1", "die 2")
    assert named(events, "lost-at-sea") == [{"power": "spain", "unit": "navy", "start": "baltic", "area": "india"}]
    assert named(events, "unit-lost") == []


def test_navigation_helps_the_second_die() -> None:
    table = position("spain navies baltic tiles navigation 2\n france", turn="spain")
    play(table, "move units", "move navy from baltic", "to india", "die 1", "die 1")
    assert units(table, "spain", "navy", "india") == 1
    table = position("spain navies baltic tiles navigation\n france", turn="spain")
    play(table, "move units", "move navy from baltic", "to india", "die 1", "die 1")
    assert units(table, "spain", "navy", "baltic") == 1  # 1 + 2: turned back


def test_option_unrest_for_units_lost_at_sea() -> None:
    table = position("spain navies baltic\n france", turn="spain", **{"unrest-at-sea": True})
    play(table, "move units", "move navy from baltic", "to india", "die 1", "die 2")
    assert unrest(table, "spain") == 1


def test_odds_of_a_voyage() -> None:
    table = position("spain\n france tiles navigation", turn="spain")
    india, baltic = BOARD.index["india"], BOARD.index["baltic"]
    assert voyage_odds(table, POWER.index["spain"], HOME, india) == (32, 2, 2)
    assert voyage_odds(table, POWER.index["france"], HOME, india) == (34, 2, 0)
    assert voyage_odds(table, POWER.index["spain"], HOME, baltic) == (36, 0, 0)
    table = position("spain tiles navigation 2\n france", turn="spain")
    assert voyage_odds(table, POWER.index["spain"], HOME, india) == (36, 0, 0)


# --- the Blockade ---------------------------------------------------------------------------------------------------


def test_a_blockade_closes_a_colony_to_enemy_armies() -> None:
    table = position(
        """britain navies india 2 tiles blockade
        france navies india 2 armies home
        spain row a navies india armies home""",
        turn="britain",
    )
    assert offered(table, "lay-blockade") == ["blockade india"]
    play(table, "blockade india")
    assert table.actions == 2
    assert owns(table, "britain", "blockade") == 0
    play(table, "end the turn", "move units", "move army from home")  # France
    assert reason(table, "to india") == "blockaded"
    play(table, "to german-states", "move navy from india", "to africa", "die 6", "build fort")
    assert reason(table, "to india") == "blockaded"
    play(table, "to german-states")
    play(table, "move units", "move army from home", "to india", "die 3")  # Spain is Britain's ally
    assert units(table, "spain", "army", "india") == 1


def test_more_navies_break_a_blockade_and_navies_are_not_hindered() -> None:
    table = position("britain navies india 2 tiles blockade\n france navies india 2 baltic armies home", turn="britain")
    play(table, "blockade india", "end the turn")
    play(table, "move units", "move navy from baltic", "to india", "die 6", "move army from home", "to india", "die 6")
    assert units(table, "france", "army", "india") == 1


def test_trained_natives_slip_through_a_blockade() -> None:
    table = position("britain navies india tiles blockade\n france control india tiles trained-natives", turn="britain")
    play(table, "blockade india", "end the turn", "use trained-natives", "raise natives in india", "stay")
    assert units(table, "france", "army", "india") == 1


def test_a_blockade_ends_when_the_navies_sail_away() -> None:
    table = position("britain navies india 2 tiles blockade\n france", turn="britain")
    play(table, "blockade india", "move units", "move navy from india", "to africa", "die 6")
    assert market(table, "blockade") == 0
    play(table, "move navy from india", "to africa", "die 1", "die 3")
    assert market(table, "blockade") == 0  # turned back: it never left
    play(table, "move units", "move navy from india", "to africa", "die 2", "done")
    assert market(table, "blockade") == 1
    assert table.blockade_at == -1


def test_a_blockade_ends_with_the_war() -> None:
    table = position("britain navies india tiles blockade\n france", turn="britain", round=6)
    play(table, "blockade india", "end the turn", "end the turn")
    assert table.war == 2
    assert market(table, "blockade") == 1


def test_a_tactical_tile_used_in_a_round_cannot_be_bought_back_in_it() -> None:
    table = position("britain navies india tiles blockade\n france", turn="britain")
    play(table, "blockade india", "move units", "move navy from india", "to africa", "die 6")
    assert market(table, "blockade") == 1
    assert reason(table, "buy blockade") == "used-this-round"
    play(table, "end the turn")
    assert "buy blockade" in offered(table)  # others may
    play(table, "end the turn")
    assert "buy blockade" in offered(table)  # and so may Britain, in the next round
