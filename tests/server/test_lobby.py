"""Tables that gather: seats taken, left, given, swapped; invitations; begin; rematch; who is there."""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rondel import load
from rondel.kernel import chance
from rondel.kernel.record import RecordError, parse, verify
from rondel.server import schema
from tests.server.place import eventually
from tests.server.site import SHARE, Site, seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.fixture(autouse=True)
def _patience(site: Site) -> None:
    site.patient()


def test_a_table_fills_and_begins_by_itself(site: Site) -> None:
    host = site.visitor("Host")
    table = host.open("human", "human", "random", visible=True)
    company = host.take(table, 0)
    schema.Company.model_validate(company)
    assert not company["begun"]
    assert [seat["free"] for seat in company["seats"]] == [False, True, False]
    other = site.visitor("Other")
    assert table in [each["id"] for each in other.ask("/lobby")["gatherings"]]
    assert other.take(table, 1)["begun"]
    assert other.ask(f"/tables/{table}")["mine"] == [1]
    assert [seat["name"] for seat in other.ask(f"/tables/{table}")["seats"]] == ["Host", "Other", "Ada"]
    lobby = other.ask("/lobby")
    assert table not in [each["id"] for each in lobby["gatherings"]]
    assert table not in [each["id"] for each in lobby["tables"]]  # she plays there: it is among her own
    assert table in [each["id"] for each in site.visitor().ask("/lobby")["tables"]]


def test_one_begins_alone_against_bots(site: Site) -> None:
    """'Play now' on a site: the commitment first, then the share."""
    alone = site.visitor("Alone")
    table = alone.open("human", "random", "random")
    commitment = alone.company(table)["commitment"]
    assert alone.take(table, 0)["begun"]
    assert alone.ask(f"/tables/{table}")["commitment"] == commitment


def test_the_host_begins_with_bots_for_those_who_did_not_come(site: Site) -> None:
    host = site.visitor("Host")
    table = host.open("human", "human", "human", visible=True, when_full=False)
    assert host.post(f"/tables/{table}/begin").json()["error"] == "nobody-there"
    host.take(table, 1)
    guest = site.visitor("Guest")
    assert guest.post(f"/tables/{table}/begin").status_code == 403
    assert host.do(f"/tables/{table}/begin")["begun"]
    seats = host.ask(f"/tables/{table}")["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "human", "bot"]
    assert [seat["name"] for seat in seats] == ["Ada", "Host", "Bruno"]
    assert host.post(f"/tables/{table}/begin").json()["error"] == "begun"


def test_a_full_table_waits_for_the_host_if_that_was_said(site: Site) -> None:
    host = site.visitor("Host")
    table = host.open("human", "random", when_full=False)
    assert not host.take(table, 0)["begun"]
    assert host.do(f"/tables/{table}/begin")["begun"]


def test_one_seat_each_and_none_twice(site: Site) -> None:
    host, other = site.visitor("Host"), site.visitor("Other")
    table = host.open("human", "human", "human", visible=True)
    host.take(table, 0)
    assert other.seat(table, "take", 0, share=SHARE).json()["error"] == "taken"
    assert host.seat(table, "take", 1, share=SHARE).json()["error"] == "seated"
    assert other.seat(table, "leave", 0).json()["error"] == "others-seat"
    assert site.visitor().seat(table, "take", 1, share=SHARE).status_code == 401
    assert other.seat(table, "take", 7, share=SHARE).json()["error"] == "unknown-seat"
    other.take(table, 1)
    assert other.seat(table, "leave", 1).status_code == 200
    other.take(table, 2)
    assert host.seat(table, "leave", 2).status_code == 200  # a host may ask somebody to go
    assert other.company(table)["seats"][2]["free"]


def test_many_rush_for_one_seat(site: Site) -> None:
    host = site.visitor("Host")
    table = host.open("human", "human", "human", visible=True)
    rushing = [site.visitor(f"R{i}") for i in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda each: each.seat(table, "take", 0, share=SHARE).status_code, rushing))
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]


