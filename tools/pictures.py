"""Take the pictures of the README and the documentation: docs/images/<game>.webp, each table in the middle of a game.

    python -m tools.pictures [GAME ...]

A recorded game of tests/golden is set up again as it stood, and the table photographed by the browser of the tests.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import urllib.parse
import urllib.request
from json import loads
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.server import Server
from tools import chromium

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
GOLDEN = ROOT / "tests" / "golden"
SHOWN = {
    "imperial": ("imperial-4", 0.7),
    "struggle": ("struggle-5", 0.62),
    "imperunde": ("imperunde-4", 0.5),
    "colonial": ("colonial-4", 0.6),
}
"""The record to show, and how far into it."""
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elsa", "Felix", "Greta")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage"]
PACK = """async (bytes) => {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: "image/png"}));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({type: "image/webp", quality: 0.8});
  return [...new Uint8Array(await blob.arrayBuffer())];
}"""


def resume(server: Server, record: str, share: float) -> str:
    """The table of a recorded game as it stood before the first decision of seat 0 after this share of it."""
    lines = [
        line for line in (GOLDEN / f"{record}.rondel").read_text(encoding="utf-8").splitlines() if line[:3] != "   "
    ]
    begun = int(len(lines) * share)
    end = next(number for number in range(begun, len(lines)) if lines[number].startswith("0> "))
    told = [line for line in lines[:end] if not line.startswith("seed ")]
    seats = sum(line.startswith("seat ") for line in told[: told.index("")])
    bots = [("bot", f"{seat}:heuristic") for seat in range(1, seats)]
    text = "\n".join(
        re.sub(r"^seat (\d) .*", lambda seat: f"seat {seat[1]} {NAMES[int(seat[1])]}", line) for line in told
    )
    asked = urllib.request.Request(
        f"{server.url}api/tables/import?{urllib.parse.urlencode(bots)}",
        (text + "\n").encode(),
        {"content-type": "text/plain"},
    )
    with urllib.request.urlopen(asked) as answer:
        return str(loads(answer.read())["id"])


def take(browser: Browser, server: Server, game: str) -> Path:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce", base_url=server.url
    )
    settings = '{"speed": "off", "confirm": "never", "notes": false, "cards": "none"}'
    context.add_init_script(f"""localStorage.setItem("rondel.settings", '{settings}')""")
    page: Page = context.new_page()
    page.goto(f"/#/table/{resume(server, *SHOWN[game])}")
    page.locator("svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready")
    page.mouse.move(2, 2)
    packed: list[int] = page.evaluate(PACK, list(page.screenshot(animations="disabled")))
    IMAGES.mkdir(parents=True, exist_ok=True)
    target = IMAGES / f"{game}.webp"
    target.write_bytes(bytes(packed))
    context.close()
    return target


def main() -> None:
    found = chromium.find()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=found.path, args=FLAGS, env={**os.environ, **found.environment}
        )
        try:
            for game in sys.argv[1:] or SHOWN:
                target = take(browser, server, game)
                print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
