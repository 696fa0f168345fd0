"""What one process changes, the others hear of: LISTEN and NOTIFY of PostgreSQL.

A notice is sent in the transaction of the change that it tells of: nobody hears of what was not stored, and nobody who
listens misses what was. Whoever could not listen for a while is told so, and looks for itself. With SQLite there is one
process, and nothing to hear.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import text
from sqlalchemy.engine import Connection, make_url

from rondel.server.rows import Change, EntryRow, Reached

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

    from rondel.server.storage import Store

log = logging.getLogger("rondel.server")

CHANNEL = "rondel"
TRY_AGAIN = 1.0
"""Seconds until a lost line to the database is tried again."""

GATHER = 0.003
"""So many seconds after something was heard it is listened again: by then there may be more."""

LONGEST = 7000
"""So many bytes a notice may have; PostgreSQL takes 8,000."""

SEND = f"pg_notify('{CHANNEL}', notice)"
_SEND = text(f"SELECT {SEND} FROM unnest(CAST(:notices AS text[])) AS notice")

_BEGINNING = '{{"by":{},'
"""How a notice begins, so that one's own are known without being read."""

encode = msgspec.json.Encoder().encode

Notice = dict[str, Any]
Handler = Callable[[Notice], None]


def tell(connection: Connection, sender: str, notices: list[Notice]) -> None:
    """Tell the other processes, once this transaction is committed; `kind` says of what."""
    if notices and connection.dialect.name == "postgresql":
        connection.execute(_SEND, {"notices": packed(sender, notices)})


def packed(sender: str, notices: list[Notice]) -> list[str]:
    """As many notices as fit in each text: to hear one text costs more than to read what is in it."""
    texts: list[str] = []
    waiting: list[bytes] = []
    for each in [*map(encode, notices), b""]:
        if waiting and (not each or sum(map(len, waiting)) + len(each) > LONGEST):
            texts.append(f'{_BEGINNING.format(encode(sender).decode())}"told":[{b",".join(waiting).decode()}]}}')
            waiting = []
        waiting.append(each)
    return texts


def news_of(change: Change) -> Notice:
    """That a table has changed; if it has just gone on, how, so that nobody must ask the database for it."""
    notice: Notice = {"kind": "table", "id": change.table, "n": change.message}
    just_gone_on = change.keep is None and change.seats is None and change.entries
    if not just_gone_on or change.message - change.expected != len(change.entries):
        return notice
    rows = [(each.position, each.message, each.seat, each.action, each.marks, each.key) for each in change.entries]
    stands = (change.position, change.message, change.to_act, change.over, change.updated, change.clocks)
    told = {**notice, "stands": stands, "rows": rows}
    return told if len(encode(told)) <= LONGEST else notice


def added(notice: Notice) -> tuple[Reached, list[EntryRow]] | None:
    """Of a notice that tells it: how the table stands, and what was added to its record."""
    if "rows" not in notice:
        return None
    position, message, to_act, over, updated, clocks = notice["stands"]
    reached = Reached(position, message, msgspec.json.decode(to_act), over, updated, clocks)
    rows = []
    for position, message, seat, action, marks, key in notice["rows"]:
        rows.append(EntryRow(position, message, seat, action, marks, key=key))
    return reached, rows


class Notices:
    """Those of the other processes, for whom they concern: a handler for each kind, quick and without waiting."""

    def __init__(self, store: Store, heartbeat: float) -> None:
        self.store = store
        self.own = _BEGINNING.format(encode(store.me).decode()).encode()
        self.heartbeat = heartbeat
        self.handlers: dict[str, Handler] = {}
        self.gap: Callable[[], None] = lambda: None
        """Called when something may have been missed: after a lost line, and now and then."""
        self.listening = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def on(self, kind: str, handler: Handler) -> None:
        self.handlers[kind] = handler

    def start(self) -> None:
        if self.store.shared:
            self.tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            self.gap()

    async def _listen(self) -> None:
        import psycopg

        address = make_url(self.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    connection.add_notify_handler(lambda notice: self.hear(notice.payload.encode()))
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    self.gap()
                    await self._hear_all(connection.pgconn)
            except (psycopg.Error, OSError) as error:
                log.warning("the line to the database is lost: %s", str(error).strip().splitlines()[:1])
            self.listening.clear()
            await asyncio.sleep(TRY_AGAIN)

    async def _hear_all(self, line: PGconn) -> None:
        """Hear what comes until the line is lost, and then raise why.

        Every commit of every process is heard of, so this must cost little: what comes within moments is read at once,
        and nothing is set up anew for each notice, as psycopg does it.
        """
        loop, socket = asyncio.get_running_loop(), line.socket
        lost: asyncio.Future[None] = loop.create_future()

        def listen() -> None:
            if not lost.done():
                loop.add_reader(socket, read)

        def read() -> None:
            loop.remove_reader(socket)
            try:
                line.consume_input()
                while (notice := line.notifies()) is not None:
                    self.hear(notice.extra)
            except Exception as error:
                lost.set_exception(error)
            else:
                loop.call_later(GATHER, listen)

        listen()
        try:
            await lost
        finally:
            lost.cancel()
            loop.remove_reader(socket)

    def hear(self, payload: bytes) -> None:
        if payload.startswith(self.own):
            return
        try:
            heard = msgspec.json.decode(payload)
            for notice in heard["told"]:
                if handler := self.handlers.get(notice["kind"]):
                    handler({"by": heard["by"], **notice})
        except Exception:
            log.exception("a notice was not understood: %.200s", payload.decode(errors="replace"))
