"""What an attack in progress may cost in units, exact to the dice and natural sevens. It makes no rules of its own.

As with the odds that the table tells: both sides fight at sea where they may, and nobody joins or uses a Reserve any
more. Dice that lie on the table count as thrown; a Fighting Withdrawal is used. Whom of several allies the main power
lets lose a unit nobody can know: each is as likely.
"""

from __future__ import annotations

from math import fsum
from typing import Final

from rondel.games.struggle.components import (
    ARMY,
    FIGHTING_WITHDRAWAL,
    FORT,
    NAVY,
    POWERS,
    ROLL_DIFFERENCE,
    ROLL_SEVEN,
    ROLL_WEIGHT,
    SUPPORT_BONUS,
    ZONE,
)
from rondel.games.struggle.fight import ATTACKER, DEFENDER, LAND, NAVAL, TIE, Fight, Side
from rondel.games.struggle.odds import is_at_sea_only
from rondel.games.struggle.state import Table
from rondel.games.struggle.strength import DISPUTED, expected, strength, support_goes_to
from rondel.kernel.flow import NOBODY

Throw = tuple[int, bool, float]
"""The difference of two dice, whether they are a natural seven, and how likely that is."""


def _throws() -> list[Throw]:
    chances: dict[tuple[int, bool], int] = {}
    for difference, seven, weight in zip(ROLL_DIFFERENCE, ROLL_SEVEN, ROLL_WEIGHT, strict=True):
        chances[difference, seven] = chances.get((difference, seven), 0) + weight
    return [(difference, seven, weight / 36) for (difference, seven), weight in chances.items()]


THROWS: Final[list[Throw]] = _throws()


def throws(side: Side) -> list[Throw]:
    """What a side may throw, or what it has thrown."""
    if side.dice < 0:
        return THROWS
    return [(ROLL_DIFFERENCE[side.dice], ROLL_SEVEN[side.dice], 1.0)]


class Toll:
    """How an attack may go for a power that fights in it, or whose ally does."""

    __slots__ = ("win", "lost")

    def __init__(self, state: Table, fight: Fight, power: int) -> None:
        self.win = 0.0  # the attacker's chance
        self.lost: list[float] = []  # [units] how likely the power loses so many
        fight = expected(state, fight)
        if is_at_sea_only(fight):
            self.decide(state, fight, NAVAL, power, [1.0])
        elif is_before_the_sea(state, fight):
            for result, lost in enumerate(battle(state, fight, NAVAL, power)):
                ashore = fight.copy()
                ashore.begin_stage(LAND)
                if result != TIE:
                    ashore.support, ashore.bonus = result, SUPPORT_BONUS
                self.decide(state, ashore, LAND, power, lost)
        else:
            ashore = fight.copy()
            if fight.stage != LAND:
                ashore.begin_stage(LAND)
                if fight.support < 0 and fight.result < 0:
                    side = support_goes_to(state, fight)
                    ashore.support, ashore.bonus = side, SUPPORT_BONUS if side >= 0 else 0
            self.decide(state, ashore, LAND, power, [1.0])

    def decide(self, state: Table, fight: Fight, stage: int, power: int, before: list[float]) -> None:
        """Add the battle that decides, after one in which so many units were lost with these chances."""
        share = fsum(before)
        for result, lost in enumerate(battle(state, fight, stage, power)):
            if result == ATTACKER:
                self.win += share * fsum(lost)
            for here, chance in enumerate(lost):
                for earlier, likely in enumerate(before):
                    while len(self.lost) <= here + earlier:
                        self.lost.append(0.0)
                    self.lost[here + earlier] += chance * likely

    def any(self) -> float:
        """The chance to lose a unit at all."""
        return fsum(self.lost[1:])

    def mean(self) -> float:
        return fsum(number * chance for number, chance in enumerate(self.lost))

    def more(self) -> bool:
        """Whether it may be more than one."""
        return fsum(self.lost[2:]) > 0.0


