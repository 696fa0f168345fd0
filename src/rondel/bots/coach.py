"""The coach: what could be done here, how it is likely to end, what would follow, and why.

The search says what is best. The reasons are what a choice changes until its business is over, as the game's counsel
puts it (`Counsel.remarks`), in several worlds: what happens in only some of them is told with its chance. What all
choices have in common is no reason for any. Where nothing changes at once, the reason is what differs some way on: the
terms that the game's policy names (`Policy.terms`).
"""

from __future__ import annotations

import math
import random
import time
from typing import Any, Final

from rondel.bots.search import FEWEST, Budget, Candidate, Outcome, Search, difference, play_out
from rondel.kernel import flow
from rondel.kernel.bot import Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.counsel import Counsel, Remark
from rondel.kernel.events import Message
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game

WORLDS: Final = 8
"""In so many worlds it is looked at what a choice leads to."""
FEWEST_WORLDS: Final = 2
"""In so many at least, however short the time."""
PART: Final = 0.7
"""The part of the time that the search has; the rest is for the reasons."""
LONGEST: Final = 60
"""A choice is followed no further, should its business not be over by then."""
AHEAD: Final = 40
"""So many actions on, the terms are compared."""
LINE: Final = 5
"""So many decisions of the line that is expected are told."""
SILENT: Final = ("pass", "done")
"""Kinds of choices that such a line leaves out."""
IN_A_ROW: Final = 2
WORTH_TELLING: Final = 0.05
"""A term that changes by a smaller part of itself is no reason."""
EVIDENCE: Final = 3.5
"""So many standard errors must lie between two choices for a difference some way on to be told: many are looked for,
in few worlds."""
TRIFLE: Final = 0.5
"""A smaller difference is not told: nobody has a third of a war more."""
CLEARLY: Final = 1.6
"""So many standard errors must lie between a choice and the policy's own to be put before it, or to be told another
chance: with less, chance decides, and of six choices one is nearly always lucky."""
ENOUGH_GAMES: Final = 24
"""Of fewer games played out no chances are told: 0 of 8 is not 0 %."""
CERTAIN: Final = 60
"""Who wins all of fewer games is not told to win for certain: in so many, one may be missing out of twenty."""
MOST_REASONS: Final = 4
MOST_PRICES: Final = 2
"""So many of what is certain to be lost or paid are told besides: whoever compares two choices compares prices."""
NOTHING: Final = "coach.nothing"
"""What is said where nothing else can be."""
QUIET: Final = "coach.quiet"
"""The same where nothing can be said of any choice."""
HABIT: Final = "coach.habit"
"""The same of the choice that is advised: nothing but that a bot would make it."""
ONLY: Final = "coach.only"
"""The same where there is but one choice to speak of."""
PLAYED_OUT: Final = "coach.played-out"
"""What is said of the first choice where nothing speaks for it but that it did best."""
NEARER: Final = "coach.nearer"
"""What is said of it besides where another won as often or more: why it stands first all the same."""
FEWEST_CHOICES: Final = 3
"""So many choices are looked at, even if the policy has thought of fewer."""
LUCK: Final = 24
"""So often is it tried what comes of a choice where chance has a say."""
SURE: Final = 0.95
UNLIKELY: Final = 0.1
"""What happens more seldom is not told."""
TOGETHER: Final = 0.8
"""What happens in so large a part of the same worlds hangs on the same throw."""
EXACT: Final = 0.1
"""A number that is further from the one that is told is told as a rough one."""
STRAYS: Final = 0.3
"""What happens so much more often or more seldom than the table says hangs on something else."""
MOSTLY: Final = 0.9
"""So large a part of what may be thrown must have been thrown for it to be known what comes of each."""
STEPS: Final = 20
"""Chances are told in so many steps: some hundred games tell no more."""
BAD_TERMS: Final = ("rival", "debts", "unrest", "wars")
"""Terms of which less is better."""


