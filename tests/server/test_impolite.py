"""A client without manners: each of its requests gets a clear answer with the right status, changes nothing, and leaves
one line in the log."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from rondel import games
from rondel.server.front import MoveAsked, decode_move
from rondel.server.schema import Move
from tests.server.place import Guest, Place, eventually

HUGE = 10**400
JSON = {"content-type": "application/json"}
NEW = {"game": "imperial", "seats": [{"name": "A"}, {"name": "B"}]}


BODIES = [
    {"seat": 0, "position": 1, **more}
    for more in (
        {"action": 3},
        {"notation": "pass"},
        {"action": None, "notation": "pass", "key": "12345678"},
        {"action": 3, "key": "short"},
        {"action": 3, "key": "x" * 41},
        {"action": 3, "key": "tab\tin the key"},
        {"action": "3"},
        {"action": 3.5},
        {"notation": 3},
        {"position": None},
        {"seat": "0"},
        {"seat": True},
        {"more": 1},
    )
]


@pytest.mark.parametrize("body", [*BODIES, {"seat": 0}, [], None], ids=json.dumps)
def test_what_is_said_of_a_move_is_what_is_taken(body: Any) -> None:
    """The description of a move and its quick decoder are two declarations: they take and refuse the same."""
    try:
        described: Any = Move.model_validate_json(json.dumps(body), strict=True).model_dump()
    except ValidationError:
        described = None
    try:
        taken: Any = msgspec.structs.asdict(decode_move(json.dumps(body).encode()))
    except msgspec.ValidationError:
        taken = None
    assert taken == described
    assert [*Move.model_fields] == [*MoveAsked.__struct_fields__]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    place = Place(tmp_path_factory.mktemp("impolite"))
    guest = place.table("human", "human", "random")
    eventually(lambda: guest.summary()["to_act"] != [2])  # a human must decide
    yield guest
    place.stop()


def refused(table: Guest, method: str, path: str, status: int, error: str, **request: Any) -> Any:
    """Send it; it must be refused in this way, and nothing else may come of it."""
    place = table.place
    before, lines = place.database(), len(place.lines)
    answer = place.http.request(method, path, **request)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert answer.json()["message"]
    assert place.database() == before
    new = place.lines[lines:]
    assert len(new) == 1, new
    assert "\n" not in new[0]
    assert str(status) in new[0]
    return answer.json()


BAD_TABLES = {
    "not JSON": (b'{"game": "imperial", ', 400, "malformed-json"),
    "nothing": (b"", 422, "invalid"),
    "not UTF-8": (b'{"game": "\xff\xfe"}', 400, "bad-request"),
    "a list": (b"[]", 422, "invalid"),
    "null": (b"null", 422, "invalid"),
    "unknown game": ({"game": "chess", "seats": NEW["seats"]}, 404, "unknown-game"),
    "a path as game": ({"game": "../../etc/passwd", "seats": NEW["seats"]}, 404, "unknown-game"),
    "a module as game": ({"game": "imperial.game", "seats": NEW["seats"]}, 404, "unknown-game"),
    "a number as game": ({"game": 7, "seats": NEW["seats"]}, 422, "invalid"),
    "no seats": ({"game": "imperial", "seats": []}, 422, "bad-options"),
    "one seat": ({"game": "imperial", "seats": [{"name": "A"}]}, 422, "bad-options"),
    "seven seats": ({"game": "imperial", "seats": [{"name": "A"}] * 7}, 422, "bad-options"),
    "a thousand seats": ({"game": "imperial", "seats": [{"name": "A"}] * 1000}, 422, "invalid"),
    "seats as a word": ({"game": "imperial", "seats": "four"}, 422, "invalid"),
    "a name of spaces": ({"game": "imperial", "seats": [{"name": " "}, {"name": "B"}]}, 422, "bad-options"),
    "a name with a line end": (
        {"game": "imperial", "seats": [{"name": "A\n0> pass"}, {"name": "B"}]},
        422,
        "bad-options",
    ),
    "half a character as name": (
        b'{"game": "imperial", "seats": [{"name": "\\ud800"}, {"name": "B"}]}',
        422,
        "invalid",
    ),
    "a name turned around": ({"game": "imperial", "seats": [{"name": "A\u202eB"}, {"name": "B"}]}, 422, "bad-options"),
    "a long name": ({"game": "imperial", "seats": [{"name": "A" * 41}, {"name": "B"}]}, 422, "bad-seats"),
    "an unknown kind": ({"game": "imperial", "seats": [{"name": "A", "kind": "god"}, {"name": "B"}]}, 422, "invalid"),
    "an unknown bot": (
        {"game": "imperial", "seats": [{"name": "A", "kind": "bot", "bot": "os.system"}, {"name": "B"}]},
        422,
        "unknown-bot",
    ),
    "a human bot": ({"game": "imperial", "seats": [{"name": "A", "bot": "random"}, {"name": "B"}]}, 422, "bad-seats"),
    "an unknown option": ({**NEW, "options": {"cheat": True}}, 422, "bad-options"),
    "a wrong value": ({**NEW, "options": {"deal": "all to me"}}, 422, "bad-options"),
    "a huge value": ({**NEW, "options": {"bonds": HUGE}}, 422, "bad-options"),
    "a list as value": ({**NEW, "options": {"deal": ["standard"]}}, 422, "invalid"),
    "an unknown key": ({**NEW, "admin": True}, 422, "invalid"),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_bad_tables(table: Guest, case: str) -> None:
    body, status, error = BAD_TABLES[case]
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    refused(table, "POST", "/tables", status, error, content=content, headers=JSON)


def test_a_game_that_cannot_be_loaded(table: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's broken game takes nothing else down with it."""
    monkeypatch.setattr(games, "NAMES", (*games.NAMES, "utopia"))
    monkeypatch.setitem(games._MODULES, "utopia", "no_such_module")
    body = {"game": "utopia", "seats": NEW["seats"]}
    refused(table, "POST", "/tables", 404, "game-not-ready", json=body)
    listed = {game["name"]: game["ready"] for game in table.place.http.get("/games").json()}
    assert listed["utopia"] is False
    assert listed["imperial"] is True
    assert table.place.http.get("/texts/en").status_code == 200


