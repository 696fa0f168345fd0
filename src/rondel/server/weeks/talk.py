"""Talk that somebody does not want to hear: muted by whoever does not, reported to those who look after the site.

Whoever mutes somebody is told nothing of what she says, at any table, until she hears her again; what was said is kept.
A report keeps the line and a few before it, as far as whoever reports it could hear them: an administrator sees these
and nothing else of a private talk. She removes the line, silences who said it for some days, both, or neither.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from sqlalchemy import BigInteger, Column, Integer, String, Table, Text, delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from rondel.server.access import HOUSE, Person, forbidden
from rondel.server.errors import Refusal
from rondel.server.people import PERSONS
from rondel.server.rows import CHAT, EXPORTING, FORGETTING, INHERITING, ChatLine, audit, metadata, now
from rondel.server.storage import Store

MUTES = Table(
    "mutes",
    metadata,
    Column("person", String(16), primary_key=True),  # who does not want to hear
    Column("other", String(16), primary_key=True),
    Column("made", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
SILENCED = Table(
    "silenced",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
REPORTS = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),  # it stays when the table goes
    Column("number", Integer, nullable=False),  # of the line
    Column("by", String(16), nullable=False),
    Column("about", String(16), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("made", BigInteger, nullable=False),
    Column("settled", BigInteger, nullable=False, index=True),  # 0: nobody has looked at it
)

Why = Literal["insult", "threat", "spam", "cheating", "other"]
BEFORE = 6
"""So many lines before a reported one are kept with it."""
LISTED = 100
DAY = 24 * 3600 * 1000
MOST_MUTED = 200


class Heard(msgspec.Struct, omit_defaults=True):
    """A line as it was when it was reported."""

    number: int
    at: int
    name: str
    to: list[str]
    text: str
    person: str = ""
    """Whose it is, and for whom it was: known so that it can go with them, and told nobody."""
    heard: list[str] = []


class Report(msgspec.Struct):
    why: Why
    words: str
    game: str
    name: str
    """Who said it, by the name she had at the table."""
    by_name: str
    lines: list[Heard]
    """The reported one is the last."""
    removed: bool = False
    silenced: int = 0
    """Days."""
    settled_by: str = ""


def may_look_after(person: Person) -> bool:
    return person.admin or person == HOUSE


class Talk:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def _read(self, query: Any) -> list[Any]:
        def read() -> list[Any]:
            with self.store.engine.connect() as connection:
                return list(connection.execute(query).all())

        return await asyncio.to_thread(read)

    # --- muting ---------------------------------------------------------------------------------------------------

    async def muted(self, person: str) -> set[str]:
        """Whom somebody does not want to hear."""
        return {row.other for row in await self._read(select(MUTES.c.other).where(MUTES.c.person == person))}

    async def deaf_to(self, person: str | None) -> set[str]:
        """Who does not want to hear somebody."""
        if not person:
            return set()
        return {row.person for row in await self._read(select(MUTES.c.person).where(MUTES.c.other == person))}

    async def mute(self, person: Person, other: str, yes: bool) -> None:
        def write(connection: Connection) -> None:
            which = (MUTES.c.person == person.id, MUTES.c.other == other)
            connection.execute(delete(MUTES).where(*which))
            if not yes:
                return
            if len(connection.execute(select(MUTES.c.other).where(MUTES.c.person == person.id)).all()) >= MOST_MUTED:
                raise Refusal(429, "too-many-muted", f"you have muted {MOST_MUTED} people already")
            connection.execute(insert(MUTES).values(person=person.id, other=other, made=now()))

        await self.store.writer.submit(write)

    # --- silence --------------------------------------------------------------------------------------------------

    async def check_speaks(self, person: Person) -> None:
        """Refusal while somebody is silenced."""
        if person == HOUSE or not person.is_known:
            return
        rows = await self._read(select(SILENCED.c.until).where(SILENCED.c.person == person.id))
        if rows and rows[0].until > now():
            message = "an administrator has silenced you for some days, because of what you said"
            raise Refusal(403, "silenced", message, until=rows[0].until)

    # --- reports --------------------------------------------------------------------------------------------------

    async def report(self, person: Person, table: str, line: ChatLine, about: str, report: Report, number: str) -> None:
        def write(connection: Connection) -> None:
            same = (REPORTS.c.table_id == table, REPORTS.c.number == line.number, REPORTS.c.by == person.id)
            if connection.execute(select(REPORTS.c.id).where(*same)).first() is not None:
                raise Refusal(409, "reported", "you have reported this line already")
            row = {"id": number, "table_id": table, "number": line.number, "by": person.id, "about": about}
            body = msgspec.json.encode(report).decode()
            connection.execute(insert(REPORTS).values(**row, body=body, made=now(), settled=0))

        await self.store.writer.submit(write)

    async def names(self, lines: list[ChatLine]) -> dict[str, str]:
        """What those who said something are called."""
        said = {line.person for line in lines if line.person}
        query = select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.id.in_(said))
        return {row.id: row.name for row in await self._read(query)}

    async def reported(self, person: str, table: str) -> list[int]:
        """The lines of a table that somebody has reported."""
        query = select(REPORTS.c.number).where(REPORTS.c.by == person, REPORTS.c.table_id == table)
        return sorted(row.number for row in await self._read(query))

    async def reports(self, person: Person) -> list[dict[str, Any]]:
        """For an administrator: what nobody has looked at first, the newest first."""
        check_looks_after(person)
        query = select(REPORTS).order_by(REPORTS.c.settled != 0, REPORTS.c.made.desc()).limit(LISTED)
        rows = await self._read(query)
        silent = await self._read(select(SILENCED).where(SILENCED.c.until > now()))
        until = {row.person: row.until for row in silent}
        earlier: dict[str, int] = {}
        for row in rows:
            earlier[row.about] = earlier.get(row.about, 0) + 1
        return [told(row, until.get(row.about, 0), earlier[row.about]) for row in rows]

    async def settle(self, person: Person, number: str, remove: bool, silence: int) -> tuple[str, int] | None:
        """What an administrator makes of a report; the line that is gone, if she removed it."""
        check_looks_after(person)

        def write(connection: Connection) -> tuple[str, int] | None:
            row = connection.execute(select(REPORTS).where(REPORTS.c.id == number).with_for_update()).first()
            if row is None:
                raise Refusal(404, "unknown-report", "there is no such report")
            if row.settled:
                raise Refusal(409, "settled", "this report is settled already")
            report = msgspec.json.decode(row.body, type=Report)
            report.removed, report.silenced, report.settled_by = remove, silence, person.name or person.id
            body = msgspec.json.encode(report).decode()
            connection.execute(update(REPORTS).where(REPORTS.c.id == number).values(body=body, settled=now()))
            if silence:
                hush(connection, row.about, silence)
            gone = 0
            if remove:
                line = (CHAT.c.table_id == row.table_id, CHAT.c.number == row.number)
                gone = connection.execute(update(CHAT).where(*line).values(text="")).rowcount
            audit(connection, person.id, "report-settled", report=number, removed=remove, silenced=silence)
            return (row.table_id, row.number) if gone else None

        found: tuple[str, int] | None = await self.store.writer.submit(write)
        return found


def forget(connection: Connection, person: str) -> None:
    """Nothing of a person stays; what she reported does, without her."""
    connection.execute(delete(MUTES).where(or_(MUTES.c.person == person, MUTES.c.other == person)))
    connection.execute(delete(SILENCED).where(SILENCED.c.person == person))
    connection.execute(delete(REPORTS).where(REPORTS.c.about == person))
    hers = or_(REPORTS.c.by == person, REPORTS.c.body.contains(f'"{person}"'))
    for row in connection.execute(select(REPORTS).where(hers)).all():
        report = msgspec.json.decode(row.body, type=Report)
        by, report.by_name = ("", "") if row.by == person else (row.by, report.by_name)
        for line in report.lines:
            without(line, person)
        body = msgspec.json.encode(report).decode()
        connection.execute(update(REPORTS).where(REPORTS.c.id == row.id).values(by=by, body=body))


def without(line: Heard, person: str) -> None:
    """A line that was kept with a report, without somebody who has gone."""
    if line.person == person:
        line.person = line.name = line.text = ""
    line.to = ["" if who == person else name for name, who in zip(line.to, line.heard or line.to, strict=True)]
    line.heard = ["" if who == person else who for who in line.heard]


def inherit(connection: Connection, person: str, heir: str) -> None:
    """What she said, heard, reported and does not want to hear; and her silence, which signing in does not end."""
    connection.execute(update(CHAT).where(CHAT.c.person == person).values(person=heir))
    for row in connection.execute(select(CHAT).where(CHAT.c.heard.contains(f'"{person}"'))).all():
        heard = [heir if each == person else each for each in msgspec.json.decode(row.heard)]
        which = (CHAT.c.table_id == row.table_id, CHAT.c.number == row.number)
        connection.execute(update(CHAT).where(*which).values(heard=msgspec.json.encode(heard).decode()))
    for column in (REPORTS.c.by, REPORTS.c.about):
        connection.execute(update(REPORTS).where(column == person).values({column.name: heir}))
    body = func.replace(REPORTS.c.body, f'"{person}"', f'"{heir}"')
    connection.execute(update(REPORTS).where(REPORTS.c.body.contains(f'"{person}"')).values(body=body))
    for mine, others in ((MUTES.c.person, MUTES.c.other), (MUTES.c.other, MUTES.c.person)):
        already = select(others).where(mine == heir)
        both = (mine == person, others != heir, others.not_in(already))
        connection.execute(update(MUTES).where(*both).values({mine.name: heir}))
    until = connection.execute(select(SILENCED.c.until).where(SILENCED.c.person == person)).scalar()
    if until is not None:
        keep_silent(connection, heir, until)


def export_muted(connection: Connection, person: str) -> list[dict[str, Any]]:
    query = select(MUTES.c.other, PERSONS.c.name, MUTES.c.made).join(PERSONS, PERSONS.c.id == MUTES.c.other)
    return [dict(row._mapping) for row in connection.execute(query.where(MUTES.c.person == person)).all()]


def export_reported(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What she reported herself; who reported her is theirs."""
    rows = connection.execute(select(REPORTS).where(REPORTS.c.by == person).order_by(REPORTS.c.made)).all()
    reports = [(row, msgspec.json.decode(row.body, type=Report)) for row in rows]
    return [
        {"table_id": row.table_id, "number": row.number, "made": row.made, "why": each.why, "words": each.words}
        for row, each in reports
    ]


