"""Battles, one unit against one, and the destruction of factories."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperial import events
from rondel.games.imperial.actions import (
    ALWAYS_FIGHT,
    ALWAYS_PEACE,
    ARMY,
    DESTROY,
    ENTERED,
    ENTERING,
    FIGHT,
    FIGHT_ALL,
    FLEET,
    FRIENDLY,
    KIND_OF,
    PEACE,
    PLACE_OF,
    UNIT,
)
from rondel.games.imperial.components import AREA, DESTROYERS, HOME, HOME_MASK, NATION, NATIONS, PROVINCES
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.decisions import Decision, Government
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason, many
from rondel.kernel.flow import BY_SEAT, Step, step_values


class Maneuver(Government):
    """What moving fleets and moving armies share: the active nation's government decides, and may fight at any time."""

    __slots__ = ()

    def spend_the_moved(self, state: Table, area: int) -> None:
        """Of several units in an area where some were lost, those that have moved or carried already are lost first."""
        raise NotImplementedError


AFTER: Final[list[list[int]]] = [[(nation + step) % NATIONS for step in range(1, NATIONS)] for nation in range(NATIONS)]
"""[nation] -> the others, in turn order after it."""


def others_in(state: Table, nation: int, area: int) -> list[int]:
    """The other nations with units in an area, in turn order after `nation`."""
    found: list[int] = []
    for other in AFTER[nation]:
        if state.army_at[other] >> area & 1 or state.fleet_at[other] >> area & 1:
            found.append(other)
    return found


def meet(state: Table, nation: int, unit: int, area: int) -> None:
    """A unit that enters an area meets the units of others: there is a battle if either side wants one."""
    for other in AFTER[nation]:
        if state.army_at[other] >> area & 1 or state.fleet_at[other] >> area & 1:
            encounter = Encounter(nation, unit, area)
            state.push(encounter)
            if state.standing_orders:
                encounter.obey(state)
            return


KINDS: Final[list[list[int]]] = [bits(kinds) for kinds in range(1 << len(UNIT))]
"""[set of kinds of units] -> them; these lists are shared."""


def kinds_in(state: Table, nation: int, area: int) -> list[int]:
    """The kinds of units a nation has in an area."""
    kinds = 0
    if state.army_at[nation] >> area & 1:
        if state.standing_at[nation] >> area & 1:
            kinds = 1 << ARMY
        if area < PROVINCES and state.friendly[area * NATIONS + nation]:
            kinds |= 1 << FRIENDLY
    if state.fleet_at[nation] >> area & 1:
        kinds |= 1 << FLEET
    return KINDS[kinds]


class Encounter(Government):
    """The government of the unit that enters may fight any unit there; if it keeps the peace, the others are asked."""

    __slots__ = ("unit", "area")
    FIELDS = (("nation", NATION), ("unit", UNIT), ("area", AREA))
    CHAPTER = "battles"

    def __init__(self, nation: int, unit: int, area: int) -> None:
        super().__init__(nation)
        self.unit = unit
        self.area = area

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert units_of(state, self.nation, self.unit, self.area), "a unit that is not there meets others"

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = [PEACE]
        for other in others_in(state, self.nation, self.area):
            for target in kinds_in(state, other, self.area):
                offered.append(FIGHT[((self.area * NATIONS + other) * 3 + self.unit) * 3 + target])
        return offered

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != PEACE:
            fight(state, self.nation, action)
            return
        # A government of both sides has just said what it wants.
        asked = [other for other in others_in(state, self.nation, self.area) if state.flag[other] != seat]
        if asked:
            challenge = Challenge(self.nation, self.unit, self.area, tuple(asked))
            state.push(challenge)
            if state.standing_orders:
                challenge.obey(state)

    def obey(self, state: Table) -> None:
        """An order to fight answers only where there is no choice of whom to fight."""
        state.reveal()  # asked or not, that shows what order there is
        seat = state.flag[self.nation]
        order = state.order(seat, ENTERING)
        if order == ALWAYS_PEACE:
            state.answer(self.nation, order)
            self.decided(state, seat, PEACE)
        elif order == ALWAYS_FIGHT:
            offered = self.offers(state, seat)
            if len(offered) == 2:
                state.answer(self.nation, order)
                self.decided(state, seat, offered[1])


