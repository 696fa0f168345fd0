"""A player's turn: two actions, with at most one tile bought and one Colonise or Enslave, and any number of free
actions.
"""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    BUILD,
    BUY,
    COLONISE,
    END_TURN,
    ENSLAVE,
    GIFTS,
    GIVE,
    IN_ATTACK,
    IN_ATTACK_REVOLT,
    IN_BUILD,
    IN_BUY,
    IN_COLONISE,
    IN_ENSLAVE,
    IN_GIVE,
    IN_LAY,
    IN_USE,
    MOVE,
    PLACE_OF,
    TABLE_OF,
)
from rondel.games.struggle.components import (
    ACTIONS,
    AFRICA,
    AREA,
    ARMY,
    ATTACK_PRICE,
    BUILD_POPULATION,
    COLONISE_POPULATION,
    COUNTER_REGION,
    FORT,
    GOVERNMENT_REFORM,
    NAVY,
    PIECES,
    PIRATES,
    POP_COUNTER,
    POP_MASK,
    POWER,
    POWERS,
    SLAVE_REVOLT,
    SLAVES_COUNTER,
    SLAVES_MASK,
    TILE,
    UNIT,
)
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.attack import (
    add_attacks,
    attack_candidates,
    begin_attack,
    explain_attack,
)
from rondel.games.struggle.steps.deciding import PowerStep
from rondel.games.struggle.steps.movement import (
    begin_build,
    begin_move,
    can_move,
    can_place,
)
from rondel.games.struggle.tiles import FREE, FREE_MASK, OBJECT, Tile, explain_tile, pay_for, tile_of
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import BY_SEAT

CHAPTER: Final = "actions"


def begin_turn(state: Table, power: int) -> None:
    state.actions, state.bought, state.settled = ACTIONS, 0, 0
    state.emit(events.TURN_BEGAN, power)
    state.push(TAKE_TURN[power])


# --- buying ---------------------------------------------------------------------------------------------------------

STRIKERS: Final = (PIRATES, SLAVE_REVOLT)
_buys: Final[dict[int, list[int]]] = {}


def buyable(state: Table, power: int) -> int:
    """The tiles a player may buy now: in the market, payable in population, and not used by him in this round.

    Gold is never short. Pirates and Slave Revolt need somebody to strike.
    """
    mask = state.market_at & ~state.barred[power]
    population = state.population[power]
    for tile in state.box.population_tiles:
        if state.box.tile_population[tile] > population:
            mask &= ~(1 << tile)
    for tile in STRIKERS:
        if mask >> tile & 1 and not OBJECT[tile].can_strike(state):
            mask &= ~(1 << tile)
    return mask


def buys(mask: int) -> list[int]:
    found = _buys.get(mask)
    if found is None:
        if len(_buys) > 100_000:
            _buys.clear()
        found = [BUY[tile] for tile in bits(mask)]
        _buys[mask] = found
    return found


def explain_buy(state: Table, power: int, tile: int) -> Reason:
    what = {"tile": TILE.ids[tile]}
    if not state.actions:
        return Reason("no-actions-left", {}, CHAPTER)
    if state.bought:
        return Reason("one-tile-a-round", what, "tiles")
    if not state.market[tile]:
        return Reason("not-in-market", what, "tiles")
    if state.barred[power] >> tile & 1:
        return Reason("used-this-round", what, "tiles")
    if state.box.tile_population[tile] > state.population[power]:
        needed = {"needed": state.box.tile_population[tile], "population": state.population[power]}
        return Reason("too-little-population", needed, "tiles")
    return Reason("nobody-to-strike", what, "pirates")


def buy(state: Table, power: int, tile: int) -> None:
    """Pay gold, population and unrest as printed; Industry brings points at once, Pirates and Slave Revolt strike at
    once.
    """
    state.bought = 1
    state.emit(events.TILE_BOUGHT, power, tile)
    pay_for(state, power, tile)
    state.take_tile(power, tile)
    OBJECT[tile].bought(state, power)


