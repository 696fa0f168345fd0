from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rondel.server.patch import apply, diff

values = st.recursive(
    st.none() | st.integers(-3, 3) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcde"), inner, max_size=4),
    max_leaves=25,
)


@given(values, values)
def test_a_patch_turns_the_old_into_the_new(old: Any, new: Any) -> None:
    before = json.dumps(old)
    patch = json.loads(json.dumps(diff(old, new)))
    assert apply(old, patch) == new
    assert json.dumps(old) == before, "the old value is left alone"


@given(values)
def test_nothing_changed(value: Any) -> None:
    assert diff(value, json.loads(json.dumps(value))) == []


@given(values, values, values)
def test_shared_parts_are_known(old: Any, new: Any, other: Any) -> None:
    known: Any = {}
    for mine in (1, 2, other):
        before, after = {"all": old, "mine": None}, {"all": new, "mine": mine}
        assert apply(before, diff(before, after, known)) == after
        known = {}


def test_a_small_change_in_a_large_value_is_a_small_patch() -> None:
    old = {"area": {str(i): {"armies": {}} for i in range(50)}, "bonds": [0] * 9}
    new = {"area": {**old["area"], "7": {"armies": {"italy": 1}}}, "bonds": [0, 0, 1, 0, 0, 0, 0, 0, 0]}  # type: ignore[dict-item]
    assert diff(old, new) == [[["area", "7", "armies", "italy"], 1], [["bonds", 2], 1]]


def test_what_stands_twice_in_a_value_changes_in_both_places() -> None:
    """Two areas that look alike may be one object, before and after: each has a path of its own."""
    bare: dict[str, dict[str, int]] = {"armies": {}}
    taken = {"armies": {"italy": 1}}
    old, new = {"area": {"rome": bare, "naples": bare}}, {"area": {"rome": taken, "naples": taken}}
    assert apply(old, diff(old, new)) == new
