"""Lessons: decisions in recorded positions, with what to say, what to expect, and what to say to anything else.

A course lies with its game, in `lessons/`: `first.rondel` is a record, `first.toml` the decisions in it, and
`first.en.toml` (`.fr`, `.de`) the words. A puzzle is a course of one lesson.

    seat = 0
    [then]                                        # the game that the course ends in: the record up to here
    at = 3
    [lessons.win.tax]                             # the step `tax` of the lesson `win`
    at = 221                                      # the position; its decision is action 222 of the record
    expect = ["russia advances to taxation"]      # what to do, one after the other; `*` stands for anything
    any-order = false                             # whether the order matters
    point = ["slot taxation", "tab tracks"]       # where to look on the table
    [lessons.win.tax.right]                       # as good: what is done, and the text that says so
    [lessons.win.tax.otherwise]                   # not meant: what is done, and the text that answers
    "russia advances to *" = "other-space"

`reach` instead of an order of actions: a figure of the game is to come so far, in whatever way, before somebody else
decides: `reach = { figure = "figure.revenue", nation = "russia", least = 7 }`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rondel.kernel import chance, data, flow, record
from rondel.kernel.data import DataError, Table
from rondel.kernel.flow import ChanceStep
from rondel.kernel.game import Game
from rondel.kernel.record import Match, RecordError
from rondel.kernel.texts import LANGUAGES, flatten, typeset

FOLDER = "lessons"
COURSE_TEXTS = ("title", "lead", "knows", "then")
"""What a course says of itself, beside the `title` of every lesson."""
SAY, AFTER, MISSED = "say", "after", "missed"


class Reach:
    """A figure that is to come so far."""

    def __init__(self, table: Table) -> None:
        self.figure = table.word("figure")
        self.least = table.number("least")
        self.params = {key: value for key, value in table.content.items() if key not in ("figure", "least")}

    def holds(self, game: Game[Any], state: Any, seat: int) -> bool:
        return any(
            name == self.figure and params == self.params and value >= self.least
            for name, params, value in game.figures(state, seat)
        )


class Step:
    """One decision of a lesson: it may take several actions."""

    def __init__(self, lesson: str, name: str, table: Table) -> None:
        self.lesson = lesson
        self.name = name
        self.at = table.number("at")
        self.expect = table.words("expect")
        self.any_order = table.flag("any-order") if table.has("any-order") else False
        self.point = table.words("point") if table.has("point") else []
        self.reach = Reach(table.table("reach")) if table.has("reach") else None
        self.right = _reactions(table, "right")
        self.otherwise = _reactions(table, "otherwise")
        table.only()

    def needs(self) -> list[str]:
        """The texts that the step needs, below its own name."""
        reactions = [text for _, text in [*self.right, *self.otherwise]]
        return list(dict.fromkeys([SAY, AFTER, *([MISSED] if self.reach else []), *reactions]))


def _reactions(table: Table, key: str) -> list[tuple[str, str]]:
    """Patterns and the texts that answer them, in the order of the file: the first that fits counts."""
    if not table.has(key):
        return []
    inner = table.table(key)
    return [(pattern, inner.word(pattern)) for pattern in inner.content]


class Verdict:
    """How a learner stands at a step.

    `open`: go on; `done`: that was it, or as good; `off`: something else was done; `elsewhere`: this is not the
    position of the step. `text` is the key of what to say about it; `next` what the step expects now, and `ahead` what
    it expects afterwards and could be chosen now; `chosen` the action that decided.
    """

    def __init__(self, stands: str, text: str = "", expected: tuple[int, ...] = (), chosen: int = -1) -> None:
        self.stands = stands
        self.text = text
        self.next = expected[0] if expected else -1
        self.ahead = expected[1:]
        self.chosen = chosen


class Course:
    """A record, and the lessons in it."""

    def __init__(self, game: Game[Any], name: str, path: Path) -> None:
        self.game = game
        self.name = name
        self.path = path
        table = data.plain(path)
        self.file = table.file
        self.seat = table.number("seat", 0, 15)
        self.match = _match(game, path.with_suffix(".rondel"))
        then = table.table("then")
        self.then = then.number("at", 0, self.match.position)
        then.only()
        self.lessons: list[tuple[str, list[Step]]] = []
        for lesson, inner in table.table("lessons").tables():
            self.lessons.append((lesson, [Step(lesson, step, each) for step, each in inner.tables()]))
        table.only()
        self.steps = [step for _, steps in self.lessons for step in steps]
        for step in self.steps:
            self._check(step)

    def _check(self, step: Step) -> None:
        where = f"lessons.{step.lesson}.{step.name}"
        if step.at >= self.match.position or self.match.entries[step.at].seat != self.seat:
            raise DataError(self.file, where, f"seat {self.seat} does not decide at position {step.at} of the record")
        if not step.expect:
            raise DataError(self.file, f"{where}.expect", "nothing is expected")

    @property
    def meets_chance(self) -> bool:
        """Whether dice or draws decide anything from the first lesson on; what was dealt before is nobody's concern."""
        first = min(step.at for step in self.steps)
        return any(entry.seat == flow.CHANCE for entry in self.match.entries[first:])

    def step(self, lesson: str, name: str) -> Step:
        for step in self.steps:
            if (step.lesson, step.name) == (lesson, name):
                return step
        raise LookupError(f"the course {self.name} of {self.game.name} has no step {lesson}.{name}")

    # --- texts ----------------------------------------------------------------------------------------------------

    def texts(self, language: str) -> dict[str, str]:
        """The words of the course in a language, by their keys: `title`, `win.title`, `win.tax.say`."""
        path = self.path.with_suffix(f".{language}.toml")
        return {key: typeset(language, text.strip()) for key, text in flatten(data.plain(path).content).items()}

    def keys(self) -> list[str]:
        """The keys of all texts that the course needs."""
        keys = list(COURSE_TEXTS)
        for lesson, steps in self.lessons:
            keys.append(f"{lesson}.title")
            keys += [f"{lesson}.{step.name}.{key}" for step in steps for key in step.needs()]
        return keys

    # --- the record -----------------------------------------------------------------------------------------------

    def shared(self, match: Match) -> int:
        """How many of its first actions a match has in common with the record."""
        shared = 0
        for ours, theirs in zip(self.match.entries, match.entries, strict=False):
            if ours.seat != theirs.seat or ours.action != theirs.action:
                break
            shared += 1
        return shared

    def carry_on(self, match: Match) -> None:
        """As `Match.carry_on`; as long as a match is what the record is, the dice fall as they fell there."""
        entries = self.match.entries
        on_record = self.shared(match) == match.position
        while True:
            action = self._chance(match, on_record) if _is_chance(match) else flow.forced(match.state)
            if action < 0 or not (_is_chance(match) or match.plays_forced):
                return
            at = match.position
            on_record = on_record and at < len(entries) and entries[at].action == action
            match.play(flow.to_act(match.state)[0], action)

    def _chance(self, match: Match, on_record: bool) -> int:
        at = match.position
        if on_record and at < self.match.position:
            return self.match.entries[at].action
        return chance.draw(chance.mixed(match.seed, match.shares), at, flow.odds(match.state))

    # --- the learner ----------------------------------------------------------------------------------------------

    def judge(self, step: Step, match: Match) -> Verdict:
        """How the learner stands at a step, by what was done since its position."""
        if match.position < step.at or self.shared(match) < step.at:
            return Verdict("elsewhere")
        catalogue = match.game.catalogue
        left = step.expect[:]
        for entry in match.entries[step.at :]:
            if not left or entry.seat != self.seat:
                continue
            notation = catalogue[entry.action].notation
            found = _fitting(notation, left if step.any_order else left[:1])
            if found >= 0:
                del left[found]
            elif entry.forced:
                continue
            elif text := _reaction(notation, step.right):
                return Verdict("done", text, chosen=entry.action)
            elif text := _reaction(notation, step.otherwise):
                return Verdict("off", text, chosen=entry.action)
            elif not step.reach:
                return Verdict("off", chosen=entry.action)
        return self._so_far(step, match, left)

    def _so_far(self, step: Step, match: Match, left: list[str]) -> Verdict:
        """Nothing but what was meant, or whatever leads there, has been done."""
        if step.reach is not None:
            if step.reach.holds(match.game, match.state, self.seat):
                return Verdict("done", AFTER)
            if self.seat not in flow.to_act(match.state):
                return Verdict("off", MISSED)
        elif not left:
            return Verdict("done", AFTER)
        return Verdict("open", SAY, self._expected(left, match))

    def _expected(self, left: list[str], match: Match) -> tuple[int, ...]:
        """What the step expects now and next: the record's choice if it fits, else any that does."""
        legal = flow.legal(match.state, self.seat) if self.seat in flow.to_act(match.state) else []
        at = match.position
        if at < self.match.position and self.shared(match) == at:
            recorded = [entry.action for entry in self.match.entries[at : at + len(left)]]
            legal = [*(action for action in recorded if action in legal), *legal]
        fitting = [
            next((each for each in legal if fnmatchcase(match.game.catalogue[each].notation, pattern)), -1)
            for pattern in left
        ]
        return tuple(dict.fromkeys(action for action in fitting if action >= 0))


