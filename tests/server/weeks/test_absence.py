"""Clocks that run out, bots that stand in, owners that come back, and what a table agrees on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel import games, load
from rondel.kernel.record import parse
from rondel.server.checking import check_tables
from rondel.server.weeks import schema
from tests.server.place import eventually
from tests.server.site import Site, Visitor, seated
from tests.server.weeks.time import DAY, HOUR, Time, simulated

DAILY = {"kind": "days", "days": 1, "zone": "Europe/Berlin"}


@pytest.fixture
def time() -> Iterator[Time]:
    with simulated("2026-11-16 12:00") as time:
        yield time


@pytest.fixture
def site(tmp_path: Path, time: Time) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.stop()


def weeks(visitor: Visitor, table: str) -> Any:
    told = visitor.ask(f"/tables/{table}/weeks")
    schema.Weeks.model_validate(told)
    return told


def acting(player: Visitor, table: str) -> int:
    return int(player.ask(f"/tables/{table}")["to_act"][0])


def kinds(visitor: Visitor, table: str) -> list[str]:
    return [seat["kind"] for seat in visitor.ask(f"/tables/{table}")["seats"]]


def late(site: Site, time: Time, *names: str, **about: Any) -> tuple[str, list[Visitor], int]:
    """A table at which the first to act has let her clock run out."""
    table, players = seated(site, *names, pace=DAILY, **about)
    seat = acting(players[0], table)
    time.pass_by(DAY + 1000)
    eventually(lambda: bool(weeks(players[0], table)["seats"][seat]["away"]))
    return table, players, seat


def test_the_deadline_is_told_to_everybody_and_in_the_list_of_the_one_it_is_for(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    seat = acting(players[0], table)
    clock = weeks(players[1 - seat], table)["seats"][seat]
    assert clock["due"] == "2026-11-17T12:00:00Z"
    mine, others = (each.ask("/tables")[0] for each in (players[seat], players[1 - seat]))
    assert (mine["due"][:19], mine["paced"], others["due"]) == ("2026-11-17T12:00:00", True, None)


def test_a_bot_takes_the_seat_and_its_owner_takes_it_back(site: Site, time: Time) -> None:
    table, players, seat = late(site, time, "Anna", "Ben", "Chloé")
    owner, other = players[seat], players[(seat + 1) % 3]
    assert kinds(other, table)[seat] == "bot"
    eventually(lambda: other.see(table)["position"] > 0 and acting(other, table) != seat)
    assert other.post(f"/tables/{table}/away", {"do": "back"}).json()["error"] == "not-away"
    mine = owner.ask("/tables")[0]
    assert (mine["away"], mine["mine"]) == (True, [])
    assert owner.post(f"/tables/{table}/moves", {"seat": seat, "position": 0, "action": 0}).status_code == 403
    assert players[0].seat(table, "open", seat).json()["error"] == "not-a-bot"  # not even the host gives it away
    owner.do(f"/tables/{table}/away", {"do": "back"})
    assert owner.ask("/tables")[0]["mine"] == [seat]
    assert kinds(other, table) == ["human"] * 3


def test_whoever_moves_in_time_stays(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    for _ in range(4):
        seat = acting(players[0], table)
        time.pass_by(DAY - HOUR)
        while acting(players[0], table) == seat:  # choices that follow one another are one turn
            assert players[seat].move(table, seat).status_code == 200
    assert kinds(players[0], table) == ["human", "human"]


def test_holding_does_as_little_as_there_is(site: Site, time: Time) -> None:
    """A stand-in with that mandate takes nothing that it may leave."""
    for name in games.NAMES:
        game = load(name)
        assert game.idle, f"{name} does not say what doing nothing is"
        known = {action.kind for action in game.catalogue.actions}
        assert set(game.idle) <= known
    table, players = seated(site, "Anna", "Ben", pace={**DAILY, "mandate": "hold"}, game="struggle")
    for _ in range(60):
        seat = acting(players[0], table)
        if any(each["kind"] == "pass" for each in players[seat].see(table, seat)["choices"]):
            break
        assert players[seat].move(table, seat).status_code == 200
    time.pass_by(DAY + 1000)
    eventually(lambda: players[0].see(table)["to_act"] != [seat])
    log = players[0].ask(f"/tables/{table}/log")
    made = [each["action"]["kind"] for each in log if each["seat"] == seat][-1]
    assert made == "pass"
    assert weeks(players[0], table)["seats"][seat]["away"] == "hold"


def test_days_off_and_leaving_on_purpose(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", pace={**DAILY, "off": 5})
    seat = acting(players[0], table)
    owner = players[seat]
    off = {"first": "2026-11-17", "last": "2026-11-19"}
    told = owner.do(f"/tables/{table}/days-off", off)
    assert told["seats"][seat]["due"] == "2026-11-20T12:00:00Z"
    more = {"first": "2026-11-21", "last": "2026-11-23"}
    assert owner.post(f"/tables/{table}/days-off", more).json()["error"] == "no-days-left"
    past = {"first": "2026-11-01", "last": "2026-11-02"}
    assert owner.post(f"/tables/{table}/days-off", past).json()["error"] == "bad-days"
    assert owner.post(f"/tables/{table}/days-off", {"first": "x", "last": "y"}).status_code == 422
    assert owner.do(f"/tables/{table}/away", {"do": "leave", "mandate": "hold"})["seats"][seat]["away"] == "hold"
    assert owner.post(f"/tables/{table}/away", {"do": "leave"}).json()["error"] == "away"
    stranger = site.visitor("Stranger")
    assert stranger.post(f"/tables/{table}/away", {"do": "back"}).status_code in (403, 404)


def test_a_server_that_was_off_for_three_days_gives_the_time_back(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", pace=DAILY)
    seat = acting(players[0], table)
    time.pass_by(HOUR)
    site.stop()
    time.pass_by(3 * DAY)
    site.start()
    for player in players:
        player.http.base_url = f"{site.url}/api"
    eventually(lambda: weeks(players[0], table)["seats"][seat]["due"] == "2026-11-20T12:00:00Z")
    assert weeks(players[0], table)["seats"][seat]["away"] is None
    time.pass_by(DAY)
    eventually(lambda: weeks(players[0], table)["seats"][seat]["away"] == "play")


def test_votes_pause_resume_and_extend(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", pace=DAILY)
    seat = acting(players[0], table)
    vote = players[0].do(f"/tables/{table}/votes", {"kind": "pause"})["votes"][0]
    assert (vote["yes"], vote["voters"]) == ([0], [0, 1, 2])
    assert players[1].post(f"/tables/{table}/votes", {"kind": "pause"}).json()["error"] == "asked"
    assert players[1].post(f"/tables/{table}/votes", {"kind": "resume"}).json()["error"] == "not-paused"
    told = players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    assert (told["votes"], told["paused"] is not None, told["seats"][seat]["due"]) == ([], True, None)
    assert players[2].post(f"/tables/{table}/votes/{vote['id']}", {"yes": True}).json()["error"] == "unknown-vote"
    time.pass_by(10 * DAY)
    vote = players[2].do(f"/tables/{table}/votes", {"kind": "resume"})["votes"][0]
    told = players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    assert told["seats"][seat]["due"] == "2026-11-27T12:00:00Z"
    vote = players[2].do(f"/tables/{table}/votes", {"kind": "extend", "days": 2})["votes"][0]
    assert players[0].do(f"/tables/{table}/votes/{vote['id']}", {"yes": False})["votes"][0]["no"] == [0]
    told = players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    assert told["seats"][seat]["due"] == "2026-11-29T12:00:00Z"


def test_a_vote_that_nobody_answers_is_over_by_itself(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", pace={**DAILY, "days": 5})
    players[0].do(f"/tables/{table}/votes", {"kind": "end"})
    time.pass_by(2 * DAY + 1000)
    eventually(lambda: weeks(players[1], table)["votes"] == [])
    assert not players[1].ask(f"/tables/{table}")["over"]


def test_whoever_has_gone_meanwhile_has_no_vote_when_its_time_is_up(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", pace={**DAILY, "days": 5})
    seat = acting(players[0], table)
    one, two = (player for number, player in enumerate(players) if number != seat)
    vote = one.do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
    assert two.do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})["votes"][0]["voters"] == [0, 1, 2]
    one.do(f"/tables/{table}/votes", {"kind": "pause"})  # one of the two who are left is not enough
    told = players[seat].do(f"/tables/{table}/votes", {"kind": "extend"})["votes"][2]
    assert told["yes"] == [seat]
    players[seat].do(f"/tables/{table}/away", {"do": "leave", "mandate": "hold"})
    assert weeks(one, table)["votes"][2]["yes"] == []  # what she said before does not count either
    time.pass_by(2 * DAY + 1000)
    eventually(lambda: weeks(one, table)["votes"] == [])
    told = weeks(one, table)
    assert (told["agreed"], told["paused"]) == (True, None)


def test_a_table_gives_the_seat_of_an_absent_player_to_another(site: Site, time: Time) -> None:
    table, players, seat = late(site, time, "Anna", "Ben", "Chloé", visible=True)
    others = [player for number, player in enumerate(players) if number != seat]
    newcomer = site.visitor("Dora")
    take = {"do": "take", "seat": seat}
    assert newcomer.post(f"/tables/{table}/away", take).json()["error"] == "not-offered"
    vote = others[0].do(f"/tables/{table}/votes", {"kind": "replace", "seat": seat})["votes"][0]
    assert seat not in vote["voters"]
    told = others[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
    assert told["seats"][seat]["offered"]
    assert others[0].post(f"/tables/{table}/away", take).json()["error"] == "seated"
    newcomer.do(f"/tables/{table}/away", take)
    assert newcomer.ask(f"/tables/{table}")["mine"] == [seat]
    assert newcomer.ask(f"/tables/{table}")["seats"][seat]["name"] == "Dora"
    assert players[seat].post(f"/tables/{table}/away", {"do": "back"}).json()["error"] == "no-seat"


@pytest.mark.parametrize("owner", ["silent", "objects", "plays"])
def test_nobody_who_plays_is_sent_away(site: Site, time: Time, owner: str) -> None:
    """At a table of two one would decide alone: whoever plays herself may object, or simply play on."""
    table, players = seated(site, "Anna", "Ben", pace={**DAILY, "days": 5})
    seat = acting(players[0], table)
    told = players[1 - seat].do(f"/tables/{table}/votes", {"kind": "replace", "seat": seat})
    assert (kinds(players[0], table), told["votes"][0]["voters"]) == (["human", "human"], [0, 1])
    assert players[1 - seat].post(f"/tables/{table}/votes", {"kind": "replace", "seat": seat}).status_code == 409
    if owner == "objects":
        told = players[seat].do(f"/tables/{table}/votes/{told['votes'][0]['id']}", {"yes": False})
        assert told["votes"] == []
    elif owner == "plays":
        assert players[seat].move(table, seat).status_code == 200
    time.pass_by(2 * DAY + 1000)
    eventually(lambda: weeks(players[0], table)["votes"] == [])
    assert weeks(players[0], table)["seats"][seat]["offered"] == (owner == "silent")
    assert kinds(players[0], table)[seat] == ("bot" if owner == "silent" else "human")


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_that_its_players_end_has_the_scores_as_they_are(site: Site, time: Time, game: str) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", pace=DAILY, game=game)
    for _ in range(12):
        seat = acting(players[0], table)
        assert players[seat].move(table, seat).status_code == 200
    vote = players[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
    assert players[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})["agreed"] is False
    assert players[2].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})["agreed"] is True
    seen = players[0].see(table, 0)
    assert seen["over"]
    assert (len(seen["scores"]), len(seen["ranks"])) == (3, 3)
    file = players[0].get(f"/tables/{table}/file").text
    match = parse(file, load)
    assert (match.over, match.agreed) == (True, True)
    assert "! ended by agreement\n= " in file
    assert players[0].post(f"/tables/{table}/moves", {"seat": 0, "position": 12, "action": 0}).status_code in (403, 409)
    site.restart()
    players[0].http.base_url = f"{site.url}/api"
    assert players[0].see(table, 0)["over"]
    assert players[0].get(f"/tables/{table}/file").text == file
    assert check_tables(site.settings.database).findings == []


def test_a_clock_that_runs_out_in_the_middle_of_a_move(site: Site, time: Time) -> None:
    """A turn of several choices: a bot goes on from where she was, and what she sends late is refused."""
    table, players = seated(site, "Anna", "Ben", pace=DAILY, game="colonial")
    for _ in range(200):
        seat = acting(players[0], table)
        before = players[seat].see(table, seat)
        assert players[seat].move(table, seat).status_code == 200
        if acting(players[0], table) == seat and players[seat].see(table, seat)["takeback"]:
            break
    half = players[seat].see(table, seat)  # one choice of the turn is made, the next one on the screen
    assert half["position"] > before["position"]
    site.app.state.tables.drivers.stopping = True  # the bot is slow: what happens meanwhile?
    time.pass_by(DAY + 1000)
    eventually(lambda: bool(weeks(players[0], table)["seats"][seat]["away"]))
    late_move = {"seat": seat, "position": half["position"], "action": half["choices"][0]["id"]}
    refused = players[seat].post(f"/tables/{table}/moves", late_move)
    assert (refused.status_code, refused.json()["error"]) == (403, "bots-seat")
    assert players[seat].see(table)["position"] == half["position"]  # nothing half made
    players[seat].do(f"/tables/{table}/away", {"do": "back"})
    assert players[seat].post(f"/tables/{table}/moves", late_move).status_code == 200
    assert check_tables(site.settings.database).findings == []


def test_a_move_and_the_end_of_its_clock_at_the_same_moment(site: Site, time: Time) -> None:
    """Whichever is first: the table is whole, and one of the two has happened."""
    for _ in range(3):
        table, players = seated(site, "Anna", "Ben", pace=DAILY)
        seat = acting(players[0], table)
        seen = players[seat].see(table, seat)
        time.pass_by(DAY + 1000)
        move = {"seat": seat, "position": seen["position"], "action": seen["choices"][0]["id"]}
        status = players[seat].post(f"/tables/{table}/moves", move).status_code
        assert status in (200, 403)
        if status == 403:
            eventually(lambda: bool(weeks(players[0], table)["seats"][seat]["away"]))  # noqa: B023
        site.patient()
    assert check_tables(site.settings.database).findings == []


def test_a_seat_that_was_given_up_is_a_bots_when_its_time_is_up(site: Site, time: Time) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé", pace=DAILY)
    seat = acting(players[0], table)
    leaver = players[seat]
    other = players[(seat + 1) % 3]
    assert leaver.seat(table, "leave", seat).status_code == 200
    assert weeks(other, table)["seats"][seat]["due"] is not None
    assert kinds(other, table)[seat] == "human"  # somebody may still take it
    time.pass_by(DAY + 1000)
    eventually(lambda: kinds(other, table)[seat] == "bot")
    eventually(lambda: acting(other, table) != seat)  # the game goes on


def test_a_table_without_clocks_gives_a_seat_that_was_given_up_to_a_bot_by_a_vote(site: Site) -> None:
    table, players = seated(site, "Anna", "Ben", "Chloé")
    seat = acting(players[0], table)
    others = [i for i in range(3) if i != seat]
    assert players[seat].seat(table, "leave", seat).status_code == 200
    told = players[others[0]].do(f"/tables/{table}/votes", {"kind": "replace", "seat": seat})
    assert told["votes"][0]["voters"] == others
    players[others[1]].do(f"/tables/{table}/votes/{told['votes'][0]['id']}", {"yes": True})
    assert kinds(players[others[0]], table)[seat] == "bot"
    eventually(lambda: acting(players[others[0]], table) != seat)
