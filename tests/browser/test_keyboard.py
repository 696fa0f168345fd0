"""Without a mouse: Tab, arrows, Enter, Escape and the keys of the settings."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk
from tests.browser.player import Player


def focus(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("() => ({...document.activeElement.dataset, id: document.activeElement.id})")
    return found


def tab_to(page: Page, selector: str, limit: int = 120) -> None:
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none" or selector.startswith("[data-"), "the focus can be seen"
            return
    raise AssertionError(f"Tab never comes to {selector}")


def press(player: Player, key: str) -> None:
    """A key that decides something, or half of it."""
    before = player.state()
    player.page.keyboard.press(key)
    player.changed(before)
    player.ready()


def to_slot(player: Player, name: str) -> None:
    page = player.page
    tab_to(page, "[data-slot]")
    for _ in range(8):
        if focus(page).get("slot") == name:
            break
        page.keyboard.press("ArrowRight")
    assert focus(page)["slot"] == name
    press(player, "Enter")


def to_marked(player: Player, mark: str) -> str:
    """N walks over the places where something can be done."""
    page = player.page
    if "area" not in focus(page):
        tab_to(page, "[data-area]")
    for _ in range(60):
        page.keyboard.press("n")
        if focus(page).get("mark") == mark:
            return focus(page)["area"]
    raise AssertionError(f"N never comes to a {mark}")


def until_wheel(player: Player) -> None:
    """Whatever else is asked: the first button, by its number."""
    while not player.offered("slot"):
        press(player, "1")


def test_a_game_begun_an_army_moved_a_move_taken_back_and_the_rules_read(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    tab_to(page, "[data-play=imperial]")
    page.keyboard.press("Enter")
    player = Player(page).ready()

    # First an army or two ...
    until_wheel(player)
    to_slot(player, "import")
    for _ in range(2):
        area = to_marked(player, "goal")
        press(player, "Enter")
        page.wait_for_function(
            "() => document.querySelector('.menu .choice') || !document.querySelector('[data-mark=selected]')"
        )
        menu = page.locator(".menu .choice", has_text="army")
        if menu.count():  # an army or a fleet? The menu has the focus.
            expect(page.locator(".menu .choice").first).to_be_focused()
            texts = page.locator(".menu .choice").all_inner_texts()
            press(player, str(1 + next(i for i, text in enumerate(texts) if "army" in text)))
        if page.locator(".menu").count():  # it stays open where there is more to have
            press(player, "Escape")
        assert "armies" in (player.area(area).get_attribute("aria-label") or "") or "army" in (
            player.area(area).get_attribute("aria-label") or ""
        )
    press(player, "1")

    # ... then to manoeuvre with them.
    for _ in range(6):
        until_wheel(player)
        if "maneuver-2" in player.offered("slot"):
            to_slot(player, "maneuver-2")
            if "march" in prompt_kinds(player) or page.locator("[data-mark=source]").count():
                break
        else:
            press(player, "1")
    page.locator("[data-mark=source]").first.wait_for(state="attached")
    start = to_marked(player, "source")
    press(player, "Enter")
    expect(player.area(start)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(player.area(start)).not_to_have_attribute("aria-pressed", "true")
    to_marked(player, "source")
    press(player, "Enter")
    position = player.position
    goal = to_marked(player, "goal")
    assert goal != start
    press(player, "Enter")
    assert player.position == position + 1

    # Back again, and what do the rules say?
    press(player, "u")
    assert player.position == position
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="rules")
    expect(rules.locator("section.wanted")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)

    # Earlier and later
    page.keyboard.press(",")
    expect(page.locator(".history .figure")).to_have_text(f"{position - 1} / {position}")
    page.keyboard.press(".")
    player.ready()
    assert player.position == position


def prompt_kinds(player: Player) -> list[str]:
    return player.offered("choice")


def test_the_map_is_one_stop_and_arrows_walk_over_it(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    expect(page.locator("[data-area][tabindex='0']")).to_have_count(1)
    expect(page.locator("[data-slot][tabindex='0']")).to_have_count(1)
    page.locator("[data-area][tabindex='0']").focus()
    seen = {focus(page)["area"]}
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.add(focus(page)["area"])
    assert len(seen) >= 4
    before = page.locator("svg.map > g").get_attribute("transform")
    page.keyboard.press("+")
    assert page.locator("svg.map > g").get_attribute("transform") != before
    page.keyboard.press("0")
    assert page.locator("svg.map > g").get_attribute("transform") == before


def test_dialogs_hold_the_focus_and_give_it_back(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    opener = page.get_by_role("button", name="settings")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(25):
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.matches('dialog *, body')")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


def test_the_first_stop_leads_past_the_header(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.locator("[data-play=imperial]").wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
