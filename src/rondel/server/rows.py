"""What is kept, row by row: the tables of the database, and what a row is in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    insert,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from rondel.server.clock import now as now

metadata = MetaData()

T = TypeVar("T", dict[str, Any], list[int])

TABLES = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # the rules version it was started under
    Column("options", Text, nullable=False),  # JSON
    Column("seed", String(64), nullable=False),  # secret until the game is over
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Column("updated", BigInteger, nullable=False),
    Column("position", Integer, nullable=False),  # length of the record
    Column("message", Integer, nullable=False),  # number of the last message to the watchers; grows with every change
    Column("to_act", String(100), nullable=False),  # JSON
    Column("over", Boolean, nullable=False, index=True),
    Column("state", Text, nullable=False),  # JSON: the state after the last action
    Column("host", String(16), nullable=False, server_default=""),  # a person; empty: the house itself
    Column("visible", Boolean, nullable=False, server_default=false()),  # anybody may find it and look on
    Column("talk", Boolean, nullable=False, server_default=true()),  # players may talk in private
    Column("hints", Boolean),  # whether a coach may be asked; null: if only one person plays
    Column("shares", Text, nullable=False, server_default="[]"),  # JSON: what the players gave to the dice
    Column("since", Integer, nullable=False, server_default="0"),  # actions before the commitment was made
    Column("pace", Text, nullable=False, server_default="{}"),  # JSON: what was agreed, see weeks/pace.py
    Column("clocks", Text, nullable=False, server_default="{}"),  # JSON: how the clocks stand
    Column(
        "origin", Text, nullable=False, server_default="{}"
    ),  # JSON: the table and position that it was played on from
)

SEATS = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("kind", String(10), nullable=False),  # human or bot
    Column("bot", String(40)),
    Column("person", String(16), index=True),  # whose seat it is; none: the house's, or free
    sqlite_with_rowid=False,
)

ENTRIES = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),  # 1 is the first action
    Column("message", Integer, nullable=False),  # the message that told of it
    Column("seat", SmallInteger, nullable=False),  # -1 is chance
    Column("action", Text, nullable=False),  # in notation: numbers may change with a new version, words do not
    Column("marks", SmallInteger, nullable=False),  # BARRIER, OPEN, SECRET, FORCED
    Column("events", Text, nullable=False),  # JSON, all that happened, secrets included
    Column("key", String(40)),  # by which a player knows her own move again
    sqlite_with_rowid=False,
)

ADMITTED = Table(
    "admitted",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True, index=True),  # was invited, and may look on
    sqlite_with_rowid=False,
)

CHAT = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # 1 is the first line
    Column("at", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("to", String(100), nullable=False),  # JSON: seats; empty: everybody
    Column("text", Text, nullable=False),
    Column("person", String(16), index=True),  # who said it; none: nobody knows any more
    Column("heard", Text, nullable=False, server_default="[]"),  # JSON: for each of the seats, who sat there
    sqlite_with_rowid=False,
)

JOBS = Table(
    "jobs",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), index=True),
    Column("about", Text, nullable=False),  # JSON
    Column("due", BigInteger, nullable=False, index=True),
    Column("claimed_by", String(40), nullable=False),  # the process that works at it, or did
    Column("claimed_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    sqlite_with_rowid=False,
)

AUDIT = Table(
    "audit",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("who", String(80), nullable=False),  # a person, or an address, or the administrator at the console
    Column("what", String(40), nullable=False),
    Column("about", Text, nullable=False),  # JSON
)

BARRIER, OPEN, SECRET, FORCED = 1, 2, 4, 8

BELONGING: list[Table] = []
"""More that belongs to a table, and goes with it; each has a column `table_id`."""


GONE: list[Callable[[Connection, str], None]] = []
"""What else happens, in the same transaction, when a table is deleted."""


FORGETTING: list[Callable[[Connection, str], None]] = []
"""What else is kept of a person, and goes with her."""


INHERITING: list[Callable[[Connection, str, str], None]] = []
"""What else is kept of a guest, and is her account's when she signs in."""


EXPORTING: dict[str, Callable[[Connection, str], Any]] = {}
"""What else is kept of a person, by the name it has when she asks for all of it."""


class ConflictError(Exception):
    """The table is not, or no longer, as the change supposed: another process changed or deleted it."""


