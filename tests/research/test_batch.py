"""Batches: the kernel's own games, the same in one process and in several."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rondel import games
from rondel.kernel.record import Match
from rondel.research import imperial_v1
from rondel.research.batch import Batch, WorkerError, Workers
from rondel.research.flat import flat
from rondel.research.play import rewards


def kernel_games(name: str, players: int, seed: str, number: int) -> list[Match]:
    """Games of the kernel itself in which everybody takes a legal action by a rule of its own."""
    game = games.load(name)
    found = []
    for each in range(number):
        match = Match(game, players, game.sim_options, seed=f"{seed}/{each}")
        match.roll()
        while not match.over:
            seat = game.to_act(match.state)[0]
            legal = game.legal(match.state, seat)
            match.play(seat, legal[len(legal) * 7 // 11])
            match.roll()
        found.append(match)
    return found


EVERY = [(name, players) for name in games.OWN for players in games.load(name).players]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_batch_plays_the_kernels_own_games(name: str, players: int) -> None:
    game = games.load(name)
    slots = 2 if players == game.players[0] else 1
    expected = [kernel_games(name, players, f"5/{slot}", 1)[0] for slot in range(slots)]
    batch = Batch(name, slots, players=players, options=game.sim_options, seed=5, observations=False)
    batch.reset()
    ended: dict[int, list[float]] = {}
    actions = [0] * slots
    while len(ended) < slots:
        for slot in range(slots):
            assert np.flatnonzero(batch.masks[slot]).tolist() == sorted(batch.legal[slot])
        chosen = [legal[len(legal) * 7 // 11] for legal in batch.legal]
        batch.step(np.array(chosen))
        for slot in range(slots):
            if slot not in ended:
                actions[slot] += 1
                if batch.dones[slot]:
                    ended[slot] = batch.rewards[slot].tolist()
    for slot, match in enumerate(expected):
        assert ended[slot] == pytest.approx(rewards(game, match.state, "rank"))
        assert actions[slot] == sum(entry.seat >= 0 for entry in match.entries)


def random_steps(batch: Any, steps: int) -> list[Any]:
    rng = np.random.default_rng(3)
    seen = []
    batch.reset()
    for _ in range(steps):
        batch.step_places((rng.random(batch.size) * batch.counts).astype(np.int32))
        seen.append({name: array.copy() for name, array in batch.arrays.items()})
    return seen


def test_several_processes_play_what_one_does() -> None:
    settings: dict[str, Any] = {"players": 3, "seed": 9, "options": {"end": 15}}
    alone = random_steps(Batch("imperial", 5, **settings), 60)
    with Workers("imperial", 5, processes=2, **settings) as workers:
        together = random_steps(workers, 60)
    for one, other in zip(alone, together, strict=True):
        for name in one:
            assert np.array_equal(one[name], other[name]), name


def test_rows_are_what_the_seat_to_act_may_know() -> None:
    batch = Batch("colonial", 4, seed=1)
    rng = random.Random(1)
    batch.reset()
    for _ in range(50):
        batch.step(np.array([rng.choice(legal) for legal in batch.legal]))
        for slot in range(4):
            expected = flat("colonial").observe(batch.states[slot], int(batch.seats[slot]))
            assert np.array_equal(batch.observations[slot], expected)


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch("imperial", 2, seed=1)
    batch.reset()
    before = [batch.rules.save(state) for state in batch.states]
    illegal = int(np.flatnonzero(~batch.masks[1])[0])
    with pytest.raises(ValueError, match="slot 1"):
        batch.step(np.array([batch.legal[0][0], illegal]))
    with pytest.raises(ValueError, match="place 999"):
        batch.step_places(np.array([0, 999]))
    with pytest.raises(ValueError, match="3 actions for 2"):
        batch.step(np.array([0, 0, 0]))
    assert [batch.rules.save(state) for state in batch.states] == before


@pytest.mark.parametrize("masks", [True, False])
def test_an_illegal_action_changes_nothing_in_any_process(masks: bool) -> None:
    legal = Batch("imperial", 2)
    legal.reset()
    actions = [legal.legal[0][0], next(each for each in range(9999) if each not in legal.legal[1])]
    with Workers("imperial", 2, processes=2, masks=masks) as workers:
        with pytest.raises(RuntimeError, match="reset"):
            workers.step(np.array(actions))
        workers.reset()
        before = {name: array.copy() for name, array in workers.arrays.items()}
        with pytest.raises(ValueError, match="not legal in slot 1"):
            workers.step(np.array(actions))
        with pytest.raises(ValueError, match="not legal in slot 0"):
            workers.step(np.array([-1, actions[0]]))
        with pytest.raises(ValueError, match="place 999"):
            workers.step_places(np.array([0, 999]))
        workers.step_places(np.zeros(2, dtype=np.int32))
        legal.step_places(np.zeros(2, dtype=np.int32))
        assert any((array != before[name]).any() for name, array in workers.arrays.items())
        for name, array in workers.arrays.items():
            assert np.array_equal(array, legal.arrays[name]), "the games are where one step takes them"


def test_what_is_no_batch_or_no_action_is_refused() -> None:
    for size in (0, -1):
        with pytest.raises(ValueError, match="size: at least 1"):
            Batch("imperial", size)
    with pytest.raises(TypeError, match=r"size: a whole number is wanted, not 1\.5"):
        Workers("imperial", 1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="processes: at least 1"):
        Workers("imperial", 2, processes=0)
    with pytest.raises(TypeError, match="seed"):
        Batch("imperial", 1, seed=1.5)
    batch = Batch("imperial", 2, observations=False)
    for what in ("states", "legal"):
        with pytest.raises(RuntimeError, match="reset"):
            getattr(batch, what)
    for early in (batch.step, batch.step_places):
        with pytest.raises(RuntimeError, match="reset"):
            early(np.zeros(2, dtype=np.int32))
    with pytest.raises(RuntimeError, match="reset"):
        batch.play_random(1)
    with pytest.raises(AttributeError, match="observations=False"):
        _ = batch.observations
    batch.reset()
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        batch.step_places(np.zeros(2))
    with pytest.raises(ValueError, match=r"shape \(2, 1\) for 2 games"):
        batch.step_places(np.zeros((2, 1), dtype=np.int32))
    with pytest.raises(ValueError, match="steps: at least 1"):
        batch.play_random(-1)


def test_a_process_that_ends_is_told_and_nothing_hangs() -> None:
    with Workers("imperial", 4, processes=2) as workers:
        workers.reset()
        victim = workers._processes[0]
        victim.kill()
        victim.join()
        with pytest.raises(WorkerError, match=f"{victim.name} .exit code -9"):
            workers.step_places(np.zeros(4, dtype=np.int32))
        with pytest.raises(WorkerError, match="closed"):
            workers.reset()


def test_an_array_that_is_kept_outlives_its_batch(tmp_path: Path) -> None:
    """In a process of its own: memory that was given back too early would end it."""
    script = tmp_path / "mine.py"
    script.write_text(KEEPING)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


KEEPING = """
from rondel.research.batch import Workers

