"""The live line of a table: a WebSocket that tells every change, numbered, and resumes where it broke off.

    WS /api/tables/{id}/live?seat=0&from=41&patch=1

`from` is the number of the last message seen; without it, or if what was missed cannot be told, the first message is a
`reset` with a full observation. With `patch=1` a message carries a patch of the last observation (see patch.py), else
the whole new one. The watcher of a seat may say `{"type": "typing"}`: the others are told that its player is writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import msgspec
from starlette.types import Receive, Scope, Send

from rondel.kernel.flow import SPECTATOR
from rondel.server.access import Person
from rondel.server.audience import Watcher, reset, retold
from rondel.server.errors import Refusal, note, reply
from rondel.server.presence import LONGEST_TYPING, TYPING_EVERY, decode_typing

if TYPE_CHECKING:
    from rondel.server.tables import Tables


class Live:
    """The ASGI endpoint, given the table."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        try:
            seat, since, patches = _wishes(scope["query_string"])
            person: Person = scope["rondel.person"]
            watcher = Watcher(seat, patches, self.tables.settings.backlog, person)
            first = await self.join(table, watcher, since)
        except Refusal as refusal:
            note(f"WS {scope['path']}", refusal)
            await reply(scope, send, refusal)
            return
        try:
            await send({"type": "websocket.accept"})
            for text in first:
                await send({"type": "websocket.send", "text": text.decode()})
            await self._serve(table, watcher, receive, send, scope.get("rondel.write"))
        except OSError:
            pass  # the line is gone
        finally:
            watcher.close()
            self.tables.memory.leave(table, watcher)

    async def join(self, table: str, watcher: Watcher, since: int | None) -> list[bytes]:
        """Seat a watcher, and what it must be told first."""
        async with self.tables.seen(table, watcher.person, watcher.viewer) as live:
            observation = live.match.observe(watcher.viewer, reasons=False)
            live.audience.join(watcher, observation)
            live.audience.come_and_go(watcher)
            self.tables.memory.came_or_went(table)
            if since == live.message:
                return []
            if since is not None:
                await self.tables.memory.recall(live, live.first_missed(since))
            moments = live.missed(since) if since is not None else None
            if moments is None:
                return [reset(live.message, observation)]
            return retold(moments, watcher, live.observe)

    async def _serve(
        self, table: str, watcher: Watcher, receive: Receive, send: Send, write: Callable[[bytes], bool] | None
    ) -> None:
        listening = asyncio.ensure_future(self._listen(table, watcher, receive))
        try:
            while True:
                watcher.write = write  # what comes next may go out at once, until something must wait
                await watcher.news()
                watcher.write = None
                if watcher.behind:
                    text = await self._catch_up(table, watcher)
                    await send({"type": "websocket.send", "text": text.decode()})
                while watcher.waiting:
                    await send({"type": "websocket.send", "text": watcher.waiting.popleft().decode()})
                if watcher.closed:
                    break
            if not listening.done():
                await send({"type": "websocket.close", "code": 1012})
        except Refusal:  # the table is gone
            await send({"type": "websocket.close", "code": 1012})
        finally:
            listening.cancel()

    async def _catch_up(self, table: str, watcher: Watcher) -> bytes:
        async with self.tables.use(table) as live:
            watcher.waiting.clear()
            watcher.behind = False
            return reset(live.message, live.match.observe(watcher.viewer, reasons=False))

    async def _listen(self, table: str, watcher: Watcher, receive: Receive) -> None:
        """Nothing a watcher says matters, but that its player is writing, and that it leaves."""
        clock = asyncio.get_running_loop().time
        passed_on = -TYPING_EVERY
        while (message := await receive())["type"] != "websocket.disconnect":
            said = message.get("text") or ""
            if watcher.viewer >= 0 and 0 < len(said) <= LONGEST_TYPING and clock() - passed_on >= TYPING_EVERY:
                passed_on = clock()
                with suppress(Refusal, msgspec.MsgspecError):
                    await self.tables.typing(table, watcher.viewer, decode_typing(said).to, watcher.person)
        watcher.close()


def _wishes(query: bytes) -> tuple[int, int | None, bool]:
    asked = parse_qs(query.decode("latin-1"))
    seat = _number(asked, "seat")
    return SPECTATOR if seat is None else seat, _number(asked, "from"), _number(asked, "patch") == 1


def _number(asked: dict[str, list[str]], name: str) -> int | None:
    values = asked.get(name)
    if not values:
        return None
    text = values[-1]
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise Refusal(422, "invalid", f"{name} should be a number, not {text[:40]!r}")
    return int(text)
