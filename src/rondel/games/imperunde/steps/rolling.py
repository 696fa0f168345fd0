"""11.2, 11.4, 11.6 A roll of a battle: lining up, rolling, sorting, comparing, boarding."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    ROLL,
    SEATS,
)
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
from rondel.games.imperunde.fight import (
    ATTACKING,
    CODES,
    DEFENDING,
    PRIZE,
    Fight,
    origin_of,
    packed,
)
from rondel.games.imperunde.state import NATIVES, Table
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY, ChanceStep, Step

AMBUSH_BONUS: Final = 2
HUSSAR_BONUS: Final = 1

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

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        fight = state.battle()
        assert fight.attack, "the attacker rolls no die"
        assert fight.defence, "the defender rolls no die"
        assert len(fight.dice) < len(fight.attack) + len(fight.defence), "all dice are rolled"

    def awaited(self, state: Table) -> Message:
        return Message("waiting.roll-dice", {"area": AREA.ids[state.battle().area]})

    def colour(self, state: Table) -> int:
        fight = state.battle()
        at = len(fight.dice)
        line = fight.attack
        if at < len(line):
            return UNIT_DIE[line[at] // 4]
        return UNIT_DIE[fight.defence[at - len(line)] // 4]

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return DIE_ODDS[self.colour(state)]

    def choices(self, state: Table, seat: int) -> list[int]:
        return DIE_CHOICES[self.colour(state)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        fight = state.battle()
        fight.dice.append(ROLLED[action - FIRST_ROLL])
        if len(fight.dice) == len(fight.attack) + len(fight.defence):
            state.pop()

    def thrower(self, state: Table) -> int:
        fight = state.battle()
        return player(fight.attacker if len(fight.dice) < len(fight.attack) else fight.defender)

    def luck(self, state: Table, action: int) -> int:
        return ROLLED[action - FIRST_ROLL]


def player(party: int) -> int:
    """The seat of a party; pirates and natives have none."""
    return party if party < SEATS else NOBODY


def first_bonus(fight: Fight) -> tuple[int, int]:
    """12. (7, 8) What a surprise attack and an ambush add to every die of the two sides, in the first roll only."""
    return AMBUSH_BONUS if fight.surprise else 0, AMBUSH_BONUS if fight.ambush else 0


def hussar_bonus(fight: Fight) -> tuple[int, int]:
    """12. (5) What a hussar raid adds to the cavalry of the two sides, until the battle is over."""
    return (
        HUSSAR_BONUS if fight.hussars & ATTACKING else 0,
        HUSSAR_BONUS if fight.hussars & DEFENDING else 0,
    )


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


def die_of(die: int) -> int:
    """The unit that a sorted die was rolled for."""
    return die % CODES // 4


def number_of(die: int) -> int:
    """The number on a sorted die, with the bonuses of cards."""
    return die // (CODES * 16)


def compare(state: Table, fight: Fight) -> None:
    """11.2, 11.4, 11.6 First die against first, second against second; dice without a partner do not count.

    On land the higher number wins, and equal numbers are the defender's; against a fort cavalry has one less and
    artillery one more. At sea equal numbers mean boarding.
    """
    numbers = fight.dice
    count = len(fight.attack)
    bonus, against = first_bonus(fight)
    hussars, others = hussar_bonus(fight)
    attack = sorted_dice(fight.attack, numbers[:count], bonus, hussars)
    defence = sorted_dice(fight.defence, numbers[count:], against, others)
    fight.last_attack, fight.last_defence = attack, defence
    if state.events is not None:
        for party, dice in ((fight.attacker, attack), (fight.defender, defence)):
            units = tuple([die_of(die) for die in dice])
            state.emit(events.ROLLED, party, units, tuple([number_of(die) for die in dice]))
    at_sea = fight.area >= LANDS
    for place in range(min(count, len(defence))):
        own, other = attack[place] % CODES, defence[place] % CODES
        number, against = number_of(attack[place]), number_of(defence[place])
        if at_sea:
            if number == against:
                fight.boardings.append(own * CODES + other)
            elif number > against:
                lose_defender(state, fight, other, "battle")
            else:
                lose_attacker(state, fight, own, "battle")
            continue
        if other // 4 == FORT:
            number += AGAINST_FORT[own // 4]
        if number > against:
            lose_defender(state, fight, other, "battle")
        else:
            lose_attacker(state, fight, own, "battle")
    fight.attack.clear()
    fight.defence.clear()
    numbers.clear()


def lose_attacker(state: Table, fight: Fight, code: int, why: str) -> None:
    if fight.attacker == NATIVES:
        fight.rebels -= 1
    else:
        take_attacker(fight, code)
        fight.lost = True
        state.stock[fight.attacker * PIECES + code // 4] += 1
    if state.events is not None:
        state.emit(events.REMOVED, fight.attacker, code // 4, fight.area, why)


def take_attacker(fight: Fight, code: int) -> None:
    """Remove one attacker of this kind with this many moves left from the battle."""
    units = fight.units
    for at in range(len(units)):
        if units[at] % CODES == code:
            del units[at]
            return
    raise AssertionError("this unit takes part in the battle")


def lose_defender(state: Table, fight: Fight, code: int, why: str) -> None:
    if fight.defender == NATIVES:
        fight.natives -= 1
        if state.events is not None:
            state.emit(events.REMOVED, NATIVES, INFANTRY, fight.area, why)
    elif fight.area < LANDS:
        state.drop_troops(code // 4, fight.area, 1, why)
    else:
        state.drop_ships(fight.defender, code // 4 - FRIGATE, fight.area - LANDS, 1, why)


class Board(ChanceStep[Table]):
    """11.6 Boarding: both ships roll again until the numbers differ; the higher one captures the other."""

    __slots__ = ()
    CHAPTER = "combat-at-sea"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        fight = state.battle()
        assert fight.boardings, "no ship is boarded"
        assert len(fight.dice) < 2, "both have rolled"

    def awaited(self, state: Table) -> Message:
        return Message("waiting.board", {"area": AREA.ids[state.battle().area]})

    def colour(self, state: Table) -> int:
        fight = state.battle()
        pair = fight.boardings[0]
        return UNIT_DIE[(pair % CODES if fight.dice else pair // CODES) // 4]

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return DIE_ODDS[self.colour(state)]

    def choices(self, state: Table, seat: int) -> list[int]:
        return DIE_CHOICES[self.colour(state)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        fight = state.battle()
        fight.dice.append(ROLLED[action - FIRST_ROLL])
        if len(fight.dice) < 2:
            return
        own, other = fight.dice
        fight.dice.clear()
        if own == other:
            return
        state.pop()
        pair = fight.boardings[0]
        del fight.boardings[0]
        if state.events is not None:
            units = (pair // CODES // 4, pair % CODES // 4)
            state.emit(events.BOARDED, fight.attacker, fight.defender, units[0], units[1])
        if own > other:
            capture_defender(state, fight, pair % CODES // 4)
        else:
            capture_attacker(state, fight, pair // CODES)

    def thrower(self, state: Table) -> int:
        fight = state.battle()
        return player(fight.defender if fight.dice else fight.attacker)

    def luck(self, state: Table, action: int) -> int:
        return ROLLED[action - FIRST_ROLL]


def capture_defender(state: Table, fight: Fight, unit: int) -> None:
    """The attacker captures a ship: it changes colour, may fight at once and may not move this round."""
    sea, taker, loser = fight.area - LANDS, fight.attacker, fight.defender
    state.drop_ships(loser, unit - FRIGATE, sea, 1, "captured")
    if state.stock[taker * PIECES + unit]:
        state.stock[taker * PIECES + unit] -= 1
        origin = origin_of(fight.units[0]) if fight.units else fight.area
        fight.units.append(packed(origin, unit, PRIZE))
        if state.events is not None:
            state.emit(events.CAPTURED, taker, loser, unit, fight.area)


def capture_attacker(state: Table, fight: Fight, code: int) -> None:
    """The defender, or pirates, capture a ship of the attacker."""
    sea, taker, loser = fight.area - LANDS, fight.defender, fight.attacker
    unit = code // 4
    lose_attacker(state, fight, code, "captured")
    if state.add_ships(taker, unit - FRIGATE, sea, 1):
        if taker < SEATS:
            state.prize[(sea * SEATS + taker) * 2 + unit - FRIGATE] += 1
        if state.events is not None:
            state.emit(events.CAPTURED, taker, loser, unit, fight.area)


ROLL_DICE: Final = RollDice()
BOARD: Final = Board()
