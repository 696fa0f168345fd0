"""Invitations: a link to one table, and the same as a QR code.

The code of a link is signed with the server's secret and a number of the table's own; a new number makes all earlier
links worthless. The code stands behind the # of the address, so that no log and no other site ever gets to see it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import io
import secrets

import segno
from sqlalchemy import Column, String, Table, delete, insert, select
from sqlalchemy.engine import Connection

from rondel.server.people import People
from rondel.server.rows import BELONGING, insert_new
from rondel.server.seating import is_id
from rondel.server.storage import ADMITTED, Store, metadata

INVITATIONS = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("nonce", String(32), nullable=False),
)
BELONGING.append(INVITATIONS)


def link(base: str, table: str, code: str) -> str:
    return f"{base.rstrip('/')}/#/join/{table}/{code}"


def qr(text: str) -> str:
    """A QR code as SVG, dark on a light ground whatever the page looks like."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=3, xmldecl=False, svgns=True, dark="#1d1712", light="#fff", omitsize=True
    )
    return out.getvalue().decode().strip()


class Invitations:
    def __init__(self, store: Store, people: People) -> None:
        self.store = store
        self.people = people

    def _code(self, table: str, nonce: str) -> str:
        signed = hmac.digest(self.people.secret, f"invitation/{table}/{nonce}".encode(), hashlib.sha256)
        return base64.b32encode(signed)[:24].decode().lower()

    async def code(self, table: str, fresh: bool = False) -> str:
        """The code of a table's link; a fresh one ends all earlier ones."""

        def find(connection: Connection) -> str:
            which = INVITATIONS.c.table_id == table
            found = connection.execute(select(INVITATIONS.c.nonce).where(which)).scalar()
            if found is None or fresh:
                connection.execute(delete(INVITATIONS).where(which))
                found = secrets.token_hex(8)
                connection.execute(insert(INVITATIONS).values(table_id=table, nonce=found))
            return str(found)

        return self._code(table, await self.store.writer.submit(find))

    async def holds(self, table: str, code: str) -> bool:
        if not is_id(table):
            return False

        def read() -> str | None:
            with self.store.engine.connect() as connection:
                query = select(INVITATIONS.c.nonce).where(INVITATIONS.c.table_id == table)
                return connection.execute(query).scalar()

        nonce = await asyncio.to_thread(read)
        right = self._code(table, nonce or "")
        return hmac.compare_digest(right.encode(), code.encode("utf-8", "replace")) and nonce is not None

    async def admit(self, table: str, person: str) -> None:
        """From now on the person may see the table."""

        def write(connection: Connection) -> None:
            insert_new(connection, ADMITTED, [{"table_id": table, "person": person}])

        await self.store.writer.submit(write)
