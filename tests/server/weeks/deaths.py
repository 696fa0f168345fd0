"""A server that works at a job is killed at every step of it: none is lost, none doubled, and nobody is told twice.

    python -m tests.server.weeks.deaths                     # every kind of job at every step, SQLite and PostgreSQL
    python -m tests.server.weeks.deaths send-mail clock --only sqlite

Real processes are ended by SIGKILL: before the first statement of a job, before and after each, before and after each
commit, before and after each thing that is said to a receiver. On SQLite the one process is started anew; of three on
PostgreSQL the others go on. The database itself keeps account of the jobs, by triggers: each is put there once, and
ended once. Mails, pushes and webhooks are counted by those who get them.

A notice is handed over at most once. Only if the process dies in the moment between writing down that it is about to be
handed over and handing it over, nobody gets it: `lost` says how many of the steps that is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

import httpx
from sqlalchemy import text

from tests.server.place import eventually
from tests.server.site import SHARE, Visitor, new_database, seated
from tests.server.weeks.mortal import House
from tests.server.weeks.receivers import Browser, letterbox, post
from tests.server.weeks.time import DAY, MINUTE

MOST_STEPS = 200
DAILY = {"kind": "days", "zone": "Europe/Berlin", "mandate": "hold", "off": 0}


class Deaths:
    """A house in which servers die, with receivers of all kinds of notices."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.stack = ExitStack()
        self.mails, address = self.stack.enter_context(letterbox())
        self.post = self.stack.enter_context(post())
        self.browser = Browser()
        shared: dict[str, Any] = {"database": new_database(), "processes": 3} if kind == "postgresql" else {}
        about: dict[str, Any] = {
            "mail": address,
            "url": "https://rondel.example",
            "notice_delay": 60.0,
            "eager": {"random": 1e6},
        }
        self.house = self.stack.enter_context(House(folder, "2026-11-16 12:00", **about, **shared))
        self.time = self.house.time
        self.number = 0
        self.steps: list[str] = []
        self.content = ""

    def __enter__(self) -> Deaths:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    # --- dying ----------------------------------------------------------------------------------------------------

    def die(self, scene: str, step: int) -> bool:
        """One death at one step, and whether there was such a step; what it was about is as it should be afterwards."""
        house, self.number = self.house, self.number + 1
        house.patient()
        cause, job, check, tidy = SCENES[scene](self)
        house.doom(job, step)
        cause()
        died = house.await_death()
        self.steps = [each for each in house.written() if each != "survived"]
        if died:
            house.revive()
        house.settle()
        check()
        house.check_account()
        tidy()
        house.settle()
        return died

    def every_step(self, scene: str, told: IO[str] | None = None) -> Counter[str]:
        """Deaths at the first step, the second, and so on, until it gets through."""
        report: Counter[str] = Counter()
        for step in range(1, MOST_STEPS):
            if not self.die(scene, step):
                return report
            report["deaths"] += 1
            report["lost"] += scene.startswith("send-") and self.is_in_between()
            if told is not None:
                print(f"  {scene}: {step}. {self.steps[-1]}", file=told, flush=True)
        raise AssertionError(f"{scene} never gets through")

    def at_steps(self, scene: str, *names: str) -> Counter[str]:
        """Deaths at the steps of these names alone; it gets through once before, so that they are known.

        What others commit meanwhile counts too, so that a run may have a step less than the one before: then it gets
        through again.
        """
        assert not self.die(scene, MOST_STEPS)
        report: Counter[str] = Counter()
        for step in [place for place, name in enumerate(self.steps, 1) if name in names]:
            if self.die(scene, step):
                report[self.steps[-1]] += 1
        return report

    def is_in_between(self) -> bool:
        """Whether it was written down that something is about to be handed over, and it was not."""
        return "committed" in self.steps and self.content not in self.steps[self.steps.index("committed") :]

    # --- what is done ---------------------------------------------------------------------------------------------

    def people(self, number: int, **about: Any) -> tuple[str, list[Visitor]]:
        return seated(self.house, *("Anna", "Ben", "Chloé")[:number], **about)

    def end(self, table: str, players: list[Visitor]) -> None:
        """Nobody waits for this table any more."""
        for player in players:
            self.house.at(player).post(f"/tables/{table}/away", {"do": "back"})
        for player in players:
            votes = player.ask(f"/tables/{table}/weeks")["votes"]
            if any(vote["kind"] == "end" for vote in votes):
                vote = next(vote for vote in votes if vote["kind"] == "end")
                player.do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})
            else:
                player.do(f"/tables/{table}/votes", {"kind": "end"})
        assert players[0].ask(f"/tables/{table}")["over"]

    def acting(self, players: list[Visitor], table: str) -> int:
        return int(self.house.at(players[0]).ask(f"/tables/{table}")["to_act"][0])

    def play(self, players: list[Visitor], table: str) -> None:
        """Whoever is to act plays on until somebody else is."""
        seat = self.acting(players, table)
        while self.acting(players, table) == seat:
            assert self.house.at(players[seat]).move(table, seat).status_code == 200

    def rows(self, query: str, **about: Any) -> list[Any]:
        with self.house.engine.connect() as connection:
            return list(connection.execute(text(query), about).scalars())


