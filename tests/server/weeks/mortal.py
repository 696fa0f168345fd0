"""Servers in processes of their own, by a clock of the test's own, that can be killed anywhere, also amid a job.

Their time is in a file, which the test sets on. A second file dooms them: whichever takes up the next job of a kind is
ended by SIGKILL at its n-th step. A step is a statement, a commit, and each thing that is said to somebody else, or
heard.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import Engine, delete, event, text

from rondel.server import clock, jobs, people
from rondel.server.drivers import Drivers
from rondel.server.jobs import Jobs
from rondel.server.patience import TRIES
from rondel.server.settings import Limits, Settings, database_url
from rondel.server.storage import make_engine
from rondel.server.weeks import deals
from rondel.server.weeks.outages import ALIVE
from rondel.server.writer import Writer
from tests.server.faults import keep_account
from tests.server.forked import PATIENCE, Server, serve
from tests.server.place import eventually
from tests.server.site import Doors
from tests.server.weeks.time import Time

LEASE = 2000
"""Milliseconds, by the clock of the test."""

# --- in the process of the server -------------------------------------------------------------------------------------


class Doom:
    """What ends this process."""

    def __init__(self, at: int, diary: Path) -> None:
        self.at, self.diary, self.steps = at, diary, 0
        self.works: list[Any] = []
        self.lock = threading.Lock()

    def step(self, what: str) -> None:
        with self.lock:
            self.steps += 1
            with self.diary.open("a") as diary:
                diary.write(what + "\n")
            if self.steps == self.at:
                os.kill(os.getpid(), signal.SIGKILL)

    def survived(self) -> None:
        """The job is done: what follows from it, and goes on in tasks that it began, is nobody's death any more."""
        with self.lock:
            self.at = 0
            with self.diary.open("a") as diary:
                diary.write("survived\n")


_DOOM: ContextVar[Doom | None] = ContextVar("doom", default=None)


def _step(what: str) -> None:
    doom = _DOOM.get()
    if doom is not None:
        doom.step(what)


def _step_of_a_statement(words: str) -> None:
    if not words.startswith("BEGIN"):
        _step("statement: " + words.split()[0])


def _take_doom(file: Path, job: str) -> Doom | None:
    """If a job of this name is doomed, and nobody has begun it: this process dies of it."""
    with suppress(FileNotFoundError):
        asked = json.loads(file.read_text())
        if job.startswith(asked["job"]):
            file.rename(file.with_suffix(f".{os.getpid()}"))
            return Doom(asked["step"], Path(asked["diary"]))
    return None


def _make_mortal(file: Path) -> None:
    """From now on jobs are done step by step, and any step may be the last."""
    work, move_bot, submit, commit = Jobs._work, Drivers._move_bot, Writer.submit, Writer._commit

    async def mortal_work(self: Jobs, job: Any) -> None:
        await doomed(job.id, lambda: work(self, job))

    async def mortal_bot(self: Drivers, live: Any, seat: int) -> None:
        await doomed(f"bot-{live.id}-", lambda: move_bot(self, live, seat))

    async def doomed(job: str, do: Callable[[], Any]) -> None:
        doom = _take_doom(file, job) if _DOOM.get() is None else None
        if doom is None:
            await do()
            return
        token = _DOOM.set(doom)
        doom.step("taken up")
        await do()
        _DOOM.reset(token)
        doom.survived()

    def mortal_submit(self: Writer, work: Any) -> Any:
        doom = _DOOM.get()
        if doom is not None:
            doom.works.append(work)
            works[id(work)] = doom
        return submit(self, work)

    works: dict[int, Doom] = {}

    def mortal_commit(self: Writer, connection: Any, jobs: list[Any], tries: int = 3) -> list[Any]:
        doom = next((works[id(job)] for job in jobs if id(job) in works), None)
        token = _DOOM.set(doom)
        try:
            results = commit(self, connection, jobs, tries)
            _step("committed")
            return results
        finally:
            _DOOM.reset(token)

    for owner, name, method in (
        (Jobs, "_work", mortal_work),
        (Drivers, "_move_bot", mortal_bot),
        (Writer, "submit", mortal_submit),
        (Writer, "_commit", mortal_commit),
    ):
        setattr(owner, name, method)
    event.listen(Engine, "before_cursor_execute", lambda *about: _step_of_a_statement(str(about[2])))
    event.listen(Engine, "commit", lambda _: _step("commit"))
    _make_words_mortal()


