"""Losses after a battle, the Fighting Withdrawal, and what changes hands."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import KEEP, LOSE, LOSE_ALLY, PLACE_OF, SAVE_ALLY, SAVE_OWN
from rondel.games.struggle.components import (
    ARMY,
    COUNTER_GOLD,
    COUNTER_POINTS,
    FIGHTING_WITHDRAWAL,
    FORT,
    NAVY,
    PIRATES,
    POWERS,
    SLAVE_REVOLT,
    ZONE,
)
from rondel.games.struggle.fight import (
    ATTACKER,
    BY_PIRATES,
    BY_REVOLT,
    DEFENDER,
    NAVAL,
    NO_FIGHT,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    SIDE,
    TIE,
)
from rondel.games.struggle.state import BANK, Table
from rondel.games.struggle.steps.deciding import SideStep, words
from rondel.kernel.events import NUMBER, Message
from rondel.kernel.flow import BY_SEAT, Step

OWN_FIRST: Final = 0
ALLY_FIRST: Final = 1
SPARED: Final = 2  # an army of the main power has withdrawn: allies first, and not the last army while a fort is left


def push_losses(state: Table, side: int, losses: int) -> None:
    """The first loss falls on the main power, the second on an ally who joined, if there is one."""
    if losses > 1:
        state.push(LOSSES[3 * side + ALLY_FIRST])
    state.push(LOSSES[3 * side + OWN_FIRST])


def own_losses(state: Table, side: int) -> list[int]:
    """The kinds of units the main power could lose; forts only in defence, and never in a tie."""
    fight = state.fight
    main, region = fight.side(side).power, fight.region
    if fight.stage == NAVAL:
        return [NAVY] if state.navy_at[main] >> ZONE[region] & 1 else []
    kinds = [ARMY] if state.army_at[main] >> region & 1 else []
    if side == DEFENDER and fight.result != TIE and state.fort_at[main] >> region & 1:
        kinds.append(FORT)
    return kinds


def ally_losses(state: Table, side: int) -> list[int]:
    """The allies of a side who have units in this battle."""
    fight = state.fight
    this = fight.side(side)
    if not this.joined(fight.stage):
        return []
    row = state.row[this.power]
    first = (NAVY if fight.stage == NAVAL else ARMY) * POWERS
    return [ally for ally in state.after(this.power) if state.row[ally] == row and fight.joined[first + ally]]


def losable(state: Table, side: int) -> int:
    """How many units a side could lose in this battle."""
    fight = state.fight
    this = fight.side(side)
    place = ZONE[fight.region] if fight.stage == NAVAL else fight.region
    return this.joined(fight.stage) + sum(state.units(unit, this.power, place) for unit in own_losses(state, side))


class TakeLoss(SideStep):
    """A unit is lost, and its owner takes a point of unrest. The main power picks its unit, and of several allies
    which one.

    Whoever should lose a unit and has none in the battle leaves it to the others of the side; if nobody has one, none
    is lost.
    """

    __slots__ = ("turn",)
    FIELDS = (("side", SIDE), ("turn", NUMBER))
    CHAPTER = "losses"

    def __init__(self, side: int, turn: int) -> None:
        super().__init__(side)
        self.turn = turn

    def open(self, state: Table) -> list[int]:
        """The losses to choose from; at most one: nothing to decide."""
        own = own_losses(state, self.side)
        if self.turn == OWN_FIRST and own:
            return [LOSE[unit] for unit in own]
        allies = ally_losses(state, self.side)
        if allies:
            return [LOSE_ALLY[ally] for ally in allies]
        if self.turn == SPARED and FORT in own and state.units(ARMY, *self.where(state)) == 1:
            return [LOSE[FORT]]
        return [LOSE[unit] for unit in own]

    def where(self, state: Table) -> tuple[int, int]:
        """The main power and the region."""
        return state.fight.side(self.side).power, state.fight.region

    def to_act(self, state: Table) -> tuple[int, ...]:
        return super().to_act(state) if len(self.open(state)) > 1 else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return self.open(state)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        fight = state.fight
        naval = fight.stage == NAVAL
        place = ZONE[fight.region] if naval else fight.region
        if LOSE_ALLY[0] <= action <= LOSE_ALLY[POWERS - 1]:
            ally = PLACE_OF[action]
            fight.join(self.side, ally, -1 if naval else 0, 0 if naval else -1)
            state.lose(ally, NAVY if naval else ARMY, place)
            state.take_unrest(ally, 1, "loss")
        else:
            main = fight.side(self.side).power
            state.lose(main, PLACE_OF[action], place)
            state.take_unrest(main, 1, "loss")

    def run(self, state: Table) -> None:
        losses = self.open(state)
        if losses:
            self.chosen(state, -1, losses[0])
        else:
            state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.take-loss", words(state, self.side))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.take-loss", words(state, self.side))


LOSSES: Final = [TakeLoss(side, turn) for side in (ATTACKER, DEFENDER) for turn in (OWN_FIRST, ALLY_FIRST, SPARED)]


class Withdrawal(Step[Table]):
    """Fighting Withdrawal: a defender who lost the battle saves one navy or army, his own or an ally's; control is
    lost anyway.

    Forts cannot withdraw. Where a natural seven would take the saved unit all the same, there being no other, the tile
    is kept.
    """

    __slots__ = ("losses",)
    FIELDS = (("losses", NUMBER),)
    CHAPTER = "losses"

    def __init__(self, losses: int) -> None:
        self.losses = losses

    def open(self, state: Table) -> list[int]:
        if losable(state, DEFENDER) < self.losses:
            return []
        own = own_losses(state, DEFENDER)
        allies = ally_losses(state, DEFENDER)
        offered: list[int] = []
        if ARMY in own or NAVY in own:
            offered.append(SAVE_OWN)
        if allies and (self.losses > 1 or not own):
            offered.append(SAVE_ALLY)
        return offered

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight.defender.power]] if self.open(state) else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return [*self.open(state), KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == KEEP:
            push_losses(state, DEFENDER, self.losses)
            return
        state.spend(state.fight.defender.power, FIGHTING_WITHDRAWAL)
        state.emit(events.WITHDREW, state.fight.defender.power, "own" if action == SAVE_OWN else "ally")
        if self.losses > 1:
            state.push(LOSSES[3 * DEFENDER + (SPARED if action == SAVE_OWN else OWN_FIRST)])

    def run(self, state: Table) -> None:
        state.pop()
        push_losses(state, DEFENDER, self.losses)

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.withdrawal", {**words(state, DEFENDER), "losses": self.losses})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.withdrawal", words(state, DEFENDER))


# --- the outcome ----------------------------------------------------------------------------------------------------


class Outcome(Step[Table]):
    """A victorious attacker replaces a control counter, takes a neutral country with its reward, or frees what a tile
    held.

    Who takes nothing from an enemy without a counter there places none.
    """

    __slots__ = ()
    CHAPTER = "battle"

    def run(self, state: Table) -> None:
        state.pop()
        fight, state.fight = state.fight, NO_FIGHT
        kind, region, power = fight.kind, fight.region, fight.attacker.power
        won = fight.result == ATTACKER
        if kind in (BY_PIRATES, BY_REVOLT):
            which = 0 if kind == BY_PIRATES else 1
            if won:
                state.hold_control(which, fight.defender.power, region)
            else:
                state.put_in_market(SLAVE_REVOLT if which else PIRATES)
        elif not won:
            return
        elif kind == ON_POWER:
            defender = fight.defender.power
            if state.controls(defender, region):
                state.remove_control(defender, region)
                state.place_control(power, region)
        elif kind == ON_NEUTRAL:
            counter = fight.counter
            state.remove_counter(counter)
            state.place_control(power, region)
            state.transfer(BANK, power, COUNTER_GOLD[counter], "counter")
            state.gain_points(power, COUNTER_POINTS[counter], "counter")
        else:
            state.free_control(0 if kind == ON_PIRATES else 1)
            state.place_control(power, region)


OUTCOME: Final = Outcome()
