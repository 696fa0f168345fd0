"""What a coach tells of choices, for tests of its words."""

from __future__ import annotations

from typing import Any

from rondel.bots.coach import advise
from rondel.bots.search import Budget
from rondel.kernel import flow
from rondel.kernel.flow import State


def told(game: Any, table: State, *moves: str) -> list[dict[str, dict[str, Any]]]:
    """What is told of each of these choices, by key, when nothing else is looked at."""
    seat = flow.to_act(table)[0]
    among = [game.catalogue.parse(move) for move in moves]
    advice = {each.action: each for each in advise(game, table, seat, "1", Budget(simulations=1), among=among)}
    return [
        {ground.message.key.removeprefix("coach."): ground.to_json() for ground in advice[action].grounds}
        for action in among
    ]
