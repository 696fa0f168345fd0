"""The doors of PettingZoo and Gymnasium: their own test kits, and the same game as the kernel's behind them."""

from __future__ import annotations

import copy
import itertools
import random
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import performance_benchmark
from pettingzoo.utils import aec_to_parallel

from rondel import games
from rondel.bots import RandomBot, Sight
from rondel.kernel.flow import SPECTATOR, IllegalAction
from rondel.kernel.game import OptionError
from rondel.kernel.record import Match
from rondel.research import imperial_v1
from rondel.research.flat import flat
from rondel.research.kits import pettingzoo_kit, run
from rondel.research.play import RULES, rewards
from rondel.research.show import COLOURS, LINE, ground
from rondel.research.single import SeatEnv
from rondel.research.zoo import doors

EVERY = [(name, players) for name in games.OWN for players in games.load(name).players]
ENDS = [(name, games.load(name).players[place]) for name in games.OWN for place in (0, -1)]


@pytest.mark.parametrize(("name", "players"), ENDS)  # every number of players: python -m rondel.research.kits
def test_the_kit_of_pettingzoo(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count()  # the benchmark runs for five seconds; here they pass quickly
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: float(next(seconds))))
    for test in pettingzoo_kit(name, players, cycles=4).values():
        run(test)


def kernel_game(name: str, players: int, seed: str, most: int) -> Match:
    """Random play of the kernel itself: chance from the seed, decisions from another generator."""
    game = games.load(name)
    match = Match(game, players, game.sim_options, seed=seed)
    rng = random.Random(f"choices/{seed}")
    match.roll()
    while not match.over and match.position < most:
        seat = game.to_act(match.state)[0]
        match.play(seat, rng.choice(game.legal(match.state, seat)))
        match.roll()
    return match


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_random_play_is_the_kernels_own(name: str, players: int) -> None:
    game = games.load(name)
    match = kernel_game(name, players, "7", 100_000)
    env = import_module(f"rondel.research.{name}_v1").raw_env(
        players=players, options=game.sim_options, observations="flat"
    )
    env.reset(seed=7)
    rng = random.Random("choices/7")
    while env.agents and not any(env.terminations.values()):
        mask = env.infos[env.agent_selection]["action_mask"]
        legal = env.play.legal()
        assert sorted(legal) == np.flatnonzero(mask).tolist()
        env.step(rng.choice(legal))
    assert game.save(env.play.state) == game.save(match.state)
    assert env.play.position == match.position
    assert list(env.rewards.values()) == rewards(game, match.state, "rank")
    assert sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_random_play_of_one_seat_among_bots_is_the_kernels_own(name: str, players: int) -> None:
    game = games.load(name)
    match = Match(game, players, game.sim_options, seed="7")
    bots = [RandomBot(random.Random(f"7/{seat}")) for seat in range(players)]
    own, worlds = random.Random("choices/7"), random.Random(1)
    match.roll()
    while not match.over:
        seat = game.to_act(match.state)[0]
        sight = Sight(game, match.state, seat, worlds)
        match.play(seat, own.choice(sight.choices) if seat == 1 else bots[seat].choose(sight))
        match.roll()
    makers = [lambda seed: RandomBot(random.Random(seed))] * (players - 1)
    env = SeatEnv(name, players=players, seat=1, bots=makers, options=game.sim_options, observations="flat")
    env.reset(seed=7)
    own = random.Random("choices/7")
    over = False
    while not over:
        assert env.play is not None
        _, earned, over, _, _ = env.step(own.choice(env.play.legal()))
    assert env.play is not None
    assert game.save(env.play.state) == game.save(match.state)
    assert earned == rewards(game, match.state, "rank")[1]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_random_play_in_cycles_is_the_kernels_own(name: str, players: int) -> None:
    """All hand in an action in every cycle: here everybody the first legal one, or none that counts."""
    game = games.load(name)
    env = import_module(f"rondel.research.{name}_v1").cycles.parallel_env(
        players=players, options=game.sim_options, observations="flat"
    )
    seen, _ = env.reset(seed=7)
    match = Match(game, players, game.sim_options, seed="7")
    match.roll()
    for cycle in range(150):
        if not env.agents:
            break
        for seat in game.to_act(match.state):
            if seat not in game.to_act(match.state):
                break
            legal = sorted(game.legal(match.state, seat))
            match.play(seat, legal[cycle % len(legal)])
            match.roll()
        chosen = {}
        for agent in env.agents:
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            chosen[agent] = legal[cycle % len(legal)] if legal else 0
        seen, *_ = env.step(chosen)
        assert env.play.position == match.position
    assert game.save(env.play.state) == game.save(match.state)


def test_rewards_add_up_and_follow_the_ranks() -> None:
    game = games.load("imperial")
    match = kernel_game("imperial", 4, "1", 100_000)
    by_rank, won = (rewards(game, match.state, kind) for kind in ("rank", "win"))
    assert sum(by_rank) == pytest.approx(0)
    assert sum(won) == pytest.approx(1)
    assert rewards(game, match.state, "score") == [float(score) for score in game.scores(match.state)]
    ranks = game.ranks(match.state)
    assert sorted(range(4), key=lambda seat: ranks[seat])[0] == int(np.argmax(by_rank))


