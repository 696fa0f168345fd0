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
    ALLIANCE_MASK,
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
        self.unit = b"" + world.unit  # compiled, much faster than to call `bytes`
        self.control = b"" + world.control
        self.owned = b"" + world.owned

    def units(self, unit: i64, power: i64, place: i64) -> i64:
        return self.unit[(unit * POWERS + power) * PLACES + place]

    def controls(self, power: i64, region: i64) -> i64:
        return self.control[power * REGIONS + region]

    def has(self, power: i64, tile: i64) -> i64:
        """How many of a tile a power owns, used or not."""
        return self.owned[power * TILES + tile]


def pack(cells: bytes, first: i64, step: i64) -> i64:
    """What the powers have, a byte for each: every `step`-th cell."""
    found: i64 = 0
    for power in range(i64(POWERS)):
        found = found << 8 | cells[first + power * step]
    return found


@mypyc_attr(acyclic=True)
class Memory:
    """What a power found in the regions when it last looked, for a policy that decides again and again.

    Much of it is still true at the next decision, be it in another game. What is found in a region follows from what
    lies there (`Prey.still_true`) and from what counts everywhere, which is kept here: when that changes, all is
    forgotten that it counts for.
    """

    __slots__ = (
        "terms", "training", "alliances", "prey", "moment", "unit", "control", "neutrals", "revolt_at", "pain",
    )  # fmt: skip

    def __init__(self) -> None:
        self.terms: i64 = -1
        self.training: i64 = 0
        self.alliances: list[int] = [0] * POWERS
        self.prey: list[Prey | None] = [None] * REGIONS
        # What lay on the board at the last look, and what unrest cost: until that changes, it is the same moment.
        self.moment: i64 = 0
        self.unit = self.control = b""
        self.neutrals: i64 = 0
        self.revolt_at: i64 = 0
        self.pain: float = 0.0

    def look_up(self, takings: Takings) -> None:
        """Forget all that would not be found again."""
        self.forget(takings, takings.power)
        if (
            self.unit != takings.unit
            or self.control != takings.control
            or self.neutrals != takings.neutrals
            or self.revolt_at != takings.revolt_at
            or self.pain != takings.pain
        ):
            self.unit = takings.unit
            self.control = takings.control
            self.neutrals = takings.neutrals
            self.revolt_at = takings.revolt_at
            self.pain = takings.pain
            self.moment += 1

    def forget(self, board: Board, power: i64) -> None:
        """Forget everything that would not be found again on this board because something else counts everywhere."""
        world, row, power_of = board.world, board.world.row, board.world.power_of
        # How many play what and with whom, how many wars are to come, and one of the options; 55 bits at most.
        terms: i64 = ((world.war * 16 + world.wars) * 8 + world.seats) * 2 + (1 if world.tile_alone else 0)
        for other in range(i64(POWERS)):
            terms = terms * 4 + row[other] + 1
        for player in power_of:
            terms = terms * 16 + player + 1
        if terms != self.terms:
            self.terms = terms
            self.prey = [None] * REGIONS
        training = compare_training(board.owned, power)
        if training != self.training:
            self.retrain(training, power)
        if not self.same_alliances(world):
            self.ally(world)

    def retrain(self, training: i64, power: i64) -> None:
        """Others are better trained than we, or worse, than before: that counts where they have counters."""
        self.moment += 1
        changed = training ^ self.training
        self.training = training
        theirs: i64 = 0
        everywhere = False
        for other in range(i64(POWERS)):
            theirs <<= 8
            if changed >> 8 * (POWERS - 1 - other) & 255:
                theirs |= 255
                if other == power:
                    everywhere = True  # against neutrals
        for found in self.prey:
            if found is not None and (everywhere or found.controls & theirs):
                found.forget_units()

    def ally(self, world: Table) -> None:
        """The powers have other alliance tiles: they count in the regions that they name."""
        self.moment += 1
        changed = 0
        for power in range(POWERS):
            tiles = world.ready_at[power] & ALLIANCE_MASK
            changed |= tiles ^ self.alliances[power]
            self.alliances[power] = tiles
        for region in range(REGIONS):
            found = self.prey[region]
            if found is not None and REGION_TILES[region] & changed:
                found.forget_units()

    def same_alliances(self, world: Table) -> bool:
        """Whether the powers have the same alliance tiles."""
        ready_at, alliances = world.ready_at, self.alliances
        return all(ready_at[power] & ALLIANCE_MASK == alliances[power] for power in range(i64(POWERS)))


