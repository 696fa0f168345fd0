"""Every choice a seat can make, each with a one-line notation."""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import i64

from rondel.games.colonial.components import (
    AREA,
    CARD,
    CHARACTER,
    DICE_WEIGHTS,
    FREE_COUNTERS,
    LEVELS,
    LOAN_BASE,
    MOST_DICE,
    NATION,
    NEIGHBOURS,
    RESOURCE,
    SEATS,
    SPOT,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    TRACK,
)
from rondel.kernel.catalogue import Catalogue

CATALOGUE: Final = Catalogue()
_add: Final = CATALOGUE.add
_family: Final = CATALOGUE.family

MOST_LOAN: Final = LOAN_BASE + LEVELS - 1
MOST_TREASURY_TRADED: Final = 60
MOST_FEE: Final = 10


def _by_seat(kind: str, notation: str) -> list[int]:
    return _family(kind, notation, seat=range(SEATS))


def _by_number(kind: str, notation: str, first: int, last: int) -> list[int]:
    """[number]; -1 below the first."""
    return _family(kind, notation, lambda number: number >= first, n=range(last + 1))


def _by_spot(kind: str, notation: str) -> list[int]:
    """[spot]; an action on a spot also says in which Territory it is, and of which Resource."""
    found = []
    for spot in range(SPOTS):
        area, resource = AREA.ids[SPOT_AREA[spot]], RESOURCE.ids[SPOT_RESOURCE[spot]]
        action = _add(kind, notation, spot=SPOT.ids[spot], area=area, resource=resource)
        CATALOGUE.places[action] = spot
        found.append(action)
    return found


# Chance: setting up, and the dice.
FIRST: Final = _by_seat("first-player", "seat {seat} begins")
DEAL: Final = _family("deal-nation", "seat {seat} is dealt {nation}", seat=range(SEATS), nation=NATION)
"""[seat * NATIONS + nation]"""
DEAL_NONE: Final = _by_seat("deal-none", "seat {seat} is dealt no nation")
ROLL: Final = _by_number("roll", "roll {n}", 0, MOST_DICE)
"""[successes]"""
ODDS: Final[list[list[tuple[int, int]]]] = [
    [(ROLL[hits], DICE_WEIGHTS[dice][hits]) for hits in range(dice + 1)] for dice in range(MOST_DICE + 1)
]
"""[dice] -> every number of successes with its weight"""

# Cards.
LAY: Final = _family("lay", "lay {card}", card=CARD)
USE: Final = _family("use", "use {character}", character=CHARACTER)
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
RESEARCH: Final = _family("research", "research {track}", track=TRACK)
EXPLORE: Final = _family("explore", "explore {area}", area=AREA)
PLACE: Final = _family("place", "place in {area}", area=AREA)
MARCH: Final = _family(
    "march",
    "march {from} to {to}",
    lambda start, goal: bool(NEIGHBOURS[start] >> goal & 1),
    **{"from": AREA, "to": AREA},
)
"""[start * AREAS + goal]"""
TAKE: Final = _by_spot("take-spot", "take {spot}")
YIELD: Final = _by_spot("yield-spot", "uncover {spot}")
COLONY: Final = _family("found-colony", "found a colony in {area}", area=AREA)
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
UNREST: Final = _family("stir-unrest", "stir unrest in {area}", area=AREA)
REMOVE_MISSION: Final = _family("remove-mission", "remove the mission in {area}", area=AREA)
REBELLION: Final = _family("spark-rebellion", "spark a rebellion in {area}", area=AREA)
STRONG_REBELLION: Final = _family("strong-rebellion", "stir and spark a rebellion in {area}", area=AREA)
DOMESTIC: Final = _by_seat("domestic-unrest", "stir domestic unrest at seat {seat}")
STRIKE: Final = _by_seat("strike", "remove a counter of seat {seat}")
STRIKE_SPOT: Final = _by_spot("strike-spot", "remove the counter on {spot}")
CALM: Final = _family("calm", "calm {area}", area=AREA)
MISSION: Final = _family("place-mission", "place a mission in {area}", area=AREA)
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


PLACE_OF: Final[list[int]] = CATALOGUE.places
"""The place of an action in its own table: what `chosen` reads its arguments from."""


Action = TypeVar("Action")


def offer(offered: list[Action], actions: list[Action], first: i64, places: i64) -> None:
    """Add the actions of one table at these places, given as bits, counted from the first.

    Whatever an action is, it is not looked into: taking a number out of one list and into another makes it anew.
    """
    place = first
    while places:
        if places & 1:
            offered.append(actions[place])
        places >>= 1
        place += 1


def kind_of(action: int) -> str:
    return CATALOGUE[action].kind
