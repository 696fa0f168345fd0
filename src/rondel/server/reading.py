"""Game files are read, and so played through, in a process of their own: nobody else waits for them.

What comes back is plain: the entries with their events, as they are stored, and the state after them.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from rondel import games
from rondel.kernel import record
from rondel.kernel.record import Match, RecordError
from rondel.server.errors import Refusal
from rondel.server.opponents import begin
from rondel.server.storage import EntryRow
from rondel.server.table import entry_of, row

log = logging.getLogger("rondel.server")

SHORT = 4_000
"""A file of so many characters is read at once: that takes less time than asking another process."""


class Contents(msgspec.Struct):
    """What is in a game file, checked by playing it."""

    game: str
    names: list[str]
    options: dict[str, Any]
    commitment: str
    seed: str
    shares: list[str]
    since: int
    state: dict[str, Any]
    rows: list[tuple[int, int, int, str, int, str]]


class Wrong(msgspec.Struct):
    line: int
    problem: str


def read(text: str) -> bytes:
    """In the reading process: the contents of a file, or what is wrong with it."""
    try:
        match = record.parse(text, games.load)
    except RecordError as error:
        return msgspec.json.encode(["wrong", Wrong(error.line, str(error))])
    rows = [row(match, position, position + 1) for position in range(match.position)]
    contents = Contents(
        match.game.name,
        match.names,
        dict(match.state.options),
        match.commitment,
        match.seed,
        match.shares,
        match.since,
        match.game.save(match.state),
        [(each.position, each.message, each.seat, each.action, each.marks, each.events) for each in rows],
    )
    return msgspec.json.encode(["read", contents])


def understood(answer: bytes) -> tuple[Match, list[EntryRow]]:
    """A match, and its entries as they are stored, out of what the reading process said; Refusal if a file is wrong."""
    kind, said = msgspec.json.decode(answer, type=tuple[str, msgspec.Raw])
    if kind == "wrong":
        wrong = msgspec.json.decode(said, type=Wrong)
        raise Refusal(422, "corrupt-file", wrong.problem, line=wrong.line)
    contents = msgspec.json.decode(said, type=Contents)
    game = games.load(contents.game)
    match = Match(game, len(contents.names), contents.options, contents.names, contents.commitment, contents.seed)
    match.shares, match.since = contents.shares, contents.since
    rows = [EntryRow(*each) for each in contents.rows]
    entries = [entry_of(game.catalogue.by_notation[each.action], each) for each in rows]
    match.resume(entries, game.load(contents.state, trusted=True))
    return match, rows


class Reader:
    """The reading process, started when the first long file comes."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None

    async def read(self, text: str) -> tuple[Match, list[EntryRow]]:
        if len(text) <= SHORT:
            return understood(read(text))
        loop = asyncio.get_running_loop()
        pool = self._pool()
        try:
            return understood(await loop.run_in_executor(pool, read, text))
        except BrokenProcessPool:
            log.error("the process that reads game files ended; it is started anew")
            if self.pool is pool:
                self.pool = None
            raise Refusal(503, "not-read", "the file could not be read now; try again") from None

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
        return self.pool

    def stop(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
