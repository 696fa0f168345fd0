"""Deals at a table: proposed, accepted or refused by each of the parties, and judged from the record.

A deal names its terms and when it was agreed on; how it stands follows from what happened since (see ledger.py and the
kernel). A promise that the rules let bind is carried out: as soon as whoever gave it can, the server makes the choice
for her. A deal is between people: when one has left her seat for another, what was open of it is void.

Bots answer at once, by what a deal is worth to them and how far they trust whoever proposes it, and say what they would
rather have. When a round begins they may propose deals themselves: rarely, one at a time, never twice in a row to the
same player. They keep what they promised.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, String, Table, Text, insert, select, update
from sqlalchemy.engine import Connection

from rondel.kernel.bargain import ACCEPT, Bargain, Reply, Terms
from rondel.kernel.flow import SPECTATOR
from rondel.server.access import HOUSE, Person
from rondel.server.errors import Refusal
from rondel.server.jobs import Also
from rondel.server.rows import EXPORTING, FORGETTING, INHERITING
from rondel.server.seating import is_bot, new_id
from rondel.server.storage import BELONGING, Job, metadata, now
from rondel.server.table import LiveTable, log_lines
from rondel.server.tables import Tables
from rondel.server.weeks.absence import Absence
from rondel.server.weeks.keeper import BARGAIN
from rondel.server.weeks.ledger import Deal, Ledger, Word, as_of, may_know
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


def _of(connection: Connection, person: str) -> list[tuple[str, Deal]]:
    """The deals that somebody is a party of, each with its table."""
    rows = connection.execute(select(DEALS).where(DEALS.c.body.contains(f'"{person}"')).order_by(DEALS.c.made)).all()
    found = [(row.table_id, msgspec.json.decode(row.body, type=Deal)) for row in rows]
    return [(table, deal) for table, deal in found if person in deal.people]


def _rename(connection: Connection, person: str, other: str | None) -> None:
    for _, deal in _of(connection, person):
        deal.people = [other if each == person else each for each in deal.people]
        body = msgspec.json.encode(deal).decode()
        connection.execute(update(DEALS).where(DEALS.c.id == deal.id).values(body=body))


def export(connection: Connection, person: str) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "made": deal.made, "status": deal.status, "parties": deal.parties, "terms": deal.terms}
        for table, deal in _of(connection, person)
    ]


FORGETTING.append(lambda connection, person: _rename(connection, person, f"gone-{new_id()[:8]}"))
INHERITING.append(_rename)
EXPORTING["deals"] = export

MOST_OPEN = 20
"""So many deals may be on the table at once."""
BEFORE: Final = 100
"""So many entries before a deal tell what goes on when it is struck: an attack, an offer."""
EAGER: Final = {"beginner": 0.12, "easy": 0.25, "heuristic": 0.5, "medium": 0.6, "hard": 0.6}
"""How likely a bot of each level thinks of proposing something, in a round."""
REST = 2
"""So many rounds a bot proposes nothing to somebody to whom it proposed something."""


def parties_of(by: int, terms: Terms) -> list[int]:
    named = {term["by"] for term in terms} | {term["to"] for term in terms if term["to"] is not None}
    return sorted(named | {by})


def bargains(live: LiveTable, seat: int) -> bool:
    """Whether a bot speaks for a seat: one that holds it for somebody promises nothing in her name."""
    return is_bot(live.seats[seat]) and live.seats[seat].person is None


class Deals:
    def __init__(self, tables: Tables, absence: Absence) -> None:
        self.tables = tables
        self.store = tables.store
        self.absence = absence
        self.rng = random.Random(secrets.token_hex(8))
        self.closed: dict[str, set[str]] = {}
        """By table: deals of which nothing is open any more, so that bots need not look at them again."""
        tables.jobs.on(BARGAIN, self._bargain)
        tables.drivers.word = self.word

    # --- reading --------------------------------------------------------------------------------------------------

    async def _all(self, table: str) -> list[Deal]:
        def read() -> list[Deal]:
            with self.store.engine.connect() as connection:
                query = select(DEALS.c.body).where(DEALS.c.table_id == table).order_by(DEALS.c.made)
                return [msgspec.json.decode(body, type=Deal) for body in connection.execute(query).scalars()]

        return await asyncio.to_thread(read)

    async def _ledger(self, live: LiveTable, known: list[Deal], position: int | None = None) -> Ledger:
        """Deals with the log that judges them, up to now or to an earlier position."""
        wanted = [
            deal.position if deal.status == "agreed" else deal.asked for deal in known if deal.status != "refused"
        ]
        first = min(wanted, default=live.position)
        assert live.game.deals is not None
        before = BEFORE if live.game.deals.scenes else 0
        rows = await self.store.log(live.id, max(0, first - before)) if first - before < live.position else []
        entries = log_lines(live, rows, SPECTATOR, live.match.over)
        await self.tables.memory.recall(live, min(first, live.position if position is None else position))
        if position is not None:
            entries = [entry for entry in entries if entry["position"] <= position]
        return Ledger(live, known, entries, position)

    def own_seats(self, live: LiveTable, person: Person) -> set[int]:
        """The seats for which somebody speaks, whoever plays them just now."""
        held = {i for i, seat in enumerate(live.seats) if person.is_known and seat.person == person.id}
        return held | (set(self.tables.policy.seats(person, live.summary)) if person == HOUSE else set())

    async def ledger(self, table: str, person: Person, position: int | None = None) -> dict[str, Any]:
        """What can be promised, and the deals that somebody may know of, each term with how it stands.

        `position`: the deals as they stood there.
        """
        async with self.tables.use(table) as live:
            self.tables.policy.check_look(person, live.summary, SPECTATOR, live.match.over)
            if live.game.deals is None:
                return {"known": [], "rounds": [], "deals": [], "own": None, "records": []}
            own = self.own_seats(live, person)
            found = await self._all(table)
            if position is not None and position >= live.position:
                position = None
            if position is not None:
                found = as_of(found, position)
            ledger = await self._ledger(live, [deal for deal in found if may_know(deal, own)], position)
            known = live.game.deals.to_json(live.match.state)
            return {
                "known": known["terms"],
                "rounds": known["rounds"],
                "deals": [ledger.told(deal) for deal in ledger.deals],
                "own": self._speaker(live, own, None),
                "records": [{"kept": kept, "broken": broken} for kept, broken in ledger.records(own)],
            }

    async def waiting(self, table: str, person: Person) -> int:
        """How many proposals wait for somebody's answer."""
        if not person.is_known:
            return 0
        found = [deal for deal in await self._all(table) if deal.status == "proposed"]
        if not found:
            return 0
        async with self.tables.use(table) as live:
            if live.game.deals is None:
                return 0
            own = self.own_seats(live, person)
            ledger = await self._ledger(live, [deal for deal in found if own & set(deal.parties) - set(deal.agreed)])
            return sum(ledger.status(deal) == "proposed" for deal in ledger.deals)

    def _speaker(self, live: LiveTable, own: set[int], among: list[int] | None) -> int | None:
        """The seat that somebody speaks for: around one machine, whoever's turn it is."""
        able = sorted(own if among is None else own & set(among))
        acting = [seat for seat in live.game.to_act(live.match.state) if seat in able]
        return acting[0] if acting else able[0] if able else None

    def _seat(self, live: LiveTable, person: Person, among: list[int] | None = None) -> int:
        if person != HOUSE:
            return self.absence.running_seat(live, person)
        seat = self._speaker(live, self.own_seats(live, person), among)
        if seat is None:
            raise Refusal(403, "no-seat", "you have no seat at this table")
        if live.match.over:
            raise Refusal(409, "over", "the game is over")
        return seat

    # --- bargaining -----------------------------------------------------------------------------------------------

    async def propose(self, person: Person, table: str, terms: Terms, is_open: bool, answers: str = "") -> None:
        async with self.tables.use(table) as live:
            seat = self._seat(live, person)
            parties = self._check(live, seat, terms)
            if not is_open and not live.summary.talk:
                raise Refusal(403, "no-private-talk", "at this table everything is said to everybody")
            known = await self._all(table)
            ledger = await self._ledger(live, known)
            waiting = [each for each in known if each.by == seat and ledger.status(each) == "proposed"]
            if len(waiting) >= MOST_OPEN:
                raise Refusal(429, "too-many-deals", f"{MOST_OPEN} proposals of yours wait for an answer")
            answered = next((each for each in known if each.id == answers), None)
            if answers and (answered is None or seat not in answered.parties):
                raise Refusal(404, "unknown-deal", "there is no such deal for you to answer")
            deal = self._new(live, seat, parties, terms, is_open)
            deal.answers = answers
            made = [deal]
            counter = await self._ask_bots(live, ledger, deal)
            if counter is not None:
                made.append(counter)
            refused = self._refused(answered, seat, ledger)
            await self._keep(live, made, lambda connection: self._write(connection, table, made, refused))
            self._told(live)

    def _check(self, live: LiveTable, seat: int, terms: Terms) -> list[int]:
        """The parties of a deal that can be proposed; otherwise Refusal."""
        vocabulary = live.game.deals
        if vocabulary is None:
            raise Refusal(409, "no-deals", f"{live.game.name} knows no deals")
        for term in terms:
            wrong = vocabulary.check(term, len(live.seats))
            if not wrong and not vocabulary.means(live.match.state, term):
                wrong = "as the table stands, this promise means nothing"
            if wrong:
                raise Refusal(422, "bad-term", wrong)
        parties = parties_of(seat, terms)
        if len(parties) < 2:
            raise Refusal(422, "bad-term", "a deal is between two players or more")
        return parties

    def _new(self, live: LiveTable, seat: int, parties: list[int], terms: Terms, is_open: bool) -> Deal:
        people = [live.seats[each].person for each in parties]
        return Deal(new_id(), seat, parties, people, terms, is_open, "proposed", [seat], now(), asked=live.position)

    def _refused(self, answered: Deal | None, seat: int, ledger: Ledger) -> Deal | None:
        """A counter-proposal refuses what it answers."""
        if answered is None or ledger.status(answered) != "proposed" or seat == answered.by:
            return None
        answered.status, answered.closed = "refused", ledger.position
        return answered

    def _write(self, connection: Connection, table: str, made: list[Deal], changed: Deal | None = None) -> None:
        if changed is not None:
            body = msgspec.json.encode(changed).decode()
            connection.execute(update(DEALS).where(DEALS.c.id == changed.id).values(body=body))
        for place, deal in enumerate(made):
            body = msgspec.json.encode(deal).decode()
            connection.execute(insert(DEALS).values(id=deal.id, table_id=table, body=body, made=deal.made + place))

    def _told(self, live: LiveTable) -> None:
        live.audience.tell({"type": "company"})

    async def _ask_bots(self, live: LiveTable, ledger: Ledger, deal: Deal) -> Deal | None:
        """What the bots among the parties say; the deal that one of them would rather have, if it says which."""
        counter = None
        for seat in deal.parties:
            if seat == deal.by or not bargains(live, seat) or deal.status != "proposed":
                continue
            reply = await asyncio.to_thread(self._reply, live, ledger, seat, deal)
            if reply.answer == ACCEPT:
                deal.agreed = sorted({*deal.agreed, seat})
                continue
            deal.status, deal.why, deal.closed = "refused", reply.why, live.position
            if reply.counter is not None and len(deal.parties) == 2:
                counter = self._new(live, seat, deal.parties, reply.counter, deal.open)
                counter.answers, counter.stands = deal.id, 1
        if deal.status == "proposed" and set(deal.agreed) == set(deal.parties):
            deal.status, deal.position = "agreed", live.position
        return counter

    def _side(self, live: LiveTable, ledger: Ledger, seat: int) -> Bargain:
        """A bot's side of the bargaining, in a world that it imagines."""
        game = live.game
        assert game.bargainer is not None
        world = game.surmise(live.match.state, seat, self.rng)
        promised = [term for deal in ledger.deals if seat in deal.parties for term in ledger.open_terms(deal)]
        return Bargain(game.bargainer(world, self.rng), ledger.vocabulary, seat, ledger.trusted(seat), promised)

    def _reply(self, live: LiveTable, ledger: Ledger, seat: int, deal: Deal) -> Reply:
        if live.game.bargainer is None:
            return Reply("refuse", "too-little")
        return self._side(live, ledger, seat).reply(deal.terms, deal.by)

    async def answer(self, person: Person, table: str, number: str, what: str) -> None:
        """Accept or refuse a deal, or withdraw one's own."""
        async with self.tables.use(table) as live:
            deal = next((each for each in await self._all(table) if each.id == number), None)
            own = self.own_seats(live, person)
            if deal is None or not own & set(deal.parties):
                self._seat(live, person)  # who has none is told so
                raise Refusal(404, "unknown-deal", "there is no such deal for you to answer")
            among = [deal.by] if what == "withdraw" and deal.by in own else self._silent(deal, own)
            seat = self._seat(live, person, among)
            ledger = await self._ledger(live, [deal])
            if what == "withdraw" and deal.by != seat:
                raise Refusal(403, "forbidden", "only who made a proposal withdraws it")

            def write(connection: Connection) -> Deal:
                which = (DEALS.c.id == number, DEALS.c.table_id == table)
                body = connection.execute(select(DEALS.c.body).where(*which).with_for_update()).scalar()
                deal = msgspec.json.decode(body, type=Deal) if body else None
                if deal is None or ledger.status(deal) != "proposed":
                    raise Refusal(409, "outdated", "this proposal no longer stands")
                if what == "accept":
                    deal = self._answered(deal, seat, live.position)
                else:
                    deal.status, deal.closed = "refused" if what == "refuse" else "withdrawn", live.position
                connection.execute(update(DEALS).where(*which).values(body=msgspec.json.encode(deal).decode()))
                return deal

            answered = self._answered(deal, seat, live.position) if what == "accept" else deal
            kept = await self._keep(live, [answered], write)
            if kept is not None and kept.status == "agreed":  # the last of the others agreed just now, elsewhere
                await self._keep(live, [kept], lambda connection: None)
            self._told(live)

    def _answered(self, deal: Deal, seat: int, position: int) -> Deal:
        """A deal that one more party has agreed to."""
        agreed = sorted({*deal.agreed, seat})
        whole = set(agreed) == set(deal.parties)
        about = {"status": "agreed", "position": position} if whole else {}
        return msgspec.structs.replace(deal, agreed=agreed, **about)

    def _silent(self, deal: Deal, own: set[int]) -> list[int]:
        """The seats of somebody's that have not answered; all of hers among the parties, if each has."""
        mine = [seat for seat in deal.parties if seat in own]
        return [seat for seat in mine if seat not in deal.agreed] or mine

    async def _keep(self, live: LiveTable, made: list[Deal], write: Also) -> Any:
        """Store deals. What the rules let bind is carried out as soon as it can be, as a standing order of whoever
        promised it, which is left in the same transaction. What `write` gives back, if nothing binds."""
        vocabulary = live.game.deals
        assert vocabulary is not None
        bound = [
            (seat, deal, term)
            for deal in made
            for term in deal.terms
            for seat in vocabulary.bound(term)
            if deal.status == "agreed"
        ]
        if not bound:
            return await self.store.writer.submit(write)
        scenes = (await self._ledger(live, made)).scenes_at(live.position)
        orders = [
            Standing(new_id(), seat, live.seats[seat].person or "", deal.id, "", promise=term, scenes=scenes)
            for seat, deal, term in bound
        ]
        await self.absence.order(live, [*live.clocks.orders, *orders], write)
        return None

    # --- what bots do by themselves -------------------------------------------------------------------------------

    async def word(self, live: LiveTable, seat: int) -> Word | None:
        """What binds a bot that is to decide."""
        if live.game.deals is None or not bargains(live, seat):
            return None
        closed = self.closed.setdefault(live.id, set())
        known = [deal for deal in await self._all(live.id) if deal.status == "agreed" and deal.id not in closed]
        if not known:
            return None
        ledger = await self._ledger(live, known)
        closed |= {deal.id for deal in known if not ledger.open_terms(deal)}
        return ledger.word(seat)

    async def _bargain(self, job: Job) -> None:
        """A round has begun: bots may propose something."""
        assert job.table is not None
        try:
            async with self.tables.use(job.table) as live:
                made = [] if live.match.over or live.course is not None else await self._proposals(live)
                write = self.tables.jobs.ending(job, lambda connection: self._write(connection, live.id, made))
                if made:
                    await self._keep(live, made, write)
                else:
                    await self.store.writer.submit(write)
                if made:
                    self._told(live)
        except Refusal as refusal:
            if refusal.status not in (404, 409):
                raise
            await self.tables.jobs.finish(job)

    async def _proposals(self, live: LiveTable) -> list[Deal]:
        vocabulary = live.game.deals
        if vocabulary is None or live.game.bargainer is None:
            return []
        ledger = await self._ledger(live, await self._all(live.id))
        seats = [seat for seat in range(len(live.seats)) if bargains(live, seat)]
        self.rng.shuffle(seats)
        made: list[Deal] = []
        for seat in seats:
            eager = EAGER.get(live.seats[seat].bot or "", 0.0) / vocabulary.round_length
            others = self._approachable(live, ledger, seat, made)
            if not others or self.rng.random() >= eager:
                continue
            terms = await asyncio.to_thread(self._side(live, ledger, seat).proposal, others)
            if terms is None:
                continue
            deal = self._new(live, seat, parties_of(seat, terms), terms, True)
            deal.stands = 1
            await self._ask_bots(live, ledger, deal)
            if deal.status != "refused":  # what other bots do not want is not talked of
                made.append(deal)
        return made

    def _approachable(self, live: LiveTable, ledger: Ledger, seat: int, made: list[Deal]) -> list[int]:
        """To whom a bot may propose something now: nobody is pestered, nor asked again for what is promised."""
        waiting = [deal for deal in ledger.deals if ledger.status(deal) == "proposed"] + made
        if any(deal.by == seat for deal in waiting):
            return []
        busy = {other for deal in waiting for other in deal.parties if other not in deal.agreed}
        busy |= {other for deal in made if seat in deal.parties for other in deal.parties}
        for deal in ledger.deals:
            if seat not in deal.parties:
                continue
            recent = deal.by == seat and ledger.rounds_since(deal.asked) < REST
            if recent or ledger.open_terms(deal):
                busy |= set(deal.parties)
        return [other for other in range(len(live.seats)) if other != seat and other not in busy]
