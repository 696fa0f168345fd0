"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CARD,
    CARDS,
    CHARACTER,
    CHARACTERS,
    DICE_WEIGHTS,
    FREE_COUNTERS,
    LEVELS,
    LOAN_BASE,
    MOST_DICE,
    NATION,
    NATIONS,
    NEIGHBOURS,
    RESOURCE,
    SEATS,
    SPOT,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    TRACK,
    TRACKS,
)
from rondel.kernel.catalogue import Catalogue

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add

MOST_LOAN: Final = LOAN_BASE + LEVELS - 1
MOST_TREASURY_TRADED: Final = 60
MOST_FEE: Final = 10


def _by_area(kind: str, notation: str) -> list[int]:
    return [_add(kind, notation, area=AREA.ids[area]) for area in range(AREAS)]


def _by_seat(kind: str, notation: str) -> list[int]:
    return [_add(kind, notation, seat=seat) for seat in range(SEATS)]


def _by_number(kind: str, notation: str, first: int, last: int) -> list[int]:
    """[number]; -1 below the first."""
    return [_add(kind, notation, n=number) if number >= first else -1 for number in range(last + 1)]


def _spot(spot: int) -> dict[str, Any]:
    return {
        "spot": SPOT.ids[spot],
        "area": AREA.ids[SPOT_AREA[spot]],
        "resource": RESOURCE.ids[SPOT_RESOURCE[spot]],
    }


def _by_spot(kind: str, notation: str) -> list[int]:
    return [_add(kind, notation, **_spot(spot)) for spot in range(SPOTS)]


# Chance: setting up, and the dice.
FIRST: Final = _by_seat("first-player", "seat {seat} begins")
DEAL: Final[list[int]] = [
    _add("deal-nation", "seat {seat} is dealt {nation}", seat=seat, nation=NATION.ids[nation])
    for seat in range(SEATS)
    for nation in range(NATIONS)
]
"""[seat * NATIONS + nation]"""
DEAL_NONE: Final = _by_seat("deal-none", "seat {seat} is dealt no nation")
ROLL: Final = _by_number("roll", "roll {n}", 0, MOST_DICE)
"""[successes]"""
ODDS: Final[list[list[tuple[int, int]]]] = [
    [(ROLL[hits], DICE_WEIGHTS[dice][hits]) for hits in range(dice + 1)] for dice in range(MOST_DICE + 1)
]
"""[dice] -> every number of successes with its weight"""

# Cards.
LAY: Final[list[int]] = [_add("lay", "lay {card}", card=CARD.ids[card]) for card in range(CARDS)]
USE: Final[list[int]] = [
    _add("use", "use {character}", character=CHARACTER.ids[character]) for character in range(CHARACTERS)
]
IGNORE: Final = _add("ignore", "ignore the card")
DONE: Final = _add("done", "done")

# Loans.
REPAY: Final = _by_number("repay", "repay 1 of the loan of {n}", 1, FREE_COUNTERS)
REPAY_ALL: Final = _by_number("repay-all", "repay the loan of {n}", 2, FREE_COUNTERS)
"""[counters in the stack]"""

# Exchange.
TRADE: Final = _add("trade", "offer an exchange")
PARTNER: Final = _by_seat("trade-partner", "exchange with seat {seat}")
GIVE_TREASURY: Final = _by_number("give-treasury", "give {n} treasury", 0, MOST_TREASURY_TRADED)
GIVE_GOODS: Final = _by_number("give-goods", "give {n} goods", 0, FREE_COUNTERS)
ASK_TREASURY: Final = _by_number("ask-treasury", "ask {n} treasury", 0, MOST_TREASURY_TRADED)
ASK_GOODS: Final = _by_number("ask-goods", "ask {n} goods", 0, FREE_COUNTERS)
ACCEPT: Final = _add("accept", "accept")
REFUSE: Final = _add("refuse", "refuse")

