"""A real server on a real socket, and somebody who plays there."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from sqlalchemy import text
from websockets.sync.client import ClientConnection, connect

from rondel.server.app import create_app
from rondel.server.run import LOCAL_NAMES, Address, configure
from rondel.server.settings import Settings, database_url
from rondel.server.storage import make_engine

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: in this one a browser's test may have left its event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


HUMANS = ("Anna", "Ben", "Chloé", "Đặng")


def eventually(check: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


class Lines(logging.Handler):
    """What the server writes to its log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Place:
    """A server in a thread of this process, with its own database.

    Unless it is told otherwise it plays no forced choices: most tests count their moves.
    """

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = replace(
            Settings(
                database=database_url(folder / "rondel.db"),
                bot_pause=0.0,
                bot_workers=1,
                hosts=LOCAL_NAMES,
                plays_forced=False,
            ),
            **settings,
        )
        self.handler = Lines()
        self.start()

    def start(self) -> None:
        logging.getLogger().addHandler(self.handler)
        self.address = Address("127.0.0.1", 0)
        self.url = self.address.url.rstrip("/")
        self.port = self.address.port
        self.app = create_app(self.settings)
        config = configure(self.app, self.settings)
        self.server = uvicorn.Server(config)
        self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self.runner = asyncio.Runner(loop_factory=config.get_loop_factory())
        serve = self.server.serve(sockets=[self.address.socket])
        self.thread = threading.Thread(target=lambda: self._run(serve), daemon=True)
        self.thread.start()
        eventually(lambda: self.server.started)
        # Reading the system's certificates, which nobody needs here, takes longer than most answers.
        self.http = httpx.Client(base_url=f"{self.url}/api", timeout=20, verify=False)

    def _run(self, serve: Coroutine[Any, Any, None]) -> None:
        with self.runner:
            self.runner.run(serve)

    def keep_busy(self, seconds: float) -> None:
        """With something that it was sent: for a while it reads and answers nothing else."""
        loop, (ours, theirs) = self.runner.get_loop(), socket.socketpair()

        def work() -> None:
            loop.remove_reader(theirs)
            time.sleep(seconds)
            ours.close()
            theirs.close()

        loop.call_soon_threadsafe(loop.add_reader, theirs, work)
        ours.send(b"work")

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()
        logging.getLogger().removeHandler(self.handler)

    def restart(self) -> None:
        self.stop()
        self.start()

    @property
    def lines(self) -> list[str]:
        return self.handler.lines

    # --- playing --------------------------------------------------------------------------------------------------

    def table(self, *kinds: str, game: str = "imperial", options: dict[str, Any] | None = None) -> Guest:
        """A new table: `human` or the name of a bot for each seat."""
        seats = [
            {"name": HUMANS[i % 4], "kind": "human"} if kind == "human" else {"name": kind, "kind": "bot", "bot": kind}
            for i, kind in enumerate(kinds)
        ]
        answer = self.http.post("/tables", json={"game": game, "seats": seats, "options": options or {}})
        assert answer.status_code == 201, answer.text
        return Guest(self, answer.json()["id"])

    def humans(self, number: int = 4, **options: Any) -> Guest:
        return self.table(*["human"] * number, options=options)

    def database(self) -> list[Any]:
        """Everything that is stored."""
        return [self.rows(name) for name in ("tables", "seats", "entries")]

    def rows(self, name: str) -> list[Any]:
        engine = make_engine(self.settings.database)
        try:
            with engine.connect() as connection:
                return [tuple(row) for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")).all()]
        finally:
            engine.dispose()


class Guest:
    """Somebody at a table, who may sit on all its seats."""

    def __init__(self, place: Place, table: str) -> None:
        self.place = place
        self.table = table
        self.random = random.Random(5)

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    def get(self, what: str = "", **params: Any) -> Any:
        answer = self.place.http.get(f"{self.path}{what}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def summary(self) -> Any:
        return self.get()

    def see(self, seat: int | None = None, **params: Any) -> Any:
        return self.get("/observation", **({} if seat is None else {"seat": seat}), **params)

    def log(self, seat: int | None = None, **params: Any) -> Any:
        return self.get("/log", **({} if seat is None else {"seat": seat}), **params)

    def file(self) -> str:
        answer = self.place.http.get(f"{self.path}/file")
        assert answer.status_code == 200
        return answer.text

    def acting(self) -> tuple[int, Any]:
        """A seat that must decide, and what it sees."""
        seat = self.summary()["to_act"][0]
        return seat, self.see(seat)

    def post_move(self, seat: int, position: int, action: int) -> httpx.Response:
        move = {"seat": seat, "position": position, "action": action}
        return self.place.http.post(f"{self.path}/moves", json=move)

    def move(self) -> tuple[int, dict[str, Any]]:
        """Any legal action of whoever must decide."""
        seat, seen = self.acting()
        choice = self.random.choice(seen["choices"])
        answer = self.post_move(seat, seen["position"], choice["id"])
        assert answer.status_code == 200, answer.text
        return seat, choice

    def moves(self, number: int) -> None:
        for _ in range(number):
            self.move()

    def take_back(self, seat: int, position: int, count: int = 1) -> httpx.Response:
        asked = {"seat": seat, "position": position, "count": count}
        return self.place.http.post(f"{self.path}/takeback", json=asked)

    def watch(self, **params: Any) -> Watch:
        query = "&".join(f"{key.rstrip('_')}={value}" for key, value in params.items())
        return Watch(f"ws://127.0.0.1:{self.place.port}/api{self.path}/live?{query}")


class Watch:
    """A live line."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.stack = ExitStack()
        self.connection: ClientConnection = self.stack.enter_context(connect(url, additional_headers=headers))

    def next(self, timeout: float = 10) -> Any:
        while True:
            message = json.loads(self.connection.recv(timeout))
            if message["type"] != "bot-thinking":
                return message

    def any(self, timeout: float = 10) -> Any:
        return json.loads(self.connection.recv(timeout))

    def close(self) -> None:
        self.stack.close()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Process:
    """A server in a process of its own, to be ended in any way."""

    def __init__(self, database: Path, port: int = 0, more: list[str] | None = None) -> None:
        command = [sys.executable, "-m", "rondel.server", "--port", str(port), "--database", str(database)]
        command += more or []
        environment = {**os.environ, "RONDEL_BOT_PAUSE": "0", "RONDEL_FORCED": "0"}
        self.log = database.with_suffix(".log").open("a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        assert self.process.stdout is not None
        line = "-"
        while line and "http://" not in line:
            line = self.process.stdout.readline()
        assert line, "it did not start"
        self.url = "http://" + line.split("http://")[1].split()[0].rstrip("/")

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(20)
        self.close()

    def stop(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        self.close()
        assert code == 0

    def close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()
