"""What each seat may see: all but the unrest of the others before this war, and what their secret orders are worth."""

from __future__ import annotations

import random
from typing import Any, Final, Literal

from rondel.games.struggle.actions import DIE, MOST_GOLD, ROLL
from rondel.games.struggle.components import (
    ALLIANCE_MASK,
    AREA,
    ARMY,
    BOXES,
    COLOUR,
    COUNTER_PRINT,
    COUNTERS_IN,
    DIPLOMATIC_SERVICE,
    FORT,
    HOME,
    HOME_BIT,
    NAVY,
    PENALTIES,
    PLACES,
    POINTS,
    POWER,
    POWERS,
    REGIONS,
    REVOLUTION,
    ROLLS,
    TILE,
    TILE_ADDS,
    TILE_CATEGORY,
    TILE_PURPOSE,
    TILE_REGIONS,
    TILE_TIMING,
    TILES,
    TIMING,
    UNIT,
    Box,
)
from rondel.games.struggle.fight import (
    ATTACKER,
    BY_PIRATES,
    BY_REVOLT,
    DEFENDER,
    FIGHT_KIND,
    LAND,
    NAVAL,
    PEACE,
    SIDE,
    STAGE,
)
from rondel.games.struggle.odds import Forecast, forecast, helper, is_at_sea_only, parts
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Bidding, Proposing, SecretOrder, most_bid, unallied
from rondel.games.struggle.steps.attack import ChooseAttack, add_attacks
from rondel.games.struggle.steps.movement import MoveNatives, MoveTo, PlaceUnit, SeaRoll, voyage_odds
from rondel.games.struggle.steps.setup import DraftControl
from rondel.games.struggle.steps.strike import Strike
from rondel.games.struggle.steps.support import Answer, CallAllies, OfferGold
from rondel.games.struggle.steps.turn import TakeTurn, buyable
from rondel.games.struggle.steps.war import (
    Reckoning,
    final_points,
    income,
    penalties,
    projection,
    region_points,
    upkeep,
)
from rondel.games.struggle.strength import DISPUTED, expected, support_goes_to, total
from rondel.games.struggle.view import (
    AreaView,
    AttackView,
    AuctionView,
    BattleView,
    HelperView,
    MeaningView,
    OfferView,
    OrderView,
    PowerView,
    Row,
    SideView,
    StrikeView,
    StruggleView,
    TileView,
    VoyageView,
)
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import Game, Preview

GUESS: Final = 6
"""Points of unrest that a player may well have taken in an earlier war."""
RESTLESS: Final = 4
"""Who is as near as this to a revolution is marked."""


class Views(Game[Table]):
    """What a seat is shown, what it may imagine, the figures it watches, and what a choice would change."""

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return dict(struggle_view(state, seat))

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        """What others hide is guessed anew, from nothing but what the seat knows: their unrest from before this war
        (in the first there is none), and the ceilings of their secret orders.
        """
        twin = self.surmise(state, seat, rng)
        for power in state.power_of:
            if power >= 0 and not sees_unrest(state, power, seat):
                before = rng.randint(0, GUESS * (max(1, state.war) - 1))
                twin.unrest[power] = max(0, before + state.unrest_war[power])
        return twin

    def surmise(self, state: Table, seat: int, rng: random.Random) -> Table:
        """Unrest is taken in the open, and hidden only when a war is over: who has counted knows it."""
        twin = state.copy()
        step = state.pending[-1] if state.pending else None
        for power in range(POWERS):
            if state.ceiling[power] >= 0 and (seat == SPECTATOR or state.seat_of[power] != seat):
                least_bid = max(0, state.last_bid[power])
                if isinstance(step, Proposing) and step.seat == state.seat_of[power]:
                    least_bid = max(least_bid, step.bid)
                twin.ceiling[power] = rng.randint(least_bid, min(MOST_GOLD, least_bid + 8))
        return twin

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        """What a player watches: gold, population, points now and at the end of the war, unrest that may be seen."""
        numbers: list[tuple[str, dict[str, Any], int]] = []
        projected = projection(state)
        for power in state.power_of:
            if power < 0:
                continue
            who = {"power": POWER.ids[power]}
            numbers.append(("figure.gold", who, state.gold[power]))
            numbers.append(("figure.population", who, state.population[power]))
            numbers.append(("figure.points", who, state.points[power]))
            numbers.append(("figure.projected", who, projected[power]))
            numbers.append(("figure.balance", who, income(state, power) - upkeep(state, power)))
            if sees_unrest(state, power, seat):
                numbers.append(("figure.unrest", who, state.unrest[power]))
            else:
                numbers.append(("figure.unrest-war", who, state.unrest_war[power]))
        return numbers

    def preview(self, state: Table, seat: int, action: int) -> Preview:
        """With the odds of a battle or a voyage among the figures: a list of single throws would tell less."""
        found = super().preview(state, seat, action)
        if not found.known:
            return self.without_the_end(state, seat, action, found)
        twin = state.copy()
        self.apply(twin, seat, action)
        before = chances(state)
        for name, value in chances(twin).items():
            if before.get(name) != value:
                found.figures.append({"name": name, "params": {}, "before": before.get(name), "after": value})
        if found.odds and found.odds[0][0] in (DIE[0], ROLL[0]):
            found.odds = []
        return found

    def without_the_end(self, state: Table, seat: int, action: int, unknown: Preview) -> Preview:
        """The last action of the game shows all unrest; what it does by itself is known before."""
        twin = state.copy()
        twin.events = []
        twin.pending[-1].chosen(twin, seat, action)
        if twin.revealed:
            return unknown
        before = {(key, params["power"]): value for key, params, value in self.figures(state, seat)}
        changes = [
            {"name": key, "params": params, "before": before[key, params["power"]], "after": value}
            for key, params, value in self.figures(twin, seat)
            if before[key, params["power"]] != value
        ]
        return Preview(twin.events, changes, [], known=False, final=True)


