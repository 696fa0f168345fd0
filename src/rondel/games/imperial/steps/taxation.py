"""The space Taxation, the end of the game and the final scores."""

from __future__ import annotations

from rondel.games.imperial import events
from rondel.games.imperial.components import BONDS, BOX_POWER, END_POWER, FACTOR, INTEREST, NATIONS, SOLDIER_PAY
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table, tax_box


def begin_taxation(state: Table, nation: int) -> None:
    """Taxes and success bonus, then money into the treasury, then power points; at 25 the game ends at once."""
    revenue = state.revenue(nation)
    box = tax_box(revenue)
    pay = SOLDIER_PAY * state.units(nation)
    bonus = success_bonus(state, nation, box)
    state.tax[nation] = box
    if state.events is not None:
        state.emit(events.TAXED, nation, revenue, box, pay)
    state.pay(BANK, state.flag[nation], bonus, "success-bonus")
    state.pay(BANK, FIRST_TREASURY + nation, max(0, revenue - pay), "taxes")
    if BOX_POWER[box]:
        state.gain_power(nation, BOX_POWER[box])
    if state.power[nation] >= END_POWER:
        state.emit(events.GAME_ENDED, nation)
        state.pending.clear()


def success_bonus(state: Table, nation: int, box: int) -> int:
    """A million to the government for every box that the marker rises."""
    return max(0, box - state.tax[nation])


def scores(state: Table) -> list[int]:
    """The interest of each bond times the factor of its nation, and the player's money."""
    totals = state.money[: state.seats]
    for nation in range(NATIONS):
        factor = FACTOR[state.power[nation]]
        for bond in range(BONDS):
            seat = state.bond[nation * BONDS + bond]
            if seat >= 0:
                totals[seat] += INTEREST[bond] * factor
    return totals


def ranks(state: Table) -> list[int]:
    """Places by score; of equals, by the credit given to the most powerful nation, then the next, and so on."""
    strongest = sorted(range(NATIONS), key=lambda nation: (-state.power[nation], nation))
    keys = [(score, *(state.credit(seat, nation) for nation in strongest)) for seat, score in enumerate(scores(state))]
    return [1 + sum(other > key for other in keys) for key in keys]
