"""What a bot thinks of a position: strength, danger, prey, the worth of lands and coasts. Plain estimates."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import MOVER_UNIT, MOVERS, PLACE_OF, SEATS
from rondel.games.imperunde.bot.weights import (
    ALARM,
    BY_LAND,
    BY_SEA,
    CAPTURED,
    DISTANCE,
    LAND,
    OVERSEAS,
    PACE,
    PLAINLY,
    RECRUITS,
    RIVAL,
    UNMANNED,
)
from rondel.games.imperunde.components import (
    ALL_LANDS,
    ARMIES,
    CANAL_OF,
    CANAL_POSTS,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    LANDS_BY,
    SEA_NEAR,
    SEAS,
    SEAS_BY,
)
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.reach import bringers
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

ATTACK: Final[list[float]] = [0.75, 1.4, 2.6, 0.0, 0.8, 2.2]
"""[unit] how many native infantry (at sea, frigates) a unit beats before it is lost, attacking."""
DEFENCE: Final[list[float]] = [1.25, 1.9, 3.2, 4.5, 1.0, 2.6]
"""[unit] how many infantry it beats before it is lost, defending."""
PLAIN: Final[list[float]] = [1.0] * (LANDS + SEAS)
"""[area] the taste of one who likes every area for what it is worth."""
MARGIN: Final = 1.25
"""How much stronger an attacker should be."""


def _shore(sea: int) -> int:
    found = LAND_NEAR[LANDS + sea]
    for further in bits(SEA_NEAR[LANDS + sea]):
        found |= LAND_NEAR[LANDS + further]
    return found


SHORE: Final[list[int]] = [_shore(sea) for sea in range(SEAS)]
"""[sea] -> bits of the lands that armies aboard there can reach, at once or over one more sea area."""


def horizon(world: Table, w: list[float]) -> float:
    """How many more rounds the game is likely to last."""
    left = min(world.target - world.post_count[other] for other in range(world.seats))
    rounds = max(1.0, left / max(1.0, w[PACE]))
    cap = int(world.options["cap"])
    return min(rounds, float(cap - world.round + 1)) if cap else rounds


def leader(world: Table, seat: int, among: int = -1) -> int:
    """The other player who is closest to victory; `among`: bits of those who come into question."""
    best, most = NOBODY, -99
    for distance in range(1, world.seats):  # of equals the next one round the table: nobody is everybody's victim
        other = (seat + distance) % world.seats
        standing = world.post_count[other] * 5 - world.debt[other]
        if among >> other & 1 and standing > most:
            best, most = other, standing
    return best


def is_close_to_winning(world: Table, other: int) -> bool:
    return world.target - world.post_count[other] <= 5 and world.debt[other] <= 10


def land_worth(world: Table, seat: int, land: int, w: list[float] = PLAINLY) -> float:
    """What owning a land would be worth: room for posts, posts that stand there, a canal."""
    worth = w[LAND] * LAND_VALUE[land] + w[CAPTURED] * world.posts[land]
    canal = CANAL_OF[land]
    if canal >= 0:
        worth += w[CAPTURED] * CANAL_POSTS[canal] if world.canals >> canal & 1 and world.owner[land] == NOBODY else 1.0
    if world.owner[land] != NOBODY and is_close_to_winning(world, world.owner[land]):
        worth += w[RIVAL] * world.posts[land]
    return worth


def garrison_strength(world: Table, land: int) -> float:
    if world.owner[land] == NOBODY:
        return float(LAND_VALUE[land])
    troops, first = world.troops, land * 4
    strength = 0.0
    for unit in range(4):
        number = troops[first + unit]
        if number:
            strength += DEFENCE[unit] * number
    return strength


def striking_power(world: Table, land: int) -> float:
    """What the armies in a land could attack with."""
    troops, first = world.troops, land * 4
    strength = 0.0
    for army in range(ARMIES):
        strength += ATTACK[army] * troops[first + army]
    return strength


def attack_targets(world: Table, seat: int) -> int:
    """Bits of the lands that may be attacked: free ones, and colonies of enemies."""
    return ALL_LANDS & ~world.lands_of[seat] & ~world.closed_lands(seat)


def reserves(prey: Prey, area: int) -> tuple[float, int]:
    """Strength and number of the units that can still reach an area this turn, leaving garrisons behind."""
    world = prey.world
    strength, number = 0.0, 0
    for action in bringers(world, prey.seat, area):
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        units = world.ready[place]
        if start < LANDS:
            units = min(units, prey.spare(start, mover))
        strength += ATTACK[MOVER_UNIT[mover]] * units
        number += units
    return strength, number


def spare(world: Table, seat: int, land: int, army: int, w: list[float] = PLAINLY) -> int:
    """How many armies of a kind may leave a land: one unit stays with the posts, two if enemies are near."""
    there = world.troops[land * 4 + army]
    if not there or land == world.home[seat] or not world.posts[land]:
        return there
    others = world.garrison(land) - there
    if others >= 2:
        return there
    if world.posts[land] <= w[UNMANNED] and not world.hostile(seat):
        return there
    needed = 2 if border_threat(world, seat, land) > w[ALARM] else 1
    return max(0, there - max(0, needed - others))


def border_threat(world: Table, seat: int, land: int) -> float:
    """Strength of enemies that could march or land here."""
    hostile = world.hostile(seat)
    if not hostile:
        return 0.0
    threat = 0.0
    for near in LANDS_BY[land]:
        owner = world.owner[near]
        if owner != NOBODY and owner != seat and hostile >> owner & 1:
            threat += striking_power(world, near)
    for sea in SEAS_BY[land]:
        for other in bits(hostile):
            threat += 1.0 * world.freighters(other, sea)
    return threat


def wants_war(world: Table, seat: int, other: int, short: float) -> bool:
    """War costs both sides every round: only to stop one who is about to win, and who can be reached."""
    if world.target - world.post_count[other] > short or world.debt[other] or is_close_to_winning(world, seat):
        return False
    for land in bits(world.colonies(other)):
        if force_near(world, seat, land) > MARGIN * garrison_strength(world, land) + 1.0:
            return True
    return False


def spoils(world: Table, seat: int, other: int) -> float:
    """Posts of another player that armies at their borders could take."""
    found = 0.0
    for land in bits(world.colonies(other)):
        if force_near(world, seat, land) > MARGIN * garrison_strength(world, land):
            found += float(world.posts[land])
    return found


def force_near(world: Table, seat: int, land: int) -> float:
    """What a seat's armies beside a land, ashore and aboard, could attack it with."""
    force = 0.0
    for near in bits(LAND_NEAR[land] & world.lands_of[seat]):
        force += striking_power(world, near)
    for sea in bits(SEA_NEAR[land] & world.cargo_at[seat]):
        first = (sea * SEATS + seat) * ARMIES
        for army in range(ARMIES):
            force += ATTACK[army] * world.cargo[first + army]
    return force


