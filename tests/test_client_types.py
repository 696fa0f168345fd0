"""The client's types say what the server says."""

from __future__ import annotations

from tools import client_types


def test_the_stored_types_are_what_the_tool_writes() -> None:
    assert client_types.TARGET.read_text(encoding="utf-8") == client_types.make(), "run: python tools/client_types.py"


def test_shapes_become_types() -> None:
    assert client_types.typescript({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}) == (
        "(number | null)[]"
    )
    assert client_types.typescript({"$ref": "#/components/schemas/Seat"}) == "Seat"
    assert client_types.typescript({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}) == (
        "[number, string]"
    )
    assert client_types.typescript({"enum": ["human", "bot"]}) == '"human" | "bot"'
    assert (
        client_types.typescript({"type": "object", "additionalProperties": {"type": "string"}})
        == "Record<string, string>"
    )
