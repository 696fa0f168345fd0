"""What a coach says in Struggle of Empires: places in the regions, units, gold, unrest, and what stands open."""

from __future__ import annotations

from rondel.games.struggle.actions import (
    IN_ATTACK,
    IN_ATTACK_COUNTER,
    IN_ATTACK_PIRATES,
    IN_ATTACK_REVOLT,
    IN_BID,
    KEEP,
    PASS,
    PLACE_OF,
    TABLE_OF,
    USE,
)
from rondel.games.struggle.bot import would_help
from rondel.games.struggle.components import (
    ARMY,
    BOARD,
    COUNTERS_IN,
    FORT,
    INDUSTRY,
    NAVY,
    NEUTRALS,
    POINTS,
    POWER,
    POWERS,
    REGIONS,
    RESERVE,
    REVOLUTION,
    STRENGTH,
    SURPRISE_ATTACK,
    TILE,
    TILES,
)
from rondel.games.struggle.fight import ATTACKER, DEFENDER, LAND, NAVAL, NO_FIGHT, ON_POWER, PEACE, TIE, Fight
from rondel.games.struggle.odds import Forecast, battle_odds, is_at_sea_only, potential, prepared
from rondel.games.struggle.outlook import stage
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Bidding, Proposing, SecretOrder
from rondel.games.struggle.steps.battle import Reserves
from rondel.games.struggle.steps.losses import OUTCOME
from rondel.games.struggle.steps.movement import MoveTo, MoveUnits, SeaRoll, voyage_odds
from rondel.games.struggle.steps.setup import (
    ChooseCountry,
    DealCountry,
    DraftControl,
    DrawControl,
    DrawPool,
    PlaceUnits,
)
from rondel.games.struggle.steps.support import Answer, CallAllies, OfferGold, available
from rondel.games.struggle.steps.turn import TakeTurn
from rondel.games.struggle.steps.war import DrawCounters, Reckoning, projection, region_points, upkeep
from rondel.games.struggle.strength import total
from rondel.games.struggle.toll import Toll, battle
from rondel.games.struggle.worth import GOLD, Board, defence, horizon, own_strength, unrest_price
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits
from rondel.kernel.flow import CHANCE

BETWEEN = (TakeTurn, Bidding, ChooseCountry, DraftControl, PlaceUnits)
"""Where one of these is to be decided, what came before is over."""
DRAWN = (DealCountry, DrawControl, DrawPool, DrawCounters)
"""What chance does by itself is nobody's turn."""
AUCTION = (Bidding, Proposing, SecretOrder)
PROPOSAL = (Proposing, SecretOrder)
"""What a bidder has yet to say before his bid stands."""
MOVES = (MoveUnits, MoveTo)
LATER_PAID = (*AUCTION, OfferGold)
"""What they cost in the end may have gone for later bids or to another ally; the choice names its own price."""
ATTACKS = (IN_ATTACK, IN_ATTACK_COUNTER, IN_ATTACK_PIRATES, IN_ATTACK_REVOLT)
WORTH_A_WORD = 20
"""An attack with a smaller chance, in per cent, is no reason for anything."""
SPREAD = (2.1, 0.3, 0.6)
"""How much further apart scores drift than the bot thinks: at the beginning, less for each half of a war, at least.
Fitted to 1,018 games of four bots: 2.5 in the first rounds, 1.5 in the second war, 1 in the third, 0.5 at its end."""


