"""What each seat may see: everything but the cards of the others that lie face down, or are not chosen yet."""

from __future__ import annotations

import random
from typing import Any, Final, Literal, cast

from rondel.games.colonial import advice
from rondel.games.colonial.characters.cargo import Cargo
from rondel.games.colonial.characters.explorer import chance, required
from rondel.games.colonial.characters.rebel import rebellion_dice
from rondel.games.colonial.components import (
    AREA,
    CARD,
    CARD_CHARACTERS,
    CARDS,
    CHARACTER,
    CITIES,
    COLONIES,
    DIFFICULTY,
    NATION,
    NATIVE_POWER,
    RESOURCE,
    RESOURCES,
    REVOLUTION,
    SEATS,
    SPOT_RESOURCE,
    SPOTS_OF,
    TRACK,
    TRACKS,
)
from rondel.games.colonial.state import LAID, Table
from rondel.games.colonial.steps.exchange import STAGES, Bargaining, TradeAnswer, TradeTerms, most, partners
from rondel.games.colonial.steps.loans import interest_due
from rondel.games.colonial.steps.turn import LAST_CHANCE, PHASE_KIND, LayCards, LayLast, Phase, Round
from rondel.games.colonial.view import AreaView, BargainView, CargoView, ColonialView, PlayerView, TradeView
from rondel.kernel.events import SEAT
from rondel.kernel.game import Game


class Views(Game[Table]):
    """What a game shows of its table."""

    view_type = ColonialView

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        monopolies = [state.monopoly(resource) for resource in range(RESOURCES)]
        shown: ColonialView = {
            "seats": state.seats,
            "turn": state.turn,
            "turn_limit": state.options["turn-limit"],
            "phase": phase(state),
            "round": round_number(state),
            "first": SEAT.show(state.first),
            "active": active(state),
            "player": [player_view(state, player, seat, monopolies) for player in range(state.seats)],
            "area": {id_: area_view(state, area, seat) for area, id_ in enumerate(AREA.ids)},
            "cards": {id_: [CHARACTER.ids[one] for one in CARD_CHARACTERS[card]] for card, id_ in enumerate(CARD.ids)},
            "monopoly": {RESOURCE.ids[resource]: SEAT.show(holder) for resource, holder in enumerate(monopolies)},
            "markers_left": state.markers,
            "cities_left": CITIES - state.city.bit_count(),
            "abolished": state.abolished,
            "new_world": SEAT.show(state.new_world),
            "circumnavigation": SEAT.show(state.circumnavigation),
            "winner": SEAT.show(state.winner),
            "war": advice.war_now(state, seat),
            "trade": trade_view(state),
            "cargo": cargo_view(state),
            "bargains": bargains(state, seat),
            "places": places(state, seat),
            "characters": advice.characters(state, seat) if seat >= 0 else None,
            "ways": advice.ways(state, seat) if seat >= 0 and not state.over() else None,
            "wars": advice.wars(state, seat) if seat >= 0 and not state.over() else [],
        }
        return cast("dict[str, Any]", shown)

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        """The face-down cards of the others are dealt anew from those that they have not shown."""
        twin = state.copy()
        if state.over():
            return twin
        for player in range(state.seats):
            if player == seat:
                continue
            first = player * LAID
            shown = [card for card in state.program[first : first + state.shown] if card >= 0]
            hidden = [card for card in range(CARDS) if card not in shown]
            rng.shuffle(hidden)
            for place in range(state.shown, LAID):
                if state.program[first + place] >= 0:
                    twin.program[first + place] = hidden.pop()
        return twin

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        """What a player watches; all of it lies open."""
        numbers: list[tuple[str, dict[str, Any], int]] = []
        monopolies = state.monopolies()
        for player in range(state.seats):
            who = {"seat": player}
            numbers.append(("figure.prestige", who, state.prestige[player]))
            numbers.append(("figure.treasury", who, state.treasury[player]))
            numbers.append(("figure.debt", who, state.debt(player)))
            numbers.append(("figure.diplomacy", who, state.diplomacy[player]))
            numbers.append(("figure.goods", who, state.goods[player]))
            numbers.append(("figure.fleets", who, state.fleets[player]))
            numbers.append(("figure.squadrons", who, state.squadrons[player]))
            numbers.append(("figure.unrest", who, state.unrest[player]))
            numbers.append(("figure.monopolies", who, monopolies[player]))
        return numbers


PHASES: Final[tuple[Literal["merchant-fleets", "naval-forces", "loans"], ...]] = (
    "merchant-fleets",
    "naval-forces",
    "loans",
)
assert PHASE_KIND.ids == PHASES


def phase(state: Table) -> Literal["endeavour", "merchant-fleets", "naval-forces", "loans"] | None:
    for step in state.pending:
        if isinstance(step, Round):
            return "endeavour"
        if isinstance(step, Phase):
            return PHASES[step.kind]
    return None


def round_number(state: Table) -> int | None:
    """The round of cards from 1 to 5 that is being resolved; 0 while cards are laid."""
    for step in state.pending:
        if isinstance(step, Round):
            return state.shown
    return None


