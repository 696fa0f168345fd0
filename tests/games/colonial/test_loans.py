"""Loans: repayment, interest, and the counters they take."""

from rondel.games.colonial.components import FREE_COUNTERS
from tests.games.colonial.positions import offered, play, position, reason, resolved, step


def test_a_loan_is_a_stack_of_its_own() -> None:
    table = position("seat 0 loans 3", at="0 plays d")
    play(table, "use financier", "borrow 5", "done")
    assert table.loans[0] == (5, 3)
    assert table.treasury[0] == 5
    assert table.free[0] == FREE_COUNTERS - 3 - 8


def test_interest_is_counted_for_each_loan() -> None:
    table = position("seat 0 loans 4 2 1", at="loans")
    assert table.loans[0] == (5, 3, 2)


def test_interest_without_counters_brings_unrest() -> None:
    """35 counters, 3 ships, 31 in Loans: one left for two Loans' interest."""
    table = position("seat 0 loans 30 1", at="loans")
    assert sum(table.loans[0]) == 32
    assert table.free[0] == 0
    assert table.unrest[0] == 1


def test_a_loan_may_be_repaid_after_the_character_has_acted() -> None:
    table = position("seat 0 loans 3 goods 4", at="0 plays d")
    play(table, "use trader", "sell 4 goods")
    assert step(table) == "AfterCard"
    play(table, "repay the loan of 3")
    assert table.loans[0] == ()
    assert table.treasury[0] == 1
    assert resolved(table)


def test_repaying_is_offered_as_long_as_there_is_something_to_repay_with() -> None:
    table = position("seat 0 loans 3 2 treasury 9", at="0 plays f")
    play(table, "use ambassador", "raise the diplomacy of seat 0", "repay the loan of 2")
    assert step(table) == "AfterCard"
    play(table, "repay 1 of the loan of 3", "done")
    assert table.loans[0] == (2,)


def test_loans_may_be_repaid_while_buying_ships() -> None:
    for phase in ("fleets", "naval"):
        table = position("seat 0 loans 3 treasury 2", at=phase)
        play(table, "repay 1 of the loan of 3")
        assert table.loans[0] == (2,)
        assert reason(table, "repay the loan of 2") == "too-little-treasury"
        assert reason(table, "repay 1 of the loan of 7") == "no-such-loan"


def test_two_loans_of_the_same_size_are_alike() -> None:
    table = position("seat 0 loans 2 2 treasury 1", at="0 plays a")
    assert offered(table, "repay") == ["repay 1 of the loan of 2"]


def test_a_loan_needs_counters() -> None:
    table = position("seat 0 loans 30", at="0 plays d")
    play(table, "use financier")
    assert offered(table) == ["borrow 1", "borrow 2"]
    assert reason(table, "borrow 3") == "no-counter"
    assert reason(position("seat 0 loans 32", at="0 plays d"), "use financier") == "no-counter"


def test_nothing_to_sell() -> None:
    table = position("", at="0 plays d")
    assert reason(table, "use trader") == "no-goods"
    table = position("seat 0 goods 2", at="0 plays d")
    play(table, "use trader")
    assert reason(table, "sell 3 goods") == "too-few-goods"