BAD_MOVES: dict[str, tuple[Any, int, str]] = {
    "not JSON": (b'{"seat": 0, "posi', 400, "malformed-json"),
    "nothing": (b"", 400, "malformed-json"),
    "not UTF-8": (b'{"seat": 0, "notation": "\xff"}', 400, "malformed-json"),
    "a list": ([], 422, "invalid"),
    "no seat": ({"position": 3, "action": 1}, 422, "invalid"),
    "no position": ({"seat": 0, "action": 1}, 422, "invalid"),
    "no action": ({"seat": 0, "position": 3}, 422, "invalid"),
    "action and notation": ({"seat": 0, "position": 3, "action": 1, "notation": "pass"}, 422, "invalid"),
    "a word as seat": ({"seat": "0", "position": 3, "action": 1}, 422, "invalid"),
    "true as seat": ({"seat": True, "position": 3, "action": 1}, 422, "invalid"),
    "a fraction": ({"seat": 0, "position": 3, "action": 1.5}, 422, "invalid"),
    "an unknown key": ({"seat": 0, "position": 3, "action": 1, "force": True}, 422, "invalid"),
    "a seat that is not there": ({"seat": 9, "position": 3, "action": 1}, 422, "unknown-seat"),
    "chance's seat": ({"seat": -1, "position": 3, "action": 1}, 422, "unknown-seat"),
    "a bot's seat": ({"seat": 2, "position": 3, "action": 1}, 403, "bots-seat"),
    "a stale position": ({"seat": 0, "position": 0, "action": 1}, 409, "stale-position"),
    "a position to come": ({"seat": 0, "position": 10**9, "action": 1}, 409, "stale-position"),
    "a position below zero": ({"seat": 0, "position": -1, "action": 1}, 409, "stale-position"),
    "a huge position": ({"seat": 0, "position": 10**25, "action": 1}, 409, "stale-position"),
}


