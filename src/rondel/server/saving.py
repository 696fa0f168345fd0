"""The state of a table as it is stored: text that is made anew only where it has changed since the last move."""

from __future__ import annotations

from typing import Any

import msgspec

from rondel.kernel.flow import State
from rondel.kernel.game import Game

encode = msgspec.json.Encoder().encode


class Saved:
    """A state that was saved, and the text of each of its fields. The state must not change any more."""

    __slots__ = ("parts", "state")

    def __init__(self, state: State, parts: dict[str, msgspec.Raw]) -> None:
        self.state = state
        self.parts = parts


def save(game: Game[Any], state: State, last: Saved | None) -> tuple[str, Saved]:
    """`Game.save` of a state as text, with what it shares with the one before taken over from there."""
    parts: dict[str, msgspec.Raw] = {}
    for name, field in game.fields.items():
        content = getattr(state, name)
        if last is not None and getattr(last.state, name) == content:
            parts[name] = last.parts[name]
        else:
            parts[name] = msgspec.Raw(encode(field.save(content)))
    return encode(game.save(state, parts)).decode(), Saved(state, parts)
