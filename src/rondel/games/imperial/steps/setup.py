"""Setting up: money, flags and bonds, by the number of players, or chosen freely by experienced players."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import BUY, DEAL, FIRST, PASS, PLACE_OF
from rondel.games.imperial.components import (
    AUSTRIA_HUNGARY,
    BONDS,
    CHIPS,
    EXPERIENCED_MONEY,
    FLAG_BOND,
    FLAG_SETS,
    MONEY_A_FLAG,
    MORE_CHIPS,
    NATION,
    NATIONS,
    OTHER_BOND,
    OTHER_BOND_54,
    OTHER_NATION,
    PRICE,
    START_FACTORIES,
)
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table
from rondel.games.imperial.steps.turn import NationTurn
from rondel.kernel.events import NUMBER, SEAT, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

CHAPTER: Final = "setup"


def lay_out(state: Table) -> None:
    """The board at the start: two factories a nation; money and bonds by the deal the players chose."""
    for area in START_FACTORIES:
        state.factories |= 1 << area
    state.chip_limit = CHIPS if state.options["chips"] == CHIPS else MORE_CHIPS
    state.bonds = BONDS if state.options["bonds"] == 54 else BONDS - 1
    if state.options["deal"] == "experienced":
        for seat in range(state.seats):
            state.pay(BANK, seat, EXPERIENCED_MONEY[state.seats], "start")
        state.push(ChooseFirst())
    else:
        flags = 1 + max(len(more) for more in FLAG_SETS[state.seats].values())
        for seat in range(state.seats):
            state.pay(BANK, seat, MONEY_A_FLAG * flags, "start")
        state.push(DealFlags(0))


class DealFlags(ChanceStep[Table]):
    """The flags are shuffled and each player is dealt one; with two or three players others come along with it."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [
            (DEAL[self.seat * NATIONS + nation], 1) for nation in FLAG_SETS[state.seats] if state.flag[nation] == NOBODY
        ]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        nation = PLACE_OF[action] % NATIONS
        for flag in (nation, *FLAG_SETS[state.seats][nation]):
            state.give_flag(flag, self.seat)
        if self.seat + 1 < state.seats:
            state.replace(DealFlags(self.seat + 1))
        else:
            state.pop()
            deal_bonds(state)
            begin(state)


def deal_bonds(state: Table) -> None:
    """Each flag's back names two bonds: its holder takes them and pays both treasuries.

    A flag that was not dealt goes to the holder of the small bond of that nation; if that was not dealt either, it
    stays at the bank.
    """
    other = OTHER_BOND_54 if state.bonds == BONDS else OTHER_BOND
    dealt = [nation for nation in range(NATIONS) if state.flag[nation] != NOBODY]
    for nation in dealt:
        for lent_to, bond in ((nation, FLAG_BOND), (OTHER_NATION[nation], other)):
            seat = state.flag[nation]
            state.pay(seat, FIRST_TREASURY + lent_to, PRICE[bond], "bond")
            state.take_bond(seat, lent_to, bond)
    for nation in range(NATIONS):
        holder = state.bond[nation * BONDS + other]
        if state.flag[nation] == NOBODY and holder != NOBODY:
            state.give_flag(nation, holder)


class ChooseFirst(ChanceStep[Table]):
    """Variant for experienced players: chance names the first to choose a bond."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.replace(OfferBonds(0, PLACE_OF[action], 0))


class OfferBonds(Step[Table]):
    """Variant for experienced players: nation by nation each player may take one bond, clockwise.

    The first to choose moves one seat to the left with every nation.
    """

    __slots__ = ("nation", "first", "asked")
    OFFER_TELLS = True
    FIELDS = (("nation", NATION), ("first", SEAT), ("asked", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, nation: int, first: int, asked: int) -> None:
        self.nation = nation
        self.first = first
        self.asked = asked

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[(self.first + self.asked) % state.seats]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [
            BUY[self.nation * BONDS + bond]
            for bond in range(state.bonds)
            if state.bond[self.nation * BONDS + bond] == NOBODY and PRICE[bond] <= state.money[seat]
        ]
        offered.append(PASS)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [BUY[self.nation * BONDS + bond] for bond in range(state.bonds)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action not in self.candidates(state, seat):
            return None
        place = PLACE_OF[action]
        if state.bond[place] != NOBODY:
            return Reason("bond-taken", {"seat": state.bond[place]}, CHAPTER)
        return Reason("too-little-money", {"needed": PRICE[place % BONDS], "money": state.money[seat]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != PASS:
            bond = PLACE_OF[action] % BONDS
            state.pay(seat, FIRST_TREASURY + self.nation, PRICE[bond], "bond")
            state.take_bond(seat, self.nation, bond)
            holder = state.flag[self.nation]
            # Equality is not enough: the first to lend a sum forms the government.
            if holder == NOBODY or state.credit(seat, self.nation) > state.credit(holder, self.nation):
                state.give_flag(self.nation, seat)
        if self.asked + 1 < state.seats:
            state.replace(OfferBonds(self.nation, self.first, self.asked + 1))
        elif self.nation + 1 < NATIONS:
            state.replace(OfferBonds(self.nation + 1, (self.first + 1) % state.seats, 0))
        else:
            state.pop()
            begin(state)


def begin(state: Table) -> None:
    """The investor card goes to the left of Austria-Hungary's government, or of the next nation's that has one."""
    if state.options["investor-card"]:
        for nation in range(AUSTRIA_HUNGARY, NATIONS):
            if state.flag[nation] != NOBODY:
                state.give_card((state.flag[nation] + 1) % state.seats)
                break
    state.push(NationTurn(0))
