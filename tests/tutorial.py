"""The page "write your own game": what a reader who follows it writes, and what it is made from.

    python -m tests.tutorial --write      # after a change of tests/kernel/ferry: puts its code into the page again

A block of code on the page whose first line says `title="NAME"` is a part of the file of that name; the parts of a file
stand in their order. The game of the page is that of tests/kernel/ferry, letter by letter: there it is typed, linted,
and used by the tests of the kernel.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "developers" / "write-your-own-game.md"
FERRY = ROOT / "tests" / "kernel" / "ferry"
PACKAGE = "ferry/ferry/"
"""Where the page puts the package of the game: the folder that tests/kernel/ferry stands for."""

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def files(page: str) -> dict[str, str]:
    """The files that the page has its reader write, by name."""
    found: dict[str, str] = {}
    for _, title, body in _BLOCK.findall(page):
        if title:
            found[title] = found.get(title, "") + body
    return found


def commands(page: str) -> list[str]:
    """The commands that the page has its reader type, in their order."""
    return [line for kind, _, body in _BLOCK.findall(page) if kind == "shell" for line in body.splitlines()]


def synchronised(page: str) -> str:
    """The page with the code of the game as it stands in tests/kernel/ferry, cut where the page cuts it."""
    blocks = [match for match in _BLOCK.finditer(page) if match[2]]
    out, end = "", 0
    for number, match in enumerate(blocks):
        path = FERRY / match[2].removeprefix(PACKAGE)
        if not match[2].startswith(PACKAGE) or not path.exists():
            continue
        later = [block[3] for block in blocks[number + 1 :] if block[2] == match[2]]
        out += page[end : match.start(3)] + _between(path.read_text(encoding="utf-8"), match[3], later)
        end = match.end(3)
    return out + page[end:]


def _between(text: str, block: str, later: list[str]) -> str:
    """The part of a file from where a block begins to where the next one does: both are found by their first lines."""
    start = text.index(block.split("\n", 1)[0] + "\n")
    return text[start : text.index(later[0].split("\n", 1)[0] + "\n", start + 1)] if later else text[start:]


class Reader:
    """Somebody with a clone who does as the page says."""

    def __init__(self, clone: Path) -> None:
        self.clone = clone
        self.page = PAGE.read_text(encoding="utf-8")
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "RONDEL_HOME": str(clone / "home"),
            "PIP_NO_INDEX": "1",  # everything that is needed is there
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        self.installed()

    def installed(self) -> None:
        """What `make install` leaves behind: .venv with Rondel in it."""
        folder = self.clone / ".venv"
        venv.create(folder, with_pip=False, symlinks=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        borrowed = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
        (folder / "lib" / version / "site-packages" / "borrowed.pth").write_text(borrowed)
        for name, module in (("pip", "pip"), ("rondel", "rondel")):
            script = folder / "bin" / name
            script.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m {module} "$@"\n')
            script.chmod(0o755)

    def writes(self) -> None:
        for name, text in files(self.page).items():
            path = self.clone / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def types(self, command: str, answers: str = "") -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.clone,
            env=self.environment,
            input=answers,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def reads(self) -> None:
        """The page up to and with the command that installs the game."""
        typed = commands(self.page)
        assert typed[0] == "make install", "what a reader types first; here the clone borrows what is installed already"
        install = next(number for number, command in enumerate(typed) if "pip install" in command)
        for command in typed[1:install]:
            self.types(command)
        self.writes()
        self.types(typed[install])

    @contextmanager
    def plays(self) -> Iterator[str]:
        """What `make play`, the last command of the page, starts, without the browser: the address."""
        assert commands(self.page)[-1] == "make play"
        process = subprocess.Popen(
            [self.clone / ".venv" / "bin" / "python", "-m", "rondel", "play", "--no-browser", "--port", "0"],
            cwd=self.clone,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        try:
            said, address = "", None
            while address is None:
                line = process.stdout.readline()
                said += line
                assert line, f"the server did not start:\n{said}"
                address = re.search(r"http://127\.0\.0\.1:\d+/", line)
            yield address[0]
        finally:
            process.terminate()
            process.wait(timeout=30)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    fresh = synchronised(page)
    if "--write" in sys.argv:
        PAGE.write_text(fresh, encoding="utf-8")
    elif fresh != page:
        sys.exit("the page differs from tests/kernel/ferry: python -m tests.tutorial --write")


if __name__ == "__main__":
    main()
