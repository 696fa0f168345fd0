"""Servers in processes of their own, forked from one that has imported everything: another is there within moments.

Their bots think in a thread: processes of their own would be begun anew with each of them, which takes longer than all
else.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from typing import Any

import rondel.server.app  # noqa: F401 (what every process needs is there before it is forked)
from rondel import games, load
from rondel.server import opponents, run
from rondel.server.settings import Settings

PATIENCE = 120.0
"""So many seconds may a server take to answer or to end: a busy machine is no lost move."""

for _name in games.NAMES:
    load(_name)


async def think(self: opponents.Opponents, work: Callable[..., Any], *about: Any) -> Any:
    return await asyncio.to_thread(work, *about, 0)


def serve(pipe: Pipe, log: str, settings: Settings) -> None:
    """In the process of the server; it ends with whoever started it."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        assert parent is not None
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    opponents._told = bytearray(1)
    setattr(opponents.Opponents, "_think", think)  # noqa: B010
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    run.run(port=0, open_browser=False, settings=settings, say=pipe.send)


class Server:
    """One process. `serving` is called with a pipe, in which the server tells where it is, and all else given here."""

    def __init__(self, serving: Callable[..., None], *about: Any) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([serving.__module__])
        mine, theirs = context.Pipe()
        self.process = context.Process(target=serving, args=(theirs, *about))
        self.process.start()
        theirs.close()
        words = ""
        with mine:
            while "Rondel is at http://" not in words:  # it may say more before
                assert mine.poll(PATIENCE), "it did not start"
                words = mine.recv()
        self.url = "http://" + words.split("http://")[1].split()[0].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.join(PATIENCE)

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None
