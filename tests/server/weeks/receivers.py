"""Where notices arrive: a mail server, push services and webhooks of the test's own."""

from __future__ import annotations

import asyncio
import json
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rondel.server.weeks import push


class Letterbox:
    """A real mail server."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.answer, self.delay = "250 OK", 0.0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            self.mails.append(message_from_bytes(envelope.content, policy=default))
        await asyncio.sleep(self.delay)
        return self.answer

    def words(self, number: int) -> str:
        body = self.mails[number].get_body(("plain",))  # type: ignore[attr-defined]
        return str(body.get_content())


@contextmanager
def letterbox() -> Iterator[tuple[Letterbox, str]]:
    box = Letterbox()
    controller = Controller(box, hostname="127.0.0.1", port=0)
    loop = controller.loop  # the controller asks its own port whether it is there, which port 0 has no answer to
    ready = threading.Event()
    server: list[Any] = []

    async def serve() -> None:
        server.append(await loop.create_server(controller.factory, "127.0.0.1", 0))
        ready.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(serve())
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(10)
    yield box, f"smtp://127.0.0.1:{server[0].sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


class Post:
    """An HTTP server that keeps what it gets, and answers as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, dict[str, str], bytes]] = []
        self.status, self.delay = 200, 0.0
        post = self

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                fine = 200 <= post.status < 300
                if fine:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    post.got.append((self.command, self.path, headers, body))
                time.sleep(post.delay)
                answer = json.dumps({"id": str(1000 + len(post.got))}).encode()
                self.send_response(post.status)
                if post.status == 302:
                    self.send_header("location", "http://127.0.0.1:1/inside")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_POST = do_DELETE = _any  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def did(self, method: str) -> list[tuple[str, dict[str, str], bytes]]:
        return [(path, headers, body) for kind, path, headers, body in self.got if kind == method]


@contextmanager
def post() -> Iterator[Post]:
    server = Post()
    yield server
    server.close()


class Browser:
    """The part of a browser that a push message is for."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"

    def subscription(self, endpoint: str) -> dict[str, str]:
        keys = {"p256dh": push.encode(push.public_bytes(self.key)), "auth": push.encode(self.auth)}
        return {"kind": "push", "address": endpoint, **keys}

    def read(self, body: bytes) -> Any:
        """RFC 8291, the other side of it."""
        salt, (_, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender = body[21 : 21 + length]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, sender))
        info = b"WebPush: info\0" + push.public_bytes(self.key) + sender
        secret = push.derive(self.auth, shared, info, 32)
        content = push.derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = push.derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, body[21 + length :], None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])
