"""Before an update: every stored table is replayed, and those that would go another way are named."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rondel import load
from rondel.cli.commands import app
from rondel.server.checking import check_tables
from tests.server.place import Place

BROUGHT_UP = 510
"""So many lines of the record: an attacker who had lost nothing could bring up units in line 505."""


def findings(place: Place) -> list[str]:
    return [str(each) for each in check_tables(place.settings.database).findings]


def change(place: Place, statement: str, *values: Any) -> None:
    with sqlite3.connect(place.settings.database.removeprefix("sqlite:///")) as connection:
        assert connection.execute(statement, values).rowcount > 0


def test_tables_that_go_on_as_they_are(own_place: Place) -> None:
    for game in ("imperial", "colonial"):
        own_place.table(*["human"] * 3, game=game).moves(30)
    checked = check_tables(own_place.settings.database)
    assert (checked.tables, checked.findings) == (2, [])


def test_a_table_of_earlier_rules_is_named(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    own_place.humans(3).moves(10)
    game = load("imperial")
    monkeypatch.setattr(type(game), "rules", game.rules + 1)
    [finding] = findings(own_place)
    assert f"begun under rules {game.rules - 1}; under rules {game.rules} it goes the same way" in finding
    assert "(imperial, running, Anna, Ben, Chloé)" in finding


def test_a_table_keeps_the_defaults_of_the_rules_it_was_begun_under(own_place: Place) -> None:
    """ImpeRunde up to rules 3: units are brought up after every roll, also if none was lost."""
    text = (Path(__file__).parents[1] / "golden" / "imperunde-4.rondel").read_text(encoding="utf-8")
    begun = "\n".join(text.splitlines()[:BROUGHT_UP]) + "\n"
    assert own_place.http.post("/tables/import", content=begun).status_code == 201
    change(own_place, "UPDATE tables SET rules = 3, options = json_remove(options, '$.reinforcements')")
    [finding] = findings(own_place)
    assert "begun under rules 3; under rules 4 it goes the same way" in finding
    change(own_place, "UPDATE tables SET rules = 4")
    [finding] = findings(own_place)
    assert "'fight': seat 2 may not" in finding


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("action", "italy flies", "action 6, 'italy flies': there is no such action"),
        ("events", "[]", "nothing then, "),
        ("seat", 7, "seat 7 may not"),
    ],
)
def test_a_record_that_goes_another_way_is_named(own_place: Place, column: str, value: Any, problem: str) -> None:
    table = own_place.humans(3)
    table.moves(10)
    change(own_place, f"UPDATE entries SET {column} = ? WHERE table_id = ? AND position = 6", value, table.table)
    [finding] = findings(own_place)
    assert table.table in finding
    assert problem in finding


def test_a_state_that_is_not_that_of_its_record_is_named(own_place: Place) -> None:
    table = own_place.humans(3)
    table.moves(4)
    [(earlier,)] = sqlite3.connect(own_place.settings.database.removeprefix("sqlite:///")).execute(
        "SELECT state FROM tables"
    )
    table.moves(4)
    change(own_place, "UPDATE tables SET state = ?", earlier)
    assert "not the one that the record leads to" in findings(own_place)[0]
    change(own_place, "UPDATE tables SET state = ?", earlier.replace('"game"', '"gone"'))
    assert "cannot be read" in findings(own_place)[0]


def test_a_save_from_before_a_field_was_added_is_sound(own_place: Place) -> None:
    """The record leads to hands that were shown; a save of an earlier version does not know of them."""
    text = (Path(__file__).parents[1] / "golden" / "imperunde-3.rondel").read_text(encoding="utf-8")
    lines = text.splitlines()
    looked = next(number for number, line in enumerate(lines) if "> look " in line)
    begun = "\n".join(lines[: looked + 2]) + "\n"
    assert own_place.http.post("/tables/import", content=begun).status_code == 201
    [(state,)] = sqlite3.connect(own_place.settings.database.removeprefix("sqlite:///")).execute(
        "SELECT state FROM tables"
    )
    saved = json.loads(state)
    assert saved["table"].pop("seen"), "somebody was shown a hand"
    change(own_place, "UPDATE tables SET state = ?", json.dumps(saved))
    assert findings(own_place) == []


def test_the_command_names_them_and_fails(own_place: Place) -> None:
    table = own_place.humans(3)
    own_place.humans(3)
    asked = ["check-tables", "--database", own_place.settings.database]
    answer = CliRunner().invoke(app, asked)
    assert (answer.exit_code, answer.stdout.strip()) == (0, "2 of 2 tables go on as they are")
    change(own_place, "UPDATE tables SET game = 'chess' WHERE id = ?", table.table)
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 1
    assert f"{table.table} (chess, running, Anna, Ben, Chloé): no game is called 'chess'" in answer.stdout
    assert "1 of 2 tables go on as they are" in answer.stdout
