"""A browser, a server, and pages whose console must stay silent."""

from __future__ import annotations

import json
import os
import re
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    expect,
    sync_playwright,
)

from tests.browser.player import Player, Policy, tax_and_invest
from tests.browser.server import Server
from tools import chromium, web

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",  # a window behind another one goes on as any other
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--in-process-gpu",  # few processes: less is handed on, and what one window has loaded the next need not
    "--enable-features=NetworkServiceInProcess2",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-extensions",
    "--disable-features=Translate,OptimizationHints,MediaRouter,PaintHolding,site-per-process",
]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
PATIENCE = 30_000.0
"""Milliseconds before a condition is given up; a loaded machine is slow."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not web.is_built():
        pytest.fail("The client is not built, or older than its sources: make client", pytrace=False)
    try:
        found = chromium.find()
    except chromium.ChromiumError as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=found.path, args=FLAGS, env={**os.environ, **found.environment}
        )
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("home"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server with no tables yet, for one test alone."""
    running = Server(tmp_path / "home")
    running.start()
    yield running
    running.stop()


QUIET = {"speed": "off", "confirm": "never", "risk": False, "cards": "none"}
"""Settings of whoever wants to get on: moves of others at once, no questions, no cards."""
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elsa", "Felix", "Greta")


def _named(seat: re.Match[str]) -> str:
    return f"seat {seat[1]} {NAMES[int(seat[1])]}"


