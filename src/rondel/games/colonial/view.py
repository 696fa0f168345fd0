"""What a seat may see of a table, as types: the client's types and the check of every view are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from rondel.games.colonial.components import AREA, CARD, CHARACTER, NATION, RESOURCE, TRACK

AreaId = Annotated[str, AREA]
CardId = Annotated[str, CARD]
CharacterId = Annotated[str, CHARACTER]
NationId = Annotated[str, NATION]
ResourceId = Annotated[str, RESOURCE]
TrackId = Annotated[str, TRACK]
BySeat = dict[str, int]
"""A number for each seat that has any; the keys are seats, as JSON has them."""


class SpotView(TypedDict):
    resource: ResourceId
    owner: int | None
    city: bool


class AreaView(TypedDict):
    difficulty: int
    native_power: int
    tokens: int
    counters: BySeat
    spots: list[SpotView]
    colony: int | None
    unrest: int
    mission: bool
    rebellion_dice: int
    required: int | None
    chance: float | None


class PlayerView(TypedDict):
    treasury: int
    prestige: int
    diplomacy: int
    level: dict[TrackId, int]
    value: dict[TrackId, int]
    fleets: int
    squadrons: int
    privateers: BySeat
    raiders: BySeat
    goods: int
    loans: list[int]
    debt: int
    interest: int
    unrest: int
    near_revolution: bool
    revolution: bool
    merchant_used: bool
    counters_left: int
    colonies: int
    colonies_left: int
    monopolies: list[ResourceId]
    nation: NationId | None
    objective: bool
    cards: list[CardId | Literal["hidden"] | None]
    hand: list[CardId] | None


class Said(TypedDict):
    """A sentence: its key in the catalogues of texts, and what it names."""

    key: str
    params: dict[str, Any]


class Barred(TypedDict):
    """A reason why not."""

    code: str
    params: dict[str, Any]
    chapter: str


class CharacterView(TypedDict):
    barred: Barred | None
    now: Said | None


class WaysView(TypedDict):
    treasury: list[Said]
    prestige: list[Said]
    risks: list[Said]


class LandView(TypedDict):
    area: AreaId
    own: int
    their: int


class SeaView(TypedDict):
    own: int
    their: int


class ChancesView(TypedDict):
    won: float
    lost: float
    neutral: float
    open: float


class YearView(TypedDict):
    """A year of war: the dice of both sides, and how it may end for the first of them."""

    land: list[LandView]
    sea: SeaView
    chances: ChancesView


class WarForecast(TypedDict):
    seat: int
    may: bool
    year: YearView


class WarView(TypedDict):
    """A war that is being fought; `next` is the coming year as the first of the sides sees it."""

    attacker: int
    defender: int
    sides: list[int]
    year: int
    theatre: Literal["land", "sea", "year-end"]
    areas: list[AreaId]
    next: YearView


class TradeView(TypedDict):
    seat: int
    partner: int
    give: int
    give_goods: int
    ask: int
    ask_goods: int


class BargainView(TypedDict):
    """A player to whom an exchange may be offered now, and the most that can stand in each place of the offer."""

    seat: int
    give: int
    give_goods: int
    ask: int
    ask_goods: int


class CargoView(TypedDict):
    seat: int
    loaded: int
    fleets: int


class ColonialView(TypedDict):
    seats: int
    turn: int
    turn_limit: int
    phase: Literal["endeavour", "merchant-fleets", "naval-forces", "loans"] | None
    round: int | None
    first: int | None
    active: int | None
    player: list[PlayerView]
    area: dict[AreaId, AreaView]
    cards: dict[CardId, list[CharacterId]]
    monopoly: dict[ResourceId, int | None]
    markers_left: int
    cities_left: int
    abolished: bool
    new_world: int | None
    circumnavigation: int | None
    winner: int | None
    war: WarView | None
    trade: TradeView | None
    cargo: CargoView | None
    bargains: list[BargainView]
    places: list[int]
    characters: dict[CharacterId, CharacterView] | None
    ways: WaysView | None
    wars: list[WarForecast]
