"""The games in OpenSpiel: importing this module registers `rondel_imperial` and its sisters with pyspiel.

    import pyspiel
    import rondel.research.spiel

    game = pyspiel.load_game("rondel_imperial(players=4,reward=rank)")

Chance is explicit. The information state of a seat is the log, as far as the seat was told it, and what it sees now.
Where several seats choose at once they are asked in turn, and none is told what another has chosen.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

from rondel import games
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.game import Game, random_play
from rondel.kernel.record import Match
from rondel.research.layout import layout
from rondel.research.play import by_rank, check_reward, find, rewards

LONGEST = 100_000
"""No game is longer; those of the bots end after some hundred to some thousand actions."""
MEMORY = 64
"""So many of the last actions are in the tensor of an information state."""
MOST_POINTS = 10_000.0


class Look(NamedTuple):
    """What a viewer sees, both ways."""

    vector: NDArray[np.float32]
    words: str


class Held:
    """A match that OpenSpiel may copy as often as it likes: the states of a match never change, and are shared."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.digests: dict[int, tuple[int, bytes]] = {}
        """Of what each viewer was told: up to which position, and the digest."""
        self.looks: dict[int, Look] = {}
        """What each viewer sees now, as far as anybody has asked: shared by all that stand at the same state."""

    def look(self, viewer: int) -> Look:
        """What a viewer sees now: OpenSpiel asks for it as a string and as a tensor, and for both several times."""
        found = self.looks.get(viewer)
        if found is None:
            game, state = self.match.game, self.match.state
            view = game.view(state, viewer)
            vector = np.array(layout(game.name).write(state, viewer, view), dtype=np.float32)
            found = self.looks[viewer] = Look(vector, json.dumps(view, sort_keys=True))
        return found

    def play(self, seat: int, action: int) -> None:
        self.match.play(seat, action)
        self.looks = {}

    def imagine(self, viewer: int, rng: random.Random) -> None:
        """Deal anew all that is hidden from a viewer; the history stays as it is."""
        match = self.match
        match.state = match.game.imagine(match.state, viewer, rng)
        match.recent = [*match.recent[:-1], (match.position, match.state)] if match.recent else []
        self.looks = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        twin = Held(self.match.fork())
        twin.digests = self.digests.copy()
        twin.looks = self.looks
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its history, which is all of a match, whether the kernel is compiled or not."""
        match = self.match
        options = match.game.unusual(match.state.options)
        return _replayed, (match.game.name, match.state.seats, options, [entry.action for entry in match.entries])

    def told(self, viewer: int) -> str:
        """A digest of all that a viewer was told since the beginning."""
        position, digest = self.digests.get(viewer, (0, b""))
        entries = self.match.entries
        while position < len(entries):
            face = entries[position].face(self.match.game, position + 1, viewer, False)
            digest = hashlib.sha256(digest + json.dumps(face, sort_keys=True).encode()).digest()
            position += 1
        self.digests[viewer] = (position, digest)
        return digest.hex()[:32]


def _replayed(name: str, players: int, options: dict[str, Any], actions: list[int]) -> Held:
    match = Match(games.load(name), players, options)
    for action in actions:
        match.play(flow.to_act(match.state)[0], action)
    return Held(match)


def parse_options(words: str) -> dict[str, Any]:
    """`deal:experienced;chips:15`, for OpenSpiel keeps `=` and `,` to itself."""
    options: dict[str, Any] = {}
    for pair in filter(None, words.split(";")):
        name, mark, value = pair.partition(":")
        if not mark:
            raise ValueError(f"an option is name:value, not {pair!r}")
        options[name] = value
    return options


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A set of rules, with a number of players, options and a reward."""

    def __init__(self, name: str, game_type: Any, params: dict[str, Any]) -> None:
        settings = {**defaults(games.load(name)), **params}
        self.options = parse_options(settings["options"])
        self.rules, players = find(name, int(settings["players"]), self.options)
        self.reward = str(settings["reward"])
        check_reward(self.reward)
        low, high = {"rank": (-1.0, 1.0), "win": (0.0, 1.0), "score": (-MOST_POINTS, MOST_POINTS)}[self.reward]
        actions = len(self.rules.catalogue)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions,
            num_players=players,
            min_utility=low,
            max_utility=high,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, params)
        self.players = players
        self.first = Held(Match(self.rules, players, self.options))
        """The first position: OpenSpiel begins anew whenever it asks how long a tensor is."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: whoever reads it imports this module, and so knows the games."""
        return _load, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What a player observes, what everybody does, or what is the player's alone; None for anything else."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if not kind.public_info and (kind.perfect_recall or kind.private_info == pyspiel.PrivateInfoType.NONE):
            return None
        return Observer(self, kind, params)


