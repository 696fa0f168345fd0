"""A month in moments: one game with a day a turn, played by two people and a bot, with all that happens meanwhile.

    python -m tests.server.weeks.month                      # every title, thirty days each, SQLite; a report
    python -m tests.server.weeks.month imperial --days 10
    python -m tests.server.weeks.month --postgresql         # three processes on one PostgreSQL

People move after some hours; one is away for days, and comes back. Standing orders fire and end. Deals are struck, and
the ledger tells what became of them. The clocks are stopped by a vote and run again. The server is a process of its
own: it is started anew every few days, killed (SIGKILL) in the middle of jobs, and once it is off for three days. On
PostgreSQL there are three of it: one for each of the two people, and one more; they are started anew in turns, and all
are off together. Mails, pushes and webhooks go to real servers on this machine; every notice is counted, and the
database keeps account of every job.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import httpx
from sqlalchemy import text

from rondel import games, load
from rondel.kernel.record import parse
from rondel.server.checking import check_tables
from tests.server.place import eventually
from tests.server.site import Visitor, new_database
from tests.server.weeks.mortal import House
from tests.server.weeks.receivers import Browser, letterbox, post
from tests.server.weeks.time import DAY, HOUR, MINUTE

PACE = {"kind": "days", "days": 1, "zone": "Europe/Berlin", "weekends": True}
ORDERS: dict[str, list[dict[str, Any]]] = {
    "imperial": [{"kind": "invest", "answer": "pass", "times": 3}, {"kind": "fight", "answer": "peace", "times": 5}],
    "struggle": [{"kind": "bid", "answer": "up-to", "limit": 2, "times": 4}, {"kind": "help", "answer": "refuse"}],
    "imperunde": [{"kind": "cards", "answer": "pass", "times": 20}, {"kind": "debt", "answer": "repay", "times": 3}],
    "colonial": [{"kind": "debt", "answer": "repay", "times": 5}, {"kind": "trade", "answer": "refuse", "times": 5}],
}
DEALS: dict[str, list[dict[str, Any]]] = {
    "imperial": [
        {"kind": "no-attack", "by": 0, "to": 1, "rounds": 1},
        {"kind": "no-taking", "by": 1, "thing": "italy"},
        {"kind": "pay", "by": 1, "to": 0, "amount": 90},
    ],
    "struggle": [{"kind": "no-attack", "by": 0, "to": 1, "rounds": 1}, {"kind": "pay", "by": 1, "to": 0, "amount": 9}],
    "imperunde": [{"kind": "no-attack", "by": 0, "to": 1, "rounds": 1}, {"kind": "repay", "by": 1, "amount": 900}],
    "colonial": [{"kind": "no-attack", "by": 0, "to": 1, "rounds": 1}, {"kind": "repay", "by": 1, "amount": 900}],
}


QUICK = {"struggle": 2}
"""How often people look in on a day, of a title that would be over before the month is."""
KILLED = 0.4
"""How often a process is doomed when time passes; it dies if a job has so many steps."""
LATEST_STEP = 14
SHOWN = (
    "restarts",
    "kills",
    "orders fired",
    "orders ended",
    "absences bridged",
    "votes: pause",
    "terms kept",
    "terms broken",
    "mails",
    "pushes",
    "pushes withdrawn",
    "webhook messages",
    "webhook messages withdrawn",
)
"""What a whole month must show."""


class Month:
    """A game that goes on for days, in which things happen."""

    def __init__(
        self,
        game: str,
        folder: Path,
        days: int,
        seed: int = 1,
        turns: int = 4,
        told: IO[str] | None = None,
        **settings: Any,
    ) -> None:
        self.game, self.days, self.turns = game, days, turns
        self.random = random.Random(f"{game}/{seed}")
        self.report: Counter[str] = Counter()
        self.told = told
        self.stack = ExitStack()
        self.mails, address = self.stack.enter_context(letterbox())
        self.hook = self.stack.enter_context(post())
        self.browser = Browser()
        more = {"mail": address, "url": "https://rondel.example", "notice_delay": 600.0, **settings}
        # summer time begins meanwhile
        self.house = self.stack.enter_context(House(folder, "2027-03-10 08:00", "Europe/Berlin", **more))
        self.time = self.house.time
        self.people = [
            self.house.account("anna", mail="anna@example.org", name="Anna"),
            self.house.account("ben", mail="ben@example.org", name="Ben"),
        ]
        self.table = self._begin()
        self._come_in()
        self.standing: dict[str, int] = {}
        """The orders of the first player, and how often each may still answer."""

    def _begin(self) -> str:
        anna, ben = self.people
        for person in self.people:
            person.do("/me/notices", {"kind": "mail"})
        ben.do("/me/notices", self.browser.subscription(f"{self.hook.url}/push"))
        ben.do("/me/notices", {"kind": "webhook", "address": f"{self.hook.url}/hook"})
        table = anna.open("human", "human", "random", game=self.game, pace=PACE, visible=True)
        anna.take(table, 0)
        ben.take(table, 1)
        return table

    def ask(self, what: str = "", who: int = 0) -> Any:
        return self.people[who].ask(f"/tables/{self.table}{what}")

    def do(self, who: int, what: str, body: Any) -> Any:
        return self.people[who].do(f"/tables/{self.table}{what}", body)

    def over(self) -> bool:
        return bool(self.ask()["over"])

    # --- what happens ---------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Whatever is due has been done, and a person is to act."""
        try:
            eventually(self._is_settled, 240)
        except AssertionError:
            stands = (self.ask()["to_act"], self.ask()["position"])
            raise AssertionError(f"left undone: {self.house.due()} at {stands}; {self.house.log()[-900:]}") from None

    def _is_settled(self) -> bool:
        self.time.pass_by(20)  # a hold that was left behind ends
        if not all(server.alive for server in self.house.servers):
            self.house.revive()
            self.report["kills"] += 1
            self._come_in()
        try:
            return not self.house.due() and (self.over() or not self._bots_turn())
        except httpx.HTTPError:
            return False  # it died while it was asked

    def wait(self, milliseconds: int) -> None:
        """Time passes, once what is under way has been done: a server that is asleep while it sends loses its hold.

        At times whoever does what is due then dies of it.
        """
        self.settle()
        doomed = self.random.random() < KILLED
        if doomed:
            self.house.doom("", self.random.randint(1, LATEST_STEP))
        self.house.pass_by(milliseconds)
        self.settle()
        self.house.doomed.unlink(missing_ok=True)

    def _bots_turn(self) -> bool:
        told = self.ask()
        return any(told["seats"][seat]["kind"] == "bot" for seat in told["to_act"] if seat >= 0)

    def play(self, away: int | None = None) -> None:
        """Whoever is to act plays her turn, unless she is away."""
        self.settle()
        self.look_at_orders()
        for seat in self.ask()["to_act"]:
            if seat in (0, 1) and seat != away:
                self._turn(self.people[seat], seat)

    def _turn(self, player: Visitor, seat: int) -> None:
        for _ in range(30):
            seen = player.see(self.table, seat)
            if not seen["choices"]:
                return
            choice = self.random.choice(seen["choices"])
            move = {"seat": seat, "position": seen["position"], "action": choice["id"]}
            if player.post(f"/tables/{self.table}/moves", move).status_code == 200:
                self.report["choices of people"] += 1

    def restart(self, off: int = 0) -> None:
        """One of the servers in turn, or, if they are off for a while, all of them."""
        all_of_them = list(range(len(self.house.servers)))
        self.house.restart(all_of_them if off else [self.report["restarts"] % len(all_of_them)], off)
        self._come_in()
        self.report["restarts"] += 1

    def _come_in(self) -> None:
        """Each person by a server of her own, where there are several."""
        for place, person in enumerate(self.people):
            person.http.base_url = f"{self.house.servers[place % len(self.house.servers)].url}/api"

    def bargain(self) -> None:
        before = {each["id"] for each in self.ask("/deals")["deals"]}
        for term in DEALS[self.game]:
            self.do(
                0, "/deals", {"terms": [{"rounds": 1, **term}, {"kind": "no-attack", "by": 1, "to": 0, "rounds": 2}]}
            )
        for deal in self.ask("/deals")["deals"]:
            if deal["id"] not in before and deal["status"] == "proposed":
                self.do(1, f"/deals/{deal['id']}", {"do": "accept"})

    def leave_orders(self) -> None:
        known = len(self.ask("/orders")["orders"])
        for order in ORDERS[self.game]:
            self.do(0, "/orders", order)
        self.report["standing orders"] += len(ORDERS[self.game])
        self.report["standing orders before"] += known

    def look_at_orders(self) -> None:
        """Which orders have answered, and which have ended."""
        now = {each["id"]: each["times"] for each in self.ask("/orders")["orders"]}
        for order, times in self.standing.items():
            self.report["orders fired"] += times - now.get(order, times)
            self.report["orders ended"] += order not in now
        self.standing = now

    def try_out(self) -> None:
        """A plan of some choices, kept; the table does not move."""
        before = self.ask()["position"]
        seen = self.do(0, "/plan", {"do": "begin", "seat": 0})["plan"]
        for _ in range(5):
            offered = seen["observation"]["choices"]
            if not offered:
                break
            choice = {"position": seen["observation"]["position"], "action": self.random.choice(offered)["id"]}
            seen = self.do(0, "/plan", {"do": "choose", "seat": 0, **choice})["plan"]
            self.report["choices tried out"] += 1
        assert self.ask()["position"] == before

    def vote(self, kind: str) -> None:
        votes = self.do(0, "/votes", {"kind": kind})["votes"]
        if votes:
            self.do(1, f"/votes/{votes[0]['id']}", {"yes": True})
        self.report[f"votes: {kind}"] += 1

    # --- the month ------------------------------------------------------------------------------------------------

    def live(self) -> Counter[str]:
        absent_from, back_on = self.days // 3, self.days // 3 + 3
        for day in range(self.days):
            if self.over():
                break
            away = 1 if absent_from <= day < back_on else None
            if day in (1, self.days // 2) and away is None:
                self.bargain()
                self.leave_orders()
                self.settle()
                if not self.over():
                    self.try_out()
            if day == back_on:
                self.come_back()
            if day == back_on + 2:
                self.vote("pause")
            if day == min(back_on + 4, self.days - 1):
                self.vote("resume")
            if day == back_on + 1:
                before = self.away()
                self.restart(3 * DAY)
                self.settle()
                assert self.away() == before, f"time that nobody had was counted: {before}, {self.away()}"
            elif day % 4 == 3:
                self.restart()
            for _ in range(self.turns):
                self.wait(20 * HOUR // self.turns)
                self.play(away)
            self.wait(4 * HOUR)
            self.report["days"] += 1
            if self.told is not None:
                print(f"{self.game}: day {day + 1}, position {self.ask()['position']}", file=self.told, flush=True)
        return self.finish()

    def away(self) -> list[int]:
        """The seats for whose owners a bot plays."""
        return [seat["seat"] for seat in self.ask("/weeks")["seats"] if seat["away"]]

    def come_back(self) -> None:
        clock = self.ask("/weeks", 1)["seats"][1]
        if clock["away"]:
            self.report["absences bridged"] += 1
            self.do(1, "/away", {"do": "back"})

    def finish(self) -> Counter[str]:
        self.settle()
        self.house.pass_by(30 * MINUTE)
        if not self.over():
            self.vote("end")
        assert self.over()
        for deal in self.ask("/deals")["deals"]:
            for term in deal["terms"]:
                self.report[f"terms {term['state']}"] += 1
        self.count_notices()
        file = self.people[0].get(f"/tables/{self.table}/file").text
        match = parse(file, load)
        self.report["actions"] = match.position
        assert check_tables(self.house.database).findings == []
        self.report["jobs"] = self.house.check_account()
        return self.report

    def count_notices(self) -> None:
        """Nobody was told twice of the same."""
        numbers = [mail["Message-ID"] for mail in self.mails.mails]
        assert len(set(numbers)) == len(numbers)
        words = [self.browser.read(body) for path, _, body in self.hook.did("POST") if path == "/push"]
        pushes = [each["number"] for each in words if "title" in each]
        assert len(set(pushes)) == len(pushes)
        with self.house.engine.connect() as connection:
            whose = "JOIN subscriptions ON job LIKE 'send-' || subscriptions.id || '-%'"
            query = text(f"SELECT kind FROM account {whose} WHERE what = 'put'")
            jobs = Counter(connection.execute(query).scalars())
        self.report["mails"] = len(numbers)
        self.report["pushes"] = len(pushes)
        self.report["pushes withdrawn"] = len({each["withdraw"] for each in words if "withdraw" in each})
        self.report["webhook messages"] = sum(path.startswith("/hook") for path, _, _ in self.hook.did("POST"))
        self.report["webhook messages withdrawn"] = len({path for path, _, _ in self.hook.did("DELETE")})
        for kind, what in (("mail", "mails"), ("push", "pushes"), ("webhook", "webhook messages")):
            self.report[f"sending {what}"] = jobs[kind]  # some end because she has played meanwhile
            assert self.report[what] <= jobs[kind], f"{what}: {self.report[what]} of {jobs[kind]}"


def month(game: str, days: int, folder: Path, seed: int = 1, **settings: Any) -> Counter[str]:
    here = Month(game, folder, days, seed, **settings)
    with here.stack:
        return here.live()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(games.NAMES))
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="three servers on a PostgreSQL of its own")
    asked = parser.parse_args()
    for game in asked.game:
        more = {"database": new_database(), "processes": 3} if asked.postgresql else {}
        with tempfile.TemporaryDirectory() as folder:
            turns = QUICK.get(game, 4)
            report = month(game, asked.days, Path(folder), asked.seed, turns=turns, told=sys.stderr, **more)
        print(f"{game}: " + ", ".join(f"{what} {n}" for what, n in sorted(report.items())))
        sys.stdout.flush()
        missing = [what for what in SHOWN if not report[what]]
        assert not missing, f"{game}: nothing was seen of {', '.join(missing)}"


if __name__ == "__main__":
    main()
