"""Building and moving: where units may go, and the sea roll on the way."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    DIE,
    DONE,
    GO,
    IN_GO,
    IN_SELECT,
    IN_SETTLE,
    PLACE_OF,
    RAISE_MILITIA,
    SELECT,
    SETTLE,
    STAY,
    TABLE_OF,
    destinations,
)
from rondel.games.struggle.components import (
    AREA,
    ARMY,
    BUILD_POPULATION,
    COLONIES,
    FORT,
    HOME,
    HOME_BIT,
    LOGISTICS,
    MILITIA,
    NAVIGATION,
    NAVIGATION_BONUS,
    NAVY,
    PIECES,
    PLACES,
    POWER,
    POWERS,
    SEA_BACK,
    SEA_DANGER,
    SEA_LOST,
    SEAS,
    UNIT,
    VOYAGE,
)
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.deciding import PowerStep
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, Reason
from rondel.kernel.flow import ChanceStep

MOVING: Final = 0  # a unit of a Move action
BUILDING: Final = 1  # a new unit
NATIVES: Final = 2  # the free move of Trained Natives
ANY_REGION: Final = HOME_BIT - 1


def explain_reach(state: Table, power: int, unit: int, start: int, goal: int, chapter: str) -> Reason:
    """Why a unit may not go to a place."""
    where = {"unit": UNIT.ids[unit], "area": AREA.ids[goal], "power": POWER.ids[power]}
    if goal == start and start != HOME:
        return Reason("already-there", where, chapter)
    if goal == HOME:
        if unit == FORT:
            return Reason("no-fort-at-home", where, "building")
        return Reason("already-there", where, chapter)
    if unit == NAVY and not SEAS >> goal & 1:
        return Reason("no-navies-here", where, "moving")
    if COLONIES >> goal & 1:
        if not state.navy_at[power] >> goal & 1:
            return Reason("needs-navy", where, "moving")
        owner = POWER.show(state.blockade_by)
        counts = {"own": state.units(NAVY, power, goal), "theirs": state.units(NAVY, state.blockade_by, goal)}
        return Reason("blockaded", {**where, "owner": owner, **counts}, "blockade")
    return Reason("no-way-in", where, "moving")


# --- building -----------------------------------------------------------------------------------------------------


def begin_build(state: Table, power: int, unit: int) -> None:
    """A unit costs one point of population; each Militia tile allows one further army, at the same cost."""
    state.change_population(power, -BUILD_POPULATION)
    militia = state.has(power, MILITIA)
    if militia:
        state.push(Militia(power, militia))
    state.push(PlaceUnit(power, unit))


def can_place(state: Table, power: int, unit: int) -> bool:
    """Whether a new unit of this kind is there and has somewhere to go."""
    if not state.left[unit * POWERS + power]:
        return False
    return unit != FORT or state.reach(power, FORT) & ANY_REGION != 0


class PlaceUnit(PowerStep):
    """A new unit goes to any region it could move to from its home country, or stays at home (forts do not).

    The sea roll is thrown as for any move.
    """

    __slots__ = ("unit",)
    FIELDS = (("power", POWER), ("unit", UNIT))
    CHAPTER = "building"

    def __init__(self, power: int, unit: int) -> None:
        super().__init__(power)
        self.unit = unit

    def choices(self, state: Table, seat: int) -> list[int]:
        reach = state.reach(self.power, self.unit)
        return destinations(reach & ANY_REGION if self.unit == FORT else reach)

    def candidates(self, state: Table, seat: int) -> list[int]:
        return GO

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_GO:
            return None
        return explain_reach(state, self.power, self.unit, HOME, PLACE_OF[action], "building")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        goal = PLACE_OF[action]
        state.pop()
        if VOYAGE[HOME * PLACES + goal]:
            state.place(self.power, self.unit, HOME)
            state.push(SeaRoll(self.power, self.unit, HOME, goal, BUILDING, 0))
        else:
            state.place(self.power, self.unit, goal)


class Militia(PowerStep):
    """With a Build action each Militia tile allows one further army, which costs one point of population too."""

    __slots__ = ("left",)
    FIELDS = (("power", POWER), ("left", NUMBER))
    CHAPTER = "building"

    def __init__(self, power: int, left: int) -> None:
        super().__init__(power)
        self.left = left

    def to_act(self, state: Table) -> tuple[int, ...]:
        if self.left and state.population[self.power] >= BUILD_POPULATION and state.left[self.power]:
            return super().to_act(state)
        return ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return [RAISE_MILITIA, DONE]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        state.replace(Militia(self.power, self.left - 1))
        state.change_population(self.power, -BUILD_POPULATION)
        state.push(PlaceUnit(self.power, ARMY))

    def run(self, state: Table) -> None:
        state.pop()


# --- moving -------------------------------------------------------------------------------------------------------


def begin_move(state: Table, power: int) -> None:
    """Two units, and one more for each Logistics tile."""
    state.moved = bytearray(2 * PLACES)
    state.push(MoveUnits(power, 2 + state.has(power, LOGISTICS), 1))


def can_move(state: Table, power: int) -> bool:
    """Whether any army or navy has somewhere to go; a unit abroad can always go home."""
    armies, navies = state.army_at[power], state.navy_at[power]
    if (armies | navies) & ANY_REGION or navies:
        return True
    return armies != 0 and state.reach(power, ARMY) != HOME_BIT


class MoveUnits(PowerStep):
    """Up to two armies or navies move, one after the other, each as far as it likes; no unit twice in one action."""

    __slots__ = ("left", "fresh")
    FIELDS = (("power", POWER), ("left", NUMBER), ("fresh", NUMBER))
    CHAPTER = "moving"

    def __init__(self, power: int, left: int, fresh: int) -> None:
        super().__init__(power)
        self.left = left
        self.fresh = fresh  # 1: nothing has moved yet, so that the action cannot be broken off

    def to_act(self, state: Table) -> tuple[int, ...]:
        if self.fresh or (self.left and self.movable(state)):
            return super().to_act(state)
        return ()

    def movable(self, state: Table) -> list[int]:
        power = self.power
        offered: list[int] = []
        first = power * PLACES
        for place in bits(state.army_at[power]):
            if state.unit[first + place] > state.moved[place]:
                if place == HOME and state.reach(power, ARMY) == HOME_BIT:
                    continue
                offered.append(SELECT[place])
        first = (POWERS + power) * PLACES
        for place in bits(state.navy_at[power]):
            if state.unit[first + place] > state.moved[PLACES + place]:
                offered.append(SELECT[PLACES + place])
        return offered

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = self.movable(state)
        if not self.fresh:
            offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        power = self.power
        armies = [SELECT[place] for place in bits(state.army_at[power])]
        return armies + [SELECT[PLACES + place] for place in bits(state.navy_at[power])]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == DONE:
            return Reason("move-one-first", {}, "moving")
        if TABLE_OF[action] != IN_SELECT:
            return None
        unit, place = divmod(PLACE_OF[action], PLACES)
        where = {"unit": UNIT.ids[unit], "area": AREA.ids[place]}
        if not state.units(unit, self.power, place):
            return Reason("no-such-unit", where, "moving")
        if state.units(unit, self.power, place) <= state.moved[unit * PLACES + place]:
            return Reason("has-moved", where, "moving")
        return Reason("nowhere-to-go", where, "moving")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        unit, place = divmod(PLACE_OF[action], PLACES)
        state.replace(MoveUnits(self.power, self.left - 1, 0))
        state.push(MoveTo(self.power, unit, place))

    def run(self, state: Table) -> None:
        state.pop()


class MoveTo(PowerStep):
    """A unit goes straight to any region that is open to it, or home; sea roll to and from the colonies."""

    __slots__ = ("unit", "start")
    FIELDS = (("power", POWER), ("unit", UNIT), ("start", AREA))
    CHAPTER = "moving"

    def __init__(self, power: int, unit: int, start: int) -> None:
        super().__init__(power)
        self.unit = unit
        self.start = start

    def choices(self, state: Table, seat: int) -> list[int]:
        return destinations(state.reach(self.power, self.unit) & ~(1 << self.start))

    def candidates(self, state: Table, seat: int) -> list[int]:
        return GO

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_GO:
            return None
        return explain_reach(state, self.power, self.unit, self.start, PLACE_OF[action], "moving")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        goal = PLACE_OF[action]
        state.pop()
        if VOYAGE[self.start * PLACES + goal]:
            state.push(SeaRoll(self.power, self.unit, self.start, goal, MOVING, 0))
        else:
            state.move(self.power, self.unit, self.start, goal)
            state.moved[self.unit * PLACES + goal] += 1


# --- the sea ------------------------------------------------------------------------------------------------------

DIE_ODDS: Final[list[tuple[int, int]]] = [(die, 1) for die in DIE]


class SeaRoll(ChanceStep[Table]):
    """To a colony, or from one to Europe, a die is thrown: on 1 another, which loses the unit on 1-2 and turns it
    back on 3-4.

    No die within Europe nor between the three Americas. Navigation adds two to the second die.
    """

    __slots__ = ("power", "unit", "start", "goal", "why", "second")
    FIELDS = (
        ("power", POWER), ("unit", UNIT), ("start", AREA), ("goal", AREA), ("why", NUMBER), ("second", NUMBER),
    )  # fmt: skip
    CHAPTER = "sea"
    THROWS = "sea"

    def __init__(self, power: int, unit: int, start: int, goal: int, why: int, second: int) -> None:
        self.power = power
        self.unit = unit
        self.start = start
        self.goal = goal
        self.why = why
        self.second = second

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return DIE_ODDS

    def choices(self, state: Table, seat: int) -> list[int]:
        return DIE

    def chosen(self, state: Table, seat: int, action: int) -> None:
        pips = PLACE_OF[action] + 1
        if not self.second:
            if state.events is not None:
                state.emit(events.SEA_DIE, self.power, self.unit, self.goal, pips)
            if pips > SEA_DANGER:
                self.arrive(state)
            else:
                state.replace(SeaRoll(self.power, self.unit, self.start, self.goal, self.why, 1))
            return
        bonus = NAVIGATION_BONUS * state.has(self.power, NAVIGATION)
        if state.events is not None:
            state.emit(events.SECOND_SEA_DIE, self.power, self.unit, self.goal, pips, bonus)
        if pips + bonus > SEA_BACK:
            self.arrive(state)
        elif pips + bonus > SEA_LOST:
            self.turn_back(state)
        else:
            state.pop()
            state.lose_at_sea(self.power, self.unit, self.start, self.goal)
            if state.options["unrest-at-sea"]:
                state.take_unrest(self.power, 1, "sea")

    def thrower(self, state: Table) -> int:
        return state.seat_of[self.power]

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action] + 1

    def arrive(self, state: Table) -> None:
        state.pop()
        state.move(self.power, self.unit, self.start, self.goal)
        if self.why == MOVING:
            state.moved[self.unit * PLACES + self.goal] += 1

    def turn_back(self, state: Table) -> None:
        """The unit is where it started; a fort, which could never move again, returns to the reserve with its cost."""
        state.pop()
        state.emit(events.TURNED_BACK, self.power, self.unit, self.start, self.goal)
        if self.unit == FORT:
            state.take_off(self.power, FORT, self.start)
            state.change_population(self.power, BUILD_POPULATION)
        elif self.why == MOVING:
            state.moved[self.unit * PLACES + self.start] += 1


def voyage_odds(state: Table, power: int, start: int, goal: int) -> tuple[int, int, int]:
    """How many of 36 throws bring a unit there, turn it back, and lose it."""
    if not VOYAGE[start * PLACES + goal]:
        return 36, 0, 0
    bonus = NAVIGATION_BONUS * state.has(power, NAVIGATION)
    lost = max(0, min(6, SEA_LOST - bonus))
    back = max(0, min(6, SEA_BACK - bonus)) - lost
    danger = SEA_DANGER
    return 36 - danger * (lost + back), danger * back, danger * lost


# --- trained natives ------------------------------------------------------------------------------------------------


def native_colonies(state: Table, power: int) -> int:
    """Colonies where a power has a control counter or any unit."""
    return state.presence(power) & COLONIES


class RaiseNatives(PowerStep):
    """Trained Natives: a free army straight into a colony where one has a control counter or any unit; no navy, no
    sea roll.
    """

    __slots__ = ()
    CHAPTER = "tiles"

    def choices(self, state: Table, seat: int) -> list[int]:
        return [SETTLE[region] for region in bits(native_colonies(state, self.power))]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [SETTLE[region] for region in bits(COLONIES)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_SETTLE:
            return None
        return Reason("no-foothold", {"area": AREA.ids[PLACE_OF[action]]}, "tiles")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        region = PLACE_OF[action]
        state.place(self.power, ARMY, region)
        state.replace(MoveNatives(self.power, region))


class MoveNatives(PowerStep):
    """The new army may at once move to a region open to it, with a sea roll if the move needs one."""

    __slots__ = ("start",)
    FIELDS = (("power", POWER), ("start", AREA))
    CHAPTER = "tiles"

    def __init__(self, power: int, start: int) -> None:
        super().__init__(power)
        self.start = start

    def choices(self, state: Table, seat: int) -> list[int]:
        return [STAY, *destinations(state.reach(self.power, ARMY) & ~(1 << self.start))]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return GO

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_GO:
            return None
        return explain_reach(state, self.power, ARMY, self.start, PLACE_OF[action], "moving")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == STAY:
            return
        goal = PLACE_OF[action]
        if VOYAGE[self.start * PLACES + goal]:
            state.push(SeaRoll(self.power, ARMY, self.start, goal, NATIVES, 0))
        else:
            state.move(self.power, ARMY, self.start, goal)


def natives_reason(state: Table, power: int) -> Reason | None:
    """Why Trained Natives cannot be raised."""
    if not state.left[power]:
        return Reason("no-piece-left", {"unit": UNIT.ids[ARMY], "most": PIECES[ARMY]}, "tiles")
    if not native_colonies(state, power):
        return Reason("no-foothold-anywhere", {"tile": "trained-natives"}, "tiles")
    return None
