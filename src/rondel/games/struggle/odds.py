"""Exact odds of battles, for the table, the previews and the bots; no rules of their own."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle.actions import IN_ATTACK, PLACE_OF, TABLE_OF
from rondel.games.struggle.components import (
    ALLIANCES,
    ARMY,
    ARMY_TRAINING,
    BLOCKADE,
    BLOCKADE_BONUS,
    FORT,
    FORT_STRENGTH,
    NAVAL_TRAINING,
    NAVY,
    PIRATES_STRENGTH,
    POWER,
    REGIONS,
    RESERVE,
    REVOLT_STRENGTH,
    ROLL_DIFFERENCE,
    ROLL_WEIGHT,
    STRENGTH,
    SUPPORT_BONUS,
    SURPRISE_ATTACK,
    TILE,
    TILE_ADDS,
    TILES,
    TRAINING_BONUS,
    ZONE,
)
from rondel.games.struggle.state import (
    ATTACKER,
    BONUS,
    COUNTER_AT,
    DEFENDER,
    JOIN_ARMY,
    JOIN_NAVY,
    KIND,
    LAND,
    MAIN,
    NAVAL,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    REGION,
    RESULT,
    STAGE,
    SUPPORT,
    TILES_ARMY,
    TILES_NAVY,
    Table,
)
from rondel.games.struggle.steps.attack import ALLIANCE_TILES, REGION_TILES, ChooseSymbol, available, begin_attack
from rondel.games.struggle.steps.battle import able, land_strength, naval_strength, trained
from rondel.kernel.data import bits

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


def stage_odds(state: Table, stage: int, side: int = ATTACKER) -> tuple[int, int, int]:
    """The odds of a battle with the units, allies and tiles as they are now, seen from a side."""
    strength = naval_strength if stage == NAVAL else land_strength
    return battle_odds(strength(state, side) - strength(state, 1 - side))


def land_odds(state: Table, support: int, bonus: int = SUPPORT_BONUS) -> tuple[int, int, int]:
    """The attacker's odds on land if this side (or nobody, -1) has naval support, worth so much."""
    fight = state.fight
    before = fight[SUPPORT], fight[BONUS]
    fight[SUPPORT], fight[BONUS] = support, bonus
    found = stage_odds(state, LAND)
    fight[SUPPORT], fight[BONUS] = before
    return found


class Forecast:
    """What an attack promises before the dice: both stages, with the allies that have joined so far and no reserves.

    With `blockade`, the attacker makes naval support worth two if he gets it.
    """

    __slots__ = (
        "sea", "land", "support", "win", "tie", "loss", "again", "sea_own", "sea_theirs", "land_own", "land_theirs"
    )  # fmt: skip

    def __init__(self, state: Table, blockade: bool = False) -> None:
        fight = state.fight
        self.sea: tuple[int, int, int] | None = None
        self.support = "none"
        self.sea_own = self.sea_theirs = 0
        kind = fight[KIND]
        bonus = BLOCKADE_BONUS if blockade else SUPPORT_BONUS
        self.land_own, self.land_theirs = land_strength(state, ATTACKER), land_strength(state, DEFENDER)
        if kind == ON_PIRATES:
            self.sea = self.land = stage_odds(state, NAVAL)
            self.sea_own, self.sea_theirs = naval_strength(state, ATTACKER), naval_strength(state, DEFENDER)
            self.land_own, self.land_theirs = self.sea_own, self.sea_theirs
            self._sum([(THROWS, self.land)])
            return
        zone = ZONE[fight[REGION]]
        if fight[SUPPORT] >= 0:
            self.land = stage_odds(state, LAND)
            self.support = "attacker" if fight[SUPPORT] == ATTACKER else "defender"
        elif zone < 0 or fight[STAGE] == LAND or fight[RESULT] >= 0:
            self.land = stage_odds(state, LAND)
        elif kind != ON_POWER:
            own = state.navy_at[fight[MAIN]] >> zone & 1 == 1
            self.land = land_odds(state, ATTACKER if own else -1, bonus)
            self.support = "attacker" if own else "none"
        else:
            self._between_players(state, bonus)
            return
        self._sum([(THROWS, self.land)])

    def _between_players(self, state: Table, bonus: int) -> None:
        attacker, defender = able(state, ATTACKER), able(state, DEFENDER)
        if not (attacker and defender):
            support = ATTACKER if attacker else DEFENDER if defender else -1
            self.support = ("attacker", "defender", "none")[support]
            self.land = land_odds(state, support, bonus if attacker else SUPPORT_BONUS)
            self._sum([(THROWS, self.land)])
            return
        self.support = "fight"
        self.sea = stage_odds(state, NAVAL)
        self.sea_own, self.sea_theirs = naval_strength(state, ATTACKER), naval_strength(state, DEFENDER)
        self.land = land_odds(state, -1)
        results = (land_odds(state, ATTACKER, bonus), self.land, land_odds(state, DEFENDER))
        self._sum(list(zip(self.sea, results, strict=True)))

    def _sum(self, worlds: list[tuple[int, tuple[int, int, int]]]) -> None:
        """Add up the odds on land, each weighed by how many of the throws at sea lead there."""
        self.win = self.tie = self.loss = self.again = 0.0
        for weight, (win, tie, loss) in worlds:
            share = weight / (THROWS * THROWS)
            self.win += share * win
            self.tie += share * tie
            self.loss += share * loss
            self.again += share * (win + (THROWS - win) * win / THROWS)  # a Reserve, unless the first throw wins

    def to_json(self) -> dict[str, Any]:
        return {
            "support": self.support,
            "sea": None if self.sea is None else side_json(self.sea_own, self.sea_theirs, self.sea),
            "land": side_json(self.land_own, self.land_theirs, self.land),
            "win": permille(self.win),
            "tie": permille(self.tie),
            "loss": permille(self.loss),
        }


