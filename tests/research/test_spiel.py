"""The games in OpenSpiel: its own tests, its search, and the same game as the kernel's behind it."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from rondel import games
from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.record import Match
from rondel.research.play import rewards

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from rondel.research.spiel import openspiel_kit  # noqa: E402

EVERY = [(name, players) for name in games.OWN for players in games.load(name).players]
SHORT = {"imperial": "end:15", "struggle": "", "imperunde": "cap:10", "colonial": "turn-limit:12"}


def load(name: str, players: int | None = None) -> Any:
    number = players or min(max(3, games.load(name).players[0]), games.load(name).players[-1])
    return pyspiel.load_game(f"rondel_{name}", {"players": number, "options": SHORT[name]})


def walk(state: Any, rng: random.Random, most: int) -> None:
    """Play at random, chance included."""
    for _ in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.slow
@pytest.mark.parametrize("name", games.OWN)
def test_the_kit_of_openspiel(name: str) -> None:
    """With the fewest players; `python -m rondel.research.kits` runs it at every number."""
    for test in openspiel_kit(name, games.load(name).players[0], states=20).values():
        test()


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_random_play_is_the_kernels_own(name: str, players: int) -> None:
    """The same seed, in the kernel and in OpenSpiel, which is told what chance draws from it."""
    state = load(name, players).new_initial_state()
    game = games.load(name)
    match = Match(game, players, state.get_game().options, seed="3")
    rng = random.Random("choices/3")
    match.roll()
    while not match.over:
        seat = game.to_act(match.state)[0]
        match.play(seat, rng.choice(sorted(game.legal(match.state, seat))))
        match.roll()
    rng = random.Random("choices/3")
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [action for action, _ in state.chance_outcomes()]
            action = chance.draw("3", len(state.history()), flow.odds(state.table))
            assert action in outcomes
            state.apply_action(action)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert [entry.action for entry in match.entries] == list(state.history())
    assert game.save(match.state) == game.save(state.table)
    assert state.returns() == rewards(game, match.state, "rank")


@pytest.mark.parametrize("name", games.OWN)
def test_a_state_comes_back_from_its_serialisation(name: str) -> None:
    game = load(name)
    state = game.new_initial_state()
    walk(state, random.Random(4), 150)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    pickled = pickle.loads(pickle.dumps(state))
    for other in (again, pickled):
        assert other.history() == state.history()
        assert games.load(name).save(other.table) == games.load(name).save(state.table)


def test_a_clone_goes_on_by_itself() -> None:
    state = load("imperial").new_initial_state()
    walk(state, random.Random(4), 60)
    twin = state.clone()
    before = games.load("imperial").save(state.table)
    walk(twin, random.Random(5), 30)
    assert games.load("imperial").save(state.table) == before
    assert len(twin.history()) == len(state.history()) + 30


@pytest.mark.parametrize("name", games.OWN)
def test_a_resampled_state_looks_the_same_to_its_player(name: str) -> None:
    state = load(name).new_initial_state()
    rng = random.Random(6)
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    differed = 0
    for _ in range(40):
        walk(state, rng, 7)
        player = state.current_player()
        if state.is_terminal():
            break
        if player < 0:
            continue
        twin = state.resample_from_infostate(player, rng.random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.legal_actions() == state.legal_actions()
        observer.set_from(state, player)
        seen = observer.tensor.copy()
        observer.set_from(twin, player)
        assert np.array_equal(seen, observer.tensor)
        differed += games.load(name).save(twin.table) != games.load(name).save(state.table)
    assert differed > 0


def test_what_everybody_observes_tells_no_seats_secrets() -> None:
    state = load("imperial").new_initial_state()
    walk(state, random.Random(6), 40)
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    public = make_observation(state.get_game(), kind)
    seen = []
    for player in range(3):
        public.set_from(state, player)
        seen.append((public.string_from(state, player), public.tensor.tolist()))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][0] != state.observation_string(0)
    assert make_observation(state.get_game(), pyspiel.IIGObservationType(False, False)) is None


def test_secret_choices_are_not_told() -> None:
    """While cards are laid in Colonial, what another seat lays leaves a seat's information state as it is."""
    state = load("colonial").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    first = state.current_player()
    other = (first + 1) % 3
    assert games.load("colonial").to_act(state.table) != (CHANCE,)
    told = {state.child(action).information_state_string(other) for action in state.legal_actions()}
    own = {state.child(action).information_state_string(first) for action in state.legal_actions()}
    assert len(told) == 1
    assert len(own) == len(state.legal_actions()) > 1


@pytest.mark.parametrize("name", games.OWN)
def test_the_searches_of_openspiel_play(name: str) -> None:
    game = load(name)
    state = game.new_initial_state()
    walk(state, random.Random(1), 20)
    while state.current_player() < 0:
        state.apply_action(state.chance_outcomes()[0][0])

    class Quick(mcts.Evaluator):  # type: ignore[misc]
        """A few random actions, then what the ranks say."""

        def evaluate(self, state: Any) -> Any:
            twin = state.clone()
            walk(twin, random.Random(1), 20)
            ranks = twin.get_game().rules.ranks(twin.table)
            return np.array([1.0 - rank for rank in ranks])

        def prior(self, state: Any) -> Any:
            legal = state.legal_actions() if not state.is_chance_node() else []
            if state.is_chance_node():
                return state.chance_outcomes()
            return [(action, 1.0 / len(legal)) for action in legal]

    rng = np.random.RandomState(1)
    tree = mcts.MCTSBot(game, 1.4, 6, Quick(), random_state=rng)
    sets = ismcts.ISMCTSBot(game, Quick(), 1.4, 6, random_state=rng)
    for bot in (tree, sets):
        twin = state.clone()
        for _ in range(2):
            while not twin.is_terminal() and twin.is_chance_node():
                twin.apply_action(twin.chance_outcomes()[0][0])
            action = bot.step(twin)
            assert action in twin.legal_actions()
            twin.apply_action(action)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="name:value"):
        pyspiel.load_game("rondel_imperial", {"options": "dragons"})
    with pytest.raises(ValueError, match="no option"):
        pyspiel.load_game("rondel_imperial", {"options": "dragons:many"})
