"""Exact odds of battles, for the table, the previews and the bots; no rules of their own."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle.actions import IN_ATTACK, PLACE_OF, TABLE_OF
from rondel.games.struggle.components import (
    ARMY,
    ARMY_TRAINING,
    FORT,
    FORT_STRENGTH,
    NAVAL_TRAINING,
    NAVY,
    PIRATES_STRENGTH,
    POWER,
    REGIONS,
    REVOLT_STRENGTH,
    ROLL_DIFFERENCE,
    ROLL_WEIGHT,
    STRENGTH,
    SUPPORT_BONUS,
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
from rondel.games.struggle.steps.attack import ALLIANCE_TILES, ChooseSymbol, available, begin_attack
from rondel.games.struggle.steps.battle import able, land_strength, naval_strength, trained

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


def land_odds(state: Table, support: int) -> tuple[int, int, int]:
    """The attacker's odds on land if this side (or nobody, -1) has naval support."""
    fight = state.fight
    before, bonus = fight[SUPPORT], fight[BONUS]
    fight[SUPPORT], fight[BONUS] = support, SUPPORT_BONUS
    found = stage_odds(state, LAND)
    fight[SUPPORT], fight[BONUS] = before, bonus
    return found


class Forecast:
    """What an attack promises before the dice: both stages, with the allies that have joined so far and no reserves."""

    __slots__ = ("sea", "land", "support", "win", "tie", "loss", "sea_own", "sea_theirs", "land_own", "land_theirs")

    def __init__(self, state: Table) -> None:
        fight = state.fight
        self.sea: tuple[int, int, int] | None = None
        self.support = "none"
        self.sea_own = self.sea_theirs = 0
        kind = fight[KIND]
        self.land_own, self.land_theirs = land_strength(state, ATTACKER), land_strength(state, DEFENDER)
        if kind == ON_PIRATES:
            self.sea = self.land = stage_odds(state, NAVAL)
            self.sea_own, self.sea_theirs = naval_strength(state, ATTACKER), naval_strength(state, DEFENDER)
            self.land_own, self.land_theirs = self.sea_own, self.sea_theirs
            self.win, self.tie, self.loss = (float(part) / THROWS for part in self.land)
            return
        zone = ZONE[fight[REGION]]
        if fight[SUPPORT] >= 0:
            self.land = stage_odds(state, LAND)
            self.support = "attacker" if fight[SUPPORT] == ATTACKER else "defender"
        elif zone < 0 or fight[STAGE] == LAND or fight[RESULT] >= 0:
            self.land = stage_odds(state, LAND)
        elif kind != ON_POWER:
            own = state.navy_at[fight[MAIN]] >> zone & 1 == 1
            self.land = land_odds(state, ATTACKER if own else -1)
            self.support = "attacker" if own else "none"
        else:
            self._between_players(state)
            return
        self.win, self.tie, self.loss = (float(part) / THROWS for part in self.land)

    def _between_players(self, state: Table) -> None:
        attacker, defender = able(state, ATTACKER), able(state, DEFENDER)
        if not (attacker and defender):
            support = ATTACKER if attacker else DEFENDER if defender else -1
            self.support = ("attacker", "defender", "none")[support]
            self.land = land_odds(state, support)
            self.win, self.tie, self.loss = (float(part) / THROWS for part in self.land)
            return
        self.support = "fight"
        self.sea = stage_odds(state, NAVAL)
        self.sea_own, self.sea_theirs = naval_strength(state, ATTACKER), naval_strength(state, DEFENDER)
        self.land = land_odds(state, -1)
        parts = [0.0, 0.0, 0.0]
        for result, weight in zip((ATTACKER, -1, DEFENDER), self.sea, strict=True):
            for i, part in enumerate(land_odds(state, result)):
                parts[i] += weight * part / (THROWS * THROWS)
        self.win, self.tie, self.loss = parts

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


def prepared(state: Table, power: int, action: int, friends: bool = False, foes: bool = False) -> Table:
    """A copy in which the attack is declared; with `friends` or `foes`, all allies of that side have joined.

    Tiles with two symbols add an army, the more common wish.
    """
    twin = state.copy()
    begin_attack(twin, power, action, 0)
    fight = twin.fight
    for side, join in ((ATTACKER, friends), (DEFENDER, foes)):
        if join and fight[MAIN + side] >= 0:
            for ally in potential(twin, side):
                navies, armies = available(twin, ally)
                fight[JOIN_NAVY + side] += navies
                fight[JOIN_ARMY + side] += armies
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


def forecast(state: Table, power: int, action: int) -> dict[str, Any]:
    """All that a player wants to know before he attacks."""
    alone = prepared(state, power, action)
    found = Forecast(alone).to_json()
    found["parts"] = {"attacker": parts(alone, ATTACKER, LAND), "defender": parts(alone, DEFENDER, LAND)}
    for name, side in (("friends", ATTACKER), ("foes", DEFENDER)):
        allies = []
        for ally in potential(alone, side):
            navies, armies = available(alone, ally)
            allies.append({"power": POWER.ids[ally], "navies": navies, "armies": armies})
        found[name] = allies
        if allies:
            helped = Forecast(prepared(state, power, action, friends=side == ATTACKER, foes=side == DEFENDER))
            found[f"win_with_{name}"] = permille(helped.win)
    if TABLE_OF[action] == IN_ATTACK:
        defender, region = divmod(PLACE_OF[action], REGIONS)
        found["prize"] = state.controls(defender, region) > 0
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
