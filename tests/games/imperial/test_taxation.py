"""The space Taxation, the end of the game, and the final scores."""

from rondel.games.imperial import GAME
from rondel.games.imperial.components import CHART, FACTOR
from tests.games.imperial.positions import paid, play, position, power, treasury


def test_example_germany_taxes() -> None:
    """Marker on 6, one power point; two factories, three chips, two armies, a fleet: 7 of taxes, +1, 4 and 2 points."""
    table = position(
        "germany chips denmark sweden norway armies denmark sweden fleets north-sea tax 1 power 1", turn="germany"
    )
    happened = paid(play(table, "germany advances to taxation"))
    assert ("bank", "seat-4", 1, "success-bonus") in happened
    assert ("bank", "germany", 4, "taxes") in happened
    assert power(table, "germany") == 3
    assert table.tax[4] == 2


def test_example_four_factories_and_seven_chips_give_ten_points() -> None:
    table = position(
        "italy factories rome naples venice genoa chips tunis algeria spain greece ionian-sea western-mediterranean "
        "west-balkan",
        turn="italy",
    )
    play(table, "italy advances to taxation")
    assert power(table, "italy") == 10


def test_an_occupied_factory_pays_no_tax() -> None:
    table = position("germany chips sweden\n france armies berlin", turn="germany")
    assert table.revenue(4) == 2 + 1
    table = position("germany chips sweden\n france friendly berlin", turn="germany")
    assert table.revenue(4) == 4 + 1


def test_no_bonus_when_taxes_fall_and_nothing_to_pay() -> None:
    table = position("germany tax 6\n player 4 money 3", turn="germany")
    play(table, "germany advances to taxation")
    assert table.money[4] == 3
    assert table.tax[4] == 0


def test_the_bonus_is_a_million_a_box() -> None:
    table = position(
        "germany factories berlin hamburg cologne munich danzig chips sweden norway denmark", turn="germany"
    )
    assert ("bank", "seat-4", 8, "success-bonus") in paid(play(table, "germany advances to taxation"))


def test_soldiers_pay_never_makes_the_treasury_poorer() -> None:
    table = position("germany armies berlin 6 treasury 3", turn="germany")
    play(table, "germany advances to taxation")
    assert treasury(table, "germany") == 3


def test_the_boxes_of_the_tax_chart() -> None:
    assert [CHART.box(revenue) for revenue in (0, 2, 5, 6, 7, 14, 15, 20, 25)] == [0, 0, 0, 1, 2, 9, 10, 10, 10]


def test_the_game_ends_at_once_at_25() -> None:
    table = position(
        "germany power 20 marker maneuver-1 chips sweden norway denmark holland belgium baltic-sea bonds 0 25\n"
        "player 4 money 4",
        turn="germany",
    )
    happened = play(table, "germany advances to taxation")
    assert table.over()
    assert power(table, "germany") == 25
    assert [event.kind.name for event in happened][-1] == "game-ended"


def test_example_french_bond_of_twelve_at_seventeen_points() -> None:
    """17 points give the factor 3, the bond of 12 pays 5: worth 15."""
    table = position("france power 17 bonds 0 12", turn="france")
    assert GAME.scores(table)[0] == 15


def test_score_is_interest_times_factor_plus_money() -> None:
    table = position("france power 25 bonds 0 12 1 25\n italy power 4 bonds 0 25\n player 0 money 7", turn="france")
    assert GAME.scores(table)[:2] == [7 + 5 * 5 + 0, 8 * 5]


def test_the_factors_of_the_score_track() -> None:
    assert [FACTOR[points] for points in (0, 4, 5, 9, 10, 14, 15, 19, 20, 24, 25)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def test_ties_go_to_the_credit_in_the_most_powerful_nation() -> None:
    """Ruling 32."""
    table = position(
        "france power 25 bonds 0 4 1 2\n italy power 5 bonds 1 20 \n player 0 money 0\n player 1 money 0", turn="france"
    )
    scores = GAME.scores(table)
    table.money[1] -= scores[1] - scores[0]
    assert GAME.scores(table)[0] == GAME.scores(table)[1]
    assert GAME.ranks(table)[:2] == [1, 2]


def test_players_equal_in_all_share_a_place() -> None:
    assert GAME.ranks(position("", turn="france")) == [1] * 6


def test_looking_ahead_to_the_end_does_not_show_the_others_money() -> None:
    table = position("germany chips denmark sweden norway power 24\n player 1 money 7", turn="germany")
    advance = GAME.catalogue.parse("germany advances to taxation")
    seen = [figure["params"] for figure in GAME.preview(table, 4, advance).figures if figure["name"] == "figure.money"]
    assert seen in ([], [{"seat": 4}])
