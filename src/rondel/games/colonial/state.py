"""What lies on the table, and the verbs that change it."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from rondel.games.colonial import events
from rondel.games.colonial.components import (
    AREA,
    AREAS,
    CARD,
    CARDS,
    COLONY_LOST_PRESTIGE,
    CONTINENT_AREAS,
    CONTINENTS,
    DIPLOMACY_MOST,
    DIPLOMACY_START,
    FREE_COUNTERS,
    LEVELS,
    MARKERS,
    NATION,
    PLAYER,
    RESOURCE_SPOTS,
    RESOURCES,
    SEATS,
    SMALLEST_CONTINENT_FIRST,
    SPOT,
    SPOT_AREA,
    SPOT_MASK,
    SPOT_RESOURCE,
    SPOTS,
    START_FLEETS,
    START_SQUADRONS,
    TOKENS,
    TRACK,
    TRACK_START,
    TRACK_VALUE,
    TRACKS,
)
from rondel.kernel.codec import ANY, Field
from rondel.kernel.data import bits, count
from rondel.kernel.events import FLAG, NUMBER, SEAT, Kind, SetKind, many
from rondel.kernel.flow import NOBODY, State

LAID: Final = 5
"""Places for cards in front of a player: four, and the Last Chance card."""
ALL_CARDS: Final = (1 << CARDS) - 1


class Table(State):
    __slots__ = (
        "turn", "first", "shown", "revolt", "merchants", "embargo", "program", "nation", "treasury", "prestige",
        "diplomacy", "track", "fleets", "squadrons", "privateer", "goods", "loans", "unrest", "counter", "spot",
        "tokens", "colony", "city", "area_unrest", "mission", "abolished", "new_world", "circumnavigation",
        "objectives", "winner", "free", "markers", "present", "explored", "colonies_at", "held", "found",
    )  # fmt: skip

    turn: int
    first: int  # seat of the First Player
    shown: int  # how many rounds of cards lie face up this turn
    revolt: int  # bits of seats in revolution this turn
    merchants: int  # bits of seats that have used the Merchant this turn
    embargo: int  # bits of seats whose Goods nobody may ship this round (option strong-rebel)
    program: list[int]  # [seat * LAID + place] -> card, or -1; face down from place `shown` on
    nation: list[int]  # [seat] -> nation card, or -1
    treasury: list[int]  # [seat]
    prestige: list[int]  # [seat]
    diplomacy: list[int]  # [seat]
    track: list[int]  # [seat * TRACKS + track] -> level
    fleets: list[int]  # [seat]
    squadrons: list[int]  # [seat]
    privateer: list[int]  # [victim * SEATS + owner], among the victim's Merchant Fleets
    goods: list[int]  # [seat], in the Market
    loans: list[tuple[int, ...]]  # [seat] -> its stacks, the largest first
    unrest: list[int]  # [seat], on the Nation board
    counter: list[int]  # [area * SEATS + seat]
    spot: list[int]  # [spot] -> seat, or NOBODY
    tokens: list[int]  # [area] -> Prestige tokens
    colony: list[int]  # [area] -> seat, or NOBODY
    city: int  # bits of spots with a Booming City
    area_unrest: list[int]  # [area]
    mission: int  # bits of areas
    abolished: bool
    new_world: int  # seat that discovered America, or NOBODY
    circumnavigation: int  # seat, or NOBODY
    objectives: int  # bits of seats that have reached the goal of their nation card
    winner: int
    # Follows from the rest; kept for speed by the verbs, never saved:
    free: list[int]  # [seat] -> counters in the supply
    markers: int  # Unrest/Mission markers in the supply
    present: list[int]  # [seat] -> bits of areas with its counters
    explored: int  # bits of areas without a Prestige token
    colonies_at: int  # bits of areas with a Colony
    held: list[int]  # [seat] -> bits of the spots that it controls
    found: int  # bits of the spots in areas without a Prestige token

    def __init__(self, seats: int, options: dict[str, Any], source: Table | None = None) -> None:
        super().__init__(seats, options, source)
        if source is not None:
            self.turn, self.first, self.shown, self.revolt = source.turn, source.first, source.shown, source.revolt
            self.merchants, self.embargo, self.winner = source.merchants, source.embargo, source.winner
            self.program, self.nation, self.treasury = source.program[:], source.nation[:], source.treasury[:]
            self.prestige, self.diplomacy, self.track = source.prestige[:], source.diplomacy[:], source.track[:]
            self.fleets, self.squadrons, self.privateer = source.fleets[:], source.squadrons[:], source.privateer[:]
            self.goods, self.loans, self.unrest = source.goods[:], source.loans[:], source.unrest[:]
            self.counter, self.spot, self.tokens = source.counter[:], source.spot[:], source.tokens[:]
            self.colony, self.city, self.area_unrest = source.colony[:], source.city, source.area_unrest[:]
            self.mission, self.abolished, self.new_world = source.mission, source.abolished, source.new_world
            self.circumnavigation, self.objectives = source.circumnavigation, source.objectives
            self.free, self.markers, self.present = source.free[:], source.markers, source.present[:]
            self.explored, self.colonies_at = source.explored, source.colonies_at
            self.held, self.found = source.held[:], source.found
            return
        self.turn = self.shown = self.revolt = self.merchants = self.embargo = 0
        self.first = self.winner = self.new_world = self.circumnavigation = NOBODY
        self.program = [-1] * (SEATS * LAID)
        self.nation = [-1] * SEATS
        self.treasury, self.prestige, self.diplomacy = [0] * SEATS, [0] * SEATS, [0] * SEATS
        self.track = [0] * (SEATS * TRACKS)
        self.fleets, self.squadrons, self.goods, self.unrest = [0] * SEATS, [0] * SEATS, [0] * SEATS, [0] * SEATS
        self.privateer = [0] * (SEATS * SEATS)
        self.loans = [()] * SEATS
        self.counter = [0] * (AREAS * SEATS)
        self.spot = [NOBODY] * SPOTS
        self.tokens = TOKENS[:]
        self.colony = [NOBODY] * AREAS
        self.city = self.mission = self.objectives = 0
        self.area_unrest = [0] * AREAS
        self.abolished = False
        for seat in range(seats):
            self.fleets[seat], self.squadrons[seat], self.diplomacy[seat] = (
                START_FLEETS,
                START_SQUADRONS,
                DIPLOMACY_START,
            )
            self.track[seat * TRACKS : seat * TRACKS + TRACKS] = TRACK_START
        self.refresh()

    def copy(self) -> Table:
        return Table(self.seats, self.options, self)

    # --- questions ------------------------------------------------------------------------------------------------

    def value(self, seat: int, track: int) -> int:
        """What a player's level on a track is worth."""
        return TRACK_VALUE[track * LEVELS + self.track[seat * TRACKS + track]]

    def counters(self, seat: int, area: int) -> int:
        return self.counter[area * SEATS + seat]

    def owned(self, seat: int, area: int) -> int:
        """Bits of the spots that a player controls in a Territory."""
        return self.held[seat] & SPOT_MASK[area]

    def owned_spots(self, seat: int) -> list[int]:
        return bits(self.held[seat])

    def taken(self) -> int:
        """Bits of the spots that somebody controls."""
        mask = 0
        for seat in range(self.seats):
            mask |= self.held[seat]
        return mask

    def spare(self, seat: int, area: int) -> int:
        """Counters in a Territory that do not cover a spot."""
        number = self.counter[area * SEATS + seat]
        return number - count(self.held[seat] & SPOT_MASK[area])

    def privateers(self, victim: int) -> int:
        """All Privateers among a player's Merchant Fleets."""
        return sum(self.privateer[victim * SEATS : victim * SEATS + SEATS])

    def privateers_of(self, owner: int) -> int:
        return sum(self.privateer[owner::SEATS])

    def debt(self, seat: int) -> int:
        return sum(self.loans[seat])

    def monopoly(self, resource: int) -> int:
        """The player who controls a spot of this type while nobody else does; or NOBODY."""
        holder = NOBODY
        for spot in RESOURCE_SPOTS[resource]:
            seat = self.spot[spot]
            if seat != NOBODY:
                if holder != NOBODY and holder != seat:
                    return NOBODY
                holder = seat
        return holder

    def monopolies(self) -> list[int]:
        """[seat] -> number of Monopolies."""
        numbers = [0] * self.seats
        for resource in range(RESOURCES):
            seat = self.monopoly(resource)
            if seat != NOBODY:
                numbers[seat] += 1
        return numbers

    def colonies(self, seat: int) -> int:
        number = 0
        if self.colonies_at:
            for area in bits(self.colonies_at):
                if self.colony[area] == seat:
                    number += 1
        return number

    def continents(self, seat: int) -> int:
        """On how many continents a player has a counter."""
        number, present = 0, self.present[seat]
        for continent in range(CONTINENTS):
            if present & CONTINENT_AREAS[continent]:
                number += 1
        return number

    def on_all_continents(self, seat: int) -> bool:
        """Whether a player has a counter on each of them."""
        present: i64 = self.present[seat]
        return all(present & areas for areas in SMALLEST_CONTINENT_FIRST)

    def laid(self, seat: int) -> int:
        """Bits of the cards in front of a player, face up or down."""
        mask = 0
        for place in range(seat * LAID, seat * LAID + LAID):
            card = self.program[place]
            if card >= 0:
                mask |= 1 << card
        return mask

    def cards_to_come(self, seat: int) -> int:
        """Bits of the cards of a player that still lie face down this turn."""
        mask = 0
        for place in range(seat * LAID + self.shown, seat * LAID + LAID):
            if self.program[place] >= 0:
                mask |= 1 << self.program[place]
        return mask

    def hand(self, seat: int) -> list[int]:
        return bits(ALL_CARDS & ~self.laid(seat))

    def in_revolution(self, seat: int) -> bool:
        return bool(self.revolt >> seat & 1)

    def clockwise(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [place % self.seats for place in range(seat, seat + self.seats)]

    # --- verbs: Treasury, Prestige and pieces move in no other way -----------------------------------------------

    def earn(self, seat: int, amount: int, why: str) -> None:
        """Treasury comes in, or goes out if the amount is negative."""
        if amount:
            self.treasury[seat] += amount
            if self.events is not None:
                kind = events.EARNED if amount > 0 else events.PAID
                self.emit(kind, seat, abs(amount), self.treasury[seat], why)

    def gain_prestige(self, seat: int, amount: int, why: str) -> None:
        if amount:
            self.prestige[seat] += amount
            if self.events is not None:
                kind = events.PRESTIGE_GAINED if amount > 0 else events.PRESTIGE_LOST
                self.emit(kind, seat, abs(amount), self.prestige[seat], why)

    def lose_prestige(self, seat: int, amount: int, why: str) -> int:
        """A player never has less than none; returns what he lost."""
        lost = min(amount, self.prestige[seat])
        self.gain_prestige(seat, -lost, why)
        return lost

    def change_diplomacy(self, seat: int, amount: int, why: str) -> None:
        """From 0 to the end of the track; what goes beyond is lost."""
        level = min(DIPLOMACY_MOST, max(0, self.diplomacy[seat] + amount))
        if level != self.diplomacy[seat]:
            self.diplomacy[seat] = level
            if self.events is not None:
                self.emit(events.DIPLOMACY, seat, level, why)

    def place(self, seat: int, area: int) -> None:
        """A counter from the supply onto the map."""
        self.counter[area * SEATS + seat] += 1
        self.present[seat] |= 1 << area
        self.free[seat] -= 1
        if self.events is not None:
            self.emit(events.PLACED, seat, area)

    def march(self, seat: int, start: int, area: int) -> None:
        self._lift(seat, start, 1)
        self.counter[area * SEATS + seat] += 1
        self.present[seat] |= 1 << area
        if self.events is not None:
            self.emit(events.MARCHED, seat, start, area)

    def remove(self, seat: int, area: int, number: int) -> None:
        """Counters from the map back to their owner's supply."""
        if number:
            self._lift(seat, area, number)
            self.free[seat] += number
            if self.events is not None:
                self.emit(events.REMOVED, seat, area, number)

    def _lift(self, seat: int, area: int, number: int) -> None:
        place = area * SEATS + seat
        self.counter[place] -= number
        if not self.counter[place]:
            self.present[seat] &= ~(1 << area)

    def give_spot(self, spot: int, seat: int) -> None:
        before = self.spot[spot]
        self.spot[spot] = seat
        if before != NOBODY:
            self.held[before] &= ~(1 << spot)
        if seat != NOBODY:
            self.held[seat] |= 1 << spot
        if self.events is not None:
            area, resource = SPOT_AREA[spot], SPOT_RESOURCE[spot]
            if seat == NOBODY:
                self.emit(events.SPOT_LEFT, before, area, resource)
            elif before == NOBODY:
                self.emit(events.SPOT_COVERED, seat, area, resource)
            else:
                self.emit(events.SPOT_SEIZED, seat, area, resource, before)

    def take_tokens(self, seat: int, area: int) -> None:
        number = self.tokens[area]
        self.tokens[area] = 0
        self.explored |= 1 << area
        self.found |= SPOT_MASK[area]
        self.gain_prestige(seat, number, "exploration")

    def found_colony(self, seat: int, area: int) -> None:
        self.colony[area] = seat
        self.colonies_at |= 1 << area
        if self.events is not None:
            self.emit(events.COLONY_FOUNDED, seat, area)

    def lose_colony(self, area: int) -> None:
        """The marker goes, a Booming City goes with it, and the owner loses Prestige."""
        seat = self.colony[area]
        self.colony[area] = NOBODY
        self.colonies_at &= ~(1 << area)
        if self.events is not None:
            self.emit(events.COLONY_LOST, seat, area)
        for spot in bits(self.city & SPOT_MASK[area]):
            self.city &= ~(1 << spot)
            if self.events is not None:
                self.emit(events.CITY_LOST, area, SPOT_RESOURCE[spot])
        self.lose_prestige(seat, COLONY_LOST_PRESTIGE, "colony-lost")

    def build_city(self, seat: int, spot: int) -> None:
        self.city |= 1 << spot
        if self.events is not None:
            self.emit(events.CITY_BUILT, seat, SPOT_AREA[spot], SPOT_RESOURCE[spot])

    def build_fleet(self, seat: int) -> None:
        self.fleets[seat] += 1
        self.free[seat] -= 1
        if self.events is not None:
            self.emit(events.SHIPS_BUILT, seat, "fleet", self.fleets[seat])

    def build_squadron(self, seat: int) -> None:
        self.squadrons[seat] += 1
        self.free[seat] -= 1
        if self.events is not None:
            self.emit(events.SHIPS_BUILT, seat, "squadron", self.squadrons[seat])

    def lose_fleets(self, seat: int, number: int, why: str) -> None:
        if number:
            self.fleets[seat] -= number
            self.free[seat] += number
            if self.events is not None:
                self.emit(events.SHIPS_LOST, seat, "fleet", number, self.fleets[seat], why)

    def lose_squadrons(self, seat: int, number: int, why: str) -> None:
        if number:
            self.squadrons[seat] -= number
            self.free[seat] += number
            if self.events is not None:
                self.emit(events.SHIPS_LOST, seat, "squadron", number, self.squadrons[seat], why)

    def send_privateer(self, owner: int, victim: int) -> None:
        self.squadrons[owner] -= 1
        self.privateer[victim * SEATS + owner] += 1
        if self.events is not None:
            self.emit(events.PRIVATEER_SENT, owner, victim)

    def recall_privateer(self, owner: int, victim: int) -> None:
        self.privateer[victim * SEATS + owner] -= 1
        self.squadrons[owner] += 1
        if self.events is not None:
            self.emit(events.PRIVATEER_RECALLED, owner, victim)

    def sink_privateer(self, owner: int, victim: int) -> None:
        self.privateer[victim * SEATS + owner] -= 1
        self.free[owner] += 1
        if self.events is not None:
            self.emit(events.PRIVATEER_SUNK, owner, victim)

    def bring_goods(self, seat: int, number: int) -> None:
        """Goods into the Market, or out of it if the number is negative."""
        self.goods[seat] += number
        self.free[seat] -= number

    def take_loan(self, seat: int, amount: int) -> None:
        self.loans[seat] = stacked((*self.loans[seat], amount))
        self.free[seat] -= amount
        if self.events is not None:
            self.emit(events.LOAN_TAKEN, seat, amount)
        self.earn(seat, amount, "loan")

    def repay(self, seat: int, loan: int, amount: int) -> None:
        """Take counters off a stack of `loan` counters; an empty stack is a Loan repaid."""
        stacks = list(self.loans[seat])
        stacks.remove(loan)
        if loan > amount:
            stacks.append(loan - amount)
        self.loans[seat] = stacked(tuple(stacks))
        self.free[seat] += amount
        self.earn(seat, -amount, "repayment")
        if self.events is not None:
            self.emit(events.REPAID, seat, amount, loan)

    def add_interest(self, seat: int, stacks: tuple[int, ...]) -> None:
        grown = stacked(stacks)
        amount = sum(grown) - sum(self.loans[seat])
        self.loans[seat] = grown
        self.free[seat] -= amount
        if self.events is not None:
            self.emit(events.INTEREST_ADDED, seat, amount)

    def add_domestic_unrest(self, seat: int, number: int, why: str) -> None:
        """Unrest on a Nation board, as far as there are markers."""
        number = min(number, self.markers)
        if number:
            self.markers -= number
            self.unrest[seat] += number
            if self.events is not None:
                self.emit(events.DOMESTIC_UNREST, seat, self.unrest[seat], why)

    def calm_nation(self, seat: int, number: int) -> None:
        number = min(number, self.unrest[seat])
        if number:
            self.unrest[seat] -= number
            self.markers += number
            if self.events is not None:
                self.emit(events.DOMESTIC_CALM, seat, self.unrest[seat])

    def add_unrest(self, seat: int, area: int) -> None:
        self.area_unrest[area] += 1
        self.markers -= 1
        if self.events is not None:
            self.emit(events.UNREST_ADDED, area, seat)

    def clear_unrest(self, area: int) -> None:
        number = self.area_unrest[area]
        if number:
            self.area_unrest[area] = 0
            self.markers += number
            if self.events is not None:
                self.emit(events.UNREST_CLEARED, area, number)

    def place_mission(self, seat: int, area: int) -> None:
        self.mission |= 1 << area
        self.markers -= 1
        if self.events is not None:
            self.emit(events.MISSION_PLACED, seat, area)

    def remove_mission(self, seat: int, area: int) -> None:
        self.mission &= ~(1 << area)
        self.markers += 1
        if self.events is not None:
            self.emit(events.MISSION_REMOVED, seat, area)

    def rolled(self, seat: int, dice: int, hits: int, why: str) -> None:
        if self.events is not None:
            self.emit(events.ROLLED, seat, dice, hits, why)

    def refresh(self) -> None:
        """Work out again what follows from the pieces."""
        self.free = [FREE_COUNTERS] * SEATS
        self.present = [0] * SEATS
        self.explored = self.colonies_at = self.found = 0
        self.held = [0] * SEATS
        self.markers = MARKERS - sum(self.area_unrest) - self.mission.bit_count() - sum(self.unrest)
        for area in range(AREAS):
            if not self.tokens[area]:
                self.explored |= 1 << area
                self.found |= SPOT_MASK[area]
            if self.colony[area] != NOBODY:
                self.colonies_at |= 1 << area
            for seat in range(SEATS):
                number = self.counter[area * SEATS + seat]
                if number:
                    self.present[seat] |= 1 << area
                    self.free[seat] -= number
        for spot in range(SPOTS):
            if self.spot[spot] != NOBODY:
                self.held[self.spot[spot]] |= 1 << spot
        for seat in range(SEATS):
            self.free[seat] -= self.fleets[seat] + self.squadrons[seat] + self.privateers_of(seat)
            self.free[seat] -= self.goods[seat] + self.debt(seat)


def stacked(stacks: tuple[int, ...]) -> tuple[int, ...]:
    """Loans in their order: the largest first. Two stacks of the same size are alike."""
    return tuple(sorted(stacks, reverse=True)) if len(stacks) > 1 else stacks


AREA_SET: Final = SetKind("area", AREA.ids)
SEAT_SET: Final = SetKind("seat", PLAYER.ids)
SPOT_SET: Final = SetKind("spot", SPOT.ids)

FIELDS: Final[dict[str, Field]] = {
    "turn": Field(low=0),
    "first": Field(value=SEAT),
    "shown": Field(low=0, high=LAID),
    "revolt": Field(value=SEAT_SET),
    "merchants": Field(value=SEAT_SET),
    "embargo": Field(value=SEAT_SET),
    "program": Field(PLAYER, Kind("place", tuple(str(place + 1) for place in range(LAID))), value=CARD, default=-1),
    "nation": Field(PLAYER, value=NATION, default=-1),
    "treasury": Field(PLAYER),
    "prestige": Field(PLAYER),
    "diplomacy": Field(PLAYER),
    "track": Field(PLAYER, TRACK),
    "fleets": Field(PLAYER),
    "squadrons": Field(PLAYER),
    "privateer": Field(PLAYER, PLAYER),
    "goods": Field(PLAYER),
    "loans": Field(ANY, value=many(NUMBER)),
    "unrest": Field(PLAYER),
    "counter": Field(AREA, PLAYER),
    "spot": Field(SPOT, value=SEAT, default=NOBODY),
    "tokens": Field(AREA),
    "colony": Field(AREA, value=SEAT, default=NOBODY),
    "city": Field(value=SPOT_SET),
    "area_unrest": Field(AREA),
    "mission": Field(value=AREA_SET),
    "abolished": Field(value=FLAG, default=False),
    "new_world": Field(value=SEAT),
    "circumnavigation": Field(value=SEAT),
    "objectives": Field(value=SEAT_SET),
    "winner": Field(value=SEAT),
}
