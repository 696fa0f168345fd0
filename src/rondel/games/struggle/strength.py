"""What a side of an attack is worth, part by part; the dice apart.

The battles add these parts up, the table shows them, and the forecasts use them before anything is thrown.
"""

from __future__ import annotations

from typing import Final, Literal

from rondel.games.struggle.components import (
    ALLIANCE_MASK,
    ARMY,
    ARMY_TRAINING,
    FORT,
    FORT_STRENGTH,
    NAVAL_TRAINING,
    NAVY,
    PIRATES_STRENGTH,
    REVOLT_STRENGTH,
    ROLL_DIFFERENCE,
    STRENGTH,
    TILE_ADDS,
    TILE_REGIONS,
    TRAINING_BONUS,
    ZONE,
)
from rondel.games.struggle.fight import (
    ATTACKER,
    BY_PIRATES,
    BY_REVOLT,
    DEFENDER,
    NAVAL,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    Fight,
)
from rondel.games.struggle.state import Table

What = Literal["armies", "navies", "forts", "allies", "tiles", "training", "support", "counter", "tile"]
Part = tuple[What, int]


def able(state: Table, fight: Fight, side: int) -> bool:
    """Whether a side has a navy in the zone, its own or one that joined."""
    zone = ZONE[fight.region]
    this = fight.side(side)
    if this.power < 0 or zone < 0:
        return False
    return state.navy_at[this.power] >> zone & 1 == 1 or this.navies > 0


DISPUTED: Final = 2


def support_goes_to(state: Table, fight: Fight) -> int:
    """The side that has naval support without a battle, -1 if nobody has it; DISPUTED: both may fight for it.

    Against a neutral or a Slave Revolt, the player with a navy of his own there. Between players, the only side with a
    navy; if both have one, they may fight for it.
    """
    zone = ZONE[fight.region]
    if zone < 0:
        return -1
    if fight.kind != ON_POWER:
        side = DEFENDER if fight.kind == BY_REVOLT else ATTACKER
        return side if state.navy_at[fight.side(side).power] >> zone & 1 else -1
    attacker, defender = able(state, fight, ATTACKER), able(state, fight, DEFENDER)
    if attacker and defender:
        return DISPUTED
    return ATTACKER if attacker else DEFENDER if defender else -1


def trained(state: Table, power: int, enemy: int, tile: int) -> bool:
    """Whether a power has more training tiles than its enemy; neutrals and tiles have none."""
    return state.has(power, tile) > (state.has(enemy, tile) if enemy >= 0 else 0)


def naval_parts(state: Table, fight: Fight, side: int) -> list[Part]:
    """Own and joined navies, alliance tiles, and one for more Naval Training than the enemy if an own navy is there."""
    this = fight.side(side)
    if this.power < 0:
        return [("tile", PIRATES_STRENGTH)]
    zone = ZONE[fight.region]
    own = state.units(NAVY, this.power, zone) if zone >= 0 else 0
    found: list[Part] = [("navies", own), ("allies", this.navies), ("tiles", this.tile_navies)]
    if own and trained(state, this.power, fight.side(1 - side).power, NAVAL_TRAINING):
        found.append(("training", TRAINING_BONUS))
    return found


def land_parts(state: Table, fight: Fight, side: int) -> list[Part]:
    """Own and joined armies, forts in defence, alliance tiles, Army Training, naval support; or what is printed."""
    this = fight.side(side)
    if this.power < 0:
        if fight.kind == ON_NEUTRAL:
            return [("counter", STRENGTH[fight.counter])]
        return [("tile", REVOLT_STRENGTH)]
    own = state.units(ARMY, this.power, fight.region)
    found: list[Part] = [("armies", own)]
    if side == DEFENDER:
        forts = state.units(FORT, this.power, fight.region)
        own += forts
        found.append(("forts", FORT_STRENGTH * forts))
    found.append(("allies", this.armies))
    found.append(("tiles", this.tile_armies))
    if own and trained(state, this.power, fight.side(1 - side).power, ARMY_TRAINING):
        found.append(("training", TRAINING_BONUS))
    if fight.support == side:
        found.append(("support", fight.bonus))
    return found


def strength(state: Table, fight: Fight, stage: int, side: int) -> int:
    """What a side brings to the battle of a stage: the parts, added up without a list of them."""
    return naval_strength(state, fight, side) if stage == NAVAL else land_strength(state, fight, side)


