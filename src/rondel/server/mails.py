"""Mails: plain words, and the same as HTML in which nothing that a person chose is obeyed."""

from __future__ import annotations

import html
import logging
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import unquote, urlsplit

from rondel.kernel.game import SHARED_TEXTS
from rondel.kernel.texts import read_catalogue
from rondel.server.errors import UnansweredError
from rondel.server.settings import Settings

log = logging.getLogger("rondel.server")

TIMEOUT = 20.0


class Mails:
    def __init__(self, settings: Settings) -> None:
        self.server = urlsplit(settings.mail) if settings.mail else None
        self.sender = settings.mail_from or "rondel@localhost"

    def __bool__(self) -> bool:
        return self.server is not None

    async def reset(self, to: str, name: str, link: str, language: str) -> None:
        """The way back into an account; whatever goes wrong is told to the log, not to whoever asked."""
        texts = read_catalogue(SHARED_TEXTS, language)
        words = [texts[f"mail.reset.{part}"] for part in ("greeting", "why", "link", "ignore")]
        plain = "\n\n".join([words[0].replace("{name}", name), words[1], words[2], link, words[3]]) + "\n"
        shown = html.escape(link, quote=True)
        paragraphs = [
            html.escape(words[0]).replace("{name}", html.escape(name)),
            html.escape(words[1]),
            f'<a href="{shown}">{html.escape(words[2])}</a><br>{shown}',
            html.escape(words[3]),
        ]
        body = "".join(f"<p>{each}</p>" for each in paragraphs)
        await self._send(to, texts["mail.reset.subject"], plain, f'<html lang="{language}"><body>{body}</body></html>')

    async def _send(self, to: str, subject: str, plain: str, rich: str) -> None:
        import aiosmtplib

        try:
            await self.deliver(to, subject, plain, rich, make_msgid(domain="rondel"))
        except (aiosmtplib.SMTPException, OSError, UnansweredError) as error:
            log.error("a mail could not be sent: %s", error)

    async def deliver(
        self,
        to: str,
        subject: str,
        plain: str,
        rich: str,
        number: str,
        more: dict[str, str] | None = None,
        handing: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Give a mail to the mail server; its error if that does not take it, UnansweredError if it does not say.

        `handing` is awaited in the moment before the mail is handed over.
        """
        import aiosmtplib

        class Client(aiosmtplib.SMTP):
            handed = False

            async def data(self, *about: Any, **more: Any) -> aiosmtplib.SMTPResponse:
                if handing is not None:
                    await handing()
                self.handed = True
                return await super().data(*about, **more)

        assert self.server is not None
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), number
        message["Auto-Submitted"] = "auto-generated"
        for name, value in (more or {}).items():
            message[name] = value
        message.set_content(plain)
        message.add_alternative(rich, subtype="html")
        server = self.server
        client = Client(
            hostname=server.hostname or "localhost",
            port=server.port or (465 if server.scheme == "smtps" else 25),
            username=unquote(server.username) if server.username else None,
            password=unquote(server.password) if server.password else None,
            use_tls=server.scheme == "smtps",
            timeout=TIMEOUT,
        )
        try:
            async with client:
                await client.send_message(message)
        except aiosmtplib.SMTPResponseException:
            raise
        except (aiosmtplib.SMTPException, OSError) as error:
            if client.handed:
                raise UnansweredError(f"the mail server: {type(error).__name__} {error}") from None
            raise
