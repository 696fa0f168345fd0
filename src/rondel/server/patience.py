"""How often somebody may try: logins, resets, guests, codes. What is beyond it is refused for a while."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from rondel.server.errors import Refusal


class Patience:
    """At most `most` tries of each kind of key within `seconds`; counted in this process."""

    KEYS = 20_000

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self.tries: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, key: str) -> None:
        """Refusal if there were too many already."""
        times = self._recent(key)
        if len(times) >= self.most:
            wait = max(1, round(self.seconds - (self.clock() - times[0])))
            raise Refusal(429, "too-often", f"too many tries: wait {wait} seconds", wait=wait)

    def count(self, key: str) -> None:
        self._recent(key).append(self.clock())

    def take(self, key: str) -> None:
        """One more try, if there is one left."""
        self.check(key)
        self.count(key)

    def forgive(self, key: str) -> None:
        self.tries.pop(key, None)

    def _recent(self, key: str) -> deque[float]:
        times = self.tries.setdefault(key, deque())
        self.tries.move_to_end(key)
        while times and self.clock() - times[0] > self.seconds:
            times.popleft()
        if len(self.tries) > self.KEYS:
            self.tries.popitem(last=False)
        return times
