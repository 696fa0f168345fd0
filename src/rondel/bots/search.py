"""Search: candidates of a policy compared by playing games out, and a change of mind only on evidence.

A decision is looked at in many worlds that the seat cannot tell from the true one. In each world every candidate is
tried, followed by the policy for all seats, with the same luck for all candidates (`Luck`), so that only these differ.
The worst are dropped along the way, and the policy's own choice is given up only for one that did clearly better.

A plan is made in the same way, where the policy says so: ways to play for a stretch of the game are compared, and the
one that did best is followed until the stretch is over.
"""

from __future__ import annotations

import math
import random
import time
import zlib
from collections.abc import Callable
from typing import Any, Final

from rondel.kernel import flow
from rondel.kernel.bot import AS_USUAL, Bot, Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.flow import CHANCE, NOBODY, ChanceStep, State, Step
from rondel.kernel.game import Game

LONGEST: Final = 20_000
"""A game that is played out goes no further: it is judged as it stands then."""
FEWEST: Final = 6
"""So many worlds are looked at before anything is dropped or a mind is changed."""
HOPELESS: Final = 1.6
"""A candidate that is so many standard errors behind the best is dropped."""
TRIFLE: Final = 0.002
"""A candidate that is not likely to do better than the policy's own choice by more than this is dropped: whatever is
chosen there, it hardly matters, and the time is better kept."""
DECIDED: Final = 3.0
"""What is so many standard errors better than the policy's own choice has replaced it: that is not tried any more."""
SURE: Final = 3
"""In so many worlds a choice must win at once, lest that hangs on something hidden."""
EACH: Final = 16
"""So many games there must be for each way to play that is compared with others."""
FAR: Final = 200
"""With so many games for a decision a search looks one round further ahead."""
VICTORY: Final = 0.3
"""The part of a result that is victory itself; the rest is how near it was, which takes fewer games to tell."""
SPREAD: Final = 0.24
"""Scores that differ by this part of the best are near each other."""


