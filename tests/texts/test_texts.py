"""The catalogues are complete, and browser and engine fill a template in the same way."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel.game import SHARED_TEXTS
from rondel.kernel.texts import LANGUAGES, Texts, read_catalogue

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
WEB = Path(__file__).parents[2] / "web" / "src"
HOLE = re.compile(r"\{([a-z_0-9]+)")


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: f"{case['key']} {case['params']}")
def test_a_template_is_filled_as_in_the_browser(case: dict[str, Any]) -> None:
    # web/tests/texts.test.ts reads the same cases.
    for language in LANGUAGES:
        if language in case:
            texts = Texts(language, CASES["catalogue"])
            me = frozenset(case.get("me", ()))
            assert texts.say(case["key"], case["params"], CASES["names"], me) == case[language]


def test_shared_catalogues_have_the_same_keys_and_holes() -> None:
    catalogues = {language: read_catalogue(SHARED_TEXTS, language) for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        assert catalogues[language].keys() == catalogues["en"].keys()
        for key, template in catalogues[language].items():
            assert set(HOLE.findall(template)) == set(HOLE.findall(catalogues["en"][key])), (language, key)
            assert template.strip() == template != "", (language, key)


def test_every_text_the_client_asks_for_is_there() -> None:
    catalogue = read_catalogue(SHARED_TEXTS, "en")
    for name in games.NAMES:  # a game brings the words of its board and panel
        catalogue.update(read_catalogue(games.load(name).folder / "texts", "en"))
    sources = [path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte")]
    asked = {key for source in sources for key in re.findall(r"\bt\(\s*\"([a-z][a-z0-9.-]*)\"", source)}
    assert len(asked) > 100
    assert {key for key in asked if f"table.{key}" not in catalogue} == set()
    # Keys that are put together, such as t(`settings.theme-${theme}`): some key begins that way.
    begun = {begin for source in sources for begin in re.findall(r"\bt\(\s*`([a-z0-9.-]+)\$\{", source)}
    for begin in begun:
        assert any(key.startswith(f"table.{begin}") for key in catalogue), begin


def test_the_client_uses_every_text_of_its_own() -> None:
    catalogue = read_catalogue(SHARED_TEXTS, "en")
    words = " ".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte"))
    put_together = ("mark.", "settings.", "setup.", "offer.", "site.error.", "site.go.", "site.note.", "site.way.")
    where = ("choices.on-map", "choices.in-panel", "choices.on-dial", "choices.as-list")
    over_weeks = ("weeks.", "deals.", "notices.of-", "reports.why-", "tournament.", "chat.too-fast", "chat.silenced")
    unused = {
        key
        for key in catalogue
        if key.startswith("table.")
        and f'"{key[6:]}"' not in words
        and f'"{key}"' not in words
        and not key[6:].startswith(put_together + where + over_weeks)
    }
    assert unused == set()
