"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    AREAS,
    BONDS,
    LANDS,
    NATION,
    NATIONS,
    PRICE,
    PROVINCES,
    ROUTES,
    SEAS,
    SHIPYARD,
    SLOT,
    SLOTS,
)
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.data import bits
from rondel.kernel.events import Kind

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
SEATS: Final = 6

UNIT: Final = Kind("unit", ("army", "friendly", "fleet"))
"""A piece in a fight: a standing army, an army lying on its side, a fleet."""
ARMY: Final = 0
FRIENDLY: Final = 1
FLEET: Final = 2

# Setting up. The dealing and the choice of a first seat are chance's.
DEAL: Final[list[int]] = [
    _add("deal-flag", "seat {seat} is dealt {nation}", seat=seat, nation=NATION.ids[nation])
    for seat in range(SEATS)
    for nation in range(NATIONS)
]
"""[seat * NATIONS + nation]"""
FIRST: Final[list[int]] = [_add("choose-first", "seat {seat} chooses first", seat=seat) for seat in range(SEATS)]

# The wheel.
ADVANCE: Final[list[int]] = [
    _add("advance", "{nation} advances to {slot}", nation=NATION.ids[nation], slot=SLOT.ids[slot])
    for nation in range(NATIONS)
    for slot in range(SLOTS)
]
"""[nation * SLOTS + slot]"""
FORCE_STOP: Final = _add("force-stop", "force a stop on investor")
LET_PASS: Final = _add("let-pass", "let it pass")

# Factory, production, import.
BUILD: Final[list[int]] = [_add("build", "build in {area}", area=AREA.ids[area]) for area in range(PROVINCES)]
PRODUCE: Final[list[int]] = [_add("produce", "produce in {area}", area=AREA.ids[area]) for area in range(PROVINCES)]
PRODUCE_ALL: Final = _add("produce-all", "produce everywhere")
IMPORT_ARMY: Final[list[int]] = [
    _add("import", "import {unit} in {area}", unit="army", area=AREA.ids[area]) for area in range(PROVINCES)
]
IMPORT_FLEET: Final[list[int]] = [
    _add("import", "import {unit} in {area}", unit="fleet", area=AREA.ids[area]) if SHIPYARD[area] else -1
    for area in range(PROVINCES)
]
DONE: Final = _add("done", "done")

# Manoeuvre.
SAIL: Final[list[int]] = [
    _add("sail", "sail {from} to {to}", **{"from": AREA.ids[start], "to": AREA.ids[sea]})
    if (start < PROVINCES and ANCHOR[start] == sea) or (start >= LANDS and start != sea)
    else -1
    for start in range(AREAS)
    for sea in SEAS
]
"""[start * len(SEAS) + sea]"""
MARCH: Final[list[int]] = [
    _add("march", "march {from} to {to}", **{"from": AREA.ids[start], "to": AREA.ids[goal]}) if start != goal else -1
    for start in range(LANDS)
    for goal in range(LANDS)
]
"""[start * LANDS + goal]"""


def _add_route(route: int) -> int:
    seas = [AREA.ids[SEAS[sea]] for sea in bits(route)]
    return _add("via", "via " + " ".join(seas), seas=seas)


VIA: Final[dict[int, int]] = {route: _add_route(route) for route in ROUTES}
"""[set of seas]"""
VIA_ROUTE: Final[dict[int, int]] = {action: route for route, action in VIA.items()}
SEND_HOSTILE: Final = _add("send", "send the {posture} army", posture="hostile")
SEND_FRIENDLY: Final = _add("send", "send the {posture} army", posture="friendly")
ENTER_HOSTILE: Final = _add("enter", "enter {posture}", posture="hostile")
ENTER_FRIENDLY: Final = _add("enter", "enter {posture}", posture="friendly")
FIGHT: Final[list[int]] = [
    _add(
        "fight",
        "{own} fights {nation} {target} in {area}",
        own=UNIT.ids[own],
        nation=NATION.ids[nation],
        target=UNIT.ids[target],
        area=AREA.ids[area],
    )
    for area in range(AREAS)
    for nation in range(NATIONS)
    for own in range(3)
    for target in range(3)
]
"""[((area * NATIONS + nation) * 3 + own) * 3 + target]"""
FIRST_FIGHT: Final = FIGHT[0]
PEACE: Final = _add("peace", "keep the peace")
DESTROY: Final[list[int]] = [
    _add("destroy", "destroy the factory in {area}", area=AREA.ids[area]) for area in range(PROVINCES)
]
PLACE_CHIP: Final[list[int]] = [
    _add("place-chip", "place a chip in {area}", area=AREA.ids[area]) if area >= PROVINCES else -1
    for area in range(AREAS)
]

# Investing, and gifts.
BUY: Final[list[int]] = [
    _add("buy", "buy {nation} {price}", nation=NATION.ids[nation], price=PRICE[bond])
    for nation in range(NATIONS)
    for bond in range(BONDS)
]
"""[nation * BONDS + bond]"""
RAISE: Final[list[int]] = [
    _add(
        "raise",
        "raise {nation} {from_price} to {to_price}",
        nation=NATION.ids[nation],
        from_price=PRICE[old],
        to_price=PRICE[new],
    )
    if old < new
    else -1
    for nation in range(NATIONS)
    for old in range(BONDS)
    for new in range(BONDS)
]
"""[(nation * BONDS + old) * BONDS + new]"""
PASS: Final = _add("pass", "pass")
OPEN_PURSE: Final = _add("give-purse", "open the purse")
GIFTS: Final = (1, 2, 5, 10)
"""Notes in which a gift is given; several gifts make any sum."""
GIVE: Final[list[int]] = [
    _add("give", "give {nation} {amount}", nation=NATION.ids[nation], amount=amount)
    for nation in range(NATIONS)
    for amount in GIFTS
]
"""[nation * len(GIFTS) + index of the note]"""


def _places() -> list[int]:
    places = [-1] * len(CATALOGUE)
    for table in (
        DEAL, FIRST, ADVANCE, BUILD, PRODUCE, IMPORT_ARMY, IMPORT_FLEET, SAIL, MARCH, FIGHT, DESTROY, PLACE_CHIP, BUY,
        RAISE, GIVE,
    ):  # fmt: skip
        for index, action in enumerate(table):
            if action >= 0:
                places[action] = index
    return places


PLACE_OF: Final[list[int]] = _places()
"""The place of an action in its own table: what `chosen` reads its arguments from."""


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
