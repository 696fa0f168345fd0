"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle.components import (
    ALLIANCE_MASK,
    AREA,
    ARMY,
    BOARD,
    COLONIES,
    COMPANY_MASK,
    COUNTER_PRINT,
    COUNTER_REGION,
    COUNTERS,
    NAVY,
    PIECES,
    PIRATES,
    PLACES,
    POP_COUNTER,
    POWER,
    REGIONS,
    ROLLS,
    SEAS,
    SLAVE_REVOLT,
    SLAVES_COUNTER,
    STRENGTH,
    TILE,
    TILE_REGIONS,
    TWO_SYMBOLS,
    UNIT,
)
from rondel.kernel.catalogue import Catalogue

CATALOGUE: Final = Catalogue()
PLACE_OF: Final[list[int]] = CATALOGUE.places
"""The place of an action in the list of its family: what `chosen` reads its arguments from."""
TABLE_OF: Final[list[int]] = []
"""Which family that is (IN_BUY ...); -1 for an action that stands alone."""

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
IN_TAKE: Final = 33


def _enter(table: int, actions: list[int]) -> list[int]:
    """Note which family these actions are."""
    assert table not in TABLE_OF, f"two families have the number {table}"
    TABLE_OF.extend([-1] * (len(CATALOGUE) - len(TABLE_OF)))
    for action in actions:
        if action >= 0:
            TABLE_OF[action] = table
    return actions


def _alone(kind: str, notation: str, **args: Any) -> int:
    TABLE_OF.append(-1)
    return CATALOGUE.add(kind, notation, **args)


def _counters(kind: str, notation: str, mask: int) -> list[int]:
    """An action for every counter of a set."""
    found = [-1] * COUNTERS
    for counter in range(COUNTERS):
        if mask >> counter & 1:
            area = AREA.ids[COUNTER_REGION[counter]]
            found[counter] = CATALOGUE.add(kind, notation, counter=COUNTER_PRINT[counter], area=area)
            CATALOGUE.places[found[counter]] = counter
    return found


_family: Final = CATALOGUE.family
_REGION_IDS: Final = BOARD.ids
_NEUTRALS: Final[int] = sum(1 << counter for counter in range(COUNTERS) if STRENGTH[counter])
SEATS: Final = 7
MOST_GOLD: Final = 99
"""The highest sum that can be bid or offered."""

# Setting up; the draws, the first player and, if the players wish, the countries are chance's.
DRAW: Final = _enter(IN_DRAW, _counters("draw", "draw {counter} in {area}", (1 << COUNTERS) - 1))
FIRST: Final = _enter(IN_FIRST, _family("begin", "seat {seat} begins", seat=range(SEATS)))
PLAY: Final = _enter(IN_PLAY, _family("play", "play {power}", power=POWER))
TAKE: Final = _enter(IN_TAKE, _family("take", "take control in {area}", area=_REGION_IDS))
DEPLOY: Final = _enter(
    IN_DEPLOY,
    _family(
        "deploy",
        "place {unit} in {area}",
        where=lambda unit, region: unit != NAVY or SEAS >> region & 1 == 1,
        unit=UNIT,
        area=_REGION_IDS,
    ),
)
"""[unit * REGIONS + region]"""

# The auction of alliances.
BID: Final = _enter(IN_BID, _family("bid", "bid {gold}", gold=range(MOST_GOLD + 1)))
PASS: Final = _alone("pass", "pass")
ORDER: Final = _alone("order", "leave a secret order")
CEILING: Final = _enter(IN_CEILING, _family("ceiling", "bid up to {gold}", gold=range(MOST_GOLD + 1)))
PROPOSE_A: Final = _enter(IN_PROPOSE_A, _family("propose", "{power} to {row}", power=POWER, row=("a",)))
PROPOSE_B: Final = _enter(IN_PROPOSE_B, _family("propose", "{power} to {row}", power=POWER, row=("b",)))

# The actions of a turn.
BUY: Final = _enter(IN_BUY, _family("buy", "buy {tile}", tile=TILE))
BUILD: Final = _enter(IN_BUILD, _family("build", "build {unit}", unit=UNIT))
MOVE: Final = _alone("move", "move units")
ATTACK: Final = _enter(IN_ATTACK, _family("attack", "attack {power} in {area}", power=POWER, area=_REGION_IDS))
"""[power * REGIONS + region]"""
ATTACK_COUNTER: Final = _enter(
    IN_ATTACK_COUNTER, _counters("attack-neutral", "attack neutral {counter} in {area}", _NEUTRALS)
)


def _tile_attacks(tile: int) -> list[int]:
    """[region]"""
    return _family(
        "attack-tile",
        "attack {tile} in {area}",
        where=lambda _, region: TILE_REGIONS[tile] >> region & 1 == 1,
        tile=(TILE.ids[tile],),
        area=_REGION_IDS,
    )


ATTACK_PIRATES: Final = _enter(IN_ATTACK_PIRATES, _tile_attacks(PIRATES))
ATTACK_REVOLT: Final = _enter(IN_ATTACK_REVOLT, _tile_attacks(SLAVE_REVOLT))
COLONISE: Final = _enter(
    IN_COLONISE,
    _family("colonise", "colonise {area}", where=lambda region: POP_COUNTER[region] >= 0, area=_REGION_IDS),
)
ENSLAVE: Final = _enter(
    IN_ENSLAVE,
    _family("enslave", "enslave in {area}", where=lambda region: SLAVES_COUNTER[region] >= 0, area=_REGION_IDS),
)
END_TURN: Final = _alone("end-turn", "end the turn")

