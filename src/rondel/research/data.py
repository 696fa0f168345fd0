"""Played games as data sets: Parquet or JSON lines, one row a game, with a card beside it that describes it.

A row has the seed, the options, who sat where, every decision with its legal actions (chance included, so that a game
replays without its seed), and the result. Observations are not stored: they follow from the game, and `decisions` makes
them while it reads.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rondel
from rondel import games
from rondel.bots import Sight, make
from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game
from rondel.research.flat import flat
from rondel.research.play import by_rank, whole

LIMIT = 100_000
"""A game that is longer is not recorded to its end; its result is empty."""


class DataError(ValueError):
    """A data set that cannot be read, or that does not replay."""


@dataclass
class Row:
    """One game."""

    game: str
    rules: int
    number: int
    seed: str
    players: int
    options: str
    """As JSON: those that are not at their defaults."""
    bots: list[str]
    """By seat."""
    seats: list[int]
    """Who acted, -1 for chance; one entry for each action."""
    actions: list[int]
    """Numbers in the game's catalogue."""
    legal: list[list[int]]
    """The legal actions at each decision, the mask without its zeros; none at chance."""
    scores: list[int]
    ranks: list[int]


@dataclass
class Decision:
    """One decision of a recorded game, as its seat saw it."""

    game: int
    seat: int
    action: int
    legal: list[int]
    observation: NDArray[np.int16]
    reward: float
    """What the game brought the seat in the end, by rank."""


def play(name: str, bots: list[str], number: int, seed: str, options: dict[str, Any]) -> Row:
    """Play a game between bots and write all of it down."""
    game = games.load(name)
    players = len(bots)
    sitting = [make(game.name, bot, f"{seed}/{seat}") for seat, bot in enumerate(bots)]
    worlds = random.Random(f"worlds/{seed}")
    state: State = game.setup(players, options)
    row = Row(
        game=game.name,
        rules=game.rules,
        number=number,
        seed=seed,
        players=players,
        options=json.dumps(game.unusual(state.options), sort_keys=True),
        bots=bots,
        seats=[],
        actions=[],
        legal=[],
        scores=[],
        ranks=[],
    )
    while state.pending and len(row.actions) < LIMIT:
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            legal: list[int] = []
            action = chance.draw(seed, len(row.actions), flow.odds(state))
        else:
            sight = Sight(game, state, seat, worlds)
            legal = sight.choices
            action = sitting[seat].choose(sight)
        row.seats.append(seat)
        row.actions.append(action)
        row.legal.append(legal)
        flow.play(state, seat, action)
    if not state.pending:
        row.scores, row.ranks = game.scores(state), game.ranks(state)
    return row


def record(
    path: Path | str,
    game: str,
    number: int,
    bots: list[str],
    seed: int = 1,
    options: dict[str, Any] | None = None,
    progress: Callable[[], None] = lambda: None,
    workers: int = 1,
) -> None:
    """Play `number` games, the bots one seat further on in each, and write them with a card.

    `workers`: so many processes; the file is the same, unless a bot looks at the clock.
    """
    rules = games.load(game)
    settled = rules.settle(len(bots), options)
    path = Path(path)
    write_rows = _writer(path)
    numbers = list(range(whole(number, "number", 1)))
    turns = [each % len(bots) for each in numbers]
    sitting = [bots[len(bots) - turn :] + bots[: len(bots) - turn] for turn in turns]
    seeds = [f"{seed}/{each}" for each in numbers]

    def rows() -> Iterator[Row]:
        for row in _played(workers, [game] * number, sitting, numbers, seeds, [settled] * number):
            yield row
            progress()

    draft = path.with_name(path.name + ".tmp")
    try:
        actions = write_rows(draft, rows())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    path.with_name(path.name + ".md").write_text(
        card(path.name, rules, number, bots, seed, rules.unusual(settled), actions), encoding="utf-8"
    )


def _played(workers: int, *columns: list[Any]) -> Iterator[Row]:
    """The games, in their order."""
    if workers <= 1:
        yield from map(play, *columns)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *columns)


def _writer(path: Path) -> Callable[[Path, Iterator[Row]], int]:
    if path.suffix == ".jsonl":
        return write_lines
    if path.suffix == ".parquet":
        return write_parquet
    raise DataError(f"{path.name}: a data set is called .parquet or .jsonl")


def write_lines(path: Path, rows: Iterator[Row]) -> int:
    """Write JSON lines; how many actions there were."""
    actions = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(asdict(row)) + "\n")
            actions += len(row.actions)
    return actions


