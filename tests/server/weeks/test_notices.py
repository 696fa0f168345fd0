"""Notices: each once, bundled, withdrawn when overtaken; receivers that are down, slow, gone, or inside."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from sqlalchemy import select

from rondel.server import jobs as job_module
from rondel.server import mails as mail_module
from rondel.server.storage import JOBS
from rondel.server.weeks import notices as notices_module
from rondel.server.weeks import outgoing, push
from rondel.server.weeks.notices import SUBSCRIPTIONS, TOLD
from tests.server.place import eventually, run
from tests.server.site import Site, Visitor, seated
from tests.server.weeks.receivers import Browser, Letterbox, Post, letterbox, post
from tests.server.weeks.time import DAY, MINUTE, Time, simulated

DAILY = {"kind": "days", "days": 1, "zone": "Europe/Berlin"}


@pytest.fixture
def time() -> Iterator[Time]:
    with simulated("2026-11-16 12:00") as time:
        yield time


@pytest.fixture
def mails() -> Iterator[tuple[Letterbox, str]]:
    with letterbox() as found:
        yield found


@pytest.fixture
def hook() -> Iterator[Post]:
    with post() as server:
        yield server


@pytest.fixture
def site(tmp_path: Path, time: Time, mails: tuple[Letterbox, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(job_module, "POLL", 0.05)
    site = Site(tmp_path, mail=mails[1], url="https://rondel.example", loopback=True, notice_delay=60.0)
    yield site
    site.stop()


def to_act(visitor: Visitor, table: str) -> int:
    return int(visitor.ask(f"/tables/{table}")["to_act"][0])


def waiting(site: Site, *kinds: str) -> list[Any]:
    store = site.app.state.tables.store
    with store.engine.connect() as connection:
        query = select(JOBS.c.id, JOBS.c.tries).where(JOBS.c.kind.in_(kinds or ("notice", "send", "withdraw")))
        return list(connection.execute(query).all())


def idle(site: Site) -> None:
    """Nothing is to be sent any more."""
    eventually(lambda: not waiting(site))


def test_one_mail_for_all_tables_with_what_happened(site: Site, time: Time, mails: tuple[Letterbox, str]) -> None:
    box, _ = mails
    anna = site.account("anna", mail="anna@example.org", name="Anna")
    anna.do("/me/notices", {"kind": "mail", "language": "de"})
    tables = []
    for game in ("imperial", "struggle"):
        table = anna.open("human", "random", game=game, pace=DAILY)
        anna.take(table, 0)
        tables.append(table)
    eventually(lambda: all(to_act(anna, table) == 0 for table in tables))
    assert box.mails == []
    time.pass_by(2 * MINUTE)
    eventually(lambda: len(box.mails) == 1)
    idle(site)
    (mail,) = box.mails
    assert mail["Subject"] == "2 Tische warten auf Sie"
    words = box.words(0)
    assert all(f"https://rondel.example/#/table/{table}" in words for table in tables)
    assert "Imperial · bis 17.11. um 13:" in words
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # told once, however long it lasts
    time.pass_by(10 * MINUTE)
    anna.do("/me/notices", {"kind": "mail", "language": "de"})
    time.pass_by(10 * MINUTE)
    idle(site)
    assert len(box.mails) == 1
    # the link ends it, after a question
    link = re.search(r"/api/unsubscribe/[\w-]+", words)
    assert link is not None
    way = anna.ask("/me/notices")["ways"][0]
    stop = f"/unsubscribe/{newest_token(site)}"
    assert "Möchten Sie" in site.visitor().http.get(stop, headers={"accept-language": "de"}).text
    assert anna.ask("/me/notices")["ways"] == [way]
    assert "keine solchen" in site.visitor().http.post(stop, headers={"accept-language": "de"}).text
    assert anna.ask("/me/notices")["ways"] == []


def newest_token(site: Site) -> str:
    with site.app.state.tables.store.engine.connect() as connection:
        return str(connection.execute(select(SUBSCRIPTIONS.c.token)).scalars().all()[-1])


def test_the_digest_tells_what_happened_since_ones_own_last_choice(
    site: Site, time: Time, mails: tuple[Letterbox, str]
) -> None:
    box, _ = mails
    anna = site.account("anna", mail="anna@example.org", name="Anna")
    anna.do("/me/notices", {"kind": "mail", "language": "en"})
    table = anna.open("human", "random", "random", game="imperial")
    anna.take(table, 0)
    while not any(each["seat"] > 0 for each in anna.ask(f"/tables/{table}/log")) or to_act(anna, table) != 0:
        if to_act(anna, table) == 0:
            assert anna.move(table, 0).status_code == 200
    time.pass_by(2 * MINUTE)
    eventually(lambda: len(box.mails) == 1)
    told = [line for line in box.words(0).splitlines() if line and "http" not in line]
    assert box.mails[0]["Subject"] == "Imperial: it is your turn"
    assert len(told) > 2
    assert not any("{" in line or "event." in line or "did." in line for line in told)


def test_whoever_moves_in_time_is_told_nothing(site: Site, time: Time, hook: Post) -> None:
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    for player in players:
        player.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    seat = to_act(players[0], table)
    assert players[seat].move(table, seat).status_code == 200
    while to_act(players[0], table) == seat:
        assert players[seat].move(table, seat).status_code == 200
    time.pass_by(2 * MINUTE)
    idle(site)
    (told,) = hook.did("POST")
    names = ["Anna", "Ben"]
    assert names[1 - seat] in json.loads(told[2])["content"]


def test_push_and_webhook_are_withdrawn_when_overtaken(site: Site, time: Time, hook: Post) -> None:
    browser = Browser()
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    seat = to_act(players[0], table)
    owner = players[seat]
    owner.do("/me/notices", {**browser.subscription(f"{hook.url}/push/1"), "language": "fr"})
    owner.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook?thread_id=7", "language": "fr"})
    time.pass_by(2 * MINUTE)
    eventually(lambda: len(hook.did("POST")) == 2)
    idle(site)
    sent = {path: (headers, body) for path, headers, body in hook.did("POST")}
    headers, body = sent["/push/1"]
    words = browser.read(body)
    assert words["title"] == "Imperial : c’est à vous de jouer".replace(" :", "\u00a0:")
    assert (words["url"], words["tables"]) == (f"/#/table/{table}", [table])
    check_claim(headers["authorization"], hook.url, owner.ask("/me/notices")["push_key"])
    assert headers["content-encoding"] == "aes128gcm"
    embed = json.loads(sent["/hook?thread_id=7&wait=true"][1])["embeds"][0]
    assert embed["url"] == f"https://rondel.example/#/table/{table}"
    while to_act(players[0], table) == seat:
        assert owner.move(table, seat).status_code == 200
    eventually(lambda: len(hook.did("DELETE")) == 1 and len(hook.did("POST")) == 3)
    idle(site)
    assert hook.did("DELETE")[0][0].startswith("/hook/messages/10")
    assert hook.did("DELETE")[0][0].endswith("?thread_id=7")
    assert browser.read(hook.did("POST")[-1][2]) == {"withdraw": words["number"]}


def test_a_notice_of_several_tables_is_withdrawn_with_the_last_of_them(site: Site, time: Time, hook: Post) -> None:
    browser = Browser()
    anna = site.visitor("Anna")
    anna.do("/me/notices", browser.subscription(f"{hook.url}/push"))
    anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    tables = [anna.open("human", "random", pace=DAILY) for _ in range(2)]
    for table in tables:
        anna.take(table, 0)
    eventually(lambda: all(to_act(anna, table) == 0 for table in tables))
    time.pass_by(2 * MINUTE)
    eventually(lambda: len(hook.did("POST")) == 2)
    idle(site)
    for table, withdrawn in zip(tables, (0, 1), strict=True):
        while is_told(site, table):
            assert anna.move(table, 0).status_code == 200
        eventually(lambda: not waiting(site, "withdraw"))
        assert len(hook.did("DELETE")) == withdrawn
        assert sum(path == "/push" for path, _, _ in hook.did("POST")) == 1 + withdrawn


def is_told(site: Site, table: str) -> bool:
    """Whether the turn of which somebody was told still lasts."""
    with site.app.state.tables.store.engine.connect() as connection:
        return connection.execute(select(TOLD.c.turn).where(TOLD.c.table_id == table)).first() is not None


def check_claim(authorization: str, audience: str, key: str) -> None:
    """RFC 8292: signed by the key that the browser was given."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
    assert found is not None
    head, claims, signature, said = found.groups()
    assert said == key
    assert json.loads(push.decode(claims))["aud"] == audience
    raw = push.decode(signature)
    proof = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, push.decode(key))
    public.verify(proof, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_encryption_is_that_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    message = b"When I grow up, I want to be a watermelon"
    theirs = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    sealed = push.encrypt(
        message,
        theirs,
        "BTBZMqHH6r4Tts7J_aSIgg",
        push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    )
    assert push.encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_receivers_that_are_down_get_it_once_they_are_up(
    site: Site, time: Time, mails: tuple[Letterbox, str], hook: Post
) -> None:
    box, _ = mails
    anna = site.account("anna", mail="anna@example.org", name="Anna")
    anna.do("/me/notices", {"kind": "mail"})
    anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    box.answer, hook.status = "451 try later", 503
    table = anna.open("human", "random", pace=DAILY)
    anna.take(table, 0)
    eventually(lambda: to_act(anna, table) == 0)
    time.pass_by(2 * MINUTE)
    eventually(lambda: sum("is put off" in line for line in site.lines) >= 2)
    assert anna.see(table, 0)["choices"]  # the table does not mind
    box.answer, hook.status = "250 OK", 200
    time.pass_by(20 * MINUTE)
    idle(site)
    assert (len(box.mails), len(hook.did("POST"))) == (1, 1)


def test_what_was_handed_over_is_not_sent_again_because_nobody_answers(
    site: Site, time: Time, mails: tuple[Letterbox, str], hook: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, _ = mails
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.5)
    monkeypatch.setattr(mail_module, "TIMEOUT", 0.5)
    anna = site.account("anna", mail="anna@example.org", name="Anna")
    for way in ({"kind": "mail"}, {"kind": "webhook", "address": f"{hook.url}/hook"}):
        anna.do("/me/notices", way)
    anna.do("/me/notices", Browser().subscription(f"{hook.url}/push"))
    box.delay = hook.delay = 1.5
    table = anna.open("human", "random", pace=DAILY)
    anna.take(table, 0)
    eventually(lambda: to_act(anna, table) == 0)
    time.pass_by(2 * MINUTE)
    eventually(lambda: (len(box.mails), len(hook.did("POST"))) == (1, 2))
    idle(site)
    box.delay = hook.delay = 0.0
    for _ in range(3):
        time.pass_by(20 * MINUTE)
        idle(site)
    assert (len(box.mails), len(hook.did("POST"))) == (1, 2)
    ways = anna.ask("/me/notices")["ways"]
    assert all("Timeout" in way["problem"] for way in ways), ways


def test_a_subscription_that_has_ended_is_forgotten_and_one_that_never_works_given_up(
    site: Site, time: Time, hook: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices_module, "TRIES", 2)
    monkeypatch.setattr(notices_module, "FAILURES", 1)
    anna = site.visitor("Anna")
    anna.do("/me/notices", Browser().subscription(f"{hook.url}/push/1"))
    table = anna.open("human", "random", pace=DAILY)
    anna.take(table, 0)
    eventually(lambda: to_act(anna, table) == 0)
    hook.status = 410
    time.pass_by(2 * MINUTE)
    eventually(lambda: anna.ask("/me/notices")["ways"] == [])
    idle(site)
    hook.status = 302  # it is not followed
    anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    while to_act(anna, table) == 0 and anna.move(table, 0).status_code == 200:
        pass
    eventually(lambda: to_act(anna, table) == 0)
    for _ in range(80):
        if not anna.ask("/me/notices")["ways"]:
            break
        time.pass_by(11 * MINUTE)  # longer than any pause between two tries
        threading.Event().wait(0.3)
    assert anna.ask("/me/notices")["ways"] == []
    assert hook.got == []


def test_a_slow_receiver_holds_up_nobody(site: Site, time: Time, hook: Post) -> None:
    hook.delay = 3.0
    anna = site.visitor("Anna")
    for number in range(12):
        anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook/{number}"})
    assert anna.post("/me/notices", {"kind": "webhook", "address": f"{hook.url}/x"}).json()["error"] == "too-many-ways"
    table = anna.open("human", "random", pace=DAILY)
    anna.take(table, 0)
    eventually(lambda: to_act(anna, table) == 0)
    time.pass_by(2 * MINUTE)
    eventually(lambda: len(waiting(site, "send")) > 0)
    position = anna.see(table, 0)["position"]
    while to_act(anna, table) == 0:
        assert anna.move(table, 0).status_code == 200
    eventually(lambda: anna.see(table)["position"] > position + 1, 2.5)  # the bot moves meanwhile


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("https://127.0.0.1/hook", False),
        ("https://localhost/hook", False),
        ("https://10.0.0.1/", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://[::1]/", False),
        ("https://[::ffff:127.0.0.1]/", False),
        ("https://[64:ff9b::7f00:1]/", False),
        ("https://[fd00::1]/", False),
        ("https://0.0.0.0/", False),
        ("https://2130706433/", False),
        ("http://example.org/", False),
        ("http://10.0.0.1/", True),
        ("https://user:word@example.org/", False),
        ("ftp://example.org/", False),
        ("https://exa mple.org/", False),
        ("https:///nowhere", False),
    ],
)
def test_addresses_that_lead_inside_are_not_called(address: str, loopback: bool) -> None:
    with pytest.raises(outgoing.UnsafeError):
        run(outgoing.vet(address, loopback))