def test_shared_places_share_their_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("imperial")
    monkeypatch.setattr(type(game), "ranks", lambda self, state: [1, 1, 3])
    state = game.setup(3)
    assert rewards(game, state, "rank") == [0.5, 0.5, -1.0]
    assert rewards(game, state, "win") == [0.5, 0.5, 0.0]


def _fresh_seed() -> str:
    env = imperial_v1.raw_env()
    env.reset()
    return str(env.play.seed)


def test_the_first_reset_takes_the_seed_of_the_constructor() -> None:
    one, other = (imperial_v1.raw_env(seed=5) for _ in range(2))
    one.reset()
    other.reset(seed=5)
    assert one.game.save(one.play.state) == other.game.save(other.play.state)
    for env in (one, other):
        env.reset()
    assert one.play.seed == other.play.seed != "5", "what follows a seed follows from it"
    assert len({_fresh_seed() for _ in range(2)}) == 2


def test_an_illegal_action_changes_nothing() -> None:
    env = imperial_v1.raw_env(seed=1)
    env.reset()
    before = env.game.save(env.play.state)
    illegal = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step(illegal)
    assert env.game.save(env.play.state) == before


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(OptionError, match="players"):
        imperial_v1.env(players=9)
    with pytest.raises(OptionError, match="no option"):
        imperial_v1.env(options={"dragons": True})
    with pytest.raises(ValueError, match="rank, score, win"):
        imperial_v1.env(reward="glory")
    with pytest.raises(ValueError, match="view, flat"):
        imperial_v1.env(observations="smell")
    with pytest.raises(ValueError, match="ansi"):
        imperial_v1.env(render_mode="hologram")
    with pytest.raises(TypeError, match="options are a dict"):
        imperial_v1.env(options="deal:experienced")
    with pytest.raises(TypeError, match=r"seed: a whole number is wanted, not 1\.5"):
        imperial_v1.env(seed=1.5)
    with pytest.raises(TypeError, match="seed"):
        imperial_v1.raw_env().reset(seed=[1])
    for most in (0, -1):
        with pytest.raises(ValueError, match="max_actions: at least 1"):
            imperial_v1.env(max_actions=most)
        with pytest.raises(ValueError, match="max_cycles: at least 1"):
            imperial_v1.cycles.parallel_env(max_cycles=most)


