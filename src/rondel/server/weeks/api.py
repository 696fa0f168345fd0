"""The HTTP interface of games that last weeks, one function per address."""

from __future__ import annotations

import html
from datetime import date
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from rondel import games
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import SHARED_TEXTS
from rondel.kernel.texts import LANGUAGES, read_catalogue
from rondel.server.access import HOUSE, Person, check_seen, known
from rondel.server.api import NO_TABLE, say, tables_of, who
from rondel.server.errors import Refusal
from rondel.server.people import tidy_name
from rondel.server.schema import Item, Preview, Refused
from rondel.server.seating import find_game
from rondel.server.site import REFUSED, can_mail, known_person, own_session, people_of, settings_of, site_of
from rondel.server.static import PLAIN_PAGE
from rondel.server.table import LiveTable
from rondel.server.weeks import schema
from rondel.server.weeks.absence import FARTHEST, Absence, Vote, clocks_json, pace_json, said, voters
from rondel.server.weeks.deals import Deals
from rondel.server.weeks.notices import Notices
from rondel.server.weeks.pace import Standing, read_pace
from rondel.server.weeks.plans import Plans
from rondel.server.weeks.tournaments import Board, Tournament, Tournaments, points_at, standings

router = APIRouter(prefix="/api")


def absence_of(request: Request) -> Absence:
    absence: Absence = request.app.state.absence
    return absence


async def weeks_json(request: Request, table: str) -> dict[str, Any]:
    person, tables = who(request), tables_of(request)
    async with tables.use(table) as live:
        check_seen(tables.policy, person, live.summary)
        told, seats = clocks_json(live.summary), live.seats
        own = next((i for i, each in enumerate(seats) if person.is_known and each.person == person.id), None)
        found = await absence_of(request).votes(table)
        if any(vote.kind == "takeback" for vote in found):
            await tables.memory.recall(live, max(0, live.position - FARTHEST))
        votes = [vote_json(live, vote) for vote in found]
    return {**told, "votes": votes, "own": own}


def vote_json(live: LiveTable, vote: Vote) -> dict[str, Any]:
    asked = voters(live, vote)
    return {
        "id": vote.id,
        "kind": vote.kind,
        "seat": vote.seat,
        "about": vote.about,
        "yes": [seat for seat in asked if vote.ballots.get(seat) is True],
        "no": [seat for seat in asked if vote.ballots.get(seat) is False],
        "voters": asked,
        "ends": said(vote.ends),
    }


@router.get("/tables/{table}/weeks", response_model=schema.Weeks, responses=NO_TABLE)
async def weeks(request: Request, table: str) -> Response:
    """Pace, clocks, who is away, and what is put to the vote."""
    return say(await weeks_json(request, table))


@router.post("/tables/{table}/away", response_model=schema.Weeks, responses=REFUSED)
async def away(request: Request, table: str, asked: schema.AwayAsked) -> Response:
    """Leave one's seat to a bot for a while, come back to it, or take one that is offered."""
    absence, person = absence_of(request), known_person(request)
    if asked.do == "leave":
        await absence.leave_to_bot(person, table, asked.mandate)
    elif asked.do == "back":
        await absence.come_back(person, table)
    else:
        await absence.take_over(person, table, asked.seat)
    return say(await weeks_json(request, table))


@router.post("/tables/{table}/days-off", response_model=schema.Weeks, responses=REFUSED)
async def days_off(request: Request, table: str, asked: schema.DaysOffAsked) -> Response:
    """Days on which one's clock does not run."""
    first, last = date.fromisoformat(asked.first), date.fromisoformat(asked.last)
    await absence_of(request).take_time_off(known_person(request), table, first, last)
    return say(await weeks_json(request, table))


@router.post("/tables/{table}/votes", status_code=201, response_model=schema.Weeks, responses=REFUSED)
async def ask(request: Request, table: str, asked: schema.VoteAsked) -> Response:
    """Put something to the vote: a pause, more time, another in a seat, the end."""
    about = {"seat": asked.seat, "days": asked.days, "position": asked.position}
    wanted = {"replace": ("seat",), "extend": ("days",), "takeback": ("position",)}.get(asked.kind, ())
    given = {name: value for name, value in about.items() if value is not None and name in wanted}
    await absence_of(request).ask(known_person(request), table, asked.kind, given)
    return say(await weeks_json(request, table), 201)


