"""The cargo of a Merchant: own Goods, and those of others by charter."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    ACCEPT,
    CHARTER,
    DONE,
    FEE,
    MOST_FEE,
    PLACE_OF,
    REFUSE,
    SHIP,
    kind_of,
    offer,
)
from rondel.games.colonial.components import (
    AREA,
    CITY_GOODS,
    RESOURCE,
    SEATS,
    SLAVES_SPOTS,
    SPOT,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    TYPE_SPOTS,
)
from rondel.games.colonial.state import SPOT_SET, Table
from rondel.games.colonial.steps.loans import OwnTurn, can_repay
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, Step

CHAPTER: Final = "merchant"


ONE_PER_TYPE: Final = "one-good-per-type"


def is_traded(state: Table, spot: int) -> bool:
    """Slaves are never shipped again once slavery is abolished."""
    return not (state.abolished and SLAVES_SPOTS >> spot & 1)


def traded(state: Table, spots: int) -> int:
    """Of these spots those that still give Goods."""
    return spots & ~SLAVES_SPOTS if state.abolished else spots


def own_goods(state: Table, seat: int) -> int:
    """How many Goods the Merchant could bring home from own spots, with fleets and counters enough."""
    held = traded(state, state.held[seat])
    if not held:
        return 0
    if not state.options[ONE_PER_TYPE]:
        return held.bit_count() + (CITY_GOODS - 1) * (held & state.city).bit_count()
    goods: i64 = 0
    mine: i64 = held
    cities: i64 = state.city
    for spots in TYPE_SPOTS:
        of_type = mine & spots
        if of_type:
            goods += CITY_GOODS if of_type & -of_type & cities else 1  # the first spot of the type counts
    return goods


def own_cargo(state: Table, seat: int) -> int:
    """How many Goods the Merchant could bring home from own spots now."""
    return min(own_goods(state, seat), state.fleets[seat], state.free[seat])


def lets_charter(state: Table, owner: int) -> bool:
    """Whether a player could let a Good of his go; option: he gains one too, and needs a counter for it."""
    if state.embargo >> owner & 1:
        return False
    return state.free[owner] > 0 or state.options["charter-goods"] != "both"


def charter_mask(state: Table, seat: int) -> int:
    """Bits of the spots of others for which a Merchant could ask."""
    theirs = 0
    for owner in range(state.seats):
        if owner != seat and state.held[owner] and lets_charter(state, owner):
            theirs |= state.held[owner]
    return traded(state, theirs)


def charter_spots(state: Table, seat: int) -> list[int]:
    return bits(charter_mask(state, seat))


class Cargo(OwnTurn):
    """Each surviving fleet carries one Good: from a spot of your own, or from another player's with his consent.

    One Good of each type in an action (an option), two from a spot with a Booming City; each spot is asked for once.
    """

    __slots__ = ("loaded", "once", "twice", "asked")
    FIELDS = (("seat", SEAT), ("loaded", NUMBER), ("once", SPOT_SET), ("twice", SPOT_SET), ("asked", SPOT_SET))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, loaded: int, once: int, twice: int, asked: int) -> None:
        super().__init__(seat)
        self.loaded = loaded  # fleets that carry a Good
        self.once = once  # spots that have given a Good
        self.twice = twice  # spots that have given two
        self.asked = asked  # spots of others that were asked for, granted or not

    def to_act(self, state: Table) -> tuple[int, ...]:
        seat = self.seat
        if self.loaded >= state.fleets[seat] or not (state.free[seat] or can_repay(state, seat)):
            return ()
        open_ = ~self._shut(state)  # own spots are looked at first, as there it is soon seen
        if traded(state, state.held[seat]) & open_ or self._of_others(state) & open_:
            return BY_SEAT[seat]
        return ()

    def _of_others(self, state: Table) -> int:
        """Bits of the spots of others for which he may ask, or that have given a Good."""
        return charter_mask(state, self.seat) & (~self.asked | self.once)

    def _shut(self, state: Table) -> int:
        """Bits of the spots that give no Good any more."""
        once: i64 = self.once
        if not once:
            return 0
        shut: i64 = once & ~state.city | self.twice if CITY_GOODS > 1 else once
        if state.options[ONE_PER_TYPE]:
            for of_type in TYPE_SPOTS:
                if of_type & once:
                    shut |= of_type & ~once
        return shut

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        if state.free[seat]:
            spots = (traded(state, state.held[seat]) | self._of_others(state)) & ~self._shut(state)
            granted = spots & (state.held[seat] | self.once)
            offer(offered, SHIP, 0, granted)
            offer(offered, CHARTER, 0, spots & ~granted)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        mine = [SHIP[spot] for spot in range(SPOTS) if state.spot[spot] == seat]
        return mine + [CHARTER[spot] for spot in range(SPOTS) if state.spot[spot] not in (seat, NOBODY)]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.cargo", {"loaded": self.loaded, "fleets": state.fleets[seat]})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        if kind != "ship" and kind != "charter":
            return None
        spot = PLACE_OF[action]
        owner = state.spot[spot]
        what = {"resource": RESOURCE.ids[SPOT_RESOURCE[spot]], "area": AREA.ids[SPOT_AREA[spot]]}
        if not state.free[seat]:
            return Reason("no-counter", {"seat": seat}, CHAPTER)
        if owner == NOBODY:
            return Reason("spot-free", what, CHAPTER)
        if not is_traded(state, spot):
            return Reason("slavery-abolished", {}, "special-prestige")
        if kind == "ship" and owner != seat and not self.once >> spot & 1:
            return Reason("not-your-spot", {**what, "seat": owner}, CHAPTER)
        if kind == "charter" and (owner == seat or self.once >> spot & 1):
            return Reason("no-charter-needed", what, CHAPTER)
        if self.once >> spot & 1:
            return Reason("spot-shipped", what, CHAPTER)
        if owner != seat and self.asked >> spot & 1:
            return Reason("charter-was-refused", {**what, "seat": owner}, CHAPTER)
        if owner != seat and not lets_charter(state, owner):
            code = "embargo" if state.embargo >> owner & 1 else "no-counter"
            return Reason(code, {"seat": owner}, CHAPTER)
        return Reason("type-shipped", what, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        spot = PLACE_OF[action]
        if action == SHIP[spot]:
            self.load(state, spot)
            return
        state.replace(Cargo(seat, self.loaded, self.once, self.twice, self.asked | 1 << spot))
        if state.treasury[seat]:
            state.push(CharterFee(seat, spot))
        else:
            ask_charter(state, seat, spot, 0)

    def load(self, state: Table, spot: int) -> None:
        """A counter of yours in the Market; option: for a chartered Good one of the owner's as well."""
        seat, owner, bit = self.seat, state.spot[spot], 1 << spot
        state.bring_goods(seat, 1)
        if owner != seat and state.options["charter-goods"] == "both":
            state.bring_goods(owner, 1)
        if state.events is not None:
            state.emit(events.SHIPPED, seat, SPOT_AREA[spot], SPOT_RESOURCE[spot], owner)
        twice = self.twice | bit if self.once & bit else self.twice
        state.replace(Cargo(seat, self.loaded + 1, self.once | bit, twice, self.asked))

    def run(self, state: Table) -> None:
        state.pop()


