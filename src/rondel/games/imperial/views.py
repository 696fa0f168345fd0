"""What each seat may see: everything on the table but the other players' money."""

from __future__ import annotations

import random
from typing import Any

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
from rondel.games.imperial.steps.turn import EndOfTurn, NationTurn
from rondel.kernel.events import SEAT


def view(state: Table, seat: int) -> dict[str, Any]:
    return {
        "seats": state.seats,
        "turn": NATION.show(turn(state)),
        "nation": {id_: nation_view(state, nation) for nation, id_ in enumerate(NATION.ids)},
        "area": {id_: area_view(state, area) for area, id_ in enumerate(AREA.ids)},
        "player": player_views(state, seat),
        "investor": SEAT.show(state.investor),
        "maneuver": maneuver_view(state),
    }


def turn(state: Table) -> int:
    """The nation whose turn it is; -1 before the first turn and after the last."""
    for step in state.pending:
        if isinstance(step, (NationTurn, EndOfTurn)):
            return step.nation
    return -1


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
        "bonds": [
            {"price": PRICE[bond], "interest": INTEREST[bond], "owner": SEAT.show(state.bond[nation * BONDS + bond])}
            for bond in range(state.bonds)
        ],
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


def area_view(state: Table, area: int) -> dict[str, Any]:
    armies: dict[str, dict[str, int]] = {}
    fleets: dict[str, int] = {}
    chip = None
    bit = 1 << area
    for nation in range(NATIONS):
        place = area * NATIONS + nation
        if state.army_at[nation] & bit:
            armies[NATION.ids[nation]] = {"hostile": state.army[place], "friendly": state.friendly[place]}
        if state.fleet_at[nation] & bit:
            fleets[NATION.ids[nation]] = state.fleet[place]
        if state.chips[nation] & bit:
            chip = NATION.ids[nation]
    return {"factory": bool(state.factories & bit), "armies": armies, "fleets": fleets, "chip": chip}


def sees_money(state: Table, player: int, seat: int) -> bool:
    """A player's own money is secret, unless the players agreed to play with open money, or the game is over."""
    return player == seat or bool(state.options["open-money"]) or state.over()


def player_views(state: Table, seat: int) -> list[dict[str, Any]]:
    """Each player's flags, credit and what his bonds are worth now; money and score where `seat` may see them."""
    totals = scores(state)
    players = []
    for player in range(state.seats):
        seen = sees_money(state, player, seat)
        credit = {id_: state.credit(player, nation) for nation, id_ in enumerate(NATION.ids)}
        players.append(
            {
                "money": state.money[player] if seen else None,
                "flags": [id_ for nation, id_ in enumerate(NATION.ids) if state.flag[nation] == player],
                "credit": {id_: total for id_, total in credit.items() if total},
                "score": totals[player] if seen else None,
                "bond_score": totals[player] - state.money[player],
            }
        )
    return players


def maneuver_view(state: Table) -> dict[str, Any] | None:
    if not any(isinstance(step, Maneuver) for step in state.pending):
        return None
    ready = {AREA.ids[area]: state.unmoved[area] + state.unmoved[AREAS + area] for area in range(AREAS)}
    return {
        "unmoved": {id_: count for id_, count in ready.items() if count},
        "carried": {AREA.ids[SEAS[sea]]: count for sea, count in enumerate(state.carried) if count},
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
