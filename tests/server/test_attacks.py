"""Attacks on a server that everybody can reach: each fails, and nobody else notices."""

from __future__ import annotations

import base64
import hashlib
import socket
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import DataError
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from rondel.server.gate import answers_to, is_costly
from rondel.server.limits import Buckets, Doors, network
from rondel.server.run import LOCAL_NAMES, opened
from rondel.server.settings import PUBLIC, Limits, Settings
from tests.server.place import Place, Process, eventually

ASKED = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
QUICK = Limits(head_seconds=1.0, body_seconds=1.0, idle_seconds=1, unread_seconds=1.0)


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server that waits a second and no longer."""
    place = Place(tmp_path_factory.mktemp("hurried"), limits=QUICK)
    yield place
    place.stop()


def dial(place: Place) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", place.port), 10)
    line.settimeout(10)
    return line


def heard(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    said = b""
    try:
        while more := line.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    return said


def answers_quickly(place: Place) -> None:
    began = time.monotonic()
    assert place.http.get("/health").status_code == 200
    assert time.monotonic() - began < 2


# --- connections ------------------------------------------------------------------------------------------------------


def test_a_head_without_end_is_cut_off(hurried: Place) -> None:
    with dial(hurried) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: ")
        sent = 0
        try:
            while sent < 60_000_000:
                sent += line.send(b"a" * 65536)
        except OSError:
            pass
        assert sent < 20_000_000  # what fits into the buffers of the system
    with dial(hurried) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 40_000)
        assert heard(line).startswith(b"HTTP/1.1 431 ")
    answers_quickly(hurried)


def test_many_headers_without_end_are_cut_off(hurried: Place) -> None:
    with dial(hurried) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\n" + b"x: y\r\n" * 10_000)
        assert heard(line).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),  # nothing at all
        (b"GET /api/hea", b"HTTP/1.1 408 "),
        (b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{", b"HTTP/1.1 408 "),
    ],
)
def test_who_stops_speaking_is_not_waited_for(hurried: Place, sent: bytes, answer: bytes) -> None:
    with dial(hurried) as line:
        line.sendall(sent)
        began = time.monotonic()
        assert heard(line).startswith(answer)
        assert 0.5 < time.monotonic() - began < 8


def test_a_byte_now_and_then_does_not_keep_a_connection_open(hurried: Place) -> None:
    with dial(hurried) as line:
        line.sendall(ASKED)
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        line.settimeout(0.2)
        said = b"-"
        while said and time.monotonic() - began < 8:
            try:
                line.sendall(b"\r\n")
                said = line.recv(100)
            except TimeoutError:
                pass
            except OSError:
                break
        assert time.monotonic() - began < 6


def test_an_idle_connection_is_closed(hurried: Place) -> None:
    with dial(hurried) as line:
        line.sendall(ASKED)
        began = time.monotonic()
        assert heard(line).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - began < 6


@pytest.mark.parametrize("first", [b"", ASKED])
def test_what_was_asked_in_time_is_answered_however_busy_the_server_is(hurried: Place, first: bytes) -> None:
    """A connection on which a request lies unread is not idle, nor does its caller say nothing."""
    with dial(hurried) as line:
        if first:
            line.sendall(first)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        time.sleep(0.7)
        hurried.keep_busy(0.6)
        time.sleep(0.1)
        line.sendall(ASKED)
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_reads_is_dropped(hurried: Place) -> None:
    with dial(hurried) as line:
        line.settimeout(0.5)
        with suppress(TimeoutError):
            for _ in range(2000):  # many times what the buffers of the system hold
                line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n")
        eventually(lambda: has_hung_up(line), 30)
    answers_quickly(hurried)


def has_hung_up(line: socket.socket) -> bool:
    """Whether the other side has, as far as one can tell without reading."""
    try:
        line.send(b"\r\n")
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


def test_a_live_line_is_not_idle(hurried: Place) -> None:
    table = hurried.humans()
    with table.watch(seat=0) as watch:
        assert watch.next()["type"] == "reset"
        time.sleep(2.5)
        table.move()
        assert watch.next()["type"] == "moved"


def test_a_thousand_slow_sockets(tmp_path: Path) -> None:
    """They do not get in the way while they are open, and are closed after a while."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 3000:
        pytest.skip("needs three thousand open files: each socket is two of them here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3000), hard))
    place = Place(tmp_path, limits=replace(QUICK, head_seconds=5.0))
    try:
        with ExitStack() as lines:
            for _ in range(1000):
                lines.enter_context(dial(place)).sendall(b"GET / HTTP/1.1\r\nx: ")
            answers_quickly(place)
            table = place.humans()
            table.moves(2)
            eventually(lambda: len(place.server.server_state.connections) < 20, 20)
        answers_quickly(place)
    finally:
        place.stop()


def test_no_more_connections_than_there_is_room_for(tmp_path: Path) -> None:
    place = Place(tmp_path, limits=replace(QUICK, connections=20))
    try:
        with ExitStack() as lines:
            sockets = [lines.enter_context(dial(place)) for _ in range(40)]
            refused = [line for line in sockets[20:] if b"503" in heard(line)]
            assert len(refused) == 20
        eventually(lambda: not place.server.server_state.connections)
        assert place.http.get("/health").status_code == 200
        table = place.humans()
        for _ in range(30):  # who leaves makes room, from a live line as well
            with table.watch(seat=0) as watch:
                watch.next()
    finally:
        place.stop()


def test_connections_from_one_address_are_counted() -> None:
    doors = Doors(Limits(connections=10, connections_each=2))
    assert [doors.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [doors.enter("2001:db8::1"), doors.enter("2001:db8::2"), doors.enter("2001:db8::3")] == [True, True, False]
    assert all(doors.enter("127.0.0.1") for _ in range(6))  # a proxy on this machine
    assert not doors.enter("127.0.0.1")
    doors.leave("192.0.2.1")
    assert doors.enter("192.0.2.1")


def test_the_network_of_an_address() -> None:
    assert network("2001:db8:1:2:3::4") == "2001:db8:1:2::/64"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("192.0.2.7") == "192.0.2.7"


# --- requests ---------------------------------------------------------------------------------------------------------


def test_a_bucket_lets_some_through_at_once_and_then_a_few() -> None:
    bucket = Buckets(2.0, 3)
    assert [bucket.wait("a", 0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.wait("b", 0.0) == 0.0
    assert bucket.wait("a", 0.5) == 0.0
    assert bucket.wait("a", 0.5) == 0.5
    assert [bucket.wait("a", 100.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_too_many_requests(tmp_path: Path) -> None:
    limits = replace(Limits(), requests=0.5, requests_at_once=30, costly=0.01, costly_at_once=3)
    place = Place(tmp_path, limits=limits)
    try:
        new = {"game": "imperial", "seats": [{"name": "A"}, {"name": "B"}]}
        answers = [place.http.post("/tables", json=new) for _ in range(5)]
        assert [each.status_code for each in answers] == [201] * 3 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) > 10
        assert answers[-1].json()["error"] == "too-many-requests"
        statuses = [place.http.get("/health").status_code for _ in range(40)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
    finally:
        place.stop()


def test_whatever_makes_a_table_counts_as_costly(place: Place) -> None:
    """Not only the plain way: tables also come of lessons, rematches and games that are played on from the middle."""
    paths = place.app.openapi()["paths"]
    makes = {"Table", "Company", "TournamentSaid"}
    made = {
        path
        for path, methods in paths.items()
        if any(f"schemas/{name}'" in str(methods.get("post", {}).get("responses", {}).get("201")) for name in makes)
    }
    assert {"/api/tables", "/api/gatherings", "/api/tables/{table}/branch", "/api/lessons/{game}/{course}"} <= made
    for path in (*made, "/api/tables/{table}/rematch"):
        assert is_costly(path), path
    for path in ("/api/tables/x/moves", "/api/tables/x/seats", "/api/guests"):
        assert not is_costly(path), path


# --- pages of others --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://127.0.0.1:{other}", "http://localhost:{port}", "https://127.0.0.1:{port}", "null"]
)
def test_a_page_on_another_port_of_this_machine_reads_nothing(place: Place, origin: str) -> None:
    table = place.humans()
    origin = origin.format(port=place.port, other=place.port + 1)
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://127.0.0.1:{place.port}/api{table.path}/live?seat=0", additional_headers={"origin": origin})
    assert refusal.value.response.status_code == 403
    assert place.http.delete(table.path, headers={"origin": origin}).status_code == 403
    own = f"http://127.0.0.1:{place.port}"
    with connect(f"ws://127.0.0.1:{place.port}/api{table.path}/live", additional_headers={"origin": own}):
        pass
    assert place.http.delete(table.path, headers={"origin": own}).status_code == 204


def test_who_opens_the_server_is_told_and_only_its_names_are_answered(tmp_path: Path) -> None:
    said: list[str] = []
    settings = opened(Settings(database="sqlite://"), "0.0.0.0", (), said.append)
    assert "Everybody" in said[0]
    assert "--url or RONDEL_NAMES" in said[1]
    assert settings.limits == PUBLIC
    assert answers_to(settings.hosts, "192.168.1.7")
    assert answers_to(settings.hosts, "[fe80::1]")
    assert answers_to(settings.hosts, "localhost")
    assert not answers_to(settings.hosts, "evil.example")
    named = opened(Settings(database="sqlite://"), "0.0.0.0", ("Games.Example",), said.append)
    assert named.hosts == (*LOCAL_NAMES, "games.example")
    assert not answers_to(named.hosts, "192.168.1.7")


def test_an_open_server_refuses_other_names(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db", more=["--host", "0.0.0.0", "--name", "games.example"])
    try:
        for host, status in (("games.example", 200), ("127.0.0.1", 200), ("evil.example", 421)):
            assert httpx.get(f"{process.url}/api/health", headers={"host": host}).status_code == status
    finally:
        process.stop()


def test_nothing_may_be_framed_and_nothing_comes_from_elsewhere(place: Place) -> None:
    for path in ("/", "/api/docs", "/api/health", "/api/nothing", "/api/tables/nothing"):
        headers = httpx.get(place.url + path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert "default-src" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_the_page_may_run_its_own_scripts(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><script>let a = 1;</script>")
    place = Place(tmp_path, static=static)
    try:
        policy = httpx.get(place.url).headers["content-security-policy"]
        digest = base64.b64encode(hashlib.sha256(b"let a = 1;").digest()).decode()
        assert f"script-src 'self' 'sha256-{digest}';" in policy
        assert "unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    finally:
        place.stop()


def test_the_description_of_the_interface_loads_nothing(place: Place) -> None:
    page = httpx.get(f"{place.url}/api/docs")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "POST /api/tables/{table}/moves" in page.text


def test_the_description_of_an_error_is_true(place: Place) -> None:
    schema = place.http.get("/openapi.json").json()["components"]["schemas"]["Error"]
    assert schema["required"] == ["error", "message"]
    for path, status in (("/tables/nothing", 404), ("/tables/x/log?from=a", 422)):
        answer = place.http.get(path)
        assert answer.status_code == status
        assert set(answer.json()) <= set(schema["properties"])


# --- storage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(RuntimeError("a mistake of ours"), 500, "internal"), (DataError("", {}, ValueError("NUL")), 422, "invalid")],
)
def test_whatever_goes_wrong_is_told_in_the_same_form(
    hurried: Place, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    """Also in the framework, where nobody expected it: a code and words, with the headers that protect a browser."""

    async def fails(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(hurried.app.state.tables, "log", fails)
    table = hurried.humans()
    answer = hurried.http.get(f"{table.path}/log")
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.headers["x-frame-options"] == "DENY"
    answers_quickly(hurried)


@pytest.mark.parametrize("table", ["%00", "a%00b", "x" * 5000, "%ff", "'; drop table tables --"])
def test_ids_that_are_none(place: Place, table: str) -> None:
    for method in ("GET", "DELETE"):
        answer = place.http.request(method, f"/tables/{table}")
        assert answer.status_code == 404, answer.text
    answer = place.http.post(f"/tables/{table}/moves", json={"seat": 0, "position": 0, "action": 0})
    assert answer.status_code == 404


FILE = "rondel 1\ngame imperial\nrules {rules}\n{more}seat 0 A\nseat 1 B\n\n"


@pytest.mark.parametrize(
    "more",
    [
        "seed " + "a" * 65 + "\n",
        "seed a\0b\n",
        "commitment " + "a" * 65 + "\n",
        "commitment a\0\n",
        "option x\0=1\n",
        "option x=" + "1" * 100_000 + "\n",
        "game\0 imperial\n",
    ],
)
def test_fields_of_a_file_that_no_database_takes(place: Place, more: str) -> None:
    from rondel import load

    text = FILE.format(rules=load("imperial").rules, more=more)
    answer = place.http.post("/tables/import", content=text.encode())
    assert (answer.status_code, answer.json()["error"]) == (422, "corrupt-file"), answer.text


def spoil(place: Place, statement: str) -> None:
    place.stop()
    with sqlite3.connect(place.settings.database.removeprefix("sqlite:///")) as connection:
        connection.execute(statement)
    place.start()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET options = '{'",
        "UPDATE tables SET to_act = 'x'",
        "UPDATE tables SET game = 'chess'",
        "UPDATE tables SET state = 'x', game = 'imperial'",
        "DELETE FROM seats",
        "UPDATE entries SET action = 'nonsense'",
        "DELETE FROM entries WHERE position = 2",
    ],
)
def test_rows_that_cannot_be_read_are_listed_and_can_be_deleted(own_place: Place, statement: str) -> None:
    table, sound = own_place.humans(), own_place.humans()
    table.moves(3)
    spoil(
        own_place,
        f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} "
        f"{'id' if 'tables' in statement else 'table_id'} = '{table.table}'",
    )
    assert {each["id"] for each in own_place.http.get("/tables").json()} == {table.table, sound.table}
    own_place.http.get(f"{table.path}/observation")
    assert own_place.http.delete(table.path).status_code == 204
    assert [each["id"] for each in own_place.http.get("/tables").json()] == [sound.table]


@pytest.mark.parametrize("gap", ["position = 2", "position = 3"])
def test_a_gap_in_the_record_is_called_one(own_place: Place, gap: str) -> None:
    table = own_place.humans()
    table.moves(3)
    seat, seen = table.acting()
    spoil(own_place, f"DELETE FROM entries WHERE {gap}")
    answer = table.post_move(seat, seen["position"], seen["choices"][0]["id"])
    assert (answer.status_code, answer.json()["error"]) == (500, "damaged-table")
    assert "is missing" in answer.json()["message"]
    assert "disk" not in answer.json()["message"]


def test_a_full_disk_at_creation(own_place: Place) -> None:
    store = own_place.app.state.tables.store
    own_place.humans()

    def limit(connection: Any) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    loop = store.writer.loop
    done = []
    loop.call_soon_threadsafe(lambda: done.append(store.writer.submit(limit)))
    eventually(lambda: bool(done) and done[0].done())
    new = {"game": "imperial", "seats": [{"name": "A"}, {"name": "B"}]}
    for _ in range(20):
        answer = own_place.http.post("/tables", json=new)
        if answer.status_code != 201:
            break
    assert (answer.status_code, answer.json()["error"]) == (503, "not-stored"), answer.text
    assert "disk" in answer.json()["message"]
    assert own_place.http.get("/health").status_code == 200


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "rondel.db").touch(0o644)
    place = Place(tmp_path)
    try:
        place.humans()
        for path in tmp_path.glob("rondel.db*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    finally:
        place.stop()
