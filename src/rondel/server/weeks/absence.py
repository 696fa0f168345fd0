"""No game dies of one person. When a clock has run out a bot takes the seat, with a mandate; its owner takes it back at
any time. What a whole table must agree on is put to the vote: a pause, more time, another in a seat, the end.

The people at a table vote, but for those for whom a bot plays. More than half of them pause, resume and extend; to end
the game everybody must agree, and to give a seat away all but its owner. An owner who plays herself may object, and
does so by playing; if she does neither until the vote is over, it is carried. To take back more than is a player's own
affair, exactly those must agree who have done or seen something since.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import BigInteger, Column, SmallInteger, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel import bots
from rondel.server.access import Person, check_seen
from rondel.server.errors import Refusal
from rondel.server.jobs import Also
from rondel.server.lobby import Lobby
from rondel.server.seating import new_id
from rondel.server.storage import BELONGING, Change, ConflictError, Job, Seat, Summary, insert_jobs, metadata, now
from rondel.server.table import LiveTable
from rondel.server.tables import Tables
from rondel.server.weeks import pace as pacing
from rondel.server.weeks.keeper import CLOCK, is_asked
from rondel.server.weeks.orders import kind_of
from rondel.server.weeks.outages import Outages
from rondel.server.weeks.pace import DAY, FOREVER, Away, Clocks, Standing

VOTES = Table(
    "votes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # pause, resume, extend, replace, end
    Column("seat", SmallInteger, nullable=False),  # who asks
    Column("about", Text, nullable=False),  # JSON
    Column("ballots", Text, nullable=False),  # JSON: seat -> yes or no
    Column("made", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
)
BELONGING.append(VOTES)

VOTE = "vote"
OPEN_FOR = {"days": 2 * DAY, "live": 5 * 60 * 1000}
"""So long a vote is open; who has not said anything by then has not agreed."""
Kind = Literal["pause", "resume", "extend", "replace", "end", "takeback"]
Mandate = Literal["hold", "play"]
FARTHEST = 100
"""So many actions back something may be taken back."""
MOST_ORDERS = 12
"""So many standing orders one seat may have."""


class Vote(msgspec.Struct):
    id: str
    kind: Kind
    seat: int
    about: dict[str, int]
    ballots: dict[int, bool]
    made: int
    ends: int


def _vote(row: Any) -> Vote:
    return Vote(
        row.id,
        row.kind,
        row.seat,
        msgspec.json.decode(row.about),
        msgspec.json.decode(row.ballots, type=dict[int, bool]),
        row.made,
        row.ends,
    )


def copied(seats: list[Seat]) -> list[Seat]:
    return [Seat(each.name, each.kind, each.bot, each.person) for each in seats]


def stand_in(game: str) -> str:
    """The bot that takes an absent player's seat."""
    known = bots.names(game)
    return "medium" if "medium" in known else known[0]


def voters(live: LiveTable, vote: Vote) -> list[int]:
    """The seats whose word counts: people's, for whom no bot plays."""
    asked = list(range(len(live.seats)))
    if vote.kind == "takeback":
        asked = [vote.seat, *live.match.consent(vote.seat, vote.about["position"])] if still_there(live, vote) else []
    return sorted(i for i in asked if is_asked(live.seats[i]))


def still_there(live: LiveTable, vote: Vote) -> bool:
    """Whether what is to be taken back is still in the record."""
    position = vote.about["position"]
    return position < live.position and live.numbers[position] == vote.about["message"]


def has_played(live: LiveTable, vote: Vote) -> bool:
    """Whether the owner of a seat that is to be given away has made a choice since she was to lose it."""
    return any(entry.seat == vote.about["seat"] for entry in live.match.entries[vote.about.get("since", 0) :])


def decided(live: LiveTable, vote: Vote, late: bool = False) -> bool | None:
    """Whether a vote is carried; None: it hangs on those who have not voted. `late`: its time is up."""
    if vote.kind == "takeback" and not still_there(live, vote):
        return False
    voting = voters(live, vote)
    owner = vote.about.get("seat", -1)
    if owner in voting and owner not in vote.ballots and late and not has_played(live, vote):
        voting.remove(owner)
    yes = sum(vote.ballots.get(seat) is True for seat in voting)
    no = sum(vote.ballots.get(seat) is False for seat in voting)
    wanted = len(voting) if vote.kind in ("replace", "end", "takeback") else len(voting) // 2 + 1
    if yes >= wanted:
        return True
    return False if len(voting) - no < wanted else None


