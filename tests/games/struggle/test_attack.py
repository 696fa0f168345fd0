"""Attacks: what can be attacked, payment, surprise, support of allies, alliance tiles."""

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import POWER
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


def test_an_attack_costs_two_gold_before_the_dice() -> None:
    table = position("austria armies german-states gold 1\n france control german-states", turn="austria")
    play(table, "attack france in german-states")
    assert (gold(table, "austria"), unrest(table, "austria")) == (1, 1)
    assert step(table) == "RollDice"


def test_what_can_be_attacked() -> None:
    table = position(
        """austria armies german-states baltic navies india
        france control german-states armies baltic
        spain navies baltic control india
        prussia row a control german-states
        counters german-states-3 german-states-4 central-europe-5 north-america-pop caribbean-slaves""",
        turn="austria",
    )
    assert set(offered(table, "attack")) == {
        "attack france in german-states",
        "attack france in baltic",
        "attack spain in baltic",  # a unit is enough
    }
    assert set(offered(table, "attack-neutral")) == {
        "attack neutral 3 in german-states",
        "attack neutral 4 in german-states",
    }
    assert reason(table, "attack prussia in german-states") == "is-ally"
    assert reason(table, "attack spain in india") == "needs-army"  # a navy is not enough
    assert reason(table, "attack spain in german-states") == "nobody-there"
    assert reason(table, "attack austria in german-states") == "not-yourself"
    assert reason(table, "attack russia in german-states") == "not-in-play"
    assert reason(table, "attack neutral 5 in central-europe") == "needs-army"
    assert reason(table, "attack neutral 5-1v in baltic") == "no-such-counter"


def test_option_any_unit_may_attack() -> None:
    table = position("austria navies mediterranean\n spain control ottoman-empire mediterranean", turn="austria",
                     **{"army-needed": False})  # fmt: skip
    assert set(offered(table, "attack")) == {"attack spain in mediterranean", "attack spain in ottoman-empire"}
    events = play(table, "attack spain in ottoman-empire", "roll 1 6", "roll 1 1")
    assert totals(events) == [("land", 6, 0)]  # no army, naval support and the dice; a seven costs nothing on land
    assert control(table, "austria", "ottoman-empire") == 1
    assert units(table, "austria", "navy", "mediterranean") == 1
    table = position("austria\n spain\n counters india-2", turn="austria", **{"army-needed": False})
    assert reason(table, "attack neutral 2 in india") == "needs-unit"


# --- surprise -------------------------------------------------------------------------------------------------------

SUPPORTED = """austria armies german-states 2 tiles surprise-attack
france control german-states armies german-states
spain armies german-states 2 navies baltic"""


def test_surprise_attack_keeps_the_defenders_allies_out() -> None:
    table = position(SUPPORTED, turn="austria")
    play(table, "attack france in german-states", "use surprise-attack")
    assert step(table) == "RollDice"
    assert market(table, "surprise-attack") == 1
    assert reason_after(table, "roll 1 1", "roll 1 1") == "used-this-round"


def reason_after(table: object, *moves: str) -> str:
    play(table, *moves)  # type: ignore[arg-type]
    return reason(table, "buy surprise-attack")  # type: ignore[arg-type]


def test_surprise_attack_may_be_kept() -> None:
    table = position(SUPPORTED, turn="austria")
    play(table, "attack france in german-states", "keep the tile")
    assert (step(table), actor(table)) == ("CallAllies", "france")
    assert owns(table, "austria", "surprise-attack") == 1


def test_surprise_attack_is_asked_for_only_where_the_defender_could_call_on_somebody() -> None:
    """A tile that would do nothing cannot be used up by mistake."""
    alone = SUPPORTED.replace("spain armies german-states 2 navies baltic", "spain navies baltic")
    table = position(alone, turn="austria")
    play(table, "attack france in german-states")
    assert step(table) == "RollDice"
    assert owns(table, "austria", "surprise-attack") == 1


# --- support --------------------------------------------------------------------------------------------------------

BIG = """spain armies caribbean 2 navies caribbean gold 6
france row a armies caribbean 2 navies caribbean forts caribbean
britain control caribbean armies caribbean navies caribbean
prussia navies caribbean gold 0
austria armies caribbean 3"""


