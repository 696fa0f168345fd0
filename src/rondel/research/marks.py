"""Whether a bot still plays as it did: a mark of what it thinks and does in positions that never change.

A row of the leaderboard carries the marks of all that sat at its tables. Where a bot has other weights, another value
or another search since then, its mark is another one, and the row is known to be old without being played again. A
change that alters nothing a bot does leaves the mark as it is.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from rondel.bots import Bot, Budget, SearchBot, Sight
from rondel.bots.levels import SlippingBot
from rondel.kernel import flow
from rondel.kernel.bot import Policy, PolicyBot
from rondel.kernel.flow import State
from rondel.kernel.game import Game, random_action

WEIGHED = 200
"""Decisions, spread over a game of random play, in which a policy of ours is asked what it thinks of its choices."""
ASKED = 24
"""The same of a bot that only says what it would do: it may take its time."""
LOOKED = 6
"""The same of a search, which says how each of its candidates did ..."""
GAMES = 32
"""... in so many games."""
LONGEST = 5_000
"""So many actions of that game are played."""


def mark(game: Game[Any], players: int, make: Callable[[str], Bot]) -> str:
    """The mark of a bot, which `make` makes from a seed, at a table for so many."""
    bots = [make(f"mark/{seat}") for seat in range(players)]
    rng = random.Random("worlds")
    told: list[Any] = [_settings(bots[0])]
    number = ASKED if policy_of(bots[0]) is None else WEIGHED
    told += [_thought(bots[sight.seat], sight) for sight in _spread(game, players, number, rng)]
    for sight in _spread(game, players, LOOKED, rng):
        bot = bots[sight.seat]
        if isinstance(bot, SearchBot):
            told.append(_looked(bot, sight))
    for sight in _spread(game, players, WEIGHED, rng):
        bot = bots[sight.seat]
        if isinstance(bot, SearchBot) and bot.search.policy.plans(sight.imagine()):
            told.append(_planned(bot, sight))
            break
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]


def policy_of(bot: Bot) -> Policy[Any] | None:
    """What a bot of ours goes by; None: it does not say."""
    if isinstance(bot, SearchBot):
        return bot.search.policy
    return bot.policy if isinstance(bot, PolicyBot | SlippingBot) else None


def _settings(bot: Bot) -> list[Any]:
    """Figures that a bot of ours plays by, whether or not they come into play in these positions."""
    found: list[Any] = []
    policy = policy_of(bot)
    if policy is not None:
        found.append(policy.weights)
    if isinstance(bot, SlippingBot):
        found.append(bot.slips)
    if isinstance(bot, SearchBot):
        values = bot.search.policy.values()
        found += [bot.budget.simulations, bot.search.most, bot.search.evidence, values.rows if values else []]
        policy = bot.search.policy
        if policy.WAYS:
            found += [policy.WAYS, policy.PLAN, policy.AFTERTHOUGHTS]
    return found


def _decisions(game: Game[Any], players: int) -> Iterator[tuple[State, int]]:
    """Where a seat has something to choose, in a game of random play that is always the same."""
    rng = random.Random(f"mark/{game.name}/{players}")
    state: State = game.setup(players, game.sim_options)
    for _ in range(LONGEST):
        if not state.pending:
            return
        seat = flow.to_act(state)[0]
        if seat >= 0 and len(flow.legal(state, seat)) > 1:
            yield state, seat
        flow.play(state, seat, random_action(state, seat, rng))


def _spread(game: Game[Any], players: int, number: int, rng: random.Random) -> Iterator[Sight]:
    """About so many of these decisions, evenly over the whole game."""
    every = max(1, sum(1 for _ in _decisions(game, players)) // number)
    for place, (state, seat) in enumerate(_decisions(game, players)):
        if place % every == every // 2:
            yield Sight(game, state, seat, rng)


def _thought(bot: Bot, sight: Sight) -> Any:
    """What a bot would do, and what it thinks of its choices, if that can be asked."""
    policy = policy_of(bot)
    if policy is None:
        return bot.choose(sight)
    own, noted = policy.weigh(sight.imagine(), sight.seat, sight.choices)
    return own, [(action, f"{noted[action]:.6g}") for action in sorted(noted)]


def _planned(bot: SearchBot, sight: Sight) -> Any:
    """How the ways to play did that a search compares for a plan."""
    return [(each.way, len(each.results), f"{each.mean():.6g}") for each in bot.search.plan(sight, Budget(GAMES))]


def _looked(bot: SearchBot, sight: Sight) -> Any:
    """How much thought a search would give a decision, and how its candidates did in a few games."""
    found = bot.search.look(sight, Budget(GAMES))
    attention = bot.search.policy.attention(sight.imagine())
    return attention, [(each.action, len(each.results), f"{each.mean():.6g}") for each in found]