class Minister(Counsel[Table]):
    ASIDE = ("order", "give")
    CHANCES = ("odds", "reserve", "surprise")
    IF = ("help", "help-vain")
    ANSWERS = (
        "bid", "pass", "ask", "do-not-ask", "offer", "accept", "join", "join-navies", "join-armies", "refuse",
        "symbol", "fight", "decline", "lose", "lose-ally", "withdraw", "keep", "stay", "go",
    )  # fmt: skip

    def is_settled(self, table: Table, seat: int) -> bool:
        """An auction is over when the alliances are made: what a bid is good for shows only then."""
        step = table.pending[-1]
        if isinstance(step, Bidding):
            return step.bid < 0 and not step.passes and all(table.row[power] < 0 for power in table.power_of)
        return isinstance(step, BETWEEN)

    def is_idle(self, table: Table, seat: int, action: int) -> bool:
        """Nobody has the dice of a battle thrown again that is his as they lie."""
        return action == USE[RESERVE] and has_won(table)

    def is_another(self, before: Table, table: Table, seat: int) -> bool:
        """A proposal, in the auction or to an ally, is made when others have their say; a unit has moved when it is
        asked which one comes next; and of a battle it is told how it stands before the dice.
        """
        asked, step = before.pending[-1], table.pending[-1]
        if isinstance(asked, AUCTION):
            return not isinstance(step, PROPOSAL)
        if isinstance(asked, MOVES) and isinstance(step, MoveUnits):
            return True
        return is_undecided(table.fight) and not isinstance(step, OfferGold)

    def ends_turn(self, table: Table, seat: int) -> bool:
        """Each bid is a turn of its own: what others bid then is their doing."""
        step = table.pending[-1]
        return isinstance(step, BETWEEN) or (seat != CHANCE and isinstance(step, DRAWN))

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        power = after.power_of[seat]
        if power < 0:
            return []
        if before.power_of[seat] != power:
            return on_country(before, power)
        found: list[Remark] = []
        asked, undecided = before.pending[-1], is_undecided(after.fight)
        top = after.pending[-1] if after.pending else None
        if isinstance(asked, AUCTION) and isinstance(top, Bidding) and top.leader == power:
            on_proposal(found, after, power, top, isinstance(asked, Bidding))
        on_regions(found, before, after, power)
        if undecided:
            on_battle(found, on_help(found, before, after), power)
        else:
            on_defence(found, before, after, power)
        if not isinstance(asked, LATER_PAID) and not (undecided and isinstance(asked, CallAllies)):
            on_purse(found, before, after, power)
        if after.unrest[power] >= REVOLUTION > before.unrest[power]:
            found.append(Remark("revolution", -60.0, {}, float(after.unrest[power])))
        won = after.points[power] - before.points[power]
        if has_ended(before, after):  # what the regions bring is nothing that one choice did
            won -= projection(after)[power]
        amount(found, "points", "points-lost", won, 1.0)
        if not after.over():
            on_prospects(found, before, after, power)
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        step, power = table.pending[-1], table.power_of[seat]
        if TABLE_OF[action] in ATTACKS and isinstance(step, TakeTurn):
            return on_reserve(table, power, action)
        if action == KEEP and has_won(table):
            return [Remark("won-already", 1.0)]
        if action == KEEP and has_lost(table):
            points = at_stake(table, power)
            where = {"area": BOARD.ids[table.fight.region]}
            return [Remark("place-lost", -horizon(table) * points, where, float(points))] if points else []
        if action == USE[SURPRISE_ATTACK]:
            return on_surprise(table)
        if isinstance(step, Bidding) and action == PASS and step.leader >= 0 and step.passes < table.seats - 2:
            found: list[Remark] = []
            on_proposal(found, table, power, step)
            return found
        if TABLE_OF[action] != IN_BID or not PLACE_OF[action]:
            return []
        return [Remark("bid", -GOLD * PLACE_OF[action], {}, float(PLACE_OF[action]))]

    def odds(self, table: Table, seat: int) -> float:
        step = table.pending[-1]
        if isinstance(step, SeaRoll) and not step.second:
            return voyage_odds(table, step.power, step.start, step.goal)[0] / 36
        fight, power = table.fight, table.power_of[seat]
        if fight.kind == PEACE or fight.attacker.dice >= 0 or power not in (fight.attacker.power, fight.defender.power):
            return -1.0
        if isinstance(step, (OfferGold, Answer)):  # who is asked may refuse
            return -1.0
        return side_chance(table, fight, ATTACKER if power == fight.attacker.power else DEFENDER)

    def spread(self, table: Table) -> float:
        first, less, least = SPREAD
        return max(least, first - less * stage(table))


def on_reserve(table: Table, power: int, action: int) -> list[Remark]:
    """What a Reserve of one's own would make of the chance that the table tells."""
    if not table.ready(power, RESERVE):
        return []
    twin = prepared(table, power, action)
    found = Forecast(twin, twin.fight)
    was, chance = round(100 * found.win), round(100 * found.again)
    if chance <= was:
        return []
    return [Remark("reserve", 0.05 * (chance - was), {"tile": TILE.ids[RESERVE], "was": was}, float(chance))]


def has_ended(before: Table, after: Table) -> bool:
    """Whether a war has come to its end in between."""
    return before.war > 0 and (after.war != before.war or after.over())


def side_chance(table: Table, fight: Fight, side: int) -> float:
    """The chance that the attacker wins, or that the defender holds his own."""
    win = Forecast(table, fight).win
    return win if side == ATTACKER else 1.0 - win


def on_surprise(table: Table) -> list[Remark]:
    """What the attacker's chance would be, did all come whom the defender could ask."""
    fight = table.fight.copy()
    chance = round(100 * side_chance(table, fight, ATTACKER))
    for ally in potential(table, DEFENDER):
        fight.join(DEFENDER, ally, *available(table, ally))
    was = round(100 * side_chance(table, fight, ATTACKER))
    return [Remark("surprise", 0.05 * (chance - was), {"was": was}, float(chance))] if chance > was else []


# --- an attack in progress --------------------------------------------------------------------------------------------


