"""Tables that gather: who wants to play what, and who sits where, before a game begins and while it goes on.

A gathering has the id that its table will have. The dice are committed to when it is opened; whoever takes a seat gives
a share to them, so that nobody, not even the server, can choose how they fall.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, insert, or_, select, union, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from rondel.kernel import chance
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import Match, is_share
from rondel.server.access import HOUSE, Person, forbidden, known, others_seat
from rondel.server.errors import Refusal, not_found
from rondel.server.gathering import GATHERINGS, Gathering, Place, gathering_of, row_of
from rondel.server.invitations import INVITATIONS, Invitations
from rondel.server.offers import OFFERS, Offers, bad_share
from rondel.server.people import People
from rondel.server.rows import insert_new
from rondel.server.seating import find_game, is_id, is_lesson, new_id, settle_seats
from rondel.server.storage import ADMITTED, SEATS, TABLES, ConflictError, Seat, Summary, now
from rondel.server.table import LiveTable
from rondel.server.tables import Tables
from rondel.server.weeks.pace import Clocks

MOST_GATHERINGS = 20
"""So many tables one person may have open that have not begun."""
KEPT_DAYS = 14
TRIES = 3
"""So often a table that is just being changed elsewhere is tried again."""


class Lobby:
    def __init__(self, tables: Tables, people: People, invitations: Invitations) -> None:
        self.tables = tables
        self.store = tables.store
        self.people = people
        self.invitations = invitations
        tables.memory.reseated = self.see_off
        self.offers = Offers(self)

    # --- opening --------------------------------------------------------------------------------------------------

    async def open(
        self,
        person: Person,
        game_name: str,
        options: dict[str, Any],
        seats: list[Place],
        visible: bool,
        talk: bool,
        when_full: bool,
        after: str | None = None,
        pace: str = "{}",
        hints: bool | None = None,
        invited: Collection[str] = (),
    ) -> Gathering:
        """A table that waits for its players; of one `after` another, the one that is there already."""
        self.tables.policy.check_found(person)
        game = find_game(game_name)
        _settle(game, seats, self.tables.settings.own_bots)
        if not any(place.kind == "human" for place in seats):
            raise Refusal(422, "bad-seats", "at least one seat is for a person")
        try:
            settled = game.settle(len(seats), options)
        except OptionError as error:
            raise Refusal(422, "bad-options", str(error)) from None
        gathering = Gathering(
            new_id(),
            person.id,
            game.name,
            settled,
            seats,
            visible,
            talk,
            when_full,
            chance.new_seed(),
            now(),
            after=after,
            pace=pace,
            hints=hints,
        )

        def write(connection: Connection) -> Gathering:
            before = _after(connection, after) if after is not None else None
            if before is not None:
                return before
            mine = select(GATHERINGS.c.id).where(GATHERINGS.c.host == person.id, GATHERINGS.c.begun.is_(False))
            if person != HOUSE and len(connection.execute(mine).all()) >= MOST_GATHERINGS:
                raise Refusal(429, "too-many-tables", f"you have {MOST_GATHERINGS} tables open that have not begun")
            stale = (GATHERINGS.c.begun.is_(False), GATHERINGS.c.created < now() - KEPT_DAYS * 24 * 3600 * 1000)
            connection.execute(delete(GATHERINGS).where(*stale))
            connection.execute(insert(GATHERINGS).values(**row_of(gathering)))
            insert_new(connection, ADMITTED, [{"table_id": gathering.id, "person": each} for each in invited])
            return gathering

        opened: Gathering = await self.store.writer.submit(write)
        return opened

    async def find(self, table: str) -> Gathering | None:
        if not is_id(table):
            return None

        def read() -> Any:
            with self.store.engine.connect() as connection:
                return connection.execute(select(GATHERINGS).where(GATHERINGS.c.id == table)).first()

        row = await asyncio.to_thread(read)
        return gathering_of(row) if row is not None else None

    async def summary(self, table: str, person: Person) -> tuple[Summary, Gathering | None]:
        """How the table stands for the policy, begun or not; Refusal if it is not there for the person."""
        gathering = await self.find(table)
        if gathering is None or gathering.begun:
            if gathering is not None:
                await self.see_to_it(gathering)
            summary = await self.tables.summary(table, person)
            return summary, gathering
        summary = gathering.summary(await self.store.admitted(table))
        if not self.tables.policy.sees(person, summary):
            raise not_found(table)
        return summary, gathering

    # --- taking and leaving seats ---------------------------------------------------------------------------------

    async def do(self, person: Person, table: str, asked: dict[str, Any]) -> None:
        """What somebody wants with the seats of a table; Refusal, and nothing changed, if it is not hers to decide."""
        if not person.is_known:
            raise Refusal(401, "who-are-you", "say who you are first: a name is enough")
        summary, gathering = await self.summary(table, person)
        what, seat = asked["do"], asked.get("seat")
        if what in ("accept", "decline", "withdraw"):
            await self.offers.answer(person, table, what, asked.get("offer") or "", asked.get("share") or "")
            return
        if seat is None:
            raise Refusal(422, "invalid", f"which seat is to be {what}?")
        known(summary.seats, seat)
        if what in ("give", "swap"):
            await self.offers.make(person, summary, what, seat, asked.get("to") or "")
        elif gathering is not None and not gathering.begun:
            await self._gather(person, table, what, seat, asked)
        else:
            await self._reseat(person, table, what, seat, asked)

    async def _gather(self, person: Person, table: str, what: str, seat: int, asked: dict[str, Any]) -> None:
        share = asked.get("share") or ""
        name = person.name or asked.get("name") or ""

        def change(gathering: Gathering) -> bool:
            place = gathering.seats[seat]
            if what == "take":
                if not place.is_open:
                    raise taken(seat)
                if gathering.seat_of(person) is not None and person != HOUSE:
                    raise Refusal(409, "seated", "you have a seat already: leave it first")
                if not is_share(share):
                    raise bad_share()
                place.person, place.name, place.share = person.id, name or f"player {seat + 1}", share
            elif what == "leave":
                if place.person != person.id and person.id != gathering.host:
                    raise others_seat(seat)
                place.person, place.name, place.share = None, "", ""
            else:
                check_hosts(person, gathering.host)
                if place.person is not None:
                    raise taken(seat)
                gathering.seats[seat] = Place("bot", asked.get("bot")) if what == "bot" else Place("human")
                _settle(find_game(gathering.game), gathering.seats, self.tables.settings.own_bots)
            if gathering.when_full and gathering.is_full:
                gathering.begun = True
            return gathering.begun

        await self.change(table, change)

    async def change(self, table: str, change: Any) -> None:
        """Change a gathering, one at a time; if that made it begin, its table is founded."""

        def work(connection: Connection) -> Gathering:
            row = connection.execute(select(GATHERINGS).where(GATHERINGS.c.id == table).with_for_update()).first()
            if row is None:
                raise not_found(table)
            gathering = gathering_of(row)
            if gathering.begun:
                raise Refusal(409, "begun", "the game has begun")
            change(gathering)
            connection.execute(update(GATHERINGS).where(GATHERINGS.c.id == table).values(**row_of(gathering)))
            return gathering

        gathering: Gathering = await self.store.writer.submit(work)
        if gathering.begun:
            await self.see_to_it(gathering)

    async def begin(self, person: Person, table: str) -> None:
        """The host begins; seats that are still free are a bot's."""
        summary, _ = await self.summary(table, person)
        self.tables.policy.check_host(person, summary)
        game = find_game(summary.game)

        def change(gathering: Gathering) -> bool:
            if not any(place.person is not None for place in gathering.seats):
                raise Refusal(409, "nobody-there", "somebody must take a seat first")
            for number, place in enumerate(gathering.seats):
                if place.is_open:
                    gathering.seats[number] = Place("bot")
            _settle(game, gathering.seats, self.tables.settings.own_bots)
            gathering.begun = True
            return True

        await self.change(table, change)

    async def see_to_it(self, gathering: Gathering) -> None:
        """A gathering that has begun has a table, also if the server ended in between."""
        loaded = gathering.id in self.tables.memory.cached
        if loaded or await self.store.load(gathering.id) is not None:
            return
        game = find_game(gathering.game)
        seats = settle_seats(game, gathering.summary(set()).seats, self.tables.settings.own_bots)
        match = Match(game, len(seats), gathering.options, [seat.name for seat in seats])
        match.commit(gathering.seed, [place.share for place in gathering.seats if place.share])
        about = (gathering.host, gathering.visible, gathering.talk)
        try:
            summary = await self.tables.found(match, seats, gathering.id, *about, gathering.hints, pace=gathering.pace)
        except IntegrityError:  # who looks on at this moment sees to it as well
            if await self.store.load(gathering.id) is None:
                raise
            return
        summary.admitted |= await self.store.admitted(gathering.id)

    async def _reseat(self, person: Person, table: str, what: str, seat: int, asked: dict[str, Any]) -> None:
        """The seats of a game that has begun."""
        async with self.tables.use(table) as live:
            seats = [Seat(each.name, each.kind, each.bot, each.person) for each in live.seats]
            place = seats[seat]
            if live.match.over:
                raise Refusal(409, "over", "the game is over")
            if what == "take":
                self._take(live, person, place, seat, asked.get("name") or "")
            elif what == "leave":
                if place.person is None or place.person != person.id:
                    raise others_seat(seat)
                place.person = None
            elif what == "bot":
                self.tables.policy.check_host(person, live.summary)
                if place.kind == "bot" or place.person not in (None, person.id):
                    raise taken(seat)
                settled = settle_seats(live.game, [Seat("", "bot", asked.get("bot"))])[0]
                place.kind, place.bot, place.person = "bot", settled.bot, None
            else:
                self.tables.policy.check_host(person, live.summary)
                if place.kind != "bot" or place.person is not None:
                    raise Refusal(409, "not-a-bot", f"seat {seat} is not a bot's, or a bot only holds it for somebody")
                place.kind, place.bot, place.person = "human", None, None
            await self.seat(live, seats)

    def _take(self, live: LiveTable, person: Person, place: Seat, seat: int, name: str) -> None:
        if place.kind != "human" or place.person is not None:
            raise taken(seat)
        if person == HOUSE:
            return  # what is nobody's is the house's own
        if any(each.person == person.id for each in live.seats):
            raise Refusal(409, "seated", "you have a seat already: leave it first")
        place.person, place.name = person.id, person.name or name

    async def seat(self, live: LiveTable, seats: list[Seat], clocks: Clocks | None = None) -> None:
        """Others sit at a table from now on: stored, told, and whoever lost a seat looks through its eyes no longer."""
        try:
            await self.tables.store_change(live, live.match.fork(), live.seated(seats, clocks))
        except ConflictError:
            raise Refusal(409, "outdated", "the table was changed elsewhere meanwhile: try again") from None
        self.see_off(live)
        live.publish_seats()
        self.tables.drivers.drive(live)

    def see_off(self, live: LiveTable) -> None:
        """Live lines through the eyes of a seat that is another's by now end, and are told why."""
        for watcher in live.audience.each():
            if not self.may_watch(watcher.person, live, watcher.viewer):
                watcher.tell(b'{"type":"unseated"}')
                watcher.close()

    def may_watch(self, person: Person, live: LiveTable, viewer: int) -> bool:
        try:
            self.tables.policy.check_look(person, live.summary, viewer, live.match.over)
        except Refusal:
            return False
        return True

    def tell(self, table: str, message: dict[str, Any]) -> None:
        """Something without a number, to everybody who watches a table, in whatever process."""
        self.tables.presence.tell(table, message)

    # --- lists ----------------------------------------------------------------------------------------------------

    async def gatherings(self, person: Person) -> list[Gathering]:
        """Tables that have not begun, as far as they are there for this person; the newest first."""

        def read() -> list[Gathering]:
            invited = select(ADMITTED.c.table_id).where(ADMITTED.c.person == person.id)
            there = or_(GATHERINGS.c.visible, GATHERINGS.c.host == person.id, GATHERINGS.c.id.in_(invited))
            query = select(GATHERINGS).where(GATHERINGS.c.begun.is_(False), there)
            with self.store.engine.connect() as connection:
                rows = connection.execute(query.order_by(GATHERINGS.c.created.desc()).limit(200)).all()
            return [gathering_of(row) for row in rows]

        return await asyncio.to_thread(read)

    async def own_tables(self, person: Person) -> list[Summary]:
        """The games of a person; the tables of lessons stand with the lessons."""
        return [table for table in await self._tables_of(person) if not is_lesson(table.seats)]

    async def _tables_of(self, person: Person) -> list[Summary]:
        if person == HOUSE:
            return await self.store.tables()
        if not person.is_known:
            return []
        seated = select(SEATS.c.table_id).where(SEATS.c.person == person.id)
        invited = select(ADMITTED.c.table_id).where(ADMITTED.c.person == person.id)
        mine = or_(TABLES.c.host == person.id, TABLES.c.id.in_(seated), TABLES.c.id.in_(invited))
        return await self.store.tables(where=mine, limit=200)

    async def open_tables(self) -> list[Summary]:
        """Games under way that anybody may look on at."""
        return await self.store.tables(running=True, where=TABLES.c.visible, limit=100)

    async def rematch(self, person: Person, table: str) -> Gathering:
        """The same again: whoever asks first opens the table, the others find it waiting."""
        summary, _ = await self.summary(table, person)
        if not summary.over:
            raise Refusal(409, "running", "the game is not over yet")
        if not any(seat.person == person.id for seat in summary.seats) and person.id != summary.host:
            raise forbidden("those who played may ask for a rematch")
        places = [
            Place("human")
            if seat.kind == "human" or seat.person is not None
            else Place("bot", seat.bot, None, seat.name)
            for seat in summary.seats
        ]
        about = (summary.visible, summary.talk, True, table, summary.pace, summary.hints)
        played = {seat.person for seat in summary.seats if seat.person is not None}
        again = await self.open(person, summary.game, dict(summary.options), places, *about, played)
        self.tell(table, {"type": "rematch", "table": again.id})
        return again

    async def rematch_of(self, table: str) -> Gathering | None:
        def read() -> Any:
            with self.store.engine.connect() as connection:
                return connection.execute(select(GATHERINGS).where(GATHERINGS.c.after == table)).first()

        row = await asyncio.to_thread(read)
        return gathering_of(row) if row is not None else None

    async def close(self, person: Person, table: str) -> None:
        """The host gives up a table, begun or not."""
        summary, gathering = await self.summary(table, person)
        self.tables.policy.check_host(person, summary)

        def remove(connection: Connection) -> None:
            for kept, column in ((GATHERINGS, "id"), (OFFERS, "table_id"), (INVITATIONS, "table_id")):
                connection.execute(delete(kept).where(kept.c[column] == table))
            connection.execute(delete(ADMITTED).where(ADMITTED.c.table_id == table))

        if gathering is None or gathering.begun:
            await self.tables.delete(table, person)
        else:
            await self.store.writer.submit(remove)

    # --- when a person goes, or becomes another -------------------------------------------------------------------

    async def hand_over(self, person: str, heir: Person | None) -> None:
        """All seats of a person become another's, or free: for signing in to an account, and for leaving for good."""
        tables, gatherings = await asyncio.to_thread(self._all_of, person)
        for table in tables:
            await self._hand_over_table(table, person, heir)
        for gathering in gatherings:
            await self._hand_over_gathering(gathering, person, heir)

        def write(connection: Connection) -> None:
            connection.execute(delete(OFFERS).where(or_(OFFERS.c.by == person, OFFERS.c.to == person)))
            invited = set(connection.execute(select(ADMITTED.c.table_id).where(ADMITTED.c.person == person)).scalars())
            connection.execute(delete(ADMITTED).where(ADMITTED.c.person == person))
            if heir is not None:
                there = select(ADMITTED.c.table_id).where(ADMITTED.c.person == heir.id)
                for table in invited - set(connection.execute(there).scalars()):
                    connection.execute(insert(ADMITTED).values(table_id=table, person=heir.id))
                connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=heir.id))
            host = heir.id if heir is not None else ""
            connection.execute(update(GATHERINGS).where(GATHERINGS.c.host == person).values(host=host))
            begun = select(GATHERINGS).where(GATHERINGS.c.begun, GATHERINGS.c.seats.contains(f'"{person}"'))
            for row in connection.execute(begun).all():
                gathering = gathering_of(row)
                for place in gathering.seats:
                    if place.person == person:
                        place.person, place.name = (heir.id, heir.name) if heir is not None else (None, "")
                which = GATHERINGS.c.id == gathering.id
                connection.execute(update(GATHERINGS).where(which).values(**row_of(gathering)))

        await self.store.writer.submit(write)

    def _all_of(self, person: str) -> tuple[list[str], list[Gathering]]:
        """Every table that a person sits at, hosts or was invited to, and every one that waits with her."""
        mine = (
            select(SEATS.c.table_id).where(SEATS.c.person == person),
            select(TABLES.c.id).where(TABLES.c.host == person),
            select(ADMITTED.c.table_id)
            .join(TABLES, TABLES.c.id == ADMITTED.c.table_id)
            .where(ADMITTED.c.person == person),
        )
        hers = or_(GATHERINGS.c.host == person, GATHERINGS.c.seats.contains(f'"{person}"'))
        with self.store.engine.connect() as connection:
            tables = list(connection.execute(union(*mine)).scalars())
            waiting = connection.execute(select(GATHERINGS).where(GATHERINGS.c.begun.is_(False), hers)).all()
        return tables, [gathering_of(row) for row in waiting]

    async def _hand_over_table(self, table: str, person: str, heir: Person | None) -> None:
        for _ in range(TRIES):
            try:
                await self._hand_over_live(table, person, heir)
                return
            except Refusal as refusal:
                if refusal.error != "outdated":
                    break
        await self.store.writer.submit(lambda connection: rename_seats(connection, table, person, heir))

    async def _hand_over_live(self, table: str, person: str, heir: Person | None) -> None:
        async with self.tables.use(table) as live:
            if heir is not None and live.summary.host == person:
                live.summary.host = heir.id
            if heir is not None and person in live.summary.admitted:
                live.summary.admitted.add(heir.id)
            if not any(each.person == person for each in live.seats):
                return
            seats = [Seat(each.name, each.kind, each.bot, each.person) for each in live.seats]
            taken_already = heir is not None and any(each.person == heir.id for each in seats)
            for number, each in enumerate(seats):
                if each.person == person:
                    each.person = heir.id if heir is not None and not taken_already else None
                    each.name = heir.name if heir is not None and not taken_already else nameless(number)
            clocks = live.clocks.copy()
            clocks.orders = [each for each in clocks.orders if each.person != person or heir is not None]
            for order in clocks.orders:
                order.person = heir.id if heir is not None and order.person == person else order.person
            await self.seat(live, seats, clocks)

    async def _hand_over_gathering(self, gathering: Gathering, person: str, heir: Person | None) -> None:
        if gathering.host == person and heir is None:
            await self.close(Person(person), gathering.id)
            return

        def change(each: Gathering) -> bool:
            if each.host == person and heir is not None:
                each.host = heir.id
            for place in each.seats:
                if place.person == person:
                    place.person = heir.id if heir is not None and each.seat_of(heir) is None else None
                    place.name = heir.name if heir is not None and place.person else ""
            return False

        await self.change(gathering.id, change)


