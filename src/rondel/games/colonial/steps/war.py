"""War, year by year, on land and at sea."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial import events
from rondel.games.colonial.actions import (
    FIGHT_ON,
    LOSE_PRIVATEER,
    ODDS,
    PLACE_OF,
    SURRENDER,
    kind_of,
)
from rondel.games.colonial.components import AREA, SEATS, WAR_DICE, WAR_DIPLOMACY, WAR_PRESTIGE
from rondel.games.colonial.state import AREA_SET, Table
from rondel.games.colonial.steps.control import WAR, check_control
from rondel.games.colonial.steps.losses import Casualties
from rondel.kernel.events import FLAG, NUMBER, SEAT, Kind, Message, Reason
from rondel.kernel.flow import BY_CHANCE, BY_SEAT, ChanceStep, SeatStep, Step

CHAPTER: Final = "war"


def shared_areas(state: Table, one: int, other: int) -> int:
    """Bits of the Territories that hold counters of both players."""
    return state.present[one] & state.present[other]


def can_fight(state: Table, seat: int, enemy: int) -> bool:
    """Whether at least one side could throw a die."""
    return bool(shared_areas(state, seat, enemy) or state.squadrons[seat] or state.squadrons[enemy])


def declare_war(state: Table, seat: int, enemy: int) -> None:
    state.emit(events.WAR_DECLARED, seat, enemy)
    state.change_diplomacy(seat, -WAR_DIPLOMACY, "war")
    navies = bool(state.squadrons[seat] and state.squadrons[enemy])
    state.push(War(seat, enemy, 1, shared_areas(state, seat, enemy), navies, LAND))


THEATRE: Final = Kind("theatre", ("land", "sea", "year-end"))
LAND: Final = 0
SEA: Final = 1
YEAR_END: Final = 2


WON: Final = 0
LOST: Final = 1
NEUTRAL: Final = 2
OPEN: Final = 3
ENDINGS: Final = ("won", "lost", "neutral", "open")
"""How a year of war may end for the attacker."""


class War(Step[Table]):
    """A war is fought year by year, at least one; each year first on land, then at sea.

    It ends by surrender, when a side cannot throw dice any more (defeat), or when neither can in a theatre where both
    could (neutralisation).
    """

    __slots__ = ("attacker", "defender", "year", "shared", "navies", "theatre")
    FIELDS = (
        ("attacker", SEAT), ("defender", SEAT), ("year", NUMBER), ("shared", AREA_SET), ("navies", FLAG),
        ("theatre", THEATRE),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(self, attacker: int, defender: int, year: int, shared: int, navies: bool, theatre: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.year = year
        self.shared = shared  # Territories that held counters of both when the war began
        self.navies = navies  # both had Squadrons when the war began
        self.theatre = theatre

    def _at(self, theatre: int) -> War:
        return War(self.attacker, self.defender, self.year, self.shared, self.navies, theatre)

    def next_year(self) -> War:
        return War(self.attacker, self.defender, self.year + 1, self.shared, self.navies, LAND)

    def run(self, state: Table) -> None:
        attacker, defender = self.attacker, self.defender
        if self.theatre == LAND:
            if state.events is not None:
                state.emit(events.WAR_YEAR, attacker, defender, self.year)
            state.replace(self._at(SEA))
            areas = shared_areas(state, attacker, defender)
            if areas:
                check_control(state, areas, attacker, WAR)
                state.push(LandBattles(attacker, defender, areas))
        elif self.theatre == SEA:
            state.replace(self._at(YEAR_END))
            if state.squadrons[attacker]:
                state.push(SeaRoll(attacker, defender, -1))
            elif state.squadrons[defender]:
                state.push(SeaRoll(attacker, defender, 0))
        else:
            self._end_of_year(state)

    def _end_of_year(self, state: Table) -> None:
        """Can the war go on? The forced ends come first; only then is the defender asked, then the attacker."""
        attacker, defender = self.attacker, self.defender
        ending = verdict(
            bool(shared_areas(state, attacker, defender)),
            bool(state.present[attacker] & self.shared),
            bool(state.present[defender] & self.shared),
            bool(state.squadrons[attacker]),
            bool(state.squadrons[defender]),
            bool(self.shared),
            self.navies,
        )
        if ending == OPEN:
            state.push(AskSurrender(defender, attacker, False))
        elif ending == NEUTRAL:
            self._neutralise(state)
        else:
            self._defeat(state, defender if ending == WON else attacker)

    def _neutralise(self, state: Table) -> None:
        state.pop()
        state.emit(events.NEUTRALISED, self.attacker, self.defender)

    def _defeat(self, state: Table, loser: int) -> None:
        state.pop()
        winner = self.attacker if loser == self.defender else self.defender
        state.emit(events.DEFEATED, loser, winner)
        give_prestige(state, loser, winner)


def verdict(
    shared: bool, we_hold: bool, they_hold: bool, our_navy: bool, their_navy: bool, was_shared: bool, navies: bool
) -> int:
    """How a year of war ends for the attacker, as it stands at its end; `was_shared` and `navies` when the war began.

    Defeat: a side that will throw no dice next year. Neutralisation: neither will in a theatre where both could.
    """
    if shared:
        return NEUTRAL if navies and not our_navy and not their_navy else OPEN
    if our_navy != their_navy:
        return WON if our_navy else LOST
    if our_navy:
        return NEUTRAL if was_shared and not we_hold and not they_hold else OPEN
    if we_hold != they_hold:
        return WON if we_hold else LOST
    return NEUTRAL


def give_prestige(state: Table, loser: int, winner: int) -> None:
    """The loser of a war gives the winner one Prestige, if he has any."""
    lost = state.lose_prestige(loser, WAR_PRESTIGE, "war")
    state.gain_prestige(winner, lost, "war")


class LandBattles(Step[Table]):
    """On land there is a battle in every Territory that holds counters of both sides."""

    __slots__ = ("attacker", "defender", "areas")
    FIELDS = (("attacker", SEAT), ("defender", SEAT), ("areas", AREA_SET))
    CHAPTER = CHAPTER

    def __init__(self, attacker: int, defender: int, areas: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.areas = areas

    def run(self, state: Table) -> None:
        areas = self.areas
        if not areas:
            state.pop()
            return
        area = (areas & -areas).bit_length() - 1
        state.replace(LandBattles(self.attacker, self.defender, areas & (areas - 1)))
        state.push(LandRoll(self.attacker, self.defender, area, -1))


def land_dice(state: Table, seat: int, area: int) -> int:
    """One die for each counter, five at most in a Territory."""
    return min(WAR_DICE, state.counter[area * SEATS + seat])


def sea_dice(state: Table, seat: int) -> int:
    """One die for each Squadron, five at most."""
    return min(WAR_DICE, state.squadrons[seat])


class LandRoll(ChanceStep[Table]):
    """Both sides roll at the same time; each success removes an enemy counter in the Territory.

    If there are too few dice for both, the attacker rolls first, and the losses are taken before the defender rolls.
    `hits` are the attacker's successes that are not taken yet; below zero, he has not rolled.
    """

    __slots__ = ("attacker", "defender", "area", "hits")
    FIELDS = (("attacker", SEAT), ("defender", SEAT), ("area", AREA), ("hits", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, attacker: int, defender: int, area: int, hits: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.area = area
        self.hits = hits

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_CHANCE if land_dice(state, self.defender, self.area) else ()

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[land_dice(state, self.attacker if self.hits < 0 else self.defender, self.area)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        attacker, defender, area = self.attacker, self.defender, self.area
        ours, theirs = land_dice(state, attacker, area), land_dice(state, defender, area)
        if self.hits >= 0:
            state.pop()
            state.rolled(defender, theirs, hits, "land")
            state.push(Casualties(defender, area, 1 << attacker, hits))
            state.push(Casualties(attacker, area, 1 << defender, self.hits))
            return
        state.rolled(attacker, ours, hits, "land")
        if ours + theirs <= state.options["dice-pool"]:
            state.replace(LandRoll(attacker, defender, area, hits))
        else:
            state.replace(LandRoll(attacker, defender, area, 0))
            state.push(Casualties(attacker, area, 1 << defender, hits))

    def thrower(self, state: Table) -> int:
        return self.attacker if self.hits < 0 else self.defender

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]

    def run(self, state: Table) -> None:
        state.pop()


class SeaRoll(ChanceStep[Table]):
    """At sea Squadrons attack; losses are Squadrons, then Merchant Fleets, then Privateers.

    As on land both roll at the same time, unless there are too few dice.
    """

    __slots__ = ("attacker", "defender", "hits")
    FIELDS = (("attacker", SEAT), ("defender", SEAT), ("hits", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, attacker: int, defender: int, hits: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.hits = hits

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ODDS[sea_dice(state, self.attacker if self.hits < 0 else self.defender)]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        hits = PLACE_OF[action]
        attacker, defender = self.attacker, self.defender
        ours, theirs = sea_dice(state, attacker), sea_dice(state, defender)
        if self.hits >= 0:
            state.pop()
            state.rolled(defender, theirs, hits, "sea")
            lose_at_sea(state, defender, attacker, self.hits)
            lose_at_sea(state, attacker, defender, hits)
            return
        state.rolled(attacker, ours, hits, "sea")
        if theirs and ours + theirs <= state.options["dice-pool"]:
            state.replace(SeaRoll(attacker, defender, hits))
            return
        state.pop()
        if state.squadrons[defender] > hits:
            # The losses below take Squadrons alone, so nobody has to choose before the defender rolls.
            lose_at_sea(state, defender, attacker, hits)
            state.push(SeaRoll(attacker, defender, 0))
        else:
            lose_at_sea(state, defender, attacker, hits)

    def thrower(self, state: Table) -> int:
        return self.attacker if self.hits < 0 else self.defender

    def luck(self, state: Table, action: int) -> int:
        return PLACE_OF[action]


def lose_at_sea(state: Table, loser: int, winner: int, losses: int) -> None:
    """Squadrons first; Merchant Fleets once all Squadrons are lost; Privateers once all Merchant Fleets are lost."""
    sunk = min(losses, state.squadrons[loser])
    state.lose_squadrons(loser, sunk, "war")
    losses -= sunk
    sunk = min(losses, state.fleets[loser])
    state.lose_fleets(loser, sunk, "war")
    losses -= sunk
    if losses and state.privateers_of(loser):
        state.push(LosePrivateers(loser, winner, losses))


class LosePrivateers(Step[Table]):
    """Whoever inflicts the losses chooses which of the enemy's Privateers are destroyed."""

    __slots__ = ("owner", "seat", "left")
    FIELDS = (("owner", SEAT), ("seat", SEAT), ("left", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, owner: int, seat: int, left: int) -> None:
        self.owner = owner
        self.seat = seat
        self.left = left

    def _victims(self, state: Table) -> list[int]:
        return [victim for victim in range(state.seats) if state.privateer[victim * SEATS + self.owner]]

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not self.left or len(self._victims(state)) < 2 or self.left >= state.privateers_of(self.owner):
            return ()
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [LOSE_PRIVATEER[victim] for victim in self._victims(state)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return Reason("no-privateer-there", {}, CHAPTER) if kind_of(action) == "lose-privateer" else None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.sink_privateer(self.owner, PLACE_OF[action])
        state.replace(LosePrivateers(self.owner, self.seat, self.left - 1))

    def run(self, state: Table) -> None:
        left = self.left
        for victim in self._victims(state):
            while left and state.privateer[victim * SEATS + self.owner]:
                state.sink_privateer(self.owner, victim)
                left -= 1
        state.pop()


class AskSurrender(SeatStep[Table]):
    """After a year of war the defender says first whether he surrenders, then the attacker.

    Whoever surrenders gives the other one Prestige. If nobody does, another year begins.
    """

    __slots__ = ("enemy", "last")
    FIELDS = (("seat", SEAT), ("enemy", SEAT), ("last", FLAG))
    CHAPTER = CHAPTER

    def __init__(self, seat: int, enemy: int, last: bool) -> None:
        super().__init__(seat)
        self.enemy = enemy
        self.last = last  # the attacker, after the defender has declined

    def choices(self, state: Table, seat: int) -> list[int]:
        return [SURRENDER, FIGHT_ON]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.ask-surrender", {"enemy": self.enemy})

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == SURRENDER:
            state.pop()
            state.emit(events.SURRENDERED, seat, self.enemy)
            give_prestige(state, seat, self.enemy)
            return
        state.emit(events.FOUGHT_ON, seat)
        if self.last:
            war = state.pending[-1]
            assert isinstance(war, War)
            state.replace(war.next_year())
        else:
            state.push(AskSurrender(self.enemy, self.seat, True))
