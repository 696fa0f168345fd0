"""14.6 Movement and combat: marching, sailing, landing, sinking freighters. The battles themselves are in combat.py."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import (
    DISEMBARK,
    DONE,
    FIGHT_HERE,
    K_FIGHT_HERE,
    K_LAND,
    K_MARCH,
    K_PLAY,
    K_SAIL,
    K_SINK,
    KIND_OF,
    MARCH,
    MOVERS,
    PLACE_OF,
    SAIL,
    SEATS,
    SINK,
)
from rondel.games.imperunde.card import ANYTIME, add_plays, explain_play, held_cards
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    ARTILLERY,
    CAVALRY,
    COASTS,
    LANDS,
    LANDS_BY,
    SEA_NEAR,
    SEAS,
    UNIT,
    UNIT_MOVES,
)
from rondel.games.imperunde.state import EVENTS, MOVEMENT, Table
from rondel.games.imperunde.steps.combat import (
    begin_land_battle,
    begin_sea_battle,
    depart,
    enter_sea,
    join_battle,
)
from rondel.games.imperunde.steps.reach import exits
from rondel.games.imperunde.steps.secret_service import W_TURN, announce, open_window
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT, Reason, many
from rondel.kernel.flow import NOBODY, SeatStep, Step

LAND_CHAPTER: Final = "movement-on-land"
SEA_CHAPTER: Final = "movement-at-sea"

COAST_OF: Final[list[int]] = [-1] * (LANDS * SEAS)
"""[land * SEAS + sea] -> number of the coast, or -1."""
for _coast, (_land, _sea) in enumerate(COASTS):
    COAST_OF[_land * SEAS + _sea] = _coast

# Lists of moves, by where they start, what moves and where it may go; the same positions come up again and again.
_marches: Final[dict[int, list[list[int]]]] = {}
_sails: Final[dict[int, list[int]]] = {}
_landings: Final[dict[int, list[list[int]]]] = {}
MOST_KEPT: Final = 100_000


def open_lands(state: Table, seat: int, hostile: int, area: int) -> int:
    """Which of the lands beside an area a player may enter, as bits of their places in `LANDS_BY`: all but those of
    friends and homelands of others (see `Table.closed_lands`; here in small numbers)."""
    found, bit = 0, 1
    owners = state.owner
    for land in LANDS_BY[area]:
        owner = owners[land]
        if owner in (NOBODY, seat) or (hostile >> owner & 1 and state.home[owner] != land):
            found |= bit
        bit <<= 1
    return found


def marches(start: int, goals: int) -> list[list[int]]:
    """[army * 2 + moves - 1] the steps out of a land to those of its neighbours, as bits of their places."""
    key = goals * LANDS + start
    found = _marches.get(key)
    if found is None:
        lands = [LANDS_BY[start][place] for place in bits(goals)]
        found = [
            [MARCH[(start * LANDS + goal) * ARMIES * 2 + army_and_moves] for goal in lands]
            for army_and_moves in range(ARMIES * 2)
        ]
        if len(_marches) > MOST_KEPT:
            _marches.clear()
        _marches[key] = found
    return found


def sails(start: int, mover: int, moves: int, goals: int) -> list[int]:
    key = ((goals * SEAS + start) * MOVERS + mover) * 2 + moves - 1
    found = _sails.get(key)
    if found is None:
        found = [SAIL[((start * SEAS + goal) * MOVERS + mover) * 2 + moves - 1] for goal in bits(goals)]
        if len(_sails) > MOST_KEPT:
            _sails.clear()
        _sails[key] = found
    return found


def landings(sea: int, goals: int) -> list[list[int]]:
    """[army * 2 + moves - 1] the landings out of a sea area in those of its lands, as bits of their places."""
    key = goals * SEAS + sea
    found = _landings.get(key)
    if found is None:
        coasts = [COAST_OF[LANDS_BY[LANDS + sea][place] * SEAS + sea] for place in bits(goals)]
        found = [
            [DISEMBARK[coast * ARMIES * 2 + army_and_moves] for coast in coasts] for army_and_moves in range(ARMIES * 2)
        ]
        if len(_landings) > MOST_KEPT:
            _landings.clear()
        _landings[key] = found
    return found


# --- the turn -------------------------------------------------------------------------------------------------------


class MovementTurn(Step[Table]):
    """14.6 One player after the other makes all his moves and fights all his battles."""

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = "movement"

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def run(self, state: Table) -> None:
        state.rest()
        if not self.waiting:
            state.pop()
            state.free_prizes()
            return
        seat = self.waiting[0]
        state.replace(MovementTurn(self.waiting[1:]))
        state.push(READY[seat])
        open_window(state, W_TURN, seat)


class ReadyToMove(Step[Table]):
    """All units of the player get their moves, after the cards that are played before his turn."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = "movement"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, state: Table) -> None:
        state.make_ready(self.seat)
        state.replace(MOVE[self.seat])


