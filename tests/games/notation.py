"""Moves in notation, so that tests of every game read like its rulebook."""

from __future__ import annotations

from typing import Any

from rondel.kernel import flow
from rondel.kernel.conformance import count_lines
from rondel.kernel.events import Event
from rondel.kernel.flow import State
from rondel.kernel.game import Game


class Notation:
    """What the tests of a game say and ask in its notation."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def play(self, state: State, *moves: str) -> list[Event]:
        """Play moves, each by the seat that is to act (the first of several, or chance); return all events.

        `2> refuse` says who it must be.
        """
        happened = []
        for move in moves:
            seat = flow.to_act(state)[0]
            who, mark, words = move.partition("> ")
            if mark:
                assert who == ("?" if seat < 0 else str(seat)), f"{seat} is to act, not {who}: {move}"
                move = words
            happened += self.play_as(state, seat, move)
        return happened

    def play_as(self, state: State, seat: int, *moves: str) -> list[Event]:
        happened = []
        for move in moves:
            happened += self.game.apply(state, seat, self.game.catalogue.parse(move))
            self.game.check(state)
        return happened

    def offered(self, state: State, kind: str = "") -> list[str]:
        """The legal actions of the seat to act; of one kind, if it is named."""
        actions = [self.game.catalogue[action] for action in flow.legal(state, flow.to_act(state)[0])]
        return [action.notation for action in actions if not kind or action.kind == kind]

    def reason(self, state: State, move: str, seat: int | None = None) -> str:
        """The code of why a move is not allowed; "" if it is."""
        who = flow.to_act(state)[0] if seat is None else seat
        why = self.game.explain(state, who, self.game.catalogue.parse(move))
        return why.code if why else ""


def step(state: State) -> str:
    """The name of the decision that is pending."""
    return type(state.pending[-1]).__name__ if state.pending else ""


def names(happened: list[Event]) -> list[str]:
    """What kinds of events happened."""
    return [event.kind.name for event in happened]


def lines_of_play(state: State) -> list[int]:
    """How many lines of play there are from a position: of one action, two and three."""
    return [count_lines(state, depth) for depth in (1, 2, 3)]
