"""The space Maneuver in its three steps: fleets, armies, tax chips."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial import events
from rondel.games.imperial.actions import (
    ARMY,
    DESTROY,
    DONE,
    ENTER_FRIENDLY,
    ENTER_HOSTILE,
    FIGHT,
    FLEET,
    FRIENDLY,
    MARCH,
    PEACE,
    PLACE_CHIP,
    PLACE_OF,
    SAIL,
    SEND_FRIENDLY,
    SEND_HOSTILE,
    UNIT,
    VIA,
    VIA_ROUTE,
    kind_of,
)
from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    AREAS,
    DESTROYERS,
    HOME,
    HOME_MASK,
    LAND_NEIGHBOURS,
    LANDS,
    LANDS_BY_SEAS,
    NATION,
    NATIONS,
    NEIGHBOURS,
    PROVINCES,
    RAIL,
    SEA_NEIGHBOURS,
    SEAS,
    connected_seas,
    sea_routes,
)
from rondel.games.imperial.state import Table
from rondel.kernel.data import bits
from rondel.kernel.events import Message, Reason, many
from rondel.kernel.flow import BY_SEAT, Step, step_values

PROVINCE_MASK: Final = (1 << PROVINCES) - 1
OUTER_MASK: Final = ((1 << AREAS) - 1) & ~PROVINCE_MASK
SEA_COUNT: Final = len(SEAS)


def begin_maneuver(state: Table, nation: int) -> None:
    """1. Fleets, 2. armies, 3. tax chips."""
    state.push(PlaceChips())
    if state.army_at[nation]:
        state.push(ReadyArmies(nation))
    if state.fleet_at[nation]:
        for area in range(AREAS):
            state.unmoved[area] = state.fleet[area * NATIONS + nation]
        state.push(MoveFleets(nation))


class Maneuver(Step[Table]):
    """What moving fleets and moving armies share: the active nation's government decides, and may fight at any time."""

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]


class MoveFleets(Maneuver):
    """1. Each fleet may sail to an adjacent sea; out of port, to the sea of its anchor. Fleets never return to port."""

    __slots__ = ()
    CHAPTER = "maneuver-fleets"

    def choices(self, state: Table, seat: int) -> list[int]:
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
        kind = kind_of(action)
        if kind == "fight":
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

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
        elif kind_of(action) == "fight":
            fight(state, self.nation, action)
        else:
            start, sea = divmod(PLACE_OF[action], SEA_COUNT)
            area = SEAS[sea]
            state.unmoved[start] -= 1
            state.move(self.nation, FLEET, start, area)
            meet(state, self.nation, FLEET, area)


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
        for area in range(LANDS):
            state.unmoved[area] = state.army[area * NATIONS + self.nation]
            state.unmoved[AREAS + area] = state.friendly[area * NATIONS + self.nation]
        for area in range(LANDS, AREAS):
            state.unmoved[area] = 0
        state.replace(MoveArmies(self.nation))