def export_silence(connection: Connection, person: str) -> int | None:
    return connection.execute(select(SILENCED.c.until).where(SILENCED.c.person == person)).scalar()


FORGETTING.append(forget)
INHERITING.append(inherit)
EXPORTING.update(muted=export_muted, reported=export_reported, silenced_until=export_silence)


def hush(connection: Connection, person: str, days: int) -> None:
    """Somebody says nothing for so many days from now."""
    keep_silent(connection, person, now() + days * DAY)


def keep_silent(connection: Connection, person: str, until: int) -> None:
    """A longer silence stays."""
    before = connection.execute(select(SILENCED.c.until).where(SILENCED.c.person == person)).scalar() or 0
    connection.execute(delete(SILENCED).where(SILENCED.c.person == person))
    connection.execute(insert(SILENCED).values(person=person, until=max(until, before)))


def check_looks_after(person: Person) -> None:
    if not may_look_after(person):
        raise forbidden("only an administrator may do this")


def told(row: Any, silent_until: int, reports: int) -> dict[str, Any]:
    report = msgspec.json.decode(row.body, type=Report)
    for line in report.lines:
        line.person, line.heard = "", []
    return {
        "id": row.id,
        "table": row.table_id,
        "made": row.made,
        "settled": row.settled or None,
        "person": row.about,
        "reports": reports,
        "silent_until": silent_until or None,
        **msgspec.to_builtins(report),
    }


def heard(line: ChatLine, seats: list[str], people: dict[str, str]) -> Heard:
    """A line with the names of who said it, and of the seats that it was for."""
    name = people.get(line.person or "", seats[line.seat])
    to = [seats[seat] for seat in line.to]
    return Heard(line.number, line.at, name, to, line.text, line.person or "", line.heard)
