"""All that the description of the interface allows, asked for a few seconds; the long form is `contract.py`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from rondel.server.settings import database_url
from tests.server.contract import examine


@pytest.mark.slow
@pytest.mark.skipif(find_spec("schemathesis") is None, reason="needs schemathesis")
def test_nothing_that_the_description_allows_makes_the_server_fail(tmp_path: Path) -> None:
    """At a site, which has all that a house has, and people."""
    examine(database_url(tmp_path / "rondel.db"), True, tmp_path, examples=1, seconds=8)
