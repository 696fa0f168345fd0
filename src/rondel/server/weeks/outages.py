"""When the server was off. Time in which nobody could play is given back to those whose clocks ran."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from sqlalchemy import BigInteger, Column, Table, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel.server.people import SECRETS
from rondel.server.rows import insert_new
from rondel.server.storage import Store, metadata, now

log = logging.getLogger("rondel.server")

OUTAGES = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

ALIVE = "alive"
OFTEN = 60.0
"""Seconds between two signs of life."""
SHORTEST = 10 * 60 * 1000
"""A break that is shorter is none."""
KEPT = 60 * 24 * 3600 * 1000


class Outages:
    """Signs of life in the database, whichever process gives them; a gap between two is an outage."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.store.writer.submit(self._sign)
        self.task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        with suppress(Exception):  # the next start will see how long ago the last sign was
            await self.store.writer.submit(self._sign_off)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.store.writer.submit(self._sign_off)
            except Exception as error:
                log.error("no sign of life can be stored: %s", error)

    def _sign(self, connection: Connection) -> None:
        at = now()
        last = connection.execute(select(SECRETS.c.value).where(SECRETS.c.name == ALIVE).with_for_update()).scalar()
        if last is not None and at - int(last) > SHORTEST:
            known = connection.execute(select(OUTAGES.c.began).where(OUTAGES.c.began == int(last))).first()
            if known is None:
                connection.execute(insert(OUTAGES).values(began=int(last), ended=at))
            connection.execute(delete(OUTAGES).where(OUTAGES.c.ended < at - KEPT))
        self._sign_off(connection)

    def _sign_off(self, connection: Connection) -> None:
        at = str(now())
        if not insert_new(connection, SECRETS, [{"name": ALIVE, "value": at}]):
            connection.execute(update(SECRETS).where(SECRETS.c.name == ALIVE).values(value=at))

    async def between(self, begin: int, end: int) -> int:
        """For how many milliseconds the server was off between two moments."""

        def read() -> int:
            with self.store.engine.connect() as connection:
                query = select(OUTAGES).where(OUTAGES.c.ended > begin, OUTAGES.c.began < end)
                return sum(min(row.ended, end) - max(row.began, begin) for row in connection.execute(query).all())

        return await asyncio.to_thread(read)
