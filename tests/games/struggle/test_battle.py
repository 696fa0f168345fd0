"""Battles: naval support, strength, dice, reserves, losses, fighting withdrawal, what changes hands."""

import pytest

from rondel.games.struggle.odds import battle_odds
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
    position,
    reason,
    step,
    totals,
    units,
    unrest,
)


def lost(events: list) -> list[tuple[str, str]]:  # type: ignore[type-arg]
    return [(each["power"], each["unit"]) for each in named(events, "unit-lost")]


# --- the naval stage ------------------------------------------------------------------------------------------------

AT_SEA = """france armies india 2 navies india 2
britain armies india navies india control india"""


def test_the_attacker_declines_and_the_defender_has_support() -> None:
    table = position(AT_SEA, turn="france")
    play(table, "attack britain in india")
    assert (step(table), actor(table)) == ("NavalChoice", "france")
    events = play(table, "decline to fight at sea", "roll 1 1", "roll 1 1")
    assert named(events, "support-won") == [{"power": "britain", "area": "india"}]
    assert totals(events) == [("land", 2, 2)]


def test_the_defender_declines_and_the_attacker_has_support() -> None:
    table = position(AT_SEA, turn="france")
    events = play(table, "attack britain in india", "fight at sea", "decline to fight at sea", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 3, 1)]


def test_a_sea_battle_decides_the_support() -> None:
    table = position(AT_SEA, turn="france")
    play(table, "attack britain in india", "fight at sea", "fight at sea")
    events = play(table, "roll 1 1", "roll 2 6", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 5), ("land", 2, 2)]
    assert lost(events)[0] == ("france", "navy")


def test_a_tie_at_sea_supports_nobody_and_costs_both_a_navy() -> None:
    table = position(AT_SEA, turn="france")
    play(table, "attack britain in india", "fight at sea", "fight at sea")
    events = play(table, "roll 1 1", "roll 1 2")
    assert lost(events) == [("france", "navy"), ("britain", "navy")]
    assert not named(events, "support-won")
    events = play(table, "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 2, 1)]
    assert (unrest(table, "france"), unrest(table, "britain")) == (1, 2)


def test_the_winner_at_sea_keeps_support_even_if_a_seven_sinks_its_last_navy() -> None:
    table = position(
        "france armies india navies india\n britain armies india navies india control india", turn="france"
    )
    play(table, "attack britain in india", "fight at sea", "fight at sea")
    events = play(table, "roll 1 6", "roll 1 1", "roll 1 1", "roll 1 1")
    assert lost(events)[:2] == [("france", "navy"), ("britain", "navy")]
    assert totals(events) == [("naval", 6, 1), ("land", 2, 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("france armies india navies india\n britain control india armies india", (2, 1)),  # only the attacker can
        ("france armies india\n britain control india armies india navies india", (1, 2)),  # only the defender can
        ("france armies india\n britain control india armies india", (1, 1)),  # nobody has a navy
    ],
)
def test_support_without_a_sea_battle(text: str, expected: tuple[int, int]) -> None:
    table = position(text, turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", *expected)]


def test_no_naval_support_inland() -> None:
    for area in ("german-states", "central-europe"):
        table = position(f"france armies {area} navies baltic\n britain control {area} navies baltic", turn="france")
        events = play(table, f"attack britain in {area}", "roll 1 1", "roll 1 1")
        assert totals(events) == [("land", 1, 0)]


def test_for_the_ottoman_empire_the_navies_of_the_mediterranean_fight() -> None:
    table = position(
        """russia armies ottoman-empire navies mediterranean 2
        austria control ottoman-empire navies mediterranean""",
        turn="russia",
    )
    play(table, "attack austria in ottoman-empire", "fight at sea", "fight at sea")
    events = play(table, "roll 1 1", "roll 1 1", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 1), ("land", 2, 0)]
    assert units(table, "austria", "navy", "mediterranean") == 0


def test_a_navy_that_joined_makes_a_side_able_to_fight() -> None:
    table = position(
        "france armies india\n spain row a navies india\n britain control india navies india", turn="france"
    )
    play(table, "attack britain in india", "ask for navies", "offer 0", "accept")
    assert (step(table), actor(table)) == ("NavalChoice", "france")


def test_a_neutral_leaves_support_to_an_attacker_with_a_navy() -> None:
    for navies, total in (("navies india", 2), ("", 1)):
        table = position(f"france armies india {navies}\n britain\n counters india-2", turn="france")
        events = play(table, "attack neutral 2 in india", "roll 1 1", "roll 1 1")
        assert totals(events) == [("land", total, 2)]


# --- strength -------------------------------------------------------------------------------------------------------


def test_forts_count_two_in_defence_and_nothing_in_attack() -> None:
    table = position(
        "france armies india forts india\n britain control india forts india 2 armies india", turn="france"
    )
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 1, 5)]


