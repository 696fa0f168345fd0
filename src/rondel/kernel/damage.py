"""Saves and game files, damaged at random: each is refused (LoadError, RecordError), or is a sound position after all.

python -m rondel.kernel.damage [GAME ...] --number 10000
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from rondel.kernel import chance, flow
from rondel.kernel.codec import LoadError
from rondel.kernel.conformance import Checker, Nonconformance, settings
from rondel.kernel.flow import State
from rondel.kernel.game import Game, random_action
from rondel.kernel.record import Match, RecordError, parse

GOES_ON = 60
"""So many actions a position that was taken is played on."""


class Damaged:
    """How many were tried, and how many of them were refused."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.tried = 0
        self.refused = 0

    def __str__(self) -> str:
        return f"{self.game}: {self.tried} damaged saves and files, {self.refused} refused, the others sound positions"


def check(game: Game[Any], number: int, seed: int = 1, progress: Callable[[], None] | None = None) -> Damaged:
    """Damage `number` saves and files; Nonconformance if one is taken and is not sound, or breaks anything."""
    result = Damaged(game.name)
    checker = Checker(game, seed)
    every = settings(game)
    rng = random.Random(f"damage/{seed}")
    match = Match(game, game.players[0])
    while result.tried < number:
        if result.tried % 50 == 0:
            seats, options = next(every)
            match = somewhere(game, seats, options, rng)
        if result.tried % 5 == 4:
            text = damaged_text(match.text(), rng)
            refused = _try(lambda text=text: parse(text, lambda _: game), text, checker, rng)  # type: ignore[misc]
        else:
            saved = damaged_save(json.loads(json.dumps(game.save(match.state))), rng)
            refused = _try(lambda saved=saved: _as_match(game, saved), saved, checker, rng)  # type: ignore[misc]
        result.tried += 1
        result.refused += refused
        if progress:
            progress()
    return result


def somewhere(game: Game[Any], seats: int, options: dict[str, Any], rng: random.Random) -> Match:
    """A random game, somewhere on its way."""
    match = Match(game, seats, options, seed=chance.commitment(str(rng.random())))
    for _ in range(int(500 ** rng.random())):
        match.roll()
        if match.over:
            break
        seat = rng.choice(flow.to_act(match.state))
        match.play(seat, random_action(match.state, seat, rng))
    return match


def _as_match(game: Game[Any], saved: Any) -> Match:
    """A match that goes on from a save."""
    state: State = game.load(saved)
    match = Match(game, state.seats, state.options)
    match.start = match.state = state
    return match


def _try(read: Callable[[], Match], damaged: Any, checker: Checker, rng: random.Random) -> bool:
    """Whether it was refused; if not, it must be a position that conforms and can be played on."""
    try:
        try:
            match = read()
        except (LoadError, RecordError):
            return True
        sound(match, checker, rng)
    except Exception as error:
        text = damaged if isinstance(damaged, str) else json.dumps(damaged)
        raise Nonconformance(f"{type(error).__name__}: {error}\nin {text}") from error
    return False


def sound(match: Match, checker: Checker, rng: random.Random) -> None:
    """AssertionError, or any other, if a position does not conform."""
    game, state = match.game, match.state
    if not state.pending:
        game.scores(state)
        game.ranks(state)
        return
    saved = game.save(state)
    checker.decisions(state)
    checker.copies(state, saved, rng)
    checker.saving(state, rng)
    checker.views(match, rng)
    checker.illegal(state, saved, rng)
    checker.words(match, rng)
    twin: State = state.copy()
    for _ in range(GOES_ON):
        if not twin.pending:
            break
        seat = rng.choice(flow.to_act(twin))
        flow.play(twin, seat, random_action(twin, seat, rng))
    game.check_all(twin)


# --- how things break -------------------------------------------------------------------------------------------------


def damaged_save(saved: Any, rng: random.Random) -> Any:
    """A save with one to three things changed in it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(_places(saved))
        holder, key = rng.choice(places)
        kind = rng.randrange(6)
        if kind == 0:
            del holder[key]
        elif kind == 1:
            other_holder, other_key = rng.choice(places)
            holder[key] = copy.deepcopy(other_holder[other_key])
        elif kind == 2 and isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        elif kind == 3 and isinstance(holder, dict):
            holder[rng.choice(_words(saved))] = holder.pop(key)
        elif type(holder[key]) is int and kind > 3:
            holder[key] += rng.choice((-1, 1, 1, 2, -2, 5, 99))
        else:
            holder[key] = rng.choice(
                (None, True, -1, 0, 1, 2, 6, 26, 99, 10**12, 0.5, "much", [], {}, [0], _word(saved, rng))
            )
    return saved


def _places(part: Any) -> list[tuple[Any, Any]]:
    """Every place of a save, as what holds it and its key."""
    keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    found: list[tuple[Any, Any]] = [(part, key) for key in keys]
    for key in keys:
        found += _places(part[key])
    return found


def _words(saved: Any) -> list[str]:
    """The ids that stand somewhere in a save."""
    words = {"nowhere"}
    for holder, key in _places(saved):
        words |= {each for each in (key, holder[key]) if isinstance(each, str)}
    return sorted(words)


def _word(saved: Any, rng: random.Random) -> str:
    return rng.choice(_words(saved))


def damaged_text(text: str, rng: random.Random) -> str:
    """A game file with one thing changed in it."""
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[line]
    elif kind == 1:
        lines.insert(line, rng.choice(lines))
    elif kind == 2:
        other = rng.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    elif kind == 3:
        words = lines[line].split(" ")
        words[rng.randrange(len(words))] = rng.choice(rng.choice(lines).split(" "))
        lines[line] = " ".join(words)
    else:
        cut = rng.randrange(len(text) + 1)
        if kind == 4:
            return text[:cut]
        return text[:cut] + rng.choice("0 ?>=-\n\0é") + text[cut + 1 :]
    return "\n".join(lines)


def main() -> None:
    import argparse
    import sys

    from rondel import games

    parser = argparse.ArgumentParser(prog="rondel.kernel.damage", description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", help=f"games to try (all: {', '.join(games.NAMES)})")
    parser.add_argument("--number", type=int, default=10_000, help="damaged saves and files of each game")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for name in wanted.game or games.NAMES:
        try:
            print(check(games.load(name), wanted.number, wanted.seed), flush=True)
        except (Nonconformance, LookupError) as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
