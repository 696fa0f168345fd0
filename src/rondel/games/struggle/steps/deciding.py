"""Who decides: one power, or the main power of a side of the attack in progress."""

from __future__ import annotations

from typing import Any, ClassVar

from rondel.games.struggle.components import AREA, POWER
from rondel.games.struggle.fight import SIDE, STAGE
from rondel.games.struggle.state import Table
from rondel.kernel.flow import BY_SEAT, Step


class PowerStep(Step[Table]):
    """The player of this power decides."""

    __slots__ = ("power",)
    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = (("power", POWER),)

    def __init__(self, power: int) -> None:
        self.power = power

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[self.power]]


class SideStep(Step[Table]):
    """The main power of this side of the attack decides."""

    __slots__ = ("side",)
    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = (("side", SIDE),)

    def __init__(self, side: int) -> None:
        self.side = side

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight.side(self.side).power]]


def words(state: Table, side: int) -> dict[str, object]:
    """What prompts say: where, who attacks whom, and the power that decides."""
    fight = state.fight
    return {
        "area": AREA.show(fight.region),
        "attacker": POWER.show(fight.attacker.power),
        "defender": POWER.show(fight.defender.power),
        "power": POWER.show(fight.side(side).power),
        "stage": STAGE.ids[fight.stage],
    }