@dataclass(slots=True)
class Seat:
    name: str
    kind: str
    bot: str | None
    person: str | None = None
    """Whose seat it is; nobody's: the house's own, or free."""

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "kind": self.kind, "bot": self.bot}


@dataclass(slots=True)
class Summary:
    """A table as it stands in a list."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    commitment: str
    created: int
    updated: int
    position: int
    message: int
    to_act: list[int]
    over: bool
    seats: list[Seat] = field(default_factory=list)
    host: str = ""
    visible: bool = False
    talk: bool = True
    hints: bool | None = None
    shares: list[str] = field(default_factory=list)
    since: int = 0
    pace: str = "{}"
    clocks: str = "{}"
    origin: str = "{}"
    admitted: set[str] = field(default_factory=set)
    winners: list[int] = field(default_factory=list)  # of a finished one, where somebody asked: see winners.py


@dataclass(slots=True)
class EntryRow:
    position: int
    message: int
    seat: int
    action: str
    marks: int
    events: str = ""
    key: str | None = None


@dataclass(slots=True)
class ChatLine:
    """What a player said at a table, to everybody or to some seats; no part of the game's record."""

    number: int
    at: int
    seat: int
    to: list[int]
    text: str
    person: str | None = None
    """Who said it; none: nobody knows any more."""
    heard: list[str] = field(default_factory=list)
    """For each of the seats that a private line was for, who sat there; empty: nobody knows any more."""

    def is_for(self, viewer: int, person: str) -> bool:
        """Whether somebody who sits on a seat may know it: a letter is for those who sat there, whoever does now."""
        if not self.to:
            return True
        known: list[str | None] = [self.person, *self.heard]
        known += [None] * (1 + len(self.to) - len(known))
        there = zip((self.seat, *self.to), known, strict=True)
        return any(seat == viewer and who in (None, person) for seat, who in there)


@dataclass(slots=True)
class Reached:
    """How a table stands after what was added to its record."""

    position: int
    message: int
    to_act: list[int]
    over: bool
    updated: int
    clocks: str


@dataclass(slots=True)
class Stored:
    """A whole table; its entries without their events."""

    summary: Summary
    state: dict[str, Any]
    entries: list[EntryRow]
    left: int = 0
    """So many of the first entries were left in storage."""


@dataclass(slots=True)
class Job:
    """Something to be done later; see jobs.py."""

    id: str
    kind: str
    table: str | None
    about: dict[str, Any] = field(default_factory=dict)
    due: int = 0
    tries: int = 0


def job_of(row: Any) -> Job:
    return Job(row.id, row.kind, row.table_id, plain(row.about, dict), row.due, row.tries)


@dataclass(slots=True)
class Change:
    """What a move or a take-back does to a stored table: cut the record after `keep`, append, replace the state."""

    table: str
    expected: int
    """The message number the change builds on; ConflictError if the stored one is another."""
    keep: int | None
    entries: list[EntryRow]
    position: int
    message: int
    to_act: str
    over: bool
    state: str
    updated: int
    seats: list[Seat] | None = None
    """Who sits where from now on, if that is what changes."""
    ends: tuple[str, ...] = ()
    """Kinds of jobs of this table that are done, or no longer to be done."""
    jobs: tuple[Job, ...] = ()
    """What is to be done later because of it; this process holds from the start what is due at once."""
    clocks: str = "{}"
    also: Callable[[Connection], None] | None = None
    """What else belongs to it, in the same transaction."""


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> int:
    """Insert rows that are not there yet, also if another process puts them there just now; how many were not."""
    if not rows:
        return 0
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    key = next(iter(table.primary_key))
    made = [dialect.insert(table).values(**row).on_conflict_do_nothing().returning(key) for row in rows]
    # A count of rows is not to be had from PostgreSQL here: what was inserted says so itself.
    return sum(connection.execute(each).first() is not None for each in made)


def audit(connection: Connection, who: str, what: str, **about: Any) -> None:
    """Keep who did what, in the transaction of what was done."""
    row = {"at": now(), "who": who[:80], "what": what, "about": msgspec.json.encode(about).decode()}
    connection.execute(insert(AUDIT), row)


def plain(stored: str, kind: type[T]) -> T:
    """JSON of a row; what cannot be read is shown as nothing, so that one bad row does not hide all others."""
    try:
        read: T = msgspec.json.decode(stored, type=kind)
        return read
    except msgspec.DecodeError:
        return kind()
