"""What a coach says of a choice: remarks on what it changes, in the game's own words.

A choice is carried out in worlds that the seat cannot tell from the true one, and played on until the business that it
began is over. Then a game's counsel compares what was with what is.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic

from mypy_extensions import mypyc_attr

from rondel.kernel import flow
from rondel.kernel.flow import S


class Remark:
    """Something that a choice changes: a key of the texts below `coach`, and what it weighs for the seat.

    A key with a full stop in it stands for itself.
    The number is that of the hole `{n}`; over several worlds it is averaged. A remark of less than nothing warns.
    What is still to be thrown for is remarked on before the throw, with its exact chance (`odds`; -1: it is so
    already).
    """

    __slots__ = ("key", "weight", "params", "number", "odds")

    def __init__(
        self, key: str, weight: float, params: dict[str, Any] | None = None, number: float = 0.0, odds: float = -1.0
    ) -> None:
        self.key = key
        self.weight = weight
        self.params: dict[str, Any] = params if params is not None else {}
        self.number = number
        self.odds = odds


@mypyc_attr(allow_interpreted_subclasses=True)
class Counsel(Generic[S]):
    """How a game speaks of its positions. A game that says nothing has choices without reasons."""

    ASIDE: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that nobody is advised of: they decide nothing of what was asked."""

    CHANCES: ClassVar[tuple[str, ...]] = ()
    """Remarks that tell a chance themselves: another one beside it would only confuse."""

    IF: ClassVar[tuple[str, ...]] = ()
    """Remarks that say themselves what they hang on: how likely that is, another remark tells."""

    ANSWERS: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that answer a question: whoever did not hear it learns nothing from them."""

    def is_idle(self, table: S, seat: int, action: int) -> bool:
        """Whether a choice changes nothing for now, so that nobody is advised of it."""
        return False

    def is_settled(self, table: S, seat: int) -> bool:
        """Whether the business that a choice of the seat began is over: others decide, or something new begins."""
        acting = flow.to_act(table)
        return seat not in acting and flow.CHANCE not in acting

    def is_another(self, before: S, table: S, seat: int) -> bool:
        """Whether the seat is asked of something else now, or anew: what it answers is no effect of what it chose.

        Only a coach asks this, between a choice made in `before` and the end of its business.
        """
        return False

    def ends_turn(self, table: S, seat: int) -> bool:
        """Whether the turn of the seat is over where another one decides: what is looked at and judged as a whole."""
        return self.is_settled(table, seat)

    def remarks(self, before: S, after: S, seat: int) -> list[Remark]:
        """What has changed for a seat, in any order."""
        return []

    def on_turn(self, before: S, after: S, seat: int) -> list[Remark]:
        """What has changed in a turn, or from some point in it to its end, that is looked at as a whole."""
        return self.remarks(before, after, seat)

    def on_choice(self, table: S, seat: int, action: int) -> list[Remark]:
        """What can be said of a choice by itself, whatever comes of it."""
        return []

    def odds(self, table: S, seat: int) -> float:
        """The seat's chance in what a choice has begun, as the table tells whoever confirms it; -1: it tells none."""
        return -1.0

    def spread(self, table: S) -> float:
        """How much further scores may yet drift apart, where a game that is played out breaks off, than its bot thinks.

        The chances that are told hang on it, and nothing else does.
        """
        return 1.0


def amount(found: list[Remark], more: str, less: str, change: float, weight: float, **params: Any) -> None:
    """A remark on a number that grew (`more`) or shrank (`less`), if it did and there is a key for it."""
    key = more if change > 0 else less
    if change and key:
        found.append(Remark(key, weight * change, params, abs(change)))