def struggle_view(state: Table, seat: int) -> StruggleView:
    reckoning = Reckoning(state)
    coming = projection(state)
    lost = final_penalties(state, seat, reckoning)
    final = final_points(state, state.points, penalties(state)) if state.over() else None
    return {
        "seats": state.seats,
        "phase": phase(state),
        "war": state.war,
        "wars": state.wars,
        "round": state.round,
        "rounds": state.rounds,
        "first": SEAT.show(state.first),
        "turn": POWER.show(turn(state)),
        "actions": state.actions if turn(state) >= 0 else 0,
        "bought": bool(state.bought),
        "settled": bool(state.settled),
        "order": [POWER.ids[power] for power in state.order],
        "own": POWER.show(state.power_of[seat]) if seat >= 0 else None,
        "revolution": REVOLUTION,
        "penalties": PENALTIES,
        "rows": {"a": row(state, 0), "b": row(state, 1)},
        "row_places": (state.in_play.bit_count() + 1) // 2,
        "power": {
            id_: power_view(state, power, seat, reckoning, lost, final, coming[power])
            for power, id_ in enumerate(POWER.ids)
        },
        "area": {AREA.ids[region]: area_view(state, region) for region in range(REGIONS)},
        "tile": PRINTED[state.box.name],
        "market": market_view(state, seat),
        "bag": sum(state.bag),
        "pool": pool_view(state),
        "auction": auction_view(state, seat),
        "battle": battle_view(state),
        "attacks": attacks_view(state, seat),
        "strikes": strikes_view(state, seat),
        "voyage": voyage_view(state),
    }


def phase(state: Table) -> Literal["setup", "alliances", "actions", "over"]:
    """How far the war is: before the first there is none, and no alliances either."""
    if state.over():
        return "over"
    if not state.war:
        return "setup"
    return "actions" if state.order else "alliances"


def turn(state: Table) -> int:
    """The power whose turn it is, or -1."""
    for step in state.pending:
        if isinstance(step, TakeTurn):
            return step.power
    return -1


def sees_unrest(state: Table, power: int, seat: int) -> bool:
    """Unrest lies face down, unless the players agreed to play it open, or the game is over.

    What is taken is seen by all, so that in the first war everybody knows it.
    """
    return state.seat_of[power] == seat or state.war <= 1 or bool(state.options["open-unrest"]) or state.over()


def row_name(row: int) -> Row | None:
    return None if row < 0 else "b" if row else "a"


def final_penalties(state: Table, seat: int, reckoning: Reckoning) -> list[int] | None:
    """[power] -> points that unrest would cost if the last war ended now, -1 for a revolution; None: not known."""
    if state.war < state.wars or not all(sees_unrest(state, power, seat) for power in state.power_of):
        return None
    if state.over():
        return penalties(state)
    return penalties(state, [state.unrest[power] + reckoning.unrest[power] for power in range(POWERS)])


