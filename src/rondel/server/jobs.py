"""What is to be done later: jobs, stored in the transaction of the change that causes them.

A job is done when its row is gone, and its row goes in the transaction of what it does: so each is done exactly once,
whoever crashes when. A process that works at a job holds it for a while and renews its hold; when it dies, the hold
runs out and another process, or the same one started anew, takes the job up. One table does this for SQLite and for
PostgreSQL alike. (procrastinate was weighed: its workers end a job in a transaction of their own, after the work, so a
crash in between repeats the work; and it has no SQLite.)

The process that makes a change holds the jobs that come of it from the start, and works at them at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Update, and_, delete, or_, select, update
from sqlalchemy.engine import Connection

from rondel.server.storage import JOBS, ConflictError, Job, Store, job_of, now

log = logging.getLogger("rondel.server")

POLL = 1.0
"""Seconds between two looks for jobs that are due."""
AT_ONCE = 16
"""How many jobs are taken up in one go, and worked at at the same time."""

Handler = Callable[[Job], Awaitable[None]]
Also = Callable[[Connection], Any]


class Later(Exception):
    """A job that cannot be done now, through no fault of its own: it is tried again by and by."""


class Jobs:
    """Takes up what is due and nobody holds. A handler for each kind must end its job, or fail."""

    def __init__(self, store: Store, lease: float) -> None:
        self.store = store
        self.lease = int(lease * 1000)
        self.handlers: dict[str, Handler] = {}
        self.working: dict[str, asyncio.Task[None]] = {}
        self.others: Callable[[], list[str]] = list
        """Tables whose jobs are worked at elsewhere in this process; held as well."""
        self.task: asyncio.Task[None] | None = None
        self.taken_up = self.failed = 0

    def on(self, kind: str, handler: Handler) -> None:
        self.handlers[kind] = handler

    async def start(self) -> None:
        if not self.store.shared:
            await self.release_all()  # whoever held them is no more: this is the one process
        self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        tasks = [each for each in (self.task, *self.working.values()) if each is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):  # others wait for the hold to run out, then
            await self.release_all(self.store.me)

    # --- for handlers ---------------------------------------------------------------------------------------------

    async def finish(self, job: Job, also: Also | None = None) -> Any:
        """End a job and do `also` in one transaction; ConflictError, and nothing done, if it is no longer ours."""

        return await self.store.writer.submit(self.ending(job, also))

    async def note(self, job: Job, **how_far: Any) -> None:
        """Write down how far a job has come, for whoever takes it up after a death; ConflictError if it is not ours.

        If it is put off, it begins anew.
        """
        about = msgspec.json.encode({**job.about, **how_far}).decode()
        statement = update(JOBS).where(self._mine(job)).values(about=about)
        if await self._execute(statement) != 1:
            raise ConflictError(f"the job {job.id} was taken up elsewhere")

    def _mine(self, job: Job) -> ColumnElement[bool]:
        return and_(JOBS.c.id == job.id, JOBS.c.claimed_by == self.store.me)

    def ending(self, job: Job, also: Also | None = None) -> Also:
        """The same, for a transaction of somebody else's."""

        def end(connection: Connection) -> Any:
            if connection.execute(delete(JOBS).where(self._mine(job))).rowcount != 1:
                raise ConflictError(f"the job {job.id} was taken up elsewhere")
            return also(connection) if also is not None else None

        return end

    # --- taking up ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        renewed = 0
        while True:
            try:
                if now() - renewed > self.lease // 3:
                    await self._renew()
                    renewed = now()
                await self._take_up()
            except Exception as error:
                log.error("jobs cannot be looked up: %s", str(error).splitlines()[0])
            await asyncio.sleep(POLL)

    async def _take_up(self) -> None:
        room = AT_ONCE - len(self.working)
        if room <= 0 or not self.handlers or not await asyncio.to_thread(self._anything_due):
            return
        for job in await self.store.writer.submit(lambda connection: self._claim(connection, room)):
            self.taken_up += 1
            self.working[job.id] = asyncio.create_task(self._work(job))

    def _due(self) -> Any:
        at = now()
        kinds = JOBS.c.kind.in_(list(self.handlers))
        return and_(JOBS.c.due <= at, JOBS.c.claimed_until <= at, kinds, JOBS.c.id.not_in(list(self.working)))

    def _anything_due(self) -> bool:
        with self.store.engine.connect() as connection:
            return connection.execute(select(JOBS.c.id).where(self._due()).limit(1)).first() is not None

    def _claim(self, connection: Connection, most: int) -> list[Job]:
        """Hold some jobs; what another process is just taking up is left to it."""
        query = select(JOBS).where(self._due()).order_by(JOBS.c.due).limit(most).with_for_update(skip_locked=True)
        jobs = [job_of(row) for row in connection.execute(query).all()]
        if jobs:
            ids = [job.id for job in jobs]
            hold = {"claimed_by": self.store.me, "claimed_until": now() + self.lease, "tries": JOBS.c.tries + 1}
            connection.execute(update(JOBS).where(JOBS.c.id.in_(ids)).values(hold))
        return jobs

    async def _work(self, job: Job) -> None:
        try:
            await self.handlers[job.kind](job)
        except ConflictError:
            pass  # somebody else has done it
        except Exception as error:
            self.failed += 1
            if isinstance(error, Later):
                log.warning("the job %s is put off: %s", job.id, error)
            else:
                log.exception("the job %s failed", job.id)
            with suppress(Exception):
                await self._put_off(job)
        finally:
            self.working.pop(job.id, None)

    async def _put_off(self, job: Job) -> None:
        """Try again by and by, later each time."""
        due = now() + 1000 * min(2**job.tries, 600)
        about = msgspec.json.encode(job.about).decode()
        await self._execute(update(JOBS).where(self._mine(job)).values(due=due, claimed_until=0, about=about))

    async def _renew(self) -> None:
        tables = self.others()
        if not self.working and not tables:
            return
        held = or_(JOBS.c.id.in_(list(self.working)), JOBS.c.table_id.in_(tables))
        statement = update(JOBS).where(JOBS.c.claimed_by == self.store.me, held)
        until = now() + self.lease
        await self._execute(statement.values(claimed_until=until))

    async def _execute(self, statement: Update) -> int:
        changed: int = await self.store.writer.submit(lambda connection: connection.execute(statement).rowcount)
        return changed

    async def release_all(self, holder: str | None = None) -> None:
        statement = update(JOBS).where(JOBS.c.claimed_until > 0).values(claimed_until=0)
        if holder is not None:
            statement = statement.where(JOBS.c.claimed_by == holder)
        await self._execute(statement)
