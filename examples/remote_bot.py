"""A bot that sits at a table of a site, over the same protocol as a browser: in any language, with any library.

    python examples/remote_bot.py https://play.example.org/#/join/TABLE/CODE --token TOKEN

The token comes from the page of your account ("Programs"), the link from the table ("Invite"). The bot follows the
link, takes the first free seat and plays whatever it may, until the game is over. It sees what its seat sees, and
nothing else. Nothing but Python and the package `websockets` is needed; replace `choose` with something better.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Site:
    """The HTTP interface, for one program."""

    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/api{path}", data, self.headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())


def choose(seen: dict[str, Any]) -> dict[str, Any]:
    """One of the choices on offer, knowing what the seat may know: this is where your bot begins."""
    chosen: dict[str, Any] = random.choice(seen["choices"])
    return chosen


def sit_down(site: Site, table: str, code: str) -> int:
    """Follow the invitation, and take a seat unless there is one already; its number."""
    company = site.ask("/invitations", {"table": table, "code": code})
    for seat, place in enumerate(company["seats"]):
        if place["mine"]:
            return seat
    for seat, place in enumerate(company["seats"]):
        if place["free"]:
            site.ask(f"/tables/{table}/seats", {"do": "take", "seat": seat, "share": secrets.token_hex(16)})
            return seat
    raise SystemExit("No seat is free.")


def play(site: Site, table: str, seat: int, seen: dict[str, Any]) -> None:
    """Make one move. The key tells the server that a move sent again, after a lost answer, is the same one."""
    chosen = choose(seen)
    move = {"seat": seat, "position": seen["position"], "action": chosen["id"], "key": secrets.token_hex(8)}
    try:
        site.ask(f"/tables/{table}/moves", move)
        print(f"{seen['position']}: {chosen['notation']}")
    except urllib.error.HTTPError as error:
        if error.code != 409:  # the table has moved on: the live line tells
            raise


def follow(site: Site, table: str, seat: int) -> bool:
    """Follow the table over its live line, and move when it is our turn; True once the game is over."""
    address = f"{site.base.replace('http', 'ws', 1)}/api/tables/{table}/live?seat={seat}"
    with connect(address, additional_headers={"authorization": site.headers["authorization"]}, max_size=None) as line:
        for text in line:
            message = json.loads(text)
            if message["type"] == "deleted":
                raise SystemExit("The table is gone.")
            seen = message.get("observation")  # what this seat sees now; without patch=1 always in full
            if seen is None:
                continue
            if seen["over"]:
                return True
            if seen["choices"]:
                play(site, table, seat, seen)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help="an invitation to a table")
    parser.add_argument("--token", required=True, help="of a program, from the page of your account")
    asked = parser.parse_args()
    base, mark, rest = asked.link.partition("/#/join/")
    table, _, code = rest.partition("/")
    if not mark or not code:
        raise SystemExit("This is no invitation: it should end in /#/join/TABLE/CODE.")
    site = Site(base, asked.token)
    try:
        seat = sit_down(site, table, code)
        print(f"On seat {seat} of table {table}.")
        wait_until_begun(site, table)
        while True:
            try:
                if follow(site, table, seat):
                    break
            except (ConnectionClosed, ConnectionError, TimeoutError):
                continue  # the line broke: open it again
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {error.read().decode()}")
    print("The game is over.")


def wait_until_begun(site: Site, table: str) -> None:
    while not site.ask(f"/tables/{table}/company")["begun"]:
        time.sleep(2)


if __name__ == "__main__":
    main()