def test_what_is_no_action_is_refused_and_changes_nothing() -> None:
    env = imperial_v1.raw_env(players=2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    before = env.game.save(env.play.state)
    for action in (None, "x", env.play.legal()[0] + 0.5, True):
        with pytest.raises(TypeError, match="action: a whole number is wanted"):
            env.step(action)
    assert env.game.save(env.play.state) == before
    cycles = imperial_v1.cycles.parallel_env(players=2)
    with pytest.raises(RuntimeError, match="reset"):
        cycles.step({})
    cycles.reset(seed=1)
    before = cycles.game.save(cycles.play.state)
    with pytest.raises(ValueError, match=r"player_\d is asked, and there is no action of it"):
        cycles.step({})
    with pytest.raises(TypeError, match=r"action of player_\d: a whole number"):
        cycles.step(dict.fromkeys(cycles.agents, "x"))
    assert cycles.game.save(cycles.play.state) == before


def test_no_step_follows_the_end_of_a_game() -> None:
    env = imperial_v1.raw_env(players=2, seed=1, max_actions=1)
    env.reset()
    env.step(env.play.legal()[0])
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(RuntimeError, match="the game is over: reset"):
        env.step(None)
    cycles = imperial_v1.parallel_env(players=2, max_cycles=1)
    cycles.reset(seed=1)
    actions = dict.fromkeys(cycles.agents, cycles.play.legal()[0])
    cycles.step(actions)
    before = cycles.game.save(cycles.play.state)
    with pytest.raises(RuntimeError, match="the game is over: reset"):
        cycles.step(actions)
    assert cycles.game.save(cycles.play.state) == before


def test_an_environment_of_other_rules_is_no_longer_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of rules is a new environment: the old name does not quietly play another game."""
    monkeypatch.setitem(RULES["imperial"], 1, 1)
    with pytest.raises(ImportError, match="imperial_v1 is imperial under rules 1, and this package plays rules"):
        doors("imperial", 1)
    with pytest.raises(ImportError, match="imperial_v1 is imperial under rules 1, and this package plays rules"):
        gymnasium.make("rondel/imperial-v1")


@pytest.mark.parametrize("name", games.OWN)
def test_pettingzoo_knows_the_environments_by_name(name: str) -> None:
    make = getattr(pettingzoo, "make", None)
    if make is None:
        pytest.skip("PettingZoo has a register from 1.26 on")
    env = make("aec", f"rondel/{name}_v1", observations="flat")
    env.reset(seed=1)
    assert env.metadata["name"] == f"{name}_v1"
    together = make("parallel", f"rondel/{name}_v1", observations="flat", max_cycles=3)
    together.reset(seed=1)
    assert together.max_cycles == 3
    assert env.unwrapped.game.save(env.unwrapped.play.state) == together.game.save(together.play.state)


def test_agents_in_turn_are_not_taken_for_agents_that_act_at_once() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(imperial_v1.env())
    twin = copy.deepcopy(imperial_v1.env(seed=3))
    twin.reset()
    assert twin.unwrapped.play.seed == "3"


def test_a_long_game_can_be_cut() -> None:
    env = imperial_v1.raw_env(seed=1, max_actions=10)
    env.reset()
    for _ in range(10):
        assert not any(env.truncations.values())
        env.step(env.play.legal()[0])
    assert all(env.truncations.values())


def test_a_picture_shows_what_happened() -> None:
    env = imperial_v1.raw_env(seed=1, render_mode="rgb_array")
    env.reset()
    before = env.render()
    rng = random.Random(1)
    for _ in range(300):
        env.step(rng.choice(env.play.legal()))
    after = env.render()
    assert before.shape == after.shape
    assert np.any(before != after)


def test_a_picture_says_whose_pieces_are_whose() -> None:
    """Below the board every seat has the colours of the pieces that it commands: those of its nations, in Imperial."""
    env = imperial_v1.raw_env(players=2, seed=1, render_mode="rgb_array")
    env.reset()
    view = env.game.view(env.play.state, SPECTATOR)
    height = ground("imperial")[0].height
    for seat in range(2):
        governed = [nation for nation, each in view["nation"].items() if each["government"] == seat]
        assert len(governed) == 3
        line = env.render()[height + LINE // 2 + LINE * (seat + 1) :][:LINE]
        for nation in governed:
            colour = [int(COLOURS[nation][place : place + 2], 16) for place in (1, 3, 5)]
            assert np.all(line == colour, axis=2).sum() > 50


@pytest.mark.parametrize("name", games.OWN)
def test_one_seat_against_bots(name: str) -> None:
    """Gymnasium's own check, rendering included, of what Gymnasium makes by name."""
    env = gymnasium.make(f"rondel/{name}-v1", bots="random", options=games.load(name).sim_options, render_mode="ansi")
    check_env(env.unwrapped)
    assert env.spec is not None
    assert env.spec.id == f"rondel/{name}-v1"


def test_gymnasium_makes_many_and_cuts_long_games() -> None:
    settings: dict[str, Any] = {"players": 2, "bots": "random", "observations": "flat"}
    cut = gymnasium.make("rondel/imperial-v1", max_episode_steps=2, **settings)
    _, info = cut.reset(seed=1)
    for last in (False, True):
        _, _, over, truncated, info = cut.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert (over, truncated) == (False, last)
    many = gymnasium.make_vec("rondel/imperial-v1", 3, "sync", vector_kwargs={"copy": False}, **settings)
    seen, infos = many.reset(seed=1)
    assert seen["observation"].shape == (3, len(flat("imperial")))
    _, earned, *_ = many.step(np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]))
    assert earned.shape == (3,)


def test_no_game_goes_on_without_a_reset() -> None:
    env = SeatEnv("imperial", players=2, bots="random", observations="flat")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="whole number"):
        env.step(None)
    assert env.step(10**6)[1:3] == (-1.0, True), "an illegal action ends the game"
    with pytest.raises(RuntimeError, match="the game is over"):
        env.step(0)


def test_words_are_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("imperial", players=2, bots="random", observations="flat", render_mode="human")
    env.reset(seed=1)
    assert "Imperial: seat 0 to act" in capsys.readouterr().out
    assert env.render() is None


def test_a_seat_plays_a_whole_game_against_bots_of_all_kinds() -> None:
    def my_bot(seed: str) -> RandomBot:
        return RandomBot(random.Random(seed))

    results: list[Any] = []
    for _ in range(2):
        env = SeatEnv("imperial", players=4, seat=2, bots=["heuristic", "random", my_bot], reward="win")
        _, info = env.reset(seed=3)
        rng = np.random.default_rng(1)
        over, moves, earned = False, 0, 0.0
        while not over:
            assert env.play is not None
            assert env.play.seat == 2
            _, earned, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            moves += 1
        assert env.play is not None
        results.append((moves, earned, env.game.save(env.play.state)))
    assert results[0] == results[1], "the same seed plays the same way"


def test_bots_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 other seats"):
        SeatEnv("imperial", players=4, bots=["random"])
    with pytest.raises(LookupError, match="no bot"):
        SeatEnv("imperial", bots="genius")
    with pytest.raises(ValueError, match="no seat 7"):
        SeatEnv("imperial", seat=7)
    with pytest.raises(TypeError, match="seat: a whole number"):
        SeatEnv("imperial", seat=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="given by its name"):
        SeatEnv("imperial", players=2, bots=[3])  # type: ignore[list-item]
