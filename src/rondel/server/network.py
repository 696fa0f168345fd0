"""The same network: a house that invites somebody opens a second door, at its address in the local network.

Through that door nobody is the house: whoever comes in by it has a name and a seat of her own, or sees nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from rondel.server.errors import Refusal


def own_address() -> str:
    """This machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class SecondServer(uvicorn.Server):
    """Ends with the first one, which hears the signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Network:
    def __init__(self, hosts: set[str]) -> None:
        self.hosts = hosts
        """The names of this machine in the network, once the door is open: the gate lets them pass."""
        self.how: Callable[[], uvicorn.Config] | None = None
        self.port = 0
        self.url = ""
        self.server: SecondServer | None = None
        self.serving: asyncio.Task[None] | None = None
        self.opening = asyncio.Lock()

    def allow(self, port: int, how: Callable[[], uvicorn.Config]) -> None:
        """The door may be opened when somebody is invited: served in this way, at this port or a free one."""
        self.port, self.how = port, how

    async def open(self) -> str:
        """The address for others in the network; the door is opened if it is not yet."""
        async with self.opening:
            if not self.url and self.how is not None:
                await self._open(self.how)
            return self.url

    async def _open(self, how: Callable[[], uvicorn.Config]) -> None:
        from rondel.server.run import Address

        host = own_address()
        if host.startswith("127."):
            raise Refusal(409, "no-network", "this machine is in no network: there is nobody to invite")
        try:
            address = Address(host, self.port)
        except OSError:
            address = Address(host, 0)
        config = how()
        config.lifespan = "off"  # the first server's
        self.server = SecondServer(config)
        self.serving = asyncio.create_task(self.server.serve(sockets=[address.socket]))
        while not self.server.started and not self.serving.done():
            await asyncio.sleep(0.01)
        self.hosts.add(host)
        self.url = address.url

    async def close(self) -> None:
        if self.server is not None and self.serving is not None:
            self.server.should_exit = True
            await asyncio.gather(self.serving, return_exceptions=True)