class Challenge(Decision):
    """Nations whose area was entered may call for battle, right after the entry."""

    __slots__ = ("nation", "unit", "area", "waiting")
    FIELDS = (("nation", NATION), ("unit", UNIT), ("area", AREA), ("waiting", many(NATION)))
    CHAPTER = "battles"

    def __init__(self, nation: int, unit: int, area: int, waiting: tuple[int, ...]) -> None:
        self.nation = nation
        self.unit = unit
        self.area = area
        self.waiting = waiting

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert units_of(state, self.nation, self.unit, self.area), "a unit that is not there meets others"
        there = others_in(state, self.nation, self.area)
        assert all(other in there for other in self.waiting), "a nation is asked that is not there"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.waiting[0]]] if self.waiting else ()

    def offers(self, state: Table, seat: int) -> list[int]:
        asked = self.waiting[0]
        first = (self.area * NATIONS + self.nation) * 9
        offered = [PEACE]
        for own in kinds_in(state, asked, self.area):
            offered.append(FIGHT[first + own * 3 + self.unit])
        return offered

    def decided(self, state: Table, seat: int, action: int) -> None:
        if action == PEACE:
            following = Challenge(self.nation, self.unit, self.area, self.waiting[1:])
            state.replace(following)
            if state.standing_orders:
                following.obey(state)
        else:
            state.pop()
            fight(state, self.waiting[0], action)

    def obey(self, state: Table) -> None:
        """An order to fight sends a standing army, or else a lying one, or else a fleet in port."""
        if self.waiting:
            state.reveal()
            seat = state.flag[self.waiting[0]]
            order = state.order(seat, ENTERED)
            if order == ALWAYS_PEACE:
                state.answer(self.waiting[0], order)
                self.decided(state, seat, PEACE)
            elif order == ALWAYS_FIGHT:
                state.answer(self.waiting[0], order)
                self.decided(state, seat, self.offers(state, seat)[1])

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.challenge", {**step_values(self), "asked": NATION.ids[self.waiting[0]]})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.challenge", {**step_values(self), "asked": NATION.ids[self.waiting[0]]})

    def run(self, state: Table) -> None:
        state.pop()


def fight(state: Table, nation: int, action: int) -> None:
    """A battle: one unit of each side is removed; or, where the players agreed on it, as many pairs as there are."""
    place, target = divmod(PLACE_OF[action], 3)
    place, own = divmod(place, 3)
    area, enemy = divmod(place, NATIONS)
    pairs = 1
    if KIND_OF[action] == "fight-all":
        pairs = min(units_of(state, nation, own, area), units_of(state, enemy, target, area))
    for _ in range(pairs):
        if state.events is not None:
            state.emit(events.FOUGHT, nation, own, enemy, target, area)
        state.remove(nation, own, area)
        state.remove(enemy, target, area)
        top = state.pending[-1]
        if isinstance(top, Maneuver) and top.nation in (nation, enemy):
            top.spend_the_moved(state, area)


def units_of(state: Table, nation: int, unit: int, area: int) -> int:
    place = area * NATIONS + nation
    if unit == FLEET:
        return state.fleet[place]
    return state.army[place] if unit == ARMY else state.friendly[place]


def add_fights(state: Table, nation: int, offered: list[int]) -> None:
    """The active nation may at any time fight units of others in the same area, whether it has moved there or not."""
    mine = state.army_at[nation] | state.fleet_at[nation]
    for other in AFTER[nation]:
        shared = mine & (state.army_at[other] | state.fleet_at[other])
        if shared:
            several = state.options["battles"] == "several"
            for area in bits(shared):
                add_fights_in(state, nation, other, area, several, offered)


def add_fights_in(state: Table, nation: int, other: int, area: int, several: bool, offered: list[int]) -> None:
    targets = kinds_in(state, other, area)
    for own in kinds_in(state, nation, area):
        first = ((area * NATIONS + other) * 3 + own) * 3
        for target in targets:
            place = first + target
            offered.append(FIGHT[place])
            if several and min(units_of(state, nation, own, area), units_of(state, other, target, area)) > 1:
                offered.append(FIGHT_ALL[place])


def explain_fight(action: int, chapter: str) -> Reason:
    place = PLACE_OF[action] // 9
    return Reason(
        "nobody-to-fight", {"area": AREA.ids[place // NATIONS], "nation": NATION.ids[place % NATIONS]}, chapter
    )


# --- destroying factories -----------------------------------------------------------------------------------------


def armies_in(state: Table, nation: int, area: int) -> int:
    return state.army[area * NATIONS + nation] + state.friendly[area * NATIONS + nation]


def can_destroy(state: Table, nation: int, area: int) -> bool:
    """Three armies destroy a factory if no unit of its owner is there, and it is not the owner's last free one."""
    owner = HOME[area]
    return (
        armies_in(state, nation, area) >= DESTROYERS
        and not (state.army_at[owner] | state.fleet_at[owner]) >> area & 1
        and not state.protected(owner) >> area & 1
    )


def add_destructions(state: Table, nation: int, offered: list[int]) -> None:
    for area in bits(state.army_at[nation] & state.factories & ~HOME_MASK[nation]):
        if can_destroy(state, nation, area):
            offered.append(DESTROY[area])


def explain_destroy(state: Table, nation: int, area: int) -> Reason:
    owner = HOME[area]
    where = {"area": AREA.ids[area], "nation": NATION.ids[owner], "needed": DESTROYERS}
    if owner == nation:
        return Reason("own-factory", where, "destruction")
    if not state.factories >> area & 1:
        return Reason("no-factory", where, "destruction")
    if armies_in(state, nation, area) < DESTROYERS:
        return Reason("too-few-armies", {**where, "armies": armies_in(state, nation, area)}, "destruction")
    if (state.army_at[owner] | state.fleet_at[owner]) >> area & 1:
        return Reason("defended", where, "destruction")
    return Reason("last-factory", where, "destruction")


def destroy(state: Table, nation: int, area: int) -> None:
    """Three armies and the factory are removed; armies lying on their side go first."""
    for _ in range(DESTROYERS):
        unit = FRIENDLY if state.friendly[area * NATIONS + nation] else ARMY
        state.remove(nation, unit, area)
    state.destroy_factory(HOME[area], area)
