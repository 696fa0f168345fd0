"""14. The course of a round: eight phases. A phase begins only when everybody has finished the one before."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import PLACE_OF, STARTS
from rondel.games.imperunde.components import AREA, LAND_VALUE, SEAS
from rondel.games.imperunde.state import (
    CLEARING,
    DIPLOMACY,
    EMBARKING,
    EVENTS,
    INCOME,
    INVESTMENTS,
    MOVEMENT,
    PARTIES,
    PHASE,
    STARTER,
    Table,
    is_clockwise,
)
from rondel.games.imperunde.steps import diplomacy
from rondel.games.imperunde.steps import events as occurrences
from rondel.games.imperunde.steps.budget import COLLECT
from rondel.games.imperunde.steps.embarking import EmbarkationTurn
from rondel.games.imperunde.steps.investments import InvestmentTurn
from rondel.games.imperunde.steps.movement import MovementTurn
from rondel.games.imperunde.steps.seas import ClearSeas
from rondel.games.imperunde.steps.secret_service import (
    W_CLEARING,
    W_EMBARKING,
    W_EVENTS,
    W_INCOME,
    W_INVESTMENTS,
    open_window,
)
from rondel.games.imperunde.steps.victory import FINISH
from rondel.kernel.data import bits
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY, ChanceStep, Step
from rondel.kernel.score import Part

NEAR: Final = 5
"""Who lacks no more than the fifth part of the target is said to be near it."""


class Phases(Step[Table]):
    """14. The bottom of the stack: it goes from phase to phase and from round to round."""

    __slots__ = ()
    CHAPTER = "round"

    def run(self, state: Table) -> None:
        if state.phase == EVENTS or not state.phase:
            if state.round and state.round == state.options["cap"]:
                end_by_cap(state)
                return
            if state.round:
                state.close_form()
            state.round += 1
            state.phase = STARTER
            state.free_prizes()
        else:
            state.phase += 1
        if state.phase == STARTER:
            state.push(ROLL_STARTER)
            return
        if state.events is not None:
            state.emit(events.PHASE_BEGAN, PHASE.ids[state.phase])
        begin_phase(state, state.phase)


def begin_phase(state: Table, phase: int) -> None:
    """Push what the phase consists of; cards may be played before it begins."""
    order = tuple(state.order())
    if phase == DIPLOMACY:
        diplomacy.begin(state)
    elif phase == INCOME:
        state.push(COLLECT)
        open_window(state, W_INCOME, order[0])
    elif phase == INVESTMENTS:
        note_holders(state)
        state.push(InvestmentTurn(order))
        open_window(state, W_INVESTMENTS, order[0])
    elif phase == CLEARING:
        state.push(ClearSeas(0))
        open_window(state, W_CLEARING, order[0])
    elif phase == MOVEMENT:
        state.push(MovementTurn(order))
    elif phase == EMBARKING:
        state.push(EmbarkationTurn(order))
        open_window(state, W_EMBARKING, order[0])
    else:
        state.push(BEGIN_EVENTS)
        open_window(state, W_EVENTS, order[0])


def note_holders(state: Table) -> None:
    """Who holds each sea area when investments begin: the card Capture asks whose sea area it is."""
    for sea in range(SEAS):
        state.held[sea] = NOBODY
        for party in range(PARTIES):
            if state.ships_at[party] >> sea & 1:
                state.held[sea] = party


class BeginEvents(Step[Table]):
    """14.8 Old discs are taken off, then the new events follow."""

    __slots__ = ()
    CHAPTER = "events"

    def run(self, state: Table) -> None:
        state.pop()
        occurrences.begin(state)


class RollStarter(ChanceStep[Table]):
    """14.1 Whoever rolls highest begins the round; the direction changes every round."""

    __slots__ = ()
    CHAPTER = "starter"

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(STARTS[seat], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.starter = PLACE_OF[action]
        if state.events is not None:
            direction = "clockwise" if is_clockwise(state.round) else "counterclockwise"
            state.emit(events.ROUND_BEGAN, state.round, state.starter, direction)


# --- the end ----------------------------------------------------------------------------------------------------------


def scores(state: Table) -> list[int]:
    """Posts, less one for every 5 doubloons of debt."""
    return [state.post_count[seat] - state.debt[seat] // 5 for seat in range(state.seats)]


def score_parts(state: Table) -> list[list[Part]]:
    """Posts, colony by colony, less one for every 5 doubloons of debt."""
    parts: list[list[Part]] = []
    for seat in range(state.seats):
        lands = [land for land in bits(state.lands_of[seat]) if state.posts[land]]
        lands.sort(key=lambda land: -state.posts[land])
        own = [Part("score.posts", {"area": AREA.ids[land]}, state.posts[land]) for land in lands]
        if state.debt[seat]:
            own.append(Part("score.debt", {"debt": state.debt[seat]}, -(state.debt[seat] // 5)))
        parts.append(own)
    return parts


def near_end(state: Table) -> list[Message]:
    """Who is near to the target, and that the last round has come."""
    said: list[Message] = []
    near = max(1, state.target // NEAR)
    for seat in sorted(range(state.seats), key=lambda seat: -state.post_count[seat]):
        if state.post_count[seat] >= state.target - near:
            what = {"seat": seat, "posts": state.post_count[seat], "target": state.target, "debt": state.debt[seat]}
            said.append(Message("near.posts", what))
    cap = state.options["cap"]
    if cap and state.round >= cap:
        said.append(Message("near.cap", {"round": state.round}))
    return said


def standing(state: Table, seat: int) -> tuple[int, int, int, int, int]:
    """How a player compares: victory, score, less debt, more money, more land."""
    land = sum(LAND_VALUE[each] for each in bits(state.colonies(seat)))
    won = 1 if state.winner == seat else 0
    return (won, scores(state)[seat], -state.debt[seat], state.money[seat], land)


def ranks(state: Table) -> list[int]:
    standings = [standing(state, seat) for seat in range(state.seats)]
    return [1 + sum(1 for other in standings if other > own) for own in standings]


def end_by_cap(state: Table) -> None:
    """Option: after the last round whoever has most posts less debts wins."""
    best = ranks(state).index(1)
    state.winner = best
    if state.events is not None:
        state.emit(events.ENDED, state.round, best)
    state.push(FINISH)


PHASES: Final = Phases()
ROLL_STARTER: Final = RollStarter()
BEGIN_EVENTS: Final = BeginEvents()
