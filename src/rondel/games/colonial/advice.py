"""What a player could reckon out at the table: what each character could do now, how to earn, what is at risk, and war.

All of it follows from what lies open. It is told in keys and parameters, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CHARACTER,
    CHARACTERS,
    CITY_GOODS,
    CITY_PRICE,
    CONTINENT,
    CONTINENT_AREAS,
    CONTINENTS,
    DICE_WEIGHTS,
    DIPLOMACY_MOST,
    ECONOMY,
    EXPLORE_DICE,
    LOGISTICS,
    NATION,
    RESOURCE,
    REVOLUTION,
    ROLL_TOTAL,
    SEATS,
    SLAVES_SPOTS,
    SPOT_AREA,
    SPOT_RESOURCE,
    SPOTS,
    SPOTS_OF,
    TRACK,
    TRACKS,
    VICTORY_PRESTIGE,
    chance_of,
)
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.explorer import required, research_price, why_no_exploration
from rondel.games.colonial.steps.loans import most_loan
from rondel.games.colonial.steps.rebel import domestic_targets, rebellion_dice
from rondel.games.colonial.steps.turn import why_not
from rondel.games.colonial.steps.viceroy import city_sites, colony_sites, counters_for_colony
from rondel.games.colonial.steps.victory import goal_reached
from rondel.games.colonial.steps.war import (
    War,
    can_abolish,
    can_fight,
    land_dice,
    sea_dice,
    shared_areas,
    war_targets,
)
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

Message = dict[str, Any]


def say(key: str, **params: Any) -> Message:
    return {"key": key, "params": params}


def names(areas: list[int]) -> list[str]:
    return [AREA.ids[area] for area in areas]


# --- what each character could do now ------------------------------------------------------------------------------


def characters(state: Table, seat: int) -> dict[str, dict[str, Any]]:
    """For each of the twelve what he could do for the seat now; or, if he could do nothing, the reason why not."""
    seen: dict[str, dict[str, Any]] = {}
    for character in range(CHARACTERS):
        id_ = CHARACTER.ids[character]
        if state.over():
            seen[id_] = {"barred": None, "now": None}
            continue
        reason = why_not(state, seat, character)
        if reason is not None:
            seen[id_] = {"barred": reason.to_json(), "now": None}
        else:
            seen[id_] = {"barred": None, "now": NOW[id_](state, seat)}
    return seen


def scientist(state: Table, seat: int) -> Message:
    prices = [research_price(state, seat, track) for track in range(TRACKS)]
    tracks = [TRACK.ids[track] for track in range(TRACKS) if 0 <= prices[track] <= state.treasury[seat]]
    return say("now.scientist", tracks=tracks, price=min(price for price in prices if price >= 0))


def explorer(state: Table, seat: int) -> Message:
    best = best_explorations(state, seat)[0]
    return say("now.explorer", area=AREA.ids[best], percent=percent(state, seat, best))


def viceroy(state: Table, seat: int) -> Message:
    n = min(state.value(seat, LOGISTICS), state.free[seat], state.treasury[seat])
    return say("now.viceroy", n=state.value(seat, LOGISTICS), paid=n)


def conqueror(state: Table, seat: int) -> Message:
    sites = colony_sites(state, seat)
    if sites:
        return say("now.conqueror", areas=names(sites))
    return say("now.conqueror-pirates", seats=shippers(state, seat))


def shippers(state: Table, seat: int) -> list[int]:
    """Opponents who would lose a fleet to a pro-pirate governor."""
    others = range(state.seats)
    return [other for other in others if other != seat and state.merchants >> other & 1 and state.fleets[other]]


def governor(state: Table, seat: int) -> Message:
    areas = sorted({SPOT_AREA[spot] for spot in city_sites(state, seat)})
    return say("now.governor", areas=names(areas), price=CITY_PRICE)


def merchant(state: Table, seat: int) -> Message:
    goods, charters = cargo_worth(state, seat), charters_open(state, seat)
    raiders = state.privateers(seat)
    if not state.fleets[seat] or not (goods or charters):
        return say("now.merchant-idle")
    key = "now.merchant-raided" if raiders else "now.merchant"
    return say(key, goods=goods, charters=charters, fleets=state.fleets[seat], raiders=raiders)


def financier(state: Table, seat: int) -> Message:
    return say("now.financier", most=most_loan(state, seat))


def trader(state: Table, seat: int) -> Message:
    return say("now.trader", goods=state.goods[seat], treasury=state.goods[seat] * state.value(seat, ECONOMY))


def rebel(state: Table, seat: int) -> Message:
    victims = domestic_targets(state, seat)
    return say("now.rebel", seats=victims) if victims else say("now.rebel-abroad")


def missionary(state: Table, seat: int) -> Message:
    restless = [area for area in bits(state.present[seat]) if state.area_unrest[area]]
    if restless:
        return say("now.missionary-calm", areas=names(restless))
    return say("now.missionary", n=(state.present[seat] & ~state.mission).bit_count())


def ambassador(state: Table, seat: int) -> Message:
    level = {"level": state.diplomacy[seat], "most": DIPLOMACY_MOST}
    return say("now.ambassador-calm" if state.unrest[seat] else "now.ambassador", **level, markers=state.unrest[seat])


def sovereign(state: Table, seat: int) -> Message:
    enemies = war_targets(state, seat)
    if can_abolish(state, seat):
        return say("now.sovereign-both", seats=enemies) if enemies else say("now.sovereign-abolish")
    return say("now.sovereign", seats=enemies)


NOW: Final[dict[str, Callable[[Table, int], Message]]] = {
    each.__name__: each
    for each in (
        scientist, explorer, viceroy, conqueror, governor, merchant, financier, trader, rebel, missionary, ambassador,
        sovereign,
    )
}  # fmt: skip


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


def charters_open(state: Table, seat: int) -> int:
    """How many spots of others the Merchant could ask for."""
    found = 0
    for spot in range(SPOTS):
        owner = state.spot[spot]
        if owner not in (seat, NOBODY) and state.free[owner] and not (state.abolished and SLAVES_SPOTS >> spot & 1):
            found += 1
    return found


def percent(state: Table, seat: int, area: int) -> int:
    """The chance of an exploration, in hundredths."""
    return round(100 * chance_of(EXPLORE_DICE, required(state, seat, area)))


def best_explorations(state: Table, seat: int) -> list[int]:
    """The unexplored Territories, the likeliest first; of equals those with more tokens."""
    areas = [area for area in range(AREAS) if state.tokens[area]]
    return sorted(areas, key=lambda area: 2 * max(0, required(state, seat, area)) - state.tokens[area])


def ways(state: Table, seat: int) -> dict[str, list[Message]]:
    """Plain lists: how the seat can earn Treasury and Prestige now, and how others could make it lose some."""
    return {
        "treasury": ways_to_treasury(state, seat),
        "prestige": ways_to_prestige(state, seat),
        "risks": risks(state, seat),
    }


def ways_to_treasury(state: Table, seat: int) -> list[Message]:
    found: list[Message] = []
    price = state.value(seat, ECONOMY)
    if state.goods[seat]:
        found.append(say("way.sell", goods=state.goods[seat], treasury=state.goods[seat] * price))
    goods = cargo_worth(state, seat)
    if goods:
        found.append(say("way.ship", goods=goods, price=price))
    charters = charters_open(state, seat)
    if charters and goods < state.fleets[seat]:
        found.append(say("way.charter", n=charters, fleets=state.fleets[seat] - goods))
    if most_loan(state, seat) > 0:
        found.append(say("way.borrow", most=most_loan(state, seat)))
    if state.options["privateer-booty"] and state.privateers_of(seat):
        found.append(say("way.booty", n=state.privateers_of(seat)))
    return found


def ways_to_prestige(state: Table, seat: int) -> list[Message]:
    found: list[Message] = []
    if why_no_exploration(state, seat) is None:
        for area in best_explorations(state, seat)[:3]:
            tokens = {"n": state.tokens[area]}
            found.append(say("way.explore", area=AREA.ids[area], percent=percent(state, seat, area), **tokens))
    sites = colony_sites(state, seat)
    for area in sites:
        found.append(say("way.colony", area=AREA.ids[area]))
    for area in bits(state.present[seat] & ~state.colonies_at):
        missing = counters_for_colony(area) - state.counters(seat, area)
        rivals = any(state.spot[spot] not in (seat, NOBODY) for spot in SPOTS_OF[area])
        if area not in sites and not rivals:
            missing = max(missing, len(SPOTS_OF[area]) - state.counters(seat, area))
            found.append(say("way.settle", area=AREA.ids[area], n=missing))
    if city_sites(state, seat):
        found.append(say("way.city", price=CITY_PRICE, treasury=state.treasury[seat]))
    for other in war_targets(state, seat):
        if state.prestige[other]:
            found.append(say("way.war", seat=other, percent=round(100 * year_odds(state, seat, other)["won"])))
    if can_abolish(state, seat):
        found.append(say("way.abolish"))
    if state.options["achievements"] and state.circumnavigation == NOBODY:
        missing_lands = [
            CONTINENT.ids[land] for land in range(CONTINENTS) if not state.present[seat] & CONTINENT_AREAS[land]
        ]
        if len(missing_lands) <= 2:
            found.append(say("way.world-tour", continents=missing_lands))
    if state.nation[seat] >= 0 and not state.objectives >> seat & 1 and not goal_reached(state, seat):
        found.append(say("way.goal", nation=NATION.ids[state.nation[seat]]))
    if state.prestige[seat] >= VICTORY_PRESTIGE and state.loans[seat]:
        found.append(say("way.repay-to-win", debt=state.debt(seat)))
    return found


def risks(state: Table, seat: int) -> list[Message]:
    found: list[Message] = []
    if state.unrest[seat] == REVOLUTION - 1:
        found.append(say("way.revolution-near", markers=state.unrest[seat]))
    elif state.unrest[seat] >= REVOLUTION and not state.in_revolution(seat):
        found.append(say("way.revolution-due", markers=state.unrest[seat]))
    pirates = state.options["pro-pirate"] and state.fleets[seat] and state.merchants >> seat & 1
    for other in range(state.seats):
        if other == seat:
            continue
        if can_fight(state, other, seat) and state.diplomacy[seat] < state.diplomacy[other]:
            won = round(100 * year_odds(state, other, seat)["won"])
            found.append(say("way.attacked", seat=other, percent=won))
        if seat in domestic_targets(state, other):
            found.append(say("way.domestic", seat=other, markers=state.unrest[seat]))
        if state.privateer[seat * SEATS + other]:
            found.append(say("way.raiders", seat=other, n=state.privateer[seat * SEATS + other]))
        found += takeovers(state, seat, other)
    if pirates:
        found.append(say("way.pirates"))
    for area in bits(state.present[seat]):
        if state.area_unrest[area]:
            found.append(say("way.rebellion", area=AREA.ids[area], dice=rebellion_dice(state, area)))
        elif state.colony[area] == seat and not state.mission >> area & 1 and state.markers:
            found.append(say("way.stir", area=AREA.ids[area]))
    if state.loans[seat]:
        found.append(say("way.interest", loans=len(state.loans[seat]), debt=state.debt(seat)))
    return found


def takeovers(state: Table, seat: int, other: int) -> list[Message]:
    """Spots that an opponent's Viceroy could take in peace, with what he has now."""
    found: list[Message] = []
    reach = min(state.value(other, LOGISTICS), state.treasury[other], state.free[other])
    for area in bits(state.present[seat]):
        if state.colony[area] == seat or not state.owned(seat, area):
            continue
        needed = state.counters(seat, area) + 1 - state.counters(other, area)
        if 0 < needed <= reach:
            resources = [RESOURCE.ids[SPOT_RESOURCE[spot]] for spot in bits(state.owned(seat, area))]
            found.append(say("way.takeover", seat=other, area=AREA.ids[area], resources=resources, n=needed))
    return found


