"""A turn: two actions, buying, colonising and enslaving, free actions with tiles."""

import random

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import POWER, TILE, TILE_COUNT
from rondel.kernel import flow
from rondel.kernel.game import random_action
from tests.games.struggle.positions import (
    actor,
    board,
    control,
    gold,
    market,
    named,
    offered,
    owns,
    play,
    points,
    population,
    position,
    reason,
    step,
    units,
    unrest,
)


def test_two_actions_and_the_next_player_is_up() -> None:
    table = position("britain\n france", turn="britain")
    play(table, "buy reserve", "build army", "to home")
    assert actor(table) == "france"
    play(table, "end the turn")  # a player may always pass
    assert actor(table) == "britain"
    assert table.round == 2
    assert table.actions == 2


def test_actions_may_be_repeated_except_buying_and_settling() -> None:
    table = position("britain\n france\n counters north-america-pop 2", turn="britain")
    play(table, "build army", "to home", "build army", "to home")
    assert population(table, "britain") == 3
    table = position("britain\n france\n counters north-america-pop 2", turn="britain")
    play(table, "buy banking")
    assert reason(table, "buy militia") == "one-tile-a-round"
    table = position("britain navies africa\n france\n counters caribbean-slaves north-america-pop 2", turn="britain")
    play(table, "colonise north-america")
    assert reason(table, "colonise north-america") == "settled-this-round"
    assert reason(table, "enslave in caribbean") == "settled-this-round"


def test_nothing_is_left_of_the_actions_but_free_ones() -> None:
    table = position("britain tiles mercenaries control india\n france", turn="britain")
    play(table, "build navy", "to home", "build navy", "to home")
    assert step(table) == "TakeTurn"
    assert offered(table) == ["use mercenaries", "end the turn"]
    assert reason(table, "move units") == "no-actions-left"
    assert reason(table, "buy banking") == "no-actions-left"
    play(table, "use mercenaries", "to home")
    assert actor(table) == "france"  # nothing is left to do


# --- buying ---------------------------------------------------------------------------------------------------------


def test_a_tile_is_paid_in_gold_population_or_unrest() -> None:
    table = position("britain gold 1\n france", turn="britain")
    play(table, "buy banking")  # three gold: one is there, two are borrowed
    assert (gold(table, "britain"), unrest(table, "britain")) == (0, 1)
    table = position("britain population 1\n france", turn="britain")
    play(table, "buy reserve")
    assert population(table, "britain") == 0
    table = position("britain population 0\n france", turn="britain")
    assert reason(table, "buy reserve") == "too-little-population"
    table = position("britain\n france", turn="britain")
    play(table, "buy industry")
    assert (unrest(table, "britain"), points(table, "britain")) == (2, 3)
    assert owns(table, "britain", "industry") == 0
    assert market(table, "industry") == 2  # out of the game, not back to the market


def test_the_market_is_physical() -> None:
    table = position("britain tiles war-office\n france", turn="britain")
    assert reason(table, "buy war-office") == "not-in-market"
    assert "buy army-training" in offered(table)


def test_several_tiles_of_a_kind_may_be_owned() -> None:
    table = position("britain tiles militia\n france", turn="britain")
    play(table, "buy militia")
    assert owns(table, "britain", "militia") == 2


def test_there_are_75_tiles() -> None:
    assert sum(TILE_COUNT) == 55 + 9 + 11
    assert len(TILE) == 38


# --- colonising and enslaving ---------------------------------------------------------------------------------------


def test_colonising_costs_population_and_nothing_else() -> None:
    table = position("austria\n france\n counters south-america-pop", turn="austria")
    play(table, "colonise south-america")
    assert control(table, "austria", "south-america") == 1
    assert population(table, "austria") == 4
    assert board(table, "south-america-pop") == 0
    table = position("austria population 0\n france\n counters south-america-pop", turn="austria")
    assert reason(table, "colonise south-america") == "too-little-population"


