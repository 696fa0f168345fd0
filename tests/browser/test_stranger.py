"""A stranger's game, written from the page "write your own game" alone: on the start page, and at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player, anything
from tests.tutorial import Reader


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    reader = Reader(tmp_path_factory.mktemp("clone"))
    reader.reads()
    with reader.plays() as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(base_url=site, locale="en-GB", reduced_motion="reduce")
    context.add_init_script("""localStorage.setItem("rondel.settings", '{"speed": "off", "confirm": "never"}')""")
    yield context.new_page()
    context.close()


def test_it_is_on_the_start_page(page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-play=ferry]")).to_be_visible()
    expect(page.get_by_text("Cargo, inspectors and bribes in two harbours.")).to_be_visible()


def test_it_is_played_to_its_end_at_a_table(page: Page) -> None:
    page.goto("/")
    page.locator("[data-play=ferry]").click()
    player = Player(page, policy=anything, seed=5).play()
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    assert player.position > 20
