"""11. Combat: its course, gathering up to three units, reinforcing, and what follows. The rolls are in rolling.py.

There is at most one battle at a time; it lies on the table (`state.b_...`) and its unfinished business is the step
Battle.
"""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    BRING,
    FIGHT,
    GIVE_UP,
    MOVER,
    MOVER_OF,
    MOVER_UNIT,
    MOVERS,
    ODD,
    PLACE_OF,
    SAIL,
    SEATS,
    kind_of,
)
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    CANAL_OF,
    CANAL_POSTS,
    CAVALRY,
    FRIGATE,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    PIECES,
    SEA,
    SEA_NEAR,
    SEAS,
    UNIT,
    UNIT_MOVES,
)
from rondel.games.imperunde.state import (
    CLEARING,
    CODES,
    EVENTS,
    MOVEMENT,
    NATIVES,
    PARTIES,
    PIRATES,
    PRIZE,
    Table,
    check_victory,
)
from rondel.games.imperunde.steps.rolling import BOARD, LINE_UP, ROLL_DICE, compare, line_up_attacker, line_up_defender
from rondel.games.imperunde.steps.secret_service import W_BATTLE, W_ROLL, open_window
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

OPENING, LINE_A, LINE_D, ROLLING, COMPARING, BOARDING, REINFORCING, CHECKING, WITHDRAWING = range(9)

# --- beginning a battle -------------------------------------------------------------------------------------------


def open_battle(state: Table, area: int, attacker: int, defender: int, is_open: bool) -> None:
    """`is_open`: the attacker moved in and may bring up reinforcements."""
    state.b_open = 1 if is_open else 0
    state.b_area = area
    state.b_attacker = attacker
    state.b_defender = defender
    state.b_stage = OPENING
    state.b_rolls = 0
    state.natives = LAND_VALUE[area] if defender == NATIVES else 0
    if state.events is not None:
        state.emit(events.ATTACKED, attacker, defender, area)


def begin_land_battle(state: Table, seat: int, land: int) -> None:
    """11.2 An army enters a free land or an enemy's colony; up to two more may come along before the first roll.

    A colony without armies and forts falls without a roll: trading posts cannot defend it.
    """
    owner = state.owner[land]
    open_battle(state, land, seat, NATIVES if owner == NOBODY else owner, True)
    state.push(BATTLE)
    if defenders(state) and bringers(state):
        state.push(GATHER)


def begin_sea_battle(state: Table, seat: int, sea: int, enemy: int, gather: bool) -> None:
    """11.6 Warships meet enemy warships or pirates; own ships that already lie there fight too."""
    open_battle(state, LANDS + sea, seat, enemy, gather)
    muster(state, seat, sea)
    state.push(BATTLE)
    if gather and bringers(state):
        state.push(GATHER)


def muster(state: Table, seat: int, sea: int) -> None:
    """All warships of a player in a sea area become attackers, each with the moves it has left."""
    for ship in range(2):
        mover = ARMIES + ship
        number = state.fleet[(sea * PARTIES + seat) * 2 + ship]
        prizes = state.prize[(sea * SEATS + seat) * 2 + ship]
        state.prize[(sea * SEATS + seat) * 2 + ship] = 0
        for _ in range(number):
            moves = 0
            if seat == state.mover:
                place = ((LANDS + sea) * MOVERS + mover) * 2
                moves = 2 if state.ready[place + 1] else 1 if state.ready[place] else 0
                if moves:
                    state.use_ready(LANDS + sea, mover, moves)
            if not moves and prizes:
                prizes -= 1
                moves = PRIZE
            state.lift_ship(seat, ship, sea)
            state.attackers.append((LANDS + sea) * CODES + (FRIGATE + ship) * 4 + moves)


def begin_rebellion(state: Table, land: int, rebels: int) -> None:
    """12., 14.8 Native infantry attacks the owner of a colony."""
    open_battle(state, land, NATIVES, state.owner[land], False)
    state.rebels = rebels
    state.push(BATTLE)


# --- the course of a battle -----------------------------------------------------------------------------------------


def defenders(state: Table) -> int:
    if state.b_defender == NATIVES:
        return state.natives
    if state.b_area < LANDS:
        return state.garrison(state.b_area)
    return state.warships(state.b_defender, state.b_area - LANDS)


def attacking(state: Table) -> int:
    return state.rebels if state.b_attacker == NATIVES else len(state.attackers)


