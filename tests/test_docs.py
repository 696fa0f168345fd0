"""What the documentation shows works: examples are executed, commands are understood, pictures are light."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from rondel.cli import gather
from rondel.cli.commands import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def examples(path: Path) -> list[str]:
    """Those that stand on the page itself: a file that is shown there has tests of its own."""
    return [code for code in BLOCK.findall(path.read_text(encoding="utf-8")) if not code.startswith("--8<--")]


@pytest.mark.parametrize("path", [path for path in PAGES if examples(path)], ids=name)
def test_examples_run(path: Path) -> None:
    """The examples of a page, one after the other, as somebody would type them."""
    known: dict[str, object] = {"__name__": "example"}
    for code in examples(path):
        exec(compile(code, str(path), "exec"), known)


def test_there_are_examples() -> None:
    assert sum(len(examples(path)) for path in PAGES) >= 8


def commands(path: Path) -> list[str]:
    """What a page has its reader type that begins with rondel."""
    text = path.read_text(encoding="utf-8")
    lines = re.findall(r"^(?: {4}|\t)?(?:\.venv/bin/)?rondel +([a-z][^\n#`]*)", text, re.MULTILINE)
    inline = re.findall(r"`(?:\.venv/bin/)?rondel ([a-z][^`]*)`", text)
    return [line.strip() for line in lines + inline]


@pytest.mark.parametrize("path", [path for path in PAGES if commands(path)], ids=name)
def test_commands_are_understood(path: Path) -> None:
    """Every command exists, with these options and words; nothing is carried out."""
    known = getattr(typer.main.get_command(app), "commands")  # noqa: B009
    for command in commands(path):
        words = gather(shlex.split(command.replace("ferry", "imperial")))
        found = known.get(words[0])
        assert found is not None, command
        if len(words) > 1:
            found.make_context(words[0], words[1:])


def test_the_search_for_a_rule_finds_one() -> None:
    searches = re.findall(r"`(grep [^`]+)`", (ROOT / "CONTRIBUTING.md").read_text())
    assert searches
    for search in searches:
        assert subprocess.run(shlex.split(search), cwd=ROOT, capture_output=True).returncode == 0, search


def test_folders_and_files_that_are_told_of_are_there() -> None:
    """The trees of README and CONTRIBUTING: every folder exists, and every file of a game does in each game."""
    text = (ROOT / "CONTRIBUTING.md").read_text() + (ROOT / "README.md").read_text()
    folders = re.findall(r"^(?:    |\| `)((?:src|web|tests|tools|docs|boards)/[a-z/]*)", text, re.MULTILINE)
    assert len(folders) > 12
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    inside = re.findall(r"^    ([a-zA-Z_]+\.(?:py|md)|[a-z]+/) ", text, re.MULTILINE)
    assert len(inside) > 10
    for game in sorted((ROOT / "src/rondel/games").glob("*/__init__.py")):
        there = [part for part in inside if not (game.parent / part).exists() and not (ROOT / part).exists()]
        assert [part for part in there if part != "bot.py" or not (game.parent / "bot").is_dir()] == []


def test_what_a_table_of_a_game_brings_is_told_in_full() -> None:
    """The fields of the client's `GameModule`, and those in the table of the page on the client: the same."""
    module = (
        (ROOT / "web/src/games/index.ts").read_text().partition("export interface GameModule {")[2].partition("\n}")[0]
    )
    fields = re.findall(r"^  (\w+)\??[:(]", module, re.MULTILINE)
    page = (ROOT / "docs/developers/client.md").read_text().partition("`GameModule`")[2]
    told = re.findall(r"`(\w+)`", " ".join(re.findall(r"^    \| (`[^|]+) \|", page, re.MULTILINE)))
    assert sorted(told) == sorted(fields)


def test_programs_that_are_told_of_are_there() -> None:
    """Every `python -m module` and `python file.py` of the pages."""
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    modules = {module.replace(".", "/") for module in re.findall(r"python -m ([a-z_.]+[a-z_])", text)}
    programs = set(re.findall(r"python ((?:tools|examples)/\w+)\.py", text))
    assert len(modules | programs) > 15
    folders = [ROOT / each for each in ("src", "tests", "tools", "examples", "boards")]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    there = {path.relative_to(ROOT).with_suffix("").as_posix() for path in paths}
    known = {path.removeprefix("src/").removesuffix("/__main__") for path in there}
    assert (modules | programs) - known == set()


def test_pictures_are_light_and_there() -> None:
    shown = set()
    for path in PAGES:
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
            target = path.parent / picture
            assert target.exists(), f"{name(path)}: {picture}"
            assert target.stat().st_size < 250_000, picture
            shown.add(target.resolve())
    assert set((ROOT / "docs" / "images").iterdir()) <= shown, "pictures that no page shows"


def test_a_part_of_a_page_that_is_not_found_stops_the_build() -> None:
    hook = pytest.importorskip("tools.docs", reason="mkdocs is not installed: make docs")
    page = SimpleNamespace(file=SimpleNamespace(src_path="page.md"))
    assert hook.on_page_content("<p>all is well</p>", page) == "<p>all is well</p>"
    for marker in ('--8&lt;-- "tests/nothing.py"', '--8 &lt; --"tests/nothing.py"'):
        with pytest.raises(Exception, match=r"page\.md: a snippet"):
            hook.on_page_content(f"<code>{marker}</code>", page)
