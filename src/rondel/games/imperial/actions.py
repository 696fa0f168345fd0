"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    LANDS,
    NATION,
    PRICE,
    PROVINCES,
    ROUTES,
    SEAS,
    SHIPYARD,
    SLOT,
)
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.data import bits
from rondel.kernel.events import Kind

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
_family: Final = CATALOGUE.family
SEATS: Final = 6
PLACE_OF: Final[list[int]] = CATALOGUE.places
"""The place of an action in the list of its family, in which the last argument runs fastest."""

UNIT: Final = Kind("unit", ("army", "friendly", "fleet"))
"""A piece in a fight: a standing army, an army lying on its side, a fleet."""
ARMY: Final = 0
FRIENDLY: Final = 1
FLEET: Final = 2

OCCASION: Final = Kind("occasion", ("entering", "entered"))
"""When a nation is asked whether it fights: as its own unit enters an area, or as a foreign one enters its area."""
ENTERING: Final = 0
ENTERED: Final = 1
ANSWER: Final = Kind("answer", ("ask", "fight", "peace"))
"""A standing order: ask me each time, always fight, always keep the peace."""
ASK: Final = 0
ALWAYS_FIGHT: Final = 1
ALWAYS_PEACE: Final = 2

_PROVINCE: Final = AREA.ids[:PROVINCES]
_LAND: Final = AREA.ids[:LANDS]
_SEA: Final = AREA.ids[LANDS:]

# Setting up. The dealing and the choice of a first seat are chance's.
DEAL: Final = _family("deal-flag", "seat {seat} is dealt {nation}", seat=range(SEATS), nation=NATION)
FIRST: Final = _family("choose-first", "seat {seat} chooses first", seat=range(SEATS))
TAKE_FLAG: Final = _family("take-flag", "take the flag of {nation}", nation=NATION)

# The wheel.
ADVANCE: Final = _family("advance", "{nation} advances to {slot}", nation=NATION, slot=SLOT)
FORCE_STOP: Final = _add("force-stop", "force a stop on investor")
LET_PASS: Final = _add("let-pass", "let it pass")

# Factory, production, import.
BUILD: Final = _family("build", "build in {area}", area=_PROVINCE)
PRODUCE: Final = _family("produce", "produce in {area}", area=_PROVINCE)
PRODUCE_ALL: Final = _add("produce-all", "produce everywhere")
IMPORT_ARMY: Final = _family("import", "import {unit} in {area}", unit=("army",), area=_PROVINCE)


def _is_port(_: int, province: int) -> bool:
    return SHIPYARD[province]


IMPORT_FLEET: Final = _family("import", "import {unit} in {area}", _is_port, unit=("fleet",), area=_PROVINCE)
DONE: Final = _add("done", "done")


# Manoeuvre.
def _can_sail(start: int, sea: int) -> bool:
    """From one sea to another, and out of a port to the sea of its anchor."""
    return start - LANDS != sea if start >= LANDS else start < PROVINCES and ANCHOR[start] == SEAS[sea]


SAIL: Final = _family("sail", "sail {from} to {to}", _can_sail, **{"from": AREA.ids, "to": _SEA})


def _differ(start: int, goal: int) -> bool:
    return start != goal


MARCH: Final = _family("march", "march {from} to {to}", _differ, **{"from": _LAND, "to": _LAND})


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


def _may_meet(area: int, nation: int, own: int, target: int) -> bool:
    """At sea only fleets meet, in neutral lands only armies, which never lie down there; in provinces, all of them."""
    if area >= LANDS:
        return own == target == FLEET
    return area < PROVINCES or own == target == ARMY


FIGHT: Final = _family(
    "fight", "{own} fights {nation} {target} in {area}", _may_meet, area=AREA, nation=NATION, own=UNIT, target=UNIT
)
FIGHT_ALL: Final = _family(
    "fight-all",
    "{own} fights {nation} {target} in {area} to the last",
    _may_meet,
    area=AREA,
    nation=NATION,
    own=UNIT,
    target=UNIT,
)
"""As many pairs as there are."""
PEACE: Final = _add("peace", "keep the peace")
STAND_UP: Final = _family("turn-hostile", "an army in {area} turns hostile", area=_PROVINCE)
LIE_DOWN: Final = _family("turn-friendly", "an army in {area} turns friendly", area=_PROVINCE)
DESTROY: Final = _family("destroy", "destroy the factory in {area}", area=_PROVINCE)


def _is_outside(area: int) -> bool:
    return area >= PROVINCES


PLACE_CHIP: Final = _family("place-chip", "place a chip in {area}", _is_outside, area=AREA)

# Investing, and gifts.
BUY: Final = _family("buy", "buy {nation} {price}", nation=NATION, price=PRICE)


def _is_larger(nation: int, old: int, new: int) -> bool:
    return old < new


RAISE: Final = _family(
    "raise",
    "raise {nation} {from_price} to {to_price}",
    _is_larger,
    nation=NATION,
    from_price=PRICE,
    to_price=PRICE,
)
PASS: Final = _add("pass", "pass")
OPEN_PURSE: Final = _add("give-purse", "open the purse")
GIFTS: Final = (1, 2, 5, 10)
"""Notes in which a gift is given; several gifts make any sum."""
GIVE: Final = _family("give", "give {nation} {amount}", nation=NATION, amount=GIFTS)

# Standing orders.
OPEN_ORDERS: Final = _add("give-orders", "give standing orders")
ORDER: Final = _family("order", "when {occasion} {answer}", occasion=OCCASION, answer=ANSWER)


KIND_OF: Final[list[str]] = [action.kind for action in CATALOGUE.actions]
"""[action]"""
