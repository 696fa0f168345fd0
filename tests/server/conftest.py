from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.server import opponents
from tests import command  # noqa: F401 (what is imported before processes are forked)
from tests.server.place import Place

opponents.START = "forkserver"  # a process of bots that begins afresh imports everything anew


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server for all tests of a file."""
    place = Place(tmp_path_factory.mktemp("place"))
    yield place
    place.stop()


@pytest.fixture
def own_place(tmp_path: Path) -> Iterator[Place]:
    """A server for one test alone."""
    place = Place(tmp_path)
    yield place
    place.stop()
