"""All that the description of the interface allows, asked: schemathesis, against real servers on both databases.

    python -m tests.server.contract --examples 50         # both databases, a house and a site; a short form is in
                                                          # test_contract.py

Whatever is asked, the server must not fail (no status from 500 on), and what it answers must be what it describes. The
ids of real tables are among what is tried, so that requests get beyond "there is no such table".
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from rondel.server.settings import database_url
from tests.server.site import SHARE, new_database

SEATS = [{"name": "A"}, {"kind": "bot", "bot": "random"}, {"name": "B"}]
CHECKS = "not_a_server_error,response_schema_conformance"


@contextmanager
def serving(database: str, site: bool, folder: Path) -> Iterator[tuple[str, int]]:
    """A server: its address, and its process."""
    command = [sys.executable, "-m", "rondel.server", "--port", "0", "--database", database]
    quick = {"RONDEL_BOT_PAUSE": "0", "RONDEL_HOME": str(folder)}
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(
            command + (["--site"] if site else []),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, **quick},
        )
    assert process.stdout is not None
    try:
        while "http://" not in (line := process.stdout.readline()):
            assert line, (folder / "server.log").read_text()[-2000:]
        port = line.split("http://")[1].split("/")[0].rpartition(":")[2]
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def furnish(url: str, site: bool) -> tuple[list[str], dict[str, str]]:
    """Tables to ask about, and the headers of somebody who may."""
    with httpx.Client(base_url=f"{url}/api", timeout=60) as http:
        if not site:
            new = {"game": "imperial", "seats": SEATS}
            return [http.post("/tables", json=new).json()["id"] for _ in range(6)], {}
        assert http.post("/accounts", json={"login": "asker", "password": "correct horse"}).status_code == 201
        tables = []
        for begun in (True, True, True, False, False):
            seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
            table = http.post("/gatherings", json={"game": "imperial", "seats": seats, "when_full": begun}).json()["id"]
            wish = {"do": "take", "seat": 0, "share": SHARE}
            assert http.post(f"/tables/{table}/seats", json=wish).status_code == 200
            tables.append(table)
        token = http.cookies.get("rondel")
        assert token
        return tables, {"authorization": f"Bearer {token}"}


def describe(url: str, tables: list[str], target: Path) -> None:
    """The description, with the ids of real tables among what a table may be called."""
    described: dict[str, Any] = httpx.get(f"{url}/api/openapi.json", timeout=60).json()
    for path in described["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "table":
                    parameter["schema"] = {"anyOf": [{"enum": tables}, {"type": "string"}]}
    # Ending the session, or the account, that all requests come from would end the examination.
    described["paths"].get("/api/me", {}).pop("delete", None)
    described["paths"].pop("/api/sessions/current", None)
    target.write_text(json.dumps(described))


def examine(database: str, site: bool, folder: Path, examples: int, seconds: float) -> dict[str, Any]:
    """Ask; what was found. AssertionError with the report of schemathesis if anything is wrong."""
    with serving(database, site, folder) as (url, _):
        tables, headers = furnish(url, site)
        described = folder / "openapi.json"
        describe(url, tables, described)
        command = [sys.executable, "-m", "schemathesis.cli", "run", str(described), "--url", url, "--checks", CHECKS]
        command += ["--max-examples", str(examples), "--max-time", str(int(seconds)), "--phases", "coverage,fuzzing"]
        command += ["--no-color", "--warnings", "off", "--suppress-health-check", "all", "--continue-on-failure"]
        command += ["--request-timeout", "60", "--generation-database", "none"]
        for name, value in headers.items():
            command += ["--header", f"{name}: {value}"]
        asked = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, timeout=seconds + 300)
    counted = re.search(r"([\d,]+) generated", asked.stdout)
    server_errors = [line for line in (folder / "server.log").read_text().splitlines() if "ERROR" in line]
    assert asked.returncode == 0, asked.stdout[-8000:] + asked.stderr[-2000:] + "\n".join(server_errors[-20:])
    return {"requests": counted[1] if counted else "?", "errors in the log": server_errors[:5]}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.contract", description=__doc__)
    parser.add_argument("--examples", type=int, default=50, help="of each address")
    parser.add_argument("--seconds", type=float, default=300, help="the most that each of the four may take")
    asked = parser.parse_args()
    for name in ("SQLite", "PostgreSQL"):
        for site in (False, True):
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                database = database_url(folder / "rondel.db") if name == "SQLite" else new_database()
                found = examine(database, site, folder, asked.examples, asked.seconds)
                print(f"{name}, {'a site' if site else 'a house'}: {json.dumps(found)}", flush=True)


if __name__ == "__main__":
    main()
