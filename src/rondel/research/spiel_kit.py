"""The tests of OpenSpiel and its searches, for one game at a number of players; all of them: `rondel.research.kits`."""

from __future__ import annotations

import random
import unittest
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from rondel import games
from rondel.research.spiel import ShortPlayouts

STATES = 400
"""Positions that OpenSpiel's own API test looks at."""
BEGUN = 60
"""So far into a game the searches begin: past the forced beginnings."""


def openspiel_kit(
    name: str, players: int, states: int = STATES, options: dict[str, Any] | None = None
) -> dict[str, Callable[[], Any]]:
    """By name: the API test at so many positions, the simulations, and both searches; options: those of simulations."""
    chosen = games.load(name).sim_options if options is None else options
    words = ";".join(f"{key}:{value}" for key, value in chosen.items())

    def load() -> Any:
        return pyspiel.load_game(f"rondel_{name}", {"players": players, "options": words})

    def simulate_game() -> None:
        tests = import_module("open_spiel.python.tests.games_sim_test")
        tests.GamesSimTest().sim_game(load())

    return {
        "api_test": lambda: api_test(load(), states),
        "games_sim_test": simulate_game,
        "random_sim_test": lambda: pyspiel.random_sim_test(load(), num_sims=1, serialize=False, verbose=False),
        "MCTS": lambda: search(load(), tree_search),
        "IS-MCTS": lambda: search(load(), information_set_search),
    }


def api_test(game: Any, states: int) -> None:
    """OpenSpiel's test of a game too large to be looked at whole; AssertionError with what failed."""
    tests = import_module("open_spiel.integration_tests.api_test")
    sample = import_module("open_spiel.python.algorithms.sample_some_states").sample_some_states

    class Case(tests.EnforceAPIOnPartialTreeBase):  # type: ignore[misc, name-defined]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, game.get_type().short_name, game.get_type()
            cls.some_states = sample(game, max_states=states)

    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(found)
    assert found.testsRun, "OpenSpiel has no such tests any more"
    assert found.wasSuccessful(), "\n".join(told for _, told in [*found.failures, *found.errors])


# Its searches --------------------------------------------------------------------------------------------------------


def walk(state: Any, rng: random.Random, most: int) -> None:
    """Play so many actions at random, chance included, or to the end."""
    for _ in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def tree_search(game: Any, simulations: int, evaluator: mcts.Evaluator) -> Any:
    """MCTS; it looks at the whole position."""
    return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=np.random.RandomState(1))


def information_set_search(game: Any, simulations: int, evaluator: mcts.Evaluator) -> Any:
    """IS-MCTS; it looks at worlds that its player cannot tell from the true one."""
    return ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=np.random.RandomState(1))


def search(game: Any, make: Callable[..., Any], decisions: int = 4, simulations: int = 24) -> None:
    """Let a search decide some times for whoever is asked, with something to choose; AssertionError if it may not."""
    state = game.new_initial_state()
    rng = random.Random(1)
    walk(state, rng, BEGUN)
    bot = make(game, simulations, ShortPlayouts())
    while decisions and not state.is_terminal():
        if state.is_chance_node() or len(state.legal_actions()) == 1:
            walk(state, rng, 1)
            continue
        action = bot.step(state)
        assert action in state.legal_actions(), f"{action} is not legal"
        state.apply_action(action)
        decisions -= 1
    assert not decisions, "the game was over before the search had decided"
