"""11. The exact chance that an attacker wins a battle.

Both sides send their strongest units into each roll (into the next one those that are lined up already), nobody is
brought up any more, and no further cards are played. Nothing is sampled: all throws of the dice are counted.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from rondel.games.imperunde.components import (
    AGAINST_FORT,
    CAVALRY,
    DIE_LOW,
    FORT,
    FRIGATE,
    INFANTRY,
    LANDS,
    LINE,
    UNIT_DIE,
)
from rondel.games.imperunde.fight import CODES, Fight, unit_of
from rondel.games.imperunde.state import NATIVES, PARTIES, Table
from rondel.games.imperunde.steps.lining_up import LINE_UP
from rondel.games.imperunde.steps.rolling import first_bonus, hussar_bonus

Units = tuple[int, ...]
"""Units of a side, the strongest first."""
CAPTURED: Final = 8
"""Added to a lost ship that the other side has captured."""
NEGLIGIBLE: Final = 1e-9
"""Chances that differ by less are taken for equal."""


def next_losses(state: Table, fight: Fight) -> tuple[float, float]:
    """What the next roll costs attacker and defender on average; a ship that is captured is lost to its owner."""
    attack, defence = sides(state, fight)
    lines = lined_up(fight.attack, attack), lined_up(fight.defence, defence)
    rolled = outcomes(*lines, first_bonus(fight), hussar_bonus(fight), fight.area >= LANDS)
    return sum(len(lost) * chance for lost, _, chance in rolled), sum(len(gone) * chance for _, gone, chance in rolled)


def chance_to_win(state: Table, fight: Fight) -> float:
    """The attacker's chance in the battle that lies on the table, from 0 to 1."""
    attack, defence = sides(state, fight)
    at_sea = fight.area >= LANDS
    bonus, hussars = first_bonus(fight), hussar_bonus(fight)
    cases = {(attack, defence): 1.0}
    for pair in fight.boardings:
        cases = after_boarding(cases, pair // CODES // 4, pair % CODES // 4)
    if attack and defence and (fight.attack or fight.defence or bonus != (0, 0)):
        lines = lined_up(fight.attack, attack), lined_up(fight.defence, defence)
        cases = {}
        for lost, gone, chance in outcomes(*lines, bonus, hussars, at_sea):
            case = without(attack, lost, gone), without(defence, gone, lost)
            cases[case] = cases.get(case, 0.0) + chance
    return sum(
        share * (sea_chance(own, other) if at_sea else land_chance(own, other, hussars))
        for (own, other), share in cases.items()
    )


@lru_cache(maxsize=200_000)
def land_chance(attack: Units, defence: Units, hussars: tuple[int, int]) -> float:
    """11.4 The attacker's chance on land: with every roll at least one unit is lost, until a side is gone."""
    if not attack or not defence:
        return 1.0 if attack else 0.0
    won = 0.0
    for lost, gone, chance in outcomes(attack[:LINE_UP], defence[:LINE_UP], (0, 0), hussars, False):
        won += chance * land_chance(without(attack, lost, gone), without(defence, gone, lost), hussars)
    return won


def sea_chance(attack: Units, defence: Units) -> float:
    """11.6 The attacker's chance at sea, where ships may also change sides."""
    both = attack + defence
    return sea_chances(both.count(FRIGATE), both.count(LINE))[attack.count(FRIGATE), attack.count(LINE)]


@cache
def sea_chances(frigates: int, lines: int) -> dict[tuple[int, int], float]:
    """The chances for so many frigates and ships of the line in all, by how many of each are the attacker's.

    Ships that sink lead to fewer ships; if all pairs board, there are as many as before, and the chances depend on each
    other: they are worked out again until nothing changes any more.
    """
    known: dict[tuple[int, int], float] = {}
    boarded: dict[tuple[int, int], list[tuple[tuple[int, int], float]]] = {}
    for own in product(range(frigates + 1), range(lines + 1)):
        attack = (LINE,) * own[1] + (FRIGATE,) * own[0]
        defence = (LINE,) * (lines - own[1]) + (FRIGATE,) * (frigates - own[0])
        known[own] = 1.0 if attack and not defence else 0.0
        boarded[own] = []
        if not attack or not defence:
            continue
        for small, large, more_small, more_large, chance in sea_outcomes(attack[:LINE_UP], defence[:LINE_UP]):
            goal = (own[0] + more_small, own[1] + more_large)
            if small or large:
                known[own] += chance * sea_chances(frigates - small, lines - large)[goal]
            else:
                boarded[own].append((goal, chance))
    found = known
    while True:
        better = {own: known[own] + sum(chance * found[goal] for goal, chance in boarded[own]) for own in known}
        if all(abs(better[own] - found[own]) < NEGLIGIBLE for own in known):
            return better
        found = better


@cache
def sea_outcomes(line_a: Units, line_d: Units) -> list[tuple[int, int, int, int, float]]:
    """Frigates sunk, ships of the line sunk, what the attacker then has more or less of each, and the chance of it."""
    found: dict[tuple[int, int, int, int], float] = {}
    for lost, gone, chance in outcomes(line_a, line_d, (0, 0), (0, 0), True):
        sunk = lost + gone
        more = [
            gone.count(ship + CAPTURED) - lost.count(ship) - lost.count(ship + CAPTURED) for ship in (FRIGATE, LINE)
        ]
        key = (sunk.count(FRIGATE), sunk.count(LINE), more[0], more[1])
        found[key] = found.get(key, 0.0) + chance
    return [(*key, chance) for key, chance in found.items()]


def sides(state: Table, fight: Fight) -> tuple[Units, Units]:
    """Everything that takes part, the strongest first: attackers, and defenders."""
    if fight.attacker == NATIVES:
        attack = (INFANTRY,) * fight.rebels
    else:
        attack = tuple(sorted((unit_of(each) for each in fight.units), reverse=True))
    if fight.defender == NATIVES:
        return attack, (INFANTRY,) * fight.natives
    counts: list[tuple[int, int]] = []
    if fight.area < LANDS:
        counts = [(unit, state.troops[fight.area * 4 + unit]) for unit in range(FORT, -1, -1)]
    else:
        first = ((fight.area - LANDS) * PARTIES + fight.defender) * 2
        counts = [(FRIGATE + ship, state.fleet[first + ship]) for ship in (1, 0)]
    return attack, tuple([unit for unit, number in counts for _ in range(number)])


def lined_up(line: list[int], units: Units) -> Units:
    """Who fights in the next roll: those chosen already, else the strongest."""
    return tuple([code // 4 for code in line]) if line else units[:LINE_UP]


def without(units: Units, lost: Units, captured: Units) -> Units:
    """What is left of a side, with the ships that it captured."""
    left = list(units)
    for unit in lost:
        left.remove(unit % CAPTURED)
    gained = [unit % CAPTURED for unit in captured if unit >= CAPTURED]
    return tuple(sorted(left + gained, reverse=True)) if gained else tuple(left)


def after_boarding(cases: dict[tuple[Units, Units], float], own: int, other: int) -> dict[tuple[Units, Units], float]:
    """A boarding that is still to be rolled."""
    found: dict[tuple[Units, Units], float] = {}
    chance = boarding_chance(own, other)
    for (attack, defence), share in cases.items():
        for lost, gone, part in (((), (other + CAPTURED,), chance), ((own + CAPTURED,), (), 1.0 - chance)):
            case = without(attack, lost, gone), without(defence, gone, lost)
            found[case] = found.get(case, 0.0) + share * part
    return found


def boarding_chance(own: int, other: int) -> float:
    """11.6 Both roll until the numbers differ: the chance that the attacker's ship captures the other."""
    mine, theirs = faces(own), faces(other)
    higher = sum(1 for number in mine for against in theirs if number > against)
    lower = sum(1 for number in mine for against in theirs if number < against)
    return higher / (higher + lower)


def faces(unit: int) -> range:
    low = DIE_LOW[UNIT_DIE[unit]]
    return range(low, low + 6)


@cache
def throws(line: Units, bonus: int, cavalry: int) -> dict[Units, list[tuple[tuple[int, ...], int]]]:
    """11.2 All throws of a line, sorted: by the order of the units, the numbers and how often they come up."""
    counts: dict[tuple[Units, tuple[int, ...]], int] = {}
    for numbers in product(*(faces(unit) for unit in line)):
        dice = [
            (number + bonus + (cavalry if unit == CAVALRY else 0), UNIT_DIE[unit], unit)
            for number, unit in zip(numbers, line, strict=True)
        ]
        dice.sort(reverse=True)
        key = tuple([unit for _, _, unit in dice]), tuple([number for number, _, _ in dice])
        counts[key] = counts.get(key, 0) + 1
    found: dict[Units, list[tuple[tuple[int, ...], int]]] = {}
    for (units, sorted_numbers), count in counts.items():
        found.setdefault(units, []).append((sorted_numbers, count))
    return found


@cache
def outcomes(
    line_a: Units, line_d: Units, bonus: tuple[int, int], hussars: tuple[int, int], at_sea: bool
) -> list[tuple[Units, Units, float]]:
    """What one roll can bring: units that the attacker loses, units that the defender loses, and the chance of it."""
    pairs = min(len(line_a), len(line_d))
    found: dict[tuple[Units, Units], float] = {}
    total = 6.0 ** (len(line_a) + len(line_d))
    for own, mine in throws(line_a, bonus[0], hussars[0]).items():
        for other, theirs in throws(line_d, bonus[1], hussars[1]).items():
            edge = [AGAINST_FORT[own[at]] if other[at] == FORT else 0 for at in range(pairs)]
            for results, count in compared(mine, theirs, edge).items():
                share = count / total
                for lost, gone, chance in settled(own, other, results, at_sea):
                    key = tuple(sorted(lost)), tuple(sorted(gone))
                    found[key] = found.get(key, 0.0) + share * chance
    return [(lost, gone, chance) for (lost, gone), chance in found.items()]


def compared(
    mine: list[tuple[tuple[int, ...], int]], theirs: list[tuple[tuple[int, ...], int]], edge: list[int]
) -> dict[tuple[int, ...], int]:
    """How often each series of results comes up: 1 the attacker is higher, 0 equal, -1 lower."""
    counts = [0] * 27
    own = collapsed(mine, edge)
    for (first, second, third), often in collapsed(theirs, [0] * len(edge)):
        for (one, two, three), times in own:
            counts[
                13 + (one > first) - (one < first)
                + 3 * ((two > second) - (two < second))
                + 9 * ((three > third) - (three < third))
            ] += times * often  # fmt: skip
    return {
        tuple([code // 3**at % 3 - 1 for at in range(len(edge))]): count for code, count in enumerate(counts) if count
    }


def collapsed(rolled: list[tuple[tuple[int, ...], int]], edge: list[int]) -> list[tuple[tuple[int, int, int], int]]:
    """The dice that have a partner, with what is added to them, and how often they come up; where there is none, 0."""
    found: dict[tuple[int, int, int], int] = {}
    for numbers, times in rolled:
        paired = [numbers[at] + more for at, more in enumerate(edge)] + [0] * (LINE_UP - len(edge))
        key = (paired[0], paired[1], paired[2])
        found[key] = found.get(key, 0) + times
    return list(found.items())


def settled(own: Units, other: Units, results: tuple[int, ...], at_sea: bool) -> list[tuple[Units, Units, float]]:
    """11.2, 11.4, 11.6 Who is lost: on land equal numbers are the defender's, at sea they mean boarding."""
    cases: list[tuple[Units, Units, float]] = [((), (), 1.0)]
    for at, result in enumerate(results):
        if result > 0:
            cases = [(lost, (*gone, other[at]), share) for lost, gone, share in cases]
        elif result < 0 or not at_sea:
            cases = [((*lost, own[at]), gone, share) for lost, gone, share in cases]
        else:
            chance = boarding_chance(own[at], other[at])
            cases = [
                each
                for lost, gone, share in cases
                for each in (
                    (lost, (*gone, other[at] + CAPTURED), share * chance),
                    ((*lost, own[at] + CAPTURED), gone, share * (1.0 - chance)),
                )
            ]
    return cases
