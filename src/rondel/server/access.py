"""Who may do what at a table.

A local server trusts its one user: she may sit on any human seat, one after the other (hot-seat). Nobody plays a bot's
seat or looks into its hand while the game runs. A site with accounts brings a policy of its own, which asks whose seat
it is.
"""

from __future__ import annotations

from typing import Protocol

from rondel.kernel.flow import SPECTATOR
from rondel.server.errors import Refusal
from rondel.server.storage import Seat


class Policy(Protocol):
    def check_play(self, user: str, seats: list[Seat], seat: int) -> None:
        """Refusal if the user may not decide for this seat."""

    def check_look(self, user: str, seats: list[Seat], seat: int, over: bool) -> None:
        """Refusal if the user may not see what this seat sees."""

    def check_file(self, user: str, seats: list[Seat], over: bool) -> None:
        """Refusal if the user may not have the record, which holds every seat's secrets."""


LOCAL_USER = "local"


class LocalPolicy:
    def check_play(self, user: str, seats: list[Seat], seat: int) -> None:
        known(seats, seat)
        if seats[seat].kind != "human":
            raise Refusal(403, "bots-seat", f"seat {seat} is played by a bot", seat=seat)

    def check_look(self, user: str, seats: list[Seat], seat: int, over: bool) -> None:
        if seat == SPECTATOR:
            return
        known(seats, seat)
        if seats[seat].kind != "human" and not over:
            raise Refusal(403, "bots-seat", f"nobody looks into the hand of the bot on seat {seat}", seat=seat)

    def check_file(self, user: str, seats: list[Seat], over: bool) -> None:
        """It is her own machine: she may take a running game elsewhere."""


def known(seats: list[Seat], seat: int) -> None:
    if not 0 <= seat < len(seats):
        raise Refusal(
            422, "unknown-seat", f"the table has the seats 0 to {len(seats) - 1}, not {seat}", seats=len(seats)
        )
