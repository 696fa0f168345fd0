"""Compiled and interpreted play are the same game: checksums of random games agree."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rondel import games
from tools import compile as tool

SOURCE = Path(__file__).parent.parent / "src"
BLUNDER = Path(__file__).parent / "bots" / "blunder.rondel"
PLAY = """
import hashlib, json, random, sys
import rondel
from rondel.bots.analysis import analyse
from rondel.bots.coach import advise
from rondel.bots.search import Budget
from rondel.kernel import flow, record
from rondel.kernel.game import random_action, random_play
from rondel.research.stepping import Slots
found = analyse(record.parse(open(sys.argv[1]).read(), rondel.load), [0], Budget(simulations=240))
sums = {"analysis": [[each.position, each.played, each.better] for each in found.judgements]}
for name in sys.argv[2:]:
    game = rondel.load(name)
    for seats in game.players:
        state = game.setup(seats, game.sim_options)
        length = random_play(state, random.Random(seats), 3000)
        text = json.dumps(game.save(state)) + json.dumps(game.observe(state, 0))
        sums[f"{name} {seats}"] = [length, hashlib.sha256(text.encode()).hexdigest()]
    state, rng, played = game.setup(max(3, game.players[0]), game.sim_options), random.Random(7), []
    policy, asked = game.policy(random.Random(8)), []
    while state.pending and len(played) < 400:
        seat = flow.to_act(state)[0]
        if seat >= 0 and len(flow.legal(state, seat)) > 1 and len(played) % 13 == 0:
            given = advise(game, state, seat, "1", Budget(4))
            asked.append([[each.action, [ground.message.to_json() for ground in each.grounds]] for each in given])
        action = random_action(state, seat, rng) if seat < 0 else policy.choose(state, seat, flow.legal(state, seat))
        flow.play(state, seat, action)
        played.append(action)
    sums[f"{name} policy"], sums[f"{name} coach"] = played, asked
    slots = Slots(game, game.players[0], game.sim_options, "1", 0, 2)
    slots.reset()
    slots.play_random(500)
    sums[f"{name} slots"] = [[slot.seat, slot.legal, slot.position, slot.episodes] for slot in slots.slots]
print(json.dumps({"compiled": not flow.__file__.endswith(".py"), "sums": sums}))
"""


STRANGER = """
from rondel.kernel import flow
from rondel.kernel.codec import Field
from rondel.kernel.conformance import check
from tests.kernel.ferry import GAME
assert not flow.__file__.endswith(".py"), "the kernel is not compiled"
class Purse(Field):
    def save(self, content):
        return "closed"
assert Purse().save(7) == "closed"
print(check(GAME, games=20, rate=0.2))
"""


def play(tree: Path) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    answer = subprocess.run(
        [sys.executable, "-c", PLAY, str(BLUNDER), *games.NAMES],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    found: dict[str, object] = json.loads(answer.stdout)
    return found


def test_no_constant_is_a_tuple_of_floats() -> None:
    """What mypyc makes of such a constant is "not set" when a function asks for a place of it: it must be a list."""
    found = []
    for name in tool.modules():
        for line in ast.parse((SOURCE / name).read_text(encoding="utf-8")).body:
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.value, ast.Tuple)
                and isinstance(line.target, ast.Name)
            ):
                bare = isinstance(line.annotation, ast.Name) and line.annotation.id == "Final"
                places = [each.value if isinstance(each, ast.Constant) else None for each in line.value.elts]
                if bare and any(isinstance(each, float) for each in places):
                    found.append(f"{name}: {line.target.id}")
    assert not found


@pytest.mark.slow
def test_mypyc_understands_every_module(tmp_path: Path) -> None:
    """What the C compiler then makes of it is tested when asked for: that takes minutes."""
    shutil.copytree(SOURCE, tmp_path / "sources", ignore=shutil.ignore_patterns("static", "__pycache__"))
    code = f"from tools.compile import modules, translate; translate(modules(), {str(tmp_path / 'c')!r})"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "sources",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    assert {path.name for path in (tmp_path / "c").glob("*.c")} >= {
        f"__native_rondel_games_{name}.c" for name in games.NAMES
    }


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("RONDEL_TEST_COMPILED"), reason="compiles all games, which takes minutes: RONDEL_TEST_COMPILED=1"
)
def test_compiled_play_is_the_same_as_interpreted_play() -> None:
    command = [sys.executable, str(Path(tool.__file__))]
    environment = {**os.environ, "RONDEL_OPTIMISATION": "0"}  # what is compared does not hang on it
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if made.returncode == tool.NO_COMPILER:
        pytest.skip(made.stderr)
    assert made.returncode == 0, made.stderr
    pure, compiled = play(SOURCE), play(Path(made.stdout.strip()))
    assert not pure["compiled"]
    assert compiled["compiled"]
    assert compiled["sums"] == pure["sums"]
    environment["PYTHONPATH"] = os.pathsep.join([made.stdout.strip(), str(SOURCE.parent)])
    stranger = subprocess.run(
        [sys.executable, "-c", STRANGER], env=environment, capture_output=True, text=True, check=False
    )
    assert "ferry: 20 random games" in stranger.stdout, stranger.stderr  # a game that nobody compiled
