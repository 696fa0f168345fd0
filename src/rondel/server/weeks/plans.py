"""What if: a plan tried out on a copy of the position, and kept for the next visit.

The copy is a world that the player could be in: what is hidden from her is dealt anew, so that nothing can be learnt
from it. She decides for everybody in it, and dice of its own fall. Kept are where it began, what the world is made
from, and the choices: it is played anew whenever it is looked at, by the rules, and no move of it reaches the table.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Column, SmallInteger, String, Table, Text, delete, insert, select, update
from sqlalchemy.engine import Connection

from rondel.kernel.flow import CHANCE, IllegalAction
from rondel.kernel.record import Match
from rondel.kernel.story import tell
from rondel.server.access import Person
from rondel.server.errors import Refusal, stale
from rondel.server.rows import BELONGING, ENTRIES, EXPORTING, FORGETTING, INHERITING, metadata, now
from rondel.server.table import LiveTable
from rondel.server.tables import Tables, illegal, preview_json

PLANS = Table(
    "plans",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("body", Text, nullable=False),  # JSON
    Column("updated", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
BELONGING.append(PLANS)

MOST = 400
"""So many choices a plan may have."""


class Plan(msgspec.Struct):
    position: int
    """Of the record, from where it goes on."""
    message: int
    """That told of the last action before; another one there: that was taken back."""
    seed: str
    """What is hidden, and the dice; nobody is told."""
    moves: list[tuple[int, str]] = []
    left_out: int = 0
    """Choices that could not be made any more when the plan was taken along to a later position."""


class Trial:
    """A plan as it is played: where it stands, and who decides there."""

    def __init__(self, plan: Plan, match: Match, stands: bool) -> None:
        self.plan = plan
        self.match = match
        self.stands = stands  # the table is where the plan begins

    def acting(self, own: int) -> int:
        """Whose decision it is; her own, if she has one."""
        asked = [seat for seat in self.match.game.to_act(self.match.state) if seat != CHANCE]
        return own if own in asked or not asked else asked[0]

    def lines(self, viewer: int) -> list[dict[str, Any]]:
        return self.match.log(viewer, self.plan.position)


class Plans:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store

    # --- reading --------------------------------------------------------------------------------------------------

    async def _find(self, table: str, person: str, seat: int) -> Plan | None:
        def read() -> str | None:
            which = (PLANS.c.table_id == table, PLANS.c.person == person, PLANS.c.seat == seat)
            with self.store.engine.connect() as connection:
                return connection.execute(select(PLANS.c.body).where(*which)).scalar()

        body = await asyncio.to_thread(read)
        return msgspec.json.decode(body, type=Plan) if body is not None else None

    async def _play(self, live: LiveTable, seat: int, plan: Plan) -> Trial | None:
        """A plan on its copy of the position; None: what it began from was taken back."""
        if plan.position > live.position or await self._message(live, plan.position) != plan.message:
            return None
        await self.tables.memory.recall(live, plan.position)
        match = await asyncio.to_thread(self._replay, live.match, seat, plan)
        return Trial(plan, match, plan.position == live.position)

    async def _message(self, live: LiveTable, position: int) -> int:
        """The message that told of the action before a position; of a long game the first lie in storage alone."""
        if not position or live.numbers[position - 1]:
            return live.numbers[position - 1] if position else 0

        def read() -> int:
            which = (ENTRIES.c.table_id == live.id, ENTRIES.c.position == position)
            with self.store.engine.connect() as connection:
                return connection.execute(select(ENTRIES.c.message).where(*which)).scalar() or 0

        return await asyncio.to_thread(read)

    def _replay(self, match: Match, seat: int, plan: Plan) -> Match:
        twin = match.until(plan.position)
        twin.state = match.game.imagine(twin.state, seat, random.Random(plan.seed))
        twin.commit(plan.seed, [])
        twin.carry_on()
        for mover, notation in plan.moves:
            twin.play_notation(mover, notation)
            twin.carry_on()
        return twin

    async def look(self, person: Person, table: str, seat: int) -> dict[str, Any]:
        """The plan that a player has kept, and where it leads."""
        async with self.tables.use(table) as live:
            self.tables.policy.check_play(person, live.summary, seat)
            plan = await self._find(table, person.id, seat)
            trial = await self._play(live, seat, plan) if plan is not None else None
            return {"plan": self._told(trial, seat) if trial is not None else None, "position": live.position}

    def _told(self, trial: Trial, own: int) -> dict[str, Any]:
        plan, match, acting = trial.plan, trial.match, trial.acting(own)
        seen = match.observe(acting, reasons=False)
        seen["takeback"] = len([each for each in match.takeback(acting) if each >= plan.position])
        return {
            "seat": own,
            "acting": acting,
            "begun": plan.position,
            "moves": len(plan.moves),
            "left_out": plan.left_out,
            "stands": trial.stands,
            "observation": seen,
            "log": trial.lines(acting),
        }

    async def _trial(self, live: LiveTable, person: Person, seat: int) -> Trial:
        self.tables.policy.check_play(person, live.summary, seat)
        plan = await self._find(live.id, person.id, seat)
        trial = await self._play(live, seat, plan) if plan is not None else None
        if trial is None:
            raise Refusal(404, "no-plan", "you have no plan here: begin one first")
        return trial

    async def story(self, person: Person, table: str, seat: int, start: int) -> list[dict[str, Any]]:
        async with self.tables.use(table) as live:
            trial = await self._trial(live, person, seat)
            acting = trial.acting(seat)
            view = live.game.view(trial.match.state, acting)
            return await asyncio.to_thread(lambda: tell(live.game, trial.lines(acting), view, start))

    async def preview(self, person: Person, table: str, seat: int, position: int, action: int) -> dict[str, Any]:
        async with self.tables.use(table) as live:
            match = (await self._at(live, person, seat, position)).match
            acting = self._decides(match, action)
            return preview_json(match, acting, action)

    async def refused(self, person: Person, table: str, seat: int, position: int) -> list[dict[str, Any]]:
        async with self.tables.use(table) as live:
            trial = await self._at(live, person, seat, position)
            found: list[dict[str, Any]] = trial.match.observe(trial.acting(seat))["refused"]
            return found

    async def _at(self, live: LiveTable, person: Person, seat: int, position: int) -> Trial:
        trial = await self._trial(live, person, seat)
        if position != trial.match.position:
            raise stale(trial.match.position)
        return trial

    def _decides(self, match: Match, action: int) -> int:
        """The seat that may choose an action now; otherwise Refusal."""
        asked = [seat for seat in match.game.to_act(match.state) if seat != CHANCE]
        for seat in asked:
            if action in match.game.legal(match.state, seat):
                return seat
        if not asked:
            raise Refusal(409, "over", "the game is over in this plan")
        raise illegal(match.game.illegal(match.state, asked[0], action))

    # --- trying out -----------------------------------------------------------------------------------------------

    async def begin(self, person: Person, table: str, seat: int) -> None:
        """A new copy of the position as it is; what was tried before is forgotten."""
        async with self.tables.use(table) as live:
            self._check_running(live, person, seat)
            await self._write(table, person, seat, self._fresh(live))

    def _check_running(self, live: LiveTable, person: Person, seat: int) -> None:
        self.tables.policy.check_play(person, live.summary, seat)
        if live.match.over:
            raise Refusal(409, "over", "the game is over")

    def _fresh(self, live: LiveTable) -> Plan:
        message = live.numbers[live.position - 1] if live.position else 0
        return Plan(live.position, message, secrets.token_hex(16))

    async def choose(self, person: Person, table: str, seat: int, position: int, action: int) -> None:
        """One more choice, for whoever decides on the copy."""
        async with self.tables.use(table) as live:
            trial = await self._at(live, person, seat, position)
            if len(trial.plan.moves) >= MOST:
                raise Refusal(409, "long-plan", f"a plan has {MOST} choices at most")
            mover = self._decides(trial.match, action)
            trial.plan.moves.append((mover, live.game.catalogue[action].notation))
            await self._write(table, person, seat, trial.plan)

    async def back(self, person: Person, table: str, seat: int, count: int) -> None:
        """Without the last so many choices."""
        async with self.tables.use(table) as live:
            plan = (await self._trial(live, person, seat)).plan
            if not 1 <= count <= len(plan.moves):
                raise Refusal(422, "no-takeback", f"the plan has {len(plan.moves)} choices to take back, not {count}")
            del plan.moves[-count:]
            await self._write(table, person, seat, plan)

    async def again(self, person: Person, table: str, seat: int) -> None:
        """The same choices from the position as it is now: without those that have come true, as far as they can be
        made."""
        async with self.tables.use(table) as live:
            self._check_running(live, person, seat)
            old = (await self._trial(live, person, seat)).plan
            await self.tables.memory.recall(live, old.position)
            wanted = old.moves[self._came_true(live, seat, old) :]
            plan = self._fresh(live)
            match = await asyncio.to_thread(self._replay, live.match, seat, plan)
            for mover, notation in wanted:
                try:
                    match.play_notation(mover, notation)
                except (IllegalAction, LookupError):
                    plan.left_out += 1
                    continue
                match.carry_on()
                plan.moves.append((mover, notation))
            await self._write(table, person, seat, plan)

    def _came_true(self, live: LiveTable, seat: int, plan: Plan) -> int:
        """How many of the first choices of a plan were made at the table since, as far as the player has seen."""
        made = [entry for entry in live.match.entries[plan.position :] if entry.seat != CHANCE and not entry.forced]
        true = 0
        for entry, (mover, notation) in zip(made, plan.moves, strict=False):
            hidden = entry.secret and entry.seat != seat
            if hidden or entry.seat != mover or live.game.catalogue[entry.action].notation != notation:
                break
            true += 1
        return true

    async def drop(self, person: Person, table: str, seat: int) -> None:
        async with self.tables.use(table) as live:
            self.tables.policy.check_play(person, live.summary, seat)
        which = (PLANS.c.table_id == table, PLANS.c.person == person.id, PLANS.c.seat == seat)
        await self.store.writer.submit(lambda connection: connection.execute(delete(PLANS).where(*which)).rowcount)

    async def _write(self, table: str, person: Person, seat: int, plan: Plan) -> None:
        def write(connection: Connection) -> None:
            which = (PLANS.c.table_id == table, PLANS.c.person == person.id, PLANS.c.seat == seat)
            connection.execute(delete(PLANS).where(*which))
            row = {"table_id": table, "person": person.id, "seat": seat, "updated": now()}
            connection.execute(insert(PLANS).values(**row, body=msgspec.json.encode(plan).decode()))

        await self.store.writer.submit(write)


def forget(connection: Connection, person: str) -> None:
    connection.execute(delete(PLANS).where(PLANS.c.person == person))


def inherit(connection: Connection, person: str, heir: str) -> None:
    there = select(PLANS.c.table_id).where(PLANS.c.person == heir)
    which = (PLANS.c.person == person, PLANS.c.table_id.not_in(there))
    connection.execute(update(PLANS).where(*which).values(person=heir))


def export(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Without the seed: what is hidden at the table was dealt from it."""
    rows = connection.execute(select(PLANS).where(PLANS.c.person == person)).all()
    plans = [(row, msgspec.json.decode(row.body, type=Plan)) for row in rows]
    return [
        {
            "table_id": row.table_id,
            "seat": row.seat,
            "updated": row.updated,
            "position": plan.position,
            "moves": plan.moves,
        }
        for row, plan in plans
    ]


FORGETTING.append(forget)
INHERITING.append(inherit)
EXPORTING["plans"] = export