def write_parquet(path: Path, rows: Iterator[Row], chunk: int = 64) -> int:
    """Write Parquet; how many actions there were."""
    import pyarrow
    from pyarrow import parquet

    small = pyarrow.list_(pyarrow.int32())
    schema = pyarrow.schema(
        {
            "game": pyarrow.string(),
            "rules": pyarrow.int32(),
            "number": pyarrow.int32(),
            "seed": pyarrow.string(),
            "players": pyarrow.int8(),
            "options": pyarrow.string(),
            "bots": pyarrow.list_(pyarrow.string()),
            "seats": pyarrow.list_(pyarrow.int8()),
            "actions": small,
            "legal": pyarrow.list_(small),
            "scores": small,
            "ranks": small,
        }
    )
    actions = 0
    waiting: list[dict[str, Any]] = []
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for row in rows:
            waiting.append(asdict(row))
            actions += len(row.actions)
            if len(waiting) == chunk:
                writer.write_table(pyarrow.Table.from_pylist(waiting, schema))
                waiting = []
        if waiting:
            writer.write_table(pyarrow.Table.from_pylist(waiting, schema))
    return actions


def read(path: Path | str) -> Iterator[Row]:
    """The games of a data set; DataError if it is none."""
    path = Path(path)
    _writer(path)
    try:
        found = _read_lines(path) if path.suffix == ".jsonl" else _read_parquet(path)
        for row in found:
            yield Row(**row)
    except (OSError, ValueError, TypeError) as error:
        raise DataError(f"{path}: {error}") from None


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    from pyarrow import parquet

    for part in parquet.ParquetFile(path).iter_batches(16):
        yield from part.to_pylist()


def replay(row: Row) -> Iterator[tuple[State, int, int, list[int]]]:
    """Every decision of a game: the state before it, seat, action, what was legal. DataError if it does not replay."""
    game = games.load(row.game)
    if game.rules != row.rules:
        raise DataError(f"recorded under rules {row.rules} of {row.game}; this is {game.rules}")
    state: State = game.setup(row.players, json.loads(row.options))
    for position, (seat, action, legal) in enumerate(zip(row.seats, row.actions, row.legal, strict=True)):
        if seat not in flow.to_act(state) or action not in flow.legal(state, seat):
            raise DataError(f"game {row.number}: action {position} cannot be played")
        if seat != CHANCE:
            if legal != flow.legal(state, seat):
                raise DataError(f"game {row.number}: at action {position} other actions are legal")
            yield state, seat, action, legal
        flow.play(state, seat, action)
    if row.scores and (game.scores(state), game.ranks(state)) != (row.scores, row.ranks):
        raise DataError(f"game {row.number} ends with other scores")


def decisions(path: Path | str) -> Iterator[Decision]:
    """All decisions of a data set with what the seat observed, for learning from them."""
    for row in read(path):
        short = flat(row.game)
        brought = by_rank(row.ranks) if row.ranks else [0.0] * row.players
        for state, seat, action, legal in replay(row):
            yield Decision(row.number, seat, action, legal, short.observe(state, seat), brought[seat])


def card(
    name: str, game: Game[Any], number: int, bots: list[str], seed: int, options: dict[str, Any], actions: int
) -> str:
    """What a data set is, for those who find it."""
    words = "".join(f"-o {key}={value} " for key, value in options.items())
    library = "read_parquet" if name.endswith(".parquet") else "read_json"
    lines = "" if name.endswith(".parquet") else ", lines=True"
    return f"""# {name}

{number} games of {game.name} ({len(bots)} players, rules {game.rules}), {actions:,} actions, chance included, played by
bots of Rondel {rondel.__version__}. Made with

    rondel record {game.name} --games {number} --seats {" ".join(bots)} --seed {seed} {words}--out {name}

which makes the same games again, unless a bot among them looks at the clock (medium, hard). Options that are not at
their defaults: {json.dumps(options)}.

| column | what it is |
| --- | --- |
| game, rules | the game and its rules version: actions and their numbers belong to it |
| number, seed | of the game; chance is drawn from the seed |
| players, options, bots | how many sat where; in each game the bots sit one seat further on |
| seats | who acted, -1 for chance; one entry for each action |
| actions | what was done, as a number of the game's catalogue of {len(game.catalogue)} actions |
| legal | what was allowed at each decision, as numbers; empty at chance |
| scores, ranks | the result by seat; empty if a game was not over after {LIMIT:,} actions |

`rondel.research.data` reads it: `read` game by game, `decisions` with what each seat could observe; a game that does
not replay is refused. Without Rondel: `pandas.{library}("{name}"{lines})`. What a number stands for:
`rondel.load("{game.name}").catalogue[number].notation`.

The players are programs: what they do is not how people play. Nobody's data are in it. Licence: MIT, as Rondel's.
"""
