"""Bargaining: what a deal is worth to those whom it concerns, and what to answer and propose.

A game says in a `Bargainer` what each promise is worth to a seat, by its own measure, and which deals come to mind. All
else is here: a promise that does not bind counts as much as whoever gives it is trusted; what a deal brings a rival
counts against it; whoever refuses looks for a deal that is good for both.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final, Generic

from mypy_extensions import mypyc_attr

from rondel.kernel import flow
from rondel.kernel.deals import BROKEN, KEPT, NEVER, OPEN, SUM, TERMS, Vocabulary, judge
from rondel.kernel.flow import SPECTATOR, S

Terms = list[dict[str, Any]]

ACCEPT: Final = "accept"
REFUSE: Final = "refuse"

TOO_LITTLE: Final = "too-little"
"""It takes more than it gives."""
NO_TRUST: Final = "no-trust"
"""It would be worth it, were it kept."""
RIVAL: Final = "rival"
"""It helps a rival more than us."""
ALREADY: Final = "promised"
"""What it gives is promised already."""
CANNOT: Final = "cannot"
"""It promises what cannot be done."""

FIRST_TRUST: Final = 0.8
"""What a promise of somebody counts who has neither kept nor broken any."""
FOREVER: Final = 1_000_000
HIGHEST: Final = 6
"""So much more, or less, is asked for in a counter-proposal at most."""
AHEAD: Final = 8
"""So many decisions of its own in a row a seat looks ahead, lest it can only break its word."""
TRIED: Final = 200
"""So many actions are tried at most to find a way on that breaks nothing."""


def promise(
    kind: str, by: int, to: int = -1, thing: str | None = None, amount: int = 0, rounds: int = 1
) -> dict[str, Any]:
    """A term of a deal."""
    return {
        "kind": kind,
        "by": by,
        "to": to if to >= 0 else None,
        "thing": thing,
        "amount": amount or None,
        "rounds": rounds,
        "after": 0,
    }


def trust(kept: int, broken: int) -> float:
    """What a promise counts of somebody who has kept so many and broken so many: a breach outweighs four."""
    return (4.0 + kept) / (5.0 + kept + 4.0 * broken)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bargainer(Generic[S]):
    """What promises are worth at a table that may be looked at whole: a world that a bot imagines."""

    SURE: ClassVar[float] = 0.1
    """What a deal must be worth, in the game's measure."""

    def __init__(self, table: S, rng: random.Random) -> None:
        self.table = table
        self.rng = rng

    def worth(self, term: dict[str, Any], seat: int) -> float:
        """What it is worth to a seat that a promise by or to it is kept: below zero to whoever gives it."""
        raise NotImplementedError

    def can(self, term: dict[str, Any]) -> bool:
        """Whether who gives a promise could keep it, as far as one can tell now."""
        return True

    def rivalry(self, seat: int, other: int) -> float:
        """The part of another's gain that counts against us."""
        return 0.1

    def ideas(self, seat: int, other: int) -> list[Terms]:
        """Deals between the two that come to mind; what they are worth is looked at afterwards."""
        return []


class Reply:
    """What a seat says to a deal."""

    def __init__(self, answer: str, why: str = "", counter: Terms | None = None) -> None:
        self.answer = answer
        self.why = why
        self.counter = counter


