"""What things are worth to the player of Struggle of Empires, in victory points to come.

A control counter counts now and, less surely, in the wars that follow; gold and unrest have a price; an attack is worth
its exact odds times its prize, less its cost and its likely losses.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

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
    TILES,
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
from rondel.kernel.flow import NOBODY

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


POINTS_FOR: Final = bytes([*places, 0][place] for places in POINTS for place in range(3))
"""[region * 3 + place] the points of the first three places; 0: the region has no third."""


def region_value(column: i64, mine: i64, region: i64, rivals: float) -> float:
    """What a region brings who has so many control counters there, less a share of what it brings the others.

    `column`: the control counters of all players there (`Takings.column`); `rivals`: how much counts what others get.
    """
    # The most counters that a power has here, the next number below, and the one below that; how many powers have them.
    first: i64 = 0
    second: i64 = 0
    third: i64 = 0
    firsts: i64 = 0
    seconds: i64 = 0
    thirds: i64 = 0
    while column:
        count = column & 255
        column >>= 8
        if count < third or not count:
            continue
        if count == third:
            thirds += 1
        elif count == second:
            seconds += 1
        elif count == first:
            firsts += 1
        elif count < second:
            third = count
            thirds = 1
        elif count < first:
            third = second
            thirds = seconds
            second = count
            seconds = 1
        else:
            third = second
            thirds = seconds
            second = first
            seconds = firsts
            first = count
            firsts = 1
    place = 3 * region
    for_first: i64 = POINTS_FOR[place]
    for_second: i64 = POINTS_FOR[place + 1]
    for_third: i64 = POINTS_FOR[place + 2]
    found = -rivals * float(for_first * firsts + for_second * seconds)
    if for_third:
        found -= rivals * float(for_third) * float(thirds)
    if mine:
        if mine == first:
            found += float(for_first) * (1.0 + rivals)
        elif mine == second:
            found += float(for_second) * (1.0 + rivals)
        elif mine == third and for_third:
            found += float(for_third) * (1.0 + rivals)
    return found


@mypyc_attr(acyclic=True)
class Board:
    """What lies on a table at the moment of a decision, as bytes: compiled, they are read many times as fast.

    (`acyclic` here and below: made and dropped all the time, and never in a circle, so no collector need look at it.)
    """

    __slots__ = ("world", "unit", "control", "owned")

    def __init__(self, world: Table) -> None:
        self.world = world
        self.unit = bytes(world.unit)
        self.control = bytes(world.control)
        self.owned = bytes(world.owned)

    def units(self, unit: i64, power: i64, place: i64) -> i64:
        return self.unit[(unit * POWERS + power) * PLACES + place]

    def controls(self, power: i64, region: i64) -> i64:
        return self.control[power * REGIONS + region]

    def has(self, power: i64, tile: i64) -> i64:
        """How many of a tile a power owns, used or not."""
        return self.owned[power * TILES + tile]


ONE_OF: Final[list[int]] = [1 << 8 * seat for seat in range(POWERS)]
"""[seat] -> a control counter of its own in a column (`Takings.column`)."""


@mypyc_attr(acyclic=True)
class Takings(Board):
    """What control counters would bring a power: each is worked out once in a decision."""

    __slots__ = ("power", "seat", "gold", "hostile", "weight", "pain", "rivals", "factor", "extra", "prey")

    def __init__(self, world: Table, power: int) -> None:
        super().__init__(world)
        self.power: i64 = power
        self.seat: i64 = world.seat_of[power]
        self.gold: int = world.gold[power]
        row = world.row
        mine = row[power]
        self.hostile: list[int] = []  # the players that could be attacked
        for other in world.power_of:
            if other != power and (row[other] != mine or mine < 0):
                self.hostile.append(other)
        self.weight: float = 1.0 if mine >= 0 else 0.5  # who knows whether they will be enemies
        self.pain: float = unrest_price(world, power)
        self.prey: list[Prey | None] = [None] * REGIONS
        self.rivals: float = RIVALS / max(1, world.seats - 1)
        self.factor: float = horizon(world)
        self.extra: float = GOLD * (1 + world.wars - max(1, world.war)) + 0.35

    def targets(self, region: i64) -> Prey:
        """What could be attacked in a region."""
        found = self.prey[region]
        if found is None:
            found = self.prey[region] = Prey(self, region, 0)
        return found

    def spend(self, amount: int) -> float:
        """The same as `spend`, by the price of unrest that is known."""
        if amount <= self.gold:
            return GOLD * amount
        return GOLD * self.gold + self.world.points_for(self.power, amount) * (self.pain - 0.5 * GOLD)

    def column(self, region: i64) -> i64:
        """The control counters of all players in a region: a byte for each seat."""
        control = self.control
        found: i64 = 0
        shift: i64 = 0
        for power in self.world.power_of:
            count: i64 = control[power * REGIONS + region]
            found |= count << shift
            shift += 8
        return found

    def gain(self, region: i64, victim: i64) -> float:
        """What another control counter in a region is worth, taken from `victim` (-1: from nobody)."""
        return self.targets(region).gain(self, victim)

    def loss(self, region: i64, victim: i64) -> float:
        """What it is worth that another has a control counter less in a region."""
        found = self.targets(region)
        return (self.value(region, self.without(found.column, victim)) - found.brings) * self.factor

    def without(self, column: i64, victim: i64) -> i64:
        """A column without one counter of a power; what powers without a player have never counts."""
        seat: i64 = self.world.seat_of[victim] if victim >= 0 else NOBODY
        if seat < 0:
            return column
        return column - ONE_OF[seat]

    def value(self, region: i64, column: i64) -> float:
        """What a region would bring with these control counters."""
        return region_value(column, column >> 8 * self.seat & 255, region, self.rivals)


def own_strength(board: Board, power: i64, region: i64, enemy: i64, fewer: i64 = 0) -> int:
    """Strength of an attack on land without allies and without its armies; `fewer`: without so many of its navies."""
    extra = ready_tiles(board.world, power, region)
    owned = board.owned
    if owned[power * TILES + ARMY_TRAINING] > (owned[enemy * TILES + ARMY_TRAINING] if enemy >= 0 else 0):
        extra += 1
    zone: i64 = ZONE[region]
    if zone >= 0:
        mine = board.units(NAVY, power, zone) - fewer
        other = board.units(NAVY, enemy, zone) if enemy >= 0 else 0
        if mine > other or (mine and not other):
            extra += 1
        elif other > mine:
            extra -= 1
    return extra


def defence(board: Board, enemy: i64, region: i64, attacker: i64) -> float:
    """What a defender has on land, with a part of what his allies could send."""
    world, unit, owned = board.world, board.unit, board.owned
    own: i64 = unit[enemy * PLACES + region] + 2 * unit[(FORT * POWERS + enemy) * PLACES + region]
    if own and owned[enemy * TILES + ARMY_TRAINING] > owned[attacker * TILES + ARMY_TRAINING]:
        own += 1
    if own or world.tile_alone:
        own += ready_tiles(world, enemy, region)
    rows = world.row
    row = rows[enemy]
    allies: i64 = 0
    if row >= 0:
        for ally in world.power_of:
            armies: i64 = unit[ally * PLACES + region]
            if armies and ally != enemy and rows[ally] == row:
                allies += armies
    return float(own) + 0.4 * float(allies)


def ready_tiles(world: Table, power: i64, region: i64) -> i64:
    """How many of a power's alliance tiles name a region."""
    tiles = REGION_TILES[region] & world.ready_at[power]
    return tiles.bit_count() if tiles else 0