class MoveArmies(Maneuver):
    """2. Each army may march to an adjacent region or be carried over sea, with trains at home before and after."""

    __slots__ = ()
    CHAPTER = "maneuver-armies"

    def choices(self, state: Table, seat: int) -> list[int]:
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
        offered.append(DONE)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        nation = self.nation
        there = bits(state.army_at[nation])
        offered = [MARCH[area * LANDS + goal] for area in there for goal in range(LANDS) if goal != area]
        factories = state.factories & state.army_at[nation] & ~HOME_MASK[nation]
        return offered + [DESTROY[area] for area in bits(factories)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = kind_of(action)
        nation = self.nation
        if kind == "fight":
            return explain_fight(action, self.CHAPTER)
        if kind == "destroy":
            return explain_destroy(state, nation, PLACE_OF[action])
        if kind != "march":
            return None
        start, goal = divmod(PLACE_OF[action], LANDS)
        where = {"nation": NATION.ids[nation], "from": AREA.ids[start], "to": AREA.ids[goal]}
        if not state.army_at[nation] >> start & 1:
            return Reason("no-army", where, self.CHAPTER)
        if not state.unmoved[start] and not state.unmoved[AREAS + start]:
            return Reason("has-moved", where, self.CHAPTER)
        return Reason("out-of-reach", where, self.CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        kind = kind_of(action)
        if kind == "fight":
            fight(state, self.nation, action)
        elif kind == "destroy":
            destroy(state, self.nation, PLACE_OF[action])
        else:
            start, goal = divmod(PLACE_OF[action], LANDS)
            standing, friendly = state.unmoved[start], state.unmoved[AREAS + start]
            if standing and friendly:
                state.push(ChooseArmy(self.nation, start, goal))
            else:
                depart(state, self.nation, start, goal, ARMY if standing else FRIENDLY)


class ChooseArmy(Step[Table]):
    """Where a nation has hostile and friendly armies side by side, its government says which kind leaves."""

    __slots__ = ("nation", "start", "goal")
    FIELDS = (("nation", NATION), ("start", AREA), ("goal", AREA))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, start: int, goal: int) -> None:
        self.nation = nation
        self.start = start
        self.goal = goal

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [SEND_HOSTILE, SEND_FRIENDLY]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        depart(state, self.nation, self.start, self.goal, ARMY if action == SEND_HOSTILE else FRIENDLY)


def depart(state: Table, nation: int, start: int, goal: int, unit: int) -> None:
    """By land if that leads there; otherwise over sea, by the only route or by one that the government chooses."""
    if land_reach(nation, start, state.free_provinces(nation)) >> goal & 1:
        march(state, nation, start, goal, unit)
        return
    routes = convoy_routes(state, nation, start, goal)
    if len(routes) == 1:
        convoy(state, nation, start, goal, unit, routes[0])
    else:
        state.push(ChooseRoute(nation, start, goal, unit))


# --- railways and convoys -----------------------------------------------------------------------------------------


def trains(nation: int, area: int, free: int) -> int:
    """The provinces an army can reach by train from `area`, itself included; 0 where no train runs."""
    if HOME[area] != nation:
        return 0
    return RAIL[(nation * 32 + (free >> 5 * nation)) * 5 + area - 5 * nation]


def by_train(nation: int, areas: int, free: int) -> int:
    """`areas`, and what trains reach from those of them at home."""
    reached = areas
    for area in bits(areas & free):
        reached |= trains(nation, area, free)
    return reached


_land: Final[list[int]] = [-1] * (NATIONS * 32 * LANDS)


def land_reach(nation: int, start: int, free: int) -> int:
    """Where an army can go by land: by train, over one border, and by train again.

    `free`: the provinces of its nation without hostile armies.
    """
    key = (nation * 32 + (free >> 5 * nation)) * LANDS + start
    reach = _land[key]
    if reach < 0:
        departure = trains(nation, start, free) | 1 << start
        crossed = departure
        for area in bits(departure):
            crossed |= LAND_NEIGHBOURS[area]
        reach = by_train(nation, crossed, free) & ~(1 << start)
        _land[key] = reach
    return reach


def open_seas(state: Table, nation: int) -> int:
    """The seas where a fleet of the nation has not carried an army this turn; bit 0 is the first sea."""
    seas = state.fleet_at[nation] >> LANDS
    if seas:
        for sea in bits(seas):
            if state.fleet[SEAS[sea] * NATIONS + nation] <= state.carried[sea]:
                seas &= ~(1 << sea)
    return seas


def coasts(areas: int) -> int:
    """The seas that a set of lands borders."""
    seas = 0
    for area in bits(areas):
        seas |= SEA_NEIGHBOURS[area]
    return seas


_by_sea: Final[dict[int, int]] = {}


def sea_reach(nation: int, start: int, free: int, seas: int) -> int:
    """Where an army can go with a convoy over `seas`, by train before and after."""
    key = ((seas * 32 + (free >> 5 * nation)) * NATIONS + nation) * LANDS + start
    reach = _by_sea.get(key, -1)
    if reach < 0:
        departure = trains(nation, start, free) | 1 << start
        linked = connected_seas(coasts(departure), seas)
        reach = by_train(nation, LANDS_BY_SEAS[linked], free) & ~(1 << start)
        if len(_by_sea) > 100_000:
            _by_sea.clear()
        _by_sea[key] = reach
    return reach


_marches: Final[dict[int, list[int]]] = {}


def marches(nation: int, start: int, free: int, seas: int) -> list[int]:
    """Every march of an army out of `start`."""
    reach = land_reach(nation, start, free)
    if seas:
        reach |= sea_reach(nation, start, free, seas)
    key = reach * 64 + start
    found = _marches.get(key)
    if found is None:
        found = [MARCH[start * LANDS + goal] for goal in bits(reach)]
        if len(_marches) > 100_000:
            _marches.clear()
        _marches[key] = found
    return found


def convoy_routes(state: Table, nation: int, start: int, goal: int) -> list[int]:
    """The sets of seas, none larger than need be, over which fleets can carry an army from `start` to `goal`."""
    free = state.free_provinces(nation)
    departure = trains(nation, start, free) | 1 << start
    arrival = trains(nation, goal, free) | 1 << goal
    return sea_routes(coasts(departure), coasts(arrival), open_seas(state, nation))


class ChooseRoute(Step[Table]):
    """Each fleet carries one army a turn, so the government chooses over which seas a convoy goes."""

    __slots__ = ("nation", "start", "goal", "unit")
    FIELDS = (("nation", NATION), ("start", AREA), ("goal", AREA), ("unit", UNIT))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, start: int, goal: int, unit: int) -> None:
        self.nation = nation
        self.start = start
        self.goal = goal
        self.unit = unit

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [VIA[route] for route in convoy_routes(state, self.nation, self.start, self.goal)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        convoy(state, self.nation, self.start, self.goal, self.unit, VIA_ROUTE[action])


def convoy(state: Table, nation: int, start: int, goal: int, unit: int, route: int) -> None:
    seas = bits(route)
    for sea in seas:
        state.carried[sea] += 1
    if state.events is not None:
        state.emit(events.CONVOYED, nation, tuple(SEAS[sea] for sea in seas))
    march(state, nation, start, goal, unit)


def march(state: Table, nation: int, start: int, goal: int, unit: int) -> None:
    """An army leaves `start` and enters `goal`: a foreign province lying down, until its government has spoken."""
    state.unmoved[AREAS + start if unit == FRIENDLY else start] -= 1
    state.move(nation, unit, start, goal)
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


class EnterProvince(Step[Table]):
    """Entering another power's province, the government says if its army is hostile (standing) or friendly (lying).

    The last factory of a nation without hostile armies is protected: armies enter its province only as friends.
    """

    __slots__ = ("nation", "area")
    FIELDS = (("nation", NATION), ("area", AREA))
    CHAPTER = "maneuver-armies"

    def __init__(self, nation: int, area: int) -> None:
        self.nation = nation
        self.area = area

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [ENTER_HOSTILE, ENTER_FRIENDLY]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        enter(state, self.nation, self.area, ARMY if action == ENTER_HOSTILE else FRIENDLY)


# --- battles ------------------------------------------------------------------------------------------------------


def others_in(state: Table, nation: int, area: int) -> list[int]:
    """The other nations with units in an area, in turn order after `nation`."""
    found = []
    for step in range(1, NATIONS):
        other = (nation + step) % NATIONS
        if (state.army_at[other] | state.fleet_at[other]) >> area & 1:
            found.append(other)
    return found


def meet(state: Table, nation: int, unit: int, area: int) -> None:
    """A unit that enters an area meets the units of others: there is a battle if either side wants one."""
    if others_in(state, nation, area):
        state.push(Encounter(nation, unit, area))


def kinds_in(state: Table, nation: int, area: int) -> list[int]:
    """The kinds of units a nation has in an area."""
    place = area * NATIONS + nation
    kinds = []
    if state.army[place]:
        kinds.append(ARMY)
    if state.friendly[place]:
        kinds.append(FRIENDLY)
    if state.fleet[place]:
        kinds.append(FLEET)
    return kinds


class Encounter(Step[Table]):
    """The government of the unit that enters may fight any unit there; if it keeps the peace, the others are asked."""

    __slots__ = ("nation", "unit", "area")
    FIELDS = (("nation", NATION), ("unit", UNIT), ("area", AREA))
    CHAPTER = "battles"

    def __init__(self, nation: int, unit: int, area: int) -> None:
        self.nation = nation
        self.unit = unit
        self.area = area

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [PEACE]
        for other in others_in(state, self.nation, self.area):
            for target in kinds_in(state, other, self.area):
                offered.append(FIGHT[((self.area * NATIONS + other) * 3 + self.unit) * 3 + target])
        return offered

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != PEACE:
            fight(state, self.nation, action)
            return
        # A government of both sides has just said what it wants.
        asked = [other for other in others_in(state, self.nation, self.area) if state.flag[other] != seat]
        if asked:
            state.push(Challenge(self.nation, self.unit, self.area, tuple(asked)))


class Challenge(Step[Table]):
    """Nations whose area was entered may call for battle, right after the entry."""

    __slots__ = ("nation", "unit", "area", "waiting")
    FIELDS = (("nation", NATION), ("unit", UNIT), ("area", AREA), ("waiting", many(NATION)))
    CHAPTER = "battles"

    def __init__(self, nation: int, unit: int, area: int, waiting: tuple[int, ...]) -> None:
        self.nation = nation
        self.unit = unit
        self.area = area
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.waiting[0]]] if self.waiting else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        asked = self.waiting[0]
        first = (self.area * NATIONS + self.nation) * 9
        return [PEACE, *(FIGHT[first + own * 3 + self.unit] for own in kinds_in(state, asked, self.area))]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PEACE:
            state.replace(Challenge(self.nation, self.unit, self.area, self.waiting[1:]))
        else:
            state.pop()
            fight(state, self.waiting[0], action)

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.challenge", {**step_values(self), "asked": NATION.ids[self.waiting[0]]})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.challenge", {**step_values(self), "asked": NATION.ids[self.waiting[0]]})

    def run(self, state: Table) -> None:
        state.pop()