def test_no_unit_at_all_defends_with_the_dice_and_brings_no_unrest() -> None:
    table = position("france armies india\n britain control india", turn="france")
    events = play(table, "attack britain in india", "roll 1 6", "roll 1 3")
    assert totals(events) == [("land", 6, 2)]
    assert unrest(table, "britain") == 0
    assert control(table, "france", "india") == 1


@pytest.mark.parametrize(("mine", "theirs", "total"), [(1, 0, 2), (2, 1, 2), (1, 1, 1), (1, 2, 1), (0, 0, 1)])
def test_army_training_counts_only_if_it_is_more(mine: int, theirs: int, total: int) -> None:
    text = f"france armies india tiles army-training {mine} reserve" if mine else "france armies india"
    other = f"britain control india forts india tiles army-training {theirs}" if theirs else "britain control india"
    table = position(f"{text}\n {other}", turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    if step(table) == "Reserves":
        events += play(table, "keep the tile")
    assert totals(events)[0][1] == total


def test_army_training_counts_against_neutrals_and_for_a_lone_fort() -> None:
    table = position("france armies india tiles army-training\n britain\n counters india-3-1g", turn="france")
    events = play(table, "attack neutral 3-1g in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 2, 3)]
    table = position("france armies india\n britain control india forts india tiles army-training", turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 1, 3)]


def test_naval_training_needs_a_navy_of_ones_own() -> None:
    table = position(
        """france armies india tiles naval-training
        spain row a navies india 2
        britain control india navies india""",
        turn="france",
    )
    play(table, "attack britain in india", "ask for navies", "offer 0", "accept", "fight at sea", "fight at sea")
    events = play(table, "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 1)]
    table = position(AT_SEA.replace("india 2\n", "india 2 tiles naval-training\n", 1), turn="france")
    play(table, "attack britain in india", "fight at sea", "fight at sea")
    assert totals(play(table, "roll 1 1", "roll 1 1")) == [("naval", 3, 1)]


def test_the_blockade_makes_support_worth_two() -> None:
    table = position("france armies india navies india tiles blockade\n britain control india", turn="france")
    play(table, "attack britain in india")
    assert (step(table), actor(table)) == ("UseBlockade", "france")
    events = play(table, "use blockade", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 3, 0)]
    assert market(table, "blockade") == 1
    assert reason(table, "buy blockade") == "used-this-round"
    table = position("france armies india\n britain control india navies india tiles blockade", turn="france")
    play(table, "attack britain in india")
    assert actor(table) == "britain"
    assert totals(play(table, "keep the tile", "roll 1 1", "roll 1 1")) == [("land", 1, 1)]
    assert owns(table, "britain", "blockade") == 1


def test_without_support_the_blockade_is_not_asked_for() -> None:
    table = position("france armies india tiles blockade\n britain control india", turn="france")
    play(table, "attack britain in india")
    assert step(table) == "RollDice"


# --- reserves -------------------------------------------------------------------------------------------------------


def test_a_reserve_throws_all_dice_again_and_earlier_sevens_vanish() -> None:
    table = position("france armies india tiles reserve\n britain control india", turn="france")
    play(table, "attack britain in india", "roll 2 5", "roll 1 6")
    assert (step(table), actor(table)) == ("Reserves", "france")
    events = play(table, "use reserve", "roll 1 3", "roll 1 1")
    assert totals(events) == [("land", 3, 0)]
    assert not lost(events)


def test_attacker_then_defender_and_again_after_every_throw() -> None:
    table = position("france armies india tiles reserve 2\n britain control india tiles reserve", turn="france")
    play(table, "attack britain in india", "roll 1 1", "roll 1 2", "use reserve", "roll 1 1", "roll 1 2")
    assert actor(table) == "france"
    play(table, "keep the tile")
    assert actor(table) == "britain"
    play(table, "use reserve", "roll 1 1", "roll 1 2")
    assert actor(table) == "france"  # the window opens again
    play(table, "use reserve", "roll 1 5", "roll 1 1")
    assert step(table) == "TakeTurn"
    assert control(table, "france", "india") == 1


def test_reserves_are_for_one_use_a_war_and_not_for_allies() -> None:
    table = position(
        """france armies india tiles reserve
        spain row a armies india tiles reserve
        britain control india""",
        turn="france",
    )
    play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 1")
    play(table, "use reserve", "roll 1 1", "roll 1 1")
    assert step(table) == "TakeTurn"


# --- losses ---------------------------------------------------------------------------------------------------------


def test_the_loser_loses_a_unit_and_takes_unrest() -> None:
    table = position("france armies india 2\n britain control india armies india 2", turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 2")
    assert lost(events) == [("france", "army")]
    assert (unrest(table, "france"), unrest(table, "britain")) == (1, 0)
    assert control(table, "britain", "india") == 1


def test_a_natural_seven_costs_the_winner_too() -> None:
    table = position("france armies india 2\n britain control india armies india", turn="france")
    events = play(table, "attack britain in india", "roll 3 4", "roll 1 1")
    assert lost(events) == [("france", "army"), ("britain", "army")]
    assert control(table, "france", "india") == 1


def test_the_rule_holds_even_if_no_army_is_left_to_the_victor() -> None:
    table = position("france armies india\n britain control india", turn="france")
    play(table, "attack britain in india", "roll 1 6", "roll 1 1")
    assert units(table, "france", "army", "india") == 0
    assert control(table, "france", "india") == 1


def test_the_loser_with_a_seven_and_no_ally_loses_two() -> None:
    table = position("france armies india 3\n britain control india armies india 3", turn="france")
    events = play(table, "attack britain in india", "roll 1 3", "roll 3 4")
    assert lost(events) == [("britain", "army"), ("britain", "army")]
    assert unrest(table, "britain") == 2


def test_in_a_tie_both_lose_but_never_a_fort() -> None:
    table = position("france armies india 3\n britain control india forts india armies india", turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert lost(events) == [("france", "army"), ("britain", "army")]
    table = position("france armies india 2\n britain control india forts india", turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 2 2")
    assert lost(events) == [("france", "army")]
    table = position("france armies india 2\n britain control india forts india", turn="france")
    events = play(table, "attack britain in india", "roll 3 4", "roll 3 4")  # a tie with sevens: still no fort
    assert lost(events) == [("france", "army"), ("france", "army")]


def test_a_beaten_defender_chooses_between_army_and_fort() -> None:
    table = position("france armies india 5\n britain control india forts india armies india", turn="france")
    play(table, "attack britain in india", "roll 1 2", "roll 1 1")
    assert (step(table), actor(table)) == ("TakeLoss", "britain")
    assert offered(table) == ["lose army", "lose fort"]
    play(table, "lose fort")
    assert units(table, "britain", "fort", "india") == 0
    assert unrest(table, "britain") == 1


def test_a_lone_fort_falls_in_a_defeat() -> None:
    table = position("france armies india 5\n britain control india forts india", turn="france")
    events = play(table, "attack britain in india", "roll 1 2", "roll 1 1")
    assert lost(events) == [("britain", "fort")]


def test_a_seven_in_a_lost_battle_takes_the_fort_too() -> None:
    table = position("austria armies baltic 6\n france control baltic 2 forts baltic armies baltic", turn="austria")
    play(table, "attack france in baltic", "roll 1 6", "roll 3 4", "lose army")
    assert units(table, "france", "fort", "baltic") == 0
    assert units(table, "france", "army", "baltic") == 0
    assert unrest(table, "france") == 2
    assert units(table, "austria", "army", "baltic") == 5


def test_of_several_allies_the_loser_picks_one() -> None:
    table = position(
        """france armies india 9
        britain control india armies india
        spain armies india
        austria armies india""",
        turn="france",
    )
    play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "ask for armies", "offer 0", "accept")
    play(table, "roll 1 1", "roll 1 6")
    assert (step(table), actor(table)) == ("TakeLoss", "britain")
    assert offered(table) == ["spain loses a unit", "austria loses a unit"]
    play(table, "austria loses a unit")
    assert (units(table, "spain", "army", "india"), units(table, "austria", "army", "india")) == (1, 0)
    assert [unrest(table, power) for power in ("britain", "spain", "austria")] == [1, 0, 1]


def test_an_ally_takes_the_loss_of_a_defender_without_units() -> None:
    table = position("france armies india 5\n britain control india\n spain armies india 2", turn="france")
    events = play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 1")
    assert lost(events) == [("spain", "army")]


def test_units_that_did_not_join_are_safe() -> None:
    table = position("france armies india 5\n britain control india\n spain armies india 2", turn="france")
    events = play(table, "attack britain in india", "do not ask", "roll 1 2", "roll 1 6")
    assert lost(events) == []


# --- fighting withdrawal --------------------------------------------------------------------------------------------


def test_fighting_withdrawal_saves_a_unit_but_not_the_counter() -> None:
    table = position(
        "france armies india 5\n britain control india armies india tiles fighting-withdrawal", turn="france"
    )
    play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert (step(table), actor(table)) == ("Withdrawal", "britain")
    events = play(table, "withdraw own")
    assert not lost(events)
    assert unrest(table, "britain") == 0
    assert control(table, "britain", "india") == 0
    assert market(table, "fighting-withdrawal") == 1


def test_fighting_withdrawal_saves_an_ally_or_oneself() -> None:
    text = """france armies india 9
    britain control india armies india tiles fighting-withdrawal
    spain armies india"""
    for choice, loser in (("withdraw own", "spain"), ("withdraw ally", "britain")):
        table = position(text, turn="france")
        play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 6")
        assert offered(table) == ["withdraw own", "withdraw ally", "keep the tile"]
        assert lost(play(table, choice)) == [(loser, "army")]
    table = position(text, turn="france")
    play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 6")
    assert lost(play(table, "keep the tile")) == [("britain", "army"), ("spain", "army")]
    assert owns(table, "britain", "fighting-withdrawal") == 1


def test_fighting_withdrawal_is_for_beaten_defenders_with_navies_or_armies() -> None:
    text = "france armies india 2\n britain control india armies india tiles fighting-withdrawal"
    table = position(text, turn="france")
    play(table, "attack britain in india", "roll 1 1", "roll 1 2")  # a tie
    assert step(table) == "TakeTurn"
    assert units(table, "britain", "army", "india") == 0
    table = position(text.replace("armies india tiles", "forts india tiles").replace("2\n", "9\n"), turn="france")
    events = play(table, "attack britain in india", "roll 1 1", "roll 1 1")  # forts cannot withdraw
    assert lost(events) == [("britain", "fort")]
    table = position(
        "france armies india tiles fighting-withdrawal\n britain control india armies india 5", turn="france"
    )
    assert lost(play(table, "attack britain in india", "roll 1 1", "roll 1 1")) == [("france", "army")]  # no defender


def test_fighting_withdrawal_cannot_be_spent_for_nothing() -> None:
    """A defeat and a natural seven cost two units: a single one is lost in any case, and the tile is kept."""
    table = position(
        "france armies india 5\n britain control india armies india tiles fighting-withdrawal", turn="france"
    )
    events = play(table, "attack britain in india", "roll 1 2", "roll 3 4")
    assert lost(events) == [("britain", "army")]
    assert owns(table, "britain", "fighting-withdrawal") == 1
    allied = """france armies india 5
    britain control india tiles fighting-withdrawal
    spain armies india"""
    table = position(allied, turn="france")
    play(table, "attack britain in india", "ask for armies", "offer 0", "accept")
    events = play(table, "roll 1 2", "roll 3 4")
    assert lost(events) == [("spain", "army")]
    table = position(allied.replace("spain armies india", "spain armies india 2"), turn="france")
    play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 2", "roll 3 4")
    assert offered(table) == ["withdraw ally", "keep the tile"]


def test_after_a_withdrawal_the_seven_takes_the_fort_and_not_the_army_that_withdrew() -> None:
    """A fort cannot withdraw, also not by losing the army in its stead."""
    table = position(
        "france armies india 5\n britain control india armies india forts india tiles fighting-withdrawal",
        turn="france",
    )
    play(table, "attack britain in india", "roll 1 4", "roll 3 4")
    events = play(table, "withdraw own")
    assert lost(events) == [("britain", "fort")]
    assert units(table, "britain", "army", "india") == 1


def test_fighting_withdrawal_at_sea() -> None:
    table = position(AT_SEA.replace("control india", "control india tiles fighting-withdrawal"), turn="france")
    play(table, "attack britain in india", "fight at sea", "fight at sea", "roll 1 1", "roll 1 1")
    assert step(table) == "Withdrawal"
    play(table, "withdraw own")
    assert units(table, "britain", "navy", "india") == 1


# --- the outcome ----------------------------------------------------------------------------------------------------


def test_a_defender_without_a_counter_loses_none() -> None:
    table = position("france armies india 3\n britain armies india", turn="france")
    play(table, "attack britain in india", "roll 1 1", "roll 1 1")
    assert control(table, "france", "india") == 0
    assert units(table, "britain", "army", "india") == 0


def test_a_neutral_country_brings_its_reward() -> None:
    table = position("france armies india 5\n britain\n counters india-4-3g india-4-1v", turn="france")
    play(table, "attack neutral 4-3g in india", "roll 1 1", "roll 1 1")
    assert gold(table, "france") == 11
    play(table, "attack neutral 4-1v in india", "roll 1 2", "roll 1 1")
    assert points(table, "france") == 1
    assert control(table, "france", "india") == 2
    assert board(table, "india-4-3g") == board(table, "india-4-1v") == 0


def test_a_neutral_that_wins_or_throws_a_seven_loses_nothing() -> None:
    table = position("france armies india 2\n britain\n counters india-2", turn="france")
    events = play(table, "attack neutral 2 in india", "roll 1 1", "roll 1 6")
    assert lost(events) == [("france", "army")]
    assert board(table, "india-2") == 1


def test_one_attack_is_one_battle_and_the_next_costs_again() -> None:
    table = position("france armies india 5\n britain control india 3", turn="france")
    play(table, "attack britain in india", "roll 1 1", "roll 1 1", "attack britain in india", "roll 1 1", "roll 1 1")
    assert gold(table, "france") == 6
    assert control(table, "france", "india") == 2
    assert actor(table) == "britain"


# --- odds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advantage", "odds"),
    [
        (-4, (12, 44, 1240)), (-3, (56, 92, 1148)), (-2, (148, 152, 996)), (-1, (300, 220, 776)), (0, (520, 256, 520)),
        (1, (776, 220, 300)), (2, (996, 152, 148)), (3, (1148, 92, 56)), (4, (1240, 44, 12)), (5, (1284, 12, 0)),
        (6, (1296, 0, 0)), (30, (1296, 0, 0)), (-30, (0, 0, 1296)),
    ],
)  # fmt: skip
def test_odds_of_a_battle(advantage: int, odds: tuple[int, int, int]) -> None:
    assert battle_odds(advantage) == odds
