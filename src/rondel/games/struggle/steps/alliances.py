"""Determining alliances and turn order: one auction after another, until every token lies in one of the two rows."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    BID,
    CEILING,
    IN_BID,
    IN_CEILING,
    IN_PROPOSE_A,
    IN_PROPOSE_B,
    MOST_GOLD,
    ORDER,
    PASS,
    PLACE_OF,
    PROPOSE_A,
    PROPOSE_B,
    TABLE_OF,
)
from rondel.games.struggle.components import POWER, POWERS, REVOLUTION
from rondel.games.struggle.state import Table
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import NOBODY, SeatStep, Step

CHAPTER: Final = "alliances"


def unallied(state: Table) -> list[int]:
    return [power for power in bits(state.in_play) if state.row[power] < 0]


def most_bid(state: Table, power: int) -> int:
    """The highest bid open to a power: any, as gold is never short; with the option `bids-limited`, with all its gold
    and with loans, short of revolution.
    """
    if not state.options["bids-limited"]:
        return MOST_GOLD
    room = REVOLUTION - 1 - state.unrest[power]
    most = state.gold[power] + (room * state.loan(power) if room > 0 else 0)
    return most if most < MOST_GOLD else MOST_GOLD


def too_high(state: Table, power: int) -> Reason:
    code = "bid-too-high" if state.options["bids-limited"] else "bid-highest"
    return Reason(code, {"most": most_bid(state, power), "revolution": REVOLUTION}, CHAPTER)


class Alliances(Step[Table]):
    """Auctions follow one another until all are allied; each begins one seat left of where the last began."""

    __slots__ = ("starter",)
    FIELDS = (("starter", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, starter: int) -> None:
        self.starter = starter

    def run(self, state: Table) -> None:
        if unallied(state):
            state.replace(Alliances((self.starter + 1) % state.seats))
            state.push(Bidding(self.starter, self.starter, 0, -1, -1, -1, -1))
        else:
            state.pop()
            state.order = turn_order(state)
            if state.events is not None:
                state.emit(events.TURN_ORDER, tuple(state.order))


def turn_order(state: Table) -> list[int]:
    """First of the top row, first of the bottom row, second of the top row, and so on; powers without a player do not
    act.
    """
    order = []
    for slot in range(POWERS):
        for row in (0, 1):
            for power in range(POWERS):
                if state.row[power] == row and state.slot[power] == slot and state.seat_of[power] != NOBODY:
                    order.append(power)
    return order


class Bidding(SeatStep[Table]):
    """Clockwise each player raises the bid or passes; passing is not final, and those already allied bid too.

    When all but one have passed in a row, the last bidder pays and his proposal comes about.
    """

    __slots__ = ("starter", "passes", "bid", "leader", "a", "b")
    OFFER_TELLS = True
    FIELDS = (
        ("starter", SEAT), ("seat", SEAT), ("passes", NUMBER), ("bid", NUMBER), ("leader", POWER), ("a", POWER),
        ("b", POWER),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(self, starter: int, seat: int, passes: int, bid: int, leader: int, a: int, b: int) -> None:
        super().__init__(seat)
        self.starter = starter
        self.passes = passes
        self.bid = bid  # -1: none yet
        self.leader = leader
        self.a = a
        self.b = b

    def choices(self, state: Table, seat: int) -> list[int]:
        most = most_bid(state, state.power_of[seat])
        if self.bid >= most:
            return [PASS]
        return [PASS, *BID[self.bid + 1 : most + 1], ORDER]

    def candidates(self, state: Table, seat: int) -> list[int]:
        most = most_bid(state, state.power_of[seat])
        return [*BID[: min(MOST_GOLD, max(most, self.bid + 1)) + 1], ORDER]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        power = state.power_of[seat]
        if action == ORDER:
            return too_high(state, power)
        if TABLE_OF[action] != IN_BID:
            return None
        if PLACE_OF[action] <= self.bid:
            return Reason("bid-too-low", {"bid": self.bid}, CHAPTER)
        return too_high(state, power)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PASS:
            state.emit(events.PASSED, state.power_of[seat])
            ask_next(state, self.starter, seat, self.passes + 1, self.bid, self.leader, self.a, self.b)
        elif action == ORDER:
            state.replace(SecretOrder(self.starter, seat, self.bid + 1))
        else:
            state.replace(Proposing(self.starter, seat, PLACE_OF[action], -1))

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.bidding" if self.bid >= 0 else "prompt.bidding-first", self.words())

    def awaited(self, state: Table) -> Message:
        return Message("waiting.bidding", {"power": POWER.show(state.power_of[self.seat])})

    def words(self) -> dict[str, Any]:
        return {"bid": self.bid, "leader": POWER.show(self.leader), "a": POWER.show(self.a), "b": POWER.show(self.b)}


class SecretOrder(SeatStep[Table]):
    """A player may leave an order: a proposal, and in secret the sum up to which it is bid for him, one more each time.

    The order bids only when another proposal leads; once it is outbid, the player is asked again.
    """

    __slots__ = ("starter", "bid")
    FIELDS = (("starter", SEAT), ("seat", SEAT), ("bid", NUMBER))
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, starter: int, seat: int, bid: int) -> None:
        super().__init__(seat)
        self.starter = starter
        self.bid = bid

    def choices(self, state: Table, seat: int) -> list[int]:
        return CEILING[self.bid : most_bid(state, state.power_of[seat]) + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return CEILING[: most_bid(state, state.power_of[seat]) + 1]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_CEILING:
            return None
        if PLACE_OF[action] < self.bid:
            return Reason("bid-too-low", {"bid": self.bid - 1}, CHAPTER)
        return too_high(state, state.power_of[seat])

    def chosen(self, state: Table, seat: int, action: int) -> None:
        power = state.power_of[seat]
        state.ceiling[power] = PLACE_OF[action]
        state.emit(events.ORDER_LEFT, power)
        state.replace(Proposing(self.starter, seat, self.bid, -1))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.bidding", {"power": POWER.show(state.power_of[self.seat])})


class Proposing(SeatStep[Table]):
    """With every bid goes a proposal: one power not yet allied for A, another for B; the last one alone, for A or for
    B.
    """

    __slots__ = ("starter", "bid", "a")
    FIELDS = (("starter", SEAT), ("seat", SEAT), ("bid", NUMBER), ("a", POWER))
    CHAPTER = CHAPTER

    def __init__(self, starter: int, seat: int, bid: int, a: int) -> None:
        super().__init__(seat)
        self.starter = starter
        self.bid = bid
        self.a = a

    def choices(self, state: Table, seat: int) -> list[int]:
        free = unallied(state)
        if len(free) == 1:
            return [PROPOSE_A[free[0]], PROPOSE_B[free[0]]]
        if self.a < 0:
            return [PROPOSE_A[power] for power in free]
        return [PROPOSE_B[power] for power in free if power != self.a]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [(PROPOSE_A if self.a < 0 else PROPOSE_B)[power] for power in bits(state.in_play)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        table = TABLE_OF[action]
        if table != IN_PROPOSE_A and table != IN_PROPOSE_B:
            return None
        power = PLACE_OF[action]
        who = {"power": POWER.ids[power]}
        if not state.in_play >> power & 1:
            return Reason("not-in-play", who, CHAPTER)
        if state.row[power] >= 0:
            return Reason("already-allied", who, CHAPTER)
        if power == self.a:
            return Reason("already-proposed", who, CHAPTER)
        return Reason("first-a-then-b", {}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        power = PLACE_OF[action]
        if TABLE_OF[action] == IN_PROPOSE_B:
            finish_bid(state, self.starter, seat, self.bid, self.a, power)
        elif len(unallied(state)) == 1:
            finish_bid(state, self.starter, seat, self.bid, power, -1)
        else:
            state.replace(Proposing(self.starter, seat, self.bid, power))

    def prompt(self, state: Table, seat: int) -> Message:
        values = {"bid": self.bid, "a": POWER.show(self.a)}
        if len(unallied(state)) == 1:
            return Message("prompt.proposing-last", values)
        return Message("prompt.proposing-a" if self.a < 0 else "prompt.proposing-b", values)

    def awaited(self, state: Table) -> Message:
        return Message("waiting.bidding", {"power": POWER.show(state.power_of[self.seat])})


def finish_bid(state: Table, starter: int, seat: int, bid: int, a: int, b: int) -> None:
    """A bid with its proposal stands; the next player is asked."""
    power = state.power_of[seat]
    state.last_bid[power] = bid
    if state.ceiling[power] >= 0:
        state.order_a[power], state.order_b[power] = a, b
    if state.events is not None:
        state.emit(events.BID, power, bid, a, b)
    ask_next(state, starter, seat, 0, bid, power, a, b)


def ask_next(state: Table, starter: int, seat: int, passes: int, bid: int, leader: int, a: int, b: int) -> None:
    """On to the next player who must decide; secret orders act by themselves on the way."""
    while True:
        if leader >= 0 and passes == state.seats - 1:
            conclude(state, bid, leader, a, b)
            return
        if leader < 0 and passes == state.seats:
            # Every token must be placed: the starter is held to a bid of nothing.
            state.replace(Proposing(starter, starter, 0, -1))
            return
        seat = (seat + 1) % state.seats
        power = state.power_of[seat]
        if state.ceiling[power] < 0:
            break
        state.reveal()  # what an order does tells of its secret: no preview, and no taking back
        if state.order_a[power] == a and state.order_b[power] == b:
            passes += 1
            state.emit(events.PASSED, power)
        elif state.ceiling[power] > bid:
            bid, leader, passes = bid + 1, power, 0
            a, b = state.order_a[power], state.order_b[power]
            state.last_bid[power] = bid
            if state.events is not None:
                state.emit(events.BID, power, bid, a, b)
        else:
            forget_order(state, power)
            break
    state.replace(Bidding(starter, seat, passes, bid, leader, a, b))


def forget_order(state: Table, power: int) -> None:
    state.ceiling[power] = state.order_a[power] = state.order_b[power] = -1


def conclude(state: Table, bid: int, leader: int, a: int, b: int) -> None:
    """The winner pays the bank; A goes to the first free place of the top row, B to that of the bottom row."""
    state.pop()
    for power in range(POWERS):
        forget_order(state, power)
        state.last_bid[power] = -1
    state.emit(events.AUCTION_WON, leader, bid)
    state.pay(leader, bid, "bid")
    if a >= 0:
        join_row(state, a, 0)
    if b >= 0:
        join_row(state, b, 1)


def join_row(state: Table, power: int, row: int) -> None:
    place = state.row.count(row)
    state.row[power], state.slot[power] = row, place
    if state.events is not None:
        state.emit(events.ALLIED, power, "b" if row else "a", 2 * place + row + 1)
