"""What can be counted of a power's position, and what it tells of its final points (`data/value.toml`)."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.components import (
    ALLIANCE_MASK,
    ARMY,
    ARMY_TRAINING,
    BANKING,
    COMPANY_MASK,
    FOLDER,
    FORT,
    GOVERNMENT_REFORM,
    HOME,
    IMPROVED_AGRICULTURE,
    LOGISTICS,
    MERCENARIES,
    MILITIA,
    NAVAL_TRAINING,
    NAVIGATION,
    NAVY,
    PIECES,
    POINTS,
    POP_MASK,
    POWERS,
    PRESSGANGS,
    REGIONS,
    RESERVE,
    REVOLUTION,
    TILE_REGIONS,
    TILES,
    TRAINED_NATIVES,
    WAR_OFFICE,
)
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.war import penalties
from rondel.games.struggle.worth import Board, Takings, chance, defence, own_strength
from rondel.kernel.data import bits
from rondel.kernel.values import Values, read_values

STAGES: Final = 6
"""The beginning and the end of each war."""
NAMES: Final[list[str]] = [
    "any", "points", "places", "counters", "armies", "navies", "forts", "at-home", "gold", "short", "population",
    "unrest", "penalty", "revolution", "training", "ahead-in-training", "reserve", "war-office", "mercenaries",
    "natives", "agriculture", "militia", "logistics", "banking", "reform", "at-sea", "trade", "alliances",
    "attack", "other-attacks", "danger", "enemies", "settling", "order",
]  # fmt: skip
VALUES: Final[Values] = read_values(FOLDER / "data" / "value.toml", NAMES, STAGES)
SIGNS: Final[dict[str, int]] = {
    "places": 1, "counters": 1, "armies": 1, "navies": 1, "forts": 1, "gold": 1, "short": -1, "population": 1,
    "unrest": -1, "penalty": -1, "revolution": -1, "training": 1, "ahead-in-training": 1, "reserve": 1, "war-office": 1,
    "mercenaries": 1, "natives": 1, "agriculture": 1, "militia": 1, "logistics": 1, "banking": 1, "reform": 1,
    "at-sea": 1, "trade": 1, "alliances": 1, "attack": 1, "other-attacks": 1, "danger": -1, "settling": 1,
}  # fmt: skip


REFORM: Final = 2.0
"""Points of unrest that Government Reform puts back in a turn."""
UNREFORMED: Final = 0.5
"""What may be hoped for without it: it may still be bought."""


def stage(table: Table) -> float:
    war = max(1, min(3, table.war))
    done = (max(1, table.round) - 1) / max(1, table.rounds)
    return 2.0 * (war - 1) + done


def calm(table: Table, power: int) -> float:
    """The part of its points that a power may count on: in a revolution all are lost.

    What is fitted has seen none, for nobody who plays by habit comes near it.
    """
    excess = table.unrest[power] - REVOLUTION + 1
    if excess <= 0:
        return 1.0
    turns = table.rounds * (table.wars - table.war) + table.rounds - max(1, table.round) + 1
    relief = turns * (REFORM if table.owned[power * TILES + GOVERNMENT_REFORM] else UNREFORMED)
    return max(0.0, 1.0 - excess / (1.0 + relief))


def place(table: Table, power: int, region: int, less: int) -> int:
    """Points that a region brings a power now, had it so many counters less."""
    control = table.control
    mine = control[power * REGIONS + region] - less
    if mine <= 0:
        return 0
    levels = 0
    for other in range(POWERS):
        if other != power:
            levels |= 1 << control[other * REGIONS + region]
    above = (levels >> (mine + 1)).bit_count()
    points = POINTS[region]
    return points[above] if above < len(points) else 0


def danger(board: Board, power: int) -> float:
    """Points that the armies of enemies could take, by their odds."""
    table = board.world
    found = 0.0
    mine = table.row[power]
    for region in bits(table.control_at[power]):
        worst = 0.0
        for enemy in table.power_of:
            if enemy != power and (table.row[enemy] != mine or mine < 0):
                armies = table.units(ARMY, enemy, region)
                if armies:
                    advantage = own_strength(board, enemy, region, power) - defence(board, power, region, enemy)
                    worst = max(worst, chance(advantage + armies))
        if worst:
            found += worst * (place(table, power, region, 0) - place(table, power, region, 1) + 0.5)
    return found


def features(table: Table, power: int) -> list[float]:
    """In the order of `NAMES`."""
    places = 0
    for region in bits(table.control_at[power]):
        places += place(table, power, region, 0)
    has = [table.owned[power * TILES + tile] for tile in range(TILES)]
    trade, allied = 0, 0
    ready = table.ready_at[power]
    for tile in range(TILES):
        if has[tile]:
            if COMPANY_MASK >> tile & 1:
                trade += max(table.control[power * REGIONS + region] for region in bits(TILE_REGIONS[tile]))
            elif ALLIANCE_MASK >> tile & 1 and ready >> tile & 1:
                allied += 1
    most = 0
    for other in table.power_of:
        if other != power:
            most = max(most, table.owned[other * TILES + ARMY_TRAINING])
    takings = Takings(table, power)
    attack, others = 0.0, 0.0
    for region in bits(table.army_at[power]):
        if region != HOME:
            value = takings.targets(region).now
            if value > attack:
                attack, others = value, others + attack
            else:
                others += value
    enemies = 0
    for other in table.power_of:
        if other != power and table.row[other] != table.row[power]:
            enemies += 1
    units = [PIECES[unit] - table.left[unit * POWERS + power] for unit in range(3)]
    unrest = table.unrest[power]
    gold, keep = table.gold[power], sum(units) - table.population[power] - table.controls_on_board(power)
    return [
        1.0,
        float(table.points[power]),
        float(places),
        float(table.controls_on_board(power)),
        float(units[ARMY]),
        float(units[NAVY]),
        float(units[FORT]),
        float(table.units(ARMY, power, HOME) + table.units(NAVY, power, HOME)),
        float(gold),
        float(max(0, keep - gold)),
        float(table.population[power]),
        float(unrest),
        float(max(0, penalties(table)[power])),
        float(max(0, unrest - REVOLUTION + 5)),
        float(has[ARMY_TRAINING]),
        float(has[ARMY_TRAINING] > most),
        float(has[RESERVE]),
        float(has[WAR_OFFICE]),
        float(has[MERCENARIES]),
        float(has[TRAINED_NATIVES]),
        float(has[IMPROVED_AGRICULTURE]),
        float(has[MILITIA]),
        float(has[LOGISTICS]),
        float(has[BANKING]),
        float(has[GOVERNMENT_REFORM]),
        float(has[NAVAL_TRAINING] + has[PRESSGANGS] + has[NAVIGATION]),
        float(trade),
        float(allied),
        attack,
        others,
        danger(takings, power),
        float(enemies),
        float((table.board_at & POP_MASK).bit_count()),
        float(table.order.index(power)) if power in table.order else 0.0,
    ]
