"""What the commands share: games, options and game files, with errors that help."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rondel import games
from rondel.kernel import chance, flow, record
from rondel.kernel.game import Game, OptionError
from rondel.kernel.record import Match, RecordError


class Complaint(Exception):
    """Something the user can put right: one line, no traceback."""


def find_game(name: str) -> Game[Any]:
    try:
        return games.load(name)
    except LookupError as error:
        raise Complaint(error.args[0]) from None


def parse_options(pairs: list[str]) -> dict[str, Any]:
    """`-o deal=experienced -o chips=15`, in one way for every game and command."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, mark, value = pair.partition("=")
        if not mark:
            raise Complaint(f"an option is name=value, not {pair!r}")
        if name in options:
            raise Complaint(f"option {name} is given twice")
        options[name] = value
    return options


def settle(game: Game[Any], players: int | None, options: dict[str, Any]) -> int:
    """Check seats and options before anything is made; the number of players, four or as near as the game allows."""
    seats = players if players is not None else min(max(4, game.players[0]), game.players[-1])
    try:
        game.settle(seats, options)
    except OptionError as error:
        raise Complaint(str(error)) from None
    return seats


def is_compiled() -> bool:
    return not str(flow.__file__).endswith(".py")


def seed_file(path: Path) -> Path:
    """The secret of a running game lies beside its file."""
    return path.with_name(path.name + ".seed")


def read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{path}: not a game file: it is not text") from None


def read_match(path: Path) -> Match:
    text = read_text(path)
    try:
        match = record.parse(text, games.load)
    except RecordError as error:
        raise Complaint(f"{path}: {error}") from None
    secret = seed_file(path)
    if not match.seed and secret.exists():
        seed = secret.read_text(encoding="utf-8").strip()
        if chance.commitment(seed) != match.commitment:
            raise Complaint(f"{secret}: is not the seed of {path}")
        match.seed = seed
    return match


def write_match(path: Path, match: Match) -> None:
    """Write the game file whole or not at all; the seed beside it until the game is over and shows it."""
    secret = seed_file(path)
    if match.seed and not match.over and not secret.exists():
        replace_file(secret, match.seed + "\n")
    replace_file(path, match.text())
    if match.over:
        secret.unlink(missing_ok=True)


def replace_file(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise Complaint(f"{path}: {error.strerror}") from None
