"""Every figure of docs/hosts/scale.md, measured anew: on a machine that does nothing else, in about six minutes.

python -m tests.server.figures                       # some of: --only sqlite postgresql held people
PYTHONPATH=build/compiled python -m tests.server.figures --only sqlite      # with the compiled engine
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.server.site import new_database

BENCH = "rondel.server.bench"
THROUGHPUT = ("--only", "throughput")
SQLITE: tuple[tuple[str, ...], ...] = (
    *((*THROUGHPUT, "--watchers", watchers) for watchers in ("5", "0", "1", "10")),
    ("--only", "steady"),
    ("--only", "bots"),
    ("--only", "load"),
)
POSTGRESQL: tuple[tuple[str, ...], ...] = (
    *((*THROUGHPUT, "--processes", processes) for processes in ("1", "2", "4")),
    (*THROUGHPUT, "--listeners", "1"),
    (*THROUGHPUT, "--processes", "2", "--spread"),
)


def measure(module: str, *arguments: str) -> None:
    """Run a command as anybody could, and show what it prints."""
    shown = " ".join(each if "://" not in each else "postgresql://..." for each in arguments)
    print(f"\n$ python -m {module} {shown}", flush=True)
    subprocess.run([sys.executable, "-m", module, *arguments], check=True, cwd=Path(__file__).parents[2])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.figures", description=__doc__)
    parts = ("sqlite", "postgresql", "held", "people")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    asked = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    if "sqlite" in asked.only:
        for each in SQLITE:
            measure(BENCH, *each)
    if "postgresql" in asked.only:
        for each in POSTGRESQL:
            measure(BENCH, *each, "--database", new_database())
    if "held" in asked.only:
        measure(BENCH, "--only", "held", "--seconds", "20")
    if "people" in asked.only:
        measure("tests.server.load", "--tables", "200", "--seconds", "60")


if __name__ == "__main__":
    main()
