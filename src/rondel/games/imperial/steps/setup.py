"""Setting up: money, flags and bonds, by the number of players, or chosen freely by experienced players."""

from __future__ import annotations

from typing import ClassVar, Final

from rondel.games.imperial.actions import BUY, DEAL, FIRST, PASS, PLACE_OF, TAKE_FLAG
from rondel.games.imperial.components import (
    AUSTRIA_HUNGARY,
    BONDS,
    CHIPS,
    EXPERIENCED_MONEY,
    FLAG_BOND,
    FLAG_SETS,
    MONEY_A_FLAG,
    MONEY_LEFT_2030,
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
    state.chip_limit = MORE_CHIPS if state.edition_2030 or state.options["chips"] == MORE_CHIPS else CHIPS
    state.bonds = BONDS if state.edition_2030 or state.options["bonds"] == 54 else BONDS - 1
    money = start_money(state)
    for seat in range(state.seats):
        state.pay(BANK, seat, money, "start")
    state.push(DealFlags(0) if state.options["deal"] == "standard" else ChooseFirst())


def start_money(state: Table) -> int:
    """13 millions a flag, or more to choose bonds with. Option 2030: what the flags' bonds cost, and two millions."""
    if state.options["deal"] == "experienced":
        return EXPERIENCED_MONEY[state.seats]
    flags = 1 + max(len(more) for more in FLAG_SETS[state.seats].values())
    if state.edition_2030:
        return flags * (PRICE[FLAG_BOND] + PRICE[OTHER_BOND_54]) + MONEY_LEFT_2030
    return flags * MONEY_A_FLAG


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
        give_flags(state, self.seat, PLACE_OF[action] % NATIONS)
        if self.seat + 1 < state.seats:
            state.replace(DealFlags(self.seat + 1))
        else:
            state.pop()
            deal_bonds(state)
            begin(state)


class ChooseFlag(Step[Table]):
    """Option: the flags lie open, and each player takes one, clockwise from the first; others come along as dealt."""

    __slots__ = ("first", "taken")
    FIELDS = (("first", SEAT), ("taken", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, first: int, taken: int) -> None:
        self.first = first
        self.taken = taken

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[(self.first + self.taken) % state.seats]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE_FLAG[nation] for nation in FLAG_SETS[state.seats] if state.flag[nation] == NOBODY]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return TAKE_FLAG

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action not in TAKE_FLAG:
            return None
        nation = PLACE_OF[action]
        if state.flag[nation] != NOBODY:
            return Reason("flag-taken", {"seat": state.flag[nation], "nation": NATION.ids[nation]}, CHAPTER)
        return Reason("flag-comes-along", {"nation": NATION.ids[nation]}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        give_flags(state, seat, PLACE_OF[action])
        if self.taken + 1 < state.seats:
            state.replace(ChooseFlag(self.first, self.taken + 1))
        else:
            state.pop()
            deal_bonds(state)
            begin(state)


def give_flags(state: Table, seat: int, nation: int) -> None:
    """A flag, with those that come along when there are two or three players."""
    for flag in (nation, *FLAG_SETS[state.seats][nation]):
        state.give_flag(flag, seat)


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
    """Where players choose their bonds or their flags, chance names the first to choose."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        first = PLACE_OF[action]
        if state.options["deal"] == "experienced":
            state.replace(OfferBonds(0, first, 0))
        else:
            state.replace(ChooseFlag(first, 0))


class OfferBonds(Step[Table]):
    """Variant for experienced players: nation by nation each player may take one bond, clockwise.

    The first to choose moves one seat to the left with every nation.
    """

    __slots__ = ("nation", "first", "asked")
    FIELDS = (("nation", NATION), ("first", SEAT), ("asked", NUMBER))
    CHAPTER = CHAPTER
    SPENDS: ClassVar[bool] = True
    OFFER_TELLS: ClassVar[bool] = True

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
