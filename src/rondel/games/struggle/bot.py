"""A player of Struggle of Empires who has read the advice.

Points lie where counters lie: so attack with good odds, settle what lies open, keep the armies where there is something
to take, and never let unrest grow into a revolution. What things are worth stands in `worth.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

from mypy_extensions import i64, mypyc_attr

from rondel.games.struggle import outlook
from rondel.games.struggle.actions import (
    ACCEPT,
    ASK,
    DECLINE,
    DO_NOT_ASK,
    DONE,
    END_TURN,
    FIGHT,
    IN_ATTACK,
    IN_ATTACK_REVOLT,
    IN_BID,
    IN_BUILD,
    IN_BUY,
    IN_COLONISE,
    IN_ENSLAVE,
    KEEP,
    LOSE,
    MOVE,
    PASS,
    PLACE_OF,
    REFUSE,
    SAVE_OWN,
    STAY,
    TABLE_OF,
)
from rondel.games.struggle.components import (
    ACTIONS,
    ALLIANCES,
    ARMY,
    COMPANIES,
    FOLDER,
    GOVERNMENT_REFORM,
    HOME,
    INDUSTRY,
    NAVY,
    PIRATES,
    PLACES,
    POWER,
    POWERS,
    SLAVE_REVOLT,
    VOYAGE,
)
from rondel.games.struggle.components import TILES as TILE_KINDS
from rondel.games.struggle.fight import ATTACKER, DEFENDER, LAND, NAVAL
from rondel.games.struggle.odds import THROWS, Forecast
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Bidding, Proposing, unallied
from rondel.games.struggle.steps.attack import ChooseAttack
from rondel.games.struggle.steps.battle import NavalChoice, Reserves
from rondel.games.struggle.steps.movement import MoveNatives, MoveTo, MoveUnits, PlaceUnit, RaiseNatives
from rondel.games.struggle.steps.setup import ChooseCountry, DraftControl, PlaceUnits
from rondel.games.struggle.steps.strike import Strike
from rondel.games.struggle.steps.support import Answer, CallAllies, OfferGold
from rondel.games.struggle.steps.turn import TakeTurn
from rondel.games.struggle.strength import strength, total
from rondel.games.struggle.tiles import NEVER, OBJECT, tile_of
from rondel.games.struggle.worth import (
    GOLD,
    UNIT,
    Gains,
    Memory,
    Takings,
    attack_value,
    best_move,
    best_proposal,
    deploy_value,
    help_gain,
    is_leader,
    keep_worth,
    loan_pain,
    move_gain,
    proposal_value,
    strike_value,
    tempers_of,
    unrest_price,
    worth,
)
from rondel.kernel.bot import HESITATION, Habit, Policy, read_weights
from rondel.kernel.flow import Step
from rondel.kernel.values import Values

LIKED: Final = [
    POWER.index[id_] for id_ in ("austria", "prussia", "france", "russia", "britain", "united-provinces", "spain")
]


ATTACK_PLAYER: Final = 0
ATTACK_NEUTRAL: Final = 1
QUIET: Final = 2
ACTION: Final = 3
BUILD: Final = 4
UPKEEP: Final = 5
MOVES: Final = 6
STILL: Final = 7
COLONISE: Final = 8
TILES: Final = 9
ENGINE: Final = 10
REFORM: Final = 11
ALLIANCE: Final = 12
TRADE: Final = 13
STRIKES: Final = 14
INDUSTRIES: Final = 15
BIDS: Final = 16
MOST_BID: Final = 17
HELP: Final = 18
AGAIN: Final = 19

ROUGH: Final[dict[str, float]] = {
    "attack-player": 1.0,  # an attack on a player, next to what its odds promise
    "attack-neutral": 1.2,  # the same on a neutral
    "quiet": 0.0,  # what it is worth besides that a neutral does not strike back
    "action": 0.08,  # what an action must be worth
    "build": 0.65,  # a unit that is built
    "upkeep": 0.7,  # its upkeep in later wars
    "moves": 0.6,  # a move of two units
    "still": 0.1,  # what a move must gain
    "colonise": 0.35,  # the population that colonists cost
    "tiles": 1.15,  # what tiles promise
    "engine": 1.6,  # tiles that serve in every war
    "reform": 1.0,  # Government Reform
    "alliance": 0.6,  # alliance tiles
    "trade": 1.0,  # companies
    "strikes": 1.0,  # Pirates and Slave Revolt
    "industries": 0.75,  # Industry
    "bids": 0.25,  # what a bid must gain
    "most-bid": 5.0,  # the highest bid
    "help": 0.08,  # how much likelier victory must be to ask an ally
    "again": 0.4,  # the chance at which a Reserve is thrown
}
"""The weights as they were guessed, in the order of their numbers."""
USUAL: Final[dict[str, float]] = read_weights(FOLDER / "data" / "weights.toml", ROUGH)


def _kind(tile: int) -> int:
    """The weight that counts for a kind of tile."""
    if tile in COMPANIES:
        return TRADE
    if tile in ALLIANCES:
        return ALLIANCE
    special = {GOVERNMENT_REFORM: REFORM, INDUSTRY: INDUSTRIES, PIRATES: STRIKES, SLAVE_REVOLT: STRIKES}
    return special.get(tile, ENGINE)


TILE_WEIGHT: Final[list[int]] = [_kind(tile) for tile in range(TILE_KINDS)]
"""[tile]"""
TABLES: Final = bytes(table + 1 for table in TABLE_OF)
"""[action] -> one more than its `TABLE_OF`: compiled, bytes are read faster."""


@mypyc_attr(acyclic=True)
class Favourite:
    """The choice that is liked best so far.

    Each is thought of as in `Policy.opinion`, a little wavering included; what all have in common is looked up once.
    """

    __slots__ = ("action", "value", "random", "waver", "noted")

    def __init__(self, policy: Heuristic, first: int) -> None:
        self.action = first
        self.value: float = -1e9
        self.random: Callable[[], float] = policy.rng.random
        self.waver: float = HESITATION * policy.waver
        self.noted = policy.noted

    def compare(self, action: int, value: float) -> None:
        value += self.waver * self.random()
        if self.noted is not None:
            self.noted[action] = value
        if value > self.value:
            self.action, self.value = action, value


DEEPEST: Final = 3
"""So many points of unrest, at most, are thought of for an alliance."""


class Heuristic(Policy[Table]):
    """Each kind of decision has its habit; the rest are small ones, with an order of what is liked best."""

    ROUNDS_AHEAD: ClassVar[int] = 1
    HARD: ClassVar[int] = 512
    DOUBT: ClassVar[float] = 10.0

    def __init__(self, rng: random.Random, weights: list[float] | None = None) -> None:
        super().__init__(rng, weights)
        self.memories = [Memory() for _ in range(POWERS)]
        w = self.weights
        self.lure = [w[TILES] * w[TILE_WEIGHT[tile]] for tile in range(TILE_KINDS)]  # [tile] next to what it promises

    def takings(self, world: Table, power: int) -> Takings:
        return Takings(world, power, self.memories[power])

    def habits(self) -> dict[type[Step[Any]], Habit]:
        return {
            ChooseCountry: self.country,
            DraftControl: self.draft,
            PlaceUnits: self.deploy,
            Bidding: self.bid,
            Proposing: self.propose,
            TakeTurn: self.turn,
            PlaceUnit: self.place,
            MoveUnits: self.unit,
            MoveTo: self.move,
            RaiseNatives: self.natives,
            MoveNatives: self.move_natives,
            Strike: self.strike,
            ChooseAttack: self.attack,
            CallAllies: self.call,
            OfferGold: self.offer,
            Answer: self.answer,
            NavalChoice: self.at_sea,
            Reserves: self.reserve,
        }

    def usual(self) -> dict[str, float]:
        return USUAL

    def thoughts(self) -> dict[type[Step[Any]], float]:
        return {
            TakeTurn: 1.0,
            Bidding: 0.4,
            Proposing: 0.6,
            PlaceUnits: 0.4,
            PlaceUnit: 0.3,
            MoveUnits: 0.3,
            MoveTo: 0.3,
            ChooseAttack: 0.6,
            Strike: 0.5,
            Reserves: 0.3,
            Answer: 0.3,
            ChooseCountry: 0.5,
            DraftControl: 0.5,
        }

    def deadline(self, table: Table, further: int = 0) -> int:
        """Some rounds on, when everybody has had as many turns; what an auction decides takes longer to show.

        Never further: to look two rounds ahead takes twice as long, and there is little more to be seen.
        """
        return clock(table) + POWERS * (self.ROUNDS_AHEAD if table.round else 1 + self.ROUNDS_AHEAD)

    def moment(self, table: Table) -> int:
        """Between two turns of players a position can be judged."""
        step = table.pending[-1]
        return clock(table) if isinstance(step, TakeTurn) and table.actions == ACTIONS else -1

    def stage(self, table: Table) -> float:
        return outlook.stage(table)

    def values(self) -> Values:
        return outlook.VALUES

    def sure(self) -> list[str]:
        return ["points"]

    def signs(self) -> dict[str, int]:
        return outlook.SIGNS

    def features(self, table: Table, seat: int) -> list[float]:
        return outlook.features(table, table.power_of[seat])

    def standing(self, table: Table) -> list[float]:
        stage = outlook.stage(table)
        found: list[float] = []
        for power in table.power_of:
            value = outlook.VALUES.of(stage, outlook.features(table, power))
            calm = outlook.calm(table, power)
            found.append(value if calm == 1.0 else max(0.0, value) * calm)
        return found

    def otherwise(self, table: Table, seat: int, choices: list[int]) -> int:
        for action in (SAVE_OWN, LOSE[ARMY], LOSE[NAVY]):
            if action in choices:
                return action
        return choices[0]  # use the tile, raise the militia, choose the army's symbol, let the first ally lose

    def terms(self, table: Table, seat: int) -> list[tuple[str, float]]:
        """Points, control, units, gold, people and unrest, and the points of the best of the others."""
        power = table.power_of[seat]
        if power < 0:
            return []
        return [
            ("points", float(table.points[power])),
            ("control", float(table.controls_on_board(power))),
            ("units", float(table.units_on_board(power))),
            ("money", float(table.gold[power])),
            ("population", float(table.population[power])),
            ("unrest", float(table.unrest[power])),
            ("rival", float(max(table.points[other] for other in range(POWERS) if other != power))),
        ]

    def most(self, choices: list[int], values: list[float]) -> int:
        favourite = Favourite(self, choices[0])
        for action, value in zip(choices, values, strict=True):
            favourite.compare(action, value)
        return favourite.action

    # --- setting up -------------------------------------------------------------------------------------------------

    def country(self, world: Table, seat: int, choices: list[int]) -> int:
        return min(choices, key=lambda action: LIKED.index(PLACE_OF[action]))

    def draft(self, world: Table, seat: int, choices: list[int]) -> int:
        takings = self.takings(world, world.power_of[seat])
        return self.most(choices, [takings.gain(PLACE_OF[action], -1) for action in choices])

    def deploy(self, world: Table, seat: int, choices: list[int]) -> int:
        takings = self.takings(world, world.power_of[seat])
        return self.most(choices, [deploy_value(takings, action) for action in choices])

    # --- the turn ---------------------------------------------------------------------------------------------------

    def turn(self, world: Table, seat: int, choices: list[int]) -> int:
        """The action that promises most; nothing, if all promise little."""
        power = world.power_of[seat]
        gains = Gains(world, power, self.memories[power])
        favourite = Favourite(self, choices[0])
        for action in choices:
            favourite.compare(action, self.value(world, power, action, gains))
        return favourite.action

    def value(self, world: Table, power: int, action: int, gains: Gains) -> float:
        w = self.weights
        table: i64 = TABLES[action] - 1
        place: i64 = PLACE_OF[action]
        if table == IN_BUY:
            tile = OBJECT[place]
            return self.lure[place] * tile.worth(gains) - tile.price(gains)
        if table == IN_ATTACK:
            return w[ATTACK_PLAYER] * attack_value(gains, action)
        if IN_ATTACK < table <= IN_ATTACK_REVOLT:
            return w[ATTACK_NEUTRAL] * attack_value(gains, action) + w[QUIET]
        if table == IN_BUILD:
            return self.build(world, power, place, gains)
        if action == END_TURN:
            return w[ACTION]
        if action == MOVE:
            return w[MOVES] * best_move(gains) - w[STILL]
        if table == IN_COLONISE:
            return gains.gain(place, -1) - w[COLONISE]
        if table == IN_ENSLAVE:
            return gains.gain(place, -1)
        used = tile_of(action)
        return OBJECT[used].use_worth(gains, action) if used >= 0 else NEVER

    def build(self, world: Table, power: int, unit: int, gains: Gains) -> float:
        best = gains.army if unit == ARMY else gains.navy if unit == NAVY else gains.fort
        upkeep = GOLD * (1 + self.weights[UPKEEP] * (world.wars - world.war))
        scarce = 0.25 if world.population[power] <= 2 else 0.1
        return self.weights[BUILD] * best - upkeep - scarce

    def place(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(PlaceUnit, world.pending[-1])
        return self.goal(self.takings(world, step.power), step.unit, HOME, 0.0, choices)

    def move(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(MoveTo, world.pending[-1])
        takings = self.takings(world, step.power)
        here = keep_worth(takings, step.unit, step.start)
        return self.goal(takings, step.unit, step.start, here, choices)

    def move_natives(self, world: Table, seat: int, choices: list[int]) -> int:
        step = cast(MoveNatives, world.pending[-1])
        takings = self.takings(world, step.power)
        here = keep_worth(takings, ARMY, step.start)
        return self.goal(takings, ARMY, step.start, here, choices)

    def goal(self, takings: Takings, unit: int, start: int, here: float, choices: list[int]) -> int:
        """The place where the unit is worth most, the danger of the voyage included."""
        favourite = Favourite(self, choices[0])
        for action in choices:
            if action == STAY:
                value = here
            else:
                place = PLACE_OF[action]
                value = worth(takings, unit, place) if place != HOME else -0.3
                if VOYAGE[start * PLACES + place]:
                    value = value * 0.89 - 0.08
            favourite.compare(action, value)
        return favourite.action

    def natives(self, world: Table, seat: int, choices: list[int]) -> int:
        takings = self.takings(world, world.power_of[seat])
        return self.most(choices, [worth(takings, ARMY, PLACE_OF[action]) for action in choices])

    def unit(self, world: Table, seat: int, choices: list[int]) -> int:
        """The unit that gains most by moving; enough, if none gains."""
        power = world.power_of[seat]
        gains = Gains(world, power, self.memories[power])
        best, highest = choices[0], -1e9
        for action in choices:
            if action == DONE:
                value = 0.05
            else:
                unit, place = divmod(PLACE_OF[action], PLACES)
                value = move_gain(gains, unit, place)
            self.note(action, value)
            if value > highest:
                best, highest = action, value
        return best

    # --- the auction ------------------------------------------------------------------------------------------------

    def bid(self, world: Table, seat: int, choices: list[int]) -> int:
        """Bid a little more if the proposal we would make is worth it next to the one that stands."""
        power, step = world.power_of[seat], cast(Bidding, world.pending[-1])
        tempers = tempers_of(world, power)
        best = best_proposal(world, power, tempers)[0]
        standing = proposal_value(world, power, step.a, step.b, tempers) if step.leader >= 0 else -0.4
        price = step.bid + 1
        if self.noted is not None:
            most = world.gold[power] + DEEPEST * world.loan(power)  # whoever bids more than that is let have it
            for action in choices:
                if action == PASS or (TABLE_OF[action] == IN_BID and PLACE_OF[action] <= min(most, price + 2)):
                    self.note(action, -float(PLACE_OF[action]))  # nobody thinks of bidding much more than it takes
        cost = GOLD * price + loan_pain(world, power, price)
        if price <= self.weights[MOST_BID] and best - standing > cost + self.weights[BIDS]:
            for action in choices:
                if TABLE_OF[action] == IN_BID and PLACE_OF[action] == price:
                    return action
        assert PASS in choices
        return PASS

    def propose(self, world: Table, seat: int, choices: list[int]) -> int:
        power, step = world.power_of[seat], cast(Proposing, world.pending[-1])
        tempers = tempers_of(world, power)
        alone = len(unallied(world)) == 1
        if alone or step.a < 0:
            a = best_proposal(world, power, tempers)[1]
            if alone:
                return choices[0] if a >= 0 else choices[1]
            return next(action for action in choices if PLACE_OF[action] == a)
        values = [proposal_value(world, power, step.a, PLACE_OF[action], tempers) for action in choices]
        return choices[values.index(max(values))]

    # --- battles ----------------------------------------------------------------------------------------------------

    def attack(self, world: Table, seat: int, choices: list[int]) -> int:
        takings = self.takings(world, world.power_of[seat])
        return self.most(choices, [attack_value(takings, action) for action in choices])

    def strike(self, world: Table, seat: int, choices: list[int]) -> int:
        takings = self.takings(world, world.power_of[seat])
        return self.most(choices, [strike_value(takings, action) for action in choices])

    def at_sea(self, world: Table, seat: int, choices: list[int]) -> int:
        """Fight if we are no weaker."""
        side = cast(NavalChoice, world.pending[-1]).side
        own, theirs = strength(world, world.fight, NAVAL, side), strength(world, world.fight, NAVAL, 1 - side)
        return FIGHT if own >= theirs else DECLINE

    def call(self, world: Table, seat: int, choices: list[int]) -> int:
        """Ask if the ally's units make a difference, and if he would come for what we can offer."""
        step = cast(CallAllies, world.pending[-1])
        ally, gold = step.waiting[0], fee(world, world.power_of[seat])
        if not would_help(world, ally, step.side, gold) or help_gain(world, step.side, ally) < self.weights[HELP]:
            return DO_NOT_ASK
        return ASK[0] if ASK[0] in choices else choices[0]

    def offer(self, world: Table, seat: int, choices: list[int]) -> int:
        """A gold or two, if it is there to spare."""
        for place, action in enumerate(choices[:4]):
            self.note(action, -float(place))
        return choices[min(fee(world, world.power_of[seat]), len(choices) - 1)]

    def answer(self, world: Table, seat: int, choices: list[int]) -> int:
        """Help for gold, or against the one who leads, unless it is a lost cause."""
        step = cast(Answer, world.pending[-1])
        return ACCEPT if would_help(world, world.power_of[seat], step.side, step.gold) else REFUSE

    def reserve(self, world: Table, seat: int, choices: list[int]) -> int:
        """Throw again if we are not winning and might."""
        side = cast(Reserves, world.pending[-1]).side
        own, theirs = total(world, world.fight, side), total(world, world.fight, 1 - side)
        if own > theirs or world.fight.stage != LAND:
            return KEEP
        base = Forecast(world, world.fight)
        chance = base.land[0] / THROWS if side == ATTACKER else (base.land[1] + base.land[2]) / THROWS
        return choices[0] if chance > self.weights[AGAIN] or (world.round == world.rounds and chance > 0.2) else KEEP


ROUNDS_A_WAR: Final = 7
"""At most, the auction included."""


def clock(table: Table) -> int:
    """Turns that have begun, as if every power had a player."""
    turn = 0
    for step in table.pending:
        if isinstance(step, TakeTurn):
            turn = table.order.index(step.power)
    return (ROUNDS_A_WAR * table.war + table.round) * POWERS + turn


def fee(world: Table, power: int) -> int:
    """What a power offers for help: a gold or two, if it is there to spare."""
    return 2 if world.gold[power] >= 6 else 1 if world.gold[power] >= 3 else 0


def would_help(world: Table, power: int, side: int, gold: int) -> bool:
    """Whether a power joins a side of the fight for so much gold."""
    enemy = world.fight.side(1 - side).power
    gain = GOLD * gold - 0.17 * (unrest_price(world, power) + UNIT)
    if enemy >= 0 and is_leader(world, enemy):
        gain += 0.25
    if enemy >= 0 and world.controls(power, world.fight.region):
        gain += 0.1
    if gain < -0.01:
        return False  # not even if victory were certain
    chance = Forecast(world, world.fight).win
    if side == DEFENDER:
        chance = 1.0 - chance
    return gain - 0.3 * (1.0 - chance) > 0.0