class Bargain:
    """One seat's side of the bargaining: whom it trusts, and what the rules let bind."""

    def __init__(
        self,
        bargainer: Bargainer[Any],
        vocabulary: Vocabulary,
        seat: int,
        trusted: list[float],
        promised: Terms | None = None,
    ) -> None:
        self.promised = promised or []  # what was agreed on before and is still to be kept
        self.bargainer = bargainer
        self.vocabulary = vocabulary
        self.seat = seat
        self.trusted = trusted  # [seat]

    def has_promised(self, term: dict[str, Any]) -> bool:
        """Whether somebody is bound to this already: nobody pays for the same promise twice."""
        same = ("kind", "by", "to", "thing")
        return TERMS[term["kind"]].mode != SUM and any(
            all(term[key] == each[key] for key in same) for each in self.promised
        )

    def gain(self, terms: Terms, seat: int, doubting: bool = True) -> float:
        """What a deal is worth to a seat; `doubting`: to our own, which does not trust everybody."""
        total = 0.0
        for term in terms:
            if term["by"] != seat and term["to"] not in (None, seat):
                continue  # between others
            value = self.bargainer.worth(term, seat)
            if value > 0.0 and self.has_promised(term):
                continue
            if value > 0.0 and term["by"] != seat and term["kind"] not in self.vocabulary.binds:
                value *= self.trusted[term["by"]] if doubting else FIRST_TRUST
            total += value
        return total

    def net(self, terms: Terms) -> float:
        """What a deal is worth to us, less what it does for our rivals."""
        total = self.gain(terms, self.seat)
        for other in parties(terms):
            if other != self.seat:
                gained = self.gain(terms, other, doubting=False)
                total -= self.bargainer.rivalry(self.seat, other) * max(0.0, gained)
        return total

    def reply(self, terms: Terms, proposer: int) -> Reply:
        """Accept what is worth it; else say why not, and propose what would be."""
        mine = [term for term in terms if term["by"] == self.seat]
        if any(not self.bargainer.can(term) for term in mine):
            return Reply(REFUSE, CANNOT, self.counter([term for term in terms if term not in mine], proposer))
        # Who gives nothing takes what is given; a promise of our own must be made good by something.
        if self.net(terms) >= (self.bargainer.SURE if mine else 0.0):
            return Reply(ACCEPT)
        if self.gain(terms, self.seat, doubting=False) < self.bargainer.SURE:
            again = any(term["by"] != self.seat and self.has_promised(term) for term in terms)
            why = ALREADY if again else TOO_LITTLE
        else:
            why = NO_TRUST if self.gain(terms, self.seat) < self.bargainer.SURE else RIVAL
        return Reply(REFUSE, why, self.counter(terms, proposer))

    def counter(self, terms: Terms, other: int) -> Terms | None:
        """The deal closest to this one that is good for both; None: there is none."""
        best, most = None, 0.0
        for changed in self.variants(terms, other):
            score = self.score(changed, other, 0.0)  # he who wants something may give a little more
            if score > most:
                best, most = changed, score
        return best

    def score(self, terms: Terms, other: int, least: float) -> float:
        """How good a deal is for both; 0: worth less than `least` to the other, not to us, or it cannot be kept."""
        if not terms or any(self.vocabulary.check(term, len(self.trusted)) for term in terms):
            return 0.0
        if any(not self.bargainer.can(term) for term in terms):
            return 0.0
        if any(not self.vocabulary.means(self.bargainer.table, term) for term in terms):
            return 0.0
        mine, theirs = self.net(terms), self.gain(terms, other, doubting=False)
        if mine < self.bargainer.SURE or theirs < least:
            return 0.0
        return min(mine, theirs) + 0.2 * max(mine, theirs) + 0.02 * self.bargainer.rng.random()

    def variants(self, terms: Terms, other: int) -> list[Terms]:
        """The same deal with more or less of something, without some of our promises, or with one of his as well."""
        found: list[Terms] = []
        for place, term in enumerate(terms):
            rest = terms[:place] + terms[place + 1 :]
            if TERMS[term["kind"]].mode == SUM:
                step = -1 if term["by"] == self.seat else 1
                for change in range(1, HIGHEST + 1):
                    amount = term["amount"] + step * change
                    if amount > 0:
                        found.append([*rest, {**term, "amount": amount}])
            elif TERMS[term["kind"]].mode == NEVER and term["rounds"] > 1 and term["by"] == self.seat:
                found.append([*rest, {**term, "rounds": 1}])
        given = [term for term in terms if term["by"] == self.seat]
        taken = [term for term in terms if term["by"] != self.seat]
        bases = [terms, taken, *([*taken, term] for term in given if len(given) > 1)]
        for idea in self.bargainer.ideas(self.seat, other):
            asked = [term for term in idea if term["by"] == other and not _among(term, taken)]
            offered = [term for term in idea if term["by"] == self.seat and not _among(term, given)]
            for base in bases:
                found += [[*base, {**more, "rounds": base[0]["rounds"]}] for more in asked if base]
            found += [[*taken, more] for more in offered if taken]
        return found + [base for base in bases[1:] if base]

    def proposal(self, others: list[int]) -> Terms | None:
        """The best deal with one of the others; None: none is good for both."""
        best, most = None, 0.0
        for other in others:
            for terms in self.bargainer.ideas(self.seat, other):
                score = self.score(terms, other, self.bargainer.SURE)
                if score > most:
                    best, most = terms, score
        return best


