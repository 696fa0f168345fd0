"""One seat against bots, for Gymnasium: `SeatEnv("imperial", bots="heuristic")`.

All that the others and chance do happens inside `step`. An action that is not legal ends the game at a cost of 1, as in
the PettingZoo environments; `info["action_mask"]` says what is legal.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from rondel.bots import Bot, Sight, make
from rondel.research.play import Play, check_reward, find, rewards
from rondel.research.show import picture, text
from rondel.research.zoo import Senses

BotMaker = Callable[[str], Bot]
"""Makes a bot from a seed."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game as one seat lives through it.

    bots: who sits in the other seats: the name of a bot, a name for each of them, or makers of bots of your own.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        bots: str | Sequence[str | BotMaker] = "heuristic",
        options: dict[str, Any] | None = None,
        reward: str = "rank",
        observations: str = "view",
        render_mode: str | None = None,
    ) -> None:
        self.game, self.players = find(game, players, options)
        check_reward(reward)
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        names = [bots] * (self.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != self.players - 1:
            raise ValueError(f"{len(names)} bots for {self.players - 1} other seats")
        for name in names:
            if isinstance(name, str):
                make(game, name)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"no render mode is called {render_mode!r}")
        self.seat = seat
        self.bots = names
        self.options = dict(options or {})
        self.reward = reward
        self.render_mode = render_mode
        self.senses = Senses(game, observations)
        self.action_space = spaces.Discrete(len(self.game.catalogue))
        self.observation_space = self.senses.space
        self.play: Play | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        secret = str(seed if seed is not None else secrets.randbits(62))
        self._rng = random.Random(f"worlds/{secret}")
        others = [seat for seat in range(self.players) if seat != self.seat]
        self._sitting = {
            seat: make(self.game.name, bot, f"{secret}/{seat}") if isinstance(bot, str) else bot(f"{secret}/{seat}")
            for seat, bot in zip(others, self.bots, strict=True)
        }
        self.play = Play(self.game, self.players, self.options, secret)
        self._wait(self.play)
        return self._look(self.play)

    def _wait(self, play: Play) -> None:
        """The others play until the seat must decide, or the game is over."""
        while not play.over and play.seat != self.seat:
            bot = self._sitting[play.seat]
            play.act(play.seat, bot.choose(Sight(self.game, play.state, play.seat, self._rng)))

    def _look(self, play: Play) -> tuple[Any, dict[str, Any]]:
        seen = self.senses.look(play, self.seat)
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        play = self.play
        assert play is not None, "reset() first"
        if int(action) not in play.legal():
            seen, info = self._look(play)
            return seen, -1.0, True, False, {**info, "illegal": int(action)}
        play.act(self.seat, int(action))
        self._wait(play)
        seen, info = self._look(play)
        earned = rewards(self.game, play.state, self.reward)[self.seat] if play.over else 0.0
        return seen, earned, play.over, False, info

    def render(self) -> Any:
        if self.render_mode is None or self.play is None:
            return None
        show = picture if self.render_mode == "rgb_array" else text
        return show(self.game, self.play.state)
