"""Who has won the finished tables of a list: read from their last states, once for each."""

from __future__ import annotations

import asyncio
from typing import Any

from rondel import games
from rondel.kernel.codec import LoadError
from rondel.server.storage import Store, Summary

NAMED = 100
"""Of a list, so many finished tables have their winners named, the last touched first: whoever keeps thousands must not
hold up those who play."""
MOST = 2000
"""As many finished tables are remembered; then all are read anew."""


class Winners:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[tuple[str, int], list[int]] = {}

    async def name(self, tables: list[Summary]) -> None:
        """Say of each finished table who has won it; of one whose state cannot be read, nobody."""
        over = [table for table in tables if table.over][:NAMED]
        wanted = {table.id: (table.id, table.message) for table in over}
        missing = [table for table in over if wanted[table.id] not in self.known]
        if len(self.known) + len(missing) > MOST:
            self.known.clear()
            missing = over
        states = await self.store.states([table.id for table in missing])
        found = await asyncio.to_thread(lambda: [first_of(table.game, states.get(table.id)) for table in missing])
        self.known.update(zip((wanted[table.id] for table in missing), found, strict=True))
        for table in over:
            table.winners = self.known.get(wanted[table.id], [])


def first_of(name: str, saved: dict[str, Any] | None) -> list[int]:
    try:
        game = games.load(name)
        ranks = game.ranks(game.load(saved, trusted=True))
    except (LoadError, LookupError, games.GameError):
        return []  # of other rules, or damaged
    return [seat for seat, rank in enumerate(ranks) if rank == 1]