@router.post("/tables/{table}/votes/{vote}", response_model=schema.Weeks, responses=REFUSED)
async def ballot(request: Request, table: str, vote: str, asked: schema.Ballot) -> Response:
    """Vote; what is decided is carried out at once."""
    await absence_of(request).ballot(known_person(request), table, vote[:16], asked.yes)
    return say(await weeks_json(request, table))


# --- standing orders and notes ----------------------------------------------------------------------------------------


async def orders_json(request: Request, table: str, person: Person) -> dict[str, Any]:
    """Only her own: an order is secret."""
    tables = tables_of(request)
    async with tables.use(table) as live:
        check_seen(tables.policy, person, live.summary)
        own = [each for each in live.clocks.orders if each.person == person.id and each.promise is None]
        return {
            "known": [kind.to_json() for kind in live.game.orders],
            "orders": [
                {
                    "id": order.id,
                    "kind": order.kind,
                    "answer": order.answer,
                    "limit": order.limit if order.limit >= 0 else None,
                    "until": order.until or None,
                    "times": order.times,
                }
                for order in own
            ],
        }


@router.get("/tables/{table}/orders", response_model=schema.OrdersSaid, responses=REFUSED)
async def orders(request: Request, table: str) -> Response:
    """One's own standing orders at a table."""
    return say(await orders_json(request, table, known_person(request)))


@router.post("/tables/{table}/orders", status_code=201, response_model=schema.OrdersSaid, responses=REFUSED)
async def give_order(request: Request, table: str, asked: schema.OrderAsked) -> Response:
    """Leave a standing order; what is asked already it answers at once."""
    person = known_person(request)
    limit = -1 if asked.limit is None else asked.limit
    order = Standing("", 0, "", asked.kind, asked.answer, limit, asked.until or "", asked.times)
    await absence_of(request).give_order(person, table, order)
    return say(await orders_json(request, table, person), 201)


@router.delete("/tables/{table}/orders/{order}", response_model=schema.OrdersSaid, responses=REFUSED)
async def end_order(request: Request, table: str, order: str) -> Response:
    person = known_person(request)
    await absence_of(request).end_order(person, table, order[:16])
    return say(await orders_json(request, table, person))


@router.get("/tables/{table}/notes", response_model=schema.NoteSaid, responses=REFUSED)
async def notes(request: Request, table: str) -> Response:
    """What one wrote down for oneself."""
    person = known_person(request)
    await tables_of(request).summary(table, person)
    return say({"text": await request.app.state.notes.read(table, person.id)})


@router.put("/tables/{table}/notes", response_model=schema.NoteSaid, responses=REFUSED)
async def write_notes(request: Request, table: str, asked: schema.Note) -> Response:
    person = known_person(request)
    await tables_of(request).summary(table, person)
    await request.app.state.notes.write(table, person.id, asked.text)
    return say({"text": asked.text})


# --- what if ----------------------------------------------------------------------------------------------------------


def plans_of(request: Request) -> Plans:
    plans: Plans = request.app.state.plans
    return plans


OwnSeat = Annotated[int, Query(ge=0, le=15, description="one's own")]


@router.get("/tables/{table}/plan", response_model=schema.PlanState, responses=REFUSED)
async def plan(request: Request, table: str, seat: OwnSeat) -> Response:
    """The plan that one has kept at a table, and where it leads."""
    return say(await plans_of(request).look(known_person(request), table, seat))


@router.post("/tables/{table}/plan", response_model=schema.PlanState, responses=REFUSED)
async def try_out(request: Request, table: str, asked: schema.PlanAsked) -> Response:
    """Try something out on a copy of the position; the table itself does not notice."""
    plans, person = plans_of(request), known_person(request)
    if asked.do == "choose":
        await plans.choose(person, table, asked.seat, asked.position, asked.action)
    elif asked.do == "back":
        await plans.back(person, table, asked.seat, asked.count)
    else:
        do = {"begin": plans.begin, "again": plans.again, "drop": plans.drop}[asked.do]
        await do(person, table, asked.seat)
    return say(await plans.look(person, table, asked.seat))


@router.get("/tables/{table}/plan/story", response_model=list[Item], responses=REFUSED)
async def plan_story(
    request: Request, table: str, seat: OwnSeat, start: Annotated[int, Query(alias="from", ge=0)] = 0
) -> Response:
    """What happens in a plan, in few words."""
    return say(await plans_of(request).story(known_person(request), table, seat, start))


