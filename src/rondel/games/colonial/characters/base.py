"""What a character is: everything about him in one object."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from rondel.games.colonial.components import AREA
from rondel.games.colonial.outlook import Course, Outlook
from rondel.games.colonial.state import Table
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

Decision = Callable[[Table, int, list[int], random.Random], int]
"""How a bot decides a step: table, seat, choices, and chance among equals; the choice."""


class Character:
    """One of the twelve: when he can be used, what he does, what is told of him, and what he is worth to a bot."""

    NUMBER: ClassVar[int] = -1
    LOOKS_AT: ClassVar[tuple[int, ...]] = ()
    """Those whose expectations he must know for his own."""

    def can_act(self, state: Table, seat: int) -> bool:
        """Whether he has anything to do for a player now."""
        return True

    def why_not(self, state: Table, seat: int) -> Reason | None:
        """Why he has nothing to do for a player now; None if he has."""
        return None

    def act(self, state: Table, seat: int) -> None:
        """He is used: push what is to be decided."""
        raise NotImplementedError

    def now(self, state: Table, seat: int) -> Message:
        """What he could do for a player now, in words."""
        raise NotImplementedError

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        """Write into the outlook what can be expected of him this turn."""

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        """Improve the turn after him, if he helps as a card that is worth so much more for being laid so early."""

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        """What using him now is worth, in Prestige."""
        raise NotImplementedError

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        """How each of the steps is decided that his action leads to."""
        return {}


def names(areas: list[int]) -> list[str]:
    return [AREA.ids[area] for area in areas]


def last_choice(state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
    """As much as possible."""
    return choices[-1]
