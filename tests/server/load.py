"""Two hundred tables of five people each, played at once by locust against a real site.

    python -m tests.server.load --tables 200 --seconds 60          # a short form is in test_load.py
    python -m tests.server.load --database postgresql --processes 2

Every player is a guest with a session of her own, follows her table over a live line and moves when it is her turn,
after thinking for half a second to one and a half. Printed are locust's figures, and what the servers used.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from rondel.server.bench import processor_seconds, resident
from rondel.server.settings import database_url
from tests.server.contract import serving
from tests.server.site import new_database

PLAYERS = 5
LOCUSTFILE = Path(__file__).with_name("locustfile.py")


def seat_table(urls: list[str], table: int) -> list[dict[str, Any]]:
    """Open a table and seat five guests, each from an address of her own; what locust needs to play for them."""
    players: list[dict[str, Any]] = []
    opened = code = ""
    for seat in range(PLAYERS):
        address = {"x-forwarded-for": f"10.{table // 250}.{table % 250}.{seat + 1}"}
        with httpx.Client(base_url=f"{urls[(table + seat) % len(urls)]}/api", timeout=60, headers=address) as http:
            http.post("/guests", json={"name": f"Player {seat + 1}"}).raise_for_status()
            if not opened:
                new = {"game": "imperial", "seats": [{"kind": "human"}] * PLAYERS}
                opened = http.post("/gatherings", json=new).raise_for_status().json()["id"]
                link = http.post(f"/tables/{opened}/invitation", json={}).raise_for_status().json()["url"]
                code = link.rpartition("/")[2]
            else:
                http.post("/invitations", json={"table": opened, "code": code}).raise_for_status()
            wish = {"do": "take", "seat": seat, "share": f"{seat:x}" * 16}
            http.post(f"/tables/{opened}/seats", json=wish).raise_for_status()
            headers = {**address, "authorization": f"Bearer {http.cookies.get('rondel')}"}
        players.append({"table": opened, "seat": seat, "headers": headers})
    return players


def play(
    urls: list[str], processes: list[int], folder: Path, tables: int, seconds: int, thinking: float
) -> dict[str, Any]:
    """Play for some seconds; the figures."""
    began = time.perf_counter()
    with ThreadPoolExecutor(8) as pool:
        seated = [player for players in pool.map(partial(seat_table, urls), range(tables)) for player in players]
    seating = time.perf_counter() - began
    (folder / "seated.json").write_text(json.dumps(seated))
    environment = {
        **os.environ,
        "RONDEL_LOAD": str(folder / "seated.json"),
        "RONDEL_LOAD_THINKING": str(thinking),
    }
    command = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--host", urls[0], "--only-summary"]
    command += [
        "--users",
        str(len(seated)),
        "--spawn-rate",
        str(max(50, len(seated) // 4)),
        "--run-time",
        f"{seconds}s",
    ]
    command += ["--csv", str(folder / "locust"), "--reset-stats", "--exit-code-on-error", "1"]
    used = processor_seconds(processes)
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=seconds + 200)
    took = time.perf_counter() - started
    used = processor_seconds(processes) - used
    rows = {row["Name"]: row for row in csv.DictReader((folder / "locust_stats.csv").open())}
    assert "move" in rows, done.stdout[-4000:] + done.stderr[-4000:]
    moves, seen = rows["move"], rows.get("see one's own move", {})
    failed = [
        f"{row['Name']}: {row['Error']} ({row['Occurrences']})"
        for row in csv.DictReader((folder / "locust_failures.csv").open())
    ]
    failures = sum(int(row["Failure Count"]) for row in rows.values() if row["Name"] != "Aggregated")
    return {
        "tables": tables,
        "people": len(seated),
        "seating s": round(seating, 1),
        "moves": int(moves["Request Count"]),
        "moves/s": round(float(moves["Requests/s"]), 1),
        "failures": failures,
        **({"what failed": failed} if failed else {}),
        "move p50 ms": float(moves["50%"]),
        "move p95 ms": float(moves["95%"]),
        "move p99 ms": float(moves["99%"]),
        "own move seen p99 ms": float(seen.get("99%", "nan")),
        "server processors": round(used / took, 2),
        "server MB": round(sum(resident(each) for each in processes)),
    }


def load(
    database: str, folder: Path, tables: int, seconds: int, processes: int = 1, thinking: float = 1.0
) -> dict[str, Any]:
    with ExitStack() as stack:
        started = [stack.enter_context(serving(database, True, folder)) for _ in range(processes)]
        return play([url for url, _ in started], [pid for _, pid in started], folder, tables, seconds, thinking)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--thinking", type=float, default=1.0, help="seconds that a player thinks, on average")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        database = database_url(folder / "rondel.db") if asked.database == "sqlite" else new_database()
        print(json.dumps(load(database, folder, asked.tables, asked.seconds, asked.processes, asked.thinking)))


if __name__ == "__main__":
    main()
