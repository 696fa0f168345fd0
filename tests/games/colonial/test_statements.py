"""The table of statements names code and tests that exist."""

import re
from pathlib import Path

from rondel.games.colonial.components import FOLDER

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "players" / "colonial-statements.md"
ROW = re.compile(r"^\| (\d+) \| (sheet|public|house) \| (.+) \| `([\w/.]+)`: (.+) \| `(\w+\.py)`: `(\w+)` \|$", re.M)


def test_every_statement_is_held_by_a_test_that_exists() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) == len(re.findall(r"^\| \d+ ", PAGE.read_text(encoding="utf-8"), re.M)) > 133
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    for number, _, _, _, _, file, test in rows:
        assert f"def {test}(" in (HERE / file).read_text(encoding="utf-8"), f"{number}: {file} has no {test}"


def test_every_statement_stands_where_the_table_says() -> None:
    for number, _, _, file, names, _, _ in ROW.findall(PAGE.read_text(encoding="utf-8")):
        source = (FOLDER / file).read_text(encoding="utf-8")
        for name in re.findall(r"`([\w-]+)`", names):
            assert re.search(rf"(def|class) {name}\b|^{name}\b|\.{name}\]|^{name} = ", source, re.M), (
                f"{number}: {file} has no {name}"
            )


def test_the_counts_at_the_head_are_right() -> None:
    text = PAGE.read_text(encoding="utf-8")
    origins = [row[1] for row in ROW.findall(text)]
    head = " ".join(text[: text.index("## ")].split())
    for count in (len(origins), origins.count("sheet"), origins.count("public"), origins.count("house")):
        assert re.search(rf"\b{count}\b", head), count
