"""Bots at a table: they answer, counter and propose, keep what they promised, and remember who did not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rondel import games, load
from rondel.kernel.bargain import Bargain, promise
from rondel.kernel.deals import SUM, TERMS
from rondel.kernel.game import random_action
from rondel.kernel.record import Match
from rondel.server.weeks import schema
from rondel.server.weeks.deals import EAGER, REST
from tests.server.place import Place, eventually
from tests.server.site import Site, Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.fixture(autouse=True)
def _reserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots only answer: they may propose as soon as a game begins, and what they agree on would be listed as well."""
    monkeypatch.setattr("rondel.server.weeks.deals.EAGER", {})


@pytest.mark.parametrize("name", games.NAMES)
def test_a_bot_has_an_answer_to_everything_that_can_be_promised(name: str) -> None:
    """Each term about each thing, given and taken: whatever a person may put into the form."""
    game, rng = load(name), random.Random(2)
    vocabulary = game.deals
    assert vocabulary is not None
    assert game.bargainer is not None
    match = Match(game, 4, dict(game.sim_options), seed="2")
    match.carry_on()
    for _ in range(150):
        seat = game.to_act(match.state)[0]
        match.play(seat, random_action(match.state, seat, rng))
        match.carry_on()
    side = Bargain(game.bargainer(game.imagine(match.state, 0, rng), rng), vocabulary, 0, [0.8] * 4)
    answers: Counter[str] = Counter()
    for kind in vocabulary.terms:
        about, amount = TERMS[kind], 2 if TERMS[kind].mode == SUM else 0
        ids = vocabulary.things.get(kind, ("", ()))[1]
        for thing in [*ids, *([] if about.thing == "one" else [None])]:
            for by, to in ((0, 1), (1, 0)):
                term = promise(kind, by, to if about.to else -1, thing, amount, rounds=2)
                assert vocabulary.check(term, 4) == ""
                answers[side.reply([term], 1).answer] += 1
    assert set(answers) == {"accept", "refuse"}


def with_bots(site: Site, game: str, bots: int = 2, level: str = "heuristic", **about: Any) -> tuple[Visitor, str]:
    anna = site.visitor("Anna")
    table = anna.open("human", *[level] * bots, game=game, **about)
    anna.take(table, 0)
    eventually(lambda: anna.get(f"/tables/{table}/observation").status_code == 200)
    return anna, table


def deals(visitor: Visitor, table: str) -> list[dict[str, Any]]:
    said = visitor.ask(f"/tables/{table}/deals")
    schema.DealsSaid.model_validate(said)
    found: list[dict[str, Any]] = said["deals"]
    return found


