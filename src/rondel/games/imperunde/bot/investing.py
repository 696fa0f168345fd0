"""What a bot buys: the purchase that is worth most for its price."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import BUILD_POST, BUY_ARMY, BUY_CARD, BUY_SHIP, DIG, PLACE_OF
from rondel.games.imperunde.bot.estimates import (
    ATTACK,
    DEFENCE,
    PLAIN,
    Prey,
    border_threat,
    garrison_strength,
    spare,
)
from rondel.games.imperunde.bot.weights import (
    ATTACKERS,
    CANAL,
    CARDS,
    DEFENDERS,
    ENOUGH,
    FORCE,
    FORTS,
    INFANTRY_WEIGHT,
    LACKING,
    POST,
    POST_ROUNDS,
    SEVERAL,
    SHIP,
)
from rondel.games.imperunde.components import (
    ARMIES,
    CANAL_COST,
    CANAL_LAND,
    CANAL_POSTS,
    CARD_COST,
    COASTS,
    FORT,
    FRIGATE,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    POST_COST,
    SEA_NEAR,
    SEA_VALUE,
    SEAS,
    UNIT_COST,
)
from rondel.games.imperunde.state import PARTIES, PIRATES, Table
from rondel.kernel.data import bits


def _shore(sea: int) -> int:
    found = LAND_NEAR[LANDS + sea]
    for further in bits(SEA_NEAR[LANDS + sea]):
        found |= LAND_NEAR[LANDS + further]
    return found


SHORE: Final[list[int]] = [_shore(sea) for sea in range(SEAS)]
"""[sea] -> bits of the lands that armies aboard there can reach, at once or over one more sea area."""


def wishes(prey: Prey, w: list[float]) -> list[float]:
    """[land] how much an army raised there is wanted: targets in its reach less the strength that is already there."""
    world, seat = prey.world, prey.seat
    wanted = [0.0] * LANDS
    calm = ~world.enemy_seas(seat)
    for land in bits(world.lands_of[seat]):
        near = LAND_NEAR[land] & prey.targets
        part = 1.0
        if not near:
            part = 0.75
            for sea in bits(SEA_NEAR[land] & calm):
                near |= SHORE[sea]
            near &= prey.targets
        worth, needed, together = 0.0, 0.0, 0.0
        for target in bits(near):
            strength = prey.strength(target)
            worth = max(worth, part * prey.worth(target) / (1.0 + 0.3 * strength))
            needed = max(needed, strength)
            together += min(3.0, strength)
        if worth <= 0.0:
            continue
        there = 0.0
        for army in range(ARMIES):
            there += ATTACK[army] * spare(world, seat, land, army)
        needed += w[SEVERAL] * max(0.0, min(6.0, together - needed))
        lacking = w[FORCE] * needed + w[LACKING] - there
        wanted[land] = worth * min(1.0, max(0.0, lacking / 3.0))
    return wanted


def endangered(world: Table, seat: int) -> list[float]:
    """[land] how much a garrison is wanted: posts that rebels or enemies could take."""
    wanted = [0.0] * LANDS
    for land in bits(world.colonies(seat)):
        strength = garrison_strength(world, land)
        threat = 0.8 * LAND_VALUE[land] * 0.2 + border_threat(world, seat, land)
        if strength < threat + 1.0:
            wanted[land] = 0.6 * world.posts[land] * min(2.0, (threat + 1.0 - strength) / 1.5)
    return wanted


def purchase(
    world: Table,
    seat: int,
    action: int,
    rounds: float,
    wanted: list[float],
    threats: list[float],
    w: list[float],
    taste: list[float] = PLAIN,
) -> float:
    """What a purchase is worth, divided by its price; below 1 it is not worth it."""
    if action >= BUILD_POST[0] and action <= BUILD_POST[LANDS - 1]:
        land = PLACE_OF[action]
        if world.post_count[seat] + 1 >= world.target and not world.debt[seat]:
            return 100.0
        safety = 1.0 if world.garrison(land) else 0.7
        return (w[POST] + w[POST_ROUNDS] * min(rounds, 6.0)) * safety / POST_COST
    if action in DIG:
        canal = PLACE_OF[action]
        posts = CANAL_POSTS[canal]
        if world.post_count[seat] + posts >= world.target and not world.debt[seat]:
            return 90.0
        safety = w[CANAL] if world.garrison(CANAL_LAND[canal]) else 0.5
        return (w[POST] + w[POST_ROUNDS] * min(rounds, 6.0)) * posts / CANAL_COST[canal] * safety
    if action == BUY_CARD:
        return w[ENOUGH] + 0.01 if world.money[seat] >= w[CARDS] * CARD_COST and world.bought < 1 else 0.0
    if action >= BUY_SHIP[0] and action <= BUY_SHIP[-1]:
        land, sea = COASTS[PLACE_OF[action] // 2]
        ship = PLACE_OF[action] % 2
        return (
            w[SHIP] * taste[LANDS + sea] * ship_worth(world, seat, land, sea, ship, rounds) / UNIT_COST[FRIGATE + ship]
        )
    if action >= BUY_ARMY[0] and action <= BUY_ARMY[-1]:
        unit, land = divmod(PLACE_OF[action], LANDS)
        if unit == FORT:
            return w[FORTS] * threats[land] / UNIT_COST[FORT] if world.posts[land] >= 2 else 0.0
        if rounds < 1.5:
            return threats[land] * DEFENCE[unit] / UNIT_COST[unit] * 0.4
        attack = wanted[land] * w[INFANTRY_WEIGHT + unit] * ATTACK[unit] / UNIT_COST[unit] * w[ATTACKERS]
        return attack + threats[land] * DEFENCE[unit] / UNIT_COST[unit] * w[DEFENDERS]
    return 0.0


def ship_worth(world: Table, seat: int, land: int, sea: int, ship: int, rounds: float) -> float:
    """A warship earns sea tax where there is none yet; more of them only against enemies."""
    others = world.ships_at[PIRATES]
    for other in range(world.seats):
        if other != seat:
            others |= world.ships_at[other]
    taxed = land == world.home[seat] or world.posts[land] > world.fresh[land]
    if not world.ships_at[seat] >> sea & 1:
        if others >> sea & 1:
            enemies = sum(world.warships(party, sea) for party in range(PARTIES) if party != seat)
            return 1.6 * SEA_VALUE[sea] if enemies <= 1 and ship and taxed else 0.0
        if not taxed or world.storm >> sea & 1:
            return 0.0
        return SEA_VALUE[sea] * min(rounds - 0.5, 4.0) * (0.95 if ship == 0 else 1.0)
    return 0.0
