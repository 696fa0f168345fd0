"""What a game is to everything above it: five verbs (`setup`, `to_act`, `legal`, `apply`, `view`), and what follows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, ClassVar, Generic

from mypy_extensions import mypyc_attr

from rondel.kernel import codec, flow
from rondel.kernel.catalogue import Catalogue
from rondel.kernel.chance import pick
from rondel.kernel.codec import Field, LoadError
from rondel.kernel.counsel import Counsel
from rondel.kernel.deals import Vocabulary
from rondel.kernel.events import SEAT, Event, Events, Message, Reason
from rondel.kernel.flow import BOTTOM, CHANCE, SPECTATOR, IllegalAction, LiesOn, S, State, Step
from rondel.kernel.orders import OrderKind
from rondel.kernel.score import Part
from rondel.kernel.story import Teller
from rondel.kernel.texts import LANGUAGES, Texts, read_catalogue

REHEARSAL = 100
"""So many actions a loaded game is played on, on a copy, before it is trusted."""
SHARED_TEXTS = Path(__file__).parent.parent / "texts"


class OptionError(ValueError):
    """Seats or options that the game does not know."""


class Option:
    """Something the players agree on before the game. The default is the rulebook.

    `earlier`: where the default was another once, the last rules version under which it was, and what it was.
    `samples`: of very many values, those that random play and recordings go through.
    """

    def __init__(
        self,
        name: str,
        values: tuple[Any, ...],
        default: Any,
        earlier: dict[int, Any] | None = None,
        samples: tuple[Any, ...] | None = None,
    ) -> None:
        self.name = name
        self.values = values
        self.default = default
        self.samples = samples or values
        self.earlier: dict[int, Any] = earlier or {}
        assert all(value in values for value in (default, *self.earlier.values()))

    def default_under(self, rules: int) -> Any:
        """The default of a rules version: what is meant by a game file of that version that says nothing."""
        for version in sorted(self.earlier):
            if rules <= version:
                return self.earlier[version]
        return self.default

    def parse(self, value: Any) -> Any:
        """One of the values, also when it comes as a word (`true`, `15`)."""
        for known in self.values:
            if value == known and isinstance(value, bool) == isinstance(known, bool):
                return known
            if isinstance(value, str) and value.lower() == word(known):
                return known
        known_words = ", ".join(word(known) for known in self.values)
        raise OptionError(f"option {self.name}: {word(value)!r} is not one of {known_words}")

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "values": list(self.values), "default": self.default}


def word(value: Any) -> str:
    """A value as it is typed and written in a game file: true, false, 15, experienced."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


