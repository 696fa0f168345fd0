"""13. Setting up: the target, the homelands, the first forces and the first colonies."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import DEAL_HOME, EQUIP, PLACE_OF, SPIN, STATION, kind_of
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    EXTRA_WORTH,
    FORT,
    FRIGATE,
    GREAT_BRITAIN,
    HOMES,
    INFANTRY,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    LENGTHS,
    PIECES,
    POST,
    SEA_NEAR,
    SEAS,
    SET,
    START_FORCE,
    TARGETS,
    UNIT_COST,
)
from rondel.games.imperunde.state import PARTIES, Table
from rondel.games.imperunde.steps.round import PHASES
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Reason, many
from rondel.kernel.flow import BY_CHANCE, BY_SEAT, ChanceStep, Step

CHAPTER: Final = "setup"


def target_of(seats: int, agreed: str | int) -> int:
    """13.1 The target that is agreed on: one of the recommended lengths, or any number."""
    return TARGETS[seats][LENGTHS.index(agreed)] if isinstance(agreed, str) else agreed


def most_posts(seats: int) -> int:
    """2. The posts that a player has; with three players everybody uses two sets."""
    return SET[POST] * (2 if seats == 3 else 1)


class DealBritain(ChanceStep[Table]):
    """13.2 The dice say who plays Great Britain, which is always in play."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(DEAL_HOME[seat * HOMES + GREAT_BRITAIN], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        british = PLACE_OF[action] // HOMES
        give_home(state, british, GREAT_BRITAIN)
        rest = [*range(british + 1, state.seats), *range(british)]
        state.replace(DealHomes(tuple(rest)))


class DealHomes(ChanceStep[Table]):
    """13.2 The others roll one white die each for a homeland; a 1 or a homeland that is taken is rolled again."""

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = CHAPTER

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def odds(self, state: Table) -> list[tuple[int, int]]:
        first = self.waiting[0] * HOMES
        return [(DEAL_HOME[first + home], 1) for home in range(HOMES) if home not in state.home]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        give_home(state, self.waiting[0], PLACE_OF[action] % HOMES)
        if len(self.waiting) > 1:
            state.replace(DealHomes(self.waiting[1:]))
        else:
            order = clockwise(state)
            state.replace(DealColonies(order[0], 0))
            for each in reversed(order):
                state.push(StationShips(each))


def clockwise(state: Table) -> list[int]:
    """All seats clockwise from the British player."""
    british = state.british()
    return [*range(british, state.seats), *range(british)]


def give_home(state: Table, seat: int, home: int) -> None:
    """The homeland gets one infantry, one cavalry and one artillery."""
    state.home[seat] = home
    state.own(seat, home)
    if state.events is not None:
        state.emit(events.HOME_GIVEN, seat, home)
    for army in range(ARMIES):
        state.add_troops(seat, army, home, START_FORCE[army])


def stations(state: Table, seat: int, land: int) -> int:
    """Sea areas next to a land without warships of others: everybody is at peace."""
    free = SEA_NEAR[land]
    for party in range(PARTIES):
        if party != seat:
            free &= ~state.ships_at[party]
    return free