def is_before_the_sea(state: Table, fight: Fight) -> bool:
    """Whether a battle at sea for naval support is still to be fought."""
    undecided = fight.support < 0 and fight.stage != LAND and fight.result < 0
    return undecided and support_goes_to(state, fight) == DISPUTED


def battle(state: Table, fight: Fight, stage: int, power: int) -> list[list[float]]:
    """[result][units] how likely a battle ends so, and costs the power so many units."""
    attack, defence = (strength(state, fight, stage, side) for side in (ATTACKER, DEFENDER))
    found = [[0.0, 0.0, 0.0] for _ in range(3)]
    for mine, my_seven, likely in throws(fight.attacker):
        for theirs, their_seven, chance in throws(fight.defender):
            gap = attack + mine - defence - theirs
            result = ATTACKER if gap > 0 else DEFENDER if gap < 0 else TIE
            for side, seven in ((ATTACKER, my_seven), (DEFENDER, their_seven)):
                if stands_on(state, fight, side, power):
                    losses = int(result != side) + int(seven)
                    units, picked = units_lost(state, fight, stage, side, result, losses, power)
                    found[result][units] += likely * chance * picked
                    found[result][0] += likely * chance * (1.0 - picked)
                    break
            else:
                found[result][0] += likely * chance
    return found


def stands_on(state: Table, fight: Fight, side: int, power: int) -> bool:
    """Whether a power fights on a side, itself or with units that have joined it."""
    main = fight.side(side).power
    if main == power:
        return True
    joined = fight.navies_of(power) + fight.armies_of(power)
    return joined > 0 and main >= 0 and state.row[main] == state.row[power]


def units_lost(
    state: Table, fight: Fight, stage: int, side: int, result: int, losses: int, power: int
) -> tuple[int, float]:
    """How many of so many losses of a side fall on a power: the first on the main one, the second on an ally; and how
    likely it is to be the ally whom the main one picks.
    """
    main = fight.side(side).power
    if not losses or main == NOBODY:
        return 0, 1.0
    own = own_units(state, fight, stage, side, result)
    allies = fight.side(side).joined(stage)
    losses = min(losses, own + allies)
    mine = theirs = 0
    for number in range(losses):
        if own > mine and (number == 0 or allies <= theirs):
            mine += 1
        else:
            theirs += 1
    movable = own - forts(state, fight, stage, side)
    beaten = side == DEFENDER and result == ATTACKER
    if beaten and losses and movable and mine and state.ready(main, FIGHTING_WITHDRAWAL):
        mine -= 1
    if power == main:
        return mine, 1.0
    helpers = [sent for sent in all_sent(state, fight, stage, main) if sent]
    own_sent = fight.navies_of(power) if stage == NAVAL else fight.armies_of(power)
    return min(theirs, own_sent), 1.0 if theirs >= sum(helpers) else 1.0 / len(helpers)


def all_sent(state: Table, fight: Fight, stage: int, main: int) -> list[int]:
    """The units that each ally of a power has sent into this battle."""
    allies = [ally for ally in range(POWERS) if state.row[ally] == state.row[main]]
    return [fight.navies_of(ally) if stage == NAVAL else fight.armies_of(ally) for ally in allies]


def forts(state: Table, fight: Fight, stage: int, side: int) -> int:
    if stage == NAVAL or side != DEFENDER:
        return 0
    return state.units(FORT, fight.defender.power, fight.region)


def own_units(state: Table, fight: Fight, stage: int, side: int, result: int) -> int:
    """The units that the main power of a side could lose: forts only in defence, and never in a tie."""
    main = fight.side(side).power
    if stage == NAVAL:
        return state.units(NAVY, main, ZONE[fight.region])
    armies = state.units(ARMY, main, fight.region)
    return armies + (forts(state, fight, stage, side) if result != TIE else 0)
