"""A real server in a process of its own, with a home of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

UP_WITHIN = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """Started, killed and started again at the same address, with the same tables."""

    def __init__(
        self,
        home: Path,
        bot_pause: str = "0",
        path: tuple[Path, ...] = (),
        site: bool = False,
        module: str = "rondel.server",
        environment: dict[str, str] | None = None,
    ) -> None:
        self.module = module
        """What is started; `environment`: with these variables besides."""
        self.environment = environment or {}
        self.site = site
        """Whether people have seats of their own there."""
        self.home = home
        self.bot_pause = bot_pause
        self.path = path
        """Where Python looks for more packages."""
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def log(self) -> Path:
        return self.home / "server.log"

    def start(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module, "--port", str(self.port), *(["--site"] if self.site else [])],
                env=self._environment(),
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + UP_WITHIN
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def _environment(self) -> dict[str, str]:
        before = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([*map(str, self.path), *([before] if before else [])])
        return {
            **os.environ,
            "RONDEL_HOME": str(self.home),
            "RONDEL_BOT_PAUSE": self.bot_pause,
            **self.environment,
            **({"PYTHONPATH": path} if path else {}),
        }

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """The hard way: nothing is told, nothing is closed."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None