WIN: Final[list[float]] = [battle_odds(advantage)[0] / THROWS for advantage in range(-40, 41)]
"""[40 + advantage] the chance to win a battle."""


def chance(advantage: float) -> float:
    """The chance to win with so much more strength than the enemy, rounded."""
    if advantage < -39.0:
        return WIN[0]
    return WIN[int(advantage + 40.5)] if advantage < 40.0 else WIN[80]


NEUTRALS_IN: Final[list[list[int]]] = [bits(NEUTRALS & COUNTERS_IN[region]) for region in range(REGIONS)]
"""[region] -> its counters that can be attacked."""
UNKNOWN: Final = -1e9


@mypyc_attr(acyclic=True)
class Target:
    """Something that could be attacked; those of a region are strung together."""

    __slots__ = ("advantage", "prize", "further")

    def __init__(self, advantage: float, prize: float, further: Target | None) -> None:
        self.advantage = advantage  # without armies
        self.prize = prize
        self.further = further


@mypyc_attr(acyclic=True)
class Prey:
    """What could be attacked in a region, and what attacks with more or fewer armies are worth, worked out once."""

    __slots__ = (
        "region", "column", "brings", "targets", "pain", "danger", "armies", "now", "next", "three",
        "army", "navy", "boost",
    )  # fmt: skip

    def __init__(self, takings: Takings, region: i64, fewer: i64) -> None:
        """`fewer`: as if we had so many navies less."""
        power = takings.power
        self.region: i64 = region
        self.column: i64 = takings.column(region)
        self.brings: float = takings.value(region, self.column)  # the region, to us and as it is
        self.targets: Target | None = None
        self.danger: i64 = 0  # the most armies that one enemy has here
        self.pain: float = takings.pain + UNIT  # what a lost unit costs
        self.army: float = -1.0  # what one more army here would be worth to us, if we can bring it (`Gains`)
        self.navy: float = -1.0
        self.boost: float = 0.0  # what one more strength in the battles here would bring
        self.add_counters(takings, fewer)
        for enemy in takings.hostile:
            armies = takings.units(ARMY, enemy, region)
            if armies > self.danger:
                self.danger = armies
            if takings.controls(enemy, region):
                advantage = own_strength(takings, power, region, enemy, fewer) - defence(takings, enemy, region, power)
                self.targets = Target(advantage, takings.weight * self.gain(takings, enemy), self.targets)
        self.armies: i64 = takings.units(ARMY, power, region)
        # The best attack with the armies that are here, with one more, and with three:
        self.now: float = self.best(self.armies)
        self.next: float = self.best(self.armies + 1)
        self.three: float = UNKNOWN

    def add_counters(self, takings: Takings, fewer: i64) -> None:
        """Neutral countries, and the Slave Revolt."""
        world, region = takings.world, self.region
        neutral: i64 = world.board_at & NEUTRALS & COUNTERS_IN[region]
        revolt = world.held_at[1] == region
        if not neutral and not revolt:
            return
        alone = own_strength(takings, takings.power, region, -1, fewer)
        gain = self.gain(takings, -1)
        for counter in NEUTRALS_IN[region]:
            if neutral >> counter & 1:
                prize = gain + GOLD * COUNTER_GOLD[counter] + COUNTER_POINTS[counter]
                self.targets = Target(float(alone - STRENGTH[counter]), prize, self.targets)
        if revolt:
            self.targets = Target(float(alone - REVOLT_STRENGTH), gain, self.targets)

    def gain(self, takings: Takings, victim: i64) -> float:
        """What another control counter here is worth, taken from `victim` (-1: from nobody)."""
        column = takings.without(self.column, victim) + ONE_OF[takings.seat]
        return (takings.value(self.region, column) - self.brings) * takings.factor + takings.extra

    def prospect(self, armies: i64) -> float:
        """What the best attack with so many armies is worth."""
        if armies == self.armies:
            return self.now
        if armies == self.armies + 1:
            return self.next
        if armies != 3:
            return self.best(armies)
        if self.three == UNKNOWN:
            self.three = self.best(3)
        return self.three

    def best(self, armies: i64) -> float:
        """The same, worked out: its cost and likely losses are taken off; never below nothing."""
        target = self.targets
        if not armies or target is None:
            return 0.0
        strength = float(armies)
        best = second = 0.0
        while target is not None:
            win = chance(target.advantage + strength)
            value = win * target.prize - GOLD * ATTACK_PRICE - (1.17 - win) * self.pain
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
            target = target.further
        return best + 0.5 * second


