"""How fast a table plays: clocks that run while a seat is asked, and what stops them.

Two kinds. `days`: a seat has some days for a turn; the deadline is at the same time of day, on a day that counts.
Weekends need not count, nor days that a player has taken off. `live`: a seat has so many seconds for a turn, and a bank
of more that it uses up. A pause stops every clock.

A turn begins when a seat is asked and was not asked before; the choices that follow one another are one turn.
Everything here is a function of its arguments: what the time is, others say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

DAY = 24 * 3600 * 1000
FOREVER = 2**62
LONGEST = 400
"""So many days ahead a deadline is looked for; there is always one: nobody can take more days off."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table has agreed on."""

    kind: Literal["days", "live"]
    days: int = 1
    """For a turn."""
    weekends: bool = True
    """Saturdays and Sundays count."""
    zone: str = "UTC"
    """Where the days of the table begin and end."""
    off: int = 14
    """Days that each player may take off."""
    move: int = 60
    """Seconds for a turn, of a live clock."""
    bank: int = 600
    """Seconds more, for the whole game."""
    mandate: Literal["hold", "play"] = "play"
    """What the bot does that takes the seat of an absent player: as little as it can, or play on."""


class Away(msgspec.Struct, omit_defaults=True):
    """A bot plays for somebody whose time ran out, or who asked for it."""

    since: int
    mandate: Literal["hold", "play"]
    offered: bool = False
    """Others may have the seat for good."""


class Standing(msgspec.Struct, omit_defaults=True):
    """A standing order that somebody left; nobody else knows of it."""

    id: str
    seat: int
    person: str
    kind: str
    answer: str
    limit: int = -1
    until: str = ""
    """An event that ends it."""
    times: int = 1
    """How often it may still answer."""
    towards: int = -1
    """Only if this seat asks."""
    promise: dict[str, Any] | None = None
    """The term of a deal that it carries out, with what is left of a sum; `kind` is the deal's number."""
    heard: int = 0
    """Events that count rounds, since the deal was made."""
    scenes: dict[str, dict[str, Any]] = {}
    """What goes on that a promise may hang on: see `rondel.kernel.deals.Scene`."""


class Clocks(msgspec.Struct, omit_defaults=True):
    """How the clocks of a table stand; by seat."""

    turn: dict[int, int] = {}
    """The message with which the seat began to be asked."""
    begun: dict[int, int] = {}
    due: dict[int, int] = {}
    left: dict[int, int] = {}
    """Of the bank of a live clock, in milliseconds."""
    rest: dict[int, int] = {}
    """During a pause: what a turn has left."""
    paused: int = 0
    """Since when; 0: they run."""
    off: dict[int, list[tuple[str, str]]] = {}
    """Days off: the first and the last of each time, as 2026-07-31."""
    away: dict[int, Away] = {}
    orders: list[Standing] = []
    agreed: bool = False
    """The players ended the game before its end."""
    credited: dict[int, int] = {}
    """Milliseconds that a turn was given back because the server was off."""

    def copy(self) -> Clocks:
        twin: Clocks = msgspec.json.decode(msgspec.json.encode(self), type=Clocks)
        return twin


_decode_pace = msgspec.json.Decoder(Pace).decode
_decode_clocks = msgspec.json.Decoder(Clocks).decode


def read_pace(stored: str) -> Pace | None:
    return _decode_pace(stored) if stored not in ("", "{}") else None


def read_clocks(stored: str) -> Clocks:
    return _decode_clocks(stored) if stored not in ("", "{}") else Clocks()


def write(what: Pace | Clocks | None) -> str:
    return "{}" if what is None else msgspec.json.encode(what).decode()


# --- days that count --------------------------------------------------------------------------------------------------


def local(at: int, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)


def stamp(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def days_that_count(pace: Pace, off: Iterable[tuple[str, str]] = ()) -> Callable[[date], bool]:
    taken = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in off]

    def counts(day: date) -> bool:
        if not pace.weekends and day.weekday() >= 5:
            return False
        return not any(first <= day <= last for first, last in taken)

    return counts


def next_counted(day: date, counts: Callable[[date], bool]) -> date:
    for _ in range(LONGEST):
        day += timedelta(days=1)
        if counts(day):
            return day
    return day


def deadline(begun: int, pace: Pace, counts: Callable[[date], bool]) -> int:
    """The end of a turn: the same time of day, so many days that count later. A turn that begins on a day that does
    not count begins with the next one that does. An hour that summer time leaves out is the hour after it."""
    zone = ZoneInfo(pace.zone)
    moment = local(begun, zone)
    day, hour = moment.date(), moment.time()
    if not counts(day):
        day, hour = next_counted(day, counts), time_of_day(0, 0)
    for _ in range(pace.days):
        day = next_counted(day, counts)
    return stamp(datetime.combine(day, hour, zone))


def _midnight_after(day: date, zone: ZoneInfo) -> int:
    return stamp(datetime.combine(day + timedelta(days=1), time_of_day(0, 0), zone))


