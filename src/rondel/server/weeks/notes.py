"""What a player writes down for herself at a table: nobody else sees it."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import BigInteger, Column, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel.server.rows import BELONGING, EXPORTING, FORGETTING, INHERITING, metadata, now
from rondel.server.storage import Store

NOTES = Table(
    "notes",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
BELONGING.append(NOTES)

LONGEST = 10_000


class Notes:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, table: str, person: str) -> str:
        def read() -> str:
            with self.store.engine.connect() as connection:
                which = (NOTES.c.table_id == table, NOTES.c.person == person)
                return connection.execute(select(NOTES.c.text).where(*which)).scalar() or ""

        return await asyncio.to_thread(read)

    async def write(self, table: str, person: str, text: str) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(NOTES).where(NOTES.c.table_id == table, NOTES.c.person == person))
            if text:
                connection.execute(insert(NOTES).values(table_id=table, person=person, text=text, updated=now()))

        await self.store.writer.submit(write)


def forget(connection: Connection, person: str) -> None:
    connection.execute(delete(NOTES).where(NOTES.c.person == person))


def inherit(connection: Connection, person: str, heir: str) -> None:
    """A guest's notes are her account's from now on, where it has none."""
    there = select(NOTES.c.table_id).where(NOTES.c.person == heir)
    which = (NOTES.c.person == person, NOTES.c.table_id.not_in(there))
    connection.execute(update(NOTES).where(*which).values(person=heir))


def export(connection: Connection, person: str) -> list[dict[str, Any]]:
    query = select(NOTES.c.table_id, NOTES.c.text, NOTES.c.updated).where(NOTES.c.person == person)
    return [dict(row._mapping) for row in connection.execute(query).all()]


FORGETTING.append(forget)
INHERITING.append(inherit)
EXPORTING["notes"] = export
