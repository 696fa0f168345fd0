"""What can be set from outside, and where the data of a user lives."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def home() -> Path:
    """The folder of this user's data: `$RONDEL_HOME`, or the usual place of the system."""
    own = os.environ.get("RONDEL_HOME")
    if own:
        return Path(own).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rondel"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "rondel"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rondel"


def database_url(database: str | os.PathLike[str] | None) -> str:
    """A database URL out of a URL, a file name, or nothing (the user's own file)."""
    if database is not None and "://" in str(database):
        return str(database)
    path = Path(database) if database is not None else home() / "rondel.db"
    return f"sqlite:///{path.expanduser().resolve()}"


@dataclass(frozen=True)
class Limits:
    head_bytes: int = 32_768
    """Of a request's head: its first line and its headers."""
    head_seconds: float = 10.0
    """From the first byte to the end of a head, and from the opening of a connection to the end of the first one."""
    body_seconds: float = 30.0
    """From the end of the head to the end of the body."""
    idle_seconds: int = 15
    """A connection that nobody uses is kept so long."""
    unread_seconds: float = 60.0
    """An answer that nobody reads waits so long."""
    connections: int = 4_000
    connections_each: int = 200
    """From one address; a proxy on this machine may open as many as there are."""
    requests: float = 0.0
    """A second, from one address, in the long run; 0: as many as it likes."""
    requests_at_once: int = 200
    costly: float = 0.0
    """As `requests`, of those that make something new: tables, files read in."""
    costly_at_once: int = 20


PUBLIC = Limits(requests=30.0, costly=0.5)
"""What a server that others reach allows."""


ANY_ADDRESS = "any address"
"""Among the names of a server: it may be called by whatever address it has. Only names can be made to point here."""


def _bot_pause() -> float:
    return max(0.0, float(os.environ.get("RONDEL_BOT_PAUSE", "0.35")))


def _plays_forced() -> bool:
    return os.environ.get("RONDEL_FORCED", "1") != "0"


def words(name: str) -> tuple[str, ...]:
    return tuple(os.environ.get(name, "").replace(",", " ").split())


@dataclass(frozen=True)
class Settings:
    database: str = field(default_factory=lambda: database_url(None))
    bot_pause: float = field(default_factory=_bot_pause)
    """Seconds between two moves of bots while somebody watches, so that people can follow."""
    plays_forced: bool = field(default_factory=_plays_forced)
    """A choice that is none ("Done", and nothing else) is made by the table itself, where this tells nothing hidden."""
    own_bots: tuple[str, ...] = ()
    """Bots besides those of the package that may sit down, as `search+8` or `package.module:Class`: in an arena."""
    bot_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    lease: float = field(default_factory=lambda: float(os.environ.get("RONDEL_LEASE", "15")))
    """Seconds after which a job is taken up by another process, if the one that held it does not renew its hold."""
    heartbeat: float = field(default_factory=lambda: float(os.environ.get("RONDEL_HEARTBEAT", "10")))
    """Seconds between two looks at what other processes may have changed without a notice."""
    analysis: float = field(default_factory=lambda: float(os.environ.get("RONDEL_ANALYSIS", "55")))
    """Seconds that a game is looked at for when somebody has it analysed."""
    cached_tables: int = 256
    """How many tables stay in memory."""
    body_limit: int = 1_000_000
    backlog: int = 64
    """How many messages may wait for a slow watcher before it is sent a fresh observation instead."""
    hosts: tuple[str, ...] = ()
    """The names under which the server may be addressed; empty: any. A local server answers to local names only."""
    origins: tuple[str, ...] = field(default_factory=lambda: words("RONDEL_ORIGINS"))
    """Other sites whose pages may play here, as `https://name:port`; for a proxy that does not tell its scheme."""
    limits: Limits = field(default_factory=Limits)
    site: bool = False
    """A site (`rondel serve`): people have names and seats of their own. Otherwise a house, whose user is trusted."""
    url: str = ""
    """Where the site is to be found from outside, for links in invitations and mails."""
    mail: str = ""
    """The mail server: smtp://user:password@host:port, or smtps://. None: nobody can reset a password by mail."""
    mail_from: str = ""
    registration: bool = True
    """Whether strangers may make accounts; those with an invitation play as guests in any case."""
    administrators: tuple[str, ...] = ()
    """Logins that are given the role of an administrator when the server starts."""
    notice_delay: float = 120.0
    """Seconds that a turn must last before its player is told of it; what begins meanwhile is told together."""
    loopback: bool = False
    """Whether webhooks and push messages may go to this machine itself: for tests alone."""
    static: Path = Path(__file__).parent / "static"
