"""A nation's turn: its marker moves on the wheel, and the space it reaches is carried out."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial import events
from rondel.games.imperial.actions import ADVANCE, FORCE_STOP, LET_PASS, PLACE_OF
from rondel.games.imperial.components import (
    FACTOR,
    FACTOR_PRICE_2030,
    FREE_SPACES,
    INVESTOR_SLOT,
    MOST_SPACES,
    NATION,
    NATIONS,
    SLOT,
    SLOTS,
    SPACE_PRICE,
    SPACE_PRICE_2030,
)
from rondel.games.imperial.state import BANK, Table
from rondel.games.imperial.steps.decisions import Decision, Government
from rondel.games.imperial.steps.factory import begin_factory, begin_import, begin_production
from rondel.games.imperial.steps.investor import (
    begin_investing,
    begin_investing_in,
    can_pay_interest,
    others_interest,
    pay_interest,
    total_interest,
)
from rondel.games.imperial.steps.maneuver import begin_maneuver
from rondel.games.imperial.steps.taxation import begin_taxation
from rondel.kernel.events import SEAT, Reason, many
from rondel.kernel.flow import NOBODY, Step

CHAPTER: Final = "rondel"


class NationTurn(Step[Table]):
    """The nations move in turn order; one without a government is passed over."""

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)
    CHAPTER = CHAPTER

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def run(self, state: Table) -> None:
        state.replace(END_OF_TURN[self.nation])
        if state.flag[self.nation] == NOBODY:
            state.emit(events.SKIPPED, self.nation)
        else:
            state.push(CHOOSE_SLOT[self.nation])


class EndOfTurn(Step[Table]):
    """After a nation's turn comes the next nation. Variant without the investor card: first, all may invest in it."""

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)
    CHAPTER = CHAPTER

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def run(self, state: Table) -> None:
        state.replace(NATION_TURN[(self.nation + 1) % NATIONS])
        if state.investor == NOBODY:
            begin_investing_in(state, self.nation)


class ChooseSlot(Government):
    """The government moves the marker clockwise: up to three spaces free, then two millions a space, six at most.

    A nation's first space is free, whichever it is. Staying put is not allowed.
    """

    __slots__ = ()
    CHAPTER = CHAPTER
    SPENDS = True

    def offers(self, state: Table, seat: int) -> list[int]:
        nation = self.nation
        start = state.marker[nation]
        money = state.money[seat]
        first = nation * SLOTS
        offered: list[int] = []
        if start < 0:
            offered += ADVANCE[first : first + SLOTS]
        else:
            paid = money // space_price(state, nation)
            far = MOST_SPACES if paid >= MOST_SPACES - FREE_SPACES else FREE_SPACES + paid
            for spaces in range(1, far + 1):
                offered.append(ADVANCE[first + (start + spaces) % SLOTS])
        investor = ADVANCE[first + INVESTOR_SLOT]
        if investor in offered and not can_pay_interest(
            state, nation, money - move_price(state, nation, INVESTOR_SLOT)
        ):
            offered.remove(investor)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return ADVANCE[self.nation * SLOTS : (self.nation + 1) * SLOTS]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action not in self.candidates(state, seat):
            return None
        start, slot = state.marker[self.nation], PLACE_OF[action] % SLOTS
        spaces = (slot - start) % SLOTS
        price = move_price(state, self.nation, slot)
        money = state.money[seat]
        if start >= 0 and spaces == 0:
            return Reason("no-staying", {"nation": NATION.ids[self.nation]}, CHAPTER)
        if start >= 0 and spaces > MOST_SPACES:
            return Reason("too-far", {"spaces": spaces, "most": MOST_SPACES}, CHAPTER)
        if price > money:
            return Reason("too-little-money", {"needed": price, "money": money}, CHAPTER)
        due = others_interest(state, self.nation)
        funds = {"due": due, "treasury": state.treasury(self.nation), "money": money - price}
        return Reason("interest-not-covered", {"nation": NATION.ids[self.nation], **funds}, "investor")

    def decided(self, state: Table, seat: int, action: int) -> None:
        slot = PLACE_OF[action] % SLOTS
        if (state.edition_2030 or state.options["swiss-bank"]) and passes_investor(state.marker[self.nation], slot):
            bankers = swiss_bankers(state)
            if bankers and state.treasury(self.nation) >= total_interest(state, self.nation):
                state.replace(SwissBank(self.nation, slot, bankers))
                return
        state.pop()
        arrive(state, self.nation, slot)


