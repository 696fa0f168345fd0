"""Loans: the Financier, the Trader, repayment at any time in one's own turn, and interest."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import DONE, LOAN, PLACE_OF, REPAY, REPAY_ALL, SELL, kind_of
from rondel.games.colonial.components import ECONOMY, INTEREST, LOAN_BASE, MISSING_UNREST, TRACKS
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.victory import check_victory
from rondel.kernel.events import SEAT, Reason
from rondel.kernel.flow import BY_SEAT, Step

CHAPTER: Final = "loans"


# --- repayment ----------------------------------------------------------------------------------------------------


def offer_repayment(state: Table, seat: int, offered: list[int]) -> None:
    """At any time in your turn: each Treasury discarded takes one counter off one of your Loans, in part or in full."""
    treasury = state.treasury[seat]
    if not treasury:
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


def explain_repayment(state: Table, seat: int, action: int) -> Reason | None:
    kind = kind_of(action)
    if kind != "repay" and kind != "repay-all":
        return None
    loan = PLACE_OF[action]
    if loan not in state.loans[seat]:
        return Reason("no-such-loan", {"n": loan}, CHAPTER)
    needed = 1 if kind == "repay" else loan
    return Reason("too-little-treasury", {"needed": needed, "treasury": state.treasury[seat]}, CHAPTER)


def is_repayment(action: int) -> bool:
    return FIRST_REPAYMENT <= action <= LAST_REPAYMENT


FIRST_REPAYMENT: Final = REPAY[1]
LAST_REPAYMENT: Final = REPAY_ALL[-1]


class AfterCard(Step[Table]):
    """A player's turn is not over when his character has acted: he may still repay Loans."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        offer_repayment(state, seat, offered)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [REPAY_ALL[loan] for loan in sorted(set(state.loans[seat])) if loan > 1]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return explain_repayment(state, seat, action)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        loan = PLACE_OF[action]
        left = state.treasury[seat] - (1 if action == REPAY[loan] else loan)
        if not left or (len(state.loans[seat]) == 1 and (action != REPAY[loan] or loan == 1)):
            state.pop()
        repay(state, seat, action)


# --- the Financier ------------------------------------------------------------------------------------------------


def most_loan(state: Table, seat: int) -> int:
    """A Loan is at most five and the level of Economy, and needs as many counters."""
    return min(LOAN_BASE + state.track[seat * TRACKS + ECONOMY], state.free[seat])


def why_no_loan(state: Table, seat: int) -> Reason | None:
    return None if state.free[seat] > 0 else Reason("no-counter", {"seat": seat}, "financier")


class TakeLoan(Step[Table]):
    """Financier: take one Loan; as many counters make a stack of their own in the Loans box."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = "financier"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return LOAN[1 : most_loan(state, seat) + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return LOAN[1:]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "borrow":
            return None
        most = LOAN_BASE + state.track[seat * TRACKS + ECONOMY]
        if PLACE_OF[action] > most:
            return Reason("loan-too-high", {"most": most}, "financier")
        return Reason("no-counter", {"seat": seat}, "financier")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.take_loan(seat, PLACE_OF[action])


# --- the Trader ---------------------------------------------------------------------------------------------------


def why_no_sale(state: Table, seat: int) -> Reason | None:
    return None if state.goods[seat] else Reason("no-goods", {"seat": seat}, "trader")


class SellGoods(Step[Table]):
    """Trader: sell any number of your Goods in the Market; each pays the value of your Economy."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = "trader"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return SELL[1 : state.goods[seat] + 1]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "sell":
            return None
        return Reason("too-few-goods", {"goods": state.goods[seat], "n": PLACE_OF[action]}, "trader")

    def chosen(self, state: Table, seat: int, action: int) -> None:
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
