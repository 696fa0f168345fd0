"""4. The goal of the game: the first player with enough trading posts and no debts wins at once."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.state import SETUP, Table
from rondel.kernel.flow import NOBODY, Step


class Finish(Step[Table]):
    """4. The game is over at once: nothing that was pending happens any more."""

    __slots__ = ()
    CHAPTER = "goal"

    def run(self, state: Table) -> None:
        state.pending.clear()


FINISH: Final = Finish()


def has_won(state: Table, seat: int) -> bool:
    """4. The first player with the required number of posts and no debts wins at once."""
    return state.post_count[seat] >= state.target and not state.debt[seat]


def check_victory(state: Table, seat: int) -> bool:
    """To be called last, when nothing else touches the stack: the end of the game is pushed on top."""
    if has_won(state, seat) and state.winner == NOBODY and state.phase != SETUP:
        state.winner = seat
        if state.events is not None:
            state.emit(events.WON, seat, state.post_count[seat])
        state.push(FINISH)
        return True
    return False
