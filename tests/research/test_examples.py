"""The examples run, and what they teach is learnt; the same wherever it is learnt."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import behaviour_cloning as cloning
from examples import linear_self_play as linear
from examples import ppo
from rondel.bots.train import some_games
from rondel.cli.train import Players
from rondel.games.imperial.bot import Heuristic
from rondel.research import curves, data
from rondel.research.curves import Curve
from rondel.research.runners import Cores, Ray, Runner, runner

EXAMPLES = Path(__file__).parents[2] / "examples"
TOY = ppo.Settings(players=2, hidden=8, rounds=1, parts=2, size=2, epochs=1, minibatch=256)


def linear_weights(where: Runner, curve: Curve | None = None) -> linear.Weights:
    return linear.learn("struggle", 2, 2, parts=2, size=2, rate=0.5, seed=1, where=where, curve=curve or Curve())


@pytest.mark.slow
def test_linear_self_play_beats_random_play() -> None:
    curve = Curve()
    linear.learn("struggle", 3, 6, parts=1, size=16, rate=0.5, seed=1, where=Runner(), curve=curve)
    assert curve.column("win_share")[-1] > curve.column("win_share")[0] + 0.1


def test_probabilities_are_of_legal_actions_alone() -> None:
    weights = np.array([0.0, 5.0, 1.0, 1.0])
    assert linear.probabilities(weights, [2, 3]).tolist() == [0.5, 0.5]


# PPO ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def experience() -> ppo.Experience:
    return ppo.rollout(TOY, ppo.new_weights(TOY), "1/0/0")


def test_the_gradients_of_ppo_are_the_slopes_of_its_loss(experience: ppo.Experience) -> None:
    rng = np.random.default_rng(1)
    rows = experience.rows(rng.permutation(len(experience))[:64])
    rows.chances += rng.normal(0, 0.3, 64).astype(np.float32)  # so that some ratios are clipped
    settings = replace(TOY, entropy=0.1)
    weights = {name: each.astype(np.float64) for name, each in ppo.new_weights(settings).items()}
    weights["policy"] *= 50
    found = ppo.gradients(weights, rows, settings)  # type: ignore[arg-type]
    for name, slopes in found.items():
        place = np.unravel_index(int(np.abs(slopes).argmax()), slopes.shape)
        step = 1e-5
        weights[name][place] += step
        above = ppo.loss(weights, rows, settings)  # type: ignore[arg-type]
        weights[name][place] -= 2 * step
        below = ppo.loss(weights, rows, settings)  # type: ignore[arg-type]
        weights[name][place] += step
        assert (above - below) / (2 * step) == pytest.approx(float(slopes[place]), rel=2e-3), name


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed: the extra [learn]")
def test_torch_finds_the_same_gradients(experience: ppo.Experience) -> None:
    weights = ppo.new_weights(TOY)
    ours, theirs = (find(weights, experience, TOY) for find in (ppo.gradients, ppo.torch_gradients))
    for name in ours:
        assert np.allclose(ours[name], theirs[name], rtol=1e-3, atol=1e-6), name


def test_only_legal_actions_are_taken_and_advantages_add_up(experience: ppo.Experience) -> None:
    masks = ppo.unpacked(experience.masks, len(ppo.new_weights(TOY)["policy_bias"]))
    assert masks[np.arange(len(experience)), experience.actions].all()
    life = ppo.Life()
    for value in (0.5, 0.25):
        life.add(None, None, 0, 0.0, value)
    life.end(1.0, smoothing=1.0)
    assert life.advantages == pytest.approx([0.5, 0.75]), "with lambda 1: what the game brought, less what was expected"


def test_ppo_learns_what_wins_a_game_of_one_decision() -> None:
    """A bandit in the shape of an experience: the action that pays becomes likely, the illegal one never is."""
    settings = replace(TOY, rate=0.02, entropy=0.0)
    weights = ppo.new_weights(settings)
    actions = len(weights["policy_bias"])
    seen = np.ones((64, len(weights["hidden"])), dtype=np.int16)
    legal = np.zeros((64, actions), dtype=np.bool_)
    legal[:, [1, 2]] = True
    adam = ppo.Adam(weights, settings.rate)
    rng = np.random.default_rng(1)
    for _ in range(40):
        _, chances, _ = ppo.forward(weights, ppo.prepared(seen), legal)
        taken = np.where(rng.random(64) < np.exp(chances[:, 1]), 1, 2).astype(np.int32)
        gain = np.where(taken == 2, 1.0, -1.0).astype(np.float32)
        known = chances[np.arange(64), taken].astype(np.float32)
        rows = ppo.Experience(seen, np.packbits(legal, axis=1), taken, known, gain, gain)
        adam.step(weights, ppo.gradients(weights, rows, settings))
    _, chances, _ = ppo.forward(weights, ppo.prepared(seen[:1]), legal[:1])
    assert np.exp(chances[0, 2]) > 0.9
    assert np.exp(chances[0, [0, 3]]).max() == 0


# Behaviour cloning --------------------------------------------------------------------------------------------------


def test_a_clone_agrees_with_what_was_recorded(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(path, "struggle", 10, ["heuristic", "heuristic"], seed=1, options={})
    curve = Curve(tmp_path / "cloning.csv")
    game, weights = cloning.clone(path, epochs=2, rate=0.02, seed=1, curve=curve)
    assert game == "struggle"
    assert curve.column("agreement")[-1] > 1.8 * curve.column("blind")[-1]
    assert curve.column("surprise")[1] < curve.column("surprise")[0]
    assert cloning.win_share(weights, game, 2, 6, "1/test") > 0.6
    assert curves.read(tmp_path / "cloning.csv") == curve.rows


def test_too_few_games_cannot_be_cloned(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data.record(path, "struggle", 2, ["random", "random"], seed=1, options={})
    with pytest.raises(SystemExit, match="at least five"):
        cloning.load(path)


# As they are called ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["linear_self_play.py", "--rounds", "1", "--parts", "1", "--size", "2", "--players", "2"],
        ["ppo.py", "--rounds", "1", "--parts", "1", "--size", "2", "--players", "2", "--hidden", "8"],
    ],
)
def test_an_example_runs_and_leaves_its_curve(words: list[str], tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    command = [sys.executable, str(EXAMPLES / words[0]), *words[1:], "--curve", str(curve)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(curves.read(curve)) == 2
    if importlib.util.find_spec("matplotlib"):
        assert curve.with_suffix(".png").stat().st_size > 1000


# Where ----------------------------------------------------------------------------------------------------------------


def test_all_cores_learn_what_one_process_does() -> None:
    alone, apart = Curve(), Curve()
    expected = linear_weights(Runner(), alone)
    deep = ppo.learn(TOY, Runner(), Curve(), tests=1)
    with runner("cores:2") as where:
        assert isinstance(where, Cores)
        assert np.array_equal(linear_weights(where, apart), expected)
        for name, weights in ppo.learn(TOY, where, Curve(), tests=1).items():
            assert np.array_equal(weights, deep[name])
    assert apart.rows == alone.rows
    assert expected.any()


@pytest.mark.slow
def test_two_workers_of_ray_on_a_cluster_learn_what_one_process_does() -> None:
    ray: Any = pytest.importorskip("ray")
    cluster: Any = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        with runner(f"ray:{cluster.address}") as where:
            assert isinstance(where, Ray)
            assert ray.cluster_resources()["CPU"] == 2
            assert len(ray.nodes()) == 2
            assert np.array_equal(linear_weights(where), linear_weights(Runner()))
        habits = [list(Heuristic(random.Random(0)).usual().values())] * 2
        asked = ("imperial", habits, 2, range(8), "1")
        with Players(f"ray:{cluster.address}") as elsewhere:
            assert elsewhere.play(*asked) == some_games(*asked), "`rondel train` plays there as well"
    finally:
        cluster.shutdown()


@pytest.mark.parametrize("where", ["", "moon", "cores:many", "cores:0", "ray:here"])
def test_an_unknown_place_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match=r"no place is called .* cores:N"):
        runner(where)


def test_a_curve_keeps_its_columns(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.csv"):
        Curve(tmp_path / "curve.txt")
    curve = Curve(tmp_path / "curve.csv")
    assert curve.draw("nothing yet") is None
    curve.add(games=1, win_share=0.5)
    with pytest.raises(ValueError, match="games, win_share"):
        curve.add(games=2)