@pytest.mark.parametrize("case", BAD_MOVES)
def test_bad_moves(table: Guest, case: str) -> None:
    body, status, error = BAD_MOVES[case]
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    refused(table, "POST", f"{table.path}/moves", status, error, content=content, headers=JSON)


@pytest.mark.parametrize("action", [-1, 10**6, 10**18])
def test_an_action_that_does_not_exist(table: Guest, action: int) -> None:
    seat, seen = table.acting()
    move = {"seat": seat, "position": seen["position"], "action": action}
    answer = refused(table, "POST", f"{table.path}/moves", 422, "illegal", json=move)
    assert answer["reason"]["code"] == "reason.unknown-action"


def test_an_action_that_is_not_legal_now(table: Guest) -> None:
    seat, seen = table.acting()
    legal = {choice["id"] for choice in seen["choices"]}
    action = next(number for number in range(1000) if number not in legal)
    move = {"seat": seat, "position": seen["position"], "action": action}
    answer = refused(table, "POST", f"{table.path}/moves", 422, "illegal", json=move)
    assert answer["reason"]["code"].startswith("reason.")


@pytest.mark.parametrize("notation", ["", "italy advances to the moon", "x" * 100_000, "🎲", "\ud83d"])
def test_notation_that_says_nothing(table: Guest, notation: str) -> None:
    seat, seen = table.acting()
    body = json.dumps({"seat": seat, "position": seen["position"], "notation": notation}).encode()
    lines = len(table.place.lines)
    answer = table.place.http.post(f"{table.path}/moves", content=body, headers=JSON)
    assert answer.status_code in (400, 422)
    assert len(table.place.lines) == lines + 1
    assert table.see(seat) == seen


def test_a_seat_that_has_nothing_to_decide(table: Guest) -> None:
    seat, seen = table.acting()
    other = 1 - seat
    move = {"seat": other, "position": seen["position"], "action": seen["choices"][0]["id"]}
    answer = refused(table, "POST", f"{table.path}/moves", 403, "not-to-act", json=move)
    assert answer["reason"]["code"] == "reason.not-your-turn"


def test_a_double_click(own_place: Place) -> None:
    """The same move many times at once: it counts once, and the others are told that the table has moved on."""
    table = own_place.humans()
    for _ in range(10):
        seat, seen = table.acting()
        choice = seen["choices"][0]["id"]

        def click(_: int, seat: int = seat, position: int = seen["position"], choice: int = choice) -> int:
            return table.post_move(seat, position, choice).status_code

        with ThreadPoolExecutor(6) as pool:
            codes = sorted(pool.map(click, range(6)))
        assert codes == [200, 409, 409, 409, 409, 409]
        assert table.summary()["position"] == seen["position"] + 1


