"""What each seat may see: everything on the table but the other players' money and standing orders."""

from __future__ import annotations

import random
from typing import Any, Final, cast

from rondel.games.imperial.actions import ANSWER, OCCASION, SEATS
from rondel.games.imperial.components import (
    AREA,
    AREAS,
    BONDS,
    CHART,
    CHART_2030,
    FACTOR,
    INTEREST,
    NATION,
    NATIONS,
    PRICE,
    SEAS,
    SLOT,
    Chart,
)
from rondel.games.imperial.state import Table
from rondel.games.imperial.steps.battles import Maneuver
from rondel.games.imperial.steps.investor import total_interest
from rondel.games.imperial.steps.taxation import assess, chart, scores
from rondel.games.imperial.steps.turn import ChooseSlot, EndOfTurn, NationTurn, move_price, reachable
from rondel.games.imperial.view import (
    AnswerView,
    AreaView,
    ArmiesView,
    BondView,
    BoxView,
    ForecastView,
    ImperialView,
    ManeuverView,
    NationView,
    PlayerView,
)
from rondel.kernel.data import bits, filled
from rondel.kernel.events import SEAT
from rondel.kernel.game import Game


class Views(Game[Table]):
    """What the table looks like from a seat."""

    view_type = ImperialView

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return self.views(state, [seat])[0]

    def views(self, state: Table, seats: list[int]) -> list[dict[str, Any]]:
        """The views of several seats. Most of the table looks the same to all of them, and is worked out once."""
        nation = {id_: nation_view(state, nation) for nation, id_ in enumerate(NATION.ids)}
        area = areas_view(state)
        maneuver = maneuver_view(state)
        wheel = wheel_view(state)
        totals = scores(state)
        players = open_players(state, totals)
        track = FACTOR[: state.end + 1]
        answered = answered_view(state)
        shown: list[dict[str, Any]] = []
        for seat in seats:
            view: ImperialView = {
                "seats": state.seats,
                "turn": NATION.show(turn(state)),
                "nation": nation,
                "area": area,
                "player": players_view(state, seat, players, totals),
                "investor": SEAT.show(state.investor),
                "maneuver": maneuver,
                "wheel": wheel,
                "chart": BOXES_2030 if state.edition_2030 else BOXES,
                "track": track,
                "answered": answered,
                "orders": orders_view(state, seat),
            }
            shown.append(cast(dict[str, Any], view))
        return shown

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        """The money of the others, as far as it is hidden, is shared out anew among them, and so are their orders."""
        twin = self.surmise(state, seat, rng)
        hidden = [player for player in range(state.seats) if not sees_money(state, player, seat)]
        if len(hidden) > 1:
            total = sum(state.money[player] for player in hidden)
            cuts = sorted(rng.randint(0, total) for _ in hidden[1:])
            for player, low, high in zip(hidden, [0, *cuts], [*cuts, total], strict=True):
                twin.money[player] = high - low
        return twin

    def surmise(self, state: Table, seat: int, rng: random.Random) -> Table:
        """Every payment is made in the open, from the first on: who has counted knows what everybody has."""
        twin = state.copy()
        if state.standing_orders:
            own = range(seat * len(OCCASION), (seat + 1) * len(OCCASION))
            twin.orders = [
                order if place in own else rng.randrange(len(ANSWER)) for place, order in enumerate(state.orders)
            ]
        return twin

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
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


def boxes(chart: Chart) -> list[BoxView]:
    return [
        {"box": chart.first + box, "power": power, "bonus": chart.bonus[box]} for box, power in enumerate(chart.power)
    ]


BOXES: Final = boxes(CHART)
BOXES_2030: Final = boxes(CHART_2030)


