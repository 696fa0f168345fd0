"""A player of Imperial who has read the rulebook's advice.

It looks one action ahead in a world it cannot tell from the true one, and judges the position by what counts at the
end: money, and interest times the factor that each nation is likely to reach. A nation's prospects follow from its
revenue, so factories and tax chips are worth building, and harm to nations that others have lent to is worth doing. For
the space on the wheel it estimates what each space would bring now.
"""

from __future__ import annotations

from typing import Any, Final, cast

from rondel.games.imperial.actions import (
    DONE,
    GIFTS,
    OPEN_ORDERS,
    OPEN_PURSE,
    PASS,
    PLACE_OF,
)
from rondel.games.imperial.components import (
    BONDS,
    FACTORY_PRICE,
    IMPORT_MOST,
    INTEREST,
    LANDS,
    NATIONS,
    NEIGHBOURS,
    PRICE,
    SLOT,
    SLOTS,
)
from rondel.games.imperial.state import POPULATION, Table
from rondel.games.imperial.steps.chips import OUTER_MASK, wanted_chips
from rondel.games.imperial.steps.decisions import GiveOrders, GivePurse
from rondel.games.imperial.steps.factory import BuildFactory, ImportUnits
from rondel.games.imperial.steps.routes import land_reach, open_seas, sea_reach
from rondel.games.imperial.steps.taxation import assess, scores
from rondel.games.imperial.steps.turn import ChooseSlot, move_price, passes_investor
from rondel.kernel import flow
from rondel.kernel.bot import Habit, Policy
from rondel.kernel.data import bits
from rondel.kernel.flow import Step

RIVALS: Final = 0.35
"""How much a million of the others counts against one of ours."""
PROMISE: Final = 0.6
"""What a power point to come is worth, next to one on the track."""
FLAG: Final = 2.5
"""What it is worth to govern a nation, for each round of taxation to come."""


