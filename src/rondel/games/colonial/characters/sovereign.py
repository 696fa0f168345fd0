"""The Sovereign declares war, or abolishes slavery."""

from __future__ import annotations

import random
from typing import Any, Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import ABOLISH, PLACE_OF, WAR, kind_of
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.components import ABOLITION_PRESTIGE, ABOLITION_SPOTS, SLAVES_SPOTS, SOVEREIGN
from rondel.games.colonial.odds import year_chances
from rondel.games.colonial.outlook import AT_LEISURE, WARS, Course, Outlook, danger
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.games.colonial.steps.war import LOST, OPEN, WON, can_fight, declare_war
from rondel.kernel.data import count
from rondel.kernel.events import Message, Reason
from rondel.kernel.flow import Step

CHAPTER: Final = "sovereign"


def war_targets(state: Table, seat: int) -> list[int]:
    """Opponents whose Diplomacy is strictly lower, if at least one side could throw a die."""
    mine = state.diplomacy[seat]
    found = []
    for other in range(state.seats):
        if other != seat and state.diplomacy[other] < mine and can_fight(state, seat, other):
            found.append(other)
    return found


def slaves_spots(state: Table, seat: int) -> int:
    return count(state.held[seat] & SLAVES_SPOTS)


def can_abolish(state: Table, seat: int) -> bool:
    """Abolition needs two of the three spots of the slave trade, and is there once."""
    if state.abolished or not state.options["achievements"]:
        return False
    return slaves_spots(state, seat) >= ABOLITION_SPOTS


class Decree(OwnTurn):
    """Sovereign: declare war on an opponent of strictly lower Diplomacy, which costs Diplomacy; or abolish slavery."""

    __slots__ = ()
    CHAPTER = CHAPTER

    def offers(self, state: Table, seat: int) -> list[int]:
        offered = [WAR[other] for other in war_targets(state, seat)]
        if can_abolish(state, seat):
            offered.append(ABOLISH)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        offered = [WAR[other] for other in range(state.seats) if other != seat]
        if state.options["achievements"]:
            offered.append(ABOLISH)
        return offered

    def refuse(self, state: Table, seat: int, action: int) -> Reason | None:
        if action == ABOLISH:
            if not state.options["achievements"]:
                return Reason("not-in-this-game", {}, "special-prestige")
            if state.abolished:
                return Reason("slavery-abolished", {}, "special-prestige")
            spots = {"spots": slaves_spots(state, seat), "needed": ABOLITION_SPOTS}
            return Reason("too-few-slaves-spots", spots, "special-prestige")
        if kind_of(action) != "declare-war":
            return None
        other = PLACE_OF[action]
        if other == seat or other >= state.seats:
            return Reason("not-an-opponent", {}, CHAPTER)
        levels = {"seat": other, "theirs": state.diplomacy[other], "yours": state.diplomacy[seat]}
        if state.diplomacy[other] >= state.diplomacy[seat]:
            return Reason("diplomacy-too-low", levels, CHAPTER)
        return Reason("nobody-can-fight", {"seat": other}, CHAPTER)

    def carry_out(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == ABOLISH:
            state.abolished = True
            state.emit(events.ABOLISHED, seat)
            state.gain_prestige(seat, ABOLITION_PRESTIGE, "abolition")
            return
        declare_war(state, seat, PLACE_OF[action])


class Sovereign(Character):
    NUMBER = SOVEREIGN

    def can_act(self, state: Table, seat: int) -> bool:
        return bool(war_targets(state, seat)) or can_abolish(state, seat)

    def why_not(self, state: Table, seat: int) -> Reason | None:
        if self.can_act(state, seat):
            return None
        weaker = any(state.diplomacy[other] < state.diplomacy[seat] for other in range(state.seats))
        code = "nobody-to-fight" if weaker else "no-war-target"
        return Reason(code, {"diplomacy": state.diplomacy[seat]}, CHAPTER)

    def act(self, state: Table, seat: int) -> None:
        state.push(Decree(seat))

    def now(self, state: Table, seat: int) -> Message:
        enemies = war_targets(state, seat)
        if not can_abolish(state, seat):
            return Message("now.sovereign", {"seats": enemies})
        return Message("now.sovereign-both", {"seats": enemies}) if enemies else Message("now.sovereign-abolish", {})

    # --- to a bot -------------------------------------------------------------------------------------------------

    def foresee(self, state: Table, seat: int, outlook: Outlook) -> None:
        outlook.sovereign = ABOLITION_PRESTIGE + 0.05 if can_abolish(state, seat) else 0.0
        for enemy in war_targets(state, seat):
            outlook.sovereign = max(outlook.sovereign, outlook.weights[WARS] * war_worth(state, seat, enemy))

    def planned(self, outlook: Outlook, course: Course, early: float, after: Course) -> None:
        if outlook.sovereign > 0.0:
            worth = course.worth + outlook.sovereign
            after.go_on(outlook, course, worth, AT_LEISURE, course.goods)

    def worth(self, state: Table, seat: int, outlook: Outlook) -> float:
        return outlook.sovereign

    def decisions(self) -> dict[type[Step[Any]], Decision]:
        return {Decree: self.decree}

    def decree(self, state: Table, seat: int, choices: list[int], rng: random.Random) -> int:
        if ABOLISH in choices:
            return ABOLISH
        return max(choices, key=lambda action: war_worth(state, seat, PLACE_OF[action]) + 0.01 * rng.random())


def war_worth(state: Table, seat: int, enemy: int) -> float:
    """The likely gain in Prestige, and what it hurts the enemy, if the first year is a guide to the war."""
    odds = year_chances(state, seat, enemy, None)
    won, lost = odds[WON], odds[LOST]
    gain = won - lost + 0.25 * odds[OPEN] * (1.0 if won >= lost else -1.0)
    stake = 1.0 if state.prestige[enemy] else 0.25
    return gain * (stake + 0.3 * danger(state, seat)) - 0.15
