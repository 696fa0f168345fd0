"""What is printed on the board, the bonds and the charts, as flat tables; no rules.

Areas have numbers: home provinces first (five a nation, in turn order), then neutral lands, then seas.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rondel.kernel.data import DataError, Graph, Table, bits, read
from rondel.kernel.events import Kind

FOLDER: Final = Path(__file__).parent
_DATA: Final = FOLDER / "data"


def _load(name: str) -> Table:
    return read("imperial", _DATA, name)


# --- nations ------------------------------------------------------------------------------------------------------

_nations: Final = _load("nations.toml").table("nations").tables()
NATION: Final = Kind("nation", tuple(id_ for id_, _ in _nations))
NATIONS: Final = 6
ARMIES: Final[list[int]] = [row.number("armies", 1, 48) for _, row in _nations]
FLEETS: Final[list[int]] = [row.number("fleets", 1, 48) for _, row in _nations]
AUSTRIA_HUNGARY: Final = NATION.index["austria-hungary"]
ITALY: Final = NATION.index["italy"]


# --- the board ----------------------------------------------------------------------------------------------------


class Map(Graph):
    """The areas of a map file, sorted into provinces, neutral lands and seas."""

    def __init__(self, areas: Table) -> None:
        super().__init__(areas)
        self.home: list[int] = []  # [area] -> nation, or -1
        self.shipyard: list[bool] = []  # [province] -> a light-blue city with a port, or a brown one
        self.anchor: list[int] = []  # [province] -> the sea of its port, or -1
        self.factory: list[int] = []  # provinces with a factory at the start
        self.neutral = 0
        self.sea = 0
        for area, (_, row) in enumerate(areas.tables()):
            if row.has("home"):
                self.home.append(NATION.index[row.word("home", NATION.ids)])
                self.shipyard.append(row.word("city", ("armaments", "shipyard")) == "shipyard")
                self.anchor.append(self.index[row.word("anchor", self.ids)] if row.has("anchor") else -1)
                if self.shipyard[-1] != (self.anchor[-1] >= 0):
                    raise row.fail("anchor", "a shipyard's city has an anchor, an armaments city has none")
                if row.has("factory") and row.flag("factory"):
                    self.factory.append(area)
            else:
                self.home.append(-1)
                if row.word("kind", ("neutral", "sea")) == "neutral":
                    self.neutral |= 1 << area
                else:
                    self.sea |= 1 << area
            row.only("borders")
        if self.home[: 5 * NATIONS] != [n for n in range(NATIONS) for _ in range(5)]:
            raise DataError(areas.file, "areas", "the provinces come first, five of each nation in turn order")
        for area, anchor in enumerate(self.anchor):
            if anchor >= 0 and not (self.sea >> anchor & 1 and self.mask[area] >> anchor & 1):
                raise DataError(
                    areas.file, f"areas.{self.ids[area]}.anchor", "should be a sea that the province borders"
                )


def load_map(table: Table) -> Map:
    return Map(table.table("areas"))


MAP: Final = load_map(_load("map.toml"))
AREA: Final = Kind("area", MAP.ids)
AREAS: Final = len(MAP.ids)
PROVINCES: Final = 5 * NATIONS
LANDS: Final = PROVINCES + len(bits(MAP.neutral))
HOME: Final[list[int]] = MAP.home
SHIPYARD: Final[list[bool]] = MAP.shipyard
ANCHOR: Final[list[int]] = MAP.anchor
START_FACTORIES: Final[list[int]] = MAP.factory
SEA_MASK: Final[int] = MAP.sea
NEUTRAL_MASK: Final[int] = MAP.neutral
LAND_MASK: Final[int] = (1 << LANDS) - 1
HOME_MASK: Final[list[int]] = [31 << 5 * nation for nation in range(NATIONS)]
NEIGHBOURS: Final[list[int]] = MAP.mask  # [area] -> bits of the areas it borders
SEAS: Final[list[int]] = bits(SEA_MASK)
if LANDS + len(SEAS) != AREAS or SEAS[0] != LANDS:
    raise DataError("map.toml", "areas", "neutral lands come after the provinces, and seas last")

# --- the wheel ----------------------------------------------------------------------------------------------------

_rondel: Final = _load("rondel.toml")
SLOT: Final = Kind("slot", tuple(_rondel.words("spaces")))
SLOTS: Final = len(SLOT)
FREE_SPACES: Final = _rondel.number("free", 0, SLOTS)
MOST_SPACES: Final = _rondel.number("most", 1, SLOTS)
SPACE_PRICE: Final = _rondel.number("price")
INVESTOR_SLOT: Final = SLOT.index["investor"]
_costs: Final = _rondel.table("costs")
FACTORY_PRICE: Final = _costs.number("factory")
IMPORT_PRICE: Final = _costs.number("import")
IMPORT_MOST: Final = _costs.number("import-most")
DESTROYERS: Final = _costs.number("destroyers", 1)
INVESTOR_BONUS: Final = _costs.number("investor-bonus")

# --- taxes and score ----------------------------------------------------------------------------------------------

_chart: Final = _load("tax_chart.toml")
_taxes: Final = _chart.table("taxes")
FACTORY_TAX: Final = _taxes.number("factory")
CHIP_TAX: Final = _taxes.number("chip")
SOLDIER_PAY: Final = _taxes.number("soldier")


class Chart:
    """The boxes of a tax chart, from the bottom: up to which revenue, how many power points, which fixed bonus."""

    def __init__(self, key: str, first: int) -> None:
        rows = _chart.rows(key)
        self.up_to: list[int] = [row.number("up-to") for row in rows]
        self.power: list[int] = [row.number("power") for row in rows]
        self.bonus: list[int] = [row.number("bonus") if row.has("bonus") else 0 for row in rows]
        self.first = first
        """The number of the lowest box, in texts: the boxes of all charts are counted through."""
        if sorted(self.up_to) != self.up_to:
            raise DataError("tax_chart.toml", key, "boxes go upwards")

    def box(self, revenue: int) -> int:
        """The box for a revenue."""
        for box, most in enumerate(self.up_to):
            if revenue <= most:
                return box
        return len(self.up_to) - 1


CHART: Final = Chart("box", 0)
CHART_2030: Final = Chart("box-2030", len(CHART.up_to))
END_POWER: Final = _chart.table("score").number("end", 1)
EARLIER_ENDS: Final[list[int]] = _chart.table("score").numbers("earlier-ends")
"""Where players may agree to end a shorter game."""
_factors: Final = _chart.table("score").numbers("from")
FACTOR: Final[list[int]] = [sum(power >= start for start in _factors) - 1 for power in range(END_POWER + 1)]

# --- bonds --------------------------------------------------------------------------------------------------------

_bonds: Final = _load("bonds.toml")
_deal: Final = _bonds.table("deal")
BONDS: Final = 9
"""Places for bonds of a nation; the last is used only with 54 bonds."""
PRICE: Final[list[int]] = _bonds.table("bonds-54").numbers("prices")
INTEREST: Final[list[int]] = _bonds.table("bonds-54").numbers("interest")
if _bonds.table("bonds").numbers("prices") != PRICE[:8] or _bonds.table("bonds").numbers("interest") != INTEREST[:8]:
    raise DataError("bonds.toml", "bonds-54", "should begin like the 48 bonds")
if len(PRICE) != BONDS or len(INTEREST) != BONDS:
    raise DataError("bonds.toml", "bonds-54", "should have nine bonds a nation")
FLAG_BOND: Final = PRICE.index(_deal.number("flag-bond"))
OTHER_BOND: Final = PRICE.index(_deal.number("other-bond"))
OTHER_BOND_54: Final = PRICE.index(_deal.number("other-bond-54"))
MONEY_A_FLAG: Final = _deal.number("money-a-flag")
OTHER_NATION: Final[list[int]] = [NATION.index[_deal.table("other").word(id_, NATION.ids)] for id_ in NATION.ids]


def _flag_sets(key: str) -> dict[int, list[int]]:
    """The flags that are shuffled, each with those that come along."""
    table = _deal.table(key)
    return {NATION.index[id_]: [NATION.index[other] for other in table.words(id_, NATION.ids)] for id_ in table.content}


FLAG_SETS: Final[dict[int, dict[int, list[int]]]] = {
    2: _flag_sets("with-2"),
    3: _flag_sets("with-3"),
    **{seats: {nation: [] for nation in range(NATIONS)} for seats in (4, 5, 6)},
}
EXPERIENCED_MONEY: Final[list[int]] = [0, 0, *_bonds.table("experienced").numbers("money")]

_printings: Final = _load("printings.toml")
CHIPS: Final = _printings.table("chips").number("default", 1)
MORE_CHIPS: Final = _printings.table("chips").number("more", CHIPS)
_edition_2030: Final = _printings.table("edition-2030")
MONEY_LEFT_2030: Final = _edition_2030.number("money-left")
SPACE_PRICE_2030: Final = _edition_2030.number("space-price")
FACTOR_PRICE_2030: Final = _edition_2030.number("factor-price")

# --- railways and convoys, worked out once from the map -----------------------------------------------------------

LAND_NEIGHBOURS: Final[list[int]] = [mask & LAND_MASK for mask in NEIGHBOURS]
SEA_NEIGHBOURS: Final[list[int]] = [(mask & SEA_MASK) >> LANDS for mask in NEIGHBOURS]
"""[area] -> bits of the seas it borders; bit 0 is the first sea."""


def _rail_table() -> list[int]:
    """[(nation * 32 + open provinces) * 5 + province] -> bits of the areas its trains reach."""
    table = []
    for nation in range(NATIONS):
        first = 5 * nation
        for free in range(32):
            for province in range(5):
                reached = (1 << province) & free
                while True:
                    wider = reached
                    for other in bits(reached):
                        wider |= (NEIGHBOURS[first + other] >> first) & free
                    if wider == reached:
                        break
                    reached = wider
                table.append(reached << first)
    return table


RAIL: Final[list[int]] = _rail_table()


def _lands_by_seas() -> list[int]:
    """[set of seas] -> bits of the lands that one of them borders."""
    table = [0] * (1 << len(SEAS))
    for seas in range(1, len(table)):
        low = (seas & -seas).bit_length() - 1
        table[seas] = table[seas & (seas - 1)] | (NEIGHBOURS[SEAS[low]] & LAND_MASK)
    return table


LANDS_BY_SEAS: Final[list[int]] = _lands_by_seas()


def connected_seas(start: int, open_seas: int) -> int:
    """The open seas that fleets link to the seas in `start`."""
    reached = start & open_seas
    while True:
        wider = reached
        for sea in bits(reached):
            wider |= SEA_NEIGHBOURS[SEAS[sea]] & open_seas
        if wider == reached:
            return reached
        reached = wider


def sea_routes(start: int, goal: int, open_seas: int) -> list[int]:
    """The smallest sets of open seas that lead from a sea in `start` to one in `goal`, shortest first."""
    found: list[int] = []
    paths = [(sea, 1 << sea) for sea in bits(start & open_seas)]
    while paths:
        longer = []
        for last, used in paths:
            if any(route & used == route for route in found):
                continue
            if goal >> last & 1:
                found.append(used)
                continue
            for sea in bits(SEA_NEIGHBOURS[SEAS[last]] & open_seas & ~used):
                longer.append((sea, used | 1 << sea))
        paths = longer
    return found


def _all_routes() -> list[int]:
    """Every set of seas that could ever be a convoy's route."""
    every = (1 << len(SEAS)) - 1
    routes: set[int] = set()
    paths = [(sea, 1 << sea) for sea in range(len(SEAS))]
    while paths:
        routes.update(used for _, used in paths)
        paths = [
            (sea, used | 1 << sea) for last, used in paths for sea in bits(SEA_NEIGHBOURS[SEAS[last]] & every & ~used)
        ]
    return sorted(routes)


ROUTES: Final[list[int]] = _all_routes()
