"""Everybody sees and does only what is theirs: every address, asked by everybody who should not have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from rondel.server.identity import is_at_home
from tests.server.place import Place
from tests.server.site import SHARE, Site, Visitor, seated

SECRET = "meet me in Vienna"


class Stage:
    """A private game of three, and everybody who might want to know more of it than is theirs."""

    def __init__(self, site: Site, **about: Any) -> None:
        self.site = site
        self.table, self.players = seated(site, "Anna", "Ben", "Carla", **about)
        self.path = f"/tables/{self.table}"
        spectator = site.visitor("Spectator")
        spectator.join(self.table, self.players[0].code(self.table))
        self.people = {"stranger": site.visitor(), "other person": site.visitor("Other"), "spectator": spectator}
        self.people["other seat"] = self.players[1]
        self.players[0].do(f"{self.path}/chat", {"seat": 0, "to": [2], "text": SECRET})

    def requests(self) -> dict[str, tuple[str, str, Any]]:
        """Every address of a table, asked for what is seat 0's."""
        seen = self.players[0].see(self.table, 0)
        at = {"seat": 0, "position": seen["position"]}
        path = self.path
        return {
            "GET /tables/{table}/observation": ("GET", f"{path}/observation?seat=0", None),
            "GET /tables/{table}/observation, before": ("GET", f"{path}/observation?seat=0&position=1", None),
            "GET /tables/{table}/log": ("GET", f"{path}/log?seat=0", None),
            "GET /tables/{table}/story": ("GET", f"{path}/story?seat=0", None),
            "GET /tables/{table}/advice": ("GET", f"{path}/advice?seat=0&position={at['position']}", None),
            "GET /tables/{table}/preview": ("GET", f"{path}/preview?seat=0&position={at['position']}&action=0", None),
            "GET /tables/{table}/refused": ("GET", f"{path}/refused?seat=0&position={at['position']}", None),
            "GET /tables/{table}/explain": ("GET", f"{path}/explain?seat=0&action=0", None),
            "GET /tables/{table}/chat": ("GET", f"{path}/chat?seat=0", None),
            "POST /tables/{table}/chat": ("POST", f"{path}/chat", {"seat": 0, "text": "as Anna"}),
            "POST /tables/{table}/moves": ("POST", f"{path}/moves", {**at, "action": 0}),
            "POST /tables/{table}/takeback": ("POST", f"{path}/takeback", at),
            "GET /tables/{table}/file": ("GET", f"{path}/file", None),
            "DELETE /tables/{table}": ("DELETE", path, None),
            "POST /tables/{table}/close": ("POST", f"{path}/close", {}),
            "POST /tables/{table}/seats": ("POST", f"{path}/seats", {"do": "leave", "seat": 0}),
            "POST /tables/{table}/seats, bot": ("POST", f"{path}/seats", {"do": "bot", "seat": 0}),
            "POST /tables/{table}/seats, take": ("POST", f"{path}/seats", {"do": "take", "seat": 0, "share": SHARE}),
            "POST /tables/{table}/begin": ("POST", f"{path}/begin", {}),
            "POST /tables/{table}/rematch": ("POST", f"{path}/rematch", {}),
            "POST /tables/{table}/branch": ("POST", f"{path}/branch", {"position": 0}),
            "GET /tables/{table}/rolls": ("GET", f"{path}/rolls", None),
            "GET /tables/{table}/plan": ("GET", f"{path}/plan?seat=0", None),
            "POST /tables/{table}/plan": ("POST", f"{path}/plan", {"do": "begin", "seat": 0}),
            "GET /tables/{table}/plan/story": ("GET", f"{path}/plan/story?seat=0", None),
            "GET /tables/{table}/plan/preview": ("GET", f"{path}/plan/preview?seat=0&position=0&action=0", None),
            "GET /tables/{table}/plan/refused": ("GET", f"{path}/plan/refused?seat=0&position=0", None),
            "POST /tables/{table}/reports": ("POST", f"{path}/reports", {"seat": 0, "number": 1, "why": "spam"}),
            "GET /tables/{table}/lesson": ("GET", f"{path}/lesson?lesson=a&step=b", None),
            "POST /tables/{table}/lesson": ("POST", f"{path}/lesson", {"lesson": "a", "step": "b"}),
            "POST /tables/{table}/invitation": ("POST", f"{path}/invitation", {"fresh": True}),
        }

    def own(self) -> dict[str, tuple[str, str, Any]]:
        """What everybody at the table has of her own, and nobody else sees that there is."""
        path = f"/tables/{self.table}"
        deal = {"terms": [{"kind": "peace", "by": 0, "to": 1}]}
        days = {"first": "2030-01-01", "last": "2030-01-02"}
        return {
            "POST /tables/{table}/away": ("POST", f"{path}/away", {"do": "leave"}),
            "POST /tables/{table}/days-off": ("POST", f"{path}/days-off", days),
            "GET /tables/{table}/report": ("GET", f"{path}/report", None),
            "POST /tables/{table}/analysis": ("POST", f"{path}/analysis", {}),
            "GET /tables/{table}/analysis": ("GET", f"{path}/analysis?position=0", None),
            "GET /tables/{table}/weeks": ("GET", f"{path}/weeks", None),
            "GET /tables/{table}/orders": ("GET", f"{path}/orders", None),
            "POST /tables/{table}/orders": ("POST", f"{path}/orders", {"kind": "pass", "answer": "yes"}),
            "DELETE /tables/{table}/orders/{order}": ("DELETE", f"{path}/orders/abcdefghjkmn", None),
            "GET /tables/{table}/notes": ("GET", f"{path}/notes", None),
            "PUT /tables/{table}/notes": ("PUT", f"{path}/notes", {"text": "mine"}),
            "GET /tables/{table}/deals": ("GET", f"{path}/deals", None),
            "POST /tables/{table}/deals": ("POST", f"{path}/deals", deal),
            "POST /tables/{table}/deals/{deal}": ("POST", f"{path}/deals/abcdefghjkmn", {"do": "accept"}),
            "POST /tables/{table}/votes": ("POST", f"{path}/votes", {"kind": "pause", "days": 1}),
            "POST /tables/{table}/votes/{vote}": ("POST", f"{path}/votes/abcdefghjkmn", {"yes": True}),
            "GET /tables/{table}/muted": ("GET", f"{path}/muted", None),
            "POST /tables/{table}/muted": ("POST", f"{path}/muted", {"seat": 0, "muted": True}),
            "GET /tables/{table}/quiet": ("GET", f"{path}/quiet", None),
            "PUT /tables/{table}/quiet": ("PUT", f"{path}/quiet", {"kinds": []}),
        }


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield Stage(site)
    site.stop()


