"""The HTTP interface of people, one function per address: who one is, and how one comes back."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from rondel.server import schema
from rondel.server.access import HOUSE, Person, forbidden
from rondel.server.api import say, when, who
from rondel.server.errors import Refusal
from rondel.server.identity import cookie, token_of
from rondel.server.invitations import qr
from rondel.server.limits import network
from rondel.server.lobby import Lobby
from rondel.server.mails import Mails
from rondel.server.passkeys import Passkeys, named
from rondel.server.patience import Patience
from rondel.server.people import People, check_password, folded, tidy_name
from rondel.server.settings import Settings
from rondel.server.storage import Store
from rondel.server.tables import Tables

router = APIRouter(prefix="/api")

REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": schema.Error} for code in (400, 401, 403, 404, 409, 410, 422, 429)
}


class Site:
    """How often somebody may try what, and mails on their way."""

    def __init__(self, store: Store) -> None:
        self.guests = Patience(store, "guest", 20, 600)
        self.accounts = Patience(store, "account", 10, 3600)
        self.logins = Patience(store, "login", 8, 900)  # of one caller, who shuts nobody else out
        self.logins_of = Patience(store, "login-of", 100, 3600)  # of all callers
        self.logins_from = Patience(store, "login-from", 60, 900)
        self.resets = Patience(store, "reset", 4, 3600)
        self.resets_from = Patience(store, "reset-from", 20, 3600)
        self.codes = Patience(store, "code", 40, 600)
        self.tickets = Patience(store, "ticket", 20, 600)
        self.reports = Patience(store, "report", 20, 3600)
        self.keys = Patience(store, "key", 60, 600)
        self.under_way: set[asyncio.Task[None]] = set()

    async def count_guess(self, login: str, caller: str) -> None:
        await self.logins.take(f"{login} {caller}")
        await self.logins_of.take(login)

    async def forgive_guess(self, login: str, caller: str) -> None:
        """It was no guess."""
        await self.logins.forgive(f"{login} {caller}")
        await self.logins_of.give_back(login)


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


def lobby_of(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def caller(request: Request) -> str:
    """Whose tries are counted: in IPv6 everybody has a whole network to call from."""
    return network(address(request))


def base(request: Request) -> str:
    """Where the site is to be found: what the host set, or the address that was asked."""
    return settings_of(request).url or f"{request.url.scheme}://{request.url.netloc}"


def known_person(request: Request) -> Person:
    person = who(request)
    if not person.is_known:
        raise Refusal(401, "who-are-you", "say who you are first: a name is enough")
    return person


def own_session(request: Request) -> Person:
    """A person with a session: everybody but a stranger, the house itself, and a program, which has none to manage."""
    person = known_person(request)
    if person == HOUSE:
        raise Refusal(409, "house", "this is your own machine: there is no account here")
    if person.owner:
        raise forbidden("a program plays; it does not look after accounts")
    return person


def own_account(request: Request) -> Person:
    person = own_session(request)
    if person.login is None:
        raise Refusal(409, "no-account", "make an account first: a guest would lose them")
    return person


def me_json(request: Request, person: Person) -> dict[str, Any]:
    settings = settings_of(request)
    mails: Mails = request.app.state.mails
    return {
        "site": settings.site,
        "id": person.id or None,
        "name": person.name,
        "login": person.login,
        "mail": person.mail,
        "admin": person.admin,
        "registration": settings.site and settings.registration,
        "mails": bool(mails) and can_mail(settings),
        "passkeys": settings.site and bool(named(base(request))),
        "program": bool(person.owner),
    }


def can_mail(settings: Settings) -> bool:
    """A link in a mail must not come from whatever name a request gave to this server."""
    return bool(settings.url)


async def signed_in(request: Request, person: str, status: int = 200) -> Response:
    """A new session for a person; a token that was there before is never taken over."""
    people = people_of(request)
    before = who(request)
    token = await people.open_session(person, request.headers.get("user-agent", ""))
    if before.session and before.id == person:
        await people.end_session(before.id, before.session)
    found = await people.who(token)
    assert found is not None
    answer = say(me_json(request, found), status)
    answer.headers["set-cookie"] = cookie(request.scope, token)
    return answer


def end_lines(tables: Tables, person: str, session: str | None, but: str) -> None:
    """Live lines of a session that has ended end with it."""
    for live in list(tables.memory.cached.values()):
        for watcher in live.audience.each():
            same = watcher.person.id == person and watcher.person.session != but
            if same and session in (None, watcher.person.session):
                watcher.close()


# --- who one is -------------------------------------------------------------------------------------------------------


@router.get("/me", response_model=schema.Me)
async def me(request: Request) -> Response:
    return say(me_json(request, who(request)))


@router.post("/guests", status_code=201, response_model=schema.Me, responses=REFUSED)
async def new_guest(request: Request, asked: schema.GuestAsked) -> Response:
    """A name is enough to play; the seat is kept in this browser."""
    if who(request).is_known:
        raise Refusal(409, "known-already", "you have said who you are")
    await site_of(request).guests.take(caller(request))
    return await signed_in(request, await people_of(request).new_guest(asked.name), 201)


@router.post("/accounts", status_code=201, response_model=schema.Me, responses=REFUSED)
async def new_account(request: Request, asked: schema.AccountAsked) -> Response:
    """A way back: for a guest, who keeps her seats, or for somebody new."""
    settings, people, person = settings_of(request), people_of(request), who(request)
    if not settings.site or not settings.registration:
        raise Refusal(403, "no-registration", "no accounts can be made here")
    await site_of(request).accounts.take(caller(request))
    if person.is_known:
        person = own_session(request)
        name = tidy_name(asked.name) if asked.name else None
        await people.make_account(person.id, asked.login, asked.password, asked.mail)
        await people.note(person.id, "account-made")
        await people.change(person, name, None)
        return await signed_in(request, person.id, 201)
    fresh = await people.new_guest(asked.name or asked.login)
    try:
        await people.make_account(fresh, asked.login, asked.password, asked.mail)
    except Refusal:
        await people.delete(fresh)
        raise
    await people.note(fresh, "account-made")
    return await signed_in(request, fresh, 201)


@router.post("/sessions", response_model=schema.Me, responses=REFUSED)
async def sign_in(request: Request, asked: schema.SignIn) -> Response:
    """Sign in. What a guest had in this browser is the account's from now on."""
    site = site_of(request)
    login = folded(asked.login)[:80]
    await site.logins_from.take(caller(request))
    await site.count_guess(login, caller(request))
    person = await people_of(request).sign_in(asked.login, asked.password)
    if person is None:
        raise Refusal(401, "wrong-login", "login and password do not fit")
    await site.forgive_guess(login, caller(request))
    await site.logins_from.give_back(caller(request))
    await people_of(request).note(person, "signed-in", address=address(request))
    return await welcomed(request, person)