class Preview:
    """What a legal action will change, as far as the seat can know it."""

    def __init__(
        self,
        events: list[Event],
        figures: list[dict[str, Any]],
        odds: list[tuple[int, int]],
        known: bool,
        final: bool,
    ) -> None:
        self.events = events
        self.figures = figures
        self.odds = odds  # of the chance step that the action leads to; empty if there is none
        self.known = known  # False: the outcome hangs on something hidden from the seat
        self.final = final  # afterwards others decide, or chance: the seat's series of choices is at its end


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A set of rules. A game fills in the first part and gets the second for free."""

    name: ClassVar[str] = ""
    rules: ClassVar[int] = 1
    """The rules version: it grows whenever an old record would no longer replay."""
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = ()
    sim_options: ClassVar[dict[str, Any]] = {}
    """What random play sets unless told otherwise, where random games would be too long."""
    folder: ClassVar[Path] = Path()
    """Where the game's data, texts and rules are."""
    catalogue: ClassVar[Catalogue]
    steps: ClassVar[tuple[type[Step[Any]], ...]] = ()
    lies_on: ClassVar[LiesOn] = {}
    """On what each step may lie when it is pending, so that a damaged stack is known; empty: on anything."""
    fields: ClassVar[dict[str, Field]] = {}
    events: ClassVar[Events]
    table: ClassVar[type[Any]]
    """The class of the state."""
    view_type: ClassVar[Any] = dict
    """The type of a view, a TypedDict: the client's types and the learner's arrays are made from it."""
    constants: ClassVar[dict[str, Any]] = {}
    """Figures of the rules that a client shows or counts with, ready for JSON."""
    policy: ClassVar[type[Any] | None] = None
    """How the game's own bot plays: a `rondel.kernel.bot.Policy`."""
    counsel: ClassVar[type[Any]] = Counsel
    """What a coach says of a choice: a `rondel.kernel.counsel.Counsel`."""
    teller: ClassVar[type[Teller]] = Teller
    """How what happened is told in few words."""
    idle: ClassVar[tuple[str, ...]] = ()
    """Kinds of actions that do nothing or least, the most idle first: for a seat that is only to be held."""
    orders: ClassVar[tuple[OrderKind, ...]] = ()
    """The standing orders that a player may leave."""
    deals: ClassVar[Vocabulary | None] = None
    """What players can promise each other."""
    bargainer: ClassVar[type[Any] | None] = None
    """What promises are worth to its bots: a `rondel.kernel.bargain.Bargainer`."""

    # --- what a game brings ---------------------------------------------------------------------------------------

    def start(self, state: S) -> None:
        """Lay out the game on an empty table and push the first step."""
        raise NotImplementedError

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """What a seat (or SPECTATOR) may see, built up from nothing."""
        raise NotImplementedError

    def views(self, state: S, seats: list[int]) -> list[dict[str, Any]]:
        """The views of several seats; a game may work out once, and share, what looks the same to all of them."""
        return [self.view(state, seat) for seat in seats]

    def imagine(self, state: S, seat: int, rng: random.Random) -> S:
        """A copy with all that is hidden from `seat` dealt anew, so that the seat could not tell it from the truth."""
        return state.copy()

    def surmise(self, state: S, seat: int, rng: random.Random) -> S:
        """The same to one who has followed the game: what everybody saw is remembered, and only the rest dealt anew."""
        return self.imagine(state, seat, rng)

    def scores(self, state: S) -> list[int]:
        """Each seat's score if the game ended now."""
        raise NotImplementedError

    def ranks(self, state: S) -> list[int]:
        """Each seat's place if the game ended now; 1 is first, and equal seats share a place."""
        scores = self.scores(state)
        return [1 + sum(other > score for other in scores) for score in scores]

    def score_parts(self, state: S, log: list[dict[str, Any]]) -> list[list[Part]]:
        """How each seat's score came about: parts that add up to it.

        `log`: all entries of the game in the face that a spectator sees, for what the state does not remember.
        """
        return [[Part("score.total", {}, score)] for score in self.scores(state)]

    def standing(self, state: S) -> list[int]:
        """How the seats stand, for a look back once all is open: in the end it is the scores.

        Where points are counted only now and then, what would be counted if nothing changed any more is in it.
        """
        return self.scores(state)

    def goal(self, state: S) -> Message | None:
        """What wins this game, and the way to it, in a sentence."""
        return None

    def near_end(self, state: S) -> list[Message]:
        """Who is near to victory, and that the game may soon be over, as far as everybody can see it."""
        return []

    def figures(self, state: S, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        """The numbers a player watches, as far as `seat` may see them: key, parameters, value."""
        return []

    def least(self, choices: list[int]) -> int | None:
        """The choice to do nothing, or as little as there is on offer; None if each does something."""
        kinds = {self.catalogue[action].kind: action for action in reversed(choices)}
        return next((kinds[kind] for kind in self.idle if kind in kinds), None)

    def derived_texts(self, texts: dict[str, str]) -> dict[str, str]:
        """Texts that are put together from others, because the data decide what they name."""
        return {}

    def check(self, state: S) -> None:
        """Assert what must hold in every position: money and pieces are conserved, and so on."""

    def agree(self, seats: int, options: dict[str, Any]) -> None:
        """Raise OptionError, with the reason, for options that do not go together."""

    # --- what it gets ---------------------------------------------------------------------------------------------

    def new_state(self, seats: int, options: dict[str, Any]) -> S:
        """An empty table of the right size, with nothing pending."""
        state: S = self.table(seats, options)
        return state

    def setup(self, seats: int, options: dict[str, Any] | None = None) -> S:
        """A new game at its first decision."""
        settled = self.settle(seats, options)
        state = self.new_state(seats, settled)
        self.start(state)
        flow.advance(state)
        return state

    def settle(self, seats: int, options: dict[str, Any] | None = None, rules: int | None = None) -> dict[str, Any]:
        """All options with their values; an error for an unknown option, value or number of seats.

        What is not named has the default of these `rules`; the present ones, if nothing is said.
        """
        if seats not in self.players:
            raise OptionError(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {seats}")
        settled = {option.name: option.default_under(rules or self.rules) for option in self.options}
        known = {option.name: option for option in self.options}
        for name, value in (options or {}).items():
            if name not in known:
                raise OptionError(f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}")
            settled[name] = known[name].parse(value)
        self.agree(seats, settled)
        return settled

    def unusual(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options that are not at their defaults: all that a game file needs to name."""
        defaults = {option.name: option.default for option in self.options}
        return {name: value for name, value in options.items() if value != defaults[name]}

    def to_act(self, state: S) -> tuple[int, ...]:
        return flow.to_act(state)

    def legal(self, state: S, seat: int) -> list[int]:
        return flow.legal(state, seat)

    def apply(self, state: S, seat: int, action: int) -> list[Event]:
        """Carry out one legal action and run on to the next decision; return what happened."""
        if action not in flow.legal(state, seat):
            raise self.illegal(state, seat, action)
        return self.carry_out(state, seat, action)

    def carry_out(self, state: S, seat: int, action: int) -> list[Event]:
        """As `apply`, for an action that is known to be legal."""
        state.events = []
        state.revealed = state.disclosed = False
        flow.play(state, seat, action)
        events, state.events = state.events, None
        return events

    def illegal(self, state: S, seat: int, action: int) -> IllegalAction:
        reason = self.explain(state, seat, action)
        assert reason is not None
        notation = self.catalogue[action].notation if 0 <= action < len(self.catalogue) else f"action {action}"
        offered = [self.catalogue[each].notation for each in flow.legal(state, seat)]
        more = f", and {len(offered) - 12} more" if len(offered) > 12 else ""
        on_offer = f"on offer: {', '.join(offered[:12])}{more}" if offered else "it has nothing to decide"
        return IllegalAction(f'seat {seat} may not "{notation}" now: {reason.code}; {on_offer}', reason)

    def explain(self, state: S, seat: int, action: int) -> Reason | None:
        """Why an action is not legal now; None if it is."""
        if not 0 <= action < len(self.catalogue):
            return Reason("unknown-action", {"action": action})
        if not state.pending:
            return Reason("game-over")
        step = state.pending[-1]
        seats = step.to_act(state)
        if seat not in seats:
            if seats[0] < 0:
                return Reason("chance-first", {}, step.CHAPTER)
            return Reason("not-your-turn", {"seat": seats[0]}, step.CHAPTER)
        if action in step.choices(state, seat):
            return None
        return step.explain(state, seat, action) or self._elsewhere(step)

    def _elsewhere(self, step: Step[Any]) -> Reason:
        return Reason("not-this-decision", {"decision": flow.step_key(step)}, step.CHAPTER)

    def preview(self, state: S, seat: int, action: int) -> Preview:
        """Carry an action out on a copy and tell what changes; the odds if chance decides next."""
        if action not in flow.legal(state, seat):
            raise self.illegal(state, seat, action)
        twin = state.copy()
        events = self.carry_out(twin, seat, action)
        if twin.revealed:
            return Preview([], [], [], known=False, final=True)
        final = seat not in flow.to_act(twin)
        return Preview(events, self.changes(state, twin, seat), self.foreseen(twin), known=True, final=final)

    def changes(self, before: S, after: S, seat: int) -> list[dict[str, Any]]:
        """The figures that a seat watches and that differ between two states."""
        old = {(key, json.dumps(params)): value for key, params, value in self.figures(before, seat)}
        changed = []
        for key, params, value in self.figures(after, seat):
            was = old.get((key, json.dumps(params)), value)  # what only the end of the game would show is no preview
            if was != value:
                changed.append({"name": key, "params": params, "before": was, "after": value})
        return changed

    def foreseen(self, state: S) -> list[tuple[int, int]]:
        """The odds if chance is to act; not of a secret draw: what is left in a deck tells of the others' hands."""
        return [] if flow.is_secret(state) else flow.odds(state)

    def observe(self, state: S, seat: int, position: int = 0) -> dict[str, Any]:
        """Everything a seat (or SPECTATOR) needs to show the table and to decide, ready for JSON."""
        return self.observe_all(state, [seat], position)[0]

    def observe_all(self, state: S, seats: list[int], position: int = 0, reasons: bool = True) -> list[dict[str, Any]]:
        """What several seats observe. They share what looks the same to all of them: it is to be read, not changed.

        `reasons`: say also why what is refused is; finding that out takes longer than all the rest.
        """
        step = state.pending[-1] if state.pending else None
        acting = list(flow.to_act(state))
        common: dict[str, Any] = {
            "game": self.name,
            "position": position,
            "seat": None,
            "over": step is None,
            "scores": self.scores(state) if step is None else None,
            "ranks": self.ranks(state) if step is None else None,
            "to_act": acting,
            "prompt": None,
            "waiting": step.awaited(state).to_json() if step is not None else None,
            "goal": told(self.goal(state)),
            "near_end": [each.to_json() for each in self.near_end(state)] if step is not None else [],
            "choices": [],
            "refused": [],
        }
        observed = []
        for seat, view in zip(seats, self.views(state, seats), strict=True):
            seen = {**common, "seat": seat if seat >= 0 else None, "view": view}
            if step is not None and seat in acting:
                choices = step.choices(state, seat)
                seen["prompt"] = {**step.prompt(state, seat).to_json(), "chapter": step.CHAPTER}
                seen["choices"] = [self.catalogue[action].to_json() for action in choices]
                if reasons:
                    seen["refused"] = self.refused(state, seat, choices)
                else:
                    legal = set(choices)
                    others = [action for action in step.candidates(state, seat) if action not in legal]
                    seen["refused"] = [self.catalogue[action].to_json() for action in others]
            observed.append(seen)
        return observed

    def refused(self, state: S, seat: int, choices: list[int]) -> list[dict[str, Any]]:
        """What a player might look for and may not do now, with the reasons."""
        refused = []
        step = state.pending[-1]
        legal = set(choices)
        for action in step.candidates(state, seat):
            if action not in legal:
                reason = step.explain(state, seat, action) or self._elsewhere(step)
                refused.append({**self.catalogue[action].to_json(), "reason": reason.to_json()})
        return refused

    def save(self, state: S, table: dict[str, Any] | None = None) -> dict[str, Any]:
        """The whole state, ready for JSON; `table`: its fields, if they are saved already."""
        return {
            "game": self.name,
            "rules": self.rules,
            "seats": state.seats,
            "options": dict(state.options),
            "table": codec.save_fields(state, self.fields) if table is None else table,
            "pending": [codec.save_step(step) for step in state.pending],
        }

    def load(self, saved: Any, trusted: bool = False) -> S:
        """A state that was saved; LoadError, with what is wrong, if it is damaged.

        Every value must be in its range, and the position one that can come about and be played on: see `admit`.
        `trusted`: it was saved a moment ago by this program, and is not looked at so closely.
        """
        if not isinstance(saved, dict) or saved.get("game") != self.name:
            raise LoadError(f"not a saved game of {self.name}")
        if saved.get("rules") != self.rules:
            raise LoadError(f"saved under rules {saved.get('rules')} of {self.name}; this is {self.rules}")
        for key in ("seats", "options", "table", "pending"):
            if key not in saved:
                raise LoadError(f"{key} is missing")
        if type(saved["seats"]) is not int:
            raise LoadError(f"seats: should be a whole number, not {codec.brief(saved['seats'])}")
        try:
            options = self.settle(saved["seats"], codec.expect(saved["options"], dict, "options"), saved["rules"])
        except OptionError as error:
            raise LoadError(str(error)) from None
        state = self.new_state(saved["seats"], options)
        codec.load_fields(state, self.fields, saved["table"])
        classes = {cls.__name__: cls for cls in self.steps}
        state.pending = [
            codec.load_step(step, classes, state.seats) for step in codec.expect(saved["pending"], list, "a list")
        ]
        if trusted:
            state.refresh()
        else:
            self.admit(state)
        return state

    def admit(self, state: S) -> None:
        """LoadError if a state is none that the game could have come to, or that cannot be played on.

        It must hold to what the game asserts of every position, somebody must have something to decide, everybody must
        be able to look at it, and a copy of it is played on for a while.
        """
        try:
            state.refresh()
            self.check_all(state)
            if state.pending:
                self._check_decision(state)
            self.observe_all(state, viewers(state))
            twin = state.copy()
            random_play(twin, random.Random(0), REHEARSAL)
            self.check_all(twin)
        except Exception as error:
            raise LoadError(f"no position of {self.name}: {type(error).__name__} {error}") from None

    def check_all(self, state: S) -> None:
        """Assert all that must hold: what the game says of every position, and each pending step of its own."""
        self._check_stack(state)
        self.check(state)
        beneath: Step[Any] | None = None
        for step in state.pending:
            for name, kind in step.FIELDS:
                assert kind is not SEAT or getattr(step, name) >= 0, f"{type(step).__name__} names nobody as its {name}"
            step.check(state, beneath)
            beneath = step

    def _check_stack(self, state: S) -> None:
        """Assert that each pending step may lie on the one beneath it."""
        if not self.lies_on:
            return
        beneath: type[Step[Any]] | None = BOTTOM
        for step in state.pending:
            on = "nothing" if beneath is None else beneath.__name__
            assert beneath in self.lies_on[type(step)], f"{type(step).__name__} cannot lie on {on}"
            beneath = type(step)

    def _check_decision(self, state: S) -> None:
        seats = flow.to_act(state)
        assert seats, "nobody has anything to decide"
        assert len(set(seats)) == len(seats), "a seat is asked twice"
        for seat in seats:
            assert -1 <= seat < state.seats, f"seat {seat} is asked"
            assert flow.legal(state, seat), f"seat {seat} must decide and has no choice"

    def same(self, one: S, other: S) -> bool:
        return self.save(one) == self.save(other)

    def texts(self, language: str) -> Texts:
        """The words of the game in one of the LANGUAGES."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
        return Texts(language, read_catalogue(SHARED_TEXTS, language), self.catalogue_in(language))

    def catalogue_in(self, language: str) -> dict[str, str]:
        """The game's own texts: its catalogue, and what follows from its data."""
        texts = read_catalogue(self.folder / "texts", language)
        texts.update(self.derived_texts(texts))
        return texts


def told(message: Message | None) -> dict[str, Any] | None:
    return None if message is None else message.to_json()


def random_action(state: State, seat: int, rng: random.Random) -> int:
    """One legal action, each as likely as the next; for chance, by its odds."""
    if seat == CHANCE:
        return pick(flow.odds(state), rng.getrandbits(62))
    choices = flow.legal(state, seat)
    return choices[int(rng.random() * len(choices))]


def random_play(state: State, rng: random.Random, limit: int = 1_000_000) -> int:
    """Play on at random until the game is over; return the number of actions."""
    played = 0
    rnd = rng.random
    pending = state.pending
    while pending:
        step = pending[-1]
        seats = step.to_act(state)
        if not seats:
            step.run(state)
            continue
        if played == limit:
            break
        seat = seats[0]
        if seat == CHANCE:
            action = random_action(state, seat, rng)
        else:
            choices = step.choices(state, seat)
            action = choices[int(rnd() * len(choices))]
        step.chosen(state, seat, action)
        played += 1
    return played


def viewers(state: State) -> list[int]:
    """Every seat, and a spectator."""
    return [*range(state.seats), SPECTATOR]
