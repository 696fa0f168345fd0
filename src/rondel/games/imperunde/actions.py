"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde.components import (
    AREA,
    AREAS,
    ARMIES,
    ARTILLERY,
    CANAL,
    CANAL_COST,
    CANAL_ENDS,
    CANAL_LAND,
    CARD,
    CARD_COST,
    CAVALRY,
    COASTS,
    COLOUR,
    DIE_LOW,
    FORT,
    FRIGATE,
    HOME,
    INFANTRY,
    LAND,
    LAND_EVENT,
    LAND_NEAR,
    LANDS,
    LINE,
    POST_COST,
    SEA,
    SEA_EVENT,
    SEA_NEAR,
    SEAS,
    UNIT,
    UNIT_COST,
)
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.events import Kind

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
_family: Final = CATALOGUE.family
SEATS: Final = 6


def _enter(family: list[int], place: int, kind: str, notation: str, args: dict[str, Any]) -> None:
    """An action of a family whose arguments follow from each other."""
    family[place] = _add(kind, notation, **args)
    CATALOGUE.places[family[place]] = place


# --- chance -------------------------------------------------------------------------------------------------------

DEAL_HOME: Final[list[int]] = _family("deal-home", "seat {seat} gets {area}", seat=range(SEATS), area=HOME)
"""[seat * HOMES + homeland]"""
STARTS: Final[list[int]] = _family("starts", "seat {seat} rolls highest", seat=range(SEATS))
SPIN: Final[list[int]] = _family("spin", "the disc points at {area}", area=AREA)
LAND_EVENTS_DRAWN: Final[list[int]] = _family("land-event", "land event {event}", event=LAND_EVENT)
SEA_EVENTS_DRAWN: Final[list[int]] = _family("sea-event", "sea event {event}", event=SEA_EVENT)
DRAW: Final[list[int]] = _family("draw", "draws {card}", card=CARD)
ROLL: Final[list[int]] = [-1] * (len(COLOUR) * 6)
"""[colour * 6 + face]"""
for _place in range(len(ROLL)):
    _colour, _face = divmod(_place, 6)
    _enter(
        ROLL, _place, "roll", "{colour} {number}", {"colour": COLOUR.ids[_colour], "number": DIE_LOW[_colour] + _face}
    )
MOST_ODD: Final = 30
"""So many units roll for their lives at once; more roll in several lots."""
ODD: Final[list[int]] = _family("odd", "{number} of them odd", number=range(MOST_ODD + 1))

# --- setting up ---------------------------------------------------------------------------------------------------

SHIPS: Final = (FRIGATE, LINE)
SHIP: Final = UNIT.ids[FRIGATE:]
ARMY: Final = UNIT.ids[:ARMIES]
STATION: Final[list[int]] = _family("station", "station {unit} in {area}", unit=SHIP, area=SEA)
"""[ship * SEAS + sea]; ship 0 is the frigate, 1 the ship of the line."""
EQUIP: Final[list[int]] = _family("equip", "equip with {unit}", unit=ARMY)

# --- diplomacy ----------------------------------------------------------------------------------------------------

WAR: Final[list[int]] = _family("war", "declare war on seat {seat}", seat=range(SEATS))
PEACE: Final[list[int]] = _family("peace", "offer peace to seat {seat}", seat=range(SEATS))
MOST_POSTS: Final = 90
PROPOSE: Final[list[int]] = _family("propose", "propose a target of {target}", target=range(MOST_POSTS + 1))
AGREE: Final = _add("agree", "agree")
REJECT: Final = _add("reject", "reject")
ORDER: Final[Kind] = Kind("order", ("never", "attacked", "battles", "always"))
NEVER, WHEN_ATTACKED, IN_BATTLES, ALWAYS = range(4)
ORDERS: Final[list[int]] = _family("orders", "standing orders {order}", order=ORDER)
CLOSE: Final = _add("close", "close the talks")
GO_ON: Final = _add("go-on", "let the talks go on")

# --- money --------------------------------------------------------------------------------------------------------

BALANCES: Final = (-10, -5, 0, 5)
"""What a player does with his debt: repay 10, repay 5, leave it, borrow 5."""
BALANCE: Final[list[int]] = [-1] * len(BALANCES)
for _place, _amount in enumerate(BALANCES):
    if _amount:
        _kind_of = "repay" if _amount < 0 else "borrow"
        _enter(BALANCE, _place, _kind_of, _kind_of + " {amount}", {"amount": abs(_amount)})
    else:
        _enter(BALANCE, _place, "keep-debt", "neither repay nor borrow", {})
