"""A table in memory: its match, who watches it, and what a change of it looks like in storage.

Nothing here decides what is legal, what may be taken back or what a seat may know: that is the match's affair.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.kernel.codec import LoadError
from rondel.kernel.flow import IllegalAction, State
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import STORED, Entry, Match, past_event, stored_event
from rondel.server.access import allows_hints
from rondel.server.audience import Audience, Moment, Moved, Seated, TakenBack
from rondel.server.chat import Pace
from rondel.server.errors import Refusal
from rondel.server.saving import Saved, save
from rondel.server.seating import course_of, find_game, is_bot
from rondel.server.storage import (
    BARRIER,
    FORCED,
    OPEN,
    SECRET,
    Change,
    EntryRow,
    Job,
    Reached,
    Seat,
    Stored,
    Summary,
    now,
)
from rondel.server.weeks.keeper import bargain_jobs, keep_result, keep_time
from rondel.server.weeks.orders import obey
from rondel.server.weeks.pace import Clocks, Standing, read_clocks, read_pace

log = logging.getLogger("rondel.server")

RETOLD = 64
"""How many moves are told one by one to a watcher that comes back."""

encode = msgspec.json.Encoder().encode


class LiveTable:
    """A table in memory. Its match is replaced by one that has gone on, once that is stored."""

    def __init__(self, summary: Summary, match: Match, numbers: list[int]) -> None:
        self.id = summary.id
        self.summary = summary
        self.seats = summary.seats
        self.game = match.game
        self.match = match
        self.keys: dict[tuple[int, str], int] = {}  # seat and key of a move: the position that it led to
        self.numbers = numbers  # of each entry: the message that told of it
        self.audience = Audience()
        self.talking = Pace()  # how fast each seat does
        self.lock = asyncio.Lock()
        self.passing_on = asyncio.Lock()  # lines said elsewhere: one after the other, as they were heard of
        self.pins = 0  # requests that hold or await the lock
        self.gone = False  # deleted, or to be loaded anew
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.minds: dict[int, list[int]] = {}  # [seat] what a bot remembers of its plans; forgotten with the table
        self.course = course_of(self.game, self.seats)  # a lesson's table
        self.has_bots = any(is_bot(seat) for seat in summary.seats)
        self.pace = read_pace(summary.pace)
        self.clocks = read_clocks(summary.clocks)
        self.saved: Saved | None = None  # what the last change stored

    @property
    def position(self) -> int:
        return self.match.position

    @property
    def message(self) -> int:
        return self.summary.message

    def bot_to_act(self) -> int | None:
        for seat in self.game.to_act(self.match.state):
            if seat >= 0 and is_bot(self.seats[seat]):
                return seat
        return None

    def carry_on(self, draft: Match) -> None:
        """What chance and the table do after a move."""
        if self.course is not None:
            self.course.carry_on(draft)
        else:
            draft.carry_on()

    def obey(self, draft: Match, orders: list[Standing] | None = None) -> Clocks | None:
        """The choices that players ordered beforehand, and what comes of them; the clocks, if an order has changed."""
        given = self.clocks.orders if orders is None else orders
        if not given:
            return None
        clocks = self.clocks.copy()
        clocks.orders = obey(draft, given, [seat.person for seat in self.seats], self.position, self.carry_on)
        return clocks

    def is_idle(self) -> bool:
        return not self.pins and not self.audience and (self.driver is None or self.driver.done())

    # --- what is told ---------------------------------------------------------------------------------------------

    def observe(self, moment: Moment, viewers: list[int]) -> list[dict[str, Any]]:
        """What viewers see after a moment, which may be past already."""
        return self.match.observe_all(viewers, moment.position, moment.state, reasons=False)

    def missed(self, since: int) -> list[Moment] | None:
        """The moves of the messages after `since`; None if they are too many, or something was taken back."""
        numbers = self.numbers
        count = self.message - since
        if not 0 < count <= min(len(numbers), RETOLD) or numbers[-1] != self.message or numbers[-count] != since + 1:
            return None
        return self._moments(len(numbers) - count, self.match.retell(len(numbers) - count))

    def first_missed(self, since: int) -> int:
        """The position before what somebody missed who saw the message `since` last."""
        return max(0, len(self.numbers) - (self.message - since))

    def _moments(self, first: int, played: list[tuple[Entry, State]]) -> list[Moment]:
        over = self.match.over
        return [
            Moved(self.numbers[first + i], first + i + 1, state, self.game, entry, over)
            for i, (entry, state) in enumerate(played)
        ]

    # --- changes --------------------------------------------------------------------------------------------------

    def moved(self, draft: Match, key: str | None = None, clocks: Clocks | None = None) -> Change:
        """What is to be stored when the match has gone on as in `draft`: every action has a message of its own."""
        first = self.position
        rows = [row(draft, position, self.message + 1 + position - first) for position in range(first, draft.position)]
        rows[0].key = key
        return self._change(draft, None, rows, self.message + len(rows), None, clocks)

    def taken_back(self, draft: Match, first: int) -> Change:
        """What is to be stored when the match was taken back to `first`, and what others chose since kept."""
        number = self.message + 1
        return self._change(
            draft, first, [row(draft, position, number) for position in range(first, draft.position)], number
        )

    def seated(self, seats: list[Seat], clocks: Clocks | None = None, draft: Match | None = None) -> Change:
        """What is to be stored when others sit at the table, or its clocks stand otherwise: a message of its own, and
        nothing in the record."""
        return self._change(draft or self.match, None, [], self.message + 1, seats, clocks)

    def begun(self) -> Change:
        """As a change, what comes of a table that has just been laid out."""
        change = self._change(self.match, None, [], self.message, self.seats)
        change.jobs = (*change.jobs, *bargain_jobs(self.id, self.message, self.match, 0, self.seats))
        change.expected = change.message
        return change

    def _change(
        self,
        draft: Match,
        keep: int | None,
        rows: list[EntryRow],
        message: int,
        seats: list[Seat] | None = None,
        clocks: Clocks | None = None,
    ) -> Change:
        state, at = draft.state, now()
        text, self.saved = save(self.game, draft.left or state, self.saved)
        acting = self.game.to_act(state)
        bots = self.has_bots or seats is not None
        jobs = bot_jobs(self.id, message, acting, seats or self.seats) if bots else ()
        ends = BOT_JOBS if bots else ()
        if rows and keep is None:
            jobs = (*jobs, *bargain_jobs(self.id, message, draft, self.position, seats or self.seats))
        change = Change(
            table=self.id,
            expected=self.message,
            keep=keep,
            entries=rows,
            position=draft.position,
            message=message,
            to_act=encode(acting).decode(),
            over=state.over(),
            state=text,
            updated=at,
            seats=seats,
            ends=ends,
            jobs=jobs,
        )
        rated = not allows_hints(self.summary)  # who may be told what to do does not play for a rating
        keep_result(change, draft, seats or self.seats, self.match.over, rated)
        keep_time(change, self.pace, clocks or self.clocks, acting, seats or self.seats, self.seats, at)
        return change

    def follow(self, stored: Reached, rows: list[EntryRow]) -> bool:
        """Go on as another process did, and tell of it; False if it did not just go on from here."""
        first, find = self.position, self.game.catalogue.by_notation
        if stored.message - self.message != len(rows) or stored.position != first + len(rows):
            return False
        draft = self.match.fork()
        for i, each in enumerate(rows):
            action = find.get(each.action)
            if action is None or each.position != first + i + 1:
                return False
            try:
                draft.play(each.seat, action)
            except IllegalAction:
                return False
        self.match = draft
        self.numbers += [each.message for each in rows]
        self._remember(rows)
        self._stands_at(stored)
        self.publish_moves(first)
        return True

    def replace(self, fresh: LiveTable) -> None:
        """Be as the table was loaded anew: something was taken back elsewhere, or more."""
        self.match, self.numbers, self.keys = fresh.match, fresh.numbers, fresh.keys
        self.summary, self.seats = fresh.summary, fresh.seats
        self.pace, self.clocks, self.has_bots = fresh.pace, fresh.clocks, fresh.has_bots
        match = self.match
        self.audience.renew(
            self.message, lambda viewers: match.observe_all(viewers, match.position, match.state, False)
        )

    def _stands_at(self, stored: Reached) -> None:
        summary = self.summary
        summary.position, summary.message, summary.over = stored.position, stored.message, stored.over
        summary.to_act, summary.updated = stored.to_act, stored.updated
        if summary.clocks != stored.clocks:
            summary.clocks, self.clocks = stored.clocks, read_clocks(stored.clocks)

    def settle(self, draft: Match, change: Change) -> None:
        """The change is stored: now it is true."""
        summary = self.summary
        summary.position, summary.message, summary.over = change.position, change.message, change.over
        summary.to_act = list(self.game.to_act(draft.state))
        summary.updated = change.updated
        if summary.clocks != change.clocks:
            summary.clocks, self.clocks = change.clocks, read_clocks(change.clocks)
        first = self.position if change.keep is None else change.keep
        self.match = draft
        self.numbers[first:] = [each.message for each in change.entries]
        if change.keep is not None:
            self.keys = {key: position for key, position in self.keys.items() if position <= first}
        self._remember(change.entries)
        if change.seats is not None:
            self.seats = summary.seats = change.seats
            self.has_bots = any(is_bot(seat) for seat in change.seats)
            draft.names = [seat.name for seat in change.seats]

    def _remember(self, rows: list[EntryRow]) -> None:
        """The keys of moves, so that one that comes again is known."""
        for each in rows:
            if each.key is not None:
                self.keys[each.seat, each.key] = each.position

    def publish_moves(self, first: int) -> None:
        """Tell of the moves from `first` on, which are stored; their events need not stay in memory."""
        match = self.match
        states = dict(match.recent)
        played = [(match.entries[position], states[position + 1]) for position in range(first, match.position)]
        self.audience.publish(self._moments(first, played), self.observe)
        forget_events(match, first)

    def publish_seats(self) -> None:
        self.audience.publish([Seated(self.message, self.position, self.match.state)], self.observe)

    def publish_takeback(self, seat: int, first: int, count: int) -> None:
        moment = TakenBack(self.message, self.position, self.match.state, seat, count)
        self.audience.publish([moment], self.observe)
        forget_events(self.match, first)


BOT_JOBS = ("bot",)


def bot_jobs(table: str, message: int, to_act: Sequence[int], seats: list[Seat]) -> tuple[Job, ...]:
    """What the bots of a table are to do after a message: one job for all, as they move one after the other."""
    if any(seat >= 0 and is_bot(seats[seat]) for seat in to_act):
        return (Job(f"bot-{table}-{message}", "bot", table),)
    return ()


def forget_events(match: Match, first: int) -> None:
    for entry in match.entries[first:]:
        entry.events = None


# --- to storage and back ----------------------------------------------------------------------------------------------


def row(match: Match, position: int, number: int) -> EntryRow:
    """The entry at an index of the record, as it is stored; `number` is the message that tells of it."""
    entry = match.entries[position]
    marks = BARRIER * entry.barrier | OPEN * entry.open | SECRET * entry.secret | FORCED * entry.forced
    events = encode([stored_event(event) for event in entry.events or ()]).decode()
    return EntryRow(position + 1, number, entry.seat, match.game.catalogue[entry.action].notation, marks, events)


def entry_of(action: int, stored: EntryRow) -> Entry:
    marks = stored.marks
    return Entry(
        stored.seat,
        action,
        bool(marks & BARRIER),
        bool(marks & OPEN),
        bool(marks & SECRET),
        bool(marks & FORCED),
        None,
    )


def log_lines(live: LiveTable, rows: list[EntryRow], viewer: int, over: bool) -> list[dict[str, Any]]:
    """The log as a viewer may know it, out of stored rows."""
    game, find = live.game, live.game.catalogue.by_notation
    lines = []
    for each in rows:
        try:
            past = [past_event(game, event) for event in msgspec.json.decode(each.events)]
            lines.append(entry_of(find[each.action], each).face(game, each.position, viewer, over, past))
        except LookupError as error:
            raise damaged(live.id, each.position, error) from None
    return lines


def damaged(table: str, position: int, error: Exception) -> Refusal:
    """What cannot be read is never shown as it is: it might hold secrets."""
    what = f"action {position} of its record" if position else "its beginning"
    problem = f"table {table}: {what} cannot be read: {error.args[0]}"
    log.error("%s", problem)
    return Refusal(500, "damaged-table", f"{problem}; `rondel check-tables` tells what is wrong")


def agree(match: Match, summary: Summary) -> None:
    """If its players have ended a game, it is over: what is stored is the position that they left."""
    if read_clocks(summary.clocks).agreed and not match.over:
        match.end()


class StateUnreadableError(Exception):
    """The saved state of a table cannot be read: the whole record is needed."""


def entries_of(table: str, game: Game[Any], rows: list[EntryRow], before: int = 0) -> list[Entry]:
    """Entries out of storage, of which so many come before; Refusal if one is missing or cannot be read."""
    find = game.catalogue.by_notation
    entries = []
    for position, each in enumerate(rows, before + 1):
        if each.position != position:
            raise damaged(table, position, LookupError("it is missing"))
        action = find.get(each.action)
        if action is None:
            raise damaged(table, each.position, LookupError(f"no action is written {each.action!r}"))
        entries.append(entry_of(action, each))
    return entries


def restore(stored: Stored, plays_forced: bool) -> LiveTable:
    """A table out of storage: the saved state, and the record, or its end, without its events.

    StateUnreadableError if the record is not whole, and would be needed.
    """
    summary = stored.summary
    try:
        game = find_game(summary.game)
    except Refusal as refusal:  # the table is there, its game is not
        raise Refusal(409, refusal.error, refusal.message) from None
    if summary.rules != game.rules:
        message = f"the table was begun under rules {summary.rules} of {game.name}; this server has rules {game.rules}"
        raise Refusal(409, "other-rules", message, rules=summary.rules)
    try:
        match = Match(game, len(summary.seats), summary.options, [seat.name for seat in summary.seats])
    except OptionError as error:
        raise damaged(summary.id, 0, error) from None
    match.seed, match.commitment, match.plays_forced = summary.seed, summary.commitment, plays_forced
    match.shares, match.since = summary.shares, summary.since
    entries = [STORED] * stored.left + entries_of(summary.id, game, stored.entries, stored.left)
    if summary.position != len(entries):
        raise damaged(summary.id, len(entries) + 1, LookupError("it is missing"))
    try:
        match.resume(entries, game.load(stored.state), stored.left)
    except LoadError as error:
        if stored.left:
            raise StateUnreadableError from None
        log.error("table %s: the saved state cannot be read (%s); it is replayed from its record", summary.id, error)
        try:
            match.resume(entries, None)
        except IllegalAction as illegal:
            raise damaged(summary.id, match.position + 1, illegal) from None
    agree(match, summary)
    live = LiveTable(summary, match, [0] * stored.left + [each.message for each in stored.entries])
    live.keys = {(each.seat, each.key): each.position for each in stored.entries if each.key is not None}
    return live
