"""Those who move the bots: one task for each table at which a bot is to act."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from rondel.server.errors import Refusal
from rondel.server.memory import Memory
from rondel.server.opponents import Opponents
from rondel.server.settings import Settings
from rondel.server.storage import ConflictError
from rondel.server.table import LiveTable

log = logging.getLogger("rondel.server")

TRY_AGAIN = 2.0
"""Seconds until bots try again whose move could not be stored."""

encode = msgspec.json.Encoder().encode
Move = Callable[[LiveTable, int, int], Awaitable[int]]


def idle(live: LiveTable, seat: int, choices: list[int]) -> int | None:
    """What a bot does that is only to hold a seat for somebody: as little as there is on offer."""
    away = live.clocks.away.get(seat)
    if away is None or away.mandate != "hold":
        return None
    return live.game.least(choices)


async def no_word(live: LiveTable, seat: int) -> None:
    """Nobody has promised anything."""


class Drivers:
    def __init__(self, settings: Settings, memory: Memory, opponents: Opponents, move: Move) -> None:
        self.settings = settings
        self.memory = memory
        self.opponents = opponents
        self.move = move
        self.stopping = False
        self.word: Callable[[LiveTable, int], Awaitable[Any]] = no_word
        """What a bot has promised, and was promised, by or to people: see weeks/ledger.py."""
        self.is_watched: Callable[[str], bool] = lambda table: True
        """Whether anybody follows a table, in whatever process: then its bots take their time."""

    def drive(self, live: LiveTable) -> None:
        """See to it that the bots of a table move."""
        if self.stopping or live.bot_to_act() is None or (live.driver is not None and not live.driver.done()):
            return
        live.driver = asyncio.create_task(self._move_bots(live))

    def busy(self) -> list[str]:
        """The tables at which bots are being moved."""
        cached = self.memory.cached.values()
        return [live.id for live in cached if live.driver is not None and not live.driver.done()]

    async def _move_bots(self, live: LiveTable) -> None:
        try:
            while not live.gone and (seat := live.bot_to_act()) is not None:
                await self._move_bot(live, seat)
        except Refusal as refusal:
            if refusal.status != 404:  # it could not be stored, or was changed elsewhere: try again by and by
                await self._move_bots_later(live.id)
        except Exception:
            log.exception("the bots of table %s stopped", live.id)

    async def _move_bot(self, live: LiveTable, seat: int) -> None:
        clock = asyncio.get_running_loop().time
        message, state, began = live.message, live.match.state, clock()
        choices = live.game.legal(state, seat)
        if len(choices) > 1:
            live.audience.tell({"type": "bot-thinking", "seat": seat})
        bot, saved = live.seats[seat].bot or "", encode(live.game.save(state))
        action = idle(live, seat, choices)
        if action is None:
            has_company = any(each.kind == "human" or each.person is not None for each in live.seats)
            word = await self.word(live, seat) if len(choices) > 1 and has_company else None
            mind = live.minds.setdefault(seat, [])
            action = await self.opponents.choose(live.game.name, bot, saved, seat, choices, word, mind)
        if self.is_watched(live.id):
            await asyncio.sleep(max(0.0, self.settings.bot_pause - (clock() - began)))
        async with self.memory.use(live.id, check=False) as same:
            if same is live and live.message == message:
                with suppress(ConflictError):  # it was moved in another process
                    await self.move(live, seat, action)

    async def _move_bots_later(self, table: str) -> None:
        await asyncio.sleep(TRY_AGAIN)
        with suppress(Refusal):
            async with self.memory.use(table) as live:
                self.drive(live)

    async def stop(self) -> None:
        self.stopping = True
        tasks = [live.driver for live in self.memory.cached.values() if live.driver is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
