"""The HTTP interface of people and gatherings, one function per address: who one is, who sits where, who is invited."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from rondel.server import schema
from rondel.server.access import HOUSE, Person
from rondel.server.api import NO_TABLE, PLAY, say, table_json, tables_of, when, who
from rondel.server.errors import Refusal, not_found
from rondel.server.identity import cookie, token_of
from rondel.server.invitations import Invitations, link, qr
from rondel.server.lobby import Gathering, Lobby, Place
from rondel.server.mails import Mails
from rondel.server.network import Network
from rondel.server.patience import Patience
from rondel.server.people import People, check_password, tidy_name
from rondel.server.settings import Settings
from rondel.server.storage import Summary

router = APIRouter(prefix="/api")

REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": schema.Error} for code in (400, 401, 403, 404, 409, 410, 422, 429)
}


class Site:
    """What a site remembers beside its database: who tried how often, and mails on their way."""

    def __init__(self, settings: Settings) -> None:
        self.guests = Patience(20, 600)
        self.accounts = Patience(10, 3600)
        self.logins = Patience(8, 900)
        self.logins_from = Patience(60, 900)
        self.resets = Patience(4, 3600)
        self.resets_from = Patience(20, 3600)
        self.codes = Patience(40, 600)
        self.tickets = Patience(20, 600)
        self.under_way: set[asyncio.Task[None]] = set()


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


def base(request: Request) -> str:
    """Where the site is to be found: what the host set, or the address that was asked."""
    return settings_of(request).url or f"{request.url.scheme}://{request.url.netloc}"


def known_person(request: Request) -> Person:
    person = who(request)
    if not person.is_known:
        raise Refusal(401, "who-are-you", "say who you are first: a name is enough")
    return person


def own_session(request: Request) -> Person:
    """A person with a session: everybody but a stranger and the house itself."""
    person = known_person(request)
    if person == HOUSE:
        raise Refusal(409, "house", "this is your own machine: there is no account here")
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
        await end_lines(request, before.id, before.session)
        await people.end_session(before.id, before.session)
    found = await people.who(token)
    assert found is not None
    answer = say(me_json(request, found), status)
    answer.headers["set-cookie"] = cookie(request.scope, token)
    return answer


async def end_lines(request: Request, person: str, session: str | None = None, but: str = "") -> None:
    """Live lines of a session that has ended end with it."""
    for live in list(tables_of(request).memory.cached.values()):
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
    site_of(request).guests.take(address(request))
    return await signed_in(request, await people_of(request).new_guest(asked.name), 201)


@router.post("/accounts", status_code=201, response_model=schema.Me, responses=REFUSED)
async def new_account(request: Request, asked: schema.AccountAsked) -> Response:
    """A way back: for a guest, who keeps her seats, or for somebody new."""
    settings, people, person = settings_of(request), people_of(request), who(request)
    if not settings.site or not settings.registration:
        raise Refusal(403, "no-registration", "no accounts can be made here")
    site_of(request).accounts.take(address(request))
    if person.is_known:
        await people.make_account(person.id, asked.login, asked.password, asked.mail)
        if asked.name:
            await people.change(person, asked.name, None)
        return await signed_in(request, person.id, 201)
    fresh = await people.new_guest(asked.name or asked.login)
    try:
        await people.make_account(fresh, asked.login, asked.password, asked.mail)
    except Refusal:
        await people.delete(fresh)
        raise
    return await signed_in(request, fresh, 201)


@router.post("/sessions", response_model=schema.Me, responses=REFUSED)
async def sign_in(request: Request, asked: schema.SignIn) -> Response:
    """Sign in. What a guest had in this browser is the account's from now on."""
    site, people, before = site_of(request), people_of(request), who(request)
    login = asked.login.casefold().strip()[:80]
    site.logins_from.check(address(request))
    site.logins.check(login)
    person = await people.sign_in(asked.login, asked.password)
    if person is None:
        site.logins_from.count(address(request))
        site.logins.count(login)
        raise Refusal(401, "wrong-login", "login and password do not fit")
    site.logins.forgive(login)
    answer = await signed_in(request, person)
    if before.is_known and before != HOUSE and before.login is None and before.id != person:
        names = await people.names({person})
        await lobby_of(request).hand_over(before.id, Person(person, names.get(person, "")))
        await end_lines(request, before.id)
        await people.delete(before.id)
    return answer


@router.delete("/sessions/current", status_code=204, responses=REFUSED)
async def sign_out(request: Request) -> Response:
    person = who(request)
    if person.session:
        await people_of(request).end_session(person.id, person.session)
        await end_lines(request, person.id, person.session)
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
    await end_lines(request, person.id, session)
    return Response(status_code=204)


