"""12. The secret service: which cards of a hand can be played now, at what, and whom they concern."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import AIM_AREA, AIM_SEAT, AIM_UNIT, DONE, PLACE_OF, PLAY, SEATS, kind_of
from rondel.games.imperunde.components import (
    AMBUSH,
    ARMIES,
    ARMISTICE,
    CAPTURE,
    CARD,
    CARD_WHEN,
    CARDS,
    CAVALRY,
    DECLARATION,
    EXPOSE,
    FORGED_LAND,
    FORGED_SEA,
    FORT,
    FREEBOOTERS,
    FRIGATE,
    HUSSAR_RAID,
    LAND_NEAR,
    LANDS,
    PIECES,
    PIRATES_CARD,
    PLUNDER,
    REBELLION,
    SABOTAGE,
    SEA_NEAR,
    SMUGGLING,
    SURPRISE,
    TREASON,
    TREATY,
)
from rondel.games.imperunde.state import CLEARING, CODES, DIPLOMACY, INCOME, PARTIES, PIRATES, Table
from rondel.kernel.data import bits
from rondel.kernel.events import Reason
from rondel.kernel.flow import NOBODY

CHAPTER: Final = "secret-service"

ANYTIME: Final = 0
BEFORE_BATTLE: Final = 1
BEFORE_ROLL: Final = 2
INVESTING: Final = 3
"""Where a card would be played: a window outside battles or an own turn, before a battle's first roll, before a later
roll, in the own investments."""


def add_plays(state: Table, seat: int, where: int, offered: list[int]) -> None:
    """The cards of a hand that can be played here."""
    if state.hand_size[seat]:
        first = seat * CARDS
        hand = state.hand
        for card in range(CARDS):
            if hand[first + card] and can_play(state, seat, card, where):
                offered.append(PLAY[card])


def held_cards(state: Table, seat: int) -> list[int]:
    return [PLAY[card] for card in range(CARDS) if state.hand[seat * CARDS + card]]


def explain_play(state: Table, seat: int, action: int, where: int) -> Reason | None:
    if kind_of(action) != "play":
        return None
    card = PLACE_OF[action]
    name = {"card": CARD.ids[card]}
    if not state.hand[seat * CARDS + card]:
        return Reason("card-not-held", name, CHAPTER)
    when = CARD_WHEN[card]
    if when == "answer":
        return Reason("card-only-answers", name, CHAPTER)
    if when == "battle" and where not in (BEFORE_BATTLE, BEFORE_ROLL):
        return Reason("card-only-in-battle", name, CHAPTER)
    if where in (BEFORE_BATTLE, BEFORE_ROLL) and when != "battle":
        return Reason("card-not-in-battle", name, CHAPTER)
    if when == "diplomacy" and state.phase != DIPLOMACY:
        return Reason("card-only-in-diplomacy", name, CHAPTER)
    if when == "income" and state.phase != INCOME:
        return Reason("card-only-in-income", name, CHAPTER)
    if when == "investments" and where != INVESTING:
        return Reason("card-only-in-investments", name, CHAPTER)
    return Reason("card-no-target", name, CHAPTER)


def has_cavalry(state: Table, seat: int) -> bool:
    """Whether a side of the battle has cavalry in it."""
    if seat == state.b_attacker:
        return any(packed % CODES // 4 == CAVALRY for packed in state.attackers)
    return state.b_area < LANDS and state.troops[state.b_area * 4 + CAVALRY] > 0


def enemy_in_battle(state: Table, seat: int) -> int:
    """The other side, for one who takes part in the battle; else nobody."""
    if seat == state.b_attacker:
        return state.b_defender
    if seat == state.b_defender:
        return state.b_attacker
    return NOBODY


def may_capture(state: Table, seat: int) -> bool:
    """Card 18: an own attack on an enemy player in his sea area, before the first roll, and he has a frigate there."""
    enemy = enemy_in_battle(state, seat)
    if state.b_area < LANDS or not 0 <= enemy < SEATS or not state.war[seat] >> enemy & 1:
        return False
    sea = state.b_area - LANDS
    if state.phase == CLEARING:
        if state.held[sea] != enemy:
            return False
    elif seat != state.b_attacker:
        return False
    return enemy_frigate(state, seat) >= 0


def enemy_frigate(state: Table, seat: int) -> int:
    """A frigate of the other side: 0 if it defends, the place among the attackers + 1 if it attacks; -1 if none."""
    if seat == state.b_attacker:
        sea = state.b_area - LANDS
        return 0 if state.fleet[(sea * PARTIES + state.b_defender) * 2] else -1
    for place, packed in enumerate(state.attackers):
        if packed % CODES // 4 == FRIGATE:
            return place + 1
    return -1


def can_play(state: Table, seat: int, card: int, where: int) -> bool:
    """12. Whether a card can be played here: the right moment, and something to aim at."""
    when = CARD_WHEN[card]
    if when == "battle":
        if where != BEFORE_BATTLE and (where != BEFORE_ROLL or card != HUSSAR_RAID):
            return False
        land = state.b_area
        if card == CAPTURE:
            return may_capture(state, seat)
        if land >= LANDS:
            return False
        if card == HUSSAR_RAID:
            side = 1 if seat == state.b_attacker else 2 if seat == state.b_defender else 0
            return side > 0 and not state.hussar & side and has_cavalry(state, seat)
        if card == TREASON:
            return seat != state.b_defender < SEATS and state.troops[land * 4 + FORT] > 0
        if card == AMBUSH:
            return seat == state.b_defender and not state.ambush
        return seat == state.b_attacker and not state.surprise
    if where in (BEFORE_BATTLE, BEFORE_ROLL):
        enemy = enemy_in_battle(state, seat)
        return card == ARMISTICE and 0 <= enemy < SEATS and bool(state.hostile(seat) >> enemy & 1)
    if when == "answer" or (when == "investments" and where != INVESTING):
        return False
    if (when == "diplomacy" and state.phase != DIPLOMACY) or (when == "income" and state.phase != INCOME):
        return False
    return bool(aims(state, card, seat, ()))


def others(state: Table, seat: int) -> list[int]:
    return [other for other in range(state.seats) if other != seat]


def foreign_warships(state: Table, seat: int) -> int:
    """Bits of the sea areas with warships of anybody but this seat, pirates included."""
    found = 0
    for party in range(PARTIES):
        if party != seat:
            found |= state.ships_at[party]
    return found


def forged_courses(state: Table, seat: int, sea: int) -> int:
    """Card 9: where forged orders can send the ships of a seat from a sea area."""
    if state.calm >> sea & 1:
        return 0
    return state.near_seas(seat, sea) & ~foreign_warships(state, seat) & ~state.storm & ~state.calm


def forged_marches(state: Table, land: int) -> int:
    """Card 10: the colonies to which forged orders can send armies from a colony; one army or fort must stay."""
    seat = state.owner[land]
    first = land * 4
    troops = state.troops
    if not troops[first] + troops[first + 1] + troops[first + 2] or state.garrison(land) < 2:
        return 0
    return LAND_NEAR[land] & state.colonies(seat)


def forged_colonies(state: Table, seat: int) -> list[int]:
    return [
        land for other in others(state, seat) for land in bits(state.colonies(other)) if forged_marches(state, land)
    ]


def plunder_lands(state: Table, seat: int) -> list[int]:
    """Card 14: coastal colonies of enemies."""
    hostile = state.hostile(seat)
    return [
        land
        for other in range(state.seats)
        if hostile >> other & 1
        for land in bits(state.colonies(other))
        if SEA_NEAR[land] and state.plunderer[land] == NOBODY
    ]


def freebooter_seas(state: Table, seat: int) -> int:
    """Card 4: sea areas with pirates, and without warships of a friend."""
    return state.ships_at[PIRATES] & ~state.friend_seas(seat)


def aims(state: Table, card: int, by: int, args: tuple[int, ...]) -> list[int]:
    """The next targets to choose from, once `args` have been chosen."""
    stage = len(args)
    if card == ARMISTICE:
        return [AIM_SEAT[other] for other in bits(state.hostile(by))]
    if card == DECLARATION:
        return [AIM_SEAT[other] for other in others(state, by) if not state.hostile(by) >> other & 1]
    if card == EXPOSE:
        return [AIM_SEAT[other] for other in others(state, by) if state.hand_size[other]]
    if card == TREATY:
        if stage == 0:
            return [AIM_SEAT[seat] for seat in range(state.seats) if state.war[seat]]
        return [AIM_SEAT[seat] for seat in bits(state.war[args[0]])]
    if card == PIRATES_CARD:
        return AIM_AREA[LANDS:] if state.stock[PIRATES * PIECES + FRIGATE] else []
    if card == FREEBOOTERS:
        return [AIM_AREA[LANDS + sea] for sea in bits(freebooter_seas(state, by))]
    if card == SMUGGLING:
        return [AIM_AREA[land] for land in bits(state.colonies(by))]
    if card == PLUNDER:
        return [AIM_AREA[land] for land in plunder_lands(state, by)]
    if card == REBELLION:
        return [AIM_AREA[land] for other in others(state, by) for land in bits(state.colonies(other))]
    if card == FORGED_LAND:
        if stage == 0:
            return [AIM_AREA[land] for land in forged_colonies(state, by)]
        if stage == 1:
            return [AIM_AREA[land] for land in bits(forged_marches(state, args[0]))]
        return forged_armies(state, args)
    if card == FORGED_SEA:
        if stage == 0:
            return [
                AIM_SEAT[other]
                for other in others(state, by)
                if any(forged_courses(state, other, sea) for sea in bits(state.ships_at[other] | state.cargo_at[other]))
            ]
        if stage == 1:
            there = state.ships_at[args[0]] | state.cargo_at[args[0]]
            return [AIM_AREA[LANDS + sea] for sea in bits(there) if forged_courses(state, args[0], sea)]
        return [AIM_AREA[LANDS + sea] for sea in bits(forged_courses(state, args[0], args[1] - LANDS))]
    if card == SABOTAGE:
        if stage == 0:
            return [AIM_SEAT[other] for other in others(state, by) if state.ships_at[other] | state.cargo_at[other]]
        if stage == 1:
            return [AIM_AREA[LANDS + sea] for sea in bits(state.ships_at[args[0]] | state.cargo_at[args[0]])]
        return ships_to_sabotage(state, args[0], args[1] - LANDS)
    return []


def forged_armies(state: Table, args: tuple[int, ...]) -> list[int]:
    """Up to three armies, at least one; one army or fort stays."""
    land, chosen = args[0], args[2:]
    offered = []
    if len(chosen) < state.garrison(land) - 1:
        for army in range(ARMIES):
            if state.troops[land * 4 + army] > chosen.count(army):
                offered.append(AIM_UNIT[army])
    if chosen:
        offered.append(DONE)
    return offered


def ships_to_sabotage(state: Table, seat: int, sea: int) -> list[int]:
    offered = [AIM_UNIT[army] for army in range(ARMIES) if state.cargo[(sea * SEATS + seat) * ARMIES + army]]
    return offered + [AIM_UNIT[ARMIES + ship] for ship in range(2) if state.fleet[(sea * PARTIES + seat) * 2 + ship]]


AIMS_NEEDED: Final[list[int]] = [0] * CARDS
"""[card] how many targets it takes; forged orders on land also name the armies."""
for _card, _needed in (
    (ARMISTICE, 1), (DECLARATION, 1), (EXPOSE, 1), (TREATY, 2), (PIRATES_CARD, 1), (FREEBOOTERS, 1), (SMUGGLING, 1),
    (PLUNDER, 1), (REBELLION, 1), (FORGED_LAND, 5), (FORGED_SEA, 3), (SABOTAGE, 3),
):  # fmt: skip
    AIMS_NEEDED[_card] = _needed


def concerned(state: Table, card: int, by: int, args: tuple[int, ...]) -> int:
    """Bits of the seats a card is aimed at, or that it hurts."""
    if card in (ARMISTICE, DECLARATION, EXPOSE, FORGED_SEA, SABOTAGE):
        return 1 << args[0]
    if card == TREATY:
        return 1 << args[0] | 1 << args[1]
    if card in (FORGED_LAND, PLUNDER, REBELLION):
        return 1 << state.owner[args[0]]
    if card == PIRATES_CARD:
        found = 0
        for seat in range(state.seats):
            if (state.ships_at[seat] | state.cargo_at[seat]) >> args[0] - LANDS & 1:
                found |= 1 << seat
        return found
    if card == TREASON:
        return 1 << state.b_defender
    if card in (HUSSAR_RAID, AMBUSH, SURPRISE, CAPTURE):
        enemy = enemy_in_battle(state, by)
        return 1 << enemy if enemy < SEATS else 0
    return 0
