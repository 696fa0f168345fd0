"""Deadlines: days that count, summer time, pauses, banks."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from rondel.server.weeks import pace as pacing
from rondel.server.weeks.pace import Clocks, Pace, tick
from tests.server.weeks.time import DAY, HOUR, MINUTE, stamp

BERLIN = "Europe/Berlin"
WORKDAYS = Pace("days", weekends=False, zone=BERLIN)


def begun(pace: Pace, at: int, **off: list[tuple[str, str]]) -> Clocks:
    clocks = Clocks(off={int(seat[1:]): days for seat, days in off.items()})
    return tick(pace, clocks, [0], 1, at)


@pytest.mark.parametrize(
    ("pace", "begin", "end"),
    [
        (Pace("days", zone=BERLIN), "2026-11-16 18:00", "2026-11-17 18:00"),
        (Pace("days", days=3, zone=BERLIN), "2026-11-16 18:00", "2026-11-19 18:00"),
        # the night of summer time has 23 hours, that of winter time 25: the time of day stays
        (Pace("days", zone=BERLIN), "2027-03-27 18:00", "2027-03-28 18:00"),
        (Pace("days", zone=BERLIN), "2026-10-24 18:00", "2026-10-25 18:00"),
        # half past two does not exist on that day: half past three
        (Pace("days", zone=BERLIN), "2027-03-27 02:30", "2027-03-28 03:30"),
        (WORKDAYS, "2026-11-20 18:00", "2026-11-23 18:00"),  # Friday to Monday
        (WORKDAYS, "2026-11-21 11:00", "2026-11-24 00:00"),  # begun on Saturday: the whole of Monday
    ],
)
def test_deadlines(pace: Pace, begin: str, end: str) -> None:
    assert begun(pace, stamp(begin, BERLIN)).due[0] == stamp(end, BERLIN)


def test_days_off_do_not_count() -> None:
    pace = Pace("days", zone=BERLIN)
    at = stamp("2026-11-16 18:00", BERLIN)
    assert begun(pace, at, s0=[("2026-11-17", "2026-11-19")]).due[0] == stamp("2026-11-20 18:00", BERLIN)
    clocks = begun(pace, at)
    pacing.take_off(pace, clocks, 0, date(2026, 11, 17), date(2026, 11, 19), at)  # in the middle of a turn
    assert clocks.due[0] == stamp("2026-11-20 18:00", BERLIN)
    assert pacing.days_off(clocks, 0) == 3


def test_choices_that_follow_one_another_are_one_turn() -> None:
    pace = Pace("days")
    first = tick(pace, Clocks(), [0, 2], 1, 0)
    assert first.due == {0: DAY, 2: DAY}
    second = tick(pace, first, [0], 2, HOUR)
    assert (second.due, second.turn) == ({0: DAY}, {0: 1})
    third = tick(pace, second, [1], 3, 2 * HOUR)
    assert third.due == {1: DAY + 2 * HOUR}
    assert tick(pace, third, [0], 4, 3 * HOUR).turn == {0: 4}  # asked anew: another turn
    assert first.due == {0: DAY, 2: DAY}


def test_a_live_clock_uses_up_its_bank() -> None:
    pace = Pace("live", move=60, bank=600)
    clocks = tick(pace, Clocks(), [0], 1, 0)
    assert clocks.due == {0: 11 * MINUTE}
    clocks = tick(pace, clocks, [1], 2, 30_000)  # within its minute
    assert clocks.left == {0: 10 * MINUTE}
    clocks = tick(pace, clocks, [0], 3, MINUTE)
    clocks = tick(pace, clocks, [1], 4, 5 * MINUTE)  # three minutes more than its own
    assert clocks.left[0] == 7 * MINUTE
    assert tick(pace, clocks, [0], 5, 6 * MINUTE).due[0] == 14 * MINUTE


@pytest.mark.parametrize("pace", [Pace("days"), Pace("live", move=24 * 3600, bank=0)], ids=["days", "live"])
def test_a_pause_stops_the_clocks(pace: Pace) -> None:
    clocks = tick(pace, Clocks(), [0], 1, 0)
    pacing.pause(pace, clocks, 6 * HOUR)
    assert not clocks.due
    clocks = tick(pace, clocks, [0, 1], 2, 8 * HOUR)  # one may go on playing meanwhile
    assert not clocks.due
    pacing.resume(pace, clocks, 50 * HOUR)
    assert clocks.due == {0: 68 * HOUR, 1: 74 * HOUR}
    pacing.resume(pace, clocks, 60 * HOUR)
    assert clocks.due == {0: 68 * HOUR, 1: 74 * HOUR}


def test_time_is_counted_and_spent_the_same_way() -> None:
    counts = pacing.days_that_count(WORKDAYS, [("2026-11-25", "2026-11-25")])
    begin = stamp("2026-11-20 15:00", BERLIN)
    for hours in (1, 9, 10, 30, 100):
        end = pacing.spend(begin, hours * HOUR, WORKDAYS, counts)
        assert pacing.counted(begin, end, WORKDAYS, counts) == hours * HOUR
        assert counts(pacing.local(end - 1, ZoneInfo(BERLIN)).date())
    assert pacing.spend(begin, 10 * HOUR, WORKDAYS, counts) == stamp("2026-11-23 01:00", BERLIN)


def test_a_day_that_is_taken_off_twice_counts_once() -> None:
    pace, clocks = Pace("days", days=2, off=9), Clocks()
    for first, last in ((17, 19), (18, 20), (24, 25), (21, 21), (18, 18)):
        pacing.take_off(pace, clocks, 0, date(2026, 11, first), date(2026, 11, last), 0)
    assert clocks.off[0] == [("2026-11-17", "2026-11-21"), ("2026-11-24", "2026-11-25")]
    assert pacing.days_off(clocks, 0) == 7


def test_nobody_takes_so_many_days_off_that_there_is_no_deadline() -> None:
    clocks = begun(Pace("days"), 0, s0=[("1970-01-01", "1999-01-01")])
    assert clocks.due[0] > 300 * DAY
