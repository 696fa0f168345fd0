"""What is printed on the board, the counters and the tiles, as flat tables; no rules.

Places have numbers: the eleven regions, then `HOME`, the home country of whoever is asked about. Powers are the seven
countries, whether a player has them or not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from rondel.kernel.data import DataError, Graph, Table, bits, read
from rondel.kernel.events import Kind

FOLDER: Final = Path(__file__).parent
_DATA: Final = FOLDER / "data"


def _load(name: str) -> Table:
    return read("struggle", _DATA, name, free=name in ("sets.toml", "counters.toml"))


# --- the board ----------------------------------------------------------------------------------------------------

_map: Final = _load("map.toml")


class Board(Graph):
    """The regions of a map file: the colonies first, then those of Europe."""

    def __init__(self, regions: Table) -> None:
        super().__init__(regions)
        self.points: list[list[int]] = []
        self.zone: list[int] = []  # [region] -> where the naval stage of an attack is fought, or -1
        self.colonies = 0
        self.seas = 0  # where navies may be
        self.americas = 0
        for region, (_, row) in enumerate(regions.tables()):
            if row.word("kind", ("colony", "europe")) == "colony":
                if self.colonies != (1 << region) - 1:
                    raise row.fail("kind", "the colonies come first")
                self.colonies |= 1 << region
            if row.flag("navies"):
                self.seas |= 1 << region
            self.zone.append(self.index[row.word("zone", self.ids)] if row.has("zone") else -1)
            if row.has("americas") and row.flag("americas"):
                self.americas |= 1 << region
            self.points.append(row.numbers("points"))
            if self.points[-1] != sorted(self.points[-1], reverse=True) or min(self.points[-1], default=0) < 1:
                raise row.fail("points", "the values go down, and each is at least 1")
            row.only("borders")
        for region, (_, row) in enumerate(regions.tables()):
            if self.colonies >> region & 1 and self.borders[region]:
                raise row.fail("borders", "a colony borders nothing")
            if self.zone[region] >= 0 and not self.seas >> self.zone[region] & 1:
                raise row.fail("zone", "should be a region with navies")


BOARD: Final = Board(_map.table("regions"))
REGIONS: Final = 11
if len(BOARD.ids) != REGIONS:
    raise DataError("map.toml", "regions", f"should be {REGIONS}")
HOME: Final = REGIONS
PLACES: Final = REGIONS + 1
AREA: Final = Kind("area", (*BOARD.ids, "home"))
"""The regions, and `home`, the country of whoever it is about."""
REGION: Final = Kind("region", BOARD.ids)
HOME_BIT: Final = 1 << HOME
COLONIES: Final[int] = BOARD.colonies
EUROPE: Final[int] = ((1 << REGIONS) - 1) & ~COLONIES
COLONY_COUNT: Final[int] = len(bits(COLONIES))
SEAS: Final[int] = BOARD.seas
AMERICAS: Final[int] = BOARD.americas
ZONE: Final[list[int]] = BOARD.zone
POINTS: Final[list[list[int]]] = BOARD.points
AFRICA: Final = BOARD.index["africa"]
OTTOMAN_EMPIRE: Final = BOARD.index["ottoman-empire"]
MEDITERRANEAN: Final = BOARD.index["mediterranean"]

_countries: Final = _map.table("countries").tables()
POWER: Final = Kind("power", tuple(id_ for id_, _ in _countries))
POWERS: Final = 7
if len(POWER) != POWERS:
    raise DataError("map.toml", "countries", f"should be {POWERS}")
COLOUR: Final[list[str]] = [row.word("colour") for _, row in _countries]


def _home_borders(corrected: bool) -> list[int]:
    """[power] -> bits of the regions adjacent to its country, with or without the correction of the printed board."""
    masks = []
    for _, row in _countries:
        names = row.words("borders", BOARD.ids)
        if row.has("corrected"):
            names = [*names, *row.words("corrected", BOARD.ids)] if corrected else names
        row.only()
        masks.append(sum(1 << BOARD.index[name] for name in set(names)))
        if masks[-1] & COLONIES:
            raise row.fail("borders", "a colony borders nothing")
    return masks


HOME_BORDERS: Final[list[int]] = _home_borders(True)
HOME_BORDERS_PRINTED: Final[list[int]] = _home_borders(False)


def _near() -> list[int]:
    """[set of European regions, the first as bit 0] -> bits of these regions and their neighbours."""
    table = []
    for some in range(1 << (REGIONS - COLONY_COUNT)):
        mask = some << COLONY_COUNT
        for region in bits(mask):
            mask |= BOARD.mask[region]
        table.append(mask)
    return table


NEAR: Final[list[int]] = _near()


def _voyages() -> list[bool]:
    """[start * PLACES + goal] -> whether a unit that goes there throws a sea die."""
    table = []
    for start in range(PLACES):
        for goal in range(PLACES):
            within_americas = AMERICAS >> start & 1 and AMERICAS >> goal & 1
            table.append(bool((COLONIES >> start | COLONIES >> goal) & 1) and not within_americas)
    return table


VOYAGE: Final[list[bool]] = _voyages()

# --- units --------------------------------------------------------------------------------------------------------

UNIT: Final = Kind("unit", ("army", "navy", "fort"))
UNITS: Final = 3
ARMY: Final = 0
NAVY: Final = 1
FORT: Final = 2

_rules: Final = _load("rules.toml")
_pieces: Final = _rules.table("pieces")
PIECES: Final[list[int]] = [_pieces.number("armies", 1), _pieces.number("navies", 1), _pieces.number("forts")]
CONTROL: Final = _pieces.number("control", 1)
_pieces.only()

# --- numbers of the rulebook ----------------------------------------------------------------------------------------

_game: Final = _rules.table("game")
WARS: Final = _game.number("wars", 1)
ROUNDS: Final[list[int]] = [0, 0, *_game.numbers("rounds")]
if len(ROUNDS) != 8 or min(ROUNDS[2:]) < 1:
    raise _game.fail("rounds", "should be six numbers, for two to seven players")
ACTIONS: Final = _game.number("actions", 1)
COUNTERS_A_WAR: Final = _game.number("counters-a-war")
_game.only()

_start: Final = _rules.table("start")
START_GOLD: Final = _start.number("gold")
START_POPULATION: Final = _start.number("population")
START_COUNTERS: Final = _start.number("counters")
START_UNITS: Final = _start.number("units", 1, sum(PIECES))
_start.only()

_money: Final = _rules.table("money")
LOAN: Final = _money.number("loan", 1)
LOAN_WITH_BANKING: Final = _money.number("loan-with-banking", 1)
ATTACK_PRICE: Final = _money.number("attack")
UPKEEP: Final = _money.number("upkeep")
INCOME_POPULATION: Final = _money.number("income-population")
INCOME_CONTROL: Final = _money.number("income-control")
_money.only()

_population: Final = _rules.table("population")
MOST_POPULATION: Final = _population.number("most", START_POPULATION)
GROWTH: Final = _population.number("growth")
BUILD_POPULATION: Final = _population.number("build")
COLONISE_POPULATION: Final = _population.number("colonise")
_population.only()

_sea: Final = _rules.table("sea")
SEA_DANGER: Final = _sea.number("danger", 0, 5)
SEA_LOST: Final = _sea.number("lost", 0, 6)
SEA_BACK: Final = _sea.number("back", SEA_LOST, 6)
NAVIGATION_BONUS: Final = _sea.number("navigation")
_sea.only()

_combat: Final = _rules.table("combat")
FORT_STRENGTH: Final = _combat.number("fort")
TRAINING_BONUS: Final = _combat.number("training")
SUPPORT_BONUS: Final = _combat.number("support")
BLOCKADE_BONUS: Final = _combat.number("support-with-blockade", SUPPORT_BONUS)
SEVEN: Final = _combat.number("seven", 2, 12)
PIRATES_STRENGTH: Final = _combat.number("pirates")
REVOLT_STRENGTH: Final = _combat.number("slave-revolt")
_combat.only()

_effects: Final = _rules.table("effects")
REFORM_POINTS: Final = _effects.number("reform")
INDUSTRY_POINTS: Final = _effects.number("industry")
AGRICULTURE_POPULATION: Final = _effects.number("agriculture")
_effects.only()

_end: Final = _rules.table("end")
REVOLUTION: Final = _end.number("revolution", 1)
PENALTIES: Final[list[int]] = _end.numbers("penalties")
_end.only()
_rules.only()

# --- counters -----------------------------------------------------------------------------------------------------

_PRINT: Final = re.compile(r"([1-6])(?:-([1-4])g|-([1-4])v)?")
_sets: Final = _load("sets.toml").tables()
"""The sets of pieces beside the standard one."""


class _Counters:
    """The different country counters, in the order of the file; those that only other sets have come last."""

    def __init__(self, table: Table) -> None:
        self.ids: list[str] = []
        self.region: list[int] = []
        self.print: list[str] = []
        self.strength: list[int] = []  # 0: Pop or Slaves
        self.gold: list[int] = []
        self.points: list[int] = []
        self.count: list[int] = []
        for region, row in table.tables():
            for printed in row.content:
                self.add(table, region, row, printed, row.number(printed, 1))
        for _, set_ in _sets:
            if set_.has("counters"):
                others = set_.table("counters")
                for region, row in others.tables():
                    for printed in row.content:
                        if f"{region}-{printed}" not in self.ids:
                            self.add(others, region, row, printed, 0)

    def add(self, table: Table, region: str, row: Table, printed: str, count: int) -> None:
        if region not in BOARD.index:
            raise table.fail(region, "unknown region")
        found = _PRINT.fullmatch(printed)
        if not found and printed not in ("pop", "slaves"):
            raise row.fail(printed, "should be pop, slaves, or a strength such as 3, 3-2g or 5-1v")
        self.ids.append(f"{region}-{printed}")
        self.region.append(BOARD.index[region])
        self.print.append(printed)
        self.strength.append(int(found[1]) if found else 0)
        self.gold.append(int(found[2] or 0) if found else 0)
        self.points.append(int(found[3] or 0) if found else 0)
        self.count.append(count)


_counters: Final = _Counters(_load("counters.toml").table("counters"))
COUNTER: Final = Kind("counter", tuple(_counters.ids))
COUNTERS: Final[int] = len(_counters.ids)
"""How many different counters there are; equal ones share a number."""
COUNTER_REGION: Final[list[int]] = _counters.region
COUNTER_PRINT: Final[list[str]] = _counters.print
STRENGTH: Final[list[int]] = _counters.strength
COUNTER_GOLD: Final[list[int]] = _counters.gold
COUNTER_POINTS: Final[list[int]] = _counters.points
COUNTER_COUNT: Final[list[int]] = _counters.count
NEUTRALS: Final[int] = sum(1 << i for i in range(COUNTERS) if STRENGTH[i])
"""Bits of the counters that can be attacked."""


def _printed(printed: str) -> list[int]:
    """[region] -> its counter with this print, or -1."""
    table = [-1] * REGIONS
    for counter in range(COUNTERS):
        if COUNTER_PRINT[counter] == printed:
            table[COUNTER_REGION[counter]] = counter
    return table


POP_COUNTER: Final[list[int]] = _printed("pop")
SLAVES_COUNTER: Final[list[int]] = _printed("slaves")
POP_MASK: Final[int] = sum(1 << counter for counter in POP_COUNTER if counter >= 0)
SLAVES_MASK: Final[int] = sum(1 << counter for counter in SLAVES_COUNTER if counter >= 0)
COUNTERS_IN: Final[list[int]] = [
    sum(1 << counter for counter in range(COUNTERS) if COUNTER_REGION[counter] == region) for region in range(REGIONS)
]
"""[region] -> bits of its counters."""

# --- tiles --------------------------------------------------------------------------------------------------------

_tiles: Final = _load("tiles.toml").table("tiles").tables()
TILE: Final = Kind("tile", tuple(id_ for id_, _ in _tiles))
TILES: Final[int] = len(TILE)
TIMING: Final = Kind("timing", ("always", "once-a-war", "removed", "returned", "at-once", "war"))
ALWAYS: Final = 0
ONCE_A_WAR: Final = 1
REMOVED: Final = 2
RETURNED: Final = 3
AT_ONCE: Final = 4
FOR_THE_WAR: Final = 5
PURPOSE: Final = Kind("purpose", ("battle", "forces", "trade", "state", "alliance", "tactics", "mischief"))
CATEGORY: Final = Kind("category", ("company", "alliance", "improvement"))


ONLY_ONE: Final = ("pirates", "slave-revolt", "blockade")
"""Tiles that lie on the map, which has room for one of each."""


class _Tiles:
    """The tiles, in the order of the file."""

    def __init__(self, rows: list[tuple[str, Table]]) -> None:
        self.category: list[str] = []
        self.purpose: list[str] = []
        self.count: list[int] = []
        self.gold: list[int] = []
        self.population: list[int] = []
        self.unrest: list[int] = []
        self.timing: list[int] = []
        self.regions: list[int] = []
        self.adds: list[int] = []  # bits of units: ARMY, NAVY
        for id_, row in rows:
            self.category.append(row.word("category", CATEGORY.ids))
            self.purpose.append(row.word("purpose", PURPOSE.ids))
            self.count.append(row.number("count", 0, 1) if id_ in ONLY_ONE else row.number("count", 0))
            self.gold.append(row.number("gold") if row.has("gold") else 0)
            self.population.append(row.number("population") if row.has("population") else 0)
            self.unrest.append(row.number("unrest") if row.has("unrest") else 0)
            self.timing.append(TIMING.index[row.word("timing", TIMING.ids)])
            names = row.words("regions", BOARD.ids) if row.has("regions") else []
            self.regions.append(sum(1 << BOARD.index[name] for name in set(names)))
            kinds = row.words("adds", UNIT.ids[:2]) if row.has("adds") else []
            self.adds.append(sum(1 << UNIT.index[kind] for kind in set(kinds)))
            if self.category[-1] != "improvement" and not self.regions[-1]:
                raise row.fail("regions", "a company or an alliance needs a region")
            if (self.category[-1] == "alliance") != bool(self.adds[-1]):
                raise row.fail("adds", "an alliance, and nothing else, adds an army or a navy")
            row.only()


_tile: Final = _Tiles(_tiles)
TILE_CATEGORY: Final[list[str]] = _tile.category
TILE_PURPOSE: Final[list[str]] = _tile.purpose
TILE_COUNT: Final[list[int]] = _tile.count
TILE_GOLD: Final[list[int]] = _tile.gold
TILE_POPULATION: Final[list[int]] = _tile.population
TILE_UNREST: Final[list[int]] = _tile.unrest
TILE_TIMING: Final[list[int]] = _tile.timing
TILE_REGIONS: Final[list[int]] = _tile.regions
TILE_ADDS: Final[list[int]] = _tile.adds


def _number(id_: str) -> int:
    if id_ not in TILE.index:
        raise DataError("tiles.toml", f"tiles.{id_}", "is missing")
    return TILE.index[id_]


# --- sets of pieces -------------------------------------------------------------------------------------------------


class Box:
    """What is in the box a table is played with: how many of each tile and counter, and what tiles cost."""

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title
        self.tile_count = TILE_COUNT[:]
        self.tile_gold = TILE_GOLD[:]
        self.tile_population = TILE_POPULATION[:]
        self.tile_unrest = TILE_UNREST[:]
        self.counter_count = COUNTER_COUNT[:]
        self.population_tiles: list[int] = []  # the tiles that cost population
        self.dear_tiles: i64 = 0  # bits of the tiles that cost more than gold

    def change(self, set_: Table) -> None:
        """Lay a set of pieces over the standard one."""
        if set_.has("tiles"):
            for id_, row in set_.table("tiles").tables():
                self._change_tile(set_, id_, row)
        if set_.has("counters"):
            for region, row in set_.table("counters").tables():
                for counter in range(COUNTERS):
                    if COUNTER_REGION[counter] == BOARD.index[region]:
                        printed = COUNTER_PRINT[counter]
                        self.counter_count[counter] = row.number(printed, 1) if row.has(printed) else 0
        if sum(self.counter_count) < FEWEST_COUNTERS:
            raise set_.fail("counters", f"should be {FEWEST_COUNTERS} at least, for the first draw of seven powers")

    def _change_tile(self, set_: Table, id_: str, row: Table) -> None:
        if id_ not in TILE.index:
            raise set_.fail(f"tiles.{id_}", "unknown tile")
        tile = TILE.index[id_]
        if row.has("count"):
            self.tile_count[tile] = row.number("count", 0, 1) if id_ in ONLY_ONE else row.number("count", 0, 255)
        if row.has("gold"):
            self.tile_gold[tile] = row.number("gold", 0, 99)
        if row.has("population"):
            self.tile_population[tile] = row.number("population", 0, MOST_POPULATION)
        if row.has("unrest"):
            self.tile_unrest[tile] = row.number("unrest", 0, 99)
        row.only()


FEWEST_COUNTERS: Final = COUNTERS_A_WAR + POWERS * START_COUNTERS
STANDARD: Final = "standard"


def _boxes() -> dict[str, Box]:
    boxes = {STANDARD: Box(STANDARD, "")}
    for name, set_ in _sets:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) or name == STANDARD:
            raise set_.fail("", "a set is named in small letters, and not 'standard'")
        box = Box(name, set_.word("title") if set_.has("title") else name)
        box.change(set_)
        set_.only()
        boxes[name] = box
    for box in boxes.values():
        box.population_tiles += [tile for tile in range(TILES) if box.tile_population[tile]]
        for tile in range(TILES):
            if box.tile_population[tile] or box.tile_unrest[tile]:
                box.dear_tiles |= 1 << tile
    return boxes


BOXES: Final[dict[str, Box]] = _boxes()

# --- tiles by name ----------------------------------------------------------------------------------------------------

COMPANIES: Final[list[int]] = [tile for tile in range(TILES) if TILE_CATEGORY[tile] == "company"]
ALLIANCES: Final[list[int]] = [tile for tile in range(TILES) if TILE_CATEGORY[tile] == "alliance"]
COMPANY_MASK: Final[int] = sum(1 << tile for tile in COMPANIES)
ALLIANCE_MASK: Final[int] = sum(1 << tile for tile in ALLIANCES)
TWO_SYMBOLS: Final[int] = sum(1 << tile for tile in ALLIANCES if TILE_ADDS[tile] == 3)
ARMY_TRAINING: Final = _number("army-training")
NAVAL_TRAINING: Final = _number("naval-training")
RESERVE: Final = _number("reserve")
WAR_OFFICE: Final = _number("war-office")
MERCENARIES: Final = _number("mercenaries")
PRESSGANGS: Final = _number("pressgangs")
TRAINED_NATIVES: Final = _number("trained-natives")
MILITIA: Final = _number("militia")
LOGISTICS: Final = _number("logistics")
BANKING: Final = _number("banking")
NAVIGATION: Final = _number("navigation")
DIPLOMATIC_SERVICE: Final = _number("diplomatic-service")
IMPROVED_AGRICULTURE: Final = _number("improved-agriculture")
GOVERNMENT_REFORM: Final = _number("government-reform")
INDUSTRY: Final = _number("industry")
PIRATES: Final = _number("pirates")
SLAVE_REVOLT: Final = _number("slave-revolt")
FIGHTING_WITHDRAWAL: Final = _number("fighting-withdrawal")
SURPRISE_ATTACK: Final = _number("surprise-attack")
BLOCKADE: Final = _number("blockade")

# --- dice ---------------------------------------------------------------------------------------------------------

ROLLS: Final[list[tuple[int, int]]] = [(low, high) for low in range(1, 7) for high in range(low, 7)]
"""The 21 throws of two dice, whatever their order."""
ROLL_WEIGHT: Final[list[int]] = [1 if low == high else 2 for low, high in ROLLS]
ROLL_DIFFERENCE: Final[list[int]] = [high - low for low, high in ROLLS]
ROLL_SEVEN: Final[list[bool]] = [low + high == SEVEN for low, high in ROLLS]
