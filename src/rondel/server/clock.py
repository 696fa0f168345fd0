"""The one clock of the server. Whatever asks for the time asks here, so that a test can let a month pass in moments."""

from __future__ import annotations

import time
from collections.abc import Callable


def _real() -> int:
    return time.time_ns() // 1_000_000


_read: Callable[[], int] = _real


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return _read()


def use(read: Callable[[], int] | None) -> None:
    """Read the time from somewhere else from now on; None: from the machine again."""
    global _read
    _read = read or _real
