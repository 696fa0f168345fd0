"""The stages of an attack: naval support, dice, reserves, losses, and what changes hands."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    DECLINE,
    FIGHT,
    KEEP,
    LOSE,
    LOSE_ALLY,
    PLACE_OF,
    ROLL,
    SAVE_ALLY,
    SAVE_OWN,
    USE,
)
from rondel.games.struggle.components import (
    AREA,
    ARMY,
    ARMY_TRAINING,
    BLOCKADE,
    BLOCKADE_BONUS,
    COUNTER_GOLD,
    COUNTER_POINTS,
    FIGHTING_WITHDRAWAL,
    FORT,
    FORT_STRENGTH,
    NAVAL_TRAINING,
    NAVY,
    PIRATES,
    PIRATES_STRENGTH,
    POWER,
    POWERS,
    RESERVE,
    REVOLT_STRENGTH,
    ROLL_DIFFERENCE,
    ROLL_SEVEN,
    ROLL_WEIGHT,
    ROLLS,
    SLAVE_REVOLT,
    STRENGTH,
    SUPPORT_BONUS,
    TRAINING_BONUS,
    ZONE,
)
from rondel.games.struggle.state import (
    ATTACKER,
    BANK,
    BONUS,
    BY_PIRATES,
    BY_REVOLT,
    COUNTER_AT,
    DEFENDER,
    DICE,
    JOIN_ARMY,
    JOIN_NAVY,
    KIND,
    LAND,
    MAIN,
    NAVAL,
    NO_FIGHT,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    REGION,
    RESULT,
    STAGE,
    SUPPORT,
    TIE,
    TILES_ARMY,
    TILES_NAVY,
    Table,
)
from rondel.kernel.events import NUMBER, Kind, Message
from rondel.kernel.flow import BY_SEAT, ChanceStep, Step

SIDE: Final = Kind("side", ("attacker", "defender"))


def words(state: Table, side: int) -> dict[str, object]:
    """What prompts say: where, who attacks whom, and the power that decides."""
    fight = state.fight
    return {
        "area": AREA.show(fight[REGION]),
        "attacker": POWER.show(fight[MAIN]),
        "defender": POWER.show(fight[MAIN + DEFENDER]),
        "power": POWER.show(fight[MAIN + side]),
        "stage": "land" if fight[STAGE] == LAND else "naval",
    }


# --- strength -------------------------------------------------------------------------------------------------------


def able(state: Table, side: int) -> bool:
    """Whether a side has a navy in the zone, its own or one that joined."""
    fight = state.fight
    main, zone = fight[MAIN + side], ZONE[fight[REGION]]
    if main < 0 or zone < 0:
        return False
    return state.navy_at[main] >> zone & 1 == 1 or fight[JOIN_NAVY + side] > 0


def naval_strength(state: Table, side: int) -> int:
    """Own and joined navies, alliance tiles, and one for more Naval Training than the enemy if an own navy is there."""
    fight = state.fight
    main = fight[MAIN + side]
    if main < 0:
        return PIRATES_STRENGTH
    navies = state.units(NAVY, main, ZONE[fight[REGION]])
    total = navies + fight[JOIN_NAVY + side] + fight[TILES_NAVY + side]
    if navies and trained(state, main, fight[MAIN + 1 - side], NAVAL_TRAINING):
        total += TRAINING_BONUS
    return total


def land_strength(state: Table, side: int) -> int:
    """Own and joined armies, forts in defence, alliance tiles, Army Training, naval support; or what is printed."""
    fight = state.fight
    main = fight[MAIN + side]
    if main < 0:
        return STRENGTH[fight[COUNTER_AT]] if fight[KIND] == ON_NEUTRAL else REVOLT_STRENGTH
    region = fight[REGION]
    own = state.units(ARMY, main, region)
    total = own + fight[JOIN_ARMY + side] + fight[TILES_ARMY + side]
    if side == DEFENDER:
        forts = state.units(FORT, main, region)
        own += forts
        total += FORT_STRENGTH * forts
    if own and trained(state, main, fight[MAIN + 1 - side], ARMY_TRAINING):
        total += TRAINING_BONUS
    if fight[SUPPORT] == side:
        total += fight[BONUS]
    return total


def trained(state: Table, power: int, enemy: int, tile: int) -> bool:
    """Whether a power has more training tiles than its enemy; neutrals and tiles have none."""
    return state.has(power, tile) > (state.has(enemy, tile) if enemy >= 0 else 0)


# --- the naval stage ------------------------------------------------------------------------------------------------


class NavalStage(Step[Table]):
    """Before the land battle, in regions with a naval zone: who has naval support?

    Against a neutral or a Slave Revolt, the player with a navy of his own there. Between players, the only side with a
    navy; if both have one, they may fight for it.
    """

    __slots__ = ()
    CHAPTER = "naval"

    def run(self, state: Table) -> None:
        fight = state.fight
        zone = ZONE[fight[REGION]]
        if zone < 0:
            state.pop()
            return
        if fight[KIND] != ON_POWER:
            state.pop()
            side = DEFENDER if fight[KIND] == BY_REVOLT else ATTACKER
            if state.navy_at[fight[MAIN + side]] >> zone & 1:
                give_support(state, side)
            return
        attacker, defender = able(state, ATTACKER), able(state, DEFENDER)
        if attacker and defender:
            state.replace(NavalChoice(ATTACKER))
            return
        state.pop()
        if attacker:
            give_support(state, ATTACKER)
        elif defender:
            give_support(state, DEFENDER)


NAVAL_STAGE: Final = NavalStage()


def give_support(state: Table, side: int) -> None:
    fight = state.fight
    fight[SUPPORT], fight[BONUS] = side, SUPPORT_BONUS
    if state.events is not None:
        state.emit(events.SUPPORT_WON, fight[MAIN + side], fight[REGION])


class NavalChoice(Step[Table]):
    """The attacker says first whether he fights at sea, then the defender; who declines leaves the support to the
    other.
    """

    __slots__ = ("side",)
    FIELDS = (("side", SIDE),)
    CHAPTER = "naval"

    def __init__(self, side: int) -> None:
        self.side = side

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return FIGHT_OR_DECLINE

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DECLINE:
            state.pop()
            state.emit(events.SEA_DECLINED, state.fight[MAIN + self.side])
            give_support(state, 1 - self.side)
        elif self.side == ATTACKER:
            state.replace(NavalChoice(DEFENDER))
        else:
            state.replace(SEA_BATTLE)

    def prompt(self, state: Table, seat: int) -> Message:
        strengths = {"own": naval_strength(state, self.side), "theirs": naval_strength(state, 1 - self.side)}
        return Message("prompt.naval-choice", {**words(state, self.side), **strengths})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.naval-choice", words(state, self.side))


FIGHT_OR_DECLINE: Final = [FIGHT, DECLINE]


class SeaBattle(Step[Table]):
    """Navies fight by the same rules as armies; Pirates fight, and are fought, at sea alone."""

    __slots__ = ()
    CHAPTER = "naval"

    def run(self, state: Table) -> None:
        state.fight[STAGE] = NAVAL
        state.replace(ROLL_DICE[ATTACKER])


SEA_BATTLE: Final = SeaBattle()

# --- the land stage -------------------------------------------------------------------------------------------------


class LandStage(Step[Table]):
    """The battle on land; before the dice, the side with naval support may use the Blockade to make it worth two."""

    __slots__ = ()
    CHAPTER = "battle"

    def run(self, state: Table) -> None:
        fight = state.fight
        fight[STAGE] = LAND
        side = fight[SUPPORT]
        if side >= 0 and state.ready(fight[MAIN + side], BLOCKADE):
            state.replace(UseBlockade(side))
        else:
            state.replace(ROLL_DICE[ATTACKER])


LAND_STAGE: Final = LandStage()


class UseBlockade(Step[Table]):
    """Blockade: naval support counts two instead of one in this land battle, and the tile goes back to the market."""

    __slots__ = ("side",)
    FIELDS = (("side", SIDE),)
    CHAPTER = "blockade"

    def __init__(self, side: int) -> None:
        self.side = side

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [USE[BLOCKADE], KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != KEEP:
            state.spend(state.fight[MAIN + self.side], BLOCKADE)
            state.fight[BONUS] = BLOCKADE_BONUS
        state.replace(ROLL_DICE[ATTACKER])

    def prompt(self, state: Table, seat: int) -> Message:
        strengths = {"own": land_strength(state, self.side), "theirs": land_strength(state, 1 - self.side)}
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
        fight[DICE + self.side] = roll
        if state.events is not None:
            state.emit(events.DICE_ROLLED, fight[MAIN + self.side], ROLLS[roll][0], ROLLS[roll][1])
        if self.side == ATTACKER:
            state.replace(ROLL_DICE[DEFENDER])
        elif has_reserve(state, ATTACKER):
            state.replace(RESERVES[ATTACKER])
        elif has_reserve(state, DEFENDER):
            state.replace(RESERVES[DEFENDER])
        else:
            resolve(state)

    def awaited(self, state: Table) -> Message:
        return Message("waiting.roll-dice", words(state, self.side))


ROLL_DICE: Final = [RollDice(ATTACKER), RollDice(DEFENDER)]


def has_reserve(state: Table, side: int) -> bool:
    main = state.fight[MAIN + side]
    return main >= 0 and state.ready_at[main] >> RESERVE & 1 == 1


class Reserves(Step[Table]):
    """Reserve: attacker or defender, never an ally, may have all dice of the battle thrown again; only the last throw
    counts.

    After every throw first the attacker is asked, then the defender.
    """

    __slots__ = ("side",)
    FIELDS = (("side", SIDE),)
    CHAPTER = "battle"

    def __init__(self, side: int) -> None:
        self.side = side

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return USE_RESERVE

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action != KEEP:
            state.spend(state.fight[MAIN + self.side], RESERVE)
            state.fight[DICE] = state.fight[DICE + 1] = -1
            state.replace(ROLL_DICE[ATTACKER])
        elif self.side == ATTACKER and has_reserve(state, DEFENDER):
            state.replace(RESERVES[DEFENDER])
        else:
            resolve(state)

    def prompt(self, state: Table, seat: int) -> Message:
        totals = {"own": total(state, self.side), "theirs": total(state, 1 - self.side)}
        return Message("prompt.reserves", {**words(state, self.side), **totals})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.reserves", words(state, self.side))


RESERVES: Final = [Reserves(ATTACKER), Reserves(DEFENDER)]
USE_RESERVE: Final = [USE[RESERVE], KEEP]


def total(state: Table, side: int) -> int:
    """Strength and the difference of the dice."""
    base = naval_strength(state, side) if state.fight[STAGE] == NAVAL else land_strength(state, side)
    roll = state.fight[DICE + side]
    return base + (ROLL_DIFFERENCE[roll] if roll >= 0 else 0)


def resolve(state: Table) -> None:
    """The higher total wins. The loser loses a unit, in a tie both; and a natural seven costs its side one more."""
    state.pop()
    fight = state.fight
    attack, defence = total(state, ATTACKER), total(state, DEFENDER)
    result = ATTACKER if attack > defence else DEFENDER if defence > attack else TIE
    fight[RESULT] = result
    naval = fight[STAGE] == NAVAL
    if state.events is not None:
        stage = "naval" if naval else "land"
        state.emit(events.BATTLE, stage, fight[REGION], fight[MAIN], fight[MAIN + 1], attack, defence)
    if naval and fight[KIND] == ON_POWER:
        if result != TIE:
            give_support(state, result)
    else:
        state.push(OUTCOME)
    defender_losses = int(result != DEFENDER) + int(ROLL_SEVEN[fight[DICE + DEFENDER]])
    attacker_losses = int(result != ATTACKER) + int(ROLL_SEVEN[fight[DICE]])
    if defender_losses and fight[MAIN + DEFENDER] >= 0:
        if result == ATTACKER and state.ready(fight[MAIN + DEFENDER], FIGHTING_WITHDRAWAL):
            state.push(Withdrawal(defender_losses))
        else:
            push_losses(state, DEFENDER, defender_losses)
    if attacker_losses and fight[MAIN] >= 0:
        push_losses(state, ATTACKER, attacker_losses)


# --- losses ---------------------------------------------------------------------------------------------------------

OWN_FIRST: Final = 0
ALLY_FIRST: Final = 1


def push_losses(state: Table, side: int, losses: int) -> None:
    """The first loss falls on the main power, the second on an ally who joined, if there is one."""
    if losses > 1:
        state.push(LOSSES[2 * side + ALLY_FIRST])
    state.push(LOSSES[2 * side + OWN_FIRST])


def own_losses(state: Table, side: int) -> list[int]:
    """The kinds of units the main power could lose; forts only in defence, and never in a tie."""
    fight = state.fight
    main, region = fight[MAIN + side], fight[REGION]
    if fight[STAGE] == NAVAL:
        return [NAVY] if state.navy_at[main] >> ZONE[region] & 1 else []
    kinds = [ARMY] if state.army_at[main] >> region & 1 else []
    if side == DEFENDER and fight[RESULT] != TIE and state.fort_at[main] >> region & 1:
        kinds.append(FORT)
    return kinds


def ally_losses(state: Table, side: int) -> list[int]:
    """The allies of a side who have units in this battle."""
    fight = state.fight
    if not fight[(JOIN_NAVY if fight[STAGE] == NAVAL else JOIN_ARMY) + side]:
        return []
    row = state.row[fight[MAIN + side]]
    first = (NAVY if fight[STAGE] == NAVAL else ARMY) * POWERS
    return [ally for ally in state.after(fight[MAIN + side]) if state.row[ally] == row and state.joined[first + ally]]


class TakeLoss(Step[Table]):
    """A unit is lost, and its owner takes a point of unrest. The main power picks its unit, and of several allies
    which one.

    Whoever should lose a unit and has none in the battle leaves it to the others of the side; if nobody has one, none
    is
    lost.
    """

    __slots__ = ("side", "turn")
    FIELDS = (("side", SIDE), ("turn", NUMBER))
    CHAPTER = "losses"

    def __init__(self, side: int, turn: int) -> None:
        self.side = side
        self.turn = turn

    def open(self, state: Table) -> list[int]:
        """The losses to choose from; at most one: nothing to decide."""
        own = own_losses(state, self.side)
        if self.turn == OWN_FIRST and own:
            return [LOSE[unit] for unit in own]
        allies = ally_losses(state, self.side)
        return [LOSE_ALLY[ally] for ally in allies] if allies else [LOSE[unit] for unit in own]

    def to_act(self, state: Table) -> tuple[int, ...]:
        if len(self.open(state)) > 1:
            return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]
        return ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return self.open(state)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        fight = state.fight
        naval = fight[STAGE] == NAVAL
        place = ZONE[fight[REGION]] if naval else fight[REGION]
        if LOSE_ALLY[0] <= action <= LOSE_ALLY[POWERS - 1]:
            ally = PLACE_OF[action]
            unit = NAVY if naval else ARMY
            state.joined[unit * POWERS + ally] -= 1
            fight[(JOIN_NAVY if naval else JOIN_ARMY) + self.side] -= 1
            state.lose(ally, unit, place)
            state.take_unrest(ally, 1, "loss")
        else:
            main = fight[MAIN + self.side]
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


LOSSES: Final = [TakeLoss(side, turn) for side in (ATTACKER, DEFENDER) for turn in (OWN_FIRST, ALLY_FIRST)]


class Withdrawal(Step[Table]):
    """Fighting Withdrawal: a defender who lost the battle saves one navy or army, his own or an ally's; control is
    lost anyway.

    Forts cannot withdraw.
    """

    __slots__ = ("losses",)
    FIELDS = (("losses", NUMBER),)
    CHAPTER = "losses"

    def __init__(self, losses: int) -> None:
        self.losses = losses

    def open(self, state: Table) -> list[int]:
        own = own_losses(state, DEFENDER)
        allies = ally_losses(state, DEFENDER)
        offered: list[int] = []
        if ARMY in own or NAVY in own:
            offered.append(SAVE_OWN)
        if allies and (self.losses > 1 or not own):
            offered.append(SAVE_ALLY)
        return offered

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + DEFENDER]]] if self.open(state) else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        return [*self.open(state), KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == KEEP:
            push_losses(state, DEFENDER, self.losses)
            return
        state.spend(state.fight[MAIN + DEFENDER], FIGHTING_WITHDRAWAL)
        state.emit(events.WITHDREW, state.fight[MAIN + DEFENDER], "own" if action == SAVE_OWN else "ally")
        if self.losses > 1:
            state.push(LOSSES[2 * DEFENDER + (ALLY_FIRST if action == SAVE_OWN else OWN_FIRST)])

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
        fight, state.fight = state.fight, NO_FIGHT[:]
        state.joined = [0] * (2 * POWERS)
        kind, region, power = fight[KIND], fight[REGION], fight[MAIN]
        won = fight[RESULT] == ATTACKER
        if kind in (BY_PIRATES, BY_REVOLT):
            which = 0 if kind == BY_PIRATES else 1
            if won:
                state.hold_control(which, fight[MAIN + DEFENDER], region)
            else:
                state.put_in_market(SLAVE_REVOLT if which else PIRATES)
        elif not won:
            return
        elif kind == ON_POWER:
            defender = fight[MAIN + DEFENDER]
            if state.controls(defender, region):
                state.remove_control(defender, region)
                state.place_control(power, region)
        elif kind == ON_NEUTRAL:
            counter = fight[COUNTER_AT]
            state.remove_counter(counter)
            state.place_control(power, region)
            state.transfer(BANK, power, COUNTER_GOLD[counter], "counter")
            state.gain_points(power, COUNTER_POINTS[counter], "counter")
        else:
            state.free_control(0 if kind == ON_PIRATES else 1)
            state.place_control(power, region)


OUTCOME: Final = Outcome()