def test_the_address_that_was_looked_at_is_the_one_that_is_called(hook: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads outside when it is checked and inside a moment later."""
    real = asyncio.get_running_loop
    port = int(hook.url.rpartition(":")[2])
    asked: list[str] = []

    async def look_up(*_: Any, **__: Any) -> list[Any]:
        asked.append("once")
        address = "127.0.0.1" if len(asked) == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async def call() -> tuple[int, bytes]:
        monkeypatch.setattr(real(), "getaddrinfo", look_up)
        return await outgoing.call("POST", f"http://changing.example:{port}/x", {}, b"", loopback=True)

    assert run(call())[0] == 200
    assert asked == ["once"]
    assert hook.got[0][2]["host"] == f"changing.example:{port}"


def test_bad_ways_are_refused_and_nothing_is_kept(site: Site, hook: Post) -> None:
    anna = site.visitor("Anna")
    refused = [
        ({"kind": "mail"}, "no-mails"),
        ({"kind": "webhook", "address": "https://10.0.0.1/x"}, "bad-address"),
        ({"kind": "webhook", "address": "file:///etc/passwd"}, "bad-address"),
        ({"kind": "push", "address": f"{hook.url}/p", "p256dh": "nonsense", "auth": "AAAA"}, "bad-keys"),
        ({"kind": "push", "address": f"{hook.url}/p"}, "bad-keys"),
        ({"kind": "pigeon"}, "invalid"),
        ({"kind": "webhook", "address": f"{hook.url}/p", "table": "nothere"}, "unknown-table"),
    ]
    for asked, error in refused:
        assert anna.post("/me/notices", asked).json()["error"] == error, asked
    assert anna.ask("/me/notices")["ways"] == []
    assert site.visitor().get("/me/notices").status_code == 401
    other = site.visitor("Other")
    way = other.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/p"})["ways"][0]
    assert anna.http.delete(f"/me/notices/{way['id']}").status_code == 404


def test_a_table_can_be_kept_quiet(site: Site, time: Time, hook: Post) -> None:
    anna = site.visitor("Anna")
    table = anna.open("human", "random", pace=DAILY)
    anna.take(table, 0)
    anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/all"})
    anna.do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/other", "table": table})
    assert anna.http.put(f"/tables/{table}/quiet", json={"kinds": ["webhook"]}).json() == {"kinds": ["webhook"]}
    other = anna.open("human", "random", pace=DAILY)
    anna.take(other, 0)
    eventually(lambda: to_act(anna, table) == to_act(anna, other) == 0)
    time.pass_by(3 * MINUTE)
    eventually(lambda: len(hook.did("POST")) == 1)
    idle(site)
    (told,) = hook.did("POST")
    assert told[0].startswith("/all")
    assert len(json.loads(told[2])["embeds"]) == 1


def test_nothing_is_sent_after_a_deadline_has_passed(site: Site, time: Time, hook: Post) -> None:
    """A bot has the seat by then: it is nobody's turn."""
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    seat = to_act(players[0], table)
    players[seat].do("/me/notices", {"kind": "webhook", "address": f"{hook.url}/hook"})
    hook.status = 500
    time.pass_by(2 * MINUTE)
    eventually(lambda: [each.tries >= 1 for each in waiting(site, "send")] == [True])
    time.pass_by(DAY)
    eventually(lambda: players[0].ask(f"/tables/{table}")["seats"][seat]["kind"] == "bot")
    hook.status = 200
    time.pass_by(20 * MINUTE)
    idle(site)
    assert hook.did("POST") == []
