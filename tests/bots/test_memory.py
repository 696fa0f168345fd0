"""What a bot remembers: what everybody saw is not guessed at again, and what nobody saw is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.games.struggle.components import POWER
from rondel.kernel import record
from rondel.kernel.bot import Sight
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match

GOLDEN = Path(__file__).parents[1] / "golden"


def recorded(name: str, position: int) -> tuple[Match, Any]:
    """A recorded game as it stood, and its state."""
    match = record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load).until(position)
    return match, match.state


def worlds(match: Match) -> list[Any]:
    return [Sight(match.game, match.state, 0, random.Random(seed)).imagine() for seed in range(5)]


@pytest.mark.parametrize("position", [60, 200, 300])
def test_payments_of_imperial_are_made_in_the_open_and_remembered(position: int) -> None:
    """What the log of a spectator says adds up to what everybody has; so a bot may know it."""
    match, state = recorded("imperial-4", position)
    start: Any = match.start
    money = list(start.money[: state.seats])
    for entry in match.log(SPECTATOR):
        for event in entry["events"]:
            if event["kind"] == "paid":
                for who, sign in (("payer", -1), ("payee", 1)):
                    account = str(event["params"][who])
                    if account.startswith("seat-"):
                        money[int(account.removeprefix("seat-"))] += sign * event["params"]["amount"]
    assert money == state.money[: state.seats]
    assert all(world.money == state.money for world in worlds(match))
    guessed = [match.game.imagine(state, 0, random.Random(seed)).money for seed in range(5)]
    assert any(each != state.money for each in guessed), "who only looks at the table does not see it"


BRINGS = {"unrest-taken": ("points", 1), "unrest-shed": ("points", -1), "borrowed": ("points", 1)}
"""The event, its figure that tells of unrest, and which way that goes."""


def test_unrest_of_struggle_is_remembered() -> None:
    match, state = recorded("struggle-4", 400)
    assert state.war > 1
    unrest = [0] * len(state.unrest)
    for entry in match.log(SPECTATOR):
        for event in entry["events"]:
            if event["kind"] in BRINGS:
                figure, sign = BRINGS[event["kind"]]
                unrest[POWER.index[event["params"]["power"]]] += sign * event["params"][figure]
    assert unrest == list(state.unrest), "everybody has seen all of it"
    assert all(world.unrest == state.unrest for world in worlds(match))
    guessed = [match.game.imagine(state, 0, random.Random(seed)).unrest for seed in range(5)]
    assert any(each != state.unrest for each in guessed)
