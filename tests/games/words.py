"""Looking at what a game says: the words in its source, its rules and its aid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from rondel.kernel.game import Game

NAMES = ["Anna", "Ben", "Carla", "David", "Emil", "Frida", "Greta"]


def reads_well(said: str, question: bool = False) -> bool:
    """No hole left open, no value missing, a capital at the beginning of each sentence, no doubled or stray blank."""
    sentences = [said, *re.split(r"(?<!\bSt)(?<!\d)[.?!] ", said)[1:]]
    return (
        not re.search(r"[{}|]|  |\bNone\b| [.,]|\.\.", said)
        and ("?" in said) <= question
        and all(sentence[:1] == sentence[:1].upper() for sentence in sentences)
        and said == said.strip()
    )


def calls(game: Game[Any], *names: str) -> Iterator[ast.Call]:
    """The places in a game's source where one of these functions is called."""
    for path in sorted(game.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in names:
                    yield node


def constants(node: ast.AST) -> set[str]:
    """The words that an expression can be: a constant, or both branches of a choice."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def said_in(game: Game[Any], place: int, *names: str) -> set[str]:
    """The words that stand at this place of the arguments in calls of these functions."""
    found: set[str] = set()
    for call in calls(game, *names):
        if -len(call.args) <= place < len(call.args):
            found |= constants(call.args[place])
    return found


def read(game: Game[Any], folder: str, language: str) -> str:
    return (game.folder / folder / f"{language}.md").read_text(encoding="utf-8")


def chapters(game: Game[Any], language: str) -> list[str]:
    return re.findall(r"^##+ .+ \{#([a-z-]+)\}$", read(game, "rules", language), re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, cell by cell."""
    return [[cell.strip() for cell in row.split("|")] for row in re.findall(r"^\|(.*)\|$", text, re.M)]
