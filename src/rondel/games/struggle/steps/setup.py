"""Setting up: counters on the map, the first player, countries, control counters and the first units."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    DEPLOY,
    DRAW,
    FIRST,
    IN_DEPLOY,
    IN_PLAY,
    IN_TAKE,
    PLACE_OF,
    PLAY,
    TABLE_OF,
    TAKE,
)
from rondel.games.struggle.components import (
    AREA,
    COUNTER,
    COUNTER_REGION,
    COUNTERS,
    NAVY,
    PIECES,
    POWER,
    POWERS,
    REGIONS,
    SEAS,
    START_COUNTERS,
    START_GOLD,
    START_POPULATION,
    START_UNITS,
    UNIT,
)
from rondel.games.struggle.state import BANK, Table
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

CHAPTER: Final = "setup"


class ChooseFirst(ChanceStep[Table]):
    """A die names the first player."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.first = PLACE_OF[action]
        state.emit(events.FIRST_PLAYER, state.first)


def free_countries(state: Table) -> list[int]:
    return [power for power in range(POWERS) if state.seat_of[power] == NOBODY]


def take_country(state: Table, seat: int, power: int) -> None:
    """A player takes a country, five points of population and ten gold."""
    state.power_of[seat] = power
    state.seat_of[power] = seat
    state.in_play |= 1 << power
    state.emit(events.COUNTRY_TAKEN, seat, power)
    state.change_population(power, START_POPULATION)
    state.transfer(BANK, power, START_GOLD, "start")
    if state.in_play.bit_count() == state.seats and state.options["non-player-powers"]:
        state.in_play = (1 << POWERS) - 1


