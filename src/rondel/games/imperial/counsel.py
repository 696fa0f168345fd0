"""What a coach says in Imperial: money and interest, flags, taxes and power, armies at the gates, and the end."""

from __future__ import annotations

from rondel.games.imperial.actions import ADVANCE, BUILD, DONE, PEACE, PLACE_OF
from rondel.games.imperial.components import (
    ANCHOR,
    AREA,
    BONDS,
    FACTOR,
    FACTORY_PRICE,
    HOME_MASK,
    IMPORT_PRICE,
    LAND_NEIGHBOURS,
    NATION,
    NATIONS,
    NEUTRAL_MASK,
    PRICE,
    PROVINCES,
    SHIPYARD,
    SLOT,
    SLOTS,
)
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.battles import Challenge, Encounter, Maneuver, others_in
from rondel.games.imperial.steps.chips import PROVINCE_MASK, PlaceChips
from rondel.games.imperial.steps.factory import BuildFactory
from rondel.games.imperial.steps.investor import Invest
from rondel.games.imperial.steps.maneuver import ChooseArmy, ChooseRoute, EnterProvince, MoveArmies, MoveFleets
from rondel.games.imperial.steps.routes import land_reach
from rondel.games.imperial.steps.setup import ChooseFlag, OfferBonds
from rondel.games.imperial.steps.taxation import scores
from rondel.games.imperial.steps.turn import ChooseSlot, move_price
from rondel.kernel import flow
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

BEGINNING = (ChooseFlag, OfferBonds)
MOVING = (MoveFleets, MoveArmies, ChooseArmy, ChooseRoute, EnterProvince)
"""What is decided of a unit on its way."""
ARRIVED = (EnterProvince, Encounter)
"""What is decided where it has come."""
NEXT = (Maneuver, EnterProvince, Encounter)
"""What may be asked when it has moved."""
ENOUGH = 3
"""So many armies that reach a factory are as bad as more: one is enough to occupy it."""
PRICES = {"factory": FACTORY_PRICE, "import": IMPORT_PRICE}
"""What a nation must have to do anything at all on a space."""


class Financier(Counsel[Table]):
    ASIDE = ("give-purse", "give-orders")
    ANSWERS = ("pass", "let-pass", "force-stop", "peace", "send", "via", "enter")

    def is_settled(self, table: Table, seat: int) -> bool:
        """The turn of a nation is over, with all investments that it led to; or others choose their first bonds."""
        top = table.pending[-1]
        return isinstance(top, ChooseSlot) or (isinstance(top, BEGINNING) and seat not in flow.to_act(table))

    def ends_turn(self, table: Table, seat: int) -> bool:
        """What others invest is a turn of theirs."""
        invests = isinstance(table.pending[-1], Invest) and seat not in flow.to_act(table)
        return invests or self.is_settled(table, seat)

    def is_another(self, before: Table, table: Table, seat: int) -> bool:
        """Of a manoeuvre, what is done with the next unit, and what this one does where it has come."""
        if not isinstance(before.pending[-1], MOVING) or seat not in flow.to_act(table):
            return False
        return isinstance(table.pending[-1], NEXT)

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        return [] if is_left_to_later(before, after) else self.on_turn(before, after, seat)

    def on_turn(self, before: Table, after: Table, seat: int) -> list[Remark]:
        found: list[Remark] = []
        moving = before.pending[-1]
        if isinstance(moving, MOVING):
            on_arrival(found, after)
            before, after = with_chips(before, moving.nation), with_chips(after, moving.nation)
        if after.over():
            the_end(found, after, seat)
        amount(found, "earns", "costs", after.money[seat] - before.money[seat], 1.0)
        for nation in range(NATIONS):
            on_nation(found, before, after, seat, nation)
        on_treasury(found, before, after)
        on_empty_site(found, before, after)
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
        if isinstance(step, ChooseSlot) and action in ADVANCE:
            return on_space(table, seat, step.nation, PLACE_OF[action] % SLOTS)
        if isinstance(step, (Encounter, Challenge)):
            return on_battle(table, seat, step, action)
        if isinstance(step, MoveFleets) and action == DONE:
            return on_fleets(table)
        return []


def is_left_to_later(before: Table, after: Table) -> bool:
    """Whether the rest of a manoeuvre is no effect of what was chosen in it, wherever the look ends.

    Of a battle, `on_battle` tells: a peace that is kept now may be broken later. When fleets stay where they are, what
    the armies do is their own affair.
    """
    step = before.pending[-1]
    if isinstance(step, MoveFleets):
        return before.fleet[step.nation :: NATIONS] == after.fleet[step.nation :: NATIONS]
    return isinstance(step, (Encounter, Challenge))


def with_chips(table: Table, nation: int) -> Table:
    """As it would be, were the manoeuvre over now."""
    twin = table.copy()
    if twin.pending:
        chips = PlaceChips(nation)
        twin.push(chips)
        chips.run(twin)
    return twin


def on_arrival(found: list[Remark], after: Table) -> None:
    """What a unit could do where it has come: whether it does is asked next."""
    step = after.pending[-1] if after.pending else None
    if not isinstance(step, ARRIVED):
        return
    where = {"area": AREA.ids[step.area]}
    if isinstance(step, EnterProvince) and after.working() >> step.area & 1:
        found.append(Remark("may-occupy", 1.0, where))
    for other in others_in(after, step.nation, step.area):
        found.append(Remark("meets", 0.0, {"nation": NATION.ids[other], **where}))


