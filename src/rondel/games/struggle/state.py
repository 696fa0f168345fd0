"""What lies on the table, and the verbs that change it."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle import events
from rondel.games.struggle.components import (
    ALLIANCE_MASK,
    ARMY,
    BANKING,
    BLOCKADE,
    BOXES,
    COLONIES,
    COLONY_COUNT,
    CONTROL,
    COUNTER,
    COUNTER_PRINT,
    COUNTER_REGION,
    COUNTERS,
    EUROPE,
    HOME_BIT,
    HOME_BORDERS,
    HOME_BORDERS_PRINTED,
    LOAN,
    LOAN_WITH_BANKING,
    MEDITERRANEAN,
    MOST_POPULATION,
    NAVY,
    NEAR,
    ONCE_A_WAR,
    OTTOMAN_EMPIRE,
    PIECES,
    PIRATES,
    PLACES,
    POWER,
    POWERS,
    REGIONS,
    REMOVED,
    RETURNED,
    SEAS,
    SLAVE_REVOLT,
    TILE,
    TILE_TIMING,
    TILES,
    UNIT,
    Box,
)
from rondel.games.struggle.components import (
    AREA as AREA_KIND,
)
from rondel.games.struggle.fight import NO_FIGHT, Fight, FightField
from rondel.kernel.codec import ANY, Field
from rondel.kernel.data import bits, filled
from rondel.kernel.events import SEAT, Kind, SetKind
from rondel.kernel.flow import NOBODY, State

BANK: Final = POWERS
"""Accounts: seven powers and the bank."""


class Table(State):
    __slots__ = (
        "power_of", "seat_of", "first", "in_play", "home_borders",
        "war", "round", "rounds", "order", "actions", "bought", "settled", "row", "slot", "last",
        "gold", "unrest", "unrest_war", "population", "points", "unit", "control", "board", "bag",
        "market", "owned", "used", "barred", "blockade_at", "blockade_by", "held_at", "held",
        "moved", "fight", "ceiling", "last_bid", "order_a", "order_b",
        "army_at", "navy_at", "fort_at", "control_at", "board_at", "market_at", "ready_at", "left", "control_left",
        "wars", "tile_alone", "box",
    )  # fmt: skip

    power_of: list[int]  # [seat] -> power, or -1
    seat_of: list[int]  # [power] -> seat, or NOBODY
    first: int  # the seat that began
    in_play: int  # bits of the powers in play, those without a player included
    home_borders: list[int]  # [power] -> bits of the regions adjacent to its country
    war: int
    round: int
    rounds: int
    order: list[int]  # powers with a player, in turn order of this war
    actions: int  # left in the current turn
    bought: int  # 1: a tile was bought in the current turn
    settled: int  # 1: colonised or enslaved in the current turn
    row: list[int]  # [power] -> 0 top, 1 bottom, -1 not allied yet
    slot: list[int]  # [power] -> its place in the row, or -1
    last: int  # seat that acted last in the war before, or NOBODY
    gold: list[int]  # [account]; always adds up to zero
    unrest: list[int]  # [power]; hidden from the others
    unrest_war: list[int]  # [power] -> its change in this war, which everybody saw
    population: list[int]  # [power]
    points: list[int]  # [power]
    unit: bytearray  # [(unit * POWERS + power) * PLACES + place]
    control: bytearray  # [power * REGIONS + region]
    board: bytearray  # [counter] -> how many lie on the board
    bag: bytearray  # [counter] -> how many are in the bag
    market: bytearray  # [tile]
    owned: bytearray  # [power * TILES + tile]
    used: bytearray  # [power * TILES + tile] -> how many of them are turned aside until the war ends
    barred: list[int]  # [power] -> bits of tiles it used in this round and may not buy back in it
    blockade_at: int  # region where the Blockade lies, or -1
    blockade_by: int  # power
    held_at: list[int]  # [0 pirates, 1 slave revolt] -> region, or -1
    held: list[int]  # [0 pirates, 1 slave revolt] -> power whose control counter lies on it, or -1
    moved: bytearray  # [unit * PLACES + place] -> units there that have moved in this action
    fight: Fight  # the attack in progress
    # Secret orders in the auction:
    ceiling: list[int]  # [power] -> up to what it bids by itself, or -1; hidden from the others
    last_bid: list[int]  # [power] -> what it has bid in this auction, or -1
    order_a: list[int]  # [power] -> its proposal for A, or -1
    order_b: list[int]
    # Follows from the pieces; kept for speed by the verbs, never saved:
    army_at: list[int]  # [power] -> bits of places
    navy_at: list[int]
    fort_at: list[int]
    control_at: list[int]  # [power] -> bits of regions
    board_at: int  # bits of counters on the board
    market_at: int  # bits of tiles in the market
    ready_at: list[int]  # [power] -> bits of tiles it could use now
    left: list[int]  # [unit * POWERS + power] -> pieces in reserve
    control_left: list[int]  # [power]
    # Follows from the options:
    wars: int
    tile_alone: bool  # an alliance tile counts without a unit of its owner
    box: Box  # the pieces that are played with

    def __init__(self, seats: int, options: dict[str, Any], source: Table | None = None) -> None:
        super().__init__(seats, options, source)
        if source is not None:
            self.power_of, self.seat_of, self.first = source.power_of[:], source.seat_of[:], source.first
            self.in_play, self.home_borders = source.in_play, source.home_borders
            self.wars, self.tile_alone, self.box = source.wars, source.tile_alone, source.box
            self.war, self.round, self.rounds, self.order = source.war, source.round, source.rounds, source.order[:]
            self.actions, self.bought, self.settled = source.actions, source.bought, source.settled
            self.row, self.slot, self.last = source.row[:], source.slot[:], source.last
            self.gold, self.unrest, self.unrest_war = source.gold[:], source.unrest[:], source.unrest_war[:]
            self.population, self.points = source.population[:], source.points[:]
            self.unit, self.control = source.unit[:], source.control[:]
            self.board, self.bag, self.market = source.board[:], source.bag[:], source.market[:]
            self.owned, self.used, self.barred = source.owned[:], source.used[:], source.barred[:]
            self.blockade_at, self.blockade_by = source.blockade_at, source.blockade_by
            self.held_at, self.held, self.moved = source.held_at[:], source.held[:], source.moved[:]
            self.fight = source.fight.copy()
            self.ceiling, self.last_bid = source.ceiling[:], source.last_bid[:]
            self.order_a, self.order_b = source.order_a[:], source.order_b[:]
            self.army_at, self.navy_at, self.fort_at = source.army_at[:], source.navy_at[:], source.fort_at[:]
            self.control_at, self.board_at, self.market_at = source.control_at[:], source.board_at, source.market_at
            self.ready_at, self.left, self.control_left = source.ready_at[:], source.left[:], source.control_left[:]
            return
        self.power_of, self.seat_of = [-1] * seats, [NOBODY] * POWERS
        self.first = self.last = NOBODY
        self.in_play = 0
        self.war = self.round = self.rounds = self.actions = self.bought = self.settled = 0
        self.order = []
        self.row, self.slot = [-1] * POWERS, [-1] * POWERS
        self.gold = [0] * (POWERS + 1)
        self.unrest, self.unrest_war = [0] * POWERS, [0] * POWERS
        self.population, self.points = [0] * POWERS, [0] * POWERS
        self.unit, self.control = bytearray(3 * POWERS * PLACES), bytearray(POWERS * REGIONS)
        self.board = bytearray(COUNTERS)
        self.owned, self.used, self.barred = bytearray(POWERS * TILES), bytearray(POWERS * TILES), [0] * POWERS
        self.blockade_at = self.blockade_by = -1
        self.held_at, self.held = [-1, -1], [-1, -1]
        self.moved = bytearray(2 * PLACES)
        self.fight = NO_FIGHT
        self.ceiling, self.last_bid = [-1] * POWERS, [-1] * POWERS
        self.order_a, self.order_b = [-1] * POWERS, [-1] * POWERS
        box = BOXES[options["set"]]
        self.bag, self.market = bytearray(box.counter_count), bytearray(box.tile_count)
        self.refresh()

    def copy(self) -> Table:
        return Table(self.seats, self.options, self)

    # --- questions ------------------------------------------------------------------------------------------------

    def units(self, unit: int, power: int, place: int) -> int:
        return self.unit[(unit * POWERS + power) * PLACES + place]

    def units_on_board(self, power: int) -> int:
        """All units of a power, those at home included."""
        total = 0
        for unit in range(3):
            total += PIECES[unit] - self.left[unit * POWERS + power]
        return total

    def controls(self, power: int, region: int) -> int:
        return self.control[power * REGIONS + region]

    def controls_on_board(self, power: int) -> int:
        total = 0
        first = power * REGIONS
        for place in range(first, first + REGIONS):
            total += self.control[place]
        return total

    def presence(self, power: int) -> int:
        """The regions where a power has a control counter or a unit."""
        pieces = self.control_at[power] | self.army_at[power] | self.navy_at[power] | self.fort_at[power]
        return pieces & ~HOME_BIT

    def has(self, power: int, tile: int) -> int:
        """How many of a tile a power owns, used or not."""
        return self.owned[power * TILES + tile]

    def ready(self, power: int, tile: int) -> bool:
        return self.ready_at[power] >> tile & 1 == 1

    def allied(self, power: int, other: int) -> bool:
        return self.row[power] == self.row[other]

    def players(self) -> list[int]:
        """The powers with a player, in the order of the seats."""
        return self.power_of

    def reach(self, power: int, unit: int) -> int:
        """Where a new or moving unit of a power may go: bits of places, its own country included.

        Navies: every region with a sea. Armies and forts: colonies with a navy of one's own that no Blockade closes; in
        Europe regions with a control counter of one's own, next to one, or next to one's country, or with one's navy,
        and
        the Ottoman Empire with a navy in the Mediterranean.
        """
        if unit == NAVY:
            return SEAS | HOME_BIT
        navies = self.navy_at[power]
        colonies = navies & COLONIES
        if self.blockade_at >= 0 and colonies >> self.blockade_at & 1 and self.is_blockaded(power):
            colonies &= ~(1 << self.blockade_at)
        europe = NEAR[(self.control_at[power] >> COLONY_COUNT)] | self.home_borders[power] | navies & EUROPE
        if navies >> MEDITERRANEAN & 1:
            europe |= 1 << OTTOMAN_EMPIRE
        return colonies | europe | HOME_BIT

    def is_blockaded(self, power: int) -> bool:
        """Whether the Blockade keeps the armies of a power out: an enemy's, and not outnumbered at sea."""
        owner, region = self.blockade_by, self.blockade_at
        return (
            region >= 0
            and self.row[owner] != self.row[power]
            and self.units(NAVY, power, region) <= self.units(NAVY, owner, region)
        )

    def loan(self, power: int) -> int:
        """Gold for one point of unrest."""
        return LOAN_WITH_BANKING if self.has(power, BANKING) else LOAN

    def points_for(self, power: int, amount: int) -> int:
        """The unrest a payment would bring."""
        short = amount - self.gold[power]
        if short <= 0:
            return 0
        rate = self.loan(power)
        return (short + rate - 1) // rate

    def clockwise(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [*range(seat, self.seats), *range(seat)]

    def after(self, power: int) -> list[int]:
        """The other players in turn order, beginning after this one."""
        place = self.order.index(power)
        return [*self.order[place + 1 :], *self.order[:place]]

    # --- verbs: gold, unrest and pieces move in no other way ----------------------------------------------------

    def pay(self, power: int, amount: int, why: str) -> None:
        """Pay the bank; who is short borrows as little as covers it, and takes a point of unrest for every loan."""
        if amount <= 0:
            return
        loans = self.points_for(power, amount)
        if loans:
            borrowed = loans * self.loan(power)
            self.gold[power] += borrowed
            self.gold[BANK] -= borrowed
            self.unrest[power] += loans
            self.unrest_war[power] += loans
            if self.events is not None:
                self.emit(events.BORROWED, power, borrowed, loans)
        self.transfer(power, BANK, amount, why)

    def transfer(self, payer: int, payee: int, amount: int, why: str) -> None:
        if amount:
            self.gold[payer] -= amount
            self.gold[payee] += amount
            if self.events is not None:
                self.emit(events.PAID, payer, payee, amount, why)

    def take_unrest(self, power: int, points: int, why: str) -> None:
        if points:
            self.unrest[power] += points
            self.unrest_war[power] += points
            if self.events is not None:
                self.emit(events.UNREST_TAKEN, power, points, why)

    def shed_unrest(self, power: int, points: int) -> None:
        shed = min(points, self.unrest[power])
        self.unrest[power] -= shed
        self.unrest_war[power] -= shed
        self.emit(events.UNREST_SHED, power, shed)

    def change_population(self, power: int, change: int) -> None:
        before = self.population[power]
        after = min(MOST_POPULATION, before + change)
        self.population[power] = after
        if self.events is not None and after != before:
            self.emit(events.POPULATION, power, after - before, after)

    def gain_points(self, power: int, points: int, why: str) -> None:
        if points:
            self.points[power] += points
            self.emit(events.POINTS_GAINED, power, points, why)

    def place_control(self, power: int, region: int) -> None:
        """Put a control counter on the map; who has none left places nothing."""
        if self.control_left[power]:
            self.control_left[power] -= 1
            self.control[power * REGIONS + region] += 1
            self.control_at[power] |= 1 << region
            if self.events is not None:
                self.emit(events.CONTROL_PLACED, power, region)

    def remove_control(self, power: int, region: int) -> None:
        self._lift_control(power, region)
        self.control_left[power] += 1
        if self.events is not None:
            self.emit(events.CONTROL_REMOVED, power, region)

    def hold_control(self, which: int, power: int, region: int) -> None:
        """A control counter is put on the Pirates (0) or Slave Revolt (1) tile, which stays in the region."""
        self._lift_control(power, region)
        self.held_at[which], self.held[which] = region, power
        self.emit(events.HELD, tile_of(which), power, region)

    def free_control(self, which: int) -> None:
        """The tile goes back to the market, and the counter that lay on it to its owner's reserve."""
        region, power = self.held_at[which], self.held[which]
        self.control_left[power] += 1
        self.held_at[which] = self.held[which] = -1
        self.emit(events.FREED, tile_of(which), power, region)
        self.put_in_market(tile_of(which))

    def _lift_control(self, power: int, region: int) -> None:
        place = power * REGIONS + region
        self.control[place] -= 1
        if not self.control[place]:
            self.control_at[power] &= ~(1 << region)

    def place(self, power: int, unit: int, place: int) -> None:
        """Put a unit from the reserve on the board."""
        self.left[unit * POWERS + power] -= 1
        self._put(power, unit, place)
        if self.events is not None:
            self.emit(events.UNIT_PLACED, power, unit, place)

    def lose(self, power: int, unit: int, place: int) -> None:
        """Take a unit off the board."""
        if self.events is not None:
            self.emit(events.UNIT_LOST, power, unit, place)
        self.left[unit * POWERS + power] += 1
        self._lift(power, unit, place)

    def lose_at_sea(self, power: int, unit: int, start: int, goal: int) -> None:
        """A unit is lost on its way."""
        self.emit(events.LOST_AT_SEA, power, unit, start, goal)
        self.left[unit * POWERS + power] += 1
        self._lift(power, unit, start)

    def move(self, power: int, unit: int, start: int, goal: int) -> None:
        if self.events is not None:
            self.emit(events.UNIT_MOVED, power, unit, start, goal)
        self._put(power, unit, goal)
        self._lift(power, unit, start)

    def take_off(self, power: int, unit: int, place: int) -> None:
        """A unit under construction goes back to the reserve."""
        self.left[unit * POWERS + power] += 1
        self._lift(power, unit, place)
        self.emit(events.UNIT_RETURNED, power, unit)

    def _put(self, power: int, unit: int, place: int) -> None:
        self.unit[(unit * POWERS + power) * PLACES + place] += 1
        if unit == ARMY:
            self.army_at[power] |= 1 << place
        elif unit == NAVY:
            self.navy_at[power] |= 1 << place
        else:
            self.fort_at[power] |= 1 << place

    def _lift(self, power: int, unit: int, place: int) -> None:
        at = (unit * POWERS + power) * PLACES + place
        self.unit[at] -= 1
        if self.unit[at]:
            return
        if unit == ARMY:
            self.army_at[power] &= ~(1 << place)
        elif unit == NAVY:
            self.navy_at[power] &= ~(1 << place)
            if place == self.blockade_at and power == self.blockade_by:
                self.lift_blockade()
        else:
            self.fort_at[power] &= ~(1 << place)

    def draw(self, counter: int) -> None:
        self.bag[counter] -= 1
        if self.events is not None:
            self.emit(events.COUNTER_DRAWN, COUNTER_REGION[counter], COUNTER_PRINT[counter])

    def lay_counter(self, counter: int) -> None:
        self.board[counter] += 1
        self.board_at |= 1 << counter

    def remove_counter(self, counter: int) -> None:
        self.board[counter] -= 1
        if not self.board[counter]:
            self.board_at &= ~(1 << counter)
        if self.events is not None:
            self.emit(events.COUNTER_REMOVED, COUNTER_REGION[counter], COUNTER_PRINT[counter])

    def take_tile(self, power: int, tile: int) -> None:
        """From the market to a player."""
        self.market[tile] -= 1
        if not self.market[tile]:
            self.market_at &= ~(1 << tile)
        self.owned[power * TILES + tile] += 1
        self.ready_at[power] |= 1 << tile

    def put_in_market(self, tile: int) -> None:
        self.market[tile] += 1
        self.market_at |= 1 << tile
        self.emit(events.TILE_RETURNED, tile)

    def give_up(self, power: int, tile: int) -> None:
        """A tile leaves a player."""
        at = power * TILES + tile
        self.owned[at] -= 1
        if self.owned[at] <= self.used[at]:
            self.ready_at[power] &= ~(1 << tile)

    def spend(self, power: int, tile: int) -> None:
        """Use a tile: turned aside until the war ends, out of the game, or back to the market, as its symbol says."""
        if self.events is not None:
            self.emit(events.TILE_USED, power, tile)
        timing = TILE_TIMING[tile]
        at = power * TILES + tile
        if timing == ONCE_A_WAR:
            self.used[at] += 1
            if self.owned[at] <= self.used[at]:
                self.ready_at[power] &= ~(1 << tile)
        elif timing == REMOVED:
            self.give_up(power, tile)
        elif timing == RETURNED:
            self.give_up(power, tile)
            self.barred[power] |= 1 << tile
            self.put_in_market(tile)

    def lay_blockade(self, power: int, region: int) -> None:
        self.give_up(power, BLOCKADE)
        self.barred[power] |= 1 << BLOCKADE
        self.blockade_at, self.blockade_by = region, power
        self.emit(events.BLOCKADE_LAID, power, region)

    def lift_blockade(self) -> None:
        region, power = self.blockade_at, self.blockade_by
        self.blockade_at = self.blockade_by = -1
        self.emit(events.BLOCKADE_LIFTED, power, region)
        self.put_in_market(BLOCKADE)

    def straighten_tiles(self) -> None:
        """The end of a war: used tiles are ready again, alliance tiles and a laid Blockade go back to the market."""
        if self.blockade_at >= 0:
            self.lift_blockade()
        for power in self.power_of:
            for tile in range(TILES):
                at = power * TILES + tile
                self.used[at] = 0
                if ALLIANCE_MASK >> tile & 1:
                    while self.owned[at]:
                        self.give_up(power, tile)
                        self.put_in_market(tile)
                if self.owned[at]:
                    self.ready_at[power] |= 1 << tile

    def hides(self, seat: int) -> bool:
        """The unrest."""
        return not self.options["open-unrest"]

    def refresh(self) -> None:
        """Work out again what follows from the pieces."""
        self.home_borders = HOME_BORDERS if self.options["spain-mediterranean"] else HOME_BORDERS_PRINTED
        self.wars, self.tile_alone = self.options["wars"], self.options["alliance-tile-alone"]
        self.box = BOXES[self.options["set"]]
        self.army_at, self.navy_at, self.fort_at = [0] * POWERS, [0] * POWERS, [0] * POWERS
        self.control_at, self.ready_at, self.control_left = [0] * POWERS, [0] * POWERS, [CONTROL] * POWERS
        self.left = [PIECES[unit] for unit in range(3) for _ in range(POWERS)]
        masks = (self.army_at, self.navy_at, self.fort_at)
        for at in filled(self.unit):
            stack, place = divmod(at, PLACES)
            self.left[stack] -= self.unit[at]
            masks[stack // POWERS][stack % POWERS] |= 1 << place
        for at in filled(self.control):
            power, region = divmod(at, REGIONS)
            self.control_at[power] |= 1 << region
            self.control_left[power] -= self.control[at]
        for at in filled(self.owned):
            if self.owned[at] > self.used[at]:
                power, tile = divmod(at, TILES)
                self.ready_at[power] |= 1 << tile
        for power in self.held:
            if power >= 0:
                self.control_left[power] -= 1
        self.board_at = sum(1 << counter for counter in range(COUNTERS) if self.board[counter])
        self.market_at = sum(1 << tile for tile in range(TILES) if self.market[tile])

    def enemies(self, power: int) -> list[int]:
        """The powers of the other alliance."""
        row = self.row[power]
        return [other for other in bits(self.in_play) if self.row[other] != row]


def tile_of(which: int) -> int:
    """0: Pirates, 1: Slave Revolt."""
    return SLAVE_REVOLT if which else PIRATES


_TILE_SET: Final = SetKind("tile", TILE.ids)
_POWER_SET: Final = SetKind("power", POWER.ids)
_REGION: Final = Kind("area", AREA_KIND.ids[:REGIONS])
_MOVING: Final = Kind("unit", UNIT.ids[:2])
_FORCE: Final = Kind("force", tuple(f"{unit} {power}" for unit in UNIT.ids for power in POWER.ids))
_WHICH: Final = Kind("which", ("pirates", "slave-revolt"))

FIELDS: Final[dict[str, Field]] = {
    "power_of": Field(SEAT, value=POWER, default=-1),
    "seat_of": Field(POWER, value=SEAT, default=NOBODY),
    "first": Field(value=SEAT),
    "in_play": Field(value=_POWER_SET),
    "war": Field(),
    "round": Field(),
    "rounds": Field(),
    "order": Field(ANY, value=POWER),
    "actions": Field(),
    "bought": Field(),
    "settled": Field(),
    "row": Field(POWER, default=-1),
    "slot": Field(POWER, default=-1),
    "last": Field(value=SEAT),
    "gold": Field(events.ACCOUNT),
    "unrest": Field(POWER),
    "unrest_war": Field(POWER),
    "population": Field(POWER),
    "points": Field(POWER),
    "unit": Field(_FORCE, AREA_KIND, small=True),
    "control": Field(POWER, _REGION, small=True),
    "board": Field(COUNTER, small=True),
    "bag": Field(COUNTER, small=True),
    "market": Field(TILE, small=True),
    "owned": Field(POWER, TILE, small=True),
    "used": Field(POWER, TILE, small=True),
    "barred": Field(POWER, value=_TILE_SET),
    "blockade_at": Field(value=AREA_KIND),
    "blockade_by": Field(value=POWER),
    "held_at": Field(_WHICH, value=AREA_KIND, default=-1),
    "held": Field(_WHICH, value=POWER, default=-1),
    "moved": Field(_MOVING, AREA_KIND, small=True),
    "fight": FightField(),
    "ceiling": Field(POWER, default=-1),
    "last_bid": Field(POWER, default=-1),
    "order_a": Field(POWER, value=POWER, default=-1),
    "order_b": Field(POWER, value=POWER, default=-1),
}