def places(state: Table, seat: int) -> list[int]:
    """The places for cards that a seat fills in the secret choice of now, whether it has done so already or not."""
    step = state.pending[-1] if state.pending else None
    if seat < 0 or not isinstance(step, (LayCards, LayLast)):
        return []
    if isinstance(step, LayLast):
        return [LAST_CHANCE]
    at_once = [LAST_CHANCE] if state.options["five-programmed"] else []
    return at_once if state.in_revolution(seat) else [*range(LAST_CHANCE), *at_once]


def active(state: Table) -> int | None:
    """The player whose own turn it is."""
    for step in state.pending[1:]:
        if hasattr(step, "seat") and not isinstance(step, (LayCards, LayLast)):
            return SEAT.show(step.seat)  # type: ignore[no-any-return]
    return None


def player_view(state: Table, player: int, seat: int, monopolies: list[int]) -> PlayerView:
    first = player * LAID
    cards: list[str | None] = []
    grown, missing = interest_due(state, player)
    for place in range(LAID):
        card = state.program[first + place]
        if card >= 0 and (player == seat or place < state.shown or state.over()):
            cards.append(CARD.ids[card])
        else:
            cards.append("hidden" if card >= 0 else None)
    return {
        "treasury": state.treasury[player],
        "prestige": state.prestige[player],
        "diplomacy": state.diplomacy[player],
        "level": {id_: state.track[player * TRACKS + track] for track, id_ in enumerate(TRACK.ids)},
        "value": {id_: state.value(player, track) for track, id_ in enumerate(TRACK.ids)},
        "fleets": state.fleets[player],
        "squadrons": state.squadrons[player],
        "privateers": {
            str(victim): state.privateer[victim * SEATS + player]
            for victim in range(state.seats)
            if state.privateer[victim * SEATS + player]
        },
        "raiders": {
            str(owner): state.privateer[player * SEATS + owner]
            for owner in range(state.seats)
            if state.privateer[player * SEATS + owner]
        },
        "goods": state.goods[player],
        "loans": list(state.loans[player]),
        "debt": state.debt(player),
        "interest": sum(grown) - state.debt(player) + missing,
        "unrest": state.unrest[player],
        "near_revolution": state.unrest[player] >= REVOLUTION - 1,
        "revolution": state.in_revolution(player),
        "merchant_used": bool(state.merchants >> player & 1),
        "counters_left": state.free[player],
        "colonies": state.colonies(player),
        "colonies_left": COLONIES - state.colonies(player),
        "monopolies": [RESOURCE.ids[resource] for resource, holder in enumerate(monopolies) if holder == player],
        "nation": NATION.show(state.nation[player]),
        "objective": bool(state.objectives >> player & 1),
        "cards": cards,
        "hand": [CARD.ids[card] for card in state.hand(player)] if player == seat else None,
    }


def area_view(state: Table, area: int, seat: int) -> AreaView:
    first = area * SEATS
    seen: AreaView = {
        "difficulty": DIFFICULTY[area],
        "native_power": NATIVE_POWER[area],
        "tokens": state.tokens[area],
        "counters": {
            str(other): state.counter[first + other] for other in range(state.seats) if state.counter[first + other]
        },
        "spots": [
            {
                "resource": RESOURCE.ids[SPOT_RESOURCE[spot]],
                "owner": SEAT.show(state.spot[spot]),
                "city": bool(state.city >> spot & 1),
            }
            for spot in SPOTS_OF[area]
        ],
        "colony": SEAT.show(state.colony[area]),
        "unrest": state.area_unrest[area],
        "mission": bool(state.mission >> area & 1),
        "rebellion_dice": rebellion_dice(state, area) if state.area_unrest[area] else 0,
        "required": None,
        "chance": None,
    }
    if seat >= 0 and state.tokens[area]:
        needed = required(state, seat, area)
        seen["required"] = needed
        seen["chance"] = round(chance(state, seat, area), 4)
    return seen


def trade_view(state: Table) -> TradeView | None:
    """The exchange that is being offered."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, (TradeAnswer, TradeTerms)):
        return None
    return {
        "seat": step.seat,
        "partner": step.partner,
        "give": step.give,
        "give_goods": step.give_goods,
        "ask": step.ask,
        "ask_goods": step.ask_goods if isinstance(step, TradeAnswer) else 0,
    }


def bargains(state: Table, seat: int) -> list[BargainView]:
    """Whom the seat may offer an exchange now, and the most that can stand in each place."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, Bargaining) or step.seat != seat:
        return []
    found: list[BargainView] = []
    for partner in partners(state, seat, step.offered):
        give, give_goods, ask, ask_goods = [most(state, seat, partner, stage, 0, 0) for stage in range(len(STAGES))]
        found.append({"seat": partner, "give": give, "give_goods": give_goods, "ask": ask, "ask_goods": ask_goods})
    return found


def cargo_view(state: Table) -> CargoView | None:
    for step in state.pending:
        if isinstance(step, Cargo):
            return {"seat": step.seat, "loaded": step.loaded, "fleets": state.fleets[step.seat]}
    return None
