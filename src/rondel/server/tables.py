"""The tables: played in memory, stored before anything is acknowledged, told to everybody who watches."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec

from rondel import games
from rondel.kernel import chance, record
from rondel.kernel.flow import IllegalAction
from rondel.kernel.game import OptionError
from rondel.kernel.record import Match, RecordError
from rondel.server.access import LOCAL_USER, LocalPolicy, Policy, known
from rondel.server.chat import KEPT, addressed, tidy, told
from rondel.server.drivers import Drivers
from rondel.server.errors import Refusal, stale
from rondel.server.memory import Memory
from rondel.server.opponents import Opponents
from rondel.server.seating import find_game, is_lesson, new_id, seats_of_file, settle_seats
from rondel.server.settings import Settings
from rondel.server.storage import Change, ConflictError, Seat, Store, Summary, now
from rondel.server.table import LiveTable, forget_events, log_lines, row

log = logging.getLogger("rondel.server")

encode = msgspec.json.Encoder().encode


class Tables:
    """All tables: the stored ones, and those of them that are in memory."""

    def __init__(self, settings: Settings, store: Store, policy: Policy | None = None) -> None:
        self.settings = settings
        self.store = store
        self.policy: Policy = policy or LocalPolicy()
        self.memory = Memory(settings, store)
        self.use = self.memory.use
        self.opponents = Opponents(settings.bot_workers)
        self.drivers = Drivers(settings, self.memory, self.opponents, self._move)

    async def start(self) -> None:
        self.drivers.start()

    async def stop(self) -> None:
        await self.drivers.stop()
        self.memory.close()
        self.opponents.stop()

    # --- a table's life -------------------------------------------------------------------------------------------

    async def create(self, game_name: str, seats: list[Seat], options: dict[str, Any]) -> Summary:
        game = find_game(game_name)
        seats = settle_seats(game, seats)
        try:
            match = Match(game, len(seats), options, [seat.name for seat in seats], seed=chance.new_seed())
        except OptionError as error:
            raise Refusal(422, "bad-options", str(error)) from None
        return await self.found(match, seats)

    async def import_file(self, text: str, bot_seats: dict[int, str]) -> Summary:
        """A new table out of a game file, which is checked by playing it."""
        try:
            match = await asyncio.to_thread(record.parse, text, games.load)
        except RecordError as error:
            raise Refusal(422, "corrupt-file", str(error), line=error.line) from None
        seats = settle_seats(match.game, seats_of_file(match.names, bot_seats))
        match.seed = match.seed or chance.new_seed()
        return await self.found(match, seats)

    async def found(self, match: Match, seats: list[Seat]) -> Summary:
        """Store a new table and seat its bots."""
        match.plays_forced = self.settings.plays_forced
        match.carry_on()
        game = match.game
        summary = Summary(
            id=new_id(),
            game=game.name,
            rules=game.rules,
            options=dict(match.state.options),
            seed=match.seed,
            commitment=match.commitment,
            created=now(),
            updated=now(),
            position=match.position,
            message=match.position,
            to_act=list(game.to_act(match.state)),
            over=match.over,
            seats=seats,
        )
        rows = [row(match, position, position + 1) for position in range(match.position)]
        await self.store.create(summary, encode(game.save(match.state)).decode(), rows)
        forget_events(match, 0)
        live = LiveTable(summary, match, [each.message for each in rows])
        self.memory.keep(live)
        self.drivers.drive(live)
        return summary

    async def summaries(self) -> list[Summary]:
        """The tables of the house; those of lessons are a learner's own."""
        return [each for each in await self.store.tables() if not is_lesson(each.seats)]

    async def summary(self, table: str) -> Summary:
        async with self.use(table) as live:
            return live.summary

    async def delete(self, table: str) -> None:
        try:
            async with self.use(table) as live:
                await self.store.delete(table)
                live.audience.tell({"type": "deleted"})
                self.memory.drop(live)
        except Refusal as refusal:
            if refusal.status == 404 or not await self.store.delete(table):
                raise

    # --- play -----------------------------------------------------------------------------------------------------

    async def play(
        self,
        table: str,
        seat: int,
        position: int,
        action: int | None,
        notation: str | None = None,
        user: str = LOCAL_USER,
    ) -> int:
        """A player's move; the new position, once it is stored."""
        async with self.use(table) as live:
            self.policy.check_play(user, live.seats, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            if seat not in live.game.to_act(live.match.state):
                reason = live.game.explain(live.match.state, seat, 0)
                assert reason is not None
                raise Refusal(403, "not-to-act", f"seat {seat} has nothing to decide now", reason=reason.to_json())
            if action is None:
                try:
                    action = live.game.catalogue.parse(notation or "")
                except LookupError as error:
                    raise Refusal(422, "unknown-action", str(error.args[0])[:500]) from None
            return await self._move(live, seat, action)

    async def _move(self, live: LiveTable, seat: int, action: int) -> int:
        """Play on in a draft, with what chance and the table do after it; it counts once it is stored."""
        draft, first = live.match.fork(), live.position
        try:
            draft.play(seat, action)
        except IllegalAction as error:
            raise illegal(error) from None
        live.carry_on(draft)
        await self.store_change(live, draft, live.moved(draft))
        live.publish_moves(first)
        self.drivers.drive(live)
        return live.position

    async def take_back(self, table: str, seat: int, position: int, count: int, user: str = LOCAL_USER) -> int:
        async with self.use(table) as live:
            self.policy.check_play(user, live.seats, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            allowed = len(live.match.takeback(seat))
            if not 1 <= count <= allowed:
                message = f"seat {seat} may take back {allowed} actions now, not {count}"
                raise Refusal(422, "no-takeback", message, takeback=allowed)
            draft = live.match.fork()
            first = draft.take_back(seat, count)
            await self.store_change(live, draft, live.taken_back(draft, first))
            live.publish_takeback(seat, first, count)
            self.drivers.drive(live)
            return live.position

    async def store_change(self, live: LiveTable, draft: Match, change: Change) -> None:
        try:
            await self.store.change(change)
        except ConflictError as error:
            self.memory.drop(live)
            log.warning("table %s was changed by another process: %s", live.id, error)
            raise Refusal(409, "stale-position", "the table was changed elsewhere; look again") from None
        except Exception as error:
            self.memory.drop(live)
            log.error("table %s could not be stored: %s", live.id, error)
            raise Refusal(503, "not-stored", "the server cannot write to its disk; nothing was changed") from None
        except BaseException:
            self.memory.drop(live)  # stored or not: storage knows
            raise
        live.settle(draft, change)

    # --- looking --------------------------------------------------------------------------------------------------

    async def observation(self, table: str, seat: int, position: int | None = None) -> dict[str, Any]:
        async with self.use(table) as live:
            self.policy.check_look(LOCAL_USER, live.seats, seat, live.match.over)
            if position is None or position == live.position:
                return live.match.observe(seat)
            if not 0 <= position < live.position:
                message = f"the record has the positions 0 to {live.position}, not {position}"
                raise Refusal(422, "unknown-position", message, position=live.position)
            return live.match.past(seat, position)

    async def log(self, table: str, seat: int, start: int = 0) -> list[dict[str, Any]]:
        async with self.use(table) as live:
            self.policy.check_look(LOCAL_USER, live.seats, seat, live.match.over)
            if start < 0:
                raise Refusal(422, "unknown-position", f"a log begins at 0 or later, not at {start}")
            over = live.match.over
            rows = await self.store.log(table, min(start, live.position))
        return log_lines(live, rows, seat, over)

    async def preview(self, table: str, seat: int, position: int, action: int) -> dict[str, Any]:
        async with self.use(table) as live:
            self.policy.check_play(LOCAL_USER, live.seats, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            game = live.game
            try:
                preview = live.match.preview(seat, action)
            except IllegalAction as error:
                raise illegal(error) from None
        odds = [{"action": game.catalogue[each].to_json(), "weight": weight} for each, weight in preview.odds]
        return {
            "known": preview.known,
            "final": preview.final,
            "events": [event.face(seat) for event in preview.events],
            "figures": preview.figures,
            "odds": odds or None,
            "total": sum(weight for _, weight in preview.odds) or None,
        }

    async def explain(self, table: str, seat: int, action: int) -> dict[str, Any] | None:
        async with self.use(table) as live:
            self.policy.check_look(LOCAL_USER, live.seats, seat, live.match.over)
            known(live.seats, seat)
            reason = live.game.explain(live.match.state, seat, action)
        return reason.to_json() if reason is not None else None

    async def file(self, table: str) -> str:
        async with self.use(table) as live:
            self.policy.check_file(LOCAL_USER, live.seats, live.match.over)
            return live.match.text()

    # --- talk -----------------------------------------------------------------------------------------------------

    async def say(self, table: str, seat: int, to: list[int], text: str, user: str = LOCAL_USER) -> dict[str, Any]:
        """A line of a player for everybody, or for some seats; told once it is stored."""
        async with self.use(table) as live:
            self.policy.check_play(user, live.seats, seat)
            line, meant = tidy(text), addressed(live.seats, seat, to)
            live.pace.check(seat, asyncio.get_running_loop().time())
            try:
                kept = await self.store.add_line(table, seat, meant, line)
            except Exception as error:
                log.error("a line at table %s could not be stored: %s", table, error)
                raise Refusal(503, "not-stored", "the server cannot write to its disk; nothing was said") from None
            live.audience.whisper({"type": "chat", **told(kept)}, kept.is_for)
            return told(kept)

    async def chat(self, table: str, seat: int) -> list[dict[str, Any]]:
        """What was said at the table, as far as a seat may know it."""
        async with self.use(table) as live:
            # The end of the game opens the hands, not the letters: a bot's seat hears what everybody hears.
            self.policy.check_look(LOCAL_USER, live.seats, seat, False)
            lines = await self.store.chat(table, KEPT)
        return [told(line) for line in lines if line.is_for(seat)]


def illegal(error: IllegalAction) -> Refusal:
    return Refusal(422, "illegal", str(error), reason=error.reason.to_json())
