"""Pirates and Slave Revolt: striking at once, holding a counter, and being fought."""

from tests.games.struggle.positions import (
    actor,
    control,
    gold,
    market,
    named,
    offered,
    owns,
    play,
    position,
    reason,
    step,
    totals,
    units,
    unrest,
)

COLONIES = """france navies india 2
britain control india africa armies india navies india
spain row a control caribbean"""


def test_pirates_strike_any_counter_in_a_colony() -> None:
    table = position(COLONIES, turn="france")
    play(table, "buy pirates")
    assert offered(table) == [
        "pirates strike britain in africa",
        "pirates strike britain in india",
        "pirates strike spain in caribbean",  # an ally's too
    ]
    assert reason(table, "pirates strike france in india") == "no-control-there"


def test_pirates_that_win_hold_the_counter() -> None:
    table = position(COLONIES, turn="france")
    events = play(table, "buy pirates", "pirates strike britain in africa", "roll 1 1", "roll 2 2")
    assert totals(events) == [("naval", 1, 0)]
    assert control(table, "britain", "africa") == 0
    assert (table.held_at[0], table.held[0]) != (-1, -1)
    assert market(table, "pirates") == 0
    assert unrest(table, "britain") == 0
    assert owns(table, "france", "pirates") == 0


def test_pirates_fight_navies_and_a_tie_sends_them_back() -> None:
    table = position(COLONIES, turn="france")
    events = play(table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 2 2")
    assert totals(events) == [("naval", 1, 1)]
    assert units(table, "britain", "navy", "india") == 0  # a tie costs the defender a unit
    assert unrest(table, "britain") == 1
    assert market(table, "pirates") == 1
    assert control(table, "britain", "india") == 1


def test_pirates_that_lose_go_back_to_the_market() -> None:
    table = position("france\n britain control india navies india 2", turn="france")
    events = play(table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 1, 2)]
    assert units(table, "britain", "navy", "india") == 2
    assert market(table, "pirates") == 1
    assert control(table, "britain", "india") == 1


def test_no_ally_helps_against_pirates_but_tiles_do() -> None:
    table = position(
        """france navies india
        britain control india navies india tiles portugal naval-training reserve fighting-withdrawal
        prussia navies india 3""",
        turn="france",
    )
    events = play(table, "buy pirates", "pirates strike britain in india", "roll 1 6", "roll 1 1")
    assert (step(table), actor(table)) == ("Reserves", "britain")
    events = play(table, "keep the tile")
    assert totals(events) == [("naval", 6, 3)]
    assert (step(table), actor(table)) == ("Withdrawal", "britain")
    play(table, "withdraw own")
    assert units(table, "britain", "navy", "india") == 1
    assert control(table, "britain", "india") == 0  # the counter is held all the same


def test_the_buyer_may_not_use_tiles_for_the_pirates() -> None:
    table = position("france tiles reserve naval-training\n britain control india", turn="france")
    events = play(table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 1, 0)]
    assert step(table) == "TakeTurn"


def test_held_counters_bring_neither_income_nor_points_nor_a_way_in() -> None:
    table = position("france\n britain control india population 0 gold 5", turn="france", round=6)
    play(table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 1 1", "end the turn")
    assert offered(table)[-1] == "end the turn"
    events = play(table, "end the turn")
    assert table.war == 2
    assert not named(events, "scored")
    assert gold(table, "britain") == 5
    assert table.held_at[0] >= 0  # the tile stays across wars


def test_anybody_may_fight_the_pirates_at_sea() -> None:
    table = position("france\n britain control india navies africa\n spain navies india 2 row a", turn="france")
    play(table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 1 1", "end the turn")
    assert actor(table) == "britain"
    assert reason(table, "attack pirates in india") == "needs-navy-to-attack"
    assert reason(table, "attack pirates in africa") == "tile-not-there"
    play(table, "end the turn")
    events = play(table, "attack pirates in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 1)]
    assert control(table, "spain", "india") == 1
    assert control(table, "britain", "india") == 0
    assert table.control_left[0] == 20  # Britain's counter is back in its reserve
    assert market(table, "pirates") == 1
    assert gold(table, "spain") == 8


def test_the_owner_wins_its_counter_back_with_allied_help() -> None:
    table = position("france\n britain control india navies india\n spain navies india", turn="france")
    play(table, "buy pirates", "pirates strike britain in india", "roll 1 6", "roll 1 1", "end the turn")
    assert units(table, "britain", "navy", "india") == 0
    table = position("france\n britain control india navies india 2\n spain navies india", turn="france")
    play(table, "buy pirates", "pirates strike britain in india", "roll 1 6", "roll 1 1", "end the turn")
    play(table, "attack pirates in india", "ask for navies", "offer 0", "accept", "roll 1 1", "roll 1 1")
    assert control(table, "britain", "india") == 1


def test_a_tie_against_pirates_costs_a_navy_and_they_stay() -> None:
    table = position("france\n britain control india\n spain navies india", turn="france")
    play(
        table, "buy pirates", "pirates strike britain in india", "roll 1 1", "roll 1 1", "end the turn", "end the turn"
    )
    play(table, "attack pirates in india", "roll 1 1", "roll 1 1")
    assert units(table, "spain", "navy", "india") == 0
    assert table.held_at[0] >= 0


# --- slave revolt ---------------------------------------------------------------------------------------------------


def test_a_slave_revolt_strikes_in_the_americas_alone() -> None:
    table = position("france\n britain control india caribbean\n spain control south-america", turn="france")
    play(table, "buy slave-revolt")
    assert offered(table) == ["slave-revolt strike britain in caribbean", "slave-revolt strike spain in south-america"]
    table = position("france\n britain control india", turn="france")
    assert reason(table, "buy slave-revolt") == "nobody-to-strike"


def test_a_slave_revolt_fights_on_land_with_three() -> None:
    table = position(
        "france\n britain control caribbean armies caribbean forts caribbean navies caribbean tiles army-training",
        turn="france",
    )
    events = play(table, "buy slave-revolt", "slave-revolt strike britain in caribbean", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 3, 5)]  # army, fort, training, naval support
    assert market(table, "slave-revolt") == 1
    assert control(table, "britain", "caribbean") == 1


def test_a_beaten_owner_loses_a_unit_and_the_counter() -> None:
    table = position("france\n britain control caribbean armies caribbean", turn="france")
    play(table, "buy slave-revolt", "slave-revolt strike britain in caribbean", "roll 1 1", "roll 1 1")
    assert units(table, "britain", "army", "caribbean") == 0
    assert unrest(table, "britain") == 1
    assert control(table, "britain", "caribbean") == 0
    assert table.held_at[1] >= 0


def test_a_slave_revolt_is_put_down_on_land() -> None:
    table = position("france\n britain control caribbean\n spain armies caribbean 3 navies caribbean", turn="france")
    play(table, "buy slave-revolt", "slave-revolt strike britain in caribbean", "roll 1 1", "roll 1 1")
    play(table, "end the turn", "end the turn")
    events = play(table, "attack slave-revolt in caribbean", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 4, 3)]
    assert control(table, "spain", "caribbean") == 1
    assert market(table, "slave-revolt") == 1


def test_a_counter_of_a_power_without_a_player_can_be_struck() -> None:
    table = position("france\n britain\n npc spain control caribbean", turn="france")
    events = play(table, "buy slave-revolt", "slave-revolt strike spain in caribbean", "roll 1 1", "roll 1 6")
    assert totals(events) == [("land", 3, 5)]
    assert control(table, "spain", "caribbean") == 1
