"""Tables of five people each, played at once by locust for a few seconds; the long form is `load.py`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import text

from rondel.server import bench
from rondel.server.settings import database_url
from rondel.server.storage import make_engine
from tests.server.load import load
from tests.server.place import run


@pytest.mark.slow
@pytest.mark.skipif(find_spec("locust") is None, reason="needs locust")
def test_tables_of_five_are_played_at_once(tmp_path: Path) -> None:
    found = load(database_url(tmp_path / "rondel.db"), tmp_path, tables=3, seconds=6, thinking=0.2)
    assert found["failures"] == 0
    assert found["moves"] > 0


def test_the_bench_counts_what_was_played(tmp_path: Path) -> None:
    fleet = bench.Fleet(str(tmp_path), 1, "")
    try:
        played = run(bench.throughput(fleet, 2, 0.3, bench.WATCHERS))
        by_bots = run(bench.bots(fleet, "random", 2, 0.5))
    finally:
        fleet.stop()
    assert played["moves"] > 0
    assert played["bytes/message"] > 0
    assert by_bots["moves"] > 0
    assert by_bots["server cpu ms/move"] > 0


def test_every_stored_table_of_the_bench_has_its_events(tmp_path: Path) -> None:
    """Also those that are played alike: their record is not what one in memory has left of it."""
    url = database_url(tmp_path / "bench.db")
    run(bench.fill(url, 130))
    engine = make_engine(url)
    with engine.connect() as connection:
        query = "SELECT count(*) AS number, sum(events = '[]') AS bare FROM entries GROUP BY table_id"
        found = connection.execute(text(query)).all()
    engine.dispose()
    assert len(found) == 130
    assert all(row.bare < row.number / 2 for row in found)
