"""Refusals: what the caller did wrong, with a status, a code and words. They change nothing and log one line."""

from __future__ import annotations

import logging
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:  # bots refuse as well, in processes of their own that serve nothing
    from starlette.types import Scope, Send

log = logging.getLogger("rondel.server")


COUNTED: Counter[int] = Counter()
"""Refusals of this process, by status."""


class UnansweredError(Exception):
    """Something was handed over to somebody else, who did not say what became of it."""


class Refusal(Exception):
    """A request that is not carried out. Nothing was changed."""

    def __init__(self, status: int, error: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.more = more

    def to_json(self) -> dict[str, Any]:
        return {"error": self.error, "message": self.message, **self.more}


def not_found(table: str) -> Refusal:
    return Refusal(404, "unknown-table", f"there is no table {table[:40]!r}")


def stale(position: int) -> Refusal:
    return Refusal(409, "stale-position", f"the table has moved on to position {position}", position=position)


def note(where: str, refusal: Refusal) -> None:
    """One line, whatever the caller sent."""
    COUNTED[refusal.status] += 1
    line = f"{where[:200]} {refusal.status} {refusal.error}: {refusal.message[:300]}"
    log.warning("%s", line.encode("unicode_escape").decode("ascii"))


def headers_of(refusal: Refusal) -> dict[str, str]:
    """What the head of an answer tells besides."""
    if refusal.status == 413:
        return {"connection": "close"}
    if refusal.status == 429 and "wait" in refusal.more:
        return {"retry-after": str(math.ceil(refusal.more["wait"]))}
    return {}


async def reply(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer with a refusal below the level of routes; also instead of opening a WebSocket."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    body = msgspec.json.encode(refusal.to_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in headers_of(refusal).items()]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