class Ground:
    """One reason: what a choice changes, how likely, and whether that speaks for it."""

    def __init__(
        self, message: Message, weight: float, chance: float = 1.0, known: bool = False, rough: bool = False
    ) -> None:
        self.message = message
        self.weight = weight
        self.chance = chance
        self.rough = rough  # how much it is differs from world to world
        self.known = known  # the chance is what the table says, and not what was seen in some worlds

    def is_good(self) -> bool:
        return self.weight > 0.0

    def sign(self) -> str:
        """How it is written down: for the choice, against it, or neither."""
        return "+" if self.weight > 0.0 else "−" if self.weight < 0.0 else "·"

    def to_json(self) -> dict[str, Any]:
        good = self.is_good() if self.weight else None
        return {**self.message.to_json(), "good": good, "chance": self.likelihood(), "percent": self.percent()}

    def percent(self) -> int:
        return round(100 * self.chance)

    def likelihood(self) -> str:
        """How likely: in the table's own figure, or in words, as what is tried two dozen times says no more."""
        if self.known and 0 < self.percent() < 100:
            return "known"
        if self.chance >= SURE:
            return "rough" if self.rough else "sure"
        return "likely" if self.chance >= 0.67 else "even" if self.chance >= 0.34 else "unlikely"


class Tally:
    """A remark that was made in some of the worlds."""

    def __init__(self, remark: Remark) -> None:
        self.remark = remark
        self.times = 0
        self.worlds = 0  # bits of those in which it was made
        self.number = 0.0
        self.weight = 0.0
        self.odds = -1.0  # the chance of it that the table tells; -1: none
        self.foretold = 0.0  # the sum of the chances that the remarks tell themselves

    def add(self, remark: Remark, world: int) -> None:
        self.times += 1
        self.foretold += max(0.0, remark.odds)
        self.worlds |= 1 << world
        self.number += remark.number
        self.weight += remark.weight

    def mean(self) -> float:
        return self.number / self.times

    def ground(self, worlds: int, is_chance: bool = False) -> Ground:
        """`is_chance`: what it tells is a chance itself, and as exact as one can be."""
        remark = self.remark
        params = dict(remark.params)
        rough = "n" not in params and abs(self.mean() - whole(self.mean())) > EXACT
        params.setdefault("n", whole(self.mean()))
        key = remark.key if "." in remark.key else f"coach.{remark.key}"
        if is_chance:
            return Ground(Message(key, params), self.weight / worlds)
        return Ground(Message(key, params), self.weight / worlds, self.chance(worlds), self.is_known(worlds), rough)

    def is_foretold(self) -> bool:
        """Whether what it tells is still to be thrown for."""
        return self.remark.odds >= 0.0

    def is_known(self, worlds: int) -> bool:
        """Whether its chance is exact."""
        return self.odds >= 0.0 or (self.is_foretold() and self.times == worlds)

    def chance(self, worlds: int) -> float:
        if self.odds >= 0.0:
            return self.odds
        return (self.foretold if self.is_foretold() else self.times) / worlds