class Move(SeatStep[Table]):
    """14.6 The player moves one unit at a time; a move into an enemy's or free land, or to enemy warships, is an
    attack."""

    __slots__ = ()
    OFFER_TELLS = True
    CHAPTER = "movement"

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        ready = state.ready
        ready_at = state.ready_at
        if ready_at:
            hostile = state.hostile(seat)
            for land in bits(ready_at & LAND_BITS):
                goals = open_lands(state, seat, hostile, land)
                if goals:
                    place = land * MOVERS * 2
                    steps = marches(land, goals)
                    if ready[place]:
                        offered += steps[0]
                    if ready[place + 2]:
                        offered += steps[CAVALRY * 2]
                    if ready[place + 3]:
                        offered += steps[CAVALRY * 2 + 1]
                    if ready[place + 4]:
                        offered += steps[ARTILLERY * 2]
            afloat = ready_at >> LANDS & ~state.calm
            if afloat:
                add_sailing(state, seat, afloat, offered)
        if state.phase == MOVEMENT:  # fair winds bring a move, and nothing else
            add_fights(state, seat, offered)
        add_plays(state, seat, ANYTIME, offered)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        """Every step of every unit, whether it has moves left or not."""
        offered: list[int] = []
        for land in bits(state.lands_of[seat]):
            for army in range(ARMIES):
                if state.troops[land * 4 + army]:
                    left = most_left(state, land, army, UNIT_MOVES[army])
                    offered += marches(land, (1 << len(LANDS_BY[land])) - 1)[army * 2 + left - 1]
        for sea in bits(state.ships_at[seat]):
            for ship in range(2):
                if state.warships(seat, sea) and state.fleet[(sea * 7 + seat) * 2 + ship]:
                    left = most_left(state, LANDS + sea, ARMIES + ship, 2)
                    offered += sails(sea, ARMIES + ship, left, SEA_NEAR[LANDS + sea])
        for sea in bits(state.cargo_at[seat]):
            for army in range(ARMIES):
                if state.cargo[(sea * SEATS + seat) * ARMIES + army]:
                    left = most_left(state, LANDS + sea, army, 2)
                    offered += sails(sea, army, left, SEA_NEAR[LANDS + sea])
                    offered += landings(sea, (1 << len(LANDS_BY[LANDS + sea])) - 1)[army * 2 + left - 1]
        return offered + held_cards(state, seat)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        if kind in (K_MARCH, K_LAND):
            return explain_step_ashore(state, seat, action)
        if kind == K_SAIL:
            return explain_sail(state, seat, action)
        if kind in (K_SINK, K_FIGHT_HERE) and state.phase == EVENTS:
            return Reason("fair-winds-only-move", {}, "events")
        if kind == K_SINK:
            return explain_sink(state, seat, action)
        if kind == K_FIGHT_HERE:
            sea = PLACE_OF[action] // SEATS
            return Reason(
                "nobody-to-fight", {"area": AREA.ids[LANDS + sea], "seat": PLACE_OF[action] % SEATS}, "combat"
            )
        return explain_play(state, seat, action, ANYTIME)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            if state.phase == EVENTS:
                state.rest()
            return
        kind = KIND_OF[action]
        place = PLACE_OF[action]
        if kind == K_MARCH:
            moves = place % 2 + 1
            army, way = place // 2 % ARMIES, place // (2 * ARMIES)
            start, goal = way // LANDS, way % LANDS
            march(state, seat, army, start, goal, moves)
        elif kind == K_SAIL:
            moves = place % 2 + 1
            mover, way = place // 2 % MOVERS, place // (2 * MOVERS)
            start, goal = way // SEAS, way % SEAS
            depart(state, seat, mover, LANDS + start, moves)
            enter_sea(state, seat, mover, goal, moves - 1, LANDS + start, LANDS + start, NOBODY)
        elif kind == K_LAND:
            moves = place % 2 + 1
            army = place // 2 % ARMIES
            land, sea = COASTS[place // (2 * ARMIES)]
            disembark(state, seat, army, sea, land, moves)
        elif kind == K_SINK:
            state.sink_freighters(place % SEATS, place // SEATS)
        elif kind == K_FIGHT_HERE:
            begin_sea_battle(state, seat, place // SEATS, place % SEATS, True)
        else:
            assert kind == K_PLAY
            announce(state, seat, place)


def most_left(state: Table, area: int, mover: int, otherwise: int) -> int:
    """The moves left of the freshest unit of a kind; `otherwise` if none has any."""
    place = (area * MOVERS + mover) * 2
    return 2 if state.ready[place + 1] else 1 if state.ready[place] else otherwise


def add_sailing(state: Table, seat: int, afloat: int, offered: list[int]) -> None:
    """14.6 Ships go to a neighbouring sea area or through an open canal; armies aboard may land.

    Freighters do not enter areas of enemy warships. Warships do, to fight; into a friend's area they go only with a
    second move that leads on. Where a friend and an enemy both have warships, nobody else may enter.
    """
    ready, hostile = state.ready, state.hostile(seat)
    enemies, friends = state.enemy_seas(seat), state.friend_seas(seat)
    cargo, warships = state.cargo_at[seat], state.ships_at[seat]
    for sea in bits(afloat):
        first = (LANDS + sea) * MOVERS * 2
        near = state.near_seas(seat, sea)
        if cargo >> sea & 1:
            safe = near & ~enemies
            ashore = landings(sea, open_lands(state, seat, hostile, LANDS + sea))
            for army in range(ARMIES):
                place = first + army * 2
                if ready[place]:
                    offered += sails(sea, army, 1, safe)
                    offered += ashore[army * 2]
                if ready[place + 1]:
                    offered += sails(sea, army, 2, safe)
                    offered += ashore[army * 2 + 1]
        if warships >> sea & 1:
            goals = near & ~friends
            for ship in range(ARMIES, MOVERS):
                place = first + ship * 2
                if ready[place]:
                    offered += sails(sea, ship, 1, goals)
                if ready[place + 1]:
                    offered += sails(sea, ship, 2, goals | passable(state, seat, near & friends & ~enemies))


def passable(state: Table, seat: int, through: int) -> int:
    """The friends' areas from which a warship can go on with its second move."""
    found = 0
    for sea in bits(through):
        if exits(state, seat, sea):
            found |= 1 << sea
    return found


def add_fights(state: Table, seat: int, offered: list[int]) -> None:
    """Sinking freighters where one's own warships alone are, and fighting enemy warships in the same area."""
    hostile = state.hostile(seat)
    mine = state.ships_at[seat]
    if not hostile or not mine:
        return
    controlled = -1
    for other in range(state.seats):
        if hostile >> other & 1:
            for sea in bits(mine & state.ships_at[other]):
                offered.append(FIGHT_HERE[sea * SEATS + other])
            if mine & state.cargo_at[other]:
                if controlled < 0:
                    controlled = mine & ~state.enemy_seas(seat) & ~state.friend_seas(seat)
                for sea in bits(controlled & state.cargo_at[other]):
                    offered.append(SINK[sea * SEATS + other])


def march(state: Table, seat: int, army: int, start: int, goal: int, moves: int) -> None:
    """A step on land: into an own land freely, into any other as an attack."""
    depart(state, seat, army, start, moves)
    step_ashore(state, seat, army, start, goal, moves - 1, 0)


def disembark(state: Table, seat: int, army: int, sea: int, land: int, moves: int) -> None:
    """14.6 Landing costs the freighter and the army one move each; only cavalry can then go on."""
    depart(state, seat, army, LANDS + sea, moves)
    left = UNIT_MOVES[army] - 1 if state.phase == MOVEMENT else 0
    step_ashore(state, seat, army, LANDS + sea, land, left, moves - 1)


def step_ashore(state: Table, seat: int, army: int, origin: int, land: int, left: int, freighter_moves: int) -> None:
    if state.owner[land] == seat:
        state.troops[land * 4 + army] += 1
        state.add_ready(land, army, left)
        state.told_move(seat, army, origin, land)
    else:
        begin_land_battle(state, seat, land)
        join_battle(state, state.battle(), seat, army, origin, origin, left, freighter_moves)


# --- why not --------------------------------------------------------------------------------------------------------


def explain_step_ashore(state: Table, seat: int, action: int) -> Reason:
    place = PLACE_OF[action]
    moves, army = place % 2 + 1, place // 2 % ARMIES
    if KIND_OF[action] == K_MARCH:
        start, goal = divmod(place // (2 * ARMIES), LANDS)
        there = state.troops[start * 4 + army] if state.owner[start] == seat else 0
        chapter = LAND_CHAPTER
    else:
        goal, sea = COASTS[place // (2 * ARMIES)]
        start = LANDS + sea
        there = state.cargo[(sea * SEATS + seat) * ARMIES + army]
        chapter = "landing"
    where = {"unit": UNIT.ids[army], "from": AREA.ids[start], "to": AREA.ids[goal]}
    if not there:
        return Reason("no-unit-there", where, chapter)
    if not state.ready[(start * MOVERS + army) * 2 + moves - 1]:
        return Reason("no-moves-left", where, chapter)
    if start >= LANDS and state.calm >> start - LANDS & 1:
        return Reason("calm", where, "events")
    if state.is_home(goal):
        return Reason("home-cannot-be-entered", where, "homelands")
    return Reason("land-of-a-friend", {**where, "seat": state.owner[goal]}, chapter)


def explain_sail(state: Table, seat: int, action: int) -> Reason:
    place = PLACE_OF[action]
    moves, mover = place % 2 + 1, place // 2 % MOVERS
    start, goal = divmod(place // (2 * MOVERS), SEAS)
    where = {"from": AREA.ids[LANDS + start], "to": AREA.ids[LANDS + goal], "unit": MOVER_NAME[mover]}
    if mover < ARMIES:
        there = state.cargo[(start * SEATS + seat) * ARMIES + mover]
    else:
        there = state.fleet[(start * 7 + seat) * 2 + mover - ARMIES]
    if not there:
        return Reason("no-unit-there", where, SEA_CHAPTER)
    if not state.ready[((LANDS + start) * MOVERS + mover) * 2 + moves - 1]:
        return Reason("no-moves-left", where, SEA_CHAPTER)
    if state.calm >> start & 1:
        return Reason("calm", where, "events")
    if not state.near_seas(seat, start) >> goal & 1:
        return Reason("canal-closed", where, "canals")
    if mover < ARMIES:
        return Reason("freighters-keep-away", where, SEA_CHAPTER)
    return Reason("friend-holds", {"area": AREA.ids[LANDS + goal]}, SEA_CHAPTER)


def explain_sink(state: Table, seat: int, action: int) -> Reason:
    sea, other = divmod(PLACE_OF[action], SEATS)
    where = {"area": AREA.ids[LANDS + sea], "seat": other}
    if not state.cargo_at[other] >> sea & 1:
        return Reason("no-freighters", where, SEA_CHAPTER)
    if not state.hostile(seat) >> other & 1:
        return Reason("not-at-war", where, "war-and-peace")
    return Reason("not-in-control", where, SEA_CHAPTER)


MOVER_NAME: Final = ("infantry", "cavalry", "artillery", "frigate", "ship-of-the-line")
LAND_BITS: Final = (1 << LANDS) - 1
READY: Final = [ReadyToMove(seat) for seat in range(SEATS)]
MOVE: Final = [Move(seat) for seat in range(SEATS)]
