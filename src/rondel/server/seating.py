"""Before a table is there: which game, who sits where, and under what name."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from functools import lru_cache
from itertools import count
from typing import Any

from rondel import bots, games
from rondel.kernel import lesson
from rondel.kernel.data import DataError
from rondel.kernel.game import Game
from rondel.kernel.lesson import Course
from rondel.kernel.record import Match
from rondel.server.errors import Refusal
from rondel.server.storage import Seat

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LONGEST_NAME = 40
MACHINES = ("Ada", "Bruno", "Clara", "Dimitri", "Elsa", "Felix", "Greta")
"""What bots are called that nobody named, as on the page that sets up a table."""


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


_ID = re.compile(r"[a-z0-9]{1,16}\Z")


_HEXADECIMAL = re.compile(r"[!-~ ]{1,64}\Z")


def is_id(table: str) -> bool:
    """Whether a table could be called so; nothing else is asked of the database."""
    return _ID.match(table) is not None


def find_game(name: str) -> Game[Any]:
    try:
        return games.load(name)
    except games.GameError as error:
        raise Refusal(404, "game-not-ready", str(error)[:300]) from None
    except LookupError as error:
        raise Refusal(404, "unknown-game", str(error.args[0])[:300]) from None


def name_for_bot(others: Collection[str]) -> str:
    """A name that nobody else at a table has."""
    counted = (name if again == 1 else f"{name} {again}" for again in count(1) for name in MACHINES)
    return next(name for name in counted if name not in others)


def settle_seats(game: Game[Any], seats: list[Seat], own_bots: Collection[str] = ()) -> list[Seat]:
    """Check names and bots; a bot without a name is given one, a person is called by the number of the seat."""
    known_bots = bots.names(game.name)
    settled: list[Seat] = []
    for number, seat in enumerate(seats):
        bot = seat.bot
        if seat.kind == "bot":
            bot = bot or known_bots[0]
            if bot not in own_bots and not bots.is_known(game.name, bot):
                raise Refusal(
                    422, "unknown-bot", f"{game.name} has no bot {bot[:40]!r}; it has {', '.join(known_bots)}"
                )
        elif bot is not None:
            raise Refusal(422, "bad-seats", f"seat {number} is human, and yet has a bot")
        name = seat.name or f"player {number + 1}"
        if seat.kind == "bot" and not seat.name:
            name = name_for_bot({each.name for each in (*seats, *settled)})
        if len(name) > LONGEST_NAME:
            raise Refusal(422, "bad-seats", f"seat {number}: a name has {LONGEST_NAME} characters at most")
        settled.append(Seat(name, seat.kind, bot, seat.person))
    return settled


def check_file(match: Match) -> None:
    """What a file says of its dice must be of the kind that is written here."""
    for what, value in (("seed", match.seed), ("commitment", match.commitment)):
        if value and not _HEXADECIMAL.match(value):
            raise Refusal(422, "corrupt-file", f"a {what} is up to 64 letters and digits, not {value[:80]!r}", line=1)


def seats_of_file(names: list[str], bot_seats: dict[int, str]) -> list[Seat]:
    """The seats of a game file, some of them for bots."""
    for seat in bot_seats:
        if not 0 <= seat < len(names):
            raise Refusal(422, "unknown-seat", f"the file has the seats 0 to {len(names) - 1}, not {seat}")
    return [
        Seat(name, "bot", bot_seats[seat]) if seat in bot_seats else Seat(name, "human", None)
        for seat, name in enumerate(names)
    ]


# --- lessons ----------------------------------------------------------------------------------------------------------

LESSON = "lesson:"
"""A seat that the course of this name plays, from its record: `lesson:first`."""


def find_course(game: Game[Any], name: str) -> Course:
    try:
        return _course(game, name)
    except LookupError as error:
        raise Refusal(404, "unknown-course", str(error.args[0])[:300]) from None
    except DataError as error:
        raise Refusal(500, "damaged-course", str(error)[:300]) from None


@lru_cache(maxsize=64)
def _course(game: Game[Any], name: str) -> Course:
    return lesson.load(game, name)


def is_bot(seat: Seat) -> bool:
    """Whether a machine decides for a seat; for one of a lesson nobody does."""
    return seat.kind == "bot" and not (seat.bot or "").startswith(LESSON)


def is_lesson(seats: list[Seat]) -> bool:
    return any((seat.bot or "").startswith(LESSON) for seat in seats)


def course_of(game: Game[Any], seats: list[Seat]) -> Course | None:
    """The course that a table is for."""
    for seat in seats:
        if seat.bot is not None and seat.bot.startswith(LESSON):
            return find_course(game, seat.bot.removeprefix(LESSON))
    return None


def seats_of_course(course: Course, learner: str) -> list[Seat]:
    """The learner, and the others of the record."""
    return [
        Seat(learner or "player 1", "human", None) if seat == course.seat else Seat(name, "bot", LESSON + course.name)
        for seat, name in enumerate(course.match.names)
    ]