class Advice:
    """One choice."""

    def __init__(self, candidate: Candidate, seat: int) -> None:
        self.action = candidate.action
        self.seat = seat  # whoever is advised
        self.outcomes = candidate.outcomes
        self.results = candidate.results
        self.games = len(candidate.results)
        self.mean = candidate.mean()
        self.chances = candidate.chances()  # [seat] of winning, as the games went that were played out
        self.scores = [each / max(1, self.games) for each in candidate.scores]  # [seat] on average
        self.remarks: dict[str, Tally] = {}
        self.own: set[str] = set()  # which of them are on the choice itself
        self.terms: dict[str, list[float]] = {}  # what the position is worth some way on, in each world
        self.worlds = 0
        self.odds = -1.0  # the chance of what it begins, as the table tells it; -1: none
        self.dice: list[tuple[int, int]] = []  # what is thrown as soon as it is chosen, and how likely
        self.thrown: dict[int, int] = {}  # [what was thrown] bits of the worlds
        self.is_over = False  # the game is over with it, whatever others do
        self.wins = False  # and won
        self.enough = CERTAIN  # who wins all of so many games is told to win for certain
        self.is_nearer = False  # advised for how near it came to winning, though others won as often or more
        self.has_fewer = False  # and others won more
        self.line: list[tuple[int, int]] = []  # (seat, action): what is likely to follow
        self.grounds: list[Ground] = []

    def keep_own(self) -> None:
        """What comes of a choice that has no other beside it is no reason for it."""
        self.remarks = {key: tally for key, tally in self.remarks.items() if key in self.own}

    def tells_chances(self) -> bool:
        return self.games >= ENOUGH_GAMES

    def rough_chances(self) -> list[float]:
        """[seat] as they are told: in steps, and all of them together make one. A few games make nobody certain."""
        steps = [int(STEPS * chance) for chance in self.chances]
        rest = [STEPS * chance - step for chance, step in zip(self.chances, steps, strict=True)]
        for seat in sorted(range(len(steps)), key=lambda seat: -rest[seat])[: max(0, STEPS - sum(steps))]:
            steps[seat] += 1
        if STEPS in steps and not self.is_over:
            winner = steps.index(STEPS)
            if self.games < (self.enough if winner == self.seat else CERTAIN):
                others = [seat for seat in range(len(steps)) if seat != winner]
                steps[winner] -= 1
                steps[max(others, key=lambda seat: self.scores[seat])] += 1
        return [step / STEPS for step in steps]

    def figures(self) -> tuple[float, int]:
        """What is told of its own chance and score: by these whoever reads them compares choices."""
        return self.rough_chances()[self.seat], round(self.scores[self.seat])

    def allow_for_luck(self, longest: Advice) -> None:
        """Of fewer games than another was tried in: what is told allows for how lucky that one was in these."""
        if self.is_over or not 0 < self.games < longest.games:
            return
        for seat in range(len(self.chances)):
            own, other = ([each.wins[seat] for each in tried.outcomes] for tried in (self, longest))
            self.chances[seat] = max(0.0, self.chances[seat] + luck_in(own, other))
            own, other = ([each.scores[seat] for each in tried.outcomes] for tried in (self, longest))
            self.scores[seat] += luck_in(own, other)
        total = sum(self.chances) or 1.0
        self.chances = [chance / total for chance in self.chances]

    def hold_to(self, own: Advice) -> None:
        """What the games hardly tell from the policy's own choice is told the same; else as far as they bear it out."""
        if self is own or self.is_over or own.is_over:
            return
        mean, error = difference(self.results, own.results)
        part = 1.0 - (error / mean) ** 2 if mean and abs(mean) >= CLEARLY * error else 0.0
        for seat in range(len(self.chances)):
            self.chances[seat] = own.chances[seat] + part * (self.chances[seat] - own.chances[seat])
            self.scores[seat] = own.scores[seat] + part * (self.scores[seat] - own.scores[seat])

    def to_json(self, game: Game[Any]) -> dict[str, Any]:
        told = self.tells_chances()
        return {
            "action": game.catalogue[self.action].to_json(),
            "games": self.games,
            "chances": self.rough_chances() if told else None,
            "scores": [round(score, 1) for score in self.scores] if told else None,
            "line": [{"seat": seat, "action": game.catalogue[action].to_json()} for seat, action in self.line],
            "reasons": [ground.to_json() for ground in self.grounds],
        }


def luck_in(own: list[float], other: list[float]) -> float:
    """What is missing of the first, of which fewer worlds were seen, as far as both went the same way in these."""
    worlds = len(own)
    mean, elsewhere = sum(own) / worlds, sum(other[:worlds]) / worlds
    together = sum((own[world] - mean) * (other[world] - elsewhere) for world in range(worlds))
    apart = sum((other[world] - elsewhere) ** 2 for world in range(worlds))
    return (sum(other) / len(other) - elsewhere) * min(1.0, max(0.0, together / apart)) if apart else 0.0


