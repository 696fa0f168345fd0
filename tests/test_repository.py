"""What must hold for the repository as a whole."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import rondel

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {".git", ".venv", "build", "dist", "site", "node_modules", "static", "__pycache__"}


def tracked_files() -> list[Path]:
    """The files under version control; in an unpacked archive, all that we did not make ourselves."""
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    run = subprocess.run([*git, "--cached", "--others", "--exclude-standard"], capture_output=True, text=True)
    if run.returncode == 0:
        return [path for name in run.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and not NOT_OURS.intersection(path.parts)]


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    found = []
    for path in files:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:  # a picture or a font
            continue
        for number, line in enumerate(lines, 1):
            if match := pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]}")
    return found


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_no_path_of_the_machine_it_was_written_on() -> None:
    folders = "|".join(["wo" + "rk", "fa" + "rm"])  # in two parts, or this line would be found
    assert lines_with(re.compile(rf"(?<![\w.$}}-])/(?:{folders})/"), tracked_files()) == []


def test_no_package_registry_is_named() -> None:
    """Where packages come from is a matter of the user's configuration of pip and npm."""
    locks = [path for path in tracked_files() if path.name == "package-lock.json"]
    assert lines_with(re.compile(r'"resolved": "http'), locks) == []
    settings = [path for path in tracked_files() if path.name in {".npmrc", "pip.conf", "Makefile", "pyproject.toml"}]
    assert lines_with(re.compile(r"^\s*(registry\s*=|index-url|.*--(extra-)?index-url)"), settings) == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/index.md", "docs/developers/building.md"])
def test_make_targets_that_are_told_of_exist(page: str) -> None:
    text = (ROOT / page).read_text()
    told = set(re.findall(r"(?:^ {4,}|`)make ([a-z]+)", text, re.MULTILINE))
    assert told <= make_targets()


def test_readme_tells_how_to_play_and_how_to_test() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:30])
    assert "make play" in first_screen
    assert "make test" in first_screen


def test_make_alone_lists_every_target() -> None:
    listed = subprocess.run(["make", "-C", str(ROOT)], capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^  make ([a-z]+)", listed, re.MULTILINE)) == make_targets()


def test_changelog_has_a_place_for_what_is_not_released_yet() -> None:
    assert "\n## [Unreleased]\n" in (ROOT / "CHANGELOG.md").read_text()


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert rondel.__version__ == project["version"]


def test_links_in_the_front_pages_lead_somewhere() -> None:
    broken = []
    for page in ROOT.glob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in link and not (page.parent / link).exists():
                broken.append(f"{page.name}: {link}")
    assert broken == []
