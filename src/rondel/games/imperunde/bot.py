"""A player of ImpeRunde who has read the rulebook's advice.

It builds trading posts wherever there is room, takes free lands when the odds are good, keeps warships where they earn
sea tax, borrows early and repays before the end, keeps the peace while there is room to grow, and goes to war against a
neighbour whose posts it can take, or against a leader who is about to win. Cards are played where they hurt the leader
or save a battle. It works on one imagined world and on plain estimates of strength; it looks at nothing it could not
see.
"""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import (
    AGREE,
    AIM_AREA,
    AIM_SEAT,
    ALWAYS,
    BALANCE,
    BUILD_POST,
    BUY_ARMY,
    BUY_CARD,
    BUY_SHIP,
    CLOSE,
    DIG,
    DONE,
    EQUIP,
    FIGHT,
    GIVE_UP,
    K_EMBARK,
    K_FIGHT_HERE,
    K_LAND,
    K_MARCH,
    K_PEACE,
    K_PLAY,
    K_SAIL,
    K_SINK,
    K_STATION,
    K_WAR,
    KIND_OF,
    LINEUPS,
    MOVER_UNIT,
    MOVERS,
    ORDERS,
    PASS,
    PLACE_OF,
    PLAY,
    REJECT,
    SEATS,
)
from rondel.games.imperunde.components import (
    AMBUSH,
    ARMIES,
    ARMISTICE,
    ARTILLERY,
    CANAL_COST,
    CANAL_LAND,
    CANAL_OF,
    CANAL_POSTS,
    CAPTURE,
    CARD_COST,
    CAVALRY,
    COASTS,
    COUNTER,
    DECLARATION,
    EXPOSE,
    FORGED_LAND,
    FORGED_SEA,
    FORT,
    FREEBOOTERS,
    FRIGATE,
    HUSSAR_RAID,
    INFANTRY,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    PIRATES_CARD,
    PLUNDER,
    POST_COST,
    REBELLION,
    SABOTAGE,
    SEA_NEAR,
    SEA_VALUE,
    SEAS,
    SMUGGLING,
    SURPRISE,
    TREASON,
    TREATY,
    UNIT_COST,
)
from rondel.games.imperunde.state import CODES, DIPLOMACY, EVENTS, INCOME, MOVEMENT, NATIVES, PARTIES, PIRATES, Table
from rondel.games.imperunde.steps.budget import Budget
from rondel.games.imperunde.steps.card_effects import ExposeSpies
from rondel.games.imperunde.steps.card_targets import enemy_in_battle, forged_courses, forged_marches, plunder_lands
from rondel.games.imperunde.steps.combat import Gather, PassThrough, bringers
from rondel.games.imperunde.steps.diplomacy import CloseTalks, Speak, VoteTarget
from rondel.games.imperunde.steps.embarking import Embark
from rondel.games.imperunde.steps.investments import Invest, Smuggle
from rondel.games.imperunde.steps.movement import Move
from rondel.games.imperunde.steps.rolling import LineUp
from rondel.games.imperunde.steps.secret_service import Aim, OnTable, Window
from rondel.games.imperunde.steps.setup import EquipColony, StationShips
from rondel.kernel.bot import Policy
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

ATTACK: Final = (0.75, 1.4, 2.6, 0.0, 0.8, 2.2)
"""[unit] how many native infantry (at sea, frigates) a unit beats before it is lost, attacking."""
DEFENCE: Final = (1.25, 1.9, 3.2, 4.5, 1.0, 2.6)
"""[unit] how many infantry it beats before it is lost, defending."""
MARGIN: Final = 1.25
"""How much stronger an attacker should be."""


