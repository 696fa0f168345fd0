"""The spaces Factory, Production and Import."""

from __future__ import annotations

from rondel.games.imperial.actions import (
    ARMY,
    BUILD,
    DONE,
    FLEET,
    IMPORT_ARMY,
    IMPORT_FLEET,
    OPEN_PURSE,
    PLACE_OF,
    PRODUCE,
    PRODUCE_ALL,
    kind_of,
)
from rondel.games.imperial.components import (
    AREA,
    FACTORY_PRICE,
    HOME_MASK,
    IMPORT_MOST,
    IMPORT_PRICE,
    NATION,
    SHIPYARD,
)
from rondel.games.imperial.state import BANK, FIRST_TREASURY, POPULATION, Table
from rondel.games.imperial.steps.investor import GivePurse
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, Reason, SetKind
from rondel.kernel.flow import BY_SEAT, Step

AREA_SET = SetKind("area", AREA.ids)


def begin_factory(state: Table, nation: int) -> None:
    if state.free_provinces(nation) & ~state.factories:
        state.push(BuildFactory(nation))


class BuildFactory(Step[Table]):
    """Factory: the nation may build in an own city without hostile armies, one factory a city, for five millions.

    A light-blue city takes a shipyard, a brown one an armaments factory.
    """

    __slots__ = ("nation",)
    OFFER_TELLS = True
    FIELDS = (("nation", NATION),)
    CHAPTER = "factory"

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        if state.treasury(self.nation) >= FACTORY_PRICE:
            for area in bits(state.free_provinces(self.nation) & ~state.factories):
                offered.append(BUILD[area])
        offered.append(DONE)
        if state.money[seat]:
            offered.append(OPEN_PURSE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return BUILD[5 * self.nation : 5 * self.nation + 5]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "build":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area], "nation": NATION.ids[self.nation]}
        if not HOME_MASK[self.nation] >> area & 1:
            return Reason("not-your-city", where, "factory")
        if state.factories >> area & 1:
            return Reason("factory-stands", where, "factory")
        if state.occupied(self.nation) >> area & 1:
            return Reason("occupied", where, "factory")
        return Reason("treasury-too-low", treasury_figures(state, self.nation, FACTORY_PRICE), "factory")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == OPEN_PURSE:
            state.push(GivePurse(seat))
            return
        state.pop()
        if action != DONE:
            state.pay(FIRST_TREASURY + self.nation, BANK, FACTORY_PRICE, "factory")
            state.build_factory(self.nation, PLACE_OF[action])


def treasury_figures(state: Table, nation: int, needed: int) -> dict[str, object]:
    return {"nation": NATION.ids[nation], "needed": needed, "treasury": state.treasury(nation)}


def unit_of(area: int) -> int:
    """A shipyard produces fleets, an armaments factory armies."""
    return FLEET if SHIPYARD[area] else ARMY


def reserve(state: Table, nation: int, unit: int) -> int:
    return state.fleets_left[nation] if unit == FLEET else state.armies_left[nation]


def begin_production(state: Table, nation: int) -> None:
    working = state.free_factories(nation)
    if working:
        state.push(Produce(nation, working))


