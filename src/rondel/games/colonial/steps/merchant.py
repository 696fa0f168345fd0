"""The Merchant: Privateers raid his fleets, his escort hunts them, and only then does he choose the cargo."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    ACCEPT,
    CHARTER,
    DONE,
    ESCORT,
    FEE,
    HOLD,
    MOST_FEE,
    NO_ESCORT,
    ODDS,
    PLACE_OF,
    RAID,
    REFUSE,
    SHIP,
    SINK,
    kind_of,
)
from rondel.games.colonial.components import (
    AREA,
    BOOTY,
    CITY_GOODS,
    ESCORT_DICE,
    RESOURCE,
    RESOURCE_SPOTS,
    SEATS,
    SLAVES_SPOTS,
    SPOT,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
)
from rondel.games.colonial.state import SPOT_SET, Table
from rondel.games.colonial.steps.loans import OwnTurn, can_repay
from rondel.kernel.events import NUMBER, SEAT, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

CHAPTER: Final = "merchant"


def begin_merchant(state: Table, seat: int) -> None:
    """The action counts as the Merchant used even if no cargo is found."""
    state.merchants |= 1 << seat
    state.push(Voyage(seat, 0))


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


class Raid(Step[Table]):
    """The owner of Privateers may roll a Success die for each; each success destroys a fleet before it can carry."""

    __slots__ = ("merchant", "seat")
    FIELDS = (("merchant", SEAT), ("seat", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, merchant: int, seat: int) -> None:
        self.merchant = merchant
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

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


# --- cargo --------------------------------------------------------------------------------------------------------


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
        for spot in range(SPOTS):
            if state.spot[spot] != NOBODY and self._open(state, spot):
                return BY_SEAT[seat]
        return ()

    def _open(self, state: Table, spot: int) -> bool:
        """Whether this spot, which somebody controls, can still give a Good."""
        bit = 1 << spot
        if state.abolished and SLAVES_SPOTS & bit:
            return False
        if self.once & bit:
            if CITY_GOODS < 2 or not state.city & bit or self.twice & bit:
                return False
        elif state.options["one-good-per-type"]:
            for other in RESOURCE_SPOTS[SPOT_RESOURCE[spot]]:
                if self.once >> other & 1:
                    return False
        owner = state.spot[spot]
        if owner == self.seat:
            return True
        if state.embargo >> owner & 1 or (not state.free[owner] and state.options["charter-goods"] == "both"):
            return False
        return not self.asked & bit or bool(self.once & bit)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        charters: list[int] = []
        for spot in range(SPOTS) if state.free[seat] else ():
            owner = state.spot[spot]
            if owner != NOBODY and self._open(state, spot):
                if owner == seat or self.once >> spot & 1:
                    offered.append(SHIP[spot])
                else:
                    charters.append(CHARTER[spot])
        offered += charters
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
        if state.abolished and SLAVES_SPOTS >> spot & 1:
            return Reason("slavery-abolished", {}, "special-prestige")
        if kind == "ship" and owner != seat and not self.once >> spot & 1:
            return Reason("not-your-spot", {**what, "seat": owner}, CHAPTER)
        if kind == "charter" and (owner == seat or self.once >> spot & 1):
            return Reason("no-charter-needed", what, CHAPTER)
        if self.once >> spot & 1:
            return Reason("spot-shipped", what, CHAPTER)
        if owner != seat and self.asked >> spot & 1:
            return Reason("charter-was-refused", {**what, "seat": owner}, CHAPTER)
        if owner != seat and not state.free[owner]:
            return Reason("no-counter", {"seat": owner}, CHAPTER)
        if owner != seat and state.embargo >> owner & 1:
            return Reason("embargo", {"seat": owner}, CHAPTER)
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
