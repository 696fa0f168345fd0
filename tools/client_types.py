"""Write the client's types from what the server and the games declare.

    python tools/client_types.py            # whenever rondel/server/schema.py or a game's view type has changed
    python tools/client_types.py --check    # only say whether they are up to date

`web/src/lib/schema.ts` is what server and client say to each other; `web/src/games/<game>/schema.ts` is the view of a
game with the ids and constants of its data. openapi-typescript makes the types (web/types.mjs).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import web

ROOT = Path(__file__).resolve().parent.parent
HEAD = "/** {} Written by tools/client_types.py; do not edit. */\n"


def descriptions() -> dict[str, dict[str, Any]]:
    """By the file below web/src: an OpenAPI description with the shapes that it shall hold."""
    from rondel import games
    from rondel.kernel.shape import schema
    from rondel.server.app import create_app
    from rondel.server.settings import Settings

    server = create_app(Settings(database="sqlite://")).openapi()["components"]["schemas"]
    found = {"lib/schema.ts": _description(server)}
    for name in games.NAMES:
        folder = ROOT / "web" / "src" / "games" / name
        view = games.load(name).view_type
        if folder.is_dir() and view is not dict:
            named: dict[str, Any] = {}
            schema(view, named)
            found[f"games/{name}/schema.ts"] = _description(named)
    return found


def _description(schemas: dict[str, Any]) -> dict[str, Any]:
    schemas = {name: _plain(schemas[name]) for name in sorted(schemas)}
    info = {"title": "Rondel", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


def _plain(schema: Any) -> Any:
    """A schema without the titles that only say its name again."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    titled = {key: value for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    return {key: _plain(value) for key, value in titled.items()}


def constants(name: str, description: dict[str, Any]) -> str:
    """The ids of a game's view, and its constants, as values."""
    from rondel import games

    lines = []
    for type_, schema in description["components"]["schemas"].items():
        if type_.endswith("Id") and "enum" in schema:
            lines.append(f"export const {_upper(type_[:-2])}_IDS = {json.dumps(schema['enum'])} as const;")
    for key, value in games.load(name).constants.items():
        lines.append(f"export const {key} = {json.dumps(value)} as const;")
    return "".join(f"\n{line}\n" for line in lines)


def _upper(name: str) -> str:
    return "".join("_" + letter if letter.isupper() else letter for letter in name).strip("_").upper()


def make() -> dict[Path, str]:
    """Every file with its content."""
    wanted = descriptions()
    node = shutil.which("node", path=web.node_folder())
    assert node is not None
    program = [node, str(ROOT / "web" / "types.mjs")]
    done = subprocess.run(program, input=json.dumps(wanted), capture_output=True, text=True, cwd=ROOT / "web")
    if done.returncode:
        raise SystemExit(f"openapi-typescript failed; is web/node_modules up to date?\n{done.stderr}")
    files = {}
    for name, types in json.loads(done.stdout).items():
        game = name.split("/")[1] if name.startswith("games/") else None
        title = f"What the server shows of {game}." if game else "What server and client say to each other."
        values = constants(game, wanted[name]) if game else ""
        files[ROOT / "web" / "src" / name] = HEAD.format(title) + "\n" + types + values
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the client's types from what the server and the games declare.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file is out of date")
    check = parser.parse_args().check
    for path, text in make().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            raise SystemExit(f"{path.relative_to(ROOT)} is not up to date: run python tools/client_types.py")
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