QUIET: Final = 0.4
"""What it is worth that a neutral does not strike back, has no allies and bears no grudge."""


def attack_value(takings: Takings, action: int) -> float:
    """An attack by its odds."""
    power = takings.power
    table: i64 = TABLE_OF[action]
    place: i64 = PLACE_OF[action]
    if table == IN_ATTACK:
        enemy, region = place // REGIONS, place % REGIONS
        prize = takings.gain(region, enemy) if takings.controls(enemy, region) else 0.3
        advantage = own_strength(takings, power, region, enemy) - defence(takings, enemy, region, power)
    elif table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        prize = takings.gain(region, -1) + GOLD * COUNTER_GOLD[place] + COUNTER_POINTS[place] + QUIET
        advantage = float(own_strength(takings, power, region, -1) - STRENGTH[place])
    elif table == IN_ATTACK_PIRATES:
        prize = takings.gain(place, -1)
        win = chance(float(takings.units(NAVY, power, place) - 1))
        return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * (takings.pain + UNIT)
    else:
        region = place
        prize = takings.gain(region, -1)
        advantage = float(own_strength(takings, power, region, -1) - REVOLT_STRENGTH)
    win = chance(advantage + float(takings.units(ARMY, power, region)))
    pain = takings.pain + UNIT
    return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * pain