class Looking(Search):
    """A search whose chances are told: they allow for how far scores may yet drift apart (`Counsel.spread`)."""

    def fewest(self) -> int:
        return ENOUGH_GAMES

    def outcome(self, state: State) -> Outcome:
        found = super().outcome(state)
        if state.pending:
            counsel: Counsel[Any] = self.game.counsel()
            found.wins = softened(found.wins, counsel.spread(state))
        return found


def softened(chances: list[float], spread: float) -> list[float]:
    """Chances as they would be, did scores that lie so many times further apart mean the same."""
    odds = [chance ** (1.0 / spread) for chance in chances]
    return [each / sum(odds) for each in odds]


def advise(
    game: Game[Any],
    state: State,
    seat: int,
    seed: str,
    budget: Budget,
    most: int = 6,
    among: list[int] | None = None,
) -> list[Advice]:
    """What to do, the best first; ValueError if the seat has nothing to decide or the game has nobody to ask.

    `among`: only these choices are looked at; by default, those that are sensible, at most so many.
    """
    if game.policy is None:
        raise ValueError(f"{game.name} has no bot that could give advice")
    sight = Sight(game, state, seat, random.Random(f"coach/{seed}"))
    if not sight.choices:
        raise ValueError(f"seat {seat} has nothing to decide")
    begun = time.perf_counter()
    policy: Policy[Any] = game.policy(random.Random(f"coach/policy/{seed}"))
    search = Budget(budget.simulations, PART * budget.seconds, budget.stop)
    looking = Looking(game, policy, f"coach/{seed}", evidence=CLEARLY)
    looking.waver = policy.DOUBT
    looking.follow(policy.OWN)
    actions = among or sensible(sight, looking.own, most)
    candidates = looking.look(sight, search, actions)
    advice = [Advice(each, seat) for each in candidates]
    deadline = begun + budget.seconds if budget.seconds > 0.0 else 0.0
    look_on(sight, looking, advice, seed, deadline, budget)
    longest = max(advice, key=lambda each: each.games)
    for each in advice:
        each.allow_for_luck(longest)
    own = next(each for each in advice if each.action == actions[0])
    for each in advice:
        each.hold_to(own)
        if any(other.wins for other in advice):
            each.enough = each.games + 1  # nothing stands beside it as equal
    advice = in_order(advice if among else different(advice))
    if len(advice) == 1 and not among:
        advice[0].keep_own()
    for place, each in enumerate(advice):
        others = [other for other in advice if other is not each]
        each.grounds = grounds(each, others, not place, game.counsel.CHANCES, game.counsel.IF)
    told = advice if among else distinct(game, advice)
    if all(is_silent(each) for each in told):
        alone = len(sight.choices) == 1
        for each in told:
            each.grounds = [Ground(Message(ONLY if alone else QUIET if len(advice) > 1 else HABIT), 0.0)]
    elif is_silent(told[0]) and not among:
        told[0].grounds = [Ground(Message(HABIT), 0.0)]
    return told


def different(advice: list[Advice]) -> list[Advice]:
    """Without what went the same way as another in every game: it is another way to do the same. But if all did, it
    does not matter what is chosen, and all are named."""
    kept: list[Advice] = []
    for each in advice:
        if not any(are_alike(each.results, other.results) for other in kept):
            kept.append(each)
    return kept if len(kept) > 1 else advice


def are_alike(one: list[float], other: list[float]) -> bool:
    """Whether two went the same way in all worlds that both were tried in, and that was often enough to tell."""
    worlds = min(len(one), len(other))
    return worlds >= FEWEST and one[:worlds] == other[:worlds]