class Produce(Step[Table]):
    """Production: each factory without hostile armies may produce one army or fleet, free of charge.

    When the reserve runs short, the government chooses where.
    """

    __slots__ = ("nation", "working")
    FIELDS = (("nation", NATION), ("working", AREA_SET))
    CHAPTER = "production"

    def __init__(self, nation: int, working: int) -> None:
        self.nation = nation
        self.working = working

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        armies, fleets = state.armies_left[self.nation], state.fleets_left[self.nation]
        offered: list[int] = []
        yards = 0
        working = bits(self.working)
        for area in working:
            if SHIPYARD[area]:
                yards += 1
                if fleets:
                    offered.append(PRODUCE[area])
            elif armies:
                offered.append(PRODUCE[area])
        if offered and yards <= fleets and len(working) - yards <= armies:
            offered.insert(0, PRODUCE_ALL)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [PRODUCE[area] for area in bits(state.factories & HOME_MASK[self.nation])]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == PRODUCE_ALL:
            return Reason("reserve-short", self._reserve(state), "production")
        if kind_of(action) != "produce":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area], "nation": NATION.ids[self.nation]}
        if not HOME_MASK[self.nation] >> area & 1:
            return Reason("not-your-city", where, "production")
        if not state.factories >> area & 1:
            return Reason("no-factory", where, "production")
        if state.occupied(self.nation) >> area & 1:
            return Reason("occupied", where, "production")
        if not self.working >> area & 1:
            return Reason("has-produced", where, "production")
        return Reason("reserve-short", self._reserve(state), "production")

    def _reserve(self, state: Table) -> dict[str, object]:
        nation = self.nation
        armies, fleets = state.armies_left[nation], state.fleets_left[nation]
        return {"nation": NATION.ids[nation], "armies": armies, "fleets": fleets}

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PRODUCE_ALL:
            state.pop()
            for area in bits(self.working):
                state.place(self.nation, unit_of(area), area)
        elif action == DONE:
            state.pop()
        else:
            area = PLACE_OF[action]
            state.place(self.nation, unit_of(area), area)
            left = self.working & ~(1 << area)
            if POPULATION[left >> 5 * self.nation]:
                state.replace(Produce(self.nation, left))
            else:
                state.pop()


def begin_import(state: Table, nation: int) -> None:
    if state.free_provinces(nation) and (state.armies_left[nation] or state.fleets_left[nation]):
        state.push(ImportUnits(nation, 0))


class ImportUnits(Step[Table]):
    """Import: the nation may buy up to three units for a million each.

    They are placed in its provinces without hostile armies, fleets in ports.
    """

    __slots__ = ("nation", "bought")
    OFFER_TELLS = True
    FIELDS = (("nation", NATION), ("bought", NUMBER))
    CHAPTER = "import"

    def __init__(self, nation: int, bought: int) -> None:
        self.nation = nation
        self.bought = bought

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        nation = self.nation
        if state.treasury(nation) >= IMPORT_PRICE:
            fleets = state.fleets_left[nation] > 0
            armies = state.armies_left[nation] > 0
            for area in bits(state.free_provinces(nation)):
                if armies:
                    offered.append(IMPORT_ARMY[area])
                if fleets and SHIPYARD[area]:
                    offered.append(IMPORT_FLEET[area])
        offered.append(DONE)
        if state.money[seat]:
            offered.append(OPEN_PURSE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        home = range(5 * self.nation, 5 * self.nation + 5)
        return [IMPORT_ARMY[area] for area in home] + [IMPORT_FLEET[area] for area in home if SHIPYARD[area]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "import":
            return None
        area = PLACE_OF[action]
        where = {"area": AREA.ids[area], "nation": NATION.ids[self.nation]}
        if not HOME_MASK[self.nation] >> area & 1:
            return Reason("not-your-city", where, "import")
        if state.occupied(self.nation) >> area & 1:
            return Reason("occupied", where, "import")
        if state.treasury(self.nation) < IMPORT_PRICE:
            return Reason("treasury-too-low", treasury_figures(state, self.nation, IMPORT_PRICE), "import")
        armies, fleets = state.armies_left[self.nation], state.fleets_left[self.nation]
        return Reason(
            "reserve-short", {"nation": NATION.ids[self.nation], "armies": armies, "fleets": fleets}, "import"
        )

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == OPEN_PURSE:
            state.push(GivePurse(seat))
        elif action == DONE:
            state.pop()
        else:
            area = PLACE_OF[action]
            unit = ARMY if action == IMPORT_ARMY[area] else FLEET
            state.pay(FIRST_TREASURY + self.nation, BANK, IMPORT_PRICE, "import")
            state.place(self.nation, unit, area)
            if self.bought + 1 < IMPORT_MOST:
                state.replace(ImportUnits(self.nation, self.bought + 1))
            else:
                state.pop()
