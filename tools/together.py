"""Run commands side by side, each argument a command for the shell. What the last one says is shown as it comes, what
the others say when they are done.

    python tools/together.py "make lint" "make tests"

If one fails, the others are seen to their end, and what it said stands last, where it is seen.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed


def run(command: str) -> tuple[str, int, str]:
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return command, done.returncode, done.stdout


def show(command: str) -> tuple[str, int, str]:
    return command, subprocess.run(command, shell=True).returncode, ""


def main(commands: list[str]) -> int:
    *others, last = commands
    failed: list[tuple[str, int, str]] = []
    with ThreadPoolExecutor(len(commands)) as pool:
        for future in as_completed([pool.submit(show, last), *(pool.submit(run, command) for command in others)]):
            command, code, said = future.result()
            if code:
                failed.append((command, code, said))
            else:
                sys.stdout.write(said)
                sys.stdout.flush()
    for command, _, said in failed:
        print(f"{said}\n`{command}` failed", flush=True)
    return failed[0][1] if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
