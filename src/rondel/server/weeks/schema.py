"""What server and client say to each other about games that last weeks."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, field_validator

from rondel.server.schema import Asked, LogEntry, Observation, PaceAsked, PaceSaid, Said


class DaysOff(Said):
    first: str
    last: str


class ClockSaid(Said):
    seat: int
    due: str | None = Field(description="when the clock runs out; none: it does not run")
    left: int | None = Field(description="seconds in the bank, of a live clock")
    off: list[DaysOff]
    days_off: int
    away: Literal["hold", "play"] | None = Field(description="a bot plays for its owner, with this mandate")
    away_since: str | None
    offered: bool = Field(description="others may take the seat")
    person: bool = Field(description="it belongs to a person")


class VoteSaid(Said):
    id: str
    kind: Literal["pause", "resume", "extend", "replace", "end", "takeback"]
    seat: int
    about: dict[str, int]
    yes: list[int]
    no: list[int]
    voters: list[int]
    ends: str


class Weeks(Said):
    """How a table stands over the weeks, for whoever asks."""

    pace: PaceSaid | None
    paused: str | None
    agreed: bool = Field(description="the players ended the game before its end")
    now: str
    seats: list[ClockSaid]
    votes: list[VoteSaid]
    own: int | None = Field(description="your seat, also while a bot plays for you")


class AwayAsked(Asked):
    do: Literal["leave", "back", "take"]
    mandate: Literal["hold", "play"] = "play"
    seat: int = Field(default=0, ge=0, le=15, description="with take")


class DaysOffAsked(Asked):
    first: str = Field(max_length=10)
    last: str = Field(max_length=10)

    @field_validator("first", "last")
    @classmethod
    def is_date(cls, day: str) -> str:
        date.fromisoformat(day)
        return day


class VoteAsked(Asked):
    kind: Literal["pause", "resume", "extend", "replace", "end", "takeback"]
    seat: int | None = Field(default=None, ge=0, le=15, description="with replace")
    days: int | None = Field(default=None, ge=1, le=14, description="with extend")
    position: int | None = Field(default=None, ge=0, description="with takeback: a choice of yours; none: the last")


class Ballot(Asked):
    yes: bool


# --- standing orders and notes ----------------------------------------------------------------------------------------


class OrderKindSaid(Said):
    name: str
    answers: list[str]
    limited: bool = Field(description="the player says up to what")
    until: list[str] = Field(description="events that may end it")


class OrderSaid(Said):
    id: str
    kind: str
    answer: str
    limit: int | None
    until: str | None
    times: int


class OrdersSaid(Said):
    """One's own standing orders, and those that the game knows."""

    known: list[OrderKindSaid]
    orders: list[OrderSaid]


class OrderAsked(Asked):
    kind: str = Field(max_length=20)
    answer: str = Field(max_length=20)
    limit: int | None = Field(default=None, ge=0, le=1000)
    until: str | None = Field(default=None, max_length=40)
    times: int = Field(default=1, ge=1, le=50)


class Note(Asked):
    text: str = Field(max_length=10_000)


class NoteSaid(Said):
    text: str


# --- what if ----------------------------------------------------------------------------------------------------------


class PlanSaid(Said):
    """A plan on a copy of the position, and where it leads."""

    seat: int
    acting: int = Field(description="whose decision it is there")
    begun: int = Field(description="the position that it goes on from")
    moves: int
    left_out: int = Field(description="choices that could not be made any more when it was taken along")
    stands: bool = Field(description="the table is where the plan begins")
    observation: Observation
    log: list[LogEntry]


class PlanState(Said):
    plan: PlanSaid | None
    position: int = Field(description="of the table")


class PlanAsked(Asked):
    do: Literal["begin", "choose", "back", "again", "drop"]
    seat: int = Field(ge=0, le=15, description="one's own")
    position: int = Field(default=0, ge=0, description="with choose: where the plan stands")
    action: int = Field(default=0, ge=0, description="with choose")
    count: int = Field(default=1, ge=1, description="with back")


# --- talk -------------------------------------------------------------------------------------------------------------


class MutedSaid(Said):
    seats: list[int] = Field(description="whose lines one is not told")
    reported: list[int] = Field(description="lines that one has reported")


class MuteAsked(Asked):
    seat: int = Field(ge=0, le=15)
    muted: bool


class ReportAsked(Asked):
    seat: int | None = Field(default=None, ge=0, le=15, description="through whose eyes; none: a spectator's")
    number: int = Field(ge=1, le=2_000_000_000)
    why: Literal["insult", "threat", "spam", "cheating", "other"]
    words: str = Field(default="", max_length=500)


class HeardSaid(Said):
    number: int
    at: int
    name: str
    to: list[str]
    text: str


class ReportSaid(Said):
    """What was reported, for an administrator."""

    id: str
    table: str
    game: str
    made: int
    settled: int | None
    person: str
    name: str
    by_name: str
    why: Literal["insult", "threat", "spam", "cheating", "other"]
    words: str
    lines: list[HeardSaid] = Field(description="the reported one is the last")
    reports: int = Field(description="so many reports are about the same person")
    silent_until: int | None
    removed: bool
    silenced: int
    settled_by: str


class SettleAsked(Asked):
    remove: bool = False
    silence: int = Field(default=0, ge=0, le=365, description="days")


# --- tournaments ------------------------------------------------------------------------------------------------------