class Battle(Step[Table]):
    """11.2 Lining up, rolling and comparing is repeated until one side is gone; nobody can retreat."""

    __slots__ = ()
    CHAPTER = "combat"

    def run(self, state: Table) -> None:
        stage = state.b_stage
        if stage == ROLLING:
            state.b_stage = COMPARING
            state.push(ROLL_DICE)
        elif stage == COMPARING:
            state.b_stage = BOARDING
            compare(state)
        elif stage == BOARDING:
            if state.boardings:
                state.dice.clear()
                state.push(BOARD)
            else:
                state.b_stage = REINFORCING
        elif stage == LINE_A:
            if not defenders(state) or not attacking(state):
                finish(state)
            else:
                state.b_stage = LINE_D
                line_up_attacker(state)
        elif stage == LINE_D:
            state.b_stage = ROLLING
            line_up_defender(state)
        elif stage == REINFORCING:
            state.b_stage = CHECKING
            state.b_rolls += 1
            state.ambush = state.surprise = 0
            if defenders(state) and can_reinforce(state):
                state.push(GATHER)
        elif stage == CHECKING:
            if not defenders(state) or not attacking(state):
                finish(state)
            else:
                state.b_stage = LINE_A
                open_window(state, W_ROLL, window_first(state))
        elif stage == OPENING:
            state.b_stage = LINE_A
            if defenders(state):
                open_window(state, W_BATTLE, window_first(state))
        else:
            withdraw(state)


def window_first(state: Table) -> int:
    """Windows of a battle begin with the attacker; with the defender if natives attack."""
    return state.b_attacker if state.b_attacker < SEATS else state.b_defender


# --- gathering and reinforcing --------------------------------------------------------------------------------------


def can_reinforce(state: Table) -> bool:
    """11.3 Only the attacker brings up units, only in movement (and with fair winds), up to three in the battle."""
    return bool(state.b_open) and len(state.attackers) < LINE_UP and bool(bringers(state))


def bringers(state: Table) -> list[int]:
    """11.3 Units that can still reach the battle without a fight: cavalry through own lands, ships through areas
    without enemy warships; nobody out of a calm."""
    seat = state.b_attacker
    area = state.b_area
    offered: list[int] = []
    if not state.ready_at:
        return offered
    if area < LANDS:
        own = state.lands_of[seat]
        near = LAND_NEAR[area] & own
        for land in bits(near & state.ready_at):
            add_bring(state, land, 0, ARMIES, 1, offered)
        far = 0
        for land in bits(near):
            far |= LAND_NEAR[land]
        for land in bits(far & own & ~near & state.ready_at):
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
        for land in bits(LAND_NEAR[area] & state.lands_of[seat]):
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


