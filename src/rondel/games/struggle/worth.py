"""What things are worth to the player of Struggle of Empires, in victory points to come.

A control counter counts now and, less surely, in the wars that follow; gold and unrest have a price; an attack is worth
its exact odds times its prize, less its cost and its likely losses.
"""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.actions import (
    IN_ATTACK,
    IN_ATTACK_COUNTER,
    IN_ATTACK_PIRATES,
    IN_DEPLOY,
    PLACE_OF,
    TABLE_OF,
)
from rondel.games.struggle.components import (
    AFRICA,
    ARMY,
    ARMY_TRAINING,
    ATTACK_PRICE,
    COLONIES,
    COUNTER_GOLD,
    COUNTER_POINTS,
    COUNTER_REGION,
    COUNTERS_IN,
    FORT,
    HOME,
    NAVY,
    NEUTRALS,
    PIECES,
    PIRATES,
    PLACES,
    POINTS,
    POWERS,
    REGIONS,
    REVOLT_STRENGTH,
    REVOLUTION,
    SEAS,
    SLAVE_REVOLT,
    SLAVES_MASK,
    STRENGTH,
    TILE_REGIONS,
    VOYAGE,
    ZONE,
)
from rondel.games.struggle.fight import ATTACKER
from rondel.games.struggle.odds import THROWS, Forecast, battle_odds
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import unallied
from rondel.games.struggle.steps.support import available
from rondel.games.struggle.strength import REGION_TILES
from rondel.kernel.data import bits

GOLD: Final = 0.3
"""Victory points a piece of gold is worth."""
LATER: Final = 0.5
"""What a place in a region is worth in a later war, next to this one."""
RIVALS: Final = 0.25
"""How much a point that another loses counts."""
UNIT: Final = 0.6
"""What it hurts to lose a unit, besides the unrest."""


def horizon(world: Table) -> float:
    """How much a place in a region counts: in this war, and less in those to come."""
    return 1.0 + LATER * (world.wars - max(1, world.war))


NEAR_REVOLUTION: Final = 12.0
"""What unrest costs besides in the last war, one or two points before a revolution: everything is at stake."""


def unrest_price(world: Table, power: int) -> float:
    """Points that one more point of unrest costs: more for the most restless, and very much near revolution."""
    mine = world.unrest[power]
    above, others = 0, 0
    for other in world.power_of:
        if other != power:
            others += 1
            if mine >= world.unrest[other]:
                above += 1
    price = 0.3 + 0.45 * above / max(1, others)
    ceiling = REVOLUTION - 5 + 2 * (world.wars - world.war)
    if mine >= ceiling:
        price += 0.8 * (mine - ceiling + 1)
    if world.war == world.wars and mine + 3 > REVOLUTION:
        price += NEAR_REVOLUTION
    return price


def loan_pain(world: Table, power: int, amount: int) -> float:
    """What a payment costs beyond its gold."""
    loans = world.points_for(power, amount)
    return loans * (unrest_price(world, power) - 0.5 * GOLD) if loans else 0.0


def spend(world: Table, power: int, amount: int) -> float:
    """What a payment costs, in points."""
    return GOLD * min(amount, world.gold[power]) + loan_pain(world, power, amount)


def region_value(world: Table, control: list[int], power: int, region: int) -> float:
    """What a region brings a power with these control counters, less a share of what it brings the others."""
    first = second = third = 0  # the most counters that a power has here, the next number below, and the one below that
    firsts = seconds = thirds = 0  # how many powers have as many
    for each in world.power_of:
        count = control[each * REGIONS + region]
        if count < third or not count:
            continue
        if count == third:
            thirds += 1
        elif count == second:
            seconds += 1
        elif count == first:
            firsts += 1
        elif count < second:
            third, thirds = count, 1
        elif count < first:
            third, thirds, second, seconds = second, seconds, count, 1
        else:
            third, thirds, second, seconds, first, firsts = second, seconds, first, firsts, count, 1
    places = POINTS[region]
    rivals = RIVALS / max(1, world.seats - 1)
    mine = control[power * REGIONS + region]
    found = -rivals * (places[0] * firsts + places[1] * seconds)
    if len(places) > 2:
        found -= rivals * places[2] * thirds
    if mine:
        if mine == first:
            found += places[0] * (1.0 + rivals)
        elif mine == second:
            found += places[1] * (1.0 + rivals)
        elif mine == third and len(places) > 2:
            found += places[2] * (1.0 + rivals)
    return found


UNKNOWN: Final = -1e9


