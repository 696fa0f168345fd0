"""A player's turn: two actions, with at most one tile bought and one Colonise or Enslave, and any number of free
actions.
"""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    BUILD,
    BUY,
    CALL,
    COLONISE,
    END_TURN,
    ENSLAVE,
    GIFTS,
    GIVE,
    IN_ATTACK,
    IN_ATTACK_REVOLT,
    IN_BUILD,
    IN_BUY,
    IN_CALL,
    IN_COLONISE,
    IN_ENSLAVE,
    IN_GIVE,
    IN_LAY,
    IN_TRADE,
    IN_USE,
    LAY,
    MOVE,
    PLACE_OF,
    TABLE_OF,
    TRADE,
    USE,
)
from rondel.games.struggle.components import (
    ACTIONS,
    AFRICA,
    AGRICULTURE_POPULATION,
    ALLIANCE_MASK,
    AREA,
    ARMY,
    ATTACK_PRICE,
    BLOCKADE,
    BUILD_POPULATION,
    COLONIES,
    COLONISE_POPULATION,
    COMPANIES,
    COMPANY_MASK,
    COUNTER_REGION,
    DIPLOMATIC_SERVICE,
    FORT,
    GOVERNMENT_REFORM,
    IMPROVED_AGRICULTURE,
    INDUSTRY,
    INDUSTRY_POINTS,
    MERCENARIES,
    MOST_POPULATION,
    NAVY,
    PIECES,
    PIRATES,
    POP_COUNTER,
    POP_MASK,
    POWER,
    POWERS,
    PRESSGANGS,
    REFORM_POINTS,
    REGIONS,
    SLAVE_REVOLT,
    SLAVES_COUNTER,
    SLAVES_MASK,
    TILE,
    TILE_REGIONS,
    TRAINED_NATIVES,
    UNIT,
    WAR_OFFICE,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.attack import (
    ChooseAttack,
    add_attacks,
    attack_candidates,
    begin_attack,
    explain_attack,
)
from rondel.games.struggle.steps.deciding import PowerStep
from rondel.games.struggle.steps.movement import (
    PlaceUnit,
    RaiseNatives,
    begin_build,
    begin_move,
    can_move,
    can_place,
    native_colonies,
    natives_reason,
)
from rondel.games.struggle.steps.strike import Strike, victims
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason

CHAPTER: Final = "actions"


def begin_turn(state: Table, power: int) -> None:
    state.actions, state.bought, state.settled = ACTIONS, 0, 0
    state.emit(events.TURN_BEGAN, power)
    state.push(TAKE_TURN[power])


# --- buying ---------------------------------------------------------------------------------------------------------

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
    if mask >> PIRATES & 1 and not victims(state, PIRATES):
        mask &= ~(1 << PIRATES)
    if mask >> SLAVE_REVOLT & 1 and not victims(state, SLAVE_REVOLT):
        mask &= ~(1 << SLAVE_REVOLT)
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
    if tile == INDUSTRY:
        state.gain_points(power, INDUSTRY_POINTS, "industry")
        state.give_up(power, tile)
    elif tile in (PIRATES, SLAVE_REVOLT):
        state.give_up(power, tile)
        state.push(Strike(power, tile))


def pay_for(state: Table, power: int, tile: int) -> None:
    state.pay(power, state.box.tile_gold[tile], "tile")
    if state.box.tile_population[tile]:
        state.change_population(power, -state.box.tile_population[tile])
    state.take_unrest(power, state.box.tile_unrest[tile], "tile")


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

FREE_TILES: Final[int] = COMPANY_MASK | sum(
    1 << tile
    for tile in (
        WAR_OFFICE, MERCENARIES, PRESSGANGS, TRAINED_NATIVES, DIPLOMATIC_SERVICE, IMPROVED_AGRICULTURE,
        GOVERNMENT_REFORM,
        BLOCKADE,
    )
)  # fmt: skip
"""Tiles that are used as a free action in one's own turn."""
USABLE: Final = (WAR_OFFICE, MERCENARIES, PRESSGANGS, TRAINED_NATIVES, IMPROVED_AGRICULTURE, GOVERNMENT_REFORM)


def add_free_actions(state: Table, power: int, offered: list[int]) -> None:
    """Everything ready tiles allow now; any number, before, between and after the two actions."""
    ready = state.ready_at[power] & FREE_TILES
    for tile in bits(ready & COMPANY_MASK):
        for region in bits(TILE_REGIONS[tile] & state.control_at[power]):
            offered.append(TRADE[tile * REGIONS + region])
    if ready >> WAR_OFFICE & 1:
        attacks: list[int] = []
        add_attacks(state, power, attacks)
        if attacks:
            offered.append(USE[WAR_OFFICE])
    if ready >> MERCENARIES & 1 and state.left[ARMY * POWERS + power]:
        offered.append(USE[MERCENARIES])
    if ready >> PRESSGANGS & 1 and state.left[NAVY * POWERS + power]:
        offered.append(USE[PRESSGANGS])
    if ready >> TRAINED_NATIVES & 1 and state.left[ARMY * POWERS + power] and native_colonies(state, power):
        offered.append(USE[TRAINED_NATIVES])
    if ready >> IMPROVED_AGRICULTURE & 1 and state.population[power] < MOST_POPULATION:
        offered.append(USE[IMPROVED_AGRICULTURE])
    if ready >> GOVERNMENT_REFORM & 1 and state.unrest[power]:
        offered.append(USE[GOVERNMENT_REFORM])
    if ready >> DIPLOMATIC_SERVICE & 1:
        for tile in bits(state.market_at & ALLIANCE_MASK):
            if state.box.tile_population[tile] <= state.population[power]:
                offered.append(CALL[tile])
    if ready >> BLOCKADE & 1:
        for region in bits(state.navy_at[power] & COLONIES):
            offered.append(LAY[region])


def has_free_action(state: Table, power: int) -> bool:
    """Whether a turn without actions goes on. It must not hang on hidden unrest, so a ready Reform always counts."""
    ready = state.ready_at[power] & FREE_TILES
    if state.options["gifts"] and state.gold[power] > 0:
        return True
    if not ready:
        return False
    if ready >> GOVERNMENT_REFORM & 1:
        return True
    offered: list[int] = []
    add_free_actions(state, power, offered)
    return bool(offered)


def explain_use(state: Table, power: int, tile: int) -> Reason | None:
    what = {"tile": TILE.ids[tile]}
    if not FREE_TILES >> tile & 1:
        return None
    if not state.has(power, tile):
        return Reason("not-your-tile", what, "tiles")
    if not state.ready(power, tile):
        return Reason("used-this-war", what, "tiles")
    if tile == WAR_OFFICE:
        return Reason("nothing-to-attack", what, "attacking")
    if tile in (MERCENARIES, PRESSGANGS):
        unit = ARMY if tile == MERCENARIES else NAVY
        return Reason("no-piece-left", {"unit": UNIT.ids[unit], "most": PIECES[unit]}, "tiles")
    if tile == TRAINED_NATIVES:
        return natives_reason(state, power)
    if tile == IMPROVED_AGRICULTURE:
        return Reason("population-full", {"most": MOST_POPULATION}, "tiles")
    if tile == GOVERNMENT_REFORM:
        return Reason("no-unrest", {}, "tiles")
    return None


def explain_tile(state: Table, power: int, action: int) -> Reason | None:
    """Why a company, the Diplomatic Service or the Blockade is of no use now."""
    table = TABLE_OF[action]
    tile, region = BLOCKADE, PLACE_OF[action]
    called = -1
    if table == IN_TRADE:
        tile, region = divmod(PLACE_OF[action], REGIONS)
    elif table == IN_CALL:
        tile, called = DIPLOMATIC_SERVICE, PLACE_OF[action]
    what = {"tile": TILE.ids[tile]}
    if not state.has(power, tile):
        return Reason("not-your-tile", what, "tiles")
    if not state.ready(power, tile):
        return Reason("used-this-war", what, "tiles")
    if called >= 0:
        return Reason("not-in-market", {"tile": TILE.ids[called]}, "tiles")
    if tile == BLOCKADE:
        return Reason(
            "needs-navy", {"unit": UNIT.ids[NAVY], "area": AREA.ids[region], "power": POWER.ids[power]}, "blockade"
        )
    return Reason("nothing-to-trade", {"tile": TILE.ids[tile], "area": AREA.ids[region]}, "tiles")


def use(state: Table, power: int, tile: int) -> None:
    state.spend(power, tile)
    if tile == WAR_OFFICE:
        state.push(ChooseAttack(power))
    elif tile == MERCENARIES:
        state.push(PlaceUnit(power, ARMY))
    elif tile == PRESSGANGS:
        state.push(PlaceUnit(power, NAVY))
    elif tile == TRAINED_NATIVES:
        state.push(RaiseNatives(power))
    elif tile == IMPROVED_AGRICULTURE:
        state.change_population(power, AGRICULTURE_POPULATION)
    elif tile == GOVERNMENT_REFORM:
        state.shed_unrest(power, REFORM_POINTS)


def trade(state: Table, power: int, tile: int, region: int) -> None:
    """A company brings one gold for each control counter in its region; with two regions, in the one chosen."""
    state.spend(power, tile)
    state.transfer(BANK, power, state.controls(power, region), "company")


# --- the turn -------------------------------------------------------------------------------------------------------


class TakeTurn(PowerStep):
    """Up to two actions: buy a tile (once a round), build, move, attack, colonise or enslave (once a round), or pass.

    Tiles are used as free actions on top. The turn ends when the player says so, or when nothing is left to do.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

    def to_act(self, state: Table) -> tuple[int, ...]:
        if state.actions or has_free_action(state, self.power):
            return super().to_act(state)
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
        if state.ready_at[power] & FREE_TILES:
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
        offered += [USE[tile] for tile in USABLE if state.has(power, tile)]
        for tile in COMPANIES:
            if state.has(power, tile):
                offered += [TRADE[tile * REGIONS + region] for region in bits(TILE_REGIONS[tile])]
        if state.has(power, DIPLOMATIC_SERVICE):
            offered += [CALL[tile] for tile in bits(ALLIANCE_MASK)]
        if state.has(power, BLOCKADE):
            offered += [LAY[region] for region in bits(COLONIES)]
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        power = self.power
        table = TABLE_OF[action]
        if table == IN_BUY:
            return explain_buy(state, power, PLACE_OF[action])
        if table == IN_USE:
            return explain_use(state, power, PLACE_OF[action])
        if table in (IN_TRADE, IN_CALL, IN_LAY):
            return explain_tile(state, power, action)
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
        if table == IN_USE:
            use(state, power, PLACE_OF[action])
        elif table == IN_TRADE:
            tile, region = divmod(PLACE_OF[action], REGIONS)
            trade(state, power, tile, region)
        elif table == IN_CALL:
            tile = PLACE_OF[action]
            state.spend(power, DIPLOMATIC_SERVICE)
            state.emit(events.TILE_CALLED, power, tile)
            pay_for(state, power, tile)
            state.take_tile(power, tile)
        elif table == IN_LAY:
            state.lay_blockade(power, PLACE_OF[action])
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
