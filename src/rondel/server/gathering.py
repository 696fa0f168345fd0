"""A table that has not begun: who wants to play what, and who has a seat already."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, String, Table, Text, delete
from sqlalchemy.engine import Connection

from rondel.kernel import chance
from rondel.server.access import Person
from rondel.server.rows import GONE, Seat, Summary, metadata
from rondel.server.seating import find_game

GATHERINGS = Table(
    "gatherings",
    metadata,
    Column("id", String(16), primary_key=True),  # and of the table, once it has begun
    Column("host", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Text, nullable=False),  # JSON: a list of Place
    Column("visible", Boolean, nullable=False),
    Column("talk", Boolean, nullable=False),
    Column("hints", Boolean),
    Column("when_full", Boolean, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("begun", Boolean, nullable=False, index=True),
    Column("after", String(16), index=True),  # the table that it is a rematch of
    Column("pace", Text, nullable=False, server_default="{}"),  # JSON, see weeks/pace.py
)


def forget(connection: Connection, table: str) -> None:
    """A table that is gone does not gather: it would be founded anew, with the same dice."""
    connection.execute(delete(GATHERINGS).where(GATHERINGS.c.id == table))


GONE.append(forget)


class Place(msgspec.Struct):
    """A seat of a table that has not begun."""

    kind: str
    bot: str | None = None
    person: str | None = None
    name: str = ""
    share: str = ""

    @property
    def is_open(self) -> bool:
        return self.kind == "human" and self.person is None


class Gathering(msgspec.Struct):
    id: str
    host: str
    game: str
    options: dict[str, Any]
    seats: list[Place]
    visible: bool
    talk: bool
    when_full: bool
    seed: str
    created: int
    begun: bool = False
    after: str | None = None
    pace: str = "{}"
    hints: bool | None = None

    def seat_of(self, person: Person) -> int | None:
        return next((seat for seat, place in enumerate(self.seats) if place.person == person.id), None)

    def summary(self, admitted: set[str]) -> Summary:
        """As a table that nothing has happened at."""
        return Summary(
            id=self.id,
            game=self.game,
            rules=find_game(self.game).rules,
            options=self.options,
            seed="",
            commitment=chance.commitment(self.seed),
            created=self.created,
            updated=self.created,
            position=0,
            message=0,
            to_act=[],
            over=False,
            seats=[Seat(place.name, place.kind, place.bot, place.person) for place in self.seats],
            host=self.host,
            visible=self.visible,
            talk=self.talk,
            hints=self.hints,
            pace=self.pace,
            admitted=admitted,
        )

    @property
    def is_full(self) -> bool:
        return not any(place.is_open for place in self.seats)


encode = msgspec.json.Encoder().encode
decode_seats = msgspec.json.Decoder(list[Place]).decode


def gathering_of(row: Any) -> Gathering:
    return Gathering(
        row.id,
        row.host,
        row.game,
        msgspec.json.decode(row.options),
        decode_seats(row.seats),
        bool(row.visible),
        bool(row.talk),
        bool(row.when_full),
        row.seed,
        row.created,
        bool(row.begun),
        row.after,
        row.pace,
        None if row.hints is None else bool(row.hints),
    )


def row_of(gathering: Gathering) -> dict[str, Any]:
    row = msgspec.structs.asdict(gathering)
    return {**row, "options": encode(gathering.options).decode(), "seats": encode(gathering.seats).decode()}