def power_view(
    state: Table,
    power: int,
    seat: int,
    reckoning: Reckoning,
    lost: list[int] | None,
    final: list[int] | None,
    projected: int,
) -> PowerView:
    seen = sees_unrest(state, power, seat)
    unrest = state.unrest[power] if seen else None
    score = state.points[power] if final is None else final[power]
    coming = projected if final is None and state.war else None
    tiles = list(state.owned[power * TILES : (power + 1) * TILES])
    return {
        "seat": SEAT.show(state.seat_of[power]),
        "in_play": bool(state.in_play >> power & 1),
        "colour": COLOUR[power],
        "row": row_name(state.row[power]),
        "place": None if state.row[power] < 0 else 2 * state.slot[power] + state.row[power] + 1,
        "gold": state.gold[power],
        "population": state.population[power],
        "points": state.points[power],
        "score": score,
        "coming": coming,
        "total": score + (coming or 0),
        "unrest": unrest,
        "unrest_war": state.unrest_war[power],
        "income": reckoning.income[power],
        "upkeep": reckoning.upkeep[power],
        "upkeep_unrest": reckoning.unrest[power],
        "gold_end": reckoning.gold[power],
        "restless": (unrest or 0) + reckoning.unrest[power] >= REVOLUTION - RESTLESS,
        "penalty": None if lost is None else lost[power],
        "loan": state.loan(power),
        "tiles": {
            TILE.ids[tile]: {"count": count, "used": state.used[power * TILES + tile]}
            for tile, count in enumerate(tiles)
            if count
        },
        "home": {UNIT.ids[unit]: state.units(unit, power, HOME) for unit in range(3)},
        "left": {UNIT.ids[unit]: state.left[unit * POWERS + power] for unit in range(3)},
        "control_left": state.control_left[power],
        "order": state.ceiling[power] >= 0,
        "ceiling": state.ceiling[power] if state.seat_of[power] == seat and state.ceiling[power] >= 0 else None,
        "barred": [TILE.ids[tile] for tile in bits(state.barred[power])],
    }


def area_view(state: Table, region: int) -> AreaView:
    points = dict(region_points(state, region))
    control = {power: n for power, n in enumerate(list(state.control[region::REGIONS])) if n}
    return {
        "points": POINTS[region],
        "armies": units_at(state, ARMY, region),
        "navies": units_at(state, NAVY, region),
        "forts": units_at(state, FORT, region),
        "control": {POWER.ids[power]: n for power, n in control.items()},
        "counters": {
            COUNTER_PRINT[counter]: state.board[counter] for counter in bits(state.board_at & COUNTERS_IN[region])
        },
        "standing": [
            {"power": POWER.ids[power], "control": control[power], "points": points.get(power, 0)}
            for power in sorted(control, key=lambda power: -control[power])
        ],
        "blockade": POWER.show(state.blockade_by) if state.blockade_at == region else None,
        "pirates": POWER.show(state.held[0]) if state.held_at[0] == region else None,
        "slave_revolt": POWER.show(state.held[1]) if state.held_at[1] == region else None,
    }


def units_at(state: Table, unit: int, region: int) -> dict[str, int]:
    """Who has how many units of a kind in a region."""
    first = unit * POWERS * PLACES + region
    counts = list(state.unit[first : first + POWERS * PLACES : PLACES])
    return {POWER.ids[power]: count for power, count in enumerate(counts) if count}


def printed(box: Box) -> dict[str, TileView]:
    """What stands on each tile."""
    return {
        id_: {
            "gold": box.tile_gold[tile],
            "population": box.tile_population[tile],
            "unrest": box.tile_unrest[tile],
            "category": TILE_CATEGORY[tile],
            "purpose": TILE_PURPOSE[tile],
            "timing": TIMING.ids[TILE_TIMING[tile]],
            "regions": [AREA.ids[region] for region in bits(TILE_REGIONS[tile])],
            "adds": [UNIT.ids[unit] for unit in bits(TILE_ADDS[tile])],
        }
        for tile, id_ in enumerate(TILE.ids)
    }


PRINTED: Final[dict[str, dict[str, TileView]]] = {name: printed(box) for name, box in BOXES.items()}


def market_view(state: Table, seat: int) -> dict[str, OfferView]:
    """How many of each tile are left, whether the seat may buy it, and the unrest that its price would bring."""
    power = state.power_of[seat] if seat >= 0 else -1
    mask = buyable(state, power) if power >= 0 else 0
    return {
        id_: {
            "count": state.market[tile],
            "buyable": mask >> tile & 1 == 1,
            "loans": state.points_for(power, state.box.tile_gold[tile]) if power >= 0 else 0,
        }
        for tile, id_ in enumerate(TILE.ids)
    }


def pool_view(state: Table) -> dict[str, int]:
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, DraftControl):
        return {}
    regions = step.regions()
    return {AREA.ids[region]: regions.count(region) for region in sorted(set(regions))}


# --- the auction ----------------------------------------------------------------------------------------------------


