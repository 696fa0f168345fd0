"""Which tables are in memory: loaded when somebody asks, dropped when nobody does, used by one at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rondel.server.audience import Watcher
from rondel.server.errors import not_found
from rondel.server.seating import is_id
from rondel.server.settings import Settings
from rondel.server.storage import Store
from rondel.server.table import LiveTable, restore


class Memory:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.cached: OrderedDict[str, LiveTable] = OrderedDict()
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[LiveTable]:
        """A table, for one at a time: what is seen of it is stored."""
        while True:
            live = self.cached.get(table)
            if live is None:
                live = await self._load(table)
            live.pins += 1
            try:
                async with live.lock:
                    if not live.gone:
                        self.cached.move_to_end(table)
                        yield live
                        return
            finally:
                live.pins -= 1

    async def _load(self, table: str) -> LiveTable:
        task = self.loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load_now(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load_now(self, table: str) -> LiveTable:
        stored = await self.store.load(table) if is_id(table) else None
        if stored is None:
            raise not_found(table)
        live = restore(stored, self.settings.plays_forced)
        self.keep(live)
        return live

    def keep(self, live: LiveTable) -> None:
        self.cached[live.id] = live
        while len(self.cached) > self.settings.cached_tables:
            idle = next((each for each in self.cached.values() if each is not live and each.is_idle()), None)
            if idle is None:
                break
            idle.gone = True
            del self.cached[idle.id]

    def drop(self, live: LiveTable) -> None:
        """What is in memory is not to be trusted, or no longer there: the next one loads it anew."""
        live.gone = True
        if self.cached.get(live.id) is live:
            del self.cached[live.id]
        live.audience.close()

    def leave(self, table: str, watcher: Watcher) -> None:
        live = self.cached.get(table)
        if live is not None:
            live.audience.leave(watcher)

    def close(self) -> None:
        for live in list(self.cached.values()):
            live.audience.close()
