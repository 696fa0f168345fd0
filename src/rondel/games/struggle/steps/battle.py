"""The stages of an attack: naval support, the battle at sea, the battle on land, dice and reserves."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import DECLINE, FIGHT, KEEP, PLACE_OF, ROLL, USE
from rondel.games.struggle.components import (
    BLOCKADE,
    BLOCKADE_BONUS,
    FIGHTING_WITHDRAWAL,
    RESERVE,
    ROLL_DIFFERENCE,
    ROLL_SEVEN,
    ROLL_WEIGHT,
    ROLLS,
    SUPPORT_BONUS,
)
from rondel.games.struggle.fight import ATTACKER, DEFENDER, LAND, NAVAL, ON_POWER, SIDE, STAGE, TIE
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.deciding import SideStep, words
from rondel.games.struggle.steps.losses import OUTCOME, Withdrawal, push_losses
from rondel.games.struggle.strength import DISPUTED, land_parts, naval_parts, strength, support_goes_to, total
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY, ChanceStep, Step


def strengths_of(state: Table, stage: int, side: int) -> dict[str, object]:
    """What prompts say of the two strengths, seen from a side."""
    fight = state.fight
    return {"own": strength(state, fight, stage, side), "theirs": strength(state, fight, stage, 1 - side)}


# --- the naval stage ------------------------------------------------------------------------------------------------


class NavalStage(Step[Table]):
    """Before the land battle, in regions with a naval zone: who has naval support?"""

    __slots__ = ()
    CHAPTER = "naval"

    def run(self, state: Table) -> None:
        side = support_goes_to(state, state.fight)
        if side == DISPUTED:
            state.replace(NavalChoice(ATTACKER))
            return
        state.pop()
        if side >= 0:
            give_support(state, side)


NAVAL_STAGE: Final = NavalStage()


def give_support(state: Table, side: int) -> None:
    fight = state.fight
    fight.support, fight.bonus = side, SUPPORT_BONUS
    if state.events is not None:
        state.emit(events.SUPPORT_WON, fight.side(side).power, fight.region)


class NavalChoice(SideStep):
    """The attacker says first whether he fights at sea, then the defender; who declines leaves the support to the
    other.
    """

    __slots__ = ()
    CHAPTER = "naval"

    def choices(self, state: Table, seat: int) -> list[int]:
        return FIGHT_OR_DECLINE

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DECLINE:
            state.pop()
            state.emit(events.SEA_DECLINED, state.fight.side(self.side).power)
            give_support(state, 1 - self.side)
        elif self.side == ATTACKER:
            state.replace(NavalChoice(DEFENDER))
        else:
            state.replace(SEA_BATTLE)

    def prompt(self, state: Table, seat: int) -> Message:
        strengths = strengths_of(state, NAVAL, self.side)
        return Message("prompt.naval-choice", {**words(state, self.side), **strengths})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.naval-choice", words(state, self.side))


FIGHT_OR_DECLINE: Final = [FIGHT, DECLINE]


class SeaBattle(Step[Table]):
    """Navies fight by the same rules as armies; Pirates fight, and are fought, at sea alone."""

    __slots__ = ()
    CHAPTER = "naval"

    def run(self, state: Table) -> None:
        state.fight.begin_stage(NAVAL)
        state.replace(ROLL_DICE[ATTACKER])


SEA_BATTLE: Final = SeaBattle()

# --- the land stage -------------------------------------------------------------------------------------------------


class LandStage(Step[Table]):
    """The battle on land; before the dice, the side with naval support may use the Blockade to make it worth two."""

    __slots__ = ()
    CHAPTER = "battle"

    def run(self, state: Table) -> None:
        fight = state.fight
        fight.begin_stage(LAND)
        side = fight.support
        if side >= 0 and state.ready(fight.side(side).power, BLOCKADE):
            state.replace(UseBlockade(side))
        else:
            state.replace(ROLL_DICE[ATTACKER])


LAND_STAGE: Final = LandStage()


class UseBlockade(SideStep):
    """Blockade: naval support counts two instead of one in this land battle, and the tile goes back to the market."""

    __slots__ = ()
    CHAPTER = "blockade"

    def choices(self, state: Table, seat: int) -> list[int]:
        return [USE[BLOCKADE], KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != KEEP:
            state.spend(state.fight.side(self.side).power, BLOCKADE)
            state.fight.bonus = BLOCKADE_BONUS
        state.replace(ROLL_DICE[ATTACKER])

    def prompt(self, state: Table, seat: int) -> Message:
        strengths = strengths_of(state, LAND, self.side)
        return Message("prompt.use-blockade", {**words(state, self.side), **strengths})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.use-blockade", words(state, self.side))


# --- dice and reserves ----------------------------------------------------------------------------------------------

ROLL_ODDS: Final[list[tuple[int, int]]] = list(zip(ROLL, ROLL_WEIGHT, strict=True))


class RollDice(ChanceStep[Table]):
    """The attacker throws two dice and adds their difference to his total; then the defender, or someone for a
    neutral.
    """

    __slots__ = ("side",)
    FIELDS = (("side", SIDE),)
    CHAPTER = "battle"

    def __init__(self, side: int) -> None:
        self.side = side

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return ROLL_ODDS

    def choices(self, state: Table, seat: int) -> list[int]:
        return ROLL

    def chosen(self, state: Table, seat: int, action: int) -> None:
        roll = PLACE_OF[action]
        fight = state.fight
        fight.side(self.side).dice = roll
        if state.events is not None:
            state.emit(events.DICE_ROLLED, fight.side(self.side).power, ROLLS[roll][0], ROLLS[roll][1])
        if self.side == ATTACKER:
            state.replace(ROLL_DICE[DEFENDER])
        elif has_reserve(state, ATTACKER):
            state.replace(RESERVES[ATTACKER])
        elif has_reserve(state, DEFENDER):
            state.replace(RESERVES[DEFENDER])
        else:
            resolve(state)

    def thrower(self, state: Table) -> int:
        power = state.fight.side(self.side).power
        return state.seat_of[power] if power >= 0 else NOBODY

    def luck(self, state: Table, action: int) -> int:
        return ROLL_DIFFERENCE[PLACE_OF[action]]

    def awaited(self, state: Table) -> Message:
        return Message("waiting.roll-dice", words(state, self.side))


ROLL_DICE: Final = [RollDice(ATTACKER), RollDice(DEFENDER)]


def has_reserve(state: Table, side: int) -> bool:
    main = state.fight.side(side).power
    return main >= 0 and state.ready_at[main] >> RESERVE & 1 == 1


class Reserves(SideStep):
    """Reserve: attacker or defender, never an ally, may have all dice of the battle thrown again; only the last throw
    counts.

    After every throw first the attacker is asked, then the defender.
    """

    __slots__ = ()
    CHAPTER = "battle"

    def choices(self, state: Table, seat: int) -> list[int]:
        return USE_RESERVE

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != KEEP:
            state.spend(state.fight.side(self.side).power, RESERVE)
            state.fight.clear_dice()
            state.replace(ROLL_DICE[ATTACKER])
        elif self.side == ATTACKER and has_reserve(state, DEFENDER):
            state.replace(RESERVES[DEFENDER])
        else:
            resolve(state)

    def prompt(self, state: Table, seat: int) -> Message:
        fight = state.fight
        totals = {"own": total(state, fight, self.side), "theirs": total(state, fight, 1 - self.side)}
        return Message("prompt.reserves", {**words(state, self.side), **totals})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.reserves", words(state, self.side))


RESERVES: Final = [Reserves(ATTACKER), Reserves(DEFENDER)]
USE_RESERVE: Final = [USE[RESERVE], KEEP]


def tell_strength(state: Table, side: int) -> None:
    """Write down what a side's total is made of."""
    fight = state.fight
    worth = dict.fromkeys(("armies", "navies", "forts", "allies", "tiles", "training", "support", "printed"), 0)
    for what, value in naval_parts(state, fight, side) if fight.stage == NAVAL else land_parts(state, fight, side):
        worth["printed" if what in ("counter", "tile") else what] += value
    this = fight.side(side)
    dice = ROLL_DIFFERENCE[this.dice]
    state.emit(events.STRENGTH, SIDE.ids[side], this.power, *worth.values(), dice, total(state, fight, side))