CARGO: Final = [Cargo(seat, 0, 0, 0, 0) for seat in range(SEATS)]


class CharterFee(OwnTurn):
    """Consent to a charter may be paid for: the Merchant names what he offers, or nothing."""

    __slots__ = ("spot",)
    FIELDS = (("seat", SEAT), ("spot", SPOT))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, spot: int) -> None:
        super().__init__(seat)
        self.spot = spot

    def offers(self, state: Table, seat: int) -> list[int]:
        return FEE[: min(MOST_FEE, state.treasury[seat]) + 1]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.charter-fee", charter_values(state, self.spot))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.charter-fee", {"seat": self.seat})

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "fee":
            return None
        return Reason("too-little-treasury", {"needed": PLACE_OF[action], "treasury": state.treasury[seat]}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        ask_charter(state, seat, self.spot, PLACE_OF[action])


def charter_values(state: Table, spot: int) -> dict[str, object]:
    return {
        "owner": state.spot[spot],
        "resource": RESOURCE.ids[SPOT_RESOURCE[spot]],
        "area": AREA.ids[SPOT_AREA[spot]],
    }


def ask_charter(state: Table, seat: int, spot: int, fee: int) -> None:
    if state.events is not None:
        state.emit(events.CHARTER_ASKED, seat, state.spot[spot], SPOT_AREA[spot], SPOT_RESOURCE[spot], fee)
    state.push(CharterAnswer(seat, spot, fee))


class CharterAnswer(Step[Table]):
    """The owner of the spot consents or refuses; refused, the Merchant may turn to another player for another Good."""

    __slots__ = ("merchant", "spot", "fee")
    FIELDS = (("merchant", SEAT), ("spot", SPOT), ("fee", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, merchant: int, spot: int, fee: int) -> None:
        self.merchant = merchant
        self.spot = spot
        self.fee = fee

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.spot[self.spot]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [ACCEPT, REFUSE]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.charter-answer", self._values(state))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.charter-answer", self._values(state))

    def _values(self, state: Table) -> dict[str, object]:
        return {**charter_values(state, self.spot), "merchant": self.merchant, "fee": self.fee}

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == REFUSE:
            if state.events is not None:
                area, resource = SPOT_AREA[self.spot], SPOT_RESOURCE[self.spot]
                state.emit(events.CHARTER_REFUSED, self.merchant, seat, area, resource)
            return
        state.earn(self.merchant, -self.fee, "charter")
        state.earn(seat, self.fee, "charter")
        cargo = state.pending[-1]
        assert isinstance(cargo, Cargo)
        cargo.load(state, self.spot)
