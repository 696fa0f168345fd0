"""The Merchant: Privateers raid his fleets, his escort hunts them, and only then does he choose the cargo."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial.actions import (
    ACCEPT,
    CHARTER,
    DONE,
    ESCORT,
    FEE,
    HOLD,
    NO_ESCORT,
    ODDS,
    PLACE_OF,
    RAID,
    REFUSE,
    SHIP,
    SINK,
    kind_of,
)
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.characters.cargo import (
    CARGO,
    CHAPTER,
    Cargo,
    CharterAnswer,
    CharterFee,
    charter_mask,
    charter_spots,
    own_cargo,
    own_goods,
)
from rondel.games.colonial.components import BOOTY, ECONOMY, ESCORT_DICE, MERCHANT, SEATS, TYPE_SPOTS
from rondel.games.colonial.outlook import EARLY, SHIPPING, Course, Outlook, danger, least_loved
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, ChanceStep, SeatStep, Step


class Voyage(Step[Table]):
    """Clockwise from the Merchant's left, owners of Privateers among his fleets are asked; then come escort and cargo.

    The raids stop when no Merchant Fleet is left.
    """

    __slots__ = ("seat", "asked")
    FIELDS = (("seat", SEAT), ("asked", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked

    def run(self, state: Table) -> None:
        seat = self.seat
        if state.fleets[seat]:
            for asked in range(self.asked + 1, state.seats):
                owner = (seat + asked) % state.seats
                if state.privateer[seat * SEATS + owner]:
                    state.replace(Voyage(seat, asked))
                    state.push(Raid(seat, owner))
                    return
        state.replace(CARGO[seat])
        if state.squadrons[seat] and state.privateers(seat):
            state.push(Escort(seat))


class Raid(SeatStep[Table]):
    """The owner of Privateers may roll a Success die for each; each success destroys a fleet before it can carry."""

    __slots__ = ("merchant",)
    FIELDS = (("merchant", SEAT), ("seat", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, merchant: int, seat: int) -> None:
        super().__init__(seat)
        self.merchant = merchant

    def choices(self, state: Table, seat: int) -> list[int]:
        return [RAID, HOLD]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == RAID:
            state.replace(RaidRoll(self.merchant, self.seat))
        else:
            state.pop()


class RaidRoll(ChanceStep[Table]):
    """Each Privateer that succeeds destroys one Merchant Fleet; option: and pays its owner."""

    __slots__ = ("merchant", "seat")
    FIELDS = (("merchant", SEAT), ("seat", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, merchant: int, seat: int) -> None:
        self.merchant = merchant
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[state.privateer[self.merchant * SEATS + self.seat]]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        state.pop()
        state.rolled(self.seat, state.privateer[self.merchant * SEATS + self.seat], hits, "raid")
        state.lose_fleets(self.merchant, min(hits, state.fleets[self.merchant]), "raid")
        if state.options["privateer-booty"]:
            state.earn(self.seat, BOOTY * hits, "booty")

    def thrower(self, state: Table) -> int:
        return self.seat

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]


class Escort(OwnTurn):
    """The Merchant may roll a Success die for each of his Squadrons, five at most, against the Privateers."""

    __slots__ = ()
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        return [ESCORT, NO_ESCORT]

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        if action == ESCORT:
            state.replace(EscortRoll(self.seat))
        else:
            state.pop()


def escort_dice(state: Table, seat: int) -> int:
    return min(ESCORT_DICE, state.squadrons[seat])


class EscortRoll(ChanceStep[Table]):
    """Each success of the escort destroys a Privateer of the Merchant's choice."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[escort_dice(state, self.seat)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        state.rolled(self.seat, escort_dice(state, self.seat), hits, "escort")
        state.replace(SinkPrivateers(self.seat, hits))

    def thrower(self, state: Table) -> int:
        return self.seat

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]