def naval_strength(state: Table, fight: Fight, side: int) -> int:
    """The sum of `naval_parts`."""
    this = fight.side(side)
    if this.power < 0:
        return PIRATES_STRENGTH
    zone = ZONE[fight.region]
    own = state.units(NAVY, this.power, zone) if zone >= 0 else 0
    total = own + this.navies + this.tile_navies
    if own and trained(state, this.power, fight.side(1 - side).power, NAVAL_TRAINING):
        total += TRAINING_BONUS
    return total


def land_strength(state: Table, fight: Fight, side: int) -> int:
    """The sum of `land_parts`."""
    this = fight.side(side)
    if this.power < 0:
        return STRENGTH[fight.counter] if fight.kind == ON_NEUTRAL else REVOLT_STRENGTH
    own = state.units(ARMY, this.power, fight.region)
    total = own + this.armies + this.tile_armies
    if side == DEFENDER:
        forts = state.units(FORT, this.power, fight.region)
        own += forts
        total += FORT_STRENGTH * forts
    if own and trained(state, this.power, fight.side(1 - side).power, ARMY_TRAINING):
        total += TRAINING_BONUS
    if fight.support == side:
        total += fight.bonus
    return total


def total(state: Table, fight: Fight, side: int) -> int:
    """Strength in the battle of this stage, and the difference of the dice."""
    dice = fight.side(side).dice
    return strength(state, fight, fight.stage, side) + (ROLL_DIFFERENCE[dice] if dice >= 0 else 0)


# --- alliance tiles -------------------------------------------------------------------------------------------------


def count_tiles(state: Table, fight: Fight, side: int) -> list[int]:
    """Count each alliance tile of a side's main power that names the region: it adds an army or a navy.

    A tile strengthens the owner's units that are there; without an army or a fort it adds nothing on land, without a
    navy nothing at sea (option `alliance-tile-alone`: it counts all the same). Returned are the tiles with two symbols
    of which either could count, left for their owner to choose.
    """
    this = fight.side(side)
    if this.power < 0:
        return []
    mine = REGION_TILES[fight.region] & state.ready_at[this.power]
    if not mine:
        return []
    alone = state.tile_alone
    zone = ZONE[fight.region]
    at_sea_only = fight.kind == ON_PIRATES or fight.kind == BY_PIRATES
    sea_battle = at_sea_only or (
        fight.kind == ON_POWER and able(state, fight, ATTACKER) and able(state, fight, DEFENDER)
    )
    here = state.army_at[this.power] | (state.fort_at[this.power] if side == DEFENDER else 0)
    at_sea = sea_battle and (alone or state.navy_at[this.power] >> zone & 1 == 1)
    on_land = not at_sea_only and (alone or here >> fight.region & 1 == 1)
    choices: list[int] = []
    while mine:
        low = mine & -mine
        mine ^= low
        tile = low.bit_length() - 1
        navy, army = at_sea and TILE_ADDS[tile] >> NAVY & 1, on_land and TILE_ADDS[tile] >> ARMY & 1
        if navy and army:
            choices.append(tile)
        elif navy:
            this.tile_navies += 1
        elif army:
            this.tile_armies += 1
    return choices


def expected(state: Table, fight: Fight) -> Fight:
    """A copy of an attack in which alliance tiles count, also while allies are still being asked.

    A tile with two symbols whose owner has yet to choose counts as an army, the more common wish.
    """
    fight = fight.copy()
    if not fight.tiles:
        fight.attacker.undecided = len(count_tiles(state, fight, ATTACKER))
        fight.defender.undecided = len(count_tiles(state, fight, DEFENDER))
        fight.tiles = 1
    for side in (fight.attacker, fight.defender):
        side.tile_armies += side.undecided
        side.undecided = 0
    return fight


def _region_tiles() -> list[int]:
    """[region] -> bits of the alliance tiles that name it."""
    table = []
    for region in range(len(ZONE)):
        mask = 0
        for tile, regions in enumerate(TILE_REGIONS):
            if ALLIANCE_MASK >> tile & 1 and regions >> region & 1:
                mask |= 1 << tile
        table.append(mask)
    return table


REGION_TILES: Final[list[int]] = _region_tiles()
