"""Programs over the API in the arena: a site of its own on this machine, at whose tables they sit down.

A program is started as `COMMAND LINK --token TOKEN`, once for each seat and game, as `examples/remote_bot.py` is: it
follows the invitation, takes the free seat, and plays until the game is over. On the other seats sit bots of any kind.
The dice are the site's own, so a seed does not bring the same games again.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from types import TracebackType
from typing import Any

from rondel import bots, games
from rondel.cli.arena import Played, Result, seating
from rondel.cli.common import Complaint
from rondel.kernel import record
from rondel.kernel.game import Game

PATIENCE = 600.0
"""A program that has not finished its game after so many seconds has lost it, and the arena goes on."""
TO_SIT_DOWN = 60.0


class House:
    """A site in a thread of this process, with nothing in it, that ends with the tournament."""

    def __init__(self, own_bots: tuple[str, ...] = ()) -> None:
        try:
            import uvicorn

            from rondel.server.app import create_app
            from rondel.server.run import LOCAL_NAMES, Address, configure
            from rondel.server.settings import Settings, database_url
        except ImportError as error:
            raise Complaint(
                f"programs over the API need the server ({error.name} is missing): pip install 'rondel[server]'"
            ) from None
        self.folder = tempfile.TemporaryDirectory(prefix="rondel-arena-")
        database = database_url(Path(self.folder.name) / "arena.db")
        settings = Settings(database=database, bot_pause=0.0, hosts=LOCAL_NAMES, site=True, own_bots=own_bots)
        address = Address("127.0.0.1", 0)
        self.url = address.url.rstrip("/")
        self.server = uvicorn.Server(configure(create_app(settings), settings))
        self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serve = self.server.serve(sockets=[address.socket])
        self.thread = threading.Thread(target=lambda: asyncio.run(serve), daemon=True)
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def __enter__(self) -> House:
        self.thread.start()
        until(lambda: self.server.started, 60.0, "the arena's own site did not start")
        self.ask("/accounts", {"login": "arena", "password": secrets.token_hex(12)})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.folder.cleanup()

    def ask(self, path: str, body: Any = None) -> Any:
        return json.loads(self.text(path, body))

    def text(self, path: str, body: Any = None) -> str:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, {"content-type": "application/json"})
        try:
            with self.opener.open(request, timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise Complaint(f"the arena's own site refused {path}: {error.read().decode()[:300]}") from None


def until(done: Any, seconds: float, failure: str) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise Complaint(failure)
        time.sleep(0.05)


def play(
    game: Game[Any], names: list[str], programs: dict[str, str], number: int, seed: int, options: dict[str, Any],
    progress: Any,
) -> Result:  # fmt: skip
    """As in the arena, but every game is played at a table of a site."""
    result = Result(game.name, names)
    begun = time.perf_counter()
    own = tuple(name for name in names if name not in programs and not bots.is_known(game.name, name))
    with House(own) as house:
        tokens = [house.ask("/me/programs", {"name": name})["token"] if name in programs else "" for name in names]
        for each in range(number):
            result.played.append(one_game(house, game, names, programs, tokens, each, seed, options))
            progress()
    result.seconds = time.perf_counter() - begun
    return result


def one_game(
    house: House, game: Game[Any], names: list[str], programs: dict[str, str], tokens: list[str], number: int,
    seed: int, options: dict[str, Any],
) -> Played:  # fmt: skip
    played = Played(number, seating(len(names), number, seed))
    sitting = [played.place.index(seat) for seat in range(len(names))]  # [seat] -> bot
    seats = [{"kind": "human"} if names[bot] in programs else {"kind": "bot", "bot": names[bot]} for bot in sitting]
    table = house.ask("/gatherings", {"game": game.name, "seats": seats, "options": options})["id"]
    link = house.ask(f"/tables/{table}/invitation", {})["url"]
    started: list[subprocess.Popen[str]] = []
    try:
        for seat, bot in enumerate(sitting):
            name = names[bot]
            if name in programs:  # each takes the first free seat, so that one sits before the next is called
                command = [*shlex.split(programs[name]), link, "--token", tokens[bot]]
                started.append(start(name, command))
                sit_down(house, table, seat, name, started[-1])
        end = time.monotonic() + PATIENCE
        while not house.ask(f"/tables/{table}")["over"] and time.monotonic() < end:
            for process in started:
                if process.poll() not in (None, 0):
                    raise Complaint(f"a program ended: {said(process)}")
            time.sleep(0.2)
    finally:
        for process in started:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    match = record.parse(house.text(f"/tables/{table}/file"), games.load)
    played.actions = match.position
    played.finished = match.over
    if match.over:
        ranks, scores = game.ranks(match.state), game.scores(match.state)
        played.ranks = [ranks[seat] for seat in played.place]
        played.scores = [scores[seat] for seat in played.place]
    return played


def start(name: str, command: list[str]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except OSError as error:
        raise Complaint(f"--program {name}: {command[0]}: {error.strerror}") from None


def sit_down(house: House, table: str, seat: int, name: str, process: subprocess.Popen[str]) -> None:
    def sits() -> bool:
        if process.poll() is not None and house.ask(f"/tables/{table}/company")["seats"][seat]["free"]:
            raise Complaint(f"{name} ended before it sat down: {said(process)}")
        return not house.ask(f"/tables/{table}/company")["seats"][seat]["free"]

    until(sits, TO_SIT_DOWN, f"{name} took no seat within {TO_SIT_DOWN:.0f} s")


def said(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.read().strip()[-300:] or f"exit code {process.returncode}"