def compare_training(owned: bytes, power: i64) -> i64:
    """Whether each power has less or more Army Training than this one, and this one any: a byte for each, as packed."""
    mine = owned[power * TILES + ARMY_TRAINING]
    found: i64 = 0
    for other in range(i64(POWERS)):
        theirs = owned[other * TILES + ARMY_TRAINING]
        found <<= 8
        if other == power:
            found |= 1 if mine else 0
        elif theirs != mine:
            found |= 1 if theirs < mine else 2
    return found


ONE_OF: Final[list[int]] = [1 << 8 * seat for seat in range(POWERS)]
"""[seat] -> a control counter of its own in a column (`Takings.column`).

A table, since a 1 that compiled code shifts by 32 or more is lost: to the C compiler it is a number of 32 bits.
"""


@mypyc_attr(acyclic=True)
class Takings(Board):
    """What control counters would bring a power: each is worked out once in a decision.

    `memory`: what is known from earlier decisions of this power.
    """

    __slots__ = (
        "power", "seat", "gold", "loan", "hostile", "weight", "pain", "rivals", "factor", "extra", "prey", "memory",
        "neutrals", "revolt_at", "victims",
    )  # fmt: skip

    def __init__(self, world: Table, power: int, memory: Memory | None = None) -> None:
        super().__init__(world)
        self.memory: Memory | None = memory
        self.power: i64 = power
        self.seat: i64 = world.seat_of[power]
        self.gold: i64 = world.gold[power]
        self.loan: i64 = world.loan(power)
        self.neutrals: i64 = world.board_at & NEUTRALS
        self.revolt_at: i64 = world.held_at[1]
        self.victims: i64 = -1  # `victims_of`, once it is asked for
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
        if memory is not None:
            memory.look_up(self)

    def targets(self, region: i64) -> Prey:
        """What could be attacked in a region."""
        found = self.prey[region]
        if found is None:
            found = self.prey[region] = self.find(region)
        return found

    def find(self, region: i64) -> Prey:
        """The same as it is remembered, if it is still true."""
        memory = self.memory
        if memory is None:
            return Prey(self, region)
        found = memory.prey[region]
        if found is None or (found.seen != memory.moment and not found.still_true(self)):
            found = memory.prey[region] = Prey(self, region)
        found.seen = memory.moment
        return found

    def spend(self, amount: i64) -> float:
        """The same as `spend`, by the price of unrest that is known."""
        if amount <= self.gold:
            return GOLD * float(amount)
        loans = (amount - self.gold + self.loan - 1) // self.loan
        return GOLD * float(self.gold) + float(loans) * (self.pain - 0.5 * GOLD)

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
        if victim < 0:
            return column
        seat: i64 = self.world.seat_of[victim]
        return column if seat < 0 else column - ONE_OF[seat]

    def value(self, region: i64, column: i64) -> float:
        """What a region would bring with these control counters."""
        return region_value(column, column >> 8 * self.seat & 255, region, self.rivals)


def own_strength(board: Board, power: i64, region: i64, enemy: i64) -> int:
    """Strength of an attack on land without allies and without its armies."""
    extra = ready_tiles(board.world, power, region)
    owned = board.owned
    if owned[power * TILES + ARMY_TRAINING] > (owned[enemy * TILES + ARMY_TRAINING] if enemy >= 0 else 0):
        extra += 1
    zone: i64 = ZONE[region]
    if zone >= 0:
        mine = board.units(NAVY, power, zone)
        other: i64 = 0
        if enemy >= 0:
            other = board.units(NAVY, enemy, zone)
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
        for ally in range(i64(POWERS)):
            armies: i64 = unit[ally * PLACES + region]
            if armies and ally != enemy and rows[ally] == row and world.seat_of[ally] >= 0:
                allies += armies
    return float(own) + 0.4 * float(allies)


def ready_tiles(world: Table, power: i64, region: i64) -> i64:
    """How many of a power's alliance tiles name a region."""
    tiles = REGION_TILES[region] & world.ready_at[power]
    return tiles.bit_count() if tiles else 0


