"""Pirates and Slave Revolt: a tile that attacks a control counter as soon as it is bought, and holds it if it wins."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import IN_STRIKE, PLACE_OF, STRIKE, TABLE_OF
from rondel.games.struggle.components import AREA, PIRATES, POWER, POWERS, REGIONS, SLAVE_REVOLT, TILE, TILE_REGIONS
from rondel.games.struggle.fight import BY_PIRATES, BY_REVOLT, Fight, Side
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.battle import LAND_STAGE, NAVAL_STAGE, SEA_BATTLE
from rondel.games.struggle.steps.deciding import PowerStep
from rondel.games.struggle.steps.support import ALLIANCE_TILES
from rondel.kernel.data import bits
from rondel.kernel.events import Reason

CHAPTER: Final = "pirates"


def victims(state: Table, tile: int) -> int:
    """The regions of a tile where anybody has a control counter."""
    regions = 0
    for power in range(POWERS):
        regions |= state.control_at[power]
    return regions & TILE_REGIONS[tile]


class Strike(PowerStep):
    """The buyer picks a region of the tile and a control counter of any colour there, an ally's or his own included.

    Pirates fight the owner's navies with strength 1, a Slave Revolt his land units with strength 3; no ally may help.
    """

    __slots__ = ("tile",)
    FIELDS = (("power", POWER), ("tile", TILE))
    CHAPTER = CHAPTER

    def __init__(self, power: int, tile: int) -> None:
        super().__init__(power)
        self.tile = tile

    def choices(self, state: Table, seat: int) -> list[int]:
        first = POWERS if self.tile == SLAVE_REVOLT else 0
        offered: list[int] = []
        for power in range(POWERS):
            for region in bits(state.control_at[power] & TILE_REGIONS[self.tile]):
                offered.append(STRIKE[(first + power) * REGIONS + region])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        first = POWERS if self.tile == SLAVE_REVOLT else 0
        return [
            STRIKE[(first + power) * REGIONS + region]
            for power in bits(state.in_play)
            for region in bits(TILE_REGIONS[self.tile])
        ]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_STRIKE:
            return None
        power, region = divmod(PLACE_OF[action] % (POWERS * REGIONS), REGIONS)
        if (PLACE_OF[action] >= POWERS * REGIONS) != (self.tile == SLAVE_REVOLT):
            return None
        return Reason("no-control-there", {"power": POWER.ids[power], "area": AREA.ids[region]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        power, region = divmod(PLACE_OF[action] % (POWERS * REGIONS), REGIONS)
        state.pop()
        state.emit(events.STRUCK, self.power, self.tile, power, region)
        pirates = self.tile == PIRATES
        state.fight = Fight(BY_PIRATES if pirates else BY_REVOLT, region, self.power, Side(-1), Side(power))
        if pirates:
            state.push(SEA_BATTLE)
        else:
            state.push(LAND_STAGE)
            state.push(NAVAL_STAGE)
        state.push(ALLIANCE_TILES)
