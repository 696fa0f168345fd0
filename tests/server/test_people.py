"""People: guests, accounts, sessions, the way back, and what a person may take along or have removed."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from rondel.server import people as house_of_people
from rondel.server.errors import Refusal
from rondel.server.patience import Patience
from rondel.server.settings import database_url
from rondel.server.storage import Store, now
from rondel.server.upkeep import audit_lines
from tests.browser.server import free_port
from tests.server.contract import serving
from tests.server.place import eventually, run
from tests.server.site import Site, Visitor, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.fixture(autouse=True)
def _patience(site: Site) -> None:
    site.patient()


def rows(site: Site, table: str) -> list[Any]:
    return site.rows(table)


# --- guests -----------------------------------------------------------------------------------------------------------


def test_a_name_is_enough(site: Site) -> None:
    visitor = site.visitor()
    assert visitor.me()["id"] is None
    visitor.do("/guests", {"name": "  Zoë  van Dam "})
    assert visitor.me()["name"] == "Zoë van Dam"
    assert visitor.me()["login"] is None
    assert visitor.post("/guests", {"name": "Again"}).status_code == 409


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u202eb", "\x07bell"])
def test_a_bad_name_is_refused(site: Site, name: str) -> None:
    before = len(rows(site, "persons"))
    assert site.visitor().post("/guests", {"name": name}).json()["error"] == "bad-name"
    assert len(rows(site, "persons")) == before


def test_tokens_are_kept_as_hashes_only(site: Site) -> None:
    visitor = site.visitor("Hash")
    token = visitor.http.cookies["rondel"]
    assert len(token) >= 40
    stored = str([rows(site, name) for name in ("sessions", "persons", "tickets", "secrets")])
    assert token not in stored


def test_flags_of_the_cookie(site: Site) -> None:
    line = site.visitor().post("/guests", {"name": "Cookie"}).headers["set-cookie"]
    assert "HttpOnly" in line
    assert "SameSite=Lax" in line
    assert "Path=/" in line
    assert "Secure" not in line  # this is plain http
    secure = house_cookie("https")
    assert secure.startswith("__Host-rondel=")
    assert "Secure" in secure
    assert "Domain" not in secure


def house_cookie(scheme: str) -> str:
    from rondel.server.identity import cookie

    return cookie({"scheme": scheme}, "token")


def test_a_made_up_token_is_nobody(site: Site) -> None:
    for value in ("x", "x" * 500, "", '"', "a=b"):
        answer = httpx.get(f"{site.url}/api/me", headers={"cookie": f"rondel={value}"})
        assert answer.json()["id"] is None


def test_a_session_that_somebody_else_chose_is_not_taken_over(site: Site) -> None:
    """Fixation: a token that came along before signing in is worth nothing afterwards."""
    site.account("fix")
    victim = Visitor(site)
    victim.http.cookies.set("rondel", "chosen-by-the-attacker")
    victim.do("/sessions", {"login": "fix", "password": "correct horse"})
    assert "chosen-by-the-attacker" in [each.value for each in victim.http.cookies.jar if each.domain == ""]
    assert len([each for each in victim.http.cookies.jar if each.domain]) == 1
    attacker = Visitor(site)
    attacker.http.cookies.set("rondel", "chosen-by-the-attacker")
    assert attacker.me()["id"] is None
    guest = site.visitor("Was a guest")
    before = guest.http.cookies["rondel"]
    guest.do("/accounts", {"login": "fix2", "password": "correct horse"})
    old = Visitor(site)
    old.http.cookies.set("rondel", before)
    assert old.me()["id"] is None
    assert guest.me()["login"] == "fix2"


# --- accounts ---------------------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_keeps_her_seat(site: Site) -> None:
    table, (anna, _) = seated(site, "Anna", "Ben")
    anna.do("/accounts", {"login": "Anna.K", "password": "correct horse", "mail": "anna@example.org"})
    assert anna.company(table)["seats"][0]["mine"]
    elsewhere = Visitor(site)
    elsewhere.do("/sessions", {"login": "anna.k", "password": "correct horse"})
    assert elsewhere.company(table)["seats"][0]["mine"]


def test_signing_in_brings_along_what_the_guest_had(site: Site) -> None:
    site.account("carla", name="Carla")
    table, (_, guest) = seated(site, "Dora", "Nobody yet")
    guest.do("/sessions", {"login": "carla", "password": "correct horse"})
    company = guest.company(table)
    assert company["seats"][1]["mine"]
    assert company["seats"][1]["name"] == "Carla"
    assert not [row for row in rows(site, "persons") if row[1] == "Nobody yet"]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"login": "x", "password": "correct horse"}, "bad-login"),
        ({"login": "a b", "password": "correct horse"}, "bad-login"),
        ({"login": "short", "password": "1234567"}, "weak-password"),
        ({"login": "common", "password": "12345678"}, "weak-password"),
        ({"login": "sameasthis", "password": "SameAsThis"}, "weak-password"),
        ({"login": "mailer", "password": "correct horse", "mail": "no mail"}, "bad-mail"),
        ({"login": "mailer", "password": "correct horse", "mail": "a@b.cc\nBcc: x@y.zz"}, "bad-mail"),
    ],
)
def test_a_bad_account_is_refused_and_leaves_nothing(site: Site, asked: dict[str, str], error: str) -> None:
    before = len(rows(site, "persons"))
    assert site.visitor().post("/accounts", asked).json()["error"] == error
    assert len(rows(site, "persons")) == before


def test_a_guest_who_asks_for_a_bad_name_has_no_account_yet(site: Site) -> None:
    guest = site.visitor("Good name")
    asked = {"login": "halfway", "password": "correct horse", "name": "a\u0007b"}
    assert guest.post("/accounts", asked).json()["error"] == "bad-name"
    assert guest.me()["login"] is None
    guest.do("/accounts", {**asked, "name": "Better name"})
    assert (guest.me()["login"], guest.me()["name"]) == ("halfway", "Better name")


def test_a_change_that_is_refused_in_part_changes_nothing(site: Site) -> None:
    """A weak password comes with another name and another way back by mail: neither of them is taken."""
    anna = site.account("partly", mail="anna@example.org", name="Anna")
    asked = {"password": "correct horse", "new_password": "Partly", "mail": "other@example.org", "name": "Other"}
    for weak in ("Partly", "12345678", "short"):
        assert anna.http.patch("/me", json={**asked, "new_password": weak}).json()["error"] == "weak-password"
    assert (anna.me()["name"], anna.me()["mail"]) == ("Anna", "anna@example.org")
    assert anna.http.patch("/me", json={**asked, "new_password": "fine this time"}).status_code == 200
    assert (anna.me()["name"], anna.me()["mail"]) == ("Other", "other@example.org")


def test_a_login_is_had_once_whatever_its_letters(site: Site) -> None:
    site.account("Émile")
    assert (
        site.visitor().post("/accounts", {"login": "éMILE", "password": "correct horse"}).json()["error"]
        == "login-taken"
    )


def test_a_wrong_password_and_an_unknown_login_look_the_same(site: Site) -> None:
    site.account("there")
    answers = [
        site.visitor().post("/sessions", {"login": login, "password": "wrong password"})
        for login in ("there", "not-there", "", "x" * 300)
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (401, '{"error":"wrong-login","message":"login and password do not fit"}')
    }


def test_an_unknown_login_costs_a_hash_as_well(site: Site) -> None:
    """Timing: the work is the same, whether there is an account or not."""
    checked: list[str] = []
    people = site.app.state.people
    fits = people._fits

    def counted(stored: str, password: str) -> bool:
        checked.append(stored)
        return bool(fits(stored, password))

    people._fits = counted
    try:
        site.visitor().post("/sessions", {"login": "nobody-there", "password": "wrong password"})
    finally:
        del people._fits
    assert checked == [people.nobody]


def test_no_password_fits_nobody_and_finding_out_takes_as_long() -> None:
    hasher = PasswordHasher()
    made_up = house_of_people.hash_of_nobody(hasher)
    assert extract_parameters(made_up) == extract_parameters(hasher.hash("correct horse"))
    with pytest.raises(VerifyMismatchError):  # not: a hash that cannot be read, which takes no time
        hasher.verify(made_up, "correct horse")


def test_brute_force_is_stopped_for_the_login_not_for_the_others(site: Site) -> None:
    site.account("target")
    site.account("other")
    statuses = [
        site.visitor().post("/sessions", {"login": "Target", "password": f"guess {i}"}).status_code for i in range(10)
    ]
    assert statuses == [401] * 8 + [429] * 2
    refused = site.visitor().post("/sessions", {"login": "target", "password": "correct horse"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 15 * 60
    assert site.visitor().post("/sessions", {"login": "other", "password": "correct horse"}).status_code == 200


def test_who_guesses_elsewhere_does_not_shut_out_whose_login_it_is(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.account("sought")

    def guess(host: int, password: str) -> int:
        http = httpx.HTTPTransport(local_address=f"127.0.0.{host}")
        with httpx.Client(base_url=f"{site.url}/api", timeout=30, transport=http) as client:
            return client.post("/sessions", json={"login": "sought", "password": password}).status_code

    assert [guess(2, "a guess") for _ in range(9)] == [401] * 8 + [429]
    assert guess(3, "correct horse") == 200
    monkeypatch.setattr(site.app.state.site.logins_of, "most", 10)  # of all addresses together
    assert [guess(host, "a guess") for host in range(4, 8)] == [401, 401, 429, 429]  # after the eight before
    assert guess(3, "correct horse") == 429


def test_a_network_of_ipv6_is_one_caller(tmp_path: Path) -> None:
    """Behind a proxy; whoever has a /64 has more addresses than there are tries."""
    with serving(database_url(tmp_path / "rondel.db"), True, tmp_path) as (url, _):

        def come(address: str) -> int:
            return httpx.post(f"{url}/api/guests", json={"name": "G"}, headers={"x-forwarded-for": address}).status_code

        assert [come(f"2001:db8::{each:x}") for each in range(1, 22)] == [201] * 20 + [429]
        assert come("2001:db8:0:1::1") == 201


def test_guests_and_resets_are_limited_too(site: Site) -> None:
    statuses = [site.visitor().post("/guests", {"name": f"Guest {i}"}).status_code for i in range(22)]
    assert statuses == [201] * 20 + [429] * 2
    codes = [site.visitor().post("/sessions/device", {"token": str(i)}).status_code for i in range(22)]
    assert codes == [410] * 20 + [429] * 2


def test_patience_comes_back(tmp_path: Path) -> None:
    async def check() -> None:
        at = [1_000_000]
        store = Store(database_url(tmp_path / "patience.db"))
        await store.start()
        patience = Patience(store, "test", 2, 10, lambda: at[0])
        await patience.take("a")
        await patience.take("a")
        with pytest.raises(Refusal, match="wait 10 seconds"):
            await patience.take("a")
        await patience.take("b")
        again = Patience(store, "test", 2, 10, lambda: at[0])  # as after a restart
        with pytest.raises(Refusal):
            await again.take("a")
        await patience.give_back("a")
        await patience.take("a")
        at[0] += 11_000
        await patience.take("a")
        await patience.forgive("a")
        at_once = await asyncio.gather(*(patience.take("a") for _ in range(20)), return_exceptions=True)
        assert [each for each in at_once if each is None] == [None, None]
        await store.stop()

    run(check())


# --- sessions ---------------------------------------------------------------------------------------------------------


def test_sessions_can_be_seen_and_ended(site: Site) -> None:
    first = site.account("sess")
    second = Visitor(site)
    second.http.headers["user-agent"] = "A phone"
    second.do("/sessions", {"login": "sess", "password": "correct horse"})
    listed = first.ask("/sessions")
    assert sorted(each["current"] for each in listed) == [False, True]
    phone = next(each for each in listed if each["device"] == "A phone")
    stranger = site.account("sess2")
    assert stranger.http.delete(f"/sessions/{phone['id']}").status_code == 404
    assert second.me()["login"] == "sess"
    assert first.http.delete(f"/sessions/{phone['id']}").status_code == 204
    assert second.me()["id"] is None
    assert first.me()["login"] == "sess"


def test_an_ended_session_ends_its_live_lines(site: Site) -> None:
    from websockets.exceptions import ConnectionClosed

    table, (anna, _) = seated(site, "Anna", "Ben")
    with anna.watch(table, seat=0) as watch:
        assert watch.next()["type"] == "reset"
        assert anna.http.delete("/sessions/current").status_code == 204
        with pytest.raises(ConnectionClosed):
            _ = [watch.any() for _ in range(100)]
    assert anna.me()["id"] is None


def test_a_new_password_ends_the_other_sessions(site: Site) -> None:
    here = site.account("change")
    there = Visitor(site)
    there.do("/sessions", {"login": "change", "password": "correct horse"})
    wrong = here.http.patch("/me", json={"password": "not this", "new_password": "battery staple"})
    assert wrong.json()["error"] == "wrong-password"
    assert (
        here.http.patch("/me", json={"password": "correct horse", "new_password": "battery staple"}).status_code == 200
    )
    assert there.me()["id"] is None
    assert here.me()["login"] == "change"
    assert there.post("/sessions", {"login": "change", "password": "correct horse"}).status_code == 401


def test_another_device_by_a_link_that_works_once(site: Site) -> None:
    table, (anna, _) = seated(site, "Anna", "Ben")
    link = anna.do("/me/device")
    assert link["qr"].startswith("<svg")
    token = link["url"].rpartition("/")[2]
    phone = site.visitor()
    phone.do("/sessions/device", {"token": token})
    assert phone.company(table)["seats"][0]["mine"]
    assert site.visitor().post("/sessions/device", {"token": token}).status_code == 410
    assert anna.company(table)["seats"][0]["mine"]


def test_a_link_for_a_device_is_no_reset(site: Site) -> None:
    anna = site.account("kinds")
    token = anna.do("/me/device")["url"].rpartition("/")[2]
    assert site.visitor().post("/resets/new", {"token": token, "password": "battery staple"}).status_code == 410


def test_old_sessions_and_tickets_end(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = site.visitor("Long gone")
    token = visitor.do("/me/device")["url"].rpartition("/")[2]
    later = now() + house_of_people.LASTS + 1000
    monkeypatch.setattr(house_of_people, "now", lambda: later)
    assert visitor.me()["id"] is None
    assert site.visitor().post("/sessions/device", {"token": token}).status_code == 410


# --- one's own data ---------------------------------------------------------------------------------------------------


def test_one_takes_along_what_is_kept(site: Site) -> None:
    table, (anna, _) = seated(site, "Exporta", "Ben")
    anna.do("/accounts", {"login": "exporta", "password": "correct horse", "mail": "e@example.org"})
    anna.do(f"/tables/{table}/chat", {"seat": 0, "text": "hello there"})
    data = anna.ask("/me/data")
    assert data["name"] == "Exporta"
    assert data["mail"] == "e@example.org"
    assert data["seats"][0]["table_id"] == table
    assert data["said"][0]["text"] == "hello there"
    assert "argon2" not in str(data)
    assert len(data["sessions"]) == 1
    assert site.visitor().get("/me/data").status_code == 401


def test_one_can_have_oneself_removed(site: Site) -> None:
    table, (anna, ben) = seated(site, "Vanessa", "Ben")
    anna.do("/accounts", {"login": "vanessa", "password": "correct horse"})
    anna.do(f"/tables/{table}/chat", {"seat": 0, "text": "forget me"})
    waiting = anna.open("human", "human")
    assert anna.http.request("DELETE", "/me", json={"password": "wrong"}).status_code == 403
    assert anna.http.request("DELETE", "/me", json={"password": "correct horse"}).status_code == 204
    assert anna.me()["id"] is None
    company = ben.company(table)
    assert company["seats"][0]["free"]
    assert company["seats"][0]["name"] == "player 1"
    everything = str([rows(site, name) for name in ("persons", "seats", "chat", "sessions", "gatherings", "admitted")])
    for left in ("Vanessa", "vanessa", "forget me", waiting):
        assert left not in everything
    assert site.visitor().post("/sessions", {"login": "vanessa", "password": "correct horse"}).status_code == 401


def test_the_audit_log_tells_who_did_what(site: Site) -> None:
    anna = site.account("audited", mail="anna@example.org")
    who = anna.me()["id"]
    table = anna.open("human", "random")
    anna.take(table, 0)
    assert anna.http.delete(f"/tables/{table}").status_code == 204
    changed = anna.http.patch("/me", json={"password": "correct horse", "mail": "other@example.org"})
    assert changed.status_code == 200
    token = anna.do("/me/device")["url"].rpartition("/")[2]
    site.visitor().do("/sessions/device", {"token": token})
    done = [(what, about) for _, by, what, about in audit_lines(site.settings.database, 100) if by == who]
    assert [what for what, _ in done] == ["account-made", "delete-table", "mail-changed", "signed-in"]
    assert done[1][1] == {"table": table}
    assert "other@" not in str(done)


# --- the way back by mail ---------------------------------------------------------------------------------------------


class Postbox:
    """Catches mails as a real mail server does."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


