"""Phase 2, Merchant Fleets, and phase 4, Naval Forces with the Privateers."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.actions import BUY_FLEET, BUY_SQUADRON, DONE, PLACE_OF, RECALL, SEND, kind_of
from rondel.games.colonial.components import (
    FLEET_PRICE,
    NAVY,
    PRIVATEER_DIPLOMACY,
    PRIVATEERS_MOST,
    SEATS,
    SQUADRON_PRICE,
)
from rondel.games.colonial.state import SEAT_SET, Table
from rondel.games.colonial.steps.exchange import Bargaining
from rondel.kernel.events import NUMBER, SEAT, Message, Reason

FLEETS: Final = "merchant-fleets"
NAVAL: Final = "naval-forces"


def why_no_ship(state: Table, seat: int, bought: int, price: int, chapter: str) -> Reason | None:
    """Ships cost Treasury and a counter, and no more than the value of the Navy are built in a phase."""
    if bought >= state.value(seat, NAVY):
        return Reason("yards-busy", {"most": state.value(seat, NAVY)}, chapter)
    if state.treasury[seat] < price:
        return Reason("too-little-treasury", {"needed": price, "treasury": state.treasury[seat]}, chapter)
    if not state.free[seat]:
        return Reason("no-counter", {"seat": seat}, chapter)
    return None


def ships_left(state: Table, seat: int, bought: int, price: int) -> int:
    """How many more can be bought in this phase: the Navy, the Treasury and the supply allow it."""
    return max(0, min(state.value(seat, NAVY) - bought, state.treasury[seat] // price, state.free[seat]))


def has_purse(state: Table, seat: int) -> bool:
    """A player with neither Treasury nor Goods can do nothing in phase 2 and is passed over."""
    return bool(state.treasury[seat] or state.goods[seat])


class BuyFleets(Bargaining):
    """Phase 2: each player in turn may buy Merchant Fleets for one Treasury each, up to the value of his Navy."""

    __slots__ = ("bought",)
    FIELDS = (("seat", SEAT), ("offered", SEAT_SET), ("bought", NUMBER))
    CHAPTER = FLEETS

    def __init__(self, seat: int, offered: int, bought: int) -> None:
        super().__init__(seat, offered)
        self.bought = bought

    def with_offer(self, partner: int) -> Bargaining:
        return BuyFleets(self.seat, self.offered | 1 << partner, self.bought)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        if why_no_ship(state, seat, self.bought, FLEET_PRICE, FLEETS) is None:
            offered.append(BUY_FLEET)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [BUY_FLEET]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.buy-fleets", {"left": ships_left(state, seat, self.bought, FLEET_PRICE)})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == BUY_FLEET:
            return why_no_ship(state, seat, self.bought, FLEET_PRICE, FLEETS)
        return None

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        if action == BUY_FLEET:
            state.replace(BuyFleets(seat, self.offered, self.bought + 1))
            state.earn(seat, -FLEET_PRICE, "fleet")
            state.build_fleet(seat)
        else:
            state.pop()


BUYING: Final = 0
SENDING: Final = 1
RECALLING: Final = 2


class NavalForces(Bargaining):
    """Phase 4: each player in turn buys Squadrons up to the value of his Navy, sends Squadrons out as Privateers, and
    calls Privateers back, in this order.

    At most two Privateers of one owner sit among an opponent's Merchant Fleets; sending any to an opponent costs
    Diplomacy once.
    """

    __slots__ = ("stage", "bought", "victims")
    FIELDS = (("seat", SEAT), ("offered", SEAT_SET), ("stage", NUMBER), ("bought", NUMBER), ("victims", SEAT_SET))
    CHAPTER = NAVAL

    def __init__(self, seat: int, offered: int, stage: int, bought: int, victims: int) -> None:
        super().__init__(seat, offered)
        self.stage = stage
        self.bought = bought
        self.victims = victims  # opponents who have received Privateers in this phase

    def with_offer(self, partner: int) -> Bargaining:
        return NavalForces(self.seat, self.offered | 1 << partner, self.stage, self.bought, self.victims)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        if self.stage == BUYING and why_no_ship(state, seat, self.bought, SQUADRON_PRICE, NAVAL) is None:
            offered.append(BUY_SQUADRON)
        if self.stage <= SENDING and state.squadrons[seat]:
            for victim in range(state.seats):
                if victim != seat and state.privateer[victim * SEATS + seat] < PRIVATEERS_MOST:
                    offered.append(SEND[victim])
        for victim in range(state.seats):
            if state.privateer[victim * SEATS + seat]:
                offered.append(RECALL[victim])
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [BUY_SQUADRON] + [SEND[victim] for victim in range(state.seats) if victim != seat]

    def prompt(self, state: Table, seat: int) -> Message:
        left = ships_left(state, seat, self.bought, SQUADRON_PRICE) if self.stage == BUYING else 0
        able = [kind_of(action) for action in self.offers(state, seat)]
        sends, recalls = "send-privateer" in able, "recall-privateer" in able
        return Message(
            "prompt.naval-forces",
            {"left": left, "sends": int(sends and not left), "recalls": int(recalls and not sends and not left),
             "idle": int(not (left or sends or recalls))},
        )  # fmt: skip

    def awaited(self, state: Table) -> Message:
        return Message("waiting.naval-forces", {"seat": self.seat})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == BUY_SQUADRON:
            if self.stage > BUYING:
                return Reason("buy-first", {}, NAVAL)
            return why_no_ship(state, seat, self.bought, SQUADRON_PRICE, NAVAL)
        kind = kind_of(action)
        if kind == "recall-privateer":
            return Reason("no-privateer-there", {}, NAVAL)
        if kind == "send-privateer":
            victim = PLACE_OF[action]
            if victim == seat or victim >= state.seats:
                return Reason("not-an-opponent", {}, NAVAL)
            if self.stage > SENDING:
                return Reason("send-before-recall", {}, NAVAL)
            if not state.squadrons[seat]:
                return Reason("no-squadron", {}, NAVAL)
            return Reason("enough-privateers", {"seat": victim, "most": PRIVATEERS_MOST}, NAVAL)
        return None

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
        elif action == BUY_SQUADRON:
            state.replace(NavalForces(seat, self.offered, BUYING, self.bought + 1, self.victims))
            state.earn(seat, -SQUADRON_PRICE, "squadron")
            state.build_squadron(seat)
        else:
            victim = PLACE_OF[action]
            if action == SEND[victim]:
                victims = self.victims | 1 << victim
                state.replace(NavalForces(seat, self.offered, SENDING, self.bought, victims))
                state.send_privateer(seat, victim)
                if victims != self.victims:
                    state.change_diplomacy(seat, -PRIVATEER_DIPLOMACY, "privateers")
            else:
                state.replace(NavalForces(seat, self.offered, RECALLING, self.bought, self.victims))
                state.recall_privateer(seat, victim)
