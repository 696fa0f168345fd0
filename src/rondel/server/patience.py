"""How often somebody may try: logins, resets, guests, codes. What is beyond it is refused for a while.

Counted in the database: all processes count together, and a server that is started anew has not forgotten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
from sqlalchemy import BigInteger, Column, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from rondel.server.errors import Refusal
from rondel.server.rows import metadata, now
from rondel.server.storage import Store

TRIES = Table(
    "tries",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("key", String(64), primary_key=True),  # a hash: whom it is about is nobody's business here
    Column("times", Text, nullable=False),  # JSON: milliseconds since 1970
    Column("ends", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)


class Patience:
    """At most `most` tries of each key within `seconds`."""

    def __init__(self, store: Store, kind: str, most: int, seconds: float, clock: Callable[[], int] = now) -> None:
        self.store = store
        self.kind = kind
        self.most = most
        self.lasts = int(seconds * 1000)
        self.clock = clock

    async def take(self, key: str) -> None:
        """One more try; Refusal if there is none left. Of many at once no more pass than of one after the other."""
        wait = await self.store.writer.submit(lambda connection: self._take(connection, self._hashed(key)))
        if wait:
            raise Refusal(429, "too-often", f"too many tries: wait {wait} seconds", wait=wait)

    async def give_back(self, key: str) -> None:
        """The last try was a good one: it does not count."""

        def write(connection: Connection) -> None:
            times = self._times(connection, self._hashed(key))
            if times:
                self._keep(connection, self._hashed(key), times[:-1])

        await self.store.writer.submit(write)

    async def forgive(self, key: str) -> None:
        """None of the tries counts any more."""
        which = (TRIES.c.kind == self.kind, TRIES.c.key == self._hashed(key))
        await self.store.writer.submit(lambda connection: connection.execute(delete(TRIES).where(*which)).rowcount)

    def _hashed(self, key: str) -> str:
        return hashlib.sha256(f"{self.kind}/{key}".encode("utf-8", "replace")).hexdigest()

    def _take(self, connection: Connection, key: str) -> int:
        """0, or how many seconds to wait."""
        times, at = self._times(connection, key), self.clock()
        if len(times) >= self.most:
            return max(1, round((self.lasts - (at - times[0])) / 1000))
        self._keep(connection, key, [*times, at])
        return 0

    def _times(self, connection: Connection, key: str) -> list[int]:
        """The tries that count, in a row that is held until the transaction ends."""
        which = (TRIES.c.kind == self.kind, TRIES.c.key == key)
        query = select(TRIES.c.times).where(*which).with_for_update()
        found = connection.execute(query).scalar()
        if found is None:
            connection.execute(delete(TRIES).where(TRIES.c.ends < self.clock()))
            try:
                with connection.begin_nested():
                    connection.execute(insert(TRIES).values(kind=self.kind, key=key, times="[]", ends=self._ends()))
                return []
            except IntegrityError:  # another process was first, and holds it
                found = connection.execute(query).scalar() or "[]"
        since = self.clock() - self.lasts
        return [time for time in msgspec.json.decode(found, type=list[int]) if time > since]

    def _ends(self) -> int:
        return self.clock() + self.lasts

    def _keep(self, connection: Connection, key: str, times: list[int]) -> None:
        kept = {"times": msgspec.json.encode(times).decode(), "ends": self._ends()}
        connection.execute(update(TRIES).where(TRIES.c.kind == self.kind, TRIES.c.key == key).values(**kept))
