"""The games in OpenSpiel: its own tests, its search, and the same game as the kernel's behind it."""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rondel import games
from rondel.kernel import chance, flow
from rondel.kernel.flow import CHANCE
from rondel.kernel.record import Match
from rondel.research.layout import layout
from rondel.research.play import rewards

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from rondel.research.spiel import ShortPlayouts, parse_options  # noqa: E402
from rondel.research.spiel_kit import information_set_search, openspiel_kit, tree_search, walk  # noqa: E402

EVERY = [(name, players) for name in games.OWN for players in games.load(name).players]
SHORT = {"imperial": "end:15", "struggle": "", "imperunde": "cap:10", "colonial": "turn-limit:12"}

SHORTEST = {**SHORT, "struggle": "wars:2", "imperunde": "cap:8;target:12"}


def load(name: str, players: int | None = None) -> Any:
    number = players or min(max(3, games.load(name).players[0]), games.load(name).players[-1])
    return pyspiel.load_game(f"rondel_{name}", {"players": number, "options": SHORT[name]})


@pytest.mark.parametrize("name", games.OWN)
def test_the_kit_of_openspiel(name: str) -> None:
    """Short games with the fewest players; `python -m rondel.research.kits` plays whole ones at every number."""
    options = parse_options(SHORTEST[name])
    for test in openspiel_kit(name, games.load(name).players[0], states=8, options=options).values():
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


@pytest.mark.parametrize("name", games.OWN)
def test_what_everybody_sees_and_what_is_ones_own_is_all_that_one_sees(name: str) -> None:
    state = load(name).new_initial_state()
    walk(state, random.Random(6), 60)
    info = pyspiel.PrivateInfoType
    game, kind = state.get_game(), pyspiel.IIGObservationType
    whole = make_observation(game, kind(perfect_recall=False))
    public = make_observation(game, kind(perfect_recall=False, private_info=info.NONE))
    private = make_observation(game, kind(perfect_recall=False, public_info=False))
    names = layout(name).names
    for player in range(game.num_players()):
        for observation in (whole, public, private):
            observation.set_from(state, player)
        own = dict(line.split(" ") for line in private.string_from(state, player).split("\n"))
        together = [np.float32(own.get(each, common)) for each, common in zip(names, public.tensor, strict=True)]
        assert together == whole.tensor.tolist()
        assert {names[place] for place in np.flatnonzero(private.tensor)} <= set(own) != set(names)
    for refused in (
        kind(perfect_recall=False, public_info=False, private_info=info.NONE),
        kind(perfect_recall=True, public_info=False),
        kind(perfect_recall=False, private_info=info.ALL_PLAYERS),
    ):
        assert make_observation(game, refused) is None


@pytest.mark.skipif(not os.environ.get("RONDEL_PLAYTHROUGH"), reason="half a minute: RONDEL_PLAYTHROUGH=1")
def test_a_playthrough_comes_again(tmp_path: Path) -> None:
    """OpenSpiel's own tool, that writes a whole game down and plays it again."""
    from open_spiel.python.algorithms import generate_playthrough  # brings all of scipy

    flags.FLAGS.mark_as_parsed()  # it is a command, and asks for its settings
    text = generate_playthrough.playthrough("rondel_struggle(players=2,options=wars:2)", action_sequence=None, seed=1)
    path = tmp_path / "struggle.txt"
    path.write_text(text, encoding="utf-8")
    written, again = generate_playthrough.replay(str(path))
    assert written == again
    assert "PrivateObservationString(1) = " in text


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


def test_what_is_seen_follows_the_position_and_not_its_twins() -> None:
    """Looks are kept for as long as nothing has happened; clones share them, and go their own ways."""
    game = load("imperial")
    state = game.new_initial_state()
    walk(state, random.Random(4), 60)
    player = state.current_player()
    before = state.observation_string(player), state.observation_tensor(player)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.observation_string(player), state.observation_tensor(player)) == before
    fresh = pickle.loads(pickle.dumps(twin))
    assert twin.observation_string(player) == fresh.observation_string(player) != before[0]
    assert twin.observation_tensor(player) == fresh.observation_tensor(player) != before[1]
    assert game.new_initial_state().observation_string(0) == load("imperial").new_initial_state().observation_string(0)


@pytest.mark.parametrize("make", [tree_search, information_set_search])
def test_a_search_of_openspiel_finds_the_choice_that_wins(make: Any) -> None:
    """It is told that one choice wins for its seat and all others lose: values reach the seat that they are of."""
    game = load("struggle")
    state = game.new_initial_state()
    walk(state, random.Random(2), 40)
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        walk(state, random.Random(2), 1)
    player, best, begun = state.current_player(), state.legal_actions()[1], len(state.history())

    class Told(ShortPlayouts):
        def evaluate(self, state: Any) -> Any:
            worth = np.full(game.num_players(), -1.0)
            worth[player] = 1.0 if state.history()[begun : begun + 1] == [best] else -1.0
            return worth

    bot = make(game, 60, Told())
    assert bot.step(state) == best


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="name:value"):
        pyspiel.load_game("rondel_imperial", {"options": "dragons"})
    with pytest.raises(ValueError, match="no option"):
        pyspiel.load_game("rondel_imperial", {"options": "dragons:many"})
    with pytest.raises(ValueError, match="no player 9"):
        load("imperial").new_initial_state().resample_from_infostate(9, lambda: 0.5)