def side_json(own: int, theirs: int, odds: tuple[int, int, int]) -> dict[str, int]:
    return {"own": own, "theirs": theirs, "win": odds[0], "tie": odds[1], "loss": odds[2], "of": THROWS}


def permille(share: float) -> int:
    return round(1000 * share)


def prepared(state: Table, power: int, action: int) -> Table:
    """A copy in which the attack is declared, and nobody has joined yet.

    Tiles with two symbols add an army, the more common wish.
    """
    twin = state.copy()
    twin.events = None
    begin_attack(twin, power, action, 0)
    fight = twin.fight
    twin.push(ALLIANCE_TILES)
    ALLIANCE_TILES.run(twin)
    while isinstance(step := twin.pending[-1], ChooseSymbol):
        fight[TILES_ARMY + step.side] += len(step.tiles)
        twin.pop()
    return twin


def potential(state: Table, side: int) -> list[int]:
    """The allies of a side that could send units into the attack in progress."""
    main = state.fight[MAIN + side]
    if main < 0 or state.seat_of[main] < 0 or (side == DEFENDER and state.fight[KIND] != ON_POWER):
        return []
    return [
        ally for ally in state.after(main) if state.row[ally] == state.row[main] and available(state, ally) != (0, 0)
    ]


def forecast(state: Table, power: int, action: int, buyable: int = 0) -> dict[str, Any]:
    """All that a player wants to know before he attacks; `buyable` are tiles that he could still buy before."""
    twin = prepared(state, power, action)
    base = Forecast(twin)
    found = base.to_json()
    found["parts"] = {"attacker": parts(twin, ATTACKER, LAND), "defender": parts(twin, DEFENDER, LAND)}
    found["effects"] = [
        *[helper(twin, side, ally) for side in (ATTACKER, DEFENDER) for ally in potential(twin, side)],
        *counted_tiles(twin),
        *usable_tiles(twin, base),
        *bought_tiles(twin, base, buyable),
    ]
    if TABLE_OF[action] == IN_ATTACK:
        defender, region = divmod(PLACE_OF[action], REGIONS)
        found["prize"] = state.controls(defender, region) > 0
    return found


# --- what each ally and each tile does to the attacker's chance: with it, or without what counts already -------------


def win_if(state: Table, place: int, change: int) -> int:
    """The attacker's chance, in thousandths, if one figure of the attack were changed."""
    state.fight[place] += change
    found = permille(Forecast(state).win)
    state.fight[place] -= change
    return found


def helper(state: Table, side: int, ally: int) -> dict[str, Any]:
    """An ally that could join with all it has there."""
    navies, armies = available(state, ally)
    state.fight[JOIN_NAVY + side] += navies
    win = win_if(state, JOIN_ARMY + side, armies)
    state.fight[JOIN_NAVY + side] -= navies
    why = "foe" if side == DEFENDER else "friend"
    return {"why": why, "power": POWER.ids[ally], "navies": navies, "armies": armies, "win": win}