def test_the_host_gives_seats_to_bots_and_opens_them_again(site: Site) -> None:
    host, other = site.visitor("Host"), site.visitor("Other")
    table = host.open("human", "human", "human", visible=True)
    assert other.seat(table, "bot", 2).status_code == 403
    assert host.seat(table, "bot", 2, bot="random").json()["seats"][2]["kind"] == "bot"
    assert host.seat(table, "bot", 1, bot="no-such").json()["error"] == "unknown-bot"
    names = [seat["name"] for seat in host.seat(table, "bot", 1).json()["seats"]]
    assert names == ["", "Bruno", "Ada"]
    assert host.seat(table, "open", 1).json()["seats"][1]["name"] == ""
    assert host.seat(table, "open", 2).json()["seats"][2]["free"]


def test_whoever_might_sit_down_sees_what_was_agreed(site: Site) -> None:
    host, other = site.visitor("Host"), site.visitor("Other")
    pace = {"kind": "days", "days": 3, "weekends": False, "zone": "Europe/Berlin", "mandate": "hold"}
    table = host.open("human", "human", "human", visible=True, pace=pace, talk=False)
    seen = other.company(table)
    schema.Company.model_validate(seen)
    assert {name: seen["pace"][name] for name in pace} == pace
    assert (seen["talk"], seen["hints"]) == (False, False)
    [listed] = [each for each in other.ask("/lobby")["gatherings"] if each["id"] == table]
    assert listed["pace"]["days"] == 3
    plain = other.company(host.open("human", "random", visible=True))
    assert (plain["pace"], plain["hints"]) == (None, True)


# --- invitations ------------------------------------------------------------------------------------------------------


def test_a_private_table_is_not_there_without_its_link(site: Site) -> None:
    host, guest = site.visitor("Host"), site.visitor("Guest")
    table = host.open("human", "human")
    host.take(table, 0)
    missing = guest.get("/tables/nosuchtable1/company").text.replace("nosuchtable1", table)
    assert guest.get(f"/tables/{table}/company").text == missing
    assert guest.seat(table, "take", 1, share=SHARE).status_code == 404
    assert table not in str(guest.ask("/lobby"))
    link = host.do(f"/tables/{table}/invitation", {})
    assert link["qr"].startswith("<svg")
    assert f"/#/join/{table}/" in link["url"]
    code = host.code(table)
    assert guest.join(table, code).status_code == 200
    assert guest.take(table, 1)["begun"]


def test_a_stranger_with_the_link_sees_what_it_is_but_nothing_more(site: Site) -> None:
    host, stranger = site.visitor("Host"), site.visitor()
    table = host.open("human", "human")
    seen = stranger.join(table, host.code(table)).json()
    assert seen["game"] == "imperial"
    assert seen["people"] == []
    assert stranger.get(f"/tables/{table}/company").status_code == 404


def test_wrong_codes_open_nothing_and_are_counted(site: Site) -> None:
    host, guest = site.visitor("Host"), site.visitor("Guest")
    table, other = host.open("human", "human"), host.open("human", "human")
    right = host.code(table)
    nearly = right[:-1] + ("a" if right[-1] != "a" else "b")
    for code in ("", "x" * 24, nearly, host.code(other), "é" * 24):
        assert guest.join(table, code).status_code == 404
    assert guest.join("nosuchtable1", right).status_code == 404
    statuses = {guest.join(table, "wrong").status_code for _ in range(40)}
    assert statuses == {404, 429}
    assert guest.join(table, right).status_code == 429