class Takings:
    """What control counters would bring a power: each is worked out once in a decision."""

    __slots__ = ("world", "power", "pain", "control", "before", "gains", "losses", "factor", "extra", "prey")

    def __init__(self, world: Table, power: int) -> None:
        self.world = world
        self.power = power
        self.pain: float = unrest_price(world, power)
        self.control: list[int] = list(world.control)
        self.before: list[float] = [UNKNOWN] * REGIONS  # what the regions bring now
        self.gains: list[float] = [UNKNOWN] * ((1 + POWERS) * REGIONS)
        self.losses: list[float] = [UNKNOWN] * (POWERS * REGIONS)
        self.prey: list[Prey | None] = [None] * REGIONS
        self.factor: float = horizon(world)
        self.extra: float = GOLD * (1 + world.wars - max(1, world.war)) + 0.35

    def targets(self, region: int) -> Prey:
        """What could be attacked in a region: our armies there make no difference."""
        found = self.prey[region]
        if found is None:
            found = self.prey[region] = Prey(self, region)
        return found

    def spend(self, amount: int) -> float:
        """The same as `spend`, by the price of unrest that is known."""
        gold = self.world.gold[self.power]
        if amount <= gold:
            return GOLD * amount
        return GOLD * gold + self.world.points_for(self.power, amount) * (self.pain - 0.5 * GOLD)

    def region(self, region: int) -> float:
        """What a region brings now."""
        found = self.before[region]
        if found == UNKNOWN:
            found = self.before[region] = region_value(self.world, self.control, self.power, region)
        return found

    def gain(self, region: int, victim: int) -> float:
        """What another control counter in a region is worth, taken from `victim` (-1: from nobody)."""
        place = (1 + victim) * REGIONS + region
        found = self.gains[place]
        if found == UNKNOWN:
            found = self.gains[place] = (self.after(region, victim) - self.region(region)) * self.factor + self.extra
        return found

    def loss(self, region: int, victim: int) -> float:
        """What it is worth that another has a control counter less in a region."""
        place = victim * REGIONS + region
        found = self.losses[place]
        if found == UNKNOWN:
            self.control[place] -= 1
            after = region_value(self.world, self.control, self.power, region)
            self.control[place] += 1
            found = self.losses[place] = (after - self.region(region)) * self.factor
        return found

    def after(self, region: int, victim: int) -> float:
        """What the region would bring with that counter."""
        control, mine, theirs = self.control, self.power * REGIONS + region, victim * REGIONS + region
        control[mine] += 1
        if victim >= 0:
            control[theirs] -= 1
        found = region_value(self.world, control, self.power, region)
        control[mine] -= 1
        if victim >= 0:
            control[theirs] += 1
        return found


def own_strength(world: Table, power: int, region: int, enemy: int) -> int:
    """Strength of an attack on land without allies and without its armies."""
    extra = (REGION_TILES[region] & world.ready_at[power]).bit_count()
    theirs = world.has(enemy, ARMY_TRAINING) if enemy >= 0 else 0
    if world.has(power, ARMY_TRAINING) > theirs:
        extra += 1
    zone = ZONE[region]
    if zone >= 0:
        mine = world.units(NAVY, power, zone)
        other = world.units(NAVY, enemy, zone) if enemy >= 0 else 0
        if mine > other or (mine and not other):
            extra += 1
        elif other > mine:
            extra -= 1
    return extra


def defence(world: Table, enemy: int, region: int, attacker: int) -> float:
    """What a defender has on land, with a part of what his allies could send."""
    own = world.units(ARMY, enemy, region) + 2 * world.units(FORT, enemy, region)
    if own and world.has(enemy, ARMY_TRAINING) > world.has(attacker, ARMY_TRAINING):
        own += 1
    if own or world.tile_alone:
        own += (REGION_TILES[region] & world.ready_at[enemy]).bit_count()
    allies = 0
    for ally in world.power_of:
        if ally != enemy and world.row[ally] == world.row[enemy] and world.row[ally] >= 0:
            allies += world.units(ARMY, ally, region)
    return own + 0.4 * allies


class Target:
    """Something that could be attacked."""

    __slots__ = ("advantage", "prize")

    def __init__(self, advantage: float, prize: float) -> None:
        self.advantage = advantage  # without armies
        self.prize = prize


