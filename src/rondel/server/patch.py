"""Small differences between two JSON values.

A patch is a list of changes, applied in order: `[path, value]` puts a value at a path, `[path]` removes what is there.
A path is a list of keys and indices; an empty path is the whole.

    diff({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}) == [[["b", 1], 3]]
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]


Known = dict[tuple[int, int], tuple[list[Any], Patch]]
"""The addresses of two objects: the place where they were compared, and how they differ there."""


def diff(old: Any, new: Any, known: Known | None = None) -> Patch:
    """What turns `old` into `new`.

    `known` remembers the changes in parts that several values share, by their addresses: it may serve for values that
    have such parts, as long as they all live.
    """
    patch: Patch = []
    if old is not new:
        _diff(old, new, [], patch, {} if known is None else known)
    return patch


def _diff(old: Any, new: Any, path: list[Any], patch: Patch, known: Known) -> None:
    """Tell how two values differ that are not equal, or may be if they are objects near the top."""
    kind = type(new)
    if kind is not type(old):
        patch.append([path, new])
    elif kind is dict:
        pair = (id(old), id(new))
        found = known.get(pair)
        if found is not None and found[0] == path:
            patch += found[1]
            return
        start = len(patch)
        _diff_dicts(old, new, path, patch, known)
        known[pair] = (path, patch[start:])
    elif kind is list and len(old) == len(new):
        changed = [i for i, value in enumerate(new) if old[i] != value or type(old[i]) is not type(value)]
        if 2 * len(changed) <= len(new):
            for i in changed:
                _diff(old[i], new[i], [*path, i], patch, known)
        else:
            patch.append([path, new])
    elif old != new:
        patch.append([path, new])


NOTHING: Any = object()


def _diff_dicts(old: dict[str, Any], new: dict[str, Any], path: list[Any], patch: Patch, known: Known) -> None:
    near_the_top = len(path) < 2  # there something always differs: comparing first would be for nothing
    for key in old:
        if key not in new:
            patch.append([[*path, key]])
    for key, value in new.items():
        before = old.get(key, NOTHING)
        if before is value:
            continue
        if before is NOTHING:
            patch.append([[*path, key], value])
        elif (near_the_top and type(value) is dict) or before != value or type(before) is not type(value):
            _diff(before, value, [*path, key], patch, known)


def apply(value: Any, patch: Patch) -> Any:
    """The new value; the old one is left as it was."""
    for change in patch:
        value = _put(value, change[0], change)
    return value


def _put(value: Any, path: list[Any], change: list[Any]) -> Any:
    if not path:
        return change[1]
    copy = value.copy()
    key = path[0]
    if len(path) == 1 and len(change) == 1:
        del copy[key]
    elif len(path) == 1:
        copy[key] = change[1]
    else:
        copy[key] = _put(copy[key], path[1:], change)
    return copy
