"""The space Taxation, the end of the game and the final scores."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial import events
from rondel.games.imperial.components import (
    BONDS,
    CHART,
    CHART_2030,
    FACTOR,
    INTEREST,
    NATION,
    NATIONS,
    SOLDIER_PAY,
    Chart,
)
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table
from rondel.kernel.events import Message
from rondel.kernel.score import Part

NEAR: Final = 5
"""So many power points before the end a nation is said to be near it."""


class Assessment:
    """What taxation brings: foreseen by views and bots, carried out by the step."""

    __slots__ = ("revenue", "box", "pay", "income", "bonus", "power")

    def __init__(self, revenue: int, box: int, pay: int, income: int, bonus: int, power: int) -> None:
        self.revenue = revenue
        self.box = box  # of the tax chart
        self.pay = pay  # of the soldiers
        self.income = income  # what the bank pays into the treasury
        self.bonus = bonus  # what the government receives
        self.power = power


def chart(state: Table) -> Chart:
    return CHART_2030 if state.edition_2030 else CHART


def assess(state: Table, nation: int, revenue: int) -> Assessment:
    """What taxation would bring the nation now, with a revenue of so much.

    1. The success bonus is a million for every box that the marker rises. Option 2030: it is printed on the chart, and
    the treasury pays it as far as it can. 2. The treasury receives the taxes less the soldiers' pay, and never loses by
    it. 3. The box gives power points.
    """
    boxes = chart(state)
    box = boxes.box(revenue)
    pay = SOLDIER_PAY * state.units(nation)
    income = max(0, revenue - pay)
    if state.edition_2030:
        bonus = min(boxes.bonus[box], state.treasury(nation) + income)
    else:
        bonus = max(0, box - state.tax[nation])
    return Assessment(revenue, box, pay, income, bonus, boxes.power[box])


def begin_taxation(state: Table, nation: int) -> None:
    """Taxes and success bonus, then money into the treasury, then power points; at 25 the game ends at once."""
    taxes = assess(state, nation, state.revenue(nation))
    state.tax[nation] = taxes.box
    if state.events is not None:
        state.emit(events.TAXED, nation, taxes.revenue, chart(state).first + taxes.box, taxes.pay)
    if state.edition_2030:
        state.pay(BANK, FIRST_TREASURY + nation, taxes.income, "taxes")
        state.pay(FIRST_TREASURY + nation, state.flag[nation], taxes.bonus, "success-bonus")
    else:
        state.pay(BANK, state.flag[nation], taxes.bonus, "success-bonus")
        state.pay(BANK, FIRST_TREASURY + nation, taxes.income, "taxes")
    if taxes.power:
        state.gain_power(nation, taxes.power)
    if state.power[nation] >= state.end:
        state.emit(events.GAME_ENDED, nation, state.power[nation])
        state.pending.clear()


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


def score_parts(state: Table) -> list[list[Part]]:
    """The player's money, and for each nation the interest of his bonds times its factor."""
    parts = [[Part("score.money", {}, state.money[seat])] for seat in range(state.seats)]
    for nation in range(NATIONS):
        factor = FACTOR[state.power[nation]]
        interest = [0] * state.seats
        for bond in range(BONDS):
            seat = state.bond[nation * BONDS + bond]
            if seat >= 0:
                interest[seat] += INTEREST[bond]
        for seat in range(state.seats):
            if interest[seat]:
                what = {"nation": NATION.ids[nation], "interest": interest[seat], "factor": factor}
                parts[seat].append(Part("score.bonds", what, interest[seat] * factor))
    return parts


def near_end(state: Table) -> list[Message]:
    """The nations whose next taxation would end the game, and those that are not far from it."""
    said: list[Message] = []
    end = state.end
    most = max(chart(state).power)
    for nation in sorted(range(NATIONS), key=lambda nation: -state.power[nation]):
        power = state.power[nation]
        if power < end - NEAR and power + most < end:
            break
        if state.flag[nation] < 0:
            continue
        gain = assess(state, nation, state.revenue(nation)).power
        what = {"nation": NATION.ids[nation], "power": power, "gain": gain, "end": end}
        if power + gain >= end:
            said.append(Message("near.taxation", what))
        elif power >= end - NEAR:
            said.append(Message("near.power", what))
    return said


def ranks(state: Table) -> list[int]:
    """Places by score; of equals, by the credit given to the most powerful nation, then the next, and so on."""
    strongest = sorted(range(NATIONS), key=lambda nation: (-state.power[nation], nation))
    keys = [(score, *(state.credit(seat, nation) for nation in strongest)) for seat, score in enumerate(scores(state))]
    return [1 + sum(other > key for other in keys) for key in keys]
