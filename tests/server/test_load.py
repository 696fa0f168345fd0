"""Tables of five people each, played at once by locust for a few seconds; the long form is `load.py`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from rondel.server.settings import database_url
from tests.server.load import load


@pytest.mark.slow
@pytest.mark.skipif(find_spec("locust") is None, reason="needs locust")
def test_tables_of_five_are_played_at_once(tmp_path: Path) -> None:
    found = load(database_url(tmp_path / "rondel.db"), tmp_path, tables=3, seconds=6, thinking=0.2)
    assert found["failures"] == 0
    assert found["moves"] > 0
