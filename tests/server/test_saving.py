"""States are stored as they are, though only what has changed is written anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from rondel import games
from rondel.kernel.game import random_action
from rondel.kernel.record import Match
from rondel.server.saving import Saved, save


@pytest.mark.parametrize("name", games.NAMES)
def test_a_state_is_saved_as_if_it_were_saved_anew(name: str) -> None:
    game = games.load(name)
    rng = random.Random(name)
    for seats in (game.players[0], game.players[-1]):
        match = Match(game, seats, seed=f"saving {name}")
        match.roll()
        last: Saved | None = None
        while not match.over and match.position < 400:
            seat = game.to_act(match.state)[0]
            match.play(seat, random_action(match.state, seat, rng))
            match.roll()
            text, last = save(game, match.state, last)
            assert text == msgspec.json.encode(game.save(match.state)).decode()


def test_what_has_changed_is_written_anew() -> None:
    """The fields that a move leaves alone are most of them, and their text is taken over."""
    game = games.load("imperial")
    match = Match(game, 4, seed="saving")
    match.roll()
    _, last = save(game, match.state, None)
    seat = game.to_act(match.state)[0]
    match.play(seat, random_action(match.state, seat, random.Random(1)))
    text, after = save(game, match.state, last)
    kept = [name for name, part in after.parts.items() if part is last.parts[name]]
    assert len(after.parts) / 2 < len(kept) < len(after.parts)
    assert text == msgspec.json.encode(game.save(match.state)).decode()
