"""Programs with a token of their own, and passkeys: other ways in than a name and a password."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.place import Watch, eventually
from tests.server.site import SHARE, Site, Visitor

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), plays_forced=True)
    yield site
    site.stop()


@pytest.fixture(autouse=True)
def _patience(site: Site) -> None:
    site.patient()


def program(owner: Visitor, name: str = "Robbie") -> tuple[Visitor, Any]:
    """A program of somebody's, which sends its token and has no cookies."""
    made = owner.do("/me/programs", {"name": name})
    visitor = Visitor(owner.place)
    visitor.http.headers["authorization"] = f"Bearer {made['token']}"
    return visitor, made


def test_a_program_sits_at_a_table_and_sees_its_seat_alone(site: Site) -> None:
    anna = site.account("anna", name="Anna")
    robot, made = program(anna)
    assert robot.me()["program"]
    assert robot.me()["id"] == made["id"] != anna.me()["id"]
    table = anna.open("human", "human")
    anna.take(table, 0)
    assert robot.get(f"/tables/{table}/company").status_code == 404  # not invited yet
    assert robot.join(table, anna.code(table)).status_code == 200
    robot.take(table, 1)
    seats = anna.company(table)["seats"]
    assert [seat["program"] for seat in seats] == [False, True]
    assert robot.see(table, 1)["seat"] == 1
    assert robot.get(f"/tables/{table}/observation", seat=0).status_code == 403
    assert anna.get(f"/tables/{table}/observation", seat=1).status_code == 403  # its owner does not look into its hand
    bearer = {"authorization": robot.http.headers["authorization"]}
    live = f"ws://127.0.0.1:{site.port}/api/tables/{table}/live"
    with Watch(f"{live}?seat=1", bearer) as line:
        assert line.next()["type"] == "reset"
        with pytest.raises(InvalidStatus):
            Watch(f"{live}?seat=0", bearer)
        assert anna.http.delete(f"/me/programs/{made['id']}").status_code == 204
        with pytest.raises(ConnectionClosed, match="1012"):
            until_closed(line)
    assert robot.me()["id"] is None
    assert [seat["free"] for seat in anna.company(table)["seats"]] == [False, True]


def until_closed(line: Watch) -> None:
    while True:
        line.next()


def test_a_program_looks_after_no_account(site: Site) -> None:
    owner = site.account("owner")
    robot, _ = program(owner)
    for method, path, body in (
        ("GET", "/sessions", None),
        ("GET", "/me/data", None),
        ("PATCH", "/me", {"name": "Somebody"}),
        ("DELETE", "/me", {}),
        ("POST", "/me/device", {}),
        ("POST", "/me/programs", {"name": "Child"}),
        ("POST", "/accounts", {"login": "robot", "password": "correct horse"}),
        ("POST", "/me/passkeys/options", {}),
    ):
        answer = robot.http.request(method, path, json=body)
        assert answer.status_code == 403, f"{method} {path}: {answer.text}"


def test_programs_are_listed_counted_and_go_with_their_owner(site: Site) -> None:
    owner = site.account("many")
    robots = [program(owner, f"Robot {i}")[0] for i in range(20)]
    assert owner.post("/me/programs", {"name": "One more"}).json()["error"] == "too-many-programs"
    assert len(owner.ask("/me/programs")) == 20
    assert "token" not in str(owner.ask("/me/programs"))
    assert site.visitor("Guest").post("/me/programs", {"name": "x"}).status_code == 409
    other = site.account("other-owner")
    listed = owner.ask("/me/programs")[0]["id"]
    assert other.http.delete(f"/me/programs/{listed}").status_code == 404
    assert owner.http.request("DELETE", "/me", json={"password": "correct horse"}).status_code == 204
    assert robots[0].me()["id"] is None


def test_the_example_plays_a_whole_game(site: Site) -> None:
    """`examples/remote_bot.py`, as a program of its own, against a bot of the house."""
    owner = site.account("keeper")
    made = owner.do("/me/programs", {"name": "Example"})
    table = owner.open("human", "random", game="struggle")
    link = owner.do(f"/tables/{table}/invitation", {})["url"]
    command = [sys.executable, str(EXAMPLE), link, "--token", made["token"]]
    played = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    assert "The game is over" in played.stdout
    assert owner.ask(f"/tables/{table}")["over"]


# --- passkeys: what a browser does with them is in tests/browser/test_site.py -----------------------------------------


def test_no_passkey_without_the_password_or_a_name(site: Site) -> None:
    account = site.account("keys")
    assert account.post("/me/passkeys/options", {"password": "wrong"}).status_code == 403
    assert account.post("/me/passkeys/options", {"password": "correct horse"}).json()["error"] == "no-passkeys"
    local = httpx.Client(base_url=f"http://localhost:{site.port}/api", cookies=account.http.cookies)
    local.headers["cookie"] = "; ".join(f"{each.name}={each.value}" for each in account.http.cookies.jar)
    options = local.post("/me/passkeys/options", json={"password": "correct horse"}).json()
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert site.visitor("Guest").post("/me/passkeys/options", {}).status_code == 409
    assert site.visitor().get("/me/passkeys").status_code == 401


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "x", "response": {}},
        {"id": "x", "response": {"clientDataJSON": "e30"}},
        {"id": "x", "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiZUEifQ"}},
        {"id": ["x"], "response": {"clientDataJSON": 7}},
    ],
)
def test_what_no_device_made_opens_nothing(site: Site, credential: dict[str, Any]) -> None:
    answer = site.visitor().post("/sessions/passkey", {"credential": credential})
    assert answer.status_code in (401, 410), answer.text


# --- writing ----------------------------------------------------------------------------------------------------------


def test_who_is_writing_is_told_to_those_who_will_read(site: Site) -> None:
    host = site.visitor("Anna")
    table = host.open("human", "human", "human")
    code = host.code(table)
    others = [site.visitor(name) for name in ("Ben", "Chloé")]
    for seat, player in enumerate([host, *others]):
        if seat:
            player.join(table, code)
        player.take(table, seat, SHARE)
    looker = site.visitor("Dora")
    looker.join(table, code)
    lines = [player.watch(table, seat=seat) for seat, player in enumerate([host, *others])]
    outside = looker.watch(table)
    for line in (*lines, outside):
        assert line.next()["type"] == "reset"

    def heard(line: Watch) -> list[int]:
        seats = []
        with suppress(TimeoutError):
            while True:
                message = line.next(0.7)
                if message["type"] == "typing":
                    seats.append(message["seat"])
        return seats

    outside.connection.send('{"type":"typing"}')  # nobody's seat
    for text in ("x" * 60_000, "[", '{"type":"moves"}', '{"type":"typing","to":[7]}'):
        lines[2].connection.send(text)
    lines[0].connection.send('{"type":"typing","to":[1]}')
    lines[0].connection.send('{"type":"typing"}')  # too soon after the first
    assert (heard(lines[1]), heard(lines[2]), heard(outside)) == ([0], [], [])
    lines[1].connection.send('{"type":"typing"}')
    assert (heard(lines[0]), heard(outside)) == ([1], [1])
    for line in (*lines, outside):
        line.close()
    eventually(lambda: not site.app.state.tables.memory.cached[table].audience)