async def welcomed(request: Request, person: str) -> Response:
    """A new session for the person of an account; what a guest had in this browser is hers from now on."""
    people, before = people_of(request), who(request)
    answer = await signed_in(request, person)
    if before.is_known and before != HOUSE and before.login is None and before.id != person:
        names = await people.names({person})
        heir = Person(person, names.get(person, ""))
        await lobby_of(request).hand_over(before.id, heir)
        await request.app.state.tournaments.hand_over(before.id, heir)
        await people.delete(before.id, heir.id)
    return answer


@router.delete("/sessions/current", status_code=204, responses=REFUSED)
async def sign_out(request: Request) -> Response:
    person = who(request)
    if person.session:
        await people_of(request).end_session(person.id, person.session)
    return Response(status_code=204, headers={"set-cookie": cookie(request.scope, "")})


@router.get("/sessions", response_model=list[schema.SessionSaid], responses=REFUSED)
async def sessions(request: Request) -> Response:
    """Where one is signed in."""
    person = own_session(request)
    found = await people_of(request).sessions(person.id)
    return say(
        [
            {
                "id": each.id,
                "created": when(each.created),
                "seen": when(each.seen),
                "device": each.device,
                "current": each.id == person.session,
            }
            for each in found
        ]
    )


@router.delete("/sessions/{session}", status_code=204, responses=REFUSED)
async def end_session(request: Request, session: str) -> Response:
    person = own_session(request)
    if not await people_of(request).end_session(person.id, session[:16]):
        raise Refusal(404, "unknown-session", "you have no such session")
    return Response(status_code=204)


