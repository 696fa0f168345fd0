"""What happened, told in few words: the summary that log, digest, notices and terminal share.

A teller reads the entries of a log in the face that one viewer sees, and nothing else: it cannot tell what is hidden.
It groups them: headings by round and turn, a battle with all its dice in one item, six moves alike in one line; and it
says how much each matters. A game brings a teller of its own (`Game.teller`); the one here serves every game.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from rondel.kernel.events import EventKind, Events
from rondel.kernel.flow import CHANCE

FOLDED: Final = 0
"""Passes, single dice, small payments: there for who asks for everything."""
PLAIN: Final = 1
NEWS: Final = 2
HEADLINE: Final = 3

HIDDEN: Final = "story.hidden"
"""What is said of a choice that the viewer may not know."""


def message(key: str, **params: Any) -> dict[str, Any]:
    """A text with its parameters, ready for JSON."""
    return {"key": key, "params": params}


@mypyc_attr(allow_interpreted_subclasses=True)
class Item:
    """One thing that happened, from one position of the record to another."""

    __slots__ = ("kind", "first", "last", "key", "params", "seats", "weight", "parts", "figures", "areas", "moves")

    def __init__(self, kind: str, position: int, key: str, params: dict[str, Any], weight: int) -> None:
        self.kind = kind  # round, phase, turn: a heading; battle, event, move, note
        self.first = position
        self.last = position
        self.key = key
        self.params = params
        self.weight = weight
        self.seats: list[int] = []  # whom it concerns
        self.parts: list[Item] = []  # what it is made of
        self.figures: dict[str, Any] | None = None  # what a card of its own shows of it: dice, sums, losses, result
        self.areas: list[str] = []  # where it happened
        self.moves: list[tuple[str, str]] = []  # from where to where something went

    def concerns(self, seats: list[int]) -> None:
        self.seats += [seat for seat in seats if seat not in self.seats]

    def holds(self, part: Item) -> None:
        """Another part: it counts for whom and where the whole does."""
        self.parts.append(part)
        self.last = max(self.last, part.last)
        self.concerns(part.seats)
        self.areas += [area for area in part.areas if area not in self.areas]
        self.moves += [move for move in part.moves if move not in self.moves]

    def said(self) -> dict[str, Any]:
        return {"key": self.key, "params": self.params}

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "first": self.first,
            "last": self.last,
            "key": self.key,
            "params": self.params,
            "seats": sorted(self.seats),
            "weight": self.weight,
            "parts": [part.to_json() for part in self.parts],
            "figures": self.figures,
            "areas": self.areas,
            "moves": [list(move) for move in self.moves],
        }


class Camp:
    """One side of a battle, as its card shows it."""

    __slots__ = ("who", "forces", "losses")

    def __init__(self, who: dict[str, Any]) -> None:
        self.who = who  # a text
        self.forces: dict[str, int] = {}  # unit -> how many came
        self.losses: dict[str, int] = {}  # unit -> how many were lost

    def gain(self, unit: str, number: int = 1) -> None:
        self.forces[unit] = self.forces.get(unit, 0) + number

    def lose(self, unit: str, number: int = 1) -> None:
        self.losses[unit] = self.losses.get(unit, 0) + number

    def to_json(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "forces": [message("story.units", unit=unit, n=n) for unit, n in self.forces.items()],
            "losses": [message("story.units", unit=unit, n=n) for unit, n in self.losses.items()],
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Affair:
    """Several entries that are one thing: a battle, an event and what comes of it. A game derives its own from it."""

    kind: ClassVar[str] = "event"
    ends: ClassVar[frozenset[str]] = frozenset()
    """After these events it is over, once the entry that brought them is told."""
    actions: ClassVar[frozenset[str]] = frozenset()
    """Choices that belong to it; none: all of them, until it is over."""

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.teller = teller
        self.item = Item(self.kind, opening.first, opening.key, opening.params, NEWS)
        self.item.holds(opening)
        self.over = False
        self.take(name, params)

    def welcomes(self, entry: dict[str, Any]) -> bool:
        """Whether the next entry of the log is a part of it."""
        if self.over:
            return False
        action = entry["action"]
        return not self.actions or action is None or action["kind"] in self.actions

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        """Whether an event of a welcome entry is a part of it; if not, it is over before it."""
        return name not in self.teller.affairs

    def take(self, name: str, params: dict[str, Any]) -> None:
        """An event of it."""
        if name in self.ends:
            self.over = True

    def tell(self) -> None:
        """Say in the item what it came to; called once, at the end."""

    def changes(self) -> list[dict[str, Any]]:
        """What it changed, in words: all that matters among its parts, but for the first, which opened it."""
        return [part.said() for part in self.item.parts[1:] if part.weight > FOLDED]


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller:
    """Tells a log to one viewer. Every event is a line in its own words, unless a game says more about it."""

    headings: ClassVar[dict[str, str]] = {}
    """Events that begin something: a round, a phase, a turn."""
    opening: ClassVar[frozenset[str]] = frozenset()
    """Headings that the first choice of a turn brings; the others come at the end of what was before."""
    weights: ClassVar[dict[str, int]] = {}
    """How much an event matters, where it is not PLAIN."""
    alike: ClassVar[dict[str, tuple[str, str]]] = {}
    """Events that are told together: a parameter that may differ and is listed as `<name>s`, and one that is added up
    (empty: none). They are told by `story.<name>`, with their number `n`."""
    affairs: ClassVar[dict[str, type[Affair]]] = {}
    """Events that open an affair."""
    moving: ClassVar[frozenset[str]] = frozenset(("moved",))
    """Events of pieces that go from `start` to `area`."""
    chapters: ClassVar[frozenset[str]] = frozenset()
    """Events that begin what a look back counts by: a round, a turn of all. They are called by `chapter.<name>`."""
    preludes: ClassVar[frozenset[str]] = frozenset()
    """Events that begin what comes before the first chapter of something, and is no part of the chapter before it:
    called by `chapter.<name>` where it is said when something was done, and nothing that a look back counts by."""

    def __init__(self, events: Events, owners: dict[str, int]) -> None:
        self.events = events
        self.owners = owners  # what stands for a seat in parameters: powers, nations
        self.items: list[Item] = []
        self.affair: Affair | None = None
        self.stretch: dict[str, Item] = {}  # what may still be told together, since the last heading
        self.position = 0
        self.mover = CHANCE

    @classmethod
    def owners_in(cls, view: dict[str, Any]) -> dict[str, int]:
        """What stands for which seat, by a view; `seat-0` and the like need not be named."""
        return {}

    @classmethod
    def powers_in(cls, view: dict[str, Any]) -> dict[str, int]:
        """Which power, nation or homeland each seat plays, by a view; one seat may have several, and some none yet."""
        return cls.owners_in(view)

    @classmethod
    def first_in(cls, view: dict[str, Any]) -> int | None:
        """The seat that begins, where the table decides that and not what a seat plays."""
        return None

    def begins(self, entry: dict[str, Any]) -> bool:
        """Whether a summary may begin with this entry: nothing before it is needed to tell it."""
        return any(event["kind"] in self.headings for event in entry["events"])

    def chapter(self, name: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """What the chapter is called that begins with this event, if one does; asked event by event, in order."""
        return message("chapter." + name, **params) if name in self.chapters else None

    def tell(self, entries: list[dict[str, Any]]) -> list[Item]:
        for entry in entries:
            self.entry(entry)
        self.close()
        return self.items

    def entry(self, entry: dict[str, Any]) -> None:
        self.position = entry["position"]
        self.mover = entry["seat"]
        if self.affair is not None and not self.affair.welcomes(entry):
            self.close()
        if not entry["events"]:
            self.add(self.choice(entry))
        for event in entry["events"]:
            self.event(event["kind"], event["params"])

    def choice(self, entry: dict[str, Any]) -> Item:
        """A choice from which nothing followed yet."""
        action = entry["action"]
        if action is None:
            item = Item("note", self.position, HIDDEN, {}, FOLDED)
        else:
            item = Item("note", self.position, "did." + action["kind"], {**action["args"], "by": self.mover}, FOLDED)
        return item

    def event(self, name: str, params: dict[str, Any]) -> None:
        if name in self.headings:
            self.close()
            self.stretch = {}
            heading = self.line(name, params)
            heading.kind = self.headings[name]
            heading.weight = HEADLINE if heading.kind == "round" else NEWS
            self.items.append(heading)
            return
        line = self.line(name, params)
        affair = self.affair
        if affair is not None and affair.holds(name, params):
            affair.item.holds(line)
            affair.take(name, params)
            return
        self.close()
        if name in self.affairs:
            self.affair = self.affairs[name](self, line, name, params)
        elif not self.joined(name, params, line):
            self.items.append(line)

    def line(self, name: str, params: dict[str, Any]) -> Item:
        """An event as an item of its own."""
        moves = name in self.moving
        item = Item("move" if moves else "note", self.position, "event." + name, params, self.weight(name, params))
        kind = self.events[name]
        item.seats = self.seats_in(kind, params)
        item.areas = areas_in(kind, params)
        if moves and params["start"] is not None:
            item.moves = [(params["start"], params["area"])]
        return item

    def weight(self, name: str, params: dict[str, Any]) -> int:
        return self.weights.get(name, PLAIN)

    def add(self, item: Item) -> None:
        if self.affair is not None:
            self.affair.item.holds(item)  # who only passed is not concerned by it
            return
        if self.mover >= 0:
            item.seats.append(self.mover)
        self.items.append(item)

    def joined(self, name: str, params: dict[str, Any], line: Item) -> bool:
        """Tell an event together with one like it before, if the game says that they are alike."""
        if name not in self.alike:
            return False
        listed, summed = self.alike[name]
        same = [name, self.mover, *(value for key, value in params.items() if key not in (listed, summed, "way"))]
        key = repr(same)
        whole = self.stretch.get(key)
        if whole is None:
            self.stretch[key] = line
            return False
        if not whole.parts:
            first = Item(whole.kind, whole.first, whole.key, whole.params, whole.weight)
            first.seats, first.areas, first.moves = whole.seats[:], whole.areas[:], whole.moves[:]
            whole.parts = [first]
            whole.key = "story." + name
            whole.params = {**whole.params, "n": 1}
            if listed:
                whole.params[listed + "s"] = [whole.params[listed]]
        whole.holds(line)
        whole.params["n"] += 1
        if listed and params[listed] not in whole.params[listed + "s"]:
            whole.params[listed + "s"] = [*whole.params[listed + "s"], params[listed]]
        if summed:
            whole.params[summed] += params[summed]
        return True

    def close(self) -> None:
        """What was going on is over, or the log is."""
        affair, self.affair = self.affair, None
        if affair is not None:
            affair.tell()
            self.items.append(affair.item)

    def seats_in(self, kind: EventKind, params: dict[str, Any]) -> list[int]:
        """The seats that an event names, in whatever way."""
        found: list[int] = []
        for name, of in kind.fields:
            value = params[name]
            for each in value if isinstance(value, list) else [value]:
                seat = each if of.name == "seat" else self.seat_of(each)
                if seat is not None and seat >= 0 and seat not in found:
                    found.append(seat)
        return found

    def seat_of(self, value: Any) -> int | None:
        """The seat behind an id, if there is one."""
        if not isinstance(value, str):
            return None
        return int(value[5:]) if value.startswith("seat-") else self.owners.get(value)


def areas_in(kind: EventKind, params: dict[str, Any]) -> list[str]:
    """Where an event happened."""
    found: list[str] = []
    for name, of in kind.fields:
        value = params[name]
        if of.name == "area" and name != "way":
            found += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]
    return list(dict.fromkeys(found))


def tell(game: Any, entries: list[dict[str, Any]], view: dict[str, Any], start: int = 0) -> list[dict[str, Any]]:
    """What happened after position `start`, out of the faces that a viewer may see of the log.

    `view`: the viewer's, which says who plays what. `entries` may begin earlier: an item that was under way at `start`
    is then told as a whole.
    """
    kind: type[Teller] = game.teller
    teller = kind(game.events, kind.owners_in(view))
    place = sum(entry["position"] <= start for entry in entries)
    while place > 0:  # back to a heading at or before `start`: what it brings is filtered out again
        place -= 1
        if teller.begins(entries[place]):
            break
    return [item.to_json() for item in teller.tell(entries[place:]) if item.last > start]
