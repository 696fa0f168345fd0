"""The spaces Factory, Production and Import."""

from __future__ import annotations

from rondel.games.imperial.actions import (
    ARMY,
    BUILD,
    DONE,
    FLEET,
    IMPORT_ARMY,
    IMPORT_FLEET,
    KIND_OF,
    PLACE_OF,
    PRODUCE,
    PRODUCE_ALL,
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
from rondel.games.imperial.state import BANK, FIRST_TREASURY, Table
from rondel.games.imperial.steps.decisions import Government
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, Message, Reason, SetKind
from rondel.kernel.flow import step_values

AREA_SET = SetKind("area", AREA.ids)


def begin_factory(state: Table, nation: int) -> None:
    if state.free_provinces(nation) & ~state.factories:
        state.push(BuildFactory(nation))


class BuildFactory(Government):
    """Factory: the nation may build in an own city without hostile armies, one factory a city, for five millions.

    A light-blue city takes a shipyard, a brown one an armaments factory.
    """

    __slots__ = ()
    CHAPTER = "factory"
    SPENDS = True

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.build-factory", {**step_values(self), "price": FACTORY_PRICE})

    def offers(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        if state.treasury(self.nation) >= FACTORY_PRICE:
            for area in bits(state.free_provinces(self.nation) & ~state.factories):
                offered.append(BUILD[area])
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return BUILD[5 * self.nation : 5 * self.nation + 5]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if KIND_OF[action] != "build":
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

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != DONE:
            state.pay(FIRST_TREASURY + self.nation, BANK, FACTORY_PRICE, "factory")
            state.build_factory(self.nation, PLACE_OF[action])


def treasury_figures(state: Table, nation: int, needed: int) -> dict[str, object]:
    return {"nation": NATION.ids[nation], "needed": needed, "treasury": state.treasury(nation)}


def unit_of(area: int) -> int:
    """A shipyard produces fleets, an armaments factory armies."""
    return FLEET if SHIPYARD[area] else ARMY


def begin_production(state: Table, nation: int) -> None:
    working = state.free_factories(nation)
    if working:
        state.push(Produce(nation, working))


class Produce(Government):
    """Production: each factory without hostile armies may produce one army or fleet, free of charge.

    When the reserve runs short, the government chooses where.
    """

    __slots__ = ("working",)
    FIELDS = (("nation", NATION), ("working", AREA_SET))
    CHAPTER = "production"

    def __init__(self, nation: int, working: int) -> None:
        super().__init__(nation)
        self.working = working

    def offers(self, state: Table, seat: int) -> list[int]:
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
        if KIND_OF[action] != "produce":
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

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == PRODUCE_ALL:
            for area in bits(self.working):
                state.place(self.nation, unit_of(area), area)
        elif action != DONE:
            area = PLACE_OF[action]
            state.place(self.nation, unit_of(area), area)
            left = self.working & ~(1 << area)
            if left:
                state.push(Produce(self.nation, left))


def begin_import(state: Table, nation: int) -> None:
    if state.free_provinces(nation) and (state.armies_left[nation] or state.fleets_left[nation]):
        state.push(ImportUnits(nation, 0))


class ImportUnits(Government):
    """Import: the nation may buy up to three units for a million each.

    They are placed in its provinces without hostile armies, fleets in ports.
    """

    __slots__ = ("bought",)
    FIELDS = (("nation", NATION), ("bought", NUMBER))
    CHAPTER = "import"
    SPENDS = True

    def __init__(self, nation: int, bought: int) -> None:
        super().__init__(nation)
        self.bought = bought

    def prompt(self, state: Table, seat: int) -> Message:
        figures = {"most": IMPORT_MOST, "price": IMPORT_PRICE, "spent": self.bought * IMPORT_PRICE}
        return Message("prompt.import-units", {**step_values(self), **figures})

    def offers(self, state: Table, seat: int) -> list[int]:
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
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        home = range(5 * self.nation, 5 * self.nation + 5)
        return [IMPORT_ARMY[area] for area in home] + [IMPORT_FLEET[area] for area in home if SHIPYARD[area]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if KIND_OF[action] != "import":
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

    def decided(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
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