def offer(visitor: Visitor, table: str, *terms: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = visitor.do(f"/tables/{table}/deals", {"terms": list(terms), **more})["deals"]
    return found


def test_a_bot_accepts_refuses_and_counters(site: Site) -> None:
    anna, table = with_bots(site, "colonial")
    refused, counter = offer(anna, table, promise("no-attack", 1, 0), promise("exchange", 1, 0))
    assert (refused["status"], refused["why"]) == ("refused", "too-little")
    assert (counter["status"], counter["by"], counter["answers"]) == ("proposed", 1, refused["id"])
    assert anna.company(table)["deals"] == 1
    (taken,) = [
        each
        for each in anna.do(f"/tables/{table}/deals/{counter['id']}", {"do": "accept"})["deals"]
        if each["id"] == counter["id"]
    ]
    assert taken["status"] == "agreed"
    assert anna.company(table)["deals"] == 0
    anna, table = with_bots(site, "colonial")
    peace = [promise("no-attack", 1, 0, rounds=2), promise("no-attack", 0, 1, rounds=2)]
    (deal,) = offer(anna, table, *peace)
    assert (deal["status"], deal["agreed"]) == ("agreed", [0, 1])
    again = offer(anna, table, *peace)[1]
    assert (again["status"], again["why"]) == ("refused", "promised")


def test_a_person_counters_a_proposal(site: Site) -> None:
    anna, table = with_bots(site, "colonial")
    _, counter = offer(anna, table, promise("exchange", 2, 0), promise("no-attack", 2, 0))
    again = offer(anna, table, promise("no-attack", 2, 0), promise("no-attack", 0, 2), answers=counter["id"])
    by_id = {each["id"]: each for each in again}
    assert by_id[counter["id"]]["status"] == "refused"
    assert again[-1]["answers"] == counter["id"]
    assert again[-1]["status"] == "agreed"
    stranger = site.visitor("Stranger")
    assert stranger.post(f"/tables/{table}/deals", {"terms": [promise("exchange", 2, 0)]}).status_code == 404


def play_on(visitor: Visitor, table: str, moves: int, kind: str = "", word: str = "") -> None:
    """The first choices that there are, or those of a kind and with a word, while bots move as well."""
    for _ in range(moves):
        eventually(lambda: visitor.ask(f"/tables/{table}")["to_act"][:1] == [0] or visitor.see(table, 0)["over"], 60)
        seen = visitor.see(table, 0)
        if seen["over"]:
            return
        liked = [each for each in seen["choices"] if each["kind"] == kind and word in str(each["args"])]
        wanted = (liked or seen["choices"])[0]
        move = {"seat": 0, "position": seen["position"], "action": wanted["id"]}
        visitor.post(f"/tables/{table}/moves", move)


def test_bots_propose_now_and_then_and_never_pester(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.weeks.deals.EAGER", {"heuristic": 1.0})
    anna, table = with_bots(site, "colonial", 3)
    play_on(anna, table, 24)
    eventually(lambda: any(deal["by"] != 0 for deal in deals(anna, table)))
    found = deals(anna, table)
    live = site.app.state.tables.memory.cached[table]
    turns = live.match.state.turn
    by = Counter(deal["by"] for deal in found)
    assert 0 not in by
    assert max(by.values()) <= turns * 3 / REST + 3
    waiting = [deal for deal in found if deal["status"] == "proposed"]
    assert len(waiting) <= 1  # one at a time
    assert all(len(deal["terms"]) <= 6 for deal in found)


def test_random_bots_and_stand_ins_propose_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.weeks.deals.EAGER", EAGER)  # as it is: the random ones are not named there
    anna, table = with_bots(site, "colonial", 2, "random")
    play_on(anna, table, 12)
    assert deals(anna, table) == []


def test_who_broke_a_promise_is_not_believed_again(site: Site) -> None:
    anna, table = with_bots(site, "colonial")
    peace = [promise("no-attack", 1, 0, rounds=9), promise("no-attack", 0, 1, rounds=9)]
    deal = offer(anna, table, *peace, {"kind": "no-card", "by": 0, "thing": "explorer", "rounds": 9})[0]
    assert deal["status"] == "agreed"
    for _ in range(80):
        play_on(anna, table, 1, "use", "explorer")
        term = next(each for each in deals(anna, table) if each["id"] == deal["id"])["terms"][2]
        if term["state"] == "broken":
            break
    assert term["state"] == "broken"
    assert term["position"] is not None
    records = anna.ask(f"/tables/{table}/deals")["records"]
    assert [each["broken"] for each in records] == [1, 0, 0]


def test_a_gift_is_carried_out_around_one_machine(tmp_path: Any) -> None:
    """`rondel play`: one person against bots bargains as well; what she promised is paid as soon as it can be.

    Whoever takes the first choice each time may have no money left in the rounds that were named: then in another game.
    """
    place = Place(tmp_path)
    try:
        for _ in range(8):
            table, state = promised_gift(place)
            if state == "kept":
                break
        assert state == "kept"
        log = place.http.get(f"/tables/{table}/log").json()
        gifts = [each for each in log if each["action"] and each["action"]["kind"] == "give"]
        assert sum(each["action"]["args"]["amount"] for each in gifts) == 2
    finally:
        place.stop()


def promised_gift(place: Place) -> tuple[str, str]:
    """A table at which a gift was promised, and what became of the promise."""
    seats = [{"kind": "human", "name": "Anna"}, *({"kind": "bot", "bot": "heuristic"} for _ in range(2))]
    table = place.http.post("/tables", json={"game": "imperial", "seats": seats}).json()["id"]
    asked = {"terms": [promise("pay", 0, 1, amount=2, rounds=2)]}
    (deal,) = place.http.post(f"/tables/{table}/deals", json=asked).json()["deals"]
    assert deal["status"] == "agreed"
    states = ["open"]

    def is_settled() -> bool:
        seen = place.http.get(f"/tables/{table}/observation", params={"seat": 0}).json()
        if seen["to_act"][:1] == [0]:
            move = {"seat": 0, "position": seen["position"], "action": seen["choices"][0]["id"]}
            place.http.post(f"/tables/{table}/moves", json=move)
        said = place.http.get(f"/tables/{table}/deals").json()
        assert said["own"] == 0
        states[0] = said["deals"][0]["terms"][0]["state"]
        return states[0] != "open"

    eventually(is_settled, 60)
    return table, states[0]
