"""The space Maneuver: fleets, then armies; tax chips follow in `chips.py`, battles stand in `battles.py`."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.imperial import events
from rondel.games.imperial.actions import (
    ARMY,
    DESTROY,
    DONE,
    ENTER_FRIENDLY,
    ENTER_HOSTILE,
    FLEET,
    FRIENDLY,
    KIND_OF,
    LIE_DOWN,
    MARCH,
    PLACE_OF,
    SAIL,
    SEND_FRIENDLY,
    SEND_HOSTILE,
    STAND_UP,
    UNIT,
    VIA,
    VIA_ROUTE,
)
from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    AREAS,
    HOME,
    HOME_MASK,
    LANDS,
    NATION,
    NATIONS,
    NEIGHBOURS,
    PROVINCES,
    SEAS,
)
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.battles import (
    Maneuver,
    add_destructions,
    add_fights,
    destroy,
    explain_destroy,
    explain_fight,
    fight,
    meet,
)
from rondel.games.imperial.steps.chips import PROVINCE_MASK, PlaceChips
from rondel.games.imperial.steps.decisions import Government
from rondel.games.imperial.steps.routes import convoy_routes, land_reach, marches, open_seas, way_of
from rondel.kernel.data import bits
from rondel.kernel.events import Reason
from rondel.kernel.flow import Step

SEA_COUNT: Final = len(SEAS)


def begin_maneuver(state: Table, nation: int) -> None:
    """1. Fleets, 2. armies, 3. tax chips."""
    state.push(PlaceChips(nation))
    if state.army_at[nation]:
        state.push(ReadyArmies(nation))
    if state.fleet_at[nation]:
        state.unmoved = state.fleet[nation::NATIONS] + bytes(AREAS)
        state.push(MoveFleets(nation))


def check_unmoved(state: Table, pieces: bytearray) -> None:
    """Nothing can still move that is not there."""
    assert all(unmoved <= there for unmoved, there in zip(state.unmoved, pieces, strict=True)), (
        "more can move than is there"
    )


FIGHTS: Final = ("fight", "fight-all")


class MoveFleets(Maneuver):
    """1. Each fleet may sail to an adjacent sea; out of port, to the sea of its anchor. Fleets never return to port."""

    __slots__ = ()
    CHAPTER = "maneuver-fleets"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        check_unmoved(state, state.fleet[self.nation :: NATIONS] + bytes(AREAS))

    def offers(self, state: Table, seat: int) -> list[int]:
        nation = self.nation
        offered: list[int] = []
        unmoved = state.unmoved
        for area in bits(state.fleet_at[nation]):
            if unmoved[area]:
                offered += SAILS[area]
        add_fights(state, nation, offered)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [SAIL[area * SEA_COUNT + sea] for area in bits(state.fleet_at[self.nation]) for sea in range(SEA_COUNT)
                if SAIL[area * SEA_COUNT + sea] >= 0]  # fmt: skip

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        if kind in FIGHTS:
            return explain_fight(action, self.CHAPTER)
        if kind != "sail":
            return None
        start, sea = divmod(PLACE_OF[action], SEA_COUNT)
        where = {"nation": NATION.ids[self.nation], "from": AREA.ids[start], "to": AREA.ids[SEAS[sea]]}
        if not state.fleet[start * NATIONS + self.nation]:
            return Reason("no-fleet", where, self.CHAPTER)
        if not state.unmoved[start]:
            return Reason("has-moved", where, self.CHAPTER)
        return Reason("not-adjacent", where, self.CHAPTER)

    def decided(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
        elif KIND_OF[action] in FIGHTS:
            fight(state, self.nation, action)
        else:
            start, sea = divmod(PLACE_OF[action], SEA_COUNT)
            area = SEAS[sea]
            state.unmoved[start] -= 1
            state.move(self.nation, FLEET, (start, area))
            meet(state, self.nation, FLEET, area)

    def spend_the_moved(self, state: Table, area: int) -> None:
        state.unmoved[area] = min(state.unmoved[area], state.fleet[area * NATIONS + self.nation])


def _seas_from(area: int) -> list[int]:
    if area < PROVINCES:
        return [ANCHOR[area]] if ANCHOR[area] >= 0 else []
    return [sea for sea in SEAS if area >= LANDS and NEIGHBOURS[area] >> sea & 1]


SAILS: Final[list[list[int]]] = [
    [SAIL[area * SEA_COUNT + sea - LANDS] for sea in _seas_from(area)] for area in range(AREAS)
]
"""[area] -> where a fleet there may sail."""


class ReadyArmies(Step[Table]):
    """2. All armies of the nation are ready to march, and all its fleets to carry."""

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def run(self, state: Table) -> None:
        state.unmoved = state.army[self.nation :: NATIONS] + state.friendly[self.nation :: NATIONS]
        state.replace(MoveArmies(self.nation))


class MoveArmies(Maneuver):
    """2. Each army may march to an adjacent region or be carried over sea, with trains at home before and after."""

    __slots__ = ()
    CHAPTER = "maneuver-armies"

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        check_unmoved(state, state.army[self.nation :: NATIONS] + state.friendly[self.nation :: NATIONS])

    def offers(self, state: Table, seat: int) -> list[int]:
        nation = self.nation
        offered: list[int] = []
        unmoved = state.unmoved
        free = state.free_provinces(nation)
        seas = open_seas(state, nation)
        for area in bits(state.army_at[nation]):
            if unmoved[area] or unmoved[AREAS + area]:
                offered += marches(nation, area, free, seas)
        add_fights(state, nation, offered)
        add_destructions(state, nation, offered)
        if state.options["posture"] == "any-time":
            offered += turns(state, nation)
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        nation = self.nation
        there = bits(state.army_at[nation])
        offered = [MARCH[area * LANDS + goal] for area in there for goal in range(LANDS) if goal != area]
        factories = state.factories & state.army_at[nation] & ~HOME_MASK[nation]
        return offered + [DESTROY[area] for area in bits(factories)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        nation = self.nation
        if kind in FIGHTS:
            return explain_fight(action, self.CHAPTER)
        if kind == "destroy":
            return explain_destroy(state, nation, PLACE_OF[action])
        if kind in ("turn-hostile", "turn-friendly"):
            return self.explain_turn(state, PLACE_OF[action])
        if kind != "march":
            return None
        start, goal = divmod(PLACE_OF[action], LANDS)
        where = {"nation": NATION.ids[nation], "from": AREA.ids[start], "to": AREA.ids[goal]}
        if not state.army_at[nation] >> start & 1:
            return Reason("no-army", where, self.CHAPTER)
        if not state.unmoved[start] and not state.unmoved[AREAS + start]:
            return Reason("has-moved", where, self.CHAPTER)
        return Reason("out-of-reach", where, self.CHAPTER)

    def decided(self, state: Table, seat: int, action: int) -> None:
        kind = KIND_OF[action]
        if kind == "march":
            start, goal = divmod(PLACE_OF[action], LANDS)
            standing, friendly = state.unmoved[start], state.unmoved[AREAS + start]
            if standing and friendly:
                state.push(ChooseArmy(self.nation, start, goal))
            else:
                depart(state, self.nation, start, goal, ARMY if standing else FRIENDLY)
        elif kind in FIGHTS:
            fight(state, self.nation, action)
        elif kind == "destroy":
            destroy(state, self.nation, PLACE_OF[action])
            self.spend_the_moved(state, PLACE_OF[action])
        elif kind == "turn-hostile":
            state.unmoved[AREAS + PLACE_OF[action]] -= 1
            state.turn(self.nation, PLACE_OF[action], ARMY)
        elif kind == "turn-friendly":
            state.unmoved[PLACE_OF[action]] -= 1
            state.turn(self.nation, PLACE_OF[action], FRIENDLY)
        else:
            state.pop()

    def explain_turn(self, state: Table, area: int) -> Reason:
        where = {"area": AREA.ids[area], "nation": NATION.ids[self.nation]}
        if state.options["posture"] != "any-time":
            return Reason("posture-on-entering", where, self.CHAPTER)
        if state.unmoved[AREAS + area] and state.protected(HOME[area]) >> area & 1:
            return Reason("protected", {**where, "owner": NATION.ids[HOME[area]]}, self.CHAPTER)
        return Reason("no-army-to-turn", where, self.CHAPTER)

    def spend_the_moved(self, state: Table, area: int) -> None:
        """A fleet that has carried an army is lost before one that has not."""
        place = area * NATIONS + self.nation
        if area < LANDS:
            state.unmoved[area] = min(state.unmoved[area], state.army[place])
            state.unmoved[AREAS + area] = min(state.unmoved[AREAS + area], state.friendly[place])
        elif state.carried[area - LANDS]:
            state.carried[area - LANDS] -= 1


def turns(state: Table, nation: int) -> list[int]:
    """Option: an army in a foreign province that has not moved may change its posture instead of marching."""
    found: list[int] = []
    for area in bits(state.army_at[nation] & PROVINCE_MASK & ~HOME_MASK[nation]):
        if state.unmoved[area]:
            found.append(LIE_DOWN[area])
        if state.unmoved[AREAS + area] and not state.protected(HOME[area]) >> area & 1:
            found.append(STAND_UP[area])
    return found


class ChooseArmy(Government):
    """Where a nation has hostile and friendly armies side by side, its government says which kind leaves."""

    __slots__ = ("start", "goal")
    FIELDS = (("nation", NATION), ("start", AREA), ("goal", AREA))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, start: int, goal: int) -> None:
        super().__init__(nation)
        self.start = start
        self.goal = goal

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        ready = min(state.unmoved[self.start], state.unmoved[AREAS + self.start])
        assert ready, "no two kinds of armies to choose from"
        by_land = land_reach(self.nation, self.start, state.free_provinces(self.nation)) >> self.goal & 1
        assert by_land or convoy_routes(state, self.nation, self.start, self.goal), "no way leads there"

    def offers(self, state: Table, seat: int) -> list[int]:
        return [SEND_HOSTILE, SEND_FRIENDLY]

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        depart(state, self.nation, self.start, self.goal, ARMY if action == SEND_HOSTILE else FRIENDLY)


def depart(state: Table, nation: int, start: int, goal: int, unit: int) -> None:
    """By land if that leads there; otherwise over sea, by the only route or by one that the government chooses."""
    if land_reach(nation, start, state.free_provinces(nation)) >> goal & 1:
        march(state, nation, start, goal, unit, 0)
        return
    routes = convoy_routes(state, nation, start, goal)
    if len(routes) == 1:
        convoy(state, nation, start, goal, unit, routes[0])
    else:
        state.push(ChooseRoute(nation, start, goal, unit))


class ChooseRoute(Government):
    """Each fleet carries one army a turn, so the government chooses over which seas a convoy goes."""

    __slots__ = ("start", "goal", "unit")
    FIELDS = (("nation", NATION), ("start", AREA), ("goal", AREA), ("unit", UNIT))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, start: int, goal: int, unit: int) -> None:
        super().__init__(nation)
        self.start = start
        self.goal = goal
        self.unit = unit

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        assert self.unit in (ARMY, FRIENDLY), "only armies are carried"
        assert state.unmoved[self.start + (AREAS if self.unit == FRIENDLY else 0)], "no army is to be carried"
        assert len(self.offers(state, 0)) > 1, "no two routes to choose from"

    def offers(self, state: Table, seat: int) -> list[int]:
        return [VIA[route] for route in convoy_routes(state, self.nation, self.start, self.goal)]

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        convoy(state, self.nation, self.start, self.goal, self.unit, VIA_ROUTE[action])


def convoy(state: Table, nation: int, start: int, goal: int, unit: int, route: int) -> None:
    seas = bits(route)
    for sea in seas:
        state.carried[sea] += 1
    if state.events is not None:
        state.emit(events.CONVOYED, nation, tuple(SEAS[sea] for sea in seas))
    march(state, nation, start, goal, unit, route)


def march(state: Table, nation: int, start: int, goal: int, unit: int, seas: int) -> None:
    """An army leaves `start` and enters `goal`: a foreign province lying down, until its government has spoken."""
    state.unmoved[AREAS + start if unit == FRIENDLY else start] -= 1
    way: tuple[int, ...] = (start, goal)
    if state.events is not None:  # the way between is only told
        way = way_of(nation, start, goal, state.free_provinces(nation), seas)
    state.move(nation, unit, way)
    if goal >= PROVINCES or HOME[goal] == nation:
        meet(state, nation, ARMY, goal)
        return
    state.lie_down(nation, goal)
    if state.protected(HOME[goal]) >> goal & 1:
        enter(state, nation, goal, FRIENDLY)
    else:
        state.push(EnterProvince(nation, goal))


def enter(state: Table, nation: int, area: int, posture: int) -> None:
    if posture == ARMY:
        state.stand_up(nation, area)
    if state.events is not None:
        state.emit(events.ENTERED, nation, area, posture)
    meet(state, nation, posture, area)


class EnterProvince(Government):
    """Entering another power's province, the government says if its army is hostile (standing) or friendly (lying).

    The last factory of a nation without hostile armies is protected: armies enter its province only as friends.
    """

    __slots__ = ("area",)
    FIELDS = (("nation", NATION), ("area", AREA))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, area: int) -> None:
        super().__init__(nation)
        self.area = area

    def check(self, state: Table, beneath: Step[Any] | None) -> None:
        lying = state.friendly[self.area * NATIONS + self.nation]
        come = self.area < PROVINCES and HOME[self.area] != self.nation and lying
        assert come, "no army has come into a foreign province"

    def offers(self, state: Table, seat: int) -> list[int]:
        return [ENTER_HOSTILE, ENTER_FRIENDLY]

    def decided(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        enter(state, self.nation, self.area, ARMY if action == ENTER_HOSTILE else FRIENDLY)