# --- colonising and enslaving ---------------------------------------------------------------------------------------


def add_settling(state: Table, power: int, offered: list[int]) -> None:
    """Colonise: replace any Pop counter for one point of population. Enslave: any Slaves counter, with a navy in
    Africa.
    """
    if state.population[power] >= COLONISE_POPULATION:
        for counter in bits(state.board_at & POP_MASK):
            offered.append(COLONISE[COUNTER_REGION[counter]])
    if state.navy_at[power] >> AFRICA & 1:
        for counter in bits(state.board_at & SLAVES_MASK):
            offered.append(ENSLAVE[COUNTER_REGION[counter]])


def explain_settling(state: Table, power: int, action: int) -> Reason:
    colonise = TABLE_OF[action] == IN_COLONISE
    region = PLACE_OF[action]
    where = {"area": AREA.ids[region]}
    if not state.actions:
        return Reason("no-actions-left", {}, CHAPTER)
    if state.settled:
        return Reason("settled-this-round", where, "colonising")
    if not state.board[(POP_COUNTER if colonise else SLAVES_COUNTER)[region]]:
        return Reason("no-pop-counter" if colonise else "no-slaves-counter", where, "colonising")
    if colonise:
        needed = {"needed": COLONISE_POPULATION, "population": state.population[power]}
        return Reason("too-little-population", needed, "colonising")
    return Reason("needs-navy-in-africa", where, "colonising")


# --- free actions ---------------------------------------------------------------------------------------------------


_free: Final[dict[int, list[Tile]]] = {}


def free_tiles(ready: int) -> list[Tile]:
    """The tiles of a set that are used as a free action, in the order in which they are offered."""
    found = _free.get(ready)
    if found is None:
        if len(_free) > 100_000:
            _free.clear()
        found = [tile for tile in FREE if ready >> tile.number & 1]
        _free[ready] = found
    return found


def add_free_actions(state: Table, power: int, offered: list[int]) -> None:
    """Everything ready tiles allow now; any number, before, between and after the two actions."""
    for tile in free_tiles(state.ready_at[power] & FREE_MASK):
        tile.offer(state, power, offered)


def has_free_action(state: Table, power: int) -> bool:
    """Whether a turn without actions goes on. It must not hang on hidden unrest, so a ready Reform always counts."""
    ready = state.ready_at[power] & FREE_MASK
    if state.options["gifts"] and state.gold[power] > 0:
        return True
    if not ready:
        return False
    if ready >> GOVERNMENT_REFORM & 1:
        return True
    offered: list[int] = []
    add_free_actions(state, power, offered)
    return bool(offered)


# --- the turn -------------------------------------------------------------------------------------------------------


