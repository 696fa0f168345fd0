"""The command line."""

import rondel


def main() -> None:
    print(f"rondel {rondel.__version__}")