def auction_view(state: Table, seat: int) -> AuctionView | None:
    """The standing bid, and what it, or any other proposal, would mean to the one who looks."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, (Bidding, SecretOrder, Proposing)):
        return None
    bid, leader, a, b = -1, -1, -1, -1
    if isinstance(step, Bidding):
        bid, leader, a, b = step.bid, step.leader, step.a, step.b
    elif isinstance(step, Proposing):
        bid, a = step.bid, step.a
    power = state.power_of[seat] if seat >= 0 else -1
    free = unallied(state)
    asked = isinstance(step, Bidding) and step.seat == seat
    choosing = step.seat == seat
    most = most_bid(state, power) if choosing else None
    outlook = []
    if choosing:
        pairs = [(x, y) for x in free for y in free if x != y] if len(free) > 1 else [(free[0], -1), (-1, free[0])]
        outlook = [meaning(state, power, x, y) for x, y in pairs]
    return {
        "starter": step.starter,
        "bidder": step.seat,
        "asked": asked,
        "bid": bid if bid >= 0 else None,
        "leader": POWER.show(leader),
        "a": POWER.show(a),
        "b": POWER.show(b),
        "unallied": [POWER.ids[other] for other in free],
        "most": most,
        "loans": [state.points_for(power, sum_) for sum_ in range(most + 1)] if most is not None else [],
        "order": order_view(state, power),
        "standing": meaning(state, power, a, b) if leader >= 0 else None,
        "outlook": outlook,
    }


def order_view(state: Table, power: int) -> OrderView | None:
    """The secret order of the one who looks."""
    if power < 0 or state.ceiling[power] < 0 or max(state.order_a[power], state.order_b[power]) < 0:
        return None
    a, b = state.order_a[power], state.order_b[power]
    return {"ceiling": state.ceiling[power], "a": POWER.show(a), "b": POWER.show(b)}


def row(state: Table, number: int, more: int = -1) -> list[str]:
    """A row of the alliance display from left to right, with one more token at its end."""
    members = [(state.slot[power], power) for power in range(POWERS) if state.row[power] == number]
    ids = [POWER.ids[power] for _, power in sorted(members)]
    return [*ids, POWER.ids[more]] if more >= 0 else ids


def meaning(state: Table, power: int, a: int, b: int) -> MeaningView:
    """What a proposal would mean: the rows, who is then friend and foe of a power, and the order of play so far."""
    rows = [row(state, 0, a), row(state, 1, b)]
    order = []
    for slot in range(POWERS):
        for number in (0, 1):
            if slot < len(rows[number]):
                order.append(rows[number][slot])
    own = POWER.ids[power] if power >= 0 else ""
    mine = 0 if own in rows[0] else 1 if own in rows[1] else -1
    return {
        "a": POWER.show(a),
        "b": POWER.show(b),
        "rows": {"a": rows[0], "b": rows[1]},
        "order": order,
        "row": row_name(mine),
        "friends": [other for other in rows[mine] if other != own] if mine >= 0 else [],
        "foes": rows[1 - mine] if mine >= 0 else [],
        "place": 2 * rows[mine].index(own) + mine + 1 if mine >= 0 else None,
    }


# --- battles and voyages --------------------------------------------------------------------------------------------


def attacks_view(state: Table, seat: int) -> list[AttackView]:
    """Every attack the seat could declare now, with its exact odds."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, (TakeTurn, ChooseAttack)) or state.seat_of[step.power] != seat:
        return []
    if isinstance(step, TakeTurn) and not state.actions:
        return []
    offered: list[int] = []
    add_attacks(state, step.power, offered)
    first = before_attack(state, step)
    return [forecast(state, step.power, action, first) for action in offered]


def before_attack(state: Table, step: TakeTurn | ChooseAttack) -> int:
    """The tiles a player could still get in this turn before he attacks: with his other action, or by diplomacy."""
    if isinstance(step, ChooseAttack):
        return 0
    tiles = 0
    if state.actions > 1 and not state.bought:
        tiles = buyable(state, step.power)
    if state.ready(step.power, DIPLOMATIC_SERVICE):
        tiles |= state.market_at & ALLIANCE_MASK
    return tiles


