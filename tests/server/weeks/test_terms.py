"""Every term of every game, in games that were played: proposed, accepted, kept and broken, carried out where it binds.

The recorded games show where a promise would have been kept or broken by the next choice, or by the end of a round.
Each is read in by a server as it stood before that; the promise is made there, and the choices of the record as well.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rondel import games, load
from rondel.kernel import flow
from rondel.kernel.deals import ANSWER, BROKEN, KEPT, OPEN, SUM, TERMS, VOID, TermKind, Vocabulary, _Court, judge
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match, parse
from tests.server.place import Place

GOLDEN = Path(__file__).parents[2] / "golden"
TRIES = 12
ROLLS = 60
LONGEST = 60
"""So many choices a round may take that is played to its end."""


class Case(NamedTuple):
    """A record as it stood, a promise that is made then, the choices that follow, and what becomes of it."""

    match: Match
    start: int
    term: dict[str, Any]
    last: int
    state: str

    def __str__(self) -> str:
        return f"{self.match.game.name}-{self.term['kind']}-{self.state}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    place = Place(tmp_path_factory.mktemp("house"))
    yield place
    place.stop()


Known = dict[tuple[str, str], Case]


def vocabulary_of(name: str) -> Vocabulary:
    found = load(name).deals
    assert found is not None
    return found


@cache
def record(path: Path) -> tuple[Match, list[dict[str, Any]]]:
    match = parse(path.read_text(), load)
    return match, match.log(SPECTATOR, 0)


def records(name: str) -> Iterator[tuple[Match, list[dict[str, Any]]]]:
    """Recorded games with what everybody saw of them; those of particular options show what happens only with them."""
    wanted = [GOLDEN / f"{name}-4.rondel"]
    wanted += sorted(set(GOLDEN.glob(f"{name}-*.rondel")) - set(wanted), reverse=True)
    return (record(path) for path in wanted)


def is_played(match: Match, position: int) -> bool:
    """Whether somebody makes a choice at a position; otherwise it is chance."""
    return match.entries[position].seat >= 0


def stretch(match: Match, log: list[dict[str, Any]], place: int, rounds: int) -> list[dict[str, Any]]:
    """Some entries that begin with a choice: what follows it by itself, or, of a game without dice, a whole round."""
    most = LONGEST if rounds > 1 else 1
    found: list[dict[str, Any]] = []
    for entry in log[place:]:
        if is_played(match, entry["position"] - 1) and len(found) >= most:
            break
        found.append(entry)
    return found if is_played(match, log[place]["position"] - 1) else []


def term(kind: str, by: int, to: int | None, thing: str | None, amount: int | None) -> dict[str, Any]:
    return {"kind": kind, "by": by, "to": to, "thing": thing, "amount": amount, "rounds": 1, "after": 0}


def said_by(about: TermKind, kind: str, court: _Court, rule: Any, params: dict[str, Any]) -> dict[str, Any]:
    """The promise that an event is about."""
    by = court.seat(params, rule.seat)
    to = court.seat(params, rule.other) if rule.other else 1 - min(by, 1)  # whoever it is, where nobody is named
    thing = court.value(params, rule.thing) if about.thing == "one" and rule.thing else None
    return term(kind, by, to if about.to else None, thing, 1 if about.mode == SUM else None)


def by_dice(name: str, known: Known) -> Iterator[Case]:
    """Promises that dice keep or break, after the next choice."""
    return by_an_event(name, known, dice=True)


def by_an_event(name: str, known: Known, dice: bool = False) -> Iterator[Case]:
    """Promises that the next choice keeps or breaks."""
    vocabulary = vocabulary_of(name)
    for match, log in records(name):
        court = _Court(vocabulary, match.game.teller.owners_in(match.game.view(match.at(0), SPECTATOR)))
        entries: list[dict[str, Any]] = []
        before = (dict(court.owners), dict(court.scenes))
        for entry in log:
            if is_played(match, entry["position"] - 1):
                entries, before = [], (dict(court.owners), dict(court.scenes))
            entries.append(entry)
            if not is_played(match, entries[0]["position"] - 1):
                continue
            for event in entry["events"]:
                for rule in vocabulary.facts.get(event["kind"], []):
                    for kind in vocabulary.terms:
                        about = TERMS[kind]
                        if rule.fact not in (about.fact, about.against) or (len(entries) > 1) != dice:
                            continue
                        made = said_by(about, kind, court, rule, event["params"])
                        if about.mode == ANSWER and about.thing == "one":  # kept by this answer, broken by another
                            things = [made["thing"], next(x for x in vocabulary.things[kind][1] if x != made["thing"])]
                        else:
                            things = [made["thing"]]
                        for thing in things:
                            yield from judged(known, vocabulary, match, entries[:], {**made, "thing": thing}, *before)
                court.remember(event["kind"], event["params"])


def by_the_end_of_a_round(name: str, known: Known) -> Iterator[Case]:
    """Promises that are kept or broken because nothing happens until a round is over."""
    vocabulary = vocabulary_of(name)
    rng = random.Random(name)
    for match, log in records(name):
        court = _Court(vocabulary, match.game.teller.owners_in(match.game.view(match.at(0), SPECTATOR)))
        for place, entry in enumerate(log):
            entries = stretch(match, log, place, vocabulary.round_length)
            heard = sum(each["kind"] in vocabulary.round_events for one in entries for each in one["events"])
            if heard >= vocabulary.round_length:
                for kind in vocabulary.terms:
                    about = TERMS[kind]
                    by, to = rng.sample(range(len(match.names)), 2)
                    thing = rng.choice(vocabulary.things[kind][1]) if about.thing == "one" else None
                    made = term(kind, by, to if about.to else None, thing, 99 if about.mode == SUM else None)
                    yield from judged(known, vocabulary, match, entries, made, court.owners, court.scenes)
            for event in entry["events"]:
                court.remember(event["kind"], event["params"])


def judged(
    known: Known,
    vocabulary: Vocabulary,
    match: Match,
    entries: list[dict[str, Any]],
    made: dict[str, Any],
    owners: dict[str, int],
    scenes: dict[str, Any],
) -> Iterator[Case]:
    seats, start = len(match.names), entries[0]["position"] - 1
    if vocabulary.check(made, seats):
        return
    (found,) = judge(vocabulary, [made], entries, owners, scenes=scenes)
    is_new = found.state != OPEN and (made["kind"], found.state) not in known
    if is_new and vocabulary.means(match.at(start), made):
        yield Case(match, start, made, found.position, found.state)


def outcomes(kind: str) -> set[str]:
    return {KEPT, BROKEN, VOID} if TERMS[kind].mode == ANSWER else {KEPT, BROKEN}


@cache
def cases(name: str) -> Known:
    """For each term and what can become of it, a case."""
    found: Known = {}
    wanted = {(kind, state) for kind in vocabulary_of(name).terms for state in outcomes(kind)}
    for search in (by_an_event, by_the_end_of_a_round, by_dice):
        for case in search(name, found):
            found.setdefault((case.term["kind"], case.state), case)
            if set(found) == wanted:
                return found
    return found


def read_in(place: Place, match: Match, position: int) -> str:
    answer = place.http.post("/tables/import", content=match.branch(position).text().encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def agree(place: Place, table: str, made: dict[str, Any]) -> dict[str, Any]:
    """Proposed by whoever is to act, and accepted by all whom it concerns."""
    asked = {key: value for key, value in made.items() if value is not None}
    by = made["by"]
    other = {"kind": "no-attack", "by": 1 - min(by, 1), "to": by, "rounds": 1}  # a deal is between two
    answer = place.http.post(
        f"/tables/{table}/deals", json={"terms": [asked, *([other] if made["to"] is None else [])]}
    )
    assert answer.status_code in (200, 201), answer.text
    (deal,) = answer.json()["deals"]
    while deal["status"] == "proposed":
        answer = place.http.post(f"/tables/{table}/deals/{deal['id']}", json={"do": "accept"})
        assert answer.status_code == 200, answer.text
        (deal,) = answer.json()["deals"]
    return dict(deal)


def stands(place: Place, table: str) -> tuple[str, int | None]:
    (deal,) = place.http.get(f"/tables/{table}/deals").json()["deals"]
    return deal["terms"][0]["state"], deal["terms"][0]["position"]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_term_is_kept_and_broken_in_a_game(place: Place, name: str) -> None:
    known = cases(name)
    wanted = {(kind, state) for kind in vocabulary_of(name).terms for state in outcomes(kind)}
    assert wanted - set(known) == set()
    for case in known.values():
        if case.term["kind"] in vocabulary_of(name).binds:
            continue  # it is not hers to keep or to break: see below
        if case.match.entries[case.last - 1].seat >= 0:
            assert played(place, case) == (case.state, case.last), str(case)
        else:  # it hangs on dice, and each table has its own
            assert any(played(place, case)[0] == case.state for _ in range(ROLLS)), str(case)


def played(place: Place, case: Case) -> tuple[str, int | None]:
    """How a promise stands after the choices of the record."""
    table = read_in(place, case.match, case.start)
    deal = agree(place, table, case.term)
    assert (deal["status"], deal["terms"][0]["state"]) == ("agreed", "open"), str(case)
    choices = [each for each in range(case.start, case.last) if is_played(case.match, each)]
    for position in choices:
        entry = case.match.entries[position]
        move = {"seat": entry.seat, "position": position, "action": entry.action}
        assert place.http.post(f"/tables/{table}/moves", json=move).status_code == 200, (str(case), position)
        if position < choices[-1]:
            assert stands(place, table)[0] == "open"
    return stands(place, table)


@pytest.mark.parametrize("name", games.NAMES)
def test_what_the_rules_let_bind_is_carried_out(place: Place, name: str) -> None:
    """Agreed on where it can be carried out, it is, at once and by itself; the record shows a choice like any other."""
    vocabulary = vocabulary_of(name)
    left, tries = set(vocabulary.binds), Counter[str]()
    for match, _ in records(name):
        for position, state in enumerate(states(match)):
            for kind in sorted(left):
                made = bindable(match, state, kind)
                if made is None or (tries[kind] >= TRIES):
                    continue
                tries[kind] += 1
                table = read_in(place, match, position)
                agree(place, table, made)
                position_now = place.http.get(f"/tables/{table}").json()["position"]
                assert position_now > position, (kind, made)
                if stands(place, table)[0] == KEPT:
                    left.discard(kind)
        if not left:
            break
    assert not left


def states(match: Match) -> Iterator[Any]:
    """The position before each entry."""
    state = match.at(0).copy()
    for entry in match.entries:
        yield state
        flow.play(state, entry.seat, entry.action)


def bindable(match: Match, state: Any, kind: str) -> dict[str, Any] | None:
    """A promise that whoever is to act can do something for now."""
    game, vocabulary = match.game, vocabulary_of(match.game.name)
    about = TERMS[kind]
    for seat in game.to_act(state):
        if seat < 0:
            return None
        choices = game.legal(state, seat)
        for to in range(len(match.names)) if about.to else (None,):
            made = term(kind, seat, to, None, 1 if about.mode == SUM else None)
            if to == seat or vocabulary.check(made, len(match.names)) or not vocabulary.means(state, made):
                continue
            if vocabulary.fulfil(state, seat, made, choices) >= 0:
                return made
    return None