class Absence:
    def __init__(self, tables: Tables, lobby: Lobby, outages: Outages) -> None:
        self.tables = tables
        self.lobby = lobby
        self.store = tables.store
        self.outages = outages
        tables.jobs.on(CLOCK, self._run_out)
        tables.jobs.on(VOTE, self._close)

    # --- changes of a table that are no moves ---------------------------------------------------------------------

    async def _arrange(
        self, live: LiveTable, seats: list[Seat] | None, clocks: Clocks, also: Also | None = None
    ) -> None:
        """Others sit at a table, or its clocks stand otherwise: stored and told like a move."""
        match = live.match.fork()
        if clocks.agreed and not match.over:
            match.end()
        for seat in list(clocks.away):
            place = (seats or live.seats)[seat]
            if place.kind != "bot" or place.person is None:
                del clocks.away[seat]
        change = with_it(live.seated(seats or copied(live.seats), clocks, match), also)
        try:
            await self.tables.store_change(live, match, change)
        except ConflictError:
            raise Refusal(409, "outdated", "the table was changed elsewhere meanwhile: try again") from None
        self.lobby.see_off(live)
        live.publish_seats()
        self.tables.drivers.drive(live)

    def _own_seat(self, live: LiveTable, person: Person) -> int:
        check_seen(
            self.tables.policy, person, live.summary
        )  # whoever may not see a table does not learn that it is there
        for seat, place in enumerate(live.seats):
            if person.is_known and place.person == person.id:
                return seat
        raise Refusal(403, "no-seat", "you have no seat at this table")

    # --- going and coming back ------------------------------------------------------------------------------------

    async def leave_to_bot(self, person: Person, table: str, mandate: Mandate) -> None:
        """A bot plays for her until she comes back."""
        async with self.tables.use(table) as live:
            seat = self.running_seat(live, person)
            if live.seats[seat].kind != "human":
                raise Refusal(409, "away", "a bot plays for you already")
            seats, clocks = copied(live.seats), live.clocks.copy()
            self._substitute(live, seats, clocks, seat, mandate)
            await self._arrange(live, seats, clocks)

    def running_seat(self, live: LiveTable, person: Person) -> int:
        seat = self._own_seat(live, person)
        if live.match.over:
            raise Refusal(409, "over", "the game is over")
        return seat

    def _substitute(self, live: LiveTable, seats: list[Seat], clocks: Clocks, seat: int, mandate: Mandate) -> None:
        seats[seat].kind, seats[seat].bot = "bot", stand_in(live.game.name)
        clocks.away[seat] = Away(now(), mandate)

    async def come_back(self, person: Person, table: str) -> None:
        """The owner plays again herself, at any time."""
        async with self.tables.use(table) as live:
            seat = self._own_seat(live, person)
            if live.seats[seat].kind == "human":
                raise Refusal(409, "not-away", "you play yourself")
            seats, clocks = copied(live.seats), live.clocks.copy()
            seats[seat].kind, seats[seat].bot = "human", None
            clocks.away.pop(seat, None)
            await self._arrange(live, seats, clocks)

    async def take_over(self, person: Person, table: str, seat: int) -> None:
        """Somebody else takes a seat that the table has offered."""
        async with self.tables.use(table) as live:
            check_seen(self.tables.policy, person, live.summary)
            away = live.clocks.away.get(seat)
            if away is None or not away.offered or live.match.over:
                raise Refusal(409, "not-offered", f"seat {seat} is not offered to anybody")
            if not person.is_known or any(each.person == person.id for each in live.seats):
                raise Refusal(409, "seated", "you have a seat already: leave it first")
            seats, clocks = copied(live.seats), live.clocks.copy()
            seats[seat] = Seat(person.name or live.seats[seat].name, "human", None, person.id)
            clocks.away.pop(seat, None)
            await self._arrange(live, seats, clocks)

    async def take_time_off(self, person: Person, table: str, first: date, last: date) -> None:
        async with self.tables.use(table) as live:
            seat, pace = self.running_seat(live, person), live.pace
            if pace is None or pace.kind != "days":
                raise Refusal(409, "no-days", "at this table there are no days to take off")
            today = pacing.local(now(), ZoneInfo(pace.zone)).date()
            if not today <= first <= last <= today + timedelta(days=365):
                raise Refusal(422, "bad-days", "days off begin today or later, and end after they begin")
            clocks = live.clocks.copy()
            pacing.take_off(pace, clocks, seat, first, last, now())
            if pacing.days_off(clocks, seat) > pace.off:
                raise Refusal(409, "no-days-left", f"each player may take {pace.off} days off", most=pace.off)
            await self._arrange(live, None, clocks)

    # --- standing orders ------------------------------------------------------------------------------------------

    async def give_order(self, person: Person, table: str, order: Standing) -> None:
        """Leave an order; if it is asked for already, it answers at once."""
        async with self.tables.use(table) as live:
            seat = self.running_seat(live, person)
            kind = kind_of(live.match, order)
            if kind is None or order.answer not in kind.answers:
                raise Refusal(422, "unknown-order", f"{live.game.name} knows no order {order.kind} {order.answer}")
            if order.until and order.until not in kind.until:
                raise Refusal(422, "unknown-order", f"{order.until} does not end this order")
            if kind.to_json()["limited"] and order.limit < 0:
                raise Refusal(422, "no-limit", "this order needs a limit")
            own = [each for each in live.clocks.orders if each.seat == seat and each.promise is None]
            if len(own) >= MOST_ORDERS:
                raise Refusal(429, "too-many-orders", f"you have {MOST_ORDERS} orders already")
            order.id, order.seat, order.person = new_id(), seat, person.id
            await self.order(live, [*live.clocks.orders, order])

    async def end_order(self, person: Person, table: str, order: str) -> None:
        async with self.tables.use(table) as live:
            seat = self._own_seat(live, person)
            # What carries out a deal binds: it is no order that she could end.
            kept = [
                each for each in live.clocks.orders if each.id != order or each.seat != seat or each.promise is not None
            ]
            if len(kept) == len(live.clocks.orders):
                raise Refusal(404, "unknown-order", "there is no such order, or it has ended")
            await self.order(live, kept)

    async def order(self, live: LiveTable, orders: list[Standing], also: Also | None = None) -> None:
        """From now on these orders stand, and what they say to the present decision is done; `also` with it."""
        draft, first = live.match.fork(), live.position
        clocks = live.obey(draft, orders) or live.clocks.copy()
        if not orders:
            clocks.orders = []
        if draft.position == first:
            await self._arrange(live, None, clocks, also)
            return
        try:
            await self.tables.store_change(live, draft, with_it(live.moved(draft, None, clocks), also))
        except ConflictError:
            raise Refusal(409, "outdated", "the table was changed elsewhere meanwhile: try again") from None
        live.publish_moves(first)
        self.tables.drivers.drive(live)

    # --- clocks that run out --------------------------------------------------------------------------------------

    async def _run_out(self, job: Job) -> None:
        """A clock of a table may have run out. Every change of the table ends this job, and makes the next one."""
        assert job.table is not None
        try:
            async with self.tables.use(job.table) as live:
                await self._look_at_clocks(live, job)
        except Refusal as refusal:
            if refusal.status not in (404, 409):
                raise
            if refusal.error == "outdated":
                raise ConflictError(refusal.message) from None
            await self.tables.jobs.finish(job)  # the table cannot be played any more

    async def _look_at_clocks(self, live: LiveTable, job: Job) -> None:
        pace, clocks, at = live.pace, live.clocks.copy(), now()
        late = [seat for seat, due in clocks.due.items() if due <= at]
        if pace is None or not late or live.match.over:
            due = pacing.next_due(clocks)
            again = [Job(f"{CLOCK}-{live.id}-{live.message}-{at}", CLOCK, live.id, due=due)] if due < FOREVER else []
            await self.tables.jobs.finish(job, lambda connection: insert_jobs(connection, again) if again else None)
            return
        seats = copied(live.seats)
        for seat in late:
            owed = await self.outages.between(clocks.begun[seat], at) - clocks.credited.get(seat, 0)
            if owed > 0:
                clocks.credited[seat] = clocks.credited.get(seat, 0) + owed
                pacing.give(pace, clocks, seat, owed)
            if clocks.due[seat] <= at:
                self._substitute(live, seats, clocks, seat, pace.mandate)
        await self._arrange(live, seats, clocks)

    # --- votes ----------------------------------------------------------------------------------------------------

    async def votes(self, table: str) -> list[Vote]:
        def read() -> list[Vote]:
            with self.store.engine.connect() as connection:
                query = select(VOTES).where(VOTES.c.table_id == table).order_by(VOTES.c.made)
                return [_vote(row) for row in connection.execute(query).all()]

        return await asyncio.to_thread(read)

    async def ask(self, person: Person, table: str, kind: Kind, about: dict[str, int]) -> None:
        """Put something to the vote; whoever asks has agreed."""
        async with self.tables.use(table) as live:
            seat = self.running_seat(live, person)
            if live.seats[seat].kind != "human":
                raise Refusal(409, "away", "a bot plays for you: come back first")
            self._check_sense(live, kind, about)
            if kind == "takeback":
                await self.tables.memory.recall(live, max(0, live.position - FARTHEST))
                about = self._last_choice(live, seat, about)
            open_now = await self.votes(table)
            if any(each.kind == kind and {**each.about, "since": 0} == {**about, "since": 0} for each in open_now):
                raise Refusal(409, "asked", "this is put to the vote already")
            if sum(each.seat == seat for each in open_now) >= 3:
                raise Refusal(429, "too-many-votes", "three votes of yours are open already")
            if kind == "replace":
                about = {**about, "since": live.position}
            ends = now() + OPEN_FOR[live.pace.kind if live.pace is not None else "days"]
            vote = Vote(new_id(), kind, seat, about, {seat: True}, now(), ends)

            def write(connection: Connection) -> None:
                row = {**msgspec.structs.asdict(vote), "table_id": table}
                row["about"], row["ballots"] = _json(vote.about), _json(vote.ballots)
                connection.execute(insert(VOTES).values(**row))
                insert_jobs(connection, [Job(f"{VOTE}-{vote.id}", VOTE, table, {"vote": vote.id}, ends)])

            await self.store.writer.submit(write)
            await self._count(live, vote)

    def _check_sense(self, live: LiveTable, kind: Kind, about: dict[str, int]) -> None:
        clocks, pace = live.clocks, live.pace
        if kind in ("pause", "resume", "extend") and pace is None:
            raise Refusal(409, "no-clocks", "there are no clocks at this table")
        if kind == "pause" and clocks.paused:
            raise Refusal(409, "paused", "the clocks are stopped already")
        if kind == "resume" and not clocks.paused:
            raise Refusal(409, "not-paused", "the clocks run")
        if kind == "extend" and not clocks.turn:
            raise Refusal(409, "no-clocks", "no clock runs now")
        if kind == "replace":
            seat = about.get("seat", -1)
            if not 0 <= seat < len(live.seats) or (live.seats[seat].kind == "bot" and live.seats[seat].person is None):
                raise Refusal(422, "unknown-seat", f"seat {seat} is not a person's")

    async def ballot(self, person: Person, table: str, vote: str, yes: bool) -> None:
        async with self.tables.use(table) as live:
            seat = self.running_seat(live, person)
            if live.seats[seat].kind != "human":
                raise Refusal(409, "away", "a bot plays for you: come back first")
            await self.tables.memory.recall(live, max(0, live.position - FARTHEST))

            def write(connection: Connection) -> Vote:
                which = (VOTES.c.id == vote, VOTES.c.table_id == table)
                row = connection.execute(select(VOTES).where(*which).with_for_update()).first()
                if row is None:
                    raise Refusal(404, "unknown-vote", "there is no such vote, or it is over")
                found = _vote(row)
                if seat not in voters(live, found):
                    raise Refusal(403, "no-voter", "you have no vote in this")
                found.ballots[seat] = yes
                connection.execute(update(VOTES).where(*which).values(ballots=_json(found.ballots)))
                return found

            await self._count(live, await self.store.writer.submit(write))

    async def _count(self, live: LiveTable, vote: Vote) -> None:
        """Carry a vote out once it is decided; its end and what it brings are one transaction."""
        if vote.kind == "takeback":
            await self.tables.memory.recall(live, vote.about["position"])
        carried = decided(live, vote)
        if carried is None:
            live.audience.tell({"type": "company"})
            return
        if not carried:
            await self.store.writer.submit(lambda connection: self._end_vote(connection, vote))
            live.audience.tell({"type": "company"})
            return
        await self._carry(live, vote)

    async def _carry(self, live: LiveTable, vote: Vote) -> None:
        if vote.kind == "takeback":
            await self._take_back(live, vote)
            return
        seats, clocks = copied(live.seats), live.clocks.copy()
        self._carry_out(live, vote, seats, clocks)
        await self._arrange(live, seats, clocks, lambda connection: self._end_vote(connection, vote))

    def _last_choice(self, live: LiveTable, seat: int, about: dict[str, int]) -> dict[str, int]:
        """The choice of a seat that is to be taken back, with all that came after: the last one, unless another is
        named."""
        entries = live.match.entries
        own = [i for i, entry in enumerate(entries) if entry.seat == seat and not entry.forced]
        position = about.get("position", own[-1] if own else -1)
        if position not in own or position < live.position - FARTHEST:
            raise Refusal(422, "no-takeback", "this is not a choice of yours that could be taken back")
        return {"position": position, "message": live.numbers[position]}

    async def _take_back(self, live: LiveTable, vote: Vote) -> None:
        draft, position = live.match.fork(), vote.about["position"]
        count = live.position - position
        draft.undo(position)
        change = with_it(live.taken_back(draft, position), lambda connection: self._end_vote(connection, vote))
        try:
            await self.tables.store_change(live, draft, change)
        except ConflictError:
            raise Refusal(409, "outdated", "the table was changed elsewhere meanwhile: try again") from None
        live.publish_takeback(vote.seat, position, count)
        self.tables.drivers.drive(live)

    def _carry_out(self, live: LiveTable, vote: Vote, seats: list[Seat], clocks: Clocks) -> None:
        pace = live.pace
        if vote.kind == "end":
            clocks.agreed = True
        elif vote.kind == "replace":
            seat = vote.about["seat"]
            if seats[seat].kind == "human":
                self._substitute(live, seats, clocks, seat, pace.mandate if pace is not None else "play")
            if seats[seat].person is not None:
                clocks.away[seat].offered = True
        elif pace is not None and vote.kind == "pause":
            pacing.pause(pace, clocks, now())
        elif pace is not None and vote.kind == "resume":
            pacing.resume(pace, clocks, now())
        elif pace is not None:
            more = vote.about.get("days", 1) * DAY if pace.kind == "days" else vote.about.get("minutes", 5) * 60_000
            for seat in list(clocks.turn):
                pacing.give(pace, clocks, seat, more)

    def _end_vote(self, connection: Connection, vote: Vote) -> None:
        from rondel.server.storage import JOBS

        if connection.execute(delete(VOTES).where(VOTES.c.id == vote.id)).rowcount != 1:
            raise Refusal(409, "outdated", "the vote is over")
        connection.execute(delete(JOBS).where(JOBS.c.id == f"{VOTE}-{vote.id}"))

    async def _close(self, job: Job) -> None:
        """A vote has been open long enough: it is not carried, unless it hung on somebody who is not there."""
        assert job.table is not None
        found = next((vote for vote in await self.votes(job.table) if vote.id == job.about["vote"]), None)
        if found is not None and await self._carry_late(job.table, found):
            return
        gone = delete(VOTES).where(VOTES.c.id == job.about["vote"])
        await self.tables.jobs.finish(job, lambda connection: connection.execute(gone).rowcount)
        live = self.tables.memory.cached.get(job.table or "")
        if live is not None:
            live.audience.tell({"type": "company"})

    async def _carry_late(self, table: str, vote: Vote) -> bool:
        try:
            async with self.tables.use(table) as live:
                first = vote.about.get("since", vote.about.get("position", live.position))
                await self.tables.memory.recall(live, min(first, live.position))
                if live.match.over or not decided(live, vote, late=True):
                    return False
                await self._carry(live, vote)
                return True
        except Refusal as refusal:
            if refusal.error == "outdated":
                raise ConflictError(refusal.message) from None
            return False


