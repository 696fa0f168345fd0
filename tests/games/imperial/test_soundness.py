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
from rondel.kernel.codec import LoadError
from tests.games.imperial.positions import play, position


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
    "a free province that counts as occupied": lambda table: setattr(table, "invaded", 1),
}


def test_a_sound_position_is_sound() -> None:
    GAME.check_all(sound())


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found(damage: str) -> None:
    table = sound()
    DAMAGE[damage](table)
    with pytest.raises(AssertionError):
        GAME.check_all(table)


@pytest.mark.parametrize(("where", "there"), [("friendly", {}), ("area", "vienna")])
def test_a_save_with_an_army_at_a_border_that_is_not_there_is_refused(where: str, there: object) -> None:
    """Found by `rondel.kernel.damage`: the army that was to say how it comes stood up from nothing."""
    table = position("austria-hungary armies vienna 2", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice")
    saved = GAME.save(table)
    GAME.load(saved)
    (saved["table"] if where == "friendly" else saved["pending"][-1])[where] = there
    with pytest.raises(LoadError, match="no army has come into a foreign province"):
        GAME.load(saved)


MANEUVER = "austria-hungary armies vienna 2 friendly venice\n italy armies venice 2\n great-britain armies london"
DAMAGED_STEPS = [
    ("march vienna to venice|enter hostile", {"unit": "fleet"}, "a unit that is not there meets others"),
    ("march vienna to venice|enter hostile", {"area": "tunis"}, "a unit that is not there meets others"),
    ("march vienna to venice|enter hostile|keep the peace", {"unit": "fleet"}, "a unit that is not there meets others"),
    (
        "march vienna to venice|enter hostile|keep the peace",
        {"waiting": ["russia"]},
        "a nation is asked that is not there",
    ),
]


@pytest.mark.parametrize(("moves", "change", "problem"), DAMAGED_STEPS)
def test_a_save_with_a_meeting_of_nobody_is_refused(moves: str, change: dict[str, object], problem: str) -> None:
    table = position(MANEUVER, turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", *moves.split("|"))
    saved = GAME.save(table)
    GAME.load(saved)
    saved["pending"][-1].update(change)
    with pytest.raises(LoadError, match=problem):
        GAME.load(saved)


def test_a_save_with_armies_that_cannot_go_is_refused() -> None:
    table = position("austria-hungary armies venice friendly venice\n russia fleets black-sea", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march venice to vienna")
    saved = GAME.save(table)
    assert saved["pending"][-1]["step"] == "ChooseArmy"
    GAME.load(saved)
    for change, problem in (({"start": "vienna"}, "no two kinds"), ({"goal": "norway"}, "no way leads there")):
        damaged = {**saved, "pending": [*saved["pending"][:-1], {**saved["pending"][-1], **change}]}
        with pytest.raises(LoadError, match=problem):
            GAME.load(damaged)


def test_a_save_with_a_convoy_of_nobody_is_refused() -> None:
    text = "great-britain armies london dublin fleets english-channel north-atlantic bay-of-biscay"
    table = position(text, turn="great-britain")
    play(table, "great-britain advances to maneuver-1", "done", "march london to portugal")
    saved = GAME.save(table)
    assert saved["pending"][-1]["step"] == "ChooseRoute"
    GAME.load(saved)
    changes = (
        ({"unit": "fleet"}, "only armies"),
        ({"unit": "friendly"}, "no army is to"),
        ({"goal": "paris"}, "no two"),
    )
    for change, problem in changes:
        damaged = {**saved, "pending": [*saved["pending"][:-1], {**saved["pending"][-1], **change}]}
        with pytest.raises(LoadError, match=problem):
            GAME.load(damaged)


def test_a_save_in_which_more_can_move_than_is_there_is_refused() -> None:
    table = position("austria-hungary armies vienna fleets trieste", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1")
    for place in ("trieste", "vienna"):
        saved = GAME.save(table)
        assert saved["table"]["unmoved"] == {place: 1}
        GAME.load(saved)
        saved["table"]["unmoved"] = {place: 2}
        with pytest.raises(LoadError, match="more can move than is there"):
            GAME.load(saved)
        play(table, "done")
