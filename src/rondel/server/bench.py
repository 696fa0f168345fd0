"""How fast the server is, over the wire: `python -m rondel.server.bench`.

    python -m rondel.server.bench                                        # SQLite: throughput, an even stream, loading
    python -m rondel.server.bench --only throughput --database postgresql://... --processes 4
    python -m rondel.server.bench --only held                            # 10,000 stored tables, 1,000 watchers

A real server process on 127.0.0.1 with a database on disk; this process plays recorded random games at many tables at
once, one move at a time at each, with five watchers at every table: four seats and a spectator, all told by patches.
Counted are moves that were checked, stored with fsync and acknowledged; every watcher must get every message.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rondel import games
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import random_action
from rondel.kernel.record import Match

if TYPE_CHECKING:
    from rondel.server.tables import Tables

WATCHERS = ("seat=0", "seat=1", "seat=2", "seat=3", "")


class Recorded:
    """A random game: the file of its beginning, and the moves to play after it."""

    def __init__(self, name: str, seats: int, seed: int, actions: int = 1_000_000, avoid: str = " ") -> None:
        match = Match(games.load(name), seats, seed=f"bench {name} {seats} {seed}")
        match.roll()
        self.file = match.text()
        self.start = match.position
        rng = random.Random(seed)
        while not match.over and match.position < actions:
            seat = match.game.to_act(match.state)[0]
            action = random_action(match.state, seat, rng)
            if match.game.catalogue[action].notation.endswith(avoid):
                action = random_action(match.state, seat, rng)
            match.play(seat, action)
        entries = match.entries[self.start :]
        first_roll = next((i for i, entry in enumerate(entries) if entry.seat == CHANCE), len(entries))
        self.moves = [(entry.seat, entry.action) for entry in entries[:first_roll]]
        self.match = match


class Line(asyncio.Protocol):
    """A kept-alive HTTP connection, one request at a time."""

    def __init__(self) -> None:
        self.buffer = b""
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, mark, body = self.buffer.partition(b"\r\n\r\n")
        if not mark:
            return
        at = head.lower().find(b"content-length:")
        length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(body) >= length and self.answer is not None:
            self.buffer = body[length:]
            answer, self.answer = self.answer, None
            answer.set_result((int(head[9:12]), body[:length]))

    def connection_lost(self, error: Exception | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("the server hung up"))

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[int, bytes]:
        assert self.transport is not None
        self.answer = asyncio.get_running_loop().create_future()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\n"
        self.transport.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        return await self.answer


class WatchLine(asyncio.Protocol):
    """A WebSocket that counts the messages it gets."""

    def __init__(self, path: str, opened: asyncio.Future[None]) -> None:
        self.path = path
        self.opened = opened
        self.buffer = bytearray()
        self.shaken = False
        self.messages = 0
        self.bytes = 0
        self.last = b""
        self.waiting: tuple[int, asyncio.Future[None]] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {self.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        transport.write(f"{head}sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.shaken:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.shaken = True
            self.opened.set_result(None)
        at = 0
        while len(buffer) >= at + 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + length:
                break
            if buffer[at] & 15 == 1:
                self.messages += 1
                self.bytes += length
                self.last = bytes(buffer[start : start + 12])
            at = start + length
        del buffer[:at]
        if self.waiting is not None and self.messages >= self.waiting[0]:
            waiting, self.waiting = self.waiting[1], None
            waiting.set_result(None)

    async def until(self, messages: int) -> None:
        if self.messages < messages:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting = (messages, done)
            await done


class Seat:
    """One table under load: a line for moves, five watchers, and the game that is played."""

    def __init__(self, ports: list[int], recorded: Recorded) -> None:
        self.ports = ports
        self.recorded = recorded
        self.done = 0
        self.busy = asyncio.Lock()
        self.watchers: list[WatchLine] = []
        self.acknowledged: list[float] = []
        self.delivered: list[float] = []

    async def open(self, watchers: tuple[str, ...]) -> None:
        loop = asyncio.get_running_loop()
        _, self.line = await loop.create_connection(Line, "127.0.0.1", self.ports[0])
        status, body = await self.line.ask("POST", "/api/tables/import", self.recorded.file.encode(), "text/plain")
        assert status == 201, body
        self.id = json.loads(body)["id"]
        for number, each in enumerate(watchers):
            opened: asyncio.Future[None] = loop.create_future()
            path = f"/api/tables/{self.id}/live?patch=1&{each}"
            port = self.ports[number % len(self.ports)]
            _, watcher = await loop.create_connection(partial(WatchLine, path, opened), "127.0.0.1", port)
            await opened
            await watcher.until(1)
            self.watchers.append(watcher)

    async def move(self, follow: bool = False) -> None:
        began = time.perf_counter()
        async with self.busy:
            await self._move(began, follow)

    async def _move(self, began: float, follow: bool) -> None:
        seat, action = self.recorded.moves[self.done]
        body = b'{"seat":%d,"position":%d,"action":%d}' % (seat, self.recorded.start + self.done, action)
        status, answer = await self.line.ask("POST", f"/api/tables/{self.id}/moves", body)
        assert status == 200, answer
        self.acknowledged.append(time.perf_counter() - began)
        self.done += 1
        if follow:
            for watcher in self.watchers:
                await watcher.until(1 + self.done)
            self.delivered.append(time.perf_counter() - began)

    async def play(self, until: float, counted: list[int]) -> None:
        while time.perf_counter() < until and self.done < len(self.recorded.moves):
            await self.move()
            counted[0] += 1

    async def check(self) -> None:
        for watcher in self.watchers:
            await asyncio.wait_for(watcher.until(1 + self.done), 10)
            assert watcher.messages == 1 + self.done


def percentile(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def processor_seconds(processes: list[int]) -> float:
    """What processes have used so far, in user and system mode; those that are gone count as nothing."""
    used = 0.0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used += sum(int(each) for each in fields[11:15]) / os.sysconf("SC_CLK_TCK")  # with children that have ended
    return used


def resident(process: int) -> float:
    """The memory of a process that is its own and in use, in MB."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return float("nan")


