"""Game files are played through in a process of their own: whoever else asks does not wait for them."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from rondel.kernel import record
from rondel.server import reading
from tests.server.place import Place

FILE = (Path(__file__).parents[1] / "golden" / "imperial-4.rondel").read_text()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.stop()


def take_in(place: Place, text: str = FILE) -> Any:
    return place.http.post("/tables/import", content=text, headers={"content-type": "text/plain"}, timeout=120)


def test_a_long_file_is_not_read_in_the_process_that_answers(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: Any) -> NoReturn:
        raise AssertionError("a long file was read where everybody waits for it")

    assert len(FILE) > reading.SHORT
    monkeypatch.setattr(record, "parse", here)  # the reading process has its own
    answer = take_in(place)
    assert answer.status_code == 201, answer.text
    table = answer.json()
    assert table["over"]
    assert table["position"] == len(re.findall(r"^[0-9?]> ", FILE, re.MULTILINE))
    wrong = take_in(place, FILE.replace("\n0> ", "\n0> nonsense ", 1))
    assert (wrong.status_code, wrong.json()["error"]) == (422, "corrupt-file")


def test_a_reading_process_that_ends_is_started_anew(place: Place) -> None:
    assert take_in(place).status_code == 201
    pool = place.app.state.tables.reader.pool
    for process in list(pool._processes):
        os.kill(process, signal.SIGKILL)
    refused = take_in(place)
    assert (refused.status_code, refused.json()["error"]) == (503, "not-read")
    assert take_in(place).status_code == 201