_WINS: Final[list[int]] = [battle_odds(advantage)[0] for advantage in range(-40, 41)]
WINS: Final = bytes(wins & 255 for wins in _WINS)
"""[40 + advantage] how many throws win a battle; `WINS_ABOVE`: how many times 256 more."""
WINS_ABOVE: Final = bytes(wins >> 8 for wins in _WINS)


def chance(advantage: float) -> float:
    """The chance to win with so much more strength than the enemy, rounded."""
    if advantage < -39.0:
        advantage = -40.0
    elif advantage > 40.0:
        advantage = 40.0
    at: i64 = int(advantage + 40.5)
    return float(WINS_ABOVE[at] * 256 + WINS[at]) / float(THROWS)


NEUTRALS_IN: Final[list[list[int]]] = [bits(NEUTRALS & COUNTERS_IN[region]) for region in range(REGIONS)]
"""[region] -> its counters that can be attacked."""
UNKNOWN: Final = -1e9
OUT_OF_REACH: Final = -1.0
"""What a unit is worth where it cannot get."""
REVOLT: Final = -1
"""The Slave Revolt, among the targets."""


@mypyc_attr(acyclic=True)
class Target:
    """Something that could be attacked; those of a region are strung together."""

    __slots__ = ("what", "advantage", "prize", "further")

    def __init__(self, what: i64, prize: float, further: Target | None) -> None:
        self.what = what  # a power; POWERS and a counter; REVOLT
        self.advantage: float = 0.0  # without armies
        self.prize = prize
        self.further = further


