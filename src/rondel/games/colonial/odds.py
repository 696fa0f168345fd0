"""The odds of a war: the exact chances of its next year, from the rule that ends it."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.components import DICE_WEIGHTS, ROLL_TOTAL
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.war import (
    ENDINGS,
    LOST,
    NEUTRAL,
    WON,
    War,
    land_dice,
    sea_dice,
    shared_areas,
    verdict,
)
from rondel.kernel.data import bits

_battles: Final[dict[int, list[float]]] = {}


def battle_odds(ours: int, theirs: int, our_dice: int, their_dice: int, pool: int) -> list[float]:
    """The chances that after a battle [both are left, only we are, only they are, nobody is]; we are the attacker."""
    key = (((ours << 8 | theirs) << 8 | our_dice) << 8 | their_dice) << 8 | pool
    found = _battles.get(key)
    if found is None:
        found = _battles[key] = _reckon(ours, theirs, our_dice, their_dice, pool)
    return found


def _reckon(ours: int, theirs: int, our_dice: int, their_dice: int, pool: int) -> list[float]:
    chances = [0.0, 0.0, 0.0, 0.0]
    for hits, weight in enumerate(DICE_WEIGHTS[our_dice]):
        left = max(0, theirs - hits)
        # Too few dice for both: the attacker rolls first, and his losses are taken before the defender rolls.
        answer = their_dice if our_dice + their_dice <= pool else min(their_dice, left)
        for back, other in enumerate(DICE_WEIGHTS[answer]):
            we, they = ours - back > 0, left > 0
            chance = weight / ROLL_TOTAL[our_dice] * other / ROLL_TOTAL[answer]
            chances[0 if we and they else 1 if we else 2 if they else 3] += chance
    return chances


def year_odds(state: Table, attacker: int, defender: int, war: War | None) -> dict[str, float]:
    """The same as `year_chances`, by name."""
    return dict(zip(ENDINGS, year_chances(state, attacker, defender, war), strict=True))


SHARED: Final = 4
WE_HOLD: Final = 2
THEY_HOLD: Final = 1
AFTER_BATTLE: Final[list[int]] = [SHARED | WE_HOLD | THEY_HOLD, WE_HOLD, THEY_HOLD, 0]
"""[outcome of a battle] -> what it leaves of the land."""


def year_chances(state: Table, attacker: int, defender: int, war: War | None) -> list[float]:
    """How the next year of a war would end for the attacker; without a war, the first year of one that he declares.

    [ending]. Exact: each battle leaves each side with counters or without, and only that decides how the year ends.
    """
    return first_year(state, attacker, defender) if war is None else reckon_year(state, attacker, defender, war)


_first_years: Final[dict[int, list[float]]] = {}
MOST_KEPT: Final = 4096
"""So many first years of wars are kept before they are forgotten."""


def first_year(state: Table, attacker: int, defender: int) -> list[float]:
    """The first year of a war that would be declared: it hangs on little, and is kept. It must not be changed."""
    pool: int = state.options["dice-pool"]
    key = (pool << 8 | state.squadrons[attacker]) << 8 | state.squadrons[defender]
    for area in bits(shared_areas(state, attacker, defender)):
        key = (key << 8 | state.counters(attacker, area)) << 8 | state.counters(defender, area)
    found = _first_years.get(key)
    if found is None:
        if len(_first_years) >= MOST_KEPT:
            _first_years.clear()
        found = _first_years[key] = reckon_year(state, attacker, defender, None)
    return found


def reckon_year(state: Table, attacker: int, defender: int, war: War | None) -> list[float]:
    """The same, whatever is kept."""
    pool: int = state.options["dice-pool"]
    shared = shared_areas(state, attacker, defender)
    contested = war.shared if war is not None else shared
    navies = war.navies if war is not None else bool(state.squadrons[attacker] and state.squadrons[defender])
    # What matters of the land: is a Territory still shared, do we hold a contested one, do they.
    elsewhere = contested & ~shared
    start = WE_HOLD if state.present[attacker] & elsewhere else 0
    if state.present[defender] & elsewhere:
        start |= THEY_HOLD
    outcome = {start: 1.0}
    for area in bits(shared):
        ours, theirs = land_dice(state, attacker, area), land_dice(state, defender, area)
        odds = battle_odds(state.counters(attacker, area), state.counters(defender, area), ours, theirs, pool)
        after: dict[int, float] = {}
        for land, chance in outcome.items():
            for case in range(4):
                key = land | AFTER_BATTLE[case]
                after[key] = after.get(key, 0.0) + chance * odds[case]
        outcome = after
    return endings(state, attacker, defender, pool, outcome, contested != 0, navies)


def endings(
    state: Table, attacker: int, defender: int, pool: int, outcome: dict[int, float], contested: bool, navies: bool
) -> list[float]:
    """The chances of all endings once the battles on land are over; `outcome`: what these leave, and how likely."""
    ours, theirs = sea_dice(state, attacker), sea_dice(state, defender)
    sea = battle_odds(state.squadrons[attacker], state.squadrons[defender], ours, theirs, pool)
    won = lost = neutral = still_open = 0.0
    for land, chance in outcome.items():
        both, we, they = land & SHARED != 0, land & WE_HOLD != 0, land & THEY_HOLD != 0
        for case in range(4):
            ending = verdict(both, we, they, case <= 1, case == 0 or case == 2, contested, navies)
            likely = chance * sea[case]
            if ending == WON:
                won += likely
            elif ending == LOST:
                lost += likely
            elif ending == NEUTRAL:
                neutral += likely
            else:
                still_open += likely
    return [won, lost, neutral, still_open]