class TournamentAsked(Asked):
    name: str = Field(min_length=1, max_length=80)
    game: str = Field(max_length=40)
    options: dict[str, int | bool | str] = Field(default_factory=dict, max_length=50)
    kind: Literal["round-robin", "swiss"] = "swiss"
    size: int = Field(ge=2, le=8)
    rounds: int = Field(default=3, ge=1, le=20, description="of a Swiss")
    pace: PaceAsked | None = None


class TournamentWish(Asked):
    do: Literal["join", "leave", "begin", "end"]
    share: str = Field(default="", max_length=64, description="with join: for the dice, in hexadecimal")


class PlacedSaid(Said):
    person: str
    name: str
    place: int
    points: float
    wins: int
    strength: float = Field(description="points of those whom one met")
    games: int
    left: bool


class BoardSeat(Said):
    person: str | None = Field(description="none: a bot")
    name: str
    place: int | None
    points: float | None


class BoardSaid(Said):
    table: str
    state: Literal["running", "over", "gone"]
    seats: list[BoardSeat]


class TournamentBrief(Said):
    id: str
    name: str
    game: str
    kind: Literal["round-robin", "swiss"]
    size: int
    rounds: int
    state: Literal["open", "running", "over"]
    players: int
    round: int = Field(description="that is played, from 1; 0: it has not begun")
    joined: bool


class TournamentSaid(TournamentBrief):
    host: str
    hosting: bool
    pace: PaceSaid | None
    made: int
    standings: list[PlacedSaid]
    played: list[list[BoardSaid]]


# --- deals ------------------------------------------------------------------------------------------------------------


class TermKindSaid(Said):
    """What can be promised at a table."""

    kind: str
    to: bool
    amount: bool
    due: bool = Field(description="it must happen within its rounds; else it holds for so long")
    thing: Literal["", "any", "one"]
    of: str = Field(description="the kind of the things: its names stand at <of>.<id>")
    things: list[str]
    binds: bool = Field(description="the server carries it out")


class TermSaid(Said):
    kind: str
    by: int
    to: int | None
    thing: str | None
    amount: int | None
    rounds: int
    after: int = Field(description="so many rounds pass before it counts")
    first: dict[str, int] | None = Field(description="the round from which on it counts, for `promise.round`")
    last: dict[str, int] | None = Field(description="the last round that it is for")
    state: Literal["open", "kept", "broken", "void"]
    position: int | None = Field(description="of the move that decided it")
    done: int = Field(description="of an amount, how much there is")


class DealSaid(Said):
    id: str
    by: int
    parties: list[int]
    agreed: list[int]
    open: bool
    status: Literal["proposed", "agreed", "refused", "withdrawn", "lapsed"]
    made: int
    answers: str | None = Field(description="the proposal that it was made in answer to")
    why: str | None = Field(description="why a bot refused it: too-little, no-trust, promised, rival, cannot")
    terms: list[TermSaid]


class RecordSaid(Said):
    """How somebody kept her word, as far as you know."""

    kept: int
    broken: int


class DealsSaid(Said):
    known: list[TermKindSaid]
    rounds: list[dict[str, int]] = Field(description="this round and those to come, if they have names")
    deals: list[DealSaid]
    own: int | None = Field(description="the seat that you speak for")
    records: list[RecordSaid] = Field(description="by seat")


class TermAsked(Asked):
    kind: str = Field(max_length=20)
    by: int = Field(ge=0, le=15)
    to: int | None = Field(default=None, ge=0, le=15)
    thing: str | None = Field(default=None, max_length=60)
    amount: int | None = Field(default=None, ge=1, le=1000)
    rounds: int = Field(default=1, ge=1, le=30)
    after: int = Field(default=0, ge=0, le=29)


class DealAsked(Asked):
    terms: list[TermAsked] = Field(min_length=1, max_length=6)
    open: bool = True
    answers: str | None = Field(default=None, max_length=16)


class DealAnswer(Asked):
    do: Literal["accept", "refuse", "withdraw"]


# --- notices ----------------------------------------------------------------------------------------------------------

Way = Literal["mail", "push", "webhook"]


class WaySaid(Said):
    """A way in which somebody is told that it is her turn."""

    id: str
    kind: Way
    address: str = Field(description="of a webhook or a browser, its host")
    table: str | None = Field(description="only of this table; none: of all")
    problem: str = Field(description="why the last notice did not arrive")
    failures: int


class WaysSaid(Said):
    ways: list[WaySaid]
    push_key: str = Field(description="for the browser's own subscription")
    mail: bool = Field(description="mails can be sent to you")


class WayAsked(Asked):
    kind: Way
    address: str = Field(default="", max_length=1000)
    p256dh: str = Field(default="", max_length=120)
    auth: str = Field(default="", max_length=60)
    language: Literal["en", "fr", "de"] = "en"
    table: str | None = Field(default=None, max_length=16)


class Quiet(Asked):
    kinds: list[Way] = Field(max_length=3)


class QuietSaid(Said):
    kinds: list[Way]


# --- ratings ----------------------------------------------------------------------------------------------------------


class Standing(Said):
    """How somebody stands in a game, by openskill."""

    person: str
    name: str
    points: float = Field(description="mu less three sigma")
    mu: float
    sigma: float
    games: int
    wins: int


class GameStanding(Standing):
    game: str


class ResultSaid(Said):
    table: str
    game: str
    ended: int
    place: int
    players: int


class PlayerSaid(Said):
    name: str
    standings: list[GameStanding]
    results: list[ResultSaid]
