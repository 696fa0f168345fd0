"""What players offer each other: a seat, or one for another. Nothing happens without both."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import BigInteger, Column, SmallInteger, String, Table, delete, insert, or_, select
from sqlalchemy.engine import Connection

from rondel.kernel.record import is_share
from rondel.server.access import Person, others_seat
from rondel.server.errors import Refusal
from rondel.server.gathering import Place
from rondel.server.rows import BELONGING, Seat, Summary, metadata, now
from rondel.server.seating import new_id

if TYPE_CHECKING:
    from rondel.server.lobby import Lobby

OFFERS = Table(
    "offers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # give: the seat; swap: the seat for one of theirs
    Column("seat", SmallInteger, nullable=False),
    Column("by", String(16), nullable=False),
    Column("to", String(16), nullable=False),
    Column("made", BigInteger, nullable=False),
)
BELONGING.append(OFFERS)


class Offer(msgspec.Struct):
    id: str
    kind: str
    seat: int
    by: str
    to: str


class Offers:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.store = lobby.store

    async def of(self, table: str) -> list[Offer]:
        def read() -> list[Offer]:
            with self.store.engine.connect() as connection:
                query = select(OFFERS).where(OFFERS.c.table_id == table).order_by(OFFERS.c.made)
                return [Offer(row.id, row.kind, row.seat, row.by, row.to) for row in connection.execute(query).all()]

        return await asyncio.to_thread(read)

    async def make(self, person: Person, summary: Summary, kind: str, seat: int, to: str) -> None:
        """Offer one's own seat: to somebody who has none, or for the seat of another player."""
        if summary.over:
            raise Refusal(409, "over", "the game is over")
        if summary.seats[seat].person != person.id:
            raise others_seat(seat)
        seated = {each.person for each in summary.seats}
        if (
            to == person.id
            or to not in (seated | summary.admitted | {summary.host})
            or (kind == "swap") != (to in seated)
        ):
            raise Refusal(422, "unknown-person", "this can be offered to nobody of that kind at this table")
        row = {"id": new_id(), "table_id": summary.id, "kind": kind, "seat": seat, "by": person.id, "to": to}

        def write(connection: Connection) -> None:
            connection.execute(delete(OFFERS).where(OFFERS.c.table_id == summary.id, OFFERS.c.by == person.id))
            connection.execute(insert(OFFERS).values(**row, made=now()))

        await self.store.writer.submit(write)
        self.lobby.tell(summary.id, {"type": "company"})

    async def answer(self, person: Person, table: str, what: str, offer: str, share: str) -> None:
        found = next((each for each in await self.of(table) if each.id == offer), None)
        if found is None or person.id != (found.by if what == "withdraw" else found.to):
            raise Refusal(404, "unknown-offer", "there is no such offer to you")
        if what == "accept":
            await self._accept(person, table, found, share)
        gone = delete(OFFERS).where(or_(OFFERS.c.id == offer, (OFFERS.c.table_id == table) & (OFFERS.c.by == found.by)))
        await self.store.writer.submit(lambda connection: connection.execute(gone).rowcount)
        self.lobby.tell(table, {"type": "company"})

    async def _accept(self, person: Person, table: str, offer: Offer, share: str) -> None:
        """By consent of both: the seat is given, or two seats are swapped."""
        gathering = await self.lobby.find(table)

        def swap(seats: list[Any]) -> None:
            giver = seats[offer.seat]
            own = next((each for each in seats if each.person == person.id), None)
            if giver.person != offer.by or (own is None) != (offer.kind == "give"):
                raise Refusal(409, "outdated", "the seats have changed since: this offer no longer holds")
            if own is None:
                giver.person, giver.name = person.id, person.name
            else:
                giver.person, own.person = own.person, giver.person
                giver.name, own.name = own.name, giver.name
            if not isinstance(giver, Place):
                return
            if own is not None:
                giver.share, own.share = own.share, giver.share
            elif is_share(share):
                giver.share = share
            else:
                raise bad_share()

        if gathering is not None and not gathering.begun:
            await self.lobby.change(table, lambda each: swap(each.seats))
            return
        async with self.lobby.tables.use(table) as live:
            seats = [Seat(each.name, each.kind, each.bot, each.person) for each in live.seats]
            swap(seats)
            await self.lobby.seat(live, seats)


def bad_share() -> Refusal:
    return Refusal(422, "bad-share", "a share for the dice has 16 to 64 hexadecimal digits")