@router.get("/tables/{table}/plan/preview", response_model=Preview, responses=REFUSED)
async def plan_preview(request: Request, table: str, seat: OwnSeat, position: int, action: int) -> Response:
    return say(await plans_of(request).preview(known_person(request), table, seat, position, action))


@router.get("/tables/{table}/plan/refused", response_model=list[Refused], responses=REFUSED)
async def plan_refused(request: Request, table: str, seat: OwnSeat, position: int) -> Response:
    return say(await plans_of(request).refused(known_person(request), table, seat, position))


# --- talk -------------------------------------------------------------------------------------------------------------


async def muted_json(request: Request, table: str, person: Person) -> dict[str, Any]:
    tables = tables_of(request)
    summary = await tables.summary(table, person)
    muted = await tables.talk.muted(person.id)
    seats = [number for number, seat in enumerate(summary.seats) if seat.person in muted]
    return {"seats": seats, "reported": await tables.talk.reported(person.id, table)}


@router.get("/tables/{table}/muted", response_model=schema.MutedSaid, responses=REFUSED)
async def muted(request: Request, table: str) -> Response:
    """Whom one does not hear, and what one has reported."""
    return say(await muted_json(request, table, own_session(request)))


@router.post("/tables/{table}/muted", response_model=schema.MutedSaid, responses=REFUSED)
async def mute(request: Request, table: str, asked: schema.MuteAsked) -> Response:
    """Be told nothing any more of what somebody says, here and at other tables; or hear her again."""
    person = own_session(request)
    summary = await tables_of(request).summary(table, person)
    known(summary.seats, asked.seat)
    other = summary.seats[asked.seat].person
    if other is None or other == person.id:
        raise Refusal(422, "nobody-to-mute", f"seat {asked.seat} is nobody else's")
    await tables_of(request).talk.mute(person, other, asked.muted)
    return say(await muted_json(request, table, person))


@router.post("/tables/{table}/reports", status_code=201, response_model=schema.MutedSaid, responses=REFUSED)
async def report_line(request: Request, table: str, asked: schema.ReportAsked) -> Response:
    """Show a line to those who look after the site."""
    person = own_session(request)
    await site_of(request).reports.take(person.id)
    seat = SPECTATOR if asked.seat is None else asked.seat
    words = " ".join(asked.words.split())
    await tables_of(request).report_line(person, table, seat, asked.number, asked.why, words)
    return say(await muted_json(request, table, person), 201)


@router.get("/reports", response_model=list[schema.ReportSaid], responses=REFUSED)
async def reports(request: Request) -> Response:
    """For an administrator: what was reported, what nobody has looked at first."""
    return say(await tables_of(request).talk.reports(known_person(request)))


@router.post("/reports/{report}", response_model=list[schema.ReportSaid], responses=REFUSED)
async def settle_report(request: Request, report: str, asked: schema.SettleAsked) -> Response:
    """Remove the line, silence who said it, both, or neither."""
    person, tables = known_person(request), tables_of(request)
    gone = await tables.talk.settle(person, report[:16], asked.remove, asked.silence)
    if gone is not None:
        await tables.tell_removed(*gone)
    return say(await tables.talk.reports(person))


# --- tournaments ------------------------------------------------------------------------------------------------------


def tournaments_of(request: Request) -> Tournaments:
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments


def brief_json(tournament: Tournament, person: Person) -> dict[str, Any]:
    return {
        "id": tournament.id,
        "name": tournament.name,
        "game": tournament.game,
        "kind": tournament.kind,
        "size": tournament.size,
        "rounds": tournament.rounds,
        "state": tournament.state,
        "players": len(tournament.active),
        "round": len(tournament.played),
        "joined": person.is_known and person.id in tournament.active,
    }


def board_json(tournament: Tournament, board: Board) -> dict[str, Any]:
    names = {each.person: each.name for each in tournament.entrants}
    done = board.state != "running"
    return {
        "table": board.table,
        "state": board.state,
        "seats": [
            {
                "person": person,
                "name": names.get(person or "", ""),
                "place": (board.places[seat] or None) if board.places else None,
                "points": round(points_at(board, seat), 2) if done and person is not None else None,
            }
            for seat, person in enumerate(board.seats)
        ],
    }


async def tournament_json(request: Request, number: str) -> dict[str, Any]:
    person, found = who(request), await tournaments_of(request).find(number[:16])
    host = (await people_of(request).names({found.host})).get(found.host, "") if found.host else ""
    return {
        **brief_json(found, person),
        "host": host,
        "hosting": person == HOUSE or (person.is_known and person.id == found.host),
        "pace": pace_json(read_pace(found.pace)),
        "made": found.made,
        "standings": standings(found),
        "played": [[board_json(found, board) for board in round_] for round_ in found.played],
    }


