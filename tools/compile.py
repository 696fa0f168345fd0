"""Compile the kernel and the games with mypyc, unchanged.

    python tools/compile.py            # a compiled copy of the package in build/compiled/

The copy holds the sources and, beside each compiled module, its extension module. Run it in place of the pure package
with `PYTHONPATH=build/compiled`. What is compiled stands in pyproject.toml under [tool.rondel.compile]. Nothing is
compiled again unless the sources, the Python or the mypyc changed. The exit code is 3 if there is no C compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NO_COMPILER = 3
KEEP = 3  # as many compiled versions are kept, so that switching branches back and forth stays quick
INWARD = "-fvisibility=hidden -fno-semantic-interposition"  # nobody replaces our functions: calls among them are direct
OPTIMISATION = os.environ.get("RONDEL_OPTIMISATION", "3")  # of the C compiler; 0 compiles soonest


class CompileError(Exception):
    """Something to tell the user; the message is all there is to say."""


class NoCompilerError(CompileError):
    """This machine cannot compile C extensions for this Python."""


def modules(root: Path = ROOT) -> list[str]:
    """The files to compile, relative to src/."""
    source = root / "src"
    config = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["rondel"]["compile"]
    left_out = {path for pattern in config["interpreted"] for path in source.glob(pattern)}
    found = {path for package in config["packages"] for path in _sources(source / package)}
    return sorted(path.relative_to(source).as_posix() for path in found - left_out if path.name != "__main__.py")


def _sources(package: Path) -> list[Path]:
    """The modules of a package; or the one module that is named."""
    return [package] if package.suffix == ".py" else sorted(package.rglob("*.py"))


def extensions(root: Path = ROOT) -> Path:
    """Compile, unless that has been done; return a folder that holds nothing but the extension modules."""
    wanted = modules(root)
    if not wanted:
        raise CompileError("There is nothing to compile: no Python files in the packages of [tool.rondel.compile].")
    _check_tools()
    cache = root / "build" / "mypyc"
    done = cache / _key(root, wanted)
    with _lock(cache):
        if not done.exists():
            with tempfile.TemporaryDirectory(prefix="compiling-", dir=cache) as scratch:
                _compile(root, wanted, Path(scratch)).rename(done)
        os.utime(done)
        finished = [path for path in cache.iterdir() if path.is_dir() and not path.name.startswith("compiling-")]
        for old in sorted(finished, key=lambda path: path.stat().st_mtime)[:-KEEP]:
            shutil.rmtree(old)
    return done


def tree(root: Path = ROOT) -> Path:
    """The whole package, sources and extension modules, in build/compiled/; return that folder."""
    compiled = extensions(root)
    target = root / "build" / "compiled"
    with _lock(root / "build" / "mypyc"):
        digest = hashlib.sha256(compiled.name.encode())
        for path in _files(root / "src"):
            digest.update(f"{path.relative_to(root)} {path.stat().st_mtime_ns} {path.stat().st_size}\n".encode())
        stamp = target / "made-from"
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return target
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(root / "src", target, ignore=_IGNORE)
        shutil.copytree(compiled, target, dirs_exist_ok=True)
        stamp.write_text(digest.hexdigest())
    return target


_IGNORE = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so", "*.pyd", "*.egg-info")


def _files(folder: Path) -> list[Path]:
    ignored = {"__pycache__"}
    return sorted(path for path in folder.rglob("*") if path.is_file() and not ignored.intersection(path.parts))


def _key(root: Path, wanted: list[str]) -> str:
    """A name for the result: it changes whenever the result would."""
    versions = [sysconfig.get_platform(), sys.version]
    versions += [importlib.metadata.version(name) for name in ("mypy", "setuptools")]
    digest = hashlib.sha256(json.dumps([versions, OPTIMISATION, INWARD, wanted]).encode())
    source = root / "src"
    config = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["rondel"]["compile"]
    for package in config["packages"]:
        for path in _sources(source / package):
            digest.update(path.relative_to(source).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _check_tools() -> None:
    try:
        for name in ("mypy", "setuptools"):
            importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError as error:
        raise CompileError(f"Compiling needs {error.name}. Install it with: pip install 'rondel[dev]'") from None
    stay = "Or stay with the pure package, which does the same, only slower: make install"
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if sys.platform != "win32" and shutil.which(command[0]) is None:
        raise NoCompilerError(
            f"There is no C compiler: {command[0]!r} was not found.\n"
            "Install one (Debian, Ubuntu: apt install build-essential; Fedora: dnf install gcc; "
            f"macOS: xcode-select --install), or name yours in CC.\n{stay}"
        )
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NoCompilerError(
            f"The C headers of this Python ({sys.executable}) are not installed.\n"
            f"Install them (Debian, Ubuntu: apt install python3-dev; Fedora: dnf install python3-devel).\n{stay}"
        )


def _compile(root: Path, wanted: list[str], scratch: Path) -> Path:
    """Run mypyc and the C compiler on a copy of the sources; return the folder of extension modules."""
    sources, result = scratch / "sources", scratch / "result"
    result.mkdir()
    for path in (root / "src").rglob("*.py"):
        copy = sources / path.relative_to(root / "src")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    print(f"Compiling {len(wanted)} modules with mypyc ...", file=sys.stderr, flush=True)
    start = time.monotonic()
    command = [sys.executable, str(Path(__file__).resolve()), "--into", str(result), *wanted]
    run = subprocess.run(command, cwd=sources, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        raise CompileError(f"{run.stdout}\nCompiling failed; what mypyc or the C compiler said stands above.")
    print(f"Compiled in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
    return result


def translate(wanted: list[str], c_files: str) -> list[Any]:
    """Let mypyc write the C files, from the current folder, a copy of src/; it exits on an error."""
    from mypyc.build import mypycify

    # An empty configuration: `make lint` checks strictly; here, what happens to be installed must not matter.
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    return mypycify(
        [*options, *wanted], target_dir=c_files, opt_level=OPTIMISATION, debug_level="0", separate=_groups(wanted)
    )


def _run_mypyc(into: Path, wanted: list[str]) -> None:
    """Compile in the current folder, a copy of src/. In a process of its own, since mypyc exits on an error."""
    from setuptools import setup

    os.environ["CFLAGS"] = f"{INWARD} {os.environ.get('CFLAGS', '')}".strip()
    with tempfile.TemporaryDirectory() as c_files:
        setup(
            name="rondel",
            packages=[],
            py_modules=[],
            ext_modules=translate(wanted, c_files),
            script_args=["build_ext", f"--parallel={os.cpu_count()}", f"--build-lib={into}", f"--build-temp={c_files}"],
        )


def _groups(wanted: list[str]) -> list[tuple[list[str], str | None]]:
    """The kernel and each game are compiled apart, side by side: one large file takes the C compiler far longer."""
    groups: dict[str, list[str]] = {}
    for name in wanted:
        parts = name.split("/")
        groups.setdefault("_".join(parts[:3] if len(parts) > 3 else parts[:2]), []).append(name)
    return [(names, group) for group, names in sorted(groups.items())]


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """One process at a time: the others wait, then find the work done."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description="Build a compiled copy of the package in build/compiled/.")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("modules", nargs="*", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.into:
        _run_mypyc(arguments.into, arguments.modules)
        return 0
    try:
        print(tree())
    except NoCompilerError as error:
        print(error, file=sys.stderr)
        return NO_COMPILER
    except CompileError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
