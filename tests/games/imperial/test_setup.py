"""Setting up: the deals for 2 to 6 players, flags left over, the investor card, the experienced players' variant."""

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.components import AREA, MAP, NATION, START_FACTORIES
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.turn import ChooseSlot
from rondel.kernel import flow
from tests.games.imperial.positions import offered, play, reason


def new(seats: int, *moves: str, **options: object) -> Table:
    table = GAME.setup(seats, options)
    assert isinstance(table, Table)
    play(table, *moves)
    return table


def six() -> Table:
    return new(6, *(f"seat {seat} is dealt {nation}" for seat, nation in enumerate(NATION.ids)))


def test_six_players_get_a_flag_and_thirteen_millions_each() -> None:
    """9 for the own nation, 4 for the one on the back: nothing is left, and every treasury holds 13."""
    table = six()
    assert table.flag == [0, 1, 2, 3, 4, 5]
    assert table.money[:6] == [0] * 6
    assert [table.treasury(nation) for nation in range(6)] == [13] * 6
    assert [table.credit(0, nation) for nation in range(6)] == [9, 0, 0, 0, 4, 0]


def test_three_players_get_two_flags_each() -> None:
    table = new(3, "seat 0 is dealt france", "seat 1 is dealt italy", "seat 2 is dealt austria-hungary")
    assert table.flag == [2, 1, 0, 2, 0, 1]
    assert table.money[:3] == [0, 0, 0]
    assert [table.treasury(nation) for nation in range(6)] == [13] * 6


def test_two_players_get_three_flags_each() -> None:
    table = new(2, "seat 0 is dealt italy", "seat 1 is dealt austria-hungary")
    assert table.flag == [1, 0, 1, 0, 1, 0]
    assert table.money[:2] == [0, 0]


def test_two_and_three_players_shuffle_only_some_flags() -> None:
    assert offered_by_chance(new(2)) == ["seat 0 is dealt austria-hungary", "seat 0 is dealt italy"]
    assert len(offered_by_chance(new(3))) == 3
    assert len(offered_by_chance(new(4))) == 6


def offered_by_chance(table: Table) -> list[str]:
    return [GAME.catalogue[action].notation for action, weight in flow.odds(table) if weight == 1]


def test_a_flag_left_over_goes_to_the_holder_of_the_four_million_bond() -> None:
    """Germany's flag is not dealt; its 4-million bond is on the back of Austria-Hungary's flag."""
    table = new(
        5,
        "seat 0 is dealt austria-hungary", "seat 1 is dealt italy", "seat 2 is dealt france",
        "seat 3 is dealt great-britain", "seat 4 is dealt russia",
    )  # fmt: skip
    assert table.flag[NATION.index["germany"]] == 0
    assert table.treasury(NATION.index["germany"]) == 4


def test_a_flag_stays_at_the_bank_if_that_bond_was_not_dealt_either() -> None:
    """Neither Russia's flag nor Great Britain's, which has Russia's bond on its back: Russia is passed over."""
    table = new(
        4,
        "seat 0 is dealt austria-hungary", "seat 1 is dealt italy", "seat 2 is dealt france", "seat 3 is dealt germany",
    )  # fmt: skip
    assert table.flag == [0, 1, 2, 1, 3, -1]
    assert table.treasury(NATION.index["russia"]) == 0


def test_the_investor_card_starts_left_of_austria_hungary() -> None:
    assert six().investor == 1
    table = new(3, "seat 0 is dealt italy", "seat 1 is dealt france", "seat 2 is dealt austria-hungary")
    assert table.investor == 0


def test_the_investor_card_starts_left_of_italy_if_nobody_has_austria_hungary() -> None:
    """Experienced players who all leave Austria-Hungary alone; seat 2 lends to Italy."""
    table = new(3, "seat 0 chooses first", deal="experienced")
    play(table, "pass", "pass", "pass", "pass", "buy italy 9", "pass", *["pass"] * 12)
    assert table.flag == [-1, 2, -1, -1, -1, -1]
    assert table.investor == 0


def test_if_nobody_lends_anything_the_game_goes_on_without_the_card() -> None:
    """Ruling 5: after each nation that is passed over, everybody may invest."""
    table = new(2, "seat 0 chooses first", *["pass"] * 12, deal="experienced")
    assert table.investor == -1
    assert "buy austria-hungary 2" in offered(table)
    play(table, "buy italy 9", "pass")
    assert table.flag[1] == 0
    play(table, "italy advances to taxation")


def test_austria_hungary_begins() -> None:
    step = six().pending[-1]
    assert isinstance(step, ChooseSlot)
    assert step.nation == 0


def test_every_nation_starts_with_the_two_factories_of_the_square_cities() -> None:
    names = [AREA.ids[area] for area in START_FACTORIES]
    assert names == [
        "vienna", "budapest", "rome", "naples", "paris", "bordeaux", "london", "liverpool", "berlin", "hamburg",
        "moscow", "odessa",
    ]  # fmt: skip
    assert sum(MAP.shipyard[area] for area in START_FACTORIES) == 6


@pytest.mark.parametrize(("seats", "money"), [(2, 40), (3, 28), (4, 22), (5, 18), (6, 15)])
def test_experienced_players_choose_their_bonds(seats: int, money: int) -> None:
    table = new(seats, "seat 1 chooses first", deal="experienced")
    assert table.money[:seats] == [money] * seats
    assert flow.to_act(table) == (1,)
    play(table, "buy austria-hungary 9", *["pass"] * (seats - 1))
    assert table.money[1] == money - 9
    assert table.treasury(0) == 9
    assert flow.to_act(table) == (2 % seats,), "the first to choose moves one seat to the left"
    assert all(move.startswith("buy italy") for move in offered(table, "buy"))


def test_experienced_players_cannot_take_what_is_gone_or_too_dear() -> None:
    table = new(6, "seat 0 chooses first", deal="experienced")
    play(table, "buy austria-hungary 9")
    assert reason(table, "buy austria-hungary 9") == "bond-taken"
    assert reason(table, "buy austria-hungary 16") == "too-little-money"


def test_experienced_players_the_largest_lender_governs() -> None:
    table = new(2, "seat 0 chooses first", deal="experienced")
    play(table, "buy austria-hungary 4", "buy austria-hungary 12")
    assert table.flag[0] == 1


def test_later_printings_54_bonds() -> None:
    """A bond of 30 pays 9; the flags' backs show 9 + 2, so 2 millions are left for each flag."""
    table = new(6, *(f"seat {seat} is dealt {nation}" for seat, nation in enumerate(NATION.ids)), bonds=54)
    assert table.money[:6] == [2] * 6
    assert [table.treasury(nation) for nation in range(6)] == [11] * 6
    table.money[1] += 60
    table.money[12] -= 60
    play(table, "austria-hungary advances to investor")
    assert "buy italy 30" in offered(table)


def test_later_printings_15_chips() -> None:
    table = new(6, *(f"seat {seat} is dealt {nation}" for seat, nation in enumerate(NATION.ids)), chips=15)
    assert table.chips_left(0) == 15


def test_without_the_investor_card_nobody_has_it() -> None:
    table = new(2, "seat 0 is dealt italy", "seat 1 is dealt austria-hungary", **{"investor-card": False})
    assert table.investor == -1
