"""What a bot buys: the purchase that is worth most for its price."""

from __future__ import annotations

from rondel.games.imperunde.actions import (
    BUY_CARD,
    K_BUILD_POST,
    K_BUY_ARMY,
    K_BUY_SHIP,
    K_DIG,
    KIND_OF,
    PLACE_OF,
)
from rondel.games.imperunde.bot.estimates import (
    ATTACK,
    DEFENCE,
    Prey,
    border_threat,
    garrison_strength,
)
from rondel.games.imperunde.bot.weights import (
    ATTACKERS,
    CANAL,
    CARDS,
    DEFENDERS,
    ENOUGH,
    FORCE,
    FORTS,
    HURRY,
    INFANTRY_WEIGHT,
    LACKING,
    POST,
    POST_ROUNDS,
    SEVERAL,
    SHIP,
    SHIP_ROUNDS,
    UNGUARDED,
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
    LAND_VALUE,
    LANDS,
    POST_COST,
    SEA_VALUE,
    UNIT_COST,
)
from rondel.games.imperunde.state import PARTIES, PIRATES, Table


def wishes(prey: Prey, w: list[float]) -> list[float]:
    """[land] how much an army raised there is wanted: targets in its reach less the strength that is already there."""
    world, seat = prey.world, prey.seat
    wanted = [0.0] * LANDS
    enemies = world.enemy_seas(seat)
    several, force, anyway = w[SEVERAL], w[FORCE], w[LACKING]
    for land in prey.own_lands():
        lure = prey.lure(land, enemies)
        if lure.promised <= 0.0:
            continue
        there = 0.0
        for army in range(ARMIES):
            there += ATTACK[army] * prey.spare(land, army)
        needed = lure.needed
        needed += several * max(0.0, min(6.0, lure.together - needed))
        lacking = force * needed + anyway - there
        wanted[land] = lure.promised * min(1.0, max(0.0, lacking / 3.0))
    return wanted


def endangered(prey: Prey) -> list[float]:
    """[land] how much a garrison is wanted: posts that rebels or enemies could take."""
    world, seat = prey.world, prey.seat
    wanted = [0.0] * LANDS
    home = world.home[seat]
    for land in prey.own_lands():
        if land == home or not world.posts[land]:
            continue
        strength = garrison_strength(world, land)
        threat = 0.8 * LAND_VALUE[land] * 0.2 + border_threat(world, seat, land)
        if strength < threat + 1.0:
            wanted[land] = 0.6 * world.posts[land] * min(2.0, (threat + 1.0 - strength) / 1.5)
    return wanted


def purchase(
    prey: Prey,
    action: int,
    rounds: float,
    wanted: list[float],
    threats: list[float],
    w: list[float],
    warships: int,
) -> float:
    """What a purchase is worth, divided by its price; below 1 it is not worth it.

    `warships`: bits of the sea areas where others have some.
    """
    world, seat, kind = prey.world, prey.seat, KIND_OF[action]
    if kind == K_BUY_ARMY:
        place = PLACE_OF[action]
        unit, land = place // LANDS, place % LANDS
        if unit == FORT:
            return w[FORTS] * threats[land] / UNIT_COST[FORT] if world.posts[land] >= 2 else 0.0
        if rounds < w[HURRY]:
            return threats[land] * DEFENCE[unit] / UNIT_COST[unit] * 0.4
        attack = wanted[land] * w[INFANTRY_WEIGHT + unit] * ATTACK[unit] / UNIT_COST[unit] * w[ATTACKERS]
        return attack + threats[land] * DEFENCE[unit] / UNIT_COST[unit] * w[DEFENDERS]
    if kind == K_BUY_SHIP:
        land, sea = COASTS[PLACE_OF[action] // 2]
        ship = PLACE_OF[action] % 2
        worth = ship_worth(world, seat, land, sea, ship, min(rounds - 0.5, w[SHIP_ROUNDS]), warships)
        return w[SHIP] * prey.taste[LANDS + sea] * worth / UNIT_COST[FRIGATE + ship]
    if kind == K_BUILD_POST:
        land = PLACE_OF[action]
        if world.post_count[seat] + 1 >= world.target and not world.debt[seat]:
            return 100.0
        safety = 1.0 if world.garrison(land) else w[UNGUARDED]
        return (w[POST] + w[POST_ROUNDS] * min(rounds, 6.0)) * safety / POST_COST
    if kind == K_DIG:
        canal = PLACE_OF[action]
        posts = CANAL_POSTS[canal]
        if world.post_count[seat] + posts >= world.target and not world.debt[seat]:
            return 90.0
        safety = w[CANAL] if world.garrison(CANAL_LAND[canal]) else 0.5
        return (w[POST] + w[POST_ROUNDS] * min(rounds, 6.0)) * posts / CANAL_COST[canal] * safety
    if action == BUY_CARD:
        return w[ENOUGH] + 0.01 if world.money[seat] >= w[CARDS] * CARD_COST and world.bought < 1 else 0.0
    return 0.0


def warships_of_others(world: Table, seat: int) -> int:
    """Bits of the sea areas with warships of other players, friends too, or pirates."""
    found = world.ships_at[PIRATES]
    for other in range(world.seats):
        if other != seat:
            found |= world.ships_at[other]
    return found


def ship_worth(world: Table, seat: int, land: int, sea: int, ship: int, rounds: float, others: int) -> float:
    """A warship earns sea tax for so many rounds where there is none yet; more of them only against enemies."""
    if world.ships_at[seat] >> sea & 1:
        return 0.0
    if land != world.home[seat] and world.posts[land] <= world.fresh[land]:
        return 0.0  # it would earn no tax
    if others >> sea & 1:
        if not ship:
            return 0.0
        enemies = 0
        for party in range(PARTIES):
            if party != seat:
                enemies += world.warships(party, sea)
        return 1.6 * SEA_VALUE[sea] if enemies <= 1 else 0.0
    if world.storm >> sea & 1:
        return 0.0
    return SEA_VALUE[sea] * rounds * (0.95 if ship == 0 else 1.0)
