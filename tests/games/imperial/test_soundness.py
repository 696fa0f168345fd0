"""What holds in every position is asserted of every position: one that is damaged is found."""

from collections.abc import Callable

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.actions import ARMY, FLEET, FRIENDLY
from rondel.games.imperial.components import AREA
from rondel.games.imperial.state import BANK, Table
from rondel.games.imperial.steps.decisions import GiveOrders, GivePurse
from rondel.games.imperial.steps.maneuver import ChooseArmy
from rondel.games.imperial.steps.turn import ChooseSlot
from tests.games.imperial.positions import position


def sound() -> Table:
    text = "italy armies tunis fleets naples chips algeria bonds 1 9\n germany friendly vienna\n player 2 money 4"
    return position(text, turn="italy", seats=4)


def set_money(table: Table, account: int, amount: int) -> None:
    table.money[BANK] += table.money[account] - amount
    table.money[account] = amount


def mass_armies(table: Table, nation: int, area: int) -> None:
    while table.armies_left[nation] >= 0:
        table.place(nation, ARMY, area)


DAMAGE: dict[str, Callable[[Table], object]] = {
    "a bond of a seat that is not there": lambda table: table.bond.__setitem__(0, 4),
    "a flag of a seat that is not there": lambda table: table.flag.__setitem__(0, 6),
    "the card with a seat that is not there": lambda table: setattr(table, "investor", 99),
    "a marker beside the wheel": lambda table: table.marker.__setitem__(1, 8),
    "a marker above the tax chart": lambda table: table.tax.__setitem__(1, 11),
    "too much power": lambda table: table.power.__setitem__(1, 26),
    "debts": lambda table: set_money(table, 2, -1),
    "money of an empty seat": lambda table: set_money(table, 5, 3),
    "money out of nothing": lambda table: table.money.__setitem__(2, 9),
    "a bond that is not in this game": lambda table: table.bond.__setitem__(8, 1),
    "other chips than agreed on": lambda table: setattr(table, "chip_limit", 15),
    "an order that nobody can give": lambda table: table.orders.__setitem__(0, 3),
    "too many armies": lambda table: mass_armies(table, 1, AREA.index["rome"]),
    "an army at sea": lambda table: table.place(1, ARMY, AREA.index["ionian-sea"]),
    "a fleet in a foreign port": lambda table: table.place(1, FLEET, AREA.index["trieste"]),
    "a fleet in a city without a port": lambda table: table.place(1, FLEET, AREA.index["rome"]),
    "an army lying at home": lambda table: table.place(1, FRIENDLY, AREA.index["rome"]),
    "a factory in a neutral land": lambda table: table.build_factory(1, AREA.index["tunis"]),
    "a chip in a province": lambda table: table.place_chip(1, AREA.index["rome"]),
    "two chips in one land": lambda table: table.place_chip(2, AREA.index["algeria"]),
    "units of a nation without a government": lambda table: table.flag.__setitem__(1, -1),
    "a gift beside a gift": lambda table: table.pending.extend([GivePurse(0), GivePurse(0)]),
    "orders beside no decision": lambda table: table.pending.__setitem__(-1, GiveOrders(0)),
    "a turn of no nation": lambda table: table.pending.__setitem__(-1, ChooseSlot(-1)),
    "a march from nowhere": lambda table: table.pending.append(ChooseArmy(1, -1, AREA.index["tunis"])),
    "a piece that is not counted": lambda table: table.army.__setitem__(0, 1),
}


def test_a_sound_position_is_sound() -> None:
    GAME.check_all(sound())


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found(damage: str) -> None:
    table = sound()
    DAMAGE[damage](table)
    with pytest.raises(AssertionError):
        GAME.check_all(table)
