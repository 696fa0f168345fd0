"""Exchanges between players."""

import pytest

from rondel.games.colonial import GAME
from rondel.kernel.codec import LoadError
from tests.games.colonial.positions import kinds, offered, play, position, reason, step


def test_treasury_for_goods() -> None:
    table = position("seat 0 treasury 4\n seat 1 goods 3", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 2 treasury", "ask 3 goods")
    events = play(table, "1> accept")
    assert table.treasury[:2] == [2, 2]
    assert table.goods[:2] == [3, 0]
    assert {"traded", "goods-passed"} <= set(kinds(events))
    assert step(table) == "ResolveCard"


def test_a_refused_offer_changes_nothing_but_that_it_was_made() -> None:
    table = position("seat 0 treasury 4\n seat 1 goods 3", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 2 treasury", "ask 3 goods", "1> refuse")
    assert table.treasury[:2] == [4, 0]
    assert table.goods[:2] == [0, 3]
    play(table, "offer an exchange")
    assert offered(table) == ["exchange with seat 2"]
    assert reason(table, "exchange with seat 1") == "already-asked"
    play(table, "exchange with seat 2", "give 1 treasury", "2> accept")
    assert "offer an exchange" not in offered(table)
    assert reason(table, "offer an exchange") == "nobody-to-trade-with"


def test_the_same_thing_never_stands_on_both_sides_and_offers_are_not_empty() -> None:
    table = position("seat 0 treasury 4\n seat 1 treasury 4", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 0 treasury")
    assert offered(table)[0] == "ask 1 treasury"
    assert reason(table, "ask 0 treasury") == "empty-offer"
    assert reason(table, "ask 5 treasury") == "too-much-to-trade"
    play(table, "ask 4 treasury", "1> accept")
    assert table.treasury[:2] == [8, 0]
    table = position("seat 0 treasury 4\n seat 1 treasury 4", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 1 treasury")
    assert step(table) == "TradeAnswer"


def test_goods_need_a_counter_of_the_receiver() -> None:
    table = position("seat 0 goods 3\n seat 1 loans 30", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1")
    assert offered(table) == ["give 1 goods", "give 2 goods"]
    play(table, "give 2 goods", "1> accept")
    assert table.free[1] == 0


def test_exchanges_also_while_buying_ships() -> None:
    table = position("seat 0 goods 1\n seat 1 treasury 5", at="fleets")
    play(table, "offer an exchange", "exchange with seat 1", "give 1 goods", "ask 3 treasury", "1> accept")
    play(table, "0> buy a merchant fleet", "done")
    assert table.treasury[:2] == [2, 2]
    assert table.fleets[0] == 3


def test_nothing_to_exchange() -> None:
    table = position("", at="0 plays a")
    assert reason(table, "offer an exchange") == "nobody-to-trade-with"


@pytest.mark.parametrize(
    ("at", "problem"), [("0 plays a", "ResolveCard cannot lie on Round"), ("fleets", "BuyFleets cannot lie on Phase")]
)
def test_a_save_that_would_forget_to_look_for_a_winner_is_refused(at: str, problem: str) -> None:
    """Found by `rondel.kernel.damage`: the game went on though somebody had won."""
    saved = GAME.save(position("seat 0 treasury 5", at=at))
    GAME.load(saved)
    del saved["pending"][1]
    with pytest.raises(LoadError, match=problem):
        GAME.load(saved)


@pytest.mark.parametrize("place", [2, 3])
def test_a_save_with_an_exchange_in_the_middle_of_something_else_is_refused(place: int) -> None:
    """A damaged save of a random game, found by `rondel.kernel.damage`: it broke only when the offer was resumed."""
    table = position("seat 0 treasury 5 goods 1\n seat 1 treasury 5", at="0 plays a")
    play(table, "offer an exchange", "exchange with seat 1", "give 1 treasury")
    saved = GAME.save(table)
    assert saved["pending"][-1]["step"] == "TradeTerms"
    GAME.load(saved)
    saved["pending"].insert(place, saved["pending"][-1])
    with pytest.raises(LoadError, match="TradeTerms cannot lie on "):
        GAME.load(saved)
