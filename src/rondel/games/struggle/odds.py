"""Exact odds of battles, for the table, the previews and the bots; no rules of their own."""

from __future__ import annotations

from typing import Final, Literal

from mypy_extensions import mypyc_attr

from rondel.games.struggle.actions import IN_ATTACK, PLACE_OF, TABLE_OF
from rondel.games.struggle.components import (
    ARMY_TRAINING,
    BLOCKADE,
    BLOCKADE_BONUS,
    NAVAL_TRAINING,
    POWER,
    REGIONS,
    RESERVE,
    ROLL_DIFFERENCE,
    ROLL_WEIGHT,
    SUPPORT_BONUS,
    SURPRISE_ATTACK,
    TILE,
    TILES,
)
from rondel.games.struggle.fight import (
    ATTACKER,
    BY_PIRATES,
    DEFENDER,
    LAND,
    NAVAL,
    ON_PIRATES,
    ON_POWER,
    Fight,
)
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.attack import begin_attack
from rondel.games.struggle.steps.support import available
from rondel.games.struggle.strength import (
    DISPUTED,
    REGION_TILES,
    expected,
    land_parts,
    naval_parts,
    strength,
    support_goes_to,
)
from rondel.games.struggle.view import AttackView, EffectView, OddsView, PartView, StageView
from rondel.kernel.data import bits

Why = Literal["friend", "foe", "counts", "use", "buy"]
Supported = Literal["attacker", "defender", "fight", "none"]
THROWS: Final = 1296
"""Throws of four dice."""
_FAR: Final = 12


def _table() -> list[tuple[int, int, int]]:
    """[strength advantage + _FAR] -> how many of the 1296 throws win, tie and lose."""
    weights = [0] * 6
    for difference, weight in zip(ROLL_DIFFERENCE, ROLL_WEIGHT, strict=True):
        weights[difference] += weight
    table = []
    for advantage in range(-_FAR, _FAR + 1):
        win = tie = 0
        for mine in range(6):
            for theirs in range(6):
                weight = weights[mine] * weights[theirs]
                if advantage + mine > theirs:
                    win += weight
                elif advantage + mine == theirs:
                    tie += weight
        table.append((win, tie, THROWS - win - tie))
    return table


TABLE: Final[list[tuple[int, int, int]]] = _table()


def battle_odds(advantage: int) -> tuple[int, int, int]:
    """Of 1296 throws: how many win, tie and lose with this much more strength than the enemy."""
    return TABLE[max(-_FAR, min(_FAR, advantage)) + _FAR]


def stage_odds(state: Table, fight: Fight, stage: int) -> tuple[int, int, int]:
    """The attacker's odds in the battle of a stage, with the units, allies and tiles as they are."""
    return battle_odds(strength(state, fight, stage, ATTACKER) - strength(state, fight, stage, DEFENDER))


def is_at_sea_only(fight: Fight) -> bool:
    """Pirates fight, and are fought, at sea alone."""
    return fight.kind == ON_PIRATES or fight.kind == BY_PIRATES