def wheel_view(state: Table) -> dict[str, int] | None:
    """What a move to each space in reach costs the government that is about to choose one."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, ChooseSlot):
        return None
    nation = step.nation
    return {SLOT.ids[slot]: move_price(state, nation, slot) for slot in reachable(state, nation)}


def turn(state: Table) -> int:
    """The nation whose turn it is; -1 before the first turn and after the last."""
    for step in state.pending:
        if isinstance(step, (NationTurn, EndOfTurn)):
            return step.nation
    return -1


def bond_views(bond: int) -> list[BondView]:
    return [{"price": PRICE[bond], "interest": INTEREST[bond], "owner": SEAT.show(seat)} for seat in range(-1, SEATS)]


BOND_VIEWS: Final[list[list[BondView]]] = [bond_views(bond) for bond in range(BONDS)]
"""Every bond in every hand: `BOND_VIEWS[bond][seat + 1]`."""


def nation_view(state: Table, nation: int) -> NationView:
    return {
        "treasury": state.treasury(nation),
        "government": SEAT.show(state.flag[nation]),
        "marker": SLOT.show(state.marker[nation]),
        "tax": chart(state).first + state.tax[nation],
        "power": state.power[nation],
        "factor": FACTOR[state.power[nation]],
        "armies_left": state.armies_left[nation],
        "fleets_left": state.fleets_left[nation],
        "chips_left": state.chips_left(nation),
        "bonds": [BOND_VIEWS[bond][state.bond[nation * BONDS + bond] + 1] for bond in range(state.bonds)],
        "forecast": forecast(state, nation),
    }


def forecast(state: Table, nation: int) -> ForecastView:
    taxes = assess(state, nation, state.revenue(nation))
    return {
        "revenue": taxes.revenue,
        "pay": taxes.pay,
        "income": taxes.income,
        "bonus": taxes.bonus,
        "power": taxes.power,
        "interest": total_interest(state, nation),
    }


EMPTY: Final[AreaView] = {"factory": False, "armies": {}, "fleets": {}, "chip": None}

KNOWN: Final[dict[tuple[bytes, bytes, bytes, bool, int], AreaView]] = {}
"""Areas as they were seen lately: what stands as it stood before is the same view, and need not be compared."""
MOST_KNOWN: Final = 20_000

BOARDS: Final[dict[tuple[bytes, bytes, bytes, int, tuple[int, ...]], dict[str, AreaView]]] = {}
"""Whole boards that were seen lately: most moves leave theirs as it is."""
MOST_BOARDS: Final = 500


def areas_view(state: Table) -> dict[str, AreaView]:
    """Every area with what stands there."""
    board = (bytes(state.army), bytes(state.friendly), bytes(state.fleet), state.factories, tuple(state.chips))
    shown = BOARDS.get(board)
    if shown is None:
        if len(BOARDS) >= MOST_BOARDS:
            BOARDS.clear()
        shown = BOARDS[board] = board_view(state, board[0], board[1], board[2])
    return shown


def board_view(state: Table, army: bytes, friendly: bytes, fleet: bytes) -> dict[str, AreaView]:
    """The areas anew. Many are empty, and share one view."""
    chips: dict[int, int] = {}
    taken = state.factories
    for nation in range(NATIONS):
        taken |= state.army_at[nation] | state.fleet_at[nation] | state.chips[nation]
        for area in bits(state.chips[nation]):
            chips[area] = nation
    shown: dict[str, AreaView] = dict.fromkeys(AREA.ids, EMPTY)
    for area in bits(taken):
        first, end = area * NATIONS, area * NATIONS + NATIONS
        there = (
            army[first:end],
            friendly[first:end],
            fleet[first:end],
            bool(state.factories >> area & 1),
            chips.get(area, -1),
        )
        view = KNOWN.get(there)
        if view is None:
            if len(KNOWN) >= MOST_KNOWN:
                KNOWN.clear()
            view = KNOWN[there] = area_view(there[0], there[1], there[2], there[3], there[4])
        shown[AREA.ids[area]] = view
    return shown


def area_view(army: bytes, friendly: bytes, fleet: bytes, factory: bool, chip: int) -> AreaView:
    armies: dict[str, ArmiesView] = {}
    fleets: dict[str, int] = {}
    for nation, id_ in enumerate(NATION.ids):
        if army[nation] or friendly[nation]:
            armies[id_] = {"hostile": army[nation], "friendly": friendly[nation]}
        if fleet[nation]:
            fleets[id_] = fleet[nation]
    return {"factory": factory, "armies": armies, "fleets": fleets, "chip": NATION.show(chip)}


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


def open_players(state: Table, totals: list[int]) -> list[PlayerView]:
    """The players as everybody sees them, without their money."""
    credits = credits_view(state)
    flags: list[list[str]] = [[] for _ in range(state.seats)]
    for nation, id_ in enumerate(NATION.ids):
        if state.flag[nation] >= 0:
            flags[state.flag[nation]].append(id_)
    return [
        {
            "money": None,
            "flags": flags[player],
            "credit": credits[player],
            "score": None,
            "bond_score": totals[player] - state.money[player],
            "rank": 1,
        }
        for player in range(state.seats)
    ]


def players_view(state: Table, seat: int, players: list[PlayerView], totals: list[int]) -> list[PlayerView]:
    """The players as a seat sees them; their rank is by all that the seat can count."""
    seen = [sees_money(state, player, seat) for player in range(state.seats)]
    worth = [totals[player] - (0 if seen[player] else state.money[player]) for player in range(state.seats)]
    places = sorted(worth, reverse=True)
    shown: list[PlayerView] = []
    for player, everybody in enumerate(players):
        view = everybody.copy()
        view["rank"] = 1 + places.index(worth[player])
        if seen[player]:
            view["money"] = state.money[player]
            view["score"] = totals[player]
        shown.append(view)
    return shown


def maneuver_view(state: Table) -> ManeuverView | None:
    if not any(isinstance(step, Maneuver) for step in state.pending):
        return None
    ready = {AREA.ids[area]: state.unmoved[area] + state.unmoved[AREAS + area] for area in range(AREAS)}
    return {
        "unmoved": {id_: count for id_, count in ready.items() if count},
        "carried": {AREA.ids[SEAS[sea]]: state.carried[sea] for sea in filled(state.carried)},
    }


def answered_view(state: Table) -> AnswerView | None:
    """The last answer that a standing order gave, in the hearing of all."""
    if state.answered < 0:
        return None
    nation, answer = divmod(state.answered, len(ANSWER))
    return {"nation": NATION.ids[nation], "answer": ANSWER.ids[answer]}


def orders_view(state: Table, seat: int) -> dict[str, str] | None:
    """A player's own standing orders; those of the others are their own affair."""
    if seat < 0 or not state.standing_orders:
        return None
    return {id_: ANSWER.ids[state.order(seat, occasion)] for occasion, id_ in enumerate(OCCASION.ids)}
