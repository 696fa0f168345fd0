"""A player of ImpeRunde who has read the rulebook's advice.

It builds trading posts wherever there is room, takes free lands when the odds are good, keeps warships where they earn
sea tax, borrows early and repays before the end, keeps the peace while there is room to grow, and goes to war against a
neighbour whose posts it can take, or against a leader who is about to win. Cards are played where they hurt the leader
or save a battle. It works on one imagined world and on plain estimates of strength; it looks at nothing it could not
see.
"""

from __future__ import annotations

import math
import random
from typing import Any, ClassVar

from rondel.games.imperunde.actions import (
    AGREE,
    ALWAYS,
    BALANCE,
    BUILD_POST,
    BUY_ARMY,
    CLOSE,
    COVERTLY,
    DONE,
    EQUIP,
    K_FIGHT_HERE,
    K_LAND,
    K_MARCH,
    K_PEACE,
    K_PLAY,
    K_SAIL,
    K_SINK,
    K_STATION,
    K_WAR,
    KIND_OF,
    LINEUPS,
    MOVED_FIRST,
    ORDERS,
    PASS,
    PLACE_OF,
    PLAY,
    REJECT,
    SEATS,
)
from rondel.games.imperunde.bot import outlook
from rondel.games.imperunde.bot.estimates import DEFENCE, PLAIN, Prey, horizon, spoils, wants_war
from rondel.games.imperunde.bot.investing import endangered, purchase, warships_of_others, wishes
from rondel.games.imperunde.bot.moving import (
    best_attack,
    embark,
    gather,
    good_sea_fight,
    landing_worth,
    march_worth,
    pass_through,
    sail_worth,
)
from rondel.games.imperunde.bot.weights import (
    BORROW,
    ENOUGH,
    HUNT,
    MARGINS,
    MASTERED,
    PACE,
    REPAY,
    SPARE_CASH,
    USUAL,
    WAR,
)
from rondel.games.imperunde.card import DECK
from rondel.games.imperunde.components import (
    ARTILLERY,
    CAVALRY,
    COUNTER,
    INFANTRY,
    LANDS,
    LOAN,
    POST_COST,
    SEA_VALUE,
    SEAS,
)
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.budget import Budget
from rondel.games.imperunde.steps.combat import Gather, PassThrough
from rondel.games.imperunde.steps.diplomacy import CloseTalks, Speak, VoteTarget
from rondel.games.imperunde.steps.embarking import Embark
from rondel.games.imperunde.steps.investments import Invest, Smuggle
from rondel.games.imperunde.steps.lining_up import LineUp, LineUpEqual
from rondel.games.imperunde.steps.movement import Move
from rondel.games.imperunde.steps.secret_service import Aim, OnTable, Window
from rondel.games.imperunde.steps.setup import EquipColony, StationShips
from rondel.games.imperunde.steps.spying import ExposeOpenly, ExposeSpies, LookAtHand
from rondel.kernel.bot import AS_USUAL, MASTERLY, Habit, Policy
from rondel.kernel.data import bits
from rondel.kernel.flow import Step
from rondel.kernel.values import Values


