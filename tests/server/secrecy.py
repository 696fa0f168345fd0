"""Whether a table tells somebody what is hidden from it: by messages, patches, the log out of storage, or answers.

The kernel's shadow goes through the same game in another world, which looks the same to one viewer. The server must say
the same in both: word by word.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.conformance import Shadow
from rondel.kernel.flow import State
from rondel.kernel.game import Game
from rondel.kernel.record import Match
from rondel.server.audience import Audience, Moment, Moved, Watcher
from rondel.server.errors import Refusal
from rondel.server.seating import settle_seats
from rondel.server.settings import Settings, database_url
from rondel.server.storage import Seat, Store
from rondel.server.tables import Tables
from tests.server.place import run


class Line:
    """A live line of a viewer into one world, by patches or in full."""

    def __init__(self, match: Match, viewer: int, patches: bool) -> None:
        self.match = match
        self.audience = Audience()
        self.watcher = Watcher(viewer, patches, limit=100_000)
        self.audience.join(self.watcher, match.observe(viewer))

    def rejoin(self, state: State, position: int) -> None:
        """Both worlds are seen anew from here."""
        viewer = self.watcher.viewer
        self.audience.join(Watcher(viewer, True, 1), self.match.observe_all([viewer], position, state)[0])
        self.audience.watchers[viewer] = [self.watcher]

    def tell(self, moment: Moment) -> list[bytes]:
        self.watcher.waiting.clear()
        self.audience.publish([moment], lambda each, seats: self.match.observe_all(seats, each.position, each.state))
        return list(self.watcher.waiting)


class Spy:
    """Compares what a viewer is told live in both worlds, entry by entry."""

    def __init__(self, match: Match, viewer: int, patches: bool, rng: random.Random) -> None:
        self.match = match
        self.shadow = Shadow(match, viewer, rng)
        self.true, self.other = Line(match, viewer, patches), Line(match, viewer, patches)
        self.compared = 0

    def follow(self) -> None:
        match, shadow, game = self.match, self.shadow, self.match.game
        while shadow.position < match.position:
            position = shadow.position + 1
            alike = shadow.step() and position == match.position
            if alike and shadow.world is not None and shadow.entry is not None:
                entry = match.entries[position - 1]
                told = self.true.tell(Moved(position, position, match.state, game, entry, match.over))
                imagined = self.other.tell(Moved(position, position, shadow.world, game, shadow.entry, match.over))
                assert told == imagined, f"seat {shadow.viewer} is told what is hidden from it: {told} / {imagined}"
                self.compared += 1
            else:
                self._meet(match.at(position), position)

    def _meet(self, state: State, position: int) -> None:
        self.true.rejoin(state, position)
        self.other.rejoin(state, position)


async def answers(tables: Tables, table: str, seat: int, position: int, actions: list[int]) -> list[Any]:
    """What a seat is told that asks about actions, and tries those that are not allowed."""
    said: list[Any] = []
    for action in actions:
        for ask in (tables.preview(table, seat, position, action), tables.explain(table, seat, action)):
            try:
                said.append(await ask)
            except Refusal as refusal:
                said.append((refusal.status, refusal.to_json()))
        if said[-1] is not None:
            try:
                await tables.play(table, seat, position, action)
            except Refusal as refusal:
                said.append((refusal.status, refusal.to_json()))
    return said


async def compare_answers(tables: Tables, table: str, rng: random.Random) -> None:
    """Every seat asks the same in two worlds that look the same to it, and is answered the same."""
    async with tables.use(table) as live:
        match = live.match
    game, state = match.game, match.state
    for seat in range(state.seats):
        actions = [rng.randrange(len(game.catalogue)) for _ in range(3)]
        choices = flow.legal(state, seat)
        if choices:
            wanted = [*choices, *state.pending[-1].candidates(state, seat)]
            actions += rng.sample(wanted, min(4, len(wanted)))
        said = []
        for world in (state, game.imagine(state, seat, rng)):
            live.match = match.fork()
            live.match.state = world
            said.append(await answers(tables, table, seat, match.position, actions))
        live.match = match
        assert said[0] == said[1], f"seat {seat} is answered what is hidden from it"


async def spy(game: Game[Any], seats: int, options: dict[str, Any], seed: str, moves: int, folder: Path) -> int:
    """A random game at a table, with a spy for every viewer; how many live messages were compared."""
    store = Store(database_url(folder / "rondel.db"))
    await store.start()
    tables = Tables(Settings(database=store.url), store)
    rng = random.Random(seed)
    sitting = settle_seats(game, [Seat(f"P{seat}", "human", None) for seat in range(seats)])
    match = Match(game, seats, options, [seat.name for seat in sitting], seed=f"secret/{seed}")
    match.plays_forced = True
    twin = match.fork()  # the same game beside the server, with all its events
    summary = await tables.found(match, sitting)
    spies = [Spy(twin, viewer, viewer % 2 == 0, rng) for viewer in (*range(seats), flow.SPECTATOR)]
    while one_more(twin):
        for each in spies:
            each.follow()
    for number in range(moves):
        if twin.over:
            break
        seat = rng.choice(flow.to_act(twin.state))
        action = rng.choice(flow.legal(twin.state, seat))
        await tables.play(summary.id, seat, twin.position, action)
        twin.play(seat, action)
        for each in spies:
            each.follow()
        while one_more(twin):
            for each in spies:
                each.follow()
        if number % 12 == 0:
            await compare_answers(tables, summary.id, rng)
    for each in spies:
        if not twin.over:
            stored = await tables.log(summary.id, each.shadow.viewer, each.shadow.begun)
            assert json.loads(json.dumps(stored)) == json.loads(json.dumps(each.shadow.lines))
    await tables.stop()
    await store.stop()
    return sum(each.compared for each in spies)


def one_more(match: Match) -> bool:
    """What chance or the table does next, one action alone; False if somebody must decide."""
    acting = flow.to_act(match.state)
    if acting == (flow.CHANCE,):
        match.play(flow.CHANCE, chance.draw(match.seed, match.position, flow.odds(match.state)))
        return True
    action = flow.forced(match.state)
    if action >= 0:
        match.play(acting[0], action)
    return action >= 0


def check_secrecy(game: Game[Any], seats: int, options: dict[str, Any], seed: str, moves: int, folder: Path) -> int:
    """AssertionError if the server tells anybody what is hidden; else how many live messages were compared."""
    return run(spy(game, seats, options, seed, moves, folder))