def _make_words_mortal() -> None:
    """What is said to others: the streams of outgoing.py, and the protocol of aiosmtplib."""
    from aiosmtplib.protocol import SMTPProtocol

    for owner in (asyncio.StreamWriter, SMTPProtocol):
        setattr(owner, "write", _around(owner.write))  # noqa: B010
    read = asyncio.StreamReader.read

    async def mortal_read(self: asyncio.StreamReader, n: int = -1) -> bytes:
        answer = await read(self, n)
        _step("answered")
        return answer

    setattr(asyncio.StreamReader, "read", mortal_read)  # noqa: B010


def _around(write: Callable[..., None]) -> Callable[..., None]:
    def mortal_write(self: Any, data: bytes) -> None:
        first = bytes(data[:8]).split(b" ")[0].split(b"\r")[0].split(b":")[0].decode("ascii", "replace")
        _step(f"before writing {first}")
        write(self, data)
        _step(f"written {first}")

    return mortal_write


def _serve(pipe: Pipe, log: str, settings: Settings, hands: str, doom: str, eager: dict[str, float] | None) -> None:
    file = os.open(hands, os.O_RDONLY)
    clock.use(lambda: int.from_bytes(os.pread(file, 8, 0), "little"))
    jobs.POLL = 0.05
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    setattr(people, "PasswordHasher", lambda: cheap)  # noqa: B010
    if eager is not None:
        deals.EAGER = eager  # type: ignore[misc]
    _make_mortal(Path(doom))
    serve(pipe, log, settings)


# --- in the test ------------------------------------------------------------------------------------------------------


class Hands(Time):
    """The hands of a clock that other processes read."""

    def __init__(self, file: Path, begin: str, zone: str = "UTC") -> None:
        super().__init__(begin, zone)
        self.file = os.open(file, os.O_RDWR | os.O_CREAT)
        self.pass_by(0)

    def pass_by(self, milliseconds: int) -> None:
        super().pass_by(milliseconds)
        os.pwrite(self.file, self.at.to_bytes(8, "little"), 0)

    def pass_to(self, moment: int) -> None:
        self.pass_by(moment - self.at)


