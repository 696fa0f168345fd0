"""Two browsers, a phone and a bot finish a live game of each title on a site, each through a seat of her own.

    python -m tests.browser.together                 # the last sixty choices of a recorded game of each title
    python -m tests.browser.together --left 200 --games struggle

A short form is in test_site.py. Printed is, for each title, how many moves people, bot and chance made. All must
see the end, and nothing may go wrong in any window.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, PHONE, Desk
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.test_site import ENDS, join, near_its_end, play_together
from tests.server.place import run
from tools import chromium


def finish(browser: Browser, site: Server, game: str, left: int) -> dict[str, Any]:
    """Play a recorded game of a title to its end; what happened. AssertionError if anything went wrong."""
    golden, _, policy = ENDS[game]
    link = run(near_its_end(site.home, golden, left))
    table = link.split("/")[3]
    desk = Desk(browser, site)
    began = time.monotonic()
    try:
        pages = [desk.window(), desk.window(), desk.window(**PHONE)]
        for page, name in zip(pages, ("Anna", "Boris", "Chloé"), strict=True):
            join(page, link, name)
            page.locator("main.table").wait_for()
        start = int(pages[0].locator("main.table").get_attribute("data-position") or 0)
        players = [Player(page, policy=policy, seed=seed, touch=seed == 3) for seed, page in enumerate(pages, 1)]
        play_together(players, 40 * left + 4000)
        ends = [page.get_by_role("dialog").locator(".scores td.score").all_inner_texts() for page in pages]
        log = pages[0].evaluate(f"fetch('/api/tables/{table}/log').then((answer) => answer.json())")
        made = [entry for entry in log if entry["position"] > start]
        desk.forgive("409:", "403:")
        assert desk.troubles == [], desk.troubles
        assert len(ends[0]) == 4
        assert all(end == ends[0] for end in ends), ends
        with urllib.request.urlopen(f"{site.url}api/health") as answer:
            assert answer.status == 200
        return {
            "moves of people": sum(0 <= entry["seat"] < 3 for entry in made),
            "of the bot": sum(entry["seat"] == 3 for entry in made),
            "of chance": sum(entry["seat"] < 0 for entry in made),
            "position": max(entry["position"] for entry in log),
            "seconds": round(time.monotonic() - began),
        }
    finally:
        desk.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.together", description=__doc__)
    parser.add_argument("--left", type=int, default=60, help="so many choices of the recorded game are left to play")
    parser.add_argument("--games", nargs="*", default=list(ENDS), choices=list(ENDS))
    asked = parser.parse_args()
    found = chromium.find()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Server(Path(folder) / "home", site=True)
        site.start()
        browser = playwright.chromium.launch(
            executable_path=found.path, args=FLAGS, env={**os.environ, **found.environment}
        )
        try:
            for game in asked.games:
                print(f"{game}: {json.dumps(finish(browser, site, game, asked.left))}", flush=True)
        finally:
            browser.close()
            site.stop()


if __name__ == "__main__":
    main()