@router.get("/tournaments", response_model=list[schema.TournamentBrief], responses=REFUSED)
async def list_tournaments(request: Request) -> Response:
    return say([brief_json(each, who(request)) for each in await tournaments_of(request).all()])


@router.post("/tournaments", status_code=201, response_model=schema.TournamentSaid, responses=REFUSED)
async def open_tournament(request: Request, asked: schema.TournamentAsked) -> Response:
    """A tournament that others may join; whoever opens it begins it."""
    pace = asked.pace.model_dump_json() if asked.pace is not None else "{}"
    about = (tidy_name(asked.name), asked.game, dict(asked.options), asked.kind, asked.size, asked.rounds, pace)
    made = await tournaments_of(request).open(own_session(request), *about)
    return say(await tournament_json(request, made.id), 201)


@router.get("/tournaments/{tournament}", response_model=schema.TournamentSaid, responses=REFUSED)
async def tournament(request: Request, tournament: str) -> Response:
    """The standings, and every round with its tables."""
    return say(await tournament_json(request, tournament))


@router.post(
    "/tournaments/{tournament}",
    response_model=schema.TournamentSaid,
    responses={**REFUSED, 204: {"description": "it had not begun, and is gone"}},
)
async def take_part(request: Request, tournament: str, asked: schema.TournamentWish) -> Response:
    """Join, leave; for the host, begin and end."""
    tournaments, person, number = tournaments_of(request), own_session(request), tournament[:16]
    if asked.do == "join":
        await tournaments.join(person, number, asked.share)
    else:
        do = {"leave": tournaments.leave, "begin": tournaments.begin, "end": tournaments.end}[asked.do]
        await do(person, number)
    if asked.do == "end" and not any(each.id == number for each in await tournaments.all()):
        return Response(status_code=204)
    return say(await tournament_json(request, tournament))


# --- deals ------------------------------------------------------------------------------------------------------------


async def deals_json(request: Request, table: str, position: int | None = None) -> dict[str, Any]:
    deals: Deals = request.app.state.deals
    return await deals.ledger(table, who(request), position)


@router.get("/tables/{table}/deals", response_model=schema.DealsSaid, responses=REFUSED)
async def deals(
    request: Request,
    table: str,
    position: Annotated[int | None, Query(ge=0, description="as they stood there; none: as they stand now")] = None,
) -> Response:
    """The deals that one may know of, with what of them was kept and broken."""
    return say(await deals_json(request, table, position))


@router.post("/tables/{table}/deals", status_code=201, response_model=schema.DealsSaid, responses=REFUSED)
async def propose(request: Request, table: str, asked: schema.DealAsked) -> Response:
    """Propose a deal to everybody whom its terms name."""
    terms = [term.model_dump() for term in asked.terms]
    deals: Deals = request.app.state.deals
    await deals.propose(known_person(request), table, terms, asked.open, asked.answers or "")
    return say(await deals_json(request, table), 201)


@router.post("/tables/{table}/deals/{deal}", response_model=schema.DealsSaid, responses=REFUSED)
async def answer_deal(request: Request, table: str, deal: str, asked: schema.DealAnswer) -> Response:
    """Accept or refuse a deal, or withdraw one's own."""
    await request.app.state.deals.answer(known_person(request), table, deal[:16], asked.do)
    return say(await deals_json(request, table))


# --- notices ----------------------------------------------------------------------------------------------------------


def notices_of(request: Request) -> Notices:
    notices: Notices = request.app.state.notices
    return notices


async def ways_json(request: Request, person: Person) -> dict[str, Any]:
    notices = notices_of(request)
    ways = [
        {
            "id": way.id,
            "kind": way.kind,
            "address": urlsplit(way.address).hostname or "",
            "table": way.table_id or None,
            "problem": way.problem,
            "failures": way.failures,
        }
        for way in await notices.of(person.id)
    ]
    mail = bool(notices.mails) and can_mail(settings_of(request)) and bool(person.mail)
    return {"ways": ways, "push_key": notices.public_key, "mail": mail}


@router.get("/me/notices", response_model=schema.WaysSaid, responses=REFUSED)
async def ways(request: Request) -> Response:
    """The ways in which one is told that it is one's turn."""
    return say(await ways_json(request, own_session(request)))


