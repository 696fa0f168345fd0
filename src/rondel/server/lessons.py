"""Lessons over HTTP: the courses of a game, tables of one's own to take them at, and how the learner stands."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from rondel import bots
from rondel.kernel import chance, lesson
from rondel.kernel.lesson import Course, Step
from rondel.server import library, schema
from rondel.server.access import HOUSE, Person, check_seen
from rondel.server.api import LOOK, say, table_json, tables_of, who
from rondel.server.errors import Refusal
from rondel.server.seating import LONGEST_NAME, find_course, find_game, seats_of_course
from rondel.server.storage import Seat, Summary
from rondel.server.table import LiveTable
from rondel.server.tables import Tables

router = APIRouter(prefix="/api")

SHOWN = 30
"""As many moves of the record are shown one by one on the way to the next lesson; more are passed over."""
EASY = ("easy", "heuristic")
"""Who plays against a beginner: the first of these that the game has."""


@router.get("/lessons/{game}/{lang}", response_model=list[schema.Course], responses={404: {"model": schema.Error}})
async def courses(game: str, lang: str) -> Response:
    """The courses of a game with all their words."""
    library.language(lang)
    found = find_game(game)
    return say([course_json(find_course(found, name), lang) for name in lesson.names(found)])


def course_json(course: Course, lang: str) -> dict[str, Any]:
    return {
        "name": course.name,
        "seat": course.seat,
        "chance": course.meets_chance,
        "texts": course.texts(lang),
        "lessons": [
            {
                "name": name,
                "steps": [{"name": step.name, "at": step.at, "point": step.point} for step in steps],
            }
            for name, steps in course.lessons
        ],
    }


@router.post(
    "/lessons/{game}/{course}",
    status_code=201,
    response_model=schema.Table,
    responses={code: {"model": schema.Error} for code in (404, 422)},
)
async def begin(request: Request, game: str, course: str, learner: schema.Learner) -> Response:
    """A table of the learner's own, at the first position of a course, or in the game that it ends in."""
    tables, person = tables_of(request), who(request)
    tables.policy.check_found(person)
    found = find_course(find_game(game), course)
    name = learner.name.strip()
    if len(name) > LONGEST_NAME or not (name.isprintable() or not name):
        raise Refusal(422, "bad-seats", f"a name is one line of {LONGEST_NAME} characters at most")
    opening = open_game if learner.game else open_lesson
    return say(table_json(request, await opening(tables, found, person, name)), 201)


async def open_lesson(tables: Tables, course: Course, person: Person, name: str) -> Summary:
    return await found_table(tables, course, course.steps[0].at, person, seats_of_course(course, name))


async def open_game(tables: Tables, course: Course, person: Person, name: str) -> Summary:
    """The real game: from an opening position of the record, against easy opponents."""
    known = bots.names(course.game.name)
    bot = next((each for each in EASY if each in known), known[0])
    seats = seats_of_course(course, name)
    seated = [seat if seat.kind == "human" else Seat(seat.name, "bot", bot) for seat in seats]
    return await found_table(tables, course, course.then, person, seated)


async def found_table(tables: Tables, course: Course, position: int, person: Person, seats: list[Seat]) -> Summary:
    match = course.match.until(position)
    match.names = [seat.name for seat in seats]
    match.commit(chance.new_seed(), [])
    owner = None if person == HOUSE else person.id
    seats[course.seat].person = owner
    return await tables.found(match, seats, host=owner or "", hints=True)


# --- at the table -----------------------------------------------------------------------------------------------------


@router.get("/tables/{table}/lesson", response_model=schema.Verdict, responses=LOOK)
async def judge(request: Request, table: str, lesson: str, step: str) -> Response:
    """How the learner stands at a step of the course."""
    tables = tables_of(request)
    async with tables.use(table) as live:
        check_seen(tables.policy, who(request), live.summary)
        course = the_course(live)
        tables.policy.check_look(who(request), live.summary, course.seat, live.match.over)
        verdict = course.judge(the_step(course, lesson, step), live.match)
        catalogue = live.game.catalogue
        return say(
            {
                "position": live.position,
                "stands": verdict.stands,
                "text": verdict.text,
                "next": catalogue[verdict.next].to_json() if verdict.next >= 0 else None,
                "ahead": [catalogue[action].to_json() for action in verdict.ahead],
                "chosen": catalogue[verdict.chosen].to_json() if verdict.chosen >= 0 else None,
            }
        )


@router.post("/tables/{table}/lesson", response_model=schema.LessonPlace, responses=LOOK)
async def go_to(request: Request, table: str, wanted: schema.LessonStep) -> Response:
    """Set the table to the position of a step: along the record if it is near, else at once."""
    tables = tables_of(request)
    async with tables.use(table) as live:
        check_seen(tables.policy, who(request), live.summary)
        course = the_course(live)
        tables.policy.check_play(who(request), live.summary, course.seat)
        position = the_step(course, wanted.lesson, wanted.step).at
        shared = course.shared(live.match)
        shown = shared == live.position and 0 <= position - shared <= SHOWN
        if shown:
            await play_on(tables, live, course, position)
        else:
            await set_to(tables, live, course, position, min(shared, position))
        return say({"position": live.position, "shown": shown})


async def play_on(tables: Tables, live: LiveTable, course: Course, position: int) -> None:
    first, draft = live.position, live.match.fork()
    for entry in course.match.entries[first:position]:
        draft.play(entry.seat, entry.action)
    if draft.position > first:
        await tables.store_change(live, draft, live.moved(draft))
        live.publish_moves(first)


async def set_to(tables: Tables, live: LiveTable, course: Course, position: int, kept: int) -> None:
    draft, before = course.match.until(position), live.match
    draft.names, draft.seed, draft.commitment = before.names, before.seed, before.commitment
    draft.shares, draft.since, draft.plays_forced = before.shares, before.since, before.plays_forced
    await tables.store_change(live, draft, live.taken_back(draft, kept))
    match = live.match
    live.audience.renew(live.message, lambda viewers: match.observe_all(viewers, match.position, match.state))


def the_course(live: LiveTable) -> Course:
    if live.course is None:
        raise Refusal(409, "no-lesson", f"table {live.id} is not a lesson's")
    return live.course


def the_step(course: Course, lesson: str, name: str) -> Step:
    try:
        return course.step(lesson, name)
    except LookupError as error:
        raise Refusal(422, "unknown-lesson", str(error.args[0])[:300]) from None
