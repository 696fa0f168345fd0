"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.components import (
    AREA,
    AREAS,
    ARMIES,
    ARTILLERY,
    CANAL,
    CANAL_ENDS,
    CARD,
    CAVALRY,
    COASTS,
    COLOUR,
    DIE_LOW,
    FORT,
    FRIGATE,
    HOME,
    HOMES,
    INFANTRY,
    LAND_EVENT,
    LAND_NEAR,
    LANDS,
    LINE,
    SEA,
    SEA_EVENT,
    SEA_NEAR,
    SEAS,
    UNIT,
)
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.events import Kind

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
SEATS: Final = 6

# --- chance -------------------------------------------------------------------------------------------------------

DEAL_HOME: Final[list[int]] = [
    _add("deal-home", "seat {seat} gets {area}", seat=seat, area=HOME.ids[home])
    for seat in range(SEATS)
    for home in range(HOMES)
]
"""[seat * HOMES + homeland]"""
STARTS: Final[list[int]] = [_add("starts", "seat {seat} rolls highest", seat=seat) for seat in range(SEATS)]
SPIN: Final[list[int]] = [_add("spin", "the disc points at {area}", area=AREA.ids[area]) for area in range(AREAS)]
LAND_EVENTS_DRAWN: Final[list[int]] = [_add("land-event", "land event {event}", event=id_) for id_ in LAND_EVENT.ids]
SEA_EVENTS_DRAWN: Final[list[int]] = [_add("sea-event", "sea event {event}", event=id_) for id_ in SEA_EVENT.ids]
DRAW: Final[list[int]] = [_add("draw", "draws {card}", card=id_) for id_ in CARD.ids]
ROLL: Final[list[int]] = [
    _add("roll", "{colour} {number}", colour=COLOUR.ids[colour], number=DIE_LOW[colour] + face)
    for colour in range(len(COLOUR))
    for face in range(6)
]
"""[colour * 6 + face]"""
MOST_ODD: Final = 30
"""So many units roll for their lives at once; more roll in several lots."""
ODD: Final[list[int]] = [_add("odd", "{number} of them odd", number=number) for number in range(MOST_ODD + 1)]

# --- setting up ---------------------------------------------------------------------------------------------------

SHIPS: Final = (FRIGATE, LINE)
STATION: Final[list[int]] = [
    _add("station", "station {unit} in {area}", unit=UNIT.ids[SHIPS[ship]], area=SEA.ids[sea])
    for ship in range(2)
    for sea in range(SEAS)
]
"""[ship * SEAS + sea]; ship 0 is the frigate, 1 the ship of the line."""
EQUIP: Final[list[int]] = [_add("equip", "equip with {unit}", unit=UNIT.ids[army]) for army in range(ARMIES)]

# --- diplomacy ----------------------------------------------------------------------------------------------------

WAR: Final[list[int]] = [_add("war", "declare war on seat {seat}", seat=seat) for seat in range(SEATS)]
PEACE: Final[list[int]] = [_add("peace", "offer peace to seat {seat}", seat=seat) for seat in range(SEATS)]
MOST_POSTS: Final = 90
PROPOSE: Final[list[int]] = [
    _add("propose", "propose a target of {target}", target=target) for target in range(MOST_POSTS + 1)
]
AGREE: Final = _add("agree", "agree")
REJECT: Final = _add("reject", "reject")
ORDER: Final[Kind] = Kind("order", ("never", "attacked", "battles", "always"))
NEVER, WHEN_ATTACKED, IN_BATTLES, ALWAYS = range(4)
ORDERS: Final[list[int]] = [_add("orders", "standing orders {order}", order=id_) for id_ in ORDER.ids]
CLOSE: Final = _add("close", "close the talks")
GO_ON: Final = _add("go-on", "let the talks go on")

# --- money --------------------------------------------------------------------------------------------------------