BUY_ARMY: Final[list[int]] = _family("buy-army", "raise {unit} in {area}", unit=UNIT.ids[: FORT + 1], area=LAND)
"""[unit * LANDS + land]; forts too."""
BUY_SHIP: Final[list[int]] = [-1] * (len(COASTS) * 2)
"""[coast * 2 + ship]"""
for _coast, (_land, _sea) in enumerate(COASTS):
    for _ship in range(2):
        _args: dict[str, Any] = {
            "unit": SHIP[_ship],
            "land": AREA.ids[_land],
            "area": SEA.ids[_sea],
            "price": UNIT_COST[FRIGATE + _ship],
        }
        _enter(BUY_SHIP, _coast * 2 + _ship, "buy-ship", "launch {unit} from {land} in {area}", _args)
BUILD_POST: Final[list[int]] = _family("build-post", "build a post in {area}", area=LAND)
DIG: Final[list[int]] = _family("dig", "dig the {canal} canal", canal=CANAL)
BUY_CARD: Final = _add("buy-card", "buy a card", price=CARD_COST)


def _priced(family: list[int], prices: list[int]) -> None:
    """What is bought says what it costs: `prices` by the first of its arguments."""
    each = len(family) // len(prices)
    for place, action in enumerate(family):
        CATALOGUE.actions[action].args["price"] = prices[place // each]


_priced(EQUIP, list(UNIT_COST[:ARMIES]))
_priced(BUY_ARMY, list(UNIT_COST[: FORT + 1]))
_priced(BUILD_POST, [POST_COST])
_priced(DIG, list(CANAL_COST))
for _canal, _action in enumerate(DIG):
    CATALOGUE.actions[_action].args["area"] = AREA.ids[CANAL_LAND[_canal]]  # where it is dug, for the map

# --- moving and fighting --------------------------------------------------------------------------------------------

MOVER: Final[Kind] = Kind("unit", ("infantry", "cavalry", "artillery", "frigate", "ship-of-the-line"))
"""What moves: armies (at sea, the freighters that carry them) and warships."""
MOVERS: Final = 5
MOVER_UNIT: Final[list[int]] = [INFANTRY, CAVALRY, ARTILLERY, FRIGATE, LINE]
MOVER_OF: Final[list[int]] = [0, 1, 2, -1, 3, 4]
"""[unit] its number among the movers."""


def _moving(unit: int, left: int, most: int) -> str:
    """In notation, a unit with one of two moves left is tired."""
    return ("tired " if left < most else "") + MOVER.ids[unit]


WAY: Final = "{piece} {from} - {to}"


def _way(piece: str, unit: str, start: int, goal: int, moves: int) -> dict[str, Any]:
    return {"piece": piece, "unit": unit, "from": AREA.ids[start], "to": AREA.ids[goal], "moves": moves}


MARCH: Final[list[int]] = [-1] * (LANDS * LANDS * 3 * 2)
"""[((start * LANDS + goal) * ARMIES + army) * 2 + moves left - 1]"""
for _start in range(LANDS):
    for _goal in range(LANDS):
        if LAND_NEAR[_start] >> _goal & 1:
            for _army, _moves in ((INFANTRY, 1), (CAVALRY, 1), (CAVALRY, 2), (ARTILLERY, 1)):
                _place = ((_start * LANDS + _goal) * ARMIES + _army) * 2 + _moves - 1
                _piece = _moving(_army, _moves, 2 if _army == CAVALRY else 1)
                _enter(MARCH, _place, "march", WAY, _way(_piece, UNIT.ids[_army], _start, _goal, _moves))


def _joined(one: int, other: int) -> bool:
    """Two sea areas that border each other, or that a canal joins."""
    return bool(SEA_NEAR[LANDS + one] >> other & 1) or (one, other) in CANAL_ENDS or (other, one) in CANAL_ENDS


SAIL: Final[list[int]] = [-1] * (SEAS * SEAS * MOVERS * 2)
"""[((start * SEAS + goal) * MOVERS + mover) * 2 + moves left - 1]"""
for _start in range(SEAS):
    for _goal in range(SEAS):
        if _start != _goal and _joined(_start, _goal):
            for _mover in range(MOVERS):
                for _moves in (1, 2):
                    _place = ((_start * SEAS + _goal) * MOVERS + _mover) * 2 + _moves - 1
                    _args = _way(_moving(_mover, _moves, 2), MOVER.ids[_mover], LANDS + _start, LANDS + _goal, _moves)
                    _enter(SAIL, _place, "sail", WAY, _args)

DISEMBARK: Final[list[int]] = [-1] * (len(COASTS) * ARMIES * 2)
"""[(coast * ARMIES + army) * 2 + moves of the freighter left - 1]"""
for _coast, (_land, _sea) in enumerate(COASTS):
    for _army in range(ARMIES):
        for _moves in (1, 2):
            _args = _way(_moving(_army, _moves, 2), UNIT.ids[_army], LANDS + _sea, _land, _moves)
            _enter(DISEMBARK, (_coast * ARMIES + _army) * 2 + _moves - 1, "land", WAY, _args)

EMBARK: Final[list[int]] = [-1] * (len(COASTS) * ARMIES)
"""[coast * ARMIES + army]"""
for _coast, (_land, _sea) in enumerate(COASTS):
    for _army in range(ARMIES):
        _args = {"unit": UNIT.ids[_army], "from": AREA.ids[_land], "to": SEA.ids[_sea]}
        _enter(EMBARK, _coast * ARMIES + _army, "embark", "{unit} embarks {from} - {to}", _args)
SINK: Final[list[int]] = _family("sink", "sink the freighters of seat {seat} in {area}", area=SEA, seat=range(SEATS))
"""[sea * SEATS + seat]"""
FIGHT_HERE: Final[list[int]] = _family("fight-here", "fight seat {seat} in {area}", area=SEA, seat=range(SEATS))
"""[sea * SEATS + seat]: ships that already lie in the same area."""
BRING: Final[list[int]] = [-1] * (AREAS * MOVERS * 2)
"""[(area * MOVERS + mover) * 2 + moves left - 1]: bring a unit from there into the battle."""
for _area in range(AREAS):
    for _mover in range(MOVERS):
        for _moves in (1, 2):
            if _area < LANDS and (_mover >= ARMIES or (_moves == 2 and _mover != CAVALRY)):
                continue
            _most = 2 if _area >= LANDS or _mover == CAVALRY else 1
            _args = {
                "piece": _moving(_mover, _moves, _most),
                "unit": MOVER.ids[_mover],
                "area": AREA.ids[_area],
                "moves": _moves,
            }
            _place = (_area * MOVERS + _mover) * 2 + _moves - 1
            _enter(BRING, _place, "bring", "bring {piece} from {area}", _args)
FIGHT: Final = _add("fight", "fight")
GIVE_UP: Final = _add("give-up", "end the battle")

LINEUPS: Final[list[tuple[int, int, int, int, int, int]]] = [
    (i, c, a, 3 - i - c - a, 0, 0) for i in range(4) for c in range(4 - i) for a in range(4 - i - c)
] + [(0, 0, 0, 0, f, 3 - f) for f in range(4)]
"""Three units that fight, by kind: on land, then at sea."""
LAND_LINEUPS: Final = 20
LINEUP: Final[list[int]] = _family(
    "line-up",
    "line up {units}",
    units=[" ".join(UNIT.ids[unit] for unit in range(6) for _ in range(counts[unit])) for counts in LINEUPS],
)

MOVED_FIRST: Final = _add("moved-first", "those that have moved fight first")
FRESH_FIRST: Final = _add("fresh-first", "those with moves left fight first")

# --- the secret service -----------------------------------------------------------------------------------------------

PLAY: Final[list[int]] = _family("play", "play {card}", card=CARD)
PASS: Final = _add("pass", "pass")
PASS_UNTIL: Final[list[int]] = _family("pass-orders", "pass, orders {order}", order=ORDER.ids[:ALWAYS])
"""[order] pass, and be asked no more than this from now on."""
AIM_SEAT: Final[list[int]] = _family("aim-seat", "at seat {seat}", seat=range(SEATS))
AIM_AREA: Final[list[int]] = _family("aim-area", "at {area}", area=AREA)
AIM_UNIT: Final[list[int]] = _family("aim-unit", "at {unit}", unit=MOVER)
OPENLY: Final = _add("openly", "look openly")
COVERTLY: Final = _add("covertly", "look covertly")
TAKE: Final[list[int]] = _family("take", "take {card}", card=CARD)
DONE: Final = _add("done", "done")


PLACE_OF: Final[list[int]] = CATALOGUE.places
"""The place of an action in its own table: what `chosen` reads its arguments from."""

KINDS: Final[Kind] = Kind("kind", tuple(dict.fromkeys(action.kind for action in CATALOGUE.actions)))
KIND_OF: Final[list[int]] = [KINDS.index[action.kind] for action in CATALOGUE.actions]
"""[action] its kind, as a number."""


def _kind(name: str) -> int:
    return KINDS.index[name]


K_MARCH: Final = _kind("march")
K_SAIL: Final = _kind("sail")
K_LAND: Final = _kind("land")
K_SINK: Final = _kind("sink")
K_FIGHT_HERE: Final = _kind("fight-here")
K_PLAY: Final = _kind("play")
K_BUY_ARMY: Final = _kind("buy-army")
K_BUY_SHIP: Final = _kind("buy-ship")
K_BUILD_POST: Final = _kind("build-post")
K_DIG: Final = _kind("dig")
K_WAR: Final = _kind("war")
K_PEACE: Final = _kind("peace")
K_PROPOSE: Final = _kind("propose")
K_ORDERS: Final = _kind("orders")
K_EMBARK: Final = _kind("embark")
K_BRING: Final = _kind("bring")
K_STATION: Final = _kind("station")
K_EQUIP: Final = _kind("equip")
K_PASS_ORDERS: Final = _kind("pass-orders")
K_TAKE: Final = _kind("take")


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