def guard(takings: Takings, region: i64, found: Prey, armies: i64) -> float:
    """What a further defender is worth where we have counters, so many armies, and others have theirs."""
    counters = takings.controls(takings.power, region)
    if not counters:
        return 0.0
    danger = found.danger
    mine = armies + 2 * takings.units(FORT, takings.power, region)
    if mine >= danger + 2:
        return 0.04
    if counters > 3:
        counters = 3
    return (0.18 + 0.12 * float(counters)) * (1.0 if danger else 0.35) * (1.0 if mine <= danger else 0.5)


def worth(takings: Takings, unit: i64, region: i64) -> float:
    """What one more unit in a region is worth."""
    if region == HOME:
        return 0.0
    found = takings.targets(region)
    armies = found.armies
    if unit == FORT:
        return fort_worth(takings, region, found, armies)
    if unit == ARMY:
        return army_worth(takings, region, found, armies)
    return navy_worth(takings, region, found, takings.units(NAVY, takings.power, region))


def fort_worth(takings: Takings, region: i64, found: Prey, armies: i64) -> float:
    return 1.3 * guard(takings, region, found, armies) if takings.controls(takings.power, region) > 1 else 0.1


def army_worth(takings: Takings, region: i64, found: Prey, armies: i64) -> float:
    """What one more army is worth where we have so many."""
    gain = guard(takings, region, found, armies)
    if found.targets is None:
        return gain
    gain += found.prospect(armies + 1) - found.prospect(armies)
    if armies == 0:
        gain += 0.5 * found.prospect(3)  # the first of several
    elif armies == 1:
        gain += 0.3 * (found.prospect(4) - found.prospect(2))
    return gain


