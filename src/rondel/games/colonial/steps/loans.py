"""Loans: repayment at any time in one's own turn, and interest."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.actions import PLACE_OF, REPAY, REPAY_ALL, kind_of
from rondel.games.colonial.components import INTEREST, MISSING_UNREST
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.victory import check_victory
from rondel.kernel.events import Reason
from rondel.kernel.flow import SeatStep

CHAPTER: Final = "loans"


# --- repayment ----------------------------------------------------------------------------------------------------


def can_repay(state: Table, seat: int) -> bool:
    return bool(state.loans[seat] and state.treasury[seat])


def add_repayments(offered: list[int], state: Table, seat: int, kept: int) -> None:
    """At any time in your turn: each Treasury discarded takes one counter off one of your Loans, in part or in full."""
    treasury = state.treasury[seat] - kept
    if treasury <= 0:
        return
    before = 0
    for loan in state.loans[seat]:
        if loan != before:
            offered.append(REPAY[loan])
            if 1 < loan <= treasury:
                offered.append(REPAY_ALL[loan])
            before = loan


def repay(state: Table, seat: int, action: int) -> None:
    """Carry out a repayment. Clearing the last Loan with enough Prestige wins at once: nothing may follow this."""
    loan = PLACE_OF[action]
    state.repay(seat, loan, 1 if action == REPAY[loan] else loan)
    if not state.loans[seat]:
        check_victory(state, seat)


def explain_repayment(state: Table, seat: int, action: int, kept: int) -> Reason | None:
    kind = kind_of(action)
    if kind != "repay" and kind != "repay-all":
        return None
    loan = PLACE_OF[action]
    if loan not in state.loans[seat]:
        return Reason("no-such-loan", {"n": loan}, CHAPTER)
    needed = kept + (1 if kind == "repay" else loan)
    return Reason("too-little-treasury", {"needed": needed, "treasury": state.treasury[seat]}, CHAPTER)


def is_repayment(action: int) -> bool:
    return FIRST_REPAYMENT <= action <= LAST_REPAYMENT


FIRST_REPAYMENT: Final = REPAY[1]
LAST_REPAYMENT: Final = REPAY_ALL[-1]


class OwnTurn(SeatStep[Table]):
    """A decision in a player's own turn: besides what it is about, he may repay Loans."""

    __slots__ = ()

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = self.offers(state, seat)
        if state.loans[seat] and state.treasury[seat]:
            add_repayments(offered, state, seat, self.kept(state, seat))
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return self.refuse(state, seat, action) or explain_repayment(state, seat, action, self.kept(state, seat))

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if is_repayment(action):
            repay(state, seat, action)
        else:
            self.carry_out(state, seat, action)

    def kept(self, state: Table, seat: int) -> int:
        """Treasury that is not repaid here, because the character who was chosen needs it in order to act at all."""
        return 0

    def offers(self, state: Table, seat: int) -> list[int]:
        """What the decision itself is about, in a list that nobody else keeps."""
        raise NotImplementedError

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        """Why an action that the decision is about is not allowed now."""
        return None

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        raise NotImplementedError


# --- interest -----------------------------------------------------------------------------------------------------


def interest_due(state: Table, seat: int) -> tuple[tuple[int, ...], int]:
    """Phase 5: how a player's Loans will stand when each has grown by a counter, and how many counters are missing."""
    stacks = list(state.loans[seat])
    due = INTEREST * len(stacks)
    paid = min(due, state.free[seat])
    for i in range(paid):
        stacks[i % len(stacks)] += 1
    return tuple(stacks), due - paid


def add_interest(state: Table, seat: int) -> None:
    """Each Loan grows by a counter; for each counter that is missing, Unrest comes to the Nation board."""
    stacks, missing = interest_due(state, seat)
    if stacks != state.loans[seat]:
        state.add_interest(seat, stacks)
    if missing:
        state.add_domestic_unrest(seat, MISSING_UNREST * missing, "interest")