@mypyc_attr(acyclic=True)
class Prey:
    """What could be attacked in a region, and what attacks with more or fewer armies are worth, worked out once.

    So is what our own units are worth there, and what it is worth to strike there.
    """

    __slots__ = (
        "region", "zone", "column", "brings", "targets", "pain", "danger", "counters", "armies", "navies", "forts",
        "now", "next", "three", "army", "kept_army", "navy", "kept_navy", "fort", "raid", "rising", "victims",
        "controls", "all_armies", "all_forts", "all_navies", "neutrals", "neutral", "revolt", "seen",
    )  # fmt: skip

    def __init__(self, takings: Takings, region: i64) -> None:
        self.region: i64 = region
        self.zone: i64 = ZONE[region]
        # What can be taken and what it is worth follows from the counters, and from what counts everywhere (`Memory`):
        self.controls: i64 = pack(takings.control, region, REGIONS)
        self.neutrals: i64 = COUNTERS_IN[region]  # all that could lie here
        self.neutral: i64 = takings.neutrals & self.neutrals
        self.revolt: bool = takings.revolt_at == region
        self.column: i64 = takings.column(region)
        self.brings: float = takings.value(region, self.column)  # the region, to us and as it is
        self.counters: i64 = takings.controls(takings.power, region)
        self.targets: Target | None = None
        # How likely that is follows from the units besides:
        self.all_armies: i64 = -1
        self.all_forts: i64 = 0
        self.all_navies: i64 = 0
        self.armies: i64 = 0
        self.navies: i64 = 0
        self.forts: i64 = 0
        self.danger: i64 = 0  # the most armies that one enemy has here
        # And how good, from the price of unrest. The best attack with the armies that are here, one more, and three:
        self.pain: float = 0.0  # what a lost unit costs
        self.now: float = 0.0
        self.next: float = 0.0
        self.three: float = UNKNOWN
        # What one more unit here would be worth to us, and what one of those that are here is:
        self.army: float = UNKNOWN
        self.kept_army: float = UNKNOWN
        self.navy: float = UNKNOWN
        self.kept_navy: float = UNKNOWN
        self.fort: float = UNKNOWN
        # What it is worth that Pirates or a Slave Revolt strike here, and who could be struck then:
        self.raid: float = UNKNOWN
        self.rising: float = UNKNOWN
        self.victims: i64 = 0
        self.seen: i64 = -1  # the moment of the last look (`Memory`)
        self.add_targets(takings)
        self.still_true(takings)

    def add_targets(self, takings: Takings) -> None:
        """Neutral countries, the Slave Revolt, and the players that have counters here."""
        region, neutral = self.region, self.neutral
        if neutral or self.revolt:
            gain = self.gain(takings, -1)
            for counter in NEUTRALS_IN[region]:
                if neutral >> counter & 1:
                    prize = gain + GOLD * COUNTER_GOLD[counter] + COUNTER_POINTS[counter]
                    self.targets = Target(POWERS + counter, prize, self.targets)
            if self.revolt:
                self.targets = Target(REVOLT, gain, self.targets)
        for enemy in takings.hostile:
            if takings.controls(enemy, region):
                self.targets = Target(enemy, takings.weight * self.gain(takings, enemy), self.targets)

    def still_true(self, takings: Takings) -> bool:
        """Whether a later decision of the same power would find the same counters.

        What follows from the units and from its unrest is put right.
        """
        region, zone, unit = self.region, self.zone, takings.unit
        if (
            self.neutral != takings.neutrals & self.neutrals
            or self.revolt != (takings.revolt_at == region)
            or self.controls != pack(takings.control, region, REGIONS)
        ):
            return False
        armies = pack(unit, region, PLACES)
        forts = pack(unit, FORT * POWERS * PLACES + region, PLACES)
        navies: i64 = 0
        if zone >= 0:
            navies = pack(unit, NAVY * POWERS * PLACES + zone, PLACES)
        pain = takings.pain + UNIT
        if armies != self.all_armies or forts != self.all_forts or navies != self.all_navies:
            self.all_armies = armies
            self.all_forts = forts
            self.all_navies = navies
            self.pain = pain
            self.muster(takings)
        elif pain != self.pain:
            self.pain = pain
            self.weigh()
        return True

    def forget_units(self) -> None:
        """Something else counts for the strength of units: look at them again."""
        self.all_armies = -1

    def muster(self, takings: Takings) -> None:
        """Look at the units."""
        region, power = self.region, takings.power
        self.armies = takings.units(ARMY, power, region)
        self.navies = takings.units(NAVY, power, region)
        self.forts = takings.units(FORT, power, region)
        self.danger = 0
        for enemy in takings.hostile:
            armies = takings.units(ARMY, enemy, region)
            if armies > self.danger:
                self.danger = armies
        alone = own_strength(takings, power, region, -1) if self.neutral or self.revolt else 0
        target = self.targets
        while target is not None:
            what = target.what
            if what >= POWERS:
                target.advantage = float(alone - STRENGTH[what - POWERS])
            elif what >= 0:
                target.advantage = own_strength(takings, power, region, what) - defence(takings, what, region, power)
            else:
                target.advantage = float(alone - REVOLT_STRENGTH)
            target = target.further
        self.fort = self.raid = self.rising = UNKNOWN
        self.weigh()

    def weigh(self) -> None:
        """Find what the attacks are worth; the rest follows when it is asked for."""
        self.now = self.best(self.armies)
        self.next = self.best(self.armies + 1)
        self.three = self.army = self.kept_army = self.navy = self.kept_navy = UNKNOWN

    def target(self, what: i64) -> Target | None:
        """One of the targets."""
        target = self.targets
        while target is not None and target.what != what:
            target = target.further
        return target

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

    def best(self, armies: i64, without_navy: bool = False) -> float:
        """The same, worked out: its cost and likely losses are taken off; never below nothing.

        `without_navy`: if we had not the only navy that we have here.
        """
        target = self.targets
        if not armies or target is None:
            return 0.0
        strength = float(armies)
        best = second = 0.0
        while target is not None:
            advantage = target.advantage + strength
            if without_navy and self.navy_matters(target.what):
                advantage -= 1.0
            win = chance(advantage)
            value = win * target.prize - GOLD * ATTACK_PRICE - (1.17 - win) * self.pain
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
            target = target.further
        return best + 0.5 * second

    def navy_matters(self, enemy: i64) -> bool:
        """Whether a single navy is worth a strength against a target: not if that has two or more itself."""
        return not 0 <= enemy < POWERS or self.all_navies >> 8 * (POWERS - 1 - enemy) & 255 < 2

    def boost(self) -> float:
        """What one more strength in the battles here would bring."""
        return self.next - self.now if self.armies else 0.0

    def guard(self, armies: i64) -> float:
        """What a further defender is worth where we have counters, so many armies, and others have theirs."""
        counters, danger = self.counters, self.danger
        if not counters:
            return 0.0
        mine = armies + 2 * self.forts
        if mine >= danger + 2:
            return 0.04
        if counters > 3:
            counters = 3
        return (0.18 + 0.12 * float(counters)) * (1.0 if danger else 0.35) * (1.0 if mine <= danger else 0.5)

    def more_army(self) -> float:
        """What one more army is worth."""
        if self.army == UNKNOWN:
            self.army = self.army_worth(self.armies)
        return self.army

    def keep_army(self) -> float:
        """What an army is worth that is here: what would be lost without it."""
        if self.kept_army == UNKNOWN:
            self.kept_army = self.army_worth(self.armies - 1)
        return self.kept_army

    def army_worth(self, armies: i64) -> float:
        """What one more army is worth if we have so many."""
        gain = self.guard(armies)
        if self.targets is None:
            return gain
        gain += self.prospect(armies + 1) - self.prospect(armies)
        if armies == 0:
            gain += 0.5 * self.prospect(3)  # the first of several
        elif armies == 1:
            gain += 0.3 * (self.prospect(4) - self.prospect(2))
        return gain

    def more_navy(self) -> float:
        """What one more navy is worth, besides what it could fetch (`slaves`)."""
        if self.navy == UNKNOWN:
            if self.navies:
                self.navy = self.another_navy()
            else:
                self.navy = self.first_navy(self.now, self.next, self.prospect(3))
        return self.navy

    def keep_navy(self) -> float:
        """What a navy is worth that is here, besides slaves."""
        if self.kept_navy == UNKNOWN:
            if self.navies != 1:
                self.kept_navy = self.another_navy()
            else:
                now, next_ = self.best(self.armies, True), self.best(self.armies + 1, True)
                self.kept_navy = self.first_navy(now, next_, self.best(3, True))
        return self.kept_navy

    def another_navy(self) -> float:
        """What one more navy is worth where we have some."""
        return 0.3 * self.guard(self.armies) + 0.1 if SEAS >> self.region & 1 else OUT_OF_REACH

    def first_navy(self, now: float, next_: float, three: float) -> float:
        """What a navy is worth if we have none, by what the best attacks without it are worth."""
        if not SEAS >> self.region & 1:
            return OUT_OF_REACH
        gain = 0.3 * self.guard(self.armies)
        if self.armies:
            gain += 0.5 * (next_ - now)  # its support is as good as an army
        if COLONIES >> self.region & 1:
            gain += 0.35 * three  # the way in
        return gain

    def more_fort(self) -> float:
        """What one more fort is worth."""
        if self.fort == UNKNOWN:
            self.fort = 1.3 * self.guard(self.armies) if self.counters > 1 else 0.1
        return self.fort

    def struck(self, takings: Takings, tile: int, victims: i64) -> float:
        """What the best strike here by a tile is worth; `victims`: who could be struck, and who of them leads."""
        if victims != self.victims:
            self.victims = victims
            self.raid = self.rising = UNKNOWN
        found = self.raid if tile == PIRATES else self.rising
        if found == UNKNOWN:
            found = 0.0
            for victim in range(i64(POWERS)):
                if victims >> victim & 1 and takings.controls(victim, self.region):
                    leads = victims >> POWERS + victim & 1 != 0
                    found = max(found, strike(takings, tile, victim, self.region, leads))
            if tile == PIRATES:
                self.raid = found
            else:
                self.rising = found
        return found