def navy_worth(takings: Takings, region: i64, found: Prey, navies: i64) -> float:
    """What one more navy is worth where we have so many."""
    armies = found.armies
    if not SEAS >> region & 1:
        return -1.0
    gain = 0.3 * guard(takings, region, found, armies)
    if navies:
        return gain + 0.1
    if armies:
        gain += 0.5 * (found.next - found.now)  # its support is as good as an army
    if COLONIES >> region & 1:
        gain += 0.35 * found.prospect(3)  # the way in
    if region == AFRICA and takings.world.board_at & SLAVES_MASK:
        best = -1e9
        for counter in bits(takings.world.board_at & SLAVES_MASK):
            best = max(best, takings.gain(COUNTER_REGION[counter], -1))
        gain += 0.6 * best
    return gain


def keep_worth(takings: Takings, unit: i64, region: i64) -> float:
    """What a unit is worth where it is: what would be lost without it."""
    if region == HOME:
        return 0.0
    found = takings.targets(region)
    if unit == ARMY:
        return army_worth(takings, region, found, found.armies - 1)
    navies = takings.units(NAVY, takings.power, region) - 1
    if not navies:
        found = Prey(takings, region, 1)  # without its support
    return navy_worth(takings, region, found, navies)


REGIONS_OF: Final[list[list[int]]] = [bits(regions) for regions in TILE_REGIONS]
"""[tile] -> the regions that it names."""


@mypyc_attr(acyclic=True)
class Gains(Takings):
    """What more units would bring, worked out once a decision."""

    def __init__(self, world: Table, power: int) -> None:
        super().__init__(world, power)
        self.wars = 1 + world.wars - world.war
        rounds = world.rounds - world.round + 1
        self.use = (self.wars - 1) + (1.0 if rounds > 1 else 0.4)  # how often a tile with a triangle will serve
        self.army = self.navy = self.fort = self.best_attack = 0.0
        self.boosts = 0.0  # what one more strength in all battles would bring
        reach: i64 = world.reach(power, ARMY)
        here: i64 = world.army_at[power]
        seas: i64 = SEAS
        for region in range(i64(REGIONS)):
            if (reach | seas | here) >> region & 1:
                self.add_region(region, reach >> region & 1 != 0, seas >> region & 1 != 0, here >> region & 1 != 0)

    def add_region(self, region: i64, reached: bool, sea: bool, here: bool) -> None:
        """`reached`: our armies can get there; `here`: some are."""
        found = self.targets(region)
        armies = found.armies
        voyage = 0.89 if COLONIES >> region & 1 else 1.0
        if reached:
            found.army = army_worth(self, region, found, armies)
            self.army = max(self.army, voyage * found.army)
            self.fort = max(self.fort, fort_worth(self, region, found, armies))
        if sea:
            found.navy = navy_worth(self, region, found, self.units(NAVY, self.power, region))
            self.navy = max(self.navy, voyage * found.navy)
        if here:
            self.best_attack = max(self.best_attack, found.now)
            found.boost = found.next - found.now
            self.boosts += found.boost

    def boost(self, region: i64) -> float:
        """What one more strength in a region's battles would bring."""
        found = self.prey[region]
        return 0.0 if found is None else found.boost

    def alliance(self, tile: int) -> float:
        """What an alliance tile brings in what is left of the war."""
        best = -1e9
        for region in REGIONS_OF[tile]:
            best = max(best, self.boost(region))
        rounds = self.world.rounds - self.world.round + 1
        return best * min(2.0, 0.5 * rounds)


def move_gain(gains: Gains, unit: i64, start: i64) -> float:
    """What the best move of a unit brings."""
    here = keep_worth(gains, unit, start)
    best = -1.0
    for region in range(i64(REGIONS)):
        if region != start:
            found = gains.prey[region]
            value = -1.0 if found is None else found.army if unit == ARMY else found.navy
            if VOYAGE[start * PLACES + region]:
                value = value * 0.89 - 0.08
            best = max(best, value)
    return best - here


def best_move(gains: Gains) -> float:
    """What the best move of any unit brings; nothing, if none gains."""
    best = 0.0
    armies: i64 = gains.world.army_at[gains.power]
    navies: i64 = gains.world.navy_at[gains.power]
    for start in range(i64(PLACES)):
        if armies >> start & 1:
            best = max(best, move_gain(gains, ARMY, start))
        if navies >> start & 1:
            best = max(best, move_gain(gains, NAVY, start))
    return best


