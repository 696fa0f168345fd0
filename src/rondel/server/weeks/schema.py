"""What server and client say to each other about games that last weeks."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, field_validator

from rondel.server.schema import Asked, Said


class PaceSaid(Said):
    kind: Literal["days", "live"]
    days: int
    weekends: bool
    zone: str
    off: int
    move: int
    bank: int
    mandate: Literal["hold", "play"]


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


# --- deals ------------------------------------------------------------------------------------------------------------


class TermKindSaid(Said):
    """What can be promised at a table."""

    kind: str
    to: bool
    amount: bool
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
    terms: list[TermSaid]


class DealsSaid(Said):
    known: list[TermKindSaid]
    deals: list[DealSaid]


class TermAsked(Asked):
    kind: str = Field(max_length=20)
    by: int = Field(ge=0, le=15)
    to: int | None = Field(default=None, ge=0, le=15)
    thing: str | None = Field(default=None, max_length=60)
    amount: int | None = Field(default=None, ge=1, le=1000)
    rounds: int = Field(default=1, ge=1, le=30)


class DealAsked(Asked):
    terms: list[TermAsked] = Field(min_length=1, max_length=6)
    open: bool = True


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