def test_enslaving_needs_a_navy_in_africa() -> None:
    table = position("austria\n france\n counters caribbean-slaves", turn="austria")
    assert reason(table, "enslave in caribbean") == "needs-navy-in-africa"
    table = position("austria navies africa\n france\n counters caribbean-slaves", turn="austria")
    play(table, "enslave in caribbean")
    assert control(table, "austria", "caribbean") == 1
    assert population(table, "austria") == 5
    assert reason(table, "colonise caribbean") in ("no-pop-counter", "settled-this-round")


def test_who_has_no_control_counter_left_places_none() -> None:
    table = position("austria control india 7 africa 7 baltic 6\n france\n counters south-america-pop", turn="austria")
    play(table, "colonise south-america")
    assert control(table, "austria", "south-america") == 0
    assert board(table, "south-america-pop") == 0


# --- free actions ---------------------------------------------------------------------------------------------------


def test_a_company_brings_a_gold_for_each_counter_once_a_war() -> None:
    table = position("britain control india 3 east-indies tiles east-indies-company\n france", turn="britain")
    play(table, "trade with east-indies-company in india")
    assert gold(table, "britain") == 13
    assert table.actions == 2
    assert reason(table, "trade with east-indies-company in east-indies") == "used-this-war"


def test_two_companies_are_used_one_by_one() -> None:
    table = position("britain control india 3 east-indies tiles east-indies-company 2\n france", turn="britain")
    play(table, "trade with east-indies-company in india", "trade with east-indies-company in east-indies")
    assert gold(table, "britain") == 14


def test_a_company_without_counters_is_of_no_use() -> None:
    table = position("britain tiles gold-mines\n france", turn="britain")
    assert reason(table, "trade with gold-mines in south-america") == "nothing-to-trade"
    assert reason(table, "trade with tobacco in north-america") == "not-your-tile"


@pytest.mark.parametrize(("tile", "unit"), [("mercenaries", "army"), ("pressgangs", "navy")])
def test_free_builders_cost_no_population(tile: str, unit: str) -> None:
    table = position(f"britain population 0 tiles {tile} militia\n france", turn="britain")
    play(table, f"use {tile}")
    assert step(table) == "PlaceUnit"
    play(table, "to home")
    assert units(table, "britain", unit, "home") == 1
    assert step(table) == "TakeTurn"  # Militia does not go with it
    assert reason(table, f"use {tile}") == "used-this-war"
    assert table.actions == 2


def test_trained_natives() -> None:
    """An army straight into a colony with a foothold: no navy, no sea roll; then it may move, with a sea roll."""
    table = position("britain control africa tiles trained-natives\n france", turn="britain")
    play(table, "use trained-natives")
    assert offered(table) == ["raise natives in africa"]
    assert reason(table, "raise natives in india") == "no-foothold"
    play(table, "raise natives in africa")
    assert units(table, "britain", "army", "africa") == 1
    assert reason(table, "to africa") == "already-there"
    play(table, "to german-states", "die 4")
    assert units(table, "britain", "army", "german-states") == 1
    table = position("britain forts india tiles trained-natives\n france", turn="britain")
    play(table, "use trained-natives", "raise natives in india", "stay")
    assert units(table, "britain", "army", "india") == 1
    assert table.actions == 2
    table = position("britain tiles trained-natives\n france", turn="britain")
    assert reason(table, "use trained-natives") == "no-foothold-anywhere"


def test_diplomatic_service_takes_an_alliance_tile_at_its_price() -> None:
    table = position("britain tiles diplomatic-service\n france", turn="britain")
    play(table, "diplomats win portugal")
    assert owns(table, "britain", "portugal") == 1
    assert gold(table, "britain") == 9
    assert table.actions == 2
    play(table, "buy bavaria")  # the round's purchase is still free
    assert owns(table, "britain", "bavaria") == 1
    assert reason(table, "diplomats win saxony") == "used-this-war"


def test_improved_agriculture() -> None:
    table = position("britain population 8 tiles improved-agriculture 2\n france", turn="britain")
    play(table, "use improved-agriculture")
    assert population(table, "britain") == 9
    assert reason(table, "use improved-agriculture") == "population-full"