def targets(takings: Takings, region: int) -> list[Target]:
    """What could be attacked in a region."""
    world, power = takings.world, takings.power
    found: list[Target] = []
    neutral = world.board_at & NEUTRALS & COUNTERS_IN[region]
    revolt = world.held_at[1] == region
    if neutral or revolt:
        alone = own_strength(world, power, region, -1)
        gain = takings.gain(region, -1)
        for counter in bits(neutral):
            prize = gain + GOLD * COUNTER_GOLD[counter] + COUNTER_POINTS[counter]
            found.append(Target(float(alone - STRENGTH[counter]), prize))
        if revolt:
            found.append(Target(float(alone - REVOLT_STRENGTH), gain))
    mine = world.row[power]
    for enemy in world.power_of:
        hostile = enemy != power and (world.row[enemy] != mine or mine < 0)
        if hostile and world.control[enemy * REGIONS + region]:
            advantage = own_strength(world, power, region, enemy) - defence(world, enemy, region, power)
            weight = 1.0 if mine >= 0 else 0.5
            found.append(Target(advantage, weight * takings.gain(region, enemy)))
    return found


WIN: Final[list[float]] = [battle_odds(advantage)[0] / THROWS for advantage in range(-40, 41)]
"""[40 + advantage] the chance to win a battle."""


def chance(advantage: float) -> float:
    """The chance to win with so much more strength than the enemy, rounded."""
    if advantage < -39.0:
        return WIN[0]
    return WIN[int(advantage + 40.5)] if advantage < 40.0 else WIN[80]


MOST: Final = PIECES[ARMY] + 4
"""No attack on land is thought of with more strength than this."""


class Prey:
    """What could be attacked in a region, and what attacks with more or fewer armies are worth, worked out once."""

    __slots__ = ("targets", "pain", "values")

    def __init__(self, takings: Takings, region: int) -> None:
        self.targets = targets(takings, region)
        self.pain: float = takings.pain + UNIT  # what a lost unit costs
        self.values: list[float] = [UNKNOWN] * (MOST + 1)

    def prospect(self, armies: int, more: int) -> float:
        """What the best attack with so many armies is worth, its cost and likely losses taken off; never below nothing.

        `more`: strength besides the armies.
        """
        if not armies or not self.targets:
            return 0.0
        strength = min(armies + more, MOST)
        value = self.values[strength]
        if value == UNKNOWN:
            value = self.values[strength] = self.best(strength)
        return value

    def best(self, strength: int) -> float:
        best = second = 0.0
        for target in self.targets:
            win = chance(target.advantage + strength)
            value = win * target.prize - GOLD * ATTACK_PRICE - (1.17 - win) * self.pain
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return best + 0.5 * second


QUIET: Final = 0.4
"""What it is worth that a neutral does not strike back, has no allies and bears no grudge."""


def attack_value(takings: Takings, action: int) -> float:
    """An attack by its odds."""
    world, power = takings.world, takings.power
    table, place = TABLE_OF[action], PLACE_OF[action]
    if table == IN_ATTACK:
        enemy, region = divmod(place, REGIONS)
        prize = takings.gain(region, enemy) if world.controls(enemy, region) else 0.3
        advantage = own_strength(world, power, region, enemy) - defence(world, enemy, region, power)
    elif table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        prize = takings.gain(region, -1) + GOLD * COUNTER_GOLD[place] + COUNTER_POINTS[place] + QUIET
        advantage = float(own_strength(world, power, region, -1) - STRENGTH[place])
    elif table == IN_ATTACK_PIRATES:
        prize = takings.gain(place, -1)
        win = chance(world.units(NAVY, power, place) - 1)
        return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * (takings.pain + UNIT)
    else:
        region = place
        prize = takings.gain(region, -1)
        advantage = float(own_strength(world, power, region, -1) - REVOLT_STRENGTH)
    armies = world.units(ARMY, power, region)
    win = chance(advantage + armies)
    pain = takings.pain + UNIT
    return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * pain


def guard(world: Table, power: int, region: int) -> float:
    """What a further defender is worth where we have counters and others have armies."""
    counters = world.controls(power, region)
    if not counters:
        return 0.0
    danger = 0
    for other in world.power_of:
        if other != power and (world.row[other] != world.row[power] or world.row[power] < 0):
            danger = max(danger, world.units(ARMY, other, region))
    mine = world.units(ARMY, power, region) + 2 * world.units(FORT, power, region)
    if mine >= danger + 2:
        return 0.04
    return (0.18 + 0.12 * min(counters, 3)) * (1.0 if danger else 0.35) * (1.0 if mine <= danger else 0.5)


