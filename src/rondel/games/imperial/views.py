"""What each seat may see: everything on the table but the other players' money."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.imperial.actions import SEATS
from rondel.games.imperial.components import (
    AREA,
    AREAS,
    BONDS,
    BOX_POWER,
    FACTOR,
    INTEREST,
    NATION,
    NATIONS,
    PRICE,
    SEAS,
    SLOT,
)
from rondel.games.imperial.state import Table, tax_box
from rondel.games.imperial.steps.investor import total_interest
from rondel.games.imperial.steps.maneuver import Maneuver
from rondel.games.imperial.steps.taxation import scores, success_bonus
from rondel.games.imperial.steps.turn import ChooseSlot, EndOfTurn, NationTurn, move_price
from rondel.kernel.data import bits, filled
from rondel.kernel.events import SEAT


def view(state: Table, seat: int) -> dict[str, Any]:
    return views(state, [seat])[0]


def views(state: Table, seats: list[int]) -> list[dict[str, Any]]:
    """The views of several seats. Most of the table looks the same to all of them, and is worked out once."""
    nation = {id_: nation_view(state, nation) for nation, id_ in enumerate(NATION.ids)}
    area = areas_view(state)
    players = range(state.seats)
    credits = credits_view(state)
    totals = scores(state)
    shown = [player_view(state, player, True, credits[player], totals[player]) for player in players]
    hidden = [player_view(state, player, False, credits[player], totals[player]) for player in players]
    maneuver = maneuver_view(state)
    wheel = wheel_view(state)
    return [
        {
            "seats": state.seats,
            "turn": NATION.show(turn(state)),
            "nation": nation,
            "area": area,
            "player": [shown[i] if sees_money(state, i, seat) else hidden[i] for i in players],
            "investor": SEAT.show(state.investor),
            "maneuver": maneuver,
            "wheel": wheel,
            "chart": BOX_POWER,
            "track": FACTOR,
        }
        for seat in seats
    ]


def wheel_view(state: Table) -> dict[str, int] | None:
    """What a move to each space of the wheel costs the government that is about to choose one."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, ChooseSlot):
        return None
    start = state.marker[step.nation]
    return {id_: move_price(start, slot) for slot, id_ in enumerate(SLOT.ids)}


def turn(state: Table) -> int:
    """The nation whose turn it is; -1 before the first turn and after the last."""
    for step in state.pending:
        if isinstance(step, (NationTurn, EndOfTurn)):
            return step.nation
    return -1


BOND_VIEWS: Final[list[list[dict[str, Any]]]] = [
    [{"price": PRICE[bond], "interest": INTEREST[bond], "owner": SEAT.show(seat)} for seat in range(-1, SEATS)]
    for bond in range(BONDS)
]
"""Every bond in every hand: `BOND_VIEWS[bond][seat + 1]`."""


def nation_view(state: Table, nation: int) -> dict[str, Any]:
    return {
        "treasury": state.treasury(nation),
        "government": SEAT.show(state.flag[nation]),
        "marker": SLOT.show(state.marker[nation]),
        "tax": state.tax[nation],
        "power": state.power[nation],
        "factor": FACTOR[state.power[nation]],
        "armies_left": state.armies_left[nation],
        "fleets_left": state.fleets_left[nation],
        "chips_left": state.chips_left(nation),
        "bonds": [BOND_VIEWS[bond][state.bond[nation * BONDS + bond] + 1] for bond in range(state.bonds)],
        "forecast": forecast(state, nation),
    }


def forecast(state: Table, nation: int) -> dict[str, int]:
    """What taxation would bring now, and what all interest would cost."""
    revenue = state.revenue(nation)
    box = tax_box(revenue)
    return {
        "revenue": revenue,
        "bonus": success_bonus(state, nation, box),
        "income": max(0, revenue - state.units(nation)),
        "power": BOX_POWER[box],
        "interest": total_interest(state, nation),
    }


