"""What a game declares of its view becomes a schema, and is held to."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

import pytest

from rondel.kernel.events import Kind
from rondel.kernel.shape import SOME, misfits, schema

NATION = Kind("nation", ("italy", "france"))


class Purse(TypedDict):
    coins: int
    owner: int | None


class View(TypedDict):
    turn: Annotated[str, NATION] | None
    purse: dict[Annotated[str, NATION, SOME], Purse]
    power: dict[Annotated[str, NATION], int]
    pair: tuple[int, str]
    stage: Literal["sea", "land"]
    marks: list[bool]


GOOD = {
    "turn": "italy",
    "purse": {"france": {"coins": 3, "owner": None}},
    "power": {"italy": 1, "france": 2},
    "pair": [1, "x"],
    "stage": "sea",
    "marks": [True],
}


def test_a_declared_view_becomes_a_schema_with_names() -> None:
    named: dict[str, object] = {}
    assert schema(View, named) == {"$ref": "#/components/schemas/View"}
    assert named["NationId"] == {"type": "string", "enum": ["italy", "france"]}
    properties = named["View"]["properties"]  # type: ignore[index]
    assert properties["turn"] == {"anyOf": [{"$ref": "#/components/schemas/NationId"}, {"type": "null"}]}
    assert properties["purse"]["additionalProperties"] == {"$ref": "#/components/schemas/Purse"}
    assert properties["purse"]["propertyNames"] == {"$ref": "#/components/schemas/NationId"}
    assert "required" not in properties["purse"]
    assert properties["power"]["required"] == ["italy", "france"]
    assert properties["stage"] == {"enum": ["sea", "land"]}


def test_what_is_declared_fits() -> None:
    assert list(misfits(GOOD, View)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turn": "spain"}, "view.turn: 'spain' is no nation"),
        ({"purse": {"spain": {"coins": 3, "owner": 1}}}, "view.purse, key: 'spain' is no nation"),
        ({"purse": {"italy": {"coins": True, "owner": 1}}}, "view.purse.italy.coins: True is not integer"),
        ({"purse": {"italy": {"owner": 1}}}, "view.purse.italy.coins is missing"),
        ({"power": {"italy": 1}}, "view.power: ['france'] are missing"),
        ({"secret": 1}, "view.secret is not declared in View"),
        ({"pair": [1]}, "view.pair: 1 entries where 2 are declared"),
        ({"stage": "air"}, "view.stage: 'air' is none of ('sea', 'land')"),
        ({"marks": [0]}, "view.marks[0]: 0 is not boolean"),
    ],
)
def test_what_is_not_declared_is_named(change: dict[str, object], said: str) -> None:
    assert list(misfits({**GOOD, **change}, View)) == [said]


def test_two_kinds_of_one_name_must_be_the_same() -> None:
    named: dict[str, object] = {}
    schema(Annotated[str, NATION], named)
    with pytest.raises(TypeError, match="two kinds"):
        schema(Annotated[str, Kind("nation", ("spain",))], named)
