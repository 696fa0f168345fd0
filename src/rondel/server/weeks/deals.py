"""Deals at a table: proposed, accepted or refused by each of the parties, and judged from the record.

A deal names its terms and when it was agreed on; how it stands follows from what happened since (see the kernel). A
promise that the rules let bind is carried out: whoever gave it answers, when asked, as she promised. A deal is between
people: when one has left her seat for another, what was open of it is void.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from sqlalchemy import BigInteger, Column, String, Table, Text, insert, select, update
from sqlalchemy.engine import Connection

from rondel.kernel import deals
from rondel.kernel.deals import judge, worth
from rondel.kernel.flow import SPECTATOR
from rondel.server.access import Person
from rondel.server.errors import Refusal
from rondel.server.seating import new_id
from rondel.server.storage import BELONGING, Seat, metadata, now
from rondel.server.table import LiveTable, log_lines
from rondel.server.tables import Tables
from rondel.server.weeks.absence import Absence
from rondel.server.weeks.pace import Standing

DEALS = Table(
    "deals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON
    Column("made", BigInteger, nullable=False),
)
BELONGING.append(DEALS)

Status = Literal["proposed", "agreed", "refused", "withdrawn"]
MOST_TERMS = 6
MOST_OPEN = 20
"""So many deals may be on the table at once."""
DAYS = 7 * 24 * 3600 * 1000
"""A proposal that nobody answers lapses after so long."""


class Deal(msgspec.Struct):
    id: str
    by: int
    parties: list[int]
    people: list[str | None]
    """Who had the parties' seats; nobody: a bot."""
    terms: list[dict[str, Any]]
    open: bool
    """Everybody may know of it."""
    status: Status
    agreed: list[int]
    made: int
    position: int = 0
    """Of the record, when it was agreed on."""


def parties_of(by: int, terms: list[dict[str, Any]]) -> list[int]:
    named = {term["by"] for term in terms} | {term["to"] for term in terms if term["to"] is not None}
    return sorted(named | {by})