def worth(takings: Takings, unit: int, region: int) -> float:
    """What one more unit in a region is worth."""
    if region == HOME:
        return 0.0
    if unit == FORT:
        return fort_worth(takings.world, takings.power, region)
    found = takings.targets(region)
    return army_worth(takings, region, found) if unit == ARMY else navy_worth(takings, region, found)


def fort_worth(world: Table, power: int, region: int) -> float:
    return 1.3 * guard(world, power, region) if world.controls(power, region) > 1 else 0.1


def army_worth(takings: Takings, region: int, found: Prey) -> float:
    world, power = takings.world, takings.power
    gain = guard(world, power, region)
    if not found.targets:
        return gain
    armies = world.units(ARMY, power, region)
    gain += found.prospect(armies + 1, 0) - found.prospect(armies, 0)
    if armies == 0:
        gain += 0.5 * found.prospect(3, 0)  # the first of several
    elif armies == 1:
        gain += 0.3 * (found.prospect(4, 0) - found.prospect(2, 0))
    return gain


def navy_worth(takings: Takings, region: int, found: Prey) -> float:
    world, power = takings.world, takings.power
    if not SEAS >> region & 1:
        return -1.0
    gain = 0.3 * guard(world, power, region)
    if world.units(NAVY, power, region):
        return gain + 0.1
    armies = world.units(ARMY, power, region)
    gain += 0.5 * (found.prospect(armies, 1) - found.prospect(armies, 0))
    if COLONIES >> region & 1:
        gain += 0.35 * found.prospect(3, 0)  # the way in
    if region == AFRICA and world.board_at & SLAVES_MASK:
        best = -1e9
        for counter in bits(world.board_at & SLAVES_MASK):
            best = max(best, takings.gain(COUNTER_REGION[counter], -1))
        gain += 0.6 * best
    return gain


def keep_worth(takings: Takings, unit: int, region: int) -> float:
    """What a unit is worth where it is: what would be lost without it."""
    if region == HOME:
        return 0.0
    world, power = takings.world, takings.power
    place = (unit * POWERS + power) * PLACES + region
    world.unit[place] -= 1
    if unit == NAVY:
        if not world.unit[place]:
            world.navy_at[power] &= ~(1 << region)
        found = navy_worth(takings, region, Prey(takings, region))  # without its support
        world.navy_at[power] |= 1 << region
    else:
        found = worth(takings, unit, region)
    world.unit[place] += 1
    return found


class Gains(Takings):
    """What more units would bring, worked out once a decision."""

    def __init__(self, world: Table, power: int) -> None:
        super().__init__(world, power)
        self.wars = 1 + world.wars - world.war
        rounds = world.rounds - world.round + 1
        self.use = (self.wars - 1) + (1.0 if rounds > 1 else 0.4)  # how often a tile with a triangle will serve
        reach = world.reach(power, ARMY)
        self.armies = [-1.0] * REGIONS
        self.navies = [-1.0] * REGIONS
        self.army = self.navy = self.fort = self.best_attack = 0.0
        self.boost = [0.0] * REGIONS  # what one more strength in a region's battles would bring
        here = world.army_at[power]
        for region in range(REGIONS):
            reached = reach >> region & 1
            sea = SEAS >> region & 1
            if not reached and not sea and not here >> region & 1:
                continue
            found = self.targets(region)
            voyage = 0.89 if COLONIES >> region & 1 else 1.0
            if reached:
                value = army_worth(self, region, found)
                self.armies[region] = value
                self.army = max(self.army, voyage * value)
                self.fort = max(self.fort, fort_worth(world, power, region))
            if sea:
                value = navy_worth(self, region, found)
                self.navies[region] = value
                self.navy = max(self.navy, voyage * value)
            if here >> region & 1:
                armies = world.units(ARMY, power, region)
                now = found.prospect(armies, 0)
                self.best_attack = max(self.best_attack, now)
                self.boost[region] = found.prospect(armies, 1) - now

    def owned(self, tile: int) -> int:
        return self.world.has(self.power, tile)

    def alliance(self, tile: int) -> float:
        """What an alliance tile brings in what is left of the war."""
        rounds = self.world.rounds - self.world.round + 1
        best = max((self.boost[region] for region in bits(TILE_REGIONS[tile])), default=0.0)
        return best * min(2.0, 0.5 * rounds)


def move_gain(gains: Gains, unit: int, start: int) -> float:
    """What the best move of a unit brings."""
    here = keep_worth(gains, unit, start)
    values = gains.armies if unit == ARMY else gains.navies
    best = -1.0
    for region in range(REGIONS):
        if region != start:
            value = values[region]
            if VOYAGE[start * PLACES + region]:
                value = value * 0.89 - 0.08
            best = max(best, value)
    return best - here


