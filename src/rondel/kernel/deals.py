"""Deals: promises between players, in the game's own words, that the record itself proves kept or broken.

A term is a predicate over what happens after the deal. A game says in its vocabulary (`Game.deals`) which of its events
are which facts: an attack, an entry, a payment, help. Everything else is here: a judgement needs the terms, the events
since, and who stood for whom when the deal was made. Nothing about a deal is stored but its words, so that whatever is
taken back is taken back for it, too.
"""

from __future__ import annotations

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
ANSWER: Final = "answer"
"""Kept or broken when the case comes; void if it never does."""


class TermKind:
    """What can be promised."""

    def __init__(self, mode: str, fact: str, against: str = "", to: bool = False, thing: str = "") -> None:
        self.mode = mode
        self.fact = fact  # what it is about
        self.against = against  # of an answer: the fact that breaks it
        self.to = to  # somebody else is named
        self.thing = thing  # "": none is named; "any": it may be; "one": it must be


TERMS: Final[dict[str, TermKind]] = {
    "pay": TermKind(SUM, "paid", to=True),
    "repay": TermKind(SUM, "repaid"),
    "no-attack": TermKind(NEVER, "attacked", to=True, thing="any"),
    "no-entry": TermKind(NEVER, "entered", thing="one"),
    "no-taking": TermKind(NEVER, "took", thing="one"),
    "passage": TermKind(NEVER, "blocked", to=True),
    "help": TermKind(ANSWER, "helped", "refused-help", to=True),
    "vote": TermKind(ANSWER, "voted", "voted-otherwise", thing="one"),
    "charter": TermKind(ANSWER, "chartered", "refused-charter", to=True),
    "exchange": TermKind(ANSWER, "exchanged", "refused-exchange", to=True),
}


class FactRule:
    """Which event is which fact: the names of its parameters that say who, to whom, what and how much."""

    def __init__(
        self,
        event: str,
        fact: str,
        seat: str,
        other: str = "",
        thing: str = "",
        amount: str = "",
        where: tuple[str, Any] | None = None,
    ) -> None:
        self.event = event
        self.fact = fact
        self.seat = seat
        self.other = other
        self.thing = thing
        self.amount = amount  # "-x": that of x, which is below zero
        self.where = where  # only if this parameter has this value


class Vocabulary:
    """What a game can promise in: its facts, what stands for its players, and how it counts rounds."""

    def __init__(
        self,
        facts: tuple[FactRule, ...],
        rounds: tuple[tuple[str, ...], int],
        things: dict[str, tuple[str, tuple[str, ...]]],
        owners: dict[str, tuple[str, str]] | None = None,
        binds: dict[str, tuple[str, str]] | None = None,
    ) -> None:
        self.facts: dict[str, list[FactRule]] = {}
        for rule in facts:
            self.facts.setdefault(rule.event, []).append(rule)
        known = {rule.fact for rule in facts}
        self.terms: list[str] = [name for name, kind in TERMS.items() if kind.fact in known]
        self.round_events, self.round_length = rounds
        self.things = things  # by term: the kind of id it names, and the ids
        self.owners = owners or {}  # events after which an id stands for another seat: its parameters
        self.binds = binds or {}  # by term: the standing order that carries it out, which the rules let bind

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
        return ""

    def to_json(self) -> dict[str, Any]:
        terms = []
        for name in self.terms:
            kind = TERMS[name]
            of, ids = self.things.get(name, ("", ()))
            terms.append(
                {
                    "kind": name,
                    "to": kind.to,
                    "amount": kind.mode == SUM,
                    "thing": kind.thing if ids else "",
                    "of": of,
                    "things": list(ids),
                    "binds": name in self.binds,
                }
            )
        return {"terms": terms}


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
    vocabulary: Vocabulary, terms: list[dict[str, Any]], entries: list[dict[str, Any]], owners: dict[str, int]
) -> list[Judgement]:
    """How terms stand after the entries of a log since they were agreed on, in the face that everybody sees.

    `owners`: what stood for which seat then.
    """
    owners = dict(owners)
    judgements = [Judgement() for _ in terms]
    passed = 0
    for entry in entries:
        for event in entry["events"]:
            name, params = event["kind"], event["params"]
            for term, judgement in zip(terms, judgements, strict=True):
                if judgement.state == OPEN:
                    _hear(vocabulary, term, judgement, name, params, owners, entry["position"])
            if name in vocabulary.owners:
                what, seat = vocabulary.owners[name]
                owners[params[what]] = params[seat]
            if name in vocabulary.round_events:
                passed += 1
                _pass(terms, judgements, passed // vocabulary.round_length, entry["position"])
    return judgements


def _pass(terms: list[dict[str, Any]], judgements: list[Judgement], rounds: int, position: int) -> None:
    """What the end of a round decides."""
    for term, judgement in zip(terms, judgements, strict=True):
        if judgement.state == OPEN and rounds >= term["rounds"]:
            mode = TERMS[term["kind"]].mode
            judgement.settle({NEVER: KEPT, SUM: BROKEN}.get(mode, VOID), position)


def _seat(value: Any, owners: dict[str, int]) -> int:
    """The seat behind an id; -1: nobody's."""
    if isinstance(value, str):
        return int(value[5:]) if value.startswith("seat-") else owners.get(value, -1)
    return value if isinstance(value, int) else -1


def _hear(
    vocabulary: Vocabulary,
    term: dict[str, Any],
    judgement: Judgement,
    name: str,
    params: dict[str, Any],
    owners: dict[str, int],
    position: int,
) -> None:
    kind = TERMS[term["kind"]]
    for rule in vocabulary.facts.get(name, []):
        if rule.where is not None and params[rule.where[0]] != rule.where[1]:
            continue
        if _seat(params[rule.seat], owners) != term["by"]:
            continue
        if kind.to and rule.other and _seat(params[rule.other], owners) != term["to"]:
            continue
        same = term["thing"] is None or not rule.thing or params[rule.thing] == term["thing"]
        if rule.fact == kind.fact and kind.mode == ANSWER and not same:
            judgement.settle(BROKEN, position)  # an answer, and another one than was promised
        elif rule.fact == kind.fact and same:
            _happened(kind, term, judgement, rule, params, position)
        elif kind.against and rule.fact == kind.against:
            judgement.settle(BROKEN, position)
        if judgement.state != OPEN:
            return


def _happened(
    kind: TermKind, term: dict[str, Any], judgement: Judgement, rule: FactRule, params: dict[str, Any], position: int
) -> None:
    if kind.mode == NEVER:
        judgement.settle(BROKEN, position)
    elif kind.mode == ANSWER:
        judgement.settle(KEPT, position)
    else:
        amount = -params[rule.amount[1:]] if rule.amount.startswith("-") else params[rule.amount]
        judgement.done += max(0, amount)
        if judgement.done >= term["amount"]:
            judgement.settle(KEPT, position)


def worth(terms: list[dict[str, Any]], seat: int) -> int:
    """What a deal is worth to a seat that knows nothing else: what it is given, less what it gives."""
    total = 0
    for term in terms:
        kind = TERMS[term["kind"]]
        value = term["amount"] if kind.mode == SUM else 2 if kind.mode == NEVER and term["thing"] is None else 1
        if term["by"] == seat:
            total -= value
        elif term["to"] in (seat, None):
            total += value
    return total
