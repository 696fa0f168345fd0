"""What is printed on the board, the pieces, the cards and the forms, as flat tables; no rules.

Areas have numbers: the six homelands first, then the other lands, then the sea areas.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rondel.kernel.data import Graph, Table, bits, read
from rondel.kernel.events import Kind

FOLDER: Final = Path(__file__).parent
_DATA: Final = FOLDER / "data"


def _load(name: str) -> Table:
    return read("imperunde", _DATA, name)


# --- the board ----------------------------------------------------------------------------------------------------

_map: Final = _load("map.toml")
_lands: Final = _map.table("lands")
_seas: Final = _map.table("seas")
_both: Final = Table(_map.file, "", {**_lands.content, **_seas.content})
_graph: Final = Graph(_both)

AREA: Final = Kind("area", _graph.ids)
LANDS: Final = 74
SEAS: Final = 31
AREAS: Final = LANDS + SEAS
HOMES: Final = 6
LAND: Final = Kind("area", AREA.ids[:LANDS])
SEA: Final = Kind("area", AREA.ids[LANDS:])
"""Sea areas by their own number, from 0: the area's number less LANDS."""
HOME: Final = Kind("area", AREA.ids[:HOMES])
GREAT_BRITAIN: Final = 0

VALUE: Final[list[int]] = []
"""[area]"""
HOME_DIE: Final[list[int]] = []
"""[homeland] the number of the home die that brings it; 0 for Great Britain, which is always in play."""


def _check_map() -> None:
    """Counts, values and homelands must be right, and every sentence about them names the file and the key."""
    if len(_lands.tables()) != LANDS or len(_seas.tables()) != SEAS:
        raise _map.fail("lands", f"the board has {LANDS} lands and {SEAS} sea areas")
    for number, (_, row) in enumerate([*_lands.tables(), *_seas.tables()]):
        VALUE.append(row.number("value", 1, 3))
        if number < HOMES:
            HOME_DIE.append(row.number("die", 0, 6))
            row.number("value", 2, 3)
        row.words("borders")
        row.word("area")
        row.word("value-from")
        row.only()
    if sorted(HOME_DIE) != [0, 2, 3, 4, 5, 6] or HOME_DIE[GREAT_BRITAIN]:
        raise _map.fail("lands", "the first six lands are the homelands, with the dice 0 (always in play) and 2 to 6")


_check_map()

NEIGHBOURS: Final[list[tuple[int, ...]]] = _graph.borders
"""[area] all areas that border it, lands and seas."""
LAND_NEAR: Final[list[int]] = [mask & ((1 << LANDS) - 1) for mask in _graph.mask]
"""[area] bits of the lands that border it."""
SEA_NEAR: Final[list[int]] = [mask >> LANDS for mask in _graph.mask]
"""[area] bits of the sea areas (from 0) that border it."""
LANDS_BY: Final[list[list[int]]] = [bits(mask) for mask in LAND_NEAR]
SEAS_BY: Final[list[list[int]]] = [bits(mask) for mask in SEA_NEAR]
"""[area] the same as lists: there are more lands than a small number has bits."""
LAND_VALUE: Final[list[int]] = VALUE[:LANDS]
SEA_VALUE: Final[list[int]] = VALUE[LANDS:]
ALL_LANDS: Final = (1 << LANDS) - 1
ALL_SEAS: Final = (1 << SEAS) - 1

COASTS: Final[list[tuple[int, int]]] = [
    (land, sea) for land in range(LANDS) for sea in range(SEAS) if SEA_NEAR[land] >> sea & 1
]
"""Every land with every sea area (from 0) that it touches."""


