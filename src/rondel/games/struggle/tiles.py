"""The tiles, one object each: when it can be bought, when and how it is used, what it does, what a bot thinks of it.

What tiles do in battle stands with the battles: training and alliances in `strength.py`, Reserve and Blockade in
`steps/battle.py`, Fighting Withdrawal in `steps/losses.py`, Surprise Attack in `steps/support.py`; Militia, Logistics
and Navigation in `steps/movement.py`, Banking in `state.py`. Their worth stands here with the others.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    CALL,
    IN_CALL,
    IN_LAY,
    IN_TRADE,
    IN_USE,
    LAY,
    PLACE_OF,
    TABLE_OF,
    TRADE,
    USE,
)
from rondel.games.struggle.components import (
    AGRICULTURE_POPULATION,
    ALLIANCE_MASK,
    ALLIANCES,
    AREA,
    ARMY,
    ARMY_TRAINING,
    BANKING,
    BLOCKADE,
    COLONIES,
    COMPANIES,
    DIPLOMATIC_SERVICE,
    FIGHTING_WITHDRAWAL,
    GOVERNMENT_REFORM,
    IMPROVED_AGRICULTURE,
    INDUSTRY,
    INDUSTRY_POINTS,
    LOGISTICS,
    MERCENARIES,
    MILITIA,
    MOST_POPULATION,
    NAVAL_TRAINING,
    NAVIGATION,
    NAVY,
    PIECES,
    PIRATES,
    POWER,
    POWERS,
    PRESSGANGS,
    REFORM_POINTS,
    REGIONS,
    RESERVE,
    SLAVE_REVOLT,
    SURPRISE_ATTACK,
    TILE,
    TILE_REGIONS,
    TILES,
    TRAINED_NATIVES,
    UNIT,
    WAR_OFFICE,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.attack import ChooseAttack, add_attacks
from rondel.games.struggle.steps.movement import PlaceUnit, RaiseNatives, native_colonies, natives_reason
from rondel.games.struggle.steps.strike import Strike, victims
from rondel.games.struggle.worth import GOLD, REGIONS_OF, Gains, best_strike
from rondel.kernel.data import bits
from rondel.kernel.events import Reason

NEVER: Final = -1.0
"""Worth of a use that the bot would rather leave."""
GLADLY: Final = 6.0
"""Worth of a use that costs nothing and may be lost."""
BY_FOUR_TENTHS: Final[list[float]] = [0.4**owned for owned in range(256)]
"""[owned] what one more of a tile is worth next to the first, if each is worth four tenths of the one before."""
BY_SIX_TENTHS: Final[list[float]] = [0.6**owned for owned in range(256)]
BY_EIGHT_TENTHS: Final[list[float]] = [0.8**owned for owned in range(256)]


class Tile:
    """A tile; most have an effect of their own only at one of these moments."""

    free: ClassVar[bool] = False
    """Used as a free action in one's own turn."""

    def __init__(self, number: int) -> None:
        self.number = number

    def can_strike(self, state: Table) -> bool:
        """Whether a tile that strikes as soon as it is bought finds anybody."""
        return True

    def bought(self, state: Table, power: int) -> None:
        """What happens as soon as it is bought."""

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        """Add what its owner can do with it now; it is ready."""

    def candidates(self) -> list[int]:
        """What its owner might think of doing with it."""
        return [USE[self.number]]

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        """Why its owner cannot do this with it now; it is ready."""
        return None

    def use(self, state: Table, power: int, action: int) -> None:
        """Do what was chosen; the tile is spent."""
        state.spend(power, self.number)

    def worth(self, gains: Gains) -> float:
        """Points that the tile promises the bot, its price not taken off."""
        return 0.15

    def use_worth(self, gains: Gains, action: int) -> float:
        """Points that this use of it promises the bot."""
        return GLADLY

    def price(self, gains: Gains) -> float:
        """What the tile costs the bot, in points."""
        box = gains.world.box
        tile: i64 = self.number
        gold = gains.spend(box.tile_gold[tile])
        if not box.dear_tiles >> tile & 1:
            return gold
        return gold + 0.5 * box.tile_population[tile] + gains.pain * box.tile_unrest[tile] * 1.1

    def value(self, gains: Gains) -> float:
        """What the tile is worth over its price."""
        return self.worth(gains) - self.price(gains)


