"""The space Investor: interest, the investor card, and players without a flag."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import BUY, KIND_OF, PASS, PLACE_OF, RAISE
from rondel.games.imperial.components import BONDS, INTEREST, INVESTOR_BONUS, NATION, NATIONS, PRICE
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table
from rondel.games.imperial.steps.decisions import Decision
from rondel.kernel.events import SEAT, Reason, many
from rondel.kernel.flow import NOBODY

MOST_INTEREST: Final = sum(INTEREST)

# --- 1. interest --------------------------------------------------------------------------------------------------


def total_interest(state: Table, nation: int) -> int:
    first = nation * BONDS
    return sum(INTEREST[bond] for bond in range(BONDS) if state.bond[first + bond] >= 0)


def others_interest(state: Table, nation: int) -> int:
    """What the nation owes the players who are not its government."""
    government = state.flag[nation]
    return sum(state.interest(seat, nation) for seat in range(state.seats) if seat != government)


def can_pay_interest(state: Table, nation: int, money: int) -> bool:
    """Whether the treasury, and if need be the government with its own `money`, can pay the other players."""
    funds = state.treasury(nation) + money
    return funds >= MOST_INTEREST or others_interest(state, nation) <= funds


def pay_interest(state: Table, nation: int) -> None:
    """1. The treasury pays every holder of its bonds.

    If it holds too little, the government goes without its own interest, wholly or in part; if even that is not enough,
    it pays the rest to the others out of its own pocket.
    """
    government = state.flag[nation]
    treasury = FIRST_TREASURY + nation
    for seat in range(state.seats):
        if seat != government:
            due = state.interest(seat, nation)
            from_treasury = min(due, state.money[treasury])
            state.pay(treasury, seat, from_treasury, "interest")
            state.pay(government, seat, due - from_treasury, "interest")
    own = min(state.interest(government, nation), state.money[treasury])
    state.pay(treasury, government, own, "interest")


# --- 2. and 3. investing ------------------------------------------------------------------------------------------


def begin_investing(state: Table) -> None:
    """2. The player with the investor card receives two millions and may invest; 3. then those without a flag may."""
    holder = state.investor
    state.pay(BANK, holder, INVESTOR_BONUS, "investor-card")
    flagless = [seat for seat in state.clockwise(holder) if seat != holder and not state.has_flag(seat)]
    state.push(Invest((holder, *flagless), (), -1))


def begin_investing_in(state: Table, nation: int) -> None:
    """Variant without the investor card: after a nation's turn its government, then the others may invest in it."""
    state.push(Invest(tuple(state.clockwise(max(state.flag[nation], 0))), (), nation))


class Invest(Decision):
    """Each waiting player may take one new bond or raise one; then governments change, and the card is passed on.

    `nation` is -1 with the investor card: any nation may be lent to. Without it, players with a flag may lend only to
    the nation that has just moved, players without one to any.
    """

    __slots__ = ("waiting", "invested", "nation")
    FIELDS = (("waiting", many(SEAT)), ("invested", many(SEAT)), ("nation", NATION))
    CHAPTER = "investor"
    SPENDS = True

    def __init__(self, waiting: tuple[int, ...], invested: tuple[int, ...], nation: int) -> None:
        self.waiting = waiting
        self.invested = invested
        self.nation = nation

    def to_act(self, state: Table) -> tuple[int, ...]:
        return self.waiting[:1]

    def nations(self, state: Table, seat: int) -> range:
        if self.nation < 0 or not state.has_flag(seat):
            return range(NATIONS)
        return range(self.nation, self.nation + 1)

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        money = state.money[seat]
        holders = state.bond
        bonds = state.bonds
        for nation in self.nations(state, seat):
            first = nation * BONDS
            owned: list[int] = []
            for bond in range(bonds):
                holder = holders[first + bond]
                if holder == seat:
                    owned.append(bond)
                elif holder == NOBODY:
                    price = PRICE[bond]
                    if price <= money:
                        offered.append(BUY[first + bond])
                    for old in owned:
                        if price - PRICE[old] <= money:
                            offered.append(RAISE[(first + old) * BONDS + bond])
        offered.append(PASS)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        offered = [BUY[nation * BONDS + bond] for nation in self.nations(state, seat) for bond in range(state.bonds)]
        for nation in self.nations(state, seat):
            for old in range(state.bonds):
                if state.bond[nation * BONDS + old] == seat:
                    offered += [RAISE[(nation * BONDS + old) * BONDS + bond] for bond in range(old + 1, state.bonds)]
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        if kind not in ("buy", "raise"):
            return None
        place = PLACE_OF[action]
        price = PRICE[place % BONDS]
        if kind == "raise":
            place, new = divmod(place, BONDS)
            if state.bond[place] != seat:
                return Reason("not-your-bond", {"nation": NATION.ids[place // BONDS]}, "investor")
            price = PRICE[new] - PRICE[place % BONDS]
            place = place - place % BONDS + new
        nation, bond = divmod(place, BONDS)
        if nation not in self.nations(state, seat):
            return Reason("only-this-nation", {"nation": NATION.ids[self.nation]}, "no-investor-card")
        if bond >= state.bonds:
            return Reason("no-such-bond", {"price": PRICE[bond]}, "investor")
        if state.bond[place] != NOBODY:
            return Reason("bond-taken", {"seat": state.bond[place]}, "investor")
        return Reason("too-little-money", {"needed": price, "money": state.money[seat]}, "investor")

    def decided(self, state: Table, seat: int, action: int) -> None:
        if action == PASS:
            state.replace(Invest(self.waiting[1:], self.invested, self.nation))
            return
        place = PLACE_OF[action]
        if KIND_OF[action] == "buy":
            nation, bond = divmod(place, BONDS)
            price = PRICE[bond]
        else:
            place, bond = divmod(place, BONDS)
            nation, old = divmod(place, BONDS)
            state.return_bond(nation, old)
            price = PRICE[bond] - PRICE[old]
        state.pay(seat, FIRST_TREASURY + nation, price, "bond")
        state.take_bond(seat, nation, bond)
        state.replace(Invest(self.waiting[1:], (*self.invested, seat), self.nation))

    def run(self, state: Table) -> None:
        """At the end it is checked who governs; then the card goes to the next player clockwise."""
        state.pop()
        if self.invested:
            for nation in range(NATIONS):
                change_government(state, nation, self.invested)
        if self.nation < 0:
            state.give_card((state.investor + 1) % state.seats)


def change_government(state: Table, nation: int, invested: tuple[int, ...]) -> None:
    """A player who has now lent a nation more than anybody else takes over its government; as much is not enough."""
    holder = state.flag[nation]
    best = holder
    most = state.credit(holder, nation) if holder != NOBODY else 0
    for seat in invested:
        credit = state.credit(seat, nation)
        if credit > most:
            best, most = seat, credit
    if best != holder:
        state.give_flag(nation, best)
