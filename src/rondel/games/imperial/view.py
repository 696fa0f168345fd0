"""What a seat is shown, declared once: the client's types and the check of every view are made from it.

This file stays interpreted where the rest is compiled: compiled classes forget what their fields are declared as.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from rondel.games.imperial.actions import ANSWER, OCCASION
from rondel.games.imperial.components import AREA, NATION, SLOT
from rondel.kernel.shape import SOME

NationId = Annotated[str, NATION]
AreaId = Annotated[str, AREA]
SlotId = Annotated[str, SLOT]
SomeNations = Annotated[str, NATION, SOME]
SomeAreas = Annotated[str, AREA, SOME]
SomeSlots = Annotated[str, SLOT, SOME]


class BondView(TypedDict):
    price: int
    interest: int
    owner: int | None


class ForecastView(TypedDict):
    """What taxation would bring now, and what all interest would cost."""

    revenue: int
    pay: int
    income: int
    bonus: int
    power: int
    interest: int


class NationView(TypedDict):
    treasury: int
    government: int | None
    marker: SlotId | None
    tax: int
    power: int
    factor: int
    armies_left: int
    fleets_left: int
    chips_left: int
    bonds: list[BondView]
    forecast: ForecastView


class ArmiesView(TypedDict):
    hostile: int
    friendly: int


class AreaView(TypedDict):
    factory: bool
    armies: dict[SomeNations, ArmiesView]
    fleets: dict[SomeNations, int]
    chip: NationId | None


class PlayerView(TypedDict):
    money: int | None
    flags: list[NationId]
    credit: dict[SomeNations, int]
    score: int | None
    bond_score: int
    rank: int


class ManeuverView(TypedDict):
    unmoved: dict[SomeAreas, int]
    carried: dict[SomeAreas, int]


class BoxView(TypedDict):
    """A box of the tax chart: its number in the texts, its power points, and the bonus printed on it, if any."""

    box: int
    power: int
    bonus: int


class AnswerView(TypedDict):
    """What a standing order has answered for a nation."""

    nation: NationId
    answer: Annotated[str, ANSWER]


class ImperialView(TypedDict):
    seats: int
    turn: NationId | None
    nation: dict[NationId, NationView]
    area: dict[AreaId, AreaView]
    player: list[PlayerView]
    investor: int | None
    maneuver: ManeuverView | None
    wheel: dict[SomeSlots, int] | None
    chart: list[BoxView]
    track: list[int]
    answered: AnswerView | None
    orders: dict[Annotated[str, OCCASION], Annotated[str, ANSWER]] | None
