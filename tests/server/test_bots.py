"""Bots at the table: in the background, through the same door as everybody, and on after a restart."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
import pytest

from rondel import bots, games, load
from rondel.games.imperunde.position import position
from rondel.kernel.record import parse
from rondel.server.opponents import Opponents
from tests.server.place import Place, eventually, run


def test_bots_play_a_whole_game(place: Place) -> None:
    table = place.table("random", "heuristic", "random")
    eventually(lambda: bool(table.summary()["over"]), 120)
    match = parse(table.file(), load)
    assert match.over
    assert len(table.log()) == match.position


@pytest.mark.parametrize("game", games.NAMES)
def test_bots_of_every_game(place: Place, game: str) -> None:
    seats = max(3, games.load(game).players[0])
    table = place.table(*[bots.names(game)[0]] * seats, game=game)
    eventually(lambda: bool(table.summary()["position"] > 30), 60)
    place.http.delete(table.path)


def test_bots_move_until_a_human_must_decide(place: Place) -> None:
    table = place.table("human", "random", "heuristic")
    for _ in range(15):
        eventually(lambda: bool(table.summary()["to_act"] == [0] or table.summary()["over"]))
        if table.summary()["over"]:
            break
        seen = table.see(0)
        assert table.post_move(0, seen["position"], seen["choices"][0]["id"]).status_code == 200


def test_nobody_is_held_up_while_bots_think(place: Place) -> None:
    thinking = place.table("heuristic", "heuristic", "heuristic", "heuristic")
    table = place.humans()
    waits = []
    for _ in range(20):
        began = time.monotonic()
        table.summary()
        waits.append(time.monotonic() - began)
        table.move()
    assert sorted(waits)[10] < 0.5
    place.http.delete(thinking.path)


def test_thinking_is_told(place: Place) -> None:
    table = place.table("human", "heuristic")
    with table.watch(seat=0) as watch:
        for _ in range(400):
            message = watch.any()
            if message["type"] == "bot-thinking":
                break
            seen = message["observation"]
            if 0 in seen["to_act"]:
                table.post_move(0, seen["position"], seen["choices"][0]["id"])
        assert message == {"type": "bot-thinking", "seat": 1}


def test_bots_wait_a_moment_while_somebody_watches(tmp_path: Path) -> None:
    place = Place(tmp_path, bot_pause=0.2)
    try:
        table = place.table("human", "random", "random", "random")
        with table.watch(seat=0) as watch:
            times = []
            for _ in range(60):
                message = watch.next()
                if message["type"] == "moved" and message["seat"] > 0:
                    times.append(time.monotonic())
                    if len(times) == 4:
                        break
                seen = message["observation"]
                if 0 in seen["to_act"]:
                    table.post_move(0, seen["position"], seen["choices"][0]["id"])
            assert times[-1] - times[0] >= 0.3
    finally:
        place.stop()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    place = Place(tmp_path, bot_pause=0.05)
    try:
        table = place.table("random", "random")
        with table.watch() as watch:  # so that they take their time
            watch.next()
            watch.next()
            place.stop()
        place.start()
        before = table.summary()["position"]
        eventually(lambda: bool(table.summary()["position"] > before or table.summary()["over"]))
    finally:
        place.stop()


def test_a_bot_that_fails_does_not_stop_the_game(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.server import opponents

    def fail(*_: object) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr(opponents, "_think", fail)
    table = own_place.table("human", "random")
    seat = table.summary()["to_act"][0]
    if seat == 0:
        table.move()
    position = table.summary()["position"]
    eventually(lambda: table.summary()["position"] > position or table.summary()["to_act"] == [0])


def test_a_bots_process_loads_nothing_of_the_web_server() -> None:
    """It would take three times as long to start, and twice the memory."""
    code = "import sys, rondel.server.opponents, rondel.server.analysts; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "rondel.bots" in loaded
    assert {"fastapi", "starlette", "uvicorn", "sqlalchemy", "pydantic"}.isdisjoint(loaded)


def test_a_worker_that_dies_is_replaced(own_place: Place) -> None:
    table = own_place.table("random", "random", "random")
    opponents = own_place.app.state.tables.opponents
    eventually(lambda: opponents.pool is not None and bool(opponents.pool._processes))
    pool: ProcessPoolExecutor = opponents.pool
    for process in list(pool._processes.values()):
        process.kill()
    eventually(lambda: bool(table.summary()["over"]), 120)


def test_a_thought_that_nobody_waits_for_is_told_to_end_and_makes_room() -> None:
    async def cancel_a_thought() -> None:
        opponents = Opponents(1)
        game = load("imperial")
        state = game.setup(2)
        while (seat := game.to_act(state)[0]) < 0:
            game.apply(state, seat, game.legal(state, seat)[0])
        saved = msgspec.json.encode(game.save(state))
        try:
            thinking = asyncio.create_task(
                opponents.choose("imperial", "hard", saved, seat, list(game.legal(state, seat)))
            )
            while len(opponents.free) == 2:
                await asyncio.sleep(0.01)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            assert list(opponents.told).count(1) == 1 or len(opponents.free) == 2
            for _ in range(6000):
                if len(opponents.free) == 2:
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("the thought goes on")
        finally:
            opponents.stop()

    run(cancel_a_thought())


def test_a_bot_is_reminded_of_its_plan() -> None:
    """It is made anew for every choice; what it planned for the round is written down between them."""

    async def think_twice() -> None:
        opponents = Opponents(1, longest=0.2)
        game = load("imperunde")
        state = position("round 2\nmoney 0 24\nhome 0 brazil", "investments")
        mind: list[int] = []
        thoughts: list[int] = []
        try:
            for _ in range(3):
                saved = msgspec.json.encode(game.save(state))
                action = await opponents.choose("imperunde", "hard", saved, 0, game.legal(state, 0), mind=mind)
                thoughts.append(mind[2])
                assert mind[:2] == [2, 1], "for the second round, before its purchases"
                game.apply(state, 0, action)
            assert thoughts == [1, 2, 3]
        finally:
            opponents.stop()

    run(think_twice())


def test_the_table_keeps_its_bots_plans(place: Place) -> None:
    """Each seat has its own; a bot that plans nothing leaves nothing."""
    table = place.table("medium", "heuristic", "heuristic", game="imperunde")
    live = place.app.state.tables.memory.cached[table.table]
    eventually(lambda: bool(live.minds.get(0)), 60)
    assert not live.minds.get(1)
    place.http.delete(table.path)
