"""Everything that can happen. It all happens in the open: that unrest is taken is seen by all, how much lies there is
not.
"""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.components import AREA, POWER, TILE, UNIT
from rondel.kernel.events import NUMBER, SEAT, WORD, EventKind, Kind

ACCOUNT: Final[Kind] = Kind("account", (*POWER.ids, "bank"))
"""Whose gold it is."""

COUNTER_DRAWN: Final = EventKind("counter-drawn", area=AREA, counter=WORD)
COUNTER_REMOVED: Final = EventKind("counter-removed", area=AREA, counter=WORD)
FIRST_PLAYER: Final = EventKind("first-player", seat=SEAT)
COUNTRY_TAKEN: Final = EventKind("country-taken", seat=SEAT, power=POWER)
CONTROL_PLACED: Final = EventKind("control-placed", power=POWER, area=AREA)
CONTROL_REMOVED: Final = EventKind("control-removed", power=POWER, area=AREA)
UNIT_PLACED: Final = EventKind("unit-placed", power=POWER, unit=UNIT, area=AREA)
UNIT_MOVED: Final = EventKind("unit-moved", power=POWER, unit=UNIT, start=AREA, area=AREA)
UNIT_LOST: Final = EventKind("unit-lost", power=POWER, unit=UNIT, area=AREA)
LOST_AT_SEA: Final = EventKind("lost-at-sea", power=POWER, unit=UNIT, start=AREA, area=AREA)
UNIT_RETURNED: Final = EventKind("unit-returned", power=POWER, unit=UNIT)
SEA_DIE: Final = EventKind("sea-die", power=POWER, unit=UNIT, area=AREA, pips=NUMBER)
SECOND_SEA_DIE: Final = EventKind("second-sea-die", power=POWER, unit=UNIT, area=AREA, pips=NUMBER, bonus=NUMBER)
TURNED_BACK: Final = EventKind("turned-back", power=POWER, unit=UNIT, start=AREA, area=AREA)
PAID: Final = EventKind("paid", payer=ACCOUNT, payee=ACCOUNT, amount=NUMBER, why=WORD)
BORROWED: Final = EventKind("borrowed", power=POWER, gold=NUMBER, points=NUMBER)
UNREST_TAKEN: Final = EventKind("unrest-taken", power=POWER, points=NUMBER, why=WORD)
UNREST_SHED: Final = EventKind("unrest-shed", power=POWER, points=NUMBER)
UNREST_SHOWN: Final = EventKind("unrest-shown", power=POWER, points=NUMBER)
POPULATION: Final = EventKind("population", power=POWER, change=NUMBER, population=NUMBER)
POINTS_GAINED: Final = EventKind("points-gained", power=POWER, points=NUMBER, why=WORD)
SCORED: Final = EventKind("scored", power=POWER, area=AREA, points=NUMBER)
WAR_BEGAN: Final = EventKind("war-began", war=NUMBER)
ROUND_BEGAN: Final = EventKind("round-began", war=NUMBER, round=NUMBER)
WAR_ENDED: Final = EventKind("war-ended", war=NUMBER)
ORDER_LEFT: Final = EventKind("order-left", power=POWER)
BID: Final = EventKind("bid", power=POWER, gold=NUMBER, a=POWER, b=POWER)
PASSED: Final = EventKind("passed", power=POWER)
AUCTION_WON: Final = EventKind("auction-won", power=POWER, gold=NUMBER)
ALLIED: Final = EventKind("allied", power=POWER, row=WORD, place=NUMBER)
TURN_ORDER: Final = EventKind("turn-order", powers=POWER)
TURN_BEGAN: Final = EventKind("turn-began", power=POWER)
TURN_ENDED: Final = EventKind("turn-ended", power=POWER, left=NUMBER)
TILE_BOUGHT: Final = EventKind("tile-bought", power=POWER, tile=TILE)
TILE_CALLED: Final = EventKind("tile-called", power=POWER, tile=TILE)
TILE_USED: Final = EventKind("tile-used", power=POWER, tile=TILE)
TILE_RETURNED: Final = EventKind("tile-returned", tile=TILE)
BLOCKADE_LAID: Final = EventKind("blockade-laid", power=POWER, area=AREA)
BLOCKADE_LIFTED: Final = EventKind("blockade-lifted", power=POWER, area=AREA)
ATTACKED: Final = EventKind("attacked", power=POWER, target=POWER, area=AREA)
ATTACKED_NEUTRAL: Final = EventKind("attacked-neutral", power=POWER, counter=WORD, area=AREA)
ATTACKED_TILE: Final = EventKind("attacked-tile", power=POWER, tile=TILE, area=AREA)
STRUCK: Final = EventKind("struck", power=POWER, tile=TILE, target=POWER, area=AREA)
HELP_ASKED: Final = EventKind("help-asked", power=POWER, ally=POWER, wanted=WORD, gold=NUMBER)
HELP_GIVEN: Final = EventKind("help-given", power=POWER, ally=POWER, navies=NUMBER, armies=NUMBER)
HELP_REFUSED: Final = EventKind("help-refused", power=POWER, ally=POWER)
SYMBOL_CHOSEN: Final = EventKind("symbol-chosen", power=POWER, tile=TILE, unit=UNIT)
SEA_DECLINED: Final = EventKind("sea-declined", power=POWER)
SUPPORT_WON: Final = EventKind("support-won", power=POWER, area=AREA)
DICE_ROLLED: Final = EventKind("dice-rolled", power=POWER, low=NUMBER, high=NUMBER)
BATTLE: Final = EventKind(
    "battle", stage=WORD, area=AREA, attacker=POWER, defender=POWER, attack=NUMBER, defence=NUMBER
)
WITHDREW: Final = EventKind("withdrew", power=POWER, whose=WORD)
HELD: Final = EventKind("held", tile=TILE, power=POWER, area=AREA)
FREED: Final = EventKind("freed", tile=TILE, power=POWER, area=AREA)
REVOLUTION: Final = EventKind("revolution", power=POWER)
PENALTY: Final = EventKind("penalty", power=POWER, points=NUMBER)
GAME_ENDED: Final = EventKind("game-ended")

ALL: Final = (
    COUNTER_DRAWN, COUNTER_REMOVED, FIRST_PLAYER, COUNTRY_TAKEN, CONTROL_PLACED, CONTROL_REMOVED, UNIT_PLACED,
    UNIT_MOVED,
    UNIT_LOST, LOST_AT_SEA, UNIT_RETURNED, SEA_DIE, SECOND_SEA_DIE, TURNED_BACK, PAID, BORROWED, UNREST_TAKEN,
    UNREST_SHED, UNREST_SHOWN,
    POPULATION, POINTS_GAINED, SCORED, WAR_BEGAN, ROUND_BEGAN, WAR_ENDED, ORDER_LEFT, BID, PASSED, AUCTION_WON, ALLIED,
    TURN_ORDER, TURN_BEGAN, TURN_ENDED, TILE_BOUGHT, TILE_CALLED, TILE_USED, TILE_RETURNED, BLOCKADE_LAID,
    BLOCKADE_LIFTED,
    ATTACKED, ATTACKED_NEUTRAL, ATTACKED_TILE, STRUCK, HELP_ASKED, HELP_GIVEN, HELP_REFUSED, SYMBOL_CHOSEN,
    SEA_DECLINED,
    SUPPORT_WON, DICE_ROLLED, BATTLE, WITHDREW, HELD, FREED, REVOLUTION, PENALTY, GAME_ENDED,
)  # fmt: skip