@router.patch("/me", response_model=schema.Me, responses=REFUSED)
async def change_me(request: Request, asked: schema.ChangeMe) -> Response:
    """Another name; with the present password another mail address or password, which ends all other sessions."""
    person, people = own_session(request), people_of(request)
    if asked.mail is not None or asked.new_password is not None:
        await check_present_password(request, person, asked.password)
    if asked.new_password is not None:
        check_password(asked.new_password, person.login or "")  # before anything is changed
    await people.change(person, asked.name, asked.mail)
    if asked.mail is not None:
        await people.note(person.id, "mail-changed")
    if asked.new_password is not None:
        await people.set_password(person.id, asked.new_password)
        await people.note(person.id, "password-changed")
        await people.end_other_sessions(person.id, person.session)
        return await signed_in(request, person.id)
    return say(me_json(request, await refreshed(request)))


async def refreshed(request: Request) -> Person:
    return await people_of(request).who(token_of(request.scope)) or who(request)


async def check_present_password(request: Request, person: Person, password: str | None) -> None:
    if person.login is None:
        raise Refusal(409, "no-account", "a guest has no password: make an account first")
    site = site_of(request)
    await site.count_guess(person.login, caller(request))
    if await people_of(request).sign_in(person.login, password or "") != person.id:
        raise Refusal(403, "wrong-password", "this is not your present password")
    await site.forgive_guess(person.login, caller(request))


@router.get("/me/data", response_model=dict[str, Any], responses=REFUSED)
async def export_me(request: Request) -> Response:
    """All that is kept of whoever asks."""
    answer = say(await people_of(request).export(own_session(request)))
    answer.headers["content-disposition"] = 'attachment; filename="rondel.json"'
    return answer


@router.delete("/me", status_code=204, responses=REFUSED)
async def delete_me(request: Request, asked: schema.DeleteMe) -> Response:
    """Nothing stays but the moves, without a name. An account asks for its password."""
    person = own_session(request)
    if person.login is not None:
        await check_present_password(request, person, asked.password)
    for program in await people_of(request).programs(person.id):
        await remove(request, program.id)
    await remove(request, person.id)
    return Response(status_code=204, headers={"set-cookie": cookie(request.scope, "")})


@router.post("/resets", status_code=202, responses=REFUSED)
async def ask_reset(request: Request, asked: schema.ResetAsked) -> Response:
    """A mail with a way back, if there is such an account; the answer does not tell."""
    settings, site = settings_of(request), site_of(request)
    mails: Mails = request.app.state.mails
    if not mails or not can_mail(settings):
        raise Refusal(404, "no-mails", "this server sends no mails: ask its host")
    await site.resets_from.take(caller(request))
    await site.resets.take(folded(asked.who)[:254])
    where = base(request)

    async def send() -> None:
        found = await people_of(request).by_login_or_mail(asked.who)
        if found is not None:
            person, name, mail = found
            token = await people_of(request).ticket("reset", person)
            await mails.reset(mail, name, f"{where.rstrip('/')}/#/reset/{token}", asked.language)

    task = asyncio.create_task(send())
    site.under_way.add(task)
    task.add_done_callback(site.under_way.discard)
    return Response(status_code=202)


@router.post("/resets/new", response_model=schema.Me, responses=REFUSED)
async def reset(request: Request, asked: schema.NewPassword) -> Response:
    """A new password by the link of a mail; all sessions end but this new one."""
    people = people_of(request)
    await site_of(request).tickets.take(caller(request))
    person = await people.redeem("reset", asked.token, asked.password)
    await people.set_password(person, asked.password)
    await people.note(person, "password-reset", address=address(request))
    await people.end_other_sessions(person, "")
    return await signed_in(request, person)


@router.post("/me/device", response_model=schema.Link, responses=REFUSED)
async def other_device(request: Request) -> Response:
    """A link that makes another device the same person: once, within ten minutes."""
    token = await people_of(request).ticket("device", own_session(request).id)
    url = f"{base(request).rstrip('/')}/#/device/{token}"
    return say({"url": url, "qr": qr(url)})


@router.post("/sessions/device", response_model=schema.Me, responses=REFUSED)
async def use_device_link(request: Request, asked: schema.Token) -> Response:
    if who(request) == HOUSE:
        raise Refusal(409, "house", "this is your own machine: there is no account here")
    await site_of(request).tickets.take(caller(request))
    person = await people_of(request).redeem("device", asked.token)
    await people_of(request).note(person, "signed-in", address=address(request), by="device")
    return await signed_in(request, person)