BAD_LOOKS = {
    "no such table": ("/tables/nothing/observation", 404, "unknown-table"),
    "a path as table": ("/tables/..%2f..%2fetc%2fpasswd/observation", 404, "not-found"),
    "a quote as table": ("/tables/'%20OR%201=1/observation", 404, "unknown-table"),
    "a very long table": ("/tables/" + "x" * 5000, 404, "unknown-table"),
    "no such address": ("/nothing/here", 404, "not-found"),
    "a seat that is not there": ("{path}/observation?seat=7", 422, "unknown-seat"),
    "chance's seat": ("{path}/observation?seat=-1", 422, "unknown-seat"),
    "a word as seat": ("{path}/observation?seat=me", 422, "invalid"),
    "a bot's hand": ("{path}/observation?seat=2", 403, "bots-seat"),
    "a bot's log": ("{path}/log?seat=2", 403, "bots-seat"),
    "a bot's hand in the past": ("{path}/observation?seat=2&position=1", 403, "bots-seat"),
    "a position to come": ("{path}/observation?position=100000", 422, "unknown-position"),
    "a position below zero": ("{path}/observation?position=-1", 422, "unknown-position"),
    "a huge position": ("{path}/observation?position=1" + "0" * 30, 422, "unknown-position"),
    "a log from below zero": ("{path}/log?from=-5", 422, "unknown-position"),
    "an unknown language": ("/texts/tlh", 404, "unknown-language"),
    "a path as language": ("/texts/..%2f..", 404, "unknown-game"),
    "texts of an unknown game": ("/texts/en/chess", 404, "unknown-game"),
    "rules of an unknown game": ("/rules/chess/en", 404, "unknown-game"),
    "rules in an unknown language": ("/rules/imperial/tlh", 404, "unknown-language"),
    "a preview of nothing": ("{path}/preview?seat=0", 422, "invalid"),
    "a preview of the past": ("{path}/preview?seat=0&position=0&action=1", 409, "stale-position"),
    "a preview for a bot": ("{path}/preview?seat=2&position=3&action=1", 403, "bots-seat"),
    "an explanation for nobody": ("{path}/explain?action=1", 422, "invalid"),
}


@pytest.mark.parametrize("case", BAD_LOOKS)
def test_bad_looks(table: Guest, case: str) -> None:
    path, status, error = BAD_LOOKS[case]
    refused(table, "GET", path.format(path=table.path), status, error)


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"seat": 0, "position": 0}, 409, "stale-position"),
        ({"seat": 2, "position": 3}, 403, "bots-seat"),
        ({"seat": 0}, 422, "invalid"),
        ({"seat": 0, "position": 3, "count": "all"}, 422, "invalid"),
    ],
)
def test_bad_take_backs(table: Guest, body: Any, status: int, error: str) -> None:
    refused(table, "POST", f"{table.path}/takeback", status, error, json=body)


@pytest.mark.parametrize("count", [0, -1, 1, 99, 10**30])
def test_take_back_of_what_is_not_there(table: Guest, count: int) -> None:
    position = table.summary()["position"]
    body = {"seat": 0, "position": position, "count": count}
    refused(table, "POST", f"{table.path}/takeback", 422, "no-takeback", json=body)


@pytest.mark.parametrize("path", ["/tables", "/tables/import", "{path}/moves", "{path}/takeback"])
def test_a_body_of_ten_megabytes(table: Guest, path: str) -> None:
    body = b'{"game": "' + b"x" * 10_000_000 + b'"}'
    refused(table, "POST", path.format(path=table.path), 413, "too-large", content=body, headers=JSON)


@pytest.mark.parametrize("path", ["/tables", "/tables/import", "{path}/moves"])
def test_a_body_without_end(table: Guest, path: str) -> None:
    """Sent in pieces, without saying how long it is."""

    def pieces() -> Iterator[bytes]:
        for _ in range(30):
            yield b" " * 50_000

    place = table.place
    before, lines = place.database(), len(place.lines)
    try:
        answer = httpx.post(f"{place.url}/api{path.format(path=table.path)}", content=pieces(), headers=JSON)
        assert answer.status_code == 413
    except httpx.WriteError:
        pass  # the server hung up before everything was sent
    assert place.database() == before
    assert len(place.lines) == lines + 1


def test_wrong_methods(table: Guest) -> None:
    for method, path in (("PUT", "/tables"), ("GET", f"{table.path}/moves"), ("PATCH", table.path)):
        before, lines = table.place.database(), len(table.place.lines)
        answer = table.place.http.request(method, path)
        assert answer.status_code in (404, 405)
        assert answer.json()["error"]
        assert table.place.database() == before
        assert len(table.place.lines) == lines + 1


