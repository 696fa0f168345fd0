"""Whether a site tells anybody over the wire what is hidden: every address and the live line, for everybody.

    python -m tests.server.wire --positions 20           # a short form is in test_wire.py

At positions of recorded games, on a real site, with a person on every seat, a spectator and a stranger: each asks for
all there is to ask. Then the world behind the table is changed so that it looks the same to whoever asks (the kernel's
`imagine`, now and at earlier positions), and whatever storage holds that this viewer may not know is replaced by
something else; all answers must stay the same, word by word. (Patches and live messages, move by move: secrecy.py.)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from sqlalchemy import text

from rondel.games import load
from rondel.kernel import flow
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match, parse
from rondel.server.storage import Seat, make_engine
from tests.server.place import eventually
from tests.server.site import Site, Visitor

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
TITLES = ("imperial", "struggle", "imperunde", "colonial")
OTHER = "something else"


class Stage:
    """A recorded game on a site, with a person on each of its seats."""

    def __init__(self, site: Site, game: str, share: float, rng: random.Random) -> None:
        self.site = site
        self.rng = rng
        lines = (GOLDEN / f"{game}-4.rondel").read_text().splitlines()
        choices = [number for number, line in enumerate(lines) if re.match(r"[0-9]> ", line)]
        told = [line for line in lines[: choices[int(share * (len(choices) - 1))]] if not line.startswith("seed ")]
        match = parse("\n".join(told) + "\n", load)
        match.commit("of this test", [])
        self.players = [site.visitor(f"Player {seat}") for seat in range(match.state.seats)]
        site.patient()
        self.spectator, self.stranger = site.visitor("Spectator"), site.visitor()
        seats = [Seat(f"Player {seat}", "human", None, player.me()["id"]) for seat, player in enumerate(self.players)]
        tables, invitations = site.app.state.tables, site.app.state.invitations
        host = seats[0].person or ""
        self.table: str = self._do(tables.found(match, seats, host=host)).id
        self._do(invitations.admit(self.table, self.spectator.me()["id"]))
        self.live.summary.admitted.add(self.spectator.me()["id"])
        self.spectator.see(self.table)
        self._do(self._recall())

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """In the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.site.app.state.tables.store.writer.loop).result(60)

    async def _recall(self) -> None:
        tables = self.site.app.state.tables
        async with tables.use(self.table) as live:
            await tables.memory.recall(live)

    @property
    def live(self) -> Any:
        return self.site.app.state.tables.memory.cached[self.table]

    @property
    def match(self) -> Match:
        match: Match = self.live.match
        return match

    # --- asking ---------------------------------------------------------------------------------------------------

    def requests(self, seat: int) -> list[tuple[str, str, Any]]:
        """All that can be asked about a table through the eyes of a seat, moves that are refused included."""
        match = self.match
        at, state = match.position, match.state
        eyes = f"seat={seat}" if seat >= 0 else ""
        path = f"/tables/{self.table}"
        asked: list[tuple[str, str, Any]] = [
            ("GET", path, None),
            ("GET", f"{path}/file", None),
            ("GET", "/tables", None),
            ("GET", "/lobby", None),
            ("POST", f"{path}/branch", {"position": 1}),
        ]
        asked += [("GET", f"{path}/{what}?{eyes}", None) for what in ("observation", "log", "story", "chat")]
        asked += [("GET", f"{path}/{what}", None) for what in ("orders", "deals", "report", "rolls")]
        asked += [("GET", f"{path}/story?{eyes}&from={at // 2}", None)]
        asked += [("GET", f"{path}/observation?{eyes}&position={past}", None) for past in self.past()]
        if seat < 0:
            return asked
        legal = flow.legal(state, seat)
        actions = [self.rng.randrange(len(match.game.catalogue)) for _ in range(4)]
        if legal:
            candidates = state.pending[-1].candidates(state, seat)
            actions += self.rng.sample(list(candidates), min(3, len(candidates)))
        asked += [("GET", f"{path}/refused?{eyes}&position={at}", None)]
        for action in actions + legal[:4]:
            asked += [("GET", f"{path}/preview?{eyes}&position={at}&action={action}", None)]
            asked += [("GET", f"{path}/explain?{eyes}&action={action}", None)]
        for action in actions:
            if action not in legal:
                asked += [("POST", f"{path}/moves", {"seat": seat, "position": at, "action": action})]
        stale = {"seat": seat, "position": max(0, at - 30)}
        asked += [("POST", f"{path}/moves", {**stale, "action": 0}), ("POST", f"{path}/takeback", stale)]
        return asked

    def past(self) -> list[int]:
        at = self.match.position
        return sorted({at // 3, at // 2, max(0, at - 1)} - {at})

    def ask(self, visitor: Visitor, asked: list[tuple[str, str, Any]]) -> list[tuple[str, int, str]]:
        said = []
        for method, path, body in asked:
            answer = visitor.http.request(method, path, json=body) if body is not None else visitor.http.get(path)
            assert answer.status_code < 500, answer.text
            said.append((f"{method} {path} {body or ''}", answer.status_code, answer.text))
        return said

    def first_message(self, visitor: Visitor, seat: int) -> list[tuple[str, int, str]]:
        params = {"seat": seat} if seat >= 0 else {}
        with visitor.watch(self.table, **params) as line:
            said = [("live", 0, json.dumps(line.next()))]
        eventually(lambda: not self.live.audience)
        return said

    # --- other worlds ---------------------------------------------------------------------------------------------

    def imagine(self, seat: int) -> None:
        """Behind the table is another world from now on, at this and at earlier positions; to a seat it looks alike."""
        true, rng = self.match, self.rng
        twin = true.fork()
        twin.recent = []
        twin.checkpoints = {past: true.game.imagine(true.at(past), seat, rng) for past in self.past()}
        twin.state = true.game.imagine(true.state, seat, rng)
        self.live.match = twin

    def scramble(self, seat: int) -> list[dict[str, Any]]:
        """Put something else into storage wherever it holds what a seat may not know; what was there before."""
        game = self.match.game
        with make_engine(self.site.settings.database).execution_options(writes=True).begin() as connection:
            where = {"t": self.table}
            query = "SELECT position, seat, action, marks, events FROM entries WHERE table_id = :t"
            rows = [dict(row._mapping) for row in connection.execute(text(query), where).all()]
            for row in rows:
                other = dict(row)
                if row["marks"] & 4 and row["seat"] != seat:
                    other["action"] = self.rng.choice(game.catalogue.actions).notation
                events = json.loads(row["events"])
                for event in events:
                    kind = game.events[event["kind"]]
                    if kind.secret and event["params"][kind.owner] != seat:
                        event["params"].update(dict.fromkeys(kind.secret, OTHER))
                other["events"] = json.dumps(events)
                if other != row:
                    self._write(connection, other)
        return rows

    def mend(self, rows: list[dict[str, Any]]) -> None:
        with make_engine(self.site.settings.database).execution_options(writes=True).begin() as connection:
            for row in rows:
                self._write(connection, row)

    def _write(self, connection: Any, row: dict[str, Any]) -> None:
        change = "UPDATE entries SET action = :action, events = :events WHERE table_id = :t AND position = :position"
        values = {"action": row["action"], "events": row["events"], "position": row["position"], "t": self.table}
        connection.execute(text(change), values)

    # --- comparing ------------------------------------------------------------------------------------------------

    def compare(self, visitor: Visitor, seat: int) -> int:
        """AssertionError if a viewer is told what is hidden; else how many answers were compared."""
        asked = self.requests(seat)
        true = self.match
        before = self.ask(visitor, asked) + self.first_message(visitor, seat)
        rows = self.scramble(seat)
        self.imagine(seat)
        try:
            after = self.ask(visitor, asked) + self.first_message(visitor, seat)
        finally:
            self.live.match = true
            self.mend(rows)
        for one, other in zip(before, after, strict=True):
            assert one == other, f"seat {seat} is told what is hidden:\n{one}\n{other}"
        return len(before)

    def turn_away(self) -> int:
        """A stranger learns of a private table nothing, not even that it is there; whoever sits elsewhere no hand."""
        asked = [each for seat in (SPECTATOR, 0) for each in self.requests(seat)]
        for what, status, said in self.ask(self.stranger, asked):
            if f"/tables/{self.table}" in what:
                assert status in (401, 404), f"{what}: {status} {said}"
                assert "something" not in said
        for visitor in (self.spectator, *self.players[1:]):
            for what, status, said in self.ask(visitor, [each for each in asked if "seat=0" in each[1]]):
                assert status == 403, f"{what}: {status} {said}"
        return len(asked)


def check(site: Site, game: str, share: float, rng: random.Random) -> int:
    stage = Stage(site, game, share, rng)
    compared = sum(stage.compare(player, seat) for seat, player in enumerate(stage.players))
    return compared + stage.compare(stage.spectator, SPECTATOR) + stage.turn_away()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.wire", description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        for game in TITLES:
            rng = random.Random(f"{asked.seed}/{game}")
            compared = 0
            for _ in range(asked.positions):
                site.patient()
                compared += check(site, game, rng.random(), rng)
            print(f"{game}: {asked.positions} positions, {compared} answers compared", flush=True)
        site.stop()


if __name__ == "__main__":
    main()