def counted(begin: int, end: int, pace: Pace, counts: Callable[[date], bool]) -> int:
    """The milliseconds between two moments, of days that count."""
    zone, total, at = ZoneInfo(pace.zone), 0, begin
    while at < end:
        day = local(at, zone).date()
        until = min(_midnight_after(day, zone), end)
        total += until - at if counts(day) else 0
        at = until
    return total


def spend(begin: int, amount: int, pace: Pace, counts: Callable[[date], bool]) -> int:
    """When so many milliseconds of days that count have passed."""
    zone, at = ZoneInfo(pace.zone), begin
    for _ in range(LONGEST + amount // DAY):
        day = local(at, zone).date()
        until = _midnight_after(day, zone)
        if counts(day):
            if amount <= until - at:
                return at + amount
            amount -= until - at
        at = until
    return at + amount


# --- clocks -----------------------------------------------------------------------------------------------------------


def begin_turn(pace: Pace | None, clocks: Clocks, seat: int, message: int, at: int) -> None:
    clocks.turn[seat], clocks.begun[seat] = message, at
    clocks.credited.pop(seat, None)
    if pace is None or clocks.paused:
        return
    if pace.kind == "live":
        clocks.due[seat] = at + pace.move * 1000 + clocks.left.get(seat, pace.bank * 1000)
    else:
        clocks.due[seat] = deadline(at, pace, days_that_count(pace, clocks.off.get(seat, ())))


def end_turn(pace: Pace | None, clocks: Clocks, seat: int, at: int) -> None:
    due, rest = clocks.due.pop(seat, None), clocks.rest.pop(seat, None)
    for kept in (clocks.turn, clocks.begun, clocks.credited):
        kept.pop(seat, None)
    if pace is not None and pace.kind == "live" and (due is not None or rest is not None):
        remaining = rest if due is None else due - at
        clocks.left[seat] = max(0, min(clocks.left.get(seat, pace.bank * 1000), remaining or 0))


def tick(pace: Pace | None, clocks: Clocks, asked: list[int], message: int, at: int) -> Clocks:
    """How the clocks stand when these seats are asked from now on, after a message."""
    now = clocks.copy()
    for seat in [seat for seat in now.turn if seat not in asked]:
        end_turn(pace, now, seat, at)
    for seat in asked:
        if seat not in now.turn:
            begin_turn(pace, now, seat, message, at)
    return now


def remaining(pace: Pace, clocks: Clocks, seat: int, at: int) -> int:
    """What a turn has left of time that counts."""
    due = clocks.due[seat]
    if pace.kind == "live":
        return max(0, due - at)
    return counted(at, due, pace, days_that_count(pace, clocks.off.get(seat, ())))


def run_again(pace: Pace, clocks: Clocks, seat: int, rest: int, at: int) -> None:
    """A clock runs with what it has left."""
    if pace.kind == "live":
        clocks.due[seat] = at + rest
    else:
        clocks.due[seat] = spend(at, rest, pace, days_that_count(pace, clocks.off.get(seat, ())))


def pause(pace: Pace, clocks: Clocks, at: int) -> None:
    if not clocks.paused:
        for seat in list(clocks.due):
            clocks.rest[seat] = remaining(pace, clocks, seat, at)
        clocks.due, clocks.paused = {}, at


def resume(pace: Pace, clocks: Clocks, at: int) -> None:
    if not clocks.paused:
        return
    clocks.paused = 0
    rests, clocks.rest = clocks.rest, {}
    for seat in list(clocks.turn):
        if seat in rests:
            run_again(pace, clocks, seat, rests[seat], at)
        else:
            begin_turn(pace, clocks, seat, clocks.turn[seat], at)


def give(pace: Pace, clocks: Clocks, seat: int, amount: int) -> None:
    """A turn gets so many milliseconds more."""
    if seat in clocks.due:
        run_again(pace, clocks, seat, amount, clocks.due[seat])
    elif seat in clocks.rest:
        clocks.rest[seat] += amount


def days_off(clocks: Clocks, seat: int) -> int:
    """How many days a player has taken off."""
    return sum(
        (date.fromisoformat(last) - date.fromisoformat(first)).days + 1 for first, last in clocks.off.get(seat, ())
    )


def _joined(spans: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same days, each in one span only."""
    joined: list[tuple[str, str]] = []
    for first, last in sorted(spans):
        if joined and date.fromisoformat(first) <= date.fromisoformat(joined[-1][1]) + timedelta(days=1):
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined


def take_off(pace: Pace, clocks: Clocks, seat: int, first: date, last: date, at: int) -> None:
    """A player is away for some days: they do not count, also for a turn that has begun."""
    rest = remaining(pace, clocks, seat, at) if seat in clocks.due else None
    clocks.off[seat] = _joined([*clocks.off.get(seat, []), (first.isoformat(), last.isoformat())])
    if rest is not None:
        run_again(pace, clocks, seat, rest, at)


def next_due(clocks: Clocks) -> int:
    """When the first clock runs out."""
    return min(clocks.due.values(), default=FOREVER)
