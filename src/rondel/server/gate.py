"""The gate: what is checked before anything else, and what a caller is told when something went wrong."""

from __future__ import annotations

import ipaddress
import logging
import re
import sqlite3
from contextlib import suppress

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rondel.server.errors import Refusal, headers_of, note, reply
from rondel.server.limits import Buckets, network
from rondel.server.settings import ANY_ADDRESS, Settings

log = logging.getLogger("rondel.server")


def answer(request: Request | None, refusal: Refusal) -> Response:
    where = f"{request.method} {request.url.path}" if request is not None else ""
    note(where, refusal)
    body = msgspec.json.encode(refusal.to_json())
    return Response(body, refusal.status, headers_of(refusal), media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return answer(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "json_invalid":
        return answer(request, Refusal(400, "malformed-json", f"the body is not JSON: {first.get('ctx', {})}"))
    problems = [
        {"where": ".".join(str(part) for part in each["loc"]), "problem": each["msg"]} for each in error.errors()[:20]
    ]
    return answer(request, Refusal(422, "invalid", f"{where}: {first['msg']}", problems=problems))


_CODES = {400: "bad-request", 404: "not-found", 405: "method-not-allowed", 413: "too-large"}


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, f"status-{error.status_code}")
    return answer(request, Refusal(error.status_code, code, str(error.detail)))


def install(app: FastAPI) -> None:
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OperationalError, _database)
    app.add_exception_handler(InterfaceError, _database)
    app.add_exception_handler(sqlite3.OperationalError, _database)
    app.add_exception_handler(DataError, _database)
    app.add_exception_handler(Exception, _our_fault)


async def _database(request: Request, error: Exception) -> Response:
    refusal = not_stored(error)
    if refusal is None:
        raise error
    return answer(request, refusal)


async def _our_fault(request: Request, error: Exception) -> Response:
    """What nobody expected; the gate writes it to the log."""
    return answer(request, OUR_FAULT)


def not_stored(error: Exception) -> Refusal | None:
    """What a caller is told if the database fails: not if we asked it for nonsense, which is our fault."""
    if isinstance(error, DataError):
        log.error("the database does not take what was asked: %s", str(error).splitlines()[0])
        return Refusal(422, "invalid", "no database takes this: a text holds a character that is none")
    if isinstance(error, (OperationalError, InterfaceError, sqlite3.OperationalError)):
        log.error("the database fails: %s", str(error).splitlines()[0])
        return Refusal(
            503, "not-stored", "the server cannot use its database now (is the disk full?); nothing was changed"
        )
    return None


OUR_FAULT = Refusal(500, "internal", "this is our fault, not yours; the log of the server has the details")


