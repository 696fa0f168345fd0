"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.components import (
    ALLIANCES,
    AREA,
    ARMY,
    COLONIES,
    COMPANIES,
    COUNTER_PRINT,
    COUNTER_REGION,
    COUNTERS,
    NAVY,
    PIECES,
    PIRATES,
    PLACES,
    POP_COUNTER,
    POWER,
    POWERS,
    REGIONS,
    ROLLS,
    SEAS,
    SLAVE_REVOLT,
    SLAVES_COUNTER,
    STRENGTH,
    TILE,
    TILE_REGIONS,
    TILES,
    TWO_SYMBOLS,
    UNIT,
)
from rondel.kernel.catalogue import Catalogue

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
SEATS: Final = 7
MOST_GOLD: Final = 99
"""The highest sum that can be bid or offered."""

# Setting up; the draws, the first player and, if the players wish, the countries are chance's.
DRAW: Final[list[int]] = [
    _add("draw", "draw {counter} in {area}", counter=COUNTER_PRINT[i], area=AREA.ids[COUNTER_REGION[i]])
    for i in range(COUNTERS)
]
FIRST: Final[list[int]] = [_add("begin", "seat {seat} begins", seat=seat) for seat in range(SEATS)]
PLAY: Final[list[int]] = [_add("play", "play {power}", power=POWER.ids[power]) for power in range(POWERS)]
DEPLOY: Final[list[int]] = [
    _add("deploy", "place {unit} in {area}", unit=UNIT.ids[unit], area=AREA.ids[region])
    if unit != NAVY or SEAS >> region & 1
    else -1
    for unit in range(3)
    for region in range(REGIONS)
]
"""[unit * REGIONS + region]"""

# The auction of alliances.
BID: Final[list[int]] = [_add("bid", "bid {gold}", gold=gold) for gold in range(MOST_GOLD + 1)]
PASS: Final = _add("pass", "pass")
ORDER: Final = _add("order", "leave a secret order")
CEILING: Final[list[int]] = [_add("ceiling", "bid up to {gold}", gold=gold) for gold in range(MOST_GOLD + 1)]
PROPOSE_A: Final[list[int]] = [_add("propose", "{power} to {row}", power=power, row="a") for power in POWER.ids]
PROPOSE_B: Final[list[int]] = [_add("propose", "{power} to {row}", power=power, row="b") for power in POWER.ids]

# The actions of a turn.
BUY: Final[list[int]] = [_add("buy", "buy {tile}", tile=TILE.ids[tile]) for tile in range(TILES)]
BUILD: Final[list[int]] = [_add("build", "build {unit}", unit=UNIT.ids[unit]) for unit in range(3)]
MOVE: Final = _add("move", "move units")
ATTACK: Final[list[int]] = [
    _add("attack", "attack {power} in {area}", power=POWER.ids[power], area=AREA.ids[region])
    for power in range(POWERS)
    for region in range(REGIONS)
]
"""[power * REGIONS + region]"""
ATTACK_COUNTER: Final[list[int]] = [
    _add(
        "attack-neutral",
        "attack neutral {counter} in {area}",
        counter=COUNTER_PRINT[i],
        area=AREA.ids[COUNTER_REGION[i]],
    )
    if STRENGTH[i]
    else -1
    for i in range(COUNTERS)
]
ATTACK_PIRATES: Final[list[int]] = [
    _add("attack-tile", "attack {tile} in {area}", tile=TILE.ids[PIRATES], area=AREA.ids[region])
    if TILE_REGIONS[PIRATES] >> region & 1
    else -1
    for region in range(REGIONS)
]
ATTACK_REVOLT: Final[list[int]] = [
    _add("attack-tile", "attack {tile} in {area}", tile=TILE.ids[SLAVE_REVOLT], area=AREA.ids[region])
    if TILE_REGIONS[SLAVE_REVOLT] >> region & 1
    else -1
    for region in range(REGIONS)
]
COLONISE: Final[list[int]] = [
    _add("colonise", "colonise {area}", area=AREA.ids[region]) if POP_COUNTER[region] >= 0 else -1
    for region in range(REGIONS)
]
ENSLAVE: Final[list[int]] = [
    _add("enslave", "enslave in {area}", area=AREA.ids[region]) if SLAVES_COUNTER[region] >= 0 else -1
    for region in range(REGIONS)
]
END_TURN: Final = _add("end-turn", "end the turn")