# --- game files -------------------------------------------------------------------------------------------------------


def corruptions(file: str) -> dict[str, tuple[bytes, int]]:
    """Spoilt files, with the line that must be named."""
    lines = file.split("\n")
    last = len(lines) - 1  # the number of the last full line
    actions = lines.index("") + 2
    return {
        "empty": (b"", 1),
        "another file": (b"[Event 'chess']\n1. e4 e5\n", 1),
        "cut off in a line": (file[:-5].encode(), last),
        "cut off in the header": ("\n".join(lines[:4]).encode() + b"\n", 4),
        "an illegal action": ("\n".join([*lines[:-2], "0> italy advances to the moon", ""]).encode(), last),
        "another seat": ("\n".join([*lines[:-2], "9" + lines[-2][1:], ""]).encode(), last),
        "a roll that cannot be": ("\n".join([*lines[: actions - 1], *lines[actions:]]).encode(), actions),
        "other rules": (re.sub(r"\nrules \d+\n", "\nrules 99\n", file).encode(), 3),
        "unknown game": (file.replace("game imperial\n", "game chess\n").encode(), 2),
        "unknown option": (file.replace("seat 0", "option cheat=true\nseat 0", 1).encode(), lines.index("") + 2),
        "scores before the end": ((file + "= 1 2\n").encode(), last + 1),
        "a huge seat": ((file + "9" * 5000 + "> pass\n").encode(), last + 1),
        "binary": (b"rondel 1\n\xff\xfe\x00\x01", 1),
        "an unknown header": (re.sub(r"\n(rules \d+)\n", r"\n\1\nadmin yes\n", file).encode(), 4),
        "a wrong seed": (file.replace("\ncommitment", "\nseed 00\ncommitment").encode(), lines.index("")),
    }


@pytest.mark.parametrize("case", sorted(corruptions("\nrules 1\n\n")))
def test_corrupt_files(table: Guest, case: str) -> None:
    body, line = corruptions(table.file())[case]
    answer = refused(table, "POST", "/tables/import", 422, "corrupt-file", content=body)
    assert answer["line"] == line, answer["message"]


def test_import_with_a_bot_that_is_not_there(table: Guest) -> None:
    body = table.file().encode()
    refused(table, "POST", "/tables/import?bot=7:random", 422, "unknown-seat", content=body)
    refused(table, "POST", "/tables/import?bot=0:nobody", 422, "unknown-bot", content=body)
    refused(table, "POST", "/tables/import?bot=random", 422, "invalid", content=body)


# --- names, sites, live lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Ærøskøbing", "李白", "Ζωή", "👑 Queen", "O'Brien; DROP TABLE tables", "<b>x</b>", '"', "%s"]
)
def test_names_in_any_script(own_place: Place, name: str) -> None:
    answer = own_place.http.post("/tables", json={"game": "imperial", "seats": [{"name": name}, {"name": "B"}]})
    assert answer.status_code == 201, answer.text
    assert answer.json()["seats"][0]["name"] == name
    guest = Guest(own_place, answer.json()["id"])
    guest.moves(2)
    own_place.restart()
    assert guest.summary()["seats"][0]["name"] == name
    again = own_place.http.post("/tables/import", content=guest.file().encode())
    assert again.json()["seats"][0]["name"] == name


def test_a_page_of_another_site_cannot_play_here(table: Guest) -> None:
    body = json.dumps(NEW).encode()
    headers = {"origin": "https://evil.example", "content-type": "text/plain"}
    refused(table, "POST", "/tables", 403, "foreign-origin", content=body, headers=headers)
    refused(table, "DELETE", table.path, 403, "foreign-origin", headers={"origin": "https://evil.example"})


