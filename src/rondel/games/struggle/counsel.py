"""What a coach says in Struggle of Empires: places in the regions, units, gold, unrest, and what stands open."""

from __future__ import annotations

from rondel.games.struggle.actions import IN_BID, PLACE_OF, TABLE_OF
from rondel.games.struggle.components import (
    ARMY,
    BOARD,
    COUNTERS_IN,
    FORT,
    NAVY,
    NEUTRALS,
    POINTS,
    POWER,
    POWERS,
    REGIONS,
    REVOLUTION,
    STRENGTH,
    TILE,
    TILES,
)
from rondel.games.struggle.fight import PEACE
from rondel.games.struggle.odds import Forecast, battle_odds
from rondel.games.struggle.outlook import stage
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Bidding, Proposing
from rondel.games.struggle.steps.movement import SeaRoll, voyage_odds
from rondel.games.struggle.steps.setup import ChooseCountry, DraftControl, PlaceUnits
from rondel.games.struggle.steps.turn import TakeTurn
from rondel.games.struggle.steps.war import region_points, upkeep
from rondel.games.struggle.worth import GOLD, Board, defence, horizon, own_strength, unrest_price
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits

BETWEEN = (TakeTurn, Bidding, ChooseCountry, DraftControl, PlaceUnits)
"""Where one of these is to be decided, what came before is over."""
AUCTION = (Bidding, Proposing)
WORTH_A_WORD = 20
"""An attack with a smaller chance, in per cent, is no reason for anything."""
SPREAD = (2.1, 0.3, 0.6)
"""How much further apart scores drift than the bot thinks: at the beginning, less for each half of a war, at least.
Fitted to 1,018 games of four bots: 2.5 in the first rounds, 1.5 in the second war, 1 in the third, 0.5 at its end."""


class Minister(Counsel[Table]):
    ASIDE = ("order", "give")

    def is_settled(self, table: Table, seat: int) -> bool:
        """An auction is over when the alliances are made: what a bid is good for shows only then."""
        step = table.pending[-1]
        if isinstance(step, Bidding):
            return step.bid < 0 and not step.passes and all(table.row[power] < 0 for power in table.power_of)
        return isinstance(step, BETWEEN)

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        power = after.power_of[seat]
        if power < 0:
            return []
        if before.power_of[seat] != power:
            return on_country(before, power)
        found: list[Remark] = []
        on_regions(found, before, after, power)
        if not isinstance(before.pending[-1], AUCTION):  # else later bids would be paid for by this one
            on_purse(found, before, after, power)
        if after.unrest[power] >= REVOLUTION > before.unrest[power]:
            found.append(Remark("revolution", -60.0))
        amount(found, "population", "population-spent", after.population[power] - before.population[power], 0.4)
        amount(found, "units", "units-lost", after.units_on_board(power) - before.units_on_board(power), 1.5)
        won = after.points[power] - before.points[power]
        if after.war == before.war:  # what a war as a whole brings is nothing that one choice did
            amount(found, "points", "points-lost", won, 1.0)
        for tile in range(TILES):
            if after.has(power, tile) > before.has(power, tile):
                found.append(Remark("tile", 1.2, {"tile": TILE.ids[tile]}))
        on_sides(found, before, after, power)
        on_danger(found, before, after, power)
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        if TABLE_OF[action] != IN_BID or not PLACE_OF[action]:
            return []
        return [Remark("bid", -GOLD * PLACE_OF[action], {}, float(PLACE_OF[action]))]

    def odds(self, table: Table, seat: int) -> float:
        step = table.pending[-1]
        if isinstance(step, SeaRoll) and not step.second:
            return voyage_odds(table, step.power, step.start, step.goal)[0] / 36
        fight = table.fight
        if fight.kind == PEACE or fight.attacker.dice >= 0 or fight.attacker.power != table.power_of[seat]:
            return -1.0
        return Forecast(table, fight).win

    def spread(self, table: Table) -> float:
        first, less, least = SPREAD
        return max(least, first - less * stage(table))