Scene = tuple[Callable[[], Any], str, Callable[[], Any], Callable[[], Any]]
"""What causes the job, how its name begins, what must be so afterwards, and what tidies up."""


def clock(here: Deaths) -> Scene:
    table, players = here.people(3, pace=DAILY)
    seat = here.acting(players, table)

    def check() -> None:
        seats = here.house.at(players[0]).ask(f"/tables/{table}/weeks")["seats"]
        assert [each["seat"] for each in seats if each["away"]] == [seat], seats  # and nobody else lost hers

    return lambda: here.house.pass_by(DAY + MINUTE), f"clock-{table}", check, lambda: here.end(table, players)


def vote(here: Deaths) -> Scene:
    table, players = here.people(3, pace={**DAILY, "days": 10})
    players[0].do(f"/tables/{table}/votes", {"kind": "pause"})

    def check() -> None:
        told = here.house.at(players[0]).ask(f"/tables/{table}/weeks")
        assert (told["votes"], told["paused"]) == ([], None)

    return lambda: here.house.pass_by(2 * DAY + MINUTE), "vote-", check, lambda: here.end(table, players)


def bot(here: Deaths) -> Scene:
    anna = here.house.visitor("Anna")
    table = anna.open("human", "random", game="imperial")

    def check() -> None:
        eventually(lambda: 0 in here.house.at(anna).ask(f"/tables/{table}")["to_act"], 60)
        positions = here.rows("SELECT position FROM entries WHERE table_id = :t ORDER BY position", t=table)
        assert positions == list(range(1, len(positions) + 1))
        messages = here.rows("SELECT message FROM entries WHERE table_id = :t ORDER BY position", t=table)
        assert len(set(messages)) == len(messages)

    def cause() -> None:
        with suppress(httpx.HTTPError):  # it may die while it is asked, and as soon as she sits: a bot may begin
            anna.take(table, 0)
            for _ in range(40):
                if 0 in anna.ask(f"/tables/{table}")["to_act"]:
                    anna.move(table, 0)
                if here.house.written():
                    return

    return cause, f"bot-{table}", check, lambda: here.end(table, [anna])


def bargain(here: Deaths) -> Scene:
    anna = here.house.visitor("Anna")
    table = anna.open("human", "random", "random", game="struggle")

    def cause() -> None:
        with suppress(httpx.HTTPError):
            anna.take(table, 0)
            for _ in range(400):
                if here.house.written():
                    return
                if 0 in anna.ask(f"/tables/{table}")["to_act"]:
                    anna.move(table, 0)

    def check() -> None:
        made = here.house.at(anna).ask(f"/tables/{table}/deals")["deals"]
        by = [deal["by"] for deal in made if deal["status"] == "proposed"]
        assert len(by) == len(set(by)), made  # no bot has proposed anything twice

    return cause, f"bargain-{table}", check, lambda: here.end(table, [anna])


