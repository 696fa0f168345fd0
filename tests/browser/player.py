"""A player who sees nothing but the page: reads what can be pressed there, chooses, and presses it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

# Where the table stands, as the page itself states it: whose decision, which position, and what is half chosen.
STATE = """() => {
  const one = (selector) => document.querySelector(selector);
  const table = one("main.table")?.dataset;
  const handover = one("[data-handover]");
  const card = one("[data-card=waits] button");
  const now = one("dialog[open] .winner") ? "end" : handover ? "handover" : card ? "card" : table?.now ?? "loading";
  const half = [
    ".choosing [data-confirm]", ".choosing .confirm", ".choosing details[open]:not(.refusals)", ".menu",
    "[data-mark=selected]",
  ];
  return {
    now,
    idle: handover !== null || card !== null || table?.idle === "true",
    position: Number(table?.position ?? -1),
    key: [
      now, one("[data-card=waits]")?.textContent, table?.position,
      one(".history input[type=range]")?.value, one(".handover h1")?.textContent,
      one(".prompt .words")?.textContent, one("#tabpanel ol.row")?.textContent, ...half.map((s) => !!one(s)),
    ].join("|"),
  };
}"""

POLL = 15
"""Milliseconds between two looks at the page; looking at every frame would keep the browser drawing."""

WAITED_FOR = "['mine', 'over', 'end', 'handover', 'card']"
DUE = f"""() => {{
  const state = ({STATE})();
  return state.idle && {WAITED_FOR}.includes(state.now) ? state : null;
}}"""

# Everything that can be pressed now to play on: visible, enabled, offered.
CONTROLS = """() => {
  const out = [];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const add = (what, selector, name, mark = () => null) =>
    document.querySelectorAll(selector).forEach((element, index) => {
      if (!element.disabled && seen(element)) {
        out.push({what, selector, index, name: name(element), mark: mark(element)});
      }
    });
  const text = (element) => element.textContent.trim();
  add("confirm", ".choosing [data-confirm]", text);
  add("menu", ".menu button.choice", text);
  add("slot", "[data-slot][data-offered]", (e) => e.dataset.slot);
  add("bond", "button.buy:not(.barred)", (e) => e.ariaLabel);
  add("choice", ".choosing button[data-choice]", (e) => e.dataset.choice);
  add("panel", "#tabpanel [data-put], #tabpanel [data-program]", (e) => e.dataset.put ?? "program");
  add("list", ".choosing details:not([open]):not(.refusals) > summary", () => "list");
  add("area", "[data-area][data-mark]", (e) => e.dataset.area, (e) => e.dataset.mark);
  return out;
}"""

# A point where a press on this element really meets it, and nothing that lies above it.
POINT = """(element) => {
  element.scrollIntoView({block: "nearest"});
  const meets = (x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (hit === element || element.contains(hit));
  };
  const search = () => {
    const {left, top, width, height} = element.getBoundingClientRect();
    for (const parts of [2, 5, 12, 24]) {
      for (let i = 1; i < parts; i++) for (let j = 1; j < parts; j++) {
        const [x, y] = [left + width * j / parts, top + height * i / parts];
        if (meets(x, y)) return {x, y};
      }
    }
    return null;
  };
  let point = search();
  if (!point) {
    element.scrollIntoView({block: "center"});
    point = search();
  }
  return point;
}"""


MOVED_ON = f"(key) => ({STATE})().key !== key || ({CONTROLS})().length > 0"


@dataclass(frozen=True)
class Control:
    what: str
    selector: str
    index: int
    name: str
    mark: str | None


Policy = Callable[["Player", list[Control]], Control]


def tax_and_invest(player: Player, controls: list[Control]) -> Control:
    """Imperial: taxes whenever it can, so that the game ends; everything else by chance, but never for ever."""
    by = sorted_out(controls)
    if first := by.get("confirm") or by.get("menu"):
        return player.random.choice(first)
    if "slot" in by:
        for liked in ("taxation", "production", "maneuver"):
            if found := [slot for slot in by["slot"] if slot.name.startswith(liked)]:
                return found[0]
        return player.random.choice(by["slot"])
    if "bond" in by:
        return by["bond"][-1]
    goals, starts = marked(by, "goal"), marked(by, "source")
    choices = by.get("choice", [])
    for liked in ("produce-all", "peace"):
        if found := [choice for choice in choices if choice.name == liked]:
            return found[0]
    done = [choice for choice in choices if choice.name in ("done", "skip", "pass")]
    if player.selected and goals:
        return player.random.choice(goals)
    if (goals or starts) and not (done and player.random.random() < 0.6):
        return player.random.choice(goals or starts)
    return player.random.choice(done or choices or goals or starts)


QUICK = (
    *("done", "pass", "end-turn", "stay", "refuse", "decline", "do-not-ask"),  # Struggle
    *("close", "keep-debt", "reject", "fight", "give-up"),  # ImpeRunde
    *("ignore", "hold", "no-escort", "surrender"),  # Colonial
)


def bring_on(player: Player, controls: list[Control]) -> Control:
    """Mostly what brings the game on; now and then anything that the board or the list offers."""
    by = sorted_out(controls)
    if first := by.get("confirm") or by.get("menu"):
        return player.random.choice(first)
    goals, starts = marked(by, "goal"), marked(by, "source")
    quick = [choice for choice in by.get("choice", []) if choice.name in QUICK]
    if goals and (player.selected or not quick or player.random.random() < 0.3):
        return player.random.choice(goals)
    if starts and (not quick or player.random.random() < 0.2):
        return player.random.choice(starts)
    return player.random.choice(quick or [*by.get("choice", []), *by.get("panel", [])] or goals or starts or controls)


def anything(player: Player, controls: list[Control]) -> Control:
    """Any of what is offered: a goal if something is picked up, else the map, the panel or the buttons."""
    by = sorted_out(controls)
    if first := by.get("confirm") or by.get("menu"):
        return player.random.choice(first)
    goals, areas = marked(by, "goal"), marked(by, "goal", "source")
    if player.selected and goals:
        return player.random.choice(goals)
    rest = [*by.get("choice", []), *by.get("panel", [])]
    if areas and (not rest or player.random.random() < 0.4):
        return player.random.choice(areas)
    return player.random.choice(rest or controls)


def sorted_out(controls: list[Control]) -> dict[str, list[Control]]:
    by: dict[str, list[Control]] = {}
    for control in controls:
        by.setdefault(control.what, []).append(control)
    return by


def marked(by: dict[str, list[Control]], *marks: str) -> list[Control]:
    return [area for area in by.get("area", []) if area.mark in marks]


class Player:
    def __init__(self, page: Page, *, touch: bool = False, seed: int = 1, policy: Policy = tax_and_invest) -> None:
        self.page = page
        self.touch = touch
        self.policy = policy
        self.random = random.Random(seed)
        self.presses = 0
        self.cards = 0
        """Battles, throws and events that were shown until this player went on."""
        self.out_of_reach: list[str] = []
        """What was offered but could not be pressed where it stands."""

    # What is to be seen

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    @property
    def position(self) -> int:
        return int(self.state()["position"])

    @property
    def selected(self) -> bool:
        return self.page.locator("[data-mark=selected]").count() > 0

    def controls(self) -> list[Control]:
        return [Control(**found) for found in self.page.evaluate(CONTROLS)]

    def offered(self, what: str) -> list[str]:
        return [control.name for control in self.controls() if control.what == what]

    def ready(self) -> Player:
        """Wait until it is this player's decision, or nothing more is to be decided."""
        self.due()
        return self

    def due(self) -> dict[str, Any]:
        """The state once it is this player's decision, or nothing more is to be decided; cards are gone on from."""
        while True:
            found: dict[str, Any] = self.page.wait_for_function(DUE, polling=POLL).json_value()
            if found["now"] != "card":
                return found
            self.go_on(found)

    def go_on(self, seen: dict[str, Any]) -> None:
        """The card that waits has been seen."""
        if self.press(self.page.locator("[data-card=waits] button")):
            self.cards += 1
        self.changed(seen)

    def changed(self, before: dict[str, Any]) -> None:
        self.page.wait_for_function(f"(key) => ({STATE})().key !== key", arg=before["key"], polling=POLL)

    # What can be done

    def press(self, target: Locator) -> bool:
        """Click or tap where the thing can be met. False if it lies out of reach, or has gone meanwhile."""
        try:
            point = target.evaluate(POINT, timeout=3000)
        except TimeoutError:
            return False
        if point is None:
            return False
        if self.touch:
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])
        self.presses += 1
        return True

    def area(self, name: str) -> Locator:
        return self.page.locator(f"[data-area={name}]")

    def slot(self, name: str) -> Locator:
        return self.page.locator(f"[data-slot={name}]")

    def choice(self, kind: str) -> Locator:
        return self.page.locator(f".choosing button[data-choice={kind}]")

    def act(self, control: Control, before: dict[str, Any] | None = None) -> bool:
        before = before or self.state()
        target = self.page.locator(control.selector).nth(control.index)
        reached = self.press(target)
        if not reached and control.what == "area":
            self.press(self.page.locator("[data-zoom=whole]"))  # the whole board
            reached = self.press(target)
        if reached:
            try:
                self.changed(before)
            except TimeoutError as error:
                seen = self.page.locator(".act").inner_text()
                raise AssertionError(f"{control} was pressed, and nothing happened: {seen}") from error
        elif self.state()["key"] != before["key"]:
            return True  # others, who decide at the same time, went on: look again
        else:
            self.out_of_reach.append(f"{control.what} {control.name} at {before['position']}")
        return reached

    def step(self, before: dict[str, Any] | None = None) -> str:
        """One press, or nothing if the game is over. Says how the table stood."""
        before = before or self.due()
        now = str(before["now"])
        if now == "handover":
            self.press(self.page.locator("[data-handover]"))
            self.changed(before)
        elif now == "mine":
            controls = self.controls()
            if not controls:  # others, who decide at the same time, went on between the two looks
                self.page.wait_for_function(MOVED_ON, arg=before["key"], polling=POLL)
                return now
            while controls:
                control = self.policy(self, controls)
                if self.act(control, before):
                    return now
                controls.remove(control)
            raise AssertionError(f"nothing can be pressed, though a decision is due: {self.out_of_reach[-3:]}")
        return now

    def play(self, until: Callable[[], bool] | None = None, limit: int = 3000) -> Player:
        """Play on until something holds, or to the end of the game."""
        for _ in range(limit):
            state = self.due()
            if state["now"] == "end" or (until is not None and until()):
                return self
            self.step(state)
        raise AssertionError(f"no end after {limit} presses, at position {self.position}")

    def play_until_offered(self, what: str) -> Player:
        return self.play(lambda: bool(self.offered(what)))

    def money(self) -> str:
        """The money of every player, as the panel shows it."""
        self.page.locator("#tab-players").click()
        return re.sub(r"\s+", " ", self.page.locator(".players").inner_text())
