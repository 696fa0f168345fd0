"""Talk that somebody does not want to hear: muted, reported, removed, silenced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.server.weeks import schema
from tests.server.place import Watch, eventually
from tests.server.site import Site, Visitor, seated
from tests.server.weeks.time import DAY, simulated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), administrators=("root",))
    site.account("root")
    site.stop()
    site.start()  # the administrator is appointed when the server starts
    yield site
    site.stop()


def administrator(site: Site) -> Visitor:
    site.patient()
    visitor = site.visitor()
    assert visitor.post("/sessions", {"login": "root", "password": "correct horse"}).status_code == 200
    assert visitor.me()["admin"]
    return visitor


def say(player: Visitor, table: str, seat: int, text: str, *to: int) -> Any:
    return player.post(f"/tables/{table}/chat", {"seat": seat, "to": list(to), "text": text})


def heard(watch: Watch) -> str:
    """The next line that somebody is told."""
    while True:
        message = watch.next()
        if message["type"] == "chat":
            return str(message["text"])


def lines(player: Visitor, table: str, seat: int) -> list[str]:
    return [line["text"] for line in player.ask(f"/tables/{table}/chat", seat=seat)]


def test_whoever_is_muted_is_not_heard_by_her_who_muted_him(site: Site) -> None:
    site.patient()
    table, (anna, ben, chloe) = seated(site, "Anna", "Ben", "Chloé")
    say(ben, table, 1, "hello")
    told = anna.do(f"/tables/{table}/muted", {"seat": 1, "muted": True})
    schema.MutedSaid.model_validate(told)
    assert told["seats"] == [1]
    with anna.watch(table, seat=0) as hears, chloe.watch(table, seat=2) as others:
        say(ben, table, 1, "you play like a horse")
        say(chloe, table, 2, "be kind")
        assert heard(others) == "you play like a horse"
        assert heard(hears) == "be kind"  # and nothing came before it
    assert lines(anna, table, 0) == ["be kind"]
    assert lines(chloe, table, 2) == ["hello", "you play like a horse", "be kind"]
    assert ben.ask(f"/tables/{table}/muted")["seats"] == []  # nobody is told who does not hear her
    # at another table as well
    other = anna.open("human", "human")
    anna.take(other, 0)
    assert ben.join(other, anna.code(other)).status_code == 200
    ben.take(other, 1)
    say(ben, other, 1, "again")
    assert lines(anna, other, 0) == []
    assert anna.do(f"/tables/{table}/muted", {"seat": 1, "muted": False})["seats"] == []
    assert lines(anna, table, 0) == ["hello", "you play like a horse", "be kind"]


def test_nobody_mutes_herself_a_bot_or_a_stranger(site: Site) -> None:
    site.patient()
    table, (anna, _) = seated(site, "Anna", "Ben")
    path = f"/tables/{table}/muted"
    assert anna.post(path, {"seat": 0, "muted": True}).status_code == 422
    assert anna.post(path, {"seat": 9, "muted": True}).status_code == 422
    assert site.visitor("Zoë").post(path, {"seat": 0, "muted": True}).status_code == 404
    assert site.visitor().post(path, {"seat": 0, "muted": True}).status_code == 401
    assert anna.ask(path)["seats"] == []


def test_a_line_is_reported_and_an_administrator_removes_it_and_silences_who_said_it(site: Site) -> None:
    root = administrator(site)
    with simulated("2027-01-10 12:00") as time:
        table, (anna, ben, chloe) = seated(site, "Anna", "Ben", "Chloé")
        say(anna, table, 0, "a private word", 1)
        say(chloe, table, 2, "between us", 1)  # Anna does not hear it
        bad = say(ben, table, 1, "an insult", 0).json()["number"]
        report = {"seat": 0, "number": bad, "why": "insult", "words": "  in the middle\n of it "}
        told = anna.do(f"/tables/{table}/reports", report)
        assert told["reported"] == [bad]
        assert anna.post(f"/tables/{table}/reports", report).json()["error"] == "reported"
        assert anna.get("/reports").status_code == 403
        (found,) = [each for each in root.ask("/reports") if each["table"] == table]
        schema.ReportSaid.model_validate(found)
        assert (found["name"], found["by_name"], found["why"]) == ("Ben", "Anna", "insult")
        assert found["words"] == "in the middle of it"
        # what Anna could hear, and nothing else of what was said in private
        assert [line["text"] for line in found["lines"]] == ["a private word", "an insult"]
        assert found["settled"] is None
        with anna.watch(table, seat=0) as hears:
            settled = root.do(f"/reports/{found['id']}", {"remove": True, "silence": 3})
            assert heard(hears) == ""
        (after,) = [each for each in settled if each["id"] == found["id"]]
        assert (after["removed"], after["silenced"], after["settled_by"]) == (True, 3, "root")
        assert root.post(f"/reports/{found['id']}", {}).json()["error"] == "settled"
        assert lines(anna, table, 0) == ["a private word", ""]
        refused = say(ben, table, 1, "what did I do?")
        assert (refused.status_code, refused.json()["error"]) == (403, "silenced")
        assert ben.see(table, 1)["seat"] == 1  # he sees the table, and plays on
        time.pass_by(3 * DAY + 1000)
        assert say(ben, table, 1, "sorry").status_code == 201


def test_what_one_did_not_hear_cannot_be_reported(site: Site) -> None:
    site.patient()
    table, (anna, ben, chloe) = seated(site, "Anna", "Ben", "Chloé")
    secret = say(ben, table, 1, "for Chloé alone", 2).json()["number"]
    own = say(anna, table, 0, "mine").json()["number"]
    path = f"/tables/{table}/reports"
    cases = [
        ({"seat": 0, "number": secret, "why": "insult"}, 404),
        ({"seat": None, "number": secret, "why": "insult"}, 404),
        ({"seat": 2, "number": secret, "why": "insult"}, 403),  # another's ears
        ({"seat": 0, "number": own, "why": "spam"}, 422),
        ({"seat": 0, "number": 999, "why": "spam"}, 404),
        ({"seat": 0, "number": own, "why": "ugly"}, 422),
    ]
    for asked, status in cases:
        assert anna.post(path, asked).status_code == status, asked
    assert chloe.post(path, {"seat": 2, "number": secret, "why": "other"}).status_code == 201
    root = administrator(site)
    assert [each["by_name"] for each in root.ask("/reports") if each["table"] == table] == ["Chloé"]
    assert root.post("/reports/nothing", {}).status_code == 404
    (report,) = [each for each in root.ask("/reports") if each["table"] == table]
    assert root.post(f"/reports/{report['id']}", {"silence": 9999}).status_code == 422
    assert root.do(f"/reports/{report['id']}", {})  # neither: it is dismissed
    assert say(ben, table, 1, "still here").status_code == 201


def test_reports_at_the_console(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from rondel.cli.commands import app

    site = Site(tmp_path)
    try:
        table, (anna, ben) = seated(site, "Anna", "Ben")
        number = say(ben, table, 1, "an insult").json()["number"]
        anna.do(f"/tables/{table}/reports", {"seat": 0, "number": number, "why": "insult"})
        database = ["--database", site.settings.database]
        runner = CliRunner()
        listed = runner.invoke(app, ["admin", "reports", *database])
        assert listed.exit_code == 0, listed.output
        assert "an insult" in listed.output
        report = listed.output.split()[0]
        done = runner.invoke(app, ["admin", "reports", *database, "--settle", report, "--silence", "2"])
        assert done.exit_code == 0, done.output
        assert say(ben, table, 1, "hm").json()["error"] == "silenced"
        again = runner.invoke(app, ["admin", "reports", *database, "--settle", report])
        assert again.exit_code != 0
        eventually(lambda: "settled" in runner.invoke(app, ["admin", "reports", *database]).output)
    finally:
        site.stop()