CHOOSE_SLOT: Final = [ChooseSlot(nation) for nation in range(NATIONS)]
NATION_TURN: Final = [NationTurn(nation) for nation in range(NATIONS)]
END_OF_TURN: Final = [EndOfTurn(nation) for nation in range(NATIONS)]


def space_price(state: Table, nation: int) -> int:
    """What each space beyond the free ones costs. Option 2030: the more, the greater the nation's power factor."""
    if state.edition_2030:
        return SPACE_PRICE_2030 + FACTOR_PRICE_2030 * FACTOR[state.power[nation]]
    return SPACE_PRICE


def move_price(state: Table, nation: int, slot: int) -> int:
    """What the government pays the bank to move its nation's marker to `slot`; the first space is free."""
    start = state.marker[nation]
    beyond = (slot - start) % SLOTS - FREE_SPACES
    return space_price(state, nation) * beyond if start >= 0 and beyond > 0 else 0


def reachable(state: Table, nation: int) -> list[int]:
    """The spaces within the marker's reach, whatever they cost, clockwise."""
    start = state.marker[nation]
    if start < 0:
        return list(range(SLOTS))
    return [(start + spaces) % SLOTS for spaces in range(1, MOST_SPACES + 1)]


def passes_investor(start: int, slot: int) -> bool:
    return start >= 0 and 0 < (INVESTOR_SLOT - start) % SLOTS < (slot - start) % SLOTS


def arrive(state: Table, nation: int, slot: int) -> None:
    """Pay for the move and carry out the space; then, if Investor was passed over, its second and third part."""
    start = state.marker[nation]
    price = move_price(state, nation, slot)
    if price:
        state.pay(state.flag[nation], BANK, price, "rondel")
    state.marker[nation] = slot
    if state.events is not None:
        state.emit(events.ADVANCED, nation, slot, (slot - start) % SLOTS if start >= 0 else 0)
    if passes_investor(start, slot) and state.investor != NOBODY:
        state.push(PassedInvestor())
    space = SLOT.ids[slot]
    if space == "investor":
        pay_interest(state, nation)
        if state.investor != NOBODY:
            begin_investing(state)
    elif space == "factory":
        begin_factory(state, nation)
    elif space == "import":
        begin_import(state, nation)
    elif space == "taxation":
        begin_taxation(state, nation)
    elif space == "production-1" or space == "production-2":
        begin_production(state, nation)
    else:
        begin_maneuver(state, nation)


class PassedInvestor(Step[Table]):
    """A nation that passes over Investor activates the card, after the action of the space it reached."""

    __slots__ = ()
    CHAPTER = "investor"

    def run(self, state: Table) -> None:
        state.pop()
        begin_investing(state)


def swiss_bankers(state: Table) -> tuple[int, ...]:
    """The players without a government, clockwise from the investor card."""
    first = max(state.investor, 0)
    return tuple(seat for seat in state.clockwise(first) if not state.has_flag(seat))


class SwissBank(Decision):
    """Option of later printings: a player without a government may make a nation that passes over Investor stop there.

    The treasury must be able to pay all interest. The players are asked clockwise from the investor card.
    """

    __slots__ = ("nation", "slot", "waiting")
    FIELDS = (("nation", NATION), ("slot", SLOT), ("waiting", many(SEAT)))
    CHAPTER = "swiss-bank"

    def __init__(self, nation: int, slot: int, waiting: tuple[int, ...]) -> None:
        self.nation = nation
        self.slot = slot
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        return self.waiting[:1]

    def offers(self, state: Table, seat: int) -> list[int]:
        return [FORCE_STOP, LET_PASS]

    def decided(self, state: Table, seat: int, action: int) -> None:
        if action == FORCE_STOP:
            state.emit(events.STOPPED, seat, self.nation)
            state.pop()
            arrive(state, self.nation, INVESTOR_SLOT)
        else:
            state.replace(SwissBank(self.nation, self.slot, self.waiting[1:]))

    def run(self, state: Table) -> None:
        state.pop()
        arrive(state, self.nation, self.slot)