def test_government_reform_is_used_up() -> None:
    table = position("britain unrest 3 tiles government-reform 3\n france", turn="britain")
    play(table, "use government-reform")
    assert unrest(table, "britain") == 1
    events = play(table, "use government-reform")
    assert named(events, "unrest-shed") == [{"power": "britain", "points": 1}]
    assert owns(table, "britain", "government-reform") == 1
    assert market(table, "government-reform") == 7
    assert reason(table, "use government-reform") == "no-unrest"


def test_war_office_gives_an_attack_that_costs_gold_but_no_action() -> None:
    text = "austria armies german-states 4 tiles war-office\n france\n counters german-states-3"
    table = position(text, turn="austria")
    play(table, "use war-office", "attack neutral 3 in german-states", "roll 1 6", "roll 1 1")
    assert gold(table, "austria") == 8
    assert table.actions == 2
    assert control(table, "austria", "german-states") == 1
    assert reason(table, "use war-office") == "used-this-war"
    table = position(text, turn="austria", **{"war-office-pays": False})
    play(table, "use war-office", "attack neutral 3 in german-states")
    assert gold(table, "austria") == 10
    table = position("austria tiles war-office\n france", turn="austria")
    assert reason(table, "use war-office") == "nothing-to-attack"


def test_used_tiles_are_ready_again_in_the_next_war() -> None:
    table = position("britain control india tiles east-indies-company bavaria\n france", turn="britain", round=6)
    play(table, "trade with east-indies-company in india", "end the turn", "end the turn")
    assert table.war == 2
    assert table.ready(POWER.index["britain"], TILE.index["east-indies-company"])
    assert owns(table, "britain", "bavaria") == 0  # alliance tiles go back to the market
    assert market(table, "bavaria") == 1


# --- gifts ----------------------------------------------------------------------------------------------------------


def test_gold_changes_hands_only_for_help_unless_agreed() -> None:
    table = position("britain\n france", turn="britain")
    assert reason(table, "give france 2") == "no-gifts"
    table = position("britain gold 3\n france", turn="britain", gifts=True)
    play(table, "give france 2")
    assert (gold(table, "britain"), gold(table, "france")) == (1, 12)
    assert table.actions == 2
    assert reason(table, "give france 2") == "cannot-give"
    assert reason(table, "give britain 1") == "cannot-give"


# --- the table ------------------------------------------------------------------------------------------------------


def test_a_refusal_has_words_for_every_tile_and_counter() -> None:
    table = position(
        "britain population 0 armies india tiles war-office\n france control india\n counters india-2 caribbean-pop",
        turn="britain",
    )
    refused = GAME.refused(table, 0, flow.legal(table, 0))
    codes = {refusal["notation"]: refusal["reason"]["code"] for refusal in refused}
    assert codes["buy war-office"] == "reason.not-in-market"
    assert codes["build army"] == "reason.too-little-population"
    assert codes["colonise caribbean"] == "reason.too-little-population"
    assert codes["buy slave-revolt"] == "reason.nobody-to-strike"


@pytest.mark.parametrize(("unrest", "is_open", "forced"), [(0, False, False), (3, False, False), (0, True, True)])
def test_the_end_of_a_turn_does_not_tell_whether_there_is_unrest(unrest: int, is_open: bool, forced: bool) -> None:
    """With a Reform ready and nothing else to do, a turn that the table itself ended would tell that there is none."""
    options = {"open-unrest": is_open}
    table = position(f"britain unrest {unrest} tiles government-reform\n france", turn="britain", **options)
    play(table, "buy reserve", "build army", "to home")
    assert offered(table) == ["use government-reform", "end the turn"][not unrest :]
    assert (flow.forced(table) >= 0) == forced


def test_nothing_but_a_reform_lowers_unrest() -> None:
    """What was borrowed cannot be paid back."""
    table, rng, reforms = GAME.setup(4), random.Random(8), 0
    while table.pending:
        seat = flow.to_act(table)[0]
        before, action = table.unrest[:], random_action(table, seat, rng)
        flow.play(table, seat, action)
        if any(now < then for now, then in zip(table.unrest, before, strict=True)):
            assert GAME.catalogue[action].notation == "use government-reform"
            reforms += 1
    assert reforms
