"""Deals: promises between players, in the game's own words, that the record itself proves kept or broken.

A term is a predicate over what happens after the deal. A game says in its vocabulary (`Game.deals`) which of its events
are which facts: an attack, an entry, a payment, help. Everything else is here: a judgement needs the terms, the events
since, and who stood for whom when the deal was made. Nothing about a deal is stored but its words, so that whatever is
taken back is taken back for it, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

OPEN: Final = "open"
KEPT: Final = "kept"
BROKEN: Final = "broken"
VOID: Final = "void"
"""Its case never came."""

NEVER: Final = "never"
"""Kept if it has not happened when the time is over."""
SUM: Final = "sum"
"""Kept once so much has come together; broken if it has not when the time is over."""
ONCE: Final = "once"
"""Kept when it happens; broken if it has not when the time is over."""
ANSWER: Final = "answer"
"""Kept or broken when the case comes; void if it never does."""

AHEAD: Final = 20
"""So many rounds ahead a promise can be for one that is named."""
SILENT: Final = -1
"""Nothing can be done for a promise at this decision."""


class TermKind:
    """What can be promised."""

    def __init__(self, mode: str, fact: str, against: str = "", to: bool = False, thing: str = "") -> None:
        self.mode = mode
        self.fact = fact  # what it is about
        self.against = against  # of an answer: the fact that breaks it
        self.to = to  # somebody else is named
        self.thing = thing  # "": none is named; "any": it may be; "one": it must be


TERMS: Final[dict[str, TermKind]] = {
    "pay": TermKind(SUM, "paid", to=True, thing="any"),
    "repay": TermKind(SUM, "repaid"),
    "no-attack": TermKind(NEVER, "attacked", to=True, thing="any"),
    "no-entry": TermKind(NEVER, "entered", thing="one"),
    "no-taking": TermKind(NEVER, "took", thing="one"),
    "no-space": TermKind(NEVER, "stopped-on", thing="one"),
    "space": TermKind(ONCE, "stopped-on", thing="one"),
    "no-card": TermKind(NEVER, "used", thing="one"),
    "no-spying": TermKind(NEVER, "spied", to=True),
    "passage": TermKind(NEVER, "blocked", to=True, thing="any"),
    "wheel": TermKind(NEVER, "stopped", to=True),
    "peace": TermKind(ONCE, "made-peace", to=True),
    "no-opposing": TermKind(NEVER, "opposed", to=True),
    "help": TermKind(ANSWER, "helped", "refused-help", to=True, thing="any"),
    "vote": TermKind(ANSWER, "voted", thing="one"),
    "charter": TermKind(ANSWER, "chartered", "refused-charter", to=True),
    "exchange": TermKind(ANSWER, "exchanged", "refused-exchange", to=True),
}


class FactRule:
    """Which event is which fact: the names of its parameters that say who, to whom, what and how much.

    `scene.name` is a parameter of the scene in which it happens: see `Scene`.
    """

    def __init__(
        self,
        event: str,
        fact: str,
        seat: str,
        other: str = "",
        thing: str = "",
        amount: str = "",
        where: tuple[str, Any] | None = None,
        same: tuple[str, str] | None = None,
    ) -> None:
        self.event = event
        self.fact = fact
        self.seat = seat
        self.other = other
        self.thing = thing
        self.amount = amount  # "-x": that of x, which is below zero
        self.where = where  # only if this parameter has this value
        self.same = same  # only if these two parameters have the same value


class Scene:
    """What later events need to be understood: the attack in which help is given, the offer that is accepted."""

    def __init__(self, opens: tuple[str, ...], closes: tuple[str, ...] = ()) -> None:
        self.opens = opens
        self.closes = closes  # events after which it is over


Fulfil = Callable[[Any, int, dict[str, Any]], int]
"""What a seat does now for a promise of its own: table, seat, term (its amount is what is left of it); the action, or
SILENT."""
Calendar = Callable[[Any, int], dict[str, int] | None]
"""What the round is called that comes so many rounds after the present one: the parameters of the text `promise.round`;
None: there will be no such round."""
Possible = Callable[[Any, dict[str, Any]], bool]
"""Whether a term means anything at this table."""


class Vocabulary:
    """What a game can promise in: its facts, what stands for its players, and how it counts rounds."""

    def __init__(
        self,
        facts: tuple[FactRule, ...],
        rounds: tuple[tuple[str, ...], int],
        things: dict[str, tuple[str, tuple[str, ...]]],
        owners: dict[str, tuple[str, str]] | None = None,
        binds: dict[str, Fulfil] | None = None,
        scenes: dict[str, Scene] | None = None,
        possible: dict[str, Possible] | None = None,
        claims: dict[str, Fulfil] | None = None,
        takes: dict[str, Fulfil] | None = None,
        calendar: Calendar | None = None,
    ) -> None:
        self.facts: dict[str, list[FactRule]] = {}
        for rule in facts:
            self.facts.setdefault(rule.event, []).append(rule)
        known = {rule.fact for rule in facts}
        self.terms: list[str] = [name for name, kind in TERMS.items() if kind.fact in known]
        self.round_events, self.round_length = rounds
        self.things = things  # by term: the kind of id it names, and the ids
        self.owners = owners or {}  # events after which an id stands for another seat: its parameters
        self.binds = binds or {}  # by term that the rules let bind: how it is carried out
        self.scenes = scenes or {}
        self.claims = claims or {}  # by term: what a bot does to have it kept that it was promised
        self.takes = takes or {}  # by term that binds: what whoever it is made to does to let it be carried out
        self.possible = possible or {}  # by term that hangs on the options or on the position
        self.calendar = calendar  # none: its rounds have no names

    def check(self, term: dict[str, Any], seats: int) -> str:
        """What is wrong with a term; empty if nothing is."""
        kind = TERMS.get(term["kind"])
        if kind is None or term["kind"] not in self.terms:
            return f"this game knows no term {term['kind']!r}; it knows {', '.join(self.terms)}"
        if not 0 <= term["by"] < seats:
            return f"there is no seat {term['by']}"
        if kind.to and (term["to"] is None or not 0 <= term["to"] < seats or term["to"] == term["by"]):
            return "this promise is made to another player"
        if kind.mode == SUM and not term["amount"]:
            return "how much?"
        thing = term["thing"]
        if kind.thing == "one" and thing is None:
            return "what is it about?"
        if thing is not None and (not kind.thing or thing not in self.things.get(term["kind"], ("", ()))[1]):
            return f"{thing!r} is nothing that this promise can be about"
        if after(term) >= term["rounds"]:
            return f"a promise for {term['rounds']} rounds cannot begin after {after(term)}"
        return ""

    def means(self, table: Any, term: dict[str, Any]) -> bool:
        """Whether a term means anything at a table."""
        check = self.possible.get(term["kind"])
        return check is None or check(table, term)

    def fulfil(self, table: Any, seat: int, term: dict[str, Any], choices: list[int]) -> int:
        """What a seat that is to decide does now for a promise that binds, its own or one made to it; or SILENT."""
        carry_out = (self.binds if term["by"] == seat else self.takes).get(term["kind"])
        action = SILENT if carry_out is None else carry_out(table, seat, term)
        return action if action in choices else SILENT

    def bound(self, term: dict[str, Any]) -> list[int]:
        """The seats that a term binds: whoever gives it, and whoever must let it be carried out."""
        if term["kind"] not in self.binds:
            return []
        return [term["by"], *([term["to"]] if term["kind"] in self.takes else [])]

    def named(self, table: Any, ahead: int) -> dict[str, int] | None:
        """What a round is called, so many after the present one of a table."""
        return self.calendar(table, ahead) if self.calendar is not None else None

    def rounds_ahead(self, table: Any) -> list[dict[str, int]]:
        """The present round and those to come, by their names."""
        found: list[dict[str, int]] = []
        for ahead in range(AHEAD):
            name = self.named(table, ahead)
            if name is None:
                break
            found.append(name)
        return found

    def to_json(self, table: Any) -> dict[str, Any]:
        """The terms that the options of a table leave."""
        terms = []
        for name in self.terms:
            if not self.means(table, {"kind": name, "by": 0, "to": None, "thing": None}):
                continue
            kind = TERMS[name]
            of, ids = self.things.get(name, ("", ()))
            terms.append(
                {
                    "kind": name,
                    "to": kind.to,
                    "amount": kind.mode == SUM,
                    "due": kind.mode in (SUM, ONCE),
                    "thing": kind.thing if ids else "",
                    "of": of,
                    "things": list(ids),
                    "binds": name in self.binds,
                }
            )
        return {"terms": terms, "rounds": self.rounds_ahead(table)}


def after(term: dict[str, Any]) -> int:
    """So many rounds pass before a promise counts."""
    found: int = term.get("after") or 0
    return found


class Judgement:
    """How a term stands, and the position of the move that decided it."""

    __slots__ = ("state", "position", "done")

    def __init__(self) -> None:
        self.state = OPEN
        self.position = 0
        self.done = 0  # of a sum

    def settle(self, state: str, position: int) -> None:
        self.state, self.position = state, position

    def to_json(self) -> dict[str, Any]:
        return {"state": self.state, "position": self.position or None, "done": self.done}


def judge(
    vocabulary: Vocabulary,
    terms: list[dict[str, Any]],
    entries: list[dict[str, Any]],
    owners: dict[str, int],
    heard: int = 0,
    scenes: dict[str, dict[str, Any]] | None = None,
) -> list[Judgement]:
    """How terms stand after the entries of a log since they were agreed on, in the face that everybody sees.

    `owners`: what stood for which seat then; `heard`: events that count rounds and came before the entries;
    `scenes`: what went on then.
    """
    court = _Court(vocabulary, owners)
    court.scenes = dict(scenes or {})
    judgements = [Judgement() for _ in terms]
    for entry in entries:
        for event in entry["events"]:
            name, params = event["kind"], event["params"]
            passed = heard // vocabulary.round_length
            for term, judgement in zip(terms, judgements, strict=True):
                if judgement.state == OPEN and passed >= after(term):
                    court.hear(term, judgement, name, params, entry["position"])
            court.remember(name, params)
            if name in vocabulary.round_events:
                heard += 1
                _pass(terms, judgements, heard // vocabulary.round_length, entry["position"])
    return judgements


def rounds_heard(vocabulary: Vocabulary, entries: list[dict[str, Any]]) -> int:
    """How many events that count rounds are among the entries of a log."""
    return sum(event["kind"] in vocabulary.round_events for entry in entries for event in entry["events"])


def scenes_after(
    vocabulary: Vocabulary, entries: list[dict[str, Any]], scenes: dict[str, dict[str, Any]] | None = None
) -> dict[str, dict[str, Any]]:
    """What goes on after the entries of a log: an attack, an offer; `scenes`: what went on before them."""
    court = _Court(vocabulary, {})
    court.scenes = dict(scenes or {})
    for entry in entries:
        for event in entry["events"]:
            court.remember(event["kind"], event["params"])
    return court.scenes


def _pass(terms: list[dict[str, Any]], judgements: list[Judgement], rounds: int, position: int) -> None:
    """What the end of a round decides."""
    for term, judgement in zip(terms, judgements, strict=True):
        if judgement.state == OPEN and rounds >= term["rounds"]:
            mode = TERMS[term["kind"]].mode
            judgement.settle({NEVER: KEPT, SUM: BROKEN, ONCE: BROKEN}.get(mode, VOID), position)


class _Court:
    """Hears events one after the other, and knows who stands for whom and what goes on."""

    def __init__(self, vocabulary: Vocabulary, owners: dict[str, int]) -> None:
        self.vocabulary = vocabulary
        self.owners = dict(owners)
        self.scenes: dict[str, dict[str, Any]] = {}

    def remember(self, name: str, params: dict[str, Any]) -> None:
        if name in self.vocabulary.owners:
            what, seat = self.vocabulary.owners[name]
            self.owners[params[what]] = params[seat]
        for scene, about in self.vocabulary.scenes.items():
            if name in about.opens:
                self.scenes[scene] = params
            elif name in about.closes:
                self.scenes.pop(scene, None)

    def value(self, params: dict[str, Any], name: str) -> Any:
        scene, dot, inner = name.partition(".")
        return self.scenes.get(scene, {}).get(inner) if dot else params[name]

    def seat(self, params: dict[str, Any], name: str) -> int:
        """The seat behind an id; -1: nobody's."""
        value = self.value(params, name)
        if isinstance(value, str):
            return int(value[5:]) if value.startswith("seat-") else self.owners.get(value, -1)
        return value if isinstance(value, int) else -1

    def hear(
        self, term: dict[str, Any], judgement: Judgement, name: str, params: dict[str, Any], position: int
    ) -> None:
        kind = TERMS[term["kind"]]
        for rule in self.vocabulary.facts.get(name, []):
            if not self._fits(rule, kind, term, params):
                continue
            same = term["thing"] is None or (rule.thing != "" and self.value(params, rule.thing) == term["thing"])
            answers = kind.mode == ANSWER and rule.fact in (kind.fact, kind.against)
            if answers and not same:
                if kind.thing == "one":
                    judgement.settle(BROKEN, position)  # an answer, and another one than was promised
            elif rule.fact == kind.fact and same:
                self._happened(kind, term, judgement, rule, params, position)
            elif answers:
                judgement.settle(BROKEN, position)
            if judgement.state != OPEN:
                return

    def _fits(self, rule: FactRule, kind: TermKind, term: dict[str, Any], params: dict[str, Any]) -> bool:
        if rule.where is not None and params[rule.where[0]] != rule.where[1]:
            return False
        if rule.same is not None and self.value(params, rule.same[0]) != self.value(params, rule.same[1]):
            return False
        if self.seat(params, rule.seat) != term["by"]:
            return False
        return not (kind.to and rule.other and self.seat(params, rule.other) != term["to"])

    def _happened(
        self,
        kind: TermKind,
        term: dict[str, Any],
        judgement: Judgement,
        rule: FactRule,
        params: dict[str, Any],
        position: int,
    ) -> None:
        if kind.mode == NEVER:
            judgement.settle(BROKEN, position)
        elif kind.mode in (ANSWER, ONCE):
            judgement.settle(KEPT, position)
        else:
            amount = self.value(params, rule.amount.lstrip("-")) or 0
            judgement.done += max(0, -amount if rule.amount.startswith("-") else amount)
            if judgement.done >= term["amount"]:
                judgement.settle(KEPT, position)