@mypyc_attr(acyclic=True)
class Forecast:
    """What an attack promises before the dice: both stages, with the allies that have joined so far and no reserves.

    Alliance tiles count from the start. With `blockade`, the attacker makes naval support worth two if he gets it.
    """

    __slots__ = (
        "sea", "land", "support", "win", "tie", "loss", "again", "sea_own", "sea_theirs", "land_own", "land_theirs"
    )  # fmt: skip

    def __init__(self, state: Table, fight: Fight, blockade: bool = False) -> None:
        fight = expected(state, fight)
        bonus = BLOCKADE_BONUS if blockade else SUPPORT_BONUS
        self.sea: tuple[int, int, int] | None = None
        self.support: Supported = "none"
        self.sea_own = self.sea_theirs = 0
        self.win = self.tie = self.loss = self.again = 0.0
        self.land_own = strength(state, fight, LAND, ATTACKER)
        self.land_theirs = strength(state, fight, LAND, DEFENDER)
        if is_at_sea_only(fight):
            self.land = self.at_sea(state, fight)
            self.land_own, self.land_theirs = self.sea_own, self.sea_theirs
            self._add(THROWS, self.land)
        elif fight.support >= 0 or fight.stage == LAND or fight.result >= 0:
            self.support = SUPPORTED[fight.support]
            self.land = stage_odds(state, fight, LAND)
            self._add(THROWS, self.land)
        else:
            self._before_the_stages(state, fight, bonus)

    def at_sea(self, state: Table, fight: Fight) -> tuple[int, int, int]:
        self.sea_own = strength(state, fight, NAVAL, ATTACKER)
        self.sea_theirs = strength(state, fight, NAVAL, DEFENDER)
        self.sea = odds = battle_odds(self.sea_own - self.sea_theirs)
        return odds

    def _before_the_stages(self, state: Table, fight: Fight, bonus: int) -> None:
        side = support_goes_to(state, fight)
        self.support = SUPPORTED[side]
        if side != DISPUTED:
            self.land = supported_odds(state, fight, side, bonus)
            self._add(THROWS, self.land)
            return
        sea = self.at_sea(state, fight)
        self.land = supported_odds(state, fight, -1, 0)
        self._add(sea[0], supported_odds(state, fight, ATTACKER, bonus))
        self._add(sea[1], self.land)
        self._add(sea[2], supported_odds(state, fight, DEFENDER, bonus))

    def _add(self, weight: int, odds: tuple[int, int, int]) -> None:
        """Add odds on land, weighed by how many of the throws at sea lead there."""
        win, tie, loss = odds
        share = weight / (THROWS * THROWS)
        self.win += share * win
        self.tie += share * tie
        self.loss += share * loss
        self.again += share * (win + (THROWS - win) * win / THROWS)  # a Reserve, unless the first throw wins

    def to_json(self) -> OddsView:
        return {
            "support": self.support,
            "sea": None if self.sea is None else side_json(self.sea_own, self.sea_theirs, self.sea),
            "land": side_json(self.land_own, self.land_theirs, self.land),
            "win": permille(self.win),
            "tie": permille(self.tie),
            "loss": permille(self.loss),
        }


SUPPORTED: Final[tuple[Supported, ...]] = ("attacker", "defender", "fight", "none")
"""[side that has naval support, DISPUTED, or -1]"""


def supported_odds(state: Table, fight: Fight, side: int, bonus: int) -> tuple[int, int, int]:
    """The attacker's odds on land if this side (or nobody, -1) has naval support; the Blockade is the attacker's."""
    fight.support, fight.bonus = side, bonus if side == ATTACKER else SUPPORT_BONUS
    found = stage_odds(state, fight, LAND)
    fight.support, fight.bonus = -1, 0
    return found


def side_json(own: int, theirs: int, odds: tuple[int, int, int]) -> StageView:
    return {"own": own, "theirs": theirs, "win": odds[0], "tie": odds[1], "loss": odds[2], "of": THROWS}


def permille(share: float) -> int:
    return round(1000 * share)


def prepared(state: Table, power: int, action: int) -> Table:
    """A copy in which the attack is declared, and nobody has joined yet."""
    twin = state.copy()
    twin.events = None
    begin_attack(twin, power, action, 0)
    return twin


def potential(state: Table, side: int) -> list[int]:
    """The allies of a side that could send units into the attack in progress."""
    fight = state.fight
    main = fight.side(side).power
    if main < 0 or state.seat_of[main] < 0 or (side == DEFENDER and fight.kind != ON_POWER):
        return []
    return [
        ally for ally in state.after(main) if state.row[ally] == state.row[main] and available(state, ally) != (0, 0)
    ]


def effect(why: Why, win: int, tile: int = -1, power: int = -1, navies: int = 0, armies: int = 0) -> EffectView:
    return {
        "why": why,
        "power": POWER.show(power),
        "tile": TILE.show(tile),
        "navies": navies,
        "armies": armies,
        "win": win,
    }