def test_how_long_a_wrong_code_takes_does_not_tell_how_much_of_it_is_right(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = site.visitor("Host")
    table = host.open("human", "human")
    code = host.code(table)
    compared: list[tuple[bytes, bytes]] = []
    equal = hmac.compare_digest

    def noted(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return equal(one, other)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    assert site.visitor("Guest").join(table, code[:-1] + "-").status_code == 404
    assert compared == [(code.encode(), (code[:-1] + "-").encode())]


def test_a_fresh_link_ends_the_old_one(site: Site) -> None:
    host, guest = site.visitor("Host"), site.visitor("Guest")
    table = host.open("human", "human", "human")
    old = host.code(table)
    assert host.code(table) == old
    assert guest.join(table, old).status_code == 200
    assert guest.post(f"/tables/{table}/invitation", {}).status_code == 403  # without a seat nobody invites
    guest.take(table, 1)
    assert guest.code(table) == old
    assert guest.post(f"/tables/{table}/invitation", {"fresh": True}).status_code == 403
    host.do(f"/tables/{table}/invitation", {"fresh": True})
    assert site.visitor("Late").join(table, old).status_code == 404
    assert guest.company(table)["member"]  # who is in stays in


# --- while the game goes on -------------------------------------------------------------------------------------------


def test_a_seat_left_is_free_for_another_who_then_sees_its_hand(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    code = anna.code(table)
    late = site.visitor("Late")
    late.join(table, code)
    assert late.get(f"/tables/{table}/observation", seat=1).status_code == 403
    with ben.watch(table, seat=1) as line, anna.watch(table, seat=0) as hers:
        assert line.next()["type"] == hers.next()["type"] == "reset"
        assert ben.seat(table, "leave", 1).status_code == 200
        with pytest.raises(ConnectionClosed):  # and looks through its eyes no longer
            _ = [line.any() for _ in range(10)]
        assert hers.next()["type"] in ("seated", "company")
    assert ben.get(f"/tables/{table}/observation", seat=1).status_code == 403
    assert late.seat(table, "take", 1).status_code == 200
    assert late.see(table, 1)["seat"] == 1
    assert late.company(table)["seats"][1]["name"] == "Late"
    assert ben.seat(table, "take", 1).json()["error"] == "taken"


def test_a_seat_is_given_by_consent(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    carla = site.visitor("Carla")
    carla.join(table, anna.code(table))
    person = next(each["id"] for each in ben.company(table)["people"] if each["name"] == "Carla")
    assert ben.seat(table, "give", 0, to=person).json()["error"] == "others-seat"
    assert ben.seat(table, "give", 1, to="nobody").json()["error"] == "unknown-person"
    assert ben.seat(table, "swap", 1, to=person).json()["error"] == "unknown-person"  # she has none to swap
    ben.seat(table, "give", 1, to=person)
    offer = carla.company(table)["offers"][0]
    assert offer["for_me"]
    assert (offer["by"], offer["to"], offer["seat"]) == ("Ben", "Carla", 1)
    assert anna.company(table)["offers"] == []  # it is between the two
    assert anna.seat(table, "accept", offer=offer["id"]).status_code == 404
    assert ben.company(table)["seats"][1]["mine"]  # nothing happens before she consents
    assert carla.seat(table, "accept", offer=offer["id"]).status_code == 200
    assert carla.company(table)["seats"][1]["mine"]
    assert carla.seat(table, "accept", offer=offer["id"]).status_code == 404


def test_seats_are_swapped_by_consent_before_and_after_the_beginning(site: Site) -> None:
    host, ben = site.visitor("Anna"), site.visitor("Ben")
    table = host.open("human", "human", "human", visible=True)
    host.take(table, 0, "a" * 16)
    ben.take(table, 1, "b" * 16)
    person = next(each["id"] for each in host.company(table)["people"] if each["name"] == "Ben")
    host.seat(table, "swap", 0, to=person)
    offer = ben.company(table)["offers"][0]["id"]
    assert ben.seat(table, "accept", offer=offer).status_code == 200
    seats = ben.company(table)["seats"]
    assert [(seat["name"], seat["share"]) for seat in seats[:2]] == [("Ben", "b" * 16), ("Anna", "a" * 16)]
    site.visitor("Carla").take(table, 2)
    host.seat(table, "swap", 1, to=person)
    offer = ben.company(table)["offers"][0]["id"]
    assert ben.seat(table, "decline", offer=offer).status_code == 200
    assert ben.company(table)["offers"] == []
    host.seat(table, "swap", 1, to=person)
    ben.seat(table, "accept", offer=ben.company(table)["offers"][0]["id"])
    assert [seat["name"] for seat in ben.company(table)["seats"]] == ["Anna", "Ben", "Carla"]
    assert host.see(table, 0)["seat"] == 0


def test_an_offer_that_no_longer_holds_changes_nothing(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    person = next(each["id"] for each in anna.company(table)["people"] if each["name"] == "Ben")
    anna.seat(table, "swap", 0, to=person)
    offer = ben.company(table)["offers"][0]["id"]
    anna.seat(table, "leave", 0)
    assert ben.seat(table, "accept", offer=offer).json()["error"] == "outdated"
    assert ben.company(table)["seats"][1]["mine"]


def test_a_bot_takes_a_free_seat_and_plays(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    assert anna.seat(table, "bot", 1, bot="random").json()["error"] == "taken"
    ben.seat(table, "leave", 1)
    assert ben.seat(table, "bot", 1, bot="random").status_code in (403, 404)
    assert anna.seat(table, "bot", 1, bot="random").json()["seats"][1]["kind"] == "bot"
    eventually(lambda: anna.ask(f"/tables/{table}")["to_act"] == [0])


def test_who_is_there_and_who_is_waited_for(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    company = anna.company(table)
    assert company["waiting_for"] == anna.ask(f"/tables/{table}")["to_act"]
    site.app.state.tables.presence.heard.clear()
    with ben.watch(table, seat=1), ben.watch(table, seat=1):
        eventually(lambda: anna.company(table)["seats"][1]["here"])
    eventually(lambda: not anna.company(table)["seats"][1]["here"])


def test_two_devices_of_one_person_both_follow(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben")
    phone = site.visitor()
    phone.do("/sessions/device", {"token": anna.do("/me/device")["url"].rpartition("/")[2]})
    players = [anna, ben]
    seat = anna.ask(f"/tables/{table}")["to_act"][0]
    with anna.watch(table, seat=0) as one, phone.watch(table, seat=0) as two:
        assert one.next()["type"] == two.next()["type"] == "reset"
        assert players[seat].move(table, seat).status_code == 200
        heard = [one.next(), two.next()]
        assert heard[0]["type"] == heard[1]["type"] == "moved"
        assert heard[0]["observation"] == heard[1]["observation"]


def test_private_talk_is_the_hosts_affair(site: Site) -> None:
    table, (anna, _) = seated(site, "Anna", "Ben", talk=False)
    path = f"/tables/{table}/chat"
    assert anna.post(path, {"seat": 0, "to": [1], "text": "psst"}).json()["error"] == "no-private-talk"
    assert anna.post(path, {"seat": 0, "text": "hello"}).status_code == 201


# --- afterwards -------------------------------------------------------------------------------------------------------


def finish(site: Site, table: str) -> None:
    """Let bots take over and play to the end."""
    tables = site.app.state.tables
    live = tables.memory.cached[table]
    for seat in live.seats:
        seat.kind, seat.bot = "bot", "random"
    tables.store.writer.loop.call_soon_threadsafe(tables.drivers.drive, live)


def test_a_rematch_is_found_by_those_who_played(site: Site) -> None:
    table, (anna, ben) = seated(site, "Anna", "Ben", options={"deal": "experienced"})
    assert anna.post(f"/tables/{table}/rematch").json()["error"] == "running"
    code = anna.code(table)
    looker = site.visitor("Looker")
    looker.join(table, code)
    finish(site, table)
    eventually(lambda: bool(anna.ask(f"/tables/{table}")["over"]), 120)
    assert looker.post(f"/tables/{table}/rematch").status_code == 403
    again = anna.do(f"/tables/{table}/rematch")
    assert again["id"] != table
    assert ben.do(f"/tables/{table}/rematch")["id"] == again["id"]
    assert ben.company(table)["rematch"] == again["id"]
    assert again["options"]["deal"] == "experienced"
    assert looker.get(f"/tables/{again['id']}/company").status_code == 404


def test_all_who_ask_for_a_rematch_at_once_meet_at_one_table(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", "Cleo")
    finish(site, table)
    eventually(lambda: bool(players[0].ask(f"/tables/{table}")["over"]), 120)
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda each: each.post(f"/tables/{table}/rematch"), players * 2))
    assert [each.status_code for each in answers] == [200] * 6
    assert len({each.json()["id"] for each in answers}) == 1


# --- dice that nobody can choose --------------------------------------------------------------------------------------


def test_the_dice_come_from_the_committed_secret_and_from_every_seat(site: Site) -> None:
    host, ben = site.visitor("Anna"), site.visitor("Ben")
    table = host.open("human", "human", visible=True)
    commitment = host.company(table)["commitment"]
    host.take(table, 0, "a" * 20)
    ben.take(table, 1, "b" * 20)
    assert host.company(table)["commitment"] == commitment == host.ask(f"/tables/{table}")["commitment"]
    finish(site, table)
    eventually(lambda: bool(host.ask(f"/tables/{table}")["over"]), 120)
    file = host.get(f"/tables/{table}/file").text
    match = parse(file, load)
    assert match.commitment == commitment == chance.commitment(match.seed)
    assert match.shares == ["a" * 20, "b" * 20]
    assert verify(match, match.seed) > 0
    refused = 0
    for number in range(24):  # another share, other dice: some of them fall differently, even if few are thrown
        try:
            parse(file.replace("share " + "a" * 20, f"share {number:020x}"), load)
        except RecordError as error:
            refused += "the seed of this file gives" in str(error)
    assert refused


@pytest.mark.parametrize("share", ["", "short", "x" * 20, "A" * 20, "a" * 65])
def test_who_gives_nothing_to_the_dice_gets_no_seat(site: Site, share: str) -> None:
    host = site.visitor("Host")
    table = host.open("human", "human")
    answer = host.seat(table, "take", 0, share=share)
    assert answer.status_code == 422
    assert host.company(table)["seats"][0]["free"]


def test_a_table_that_begun_when_the_server_ended_is_founded_at_the_next_look(site: Site) -> None:
    host = site.visitor("Host")
    table = host.open("human", "random")
    host.take(table, 0)
    memory = site.app.state.tables.memory
    eventually(lambda: host.ask(f"/tables/{table}")["to_act"] != [1])
    memory.drop(memory.cached[table])
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as connection:
        for name, column in (("entries", "table_id"), ("seats", "table_id"), ("tables", "id")):
            connection.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))
    assert host.company(table)["begun"]
    assert host.ask(f"/tables/{table}")["mine"] == [0]


def test_who_looks_on_while_the_table_is_founded_finds_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two see to it at the same moment that a gathering has its table: the second finds it founded."""
    anna = site.account("onlooker")
    table = anna.open("human", "random")
    anna.take(table, 0)
    lobby = site.app.state.lobby
    live = lobby.tables.memory.cached.pop(table, None)
    load, asked = lobby.store.load, []

    async def not_yet(which: str, *more: Any) -> Any:
        asked.append(which)
        return None if len(asked) == 1 else await load(which, *more)

    monkeypatch.setattr(lobby.store, "load", not_yet)
    assert anna.get(f"/tables/{table}/company").status_code == 200
    assert asked.count(table) >= 2
    assert live is not None