class House(Doors):
    """One server on SQLite, or three on PostgreSQL."""

    def __init__(
        self,
        folder: Path,
        begin: str,
        zone: str = "UTC",
        database: str = "",
        processes: int = 1,
        eager: dict[str, float] | None = None,
        **settings: Any,
    ) -> None:
        self.folder = folder
        self.database = database or database_url(folder / "rondel.db")
        self.time = Hands(folder / "clock", begin, zone)
        about: dict[str, Any] = {"site": True, "bot_pause": 0.0, "bot_workers": 1, "plays_forced": False}
        about |= {"loopback": True, "lease": LEASE / 1000, "heartbeat": 0.5, "database": self.database}
        about["limits"] = Limits(requests_at_once=10_000)  # a site that is named has others, unless it is told
        self.settings, self.eager = Settings(**{**about, **settings}), eager
        self.servers: list[Server] = []
        self.engine = make_engine(self.database)
        self.doomed = folder / "doom"
        self.diary = folder / "diary"
        self.killed = 0
        for _ in range(processes):
            self.servers.append(self._new())
        keep_account(self.database)

    def _new(self) -> Server:
        log, hands = (str(self.folder / name) for name in ("servers.log", "clock"))
        return Server(_serve, log, self.settings, hands, str(self.doomed), self.eager)

    @property
    def url(self) -> str:  # type: ignore[override]
        return self.first.url

    @property
    def port(self) -> int:  # type: ignore[override]
        return self.first.port

    @property
    def first(self) -> Server:
        return next(server for server in self.servers if server.alive)

    def log(self) -> str:
        return (self.folder / "servers.log").read_text()

    def doom(self, job: str, step: int) -> None:
        """Whoever takes up the next job of this name dies at one of its steps."""
        self.diary.write_text("")
        new = self.folder / "doom.new"
        new.write_text(json.dumps({"job": job, "step": step, "diary": str(self.diary)}))
        new.rename(self.doomed)

    def written(self) -> list[str]:
        """The steps that the doomed one has made."""
        return self.diary.read_text().splitlines()

    def await_death(self) -> bool:
        """Whether it died; False: it had no more steps to make."""

        def is_settled() -> bool:
            return any(not each.alive for each in self.servers) or "survived" in self.written()

        eventually(is_settled, PATIENCE)
        return any(not each.alive for each in self.servers)

    def revive(self) -> None:
        """Those who died are started anew; the holds of the dead run out."""
        for place, server in enumerate(self.servers):
            if not server.alive:
                server.process.join()
                self.killed += 1
                self.servers[place] = self._new()
        self.time.pass_by(LEASE + 1000)

    def kill(self, place: int) -> None:
        self.servers[place].kill()
        self.killed += 1
        self.servers[place] = self._new()

    def restart(self, places: list[int], off: int = 0) -> None:
        for place in places:
            self.servers[place].stop()
        self.time.pass_by(off)
        for place in places:
            self.servers[place] = self._new()

    def patient(self) -> None:
        """Nobody has tried anything yet."""
        with self.engine.execution_options(writes=True).begin() as connection:
            connection.execute(delete(TRIES))

    def due(self) -> list[str]:
        with self.engine.connect() as connection:
            query = text("SELECT id FROM jobs WHERE due <= :now")
            return list(connection.execute(query, {"now": self.time.now()}).scalars())

    def pass_by(self, milliseconds: int) -> None:
        """Time passes in which the servers are there: they have given a sign of life when it is over."""
        with self.engine.execution_options(writes=True).begin() as connection:
            sign = {"at": str(self.time.now() + milliseconds), "alive": ALIVE}
            connection.execute(text("UPDATE secrets SET value = :at WHERE name = :alive"), sign)
        self.time.pass_by(milliseconds)

    def settle(self, seconds: float = 60) -> None:
        """Nothing is due any more. Time goes on meanwhile: what a process let go of is taken up when its hold ends."""

        def is_done() -> bool:
            self.time.pass_by(20)
            return not self.due()

        try:
            eventually(is_done, seconds)
        except AssertionError:
            raise AssertionError(f"left undone: {self.due()}; {self.log()[-2000:]}") from None

    def check_account(self) -> int:
        """That each job was put there once, and ended once, or is still to come; how many have ended."""
        with self.engine.connect() as connection:
            rows = connection.execute(text("SELECT what, job, count(*) FROM account GROUP BY what, job")).all()
            left = set(connection.execute(text("SELECT id FROM jobs")).scalars())
        put = {job: number for what, job, number in rows if what == "put"}
        ended = {job: number for what, job, number in rows if what == "ended"}
        doubled = [job for job, number in (*put.items(), *ended.items()) if number != 1]
        assert not doubled, f"doubled: {doubled[:5]}"
        lost = set(put) - set(ended) - left
        assert not lost, f"lost: {sorted(lost)[:5]}"
        return len(ended)

    def at(self, visitor: Any) -> Any:
        """The same person, at a process that is alive."""
        visitor.http.base_url = f"{self.url}/api"
        return visitor

    def stop(self) -> None:
        for server in self.servers:
            if server.alive:
                server.stop()
        self.engine.dispose()
        os.close(self.time.file)

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.kill()
        self.engine.dispose()
        os.close(self.time.file)
