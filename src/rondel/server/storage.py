"""What is kept: tables, seats and the record, in SQLite or PostgreSQL.

All changes of a process go through one writer, which commits what waits together, so that many moves share one fsync.
A change is acknowledged only after its commit. It names the message number that it builds on: of several processes that
change a table at the same time the first wins, and the others find out.
"""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import QueuePool

from rondel.server import notify

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
    admitted: set[str] = field(default_factory=set)


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

    def is_for(self, viewer: int) -> bool:
        return not self.to or viewer == self.seat or viewer in self.to


@dataclass(slots=True)
class Stored:
    """A whole table; its entries without their events."""

    summary: Summary
    state: dict[str, Any]
    entries: list[EntryRow]


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
    return Job(row.id, row.kind, row.table_id, _plain(row.about, dict), row.due, row.tries)


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
    """What is to be done later because of it; this process holds them from the start."""


def audit(connection: Connection, who: str, what: str, **about: Any) -> None:
    """Keep who did what, in the transaction of what was done."""
    row = {"at": now(), "who": who[:80], "what": what, "about": msgspec.json.encode(about).decode()}
    connection.execute(insert(AUDIT), row)


def now() -> int:
    return time.time_ns() // 1_000_000


_HEAD = [column for column in TABLES.c if column.name != "state"]
_UPDATE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ("position", "message", "to_act", "over", "state", "updated")})
)
_END = delete(JOBS).where(JOBS.c.table_id == bindparam("table"), JOBS.c.kind == bindparam("ended"))
_CUT = delete(ENTRIES).where(ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.position > bindparam("keep"))


PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a commit is on the disk when it is acknowledged
    "foreign_keys=ON",
    "temp_store=MEMORY",
    "wal_autocheckpoint=4000",  # pages: under load, tidying up every 16 MB is often enough
)


