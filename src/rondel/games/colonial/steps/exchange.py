"""Exchange: in his own turn a player may offer the others Treasury and Goods for Treasury and Goods."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    ACCEPT,
    ASK_GOODS,
    ASK_TREASURY,
    DONE,
    GIVE_GOODS,
    GIVE_TREASURY,
    MOST_TREASURY_TRADED,
    PARTNER,
    PLACE_OF,
    REFUSE,
    REPAY_ALL,
    TRADE,
    kind_of,
)
from rondel.games.colonial.state import SEAT_SET, Table
from rondel.games.colonial.steps.loans import OwnTurn, can_repay
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, SeatStep, Step

CHAPTER: Final = "exchange"
STAGES: Final = ("give-treasury", "give-goods", "ask-treasury", "ask-goods")


class Bargaining(OwnTurn):
    """A decision in a player's own turn in which he may also offer exchanges.

    `offered`: the players to whom he has made an offer here; each may be asked once.
    """

    __slots__ = ("offered",)

    def __init__(self, seat: int, offered: int) -> None:
        super().__init__(seat)
        self.offered = offered

    def with_offer(self, partner: int) -> Bargaining:
        """The same decision, with an offer made to one more player."""
        raise NotImplementedError

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = super().choices(state, seat)
        if can_trade(state, seat, self.offered):
            offered.append(TRADE)
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == TRADE:
            return Reason("nobody-to-trade-with", {}, CHAPTER)
        return super().explain(state, seat, action)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == TRADE:
            state.push(TradePartner(seat, self.offered))
        else:
            super().chosen(state, seat, action)


def can_trade(state: Table, seat: int, offered: int) -> bool:
    return any(is_partner(state, seat, partner, offered) for partner in range(state.seats))


def partners(state: Table, seat: int, offered: int) -> list[int]:
    """The players who have not been asked yet, if there is anything to exchange with them."""
    return [partner for partner in range(state.seats) if is_partner(state, seat, partner, offered)]


def is_partner(state: Table, seat: int, partner: int, offered: int) -> bool:
    if partner == seat or offered >> partner & 1:
        return False
    return bool(
        state.treasury[seat]
        or state.treasury[partner]
        or (state.goods[seat] and state.free[partner])
        or (state.goods[partner] and state.free[seat])
    )


def check_terms(state: Table, seat: int, treasury: int, goods: int) -> None:
    assert 0 <= treasury <= state.treasury[seat], "more Treasury is exchanged than there is"
    assert 0 <= goods <= state.goods[seat], "more Goods are exchanged than there are"


class TradePartner(SeatStep[Table]):
    """The active player may exchange with anyone; he asks each player once in a decision."""

    __slots__ = ("offered",)
    FIELDS = (("seat", SEAT), ("offered", SEAT_SET))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, offered: int) -> None:
        super().__init__(seat)
        self.offered = offered

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PARTNER[partner] for partner in partners(state, seat, self.offered)]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [PARTNER[partner] for partner in range(state.seats) if partner != seat]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "trade-partner":
            return None
        partner = PLACE_OF[action]
        if partner == seat or partner >= state.seats:
            return Reason("nobody-to-trade-with", {}, CHAPTER)
        if self.offered >> partner & 1:
            return Reason("already-asked", {"seat": partner}, CHAPTER)
        return Reason("nothing-to-trade", {"seat": partner}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        partner = PLACE_OF[action]
        state.pop()
        opener = state.pending[-1]
        assert isinstance(opener, Bargaining)
        state.replace(opener.with_offer(partner))
        go_on(state, seat, partner, 0, 0, 0, 0)


def most(state: Table, seat: int, partner: int, stage: int, give: int, give_goods: int) -> int:
    """How much may be named at a stage of the offer. The same thing never stands on both sides."""
    if stage == 0:
        return min(state.treasury[seat], MOST_TREASURY_TRADED)
    if stage == 1:
        return min(state.goods[seat], state.free[partner])
    if stage == 2:
        return 0 if give else min(state.treasury[partner], MOST_TREASURY_TRADED)
    return 0 if give_goods else min(state.goods[partner], state.free[seat])


def go_on(state: Table, seat: int, partner: int, stage: int, give: int, give_goods: int, ask: int) -> None:
    """The next amount that can be named; after the last, the partner is asked."""
    while stage < 4 and not most(state, seat, partner, stage, give, give_goods):
        stage += 1
    if stage < 4:
        state.push(TradeTerms(seat, partner, stage, give, give_goods, ask))
    else:
        propose(state, seat, partner, give, give_goods, ask, 0)


def propose(state: Table, seat: int, partner: int, give: int, give_goods: int, ask: int, ask_goods: int) -> None:
    state.emit(events.TRADE_OFFERED, seat, partner, give, give_goods, ask, ask_goods)
    state.push(TradeAnswer(seat, partner, give, give_goods, ask, ask_goods))


class TradeTerms(SeatStep[Table]):
    """An offer names Treasury and Goods to give, then Treasury and Goods asked for; one side may be empty, not both."""

    __slots__ = ("partner", "stage", "give", "give_goods", "ask")
    FIELDS = (
        ("seat", SEAT), ("partner", SEAT), ("stage", NUMBER), ("give", NUMBER), ("give_goods", NUMBER), ("ask", NUMBER),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(self, seat: int, partner: int, stage: int, give: int, give_goods: int, ask: int) -> None:
        super().__init__(seat)
        self.partner = partner
        self.stage = stage
        self.give = give
        self.give_goods = give_goods
        self.ask = ask

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert self.seat != self.partner, "an exchange with oneself"
        assert 0 <= self.stage < len(STAGES), "an offer has four stages"
        check_terms(state, self.seat, self.give, self.give_goods)
        check_terms(state, self.partner, self.ask, 0)

    def _least(self, state: Table) -> int:
        """Something must be named in the end."""
        if self.give or self.give_goods or self.ask:
            return 0
        for stage in range(self.stage + 1, 4):
            if most(state, self.seat, self.partner, stage, 0, 0):
                return 0
        return 1

    def _amounts(self) -> list[int]:
        if self.stage == 0:
            return GIVE_TREASURY
        if self.stage == 1:
            return GIVE_GOODS
        return ASK_TREASURY if self.stage == 2 else ASK_GOODS

    def choices(self, state: Table, seat: int) -> list[int]:
        highest = most(state, seat, self.partner, self.stage, self.give, self.give_goods)
        return self._amounts()[self._least(state) : highest + 1]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt." + STAGES[self.stage], {"partner": self.partner})

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != STAGES[self.stage]:
            return None
        if not PLACE_OF[action]:
            return Reason("empty-offer", {}, CHAPTER)
        highest = most(state, seat, self.partner, self.stage, self.give, self.give_goods)
        return Reason("too-much-to-trade", {"most": highest}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        amount = PLACE_OF[action]
        state.pop()
        if self.stage == 0:
            go_on(state, seat, self.partner, 1, amount, 0, 0)
        elif self.stage == 1:
            go_on(state, seat, self.partner, 2, self.give, amount, 0)
        elif self.stage == 2:
            go_on(state, seat, self.partner, 3, self.give, self.give_goods, amount)
        else:
            propose(state, seat, self.partner, self.give, self.give_goods, self.ask, amount)


class TradeAnswer(Step[Table]):
    """The partner accepts, and the exchange is carried out at once; or refuses, and nothing changes hands.

    A Good that changes hands becomes a counter of its new owner's colour. Promises do not bind anybody.
    """

    __slots__ = ("seat", "partner", "give", "give_goods", "ask", "ask_goods")
    FIELDS = (
        ("seat", SEAT), ("partner", SEAT), ("give", NUMBER), ("give_goods", NUMBER), ("ask", NUMBER),
        ("ask_goods", NUMBER),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(self, seat: int, partner: int, give: int, give_goods: int, ask: int, ask_goods: int) -> None:
        self.seat = seat
        self.partner = partner
        self.give = give
        self.give_goods = give_goods
        self.ask = ask
        self.ask_goods = ask_goods

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.partner]

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert self.seat != self.partner, "an exchange with oneself"
        check_terms(state, self.seat, self.give, self.give_goods)
        check_terms(state, self.partner, self.ask, self.ask_goods)

    def choices(self, state: Table, seat: int) -> list[int]:
        return [ACCEPT, REFUSE]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == REFUSE:
            state.emit(events.TRADE_REFUSED, self.seat, self.partner)
            return
        state.emit(events.TRADED, self.seat, self.partner)
        hand_over(state, self.seat, self.partner, self.give, self.give_goods)
        hand_over(state, self.partner, self.seat, self.ask, self.ask_goods)


def hand_over(state: Table, giver: int, receiver: int, treasury: int, goods: int) -> None:
    state.earn(giver, -treasury, "exchange")
    state.earn(receiver, treasury, "exchange")
    if goods:
        state.bring_goods(giver, -goods)
        state.bring_goods(receiver, goods)
        state.emit(events.GOODS_PASSED, giver, receiver, goods)


# --- after a character has acted ----------------------------------------------------------------------------------


class AfterCard(Bargaining):
    """A player's turn is not over when his character has acted: he may still repay Loans and offer exchanges."""

    __slots__ = ()
    FIELDS = (("seat", SEAT), ("offered", SEAT_SET))
    CHAPTER = CHAPTER

    def to_act(self, state: Table) -> tuple[int, ...]:
        if can_repay(state, self.seat) or can_trade(state, self.seat, self.offered):
            return BY_SEAT[self.seat]
        return ()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.after-card", {"loans": int(can_repay(state, seat))})

    def with_offer(self, partner: int) -> Bargaining:
        return AfterCard(self.seat, self.offered | 1 << partner)

    def offers(self, state: Table, seat: int) -> list[int]:
        return [DONE]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [REPAY_ALL[loan] for loan in sorted(set(state.loans[seat])) if loan > 1]

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()

    def run(self, state: Table) -> None:
        state.pop()
