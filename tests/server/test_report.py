"""The look back at a finished game over HTTP."""

from __future__ import annotations

from pathlib import Path

from rondel.server import schema
from tests.server.place import Place

GOLDEN = Path(__file__).parent.parent / "golden"


def test_a_finished_game_is_looked_back_at(place: Place) -> None:
    text = (GOLDEN / "colonial-4.rondel").read_bytes()
    path = f"/tables/{place.http.post('/tables/import', content=text).json()['id']}"
    found = place.http.get(f"{path}/report")
    assert found.status_code == 200
    report = found.json()
    schema.Report.model_validate(report)
    scores = place.http.get(f"{path}/observation").json()["scores"]
    assert [sum(part["points"] for part in parts) for parts in report["parts"]] == scores
    assert report["chart"][-1]["standing"] == scores
    assert report["turns"]
    assert report["luck"]


def test_a_game_that_goes_on_is_not_looked_back_at(place: Place) -> None:
    answer = place.http.get(f"{place.humans(3).path}/report")
    assert (answer.status_code, answer.json()["error"]) == (409, "not-over")
    assert place.http.get("/tables/nothing/report").status_code == 404