class Deals:
    def __init__(self, tables: Tables, absence: Absence) -> None:
        self.tables = tables
        self.store = tables.store
        self.absence = absence

    # --- reading --------------------------------------------------------------------------------------------------

    async def _all(self, table: str) -> list[Deal]:
        def read() -> list[Deal]:
            with self.store.engine.connect() as connection:
                query = select(DEALS.c.body).where(DEALS.c.table_id == table).order_by(DEALS.c.made)
                return [msgspec.json.decode(body, type=Deal) for body in connection.execute(query).scalars()]

        return await asyncio.to_thread(read)

    async def ledger(self, table: str, person: Person) -> list[dict[str, Any]]:
        """The deals that somebody may know of, each term with how it stands."""
        async with self.tables.use(table) as live:
            self.tables.policy.check_look(person, live.summary, SPECTATOR, live.match.over)
            own = {i for i, seat in enumerate(live.seats) if person.is_known and seat.person == person.id}
            seats, over = live.seats, live.match.over
            known = [deal for deal in await self._all(table) if may_know(deal, own)]
            agreed = [deal for deal in known if deal.status == "agreed"]
            first = min((deal.position for deal in agreed), default=0)
            rows = await self.store.log(table, first) if agreed else []
            entries = log_lines(live, rows, SPECTATOR, over)
            await self.tables.memory.recall(live, min(first, live.position))
            owners = {deal.id: self._owners(live, deal.position) for deal in agreed}
        return [self._told(live, deal, seats, over, entries, owners.get(deal.id, {})) for deal in known]

    def _owners(self, live: LiveTable, position: int) -> dict[str, int]:
        view = live.game.view(live.match.at(min(position, live.position)), SPECTATOR)
        return live.game.teller.owners_in(view)

    def _told(
        self,
        live: LiveTable,
        deal: Deal,
        seats: list[Seat],
        over: bool,
        entries: list[dict[str, Any]],
        owners: dict[str, int],
    ) -> dict[str, Any]:
        vocabulary = live.game.deals
        status: str = deal.status
        judged = [deals.Judgement() for _ in deal.terms]
        if status == "agreed" and vocabulary is not None:
            since = [entry for entry in entries if entry["position"] > deal.position]
            judged = judge(vocabulary, deal.terms, since, owners)
        left = any(seats[seat].person != person for seat, person in zip(deal.parties, deal.people, strict=True))
        if left or over:
            for each, term in zip(judged, deal.terms, strict=True):
                if each.state == deals.OPEN:
                    never = deals.TERMS[term["kind"]].mode == deals.NEVER and over and not left
                    each.settle(deals.KEPT if never else deals.VOID, live.position)
        if status == "proposed" and (left or over or now() > deal.made + DAYS):
            status = "lapsed"
        return {
            "id": deal.id,
            "by": deal.by,
            "parties": deal.parties,
            "agreed": deal.agreed,
            "open": deal.open,
            "status": status,
            "made": deal.made,
            "terms": [{**term, **each.to_json()} for term, each in zip(deal.terms, judged, strict=True)],
        }

    # --- bargaining -----------------------------------------------------------------------------------------------

    async def propose(self, person: Person, table: str, terms: list[dict[str, Any]], is_open: bool) -> None:
        async with self.tables.use(table) as live:
            seat = self.absence.running_seat(live, person)
            vocabulary = live.game.deals
            if vocabulary is None:
                raise Refusal(409, "no-deals", f"{live.game.name} knows no deals")
            for term in terms:
                wrong = vocabulary.check(term, len(live.seats))
                if wrong:
                    raise Refusal(422, "bad-term", wrong)
            parties = parties_of(seat, terms)
            if len(parties) < 2:
                raise Refusal(422, "bad-term", "a deal is between two players or more")
            if not is_open and not live.summary.talk:
                raise Refusal(403, "no-private-talk", "at this table everything is said to everybody")
            waiting = [each for each in await self._all(table) if each.status == "proposed" and each.by == seat]
            if len(waiting) >= MOST_OPEN:
                raise Refusal(429, "too-many-deals", f"{MOST_OPEN} proposals of yours wait for an answer")
            people = [live.seats[each].person for each in parties]
            deal = Deal(new_id(), seat, parties, people, terms, is_open, "proposed", [seat], now())
            self._ask_bots(live, deal)
            self._settle(live, deal)

            def write(connection: Connection) -> None:
                body = msgspec.json.encode(deal).decode()
                connection.execute(insert(DEALS).values(id=deal.id, table_id=table, body=body, made=deal.made))

            await self.store.writer.submit(write)
            await self._bind(live, deal)
            live.audience.tell({"type": "company"})

    def _ask_bots(self, live: LiveTable, deal: Deal) -> None:
        """A bot agrees to what gives it at least as much as it takes."""
        for seat in deal.parties:
            if live.seats[seat].kind == "bot" and live.seats[seat].person is None and deal.status == "proposed":
                if worth(deal.terms, seat) >= 0:
                    deal.agreed = sorted({*deal.agreed, seat})
                else:
                    deal.status = "refused"

    def _settle(self, live: LiveTable, deal: Deal) -> None:
        if deal.status == "proposed" and set(deal.agreed) == set(deal.parties):
            deal.status, deal.position = "agreed", live.position

    async def answer(self, person: Person, table: str, number: str, what: str) -> None:
        """Accept or refuse a deal, or withdraw one's own."""
        async with self.tables.use(table) as live:
            seat = self.absence.running_seat(live, person)

            def write(connection: Connection) -> Deal:
                which = (DEALS.c.id == number, DEALS.c.table_id == table)
                body = connection.execute(select(DEALS.c.body).where(*which).with_for_update()).scalar()
                deal = msgspec.json.decode(body, type=Deal) if body else None
                if deal is None or seat not in deal.parties:
                    raise Refusal(404, "unknown-deal", "there is no such deal for you to answer")
                place = deal.parties.index(seat)
                people = [live.seats[each].person for each in deal.parties]
                late = deal.status != "proposed" or now() > deal.made + DAYS or people != deal.people
                if late or deal.people[place] != person.id:
                    raise Refusal(409, "outdated", "this proposal no longer stands")
                if what == "withdraw" and deal.by != seat:
                    raise Refusal(403, "forbidden", "only who made a proposal withdraws it")
                if what == "accept":
                    deal.agreed = sorted({*deal.agreed, seat})
                    self._settle(live, deal)
                else:
                    deal.status = "refused" if what == "refuse" else "withdrawn"
                connection.execute(update(DEALS).where(*which).values(body=msgspec.json.encode(deal).decode()))
                return deal

            await self._bind(live, await self.store.writer.submit(write))
            live.audience.tell({"type": "company"})

    async def _bind(self, live: LiveTable, deal: Deal) -> None:
        """What the rules let bind is carried out when its case comes, as a standing order of whoever promised it."""
        vocabulary = live.game.deals
        if deal.status != "agreed" or vocabulary is None:
            return
        orders = list(live.clocks.orders)
        for term in deal.terms:
            person = live.seats[term["by"]].person
            if term["kind"] in vocabulary.binds and person is not None and term["to"] is not None:
                kind, answer = vocabulary.binds[term["kind"]]
                until = vocabulary.round_events[0] if term["rounds"] == 1 else ""
                orders.append(Standing(new_id(), term["by"], person, kind, answer, -1, until, 1, term["to"]))
        if len(orders) > len(live.clocks.orders):
            await self.absence.order(live, orders)


def may_know(deal: Deal, own: set[int]) -> bool:
    """Parties know of it; the others once it is agreed on, if it is open."""
    return bool(own & set(deal.parties)) or (deal.open and deal.status == "agreed")
