"""Every action a game can ever offer, once, with a number, a one-line notation and named arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from rondel.kernel.events import Kind


class Action:
    """One entry of a catalogue. Rules handle only its number."""

    __slots__ = ("number", "kind", "args", "notation")

    def __init__(self, number: int, kind: str, args: dict[str, Any], notation: str) -> None:
        self.number = number
        self.kind = kind
        self.args = args
        self.notation = notation

    def to_json(self) -> dict[str, Any]:
        return {"id": self.number, "kind": self.kind, "args": self.args, "notation": self.notation}

    def __str__(self) -> str:
        return self.notation


class Catalogue:
    """Built when a game is imported; an action is its number everywhere else."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.by_notation: dict[str, int] = {}
        self.places: list[int] = []
        """The place of each action in the list of its family; -1 for one that stands alone."""

    def add(self, kind: str, notation: str, **args: Any) -> int:
        """Enter an action. `notation` may use the arguments: `"{nation} advances to {slot}"`."""
        text = notation.format(**args)
        if text in self.by_notation:
            raise ValueError(f"two actions are written {text!r}")
        if not text or text != " ".join(text.split()):
            raise ValueError(f"an action's notation is words with single spaces, not {text!r}")
        number = len(self.actions)
        self.actions.append(Action(number, kind, args, text))
        self.by_notation[text] = number
        self.places.append(-1)
        return number

    def family(
        self, kind: str, notation: str, where: Callable[..., bool] | None = None, **axes: Kind | Iterable[Any]
    ) -> list[int]:
        """Enter an action for every combination of arguments; the last argument runs fastest, as in a flat list.

        An axis is a kind with ids, or any values. `where` is asked with the places on the axes whether there is such an
        action at all; where there is none, the list holds -1. `places` leads from an action back to its place.
        """
        values = [axis.ids if isinstance(axis, Kind) else tuple(axis) for axis in axes.values()]
        found: list[int] = []
        for place, combination in enumerate(product(*(range(len(each)) for each in values))):
            if where is not None and not where(*combination):
                found.append(-1)
                continue
            args = {name: each[i] for name, each, i in zip(axes, values, combination, strict=True)}
            number = self.add(kind, notation, **args)
            self.places[number] = place
            found.append(number)
        return found

    def parse(self, notation: str) -> int:
        """The number of an action; LookupError with the nearest notations if there is none."""
        text = " ".join(notation.split())
        number = self.by_notation.get(text)
        if number is None:
            raise LookupError(f"no action is written {text!r}{self._nearest(text)}")
        return number

    def _nearest(self, text: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(text[:200], self.by_notation, n=3, cutoff=0.75)
        return f"; did you mean {' | '.join(near)}?" if near else ""

    def __getitem__(self, number: int) -> Action:
        return self.actions[number]

    def __len__(self) -> int:
        return len(self.actions)