class Budget:
    """How long a search may go on: simulations, seconds, or both; `stop` ends it at once.

    `clock`: what tells the seconds; a tournament counts those of the processor, whatever else runs on the machine.
    """

    def __init__(
        self,
        simulations: int = 0,
        seconds: float = 0.0,
        stop: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if simulations <= 0 and seconds <= 0.0:
            raise ValueError("a search needs an end: simulations or seconds")
        self.simulations = simulations
        self.seconds = seconds
        self.stop = stop
        self.clock = clock

    def times(self, factor: int) -> Budget:
        """As many times the games, in no more time."""
        return Budget(self.simulations * factor, self.seconds, self.stop, self.clock)

    def part(self, share: float) -> Budget:
        """A part of it, for a decision of less weight."""
        if share >= 1.0:
            return self
        simulations = max(1, round(self.simulations * share)) if self.simulations > 0 else 0
        return Budget(simulations, self.seconds * share, self.stop, self.clock)


class Clock:
    """A budget that is being spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.begun = budget.clock()
        self.played = 0

    def spent(self) -> float:
        """The part of the budget that is used up; 1 and more: all of it."""
        budget = self.budget
        if budget.stop is not None and budget.stop():
            return 1.0
        part = 0.0
        if budget.simulations > 0:
            part = self.played / budget.simulations
        if budget.seconds > 0.0:
            part = max(part, (budget.clock() - self.begun) / budget.seconds)
        return part


NO_ACTION: Final = -1


class Candidate:
    """One choice, and how it did in each world; or one way to play on from here."""

    def __init__(self, action: int, seats: int, way: int = AS_USUAL) -> None:
        self.action = action  # NO_ACTION: nothing is chosen yet
        self.way = way  # how its seat plays on, until the stretch is over
        self.results: list[float] = []  # [world] -> what the deciding seat got; those tried longest have the most
        self.outcomes: list[Outcome] = []  # [world] -> how it ended for every seat
        self.shares: list[float] = [0.0] * seats  # what every seat got, added up
        self.wins: list[float] = [0.0] * seats  # games won, added up; who shares the first place has a part of it
        self.scores: list[float] = [0.0] * seats  # final scores, added up
        self.dropped = False
        self.wins_now = False  # in whatever world, the game is over with it, and won

    def add(self, outcome: Outcome, seat: int) -> None:
        self.results.append(outcome.shares[seat])
        self.outcomes.append(outcome)
        for each in range(len(self.shares)):
            self.shares[each] += outcome.shares[each]
            self.wins[each] += outcome.wins[each]
            self.scores[each] += outcome.scores[each]

    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0

    def chances(self) -> list[float]:
        """[seat] the share of the games played out that it won."""
        worlds = max(1, len(self.results))
        return [each / worlds for each in self.wins]


class Outcome:
    """How a game ended for every seat: the part of the victory, and how content it may be with the result."""

    def __init__(self, wins: list[float], shares: list[float], scores: list[float]) -> None:
        self.wins = wins
        self.shares = shares
        self.scores = scores


def outcome_of(game: Game[Any], state: State) -> Outcome:
    """To win is what counts; how near it was makes up the rest, so that few games tell more (`VICTORY`)."""
    ranks = game.ranks(state)
    first = ranks.count(1)
    wins = [(1.0 / first if rank == 1 else 0.0) for rank in ranks]
    return outcome_with(wins, [float(score) for score in game.scores(state)])


def outlook_of(standing: list[float]) -> Outcome:
    """The same where a game breaks off: by what the seats are likely to score."""
    spread = 1.0 + 0.12 * abs(max(standing))
    highest = max(standing)
    odds = [math.exp((value - highest) / (0.6 * spread)) for value in standing]
    total = sum(odds)
    return outcome_with([each / total for each in odds], standing)


def outcome_with(wins: list[float], scores: list[float]) -> Outcome:
    spread = 2.0 + SPREAD * abs(max(scores))
    shares: list[float] = []
    for seat in range(len(scores)):
        rival = max((scores[other] for other in range(len(scores)) if other != seat), default=0.0)
        near = 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (rival - scores[seat]) / spread))))
        shares.append(VICTORY * wins[seat] + (1.0 - VICTORY) * near)
    return Outcome(wins, shares, scores)


WORD: Final = (1 << 64) - 1
KINDS: Final[dict[type[Step[Any]], int]] = {}
"""A number for each kind of throw, the same in every process."""


class Luck:
    """Luck that two games have in common although they differ: each seat has dice of its own for each kind of throw.

    The second exploration of a seat brings the same in both, whatever else was thrown in between. With one row of
    throws for all, a single throw more would change everything that comes later, and that would be compared.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.thrown: dict[int, int] = {}

    def draw(self, state: State) -> int:
        """A large number for the throw that is next."""
        step = state.pending[-1]
        kind = KINDS.get(type(step), 0)
        if not kind:
            kind = zlib.crc32(type(step).__name__.encode()) | 1
            KINDS[type(step)] = kind
        thrower = step.thrower(state) if isinstance(step, ChanceStep) else NOBODY
        which = (kind << 5) + thrower + 1  # shifted, not multiplied: see `product`
        number = self.thrown.get(which, 0)
        self.thrown[which] = number + 1
        return mixed(self.seed + (which << 12) + number)


def mixed(number: int) -> int:
    """Another number, that tells nothing of those of its neighbours (the last steps of SplitMix64)."""
    number = product(number & WORD, 0x9E3779B97F4A7C15)
    number = product(number ^ (number >> 30), 0xBF58476D1CE4E5B9)
    number = product(number ^ (number >> 27), 0x94D049BB133111EB)
    return (number ^ (number >> 31)) >> 2


LIMB: Final = 22
"""Three limbs of so many bits hold a word, and the products of two are small."""


def product(one: int, other: int) -> int:
    """The last 64 bits of a product of two numbers of 64 bits.

    Reckoned limb by limb: compiled, a product of large numbers must not be interrupted, and Ctrl-C would.
    """
    part = (1 << LIMB) - 1
    a, b, c = one & part, one >> LIMB & part, one >> 2 * LIMB
    d, e, f = other & part, other >> LIMB & part, other >> 2 * LIMB
    low = a * d
    middle = a * e + b * d + (low >> LIMB)
    high = a * f + b * e + c * d + (middle >> LIMB)
    return (low & part) | (middle & part) << LIMB | (high & (1 << 64 - 2 * LIMB) - 1) << 2 * LIMB


def play_out(
    state: State,
    policy: Policy[Any],
    rng: random.Random,
    limit: int = LONGEST,
    deadline: int = -1,
    luck: Luck | None = None,
    own: Policy[Any] | None = None,
    who: int = NOBODY,
) -> int:
    """Play on by the policy for every seat, until the game is over or `limit` actions are done; how many were.

    `deadline`: until the policy's moment of that number is reached. `luck`: what is thrown; by default, whatever `rng`
    brings. `own`: what the seat `who` plays by; its plan is over with this stretch of the game, and then it goes on in
    its `OWN` way.
    """
    played = 0
    pending = state.pending
    apart: Policy[Any] = policy if own is None else own
    if own is None:
        who = NOBODY
    stretch = policy.stretch(state) if who != NOBODY else -1
    seats = flow.to_act(state)
    while pending and played < limit:
        if deadline >= 0 and policy.moment(state) >= deadline:
            break
        step = pending[-1]
        seat = seats[0]
        if seat == CHANCE:
            action = pick(flow.odds(state), rng.getrandbits(62) if luck is None else luck.draw(state))
        else:
            choices = step.choices(state, seat)
            if len(choices) == 1:
                action = choices[0]
            elif seat != who:
                action = policy.choose(state, seat, choices)
            else:
                if policy.stretch(state) != stretch:
                    stretch = policy.stretch(state)
                    apart.follow(policy.OWN)
                action = apart.choose(state, seat, choices)
        step.chosen(state, seat, action)
        seats = flow.advance(state)
        played += 1
    return played


def further(budget: Budget) -> int:
    """How many rounds more than usual a search looks ahead: as far as its games can see through the luck."""
    return int(budget.simulations <= 0 or budget.simulations >= FAR)


def difference(one: list[float], other: list[float]) -> tuple[float, float]:
    """How much better the first did in the worlds that both were tried in: the mean, and its standard error."""
    worlds = min(len(one), len(other))
    if worlds < 2:
        return 0.0, 1.0
    gaps = [one[world] - other[world] for world in range(worlds)]
    mean = sum(gaps) / worlds
    variance = sum((gap - mean) * (gap - mean) for gap in gaps) / (worlds - 1)
    return mean, math.sqrt(variance / worlds)


class Search:
    """Looks at decisions of one game. The same seed and a budget in simulations always find the same."""

    def __init__(
        self, game: Game[Any], policy: Policy[Any], seed: str, most: int = 6, evidence: float | None = None
    ) -> None:
        self.game = game
        self.policy = policy  # its generator is set anew before every game that is played out
        self.seed = seed
        self.most = most
        self.evidence: float = policy.EVIDENCE if evidence is None else evidence
        self.own = policy  # what the seat plays by that is to decide; another one once it has a plan
        self.way = AS_USUAL  # its plan
        self.thorough = False  # how well each does is of interest, and not only which is best
        self.waver: float = policy.WAVER  # how much everybody wavers in games that are played out
        self.looked = 0
        self.actions = 0  # simulated so far, in all

    def look(self, sight: Sight, budget: Budget, among: list[int] | None = None) -> list[Candidate]:
        """The candidates, the one to choose first, then by how they did.

        `among`: these are compared, the first being the one that is to be given up only on evidence, and looked at on
        when it is clear what to choose, so that it can be told how well each does. By default, what the policy
        shortlists.
        """
        self.thorough = bool(among)
        clock = Clock(budget)
        rng = random.Random(f"{self.seed}/{self.looked}")
        self.looked += 1
        self.policy.rng.seed(rng.getrandbits(62))
        world = sight.imagine()
        seats = world.seats
        actions = among or self.worth_a_look(sight, world, self.number(budget))
        candidates = [Candidate(action, seats, self.way) for action in actions]
        for each in candidates:
            each.wins_now = self.wins_now(sight, world.copy(), each.action)
        if len(candidates) > 1 and (self.thorough or not any(each.wins_now for each in candidates)):
            self.compare(sight, candidates, clock, rng)
        return self.ranked(candidates)

    def wins_now(self, sight: Sight, world: State, action: int) -> bool:
        """Whether a choice ends the game at once, and the seat is first alone: then nothing can be better."""
        for _ in range(SURE):
            flow.play(world, sight.seat, action)
            if world.pending:
                return False
            ranks = self.game.ranks(world)
            if ranks[sight.seat] != 1 or ranks.count(1) > 1:
                return False
            world = sight.imagine()
        return True

    def plan(self, sight: Sight, budget: Budget) -> list[Candidate]:
        """Ways to play for the rest of this stretch, the one to follow first, then by how they did.

        What was planned before is given up only on evidence.
        """
        self.thorough = False
        clock = Clock(budget)
        rng = random.Random(f"{self.seed}/{self.looked}")
        self.looked += 1
        seats = sight.imagine().seats
        number = self.policy.WAYS
        if budget.simulations > 0:
            number = min(number, budget.simulations // EACH)
        ways = [self.way]
        ways += [known for known in dict.fromkeys((self.policy.OWN, AS_USUAL)) if known != self.way]
        while len(ways) < number:
            ways.append(1 + rng.getrandbits(31))
        candidates = [Candidate(NO_ACTION, seats, way) for way in ways[: max(1, number)]]
        if len(candidates) > 1:
            self.compare(sight, candidates, clock, rng)
        return self.ranked(candidates)

    def follow(self, way: int) -> None:
        """The seat that is to decide plays this way from now on."""
        if way != AS_USUAL and self.own is self.policy:
            self.own = type(self.policy)(self.policy.rng, self.policy.weights)
        if self.own is not self.policy:
            self.own.follow(way)  # also where it is the same: in the game before, the plan may have been over
        self.way = way

    def apart(self) -> Policy[Any] | None:
        """What the seat plays by, if that is another way than the others'."""
        return None if self.own is self.policy else self.own

    def worth_a_look(self, sight: Sight, world: State, most: int) -> list[int]:
        """What the policy shortlists, its own choice first; without what only leads to talk and orders."""
        aside = self.game.counsel.ASIDE
        listed = self.own.shortlist(world, sight.seat, sight.choices, most + len(aside))
        others = [action for action in listed[1:] if not aside or self.game.catalogue[action].kind not in aside]
        return [listed[0], *others][:most]

    def number(self, budget: Budget) -> int:
        """How many candidates a budget is enough for: with fewer games for each there would be no evidence."""
        if budget.simulations <= 0:
            return self.most
        return max(2, min(self.most, budget.simulations // (FEWEST + 2)))

    def compare(self, sight: Sight, candidates: list[Candidate], clock: Clock, rng: random.Random) -> None:
        seat, policy = sight.seat, self.policy
        while clock.spent() < 1.0:
            world = sight.imagine()
            deadline = policy.deadline(world, further(clock.budget)) if candidates[0].action != NO_ACTION else -1
            limit = LONGEST if deadline >= 0 or not policy.AHEAD else policy.AHEAD
            of_chance, of_policy = rng.getrandbits(62), rng.getrandbits(62)
            for candidate in candidates:
                if candidate.dropped:
                    continue
                if candidate.results and clock.spent() >= 1.0:
                    break
                twin = world.copy()
                policy.rng.seed(of_policy)
                policy.waver = self.waver
                self.follow(candidate.way)
                if candidate.action != NO_ACTION:
                    flow.play(twin, seat, candidate.action)
                self.actions += 1 + play_out(twin, policy, rng, limit, deadline, Luck(of_chance), self.apart(), seat)
                policy.waver = 1.0
                candidate.add(self.outcome(twin), seat)
                clock.played += 1
            if len(candidates[0].results) == 1 and candidates[0].action == NO_ACTION:
                self.hurry(candidates, clock)
            if self.weed(candidates, clock.spent()):
                break

    def hurry(self, candidates: list[Candidate], clock: Clock) -> None:
        """Where there is no time for so many ways to play, fewer are compared, and those well enough."""
        games = clock.played / max(1e-9, clock.spent())
        for each in candidates[max(2, int(games / EACH)) :]:
            each.dropped = True

    def outcome(self, state: State) -> Outcome:
        """How a game ended, or is likely to end where it broke off."""
        if state.pending and (self.policy.AHEAD or self.policy.values() is not None):
            return outlook_of(self.policy.standing(state))
        return outcome_of(self.game, state)

    def fewest(self) -> int:
        """So many worlds are looked at before anything is dropped."""
        return FEWEST

    def weed(self, candidates: list[Candidate], spent: float) -> bool:
        """Drop what is hopeless, and on the way all but the better half; whether nothing is left to compare."""
        own = candidates[0]
        alive = [each for each in candidates if not each.dropped]
        if len(own.results) < self.fewest():
            return False
        alive.sort(key=lambda each: -each.mean())
        best = alive[0]
        for each in alive:
            if each is not own and each is not best:
                mean, error = difference(each.results, best.results)
                if mean <= -HOPELESS * error:
                    each.dropped = True
        for each in alive:
            if each is not own and not self.thorough:
                mean, error = difference(each.results, own.results)
                if mean + HOPELESS * error <= TRIFLE:
                    each.dropped = True
                elif each is best and mean > DECIDED * error and len(own.results) >= 2 * FEWEST:
                    own.dropped = True
        if best is own or best.results == own.results:
            for each in alive:
                if each is not own and each.results == own.results:
                    each.dropped = True  # another way to do the same
        allowed = len(candidates) if spent < 0.33 else max(2, len(candidates) // 2) if spent < 0.66 else 2
        left = [each for each in alive if not each.dropped]
        for each in left[allowed:]:
            if each is not own:
                each.dropped = True
        return sum(1 for each in candidates if not each.dropped) <= 1

    def ranked(self, candidates: list[Candidate]) -> list[Candidate]:
        """The policy's own choice first, unless another that was looked at to the end did clearly better."""
        own = candidates[0]
        rest = sorted(candidates[1:], key=lambda each: (each.dropped, -each.mean()))
        won = [each for each in candidates if each.wins_now]
        if won:
            return [won[0], *(each for each in [own, *rest] if each is not won[0])]
        if rest and not rest[0].dropped and len(rest[0].results) >= FEWEST:
            mean, error = difference(rest[0].results, own.results)
            if mean > self.evidence * error:
                return [rest[0], own, *rest[1:]]
        return [own, *rest]


class SearchBot(Bot):
    """Plays by search. A decision gets the part of the budget that the policy thinks it deserves, and may get none.

    Where the policy plans, a way to play is chosen first, and followed until the stretch of the game is over.
    """

    def __init__(self, search: Search, budget: Budget) -> None:
        self.search = search
        self.budget = budget
        self.way: int = search.policy.OWN
        self.stretch = -1  # the part of the game that the way was chosen for
        self.made = 0  # the last of the plans that were made for it
        self.thought = 0  # how often that was thought about

    def memory(self) -> list[int]:
        return [self.stretch, self.made, self.thought, self.way] if self.made else []

    def remember(self, memory: list[int]) -> None:
        if len(memory) == 4:
            self.stretch, self.made, self.thought, self.way = memory

    def choose(self, sight: Sight) -> int:
        if len(sight.choices) == 1:
            return sight.choices[0]
        policy = self.search.policy
        world = sight.imagine()
        stretch, made = policy.stretch(world), policy.plans(world)
        if stretch != self.stretch:
            self.stretch, self.made, self.way = stretch, 0, policy.OWN
        self.search.follow(self.way)
        if made > self.made:
            self.made, self.thought = made, 0
        if made > 0 and self.thought <= policy.AFTERTHOUGHTS:
            self.thought += 1
            self.way = self.search.plan(sight, self.budget.times(policy.PLAN))[0].way
            self.search.follow(self.way)
        attention = policy.attention(world)
        if attention <= 0.0:
            return self.search.own.choose(world, sight.seat, sight.choices)
        return self.search.look(sight, self.budget.part(attention))[0].action