class Heuristic(Policy[Table]):
    def habits(self) -> dict[type[Step[Any]], Habit]:
        return {ChooseSlot: self.slot, BuildFactory: self.build, GivePurse: self.gift, GiveOrders: self.order}

    def otherwise(self, table: Table, seat: int, choices: list[int]) -> int:
        return self.best(table, seat, to_the_point(choices))

    def build(self, table: Table, seat: int, choices: list[int]) -> int:
        step = cast(BuildFactory, table.pending[-1])
        return OPEN_PURSE if worth_a_gift(table, seat, step.nation, choices) else self.otherwise(table, seat, choices)

    def order(self, table: Table, seat: int, choices: list[int]) -> int:
        """It decides every battle by itself, and never asks to give an order."""
        return choices[0]

    def terms(self, table: Table, seat: int) -> list[tuple[str, float]]:
        """Money, interest and what it would count now, flags and their power, and the best of the others."""
        result = scores(table)
        governed = [nation for nation in range(NATIONS) if table.flag[nation] == seat]
        return [
            ("money", float(table.money[seat])),
            ("interest", float(sum(table.interest(seat, nation) for nation in range(NATIONS)))),
            ("score", float(result[seat])),
            ("flags", float(len(governed))),
            ("power", float(sum(table.power[nation] for nation in governed))),
            ("rival", float(max(result[other] for other in range(table.seats) if other != seat))),
        ]

    def best(self, world: Table, seat: int, choices: list[int]) -> int:
        """The action after which the position looks best; doing nothing wins ties."""
        best = choices[0]
        most = -1e9
        rounds = horizon(world)
        for action in choices:
            twin = world.copy()
            flow.play(twin, seat, action)
            value = judge(twin, seat, rounds) + 0.001 * self.rng.random()
            if action in (DONE, PASS):
                value += 0.05
            self.note(action, value)
            if value > most:
                best, most = action, value
        return best

    def slot(self, world: Table, seat: int, choices: list[int]) -> int:
        """The space that brings most now, for its price."""
        nation = cast(ChooseSlot, world.pending[-1]).nation
        best = choices[0]
        most = -1e9
        base = judge(world, seat, horizon(world))
        for action in to_the_point(choices):
            value = self.space(world, seat, nation, PLACE_OF[action] % SLOTS, base, action)
            value += 0.01 * self.rng.random()
            self.note(action, value)
            if value > most:
                best, most = action, value
        return best

    def space(self, world: Table, seat: int, nation: int, slot: int, base: float, action: int) -> float:
        start = world.marker[nation]
        value = -float(move_price(world, nation, slot))
        if passes_investor(start, slot) and world.investor == seat:
            value += 2.5
        name = SLOT.ids[slot].rstrip("-12")
        treasury = world.treasury(nation)
        weight = stake(world, seat, nation)
        rounds = horizon(world)
        if name == "taxation":
            twin = world.copy()
            flow.play(twin, seat, action)
            if twin.over():
                return value + (1000.0 if leads(twin, seat) else -1000.0)
            return value + judge(twin, seat, rounds) - base
        if name == "investor":
            twin = world.copy()
            flow.play(twin, seat, action)
            return value + judge(twin, seat, rounds) - base + (1.5 if world.investor == seat else 0.0)
        if name == "factory":
            free = POPULATION[(world.free_provinces(nation) & ~world.factories) >> 5 * nation]
            if not free or treasury + max(0, world.money[seat] - 4) < FACTORY_PRICE:
                return value - 1.0
            return value + weight * (2.2 + rounds) - 0.5 * max(0, FACTORY_PRICE - treasury)
        targets = claimable(world, nation)
        units = world.units(nation)
        if name == "production":
            made = POPULATION[world.free_factories(nation) >> 5 * nation]
            made = min(made, world.armies_left[nation] + world.fleets_left[nation])
            return value + weight * made * (0.9 if units < targets + 3 else 0.15)
        if name == "import":
            bought = min(IMPORT_MOST, treasury, world.armies_left[nation] + world.fleets_left[nation])
            return value + weight * bought * (0.75 if units < targets + 3 else 0.0) - 0.1 * bought
        return value + weight * gains(world, nation) * (0.7 + 0.5 * rounds) - 0.2

    def gift(self, world: Table, seat: int, choices: list[int]) -> int:
        """Give the nation that is building just what it lacks."""
        below = world.pending[-2]
        if isinstance(below, (BuildFactory, ImportUnits)):
            lacking = FACTORY_PRICE - world.treasury(below.nation)
            for action in choices:
                nation, note = divmod(PLACE_OF[action], len(GIFTS))
                if nation == below.nation and GIFTS[note] <= max(1, lacking) < 2 * GIFTS[note] + 1:
                    return action
        return choices[0]


def to_the_point(choices: list[int]) -> list[int]:
    """The choices that decide what was asked."""
    return [action for action in choices if action != OPEN_PURSE and action != OPEN_ORDERS]


def worth_a_gift(world: Table, seat: int, nation: int, choices: list[int]) -> bool:
    """A factory that only lacks a little money is worth helping out for, to its main lender."""
    lacking = FACTORY_PRICE - world.treasury(nation)
    return (
        0 < lacking <= 3
        and OPEN_PURSE in choices
        and world.money[seat] >= lacking + 4
        and stake(world, seat, nation) > 0.5
        and horizon(world) > 1.5
    )


def horizon(world: Table) -> float:
    """How many more times a nation is likely to tax before the game is over."""
    return max(0.4, (world.end_power() - max(world.power)) / 7.0)


def stake(world: Table, seat: int, nation: int) -> float:
    """Our share of what the nation's success is worth to all players, less what it gives to rivals."""
    mine = world.interest(seat, nation)
    total = sum(world.interest(other, nation) for other in range(world.seats))
    return (mine - RIVALS * (total - mine) / max(1, world.seats - 1)) / max(4, total) + 0.35


def claimable(world: Table, nation: int) -> int:
    """How many more regions the nation could mark."""
    mine = world.chips[nation]
    return min(world.chips_left(nation), (OUTER_MASK & ~mine).bit_count())


