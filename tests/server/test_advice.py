"""Counsel over HTTP: for one's own seat, where the table allows it; and a game of one's own looked at again."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from rondel.games import load
from rondel.kernel import flow
from rondel.server import opponents
from tests.server.place import Place


def new_table(place: Place, kinds: str = "hb", **more: Any) -> dict[str, Any]:
    seats = [{"kind": "human", "name": f"P{i}"} if kind == "h" else {"kind": "bot"} for i, kind in enumerate(kinds)]
    answer = place.http.post("/tables", json={"game": "imperial", "seats": seats, "options": {"end": 15}, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def mine(place: Place, table: str, seat: int = 0) -> int:
    """The position at which the seat is to decide."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        told = place.http.get(f"/tables/{table}").json()
        if seat in told["to_act"] or told["over"]:
            return int(told["position"])
        time.sleep(0.05)
    raise AssertionError("the seat never had to decide")


def ask(place: Place, table: str, seat: int, position: int) -> httpx.Response:
    return place.http.get(f"/tables/{table}/advice", params={"seat": seat, "position": position}, timeout=60)


def test_a_player_alone_is_told_what_to_do_and_why(place: Place) -> None:
    table = new_table(place)
    assert table["hints"]
    position = mine(place, table["id"])
    answer = ask(place, table["id"], 0, position)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    seen = place.http.get(f"/tables/{table['id']}/observation", params={"seat": 0}).json()
    offered = {choice["id"] for choice in seen["choices"]}
    assert told["position"] == position == seen["position"], "nothing was done"
    assert 1 <= len(told["choices"]) <= 5
    for each in told["choices"]:
        assert each["action"]["id"] in offered
        assert each["reasons"]
        assert {"key", "params", "good", "chance", "percent"} == set(each["reasons"][0])


def test_whoever_asks_again_is_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where time does not run out: what is tried hangs on what the seat sees, and on nothing else."""
    monkeypatch.setattr(opponents, "_told", [0])
    monkeypatch.setattr(opponents, "COUNSEL_GAMES", 12)
    monkeypatch.setattr(opponents, "LONGEST_COUNSEL", 600.0)
    game = load("imperial")
    state = game.setup(3)
    while flow.to_act(state)[0] < 0 or len(flow.legal(state, flow.to_act(state)[0])) < 2:
        seat = flow.to_act(state)[0]
        flow.play(state, seat, flow.legal(state, seat)[0])
    seat = flow.to_act(state)[0]
    saved = msgspec.json.encode(game.save(state))
    assert opponents._advise("imperial", saved, seat, 0) == opponents._advise("imperial", saved, seat, 0)


def test_nobody_is_advised_where_the_table_forbids_it_or_at_another_position(place: Place) -> None:
    forbidden = new_table(place, hints=False)
    position = mine(place, forbidden["id"])
    refused = ask(place, forbidden["id"], 0, position)
    assert (refused.status_code, refused.json()["error"]) == (403, "no-hints")
    two = new_table(place, "hh")
    assert not two["hints"], "two people play: nobody has agreed to hints"
    assert new_table(place, "hh", hints=True)["hints"]
    alone = new_table(place)
    position = mine(place, alone["id"])
    assert ask(place, alone["id"], 0, position + 1).status_code == 409
    assert ask(place, alone["id"], 1, position).status_code == 403, "a bot's seat"


def test_the_game_after_the_lessons_has_hints(place: Place) -> None:
    for game in (False, True):
        opened = place.http.post("/lessons/imperial/first", json={"name": "Lea", "game": game}).json()
        assert opened["hints"]


def test_a_game_that_is_over_is_looked_at_again(tmp_path: Path) -> None:
    own_place = Place(tmp_path, analysis=3.0)
    text = (Path(__file__).parents[1] / "golden" / "imperial-end-15.rondel").read_bytes()
    table = own_place.http.post("/tables/import", content=text, headers={"content-type": "text/plain"}).json()
    begun = own_place.http.post(f"/tables/{table['id']}/analysis")
    assert begun.status_code == 202, begun.text
    before = begun.json()["progress"]
    until = time.monotonic() + 90
    while time.monotonic() < until:
        state = own_place.http.get(f"/tables/{table['id']}/analysis", params={"position": table["position"]}).json()
        assert state["progress"] >= before
        before = state["progress"]
        if state["analysis"]:
            break
        time.sleep(0.5)
    found = state["analysis"]
    assert found["moments"][-1]["position"] == table["position"]
    assert sum(found["moments"][0]["chances"]) == pytest.approx(1.0, abs=0.01)
    own_place.stop()


def test_a_running_game_of_several_people_is_not_looked_at(place: Place) -> None:
    two = new_table(place, "hh", hints=True)
    refused = place.http.post(f"/tables/{two['id']}/analysis")
    assert (refused.status_code, refused.json()["error"]) == (403, "no-hints")
    assert place.http.get(f"/tables/{two['id']}/analysis", params={"position": 0}).status_code == 403