class Canal:
    """A canal: its land, the two sea areas it joins, what it costs and the posts it brings."""

    def __init__(self, row: Table) -> None:
        self.land = AREA.index[row.word("land", LAND.ids)]
        ends = row.words("joins", SEA.ids)
        if len(ends) != 2:
            raise row.fail("joins", "a canal joins two sea areas")
        self.ends: tuple[int, int] = (SEA.index[ends[0]], SEA.index[ends[1]])
        self.cost = row.number("cost", 1, 99)
        self.posts = row.number("posts", 1, 9)
        row.word("origin")
        row.only()
        for sea in self.ends:
            if not SEA_NEAR[self.land] >> sea & 1:
                raise row.fail("joins", f"{SEA.ids[sea]} does not touch {AREA.ids[self.land]}")


_canals: Final = _map.table("canals").tables()
CANAL: Final = Kind("canal", tuple(id_ for id_, _ in _canals))
CANALS: Final[list[Canal]] = [Canal(row) for _, row in _canals]
CANAL_LAND: Final[list[int]] = [canal.land for canal in CANALS]
CANAL_ENDS: Final[list[tuple[int, int]]] = [canal.ends for canal in CANALS]
CANAL_COST: Final[list[int]] = [canal.cost for canal in CANALS]
CANAL_POSTS: Final[list[int]] = [canal.posts for canal in CANALS]
CANAL_OF: Final[list[int]] = [CANAL_LAND.index(land) if land in CANAL_LAND else -1 for land in range(LANDS)]
"""[land] the canal that can be dug there, or -1."""

# --- pieces -------------------------------------------------------------------------------------------------------

_pieces: Final = _load("pieces.toml")
_units: Final = _pieces.table("units").tables()
UNIT: Final = Kind("unit", tuple(id_ for id_, _ in _units))
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
FORT: Final = 3
FRIGATE: Final = 4
LINE: Final = 5
UNITS: Final = 6
ARMIES: Final = 3
"""Infantry, cavalry and artillery come first."""
POST: Final = 6
PIECE: Final = Kind("unit", (*UNIT.ids, "post"))
PIECES: Final = 7

_dice: Final = _pieces.table("dice")
COLOUR: Final = Kind("colour", tuple(_dice.content))
DIE_LOW: Final[list[int]] = [_dice.number(id_, 1, 9) for id_ in COLOUR.ids]
"""[colour] the lowest of its six numbers; colours stand in the order in which equal numbers are sorted, last first."""

UNIT_COST: Final[list[int]] = [row.number("cost", 1, 99) for _, row in _units]
UNIT_DIE: Final[list[int]] = [COLOUR.index[row.word("die", COLOUR.ids)] for _, row in _units]
UNIT_MOVES: Final[list[int]] = [row.number("moves", 0, 2) for _, row in _units]
AGAINST_FORT: Final[list[int]] = [row.number("against-fort", -9, 9) for _, row in _units]
SHIP_MOVES: Final = 2
"""Every ship has two moves, freighters too."""
SET: Final[list[int]] = [
    *(row.number("pieces", 1, 99) for _, row in _units),
    _pieces.table("post").number("pieces", 1, 99),
]
"""[piece] how many of them one colour has."""
POST_COST: Final = _pieces.table("post").number("cost", 1, 99)
PIRATE_FRIGATES: Final = _pieces.table("pirates").number("frigate", 0, 99)
PIRATE_LINES: Final = _pieces.table("pirates").number("ship-of-the-line", 0, 99)

if UNIT.ids != ("infantry", "cavalry", "artillery", "fort", "frigate", "ship-of-the-line"):
    raise _pieces.fail("units", "the six kinds of units, in this order: armies, fort, frigate, ship-of-the-line")
for _, _row in _units:
    _row.only()

# --- cards --------------------------------------------------------------------------------------------------------

_cards: Final = _load("cards.toml").table("cards").tables()
CARD: Final = Kind("card", tuple(id_ for id_, _ in _cards))
CARDS: Final = 18
CARD_COUNT: Final[list[int]] = [row.number("count", 1, 48) for _, row in _cards]
CARD_WHEN: Final[list[str]] = [
    row.word("when", ("any", "battle", "investments", "diplomacy", "income", "answer")) for _, row in _cards
]
for _, _row in _cards:
    _row.only()
