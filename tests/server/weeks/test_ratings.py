"""Ratings: equal to openskill's own over a season; results are kept once, with the move that ends a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from rondel import load
from rondel.kernel.record import parse
from rondel.server.storage import Seat
from rondel.server.weeks import schema
from rondel.server.weeks.ratings import places_of, season
from tests.server.site import Site, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


def test_a_season_is_what_openskill_makes_of_it() -> None:
    rng = random.Random(8)
    results = []
    for _ in range(60):
        players = rng.sample(["anna", "ben", "chloe", "dora", "bot:medium"], rng.randint(2, 5))
        places = [rng.randint(1, len(players)) for _ in players]  # also equal ones
        results.append(list(zip(players, places, strict=True)))
    compare_with_openskill(results)


def test_a_recorded_season_is_what_openskill_makes_of_it() -> None:
    """The recorded games of every title, one after the other, with the places that their rules give."""
    results = []
    for path in sorted((Path(__file__).parents[2] / "golden").glob("*-[2-6].rondel")):
        match = parse(path.read_text(), load)
        assert match.over
        who = ["anna", "ben", "chloe", "dora", "emil", "frida"][: match.state.seats]
        results.append(list(zip(who, match.game.ranks(match.state), strict=True)))
    assert len(results) >= 16
    compare_with_openskill(results)


def compare_with_openskill(results: list[list[tuple[str, int]]]) -> None:
    model = PlackettLuce()
    own: dict[str, PlackettLuceRating] = {}
    for result in results:
        players, places = [who for who, _ in result], [float(place) for _, place in result]
        teams = [[own.get(each) or model.rating()] for each in players]
        for each, (rating,) in zip(players, model.rate(teams, ranks=places), strict=True):
            own[each] = rating
    found = season(results)
    assert found.keys() == own.keys()
    for who, rating in own.items():
        assert (found[who].mu, found[who].sigma) == pytest.approx((rating.mu, rating.sigma), abs=1e-9)
        assert found[who].points == pytest.approx(rating.ordinal(), abs=1e-9)


def test_only_games_of_people_count() -> None:
    anna, ben, bot = Seat("a", "human", None, "anna"), Seat("b", "human", None, "ben"), Seat("x", "bot", "medium")
    assert places_of([anna, bot, bot], [1, 2, 3]) == []
    assert places_of([anna, bot, ben], [1, 2, 3]) == [("anna", 1), ("bot:medium", 2), ("ben", 3)]
    held = Seat("b", "bot", "medium", "ben")  # a bot holds the seat for its owner
    assert places_of([anna, held], [2, 1]) == [("anna", 2), ("ben", 1)]
    assert places_of([anna, ben, Seat("c", "human", None, None)], [1, 2, 3]) == []


def test_a_game_that_ends_counts_once(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", game="colonial")
    vote = players[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
    players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    standings = players[0].ask("/ratings/colonial")
    assert [each["games"] for each in standings] == [1, 1]
    assert {each["name"] for each in standings} == {"Anna", "Ben"}
    for each in standings:
        schema.Standing.model_validate(each)
    page = players[1].ask(f"/people/{players[0].me()['id']}")
    schema.PlayerSaid.model_validate(page)
    assert (page["name"], page["results"][0]["table"]) == ("Anna", table)
    assert players[0].get("/people/nobody").status_code == 404
    assert site.visitor().get(f"/people/{players[0].me()['id']}").status_code == 401
    assert players[0].get("/ratings/chess").status_code == 404


def test_a_game_with_hints_does_not_count(site: Site) -> None:
    table, players = seated(site, "Carla", "Dora", game="imperial", hints=True)
    assert players[0].ask(f"/tables/{table}")["hints"]
    vote = players[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
    players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    assert players[0].ask("/ratings/imperial") == []
