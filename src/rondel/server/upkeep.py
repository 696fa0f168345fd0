"""Looking after a database: back it up, restore it, repair what is damaged, and see who did what.

A backup is one file of lines of JSON, compressed: the same for SQLite and PostgreSQL, so it also moves a site from the
one to the other. It is read in one transaction, while the server runs; its last line tells whether it is whole.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import MetaData, delete, func, insert, select, text, update
from sqlalchemy.engine import Connection, make_url

import rondel
from rondel import games
from rondel.kernel.flow import IllegalAction
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import Match
from rondel.server.checking import examine
from rondel.server.migrate import current, migrate
from rondel.server.storage import AUDIT, ENTRIES, JOBS, TABLES, EntryRow, Job, Store, Summary, audit, insert_jobs, now
from rondel.server.table import agree, bot_jobs

FORMAT = 1
ROWS = 500
"""So many rows stand in one line of a backup."""
CONSOLE = "console"
"""Who does it, in the audit log: the administrator, at the machine itself."""


class UpkeepError(Exception):
    """It is not done, and nothing was changed; the words say why."""


def open_store(url: str) -> Store:
    """An existing database of Rondel, at the newest schema."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not (parsed.database and Path(parsed.database).is_file()):
        raise UpkeepError(f"there is no database {parsed.database}")
    store = Store(url)
    if current(store.engine) is None:
        raise UpkeepError("this is no database of Rondel")
    migrate(store.engine)
    return store


# --- backup -----------------------------------------------------------------------------------------------------------


def backup(url: str, target: Path) -> int:
    """Write all that is stored to a new file; how many rows. The file is its owner's alone."""
    store = open_store(url)
    draft = target.with_name(target.name + ".part")
    rows = 0
    digest = hashlib.sha256()
    try:
        with (
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw,
            gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0) as packed,
        ):
            for line, count in _lines(store):
                rows += count
                digest.update(line)
                packed.write(line)
            packed.write(_json({"end": rows, "sha256": digest.hexdigest()}))
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(target)
        with store.engine.execution_options(writes=True).begin() as connection:
            audit(connection, CONSOLE, "backup", rows=rows)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UpkeepError(f"{target}: {error.strerror}") from None
    finally:
        store.engine.dispose()
    return rows


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _lines(store: Store) -> Iterator[tuple[bytes, int]]:
    with store.reads.connect() as connection:
        found = MetaData()
        found.reflect(connection)
        head = {"rondel-backup": FORMAT, "rondel": rondel.__version__, "schema": current(store.engine), "at": now()}
        yield _json(head), 0
        for table in found.sorted_tables:
            if table.name == "alembic_version":
                continue
            columns = [column.name for column in table.columns]
            result = connection.execution_options(yield_per=ROWS).execute(select(table))
            for part in result.partitions(ROWS):
                yield _json({"table": table.name, "columns": columns, "rows": [list(row) for row in part]}), len(part)


