"""The flow of play: a stack of pending steps inside the state.

The top of the stack says who must decide what. Nothing about the flow hides in a call stack, a flag or a closure, so a
game can be copied, saved and resumed in the middle of any decision.

A game need not be compiled where the kernel is: what a game derives from is open to interpreted classes.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from rondel.kernel.events import SEAT, Event, EventKind, Message, Reason

CHANCE: Final = -1
"""The seat that rolls the dice and draws the cards."""
SPECTATOR: Final = -2
"""A seat without a hand: it sees what everybody sees and decides nothing."""
NOBODY: Final = -1
"""In fields that hold a seat: no player."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What lies on the table. A game adds its own flat lists of ints.

    A state is made new, or as an independent twin of `source` that writes down no events. A game writes the copying of
    its own lists out by hand.
    """

    __slots__ = ("seats", "options", "pending", "events", "revealed", "disclosed")

    def __init__(self, seats: int, options: dict[str, Any], source: State | None = None) -> None:
        self.seats: int = seats
        self.options: dict[str, Any] = options  # never changed after setup, so copies share it
        # Steps never change: sharing them is safe.
        self.pending: list[Step[Any]] = source.pending[:] if source is not None else []
        self.events: list[Event] | None = None  # None: nobody listens, so nothing is written down
        self.revealed: bool = False  # something hidden came to light in the current action
        self.disclosed: bool = False  # a seat showed the others what it alone knew, in the current action

    def copy(self) -> Self:
        """An independent twin that writes down no events."""
        raise NotImplementedError

    def emit(self, kind: EventKind, *values: Any) -> None:
        """Write down what happened, if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, values))

    def reveal(self) -> None:
        """Something hidden was shown: nobody may take back what led to it."""
        self.revealed = True

    def disclose(self) -> None:
        """A seat shows what it alone knew: nobody may take it back, but the seat can foresee what follows."""
        self.disclosed = True

    def push(self, step: Step[Any]) -> None:
        self.pending.append(step)

    def pop(self) -> None:
        self.pending.pop()

    def replace(self, step: Step[Any]) -> None:
        self.pending[-1] = step

    def over(self) -> bool:
        return not self.pending

    def hides(self, seat: int) -> bool:
        """Whether a seat has anything that the others do not see, on which an offer could hang."""
        return True

    def refresh(self) -> None:
        """Work out again, after loading, what the state only keeps for speed."""


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """Unfinished business: frozen plain data, whose class is the rule.

    A subclass names its data in `FIELDS`, in the order of its constructor, so that it can be saved and loaded.
    """

    __slots__ = ()

    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = ()
    CHAPTER: ClassVar[str] = ""
    """The chapter of the game's rules that this decision belongs to."""
    SECRET: ClassVar[bool] = False
    """What is chosen here stays hidden from the other seats until an event shows it."""
    OFFER_TELLS: ClassVar[bool] = False
    """What is on offer here hangs on something that the seat hides, such as its hand (see `State.hides`)."""

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that must decide; nobody: the step runs by itself."""
        return ()

    def choices(self, state: S, seat: int) -> list[int]:
        """The legal actions, in a fixed order. The only place that knows what is allowed; never empty."""
        return []

    def chosen(self, state: S, seat: int, action: int) -> None:
        """Carry out a choice. It trusts `choices` and checks nothing."""

    def run(self, state: S) -> None:
        """Go on without a decision: pop, replace or push a step."""

    def check(self, state: S, beneath: Step[Any] | None) -> None:
        """Assert what must hold while this is pending: its data, the table and what it lies on go together."""

    def candidates(self, state: S, seat: int) -> list[int]:
        """What a player might look for here, legal or not: the rest is shown greyed out, with the reason."""
        return []

    def explain(self, state: S, seat: int, action: int) -> Reason | None:
        """Why an action of this decision is not allowed now; None: it has nothing to do with this decision."""
        return None

    def prompt(self, state: S, seat: int) -> Message:
        """The question in words."""
        return Message("prompt." + step_key(self), step_values(self))

    def awaited(self, state: S) -> Message:
        """What the others wait for, in words."""
        return Message("waiting." + step_key(self), step_values(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceStep(Step[S]):
    """A step in which the seat CHANCE chooses."""

    __slots__ = ()

    THROWS: ClassVar[str] = "dice"
    """The kind of throw: what the luck of a seat is added up by."""

    def to_act(self, state: S) -> tuple[int, ...]:
        return BY_CHANCE

    def odds(self, state: S) -> list[tuple[int, int]]:
        """Every outcome with its weight, in whole numbers."""
        raise NotImplementedError

    def choices(self, state: S, seat: int) -> list[int]:
        return [action for action, weight in self.odds(state) if weight]

    def thrower(self, state: S) -> int:
        """The seat whose luck is at stake; NOBODY: a draw that does no seat good or ill by itself."""
        return NOBODY

    def luck(self, state: S, action: int) -> int:
        """How much an outcome is worth to the thrower: pips, successes, or what is spared."""
        return 0


BY_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
BY_SEAT: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(16)]
"""`BY_SEAT[seat]`: that seat alone must decide."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatStep(Step[S]):
    """A step in which one seat decides, the one in its field `seat`."""

    __slots__ = ("seat",)

    FIELDS: ClassVar[tuple[tuple[str, Any], ...]] = (("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: S) -> tuple[int, ...]:
        return BY_SEAT[self.seat]


def step_key(step: Step[Any]) -> str:
    """ChooseSlot -> choose-slot."""
    name = type(step).__name__
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


def step_values(step: Step[Any]) -> dict[str, Any]:
    return {name: kind.show(getattr(step, name)) for name, kind in step.FIELDS}


BOTTOM: Final = None
"""In what a step may lie on: nothing."""
LiesOn = dict[type[Step[Any]], tuple[type[Step[Any]] | None, ...]]
"""The steps of a game, and on what each may lie when it is pending."""


class IllegalAction(ValueError):
    """An action that is not on offer. The state is as it was."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason


def to_act(state: State) -> tuple[int, ...]:
    """The seats that must decide now; nobody once the game is over."""
    pending = state.pending
    return pending[-1].to_act(state) if pending else ()


def legal(state: State, seat: int) -> list[int]:
    """The legal actions of a seat; empty if it has nothing to decide."""
    pending = state.pending
    if not pending:
        return []
    step = pending[-1]
    return step.choices(state, seat) if seat in step.to_act(state) else []


def forced(state: State) -> int:
    """The action of the one seat that is to decide, if it has no other and everybody knows; else -1."""
    pending = state.pending
    if not pending:
        return -1
    step = pending[-1]
    if step.SECRET:
        return -1
    seats = step.to_act(state)
    if len(seats) != 1 or seats[0] == CHANCE:
        return -1
    if step.OFFER_TELLS and state.hides(seats[0]):
        return -1  # that there is but one would tell the others something
    choices = step.choices(state, seats[0])
    return choices[0] if len(choices) == 1 else -1


def odds(state: State) -> list[tuple[int, int]]:
    """The outcomes of the chance step on top with their weights; empty if chance is not to act."""
    step = state.pending[-1] if state.pending else None
    return step.odds(state) if isinstance(step, ChanceStep) else []


def is_secret(state: State) -> bool:
    """Whether what is decided now stays hidden from those who do not decide."""
    return bool(state.pending) and state.pending[-1].SECRET


def advance(state: State) -> tuple[int, ...]:
    """Run on to the next decision, or to the end of the game; the seats that must decide."""
    pending = state.pending
    while pending:
        step = pending[-1]
        seats = step.to_act(state)
        if seats:
            return seats
        step.run(state)
    return ()


def play(state: State, seat: int, action: int) -> None:
    """Carry out an action known to be legal. Random play and search take their actions from `legal`."""
    state.pending[-1].chosen(state, seat, action)
    advance(state)