def _is_chance(match: Match) -> bool:
    return isinstance(match.state.pending[-1] if match.state.pending else None, ChanceStep)


def _fitting(notation: str, patterns: list[str]) -> int:
    for place, pattern in enumerate(patterns):
        if fnmatchcase(notation, pattern):
            return place
    return -1


def _reaction(notation: str, reactions: list[tuple[str, str]]) -> str:
    for pattern, text in reactions:
        if fnmatchcase(notation, pattern):
            return text
    return ""


def _match(game: Game[Any], path: Path) -> Match:
    def find(name: str) -> Game[Any]:
        if name != game.name:
            raise LookupError(f"a record of {name} among the lessons of {game.name}")
        return game

    try:
        return record.parse(path.read_text(encoding="utf-8"), find)
    except OSError as error:
        raise DataError(str(path), "", f"cannot be read: {error.strerror}") from None
    except RecordError as error:
        raise DataError(str(path), "", str(error)) from None


def names(game: Game[Any]) -> list[str]:
    """The courses of a game, in the order of their names."""
    folder = game.folder / FOLDER
    found = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    return [path.stem for path in found if not path.stem.endswith(tuple(f".{each}" for each in LANGUAGES))]


def load(game: Game[Any], name: str) -> Course:
    """A course of a game; LookupError if it has none of this name, DataError if its files cannot be right."""
    if name not in names(game):
        raise LookupError(f"{game.name} has no course {name[:40]!r}; it has {', '.join(names(game)) or 'none'}")
    return Course(game, name, game.folder / FOLDER / f"{name}.toml")
