"""Nothing that was acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from rondel import load
from rondel.kernel.record import parse
from rondel.server.migrate import HEAD, current, migrate
from rondel.server.settings import database_url
from rondel.server.storage import Change, ConflictError, Store, make_engine, metadata
from tests.server.place import Guest, Place, Process, eventually, run


def test_restart_in_mid_game(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(40)
    before = [table.see(seat) for seat in (None, 0, 1, 2, 3)]
    file, log, summary = table.file(), table.log(0), table.summary()
    own_place.restart()
    assert [table.see(seat) for seat in (None, 0, 1, 2, 3)] == before
    assert (table.file(), table.log(0), table.summary()) == (file, log, summary)
    table.moves(5)


def play(url: str, table: str, acknowledged: list[tuple[int, str]], most: int, seed: int) -> None:
    """Move after move, until there are enough or the server is gone; note what was acknowledged."""
    rng = random.Random(seed)
    try:
        with httpx.Client(base_url=f"{url}/api/tables", timeout=20) as http:
            while len(acknowledged) < most:
                seat = http.get(f"/{table}").json()["to_act"][0]
                seen = http.get(f"/{table}/observation", params={"seat": seat}).json()
                choice = rng.choice(seen["choices"])
                move = {"seat": seat, "position": seen["position"], "action": choice["id"]}
                answer = http.post(f"/{table}/moves", json=move)
                assert answer.status_code == 200, answer.text
                acknowledged.append((answer.json()["position"], choice["notation"]))
    except httpx.HTTPError:
        pass


def test_kill_9_in_the_middle_of_200_moves(tmp_path: Path) -> None:
    database = tmp_path / "rondel.db"
    process = Process(database)
    seats = [{"name": name} for name in "ABCD"]
    tables = [
        httpx.post(f"{process.url}/api/tables", json={"game": "imperial", "seats": seats}, timeout=20).json()["id"]
        for _ in range(4)
    ]
    acknowledged: dict[str, list[tuple[int, str]]] = {table: [] for table in tables}

    def total() -> int:
        return sum(len(moves) for moves in acknowledged.values())

    with ThreadPoolExecutor(4) as pool:
        players = [
            pool.submit(play, process.url, table, moves, 50, i) for i, (table, moves) in enumerate(acknowledged.items())
        ]
        eventually(lambda: total() >= 60, 60)
        process.kill()
        for player in players:
            player.result(30)
    assert 60 <= total() < 200, "it was not killed in the middle"

    process = Process(database)
    try:
        for table, moves in acknowledged.items():
            log = httpx.get(f"{process.url}/api/tables/{table}/log", timeout=20).json()
            stored = {entry["position"]: entry["action"]["notation"] for entry in log}
            assert all(stored.get(position) == notation for position, notation in moves), (
                "an acknowledged move is missing"
            )
            assert len(log) <= moves[-1][0] + 1  # at most the one that was under way
            summary = httpx.get(f"{process.url}/api/tables/{table}", timeout=20).json()
            assert summary["position"] == len(log)
            file = httpx.get(f"{process.url}/api/tables/{table}/file", timeout=20).text
            match = parse(file, load)
            seen = httpx.get(f"{process.url}/api/tables/{table}/observation", timeout=20).json()
            assert seen["view"] == match.game.view(match.state, -2)  # the saved state is that of the record
            more: list[tuple[int, str]] = []
            play(process.url, table, more, 3, 1)
            assert len(more) == 3
    finally:
        process.stop()
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_ctrl_c_ends_it_in_order(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db")
    seats = [{"name": "A"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    httpx.post(f"{process.url}/api/tables", json={"game": "imperial", "seats": seats}, timeout=20)
    began = time.monotonic()
    process.stop()
    assert time.monotonic() - began < 8
    assert "Traceback" not in (tmp_path / "rondel.log").read_text()


def test_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db")
    seats = [{"kind": "bot", "bot": "heuristic"}] * 3
    httpx.post(f"{process.url}/api/tables", json={"game": "imperial", "seats": seats}, timeout=20)
    pid = process.process.pid

    def children() -> list[int]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[1]) == pid:
                    found.append(int(stat.parent.name))
            except (OSError, ValueError):
                continue
        return found

    if not Path("/proc/self/stat").exists():
        pytest.skip("needs /proc")
    eventually(lambda: len(children()) >= 1)
    time.sleep(1)
    workers = children()
    process.kill()
    eventually(lambda: not any(is_running(worker) for worker in workers), 15)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_servers_on_one_database_do_not_harm_it(tmp_path: Path) -> None:
    """The second finds out that the first has moved on; nothing is overwritten."""
    one, two = Place(tmp_path), Place(tmp_path)
    try:
        table = one.humans()
        seat, seen = table.acting()
        other = type(table)(two, table.table)
        assert other.see(seat) == seen
        table.moves(3)
        late = other.post_move(seat, seen["position"], seen["choices"][0]["id"])
        assert late.status_code == 409
        assert other.summary() == table.summary()  # it has looked again
        other.moves(2)
        assert len(other.log()) == other.summary()["position"]
        parse(other.file(), load)
    finally:
        one.stop()
        two.stop()


def test_one_failing_change_does_not_fail_the_others(tmp_path: Path) -> None:
    async def work() -> tuple[Any, ...]:
        store = Store(database_url(tmp_path / "x.db"))
        await store.start()
        results = await asyncio.gather(
            store.writer.submit(lambda connection: "first"),
            store.change(Change("nowhere", 0, None, [], 1, 1, "[]", False, "{}", 0)),
            store.writer.submit(lambda connection: 1 / 0),
            store.writer.submit(lambda connection: "last"),
            return_exceptions=True,
        )
        await store.stop()
        return results

    first, change, division, last = run(work())
    assert (first, last) == ("first", "last")
    assert isinstance(change, ConflictError)
    assert isinstance(division, ZeroDivisionError)


def test_moves_of_many_tables_share_a_commit(own_place: Place) -> None:
    tables = [own_place.humans(2) for _ in range(8)]
    writer = own_place.app.state.tables.store.writer
    begun, gate = threading.Event(), threading.Event()
    loop = own_place.app.state.tables.store.writer.loop
    moves = []
    for table in tables:
        seat, seen = table.acting()
        moves.append((table, seat, seen["position"], seen["choices"][0]["id"]))

    def write_at_length(_: object) -> None:
        begun.set()
        gate.wait(20)

    loop.call_soon_threadsafe(writer.submit, write_at_length)
    assert begun.wait(20)
    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(table.post_move, *move) for table, *move in moves]
        eventually(lambda: writer.jobs.qsize() == 8)
        commits = writer.commits
        gate.set()
        assert [answer.result().status_code for answer in answers] == [200] * 8
    assert writer.commits - commits == 2  # the long one, and all the moves


def test_a_full_disk_loses_nothing(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.server import writer

    table = own_place.humans()
    table.moves(3)
    seat, seen = table.acting()
    log = table.log()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(writer, "_change", full)
        assert table.post_move(seat, seen["position"], seen["choices"][0]["id"]).status_code == 503
    assert table.see(seat) == seen
    assert table.log() == log
    assert table.post_move(seat, seen["position"], seen["choices"][0]["id"]).status_code == 200


def test_bots_try_again_when_the_disk_has_room(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.server import drivers, writer

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(drivers, "TRY_AGAIN", 0.2)
    with monkeypatch.context() as patched:
        patched.setattr(writer, "_change", full)
        table = own_place.table("random", "random")
        eventually(lambda: any("could not be stored" in line for line in own_place.lines))
    position = table.summary()["position"]
    eventually(lambda: bool(table.summary()["position"] > position))


def test_a_saved_state_that_cannot_be_read_is_replayed(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(30)
    seen = table.see(0)
    own_place.stop()
    path = own_place.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE tables SET state = '{"game": "imperial", "rules": 1}'""")
    own_place.start()
    again = table.see(0)
    assert again == seen