def keep_private(path: Path) -> None:
    """The file is its owner's alone: it holds every hand, and every seed. What SQLite puts beside it is as private."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # it will say itself what is wrong
        if not path.exists():  # one that is there is not opened: closing it would undo the locks of SQLite
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def make_engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        return create_engine(parsed, pool_pre_ping=True)
    if parsed.database:
        keep_private(Path(parsed.database))
    engine = create_engine(parsed, poolclass=QueuePool, connect_args={"timeout": 10, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


Work = Change | Callable[[Connection], Any]


class Writer:
    """The one thread that changes the database. What waits together is committed together."""

    MOST = 256

    def __init__(self, engine: Engine, me: str, lease: float) -> None:
        self.engine = engine
        self.me = me
        self.lease = int(lease * 1000)
        self.jobs: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread: threading.Thread | None = None
        self.commits = 0

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    async def stop(self) -> None:
        """Commit what waits, then end."""
        self.jobs.put(None)
        if self.thread is not None:
            await asyncio.to_thread(self.thread.join)

    def submit(self, job: Work) -> asyncio.Future[Any]:
        assert self.loop is not None
        done: asyncio.Future[Any] = self.loop.create_future()
        self.jobs.put((job, done))
        return done

    def _run(self) -> None:
        with self.engine.connect().execution_options(writes=True) as connection:
            while True:
                batch = [self.jobs.get()]
                while len(batch) < self.MOST and batch[-1] is not None:
                    try:
                        batch.append(self.jobs.get_nowait())
                    except queue.Empty:
                        break
                work = [each for each in batch if each is not None]
                if work:
                    self._settle(work, self._commit(connection, [job for job, _ in work]))
                if batch[-1] is None:
                    return

    def _commit(self, connection: Connection, jobs: list[Work], tries: int = 3) -> list[Any]:
        """The results of the jobs; an exception stands for a job that failed, and failed alone."""
        try:
            with connection.begin():
                results = self._carry_out(connection, jobs)
            self.commits += 1
            return results
        except Exception as error:
            if len(jobs) > 1:
                return [self._commit(connection, [job])[0] for job in jobs]
            if tries > 1 and _may_succeed_again(connection, error):
                return self._commit(connection, jobs, tries - 1)
            return [error]

    def _settle(self, work: list[tuple[Work, asyncio.Future[Any]]], results: list[Any]) -> None:
        assert self.loop is not None

        def settle() -> None:
            for (_, done), result in zip(work, results, strict=True):
                if done.done():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

        with suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self.loop.call_soon_threadsafe(settle)

    def _carry_out(self, connection: Connection, jobs: list[Work]) -> list[Any]:
        changes = [job for job in jobs if isinstance(job, Change)]
        if changes:
            _change(connection, changes)
            self._put_later(connection, changes)
            told = [{"kind": "table", "id": change.table, "n": change.message} for change in changes]
            notify.tell(connection, self.me, told)
        return [None if isinstance(job, Change) else job(connection) for job in jobs]

    def _put_later(self, connection: Connection, changes: list[Change]) -> None:
        """The jobs that changes end, and those that come of them."""
        ended = [{"table": change.table, "ended": kind} for change in changes for kind in change.ends]
        if ended:
            connection.execute(_END, ended)
        new = [job for change in changes for job in change.jobs]
        if new:
            insert_jobs(connection, new, self.me, now() + self.lease)


def insert_jobs(connection: Connection, jobs: list[Job], holder: str = "", until: int = 0) -> None:
    """Store jobs; those that are due now may be held from the start."""
    connection.execute(
        insert(JOBS),
        [
            {
                "id": job.id,
                "kind": job.kind,
                "table_id": job.table,
                "about": msgspec.json.encode(job.about).decode(),
                "due": job.due,
                "claimed_by": holder if job.due <= now() else "",
                "claimed_until": until if job.due <= now() else 0,
                "tries": 0,
            }
            for job in jobs
        ],
    )


def _may_succeed_again(connection: Connection, error: Exception) -> bool:
    """The line to the database was lost before anything was done, or two processes waited for each other."""
    if connection.dialect.name != "postgresql" or not isinstance(error, OperationalError):
        return False
    return getattr(error.orig, "sqlstate", None) in ("40P01", "40001")


def _change(connection: Connection, changes: list[Change]) -> None:
    """All changes of a batch, each of another table."""
    ids = [change.table for change in changes]
    # In one order, so that two processes never wait for each other.
    standing = select(TABLES.c.id, TABLES.c.message).where(TABLES.c.id.in_(ids)).order_by(TABLES.c.id).with_for_update()
    found = {row.id: row.message for row in connection.execute(standing).all()}
    for change in changes:
        if found.get(change.table) != change.expected:
            raise ConflictError(f"table {change.table} is at message {found.get(change.table)}, not {change.expected}")
    cuts = [{"table": change.table, "keep": change.keep} for change in changes if change.keep is not None]
    if cuts:
        connection.execute(_CUT, cuts)
    for change in changes:
        if change.seats is not None:
            connection.execute(delete(SEATS).where(SEATS.c.table_id == change.table))
            connection.execute(insert(SEATS), _seats(change.table, change.seats))
    entries = [_entry(change.table, entry) for change in changes for entry in change.entries]
    if entries:
        connection.execute(insert(ENTRIES), entries)
    connection.execute(
        _UPDATE,
        [
            {
                "table": change.table,
                "new_position": change.position,
                "new_message": change.message,
                "new_to_act": change.to_act,
                "new_over": change.over,
                "new_state": change.state,
                "new_updated": change.updated,
            }
            for change in changes
        ],
    )


def _entry(table: str, entry: EntryRow) -> dict[str, Any]:
    return {
        "table_id": table,
        "position": entry.position,
        "message": entry.message,
        "seat": entry.seat,
        "action": entry.action,
        "marks": entry.marks,
        "events": entry.events,
        "key": entry.key,
    }


def _seats(table: str, seats: list[Seat]) -> list[dict[str, Any]]:
    return [{"table_id": table, "seat": i, **seat.to_json(), "person": seat.person} for i, seat in enumerate(seats)]


class Store:
    """The database, for the rest of the server."""

    def __init__(self, url: str, lease: float = 15.0) -> None:
        self.url = url
        self.engine = make_engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        """Other processes may change it as well."""
        self.reads = self.engine.execution_options(isolation_level="REPEATABLE READ") if self.shared else self.engine
        """For what takes several questions to read: all of them see the same moment."""
        self.me = secrets.token_hex(8)
        """This process, to others."""
        self.writer = Writer(self.engine, self.me, lease)

    async def start(self) -> None:
        from rondel.server.migrate import migrate

        await asyncio.to_thread(migrate, self.engine)
        self.writer.start()

    async def stop(self) -> None:
        await self.writer.stop()
        await asyncio.to_thread(self.engine.dispose)

    # --- changes --------------------------------------------------------------------------------------------------

    def change(self, change: Change) -> asyncio.Future[None]:
        return self.writer.submit(change)

    async def create(self, summary: Summary, state: str, entries: list[EntryRow], jobs: tuple[Job, ...] = ()) -> None:
        def create(connection: Connection) -> None:
            row = {column.name: getattr(summary, column.name) for column in _HEAD}
            row["options"] = msgspec.json.encode(summary.options).decode()
            row["to_act"] = msgspec.json.encode(summary.to_act).decode()
            row["shares"] = msgspec.json.encode(summary.shares).decode()
            connection.execute(insert(TABLES), {**row, "state": state})
            connection.execute(insert(SEATS), _seats(summary.id, summary.seats))
            if entries:
                connection.execute(insert(ENTRIES), [_entry(summary.id, entry) for entry in entries])
            if jobs:
                insert_jobs(connection, list(jobs), self.me, now() + self.writer.lease)

        await self.writer.submit(create)

    async def delete(self, table: str, who: str = "") -> bool:
        return bool(await self.writer.submit(lambda connection: self.remove(connection, table, who)))

    def remove(self, connection: Connection, table: str, who: str) -> bool:
        """A table, and all that belongs to it; False if there is none."""
        notify.tell(connection, self.me, [{"kind": "deleted", "id": table}])
        connection.execute(delete(JOBS).where(JOBS.c.table_id == table))
        connection.execute(delete(CHAT).where(CHAT.c.table_id == table))
        connection.execute(delete(ADMITTED).where(ADMITTED.c.table_id == table))
        connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
        connection.execute(delete(SEATS).where(SEATS.c.table_id == table))
        found = connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount > 0
        if found:
            audit(connection, who, "delete-table", table=table)
        return found

    async def add_line(self, table: str, seat: int, to: list[int], text: str) -> ChatLine:
        """Keep what somebody said; it gets the next number of the table."""

        def add(connection: Connection) -> ChatLine:
            if self.shared:  # one line after the other, whoever speaks where
                connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
            last = connection.execute(select(func.max(CHAT.c.number)).where(CHAT.c.table_id == table)).scalar()
            line = ChatLine((last or 0) + 1, now(), seat, to, text)
            row = {"number": line.number, "at": line.at, "seat": seat, "to": msgspec.json.encode(to).decode()}
            connection.execute(insert(CHAT), {"table_id": table, **row, "text": text})
            notify.tell(connection, self.me, [{"kind": "line", "id": table, "number": line.number}])
            return line

        line: ChatLine = await self.writer.submit(add)
        return line

    # --- reading --------------------------------------------------------------------------------------------------

    async def chat(self, table: str, most: int, upto: int = 2**31 - 1) -> list[ChatLine]:
        """The last lines of the talk at a table, the oldest first; `upto`: none after this number."""
        return await asyncio.to_thread(self._chat, table, most, upto)

    def _chat(self, table: str, most: int, upto: int) -> list[ChatLine]:
        columns = (CHAT.c.number, CHAT.c.at, CHAT.c.seat, CHAT.c.to, CHAT.c.text)
        lines = select(*columns).where(CHAT.c.table_id == table, CHAT.c.number <= upto)
        query = lines.order_by(CHAT.c.number.desc()).limit(most)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [ChatLine(row.number, row.at, row.seat, msgspec.json.decode(row.to), row.text) for row in rows[::-1]]

    async def messages(self, tables: list[str]) -> dict[str, int]:
        """Where tables stand; those that are gone are not in it."""
        return await asyncio.to_thread(self._messages, tables)

    def _messages(self, tables: list[str]) -> dict[str, int]:
        with self.engine.connect() as connection:
            query = select(TABLES.c.id, TABLES.c.message).where(TABLES.c.id.in_(tables))
            return {row.id: row.message for row in connection.execute(query).all()}

    async def tail(self, table: str, message: int) -> tuple[Summary, list[EntryRow]] | None:
        """A table without its seats and state, and what was added to its record after a message."""
        return await asyncio.to_thread(self._tail, table, message)

    def _tail(self, table: str, message: int) -> tuple[Summary, list[EntryRow]] | None:
        columns = (ENTRIES.c.position, ENTRIES.c.message, ENTRIES.c.seat, ENTRIES.c.action, ENTRIES.c.marks)
        query = select(*columns, ENTRIES.c.key).where(ENTRIES.c.table_id == table, ENTRIES.c.message > message)
        with self.reads.connect() as connection:
            row = connection.execute(select(*_HEAD).where(TABLES.c.id == table)).first()
            if row is None:
                return None
            added = connection.execute(query.order_by(ENTRIES.c.position)).all()
            return _summary(row), [EntryRow(*each[:-1], key=each.key) for each in added]

    async def tables(self, running: bool = False, limit: int = 500, where: Any = None) -> list[Summary]:
        """The tables, the last touched first."""
        return await asyncio.to_thread(self._tables, running, limit, where)

    def _tables(self, running: bool, limit: int, where: Any = None) -> list[Summary]:
        query = select(*_HEAD).order_by(TABLES.c.updated.desc(), TABLES.c.id).limit(limit)
        if running:
            query = query.where(TABLES.c.over.is_(False))
        if where is not None:
            query = query.where(where)
        with self.engine.connect() as connection:
            found = {row.id: _summary(row) for row in connection.execute(query).all()}
            ids = list(found)
            for start in range(0, len(ids), 500):
                part = select(SEATS).where(SEATS.c.table_id.in_(ids[start : start + 500])).order_by(SEATS.c.seat)
                for row in connection.execute(part).all():
                    found[row.table_id].seats.append(Seat(row.name, row.kind, row.bot, row.person))
        return list(found.values())

    async def load(self, table: str) -> Stored | None:
        return await asyncio.to_thread(self._load, table)

    def _load(self, table: str) -> Stored | None:
        with self.reads.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table)).first()
            if row is None:
                return None
            summary = _summary(row)
            seats = connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            summary.seats = [Seat(each.name, each.kind, each.bot, each.person) for each in seats]
            admitted = select(ADMITTED.c.person).where(ADMITTED.c.table_id == table)
            summary.admitted = set(connection.execute(admitted).scalars())
            columns = (ENTRIES.c.position, ENTRIES.c.message, ENTRIES.c.seat, ENTRIES.c.action, ENTRIES.c.marks)
            query = select(*columns, ENTRIES.c.key).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.position)
            entries = [EntryRow(*each[:-1], key=each.key) for each in connection.execute(query).all()]
        return Stored(summary, _plain(row.state, dict), entries)  # without a state, the record leads to it

    async def log(self, table: str, start: int) -> list[EntryRow]:
        """The entries after position `start`, with their events."""
        return await asyncio.to_thread(self._log, table, start)

    def _log(self, table: str, start: int) -> list[EntryRow]:
        columns = [column for column in ENTRIES.c if column.name != "table_id"]
        query = select(*columns).where(ENTRIES.c.table_id == table, ENTRIES.c.position > start)
        with self.engine.connect() as connection:
            return [EntryRow(*each) for each in connection.execute(query.order_by(ENTRIES.c.position)).all()]


def _plain(stored: str, kind: type[T]) -> T:
    """JSON of a row; what cannot be read is shown as nothing, so that one bad row does not hide all others."""
    try:
        read: T = msgspec.json.decode(stored, type=kind)
        return read
    except msgspec.DecodeError:
        return kind()


def _summary(row: Any) -> Summary:
    return Summary(
        row.id,
        row.game,
        row.rules,
        _plain(row.options, dict),
        row.seed,
        row.commitment,
        row.created,
        row.updated,
        row.position,
        row.message,
        _plain(row.to_act, list),
        bool(row.over),
        host=row.host,
        visible=bool(row.visible),
        talk=bool(row.talk),
        hints=None if row.hints is None else bool(row.hints),
        shares=msgspec.json.decode(row.shares),
        since=row.since,
    )
