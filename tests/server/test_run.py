"""Starting: which port, which folder, which browser."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from rondel.server.run import already_running, find_address
from rondel.server.settings import Settings, database_url, home
from tests.server.place import Process


def test_a_free_port_if_the_wished_one_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        address = find_address("127.0.0.1", port, strict=False)
        assert address.port != port
        address.socket.close()
        with pytest.raises(SystemExit, match="cannot be used"):
            find_address("127.0.0.1", port, strict=True)


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RONDEL_HOME", str(tmp_path / "mine"))
    assert home() == tmp_path / "mine"
    assert database_url(None) == f"sqlite:///{tmp_path / 'mine' / 'rondel.db'}"
    monkeypatch.delenv("RONDEL_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert home() == tmp_path / "xdg" / "rondel"
    assert database_url("postgresql://host/x") == "postgresql://host/x"


def test_a_second_start_finds_the_first(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db")
    try:
        port = int(process.url.rpartition(":")[2])
        assert already_running(port, database_url(tmp_path / "rondel.db"))
        assert not already_running(port, database_url(tmp_path / "other.db"))
    finally:
        process.stop()
    assert not already_running(port, database_url(tmp_path / "rondel.db"))


def test_the_address_is_printed_and_the_folder_made(tmp_path: Path) -> None:
    code = "from rondel.server.run import run; run(port=0, open_browser=True)"
    environment = {"RONDEL_HOME": str(tmp_path / "new" / "folder"), "PATH": "/nowhere"}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        url = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert url is not None
        assert httpx.get(f"{url[0]}api/tables").json() == []
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    assert (tmp_path / "new" / "folder" / "rondel.db").exists()


def test_settings_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Settings().bot_pause = 1  # type: ignore[misc]


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    process = Process(tmp_path / "rondel.db")
    command = [sys.executable, "-m", "rondel.server", "--port", "0", "--database", str(tmp_path / "rondel.db")]
    try:
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert second.returncode == 1
        assert f"in use by another server (process {process.process.pid})" in second.stderr
        assert "Traceback" not in second.stderr
    finally:
        process.kill()
    Process(tmp_path / "rondel.db").stop()  # a killed one is not in the way
