"""A house that invites: the door to the local network, opened by a real server when it is asked for, and not before."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import connect

from rondel.server.network import own_address
from tests.server.place import Process
from tests.server.site import SHARE

SEATS = [{"name": "Anna"}, {"name": "Ben"}, {"kind": "bot", "bot": "random"}]


@pytest.mark.skipif(own_address().startswith("127."), reason="this machine is in no network")
def test_the_door_to_the_local_network(tmp_path: Path) -> None:
    server = Process(tmp_path / "rondel.db")
    port = urlsplit(server.url).port
    try:
        with httpx.Client(base_url=f"{server.url}/api", timeout=60) as house:
            table = house.post("/tables", json={"game": "imperial", "seats": SEATS}).json()["id"]
            with pytest.raises(httpx.ConnectError):
                httpx.get(f"http://{own_address()}:{port}/api/tables")
            link = house.post(f"/tables/{table}/invitation", json={}).json()
            where = urlsplit(link["url"])
            assert where.hostname == own_address()
            assert link["qr"].startswith("<svg")
            again = house.post(f"/tables/{table}/invitation", json={}).json()
            assert again["url"] == link["url"]
            visit(f"http://{where.netloc}", table, link["url"].rpartition("/")[2])
            assert house.get(f"/tables/{table}").json()["mine"] == [0]
    finally:
        server.stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{where.netloc}/api/tables")


def visit(url: str, table: str, code: str) -> None:
    """Somebody in the same network: nobody at first, then the person of one seat, and never the house."""
    with httpx.Client(base_url=f"{url}/api", timeout=60) as guest:
        assert guest.get("/tables").json() == []
        assert guest.get(f"/tables/{table}").status_code == 404
        assert guest.get("/tables", headers={"host": "evil.example"}).status_code == 421
        # A name of the machine itself, said through the door, makes nobody the house.
        assert guest.get("/tables", headers={"host": "127.0.0.1"}).json() == []
        assert guest.post("/tables", json={"game": "imperial", "seats": SEATS}).status_code == 403
        assert guest.post("/guests", json={"name": "E"}, headers={"origin": "http://evil.example"}).status_code == 403
        assert guest.post("/guests", json={"name": "Gast"}, headers={"origin": url}).status_code == 201
        assert guest.post("/invitations", json={"table": table, "code": "x" * len(code)}).status_code == 404
        assert guest.post("/invitations", json={"table": table, "code": code}).status_code == 200
        wish = {"do": "take", "seat": 1, "share": SHARE}
        assert guest.post(f"/tables/{table}/seats", json=wish).status_code == 200
        assert guest.get(f"/tables/{table}").json()["mine"] == [1]
        assert guest.get(f"/tables/{table}/observation", params={"seat": 1}).json()["seat"] == 1
        assert guest.get(f"/tables/{table}/observation", params={"seat": 0}).status_code == 403
        cookies = {"cookie": "; ".join(f"{name}={value}" for name, value in guest.cookies.items())}
        live = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live?seat=1"
        with connect(live, additional_headers=cookies, proxy=None) as line:
            assert json.loads(line.recv(20))["type"] == "reset"
