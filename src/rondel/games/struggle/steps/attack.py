"""Launching an attack: what can be attacked, declaration and payment."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    ATTACK,
    ATTACK_COUNTER,
    ATTACK_PIRATES,
    ATTACK_REVOLT,
    IN_ATTACK,
    IN_ATTACK_COUNTER,
    IN_ATTACK_PIRATES,
    IN_ATTACK_REVOLT,
    PLACE_OF,
    TABLE_OF,
)
from rondel.games.struggle.components import (
    AREA,
    ATTACK_PRICE,
    COUNTER_PRINT,
    COUNTER_REGION,
    COUNTERS_IN,
    HOME_BIT,
    NEUTRALS,
    PIRATES,
    POWER,
    POWERS,
    REGIONS,
    SLAVE_REVOLT,
    SURPRISE_ATTACK,
    TILE,
    ZONE,
)
from rondel.games.struggle.fight import (
    ATTACKER,
    DEFENDER,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    ON_REVOLT,
    Fight,
    Side,
)
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.battle import LAND_STAGE, NAVAL_STAGE, SEA_BATTLE
from rondel.games.struggle.steps.deciding import PowerStep
from rondel.games.struggle.steps.support import ALLIANCE_TILES, SURPRISE_CHOICE, push_call
from rondel.kernel.data import bits
from rondel.kernel.events import Reason

CHAPTER: Final = "attacking"


# --- what can be attacked -------------------------------------------------------------------------------------------

_on_power: Final[list[list[int] | None]] = [None] * (POWERS << REGIONS)
_on_counters: Final[dict[int, list[int]]] = {}


def attack_regions(state: Table, power: int) -> int:
    """Where a power can attack on land: where it has an army; by option, where it has any unit, or a navy in the
    zone.
    """
    if state.options["army-needed"]:
        return state.army_at[power] & ~HOME_BIT
    where = (state.army_at[power] | state.navy_at[power] | state.fort_at[power]) & ~HOME_BIT
    for region in range(REGIONS):
        if ZONE[region] >= 0 and state.navy_at[power] >> ZONE[region] & 1:
            where |= 1 << region
    return where


def add_attacks(state: Table, power: int, offered: list[int]) -> None:
    """Every attack open to a power: on enemies with a counter or unit there, neutral countries, Pirates, a Slave
    Revolt.
    """
    where = attack_regions(state, power)
    if where:
        row = state.row[power]
        for enemy in range(POWERS):
            if state.row[enemy] != row and state.in_play >> enemy & 1:
                here = state.presence(enemy) & where
                if here:
                    key = enemy << REGIONS | here
                    attacks = _on_power[key]
                    if attacks is None:
                        attacks = [ATTACK[enemy * REGIONS + region] for region in bits(here)]
                        _on_power[key] = attacks
                    offered += attacks
        neutrals = state.board_at & NEUTRALS
        if neutrals:
            there = 0
            for region in bits(where):
                there |= COUNTERS_IN[region]
            neutrals &= there
            if neutrals:
                found = _on_counters.get(neutrals)
                if found is None:
                    if len(_on_counters) > 100_000:
                        _on_counters.clear()
                    found = [ATTACK_COUNTER[counter] for counter in bits(neutrals)]
                    _on_counters[neutrals] = found
                offered += found
    region = state.held_at[0]
    if region >= 0 and state.navy_at[power] >> region & 1:
        offered.append(ATTACK_PIRATES[region])
    region = state.held_at[1]
    if region >= 0 and where >> region & 1:
        offered.append(ATTACK_REVOLT[region])


def attack_candidates(state: Table, power: int) -> list[int]:
    """Every attack a player might think of: on whoever is where he has units, and on all counters and tiles on the
    board.
    """
    offered: list[int] = []
    here = state.presence(power)
    for other in bits(state.in_play):
        if other != power:
            offered += [ATTACK[other * REGIONS + region] for region in bits(state.presence(other) & here)]
    offered += [ATTACK_COUNTER[counter] for counter in bits(state.board_at & NEUTRALS)]
    if state.held_at[0] >= 0:
        offered.append(ATTACK_PIRATES[state.held_at[0]])
    if state.held_at[1] >= 0:
        offered.append(ATTACK_REVOLT[state.held_at[1]])
    return offered


def explain_attack(state: Table, power: int, action: int) -> Reason | None:
    table, place = TABLE_OF[action], PLACE_OF[action]
    if table == IN_ATTACK:
        target, region = divmod(place, REGIONS)
        where = {"power": POWER.ids[target], "area": AREA.ids[region]}
        if not state.in_play >> target & 1:
            return Reason("not-in-play", where, CHAPTER)
        if target == power:
            return Reason("not-yourself", where, CHAPTER)
        if state.allied(power, target):
            return Reason("is-ally", where, CHAPTER)
        if not attack_regions(state, power) >> region & 1:
            return Reason(army_or_unit(state), where, CHAPTER)
        return Reason("nobody-there", where, CHAPTER)
    if table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        where = {"counter": COUNTER_PRINT[place], "area": AREA.ids[region]}
        if not state.board[place]:
            return Reason("no-such-counter", where, CHAPTER)
        return Reason(army_or_unit(state), where, CHAPTER)
    if table in (IN_ATTACK_PIRATES, IN_ATTACK_REVOLT):
        pirates = table == IN_ATTACK_PIRATES
        where = {"tile": TILE.ids[PIRATES if pirates else SLAVE_REVOLT], "area": AREA.ids[place]}
        if state.held_at[0 if pirates else 1] != place:
            return Reason("tile-not-there", where, "pirates")
        return Reason("needs-navy-to-attack" if pirates else army_or_unit(state), where, "pirates")
    return None


def army_or_unit(state: Table) -> str:
    """The reason for an attack refused for want of units."""
    return "needs-army" if state.options["army-needed"] else "needs-unit"


# --- declaration ----------------------------------------------------------------------------------------------------


def begin_attack(state: Table, power: int, action: int, price: int) -> None:
    """Declare and pay; then surprise, the attacker's allies, the defender's allies, alliance tiles, sea, land."""
    state.pay(power, price, "attack")
    table, place = TABLE_OF[action], PLACE_OF[action]
    if table == IN_ATTACK:
        defender, region = divmod(place, REGIONS)
        state.fight = Fight(ON_POWER, region, power, Side(power), Side(defender))
        if state.events is not None:
            state.emit(events.ATTACKED, power, defender, region)
    elif table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        state.fight = Fight(ON_NEUTRAL, region, power, Side(power), Side(-1))
        state.fight.counter = place
        if state.events is not None:
            state.emit(events.ATTACKED_NEUTRAL, power, COUNTER_PRINT[place], region)
    else:
        pirates = table == IN_ATTACK_PIRATES
        state.fight = Fight(ON_PIRATES if pirates else ON_REVOLT, place, power, Side(power), Side(-1))
        state.emit(events.ATTACKED_TILE, power, PIRATES if pirates else SLAVE_REVOLT, place)
    if table == IN_ATTACK_PIRATES:
        state.push(SEA_BATTLE)
    else:
        state.push(LAND_STAGE)
        state.push(NAVAL_STAGE)
    state.push(ALLIANCE_TILES)
    defender = state.fight.defender.power
    could_be_helped = defender >= 0 and state.seat_of[defender] >= 0 and push_call(state, DEFENDER)
    push_call(state, ATTACKER)
    if could_be_helped and state.ready(power, SURPRISE_ATTACK):
        state.push(SURPRISE_CHOICE)


class ChooseAttack(PowerStep):
    """War Office: one attack a war as a free action."""

    __slots__ = ()
    CHAPTER = "tiles"

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        add_attacks(state, self.power, offered)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return attack_candidates(state, self.power)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return explain_attack(state, self.power, action)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        begin_attack(state, self.power, action, ATTACK_PRICE if state.options["war-office-pays"] else 0)