class Company(Tile):
    """Once a war: one gold for each control counter in its region; with two regions, in the one chosen."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        for region in bits(TILE_REGIONS[self.number] & state.control_at[power]):
            offered.append(TRADE[self.number * REGIONS + region])

    def candidates(self) -> list[int]:
        return [TRADE[self.number * REGIONS + region] for region in bits(TILE_REGIONS[self.number])]

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        where = {"tile": TILE.ids[self.number], "area": AREA.ids[PLACE_OF[action] % REGIONS]}
        return Reason("nothing-to-trade", where, "tiles")

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, self.number)
        state.transfer(BANK, power, state.controls(power, PLACE_OF[action] % REGIONS), "company")

    def worth(self, gains: Gains) -> float:
        most: i64 = 0
        for region in REGIONS_OF[self.number]:
            most = max(most, gains.controls(gains.power, region))
        return GOLD * float(most) * gains.use * 1.1

    def use_worth(self, gains: Gains, action: int) -> float:
        """Late in a war, when no more counters are to be had, or when gold is short."""
        world = gains.world
        late = world.round >= world.rounds - 1 or world.gold[gains.power] < 2
        return 5.0 + 0.1 * world.controls(gains.power, PLACE_OF[action] % REGIONS) if late else NEVER


class Alliance(Tile):
    """For one war: an army or a navy more in its region, where its owner has units (`strength.count_tiles`)."""

    def worth(self, gains: Gains) -> float:
        return gains.alliance(self.number)


class ArmyTraining(Tile):
    """One more on land for who has more of them than the enemy."""

    def worth(self, gains: Gains) -> float:
        return 1.1 * gains.wars + 0.3 * gains.boosts


class NavalTraining(Tile):
    """The same at sea."""

    def worth(self, gains: Gains) -> float:
        return 0.25 * gains.wars if not gains.has(gains.power, self.number) else 0.0


class Reserve(Tile):
    """Once a war: all dice of a battle are thrown again (`battle.Reserves`)."""

    def worth(self, gains: Gains) -> float:
        return 0.8 * gains.use * BY_SIX_TENTHS[gains.has(gains.power, self.number)]


class WarOffice(Tile):
    """Once a war: an attack as a free action."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        attacks: list[int] = []
        add_attacks(state, power, attacks)
        if attacks:
            offered.append(USE[WAR_OFFICE])

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        return Reason("nothing-to-attack", {"tile": TILE.ids[WAR_OFFICE]}, "attacking")

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, WAR_OFFICE)
        state.push(ChooseAttack(power))

    def worth(self, gains: Gains) -> float:
        return 0.9 * gains.use

    def use_worth(self, gains: Gains, action: int) -> float:
        return gains.best_attack if gains.best_attack > 0.5 else NEVER


class Recruiter(Tile):
    """Mercenaries and Pressgangs: once a war an army, or a navy, without population."""

    free: ClassVar[bool] = True

    def __init__(self, number: int, unit: int) -> None:
        super().__init__(number)
        self.unit = unit

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        if state.left[self.unit * POWERS + power]:
            offered.append(USE[self.number])

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        return Reason("no-piece-left", {"unit": UNIT.ids[self.unit], "most": PIECES[self.unit]}, "tiles")

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, self.number)
        state.push(PlaceUnit(power, self.unit))

    def worth(self, gains: Gains) -> float:
        if self.unit == ARMY:
            return (0.5 + 0.6 * max(0.0, gains.army)) * gains.use
        return (0.3 + 0.4 * max(0.0, gains.navy)) * gains.use


