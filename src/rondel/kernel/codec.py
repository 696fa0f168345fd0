"""States and steps as JSON that a person can read, and back."""

from __future__ import annotations

from typing import Any

from rondel.kernel.data import filled
from rondel.kernel.events import NUMBER, SEAT, Kind
from rondel.kernel.flow import State, Step

ANY = Kind("any")
"""An axis of any length: the list is saved as it is."""


class LoadError(ValueError):
    """A saved game that cannot be read. Nothing was changed."""


class Field:
    """How a field of the state is saved: a single value, or one flat list over one or two axes.

    `Field(AREA, NATION)` is a list of ints indexed `area * len(NATION) + nation`, saved as
    `{"vienna": {"italy": 2}}` without the entries that have the default value. `small`: the field is a bytearray, which
    holds numbers from 0 to 255 and is copied much faster than a list.
    """

    def __init__(self, *axes: Kind, value: Kind = NUMBER, default: Any = 0, small: bool = False) -> None:
        self.axes = axes
        self.value = value
        self.default = default
        self.small = small
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

    def _load_all(self, saved: Any, seats: int) -> Any:
        if not self.axes:
            return self.value.read(saved)
        if self.axes[0] is ANY:
            return [self.value.read(each) for each in saved]
        sizes = [seats if axis is SEAT else len(axis) for axis in self.axes]
        total = 1
        for size in sizes:
            total *= size
        content = [self.default] * total
        if len(self.axes) == 1:
            self._load(content, saved, 0, self.axes[0], sizes[0])
        else:
            outer, inner = self.axes
            rows = enumerate(saved) if not outer.ids else ((outer.index[id_], row) for id_, row in saved.items())
            for i, row in rows:
                if not 0 <= i < sizes[0]:
                    raise LoadError(f"{len(saved)} rows where {sizes[0]} are expected")
                self._load(content, row, i * sizes[1], inner, sizes[1])
        return content

    def _load(self, content: list[Any], row: Any, start: int, axis: Kind, size: int) -> None:
        plain = not self.value.ids and self.value is not SEAT
        if axis.ids:
            index = axis.index
            for id_, value in row.items():
                content[start + index[id_]] = value if plain else self.value.read(value)
        else:
            if len(row) != size:
                raise LoadError(f"{len(row)} values where {size} are expected")
            for i, value in enumerate(row):
                content[start + i] = self.value.read(value)


def save_step(step: Step[Any]) -> dict[str, Any]:
    saved: dict[str, Any] = {"step": type(step).__name__}
    for name, kind in step.FIELDS:
        saved[name] = kind.show(getattr(step, name))
    return saved


def load_step(saved: dict[str, Any], classes: dict[str, type[Step[Any]]]) -> Step[Any]:
    name = saved.get("step")
    cls = classes.get(str(name))
    if cls is None:
        raise LoadError(f"unknown step {name!r}")
    values = []
    for field, kind in cls.FIELDS:
        if field not in saved:
            raise LoadError(f"step {name}: {field} is missing")
        values.append(kind.read(saved[field]))
    return cls(*values)


def save_fields(state: State, fields: dict[str, Field]) -> dict[str, Any]:
    return {name: field.save(getattr(state, name)) for name, field in fields.items()}


def load_fields(state: State, fields: dict[str, Field], saved: dict[str, Any]) -> None:
    for name, field in fields.items():
        if name not in saved:
            raise LoadError(f"{name} is missing")
        try:
            setattr(state, name, field.load(saved[name], state.seats))
        except LoadError as error:
            raise LoadError(f"{name}: {error}") from None
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            raise LoadError(f"{name}: {type(error).__name__} {error}") from None
