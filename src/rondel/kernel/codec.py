"""States and steps as JSON that a person can read, and back."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from rondel.kernel.data import filled
from rondel.kernel.events import FLAG, NUMBER, SEAT, WORD, Kind, ManyKind, NumberKind, SetKind
from rondel.kernel.flow import State, Step

ANY = Kind("any")
"""An axis of any length: the list is saved as it is."""


class LoadError(ValueError):
    """A saved game that cannot be read. Nothing was changed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """How a field of the state is saved: a single value, or one flat list over one or two axes.

    `Field(AREA, NATION)` is a list of ints indexed `area * len(NATION) + nation`, saved as
    `{"vienna": {"italy": 2}}` without the entries that have the default value. `small`: the field is a bytearray, which
    holds numbers from 0 to 255 and is copied much faster than a list. `low` and `high`: what a number can be; a save
    with another is damaged. `added`: saves from before there was such a field are read as well.
    """

    def __init__(
        self,
        *axes: Kind,
        value: Kind = NUMBER,
        default: Any = 0,
        small: bool = False,
        low: int | None = None,
        high: int | None = None,
        added: bool = False,
    ) -> None:
        self.axes = axes
        self.value = value
        self.default = default
        self.small = small
        self.added = added
        self.low = low if low is not None else 0 if small else NUMBER.low
        self.high = high if high is not None else 255 if small else NUMBER.high
        self.is_plain = isinstance(value, NumberKind)
        self.known: dict[str, int] = {} if isinstance(value, SetKind) else value.index  # ids are looked up at once
        # So are numbers, from `least` to `most`.
        self.least, self.most = (self.low, self.high) if self.is_plain else (1, 0)
        assert not small or default == 0, "what is not there is 0 in a bytearray"

    def save(self, content: Any) -> Any:
        if not self.axes:
            return self.value.show(content)
        if len(self.axes) == 1:
            return self._save_row(content, self.axes[0])
        outer, inner = self.axes
        if outer.ids and inner.ids:
            return self._save_sparse(content, outer.ids, inner.ids)
        width = len(inner) if inner.ids else len(content) // max(1, len(outer))
        rows = [content[first : first + width] for first in range(0, len(content), width)]
        if not outer.ids:
            return [self._save_row(row, inner) for row in rows]
        empty = [self.default] * width
        return {outer.ids[i]: self._save_row(row, inner) for i, row in enumerate(rows) if row != empty}

    def _save_sparse(self, content: Any, outer: tuple[str, ...], inner: tuple[str, ...]) -> dict[str, Any]:
        """Most places of a wide list hold the default, and are passed over."""
        full: dict[str, Any] = {}
        default = self.default
        width = len(inner)
        plain = not self.value.ids and self.value is not SEAT
        for index in filled(content) if self.small else range(len(content)):
            value = content[index]
            if value != default:
                id_ = outer[index // width]
                row = full.get(id_)
                if row is None:
                    row = full[id_] = {}
                row[inner[index % width]] = value if plain else self.value.show(value)
        return full

    def _save_row(self, row: Any, axis: Kind) -> Any:
        show = self.value.show
        if not axis.ids:
            return [show(value) for value in row]
        default = self.default
        if not self.value.ids and self.value is not SEAT:
            return {axis.ids[i]: value for i, value in enumerate(row) if value != default}
        return {axis.ids[i]: show(value) for i, value in enumerate(row) if value != default}

    def load(self, saved: Any, seats: int) -> Any:
        return bytearray(self._load_all(saved, seats)) if self.small else self._load_all(saved, seats)

    def _read(self, shown: Any, seats: int) -> Any:
        """A value out of a save; LoadError if it cannot be one."""
        if shown is None and self.default is None:
            return None
        value = read_value(self.value, shown, seats)
        if self.is_plain and isinstance(value, int) and not self.low <= value <= self.high:
            raise LoadError(f"{value} is not from {self.low} to {self.high}")
        return value

    def _load_all(self, saved: Any, seats: int) -> Any:
        if not self.axes:
            return self._read(saved, seats)
        if self.axes[0] is ANY:
            return [self._read(each, seats) for each in expect(saved, list, "a list")]
        sizes = [seats if axis is SEAT else len(axis) for axis in self.axes]
        total = 1
        for size in sizes:
            total *= size
        content = [self.default] * total
        if len(self.axes) == 1:
            self._load(content, saved, 0, self.axes[0], sizes[0], seats)
        else:
            (outer, inner), width = self.axes, sizes[1]
            for place, row in self._rows(outer, saved, sizes[0]):
                self._load(content, row, place * width, inner, width, seats)
        return content

    def _rows(self, axis: Kind, saved: Any, size: int) -> list[tuple[int, Any]]:
        """The places of an axis that are filled, with what is there."""
        if axis.ids:
            return [(place_of(axis, id_), row) for id_, row in expect(saved, dict, "a table").items()]
        if len(expect(saved, list, "a list")) != size:
            raise LoadError(f"{len(saved)} values where {size} are expected")
        return list(enumerate(saved))

    def _load(self, content: list[Any], row: Any, start: int, axis: Kind, size: int, seats: int) -> None:
        """Fill a row. What is as it should be is looked up at once; what is not, `_read` complains about."""
        if not axis.ids:
            for place, value in self._rows(axis, row, size):
                content[start + place] = self._read(value, seats)
            return
        places, known, least, most = axis.index, self.known, self.least, self.most
        if self.value is SEAT:
            least, most = 0, seats - 1
        for id_, value in expect(row, dict, "a table").items():
            place = places[id_] if id_ in places else place_of(axis, id_)
            if type(value) is int and least <= value <= most:
                content[start + place] = value
            elif type(value) is str and value in known:
                content[start + place] = known[value]
            else:
                content[start + place] = self._read(value, seats)


def expect(value: Any, wanted: type, words: str) -> Any:
    if not isinstance(value, wanted):
        raise LoadError(f"should be {words}, not {brief(value)}")
    return value


def brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def place_of(axis: Kind, id_: Any) -> int:
    place = axis.index.get(id_) if isinstance(id_, str) else None
    if place is None:
        raise LoadError(f"no {axis.name} is called {brief(id_)}")
    return place


def read_value(kind: Kind, shown: Any, seats: int) -> Any:
    """A value of a kind out of a save; LoadError if it cannot be one."""
    if isinstance(kind, SetKind):
        mask = 0
        for id_ in expect(shown, list, "a list"):
            bit = 1 << place_of(kind, id_)
            if mask & bit:
                raise LoadError(f"the same {kind.name} twice")
            mask |= bit
        return mask
    if isinstance(kind, ManyKind):
        each, values = kind.each, expect(shown, list, "a list")
        if isinstance(each, NumberKind) and _all_within(values, each.low, each.high):
            return tuple(values)
        return tuple([read_value(each, one, seats) for one in values])
    if kind.ids:
        return -1 if shown is None else place_of(kind, shown)
    if kind is SEAT:
        if shown is None:
            return -1
        if type(shown) is not int or not 0 <= shown < seats:
            raise LoadError(f"the seats are 0 to {seats - 1}, not {brief(shown)}")
        return shown
    if kind is WORD:
        return expect(shown, str, "a word")
    if kind is FLAG:
        return expect(shown, bool, "true or false")
    if type(shown) is not int:
        raise LoadError(f"should be a whole number, not {brief(shown)}")
    if isinstance(kind, NumberKind) and not kind.low <= shown <= kind.high:
        raise LoadError(f"{shown} is not from {kind.low} to {kind.high}")
    return shown


def _all_within(values: list[Any], low: int, high: int) -> bool:
    """Whether all are whole numbers in a range: at once, since a list may be long."""
    return not values or (set(map(type, values)) == {int} and low <= min(values) and max(values) <= high)


def save_step(step: Step[Any]) -> dict[str, Any]:
    saved: dict[str, Any] = {"step": type(step).__name__}
    for name, kind in step.FIELDS:
        saved[name] = kind.show(getattr(step, name))
    return saved


def load_step(saved: Any, classes: dict[str, type[Step[Any]]], seats: int) -> Step[Any]:
    name = expect(saved, dict, "a step").get("step")
    cls = classes.get(name) if isinstance(name, str) else None
    if cls is None:
        raise LoadError(f"unknown step {brief(name)}")
    if len(saved) != len(cls.FIELDS) + 1:
        raise LoadError(f"step {name}: it has the fields {', '.join(field for field, _ in cls.FIELDS) or 'none'}")
    values = []
    for field, kind in cls.FIELDS:
        if field not in saved:
            raise LoadError(f"step {name}: {field} is missing")
        try:
            values.append(read_value(kind, saved[field], seats))
        except LoadError as error:
            raise LoadError(f"step {name}: {field}: {error}") from None
    try:
        return cls(*values)
    except TypeError as error:  # compiled classes mind their types
        raise LoadError(f"step {name}: {error}") from None


def save_fields(state: State, fields: dict[str, Field]) -> dict[str, Any]:
    return {name: field.save(getattr(state, name)) for name, field in fields.items()}


def load_fields(state: State, fields: dict[str, Field], saved: Any) -> None:
    unknown = [name for name in expect(saved, dict, "a table") if name not in fields]
    if unknown:
        raise LoadError(f"there is no {brief(unknown[0])} on this table")
    for name, field in fields.items():
        if name not in saved:
            if field.added:
                continue
            raise LoadError(f"{name} is missing")
        try:
            setattr(state, name, field.load(saved[name], state.seats))
        except (LoadError, TypeError) as error:  # compiled classes mind their types
            raise LoadError(f"{name}: {error}") from None