def strikes_view(state: Table, seat: int) -> list[StrikeView]:
    """Every counter that Pirates or a Slave Revolt could strike now, with the odds that the tile takes it."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, Strike) or state.seat_of[step.power] != seat:
        return []
    found: list[StrikeView] = []
    for action in step.choices(state, seat):
        twin = state.copy()
        step.chosen(twin, seat, action)
        found.append({"action": action, **Forecast(twin, twin.fight).to_json()})
    return found


def stage_of(state: Table) -> int:
    """The battle that is fought, or that comes next."""
    fight = state.fight
    if fight.attacker.dice >= 0 or fight.stage == LAND:
        return fight.stage
    if is_at_sea_only(fight):
        return NAVAL
    return NAVAL if fight.support < 0 and support_goes_to(state, fight) == DISPUTED else LAND


def battle_view(state: Table) -> BattleView | None:
    """The attack in progress: who fights with what, the dice, and the odds as they stand."""
    fight = state.fight
    if fight.kind == PEACE:
        return None
    rolled = fight.attacker.dice >= 0
    return {
        "kind": FIGHT_KIND.ids[fight.kind],
        "area": AREA.ids[fight.region],
        "counter": COUNTER_PRINT[fight.counter] if fight.counter >= 0 else None,
        "stage": STAGE.ids[stage_of(state)],
        "surprise": bool(fight.surprise),
        "support": SIDE.show(fight.support),
        "attacker": side_view(state, ATTACKER, rolled),
        "defender": side_view(state, DEFENDER, rolled),
        "odds": None if rolled else Forecast(state, fight).to_json(),
    }


def side_view(state: Table, side: int, rolled: bool) -> SideView:
    fight = expected(state, state.fight)
    this = fight.side(side)
    joined: list[HelperView] = [
        {"power": POWER.ids[ally], "navies": fight.navies_of(ally), "armies": fight.armies_of(ally)}
        for ally in range(POWERS)
        if (fight.navies_of(ally) or fight.armies_of(ally)) and this.power >= 0 and state.allied(this.power, ally)
    ]
    return {
        "power": POWER.show(this.power),
        "joined": joined,
        "could_join": [] if rolled else [helper(state, side, ally) for ally in waiting(state, side)],
        "naval": parts(state, fight, side, NAVAL),
        "land": [] if is_at_sea_only(fight) else parts(state, fight, side, LAND),
        "dice": list(ROLLS[this.dice]) if this.dice >= 0 else None,
        "total": total(state, fight, side) if this.dice >= 0 else None,
    }


def waiting(state: Table, side: int) -> list[int]:
    """The allies of a side that may still be asked, or have not answered yet."""
    found: list[int] = []
    for step in state.pending[::-1]:
        if isinstance(step, (OfferGold, Answer)) and step.side == side:
            found.append(step.ally)
        elif isinstance(step, CallAllies) and step.side == side and not (side == DEFENDER and state.fight.surprise):
            found += step.waiting
    return found


def voyage_view(state: Table) -> VoyageView | None:
    """Where the unit in hand may go, and how likely it is to arrive, of 36 throws."""
    step = state.pending[-1] if state.pending else None
    to, second = -1, False
    if isinstance(step, SeaRoll):
        start, unit, to, second = step.start, step.unit, step.goal, bool(step.second)
    elif isinstance(step, PlaceUnit):
        start, unit = HOME, step.unit
    elif isinstance(step, MoveTo):
        start, unit = step.start, step.unit
    elif isinstance(step, MoveNatives):
        start, unit = step.start, ARMY
    else:
        return None
    reach = state.reach(step.power, unit) if to < 0 else 0
    if not isinstance(step, PlaceUnit):
        reach &= ~(1 << start)
    elif unit == FORT:
        reach &= ~HOME_BIT
    odds = {place: voyage_odds(state, step.power, start, place) for place in bits(reach)}
    return {
        "power": POWER.ids[step.power],
        "unit": UNIT.ids[unit],
        "start": AREA.ids[start],
        "to": AREA.show(to),
        "second": second,
        "goals": {
            AREA.ids[place]: {"arrive": arrive, "back": back, "lost": lost, "of": 36}
            for place, (arrive, back, lost) in odds.items()
        },
    }


# --- chances ---------------------------------------------------------------------------------------------------------


def chances(state: Table) -> dict[str, int]:
    """The odds of what is about to be thrown, in per cent: a voyage, or an attack as it stands."""
    step = state.pending[-1] if state.pending else None
    if isinstance(step, SeaRoll) and not step.second:
        arrive, _, lost = voyage_odds(state, step.power, step.start, step.goal)
        return {"figure.arrives": round(100 * arrive / 36), "figure.lost": round(100 * lost / 36)}
    fight = state.fight
    if fight.kind != PEACE and fight.attacker.dice < 0:
        name = "figure.strike-wins" if fight.kind in (BY_PIRATES, BY_REVOLT) else "figure.attack-wins"
        return {name: round(100 * Forecast(state, fight).win)}
    return {}
