"""Who is at a table, in whatever process: over a live line, or heard of a moment ago; and what is told to them all.

None of this is stored. With PostgreSQL each process tells the others by notices who is there through it, when that
changes and with every heartbeat; what was not said again for a while no longer holds, so that a process that died takes
its people along.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from rondel.server import notify
from rondel.server.access import Person
from rondel.server.memory import Memory
from rondel.server.notify import Notice, Notices
from rondel.server.storage import Store

HERE = 10.0
"""Seconds after which somebody who was not heard of is not here any more."""
TOGETHER = 0.05
"""Seconds in which what changes is told to the other processes together."""
MOST_HEARD = 5_000
LONGEST_NOTICE = 7_000
"""PostgreSQL takes notices of less than 8,000 bytes."""


class There:
    """Who is at a table through another process, until when that is believed."""

    __slots__ = ("lines", "persons", "until")

    def __init__(self, persons: set[str], lines: int, until: float) -> None:
        self.persons = persons
        self.lines = lines
        self.until = until


class Presence:
    def __init__(self, memory: Memory, store: Store, notices: Notices, heartbeat: float) -> None:
        self.memory = memory
        self.store = store
        self.heartbeat = heartbeat
        self.heard: dict[str, dict[str, float]] = {}
        """When each person was last heard of, by table."""
        self.elsewhere: dict[str, dict[str, There]] = {}
        """By table, then by process."""
        self.changed: set[str] = set()
        self.tasks: list[asyncio.Task[None]] = []
        self.soon: asyncio.TimerHandle | None = None
        notices.on("here", self._hear_here)
        notices.on("who-is-here", lambda notice: self._say_all())
        notices.on("told", self._hear_told)
        memory.came_or_went = self.note

    def start(self) -> None:
        if self.store.shared:
            self._send([{"kind": "who-is-here"}])
            self.tasks = [asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        if self.soon is not None:
            self.soon.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # --- who is here ----------------------------------------------------------------------------------------------

    def hear_of(self, table: str, person: Person) -> None:
        """Somebody asked about a table: she is there, though without a live line."""
        if not person.is_known:
            return
        here, at = self.heard.setdefault(table, {}), time.monotonic()
        if here.get(person.id, 0.0) < at - HERE / 2:
            self.note(table)
        here[person.id] = at
        if len(self.heard) > MOST_HEARD:
            self.heard.pop(next(iter(self.heard)))

    def here(self, table: str) -> set[str]:
        found = self._here(table)
        for there in self._elsewhere(table):
            found |= there.persons
        return found

    def is_watched(self, table: str) -> bool:
        """Whether a live line of any process follows a table."""
        live = self.memory.cached.get(table)
        return bool(live is not None and live.audience) or any(there.lines for there in self._elsewhere(table))

    def _here(self, table: str) -> set[str]:
        since = time.monotonic() - HERE
        found = {person for person, at in self.heard.get(table, {}).items() if at > since}
        live = self.memory.cached.get(table)
        if live is not None:
            found |= {watcher.person.id for watcher in live.audience.each() if watcher.person.is_known}
        return found

    def _elsewhere(self, table: str) -> list[There]:
        at = time.monotonic()
        return [there for there in self.elsewhere.get(table, {}).values() if there.until > at]

    # --- what is told to everybody --------------------------------------------------------------------------------

    def tell(self, table: str, message: dict[str, Any], to: list[int] | None = None) -> None:
        """Something without a number, to those who watch a table or some of its seats."""
        self._tell_here(table, message, to)
        if self.store.shared:
            self._send([{"kind": "told", "id": table, "message": message, "to": to}])

    def _tell_here(self, table: str, message: dict[str, Any], to: list[int] | None) -> None:
        live = self.memory.cached.get(table)
        if live is not None:
            live.audience.whisper(message, lambda viewer, _: to is None or viewer in to)

    # --- between processes ----------------------------------------------------------------------------------------

    def note(self, table: str) -> None:
        """Somebody came or went here: the others are told in a moment."""
        if not self.store.shared:
            return
        self.changed.add(table)
        if self.soon is None:
            self.soon = asyncio.get_running_loop().call_later(TOGETHER, self._say_changed)

    def _say_changed(self) -> None:
        self.soon = None
        tables, self.changed = self.changed, set()
        notices: list[Notice] = []
        for table in tables:
            notices += self._said(table)
        self._send(notices)

    def _said(self, table: str) -> list[Notice]:
        """Who is at a table through this process; of very many only so many as a notice holds."""
        live = self.memory.cached.get(table)
        lines = len(live.audience.each()) if live is not None else 0
        persons = sorted(self._here(table))[: LONGEST_NOTICE // 20]
        return [{"kind": "here", "id": table, "persons": persons, "lines": lines}]

    def _say_all(self) -> None:
        for live in self.memory.cached.values():
            if live.audience:
                self.note(live.id)
        for table in self.heard:
            if self._here(table):
                self.note(table)

    def _send(self, notices: list[Notice]) -> None:
        if notices:
            me = self.store.me
            sent = self.store.writer.submit(lambda connection: notify.tell(connection, me, notices))
            sent.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next beat says it again

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            self._say_all()
            self._forget()

    def _forget(self) -> None:
        at = time.monotonic()
        for table, processes in list(self.elsewhere.items()):
            gone = [process for process, there in processes.items() if there.until <= at]
            for process in gone:
                del processes[process]
            if gone:
                self._tell_here(table, {"type": "company"}, None)
            if not processes:
                del self.elsewhere[table]
        for table in [table for table in self.heard if not self._here(table)]:
            del self.heard[table]

    def _hear_here(self, notice: Notice) -> None:
        table, persons, lines = notice["id"], set(notice["persons"]), int(notice["lines"])
        before = self.here(table)
        processes = self.elsewhere.setdefault(table, {})
        if persons or lines:
            processes[notice["by"]] = There(persons, lines, time.monotonic() + 2.5 * self.heartbeat)
        else:
            processes.pop(notice["by"], None)
        if self.here(table) != before:
            self._tell_here(table, {"type": "company"}, None)

    def _hear_told(self, notice: Notice) -> None:
        self._tell_here(notice["id"], notice["message"], notice["to"])


class Typing(msgspec.Struct, tag="typing", tag_field="type", forbid_unknown_fields=True):
    """What a watcher may say on its live line: that its player is writing, to everybody or to some seats."""

    to: list[int] = []


decode_typing = msgspec.json.Decoder(Typing).decode
LONGEST_TYPING = 200
TYPING_EVERY = 2.0
"""Seconds: what is said more often is not passed on."""
