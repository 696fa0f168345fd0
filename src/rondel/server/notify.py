"""What one process changes, the others hear of: LISTEN and NOTIFY of PostgreSQL.

A notice is sent in the transaction of the change that it tells of: nobody hears of what was not stored, and nobody who
listens misses what was. Whoever could not listen for a while is told so, and looks for itself. With SQLite there is one
process, and nothing to hear.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.engine import Connection, make_url

if TYPE_CHECKING:
    from rondel.server.storage import Store

log = logging.getLogger("rondel.server")

CHANNEL = "rondel"
TRY_AGAIN = 1.0
"""Seconds until a lost line to the database is tried again."""

_SEND = text(f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(CAST(:notices AS text[])) AS notice")

Notice = dict[str, Any]
Handler = Callable[[Notice], None]


def tell(connection: Connection, sender: str, notices: list[Notice]) -> None:
    """Tell the other processes, once this transaction is committed; `kind` says of what, in 7,000 characters."""
    if notices and connection.dialect.name == "postgresql":
        connection.execute(_SEND, {"notices": [json.dumps({"by": sender, **notice}) for notice in notices]})


class Notices:
    """Those of the other processes, for whom they concern: a handler for each kind, quick and without waiting."""

    def __init__(self, store: Store, heartbeat: float) -> None:
        self.store = store
        self.heartbeat = heartbeat
        self.handlers: dict[str, Handler] = {}
        self.gap: Callable[[], None] = lambda: None
        """Called when something may have been missed: after a lost line, and now and then."""
        self.listening = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def on(self, kind: str, handler: Handler) -> None:
        self.handlers[kind] = handler

    def start(self) -> None:
        if self.store.shared:
            self.tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            self.gap()

    async def _listen(self) -> None:
        import psycopg

        address = make_url(self.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    self.gap()
                    async for notice in connection.notifies():
                        self.hear(notice.payload)
            except (psycopg.Error, OSError) as error:
                log.warning("the line to the database is lost: %s", str(error).strip().splitlines()[:1])
            self.listening.clear()
            await asyncio.sleep(TRY_AGAIN)

    def hear(self, payload: str) -> None:
        try:
            notice = json.loads(payload)
            if notice["by"] != self.store.me and (handler := self.handlers.get(notice["kind"])):
                handler(notice)
        except Exception:
            log.exception("a notice was not understood: %.200s", payload)
