"""The shape of what a game shows, read from its declared types: as JSON schema, and as a check of a value.

A view is declared as a `TypedDict`. `Annotated[str, NATION]` is one of the ids of a kind; a dict with such keys has all
of these ids, and one with keys `Annotated[str, NATION, SOME]` some of them. What is declared once becomes the client's
types, the learner's arrays and a page of the docs.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rondel.kernel.events import Kind

SOME = "some"
"""Marks the keys of a dict that need not hold every id of its kind."""
PLAIN: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", float: "number", type(None): "null"}


def schema(type_: Any, named: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of a type. Declared types and kinds are entered in `named`, once, and referred to by name."""
    if type_ is Any:
        return {}
    if type_ in PLAIN:
        return {"type": PLAIN[type_]}
    if is_typeddict(type_):
        return _typed_dict(type_, named)
    origin, arguments = get_origin(type_), get_args(type_)
    if origin is Annotated:
        kind = _kind(type_)
        return schema(arguments[0], named) if kind is None else _ids(kind, named)
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(each, named) for each in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": schema(arguments[0], named)}
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": schema(arguments[0], named)}
        parts = [schema(each, named) for each in arguments]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    if origin is dict:
        found: dict[str, Any] = {"type": "object", "additionalProperties": schema(arguments[1], named)}
        kind = _kind(arguments[0])
        if kind is not None:
            found["propertyNames"] = _ids(kind, named)
            if SOME not in get_args(arguments[0]):
                found["required"] = list(kind.ids)
        return found
    if type_ is dict:
        return {"type": "object", "additionalProperties": {}}
    raise TypeError(f"a view cannot hold {type_!r}")


def _kind(type_: Any) -> Kind | None:
    """The kind of a type that is one of its ids."""
    if get_origin(type_) is not Annotated:
        return None
    return next((each for each in get_args(type_)[1:] if isinstance(each, Kind) and each.ids), None)


def _typed_dict(type_: Any, named: dict[str, Any]) -> dict[str, Any]:
    name = type_.__name__
    if name not in named:
        named[name] = {}  # it may hold itself
        hints = _hints(type_)
        named[name] = {
            "type": "object",
            "properties": {key: schema(each, named) for key, each in hints.items()},
            "required": sorted(type_.__required_keys__, key=list(hints).index),
            "additionalProperties": False,
        }
    return {"$ref": f"#/components/schemas/{name}"}


def _ids(kind: Kind, named: dict[str, Any]) -> dict[str, Any]:
    name = "".join(part.capitalize() for part in kind.name.split("-")) + "Id"
    entry = {"type": "string", "enum": list(kind.ids)}
    if named.setdefault(name, entry) != entry:
        raise TypeError(f"two kinds with different ids are called {kind.name!r}")
    return {"$ref": f"#/components/schemas/{name}"}


def misfits(value: Any, type_: Any, where: str = "view") -> Iterator[str]:
    """Where a value is not what its type says; nothing if it fits."""
    if type_ is Any:
        return
    if type_ in PLAIN:
        if type(value) is not type_ and not (type_ is float and type(value) is int):
            yield f"{where}: {value!r} is not {PLAIN[type_]}"
        return
    if is_typeddict(type_):
        yield from _typed_dict_misfits(value, type_, where)
        return
    origin, arguments = get_origin(type_), get_args(type_)
    if origin is Annotated:
        kind = _kind(type_)
        if kind is not None and value not in kind.index:
            yield f"{where}: {value!r} is no {kind.name}"
        elif kind is None:
            yield from misfits(value, arguments[0], where)
    elif origin in (Union, types.UnionType):
        if all(next(misfits(value, each, where), None) is not None for each in arguments):
            yield from misfits(value, arguments[0], where)
    elif origin is Literal:
        if value not in arguments:
            yield f"{where}: {value!r} is none of {arguments}"
    elif origin in (list, tuple):
        yield from _sequence_misfits(value, origin, arguments, where)
    elif origin is dict or type_ is dict:
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is not an object"
        elif arguments:
            kind = _kind(arguments[0])
            if kind is not None and SOME not in get_args(arguments[0]) and len(value) < len(kind):
                yield f"{where}: {sorted(kind.index.keys() - value.keys())} are missing"
            for key, each in value.items():
                yield from misfits(key, arguments[0], f"{where}, key")
                yield from misfits(each, arguments[1], f"{where}.{key}")
    else:
        raise TypeError(f"a view cannot hold {type_!r}")


def _typed_dict_misfits(value: Any, type_: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is not an object"
        return
    hints = _hints(type_)
    for key in value.keys() - hints.keys():
        yield f"{where}.{key} is not declared in {type_.__name__}"
    for key in type_.__required_keys__ - value.keys():
        yield f"{where}.{key} is missing"
    for key, each in hints.items():
        if key in value:
            yield from misfits(value[key], each, f"{where}.{key}")


def _sequence_misfits(value: Any, origin: Any, arguments: tuple[Any, ...], where: str) -> Iterator[str]:
    if not isinstance(value, (list, tuple)):
        yield f"{where}: {value!r} is not a list"
    elif origin is list or (len(arguments) == 2 and arguments[1] is Ellipsis):
        for i, each in enumerate(value):
            yield from misfits(each, arguments[0], f"{where}[{i}]")
    elif len(value) != len(arguments):
        yield f"{where}: {len(value)} entries where {len(arguments)} are declared"
    else:
        for i, (each, wanted) in enumerate(zip(value, arguments, strict=True)):
            yield from misfits(each, wanted, f"{where}[{i}]")


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(type_: Any) -> dict[str, Any]:
    if type_ not in _HINTS:
        _HINTS[type_] = get_type_hints(type_, include_extras=True)
    return _HINTS[type_]
