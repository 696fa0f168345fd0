"""People: guests and accounts, their sessions, and tickets that work once.

A guest is a person with a name and a session in one browser. An account is the same person with a way back: a login and
a password, and if she likes a mail address for the day she forgets it. A session is a random token in a cookie, of
which only a hash is stored; whoever reads the database cannot be anybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    String,
    Table,
    Text,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from rondel.server import notify
from rondel.server.access import Person
from rondel.server.errors import Refusal
from rondel.server.rows import AUDIT, EXPORTING, FORGETTING, INHERITING, insert_new
from rondel.server.seating import LONGEST_NAME, new_id
from rondel.server.storage import ADMITTED, CHAT, SEATS, TABLES, Store, audit, metadata, now

PERSONS = Table(
    "persons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("login", String(80), unique=True),  # folded: Anna and anna are the same
    Column("password", String(200)),  # argon2
    Column("mail", String(254), index=True),
    Column("admin", Boolean, nullable=False),
    Column("owner", String(16), index=True),  # of a program: the person whose it is
)

SESSIONS = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash
    Column("id", String(16), nullable=False, unique=True),
    Column("person", String(16), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("device", String(200), nullable=False),
)

TICKETS = Table(
    "tickets",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash
    Column("kind", String(10), nullable=False),  # reset: a new password; device: another session of the same person
    Column("person", String(16), nullable=False, index=True),  # nobody's: a challenge to whoever signs in by passkey
    Column("ends", BigInteger, nullable=False),
)

PASSKEYS = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # as the device chose it, in base64url
    Column("person", String(16), nullable=False, index=True),
    Column("key", Text, nullable=False),  # the public one, in base64url
    Column("count", BigInteger, nullable=False),  # how often it signed, as far as the device counts
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

SECRETS = Table("secrets", metadata, Column("name", String(20), primary_key=True), Column("value", String(64)))

DAY = 24 * 3600 * 1000
LASTS = 180 * DAY
"""A session that was not used for so long has ended."""
TOUCH = DAY // 24
"""How exactly it is written down when a session was last used."""
TRUSTED = 15_000
"""For so many milliseconds a process believes what it knows of a session: another may have ended it."""
TICKET = {"reset": 3600 * 1000, "device": 600 * 1000, "key-new": 300 * 1000, "key-in": 300 * 1000}
MOST_PROGRAMS = 20
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LOGIN = re.compile(r"[\w.@+-]{2,40}")
MAIL = re.compile(r"[^@\s<>\"'(),:;\\]{1,64}@[^@\s<>\"'(),:;\\]{1,180}\.[^@\s<>\"'(),:;\\.]{2,}")
COMMON = frozenset(
    ("password", "passwort", "motdepasse", "12345678", "123456789", "1234567890", "qwertyui", "qwertzui", "azertyui")
)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def tidy_name(name: str) -> str:
    """A name as it stands at a table: one line of printable text."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refusal(422, "bad-name", f"a name is one line of 1 to {LONGEST_NAME} printable characters")
    return name


def folded(login: str) -> str:
    """A login or mail address as it is compared and counted, however its letters are written."""
    return unicodedata.normalize("NFKC", login).casefold().strip()


def tidy_login(login: str) -> str:
    login = folded(login)
    if not LOGIN.fullmatch(login):
        raise Refusal(422, "bad-login", "a login has 2 to 40 letters, digits or . _ - + @")
    return login


def tidy_mail(mail: str | None) -> str | None:
    mail = (mail or "").strip()
    if not mail:
        return None
    if len(mail) > 254 or not MAIL.fullmatch(mail) or not mail.isprintable():
        raise Refusal(422, "bad-mail", "this is not a mail address")
    return mail


