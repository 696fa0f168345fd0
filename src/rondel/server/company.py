"""The HTTP interface of gatherings, one function per address: who sits where, who is invited."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from rondel.server import schema
from rondel.server.access import HOUSE, Person, allows_hints
from rondel.server.api import NO_TABLE, PLAY, say, table_json, tables_of, who
from rondel.server.errors import not_found
from rondel.server.gathering import Gathering, Place
from rondel.server.invitations import Invitations, link, qr
from rondel.server.network import Network
from rondel.server.offers import Offer
from rondel.server.people import tidy_name
from rondel.server.site import REFUSED, base, caller, known_person, lobby_of, people_of, settings_of, site_of
from rondel.server.storage import Summary
from rondel.server.weeks.absence import pace_json
from rondel.server.weeks.pace import read_pace

router = APIRouter(prefix="/api")

# --- tables that gather -----------------------------------------------------------------------------------------------


async def company_json(
    request: Request, summary: Summary, gathering: Gathering | None, brief: bool = False
) -> dict[str, Any]:
    """Who is at a table, as far as the person who asks may know."""
    person, lobby = who(request), lobby_of(request)
    begun = gathering is None or gathering.begun
    seated = _seated(summary)
    member = bool(person.is_known and (person.id in seated or person.id in summary.admitted | {summary.host}))
    others = (set(seated) | summary.admitted | {summary.host}) - {"", HOUSE.id}
    names = await people_of(request).names(others)
    offers = [] if brief or not member else await lobby.offers.of(summary.id)
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
        "hints": allows_hints(summary),
        "pace": pace_json(read_pace(summary.pace)),
        "when_full": gathering is not None and gathering.when_full,
        "commitment": summary.commitment,
        "seats": await _seats_json(request, summary, gathering),
        "people": [
            {"id": each, "name": name, "seat": seated.get(each)}
            for each, name in sorted(names.items(), key=lambda pair: pair[1])
            if member and not brief and each != person.id
        ],
        "offers": [_offer_json(each, names, person) for each in offers if person.id in (each.by, each.to)],
        "waiting_for": [seat for seat in summary.to_act if seat >= 0] if begun and not summary.over else [],
        "member": member,
        "rematch": again.id if again is not None else None,
        "deals": 0 if brief or not begun else await request.app.state.deals.waiting(summary.id, person),
    }


def _seated(summary: Summary) -> dict[str, int]:
    return {seat.person: number for number, seat in enumerate(summary.seats) if seat.person is not None}


async def _seats_json(request: Request, summary: Summary, gathering: Gathering | None) -> list[dict[str, Any]]:
    mine = tables_of(request).policy.seats(who(request), summary)
    here = tables_of(request).presence.here(summary.id)
    programs = await people_of(request).which_are_programs(set(_seated(summary)) - {HOUSE.id})
    shares = [place.share for place in gathering.seats] if gathering is not None else []
    return [
        {
            **seat.to_json(),
            "free": seat.kind == "human" and seat.person is None,
            "mine": number in mine,
            "here": seat.person is not None and seat.person in here,
            "share": (shares[number] if number < len(shares) else "") or None,
            "program": seat.person is not None and seat.person in programs,
        }
        for number, seat in enumerate(summary.seats)
    ]


def _offer_json(offer: Offer, names: dict[str, str], person: Person) -> dict[str, Any]:
    return {
        "id": offer.id,
        "kind": offer.kind,
        "seat": offer.seat,
        "by": names.get(offer.by, ""),
        "to": names.get(offer.to, ""),
        "mine": offer.by == person.id,
        "for_me": offer.to == person.id,
    }


@router.get("/lobby", response_model=schema.LobbySaid)
async def lobby(request: Request) -> Response:
    """Tables that wait for players, and games that one may look on at."""
    lobby = lobby_of(request)
    waiting = [
        await company_json(request, each.summary(set()), each, brief=True)
        for each in await lobby.gatherings(who(request))
    ]
    others = [each for each in await lobby.open_tables() if who(request).id not in _seated(each)]
    watched = others if settings_of(request).site else []
    return say({"gatherings": waiting, "tables": [table_json(request, each) for each in watched]})


@router.post("/gatherings", status_code=201, response_model=schema.Company, responses=REFUSED)
async def open_gathering(request: Request, new: schema.NewGathering) -> Response:
    """Open a table and wait for players. The dice are committed to from here on."""
    named = [tidy_name(seat.name) if seat.kind == "bot" and seat.name else "" for seat in new.seats]
    places = [Place(seat.kind, seat.bot, None, name) for seat, name in zip(new.seats, named, strict=True)]
    lobby, person = lobby_of(request), who(request)
    pace = new.pace.model_dump_json() if new.pace is not None else "{}"
    about = (new.visible, new.talk, new.when_full)
    gathering = await lobby.open(person, new.game, dict(new.options), places, *about, pace=pace, hints=new.hints)
    summary, _ = await lobby.summary(gathering.id, person)
    return say(await company_json(request, summary, gathering), 201)


@router.get("/tables/{table}/company", response_model=schema.Company, responses=NO_TABLE)
async def company(request: Request, table: str) -> Response:
    """Who is at a table, who is free to come, and what was offered."""
    lobby, person = lobby_of(request), who(request)
    summary, gathering = await lobby.summary(table, person)
    tables_of(request).presence.hear_of(table, person)
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
    await site.codes.take(caller(request))
    invitations: Invitations = request.app.state.invitations
    if not await invitations.holds(asked.table, asked.code):
        raise not_found(asked.table)
    await site.codes.give_back(caller(request))
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
