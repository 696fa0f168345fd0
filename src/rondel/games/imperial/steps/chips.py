"""The third step of a manoeuvre: tax chips."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.actions import PLACE_CHIP, PLACE_OF
from rondel.games.imperial.components import AREAS, NATION, NATIONS, PROVINCES, SEAS
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.decisions import Government
from rondel.kernel.data import bits
from rondel.kernel.flow import Step

PROVINCE_MASK: Final = (1 << PROVINCES) - 1
OUTER_MASK: Final = ((1 << AREAS) - 1) & ~PROVINCE_MASK


class PlaceChips(Step[Table]):
    """3. A region or sea held by one nation alone takes that nation's chip, and loses any other.

    A nation left alone after a battle gains the region too. A nation short of chips chooses where to place them; the
    region then stays empty until one comes free. Several nations choose in turn order, from the one that has moved.
    """

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)
    CHAPTER = "maneuver-chips"

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def run(self, state: Table) -> None:
        state.pop()
        end_maneuver(state)
        wanted = wanted_chips(state)
        for nation in range(NATIONS):
            if wanted[nation]:
                for other in range(NATIONS):
                    if other != nation:
                        for area in bits(wanted[nation] & state.chips[other]):
                            state.remove_chip(other, area)
        short: list[int] = []
        for nation in range(NATIONS):
            if wanted[nation]:
                areas = bits(wanted[nation])
                if len(areas) <= state.chips_left(nation):
                    for area in areas:
                        state.place_chip(nation, area)
                elif state.chips_left(nation):
                    short.append(nation)
        if len(short) > 1 and state.options["chip-order"] == "turn":
            short.sort(key=lambda nation: -((nation - self.nation) % NATIONS))
        for nation in short:  # the last one on the pile is the first to choose
            state.push(ChooseChips(nation))


def end_maneuver(state: Table) -> None:
    state.unmoved = bytearray(2 * AREAS)
    state.carried = bytearray(len(SEAS))


def wanted_chips(state: Table) -> list[int]:
    """[nation] -> the regions and seas it holds alone without a chip of its own."""
    seen = 0
    shared = 0
    for nation in range(NATIONS):
        there = state.army_at[nation] | state.fleet_at[nation]
        shared |= seen & there
        seen |= there
    alone = OUTER_MASK & ~shared
    return [state.units_at(nation) & alone & ~state.chips[nation] for nation in range(NATIONS)]


class ChooseChips(Government):
    """A nation with fewer chips left than regions to mark chooses among them."""

    __slots__ = ()
    CHAPTER = "maneuver-chips"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return super().to_act(state) if state.chips_left(self.nation) else ()

    def offers(self, state: Table, seat: int) -> list[int]:
        return [PLACE_CHIP[area] for area in bits(wanted_chips(state)[self.nation])]

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.place_chip(self.nation, PLACE_OF[action])

    def run(self, state: Table) -> None:
        state.pop()