# The twelve characters.
RESEARCH: Final[list[int]] = [_add("research", "research {track}", track=TRACK.ids[track]) for track in range(TRACKS)]
EXPLORE: Final = _by_area("explore", "explore {area}")
PLACE: Final = _by_area("place", "place in {area}")
MARCH: Final[list[int]] = [
    _add("march", "march {from} to {to}", **{"from": AREA.ids[start], "to": AREA.ids[goal]})
    if NEIGHBOURS[start] >> goal & 1
    else -1
    for start in range(AREAS)
    for goal in range(AREAS)
]
"""[start * AREAS + goal]"""
TAKE: Final = _by_spot("take-spot", "take {spot}")
YIELD: Final = _by_spot("yield-spot", "uncover {spot}")
COLONY: Final = _by_area("found-colony", "found a colony in {area}")
PRO_PIRATE: Final = _add("pro-pirate", "install a pro-pirate governor")
CITY: Final = _by_spot("build-city", "build a city on {spot}")
RAID: Final = _add("raid", "raid")
HOLD: Final = _add("hold", "hold the privateers back")
ESCORT: Final = _add("escort", "send the escort")
NO_ESCORT: Final = _add("no-escort", "send no escort")
SINK: Final = _by_seat("sink-privateer", "sink a privateer of seat {seat}")
SHIP: Final = _by_spot("ship", "ship {spot}")
CHARTER: Final = _by_spot("charter", "charter {spot}")
FEE: Final = _by_number("fee", "offer a fee of {n}", 0, MOST_FEE)
LOAN: Final = _by_number("borrow", "borrow {n}", 1, MOST_LOAN)
SELL: Final = _by_number("sell", "sell {n} goods", 1, FREE_COUNTERS)
UNREST: Final = _by_area("stir-unrest", "stir unrest in {area}")
REMOVE_MISSION: Final = _by_area("remove-mission", "remove the mission in {area}")
REBELLION: Final = _by_area("spark-rebellion", "spark a rebellion in {area}")
STRONG_REBELLION: Final = _by_area("strong-rebellion", "stir and spark a rebellion in {area}")
DOMESTIC: Final = _by_seat("domestic-unrest", "stir domestic unrest at seat {seat}")
STRIKE: Final = _by_seat("strike", "remove a counter of seat {seat}")
STRIKE_SPOT: Final = _by_spot("strike-spot", "remove the counter on {spot}")
CALM: Final = _by_area("calm", "calm {area}")
MISSION: Final = _by_area("place-mission", "place a mission in {area}")
RAISE: Final = _by_seat("raise-diplomacy", "raise the diplomacy of seat {seat}")
SOOTHE: Final = _add("soothe", "soothe the nation")
BRING: Final = _by_number("bring-goods", "bring {n} goods", 0, FREE_COUNTERS)
WAR: Final = _by_seat("declare-war", "declare war on seat {seat}")
ABOLISH: Final = _add("abolish", "abolish slavery")

# War.
SURRENDER: Final = _add("surrender", "surrender")
FIGHT_ON: Final = _add("fight-on", "fight on")
LOSE_PRIVATEER: Final = _by_seat("lose-privateer", "sink a privateer among the fleets of seat {seat}")

# Phases 2 and 4.
BUY_FLEET: Final = _add("buy-fleet", "buy a merchant fleet")
BUY_SQUADRON: Final = _add("buy-squadron", "buy a squadron")
SEND: Final = _by_seat("send-privateer", "send a privateer to seat {seat}")
RECALL: Final = _by_seat("recall-privateer", "recall a privateer from seat {seat}")


def _places() -> list[int]:
    places = [-1] * len(CATALOGUE)
    for table in (
        FIRST, DEAL, DEAL_NONE, ROLL, LAY, USE, REPAY, REPAY_ALL, PARTNER, GIVE_TREASURY, GIVE_GOODS,
        ASK_TREASURY, ASK_GOODS, RESEARCH, EXPLORE, PLACE, MARCH, TAKE, YIELD, COLONY, CITY, SINK, SHIP, CHARTER,
        FEE, LOAN, SELL, UNREST, REMOVE_MISSION, REBELLION, STRONG_REBELLION, DOMESTIC, STRIKE, STRIKE_SPOT, CALM,
        MISSION, RAISE, BRING, WAR, LOSE_PRIVATEER, SEND, RECALL,
    ):  # fmt: skip
        for index, action in enumerate(table):
            if action >= 0:
                places[action] = index
    return places


PLACE_OF: Final[list[int]] = _places()
"""The place of an action in its own table: what `chosen` reads its arguments from."""


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