def children(process: int) -> list[int]:
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            with suppress(OSError):
                if int((each / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                    found.append(int(each.name))
    return found


def of_postgresql() -> list[int]:
    """The processes of a PostgreSQL on this machine: whoever is called so."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            with suppress(OSError):
                if (process / "comm").read_text().startswith("postgres"):
                    found.append(int(process.name))
    return found


class Server:
    """A real server process with a database in a folder of its own, or one that others share."""

    def __init__(self, folder: str, profile: str = "", database: str = "") -> None:
        command = [sys.executable, *(["-m", "cProfile", "-o", profile] if profile else []), "-m", "rondel.server"]
        command += ["--port", "0", "--database", database or str(Path(folder) / "bench.db")]
        with (Path(folder) / "server.log").open("w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "RONDEL_FORCED": "0"}
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split("http://", 1)[1].split("/")[0].rpartition(":")[2])

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


class Fleet:
    """All processes of one site; those that listen serve no table, and only hear of what the others do."""

    def __init__(self, folder: str, processes: int, database: str, profile: str = "", listeners: int = 0) -> None:
        self.shared = bool(database)
        self.servers = [Server(folder, profile, database) for _ in range(processes)]
        self.listeners = [Server(folder, "", database) for _ in range(listeners)]

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def pids(self) -> list[int]:
        return [server.process.pid for server in self.servers]

    def cpu(self) -> tuple[float, float, float]:
        """Processor time of the servers, of those that listen, and of the database."""
        listening = processor_seconds([server.process.pid for server in self.listeners])
        return processor_seconds(self.pids()), listening, processor_seconds(of_postgresql()) if self.shared else 0.0

    async def commits(self) -> int:
        """How many transactions the servers have written."""
        found = 0
        for port in self.ports:
            _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", port)
            figures = (await line.ask("GET", "/api/metrics"))[1].decode().splitlines()
            found += sum(int(float(each.split()[1])) for each in figures if each.startswith("rondel_commits_total "))
        return found

    def memory(self) -> float:
        return sum(resident(process) for process in self.pids())

    def stop(self) -> None:
        for server in (*self.servers, *self.listeners):
            server.stop()


async def throughput(
    fleet: Fleet, tables: int, seconds: float, watchers: tuple[str, ...], spread: bool = False
) -> dict[str, Any]:
    """As many moves as can be. `spread`: the watchers of a table are at other processes than its moves."""
    seats = [
        Seat(rotated(fleet.ports, number, spread), Recorded("imperial", 4, number % 64)) for number in range(tables)
    ]
    for seat in seats:
        await seat.open(watchers)
    await asyncio.gather(*(seat.play(time.perf_counter() + 0.5, [0]) for seat in seats))
    for seat in seats:
        seat.acknowledged.clear()
    commits = await fleet.commits()
    counted, began, before, own = [0], time.perf_counter(), fleet.cpu(), time.process_time()
    await asyncio.gather(*(seat.play(began + seconds, counted) for seat in seats))
    taken = time.perf_counter() - began
    cpu, own = [now - then for now, then in zip(fleet.cpu(), before, strict=True)], time.process_time() - own
    commits = await fleet.commits() - commits
    heard = {}
    if fleet.listeners:
        heard["hearing cpu ms/move"] = round(1000 * cpu[1] / max(1, counted[0]) / len(fleet.listeners), 4)
    for seat in seats:
        await seat.check()
    times = [value for seat in seats for value in seat.acknowledged]
    told = sum(watcher.bytes for seat in seats for watcher in seat.watchers)
    messages = sum(watcher.messages for seat in seats for watcher in seat.watchers)
    return {
        "processes": len(fleet.servers),
        "tables": tables,
        "watchers each": len(watchers),
        "moves": counted[0],
        "moves/s": round(counted[0] / taken),
        "ack p50 ms": round(1000 * percentile(times, 0.5), 1),
        "ack p99 ms": round(1000 * percentile(times, 0.99), 1),
        "bytes/message": round(told / max(1, messages)),
        "server cpu ms/move": round(1000 * cpu[0] / max(1, counted[0]), 3),
        **heard,
        "database cpu ms/move": round(1000 * cpu[2] / max(1, counted[0]), 3),
        "moves/commit": round(counted[0] / max(1, commits), 1),
        "server MB": round(fleet.memory()),
        "client cpu ms/move": round(1000 * own / max(1, counted[0]), 3),
    }


def rotated(ports: list[int], number: int, spread: bool) -> list[int]:
    """Where a table is played, and where it is watched."""
    if not spread:
        return [ports[number % len(ports)]]
    return [ports[(number + each) % len(ports)] for each in range(len(ports))]


async def steady(fleet: Fleet, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """An even stream of moves, whatever the server does: time until acknowledged, and until all five are told."""
    seats = [
        Seat(rotated(fleet.ports, each, False), Recorded("imperial", 4, 1000 + each % 64)) for each in range(tables)
    ]
    for seat in seats:
        await seat.open(WATCHERS)
    before = fleet.cpu()
    began = time.perf_counter()
    tasks = []
    for i in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + i / rate - time.perf_counter()))
        free = seats[i % tables]
        tasks.append(asyncio.create_task(free.move(follow=True)))
    await asyncio.gather(*tasks)
    taken = time.perf_counter() - began
    used = [now - then for now, then in zip(fleet.cpu(), before, strict=True)]
    acknowledged = [value for seat in seats for value in seat.acknowledged]
    delivered = [value for seat in seats for value in seat.delivered]
    return {
        "tables": tables,
        "watchers": tables * len(WATCHERS),
        "rate/s": rate,
        "moves": len(acknowledged),
        "ack p50 ms": round(1000 * percentile(acknowledged, 0.5), 1),
        "ack p99 ms": round(1000 * percentile(acknowledged, 0.99), 1),
        "told p99 ms": round(1000 * percentile(delivered, 0.99), 1),
        "processors": round(sum(used) / taken, 2),
        "server MB": round(fleet.memory()),
    }


async def loading(folder: str, lengths: tuple[int, ...] = (100, 500, 2000)) -> dict[str, Any]:
    """Load tables of several lengths from storage, as after a restart: time and memory."""
    from rondel.server.settings import Settings, database_url
    from rondel.server.storage import Store
    from rondel.server.tables import Tables

    store = Store(database_url(Path(folder) / "load.db"))
    await store.start()
    tables = Tables(Settings(database=store.url, plays_forced=False), store)
    found: dict[str, Any] = {}
    for actions in lengths:
        found[f"{actions} actions"] = await load_one(tables, actions)
    await store.stop()
    return found


async def load_one(tables: Tables, actions: int) -> dict[str, Any]:
    from rondel.server.storage import Seat as StoredSeat

    # Nations that rarely tax gain no power: a game of the length that is wanted.
    match = Recorded("imperial", 6, 7, actions, avoid=" taxation").match
    assert match.position == actions
    summary = await tables.found(match, [StoredSeat(name, "human", None) for name in match.names])
    del match
    times: list[float] = []
    for _ in range(20):
        tables.memory.drop(tables.memory.cached[summary.id])
        began = time.perf_counter()
        await tables.observation(summary.id, 0)
        times.append(time.perf_counter() - began)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    loaded = [await tables.memory.restored(summary.id) for _ in range(10)]
    gc.collect()
    kept = (tracemalloc.get_traced_memory()[0] - before) / len(loaded)
    tracemalloc.stop()
    began = time.perf_counter()
    await tables.log(summary.id, 0)
    return {
        "load and observe ms (median of 20)": round(1000 * percentile(times, 0.5), 1),
        "kB in memory": round(kept / 1000),
        "whole log ms": round(1000 * (time.perf_counter() - began), 1),
    }


async def fill(url: str, number: int) -> float:
    """Put so many finished or waiting tables into a database; the bytes that each takes."""
    from rondel.server.settings import Settings
    from rondel.server.storage import Seat as StoredSeat
    from rondel.server.storage import Store
    from rondel.server.table import row
    from rondel.server.tables import Tables

    store = Store(url)
    await store.start()
    tables = Tables(Settings(database=url, plays_forced=False, cached_tables=1), store)
    played = [Recorded("imperial", 4, each, 120).match for each in range(min(number, 64))]
    # A table that is stored keeps no events in memory, nor do its forks: what they are is taken down before.
    rows = [[row(match, position, position + 1) for position in range(match.position)] for match in played]
    for start in range(0, number, 100):
        made = []
        for each in range(start, min(number, start + 100)):
            match = played[each % len(played)].fork()
            seats = [StoredSeat(name, "human", None) for name in match.names]
            made.append(tables.found(match, seats, rows=list(rows[each % len(played)])))
        await asyncio.gather(*made)
    with store.engine.connect() as connection:
        sizes = {
            "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
            "postgresql": "SELECT pg_database_size(current_database())",
        }
        size = int(connection.exec_driver_sql(sizes[store.engine.dialect.name]).scalar() or 0)
    await store.stop()
    return size / number


async def held(fleet: Fleet, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Very many stored tables, and two hundred that are played and watched by five each."""
    return {"lists": await lists(fleet), **await steady(fleet, tables, rate, seconds)}


async def bots(fleet: Fleet, bot: str, tables: int, seconds: float) -> dict[str, Any]:
    """Tables at which bots play among themselves, with nobody watching: what a bot's move costs."""
    _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", fleet.ports[0])
    while not await play_out(line, bot, tables, time.perf_counter() + 1):
        pass  # the thinking processes start
    server = fleet.pids()[0]
    everybody = [server, *children(server)]
    own, all_, moves = processor_seconds([server]), processor_seconds(everybody), 0
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        moves += await play_out(line, bot, tables, began + seconds)
    own, all_ = processor_seconds([server]) - own, processor_seconds(everybody) - all_
    return {
        "bot": bot,
        "moves": moves,
        "moves/s": round(moves / (time.perf_counter() - began)),
        "server cpu ms/move": round(1000 * own / max(1, moves), 2),
        "thinking cpu ms/move": round(1000 * (all_ - own) / max(1, moves), 2),
    }


async def play_out(line: Line, bot: str, tables: int, until: float) -> int:
    """Bots play some games to their end, or until it is time; how many moves they made."""
    new = json.dumps({"game": "imperial", "seats": [{"kind": "bot", "bot": bot}] * 4}).encode()
    ids = []
    for _ in range(tables):
        status, body = await line.ask("POST", "/api/tables", new)
        assert status == 201, body
        ids.append(json.loads(body)["id"])
    moves = 0
    for each in ids:
        table = {"over": False}
        while not table["over"] and time.perf_counter() < until:
            await asyncio.sleep(0.1)
            table = json.loads((await line.ask("GET", f"/api/tables/{each}"))[1])
        moves += json.loads((await line.ask("GET", f"/api/tables/{each}"))[1])["position"]
        await line.ask("DELETE", f"/api/tables/{each}")
    return moves


async def lists(fleet: Fleet) -> float:
    """How long the start page's list takes, in milliseconds."""
    _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", fleet.ports[0])
    times = []
    for _ in range(10):
        began = time.perf_counter()
        status, _ = await line.ask("GET", "/api/tables")
        assert status == 200
        times.append(time.perf_counter() - began)
    return round(1000 * percentile(times, 0.5), 1)


def fsync_time(folder: str) -> float:
    """What the disk can do: one small fsync, in milliseconds."""
    with (Path(folder) / "fsync").open("wb", buffering=0) as file:
        began = time.perf_counter()
        for _ in range(100):
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
    return (time.perf_counter() - began) * 10


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m rondel.server.bench")
    parser.add_argument("--tables", type=int, help="by default 32; with --only held 200")
    parser.add_argument("--stored", type=int, default=10_000, help="with --only held")
    parser.add_argument("--rate", type=float, default=200, help="moves a second of the even stream")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--listeners", type=int, default=0, help="processes besides, that serve no table")
    parser.add_argument("--database", default="", help="of PostgreSQL: it is filled; by default SQLite in --folder")
    parser.add_argument("--spread", action="store_true", help="watch tables at other processes than they are played at")
    parser.add_argument("--folder", help="where the database is made; by default the system's temporary folder")
    parser.add_argument("--profile", default="", help="write a profile of the server to this file")
    parser.add_argument("--watchers", type=int, default=5, help="of each table")
    parser.add_argument("--bot", default="heuristic", help="with --only bots")
    parser.add_argument("--only", choices=("throughput", "steady", "load", "held", "bots"))
    asked = parser.parse_args()
    if asked.processes + asked.listeners > 1 and not asked.database:
        parser.error("several processes need --database postgresql://...")
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        measure(asked, folder)


def measure(asked: argparse.Namespace, folder: str) -> None:
    print(json.dumps({"fsync ms": round(fsync_time(folder), 2)}), flush=True)
    if asked.only in (None, "load"):
        print(json.dumps({"load": asyncio.run(loading(folder))}), flush=True)
    if asked.only == "load":
        return
    if asked.only == "held":
        url = asked.database or f"sqlite:///{folder}/bench.db"
        print(
            json.dumps({"stored": asked.stored, "bytes each": round(asyncio.run(fill(url, asked.stored)))}), flush=True
        )
    fleet = Fleet(folder, asked.processes, asked.database, asked.profile, asked.listeners)
    try:
        if asked.only in (None, "throughput"):
            watchers = tuple(WATCHERS[each % len(WATCHERS)] for each in range(asked.watchers))
            result = asyncio.run(throughput(fleet, asked.tables or 32, asked.seconds, watchers, asked.spread))
            print(json.dumps({"throughput": result}), flush=True)
        if asked.only in (None, "steady"):
            result = asyncio.run(steady(fleet, asked.tables or 32, asked.rate, asked.seconds))
            print(json.dumps({"steady": result}), flush=True)
        if asked.only == "bots":
            print(
                json.dumps({"bots": asyncio.run(bots(fleet, asked.bot, asked.tables or 4, asked.seconds))}), flush=True
            )
        if asked.only == "held":
            result = asyncio.run(held(fleet, asked.tables or 200, asked.rate, asked.seconds))
            print(json.dumps({"held": result}), flush=True)
    finally:
        fleet.stop()


if __name__ == "__main__":
    main()
