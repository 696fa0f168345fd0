"""What a player could reckon out at the table: what each character could do now, how to earn, what is at risk, and war.

All of it follows from what lies open. It is told in keys and parameters, and decides nothing.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from rondel.games.colonial.characters import CHARACTERS
from rondel.games.colonial.characters.base import names
from rondel.games.colonial.characters.cargo import charter_spots, own_cargo
from rondel.games.colonial.characters.conqueror import colony_sites, counters_for_colony, pirate_victims
from rondel.games.colonial.characters.explorer import best_explorations, percent
from rondel.games.colonial.characters.financier import most_loan
from rondel.games.colonial.characters.governor import city_sites
from rondel.games.colonial.characters.rebel import domestic_targets, rebellion_dice
from rondel.games.colonial.characters.sovereign import can_abolish, war_targets
from rondel.games.colonial.characters.trader import proceeds
from rondel.games.colonial.characters.viceroy import reach
from rondel.games.colonial.components import (
    AREA,
    CHARACTER,
    CITY_PRICE,
    CONTINENT,
    CONTINENT_AREAS,
    CONTINENTS,
    EXPLORER,
    NATION,
    RESOURCE,
    REVOLUTION,
    SEATS,
    SPOT_RESOURCE,
    SPOTS_OF,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.odds import year_odds
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import interest_due
from rondel.games.colonial.steps.victory import goal_reached
from rondel.games.colonial.steps.war import THEATRE, War, can_fight, land_dice, sea_dice, shared_areas
from rondel.games.colonial.view import CharacterView, LandView, Said, WarForecast, WarView, WaysView, YearView
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY


def say(key: str, **params: Any) -> Said:
    return {"key": key, "params": params}


def characters(state: Table, seat: int) -> dict[str, CharacterView]:
    """For each of the twelve what he could do for the seat now; or, if he could do nothing, the reason why not."""
    seen: dict[str, CharacterView] = {}
    for character in CHARACTERS:
        id_ = CHARACTER.ids[character.NUMBER]
        reason = None if state.over() else character.why_not(state, seat)
        seen[id_] = {"barred": None, "now": None}
        if reason is not None:
            seen[id_]["barred"] = {"code": reason.key, "params": reason.params, "chapter": reason.chapter}
        elif not state.over():
            now = character.now(state, seat)
            seen[id_]["now"] = say(now.key, **now.params)
    return seen


# --- how to earn, and what is at risk -----------------------------------------------------------------------------


def ways(state: Table, seat: int) -> WaysView:
    """Plain lists: how the seat can earn Treasury and Prestige now, and how others could make it lose some."""
    return {
        "treasury": ways_to_treasury(state, seat),
        "prestige": ways_to_prestige(state, seat),
        "risks": risks(state, seat),
    }


def ways_to_treasury(state: Table, seat: int) -> list[Said]:
    found: list[Said] = []
    if state.goods[seat]:
        treasury = proceeds(state, seat, state.goods[seat])
        found.append(say("way.sell", goods=state.goods[seat], treasury=treasury))
    goods = own_cargo(state, seat)
    if goods:
        found.append(say("way.ship", goods=goods, price=proceeds(state, seat, 1)))
    charters = len(charter_spots(state, seat))
    if charters and goods < state.fleets[seat]:
        found.append(say("way.charter", n=charters, fleets=state.fleets[seat] - goods))
    if most_loan(state, seat) > 0:
        found.append(say("way.borrow", most=most_loan(state, seat)))
    if state.options["privateer-booty"] and state.privateers_of(seat):
        found.append(say("way.booty", n=state.privateers_of(seat)))
    return found


def ways_to_prestige(state: Table, seat: int) -> list[Said]:
    found: list[Said] = []
    if CHARACTERS[EXPLORER].why_not(state, seat) is None:
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
            found.append(say("way.war", seat=other, percent=round(100 * year_odds(state, seat, other, None)["won"])))
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


def risks(state: Table, seat: int) -> list[Said]:
    found: list[Said] = []
    if state.unrest[seat] == REVOLUTION - 1:
        found.append(say("way.revolution-near", markers=state.unrest[seat]))
    elif state.unrest[seat] >= REVOLUTION and not state.in_revolution(seat):
        found.append(say("way.revolution-due", markers=state.unrest[seat]))
    for other in range(state.seats):
        if other == seat:
            continue
        if seat in war_targets(state, other):
            won = round(100 * year_odds(state, other, seat, None)["won"])
            found.append(say("way.attacked", seat=other, percent=won))
        if seat in domestic_targets(state, other):
            found.append(say("way.domestic", seat=other, markers=state.unrest[seat]))
        if state.privateer[seat * SEATS + other]:
            found.append(say("way.raiders", seat=other, n=state.privateer[seat * SEATS + other]))
        found += takeovers(state, seat, other)
    if any(seat in pirate_victims(state, other) for other in range(state.seats) if other != seat):
        found.append(say("way.pirates"))
    for area in bits(state.present[seat]):
        if state.area_unrest[area]:
            found.append(say("way.rebellion", area=AREA.ids[area], dice=rebellion_dice(state, area)))
        elif state.colony[area] == seat and not state.mission >> area & 1 and state.markers:
            found.append(say("way.stir", area=AREA.ids[area]))
    if state.loans[seat]:
        stacks, missing = interest_due(state, seat)
        found.append(say("way.interest", loans=sum(stacks) - state.debt(seat) + missing, debt=state.debt(seat)))
    return found


def takeovers(state: Table, seat: int, other: int) -> list[Said]:
    """Spots that an opponent's Viceroy could take in peace, with what he has now."""
    found: list[Said] = []
    for area in bits(state.present[seat]):
        if state.colony[area] == seat or not state.owned(seat, area):
            continue
        needed = state.counters(seat, area) + 1 - state.counters(other, area)
        if 0 < needed <= reach(state, other):
            resources = [RESOURCE.ids[SPOT_RESOURCE[spot]] for spot in bits(state.owned(seat, area))]
            found.append(say("way.takeover", seat=other, area=AREA.ids[area], resources=resources, n=needed))
    return found


