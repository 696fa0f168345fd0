"""The wheel: choosing a space, its price, nations without a government."""

from rondel.games.imperial import GAME
from rondel.games.imperial.components import NATION
from rondel.games.imperial.steps.turn import ChooseSlot
from tests.games.imperial.positions import flag, offered, paid, play, position, reason


def test_example_italy_from_investor_to_taxation_and_factory() -> None:
    """From Investor, Taxation is four spaces away and costs 2, Factory five and 4; the player pays the bank."""
    table = position("italy marker investor\n player 1 money 10", turn="italy")
    assert ("seat-1", "bank", 2, "rondel") in paid(play(table.copy(), "italy advances to taxation"))
    assert ("seat-1", "bank", 4, "rondel") in paid(play(table, "italy advances to factory"))


def test_the_first_space_is_free_whichever_it_is() -> None:
    table = position("", turn="italy")
    assert len(offered(table, "advance")) == 8
    assert paid(play(table, "italy advances to import")) == []


def test_up_to_three_spaces_are_free() -> None:
    table = position("france marker factory", turn="france")
    assert offered(table, "advance") == [
        "france advances to production-1",
        "france advances to maneuver-1",
        "france advances to investor",
    ]
    assert paid(play(table, "france advances to maneuver-1")) == []


def test_each_space_beyond_three_costs_two_millions_and_six_is_the_most() -> None:
    table = position("france marker factory\n player 2 money 6", turn="france")
    assert offered(table, "advance")[-1] == "france advances to maneuver-2"
    assert reason(table, "france advances to taxation") == "too-far"
    assert ("seat-2", "bank", 6, "rondel") in paid(play(table, "france advances to maneuver-2"))


def test_staying_is_not_allowed() -> None:
    assert reason(position("france marker factory", turn="france"), "france advances to factory") == "no-staying"


def test_a_player_without_the_money_does_not_get_further() -> None:
    table = position("france marker factory\n player 2 money 1", turn="france")
    assert reason(table, "france advances to import") == "too-little-money"


def test_the_price_is_the_players_never_the_treasurys() -> None:
    table = position("france marker factory treasury 20", turn="france")
    assert len(offered(table, "advance")) == 3


def test_a_nation_without_a_government_is_passed_over() -> None:
    table = position("italy flag none", turn="italy")
    step = table.pending[-1]
    assert isinstance(step, ChooseSlot)
    assert NATION.ids[step.nation] == "france"
    assert flag(table, "italy") == -1


def test_nations_move_in_the_order_of_the_board() -> None:
    table = position("", turn="austria-hungary", seats=2)
    moved = []
    for _ in range(7):
        step = table.pending[-1]
        assert isinstance(step, ChooseSlot)
        moved.append(NATION.ids[step.nation])
        play(table, f"{moved[-1]} advances to taxation" if len(moved) < 7 else f"{moved[-1]} advances to factory")
    assert moved == [*NATION.ids, "austria-hungary"]


def test_it_is_the_government_that_chooses() -> None:
    table = position("germany flag 3", turn="germany")
    assert table.pending[-1].to_act(table) == (3,)


def test_the_wheel_has_prices_only_for_what_can_be_reached() -> None:
    """Neither the space where the nation stands nor the one seven spaces on; a first space is free, wherever it is."""
    table = position("france marker factory", turn="france")
    wheel = GAME.view(table, 0)["wheel"]
    assert wheel == {"production-1": 0, "maneuver-1": 0, "investor": 0, "import": 2, "production-2": 4, "maneuver-2": 6}
    first = GAME.view(position("", turn="france"), 0)["wheel"]
    assert len(first) == 8
    assert set(first.values()) == {0}