def gains(world: Table, nation: int) -> float:
    """Roughly how many regions a manoeuvre would gain: free ones first, then those held by a single foreign unit."""
    free = world.free_provinces(nation)
    others = 0
    for other in range(NATIONS):
        if other != nation:
            others |= world.units_at(other)
    open_now = OUTER_MASK & ~world.chips[nation] & ~others
    contested = OUTER_MASK & ~world.chips[nation] & others
    found = 0.0
    taken = 0
    for area in bits(world.fleet_at[nation]):
        near = NEIGHBOURS[area] & ~((1 << LANDS) - 1)
        for _ in range(world.fleet[area * NATIONS + nation]):
            fresh = near & open_now & ~taken
            if fresh:
                taken |= fresh & -fresh
                found += 1.0
            elif near & contested & ~taken:
                found += 0.25
    seas = open_seas(world, nation)
    for area in bits(world.army_at[nation]):
        near = land_reach(nation, area, free)
        if seas:
            near |= sea_reach(nation, area, free, seas)
        count = world.army[area * NATIONS + nation] + world.friendly[area * NATIONS + nation]
        for _ in range(count):
            fresh = near & open_now & ~taken
            if fresh:
                taken |= fresh & -fresh
                found += 1.0
            elif near & contested & ~taken:
                found += 0.25
    return min(found, float(world.chips_left(nation)) + 0.5)


def leads(world: Table, seat: int) -> bool:
    result = scores(world)
    return result[seat] >= max(result)


def judge(world: Table, seat: int, rounds: float) -> float:
    """What the position is worth to a seat, in millions at the end of the game."""
    seats = world.seats
    if not world.pending:
        return 1000.0 if leads(world, seat) else -1000.0
    wanted = wanted_chips(world)
    end = world.end_power()
    worth = [float(world.money[player]) for player in range(seats)]
    for nation in range(NATIONS):
        credit = [0] * seats
        interest = [0] * seats
        first = nation * BONDS
        for bond in range(BONDS):
            holder = world.bond[first + bond]
            if holder >= 0:
                credit[holder] += PRICE[bond]
                interest[holder] += INTEREST[bond]
        revenue = expected_revenue(world, nation, wanted)
        treasury = world.treasury(nation)
        taxes = assess(world, nation, revenue)
        points = taxes.power + 0.5 * min(3, treasury // FACTORY_PRICE)
        power = world.power[nation] + PROMISE * min(end - world.power[nation], rounds * (0.4 + points))
        factor = max(0.0, power / 5.0 - 0.4)
        due = sum(interest)
        pays = 0.35 * rounds * min(1.0, (treasury + 2.0 * revenue) / (due + 4.0)) if due else 0.0
        for player in range(seats):
            if interest[player]:
                worth[player] += interest[player] * (factor + pays)
        holder = world.flag[nation]
        most = credit[holder] if holder >= 0 else 0
        for player in range(seats):
            if credit[player] > most:
                holder, most = player, credit[player]
        if holder >= 0:
            worth[holder] += FLAG * rounds * (0.4 + 0.06 * revenue) + 0.3 * min(treasury, 12)
            worth[holder] += 0.5 * taxes.bonus
            worth[holder] += forces(world, nation, revenue)
    others = sum(worth) - worth[seat]
    best_other = max(worth[player] for player in range(seats) if player != seat)
    return worth[seat] - RIVALS * (0.5 * others / (seats - 1) + 0.5 * best_other)


def expected_revenue(world: Table, nation: int, wanted: list[int]) -> int:
    """Taxes if the chips were placed now."""
    gained = min(wanted[nation].bit_count(), world.chips_left(nation))
    lost = 0
    for other in range(NATIONS):
        if other != nation:
            lost += (wanted[other] & world.chips[nation]).bit_count()
    return world.revenue(nation) + gained - lost


def forces(world: Table, nation: int, revenue: int) -> float:
    """Units are worth having while there are regions to take and to hold, and cost their pay after that."""
    units = world.units(nation)
    useful = min(units, 8)
    held = (world.units_at(nation) & OUTER_MASK & world.chips[nation]).bit_count()
    return 0.45 * useful - 0.25 * max(0, units - max(8, revenue - 2)) + 0.15 * held