def test_a_page_of_another_port_of_this_machine_cannot_play_here_either(table: Guest) -> None:
    """The origin is compared as a whole: scheme, name and port."""
    place = table.place
    origins = ("http://127.0.0.1:1", "http://localhost", f"https://127.0.0.1:{place.port}", "null")
    for origin in origins:
        refused(table, "POST", "/tables", 403, "foreign-origin", json=NEW, headers={"origin": origin})
    refused(table, "POST", "/tables", 403, "foreign-origin", json=NEW, headers={"sec-fetch-site": "same-site"})
    for origin in origins:
        with pytest.raises(InvalidStatus) as refusal:
            connect(f"ws://127.0.0.1:{place.port}/api{table.path}/live?seat=0", additional_headers={"origin": origin})
        assert refusal.value.response.status_code == 403
    own = {"origin": f"http://127.0.0.1:{place.port}", "sec-fetch-site": "same-origin"}
    assert place.http.post("/tables", json=NEW, headers=own).status_code == 201


def test_another_name_for_this_machine(table: Guest) -> None:
    """A page whose name was made to point here afterwards must not read the tables."""
    refused(table, "GET", "/tables", 421, "wrong-host", headers={"host": "evil.example:8000"})


def test_two_names_at_once(table: Guest) -> None:
    """Whichever of them a part of the server would believe: neither is."""
    own = f"127.0.0.1:{table.place.port}"
    for names in (("evil.example", own), (own, "evil.example"), (own, own)):
        with socket.create_connection(("127.0.0.1", table.place.port), 10) as line:
            hosts = "".join(f"Host: {name}\r\n" for name in names)
            line.sendall(f"GET /api/games HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
            answer = b""
            while more := line.recv(65536):
                answer += more
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b'"two-hosts"' in answer


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("seat=9", 422),
        ("seat=2", 403),
        ("seat=x", 422),
        ("seat=-1", 422),
        ("seat=0&from=x", 422),
        ("from=" + "9" * 50, 422),
    ],
)
def test_bad_live_lines(table: Guest, query: str, status: int) -> None:
    from websockets.sync.client import connect

    lines = len(table.place.lines)
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://127.0.0.1:{table.place.port}/api{table.path}/live?{query}")
    assert refusal.value.response.status_code == status
    assert json.loads(refusal.value.response.body)["error"]
    ours = [line for line in table.place.lines[lines:] if "handshake" not in line]
    assert len(ours) == 1


def test_a_live_line_from_another_site_or_to_no_table(table: Guest) -> None:
    from websockets.sync.client import connect

    url = f"ws://127.0.0.1:{table.place.port}/api"
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"{url}{table.path}/live", additional_headers={"origin": "https://evil.example"})
    assert refusal.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"{url}/tables/nothing/live")
    assert refusal.value.response.status_code == 404


def test_talking_on_a_live_line_does_no_harm(table: Guest) -> None:
    with table.watch(seat=0) as watch:
        assert watch.next()["type"] == "reset"
        watch.connection.send("{" * 1000)
        watch.connection.send(b"\x00\xff")
        assert table.see(0)
    with table.watch(seat=0) as watch:
        watch.next()
        with suppress(ConnectionClosed):  # more than a server listens to: it hangs up, maybe before all is sent
            watch.connection.send("x" * 1_000_000)
    assert table.see(0)


def test_static_files_stay_in_their_folder(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><p>table</p>")
    (tmp_path / "secret.txt").write_text("secret")
    (static / "assets" / "link.txt").symlink_to(tmp_path / "secret.txt")
    place = Place(tmp_path, static=static)
    try:
        for trick in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/..%5csecret.txt",
            "//secret.txt",
            "/" + str(tmp_path / "secret.txt"),
            "/%2f" + str(tmp_path / "secret.txt"),
            "/assets/link.txt",
        ):
            answer = httpx.get(place.url + trick)
            assert "secret" not in answer.text, trick
    finally:
        place.stop()