QUIET: Final = 0.4
"""What it is worth that a neutral does not strike back, has no allies and bears no grudge."""


def attack_value(takings: Takings, action: int) -> float:
    """An attack by its odds."""
    power = takings.power
    table: i64 = TABLE_OF[action]
    place: i64 = PLACE_OF[action]
    if table == IN_ATTACK_PIRATES:
        prize = takings.gain(place, -1)
        win = chance(float(takings.units(NAVY, power, place) - 1))
        return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * (takings.pain + UNIT)
    if table == IN_ATTACK:
        enemy, region = place // REGIONS, place % REGIONS
        found = takings.targets(region)
        target = found.target(enemy)
        if target is not None:
            prize = target.prize / takings.weight
            advantage = target.advantage
        else:  # it has nothing to take here, or no player
            prize = found.gain(takings, enemy) if takings.controls(enemy, region) else 0.3
            advantage = own_strength(takings, power, region, enemy) - defence(takings, enemy, region, power)
    else:
        what: i64 = REVOLT
        region = place
        if table == IN_ATTACK_COUNTER:
            what = POWERS + place
            region = COUNTER_REGION[place]
        found = takings.targets(region)
        target = found.target(what)
        assert target is not None, "it lies here"
        prize = target.prize + QUIET if table == IN_ATTACK_COUNTER else target.prize
        advantage = target.advantage
    win = chance(advantage + float(found.armies))
    return win * prize - takings.spend(ATTACK_PRICE) - (1.17 - win) * found.pain