def resolve(state: Table) -> None:
    """The higher total wins. The loser loses a unit, in a tie both; and a natural seven costs its side one more."""
    state.pop()
    fight = state.fight
    attack, defence = total(state, fight, ATTACKER), total(state, fight, DEFENDER)
    result = ATTACKER if attack > defence else DEFENDER if defence > attack else TIE
    fight.result = result
    naval = fight.stage == NAVAL
    if state.events is not None:
        tell_strength(state, ATTACKER)
        tell_strength(state, DEFENDER)
        state.emit(
            events.BATTLE,
            STAGE.ids[fight.stage],
            fight.region,
            fight.attacker.power,
            fight.defender.power,
            attack,
            defence,
        )
    if naval and fight.kind == ON_POWER:
        if result != TIE:
            give_support(state, result)
    else:
        state.push(OUTCOME)
    defender_losses = int(result != DEFENDER) + int(ROLL_SEVEN[fight.defender.dice])
    attacker_losses = int(result != ATTACKER) + int(ROLL_SEVEN[fight.attacker.dice])
    if defender_losses and fight.defender.power >= 0:
        if result == ATTACKER and state.ready(fight.defender.power, FIGHTING_WITHDRAWAL):
            state.push(Withdrawal(defender_losses))
        else:
            push_losses(state, DEFENDER, defender_losses)
    if attacker_losses and fight.attacker.power >= 0:
        push_losses(state, ATTACKER, attacker_losses)
