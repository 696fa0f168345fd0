"""Colonial, as the rest of the program sees it."""

from __future__ import annotations

from typing import Any

from rondel.games.colonial.actions import CATALOGUE
from rondel.games.colonial.bargain import Negotiator
from rondel.games.colonial.bot import Heuristic
from rondel.games.colonial.characters import (
    rebel,
    viceroy,
)
from rondel.games.colonial.components import (
    AREAS,
    CARD,
    CARD_CHARACTERS,
    CHARACTER,
    CITIES,
    COLONIES,
    DICE,
    DICE_FIRST_EDITION,
    DIPLOMACY_MOST,
    FOLDER,
    LEVELS,
    PRIVATEERS_MOST,
    SEATS,
    SPOT_MASK,
    SPOTS,
    SPOTS_OF,
    TOKENS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.counsel import Chancellor
from rondel.games.colonial.deals import DEALS
from rondel.games.colonial.events import EVENTS
from rondel.games.colonial.orders import ORDERS
from rondel.games.colonial.stack import LIES_ON
from rondel.games.colonial.state import FIELDS, Table
from rondel.games.colonial.steps import control, setup, turn, victory
from rondel.games.colonial.story import ColonialTeller
from rondel.games.colonial.views import Views
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY
from rondel.kernel.game import Option
from rondel.kernel.score import Part


class Colonial(Views):
    name = "colonial"
    rules = 2
    players = range(2, 7)
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = EVENTS
    policy = Heuristic
    counsel = Chancellor
    teller = ColonialTeller
    idle = ("ignore", "done", "refuse", "hold", "no-escort")
    orders = ORDERS
    deals = DEALS
    bargainer = Negotiator
    table = Table
    constants = {"LAST_CHANCE": turn.LAST_CHANCE}
    options = (
        Option("pro-pirate", (True, False), True),
        Option("five-programmed", (True, False), True, earlier={1: False}),
        Option("seat-bonus", (True, False), True),
        Option("one-good-per-type", (True, False), True),
        Option("charter-goods", ("merchant", "both"), "merchant", earlier={1: "both"}),
        Option("achievements", (True, False), True),
        Option("nation-cards", (False, True), False),
        Option("dice-pool", (DICE, DICE_FIRST_EDITION), DICE),
        Option("strong-rebel", (False, True), False),
        Option("active-ambassador", (False, True), False),
        Option("privateer-booty", (False, True), False),
        Option("turn-limit", (20, 12, 40), 20),
    )
    steps = tuple(LIES_ON)
    lies_on = LIES_ON

    def start(self, state: Table) -> None:
        setup.lay_out(state)

    def scores(self, state: Table) -> list[int]:
        return victory.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return victory.ranks(state)

    def score_parts(self, state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
        return victory.score_parts(state, log)

    def goal(self, state: Table) -> Message:
        return Message("goal.way", {"n": VICTORY_PRESTIGE, "limit": state.options["turn-limit"]})

    def near_end(self, state: Table) -> list[Message]:
        return victory.near_end(state)

    def derived_texts(self, texts: dict[str, str]) -> dict[str, str]:
        """A card is called after its two characters."""
        names = {}
        for id_, pair in zip(CARD.ids, CARD_CHARACTERS, strict=True):
            names[f"card.{id_}"] = " / ".join(texts[f"character.{CHARACTER.ids[character]}"] for character in pair)
        return names

    def check(self, state: Table) -> None:
        """Pieces are conserved, control follows the counters, and what is kept for speed is right."""
        twin = state.copy()
        twin.refresh()
        assert twin.free == state.free, "counters appeared or vanished"
        assert twin.markers == state.markers, "markers appeared or vanished"
        assert (twin.present, twin.explored, twin.colonies_at) == (state.present, state.explored, state.colonies_at)
        assert min(state.free) >= 0, "more counters than there are"
        assert state.markers >= 0, "more markers than there are"
        for numbers in (
            state.treasury, state.prestige, state.fleets, state.squadrons, state.goods, state.unrest, state.privateer,
            state.counter, state.tokens, state.area_unrest,
        ):  # fmt: skip
            assert min(numbers) >= 0, "less than nothing"
        assert all(0 <= level <= DIPLOMACY_MOST for level in state.diplomacy)
        assert all(0 <= level < LEVELS for level in state.track)
        assert all(number <= PRIVATEERS_MOST for number in state.privateer)
        assert all(state.privateer[seat * SEATS + seat] == 0 for seat in range(SEATS))
        assert all(loan > 0 for stacks in state.loans for loan in stacks), "an empty stack is a Loan repaid"
        assert state.city.bit_count() <= CITIES
        assert all(state.colonies(seat) <= COLONIES for seat in range(state.seats))
        checking = any(
            isinstance(step, (control.ControlCheck, viceroy.Settle, rebel.RebellionOver)) for step in state.pending
        )
        for area in range(AREAS):
            assert state.tokens[area] in (0, TOKENS[area]), "tokens are taken all at once"
            there = sum(state.counter[area * SEATS : area * SEATS + SEATS])
            assert not (there and state.tokens[area]), f"a counter in unexplored territory {area}"
            assert not (state.area_unrest[area] and state.mission >> area & 1), "Unrest under a Mission"
            assert not (state.city & SPOT_MASK[area] and state.colony[area] == NOBODY), "a city without a Colony"
            assert (state.city & SPOT_MASK[area]).bit_count() <= 1, "two cities in a Territory"
            if checking:
                continue
            for spot in SPOTS_OF[area]:
                assert state.spot[spot] == NOBODY or state.spare(state.spot[spot], area) >= 0, (
                    "a spot without a counter"
                )
                if state.spot[spot] == NOBODY:
                    spare = [seat for seat in range(state.seats) if state.spare(seat, area) > 0]
                    assert not spare, "a free spot beside a counter to spare"
            if state.colony[area] != NOBODY:
                assert all(state.spot[spot] == state.colony[area] for spot in SPOTS_OF[area])
        for seat in range(state.seats):
            laid = [card for card in state.program[seat * 5 : seat * 5 + 5] if card >= 0]
            assert len(set(laid)) == len(laid), "a card laid twice"
        assert all(state.spot[spot] < state.seats for spot in range(SPOTS))
        assert bool(state.pending) == (state.winner == NOBODY), "a game is over when somebody has won"


GAME = Colonial()
