"""Which tables are in memory: loaded when somebody asks, dropped when nobody does, used by one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from rondel.server.audience import Watcher
from rondel.server.errors import Refusal, not_found
from rondel.server.notify import Notice, added
from rondel.server.seating import is_id, is_lesson
from rondel.server.settings import Settings
from rondel.server.storage import Store
from rondel.server.table import LiveTable, StateUnreadableError, entries_of, restore

log = logging.getLogger("rondel.server")

LAST = 128
"""So many of the last entries of a record are loaded with a table: more than a watcher that comes back is told."""


class Memory:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.cached: OrderedDict[str, LiveTable] = OrderedDict()
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.following: set[asyncio.Task[None]] = set()
        self.reseated: Callable[[LiveTable], None] = lambda live: None
        """Called when a table was changed elsewhere in more than its moves: others may sit there now."""
        self.came_or_went: Callable[[str], None] = lambda table: None
        """Called when a watcher came or went."""

    @asynccontextmanager
    async def use(self, table: str, check: bool = True) -> AsyncIterator[LiveTable]:
        """A table, for one at a time: what is seen of it is stored.

        If other processes share the database, it is first looked up whether one of them has moved on; without `check`
        not, for those who find out when they store their change.
        """
        while True:
            live = self.cached.get(table)
            if live is None:
                live = await self._load(table)
            live.pins += 1
            try:
                async with live.lock:
                    if check and self.store.shared and not live.gone:
                        await self.catch_up(live)
                    if not live.gone:
                        self.cached.move_to_end(table)
                        yield live
                        return
            finally:
                live.pins -= 1

    # --- what other processes do ----------------------------------------------------------------------------------

    async def catch_up(self, live: LiveTable) -> bool:
        """Bring a table, which the caller holds, to where it stands in storage; whether it had moved on."""
        found = await self.store.tail(live.id, live.message)
        if found is None:
            live.audience.tell({"type": "deleted"})
            self.drop(live)
            return True
        reached, rows = found
        if reached.message == live.message:
            return False
        if not live.follow(reached, rows):
            fresh = await self.restored(live.id)
            if fresh is None:
                self.drop(live)
            else:
                live.replace(fresh)
                self.reseated(live)
        return True

    def heard(self, table: str, message: int | None, notice: Notice | None = None) -> None:
        """Another process has changed a table, up to a message, or deleted it; the notice may tell how."""
        live = self.cached.get(table)
        if live is not None and (message is None or live.message < message):
            task = asyncio.create_task(self._follow(live, message, notice or {}))
            self.following.add(task)
            task.add_done_callback(self.following.discard)

    async def _follow(self, live: LiveTable, message: int | None, notice: Notice) -> None:
        live.pins += 1
        try:
            async with live.lock:
                if live.gone or (message is not None and live.message >= message):
                    return
                told = added(notice)
                if told is None or not live.follow(*told):
                    await self.catch_up(live)
        except Refusal as refusal:
            log.warning("table %s is not followed: %s", live.id, refusal.message)
            self.drop(live)
        except Exception as error:
            log.error("table %s is not followed: %s", live.id, error)
            self.drop(live)
        finally:
            live.pins -= 1

    def look_around(self) -> None:
        """Something may have been missed: compare all that is here with storage."""
        task = asyncio.create_task(self._compare())
        self.following.add(task)
        task.add_done_callback(self.following.discard)

    async def _compare(self) -> None:
        try:
            found = await self.store.messages(list(self.cached))
        except Exception as error:
            log.error("the tables cannot be compared with storage: %s", error)
            return
        for live in list(self.cached.values()):
            if found.get(live.id) != live.message:
                self.heard(live.id, None)

    async def _load(self, table: str) -> LiveTable:
        task = self.loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load_now(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load_now(self, table: str) -> LiveTable:
        live = await self.restored(table) if is_id(table) else None
        if live is None:
            raise not_found(table)
        self.keep(live)
        return live

    async def restored(self, table: str) -> LiveTable | None:
        """A table out of storage, with the end of its record: a long game takes no longer to load than a short one."""
        stored = await self.store.load(table, LAST)
        if stored is None:
            return None
        if stored.left and not is_lesson(stored.summary.seats):
            try:
                return restore(stored, self.settings.plays_forced)
            except StateUnreadableError:
                pass
        if stored.left:
            stored = await self.store.load(table)
        return restore(stored, self.settings.plays_forced) if stored is not None else None

    async def recall(self, live: LiveTable, position: int = 0) -> None:
        """Bring the whole record of a table, which the caller holds, if it is needed to go back to a position."""
        match = live.match
        if not match.reaches(position):
            rows = await self.store.beginning(live.id, match.stored)
            match.recall(entries_of(live.id, live.game, rows))

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
            live.audience.come_and_go(watcher)
            self.came_or_went(table)

    def close(self) -> None:
        for task in self.following:
            task.cancel()
        for live in list(self.cached.values()):
            live.audience.close()
