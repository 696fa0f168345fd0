"""The people of a site, for its administrator: `rondel admin users`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import func, or_, select

from rondel.server.access import Person
from rondel.server.invitations import Invitations
from rondel.server.lobby import Lobby
from rondel.server.people import PERSONS, SESSIONS, People, folded
from rondel.server.settings import Settings
from rondel.server.storage import SEATS
from rondel.server.tables import Tables
from rondel.server.upkeep import CONSOLE, open_store
from rondel.server.weeks.tournaments import Tournaments

T = TypeVar("T")


@dataclass(slots=True)
class User:
    """A person, as the administrator sees her."""

    id: str
    name: str
    login: str | None
    mail: str | None
    admin: bool
    owner: str | None
    created: int
    seen: int | None
    seats: int


def list_users(url: str, most: int, wanted: str = "") -> list[User]:
    """People, the last seen first; `wanted`: whose name, login or mail address holds this."""
    seen = select(func.max(SESSIONS.c.seen)).where(SESSIONS.c.person == PERSONS.c.id).scalar_subquery()
    seats = select(func.count()).select_from(SEATS).where(SEATS.c.person == PERSONS.c.id).scalar_subquery()
    columns = (PERSONS.c.id, PERSONS.c.name, PERSONS.c.login, PERSONS.c.mail, PERSONS.c.admin, PERSONS.c.owner)
    query = select(*columns, PERSONS.c.created, seen.label("seen"), seats)
    if wanted:
        parts = [
            column.icontains(wanted, autoescape=True) for column in (PERSONS.c.name, PERSONS.c.login, PERSONS.c.mail)
        ]
        query = query.where(or_(*parts, PERSONS.c.id == wanted))
    store = open_store(url)
    try:
        with store.engine.connect() as connection:
            rows = connection.execute(query.order_by(func.coalesce(seen, 0).desc(), PERSONS.c.id).limit(most)).all()
        return [User(*row) for row in rows]
    finally:
        store.engine.dispose()


def find_user(url: str, who: str, by_id: bool = True) -> str | None:
    """The id of the person of a login, or of an id."""
    store = open_store(url)
    try:
        with store.engine.connect() as connection:
            named = PERSONS.c.login == folded(who)
            which = or_(PERSONS.c.id == who, named) if by_id else named
            found: str | None = connection.execute(select(PERSONS.c.id).where(which)).scalar()
            return found
    finally:
        store.engine.dispose()


async def _with_people(url: str, work: Callable[[Lobby, People], Awaitable[T]]) -> T:
    import rondel.server.app  # noqa: F401  (whoever keeps something of a person)

    store = open_store(url)
    store.writer.start()
    tables = Tables(Settings(database=url, site=True), store)
    tables.drivers.stopping = True  # bots are the server's
    people = People(store)
    try:
        return await work(Lobby(tables, people, Invitations(store, people)), people)
    finally:
        await store.stop()


AT_THE_CONSOLE = Person(CONSOLE, CONSOLE, admin=True)


def appoint_user(url: str, login: str, admin: bool) -> bool:
    """Make an account an administrator's, or no longer; False if there is no such account."""

    async def work(_: Lobby, people: People) -> bool:
        done = await people.appoint(login, admin)
        if done:
            await people.note(CONSOLE, "appoint" if admin else "dismiss", login=login)
        return done

    return asyncio.run(_with_people(url, work))


def new_password_token(url: str, login: str) -> str | None:
    """A token with which the owner of an account sets a new password, once, within an hour."""
    person = find_user(url, login, by_id=False)
    if person is None:
        return None

    async def work(_: Lobby, people: People) -> str:
        await people.note(CONSOLE, "reset-link", login=login)
        return await people.ticket("reset", person)

    return asyncio.run(_with_people(url, work))


def end_sessions(url: str, who: str) -> bool:
    """Sign a person out everywhere; False if there is none."""
    person = find_user(url, who)
    if person is None:
        return False

    async def work(_: Lobby, people: People) -> None:
        await people.end_other_sessions(person, "")
        await people.note(CONSOLE, "end-sessions", person=person)

    asyncio.run(_with_people(url, work))
    return True


def delete_user(url: str, who: str) -> bool:
    """Remove a person, her programs and all that is kept of them; False if there is none."""
    person = find_user(url, who)
    if person is None:
        return False

    async def work(lobby: Lobby, people: People) -> None:
        for each in [*(program.id for program in await people.programs(person)), person]:
            await people.forget_words(each)
            await lobby.hand_over(each, None)
            await Tournaments(lobby.tables, lobby).hand_over(each, None)
            await people.delete(each)
        await people.note(CONSOLE, "person-deleted", person=person)

    asyncio.run(_with_people(url, work))
    return True


def list_reports(url: str) -> list[dict[str, Any]]:
    """What was reported, what nobody has looked at first."""

    async def work(lobby: Lobby, _: People) -> list[dict[str, Any]]:
        return await lobby.tables.talk.reports(AT_THE_CONSOLE)

    return asyncio.run(_with_people(url, work))


def settle_report(url: str, report: str, remove: bool, silence: int) -> None:
    """Remove the line that was reported, silence who said it for some days, both or neither; otherwise Refusal."""

    async def work(lobby: Lobby, _: People) -> None:
        await lobby.tables.talk.settle(AT_THE_CONSOLE, report, remove, silence)

    asyncio.run(_with_people(url, work))
