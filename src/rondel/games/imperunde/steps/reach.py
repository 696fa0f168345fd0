"""11.3, 14.6 Who can still reach an area: questions only, asked by the rules, by the reasons and by the bot."""

from __future__ import annotations

from rondel.games.imperunde.actions import BRING, MOVERS, SEATS
from rondel.games.imperunde.components import ARMIES, CAVALRY, LAND_NEAR, LANDS, LANDS_BY, SEA_NEAR, UNIT_MOVES
from rondel.games.imperunde.state import EVENTS, MOVEMENT, PARTIES, PIRATES, Table
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


def bringers(state: Table, seat: int, area: int) -> list[int]:
    """11.3 Units that can still reach the battle without a fight: cavalry through own lands, ships through areas
    without enemy warships; nobody out of a calm."""
    offered: list[int] = []
    if not state.ready_at:
        return offered
    if area < LANDS:
        owner, far = state.owner, 0
        for land in LANDS_BY[area]:
            if owner[land] == seat:
                add_bring(state, land, 0, ARMIES, 1, offered)
                far |= LAND_NEAR[land]
        if far:
            for land in bits(far & state.lands_of[seat] & ~LAND_NEAR[area] & state.ready_at):
                add_bring(state, land, CAVALRY, CAVALRY + 1, 2, offered)
        coast = SEA_NEAR[area] & ~state.calm
        first, last = 0, ARMIES
    else:
        coast = state.near_seas(seat, area - LANDS) & ~state.calm
        first, last = ARMIES, MOVERS
    ready = state.ready_at >> LANDS & ~state.calm
    if area >= LANDS:
        ready &= ~(1 << area - LANDS)
    if not ready:
        return offered
    for sea in bits(coast & ready):
        add_bring(state, LANDS + sea, first, last, 1, offered)
    passage = coast & ~state.enemy_seas(seat)
    riding = ride_coast(state, seat, area) & ~state.calm & ~coast
    for sea in bits(ready & ~coast):
        near = state.near_seas(seat, sea)
        through = near & passage != 0
        if through:
            add_bring(state, LANDS + sea, first, last, 2, offered)
        if riding:
            if riding >> sea & 1:
                add_bring(state, LANDS + sea, CAVALRY, CAVALRY + 1, 0 if through else 1, offered)
            elif not through and near & riding & ~state.enemy_seas(seat):
                add_bring(state, LANDS + sea, CAVALRY, CAVALRY + 1, 2, offered)
    return offered


def ride_coast(state: Table, seat: int, area: int) -> int:
    """7., 11.3 Bits of the sea areas from which cavalry can land in an own land and ride on into the battle."""
    found = 0
    if area < LANDS and state.phase == MOVEMENT:
        for land in LANDS_BY[area]:
            if state.owner[land] == seat:
                found |= SEA_NEAR[land]
    return found


def add_bring(state: Table, area: int, first: int, last: int, needed: int, offered: list[int]) -> None:
    """Units of an area with at least so many moves left; 0: with exactly one."""
    ready = state.ready
    for mover in range(first, last):
        place = (area * MOVERS + mover) * 2
        if needed < 2 and ready[place]:
            offered.append(BRING[place])
        if needed and ready[place + 1]:
            offered.append(BRING[place + 1])


def has_unit(state: Table, seat: int, place: int) -> bool:
    """Whether a player has the unit that an action at this place of BRING would move."""
    area, mover = place // (MOVERS * 2), place // 2 % MOVERS
    if area < LANDS:
        return state.owner[area] == seat and state.troops[area * 4 + mover] > 0
    sea = area - LANDS
    if mover < ARMIES:
        return state.cargo[(sea * SEATS + seat) * ARMIES + mover] > 0
    return state.fleet[(sea * PARTIES + seat) * 2 + mover - ARMIES] > 0


def left_ashore(state: Table, mover: int, sea: int, land: int) -> int:
    """Moves left of an army that joins a battle on land from a sea area; none if it had to ride through an own land."""
    direct = SEA_NEAR[land] >> sea & 1
    return UNIT_MOVES[mover] - 1 if direct and state.phase != EVENTS else 0


def enemy_at(state: Table, seat: int, sea: int) -> int:
    """The party whose warships must be fought in a sea area: the first enemy in turn order, pirates last; or nobody."""
    hostile = state.hostile(seat)
    if hostile:
        for other in state.order():
            if hostile >> other & 1 and state.ships_at[other] >> sea & 1:
                return other
    return PIRATES if state.ships_at[PIRATES] >> sea & 1 else NOBODY


def exits(state: Table, seat: int, sea: int) -> int:
    """Where a warship can go on to from a friend's sea area: not to another friend's, and not at all in a calm."""
    if state.calm >> sea & 1:
        return 0
    return state.near_seas(seat, sea) & ~state.friend_seas(seat)
