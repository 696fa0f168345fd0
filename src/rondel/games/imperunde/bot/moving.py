"""Where a bot marches, sails, lands, attacks and embarks."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import (
    DONE,
    FIGHT,
    GIVE_UP,
    K_EMBARK,
    K_LAND,
    K_MARCH,
    K_SAIL,
    KIND_OF,
    MOVER_UNIT,
    MOVERS,
    PLACE_OF,
)
from rondel.games.imperunde.bot.estimates import (
    ATTACK,
    DEFENCE,
    Prey,
    garrison_strength,
    reserves,
)
from rondel.games.imperunde.bot.weights import ABOARD, GOING_ABOARD, LOSSES, STIR
from rondel.games.imperunde.components import ARMIES, COASTS, FRIGATE, LANDS, SEA_VALUE, SEAS, SEAS_BY
from rondel.games.imperunde.fight import unit_of
from rondel.games.imperunde.state import NATIVES, PARTIES, PIRATES, Table
from rondel.games.imperunde.steps.budget import is_trading
from rondel.kernel.data import bits

DARING: Final = 0.6
"""An attacker with this part of the strength that should be there may still be worth a thought."""


def best_attack(prey: Prey, choices: list[int], margin: float, noted: dict[int, float] | None = None) -> int:
    """The first unit of the most profitable attack with good odds; -1 if there is none.

    `noted`: what the attack on each target is thought of, those with poor odds included.
    """
    first_unit: dict[int, tuple[float, int]] = {}
    for action in choices:
        kind = KIND_OF[action]
        place = PLACE_OF[action]
        if kind == K_MARCH:
            army, way = place // 2 % ARMIES, place // (2 * ARMIES)
            start, goal = way // LANDS, way % LANDS
            if not prey.is_target(goal) or not prey.spare(start, army):
                continue
        elif kind == K_LAND:
            army = place // 2 % ARMIES
            goal = COASTS[place // (2 * ARMIES)][0]
            if not prey.is_target(goal):
                continue
        else:
            continue
        if goal not in first_unit or ATTACK[army] > first_unit[goal][0]:
            first_unit[goal] = (ATTACK[army], action)
    best, most, cost = -1, 0.0, prey.weights[LOSSES]
    for goal, (_, action) in first_unit.items():
        strength, number = reserves(prey, goal)
        defence = prey.strength(goal)
        if not number:
            continue
        needed = margin * defence + 0.3
        if strength < needed:
            if noted is not None and strength > DARING * needed:
                noted[action] = 0.5 * (prey.worth(goal) - cost * defence)
            continue
        worth = prey.worth(goal) - cost * defence
        if noted is not None:
            noted[action] = worth
        if worth > most:
            best, most = action, worth
    return best if best >= 0 else best_sea_attack(prey, choices)


def best_sea_attack(prey: Prey, choices: list[int]) -> int:
    """Pirates and enemies in sea areas that earn tax, or that bar the way, if the odds are good."""
    world, seat = prey.world, prey.seat
    best, most = -1, 0.4
    enemies = world.enemy_seas(seat)
    if not enemies:
        return best
    for action in choices:
        if KIND_OF[action] != K_SAIL or PLACE_OF[action] // 2 % MOVERS < ARMIES:
            continue
        goal = PLACE_OF[action] // (2 * MOVERS) % SEAS
        if not enemies >> goal & 1:
            continue
        worth = 0.5 * SEA_VALUE[goal] if is_trading(world, seat, goal) else 0.0
        for other in range(world.seats):
            worth += 0.6 * world.freighters(other, goal)
        if worth > most and good_sea_fight(prey, goal, 0.3):
            best, most = action, worth
    return best


def good_sea_fight(prey: Prey, sea: int, margin: float) -> bool:
    world, seat = prey.world, prey.seat
    strength, _ = reserves(prey, LANDS + sea)
    for ship in range(2):
        strength += ATTACK[FRIGATE + ship] * world.fleet[(sea * PARTIES + seat) * 2 + ship]
    against = 0.0
    for party in range(PARTIES):
        if party == PIRATES or (party < world.seats and prey.hostile >> party & 1):
            for ship in range(2):
                against += DEFENCE[FRIGATE + ship] * world.fleet[(sea * PARTIES + party) * 2 + ship]
    return strength > 1.3 * against + margin


def march_worth(prey: Prey, action: int, appeal: list[float]) -> float:
    """Armies that are not needed where they stand go where there is more to gain."""
    world, seat = prey.world, prey.seat
    place = PLACE_OF[action]
    army, way = place // 2 % ARMIES, place // (2 * ARMIES)
    start, goal = way // LANDS, way % LANDS
    if world.owner[goal] != seat or not prey.spare(start, army):
        return 0.0
    if not world.posts[start] and start != world.home[seat] and world.garrison(start) == 1:
        return 0.0
    return appeal[goal] - appeal[start] - prey.weights[STIR]


def landing_worth(prey: Prey, action: int, appeal: list[float]) -> float:
    """Landing in an own land that leads on; attacks are judged elsewhere."""
    place = PLACE_OF[action]
    land, sea = COASTS[place // (2 * ARMIES)]
    if prey.world.owner[land] != prey.seat:
        return 0.0
    return appeal[land] - 0.6 * prey.sea(sea) - 0.1


def sail_worth(prey: Prey, action: int, hunt: float, taken: int) -> float:
    """Freighters towards good coasts, warships to where they earn.

    `taken`: bits of the sea areas with warships of others.
    """
    world, seat = prey.world, prey.seat
    place = PLACE_OF[action]
    mover, way = place // 2 % MOVERS, place // (2 * MOVERS)
    start, goal = way // SEAS, way % SEAS
    if world.storm >> goal & 1 or world.calm >> goal & 1:
        return 0.0
    if mover < ARMIES:
        return prey.water(goal) - prey.water(start) - 0.1
    if taken >> goal & 1:
        return 0.0
    gain = hunt * freight(world, seat, goal) if prey.hostile else 0.0
    stays = world.warships(seat, start) > 1 or not is_trading(world, seat, start)
    if not world.ships_at[seat] >> goal & 1 and is_trading(world, seat, goal):
        gain += float(SEA_VALUE[goal])
    if not stays:
        gain -= SEA_VALUE[start] + 0.5
    return gain


def freight(world: Table, seat: int, sea: int) -> int:
    """Freighters of enemies in a sea area where they have no warship."""
    found = 0
    for other in bits(world.hostile(seat)):
        found += world.freighters(other, sea)
    return found


def gather(prey: Prey, choices: list[int], margin: float, noted: dict[int, float] | None = None) -> int:
    """Bring the strongest units while there is something to win; give up a lost cause."""
    world = prey.world
    fight = world.battle()
    defence = float(fight.natives)
    area = fight.area
    if fight.defender != NATIVES:
        if area < LANDS:
            defence = garrison_strength(world, area)
        else:
            first = ((area - LANDS) * PARTIES + fight.defender) * 2
            defence = sum(DEFENCE[FRIGATE + ship] * world.fleet[first + ship] for ship in range(2))
    here = sum(ATTACK[unit_of(each)] for each in fight.units)
    coming, _ = reserves(prey, area)
    stop = FIGHT if FIGHT in choices else GIVE_UP
    if noted is not None:
        noted[stop] = 2.0 if stop == FIGHT else 0.0  # the others may be needed elsewhere
    if stop == GIVE_UP and coming < margin * defence + 0.3:
        return GIVE_UP
    if here + coming < 0.6 * defence:
        return stop
    best, most = stop, 0.0
    for action in choices:
        if action == stop:
            continue
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        if start < LANDS and not prey.spare(start, mover):
            continue
        worth = ATTACK[MOVER_UNIT[mover]] - 0.05 * (place % 2)
        if noted is not None:
            noted[action] = worth
        if worth > most:
            best, most = action, worth
    return best


def pass_through(world: Table, seat: int, choices: list[int]) -> int:
    """On to an area without enemies, if possible to one that earns."""
    enemies = world.enemy_seas(seat)
    best, most = choices[0], -9.0
    for action in choices:
        goal = PLACE_OF[action] // (2 * MOVERS) % SEAS
        worth = (SEA_VALUE[goal] if is_trading(world, seat, goal) else 0) - 5.0 * (enemies >> goal & 1)
        if worth > most:
            best, most = action, worth
    return best


def embark(prey: Prey, choices: list[int], noted: dict[int, float] | None = None) -> int:
    """Armies without a target on land go aboard towards good coasts."""
    world, seat = prey.world, prey.seat
    appeal = prey.appeal()
    threatened = world.storm | world.calm
    safe = ~world.enemy_seas(seat)
    offers = [-1.0] * SEAS
    afloat = prey.weights[ABOARD]
    best, most = DONE, prey.weights[GOING_ABOARD]
    if noted is not None:
        noted[DONE] = most
    for action in choices:
        if KIND_OF[action] != K_EMBARK:
            continue
        place = PLACE_OF[action]
        army = place % ARMIES
        land, sea = COASTS[place // ARMIES]
        if threatened >> sea & 1 or not prey.spare(land, army):
            continue
        if not world.posts[land] and land != world.home[seat] and world.garrison(land) == 1:
            continue
        there = offers[sea]
        if there < 0.0:
            there = prey.sea(sea)
            for near in SEAS_BY[LANDS + sea]:
                if safe >> near & 1:
                    there = max(there, 0.7 * prey.sea(near))
            offers[sea] = there
        worth = afloat * there - appeal[land] + 0.05 * ATTACK[army]
        if noted is not None:
            noted[action] = worth
        if worth > most:
            best, most = action, worth
    return best
