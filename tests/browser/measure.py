"""Measure how the maps read: `python -m tests.browser.measure [GAME ...] [--pictures FOLDER]`.

Ten positions of recorded games for each game, at every size of window: the smallest text on the screen, labels that
cover labels or pieces, and the share of the window that the map takes. What is not as it should be is a failure.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS, GOLDEN, Desk
from tests.browser.player import Player
from tests.browser.server import Server
from tools import chromium

GAMES = ("imperial", "struggle", "imperunde", "colonial")
SIZES = {
    "laptop": (1440, 900),
    "wide": (1920, 1080),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "phone on its side": (844, 390),
}
LEAST = 11.0
"""Pixels: no text is smaller."""
LEAST_VALUE = 12.0
"""Pixels: no figure on the map is smaller."""
POSITIONS = 10

# Every text that is to be seen, with its size on the screen; of the map also the boxes of names and pieces.
MEASURE = """() => {
  const seen = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.data.trim() || !element || !seen(element)) continue;
    if (element.closest("script, style, .sr, .skip, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 0.5 || box.height < 0.5) continue;
    let px = parseFloat(getComputedStyle(element).fontSize);
    const drawn = element.closest("text");
    if (drawn) {
      const {a, b, c, d} = drawn.getScreenCTM();
      px *= Math.sqrt(Math.abs(a * d - b * c));
    }
    texts.push({
      text: node.data.trim().slice(0, 30), px, map: !!element.closest("svg.map"),
      where: (element.closest("[class]")?.getAttribute("class") ?? element.tagName).slice(0, 40),
    });
  }
  const frame = document.querySelector("svg.map")?.getBoundingClientRect();
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const inside = (box) => frame && across(box, frame) > 0 && down(box, frame) > 0;
  const boxes = (attribute) => [...document.querySelectorAll(`svg.map [${attribute}]`)].filter(seen).map((element) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return {name: element.getAttribute(attribute), left, top, right, bottom};
  }).filter(inside);
  const [labels, pieces] = [boxes("data-label"), boxes("data-piece")];
  const covers = (a, b) => across(a, b) > 1 && down(a, b) > 1;
  const overlaps = [];
  labels.forEach((label, index) => {
    for (const other of [...labels.slice(index + 1), ...pieces]) {
      if (covers(label, other)) overlaps.push(`${label.name} / ${other.name}`);
    }
  });
  const visible = frame ? Math.max(0, Math.min(frame.right, innerWidth) - Math.max(frame.left, 0))
    * Math.max(0, Math.min(frame.bottom, innerHeight) - Math.max(frame.top, 0)) : 0;
  return {
    texts, overlaps, labels: labels.length, pieces: pieces.length,
    crowded: pieces.flatMap((one, index) => pieces.slice(index + 1).filter((other) => covers(one, other))).length,
    share: visible / (innerWidth * innerHeight), map: frame ? [frame.width, frame.height] : [0, 0],
  };
}"""
STILL = "() => document.fonts.status === 'loaded' && !document.querySelector('svg.map[data-settling]')"


@dataclass
class Found:
    """What was measured at one size, in all positions together."""

    smallest: float = 99.0
    small: dict[str, float] = field(default_factory=dict)
    overlaps: list[str] = field(default_factory=list)
    share: float = 1.0
    map: tuple[float, float] = (0.0, 0.0)
    labels: int = 0
    pieces: int = 0
    crowded: int = 0

    def add(self, measured: dict[str, Any], where: str) -> None:
        for text in measured["texts"]:
            self.smallest = min(self.smallest, text["px"])
            least = LEAST_VALUE if text["map"] and text["text"].isdigit() else LEAST
            if text["px"] < least - 0.05:
                self.small[f"{text['text']} ({text['where']})"] = round(text["px"], 1)
        self.overlaps += [f"{where}: {overlap}" for overlap in measured["overlaps"]]
        self.share = min(self.share, measured["share"])
        self.map = tuple(measured["map"])
        self.labels += measured["labels"]
        self.pieces += measured["pieces"]
        self.crowded += measured["crowded"]


def positions(game: str, count: int = POSITIONS) -> Iterator[tuple[str, str]]:
    """Records of the game and lines in them before which a seat decides: spread over tables and the course of play."""
    records = sorted(path.stem for path in GOLDEN.glob(f"{game}-[2-7].rondel"))
    for number in range(count):
        record = records[number % len(records)]
        lines = (GOLDEN / f"{record}.rondel").read_text(encoding="utf-8").splitlines()
        start = int(len(lines) * (number + 1) / (count + 1))
        yield record, next(line for line in lines[start:] if line[:1].isdigit() and line[1:3] == "> ")


def measure(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.mouse.move(2, 2)
    page.wait_for_timeout(250)
    page.wait_for_function(STILL)
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def measured(desk: Desk, game: str, count: int, sizes: tuple[str, ...], pictures: Path | None) -> dict[str, Found]:
    found = {size: Found() for size in sizes}
    for number, (record, line) in enumerate(positions(game, count)):
        table = desk.resume(line, record)
        pages: dict[bool, Page] = {}
        for size in sizes:
            width, height = SIZES[size]
            touch = width < 1000 or height < 500
            if touch not in pages:
                pages[touch] = desk.window(width, height, touch=touch)
                pages[touch].goto(f"/#/table/{table}")
                Player(pages[touch]).ready()
            page = pages[touch]
            found[size].add(measure(page, (width, height)), f"{record} before {line!r}, {size}")
            if pictures:
                page.screenshot(path=pictures / f"{game}-{number}-{width}.png", animations="disabled")
        for page in pages.values():
            page.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how the maps read.")
    parser.add_argument("games", nargs="*", default=[], help="these games only")
    parser.add_argument("--count", type=int, default=POSITIONS, help="positions for each game")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--pictures", type=Path, help="where pictures of all that is measured go")
    parser.add_argument("--verbose", action="store_true", help="name what is too small and what covers what")
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    browser_found = chromium.find()
    failed = False
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=browser_found.path, args=FLAGS, env={**os.environ, **browser_found.environment}
        )
        print("| game | window | smallest text | texts below 11 px | names | covered | map | share |")
        print("|---|---|---|---|---|---|---|---|")
        try:
            for game in asked.games or GAMES:
                desk = Desk(browser, server)
                for size, found in measured(desk, game, asked.count, tuple(asked.sizes), asked.pictures).items():
                    failed = failed or bool(found.small or found.overlaps)
                    width, height = SIZES[size]
                    print(
                        f"| {game} | {width}x{height} | {found.smallest:.1f} | {len(found.small)} | {found.labels} "
                        f"| {len(found.overlaps)} | {found.map[0]:.0f}x{found.map[1]:.0f} | {found.share:.0%} |",
                        flush=True,
                    )
                    if asked.verbose:
                        for name, px in sorted(found.small.items(), key=lambda item: item[1])[:12]:
                            print(f"    {px} px: {name}")
                        print("".join(f"    {overlap}\n" for overlap in found.overlaps[:12]), end="")
                desk.close()
        finally:
            browser.close()
            server.stop()
    sys.exit(failed)


if __name__ == "__main__":
    main()