class Heuristic(Policy[Table]):
    ROUNDS_AHEAD: ClassVar[int] = 1
    EVIDENCE: ClassVar[float] = 1.0
    """There are many small choices, and most differ by little: chance must not decide them."""
    HARD: ClassVar[int] = 96
    LATE: ClassVar[float] = 2.4
    """From this stage on a coach plays games that begin with a purchase to their end. Before, a single one changes so
    little of what comes that chance would decide."""

    OWN: ClassVar[int] = MASTERLY
    WAYS: ClassVar[int] = 16
    CHANGE: ClassVar[float] = 0.65
    LIKING: ClassVar[float] = 0.35
    """By so much another way to play differs in the areas that it likes."""

    ALIKE: ClassVar[int] = 2
    MOST: ClassVar[int] = 5
    """So many choices of a kind besides its own, and so many in all, are compared."""

    def __init__(self, rng: random.Random, weights: list[float] | None = None) -> None:
        self.taste: list[float] = PLAIN
        self.kept: Prey | None = None  # of the last decision: see `prey`
        super().__init__(rng, weights)

    def habits(self) -> dict[type[Step[Any]], Habit]:
        return {
            StationShips: station,
            EquipColony: station,
            Speak: self.speak,
            VoteTarget: vote,
            CloseTalks: close,
            Budget: self.balance,
            Invest: self.invest,
            Smuggle: smuggle,
            Move: self.move,
            Gather: self.gather,
            PassThrough: pass_through,
            LineUp: line_up,
            LineUpEqual: hold_back,
            Embark: self.embark,
            Window: window,
            OnTable: answer,
            Aim: aim,
            LookAtHand: look,
            ExposeSpies: take,
            ExposeOpenly: take,
        }

    def usual(self) -> dict[str, float]:
        return USUAL

    def mastered(self) -> list[float]:
        return MASTERED

    def thoughts(self) -> dict[type[Step[Any]], float]:
        """Games that are played out tell nothing of a single war: what is changed because of them is chance."""
        return {VoteTarget: 1.0}

    def plans(self, table: Table) -> int:
        """What is bought in a round works together: not the single purchase counts, but what they are meant for.

        Once everybody has bought and the moves begin, it is thought over.
        """
        step = table.pending[-1]
        return 1 if isinstance(step, Invest) else 2 if isinstance(step, Move) else 0

    def stretch(self, table: Table) -> int:
        return table.round

    def follow(self, way: int) -> None:
        """Where everything is weighed otherwise, some areas are liked more, too."""
        super().follow(way)
        self.taste = PLAIN
        if way not in (AS_USUAL, MASTERLY):
            rng = random.Random(~way)  # not the numbers that the weights were changed by
            self.taste = [math.exp(rng.gauss(0.0, self.LIKING)) for _ in PLAIN]

    def is_clear(self, table: Table) -> bool:
        """Whether games that are played to their end tell what to choose here."""
        step = table.pending[-1]
        return outlook.stage(table) >= self.LATE or not isinstance(step, (Invest, Budget))

    def shortlist(self, table: Table, seat: int, choices: list[int], most: int) -> list[int]:
        """Few, and not all alike: a third infantry elsewhere is hardly worth the games, a ship instead of it may be."""
        own, *others = self.compared(table, seat, choices)
        found = [own]
        alike: dict[int, int] = {}
        for action in others:
            kind = KIND_OF[action]
            alike[kind] = alike.get(kind, 0) + 1
            if alike[kind] <= self.ALIKE:
                found.append(action)
        return found[: min(most, self.MOST)]

    def deadline(self, table: Table, further: int = 0) -> int:
        """The end; for a purchase early on, the income of the next round, when that begins to show.

        A seat whose habits are not to be changed by that may still want to know (the coach).
        """
        return -1 if self.is_clear(table) else table.round + self.ROUNDS_AHEAD + further

    def moment(self, table: Table) -> int:
        """A position is judged when all have their income and nobody has spent it."""
        if not isinstance(table.pending[-1], Budget):
            return -1
        for seat in range(table.seats):
            if table.balance[seat] >= 0:
                return -1
        return table.round

    def stage(self, table: Table) -> float:
        return outlook.stage(table)

    def values(self) -> Values:
        return outlook.VALUES

    def signs(self) -> dict[str, int]:
        return outlook.SIGNS

    def features(self, table: Table, seat: int) -> list[float]:
        return outlook.features(table, seat)

    def standing(self, table: Table) -> list[float]:
        stage = outlook.stage(table)
        return [outlook.VALUES.of(stage, outlook.features(table, seat)) for seat in range(table.seats)]

    def terms(self, table: Table, seat: int) -> list[tuple[str, float]]:
        """Trading posts, lands, money, debts, seas with own ships, wars, and the posts of the best of the others."""
        return [
            ("posts", float(table.post_count[seat])),
            ("lands", float(table.lands_of[seat].bit_count())),
            ("money", float(table.money[seat])),
            ("debts", float(table.debt[seat])),
            ("seas", float(table.ships_at[seat].bit_count())),
            ("wars", float(table.war[seat].bit_count())),
            ("rival", float(max(table.post_count[other] for other in range(table.seats) if other != seat))),
        ]

    def prey(self, world: Table, seat: int) -> Prey:
        """What a seat could take, with what still holds of the decision before."""
        if self.kept is None:
            self.kept = Prey(world, seat, self.taste, self.weights)
        else:
            self.kept.look(world, seat, self.taste, self.weights)
        return self.kept

    def invest(self, world: Table, seat: int, choices: list[int]) -> int:
        """The purchase that is worth most for its price; nothing if none is worth it."""
        card = best_card(world, seat, choices, ("investments",))
        if card >= 0:
            return card
        finish = last_posts(world, seat, choices)
        if finish >= 0:
            return finish
        best, most = DONE, self.weights[ENOUGH]
        self.note(DONE, most)
        rounds = horizon(world, self.weights)
        prey, w, noted = self.prey(world, seat), self.weights, self.noted
        wanted, threats, warships = wishes(prey, w), endangered(prey), warships_of_others(world, seat)
        waver = self.rnd
        for action in choices:
            if KIND_OF[action] == K_PLAY or action == DONE:
                continue
            worth = purchase(prey, action, rounds, wanted, threats, w, warships) + 0.01 * waver()
            if noted is not None:
                noted[action] = worth
            if worth > most:
                best, most = action, worth
        return best

    def move(self, world: Table, seat: int, choices: list[int]) -> int:
        """Cards that pay, then the best attack, then freighters and armies towards the next targets, then ships."""
        card = best_card(world, seat, choices, ("any",))
        if card >= 0:
            return card
        prey = self.prey(world, seat)
        if prey.hostile:
            for action in choices:
                kind = KIND_OF[action]
                if kind == K_SINK:
                    return action
                if kind == K_FIGHT_HERE and good_sea_fight(prey, PLACE_OF[action] // SEATS, 0.0):
                    return action
        if self.noted is None:
            attack = best_attack(prey, choices, self.weights[MARGINS])
            return attack if attack >= 0 else self.advance(prey, choices)
        advance = self.advance(prey, choices)
        attack = best_attack(prey, choices, self.weights[MARGINS], self.noted)
        return attack if attack >= 0 else advance

    def advance(self, prey: Prey, choices: list[int]) -> int:
        """What moves armies and ships to where there is more to gain; nothing, if nothing does."""
        best, most = DONE, 0.0
        noted = self.noted
        self.note(DONE, 0.0)
        appeal = prey.appeal()
        taken = prey.world.enemy_seas(prey.seat) | prey.world.friend_seas(prey.seat)
        waver = self.rnd
        for action in choices:
            kind = KIND_OF[action]
            worth = 0.0
            if kind == K_MARCH:
                worth = march_worth(prey, action, appeal)
            elif kind == K_LAND:
                worth = landing_worth(prey, action, appeal)
            elif kind == K_SAIL:
                worth = sail_worth(prey, action, self.weights[HUNT], taken)
            worth += 0.001 * waver()
            if noted is not None:
                noted[action] = worth
            if worth > most + 0.01:
                best, most = action, worth
        return best

    def balance(self, world: Table, seat: int, choices: list[int]) -> int:
        """Borrow once, early, for posts that the money at hand cannot pay; be free of debts in time for the end."""
        rounds = horizon(world, self.weights)
        debt, posts = world.debt[seat], world.post_count[seat]
        for action in choices:
            self.note(action, 0.0)
        mine = max(1.0, (world.target - posts) / max(1.0, self.weights[PACE]))
        room = sum(world.most_posts(land) - world.posts[land] for land in bits(world.colonies(seat)))
        if debt and debt / 10.0 >= mine - self.weights[REPAY]:
            for action in (BALANCE[0], BALANCE[1]):
                if action in choices:
                    return action
        idle = world.money[seat] - room * POST_COST - self.weights[SPARE_CASH]
        if debt and idle >= 0.0:
            for action in (BALANCE[0], BALANCE[1]):
                if action in choices and (action == BALANCE[1] or idle >= 5.0):
                    return action
        lacks = room * POST_COST > world.money[seat] + LOAN
        if BALANCE[3] in choices and not debt and rounds >= self.weights[BORROW] and lacks:
            return BALANCE[3]
        return BALANCE[2] if BALANCE[2] in choices else choices[0]

    def speak(self, world: Table, seat: int, choices: list[int]) -> int:
        if world.orders[seat] != ALWAYS and ORDERS[ALWAYS] in choices:
            return ORDERS[ALWAYS]
        card = best_card(world, seat, choices, ("diplomacy",))
        if card >= 0:
            return card
        self.note(DONE, 1.0)
        for action in choices:
            kind = KIND_OF[action]
            if kind in (K_PEACE, K_WAR):
                if self.noted is not None:
                    self.note(action, spoils(world, seat, PLACE_OF[action]) if kind == K_WAR else 0.0)
                wanted = wants_war(world, seat, PLACE_OF[action], self.weights[WAR])
                if wanted == (kind == K_WAR):
                    return action
        return DONE

    def gather(self, world: Table, seat: int, choices: list[int]) -> int:
        return gather(self.prey(world, seat), choices, self.weights[MARGINS], self.noted)

    def embark(self, world: Table, seat: int, choices: list[int]) -> int:
        return embark(self.prey(world, seat), choices, self.noted)


def last_posts(world: Table, seat: int, choices: list[int]) -> int:
    """A post, if the money at hand builds all that are missing for victory; else -1."""
    missing = world.target - world.post_count[seat]
    if world.debt[seat] or missing * POST_COST > world.money[seat]:
        return -1
    room = 0
    for land in bits(world.colonies(seat)):
        room += world.most_posts(land) - world.posts[land]
    if room < missing:
        return -1
    for action in choices:
        if BUILD_POST[0] <= action <= BUILD_POST[-1]:
            return action
    return -1


# --- setting up, money, talks ---------------------------------------------------------------------------------------


def station(world: Table, seat: int, choices: list[int]) -> int:
    """Warships apart, where they earn most; a colony inland gets artillery."""
    best, most = choices[0], -1.0
    for action in choices:
        if KIND_OF[action] == K_STATION:
            sea = PLACE_OF[action] % SEAS
            worth = 2.0 + SEA_VALUE[sea] if not world.ships_at[seat] >> sea & 1 else 0.5
        else:
            worth = 1.0 + 0.5 * (action == EQUIP[ARTILLERY])
        if worth > most:
            best, most = action, worth
    return best


def vote(world: Table, seat: int, choices: list[int]) -> int:
    """A lower target is good for whoever leads, a higher one for the others."""
    step = world.pending[-1]
    assert isinstance(step, VoteTarget)
    best = max(world.post_count[other] for other in range(world.seats) if other != seat)
    ahead = world.post_count[seat] > best + 1 and not world.debt[seat]
    return AGREE if ahead == (step.target < world.target) else REJECT


def close(world: Table, seat: int, choices: list[int]) -> int:
    return CLOSE


# --- investments and battles ------------------------------------------------------------------------------------------


def smuggle(world: Table, seat: int, choices: list[int]) -> int:
    """Artillery if it can be had, then cavalry, then infantry."""
    for unit in (ARTILLERY, CAVALRY, INFANTRY):
        for action in choices:
            if BUY_ARMY[unit * LANDS] <= action <= BUY_ARMY[unit * LANDS + LANDS - 1]:
                return action
    return choices[0]


def line_up(world: Table, seat: int, choices: list[int]) -> int:
    """The three strongest units."""
    return max(choices, key=line_strength)


def hold_back(world: Table, seat: int, choices: list[int]) -> int:
    """Ships with moves left are kept for later."""
    return MOVED_FIRST


def line_strength(action: int) -> float:
    counts = LINEUPS[PLACE_OF[action]]
    return sum(DEFENCE[unit] * counts[unit] for unit in range(6))


# --- cards ----------------------------------------------------------------------------------------------------------


def best_card(world: Table, seat: int, choices: list[int], whens: tuple[str, ...]) -> int:
    """The card that is played most gladly now, of those printed for these moments; -1 if none is."""
    best, most = -1, 0.0
    if not world.hand_size[seat]:
        return best
    for action in choices:
        if KIND_OF[action] == K_PLAY:
            card = DECK[PLACE_OF[action]]
            worth = card.worth(world, seat) if card.when in whens else 0.0
            if worth > most:
                best, most = action, worth
    return best


def window(world: Table, seat: int, choices: list[int]) -> int:
    """The cards of the talks are played while they go on, all others where they pay."""
    card = best_card(world, seat, choices, ("any", "battle", "income"))
    return card if card >= 0 else PASS


def answer(world: Table, seat: int, choices: list[int]) -> int:
    """Counter-espionage for cards that hurt us; our own good cards are defended against it."""
    step = world.pending[-1]
    assert isinstance(step, OnTable)
    foils = PLAY[COUNTER] in choices and step.mask >> seat & 1 and DECK[step.card].HURTS
    return PLAY[COUNTER] if foils else PASS


def aim(world: Table, seat: int, choices: list[int]) -> int:
    step = world.pending[-1]
    assert isinstance(step, Aim)
    return DECK[step.card].aim(world, seat, step.args, choices)


def look(world: Table, seat: int, choices: list[int]) -> int:
    """What we know is ours."""
    return COVERTLY


def take(world: Table, seat: int, choices: list[int]) -> int:
    """The card that is worth most in a hand."""
    return max(choices, key=lambda action: DECK[PLACE_OF[action]].IN_HAND)
