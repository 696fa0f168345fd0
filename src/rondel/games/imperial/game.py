"""Imperial, as the rest of the program sees it."""

from __future__ import annotations

from typing import Any

from rondel.games.imperial import events
from rondel.games.imperial.actions import CATALOGUE
from rondel.games.imperial.bargain import Diplomat
from rondel.games.imperial.bot import Heuristic
from rondel.games.imperial.components import CHIPS, EARLIER_ENDS, END_POWER, FOLDER, MORE_CHIPS
from rondel.games.imperial.counsel import Financier
from rondel.games.imperial.deals import DEALS
from rondel.games.imperial.orders import ORDERS
from rondel.games.imperial.soundness import check_pieces, check_places, check_ranges
from rondel.games.imperial.stack import LIES_ON
from rondel.games.imperial.state import FIELDS, Table
from rondel.games.imperial.steps import investor, setup, taxation
from rondel.games.imperial.story import ImperialTeller
from rondel.games.imperial.views import Views
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY
from rondel.kernel.game import Option
from rondel.kernel.score import Part


class Imperial(Views):
    name = "imperial"
    rules = 2
    players = range(2, 7)
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    counsel = Financier
    teller = ImperialTeller
    idle = ("let-pass", "pass", "done", "peace")
    orders = ORDERS
    deals = DEALS
    bargainer = Diplomat
    table = Table
    options = (
        Option("edition", ("2006", "2030"), "2006"),
        Option("deal", ("standard", "chosen", "experienced"), "standard"),
        Option("end", (*EARLIER_ENDS, END_POWER), END_POWER),
        Option("investor-card", (True, False), True),
        Option("open-money", (False, True), False),
        Option("bonds", (48, 54), 48),
        Option("chips", (CHIPS, MORE_CHIPS), CHIPS),
        Option("swiss-bank", (False, True), False),
        Option("gifts", ("spending", "any-time"), "spending"),
        Option("posture", ("on-entering", "any-time"), "on-entering"),
        Option("battles", ("pair", "several"), "pair"),
        Option("orders", (False, True), False),
        Option("chip-order", ("turn", "reverse"), "turn", earlier={1: "reverse"}),
    )
    steps = tuple(LIES_ON)
    lies_on = LIES_ON

    def start(self, state: Table) -> None:
        setup.lay_out(state)

    def scores(self, state: Table) -> list[int]:
        return taxation.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return taxation.ranks(state)

    def score_parts(self, state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
        return taxation.score_parts(state)

    def goal(self, state: Table) -> Message:
        return Message("goal.way", {"end": state.end})

    def near_end(self, state: Table) -> list[Message]:
        return taxation.near_end(state)

    def check(self, state: Table) -> None:
        """Money and pieces are conserved, nobody owes, all is where it may be, and what is kept for speed is right."""
        check_ranges(state)
        check_pieces(state)
        check_places(state)
        for step in state.pending:
            for field, _ in step.FIELDS:
                # Only an investment need not be in a certain nation.
                assert getattr(step, field) != NOBODY or isinstance(step, investor.Invest), (
                    f"{type(step).__name__} of no {field}"
                )


GAME = Imperial()