class Lure:
    """What armies raised in a land could take: the best of the targets, and the strength of the strongest and of all.

    It promises nothing where there is no target.
    """

    __slots__ = ("promised", "needed", "together")

    def __init__(self, promised: float, needed: float, together: float) -> None:
        self.promised = promised
        self.needed = needed
        self.together = together


class Prey:
    """What a seat could take, worked out only where it is asked for.

    Free lands are the same to all who are at peace: what they offer is kept until a land changes hands. Where there is
    war, it is worked out anew for each decision.
    """

    __slots__ = (
        "world", "seat", "taste", "weights", "owner", "hostile", "canals", "worths", "strengths", "seas", "waters",
        "spares", "asked", "lands", "appeals", "lures", "passed",
    )  # fmt: skip

    def __init__(self, world: Table, seat: int, taste: list[float] = PLAIN, weights: list[float] = PLAINLY) -> None:
        self.world = world
        self.seat = seat
        self.hostile = world.hostile(seat)
        self.spares: list[int] = [-1] * (LANDS * ARMIES)
        self.asked: list[int] = []  # places of `spares` that are worked out
        self.renew(taste, weights)

    def renew(self, taste: list[float], weights: list[float]) -> None:
        """Forget what was worked out of lands and seas."""
        self.taste = taste  # [area] how much it is liked, next to what it is worth
        self.weights = weights  # what everything is weighed with
        self.owner: list[int] = self.world.owner[:]
        self.canals = self.world.canals
        self.worths: list[float] = [-1.0] * LANDS
        self.strengths: list[float] = [-1.0] * LANDS
        self.seas: list[float] = [-1.0] * SEAS
        self.waters: list[float] = [-1.0] * SEAS
        self.lands: list[list[int] | None] = [None] * SEATS
        self.appeals: list[list[float] | None] = [None] * SEATS
        self.lures: list[Lure | None] = [None] * LANDS
        self.passed = -1  # bits of the sea areas that the lures leave out

    def look(self, world: Table, seat: int, taste: list[float], weights: list[float]) -> None:
        """The next decision: what still holds is kept."""
        war = self.hostile
        self.world = world
        self.seat = seat
        self.hostile = world.hostile(seat)
        for place in self.asked:
            self.spares[place] = -1
        self.asked.clear()
        other = taste is not self.taste or weights is not self.weights
        if war or self.hostile or other or world.canals != self.canals or world.owner != self.owner:
            self.renew(taste, weights)

    def is_target(self, land: int) -> bool:
        """Whether a land may be attacked: a free one, or a colony of an enemy (as `attack_targets`, one by one)."""
        owner = self.owner[land]
        return owner == NOBODY or (self.hostile >> owner & 1 != 0 and self.world.home[owner] != land)

    def own_lands(self) -> list[int]:
        found = self.lands[self.seat]
        if found is None:
            found = self.lands[self.seat] = bits(self.world.lands_of[self.seat])
        return found

    def spare(self, land: int, army: int) -> int:
        """How many armies of a kind may leave a land."""
        place = land * ARMIES + army
        found = self.spares[place]
        if found < 0:
            found = spare(self.world, self.seat, land, army, self.weights)
            self.spares[place] = found
            self.asked.append(place)
        return found

    def worth(self, land: int) -> float:
        found = self.worths[land]
        if found < 0.0:
            found = self.taste[land] * land_worth(self.world, self.seat, land, self.weights)
            self.worths[land] = found
        return found

    def strength(self, land: int) -> float:
        """The garrison of a target."""
        found = self.strengths[land]
        if found < 0.0:
            found = garrison_strength(self.world, land)
            self.strengths[land] = found
        return found

    def sea(self, sea: int) -> float:
        """What the coast of a sea area offers to armies aboard."""
        best = self.seas[sea]
        if best < 0.0:
            best, resistance = 0.0, self.weights[BY_SEA]
            for target in LANDS_BY[LANDS + sea]:
                if self.is_target(target):
                    worth = self.worth(target) / (1.0 + resistance * self.strength(target))
                    if worth > best:
                        best = worth
            self.seas[sea] = best
        return best

    def water(self, sea: int) -> float:
        """The same, and what the coasts of the next sea areas offer."""
        best = self.waters[sea]
        if best < 0.0:
            best = self.sea(sea)
            for near in SEAS_BY[LANDS + sea]:
                worth = 0.6 * self.sea(near)
                if worth > best:
                    best = worth
            self.waters[sea] = best
        return best

    def appeal(self) -> list[float]:
        """[land] what targets next to a land are worth, fading with distance over own lands."""
        found = self.appeals[self.seat]
        if found is None:
            found = self.appeals[self.seat] = land_appeal(self)
        return found

    def lure(self, land: int, enemies: int) -> Lure:
        """Targets of armies that are raised in a land: beside it, or else over sea areas without enemies."""
        if enemies != self.passed:
            self.passed = enemies
            self.lures = [None] * LANDS
        found = self.lures[land]
        if found is None:
            found = self.lures[land] = lure(self, land, enemies)
        return found


