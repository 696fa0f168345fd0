"""How fast the engine is: pure and compiled side by side, as ratios to python-chess in the same run."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

import rondel
from rondel.bots import Sight, make
from rondel.bots.search import play_out
from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import Game, random_action, random_play
from rondel.kernel.record import Match, parse


def run(names: list[str], seconds: float, errors: Console) -> dict[str, Any]:
    """Measure every game in a process of its own, pure, and compiled where a compiled tree is at hand."""
    results: dict[str, Any] = {"python": sys.version.split()[0], "games": {}}
    trees = {"pure": str(Path(rondel.__file__).parent.parent)}
    compiled = os.environ.get("RONDEL_COMPILED_TREE")
    if compiled:
        trees["compiled"] = compiled
    with errors.status("python-chess") as status:
        results["chess"] = chess_speed(seconds)
        for name in names:
            results["games"][name] = {}
            for kind, tree in trees.items():
                status.update(f"{name}, {kind}")
                results["games"][name][kind] = in_tree(tree, name, seconds)
        status.update("python-chess again")
        results["chess"] = (results["chess"] + chess_speed(seconds)) / 2
    return results


def in_tree(tree: str, name: str, seconds: float) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": tree}
    command = [sys.executable, "-m", "rondel.cli.bench", name, str(seconds)]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    measured: dict[str, Any] = json.loads(answer.stdout)
    return measured


def chess_speed(seconds: float) -> float:
    """Random play of python-chess: legal moves and push, in actions a second; 0 where it is not installed."""
    try:
        import chess
    except ImportError:
        return 0.0
    rng = random.Random(1)
    played = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        board = chess.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            played += 1
    return played / (time.perf_counter() - begun)


def repeat(seconds: float, work: Callable[[], Any]) -> float:
    """Seconds that `work` takes: the best mean of batches, so that a noisy neighbour matters less."""
    batch = 1
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        for _ in range(batch):
            work()
        taken = time.perf_counter() - begun
        best = min(best, taken / batch)
        if taken < seconds / 20:
            batch *= 2
    return best


def middle(game: Game[Any], seats: int) -> flow.State:
    """A position in the middle of a random game."""
    rng = random.Random(7)
    length = random_play(game.setup(seats, game.sim_options), random.Random(7))
    state: flow.State = game.setup(seats, game.sim_options)
    random_play(state, rng, length // 2)
    return state


def measure(name: str, seconds: float) -> dict[str, Any]:
    """All figures of one game in this process."""
    game = rondel.load(name)
    seats = min(max(4, game.players[0]), game.players[-1])
    state = middle(game, seats)
    encode, decode = json_codec()
    return {
        "players": seats,
        "compiled": not str(flow.__file__).endswith(".py"),
        "actions_per_second": actions_per_second(game, seats, seconds),
        "copy_us": 1e6 * repeat(seconds / 4, state.copy),
        "save_load_us": 1e6 * repeat(seconds / 4, lambda: game.load(decode(encode(game.save(state))), trusted=True)),
        "saved_bytes": len(encode(game.save(state))),
        "view_us": 1e6 * repeat(seconds / 4, lambda: game.view(state, 0)),
        "load_2000_ms": 1e3 * load_record(game, seats),
        "bot_ms": bot_milliseconds(game, seats, seconds),
        "simulated_per_second": simulated_per_second(game, seats, seconds),
    }


def json_codec() -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """What the server stores games with, where it is installed."""
    try:
        import msgspec
    except ImportError:
        return json.dumps, json.loads
    return msgspec.json.encode, msgspec.json.decode


def actions_per_second(game: Game[Any], seats: int, seconds: float) -> float:
    rng = random.Random(1)
    return at_best(seconds, lambda: random_play(game.setup(seats, game.sim_options), rng))


def at_best(seconds: float, play: Callable[[], int]) -> float:
    """Actions a second in the best eighth of the time, by whole games: `play` plays one and says how many they were."""
    best = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        played = 0
        while time.perf_counter() - begun < seconds / 8:
            played += play()
        best = max(best, played / (time.perf_counter() - begun))
    return best


def load_record(game: Game[Any], seats: int) -> float:
    """Seconds to read and replay a game file of 2,000 actions, or of a whole game where that is shorter, scaled up."""
    rng = random.Random(3)
    match = Match(game, seats, game.sim_options, seed=chance.new_seed())
    while not match.over and match.position < 2000:
        acting = flow.to_act(match.state)
        if acting == (CHANCE,):
            match.roll()
        else:
            match.play(acting[0], random_action(match.state, acting[0], rng))
    text = match.text()
    taken = repeat(0.5, lambda: parse(text, lambda _: game))
    return taken * 2000 / match.position


def bot_milliseconds(game: Game[Any], seats: int, seconds: float) -> float:
    """The mean time of a heuristic bot's move in a game among its like."""
    rng = random.Random(5)
    bots = [make(game.name, "heuristic", seat) for seat in range(seats)]
    thinking, moves = 0.0, 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = game.setup(seats)
        while not state.over() and time.perf_counter() < end:
            seat = flow.to_act(state)[0]
            if seat == CHANCE:
                flow.play(state, seat, random_action(state, seat, rng))
                continue
            begun = time.perf_counter()
            action = bots[seat].choose(Sight(game, state, seat, rng))
            thinking += time.perf_counter() - begun
            moves += 1
            flow.play(state, seat, action)
    return 1000 * thinking / max(1, moves)


def simulated_per_second(game: Game[Any], seats: int, seconds: float) -> float:
    """Actions a second of whole games that the game's policy plays out for a search; 0 if it has none."""
    if game.policy is None:
        return 0.0
    policy, rng = game.policy(random.Random(2)), random.Random(2)
    return at_best(seconds, lambda: play_out(game.setup(seats), policy, rng))


def report(results: dict[str, Any], out: Console) -> None:
    chess = results["chess"]
    table = RichTable(
        "game", "", "actions/s", "x python-chess", "copy µs", "save+load µs", "view µs", "replay 2,000 ms", "bot ms",
        "simulated/s", "of random",
        title=f"Random play and more, one core, Python {results['python']}",
    )  # fmt: skip
    for name, kinds in results["games"].items():
        for kind, row in kinds.items():
            table.add_row(
                name,
                kind,
                f"{row['actions_per_second']:,.0f}",
                f"{row['actions_per_second'] / chess:.1f}" if chess else "-",
                f"{row['copy_us']:.1f}",
                f"{row['save_load_us']:.0f}",
                f"{row['view_us']:.0f}",
                f"{row['load_2000_ms']:.0f}",
                f"{row['bot_ms']:.2f}",
                f"{row['simulated_per_second']:,.0f}",
                f"{row['simulated_per_second'] / row['actions_per_second']:.0%}",
            )
    table.add_row("chess", "python-chess", f"{chess:,.0f}" if chess else "not installed", "1.0" if chess else "-")
    out.print(table)
    if all("compiled" not in kinds for kinds in results["games"].values()):
        out.print("Compiled figures: run `make bench`, which compiles the engine first.")


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