# Free actions with tiles, and gifts.
USE: Final = _enter(IN_USE, _family("use", "use {tile}", tile=TILE))
TRADE: Final = _enter(
    IN_TRADE,
    _family(
        "trade",
        "trade with {tile} in {area}",
        where=lambda tile, region: COMPANY_MASK >> tile & TILE_REGIONS[tile] >> region & 1 == 1,
        tile=TILE,
        area=_REGION_IDS,
    ),
)
"""[tile * REGIONS + region]"""
CALL: Final = _enter(
    IN_CALL, _family("call", "diplomats win {tile}", where=lambda tile: ALLIANCE_MASK >> tile & 1 == 1, tile=TILE)
)
LAY: Final = _enter(
    IN_LAY,
    _family("lay-blockade", "blockade {area}", where=lambda region: COLONIES >> region & 1 == 1, area=_REGION_IDS),
)
GIFTS: Final = (1, 2, 5, 10)
GIVE: Final = _enter(IN_GIVE, _family("give", "give {power} {gold}", power=POWER, gold=GIFTS))
"""[power * len(GIFTS) + index of the sum]"""

# Building and moving.
SELECT: Final = _enter(
    IN_SELECT,
    _family(
        "select",
        "move {unit} from {from}",
        where=lambda unit, place: unit != NAVY or place >= REGIONS or SEAS >> place & 1 == 1,
        **{"unit": UNIT.ids[:2], "from": AREA.ids},
    ),
)
"""[unit * PLACES + place]"""
GO: Final = _enter(IN_GO, _family("go", "to {to}", to=AREA))
SETTLE: Final = _enter(
    IN_SETTLE,
    _family("settle", "raise natives in {area}", where=lambda region: COLONIES >> region & 1 == 1, area=_REGION_IDS),
)
STAY: Final = _alone("stay", "stay")
RAISE_MILITIA: Final = _alone("militia", "raise militia")
DONE: Final = _alone("done", "done")
DIE: Final = _enter(IN_DIE, _family("die", "die {pips}", pips=range(1, 7)))

# Attacks.
KEEP: Final = _alone("keep", "keep the tile")
WANTED: Final = ("all", "navies", "armies")
ASK: Final = _enter(IN_ASK, _family("ask", "ask for {wanted}", wanted=WANTED))
DO_NOT_ASK: Final = _alone("do-not-ask", "do not ask")
OFFER: Final = _enter(IN_OFFER, _family("offer", "offer {gold}", gold=range(MOST_GOLD + 1)))
ACCEPT: Final = _alone("accept", "accept")
ARMY_COUNTS: Final[int] = PIECES[ARMY] + 1


def _joining(kind: str, navies: bool, armies: bool) -> list[int]:
    """An ally joins with both kinds of units, or with one: nobody wants to read of no navies."""
    return _family(
        kind,
        "join with {navies} navies {armies} armies",
        where=lambda ships, soldiers: (ships > 0) == navies and (soldiers > 0) == armies,
        navies=range(PIECES[NAVY] + 1),
        armies=range(PIECES[ARMY] + 1),
    )


_joins: Final = (
    _joining("join", True, True), _joining("join-navies", True, False), _joining("join-armies", False, True),
)  # fmt: skip
JOIN: Final = _enter(IN_JOIN, [max(some) for some in zip(*_joins, strict=True)])
"""[navies * ARMY_COUNTS + armies]"""
REFUSE: Final = _alone("refuse", "refuse")
SYMBOL: Final = _enter(
    IN_SYMBOL,
    _family(
        "symbol",
        "{tile} adds {unit}",
        where=lambda tile, _: TWO_SYMBOLS >> tile & 1 == 1,
        tile=TILE,
        unit=UNIT.ids[:2],
    ),
)
"""[tile * 2 + unit]"""
FIGHT: Final = _alone("fight", "fight at sea")
DECLINE: Final = _alone("decline", "decline to fight at sea")


def _rolls() -> list[int]:
    """[number of ROLLS]"""
    found = []
    for place, (low, high) in enumerate(ROLLS):
        found.append(CATALOGUE.add("roll", "roll {low} {high}", low=low, high=high))
        CATALOGUE.places[found[-1]] = place
    return found


ROLL: Final = _enter(IN_ROLL, _rolls())
LOSE: Final = _enter(IN_LOSE, _family("lose", "lose {unit}", unit=UNIT))
LOSE_ALLY: Final = _enter(IN_LOSE_ALLY, _family("lose-ally", "{power} loses a unit", power=POWER))
SAVE_OWN: Final = _alone("withdraw", "withdraw {whose}", whose="own")
SAVE_ALLY: Final = _alone("withdraw", "withdraw {whose}", whose="ally")
STRIKE: Final = _enter(
    IN_STRIKE,
    _family(
        "strike",
        "{tile} strike {power} in {area}",
        where=lambda which, _, region: TILE_REGIONS[SLAVE_REVOLT if which else PIRATES] >> region & 1 == 1,
        tile=(TILE.ids[PIRATES], TILE.ids[SLAVE_REVOLT]),
        power=POWER,
        area=_REGION_IDS,
    ),
)
"""[(tile is the slave revolt * POWERS + power) * REGIONS + region]"""

_lists: Final[list[list[int] | None]] = [None] * (1 << PLACES)


def destinations(mask: int) -> list[int]:
    """GO for every place in a set; the list is shared, so callers copy before they add to it."""
    found = _lists[mask]
    if found is None:
        found = [GO[place] for place in range(PLACES) if mask >> place & 1]
        _lists[mask] = found
    return found
