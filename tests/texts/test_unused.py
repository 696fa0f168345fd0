"""No text waits for a question that nobody asks: every key is used, by the engine, the client or another text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel import flow
from rondel.kernel.game import SHARED_TEXTS, Game, word
from rondel.kernel.texts import read_catalogue

ROOT = Path(__file__).parents[2]
QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_.-]*)["'`]""")
BEGUN = re.compile(r"""["'`]([a-z][a-z0-9_-]*\.(?:[a-z0-9_.-]*))(?:\$?\{|["']\s*\+)""")
"""A key that is put together: `bot.${name}`, f"area.{id_}", "action." + kind."""
ENDED = re.compile(r"""_key\("([a-z][a-z0-9.-]*)\"""")
"""A key that a function named so puts an end to: force_key("prompt.answer", ...)."""
HOLE_KIND = re.compile(r"\{[a-z_0-9]+:([a-z-]+)")


@cache
def sources(*folders: str) -> str:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*"))]
    kept = [path for path in paths if path.suffix in (".py", ".ts", ".svelte") and "schema" not in path.name]
    return "\n".join(path.read_text(encoding="utf-8") for path in kept)


def said_by_the_engine(game: Game[Any]) -> set[str]:
    """The keys that follow from what a game is made of."""
    keys = {f"game.{game.name}.title", f"game.{game.name}.blurb"}
    keys |= {f"action.{action.kind}" for action in game.catalogue.actions}
    keys |= {f"event.{kind}" for kind in game.events.kinds}
    keys |= {"story.units", *(f"story.{kind}" for kind in game.teller.alike)}
    keys |= {f"chapter.{name}" for name in game.teller.chapters | game.teller.preludes}
    for step in game.steps:
        if issubclass(step, flow.ChanceStep) and step.thrower is not flow.ChanceStep.thrower:
            keys.add(f"luck.{step.THROWS}")
        name = re.sub(r"(?<!^)([A-Z])", r"-\1", step.__name__).lower()
        keys |= {f"prompt.{name}"} if step.prompt is flow.Step.prompt else set()
        keys |= {f"waiting.{name}"} if step.awaited is flow.Step.awaited else set()
        keys.add(f"decision.{name}")
    for option in game.options:
        keys |= {f"option.{option.name}.{part}" for part in ("name", "help", *map(word, option.values))}
    return keys


BY_NAME = ("action.", "event.", "prompt.", "waiting.", "reason.", "option.", "game.", "table.", "coach.")
"""Families that the engine puts together from names that it gives them: a beginning says nothing there."""


def unused(catalogue: dict[str, str], said: set[str], text: str) -> set[str]:
    """The keys that nothing asks for: not the engine, no word and no beginning in the sources, no hole of a text."""
    quoted = set(QUOTED.findall(text))
    begun = tuple(begin for begin in BEGUN.findall(text) + ENDED.findall(text) if begin not in BY_NAME)
    kinds = {kind for template in catalogue.values() for kind in HOLE_KIND.findall(template)}
    left = set()
    for key in catalogue.keys() - said:
        family, _, rest = key.partition(".")
        own = key.removeprefix("table.")
        names = {
            key,
            own,
            rest if family + "." in BY_NAME else "",
            own.rpartition(".tab.")[2],
            own.rpartition(".door.")[2],
            own.removeprefix("coach.later."),  # a term of the evaluation
        }
        if not names & quoted and not own.startswith(begun) and not key.startswith(begun) and family not in kinds:
            left.add(key)
    return left


@pytest.mark.parametrize("name", games.NAMES)
def test_every_text_of_a_game_is_used(name: str) -> None:
    game = games.load(name)
    catalogue = read_catalogue(game.folder / "texts", "en")
    client = ("web/src/table", "web/src/lib", "web/src/start", "web/src/weeks")
    text = sources(f"src/rondel/games/{name}", f"web/src/games/{name}", *client)
    replaced = read_catalogue(SHARED_TEXTS, "en").keys()  # a word of the game's own for one of all games
    assert unused(catalogue, said_by_the_engine(game), text) - replaced == set()


def test_every_text_of_all_games_is_used() -> None:
    catalogue = read_catalogue(SHARED_TEXTS, "en")
    assert unused(catalogue, set(), sources("src/rondel", "web/src")) == set()


def test_a_text_that_nobody_asks_for_is_found() -> None:
    catalogue = {
        "reason.too-far": "",
        "reason.too-near": "",
        "card.ace": "",
        "event.drew": "{card:card}",
        "table.tab": "",
    }
    assert unused(catalogue, {"event.drew"}, 'Reason("too-far") t("tab")') == {"reason.too-near"}
    assert unused(catalogue, set(), 'Reason("too-far", {}) "reason." + code') == {
        "reason.too-near",
        "event.drew",
        "table.tab",
    }
