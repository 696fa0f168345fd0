"""Those who watch a table, and what they are told: numbered messages, each in the face that the watcher may see.

What a message says is worked out once for each seat that somebody watches from, not once for each watcher. A watcher
that does not keep up never holds up the table: its waiting messages are dropped, and it gets a fresh observation
instead.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from typing import Any

import msgspec

from rondel.kernel.flow import SPECTATOR, State
from rondel.kernel.game import Game
from rondel.kernel.record import Entry
from rondel.server.access import HOUSE, Person
from rondel.server.frames import frame
from rondel.server.patch import Known, diff

encode = msgspec.json.Encoder().encode


class Moment:
    """Something that changed a table, and the position it led to."""

    __slots__ = ("number", "position", "state")

    def __init__(self, number: int, position: int, state: State) -> None:
        self.number = number
        self.position = position
        self.state = state

    def is_open(self) -> bool:
        """Everybody is told the same of it."""
        return True

    def told(self, viewer: int) -> dict[str, Any]:
        raise NotImplementedError


class Moved(Moment):
    """An action, of a player, of chance, or of the table itself."""

    __slots__ = ("entry", "game", "over")

    def __init__(self, number: int, position: int, state: State, game: Game[Any], entry: Entry, over: bool) -> None:
        super().__init__(number, position, state)
        self.game = game
        self.entry = entry
        self.over = over

    def is_open(self) -> bool:
        return self.entry.is_open_to_all(self.over)

    def told(self, viewer: int) -> dict[str, Any]:
        return {"n": self.number, "type": "moved", **self.entry.face(self.game, self.position, viewer, self.over)}


class TakenBack(Moment):
    """A seat took back some of its actions."""

    __slots__ = ("count", "seat")

    def __init__(self, number: int, position: int, state: State, seat: int, count: int) -> None:
        super().__init__(number, position, state)
        self.seat = seat
        self.count = count

    def told(self, viewer: int) -> dict[str, Any]:
        return {
            "n": self.number,
            "type": "takenback",
            "position": self.position,
            "seat": self.seat,
            "count": self.count,
        }


class Seated(Moment):
    """Others sit at the table now: who they are is asked for, each in the face that may be seen."""

    __slots__ = ()

    def told(self, viewer: int) -> dict[str, Any]:
        return {"n": self.number, "type": "seated", "position": self.position}


Observe = Callable[[Moment, list[int]], list[dict[str, Any]]]
"""What viewers see after a moment."""


class Watcher:
    """One live line."""

    __slots__ = ("_wake", "behind", "closed", "limit", "patches", "person", "viewer", "waiting", "write")

    def __init__(self, viewer: int, patches: bool, limit: int, person: Person = HOUSE) -> None:
        self.viewer = viewer
        self.person = person
        self.patches = patches
        self.limit = limit
        self.waiting: deque[bytes] = deque()
        self.behind = False  # it lost messages: it needs a fresh observation
        self.closed = False
        self.write: Callable[[bytes], bool] | None = None
        """Sends a whole frame at once; False if the line cannot take it now. Only while nothing waits."""
        self._wake = asyncio.Event()

    def tell(self, text: bytes, whole: bytes = b"") -> None:
        """`whole`: the text as a frame, if it is at hand: it goes out without waking anybody, if the line takes it."""
        if self.behind or self.closed:
            return
        if whole and not self.waiting and self.write is not None and self.write(whole):
            return
        if len(self.waiting) >= self.limit:
            self.waiting.clear()
            self.behind = True
        else:
            self.waiting.append(text)
        self._wake.set()

    def close(self) -> None:
        self.closed = True
        self._wake.set()

    async def news(self) -> None:
        """Until there is something to send, or the line is to be closed."""
        while not (self.waiting or self.behind or self.closed):
            self._wake.clear()
            await self._wake.wait()


class Audience:
    """The watchers of one table."""

    def __init__(self) -> None:
        self.watchers: dict[int, list[Watcher]] = {}
        self.shown: dict[int, dict[str, Any]] = {}
        """The last observation of each seat that is watched with patches."""

    def __bool__(self) -> bool:
        return bool(self.watchers)

    def join(self, watcher: Watcher, observation: dict[str, Any]) -> None:
        self.watchers.setdefault(watcher.viewer, []).append(watcher)
        if watcher.patches:
            self.shown[watcher.viewer] = observation

    def leave(self, watcher: Watcher) -> None:
        group = self.watchers.get(watcher.viewer, [])
        if watcher in group:
            group.remove(watcher)
        if not group:
            self.watchers.pop(watcher.viewer, None)
            self.shown.pop(watcher.viewer, None)

    def publish(self, moments: list[Moment], observe: Observe) -> None:
        if not self.watchers:
            return
        viewers = list(self.watchers)
        for moment in moments:
            common = encode(moment.told(SPECTATOR)) if moment.is_open() else b""
            known: Known = {}
            before = dict(self.shown)  # what `known` knows by its address must live as long as it
            for viewer, observation in zip(viewers, observe(moment, viewers), strict=True):
                head = common or encode(moment.told(viewer))
                full = patch = whole_full = whole_patch = b""
                for watcher in self.watchers[viewer]:
                    if watcher.patches:
                        if not patch:
                            changes = diff(before[viewer], observation, known)
                            patch = head[:-1] + b',"patch":' + encode(changes) + b"}"
                            whole_patch = frame(patch)
                            self.shown[viewer] = observation
                        watcher.tell(patch, whole_patch)
                    else:
                        if not full:
                            full = with_observation(head, observation)
                            whole_full = frame(full)
                        watcher.tell(full, whole_full)

    def renew(self, number: int, observe: Callable[[list[int]], list[dict[str, Any]]]) -> None:
        """What happened cannot be told step by step: everybody sees the table as it is now."""
        viewers = list(self.watchers)
        for viewer, observation in zip(viewers, observe(viewers), strict=True):
            text = reset(number, observation)
            if viewer in self.shown:
                self.shown[viewer] = observation
            for watcher in self.watchers[viewer]:
                watcher.tell(text)

    def tell(self, message: dict[str, Any]) -> None:
        """Something without a number: it is not repeated to those who come back."""
        text = encode(message)
        for group in self.watchers.values():
            for watcher in group:
                watcher.tell(text)

    def whisper(self, message: dict[str, Any], is_for: Callable[[int, str], bool], deaf: Collection[str] = ()) -> None:
        """As `tell`, to those who may hear it; but for people who do not want to."""
        text = encode(message)
        for watcher in self.each():
            if watcher.person.id not in deaf and is_for(watcher.viewer, watcher.person.id):
                watcher.tell(text)

    def come_and_go(self, watcher: Watcher) -> None:
        """Somebody came or went: the others are told, unless the person is still here by another line."""
        person = watcher.person
        others = [each for each in self.each() if each is not watcher]
        if person.is_known and not any(each.person.id == person.id for each in others):
            for each in others:
                each.tell(b'{"type":"company"}')

    def each(self) -> list[Watcher]:
        return [watcher for group in self.watchers.values() for watcher in group]

    def close(self) -> None:
        for watcher in self.each():
            watcher.close()


def with_observation(head: bytes, observation: dict[str, Any]) -> bytes:
    return head[:-1] + b',"observation":' + encode(observation) + b"}"


def reset(number: int, observation: dict[str, Any]) -> bytes:
    return with_observation(encode({"n": number, "type": "reset"}), observation)


def retold(moments: list[Moment], watcher: Watcher, observe: Observe) -> list[bytes]:
    """Messages for one that comes back: all in full, or the first in full and the others as patches."""
    texts = []
    shown: dict[str, Any] | None = None
    for moment in moments:
        head = encode(moment.told(watcher.viewer))
        observation = observe(moment, [watcher.viewer])[0]
        if watcher.patches and shown is not None:
            texts.append(head[:-1] + b',"patch":' + encode(diff(shown, observation)) + b"}")
        else:
            texts.append(with_observation(head, observation))
        shown = observation
    return texts
