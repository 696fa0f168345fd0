"""The ledger of a table's deals: each as it is stored, and how it stands by what has happened since."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rondel.kernel import deals
from rondel.kernel.bargain import Terms, trust
from rondel.kernel.deals import BROKEN, KEPT, NEVER, OPEN, SUM, TERMS, VOID, Judgement, judge, rounds_heard
from rondel.kernel.flow import SPECTATOR
from rondel.server.storage import Seat, now
from rondel.server.table import LiveTable

Status = Literal["proposed", "agreed", "refused", "withdrawn"]
DAYS = 7 * 24 * 3600 * 1000
"""A proposal that nobody answers lapses after so long."""


class Deal(msgspec.Struct):
    id: str
    by: int
    parties: list[int]
    people: list[str | None]
    """Who had the parties' seats; nobody: a bot."""
    terms: Terms
    open: bool
    """Everybody may know of it."""
    status: Status
    agreed: list[int]
    made: int
    position: int = 0
    """Of the record, when it was agreed on."""
    asked: int = 0
    """Of the record, when it was proposed."""
    closed: int = 0
    """Of the record, when it was refused or withdrawn."""
    stands: int = 0
    """For so many rounds it may be accepted; 0: until somebody answers."""
    answers: str = ""
    """The proposal that it was made in answer to."""
    why: str = ""
    """Why a bot refused it."""


class Word(msgspec.Struct):
    """What binds a bot that is to decide: its own promises, those made to it, and what goes on."""

    promises: Terms
    promised: Terms
    scenes: dict[str, dict[str, Any]]


def may_know(deal: Deal, own: set[int]) -> bool:
    """Parties know of it; the others once it is agreed on, if it is open."""
    return bool(own & set(deal.parties)) or (deal.open and deal.status == "agreed")


def as_of(known: list[Deal], position: int) -> list[Deal]:
    """Deals as they stood at a position: without those that nobody had proposed, and before the answers to the rest."""
    found: list[Deal] = []
    for deal in known:
        answered = deal.position if deal.status == "agreed" else deal.closed
        if deal.asked > position:
            continue
        if deal.status != "proposed" and answered > position:
            deal = msgspec.structs.replace(deal, status="proposed", agreed=[deal.by], position=0, closed=0, why="")
        found.append(deal)
    return found


class Ledger:
    """The deals of a table, judged by its log from the first of them on, up to now or to an earlier position."""

    def __init__(
        self, live: LiveTable, known: list[Deal], entries: list[dict[str, Any]], position: int | None = None
    ) -> None:
        vocabulary = live.game.deals
        assert vocabulary is not None
        self.vocabulary = vocabulary
        self.live = live
        self.seats: list[Seat] = live.seats
        self.position = live.position if position is None else position
        self.is_past = self.position < live.position
        self.over = live.match.over and not self.is_past
        self.deals = known
        self.entries = entries
        self._judged: dict[str, list[Judgement]] = {}

    def since(self, position: int) -> list[dict[str, Any]]:
        return [entry for entry in self.entries if entry["position"] > position]

    def scenes_at(self, position: int) -> dict[str, dict[str, Any]]:
        """What went on at a position: an attack, an offer."""
        return deals.scenes_after(self.vocabulary, [entry for entry in self.entries if entry["position"] <= position])

    def rounds_since(self, position: int) -> int:
        return rounds_heard(self.vocabulary, self.since(position)) // self.vocabulary.round_length

    def has_lost_somebody(self, deal: Deal) -> bool:
        """Whether a party has left her seat for another."""
        return any(self.seats[seat].person != person for seat, person in zip(deal.parties, deal.people, strict=True))

    def status(self, deal: Deal) -> str:
        if deal.status != "proposed":
            return deal.status
        late = deal.stands and self.rounds_since(deal.asked) >= deal.stands
        if not self.is_past:  # when days had passed, and who had left, no record tells
            late = late or now() > deal.made + DAYS or self.has_lost_somebody(deal)
        return "lapsed" if late or self.over else "proposed"

    def judged(self, deal: Deal) -> list[Judgement]:
        found = self._judged.get(deal.id)
        if found is None:
            found = self._judge(deal)
            self._judged[deal.id] = found
        return found

    def _judge(self, deal: Deal) -> list[Judgement]:
        judged = [Judgement() for _ in deal.terms]
        left = self.has_lost_somebody(deal) and not self.is_past
        if deal.status == "agreed":
            live = self.live
            view = live.game.view(live.match.at(min(deal.position, self.position)), SPECTATOR)
            owners, scenes = live.game.teller.owners_in(view), self.scenes_at(deal.position)
            judged = judge(self.vocabulary, deal.terms, self.since(deal.position), owners, scenes=scenes)
        if left or self.over:
            for each, term in zip(judged, deal.terms, strict=True):
                if each.state == OPEN:
                    never = TERMS[term["kind"]].mode == NEVER and self.over and not left
                    each.settle(KEPT if never else VOID, self.position)
        return judged

    def open_terms(self, deal: Deal) -> Terms:
        """What is still to be kept of a deal, with what is left of each sum."""
        found = []
        for term, each in zip(deal.terms, self.judged(deal), strict=True):
            if deal.status == "agreed" and each.state == OPEN:
                left = {"amount": term["amount"] - each.done} if TERMS[term["kind"]].mode == SUM else {}
                found.append({**term, **left})
        return found

    def told(self, deal: Deal) -> dict[str, Any]:
        return {
            "id": deal.id,
            "by": deal.by,
            "parties": deal.parties,
            "agreed": deal.agreed,
            "open": deal.open,
            "status": self.status(deal),
            "made": deal.made,
            "answers": deal.answers or None,
            "why": deal.why or None,
            "terms": [
                {**term, "after": deals.after(term), **self._named(deal, term), **each.to_json()}
                for term, each in zip(deal.terms, self.judged(deal), strict=True)
            ],
        }

    def _named(self, deal: Deal, term: dict[str, Any]) -> dict[str, Any]:
        """The first and the last round that a promise is for, by their names; of a proposal, as if it were accepted."""
        made = min(deal.position, self.position) if deal.status == "agreed" else self.position
        table = self.live.match.at(made)
        named = self.vocabulary.named
        return {"first": named(table, deals.after(term)), "last": named(table, term["rounds"] - 1)}

    # --- what a bot makes of it -----------------------------------------------------------------------------------

    def records(self, own: set[int]) -> list[tuple[int, int]]:
        """For each seat, how many promises it kept and broke, as far as some seats know."""
        kept, broken = [0] * len(self.seats), [0] * len(self.seats)
        for deal in self.deals:
            if deal.status == "agreed" and may_know(deal, own):
                for term, each in zip(deal.terms, self.judged(deal), strict=True):
                    kept[term["by"]] += each.state == KEPT
                    broken[term["by"]] += each.state == BROKEN
        return list(zip(kept, broken, strict=True))

    def trusted(self, seat: int) -> list[float]:
        """What promises of each seat count to a seat, by what it knows of promises kept and broken."""
        return [trust(kept, broken) for kept, broken in self.records({seat})]

    def word(self, seat: int) -> Word | None:
        """What a bot must keep and may claim now; None: nothing."""
        promises: Terms = []
        promised: Terms = []
        for deal in self.deals:
            passed = self.rounds_since(deal.position) if deal.status == "agreed" else 0
            for term in self.open_terms(deal):
                if passed < deals.after(term):
                    continue
                if term["by"] == seat:
                    promises.append(term)
                elif term["to"] == seat:
                    promised.append(term)
        if not promises and not promised:
            return None
        return Word(promises, promised, self.scenes_at(self.position))
