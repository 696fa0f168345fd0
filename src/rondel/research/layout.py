"""Observations as vectors with a name for every number, made from the types that a game declares for its views.

A view holds only what its seat may know, so a vector that is made from nothing but the view, and from what the table
tells everybody about the decision at hand, holds no more. How a type becomes numbers:

- a number is itself; a yes or no is 1 or 0;
- one of several ids is its place among them, from 0, and -1 for none (`Layout.one_hot` spreads them out);
- a number that may be missing is preceded by a flag `NAME.known`;
- an object has its fields one after the other; one that may be missing is preceded by a flag `NAME.there`;
- a dict has an entry for every id of its kind; what is not in it is empty;
- a list of ids is counted: how often each id is in it, unless a limit is declared, for then the order matters;
- a list with a limit has its length, `NAME.count`, and so many places; what does not fit is left out;
- what is empty is 0 everywhere, but -1 where an id stands.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.kernel import flow
from rondel.kernel.events import FLAG, NUMBER, SEAT, Kind, NumberKind
from rondel.kernel.flow import State
from rondel.kernel.game import Game
from rondel.research.limits import LIMITS, Limits

Vector = NDArray[np.float32]
Write = Callable[[Any, list[float]], None]


@dataclass(frozen=True)
class Number:
    """One number of an observation."""

    name: str
    kind: Literal["number", "flag", "count", "id"]
    values: tuple[str, ...] = ()
    """Of an id: what its numbers mean, from 0; -1 is none."""


@dataclass(frozen=True)
class Part:
    """How a value of one type is written: its numbers, what stands there if it is missing, and the writer."""

    numbers: tuple[Number, ...]
    empty: tuple[float, ...]
    write: Write


class LayoutError(TypeError):
    """A type that does not say how many numbers it is; the message says what to declare."""


class Layout:
    """The order of the numbers in an observation of one game, the same for every number of players."""

    def __init__(self, game: Game[Any], limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self.steps: dict[type[Any], int] = {step: place for place, step in enumerate(game.steps)}
        self.fields = _decision_fields(game)
        self._places = {number.name: place for place, number in enumerate(self.fields)}
        self._by_step = {step: self._fields_of(step) for step in game.steps}
        view = Builder(limits).part(game.view_type, "")
        self._write = view.write
        self._view_size = len(view.numbers)
        most = game.players[-1]
        self.numbers: tuple[Number, ...] = (
            Number("seat", "id", tuple(str(seat) for seat in range(most))),
            *(Number(f"acts[{seat}]", "flag") for seat in range(most)),
            Number("decision", "id", tuple(step.__name__ for step in game.steps)),
            *self.fields,
            *view.numbers,
        )
        self.names: tuple[str, ...] = tuple(number.name for number in self.numbers)
        self.place: dict[str, int] = {name: place for place, name in enumerate(self.names)}
        assert len(self.place) == len(self.names), "a name stands for two numbers"

    def __len__(self) -> int:
        return len(self.numbers)

    def _fields_of(self, step: type[Any]) -> list[tuple[str, int]]:
        """The fields of a step that are single values, each with its place among all such fields."""
        if step.SECRET:
            return []
        found = [(name, self._places.get(f"decision.{name}:{kind.name}", -1)) for name, kind in step.FIELDS]
        return [each for each in found if each[1] >= 0]

    def observe(self, state: State, seat: int) -> Vector:
        """What a seat may know, as a new vector."""
        return np.array(self.write(state, seat), dtype=np.float32)

    def write(self, state: State, seat: int, view: Any = None) -> list[float]:
        """The numbers of an observation, in their order; `view`: what the seat sees, where it is at hand already."""
        out = self.head(state, seat)
        self._write(self.game.view(state, seat) if view is None else view, out)
        assert len(out) == len(self.numbers), f"{len(out)} numbers where {len(self.numbers)} are named"
        return out

    def head(self, state: State, seat: int) -> list[float]:
        """The numbers before those of the view: whose observation it is, who must act, and what is to be decided."""
        acting = flow.to_act(state)
        acts = [1.0 if each in acting else 0.0 for each in range(self.game.players[-1])]
        return [float(seat), *acts, *self._decision(state)]

    def _decision(self, state: State) -> list[float]:
        """The step on top, which everybody is told of as what the table waits for."""
        found = [-1.0, *(-1.0 if number.kind == "id" else 0.0 for number in self.fields)]
        if state.pending:
            step = state.pending[-1]
            found[0] = float(self.steps[type(step)])
            for name, place in self._by_step[type(step)]:
                value = getattr(step, name)
                if isinstance(value, int):  # not a series of them
                    found[1 + place] = float(value)
        return found

    def one_hot(self, observations: NDArray[Any]) -> Vector:
        """Observations (any number, the last axis is the vector) with each id spread out over as many numbers."""
        if observations.shape[-1] != len(self.numbers):
            told = f"{len(self.numbers)} numbers of a view of {self.game.name}, not {observations.shape[-1]}"
            raise ValueError(f"what is spread out are the {told}")
        flat = observations.reshape(-1, len(self.numbers))
        columns: list[NDArray[Any]] = []
        for place, number in enumerate(self.numbers):
            column = flat[:, place : place + 1]
            if number.kind == "id":
                columns.append(column == np.arange(len(number.values)))
            else:
                columns.append(column)
        spread = np.concatenate(columns, axis=1).astype(np.float32)
        return spread.reshape(*observations.shape[:-1], spread.shape[1])

    def named(self, observation: NDArray[Any]) -> dict[str, Any]:
        """An observation to look at: the numbers that are not empty, by name; ids as they are called."""
        shown: dict[str, Any] = {}
        for number, value in zip(self.numbers, observation, strict=True):
            if number.kind == "id":
                if value >= 0:
                    shown[number.name] = number.values[int(value)]
            elif value:
                shown[number.name] = float(value)
        return shown

    def page(self) -> str:
        """The layout as a page of the docs: every number, those that differ in an id alone on one line."""
        from rondel.research.pages import layout_page

        return layout_page(self)


def _decision_fields(game: Game[Any]) -> tuple[Number, ...]:
    """What the steps of a game are about: one number for each field of each kind."""
    found: dict[str, Number] = {}
    for step in game.steps:
        for name, kind in step.FIELDS:
            full = f"decision.{name}:{kind.name}"
            if kind is SEAT:
                found[full] = Number(full, "id", tuple(str(seat) for seat in range(game.players[-1])))
            elif type(kind) is Kind and kind.ids:
                found[full] = Number(full, "id", tuple(kind.ids))
            elif kind in (NUMBER, FLAG) or isinstance(kind, NumberKind):
                found[full] = Number(full, "number")
    return tuple(found.values())


class Builder:
    """Turns declared types into parts."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.used: set[str] = set()

    def part(self, type_: Any, name: str, pattern: str = "") -> Part:
        """`name` is what the numbers are called; `pattern` the same with `*` for every key, as limits are declared."""
        if type_ is bool:
            return Part((Number(name, "flag"),), (0.0,), _write_number)
        if type_ in (int, float):
            return Part((Number(name, "number"),), (0.0,), _write_number)
        if is_typeddict(type_):
            return self._object(_fields(type_), name, pattern)
        origin, arguments = get_origin(type_), get_args(type_)
        if origin is Annotated:
            kind = _kind(type_)
            if kind is not None:
                return _one_of(tuple(kind.ids), name)
            return self.part(arguments[0], name, pattern)
        if origin is Literal:
            return _one_of(tuple(arguments), name)
        if origin in (Union, types.UnionType):
            return self._union(arguments, name, pattern)
        if origin is list:
            return self._list(arguments[0], name, pattern)
        if origin is tuple:
            parts = [self.part(each, f"{name}[{place}]", f"{pattern}[]") for place, each in enumerate(arguments)]
            return _in_a_row(parts)
        if origin is dict:
            return self._dict(arguments[0], arguments[1], name, pattern)
        raise LayoutError(f"{pattern}: {type_!r} is no fixed number of numbers; declare it as left out, in limits.py")

    def _object(self, fields: dict[str, Any], name: str, pattern: str) -> Part:
        parts: list[tuple[str, Part]] = []
        for key, type_ in fields.items():
            below = f"{pattern}.{key}" if pattern else key
            if below not in self.limits.left_out:
                parts.append((key, self.part(type_, f"{name}.{key}" if name else key, below)))
        empties = {key: list(part.empty) for key, part in parts}
        writers = [(key, part.write) for key, part in parts]

        def write(value: Any, out: list[float]) -> None:
            for key, write_part in writers:
                if key in value:
                    write_part(value[key], out)
                else:
                    out += empties[key]

        return _joined([part for _, part in parts], write)

    def _union(self, arguments: tuple[Any, ...], name: str, pattern: str) -> Part:
        kinds = [each for each in arguments if each is not type(None)]
        optional = len(kinds) < len(arguments)
        if all(is_typeddict(each) for each in kinds):
            fields: dict[str, Any] = {}
            for each in kinds:
                fields.update(_fields(each))
            inner = self._object(fields, name, pattern)
        elif len(kinds) == 1:
            inner = self.part(kinds[0], name, pattern)
        else:
            return _one_of(tuple(word for each in kinds for word in _words(each, pattern)), name)
        return _optional(inner, name) if optional else inner

    def _list(self, item: Any, name: str, pattern: str) -> Part:
        if pattern in self.limits.lists:
            most = self.limits.lists[pattern]
            parts = [self.part(item, f"{name}[{place}]", f"{pattern}[]") for place in range(most)]
            return _places(parts, name)
        words = _words(item, pattern)
        counts = tuple(Number(f"{name}.{word}", "count") for word in words)
        place_of = {word: place for place, word in enumerate(words)}
        blank = [0.0] * len(words)

        def write(value: Any, out: list[float]) -> None:
            first = len(out)
            out += blank
            for each in value:
                out[first + place_of[each]] += 1.0

        return Part(counts, tuple(blank), write)

    def _dict(self, key: Any, item: Any, name: str, pattern: str) -> Part:
        kind = _kind(key)
        ids = tuple(kind.ids) if kind is not None else self.limits.keys.get(pattern, ())
        if not ids:
            raise LayoutError(f"{pattern}: which keys can it have? Declare them in limits.py")
        parts = [(id_, self.part(item, f"{name}.{id_}", f"{pattern}.*")) for id_ in ids]
        writers = [(id_, part.write, list(part.empty)) for id_, part in parts]

        def write(value: Any, out: list[float]) -> None:
            for id_, write_part, empty in writers:
                if id_ in value:
                    write_part(value[id_], out)
                else:
                    out += empty

        return _joined([part for _, part in parts], write)