(
    ARMISTICE, TREASON, PIRATES_CARD, FREEBOOTERS, HUSSAR_RAID, DECLARATION, AMBUSH, SURPRISE, FORGED_SEA, FORGED_LAND,
    SMUGGLING, SABOTAGE, TREATY, PLUNDER, REBELLION, EXPOSE, COUNTER, CAPTURE,
) = range(CARDS)  # fmt: skip
if len(CARD.ids) != CARDS or CARD.ids[ARMISTICE] != "armistice" or CARD.ids[CAPTURE] != "capture":
    raise _load("cards.toml").fail("cards", "the 18 kinds of cards in the order of the rulebook")

# --- money, targets, setting up, discs -----------------------------------------------------------------------------

_rules: Final = _load("rules.toml")
_budget: Final = _rules.table("budget")
HOME_TAX: Final = _budget.number("home-tax")
PEACE_DIVIDEND: Final = _budget.number("peace-dividend")
POST_TAX: Final = _budget.number("post-tax")
INTEREST: Final = _budget.number("interest-per-cent", 0, 100)
LOAN: Final = _budget.number("loan", 1, 25)
REPAYMENTS: Final[list[int]] = _budget.numbers("repayments")
MOST_DEBT: Final = _budget.number("most-debt", 0, 99)
CARD_COST: Final = _budget.number("card-cost", 1, 99)
MOST_CARDS: Final = _budget.number("most-cards", 0, 48)
MILITARY_A_POST: Final = _budget.number("military-a-post", 0, 99)
_budget.only()

_targets: Final = _rules.table("targets")
TARGETS: Final[dict[int, list[int]]] = {seats: _targets.numbers(f"with-{seats}") for seats in range(3, 7)}
LENGTHS: Final = ("short", "normal", "long")
for _seats, _row_of in TARGETS.items():
    if len(_row_of) != 3 or sorted(_row_of) != _row_of:
        raise _targets.fail(f"with-{_seats}", "three numbers: short, normal, long")

_setup: Final = _rules.table("setup")
COLONIES_WORTH: Final = _setup.number("colonies-worth", 1, 20)
EXTRA_WORTH: Final = _setup.number("extra-worth", 0, 20)
START_FORCE: Final[list[int]] = [_setup.table("homeland").number(id_, 0, 9) if id_ != "fort" else 0 for id_ in UNIT.ids]

_round: Final = _rules.table("round")
LAND_EVENTS: Final = _round.number("land-events", 0, 40)
SEA_EVENTS: Final = _round.number("sea-events", 0, 20)
REBELS_OF_CARD: Final = _round.number("rebellion", 1, 20)
SMUGGLED: Final = _round.number("smuggled", 1, 20)
PIRATES_OF_CARD: Final = _round.number("card-pirates", 1, 20)
_round.only()

LAND_EVENT: Final = Kind("land-event", ("volunteers", "trade", "famine", "epidemic", "unrest", "uprising"))
VOLUNTEERS, TRADE, FAMINE, EPIDEMIC, UNREST, UPRISING = range(6)
SEA_EVENT: Final = Kind("sea-event", ("storm", "calm", "fair-winds", "pirates"))
STORM, CALM, FAIR_WINDS, PIRATES_EVENT = range(4)
DISC: Final = ("even", "mild")
LAND_DISC: Final[list[list[int]]] = [
    [_rules.table("disc").table(disc).table("land").number(id_, 0, 99) for id_ in LAND_EVENT.ids] for disc in DISC
]
SEA_DISC: Final[list[list[int]]] = [
    [_rules.table("disc").table(disc).table("sea").number(id_, 0, 99) for id_ in SEA_EVENT.ids] for disc in DISC
]

# --- ways over the board ---------------------------------------------------------------------------------------------

AREA_BITS: Final[list[int]] = [1 << area for area in range(AREAS)]


def areas(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    return bits(mask)
