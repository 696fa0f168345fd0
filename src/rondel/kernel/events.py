"""What the engine says: messages, events and reasons, as keys with parameters and never as sentences."""

from __future__ import annotations

from typing import Any


class Kind:
    """A kind of value, and how it is shown: a number, a truth, a word, a seat, or an id out of a fixed list.

    Rules work with ints. Everything that leaves the engine (saved games, views, events) shows ids.
    """

    def __init__(self, name: str, ids: tuple[str, ...] = ()) -> None:
        self.name = name
        self.ids = ids
        self.index = {id_: i for i, id_ in enumerate(ids)}

    def show(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self.show(each) for each in value]
        if not self.ids or value is None:
            return value
        return self.ids[value] if value >= 0 else None

    def read(self, shown: Any) -> Any:
        if isinstance(shown, list):
            return tuple(self.read(each) for each in shown)
        if not self.ids:
            return shown
        return -1 if shown is None else self.index[shown]

    def __len__(self) -> int:
        return len(self.ids)


class SeatKind(Kind):
    """A seat; anything below zero is nobody."""

    def show(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self.show(each) for each in value]
        return value if value is not None and value >= 0 else None

    def read(self, shown: Any) -> Any:
        if isinstance(shown, list):
            return tuple(self.read(each) for each in shown)
        return -1 if shown is None else shown


class SetKind(Kind):
    """A set of ids, kept as the bits of one int."""

    def show(self, value: Any) -> Any:
        shown = []
        while value:
            lowest = value & -value
            shown.append(self.ids[lowest.bit_length() - 1])
            value ^= lowest
        return shown

    def read(self, shown: Any) -> Any:
        mask = 0
        for id_ in shown:
            mask |= 1 << self.index[id_]
        return mask


class ManyKind(Kind):
    """A tuple of values of one kind."""

    def __init__(self, each: Kind) -> None:
        super().__init__(each.name)
        self.each = each

    def show(self, value: Any) -> Any:
        if isinstance(self.each, NumberKind):
            return list(value)
        return [self.each.show(one) for one in value]

    def read(self, shown: Any) -> Any:
        return tuple([self.each.read(one) for one in shown])


def many(each: Kind) -> Kind:
    """A tuple of such values, of any length."""
    return ManyKind(each)


class NumberKind(Kind):
    """A whole number in a range: a save with another is damaged."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__("number")
        self.low = low
        self.high = high


def within(low: int, high: int) -> Kind:
    """A whole number from `low` to `high`."""
    return NumberKind(low, high)


NUMBER = NumberKind(-9999, 9999)
FLAG = Kind("flag")
SEAT: Kind = SeatKind("seat")
WORD = Kind("word")


class Message:
    """A key of the text catalogues with its parameters."""

    __slots__ = ("key", "params")

    def __init__(self, key: str, params: dict[str, Any] | None = None) -> None:
        self.key = key
        self.params: dict[str, Any] = params if params is not None else {}

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "params": self.params}


class Reason:
    """Why something is not allowed: a code, the values involved, and the chapter of the rules."""

    __slots__ = ("code", "params", "chapter")

    def __init__(self, code: str, params: dict[str, Any] | None = None, chapter: str = "") -> None:
        self.code = code
        self.params: dict[str, Any] = params if params is not None else {}
        self.chapter = chapter

    @property
    def key(self) -> str:
        return "reason." + self.code

    def to_json(self) -> dict[str, Any]:
        return {"code": self.key, "params": self.params, "chapter": self.chapter}


class EventKind:
    """Something that can happen, and what of it each seat may see. It is made by `Events.add`, and in no other way.

    `secret` names the fields that only the seat in the field `owner` sees; to the others they are None.
    """

    def __init__(self, name: str, secret: tuple[str, ...], owner: str, fields: dict[str, Kind]) -> None:
        self.name = name
        self.fields: tuple[tuple[str, Kind], ...] = tuple(fields.items())
        self.secret = secret
        self.owner = owner

    def face(self, params: dict[str, Any], viewer: int) -> dict[str, Any]:
        """What `viewer` may see of an event with these parameters: the one place that decides it."""
        if self.secret and params[self.owner] != viewer:
            params = {**params, **dict.fromkeys(self.secret)}
        return {"kind": self.name, "params": params}


class Events:
    """Everything that can happen in a game, by name. Adding a kind is defining it: nobody keeps a list beside it."""

    def __init__(self) -> None:
        self.kinds: dict[str, EventKind] = {}

    def add(self, name: str, secret: tuple[str, ...] = (), owner: str = "seat", **fields: Kind) -> EventKind:
        if name in self.kinds:
            raise ValueError(f"two events are called {name!r}")
        if secret and owner not in fields:
            raise ValueError(f"event {name}: secret fields need the field {owner!r} that names who sees them")
        unknown = set(secret) - set(fields)
        if unknown:
            raise ValueError(f"event {name}: it has no fields {sorted(unknown)} that could be secret")
        kind = EventKind(name, secret, owner, fields)
        self.kinds[name] = kind
        return kind

    def __getitem__(self, name: str) -> EventKind:
        """The kind of a name; LookupError if the game has none: what is not known is not shown."""
        kind = self.kinds.get(name)
        if kind is None:
            raise LookupError(f"no event is called {name!r}")
        return kind

    def __len__(self) -> int:
        return len(self.kinds)


class Event:
    """Something that happened."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: EventKind, values: tuple[Any, ...]) -> None:
        self.kind = kind
        self.values = values

    def params(self) -> dict[str, Any]:
        """All of it, as ids."""
        return {name: kind.show(value) for (name, kind), value in zip(self.kind.fields, self.values, strict=True)}

    def face(self, viewer: int) -> dict[str, Any]:
        """What `viewer` may see of it, ready for JSON."""
        return self.kind.face(self.params(), viewer)

    def __repr__(self) -> str:
        shown = " ".join(f"{name}={value}" for name, value in self.params().items())
        return f"{self.kind.name} {shown}".rstrip()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.kind is other.kind and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.kind.name, self.values))
