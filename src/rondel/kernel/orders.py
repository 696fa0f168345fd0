"""Standing orders: what a player wants answered to a question that comes again, without being asked.

A game declares which orders it knows (`Game.orders`): at which decisions, with which answers. An order picks one of the
choices on offer and nothing else; whoever carries it out makes the choice as the player would have.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.kernel import flow

SILENT: Final = -1
"""The order has nothing to say to this decision."""
OVER: Final = -2
"""This is its decision, and what it wants is not on offer: its case no longer exists."""


class OrderKind:
    """A standing order that a game knows."""

    def __init__(
        self,
        name: str,
        steps: tuple[str, ...],
        answers: dict[str, tuple[str, ...]],
        value: str = "",
        most: bool = False,
        otherwise: tuple[str, ...] = (),
        until: tuple[str, ...] = (),
        asker: str = "",
    ) -> None:
        self.name = name
        self.steps = steps  # decisions it is for; none: any at which its answer is on offer
        self.answers = answers  # by name: kinds of actions, the first on offer counts
        self.value = value  # an argument of the action that the player sets a limit to
        self.most = most  # the highest value within the limit, else the lowest
        self.otherwise = otherwise  # kinds of actions where nothing is within the limit
        self.asker = asker  # the field of the decision that says who asks; none: nobody in particular
        self.until = until  # events that may end it, for the player to choose from

    def answer(
        self, game: Any, state: flow.State, seat: int, answer: str, limit: int, towards: int = flow.NOBODY
    ) -> int:
        """The action that it chooses for a seat that is to decide; or SILENT, or OVER. `towards`: only if she asks."""
        step = state.pending[-1]
        if self.steps and flow.step_key(step) not in self.steps:
            return SILENT
        if towards != flow.NOBODY and flow.step_values(step).get(self.asker) != towards:
            return SILENT
        by_kind: dict[str, list[int]] = {}
        for action in flow.legal(state, seat):
            by_kind.setdefault(game.catalogue[action].kind, []).append(action)
        for kind in self.answers[answer]:
            found = self._within(game, by_kind.get(kind, []), limit)
            if found >= 0:
                return found
        for kind in self.otherwise:
            if kind in by_kind:
                return by_kind[kind][0]
        return OVER if self.steps else SILENT

    def _within(self, game: Any, actions: list[int], limit: int) -> int:
        if not self.value:
            return actions[0] if actions else SILENT
        found, best = SILENT, 0
        for action in actions:
            value: int = game.catalogue[action].args[self.value]
            if 0 <= limit < value:
                continue
            if found < 0 or (value > best) == self.most:
                found, best = action, value
        return found

    def to_json(self) -> dict[str, Any]:
        limited = bool(self.value) and not self.most
        return {"name": self.name, "answers": list(self.answers), "limited": limited, "until": list(self.until)}
