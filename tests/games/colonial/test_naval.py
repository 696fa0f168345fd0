"""Phases 2 and 4: Merchant Fleets, Squadrons and Privateers."""

from rondel.games.colonial.components import FLEET_PRICE, SQUADRON_PRICE
from rondel.games.colonial.steps.naval import ships_left, why_no_ship
from tests.games.colonial.positions import offered, play, position, reason


def test_fleets_up_to_the_navy() -> None:
    table = position("seat 0 treasury 9 navy 2", at="fleets")
    play(table, "buy a merchant fleet", "buy a merchant fleet", "buy a merchant fleet")
    assert reason(table, "buy a merchant fleet") == "yards-busy"
    assert (table.fleets[0], table.treasury[0]) == (5, 6)


def test_fleets_cost_treasury_and_a_counter() -> None:
    table = position("seat 0 goods 1", at="fleets")
    assert reason(table, "buy a merchant fleet") == "too-little-treasury"
    table = position("seat 0 treasury 1 loans 32", at="fleets")
    assert reason(table, "buy a merchant fleet") == "no-counter"


def test_squadrons_are_bought_in_phase_four_again_up_to_the_navy() -> None:
    table = position("seat 0 treasury 9", at="naval")
    play(table, "buy a squadron")
    assert reason(table, "buy a squadron") == "yards-busy"
    assert (table.squadrons[0], table.treasury[0]) == (2, 8)


def test_a_privateer_is_a_squadron_among_an_opponents_fleets() -> None:
    table = position("seat 0 squadrons 4", at="naval")
    play(table, "send a privateer to seat 1", "send a privateer to seat 1")
    assert table.diplomacy[0] == 2  # once for each opponent who receives any
    assert reason(table, "send a privateer to seat 1") == "enough-privateers"
    play(table, "send a privateer to seat 2", "done")
    assert table.diplomacy[0] == 1
    assert (table.squadrons[0], table.privateers(1), table.privateers(2)) == (1, 2, 1)


def test_diplomacy_zero_stays_zero() -> None:
    table = position("seat 0 squadrons 1 diplomacy 0", at="naval")
    play(table, "send a privateer to seat 1")
    assert table.diplomacy[0] == 0


def test_privateers_are_called_back_last() -> None:
    table = position("seat 0 squadrons 2 treasury 3 privateers 1 1", at="naval")
    assert "recall a privateer from seat 1" in offered(table)
    play(table, "recall a privateer from seat 1")
    assert table.squadrons[0] == 3
    assert reason(table, "send a privateer to seat 1") == "send-before-recall"
    assert reason(table, "buy a squadron") == "buy-first"
    assert reason(table, "recall a privateer from seat 1") == "no-privateer-there"


def test_the_new_first_player_begins_phase_four() -> None:
    table = position("seat 0 treasury 1\n seat 2 treasury 1\n levant counters 2 1", at="fleets")
    play(table, "0> done", "2> done", "2> buy a squadron", "2> done", "0> done")
    assert table.first == 2


def test_without_squadrons_there_is_nothing_to_send() -> None:
    table = position("seat 0 squadrons 0 treasury 1", at="naval")
    assert reason(table, "send a privateer to seat 1") == "no-squadron"
    assert reason(table, "send a privateer to seat 0") == "not-an-opponent"


def test_the_question_names_as_many_ships_as_can_be_bought() -> None:
    """None are left exactly where the reason says why, whatever it is that is lacking."""
    table = position("seat 0 navy 3 treasury 9")
    for bought in range(5):
        for treasury in range(5):
            for free in range(4):
                table.treasury[0], table.free[0] = treasury, free
                for price in (FLEET_PRICE, SQUADRON_PRICE):
                    left = ships_left(table, 0, bought, price)
                    assert (left > 0) == (why_no_ship(table, 0, bought, price, "") is None)
                    assert left <= free
                    assert left * price <= treasury
