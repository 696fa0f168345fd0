"""The games as PettingZoo environments: agents act in turn, and chance acts inside `step`, from the seed.

An observation is a dict: `observation`, a vector of what the agent may know, and `action_mask`, a 1 for every legal
action of the game's catalogue. Where several seats choose at once, they are asked one after the other, and none sees
what another has chosen.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from rondel import games
from rondel.kernel import flow
from rondel.research.flat import flat
from rondel.research.layout import Layout, layout
from rondel.research.play import Play, check_reward, find, promise, rewards, seed_of, whole
from rondel.research.show import picture, text

MODES = ("human", "ansi", "rgb_array")
MOST = 30_000
"""No number of an observation is larger."""


class Senses:
    """What an agent is given: its observation, its mask, and the spaces that they are from."""

    def __init__(self, name: str, observations: str) -> None:
        self.catalogue = find(name, None, None)[0].catalogue
        self.observe: Callable[[Any, int], NDArray[Any]]
        if observations == "view":
            long = layout(name)
            self.observe = long.observe
            low, high = bounds(long)
            box: spaces.Space[Any] = spaces.Box(low, high, dtype=np.float32)
        elif observations == "flat":
            short = flat(name)
            self.observe = short.observe
            box = spaces.Box(np.int16(-MOST), np.int16(MOST), (len(short),), dtype=np.int16)
        else:
            raise ValueError(f"no observations are called {observations!r}; there are view, flat")
        mask = spaces.Box(0, 1, (len(self.catalogue),), dtype=np.int8)
        self.space = spaces.Dict({"observation": box, "action_mask": mask})

    def mask(self, legal: list[int]) -> NDArray[np.int8]:
        mask = np.zeros(len(self.catalogue), dtype=np.int8)
        mask[legal] = 1
        return mask

    def look(self, play: Play, seat: int) -> dict[str, NDArray[Any]]:
        """What a seat observes now; its mask is empty unless it is to decide."""
        return {
            "observation": self.observe(play.state, seat),
            "action_mask": self.mask(flow.legal(play.state, seat)),
        }


def bounds(found: Layout) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the most that each number of a layout can be."""
    least = {"id": -1, "flag": 0, "count": 0, "number": -MOST}
    most = {"flag": 1, "count": 255, "number": MOST}
    low = [least[number.kind] for number in found.numbers]
    high = [len(number.values) - 1 if number.kind == "id" else most[number.kind] for number in found.numbers]
    return np.array(low, dtype=np.float32), np.array(high, dtype=np.float32)