def on_treasury(found: list[Remark], before: Table, after: Table) -> None:
    """What the space of the wheel costs the treasury or brings it, apart from what is lent."""
    step = before.pending[-1]
    if isinstance(step, ChooseSlot):
        nation = step.nation
        change = after.treasury(nation) - before.treasury(nation) - lent(after, nation) + lent(before, nation)
        who = {"nation": NATION.ids[nation]}
        amount(found, "treasury", "treasury-pays", change, 0.25, **who, had=before.treasury(nation))


def lent(table: Table, nation: int) -> int:
    first = nation * BONDS
    return sum(PRICE[bond] for bond in range(BONDS) if table.bond[first + bond] != NOBODY)


def on_space(table: Table, seat: int, nation: int, slot: int) -> list[Remark]:
    """Where a nation can do nothing: no city is left, or neither the treasury nor the government's purse has enough."""
    name = SLOT.ids[slot]
    if name == "factory" and not table.free_provinces(nation) & ~table.factories:
        return [Remark("no-site", -2.0)]
    purse = table.money[seat] - move_price(table, nation, slot)
    if name not in PRICES or table.treasury(nation) + purse >= PRICES[name]:
        return []
    return [Remark("no-money-to-build" if name == "factory" else "no-money-to-import", -2.0)]


def on_empty_site(found: list[Remark], before: Table, after: Table) -> None:
    """A nation that came to Factory and built nothing, although it could: the chances are those of doing so."""
    step = before.pending[-1]
    if not isinstance(step, ChooseSlot) or after.factories != before.factories:
        return
    slot = after.marker[step.nation]
    if SLOT.ids[slot] == "factory" and not on_space(before, before.flag[step.nation], step.nation, slot):
        found.append(Remark("builds-nothing", -0.5))


def on_battle(table: Table, seat: int, step: Encounter | Challenge, action: int) -> list[Remark]:
    """What a battle changes, were the manoeuvre over then; who enters and keeps the peace may still fight later."""
    if action == PEACE:
        return [Remark("may-fight-later", 0.0)] if isinstance(step, Encounter) else []
    found: list[Remark] = []
    war = table.copy()
    flow.play(war, seat, action)
    peace, war = with_chips(table, step.nation), with_chips(war, step.nation)
    for nation in range(NATIONS):
        on_nation(found, peace, war, seat, nation)
    return found


def on_fleets(table: Table) -> list[Remark]:
    """Fleets that could have put out."""
    waiting = sum(table.unmoved[:PROVINCES])
    return [Remark("in-port", -0.8 * waiting, {}, float(waiting))] if waiting else []


def on_site(table: Table, nation: int, area: int) -> list[Remark]:
    """Why a factory should stand here: what it makes, where that gets to, and who is next door.

    Nations under the same government are no neighbours to fear, and what they tax is taxed.
    """
    found: list[Remark] = []
    chips, homes = 0, 0
    for other in range(NATIONS):
        if table.flag[other] == table.flag[nation]:
            chips |= table.chips[other]
            homes |= HOME_MASK[other]
    foreign = bits(LAND_NEIGHBOURS[area] & PROVINCE_MASK & ~homes)  # they take no chips, but send armies
    if SHIPYARD[area]:
        sea = ANCHOR[area]
        taken = table.fleet_at[nation] >> sea & 1
        key = "shipyard" if taken else "shipyard-new"
        found.append(Remark(key, 0.5 if taken else 1.0, {"area": AREA.ids[sea]}))
    else:
        lands = bits(LAND_NEIGHBOURS[area] & NEUTRAL_MASK & ~chips)
        if lands:
            found.append(Remark("barracks", 0.8, {"areas": [AREA.ids[land] for land in lands]}))
        elif not foreign:
            found.append(Remark("barracks-inland", 0.3))
    armies = armies_at_the_gates(table, nation, area)
    if armies:
        found.append(Remark("site-open", -1.2 * min(ENOUGH, armies), {}, float(armies)))
    elif foreign:
        there = {"areas": [AREA.ids[land] for land in foreign]}
        found.append(Remark("site-border", -0.3 * len(foreign), there, float(len(foreign))))
    else:
        found.append(Remark("site-safe", 0.7))
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
    lost = before.units(nation) - after.units(nation)
    if governed:
        on_forces(found, before, after, nation)
    elif lost > 0 and before.flag[nation] == after.flag[nation]:
        found.append(Remark("enemy-units", 0.7 * lost, {**who, "seat": after.flag[nation]}, float(lost)))


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
            found.append(Remark("open", -1.2 * min(ENOUGH, armies - were), {"area": AREA.ids[area]}, float(armies)))
        elif were and not armies:
            same = not armies_at_the_gates(after, nation, area, before)  # else they are there, and no longer foreign
            key = "guarded" if same else "gates-yours"
            found.append(Remark(key, (1.0 if same else 0.5) * min(ENOUGH, were), {"area": AREA.ids[area]}, float(were)))


def armies_at_the_gates(table: Table, nation: int, area: int, flags: Table | None = None) -> int:
    """Standing armies of nations with another government that reach a province which no army of its own guards.

    By land, and by rail at home; over sea they come only where a fleet carries them. `flags`: who governs whom there.
    """
    if table.army_at[nation] >> area & 1:
        return 0
    flag = table.flag if flags is None else flags.flag
    number = 0
    for other in range(NATIONS):
        if flag[other] not in (NOBODY, flag[nation]):
            free = table.free_provinces(other)
            for start in bits(table.standing_at[other]):
                if land_reach(other, start, free) >> area & 1:
                    number += table.army[start * NATIONS + other]
    return number