def lure(prey: Prey, land: int, enemies: int) -> Lure:
    near = [target for target in LANDS_BY[land] if prey.is_target(target)]
    part = 1.0
    if not near:
        part = prey.weights[OVERSEAS]
        shores = 0
        for sea in SEAS_BY[land]:
            if not enemies >> sea & 1:
                shores |= SHORE[sea]
        near = [target for target in bits(shores) if prey.is_target(target)]
    worth, needed, together = 0.0, 0.0, 0.0
    resistance = prey.weights[RECRUITS]
    for target in near:
        strength = prey.strength(target)
        promised = part * prey.worth(target) / (1.0 + resistance * strength)
        if promised > worth:
            worth = promised
        if strength > needed:
            needed = strength
        together += strength if strength < 3.0 else 3.0
    return Lure(worth, needed, together)


def land_appeal(prey: Prey) -> list[float]:
    """See `Prey.appeal`."""
    world, seat = prey.world, prey.seat
    appeal = [0.0] * LANDS
    owner = world.owner
    mine = prey.own_lands()
    resistance, fading = prey.weights[BY_LAND], prey.weights[DISTANCE]
    for land in mine:
        best = 0.0
        for target in LANDS_BY[land]:
            if prey.is_target(target):
                worth = prey.worth(target) / (1.0 + resistance * prey.strength(target))
                if worth > best:
                    best = worth
        if prey.hostile:
            best = max(best, 0.5 * min(3.0, border_threat(world, seat, land)))
        appeal[land] = best
    for _ in range(3):
        changed = False
        for land in mine:
            best = appeal[land]
            for near in LANDS_BY[land]:
                if owner[near] == seat:
                    worth = fading * appeal[near]
                    if worth > best:
                        best = worth
                        changed = True
            appeal[land] = best
        if not changed:
            break
    return appeal


def aim_at_leader(world: Table, seat: int, choices: list[int]) -> int:
    """Of the others who can be aimed at, the one who is closest to victory."""
    among = 0
    for action in choices:
        among |= 1 << PLACE_OF[action]
    target = leader(world, seat, among)
    for action in choices:
        if PLACE_OF[action] == target:
            return action
    return choices[-1]