@pytest.fixture
def mailing(tmp_path: Path) -> Iterator[tuple[Site, Postbox]]:
    postbox = Postbox()
    port = free_port()
    controller = Controller(postbox, hostname="127.0.0.1", port=port)
    controller.start()
    site = Site(
        tmp_path, mail=f"smtp://127.0.0.1:{port}", mail_from="Rondel <rondel@example.org>", url="https://play.test"
    )
    yield site, postbox
    site.stop()
    controller.stop(no_assert=True)


def test_a_reset_by_mail(mailing: tuple[Site, Postbox]) -> None:
    site, postbox = mailing
    name = "<b>Mallory</b> & <a href=x>"
    anna = site.account("anna.keller", mail="anna@example.org", name=name)
    assert site.visitor().me()["mails"]
    asked = site.visitor().post("/resets", {"who": "Anna.Keller", "language": "de"})
    unknown = site.visitor().post("/resets", {"who": "nobody@example.org"})
    assert (asked.status_code, asked.text) == (unknown.status_code, unknown.text) == (202, "")
    eventually(lambda: bool(postbox.mails))
    mail = postbox.mails[0]
    assert mail["To"] == "anna@example.org"
    assert mail["Subject"] == "Rondel: ein neues Passwort"
    plain = mail.get_body(("plain",))
    rich = mail.get_body(("html",))
    assert plain is not None
    assert rich is not None
    assert "<b>Mallory" not in rich.get_content()
    assert "&lt;b&gt;Mallory" in rich.get_content()
    link = re.search(r"https://play\.test/#/reset/(\S+)", plain.get_content())
    assert link is not None
    other = site.visitor()
    for weak in ("short", "anna.keller"):  # too short, and the login itself: the link still holds
        assert other.post("/resets/new", {"token": link[1], "password": weak}).json()["error"] == "weak-password"
    other.do("/resets/new", {"token": link[1], "password": "battery staple"})
    assert other.me()["login"] == "anna.keller"
    assert anna.me()["id"] is None  # all other sessions have ended
    assert site.visitor().post("/resets/new", {"token": link[1], "password": "third password"}).status_code == 410
    assert site.visitor().post("/sessions", {"login": "anna.keller", "password": "battery staple"}).status_code == 200
    time.sleep(0.2)
    assert len(postbox.mails) == 1


