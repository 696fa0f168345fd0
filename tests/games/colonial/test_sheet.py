"""What a second reading of the clarification sheet and of the public accounts found, each point by name."""

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import AREA, NATION
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from tests.games.colonial.positions import (
    charters,
    counters,
    dice,
    kinds,
    offered,
    owner,
    play,
    position,
    reason,
    step,
)

# --- victims are removed by the player who inflicts them ------------------------------------------------------------


def test_in_war_the_enemy_takes_the_counter_on_the_resource_or_the_spare_one() -> None:
    """Two of three counters would be left either way: the choice decides who controls the silk of the Levant."""
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n levant counters 0 3 1 4 spots silk 1"
    spots = {}
    for victim in ("remove a counter of seat 1", "remove the counter on levant-silk"):
        table = position(text, at="0 plays f")
        play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 0")
        assert offered(table) == ["remove a counter of seat 1", "remove the counter on levant-silk"]
        play(table, f"0> {victim}")
        assert (counters(table, "levant", 0), counters(table, "levant", 1)) == (3, 3)
        spots[victim] = owner(table, "levant-silk")
    assert spots == {"remove a counter of seat 1": 1, "remove the counter on levant-silk": 0}


def test_in_war_each_side_removes_the_other_s_counters() -> None:
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n congo counters 0 3 1 3 spots ivory 0 slaves 1"
    table = position(text, at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 1")
    play(table, "0> remove the counter on congo-slaves")
    assert offered(table) == ["remove a counter of seat 0", "remove the counter on congo-ivory"]
    play(table, "1> remove the counter on congo-ivory")
    assert (counters(table, "congo", 0), counters(table, "congo", 1)) == (2, 2)


def test_with_too_few_dice_the_victims_are_chosen_before_the_answer() -> None:
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n levant counters 0 4 1 3 spots silk 1"
    table = position(text, at="0 plays f", **{"dice-pool": 5})
    play(table, "use sovereign", "declare war on seat 1", "roll 1")
    play(table, "0> remove the counter on levant-silk")
    assert dice(table) == 2


def test_the_rebel_takes_the_counter_on_the_resource_or_the_spare_one() -> None:
    """A Colony with a spare counter is no longer safe behind it if somebody else stands ready."""
    text = "seat 0 prestige 3\n senegal counters 0 3 1 3 spots slaves 0 colony 0 unrest 1"
    table = position(text, at="2 plays e")
    play(table, "use rebel", "spark a rebellion in senegal", "roll 1")
    assert offered(table) == [
        "remove a counter of seat 0",
        "remove a counter of seat 1",
        "remove the counter on senegal-slaves",
    ]
    play(table, "2> remove the counter on senegal-slaves")
    assert owner(table, "senegal-slaves") == 1
    assert table.colony[AREA.index["senegal"]] == -1
    assert table.prestige[0] == 2


def test_an_owner_alone_covers_the_resource_again() -> None:
    table = position("seat 0 prestige 3\n senegal counters 0 3 colony 0 unrest 1", at="1 plays e")
    play(table, "use rebel", "spark a rebellion in senegal", "roll 1", "remove the counter on senegal-slaves")
    assert owner(table, "senegal-slaves") == 0
    assert table.colony[AREA.index["senegal"]] == 0
    assert table.area_unrest[AREA.index["senegal"]] == 0


def test_victims_that_are_all_alike_need_no_choice() -> None:
    table = position("senegal counters 0 2 colony 0 unrest 1", at="1 plays e")
    play(table, "use rebel", "spark a rebellion in senegal", "roll 2")
    assert counters(table, "senegal", 0) == 0
    table = position("cape counters 0 3 unrest 1", at="1 plays e")  # no Resource: one counter is like the other
    play(table, "use rebel", "spark a rebellion in cape", "roll 1")
    assert counters(table, "cape", 0) == 2


def test_only_counters_that_stand_there_can_be_removed() -> None:
    table = position("congo counters 0 3 1 1 spots ivory 0 slaves 1 unrest 1", at="2 plays e")
    play(table, "use rebel", "spark a rebellion in congo", "roll 1")
    assert reason(table, "remove a counter of seat 1") == "no-counter-of-theirs"
    assert reason(table, "remove the counter on brazil-sugar") == "no-counter-of-theirs"


# --- Loans may be repaid at any moment of one's turn ----------------------------------------------------------------


def test_a_loan_is_repaid_between_a_charter_and_the_closing_of_the_cargo() -> None:
    text = "seat 0 fleets 3 treasury 3 loans 2\n brazil counters 1 1\n bengal counters 2 2"
    table = position(text, at="0 plays c")
    play(table, "use merchant", "charter brazil-sugar", "offer a fee of 1", "1> accept")
    assert "repay the loan of 2" in offered(table)
    play(table, "0> repay the loan of 2")
    assert table.loans[0] == ()
    assert step(table) == "Cargo"
    assert "charter bengal-tea" in offered(table)


def test_repaying_frees_a_counter_for_the_next_good() -> None:
    """31 counters in Loans, 2 fleets and 1 Squadron: one is left, and repaying makes room for a second Good."""
    table = position("seat 0 loans 31 treasury 1\n levant counters 0 1\n", at="0 plays c")
    assert table.free[0] == 0
    play(table, "use merchant")
    assert offered(table) == ["done", "repay 1 of the loan of 31"]
    assert reason(table, "ship levant-silk") == "no-counter"
    play(table, "repay 1 of the loan of 31", "ship levant-silk")
    assert table.goods[0] == 1


CHARACTERS = {
    "a": ("seat 0 treasury 9 loans 3", ("use scientist", "use explorer")),
    "b": ("seat 0 treasury 9 loans 3\n patagonia counters 0 1", ("use viceroy", "use conqueror")),
    "c": ("seat 0 treasury 9 loans 3\n senegal counters 0 2 colony 0", ("use governor", "use merchant")),
    "d": ("seat 0 treasury 9 loans 3 goods 2", ("use financier", "use trader")),
    "e": ("seat 0 treasury 9 loans 3\n brazil counters 0 1 1 1", ("use rebel", "use missionary")),
    "f": ("seat 0 treasury 9 loans 3 diplomacy 4", ("use ambassador", "use sovereign")),
}


@pytest.mark.parametrize("card", CHARACTERS)
def test_a_loan_may_be_repaid_while_any_character_acts(card: str) -> None:
    text, moves = CHARACTERS[card]
    for move in moves:
        table = position(text, at=f"0 plays {card}")
        play(table, move)
        decision = step(table)
        play(table, "repay 1 of the loan of 3")
        assert table.loans[0] == (2,), move
        assert step(table) == decision
        assert reason(table, "repay 1 of the loan of 3") == "no-such-loan"


@pytest.mark.parametrize(
    ("card", "character", "kept"), [("a", "explorer", 1), ("a", "scientist", 2), ("c", "governor", 5)]
)
def test_what_the_chosen_character_needs_is_not_repaid(card: str, character: str, kept: int) -> None:
    """Before the character is chosen all of it may be; nothing happens in between."""
    text = f"seat 0 treasury {kept + 1} loans 2 1\n senegal counters 0 2 colony 0"
    table = position(text, at=f"0 plays {card}")
    play(table, f"use {character}")
    assert offered(table, "repay") == ["repay 1 of the loan of 2", "repay 1 of the loan of 1"]
    play(table, "repay 1 of the loan of 1")
    assert not offered(table, "repay")
    assert reason(table, "repay 1 of the loan of 2") == "too-little-treasury"


def test_the_last_repayment_wins_in_the_middle_of_a_card() -> None:
    table = position("seat 0 prestige 10 loans 1 treasury 1\n levant counters 0 1", at="0 plays c")
    play(table, "use merchant", "repay 1 of the loan of 1")
    assert table.winner == 0
    assert table.over()


# --- exchanges after a character has acted --------------------------------------------------------------------------


def test_what_the_trader_earned_is_exchanged_before_the_turn_ends() -> None:
    table = position("seat 0 goods 3\n seat 1 goods 2", at="0 plays d")
    play(table, "use trader", "sell 3 goods")
    assert step(table) == "AfterCard"
    play(table, "offer an exchange", "exchange with seat 1", "give 3 treasury", "ask 2 goods", "1> accept")
    assert (table.treasury[:2], table.goods[:2]) == ([0, 3], [2, 0])
    assert step(table) == "AfterCard"
    play(table, "0> done")
    assert step(table) != "AfterCard"


def test_with_nothing_to_repay_or_to_exchange_the_turn_ends_by_itself() -> None:
    table = position("", at="0 plays f")
    play(table, "use ambassador", "raise the diplomacy of seat 0")
    assert step(table) != "AfterCard"


# --- the cards ------------------------------------------------------------------------------------------------------


def test_all_five_cards_are_laid_at_once_unless_agreed_otherwise() -> None:
    table = GAME.setup(3)
    assert isinstance(table, Table)
    flow.play(table, -1, flow.legal(table, -1)[0])
    for _ in range(5):
        flow.play(table, 0, flow.legal(table, 0)[0])
    assert flow.to_act(table) == (1, 2)


# --- money is scarce ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "gained"), [("merchant", 0), ("both", 1)])
def test_a_chartered_good_is_the_merchant_s_and_the_owner_has_his_fee(mode: str, gained: int) -> None:
    text = "seat 0 fleets 3 treasury 3\n brazil counters 1 1"
    table = position(text, at="0 plays c", **charters(mode))
    play(table, "use merchant", "charter brazil-sugar", "offer a fee of 2", "1> accept")
    assert (table.goods[0], table.goods[1]) == (1, gained)
    assert table.treasury[:2] == [1, 2]


def test_an_owner_without_a_counter_may_still_let_a_good_go() -> None:
    text = "seat 0 fleets 3\n seat 1 loans 31 fleets 2 squadrons 1\n brazil counters 1 1"
    table = position(text, at="0 plays c")
    play(table, "use merchant")
    assert "charter brazil-sugar" in offered(table)
    table = position(f"{text}\n levant counters 0 1", at="0 plays c", **charters("both"))
    play(table, "use merchant")
    assert reason(table, "charter brazil-sugar") == "no-counter"


# --- abolition ------------------------------------------------------------------------------------------------------


def test_abolition_needs_two_spots_of_the_slave_trade() -> None:
    table = position("seat 0 diplomacy 4\n senegal counters 0 1", at="0 plays f")
    play(table, "use sovereign")
    assert reason(table, "abolish slavery") == "too-few-slaves-spots"
    table = position("senegal counters 0 1\n mozambique counters 0 1 spots slaves 0", at="0 plays f")
    events = play(table, "use sovereign", "abolish slavery")
    assert "abolished" in kinds(events)


def test_a_spot_of_the_slave_trade_is_lost_to_the_turn() -> None:
    """The opening that ended every game's slave trade: Senegal in round 1, the Sovereign in round 2."""
    table = position("seat 0 treasury 1 navigation 3", at="0 plays a")
    play(table, "use explorer", "explore senegal")
    assert owner(table, "senegal-slaves") == 0
    assert reason(position("senegal counters 0 1", at="0 plays f"), "use sovereign") == "no-war-target"


# --- reasons --------------------------------------------------------------------------------------------------------


def test_without_markers_the_rebel_says_so() -> None:
    table = position("china counters 0 1 unrest 30\n seat 1 loans 2\n cape counters 1 1", at="0 plays e")
    table.unrest[2] = 5
    table.area_unrest[AREA.index["china"]] = 30
    table.refresh()
    assert table.markers == 0
    assert reason(table, "use rebel") == ""  # China may still rebel
    table = position("seat 0 unrest 35\n seat 1 loans 2\n cape counters 1 1", at="0 plays e")
    assert reason(table, "use rebel") == "no-marker"
    assert reason(position("", at="0 plays e"), "use rebel") == "nothing-to-stir"


def test_why_the_sovereign_has_nothing_to_do() -> None:
    table = position("seat 0 diplomacy 3", at="0 plays f")
    assert reason(table, "use sovereign") == "no-war-target"
    peaceful = position("seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n seat 2 squadrons 0", at="0 plays f")
    assert reason(peaceful, "use sovereign") == "nobody-to-fight"


# --- two players ----------------------------------------------------------------------------------------------------


def test_two_players_are_spain_and_portugal() -> None:
    table = GAME.setup(2)
    assert isinstance(table, Table)
    flow.play(table, -1, GAME.catalogue.parse("seat 0 is dealt spain"))
    assert [GAME.catalogue[action].notation for action in flow.legal(table, -1)] == ["seat 1 is dealt portugal"]
    flow.play(table, -1, flow.legal(table, -1)[0])
    flow.play(table, -1, GAME.catalogue.parse("seat 0 begins"))
    assert [NATION.ids[nation] for nation in table.nation[:2]] == ["spain", "portugal"]
    assert flow.to_act(table) == (0, 1)


def test_the_goals_of_spain_and_portugal_count_with_two_players() -> None:
    table = position("seat 0 treasury 3 nation spain\n peru counters 0 1", at="0 plays b", seats=2)
    play(table, "use viceroy", "place in levant", "done", "done")
    assert table.prestige[0] == 0
    table = position("seat 0 treasury 3 nation spain\n peru counters 0 1\n explored mexico", at="0 plays b", seats=2)
    events = play(table, "use viceroy", "place in mexico", "done")
    assert "prestige-gained" in kinds(events)
    assert table.prestige[0] == 1
