"""The story of a table over HTTP, and playing on from an earlier position of it."""

from __future__ import annotations

from rondel import load
from rondel.kernel.record import parse
from rondel.server import schema
from tests.server.place import Place


def play(place: Place, moves: int) -> tuple[str, int]:
    """A table of three people after some moves: its path, and where it stands."""
    table = place.humans(3)
    for _ in range(moves):
        seat, seen = table.acting()
        assert table.post_move(seat, seen["position"], seen["choices"][0]["id"]).status_code == 200
    return table.path, table.summary()["position"]


def test_the_story_of_a_table_is_told_from_a_position_on(place: Place) -> None:
    path, position = play(place, 12)
    whole = place.http.get(f"{path}/story", params={"seat": 0}).json()
    for item in whole:
        schema.Item.model_validate(item)
    assert whole[-1]["last"] == position
    assert any(item["kind"] == "turn" for item in whole)
    for start in range(position):
        part = place.http.get(f"{path}/story", params={"seat": 0, "from": start}).json()
        assert [item["last"] for item in part] == [item["last"] for item in whole if item["last"] > start]
    assert place.http.get(f"{path}/story", params={"from": position}).json() == []


def test_a_story_that_cannot_be_told_is_refused(place: Place) -> None:
    path, _ = play(place, 1)
    assert place.http.get(f"{path}/story", params={"from": -1}).json()["error"] == "unknown-position"
    assert place.http.get(f"{path}/story", params={"seat": 9}).json()["error"] == "unknown-seat"
    assert place.http.get("/tables/nothing/story").status_code == 404


def test_one_can_play_on_from_an_earlier_position_at_a_table_of_ones_own(place: Place) -> None:
    path, position = play(place, 12)
    where = {"key": "chapter.round", "params": {"n": 1}}
    answer = place.http.post(f"{path}/branch", json={"position": position - 5})
    assert answer.status_code == 201
    made = answer.json()
    schema.Table.model_validate(made)
    assert made["position"] == position - 5
    assert made["id"] not in path
    assert made["origin"] == {"table": path.split("/")[-1], "position": position - 5, "where": where}
    assert place.http.get(f"/tables/{made['id']}").json()["origin"] == made["origin"]
    assert place.http.get(path).json()["origin"] is None
    then = place.http.get(f"{path}/observation", params={"seat": 0, "position": position - 5}).json()
    now = place.http.get(f"/tables/{made['id']}/observation", params={"seat": 0}).json()
    assert now["view"] == then["view"]
    assert now["to_act"] == then["to_act"]
    assert place.http.get(path).json()["position"] == position, "the table itself stays as it is"
    assert parse(place.http.get(f"/tables/{made['id']}/file").text, load).position == position - 5


def test_nobody_plays_on_from_a_position_that_never_was(place: Place) -> None:
    path, position = play(place, 3)
    for wrong in (-1, position + 1):
        answer = place.http.post(f"{path}/branch", json={"position": wrong})
        assert (answer.status_code, answer.json()["error"]) == (422, "unknown-position")