# Free actions with tiles, and gifts.
USE: Final[list[int]] = [_add("use", "use {tile}", tile=TILE.ids[tile]) for tile in range(TILES)]
TRADE: Final[list[int]] = [
    _add("trade", "trade with {tile} in {area}", tile=TILE.ids[tile], area=AREA.ids[region])
    if tile in COMPANIES and TILE_REGIONS[tile] >> region & 1
    else -1
    for tile in range(TILES)
    for region in range(REGIONS)
]
"""[tile * REGIONS + region]"""
CALL: Final[list[int]] = [
    _add("call", "diplomats win {tile}", tile=TILE.ids[tile]) if tile in ALLIANCES else -1 for tile in range(TILES)
]
LAY: Final[list[int]] = [
    _add("lay-blockade", "blockade {area}", area=AREA.ids[region]) if COLONIES >> region & 1 else -1
    for region in range(REGIONS)
]
GIFTS: Final = (1, 2, 5, 10)
GIVE: Final[list[int]] = [
    _add("give", "give {power} {gold}", power=power, gold=gold) for power in POWER.ids for gold in GIFTS
]
"""[power * len(GIFTS) + index of the sum]"""

# Building and moving.
SELECT: Final[list[int]] = [
    _add("select", "move {unit} from {from}", **{"unit": UNIT.ids[unit], "from": AREA.ids[place]})
    if unit != NAVY or place >= REGIONS or SEAS >> place & 1
    else -1
    for unit in range(2)
    for place in range(PLACES)
]
"""[unit * PLACES + place]"""
GO: Final[list[int]] = [_add("go", "to {to}", to=AREA.ids[place]) for place in range(PLACES)]
SETTLE: Final[list[int]] = [
    _add("settle", "raise natives in {area}", area=AREA.ids[region]) if COLONIES >> region & 1 else -1
    for region in range(REGIONS)
]
STAY: Final = _add("stay", "stay")
RAISE_MILITIA: Final = _add("militia", "raise militia")
DONE: Final = _add("done", "done")
DIE: Final[list[int]] = [_add("die", "die {pips}", pips=pips) for pips in range(1, 7)]

# Attacks.
KEEP: Final = _add("keep", "keep the tile")
WANTED: Final = ("all", "navies", "armies")
ASK: Final[list[int]] = [_add("ask", "ask for {wanted}", wanted=wanted) for wanted in WANTED]
DO_NOT_ASK: Final = _add("do-not-ask", "do not ask")
OFFER: Final[list[int]] = [_add("offer", "offer {gold}", gold=gold) for gold in range(MOST_GOLD + 1)]
ACCEPT: Final = _add("accept", "accept")
ARMY_COUNTS: Final[int] = PIECES[ARMY] + 1


def _joining(navies: int, armies: int) -> str:
    """The kind of action by which an ally joins: nobody wants to read of no navies."""
    return "join" if navies and armies else "join-navies" if navies else "join-armies"


