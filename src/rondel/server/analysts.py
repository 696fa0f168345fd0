"""Those who look at whole games again: in a process of their own, one game after the other."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from rondel.bots.analysis import analyse
from rondel.bots.search import Budget
from rondel.games import load
from rondel.kernel import record
from rondel.server import opponents
from rondel.server.errors import Refusal

log = logging.getLogger("rondel.server")

KEPT = 64
"""So many results are remembered."""
WAITING = 4
"""So many games may wait or be looked at; who comes then asks again later."""

Key = tuple[str, int, int]

_progress: Any = None
"""[slot] how far it has come, shared with the server."""


def begin(progress: Any) -> None:
    global _progress
    _progress = progress
    opponents.begin()


def _look(text: str, seats: list[int], first: list[int], viewer: int, seconds: float, slot: int) -> dict[str, Any]:
    match = record.parse(text, load)

    def tell(part: float) -> None:
        _progress[slot] = part

    found = analyse(match, seats, Budget(seconds=seconds), "1", viewer, tell, first)
    return found.to_json()


class Analysts:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  # no game is looked at for longer
        self.pool: ProcessPoolExecutor | None = None
        self.progress: Any = multiprocessing.get_context("spawn").RawArray("d", WAITING)
        self.free = list(range(WAITING))
        self.running: dict[Key, int] = {}
        self.found: OrderedDict[Key, dict[str, Any] | None] = OrderedDict()

    def begin(self, key: Key, text: str, seats: list[int], first: list[int], viewer: int) -> None:
        """Look at a game, unless that is being done or was done."""
        if key in self.running or self.found.get(key) is not None:
            return
        if not self.free:
            raise Refusal(429, "busy", "other games are being looked at; try again in a minute", wait=self.seconds)
        slot = self.free.pop()
        self.progress[slot] = 0.0
        self.running[key] = slot
        self.found.pop(key, None)
        future = self._pool().submit(_look, text, seats, first, viewer, self.seconds, slot)
        asyncio.wrap_future(future).add_done_callback(lambda done: self._done(key, slot, done))

    def _done(self, key: Key, slot: int, done: asyncio.Future[dict[str, Any]]) -> None:
        self.free.append(slot)
        self.running.pop(key, None)
        if done.cancelled():
            return
        problem = done.exception()
        if problem is not None:
            log.error("table %s could not be looked at: %r", key[0], problem)
            self.pool = None
        self.found[key] = None if problem is not None else done.result()
        while len(self.found) > KEPT:
            self.found.popitem(last=False)

    def state(self, key: Key) -> dict[str, Any]:
        """How far it has come."""
        if key in self.running:
            return {"progress": round(float(self.progress[self.running[key]]), 3), "analysis": None}
        if key not in self.found:
            raise Refusal(404, "no-analysis", "this game is not being looked at")
        if self.found[key] is None:
            raise Refusal(500, "failed", "the game could not be looked at")
        return {"progress": 1.0, "analysis": self.found[key]}

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(self.progress,))
        return self.pool

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
