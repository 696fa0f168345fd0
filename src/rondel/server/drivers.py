"""Those who move the bots: one task for each table at which a bot is to act."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from rondel.server.errors import Refusal
from rondel.server.memory import Memory
from rondel.server.opponents import Opponents
from rondel.server.settings import Settings
from rondel.server.table import LiveTable

log = logging.getLogger("rondel.server")

TRY_AGAIN = 2.0
"""Seconds until bots try again whose move could not be stored."""
AT_ONCE = 8
"""How many tables are taken up again at the same time when the server starts."""

encode = msgspec.json.Encoder().encode
Move = Callable[[LiveTable, int, int], Awaitable[int]]


class Drivers:
    def __init__(self, settings: Settings, memory: Memory, opponents: Opponents, move: Move) -> None:
        self.settings = settings
        self.memory = memory
        self.opponents = opponents
        self.move = move
        self.stopping = False
        self.resuming: asyncio.Task[None] | None = None

    def drive(self, live: LiveTable) -> None:
        """See to it that the bots of a table move."""
        if self.stopping or live.bot_to_act() is None or (live.driver is not None and not live.driver.done()):
            return
        live.driver = asyncio.create_task(self._move_bots(live))

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
        action = await self.opponents.choose(live.game.name, bot, saved, seat, choices)
        if live.audience:
            await asyncio.sleep(max(0.0, self.settings.bot_pause - (clock() - began)))
        async with self.memory.use(live.id) as same:
            if same is live and live.message == message:
                await self.move(live, seat, action)

    async def _move_bots_later(self, table: str) -> None:
        await asyncio.sleep(TRY_AGAIN)
        with suppress(Refusal):
            async with self.memory.use(table) as live:
                self.drive(live)

    def start(self) -> None:
        self.resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Bots that had to move when the server ended go on."""
        at_once = asyncio.Semaphore(AT_ONCE)

        async def resume(table: str) -> None:
            async with at_once:
                try:
                    async with self.memory.use(table) as live:
                        self.drive(live)
                    if live.driver is not None:
                        await live.driver
                except Refusal as refusal:
                    log.warning("table %s is not resumed: %s", table, refusal.message)

        waiting = [
            each.id
            for each in await self.memory.store.tables(running=True, limit=100_000)
            if any(seat >= 0 and each.seats[seat].kind == "bot" for seat in each.to_act)
        ]
        await asyncio.gather(*(resume(table) for table in waiting))

    async def stop(self) -> None:
        self.stopping = True
        tasks = [live.driver for live in self.memory.cached.values() if live.driver is not None]
        tasks += [self.resuming] if self.resuming is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
