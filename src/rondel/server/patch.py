"""Small differences between two JSON values.

A patch is a list of changes, applied in order: `[path, value]` puts a value at a path, `[path]` removes what is there.
A path is a list of keys and indices; an empty path is the whole.

    diff({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}) == [[["b", 1], 3]]
"""

from __future__ import annotations

from typing import Any

Patch = list[list[Any]]


NOTHING: Patch = []
Known = dict[tuple[int, int], Patch]


def diff(old: Any, new: Any, known: Known | None = None) -> Patch:
    """What turns `old` into `new`. `known` remembers parts that several values share, as long as they all live."""
    return _diff(old, new, {} if known is None else known)


def _diff(old: Any, new: Any, known: Known) -> Patch:
    if old is new:
        return NOTHING
    if isinstance(old, dict) and isinstance(new, dict):
        pair = (id(old), id(new))
        patch = known.get(pair)
        if patch is None:
            patch = known[pair] = NOTHING if old == new else _diff_dicts(old, new, known)
        return patch
    if old == new and type(old) is type(new):
        return NOTHING
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed = [i for i, value in enumerate(new) if old[i] != value]
        if 2 * len(changed) <= len(new):
            return [change for i in changed for change in _below(i, _diff(old[i], new[i], known))]
    return [[[], new]]


def _diff_dicts(old: dict[str, Any], new: dict[str, Any], known: Known) -> Patch:
    patch: Patch = [[[key]] for key in old if key not in new]
    for key, value in new.items():
        if key not in old:
            patch.append([[key], value])
            continue
        before = old[key]
        if before is not value and (below := _diff(before, value, known)):
            patch += _below(key, below)
    return patch


def _below(key: str | int, patch: Patch) -> Patch:
    """The same changes, seen from one level higher."""
    return [[[key, *change[0]], *change[1:]] for change in patch]


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
