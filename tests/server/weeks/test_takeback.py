"""Take-back by consent: exactly those are asked who have done or seen something since."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rondel import games, load
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import random_action
from rondel.kernel.record import Entry, Match
from tests.server.place import eventually
from tests.server.site import Site, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.mark.parametrize("name", games.NAMES)
def test_those_are_asked_who_did_or_saw_something(name: str) -> None:
    """At many points of a random game, by the record itself."""
    game, rng = load(name), random.Random(11)
    match = Match(game, 4, dict(game.sim_options), seed="11")
    match.carry_on()
    asked_nobody = asked_some = asked_who_saw = 0
    for _ in range(250):
        seat = game.to_act(match.state)[0]
        match.play(seat, random_action(match.state, seat, rng))
        match.carry_on()
        if match.over:
            break
        chosen = [i for i, entry in enumerate(match.entries) if entry.seat >= 0]
        mine = chosen[-min(len(chosen), rng.randint(1, 3))]
        owner = match.entries[mine].seat
        since = match.entries[mine:]
        asked = match.consent(owner, mine)
        acted = {entry.seat for entry in since if entry.seat != CHANCE and not entry.forced} - {owner}
        saw = {each for entry in since if entry.barrier for each in seen_by(match, entry)}
        assert set(asked) == (acted | saw) - {owner}
        asked_who_saw += bool(saw - acted - {owner})
        if len(match.takeback(owner)) > 0 and match.takeback(owner)[0] == mine:
            assert set(asked) == acted
        asked_nobody += not asked
        asked_some += bool(asked)
        twin = match.fork()
        twin.undo(mine)
        assert twin.position == mine
        assert game.same(twin.state, match.at(mine))
    assert asked_some
    assert asked_who_saw or name == "imperial"  # where nothing is hidden, and there are no dice
    assert asked_nobody or name in ("struggle", "colonial", "imperunde")


def seen_by(match: Match, entry: Entry) -> set[int]:
    """The seats that are told all of something that an entry brought to light."""
    everybody = set(range(match.state.seats))
    events = entry.events or []
    told = {seat for seat in everybody for event in events if event.face(seat)["params"] == event.params()}
    return told if events else everybody


def test_what_only_one_seat_saw_asks_that_seat_alone() -> None:
    """ImpeRunde deals cards face down: only who got one has seen anything."""
    game = load("imperunde")
    match = Match(game, 4, dict(game.sim_options), seed="5")
    match.carry_on()
    dealt: list[int] = []
    rng = random.Random(5)
    while not dealt:
        seat = game.to_act(match.state)[0]
        match.play(seat, random_action(match.state, seat, rng))
        match.carry_on()
        dealt = [
            i
            for i, entry in enumerate(match.entries)
            if entry.events and all(event.kind.name == "card-dealt" for event in entry.events)
        ]
    place = dealt[0]
    events = match.entries[place].events or []
    assert match._saw(match.entries[place]) == {event.params()["seat"] for event in events}
    assert len(events) == 1


@pytest.mark.parametrize("game", games.NAMES)
def test_a_choice_is_taken_back_once_all_of_them_agree(site: Site, game: str) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game=game)
    for _ in range(6):
        seat = players[0].ask(f"/tables/{table}")["to_act"][0]
        assert players[seat].move(table, seat).status_code == 200
    log = players[0].ask(f"/tables/{table}/log")
    place = next(i for i in range(len(log) - 1, -1, -1) if log[i]["seat"] >= 0)
    asker = log[place]["seat"]
    before = players[0].see(table)["position"]
    vote = players[asker].post(f"/tables/{table}/votes", {"kind": "takeback"})
    assert vote.status_code == 201, vote.text
    votes = vote.json()["votes"]
    for voter in [each for each in (votes[0]["voters"] if votes else []) if each != asker]:
        stranger = next((seat for seat in range(3) if seat not in votes[0]["voters"]), None)
        if stranger is not None:
            refused = players[stranger].post(f"/tables/{table}/votes/{votes[0]['id']}", {"yes": True})
            assert refused.status_code == 403
        assert players[voter].post(f"/tables/{table}/votes/{votes[0]['id']}", {"yes": True}).status_code == 200
    eventually(lambda: players[0].see(table)["position"] <= place)
    assert players[0].see(table)["position"] < before
    assert players[asker].ask(f"/tables/{table}")["to_act"] == [asker] or asker in players[0].see(table)["to_act"]


def test_one_no_is_enough_and_what_is_gone_cannot_be_taken_back(site: Site) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé")
    while len({each["seat"] for each in players[0].ask(f"/tables/{table}/log") if each["seat"] >= 0}) < 3:
        seat = players[0].ask(f"/tables/{table}")["to_act"][0]
        assert players[seat].move(table, seat).status_code == 200
    log = players[0].ask(f"/tables/{table}/log")
    first = next(i for i, each in enumerate(log) if each["seat"] >= 0)
    asker = log[first]["seat"]
    asked = {"kind": "takeback", "position": first}
    told = players[asker].do(f"/tables/{table}/votes", asked)
    (vote,) = told["votes"]
    assert vote["voters"] == [0, 1, 2]
    other = (asker + 1) % 3
    assert players[other].do(f"/tables/{table}/votes/{vote['id']}", {"yes": False})["votes"] == []
    bad = {"kind": "takeback", "position": 9999}
    assert players[asker].post(f"/tables/{table}/votes", bad).json()["error"] == "no-takeback"
