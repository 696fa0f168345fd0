"""9., 14.3 The national budget: income, interest and debts."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import BALANCE, BALANCES, PLACE_OF, kind_of
from rondel.games.imperunde.components import (
    HOME_TAX,
    INTEREST,
    LANDS,
    LANDS_BY,
    LOAN,
    MOST_DEBT,
    PEACE_DIVIDEND,
    POST_TAX,
    SEA_VALUE,
)
from rondel.games.imperunde.state import (
    BORROWED,
    CARRIED,
    HOME_TAXES,
    INTEREST_PAID,
    LINES,
    REPAID,
    Table,
)
from rondel.games.imperunde.steps.victory import check_victory
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import NOBODY, Step

CHAPTER: Final = "budget"


def peace_dividend(state: Table, seat: int) -> int:
    """9. Two doubloons for each player one is at peace with; an armistice is no peace."""
    return PEACE_DIVIDEND * (state.seats - 1 - state.war[seat].bit_count())


def colonial_tax(state: Table, seat: int) -> int:
    """9. One doubloon a post; none in a famine; that of a plundered colony goes to the plunderer."""
    posts = 0
    for land in bits(state.lands_of[seat] & ~state.famine):
        if state.plunderer[land] == NOBODY:
            posts += state.posts[land]
    for land in range(LANDS):
        if state.plunderer[land] == seat and not state.famine >> land & 1:
            posts += state.posts[land]
    return POST_TAX * posts


def is_trading(state: Table, seat: int, sea: int) -> bool:
    """9. Whether a sea area touches the homeland or an own colony with a post: a warship there brings sea tax."""
    owner = state.owner
    for land in LANDS_BY[LANDS + sea]:
        if owner[land] == seat and (state.posts[land] or land == state.home[seat]):
            return True
    return False


def sea_tax(state: Table, seat: int, sea: int) -> int:
    """9. The value of a sea area where one has warships and trades."""
    return SEA_VALUE[sea] if state.ships_at[seat] >> sea & 1 and is_trading(state, seat, sea) else 0


def sea_taxes(state: Table, seat: int) -> int:
    total = 0
    for sea in bits(state.ships_at[seat]):
        total += sea_tax(state, seat, sea)
    return total


def interest(debt: int) -> int:
    """9. 20 per cent of the debt of the previous round."""
    return debt * INTEREST // 100


def assess(state: Table, seat: int) -> list[int]:
    """9., 14.3 The form as it would be filled in now, from the surplus down to the interest: [line of the form].

    The step that collects books it, the view shows it as the forecast, and the bot counts on it.
    """
    return [
        state.money[seat],
        HOME_TAX,
        peace_dividend(state, seat),
        colonial_tax(state, seat),
        sea_taxes(state, seat),
        interest(state.debt[seat]),
    ]


def income(lines: list[int]) -> int:
    """What the lines of the form bring: the taxes less the interest, without the surplus."""
    return sum(lines[HOME_TAXES:INTEREST_PAID]) - lines[INTEREST_PAID]


def free_money(lines: list[int]) -> int:
    """9. Free money: surplus, taxes and loan, less interest and repayment."""
    return lines[CARRIED] + income(lines) + lines[BORROWED] - lines[REPAID]


def collect(state: Table, seat: int) -> None:
    """14.3 Surplus, home tax, peace dividend, colonial tax, sea tax, less interest."""
    form = seat * LINES
    lines = assess(state, seat)
    state.budget[form : form + LINES] = lines + [0] * (LINES - len(lines))
    state.money[seat] += income(lines)
    if state.events is not None:
        state.emit(events.INCOME, seat, *lines)


class Collect(Step[Table]):
    """14.3 Everybody adds up his income."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def run(self, state: Table) -> None:
        for seat in range(state.seats):
            collect(state, seat)
            state.balance[seat] = -1
        state.replace(BUDGET)


class Budget(Step[Table]):
    """9., 14.3 Everybody may repay 5 or 10 doubloons of his debt, or borrow 5; never more than 25 in all.

    All decide at the same time, and openly; when all have, victories are looked for in turn order.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

    def to_act(self, state: Table) -> tuple[int, ...]:
        balance = state.balance
        return tuple([seat for seat in range(state.seats) if balance[seat] < 0])

    def choices(self, state: Table, seat: int) -> list[int]:
        return [BALANCE[place] for place in range(len(BALANCES)) if is_allowed(state, seat, BALANCES[place])]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.budget", {"money": state.money[seat], "debt": state.debt[seat]})

    def candidates(self, state: Table, seat: int) -> list[int]:
        return BALANCE

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) not in ("repay", "borrow", "keep-debt"):
            return None
        amount = BALANCES[PLACE_OF[action]]
        debt = {"debt": state.debt[seat], "most": MOST_DEBT}
        if amount > 0:
            return Reason("too-much-debt", debt, CHAPTER)
        if state.debt[seat] < -amount:
            return Reason("no-such-debt", {**debt, "amount": -amount}, CHAPTER)
        return Reason("too-little-money", {"needed": -amount, "money": state.money[seat]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.balance[seat] = PLACE_OF[action]
        amount = BALANCES[PLACE_OF[action]]
        if amount:
            state.debt[seat] += amount
            state.money[seat] += amount
            state.budget[seat * LINES + (BORROWED if amount > 0 else REPAID)] = abs(amount)
            if state.events is not None:
                state.emit(events.DEBT_CHANGED, seat, amount, state.debt[seat])

    def run(self, state: Table) -> None:
        state.pop()
        for seat in state.order():
            if check_victory(state, seat):
                return


def is_allowed(state: Table, seat: int, amount: int) -> bool:
    if amount > 0:
        return state.debt[seat] + amount <= MOST_DEBT
    return state.debt[seat] >= -amount and state.money[seat] >= -amount


COLLECT: Final = Collect()
BUDGET: Final = Budget()

assert BALANCES[-1] == LOAN, "the loan of the form is the one that can be chosen"