class ChooseCountry(Step[Table]):
    """Each player chooses a country, clockwise from the first player."""

    __slots__ = ("asked",)
    FIELDS = (("asked", NUMBER),)
    CHAPTER = CHAPTER

    def __init__(self, asked: int) -> None:
        self.asked = asked

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[(state.first + self.asked) % state.seats]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PLAY[power] for power in free_countries(state)]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return PLAY

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_PLAY:
            return None
        power = PLACE_OF[action]
        return Reason("country-taken", {"power": POWER.ids[power], "seat": state.seat_of[power]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        take_country(state, seat, PLACE_OF[action])
        if self.asked + 1 < state.seats:
            state.replace(ChooseCountry(self.asked + 1))
        else:
            state.pop()


class DealCountry(ChanceStep[Table]):
    """Option: chance deals the countries, clockwise from the first player."""

    __slots__ = ("asked",)
    FIELDS = (("asked", NUMBER),)
    CHAPTER = CHAPTER

    def __init__(self, asked: int) -> None:
        self.asked = asked

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(PLAY[power], 1) for power in free_countries(state)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        take_country(state, (state.first + self.asked) % state.seats, PLACE_OF[action])
        if self.asked + 1 < state.seats:
            state.replace(DealCountry(self.asked + 1))
        else:
            state.pop()


def drawers(state: Table) -> list[int]:
    """The powers that draw control counters: the players clockwise from the first, then powers without a player."""
    powers = [state.power_of[seat] for seat in state.clockwise(state.first)]
    return powers + [power for power in bits(state.in_play) if state.seat_of[power] == NOBODY]


def draws(state: Table) -> list[tuple[int, int]]:
    """Every counter that may be drawn from the bag, with how many there are."""
    bag = bytes(state.bag)  # compiled, read faster than a bytearray
    return [(DRAW[counter], bag[counter]) for counter in range(COUNTERS) if bag[counter]]


class DrawControl(ChanceStep[Table]):
    """Each player draws five counters and places a control counter in each region drawn; they leave the game.

    With the option `start-control` at `balanced`, a counter of a region that the power has already is drawn again.
    """

    __slots__ = ("asked", "left")
    FIELDS = (("asked", NUMBER), ("left", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, asked: int, left: int) -> None:
        self.asked = asked
        self.left = left

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (-1,) if self.left else ()

    def odds(self, state: Table) -> list[tuple[int, int]]:
        found = draws(state)
        if state.options["start-control"] == "balanced":
            there = state.control_at[drawers(state)[self.asked]]
            others = [each for each in found if not there >> COUNTER_REGION[PLACE_OF[each[0]]] & 1]
            return others or found
        return found

    def chosen(self, state: Table, seat: int, action: int) -> None:
        counter = PLACE_OF[action]
        powers = drawers(state)
        state.draw(counter)
        state.place_control(powers[self.asked], COUNTER_REGION[counter])
        if self.left > 1:
            state.replace(DrawControl(self.asked, self.left - 1))
        elif self.asked + 1 < len(powers):
            state.replace(DrawControl(self.asked + 1, START_COUNTERS))
        else:
            state.pop()

    def run(self, state: Table) -> None:
        state.pop()

    def awaited(self, state: Table) -> Message:
        return Message("waiting.draw-control", {"power": POWER.show(drawers(state)[self.asked])})


class DrawPool(ChanceStep[Table]):
    """Option: five counters for each player are drawn face up, to choose from; they leave the game."""

    __slots__ = ("left", "pool")
    FIELDS = (("left", NUMBER), ("pool", many(COUNTER)))
    CHAPTER = CHAPTER

    def __init__(self, left: int, pool: tuple[int, ...]) -> None:
        self.left = left
        self.pool = pool

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return draws(state)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        counter = PLACE_OF[action]
        state.draw(counter)
        pool = tuple(sorted((*self.pool, counter)))
        state.replace(DrawPool(self.left - 1, pool) if self.left > 1 else DraftControl(0, pool))


class DraftControl(Step[Table]):
    """Option: the players choose from the counters that were drawn, one at a time and a control counter for each.

    Clockwise from the first player and back again, so that who chooses last in one round chooses first in the next.
    """

    __slots__ = ("taken", "pool")
    FIELDS = (("taken", NUMBER), ("pool", many(COUNTER)))
    CHAPTER = CHAPTER

    def __init__(self, taken: int, pool: tuple[int, ...]) -> None:
        self.taken = taken
        self.pool = pool

    def to_act(self, state: Table) -> tuple[int, ...]:
        turn, place = divmod(self.taken, state.seats)
        return BY_SEAT[(state.first + (state.seats - 1 - place if turn % 2 else place)) % state.seats]

    def regions(self) -> list[int]:
        return [COUNTER_REGION[counter] for counter in self.pool]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE[region] for region in sorted(set(self.regions()))]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return TAKE

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_TAKE:
            return None
        return Reason("none-left-to-take", {"area": AREA.ids[PLACE_OF[action]]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        region = PLACE_OF[action]
        state.place_control(state.power_of[seat], region)
        at = self.regions().index(region)
        pool = self.pool[:at] + self.pool[at + 1 :]
        if pool:
            state.replace(DraftControl(self.taken + 1, pool))
        elif len(drawers(state)) > state.seats:
            state.replace(DrawControl(state.seats, START_COUNTERS))
        else:
            state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.draft-control", {"left": START_COUNTERS - self.taken // state.seats})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.draft-control", {"power": POWER.show(state.power_of[self.to_act(state)[0]])})


class PlaceUnits(Step[Table]):
    """Clockwise from the first player, one unit at a time, each places five units in any regions; no rule of movement
    holds.
    """

    __slots__ = ("placed",)
    FIELDS = (("placed", NUMBER),)
    CHAPTER = CHAPTER

    def __init__(self, placed: int) -> None:
        self.placed = placed

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[(state.first + self.placed) % state.seats]

    def choices(self, state: Table, seat: int) -> list[int]:
        power = state.power_of[seat]
        kinds = 0
        for unit in range(3):
            if state.left[unit * POWERS + power]:
                kinds |= 1 << unit
        return DEPLOYMENTS[kinds]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return DEPLOYMENTS[7]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_DEPLOY:
            return None
        unit, region = divmod(PLACE_OF[action], REGIONS)
        return Reason(
            "no-piece-left", {"unit": UNIT.ids[unit], "area": AREA.ids[region], "most": PIECES[unit]}, CHAPTER
        )

    def chosen(self, state: Table, seat: int, action: int) -> None:
        unit, region = divmod(PLACE_OF[action], REGIONS)
        state.place(state.power_of[seat], unit, region)
        if self.placed + 1 < START_UNITS * state.seats:
            state.replace(PlaceUnits(self.placed + 1))
        else:
            state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.place-units", {"left": START_UNITS - self.placed // state.seats})

    def awaited(self, state: Table) -> Message:
        seat = (state.first + self.placed) % state.seats
        return Message("waiting.place-units", {"power": POWER.show(state.power_of[seat]), "seat": SEAT.show(seat)})


DEPLOYMENTS: Final[list[list[int]]] = [
    [
        DEPLOY[unit * REGIONS + region]
        for unit in range(3)
        for region in range(REGIONS)
        if kinds >> unit & 1 and (unit != NAVY or SEAS >> region & 1)
    ]
    for kinds in range(8)
]
"""[set of kinds of units] -> where they may be placed at the start."""
