"""The space Investor: interest, the card, players without a flag, governments; the variant without the card."""

from rondel.games.imperial import GAME
from rondel.kernel import flow
from tests.games.imperial.positions import flag, offered, paid, play, position, reason, treasury


def test_interest_is_paid_to_all_who_lent() -> None:
    table = position("italy treasury 20 bonds 1 9 2 12 2 4", turn="italy")
    happened = paid(play(table, "italy advances to investor"))
    assert ("italy", "seat-1", 4, "interest") in happened
    assert ("italy", "seat-2", 7, "interest") in happened
    assert treasury(table, "italy") == 9


def test_the_government_goes_without_its_own_interest_first() -> None:
    table = position("italy treasury 8 bonds 1 9 2 12 2 4", turn="italy")
    happened = paid(play(table, "italy advances to investor"))
    assert ("italy", "seat-2", 7, "interest") in happened
    assert ("italy", "seat-1", 1, "interest") in happened


def test_the_government_pays_the_rest_out_of_its_own_pocket() -> None:
    table = position("italy treasury 3 bonds 1 9 2 12 2 4\n player 1 money 6", turn="italy")
    happened = paid(play(table, "italy advances to investor"))
    assert ("italy", "seat-2", 3, "interest") in happened
    assert ("seat-1", "seat-2", 4, "interest") in happened
    assert table.money[1] == 2


def test_interest_that_cannot_be_paid_bars_the_space() -> None:
    """Ruling 6."""
    table = position("italy treasury 3 bonds 1 9 2 12 2 4\n player 1 money 3", turn="italy")
    assert reason(table, "italy advances to investor") == "interest-not-covered"


def test_the_card_brings_two_millions_and_an_investment() -> None:
    table = position("investor 3", turn="italy")
    assert ("bank", "seat-3", 2, "investor-card") in paid(play(table, "italy advances to investor"))
    assert flow.to_act(table) == (3,)
    assert "buy france 2" in offered(table)
    assert reason(table, "buy france 4") == "too-little-money"
    assert ("seat-3", "france", 2, "bond") in paid(play(table, "buy france 2"))
    assert table.investor == 4


def test_example_an_italian_bond_is_raised_from_four_to_twelve() -> None:
    """The 4 goes back to the pile, the 12 is taken, and only the difference of 8 is paid."""
    table = position("investor 3\n italy bonds 3 4\n player 3 money 6", turn="france")
    play(table, "france advances to investor")
    happened = play(table, "raise italy 4 to 12")
    assert paid(happened) == [("seat-3", "italy", 8, "bond")]
    assert table.credit(3, 1) == 12
    assert table.bond[9 + 1] == -1


def test_a_bond_is_not_raised_to_one_that_is_taken_nor_lowered() -> None:
    table = position("investor 3\n italy bonds 3 4 0 12\n player 3 money 30", turn="france")
    play(table, "france advances to investor")
    assert reason(table, "raise italy 4 to 12") == "bond-taken"
    assert reason(table, "raise italy 2 to 6") == "not-your-bond"
    assert "raise italy 4 to 2" not in GAME.catalogue.by_notation


def test_investing_is_a_choice() -> None:
    table = position("investor 3", turn="italy")
    play(table, "italy advances to investor", "pass")
    assert (table.money[3], table.investor) == (2, 4)


def test_players_without_a_flag_invest_too_clockwise_from_the_card() -> None:
    """Seats 4 and 5 have no flag. The card is with seat 5: it invests first, then 4, and each only once."""
    table = position("germany flag 0\n russia flag 1\n investor 5\n player 4 money 9", turn="italy")
    play(table, "italy advances to investor")
    assert flow.to_act(table) == (5,)
    play(table, "pass")
    assert flow.to_act(table) == (4,)
    assert table.money[4] == 9
    play(table, "pass")
    assert offered(table, "advance")
    assert table.investor == 0


def test_passing_over_investor_activates_the_card_after_the_space_reached() -> None:
    table = position("italy marker maneuver-1 treasury 3\n investor 3", turn="italy")
    play(table, "italy advances to import")
    assert offered(table, "import")
    play(table, "done")
    assert flow.to_act(table) == (3,)
    assert table.money[3] == 2
    assert offered(table, "buy")


def test_passing_over_pays_no_interest() -> None:
    table = position("italy marker maneuver-1 treasury 30 bonds 2 12", turn="italy")
    assert ("italy", "seat-2", 5, "interest") not in paid(play(table, "italy advances to import"))


def test_starting_on_investor_or_first_placement_is_not_passing() -> None:
    table = position("italy marker investor treasury 3\n investor 3", turn="italy")
    play(table, "italy advances to import", "done")
    assert table.money[3] == 0
    table = position("italy treasury 3\n investor 3", turn="italy")
    play(table, "italy advances to taxation")
    assert table.money[3] == 0