def on_purse(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """Gold and unrest; gold that is left of what had to be borrowed for a tile is no gain."""
    gold = after.gold[power] - before.gold[power]
    unrest = after.unrest[power] - before.unrest[power]
    bought = any(after.has(power, tile) > before.has(power, tile) for tile in range(TILES))
    borrowed = bought and unrest > 0 and gold >= 0
    if not borrowed:
        amount(found, "gold", "gold-spent", gold, GOLD)
    amount(found, "borrowed" if borrowed else "unrest", "calm", unrest, -unrest_price(before, power))


def on_country(table: Table, power: int) -> list[Remark]:
    """Where a country lies is all that sets it apart: the regions next to it, the more they pay the better."""
    found = [
        Remark("border", 0.1 * POINTS[region][0], {"area": BOARD.ids[region]}, float(POINTS[region][0]))
        for region in bits(table.home_borders[power])
    ]
    return found or [Remark("no-border", -0.1)]


def on_regions(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """What the regions would bring: to the seat, and to the others that lose or gain."""
    weight = horizon(before)
    for region in range(REGIONS):
        if before.control[region::REGIONS] == after.control[region::REGIONS]:
            continue
        was, now = dict(region_points(before, region)), dict(region_points(after, region))
        where = {"area": BOARD.ids[region]}
        counters = after.controls(power, region) - before.controls(power, region)
        change = now.get(power, 0) - was.get(power, 0)
        if change:
            amount(found, "place", "place-lost", change, weight, **where)
        else:
            amount(found, "counter", "counter-lost", counters, 0.8, **where)
        for other in range(POWERS):
            loss = was.get(other, 0) - now.get(other, 0)
            if other != power and loss > 0:
                found.append(Remark("harm", 0.25 * loss, {**where, "power": POWER.ids[other]}, float(loss)))


def on_sides(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """Who has become an ally or an enemy: those with armies where one's own counters lie count."""
    for other in after.power_of:
        if other == power or other < 0 or after.row[other] < 0 or after.row[power] < 0:
            continue
        if before.row[other] < 0 or before.row[power] < 0:
            armies = armies_among(after, other, power)
            key = "ally" if after.row[other] == after.row[power] else "enemy"
            weight = 0.6 + 0.8 * armies if key == "ally" else -0.6 - 0.8 * armies
            found.append(Remark(key, weight, {"power": POWER.ids[other]}, float(armies)))


def armies_among(table: Table, other: int, power: int) -> int:
    """Armies of another power in regions where this one has control counters."""
    return sum(table.units(ARMY, other, region) for region in bits(table.control_at[power]))


def on_danger(found: list[Remark], before: Table, after: Table, power: int) -> None:
    for region in bits(after.control_at[power]):
        armies = exposed(after, power, region)
        were = exposed(before, power, region)
        if armies > were:
            found.append(Remark("open", -0.9 * armies, {"area": BOARD.ids[region]}, float(armies)))
        elif were and not armies:
            found.append(Remark("guarded", 0.7 * were, {"area": BOARD.ids[region]}, float(were)))
    for region in range(REGIONS):
        on_forces(found, before, after, power, region)
    burden = upkeep(after, power) - after.gold[power]
    if burden > 6 and burden > upkeep(before, power) - before.gold[power] and after.round == after.rounds:
        found.append(Remark("upkeep", -0.8, {}, float(upkeep(after, power))))


def on_forces(found: list[Remark], before: Table, after: Table, power: int, region: int) -> None:
    """Armies and navies that have come to a region: what for, if an attack there has become likelier."""
    where = {"area": BOARD.ids[region]}
    force = after.units(ARMY, power, region)
    if force > before.units(ARMY, power, region):
        odds = best_odds(after, power, region)
        if odds >= WORTH_A_WORD and odds > best_odds(before, power, region):
            found.append(Remark("odds", 0.02 * odds, where, float(odds)))
        else:
            held = after.controls(power, region)
            found.append(Remark("holds" if held else "force", 0.6 if held else 0.4, where, float(force)))
    ships = after.units(NAVY, power, region)
    if ships > before.units(NAVY, power, region):
        found.append(Remark("ships", 0.5, where, float(ships)))


def best_odds(table: Table, power: int, region: int) -> int:
    """The chance of the best attack on land in a region, in per cent, without help; 0: there is none."""
    armies = table.units(ARMY, power, region)
    if not armies:
        return 0
    board = Board(table)
    best = -99.0
    for counter in bits(COUNTERS_IN[region] & table.board_at & NEUTRALS):
        best = max(best, armies + own_strength(board, power, region, -1) - STRENGTH[counter])
    for enemy in table.power_of:
        if enemy >= 0 and table.row[enemy] != table.row[power] and table.controls(enemy, region):
            strength = armies + own_strength(board, power, region, enemy)
            best = max(best, strength - defence(board, enemy, region, power))
    if best < -9:
        return 0
    won, tied, lost = battle_odds(round(best))
    return round(100 * won / (won + tied + lost))


def exposed(table: Table, power: int, region: int) -> int:
    """Armies of enemies in a region where one's own control counters stand without a unit."""
    if table.units(ARMY, power, region) or table.units(FORT, power, region):
        return 0
    armies = 0
    for other in range(POWERS):
        if other != power and table.row[other] >= 0 and table.row[other] != table.row[power]:
            armies += table.units(ARMY, other, region)
    return armies
