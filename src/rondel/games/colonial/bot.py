"""A player of Colonial who has read the advice.

It explores where the odds are good, settles what it finds until a Colony stands there, ships and sells, borrows when
that pays for Prestige now, and repays in time. For the cards it runs through every order in which they can be laid,
with a small model of its own nation: Treasury, Goods, what each character would bring. What a character is worth, and
how the decisions are made that he leads to, each character says himself.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from mypy_extensions import i64

from rondel.games.colonial import standing
from rondel.games.colonial.actions import (
    ACCEPT,
    BUY_FLEET,
    BUY_SQUADRON,
    DONE,
    FIGHT_ON,
    IGNORE,
    PLACE,
    PLACE_OF,
    REFUSE,
    REPAY,
    REPAY_ALL,
    SURRENDER,
    USE,
    kind_of,
)
from rondel.games.colonial.characters import (
    CARD_EXPECTATIONS,
    CHARACTERS,
    EXPECTATIONS,
    HANDS,
    OWN_EXPECTATIONS,
    PAIRS,
    Pair,
)
from rondel.games.colonial.characters.base import Character, Decision
from rondel.games.colonial.characters.cargo import own_goods
from rondel.games.colonial.characters.explorer import Explore, Hopes
from rondel.games.colonial.characters.financier import TakeLoan
from rondel.games.colonial.characters.merchant import favours
from rondel.games.colonial.characters.rebel import Stir
from rondel.games.colonial.characters.scientist import Research
from rondel.games.colonial.characters.sovereign import Decree
from rondel.games.colonial.characters.trader import proceeds
from rondel.games.colonial.characters.viceroy import Settle, building_sites
from rondel.games.colonial.components import CARDS, SEAT_BONUS, VICTORY_PRESTIGE
from rondel.games.colonial.odds import year_odds
from rondel.games.colonial.outlook import (
    EARLY_NAVY,
    FLEET,
    LATE_NAVY,
    LATE_PURSE,
    MASTERED,
    NEARLY,
    PURSE,
    RESERVE,
    USUAL,
    Course,
    Outlook,
    earliness,
    is_late,
    spot_worth,
)
from rondel.games.colonial.state import LAID, Table
from rondel.games.colonial.steps.card import ResolveCard
from rondel.games.colonial.steps.control import TakeSpot, YieldSpot
from rondel.games.colonial.steps.exchange import AfterCard, TradeAnswer
from rondel.games.colonial.steps.loans import is_repayment
from rondel.games.colonial.steps.losses import Casualties
from rondel.games.colonial.steps.naval import BuyFleets, NavalForces
from rondel.games.colonial.steps.turn import LAST_CHANCE, LayCards, LayLast
from rondel.games.colonial.steps.war import AskSurrender, LosePrivateers, War
from rondel.kernel.bot import MASTERLY, Habit, Policy
from rondel.kernel.flow import Step
from rondel.kernel.values import Values


class Heuristic(Policy[Table]):
    TURNS_AHEAD: ClassVar[int] = 2
    HARD: ClassVar[int] = 768
    OWN: ClassVar[int] = MASTERLY
    WAYS: ClassVar[int] = 16
    PLAN: ClassVar[int] = 1
    AFTERTHOUGHTS: ClassVar[int] = 0
    CHANGE: ClassVar[float] = 0.4

    def __init__(self, rng: random.Random, weights: list[float] | None = None) -> None:
        self.characters: dict[type[Step[Any]], Decision] = {}
        for character in CHARACTERS:
            self.characters.update(character.decisions())
        self.table: Table | None = None  # at which cards were laid last, and in which turn
        self.turn: int = 0
        self.outlooks: dict[int, Outlook] = {}  # what the seats could expect then: nothing changes while cards are laid
        self.outlook = Outlook()  # for the card that is resolved; written over for the next
        self.course = Course(CARDS)
        self.planned: Outlook | None = None  # with which the course of a turn was begun,
        self.reached: Course = self.course  # how far it has come,
        self.laid: int = 0  # and after how many cards
        super().__init__(rng, weights)

    def habits(self) -> dict[type[Step[Any]], Habit]:
        found: dict[type[Step[Any]], Habit] = dict.fromkeys(self.characters, self.as_character)
        found[Explore] = self.explore
        found[Settle] = self.settle
        found[LayCards] = self.lay
        found[LayLast] = self.lay_last
        found[ResolveCard] = self.resolve
        found[AfterCard] = self.repay_or_go_on
        found[BuyFleets] = self.buy_fleets
        found[NavalForces] = self.naval_forces
        found[TradeAnswer] = self.answer_trade
        found[AskSurrender] = self.surrender
        found[TakeSpot] = self.take_spot
        found[YieldSpot] = self.yield_spot
        found[Casualties] = self.choose_victim
        found[LosePrivateers] = self.relieve
        return found

    def as_character(self, table: Table, seat: int, choices: list[int]) -> int:
        """A character who acts decides what he is there for; Loans are repaid before and after.

        Now, if a promise leaves nothing else.
        """
        own = choices
        if table.loans[seat]:
            others = len(choices)  # they stand before the repayments
            while others and is_repayment(choices[others - 1]):
                others -= 1
            if others <= 1:
                return choices[0]
            own = choices[:others]
        return self.characters[type(table.pending[-1])](table, seat, own, self.rng)

    def explore(self, table: Table, seat: int, choices: list[int]) -> int:
        best, most = choices[0], -1.0  # a promise may leave nothing but repayments
        hopes = Hopes(table, seat)
        rnd, noted = self.rnd, self.noted
        for action in choices:
            if is_repayment(action):
                continue
            worth = hopes.worth(PLACE_OF[action]) + 0.03 * rnd()
            if noted is not None:
                noted[action] = worth
            if worth > most:
                best, most = action, worth
        return best

    def settle(self, table: Table, seat: int, choices: list[int]) -> int:
        """As the Viceroy would, with a word on the other places where a Colony is near."""
        if self.noted is not None:
            for cost, _, area in building_sites(table, seat):
                self.note(PLACE[area], -cost)
        return self.as_character(table, seat, choices)

    def usual(self) -> dict[str, float]:
        return USUAL

    def mastered(self) -> list[float]:
        return MASTERED

    def plans(self, table: Table) -> int:
        """Before the cards of a turn are laid: they are laid for what is to be done with them."""
        return 1 if isinstance(table.pending[-1], LayCards) else 0

    def stretch(self, table: Table) -> int:
        return table.turn

    def follow(self, way: int) -> None:
        super().follow(way)
        self.table = None  # what the seats could expect was reckoned by other weights

    def thoughts(self) -> dict[type[Step[Any]], float]:
        return {
            LayCards: 0.6,
            LayLast: 1.0,
            ResolveCard: 1.0,
            Explore: 0.8,
            NavalForces: 0.3,
            BuyFleets: 0.3,
            Settle: 0.4,
            Research: 0.5,
            AskSurrender: 0.5,
            Decree: 0.5,
            Stir: 0.3,
            TakeLoan: 0.4,
        }

    def deadline(self, table: Table, further: int = 0) -> int:
        """The turn after the next: what is laid, found and settled now is put to use in the next."""
        return table.turn + self.TURNS_AHEAD + further

    def moment(self, table: Table) -> int:
        """A position is judged when a turn begins and nobody has laid a card."""
        return table.turn if isinstance(table.pending[-1], LayCards) and max(table.program) < 0 else -1

    def stage(self, table: Table) -> float:
        return standing.stage(table)

    def values(self) -> Values:
        return standing.VALUES

    def signs(self) -> dict[str, int]:
        return standing.SIGNS

    def features(self, table: Table, seat: int) -> list[float]:
        return standing.features(table, seat)

    def standing(self, table: Table) -> list[float]:
        stage = standing.stage(table)
        return [standing.VALUES.of(stage, standing.features(table, seat)) for seat in range(table.seats)]

    def terms(self, table: Table, seat: int) -> list[tuple[str, float]]:
        """Prestige, Treasury, Goods, Loans, ships, unrest, and the Prestige of the best of the others."""
        return [
            ("prestige", float(table.prestige[seat])),
            ("money", float(table.treasury[seat])),
            ("goods", float(table.goods[seat])),
            ("debts", float(table.debt(seat))),
            ("fleets", float(table.fleets[seat])),
            ("squadrons", float(table.squadrons[seat])),
            ("unrest", float(table.unrest[seat])),
            ("rival", float(max(table.prestige[other] for other in range(table.seats) if other != seat))),
        ]

    # --- laying cards ---------------------------------------------------------------------------------------------

    def lay(self, table: Table, seat: int, choices: list[int]) -> int:
        """The first card of the best order, given what already lies there."""
        outlook = self.outlook_for_turn(table, seat)
        length = 1
        if not table.in_revolution(seat):
            length = LAST_CHANCE + (1 if table.options["five-programmed"] else 0)
        course = self.course_so_far(table, seat, outlook)
        place = self.laid
        early = earliness(place)
        bound: i64 = 0
        better, other = 0.0, 0.0  # what the cards bring that may lie anywhere
        for action in choices:
            pair = PAIRS[PLACE_OF[action]]
            if pair.anywhere:
                gain = after_card(outlook, course, early, pair).worth - course.worth
                if gain > better:
                    better, other = gain, better
                else:
                    other = gain
            else:
                bound |= pair.bit
        best, most = choices[0], -1e9
        # A card that may lie anywhere is at best worth so much, once all others have been looked at: after it they go
        # on in the same ways, only later, unless somewhere one was preferred for less than that costs.
        ceiling, unseen = course.total + better + other, bound
        outlook.later = -1e9
        outlook.margin = 1e9
        rnd = self.rnd
        for action in choices:
            pair = PAIRS[PLACE_OF[action]]
            wavering = rnd() * 0.02
            if pair.anywhere:
                sure = not unseen and outlook.margin > NEARLY and self.noted is None
                if sure and ceiling + NEARLY + wavering <= most:
                    continue
                next_ = after_card(outlook, course, early, pair)
                gain = next_.worth - course.worth
                filler = other if gain == better else better
                outlook.margin = 1e9
                total = best_total(outlook, next_, place + 1, bound, length, filler, filler)
                # After the second such card all goes on as after this one, but for rounding: where there is room for
                # both they are worth the same, and where there is not, its gain counts instead.
                ceiling, unseen = total + (better - gain), 0
            else:
                next_ = after_card(outlook, course, early, pair)
                rest = bound ^ pair.bit
                total = best_total(outlook, next_, place + 1, rest, length, better, better + other)
                unseen ^= pair.bit
                if outlook.later + course.hurried > ceiling:
                    ceiling = outlook.later + course.hurried
            worth = total + wavering
            if self.noted is not None:
                self.note(action, worth)
            if worth > most:
                best, most = action, worth
        return best

    def course_so_far(self, table: Table, seat: int, outlook: Outlook) -> Course:
        """The turn after the cards that lie there. They stay: only those are added that were laid since."""
        if self.planned is not outlook:
            self.course.begin(outlook)
            self.planned, self.reached, self.laid = outlook, self.course, 0
        while self.laid < LAST_CHANCE and table.program[seat * LAID + self.laid] >= 0:
            pair = PAIRS[table.program[seat * LAID + self.laid]]
            self.reached = after_card(outlook, self.reached, earliness(self.laid), pair)
            self.laid += 1
        return self.reached

    def outlook_for_turn(self, table: Table, seat: int) -> Outlook:
        if self.table is not table or self.turn != table.turn:
            self.table, self.turn, self.outlooks = table, table.turn, {}
        found = self.outlooks.get(seat)
        if found is None:
            found = outlook_of(table, seat, self.weights)
            if table.turn == 1 and seat == table.first and table.options["seat-bonus"]:
                # Whoever begins has less than the others, and plans as they do: a Loan so early is not worth it.
                found.treasury += SEAT_BONUS[1]
            self.outlooks[seat] = found
        return found

    def lay_last(self, table: Table, seat: int, choices: list[int]) -> int:
        outlook = outlook_of(table, seat, self.weights)
        best, most = choices[0], -1e9
        self.planned = None
        self.course.begin(outlook)
        for action in choices:
            worth = after_card(outlook, self.course, earliness(0), PAIRS[PLACE_OF[action]]).total
            self.note(action, worth)
            if worth > most:
                best, most = action, worth
        return best

    # --- a player's own turn --------------------------------------------------------------------------------------

    def resolve(self, table: Table, seat: int, choices: list[int]) -> int:
        """Repay if it is time; otherwise the character who is worth more, if he is worth anything."""
        repayment = repayment_now(table, seat, self.weights)
        if repayment >= 0:
            return repayment
        step = table.pending[-1]
        assert isinstance(step, ResolveCard)
        pair = PAIRS[step.card]
        one, two = USE[pair.first], USE[pair.second]
        can_one = can_two = False
        for action in choices:
            if action == one:
                can_one = True
            elif action == two:
                can_two = True
        if not can_one and not can_two:
            return IGNORE
        among = CARD_EXPECTATIONS[step.card]
        if not can_two:
            among = OWN_EXPECTATIONS[pair.first]
        elif not can_one:
            among = OWN_EXPECTATIONS[pair.second]
        outlook = self.outlook
        look_ahead(outlook, table, seat, self.weights, among)
        best, most = IGNORE, 0.0
        for action in choices:  # the first character of the card stands before the second
            if action != one and action != two:
                continue
            worth = (pair.one if action == one else pair.two).worth(table, seat, outlook)
            if self.noted is not None:
                self.note(action, worth)
            if worth > most:
                best, most = action, worth
        return best

    def repay_or_go_on(self, table: Table, seat: int, choices: list[int]) -> int:
        repayment = repayment_now(table, seat, self.weights)
        return repayment if repayment >= 0 else DONE

    def buy_fleets(self, table: Table, seat: int, choices: list[int]) -> int:
        """A fleet for each Good to carry and two for charters, while Treasury for the next expedition is left.

        Three at least: who puts this off falls behind for good, whatever the place at the table.
        """
        wanted = max(self.weights[FLEET], min(7, own_goods(table, seat) + min(2, favours(table, seat))))
        if table.fleets[seat] + 0.5 < wanted and table.treasury[seat] > 1 and BUY_FLEET in choices:
            return BUY_FLEET
        return self.repay_or_go_on(table, seat, choices)

    def naval_forces(self, table: Table, seat: int, choices: list[int]) -> int:
        """Two Squadrons early, three in the middle of the game, and never the weakest navy: who has none is robbed."""
        strongest = 0
        for other in range(table.seats):
            if other != seat and table.squadrons[other] > strongest:
                strongest = table.squadrons[other]
        w = self.weights
        wanted = min(max(float(strongest), w[EARLY_NAVY] if table.turn < 4 else w[LATE_NAVY]), 4.0)
        if table.squadrons[seat] + 0.5 < wanted and table.treasury[seat] > w[RESERVE] and BUY_SQUADRON in choices:
            return BUY_SQUADRON
        return self.repay_or_go_on(table, seat, choices)

    # --- answers and choices --------------------------------------------------------------------------------------

    def answer_trade(self, table: Table, seat: int, choices: list[int]) -> int:
        """Take an exchange that is good for us, unless it helps a leader to win."""
        step = table.pending[-1]
        assert isinstance(step, TradeAnswer)
        gain = step.give - step.ask + proceeds(table, seat, step.give_goods - step.ask_goods)
        rival = table.prestige[step.seat] >= VICTORY_PRESTIGE - 2 and table.prestige[step.seat] > table.prestige[seat]
        return ACCEPT if gain > (3 if rival else 0) else REFUSE

    def surrender(self, table: Table, seat: int, choices: list[int]) -> int:
        """Defeat costs as much as surrender: give up only to save what is left, or when it costs nothing."""
        war = table.pending[-2]
        assert isinstance(war, War)
        odds = year_odds(table, war.attacker, war.defender, war)
        won, lost = (odds["won"], odds["lost"]) if seat == war.attacker else (odds["lost"], odds["won"])
        if not table.prestige[seat]:
            return SURRENDER if won < 0.5 else FIGHT_ON
        return SURRENDER if lost > 0.45 + won else FIGHT_ON

    def take_spot(self, table: Table, seat: int, choices: list[int]) -> int:
        return max(choices, key=lambda action: spot_worth(table, seat, PLACE_OF[action]))

    def yield_spot(self, table: Table, seat: int, choices: list[int]) -> int:
        return min(choices, key=lambda action: spot_worth(table, seat, PLACE_OF[action]))

    def relieve(self, table: Table, seat: int, choices: list[int]) -> int:
        """Of Privateers those among our own fleets are sunk first, then those among the fleets of whoever is last."""

        def need(action: int) -> tuple[bool, int, float]:
            victim = PLACE_OF[action]
            return victim == seat, -table.prestige[victim], self.rng.random()

        return max(choices, key=need)

    def choose_victim(self, table: Table, seat: int, choices: list[int]) -> int:
        """Of whoever has the most Prestige, and never ourselves: rather the counter on his best Resource."""

        def harm(action: int) -> tuple[int, float, float]:
            place = PLACE_OF[action]
            on_spot = kind_of(action) == "strike-spot"
            owner = table.spot[place] if on_spot else place
            ahead = -1 if owner == seat else table.prestige[owner]
            worth = spot_worth(table, owner, place) if on_spot else 0.0
            return ahead, -worth if owner == seat else worth, self.rng.random()

        return max(choices, key=harm)


def repayment_now(table: Table, seat: int, w: list[float]) -> int:
    """Repay what is not needed for the next expedition and a counter, in part if need be; -1: not now.

    Money is scarce, and interest eats it: a debt that is left to grow is not repaid in time. But interest comes when
    the turn is over: until the last card is played, Treasury may still be put to better use.
    """
    stacks, treasury = table.loans[seat], table.treasury[seat]
    if not stacks or not treasury:
        return -1
    kept: i64 = 0
    if table.prestige[seat] < VICTORY_PRESTIGE:
        if table.cards_to_come(seat):
            return -1
        kept = i64((w[LATE_PURSE] if is_late(table, seat) else w[PURSE]) + 0.5)
    spare = treasury - kept
    smallest = stacks[-1]
    if spare >= smallest:
        return REPAY_ALL[smallest] if smallest > 1 else REPAY[1]
    return REPAY[smallest] if spare > 0 else -1


# --- the model of a turn ------------------------------------------------------------------------------------------


def outlook_of(
    table: Table, seat: int, weights: list[float] | None = None, among: list[Character] = EXPECTATIONS
) -> Outlook:
    """What a seat can expect of its characters this turn, or of some of them, by the usual weights or by others."""
    outlook = Outlook()
    look_ahead(outlook, table, seat, list(USUAL.values()) if weights is None else weights, among)
    return outlook


def look_ahead(outlook: Outlook, table: Table, seat: int, weights: list[float], among: list[Character]) -> None:
    """Let these characters write into an outlook what a seat can expect of them, and of nobody else."""
    outlook.begin(table, seat, weights)
    for character in among:
        character.foresee(table, seat, outlook)


def after_card(outlook: Outlook, course: Course, early: float, pair: Pair) -> Course:
    """The better of the two characters, in the course ahead; or the same course, if neither makes it better."""
    after, before = course.ahead, course.total
    after.total = before
    pair.one.planned(outlook, course, early, after)
    pair.two.planned(outlook, course, early, after)
    return after if after.total > before else course


def best_total(
    outlook: Outlook, course: Course, place: i64, rest: i64, length: i64, filler: float, fillers: float
) -> float:
    """What the best order of the cards still to be laid brings.

    `rest`: bits of those whose place matters; a card that brings nothing here is not laid here. The places that they
    leave are filled up with the others: one brings `filler`, two or more `fillers`, wherever they lie.
    """
    room = length - place
    if room <= 0:
        return course.total
    most = course.total + (fillers if room > 1 else filler)
    later = most - course.hurried
    last = fillers if room > 2 else filler if room > 1 else 0.0  # beside one card more
    early = earliness(place)
    for pair in HANDS[rest]:
        next_ = after_card(outlook, course, early, pair)
        if next_ is not course:
            others = rest ^ pair.bit
            if room > 1 and others:
                found = best_total(outlook, next_, place + 1, others, length, filler, fillers)
            else:
                found = next_.total + last
                if room > 1 and found - next_.hurried > later:
                    later = found - next_.hurried
            if found > most:
                most = found
    if later > outlook.later:
        outlook.later = later
    return most