class Table:
    """The part that both kinds of environment share: settings, seeds and pictures."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None,
        options: dict[str, Any] | None,
        seed: int | str | None,
        reward: str,
        observations: str,
        render_mode: str | None,
    ) -> None:
        self.game, self.players = find(game, players, options)
        check_reward(reward)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"no render mode is called {render_mode!r}; there are {', '.join(MODES)}")
        self.options = dict(options or {})
        self.reward = reward
        self.render_mode = render_mode
        self.senses = Senses(game, observations)
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._first_seed = None if seed is None else seed_of(seed)
        self._later = random.Random(secrets.randbits(62))
        self._action_spaces = {agent: spaces.Discrete(len(self.game.catalogue)) for agent in self.possible_agents}
        self._observation_spaces = dict.fromkeys(self.possible_agents, self.senses.space)
        self.play: Play | None = None

    def begin(self, seed: int | str | None) -> Play:
        """A new game: from this seed, from the one of the constructor the first time, or from one that follows it."""
        if seed is None:
            seed = self._first_seed
        self._first_seed = None
        if seed is None:
            chosen = str(self._later.getrandbits(62))
        else:
            chosen = seed_of(seed)
            self._later = random.Random(f"later/{chosen}")
        self.play = Play(self.game, self.players, self.options, chosen)
        return self.play

    def playing(self) -> Play:
        """The game that is being played; RuntimeError before the first reset, and once the environment is closed."""
        if self.play is None:
            raise RuntimeError("reset() comes first")
        return self.play

    def going_on(self) -> Play:
        """The same, for a step; RuntimeError also once no agent is left."""
        play = self.playing()
        if not self.agents:
            raise RuntimeError("the game is over: reset() comes first")
        return play

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def render(self) -> Any:
        """The table as everybody sees it: words (ansi), the board as an array (rgb_array), or words printed (human)."""
        if self.render_mode is None or self.play is None:
            return None
        if self.render_mode == "rgb_array":
            return picture(self.game, self.play.state)
        words = text(self.game, self.play.state)
        if self.render_mode == "ansi":
            return words
        print(words)
        return None

    def close(self) -> None:
        self.play = None


class TurnEnv(Table, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Agents act one after the other."""

    def __init__(
        self,
        game: str,
        version: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int | str | None = None,
        reward: str = "rank",
        observations: str = "view",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        Table.__init__(self, game, players, options, seed, reward, observations, render_mode)
        self.metadata = {"name": version, "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False}
        self.max_actions = None if max_actions is None else whole(max_actions, "max_actions", 1)
        self.acted = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        play = self.begin(seed)
        self.acted = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to(play)

    def _turn_to(self, play: Play) -> None:
        """The agent that decides now is selected, and told what it may do."""
        if play.seat >= 0:
            self.agent_selection = self.possible_agents[play.seat]
            self.infos[self.agent_selection] = {"action_mask": self.senses.mask(play.legal())}

    def observe(self, agent: str) -> Any:
        return self.senses.look(self.playing(), self.seat_of[agent])

    def step(self, action: Any) -> None:
        """Act for the selected agent. IllegalAction, and nothing changed, if it may not."""
        play = self.going_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, number = self.seat_of[agent], whole(action, "action")
        if number not in play.legal():
            raise play.game.illegal(play.state, seat, number)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        play.act(seat, number)
        self.acted += 1
        self.infos[agent] = {}
        if play.over:
            earned = rewards(self.game, play.state, self.reward)
            self.rewards = dict(zip(self.possible_agents, earned, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_actions is not None and self.acted >= self.max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._turn_to(play)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class CycleEnv(Table, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """All agents hand in an action in every cycle; those of agents that are not asked count for nothing.

    Whoever is asked and hands in an illegal action is taken to have chosen the first legal one; its info says so. Where
    an agent's action changes who is asked, the rest of the cycle is over.
    """

    def __init__(
        self,
        game: str,
        version: str,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int | str | None = None,
        reward: str = "rank",
        observations: str = "view",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        Table.__init__(self, game, players, options, seed, reward, observations, render_mode)
        self.metadata = {"name": version, "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": True}
        self.max_cycles = None if max_cycles is None else whole(max_cycles, "max_cycles", 1)
        self.cycles = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        play = self.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._look(play), {agent: {} for agent in self.agents}

    def _handed_in(self, actions: dict[str, Any], agent: str) -> int:
        if agent not in actions:
            raise ValueError(f"{agent} is asked, and there is no action of it")
        return whole(actions[agent], f"action of {agent}")

    def _look(self, play: Play) -> dict[str, Any]:
        return {agent: self.senses.look(play, self.seat_of[agent]) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """All act. An error, and nothing changed, if one that is asked hands in nothing, or no whole number."""
        play = self.going_on()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        asked = list(flow.to_act(play.state))
        handed_in = {seat: self._handed_in(actions, self.possible_agents[seat]) for seat in asked}
        for seat in asked:
            if seat not in flow.to_act(play.state):
                break
            agent = self.possible_agents[seat]
            legal = flow.legal(play.state, seat)
            action = handed_in[seat]
            if action not in legal:
                infos[agent]["illegal"] = action
                action = legal[0]
            play.act(seat, action)
        self.cycles += 1
        earned = rewards(self.game, play.state, self.reward) if play.over else [0.0] * self.players
        cut = not play.over and self.max_cycles is not None and self.cycles >= self.max_cycles
        seen = self._look(play)
        agents = self.agents
        if play.over or cut:
            self.agents = []
        return (
            seen,
            dict(zip(agents, earned, strict=True)),
            dict.fromkeys(agents, play.over),
            dict.fromkeys(agents, cut),
            infos,
        )


def env(game: str, version: str, **settings: Any) -> Any:
    """An environment with PettingZoo's guards: an illegal action ends the game for everybody, at a cost of 1."""
    made: Any = TurnEnv(game, version, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def cycle_env(game: str, version: str, **settings: Any) -> Any:
    """The environment of cycles, turned into one in which agents act one after the other."""
    return parallel_to_aec(CycleEnv(game, version, **settings))


def doors(game: str, number: int) -> SimpleNamespace:
    """What a module such as `rondel.research.imperial_v1` offers; ImportError if the game has other rules by now."""
    promise(game, number)
    version = f"{game}_v{number}"
    cycles = SimpleNamespace(
        env=partial(cycle_env, game, version),
        parallel_env=partial(CycleEnv, game, version),
    )
    return SimpleNamespace(env=partial(env, game, version), raw_env=partial(TurnEnv, game, version), cycles=cycles)


def register() -> None:
    """Make the environments known to PettingZoo, from 1.26 on: `pettingzoo.make("aec", "rondel/imperial_v1")`."""
    enter = getattr(pettingzoo, "register", None)
    if enter is not None:
        for name in games.OWN:
            enter("aec", f"rondel/{name}_v1", f"rondel.research.{name}_v1:env")
            enter("parallel", f"rondel/{name}_v1", f"rondel.research.{name}_v1:parallel_env")


register()