BALANCES: Final = (-10, -5, 0, 5)
"""What a player does with his debt: repay 10, repay 5, leave it, borrow 5."""
BALANCE: Final[list[int]] = [
    _add("repay", "repay {amount}", amount=10),
    _add("repay", "repay {amount}", amount=5),
    _add("keep-debt", "neither repay nor borrow"),
    _add("borrow", "borrow {amount}", amount=5),
]
BUY_ARMY: Final[list[int]] = [
    _add("buy-army", "raise {unit} in {area}", unit=UNIT.ids[unit], area=AREA.ids[land])
    for unit in range(FORT + 1)
    for land in range(LANDS)
]
"""[unit * LANDS + land]; forts too."""
BUY_SHIP: Final[list[int]] = [
    _add(
        "buy-ship",
        "launch {unit} from {land} in {area}",
        unit=UNIT.ids[SHIPS[ship]],
        land=AREA.ids[land],
        area=SEA.ids[sea],
    )
    for land, sea in COASTS
    for ship in range(2)
]
"""[coast * 2 + ship]"""
BUILD_POST: Final[list[int]] = [
    _add("build-post", "build a post in {area}", area=AREA.ids[land]) for land in range(LANDS)
]
DIG: Final[list[int]] = [_add("dig", "dig the {canal} canal", canal=id_) for id_ in CANAL.ids]
BUY_CARD: Final = _add("buy-card", "buy a card")

# --- moving and fighting --------------------------------------------------------------------------------------------

MOVER: Final[Kind] = Kind("unit", ("infantry", "cavalry", "artillery", "frigate", "ship-of-the-line"))
"""What moves: armies (at sea, the freighters that carry them) and warships."""
MOVERS: Final = 5
MOVER_UNIT: Final = (INFANTRY, CAVALRY, ARTILLERY, FRIGATE, LINE)
MOVER_OF: Final = (0, 1, 2, -1, 3, 4)
"""[unit] its number among the movers."""


def _moving(unit: int, left: int, most: int) -> str:
    """In notation, a unit with one of two moves left is tired."""
    return ("tired " if left < most else "") + MOVER.ids[unit]


MARCH: Final[list[int]] = [-1] * (LANDS * LANDS * 3 * 2)
"""[((start * LANDS + goal) * ARMIES + army) * 2 + moves left - 1]"""
for _start in range(LANDS):
    for _goal in range(LANDS):
        if LAND_NEAR[_start] >> _goal & 1:
            for _army, _moves in ((INFANTRY, 1), (CAVALRY, 1), (CAVALRY, 2), (ARTILLERY, 1)):
                MARCH[((_start * LANDS + _goal) * ARMIES + _army) * 2 + _moves - 1] = _add(
                    "march", "{piece} {from} - {to}",
                    **{"piece": _moving(_army, _moves, 2 if _army == CAVALRY else 1), "unit": UNIT.ids[_army],
                       "from": AREA.ids[_start], "to": AREA.ids[_goal], "moves": _moves},
                )  # fmt: skip


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
                    SAIL[((_start * SEAS + _goal) * MOVERS + _mover) * 2 + _moves - 1] = _add(
                        "sail", "{piece} {from} - {to}",
                        **{"piece": _moving(_mover, _moves, 2), "unit": MOVER.ids[_mover], "from": SEA.ids[_start],
                           "to": SEA.ids[_goal], "moves": _moves},
                    )  # fmt: skip

DISEMBARK: Final[list[int]] = [-1] * (len(COASTS) * ARMIES * 2)
"""[(coast * ARMIES + army) * 2 + moves of the freighter left - 1]"""
for _coast, (_land, _sea) in enumerate(COASTS):
    for _army in range(ARMIES):
        for _moves in (1, 2):
            DISEMBARK[(_coast * ARMIES + _army) * 2 + _moves - 1] = _add(
                "land", "{piece} {from} - {to}",
                **{"piece": _moving(_army, _moves, 2), "unit": UNIT.ids[_army], "from": SEA.ids[_sea],
                   "to": AREA.ids[_land], "moves": _moves},
            )  # fmt: skip