if __name__ == "__main__":
    with Workers("imperial", 4, processes=2, seed=1) as batch:
        batch.reset()
        kept, copied = batch.observations, batch.observations.copy()
    del batch
    print((kept == copied).all())
"""


def test_a_batch_that_was_broken_off_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next step would take the answers to this one for its own."""
    with Workers("imperial", 2, processes=2) as workers:
        workers.reset()

        def interrupted(self: Batch, places: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Batch, "step_places", interrupted)
        with pytest.raises(KeyboardInterrupt):
            workers.step_places(np.zeros(2, dtype=np.int32))
        with pytest.raises(WorkerError, match="closed"):
            workers.reset()


def test_a_script_without_a_guard_is_told_of_it(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("from rondel.research.batch import Workers\n\nWorkers('imperial', 2, processes=2)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().split("\n")[-1].endswith("for every process reads it anew")
    assert "leaked" not in done.stderr, "shared memory was not given back"


def test_too_few_actions_are_refused_by_processes_too() -> None:
    with Workers("imperial", 2, processes=1) as workers:
        workers.reset()
        with pytest.raises(ValueError, match="3 actions for 2"):
            workers.step(np.zeros(3, dtype=np.int32))


def test_a_new_game_follows_at_once() -> None:
    batch = Batch("imperial", 1, players=2, options={"end": 15}, seed=2, observations=False, masks=False)
    rng = np.random.default_rng(1)
    batch.reset()
    over = 0
    for _ in range(20_000):
        batch.step_places((rng.random(1) * batch.counts).astype(np.int32))
        assert batch.states[0].pending
        assert bool(batch.rewards.any()) <= bool(batch.dones[0])
        over += int(batch.dones[0])
        if over == 2:
            return
    raise AssertionError("no two games were over")


def test_the_benchmark_measures_every_door() -> None:
    from rondel.research import bench

    rates = [
        bench.kernel("imperial", 0.01),
        bench.batched(Batch("imperial", 2), 0.01),
        bench.zoo(imperial_v1.env(observations="flat"), 0.01),
        bench.spiel("backgammon", 0.01),
    ]
    assert all(each > 0 for each in rates)
