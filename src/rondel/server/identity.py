"""Whoever asks: a person for every request and every live line, found out before anything else is done.

In a house (`rondel play`) whoever asks from the machine itself is the house. Everybody else, and everybody on a site,
is the person of a session: a token in a cookie that no script can read and no other site can make the browser send
along with a change.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from rondel.server.access import HOUSE, STRANGER, Person
from rondel.server.gate import host_name
from rondel.server.people import LASTS, People

LOCAL = ("127.0.0.1", "localhost", "[::1]")
PLAIN, SECURE = "rondel", "__Host-rondel"
"""The cookie's name; over TLS one that the browser takes from this very host alone."""


def cookie_name(scope: Scope) -> str:
    return SECURE if scope["scheme"] in ("https", "wss") else PLAIN


def token_of(scope: Scope) -> str:
    """The token that came along: in the cookie, or for a program in the header."""
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:].decode("latin-1").strip())[:200]
    name = cookie_name(scope)
    for header, value in scope["headers"]:
        if header == b"cookie" and name.encode() in value:
            try:
                found = SimpleCookie(value.decode("latin-1")).get(name)
            except CookieError:
                return ""
            if found is not None:
                return found.value[:200]
    return ""


def cookie(scope: Scope, token: str) -> str:
    """The Set-Cookie line of a session; an empty token takes it away."""
    secure = "; Secure" if cookie_name(scope) == SECURE else ""
    age = LASTS // 1000 if token else 0
    return f"{cookie_name(scope)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def is_at_home(scope: Scope) -> bool:
    """Whether this comes from the machine itself, addressed by a name that only it has."""
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    client = scope.get("client")
    return client is not None and is_loopback(client[0]) and host_name(host) in LOCAL


@lru_cache(maxsize=10_000)
def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Identity:
    def __init__(self, app: ASGIApp, people: People, site: bool) -> None:
        self.app = app
        self.people = people
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope["rondel.person"] = await self._who(scope)
        await self.app(scope, receive, send)

    async def _who(self, scope: Scope) -> Person:
        if not self.site and is_at_home(scope):
            return HOUSE
        token = token_of(scope)
        return (await self.people.who(token) if token else None) or STRANGER
