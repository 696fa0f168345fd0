"""14.5 Clearing the seas: where hostile ships lie in one sea area, their warships fight until one side is left."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import AIM_AREA, PLACE_OF, kind_of
from rondel.games.imperunde.components import AREA, ARMIES, LANDS, SEA
from rondel.games.imperunde.state import PARTIES, PIRATES, Table
from rondel.games.imperunde.steps.combat import begin_sea_battle, enter_sea
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Reason
from rondel.kernel.flow import NOBODY, SeatStep, Step

CHAPTER: Final = "clearing"


class ClearSeas(Step[Table]):
    """14.5 One sea area after the other is cleared."""

    __slots__ = ("sea",)
    FIELDS = (("sea", NUMBER),)
    CHAPTER = CHAPTER

    def __init__(self, sea: int) -> None:
        self.sea = sea

    def run(self, state: Table) -> None:
        crowded = contested(state) >> self.sea
        if not crowded:
            state.pop()
            return
        sea = self.sea + (crowded & -crowded).bit_length() - 1
        state.replace(ClearSeas(sea + 1))
        state.push(Clear(sea, 0))


def contested(state: Table) -> int:
    """Bits of the sea areas with warships of one party and ships of another."""
    ships, several = 0, 0
    for party in range(PARTIES):
        several |= ships & state.ships_at[party]
        ships |= state.ships_at[party]
    for seat in range(state.seats):
        for party in range(PARTIES):
            if party != seat:
                several |= state.cargo_at[seat] & state.ships_at[party]
    return several


class Clear(Step[Table]):
    """14.5 The first player in turn order fights the second, the winner the third, and so on; pirates come last.

    Then the freighters of the losers are sunk. `only_pirates`: pirates have appeared, and nobody else fights.
    """

    __slots__ = ("only_pirates", "sea")
    FIELDS = (("sea", SEA), ("only_pirates", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, sea: int, only_pirates: int) -> None:
        self.sea = sea
        self.only_pirates = only_pirates

    def run(self, state: Table) -> None:
        one, other = self.next_pair(state)
        if one != NOBODY:
            begin_sea_battle(state, one, self.sea, other, False)
            return
        state.pop()
        sink_losers(state, self.sea, bool(self.only_pirates))
        if not self.only_pirates:
            part_friends(state, self.sea)

    def next_pair(self, state: Table) -> tuple[int, int]:
        sea = self.sea
        there = [seat for seat in state.order() if state.ships_at[seat] >> sea & 1]
        if not self.only_pirates:
            for at, later in enumerate(there):
                for earlier in there[:at]:
                    # An armistice does not help here: a sea area belongs to one player only (FAQ of the publisher).
                    if state.war[earlier] >> later & 1:
                        return earlier, later
        if there and state.ships_at[PIRATES] >> sea & 1:
            return there[0], PIRATES
        return NOBODY, NOBODY


def sink_losers(state: Table, sea: int, only_pirates: bool) -> None:
    """Freighters without the protection of own or friendly warships are sunk by enemy warships."""
    pirates = state.ships_at[PIRATES] >> sea & 1
    for seat in range(state.seats):
        if not state.cargo_at[seat] >> sea & 1 or state.ships_at[seat] >> sea & 1:
            continue
        if pirates or (
            not only_pirates and not state.friend_seas(seat) >> sea & 1 and state.enemy_seas(seat) >> sea & 1
        ):
            state.sink_freighters(seat, sea)


def part_friends(state: Table, sea: int) -> None:
    """Two friends cannot both hold a sea area: the later one in turn order must leave, if he can."""
    there = [seat for seat in state.order() if state.ships_at[seat] >> sea & 1]
    if len(there) > 1 and havens(state, there[-1], sea):
        state.push(GiveWay(there[-1], sea))


def havens(state: Table, seat: int, sea: int) -> int:
    """Neighbouring sea areas without warships of others."""
    found = state.near_seas(seat, sea)
    for party in range(PARTIES):
        if party != seat:
            found &= ~state.ships_at[party]
    return 0 if state.calm >> sea & 1 else found


class GiveWay(SeatStep[Table]):
    """14.5, 14.6 A sea area belongs to one player only: friends who find themselves in one part."""

    __slots__ = ("sea",)
    FIELDS = (("seat", SEAT), ("sea", SEA))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, sea: int) -> None:
        super().__init__(seat)
        self.sea = sea

    def choices(self, state: Table, seat: int) -> list[int]:
        return [AIM_AREA[LANDS + sea] for sea in bits(havens(state, seat, self.sea))]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "aim-area":
            return None
        return Reason("not-a-haven", {"area": AREA.ids[PLACE_OF[action]]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        goal = PLACE_OF[action] - LANDS
        for ship in range(2):
            for _ in range(state.fleet[(self.sea * PARTIES + seat) * 2 + ship]):
                state.lift_ship(seat, ship, self.sea)
                enter_sea(state, seat, ARMIES + ship, goal, 0, LANDS + self.sea, LANDS + self.sea, NOBODY)
            state.move_prizes(seat, ship, self.sea, goal)
        state.push(Clear(self.sea, 0))


def pirates_attack(state: Table, sea: int) -> None:
    """14.8, 12. (3) Pirates that appear attack all ships in the sea area at once."""
    if state.ships_at[PIRATES] >> sea & 1:
        for seat in range(state.seats):
            if (state.ships_at[seat] | state.cargo_at[seat]) >> sea & 1:
                state.push(Clear(sea, 1))
                return