# --- the odds of a war --------------------------------------------------------------------------------------------


def battle_odds(ours: int, theirs: int, our_dice: int, their_dice: int, pool: int) -> list[float]:
    """The chances that after a battle [both are left, only we are, only they are, nobody is]; we are the attacker."""
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


def year_odds(state: Table, attacker: int, defender: int, war: War | None = None) -> dict[str, float]:
    """How the next year of a war would end for the attacker; without a war, the first year of one that he declares.

    Exact: each battle leaves each side with counters or without, and only that decides how the year ends.
    """
    pool = state.options["dice-pool"]
    shared = shared_areas(state, attacker, defender)
    contested = war.shared if war is not None else shared
    navies = war.navies if war is not None else bool(state.squadrons[attacker] and state.squadrons[defender])
    # What matters of the land: is a Territory still shared, do we hold a contested one, do they.
    elsewhere = contested & ~shared
    start = (False, bool(state.present[attacker] & elsewhere), bool(state.present[defender] & elsewhere))
    outcome = {start: 1.0}
    for area in bits(shared):
        ours, theirs = land_dice(state, attacker, area), land_dice(state, defender, area)
        odds = battle_odds(state.counters(attacker, area), state.counters(defender, area), ours, theirs, pool)
        after: dict[tuple[bool, bool, bool], float] = {}
        for (both, we, they), chance in outcome.items():
            for case, more in enumerate(odds):
                key = (both or case == 0, we or case <= 1, they or case in (0, 2))
                after[key] = after.get(key, 0.0) + chance * more
        outcome = after
    ours, theirs = sea_dice(state, attacker), sea_dice(state, defender)
    sea = battle_odds(state.squadrons[attacker], state.squadrons[defender], ours, theirs, pool)
    result = {"won": 0.0, "lost": 0.0, "neutral": 0.0, "open": 0.0}
    for (both, we, they), chance in outcome.items():
        for case, more in enumerate(sea):
            result[year_end(both, we, they, bool(contested), navies, case)] += chance * more
    return result


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


