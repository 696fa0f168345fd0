"""11. The battle that lies on the table. There is at most one at a time, and it is cleared as one thing.

A unit that takes part is one number: where it came from, what it is, and how many moves it has left.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperunde.components import AREA, AREAS, FORT, FRIGATE, LANDS
from rondel.games.imperunde.events import PARTY
from rondel.kernel.codec import ANY, Field, LoadError
from rondel.kernel.events import FLAG
from rondel.kernel.flow import NOBODY

CODES: Final = 24
"""A unit and the moves it has left are unit * 4 + moves left: below this number."""
PRIZE: Final = 3
"""Instead of moves left: a ship captured this round, which may not move."""

ATTACKING: Final = 1
DEFENDING: Final = 2
"""The bits of the two sides."""


def packed(origin: int, unit: int, moves: int, freighter_moves: int = 0) -> int:
    """A unit in a battle. An army that landed also knows the moves that its freighter has left."""
    return (freighter_moves * AREAS + origin) * CODES + unit * 4 + moves


def unit_of(each: int) -> int:
    return each % CODES // 4


def mark_of(each: int) -> int:
    """The moves that a unit has left, or PRIZE."""
    return each % 4


def origin_of(each: int) -> int:
    return each // CODES % AREAS


def freighter_moves_of(each: int) -> int:
    return each // (CODES * AREAS)


def moves_left(each: int) -> int:
    """Moves of a unit in battle; a prize has none."""
    return mark_of(each) % PRIZE


class Fight:
    """11. Who attacks whom, where, with what; the dice of the roll that is going on; and the cards that count."""

    __slots__ = (
        "ambush",
        "area",
        "attack",
        "attacker",
        "beaten",
        "boardings",
        "defence",
        "defender",
        "dice",
        "hussars",
        "last_attack",
        "last_defence",
        "lost",
        "natives",
        "rebels",
        "reinforced",
        "rolls",
        "stage",
        "surprise",
        "units",
    )

    def __init__(self, area: int = NOBODY, attacker: int = NOBODY, defender: int = NOBODY) -> None:
        self.area: int = area
        self.attacker: int = attacker  # party
        self.defender: int = defender
        self.stage: int = 0
        self.rolls: int = 0  # how often it was rolled
        self.reinforced: bool = False  # the attacker moved in, and may bring up reinforcements
        self.units: list[int] = []  # the attacker's, see `packed`
        self.rebels: int = 0  # native infantry that attacks
        self.natives: int = 0  # native infantry that defends
        self.attack: list[int] = []  # the attacker's units in this roll: unit * 4 + moves left
        self.defence: list[int] = []  # the defender's, in the same way
        self.dice: list[int] = []  # numbers as rolled: the attacker's line, then the defender's
        self.last_attack: list[int] = []  # the dice of the roll before, as they were sorted: see `sorted_dice`
        self.last_defence: list[int] = []
        self.boardings: list[int] = []  # pairs still to be fought hand to hand: own code * CODES + other code
        self.hussars: int = 0  # bits of the sides whose cavalry raids
        self.ambush: bool = False
        self.surprise: bool = False
        self.lost: bool = False  # the attacker has lost units in it
        self.beaten: int = 0  # bits of the players whose warships the attacker has beaten here already

    def copy(self) -> Fight:
        twin = Fight(self.area, self.attacker, self.defender)
        twin.stage, twin.rolls, twin.reinforced = self.stage, self.rolls, self.reinforced
        twin.units, twin.rebels, twin.natives = self.units[:], self.rebels, self.natives
        twin.attack, twin.defence = self.attack[:], self.defence[:]
        twin.dice, twin.boardings = self.dice[:], self.boardings[:]
        twin.last_attack, twin.last_defence = self.last_attack, self.last_defence  # never changed, only replaced
        twin.hussars, twin.ambush, twin.surprise = self.hussars, self.ambush, self.surprise
        twin.beaten, twin.lost = self.beaten, self.lost
        return twin

    def check(self) -> None:
        """Armies fight on land and ships at sea; forts only defend, and only ships are prizes."""
        at_sea = self.area >= LANDS
        for each in self.units + self.attack:
            assert (unit_of(each) >= FRIGATE) == at_sea, "ships fight at sea, and armies on land"
            assert unit_of(each) != FORT, "a fort attacks"
        for each in self.defence:
            assert (unit_of(each) >= FRIGATE) == at_sea, "ships fight at sea, and armies on land"
        for each in self.units + self.attack + self.defence:
            assert at_sea or mark_of(each) != PRIZE, "an army is no prize"

    def side_of(self, seat: int) -> int:
        """The bit of a seat's side; 0 if it takes no part."""
        return ATTACKING if seat == self.attacker else DEFENDING if seat == self.defender else 0

    def enemy_of(self, seat: int) -> int:
        """The other side, for one who takes part in the battle; else nobody."""
        if seat == self.attacker:
            return self.defender
        return self.attacker if seat == self.defender else NOBODY


_FIELDS: Final[dict[str, Field]] = {
    "area": Field(value=AREA),
    "attacker": Field(value=PARTY),
    "defender": Field(value=PARTY),
    "stage": Field(low=0, high=7),
    "rolls": Field(low=0),
    "reinforced": Field(value=FLAG),
    "units": Field(ANY, low=0, high=3 * AREAS * CODES - 1),
    "rebels": Field(low=0, high=20),
    "natives": Field(low=0, high=3),
    "attack": Field(ANY, low=0, high=CODES - 1),
    "defence": Field(ANY, low=0, high=CODES - 1),
    "dice": Field(ANY, low=1, high=9),
    "last_attack": Field(ANY),
    "last_defence": Field(ANY),
    "boardings": Field(ANY, low=0, high=CODES * CODES - 1),
    "hussars": Field(low=0, high=3),
    "ambush": Field(value=FLAG),
    "surprise": Field(value=FLAG),
    "beaten": Field(low=0, high=63),
    "lost": Field(value=FLAG),
}


class FightField(Field):
    """How the battle is saved: by its names, or as nothing if there is none."""

    def save(self, content: Any) -> Any:
        if content is None:
            return None
        return {name: field.save(getattr(content, name)) for name, field in _FIELDS.items()}

    def load(self, saved: Any, seats: int) -> Any:
        if saved is None:
            return None
        fight = Fight()
        for name, field in _FIELDS.items():
            if name not in saved:
                raise LoadError(f"{name} is missing")
            setattr(fight, name, field.load(saved[name], seats))
        return fight