def best_move(gains: Gains) -> tuple[float, int, int]:
    world, power = gains.world, gains.power
    best = (0.0, 0, 0)
    for unit, where in ((ARMY, world.army_at[power]), (NAVY, world.navy_at[power])):
        for start in bits(where):
            value = move_gain(gains, unit, start)
            if value > best[0]:
                best = (value, unit, start)
    return best


def strike(takings: Takings, tile: int, victim: int, region: int, leads: bool) -> float:
    """What striking a counter is worth, by the odds; `leads`: whether its owner is ahead."""
    world, power = takings.world, takings.power
    if tile == PIRATES:
        strength = 1 - world.units(NAVY, victim, region)
    else:
        strength = REVOLT_STRENGTH - world.units(ARMY, victim, region) - 2 * world.units(FORT, victim, region)
        if world.units(NAVY, victim, region):
            strength -= 1
    gain = takings.loss(region, victim) + (0.3 if victim != power else -2.0)
    if leads:
        gain += 0.4
    return chance(strength) * gain


def best_strike(takings: Takings, tile: int) -> float:
    world = takings.world
    best = 0.0
    for victim in bits(world.in_play):
        if victim != takings.power:
            leads = is_leader(world, victim)
            for region in bits(world.control_at[victim] & TILE_REGIONS[tile]):
                best = max(best, strike(takings, tile, victim, region, leads))
    return best


def strike_value(takings: Takings, action: int) -> float:
    tile = SLAVE_REVOLT if PLACE_OF[action] >= POWERS * REGIONS else PIRATES
    victim, region = divmod(PLACE_OF[action] % (POWERS * REGIONS), REGIONS)
    return strike(takings, tile, victim, region, is_leader(takings.world, victim))


def deploy_value(takings: Takings, action: int) -> float:
    """The first units: armies where there is something to take or to keep, a navy beside them in the colonies."""
    assert TABLE_OF[action] == IN_DEPLOY
    unit, region = divmod(PLACE_OF[action], REGIONS)
    value = worth(takings, unit, region)
    if unit == ARMY and COLONIES >> region & 1 and not takings.world.units(NAVY, takings.power, region):
        value *= 0.8
    if unit == FORT:
        value *= 0.6
    return value


def is_leader(world: Table, power: int) -> bool:
    return world.points[power] >= max(world.points[other] for other in world.power_of) and world.war > 1


def help_gain(world: Table, side: int, ally: int) -> float:
    """How much likelier victory is if the ally sends everything."""
    before = Forecast(world, world.fight).win
    navies, armies = available(world, ally)
    fight = world.fight.copy()
    fight.join(side, ally, navies, armies)
    after = Forecast(world, fight).win
    return after - before if side == ATTACKER else before - after


def temper(world: Table, power: int, other: int) -> float:
    """How much better a power is as an enemy than as an ally: our armies at its counters, less its armies at ours."""
    if other == power or not world.in_play >> other & 1:
        return 0.0
    found = 0.0
    for region in range(REGIONS):
        mine, theirs = world.controls(power, region), world.controls(other, region)
        if theirs:
            found += 0.35 * min(3, world.units(ARMY, power, region)) + 0.05 * bool(mine)
        if mine:
            found -= 0.35 * min(3, world.units(ARMY, other, region))
    return found


def proposal_value(world: Table, power: int, a: int, b: int, tempers: list[float]) -> float:
    """What a proposal is worth: whom it makes enemies and allies, and how early it lets us play."""
    rows = world.row[:]
    if a >= 0:
        rows[a] = 0
    if b >= 0:
        rows[b] = 1
    if rows[power] < 0:
        return 0.0
    found = 0.0
    for other in bits(world.in_play):
        if other != power and rows[other] >= 0:
            found += tempers[other] if rows[other] != rows[power] else -tempers[other]
    if power in (a, b):
        found += 0.1 - 0.05 * world.row.count(rows[power])
    return found


def best_proposal(world: Table, power: int, tempers: list[float]) -> tuple[float, int, int]:
    free = unallied(world)
    if len(free) == 1:
        pairs = [(free[0], -1), (-1, free[0])]
    else:
        pairs = [(a, b) for a in free for b in free if a != b]
    best = (-1e9, -1, -1)
    for a, b in pairs:
        value = proposal_value(world, power, a, b, tempers)
        if value > best[0]:
            best = (value, a, b)
    return best