def check_password(password: str, login: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        message = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise Refusal(422, "weak-password", message, least=SHORTEST_PASSWORD)
    if password.casefold() in COMMON or password.casefold() == login:
        raise Refusal(422, "weak-password", "this password is the first that anybody would try")


@dataclass(slots=True)
class Session:
    id: str
    created: int
    seen: int
    device: str


@dataclass(slots=True)
class Program:
    id: str
    name: str
    created: int
    seen: int | None


@dataclass(slots=True)
class _Known:
    person: Person
    until: int
    seen: int


def hash_of_nobody(hasher: PasswordHasher) -> str:
    """What is compared with where there is no account: no password fits, and finding out takes as long as ever.

    It is made up, not computed, which would be most of the time that a server takes to start.
    """
    salt, tag = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${tag}"


class People:
    """All persons, and who is behind a token."""

    def __init__(self, store: Store, hasher: PasswordHasher | None = None) -> None:
        self.store = store
        self.hasher = hasher or PasswordHasher()
        self.nobody = hash_of_nobody(self.hasher)
        self.known: dict[str, _Known] = {}
        self.secret = b""
        self.ended: Callable[[str, str | None, str], None] = lambda person, session, but: None
        """Called when a session, or all of a person but one, have ended: here, or in another process."""

    async def start(self) -> None:
        self.secret = bytes.fromhex(await self.store.writer.submit(_secret))

    # --- sessions -------------------------------------------------------------------------------------------------

    async def who(self, token: str) -> Person | None:
        """The person behind a token; None if there is none, or the session was ended."""
        mark, time = hashed(token), now()
        known = self.known.get(mark)
        if known is None or known.until < time:
            known = await asyncio.to_thread(self._look_up, mark, time)
            if known is None:
                self.known.pop(mark, None)
                return None
            if len(self.known) > 50_000:
                self.known.clear()
            self.known[mark] = known
        if time - known.seen > TOUCH:
            known.seen = time
            await self._write(update(SESSIONS).where(SESSIONS.c.token == mark).values(seen=time))
        return known.person

    def _look_up(self, mark: str, time: int) -> _Known | None:
        query = (
            select(PERSONS, SESSIONS.c.id.label("session"), SESSIONS.c.seen)
            .join(PERSONS, PERSONS.c.id == SESSIONS.c.person)
            .where(SESSIONS.c.token == mark, SESSIONS.c.seen > time - LASTS)
        )
        with self.store.engine.connect() as connection:
            row = connection.execute(query).first()
        return _Known(_person(row, row.session), time + TRUSTED, row.seen) if row is not None else None

    async def open_session(self, person: str, device: str) -> str:
        """A new session; the token, which is never to be had again."""
        token, time = secrets.token_hex(32), now()
        row = {"token": hashed(token), "id": new_id(), "person": person, "created": time, "seen": time}
        await self._write(insert(SESSIONS).values(**row, device=_device(device)))
        return token

    async def sessions(self, person: str) -> list[Session]:
        def read() -> list[Session]:
            columns = (SESSIONS.c.id, SESSIONS.c.created, SESSIONS.c.seen, SESSIONS.c.device)
            query = select(*columns).where(SESSIONS.c.person == person).order_by(SESSIONS.c.seen.desc())
            with self.store.engine.connect() as connection:
                return [Session(*row) for row in connection.execute(query).all()]

        return await asyncio.to_thread(read)

    async def end_session(self, person: str, session: str) -> bool:
        """Only one's own."""
        which = (SESSIONS.c.person == person, SESSIONS.c.id == session)
        return await self._end(delete(SESSIONS).where(*which), person, session) > 0

    async def end_other_sessions(self, person: str, session: str) -> None:
        which = (SESSIONS.c.person == person, SESSIONS.c.id != session)
        await self._end(delete(SESSIONS).where(*which), person, None, session)

    async def _end(self, statement: Any, person: str, session: str | None, but: str = "") -> int:
        def write(connection: Connection) -> int:
            count = connection.execute(statement).rowcount
            self._tell_ended(connection, person, session, but)
            return int(count)

        count: int = await self.store.writer.submit(write)
        self.has_ended(person, session, but)
        return count

    def _tell_ended(self, connection: Connection, person: str, session: str | None, but: str) -> None:
        notice = {"kind": "ended", "person": person, "session": session, "but": but}
        notify.tell(connection, self.store.me, [notice])

    def has_ended(self, person: str, session: str | None, but: str = "") -> None:
        """Sessions have ended: what is known of them here is forgotten, and their live lines end too."""
        self._forget(lambda each: each.id == person and each.session != but and session in (None, each.session))
        self.ended(person, session, but)

    async def look_again(self) -> None:
        """The database was changed from outside: a session that is gone, or has other rights, ends here as well."""
        known = dict(self.known)
        found = await asyncio.to_thread(lambda: {mark: self._look_up(mark, now()) for mark in known})
        for mark, before in known.items():
            after = found[mark]
            if after is None or after.person != before.person:
                self.has_ended(before.person.id, before.person.session)

    def _forget(self, which: Any) -> None:
        for mark in [mark for mark, known in self.known.items() if which(known.person)]:
            del self.known[mark]

    # --- guests and accounts --------------------------------------------------------------------------------------

    async def new_guest(self, name: str) -> str:
        """The id of a new person, with nothing but a name."""
        person = new_id()
        row = {"id": person, "name": tidy_name(name), "created": now(), "admin": False}
        await self._write(insert(PERSONS).values(**row))
        return person

    async def make_account(self, person: str, login: str, password: str, mail: str | None) -> None:
        """Give a guest a way back."""
        login, mail = tidy_login(login), tidy_mail(mail)
        check_password(password, login)
        words = {"login": login, "password": await asyncio.to_thread(self.hasher.hash, password), "mail": mail}
        change = update(PERSONS).where(PERSONS.c.id == person, PERSONS.c.login.is_(None)).values(**words)
        try:
            changed = await self._write(change)
        except IntegrityError:
            raise Refusal(409, "login-taken", "somebody has this login already: choose another") from None
        if not changed:
            raise Refusal(409, "has-account", "you have an account already")
        self._forget(lambda each: each.id == person)

    async def sign_in(self, login: str, password: str) -> str | None:
        """The person of a login and its password; None otherwise, after the same time."""
        row = await asyncio.to_thread(self._by_login, login)
        stored = row.password if row is not None and row.password else self.nobody
        fits = await asyncio.to_thread(self._fits, stored, password)
        if row is None or not row.password or not fits:
            return None
        if self.hasher.check_needs_rehash(stored):
            again = await asyncio.to_thread(self.hasher.hash, password)
            await self._write(update(PERSONS).where(PERSONS.c.id == row.id).values(password=again))
        return str(row.id)

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return False

    def _by_login(self, login: str) -> Any:
        wanted = folded(login)[:80]
        if not LOGIN.fullmatch(wanted):
            return None
        with self.store.engine.connect() as connection:
            return connection.execute(select(PERSONS).where(PERSONS.c.login == wanted)).first()

    async def by_login_or_mail(self, asked: str) -> tuple[str, str, str] | None:
        """Person, name and mail address of an account that has one."""

        def read() -> Any:
            wanted = folded(asked)[:254]
            if not wanted.isprintable():
                return None
            query = select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.mail).where(
                PERSONS.c.mail.is_not(None),
                PERSONS.c.login.is_not(None),
                or_(PERSONS.c.login == wanted, func.lower(PERSONS.c.mail) == wanted),
            )
            with self.store.engine.connect() as connection:
                return connection.execute(query.order_by(PERSONS.c.created)).first()

        row = await asyncio.to_thread(read)
        return (row.id, row.name, row.mail) if row is not None else None

    async def change(self, person: Person, name: str | None, mail: str | None) -> None:
        words: dict[str, Any] = {}
        if name is not None:
            words["name"] = tidy_name(name)
        if mail is not None:
            if person.login is None:
                raise Refusal(409, "no-account", "a guest has no mail address: make an account first")
            words["mail"] = tidy_mail(mail)
        if words:
            await self._write(update(PERSONS).where(PERSONS.c.id == person.id).values(**words))
            self._forget(lambda each: each.id == person.id)

    async def set_password(self, person: str, password: str) -> None:
        login = await asyncio.to_thread(self._login_of, person)
        check_password(password, login or "")
        stored = await asyncio.to_thread(self.hasher.hash, password)
        await self._write(update(PERSONS).where(PERSONS.c.id == person).values(password=stored))
        await self._write(delete(TICKETS).where(TICKETS.c.person == person))

    def _login_of(self, person: str) -> str | None:
        with self.store.engine.connect() as connection:
            return connection.execute(select(PERSONS.c.login).where(PERSONS.c.id == person)).scalar()

    async def appoint(self, login: str, admin: bool = True) -> bool:
        """Make an account an administrator's, or no longer."""
        which = PERSONS.c.login == tidy_login(login)

        def write(connection: Connection) -> str | None:
            person: str | None = connection.execute(select(PERSONS.c.id).where(which)).scalar()
            connection.execute(update(PERSONS).where(which).values(admin=admin))
            if person is not None:
                self._tell_ended(connection, person, None, "")  # her lines begin anew, with what she may do now
            return person

        person: str | None = await self.store.writer.submit(write)
        self.known.clear()
        return person is not None

    async def note(self, who: str, what: str, **about: Any) -> None:
        """Keep what was done about an account, for the audit log: never with a secret in it."""
        await self.store.writer.submit(lambda connection: audit(connection, who, what, **about))

    async def names(self, persons: set[str]) -> dict[str, str]:
        def read() -> dict[str, str]:
            query = select(PERSONS.c.id, PERSONS.c.name).where(PERSONS.c.id.in_(persons))
            with self.store.engine.connect() as connection:
                return {row.id: row.name for row in connection.execute(query).all()}

        return await asyncio.to_thread(read) if persons else {}

    # --- programs -------------------------------------------------------------------------------------------------

    async def new_program(self, owner: str, name: str) -> tuple[str, str]:
        """A program of somebody's: a person of its own, which sits at tables; its id, and its token."""
        row = {"id": new_id(), "name": tidy_name(name), "created": now(), "admin": False, "owner": owner}

        def write(connection: Connection) -> None:
            mine = select(func.count()).select_from(PERSONS).where(PERSONS.c.owner == owner)
            if (connection.execute(mine).scalar() or 0) >= MOST_PROGRAMS:
                raise Refusal(429, "too-many-programs", f"you have {MOST_PROGRAMS} programs already: end one first")
            connection.execute(insert(PERSONS).values(**row))

        await self.store.writer.submit(write)
        return str(row["id"]), await self.open_session(str(row["id"]), "program")

    async def programs(self, owner: str) -> list[Program]:
        def read() -> list[Program]:
            seen = select(func.max(SESSIONS.c.seen)).where(SESSIONS.c.person == PERSONS.c.id).scalar_subquery()
            query = select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.created, seen).where(PERSONS.c.owner == owner)
            with self.store.engine.connect() as connection:
                return [Program(*row) for row in connection.execute(query.order_by(PERSONS.c.created)).all()]

        return await asyncio.to_thread(read)

    async def which_are_programs(self, persons: set[str]) -> set[str]:
        def read() -> set[str]:
            query = select(PERSONS.c.id).where(PERSONS.c.id.in_(persons), PERSONS.c.owner.is_not(None))
            with self.store.engine.connect() as connection:
                return set(connection.execute(query).scalars())

        return await asyncio.to_thread(read) if persons else set()

    # --- tickets --------------------------------------------------------------------------------------------------

    async def ticket(self, kind: str, person: str) -> str:
        """A token that does one thing, once, and not for long."""
        token, time = secrets.token_urlsafe(24), now()

        def write(connection: Connection) -> None:
            connection.execute(delete(TICKETS).where(TICKETS.c.ends < time))
            if person:
                connection.execute(delete(TICKETS).where(TICKETS.c.person == person, TICKETS.c.kind == kind))
            row = {"token": hashed(token), "kind": kind, "person": person, "ends": time + TICKET[kind]}
            connection.execute(insert(TICKETS).values(**row))

        await self.store.writer.submit(write)
        return token

    async def redeem(self, kind: str, token: str, password: str | None = None) -> str:
        """The person of a ticket, which is used up, unless the new password that it is for is refused."""

        def take(connection: Connection) -> str | None:
            which = (TICKETS.c.token == hashed(token), TICKETS.c.kind == kind, TICKETS.c.ends > now())
            person: str | None = connection.execute(select(TICKETS.c.person).where(*which)).scalar()
            if password is not None:
                login = connection.execute(select(PERSONS.c.login).where(PERSONS.c.id == person)).scalar()
                check_password(password, login or "")
            connection.execute(delete(TICKETS).where(TICKETS.c.token == hashed(token)))
            return person

        person: str | None = await self.store.writer.submit(take)
        if person is None:
            raise Refusal(410, "used-up", "this link was used already, or is too old: ask for another")
        return person

    # --- one's own data -------------------------------------------------------------------------------------------

    async def export(self, person: Person) -> dict[str, Any]:
        """All that is kept of a person."""

        def read() -> dict[str, Any]:
            with self.store.engine.connect() as connection:
                row = connection.execute(select(PERSONS).where(PERSONS.c.id == person.id)).one()
                seats = connection.execute(
                    select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.name, TABLES.c.game, TABLES.c.created)
                    .join(TABLES, TABLES.c.id == SEATS.c.table_id)
                    .where(SEATS.c.person == person.id)
                ).all()
                said = select(CHAT.c.table_id, CHAT.c.at, CHAT.c.text).where(said_by(person.id))
                lines = connection.execute(said.order_by(CHAT.c.at)).all()
                admitted = connection.execute(select(ADMITTED.c.table_id).where(ADMITTED.c.person == person.id))
                hosted = connection.execute(select(TABLES.c.id).where(TABLES.c.host == person.id))
                keys = select(PASSKEYS.c.name, PASSKEYS.c.created, PASSKEYS.c.used)
                passkeys = connection.execute(keys.where(PASSKEYS.c.person == person.id)).all()
                done = select(AUDIT.c.at, AUDIT.c.what, AUDIT.c.about).where(AUDIT.c.who == person.id)
                audit = connection.execute(done.order_by(AUDIT.c.number)).all()
                return {
                    "name": row.name,
                    "login": row.login,
                    "mail": row.mail,
                    "created": row.created,
                    "administrator": bool(row.admin),
                    "seats": [dict(each._mapping) for each in seats],
                    "said": [dict(each._mapping) for each in lines],
                    "invited_to": list(admitted.scalars()),
                    "hosted": list(hosted.scalars()),
                    "passkeys": [dict(each._mapping) for each in passkeys],
                    "audit": [dict(each._mapping) for each in audit],
                    **{name: read(connection, person.id) for name, read in EXPORTING.items()},
                }

        data = await asyncio.to_thread(read)
        data["sessions"] = [
            {"created": each.created, "seen": each.seen, "device": each.device}
            for each in await self.sessions(person.id)
        ]
        data["programs"] = [{"name": each.name, "created": each.created} for each in await self.programs(person.id)]
        return data

    async def forget_words(self, person: str) -> None:
        """What a person said at her tables is gone."""
        await self._write(delete(CHAT).where(said_by(person)))

    async def delete(self, person: str, heir: str = "") -> None:
        """Nothing of a person stays but her moves, without a name; her seats are another's, or free, already.

        What else a guest had is her heir's, if she has one: the account into which she signs in.
        """

        def remove(connection: Connection) -> None:
            self._tell_ended(connection, person, None, "")
            for inherit in INHERITING if heir else ():
                inherit(connection, person, heir)
            hers = (AUDIT.c.who == person, AUDIT.c.about.contains('"address"'))
            connection.execute(update(AUDIT).where(*hers).values(about="{}"))  # where she came from
            connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=""))
            connection.execute(delete(PASSKEYS).where(PASSKEYS.c.person == person))
            connection.execute(delete(ADMITTED).where(ADMITTED.c.person == person))
            connection.execute(delete(TICKETS).where(TICKETS.c.person == person))
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))
            connection.execute(delete(PERSONS).where(PERSONS.c.id == person))
            for forget in FORGETTING:
                forget(connection, person)

        await self.store.writer.submit(remove)
        self.has_ended(person, None)

    async def _write(self, statement: Any) -> int:
        return int(await self.store.writer.submit(lambda connection: connection.execute(statement).rowcount))


def said_by(person: str) -> ColumnElement[bool]:
    """The lines of talk that are a person's; of old ones it is only known from which seat they were said."""
    of_old = exists().where(SEATS.c.table_id == CHAT.c.table_id, SEATS.c.seat == CHAT.c.seat, SEATS.c.person == person)
    return or_(CHAT.c.person == person, and_(CHAT.c.person.is_(None), of_old))


def _person(row: Any, session: str) -> Person:
    return Person(row.id, row.name, row.login, row.mail, bool(row.admin), session, row.owner or "")


def _device(agent: str) -> str:
    """What a browser calls itself, as far as it is worth showing."""
    return "".join(each for each in agent if each.isprintable())[:200]


def _secret(connection: Connection) -> str:
    """What links are signed with: the same in every process of a database."""
    insert_new(connection, SECRETS, [{"name": "links", "value": secrets.token_hex(32)}])
    return str(connection.execute(select(SECRETS.c.value).where(SECRETS.c.name == "links")).scalar_one())
