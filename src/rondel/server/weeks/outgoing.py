"""Requests that the server makes to addresses that people gave it: webhooks and push services.

Such an address must not lead back inside. Its name is looked up once, every address that it has must be one of the
public internet, and the connection goes to one of those that were looked at, whatever the name says a moment later.
Nothing is followed elsewhere, and nobody is waited for longer than a few seconds.

Whoever must not say anything twice is told when a request is about to be handed over: until then it can be made again,
and afterwards only if it was answered.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import h11

from rondel.server.errors import UnansweredError

TIMEOUT = 10.0
LONGEST_ANSWER = 65_536
LONGEST_ADDRESS = 1000
Handing = Callable[[], Awaitable[None]]
"""Awaited in the moment before something is handed over."""
AROUND = tuple(ipaddress.ip_network(each) for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
"""Ways to write an address of the old internet in the new one: whatever they lead to, it is not asked."""


class UnsafeError(ValueError):
    """An address that is not called: it is none, or it leads inside."""


class UnreachableError(Exception):
    """Nobody was there, or what is sent was refused; another try may help."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address that was looked at."""

    host: str
    address: str
    port: int
    tls: bool
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.tls else 80) else f"{host}:{self.port}"


def is_public(address: str, loopback: bool = False) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if loopback and found.is_loopback:
        return True
    if any(found in network for network in AROUND if network.version == found.version):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def check(url: str, loopback: bool = False) -> tuple[str, int, bool, str]:
    """Host, port, whether by TLS, and path of an address that may be asked; UnsafeError if it is none."""
    if len(url) > LONGEST_ADDRESS or not url.isascii() or not url.isprintable() or " " in url:
        raise UnsafeError("this is not an address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UnsafeError("this is not an address") from None
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        raise UnsafeError("an address begins with https://")
    if not parts.hostname or parts.username is not None or parts.password is not None or "\\" in parts.netloc:
        raise UnsafeError("this is not an address")
    tls = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.hostname, port or (443 if tls else 80), tls, path


async def vet(url: str, loopback: bool = False) -> Target:
    """Look an address up. All that its name leads to must be public."""
    host, port, tls, path = check(url, loopback)
    try:
        async with asyncio.timeout(TIMEOUT):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise UnreachableError(f"{host} is not found: {error}") from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(is_public(address, loopback) for address in addresses):
        raise UnsafeError(f"{host} is not on the public internet")
    return Target(host, addresses[0], port, tls, path)


async def nothing() -> None:
    """What is handed over may be handed over again."""


async def call(
    method: str, url: str, headers: dict[str, str], body: bytes, loopback: bool = False, handing: Handing = nothing
) -> tuple[int, bytes]:
    """The status and the beginning of the answer; UnansweredError if it was handed over, and none came."""
    target = await vet(url, loopback)
    handed = False

    async def hand_over() -> None:
        nonlocal handed
        await handing()
        handed = True

    try:
        async with asyncio.timeout(TIMEOUT):
            return await _exchange(method, target, headers, body, hand_over)
    except (OSError, TimeoutError, h11.ProtocolError, asyncio.IncompleteReadError) as error:
        kind = UnansweredError if handed else UnreachableError
        raise kind(f"{target.host}: {type(error).__name__} {error}") from None


async def _exchange(
    method: str, target: Target, headers: dict[str, str], body: bytes, handing: Handing
) -> tuple[int, bytes]:
    context = ssl.create_default_context() if target.tls else None
    name = target.host if target.tls else None
    reader, writer = await asyncio.open_connection(target.address, target.port, ssl=context, server_hostname=name)
    try:
        line = h11.Connection(h11.CLIENT)
        about = {"host": target.authority, "content-length": str(len(body)), "connection": "close", **headers}
        asked = h11.Request(method=method, target=target.path, headers=list(about.items()))
        written = b"".join(line.send(event) or b"" for event in (asked, h11.Data(data=body), h11.EndOfMessage()))
        await handing()
        writer.write(written)
        await writer.drain()
        return await _answer(line, reader)
    finally:
        writer.close()


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, bytes]:
    status, said = 0, b""
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(8192))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            said += event.data
            if len(said) > LONGEST_ANSWER:
                return status, said[:LONGEST_ANSWER]
        elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
            return status, said
