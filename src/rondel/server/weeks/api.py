"""The HTTP interface of games that last weeks, one function per address."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from rondel.server.access import check_seen
from rondel.server.api import NO_TABLE, say, tables_of, who
from rondel.server.site import REFUSED, known_person
from rondel.server.weeks import schema
from rondel.server.weeks.absence import Absence, Vote, clocks_json, said, voters

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
    votes = await absence_of(request).votes(table)

    def vote_json(vote: Vote) -> dict[str, Any]:
        return {
            "id": vote.id,
            "kind": vote.kind,
            "seat": vote.seat,
            "about": vote.about,
            "yes": [seat for seat, yes in vote.ballots.items() if yes],
            "no": [seat for seat, yes in vote.ballots.items() if not yes],
            "voters": voters(seats, vote),
            "ends": said(vote.ends),
        }

    return {**told, "votes": [vote_json(vote) for vote in votes], "own": own}


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
    about = {"seat": asked.seat, "days": asked.days}
    wanted = {"replace": ("seat",), "extend": ("days",)}.get(asked.kind, ())
    given = {name: value for name, value in about.items() if value is not None and name in wanted}
    await absence_of(request).ask(known_person(request), table, asked.kind, given)
    return say(await weeks_json(request, table), 201)


@router.post("/tables/{table}/votes/{vote}", response_model=schema.Weeks, responses=REFUSED)
async def ballot(request: Request, table: str, vote: str, asked: schema.Ballot) -> Response:
    """Vote; what is decided is carried out at once."""
    await absence_of(request).ballot(known_person(request), table, vote[:16], asked.yes)
    return say(await weeks_json(request, table))