JOIN: Final[list[int]] = [
    _add(_joining(navies, armies), "join with {navies} navies {armies} armies", navies=navies, armies=armies)
    if navies or armies
    else -1
    for navies in range(PIECES[NAVY] + 1)
    for armies in range(PIECES[ARMY] + 1)
]
"""[navies * ARMY_COUNTS + armies]"""
REFUSE: Final = _add("refuse", "refuse")
SYMBOL: Final[list[int]] = [
    _add("symbol", "{tile} adds {unit}", tile=TILE.ids[tile], unit=UNIT.ids[unit]) if TWO_SYMBOLS >> tile & 1 else -1
    for tile in range(TILES)
    for unit in range(2)
]
"""[tile * 2 + unit]"""
FIGHT: Final = _add("fight", "fight at sea")
DECLINE: Final = _add("decline", "decline to fight at sea")
ROLL: Final[list[int]] = [_add("roll", "roll {low} {high}", low=low, high=high) for low, high in ROLLS]
LOSE: Final[list[int]] = [_add("lose", "lose {unit}", unit=UNIT.ids[unit]) for unit in range(3)]
LOSE_ALLY: Final[list[int]] = [_add("lose-ally", "{power} loses a unit", power=power) for power in POWER.ids]
SAVE_OWN: Final = _add("withdraw", "withdraw {whose}", whose="own")
SAVE_ALLY: Final = _add("withdraw", "withdraw {whose}", whose="ally")
STRIKE: Final[list[int]] = [
    _add(
        "strike", "{tile} strike {power} in {area}", tile=TILE.ids[tile], power=POWER.ids[power], area=AREA.ids[region]
    )
    if TILE_REGIONS[tile] >> region & 1
    else -1
    for tile in (PIRATES, SLAVE_REVOLT)
    for power in range(POWERS)
    for region in range(REGIONS)
]
"""[(tile is the slave revolt * POWERS + power) * REGIONS + region]"""

# --- where an action stands -----------------------------------------------------------------------------------------

_TABLES: Final = (
    DRAW, FIRST, PLAY, DEPLOY, BID, CEILING, PROPOSE_A, PROPOSE_B, BUY, BUILD, ATTACK, ATTACK_COUNTER, ATTACK_PIRATES,
    ATTACK_REVOLT, COLONISE, ENSLAVE, USE, TRADE, CALL, LAY, GIVE, SELECT, GO, SETTLE, DIE, ASK, OFFER, JOIN,
    SYMBOL, ROLL,
    LOSE, LOSE_ALLY, STRIKE,
)  # fmt: skip
IN_DRAW: Final = 0
IN_FIRST: Final = 1
IN_PLAY: Final = 2
IN_DEPLOY: Final = 3
IN_BID: Final = 4
IN_CEILING: Final = 5
IN_PROPOSE_A: Final = 6
IN_PROPOSE_B: Final = 7
IN_BUY: Final = 8
IN_BUILD: Final = 9
IN_ATTACK: Final = 10
IN_ATTACK_COUNTER: Final = 11
IN_ATTACK_PIRATES: Final = 12
IN_ATTACK_REVOLT: Final = 13
IN_COLONISE: Final = 14
IN_ENSLAVE: Final = 15
IN_USE: Final = 16
IN_TRADE: Final = 17
IN_CALL: Final = 18
IN_LAY: Final = 19
IN_GIVE: Final = 20
IN_SELECT: Final = 21
IN_GO: Final = 22
IN_SETTLE: Final = 23
IN_DIE: Final = 24
IN_ASK: Final = 25
IN_OFFER: Final = 26
IN_JOIN: Final = 27
IN_SYMBOL: Final = 28
IN_ROLL: Final = 29
IN_LOSE: Final = 30
IN_LOSE_ALLY: Final = 31
IN_STRIKE: Final = 32


def _places() -> tuple[list[int], list[int]]:
    places, tables = [-1] * len(CATALOGUE), [-1] * len(CATALOGUE)
    for number, table in enumerate(_TABLES):
        for index, action in enumerate(table):
            if action >= 0:
                places[action], tables[action] = index, number
    return places, tables


_found: Final = _places()
PLACE_OF: Final[list[int]] = _found[0]
"""The place of an action in its own table: what `chosen` reads its arguments from."""
TABLE_OF: Final[list[int]] = _found[1]
"""Which table that is (IN_BUY ...); -1 for an action that stands alone."""

_lists: Final[list[list[int] | None]] = [None] * (1 << PLACES)


def destinations(mask: int) -> list[int]:
    """GO for every place in a set; the list is shared, so callers copy before they add to it."""
    found = _lists[mask]
    if found is None:
        found = [GO[place] for place in range(PLACES) if mask >> place & 1]
        _lists[mask] = found
    return found


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
