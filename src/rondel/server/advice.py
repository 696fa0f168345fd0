"""Counsel over HTTP: what to do now, for one's own seat; and a whole game of one's own, looked at again."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from rondel.kernel.flow import SPECTATOR
from rondel.server import schema
from rondel.server.access import Person, allows_hints, check_seen
from rondel.server.api import LOOK, PLAY, Wrong, say, tables_of, who
from rondel.server.errors import Refusal, stale
from rondel.server.table import LiveTable
from rondel.server.tables import Tables

router = APIRouter(prefix="/api")
encode = msgspec.json.Encoder().encode

BUSY: Wrong = {429: {"model": schema.Error, "description": "too many ask at once"}}


@router.get("/tables/{table}/advice", response_model=schema.Counsel, responses={**PLAY, **BUSY})
async def advice(request: Request, table: str, seat: int, position: int) -> Response:
    """What a coach would do, with reasons: for the seat of whoever asks, if the table allows hints."""
    tables = tables_of(request)
    async with tables.use(table) as live:
        tables.policy.check_play(who(request), live.summary, seat)
        if not allows_hints(live.summary):
            raise Refusal(403, "no-hints", "at this table nobody is told what to do")
        if not live.match.stands(seat, position):
            raise stale(live.position)
        game, state = live.game, live.match.state
        if not game.legal(state, seat):
            raise Refusal(403, "not-to-act", f"seat {seat} has nothing to decide now")
        saved = encode(game.save(state))
    choices = await tables.opponents.advise(game.name, saved, seat)
    return say({"seat": seat, "position": position, "choices": choices})


@router.post(
    "/tables/{table}/analysis", status_code=202, response_model=schema.AnalysisState, responses={**LOOK, **BUSY}
)
async def begin_analysis(request: Request, table: str) -> Response:
    """Look at the game from its beginning to where it stands; ask again how far that has come."""
    tables, person = tables_of(request), who(request)
    async with tables.use(table) as live:
        viewer = may_analyse(tables, person, live)
        await tables.memory.recall(live)
        text = live.match.text()
        people = [number for number, each in enumerate(live.seats) if each.kind == "human"]
        position, over = live.position, live.match.over
    seats = people or list(range(len(live.seats)))
    first = tables.policy.seats(person, live.summary) or seats
    tables.analysts.begin((table, position, viewer), text, seats, first, SPECTATOR if over else viewer)
    return say(tables.analysts.state((table, position, viewer)), 202)


@router.get("/tables/{table}/analysis", response_model=schema.AnalysisState, responses=LOOK)
async def analysis(
    request: Request,
    table: str,
    position: Annotated[int, Query(description="how far the record went when it was begun")],
) -> Response:
    """How far the look at the game has come, and what was found."""
    tables, person = tables_of(request), who(request)
    async with tables.use(table) as live:
        viewer = may_analyse(tables, person, live)
    return say(tables.analysts.state((table, position, viewer)))


def may_analyse(tables: Tables, person: Person, live: LiveTable) -> int:
    """The seat that looks: a game that is over may be looked at by whoever may have its record, one that runs only by
    the one person who plays it, if hints are allowed."""
    check_seen(tables.policy, person, live.summary)
    mine = tables.policy.seats(person, live.summary)
    if live.match.over:
        tables.policy.check_file(person, live.summary, True)
        return mine[0] if mine else SPECTATOR
    people = [number for number, seat in enumerate(live.seats) if seat.kind == "human"]
    if len(people) != 1 or mine != people or not allows_hints(live.summary):
        raise Refusal(403, "no-hints", "a game that runs may be looked at only by who plays it alone")
    return people[0]
