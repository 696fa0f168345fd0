"""Bots think in processes of their own, so that nobody waits for them.

A worker gets the saved state, loads it, and shows the bot what its seat may see: its view, its choices, and worlds that
it can imagine. It answers with one of the choices.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from importlib.util import find_spec
from multiprocessing.connection import wait
from typing import Any

import msgspec

from rondel.games import load
from rondel.kernel.flow import State

log = logging.getLogger("rondel.server")

RANDOM = "random"


def names(game: str) -> list[str]:
    """The bots that can play a game, the best first."""
    if find_spec("rondel.bots") is None:
        return [RANDOM]
    from rondel import bots

    return [str(name) for name in bots.names(load(game))]


def make(game: str, name: str) -> Any:
    if find_spec("rondel.bots") is None:
        return RandomBot()
    from rondel import bots

    return bots.make(load(game), name)


class RandomBot:
    """Any choice is as good as any other."""

    def choose(self, view: dict[str, Any], choices: list[int], imagine: Any) -> int:
        return random.choice(choices)


# --- in the worker ----------------------------------------------------------------------------------------------------


def _begin() -> None:
    """A worker ends with the server, however that ends; Ctrl-C is the server's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=16)
def _bot(game: str, name: str) -> Any:
    return make(game, name)


def _think(game_name: str, bot: str, saved: bytes, seat: int) -> int:
    game = load(game_name)
    state = game.load(msgspec.json.decode(saved))
    choices = game.legal(state, seat)
    rng = random.Random()

    def imagine() -> State:
        return game.imagine(state, seat, rng)

    action = int(_bot(game_name, bot).choose(game.view(state, seat), list(choices), imagine))
    if action not in choices:
        raise ValueError(f"the bot {bot} chose {action}, which is not on offer")
    return action


# --- in the server ----------------------------------------------------------------------------------------------------


class Opponents:
    """A pool of thinking processes, started when the first bot must move."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None
        self.room = asyncio.Semaphore(2 * workers)

    async def choose(self, game: str, bot: str, saved: bytes, seat: int, choices: list[int]) -> int:
        """What the bot does. One that fails must not stop the game: any choice will do, and the log tells of it."""
        if len(choices) == 1:
            return choices[0]
        async with self.room:
            pool = self._pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _think, game, bot, saved, seat)
            except BrokenProcessPool:
                log.error("a bot's process ended; bots are started anew")
                if self.pool is pool:
                    self.pool = None
            except Exception:
                log.exception("the bot %s failed at %s", bot, game)
        return random.choice(choices)

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin)
        return self.pool

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            self.pool = None
