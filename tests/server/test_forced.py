"""A choice that is none is made by the table itself, told like any other, and taken back with what led to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rondel import load
from rondel.kernel import flow
from rondel.kernel.record import parse
from tests.server.place import Guest, Place


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    place = Place(tmp_path_factory.mktemp("forced"), plays_forced=True)
    yield place
    place.stop()


def until_forced(table: Guest) -> tuple[int, int, int, Any]:
    """Play on until the table itself makes a choice: who moved before it, the positions, and what was seen before."""
    for _ in range(400):
        seat, seen = table.acting()
        choice = table.random.choice(seen["choices"])
        after = table.post_move(seat, seen["position"], choice["id"]).json()["position"]
        entries = parse(table.file(), load).entries[seen["position"] + 1 :]
        if entries and all(entry.forced for entry in entries) and table.see(seat)["takeback"]:
            return seat, seen["position"], after, seen
    raise AssertionError("the table never made a choice")


def test_nobody_is_asked_where_there_is_no_choice(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    table.moves(150)
    match = parse(table.file(), load)
    assert any(entry.forced for entry in match.entries)
    assert flow.forced(match.state) < 0


def test_it_is_told_and_logged_like_any_other(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    with table.watch(patch=1) as watch:
        watch.next()
        _, before, after, _ = until_forced(table)
        told = watch.next()
        while told["position"] < after:
            told = watch.next()
    line = table.log()[-1]
    assert (told["position"], told["seat"], told["action"]) == (after, line["seat"], line["action"])
    assert after > before + 1


def test_it_is_taken_back_with_what_led_to_it(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    seat, before, after, seen = until_forced(table)
    assert table.take_back(seat, after).json() == {"position": before}
    again = table.see(seat)
    assert (again["view"], again["choices"]) == (seen["view"], seen["choices"])


def test_it_survives_a_restart(tmp_path: Any) -> None:
    place = Place(tmp_path, plays_forced=True)
    try:
        table = place.table(*["human"] * 3, game="colonial")
        seat, before, after, _ = until_forced(table)
        place.restart()
        assert table.see(seat)["takeback"] >= 1
        assert table.take_back(seat, after).json() == {"position": before}
    finally:
        place.stop()


def test_an_unknown_event_in_storage_is_never_shown(tmp_path: Any) -> None:
    """It might hold secrets: the log fails aloud instead."""
    import sqlite3

    place = Place(tmp_path)
    try:
        table = place.humans(3)
        with sqlite3.connect(place.settings.database.removeprefix("sqlite:///")) as connection:
            hidden = '[{"kind": "whispered", "params": {"seat": 0, "secret": "atlantis"}}]'
            connection.execute("UPDATE entries SET events = ? WHERE position = 2", (hidden,))
        answer = place.http.get(f"{table.path}/log")
        assert (answer.status_code, answer.json()["error"]) == (500, "damaged-table")
        assert "no event is called 'whispered'" in answer.json()["message"]
        assert "atlantis" not in answer.text
    finally:
        place.stop()
