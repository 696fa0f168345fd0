"""What is somebody's own: nobody else reads it, she may have it all, it comes along with her, and goes with her."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed

from rondel.server.register import appoint_user, end_sessions
from rondel.server.rows import SEATS, TABLES, metadata
from rondel.server.storage import make_engine
from rondel.server.upkeep import delete_table
from tests.server.place import Watch, eventually
from tests.server.site import Site, Visitor, seated


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("belongings"))
    yield site
    site.stop()


@pytest.fixture
def site(shared: Site) -> Site:
    shared.patient()
    return shared


def heard(visitor: Visitor, table: str, seat: int) -> list[str]:
    return [line["text"] for line in visitor.ask(f"/tables/{table}/chat", seat=seat)]


def say(visitor: Visitor, table: str, seat: int, text: str, *to: int) -> int:
    return int(visitor.do(f"/tables/{table}/chat", {"seat": seat, "to": list(to), "text": text})["number"])


def replaced(site: Site, table: str, host: Visitor, leaving: Visitor, seat: int, name: str) -> Visitor:
    """Somebody new on a seat that another has left."""
    assert leaving.seat(table, "leave", seat).status_code == 200
    fresh = site.visitor(name)
    assert fresh.join(table, host.code(table)).status_code == 200
    assert fresh.seat(table, "take", seat).status_code == 200
    return fresh


def rows_with(site: Site, *words: str) -> dict[str, list[Any]]:
    """The tables of the database that hold one of some words anywhere, and the rows."""
    found: dict[str, list[Any]] = {}
    with make_engine(site.settings.database).connect() as connection:
        for table in metadata.sorted_tables:
            rows = [row for row in connection.execute(select(table)).all() if any(each in str(row) for each in words)]
            if rows:
                found[table.name] = rows
    return found


# --- letters ----------------------------------------------------------------------------------------------------------


def test_whoever_takes_a_seat_over_does_not_read_the_letters_of_whoever_left_it(site: Site) -> None:
    table, (anna, ben, cleo) = seated(site, "Anna", "Ben", "Cleo")
    say(anna, table, 0, "to all")
    say(anna, table, 0, "to Ben", 1)
    say(ben, table, 1, "from Ben", 2)
    dora = replaced(site, table, anna, ben, 1, "Dora")
    assert heard(dora, table, 1) == ["to all"]
    assert heard(anna, table, 0) == ["to all", "to Ben"]
    assert heard(cleo, table, 2) == ["to all", "from Ben"]
    say(anna, table, 0, "to Dora", 1)
    assert heard(dora, table, 1) == ["to all", "to Dora"]
    letter = {"seat": 1, "number": 2, "why": "other", "words": ""}
    assert dora.post(f"/tables/{table}/reports", letter).status_code == 404


def test_a_line_is_whose_it_was_when_it_was_said(site: Site) -> None:
    """The report of a line, her export, and what goes with her: never those of who had the seat before."""
    table, (anna, ben, _) = seated(site, "Anna", "Ben", "Cleo")
    number = say(ben, table, 1, "something rude")
    who = ben.me()["id"]
    dora = replaced(site, table, anna, ben, 1, "Dora")
    assert dora.ask("/me/data")["said"] == []
    assert [each["text"] for each in ben.ask("/me/data")["said"]] == ["something rude"]
    anna.do(f"/tables/{table}/reports", {"seat": 0, "number": number, "why": "insult", "words": ""})
    (report,) = rows_with(site, "something rude")["reports"]
    assert report.about == who
    dora.do(f"/tables/{table}/muted", {"seat": 0, "muted": True})
    assert dora.http.request("DELETE", "/me", json={}).status_code == 204
    assert heard(anna, table, 0) == ["something rude"]
    assert ben.http.request("DELETE", "/me", json={}).status_code == 204
    assert heard(anna, table, 0) == []


# --- a table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["host", "console"])
def test_a_table_that_was_deleted_does_not_come_back(site: Site, way: str) -> None:
    """Not even for whoever looks who is at it: its players had the same dice again."""
    anna, table, (_, ben, _) = furnish(site, "Anna", f"of {way}")
    anna.do(f"/tables/{table}/seats", {"do": "swap", "seat": 0, "to": ben.me()["id"]})
    if way == "host":
        assert anna.http.delete(f"/tables/{table}").status_code == 204
    else:
        assert delete_table(site.settings.database, table)
        eventually(lambda: anna.get(f"/tables/{table}").status_code == 404)
    for visitor in (anna, ben, site.visitor()):
        assert visitor.get(f"/tables/{table}/company").status_code == 404
    assert set(rows_with(site, table)) <= {"audit", "reports"}


# --- an account -------------------------------------------------------------------------------------------------------


def furnish(site: Site, name: str, login: str) -> tuple[Visitor, str, list[Visitor]]:
    """Somebody with something of everything that a site keeps of a person."""
    table, players = seated(site, name, "Ben", "Cleo", pace={"kind": "days", "days": 3})
    anna, _, cleo = players
    say(anna, table, 0, f"{login} to all")
    say(cleo, table, 2, f"to {login}", 0)
    anna.do(f"/tables/{table}/muted", {"seat": 1, "muted": True})
    anna.do(f"/tables/{table}/reports", {"seat": 0, "number": 2, "why": "other", "words": f"by {login}"})
    cleo.do(f"/tables/{table}/reports", {"seat": 2, "number": 1, "why": "other", "words": ""})
    assert anna.http.put(f"/tables/{table}/notes", json={"text": f"note of {login}"}).status_code == 200
    anna.do(f"/tables/{table}/plan", {"do": "begin", "seat": 0})
    cup = anna.do("/tournaments", {"name": f"Cup of {login}", "game": "imperial", "kind": "swiss", "size": 3})
    anna.do(f"/tournaments/{cup['id']}", {"do": "join", "share": secrets.token_hex(16)})
    return anna, table, players


def test_all_that_is_kept_of_a_person_is_in_her_export(site: Site) -> None:
    anna, table, _ = furnish(site, "Exportine", "exportine")
    anna.do("/accounts", {"login": "exportine", "password": "correct horse", "mail": "x@example.org"})
    anna.do("/me/programs", {"name": "Automaton"})
    data = anna.ask("/me/data")
    assert data["notes"][0]["text"] == "note of exportine"
    assert data["plans"][0]["table_id"] == table
    assert data["muted"][0]["name"] == "Ben"
    assert data["reported"][0]["words"] == "by exportine"
    assert data["tournaments"][0]["name"] == "Cup of exportine"
    assert data["programs"][0]["name"] == "Automaton"
    assert data["hosted"] == [table]
    assert [each["what"] for each in data["audit"]] == ["account-made", "program-made"]
    told = {
        "admitted": "invited_to",
        "audit": "audit",
        "chat": "said",
        "deals": "deals",
        "gatherings": "hosted",
        "mutes": "muted",
        "notes": "notes",
        "passkeys": "passkeys",
        "persons": "name",
        "plans": "plans",
        "quiet": "notices",
        "reports": "reported",
        "results": "results",
        "seats": "seats",
        "sessions": "sessions",
        "silenced": "silenced_until",
        "subscriptions": "notices",
        "tables": "hosted",
        "tournaments": "tournaments",
    }
    passing = {"jobs", "tickets", "told", "tries", "offers"}  # gone within hours, or with the turn that it is about
    for kept in set(rows_with(site, anna.me()["id"])) - passing:
        assert told[kept] in data, f"{kept} is not in the export"
    assert {name for name in told if told[name] not in data} == set()


def test_nothing_stays_of_whoever_goes(site: Site) -> None:
    anna, table, (_, ben, cleo) = furnish(site, "Wanda Weg", "wanda")
    anna.do("/accounts", {"login": "wanda", "password": "correct horse", "mail": "wanda@example.org"})
    site.visitor().do("/sessions", {"login": "wanda", "password": "correct horse"})
    who = anna.me()["id"]
    assert anna.http.request("DELETE", "/me", json={"password": "correct horse"}).status_code == 204
    assert not rows_with(site, "Wanda Weg", "wanda to all", "note of wanda", "wanda@example.org")
    left = rows_with(site, who)
    assert set(left) <= {"audit", "chat"}, left
    assert all('"address"' not in row.about for row in left["audit"]), "where she came from is nobody's business now"
    assert heard(cleo, table, 2) == ["to wanda"], "what others said stays theirs"
    assert ben.company(table)["seats"][0]["free"]


def test_what_a_guest_had_is_the_accounts_into_which_she_signs_in(site: Site) -> None:
    site.account("inheritor")
    anna, table, _ = furnish(site, "Guest", "a guest")
    guest = anna.me()["id"]
    anna.do("/sessions", {"login": "inheritor", "password": "correct horse"})
    assert heard(anna, table, 0) == ["a guest to all", "to a guest"]
    assert anna.ask(f"/tables/{table}/notes")["text"] == "note of a guest"
    assert anna.ask(f"/tables/{table}/plan", seat=0)["plan"] is not None
    assert anna.ask(f"/tables/{table}/muted") == {"seats": [1], "reported": [2]}
    assert set(rows_with(site, guest)) <= {"audit"}


@pytest.mark.parametrize("name", ["leaver", "joiner"])
def test_a_table_that_cannot_be_read_keeps_nobody_from_going(own: Site, name: str) -> None:
    """After an update it may be of other rules."""
    table, (anna, _) = seated(own, "Anna Alt", "Ben")
    own.stop()
    with make_engine(own.settings.database).execution_options(writes=True).begin() as connection:
        connection.execute(update(TABLES).values(rules=999))
    own.start()
    anna.http.base_url = f"{own.url}/api"
    if name == "leaver":
        assert anna.http.request("DELETE", "/me", json={}).status_code == 204
    else:
        own.account("anna", name="Anna Neu")
        anna.do("/sessions", {"login": "anna", "password": "correct horse"})
    with make_engine(own.settings.database).connect() as connection:
        seat = connection.execute(select(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == 0)).one()
    wanted = (None, "player 1") if name == "leaver" else (anna.me()["id"], "Anna Neu")
    assert (seat.person, seat.name) == wanted


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.stop()


# --- tries ------------------------------------------------------------------------------------------------------------


def test_a_login_written_in_other_letters_is_the_same_login_to_guess_at(site: Site) -> None:
    """Full-width and mathematical letters fold to the plain ones; so must the count of the tries."""
    site.account("anna.b")
    spelled = ["anna.b", "ANNA.B", "ａnna.b", "aｎna.b", "anｎa.b", "annａ.b", "𝐚nna.b", "a𝐧na.b", "ⓐnna.b", "anna.ｂ"]
    answers = [site.visitor().post("/sessions", {"login": each, "password": "wrong"}).status_code for each in spelled]
    assert answers == [401] * 8 + [429] * 2


# --- at the console ---------------------------------------------------------------------------------------------------


def hear_out(line: Watch) -> None:
    """Until the line ends."""
    with suppress(ConnectionClosed):
        while True:
            line.any(5)


def test_what_is_done_at_the_console_is_known_at_once(own: Site) -> None:
    """Whoever is dismissed or signed out there may do nothing more a moment later: on SQLite as well."""
    boss = own.account("boss")
    appoint_user(own.settings.database, "boss", True)
    eventually(lambda: boss.me()["admin"], 5)
    table, _ = seated(own, "Anna", "Ben")
    with boss.watch(table) as line:
        line.next()
        began = time.monotonic()
        appoint_user(own.settings.database, "boss", False)
        eventually(lambda: not boss.me()["admin"], 5)
        hear_out(line)
    assert boss.get(f"/tables/{table}").status_code == 404
    end_sessions(own.settings.database, boss.me()["id"])
    eventually(lambda: boss.me()["id"] is None, 5)
    assert time.monotonic() - began < 14
