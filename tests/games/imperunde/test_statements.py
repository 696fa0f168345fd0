"""The page that lists every statement of the rulebook names tests and code that exist."""

import re
from pathlib import Path

import pytest

from rondel.games.imperunde import GAME
from rondel.kernel.texts import LANGUAGES
from tests.games.words import chapters, read

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "players" / "imperunde-statements.md"
ROWS = re.findall(r"^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_lists_the_rulebook_from_the_first_chapter_to_the_last() -> None:
    assert len(ROWS) >= 265
    numbers = {int(chapter.split(".")[0].split()[0]) for chapter, *_ in ROWS}
    assert numbers == set(range(1, 19)) - {3, 17}, "3 tells the length of a game, 17 everything once more"


def test_every_test_that_is_named_exists() -> None:
    named = {test for *_, tests in ROWS for test in re.findall(r"`(test_\w+\.py::test_\w+)`", tests)}
    assert len(named) > 150
    for test in sorted(named):
        file, name = test.split("::")
        source = (HERE / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), test


def test_every_statement_has_a_test_but_for_what_people_do() -> None:
    without = [statement for _, statement, _, tests in ROWS if "`test_" not in tests]
    assert without == ["Secret talks are allowed"]


def test_every_name_of_the_code_that_is_named_exists() -> None:
    sources: dict[str, str] = {}
    for path in GAME.folder.rglob("*.py"):
        sources[path.name] = sources.get(path.name, "") + path.read_text(encoding="utf-8")
    for _, statement, code, _ in ROWS:
        for file, names in re.findall(r"`(\w+\.py)`: ((?:`\w+`(?:, )?)+)", code):
            for name in re.findall(r"`(\w+)`", names):
                defined = rf"^\s*(?:def|class) {name}\b|^(?:[A-Z_]+, )*{name}\b.* = "
                assert re.search(defined, sources[file], re.MULTILINE), f"{statement}: {file} has no {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_that_tell_no_rule_are_told_too(language: str) -> None:
    """15., 16. and the people behind the game."""
    assert {"geography", "afterword", "credits"} <= set(chapters(GAME, language))
    rules = read(GAME, "rules", language)
    assert "Lars-Michael Stock" in rules
    assert "1789" in rules
