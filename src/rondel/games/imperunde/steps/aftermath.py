"""11. What follows from a battle: conquest, freed lands, sea areas won, freighters sunk, attackers that withdraw."""

from __future__ import annotations

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import MOVER_OF, SEATS
from rondel.games.imperunde.components import ARMIES, CANAL_OF, CANAL_POSTS, FRIGATE, LANDS
from rondel.games.imperunde.fight import PRIZE, freighter_moves_of, mark_of, origin_of, unit_of
from rondel.games.imperunde.state import NATIVES, Table
from rondel.games.imperunde.steps.victory import check_victory
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


def set_free(state: Table, land: int) -> None:
    """5.4, 8. Rebels have won: all posts burn and the land is free. A canal stays."""
    seat = state.owner[land]
    posts = state.posts[land]
    state.own(NOBODY, land)
    if state.events is not None:
        state.emit(events.LAND_FREED, seat, land, posts)


def conquer(state: Table, seat: int, land: int, units: list[int]) -> None:
    """5.4, 11.4 The attacker owns the land, and its posts change colour; in a free land with a canal he gets its
    posts."""
    before = state.owner[land]
    state.own(seat, land)
    if state.events is not None:
        state.emit(events.CONQUERED, seat, NATIVES if before == NOBODY else before, land, state.posts[land])
    for each in units:
        unit, moves = unit_of(each), mark_of(each)
        state.troops[land * 4 + unit] += 1
        state.add_ready(land, unit, moves)
    canal = CANAL_OF[land]
    if before == NOBODY and canal >= 0 and state.canals >> canal & 1:
        state.add_posts(seat, land, CANAL_POSTS[canal])
    check_victory(state, seat)


def put_ships(state: Table, seat: int, sea: int, units: list[int]) -> None:
    """The attacker's ships stay in the sea area, each with the moves it has left; prizes with none."""
    for each in units:
        ship, moves = unit_of(each) - FRIGATE, mark_of(each)
        state.put_ship(seat, ship, sea)
        if moves == PRIZE:
            state.prize[(sea * SEATS + seat) * 2 + ship] += 1
        elif seat == state.mover:
            state.add_ready(LANDS + sea, ARMIES + ship, moves)


def sink_beaten(state: Table, seat: int, sea: int, beaten: int) -> None:
    """11.6 The freighters of beaten enemies sink, unless warships of a friend of theirs still protect them."""
    for enemy in bits(beaten & state.hostile(seat)):
        if not state.friend_seas(enemy) >> sea & 1:
            state.sink_freighters(enemy, sea)


def go_home(state: Table, seat: int, area: int, units: list[int]) -> None:
    """An armistice: the attackers return to where they came from, which costs no move (FAQ of the publisher).

    A land that they left free is theirs again, and freighters keep the moves they had left.
    """
    if state.events is not None:
        state.emit(events.WITHDRAWN, seat, area)
    for each in units:
        origin, unit, moves = origin_of(each), unit_of(each), mark_of(each)
        if unit >= FRIGATE:
            put_ships(state, seat, origin - LANDS, [each])
        elif origin >= LANDS:
            state.put_cargo(seat, unit, origin - LANDS)
            state.add_ready(origin, MOVER_OF[unit], freighter_moves_of(each))
        else:
            if state.owner[origin] != seat:  # the last of them left it free, and it has been free since
                state.own(seat, origin)
                if state.events is not None:
                    state.emit(events.RETURNED, seat, origin)
            state.troops[origin * 4 + unit] += 1
            state.add_ready(origin, MOVER_OF[unit], moves)
