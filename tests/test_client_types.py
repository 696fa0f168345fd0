"""The client's types say what the server and the games declare."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tools import client_types, web


@pytest.fixture(scope="module", autouse=True)
def _packages() -> None:
    web._npm(client_types.ROOT)


def test_the_stored_types_are_what_the_tool_writes() -> None:
    for path, text in client_types.make().items():
        assert path.read_text(encoding="utf-8") == text, "run: python tools/client_types.py"


def test_objects_keyed_by_ids_become_records() -> None:
    ids = {"$ref": "#/components/schemas/NationId"}
    whole = {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": ids, "required": ["italy"]}
    some = {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": ids}
    view = {"type": "object", "properties": {"whole": whole, "some": some}, "required": ["whole", "some"]}
    schemas = {"NationId": {"type": "string", "enum": ["italy"]}, "View": view}
    node = shutil.which("node", path=web.node_folder())
    assert node is not None
    made = subprocess.run(
        [node, "types.mjs"],
        input=json.dumps({"x": client_types._description(schemas)}),
        capture_output=True,
        text=True,
        cwd=client_types.ROOT / "web",
        check=True,
    )
    text = json.loads(made.stdout)["x"]
    assert "whole: Record<NationId, number>;" in text
    assert "some: Partial<Record<NationId, number>>;" in text
