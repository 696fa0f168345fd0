"""Bots think in processes of their own, so that nobody waits for them.

A worker gets the saved state, loads it, and shows the bot what its seat may see: its view, its choices, and worlds that
it can imagine. It answers with one of the choices.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import random
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

import msgspec

from rondel import bots
from rondel.bots import Sight
from rondel.bots.coach import advise
from rondel.bots.search import Budget
from rondel.games import load
from rondel.kernel.bargain import claimed, faithful
from rondel.kernel.flow import State
from rondel.kernel.game import Game
from rondel.server.errors import Refusal

log = logging.getLogger("rondel.server")

LONGEST_THOUGHT = 5.0
"""No bot of a site takes longer for a decision, in seconds: others wait. In a house one may let it think."""
LONGEST_COUNSEL = 3.0
"""No coach does."""
COUNSEL_GAMES = 480
"""So many games a coach plays out at most."""
MOST_CHOICES = 5
"""So many choices a coach speaks of at most."""
START = "spawn"
"""How a process of bots begins: afresh, with nothing of the server's."""

# --- in the worker ----------------------------------------------------------------------------------------------------


_told: Any = None
"""[thought] 1: nobody waits for it any more. Shared with the server."""


def begin(told: Any = None) -> None:
    """A worker ends with the server, however that ends; Ctrl-C is the server's affair."""
    global _told
    _told = told
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _think(
    game_name: str, bot: str, saved: bytes, seat: int, word: bytes, mind: list[int], longest: float, thought: int
) -> tuple[int, list[int]]:
    """What the bot chooses, and what it should be reminded of when it is asked again."""
    game = load(game_name)
    state = game.load(msgspec.json.decode(saved), trusted=True)
    seed = secrets.token_hex(8)
    sight = Sight(game, state, seat, random.Random(seed))
    if word:
        claim = _keep_word(sight, msgspec.json.decode(word))
        if claim >= 0:
            return claim, mind
    if not bots.is_known(game_name, bot):  # somebody's own, in an arena
        return _offered(game, state, seat, bot, bots.program(game, bot, seed).choose(sight)), []
    player = bots.make(game_name, bot, seed, longest, stop=lambda: bool(_told[thought]))
    player.remember(mind)
    return _offered(game, state, seat, bot, player.choose(sight)), player.memory()


def _offered(game: Game[Any], state: State, seat: int, bot: str, action: int) -> int:
    if action not in game.legal(state, seat):
        raise ValueError(f"the bot {bot} chose {action}, which is not on offer")
    return int(action)


def _keep_word(sight: Sight, word: dict[str, Any]) -> int:
    """Leave a bot only choices that keep its promises; what it does to have one kept that it was given, or -1."""
    game, world, seat = sight.game, sight.imagine(), sight.seat
    sight.choices = faithful(game, world, seat, word["promises"], word["scenes"], sight.choices)
    return claimed(game, world, seat, word["promised"], sight.choices)


def _advise(game_name: str, saved: bytes, seat: int, thought: int) -> list[dict[str, Any]]:
    game = load(game_name)
    state = game.load(msgspec.json.decode(saved), trusted=True)
    budget = Budget(COUNSEL_GAMES, LONGEST_COUNSEL, stop=lambda: bool(_told[thought]))
    seen = hashlib.sha256(msgspec.json.encode(game.view(state, seat), order="deterministic"))
    found = advise(game, state, seat, seen.hexdigest(), budget, MOST_CHOICES)  # whoever asks again is told the same
    return [each.to_json(game) for each in found]


# --- in the server ----------------------------------------------------------------------------------------------------


class Opponents:
    """A pool of thinking processes, started when the first bot must move."""

    def __init__(self, workers: int, longest: float = LONGEST_THOUGHT) -> None:
        self.workers = workers
        self.longest = longest  # seconds for a thought; 0: as long as the bot likes
        self.pool: ProcessPoolExecutor | None = None
        self.room = asyncio.Semaphore(2 * workers)
        self.told: Any = multiprocessing.get_context(START).RawArray("b", 2 * workers)
        self.free = list(range(2 * workers))  # thoughts that nobody thinks
        self.asking = 0  # who is being advised

    async def choose(
        self,
        game: str,
        bot: str,
        saved: bytes,
        seat: int,
        choices: list[int],
        word: Any = None,
        mind: list[int] | None = None,
    ) -> int:
        """What the bot does, bound by its `word`. One that fails must not stop the game: any choice will do, and the
        log tells of it. `mind`: what it remembers, and here it writes down what it will."""
        mind = [] if mind is None else mind
        if len(choices) == 1:
            return choices[0]
        encoded = b"" if word is None else msgspec.json.encode(word)
        try:
            action, mind[:] = await self._think(_think, game, bot, saved, seat, encoded, list(mind), self.longest)
            return int(action)
        except BrokenProcessPool:
            log.error("a bot's process ended; bots are started anew")
        except Exception:
            log.exception("the bot %s failed at %s", bot, game)
        return random.choice(choices)

    async def advise(self, game: str, saved: bytes, seat: int) -> list[dict[str, Any]]:
        """What a coach says to a seat; who asks waits for a place among the bots, but not for long."""
        if self.asking >= self.workers:
            raise Refusal(429, "busy", "others are being advised; try again in a moment", wait=LONGEST_COUNSEL)
        self.asking += 1
        try:
            found: list[dict[str, Any]] = await self._think(_advise, game, saved, seat)
        except BrokenProcessPool:
            log.error("a coach's process ended; bots are started anew")
            raise Refusal(503, "not-advised", "the coach had to leave; ask again") from None
        finally:
            self.asking -= 1
        return found

    async def _think(self, work: Callable[..., Any], *about: Any) -> Any:
        """Have something thought of by one of the processes; its last argument is the number of the thought."""
        async with self.room:
            pool = self._pool()
            while not self.free:  # thoughts that were told to end are about to
                await asyncio.sleep(0.02)
            thought = self.free.pop()
            self.told[thought] = 0
            thinking = pool.submit(work, *about, thought)
            thinking.add_done_callback(lambda _: self.free.append(thought))
            try:
                return await asyncio.wrap_future(thinking)
            except asyncio.CancelledError:
                self.told[thought] = 1  # it need not think on
                raise
            except BrokenProcessPool:
                if self.pool is pool:
                    self.pool = None
                raise

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context(START)
            self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin, initargs=(self.told,))
        return self.pool

    def stop(self) -> None:
        if self.pool is not None:
            for thought in range(len(self.told)):
                self.told[thought] = 1
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