@router.patch("/me", response_model=schema.Me, responses=REFUSED)
async def change_me(request: Request, asked: schema.ChangeMe) -> Response:
    """Another name; with the present password another mail address or password, which ends all other sessions."""
    person, people = own_session(request), people_of(request)
    if asked.mail is not None or asked.new_password is not None:
        await check_present_password(request, person, asked.password)
    await people.change(person, asked.name, asked.mail)
    if asked.new_password is not None:
        await people.set_password(person.id, asked.new_password)
        await people.end_other_sessions(person.id, person.session)
        await end_lines(request, person.id, but=person.session)
        return await signed_in(request, person.id)
    return say(me_json(request, await refreshed(request)))


async def refreshed(request: Request) -> Person:
    return await people_of(request).who(token_of(request.scope)) or who(request)


async def check_present_password(request: Request, person: Person, password: str | None) -> None:
    if person.login is None:
        raise Refusal(409, "no-account", "a guest has no password: make an account first")
    site = site_of(request)
    site.logins.check(person.login)
    if await people_of(request).sign_in(person.login, password or "") != person.id:
        site.logins.count(person.login)
        raise Refusal(403, "wrong-password", "this is not your present password")


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
    await people_of(request).forget_words(person.id)
    await lobby_of(request).hand_over(person.id, None)
    await people_of(request).delete(person.id)
    await end_lines(request, person.id)
    return Response(status_code=204, headers={"set-cookie": cookie(request.scope, "")})


@router.post("/resets", status_code=202, responses=REFUSED)
async def ask_reset(request: Request, asked: schema.ResetAsked) -> Response:
    """A mail with a way back, if there is such an account; the answer does not tell."""
    settings, site = settings_of(request), site_of(request)
    mails: Mails = request.app.state.mails
    if not mails or not can_mail(settings):
        raise Refusal(404, "no-mails", "this server sends no mails: ask its host")
    site.resets_from.take(address(request))
    site.resets.take(asked.who.casefold().strip()[:254])
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
    site_of(request).tickets.take(address(request))
    check_password(asked.password, "")  # before the link is used up
    person = await people.redeem("reset", asked.token)
    await people.set_password(person, asked.password)
    await people.end_other_sessions(person, "")
    await end_lines(request, person)
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
    site_of(request).tickets.take(address(request))
    return await signed_in(request, await people_of(request).redeem("device", asked.token))


# --- tables that gather -----------------------------------------------------------------------------------------------


async def company_json(
    request: Request, summary: Summary, gathering: Gathering | None, brief: bool = False
) -> dict[str, Any]:
    """Who is at a table, as far as the person who asks may know."""
    person, lobby, policy = who(request), lobby_of(request), tables_of(request).policy
    begun = gathering is None or gathering.begun
    here = lobby.here(summary.id)
    mine = policy.seats(person, summary)
    seated = {seat.person: number for number, seat in enumerate(summary.seats) if seat.person is not None}
    member = bool(person.is_known and (person.id in seated or person.id in summary.admitted | {summary.host}))
    shares = [place.share for place in gathering.seats] if gathering is not None else []
    seats = []
    for number, seat in enumerate(summary.seats):
        share = shares[number] if number < len(shares) else ""
        seats.append(
            {
                **seat.to_json(),
                "free": seat.kind == "human" and seat.person is None,
                "mine": number in mine,
                "here": seat.person in here if seat.person is not None else False,
                "share": share or None,
            }
        )
    others = (set(seated) | summary.admitted | {summary.host}) - {"", HOUSE.id}
    names = await people_of(request).names(others)
    offers = [] if brief or not member else await lobby.offers(summary.id)
    again = await lobby.rematch_of(summary.id) if summary.over and not brief and member else None
    return {
        "id": summary.id,
        "game": summary.game,
        "options": summary.options,
        "begun": begun,
        "over": summary.over,
        "host": names.get(summary.host, ""),
        "hosting": person == HOUSE or (person.is_known and person.id == summary.host),
        "visible": summary.visible,
        "talk": summary.talk,
        "when_full": gathering is not None and gathering.when_full,
        "commitment": summary.commitment,
        "seats": seats,
        "people": [
            {"id": each, "name": name, "seat": seated.get(each)}
            for each, name in sorted(names.items(), key=lambda pair: pair[1])
            if member and not brief and each != person.id
        ],
        "offers": [
            {
                "id": each.id,
                "kind": each.kind,
                "seat": each.seat,
                "by": names.get(each.by, ""),
                "to": names.get(each.to, ""),
                "mine": each.by == person.id,
                "for_me": each.to == person.id,
            }
            for each in offers
            if person.id in (each.by, each.to)
        ],
        "waiting_for": [seat for seat in summary.to_act if seat >= 0] if begun and not summary.over else [],
        "member": member,
        "rematch": again.id if again is not None else None,
    }