def fight(state: Table, nation: int, action: int) -> None:
    """A battle: one unit of each side is removed."""
    place, target = divmod(PLACE_OF[action], 3)
    place, own = divmod(place, 3)
    area, enemy = divmod(place, NATIONS)
    if state.events is not None:
        state.emit(events.FOUGHT, nation, own, enemy, target, area)
    state.remove(nation, own, area)
    state.remove(enemy, target, area)
    top = state.pending[-1]
    if isinstance(top, Maneuver) and top.nation in (nation, enemy):
        spend_the_moved(state, top.nation, area)


def spend_the_moved(state: Table, nation: int, area: int) -> None:
    """Of several units of the active nation, those that have moved or carried already are lost first."""
    place = area * NATIONS + nation
    if isinstance(state.pending[-1], MoveFleets):
        state.unmoved[area] = min(state.unmoved[area], state.fleet[place])
    elif area < LANDS:
        state.unmoved[area] = min(state.unmoved[area], state.army[place])
        state.unmoved[AREAS + area] = min(state.unmoved[AREAS + area], state.friendly[place])
    elif state.carried[area - LANDS]:
        state.carried[area - LANDS] -= 1


def add_fights(state: Table, nation: int, offered: list[int]) -> None:
    """The active nation may at any time fight units of others in the same area, whether it has moved there or not."""
    mine = state.army_at[nation] | state.fleet_at[nation]
    for step in range(1, NATIONS):
        other = (nation + step) % NATIONS
        shared = mine & (state.army_at[other] | state.fleet_at[other])
        if shared:
            for area in bits(shared):
                for own in kinds_in(state, nation, area):
                    for target in kinds_in(state, other, area):
                        offered.append(FIGHT[((area * NATIONS + other) * 3 + own) * 3 + target])


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
    spend_the_moved(state, nation, area)
    state.destroy_factory(HOME[area], area)


