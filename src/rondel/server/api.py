"""The HTTP interface, one function per address. What it says is in schema.py; what it does is in tables.py.

Moves and live lines do not come this way: front.py answers them.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

import rondel
from rondel import bots, games
from rondel.kernel.flow import SPECTATOR
from rondel.server import library, schema
from rondel.server.access import HOUSE, Person, allows_hints
from rondel.server.errors import Refusal
from rondel.server.storage import Seat, Summary
from rondel.server.tables import Tables
from rondel.server.weeks.pace import read_clocks

logger = logging.getLogger("rondel.server")

encode = msgspec.json.Encoder().encode

Wrong = dict[int | str, dict[str, Any]]
NO_TABLE: Wrong = {404: {"model": schema.Error, "description": "no such table"}}
LOOK: Wrong = {**NO_TABLE, 403: {"model": schema.Error}, 422: {"model": schema.Error}}
PLAY: Wrong = {
    **NO_TABLE,
    400: {"model": schema.Error, "description": "not JSON"},
    403: {"model": schema.Error, "description": "not this seat's decision"},
    409: {"model": schema.Error, "description": "the table has moved on"},
    422: {"model": schema.Error, "description": "not allowed by the rules, with the reason; or not understood"},
}

router = APIRouter(prefix="/api")

AskedSeat = Annotated[int | None, Query(description="whose view; absent: a spectator's")]


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def say(content: Any, status: int = 200) -> Response:
    return Response(encode(content), status, media_type="application/json", headers={"cache-control": "no-store"})


def viewer(seat: int | None) -> int:
    return SPECTATOR if seat is None else max(seat, -1)


def when(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def who(request: Request) -> Person:
    """Whoever asks; identity.py found out."""
    person: Person = request.scope["rondel.person"]
    return person


def table_json(request: Request, summary: Summary) -> dict[str, Any]:
    person, policy = who(request), tables_of(request).policy
    return {
        "id": summary.id,
        "game": summary.game,
        "rules": summary.rules,
        "seats": [seat.to_json() for seat in summary.seats],
        "options": summary.options,
        "position": summary.position,
        "to_act": summary.to_act,
        "over": summary.over,
        "winners": summary.winners,
        "mine": policy.seats(person, summary),
        "free": [i for i, seat in enumerate(summary.seats) if seat.kind == "human" and seat.person is None],
        "hosting": person == HOUSE or (person.is_known and person.id == summary.host),
        "visible": summary.visible,
        "talk": summary.talk,
        "hints": allows_hints(summary),
        **time_json(person, summary),
        "commitment": summary.commitment,
        "origin": msgspec.json.decode(summary.origin) or None,
        "created": when(summary.created),
        "updated": when(summary.updated),
    }


def time_json(person: Person, summary: Summary) -> dict[str, Any]:
    """How a person stands at a table with clocks."""
    due: list[int] = []
    if summary.clocks != "{}":
        clocks = read_clocks(summary.clocks)
        due = [at for seat, at in clocks.due.items() if summary.seats[seat].person == person.id]
    away = any(seat.kind == "bot" and person.is_known and seat.person == person.id for seat in summary.seats)
    return {"due": when(min(due)) if due else None, "paced": summary.pace != "{}", "away": away}


# --- the games --------------------------------------------------------------------------------------------------------


@router.get("/health", response_model=schema.Health)
async def health(request: Request) -> Response:
    """That the server answers, and its database too; 503 if that does not."""
    url = tables_of(request).store.url
    await tables_of(request).store.messages([])
    return say({"rondel": rondel.__version__, "database": hashlib.sha256(url.encode()).hexdigest()[:16]})


@router.get("/games", response_model=list[schema.Game])
async def list_games(request: Request) -> Response:
    """The games of the house; one that is installed and cannot be loaded is not ready."""
    patient = () if request.app.state.settings.site else bots.PATIENT  # at a site others wait for the same processors
    listed: list[dict[str, Any]] = []
    for name in games.NAMES:
        try:
            game = games.load(name)
        except games.GameError as error:
            logger.error("%s", error)
            listed.append({"name": name, "ready": False, "players": [2, 2], "bots": [], "options": []})
            continue
        known = bots.names(name)
        listed.append(
            {
                "name": name,
                "ready": True,
                "players": [game.players[0], game.players[-1]],
                "bots": [*known[:-1], *(patient if known[1:] else ()), known[-1]],
                "options": [option.to_json() for option in game.options],
            }
        )
    return say(listed)


@router.get("/texts/{lang}", response_model=dict[str, str], responses={404: {"model": schema.Error}})
async def shared_texts(lang: str) -> Response:
    return say(library.shared_texts(lang))


@router.get("/texts/{lang}/{game}", response_model=dict[str, str], responses={404: {"model": schema.Error}})
async def game_texts(lang: str, game: str) -> Response:
    return say(library.game_texts(lang, game))


@router.get("/rules/{game}/{lang}", response_model=schema.Rules, responses={404: {"model": schema.Error}})
async def rules(game: str, lang: str) -> Response:
    return say(library.rules(game, lang))


# --- tables -----------------------------------------------------------------------------------------------------------


@router.get("/tables", response_model=list[schema.Table])
async def list_tables(request: Request) -> Response:
    """The tables, the last touched first."""
    found: list[Summary] = await request.app.state.lobby.own_tables(who(request))
    await request.app.state.winners.name(found)
    return say([table_json(request, each) for each in found])


@router.post(
    "/tables",
    status_code=201,
    response_model=schema.Table,
    responses={code: {"model": schema.Error} for code in (400, 404, 413, 422)},
)
async def create_table(request: Request, new: schema.NewTable) -> Response:
    tables_of(request).policy.check_local(who(request))
    seats = [Seat(seat.name, seat.kind, seat.bot) for seat in new.seats]
    return say(table_json(request, await tables_of(request).create(new.game, seats, dict(new.options), new.hints)), 201)


@router.post(
    "/tables/import",
    status_code=201,
    response_model=schema.Table,
    responses={code: {"model": schema.Error} for code in (413, 422)},
    openapi_extra={"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def import_table(
    request: Request,
    bot: Annotated[list[str] | None, Query(description="seats for bots, as seat:name, for example 1:heuristic")] = None,
) -> Response:
    """A new table out of a game file, checked by playing it; an error names the line."""
    tables_of(request).policy.check_local(who(request))
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(422, "corrupt-file", f"not a text file: byte {error.start} is not UTF-8", line=1) from None
    seats = {}
    for each in bot or []:
        seat, _, name = each.partition(":")
        if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
            raise Refusal(422, "invalid", f"bot should be seat:name, not {each[:40]!r}")
        seats[int(seat)] = name
    return say(table_json(request, await tables_of(request).import_file(text, seats)), 201)


@router.get("/tables/{table}", response_model=schema.Table, responses=NO_TABLE)
async def get_table(request: Request, table: str) -> Response:
    return say(table_json(request, await tables_of(request).summary(table, who(request))))


@router.delete("/tables/{table}", status_code=204, responses=NO_TABLE)
async def delete_table(request: Request, table: str) -> Response:
    await tables_of(request).delete(table, who(request))
    return Response(status_code=204)


@router.get(
    "/tables/{table}/file",
    response_class=Response,
    responses={**NO_TABLE, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def export_table(request: Request, table: str) -> Response:
    """The game file; of a finished game, with the seed."""
    text = await tables_of(request).file(table, who(request))
    headers = {"content-disposition": f'attachment; filename="{table}.rondel"', "cache-control": "no-store"}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/tables/{table}/observation", response_model=schema.Observation, responses=LOOK)
async def observation(
    request: Request,
    table: str,
    seat: AskedSeat = None,
    position: Annotated[int | None, Query(description="an earlier position; there is nothing to choose")] = None,
) -> Response:
    return say(await tables_of(request).observation(table, viewer(seat), position, who(request)))


@router.get("/tables/{table}/log", response_model=list[schema.LogEntry], responses=LOOK)
async def log(
    request: Request,
    table: str,
    seat: AskedSeat = None,
    start: Annotated[int, Query(alias="from", description="only what came after this position")] = 0,
) -> Response:
    return say(await tables_of(request).log(table, viewer(seat), start, who(request)))


@router.get("/tables/{table}/story", response_model=list[schema.Item], responses=LOOK)
async def story(
    request: Request,
    table: str,
    seat: AskedSeat = None,
    start: Annotated[int, Query(alias="from", description="only what was not over at this position")] = 0,
) -> Response:
    """What happened, in few words: battles, moves and events as one item each, under headings."""
    return say(await tables_of(request).story(table, viewer(seat), start, who(request)))


@router.get(
    "/tables/{table}/report",
    response_model=schema.Report,
    responses={**LOOK, 409: {"model": schema.Error, "description": "the game is not over"}},
)
async def report(request: Request, table: str) -> Response:
    """A look back at a finished game: how the scores came about, the standing by round, gains and losses, the dice."""
    return say(await tables_of(request).report(table, who(request)))


@router.get(
    "/tables/{table}/rolls",
    response_model=schema.Rolls,
    responses={**LOOK, 409: {"model": schema.Error, "description": "the game is not over"}},
)
async def rolls(request: Request, table: str) -> Response:
    """The seed of a finished game and every roll, so that anybody can check them."""
    return say(await tables_of(request).rolls(table, who(request)))


@router.get("/tables/{table}/preview", response_model=schema.Preview, responses=PLAY)
async def preview(request: Request, table: str, seat: int, position: int, action: int) -> Response:
    """What a legal action will change, and the odds if chance decides next."""
    return say(await tables_of(request).preview(table, seat, position, action, who(request)))


@router.get(
    "/tables/{table}/refused",
    response_model=list[schema.Refused],
    responses={**LOOK, 409: {"model": schema.Error, "description": "the table has moved on"}},
)
async def refused(request: Request, table: str, seat: int, position: int) -> Response:
    """What the seat might look for and may not do now, with the reasons."""
    return say(await tables_of(request).refused(table, seat, position, who(request)))


@router.get("/tables/{table}/explain", response_model=schema.Reason | None, responses=LOOK)
async def explain(request: Request, table: str, seat: int, action: int) -> Response:
    """Why an action is not allowed now; null if it is."""
    return say(await tables_of(request).explain(table, seat, action, who(request)))


# --- playing ----------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/takeback", response_model=schema.Position, responses=PLAY)
async def take_back(request: Request, table: str, asked: schema.TakeBack) -> Response:
    """Take back a seat's own last actions, as far as nothing came to light since."""
    tables = tables_of(request)
    return say({"position": await tables.take_back(table, asked.seat, asked.position, asked.count, who(request))})


@router.post(
    "/tables/{table}/branch",
    status_code=201,
    response_model=schema.Table,
    responses={**LOOK, 409: {"model": schema.Error}},
)
async def branch(request: Request, table: str, asked: schema.Branch) -> Response:
    """A new table that stands as this one did at an earlier position, to play on from there."""
    return say(table_json(request, await tables_of(request).branch(table, asked.position, who(request))), 201)


# --- talk -------------------------------------------------------------------------------------------------------------


@router.get("/tables/{table}/chat", response_model=list[schema.ChatLine], responses=LOOK)
async def chat(request: Request, table: str, seat: AskedSeat = None) -> Response:
    """What the players said to each other, as far as this seat may know it."""
    return say(await tables_of(request).chat(table, viewer(seat), who(request)))


@router.post(
    "/tables/{table}/chat",
    status_code=201,
    response_model=schema.ChatLine,
    responses={**LOOK, 429: {"model": schema.Error, "description": "too many lines in a short time"}},
)
async def say_something(request: Request, table: str, line: schema.Line) -> Response:
    """Say something to everybody, or to some seats. It is stored when the answer comes."""
    return say(await tables_of(request).say(table, line.seat, line.to, line.text, who(request)), 201)