async def remove(request: Request, person: str) -> None:
    await people_of(request).forget_words(person)
    await lobby_of(request).hand_over(person, None)
    await request.app.state.tournaments.hand_over(person, None)
    await people_of(request).delete(person)
    await people_of(request).note(who(request).id, "person-deleted", person=person)


# --- passkeys ---------------------------------------------------------------------------------------------------------


def passkeys_of(request: Request) -> Passkeys:
    return Passkeys(people_of(request))


@router.get("/me/passkeys", response_model=list[schema.PasskeySaid], responses=REFUSED)
async def passkeys(request: Request) -> Response:
    found = await passkeys_of(request).of(own_session(request).id)
    return say(
        [
            {"id": each.id, "name": each.name, "created": when(each.created), "used": each.used and when(each.used)}
            for each in found
        ]
    )


@router.post("/me/passkeys/options", response_model=dict[str, Any], responses=REFUSED)
async def invite_passkey(request: Request, asked: schema.PasskeyAsked) -> Response:
    """What the browser needs to make a passkey; the password is asked for, as it opens the account."""
    person = own_account(request)
    await check_present_password(request, person, asked.password)
    return say(await passkeys_of(request).invite(person, base(request)))


@router.post("/me/passkeys", status_code=204, responses=REFUSED)
async def add_passkey(request: Request, asked: schema.NewPasskey) -> Response:
    """Keep the passkey that the browser made."""
    person = own_account(request)
    await passkeys_of(request).add(person, base(request), asked.credential, tidy_name(asked.name))
    await people_of(request).note(person.id, "passkey-added")
    return Response(status_code=204)


@router.delete("/me/passkeys/{key}", status_code=204, responses=REFUSED)
async def remove_passkey(request: Request, key: str) -> Response:
    person = own_session(request)
    if not await passkeys_of(request).remove(person.id, key[:1400]):
        raise Refusal(404, "unknown-passkey", "you have no such passkey")
    await people_of(request).note(person.id, "passkey-removed")
    return Response(status_code=204)


@router.post("/sessions/passkey/options", response_model=dict[str, Any], responses=REFUSED)
async def ask_passkey(request: Request) -> Response:
    """What the browser needs to sign in with a passkey."""
    await site_of(request).keys.take(caller(request))
    return say(await passkeys_of(request).ask(base(request)))


@router.post("/sessions/passkey", response_model=schema.Me, responses=REFUSED)
async def sign_in_by_passkey(request: Request, asked: schema.Credential) -> Response:
    if who(request) == HOUSE:
        raise Refusal(409, "house", "this is your own machine: there is no account here")
    await site_of(request).tickets.take(caller(request))
    person = await passkeys_of(request).sign_in(base(request), asked.credential)
    await site_of(request).tickets.give_back(caller(request))
    await people_of(request).note(person, "signed-in", address=address(request), by="passkey")
    return await welcomed(request, person)


# --- programs ---------------------------------------------------------------------------------------------------------


@router.get("/me/programs", response_model=list[schema.ProgramSaid], responses=REFUSED)
async def programs(request: Request) -> Response:
    """The programs that play under one's responsibility."""
    found = await people_of(request).programs(own_session(request).id)
    return say(
        [
            {"id": each.id, "name": each.name, "created": when(each.created), "seen": each.seen and when(each.seen)}
            for each in found
        ]
    )


@router.post("/me/programs", status_code=201, response_model=schema.ProgramToken, responses=REFUSED)
async def new_program(request: Request, asked: schema.GuestAsked) -> Response:
    """A token for a program, shown this once. It is a person of its own: it sits at tables and sees its seat alone."""
    person = own_account(request)
    program, token = await people_of(request).new_program(person.id, asked.name)
    await people_of(request).note(person.id, "program-made", program=program)
    return say({"id": program, "name": tidy_name(asked.name), "token": token}, 201)


@router.delete("/me/programs/{program}", status_code=204, responses=REFUSED)
async def end_program(request: Request, program: str) -> Response:
    """Its token ends, and its seats are free."""
    person = own_session(request)
    if program not in [each.id for each in await people_of(request).programs(person.id)]:
        raise Refusal(404, "unknown-program", "you have no such program")
    await remove(request, program)
    return Response(status_code=204)