def test_first_the_attacker_asks_then_the_defender_in_turn_order() -> None:
    table = position(BIG, turn="spain")
    play(table, "attack britain in caribbean")
    assert (step(table), actor(table)) == ("CallAllies", "spain")
    assert offered(table) == ["ask for all", "ask for navies", "ask for armies", "do not ask"]
    play(table, "ask for all", "offer 3")
    assert (step(table), actor(table)) == ("Answer", "france")
    play(table, "accept")
    assert (gold(table, "spain"), gold(table, "france")) == (1, 13)
    assert actor(table) == "britain"
    assert offered(table) == ["ask for navies", "do not ask"]  # Prussia first: it comes next in turn order
    assert reason(table, "ask for armies") == "ally-has-not"
    play(table, "ask for navies", "offer 0", "refuse", "ask for armies", "offer 2")
    assert actor(table) == "austria"
    play(table, "join with 0 navies 1 armies")
    assert gold(table, "austria") == 10  # less than was asked for: no gold
    assert table.fight.defender.armies == 1


def test_an_ally_chooses_what_joins_and_forts_never_do() -> None:
    table = position(BIG, turn="spain")
    play(table, "attack britain in caribbean", "ask for armies", "offer 0")
    assert set(offered(table)) == {
        "accept",
        "join with 0 navies 1 armies",
        "join with 1 navies 0 armies",
        "join with 1 navies 1 armies",
        "join with 1 navies 2 armies",
        "refuse",
    }
    play(table, "join with 1 navies 1 armies", "do not ask", "do not ask", "fight at sea", "fight at sea")
    events = play(table, "roll 1 1", "roll 1 1", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 1), ("land", 4, 1)]  # 2 armies, 1 joined, naval support


def test_gold_offered_must_be_there() -> None:
    table = position(BIG, turn="spain")
    play(table, "attack britain in caribbean", "ask for all")
    assert offered(table) == [f"offer {gold}" for gold in range(5)], "nothing but gold"
    assert reason(table, "offer 5") == "no-loans-for-offers"


def test_who_has_no_gold_asks_for_nothing_in_return() -> None:
    table = position(BIG.replace("gold 6", "gold 2"), turn="spain")
    play(table, "attack britain in caribbean", "ask for all")
    assert step(table) == "Answer"


def test_allies_help_against_neutrals_with_armies_alone() -> None:
    table = position(
        "spain armies caribbean\n france row a armies caribbean navies caribbean\n britain\n counters caribbean-2-2g",
        turn="spain",
    )
    play(table, "attack neutral 2-2g in caribbean")
    assert offered(table) == ["ask for armies", "do not ask"]
    events = play(table, "ask for armies", "offer 0", "accept", "roll 1 3", "roll 1 1")
    assert totals(events) == [("land", 4, 2)]  # an ally's navy gives no naval support here
    assert control(table, "spain", "caribbean") == 1
    assert control(table, "france", "caribbean") == 0  # only the attacker places a counter
    assert gold(table, "spain") == 10  # 10 - 2 + 2


def test_an_ally_brings_no_tiles() -> None:
    table = position(
        """spain armies india
        france row a armies india tiles army-training 3 indian-nawab
        britain control india""",
        turn="spain",
    )
    events = play(table, "attack britain in india", "ask for armies", "offer 0", "accept", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 2, 0)]


def test_powers_without_a_player_neither_ask_nor_help() -> None:
    table = position(
        "spain armies india\n france armies india\n npc britain control india\n npc prussia row a control india",
        turn="spain",
    )
    assert "attack britain in india" in offered(table)
    assert "attack prussia in india" not in offered(table)
    events = play(table, "attack britain in india", "roll 1 2", "roll 3 3")
    assert totals(events) == [("land", 2, 0)]
    assert control(table, "britain", "india") == 0
    assert control(table, "spain", "india") == 1


# --- alliance tiles -------------------------------------------------------------------------------------------------


def test_alliance_tiles_add_up_in_their_region_alone() -> None:
    table = position(
        """austria armies german-states central-europe tiles bavaria saxony cossacks
        france control german-states central-europe""",
        turn="austria",
    )
    events = play(table, "attack france in german-states", "roll 1 1", "roll 2 2")
    assert totals(events) == [("land", 3, 0)]
    events = play(table, "attack france in central-europe", "roll 1 1", "roll 2 2")
    assert totals(events) == [("land", 2, 0)]
    assert owns(table, "austria", "bavaria") == 1


def test_an_alliance_tile_strengthens_units_and_is_none() -> None:
    """Alliances: the bonus goes to the units that are there, and without a unit the defence is 0."""
    text = "austria armies german-states\n france control german-states {} tiles bavaria"
    for there, defence in (("", 0), ("armies german-states", 2), ("forts german-states", 3)):
        table = position(text.format(there), turn="austria")
        events = play(table, "attack france in german-states", "roll 1 1", "roll 1 6")
        assert totals(events) == [("land", 1, defence + 5)]


