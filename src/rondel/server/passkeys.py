"""Passkeys: a way back into an account without a password. The device keeps a key of its own and signs a challenge.

A challenge is a ticket: it works once, for a few minutes, and for nothing else. What is signed names this site, so a
page of another one gets nothing that could be used here.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from rondel.server.access import Person
from rondel.server.errors import Refusal
from rondel.server.people import PASSKEYS, People
from rondel.server.rows import now

MOST = 20
"""Passkeys of one person."""


@dataclass(slots=True)
class Passkey:
    id: str
    name: str
    created: int
    used: int | None


def named(origin: str) -> str:
    """The name that keys of a site are made for; empty if there can be none: it is reached by a bare address."""
    name = urlsplit(origin).hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name
    return ""


class Passkeys:
    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    async def invite(self, person: Person, origin: str) -> dict[str, Any]:
        """What a browser needs to make a key for a person."""
        site = check_named(origin)
        known = await self.of(person.id)
        if len(known) >= MOST:
            raise Refusal(429, "too-many-passkeys", f"you have {MOST} passkeys already: remove one first")
        options = generate_registration_options(
            rp_id=site,
            rp_name="Rondel",
            user_id=person.id.encode(),
            user_name=person.login or person.name,
            user_display_name=person.name,
            challenge=(await self.people.ticket("key-new", person.id)).encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known],
        )
        return _plain(options)

    async def add(self, person: Person, origin: str, credential: dict[str, Any], name: str) -> None:
        challenge = _challenge(credential)
        if await self.people.redeem("key-new", challenge.decode("latin-1")) != person.id:
            raise unfit()
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=check_named(origin),
                expected_origin=origin,
                require_user_verification=True,
            )
        except _WRONG:
            raise unfit() from None
        row = {
            "id": bytes_to_base64url(made.credential_id),
            "person": person.id,
            "key": bytes_to_base64url(made.credential_public_key),
            "count": made.sign_count,
            "name": name,
            "created": now(),
        }

        def write(connection: Connection) -> None:
            connection.execute(insert(PASSKEYS).values(**row))

        try:
            await self.store.writer.submit(write)
        except IntegrityError:
            raise Refusal(409, "known-passkey", "this passkey is known already") from None

    async def ask(self, origin: str) -> dict[str, Any]:
        """What a browser needs to sign in with a key of whomever."""
        challenge = await self.people.ticket("key-in", "")
        options = generate_authentication_options(
            rp_id=check_named(origin),
            challenge=challenge.encode(),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return _plain(options)

    async def sign_in(self, origin: str, credential: dict[str, Any]) -> str:
        """The person whose key has signed."""
        challenge = _challenge(credential)
        await self.people.redeem("key-in", challenge.decode("latin-1"))
        row = await asyncio.to_thread(self._find, str(credential.get("id", ""))[:1400])
        if row is None:
            raise unfit()
        try:
            shown = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=check_named(origin),
                expected_origin=origin,
                credential_public_key=base64url_to_bytes(row.key),
                credential_current_sign_count=row.count,
                require_user_verification=True,
            )
        except _WRONG:
            raise unfit() from None
        # A key that counts must have counted on: otherwise it is a copy, or somebody was here at the same time.
        which = (PASSKEYS.c.id == row.id, PASSKEYS.c.count == row.count)
        change = update(PASSKEYS).where(*which).values(count=shown.new_sign_count, used=now())
        if not await self.store.writer.submit(lambda connection: connection.execute(change).rowcount):
            raise unfit()
        return str(row.person)

    def _find(self, key: str) -> Any:
        with self.store.engine.connect() as connection:
            return connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == key)).first()

    async def of(self, person: str) -> list[Passkey]:
        def read() -> list[Passkey]:
            columns = (PASSKEYS.c.id, PASSKEYS.c.name, PASSKEYS.c.created, PASSKEYS.c.used)
            query = select(*columns).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.created)
            with self.store.engine.connect() as connection:
                return [Passkey(*row) for row in connection.execute(query).all()]

        return await asyncio.to_thread(read)

    async def remove(self, person: str, key: str) -> bool:
        """Only one's own."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.person == person, PASSKEYS.c.id == key)
        return bool(await self.store.writer.submit(lambda connection: connection.execute(gone).rowcount))


_WRONG = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)
"""What the library says to what no device made."""


def _plain(options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options_to_json(options))
    return plain


def _challenge(credential: dict[str, Any]) -> bytes:
    """What was signed, as the browser says; that it was is checked later."""
    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"])[:80]
    except (*_WRONG, RecursionError):
        raise unfit() from None


def unfit() -> Refusal:
    return Refusal(401, "wrong-passkey", "this passkey does not fit")


def check_named(origin: str) -> str:
    site = named(origin)
    if not site:
        raise Refusal(409, "no-passkeys", "passkeys need a name: this site is reached by a bare address")
    return site
