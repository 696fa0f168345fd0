"""What a coach says in Imperial: money and interest, flags, taxes and power, armies at the gates, and the end."""

from __future__ import annotations

from rondel.games.imperial.actions import BUILD, PLACE_OF
from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    FACTOR,
    HOME_MASK,
    LAND_NEIGHBOURS,
    NATION,
    NATIONS,
    SHIPYARD,
)
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.factory import BuildFactory
from rondel.games.imperial.steps.investor import Invest
from rondel.games.imperial.steps.taxation import scores
from rondel.games.imperial.steps.turn import ChooseSlot
from rondel.kernel import flow
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


class Financier(Counsel[Table]):
    ASIDE = ("give-purse", "give-orders")

    def is_settled(self, table: Table, seat: int) -> bool:
        """The turn of a nation is over, with the investments that it led to; or others choose their first bonds."""
        top = table.pending[-1]
        return isinstance(top, ChooseSlot) or (len(table.pending) < 3 and seat not in flow.to_act(table))

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        found: list[Remark] = []
        if after.over():
            the_end(found, after, seat)
        amount(found, "earns", "costs", after.money[seat] - before.money[seat], 1.0)
        for nation in range(NATIONS):
            on_nation(found, before, after, seat, nation)
        investing = isinstance(before.pending[-1], Invest)  # then the card passes on, whatever is bought
        if before.investor >= 0 and before.investor != after.investor and not investing and not after.over():
            holder = before.investor
            if holder == seat:
                found.append(Remark("you-invest", 2.0))
            else:
                found.append(Remark("another-invests", -0.8, {"seat": holder}))
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        step = table.pending[-1]
        if isinstance(step, BuildFactory) and action in BUILD:
            return on_site(table, step.nation, PLACE_OF[action])
        return []


def on_site(table: Table, nation: int, area: int) -> list[Remark]:
    """Why a factory should stand here: what it makes, where that gets to, and who is next door."""
    found: list[Remark] = []
    if SHIPYARD[area]:
        sea = ANCHOR[area]
        taken = table.fleet_at[nation] >> sea & 1
        key = "shipyard" if taken else "shipyard-new"
        found.append(Remark(key, 0.5 if taken else 1.0, {"area": AREA.ids[sea]}))
    else:
        near = [
            land for land in bits(LAND_NEIGHBOURS[area] & ~HOME_MASK[nation]) if not table.chips[nation] >> land & 1
        ]
        lands = [AREA.ids[land] for land in near]
        found.append(Remark("barracks" if lands else "barracks-inland", 0.8 if lands else 0.3, {"areas": lands}))
    armies = armies_at_the_gates(table, nation, area)
    found.append(Remark("site-open" if armies else "site-safe", -1.2 * armies if armies else 0.7, {}, float(armies)))
    return found


def the_end(found: list[Remark], after: Table, seat: int) -> None:
    result = scores(after)
    rival = max(result[other] for other in range(after.seats) if other != seat)
    params = {"score": result[seat], "rival": rival}
    if result[seat] >= rival:
        found.append(Remark("ends-won", 100.0, params))
    else:
        found.append(Remark("ends-lost", -100.0, params))


def on_nation(found: list[Remark], before: Table, after: Table, seat: int, nation: int) -> None:
    who = {"nation": NATION.ids[nation]}
    stake = after.interest(seat, nation)
    factor = FACTOR[after.power[nation]]
    amount(found, "interest", "interest-lost", stake - before.interest(seat, nation), 2.4, **who, factor=factor)
    if before.flag[nation] != after.flag[nation]:
        if after.flag[nation] == seat:
            found.append(Remark("flag", 8.0, who))
        elif before.flag[nation] == seat:
            found.append(Remark("flag-lost", -8.0, {**who, "seat": after.flag[nation]}))
        elif after.flag[nation] != NOBODY:
            found.append(Remark("flag-elsewhere", -2.0, {**who, "seat": after.flag[nation]}))
    on_power(found, before, after, seat, nation)
    governed = after.flag[nation] == seat
    taxes = after.revenue(nation) - before.revenue(nation)
    if governed or stake >= 3:
        amount(found, "taxes", "taxes-lost", taxes, 1.0 + 0.15 * stake, **who)
    elif taxes < 0 and before.interest(seat, nation) == 0:
        found.append(Remark("harm", 0.6 * -taxes, {**who, "seat": after.flag[nation]}, float(-taxes)))
    if governed:
        on_forces(found, before, after, nation)


def on_power(found: list[Remark], before: Table, after: Table, seat: int, nation: int) -> None:
    gained = after.power[nation] - before.power[nation]
    if not gained:
        return
    who = {"nation": NATION.ids[nation]}
    stake = after.interest(seat, nation)
    factor = FACTOR[after.power[nation]]
    steps = factor - FACTOR[before.power[nation]]
    if steps and stake:
        found.append(Remark("factor", 1.5 * steps * stake, {**who, "factor": factor}, float(steps * stake)))
    elif stake:
        found.append(Remark("power", 0.2 * gained * stake, who, float(gained)))
    else:
        found.append(Remark("power-elsewhere", -0.5 * gained, who, float(gained)))


def on_forces(found: list[Remark], before: Table, after: Table, nation: int) -> None:
    who = {"nation": NATION.ids[nation]}
    built = after.factories & ~before.factories & HOME_MASK[nation]
    if isinstance(before.pending[-1], BuildFactory):
        built = 0  # wherever it is built: see `on_site`
    for area in bits(built):
        found.append(Remark("factory", 3.0, {"area": AREA.ids[area]}))
    amount(found, "units", "units-lost", after.units(nation) - before.units(nation), 0.9, **who)
    seized = 0
    for other in range(NATIONS):
        if other != nation:
            seized |= after.factories & HOME_MASK[other] & after.standing_at[nation] & ~before.standing_at[nation]
    for area in bits(seized):
        found.append(Remark("occupies", 2.0, {"area": AREA.ids[area]}))
    for area in bits(after.free_factories(nation)):
        armies = armies_at_the_gates(after, nation, area)
        were = armies_at_the_gates(before, nation, area)
        if armies > were:
            found.append(Remark("open", -1.2 * armies, {"area": AREA.ids[area]}, float(armies)))
        elif were and not armies:
            found.append(Remark("guarded", 1.0 * were, {"area": AREA.ids[area]}, float(were)))


def armies_at_the_gates(table: Table, nation: int, area: int) -> int:
    """Standing armies of nations with another government next to a province that no army of its own guards."""
    if table.army_at[nation] >> area & 1:
        return 0
    number = 0
    for other in range(NATIONS):
        if table.flag[other] not in (NOBODY, table.flag[nation]):
            for near in bits(LAND_NEIGHBOURS[area] & table.standing_at[other]):
                number += table.army[near * NATIONS + other]
    return number
