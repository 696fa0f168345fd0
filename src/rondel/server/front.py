"""The two addresses where speed matters, answered before the framework looks at a request: moves and live lines.

POST /api/tables/{id}/moves        WS /api/tables/{id}/live

"""

from __future__ import annotations

import copy
from typing import Annotated, Any

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from rondel.server.access import HOUSE, Person
from rondel.server.errors import Refusal, note, reply
from rondel.server.live import Live
from rondel.server.tables import Tables

KEY = r"^[^\x00-\x1f\x7f]{8,40}\Z"
"""What no database would take is no key."""


class MoveAsked(msgspec.Struct, forbid_unknown_fields=True):
    """`schema.Move`, as it is decoded."""

    seat: int
    position: int
    action: int | None = None
    notation: str | None = None
    key: Annotated[str, msgspec.Meta(pattern=KEY)] | None = None


decode_move = msgspec.json.Decoder(MoveAsked).decode


def describe_moves(take_back: dict[str, Any]) -> dict[str, Any]:
    """The address of the moves for the OpenAPI description: what it takes is its own, the rest as with a take-back."""
    operation: dict[str, Any] = copy.deepcopy(take_back)
    operation["summary"] = "Move"
    operation["description"] = "Carry out an action. It is stored when the answer comes."
    operation["operationId"] = "move_api_tables__table__moves_post"
    operation["requestBody"]["content"]["application/json"]["schema"] = {"$ref": "#/components/schemas/Move"}
    return operation


async def carry_out(tables: Tables, table: str, body: bytes, person: Person = HOUSE) -> bytes:
    """Play a move that came as JSON; the answer as JSON, once it is stored."""
    try:
        asked = decode_move(body)
    except msgspec.ValidationError as error:
        raise Refusal(422, "invalid", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(400, "malformed-json", f"the body is not JSON: {error}") from None
    if (asked.action is None) == (asked.notation is None):
        raise Refusal(422, "invalid", "a move has an action or a notation")
    done = await tables.play(table, asked.seat, asked.position, asked.action, asked.notation, person, asked.key)
    return b'{"position":%d}' % done


class Front:
    def __init__(self, app: ASGIApp, tables: Tables) -> None:
        self.app = app
        self.tables = tables
        self.live = Live(tables)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind != "lifespan":
            parts = scope["path"].split("/")
            if len(parts) == 5 and parts[1] == "api" and parts[2] == "tables":
                if kind == "http" and parts[4] == "moves" and scope["method"] == "POST":
                    await self._move(scope, receive, send, parts[3])
                    return
                if kind == "websocket" and parts[4] == "live":
                    await self.live(scope, receive, send, parts[3])
                    return
        await self.app(scope, receive, send)

    async def _move(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        message = await receive()
        body = message.get("body", b"")
        while message.get("more_body"):
            message = await receive()
            body += message.get("body", b"")
        if message["type"] == "http.disconnect":
            return
        try:
            answer = await carry_out(self.tables, table, body, scope["rondel.person"])
        except Refusal as refusal:
            note(f"POST {scope['path']}", refusal)
            await reply(scope, send, refusal)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})