# --- wars ---------------------------------------------------------------------------------------------------------


def year_of(state: Table, attacker: int, defender: int, war: War | None) -> YearView:
    """The next year of a war, or the first of one that is not declared yet."""
    odds = year_odds(state, attacker, defender, war)
    land: list[LandView] = [
        {"area": AREA.ids[area], "own": land_dice(state, attacker, area), "their": land_dice(state, defender, area)}
        for area in bits(shared_areas(state, attacker, defender))
    ]
    return {
        "land": land,
        "sea": {"own": sea_dice(state, attacker), "their": sea_dice(state, defender)},
        "chances": {
            "won": round(odds["won"], 4),
            "lost": round(odds["lost"], 4),
            "neutral": round(odds["neutral"], 4),
            "open": round(odds["open"], 4),
        },
    }


def wars(state: Table, seat: int) -> list[WarForecast]:
    """The first year of each war that the seat could declare, or could if its Diplomacy were higher."""
    targets = war_targets(state, seat)
    return [
        {"seat": enemy, "may": enemy in targets, "year": year_of(state, seat, enemy, None)}
        for enemy in range(state.seats)
        if enemy != seat and can_fight(state, seat, enemy)
    ]


def from_the_other_side(year: YearView) -> YearView:
    """The same year as the enemy sees it."""
    sea, chances = year["sea"], year["chances"]
    return {
        "land": [{"area": at["area"], "own": at["their"], "their": at["own"]} for at in year["land"]],
        "sea": {"own": sea["their"], "their": sea["own"]},
        "chances": {
            "won": chances["lost"],
            "lost": chances["won"],
            "neutral": chances["neutral"],
            "open": chances["open"],
        },
    }


def war_now(state: Table, seat: int) -> WarView | None:
    """The war that is being fought, and the odds of its next year: as the seat sees them if it is the defender."""
    for step in state.pending:
        if isinstance(step, War):
            attacker, defender = step.attacker, step.defender
            next_year = year_of(state, attacker, defender, step)
            return {
                "attacker": attacker,
                "defender": defender,
                "sides": [defender, attacker] if seat == defender else [attacker, defender],
                "year": step.year,
                "theatre": THEATRES[step.theatre],
                "areas": names(bits(shared_areas(state, attacker, defender))),
                "next": from_the_other_side(next_year) if seat == defender else next_year,
            }
    return None


THEATRES: Final[tuple[Literal["land", "sea", "year-end"], ...]] = ("land", "sea", "year-end")
assert THEATRE.ids == THEATRES
