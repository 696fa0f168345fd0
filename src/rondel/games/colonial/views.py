"""What each seat may see: everything but the cards of the others that lie face down, or are not chosen yet."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CARD,
    CARD_CHARACTERS,
    CARDS,
    CHARACTER,
    CHARACTERS,
    CITIES,
    CITY_GOODS,
    COLONIES,
    DICE_WEIGHTS,
    DIFFICULTY,
    ECONOMY,
    EXPLORE_DICE,
    NATION,
    NATIVE_POWER,
    RESOURCE,
    RESOURCES,
    REVOLUTION,
    ROLL_TOTAL,
    SEATS,
    SLAVES_SPOTS,
    SPOT_RESOURCE,
    SPOTS_OF,
    TRACK,
    TRACKS,
    VICTORY_PRESTIGE,
    chance_of,
)
from rondel.games.colonial.state import LAID, Table
from rondel.games.colonial.steps.exchange import TradeAnswer, TradeTerms
from rondel.games.colonial.steps.explorer import required, why_no_exploration
from rondel.games.colonial.steps.loans import most_loan
from rondel.games.colonial.steps.merchant import Cargo
from rondel.games.colonial.steps.rebel import domestic_targets, rebellion_dice
from rondel.games.colonial.steps.turn import LayCards, LayLast, Phase, Round, why_not
from rondel.games.colonial.steps.viceroy import city_sites, colony_sites
from rondel.games.colonial.steps.war import War, can_fight, land_dice, sea_dice, shared_areas
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT


def view(state: Table, seat: int) -> dict[str, Any]:
    monopolies = [state.monopoly(resource) for resource in range(RESOURCES)]
    return {
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
        "war": war_view(state),
        "trade": trade_view(state),
        "cargo": cargo_view(state),
        "characters": characters_view(state, seat) if seat >= 0 else None,
        "ways": ways(state, seat) if seat >= 0 and not state.over() else None,
        "wars": [war_forecast(state, seat, other) for other in range(state.seats) if can_be_enemy(state, seat, other)],
    }


def phase(state: Table) -> str | None:
    for step in state.pending:
        if isinstance(step, Round):
            return "endeavour"
        if isinstance(step, Phase):
            return ("merchant-fleets", "naval-forces", "loans")[step.kind]
    return None


def round_number(state: Table) -> int | None:
    """The round of cards from 1 to 5 that is being resolved; 0 while cards are laid."""
    for step in state.pending:
        if isinstance(step, Round):
            return state.shown
    return None


def active(state: Table) -> int | None:
    """The player whose own turn it is."""
    for step in state.pending[1:]:
        if hasattr(step, "seat") and not isinstance(step, (LayCards, LayLast)):
            return SEAT.show(step.seat)  # type: ignore[no-any-return]
    return None


def player_view(state: Table, player: int, seat: int, monopolies: list[int]) -> dict[str, Any]:
    first = player * LAID
    cards: list[str | None] = []
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
        "unrest": state.unrest[player],
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


def area_view(state: Table, area: int, seat: int) -> dict[str, Any]:
    first = area * SEATS
    seen: dict[str, Any] = {
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
        seen["chance"] = round(chance_of(EXPLORE_DICE, needed), 4)
    return seen


def war_view(state: Table) -> dict[str, Any] | None:
    """The war that is being fought."""
    for step in state.pending:
        if isinstance(step, War):
            return {
                "attacker": step.attacker,
                "defender": step.defender,
                "year": step.year,
                "theatre": ("land", "sea", "year-end")[step.theatre],
                "areas": [AREA.ids[area] for area in bits(shared_areas(state, step.attacker, step.defender))],
            }
    return None


def trade_view(state: Table) -> dict[str, Any] | None:
    """The exchange that is being offered."""
    step = state.pending[-1] if state.pending else None
    if isinstance(step, TradeAnswer):
        terms = {"give": step.give, "give_goods": step.give_goods, "ask": step.ask, "ask_goods": step.ask_goods}
        return {"seat": step.seat, "partner": step.partner, **terms}
    if isinstance(step, TradeTerms):
        terms = {"give": step.give, "give_goods": step.give_goods, "ask": step.ask, "ask_goods": 0}
        return {"seat": step.seat, "partner": step.partner, **terms}
    return None


def cargo_view(state: Table) -> dict[str, Any] | None:
    for step in state.pending:
        if isinstance(step, Cargo):
            return {"seat": step.seat, "loaded": step.loaded, "fleets": state.fleets[step.seat]}
    return None


def characters_view(state: Table, seat: int) -> dict[str, Any]:
    """What each of the twelve characters could do for the seat now: None if he could act, else the reason why not."""
    seen: dict[str, Any] = {}
    for character in range(CHARACTERS):
        reason = None if state.over() else why_not(state, seat, character)
        seen[CHARACTER.ids[character]] = reason.to_json() if reason is not None else None
    return seen


# --- how to earn, and what is at risk -----------------------------------------------------------------------------


def cargo_worth(state: Table, seat: int) -> int:
    """How many Goods the Merchant could bring home from own spots."""
    goods = 0
    types = 0
    for spot in state.owned_spots(seat):
        if state.abolished and SLAVES_SPOTS >> spot & 1:
            continue
        bit = 1 << SPOT_RESOURCE[spot]
        if not state.options["one-good-per-type"] or not types & bit:
            types |= bit
            goods += CITY_GOODS if state.city >> spot & 1 else 1
    return min(goods, state.fleets[seat], state.free[seat])


def ways(state: Table, seat: int) -> dict[str, list[dict[str, Any]]]:
    """Plain lists: how the seat can earn Treasury and Prestige now, and how others could make it lose some."""
    treasury: list[dict[str, Any]] = []
    prestige: list[dict[str, Any]] = []
    risks: list[dict[str, Any]] = []

    price = state.value(seat, ECONOMY)
    if state.goods[seat]:
        treasury.append(way("sell", goods=state.goods[seat], treasury=state.goods[seat] * price))
    goods = cargo_worth(state, seat)
    if goods:
        treasury.append(way("ship", goods=goods, price=price))
    if most_loan(state, seat) > 0:
        treasury.append(way("borrow", most=most_loan(state, seat)))
    if why_no_exploration(state, seat) is None:
        best = best_exploration(state, seat)
        percent = round(100 * chance_of(EXPLORE_DICE, required(state, seat, best)))
        prestige.append(way("explore", area=AREA.ids[best], percent=percent))
    for area in colony_sites(state, seat):
        prestige.append(way("colony", area=AREA.ids[area]))
    if city_sites(state, seat):
        prestige.append(way("city", treasury=state.treasury[seat]))
    for other in range(state.seats):
        if other == seat:
            continue
        if (
            can_be_enemy(state, seat, other)
            and state.diplomacy[other] < state.diplomacy[seat]
            and state.prestige[other]
        ):
            prestige.append(way("war", seat=other))
        if can_fight(state, other, seat) and state.diplomacy[seat] < state.diplomacy[other]:
            risks.append(way("attacked", seat=other))
        if seat in domestic_targets(state, other):
            risks.append(way("domestic", seat=other, markers=state.unrest[seat]))
        if state.privateer[seat * SEATS + other]:
            risks.append(way("raiders", seat=other, n=state.privateer[seat * SEATS + other]))
    for area in bits(state.present[seat]):
        if state.area_unrest[area]:
            risks.append(way("rebellion", area=AREA.ids[area], dice=rebellion_dice(state, area)))
    if state.unrest[seat] == REVOLUTION - 1:
        risks.append(way("revolution-near", markers=state.unrest[seat]))
    elif state.unrest[seat] >= REVOLUTION and not state.in_revolution(seat):
        risks.append(way("revolution-due", markers=state.unrest[seat]))
    if state.loans[seat]:
        risks.append(way("interest", loans=len(state.loans[seat]), debt=state.debt(seat)))
        if state.prestige[seat] >= VICTORY_PRESTIGE:
            prestige.append(way("repay-to-win", debt=state.debt(seat)))
    return {"treasury": treasury, "prestige": prestige, "risks": risks}


def way(name: str, **params: Any) -> dict[str, Any]:
    return {"key": "way." + name, "params": params}


def best_exploration(state: Table, seat: int) -> int:
    """The likeliest Territory; of equals the one with more tokens."""
    best, least = -1, 0
    for area in range(AREAS):
        if state.tokens[area]:
            needed = 2 * max(0, required(state, seat, area)) - state.tokens[area]
            if best < 0 or needed < least:
                best, least = area, needed
    return best


def can_be_enemy(state: Table, seat: int, other: int) -> bool:
    return seat >= 0 and other != seat and not state.over() and can_fight(state, seat, other)


# --- the odds of a war --------------------------------------------------------------------------------------------


def battle_odds(ours: int, theirs: int, our_dice: int, their_dice: int, pool: int) -> list[float]:
    """The chances that after a battle [both are left, only we are, only they are, nobody is]."""
    chances = [0.0, 0.0, 0.0, 0.0]
    for hits, weight in enumerate(DICE_WEIGHTS[our_dice]):
        left = max(0, theirs - hits)
        # Too few dice for both: the attacker rolls first, and his losses are taken before the defender rolls.
        answer = their_dice if our_dice + their_dice <= pool else min(their_dice, left)
        for back, other in enumerate(DICE_WEIGHTS[answer]):
            we, they = ours - back > 0, left > 0
            chance = weight / ROLL_TOTAL[our_dice] * other / ROLL_TOTAL[answer]
            chances[0 if we and they else 1 if we else 2 if they else 3] += chance
    return chances


def war_forecast(state: Table, seat: int, enemy: int) -> dict[str, Any]:
    """The first year of a war that the seat would declare: the dice of both sides, and the chances of each result.

    Exact: each battle leaves each side with counters or without, and only that decides how the year ends.
    """
    pool = state.options["dice-pool"]
    land = []
    # What matters of the land: is a Territory still shared, do we hold one, do they hold one.
    outcome = {(False, False, False): 1.0}
    shared = bits(shared_areas(state, seat, enemy))
    for area in shared:
        ours, theirs = land_dice(state, seat, area), land_dice(state, enemy, area)
        land.append({"area": AREA.ids[area], "own": ours, "their": theirs})
        odds = battle_odds(state.counters(seat, area), state.counters(enemy, area), ours, theirs, pool)
        after: dict[tuple[bool, bool, bool], float] = {}
        for (both, we, they), chance in outcome.items():
            for case, more in enumerate(odds):
                key = (both or case == 0, we or case <= 1, they or case in (0, 2))
                after[key] = after.get(key, 0.0) + chance * more
        outcome = after
    ours, theirs = sea_dice(state, seat), sea_dice(state, enemy)
    sea = battle_odds(state.squadrons[seat], state.squadrons[enemy], ours, theirs, pool)
    navies = bool(ours and theirs)
    result = {"won": 0.0, "lost": 0.0, "neutral": 0.0, "open": 0.0}
    for (both, we, they), chance in outcome.items():
        for case, more in enumerate(sea):
            result[year_end(both, we, they, bool(shared), navies, case)] += chance * more
    return {
        "seat": enemy,
        "may": state.diplomacy[enemy] < state.diplomacy[seat],
        "land": land,
        "sea": {"own": ours, "their": theirs},
        "chances": {key: round(value, 4) for key, value in result.items()},
    }


def year_end(both: bool, we: bool, they: bool, was_shared: bool, navies: bool, sea: int) -> str:
    """How a year of war ends: the same test as the war's own."""
    ours, theirs = sea in (0, 1), sea in (0, 2)
    if both:
        return "neutral" if navies and not ours and not theirs else "open"
    if ours != theirs:
        return "won" if ours else "lost"
    if ours:
        return "neutral" if was_shared and not we and not they else "open"
    if we != they:
        return "won" if we else "lost"
    return "neutral"


# --- hidden cards and figures -------------------------------------------------------------------------------------


def imagine(state: Table, seat: int, rng: random.Random) -> Table:
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


def figures(state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
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