def with_it(change: Change, also: Also | None) -> Change:
    """A change, and what else belongs to it in the same transaction."""
    before = change.also

    def both(connection: Connection) -> None:
        for each in (before, also):
            if each is not None:
                each(connection)

    change.also = both
    return change


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def said(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def clocks_json(summary: Summary) -> dict[str, Any]:
    """Pace and clocks as they are told to whoever may see the table."""
    pace, clocks = pacing.read_pace(summary.pace), pacing.read_clocks(summary.clocks)
    seats = []
    for seat, place in enumerate(summary.seats):
        away = clocks.away.get(seat)
        seats.append(
            {
                "seat": seat,
                "due": said(clocks.due[seat]) if seat in clocks.due else None,
                "left": clocks.left.get(seat, pace.bank * 1000) // 1000 if pace and pace.kind == "live" else None,
                "off": [{"first": first, "last": last} for first, last in clocks.off.get(seat, ())],
                "days_off": pacing.days_off(clocks, seat),
                "away": away.mandate if away is not None else None,
                "away_since": said(away.since) if away is not None else None,
                "offered": away is not None and away.offered,
                "person": place.person is not None,
            }
        )
    return {
        "pace": pace_json(pace),
        "paused": said(clocks.paused) if clocks.paused else None,
        "agreed": clocks.agreed,
        "now": said(now()),
        "seats": seats,
    }


def pace_json(pace: pacing.Pace | None) -> dict[str, Any] | None:
    return msgspec.structs.asdict(pace) if pace is not None else None