def _load(name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(name, parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with the history that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = deepcopy(game.first)

    @property
    def table(self) -> State:
        """The position as the kernel has it: to be read, not to be changed."""
        return self.held.match.state

    def current_player(self) -> int:
        acting = flow.to_act(self.table)
        if not acting:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if acting[0] == CHANCE else acting[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(flow.legal(self.table, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = flow.odds(self.table)
        total = sum(weight for _, weight in odds)
        return [(action, weight / total) for action, weight in sorted(odds) if weight]

    def _apply_action(self, action: int) -> None:
        self.held.play(flow.to_act(self.table)[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.held.match.game.catalogue[action].notation)

    def is_terminal(self) -> bool:
        return self.table.over()

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.players
        return rewards(game.rules, self.table, game.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one: all that is hidden from it is dealt anew.

        Its history is that of this state: what others chose in secret is not told anew, but what lies on the table is.
        """
        if not 0 <= player < self.get_game().players:
            raise ValueError(f"there is no player {player}; players are 0 to {self.get_game().players - 1}")
        twin: SpielState = self.clone()
        twin.held.imagine(player, random.Random(sampler()))
        return twin

    def __str__(self) -> str:
        match = self.held.match
        lines = []
        for entry in match.entries[-10:]:
            who = "?" if entry.seat == CHANCE else entry.seat
            lines.append(f"{who}> {match.game.catalogue[entry.action].notation}")
        return "\n".join([f"{match.game.name}, {match.position} actions", *lines])


class Observer:
    """What a player observes now, what everybody does, or what is the player's alone; with perfect recall, also what it
    was told before.

    What is the player's alone are the numbers that differ from those that everybody sees, with 0 for all others.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters here; passed {params}")
        self.recall = bool(kind.perfect_recall)
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.private = not kind.public_info
        size = len(layout(game.rules.name))
        self.tensor: NDArray[np.float32] = np.zeros(size + (2 * MEMORY if self.recall else 0), dtype=np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["told"] = self.tensor[size:].reshape(MEMORY, 2)

    def set_from(self, state: SpielState, player: int) -> None:
        player = SPECTATOR if self.public else player
        seen = state.held.look(player).vector
        if self.private:
            seen = np.where(seen != state.held.look(SPECTATOR).vector, seen, np.float32(0))
        self.dict["observation"][:] = seen
        if self.recall:
            self._remember(state.held.match, player)

    def _remember(self, match: Match, player: int) -> None:
        """The last actions, the latest first: who acted, from 1, 0 for chance; which action, from 1, 0 if not told."""
        told = self.dict["told"]
        told.fill(0)
        for row, entry in enumerate(reversed(match.entries[-MEMORY:])):
            told[row, 0] = entry.seat + 1
            told[row, 1] = 0 if entry.secret and entry.seat != player else entry.action + 1

    def string_from(self, state: SpielState, player: int) -> str:
        if self.private:
            seen, common = state.held.look(player).vector, state.held.look(SPECTATOR).vector
            names = layout(state.held.match.game.name).names
            return "\n".join(f"{names[place]} {seen[place]}" for place in np.flatnonzero(seen != common))
        player = SPECTATOR if self.public else player
        acting = ",".join(str(seat) for seat in flow.to_act(state.table))
        words = f"seat {player}, to act {acting}\n{state.held.look(player).words}"
        if not self.recall:
            return words
        return f"{state.held.match.position} {state.held.told(player)} {words}"


class ShortPlayouts(mcts.Evaluator):  # type: ignore[misc]
    """For OpenSpiel's searches, whose random playouts go on to the end: a few random actions, then who stands best."""

    def __init__(self, actions: int = 40, seed: int = 1) -> None:
        self.actions = actions
        self.rng = random.Random(seed)

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """What each seat would be rewarded with by rank, if the game ended then."""
        rules, table = state.held.match.game, state.table.copy()
        random_play(table, self.rng, limit=self.actions)
        return np.array(by_rank(rules.ranks(table)))

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All choices alike; chance as it falls."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


def defaults(game: Game[Any]) -> dict[str, Any]:
    return {"players": find(game.name, None, None)[1], "options": "", "reward": "rank"}


def register(name: str) -> None:
    """Make a game known to pyspiel."""
    game = games.load(name)
    game_type = pyspiel.GameType(
        short_name=f"rondel_{name}",
        long_name=game.texts("en").say(f"game.{name}.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults(game),
    )

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, game_type, params or {})

    pyspiel.register_game(game_type, Registered)


for _name in games.OWN:
    register(_name)
