"""What if: a plan on a copy of the position, kept for the next visit, that tells nothing hidden and moves nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.server.weeks import schema
from tests.server.place import Place
from tests.server.site import Site, Visitor, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


def plan(player: Visitor, table: str, seat: int, what: str, **more: Any) -> Any:
    return player.do(f"/tables/{table}/plan", {"do": what, "seat": seat, **more})["plan"]


def choose(player: Visitor, table: str, seat: int, now: Any, which: int = 0) -> Any:
    seen = now["observation"]
    return plan(player, table, seat, "choose", position=seen["position"], action=seen["choices"][which]["id"])


def in_turn(players: list[Visitor], table: str) -> int:
    return int(next(seat for seat in players[0].ask(f"/tables/{table}")["to_act"] if seat >= 0))


@pytest.mark.parametrize("game", games.NAMES)
def test_a_plan_is_tried_out_and_kept_and_the_table_does_not_move(site: Site, game: str) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game=game)
    before = players[0].see(table, 0)
    assert players[0].ask(f"/tables/{table}/plan", seat=0)["plan"] is None
    now = plan(players[0], table, 0, "begin")
    assert (now["begun"], now["moves"], now["stands"]) == (before["position"], 0, True)
    for done in range(12):  # for whoever decides there
        assert now["observation"]["seat"] == now["acting"]
        assert now["observation"]["choices"], now["observation"]["prompt"]
        now = choose(players[0], table, 0, now, done % len(now["observation"]["choices"]))
    assert now["moves"] == 12
    assert now["observation"]["position"] >= before["position"] + 12
    assert players[0].see(table, 0) == before
    kept = players[0].ask(f"/tables/{table}/plan", seat=0)
    schema.PlanState.model_validate(kept)
    assert kept["plan"] == now  # the same dice, the same hidden things
    assert plan(players[0], table, 0, "back", count=11)["moves"] == 1
    told = players[0].ask(f"/tables/{table}/plan/story", seat=0)
    assert isinstance(told, list)
    assert plan(players[0], table, 0, "drop") is None


def test_a_plan_stays_over_a_restart_and_is_taken_along(site: Site) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé")
    seat = in_turn(players, table)
    own = players[seat]
    now = plan(own, table, seat, "begin")
    for _ in range(3):
        now = choose(own, table, seat, now)
    site.stop()
    site.start()
    for player in players:
        player.http.base_url = f"{site.url}/api"
    assert own.ask(f"/tables/{table}/plan", seat=seat)["plan"] == now
    planned = now["log"]
    # the first choice of the plan comes true
    move = {"seat": seat, "position": now["begun"], "action": planned[0]["action"]["id"]}
    assert own.post(f"/tables/{table}/moves", move).status_code == 200
    later = own.ask(f"/tables/{table}/plan", seat=seat)["plan"]
    assert not later["stands"]
    assert later["log"] == planned  # it still stands on the position that it was made for
    taken = plan(own, table, seat, "again")
    assert taken["stands"]
    assert taken["moves"] + taken["left_out"] == 2
    assert taken["begun"] == own.see(table, seat)["position"]


def test_a_plan_is_ones_own_and_bad_input_changes_nothing(site: Site) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé")
    now = plan(players[0], table, 0, "begin")
    path = f"/tables/{table}/plan"
    assert players[1].get(path, seat=0).status_code == 403
    assert players[1].post(path, {"do": "begin", "seat": 0}).status_code == 403
    assert players[1].ask(path, seat=1)["plan"] is None
    assert site.visitor().get(path, seat=0).status_code == 401
    assert site.visitor("Zoë").get(path, seat=0).status_code == 404  # nor is the table there for her
    position = now["observation"]["position"]
    wrong = [
        ({"do": "choose", "position": position + 1, "action": now["observation"]["choices"][0]["id"]}, 409),
        ({"do": "choose", "position": position, "action": 10**9}, 422),
        ({"do": "back", "count": 1}, 422),
        ({"do": "fly"}, 422),
        ({"do": "back", "count": 0}, 422),
    ]
    for asked, status in wrong:
        assert players[0].post(path, {"seat": 0, **asked}).status_code == status, asked
    assert players[0].ask(path, seat=0)["plan"] == now
    assert players[1].post(path, {"do": "back", "seat": 1}).json()["error"] == "no-plan"


def test_what_it_began_from_was_taken_back(site: Site) -> None:
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé")
    seat = in_turn(players, table)
    assert players[seat].move(table, seat).status_code == 200
    plan(players[seat], table, seat, "begin")
    position = players[seat].see(table, seat)["position"]
    back = {"seat": seat, "position": position, "count": 1}
    assert players[seat].post(f"/tables/{table}/takeback", back).status_code == 200
    assert players[seat].ask(f"/tables/{table}/plan", seat=seat)["plan"] is None


def test_nothing_hidden_can_be_learnt_from_a_plan(site: Site) -> None:
    """Of the copies that one player begins, the cards of another differ: they are made up."""
    site.patient()
    table, players = seated(site, "Anna", "Ben", "Chloé", game="imperunde")
    for _ in range(60):
        seat = in_turn(players, table)
        assert players[seat].move(table, seat).status_code == 200
    seen = set()
    for _ in range(12):
        now = plan(players[0], table, 0, "begin")
        assert now["observation"]["seat"] == now["acting"]
        for _ in range(40):
            if now["acting"] != 0:
                break
            now = choose(players[0], table, 0, now)
        seen.add(json.dumps(now["observation"]["view"], sort_keys=True))
    assert len(seen) > 1
    assert not any("seed" in view for view in seen)


def test_what_if_on_ones_own_machine(tmp_path: Path) -> None:
    """Around one machine every seat has a plan of its own."""
    place = Place(tmp_path)
    try:
        table = place.humans(3)
        path = f"/tables/{table.table}/plan"
        for seat in (0, 1):
            answer = place.http.post(path, json={"do": "begin", "seat": seat})
            assert answer.status_code == 200, answer.text
            assert answer.json()["plan"]["seat"] == seat
    finally:
        place.stop()


def test_a_plan_of_a_long_game_stays_when_the_table_is_loaded_from_its_end(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rondel.server import memory as memory_module

    site.patient()
    table, players = seated(site, "Anna", "Ben")
    for _ in range(12):
        seat = in_turn(players, table)
        assert players[seat].move(table, seat).status_code == 200
    now = plan(players[0], table, 0, "begin")
    for _ in range(12):
        seat = in_turn(players, table)
        assert players[seat].move(table, seat).status_code == 200
    monkeypatch.setattr(memory_module, "LAST", 5)
    memory = site.app.state.tables.memory
    memory.drop(memory.cached[table])
    kept = players[0].ask(f"/tables/{table}/plan", seat=0)["plan"]
    assert kept["observation"] == now["observation"]
    assert not kept["stands"]
