"""The client is built when, and only when, its sources changed. Node and npm are stood in for by shell scripts."""

from pathlib import Path

import pytest

from tools import web

NPM = """#!/bin/sh
echo "$@" >> calls.txt
[ "$2" != build ] || { mkdir -p ../src/rondel/server/static; echo table > ../src/rondel/server/static/index.html; }
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "web").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.rondel.client]\nsources = ["web", "boards"]\n')
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    monkeypatch.setattr(web, "NOT_SOURCES", web.NOT_SOURCES | {"calls.txt"})
    install_node(tmp_path, "v22.14.0", monkeypatch)
    return tmp_path


def install_node(root: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_folder = root / "bin"
    bin_folder.mkdir(exist_ok=True)
    for name, text in {"node": f"#!/bin/sh\necho {version}\n", "npm": NPM}.items():
        (bin_folder / name).write_text(text)
        (bin_folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:/usr/bin:/bin")


def calls(root: Path) -> list[str]:
    """What npm was asked to do since the last look."""
    path = root / "web" / "calls.txt"
    words = [line.split(" --")[0] for line in path.read_text().splitlines()] if path.exists() else []
    path.unlink(missing_ok=True)
    return words


def test_without_a_client_there_is_nothing_to_do(tmp_path: Path) -> None:
    web.build(tmp_path)
    web.check(tmp_path)


def test_built_once_then_only_after_changes(project: Path) -> None:
    web.build(project)
    assert calls(project) == ["ci", "run build"]
    web.build(project)
    assert calls(project) == []

    (project / "boards").mkdir()
    (project / "boards" / "imperial.json").write_text("{}")
    web.build(project)
    assert calls(project) == ["run build"], "package-lock.json did not change, so neither did node_modules"

    (project / "web" / "package-lock.json").write_text("{ }")
    web.build(project)
    assert calls(project) == ["ci", "run build"]


def test_check_runs_the_scripts_of_the_client(project: Path) -> None:
    web.check(project)
    assert calls(project) == ["ci", "run lint", "run check", "run test"]


def test_a_build_without_a_page_is_an_error(project: Path) -> None:
    (project / "bin" / "npm").write_text("#!/bin/sh\n")
    with pytest.raises(web.ClientError, match=r"no index\.html"):
        web.build(project)


def test_a_failing_build_is_an_error_and_is_tried_again(project: Path) -> None:
    (project / "bin" / "npm").write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(web.ClientError, match="npm ci"):
        web.build(project)
    assert not web.is_built(project)


@pytest.mark.parametrize(
    ("version", "recent"),
    [("v18.20.1", False), ("v20.9.0", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.12.0", True)],
)
def test_only_a_recent_node_will_do(project: Path, monkeypatch: pytest.MonkeyPatch, version: str, recent: bool) -> None:
    install_node(project, version, monkeypatch)
    monkeypatch.setenv("PATH", str(project / "bin"))
    assert (web.system_node() == str(project / "bin")) == recent
