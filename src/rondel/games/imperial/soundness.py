"""What holds in every position: of a game that is played, and of one that is loaded."""

from __future__ import annotations

from rondel.games.imperial.actions import ANSWER
from rondel.games.imperial.components import (
    ARMIES,
    CHIPS,
    FLEETS,
    HOME_MASK,
    LAND_MASK,
    MORE_CHIPS,
    NATIONS,
    PROVINCES,
    SEA_MASK,
    SEAS,
    SHIPYARD,
    SLOTS,
)
from rondel.games.imperial.state import FIRST_TREASURY, Table
from rondel.games.imperial.steps.chips import OUTER_MASK, PROVINCE_MASK
from rondel.games.imperial.steps.taxation import chart

PORT_MASK = sum(1 << area for area in range(PROVINCES) if SHIPYARD[area])


def check_ranges(state: Table) -> None:
    """Every number is one that the table knows."""
    assert sum(state.money) == 0, "money appeared or vanished"
    assert min(state.money[: FIRST_TREASURY + NATIONS]) >= 0, "a player or a treasury owes money"
    assert not any(state.money[state.seats : FIRST_TREASURY]), "an empty seat has money"
    for holders in (state.bond, state.flag, [state.investor]):
        assert all(-1 <= seat < state.seats for seat in holders), "something belongs to a seat that is not there"
    assert all(-1 <= slot < SLOTS for slot in state.marker), "a marker is beside the wheel"
    assert all(0 <= box < len(chart(state).power) for box in state.tax), "a marker is beside the tax chart"
    assert all(0 <= power <= state.end for power in state.power), "a marker is beside the score track"
    assert all(0 <= order < len(ANSWER) for order in state.orders), "an order that nobody can give"
    assert -1 <= state.answered < NATIONS * len(ANSWER), "an answer of nobody"
    more = state.edition_2030 or state.options["chips"] == MORE_CHIPS
    assert state.chip_limit == (MORE_CHIPS if more else CHIPS), "another number of tax chips was agreed on"
    assert state.bonds == (9 if state.edition_2030 or state.options["bonds"] == 54 else 8), "another number of bonds"
    assert all(state.bond[place] < 0 for place in range(len(state.bond)) if place % 9 >= state.bonds), "no such bond"


def check_pieces(state: Table) -> None:
    """No piece appears or vanishes, and what is kept for speed follows from the pieces."""
    for nation in range(NATIONS):
        armies = sum(state.army[nation::NATIONS]) + sum(state.friendly[nation::NATIONS])
        assert armies + state.armies_left[nation] == ARMIES[nation], "an army appeared or vanished"
        assert sum(state.fleet[nation::NATIONS]) + state.fleets_left[nation] == FLEETS[nation], "a fleet did"
        assert min(state.armies_left[nation], state.fleets_left[nation]) >= 0, "more units than there are"
        assert state.chips_left(nation) >= 0, "more tax chips than there are"
    twin = state.copy()
    twin.refresh()
    assert (twin.army_at, twin.fleet_at, twin.standing_at) == (state.army_at, state.fleet_at, state.standing_at)
    assert twin.invaded == state.invaded, "a province is taken to be free or occupied, and is not"


def check_places(state: Table) -> None:
    """Every piece stands where it can stand."""
    assert not state.factories & ~PROVINCE_MASK, "a factory outside the great powers"
    chips = 0
    for nation in range(NATIONS):
        assert not state.army_at[nation] & ~LAND_MASK, "an army at sea"
        assert not state.fleet_at[nation] & ~(SEA_MASK | PORT_MASK & HOME_MASK[nation]), "a fleet ashore"
        lying = state.army_at[nation] & ~state.standing_at[nation]
        assert not lying & (OUTER_MASK | HOME_MASK[nation]), "an army lies down where it is no guest"
        assert not state.chips[nation] & ~OUTER_MASK, "a tax chip in a province"
        assert not state.chips[nation] & chips, "two chips in one area"
        chips |= state.chips[nation]
        if state.units_at(nation):
            assert state.flag[nation] >= 0, "a nation without a government has units"
    assert all(state.carried[sea] <= max(ARMIES) for sea in range(len(SEAS)))
