"""The tables: played in memory, stored before anything is acknowledged, told to everybody who watches."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from rondel import bots, games
from rondel.kernel import chance, flow, record
from rondel.kernel.codec import LoadError
from rondel.kernel.events import Event
from rondel.kernel.flow import CHANCE, SPECTATOR, ChanceStep, IllegalAction, State
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import Entry, Match, RecordError
from rondel.server.access import LOCAL_USER, LocalPolicy, Policy, known
from rondel.server.audience import Audience, Moment, Watcher
from rondel.server.chat import KEPT, Pace, addressed, tidy, told
from rondel.server.errors import Refusal, not_found, stale
from rondel.server.opponents import Opponents
from rondel.server.settings import Settings
from rondel.server.storage import (
    BARRIER,
    OPEN,
    SECRET,
    Change,
    ConflictError,
    EntryRow,
    Seat,
    Store,
    Stored,
    Summary,
    now,
)

log = logging.getLogger("rondel.server")

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
KEPT_STATES = 24
"""How many of the last states of a table stay in memory, for taking back and for watchers that come back."""
CHECKPOINT = 64
"""Somebody who looks at the history makes a state stay in memory every so many actions."""
LONGEST_NAME = 40
BOTS_TRY_AGAIN = 2.0
"""Seconds until bots try again whose move could not be stored."""
RETOLD = 64
"""How many moves are told one by one to a watcher that comes back."""

encode = msgspec.json.Encoder().encode


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def find_game(name: str) -> Game[Any]:
    try:
        return games.load(name)
    except games.GameError as error:
        raise Refusal(404, "game-not-ready", str(error)[:300]) from None
    except LookupError as error:
        raise Refusal(404, "unknown-game", str(error.args[0])[:300]) from None


class LiveTable:
    """A table in memory. A state never changes once it is stored: every move is played on a copy."""

    def __init__(self, summary: Summary, match: Match, numbers: list[int]) -> None:
        self.id = summary.id
        self.summary = summary
        self.seats = summary.seats
        self.game = match.game
        self.match = match
        self.numbers = numbers  # of each entry: the message that told of it
        self.audience = Audience()
        self.pace = Pace()
        self.lock = asyncio.Lock()
        self.pins = 0  # requests that hold or await the lock
        self.gone = False  # deleted, or to be loaded anew
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.recent: deque[tuple[int, State]] = deque([(match.position, match.state)], maxlen=KEPT_STATES)
        self.checkpoints: dict[int, State] = {}

    @property
    def position(self) -> int:
        return len(self.match.entries)

    @property
    def message(self) -> int:
        return self.summary.message

    def bot_to_act(self) -> int | None:
        for seat in self.game.to_act(self.match.state):
            if seat >= 0 and self.seats[seat].kind == "bot":
                return seat
        return None

    def is_idle(self) -> bool:
        return not self.pins and not self.audience and (self.driver is None or self.driver.done())

    # --- looking --------------------------------------------------------------------------------------------------

    def observation(self, viewer: int) -> dict[str, Any]:
        return self.match.observe(viewer)

    def observe(self, moment: Moment, viewers: list[int]) -> list[dict[str, Any]]:
        """What viewers see after a moment, which may be past already."""
        is_now = moment.number == self.message
        observed = self.game.observe_all(moment.state, viewers, moment.position)
        for viewer, seen in zip(viewers, observed, strict=True):
            seen["takeback"] = len(self.match.takeback(viewer)) if is_now and viewer >= 0 else 0
        return observed

    def past(self, viewer: int, position: int) -> dict[str, Any]:
        """An earlier position, as the viewer saw it: there is nothing to choose."""
        seen = self.game.observe(self.at(position), viewer, position)
        seen.update(prompt=None, choices=[], refused=[], takeback=0)
        return seen

    def at(self, position: int) -> State:
        """The state after the first `position` actions: to be read, not to be changed."""
        best, found = -1, None
        for there, state in (*self.recent, *self.checkpoints.items()):
            if best < there <= position:
                best, found = there, state
        if found is not None and best == position:
            return found
        state = found.copy() if found is not None else self.game.setup(self.match.state.seats, self.match.state.options)
        for done in range(max(best, 0), position):
            if done % CHECKPOINT == 0 and done not in self.checkpoints:
                self.checkpoints[done] = state.copy()
            entry = self.match.entries[done]
            flow.play(state, entry.seat, entry.action)
        return state

    def moment(self, number: int, position: int, entry: Entry, events: list[Event], state: State) -> Moment:
        hidden = entry.secret and not self.match.over
        return Moment(number, position, entry.seat, self.game.catalogue[entry.action], events, state, hidden)

    def missed(self, since: int) -> list[Moment] | None:
        """The moves of the messages after `since`; None if they are too many, or something was taken back."""
        numbers = self.numbers
        count = self.message - since
        if not 0 < count <= min(len(numbers), RETOLD) or numbers[-1] != self.message or numbers[-count] != since + 1:
            return None
        first = len(numbers) - count
        state = self.at(first)
        moments = []
        for position in range(first, len(numbers)):
            entry = self.match.entries[position]
            state = state.copy()
            events = self.game.apply(state, entry.seat, entry.action)
            moments.append(self.moment(numbers[position], position + 1, entry, events, state))
        return moments

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: int) -> list[State]:
        """Carry out an action, and what chance does after it, on copies; the states after each."""
        match = self.match
        match.state = match.state.copy()
        match.play(seat, action)
        return [match.state, *roll(match, self.summary.seed)]

    def forget_after(self, position: int) -> None:
        """What was in memory of the positions after this one is no longer true."""
        self.recent = deque([kept for kept in self.recent if kept[0] <= position], maxlen=KEPT_STATES)
        self.checkpoints = {there: state for there, state in self.checkpoints.items() if there <= position}

    def rows(self, first: int, number: int) -> list[EntryRow]:
        """The entries from index `first` on, as they are stored; `number` is the message of the first."""
        entries = self.match.entries[first:]
        return [row(self.game, first + i + 1, number + i, entry) for i, entry in enumerate(entries)]

    def change(self, keep: int | None, rows: list[EntryRow], message: int) -> Change:
        state = self.match.state
        return Change(
            table=self.id,
            expected=self.message,
            keep=keep,
            entries=rows,
            position=self.position,
            message=message,
            to_act=encode(self.game.to_act(state)).decode(),
            over=state.over(),
            state=encode(self.game.save(state)).decode(),
            updated=now(),
        )

    def settle(self, change: Change) -> None:
        """The change is stored."""
        summary = self.summary
        summary.position, summary.message, summary.over = change.position, change.message, change.over
        summary.to_act = list(self.game.to_act(self.match.state))
        summary.updated = change.updated


def roll(match: Match, seed: str) -> list[State]:
    """Let chance act, from the table's seed, until a player must decide; the states after each roll, all on copies."""
    states = []
    while match.state.pending and isinstance(match.state.pending[-1], ChanceStep):
        action = chance.draw(seed, match.position, flow.odds(match.state))
        match.state = match.state.copy()
        match.play(CHANCE, action)
        states.append(match.state)
    return states