def in_order(advice: list[Advice]) -> list[Advice]:
    """Those of which chances are told, by what is told, then the others; the first is what is advised, unless it hardly
    is better.

    The search looks at how near a victory was, too, which tells more of few games; whoever reads the figures sees only
    these. So what has the best ones comes first where the search finds no evidence against it, and where nobody wins
    whatever is chosen. Where there is such evidence that is said: the first would seem to be worse. What wins for
    certain is first in any case.
    """
    told = sorted((each for each in advice if each.tells_chances()), key=lambda each: each.figures(), reverse=True)
    rest = [each for each in advice if not each.tells_chances()]
    first, sure = advice[0], [each for each in [*told, *rest] if each.wins]
    if sure:
        first = sure[0]
    elif first.tells_chances() and told[0].figures() > first.figures():
        mean, error = difference(first.results, told[0].results)
        hopeless = all(each.chances[each.seat] < 0.5 / STEPS for each in told)
        if mean <= CLEARLY * error or hopeless:
            first = told[0]
    if first.tells_chances():
        first.is_nearer = told[0].figures() > first.figures()
        first.has_fewer = told[0].figures()[0] > first.figures()[0]
    return [first, *(each for each in [*told, *rest] if each is not first)]


def sensible(sight: Sight, policy: Policy[Any], most: int) -> list[int]:
    """The choices that deserve a look: the policy's own, those it thinks something of, and if these are few, others."""
    catalogue, aside = sight.game.catalogue, sight.game.counsel.ASIDE
    counsel: Counsel[Any] = sight.game.counsel()
    world = sight.imagine()
    choices = [
        action
        for action in sight.choices
        if catalogue[action].kind not in aside and not counsel.is_idle(world, sight.seat, action)
    ] or sight.choices
    listed = policy.compared(world, sight.seat, choices)
    for action in choices:
        if len(listed) >= FEWEST_CHOICES:
            break
        if action not in listed:
            listed.append(action)
    return listed[:most]


def distinct(game: Game[Any], advice: list[Advice]) -> list[Advice]:
    """Of choices of one kind that lead to the same, the first alone; where nothing can be said yet, all of them."""
    kept: list[Advice] = []
    told: set[str] = set()
    for each in advice:
        said = f"{game.catalogue[each.action].kind} {[ground.to_json() for ground in each.grounds]}"
        if said not in told or is_silent(each):
            told.add(said)
            kept.append(each)
    return kept


# --- what a choice leads to -------------------------------------------------------------------------------------------


def look_on(sight: Sight, looking: Search, advice: list[Advice], seed: str, deadline: float, budget: Budget) -> None:
    """What each choice leads to, in the same worlds and with the same luck: remarks, and terms some way on."""
    counsel: Counsel[Any] = sight.game.counsel()
    policy, who = looking.policy, sight.seat
    chancy = False
    for world in range(LUCK):
        if world >= FEWEST_WORLDS and is_late(deadline, budget):
            break
        if world >= WORLDS and not chancy:
            break
        start = sight.imagine()
        moment = -1
        for each in advice:
            luck = random.Random(f"coach/{seed}/{world}")
            policy.rng.seed(world)
            twin = start.copy()
            looking.follow(looking.way)
            flow.play(twin, who, each.action)
            if each.is_over or not world:
                over = twin.copy()
                each.is_over = ends_game(over, policy, who, looking.apart())
                each.wins = each.is_over and (each.wins or not world) and is_first(sight.game, over, who)
            policy.rng.seed(world)
            if world == 0:
                each.odds = counsel.odds(twin, who) if twin.pending else -1.0
                each.line = line(sight.game, twin.copy(), looking, who, random.Random(f"coach/{seed}/{world}"))
            if twin.pending and flow.to_act(twin)[0] == CHANCE and not ends_here(counsel, start, twin, who):
                chancy = True
                throw(each, twin, world, luck)
            chancy |= settle(twin, counsel, policy, luck, who, looking.apart(), start)
            for remark in counsel.remarks(start, twin, who):
                note(each, remark, world)
            for remark in counsel.on_choice(start, who, each.action):
                each.own.add(note(each, remark, world))
            each.worlds += 1
            if world < WORLDS and twin.pending:
                moment = some_way_on(twin, policy, luck, moment, looking.apart(), who)
                for name, value in policy.terms(twin, who):
                    each.terms.setdefault(name, []).append(value)
    for each in advice:
        tell_odds(each)
        tell_throw(each)


