"""A real server and a real browser. Without a Chromium these tests are skipped, unless RONDEL_NEED_BROWSER is set."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "rondel" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def find_chromium() -> str | None:
    named = os.environ.get("RONDEL_CHROMIUM")
    if named:
        return named
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    return None


def missing(what: str) -> None:
    if os.environ.get("RONDEL_NEED_BROWSER"):
        pytest.fail(what)
    pytest.skip(what)


class Site:
    """A server of its own, on a free port, with its data in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        code = f"from rondel.server.run import run; run(port={self.port}, open_browser=False)"
        environment = {**os.environ, "RONDEL_HOME": str(self.home), "RONDEL_BOT_PAUSE": "0"}
        self.process = subprocess.Popen([sys.executable, "-c", code], env=environment)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=1)
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + "/api" + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def table(self, *humans: str, bots: int = 3, **options: Any) -> str:
        """A new table of Imperial: people first, then machines."""
        seats = [{"name": name, "kind": "human", "bot": None} for name in humans]
        seats += [{"name": f"Bot {n}", "kind": "bot", "bot": "heuristic"} for n in range(1, bots + 1)]
        made = self.call("/tables", {"game": "imperial", "seats": seats, "options": options})
        return str(made["id"])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not (STATIC / "index.html").exists():
        missing("the client is not built: make client")
    server = Site(tmp_path_factory.mktemp("home"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    executable = find_chromium()
    if executable is None:
        missing("there is no Chromium: install one, or name it in RONDEL_CHROMIUM")
    with playwright.sync_playwright() as play:
        started = play.chromium.launch(executable_path=executable, args=FLAGS)
        yield started
        started.close()


class Screen:
    """A browser window, and the words in which these tests speak about it."""

    def __init__(self, browser: Any, site: Site, **wishes: Any) -> None:
        size = wishes.pop("size", (1440, 900))
        touch = size[0] < 500
        self.site = site
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch, locale="en"
        )
        settings = {"language": "en", "theme": "light", "speed": "off", "confirm": "never", **wishes}
        stored = json.dumps(json.dumps(settings))
        self.context.add_init_script(
            f"if (!localStorage['rondel.settings']) localStorage['rondel.settings'] = {stored}"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(f"{error} {error.stack}"[:1500]))

    def open(self, table: str | None = None) -> None:
        self.page.goto(f"{self.site.url}/#/table/{table}" if table else f"{self.site.url}/")
        self.page.wait_for_selector(".prompt, [data-handover]" if table else ".game.ready")

    def my_turn(self) -> None:
        self.page.wait_for_selector(".prompt.mine", timeout=30_000)

    def position(self) -> int:
        return int(self.page.locator(".history .figure").inner_text().split("/")[1])

    def marks(self, kind: str) -> list[str]:
        found = self.page.locator(f"[data-mark={kind}]").evaluate_all("all => all.map(one => one.dataset.area)")
        return [str(each) for each in found]

    def click_area(self, area: str) -> None:
        # The middle of an outline may lie outside it; the click itself is what matters.
        self.page.locator(f"#area-{area}").dispatch_event("click")

    def axe(self) -> list[str]:
        """What axe has to say against the page, in short."""
        self.page.wait_for_timeout(300)
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found["violations"]]

    def close(self) -> None:
        self.context.close()
        assert self.errors == []


@pytest.fixture
def screens(browser: Any, site: Site) -> Iterator[Any]:
    opened: list[Screen] = []

    def make(**wishes: Any) -> Screen:
        opened.append(Screen(browser, site, **wishes))
        return opened[-1]

    yield make
    for screen in opened:
        screen.close()


@pytest.fixture
def screen(screens: Any) -> Screen:
    made: Screen = screens()
    return made
