"""Count presses on the real page: `python -m tests.browser.presses [GAME] [--games N] [--seed N]`.

A game of bots is played first, and comes again at a table where a person has one of its seats: the dice fall as they
did, the others decide as they did (`tests.browser.recorded`). Every decision of that seat is made by pressing what the
page offers for it: a button, a place on the map, an entry of a form. Nothing is done past the page; a press is a click.

The game that comes of it must be the one that the bots played: each of their decisions, and none besides; in a form
they may be entered in another order. So "play no card until I say so" is said only where the bot passes until the next
decision that is this seat's own, and taken back before a card is played.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, sync_playwright

from rondel import games
from rondel.kernel import flow
from rondel.kernel.record import Match, parse
from tests.browser.conftest import FLAGS, QUIET, Desk
from tests.browser.player import Player
from tests.browser.recorded import FILE, Recorded
from tests.browser.server import Server
from tools import chromium

MOST = 200
"""Presses that a seat is asked for in a whole game of ImpeRunde."""
FORMS = {
    "invest": ("buy-army", "buy-ship", "build-post", "dig"),
    "embark": ("embark",),
    "attack": ("march", "sail", "land", "bring"),
}
"""Choices that are made in one form, whatever their order."""
RANKS = ("infantry", "frigate", "cavalry", "ship-of-the-line", "artillery")
LIST = ".choosing details:not([open]):not(.refusals) > summary"


class Hand:
    """Seat 0 at a table, and what it has pressed."""

    def __init__(self, desk: Desk, recorded: Recorded) -> None:
        self.desk = desk
        self.recorded = recorded
        self.game = recorded.game
        self.table = desk.table(self.game.name, recorded.seats - 1)
        self.player: Player = desk.sit(self.table, settings={**QUIET, "risk": True})
        self.page = self.player.page
        self.page.set_default_timeout(180_000)  # a loaded machine is slow
        self.by_kind: Counter[str] = Counter()
        self.left = list(recorded.own)
        """What is still to be decided, in the order of the record."""
        self.made = 0
        """Entries of this seat that were found in the table's record."""

    def match(self) -> Match:
        with urllib.request.urlopen(f"{self.desk.server.url}api/tables/{self.table}/file", timeout=30) as answer:
            return parse(answer.read().decode(), games.load)

    def strike_off(self, match: Match) -> None:
        """What was decided at the table is no longer to be decided; it must be what the bot decided there."""
        entries = [entry for entry in match.entries if entry.seat == 0]
        for entry in entries[self.made :]:
            run = [each.action for each in self.left if each.run == self.left[0].run]
            assert entry.action in run, f"{self.game.catalogue[entry.action]} is not what the bot decided here"
            del self.left[run.index(entry.action)]
        self.made = len(entries)

    def step(self) -> bool:
        """One gesture: a decision, or entries of a form that are made together. False: the game is over."""
        found = self.player.due()
        match = self.match()
        self.strike_off(match)
        if found["now"] in ("end", "over"):
            return False
        if match.position != found["position"] or 0 not in flow.to_act(match.state):
            self.page.wait_for_timeout(30)
            return True
        run = [each.action for each in self.left if each.run == self.left[0].run]
        kind = self.game.catalogue[run[0]].kind
        before = self.player.presses
        if self.left[0].asked:
            self.answer(match.state, run, kind)
        else:
            self.listen()
            self.make(match.state, run)
        self.by_kind[kind] += self.player.presses - before
        return True

    def plays_soon(self) -> bool:
        """Whether a card is played after this run, before the next decision of this seat's own."""
        for each in self.left:
            if each.run == self.left[0].run and not each.asked:
                continue
            if not each.asked:
                return False
            if self.game.catalogue[each.action].kind != "pass":
                return True
        return False

    def listen(self) -> None:
        """Be asked for cards again, in time for one that is to be played."""
        stop = self.seen("[data-standing] button")
        if stop and self.plays_soon():
            self.press(stop)

    def answer(self, state: Any, run: list[int], kind: str) -> None:
        """A card, or none; or none until it is said otherwise."""
        if kind == "pass" and not self.plays_soon() and (standing := self.seen("[data-instruction]:last-child")):
            return self.press(standing)
        self.make(state, run)

    # Pressing

    def seen(self, selector: str) -> Locator | None:
        for found in self.page.locator(selector).all():
            if found.is_visible() and found.is_enabled():
                return found
        return None

    def press(self, target: Locator) -> None:
        before = self.player.state()
        assert self.player.press(target), "out of reach"
        self.settle(before)

    def settle(self, before: dict[str, Any], seconds: float = 20.0) -> None:
        """Until the page has answered the press, and nothing is under way."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            now = self.player.state()
            if now["idle"] and now["key"] != before["key"]:
                return
            self.page.wait_for_timeout(15)
            if now["idle"] and time.monotonic() > until - seconds + 0.6:
                return  # it changed nothing that the page tells about, such as a list that was laid open

    def make(self, state: Any, run: list[int]) -> None:
        """Press what makes the next choice of a run, and its like with it, on the shortest way that the page has."""
        action, start = run[0], self.player.position
        times = self.times(state, run)
        for _ in range(8):  # a list laid open, a place, a menu, a confirmation
            if confirm := self.seen("[data-confirm]"):
                self.press(confirm)
                continue
            if self.player.position != start:
                return None
            if sweep := self.sweep(state, run):
                self.press(sweep)
                continue
            every = self.seen(f'[data-all="{action}"]')
            if times > 1 and every and self.fits(state, run, self.swept(state, [action])):
                self.press(every)
                continue
            button = self.seen(f'.menu [data-makes="{action}"]') or self.seen(f'[data-makes="{action}"]')
            self.press(button or self.way(action, times))
            if button and not self.seen("[data-confirm]"):
                self.more(state, run, times - 1)
        raise AssertionError(f"{self.game.catalogue[action]} cannot be made: {self.page.locator('.act').inner_text()}")

    def more(self, state: Any, run: list[int], wanted: int) -> None:
        """So many more of the entry that was just made: by their number, or all of them."""
        action = run[0]
        while wanted > 0 and (numbers := self.page.locator(f'[data-number="{action}"]')).count():
            every = self.seen(f'[data-all="{action}"]')
            if every and self.fits(state, run, self.swept(state, [action])):
                return self.press(every)
            step = min(wanted, numbers.count())
            self.press(numbers.nth(step - 1))
            wanted -= step

    # What the page would make of a gesture

    def times(self, state: Any, run: list[int]) -> int:
        """How often the next choice is made before anything else must be: entries of a form go in any order."""
        for times in range(self.stretch(run).count(run[0]), 1, -1):
            if self.fits(state, run, Counter({run[0]: times})):
                return times
        return 1

    def form_of(self, action: int) -> str:
        kind = self.game.catalogue[action].kind
        return next((name for name, kinds in FORMS.items() if kind in kinds), kind)

    def stretch(self, run: list[int]) -> list[int]:
        """What is chosen next in the same form."""
        end = next((n for n, action in enumerate(run) if self.form_of(action) != self.form_of(run[0])), len(run))
        return run[:end]

    def sweep(self, state: Any, run: list[int]) -> Locator | None:
        """A button that makes several of the choices of the run, the next one among them, and nothing else."""
        for button in self.page.locator("[data-sweep]").all():
            ids = [int(each) for each in (button.get_attribute("data-sweep") or "").split()]
            made = self.swept(state, ids)
            if made[run[0]] and made.total() > 1 and self.fits(state, run, made) and button.is_visible():
                return button
        return None

    def swept(self, state: Any, ids: list[int]) -> Counter[int]:
        """What the page makes if all of these are wanted as often as can be had: see `Session.sweep`."""
        twin, made = state.copy(), Counter[int]()
        entries = [self.game.catalogue[each] for each in ids]

        def again(action: int) -> bool:
            offered = self.game.catalogue[action]
            return action in ids or (
                offered.kind == "bring"
                and any(
                    entry.args.get("unit") == offered.args["unit"] and entry.args.get("from") == offered.args["area"]
                    for entry in entries
                )
            )

        action: int | None = ids[0]
        while action is not None and action in flow.legal(twin, 0):
            made[action] += 1
            flow.play(twin, 0, action)
            legal = flow.legal(twin, 0) if list(flow.to_act(twin)) == [0] else []
            action = max((each for each in legal if again(each)), key=self.rank, default=None)
        return made

    def rank(self, action: int) -> int:
        """In which order the page takes several units: the best dice first."""
        unit = self.game.catalogue[action].args.get("unit")
        return RANKS.index(unit) if unit in RANKS else -1

    def fits(self, state: Any, run: list[int], made: Counter[int]) -> bool:
        """Whether these are part of the run, and the rest of it can be chosen after them."""
        left, rest = made.copy(), []
        for action in run:
            if left[action] > 0:
                left[action] -= 1
            else:
                rest.append(action)
        twin = state.copy()
        for action in [*made.elements(), *rest]:
            if list(flow.to_act(twin)) != [0] or action not in flow.legal(twin, 0):
                return False
            flow.play(twin, 0, action)
        return not left.total()

    def way(self, action: int, times: int) -> Locator:
        """The next press on the way to a choice whose own button is not in view."""
        args = self.game.catalogue[action].args
        start, goal = args.get("from"), args.get("to")
        goals = f'[data-goals="{start}"][aria-expanded=false]'
        if start is not None and (found := self.seen(LIST) or self.seen(goals)):
            return found  # the list of moves stays open, once it is
        if start is not None and goal is not None:
            if not self.page.locator(f'[data-area="{start}"][data-mark=selected]').count():
                return self.page.locator(f'[data-area="{start}"]')
            number = self.page.locator(".choosing button.number", has_text=str(times))
            if times > 1 and number.count() and number.first.get_attribute("aria-pressed") == "false":
                return number.first
            return self.page.locator(f'[data-area="{goal}"]')
        if args.get("area") is not None and self.page.locator(f'[data-area="{args["area"]}"][data-mark]').count():
            return self.page.locator(f'[data-area="{args["area"]}"]')
        for summary in (LIST, "#tab-budget[aria-selected=false]", "#tab-cards[aria-selected=false]"):
            if found := self.seen(summary):
                return found
        raise AssertionError(f"there is no way to {self.game.catalogue[action]}")


def play(desk: Desk, recorded: Recorded, limit: int = 2000) -> Hand:
    hand = Hand(desk, recorded)
    for _ in range(limit):
        if not hand.step():
            assert not hand.left, f"{len(hand.left)} decisions were never asked for"
            recorded.compare(hand.match())
            return hand
    raise AssertionError("no end")


def count(browser: Browser, recorded: Recorded) -> Hand:
    """Play a recorded game again through the page, at a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "recorded.json"
        recorded.write(file)
        server = Server(Path(folder) / "home", module="tests.browser.recorded", environment={FILE: str(file)})
        server.start()
        desk = Desk(browser, server)
        try:
            return play(desk, recorded)
        finally:
            desk.close()
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the presses of a whole game on the page.")
    parser.add_argument("game", nargs="?", default="imperunde")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = chromium.find()
    most = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path, args=FLAGS, env={**os.environ, **found.environment}
        )
        try:
            for number in range(asked.seed, asked.seed + asked.games):
                recorded = Recorded(asked.game, asked.seats, number)
                hand = count(browser, recorded)
                presses = hand.player.presses
                told = ", ".join(f"{kind} {n}" for kind, n in hand.by_kind.most_common(16) if n)
                print(f"game {number}: {recorded.decisions} decisions, {presses} presses ({told})", flush=True)
                most = max(most, presses)
        finally:
            browser.close()
    if asked.game == "imperunde" and most > MOST:
        sys.exit(f"{most} presses, more than {MOST}")


if __name__ == "__main__":
    main()