def test_every_address_of_a_table_is_asked_below(stage: Stage) -> None:
    """A new address gets its line in `Stage.requests`, or stands here with the reason why not."""
    harmless = {
        "GET /tables/{table}",  # who sits where, for those who may see the table: tested below
        "GET /tables/{table}/company",
    }
    paths = stage.site.app.openapi()["paths"]
    offered = {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in paths.items()
        for method in methods
        if "{table}" in path
    }
    asked = {name.partition(",")[0] for name in (*stage.requests(), *stage.own())}
    assert offered - asked - harmless == set()


@pytest.mark.parametrize("who", ["stranger", "other person", "spectator", "other seat"])
def test_nobody_has_what_is_another_seats(stage: Stage, who: str) -> None:
    person = stage.people[who]
    before = stage.site.database()
    for name, (method, path, body) in stage.requests().items():
        answer = person.http.request(method, path, json=body) if body is not None else person.http.request(method, path)
        unseen = who in ("stranger", "other person")
        allowed = {404, 401} if unseen else {403, 409}
        assert answer.status_code in allowed, f"{name} for {who}: {answer.status_code} {answer.text}"
        assert SECRET not in answer.text
        if unseen and answer.status_code == 404:
            assert answer.json() == {"error": "unknown-table", "message": f"there is no table {stage.table!r}"}
    assert stage.site.database() == before


@pytest.mark.parametrize("who", ["stranger", "other person"])
def test_what_the_people_of_a_table_have_of_their_own_is_not_there_for_others(stage: Stage, who: str) -> None:
    for name, (method, path, body) in stage.own().items():
        answer = stage.people[who].http.request(method, path, json=body)
        assert answer.status_code in (401, 404), f"{name} for {who}: {answer.status_code} {answer.text}"
        assert SECRET not in answer.text


