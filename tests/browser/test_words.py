"""Three languages, two appearances, and settings that stay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Desk
from tests.browser.player import Player

PlayNow = Callable[..., Player]

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
PLAY = {"en": re.compile("Play"), "fr": re.compile("Jouer"), "de": re.compile("spielen")}


def words(page: Page) -> str:
    return page.locator("body").inner_text()


def names(page: Page) -> list[str]:
    """What a screen reader says about map and wheel."""
    found: list[str] = page.locator("[data-area], [data-slot]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return found


def expect_no_bare_keys(page: Page) -> None:
    text = words(page) + "\n".join(names(page))
    assert re.findall(r"\b(?:table|event|action|prompt|reason|nation|area|slot)\.[a-z-]+(?:\.[a-z-]+)*\b", text) == []
    assert "{" not in text
    assert "undefined" not in text


def test_the_start_page_speaks_three_languages(page: Page) -> None:
    page.goto("/")
    seen = set()
    for language in ("fr", "de", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("[data-play=imperial]")).to_have_text(PLAY[language])
        expect_no_bare_keys(page)
        seen.add(words(page))
    assert len(seen) == 3


def test_the_table_speaks_three_languages_in_the_middle_of_a_decision(resume: PlayNow) -> None:
    player = resume("0> italy advances to maneuver-2")
    page, position = player.page, player.position
    page.locator("#tab-log").click()
    page.locator(".log > li").first.wait_for()
    seen: dict[str, set[str]] = {"prompt": set(), "log": set(), "map": set(), "title": set()}
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        seen["prompt"].add(page.locator(".prompt .ask").inner_text())
        seen["log"].add(page.locator(".log").inner_text())
        seen["map"].add("\n".join(names(page)))
        seen["title"].add(page.locator("#prompt-title").inner_text())
        expect_no_bare_keys(page)
        for tab in ("nations", "bonds", "players", "tracks", "log"):
            page.locator(f"#tab-{tab}").click()
            expect_no_bare_keys(page)
    assert {what: len(found) for what, found in seen.items()} == dict.fromkeys(seen, 3)
    assert player.position == position
    player.step()


def test_rules_and_settings_in_every_language(desk: Desk) -> None:
    page = desk.window(settings={})
    page.goto("/")
    for language in ("fr", "de", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        rules_and_settings(page, language)
        page.keyboard.press("Escape")


def rules_and_settings(page: Page, language: str) -> None:
    page.locator(".game.ready").first.locator(".do button").nth(2).click()
    dialog = page.get_by_role("dialog")
    dialog.locator("section.prose").first.wait_for()
    assert dialog.locator("section.prose").count() >= 5
    expect_no_bare_keys(page)
    dialog.locator(".switch button").last.click()
    expect(dialog.locator(".prose")).to_have_count(1)
    expect_no_bare_keys(page)
    page.keyboard.press("Escape")
    page.locator("header nav button").click()
    expect(page.get_by_role("dialog").get_by_label(LANGUAGES[language])).to_be_checked()
    expect_no_bare_keys(page)


def test_settings_are_kept_over_a_reload(desk: Desk) -> None:
    page = desk.window(settings={})
    page.goto("/")
    page.get_by_role("button", name="settings").click()
    page.get_by_label("Deutsch").check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_label("Français").check()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_label("English").check()
    page.get_by_label("night").check()
    page.get_by_label("slow").check()
    page.get_by_label("when I end my turn").check()
    page.get_by_label("patterns on the map").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="settings").click()
    for kept in ("English", "night", "slow", "when I end my turn"):
        expect(page.get_by_label(kept)).to_be_checked()
    expect(page.get_by_label("patterns on the map")).not_to_be_checked()


def test_dark_is_dark(play_now: PlayNow) -> None:
    player = play_now(settings={"theme": "dark", "speed": "off"})
    page = player.page
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    def brightness(selector: str, of: str) -> float:
        colour = page.locator(selector).first.evaluate(f"(one) => getComputedStyle(one).{of}")
        parts = [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]
        return sum(parts) / 3

    assert brightness(".prompt", "color") > 180
    page.get_by_role("button", name="settings").click()
    assert brightness("dialog[open]", "backgroundColor") < 60
    page.get_by_label("day").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert brightness("dialog[open]", "backgroundColor") > 200


def test_the_system_may_choose_the_appearance(desk: Desk) -> None:
    page = desk.window(settings={})
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


YOU = {"en": "You", "fr": "Vous", "de": "Sie"}


def test_the_log_says_every_name_once_and_speaks_to_its_reader(resume: PlayNow) -> None:
    page = resume("0> italy advances to maneuver-2").page  # Anna reads
    page.locator("#tab-log").click()
    page.locator(".log > li > button").first.wait_for()
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        lines = page.locator(".log > li > button").all_inner_texts()
        assert any(line.startswith("Clara ") for line in lines), "what somebody does begins with the name"
        assert any(line.startswith(YOU[language]) for line in lines), "what Anna does is told to her"
        assert [line for line in lines if "Anna" in line] == []
        assert [line for line in lines if re.search(r"\b(You|Vous|Sie|Boris|Clara|Dmitri)\b\W+\1\b", line)] == []


def test_who_gives_no_name_is_you_in_every_language(play_now: PlayNow) -> None:
    page = play_now().page
    page.locator("#tab-players").click()
    for language, name in YOU.items():
        page.locator("#language").select_option(language)
        expect(page.locator(".players li.me strong")).to_have_text(name)
        page.locator("#tab-log").click()
        expect(page.locator(".log")).to_contain_text(name)
        page.locator("#tab-players").click()


def test_a_name_given_in_the_settings_is_used_at_new_tables(desk: Desk) -> None:
    page = desk.window()
    page.goto("/")
    page.get_by_role("button", name="settings").click()
    page.get_by_label("your name").fill("Zoë")
    page.keyboard.press("Escape")
    page.locator("[data-play=imperial]").click()
    Player(page).ready()
    page.locator("#tab-players").click()
    expect(page.locator(".players li.me strong")).to_have_text("Zoë")
