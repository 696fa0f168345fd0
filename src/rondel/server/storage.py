"""What is kept: tables, seats and the record, in SQLite or PostgreSQL.

All changes of a process go through one writer, which commits what waits together, so that many moves share one fsync.
A change is acknowledged only after its commit. It names the message number that it builds on: of several processes that
change a table at the same time the first wins, and the others find out.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection

from rondel.server import notify
from rondel.server.rows import (
    ADMITTED,
    AUDIT,
    BARRIER,
    BELONGING,
    CHAT,
    ENTRIES,
    FORCED,
    GONE,
    JOBS,
    OPEN,
    SEATS,
    SECRET,
    TABLES,
    Change,
    ChatLine,
    ConflictError,
    EntryRow,
    Job,
    Reached,
    Seat,
    Stored,
    Summary,
    audit,
    job_of,
    metadata,
    now,
    plain,
)
from rondel.server.writer import Writer, entry_values, insert_jobs, keep_private, make_engine, seat_values

__all__ = [
    "ADMITTED",
    "AUDIT",
    "BARRIER",
    "BELONGING",
    "CHAT",
    "ENTRIES",
    "FORCED",
    "JOBS",
    "OPEN",
    "SEATS",
    "SECRET",
    "TABLES",
    "Change",
    "ChatLine",
    "ConflictError",
    "EntryRow",
    "Job",
    "Reached",
    "Seat",
    "Store",
    "Stored",
    "Summary",
    "audit",
    "insert_jobs",
    "job_of",
    "keep_private",
    "make_engine",
    "metadata",
    "now",
]

_HEAD = [column for column in TABLES.c if column.name != "state"]
_REACHED = [TABLES.c[name] for name in ("position", "message", "to_act", "over", "updated", "clocks")]


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

    async def create(
        self,
        summary: Summary,
        state: str,
        entries: list[EntryRow],
        jobs: tuple[Job, ...] = (),
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        def create(connection: Connection) -> None:
            row = {column.name: getattr(summary, column.name) for column in _HEAD}
            row["options"] = msgspec.json.encode(summary.options).decode()
            row["to_act"] = msgspec.json.encode(summary.to_act).decode()
            row["shares"] = msgspec.json.encode(summary.shares).decode()
            connection.execute(insert(TABLES), {**row, "state": state})
            connection.execute(insert(SEATS), seat_values(summary.id, summary.seats))
            if entries:
                connection.execute(insert(ENTRIES), [entry_values(summary.id, entry) for entry in entries])
            if jobs:
                insert_jobs(connection, list(jobs), self.me, now() + self.writer.lease)
            if also is not None:
                also(connection)

        await self.writer.submit(create)

    async def delete(self, table: str, who: str = "") -> bool:
        return bool(await self.writer.submit(lambda connection: self.remove(connection, table, who)))

    def remove(self, connection: Connection, table: str, who: str) -> bool:
        """A table, and all that belongs to it; False if there is none."""
        notify.tell(connection, self.me, [{"kind": "deleted", "id": table}])
        for belonging in BELONGING:
            connection.execute(delete(belonging).where(belonging.c.table_id == table))
        connection.execute(delete(JOBS).where(JOBS.c.table_id == table))
        connection.execute(delete(CHAT).where(CHAT.c.table_id == table))
        connection.execute(delete(ADMITTED).where(ADMITTED.c.table_id == table))
        connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
        connection.execute(delete(SEATS).where(SEATS.c.table_id == table))
        found = connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount > 0
        if found:
            for also in GONE:
                also(connection, table)
            audit(connection, who, "delete-table", table=table)
        return found

    async def add_line(
        self, table: str, seat: int, to: list[int], text: str, person: str, heard: list[str]
    ) -> ChatLine:
        """Keep what somebody said; it gets the next number of the table."""

        def add(connection: Connection) -> ChatLine:
            if self.shared:  # one line after the other, whoever speaks where
                connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
            last = connection.execute(select(func.max(CHAT.c.number)).where(CHAT.c.table_id == table)).scalar()
            line = ChatLine((last or 0) + 1, now(), seat, to, text, person, heard)
            row = {"number": line.number, "at": line.at, "seat": seat, "to": msgspec.json.encode(to).decode()}
            who = {"person": person, "heard": msgspec.json.encode(heard).decode()}
            connection.execute(insert(CHAT), {"table_id": table, **row, "text": text, **who})
            self.tell_of_line(connection, table, line.number)
            return line

        line: ChatLine = await self.writer.submit(add)
        return line

    def tell_of_line(self, connection: Connection, table: str, number: int) -> None:
        notify.tell(connection, self.me, [{"kind": "line", "id": table, "number": number}])

    async def admitted(self, table: str) -> set[str]:
        """Who was invited to a table, and followed the invitation."""
        query = select(ADMITTED.c.person).where(ADMITTED.c.table_id == table)

        def read() -> set[str]:
            with self.engine.connect() as connection:
                return set(connection.execute(query).scalars())

        return await asyncio.to_thread(read)

    # --- reading --------------------------------------------------------------------------------------------------

    async def chat(self, table: str, most: int, upto: int = 2**31 - 1) -> list[ChatLine]:
        """The last lines of the talk at a table, the oldest first; `upto`: none after this number."""
        return await asyncio.to_thread(self._chat, table, most, upto)

    def _chat(self, table: str, most: int, upto: int) -> list[ChatLine]:
        lines = select(CHAT).where(CHAT.c.table_id == table, CHAT.c.number <= upto)
        query = lines.order_by(CHAT.c.number.desc()).limit(most)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        read = msgspec.json.decode
        return [
            ChatLine(row.number, row.at, row.seat, read(row.to), row.text, row.person, read(row.heard))
            for row in rows[::-1]
        ]

    async def messages(self, tables: list[str]) -> dict[str, int]:
        """Where tables stand; those that are gone are not in it."""
        return await asyncio.to_thread(self._messages, tables)

    def _messages(self, tables: list[str]) -> dict[str, int]:
        with self.engine.connect() as connection:
            query = select(TABLES.c.id, TABLES.c.message).where(TABLES.c.id.in_(tables))
            return {row.id: row.message for row in connection.execute(query).all()}

    async def tail(self, table: str, message: int) -> tuple[Reached, list[EntryRow]] | None:
        """How a table stands, and what was added to its record after a message."""
        return await asyncio.to_thread(self._tail, table, message)

    def _tail(self, table: str, message: int) -> tuple[Reached, list[EntryRow]] | None:
        columns = (ENTRIES.c.position, ENTRIES.c.message, ENTRIES.c.seat, ENTRIES.c.action, ENTRIES.c.marks)
        query = select(*columns, ENTRIES.c.key).where(ENTRIES.c.table_id == table, ENTRIES.c.message > message)
        with self.reads.connect() as connection:
            row = connection.execute(select(*_REACHED).where(TABLES.c.id == table)).first()
            if row is None:
                return None
            reached = Reached(
                row.position, row.message, plain(row.to_act, list), bool(row.over), row.updated, row.clocks
            )
            if row.message == message:
                return reached, []
            added = connection.execute(query.order_by(ENTRIES.c.position)).all()
            return reached, [EntryRow(*each[:-1], key=each.key) for each in added]

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

    async def states(self, tables: list[str]) -> dict[str, dict[str, Any]]:
        """The last states of tables, as they were saved."""
        return await asyncio.to_thread(self._states, tables)

    def _states(self, tables: list[str]) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        if tables:
            with self.engine.connect() as connection:
                for start in range(0, len(tables), 500):
                    query = select(TABLES.c.id, TABLES.c.state).where(TABLES.c.id.in_(tables[start : start + 500]))
                    found.update((row.id, plain(row.state, dict)) for row in connection.execute(query).all())
        return found

    async def load(self, table: str, last: int | None = None) -> Stored | None:
        """A table, with its whole record or the last so many entries of it."""
        return await asyncio.to_thread(self._load, table, last)

    def _load(self, table: str, last: int | None = None) -> Stored | None:
        with self.reads.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table)).first()
            if row is None:
                return None
            summary = _summary(row)
            seats = connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            summary.seats = [Seat(each.name, each.kind, each.bot, each.person) for each in seats]
            admitted = select(ADMITTED.c.person).where(ADMITTED.c.table_id == table)
            summary.admitted = set(connection.execute(admitted).scalars())
            left = 0 if last is None else max(0, row.position - last)
            entries = self._entries(connection, table, left)
        return Stored(summary, plain(row.state, dict), entries, left)  # without a state, the record leads to it

    def _entries(self, connection: Connection, table: str, after: int, upto: int = 2**31 - 1) -> list[EntryRow]:
        columns = (ENTRIES.c.position, ENTRIES.c.message, ENTRIES.c.seat, ENTRIES.c.action, ENTRIES.c.marks)
        which = (ENTRIES.c.table_id == table, ENTRIES.c.position > after, ENTRIES.c.position <= upto)
        query = select(*columns, ENTRIES.c.key).where(*which).order_by(ENTRIES.c.position)
        return [EntryRow(*each[:-1], key=each.key) for each in connection.execute(query).all()]

    async def beginning(self, table: str, upto: int) -> list[EntryRow]:
        """The entries up to a position, without their events."""

        def read() -> list[EntryRow]:
            with self.engine.connect() as connection:
                return self._entries(connection, table, 0, upto)

        return await asyncio.to_thread(read)

    async def log(self, table: str, start: int) -> list[EntryRow]:
        """The entries after position `start`, with their events."""
        return await asyncio.to_thread(self._log, table, start)

    def _log(self, table: str, start: int) -> list[EntryRow]:
        columns = [column for column in ENTRIES.c if column.name != "table_id"]
        query = select(*columns).where(ENTRIES.c.table_id == table, ENTRIES.c.position > start)
        with self.engine.connect() as connection:
            return [EntryRow(*each) for each in connection.execute(query.order_by(ENTRIES.c.position)).all()]


def _summary(row: Any) -> Summary:
    return Summary(
        row.id,
        row.game,
        row.rules,
        plain(row.options, dict),
        row.seed,
        row.commitment,
        row.created,
        row.updated,
        row.position,
        row.message,
        plain(row.to_act, list),
        bool(row.over),
        host=row.host,
        visible=bool(row.visible),
        talk=bool(row.talk),
        hints=None if row.hints is None else bool(row.hints),
        shares=msgspec.json.decode(row.shares),
        since=row.since,
        pace=row.pace,
        clocks=row.clocks,
        origin=row.origin,
    )
