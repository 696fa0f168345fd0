"""Special Prestige, the goals of the nation cards, and victory."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.components import (
    CIRCUMNAVIGATION_PRESTIGE,
    CONTINENT_OF,
    GOAL_AREAS,
    GOAL_COLONIES,
    GOAL_COUNTERS,
    GOAL_KIND,
    GOAL_NUMBER,
    GOAL_NUMBER_2,
    GOAL_RESOURCE,
    GOAL_SPOTS,
    OBJECTIVE_PRESTIGE,
    RESOURCE_SPOTS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.state import Table
from rondel.kernel.data import bits
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY
from rondel.kernel.score import Part

NEAR: Final = 2
"""So much Prestige before victory a player is said to be near it."""


def settle(state: Table, active: int) -> None:
    """After every card, and after each player's part in phases 2 to 5: special Prestige first, then victory.

    Nothing may be pushed or popped after this: if somebody has won, nothing is pending any more.
    """
    award(state, active)
    check_victory(state, active)


def award(state: Table, active: int) -> None:
    """The world tour goes to the first player present on all continents at once; a nation card's goal counts once."""
    seats = state.seats
    if state.circumnavigation == NOBODY and state.options["achievements"]:
        for place in range(active, active + seats):
            seat = place if place < seats else place - seats
            if state.on_all_continents(seat):
                state.circumnavigation = seat
                state.gain_prestige(seat, CIRCUMNAVIGATION_PRESTIGE, "circumnavigation")
                break
    for place in range(active, active + seats):
        seat = place if place < seats else place - seats
        if state.nation[seat] >= 0 and not state.objectives >> seat & 1 and goal_reached(state, seat):
            state.objectives |= 1 << seat
            state.gain_prestige(seat, OBJECTIVE_PRESTIGE, "objective")


def goal_reached(state: Table, seat: int) -> bool:
    """Whether the goal on a player's nation card is reached now."""
    nation = state.nation[seat]
    kind = GOAL_KIND[nation]
    if kind == GOAL_COUNTERS:
        return all(state.present[seat] & areas for areas in GOAL_AREAS[nation])
    if kind == GOAL_SPOTS:
        held = 0
        for spot in RESOURCE_SPOTS[GOAL_RESOURCE[nation]]:
            if state.spot[spot] == seat:
                held += 1
        return held >= GOAL_NUMBER[nation]
    if kind == GOAL_COLONIES:
        continents = 0
        for area in bits(state.colonies_at):
            if state.colony[area] == seat:
                continents |= 1 << CONTINENT_OF[area]
        return continents.bit_count() >= GOAL_NUMBER[nation]
    return state.squadrons[seat] >= GOAL_NUMBER[nation] and state.colonies(seat) >= GOAL_NUMBER_2[nation]


def qualifies(state: Table, seat: int) -> bool:
    """Ten Prestige and no Loan."""
    return state.prestige[seat] >= VICTORY_PRESTIGE and not state.loans[seat]


def check_victory(state: Table, active: int) -> None:
    """The first player with ten Prestige and no Loan wins at once.

    If several qualify in the same instant: more Prestige, more Treasury, more Monopolies, then the active player and on
    clockwise.
    """
    for seat in range(state.seats):
        if state.prestige[seat] >= VICTORY_PRESTIGE and not state.loans[seat]:
            break
    else:
        return
    seats = [seat for seat in state.clockwise(active) if qualifies(state, seat)]
    finish(state, best_of(state, seats, state.prestige), "prestige")


def best_of(state: Table, seats: list[int], points: list[int]) -> int:
    """The first seat in this order that no other beats on points, then Treasury, then Monopolies."""
    monopolies = state.monopolies()
    best = seats[0]
    for seat in seats:
        mine = (points[seat], state.treasury[seat], monopolies[seat])
        if mine > (points[best], state.treasury[best], monopolies[best]):
            best = seat
    return best


def finish(state: Table, seat: int, why: str) -> None:
    state.winner = seat
    state.emit(events.WON, seat, why)
    state.pending.clear()


def at_turn_limit(state: Table) -> None:
    """Option: when the last turn is over, the highest Prestige minus the number of Loans wins."""
    finish(state, best_of(state, state.clockwise(state.first), scores(state)), "turn-limit")


def scores(state: Table) -> list[int]:
    """Prestige minus the number of Loans."""
    return [state.prestige[seat] - len(state.loans[seat]) for seat in range(state.seats)]


def score_parts(state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
    """Prestige by what it was earned and lost for, less the Loans."""
    earned: list[dict[str, int]] = [{} for _ in range(state.seats)]
    for entry in log:
        for event in entry["events"]:
            if event["kind"] in ("prestige-gained", "prestige-lost"):
                params = event["params"]
                by = earned[params["seat"]]
                amount = params["amount"] if event["kind"] == "prestige-gained" else -params["amount"]
                by[params["why"]] = by.get(params["why"], 0) + amount
    parts = [[Part("score.prestige", {"why": why}, points) for why, points in by.items()] for by in earned]
    for seat in range(state.seats):
        if state.loans[seat]:
            parts[seat].append(Part("score.loans", {"n": len(state.loans[seat])}, -len(state.loans[seat])))
    return parts


def near_end(state: Table) -> list[Message]:
    """Who is near to ten Prestige, and that the last turn has come."""
    said: list[Message] = []
    for seat in sorted(range(state.seats), key=lambda seat: -state.prestige[seat]):
        if state.prestige[seat] >= VICTORY_PRESTIGE - NEAR:
            what = {"seat": seat, "n": state.prestige[seat], "of": VICTORY_PRESTIGE, "loans": len(state.loans[seat])}
            said.append(Message("near.prestige", what))
    if state.turn >= state.options["turn-limit"]:
        said.append(Message("near.turn-limit", {"turn": state.turn}))
    return said


def ranks(state: Table) -> list[int]:
    """The winner first, then by score, Treasury and Monopolies; equal players share a place."""
    points, monopolies = scores(state), state.monopolies()
    standing = [
        (seat == state.winner, points[seat], state.treasury[seat], monopolies[seat]) for seat in range(state.seats)
    ]
    return [1 + sum(other > mine for other in standing) for mine in standing]