def _write_number(value: Any, out: list[float]) -> None:
    out.append(float(value))


def _one_of(words: tuple[Any, ...], name: str) -> Part:
    place_of = {word: float(place) for place, word in enumerate(words)}
    place_of[None] = -1.0

    def write(value: Any, out: list[float]) -> None:
        out.append(place_of[value])

    return Part((Number(name, "id", tuple(str(word) for word in words)),), (-1.0,), write)


def _optional(inner: Part, name: str) -> Part:
    """Something that may be missing: an id says so by itself, the rest by a flag before it."""
    if len(inner.numbers) == 1 and inner.numbers[0].kind == "id":
        return inner
    alone = len(inner.numbers) == 1 and inner.numbers[0].name == name
    flag = Number(f"{name}.known" if alone else f"{name}.there", "flag")
    empty = (0.0, *inner.empty)
    nothing = list(empty)
    write_inner = inner.write

    def write(value: Any, out: list[float]) -> None:
        if value is None:
            out += nothing
        else:
            out.append(1.0)
            write_inner(value, out)

    return Part((flag, *inner.numbers), empty, write)


def _places(parts: list[Part], name: str) -> Part:
    """A list with a limit: how many there are, then the places."""
    empties = [list(part.empty) for part in parts]
    writers = [part.write for part in parts]

    def write(value: Any, out: list[float]) -> None:
        there = len(value)
        out.append(float(there))
        for place, write_part in enumerate(writers):
            if place < there:
                write_part(value[place], out)
            else:
                out += empties[place]

    joined = _joined(parts, write)
    return Part((Number(f"{name}.count", "count"), *joined.numbers), (0.0, *joined.empty), write)


