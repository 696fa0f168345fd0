"""The Financier takes a Loan."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.colonial.actions import LOAN, PLACE_OF, kind_of
from rondel.games.colonial.characters.base import Character, Decision, last_choice
from rondel.games.colonial.components import ECONOMY, FINANCIER, LOAN_BASE, TRACKS
from rondel.games.colonial.outlook import AT_LEISURE, BORROWING, PURSE, SOLVENT, Course, Outlook, is_late
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "financier"


def ceiling(state: Table, seat: int) -> int:
    """A Loan is at most five and the level of Economy."""
    return LOAN_BASE + state.track[seat * TRACKS + ECONOMY]


def most_loan(state: Table, seat: int) -> int:
    """The largest Loan, which needs as many counters."""
    return min(ceiling(state, seat), state.free[seat])


class TakeLoan(OwnTurn):
    """Financier: take one Loan; as many counters make a stack of their own in the Loans box."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        return LOAN[1 : most_loan(state, seat) + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return LOAN[1:]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "borrow":
            return None
        if PLACE_OF[action] > ceiling(state, seat):
            return Reason("loan-too-high", {"most": ceiling(state, seat)}, CHAPTER)
        return Reason("no-counter", {"seat": seat}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.take_loan(seat, PLACE_OF[action])


class Financier(Character):
    NUMBER = FINANCIER

    def can_act(self, state: Table, seat: int) -> bool:
        return state.free[seat] > 0

    def why_not(self, state: Table, seat: int) -> Reason | None:
        return None if state.free[seat] > 0 else Reason("no-counter", {"seat": seat}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(TakeLoan(seat))

    def now(self, state: Table, seat: int) -> Message:
        return Message("now.financier", {"most": most_loan(state, seat)})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.loan = most_loan(state, seat)

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        loan = outlook.loan
        if loan > 0 and not outlook.loans:
            treasury, borrowed = course.treasury + loan, course.borrowed + float(loan)
            after.improve(outlook, course, course.worth, AT_LEISURE, treasury, course.goods, borrowed, course.spots)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        """Borrow when the Treasury is empty; not when victory is near, nor only to repay it when the turn is over."""
        w = outlook.weights
        if is_late(state, seat) or len(state.loans[seat]) >= 2:
            return 0.0
        if state.treasury[seat] >= w[PURSE] and not state.cards_to_come(seat):
            return 0.0
        return w[BORROWING] - w[SOLVENT] * state.treasury[seat] - 0.3 * len(state.loans[seat])

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {TakeLoan: last_choice}
