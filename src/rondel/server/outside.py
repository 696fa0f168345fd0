"""What is changed from outside: by an administrator at the console, while the server runs on SQLite.

PostgreSQL tells every process of it. SQLite tells a connection, if asked, whether any other has changed the file; and
in a server only one writes: its writer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.engine import Connection

from rondel.server.storage import Store

log = logging.getLogger("rondel.server")

EVERY = 1.0
"""Seconds between two looks."""


class Outside:
    def __init__(self, store: Store, changed: Callable[[], Awaitable[None]]) -> None:
        self.store = store
        self.changed = changed
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if not self.store.shared:
            self.task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _watch(self) -> None:
        last = None
        while True:
            try:
                version = await self.store.writer.submit(version_of)
                if last is not None and version != last:
                    await self.changed()
                last = version
            except Exception as error:
                log.error("it cannot be seen whether the database was changed from outside: %s", error)
            await asyncio.sleep(EVERY)


def version_of(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
