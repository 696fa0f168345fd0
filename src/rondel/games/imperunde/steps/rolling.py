"""11.2, 11.4, 11.6 A roll of a battle: lining up, rolling, sorting, comparing, boarding."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import LAND_LINEUPS, LINEUP, LINEUPS, PLACE_OF, ROLL, SEATS, kind_of
from rondel.games.imperunde.components import (
    AGAINST_FORT,
    AREA,
    CAVALRY,
    DIE_LOW,
    FORT,
    FRIGATE,
    INFANTRY,
    LANDS,
    PIECES,
    UNIT_DIE,
)
from rondel.games.imperunde.state import CODES, NATIVES, PARTIES, PIRATES, PRIZE, Table
from rondel.games.imperunde.steps.card_targets import enemy_frigate, enemy_in_battle
from rondel.kernel.events import SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

LINE_UP: Final = 3
"""So many units of a side fight at a time."""
AMBUSH_BONUS: Final = 2
HUSSAR_BONUS: Final = 1

# --- lining up ------------------------------------------------------------------------------------------------------


def line_up_attacker(state: Table) -> None:
    """11.2 The attacker fights with everything he moved in; with more than three at hand, he chooses."""
    line = state.line_a
    line.clear()
    if state.b_attacker == NATIVES:
        for _ in range(min(LINE_UP, state.rebels)):
            line.append(INFANTRY * 4)
    elif len(state.attackers) <= LINE_UP or one_kind(state.attackers):
        for packed in state.attackers[:LINE_UP]:
            line.append(packed % CODES)
    else:
        state.push(LineUp(state.b_attacker))


def one_kind(attackers: list[int]) -> bool:
    unit = attackers[0] % CODES // 4
    return all(packed % CODES // 4 == unit for packed in attackers)


def line_up_defender(state: Table) -> None:
    """11.2 The defender must use as many units as he can, up to three, and chooses which."""
    line = state.line_d
    line.clear()
    if state.b_defender == NATIVES:
        for _ in range(min(LINE_UP, state.natives)):
            line.append(INFANTRY * 4)
        return
    area = state.b_area
    first, base, kinds = (
        (area * 4, 0, 4) if area < LANDS else (((area - LANDS) * PARTIES + state.b_defender) * 2, FRIGATE, 2)
    )
    pool = state.troops if area < LANDS else state.fleet
    total = 0
    different = 0
    for kind in range(kinds):
        number = pool[first + kind]
        if number:
            total += number
            different += 1
    if total > LINE_UP and different > 1 and state.b_defender != PIRATES:
        state.push(LineUp(state.b_defender))
        return
    # Pirates send their ships of the line first.
    for kind in range(kinds - 1, -1, -1):
        for _ in range(pool[first + kind]):
            if len(line) < LINE_UP:
                line.append((base + kind) * 4)


class LineUp(Step[Table]):
    """11.2 A side with more than three units decides which three fight in the next roll."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = "combat"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.line-up", {"area": AREA.ids[state.b_area]})

    def pool(self, state: Table) -> list[int]:
        """How many units of each kind there are to choose from."""
        counts = [0] * 6
        if self.seat == state.b_attacker:
            for packed in state.attackers:
                counts[packed % CODES // 4] += 1
        elif state.b_area < LANDS:
            for unit in range(FORT + 1):
                counts[unit] = state.troops[state.b_area * 4 + unit]
        else:
            for ship in range(2):
                counts[FRIGATE + ship] = state.fleet[((state.b_area - LANDS) * PARTIES + self.seat) * 2 + ship]
        return counts

    def choices(self, state: Table, seat: int) -> list[int]:
        pool = self.pool(state)
        offered = []
        first, last = (0, LAND_LINEUPS) if state.b_area < LANDS else (LAND_LINEUPS, len(LINEUPS))
        for place in range(first, last):
            wanted = LINEUPS[place]
            for unit in range(6):
                if wanted[unit] > pool[unit]:
                    break
            else:
                offered.append(LINEUP[place])
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "line-up":
            return None
        return Reason("units-not-there", {"area": AREA.ids[state.b_area]}, self.CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        wanted = LINEUPS[PLACE_OF[action]]
        attacks = seat == state.b_attacker
        line = state.line_a if attacks else state.line_d
        for unit in range(5, -1, -1):
            for _ in range(wanted[unit]):
                line.append(unit * 4)
        if attacks:
            # Of equal ships, those that have moved fight first.
            fresh = sorted(state.attackers, key=moves_left)
            for place, code in enumerate(line):
                for at, packed in enumerate(fresh):
                    if packed % CODES // 4 == code // 4:
                        line[place] = packed % CODES
                        del fresh[at]
                        break
        if state.events is not None:
            state.emit(events.LINED_UP, seat, tuple([code // 4 for code in line]))


def moves_left(packed: int) -> int:
    """Moves of a unit in battle; a prize has none."""
    return packed % 4 % PRIZE


# --- rolling and comparing --------------------------------------------------------------------------------------------

DIE_ODDS: Final[list[list[tuple[int, int]]]] = [
    [(ROLL[colour * 6 + face], 1) for face in range(6)] for colour in range(4)
]
DIE_CHOICES: Final[list[list[int]]] = [[ROLL[colour * 6 + face] for face in range(6)] for colour in range(4)]
ROLLED: Final[list[int]] = [DIE_LOW[place // 6] + place % 6 for place in range(24)]
FIRST_ROLL: Final = ROLL[0]


class RollDice(ChanceStep[Table]):
    """11.2 Both sides roll one die for each unit, in the colour of the unit: first the attacker's, then the
    defender's."""

    __slots__ = ()
    CHAPTER = "combat"

    def awaited(self, state: Table) -> Message:
        return Message("waiting.roll-dice", {"area": AREA.ids[state.b_area]})

    def colour(self, state: Table) -> int:
        at = len(state.dice)
        line = state.line_a
        if at < len(line):
            return UNIT_DIE[line[at] // 4]
        return UNIT_DIE[state.line_d[at - len(line)] // 4]

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return DIE_ODDS[self.colour(state)]

    def choices(self, state: Table, seat: int) -> list[int]:
        return DIE_CHOICES[self.colour(state)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.dice.append(ROLLED[action - FIRST_ROLL])
        if len(state.dice) == len(state.line_a) + len(state.line_d):
            state.pop()


def sorted_dice(line: list[int], numbers: list[int], bonus: int, cavalry: int) -> list[int]:
    """11.2 Downwards by number; equal numbers red, green, yellow, white; equal units by moves left (14.6).

    Each die is packed: number, colour, moves left, code. Bonuses of cards count before sorting.
    """
    dice = []
    for at, code in enumerate(line):
        number = numbers[at] + bonus
        if code // 4 == CAVALRY:
            number += cavalry
        dice.append(((number * 4 + UNIT_DIE[code // 4]) * 4 + code % 4 % PRIZE) * CODES + code)
    dice.sort(reverse=True)
    return dice


def compare(state: Table) -> None:
    """11.2, 11.4, 11.6 First die against first, second against second; dice without a partner do not count.

    On land the higher number wins, and equal numbers are the defender's; against a fort cavalry has one less and
    artillery one more. At sea equal numbers mean boarding.
    """
    line_a, line_d = state.line_a, state.line_d
    numbers = state.dice
    count = len(line_a)
    attack = sorted_dice(
        line_a, numbers[:count], AMBUSH_BONUS if state.surprise else 0, HUSSAR_BONUS if state.hussar & 1 else 0
    )
    defence = sorted_dice(
        line_d, numbers[count:], AMBUSH_BONUS if state.ambush else 0, HUSSAR_BONUS if state.hussar & 2 else 0
    )
    if state.events is not None:
        for party, dice in ((state.b_attacker, attack), (state.b_defender, defence)):
            units = tuple([die % CODES // 4 for die in dice])
            state.emit(events.ROLLED, party, units, tuple([die // (CODES * 16) for die in dice]))
    at_sea = state.b_area >= LANDS
    for place in range(min(count, len(line_d))):
        own, other = attack[place] % CODES, defence[place] % CODES
        number, against = attack[place] // (CODES * 16), defence[place] // (CODES * 16)
        if at_sea:
            if number == against:
                state.boardings.append(own * CODES + other)
            elif number > against:
                lose_defender(state, other, "battle")
            else:
                lose_attacker(state, own, "battle")
            continue
        if other // 4 == FORT:
            number += AGAINST_FORT[own // 4]
        if number > against:
            lose_defender(state, other, "battle")
        else:
            lose_attacker(state, own, "battle")
    line_a.clear()
    line_d.clear()
    numbers.clear()


def lose_attacker(state: Table, code: int, why: str) -> None:
    if state.b_attacker == NATIVES:
        state.rebels -= 1
        if state.events is not None:
            state.emit(events.REMOVED, NATIVES, INFANTRY, state.b_area, why)
        return
    take_attacker(state, code)
    state.stock[state.b_attacker * PIECES + code // 4] += 1
    if state.events is not None:
        state.emit(events.REMOVED, state.b_attacker, code // 4, state.b_area, why)


def take_attacker(state: Table, code: int) -> None:
    """Remove one attacker of this kind with this many moves left from the battle."""
    attackers = state.attackers
    for at in range(len(attackers)):
        if attackers[at] % CODES == code:
            del attackers[at]
            return
    raise AssertionError("this unit takes part in the battle")


def lose_defender(state: Table, code: int, why: str) -> None:
    if state.b_defender == NATIVES:
        state.natives -= 1
        if state.events is not None:
            state.emit(events.REMOVED, NATIVES, INFANTRY, state.b_area, why)
    elif state.b_area < LANDS:
        state.drop_troops(code // 4, state.b_area, 1, why)
    else:
        state.drop_ships(state.b_defender, code // 4 - FRIGATE, state.b_area - LANDS, 1, why)


class Board(ChanceStep[Table]):
    """11.6 Boarding: both ships roll again until the numbers differ; the higher one captures the other."""

    __slots__ = ()
    CHAPTER = "combat-at-sea"

    def awaited(self, state: Table) -> Message:
        return Message("waiting.board", {"area": AREA.ids[state.b_area]})

    def colour(self, state: Table) -> int:
        pair = state.boardings[0]
        return UNIT_DIE[(pair % CODES if state.dice else pair // CODES) // 4]

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return DIE_ODDS[self.colour(state)]

    def choices(self, state: Table, seat: int) -> list[int]:
        return DIE_CHOICES[self.colour(state)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.dice.append(ROLLED[action - FIRST_ROLL])
        if len(state.dice) < 2:
            return
        own, other = state.dice
        state.dice.clear()
        if own == other:
            return
        state.pop()
        pair = state.boardings[0]
        del state.boardings[0]
        if state.events is not None:
            units = (pair // CODES // 4, pair % CODES // 4)
            state.emit(events.BOARDED, state.b_attacker, state.b_defender, units[0], units[1])
        if own > other:
            capture_defender(state, pair % CODES // 4)
        else:
            capture_attacker(state, pair // CODES)


def capture_defender(state: Table, unit: int) -> None:
    """The attacker captures a ship: it changes colour, may fight at once and may not move this round."""
    sea, taker, loser = state.b_area - LANDS, state.b_attacker, state.b_defender
    state.drop_ships(loser, unit - FRIGATE, sea, 1, "captured")
    if state.stock[taker * PIECES + unit]:
        state.stock[taker * PIECES + unit] -= 1
        origin = state.attackers[0] // CODES if state.attackers else state.b_area
        state.attackers.append(origin * CODES + unit * 4 + PRIZE)
        if state.events is not None:
            state.emit(events.CAPTURED, taker, loser, unit, state.b_area)


def capture_attacker(state: Table, code: int) -> None:
    """The defender, or pirates, capture a ship of the attacker."""
    sea, taker, loser = state.b_area - LANDS, state.b_defender, state.b_attacker
    unit = code // 4
    lose_attacker(state, code, "captured")
    if state.add_ships(taker, unit - FRIGATE, sea, 1):
        if taker < SEATS:
            state.prize[(sea * SEATS + taker) * 2 + unit - FRIGATE] += 1
        if state.events is not None:
            state.emit(events.CAPTURED, taker, loser, unit, state.b_area)


def capture_frigate(state: Table, seat: int) -> None:
    """12. (18) A frigate of the enemy changes sides without a fight."""
    at = enemy_frigate(state, seat)
    if at < 0 or enemy_in_battle(state, seat) == NOBODY:
        return
    if at == 0:
        capture_defender(state, FRIGATE)
    else:
        capture_attacker(state, state.attackers[at - 1] % CODES)


ROLL_DICE: Final = RollDice()
BOARD: Final = Board()