class TrainedNatives(Tile):
    """Once a war: an army straight into a colony where one has something, and a free move for it."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        if state.left[ARMY * POWERS + power] and native_colonies(state, power):
            offered.append(USE[TRAINED_NATIVES])

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        return natives_reason(state, power)

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, TRAINED_NATIVES)
        state.push(RaiseNatives(power))

    def worth(self, gains: Gains) -> float:
        return 0.8 * gains.use


class Militia(Tile):
    """With a Build action a further army, for its population (`movement.Militia`)."""

    def worth(self, gains: Gains) -> float:
        return 0.45 * gains.wars * BY_FOUR_TENTHS[gains.has(gains.power, self.number)]


class Logistics(Tile):
    """With a Move action a further unit (`movement.begin_move`)."""

    def worth(self, gains: Gains) -> float:
        return 0.3 * gains.wars * BY_FOUR_TENTHS[gains.has(gains.power, self.number)]


class Banking(Tile):
    """Three gold instead of two for a point of unrest (`Table.loan`)."""

    def worth(self, gains: Gains) -> float:
        if gains.has(gains.power, self.number):
            return 0.0
        return 0.55 * gains.wars + (0.4 if gains.world.gold[gains.power] < 4 else 0.0)


class Navigation(Tile):
    """Two more on the second die of a voyage (`movement.SeaRoll`)."""

    def worth(self, gains: Gains) -> float:
        return 0.15 * gains.wars


class DiplomaticService(Tile):
    """Once a war: an alliance tile as a free action, for its price."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        for tile in bits(state.market_at & ALLIANCE_MASK):
            if state.box.tile_population[tile] <= state.population[power]:
                offered.append(CALL[tile])

    def candidates(self) -> list[int]:
        return [CALL[tile] for tile in ALLIANCES]

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        tile = PLACE_OF[action]
        needed = state.box.tile_population[tile]
        if state.market[tile] and needed > state.population[power]:
            few = {"needed": needed, "population": state.population[power]}
            return Reason("too-little-population", few, "tiles")
        return Reason("not-in-market", {"tile": TILE.ids[tile]}, "tiles")

    def use(self, state: Table, power: int, action: int) -> None:
        tile = PLACE_OF[action]
        state.spend(power, DIPLOMATIC_SERVICE)
        state.emit(events.TILE_CALLED, power, tile)
        pay_for(state, power, tile)
        state.take_tile(power, tile)

    def worth(self, gains: Gains) -> float:
        return 0.35 * gains.use

    def use_worth(self, gains: Gains, action: int) -> float:
        tile = PLACE_OF[action]
        return 2.0 + OBJECT[tile].value(gains) if gains.alliance(tile) > 0.1 else NEVER


class ImprovedAgriculture(Tile):
    """Once a war: a point of population."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        if state.population[power] < MOST_POPULATION:
            offered.append(USE[IMPROVED_AGRICULTURE])

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        return Reason("population-full", {"most": MOST_POPULATION}, "tiles")

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, IMPROVED_AGRICULTURE)
        state.change_population(power, AGRICULTURE_POPULATION)

    def worth(self, gains: Gains) -> float:
        return 0.55 * gains.use * BY_EIGHT_TENTHS[gains.has(gains.power, self.number)]


class GovernmentReform(Tile):
    """Once, then out of the game: two points of unrest less."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        if state.unrest[power]:
            offered.append(USE[GOVERNMENT_REFORM])

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        return Reason("no-unrest", {}, "tiles")

    def use(self, state: Table, power: int, action: int) -> None:
        state.spend(power, GOVERNMENT_REFORM)
        state.shed_unrest(power, REFORM_POINTS)

    def worth(self, gains: Gains) -> float:
        unrest, owned = gains.world.unrest[gains.power], gains.has(gains.power, self.number)
        value = min(2, unrest) * gains.pain * 1.1 + (0.1 if gains.wars > 1 else 0.0)
        return value * 0.3 if owned and unrest < 2 * owned + 2 else value

    def use_worth(self, gains: Gains, action: int) -> float:
        world = gains.world
        return GLADLY if world.unrest[gains.power] >= 2 or world.round == world.rounds else NEVER


class Industry(Tile):
    """At once: three victory points, for two points of unrest."""

    def bought(self, state: Table, power: int) -> None:
        state.gain_points(power, INDUSTRY_POINTS, "industry")
        state.give_up(power, INDUSTRY)

    def worth(self, gains: Gains) -> float:
        return float(INDUSTRY_POINTS)


class Striker(Tile):
    """Pirates and Slave Revolt: at once the tile attacks a control counter, and holds it if it wins."""

    def can_strike(self, state: Table) -> bool:
        return victims(state, self.number) != 0

    def bought(self, state: Table, power: int) -> None:
        state.give_up(power, self.number)
        state.push(Strike(power, self.number))

    def worth(self, gains: Gains) -> float:
        return best_strike(gains, self.number)