def worth(takings: Takings, unit: i64, region: i64) -> float:
    """What one more unit in a region is worth."""
    if region == HOME:
        return 0.0
    found = takings.targets(region)
    if unit == FORT:
        return found.more_fort()
    if unit == ARMY:
        return found.more_army()
    return found.more_navy() + slaves(takings, region, found.navies)


def slaves(takings: Takings, region: i64, navies: i64) -> float:
    """What the slaves are worth that a navy could fetch, if we have so many where it is."""
    fetched = takings.world.board_at & SLAVES_MASK
    if region != AFRICA or navies or not fetched:
        return 0.0
    best = -1e9
    for counter in bits(fetched):
        best = max(best, takings.gain(COUNTER_REGION[counter], -1))
    return 0.6 * best


def keep_worth(takings: Takings, unit: i64, region: i64) -> float:
    """What a unit is worth where it is: what would be lost without it."""
    if region == HOME:
        return 0.0
    found = takings.targets(region)
    if unit == ARMY:
        return found.keep_army()
    return found.keep_navy() + slaves(takings, region, found.navies - 1)


REGIONS_OF: Final[list[list[int]]] = [bits(regions) for regions in TILE_REGIONS]
"""[tile] -> the regions that it names."""


@mypyc_attr(acyclic=True)
class Gains(Takings):
    """What more units would bring, worked out once a decision."""

    def __init__(self, world: Table, power: int, memory: Memory | None = None) -> None:
        super().__init__(world, power, memory)
        self.wars = 1 + world.wars - world.war
        rounds = world.rounds - world.round + 1
        self.use = (self.wars - 1) + (1.0 if rounds > 1 else 0.4)  # how often a tile with a triangle will serve
        self.army = self.navy = self.fort = self.best_attack = 0.0
        self.boosts = 0.0  # what one more strength in all battles would bring
        # What one would be worth where it is worth most, voyages apart; more in any case than far out of reach:
        self.most_army = self.most_navy = -0.7
        self.slaves = 0.0  # what those are worth that one more navy could fetch
        self.reach: i64 = world.reach(power, ARMY)
        reach = self.reach
        here: i64 = world.army_at[power]
        seas: i64 = SEAS
        for region in range(i64(REGIONS)):
            if (reach | seas | here) >> region & 1:
                self.add_region(region, reach >> region & 1 != 0, seas >> region & 1 != 0, here >> region & 1 != 0)

    def add_region(self, region: i64, reached: bool, sea: bool, here: bool) -> None:
        """`reached`: our armies can get there; `here`: some are."""
        found = self.targets(region)
        voyage = 0.89 if COLONIES >> region & 1 else 1.0
        if reached:
            army = found.more_army()
            self.most_army = max(self.most_army, army)
            self.army = max(self.army, voyage * army)
            self.fort = max(self.fort, found.more_fort())
        if sea:
            navy = found.more_navy()
            if region == AFRICA:
                self.slaves = slaves(self, region, found.navies)
                navy += self.slaves
            self.most_navy = max(self.most_navy, navy)
            self.navy = max(self.navy, voyage * navy)
        if here:
            self.best_attack = max(self.best_attack, found.now)
            self.boosts += found.boost()

    def goal(self, unit: i64, region: i64) -> float:
        """What a unit that moves to a region is worth there."""
        if unit == ARMY:
            return self.targets(region).more_army() if self.reach >> region & 1 else OUT_OF_REACH
        if not SEAS >> region & 1:
            return OUT_OF_REACH
        navy = self.targets(region).more_navy()
        return navy + self.slaves if region == AFRICA else navy

    def boost(self, region: i64) -> float:
        """What one more strength in a region's battles would bring."""
        found = self.prey[region]
        return 0.0 if found is None else found.boost()

    def alliance(self, tile: int) -> float:
        """What an alliance tile brings in what is left of the war."""
        best = -1e9
        for region in REGIONS_OF[tile]:
            best = max(best, self.boost(region))
        rounds = self.world.rounds - self.world.round + 1
        return best * min(2.0, 0.5 * rounds)


