"""What a bot is, what it gets to see, and the shape that all of ours share."""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, Generic

from mypy_extensions import mypyc_attr

from rondel.kernel import flow
from rondel.kernel.flow import S, State, Step
from rondel.kernel.game import Game
from rondel.kernel.values import Values


class Sight:
    """A decision as a seat sees it: its choices, its view, and worlds that it cannot tell from the true one."""

    def __init__(self, game: Game[Any], state: State, seat: int, rng: random.Random) -> None:
        self.game = game
        self.seat = seat
        self.choices: list[int] = flow.legal(state, seat)
        self.rng = rng
        self._state = state

    def view(self) -> dict[str, Any]:
        return self.game.view(self._state, self.seat)

    def imagine(self) -> State:
        """A possible world: a state with all dealt anew that the seat has never seen."""
        world: State = self.game.surmise(self._state, self.seat, self.rng)
        return world


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that plays."""

    def choose(self, sight: Sight) -> int:
        """One of `sight.choices`."""
        raise NotImplementedError

    def memory(self) -> list[int]:
        """What it should be reminded of if another of its kind goes on with its game; empty: nothing."""
        return []

    def remember(self, memory: list[int]) -> None:
        """What the one before it left (`memory`)."""


class RandomBot(Bot):
    """Plays any legal action, each as likely as the next."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, sight: Sight) -> int:
        return sight.choices[int(self.rng.random() * len(sight.choices))]


def read_weights(file: Path, rough: dict[str, float]) -> dict[str, float]:
    """Weights as they were tuned; where the file names none, or does not exist, as they were guessed."""
    if not file.exists():
        return rough
    tuned = tomllib.loads(file.read_text())["weights"]
    unknown = [name for name in tuned if name not in rough]
    if unknown:
        raise ValueError(f"{file.name}: there is no weight {unknown[0]!r}")
    return {name: float(tuned.get(name, value)) for name, value in rough.items()}


AS_USUAL: Final = 0
"""The way to play of a policy that follows no plan."""
MASTERLY: Final = -1
"""The way to play by weights that win against the usual ones."""

HESITATION: Final = 0.02
"""So much, at most, a policy wavers between choices, in units of its own (`Policy.waver` times as much)."""