def some_way_on(
    state: State, policy: Policy[Any], luck: random.Random, moment: int, own: Policy[Any] | None, who: int
) -> int:
    """Play on to where the terms are compared; the moment that it is, or where a game knows none, -1.

    In a game that says when it can well be judged that is the next such moment `AHEAD` actions on, and with every
    choice the same one: the income of a round is no fruit of what only comes later in it.
    """
    if moment < 0:
        play_out(state, policy, luck, AHEAD, own=own, who=who)
    if policy.values() is None:
        return -1
    play_out(state, policy, luck, deadline=max(0, moment), own=own, who=who)
    return max(moment, policy.moment(state)) if state.pending else moment


def ends_game(state: State, policy: Policy[Any], seat: int, own: Policy[Any] | None) -> bool:
    """Whether the game is over with what was chosen, or with what its seat alone has yet to choose."""
    for _ in range(LONGEST):
        if not state.pending:
            break
        if any(acting != seat for acting in flow.to_act(state)):
            return False
        play_out(state, policy, policy.rng, 1, own=own, who=seat)
    return not state.pending


def is_first(game: Game[Any], state: State, seat: int) -> bool:
    """Whether a seat won, alone."""
    ranks = game.ranks(state)
    return ranks[seat] == 1 and ranks.count(1) == 1


def throw(advice: Advice, state: State, world: int, luck: random.Random) -> None:
    """What is thrown as soon as it is chosen: its chance is known, and what comes of it is put down."""
    odds = flow.odds(state)
    thrown = pick(odds, luck.getrandbits(62))
    if not world:
        advice.dice = odds
    elif advice.dice != odds:
        advice.dice = []  # it hangs on what is hidden
    advice.thrown[thrown] = advice.thrown.get(thrown, 0) | 1 << world
    flow.play(state, CHANCE, thrown)


def tell_throw(advice: Advice) -> None:
    """What hangs on the first throw alone is told with the chance of that, and not by how often it was thrown.

    What was never thrown is taken to do as the throw before it does, one success fewer.
    """
    chances: dict[int, float] = {}
    total, seen = sum(weight for _, weight in advice.dice), 0.0
    known = next((action for action, _ in advice.dice if action in advice.thrown), -1)
    for action, weight in advice.dice:
        if action in advice.thrown:
            known = action
            seen += weight / total
        chances[known] = chances.get(known, 0.0) + weight / total
    if seen < MOSTLY:
        return
    for tally in advice.remarks.values():
        parts = {action: tally.worlds & worlds for action, worlds in advice.thrown.items()}
        if (
            tally.times < advice.worlds
            and not tally.is_foretold()
            and all(part in (0, advice.thrown[action]) for action, part in parts.items())
        ):
            tally.odds = sum(chances[action] for action, part in parts.items() if part)


def tell_odds(advice: Advice) -> None:
    """What hangs on the throw whose chance the table tells is told with that very chance, or with that of the contrary.

    The best that happens in some worlds only is what the throw is for. What is foretold has its chance already.
    """
    if any(tally.is_foretold() for tally in advice.remarks.values()):
        return
    chancy = [tally for tally in advice.remarks.values() if tally.times < advice.worlds]
    hoped = max(chancy, key=lambda tally: tally.weight, default=None)
    if hoped is None or hoped.weight <= 0.0:  # it went well in all of them, by luck or with another try
        good = [tally for key, tally in advice.remarks.items() if tally.weight > 0.0 and key not in advice.own]
        hoped = max(good, key=lambda tally: tally.weight, default=None)
        chancy += good
    if hoped is None or advice.odds < 0.0:
        return
    if abs(hoped.times / advice.worlds - advice.odds) > STRAYS:
        return
    every = (1 << advice.worlds) - 1
    for tally in chancy:
        if overlap(tally.worlds, hoped.worlds) >= TOGETHER:
            tally.odds = advice.odds
        elif overlap(tally.worlds, every & ~hoped.worlds) >= TOGETHER:
            tally.odds = 1.0 - advice.odds