OVERSEAS: Final = bytes(VOYAGE)
"""The same as `VOYAGE`, to be read faster."""


def move_gain(gains: Gains, unit: i64, start: i64) -> float:
    """What the best move of a unit brings."""
    return best_goal(gains, unit, start) - keep_worth(gains, unit, start)


def best_goal(gains: Gains, unit: i64, start: i64) -> float:
    """What a unit would be worth in the best of the other places."""
    best = OUT_OF_REACH
    for region in range(i64(REGIONS)):
        if region != start:
            value = gains.goal(unit, region)
            if OVERSEAS[start * PLACES + region]:
                value = value * 0.89 - 0.08
            best = max(best, value)
    return best


def best_move(gains: Gains) -> float:
    """What the best move of any unit brings; nothing, if none gains."""
    best = 0.0
    armies: i64 = gains.world.army_at[gains.power]
    navies: i64 = gains.world.navy_at[gains.power]
    for start in range(i64(PLACES)):
        if armies >> start & 1:
            here = keep_worth(gains, ARMY, start)
            if gains.most_army - here > best:  # otherwise no goal is good enough
                best = max(best, best_goal(gains, ARMY, start) - here)
        if navies >> start & 1:
            here = keep_worth(gains, NAVY, start)
            if gains.most_navy - here > best:
                best = max(best, best_goal(gains, NAVY, start) - here)
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
    if takings.victims < 0:
        takings.victims = victims_of(takings.world, takings.power)
    best = 0.0
    regions: i64 = TILE_REGIONS[tile]
    for region in range(i64(REGIONS)):
        if regions >> region & 1:
            best = max(best, takings.targets(region).struck(takings, tile, takings.victims))
    return best


def victims_of(world: Table, power: i64) -> i64:
    """Bits of the other powers in play; above them, of those that lead."""
    others: i64 = world.in_play
    leaders: i64 = 0
    for other in range(i64(POWERS)):
        if others >> other & 1 and is_leader(world, other):
            leaders |= 1 << other
    others &= ~(1 << power)
    return others | (leaders & others) << POWERS


def strike_value(takings: Takings, action: int) -> float:
    tile = SLAVE_REVOLT if PLACE_OF[action] >= POWERS * REGIONS else PIRATES
    victim, region = divmod(PLACE_OF[action] % (POWERS * REGIONS), REGIONS)
    return strike(takings, tile, victim, region, is_leader(takings.world, victim))


def deploy_value(takings: Takings, action: int) -> float:
    """The first units: armies where there is something to take or to keep, a navy beside them in the colonies."""
    assert TABLE_OF[action] == IN_DEPLOY
    place: i64 = PLACE_OF[action]
    unit, region = place // REGIONS, place % REGIONS
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
    own: i64 = board.world.control_at[power]
    theirs: i64 = board.world.control_at[other]
    for region in range(i64(REGIONS)):
        if theirs >> region & 1:
            found += 0.35 * float(min(3, board.units(ARMY, power, region))) + (0.05 if own >> region & 1 else 0.0)
        if own >> region & 1:
            found -= 0.35 * float(min(3, board.units(ARMY, other, region)))
    return found


def proposal_value(world: Table, power: int, a: int, b: int, tempers: list[float]) -> float:
    """What a proposal is worth: whom it makes enemies and allies, and how early it lets us play."""
    rows = world.row
    mine = 0 if power == a else 1 if power == b else rows[power]
    if mine < 0:
        return 0.0
    found = 0.0
    in_play: i64 = world.in_play
    for other in range(i64(POWERS)):
        row = 0 if other == a else 1 if other == b else rows[other]
        if row >= 0 and other != power and in_play >> other & 1:
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