def battles(state: Table, one: int, other: int) -> dict[str, Any]:
    """The dice of both sides on land and at sea."""
    land = [
        {"area": AREA.ids[area], "own": land_dice(state, one, area), "their": land_dice(state, other, area)}
        for area in bits(shared_areas(state, one, other))
    ]
    return {"land": land, "sea": {"own": sea_dice(state, one), "their": sea_dice(state, other)}}


def rounded(odds: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 4) for key, value in odds.items()}


def wars(state: Table, seat: int) -> list[dict[str, Any]]:
    """The first year of each war that the seat could declare, or could if its Diplomacy were higher."""
    return [
        {
            "seat": enemy,
            "may": state.diplomacy[enemy] < state.diplomacy[seat],
            **battles(state, seat, enemy),
            "chances": rounded(year_odds(state, seat, enemy)),
        }
        for enemy in range(state.seats)
        if enemy != seat and can_fight(state, seat, enemy)
    ]


def war_now(state: Table) -> dict[str, Any] | None:
    """The war that is being fought, and the odds of its next year for the attacker."""
    for step in state.pending:
        if isinstance(step, War):
            attacker, defender = step.attacker, step.defender
            return {
                "attacker": attacker,
                "defender": defender,
                "year": step.year,
                "theatre": ("land", "sea", "year-end")[step.theatre],
                "areas": names(bits(shared_areas(state, attacker, defender))),
                "next": {
                    **battles(state, attacker, defender),
                    "chances": rounded(year_odds(state, attacker, defender, step)),
                },
            }
    return None
