"""The tables: played in memory, stored before anything is acknowledged, told to everybody who watches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import msgspec

from rondel.kernel import chance
from rondel.kernel.flow import SPECTATOR, IllegalAction
from rondel.kernel.game import OptionError
from rondel.kernel.record import Match, rolls
from rondel.kernel.report import Chapters, report
from rondel.kernel.story import tell
from rondel.server.access import HOUSE, HousePolicy, Person, Policy, SitePolicy, check_seen, known
from rondel.server.analysts import Analysts
from rondel.server.chat import KEPT, addressed, tidy, told
from rondel.server.drivers import Drivers
from rondel.server.errors import Refusal, not_found, stale
from rondel.server.jobs import Jobs
from rondel.server.memory import Memory
from rondel.server.metrics import Figures
from rondel.server.notify import Notices
from rondel.server.opponents import LONGEST_THOUGHT, Opponents
from rondel.server.presence import Presence
from rondel.server.reading import Reader
from rondel.server.seating import check_file, find_game, new_id, seats_of_file, settle_seats
from rondel.server.settings import Settings
from rondel.server.storage import Change, ConflictError, EntryRow, Job, Seat, Store, Summary, now
from rondel.server.table import LiveTable, bot_jobs, forget_events, log_lines, row
from rondel.server.weeks.pace import read_clocks
from rondel.server.weeks.talk import BEFORE as LINES_BEFORE
from rondel.server.weeks.talk import Report, Talk, Why, heard

log = logging.getLogger("rondel.server")

BEFORE = 300
"""So many entries before the position that a story is asked from are read, to find where an item began."""

encode = msgspec.json.Encoder().encode


class Tables:
    """All tables: the stored ones, and those of them that are in memory."""

    def __init__(self, settings: Settings, store: Store, policy: Policy | None = None) -> None:
        self.settings = settings
        self.store = store
        self.policy: Policy = policy or (SitePolicy() if settings.site else HousePolicy())
        self.memory = Memory(settings, store)
        self.use = self.memory.use
        self.opponents = Opponents(settings.bot_workers, LONGEST_THOUGHT if settings.site else 0.0)
        self.analysts = Analysts(settings.analysis)
        self.reader = Reader()
        self.drivers = Drivers(settings, self.memory, self.opponents, self._move)
        self.jobs = Jobs(store, settings.lease)
        self.jobs.on("bot", self._move_bots)
        self.jobs.others = self.drivers.busy
        self.notices = Notices(store, settings.heartbeat)
        self.notices.on("table", lambda notice: self.memory.heard(notice["id"], notice["n"], notice))
        self.notices.on("deleted", lambda notice: self.memory.heard(notice["id"], None))
        self.notices.on("line", self._heard_line)
        self.notices.gap = self.memory.look_around
        self.presence = Presence(self.memory, store, self.notices, settings.heartbeat)
        self.drivers.is_watched = self.presence.is_watched
        self.talk = Talk(store)
        self.figures = Figures(self)

    async def start(self) -> None:
        self.notices.start()
        self.presence.start()
        await self.jobs.start()

    async def stop(self) -> None:
        await self.notices.stop()
        await self.presence.stop()
        await self.drivers.stop()
        await self.jobs.stop()
        self.memory.close()
        self.reader.stop()
        self.opponents.stop()
        self.analysts.stop()

    # --- a table's life -------------------------------------------------------------------------------------------

    async def create(
        self, game_name: str, seats: list[Seat], options: dict[str, Any], hints: bool | None = None
    ) -> Summary:
        game = find_game(game_name)
        seats = settle_seats(game, seats)
        try:
            match = Match(game, len(seats), options, [seat.name for seat in seats], seed=chance.new_seed())
        except OptionError as error:
            raise Refusal(422, "bad-options", str(error)) from None
        return await self.found(match, seats, hints=hints)

    async def import_file(self, text: str, bot_seats: dict[int, str]) -> Summary:
        """A new table out of a game file, which is checked by playing it."""
        match, rows = await self.reader.read(text)
        check_file(match)
        seats = settle_seats(match.game, seats_of_file(match.names, bot_seats))
        if not match.over:
            match.commit(chance.new_seed(), [])  # whoever wrote the file must not know what the dice will do
        return await self.found(match, seats, rows=rows)

    async def branch(self, table: str, position: int, person: Person = HOUSE) -> Summary:
        """A table of one's own that stands as this one did at a position, with other dice from there on.

        Who may have the record may play on from it: it holds nothing more. All seats of people are hers.
        """
        self.policy.check_found(person)
        async with self.use(table) as live:
            self.policy.check_file(person, live.summary, live.match.over)
            if not 0 <= position <= live.position:
                message = f"the record has the positions 0 to {live.position}, not {position}"
                raise Refusal(422, "unknown-position", message, position=live.position)
            await self.memory.recall(live)
            before, match = list(live.seats), live.match
        cut = await asyncio.to_thread(match.branch, position)
        origin = {"table": table, "position": position, "where": Chapters(cut, SPECTATOR).at(position)}
        cut.commit(chance.new_seed(), [])
        owner = None if person == HOUSE else person.id
        seats = [Seat(each.name, each.kind, each.bot, owner if each.kind == "human" else None) for each in before]
        return await self.found(cut, seats, host=owner or "", origin=msgspec.json.encode(origin).decode())

    async def found(
        self,
        match: Match,
        seats: list[Seat],
        table: str | None = None,
        host: str = "",
        visible: bool = False,
        talk: bool = True,
        hints: bool | None = None,
        rows: list[EntryRow] | None = None,
        pace: str = "{}",
        origin: str = "{}",
    ) -> Summary:
        """Store a new table and seat its bots; `rows`: what the match begins with, as it is stored."""
        rows = rows or []
        match.plays_forced = self.settings.plays_forced
        match.carry_on()
        game = match.game
        summary = Summary(
            id=table or new_id(),
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
            host=host,
            visible=visible,
            talk=talk,
            hints=hints,
            shares=match.shares,
            since=match.since,
            pace=pace,
            origin=origin,
        )
        rows += [row(match, position, position + 1) for position in range(len(rows), match.position)]
        live = LiveTable(summary, match, [each.message for each in rows])
        begun = live.begun()
        summary.clocks, live.clocks = begun.clocks, read_clocks(begun.clocks)
        await self.store.create(summary, begun.state, rows, begun.jobs, begun.also)
        forget_events(match, 0)
        self.memory.keep(live)
        self.drivers.drive(live)
        return summary

    async def summary(self, table: str, person: Person = HOUSE) -> Summary:
        async with self.use(table) as live:
            await self._let_in(live, person)
            check_seen(self.policy, person, live.summary)
            return live.summary

    @asynccontextmanager
    async def seen(self, table: str, person: Person, seat: int) -> AsyncIterator[LiveTable]:
        """A table, for somebody who may look at it through the eyes of a seat; otherwise Refusal."""
        async with self.use(table) as live:
            await self._let_in(live, person)
            self.policy.check_look(person, live.summary, seat, live.match.over)
            yield live

    async def _let_in(self, live: LiveTable, person: Person) -> None:
        """Another process may have let somebody in whom this one does not know of yet."""
        if self.store.shared and person.is_known and not self.policy.sees(person, live.summary):
            live.summary.admitted |= await self.store.admitted(live.id)

    async def delete(self, table: str, person: Person = HOUSE) -> None:
        try:
            async with self.use(table) as live:
                self.policy.check_host(person, live.summary)
                await self.store.delete(table, person.id)
                live.audience.tell({"type": "deleted"})
                self.memory.drop(live)
        except Refusal as refusal:  # it cannot be read: it can be deleted all the same
            may = person == HOUSE or person.admin
            if refusal.status in (403, 404) or not may or not await self.store.delete(table, person.id):
                raise

    # --- play -----------------------------------------------------------------------------------------------------

    async def play(
        self,
        table: str,
        seat: int,
        position: int,
        action: int | None,
        notation: str | None = None,
        person: Person = HOUSE,
        key: str | None = None,
    ) -> int:
        """A player's move; the new position, once it is stored. A move that comes again under its key was made once."""
        began = perf_counter()
        async with self.use(table, check=False) as live:
            await self._check_play(live, person, seat)
            if key is not None and (seat, key) in live.keys:
                return live.position
            try:
                await self._check_stands(live, seat, position)
            except Refusal:
                if key is not None and (seat, key) in live.keys:  # it was made in another process
                    return live.position
                raise
            if seat not in live.game.to_act(live.match.state):
                reason = live.game.explain(live.match.state, seat, 0)
                assert reason is not None
                raise Refusal(403, "not-to-act", f"seat {seat} has nothing to decide now", reason=reason.to_json())
            if action is None:
                try:
                    action = live.game.catalogue.parse(notation or "")
                except LookupError as error:
                    raise Refusal(422, "unknown-action", str(error.args[0])[:500]) from None
            try:
                reached = await self._move(live, seat, action, key)
            except ConflictError:
                if key is not None and (seat, key) in live.keys:
                    return live.position
                await self._check_stands(live, seat, position)  # it may, if all choose at the same time
                reached = await self._move(live, seat, action, key)
        self.figures.moves.observe(perf_counter() - began)
        return reached

    async def _check_play(self, live: LiveTable, person: Person, seat: int) -> None:
        """Refusal if the seat is not hers; she may have taken it in another process, a moment ago."""
        try:
            self.policy.check_play(person, live.summary, seat)
        except Refusal:
            if not self.store.shared or not await self.memory.catch_up(live) or live.gone:
                raise
            self.policy.check_play(person, live.summary, seat)

    async def _check_stands(self, live: LiveTable, seat: int, position: int) -> None:
        """Refusal if the table has moved on from what a seat decides about, here or in another process."""
        if live.match.stands(seat, position):
            return
        if self.store.shared and await self.memory.catch_up(live) and live.match.stands(seat, position):
            return
        raise stale(live.position)

    async def _move(self, live: LiveTable, seat: int, action: int, key: str | None = None) -> int:
        """Play on in a draft, with what chance and the table do after it; it counts once it is stored."""
        draft, first = live.match.fork(), live.position
        try:
            draft.play(seat, action)
        except IllegalAction as error:
            raise illegal(error) from None
        live.carry_on(draft)
        clocks = live.obey(draft)
        await self.store_change(live, draft, live.moved(draft, key, clocks))
        live.publish_moves(first)
        self.drivers.drive(live)
        return live.position

    async def take_back(self, table: str, seat: int, position: int, count: int, person: Person = HOUSE) -> int:
        async with self.use(table) as live:
            self.policy.check_play(person, live.summary, seat)
            await self._check_stands(live, seat, position)
            allowed = len(live.match.takeback(seat))
            if not 1 <= count <= allowed:
                message = f"seat {seat} may take back {allowed} actions now, not {count}"
                raise Refusal(422, "no-takeback", message, takeback=allowed)
            await self.memory.recall(live, live.match.takeback(seat)[count - 1])
            draft = live.match.fork()
            first = draft.take_back(seat, count)
            try:
                await self.store_change(live, draft, live.taken_back(draft, first))
            except ConflictError:
                raise stale(live.position) from None
            live.publish_takeback(seat, first, count)
            self.drivers.drive(live)
            return live.position

    async def store_change(self, live: LiveTable, draft: Match, change: Change) -> None:
        try:
            await self.store.change(change)
        except ConflictError:  # another process was first
            await self.memory.catch_up(live)
            if live.gone:
                raise not_found(live.id) from None
            raise
        except Refusal:
            raise  # what else belongs to the change was refused, and nothing was stored
        except Exception as error:
            self.memory.drop(live)
            log.error("table %s could not be stored: %s", live.id, error)
            raise Refusal(503, "not-stored", "the server cannot write to its disk; nothing was changed") from None
        except BaseException:
            self.memory.drop(live)  # stored or not: storage knows
            raise
        live.settle(draft, change)

    async def _move_bots(self, job: Job) -> None:
        """A job that another process, or this one before it was started anew, has left: bots are to act."""
        assert job.table is not None
        try:
            async with self.use(job.table) as live:
                wanted = bot_jobs(live.id, live.message, live.summary.to_act, live.seats)
                if job.id not in [each.id for each in wanted]:
                    await self.jobs.finish(job)
                    return
                self.drivers.drive(live)
        except Refusal as refusal:
            if refusal.status == 404:
                return  # the job went with its table
            log.warning("the bots of table %s do not go on: %s", job.table, refusal.message)
            raise
        if live.driver is not None:
            await live.driver

    def _heard_line(self, notice: dict[str, Any]) -> None:
        live = self.memory.cached.get(notice["id"])
        if live is not None and live.audience:
            task = asyncio.create_task(self._pass_on(live, notice["number"]))
            self.memory.following.add(task)
            task.add_done_callback(self.memory.following.discard)

    async def _pass_on(self, live: LiveTable, number: int) -> None:
        """Tell those who listen here what was said in another process."""
        async with live.passing_on:
            for line in await self.store.chat(live.id, 1, upto=number):
                deaf = await self.talk.deaf_to(line.person)
                live.audience.whisper({"type": "chat", **told(line)}, line.is_for, deaf)

    # --- looking --------------------------------------------------------------------------------------------------

    async def observation(
        self, table: str, seat: int, position: int | None = None, person: Person = HOUSE
    ) -> dict[str, Any]:
        async with self.seen(table, person, seat) as live:
            if position is None or position == live.position:
                return live.match.observe(seat, reasons=False)
            if not 0 <= position < live.position:
                message = f"the record has the positions 0 to {live.position}, not {position}"
                raise Refusal(422, "unknown-position", message, position=live.position)
            await self.memory.recall(live, position)
            return live.match.past(seat, position)

    async def log(self, table: str, seat: int, start: int = 0, person: Person = HOUSE) -> list[dict[str, Any]]:
        async with self.seen(table, person, seat) as live:
            if start < 0:
                raise Refusal(422, "unknown-position", f"a log begins at 0 or later, not at {start}")
            over = live.match.over
            rows = await self.store.log(table, min(start, live.position))
        return log_lines(live, rows, seat, over)

    async def story(self, table: str, seat: int, start: int = 0, person: Person = HOUSE) -> list[dict[str, Any]]:
        """What happened after a position, in few words; an item that was under way there is told as a whole."""
        first = max(0, start - BEFORE)
        async with self.seen(table, person, seat) as live:
            if start < 0:
                raise Refusal(422, "unknown-position", f"a story begins at 0 or later, not at {start}")
            over = live.match.over
            view = live.game.view(live.match.state, seat)
            rows = await self.store.log(table, min(first, live.position))
        return await asyncio.to_thread(lambda: tell(live.game, log_lines(live, rows, seat, over), view, start))

    async def report(self, table: str, person: Person = HOUSE) -> dict[str, Any]:
        """A look back at a game that is over."""
        async with self.use(table) as live:
            self.policy.check_look(person, live.summary, SPECTATOR, live.match.over)
            match = live.match
            if not match.over:
                raise Refusal(409, "not-over", "the game goes on; a look back comes when it is over")
            await self.memory.recall(live)
            rows = await self.store.log(table, 0)
        return await asyncio.to_thread(lambda: report(match, log_lines(live, rows, SPECTATOR, True)))

    async def preview(
        self, table: str, seat: int, position: int, action: int, person: Person = HOUSE
    ) -> dict[str, Any]:
        async with self.use(table) as live:
            self.policy.check_play(person, live.summary, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            return preview_json(live.match, seat, action)

    async def refused(self, table: str, seat: int, position: int, person: Person = HOUSE) -> list[dict[str, Any]]:
        """What a seat might look for and may not do at a position, which must be the present one, and why."""
        async with self.seen(table, person, seat) as live:
            known(live.seats, seat)
            if position != live.position:
                raise stale(live.position)
            observed: list[dict[str, Any]] = live.match.observe(seat)["refused"]
            return observed

    async def explain(self, table: str, seat: int, action: int, person: Person = HOUSE) -> dict[str, Any] | None:
        async with self.seen(table, person, seat) as live:
            known(live.seats, seat)
            reason = live.game.explain(live.match.state, seat, action)
        return reason.to_json() if reason is not None else None

    async def file(self, table: str, person: Person = HOUSE) -> str:
        async with self.use(table) as live:
            self.policy.check_file(person, live.summary, live.match.over)
            await self.memory.recall(live)
            return live.match.text()

    async def rolls(self, table: str, person: Person = HOUSE) -> dict[str, Any]:
        """What anybody needs to check every roll of a game that is over."""
        async with self.use(table) as live:
            self.policy.check_look(person, live.summary, SPECTATOR, live.match.over)
            if not live.match.over:
                raise Refusal(409, "not-over", "the seed of the dice is shown once the game is over")
            await self.memory.recall(live)
            match = live.match
        return await asyncio.to_thread(rolls_json, match)

    # --- talk -----------------------------------------------------------------------------------------------------

    async def say(self, table: str, seat: int, to: list[int], text: str, person: Person = HOUSE) -> dict[str, Any]:
        """A line of a player for everybody, or for some seats; told once it is stored."""
        async with self.use(table) as live:
            self.policy.check_play(person, live.summary, seat)
            line, meant = tidy(text), addressed(live.seats, seat, to)
            if meant and not live.summary.talk:
                raise Refusal(403, "no-private-talk", "at this table everything is said to everybody")
            await self.talk.check_speaks(person)
            live.talking.check(seat, asyncio.get_running_loop().time())
            try:
                heard_by = [whose(live.seats[each]) for each in meant]
                kept = await self.store.add_line(table, seat, meant, line, whose(live.seats[seat]), heard_by)
            except Exception as error:
                log.error("a line at table %s could not be stored: %s", table, error)
                raise Refusal(503, "not-stored", "the server cannot write to its disk; nothing was said") from None
            deaf = await self.talk.deaf_to(kept.person)
            live.audience.whisper({"type": "chat", **told(kept)}, kept.is_for, deaf)
            return told(kept)

    async def typing(self, table: str, seat: int, to: list[int], person: Person) -> None:
        """A player is writing: told, and nowhere kept, to those who will hear what she says."""
        async with self.use(table, check=False) as live:
            self.policy.check_play(person, live.summary, seat)
            meant = addressed(live.seats, seat, to)
            if meant and not live.summary.talk:
                return
        self.presence.tell(table, {"type": "typing", "seat": seat}, meant or None)

    async def chat(self, table: str, seat: int, person: Person = HOUSE) -> list[dict[str, Any]]:
        """What was said at the table, as far as a seat may know it."""
        async with self.use(table) as live:
            # The end of the game opens the hands, not the letters: a bot's seat hears what everybody hears.
            await self._let_in(live, person)
            self.policy.check_look(person, live.summary, seat, False)
            lines = await self.store.chat(table, KEPT)
            muted = await self.talk.muted(person.id)
            present = [each.person for each in live.seats]
        return [
            told(line)
            for line in lines
            if line.is_for(seat, person.id) and (line.person or present[line.seat]) not in muted
        ]

    async def report_line(self, person: Person, table: str, seat: int, number: int, why: Why, words: str) -> None:
        """Show a line that somebody heard to those who look after the site."""
        async with self.use(table) as live:
            self.policy.check_look(person, live.summary, seat, False)
            said = await self.store.chat(table, LINES_BEFORE, upto=number)
            lines = [line for line in said if line.is_for(seat, person.id)]
            if not lines or lines[-1].number != number:
                raise Refusal(404, "unknown-line", "you have heard no such line")
            line = lines[-1]
            about = line.person or live.seats[line.seat].person
            if about in (None, HOUSE.id, person.id):
                raise Refusal(422, "own-line", "a line of another person's can be reported")
            names, people = [each.name for each in live.seats], await self.talk.names(lines)
            kept = [heard(each, names, people) for each in lines]
            report = Report(why, words, live.game.name, kept[-1].name, person.name, kept)
            await self.talk.report(person, table, line, str(about), report, new_id())

    async def tell_removed(self, table: str, number: int) -> None:
        """A line is gone: who has it on the screen is told."""
        await self.store.writer.submit(lambda connection: self.store.tell_of_line(connection, table, number))
        live = self.memory.cached.get(table)
        if live is not None:
            await self._pass_on(live, number)


def whose(seat: Seat) -> str:
    """Who reads what is said to a seat: a person, the house whose seat it is, or nobody."""
    return seat.person or (HOUSE.id if seat.kind == "human" else "")


def rolls_json(match: Match) -> dict[str, Any]:
    odds: dict[str, int] = {}
    lists: list[list[dict[str, Any]]] = []
    found = []
    for position, could, action in rolls(match):
        key = repr(could)
        if key not in odds:
            odds[key] = len(lists)
            lists.append([{"action": each, "weight": weight} for each, weight in could])
        notation = match.game.catalogue[action].notation
        found.append({"position": position, "odds": odds[key], "action": action, "notation": notation})
    about = {"seed": match.seed, "commitment": match.commitment, "shares": match.shares, "since": match.since}
    return {**about, "odds": lists, "rolls": found}


def preview_json(match: Match, seat: int, action: int) -> dict[str, Any]:
    """What a legal action of a seat would change; otherwise Refusal."""
    try:
        preview = match.preview(seat, action)
    except IllegalAction as error:
        raise illegal(error) from None
    odds = [{"action": match.game.catalogue[each].to_json(), "weight": weight} for each, weight in preview.odds]
    return {
        "known": preview.known,
        "final": preview.final,
        "events": [event.face(seat) for event in preview.events],
        "figures": preview.figures,
        "odds": odds or None,
        "total": sum(weight for _, weight in preview.odds) or None,
    }


def illegal(error: IllegalAction) -> Refusal:
    return Refusal(422, "illegal", str(error), reason=error.reason.to_json())
