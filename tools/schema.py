"""Write the description of the server's interface (OpenAPI), from which the client's types are made.

python tools/schema.py             # writes web/src/lib/schema.json
python tools/schema.py --check     # fails if that file is not up to date
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from rondel.server.app import create_app
from rondel.server.settings import Settings, database_url

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "schema.json"


def described() -> str:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=database_url(Path(folder) / "none.db")))
        return json.dumps(app.openapi(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the description of the server's interface.")
    parser.add_argument("--check", action="store_true", help="only compare")
    text = described()
    if parser.parse_args().check:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
            sys.exit("web/src/lib/schema.json is not up to date: run python tools/schema.py")
    else:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
