"""What one player of a site does, for locust: follow a table over a live line and move when it is her turn.

Started by load.py, which seats everybody first and says in RONDEL_LOAD who sits where.
"""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import websocket
from locust import HttpUser, constant, events, task

SEATED: list[dict[str, Any]] = json.loads(Path(os.environ["RONDEL_LOAD"]).read_text())
THINKING = float(os.environ.get("RONDEL_LOAD_THINKING", "1.0"))


class Choice(msgspec.Struct):
    id: int


class Seen(msgspec.Struct):
    """What a player looks at; the rest is passed over, so that the load costs less than the server."""

    position: int
    over: bool
    choices: list[Choice]


class Message(msgspec.Struct):
    observation: Seen | None = None


decode = msgspec.json.Decoder(Message).decode


class Player(HttpUser):
    """One seat of one table."""

    wait_time = constant(0)

    def on_start(self) -> None:
        self.place = SEATED.pop()
        self.random = random.Random(self.place["table"])
        self.client.headers.update(self.place["headers"])
        host = str(self.host).replace("http", "ws", 1)
        address = f"{host}/api/tables/{self.place['table']}/live?seat={self.place['seat']}"
        headers = [f"{name}: {value}" for name, value in self.place["headers"].items()]
        began = time.perf_counter()
        # In Python, checking letter by letter whether it is UTF-8 takes longer than everything else together.
        self.line = websocket.create_connection(address, header=headers, timeout=60, skip_utf8_validation=True)
        self.note("open a live line", began)
        self.sent: dict[int, float] = {}

    def note(self, name: str, began: float, error: Exception | None = None) -> None:
        took = 1000 * (time.perf_counter() - began)
        events.request.fire(  # type: ignore[no-untyped-call]
            request_type="live", name=name, response_time=took, response_length=0, exception=error, context={}
        )

    @task
    def follow(self) -> None:
        """The next thing that happens at the table; a move, if it asks for one."""
        seen = decode(self.line.recv()).observation
        if seen is None:
            return
        asked = self.sent.pop(seen.position - 1, None)
        if asked is not None:
            self.note("see one's own move", asked)
        if seen.over:
            self.stop()
        elif seen.choices:
            self.move(seen)

    def move(self, seen: Seen) -> None:
        time.sleep(self.random.uniform(0.5, 1.5) * THINKING)
        choice = self.random.choice(seen.choices)
        move = {"seat": self.place["seat"], "position": seen.position, "action": choice.id}
        self.sent[seen.position] = time.perf_counter()
        path = f"/api/tables/{self.place['table']}/moves"
        with self.client.post(path, json=move, name="move", catch_response=True) as answer:
            if answer.status_code == 409:  # another seat was asked as well, and was quicker
                answer.success()

    def on_stop(self) -> None:
        self.line.close()