class StationShips(Step[Table]):
    """13.2 One frigate and one ship of the line go to sea areas next to the homeland."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def missing(self, state: Table) -> int:
        """The next ship to be stationed: 0 frigate, 1 ship of the line, 2 none."""
        placed = [0, 0]
        for sea in bits(state.ships_at[self.seat]):
            for ship in range(2):
                placed[ship] += state.fleet[(sea * PARTIES + self.seat) * 2 + ship]
        for ship in range(2):
            if placed[ship] < START_FORCE[FRIGATE + ship]:
                return ship
        return 2

    def to_act(self, state: Table) -> tuple[int, ...]:
        if self.missing(state) < 2 and stations(state, self.seat, state.home[self.seat]):
            return BY_SEAT[self.seat]
        return ()

    def choices(self, state: Table, seat: int) -> list[int]:
        first = self.missing(state) * SEAS
        return [STATION[first + sea] for sea in bits(stations(state, seat, state.home[seat]))]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "station":
            return None
        where = {"area": AREA.ids[LANDS + PLACE_OF[action] % SEAS]}
        return Reason("not-a-station", where, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.add_ships(seat, PLACE_OF[action] // SEAS, PLACE_OF[action] % SEAS, 1)

    def run(self, state: Table) -> None:
        state.pop()


class DealColonies(ChanceStep[Table]):
    """13.3 In turn everybody spins the disc for a colony, until all own colonies worth exactly 5.

    A land is spun again if it is a player's homeland, borders one, is a colony already, or is worth too much.
    """

    __slots__ = ("seat", "stuck")
    FIELDS = (("seat", SEAT), ("stuck", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, stuck: int) -> None:
        self.seat = seat
        self.stuck = stuck  # seats in a row for which there was no land left to spin

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_CHANCE if allowed_colonies(state, self.seat) else ()

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(SPIN[land], 1) for land in bits(allowed_colonies(state, self.seat))]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.replace(DealColonies((self.seat + 1) % state.seats, 0))
        found_colony(state, self.seat, PLACE_OF[action])

    def run(self, state: Table) -> None:
        if self.stuck + 1 < state.seats:
            state.replace(DealColonies((self.seat + 1) % state.seats, self.stuck + 1))
        else:
            state.replace(PHASES)


def allowed_colonies(state: Table, seat: int) -> int:
    """Bits of the lands that the disc can give to a player."""
    worth = state.options["start-value"]
    for land in bits(state.colonies(seat)):
        worth -= LAND_VALUE[land]
    if worth <= 0:
        return 0
    barred = 0
    for other in range(state.seats):
        barred |= LAND_NEAR[state.home[other]] | state.lands_of[other]
    found = 0
    for land in range(LANDS):
        if LAND_VALUE[land] <= worth and not barred >> land & 1:
            found |= 1 << land
    return found


def found_colony(state: Table, seat: int, land: int) -> None:
    """13.3 Posts, forts and infantry equal to the value of the land, and a frigate or armies worth 3 doubloons."""
    value = LAND_VALUE[land]
    state.own(seat, land)
    if state.events is not None:
        state.emit(events.COLONY_FOUNDED, seat, land)
    state.add_posts(seat, land, value)
    state.add_troops(seat, FORT, land, value)
    state.add_troops(seat, INFANTRY, land, value)
    state.push(EquipColony(seat, land, EXTRA_WORTH))


class EquipColony(Step[Table]):
    """13.3 A new colony gets a frigate in a neighbouring sea area that is free or own, or armies worth 3 doubloons."""

    __slots__ = ("land", "money", "seat")
    FIELDS = (("seat", SEAT), ("land", AREA), ("money", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, land: int, money: int) -> None:
        self.seat = seat
        self.land = land
        self.money = money

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat] if self.choices(state, self.seat) else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [
            EQUIP[army] for army in range(ARMIES) if UNIT_COST[army] <= self.money and state.stock[seat * PIECES + army]
        ]
        if self.money >= UNIT_COST[FRIGATE] and state.stock[seat * PIECES + FRIGATE]:
            offered += [STATION[sea] for sea in bits(stations(state, seat, self.land))]
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [STATION[sea] for sea in bits(SEA_NEAR[self.land])] if self.money >= UNIT_COST[FRIGATE] else []

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        if kind == "equip":
            needed = UNIT_COST[PLACE_OF[action]]
            return Reason("too-little-money", {"needed": needed, "money": self.money}, CHAPTER)
        if kind != "station":
            return None
        if self.money < UNIT_COST[FRIGATE]:
            return Reason("too-little-money", {"needed": UNIT_COST[FRIGATE], "money": self.money}, CHAPTER)
        return Reason("not-a-station", {"area": AREA.ids[LANDS + PLACE_OF[action] % SEAS]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if kind_of(action) == "station":
            state.pop()
            state.add_ships(seat, 0, PLACE_OF[action] % SEAS, 1)
        else:
            army = PLACE_OF[action]
            state.replace(EquipColony(seat, self.land, self.money - UNIT_COST[army]))
            state.add_troops(seat, army, self.land, 1)

    def run(self, state: Table) -> None:
        state.pop()


DEAL_BRITAIN: Final = DealBritain()