class TakeTurn(PowerStep):
    """Up to two actions: buy a tile (once a round), build, move, attack, colonise or enslave (once a round), or pass.

    Tiles are used as free actions on top. The turn ends when the player says so, or when nothing is left to do.
    """

    __slots__ = ()
    OFFER_TELLS = True  # a Reform is offered only to those who have unrest
    CHAPTER = CHAPTER

    def to_act(self, state: Table) -> tuple[int, ...]:
        power = self.power
        if state.actions or has_free_action(state, power):
            return BY_SEAT[state.seat_of[power]]
        return ()

    def choices(self, state: Table, seat: int) -> list[int]:
        power = self.power
        offered: list[int] = []
        if state.actions:
            if not state.bought:
                offered += buys(buyable(state, power))
            if state.population[power] >= BUILD_POPULATION:
                if state.left[power]:
                    offered.append(BUILD[ARMY])
                if state.left[POWERS + power]:
                    offered.append(BUILD[NAVY])
                if can_place(state, power, FORT):
                    offered.append(BUILD[FORT])
            if can_move(state, power):
                offered.append(MOVE)
            add_attacks(state, power, offered)
            if not state.settled:
                add_settling(state, power, offered)
        if state.ready_at[power] & FREE_MASK:
            add_free_actions(state, power, offered)
        if state.options["gifts"]:
            add_gifts(state, power, offered)
        offered.append(END_TURN)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        power = self.power
        offered = [*BUY, *BUILD, MOVE, *attack_candidates(state, power)]
        offered += [COLONISE[COUNTER_REGION[counter]] for counter in bits(state.board_at & POP_MASK)]
        offered += [ENSLAVE[COUNTER_REGION[counter]] for counter in bits(state.board_at & SLAVES_MASK)]
        for tile in FREE:
            if state.has(power, tile.number):
                offered += tile.candidates()
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        power = self.power
        table = TABLE_OF[action]
        if table == IN_BUY:
            return explain_buy(state, power, PLACE_OF[action])
        tile = tile_of(action)
        if tile >= 0:
            return explain_tile(state, power, tile, action)
        if table == IN_GIVE:
            if not state.options["gifts"]:
                return Reason("no-gifts", {}, "support")
            return Reason("cannot-give", {"gold": state.gold[power]}, "support")
        if table in (IN_COLONISE, IN_ENSLAVE):
            return explain_settling(state, power, action)
        if action != MOVE and table != IN_BUILD and not IN_ATTACK <= table <= IN_ATTACK_REVOLT:
            return None
        if not state.actions:
            return Reason("no-actions-left", {}, CHAPTER)
        if action == MOVE:
            return Reason("nothing-to-move", {}, "moving")
        if table == IN_BUILD:
            return explain_build(state, power, PLACE_OF[action])
        return explain_attack(state, power, action)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        power = self.power
        table = TABLE_OF[action]
        if action == END_TURN:
            state.pop()
            if state.events is not None:
                state.emit(events.TURN_ENDED, power, state.actions)
            return
        if IN_USE <= table <= IN_LAY:
            OBJECT[tile_of(action)].use(state, power, action)
        elif table == IN_GIVE:
            target, note = divmod(PLACE_OF[action], len(GIFTS))
            state.transfer(power, target, GIFTS[note], "gift")
        else:
            state.actions -= 1
            if table == IN_BUY:
                buy(state, power, PLACE_OF[action])
            elif table == IN_BUILD:
                begin_build(state, power, PLACE_OF[action])
            elif action == MOVE:
                begin_move(state, power)
            elif table == IN_COLONISE:
                self.settle(state, POP_COUNTER[PLACE_OF[action]], PLACE_OF[action])
                state.change_population(power, -COLONISE_POPULATION)
            elif table == IN_ENSLAVE:
                self.settle(state, SLAVES_COUNTER[PLACE_OF[action]], PLACE_OF[action])
            else:
                begin_attack(state, power, action, ATTACK_PRICE)

    def settle(self, state: Table, counter: int, region: int) -> None:
        state.settled = 1
        state.remove_counter(counter)
        state.place_control(self.power, region)

    def run(self, state: Table) -> None:
        state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        key = "prompt.take-turn" if state.actions else "prompt.take-turn-free"
        return Message(key, {"power": POWER.ids[self.power], "actions": state.actions, "round": state.round})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.take-turn", {"power": POWER.ids[self.power], "actions": state.actions})


TAKE_TURN: Final = [TakeTurn(power) for power in range(POWERS)]


def explain_build(state: Table, power: int, unit: int) -> Reason:
    if state.population[power] < BUILD_POPULATION:
        needed = {"needed": BUILD_POPULATION, "population": state.population[power]}
        return Reason("too-little-population", needed, "building")
    if not state.left[unit * POWERS + power]:
        return Reason("no-piece-left", {"unit": UNIT.ids[unit], "most": PIECES[unit]}, "building")
    return Reason("no-place-for-fort", {}, "building")


def add_gifts(state: Table, power: int, offered: list[int]) -> None:
    """Option: in his turn a player may give gold that he has to any other player."""
    gold = state.gold[power]
    for other in state.power_of:
        if other != power:
            for note in range(len(GIFTS)):
                if GIFTS[note] <= gold:
                    offered.append(GIVE[other * len(GIFTS) + note])