def is_undecided(fight: Fight) -> bool:
    """Whether there is an attack, and the battle that decides it is still to be fought or thrown again."""
    return fight.kind != PEACE and (fight.result < 0 or (fight.stage == NAVAL and not is_at_sea_only(fight)))


def has_won(table: Table) -> bool:
    """Whether a battle is won, or a region held, as the dice lie for whoever may have them thrown again, and costs him
    nothing: no natural seven of his own, and no tie with a unit to lose.
    """
    step, fight = table.pending[-1], table.fight
    if not isinstance(step, Reserves):
        return False
    results = battle(table, fight, fight.stage, fight.side(step.side).power)
    decides = fight.stage == LAND or is_at_sea_only(fight)
    held = results[TIE][0] if step.side == DEFENDER and decides else 0.0
    return results[step.side][0] + held > 0.5


def on_help(found: list[Remark], before: Table, after: Table) -> Table:
    """What an ally who is asked makes of the chance, and for how much gold, or that he is likely to refuse; and how the
    attack stands then.
    """
    asked, step = before.pending[-1], after.pending[-1]
    if not isinstance(asked, (CallAllies, OfferGold)) or not isinstance(step, Answer):
        return after
    who = {"power": POWER.ids[step.ally]}
    if not would_help(after, step.ally, step.side, step.gold):
        found.append(Remark("refused", -0.5, who))
        return after
    joined = after.copy()
    joined.fight = after.fight.copy()
    joined.fight.join(step.side, step.ally, *step.asked(after))
    was, chance = (round(100 * side_chance(table, table.fight, step.side)) for table in (after, joined))
    if chance > was:
        params = {**who, "was": was, "gold": step.gold}
        found.append(Remark("help", 0.05 * (chance - was) - 0.1 * step.gold, params, float(chance)))
    else:
        found.append(Remark("help-vain", -0.5, {**who, "gold": step.gold}))
    return joined


def on_battle(found: list[Remark], table: Table, power: int) -> None:
    """What may come of an attack as it stands, exact to the dice."""
    fight, region = table.fight, table.fight.region
    toll = Toll(table, fight, power)
    where = {"area": BOARD.ids[region]}
    if fight.defender.power == power != fight.actor:
        held = 1.0 - toll.win
        points = at_stake(table, power)
        if points:
            found.append(Remark("kept", horizon(table) * points * held, where, float(points), held))
        elif table.controls(power, region):
            found.append(Remark("counter-kept", 0.8 * held, where, 1.0, held))
    else:
        on_spoils(found, table, power, toll.win)
    if toll.any() > 0.0:
        mean = toll.mean()
        found.append(Remark("losses", -2.0 * mean, {"more": toll.more()}, 1.0, toll.any()))
    step = table.pending[-1]
    if isinstance(step, Reserves) and fight.side(step.side).power != power:
        other = fight.side(step.side).power
        found.append(Remark("may-rethrow", -0.5, {"power": POWER.ids[other], "tile": TILE.ids[RESERVE]}))


def on_spoils(found: list[Remark], table: Table, power: int, win: float) -> None:
    """What a victory of the attacker would change for a power that does not defend itself."""
    fight = table.fight
    if fight.kind == ON_POWER and not table.controls(fight.defender.power, fight.region):
        if fight.attacker.power == power:
            where = {"area": BOARD.ids[fight.region], "power": POWER.ids[fight.defender.power]}
            found.append(Remark("no-prize", -2.0, where))
        return
    peace, won = table.copy(), table.copy()
    peace.fight, won.fight, won.events = NO_FIGHT, fight.copy(), None
    won.fight.result = ATTACKER
    won.push(OUTCOME)
    OUTCOME.run(won)
    spoils: list[Remark] = []
    on_regions(spoils, peace, won, power)
    amount(spoils, "gold", "", won.gold[power] - table.gold[power], GOLD)
    amount(spoils, "points", "", won.points[power] - table.points[power], 1.0)
    for remark in spoils:
        remark.weight *= win
        remark.odds = win
    found += spoils


# --- the auction ------------------------------------------------------------------------------------------------------


def on_proposal(found: list[Remark], table: Table, power: int, step: Bidding, named: bool = False) -> None:
    """Whom the highest bid makes one's ally and whom an enemy, if it stays the highest. `named`: and what it says."""
    if named:
        pair = {"a": POWER.show(step.a), "b": POWER.show(step.b)}
        found.append(Remark("proposal", 0.0, pair))
    allied = table.copy()
    for other, row in ((step.a, 0), (step.b, 1)):
        if other >= 0:
            allied.row[other] = row
    on_sides(found, table, allied, power, True)