def row(game: Game[Any], position: int, number: int, entry: Entry) -> EntryRow:
    marks = BARRIER * entry.barrier | OPEN * entry.open | SECRET * entry.secret
    events = encode([{"kind": event.kind.name, "params": event.params()} for event in entry.events]).decode()
    return EntryRow(position, number, entry.seat, game.catalogue[entry.action].notation, marks, events)


def restore(stored: Stored) -> LiveTable:
    """A table out of storage: the saved state, and the record without its events."""
    summary = stored.summary
    game = find_game(summary.game)
    if summary.rules != game.rules:
        message = f"the table was begun under rules {summary.rules} of {game.name}; this server has rules {game.rules}"
        raise Refusal(409, "other-rules", message, rules=summary.rules)
    seed = summary.seed if summary.commitment == chance.commitment(summary.seed) else ""
    names = [seat.name for seat in summary.seats]
    match = Match(game, len(names), summary.options, names, summary.commitment, seed)
    find = game.catalogue.by_notation
    entries = [
        Entry(
            each.seat,
            find[each.action],
            bool(each.marks & BARRIER),
            bool(each.marks & OPEN),
            bool(each.marks & SECRET),
            [],
        )
        for each in stored.entries
    ]
    try:
        match.state = game.load(stored.state)
        match.entries = entries
    except LoadError as error:
        log.error("table %s: the saved state cannot be read (%s); it is replayed from its record", summary.id, error)
        for each in entries:
            match.play(each.seat, each.action)
            match.entries[-1].events = []
    return LiveTable(summary, match, [each.message for each in stored.entries])


