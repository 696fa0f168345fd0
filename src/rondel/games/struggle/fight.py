"""An attack in progress: what is fought over, who stands on which side with what, and the dice.

A stage (the battle at sea, then that on land) begins with `begin_stage`, which clears what belonged to the one before.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from rondel.games.struggle.components import AREA, COUNTER, POWER, POWERS, REGION, ROLLS, UNIT
from rondel.kernel.codec import Field, LoadError, brief, expect, place_of, read_value
from rondel.kernel.events import Kind

FIGHT_KIND: Final = Kind(
    "fight", ("peace", "power", "neutral", "pirates", "slave-revolt", "pirates-strike", "slave-revolt-strikes")
)
PEACE: Final = 0
ON_POWER: Final = 1
ON_NEUTRAL: Final = 2
ON_PIRATES: Final = 3
ON_REVOLT: Final = 4
BY_PIRATES: Final = 5
BY_REVOLT: Final = 6

STAGE: Final = Kind("stage", ("naval", "land"))
NAVAL: Final = 0
LAND: Final = 1

SIDE: Final = Kind("side", ("attacker", "defender"))
ATTACKER: Final = 0
DEFENDER: Final = 1

RESULT: Final = Kind("result", ("attacker", "defender", "tie"))
TIE: Final = 2


@mypyc_attr(acyclic=True)
class Side:
    """One side of an attack; a neutral country, Pirates and a Slave Revolt have no main power."""

    __slots__ = ("power", "navies", "armies", "tile_navies", "tile_armies", "undecided", "dice")

    def __init__(self, power: int) -> None:
        self.power: int = power  # the main power, or -1
        self.navies: int = 0  # of allies that joined
        self.armies: int = 0
        self.tile_navies: int = 0  # what alliance tiles add at sea
        self.tile_armies: int = 0  # and on land
        self.undecided: int = 0  # alliance tiles with two symbols of which the owner has yet to choose one
        self.dice: int = -1  # the throw, a number of ROLLS

    def copy(self) -> Side:
        twin = Side(self.power)
        twin.navies, twin.armies = self.navies, self.armies
        twin.tile_navies, twin.tile_armies = self.tile_navies, self.tile_armies
        twin.undecided, twin.dice = self.undecided, self.dice
        return twin

    def joined(self, stage: int) -> int:
        """The units of allies in this battle."""
        return self.navies if stage == NAVAL else self.armies


@mypyc_attr(acyclic=True)
class Fight:
    __slots__ = (
        "kind", "region", "counter", "actor", "surprise", "stage", "tiles", "support", "bonus", "result",
        "attacker", "defender", "joined",
    )  # fmt: skip

    def __init__(self, kind: int, region: int, actor: int, attacker: Side, defender: Side) -> None:
        self.kind: int = kind
        self.region: int = region
        self.actor: int = actor  # whose turn it is: the attacker, or the buyer of the tile that strikes
        self.attacker: Side = attacker
        self.defender: Side = defender
        self.counter: int = -1  # the neutral counter attacked
        self.surprise: int = 0  # 1: the defender may not call for help
        self.stage: int = NAVAL
        self.tiles: int = 0  # 1: alliance tiles are counted
        self.support: int = -1  # the side with naval support
        self.bonus: int = 0  # what the support is worth
        self.result: int = -1  # the side that won the battle of this stage, or TIE
        self.joined: list[int] = NONE_JOINED  # [unit * POWERS + power] -> armies and navies of allies; never changed

    def copy(self) -> Fight:
        """A twin; peace is the same for all."""
        if self.kind == PEACE:
            return self
        twin = Fight(self.kind, self.region, self.actor, self.attacker.copy(), self.defender.copy())
        twin.counter, twin.surprise, twin.stage, twin.tiles = self.counter, self.surprise, self.stage, self.tiles
        twin.support, twin.bonus, twin.result, twin.joined = self.support, self.bonus, self.result, self.joined
        return twin

    def side(self, side: int) -> Side:
        return self.attacker if side == ATTACKER else self.defender

    def begin_stage(self, stage: int) -> None:
        """No die and no result of the stage before is left."""
        self.stage = stage
        self.result = -1
        self.clear_dice()

    def clear_dice(self) -> None:
        self.attacker.dice = self.defender.dice = -1

    def join(self, side: int, ally: int, navies: int, armies: int) -> None:
        """Units of an ally join a side, or leave it."""
        joined = self.joined[:]
        joined[_NAVY + ally] += navies
        joined[ally] += armies
        self.joined = joined
        self.side(side).navies += navies
        self.side(side).armies += armies

    def navies_of(self, ally: int) -> int:
        """The navies an ally has sent."""
        return self.joined[_NAVY + ally]

    def armies_of(self, ally: int) -> int:
        return self.joined[ally]


_NAVY: Final = POWERS
NONE_JOINED: Final[list[int]] = [0] * (2 * POWERS)
NO_FIGHT: Final = Fight(PEACE, -1, -1, Side(-1), Side(-1))
"""Peace: shared by all tables, and never changed."""


# --- saved and loaded -----------------------------------------------------------------------------------------------

_NUMBERS: Final = ("navies", "armies", "tile_navies", "tile_armies", "undecided")
_JOINED: Final = Kind("joined", tuple(f"{unit} {power}" for unit in UNIT.ids[:2] for power in POWER.ids))


class FightField(Field):
    """How the attack in progress is saved: by names, and nothing in peace."""

    def save(self, content: Any) -> Any:
        fight: Fight = content
        if fight.kind == PEACE:
            return None
        return {
            "kind": FIGHT_KIND.show(fight.kind),
            "region": AREA.show(fight.region),
            "actor": POWER.show(fight.actor),
            "counter": COUNTER.show(fight.counter),
            "surprise": bool(fight.surprise),
            "stage": STAGE.show(fight.stage),
            "tiles": bool(fight.tiles),
            "support": SIDE.show(fight.support),
            "bonus": fight.bonus,
            "result": RESULT.show(fight.result),
            "attacker": _save_side(fight.attacker),
            "defender": _save_side(fight.defender),
            "joined": {_JOINED.ids[i]: count for i, count in enumerate(fight.joined) if count},
        }

    def load(self, saved: Any, seats: int) -> Any:
        if saved is None:
            return NO_FIGHT
        found = _table(saved, _FIELDS)
        kind, region, actor = (place_of(of, found[key]) for key, of in _NEEDED)
        if kind == PEACE:
            raise LoadError("peace is saved as nothing")
        fight = Fight(kind, region, actor, _load_side(found["attacker"]), _load_side(found["defender"]))
        fight.counter = read_value(COUNTER, found["counter"], seats)
        fight.surprise, fight.tiles = _flag(found["surprise"]), _flag(found["tiles"])
        fight.stage = place_of(STAGE, found["stage"])
        fight.support = read_value(SIDE, found["support"], seats)
        fight.result = read_value(RESULT, found["result"], seats)
        fight.bonus = _count(found["bonus"])
        joined = NONE_JOINED[:]
        for id_, count in expect(found["joined"], dict, "a table").items():
            joined[place_of(_JOINED, id_)] = _count(count)
        fight.joined = joined
        return fight


_NEEDED: Final = (("kind", FIGHT_KIND), ("region", REGION), ("actor", POWER))
_FIELDS: Final = (
    "kind", "region", "actor", "counter", "surprise", "stage", "tiles", "support", "bonus", "result", "attacker",
    "defender", "joined",
)  # fmt: skip
_SIDE_FIELDS: Final = ("power", *(name.replace("_", "-") for name in _NUMBERS), "dice")


def _save_side(side: Side) -> dict[str, Any]:
    found: dict[str, Any] = {"power": POWER.show(side.power)}
    for name in _NUMBERS:
        found[name.replace("_", "-")] = getattr(side, name)
    found["dice"] = list(ROLLS[side.dice]) if side.dice >= 0 else None
    return found


def _load_side(saved: Any) -> Side:
    found = _table(saved, _SIDE_FIELDS)
    side = Side(read_value(POWER, found["power"], 0))
    side.navies, side.armies = _count(found["navies"]), _count(found["armies"])
    side.tile_navies, side.tile_armies = _count(found["tile-navies"]), _count(found["tile-armies"])
    side.undecided = _count(found["undecided"])
    dice = found["dice"]
    if dice is not None:
        throw = tuple(expect(dice, list, "a list"))
        if throw not in ROLLS:
            raise LoadError(f"no throw of two dice is {brief(dice)}")
        side.dice = ROLLS.index(throw)
    return side


def _table(saved: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    """A table with just these fields."""
    found: dict[str, Any] = expect(saved, dict, "a table")
    if sorted(found, key=str) != sorted(fields):
        raise LoadError(f"it has the fields {', '.join(fields)}")
    return found


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 99:
        raise LoadError(f"should be a number from 0 to 99, not {brief(value)}")
    return value


def _flag(value: Any) -> int:
    return int(expect(value, bool, "true or false"))