def test_resets_are_limited_by_whom_they_are_for(mailing: tuple[Site, Postbox]) -> None:
    site, _ = mailing
    statuses = [site.visitor().post("/resets", {"who": "Somebody"}).status_code for _ in range(6)]
    assert statuses == [202] * 4 + [429] * 2


def test_without_a_mail_server_nobody_is_promised_a_mail(site: Site) -> None:
    assert not site.visitor().me()["mails"]
    assert site.visitor().post("/resets", {"who": "anna"}).json()["error"] == "no-mails"


# --- who decides ------------------------------------------------------------------------------------------------------


def test_an_administrator_is_appointed_by_the_host(tmp_path: Path) -> None:
    site = Site(tmp_path, registration=True)
    boss = site.account("boss")
    assert not boss.me()["admin"]
    site.settings = site.settings.__class__(**{**site.settings.__dict__, "administrators": ("Boss", "not-there")})
    site.restart()
    again = Visitor(site)
    again.do("/sessions", {"login": "boss", "password": "correct horse"})
    assert again.me()["admin"]
    host = site.visitor("Host")
    table = host.open("human", "human")
    assert site.visitor("Other").post(f"/tables/{table}/close").status_code == 404
    assert again.post(f"/tables/{table}/close").status_code == 204
    assert host.get(f"/tables/{table}/company").status_code == 404
    site.stop()


def test_a_site_may_take_no_strangers(tmp_path: Path) -> None:
    site = Site(tmp_path, registration=False)
    assert site.visitor().post("/accounts", {"login": "anna", "password": "correct horse"}).status_code == 403
    assert site.visitor("Guest").me()["id"]
    site.stop()