@pytest.mark.parametrize("who", ["stranger", "other person", "spectator", "other seat"])
def test_no_live_line_through_another_seats_eyes(stage: Stage, who: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        stage.people[who].watch(stage.table, seat=0)
    assert refusal.value.response.status_code == (404 if who in ("stranger", "other person") else 403)


def test_a_spectator_sees_what_spectators_may(stage: Stage) -> None:
    spectator = stage.people["spectator"]
    seen = spectator.see(stage.table)
    assert seen["seat"] is None
    assert seen["choices"] == []
    assert all(player["money"] is None for player in seen["view"]["player"])
    assert SECRET not in str(spectator.ask(f"{stage.path}/chat"))
    with spectator.watch(stage.table) as line:
        assert line.next()["type"] == "reset"
        stage.players[0].do(f"{stage.path}/chat", {"seat": 0, "to": [2], "text": SECRET})
        stage.players[0].do(f"{stage.path}/chat", {"seat": 0, "text": "hello all"})
        heard = line.next()
        assert (heard["type"], heard["text"]) == ("chat", "hello all")
    assert spectator.post(f"{stage.path}/chat", {"seat": -2, "text": "boo"}).status_code in (403, 422)


def test_a_private_table_is_in_nobody_elses_list(stage: Stage) -> None:
    for who in ("stranger", "other person"):
        person = stage.people[who]
        assert stage.table not in person.get("/tables").text + person.get("/lobby").text
    assert stage.table in stage.people["spectator"].get("/tables").text


def test_no_answer_tells_a_seed(stage: Stage) -> None:
    seeds = [row[4] for row in stage.site.database()[0]]
    for person in [*stage.players, *stage.people.values()]:
        for path in ("", "/company", "/log", "/observation"):
            text = person.get(f"{stage.path}{path}").text
            assert not any(seed in text for seed in seeds)


def test_a_site_sets_up_no_hot_seat_and_reads_no_file(stage: Stage) -> None:
    """Whoever could bring a position could bring hands that she knows."""
    new = {"game": "imperial", "seats": [{"name": "A"}, {"name": "B"}]}
    for person in (stage.people["stranger"], stage.players[0]):
        assert person.post("/tables", new).status_code == 403
        assert person.http.post("/tables/import", content=b"rondel 1\n").status_code == 403


def test_the_file_can_be_had_once_the_game_is_over(stage: Stage) -> None:
    for player in stage.players:
        assert player.get(f"{stage.path}/file").json()["error"] == "running"


def test_a_form_of_another_site_comes_to_nothing(stage: Stage) -> None:
    """CSRF: what a browser sends for another page carries its origin, whatever cookie comes along."""
    anna = stage.players[0]
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        for method, path, body in (
            ("POST", f"{stage.path}/seats", {"do": "leave", "seat": 0}),
            ("DELETE", "/sessions/current", None),
            ("DELETE", "/me", {}),
            ("POST", "/me/device", {}),
        ):
            answer = anna.http.request(method, path, json=body, headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (403, "foreign-origin")
    assert anna.company(stage.table)["seats"][0]["mine"]


# --- the same move twice ----------------------------------------------------------------------------------------------


def test_a_move_whose_answer_was_lost_is_made_once(stage: Stage) -> None:
    table, players = seated(stage.site, "Anna", "Ben")
    seat = players[0].ask(f"/tables/{table}")["to_act"][0]
    seen = players[seat].see(table, seat)
    move = {"seat": seat, "position": seen["position"], "action": seen["choices"][0]["id"], "key": "0123456789abcdef"}
    path = f"/tables/{table}/moves"
    first = players[seat].do(path, move)
    assert players[seat].do(path, move) == first
    assert players[seat].post(path, {**move, "key": "another-key"}).status_code in (403, 409)
    assert players[1 - seat].post(path, move).status_code == 403  # a key is nobody's way to another's seat
    memory = stage.site.app.state.tables.memory
    memory.drop(memory.cached[table])  # also out of storage
    assert players[seat].do(path, move) == first
    assert players[seat].see(table, seat)["position"] == first["position"]


@pytest.mark.parametrize("key", ["", "short", "x" * 41, 7, ["a"], "with\0a nought", "12345678\n"])
def test_a_key_that_is_none(stage: Stage, key: Any) -> None:
    move = {"seat": 0, "position": 0, "action": 0, "key": key}
    assert stage.players[0].post(f"{stage.path}/moves", move).json()["error"] == "invalid"


# --- a house that invites ---------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.stop()


class FromOutside(Visitor):
    """Somebody who comes in by the door to the local network: not from this machine, as far as the server can tell."""

    def __init__(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(place)
        self.http.headers["x-outside"] = "1"
        near = is_at_home
        monkeypatch.setattr(
            "rondel.server.identity.is_at_home",
            lambda scope: near(scope) and not any(name == b"x-outside" for name, _ in scope["headers"]),
        )


def test_a_guest_of_a_house_has_a_seat_and_nothing_else(house: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table("human", "human", "random")
    link = house.http.post(f"{table.path}/invitation", json={}).json()
    guest = FromOutside(house, monkeypatch)
    assert guest.me()["id"] is None
    assert guest.ask("/tables") == []
    assert guest.get(table.path).status_code == 404
    assert guest.post("/tables", {"game": "imperial", "seats": [{}, {}]}).status_code == 403
    code = link["url"].rpartition("/")[2]
    assert guest.join(table.table, code).json()["game"] == "imperial"
    guest.do("/guests", {"name": "Gast"})
    guest.join(table.table, code)
    assert guest.seat(table.table, "take", 1).status_code == 200
    assert guest.ask(table.path)["mine"] == [1]
    assert table.get()["mine"] == [0]  # the house plays what is nobody else's
    assert guest.see(table.table, 1)["seat"] == 1
    assert guest.get(f"{table.path}/observation", seat=0).status_code == 403
    assert house.http.get(f"{table.path}/observation", params={"seat": 1}).status_code == 403
    assert guest.http.delete(table.path).status_code == 403
    for http in (guest.http, house.http):  # the file of a running game holds the hands of both
        assert http.get(f"{table.path}/file").json()["error"] == "running"


def test_who_is_at_home() -> None:
    def scope(client: str, host: str) -> dict[str, Any]:
        return {"client": (client, 1), "headers": [(b"host", host.encode())]}

    assert is_at_home(scope("127.0.0.1", "localhost:8000"))
    assert is_at_home(scope("::1", "[::1]:8000"))
    assert not is_at_home(scope("192.168.1.5", "127.0.0.1:8000"))
    assert not is_at_home(scope("127.0.0.1", "192.168.1.4:8000"))
    assert not is_at_home({"client": None, "headers": []})


# --- dice and files ---------------------------------------------------------------------------------------------------


def test_an_unfinished_file_brings_no_seed_of_its_own(house: Place) -> None:
    from rondel import load
    from rondel.kernel.chance import commitment
    from rondel.kernel.record import Match

    match = Match(load("imperial"), 3, {"deal": "experienced"}, seed="known to whoever wrote the file")
    match.roll()
    text = match.text().replace("\n\n", "\nseed known to whoever wrote the file\n\n", 1)
    answer = house.http.post("/tables/import", content=text.encode())
    assert answer.status_code == 201, answer.text
    assert answer.json()["commitment"] != commitment("known to whoever wrote the file")
    stored = house.database()[0]
    assert "known to whoever wrote the file" not in str(stored)
    file = house.http.get(f"/tables/{answer.json()['id']}/file").text
    assert "seed" not in file
    assert (f"since {match.position}" in file) == (match.position > 0)


def test_rolls_that_contradict_the_files_seed_are_refused(house: Place) -> None:
    golden = (Path(__file__).parents[1] / "golden" / "struggle-3.rondel").read_text()
    assert re.search(r"^seed ", golden, re.M)
    lines = golden.split("\n")
    rolled = [i for i, line in enumerate(lines) if line.startswith("?> ")]
    for first in rolled:
        # Another outcome of the same kind of chance, taken from elsewhere in the same game.
        other = next((lines[i] for i in rolled if lines[i] != lines[first]), None)
        assert other is not None
        changed = [*lines[:first], other, *lines[first + 1 :]]
        answer = house.http.post("/tables/import", content="\n".join(changed).encode())
        assert answer.status_code == 422
        assert answer.json()["line"] == first + 1
        assert "the seed of this file gives" in answer.json()["message"]
        break


def test_strangers_see_no_people(stage: Stage) -> None:
    """Enumeration: no address lists persons, and none tells whether a login exists."""
    for path in ("/persons", "/people", "/users", "/accounts", "/guests"):
        assert stage.people["stranger"].get(path).status_code in (404, 405)
    assert isinstance(stage.people["stranger"].get("/lobby"), httpx.Response)