EMBARK: Final[list[int]] = [
    _add(
        "embark", "{unit} embarks {from} - {to}", **{"unit": UNIT.ids[army], "from": AREA.ids[land], "to": SEA.ids[sea]}
    )
    for land, sea in COASTS
    for army in range(ARMIES)
]
"""[coast * ARMIES + army]"""
SINK: Final[list[int]] = [
    _add("sink", "sink the freighters of seat {seat} in {area}", seat=seat, area=SEA.ids[sea])
    for sea in range(SEAS)
    for seat in range(SEATS)
]
"""[sea * SEATS + seat]"""
FIGHT_HERE: Final[list[int]] = [
    _add("fight-here", "fight seat {seat} in {area}", seat=seat, area=SEA.ids[sea])
    for sea in range(SEAS)
    for seat in range(SEATS)
]
"""[sea * SEATS + seat]: ships that already lie in the same area."""
BRING: Final[list[int]] = [-1] * (AREAS * MOVERS * 2)
"""[(area * MOVERS + mover) * 2 + moves left - 1]: bring a unit from there into the battle."""
for _area in range(AREAS):
    for _mover in range(MOVERS):
        for _moves in (1, 2):
            if _area < LANDS and (_mover >= ARMIES or (_moves == 2 and _mover != CAVALRY)):
                continue
            _most = 2 if _area >= LANDS or _mover == CAVALRY else 1
            BRING[(_area * MOVERS + _mover) * 2 + _moves - 1] = _add(
                "bring",
                "bring {piece} from {area}",
                piece=_moving(_mover, _moves, _most),
                unit=MOVER.ids[_mover],
                area=AREA.ids[_area],
                moves=_moves,
            )
FIGHT: Final = _add("fight", "fight")
GIVE_UP: Final = _add("give-up", "end the battle")

LINEUPS: Final[list[tuple[int, int, int, int, int, int]]] = [
    (i, c, a, 3 - i - c - a, 0, 0) for i in range(4) for c in range(4 - i) for a in range(4 - i - c)
] + [(0, 0, 0, 0, f, 3 - f) for f in range(4)]
"""Three units that fight, by kind: on land, then at sea."""
LAND_LINEUPS: Final = 20
LINEUP: Final[list[int]] = [
    _add("line-up", "line up {units}",
         units=" ".join(UNIT.ids[unit] for unit in range(6) for _ in range(counts[unit])))
    for counts in LINEUPS
]  # fmt: skip

# --- the secret service -----------------------------------------------------------------------------------------------

PLAY: Final[list[int]] = [_add("play", "play {card}", card=id_) for id_ in CARD.ids]
PASS: Final = _add("pass", "pass")
PASS_UNTIL: Final[list[int]] = [
    _add("pass-orders", "pass, orders {order}", order=ORDER.ids[order]) for order in (NEVER, WHEN_ATTACKED, IN_BATTLES)
]
"""[order] pass, and be asked no more than this from now on."""
AIM_SEAT: Final[list[int]] = [_add("aim-seat", "at seat {seat}", seat=seat) for seat in range(SEATS)]
AIM_AREA: Final[list[int]] = [_add("aim-area", "at {area}", area=AREA.ids[area]) for area in range(AREAS)]
AIM_UNIT: Final[list[int]] = [_add("aim-unit", "at {unit}", unit=MOVER.ids[mover]) for mover in range(MOVERS)]
TAKE: Final[list[int]] = [_add("take", "take {card}", card=id_) for id_ in CARD.ids]
DONE: Final = _add("done", "done")


def _places() -> list[int]:
    places = [-1] * len(CATALOGUE)
    for table in (
        DEAL_HOME, STARTS, SPIN, LAND_EVENTS_DRAWN, SEA_EVENTS_DRAWN, DRAW, ROLL, ODD, STATION, EQUIP, WAR, PEACE,
        PROPOSE, ORDERS, BALANCE, BUY_ARMY, BUY_SHIP, BUILD_POST, DIG, MARCH, SAIL, DISEMBARK, EMBARK, SINK,
        FIGHT_HERE, BRING, LINEUP, PLAY, PASS_UNTIL, AIM_SEAT, AIM_AREA, AIM_UNIT, TAKE,
    ):  # fmt: skip
        for index, action in enumerate(table):
            if action >= 0:
                places[action] = index
    return places


PLACE_OF: Final[list[int]] = _places()
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


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
