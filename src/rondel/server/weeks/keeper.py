"""What the passing of time adds to a change of a table: its clocks, and the jobs that watch over them.

All of it is stored in the transaction of the change itself. A table has one job for its clocks, due when the first of
them runs out; every change puts it off anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rondel.server.weeks.pace import FOREVER, Clocks, Pace, next_due, tick, write

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from rondel.kernel.record import Match
    from rondel.server.storage import Change, Job, Seat

CLOCK = "clock"
BARGAIN = "bargain"


def bargain_jobs(table: str, message: int, draft: Match, first: int, seats: list[Seat]) -> tuple[Job, ...]:
    """If a round begins at a table of people and bots, the bots may propose deals."""
    from rondel.server.seating import is_bot
    from rondel.server.storage import Job

    vocabulary = draft.game.deals
    if vocabulary is None or draft.over or not any(seat.kind == "human" for seat in seats):
        return ()
    if not any(is_bot(seat) and seat.person is None for seat in seats):
        return ()
    happened = (event.kind.name for entry in draft.entries[first:] for event in entry.events or ())
    if not any(name in vocabulary.round_events for name in happened):
        return ()
    return (Job(f"{BARGAIN}-{table}-{message}", BARGAIN, table),)


def is_asked(seat: Seat) -> bool:
    """Whether a person answers for a seat, whom one can wait for."""
    return seat.kind == "human" and seat.person is not None


def keep_result(change: Change, draft: Match, seats: list[Seat], was_over: bool, rated: bool) -> None:
    """If a change ends a game, write into it who was placed where."""
    if not change.over or was_over:
        return
    from rondel.server.weeks.ratings import note_result, places_of
    from rondel.server.weeks.tournaments import note_end

    places = places_of(seats, draft.game.ranks(draft.state)) if rated else []

    def note(connection: Connection) -> None:
        if places:
            note_result(connection, change.table, draft.game.name, change.updated, places)
        note_end(connection, change.table)

    change.also = note


def keep_time(
    change: Change,
    pace: Pace | None,
    clocks: Clocks,
    acting: Sequence[int],
    seats: list[Seat],
    before: list[Seat],
    at: int,
) -> None:
    """Write into a change how the clocks stand after it, and who is to be told."""
    silent = pace is None and not clocks.turn and not clocks.orders
    if silent and not any(seat.person is not None for seat in seats):
        return  # a table of one machine, at which nobody waits
    from rondel.server.storage import Job
    from rondel.server.weeks.notices import tell_of_turns

    # A seat that its player has given up is waited for as well, where there are clocks: then a bot takes it.
    asked = [
        seat
        for seat in acting
        if seat >= 0 and seats[seat].kind == "human" and (seats[seat].person is not None or pace is not None)
    ]
    moved_in = [seat for seat in asked if seats[seat].person != before[seat].person]
    kept = clocks
    if moved_in:  # a clock is a person's: whoever takes a seat has all her time
        kept = clocks.copy()
        for seat in moved_in:
            for each in (kept.turn, kept.begun, kept.due, kept.rest, kept.credited):
                each.pop(seat, None)
    now = tick(pace, kept, asked, change.message, at)
    change.clocks = write(now)
    if pace is not None:
        change.ends = (*change.ends, CLOCK)
        due = next_due(now)
        if due < FOREVER:
            change.jobs = (*change.jobs, Job(f"{CLOCK}-{change.table}-{change.message}", CLOCK, change.table, due=due))
    tell_of_turns(change, clocks, now, seats, before, at)