class Desk:
    """Opens windows. What goes wrong inside them unasked is remembered."""

    def __init__(self, browser: Browser, server: Server, spare: list[BrowserContext] | None = None) -> None:
        """`spare`: storages of earlier tests, emptied; what was loaded for them need not be loaded again."""
        self.browser = browser
        self.server = server
        self.spare = [] if spare is None else spare
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def window(
        self, width: int = 1440, height: int = 900, *, touch: bool = False, settings: dict[str, Any] | None = None
    ) -> Page:
        """A window with storage of its own. Unless told otherwise it speaks English and shows moves at once.

        Whoever looks has been here before: the notes of a first visit are shown only if `settings` say so.
        """
        if self.spare and not touch:
            context = self.spare.pop()
        else:
            context = self.browser.new_context(
                viewport={"width": width, "height": height},
                locale="en-GB",
                has_touch=touch,
                is_mobile=touch,
                reduced_motion="reduce",
                base_url=self.server.url,
            )
            context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = self.page(context)
        page.set_viewport_size({"width": width, "height": height})
        stored = json.dumps({"notes": False, **(QUIET if settings is None else settings)})
        page.add_init_script(
            f"if (!localStorage.getItem('rondel.settings')) localStorage.setItem('rondel.settings', '{stored}')"
        )
        return page

    def page(self, context: BrowserContext) -> Page:
        """One more page in the storage of another, of its size."""
        page = context.new_page()
        if context.pages[0] is not page and context.pages[0].viewport_size is not None:
            page.set_viewport_size(context.pages[0].viewport_size)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", self._heard)
        page.on("response", self._answered)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "the server responded with" not in message.text:
            self.troubles.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status == 409 and "/preview?" in response.url:
            return  # asked for just before the move was made: a courtesy that came too late
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.request.method} {response.url}")

    def resume(self, before: str, game: str = "imperial-4", humans: tuple[int, ...] = (), after: str = "") -> str:
        """A recorded game, set up again as it stood before this line of the record: the table's id.

        The seat that chooses there is a person's (or `humans` are), the others are machines'. `after`: the first such
        line after this one.
        """
        lines = (GOLDEN / f"{game}.rondel").read_text().splitlines()
        end = lines.index(before, lines.index(after) if after else 0)
        told = [line for line in lines[:end] if not line.startswith("seed ")]
        seats = sum(line.startswith("seat ") for line in told[: told.index("")])
        persons = humans or (int(before[0]),)
        bots = [("bot", f"{seat}:heuristic") for seat in range(seats) if seat not in persons]
        text = "\n".join(re.sub(r"^seat (\d) .*", _named, line) for line in told) + "\n"
        asked = urllib.request.Request(
            f"{self.server.url}api/tables/import?{urllib.parse.urlencode(bots)}",
            text.encode(),
            {"content-type": "text/plain"},
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return str(json.load(answer)["id"])

    def line(self, game: str, begins: str) -> str:
        """The first line of a recorded game that begins like this."""
        lines = (GOLDEN / f"{game}.rondel").read_text().splitlines()
        return next(line for line in lines if line.startswith(begins))

    def table(self, game: str, bots: int = 3, bot: str = "heuristic", **options: Any) -> str:
        """A new table of Anna and machines: its id."""
        seats: list[dict[str, Any]] = [{"name": "Anna", "kind": "human", "bot": None}]
        seats += [{"name": f"Bot {number}", "kind": "bot", "bot": bot} for number in range(1, bots + 1)]
        return str(self.call("tables", {"game": game, "seats": seats, "options": options})["id"])

    def call(self, path: str, body: Any = None) -> Any:
        """What the server answers, past the page."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.server.url}api/{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def sit(self, table: str, *, policy: Policy = tax_and_invest, seed: int = 1, **how: Any) -> Player:
        """A player at a table, in a window of her own, once something is to be decided."""
        page = self.window(**how)
        page.goto(f"/#/table/{table}")
        return Player(page, policy=policy, seed=seed, touch=bool(how.get("touch"))).ready()

    def forgive(self, *words: str) -> None:
        """Troubles that the test itself made."""
        self.troubles[:] = [trouble for trouble in self.troubles if not any(word in trouble for word in words)]

    def close(self) -> None:
        for context in self.contexts:
            with suppress(Error):
                context.close()

    def leave(self) -> None:
        """Close all windows; their storages, emptied, are spare."""
        for context in self.contexts:
            try:
                self._empty(context)
            except Error:  # closed by the test, or its window broke down
                with suppress(Error):
                    context.close()

    def _empty(self, context: BrowserContext) -> None:
        pages = context.pages
        if not pages or pages[0].viewport_size is None or pages[0].evaluate("navigator.maxTouchPoints"):
            context.close()
            return
        everything = {"origin": self.server.url.rstrip("/"), "storageTypes": "all"}
        for page in pages[1:]:
            page.close()
        pages[0].goto("about:blank")
        context.new_cdp_session(pages[0]).send("Storage.clearDataForOrigin", everything)
        pages[0].close()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        self.spare.append(context)


@pytest.fixture(scope="session")
def spare() -> list[BrowserContext]:
    """Storages of windows that were closed: see `Desk`."""
    return []


@pytest.fixture
def desk(browser: Browser, server: Server, spare: list[BrowserContext]) -> Iterator[Desk]:
    desk = Desk(browser, server, spare)
    yield desk
    troubles = list(desk.troubles)
    desk.leave()
    assert troubles == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people have seats of their own, for all tests of a file."""
    running = Server(tmp_path_factory.mktemp("site"), site=True)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def club(browser: Browser, site: Server) -> Iterator[Desk]:
    """Windows on the site."""
    desk = Desk(browser, site)
    yield desk
    troubles = list(desk.troubles)
    desk.close()
    assert troubles == []


@pytest.fixture
def page(desk: Desk) -> Page:
    return desk.window()


@pytest.fixture
def play_now(desk: Desk) -> Callable[..., Player]:
    """Sit down at a new table of Imperial against three bots: start page, one click."""

    def sit(page: Page | None = None, **how: Any) -> Player:
        window = page or desk.window(**how)
        window.goto("/")
        window.locator("[data-play=imperial]").click()
        return Player(window).ready()

    return sit


@pytest.fixture
def resume(desk: Desk) -> Callable[..., Player]:
    """Sit down in the middle of a recorded game, before a line of it: see `Desk.resume`."""

    def sit(before: str, game: str = "imperial-4", **how: Any) -> Player:
        return desk.sit(desk.resume(before, game), **how)

    return sit