@router.get("/lobby", response_model=schema.LobbySaid)
async def lobby(request: Request) -> Response:
    """Tables that wait for players, and games that one may look on at."""
    lobby = lobby_of(request)
    waiting = [
        await company_json(request, each.summary(set()), each, brief=True)
        for each in await lobby.gatherings(who(request))
    ]
    open_ = await lobby.open_tables() if settings_of(request).site else []
    return say({"gatherings": waiting, "tables": [table_json(request, each) for each in open_]})


@router.post("/gatherings", status_code=201, response_model=schema.Company, responses=REFUSED)
async def open_gathering(request: Request, new: schema.NewGathering) -> Response:
    """Open a table and wait for players. The dice are committed to from here on."""
    places = [
        Place(seat.kind, seat.bot, None, tidy_name(seat.name or seat.bot or "bot") if seat.kind == "bot" else "")
        for seat in new.seats
    ]
    lobby, person = lobby_of(request), who(request)
    gathering = await lobby.open(
        person, new.game, dict(new.options), places, new.visible, new.talk, new.when_full, hints=new.hints
    )
    summary, _ = await lobby.summary(gathering.id, person)
    return say(await company_json(request, summary, gathering), 201)


@router.get("/tables/{table}/company", response_model=schema.Company, responses=NO_TABLE)
async def company(request: Request, table: str) -> Response:
    """Who is at a table, who is free to come, and what was offered."""
    lobby, person = lobby_of(request), who(request)
    summary, gathering = await lobby.summary(table, person)
    lobby.hear_of(table, person)
    return say(await company_json(request, summary, gathering))


@router.post("/tables/{table}/seats", response_model=schema.Company, responses={**PLAY, **REFUSED})
async def seats(request: Request, table: str, wish: schema.SeatWish) -> Response:
    """Take, leave, offer or swap a seat; the host also gives one to a bot, or opens it again."""
    lobby, person = lobby_of(request), who(request)
    await lobby.do(person, table, wish.model_dump())
    summary, gathering = await lobby.summary(table, person)
    return say(await company_json(request, summary, gathering))


@router.post("/tables/{table}/begin", response_model=schema.Company, responses=REFUSED)
async def begin(request: Request, table: str) -> Response:
    """The host begins; bots take the seats that are free."""
    lobby, person = lobby_of(request), who(request)
    await lobby.begin(person, table)
    summary, gathering = await lobby.summary(table, person)
    return say(await company_json(request, summary, gathering))


@router.post("/tables/{table}/close", status_code=204, responses=REFUSED)
async def close(request: Request, table: str) -> Response:
    """The host gives up a table, begun or not."""
    await lobby_of(request).close(who(request), table)
    return Response(status_code=204)


@router.post("/tables/{table}/rematch", response_model=schema.Company, responses=REFUSED)
async def rematch(request: Request, table: str) -> Response:
    """The same game with the same people, once it is over."""
    lobby, person = lobby_of(request), known_person(request)
    again = await lobby.rematch(person, table)
    summary, gathering = await lobby.summary(again.id, person)
    return say(await company_json(request, summary, gathering))


# --- invitations ------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/invitation", response_model=schema.Link, responses=REFUSED)
async def invitation(request: Request, table: str, asked: schema.Invite) -> Response:
    """The link to a table, for whoever sits at it; only the host makes a fresh one."""
    lobby, person = lobby_of(request), known_person(request)
    summary, _ = await lobby.summary(table, person)
    seated = any(seat.person == person.id for seat in summary.seats)
    if asked.fresh or not seated:
        tables_of(request).policy.check_host(person, summary)
    invitations: Invitations = request.app.state.invitations
    where = base(request)
    if not settings_of(request).site:
        network: Network = request.app.state.network
        where = await network.open() or where
    url = link(where, table, await invitations.code(table, asked.fresh))
    return say({"url": url, "qr": qr(url)})


@router.post("/invitations", response_model=schema.Company, responses=REFUSED)
async def invited(request: Request, asked: schema.Invited) -> Response:
    """Follow a link: what table it is; and whoever has said who she is may see it from now on."""
    site, lobby, person = site_of(request), lobby_of(request), who(request)
    site.codes.check(address(request))
    invitations: Invitations = request.app.state.invitations
    if not await invitations.holds(asked.table, asked.code):
        site.codes.count(address(request))
        raise not_found(asked.table)
    if person.is_known and person != HOUSE:
        await invitations.admit(asked.table, person.id)
        live = tables_of(request).memory.cached.get(asked.table)
        if live is not None:
            live.summary.admitted.add(person.id)
        lobby.tell(asked.table, {"type": "company"})
        summary, gathering = await lobby.summary(asked.table, person)
        return say(await company_json(request, summary, gathering))
    summary, gathering = await lobby.summary(
        asked.table, Person("", admin=True) if settings_of(request).site else HOUSE
    )
    return say(await company_json(request, summary, gathering, brief=True))
