"""The record of a game: a text file with one action a line, chance included, that replays to the same state.

rondel 1
game imperial
rules 1
option deal=experienced
seat 0 Anna
seat 1 heuristic
commitment 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
share 9f86d081884c7d65

?> seat 0 is dealt italy
0> austria-hungary advances to factory
= 41 38

A game that its players ended before its end has the line `! ended by agreement` before its scores.

A share is what a player gave to the dice after the commitment (see chance.py). `since 37` says that the commitment was
made after 37 actions: what chance did before came from elsewhere, and nobody can check it.

`Match` is the one history of a game: its positions, what may be taken back, and what each seat may know of the past.
"""

from __future__ import annotations

import json
from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.events import Event, EventKind
from rondel.kernel.flow import CHANCE, ChanceStep, IllegalAction, State
from rondel.kernel.game import Game, OptionError, Preview, word
from rondel.kernel.story import tell

FORMAT = 1
AGREED = "! ended by agreement"
KEPT = 24
"""How many of the last states of a match stay in memory, for taking back and for watchers that come back."""
FAR = 1_000_000_000
CHECKPOINT = 64
"""Somebody who looks at the history makes a state stay in memory every so many actions."""


class RecordError(ValueError):
    """A game file that cannot be read, or that does not replay; with the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


class PastEvent:
    """An event as it was stored: its kind, and all its values as ids."""

    __slots__ = ("kind", "shown")

    def __init__(self, kind: EventKind, shown: dict[str, Any]) -> None:
        self.kind = kind
        self.shown = shown

    def face(self, viewer: int) -> dict[str, Any]:
        return self.kind.face(self.shown, viewer)


def stored_event(event: Event) -> dict[str, Any]:
    """All of an event, secrets included, for storage."""
    return {"kind": event.kind.name, "params": event.params()}


def past_event(game: Game[Any], stored: Any) -> PastEvent:
    """An event out of storage. LookupError if the game does not know it: what is not known is not shown."""
    kind = game.events[stored["kind"]]
    shown = stored["params"]
    if [name for name, _ in kind.fields] != list(shown):
        raise LookupError(f"the event {kind.name!r} has other fields now: {', '.join(shown)} are stored")
    return PastEvent(kind, shown)


class Entry:
    """One action of the record."""

    __slots__ = ("seat", "action", "barrier", "open", "secret", "forced", "events")

    def __init__(
        self,
        seat: int,
        action: int,
        barrier: bool,
        open_: bool,
        secret: bool,
        forced: bool,
        events: list[Event] | None,
    ) -> None:
        self.seat = seat
        self.action = action
        self.barrier = barrier  # chance, or something hidden was shown: nobody takes this back
        self.open = open_  # a part of a simultaneous choice that was not complete yet
        self.secret = secret  # what was chosen is the seat's own affair
        self.forced = forced  # there was nothing else to choose, and everybody knew
        self.events = events  # None: they lie in storage

    def is_open_to_all(self, over: bool) -> bool:
        """Everybody sees the same of it."""
        if self.secret and not over:
            return False
        return not any(event.kind.secret for event in self.events or ())

    def face(
        self, game: Game[Any], position: int, viewer: int, over: bool, past: list[PastEvent] | None = None
    ) -> dict[str, Any]:
        """What a viewer may know of it, ready for JSON: log, live messages and terminal all say this and no more.

        `position`: the one that it led to. `over`: the game is, and choices made in secret may be told. `past`: its
        events, if they lie in storage.
        """
        hidden = self.secret and self.seat != viewer and not over
        if past is not None:
            events = [event.face(viewer) for event in past]
        else:
            assert self.events is not None, "the events of this entry lie in storage"
            events = [event.face(viewer) for event in self.events]
        return {
            "position": position,
            "seat": self.seat,
            "action": None if hidden else game.catalogue[self.action].to_json(),
            "events": events,
        }


STORED = Entry(CHANCE, -1, True, False, True, False, None)
"""Stands for an entry that lies in storage alone: nobody takes it back, and nobody learns from it."""


class Match:
    """A game being played: the state, its record, and how far it may be taken back.

    A state never changes once it is there: every action is played on a copy. So states can be shared, with `fork` and
    with those who look.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: dict[str, Any] | None = None,
        names: list[str] | None = None,
        commitment: str = "",
        seed: str = "",
        plays_forced: bool = False,
        source: Match | None = None,
    ) -> None:
        self.game = game
        self.names = names if names is not None else [f"player {seat + 1}" for seat in range(seats)]
        self.seed = seed  # known only to the host until the game is over
        self.commitment = commitment or (chance.commitment(seed) if seed else "")  # none: nobody can check the rolls
        self.shares: list[str] = []  # what the players gave to the dice, after the commitment
        self.since = 0  # the actions before the commitment was made
        self.plays_forced = plays_forced  # the table itself makes a choice that is none, see `carry_on`
        self.agreed: bool = source is not None and source.agreed  # the players ended it before its end
        self.left: State | None = source.left if source is not None else None  # the position that they left, then
        self.base = FAR if source is None else len(source.entries)  # what came after it is all kept
        if source is not None:
            self.start: State = source.start
            self.state: State = source.state
            self.entries: list[Entry] = source.entries[:]
            self.recent: list[tuple[int, State]] = source.recent[-KEPT:]
            self.checkpoints: dict[int, State] = source.checkpoints.copy()
            self.stored: int = source.stored
            return
        if len(self.names) != seats:
            raise OptionError(f"{len(self.names)} names for {seats} seats")
        for name in self.names:
            if not name.strip() or name != name.strip() or not name.isprintable():
                raise OptionError(f"a name is one line of printable text, not {name!r}")
        self.start = self.state = game.setup(seats, options)
        self.entries = []
        self.recent = []
        self.checkpoints = {}
        self.stored = 0  # so many of the first entries lie in storage: `at` cannot go back to them

    def fork(self) -> Match:
        """A twin that goes on by itself, or is dropped; the two share the past."""
        twin = Match(self.game, 0, None, self.names, "", "", self.plays_forced, self)
        twin.seed, twin.commitment = self.seed, self.commitment
        twin.shares, twin.since = self.shares, self.since
        return twin

    def until(self, position: int) -> Match:
        """A twin as the match stood after its first `position` actions; it goes on by itself."""
        twin = self.fork()
        twin.state = self.at(position)
        twin.entries = self.entries[:position]
        twin.recent, twin.checkpoints, twin.base = [], {}, position
        twin.agreed = self.agreed and position == self.position
        return twin

    def resume(self, entries: list[Entry], state: State | None, stored: int = 0) -> None:
        """Take over a record out of storage, and the state after it; without one, the record is replayed.

        `stored`: so many of its first entries stay where they are, and are `STORED` here. Whoever wants to go back
        further than `reaches` brings them with `recall`.
        """
        if state is not None:
            self.stored = stored
            self.entries, self.state = entries, state
            return
        for entry in entries:
            self.replay(entry.seat, entry.action)
            self.entries[-1].events = entry.events

    def reaches(self, position: int) -> bool:
        """Whether `at` can go to a position without entries that lie in storage."""
        if not self.stored or position == len(self.entries):
            return True
        known = [there for there, _ in self.recent] + list(self.checkpoints)
        return any(self.stored <= there <= position for there in known)

    def recall(self, entries: list[Entry]) -> None:
        """The first entries are here again."""
        assert len(entries) == self.stored, f"{len(entries)} entries for {self.stored}"
        self.entries[: self.stored] = entries
        self.stored = 0

    @property
    def position(self) -> int:
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.state.over()

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out a legal action and write it down; IllegalAction, and nothing changed, if it is not."""
        state: State = self.state.copy()
        entry = self.enter(state, seat, action, self.entries[-1] if self.entries else None)
        self.entries.append(entry)
        self.state = state
        self.recent.append((len(self.entries), state))
        if len(self.recent) > KEPT and self.recent[0][0] <= self.base:
            del self.recent[0]
        return entry.events or []

    def replay(self, seat: int, action: int) -> None:
        """As `play`, on the state itself: for reading a record in, before anybody has looked at the match."""
        if self.state is self.start:
            self.state = self.start.copy()
        self.entries.append(self.enter(self.state, seat, action, self.entries[-1] if self.entries else None))

    def enter(self, state: State, seat: int, action: int, before: Entry | None) -> Entry:
        """Carry out an action on this very state, and what the record says of it; `before` is the entry before it."""
        game = self.game
        depth = len(state.pending)
        step = state.pending[-1] if depth else None
        acting = step.to_act(state) if step is not None else ()
        choices = step.choices(state, seat) if step is not None and seat in acting else []
        if step is None or action not in choices:
            raise game.illegal(state, seat, action)
        forced = len(choices) == 1 and flow.forced(state) >= 0
        # The last seat that chooses is alone at it, and yet a part of the whole until its own part is complete.
        together = len(acting) > 1 or (before is not None and before.open)
        events = game.carry_out(state, seat, action)
        still = together and len(state.pending) == depth and type(state.pending[-1]) is type(step)
        barrier = seat == CHANCE or state.revealed or state.disclosed or state.over()  # the end lays everything open
        return Entry(seat, action, barrier, still and not barrier, step.SECRET, forced, events)

    def play_notation(self, seat: int, notation: str) -> list[Event]:
        return self.play(seat, self.game.catalogue.parse(notation))

    def commit(self, seed: str, shares: list[str]) -> None:
        """From now on the dice come from this seed and these shares, and from nothing that was known before."""
        self.seed, self.commitment = seed, chance.commitment(seed)
        self.shares, self.since = shares, self.position

    def roll(self) -> int:
        """Let chance act, from the seed, until a player must decide; return how often it did."""
        rolled = 0
        source = chance.mixed(self.seed, self.shares)
        while isinstance(self.state.pending[-1] if self.state.pending else None, ChanceStep):
            self.play(CHANCE, chance.draw(source, self.position, flow.odds(self.state)))
            rolled += 1
        return rolled

    def carry_on(self) -> None:
        """Let chance act, and make the choices that are none (if this match plays them), until somebody must decide."""
        self.roll()
        while self.plays_forced:
            action = flow.forced(self.state)
            if action < 0:
                return
            self.play(flow.to_act(self.state)[0], action)
            self.roll()

    def end(self) -> None:
        """The players end the game where it stands, with the scores as they are."""
        if self.over:
            raise ValueError("the game is over")
        state: State = self.state.copy()
        state.pending.clear()
        self.left, self.state = self.state, state
        self.agreed = True

    def stands(self, seat: int, position: int) -> bool:
        """Whether what a seat decides at this position still answers the present one.

        While several choose in secret, each goes on with its own part, whatever the others have done meanwhile.
        """
        if not 0 <= position <= self.position:
            return False
        return all(entry.open and entry.secret and entry.seat != seat for entry in self.entries[position:])

    # --- taking back ----------------------------------------------------------------------------------------------

    def takeback(self, seat: int) -> list[int]:
        """The positions of the entries that `seat` may take back without anybody's consent, the latest first.

        Never past a die, a drawn card, something shown, or another seat's choice; but a part of a simultaneous choice
        may be withdrawn as long as not everybody has chosen. What the table itself played goes with what led to it.
        """
        found: list[int] = []
        if self.agreed:
            return found
        passed_others = False
        for position in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[position]
            if entry.barrier:
                break
            if entry.forced and self.plays_forced:
                continue
            if entry.seat == seat:
                if passed_others and not entry.open:
                    break
                found.append(position)
            elif entry.open:
                passed_others = True
            else:
                break
        return found

    def take_back(self, seat: int, count: int = 1) -> int:
        """Take back the last `count` choices of a seat, if the kernel allows it; the first position that changed."""
        allowed = self.takeback(seat)
        if not 1 <= count <= len(allowed):
            raise ValueError(f"seat {seat} may take back {len(allowed)} actions, not {count}")
        first = allowed[count - 1]
        gone = False
        kept: list[Entry] = []  # parts of a simultaneous choice that others made meanwhile
        for position in range(first, len(self.entries)):
            entry = self.entries[position]
            if not (entry.forced and self.plays_forced):
                gone = position in allowed[:count]
            if not gone:
                kept.append(entry)
        self.state = self.at(first)
        self.entries = self.entries[:first]
        self.recent = [each for each in self.recent if each[0] <= first]
        self.checkpoints = {there: state for there, state in self.checkpoints.items() if there <= first}
        for entry in kept:
            self.play(entry.seat, entry.action)
        return first

    def consent(self, seat: int, position: int) -> list[int]:
        """Whoever must agree if a seat is to have everything after a position undone: exactly those who have done
        something since, or have seen something come to light."""
        asked: set[int] = set()
        for entry, _ in self.retell(position):
            if entry.seat >= 0 and not entry.forced:
                asked.add(entry.seat)
            if entry.barrier:
                asked |= self._saw(entry)
        return sorted(asked - {seat})

    def _saw(self, entry: Entry) -> set[int]:
        """The seats to which an entry showed something that was hidden: all, unless only its secrets were news."""
        everybody = set(range(self.state.seats))
        seen: set[int] = set()
        for event in entry.events or ():
            if not event.kind.secret:
                return everybody
            owner = event.params()[event.kind.owner]
            if owner in everybody:
                seen.add(owner)
        return seen if entry.events else everybody

    def undo(self, position: int) -> None:
        """Go back to a position, by consent."""
        if not 0 <= position < len(self.entries):
            raise ValueError(f"the record has the positions 0 to {len(self.entries)}, not {position}")
        self.state = self.at(position)
        self.entries = self.entries[:position]
        self.recent = [each for each in self.recent if each[0] <= position]
        self.checkpoints = {there: state for there, state in self.checkpoints.items() if there <= position}

    # --- looking --------------------------------------------------------------------------------------------------

    def at(self, position: int) -> State:
        """The state after the first `position` actions: to be read, not to be changed."""
        if position == len(self.entries):
            return self.state
        best, found = 0, self.start
        for there, state in [*self.recent, *self.checkpoints.items()]:
            if best < there <= position:
                best, found = there, state
        if best == position:
            return found
        state = found.copy()
        for done in range(best, position):
            if done % CHECKPOINT == 0 and done not in self.checkpoints:
                self.checkpoints[done] = state.copy()
            entry = self.entries[done]
            flow.play(state, entry.seat, entry.action)
        return state

    def retell(self, first: int) -> list[tuple[Entry, State]]:
        """The entries from `first` on, played again: each with its events, and the state after it."""
        told: list[tuple[Entry, State]] = []
        state = self.at(first)
        for position in range(first, len(self.entries)):
            entry = self.entries[position]
            state = state.copy()
            before = self.entries[position - 1] if position else None
            told.append((self.enter(state, entry.seat, entry.action, before), state))
        return told

    def observe(self, seat: int, reasons: bool = True) -> dict[str, Any]:
        return self.observe_all([seat], len(self.entries), self.state, reasons)[0]

    def observe_all(self, seats: list[int], position: int, state: State, reasons: bool = True) -> list[dict[str, Any]]:
        """What several seats see at a position, which may be past already; only now can something be taken back."""
        is_now = position == len(self.entries)
        observed = self.game.observe_all(state, seats, position, reasons)
        for seat, seen in zip(seats, observed, strict=True):
            seen["takeback"] = len(self.takeback(seat)) if is_now and seat >= 0 else 0
        return observed

    def preview(self, seat: int, action: int) -> Preview:
        """What a legal action will change, with the choices that are none and that the table makes after it."""
        game, state = self.game, self.state
        found = game.preview(state, seat, action)
        if not self.plays_forced or not found.known:
            return found
        twin: State = state.copy()
        game.carry_out(twin, seat, action)
        more = self._forced_events(twin)
        if more:
            after = {(each["name"], json.dumps(each["params"])): each for each in found.figures}
            for each in game.changes(state, twin, seat):
                after[each["name"], json.dumps(each["params"])] = each
            found = Preview(
                found.events + more, list(after.values()), game.foreseen(twin), True, seat not in flow.to_act(twin)
            )
        return found

    def _forced_events(self, twin: State) -> list[Event]:
        """Make the choices that are none on a copy, as far as nothing hidden comes to light; what happens."""
        events: list[Event] = []
        while True:
            action = flow.forced(twin)
            if action < 0:
                return events
            ahead: State = twin.copy()
            happened = self.game.carry_out(ahead, flow.to_act(ahead)[0], action)
            if ahead.revealed:
                return events
            events += happened
            self.game.carry_out(twin, flow.to_act(twin)[0], action)

    def past(self, seat: int, position: int) -> dict[str, Any]:
        """What a seat saw after the first `position` actions: there is nothing to choose any more."""
        seen = self.game.observe(self.at(position), seat, position)
        seen.update(prompt=None, choices=[], refused=[], takeback=0)
        return seen

    def log(self, seat: int, start: int = 0) -> list[dict[str, Any]]:
        """What happened from position `start` on, in the face that `seat` may see."""
        over = self.over
        return [
            self.entries[position].face(self.game, position + 1, seat, over)
            for position in range(start, len(self.entries))
        ]

    def branch(self, position: int) -> Match:
        """A match of its own that stands as this one did after the first `position` actions, without a seed."""
        twin = Match(self.game, self.state.seats, dict(self.state.options), self.names[:])
        for entry in self.entries[:position]:
            twin.replay(entry.seat, entry.action)
        return twin

    def story(self, seat: int, start: int = 0) -> list[dict[str, Any]]:
        """What happened after position `start`, in few words: see `rondel.kernel.story`."""
        return tell(self.game, self.log(seat), self.game.view(self.state, seat), start)

    # --- the game file --------------------------------------------------------------------------------------------

    def text(self, events: bool = False) -> str:
        """The game file. With `events`, what each action brought about stands under it, to be read and compared."""
        game = self.game
        lines = [f"rondel {FORMAT}", f"game {game.name}", f"rules {game.rules}"]
        lines += [f"option {name}={word(value)}" for name, value in game.unusual(self.state.options).items()]
        lines += [f"seat {seat} {name}" for seat, name in enumerate(self.names)]
        if self.commitment:
            lines.append(f"commitment {self.commitment}")
            lines += [f"share {share}" for share in self.shares]
            lines += [f"since {self.since}"] if self.since else []
        if self.over and self.seed and chance.commitment(self.seed) == self.commitment:
            lines.append(f"seed {self.seed}")
        lines.append("")
        for entry in self.entries:
            who = "?" if entry.seat == CHANCE else str(entry.seat)
            lines.append(f"{who}> {game.catalogue[entry.action].notation}")
            if events:
                lines += [f"   {event!r}" for event in entry.events or ()]
        if self.agreed:
            lines.append(AGREED)
        if self.over:
            lines.append("= " + " ".join(str(score) for score in game.scores(self.state)))
        return "\n".join(lines) + "\n"


def parse(text: str, find: Any, other_rules: bool = False) -> Match:
    """Read a game file and replay it; `find` gives the game of a name. RecordError tells the line that is wrong.

    `other_rules`: take a file of an earlier version of the rules as well, if every action of it is still legal.
    """
    lines = text.split("\n")
    if lines[-1] != "":
        raise RecordError(len(lines), "the file is cut off: its last line has no end")
    lines.pop()
    match, start = _head(lines, find, other_rules)
    scores = None
    for number in range(start, len(lines)):
        line = lines[number]
        if line.startswith("   "):
            continue  # an event, written for readers
        if scores is not None:
            raise RecordError(number + 1, "nothing may follow the scores")
        if match.agreed and not line.startswith("= "):
            raise RecordError(number + 1, "nothing but the scores may follow the end")
        if line == AGREED and not match.over:
            match.end()
            continue
        if line.startswith("= "):
            scores = line[2:]
            _check_scores(match, scores, number + 1)
            continue
        who, mark, notation = line.partition("> ")
        if not mark or not (who == "?" or (who.isascii() and who.isdecimal() and len(who) < 4)):
            raise RecordError(number + 1, f"not an action: {line[:80]!r}")
        try:
            action = match.game.catalogue.parse(notation)
            if who == "?":
                _check_roll(match, action, number + 1)
            match.replay(CHANCE if who == "?" else int(who), action)
        except (LookupError, IllegalAction) as error:
            raise RecordError(number + 1, str(error.args[0])) from None
    if match.over and scores is None:
        raise RecordError(len(lines), "the game is over, but the scores are missing")
    return match


def _check_roll(match: Match, action: int, line: int) -> None:
    """A file that tells its seed is bound by it."""
    if match.seed and match.position >= match.since and CHANCE in flow.to_act(match.state):
        source = chance.mixed(match.seed, match.shares)
        expected = chance.draw(source, match.position, flow.odds(match.state))
        if action != expected:
            notation = match.game.catalogue[expected].notation
            raise RecordError(line, f"the seed of this file gives '{notation}' here")


def _check_scores(match: Match, scores: str, line: int) -> None:
    if not match.over:
        raise RecordError(line, "scores before the game is over")
    if scores != " ".join(str(score) for score in match.game.scores(match.state)):
        raise RecordError(line, f"the scores are not {scores[:80]}")


HEADER = ("game", "rules", "commitment", "seed", "since")
LONGEST_SHARES = 16


def is_share(text: str) -> bool:
    """16 to 64 hexadecimal digits: so much that nobody guesses them."""
    return 16 <= len(text) <= 64 and all(each in "0123456789abcdef" for each in text)


def _head(lines: list[str], find: Any, other_rules: bool) -> tuple[Match, int]:
    """The header up to the empty line, and where the actions begin."""
    if not lines or lines[0] != f"rondel {FORMAT}":
        raise RecordError(1, f"not a game file: it should begin with 'rondel {FORMAT}'")
    header = _Header()
    for number in range(1, len(lines)):
        if lines[number] == "":
            return _begin(header, number + 1, find, other_rules), number + 1
        header.read(lines[number], number + 1)
    raise RecordError(len(lines), "the file is cut off: no empty line ends the header")


class _Header:
    """What the lines before the first action say, and where each of them stands."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.found: dict[str, int] = {}
        self.options: dict[str, str] = {}
        self.names: list[str] = []
        self.shares: list[str] = []

    def read(self, line: str, number: int) -> None:
        key, _, value = line.partition(" ")
        if key == "option":
            name, mark, setting = value.partition("=")
            if not mark or name in self.options:
                raise RecordError(number, f"an option is name=value, once: {line[:80]!r}")
            self.options[name] = setting
        elif key == "seat":
            seat, _, name = value.partition(" ")
            if seat != str(len(self.names)):
                raise RecordError(number, f"seat {len(self.names)} is expected here")
            self.names.append(name)
        elif key == "share" and len(self.shares) < LONGEST_SHARES and is_share(value):
            self.shares.append(value)
        elif key in HEADER and key not in self.values:
            self.values[key] = value
            self.found[key] = number
        else:
            raise RecordError(number, f"unknown header line: {line[:80]!r}")


