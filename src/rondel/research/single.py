"""One seat against bots, for Gymnasium: `SeatEnv("imperial", bots="heuristic")`.

Importing this module registers `rondel/imperial-v1` and its sisters with Gymnasium, so that
`gymnasium.make("rondel.research.single:rondel/imperial-v1")` makes the same, in the version that is asked for.

All that the others and chance do happens inside `step`. An action that is not legal ends the game at a cost of 1, as in
the PettingZoo environments; `info["action_mask"]` says what is legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from rondel import games
from rondel.bots import Bot, Sight, make
from rondel.research.play import Play, check_reward, find, promise, rewards, seed_of, whole
from rondel.research.show import picture, text
from rondel.research.zoo import MODES, Senses

BotMaker = Callable[[str], Bot]
"""Makes a bot from a seed."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game as one seat lives through it.

    bots: who sits in the other seats: the name of a bot, a name for each of them, or makers of bots of your own.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}

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
        self.seat = whole(seat, "seat")
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        self.bots = self._named(bots)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"no render mode is called {render_mode!r}; there are {', '.join(MODES)}")
        self.options = dict(options or {})
        self.reward = reward
        self.render_mode = render_mode
        self.senses = Senses(game, observations)
        self.action_space = spaces.Discrete(len(self.game.catalogue))
        self.observation_space = self.senses.space
        self.play: Play | None = None
        self._over = True

    def _named(self, bots: str | Sequence[str | BotMaker]) -> list[str | BotMaker]:
        """The bots of the other seats, in their order; an error if one of them is none."""
        others = self.players - 1
        named: list[str | BotMaker] = [bots] * others if isinstance(bots, str) else list(bots)
        if len(named) != others:
            raise ValueError(f"{len(named)} bots for {others} other seats")
        for bot in named:
            if isinstance(bot, str):
                make(self.game.name, bot)
            elif not callable(bot):
                raise TypeError(
                    f"a bot is given by its name, or as a function that makes one from a seed, not as {bot!r}"
                )
        return named

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        secret = seed_of(self.np_random.integers(2**62) if seed is None else seed)
        self._rng = random.Random(f"worlds/{secret}")
        others = [seat for seat in range(self.players) if seat != self.seat]
        self._sitting = {
            seat: make(self.game.name, bot, f"{secret}/{seat}") if isinstance(bot, str) else bot(f"{secret}/{seat}")
            for seat, bot in zip(others, self.bots, strict=True)
        }
        self.play = Play(self.game, self.players, self.options, secret)
        self._wait(self.play)
        self._over = self.play.over
        self._print()
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
        """Act, and let the others act until the seat is asked again. RuntimeError if no game is going on."""
        play = self.play
        if play is None or self._over:
            raise RuntimeError("the game is over: reset() comes first" if play else "reset() comes first")
        number = whole(action, "action")
        if number not in play.legal():
            self._over = True
            seen, info = self._look(play)
            return seen, -1.0, True, False, {**info, "illegal": number}
        play.act(self.seat, number)
        self._wait(play)
        self._over = play.over
        self._print()
        seen, info = self._look(play)
        earned = rewards(self.game, play.state, self.reward)[self.seat] if play.over else 0.0
        return seen, earned, play.over, False, info

    def _print(self) -> None:
        if self.render_mode == "human" and self.play is not None:
            print(text(self.game, self.play.state))

    def render(self) -> Any:
        """The table as everybody sees it: words (ansi) or the board (rgb_array); human: words are printed by `step`."""
        if self.render_mode is None or self.render_mode == "human" or self.play is None:
            return None
        show = picture if self.render_mode == "rgb_array" else text
        return show(self.game, self.play.state)


def versioned(game: str, version: int, **settings: Any) -> SeatEnv:
    """What `gymnasium.make` calls; ImportError if this package plays the game under other rules."""
    promise(game, version)
    return SeatEnv(game, **settings)


for _name in games.OWN:
    gymnasium.register(
        f"rondel/{_name}-v1",
        "rondel.research.single:versioned",
        kwargs={"game": _name, "version": 1},
        disable_env_checker=True,  # it warns of a seed's generator that a game with chance of its own has no use for
    )
