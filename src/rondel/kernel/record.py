"""The record of a game: a text file with one action a line, chance included, that replays to the same state.

rondel 1
game imperial
rules 1
option deal=experienced
seat 0 Anna
seat 1 heuristic
commitment 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9

?> seat 0 is dealt italy
0> austria-hungary advances to factory
= 41 38
"""

from __future__ import annotations

from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.events import Event
from rondel.kernel.flow import CHANCE, ChanceStep, State
from rondel.kernel.game import Game, OptionError, word

FORMAT = 1


class RecordError(ValueError):
    """A game file that cannot be read, or that does not replay; with the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


class Entry:
    """One action of the record."""

    __slots__ = ("seat", "action", "barrier", "open", "secret", "events")

    def __init__(self, seat: int, action: int, barrier: bool, open_: bool, secret: bool, events: list[Event]) -> None:
        self.seat = seat
        self.action = action
        self.barrier = barrier  # chance, or something hidden was shown: nobody takes this back
        self.open = open_  # a part of a simultaneous choice that was not complete yet
        self.secret = secret  # what was chosen is the seat's own affair
        self.events = events


class Match:
    """A game being played: the state, its record, and how far it may be taken back."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: dict[str, Any] | None = None,
        names: list[str] | None = None,
        commitment: str = "",
        seed: str = "",
    ) -> None:
        self.game = game
        self.state: State = game.setup(seats, options)
        self.names = names if names is not None else [f"player {seat + 1}" for seat in range(seats)]
        if len(self.names) != seats:
            raise OptionError(f"{len(self.names)} names for {seats} seats")
        for name in self.names:
            if not name.strip() or name != name.strip() or not name.isprintable():
                raise OptionError(f"a name is one line of printable text, not {name!r}")
        self.seed = seed  # known only to the host until the game is over
        self.commitment = commitment or (chance.commitment(seed) if seed else "")
        self.entries: list[Entry] = []

    @property
    def position(self) -> int:
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.state.over()

    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out a legal action and write it down; IllegalAction, and nothing changed, if it is not."""
        state = self.state
        step = state.pending[-1] if state.pending else None
        together = step is not None and len(step.to_act(state)) > 1
        depth = len(state.pending)
        events = self.game.apply(state, seat, action)
        still = together and len(state.pending) == depth and type(state.pending[-1]) is type(step)
        barrier = seat == CHANCE or state.revealed or state.over()  # the end lays everything open
        secret = step is not None and step.SECRET
        self.entries.append(Entry(seat, action, barrier, still and not barrier, secret, events))
        return events

    def play_notation(self, seat: int, notation: str) -> list[Event]:
        return self.play(seat, self.game.catalogue.parse(notation))

    def roll(self) -> int:
        """Let chance act, from the seed, until a player must decide; return how often it did."""
        rolled = 0
        while isinstance(self.state.pending[-1] if self.state.pending else None, ChanceStep):
            self.play(CHANCE, chance.draw(self.seed, self.position, flow.odds(self.state)))
            rolled += 1
        return rolled

    def stands(self, seat: int, position: int) -> bool:
        """Whether what a seat decides at this position still answers the present one.

        While several choose in secret, each goes on with its own part, whatever the others have done meanwhile.
        """
        if not 0 <= position <= self.position:
            return False
        return all(entry.open and entry.secret and entry.seat != seat for entry in self.entries[position:])

    def takeback(self, seat: int) -> list[int]:
        """The positions of the entries that `seat` may take back without anybody's consent, the latest first.

        Never past a die, a drawn card, something shown, or another seat's choice; but a part of a simultaneous choice
        may be withdrawn as long as not everybody has chosen.
        """
        found: list[int] = []
        passed_others = False
        for position in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[position]
            if entry.barrier:
                break
            if entry.seat == seat:
                if passed_others and not entry.open:
                    break
                found.append(position)
            elif entry.open:
                passed_others = True
            else:
                break
        return found

    def take_back(self, seat: int, count: int = 1) -> None:
        """Take back the last `count` actions of a seat, if the kernel allows it."""
        allowed = self.takeback(seat)
        if not 1 <= count <= len(allowed):
            raise ValueError(f"seat {seat} may take back {len(allowed)} actions, not {count}")
        gone = set(allowed[:count])
        kept = [(entry.seat, entry.action) for i, entry in enumerate(self.entries) if i not in gone]
        self._restart(kept)

    def _restart(self, actions: list[tuple[int, int]]) -> None:
        self.state = self.game.setup(self.state.seats, self.state.options)
        self.entries = []
        for seat, action in actions:
            self.play(seat, action)

    def at(self, position: int) -> State:
        """The state after the first `position` actions."""
        state: State = self.game.setup(self.state.seats, self.state.options)
        for entry in self.entries[:position]:
            flow.play(state, entry.seat, entry.action)
        return state

    def observe(self, seat: int) -> dict[str, Any]:
        seen = self.game.observe(self.state, seat, self.position)
        seen["takeback"] = len(self.takeback(seat)) if seat >= 0 else 0
        return seen

    def log(self, seat: int, start: int = 0) -> list[dict[str, Any]]:
        """What happened from position `start` on, in the face that `seat` may see."""
        lines = []
        for position in range(start, len(self.entries)):
            entry = self.entries[position]
            hidden = entry.secret and entry.seat != seat and not self.over
            lines.append(
                {
                    "position": position + 1,
                    "seat": entry.seat,
                    "action": None if hidden else self.game.catalogue[entry.action].to_json(),
                    "events": [event.face(seat) for event in entry.events],
                }
            )
        return lines

    # --- the game file --------------------------------------------------------------------------------------------

    def text(self, events: bool = False) -> str:
        """The game file. With `events`, what each action brought about stands under it, to be read and compared."""
        game = self.game
        lines = [f"rondel {FORMAT}", f"game {game.name}", f"rules {game.rules}"]
        lines += [f"option {name}={word(value)}" for name, value in game.unusual(self.state.options).items()]
        lines += [f"seat {seat} {name}" for seat, name in enumerate(self.names)]
        if self.commitment:
            lines.append(f"commitment {self.commitment}")
        if self.seed and self.over:
            lines.append(f"seed {self.seed}")
        lines.append("")
        for entry in self.entries:
            who = "?" if entry.seat == CHANCE else str(entry.seat)
            lines.append(f"{who}> {game.catalogue[entry.action].notation}")
            if events:
                lines += [f"   {event!r}" for event in entry.events]
        if self.over:
            lines.append("= " + " ".join(str(score) for score in game.scores(self.state)))
        return "\n".join(lines) + "\n"


def parse(text: str, find: Any) -> Match:
    """Read a game file and replay it; `find` gives the game of a name. RecordError tells the line that is wrong."""
    lines = text.split("\n")
    if lines[-1] != "":
        raise RecordError(len(lines), "the file is cut off: its last line has no end")
    lines.pop()
    match, start = _head(lines, find)
    scores = None
    for number in range(start, len(lines)):
        line = lines[number]
        if line.startswith("   "):
            continue  # an event, written for readers
        if scores is not None:
            raise RecordError(number + 1, "nothing may follow the scores")
        if line.startswith("= "):
            scores = line[2:]
            if not match.over:
                raise RecordError(number + 1, "scores before the game is over")
            if scores != " ".join(str(score) for score in match.game.scores(match.state)):
                raise RecordError(number + 1, f"the scores are not {scores}")
            continue
        who, mark, notation = line.partition("> ")
        if not mark or not (who == "?" or who.isdecimal()):
            raise RecordError(number + 1, f"not an action: {line[:80]!r}")
        try:
            match.play_notation(CHANCE if who == "?" else int(who), notation)
        except (LookupError, ValueError) as error:
            raise RecordError(number + 1, str(error.args[0])) from None
    if match.over and scores is None:
        raise RecordError(len(lines), "the game is over, but the scores are missing")
    return match


def _head(lines: list[str], find: Any) -> tuple[Match, int]:
    """The header up to the empty line, and where the actions begin."""
    if not lines or lines[0] != f"rondel {FORMAT}":
        raise RecordError(1, f"not a game file: it should begin with 'rondel {FORMAT}'")
    values: dict[str, str] = {}
    options: dict[str, str] = {}
    names: list[str] = []
    number = 1
    for number in range(1, len(lines)):
        line = lines[number]
        if line == "":
            break
        key, _, value = line.partition(" ")
        if key == "option":
            name, mark, setting = value.partition("=")
            if not mark or name in options:
                raise RecordError(number + 1, f"an option is name=value, once: {line[:80]!r}")
            options[name] = setting
        elif key == "seat":
            seat, _, name = value.partition(" ")
            if seat != str(len(names)):
                raise RecordError(number + 1, f"seat {len(names)} is expected here")
            names.append(name)
        elif key in ("game", "rules", "commitment", "seed") and key not in values:
            values[key] = value
        else:
            raise RecordError(number + 1, f"unknown header line: {line[:80]!r}")
    else:
        raise RecordError(len(lines), "the file is cut off: no empty line ends the header")
    for key in ("game", "rules"):
        if key not in values:
            raise RecordError(number + 1, f"the header has no line '{key}'")
    try:
        game: Game[Any] = find(values["game"])
    except LookupError as error:
        raise RecordError(2, str(error.args[0])) from None
    if values["rules"] != str(game.rules):
        raise RecordError(3, f"written under rules {values['rules']} of {game.name}; this is rules {game.rules}")
    seed = values.get("seed", "")
    try:
        match = Match(game, len(names), options, names, values.get("commitment", ""), seed)
    except OptionError as error:
        raise RecordError(number + 1, str(error)) from None
    if seed and match.commitment != chance.commitment(seed):
        raise RecordError(number + 1, "the seed does not match the commitment")
    return match, number + 1


def verify(match: Match, seed: str) -> int:
    """Check every roll of a game against its seed; return how many. RecordError names the first that differs."""
    if not match.commitment:
        raise RecordError(1, "the game file has no commitment to check the seed against")
    if chance.commitment(seed) != match.commitment:
        raise RecordError(1, "this is not the seed that the game was committed to")
    state = match.game.setup(match.state.seats, match.state.options)
    rolls = 0
    for position, entry in enumerate(match.entries):
        if entry.seat == CHANCE:
            rolls += 1
            expected = chance.draw(seed, position, flow.odds(state))
            if expected != entry.action:
                notation = match.game.catalogue[expected].notation
                raise RecordError(1, f"action {position + 1} should be '{notation}' by the seed")
        flow.play(state, entry.seat, entry.action)
    return rolls
