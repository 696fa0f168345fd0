"""14.8 Events: six on land and three at sea, spun on two discs and carried out at once."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import LAND_EVENTS_DRAWN, PLACE_OF, SEA_EVENTS_DRAWN, SEATS, SPIN
from rondel.games.imperunde.components import (
    ALL_LANDS,
    ALL_SEAS,
    ARMIES,
    CALM,
    DISC,
    EPIDEMIC,
    FAIR_WINDS,
    FAMINE,
    FRIGATE,
    INFANTRY,
    LAND,
    LAND_DISC,
    LAND_EVENTS,
    LAND_VALUE,
    LANDS,
    PIECES,
    SEA,
    SEA_DISC,
    SEA_EVENTS,
    SEA_VALUE,
    STORM,
    TRADE,
    UNREST,
    UPRISING,
    VOLUNTEERS,
)
from rondel.games.imperunde.state import PARTIES, PIRATES, Table
from rondel.games.imperunde.steps.combat import begin_rebellion
from rondel.games.imperunde.steps.movement import MOVE
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.games.imperunde.steps.seas import pirates_attack
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, many
from rondel.kernel.flow import NOBODY, ChanceStep, Step

CHAPTER: Final = "events"


def begin(state: Table) -> None:
    """14.8 Calms, storms and black discs are taken off the board first."""
    state.famine = state.storm = state.calm = state.happened = 0
    for land in range(LANDS):
        state.plunderer[land] = NOBODY
    state.push(EventTurn(0))


class EventTurn(Step[Table]):
    """14.8 First the land events, then the sea events, one after the other."""

    __slots__ = ("done",)
    FIELDS = (("done", NUMBER),)
    CHAPTER = CHAPTER

    def __init__(self, done: int) -> None:
        self.done = done

    def run(self, state: Table) -> None:
        if self.done >= LAND_EVENTS + SEA_EVENTS:
            state.pop()
            return
        state.replace(EventTurn(self.done + 1))
        state.push(SPIN_LAND if self.done < LAND_EVENTS else SPIN_SEA)


class SpinLand(ChanceStep[Table]):
    """14.8 The disc points at a land; players' homelands and lands that had an event are spun again."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        free = ALL_LANDS & ~state.happened
        for home in state.home[: state.seats]:
            free &= ~(1 << home)
        return [(SPIN[land], 1) for land in bits(free)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        land = PLACE_OF[action]
        state.happened |= 1 << land
        state.replace(DrawLandEvent(land))


class DrawLandEvent(ChanceStep[Table]):
    """14.8 The second disc says what happens in the land; in a free land nothing comes of it."""

    __slots__ = ("land",)
    FIELDS = (("land", LAND),)
    CHAPTER = CHAPTER

    def __init__(self, land: int) -> None:
        self.land = land

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return LAND_ODDS[DISC.index(state.options["disc"])]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        land_event(state, PLACE_OF[action], self.land)


def land_event(state: Table, event: int, land: int) -> None:
    owner = state.owner[land]
    if state.events is not None:
        state.emit(events.HAPPENED, event, land, owner)
    if owner == NOBODY:
        return
    value = LAND_VALUE[land]
    if event == VOLUNTEERS:
        state.add_troops(owner, INFANTRY, land, min(value, state.stock[owner * PIECES + INFANTRY]))
    elif event == TRADE:
        state.gain(owner, value, "trade")
    elif event == FAMINE:
        state.famine |= 1 << land
    elif event == EPIDEMIC:
        for army in range(ARMIES - 1, -1, -1):
            roll_odd(state, owner, army, land, state.troops[land * 4 + army], "epidemic")
    elif event == UNREST:
        begin_rebellion(state, land, value)
    else:
        assert event == UPRISING
        begin_rebellion(state, land, 2 * value)


class SpinSea(ChanceStep[Table]):
    """14.8 The disc points at a sea area that has had no event."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(SPIN[LANDS + sea], 1) for sea in bits(ALL_SEAS & ~(state.happened >> LANDS))]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        area = PLACE_OF[action]
        state.happened |= 1 << area
        state.replace(DrawSeaEvent(area - LANDS))


class DrawSeaEvent(ChanceStep[Table]):
    """14.8 The second disc says what happens in the sea area."""

    __slots__ = ("sea",)
    FIELDS = (("sea", SEA),)
    CHAPTER = CHAPTER

    def __init__(self, sea: int) -> None:
        self.sea = sea

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return SEA_ODDS[DISC.index(state.options["disc"])]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        sea_event(state, PLACE_OF[action], self.sea)


def sea_event(state: Table, event: int, sea: int) -> None:
    if state.events is not None:
        state.emit(events.HAPPENED, len(LAND_EVENTS_DRAWN) + event, LANDS + sea, NOBODY)
    if event == STORM:
        break_loose(state, sea)
    elif event == CALM:
        state.calm |= 1 << sea
    elif event == FAIR_WINDS:
        there = [seat for seat in state.order() if (state.ships_at[seat] | state.cargo_at[seat]) >> sea & 1]
        if there:
            state.push(FairWinds(sea, tuple(there)))
    else:
        state.add_ships(PIRATES, 0, sea, SEA_VALUE[sea])
        pirates_attack(state, sea)


def break_loose(state: Table, sea: int) -> None:
    """A storm: a die for every ship there, pirates too."""
    state.storm |= 1 << sea
    for party in range(PARTIES - 1, -1, -1):
        for ship in range(2):
            roll_odd(
                state, party, FRIGATE + ship, LANDS + sea, state.fleet[(sea * PARTIES + party) * 2 + ship], "storm"
            )
        if party < SEATS:
            for army in range(ARMIES):
                number = state.cargo[(sea * SEATS + party) * ARMIES + army]
                roll_odd(state, party, army, LANDS + sea, number, "storm")


class FairWinds(Step[Table]):
    """14.8 All ships in the sea area may make one move at once, and armies aboard may land; in turn order."""

    __slots__ = ("sea", "waiting")
    FIELDS = (("sea", SEA), ("waiting", many(SEAT)))
    CHAPTER = CHAPTER

    def __init__(self, sea: int, waiting: tuple[int, ...]) -> None:
        self.sea = sea
        self.waiting = waiting

    def run(self, state: Table) -> None:
        if not self.waiting:
            state.pop()
            return
        seat = self.waiting[0]
        state.replace(FairWinds(self.sea, self.waiting[1:]))
        state.make_ready_winds(seat, self.sea)
        if state.ready_at:
            state.push(MOVE[seat])
        else:
            state.rest()


LAND_ODDS: Final = [[(LAND_EVENTS_DRAWN[i], w) for i, w in enumerate(disc)] for disc in LAND_DISC]
SEA_ODDS: Final = [[(SEA_EVENTS_DRAWN[i], w) for i, w in enumerate(disc)] for disc in SEA_DISC]
SPIN_LAND: Final = SpinLand()
SPIN_SEA: Final = SpinSea()
