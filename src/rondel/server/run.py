"""Start the server, print where it is, and open a browser if there is one."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url

from rondel.server.settings import ANY_ADDRESS, PUBLIC, Limits, Settings, database_url, words

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Address:
    """A socket that is bound already, so that nobody can take the port in between."""

    def __init__(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named TCP in full: asyncio switches off the waiting for more to send (Nagle) only where it sees that.
        self.socket = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self.socket.bind((host, port))
            self.socket.listen(1024)
        except OSError:
            self.socket.close()
            raise
        self.socket.setblocking(False)
        self.port: int = self.socket.getsockname()[1]
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
        self.url = f"http://{shown}:{self.port}/"


def find_address(host: str, port: int, strict: bool) -> Address:
    """The wished port, or a free one if it is taken."""
    try:
        return Address(host, port)
    except OSError as error:
        if strict:
            raise SystemExit(f"rondel: port {port} of {host} cannot be used: {error.strerror}") from None
    try:
        return Address(host, 0)
    except OSError as error:
        raise SystemExit(f"rondel: {host} cannot be used: {error.strerror}") from None


def already_running(port: int, database: str) -> bool:
    """Whether a server of this very database answers at this port."""
    mark = hashlib.sha256(database.encode()).hexdigest()[:16]
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2) as answer:
            return bool(json.loads(answer.read(1000)).get("database") == mark)
    except (OSError, ValueError, AttributeError):
        return False


def hold(database: str) -> IO[str] | None:
    """Keep an SQLite file for this server alone, as long as what is returned is open: two would not see each other."""
    parsed = make_url(database)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    path = Path(parsed.database + ".lock")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = path.open("a+", encoding="ascii")
    try:
        _lock(lock)
    except OSError:
        lock.seek(0)
        raise SystemExit(
            f"rondel: {parsed.database} is in use by another server (process {lock.read(20).strip() or 'unknown'}). "
            "Stop that one, take another --database, or PostgreSQL for several servers."
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _lock(file: IO[str]) -> None:
    """Lock a file, or OSError; the lock goes with the process, however that ends."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(1_000_000)  # beyond what is written: the rest may be read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def opened(settings: Settings, host: str, names: tuple[str, ...], say: Callable[[str], None]) -> Settings:
    """The settings of a server that others can reach: limits, and the names that it answers to."""
    names = names or settings.hosts
    own = socket.gethostname().lower()
    called = tuple(name.lower() for name in names)
    reached = ", ".join(names) or host
    say(f"Everybody who can reach {reached} can reach these tables; docs/hosts/safety.md tells what that means.")
    if not called:
        say("It answers to this machine's addresses and its own name alone. Name others with --url or RONDEL_NAMES.")
        called = (ANY_ADDRESS, own, f"{own}.local")
    limits = PUBLIC if settings.limits == Limits() else settings.limits
    return replace(settings, hosts=(*LOCAL_NAMES, *called), limits=limits)


def configure(app: ASGIApp, settings: Settings, local: bool = True) -> uvicorn.Config:
    """uvicorn, as it is used here: with limits, and without words of its own."""
    import uvicorn

    from rondel.server.limits import protocols

    return uvicorn.Config(
        cast(Any, app),  # uvicorn's type of an application is narrower than everybody else's
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=not local,
        **protocols(settings.limits),
    )


def _open_files(wanted: int) -> int:
    """Every connection is an open file: as many as the system gives."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | os.PathLike[str] | None = None,
    open_browser: bool = True,
    settings: Settings | None = None,
    say: Callable[[str], None] = print,
    names: tuple[str, ...] = (),
) -> None:
    """Serve until Ctrl-C. A port that is not given is 8000, or any free one; one that is given must be free.

    `names`: what the server is called by those who reach it from elsewhere.
    """
    url = settings.database if settings is not None and database is None else database_url(database)
    names = (*(names or words("RONDEL_NAMES")), *outside_names(settings.url if settings is not None else ""))
    local = host in ("127.0.0.1", "localhost", "::1") and not names  # one with a name stands behind a proxy
    site = settings is not None and settings.site
    if local and port is None and not site and already_running(8000, url):
        say("Rondel is already running at http://127.0.0.1:8000/")
        _open("http://127.0.0.1:8000/", open_browser)
        return
    lock = hold(url)
    address = find_address(host, 8000 if port is None else port, strict=port is not None)
    settings = replace(settings or Settings(), database=url)
    settings = replace(settings, hosts=LOCAL_NAMES) if local else opened(settings, host, names, say)
    _logging()
    files = _open_files(settings.limits.connections + 200)
    limits = replace(settings.limits, connections=max(100, min(settings.limits.connections, files - 200)))
    settings = replace(settings, limits=limits)
    sys.setswitchinterval(0.0005)  # the thread that stores must not wait for the one that answers

    import uvicorn

    from rondel.server.app import create_app

    app = create_app(settings)
    config = configure(app, settings, local and not site)
    if local and not site:
        app.state.network.allow(address.port, lambda: configure(app, replace(settings, limits=PUBLIC), True))
    gc.set_threshold(50_000, 20, 50)  # most of what a move makes goes by itself; looking for more makes everybody wait
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(server, address, open_browser, say))
    if lock is not None:
        lock.close()


async def _serve(server: uvicorn.Server, address: Address, open_browser: bool, say: Callable[[str], None]) -> None:
    serving = asyncio.create_task(server.serve(sockets=[address.socket]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        gc.freeze()  # what is there from the start stays: it need not be looked through again and again
        say(f"Rondel is at {address.url} (Ctrl-C ends it)")
        sys.stdout.flush()
        _open(address.url, open_browser)
    await serving


def outside_names(url: str) -> tuple[str, ...]:
    """What the server is called from outside."""
    name = urlsplit(url).hostname if url else None
    if name is None:
        return ()
    return (f"[{name}]" if ":" in name else name,)


def _open(url: str, wanted: bool) -> None:
    """A browser, if there is one; without a display a text browser would only get in the way."""
    if not wanted:
        return
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return

    def open_it() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(url)

    threading.Thread(target=open_it, daemon=True).start()


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _logging() -> None:
    handler = logging.StreamHandler()
    lines = os.environ.get("RONDEL_LOG", "text")
    handler.setFormatter(JsonLines() if lines == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    # A live line that is refused with a status is complete; uvicorn thinks it is not.
    logging.getLogger("uvicorn.error").addFilter(lambda line: "without completing handshake" not in line.getMessage())
