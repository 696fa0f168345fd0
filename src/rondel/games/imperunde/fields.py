"""How a table is saved: every field as JSON that a person can read."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import MOVER, ORDER, SEATS
from rondel.games.imperunde.components import AREA, ARMIES, CANAL, CARD, HOME, LAND, SEA, UNIT
from rondel.games.imperunde.fight import FightField
from rondel.games.imperunde.state import LEDGER, PHASE
from rondel.kernel.codec import ANY, Field
from rondel.kernel.events import NUMBER, SEAT, Kind, SetKind, many
from rondel.kernel.flow import NOBODY

PLAYER: Final = Kind("player", tuple(f"seat-{seat}" for seat in range(SEATS)))
SEAT_SET: Final = SetKind("seat", PLAYER.ids)
_PARTIES: Final = (*PLAYER.ids, "pirates")
_SHIP: Final = Kind("ship", tuple(f"{party} {ship}" for party in _PARTIES for ship in ("frigate", "ship-of-the-line")))
_PRIZE: Final = Kind("prize", _SHIP.ids[: SEATS * 2])
_FREIGHT: Final = Kind("freight", tuple(f"{party} {unit}" for party in PLAYER.ids for unit in UNIT.ids[:ARMIES]))
_TROOP: Final = Kind("troop", UNIT.ids[:4])
_LEFT: Final = Kind("left", tuple(f"{unit} {left}" for unit in MOVER.ids for left in (1, 2)))
_KNOWER: Final = Kind("knower", tuple(f"{who} of {other}" for who in PLAYER.ids for other in PLAYER.ids))
_LANDS: Final = SetKind("area", LAND.ids)
_SEAS: Final = SetKind("area", SEA.ids)
_AREAS: Final = SetKind("area", AREA.ids)

FIELDS: Final[dict[str, Field]] = {
    "target": Field(),
    "round": Field(),
    "phase": Field(value=PHASE),
    "starter": Field(value=SEAT),
    "mover": Field(value=SEAT),
    "winner": Field(value=SEAT),
    "home": Field(PLAYER, value=HOME, default=NOBODY),
    "owner": Field(LAND, value=SEAT, default=NOBODY),
    "troops": Field(LAND, _TROOP, small=True),
    "posts": Field(LAND, small=True),
    "fresh": Field(LAND, small=True),
    "canals": Field(value=SetKind("canal", CANAL.ids)),
    "fleet": Field(SEA, _SHIP, small=True),
    "cargo": Field(SEA, _FREIGHT, small=True),
    "prize": Field(SEA, _PRIZE, small=True),
    "ready": Field(AREA, _LEFT, small=True),
    "money": Field(PLAYER),
    "debt": Field(PLAYER),
    "budget": Field(PLAYER, LEDGER),
    "past": Field(ANY, value=many(NUMBER)),
    "balance": Field(PLAYER, default=-1),
    "stance": Field(PLAYER, value=SEAT_SET),
    "war": Field(PLAYER, value=SEAT_SET),
    "truce": Field(PLAYER, value=SEAT_SET),
    "treaty": Field(PLAYER, value=SEAT_SET),
    "declared": Field(PLAYER, value=SEAT_SET),
    "orders": Field(PLAYER, value=ORDER, default=-1),
    "hand": Field(PLAYER, CARD, small=True),
    "deck": Field(CARD, small=True),
    "seen": Field(_KNOWER, CARD, small=True, added=True),
    "discard": Field(CARD, small=True),
    "famine": Field(value=_LANDS),
    "plunderer": Field(LAND, value=SEAT, default=NOBODY),
    "storm": Field(value=_SEAS),
    "calm": Field(value=_SEAS),
    "happened": Field(value=_AREAS),
    "spent": Field(LAND, small=True),
    "bought": Field(),
    "held": Field(SEA, default=NOBODY),
    "talks": Field(),
    "unsettled": Field(value=SEAT_SET),
    "proposed": Field(value=SEAT_SET),
    "fight": FightField(),
}
