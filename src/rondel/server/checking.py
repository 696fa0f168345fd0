"""Whether the stored tables would go on as they are: each is replayed from its record, before an update for instance.

Nothing is changed, and a running server need not be stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.engine import make_url

from rondel import games
from rondel.kernel.codec import LoadError
from rondel.kernel.flow import IllegalAction
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import Match, stored_event
from rondel.server.migrate import current
from rondel.server.storage import EntryRow, Store, Summary


@dataclass(frozen=True)
class Finding:
    """A stored table that would not go on as it is, and why."""

    table: str
    game: str
    players: list[str]
    over: bool
    problem: str

    def __str__(self) -> str:
        state = "finished" if self.over else "running"
        return f"{self.table} ({self.game}, {state}, {', '.join(self.players)}): {self.problem}"


class Checked:
    def __init__(self) -> None:
        self.tables = 0
        self.findings: list[Finding] = []


def check_tables(url: str, progress: Callable[[], None] | None = None) -> Checked:
    """Replay every table of a database; FileNotFoundError or ValueError if there is none at this address."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not (parsed.database and Path(parsed.database).is_file()):
        raise FileNotFoundError(f"there is no database {parsed.database}")
    store = Store(url)
    checked = Checked()
    try:
        if current(store.engine) is None:
            raise ValueError("this is no database of Rondel")
        for summary in store._tables(running=False, limit=10_000_000):
            problem = examine(store, summary)
            checked.tables += 1
            if problem:
                names = [seat.name for seat in summary.seats]
                checked.findings.append(Finding(summary.id, summary.game, names, summary.over, problem))
            if progress:
                progress()
    finally:
        store.engine.dispose()
    return checked


def examine(store: Store, summary: Summary) -> str:
    """What is wrong with a stored table; empty if nothing is."""
    try:
        game = games.load(summary.game)
    except LookupError as error:
        return str(error.args[0])
    if summary.rules > game.rules:
        return f"begun under rules {summary.rules}, which are newer than rules {game.rules} of this Rondel"
    try:
        options = game.settle(len(summary.seats), summary.options, summary.rules)
        match = Match(game, len(summary.seats), options, [seat.name for seat in summary.seats])
    except OptionError as error:
        return str(error)
    rows = store._log(summary.id, 0)
    missing = gap(summary, rows)
    if missing:
        return missing
    difference = replay(match, rows)
    if summary.rules != game.rules:
        changed = f"goes another way ({difference})" if difference else "goes the same way to where it stands"
        return f"begun under rules {summary.rules}; under rules {game.rules} it {changed}"
    return difference or compare_states(game, match, store, summary)


def gap(summary: Summary, rows: list[EntryRow]) -> str:
    """Whether a record is whole; where it is not."""
    for position, row in enumerate(rows, 1):
        if row.position != position:
            return f"action {position} is missing from its record"
    if len(rows) != summary.position:
        return f"it should have {summary.position} actions, and has {len(rows)}"
    return ""


def replay(match: Match, rows: list[EntryRow]) -> str:
    """Play a stored record again; the first place where it goes otherwise, or nothing."""
    find = match.game.catalogue.by_notation
    for row in rows:
        where = f"action {row.position}, {row.action!r}"
        action = find.get(row.action)
        if action is None:
            return f"{where}: there is no such action"
        try:
            events = match.play(row.seat, action)
        except IllegalAction as error:
            return f"{where}: {error}"
        then, now = msgspec.json.decode(row.events), plain([stored_event(event) for event in events])
        if then != now:
            old, new = next(differences(then, now))
            return f"{where}: {told(old)} then, {told(new)} now"
    return ""


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def differences(then: list[Any], now: list[Any]) -> Iterator[tuple[Any, Any]]:
    for i in range(max(len(then), len(now))):
        pair = (then[i] if i < len(then) else None, now[i] if i < len(now) else None)
        if pair[0] != pair[1]:
            yield pair


def told(event: Any) -> str:
    """An event in few words."""
    if event is None:
        return "nothing"
    return " ".join([event["kind"], *(f"{name}={value}" for name, value in event["params"].items())])


def compare_states(game: Game[Any], match: Match, store: Store, summary: Summary) -> str:
    """Whether the saved state can be read, and is the one that the record leads to."""
    stored = store._load(summary.id)
    if stored is None:
        return ""  # it was deleted meanwhile
    try:
        state = game.load(stored.state)
    except LoadError as error:
        return f"the saved state cannot be read: {error}"
    for name, field in game.fields.items():
        if field.added and name not in stored.state["table"]:
            setattr(state, name, getattr(match.state, name))  # it was saved before there was such a field
    if len(stored.entries) == match.position and not game.same(state, match.state):
        return "the saved state is not the one that the record leads to"
    return ""