def _after(connection: Connection, table: str) -> Gathering | None:
    """The rematch of a table that is there already; nobody else opens one until this transaction ends."""
    connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
    row = connection.execute(select(GATHERINGS).where(GATHERINGS.c.after == table)).first()
    return gathering_of(row) if row is not None else None


def _settle(game: Game[Any], places: list[Place], own_bots: Collection[str]) -> None:
    """Check the bots of a gathering, and give those names that have none."""
    settled = settle_seats(game, [Seat(place.name, place.kind, place.bot) for place in places], own_bots)
    for place, seat in zip(places, settled, strict=True):
        if place.kind == "bot":
            place.bot, place.name = seat.bot, seat.name


def nameless(seat: int) -> str:
    return f"player {seat + 1}"


def rename_seats(connection: Connection, table: str, person: str, heir: Person | None) -> None:
    """The seats of a person at a table that cannot be read, as one of other rules: it is as it is, without her."""
    for row in connection.execute(select(SEATS).where(SEATS.c.table_id == table, SEATS.c.person == person)).all():
        words = (
            {"person": heir.id, "name": heir.name} if heir is not None else {"person": None, "name": nameless(row.seat)}
        )
        connection.execute(update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == row.seat).values(**words))


def check_hosts(person: Person, host: str) -> None:
    if person.id != host and not person.admin:
        raise forbidden("only the host may do this")


def taken(seat: int) -> Refusal:
    return Refusal(409, "taken", f"seat {seat} is taken", seat=seat)
