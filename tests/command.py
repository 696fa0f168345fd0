"""`rondel` as a person or a script calls it: a process of its own, forked from one that has imported everything.

What a process imports takes longer than most commands do. `python -m rondel` itself is called wherever a server is
started.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import rondel.cli.admin
import rondel.cli.arena
import rondel.cli.commands
import rondel.server.app  # noqa: F401 (what every process needs is there before it is forked)
from rondel import cli, games, load

PATIENCE = 120.0

for _name in games.OWN:
    load(_name)

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload([__name__])


def _call(words: list[str], folder: str, where: str, environment: dict[str, str]) -> None:
    """In the process of the command."""
    os.environ.update(environment)
    os.chdir(where)
    sys.path.insert(0, where)  # as with `python -m`
    for number, (name, mode) in enumerate((("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))):
        os.dup2(os.open(Path(folder) / name, mode), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (it ends with the process)
    sys.argv = ["rondel", *words]
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined] # it may start others
    cli.main()


def call(*words: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What the command says, and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("in", stdin), ("out", ""), ("err", "")):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        about = (list(words), folder, str(cwd or Path.cwd()), dict(os.environ))
        process = FORKING.Process(target=_call, args=about)
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(["rondel", *words], PATIENCE)
        out, err = ((Path(folder) / name).read_text(encoding="utf-8") for name in ("out", "err"))
        return subprocess.CompletedProcess(["rondel", *words], process.exitcode, out, err)