def test_option_an_alliance_tile_defends_without_units_but_is_no_unit() -> None:
    table = position(
        "austria armies german-states\n france control german-states tiles bavaria army-training",
        turn="austria",
        **{"alliance-tile-alone": True},
    )
    events = play(table, "attack france in german-states", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 1, 1)]  # no training bonus without an army or fort


def test_at_sea_an_alliance_tile_needs_a_navy_of_its_owner() -> None:
    """Navies of an ally that joined are none of the owner's: the tile with two symbols can only add an army."""
    text = """russia armies baltic tiles sweden
    austria row a navies baltic
    prussia armies baltic navies baltic control baltic"""
    table = position(text, turn="russia")
    play(table, "attack prussia in baltic", "ask for navies", "offer 0", "accept")
    assert step(table) == "NavalChoice"
    assert (table.fight.attacker.tile_navies, table.fight.attacker.tile_armies) == (0, 1)
    table = position(text, turn="russia", **{"alliance-tile-alone": True})
    play(table, "attack prussia in baltic", "ask for navies", "offer 0", "accept")
    assert step(table) == "ChooseSymbol"


def test_two_symbols_are_chosen_for_the_whole_attack_attacker_first() -> None:
    table = position(
        """russia armies baltic navies baltic tiles sweden denmark
        prussia armies baltic navies baltic control baltic""",
        turn="russia",
    )
    play(table, "attack prussia in baltic")
    assert (step(table), actor(table)) == ("ChooseSymbol", "russia")
    assert offered(table) == ["sweden adds army", "sweden adds navy"]
    events = play(table, "sweden adds navy", "denmark adds army")
    assert [each["unit"] for each in named(events, "symbol-chosen")] == ["navy", "army"]
    assert (table.fight.attacker.tile_navies, table.fight.attacker.tile_armies) == (1, 1)
    events = play(table, "fight at sea", "fight at sea", "roll 1 1", "roll 1 1", "roll 1 1", "roll 1 1")
    assert totals(events) == [("naval", 2, 1), ("land", 3, 1)]


@pytest.mark.parametrize("navies", ["", "navies baltic"])
def test_two_symbols_without_a_sea_battle_add_an_army(navies: str) -> None:
    table = position(f"russia armies baltic {navies} tiles sweden\n prussia control baltic", turn="russia")
    play(table, "attack prussia in baltic")
    assert step(table) == "RollDice"
    assert table.fight.attacker.tile_armies == 1


def test_two_symbols_are_chosen_after_allies_have_joined_and_before_the_dice() -> None:
    table = position(
        """russia armies baltic navies baltic tiles sweden
        austria row a armies baltic
        prussia armies baltic navies baltic control baltic""",
        turn="russia",
    )
    play(table, "attack prussia in baltic")
    assert (step(table), actor(table)) == ("CallAllies", "russia")
    play(table, "ask for armies", "offer 0", "accept")
    assert (step(table), actor(table)) == ("ChooseSymbol", "russia")
    play(table, "sweden adds army")
    assert step(table) == "NavalChoice"


def test_the_ottoman_tile_counts_in_both_its_regions() -> None:
    table = position(
        """russia armies ottoman-empire mediterranean tiles ottoman-alliance
        spain control ottoman-empire mediterranean""",
        turn="russia",
    )
    events = play(table, "attack spain in ottoman-empire", "roll 1 1", "roll 1 1")
    events += play(table, "attack spain in mediterranean", "roll 1 1", "roll 1 1")
    assert totals(events) == [("land", 2, 0), ("land", 2, 0)]
    assert table.row[POWER.index["russia"]] == 0


# --- reasons --------------------------------------------------------------------------------------------------------


def test_an_ally_cannot_join_with_more_than_it_has() -> None:
    table = position(
        "france armies india\n spain row a armies india navies india\n britain control india", turn="france"
    )
    play(table, "attack britain in india", "ask for navies", "offer 0")
    assert reason(table, "join with 2 navies 0 armies") == "ally-has-not"
    assert reason(table, "join with 0 navies 3 armies") == "ally-has-not"
    assert reason(table, "join with 1 navies 0 armies") == "that-is-accepting"
    assert reason(table, "join with 1 navies 1 armies") == ""
    refused = GAME.observe(table, 1)["refused"]
    assert {each["reason"]["code"] for each in refused} == {"reason.ally-has-not"}