class FightingWithdrawal(Tile):
    """Saves a unit after a lost defence, and goes back to the market (`losses.Withdrawal`)."""

    def worth(self, gains: Gains) -> float:
        return 0.2


class SurpriseAttack(Tile):
    """Keeps the defender's allies out of a battle, and goes back to the market (`support.Surprise`)."""

    def worth(self, gains: Gains) -> float:
        return 0.1 + 0.15 * gains.best_attack


class Blockade(Tile):
    """Closes a colony to enemy armies, or makes naval support worth two (`battle.UseBlockade`)."""

    free: ClassVar[bool] = True

    def offer(self, state: Table, power: int, offered: list[int]) -> None:
        for region in bits(state.navy_at[power] & COLONIES):
            offered.append(LAY[region])

    def candidates(self) -> list[int]:
        return [LAY[region] for region in bits(COLONIES)]

    def explain(self, state: Table, power: int, action: int) -> Reason | None:
        where = {"unit": UNIT.ids[NAVY], "area": AREA.ids[PLACE_OF[action]], "power": POWER.ids[power]}
        return Reason("needs-navy", where, "blockade")

    def use(self, state: Table, power: int, action: int) -> None:
        state.lay_blockade(power, PLACE_OF[action])

    def worth(self, gains: Gains) -> float:
        return 0.1 + 0.1 * gains.best_attack

    def use_worth(self, gains: Gains, action: int) -> float:
        return NEVER


def pay_for(state: Table, power: int, tile: int) -> None:
    """Gold, population and unrest as printed."""
    box = state.box
    state.pay(power, box.tile_gold[tile], "tile")
    if box.tile_population[tile]:
        state.change_population(power, -box.tile_population[tile])
    state.take_unrest(power, box.tile_unrest[tile], "tile")


_NAMED: Final[list[Tile]] = [
    *[Company(tile) for tile in COMPANIES],
    *[Alliance(tile) for tile in ALLIANCES],
    ArmyTraining(ARMY_TRAINING),
    NavalTraining(NAVAL_TRAINING),
    Reserve(RESERVE),
    WarOffice(WAR_OFFICE),
    Recruiter(MERCENARIES, ARMY),
    Recruiter(PRESSGANGS, NAVY),
    TrainedNatives(TRAINED_NATIVES),
    Militia(MILITIA),
    Logistics(LOGISTICS),
    Banking(BANKING),
    Navigation(NAVIGATION),
    ImprovedAgriculture(IMPROVED_AGRICULTURE),
    GovernmentReform(GOVERNMENT_REFORM),
    DiplomaticService(DIPLOMATIC_SERVICE),
    Industry(INDUSTRY),
    Striker(PIRATES),
    Striker(SLAVE_REVOLT),
    FightingWithdrawal(FIGHTING_WITHDRAWAL),
    SurpriseAttack(SURPRISE_ATTACK),
    Blockade(BLOCKADE),
]
OBJECT: Final[list[Tile]] = sorted(_NAMED, key=lambda tile: tile.number)
"""[tile]"""
assert [each.number for each in OBJECT] == list(range(TILES)), "a tile has no object, or two"
FREE: Final[list[Tile]] = [each for each in _NAMED if each.free]
"""The tiles that are used as a free action in one's own turn, in the order in which they are offered."""
FREE_MASK: Final[int] = sum(1 << each.number for each in FREE)


def tile_of(action: int) -> int:
    """The tile that a free action uses; -1 for any other action."""
    table, place = TABLE_OF[action], PLACE_OF[action]
    if table == IN_USE:
        return place if FREE_MASK >> place & 1 else -1
    if table == IN_TRADE:
        return place // REGIONS
    return DIPLOMATIC_SERVICE if table == IN_CALL else BLOCKADE if table == IN_LAY else -1


def explain_tile(state: Table, power: int, tile: int, action: int) -> Reason | None:
    """Why a tile is of no use now."""
    what = {"tile": TILE.ids[tile]}
    if not state.has(power, tile):
        return Reason("not-your-tile", what, "tiles")
    if not state.ready(power, tile):
        return Reason("used-this-war", what, "tiles")
    return OBJECT[tile].explain(state, power, action)
