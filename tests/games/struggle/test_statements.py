"""The table of statements: what it names exists, so that a reader can follow it from the rulebook to code and tests."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rondel.games.struggle.components import FOLDER

TESTS = Path(__file__).parent
TABLE = TESTS.parents[2] / "docs" / "players" / "struggle-statements.md"
NAME = re.compile(r"`([^`]+)`")
ROW = re.compile(r"\| (\d+) \| (.+) \| (`.+`) \| (`.+`) \|")


def rows() -> list[tuple[str, list[str], list[str]]]:
    """Number, code and tests of every statement."""
    found = [ROW.fullmatch(line) for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [row.groups() for row in found if row is not None]
    return [
        (number, re.findall(r"`([^`]+)`", code), re.findall(r"`([^`]+)`", tests)) for number, _, code, tests in cells
    ]


@cache
def defined(path: Path) -> set[str]:
    """The functions, methods and classes of a file."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)}


def test_the_table_is_whole() -> None:
    assert [int(number) for number, _, _ in rows()] == list(range(1, len(rows()) + 1))
    assert len(rows()) > 150
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    assert len(rows()) == sum(bool(re.match(r"\| \d", line)) for line in lines), "a row that cannot be read"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_what_a_row_names_exists(row: tuple[str, list[str], list[str]]) -> None:
    _, code, tests = row
    for place in code:
        if place.startswith("data/"):
            assert (FOLDER / place).is_file(), place
            continue
        module, name = place.split(".")
        path = FOLDER / f"{module}.py"
        assert name in defined(path if path.is_file() else FOLDER / "steps" / f"{module}.py"), place
    for test in tests:
        file, name = test.split("::")
        assert name in defined(TESTS / file), test
