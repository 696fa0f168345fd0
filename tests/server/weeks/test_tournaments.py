"""Tournaments: who meets whom and sits where; and several tables over several rounds, whatever happens to them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from rondel.server import jobs as job_module
from rondel.server.access import Person
from rondel.server.weeks import pairing, schema
from rondel.server.weeks.tournaments import (
    Board,
    Entrant,
    Tournament,
    next_round,
    points_at,
    rename,
    seat_round,
    standings,
)
from tests.server.place import eventually
from tests.server.site import SHARE, Site, Visitor


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(job_module, "POLL", 0.05)
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


def made_up(players: int, kind: pairing.Kind, size: int, game: str = "imperial", rounds: int = 5) -> Tournament:
    entrants = [Entrant(f"p{number:02}", f"Player {number}", SHARE) for number in range(players)]
    return Tournament("cup", "Cup", "p00", game, {}, kind, size, rounds, "{}", 0, "running", entrants)


def play(tournament: Tournament, rng: random.Random) -> bool:
    """The next round, with places by chance; False: it is over."""
    tables = next_round(tournament)
    if tables is None:
        return False
    boards = seat_round(tournament, tables)
    for board in boards:
        board.state, board.places = "over", rng.sample(range(1, len(board.seats) + 1), len(board.seats))
    tournament.played.append(boards)
    return True


# --- who meets whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "size", "people"), [(4, 4, [4]), (5, 4, [3, 2]), (7, 3, [3, 2, 2]), (13, 4, [4, 3, 3, 3]), (2, 6, [2])]
)
def test_a_number_that_does_not_divide_makes_tables_that_differ_by_one(
    players: int, size: int, people: list[int]
) -> None:
    assert pairing.sizes(players, size) == people


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_of_pairs_everybody_meets_everybody_once(players: int) -> None:
    tournament = made_up(players, "round-robin", 2)
    while play(tournament, random.Random(players)):
        pass
    assert len(tournament.played) == players - 1 + players % 2
    met = tournament.meetings()
    assert all(met[frozenset(pair)] == 1 for pair in combinations(tournament.active, 2))
    for round_ in tournament.played:  # nobody plays twice in a round, and everybody once
        assert sorted(each for board in round_ for each in board.seats if each) == sorted(tournament.active)


@pytest.mark.parametrize(("players", "size"), [(6, 3), (9, 3), (12, 4), (7, 3), (8, 4), (16, 4), (10, 5)])
def test_in_a_round_robin_of_tables_everybody_meets_everybody_soon(players: int, size: int) -> None:
    tournament = made_up(players, "round-robin", size)
    while play(tournament, random.Random(players)):
        pass
    met = tournament.meetings()
    assert pairing.all_met(tournament.active, met)
    assert len(tournament.played) <= 2 * pairing.rounds_wanted(players, size) + 1
    assert max(met.values()) <= 5


def test_in_a_swiss_those_meet_who_stand_alike_and_hardly_anybody_twice() -> None:
    tournament = made_up(16, "swiss", 4, rounds=4)
    rng = random.Random(3)
    while play(tournament, rng):
        points = tournament.points()
        if len(tournament.played) < 2:
            continue
        spread = [
            max(points[each] for each in board.seats if each) - min(points[each] for each in board.seats if each)
            for board in tournament.played[-1]
        ]
        assert sum(spread) / len(spread) < max(points.values()) - min(points.values())
    assert len(tournament.played) == 4
    assert max(tournament.meetings().values()) <= 2


@pytest.mark.parametrize(("players", "size"), [(8, 4), (12, 4), (9, 3), (8, 2)])
def test_seats_are_balanced(players: int, size: int) -> None:
    tournament = made_up(players, "swiss", size, rounds=size)
    while play(tournament, random.Random(7)):
        pass
    sat: Counter[tuple[str | None, int]] = Counter()
    for board in tournament.boards():
        sat.update((person, seat) for seat, person in enumerate(board.seats))
    assert max(sat.values()) <= 2
    first = sum(count == 1 for count in sat.values())
    assert first >= 0.75 * players * size, "most sit on each seat once"


def test_bots_sit_where_the_game_needs_somebody() -> None:
    tournament = made_up(4, "swiss", 3, game="imperunde")  # for three at least: tables of two people and a bot
    play(tournament, random.Random(1))
    assert [sorted(board.seats, key=str).count(None) for board in tournament.played[0]] == [1, 1]


def test_points_are_the_share_of_those_behind_and_tables_of_any_size_compare() -> None:
    assert [pairing.share_beaten(place, [1, 2, 3]) for place in (1, 2, 3)] == [1.0, 0.5, 0.0]
    assert [pairing.share_beaten(place, [1, 2]) for place in (1, 2)] == [1.0, 0.0]
    assert pairing.share_beaten(1, [1, 1, 3]) == 0.75
    board = Board("t", ["a", "b", "c"], "over", [1, 0, 2])  # b left: behind everybody, and without a point
    assert [points_at(board, seat) for seat in range(3)] == [1.0, 0.0, 0.5]
    assert points_at(Board("t", ["a", "b"], "gone"), 0) == 0.5
    assert points_at(Board("t", ["a", "b"]), 0) == 0.0


def test_standings_by_points_then_victories_then_strength_and_equals_share_a_place() -> None:
    tournament = made_up(4, "swiss", 2)
    tournament.played = [
        [Board("1", ["p00", "p01"], "over", [1, 2]), Board("2", ["p02", "p03"], "over", [1, 2])],
        [Board("3", ["p00", "p02"], "over", [1, 2]), Board("4", ["p01", "p03"], "over", [1, 1])],
    ]
    rows = standings(tournament)
    assert [(row["person"], row["place"], row["points"]) for row in rows] == [
        ("p00", 1, 2.0),
        ("p02", 2, 1.0),
        ("p01", 3, 0.5),
        ("p03", 4, 0.5),
    ]


def test_whoever_left_is_drawn_no_more_and_the_others_go_on() -> None:
    tournament = made_up(5, "round-robin", 2)
    play(tournament, random.Random(1))
    tournament.entrants[2].left = True
    while play(tournament, random.Random(1)):
        assert all("p02" not in board.seats for board in tournament.played[-1])
    assert pairing.all_met(tournament.active, tournament.meetings())
    rename(tournament, "p02", None)
    assert all("p02" not in board.seats for board in tournament.boards())
    rename(tournament, "p01", Person("heir", "Heir"))
    assert "heir" in tournament.active


# --- on a site --------------------------------------------------------------------------------------------------------


def opened(site: Site, names: str, **about: Any) -> tuple[str, list[Visitor]]:
    site.patient()
    players = [site.visitor(name) for name in names.split()]
    asked = {"name": "Cup", "game": "imperial", "kind": "swiss", "size": 3, "rounds": 2, **about}
    number = players[0].do("/tournaments", asked)["id"]
    for player in players:
        player.do(f"/tournaments/{number}", {"do": "join", "share": SHARE})
    return number, players


def end(site: Site, table: str, players: list[Visitor]) -> None:
    """Those who sit at a table agree to end its game."""
    seated = [each for each in players if any(seat["mine"] for seat in each.company(table)["seats"])]
    votes = seated[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"]
    for other in seated[1:]:
        if votes:
            votes = other.do(f"/tables/{table}/votes/{votes[0]['id']}", {"yes": True})["votes"]


def running(player: Visitor, number: str) -> list[str]:
    told = player.ask(f"/tournaments/{number}")
    return [board["table"] for round_ in told["played"] for board in round_ if board["state"] == "running"]


def test_a_tournament_from_its_opening_to_its_end(site: Site) -> None:
    number, players = opened(site, "Anna Ben Chloé Dora Emil")
    told = players[0].ask(f"/tournaments/{number}")
    schema.TournamentSaid.model_validate(told)
    assert (told["state"], told["players"], told["hosting"], told["joined"]) == ("open", 5, True, True)
    assert players[1].post(f"/tournaments/{number}", {"do": "begin"}).status_code == 403
    players[0].do(f"/tournaments/{number}", {"do": "begin"})
    for round_ in (1, 2):
        eventually(lambda round_=round_: players[0].ask(f"/tournaments/{number}")["round"] == round_)  # type: ignore[misc]
        eventually(lambda: len(running(players[0], number)) == 2)
        for table in running(players[0], number):
            eventually(lambda table=table: players[0].get(f"/tables/{table}").status_code == 200)  # type: ignore[misc]
            summary = players[0].ask(f"/tables/{table}")
            assert summary["visible"]
            assert not summary["hints"]
            assert {seat["name"] for seat in summary["seats"]} <= {"Anna", "Ben", "Chloé", "Dora", "Emil"}
            end(site, table, players)
    eventually(lambda: players[0].ask(f"/tournaments/{number}")["state"] == "over")
    told = players[3].ask(f"/tournaments/{number}")
    schema.TournamentSaid.model_validate(told)
    assert [row["games"] for row in told["standings"]] == [2] * 5
    assert len(told["played"]) == 2
    assert sum(row["points"] for row in told["standings"]) == pytest.approx(5.0, abs=0.05)  # 1.5 and 1 a round
    brief = site.visitor().ask("/tournaments")
    assert [(each["id"], each["state"], each["joined"]) for each in brief] == [(number, "over", False)]
    schema.TournamentBrief.model_validate(brief[0])


def test_a_player_leaves_a_table_dies_and_the_tournament_goes_on(site: Site) -> None:
    number, players = opened(site, "Anna Ben Chloé Dora")
    players[0].do(f"/tournaments/{number}", {"do": "begin"})
    eventually(lambda: len(running(players[0], number)) == 2)
    tables = running(players[0], number)
    for table in tables:
        eventually(lambda table=table: players[0].get(f"/tables/{table}").status_code == 200)  # type: ignore[misc]
    leaver = next(i for i in (1, 2, 3) if any(seat["mine"] for seat in players[i].company(tables[0])["seats"]))
    players[leaver].do(f"/tournaments/{number}", {"do": "leave"})
    seats = players[0].ask(f"/tables/{tables[0]}")["seats"]
    assert [seat["kind"] for seat in seats].count("bot") == 1  # a bot plays on
    assert players[leaver].post(f"/tournaments/{number}", {"do": "leave"}).status_code == 409
    end(site, tables[0], [each for i, each in enumerate(players) if i != leaver])
    assert players[0].post(f"/tables/{tables[1]}/close").status_code == 204  # the other table is no more
    eventually(lambda: players[0].ask(f"/tournaments/{number}")["round"] == 2)
    told = players[0].ask(f"/tournaments/{number}")
    states = {board["table"]: board for board in told["played"][0]}
    assert states[tables[1]]["state"] == "gone"
    assert [seat["points"] for seat in states[tables[1]]["seats"]] == [0.5, 0.5]
    rows = {row["name"]: row for row in told["standings"]}
    left = ["Anna", "Ben", "Chloé", "Dora"][leaver]
    assert rows[left]["left"]
    assert rows[left]["points"] == 0
    drawn = [seat["name"] for board in told["played"][1] for seat in board["seats"]]
    assert left not in drawn
    assert len(drawn) == 3


def test_a_server_that_dies_between_two_steps_of_a_round_loses_and_doubles_nothing(site: Site) -> None:
    """It ends before the tables of a round are there, and before a game that is over counts."""
    number, players = opened(site, "Anna Ben Chloé")
    jobs = site.app.state.tables.jobs
    jobs.handlers.clear()  # whoever works at jobs is dead
    players[0].do(f"/tournaments/{number}", {"do": "begin"})
    (table,) = running(players[0], number)
    restart(site, players)
    eventually(lambda: players[0].get(f"/tables/{table}").status_code == 200)
    site.app.state.tables.jobs.handlers.clear()
    end(site, table, players)
    assert players[0].ask(f"/tournaments/{number}")["round"] == 1
    restart(site, players)
    eventually(lambda: players[0].ask(f"/tournaments/{number}")["round"] == 2)
    restart(site, players)
    told = players[0].ask(f"/tournaments/{number}")
    assert [len(round_) for round_ in told["played"]] == [1, 1]
    assert [row["games"] for row in told["standings"]] == [1, 1, 1]


def restart(site: Site, players: list[Visitor]) -> None:
    site.stop()
    site.start()
    for player in players:
        player.http.base_url = f"{site.url}/api"


def test_bad_wishes_are_refused_and_change_nothing(site: Site) -> None:
    number, players = opened(site, "Anna Ben")
    path = f"/tournaments/{number}"
    before = players[0].ask(path)
    zoe = site.visitor("Zoë")
    cases: list[tuple[Visitor, dict[str, Any], int]] = [
        (zoe, {"do": "join", "share": "no hexadecimal"}, 422),
        (zoe, {"do": "leave"}, 409),
        (zoe, {"do": "begin"}, 403),
        (zoe, {"do": "end"}, 403),
        (zoe, {"do": "win"}, 422),
        (players[1], {"do": "join", "share": SHARE}, 409),
        (site.visitor(), {"do": "join", "share": SHARE}, 401),
    ]
    for who, asked, status in cases:
        assert who.post(path, asked).status_code == status, asked
    assert players[0].ask(path) == before
    assert zoe.get("/tournaments/nothing").status_code == 404
    wrong = [
        {"name": "", "game": "imperial", "size": 3},
        {"name": "Cup", "game": "imperial", "size": 7},
        {"name": "Cup", "game": "chess", "size": 2},
        {"name": "Cup", "game": "imperial", "size": 3, "options": {"no-such": True}},
        {"name": "Cup", "game": "imperial", "size": 3, "rounds": 99},
    ]
    for asked in wrong:
        assert zoe.post("/tournaments", asked).status_code in (404, 422), asked
    players[1].do(path, {"do": "leave"})
    assert players[0].post(path, {"do": "begin"}).json()["error"] == "nobody-there"
    assert players[0].post(path, {"do": "end"}).status_code == 204  # it never began: it is gone
    assert players[0].get(path).status_code == 404