class Gather(Step[Table]):
    """11.2, 11.3 The attacker brings up to three units into the battle, at its beginning and after each roll."""

    __slots__ = ()
    CHAPTER = "reinforcements"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.b_attacker]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.gather", {"area": AREA.ids[state.b_area], "number": len(state.attackers)})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.gather", {"area": AREA.ids[state.b_area], "seat": state.b_attacker})

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = bringers(state) if len(state.attackers) < LINE_UP else []
        offered.append(FIGHT if state.attackers else GIVE_UP)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [action for action in BRING if action >= 0 and has_unit(state, seat, PLACE_OF[action])]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "bring":
            return None
        place = PLACE_OF[action]
        area = place // (MOVERS * 2)
        where = {
            "from": AREA.ids[area],
            "to": AREA.ids[state.b_area],
            "unit": UNIT.ids[MOVER_UNIT[place // 2 % MOVERS]],
        }
        if not has_unit(state, seat, place):
            return Reason("no-unit-there", where, self.CHAPTER)
        if not state.ready[place]:
            return Reason("no-moves-left", where, self.CHAPTER)
        if area >= LANDS and state.calm >> area - LANDS & 1:
            return Reason("calm", where, "events")
        return Reason("cannot-reach", where, self.CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action in (FIGHT, GIVE_UP):
            state.pop()
            return
        bring(state, seat, PLACE_OF[action])
        # A ship that entered a storm rolls first.
        if isinstance(state.pending[-1], Gather) and not can_reinforce(state):
            state.pop()


def has_unit(state: Table, seat: int, place: int) -> bool:
    """Whether a player has the unit that an action at this place of BRING would move."""
    area, mover = place // (MOVERS * 2), place // 2 % MOVERS
    if area == state.b_area:
        return False
    if area < LANDS:
        return state.owner[area] == seat and state.troops[area * 4 + mover] > 0
    sea = area - LANDS
    if mover < ARMIES:
        return state.cargo[(sea * SEATS + seat) * ARMIES + mover] > 0
    return state.fleet[(sea * PARTIES + seat) * 2 + mover - ARMIES] > 0


def bring(state: Table, seat: int, place: int) -> None:
    """Bring one unit into the battle; if it must pass another area on its way, it does so at once."""
    area, mover, moves = place // (MOVERS * 2), place // 2 % MOVERS, place % 2 + 1
    goal = state.b_area
    depart(state, seat, mover, area, moves)
    if area < LANDS:
        used = 1 if LAND_NEAR[goal] >> area & 1 else 2
        join_battle(state, seat, mover, area, moves - used)
        return
    coast = SEA_NEAR[goal] if goal < LANDS else state.near_seas(seat, goal - LANDS)
    riding = ride_coast(state, seat, goal) if mover == CAVALRY else 0
    sea = area - LANDS
    if (coast | riding) >> sea & 1:
        if goal < LANDS:
            join_battle(state, seat, mover, area, left_ashore(state, mover, sea))
        else:
            enter_sea(state, seat, mover, goal - LANDS, moves - 1, area, NOBODY)
        return
    reach = state.near_seas(seat, sea) & ~state.calm & ~state.enemy_seas(seat)
    ways = [coast & ~state.storm, riding & ~state.storm, coast, riding]
    via = next(bits(reach & way)[0] for way in ways if reach & way)
    enter_sea(state, seat, mover, via, moves - 1, area, goal)


def left_ashore(state: Table, mover: int, sea: int) -> int:
    """Moves left of an army that joins a battle on land from a sea area; none if it had to ride through an own land."""
    direct = SEA_NEAR[state.b_area] >> sea & 1
    return UNIT_MOVES[mover] - 1 if direct and state.phase != EVENTS else 0


def depart(state: Table, seat: int, mover: int, area: int, moves: int) -> None:
    """A unit leaves an area, still on the board."""
    state.use_ready(area, mover, moves)
    if area < LANDS:
        state.lift_troop(area, mover)
        state.leave(area)
    elif mover < ARMIES:
        state.lift_cargo(seat, mover, area - LANDS)
    else:
        state.lift_ship(seat, mover - ARMIES, area - LANDS)


def join_battle(state: Table, seat: int, mover: int, origin: int, moves: int) -> None:
    unit = MOVER_UNIT[mover]
    state.attackers.append(origin * CODES + unit * 4 + moves)
    state.told_move(seat, unit, origin, state.b_area)


# --- entering a sea area ----------------------------------------------------------------------------------------------


def enter_sea(state: Table, seat: int, mover: int, sea: int, moves: int, origin: int, goal: int) -> None:
    """A ship enters a sea area with so many moves left. In a storm it rolls first; `goal` is where it goes on to at
    once."""
    if mover < ARMIES:
        state.put_cargo(seat, mover, sea)
    else:
        state.put_ship(seat, mover - ARMIES, sea)
    state.add_ready(LANDS + sea, mover, moves)
    state.told_move(seat, MOVER_UNIT[mover], origin, LANDS + sea)
    if state.storm >> sea & 1:
        state.push(StormEntry(seat, mover, sea, moves, origin, goal))
    else:
        arrived(state, seat, mover, sea, moves, origin, goal)


def arrived(state: Table, seat: int, mover: int, sea: int, moves: int, origin: int, goal: int) -> None:
    """A ship has entered an area: it joins the battle there, attacks, passes on, or stays."""
    area = LANDS + sea
    if goal >= 0:
        lift_arrived(state, seat, mover, sea, moves)
        if goal < LANDS:
            join_battle(state, seat, mover, origin, left_ashore(state, mover, sea))
        else:
            enter_sea(state, seat, mover, goal - LANDS, moves - 1, origin, NOBODY)
        return
    if mover < ARMIES:
        return
    if area == state.b_area:
        lift_arrived(state, seat, mover, sea, moves)
        state.attackers.append(origin * CODES + MOVER_UNIT[mover] * 4 + moves)
        return
    enemy = enemy_at(state, seat, sea)
    if enemy != NOBODY:
        lift_arrived(state, seat, mover, sea, moves)
        begin_sea_battle(state, seat, sea, enemy, True)
        state.attackers.append(origin * CODES + MOVER_UNIT[mover] * 4 + moves)
    elif state.friend_seas(seat) >> sea & 1:
        state.push(PassThrough(seat, mover, sea, origin))


def lift_arrived(state: Table, seat: int, mover: int, sea: int, moves: int) -> None:
    if moves:
        state.use_ready(LANDS + sea, mover, moves)
    if mover < ARMIES:
        state.lift_cargo(seat, mover, sea)
    else:
        state.lift_ship(seat, mover - ARMIES, sea)


def enemy_at(state: Table, seat: int, sea: int) -> int:
    """The party whose warships must be fought in a sea area: the first enemy in turn order, pirates last; or nobody."""
    hostile = state.hostile(seat)
    if hostile:
        for other in state.order():
            if hostile >> other & 1 and state.ships_at[other] >> sea & 1:
                return other
    return PIRATES if state.ships_at[PIRATES] >> sea & 1 else NOBODY


STORM_ODDS: Final = [(ODD[0], 1), (ODD[1], 1)]


class StormEntry(ChanceStep[Table]):
    """14.8 Every ship placed or moved into a storm rolls a die; an odd number sinks it."""

    __slots__ = ("goal", "mover", "moves", "origin", "sea", "seat")
    FIELDS = (
        ("seat", SEAT), ("mover", MOVER), ("sea", SEA), ("moves", NUMBER), ("origin", AREA), ("goal", AREA),
    )  # fmt: skip
    CHAPTER = "events"

    def __init__(self, seat: int, mover: int, sea: int, moves: int, origin: int, goal: int) -> None:
        self.seat = seat
        self.mover = mover
        self.sea = sea
        self.moves = moves
        self.origin = origin
        self.goal = goal

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return STORM_ODDS

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        unit = MOVER_UNIT[self.mover]
        if state.events is not None:
            state.emit(events.ODD_ROLLED, unit, LANDS + self.sea, 1, PLACE_OF[action])
        if action == ODD[1]:
            lift_arrived(state, self.seat, self.mover, self.sea, self.moves)
            state.stock[self.seat * PIECES + unit] += 1
            if state.events is not None:
                state.emit(events.REMOVED, self.seat, unit, LANDS + self.sea, "storm")
        else:
            arrived(state, self.seat, self.mover, self.sea, self.moves, self.origin, self.goal)


def exits(state: Table, seat: int, sea: int) -> int:
    """Where a warship can go on to from a friend's sea area: not to another friend's, and not at all in a calm."""
    if state.calm >> sea & 1:
        return 0
    return state.near_seas(seat, sea) & ~state.friend_seas(seat)


class PassThrough(Step[Table]):
    """14.6 A warship may sail through a friend's sea area, and may not stop there: it must go on with its second
    move."""

    __slots__ = ("mover", "origin", "sea", "seat")
    FIELDS = (("seat", SEAT), ("mover", MOVER), ("sea", SEA), ("origin", AREA))
    CHAPTER = "movement-at-sea"

    def __init__(self, seat: int, mover: int, sea: int, origin: int) -> None:
        self.seat = seat
        self.mover = mover
        self.sea = sea
        self.origin = origin

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [
            SAIL[((self.sea * SEAS + goal) * MOVERS + self.mover) * 2] for goal in bits(exits(state, seat, self.sea))
        ]

    def candidates(self, state: Table, seat: int) -> list[int]:
        near = bits(state.near_seas(seat, self.sea))
        return [SAIL[((self.sea * SEAS + goal) * MOVERS + self.mover) * 2] for goal in near]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) not in ("sail", "done"):
            return None
        return Reason("friend-holds", {"area": AREA.ids[LANDS + self.sea]}, self.CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        goal = PLACE_OF[action] // (MOVERS * 2) % SEAS
        depart(state, seat, self.mover, LANDS + self.sea, 1)
        enter_sea(state, seat, self.mover, goal, 0, self.origin, NOBODY)


# --- the end of a battle --------------------------------------------------------------------------------------------


def stop_battle(state: Table, one: int, other: int) -> None:
    """An armistice between the two sides ends their battle; but a sea area must be cleared all the same (14.5)."""
    sides = (state.b_attacker, state.b_defender)
    if state.b_area != NOBODY and state.phase != CLEARING and sides in ((one, other), (other, one)):
        state.b_stage = WITHDRAWING


def close_battle(state: Table) -> None:
    state.b_area = state.b_attacker = state.b_defender = NOBODY
    state.b_stage = state.b_open = state.b_rolls = state.rebels = state.natives = 0
    state.attackers.clear()
    state.line_a.clear()
    state.line_d.clear()
    state.dice.clear()
    state.boardings.clear()
    state.hussar = state.ambush = state.surprise = 0


def finish(state: Table) -> None:
    """One side is gone: the land or the sea area is won, or the attack has failed."""
    state.pop()
    area, attacker, defender = state.b_area, state.b_attacker, state.b_defender
    if not attacking(state):
        if state.events is not None:
            state.emit(events.REPULSED, attacker, defender, area)
        close_battle(state)
    elif attacker == NATIVES:
        close_battle(state)
        set_free(state, area)
    elif area < LANDS:
        conquer(state, attacker, area)
    else:
        win_sea(state)


def set_free(state: Table, land: int) -> None:
    """5.4, 8. Rebels have won: all posts burn and the land is free. A canal stays."""
    seat = state.owner[land]
    posts = state.posts[land]
    state.own(NOBODY, land)
    if state.events is not None:
        state.emit(events.LAND_FREED, seat, land, posts)


def conquer(state: Table, seat: int, land: int) -> None:
    """5.4, 11.4 The attacker owns the land, and its posts change colour; in a free land with a canal he gets its
    posts."""
    before = state.owner[land]
    attackers = state.attackers[:]
    close_battle(state)
    state.own(seat, land)
    if state.events is not None:
        state.emit(events.CONQUERED, seat, NATIVES if before == NOBODY else before, land, state.posts[land])
    for packed in attackers:
        unit, moves = packed % CODES // 4, packed % 4
        state.troops[land * 4 + unit] += 1
        state.add_ready(land, unit, moves)
    canal = CANAL_OF[land]
    if before == NOBODY and canal >= 0 and state.canals >> canal & 1:
        state.add_posts(seat, land, CANAL_POSTS[canal])
    check_victory(state, seat)


def put_attackers(state: Table, seat: int, sea: int, attackers: list[int]) -> None:
    """The attacker's ships stay in the sea area, each with the moves it has left; prizes with none."""
    for packed in attackers:
        ship, moves = packed % CODES // 4 - FRIGATE, packed % 4
        state.put_ship(seat, ship, sea)
        if moves == PRIZE:
            state.prize[(sea * SEATS + seat) * 2 + ship] += 1
        elif seat == state.mover:
            state.add_ready(LANDS + sea, ARMIES + ship, moves)


def win_sea(state: Table) -> None:
    """11.6 The attacker has sunk or captured every warship: freighters without protection are sunk at once."""
    seat, enemy, sea = state.b_attacker, state.b_defender, state.b_area - LANDS
    if state.events is not None:
        state.emit(events.SEA_WON, seat, enemy, LANDS + sea)
    attackers = state.attackers[:]
    moved_in = state.b_open
    close_battle(state)
    put_attackers(state, seat, sea, attackers)
    if not moved_in:
        return
    following = enemy_at(state, seat, sea)
    if following != NOBODY:
        # Ships of another enemy lie in the same area: it can only be passed when all are gone.
        begin_sea_battle(state, seat, sea, following, True)
    elif enemy != PIRATES and state.hostile(seat) >> enemy & 1 and not state.friend_seas(enemy) >> sea & 1:
        state.sink_freighters(enemy, sea)


def withdraw(state: Table) -> None:
    """An armistice: the attackers return to where they came from, which costs no move (FAQ of the publisher)."""
    state.pop()
    seat, area = state.b_attacker, state.b_area
    attackers = state.attackers[:]
    close_battle(state)
    if state.events is not None:
        state.emit(events.WITHDRAWN, seat, area)
    for packed in attackers:
        origin, unit, moves = packed // CODES, packed % CODES // 4, packed % 4
        if unit >= FRIGATE:
            put_attackers(state, seat, origin - LANDS, [packed])
        elif origin >= LANDS:
            state.put_cargo(seat, unit, origin - LANDS)
        else:
            home = origin
            if state.owner[home] != seat:
                near = LAND_NEAR[area] & state.lands_of[seat]
                home = bits(near)[0] if near else NOBODY
            if home == NOBODY:
                state.stock[seat * PIECES + unit] += 1
                if state.events is not None:
                    state.emit(events.REMOVED, seat, unit, area, "armistice")
            else:
                state.troops[home * 4 + unit] += 1
                state.add_ready(home, MOVER_OF[unit], moves)


BATTLE: Final = Battle()
GATHER: Final = Gather()