class Tables:
    """All tables: the stored ones, and those of them that are in memory."""

    def __init__(self, settings: Settings, store: Store, policy: Policy | None = None) -> None:
        self.settings = settings
        self.store = store
        self.policy: Policy = policy or LocalPolicy()
        self.opponents = Opponents(settings.bot_workers)
        self.cached: OrderedDict[str, LiveTable] = OrderedDict()
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.resuming: asyncio.Task[None] | None = None
        self.stopping = False

    # --- in memory ------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def use(self, table: str) -> AsyncIterator[LiveTable]:
        """A table, for one at a time: what is seen of it is stored."""
        while True:
            live = self.cached.get(table)
            if live is None:
                live = await self._load(table)
            live.pins += 1
            try:
                async with live.lock:
                    if not live.gone:
                        self.cached.move_to_end(table)
                        yield live
                        return
            finally:
                live.pins -= 1

    async def _load(self, table: str) -> LiveTable:
        task = self.loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load_now(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load_now(self, table: str) -> LiveTable:
        stored = await self.store.load(table)
        if stored is None:
            raise not_found(table)
        live = restore(stored)
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self.cached[live.id] = live
        while len(self.cached) > self.settings.cached_tables:
            idle = next((each for each in self.cached.values() if each is not live and each.is_idle()), None)
            if idle is None:
                break
            idle.gone = True
            del self.cached[idle.id]

    def _drop(self, live: LiveTable) -> None:
        """What is in memory is not to be trusted, or no longer there: the next one loads it anew."""
        live.gone = True
        if self.cached.get(live.id) is live:
            del self.cached[live.id]
        live.audience.close()

    def leave(self, table: str, watcher: Watcher) -> None:
        live = self.cached.get(table)
        if live is not None:
            live.audience.leave(watcher)

    # --- a table's life -------------------------------------------------------------------------------------------

    async def create(self, game_name: str, seats: list[Seat], options: dict[str, Any]) -> Summary:
        game = find_game(game_name)
        seats = settle_seats(game, seats)
        seed = chance.new_seed()
        try:
            match = Match(game, len(seats), options, [seat.name for seat in seats], seed=seed)
        except OptionError as error:
            raise Refusal(422, "bad-options", str(error)) from None
        return await self._found(match, seats, seed)

    async def import_file(self, text: str, bot_seats: dict[int, str]) -> Summary:
        """A new table out of a game file, which is checked by playing it."""
        try:
            match = await asyncio.to_thread(record.parse, text, games.load)
        except RecordError as error:
            raise Refusal(422, "corrupt-file", str(error), line=error.line) from None
        for seat in bot_seats:
            if not 0 <= seat < len(match.names):
                raise Refusal(422, "unknown-seat", f"the file has the seats 0 to {len(match.names) - 1}, not {seat}")
        seats = [
            Seat(name, "bot", bot_seats[seat]) if seat in bot_seats else Seat(name, "human", None)
            for seat, name in enumerate(match.names)
        ]
        return await self._found(match, settle_seats(match.game, seats), match.seed or chance.new_seed())

    async def _found(self, match: Match, seats: list[Seat], seed: str) -> Summary:
        """Store a new table and seat its bots. Its seed is shown at the end only if the file is committed to it."""
        roll(match, seed)
        game = match.game
        summary = Summary(
            id=new_id(),
            game=game.name,
            rules=game.rules,
            options=dict(match.state.options),
            seed=seed,
            commitment=match.commitment,
            created=now(),
            updated=now(),
            position=match.position,
            message=match.position,
            to_act=list(game.to_act(match.state)),
            over=match.over,
            seats=seats,
        )
        rows = [row(game, i + 1, i + 1, entry) for i, entry in enumerate(match.entries)]
        await self.store.create(summary, encode(game.save(match.state)).decode(), rows)
        for entry in match.entries:
            entry.events = []
        live = LiveTable(summary, match, [each.message for each in rows])
        self._keep(live)
        self._drive(live)
        return summary

    async def summaries(self) -> list[Summary]:
        return await self.store.tables()

    async def summary(self, table: str) -> Summary:
        async with self.use(table) as live:
            return live.summary

    async def delete(self, table: str) -> None:
        try:
            async with self.use(table) as live:
                await self.store.delete(table)
                live.audience.tell({"type": "deleted"})
                self._drop(live)
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
        match, before, first = live.match, live.match.state, live.position
        try:
            states = live.play(seat, action)
            rows = live.rows(first, live.message + 1)
            change = live.change(None, rows, live.message + len(rows))
        except BaseException as error:
            match.state = before
            del match.entries[first:]
            if isinstance(error, IllegalAction):
                raise Refusal(422, "illegal", str(error), reason=error.reason.to_json()) from None
            raise
        await self._store(live, change)
        moments = []
        for i, state in enumerate(states):
            entry = match.entries[first + i]
            moments.append(live.moment(rows[i].message, first + i + 1, entry, entry.events, state))
            entry.events = []
            live.numbers.append(rows[i].message)
            live.recent.append((first + i + 1, state))
        live.audience.publish(moments, live.observe)
        self._drive(live)
        return live.position

    async def take_back(self, table: str, seat: int, position: int, count: int, user: str = LOCAL_USER) -> int:
        async with self.use(table) as live:
            self.policy.check_play(user, live.seats, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            allowed = live.match.takeback(seat)
            if not 1 <= count <= len(allowed):
                message = f"seat {seat} may take back {len(allowed)} actions now, not {count}"
                raise Refusal(422, "no-takeback", message, takeback=len(allowed))
            await self._take_back(live, seat, allowed[:count])
            return live.position

    async def _take_back(self, live: LiveTable, seat: int, gone: list[int]) -> None:
        match, before, entries = live.match, live.match.state, live.match.entries
        first, number = min(gone), live.message + 1
        kept = [i for i in range(first, len(entries)) if i not in gone]
        try:
            match.state, match.entries = live.at(first).copy(), entries[:first]
            for i in kept:  # parts of a simultaneous choice that others made meanwhile
                match.play(entries[i].seat, entries[i].action)
            change = live.change(first, live.rows(first, number), number)
        except BaseException:
            match.state, match.entries = before, entries
            raise
        await self._store(live, change)
        live.forget_after(first)
        live.recent.append((live.position, match.state))
        live.numbers[first:] = [number] * len(kept)
        live.audience.publish(
            [Moment(number, live.position, seat, None, [], match.state, count=len(gone))], live.observe
        )
        self._drive(live)

    async def _store(self, live: LiveTable, change: Change) -> None:
        try:
            await self.store.change(change)
        except ConflictError as error:
            self._drop(live)
            log.warning("table %s was changed by another process: %s", live.id, error)
            raise Refusal(409, "stale-position", "the table was changed elsewhere; look again") from None
        except Exception as error:
            self._drop(live)
            log.error("table %s could not be stored: %s", live.id, error)
            raise Refusal(503, "not-stored", "the server cannot write to its disk; nothing was changed") from None
        except BaseException:
            self._drop(live)  # stored or not: storage knows
            raise
        live.settle(change)

    # --- looking --------------------------------------------------------------------------------------------------

    async def observation(self, table: str, seat: int, position: int | None = None) -> dict[str, Any]:
        async with self.use(table) as live:
            self.policy.check_look(LOCAL_USER, live.seats, seat, live.match.over)
            if position is None or position == live.position:
                return live.observation(seat)
            if not 0 <= position < live.position:
                message = f"the record has the positions 0 to {live.position}, not {position}"
                raise Refusal(422, "unknown-position", message, position=live.position)
            return live.past(seat, position)

    async def log(self, table: str, seat: int, start: int = 0) -> list[dict[str, Any]]:
        async with self.use(table) as live:
            self.policy.check_look(LOCAL_USER, live.seats, seat, live.match.over)
            over, game = live.match.over, live.game
            if start < 0:
                raise Refusal(422, "unknown-position", f"a log begins at 0 or later, not at {start}")
            rows = await self.store.log(table, min(start, live.position))
        lines = []
        for each in rows:
            hidden = bool(each.marks & SECRET) and each.seat != seat and not over
            stored = msgspec.json.decode(each.events)
            events = [game.events[event["kind"]].face(event["params"], seat) for event in stored]
            action = None if hidden else game.catalogue[game.catalogue.by_notation[each.action]].to_json()
            lines.append({"position": each.position, "seat": each.seat, "action": action, "events": events})
        return lines

    async def preview(self, table: str, seat: int, position: int, action: int) -> dict[str, Any]:
        async with self.use(table) as live:
            self.policy.check_play(LOCAL_USER, live.seats, seat)
            if not live.match.stands(seat, position):
                raise stale(live.position)
            game = live.game
            try:
                preview = game.preview(live.match.state, seat, action)
            except IllegalAction as error:
                raise Refusal(422, "illegal", str(error), reason=error.reason.to_json()) from None
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

    # --- bots -----------------------------------------------------------------------------------------------------

    def _drive(self, live: LiveTable) -> None:
        """See to it that the bots of a table move."""
        if self.stopping or live.bot_to_act() is None or (live.driver is not None and not live.driver.done()):
            return
        live.driver = asyncio.create_task(self._move_bots(live))

    async def _move_bots(self, live: LiveTable) -> None:
        clock = asyncio.get_running_loop().time
        try:
            while not live.gone and (seat := live.bot_to_act()) is not None:
                message, state, began = live.message, live.match.state, clock()
                choices = live.game.legal(state, seat)
                if len(choices) > 1:
                    live.audience.tell({"type": "bot-thinking", "seat": seat})
                bot, saved = live.seats[seat].bot or "", encode(live.game.save(state))
                action = await self.opponents.choose(live.game.name, bot, saved, seat, choices)
                if live.audience:
                    await asyncio.sleep(max(0.0, self.settings.bot_pause - (clock() - began)))
                async with self.use(live.id) as same:
                    if same is live and live.message == message:
                        await self._move(live, seat, action)
        except Refusal as refusal:
            if refusal.status != 404:  # it could not be stored, or was changed elsewhere: try again by and by
                await self._move_bots_later(live.id)
        except Exception:
            log.exception("the bots of table %s stopped", live.id)

    async def _move_bots_later(self, table: str) -> None:
        await asyncio.sleep(BOTS_TRY_AGAIN)
        with suppress(Refusal):
            async with self.use(table) as live:
                self._drive(live)

    async def start(self) -> None:
        self.resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Bots that had to move when the server ended go on."""
        at_once = asyncio.Semaphore(8)

        async def resume(table: str) -> None:
            async with at_once:
                try:
                    async with self.use(table) as live:
                        self._drive(live)
                    if live.driver is not None:
                        await live.driver
                except Refusal as refusal:
                    log.warning("table %s is not resumed: %s", table, refusal.message)

        waiting = [
            each.id
            for each in await self.store.tables(running=True, limit=100_000)
            if any(seat >= 0 and each.seats[seat].kind == "bot" for seat in each.to_act)
        ]
        await asyncio.gather(*(resume(table) for table in waiting))

    async def stop(self) -> None:
        self.stopping = True
        tasks = [live.driver for live in self.cached.values() if live.driver is not None]
        tasks += [self.resuming] if self.resuming is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for live in list(self.cached.values()):
            live.audience.close()
        self.opponents.stop()


def settle_seats(game: Game[Any], seats: list[Seat]) -> list[Seat]:
    """Check names and bots; who has no name is called after the bot's kind or the number of the seat."""
    known_bots = bots.names(game.name)
    settled = []
    for number, seat in enumerate(seats):
        bot = seat.bot
        if seat.kind == "bot":
            bot = bot or known_bots[0]
            if bot not in known_bots:
                raise Refusal(
                    422, "unknown-bot", f"{game.name} has no bot {bot[:40]!r}; it has {', '.join(known_bots)}"
                )
        elif bot is not None:
            raise Refusal(422, "bad-seats", f"seat {number} is human, and yet has a bot")
        name = seat.name or bot or f"player {number + 1}"
        if len(name) > LONGEST_NAME:
            raise Refusal(422, "bad-seats", f"seat {number}: a name has {LONGEST_NAME} characters at most")
        settled.append(Seat(name, seat.kind, bot))
    return settled


__all__ = ["SPECTATOR", "LiveTable", "Tables", "find_game", "restore"]