Habit = Callable[[Any, int, list[int]], int]
"""How one kind of decision is made: table, seat, choices; the choice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[S]):
    """A way of playing on a table that may be looked at whole: a world that a bot imagines, or one that a search plays.

    Each kind of decision has its habit; what has none is left to `otherwise`. A habit that compares choices tells
    `note` what it thinks of each, so that a search knows which others are worth a try.
    """

    AHEAD: ClassVar[int] = 0
    """So many actions a search plays a game on before it asks how the seats are `standing`; 0: to the end.

    A policy that says at which `moment` a game breaks off (`deadline`) is asked that instead.
    """

    HARD: ClassVar[int] = 64
    """So many games a hard player plays out for a weighty decision: about as few as win clearly against this policy."""

    WAYS: ClassVar[int] = 0
    """So many ways to play are compared where a plan is made (`plans`)."""

    CHANGE: ClassVar[float] = 0.5
    """By so much, on the scale of logarithms, they differ in what they weigh."""

    PLAN: ClassVar[int] = 3
    """So many times as many games are played out for a plan as for a single decision."""

    AFTERTHOUGHTS: ClassVar[int] = 3
    """So often a plan is thought over at the decisions that follow: at each there is time only for so many games."""

    OWN: ClassVar[int] = AS_USUAL
    """The way of a seat that searches until it finds a better one; of the others it thinks that they play as usual.

    `MASTERLY` where the game has weights for it (`mastered`).
    """

    WAVER: ClassVar[float] = 1.0
    """So many times as much it wavers in games that a search plays out: nobody plays like clockwork."""

    DOUBT: ClassVar[float] = 1.0
    """The same in games that are to tell chances."""

    EVIDENCE: ClassVar[float] = 0.5
    """So many standard errors better than its own choice must be what a search changes its mind for."""

    def __init__(self, rng: random.Random, weights: list[float] | None = None) -> None:
        self.rng = rng
        self.rnd: Callable[[], float] = rng.random  # looking it up takes longer than the draw
        self.waver: float = 1.0  # how much it wavers between choices that are worth nearly the same
        self.weights: list[float] = list(self.usual().values()) if weights is None else weights
        self.own_weights: list[float] = self.weights  # those that it was given, whatever it follows meanwhile
        self.noted: dict[int, float] | None = None  # None: nobody asks what the choices are thought of
        self.by_step: dict[type[Step[Any]], Habit] = self.habits()
        self.thought: dict[type[Step[Any]], float] = self.thoughts()

    def habits(self) -> dict[type[Step[Any]], Habit]:
        """The class of a step, and the method that decides it."""
        return {}

    def usual(self) -> dict[str, float]:
        """The weights that it decides by unless it is given others, by name: what `rondel train` tunes."""
        return {}

    def mastered(self) -> list[float]:
        """The weights that win against the usual ones, as far as there are any."""
        return self.own_weights

    def thoughts(self) -> dict[type[Step[Any]], float]:
        """The class of a step, and the part of its time that a search should give it.

        What is not named is left to the habit: of a series of small choices the first decides. Empty: all are equal.
        """
        return {}

    def attention(self, table: S) -> float:
        """How much thought the decision at this table deserves: 1 as much as any, 0 none."""
        return self.thought.get(type(table.pending[-1]), 0.0) if self.thought else 1.0

    def plans(self, table: S) -> int:
        """Which of the plans of a `stretch` a search makes here: it chooses a way to play for the rest of it; 0: none.

        Where many small choices work together, no other choice of a single one shows what another way would bring.
        """
        return 0

    def stretch(self, table: S) -> int:
        """The part of the game that plans are made for; once it is another one, they are over."""
        return -1

    def follow(self, way: int) -> None:
        """Play another way from now on, the same for the same number; `AS_USUAL`: as ever.

        A way without a name weighs everything otherwise than a master.
        """
        self.weights = self.own_weights if way == AS_USUAL else self.mastered()
        if way not in (AS_USUAL, MASTERLY):
            rng = random.Random(way)
            self.weights = [weight * math.exp(rng.gauss(0.0, self.CHANGE)) for weight in self.weights]

    def otherwise(self, table: S, seat: int, choices: list[int]) -> int:
        """What is done where there is no habit: any choice will do."""
        return choices[int(self.rng.random() * len(choices))]

    def choose(self, table: S, seat: int, choices: list[int]) -> int:
        """One of the choices of a seat that is to decide at this table."""
        if len(choices) == 1:
            return choices[0]
        habit = self.by_step.get(type(table.pending[-1]))
        return self.otherwise(table, seat, choices) if habit is None else habit(table, seat, choices)

    def note(self, action: int, value: float) -> None:
        """What a habit thinks of a choice, in units of its own: only the order counts."""
        if self.noted is not None:
            self.noted[action] = value

    def opinion(self, action: int, value: float) -> float:
        """What a habit thinks of a choice, a little wavering included: noted, and to be compared with the others."""
        value += HESITATION * self.waver * self.rnd()
        if self.noted is not None:
            self.note(action, value)
        return value

    def weigh(self, table: S, seat: int, choices: list[int]) -> tuple[int, dict[int, float]]:
        """What it would choose, and what it thinks of the choices that it compared."""
        self.noted = {}
        own = self.choose(table, seat, choices)
        noted, self.noted = self.noted, None
        offered = set(choices)
        return own, {action: value for action, value in noted.items() if action in offered}

    def compared(self, table: S, seat: int, choices: list[int]) -> list[int]:
        """Its own choice first, then the others that it compared, by what it thinks of them."""
        own, noted = self.weigh(table, seat, choices)
        return [own, *sorted((action for action in noted if action != own), key=lambda each: -noted[each])]

    def shortlist(self, table: S, seat: int, choices: list[int], most: int) -> list[int]:
        """At most so many choices that deserve a closer look: those it compared, then any of the rest."""
        listed = self.compared(table, seat, choices)
        known = set(listed)
        rest = [action for action in choices if action not in known]
        self.rng.shuffle(rest)
        return (listed + rest)[:most]

    def standing(self, table: S) -> list[float]:
        """What each seat is likely to score, where a game that is played out breaks off (see `AHEAD`)."""
        raise NotImplementedError

    def deadline(self, table: S, further: int = 0) -> int:
        """The moment at which a game that is played on from here breaks off; -1: after `AHEAD` actions, or never.

        `further`: so many rounds later than usual, as there are games enough to see through the luck in them.
        """
        return -1

    def moment(self, table: S) -> int:
        """Where in its course a game is, if it can well be judged there; -1: not now, in the middle of something."""
        return -1

    def stage(self, table: S) -> float:
        """How far the game is, in stages of its own: what the weights of features hang on."""
        return 0.0

    def values(self) -> Values | None:
        """What the features of a seat tell of its final score, as it was fitted; None: nothing is fitted."""
        return None

    def sure(self) -> list[str]:
        """Features that are part of the score already: they count as they are, and the others tell what is to come."""
        return []

    def signs(self) -> dict[str, int]:
        """Features that can only help (1) or only harm (-1): what is fitted to games must not say otherwise."""
        return {}

    def features(self, table: S, seat: int) -> list[float]:
        """What can be counted of a seat's position, in the order of the names of `values`."""
        return []

    def terms(self, table: S, seat: int) -> list[tuple[str, float]]:
        """What the position is worth to a seat, in named parts: what a coach tells of."""
        return []


class PolicyBot(Bot):
    """Follows a policy, in a world that its seat cannot tell from the true one."""

    def __init__(self, policy: Policy[Any]) -> None:
        self.policy = policy

    def choose(self, sight: Sight) -> int:
        if len(sight.choices) == 1:
            return sight.choices[0]
        return self.policy.choose(sight.imagine(), sight.seat, sight.choices)