class Gate:
    """What is checked before anything else: who is addressed, where the page came from, how much and how long it is.

    A page of another site must not play here in the user's name: a request that changes something, or a live line, is
    answered only if it comes from this very site: scheme, name and port. A local server answers to local names only.
    """

    DISCARD = 64_000_000

    def __init__(self, app: ASGIApp, settings: Settings, more: set[str] | None = None) -> None:
        self.app = app
        self.hosts = settings.hosts
        self.more: set[str] = more if more is not None else set()
        """Names that the server got since it was started."""
        self.origins = (*settings.origins, *([settings.url.lower()] if settings.url else []))
        self.body_limit = settings.body_limit
        limits = settings.limits
        self.requests = Buckets(limits.requests, limits.requests_at_once)
        self.costly = Buckets(limits.costly, limits.costly_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http":
            send = _guarded(send)
        try:
            await self._admit(scope, receive, send)
        except Exception as error:
            refusal = not_stored(error)
            if refusal is None:
                log.exception("%s %s failed", scope.get("method", "WS"), scope["path"])
            else:
                note(f"{scope.get('method', 'WS')} {scope['path']}", refusal)
            with suppress(RuntimeError):  # an answer had begun
                await reply(scope, send, refusal or OUR_FAULT)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = origin = fetched = b""
        length = hosts = 0
        for name, value in scope["headers"]:
            if name == b"host":
                host = value
                hosts += 1
            elif name == b"origin":
                origin = value
            elif name == b"sec-fetch-site":
                fetched = value
            elif name == b"content-length":
                length = int(value) if value.isdigit() else 0
        refusal = self._check(scope, host.decode("latin-1"), origin.decode("latin-1"), fetched) or self._count(scope)
        if hosts > 1:  # each part of a server, and each proxy, might believe another of them
            refusal = Refusal(400, "two-hosts", "a request names one host")
        if refusal is None and length > self.body_limit:
            refusal = self._too_large()
        if refusal is not None:
            await self._refuse(scope, receive, send, refusal, length)
        elif scope["type"] == "http" and not length and scope["method"] != "GET":
            await self._gathered(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope, host: str, origin: str, fetched: bytes) -> Refusal | None:
        if self.hosts and not answers_to(self.hosts, host_name(host)) and host_name(host) not in self.more:
            return Refusal(421, "wrong-host", f"this server is not called {host[:80]!r}")
        if scope["type"] != "websocket" and scope["method"] in ("GET", "HEAD"):
            return None
        secure = "s" if scope.get("scheme") in ("https", "wss") else ""
        if origin and origin.lower() != f"http{secure}://{host.lower()}" and origin not in self.origins:
            message = f"requests from {origin[:80]!r} are not answered at http{secure}://{host[:80]}"
            return Refusal(403, "foreign-origin", message)
        if fetched not in (b"", b"same-origin", b"none") and origin not in self.origins:
            return Refusal(403, "foreign-origin", "requests from pages of other sites are not answered")
        return None

    def _count(self, scope: Scope) -> Refusal | None:
        """Whether this address has asked for too much lately."""
        if not self.requests.rate:
            return None
        caller = network(scope["client"][0] if scope.get("client") else "")
        wait = self.requests.wait(caller)
        if not wait and scope["type"] == "http" and scope["method"] == "POST" and is_costly(scope["path"]):
            wait = self.costly.wait(caller)
        if not wait:
            return None
        return Refusal(429, "too-many-requests", "too many requests from this address", wait=round(wait, 1))

    def _too_large(self) -> Refusal:
        return Refusal(413, "too-large", f"a body may have {self.body_limit:,} bytes at most", limit=self.body_limit)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal, length: int) -> None:
        note(f"{scope.get('method', 'WS')} {scope['path']}", refusal)
        if scope["type"] == "http" and length <= self.DISCARD:
            await _discard(receive)  # most clients read an answer only once they have sent everything
        await reply(scope, send, refusal)

    async def _gathered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A body without a stated length is read here, as far as it may go, and handed on in one piece."""
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.body_limit:
                await self._refuse(scope, receive, send, self._too_large(), 0)
                return
        whole: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def gathered() -> Message:
            nonlocal whole
            message, whole = whole, None
            return message if message is not None else await receive()

        await self.app(scope, gathered, send)


def answers_to(hosts: tuple[str, ...], name: str) -> bool:
    return name in hosts or (ANY_ADDRESS in hosts and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_costly(path: str) -> bool:
    return COSTLY.match(path) is not None


COSTLY = re.compile(
    r"/api/(gatherings|tournaments|lessons/[^/]+/[^/]+|tables|tables/import|tables/[^/]+/(branch|rematch))/?\Z"
)
"""Where a new table is made."""

PROTECTION = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""What every answer tells a browser; a page brings a content policy of its own."""


def _guarded(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        # What has not changed keeps the headers that it came with: a page, the policy of its own.
        if message["type"] == "http.response.start" and message["status"] != 304:
            headers = list(message["headers"])
            own = any(name == b"content-security-policy" for name, _ in headers)
            message["headers"] = headers + (PROTECTION[1:] if own else PROTECTION)
        await send(message)

    return guarded


def host_name(host: str) -> str:
    """A host without its port."""
    host = host.lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


async def _discard(receive: Receive) -> None:
    seen = 0
    while seen < Gate.DISCARD:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body"):
            return
        seen += len(message.get("body", b""))