def strike(takings: Takings, tile: int, victim: i64, region: i64, leads: bool) -> float:
    """What striking a counter is worth, by the odds; `leads`: whether its owner is ahead."""
    navies = takings.units(NAVY, victim, region)
    if tile == PIRATES:
        strength = 1 - navies
    else:
        strength = REVOLT_STRENGTH - takings.units(ARMY, victim, region) - 2 * takings.units(FORT, victim, region)
        if navies:
            strength -= 1
    gain = takings.loss(region, victim) + (0.3 if victim != takings.power else -2.0)
    if leads:
        gain += 0.4
    return chance(float(strength)) * gain


def best_strike(takings: Takings, tile: int) -> float:
    world = takings.world
    best = 0.0
    for victim in range(i64(POWERS)):
        if world.in_play >> victim & 1 and victim != takings.power:
            regions: i64 = world.control_at[victim] & TILE_REGIONS[tile]
            if regions:
                leads = is_leader(world, victim)
                for region in range(i64(REGIONS)):
                    if regions >> region & 1:
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
    if unit == ARMY and COLONIES >> region & 1 and not takings.units(NAVY, takings.power, region):
        value *= 0.8
    if unit == FORT:
        value *= 0.6
    return value


def is_leader(world: Table, power: int) -> bool:
    if world.war <= 1:
        return False
    points = world.points[power]
    return all(world.points[other] <= points for other in world.power_of)


def help_gain(world: Table, side: int, ally: int) -> float:
    """How much likelier victory is if the ally sends everything."""
    before = Forecast(world, world.fight).win
    navies, armies = available(world, ally)
    fight = world.fight.copy()
    fight.join(side, ally, navies, armies)
    after = Forecast(world, fight).win
    return after - before if side == ATTACKER else before - after


def tempers_of(world: Table, power: int) -> list[float]:
    """[power] how much better it is as an enemy than as an ally."""
    board = Board(world)
    return [temper(board, power, other) for other in range(POWERS)]


def temper(board: Board, power: i64, other: i64) -> float:
    """How much better a power is as an enemy than as an ally: our armies at its counters, less its armies at ours."""
    if other == power or not board.world.in_play >> other & 1:
        return 0.0
    found = 0.0
    for region in range(i64(REGIONS)):
        mine = board.controls(power, region)
        if board.controls(other, region):
            found += 0.35 * float(min(3, board.units(ARMY, power, region))) + (0.05 if mine else 0.0)
        if mine:
            found -= 0.35 * float(min(3, board.units(ARMY, other, region)))
    return found


def proposal_value(world: Table, power: int, a: int, b: int, tempers: list[float]) -> float:
    """What a proposal is worth: whom it makes enemies and allies, and how early it lets us play."""
    rows = world.row
    mine = 0 if power == a else 1 if power == b else rows[power]
    if mine < 0:
        return 0.0
    found = 0.0
    for other in range(POWERS):
        row = 0 if other == a else 1 if other == b else rows[other]
        if row >= 0 and other != power and world.in_play >> other & 1:
            found += tempers[other] if row != mine else -tempers[other]
    if power in (a, b):
        found += 0.1 - 0.05 * rows.count(mine)
    return found


def best_proposal(world: Table, power: int, tempers: list[float]) -> tuple[float, int, int]:
    free = unallied(world)
    if len(free) == 1:
        free.append(-1)  # it stands alone, for A or for B
    highest, best_a, best_b = -1e9, -1, -1
    for a in free:
        for b in free:
            if a != b:
                value = proposal_value(world, power, a, b, tempers)
                if value > highest:
                    highest, best_a, best_b = value, a, b
    return highest, best_a, best_b
