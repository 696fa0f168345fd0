"""A clock of the test's own: it stands still until it is set on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

from rondel.server import clock

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Time:
    def __init__(self, begin: str, zone: str = "UTC") -> None:
        self.at = stamp(begin, zone)

    def now(self) -> int:
        return self.at

    def pass_by(self, milliseconds: int) -> None:
        self.at += milliseconds

    def pass_to(self, moment: int) -> None:
        assert moment >= self.at
        self.at = moment


def stamp(words: str, zone: str = "UTC") -> int:
    return round(datetime.fromisoformat(words).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@contextmanager
def simulated(begin: str, zone: str = "UTC") -> Iterator[Time]:
    """The server's time is the test's."""
    time = Time(begin, zone)
    clock.use(time.now)
    try:
        yield time
    finally:
        clock.use(None)