def _begin(header: _Header, end: int, find: Any, other_rules: bool) -> Match:
    """The match that a header describes, before its first action; `end`: the line that ends the header."""
    values, found = header.values, header.found
    for key in ("game", "rules"):
        if key not in values:
            raise RecordError(end, f"the header has no line '{key}'")
    try:
        game: Game[Any] = find(values["game"])
    except LookupError as error:
        raise RecordError(found["game"], str(error.args[0])) from None
    rules = _rules(game, values["rules"], found["rules"], other_rules)
    seed = values.get("seed", "")
    try:
        settled: dict[str, Any] = game.settle(len(header.names), header.options, rules)
        match = Match(game, len(header.names), settled, header.names, values.get("commitment", ""), seed)
    except OptionError as error:
        raise RecordError(end, str(error)) from None
    since = values.get("since", "0")
    if not (since.isascii() and since.isdecimal() and len(since) < 9):
        raise RecordError(found["since"], f"since is a number of actions, not {since[:40]!r}")
    match.shares, match.since = header.shares, int(since)
    if seed and match.commitment != chance.commitment(seed):
        raise RecordError(found["seed"], "the seed does not match the commitment")
    return match


def _rules(game: Game[Any], written: str, line: int, other_rules: bool) -> int:
    """The rules version of a file; only the present one, or any up to it."""
    if written == str(game.rules):
        return game.rules
    if not (written.isascii() and written.isdecimal() and len(written) < 6 and int(written) > 0):
        raise RecordError(line, f"a rules version is a number, not {written[:40]!r}")
    if int(written) > game.rules:
        raise RecordError(
            line,
            f"written under rules {written} of {game.name}; this is rules {game.rules}: a newer Rondel is needed",
        )
    if not other_rules:
        raise RecordError(
            line,
            f"written under rules {written} of {game.name}; this is rules {game.rules}: "
            "`rondel convert FILE` brings it up to date if it still replays",
        )
    return int(written)


def verify(match: Match, seed: str) -> int:
    """Check every roll of a game against its seed; return how many. RecordError names the first that differs."""
    if not match.commitment:
        raise RecordError(1, "the game file has no commitment to check the seed against")
    if chance.commitment(seed) != match.commitment:
        raise RecordError(1, "this is not the seed that the game was committed to")
    source = chance.mixed(seed, match.shares)
    checked = rolls(match)
    for position, odds, action in checked:
        expected = chance.draw(source, position, odds)
        if expected != action:
            notation = match.game.catalogue[expected].notation
            raise RecordError(1, f"action {position + 1} should be '{notation}' by the seed")
    return len(checked)


def rolls(match: Match) -> list[tuple[int, list[tuple[int, int]], int]]:
    """Every roll since the commitment: its position, what could come and how likely, and what came."""
    state = match.game.setup(match.state.seats, match.state.options)
    found: list[tuple[int, list[tuple[int, int]], int]] = []
    for position, entry in enumerate(match.entries):
        if entry.seat == CHANCE and position >= match.since:
            found.append((position, flow.odds(state), entry.action))
        flow.play(state, entry.seat, entry.action)
    return found
