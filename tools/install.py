"""Install packages beside this Python: with uv, in a fraction of the time, or with pip where uv cannot be had.

    python tools/install.py --editable '.[server]'

Both take packages from where pip is told to: settings of pip that uv has no word for leave the work to pip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

PIP = [sys.executable, "-m", "pip"]
QUIET = ["--quiet", "--disable-pip-version-check"]
WORDS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
}
"""Settings of pip, and what uv calls them."""
NO_MATTER = {
    "default-timeout",
    "timeout",
    "disable-pip-version-check",
    "no-cache-dir",
    "progress-bar",
    "root-user-action",
}


def told(listed: str) -> dict[str, str] | None:
    """What pip is told, as `pip config list` says it, in uv's words; None if there are none for it."""
    words: dict[str, str] = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        setting = name.rpartition(".")[2]
        if setting in NO_MATTER:
            continue
        if setting not in WORDS:
            return None
        given = value.strip("'\"").replace("\\n", " ").split()
        words[WORDS[setting]] = ("," if setting == "find-links" else " ").join(given)
    return words


def uv() -> str | None:
    """Where uv is; it is installed if need be. None: it cannot be had."""
    here = Path(sysconfig.get_path("scripts")) / "uv"
    if not here.exists():
        found = shutil.which("uv")
        if found:
            return found
        subprocess.run([*PIP, "install", *QUIET, "uv"], capture_output=True, check=False)
    return str(here) if here.exists() else None


def by_uv(arguments: list[str]) -> bool:
    """Whether uv has installed it all. What it complains of pip will say again."""
    settings = told(subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout)
    program = uv() if settings is not None else None
    if settings is None or program is None:
        return False
    # As pip does: of all versions anywhere the newest.
    command = [program, "pip", "install", "--quiet", "--python", sys.executable, "--index-strategy=unsafe-best-match"]
    return not subprocess.run([*command, *arguments], env={**os.environ, **settings}, capture_output=True).returncode


def main(arguments: list[str]) -> int:
    if by_uv(arguments):
        return 0
    # What is not imported need not be compiled: of 13,000 modules most never are.
    return subprocess.run([*PIP, "install", *QUIET, "--no-compile", *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
