"""11. Combat: its course, gathering up to three units, reinforcing, entering sea areas.

There is at most one battle at a time; it lies on the table (`state.fight`) and its unfinished business is the step
Battle. Who can reach it is in reach.py, who fights in lining_up.py, the rolls are in rolling.py, what follows from it
in aftermath.py.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    BRING,
    FIGHT,
    GIVE_UP,
    MOVER,
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
    CAVALRY,
    FRIGATE,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    PIECES,
    SEA,
    SEA_NEAR,
    SEAS,
    SHIP_MOVES,
    UNIT,
)
from rondel.games.imperunde.fight import PRIZE, Fight, mark_of, packed, unit_of
from rondel.games.imperunde.state import CLEARING, NATIVES, PARTIES, Table
from rondel.games.imperunde.steps.aftermath import conquer, go_home, put_ships, set_free, sink_beaten
from rondel.games.imperunde.steps.lining_up import LINE_UP, line_up_attacker, line_up_defender
from rondel.games.imperunde.steps.reach import bringers, enemy_at, exits, has_unit, left_ashore, ride_coast
from rondel.games.imperunde.steps.rolling import BOARD, ROLL_DICE, compare
from rondel.games.imperunde.steps.secret_service import W_BATTLE, W_ROLL, open_window
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, SeatStep, Step

OPENING, LINE_A, LINE_D, ROLLING, COMPARING, BOARDING, REINFORCING, CHECKING = range(8)

# --- beginning a battle -------------------------------------------------------------------------------------------


def open_battle(state: Table, area: int, attacker: int, defender: int, reinforced: bool) -> Fight:
    """`reinforced`: the attacker moved in and may bring up reinforcements."""
    fight = state.fight = Fight(area, attacker, defender)
    fight.reinforced = reinforced
    fight.natives = LAND_VALUE[area] if defender == NATIVES else 0
    if state.events is not None:
        state.emit(events.ATTACKED, attacker, defender, area)
    return fight


def begin_land_battle(state: Table, seat: int, land: int) -> None:
    """11.2 An army enters a free land or an enemy's colony; up to two more may come along before the first roll.

    A colony without armies and forts falls without a roll: trading posts cannot defend it.
    """
    owner = state.owner[land]
    fight = open_battle(state, land, seat, NATIVES if owner == NOBODY else owner, True)
    state.push(BATTLE)
    if defenders(state, fight) and bringers(state, seat, land):
        state.push(GATHER)


def begin_sea_battle(state: Table, seat: int, sea: int, enemy: int, reinforced: bool) -> None:
    """11.6 Warships meet enemy warships or pirates; own ships that already lie there fight too."""
    fight = open_battle(state, LANDS + sea, seat, enemy, reinforced)
    muster(state, fight, seat, sea)
    take_the_field(state, fight)


def take_the_field(state: Table, fight: Fight) -> None:
    """The battle comes next; before it the attacker may bring up whoever can reach it."""
    state.push(BATTLE)
    if fight.reinforced and bringers(state, fight.attacker, fight.area):
        state.push(GATHER)


def muster(state: Table, fight: Fight, seat: int, sea: int) -> None:
    """All warships of a player in a sea area become attackers, each with the moves it has left."""
    area = LANDS + sea
    for ship in range(2):
        mover = ARMIES + ship
        number = state.fleet[(sea * PARTIES + seat) * 2 + ship]
        prizes = state.prize[(sea * SEATS + seat) * 2 + ship]
        state.prize[(sea * SEATS + seat) * 2 + ship] = 0
        for _ in range(number):
            moves = 0
            if seat == state.mover:
                place = (area * MOVERS + mover) * 2
                moves = 2 if state.ready[place + 1] else 1 if state.ready[place] else 0
                if moves:
                    state.use_ready(area, mover, moves)
            if not moves and prizes:
                prizes -= 1
                moves = PRIZE
            state.lift_ship(seat, ship, sea)
            fight.units.append(packed(area, FRIGATE + ship, moves))


MUSTERING: Final = (3, 1, 0, 2)
"""By moves left: who has more comes first, prizes before ships that have none left."""


def mustering(each: int) -> int:
    """The place of a ship among those that fight, as `muster` lines them up."""
    return unit_of(each) * 4 + MUSTERING[mark_of(each)]


def begin_rebellion(state: Table, land: int, rebels: int) -> None:
    """12., 14.8 Native infantry attacks the owner of a colony."""
    fight = open_battle(state, land, NATIVES, state.owner[land], False)
    fight.rebels = rebels
    state.push(BATTLE)


# --- the course of a battle -----------------------------------------------------------------------------------------


def defenders(state: Table, fight: Fight) -> int:
    if fight.defender == NATIVES:
        return fight.natives
    if fight.area < LANDS:
        return state.garrison(fight.area)
    return state.warships(fight.defender, fight.area - LANDS)


def attacking(fight: Fight) -> int:
    return fight.rebels if fight.attacker == NATIVES else len(fight.units)


class Battle(Step[Table]):
    """11.2 Lining up, rolling and comparing is repeated until one side is gone; nobody can retreat."""

    __slots__ = ()
    CHAPTER = "combat"

    def run(self, state: Table) -> None:
        fight = state.fight
        if fight is None:  # an armistice has ended it
            state.pop()
            return
        stage = fight.stage
        if stage == ROLLING:
            fight.stage = COMPARING
            state.push(ROLL_DICE)
        elif stage == COMPARING:
            fight.stage = BOARDING
            compare(state, fight)
        elif stage == BOARDING:
            if fight.boardings:
                fight.dice.clear()
                state.push(BOARD)
            else:
                fight.stage = REINFORCING
        elif stage == LINE_A:
            if not defenders(state, fight) or not attacking(fight):
                finish(state, fight)
            else:
                fight.stage = LINE_D
                line_up_attacker(state, fight)
        elif stage == LINE_D:
            fight.stage = ROLLING
            line_up_defender(state, fight)
        elif stage == REINFORCING:
            fight.stage = CHECKING
            fight.rolls += 1
            fight.ambush = fight.surprise = False
            if defenders(state, fight) and can_reinforce(state, fight):
                state.push(GATHER)
        elif stage == CHECKING:
            if not defenders(state, fight) or not attacking(fight):
                finish(state, fight)
            else:
                fight.stage = LINE_A
                open_window(state, W_ROLL, window_first(fight))
        else:
            assert stage == OPENING
            fight.stage = LINE_A
            if defenders(state, fight):
                open_window(state, W_BATTLE, window_first(fight))


def window_first(fight: Fight) -> int:
    """Windows of a battle begin with the attacker; with the defender if natives attack."""
    return fight.attacker if fight.attacker < SEATS else fight.defender


# --- gathering and reinforcing --------------------------------------------------------------------------------------


def can_reinforce(state: Table, fight: Fight) -> bool:
    """11.3 Only the attacker brings up units, only in movement (and with fair winds), up to three in the battle.

    After a roll only if he has lost some in it; option: in any case.
    """
    if not fight.reinforced or len(fight.units) >= LINE_UP:
        return False
    if fight.rolls and not fight.lost and state.options["reinforcements"] != "any-roll":
        return False
    return bool(bringers(state, fight.attacker, fight.area))


class Gather(Step[Table]):
    """11.2, 11.3 The attacker brings up to three units into the battle, at its beginning, and after losses."""

    __slots__ = ()
    CHAPTER = "reinforcements"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        fight = state.battle()
        assert fight.reinforced, "nobody is brought up into this battle"
        assert fight.attacker == state.mover, "who does not move brings up units"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.battle().attacker]

    def prompt(self, state: Table, seat: int) -> Message:
        fight = state.battle()
        return Message("prompt.gather", {"area": AREA.ids[fight.area], "number": len(fight.units)})

    def awaited(self, state: Table) -> Message:
        fight = state.battle()
        return Message("waiting.gather", {"area": AREA.ids[fight.area], "seat": fight.attacker})

    def choices(self, state: Table, seat: int) -> list[int]:
        fight = state.battle()
        offered = bringers(state, seat, fight.area) if len(fight.units) < LINE_UP else []
        offered.append(FIGHT if fight.units else GIVE_UP)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        battle = state.battle().area
        return [
            action
            for action in BRING
            if action >= 0 and PLACE_OF[action] // (MOVERS * 2) != battle and has_unit(state, seat, PLACE_OF[action])
        ]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "bring":
            return None
        place = PLACE_OF[action]
        area, battle = place // (MOVERS * 2), state.battle().area
        where = {
            "from": AREA.ids[area],
            "to": AREA.ids[battle],
            "unit": UNIT.ids[MOVER_UNIT[place // 2 % MOVERS]],
        }
        if area == battle or not has_unit(state, seat, place):
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
        fight = state.battle()
        bring(state, fight, seat, PLACE_OF[action])
        # A ship that entered a storm rolls first.
        if isinstance(state.pending[-1], Gather) and not can_reinforce(state, fight):
            state.pop()


def bring(state: Table, fight: Fight, seat: int, place: int) -> None:
    """Bring one unit into the battle; if it must pass another area on its way, it does so at once."""
    area, mover, moves = place // (MOVERS * 2), place // 2 % MOVERS, place % 2 + 1
    goal = fight.area
    depart(state, seat, mover, area, moves)
    if area < LANDS:
        used = 1 if LAND_NEAR[goal] >> area & 1 else 2
        join_battle(state, fight, seat, mover, area, area, moves - used, 0)
        return
    coast = SEA_NEAR[goal] if goal < LANDS else state.near_seas(seat, goal - LANDS)
    riding = ride_coast(state, seat, goal) if mover == CAVALRY else 0
    sea = area - LANDS
    if (coast | riding) >> sea & 1:
        if goal < LANDS:
            join_battle(state, fight, seat, mover, area, area, left_ashore(state, mover, sea, goal), moves - 1)
        else:
            enter_sea(state, seat, mover, goal - LANDS, moves - 1, area, area, NOBODY)
        return
    reach = state.near_seas(seat, sea) & ~state.calm & ~state.enemy_seas(seat)
    ways = [coast & ~state.storm, riding & ~state.storm, coast, riding]
    via = next(bits(reach & way)[0] for way in ways if reach & way)
    enter_sea(state, seat, mover, via, moves - 1, area, area, goal)


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


def join_battle(
    state: Table, fight: Fight, seat: int, mover: int, origin: int, start: int, moves: int, freighter_moves: int
) -> None:
    """A unit comes into the battle from `start`; an armistice would send it home to `origin`."""
    unit = MOVER_UNIT[mover]
    fight.units.append(packed(origin, unit, moves, freighter_moves))
    state.told_move(seat, unit, start, fight.area)


# --- entering a sea area ----------------------------------------------------------------------------------------------


def enter_sea(state: Table, seat: int, mover: int, sea: int, moves: int, origin: int, start: int, goal: int) -> None:
    """A ship enters a sea area from `start` with so many moves left. In a storm it rolls first; `goal` is where it goes
    on to at once, `origin` where an armistice would send it home to."""
    if mover < ARMIES:
        state.put_cargo(seat, mover, sea)
    else:
        state.put_ship(seat, mover - ARMIES, sea)
    state.add_ready(LANDS + sea, mover, moves)
    state.told_move(seat, MOVER_UNIT[mover], start, LANDS + sea)
    if state.storm >> sea & 1:
        state.push(StormEntry(seat, mover, sea, moves, origin, goal))
    else:
        arrived(state, seat, mover, sea, moves, origin, goal)


def arrived(state: Table, seat: int, mover: int, sea: int, moves: int, origin: int, goal: int) -> None:
    """A ship has entered an area: it joins the battle there, attacks, passes on, or stays."""
    area = LANDS + sea
    fight = state.fight
    if goal >= 0:
        lift_arrived(state, seat, mover, sea, moves)
        if goal < LANDS:
            left = left_ashore(state, mover, sea, goal)
            join_battle(state, state.battle(), seat, mover, origin, area, left, max(0, moves - 1))
        else:
            enter_sea(state, seat, mover, goal - LANDS, moves - 1, origin, area, NOBODY)
        return
    if mover < ARMIES:
        return
    if fight is not None and fight.area == area:
        lift_arrived(state, seat, mover, sea, moves)
        fight.units.append(packed(origin, MOVER_UNIT[mover], moves))
        return
    enemy = enemy_at(state, seat, sea)
    if enemy != NOBODY:
        lift_arrived(state, seat, mover, sea, moves)
        begin_sea_battle(state, seat, sea, enemy, True)
        state.battle().units.append(packed(origin, MOVER_UNIT[mover], moves))
    elif state.friend_seas(seat) >> sea & 1:
        state.push(PassThrough(seat, mover, sea, origin))


def lift_arrived(state: Table, seat: int, mover: int, sea: int, moves: int) -> None:
    if moves:
        state.use_ready(LANDS + sea, mover, moves)
    if mover < ARMIES:
        state.lift_cargo(seat, mover, sea)
    else:
        state.lift_ship(seat, mover - ARMIES, sea)


STORM_ODDS: Final = [(ODD[0], 1), (ODD[1], 1)]


class StormEntry(ChanceStep[Table]):
    """14.8 Every ship placed or moved into a storm rolls a die; an odd number sinks it."""

    __slots__ = ("goal", "mover", "moves", "origin", "sea", "seat")
    FIELDS = (
        ("seat", SEAT), ("mover", MOVER), ("sea", SEA), ("moves", NUMBER), ("origin", AREA), ("goal", AREA),
    )  # fmt: skip
    CHAPTER = "events"
    THROWS = "perils"

    def __init__(self, seat: int, mover: int, sea: int, moves: int, origin: int, goal: int) -> None:
        self.seat = seat
        self.mover = mover
        self.sea = sea
        self.moves = moves
        self.origin = origin
        self.goal = goal

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert 0 <= self.moves <= SHIP_MOVES - 1, "a ship that entered has not moved"
        sea = self.sea
        if self.mover < ARMIES:
            there = state.cargo[(sea * SEATS + self.seat) * ARMIES + self.mover]
        else:
            there = state.fleet[(sea * PARTIES + self.seat) * 2 + self.mover - ARMIES]
        assert there, "no such ship has entered"
        if self.moves:
            assert self.seat == state.mover, "who does not move has moves left"
            assert state.ready[((LANDS + sea) * MOVERS + self.mover) * 2 + self.moves - 1], "it has no moves left"
        assert self.goal == NOBODY or isinstance(beneath, Gather), "it goes on to no battle"

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return STORM_ODDS

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        unit = MOVER_UNIT[self.mover]
        if state.events is not None:
            state.emit(events.ODD_ROLLED, unit, LANDS + self.sea, 1, PLACE_OF[action])
        if action == ODD[1]:
            lift_arrived(state, self.seat, self.mover, self.sea, self.moves)
            if self.mover >= ARMIES:
                state.cap_prize(self.seat, self.mover - ARMIES, self.sea)
            state.stock[self.seat * PIECES + unit] += 1
            if state.events is not None:
                state.emit(events.REMOVED, self.seat, unit, LANDS + self.sea, "storm")
        else:
            arrived(state, self.seat, self.mover, self.sea, self.moves, self.origin, self.goal)

    def thrower(self, state: Table) -> int:
        return self.seat

    def luck(self, state: Table, action: int) -> int:
        return 1 - PLACE_OF[action]


class PassThrough(SeatStep[Table]):
    """14.6 A warship may sail through a friend's sea area, and may not stop there: it must go on with its second
    move."""

    __slots__ = ("mover", "origin", "sea")
    FIELDS = (("seat", SEAT), ("mover", MOVER), ("sea", SEA), ("origin", AREA))
    CHAPTER = "movement-at-sea"

    def __init__(self, seat: int, mover: int, sea: int, origin: int) -> None:
        super().__init__(seat)
        self.mover = mover
        self.sea = sea
        self.origin = origin

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert self.seat == state.mover, "who does not move passes through"
        assert self.mover >= ARMIES, "freighters may stop here"
        assert state.ready[((LANDS + self.sea) * MOVERS + self.mover) * 2], "no such ship is on its way"

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
        enter_sea(state, seat, self.mover, goal, 0, self.origin, LANDS + self.sea, NOBODY)


# --- the end of a battle --------------------------------------------------------------------------------------------


def stop_battle(state: Table, one: int, other: int) -> None:
    """12. (1) An armistice between the two sides ends their battle at once: nobody is asked any more, and the attackers
    go home. But a sea area must be cleared all the same (14.5)."""
    fight = state.fight
    if fight is None or state.phase == CLEARING or fight.enemy_of(one) != other:
        return
    state.fight = None  # the step Battle finds nothing left to do
    go_home(state, fight.attacker, fight.area, fight.units)


def finish(state: Table, fight: Fight) -> None:
    """One side is gone: the land or the sea area is won, or the attack has failed."""
    state.pop()
    state.fight = None
    if not attacking(fight):
        if state.events is not None:
            state.emit(events.REPULSED, fight.attacker, fight.defender, fight.area)
    elif fight.attacker == NATIVES:
        set_free(state, fight.area)
    elif fight.area < LANDS:
        conquer(state, fight.attacker, fight.area, fight.units)
    else:
        win_sea(state, fight)


def win_sea(state: Table, fight: Fight) -> None:
    """11.6 The attacker has sunk or captured every warship: freighters without protection are sunk at once, of every
    enemy that he has beaten here."""
    seat, enemy, sea = fight.attacker, fight.defender, fight.area - LANDS
    if state.events is not None:
        state.emit(events.SEA_WON, seat, enemy, fight.area)
    if not fight.reinforced:
        put_ships(state, seat, sea, fight.units)
        return
    beaten = fight.beaten | 1 << enemy if enemy < SEATS else fight.beaten
    sink_beaten(state, seat, sea, beaten)
    following = enemy_at(state, seat, sea)
    if following == NOBODY:
        put_ships(state, seat, sea, fight.units)
        return
    # Ships of another enemy lie in the same area: it can only be passed when all are gone. The attackers fight on, and
    # still know where they came from.
    onward = open_battle(state, fight.area, seat, following, True)
    onward.units = sorted(fight.units, key=mustering)
    onward.beaten = beaten
    take_the_field(state, onward)


BATTLE: Final = Battle()
GATHER: Final = Gather()
