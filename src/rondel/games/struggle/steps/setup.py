"""Setting up: counters on the map, the first player, countries, control counters and the first units."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import DEPLOY, DRAW, FIRST, IN_DEPLOY, IN_PLAY, PLACE_OF, PLAY, TABLE_OF
from rondel.games.struggle.components import (
    AREA,
    COUNTER_REGION,
    COUNTERS,
    COUNTERS_A_WAR,
    NAVY,
    PIECES,
    POWER,
    POWERS,
    REGIONS,
    ROUNDS,
    SEAS,
    START_COUNTERS,
    START_GOLD,
    START_POPULATION,
    START_UNITS,
    UNIT,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.war import BeginWar, DrawCounters
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

CHAPTER: Final = "setup"


def lay_out(state: Table) -> None:
    """Ten counters on the map, a first player, countries, five control counters and five units for each player."""
    state.rounds = ROUNDS[state.seats]
    state.push(BeginWar(1))
    state.push(PlaceUnits(0))
    state.push(DrawControl(0, START_COUNTERS))
    if state.options["countries"] == "random":
        state.push(DealCountry(0))
    else:
        state.push(ChooseCountry(0))
    state.push(ChooseFirst())
    state.push(DrawCounters(COUNTERS_A_WAR))


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


class DrawControl(ChanceStep[Table]):
    """Each player draws five counters and places a control counter in each region drawn; they leave the game."""

    __slots__ = ("asked", "left")
    FIELDS = (("asked", NUMBER), ("left", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, asked: int, left: int) -> None:
        self.asked = asked
        self.left = left

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (-1,) if self.left else ()

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(DRAW[counter], state.bag[counter]) for counter in range(COUNTERS) if state.bag[counter]]

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
