"""Everything that can happen. It all happens in the open: that unrest is taken is seen by all, how much lies there is
not.
"""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.components import AREA, POWER, TILE, UNIT
from rondel.kernel.events import NUMBER, SEAT, WORD, Events, Kind

ACCOUNT: Final[Kind] = Kind("account", (*POWER.ids, "bank"))
"""Whose gold it is."""

EVENTS: Final = Events()

COUNTER_DRAWN: Final = EVENTS.add("counter-drawn", area=AREA, counter=WORD)
COUNTER_REMOVED: Final = EVENTS.add("counter-removed", area=AREA, counter=WORD)
FIRST_PLAYER: Final = EVENTS.add("first-player", seat=SEAT)
COUNTRY_TAKEN: Final = EVENTS.add("country-taken", seat=SEAT, power=POWER)
CONTROL_PLACED: Final = EVENTS.add("control-placed", power=POWER, area=AREA)
CONTROL_REMOVED: Final = EVENTS.add("control-removed", power=POWER, area=AREA)
UNIT_PLACED: Final = EVENTS.add("unit-placed", power=POWER, unit=UNIT, area=AREA)
UNIT_MOVED: Final = EVENTS.add("unit-moved", power=POWER, unit=UNIT, start=AREA, area=AREA)
UNIT_LOST: Final = EVENTS.add("unit-lost", power=POWER, unit=UNIT, area=AREA)
LOST_AT_SEA: Final = EVENTS.add("lost-at-sea", power=POWER, unit=UNIT, start=AREA, area=AREA)
UNIT_RETURNED: Final = EVENTS.add("unit-returned", power=POWER, unit=UNIT)
SEA_DIE: Final = EVENTS.add("sea-die", power=POWER, unit=UNIT, area=AREA, pips=NUMBER)
SECOND_SEA_DIE: Final = EVENTS.add("second-sea-die", power=POWER, unit=UNIT, area=AREA, pips=NUMBER, bonus=NUMBER)
TURNED_BACK: Final = EVENTS.add("turned-back", power=POWER, unit=UNIT, start=AREA, area=AREA)
PAID: Final = EVENTS.add("paid", payer=ACCOUNT, payee=ACCOUNT, amount=NUMBER, why=WORD)
BORROWED: Final = EVENTS.add("borrowed", power=POWER, gold=NUMBER, points=NUMBER)
UNREST_TAKEN: Final = EVENTS.add("unrest-taken", power=POWER, points=NUMBER, why=WORD)
UNREST_SHED: Final = EVENTS.add("unrest-shed", power=POWER, points=NUMBER)
UNREST_SHOWN: Final = EVENTS.add("unrest-shown", power=POWER, points=NUMBER)
POPULATION: Final = EVENTS.add("population", power=POWER, change=NUMBER, population=NUMBER)
POINTS_GAINED: Final = EVENTS.add("points-gained", power=POWER, points=NUMBER, why=WORD)
SCORED: Final = EVENTS.add("scored", power=POWER, area=AREA, points=NUMBER)
WAR_BEGAN: Final = EVENTS.add("war-began", war=NUMBER)
ROUND_BEGAN: Final = EVENTS.add("round-began", war=NUMBER, round=NUMBER)
WAR_ENDED: Final = EVENTS.add("war-ended", war=NUMBER)
ORDER_LEFT: Final = EVENTS.add("order-left", power=POWER)
BID: Final = EVENTS.add("bid", power=POWER, gold=NUMBER, a=POWER, b=POWER)
PASSED: Final = EVENTS.add("passed", power=POWER)
AUCTION_WON: Final = EVENTS.add("auction-won", power=POWER, gold=NUMBER)
ALLIED: Final = EVENTS.add("allied", power=POWER, row=WORD, place=NUMBER)
TURN_ORDER: Final = EVENTS.add("turn-order", powers=POWER)
TURN_BEGAN: Final = EVENTS.add("turn-began", power=POWER)
TURN_ENDED: Final = EVENTS.add("turn-ended", power=POWER, left=NUMBER)
TILE_BOUGHT: Final = EVENTS.add("tile-bought", power=POWER, tile=TILE)
TILE_CALLED: Final = EVENTS.add("tile-called", power=POWER, tile=TILE)
TILE_USED: Final = EVENTS.add("tile-used", power=POWER, tile=TILE)
TILE_RETURNED: Final = EVENTS.add("tile-returned", tile=TILE)
BLOCKADE_LAID: Final = EVENTS.add("blockade-laid", power=POWER, area=AREA)
BLOCKADE_LIFTED: Final = EVENTS.add("blockade-lifted", power=POWER, area=AREA)
ATTACKED: Final = EVENTS.add("attacked", power=POWER, target=POWER, area=AREA)
ATTACKED_NEUTRAL: Final = EVENTS.add("attacked-neutral", power=POWER, counter=WORD, area=AREA)
ATTACKED_TILE: Final = EVENTS.add("attacked-tile", power=POWER, tile=TILE, area=AREA)
STRUCK: Final = EVENTS.add("struck", power=POWER, tile=TILE, target=POWER, area=AREA)
HELP_ASKED: Final = EVENTS.add("help-asked", power=POWER, ally=POWER, wanted=WORD, gold=NUMBER)
HELP_GIVEN: Final = EVENTS.add("help-given", power=POWER, ally=POWER, navies=NUMBER, armies=NUMBER)
HELP_REFUSED: Final = EVENTS.add("help-refused", power=POWER, ally=POWER)
SYMBOL_CHOSEN: Final = EVENTS.add("symbol-chosen", power=POWER, tile=TILE, unit=UNIT)
SEA_DECLINED: Final = EVENTS.add("sea-declined", power=POWER)
SUPPORT_WON: Final = EVENTS.add("support-won", power=POWER, area=AREA)
DICE_ROLLED: Final = EVENTS.add("dice-rolled", power=POWER, low=NUMBER, high=NUMBER)
BATTLE: Final = EVENTS.add(
    "battle", stage=WORD, area=AREA, attacker=POWER, defender=POWER, attack=NUMBER, defence=NUMBER
)
STRENGTH: Final = EVENTS.add(
    "strength", side=WORD, power=POWER, armies=NUMBER, navies=NUMBER, forts=NUMBER, allies=NUMBER, tiles=NUMBER,
    training=NUMBER, support=NUMBER, printed=NUMBER, dice=NUMBER, total=NUMBER,
)  # fmt: skip
"""What a side of a battle brings, part by part: the numbers that the battle adds up."""
WITHDREW: Final = EVENTS.add("withdrew", power=POWER, whose=WORD)
HELD: Final = EVENTS.add("held", tile=TILE, power=POWER, area=AREA)
FREED: Final = EVENTS.add("freed", tile=TILE, power=POWER, area=AREA)
REVOLUTION: Final = EVENTS.add("revolution", power=POWER)
PENALTY: Final = EVENTS.add("penalty", power=POWER, points=NUMBER)
GAME_ENDED: Final = EVENTS.add("game-ended")