def forecast(state: Table, power: int, action: int, buyable: int = 0) -> AttackView:
    """All that a player wants to know before he attacks; `buyable` are tiles that he could still buy before."""
    twin = prepared(state, power, action)
    base = Forecast(twin, twin.fight)
    fight = expected(twin, twin.fight)
    stage = NAVAL if is_at_sea_only(fight) else LAND
    prize = True
    if TABLE_OF[action] == IN_ATTACK:
        defender, region = divmod(PLACE_OF[action], REGIONS)
        prize = state.controls(defender, region) > 0
    return {
        "action": action,
        **base.to_json(),
        "parts": {"attacker": parts(twin, fight, ATTACKER, stage), "defender": parts(twin, fight, DEFENDER, stage)},
        "effects": [
            *[helper(twin, side, ally) for side in (ATTACKER, DEFENDER) for ally in potential(twin, side)],
            *counted_tiles(twin, fight),
            *usable_tiles(twin, base),
            *bought_tiles(twin, base, buyable),
        ],
        "prize": prize,
    }


# --- what each ally and each tile does to the attacker's chance: with it, or without what counts already -------------


def helper(state: Table, side: int, ally: int) -> EffectView:
    """An ally that could join with all it has there."""
    navies, armies = available(state, ally)
    fight = state.fight.copy()
    fight.join(side, ally, navies, armies)
    why: Why = "foe" if side == DEFENDER else "friend"
    win = permille(Forecast(state, fight).win)
    return effect(why, win, power=ally, navies=navies, armies=armies)


def counted_tiles(state: Table, fight: Fight) -> list[EffectView]:
    """The tiles that already count for either side, and the chance without each."""
    at_sea = is_at_sea_only(fight)
    found = []
    for side in (ATTACKER, DEFENDER):
        this = fight.side(side)
        counting = this.tile_navies if at_sea else this.tile_armies
        tiles = bits(REGION_TILES[fight.region] & state.ready_at[this.power]) if counting else []
        if any(part["what"] == "training" for part in parts(state, fight, side, NAVAL if at_sea else LAND)):
            tiles.append(NAVAL_TRAINING if at_sea else ARMY_TRAINING)
        for tile in tiles:
            without = fight.copy()
            if at_sea:
                without.side(side).tile_navies -= 1
            else:
                without.side(side).tile_armies -= 1
            win = permille(Forecast(state, without).win)
            found.append(effect("counts", win, tile, this.power))
    return found


def usable_tiles(state: Table, base: Forecast) -> list[EffectView]:
    """The attacker's tiles for one use: a Reserve for another throw, the Blockade, the Surprise Attack."""
    main = state.fight.attacker.power
    found = []
    if state.ready(main, RESERVE):
        found.append(effect("use", permille(base.again), RESERVE))
    if state.ready(main, BLOCKADE) and base.support in ("attacker", "fight"):
        win = permille(Forecast(state, state.fight, blockade=True).win)
        found.append(effect("use", win, BLOCKADE))
    if state.ready(main, SURPRISE_ATTACK) and potential(state, DEFENDER):
        found.append(effect("use", permille(base.win), SURPRISE_ATTACK))
    return found


def bought_tiles(state: Table, base: Forecast, buyable: int) -> list[EffectView]:
    """The tiles of the market that would raise the chance if they were bought first."""
    fight = state.fight
    main = fight.attacker.power
    now = permille(base.win)
    found = []
    for tile in bits(buyable & (REGION_TILES[fight.region] | 1 << ARMY_TRAINING | 1 << NAVAL_TRAINING | 1 << RESERVE)):
        if tile == RESERVE:
            win = permille(base.again)
        else:
            ready = state.ready_at[main]
            state.owned[main * TILES + tile] += 1
            state.ready_at[main] |= 1 << tile
            win = permille(Forecast(state, fight).win)
            state.owned[main * TILES + tile] -= 1
            state.ready_at[main] = ready
        if win > now:
            found.append(effect("buy", win, tile))
    return found


def parts(state: Table, fight: Fight, side: int, stage: int) -> list[PartView]:
    """Where a side's strength comes from, without the dice."""
    found = naval_parts(state, fight, side) if stage == NAVAL else land_parts(state, fight, side)
    return [{"what": what, "value": value} for what, value in found if value]