class Heuristic(Policy[Table]):
    def otherwise(self, table: Table, seat: int, choices: list[int]) -> int:
        world = table
        step = world.pending[-1]
        if isinstance(step, Move):
            return self.move(world, seat, choices)
        if isinstance(step, Gather):
            return gather(world, seat, choices)
        if isinstance(step, Invest):
            return self.invest(world, seat, choices)
        if isinstance(step, Embark):
            return embark(world, seat, choices)
        if isinstance(step, Speak):
            return speak(world, seat, choices)
        if isinstance(step, Window):
            return self.window(world, seat, choices)
        if isinstance(step, OnTable):
            return answer(step, seat, choices)
        if isinstance(step, Aim):
            return aim(world, seat, step, choices)
        if isinstance(step, Budget):
            return balance(world, seat, choices)
        if isinstance(step, LineUp):
            return max(choices, key=line_strength)
        if isinstance(step, (StationShips, EquipColony)):
            return station(world, seat, choices)
        if isinstance(step, Smuggle):
            return smuggle(choices)
        if isinstance(step, VoteTarget):
            return vote(world, seat, step.target)
        if isinstance(step, CloseTalks):
            return CLOSE
        if isinstance(step, ExposeSpies):
            return max(choices, key=lambda action: CARD_WORTH[PLACE_OF[action]])
        if isinstance(step, PassThrough):
            return pass_through(world, seat, choices)
        return choices[int(self.rng.random() * len(choices))]

    # --- investments ----------------------------------------------------------------------------------------------

    def invest(self, world: Table, seat: int, choices: list[int]) -> int:
        """The purchase that is worth most for its price; nothing if none is worth it."""
        if PLAY[SMUGGLING] in choices:
            return PLAY[SMUGGLING]
        best, most = DONE, 1.0
        rounds = horizon(world, seat)
        wanted = wishes(world, seat)
        threats = endangered(world, seat)
        for action in choices:
            if KIND_OF[action] == K_PLAY or action == DONE:
                continue
            worth = purchase(world, seat, action, rounds, wanted, threats) + 0.01 * self.rng.random()
            if worth > most:
                best, most = action, worth
        return best

    # --- movement -------------------------------------------------------------------------------------------------

    def move(self, world: Table, seat: int, choices: list[int]) -> int:
        """Cards that pay, then the best attack, then freighters and armies towards the next targets, then ships."""
        card = own_turn_card(world, seat, choices)
        if card >= 0:
            return card
        for action in choices:
            if KIND_OF[action] == K_SINK:
                return action
            if KIND_OF[action] == K_FIGHT_HERE and good_sea_fight(world, seat, PLACE_OF[action] // SEATS, 0.0):
                return action
        attack = best_attack(world, seat, choices)
        if attack >= 0:
            return attack
        best, most = DONE, 0.0
        appeal = land_appeal(world, seat)
        for action in choices:
            kind = KIND_OF[action]
            worth = 0.0
            if kind == K_MARCH:
                worth = march_worth(world, seat, action, appeal)
            elif kind == K_LAND:
                worth = landing_worth(world, seat, action, appeal)
            elif kind == K_SAIL:
                worth = sail_worth(world, seat, action, appeal)
            worth += 0.001 * self.rng.random()
            if worth > most + 0.01:
                best, most = action, worth
        return best

    # --- cards ----------------------------------------------------------------------------------------------------

    def window(self, world: Table, seat: int, choices: list[int]) -> int:
        for card in (AMBUSH, CAPTURE, TREASON, SURPRISE, HUSSAR_RAID, ARMISTICE):
            if PLAY[card] in choices and battle_card(world, seat, card):
                return PLAY[card]
        card = own_turn_card(world, seat, choices)
        return card if card >= 0 else PASS


# --- estimates ------------------------------------------------------------------------------------------------------


def horizon(world: Table, seat: int) -> float:
    """How many more rounds the game is likely to last."""
    left = min(world.target - world.post_count[other] for other in range(world.seats))
    rounds = max(1.0, left / 3.5)
    cap = int(world.options["cap"])
    return min(rounds, float(cap - world.round + 1)) if cap else rounds


def leader(world: Table, seat: int) -> int:
    """The other player who is closest to victory."""
    best, most = NOBODY, -99
    for other in range(world.seats):
        if other != seat:
            standing = world.post_count[other] * 5 - world.debt[other]
            if standing > most:
                best, most = other, standing
    return best


def is_close_to_winning(world: Table, other: int) -> bool:
    return world.target - world.post_count[other] <= 5 and world.debt[other] <= 10


def land_worth(world: Table, seat: int, land: int) -> float:
    """What owning a land would be worth: room for posts, posts that stand there, a canal."""
    worth = 1.4 * LAND_VALUE[land] + 2.6 * world.posts[land]
    canal = CANAL_OF[land]
    if canal >= 0:
        worth += 2.6 * CANAL_POSTS[canal] if world.canals >> canal & 1 and world.owner[land] == NOBODY else 1.0
    if world.owner[land] != NOBODY and is_close_to_winning(world, world.owner[land]):
        worth += 3.0 * world.posts[land]
    return worth


def garrison_strength(world: Table, land: int) -> float:
    owner = world.owner[land]
    if owner == NOBODY:
        return float(LAND_VALUE[land])
    first = land * 4
    return sum(DEFENCE[unit] * world.troops[first + unit] for unit in range(4))


def attack_targets(world: Table, seat: int) -> int:
    """Bits of the lands that may be attacked: free ones, and colonies of enemies."""
    hostile = world.hostile(seat)
    taken = world.lands_of[seat]
    for other in range(world.seats):
        if other != seat:
            taken |= 1 << world.home[other] if hostile >> other & 1 else world.lands_of[other]
    return (1 << LANDS) - 1 & ~taken


def reserves(world: Table, seat: int, area: int) -> tuple[float, int]:
    """Strength and number of the units that can still reach an area this turn, leaving garrisons behind."""
    kept = (world.b_area, world.b_attacker)
    world.b_area, world.b_attacker = area, seat
    found = bringers(world)
    world.b_area, world.b_attacker = kept
    strength, number = 0.0, 0
    for action in found:
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        units = world.ready[place]
        if start < LANDS:
            units = min(units, spare(world, seat, start, mover))
        strength += ATTACK[MOVER_UNIT[mover]] * units
        number += units
    return strength, number


def spare(world: Table, seat: int, land: int, army: int) -> int:
    """How many armies of a kind may leave a land: one unit stays with the posts, two if enemies are near."""
    first = land * 4
    there = world.troops[first + army]
    if land == world.home[seat] or not world.posts[land]:
        return there
    needed = 2 if border_threat(world, seat, land) > 1.0 else 1
    others = world.garrison(land) - there
    return max(0, there - max(0, needed - others))


def border_threat(world: Table, seat: int, land: int) -> float:
    """Strength of enemies that could march or land here."""
    hostile = world.hostile(seat)
    if not hostile:
        return 0.0
    threat = 0.0
    for near in bits(LAND_NEAR[land]):
        owner = world.owner[near]
        if owner != NOBODY and owner != seat and hostile >> owner & 1:
            threat += sum(ATTACK[army] * world.troops[near * 4 + army] for army in range(ARMIES))
    for sea in bits(SEA_NEAR[land]):
        for other in bits(hostile):
            threat += 1.0 * world.freighters(other, sea)
    return threat


# --- setting up, money, talks ---------------------------------------------------------------------------------------


def station(world: Table, seat: int, choices: list[int]) -> int:
    """Warships apart, where they earn most; a colony inland gets artillery."""
    best, most = choices[0], -1.0
    for action in choices:
        if KIND_OF[action] == K_STATION:
            sea = PLACE_OF[action] % SEAS
            worth = 2.0 + SEA_VALUE[sea] if not world.ships_at[seat] >> sea & 1 else 0.5
        else:
            worth = 1.0 + 0.5 * (action == EQUIP[ARTILLERY])
        if worth > most:
            best, most = action, worth
    return best


def balance(world: Table, seat: int, choices: list[int]) -> int:
    """Borrow while posts can be built with it, repay in time to be free of debts at the end."""
    rounds = horizon(world, seat)
    debt, posts = world.debt[seat], world.post_count[seat]
    mine = max(1.0, (world.target - posts) / 3.5)
    room = sum(world.most_posts(land) - world.posts[land] for land in bits(world.colonies(seat)))
    if debt and debt / 10.0 >= mine - 1.0:
        for action in (BALANCE[0], BALANCE[1]):
            if action in choices:
                return action
    if BALANCE[3] in choices and debt < 15 and rounds >= 5.0 and (room >= 1 or world.round <= 2):
        return BALANCE[3]
    return BALANCE[2] if BALANCE[2] in choices else choices[0]


def speak(world: Table, seat: int, choices: list[int]) -> int:
    if world.orders[seat] != ALWAYS and ORDERS[ALWAYS] in choices:
        return ORDERS[ALWAYS]
    if PLAY[TREATY] in choices and world.war[seat]:
        return PLAY[TREATY]
    for action in choices:
        kind = KIND_OF[action]
        if kind in (K_PEACE, K_WAR):
            wanted = wants_war(world, seat, PLACE_OF[action])
            if wanted == (kind == K_WAR):
                return action
    return DONE


def military(world: Table, seat: int) -> float:
    """All armies of a player, on land and at sea."""
    strength = 0.0
    for land in bits(world.lands_of[seat]):
        strength += sum(ATTACK[army] * world.troops[land * 4 + army] for army in range(ARMIES))
    for sea in bits(world.cargo_at[seat]):
        first = (sea * SEATS + seat) * ARMIES
        strength += sum(ATTACK[army] * world.cargo[first + army] for army in range(ARMIES))
    return strength


def wants_war(world: Table, seat: int, other: int) -> bool:
    """War pays if posts of the other can be taken with what stands at his borders, or if he is about to win."""
    prey = 0.0
    near_force = 0.0
    for land in bits(world.colonies(other)):
        force = 0.0
        for near in bits(LAND_NEAR[land] & world.lands_of[seat]):
            force += sum(ATTACK[army] * world.troops[near * 4 + army] for army in range(ARMIES))
        for sea in bits(SEA_NEAR[land] & world.cargo_at[seat]):
            first = (sea * SEATS + seat) * ARMIES
            force += sum(ATTACK[army] * world.cargo[first + army] for army in range(ARMIES))
        if force > MARGIN * garrison_strength(world, land) + 1.0:
            prey += world.posts[land]
            near_force = max(near_force, force)
    if is_close_to_winning(world, other) and not is_close_to_winning(world, seat):
        return True
    if world.round <= 2 or (world.war[seat].bit_count() >= 2 and not world.war[seat] >> other & 1):
        return False
    return prey >= 2.0 and military(world, seat) > 0.9 * military(world, other)


def vote(world: Table, seat: int, target: int) -> int:
    """A lower target is good for whoever leads, a higher one for the others."""
    best = max(world.post_count[other] for other in range(world.seats) if other != seat)
    ahead = world.post_count[seat] > best + 1 and not world.debt[seat]
    return AGREE if ahead == (target < world.target) else REJECT


# --- investments ----------------------------------------------------------------------------------------------------


def wishes(world: Table, seat: int) -> list[float]:
    """[land] how much an army raised there is wanted: targets in its reach less the strength that is already there."""
    targets = attack_targets(world, seat)
    wanted = [0.0] * LANDS
    for land in bits(world.lands_of[seat]):
        near = LAND_NEAR[land] & targets
        worth, needed = 0.0, 0.0
        for target in bits(near):
            worth = max(worth, land_worth(world, seat, target) / (1.0 + 0.3 * garrison_strength(world, target)))
            needed = max(needed, garrison_strength(world, target))
        if not near:
            for sea in bits(SEA_NEAR[land] & ~world.enemy_seas(seat)):
                shore = LAND_NEAR[LANDS + sea]
                for further in bits(SEA_NEAR[LANDS + sea]):
                    shore |= LAND_NEAR[LANDS + further]
                for target in bits(shore & targets):
                    strength = garrison_strength(world, target)
                    worth = max(worth, 0.75 * land_worth(world, seat, target) / (1.0 + 0.3 * strength))
                    needed = max(needed, strength)
        there = sum(ATTACK[army] * spare(world, seat, land, army) for army in range(ARMIES))
        lacking = 1.8 * needed + 1.5 - there
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


def purchase(world: Table, seat: int, action: int, rounds: float, wanted: list[float], threats: list[float]) -> float:
    """What a purchase is worth, divided by its price; below 1 it is not worth it."""
    if action >= BUILD_POST[0] and action <= BUILD_POST[LANDS - 1]:
        land = PLACE_OF[action]
        if world.post_count[seat] + 1 >= world.target and not world.debt[seat]:
            return 100.0
        safety = 1.0 if world.garrison(land) else 0.7
        return (3.2 + min(rounds, 6.0)) * safety / POST_COST
    if action in DIG:
        canal = PLACE_OF[action]
        posts = CANAL_POSTS[canal]
        if world.post_count[seat] + posts >= world.target and not world.debt[seat]:
            return 90.0
        return (
            (3.2 + min(rounds, 6.0)) * posts / CANAL_COST[canal] * (0.9 if world.garrison(CANAL_LAND[canal]) else 0.5)
        )
    if action == BUY_CARD:
        return 1.05 if world.money[seat] >= 4 * CARD_COST and world.bought < 2 else 0.0
    if action >= BUY_SHIP[0] and action <= BUY_SHIP[-1]:
        land, sea = COASTS[PLACE_OF[action] // 2]
        ship = PLACE_OF[action] % 2
        return ship_worth(world, seat, land, sea, ship, rounds) / UNIT_COST[FRIGATE + ship]
    if action >= BUY_ARMY[0] and action <= BUY_ARMY[-1]:
        unit, land = divmod(PLACE_OF[action], LANDS)
        if unit == FORT:
            return 1.3 * threats[land] / UNIT_COST[FORT] if world.posts[land] >= 2 else 0.0
        if rounds < 1.5:
            return threats[land] * DEFENCE[unit] / UNIT_COST[unit] * 0.4
        attack = wanted[land] * (1.25, 1.1, 1.5)[unit] * ATTACK[unit] / UNIT_COST[unit] * 0.75
        return attack + threats[land] * DEFENCE[unit] / UNIT_COST[unit] * 0.35
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


def smuggle(choices: list[int]) -> int:
    """Artillery if it can be had, then cavalry, then infantry."""
    for unit in (ARTILLERY, CAVALRY, INFANTRY):
        for action in choices:
            if BUY_ARMY[unit * LANDS] <= action <= BUY_ARMY[unit * LANDS + LANDS - 1]:
                return action
    return choices[0]


# --- movement -------------------------------------------------------------------------------------------------------


def best_attack(world: Table, seat: int, choices: list[int]) -> int:
    """The first unit of the most profitable attack with good odds; -1 if there is none."""
    targets = attack_targets(world, seat)
    first_unit: dict[int, tuple[float, int]] = {}
    for action in choices:
        kind = KIND_OF[action]
        place = PLACE_OF[action]
        if kind == K_MARCH:
            army = place // 2 % ARMIES
            start, goal = divmod(place // (2 * ARMIES), LANDS)
            if not targets >> goal & 1 or not spare(world, seat, start, army):
                continue
        elif kind == K_LAND:
            army = place // 2 % ARMIES
            goal = COASTS[place // (2 * ARMIES)][0]
            if not targets >> goal & 1:
                continue
        else:
            continue
        if goal not in first_unit or ATTACK[army] > first_unit[goal][0]:
            first_unit[goal] = (ATTACK[army], action)
    best, most = -1, 0.0
    for goal, (_, action) in first_unit.items():
        strength, number = reserves(world, seat, goal)
        defence = garrison_strength(world, goal)
        if not number or strength < MARGIN * defence + 0.3:
            continue
        worth = land_worth(world, seat, goal) - 0.9 * defence
        if worth > most:
            best, most = action, worth
    sea = best_sea_attack(world, seat, choices)
    return best if best >= 0 else sea


def best_sea_attack(world: Table, seat: int, choices: list[int]) -> int:
    """Pirates and enemies in sea areas that earn tax, or that bar the way, if the odds are good."""
    enemies = world.enemy_seas(seat)
    best, most = -1, 0.4
    for action in choices:
        if KIND_OF[action] != K_SAIL or PLACE_OF[action] // 2 % MOVERS < ARMIES:
            continue
        goal = PLACE_OF[action] // (2 * MOVERS) % SEAS
        if not enemies >> goal & 1:
            continue
        worth = 0.5 * SEA_VALUE[goal] if earns(world, seat, goal) else 0.0
        for other in range(world.seats):
            worth += 0.6 * world.freighters(other, goal)
        if worth > most and good_sea_fight(world, seat, goal, 0.3):
            best, most = action, worth
    return best


def good_sea_fight(world: Table, seat: int, sea: int, margin: float) -> bool:
    strength, _ = reserves(world, seat, LANDS + sea)
    for ship in range(2):
        strength += ATTACK[FRIGATE + ship] * world.fleet[(sea * PARTIES + seat) * 2 + ship]
    against = 0.0
    hostile = world.hostile(seat)
    for party in range(PARTIES):
        if party == PIRATES or (party < world.seats and hostile >> party & 1):
            for ship in range(2):
                against += DEFENCE[FRIGATE + ship] * world.fleet[(sea * PARTIES + party) * 2 + ship]
    return strength > 1.3 * against + margin


def earns(world: Table, seat: int, sea: int) -> bool:
    """Whether a warship in a sea area would bring sea tax."""
    return any(
        world.posts[land] or land == world.home[seat] for land in bits(LAND_NEAR[LANDS + sea] & world.lands_of[seat])
    )


def land_appeal(world: Table, seat: int) -> list[float]:
    """[land] what targets next to a land are worth, fading with distance over own lands."""
    targets = attack_targets(world, seat)
    appeal = [0.0] * LANDS
    mine = bits(world.lands_of[seat])
    for land in mine:
        for target in bits(LAND_NEAR[land] & targets):
            worth = land_worth(world, seat, target) / (1.0 + 0.4 * garrison_strength(world, target))
            appeal[land] = max(appeal[land], worth)
        appeal[land] = max(appeal[land], 0.5 * min(3.0, border_threat(world, seat, land)))
    for _ in range(3):
        for land in mine:
            for near in bits(LAND_NEAR[land] & world.lands_of[seat]):
                appeal[land] = max(appeal[land], 0.7 * appeal[near])
    return appeal


def march_worth(world: Table, seat: int, action: int, appeal: list[float]) -> float:
    """Armies that are not needed where they stand go where there is more to gain."""
    place = PLACE_OF[action]
    army = place // 2 % ARMIES
    start, goal = divmod(place // (2 * ARMIES), LANDS)
    if world.owner[goal] != seat or not spare(world, seat, start, army):
        return 0.0
    if not world.posts[start] and start != world.home[seat] and world.garrison(start) == 1:
        return 0.0
    return appeal[goal] - appeal[start] - 0.2


def landing_worth(world: Table, seat: int, action: int, appeal: list[float]) -> float:
    """Landing in an own land that leads on; attacks are judged elsewhere."""
    place = PLACE_OF[action]
    land, sea = COASTS[place // (2 * ARMIES)]
    if world.owner[land] != seat:
        return 0.0
    return appeal[land] - 0.6 * sea_appeal(world, seat, sea) - 0.1


def sea_appeal(world: Table, seat: int, sea: int) -> float:
    """What the coast of a sea area offers to armies aboard."""
    targets = attack_targets(world, seat)
    best = 0.0
    for target in bits(LAND_NEAR[LANDS + sea] & targets):
        best = max(best, land_worth(world, seat, target) / (1.0 + 0.5 * garrison_strength(world, target)))
    return best


def sail_worth(world: Table, seat: int, action: int, appeal: list[float]) -> float:
    """Freighters towards good coasts, warships to where they earn."""
    place = PLACE_OF[action]
    mover = place // 2 % MOVERS
    start, goal = divmod(place // (2 * MOVERS), SEAS)
    if world.storm >> goal & 1 or world.calm >> goal & 1:
        return 0.0
    if mover < ARMIES:
        there, here = sea_appeal(world, seat, goal), sea_appeal(world, seat, start)
        for near in bits(SEA_NEAR[LANDS + goal]):
            there = max(there, 0.6 * sea_appeal(world, seat, near))
        for near in bits(SEA_NEAR[LANDS + start]):
            here = max(here, 0.6 * sea_appeal(world, seat, near))
        return there - here - 0.1
    if world.enemy_seas(seat) >> goal & 1 or world.friend_seas(seat) >> goal & 1:
        return 0.0
    stays = world.warships(seat, start) > 1 or not earns(world, seat, start)
    gain = 0.0
    if not world.ships_at[seat] >> goal & 1 and earns(world, seat, goal):
        gain = float(SEA_VALUE[goal])
    if not stays:
        gain -= SEA_VALUE[start] + 0.5
    return gain


def gather(world: Table, seat: int, choices: list[int]) -> int:
    """Bring the strongest units while there is something to win; give up a lost cause."""
    defence = float(world.natives)
    area = world.b_area
    if world.b_defender != NATIVES:
        if area < LANDS:
            defence = garrison_strength(world, area)
        else:
            first = ((area - LANDS) * PARTIES + world.b_defender) * 2
            defence = sum(DEFENCE[FRIGATE + ship] * world.fleet[first + ship] for ship in range(2))
    here = sum(ATTACK[packed % CODES // 4] for packed in world.attackers)
    coming, _ = reserves(world, seat, area)
    stop = FIGHT if FIGHT in choices else GIVE_UP
    if stop == GIVE_UP and coming < MARGIN * defence + 0.3:
        return GIVE_UP
    if here + coming < 0.6 * defence:
        return stop
    best, most = stop, 0.0
    for action in choices:
        if action == stop:
            continue
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        if start < LANDS and not spare(world, seat, start, mover):
            continue
        worth = ATTACK[MOVER_UNIT[mover]] - 0.05 * (place % 2)
        if worth > most:
            best, most = action, worth
    return best


def line_strength(action: int) -> float:
    counts = LINEUPS[PLACE_OF[action]]
    return sum(DEFENCE[unit] * counts[unit] for unit in range(6))


def pass_through(world: Table, seat: int, choices: list[int]) -> int:
    """On to an area without enemies, if possible to one that earns."""
    enemies = world.enemy_seas(seat)
    best, most = choices[0], -9.0
    for action in choices:
        goal = PLACE_OF[action] // (2 * MOVERS) % SEAS
        worth = (SEA_VALUE[goal] if earns(world, seat, goal) else 0) - 5.0 * (enemies >> goal & 1)
        if worth > most:
            best, most = action, worth
    return best


def embark(world: Table, seat: int, choices: list[int]) -> int:
    """Armies without a target on land go aboard towards good coasts."""
    appeal = land_appeal(world, seat)
    threatened = world.storm | world.calm
    best, most = DONE, 0.3
    for action in choices:
        if KIND_OF[action] != K_EMBARK:
            continue
        place = PLACE_OF[action]
        army = place % ARMIES
        land, sea = COASTS[place // ARMIES]
        if threatened >> sea & 1 or not spare(world, seat, land, army):
            continue
        if not world.posts[land] and land != world.home[seat] and world.garrison(land) == 1:
            continue
        there = sea_appeal(world, seat, sea)
        for near in bits(SEA_NEAR[LANDS + sea] & ~world.enemy_seas(seat)):
            there = max(there, 0.7 * sea_appeal(world, seat, near))
        worth = 0.85 * there - appeal[land] + 0.05 * ATTACK[army]
        if worth > most:
            best, most = action, worth
    return best


# --- cards ----------------------------------------------------------------------------------------------------------

CARD_WORTH: Final = [3, 3, 2, 2, 2, 2, 4, 4, 2, 1, 3, 3, 1, 3, 6, 4, 6, 3]
"""[card] what it is worth in a hand."""


def battle_card(world: Table, seat: int, card: int) -> bool:
    if card == ARMISTICE:
        return (
            seat == world.b_defender and garrison_strength(world, world.b_area) < 2.0 if world.b_area < LANDS else False
        )
    if card == TREASON:
        return seat == world.b_attacker or world.b_defender == leader(world, seat)
    if card in (SURPRISE, HUSSAR_RAID) and world.b_defender == NATIVES:
        return world.natives >= 2
    return True


def own_turn_card(world: Table, seat: int, choices: list[int]) -> int:
    """A card that can be played outside battles and pays now; -1 if none does."""
    if PLAY[FREEBOOTERS] in choices:
        return PLAY[FREEBOOTERS]
    if PLAY[PLUNDER] in choices and any(world.posts[land] for land in plunder_lands(world, seat)):
        return PLAY[PLUNDER]
    if PLAY[FORGED_SEA] in choices and world.phase == INCOME and lost_tax(world, seat)[1] > 1:
        return PLAY[FORGED_SEA]
    if world.phase in (DIPLOMACY, EVENTS):
        return -1
    if world.mover == seat and world.phase == MOVEMENT:
        if PLAY[DECLARATION] in choices and surprise_enemy(world, seat) != NOBODY:
            return PLAY[DECLARATION]
        if PLAY[FORGED_LAND] in choices and emptied_colony(world, seat) != NOBODY:
            return PLAY[FORGED_LAND]
    if PLAY[REBELLION] in choices and rebellion_target(world, seat)[1] > 0.0:
        return PLAY[REBELLION]
    if PLAY[SABOTAGE] in choices and world.round > 1:
        return PLAY[SABOTAGE]
    if PLAY[EXPOSE] in choices and world.hand_size[leader(world, seat)] >= 2:
        return PLAY[EXPOSE]
    if PLAY[PIRATES_CARD] in choices and pirate_target(world, seat)[1] > 1.0:
        return PLAY[PIRATES_CARD]
    return -1


def surprise_enemy(world: Table, seat: int) -> int:
    """Card 6: a player in peace whose posts could be taken in this very turn; or nobody."""
    for other in range(world.seats):
        if other != seat and not world.hostile(seat) >> other & 1 and wants_war(world, seat, other):
            return other
    return NOBODY


def lost_tax(world: Table, seat: int) -> tuple[tuple[int, int, int], int]:
    """Card 9: whose ships to send from where to where, so that he loses most sea tax; and how much."""
    best, most = (NOBODY, NOBODY, NOBODY), 0
    for other in range(world.seats):
        if other == seat:
            continue
        for sea in bits(world.ships_at[other]):
            if not earns(world, other, sea):
                continue
            for goal in bits(forged_courses(world, other, sea)):
                gained = SEA_VALUE[goal] if earns(world, other, goal) and not world.ships_at[other] >> goal & 1 else 0
                lost = SEA_VALUE[sea] - gained + (other == leader(world, seat))
                if lost > most:
                    best, most = (other, LANDS + sea, LANDS + goal), lost
    return best, most


def emptied_colony(world: Table, seat: int) -> int:
    """Card 10: an enemy's colony that could be taken once three armies have left it, and not before; or nobody."""
    best, most = NOBODY, 0
    for land in bits(attack_targets(world, seat)):
        if world.owner[land] == NOBODY or world.posts[land] <= most or not forged_marches(world, land):
            continue
        strength, number = reserves(world, seat, land)
        defence = garrison_strength(world, land)
        first = land * 4
        armies = [army for army in range(ARMIES) for _ in range(world.troops[first + army])]
        leaving = sorted(armies, reverse=True)[: min(3, world.garrison(land) - 1)]
        left = defence - sum(DEFENCE[army] for army in leaving)
        if number and MARGIN * left + 0.3 <= strength < MARGIN * defence + 0.3:
            best, most = land, world.posts[land]
    return best


def rebellion_target(world: Table, seat: int) -> tuple[int, float]:
    """The colony of another player that five rebels are likeliest to free, for most posts."""
    best, most = NOBODY, 0.0
    for other in range(world.seats):
        if other == seat:
            continue
        weight = 1.5 if other == leader(world, seat) else 0.7
        for land in bits(world.colonies(other)):
            worth = weight * (world.posts[land] + 0.5) - 0.6 * garrison_strength(world, land)
            if worth > most:
                best, most = land, worth
    return best, most


def pirate_target(world: Table, seat: int) -> tuple[int, float]:
    best, most = NOBODY, 0.0
    for sea in range(SEAS):
        worth = 0.0
        if world.ships_at[seat] >> sea & 1 or world.cargo_at[seat] >> sea & 1:
            continue
        for other in range(world.seats):
            weight = 1.3 if other == leader(world, seat) else 0.8
            ships = world.warships(other, sea)
            worth += weight * (1.2 * world.freighters(other, sea) * (ships == 0) + (ships == 1) * 1.1)
        if worth > most:
            best, most = sea, worth
    return best, most


HURTING: Final = (
    REBELLION, PLUNDER, SABOTAGE, TREASON, CAPTURE, EXPOSE, FORGED_LAND, FORGED_SEA, SURPRISE, AMBUSH, DECLARATION,
    COUNTER,
)  # fmt: skip
"""Cards worth foiling when they are aimed at us; a counter-espionage against our own card too."""


def answer(step: OnTable, seat: int, choices: list[int]) -> int:
    """Counter-espionage for cards that hurt us; our own good cards are defended against it."""
    if PLAY[COUNTER] not in choices or not step.mask >> seat & 1:
        return PASS
    return PLAY[COUNTER] if step.card in HURTING else PASS


def aim(world: Table, seat: int, step: Aim, choices: list[int]) -> int:
    """The leader, or where it hurts most."""
    card = step.card
    if card == REBELLION:
        land, _ = rebellion_target(world, seat)
        return AIM_AREA[land] if land >= 0 and AIM_AREA[land] in choices else choices[0]
    if card == PIRATES_CARD:
        sea, _ = pirate_target(world, seat)
        return AIM_AREA[LANDS + sea] if sea >= 0 else choices[-1]
    if card == TREATY:
        for action in choices:
            if PLACE_OF[action] == seat:
                return action
        return choices[0]
    if card == PLUNDER:
        return max(choices, key=lambda action: world.posts[PLACE_OF[action]])
    if card == SMUGGLING:
        appeal = land_appeal(world, seat)
        return max(choices, key=lambda action: appeal[PLACE_OF[action]])
    if card == FORGED_SEA:
        wanted = lost_tax(world, seat)[0][len(step.args)]
        return next((action for action in choices if PLACE_OF[action] == wanted), choices[-1])
    if card == FORGED_LAND and not step.args:
        land = emptied_colony(world, seat)
        return AIM_AREA[land] if land >= 0 and AIM_AREA[land] in choices else choices[0]
    if card == FORGED_LAND and len(step.args) >= 2:
        armies = [action for action in choices if action != DONE]
        return armies[-1] if armies else DONE
    if card == ARMISTICE and world.b_area != NOBODY:
        enemy = AIM_SEAT[enemy_in_battle(world, seat)]
        return enemy if enemy in choices else choices[0]
    if card == DECLARATION:
        enemy = surprise_enemy(world, seat)
        return AIM_SEAT[enemy] if enemy >= 0 else choices[0]
    if card in (EXPOSE, SABOTAGE, ARMISTICE) and not step.args:
        target = leader(world, seat)
        for action in choices:
            if PLACE_OF[action] == target:
                return action
    return choices[-1]
