"""Write the client's types from the server's own description of its interface.

python tools/client_types.py            # web/src/lib/schema.ts, whenever rondel/server/schema.py has changed
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "schema.ts"
HEAD = (
    "/** What server and client say to each other. Written by tools/client_types.py from the server; do not edit. */\n"
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def typescript(schema: Schema) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema or "oneOf" in schema:
        parts = [typescript(part) for part in schema.get("anyOf") or schema["oneOf"]]
        return " | ".join(dict.fromkeys(parts))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(typescript(part) for part in schema["prefixItems"]) + "]"
        item = typescript(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema.get("type") == "object":
        if "properties" in schema:
            return "{ " + " ".join(fields(schema)) + " }"
        more = schema.get("additionalProperties", True)
        return f"Record<string, {typescript(more) if isinstance(more, dict) else 'unknown'}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def fields(schema: Schema) -> list[str]:
    required = schema.get("required", [])
    lines = []
    for name, field in schema["properties"].items():
        lines.append(f"{name}{'' if name in required else '?'}: {typescript(field)};")
    return lines


def comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


def declaration(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"{comment(schema.get('description'))}export type {name} = {typescript(schema)};\n"
    lines = [f"{comment(schema.get('description'))}export interface {name} {{\n"]
    for line, field in zip(fields(schema), schema["properties"].values(), strict=True):
        lines.append(f"{comment(field.get('description'), '  ')}  {line}\n")
    return "".join(lines) + "}\n"


def make() -> str:
    from rondel.server.app import create_app
    from rondel.server.settings import Settings

    schemas = create_app(Settings(database="sqlite://")).openapi()["components"]["schemas"]
    return HEAD + "".join("\n" + declaration(name, schemas[name]) for name in sorted(schemas))


def main() -> None:
    TARGET.write_text(make(), encoding="utf-8")
    print(f"{TARGET.name} written")


if __name__ == "__main__":
    main()