def overlap(one: int, other: int) -> float:
    """The part of the worlds in either that is in both."""
    return (one & other).bit_count() / max(1, (one | other).bit_count())


def is_late(deadline: float, budget: Budget) -> bool:
    if budget.stop is not None and budget.stop():
        return True
    return deadline > 0.0 and time.perf_counter() >= deadline


def settle(
    state: State,
    counsel: Counsel[Any],
    policy: Policy[Any],
    luck: random.Random,
    seat: int,
    own: Policy[Any] | None = None,
    start: State | None = None,
) -> bool:
    """Play on until the business that the seat began is over; whether chance had a say in it.

    `own`: what the seat itself plays by. `start`: no further than it is asked of something else than it was there.
    """
    chancy = False
    for _ in range(LONGEST):
        if not state.pending or ends_here(counsel, start, state, seat):
            break
        chancy |= flow.to_act(state)[0] == CHANCE
        play_out(state, policy, luck, 1, own=own, who=seat)
    return chancy


def ends_here(counsel: Counsel[Any], start: State | None, state: State, seat: int) -> bool:
    """Whether the look at a choice made in `start` ends here."""
    return counsel.is_settled(state, seat) or (start is not None and counsel.is_another(start, state, seat))


def note(advice: Advice, remark: Remark, world: int) -> str:
    """Put a remark down; what it is known by."""
    named = [f"{name}={value}" for name, value in remark.params.items() if not is_amount(name, value)]
    key = " ".join([remark.key, *named])
    if key not in advice.remarks:
        advice.remarks[key] = Tally(remark)
    advice.remarks[key].add(remark, world)
    return key


def is_amount(name: str, value: Any) -> bool:
    return isinstance(value, (int, float)) and name != "seat"


def line(game: Game[Any], state: State, looking: Search, who: int, rng: random.Random) -> list[tuple[int, int]]:
    """The next decisions that were decisions, as the policy would make them; of several of a kind in a row, two.

    Without what only ends or leaves out something, talk, and orders for later; nor does it begin with what whoever is
    advised is asked next: then the coach looks more closely, and may find another answer.
    """
    told: list[tuple[int, int]] = []
    recent: list[tuple[int, str]] = []
    quiet = (*SILENT, *game.counsel.ASIDE)
    for _ in range(LONGEST):
        if not state.pending or len(told) >= LINE:
            break
        step = state.pending[-1]
        seat = step.to_act(state)[0]
        if seat == CHANCE:
            action = pick(flow.odds(state), rng.getrandbits(62))
        else:
            choices = step.choices(state, seat)
            policy = looking.own if seat == who else looking.policy
            action = policy.choose(state, seat, choices)
            kind = game.catalogue[action].kind
            is_next = not told and seat == who and kind in game.counsel.ANSWERS
            is_told = not is_next and kind not in quiet and not step.SECRET
            if len(choices) > 1 and is_told and (seat, action) not in told:
                if recent[-IN_A_ROW:] != [(seat, kind)] * IN_A_ROW:
                    told.append((seat, action))
                recent.append((seat, kind))
        flow.play(state, seat, action)
    return told


# --- reasons ----------------------------------------------------------------------------------------------------------


