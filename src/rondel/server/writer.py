"""The one writer of a process: what waits together is committed together, so that many moves share one fsync."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
from sqlalchemy import Dialect, Engine, String, Table, bindparam, create_engine, delete, event, insert, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from rondel.server import notify
from rondel.server.rows import ENTRIES, JOBS, SEATS, TABLES, Change, ConflictError, EntryRow, Job, Seat, now

BOT = "bot"
"""The kind of job that whoever stores it works at at once."""
_CHANGING = ("position", "message", "to_act", "over", "state", "updated", "clocks")
_UPDATE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.message == bindparam("expected"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)
_END = delete(JOBS).where(JOBS.c.table_id == bindparam("table"), JOBS.c.kind == bindparam("ended"))
_CUT = delete(ENTRIES).where(ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.position > bindparam("keep"))

_DIALECT: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
_ENTRY = ("position", "message", "seat", "action", "marks", "events", "key")


def _list_for(table: Table, name: str, parameter: str) -> str:
    """Values for a column as one parameter of psycopg, in binary: as text it would be searched for quotes."""
    kind = table.c[name].type
    # As text even if the column has a length: what is too long must be refused, and a cast would cut it off.
    written = "text" if isinstance(kind, String) else kind.compile(dialect=_DIALECT)
    return f"%({parameter})b::{written}[]"


def _going_on() -> str:
    """A statement of PostgreSQL that changes many tables, adds to their records and tells of it.

    It answers how many tables were as was expected; to the records of others nothing is added.
    """
    stands = [_list_for(TABLES, "id", "table"), _list_for(TABLES, "message", "expected")]
    stands += [_list_for(TABLES, name, f"new_{name}") for name in _CHANGING]
    added = [_list_for(ENTRIES, "table_id", "entry_table")]
    added += [_list_for(ENTRIES, name, f"entry_{name}") for name in _ENTRY]
    return f"""
        WITH changed AS (
            UPDATE tables SET {", ".join(f"{name} = new_{name}" for name in _CHANGING)}
            FROM unnest({", ".join(stands)}) AS new (new_id, expected, {", ".join(f"new_{name}" for name in _CHANGING)})
            WHERE id = new_id AND message = expected RETURNING id
        ), added AS (
            INSERT INTO entries (table_id, {", ".join(_ENTRY)})
            SELECT entry.* FROM unnest({", ".join(added)}) AS entry (of, {", ".join(_ENTRY)})
            JOIN changed ON entry.of = id
        ), told AS (SELECT {notify.SEND} FROM unnest(%(news)b::text[]) AS notice)
        SELECT (SELECT count(*) FROM changed) + 0 * (SELECT count(*) FROM told)"""


_GO_ON = _going_on()

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
    GATHER = 0.003
    """While there is much to do, so many seconds are waited for more of it before a commit: a commit has its price."""

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
        ended, together = 0.0, 0  # when the last commit did, and of how much
        with self.engine.connect().execution_options(writes=True) as connection:
            while True:
                batch = [self.jobs.get()]
                if together > 1 and batch[0] is not None and monotonic() - ended < self.GATHER:
                    sleep(self.GATHER)
                while len(batch) < self.MOST and batch[-1] is not None:
                    try:
                        batch.append(self.jobs.get_nowait())
                    except queue.Empty:
                        break
                work = [each for each in batch if each is not None]
                if work:
                    self._settle(work, self._commit(connection, [job for job, _ in work]))
                    ended, together = monotonic(), len(work)
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
            changes.sort(key=_table)  # in one order, so that two processes never wait for each other
            self._change(connection, changes)
            self._put_later(connection, changes)
        return [None if isinstance(job, Change) else job(connection) for job in jobs]

    def _change(self, connection: Connection, changes: list[Change]) -> None:
        shared = connection.dialect.name == "postgresql"
        news = [notify.news_of(change) for change in changes] if shared else []
        if shared and all(change.keep is None and change.seats is None for change in changes):
            _go_on(connection, changes, notify.packed(self.me, news))
        else:
            _change(connection, changes)
            notify.tell(connection, self.me, news)

    def _put_later(self, connection: Connection, changes: list[Change]) -> None:
        """The jobs that changes end, and those that come of them."""
        ended = [{"table": change.table, "ended": kind} for change in changes for kind in change.ends]
        if ended:
            connection.execute(_END, ended)
        new = [job for change in changes for job in change.jobs]
        if new:
            insert_jobs(connection, new, self.me, now() + self.lease)
        for change in changes:
            if change.also is not None:
                change.also(connection)


def insert_jobs(connection: Connection, jobs: list[Job], holder: str = "", until: int = 0) -> None:
    """Store jobs; whoever makes bots move holds that from the start, and everything else is for whoever comes first."""
    held = {job.id for job in jobs if job.kind == BOT and job.due <= now()}
    connection.execute(
        insert(JOBS),
        [
            {
                "id": job.id,
                "kind": job.kind,
                "table_id": job.table,
                "about": msgspec.json.encode(job.about).decode(),
                "due": job.due,
                "claimed_by": holder if job.id in held else "",
                "claimed_until": until if job.id in held else 0,
                "tries": 0,
            }
            for job in jobs
        ],
    )


def _may_succeed_again(connection: Connection, error: Exception) -> bool:
    """Two processes waited for each other, or another one has just put there what was not there a moment ago."""
    if connection.dialect.name != "postgresql" or not isinstance(error, DBAPIError):
        return False
    return getattr(error.orig, "sqlstate", None) in ("40P01", "40001", "23505")


def _change(connection: Connection, changes: list[Change]) -> None:
    """All changes of a batch, each of another table; ConflictError if one of them builds on what is no longer so."""
    standing = [
        {"table": change.table, "expected": change.expected}
        | {f"new_{name}": getattr(change, name) for name in _CHANGING}
        for change in changes
    ]
    if connection.execute(_UPDATE, standing).rowcount != len(changes):
        raise _no_longer(changes)
    cuts = [{"table": change.table, "keep": change.keep} for change in changes if change.keep is not None]
    if cuts:
        connection.execute(_CUT, cuts)
    for change in changes:
        if change.seats is not None:
            connection.execute(delete(SEATS).where(SEATS.c.table_id == change.table))
            connection.execute(insert(SEATS), seat_values(change.table, change.seats))
    entries = [entry_values(change.table, entry) for change in changes for entry in change.entries]
    if entries:
        connection.execute(insert(ENTRIES), entries)


def _go_on(connection: Connection, changes: list[Change], news: list[str]) -> None:
    """The same for tables of PostgreSQL that just go on, in one question with what others are told of it."""
    entries = [(change.table, entry) for change in changes for entry in change.entries]
    values: dict[str, list[Any]] = {
        "table": [change.table for change in changes],
        "expected": [change.expected for change in changes],
        **{f"new_{name}": [getattr(change, name) for change in changes] for name in _CHANGING},
        "entry_table": [table for table, _ in entries],
        **{f"entry_{name}": [getattr(entry, name) for _, entry in entries] for name in _ENTRY},
        "news": news,
    }
    if connection.exec_driver_sql(_GO_ON, values).scalar_one() != len(changes):
        raise _no_longer(changes)


def _no_longer(changes: list[Change]) -> ConflictError:
    first = changes[0]
    return ConflictError(f"table {first.table} is not at message {first.expected}, or another is not")


def _table(change: Change) -> str:
    return change.table


def entry_values(table: str, entry: EntryRow) -> dict[str, Any]:
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


def seat_values(table: str, seats: list[Seat]) -> list[dict[str, Any]]:
    return [{"table_id": table, "seat": i, **seat.to_json(), "person": seat.person} for i, seat in enumerate(seats)]
