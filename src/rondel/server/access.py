"""Who may do what at a table.

Every request and every live line carries a person, and a policy says what is hers. A house (`rondel play`) trusts
whoever sits at its own machine: she may sit on any human seat that is nobody else's, one after the other (hot-seat). A
site (`rondel serve`) trusts nobody: a seat is the person's who took it. Nobody plays a bot's seat or looks into its
hand while the game runs.

A table that somebody may not see is answered for as one that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rondel.kernel.flow import SPECTATOR
from rondel.server.errors import Refusal, not_found

if TYPE_CHECKING:
    from rondel.server.storage import Seat, Summary


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever asks. A guest has a name; an account is the same person with a way back."""

    id: str
    name: str = ""
    login: str | None = None
    mail: str | None = None
    admin: bool = False
    session: str = ""
    """Which of the person's sessions this is."""
    owner: str = ""
    """Of a program: the person whose it is."""

    @property
    def is_known(self) -> bool:
        return bool(self.id)


HOUSE = Person("house")
"""Whoever sits at the machine that `rondel play` runs on."""
STRANGER = Person("")
"""Somebody who has not said who she is."""


class Policy(Protocol):
    def check_found(self, person: Person) -> None:
        """Refusal if the person may not open a table."""

    def check_local(self, person: Person) -> None:
        """Refusal if the person may not set up a table for everybody at one screen, or read one from a file."""

    def sees(self, person: Person, table: Summary) -> bool:
        """Whether the table is there for this person at all."""

    def seats(self, person: Person, table: Summary) -> list[int]:
        """The seats that are the person's to play."""

    def check_play(self, person: Person, table: Summary, seat: int) -> None:
        """Refusal if the person may not decide for this seat."""

    def check_look(self, person: Person, table: Summary, seat: int, over: bool) -> None:
        """Refusal if the person may not see what this seat sees."""

    def check_file(self, person: Person, table: Summary, over: bool) -> None:
        """Refusal if the person may not have the record, which holds every seat's secrets."""

    def check_host(self, person: Person, table: Summary) -> None:
        """Refusal if the person may not decide about the table itself: invite, delete."""


class HousePolicy:
    """One machine, whose user trusts herself; those whom she invites sit on seats of their own."""

    def check_found(self, person: Person) -> None:
        if person != HOUSE:
            raise forbidden("only the host opens tables here")

    check_local = check_found

    def sees(self, person: Person, table: Summary) -> bool:
        return person == HOUSE or is_member(person, table)

    def seats(self, person: Person, table: Summary) -> list[int]:
        return [seat for seat, each in enumerate(table.seats) if each.kind == "human" and self._has(person, each)]

    def _has(self, person: Person, seat: Seat) -> bool:
        return seat.person == person.id or (person == HOUSE and seat.person is None)

    def check_play(self, person: Person, table: Summary, seat: int) -> None:
        check_seen(self, person, table)
        known(table.seats, seat)
        check_human(table, seat)
        if not self._has(person, table.seats[seat]):
            raise others_seat(seat)

    def check_look(self, person: Person, table: Summary, seat: int, over: bool) -> None:
        check_seen(self, person, table)
        if seat == SPECTATOR:
            return
        known(table.seats, seat)
        if over:
            return
        check_human(table, seat)
        if not self._has(person, table.seats[seat]):
            raise others_seat(seat)

    def check_file(self, person: Person, table: Summary, over: bool) -> None:
        """She may take a running game elsewhere that she plays on her own machine, alone or around it."""
        check_seen(self, person, table)
        if not over and (person != HOUSE or any(seat.person not in (None, HOUSE.id) for seat in table.seats)):
            raise not_yet()

    def check_host(self, person: Person, table: Summary) -> None:
        check_seen(self, person, table)
        if person != HOUSE:
            raise forbidden("only the host may do this")


class SitePolicy:
    """A site: everybody has what is hers, and nobody has more."""

    def check_found(self, person: Person) -> None:
        if not person.is_known:
            raise Refusal(401, "who-are-you", "say who you are first: a name is enough")

    def check_local(self, person: Person) -> None:
        raise forbidden("on a site every player has a seat of her own: open a table and take one")

    def sees(self, person: Person, table: Summary) -> bool:
        return table.visible or person.admin or is_member(person, table)

    def seats(self, person: Person, table: Summary) -> list[int]:
        if not person.is_known:
            return []
        return [seat for seat, each in enumerate(table.seats) if each.kind == "human" and each.person == person.id]

    def check_play(self, person: Person, table: Summary, seat: int) -> None:
        check_seen(self, person, table)
        known(table.seats, seat)
        check_human(table, seat)
        if seat not in self.seats(person, table):
            raise others_seat(seat)

    def check_look(self, person: Person, table: Summary, seat: int, over: bool) -> None:
        check_seen(self, person, table)
        if seat == SPECTATOR:
            return
        known(table.seats, seat)
        if over:
            return
        check_human(table, seat)
        if seat not in self.seats(person, table):
            raise others_seat(seat)

    def check_file(self, person: Person, table: Summary, over: bool) -> None:
        check_seen(self, person, table)
        if not over:
            raise not_yet()

    def check_host(self, person: Person, table: Summary) -> None:
        check_seen(self, person, table)
        if not person.admin and not (person.is_known and person.id == table.host):
            raise forbidden("only the host may do this")


def is_member(person: Person, table: Summary) -> bool:
    """She hosts the table, sits at it, or was invited to it."""
    if not person.is_known:
        return False
    seated = any(seat.person == person.id for seat in table.seats)
    return seated or person.id == table.host or person.id in table.admitted


def check_seen(policy: Policy, person: Person, table: Summary) -> None:
    if not policy.sees(person, table):
        raise not_found(table.id)


def check_human(table: Summary, seat: int) -> None:
    if table.seats[seat].kind != "human":
        raise Refusal(403, "bots-seat", f"seat {seat} is a bot's", seat=seat)


def allows_hints(table: Summary) -> bool:
    """Whether a coach may be asked: as was agreed; where nothing was, if only one person plays."""
    if table.hints is not None:
        return table.hints
    # A seat that a bot holds for somebody is still hers.
    return sum(seat.kind == "human" or seat.person is not None for seat in table.seats) == 1


def others_seat(seat: int) -> Refusal:
    return Refusal(403, "others-seat", f"seat {seat} is not yours", seat=seat)


def not_yet() -> Refusal:
    return Refusal(403, "running", "the game file holds every hand: it can be had once the game is over")


def forbidden(message: str) -> Refusal:
    return Refusal(403, "forbidden", message)


def known(seats: list[Seat], seat: int) -> None:
    if not 0 <= seat < len(seats):
        raise Refusal(
            422, "unknown-seat", f"the table has the seats 0 to {len(seats) - 1}, not {seat}", seats=len(seats)
        )
