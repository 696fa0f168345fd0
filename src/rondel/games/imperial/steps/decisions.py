"""What decisions share: who makes them, gifts to a treasury, and standing orders."""

from __future__ import annotations

from typing import Any, ClassVar

from rondel.games.imperial.actions import (
    ANSWER,
    GIFTS,
    GIVE,
    KIND_OF,
    OCCASION,
    OPEN_ORDERS,
    OPEN_PURSE,
    ORDER,
    PLACE_OF,
)
from rondel.games.imperial.components import NATION, NATIONS
from rondel.games.imperial.state import FIRST_TREASURY, Table
from rondel.kernel.events import Reason
from rondel.kernel.flow import BY_SEAT, SeatStep, Step


class Decision(Step[Table]):
    """A decision of one player, who may also open the purse or give standing orders, where the players agreed on it."""

    __slots__ = ()
    SPENDS: ClassVar[bool] = False
    """Money is spent here: what is on offer hangs on the purse, and a gift to a treasury is always possible."""
    OFFER_TELLS: ClassVar[bool] = True
    """... as it is wherever gifts are possible: see `Table.hides`."""

    def offers(self, state: Table, seat: int) -> list[int]:
        """What can be decided, in a list of its own."""
        raise NotImplementedError

    def decided(self, state: Table, seat: int, action: int) -> None:
        """Carry out one of the offers."""
        raise NotImplementedError

    def obey(self, state: Table) -> None:
        """Answer by standing order, if there is one and it answers this. That brings the order to light."""

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = self.offers(state, seat)
        if (self.SPENDS or state.gifts_any_time) and state.money[seat]:
            offered.append(OPEN_PURSE)
        if state.standing_orders:
            offered.append(OPEN_ORDERS)
        return offered

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != OPEN_PURSE and action != OPEN_ORDERS:
            self.decided(state, seat, action)
        else:
            state.push(GivePurse(seat) if action == OPEN_PURSE else GiveOrders(seat))


class Government(Decision):
    """A decision of a nation, which its government makes."""

    __slots__ = ("nation",)
    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = (("nation", NATION),)

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]


class GivePurse(SeatStep[Table]):
    """Treasuries: a player may give money of his own to a treasury, and never gets it back."""

    __slots__ = ()
    CHAPTER = "treasuries"

    def choices(self, state: Table, seat: int) -> list[int]:
        money = state.money[seat]
        notes = [note for note in range(len(GIFTS)) if GIFTS[note] <= money]
        return [GIVE[nation * len(GIFTS) + note] for nation in range(NATIONS) for note in notes]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return GIVE

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if KIND_OF[action] != "give":
            return None
        needed = GIFTS[PLACE_OF[action] % len(GIFTS)]
        return Reason("too-little-money", {"needed": needed, "money": state.money[seat]}, "treasuries")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        nation, note = divmod(PLACE_OF[action], len(GIFTS))
        state.pop()
        state.pay(seat, FIRST_TREASURY + nation, GIFTS[note], "gift")


class GiveOrders(SeatStep[Table]):
    """Option: a player tells the table what to answer from now on when it asks whether a unit fights."""

    __slots__ = ()
    CHAPTER = "standing-orders"
    SECRET = True

    def choices(self, state: Table, seat: int) -> list[int]:
        return [
            ORDER[occasion * len(ANSWER) + answer]
            for occasion in range(len(OCCASION))
            for answer in range(len(ANSWER))
            if answer != state.order(seat, occasion)
        ]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return ORDER

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return Reason("order-stands", {}, self.CHAPTER) if KIND_OF[action] == "order" else None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        """The order holds at once, also for the question that it was given at."""
        state.pop()
        occasion, answer = divmod(PLACE_OF[action], len(ANSWER))
        state.give_order(seat, occasion, answer)
        asked = state.pending[-1]
        if isinstance(asked, Decision):
            asked.obey(state)