def test_a_greater_sum_takes_over_the_government_and_as_much_does_not() -> None:
    table = position("investor 3\n italy bonds 1 12 3 6\n player 3 money 9", turn="france")
    play(table, "france advances to investor")
    same = table.copy()
    play(same, "raise italy 6 to 9")
    assert flag(same, "italy") == 1
    more = position("investor 3\n italy bonds 1 12 3 4\n player 3 money 9", turn="france")
    play(more, "france advances to investor", "buy italy 9")
    assert flag(more, "italy") == 3
    equal = position("investor 3\n italy bonds 1 6 3 4 1 2\n player 3 money 9", turn="france")
    play(equal, "france advances to investor", "raise italy 4 to 9")
    assert flag(equal, "italy") == 3
    tie = position("investor 3\n italy bonds 1 6 3 2\n player 3 money 9", turn="france")
    play(tie, "france advances to investor", "buy italy 4")
    assert flag(tie, "italy") == 1


def test_governments_change_only_at_the_end_of_the_investor_turn() -> None:
    """Seat 3 lends Italy more than seat 1, then seat 4 (no flag) still more: only the last becomes government."""
    table = position(
        "great-britain flag 0\n germany flag 0\n italy bonds 1 6\n investor 3\n player 3 money 20\n player 4 money 20",
        turn="france",
    )
    play(table, "france advances to investor", "buy italy 9")
    assert flag(table, "italy") == 1
    happened = play(table, "buy italy 12")
    assert flag(table, "italy") == 4
    assert [event.kind.name for event in happened].count("flag-taken") == 1


def test_of_two_new_lenders_with_equal_sums_the_first_governs() -> None:
    """Ruling 25."""
    table = position(
        "great-britain flag 0\n germany flag 0\n italy bonds 1 2 3 4 4 6\n investor 3\n player 3 money 20\n"
        "player 4 money 20",
        turn="france",
    )
    play(table, "france advances to investor", "buy italy 16", "raise italy 6 to 20")
    assert flag(table, "italy") == 3


def test_a_nation_without_a_government_gains_one() -> None:
    table = position("russia flag none\n investor 3", turn="italy")
    play(table, "italy advances to investor", "buy russia 2", "pass")
    assert flag(table, "russia") == 3


def test_variant_without_the_card_all_invest_in_the_nation_that_moved() -> None:
    table = position("player 1 money 5\n player 2 money 5", turn="italy", **{"investor-card": False})
    play(table, "italy advances to taxation")
    assert flow.to_act(table) == (1,)
    assert offered(table, "buy") == ["buy italy 2", "buy italy 4"]
    assert reason(table, "buy france 2") == "only-this-nation"
    play(table, "pass")
    assert flow.to_act(table) == (2,)
    play(table, "buy italy 4", "pass", "pass", "pass", "pass")
    assert flag(table, "italy") == 2


def test_variant_without_the_card_players_without_a_flag_invest_anywhere() -> None:
    table = position("germany flag 0\n player 4 money 2", turn="italy", **{"investor-card": False})
    play(table, "italy advances to taxation", "pass", "pass", "pass")
    assert flow.to_act(table) == (4,)
    assert len(offered(table, "buy")) == 6


def test_variant_without_the_card_investor_only_pays_interest_and_passing_it_does_nothing() -> None:
    table = position("italy treasury 20 bonds 2 12\n", turn="italy", **{"investor-card": False})
    happened = paid(play(table, "italy advances to investor"))
    assert happened == [("italy", "seat-2", 5, "interest")]
    table = position("italy marker maneuver-1", turn="italy", **{"investor-card": False})
    assert paid(play(table, "italy advances to import")) == []


def test_swiss_bank_forces_a_stop() -> None:
    """Option: seat 5, without a flag, makes Italy stop on Investor; the way beyond is not paid."""
    table = position(
        "russia flag 0\n italy marker maneuver-1 treasury 9 bonds 5 12\n player 1 money 4",
        turn="italy",
        **{"swiss-bank": True},
    )
    play(table, "italy advances to maneuver-2")
    assert flow.to_act(table) == (5,)
    happened = paid(play(table, "force a stop on investor"))
    assert ("italy", "seat-5", 5, "interest") in happened
    assert table.money[1] == 4


def test_swiss_bank_may_let_it_pass_and_needs_a_treasury_that_can_pay() -> None:
    table = position(
        "russia flag 0\n italy marker maneuver-1 treasury 9 bonds 5 12", turn="italy", **{"swiss-bank": True}
    )
    play(table, "italy advances to import", "let it pass")
    assert offered(table, "import")
    poor = position(
        "russia flag 0\n italy marker maneuver-1 treasury 4 bonds 5 12", turn="italy", **{"swiss-bank": True}
    )
    play(poor, "italy advances to import")
    assert offered(poor, "import")