def told(here: Deaths, kind: str, job: str) -> Scene:
    """Somebody's turn lasts until she is told of it, or is overtaken when she was."""
    here.content = {"mail": "written From", "push": "written POST", "webhook": "written POST"}[kind]
    who = f"p{here.number}"
    anna = here.house.account(who, mail=f"{who}@example.org", name="Anna")
    ben = here.house.visitor("Ben")
    address = f"{here.post.url}/{who}"
    ways = {"mail": {"kind": "mail"}, "push": here.browser.subscription(address)}
    anna.do("/me/notices", ways.get(kind, {"kind": "webhook", "address": address}))
    table = anna.open("human", "human", pace={**DAILY, "days": 5})
    assert ben.join(table, anna.code(table)).status_code == 200
    players = [anna, ben]
    for seat, player in enumerate(players):
        player.take(table, seat, f"{seat:x}" * 16)
    while here.acting(players, table) != 0:
        here.play(players, table)
    way = here.rows("SELECT id FROM subscriptions ORDER BY made DESC LIMIT 1")[0]
    name = {"notice": "notice-", "send": f"send-{way}", "withdraw": f"withdraw-{way}"}[job]

    def wait() -> None:
        here.house.pass_by(3 * MINUTE)

    def overtake() -> None:
        here.play(players, table)

    def arrived() -> tuple[int, int]:
        """Notices, and withdrawals."""
        if kind == "mail":
            return sum(f"{who}@" in str(mail["To"]) for mail in here.mails.mails), 0
        got = [each for each in here.post.got if each[1].startswith(f"/{who}")]
        if kind == "webhook":
            return sum(each[0] == "POST" for each in got), sum(each[0] == "DELETE" for each in got)
        words = [here.browser.read(each[3]) for each in got]
        return sum("title" in each for each in words), len({each["withdraw"] for each in words if "withdraw" in each})

    def check() -> None:
        if job != "withdraw":
            in_between = job == "send" and here.is_in_between()
            eventually(lambda: arrived()[0] == (0 if in_between else 1), 5)
            return
        eventually(lambda: arrived()[1] >= 1, 5)
        assert arrived()[0] == 1

    if job == "withdraw":
        wait()
        here.house.settle()
        eventually(lambda: arrived()[0] == 1, 5)
    return (overtake if job == "withdraw" else wait), name, check, lambda: here.end(table, players)


def tournament(here: Deaths, job: str) -> Scene:
    players = [here.house.visitor(name) for name in ("Anna", "Ben", "Chloé", "Dora")]
    about = {"name": "Cup", "game": "imperial", "size": 2, "rounds": 2}
    path = f"/tournaments/{players[0].do('/tournaments', about)['id']}"
    for player in players:
        player.do(path, {"do": "join", "share": SHARE})

    def board() -> tuple[str, list[Visitor]]:
        table = here.house.at(players[0]).ask(path)["played"][0][0]["table"]
        eventually(lambda: players[0].get(f"/tables/{table}").status_code == 200)
        return table, [
            each for each in players if any(seat["mine"] for seat in here.house.at(each).company(table)["seats"])
        ]

    def begin() -> None:
        players[0].do(path, {"do": "begin"})

    def over() -> None:
        table, sat = board()
        vote = sat[0].do(f"/tables/{table}/votes", {"kind": "end"})["votes"][0]
        sat[1].do(f"/tables/{table}/votes/{vote['id']}", {"yes": True})

    def check() -> None:
        told = here.house.at(players[0]).ask(path)
        assert [len(boards) for boards in told["played"]] == [2]
        found = here.rows("SELECT id FROM tables")
        assert all(each["table"] in found for each in told["played"][0])
        assert sum(row["games"] for row in told["standings"]) == (0 if job == "round" else 2)

    if job == "result":
        begin()
        here.house.settle()
    return (begin if job == "round" else over), f"{job}-", check, lambda: players[0].do(path, {"do": "end"})


SCENES: dict[str, Callable[[Deaths], Scene]] = {
    "clock": clock,
    "vote": vote,
    "bot": bot,
    "bargain": bargain,
    "notice": lambda here: told(here, "webhook", "notice"),
    "send-mail": lambda here: told(here, "mail", "send"),
    "send-push": lambda here: told(here, "push", "send"),
    "send-webhook": lambda here: told(here, "webhook", "send"),
    "withdraw-push": lambda here: told(here, "push", "withdraw"),
    "withdraw-webhook": lambda here: told(here, "webhook", "withdraw"),
    "round": lambda here: tournament(here, "round"),
    "result": lambda here: tournament(here, "result"),
}


def reports(kind: str, scenes: list[str], out: IO[str] | None) -> Iterator[tuple[str, Counter[str]]]:
    with tempfile.TemporaryDirectory() as folder, Deaths(Path(folder), kind) as here:
        for scene in scenes:
            yield scene, here.every_step(scene, out)
        yield "jobs", Counter({"ended": here.house.check_account(), "processes killed": here.house.killed})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="*", default=list(SCENES), help=", ".join(SCENES))
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="by default one after the other")
    parser.add_argument("--verbose", action="store_true", help="name each step")
    asked = parser.parse_args()
    for kind in [asked.only] if asked.only else ["sqlite", "postgresql"]:
        for scene, report in reports(kind, asked.scene, sys.stderr if asked.verbose else None):
            print(f"{kind}: {scene}: " + ", ".join(f"{what} {n}" for what, n in report.items()), flush=True)


if __name__ == "__main__":
    main()
