"""`python -m rondel.server`: the server alone, without the rest of the command line."""

from __future__ import annotations

import argparse

from rondel.server.run import run
from rondel.server.settings import Settings

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m rondel.server", description="Serve tables of Rondel.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="8000, or a free one if it is taken; 0: any")
    parser.add_argument("--database", help="a file or a database URL; by default the user's own file")
    parser.add_argument("--browser", action="store_true", help="open a browser")
    parser.add_argument(
        "--name", action="append", default=[], help="what others call this server, for example games.example"
    )
    parser.add_argument("--site", action="store_true", help="people have seats of their own, as with rondel serve")
    asked = parser.parse_args()
    settings = Settings(site=True) if asked.site else None
    run(asked.host, asked.port, asked.database, asked.browser, settings, names=tuple(asked.name))