def read_backup(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a backup; UpkeepError if it is none, or not whole."""
    digest = hashlib.sha256()
    rows = 0
    try:
        with gzip.open(path, "rb") as file:
            for number, line in enumerate(file):
                value = json.loads(line)
                if number == 0 and value.get("rondel-backup") != FORMAT:
                    raise UpkeepError(f"{path} is no backup that this Rondel can read")
                if "end" in value:
                    if value != {"end": rows, "sha256": digest.hexdigest()}:
                        raise UpkeepError(f"{path} is damaged: it is not as it was written")
                    return
                digest.update(line)
                rows += len(value.get("rows", ()))
                yield value
    except (OSError, EOFError, ValueError, AttributeError) as error:
        raise UpkeepError(f"{path} cannot be read as a backup: {error}") from None
    raise UpkeepError(f"{path} is cut off: its end is missing")


def restore(path: Path, url: str) -> int:
    """Fill an empty database from a backup; how many rows. A backup of an earlier version is brought up to date."""
    for _ in read_backup(path):
        pass  # all of it is read once before anything is written
    store = Store(url)
    try:
        lines = read_backup(path)
        schema = next(lines)["schema"]
        if current(store.engine) is None:
            migrate(store.engine, schema)
        with store.engine.connect() as connection:
            if current(store.engine) != schema or connection.execute(select(func.count()).select_from(TABLES)).scalar():
                raise UpkeepError("a backup is restored into a database that is new: this one is not empty")
        rows = 0
        with store.engine.execution_options(writes=True).begin() as connection:
            found = MetaData()
            found.reflect(connection)
            for line in lines:
                table = found.tables[line["table"]]
                connection.execute(
                    insert(table), [dict(zip(line["columns"], row, strict=True)) for row in line["rows"]]
                )
                rows += len(line["rows"])
            _count_on(connection)
        migrate(store.engine)
        with store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(update(JOBS).values(claimed_until=0))
            audit(connection, CONSOLE, "restore", rows=rows)
    except KeyError as error:
        raise UpkeepError(f"{path} has something that this Rondel does not know: {error}") from None
    finally:
        store.engine.dispose()
    return rows


def _count_on(connection: Connection) -> None:
    """PostgreSQL numbers new rows from a counter, which knows nothing of rows that brought their numbers."""
    if connection.dialect.name == "postgresql":
        sequence = "pg_get_serial_sequence('audit', 'number')"
        connection.execute(text(f"SELECT setval({sequence}, COALESCE((SELECT max(number) FROM audit), 0) + 1, false)"))


# --- repair -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Repair:
    """What is wrong with a table, and what is done about it; nothing, if that is empty."""

    table: str
    problem: str
    done: str


def repair(url: str, write: bool, cut: bool) -> tuple[int, list[Repair]]:
    """Look at every table, and mend what can be mended without loss; with `cut` also what cannot.

    The record is the truth: a state that does not agree with it is made anew from it. A record that cannot be replayed
    to its end is cut there, and only if asked for. Jobs of bots, clocks and votes are put right. Nothing is written
    unless `write`.
    """
    store = open_store(url)
    repairs = []
    try:
        summaries = store._tables(running=False, limit=10_000_000)
        for summary in summaries:
            found = _repair(store, summary, write, cut)
            if found is not None:
                repairs.append(found)
        repairs += _repair_jobs(store, write) + _repair_times(store, write)
        if write:
            with store.engine.execution_options(writes=True).begin() as connection:
                audit(connection, CONSOLE, "repair", tables=[each.table for each in repairs if each.done])
    finally:
        store.engine.dispose()
    return len(summaries), repairs


def _repair(store: Store, summary: Summary, write: bool, cut: bool) -> Repair | None:
    problem = examine(store, summary)
    if not problem:
        return None
    try:
        game = games.load(summary.game)
        if summary.rules != game.rules:
            return Repair(summary.id, problem, "")
        match = Match(game, len(summary.seats), summary.options, [seat.name for seat in summary.seats])
    except (LookupError, OptionError):
        return Repair(summary.id, problem, "")
    rows = store._log(summary.id, 0)
    sound = _replay(match, rows)
    if sound == len(rows):
        agree(match, summary)
    if sound < len(rows) and not cut:
        return Repair(summary.id, problem, "")
    lost = len(rows) - sound
    done = f"cut after action {sound}, {lost} lost" if lost else "the state is made anew from the record"
    if write:
        _write(store, summary, game, match, sound)
    return Repair(summary.id, problem, done)


def _replay(match: Match, rows: list[EntryRow]) -> int:
    """Play a record as far as it goes; how far."""
    find = match.game.catalogue.by_notation
    for position, row in enumerate(rows, 1):
        action = find.get(row.action)
        if row.position != position or action is None:
            return position - 1
        try:
            match.play(row.seat, action)
        except IllegalAction:
            return position - 1
    return len(rows)


def _write(store: Store, summary: Summary, game: Game[Any], match: Match, sound: int) -> None:
    state = match.state
    with store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == summary.id, ENTRIES.c.position > sound))
        connection.execute(
            update(TABLES)
            .where(TABLES.c.id == summary.id)
            .values(
                position=sound,
                message=summary.message + 1,  # whoever has it in memory finds out
                to_act=msgspec.json.encode(game.to_act(state)).decode(),
                over=state.over(),
                state=msgspec.json.encode(game.save(match.left or state)).decode(),
                updated=now(),
            )
        )


def _repair_jobs(store: Store, write: bool) -> list[Repair]:
    """A running table at which a bot is to act has one job for that, and no other table has."""
    repairs = []
    with store.engine.execution_options(writes=True).begin() as connection:
        jobs: dict[str, list[str]] = {}
        for row in connection.execute(select(JOBS.c.id, JOBS.c.table_id).where(JOBS.c.kind == "bot")).all():
            jobs.setdefault(row.table_id, []).append(row.id)
        for summary in store._tables(running=False, limit=10_000_000):
            acting = [] if summary.over else [seat for seat in summary.to_act if seat < len(summary.seats)]
            wanted = bot_jobs(summary.id, summary.message, acting, summary.seats)
            if jobs.get(summary.id, []) == [job.id for job in wanted]:
                continue
            problem = "its bots are to act, and nobody moves them" if wanted else "a job of its bots is left over"
            repairs.append(Repair(summary.id, problem, "put right"))
            if write:
                connection.execute(delete(JOBS).where(JOBS.c.table_id == summary.id, JOBS.c.kind == "bot"))
                if wanted:
                    insert_jobs(connection, list(wanted))
    return repairs


def _repair_times(store: Store, write: bool) -> list[Repair]:
    """A running table whose clocks run has a job for the first of them, and so has every open vote for its end."""
    from rondel.server.weeks.absence import VOTE, VOTES
    from rondel.server.weeks.keeper import CLOCK
    from rondel.server.weeks.pace import FOREVER, next_due, read_clocks

    repairs = []
    with store.engine.execution_options(writes=True).begin() as connection:
        watched = set(connection.execute(select(JOBS.c.table_id).where(JOBS.c.kind == CLOCK)).scalars())
        missing = []
        for summary in store._tables(running=True, limit=10_000_000):
            due = next_due(read_clocks(summary.clocks))
            if due < FOREVER and summary.pace not in ("", "{}") and summary.id not in watched:
                missing.append(Job(f"{CLOCK}-{summary.id}-{summary.message}-{now()}", CLOCK, summary.id, due=due))
                repairs.append(Repair(summary.id, "its clocks run, and nobody looks at them", "put right"))
        closed = set(connection.execute(select(JOBS.c.id).where(JOBS.c.kind == VOTE)).scalars())
        for vote in connection.execute(select(VOTES.c.id, VOTES.c.table_id, VOTES.c.ends)).all():
            if f"{VOTE}-{vote.id}" not in closed:
                missing.append(Job(f"{VOTE}-{vote.id}", VOTE, vote.table_id, {"vote": vote.id}, vote.ends))
                repairs.append(Repair(vote.table_id, "a vote is open, and nobody closes it", "put right"))
        if write and missing:
            insert_jobs(connection, missing)
    return repairs


# --- looking ----------------------------------------------------------------------------------------------------------


def list_tables(url: str, most: int) -> list[Summary]:
    store = open_store(url)
    try:
        return store._tables(running=False, limit=most)
    finally:
        store.engine.dispose()


def delete_table(url: str, table: str) -> bool:
    import rondel.server.app  # noqa: F401  (whoever keeps something that belongs to a table)

    store = open_store(url)
    try:
        with store.engine.execution_options(writes=True).begin() as connection:
            return store.remove(connection, table, CONSOLE)
    finally:
        store.engine.dispose()


def audit_lines(url: str, most: int) -> list[tuple[int, str, str, dict[str, Any]]]:
    """Who did what, the oldest first."""
    store = open_store(url)
    try:
        with store.engine.connect() as connection:
            query = select(AUDIT).order_by(AUDIT.c.number.desc()).limit(most)
            rows = connection.execute(query).all()
        return [(row.at, row.who, row.what, json.loads(row.about)) for row in rows[::-1]]
    finally:
        store.engine.dispose()