def grounds(
    one: Advice,
    others: list[Advice],
    first: bool = False,
    chances: tuple[str, ...] = (),
    conditional: tuple[str, ...] = (),
) -> list[Ground]:
    """What speaks for a choice and against it, the weightiest first; what all choices share is left out.

    `first`: it is the one that is advised, so that something must speak for it: if nothing else, that it did best.
    `chances`: remarks that are told only where they are sure (`Counsel.CHANCES`); `conditional`: those that say
    themselves what they hang on (`Counsel.IF`).
    """
    found: list[Ground] = []
    for key, tally in one.remarks.items():
        name = tally.remark.key
        if tally.chance(one.worlds) < (SURE if name in chances else UNLIKELY):
            continue
        if not others or not all(is_shared(key, tally, one, other) for other in others):
            found.append(tally.ground(one.worlds, name in chances or name in conditional))
    found = weightiest(found)
    if not any(each.is_good() for each in found):
        some = first or bool(found)
        found += [each for each in later(one, others) if each.is_good() or not some]
    if first and one.is_nearer:
        found += did_best(one, others)
    elif first and not any(each.is_good() for each in found):
        habit = [Ground(Message(HABIT), 0.0)] if found else []
        found = (did_best(one, others) or habit) + found
    found.sort(key=lambda each: not each.is_good())
    return found or [Ground(Message(NOTHING), 0.0)]


def is_silent(advice: Advice) -> bool:
    return advice.grounds[0].message.key == NOTHING


def did_best(one: Advice, others: list[Advice]) -> list[Ground]:
    """That a choice did best, or as well as any, if there were games enough to say so."""
    if not others or not one.tells_chances():
        return []
    if one.is_nearer:
        return [Ground(Message(NEARER, {"n": one.games, "fewer": one.has_fewer}), 0.01)]
    rivals = [other for other in others if other.tells_chances()]
    best = all(one.mean > other.mean and one.figures() > other.figures() for other in rivals)
    return [Ground(Message(PLAYED_OUT, {"n": one.games, "best": best}), 0.01)]


def weightiest(found: list[Ground]) -> list[Ground]:
    """So many as are told: by weight, but the best of what speaks for the choice is always among them."""
    found = sorted(found, key=lambda each: -abs(each.weight))
    good = next((each for each in found if each.is_good()), None)
    if good is not None and good not in found[:MOST_REASONS]:
        found.remove(good)
        found.insert(MOST_REASONS - 1, good)
    prices = [each for each in found[MOST_REASONS:] if each.weight < 0.0 and each.likelihood() in ("sure", "rough")]
    return found[:MOST_REASONS] + prices[:MOST_PRICES]


def is_shared(key: str, tally: Tally, one: Advice, other: Advice) -> bool:
    theirs = other.remarks.get(key)
    if theirs is None:
        return False
    often = abs(tally.chance(one.worlds) - theirs.chance(other.worlds))
    near = 0.02 if tally.is_known(one.worlds) and theirs.is_known(other.worlds) else 0.13
    mean, mean_there = tally.mean(), theirs.mean()
    return often < near and (abs(mean - mean_there) < 0.3 or whole(mean) == whole(mean_there))


def whole(number: float) -> int:
    """As it is told: nobody has half an army; what is there at all counts as one."""
    size = math.floor(abs(number) + 0.5)
    if number:
        size = max(1, size)
    return size if number >= 0.0 else -size


def later(one: Advice, others: list[Advice]) -> list[Ground]:
    """The terms in which a choice differs most, some way on, from what the others lead to: at most two."""
    if not others:
        return []
    found: list[Ground] = []
    for name, values in one.terms.items():
        worlds = range(min(len(other.terms.get(name, ())) for other in others))
        elsewhere = [sum(other.terms[name][world] for other in others) / len(others) for world in worlds]
        gap, error = difference(values, elsewhere)
        weight = abs(gap) / (1.0 + abs(sum(values) / len(values)))
        if weight >= WORTH_TELLING and abs(gap) >= max(TRIFLE, EVIDENCE * error):
            is_good = (gap > 0.0) != (name in BAD_TERMS)
            message = Message(f"coach.later.{name}", {"n": whole(abs(gap)), "less": gap < 0.0})
            found.append(Ground(message, weight if is_good else -weight))
    found.sort(key=lambda each: -abs(each.weight))
    return [each for place, each in enumerate(found[:2]) if not place or differ(each, found[0])]


def differ(one: Ground, other: Ground) -> bool:
    """Money that counts as points is told once."""
    return one.message.params != other.message.params