def _among(term: dict[str, Any], terms: Terms) -> bool:
    return any(term["kind"] == each["kind"] and term["thing"] == each["thing"] for each in terms)


def parties(terms: Terms) -> list[int]:
    named = {term["by"] for term in terms} | {term["to"] for term in terms if term["to"] is not None}
    return sorted(named)


# --- keeping one's word -----------------------------------------------------------------------------------------------


def faithful(
    game: Any, state: flow.State, seat: int, promises: Terms, scenes: dict[str, dict[str, Any]], choices: list[int]
) -> list[int]:
    """The choices of a seat that keep its promises; all of them, if each breaks one.

    A choice that keeps a promise then and there leaves only those that do. One after which the seat itself could only
    break a promise is as bad as one that breaks it: a card that does nothing but declare war. `state` may be a world
    that the seat imagines: what follows at once and is seen by everybody is the same in all of them. `scenes`: see
    `scenes_after`.
    """
    if not promises or len(choices) < 2:
        return choices
    conscience = _Conscience(game, state, seat, promises, scenes)
    keeping: list[int] = []
    clean: list[int] = []
    safe: list[int] = []
    for action in choices:
        world, told, found = conscience.after(state, action, [])
        if found == BROKEN:
            continue
        clean.append(action)
        conscience.left = TRIED
        if conscience.has_way_on(world, told, AHEAD):
            safe.append(action)
            if found == KEPT:
                keeping.append(action)
    return keeping or safe or clean or choices


class _Conscience:
    """What the actions of a seat make of its promises, from a position on."""

    def __init__(
        self, game: Any, state: flow.State, seat: int, promises: Terms, scenes: dict[str, dict[str, Any]]
    ) -> None:
        self.vocabulary: Vocabulary = game.deals
        self.owners: dict[str, int] = game.teller.owners_in(game.view(state, SPECTATOR))
        self.seat = seat
        # that time passes breaks nothing here
        self.lasting: Terms = [{**term, "rounds": FOREVER, "after": 0} for term in promises]
        self.scenes = scenes
        self.left = TRIED

    def after(
        self, state: flow.State, action: int, told: list[dict[str, Any]]
    ) -> tuple[flow.State, list[dict[str, Any]], str]:
        """The world after an action, what has been told until then, and whether that keeps or breaks a promise."""
        world = state.copy()
        world.events = []
        flow.play(world, self.seat, action)
        entry = {"position": len(told) + 1, "events": [event.face(SPECTATOR) for event in world.events]}
        told = [*told, entry]
        judged = judge(self.vocabulary, self.lasting, told, self.owners, scenes=self.scenes)
        states = [each.state for each in judged]
        return world, told, BROKEN if BROKEN in states else KEPT if KEPT in states else OPEN

    def has_way_on(self, world: flow.State, told: list[dict[str, Any]], ahead: int) -> bool:
        """Whether the seat can go on without breaking a promise, until something else decides."""
        if ahead == 0 or world.over() or flow.to_act(world) != (self.seat,):
            return True
        for action in flow.legal(world, self.seat):
            if self.left == 0:
                return False
            self.left -= 1
            following, heard, found = self.after(world, action, told)
            if found != BROKEN and self.has_way_on(following, heard, ahead - 1):
                return True
        return False


def claimed(game: Any, state: flow.State, seat: int, promised: Terms, choices: list[int]) -> int:
    """What a seat does to have a promise kept that was made to it; -1: nothing."""
    vocabulary: Vocabulary = game.deals
    for term in promised:
        claim = vocabulary.claims.get(term["kind"])
        if claim is not None and term["to"] == seat:
            action = claim(state, seat, term)
            if action in choices:
                return action
    return -1
