"""What a seat may see of a table, declared: the client's types, the checks and the docs are made from it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypedDict

from rondel.games.imperunde.actions import MOVER, ORDER
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    CANAL,
    CARD,
    COLOUR,
    DIE_LOW,
    FORT,
    FRIGATE,
    HOME,
    PIECE,
    UNIT,
    UNIT_DIE,
)
from rondel.games.imperunde.events import PARTY
from rondel.games.imperunde.state import LEDGER, PHASE
from rondel.kernel.events import Kind
from rondel.kernel.shape import SOME

# Kinds of the same name with other ids would be taken for one another.
ARMY: Final = Kind("army", UNIT.ids[:ARMIES])
SHIP: Final = Kind("ship", UNIT.ids[FRIGATE:])
TROOP: Final = Kind("troop", UNIT.ids[: FORT + 1])
_PIECE: Final = Kind("piece", PIECE.ids)
_MOVER: Final = Kind("mover", MOVER.ids)
_HOME: Final = Kind("home", HOME.ids)

AreaId = Annotated[str, AREA]
CanalId = Annotated[str, CANAL]
CardId = Annotated[str, CARD]
ColourId = Annotated[str, COLOUR]
HomeId = Annotated[str, _HOME]
OrderId = Annotated[str, ORDER]
PartyId = Annotated[str, PARTY]
PhaseId = Annotated[str, PHASE]
PieceId = Annotated[str, _PIECE]
UnitId = Annotated[str, UNIT]
# Keys of what is counted: only what is there.
SomeAreas = Annotated[str, AREA, SOME]
SomeArmies = Annotated[str, ARMY, SOME]
SomeCards = Annotated[str, CARD, SOME]
SomeMovers = Annotated[str, _MOVER, SOME]
SomePieces = Annotated[str, _PIECE, SOME]
SomeParties = Annotated[str, PARTY, SOME]
SomeShips = Annotated[str, SHIP, SOME]
SomeTroops = Annotated[str, TROOP, SOME]

Relation = Literal["war", "armistice", "peace", "treaty"]
Side = Literal["attacker", "defender"]


class RoundView(TypedDict):
    """9. A column of the budget form: a round of one player, from top to bottom."""

    clockwise: bool
    carried: int
    home: int
    dividend: int
    colonial: int
    sea: int
    interest: int
    repaid: int
    borrowed: int
    free: int  # free money: the sum of all above
    invested: int
    surplus: int
    debt: int


class ForecastView(TypedDict):
    """What the next income would bring if it were due now."""

    home: int
    dividend: int
    colonial: int
    sea: int
    interest: int
    total: int


class PlayerView(TypedDict):
    home: HomeId | None
    posts: int
    to_win: int
    money: int
    debt: int
    score: int
    form: list[RoundView]  # [round - 1], the present one last
    forecast: ForecastView | None
    wants_war: list[int]
    orders: OrderId
    stock: dict[PieceId, int]
    cards: int
    hand: dict[SomeCards, int] | None


class LandView(TypedDict):
    value: int
    owner: int | None
    home: bool
    units: dict[SomeTroops, int]
    posts: int
    new_posts: int
    most_posts: int
    most_forts: int
    spent: int
    allowance: int | None
    """What may still be invested in military there in this phase; None: the homeland invests what it likes."""
    raises: dict[SomePieces, int]
    """How many of one kind alone whoever is investing can still raise there."""
    famine: bool
    plunderer: int | None
    event: bool


class SeaView(TypedDict):
    value: int
    ships: dict[SomeParties, dict[SomeShips, int]]
    freighters: dict[SomeParties, dict[SomeArmies, int]]
    prizes: dict[SomeParties, int]
    storm: bool
    calm: bool
    event: bool


class DieView(TypedDict):
    unit: UnitId
    colour: ColourId
    number: int | None


class AttackerView(TypedDict):
    unit: UnitId
    origin: AreaId
    moves: int
    prize: bool


class RollView(TypedDict):
    """The dice of a roll, as they were sorted."""

    attack: list[DieView]
    defence: list[DieView]


class BattleView(TypedDict):
    area: AreaId
    attacker: PartyId
    defender: PartyId
    roll: int
    attackers: list[AttackerView]  # of a player
    attacking: list[UnitId]  # everything that attacks, rebels too, the strongest first
    defending: list[UnitId]
    attack: list[DieView]  # the dice of the roll that is going on
    defence: list[DieView]
    last: RollView | None
    boarding: list[tuple[UnitId, UnitId]]
    hussar: list[Side]
    ambush: bool
    surprise: bool
    chance: float  # the attacker's chance to win, from 0 to 1
    losses: tuple[float, float]  # what the next roll costs attacker and defender on average


class MovesView(TypedDict):
    """How many units have one move left, and how many two."""

    one: int
    two: int


class CardView(TypedDict):
    """The card that lies on the table."""

    card: CardId
    by: int


class ExposedView(TypedDict):
    """A hand that is being looked at; only who looks at it sees it, unless it lies open."""

    seat: int
    other: int
    openly: bool
    hand: dict[SomeCards, int] | None


class ImperundeView(TypedDict):
    seats: int
    round: int
    phase: PhaseId
    order: list[int]
    starter: int | None
    clockwise: bool
    mover: int | None
    target: int
    winner: int | None
    player: list[PlayerView]
    relation: list[list[Relation | None]]
    antarctica: list[int]  # the players whose homeland's token lies on Antarctica, for the talks
    area: dict[AreaId, LandView | SeaView]
    canals: list[CanalId]
    deck: int
    played: dict[SomeCards, int]
    ready: dict[SomeAreas, dict[SomeMovers, MovesView]]  # units of `mover` that can still move
    battle: BattleView | None
    card: CardView | None
    exposed: ExposedView | None


CONSTANTS: Final[dict[str, Any]] = {
    "LEDGER": [*LEDGER.ids[:-1], "free", "invested", "surplus", "debt"],
    "SUBTRACTED": ["interest", "repaid", "invested"],
    "BY_DICE": sorted(UNIT.ids, key=lambda unit: DIE_LOW[UNIT_DIE[UNIT.index[unit]]]),
}
"""The lines of the form from top to bottom, and those that are subtracted; units, those with the best dice last."""