class SinkPrivateers(Step[Table]):
    """The Merchant chooses whose Privateers are destroyed; they return to their owners' supply."""

    __slots__ = ("seat", "left")
    FIELDS = (("seat", SEAT), ("left", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def _owners(self, state: Table) -> list[int]:
        first = self.seat * SEATS
        return [owner for owner in range(state.seats) if state.privateer[first + owner]]

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not self.left or len(self._owners(state)) < 2 or self.left >= state.privateers(self.seat):
            return ()
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [SINK[owner] for owner in self._owners(state)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return Reason("no-privateer-there", {}, CHAPTER) if kind_of(action) == "sink-privateer" else None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.sink_privateer(PLACE_OF[action], self.seat)
        state.replace(SinkPrivateers(self.seat, self.left - 1))

    def run(self, state: Table) -> None:
        left = self.left
        for owner in self._owners(state):
            while left and state.privateer[self.seat * SEATS + owner]:
                state.sink_privateer(owner, self.seat)
                left -= 1
        state.pop()


class Merchant(Character):
    NUMBER = MERCHANT

    def act(self, state: Table, seat: int) -> None:
        """The action counts as the Merchant used even if no cargo is found."""
        state.merchants |= 1 << seat
        state.push(Voyage(seat, 0))

    def now(self, state: Table, seat: int) -> Message:
        goods, charters = own_cargo(state, seat), len(charter_spots(state, seat))
        raiders = state.privateers(seat)
        if not state.fleets[seat] or not (goods or charters):
            return Message("now.merchant-idle", {})
        key = "now.merchant-raided" if raiders else "now.merchant"
        fleets = state.fleets[seat]
        return Message(key, {"goods": goods, "charters": charters, "fleets": fleets, "raiders": raiders})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        cargo = expected_goods(state, seat)
        outlook.cargo = float(cargo)
        outlook.goods_out = min(state.fleets[seat], cargo)

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        shipped, fleets = outlook.cargo + course.spots, outlook.fleets
        if shipped > fleets:
            shipped = fleets
        if shipped:
            after.go_on(outlook, course, course.worth + early, EARLY, course.goods + shipped)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.weights[SHIPPING] * outlook.price * outlook.goods_out + 0.01

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {
            Raid: self.raid,
            Escort: self.escort,
            SinkPrivateers: self.sink,
            Cargo: self.load,
            CharterFee: self.offer_fee,
            CharterAnswer: self.answer,
        }

    def raid(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return RAID

    def escort(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return ESCORT

    def sink(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return least_loved(state, seat, choices, rng)

    def load(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """Own Goods first, then those of the player with the least Prestige."""
        for action in choices:
            if FIRST_SHIP <= action <= LAST_SHIP:
                return action
        best, least = DONE, 99.0
        if not charter_pays(state, seat):
            return best
        for action in choices:
            if FIRST_CHARTER <= action <= LAST_CHARTER:
                behind = state.prestige[state.spot[PLACE_OF[action]]] + rng.random()
                if behind < least:
                    best, least = action, behind
        return best

    def offer_fee(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        return FEE[charter_fee(state)]

    def answer(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        """A Good is not given away, and none is sold to a leader who is about to win."""
        step = state.pending[-1]
        assert isinstance(step, CharterAnswer)
        if step.fee < charter_fee(state):
            return REFUSE
        ahead = state.prestige[step.merchant] - state.prestige[seat]
        return ACCEPT if ahead + 2 * danger(state, seat) < 4 else REFUSE


FIRST_SHIP: Final = SHIP[0]
LAST_SHIP: Final = SHIP[-1]
FIRST_CHARTER: Final = CHARTER[0]
LAST_CHARTER: Final = CHARTER[-1]


def charter_fee(state: Table) -> int:
    """What to offer for a chartered Good: nothing where the owner gets one too, otherwise the least."""
    return 0 if state.options["charter-goods"] == "both" else 1


def charter_pays(state: Table, seat: int) -> bool:
    """Whether a chartered Good sells for more than it costs, and can be paid."""
    fee = charter_fee(state)
    return state.treasury[seat] >= fee and state.value(seat, ECONOMY) > fee


def expected_goods(state: Table, seat: int) -> int:
    """How many Goods could be shipped with fleets enough."""
    return own_goods(state, seat) + favours(state, seat)


def favours(state: Table, seat: int) -> int:
    """Types of Goods that others hold and might let the Merchant ship at a profit."""
    if not charter_pays(state, seat):
        return 0
    mine, theirs, types = state.held[seat], charter_mask(state, seat), 0
    if theirs:
        for spots in TYPE_SPOTS:
            if theirs & spots and not mine & spots:
                types += 1
    return types
