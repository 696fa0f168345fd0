"""The description of the interface as a page: made here, without scripts, and with nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

STYLE = """
body { font: 1rem/1.5 Georgia, serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
code, dt { font-family: ui-monospace, monospace; font-size: 0.9em }
h2 { font-size: 1.1rem; margin: 2rem 0 0.2rem; font-family: ui-monospace, monospace }
table { border-collapse: collapse } td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top }
dd { margin: 0 0 0.4rem 2rem }
"""


def page(description: dict[str, Any]) -> str:
    info = description["info"]
    operations = [
        _operation(method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    kinds = [_kind(name, kind) for name, kind in sorted(description["components"]["schemas"].items())]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info.get('summary', ''))}. For programs: <a href='openapi.json'>openapi.json</a>.</p>"
        f"{''.join(operations)}<h1>Kinds</h1>{''.join(kinds)}</html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    said = operation.get("description") or operation.get("summary", "")
    rows = [
        (
            each["name"],
            f"in the {each['in']}{'' if each.get('required') else ', optional'}",
            each.get("description", ""),
        )
        for each in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {})
    rows += [("body", kind, _type(each.get("schema", {}))) for kind, each in body.items()]
    for status, answer in operation["responses"].items():
        shapes = [_type(each.get("schema", {})) for each in answer.get("content", {}).values()]
        rows.append((status, ", ".join(shapes), answer.get("description", "")))
    cells = "".join(f"<tr><td><code>{escape(a)}</code><td>{escape(b)}<td>{escape(c)}" for a, b, c in rows)
    return f"<h2>{escape(method.upper())} {escape(path)}</h2><p>{escape(said)}</p><table>{cells}</table>"


def _kind(name: str, kind: dict[str, Any]) -> str:
    needed = set(kind.get("required", []))
    fields = "".join(
        f"<dt>{escape(each)}{'' if each in needed else '?'}: {escape(_type(shape))}"
        f"<dd>{escape(shape.get('description', ''))}"
        for each, shape in kind.get("properties", {}).items()
    )
    return f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{escape(kind.get("description", ""))}</p><dl>{fields}</dl>'


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    for word in ("anyOf", "oneOf"):
        if word in shape:
            return " | ".join(_type(each) for each in shape[word])
    if "const" in shape:
        return repr(shape["const"])
    if "enum" in shape:
        return " | ".join(repr(each) for each in shape["enum"])
    if shape.get("type") == "array":
        return f"[{_type(shape.get('items', {}))}]"
    return str(shape.get("type", "any"))