def _in_a_row(parts: list[Part]) -> Part:
    writers = [part.write for part in parts]

    def write(value: Any, out: list[float]) -> None:
        for write_part, each in zip(writers, value, strict=True):
            write_part(each, out)

    return _joined(parts, write)


def _joined(parts: list[Part], write: Write) -> Part:
    numbers = tuple(number for part in parts for number in part.numbers)
    return Part(numbers, tuple(each for part in parts for each in part.empty), write)


def _words(type_: Any, pattern: str) -> tuple[str, ...]:
    """The words that a value of this type can be."""
    kind = _kind(type_)
    if kind is not None:
        return tuple(kind.ids)
    if get_origin(type_) is Literal:
        return tuple(get_args(type_))
    raise LayoutError(f"{pattern}: how long can it be? Declare a limit in limits.py")


def _kind(type_: Any) -> Kind | None:
    if get_origin(type_) is not Annotated:
        return None
    return next((each for each in get_args(type_)[1:] if isinstance(each, Kind) and each.ids), None)


@cache
def _fields(type_: Any) -> dict[str, Any]:
    return get_type_hints(type_, include_extras=True)


@cache
def layout(name: str) -> Layout:
    """The layout of a game's observations; LayoutError if its types leave open how many numbers they are."""
    game = games.load(name)
    return Layout(game, LIMITS.get(name, Limits()))