def test_a_table_of_other_rules_is_named_and_can_be_deleted(own_place: Place) -> None:
    table = own_place.humans()
    own_place.stop()
    path = own_place.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET rules = 99")
    own_place.start()
    answer = own_place.http.get(f"{table.path}/observation")
    assert (answer.status_code, answer.json()["error"]) == (409, "other-rules")
    assert own_place.http.get("/tables").json()[0]["rules"] == 99
    assert own_place.http.delete(table.path).status_code == 204
    assert own_place.http.get("/tables").json() == []


def test_settings_of_the_database(own_place: Place) -> None:
    engine = own_place.app.state.tables.store.engine
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL: a commit is on the disk
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = make_engine(database_url(tmp_path / "new.db"))
    assert current(engine) is None
    migrate(engine)
    assert current(engine) == HEAD
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_newest_migration_is_known() -> None:
    import rondel.server.migrations

    assert ScriptDirectory(rondel.server.migrations.__path__[0]).get_heads() == [HEAD]


def test_a_long_table_is_loaded_and_the_time_measured(tmp_path: Path) -> None:
    from rondel.server.bench import loading

    measured = run(loading(str(tmp_path), (500,)))["500 actions"]
    assert measured["load and observe ms (median of 20)"] > 0
    assert measured["kB in memory"] > 0


def test_a_long_table_is_loaded_from_its_end_and_goes_back_all_the_same(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rondel.server import memory

    monkeypatch.setattr(memory, "LAST", 8)
    table = own_place.humans()
    table.moves(60)
    while not (seats := [seat for seat in range(4) if table.see(seat)["takeback"]]):
        table.move()
    seen, past, file, log = table.see(0), table.see(0, position=12), table.file(), table.log(0)
    with table.watch(seat=0) as line:
        last = line.next()["n"]

    def anew() -> Any:
        own_place.restart()
        table.see(0)
        return own_place.app.state.tables.memory.cached[table.table].match

    match = anew()
    assert match.stored == match.position - 8
    assert table.see(0) == seen
    assert match.stored
    assert table.see(0, position=12) == past
    assert not own_place.app.state.tables.memory.cached[table.table].match.stored
    anew()
    assert table.file() == file
    assert table.log(0) == log
    anew()
    with table.watch(seat=0, from_=last - 6) as line:
        assert [line.next()["n"] for _ in range(6)] == list(range(last - 5, last + 1))
    anew()
    position = table.summary()["position"]
    assert table.take_back(seats[0], position).json() == {"position": position - 1}
    table.moves(3)
    assert parse(table.file(), load).position == position + 2


def test_a_finished_game_that_was_loaded_from_its_end_is_looked_back_at(own_place: Place) -> None:
    text = (Path(__file__).parents[1] / "golden" / "imperial-4.rondel").read_bytes()
    table = Guest(own_place, own_place.http.post("/tables/import", content=text).json()["id"])
    before = table.get("/report")
    own_place.restart()
    table.see(0)
    assert own_place.app.state.tables.memory.cached[table.table].match.stored
    assert table.get("/report") == before
