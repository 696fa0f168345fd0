"""The live line: numbered messages in each watcher's own face, resumed where it broke off."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed

from rondel.server import schema
from rondel.server.patch import apply
from tests.server.place import Place, eventually

MESSAGE: TypeAdapter[Any] = TypeAdapter(schema.LiveMessage)


def test_joining_shows_the_table(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=1) as watch:
        first = watch.next()
        MESSAGE.validate_python(first)
        assert first["type"] == "reset"
        assert first["observation"] == table.see(1)


def test_every_move_is_told_with_the_new_observation(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=1) as watch:
        number = watch.next()["n"]
        for _ in range(12):
            seat, choice = table.move()
            told = watch.next()
            MESSAGE.validate_python(told)
            number += 1
            assert (told["n"], told["type"], told["seat"], told["action"]) == (number, "moved", seat, choice)
            assert told["observation"] == table.see(1)
            assert {key: told[key] for key in ("position", "seat", "action", "events")} == table.log(1)[-1]


def test_patches_add_up_to_the_observation(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=0, patch=1) as mine, table.watch(patch=1) as spectator:
        seen = {0: mine.next()["observation"], None: spectator.next()["observation"]}
        for _ in range(60):
            table.move()
            for seat, watch in ((0, mine), (None, spectator)):
                told = watch.next()
                MESSAGE.validate_python(told)
                assert "observation" not in told
                seen[seat] = apply(seen[seat], told["patch"])
                assert seen[seat] == table.see(seat)


def test_patch_watchers_that_join_in_between(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=0, patch=1) as first:
        one = first.next()["observation"]
        table.moves(2)
        for _ in range(2):
            one = apply(one, first.next()["patch"])
        with table.watch(seat=0, patch=1) as second:
            other = second.next()["observation"]
            assert other == one
            table.moves(2)
            for _ in range(2):
                one, other = apply(one, first.next()["patch"]), apply(other, second.next()["patch"])
            assert one == other == table.see(0)


@pytest.mark.parametrize("patch", [0, 1])
def test_resume_after_the_last_message_seen(place: Place, patch: int) -> None:
    table = place.humans()
    with table.watch(seat=0) as watch:
        last = watch.next()["n"]
    table.moves(5)
    with table.watch(seat=0, patch=patch, from_=last) as watch:
        missed = [watch.next() for _ in range(5)]
        assert [message["n"] for message in missed] == list(range(last + 1, last + 6))
        assert [message["type"] for message in missed] == ["moved"] * 5
        assert [message["action"]["notation"] for message in missed] == [
            entry["action"]["notation"] for entry in table.log()[-5:]
        ]
        seen = None
        for message in missed:
            seen = message.get("observation") or apply(seen, message["patch"])
        assert seen == table.see(0)
        table.move()
        told = watch.next()
        assert told["n"] == last + 6
        assert (told.get("observation") or apply(seen, told["patch"])) == table.see(0)


def test_resume_when_nothing_was_missed(place: Place) -> None:
    table = place.humans()
    table.moves(3)
    with table.watch(seat=0) as watch:
        last = watch.next()["n"]
    with table.watch(seat=0, from_=last) as watch:
        table.move()
        assert watch.next()["n"] == last + 1


def test_resume_after_a_restart(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(3)
    with table.watch(seat=0) as watch:
        last = watch.next()["n"]
    table.moves(4)
    own_place.restart()
    with table.watch(seat=0, from_=last) as watch:
        assert [watch.next()["n"] for _ in range(4)] == [last + 1, last + 2, last + 3, last + 4]


def test_reset_when_it_cannot_be_told(place: Place) -> None:
    table = place.humans()
    table.moves(70)
    for since in (0, 1, 10_000):
        with table.watch(seat=0, from_=since) as watch:
            first = watch.next()
            assert first["type"] == "reset"
            assert first["observation"] == table.see(0)


def take_back_once(table: Any) -> int:
    for _ in range(300):
        seat, _ = table.move()
        seen = table.see(seat)
        if seen["takeback"]:
            assert table.take_back(seat, seen["position"]).status_code == 200
            return int(seat)
    raise AssertionError("nobody could take anything back")


def test_a_take_back_is_told(place: Place) -> None:
    table = place.humans()
    with table.watch(patch=1) as watch, table.watch() as full:
        seen = watch.next()["observation"]
        number = full.next()["n"]
        seat = take_back_once(table)
        while True:
            told, whole = watch.next(), full.next()
            number += 1
            assert told["n"] == whole["n"] == number
            seen = apply(seen, told["patch"])
            assert whole["observation"] == seen
            if told["type"] == "takenback":
                break
        MESSAGE.validate_python(told)
        assert (told["seat"], told["count"]) == (seat, 1)
        assert seen == table.see()


def test_a_take_back_in_between_means_reset(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=0) as watch:
        last = watch.next()["n"]
    take_back_once(table)
    with table.watch(seat=0, from_=last) as watch:
        reset = watch.next()
        assert reset["type"] == "reset"
        assert reset["n"] > last
        table.move()
        assert watch.next()["n"] == reset["n"] + 1


def test_watchers_see_only_their_own_money(place: Place) -> None:
    table = place.humans()
    watches = {seat: table.watch(**({} if seat is None else {"seat": seat})) for seat in (0, 1, None)}
    try:
        for _ in range(10):
            for seat, watch in watches.items():
                purses = [player["money"] for player in watch.next()["observation"]["view"]["player"]]
                assert [i for i, money in enumerate(purses) if money is not None] == ([] if seat is None else [seat])
            table.move()
    finally:
        for watch in watches.values():
            watch.close()


def test_a_deleted_table_says_so_and_hangs_up(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=0) as watch:
        watch.next()
        place.http.delete(table.path)
        assert watch.next() == {"type": "deleted"}
        with pytest.raises(ConnectionClosed):
            watch.next()


def test_a_slow_watcher_holds_up_nobody(tmp_path: Any) -> None:
    """It reads nothing for a while; then it gets a fresh observation and goes on from there."""
    place = Place(tmp_path, backlog=8)
    try:
        table = place.humans()
        live = place.app.state.tables.memory.cached[table.table]
        with table.watch(seat=0) as quick, table.watch(seat=0) as slow:
            quick.next()
            slow.next()
            eventually(lambda: len(live.audience.watchers.get(0, [])) == 2)
            lazy = live.audience.watchers[0][1]
            lazy.limit, lazy.write = 0, None  # as if its line were full
            table.move()
            quick.next()
            lazy.limit = 8
            first = slow.next()
            assert first["type"] == "reset"
            assert first["observation"] == table.see(0)
            table.move()
            assert slow.next()["n"] == first["n"] + 1
    finally:
        place.stop()


def test_a_watcher_that_never_reads_does_not_stop_play(tmp_path: Any) -> None:
    """Its line fills up; the moves go on, its waiting messages stay few, and one day it gets a fresh observation."""
    place = Place(tmp_path, backlog=8)
    try:
        place.address.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        table = place.humans()
        live = place.app.state.tables.memory.cached[table.table]
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.settimeout(10)
            lazy.connect(("127.0.0.1", place.port))
            upgrade = "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: YWFhYWFhYWFhYWFhYWFhYQ==\r\n"
            request = f"GET /api{table.path}/live?seat=0 HTTP/1.1\r\nhost: 127.0.0.1\r\n{upgrade}"
            lazy.sendall(f"{request}sec-websocket-version: 13\r\n\r\n".encode())
            eventually(lambda: bool(live.audience))
            watcher = live.audience.watchers[0][0]
            while not watcher.behind:
                table.move()
                assert len(watcher.waiting) <= 8
                assert live.position < 200, "it never fell behind"
            table.moves(10)
            newest = f'"type":"reset","observation":{{"game":"imperial","position":{live.position},'.encode()
            heard = b""
            while newest not in heard:
                heard += lazy.recv(65536)
        eventually(lambda: not live.audience)
    finally:
        place.stop()


def test_who_has_left_is_forgotten(place: Place) -> None:
    table = place.humans()
    for _ in range(5):
        with table.watch(seat=0, patch=1) as watch:
            watch.next()
    live = place.app.state.tables.memory.cached[table.table]
    eventually(lambda: not live.audience.watchers and not live.audience.shown)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_frames_are_those_of_the_library(length: int) -> None:
    from websockets.frames import Frame, Opcode

    from rondel.server.frames import frame

    text = b"x" * length
    assert frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
