"""How much one caller may ask for: sizes and times of a connection, connections and requests from one address.

uvicorn reads heads of any length for any time. Its two protocols, for HTTP and for live lines, are used here with
limits; all numbers are in `settings.Limits`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import select
import socket
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rondel.server.frames import frame
from rondel.server.settings import Limits


class Buckets:
    """A rate for each caller: so many at once, then so many a second. Who has not called for long is forgotten."""

    KEPT = 50_000

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str, at: float | None = None) -> float:
        """Take one. 0 if there was one, else the seconds until there will be."""
        if not self.rate:
            return 0.0
        at = time.monotonic() if at is None else at
        left, since = self.filled.get(caller, (float(self.burst), at))
        left = min(float(self.burst), left + (at - since) * self.rate)
        short = 1.0 - left
        self.filled[caller] = (left if short > 0 else left - 1.0, at)
        self.filled.move_to_end(caller)
        if len(self.filled) > self.KEPT:
            self.filled.popitem(last=False)
        return max(0.0, short / self.rate)


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """Whom an address stands for: in IPv6 everybody has a whole /64 to call from."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address


def is_here(address: str) -> bool:
    """This machine itself: a proxy, or its user."""
    return address in ("127.0.0.1", "::1", "") or address.startswith("127.")


def _is_readable(line: socket.socket) -> bool:
    if not hasattr(select, "poll"):  # Windows, whose select takes any number of sockets
        return bool(select.select([line], [], [], 0)[0])
    ready = select.poll()
    ready.register(line, select.POLLIN)
    return bool(ready.poll(0))


class Doors:
    """Who is in: counts the connections."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.inside = 0
        self.of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        who = network(address)
        if self.inside >= self.limits.connections:
            return False
        if not is_here(address) and self.of[who] >= self.limits.connections_each:
            return False
        self.inside += 1
        self.of[who] += 1
        return True

    def leave(self, address: str) -> None:
        who = network(address)
        self.inside -= 1
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]

    def http(self) -> type[HttpToolsProtocol]:
        return type("Requests", (Requests,), {"doors": self})

    def live(self) -> type[WebSocketsSansIOProtocol]:
        return type("LiveLine", (LiveLine,), {"doors": self})


class Gathered:
    """A connection on which all that is written at one moment goes out in one piece: head and body of an answer."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.waiting: list[bytes] = []
        self.is_closing = transport.is_closing
        self.abort = transport.abort
        self.get_extra_info = transport.get_extra_info
        self.set_protocol = transport.set_protocol
        self.pause_reading = transport.pause_reading
        self.resume_reading = transport.resume_reading

    def write(self, data: bytes) -> None:
        if not self.waiting:
            self.loop.call_soon(self.flush)
        self.waiting.append(data)

    def flush(self) -> None:
        if self.waiting:
            self.transport.write(b"".join(self.waiting))
            self.waiting.clear()

    def close(self) -> None:
        self.flush()
        self.transport.close()


class Requests(HttpToolsProtocol):
    """uvicorn's HTTP, with limits."""

    doors: ClassVar[Doors]
    inside = False
    in_head = False
    in_body = False
    waits_for_body = False
    upgraded = False
    head_bytes = 0
    deadline: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast(asyncio.Transport, Gathered(transport, self.loop)))
        self.address = self.client[0] if self.client else ""
        if not self.doors.enter(self.address):
            self._turn_away(b"503 Service Unavailable", "too-many-connections", "too many connections are open")
            return
        self.inside = True
        self._expect(self.doors.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(0)
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        if self.inside:
            self.inside = False
            self.doors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.upgraded:
            return
        if self.in_body:
            if not self.waits_for_body:
                self._expect(self.doors.limits.body_seconds)
                self.waits_for_body = True
        elif self.deadline is None and not self._answering():  # most requests come whole: no clock is set for them
            self._expect(self.doors.limits.head_seconds)
        if self.in_head:
            self.head_bytes += len(data)
            if self.head_bytes > self.doors.limits.head_bytes:
                limit = self.doors.limits.head_bytes
                self._turn_away(
                    b"431 Request Header Fields Too Large", "head-too-large", f"a head has {limit:,} bytes at most"
                )

    def on_message_begin(self) -> None:
        self.in_head = True
        self.head_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_head = self.waits_for_body = False
        self.in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.in_body = False
        self._expect(0)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True
        self._expect(0)
        self.inside = False  # the live line goes out by the same door
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.loop.call_later(self.doors.limits.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        super().resume_writing()

    def _answering(self) -> bool:
        cycle: Any = self.cycle  # none before the first request, whatever its type says
        return cycle is not None and not cycle.response_complete

    def _expect(self, seconds: float) -> None:
        """Something must come within so many seconds; 0: take your time."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        if seconds:
            self.deadline = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self.deadline = None
        if self.in_head or self._answering():
            self._turn_away(b"408 Request Timeout", "too-slow", "the request took too long to arrive")
        elif not self._has_unread():
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        if not self._has_unread():
            super().timeout_keep_alive_handler()

    def _has_unread(self) -> bool:
        """Whether something has come that we were too busy to read: to hang up now would be to drop a request."""
        return _is_readable(self.transport.get_extra_info("socket"))

    def _turn_away(self, status: bytes, error: str, message: str) -> None:
        """An answer below all routes, and the end of the connection."""
        self.in_head = False
        if self.transport.is_closing():
            return
        if not self._answering() or not self.cycle.response_started:
            body = b'{"error":"%s","message":"%s"}' % (error.encode(), message.encode())
            head = b"HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            self.transport.write(head % (status, len(body)) + body)
        self.transport.close()


class LiveLine(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which ends if pings are not answered; it leaves by the door that its request came in."""

    doors: ClassVar[Doors]

    async def run_asgi(self) -> None:
        cast(dict[str, Any], self.scope)["rondel.write"] = self.write_now
        await super().run_asgi()

    def write_now(self, whole: bytes) -> bool:
        """Send a frame, unless the line is closed or its buffer full; whether it was sent."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(whole)
        return True

    async def send(self, message: Any) -> None:
        """A text on an open line is one frame, made here; all else is uvicorn's affair."""
        if message["type"] == "websocket.send" and self.handshake_complete and not self.close_sent:
            if not self.writable.is_set():
                await self.writable.wait()
            if not self.disconnected and not self.close_sent:
                self.transport.write(frame(message["text"].encode()))
                return
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)


def protocols(limits: Limits) -> dict[str, Any]:
    """What uvicorn is told, so that it keeps the limits."""
    doors = Doors(limits)
    return {
        "http": doors.http(),
        "ws": doors.live(),
        "ws_max_size": 65_536,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_keep_alive": limits.idle_seconds,
    }