def on_purse(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """Gold and unrest; gold that is left of what had to be borrowed for a tile or an attack is no gain.

    What the end of a war would have brought anyway is no choice's doing; and gold is worth nothing after the last one.
    """
    gold = after.gold[power] - before.gold[power]
    unrest = after.unrest[power] - before.unrest[power]
    if has_ended(before, after):
        reckoning = Reckoning(before)
        gold = after.gold[power] - reckoning.gold[power]
        unrest -= reckoning.unrest[power]
    bought = any(after.has(power, tile) > before.has(power, tile) for tile in range(TILES) if tile != INDUSTRY)
    attacks = isinstance(before.pending[-1], TakeTurn) and after.fight.kind != PEACE
    borrowed = (bought or attacks) and unrest > 0
    if not after.over() and not (borrowed and gold > 0):
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
    defended = before.fight.region if is_attacked(before, power) else -1  # see `on_defence`
    for region in range(REGIONS):
        if region == defended or before.control[region::REGIONS] == after.control[region::REGIONS]:
            continue
        was, now = dict(region_points(before, region)), dict(region_points(after, region))
        where = {"area": BOARD.ids[region]}
        counters = after.controls(power, region) - before.controls(power, region)
        change = now.get(power, 0) - was.get(power, 0)
        if change:
            amount(found, "place", "place-lost", change, weight, **where)
        else:
            amount(found, "counter", "counter-lost", counters, 0.8, **where)
        losers: dict[int, list[str]] = {}
        for other in range(POWERS):
            loss = was.get(other, 0) - now.get(other, 0)
            if other != power and loss > 0:
                losers.setdefault(loss, []).append(POWER.ids[other])
        for loss, powers in losers.items():
            if len(powers) > 1:
                found.append(Remark("harm-many", 0.25 * loss * len(powers), {**where, "powers": powers}, float(loss)))
            else:
                found.append(Remark("harm", 0.25 * loss, {**where, "power": powers[0]}, float(loss)))


def is_attacked(table: Table, power: int) -> bool:
    """Whether a power defends itself, and nothing is decided yet."""
    fight = table.fight
    return fight.kind != PEACE and fight.defender.power == power and fight.result < 0


def on_defence(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """Who is attacked is told what he keeps: what he loses, he loses to the attack and not by his choice."""
    region = before.fight.region
    if not is_attacked(before, power) or after.controls(power, region) < before.controls(power, region):
        return
    points = at_stake(before, power)
    amount(found, "kept", "", points, horizon(before), area=BOARD.ids[region])


def at_stake(table: Table, power: int) -> int:
    """What a region would bring a power less each war, did the attack in progress take a counter of it."""
    fight = table.fight
    region, attacker = fight.region, fight.attacker.power
    twin = table.copy()
    twin.control[power * REGIONS + region] -= 1
    if attacker >= 0:
        twin.control[attacker * REGIONS + region] += 1
    return dict(region_points(table, region)).get(power, 0) - dict(region_points(twin, region)).get(power, 0)


def has_lost(table: Table) -> bool:
    """Whether the defender loses the battle that decides, unless he has the dice thrown again."""
    step, fight = table.pending[-1], table.fight
    decides = fight.stage == LAND or is_at_sea_only(fight)
    return (
        isinstance(step, Reserves)
        and step.side == DEFENDER
        and decides
        and total(table, fight, DEFENDER) < total(table, fight, ATTACKER)
    )


def on_prospects(found: list[Remark], before: Table, after: Table, power: int) -> None:
    """What may yet be done with units, tiles and alliances. A war that is over has none left that lie open."""
    same_war = not has_ended(before, after)
    if same_war:  # else it has grown
        amount(found, "population", "population-spent", after.population[power] - before.population[power], 0.4)
    amount(found, "units", "units-lost", after.units_on_board(power) - before.units_on_board(power), 1.5)
    for tile in range(TILES):
        if after.has(power, tile) > before.has(power, tile):
            found.append(Remark("tile", 1.2, {"tile": TILE.ids[tile]}))
    on_sides(found, before, after, power)
    if same_war:
        on_danger(found, before, after, power)
    for region in range(REGIONS):
        on_forces(found, before, after, power, region)


def on_sides(found: list[Remark], before: Table, after: Table, power: int, proposed: bool = False) -> None:
    """Who has become an ally or an enemy: those with armies where one's own counters lie count.

    `proposed`: would be one, so far.
    """
    for other in after.power_of:
        if other == power or other < 0 or after.row[other] < 0 or after.row[power] < 0:
            continue
        if before.row[other] < 0 or before.row[power] < 0:
            armies = armies_among(after, other, power)
            same = after.row[other] == after.row[power]
            if proposed:
                key = "would-ally" if same else "would-enemy"
            else:
                key = "ally" if same else "enemy"
            weight = 0.6 + 0.8 * armies
            who = {"power": POWER.ids[other]}
            found.append(Remark(key, weight if same else -weight, who, float(armies)))


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
            key = "allied" if before.row != after.row else "guarded"
            found.append(Remark(key, 0.7 * were, {"area": BOARD.ids[region]}, float(were)))
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
