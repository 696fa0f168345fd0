"""12. The secret service: what each of the eighteen cards does."""

from __future__ import annotations

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import PLACE_OF, SEATS, TAKE, kind_of
from rondel.games.imperunde.components import (
    AMBUSH,
    ARMIES,
    ARMISTICE,
    CAPTURE,
    CARD,
    CARDS,
    DECLARATION,
    EXPOSE,
    FORGED_LAND,
    FORGED_SEA,
    FORT,
    FREEBOOTERS,
    FRIGATE,
    HUSSAR_RAID,
    LANDS,
    PIRATES_CARD,
    PIRATES_OF_CARD,
    PLUNDER,
    REBELLION,
    REBELS_OF_CARD,
    SABOTAGE,
    SHIP_MOVES,
    SMUGGLED,
    SMUGGLING,
    SURPRISE,
    TREASON,
    TREATY,
)
from rondel.games.imperunde.state import MOVEMENT, PARTIES, PIRATES, Table
from rondel.games.imperunde.steps import combat, investments, rolling, seas
from rondel.games.imperunde.steps.card_targets import CHAPTER
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.kernel.events import SEAT, Reason
from rondel.kernel.flow import BY_SEAT, Step


def take_effect(state: Table, card: int, by: int, args: tuple[int, ...]) -> None:
    """What each card does. Cards that need a battle or a choice push it."""
    if card == ARMISTICE:
        state.join(state.truce, by, args[0])
        state.told_relation(by, args[0], "armistice")
        combat.stop_battle(state, by, args[0])
    elif card == DECLARATION:
        declare(state, by, args[0])
    elif card == TREATY:
        state.part(state.declared, args[0], args[1])
        state.join(state.treaty, args[0], args[1])
        state.relate()
        state.told_relation(args[0], args[1], "peace")
    elif card == TREASON:
        state.drop_troops(FORT, state.b_area, 1, "treason")
    elif card == PIRATES_CARD:
        sea = args[0] - LANDS
        placed = state.add_ships(PIRATES, 0, sea, PIRATES_OF_CARD)
        seas.pirates_attack(state, sea)
        if state.storm >> sea & 1:
            roll_odd(state, PIRATES, FRIGATE, args[0], placed, "storm")
    elif card == FREEBOOTERS:
        hire_pirates(state, by, args[0] - LANDS)
    elif card == HUSSAR_RAID:
        state.hussar |= 1 if by == state.b_attacker else 2
    elif card == AMBUSH:
        state.ambush = 1
    elif card == SURPRISE:
        state.surprise = 1
    elif card == FORGED_SEA:
        forge_course(state, args[0], args[1] - LANDS, args[2] - LANDS)
    elif card == FORGED_LAND:
        forge_march(state, args[0], args[1], args[2:])
    elif card == SMUGGLING:
        if state.owner[args[0]] == by:
            state.push(investments.Smuggle(by, args[0], SMUGGLED))
    elif card == SABOTAGE:
        sabotage(state, args[0], args[1] - LANDS, args[2])
    elif card == PLUNDER:
        state.plunderer[args[0]] = by
    elif card == REBELLION:
        combat.begin_rebellion(state, args[0], REBELS_OF_CARD)
    elif card == EXPOSE:
        expose(state, by, args[0])
    else:
        assert card == CAPTURE
        rolling.capture_frigate(state, by)


def declare(state: Table, one: int, other: int) -> None:
    """Card 6: war at once, also against an armistice or a forced peace."""
    state.part(state.truce, one, other)
    state.part(state.treaty, one, other)
    state.join(state.declared, one, other)
    state.relate()
    state.told_relation(one, other, "war")


def hire_pirates(state: Table, seat: int, sea: int) -> None:
    """Card 4: pirates become own ships; in phase 6 they may be moved at once if it is the player's turn."""
    for ship in range(2):
        number = state.fleet[(sea * PARTIES + PIRATES) * 2 + ship]
        if number:
            state.drop_ships(PIRATES, ship, sea, number, "hired")
            hired = state.add_ships(seat, ship, sea, number)
            if seat == state.mover and state.phase == MOVEMENT:
                state.add_ready(LANDS + sea, ARMIES + ship, SHIP_MOVES, hired)


def forge_course(state: Table, seat: int, start: int, goal: int) -> None:
    """Card 9: all ships of a player go from one sea area to another; their own moves are not used up."""
    for ship in range(2):
        for _ in range(state.fleet[(start * PARTIES + seat) * 2 + ship]):
            state.lift_ship(seat, ship, start)
            state.put_ship(seat, ship, goal)
            state.told_move(seat, FRIGATE + ship, LANDS + start, LANDS + goal)
        state.prize[(goal * SEATS + seat) * 2 + ship] += state.prize[(start * SEATS + seat) * 2 + ship]
        state.prize[(start * SEATS + seat) * 2 + ship] = 0
    for army in range(ARMIES):
        for _ in range(state.cargo[(start * SEATS + seat) * ARMIES + army]):
            state.lift_cargo(seat, army, start)
            state.put_cargo(seat, army, goal)
            state.told_move(seat, army, LANDS + start, LANDS + goal)


def forge_march(state: Table, start: int, goal: int, chosen: tuple[int, ...]) -> None:
    """Card 10: up to three armies go to a neighbouring colony of the same owner."""
    seat = state.owner[start]
    for army in chosen:
        state.troops[start * 4 + army] -= 1
        state.troops[goal * 4 + army] += 1
        state.told_move(seat, army, start, goal)


def sabotage(state: Table, seat: int, sea: int, mover: int) -> None:
    """Card 12: one ship sinks, with the army aboard."""
    if mover < ARMIES:
        state.drop_cargo(seat, mover, sea, 1, "sabotage")
    else:
        state.drop_ships(seat, mover - ARMIES, sea, 1, "sabotage")


def expose(state: Table, seat: int, other: int) -> None:
    """Card 16: look at a whole hand and put one card of it back into the deck."""
    state.reveal()
    if state.events is not None:
        cards = [card for card in range(CARDS) for _ in range(state.hand[other * CARDS + card])]
        state.emit(events.HAND_SHOWN, seat, other, tuple(cards))
    if state.hand_size[other]:
        state.push(ExposeSpies(seat, other))


class ExposeSpies(Step[Table]):
    """12. (16) The player who looks at a hand takes one card from it, which is shuffled into the deck."""

    __slots__ = ("other", "seat")
    FIELDS = (("seat", SEAT), ("other", SEAT))
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, seat: int, other: int) -> None:
        self.seat = seat
        self.other = other

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE[card] for card in range(CARDS) if state.hand[self.other * CARDS + card]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "take":
            return None
        return Reason("card-not-there", {"card": CARD.ids[PLACE_OF[action]], "seat": self.other}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if state.events is not None:
            state.emit(events.CARD_TAKEN, seat, self.other)
        state.return_card(self.other, PLACE_OF[action])
