"""What a seat is shown, declared once: the client's types and the check of every view are made from it.

This file stays interpreted where the rest is compiled: compiled classes forget what their fields are declared as.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from rondel.games.struggle.components import AREA, CATEGORY, POWER, PURPOSE, REGION, TILE, TIMING, UNIT
from rondel.games.struggle.fight import FIGHT_KIND, SIDE, STAGE
from rondel.kernel.shape import SOME

PowerId = Annotated[str, POWER]
AreaId = Annotated[str, AREA]
RegionId = Annotated[str, REGION]
SomePowers = Annotated[str, POWER, SOME]
SomeAreas = Annotated[str, AREA, SOME]
SomeRegions = Annotated[str, REGION, SOME]
SomeTiles = Annotated[str, TILE, SOME]
TileId = Annotated[str, TILE]
UnitId = Annotated[str, UNIT]
TimingId = Annotated[str, TIMING]
SideId = Annotated[str, SIDE]
StageId = Annotated[str, STAGE]
FightId = Annotated[str, FIGHT_KIND]
CategoryId = Annotated[str, CATEGORY]
PurposeId = Annotated[str, PURPOSE]
Row = Literal["a", "b"]


class TilesView(TypedDict):
    count: int
    used: int


class PowerView(TypedDict):
    seat: int | None
    in_play: bool
    colour: str
    row: Row | None
    place: int | None
    """In the order of play."""
    gold: int
    population: int
    points: int
    score: int
    """Points on the track; once the game is over, what is left of them after the reckoning of unrest."""
    coming: int | None
    """What the regions would bring if the war ended now; None when nothing more comes."""
    total: int
    """Score and what is coming."""
    unrest: int | None
    """None: hidden."""
    unrest_war: int
    income: int
    upkeep: int
    upkeep_unrest: int
    """Unrest for the loans that upkeep would need."""
    gold_end: int
    """Gold after income and upkeep."""
    restless: bool
    """As far as it may be seen, close to a revolution."""
    penalty: int | None
    """Points that unrest would cost, -1 for a revolution; None where it is hidden or not the last war."""
    loan: int
    tiles: dict[SomeTiles, TilesView]
    home: dict[UnitId, int]
    left: dict[UnitId, int]
    control_left: int
    order: bool
    ceiling: int | None
    barred: list[TileId]


class StandingView(TypedDict):
    power: PowerId
    control: int
    points: int


class AreaView(TypedDict):
    points: list[int]
    armies: dict[SomePowers, int]
    navies: dict[SomePowers, int]
    forts: dict[SomePowers, int]
    control: dict[SomePowers, int]
    counters: dict[str, int]
    standing: list[StandingView]
    """Who has control, most first, and the points that it would bring."""
    blockade: PowerId | None
    pirates: PowerId | None
    slave_revolt: PowerId | None


class TileView(TypedDict):
    gold: int
    population: int
    unrest: int
    category: CategoryId
    purpose: PurposeId
    timing: TimingId
    regions: list[RegionId]
    adds: list[UnitId]


class OfferView(TypedDict):
    count: int
    buyable: bool
    loans: int
    """Unrest that the price would bring."""


class RowsView(TypedDict):
    a: list[PowerId]
    b: list[PowerId]


class MeaningView(TypedDict):
    """What a proposal would mean; friends and foes are those of the one who looks."""

    a: PowerId | None
    b: PowerId | None
    rows: RowsView
    order: list[PowerId]
    row: Row | None
    friends: list[PowerId]
    foes: list[PowerId]
    place: int | None


class OrderView(TypedDict):
    ceiling: int
    a: PowerId | None
    b: PowerId | None


class AuctionView(TypedDict):
    starter: int
    bidder: int
    asked: bool
    bid: int | None
    leader: PowerId | None
    a: PowerId | None
    b: PowerId | None
    unallied: list[PowerId]
    most: int | None
    loans: list[int]
    """By sum: the unrest it would bring to bid it."""
    order: OrderView | None
    standing: MeaningView | None
    outlook: list[MeaningView]


class StageView(TypedDict):
    own: int
    theirs: int
    win: int
    tie: int
    loss: int
    of: int


class OddsView(TypedDict):
    """Win, tie and loss of the attacker, in thousandths."""

    support: Literal["attacker", "defender", "fight", "none"]
    sea: StageView | None
    land: StageView
    win: int
    tie: int
    loss: int


class PartView(TypedDict):
    what: Literal["armies", "navies", "forts", "allies", "tiles", "training", "support", "counter", "tile"]
    value: int


class HelperView(TypedDict):
    power: PowerId
    navies: int
    armies: int


class EffectView(TypedDict):
    """What an ally or a tile does to the attacker's chance: `win` in thousandths with it, or without what counts."""

    why: Literal["friend", "foe", "counts", "use", "buy"]
    power: PowerId | None
    tile: TileId | None
    navies: int
    armies: int
    win: int


class PartsView(TypedDict):
    attacker: list[PartView]
    defender: list[PartView]


class AttackView(OddsView):
    action: int
    parts: PartsView
    effects: list[EffectView]
    prize: bool
    """Whether there is something to win."""


class StrikeView(OddsView):
    action: int


class SideView(TypedDict):
    power: PowerId | None
    joined: list[HelperView]
    could_join: list[EffectView]
    naval: list[PartView]
    land: list[PartView]
    dice: list[int] | None
    total: int | None


class BattleView(TypedDict):
    kind: FightId
    area: RegionId
    counter: str | None
    stage: StageId
    surprise: bool
    support: SideId | None
    attacker: SideView
    defender: SideView
    odds: OddsView | None


class VoyageOdds(TypedDict):
    arrive: int
    back: int
    lost: int
    of: int


class VoyageView(TypedDict):
    power: PowerId
    unit: UnitId
    start: AreaId
    to: AreaId | None
    """Where it is bound for, once that is chosen."""
    second: bool
    """The second die is thrown."""
    goals: dict[SomeAreas, VoyageOdds]


class StruggleView(TypedDict):
    seats: int
    phase: Literal["setup", "alliances", "actions", "over"]
    war: int
    wars: int
    round: int
    rounds: int
    first: int | None
    turn: PowerId | None
    actions: int
    bought: bool
    settled: bool
    order: list[PowerId]
    own: PowerId | None
    revolution: int
    """So much unrest at the end of the game is a revolution."""
    penalties: list[int]
    """What the highest unrest costs then, and the second highest."""
    rows: RowsView
    """The alliances, from left to right."""
    row_places: int
    """How many places a row has."""
    power: dict[PowerId, PowerView]
    area: dict[RegionId, AreaView]
    tile: dict[TileId, TileView]
    market: dict[TileId, OfferView]
    bag: int
    pool: dict[SomeRegions, int]
    """The counters that the first control counters are chosen from."""
    auction: AuctionView | None
    battle: BattleView | None
    attacks: list[AttackView]
    strikes: list[StrikeView]
    voyage: VoyageView | None
