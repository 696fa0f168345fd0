"""Notices that it is somebody's turn: by mail, by web push, and to a webhook in Discord's form.

A turn that begins is noted in the transaction of the move that begins it: a job for its player, due a little later, one
for all the turns that begin meanwhile. When it is due, whoever has moved since is told nothing; the others get one
notice of all their tables, over each of the ways they chose, with what happened since they last played. Each way is a
job of its own, tried again while its receiver is down, and ended when that is gone for good. When a player has moved at
all the tables of a notice, it is withdrawn: a push notice closes, a webhook's message is deleted.

These jobs have a worker of their own: however slow a receiver is, no table waits for it.

Nobody is told twice. In the moment before a notice is handed over, that is written down; from then on it is sent again
only if the receiver said that it did not take it. If it says nothing, or the server dies before it has, the notice
counts as sent. (Of what was handed over nearly all arrives, whoever dies next: to send again would be wrong nearly
always.) A withdrawal is made again: it does no harm.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import secrets
from typing import Any, Literal

import msgspec
from sqlalchemy import BigInteger, Column, Integer, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel.server.errors import Refusal, UnansweredError
from rondel.server.jobs import Jobs, Later
from rondel.server.mails import Mails
from rondel.server.people import PERSONS, SECRETS
from rondel.server.rows import EXPORTING, FORGETTING, INHERITING, insert_new
from rondel.server.seating import new_id
from rondel.server.settings import Settings
from rondel.server.storage import BELONGING, SEATS, TABLES, Change, ConflictError, Job, Seat, Store, metadata, now
from rondel.server.storage import JOBS as JOB_ROWS
from rondel.server.tables import Tables
from rondel.server.weeks import outgoing, push
from rondel.server.weeks.digest import Turn, add_story, paragraphs, subject, texts_of
from rondel.server.weeks.pace import Clocks, read_clocks, read_pace

log = logging.getLogger("rondel.server")

SUBSCRIPTIONS = Table(
    "subscriptions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), nullable=False, index=True),
    Column("table_id", String(16), nullable=False, index=True),  # only for this one; empty: for all
    Column("kind", String(10), nullable=False),  # mail, push, webhook
    Column("address", Text, nullable=False),  # where to; of a mail, that of the account
    Column("keys", Text, nullable=False),  # JSON: of a browser
    Column("language", String(2), nullable=False),
    Column("token", String(40), nullable=False, unique=True),  # whoever has it may end the subscription
    Column("made", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # notices in a row that did not arrive
    Column("problem", String(200), nullable=False),  # what went wrong last
)
BELONGING.append(SUBSCRIPTIONS)

QUIET = Table(
    "quiet",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("kind", String(10), primary_key=True),  # this way, nothing is told of this table
    sqlite_with_rowid=False,
)
BELONGING.append(QUIET)

TOLD = Table(
    "told",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("sent", Text, nullable=False),  # JSON: subscription -> what can be withdrawn
    sqlite_with_rowid=False,
)
BELONGING.append(TOLD)

NOTICE, SEND, WITHDRAW = "notice", "send", "withdraw"
Kind = Literal["mail", "push", "webhook"]
MOST = 12
"""So many ways one person may have."""
TRIES = 12
"""Then a notice is given up: after some hours."""
FAILURES = 5
"""So many notices in a row that nobody took end a subscription."""
GONE = (404, 410)
LAST_MOMENT = 3.0
"""Seconds that a server that stops waits for what it is just sending."""
PLACEHOLDER = "mailto:rondel@localhost"
"""Whom a push service may turn to, of a site that has no address."""


class Subscription(msgspec.Struct):
    id: str
    person: str
    table_id: str
    kind: Kind
    address: str
    keys: dict[str, str]
    language: str
    token: str
    made: int = 0
    failures: int = 0
    problem: str = ""


def _subscription(row: Any) -> Subscription:
    about = (row.id, row.person, row.table_id, row.kind, row.address, msgspec.json.decode(row.keys), row.language)
    return Subscription(*about, row.token, row.made, row.failures, row.problem)


# --- in the transaction of a move -------------------------------------------------------------------------------------

DELAY = 120_000
"""As the settings say; set when the server starts."""


def forget(connection: Connection, person: str) -> None:
    for kept in (SUBSCRIPTIONS, QUIET, TOLD):
        connection.execute(delete(kept).where(kept.c.person == person))


def inherit(connection: Connection, person: str, heir: str) -> None:
    connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person).values(person=heir))
    there = select(QUIET.c.table_id).where(QUIET.c.person == heir)
    which = (QUIET.c.person == person, QUIET.c.table_id.not_in(there))
    connection.execute(update(QUIET).where(*which).values(person=heir))


def export(connection: Connection, person: str) -> dict[str, Any]:
    """Where she is told of her turns, without what only her browser and its links know."""
    columns = [SUBSCRIPTIONS.c[name] for name in ("table_id", "kind", "address", "language", "made")]
    ways = connection.execute(select(*columns).where(SUBSCRIPTIONS.c.person == person)).all()
    quiet = connection.execute(select(QUIET.c.table_id, QUIET.c.kind).where(QUIET.c.person == person)).all()
    return {"ways": [dict(row._mapping) for row in ways], "quiet": [dict(row._mapping) for row in quiet]}


FORGETTING.append(forget)
INHERITING.append(inherit)
EXPORTING["notices"] = export


def tell_of_turns(
    change: Change, before: Clocks, after: Clocks, seats: list[Seat], seats_before: list[Seat], at: int
) -> None:
    """Note in a change whose turn begins with it, and whose ends."""
    begun = [seats[seat].person for seat, turn in after.turn.items() if before.turn.get(seat) != turn]
    ended = [(seats_before[seat].person, turn) for seat, turn in before.turn.items() if after.turn.get(seat) != turn]
    if not begun and not ended:
        return

    before_that = change.also

    def note(connection: Connection) -> None:
        if before_that is not None:
            before_that(connection)
        _note_begun(connection, [each for each in begun if each], at)
        _note_ended(connection, change.table, [(person, turn) for person, turn in ended if person])

    change.also = note


def _note_begun(connection: Connection, people: list[str], at: int) -> None:
    wanted = select(SUBSCRIPTIONS.c.person).where(SUBSCRIPTIONS.c.person.in_(people)).distinct()
    slot = at // DELAY + 2 if DELAY else at  # what begins within one stretch is told together
    for person in sorted(connection.execute(wanted).scalars()) if people else []:
        _put(connection, Job(f"{NOTICE}-{person}-{slot}", NOTICE, None, {"person": person}, slot * (DELAY or 1)))


def _note_ended(connection: Connection, table: str, turns: list[tuple[str, int]]) -> None:
    for person, turn in turns:
        which = (TOLD.c.person == person, TOLD.c.table_id == table, TOLD.c.turn == turn)
        row = connection.execute(select(TOLD.c.sent).where(*which).with_for_update()).first()
        if row is not None:
            connection.execute(delete(TOLD).where(*which))
            _withdraw(connection, person, msgspec.json.decode(row.sent))


def _withdraw(connection: Connection, person: str, sent: dict[str, str]) -> None:
    """What was sent and can be withdrawn, if none of the tables it told of waits any more: a job for each."""
    query = select(TOLD.c.sent).where(TOLD.c.person == person).order_by(TOLD.c.table_id, TOLD.c.turn)
    others = [msgspec.json.decode(each) for each in connection.execute(query.with_for_update()).scalars()]
    for subscription, what in sent.items():
        if not any(other.get(subscription) == what for other in others):
            about = {"subscription": subscription, "what": what}
            _put(connection, Job(f"{WITHDRAW}-{subscription}-{what}", WITHDRAW, None, about, now()))


def _put(connection: Connection, job: Job) -> None:
    row = {"id": job.id, "kind": job.kind, "table_id": job.table, "about": json.dumps(job.about), "due": job.due}
    insert_new(connection, JOB_ROWS, [{**row, "claimed_by": "", "claimed_until": 0, "tries": 0}])


# --- the rest ---------------------------------------------------------------------------------------------------------


class Notices:
    def __init__(self, settings: Settings, store: Store, tables: Tables, mails: Mails) -> None:
        self.settings = settings
        self.store = store
        self.tables = tables
        self.mails = mails
        self.key = ""
        self.jobs = Jobs(store, settings.lease)
        for kind, handler in ((NOTICE, self._notice), (SEND, self._send), (WITHDRAW, self._withdraw)):
            self.jobs.on(kind, handler)

    async def start(self) -> None:
        global DELAY
        DELAY = int(self.settings.notice_delay * 1000)
        self.key = await self.store.writer.submit(self._site_key)
        await self.jobs.start()

    async def stop(self) -> None:
        """What is being sent arrives first, if that takes but a moment: cut off, it would be sent again."""
        if self.jobs.task is not None:
            self.jobs.task.cancel()
        if self.jobs.working:
            await asyncio.wait(list(self.jobs.working.values()), timeout=LAST_MOMENT)
        await self.jobs.stop()

    def _site_key(self, connection: Connection) -> str:
        """By which push services know this site again; made once."""
        insert_new(connection, SECRETS, [{"name": "push", "value": push.new_key()}])
        key: str = connection.execute(select(SECRETS.c.value).where(SECRETS.c.name == "push")).scalar_one()
        return key

    @property
    def public_key(self) -> str:
        return push.public_key(self.key)

    @property
    def base(self) -> str:
        return self.settings.url or "http://localhost"

    # --- ways to be told ------------------------------------------------------------------------------------------

    async def of(self, person: str) -> list[Subscription]:
        def read() -> list[Subscription]:
            with self.store.engine.connect() as connection:
                query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person).order_by(SUBSCRIPTIONS.c.made)
                return [_subscription(row) for row in connection.execute(query).all()]

        return await asyncio.to_thread(read)

    async def subscribe(
        self, person: str, kind: Kind, address: str, keys: dict[str, str], language: str, table: str = ""
    ) -> Subscription:
        """Another way to be told, of all tables or of one; the same one again is made anew."""
        if kind == "mail":
            address = ""
        else:
            try:
                outgoing.check(address, self.settings.loopback)
                await outgoing.vet(address, self.settings.loopback)
            except (outgoing.UnsafeError, outgoing.UnreachableError) as error:
                raise Refusal(422, "bad-address", f"notices cannot be sent there: {error}") from None
        if kind == "push":
            try:
                push.check_keys(keys.get("p256dh", ""), keys.get("auth", ""))
            except ValueError:
                raise Refusal(422, "bad-keys", "these are not the keys of a browser") from None
        token = secrets.token_urlsafe(24)
        made = Subscription(new_id(), person, table, kind, address, keys, language, token, now())

        def write(connection: Connection) -> None:
            mine = SUBSCRIPTIONS.c.person == person
            same = (mine, SUBSCRIPTIONS.c.kind == kind, SUBSCRIPTIONS.c.address == address)
            connection.execute(delete(SUBSCRIPTIONS).where(*same, SUBSCRIPTIONS.c.table_id == table))
            if len(connection.execute(select(SUBSCRIPTIONS.c.id).where(mine)).all()) >= MOST:
                raise Refusal(429, "too-many-ways", f"you have {MOST} ways to be told already")
            row = {**msgspec.structs.asdict(made), "keys": json.dumps(keys)}
            connection.execute(insert(SUBSCRIPTIONS).values(**row))
            _note_begun(connection, [person], now())  # also of what waits for her already

        await self.store.writer.submit(write)
        return made

    async def unsubscribe(self, person: str, subscription: str) -> bool:
        which = (SUBSCRIPTIONS.c.id == subscription, SUBSCRIPTIONS.c.person == person)
        return bool(await self._execute(delete(SUBSCRIPTIONS).where(*which)))

    async def unsubscribe_by(self, token: str) -> bool:
        """By the link in a notice, whoever follows it."""
        return bool(await self._execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.token == token)))

    async def quiet(self, person: str, table: str) -> list[str]:
        def read() -> list[str]:
            with self.store.engine.connect() as connection:
                query = select(QUIET.c.kind).where(QUIET.c.person == person, QUIET.c.table_id == table)
                return sorted(connection.execute(query).scalars())

        return await asyncio.to_thread(read)

    async def set_quiet(self, person: str, table: str, kinds: list[Kind]) -> None:
        """Of this table nothing is told in these ways."""

        def write(connection: Connection) -> None:
            connection.execute(delete(QUIET).where(QUIET.c.person == person, QUIET.c.table_id == table))
            for kind in sorted(set(kinds)):
                connection.execute(insert(QUIET).values(person=person, table_id=table, kind=kind))

        await self.store.writer.submit(write)

    async def _execute(self, statement: Any) -> int:
        changed: int = await self.store.writer.submit(lambda connection: connection.execute(statement).rowcount)
        return changed

    # --- whose turn it is -----------------------------------------------------------------------------------------

    def _waiting(self, person: str) -> list[Turn]:
        """The tables that wait for somebody."""
        query = (
            select(TABLES.c.id, TABLES.c.game, TABLES.c.clocks, TABLES.c.pace, SEATS.c.seat)
            .join(SEATS, SEATS.c.table_id == TABLES.c.id)
            .where(SEATS.c.person == person, SEATS.c.kind == "human", TABLES.c.over.is_(False))
            .order_by(TABLES.c.updated)
        )
        found = []
        with self.store.engine.connect() as connection:
            for row in connection.execute(query).all():
                clocks, pace = read_clocks(row.clocks), read_pace(row.pace)
                if row.seat in clocks.turn:
                    zone = pace.zone if pace is not None else "UTC"
                    turn = Turn(row.id, row.seat, row.game, clocks.turn[row.seat], clocks.due.get(row.seat), zone)
                    found.append(turn)
        return found

    async def _notice(self, job: Job) -> None:
        """Tell somebody of all her turns that she was not told of: a job for each of her ways."""
        person = job.about["person"]
        waiting = await asyncio.to_thread(self._waiting, person)
        ways = await self.of(person)
        silent = {turn.table: await self.quiet(person, turn.table) for turn in waiting}

        def write(connection: Connection) -> None:
            fresh = []
            for turn in waiting:
                row = {"person": person, "table_id": turn.table, "turn": turn.number, "sent": "{}"}
                if insert_new(connection, TOLD, [row]):
                    fresh.append(turn)
            jobs = []
            for way in ways:
                turns = [
                    [turn.table, turn.number]
                    for turn in fresh
                    if way.table_id in ("", turn.table) and way.kind not in silent[turn.table]
                ]
                if turns:
                    about = {"subscription": way.id, "turns": turns}
                    jobs.append(Job(f"{SEND}-{way.id}-{job.id[-16:]}", SEND, None, about, now()))
            for each in jobs:
                _put(connection, each)

        await self.jobs.finish(job, write)

    # --- sending --------------------------------------------------------------------------------------------------

    async def _find(self, subscription: str) -> Subscription | None:
        def read() -> Any:
            with self.store.engine.connect() as connection:
                return connection.execute(select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription)).first()

        row = await asyncio.to_thread(read)
        return _subscription(row) if row is not None else None

    async def _send(self, job: Job) -> None:
        way = await self._find(job.about["subscription"])
        if way is None:
            await self.jobs.finish(job)
            return
        wanted = {(table, number) for table, number in job.about["turns"]}
        by_itself = number_of(job) if way.kind == "push" else None  # can be withdrawn, whatever is answered
        if job.about.get("handed"):
            log.warning("a server ended while it sent %s; it is not sent again", job.id)
            await self.jobs.finish(job, lambda connection: self._sent(connection, way, wanted, by_itself))
            return
        turns = []
        for turn in await self._still_waiting(way.person, wanted):
            try:
                await add_story(self.tables, turn, way.person, way.language)
                turns.append(turn)
            except Refusal as refusal:  # it is no longer hers, or cannot be read
                log.warning("nothing can be told of table %s: %s", turn.table, refusal.message)
        still = {(turn.table, turn.number) for turn in await self._still_waiting(way.person, wanted)}
        turns = [turn for turn in turns if (turn.table, turn.number) in still]
        if not turns:
            await self.jobs.finish(job)  # she has played meanwhile, everywhere
            return
        told = {(turn.table, turn.number) for turn in turns}
        try:
            sent = await self._deliver(way, turns, job)
        except ConflictError:
            raise  # another process has it
        except _GoneError as error:
            problem = str(error)
            await self.jobs.finish(job, lambda connection: self._end(connection, way, problem))
        except UnansweredError as error:
            problem = str(error)
            await self.jobs.finish(job, lambda connection: self._unanswered(connection, way, told, by_itself, problem))
        except Exception as error:
            problem = str(error)
            if job.tries < TRIES:
                raise Later(problem[:200]) from None
            await self.jobs.finish(job, lambda connection: self._give_up(connection, way, problem))
        else:
            await self.jobs.finish(job, lambda connection: self._sent(connection, way, told, sent))

    async def _still_waiting(self, person: str, wanted: set[tuple[str, int]]) -> list[Turn]:
        """Of these turns, those that are still somebody's to play, and not too late."""
        waiting = await asyncio.to_thread(self._waiting, person)
        in_time = [turn for turn in waiting if turn.due is None or turn.due > now()]
        return [turn for turn in in_time if (turn.table, turn.number) in wanted]

    def _sent(self, connection: Connection, way: Subscription, turns: set[tuple[str, int]], sent: str | None) -> None:
        """It has arrived: what of it can be withdrawn is kept, or withdrawn at once if she has played meanwhile."""
        fine = {"failures": 0, "problem": ""}
        connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == way.id).values(fine))
        if sent is None:
            return
        for table, turn in sorted(turns):
            which = (TOLD.c.person == way.person, TOLD.c.table_id == table, TOLD.c.turn == turn)
            row = connection.execute(select(TOLD.c.sent).where(*which).with_for_update()).first()
            if row is not None:
                known = {**msgspec.json.decode(row.sent), way.id: sent}
                connection.execute(update(TOLD).where(*which).values(sent=json.dumps(known)))
        _withdraw(connection, way.person, {way.id: sent})  # if none of them waits any more

    def _unanswered(
        self, connection: Connection, way: Subscription, turns: set[tuple[str, int]], sent: str | None, problem: str
    ) -> None:
        """It was handed over, and nobody said that it arrived: it is not sent again. A way that never answers ends."""
        self._sent(connection, way, turns, sent)
        self._give_up(connection, way, problem)

    def _end(self, connection: Connection, way: Subscription, problem: str) -> None:
        log.warning("the subscription %s has ended: %s", way.id, problem)
        connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == way.id))

    def _give_up(self, connection: Connection, way: Subscription, problem: str) -> None:
        if way.failures + 1 >= FAILURES:
            self._end(connection, way, problem)
            return
        failed = {"failures": way.failures + 1, "problem": problem[:200]}
        connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == way.id).values(failed))

    async def _deliver(self, way: Subscription, turns: list[Turn], job: Job) -> str | None:
        """Send; what can be withdrawn later, if anything."""

        async def handing() -> None:
            await self.jobs.note(job, handed=True)

        if way.kind == "mail":
            await self._mail(way, turns, job, handing)
            return None
        if way.kind == "push":
            words = {**self._push_words(way, turns), "number": number_of(job)}
            await self._push(way, words, job.id, handing)
            return number_of(job)
        return await self._webhook(way, turns, handing)

    async def _mail(self, way: Subscription, turns: list[Turn], job: Job, handing: outgoing.Handing) -> None:
        if not self.mails:
            raise _GoneError("this server sends no mails")

        def read() -> str | None:
            with self.store.engine.connect() as connection:
                mail: str | None = connection.execute(
                    select(PERSONS.c.mail).where(PERSONS.c.id == way.person)
                ).scalar_one_or_none()
                return mail

        address = await asyncio.to_thread(read)
        if not address:
            raise _GoneError("the account has no mail address")
        texts = texts_of(turns[0].game, way.language)
        blocks = paragraphs(turns, way.language, self.base)
        stop = f"{self.base.rstrip('/')}/api/unsubscribe/{way.token}"
        ending = texts.text("notice.stop")
        plain = "\n\n".join("\n".join(block) for block in blocks) + f"\n\n-- \n{ending} {stop}\n"
        rich = "".join(_block(block) for block in blocks)
        foot = f'<p><small><a href="{html.escape(stop, quote=True)}">{html.escape(ending)}</a></small></p>'
        body = f'<html lang="{way.language}"><body>{rich}{foot}</body></html>'
        more = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        about = subject(turns, way.language)
        await self.mails.deliver(address, about, plain, body, f"<{job.id}@rondel>", more, handing)

    def _push_words(self, way: Subscription, turns: list[Turn]) -> dict[str, Any]:
        blocks = paragraphs(turns, way.language, "")
        lines = blocks[0][1:-1] if len(turns) == 1 else [block[0] for block in blocks]
        url = f"/#/table/{turns[0].table}" if len(turns) == 1 else "/"
        text = "\n".join(lines)[-900:]
        tables = [turn.table for turn in turns]
        return {"title": subject(turns, way.language), "body": text, "url": url, "tables": tables}

    async def _push(
        self, way: Subscription, words: dict[str, Any], number: str, handing: outgoing.Handing = outgoing.nothing
    ) -> None:
        body = push.encrypt(json.dumps(words).encode(), way.keys["p256dh"], way.keys["auth"])
        headers = {
            "authorization": push.authorization(way.address, self.key, self.settings.url or PLACEHOLDER, now()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(2 * 24 * 3600),
            "urgency": "normal",
            "topic": push.topic(number),
        }
        status, said = await outgoing.call("POST", way.address, headers, body, self.settings.loopback, handing)
        _check(status, said)

    async def _webhook(self, way: Subscription, turns: list[Turn], handing: outgoing.Handing) -> str | None:
        """Discord's form: a message with an embed for each table; its number, for taking it back."""
        blocks = paragraphs(turns, way.language, self.base)
        embeds = [
            {"title": block[0][:250], "description": "\n".join(block[1:-1])[-2000:], "url": block[-1]}
            for block in blocks[:10]
        ]
        texts = texts_of(turns[0].game, way.language)
        content = texts.text(
            "notice.waits", {"name": await self._name(way.person), "what": subject(turns, way.language)}
        )
        words = {"username": "Rondel", "content": content[:1900], "embeds": embeds, "allowed_mentions": {"parse": []}}
        joined = "&" if "?" in way.address else "?"
        headers = {"content-type": "application/json", "user-agent": "Rondel"}
        body = json.dumps(words).encode()
        status, said = await outgoing.call(
            "POST", f"{way.address}{joined}wait=true", headers, body, self.settings.loopback, handing
        )
        _check(status, said)
        try:
            number = json.loads(said)["id"]
        except (ValueError, KeyError, TypeError):
            return None  # not Discord, but of its form
        return number if isinstance(number, str) and number.isascii() and number.isdecimal() else None

    async def _name(self, person: str) -> str:
        def read() -> str:
            with self.store.engine.connect() as connection:
                return str(connection.execute(select(PERSONS.c.name).where(PERSONS.c.id == person)).scalar() or "")

        return await asyncio.to_thread(read)

    # --- withdrawing ----------------------------------------------------------------------------------------------

    async def _withdraw(self, job: Job) -> None:
        """She has played: what she was told is no news any more. It is tried a few times, and no harm if it fails."""
        way = await self._find(job.about["subscription"])
        try:
            if way is not None and way.kind == "push":
                await self._push(way, {"withdraw": job.about["what"]}, job.id)
            elif way is not None and way.kind == "webhook":
                address, _, query = way.address.partition("?")
                url = f"{address}/messages/{job.about['what']}{'?' + query if query else ''}"
                headers = {"user-agent": "Rondel"}
                status, said = await outgoing.call("DELETE", url, headers, b"", self.settings.loopback)
                _check(status, said)
        except _GoneError:
            pass  # it is not there any more: so much the better
        except Exception as error:
            if job.tries < 3:
                raise Later(str(error)[:200]) from None
        await self.jobs.finish(job)


def number_of(job: Job) -> str:
    """What tells a notice from the others that go the same way."""
    return job.id.rpartition("-")[2]


class _GoneError(Exception):
    """Whoever was to be told is not there any more."""


def _check(status: int, said: bytes) -> None:
    if status in GONE:
        raise _GoneError(f"the receiver is gone: {status}")
    if not 200 <= status < 300:
        raise outgoing.UnreachableError(f"the receiver answered {status} {said[:80]!r}")


def _block(lines: list[str]) -> str:
    """A table of a mail as HTML, in which nothing that a person chose is obeyed."""
    shown = [html.escape(line) for line in lines]
    link = html.escape(lines[-1], quote=True)
    middle = "".join(f"<li>{line}</li>" for line in shown[1:-1])
    return f'<h3><a href="{link}">{shown[0]}</a></h3><ul>{middle}</ul>'