@router.post("/me/notices", status_code=201, response_model=schema.WaysSaid, responses=REFUSED)
async def add_way(request: Request, asked: schema.WayAsked) -> Response:
    """Another way: mail to the account's address, push to this browser, or a webhook."""
    person = own_session(request)
    if asked.kind == "mail" and not (await ways_json(request, person))["mail"]:
        raise Refusal(409, "no-mails", "give your account a mail address first, if this server sends mails")
    if asked.table is not None:
        check_seen(tables_of(request).policy, person, await tables_of(request).summary(asked.table, person))
    await site_of(request).tickets.take(f"notices-{person.id}")
    keys = {"p256dh": asked.p256dh, "auth": asked.auth} if asked.kind == "push" else {}
    about = (asked.kind, asked.address, keys, asked.language, asked.table or "")
    await notices_of(request).subscribe(person.id, *about)
    return say(await ways_json(request, person), 201)


@router.delete("/me/notices/{way}", response_model=schema.WaysSaid, responses=REFUSED)
async def end_way(request: Request, way: str) -> Response:
    person = own_session(request)
    if not await notices_of(request).unsubscribe(person.id, way[:16]):
        raise Refusal(404, "unknown-way", "there is no such way")
    return say(await ways_json(request, person))


@router.get("/tables/{table}/quiet", response_model=schema.QuietSaid, responses=REFUSED)
async def quiet(request: Request, table: str) -> Response:
    """The ways in which nothing is told of this table."""
    person = own_session(request)
    await tables_of(request).summary(table, person)
    return say({"kinds": await notices_of(request).quiet(person.id, table)})


@router.put("/tables/{table}/quiet", response_model=schema.QuietSaid, responses=REFUSED)
async def set_quiet(request: Request, table: str, asked: schema.Quiet) -> Response:
    person = own_session(request)
    await tables_of(request).summary(table, person)
    await notices_of(request).set_quiet(person.id, table, asked.kinds)
    return say({"kinds": await notices_of(request).quiet(person.id, table)})


STOP_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rondel</title>
<style>
body, button {{ font: 1.1rem/1.6 Georgia, serif }}
body {{ max-width: 38rem; margin: 4rem auto; padding: 0 1rem }}
button {{ padding: .3rem 1rem }}
</style>
<h1>Rondel</h1>
<p>{words}</p>
{button}
</html>
"""


def stop_page(request: Request, done: bool) -> Response:
    """A plain page, for whoever follows the link of a mail; it asks first, as programs follow links too."""
    wished = request.headers.get("accept-language", "en")[:2]
    language = wished if wished in LANGUAGES else "en"
    texts = read_catalogue(SHARED_TEXTS, language)
    words = html.escape(texts["notice.stopped" if done else "notice.stop-sure"])
    button = "" if done else f'<form method="post"><button>{html.escape(texts["notice.stop-button"])}</button></form>'
    page = STOP_PAGE.format(language=language, words=words, button=button)
    policy = PLAIN_PAGE.replace("form-action 'none'", "form-action 'self'")
    headers = {"content-security-policy": policy, "cache-control": "no-store", "referrer-policy": "no-referrer"}
    return Response(page, media_type="text/html", headers=headers)


@router.get("/unsubscribe/{token}", include_in_schema=False)
async def may_stop(request: Request, token: str) -> Response:
    return stop_page(request, False)


@router.post("/unsubscribe/{token}", include_in_schema=False)
async def stop(request: Request, token: str) -> Response:
    """By the link in a notice, without signing in; also what a mail program sends by itself (RFC 8058)."""
    await notices_of(request).unsubscribe_by(token[:60])
    return stop_page(request, True)


# --- ratings ----------------------------------------------------------------------------------------------------------


@router.get("/ratings/{game}", response_model=list[schema.Standing], responses=REFUSED)
async def ratings(request: Request, game: str) -> Response:
    """The players of a game, the strongest first."""
    return say(await request.app.state.ratings.standings(find_game(game[:40]).name))


@router.get("/people/{person}", response_model=schema.PlayerSaid, responses=REFUSED)
async def player(request: Request, person: str) -> Response:
    """A player's page, for whoever has said who she is."""
    known_person(request)
    found = await request.app.state.ratings.of(person[:16], games.NAMES)
    if found is None:
        raise Refusal(404, "unknown-person", "there is nobody of that kind")
    return say(found)