def counted_tiles(state: Table) -> list[dict[str, Any]]:
    """The tiles that already count for either side, and the chance without each."""
    fight = state.fight
    at_sea = fight[KIND] == ON_PIRATES
    found = []
    for side in (ATTACKER, DEFENDER):
        main = fight[MAIN + side]
        if main < 0:
            continue
        tiles = bits(REGION_TILES[fight[REGION]] & state.ready_at[main])
        if any(part["what"] == "training" for part in parts(state, side, NAVAL if at_sea else LAND)):
            tiles.append(NAVAL_TRAINING if at_sea else ARMY_TRAINING)
        for tile in tiles:
            if tile not in ALLIANCES or TILE_ADDS[tile] >> (NAVY if at_sea else ARMY) & 1:
                win = win_if(state, (TILES_NAVY if at_sea else TILES_ARMY) + side, -1)
                found.append({"why": "counts", "tile": TILE.ids[tile], "power": POWER.ids[main], "win": win})
    return found


def usable_tiles(state: Table, base: Forecast) -> list[dict[str, Any]]:
    """The attacker's tiles for one use: a Reserve for another throw, the Blockade, the Surprise Attack."""
    main = state.fight[MAIN]
    found = []
    if state.ready(main, RESERVE):
        found.append({"why": "use", "tile": TILE.ids[RESERVE], "win": permille(base.again)})
    if state.ready(main, BLOCKADE) and base.support in ("attacker", "fight"):
        found.append({"why": "use", "tile": TILE.ids[BLOCKADE], "win": permille(Forecast(state, blockade=True).win)})
    if state.ready(main, SURPRISE_ATTACK) and potential(state, DEFENDER):
        found.append({"why": "use", "tile": TILE.ids[SURPRISE_ATTACK], "win": permille(base.win)})
    return found


def bought_tiles(state: Table, base: Forecast, buyable: int) -> list[dict[str, Any]]:
    """The tiles of the market that would raise the chance if they were bought first."""
    fight = state.fight
    main = fight[MAIN]
    at_sea = fight[KIND] == ON_PIRATES
    now = permille(base.win)
    found = []
    for tile in bits(buyable & (REGION_TILES[fight[REGION]] | 1 << ARMY_TRAINING | 1 << NAVAL_TRAINING | 1 << RESERVE)):
        if tile == RESERVE:
            win = permille(base.again)
        elif tile in (ARMY_TRAINING, NAVAL_TRAINING):
            state.owned[main * TILES + tile] += 1
            win = permille(Forecast(state).win)
            state.owned[main * TILES + tile] -= 1
        elif TILE_ADDS[tile] >> (NAVY if at_sea else ARMY) & 1:
            win = win_if(state, TILES_NAVY if at_sea else TILES_ARMY, 1)
        else:
            continue
        if win > now:
            found.append({"why": "buy", "tile": TILE.ids[tile], "win": win})
    return found


def parts(state: Table, side: int, stage: int) -> list[dict[str, Any]]:
    """Where a side's strength comes from, without the dice."""
    fight = state.fight
    main, region = fight[MAIN + side], fight[REGION]
    found: list[tuple[str, int]] = []
    if main < 0:
        if fight[KIND] == ON_NEUTRAL:
            found.append(("counter", STRENGTH[fight[COUNTER_AT]]))
        else:
            found.append(("tile", PIRATES_STRENGTH if stage == NAVAL else REVOLT_STRENGTH))
    elif stage == NAVAL:
        own = state.units(NAVY, main, ZONE[region])
        found.append(("navies", own))
        found.append(("allies", fight[JOIN_NAVY + side]))
        found.append(("tiles", fight[TILES_NAVY + side]))
        if own and trained(state, main, fight[MAIN + 1 - side], NAVAL_TRAINING):
            found.append(("training", TRAINING_BONUS))
    else:
        own = state.units(ARMY, main, region)
        found.append(("armies", own))
        if side == DEFENDER:
            forts = state.units(FORT, main, region)
            own += forts
            found.append(("forts", FORT_STRENGTH * forts))
        found.append(("allies", fight[JOIN_ARMY + side]))
        found.append(("tiles", fight[TILES_ARMY + side]))
        if own and trained(state, main, fight[MAIN + 1 - side], ARMY_TRAINING):
            found.append(("training", TRAINING_BONUS))
        if fight[SUPPORT] == side:
            found.append(("support", fight[BONUS]))
    return [{"what": what, "value": value} for what, value in found if value]