EMPTY: Final[dict[str, Any]] = {"factory": False, "armies": {}, "fleets": {}, "chip": None}


def areas_view(state: Table) -> dict[str, dict[str, Any]]:
    """Every area with what stands there. Many are empty, and share one view."""
    armies: dict[int, dict[str, dict[str, int]]] = {}
    fleets: dict[int, dict[str, int]] = {}
    chips: dict[int, str] = {}
    taken = state.factories
    for nation, id_ in enumerate(NATION.ids):
        taken |= state.army_at[nation] | state.fleet_at[nation] | state.chips[nation]
        for area in bits(state.army_at[nation]):
            place = area * NATIONS + nation
            units = {"hostile": state.army[place], "friendly": state.friendly[place]}
            armies.setdefault(area, {})[id_] = units
        for area in bits(state.fleet_at[nation]):
            fleets.setdefault(area, {})[id_] = state.fleet[area * NATIONS + nation]
        for area in bits(state.chips[nation]):
            chips[area] = id_
    return {
        id_: {
            "factory": bool(state.factories >> area & 1),
            "armies": armies.get(area, {}),
            "fleets": fleets.get(area, {}),
            "chip": chips.get(area),
        }
        if taken >> area & 1
        else EMPTY
        for area, id_ in enumerate(AREA.ids)
    }


def sees_money(state: Table, player: int, seat: int) -> bool:
    """A player's own money is secret, unless the players agreed to play with open money, or the game is over."""
    return player == seat or bool(state.options["open-money"]) or state.over()


def credits_view(state: Table) -> list[dict[str, int]]:
    """What each player has lent to each nation, where there is anything."""
    credits: list[dict[str, int]] = [{} for _ in range(state.seats)]
    for place, seat in enumerate(state.bond):
        if seat >= 0:
            id_ = NATION.ids[place // BONDS]
            credits[seat][id_] = credits[seat].get(id_, 0) + PRICE[place % BONDS]
    return credits


def player_view(state: Table, player: int, seen: bool, credit: dict[str, int], total: int) -> dict[str, Any]:
    return {
        "money": state.money[player] if seen else None,
        "flags": [id_ for nation, id_ in enumerate(NATION.ids) if state.flag[nation] == player],
        "credit": credit,
        "score": total if seen else None,
        "bond_score": total - state.money[player],
    }


def maneuver_view(state: Table) -> dict[str, Any] | None:
    if not any(isinstance(step, Maneuver) for step in state.pending):
        return None
    ready = {AREA.ids[area]: state.unmoved[area] + state.unmoved[AREAS + area] for area in range(AREAS)}
    return {
        "unmoved": {id_: count for id_, count in ready.items() if count},
        "carried": {AREA.ids[SEAS[sea]]: state.carried[sea] for sea in filled(state.carried)},
    }


def imagine(state: Table, seat: int, rng: random.Random) -> Table:
    """The money of the others, as far as it is hidden, is shared out anew among them."""
    twin = state.copy()
    hidden = [player for player in range(state.seats) if not sees_money(state, player, seat)]
    if len(hidden) > 1:
        total = sum(state.money[player] for player in hidden)
        cuts = sorted(rng.randint(0, total) for _ in hidden[1:])
        for player, low, high in zip(hidden, [0, *cuts], [*cuts, total], strict=True):
            twin.money[player] = high - low
    return twin


def figures(state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
    """What a player watches: treasuries, power, and the purses that the seat may see."""
    numbers: list[tuple[str, dict[str, Any], int]] = []
    for player in range(state.seats):
        if sees_money(state, player, seat):
            numbers.append(("figure.money", {"seat": player}, state.money[player]))
    for nation, id_ in enumerate(NATION.ids):
        numbers.append(("figure.treasury", {"nation": id_}, state.treasury(nation)))
        numbers.append(("figure.power", {"nation": id_}, state.power[nation]))
        numbers.append(("figure.revenue", {"nation": id_}, state.revenue(nation)))
    return numbers
