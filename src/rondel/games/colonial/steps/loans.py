"""Loans: the Financier, the Trader, repayment at any time in one's own turn, and interest."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import LOAN, PLACE_OF, REPAY, REPAY_ALL, SELL, kind_of
from rondel.games.colonial.components import ECONOMY, INTEREST, LOAN_BASE, MISSING_UNREST, TRACKS
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.victory import check_victory
from rondel.kernel.events import SEAT, Reason
from rondel.kernel.flow import BY_SEAT, Step

CHAPTER: Final = "loans"


# --- repayment ----------------------------------------------------------------------------------------------------


def can_repay(state: Table, seat: int) -> bool:
    return bool(state.loans[seat] and state.treasury[seat])


def repayments(state: Table, seat: int, kept: int) -> list[int]:
    """At any time in your turn: each Treasury discarded takes one counter off one of your Loans, in part or in full."""
    offered: list[int] = []
    treasury = state.treasury[seat] - kept
    if treasury <= 0:
        return offered
    before = 0
    for loan in state.loans[seat]:
        if loan != before:
            offered.append(REPAY[loan])
            if 1 < loan <= treasury:
                offered.append(REPAY_ALL[loan])
            before = loan
    return offered


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


FIRST_REPAYMENT: Final = REPAY[1]
LAST_REPAYMENT: Final = REPAY_ALL[-1]


class OwnTurn(Step[Table]):
    """A decision in a player's own turn: besides what it is about, he may repay Loans."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = self.offers(state, seat)
        if state.loans[seat] and state.treasury[seat]:
            return offered + repayments(state, seat, self.kept(state, seat))
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return self.refuse(state, seat, action) or explain_repayment(state, seat, action, self.kept(state, seat))

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if FIRST_REPAYMENT <= action <= LAST_REPAYMENT:
            repay(state, seat, action)
        else:
            self.carry_out(state, seat, action)

    def kept(self, state: Table, seat: int) -> int:
        """Treasury that is not repaid here, because the character who was chosen needs it in order to act at all."""
        return 0

    def offers(self, state: Table, seat: int) -> list[int]:
        """What the decision itself is about."""
        raise NotImplementedError

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        """Why an action that the decision is about is not allowed now."""
        return None

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        raise NotImplementedError


# --- the Financier ------------------------------------------------------------------------------------------------


def most_loan(state: Table, seat: int) -> int:
    """A Loan is at most five and the level of Economy, and needs as many counters."""
    return min(LOAN_BASE + state.track[seat * TRACKS + ECONOMY], state.free[seat])


def why_no_loan(state: Table, seat: int) -> Reason | None:
    return None if state.free[seat] > 0 else Reason("no-counter", {"seat": seat}, "financier")


class TakeLoan(OwnTurn):
    """Financier: take one Loan; as many counters make a stack of their own in the Loans box."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "financier"

    def offers(self, state: Table, seat: int) -> list[int]:
        return LOAN[1 : most_loan(state, seat) + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return LOAN[1:]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "borrow":
            return None
        most = LOAN_BASE + state.track[seat * TRACKS + ECONOMY]
        if PLACE_OF[action] > most:
            return Reason("loan-too-high", {"most": most}, "financier")
        return Reason("no-counter", {"seat": seat}, "financier")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.take_loan(seat, PLACE_OF[action])


# --- the Trader ---------------------------------------------------------------------------------------------------


def why_no_sale(state: Table, seat: int) -> Reason | None:
    return None if state.goods[seat] else Reason("no-goods", {"seat": seat}, "trader")


class SellGoods(OwnTurn):
    """Trader: sell any number of your Goods in the Market; each pays the value of your Economy."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = "trader"

    def offers(self, state: Table, seat: int) -> list[int]:
        return SELL[1 : state.goods[seat] + 1]

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "sell":
            return None
        return Reason("too-few-goods", {"goods": state.goods[seat], "n": PLACE_OF[action]}, "trader")

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        number = PLACE_OF[action]
        price = state.value(seat, ECONOMY)
        state.bring_goods(seat, -number)
        if state.events is not None:
            state.emit(events.GOODS_SOLD, seat, number, price)
        state.earn(seat, number * price, "sale")


# --- interest -----------------------------------------------------------------------------------------------------


def add_interest(state: Table, seat: int) -> None:
    """Phase 5: each Loan grows by a counter; for each counter that is missing, Unrest comes to the Nation board."""
    stacks = list(state.loans[seat])
    if not stacks:
        return
    due = INTEREST * len(stacks)
    paid = min(due, state.free[seat])
    for i in range(paid):
        stacks[i % len(stacks)] += 1
    if paid:
        state.add_interest(seat, tuple(stacks))
    if due > paid:
        state.add_domestic_unrest(seat, MISSING_UNREST * (due - paid), "interest")