# --- 3. tax chips -------------------------------------------------------------------------------------------------


class PlaceChips(Step[Table]):
    """3. A region or sea held by one nation alone takes that nation's chip, and loses any other.

    A nation left alone after a battle gains the region too. A nation short of chips chooses where to place them; the
    region then stays empty until one comes free.
    """

    __slots__ = ()
    CHAPTER = "maneuver-chips"

    def run(self, state: Table) -> None:
        state.pop()
        end_maneuver(state)
        wanted = wanted_chips(state)
        for nation in range(NATIONS):
            for other in range(NATIONS):
                if other != nation:
                    for area in bits(wanted[nation] & state.chips[other]):
                        state.remove_chip(other, area)
        for nation in range(NATIONS):
            if wanted[nation]:
                areas = bits(wanted[nation])
                if len(areas) <= state.chips_left(nation):
                    for area in areas:
                        state.place_chip(nation, area)
                elif state.chips_left(nation):
                    state.push(ChooseChips(nation))


def end_maneuver(state: Table) -> None:
    for area in range(2 * AREAS):
        state.unmoved[area] = 0
    for sea in range(SEA_COUNT):
        state.carried[sea] = 0


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


class ChooseChips(Step[Table]):
    """A nation with fewer chips left than regions to mark chooses among them."""

    __slots__ = ("nation",)
    FIELDS = (("nation", NATION),)
    CHAPTER = "maneuver-chips"

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.flag[self.nation]] if state.chips_left(self.nation) else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PLACE_CHIP[area] for area in bits(wanted_chips(state)[self.nation])]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.place_chip(self.nation, PLACE_OF[action])

    def run(self, state: Table) -> None:
        state.pop()
