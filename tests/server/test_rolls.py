"""Everything that anybody needs to check the dice of a finished game, with any tool that knows sha256."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from rondel import games
from rondel.server import schema
from tests.server.place import Place


@pytest.mark.parametrize("game", games.NAMES)
def test_every_roll_can_be_checked_by_hand(place: Place, game: str) -> None:
    recorded = sorted((Path(__file__).parents[1] / "golden").glob(f"{game}-*.rondel"))
    text = next(text for text in (path.read_bytes() for path in recorded) if b"\nseed " in text)
    table = place.http.post("/tables/import", content=text, headers={"content-type": "text/plain"}).json()
    assert table["over"]
    told = place.http.get(f"/tables/{table['id']}/rolls").json()
    schema.Rolls.model_validate(told)
    assert hashlib.sha256(told["seed"].encode()).hexdigest() == told["commitment"]
    source = told["seed"]
    if told["shares"]:
        source = hashlib.sha256("/".join([source, *told["shares"]]).encode()).hexdigest()
    log = {entry["position"] - 1: entry for entry in place.http.get(f"/tables/{table['id']}/log").json()}
    by_chance = [position for position, entry in log.items() if entry["seat"] == -1 and position >= told["since"]]
    assert by_chance
    assert [roll["position"] for roll in told["rolls"]] == by_chance
    for roll in told["rolls"]:
        digest = hashlib.sha256(f"{source}/{roll['position']}".encode()).hexdigest()
        odds = told["odds"][roll["odds"]]
        rest = int(digest, 16) % sum(each["weight"] for each in odds)
        for each in odds:
            rest -= each["weight"]
            if rest < 0:
                break
        assert each["action"] == roll["action"] == log[roll["position"]]["action"]["id"]


def test_the_seed_of_a_running_game_is_not_shown(place: Place) -> None:
    table = place.humans()
    assert place.http.get(f"/tables/{table.table}/rolls").status_code == 409
    assert place.http.get("/tables/nothing/rolls").status_code == 404
