"""What the server says is what the kernel says, for every game: also with chance, secrets and simultaneous choices."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match, parse
from rondel.server.audience import Watcher
from rondel.server.patch import apply
from rondel.server.settings import Settings, database_url
from rondel.server.storage import Seat, Store
from rondel.server.tables import Tables
from tests.server.place import run

MOVES = 70


class Table:
    """A table in this process, with everybody watching by patches."""

    def __init__(self, tables: Tables, id_: str, seats: int) -> None:
        self.tables = tables
        self.id = id_
        self.viewers = [*range(seats), SPECTATOR]
        self.seen: dict[int, Any] = {}
        self.watchers: dict[int, Watcher] = {}

    async def watch(self) -> None:
        async with self.tables.use(self.id) as live:
            for viewer in self.viewers:
                self.watchers[viewer] = Watcher(viewer, patches=True, limit=10_000)
                self.seen[viewer] = live.match.observe(viewer, reasons=False)
                live.audience.join(self.watchers[viewer], self.seen[viewer])

    def hear(self) -> None:
        for viewer, watcher in self.watchers.items():
            while watcher.waiting:
                self.seen[viewer] = apply(self.seen[viewer], json.loads(watcher.waiting.popleft())["patch"])

    async def check(self) -> Match:
        """Compare with the record, replayed by the kernel."""
        match = parse(await self.tables.file(self.id), games.load)
        match.plays_forced = self.tables.settings.plays_forced
        for viewer in self.viewers:
            assert plain(self.seen[viewer]) == plain(match.observe(viewer, reasons=False))
            assert plain(await self.tables.observation(self.id, viewer)) == plain(match.observe(viewer, reasons=False))
            assert plain(await self.tables.log(self.id, viewer)) == plain(match.log(viewer))
        return match


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


async def play(name: str, folder: Path) -> None:
    store = Store(database_url(folder / "rondel.db"))
    await store.start()
    tables = Tables(Settings(database=store.url), store)
    rng = random.Random(name)
    seats = max(games.load(name).players[0], 3)
    summary = await tables.create(name, [Seat(f"P{i}", "human", None) for i in range(seats)], {})
    table = Table(tables, summary.id, seats)
    await table.watch()
    taken_back = 0
    for number in range(MOVES):
        async with tables.use(table.id) as live:
            state, game, position = live.match.state, live.game, live.position
            if state.over():
                break
            seat = rng.choice(game.to_act(state))
            action = rng.choice(game.legal(state, seat))
        await tables.play(table.id, seat, position, action)
        table.hear()
        possible = table.seen[seat]["takeback"]
        if possible and rng.random() < 0.2:
            await tables.take_back(table.id, seat, table.seen[seat]["position"], rng.randint(1, possible))
            taken_back += 1
            table.hear()
        if number % 10 == 0:
            await table.check()
    match = await table.check()
    assert taken_back
    for position in rng.sample(range(match.position + 1), 8):
        past = await tables.observation(table.id, 0, position)
        assert plain(past["view"]) == plain(match.game.view(match.at(position), 0))
    file = await tables.file(table.id)
    await tables.stop()
    await store.stop()

    store = Store(database_url(folder / "rondel.db"))  # and once more from storage
    await store.start()
    tables = Tables(Settings(database=store.url), store)
    table = Table(tables, table.id, seats)
    await table.watch()
    await table.check()
    copy = await tables.import_file(file, {})
    again = await tables.file(copy.id)
    assert again.partition("\n\n")[2] == file.partition("\n\n")[2]
    assert ("\nsince " in again) == (not match.over), "what is not over goes on with dice that nobody knows"
    await tables.stop()
    await store.stop()


@pytest.mark.parametrize("name", games.NAMES)
def test_server_and_kernel_agree(name: str, tmp_path: Path) -> None:
    run(play(name, tmp_path))
