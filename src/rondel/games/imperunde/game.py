"""ImpeRunde, as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import rondel.games.imperunde.cards  # noqa: F401  (lays out the deck)
from rondel.games.imperunde import events
from rondel.games.imperunde.actions import CATALOGUE, MOVERS, SEATS
from rondel.games.imperunde.bargain import Envoy
from rondel.games.imperunde.bot.policy import Heuristic
from rondel.games.imperunde.components import (
    ARMIES,
    CARD_COUNT,
    CARDS,
    COLONIES_WORTH,
    DISC,
    FOLDER,
    FORT,
    LANDS,
    LENGTHS,
    MOST_DEBT,
    POST,
    SEAS,
    SET,
    TARGETS,
)
from rondel.games.imperunde.counsel import Governor
from rondel.games.imperunde.deals import DEALS
from rondel.games.imperunde.fields import FIELDS
from rondel.games.imperunde.fight import CODES, Fight
from rondel.games.imperunde.odds import sides
from rondel.games.imperunde.orders import ORDERS
from rondel.games.imperunde.stack import LIES_ON
from rondel.games.imperunde.state import NATIVES, PARTIES, Table
from rondel.games.imperunde.steps import (
    combat,
    round,
    setup,
)
from rondel.games.imperunde.story import ImperundeTeller
from rondel.games.imperunde.view import CONSTANTS
from rondel.games.imperunde.views import Views
from rondel.kernel.data import bits, filled
from rondel.kernel.events import Message
from rondel.kernel.flow import NOBODY
from rondel.kernel.game import Option, OptionError
from rondel.kernel.score import Part

ANY_TARGET: Final = range(3, 2 * SET[POST] + 1)
"""13.1 Targets that may be agreed on; with three players everybody has two sets of posts."""


class Imperunde(Views):
    name = "imperunde"
    rules = 4
    players = range(3, 7)
    sim_options = {"cap": 10}
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    counsel = Governor
    teller = ImperundeTeller
    idle = ("pass", "done", "close", "keep-debt", "reject", "give-up")
    orders = ORDERS
    deals = DEALS
    bargainer = Envoy
    constants = CONSTANTS
    table = Table
    options = (
        Option("target", (*LENGTHS, *ANY_TARGET), "normal", samples=(*LENGTHS, 8, 45)),
        Option("cap", (0, 8, 10, 12, 15, 20), 0, samples=(0, 8, 12)),
        Option("start-value", (COLONIES_WORTH, 7, 10), COLONIES_WORTH),
        Option("disc", DISC, DISC[0]),
        Option("canal-forts", (False, True), False, earlier={1: True}),
        Option("reinforcements", ("after-losses", "any-roll"), "after-losses", earlier={3: "any-roll"}),
    )
    steps = tuple(LIES_ON)
    lies_on = LIES_ON

    def start(self, state: Table) -> None:
        state.target = setup.target_of(state.seats, state.options["target"])
        state.push(setup.DEAL_BRITAIN)

    def agree(self, seats: int, options: dict[str, Any]) -> None:
        """13.1 Any target may be agreed on that is not reached before the first move, and that the pieces allow."""
        target, begun = setup.target_of(seats, options["target"]), options["start-value"]
        if target <= begun:
            raise OptionError(
                f"option target: {target} posts would end the game in round 1, as everybody begins with {begun}; "
                f"agree on {begun + 1} or more"
            )
        if target > setup.most_posts(seats):
            raise OptionError(
                f"option target: {target} posts cannot be built, with {seats} players everybody has "
                f"{setup.most_posts(seats)}"
            )

    def derived_texts(self, texts: dict[str, str]) -> dict[str, str]:
        """Every number of posts, and for whom the rulebook recommends it."""
        named = {target: texts["option.target.posts"].replace("{n}", str(target)) for target in ANY_TARGET}
        for seats, recommended in TARGETS.items():
            for length, target in zip(LENGTHS, recommended, strict=True):
                hint = texts[f"option.target.{length}-for"].replace("{n}", str(seats))
                named[target] += f", {hint}"
        return {f"option.target.{target}": text for target, text in named.items()}

    def scores(self, state: Table) -> list[int]:
        return round.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return round.ranks(state)

    def score_parts(self, state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
        return round.score_parts(state)

    def goal(self, state: Table) -> Message:
        return Message("goal.way", {"target": state.target})

    def near_end(self, state: Table) -> list[Message]:
        return round.near_end(state)

    def units(self, state: Table, area: int, mover: int) -> int:
        """How many such units the player who moves has in an area."""
        seat = state.mover
        if area < LANDS:
            return state.troops[area * 4 + mover] if mover < ARMIES and state.owner[area] == seat else 0
        sea = area - LANDS
        if mover < ARMIES:
            return state.cargo[(sea * SEATS + seat) * ARMIES + mover]
        return state.fleet[(sea * PARTIES + seat) * 2 + mover - ARMIES]

    def check(self, state: Table) -> None:
        """Pieces and cards are conserved, nobody owes too much, lands have one owner, and what is kept for speed is
        right."""
        assert all(count >= 0 for count in state.stock), "more pieces on the board than there are"
        for card in range(CARDS):
            held = sum(state.hand[seat * CARDS + card] for seat in range(SEATS))
            assert held + state.deck[card] + state.discard[card] == CARD_COUNT[card], "cards appeared or vanished"
        for place in filled(state.seen):
            assert state.seen[place] <= state.hand[place % (SEATS * CARDS)], "a card is known that is not there"
        for seat in range(state.seats):
            assert state.money[seat] >= 0, "a player spent more than he has"
            assert 0 <= state.debt[seat] <= MOST_DEBT
            assert state.debt[seat] % 5 == 0
            for other in range(state.seats):
                for masks in (state.war, state.truce, state.treaty, state.declared):
                    assert masks[seat] >> other & 1 == masks[other] >> seat & 1, "war and peace go both ways"
            assert not state.truce[seat] & ~state.war[seat], "an armistice without a war"
        for land in range(LANDS):
            if state.owner[land] == NOBODY:
                assert not state.garrison(land) + state.posts[land], "pieces in a free land"
            else:
                assert state.posts[land] <= state.most_posts(land)
                assert state.garrison(land) or state.posts[land] or state.is_home(land), "a colony without a piece"
                if state.is_home(land):
                    assert not state.posts[land] + state.troops[land * 4 + FORT], "posts or forts in a homeland"
        for sea in range(SEAS):
            for seat in range(SEATS):
                for ship in range(2):
                    there = state.fleet[(sea * PARTIES + seat) * 2 + ship]
                    assert state.prize[(sea * SEATS + seat) * 2 + ship] <= there
        for seat in range(state.seats):
            assert state.home[seat] == NOBODY or state.owner[state.home[seat]] in (seat, NOBODY), "a homeland was taken"
        if state.mover == NOBODY:
            assert not any(state.ready)
        battles = sum(isinstance(step, combat.Battle) for step in state.pending)
        assert battles == int(state.fight is not None), "a battle is pending if and only if it lies on the table"
        if state.fight is not None:
            state.fight.check()
            check_lines(state, state.fight)
        for area in bits(state.ready_at):
            for mover in range(MOVERS):
                ready = sum(state.ready[(area * MOVERS + mover) * 2 : (area * MOVERS + mover) * 2 + 2])
                assert ready <= self.units(state, area, mover), "more units have moves left than there are"
        twin = state.copy()
        twin.refresh()
        for name in ("stock", "lands_of", "ships_at", "cargo_at", "post_count", "ready_at", "hand_size"):
            assert getattr(twin, name) == getattr(state, name), f"{name} is not what it should be"


def check_lines(state: Table, fight: Fight) -> None:
    """Who fights in a roll, or hand to hand, takes part in the battle."""
    attackers, defenders = sides(state, fight)
    codes = [unit * 4 for unit in attackers] if fight.attacker == NATIVES else [each % CODES for each in fight.units]
    boarded = [divmod(pair, CODES) for pair in fight.boardings]
    lined_up = Counter(fight.attack + [own for own, _ in boarded])
    facing = Counter([code // 4 for code in fight.defence + [other for _, other in boarded]])
    assert lined_up <= Counter(codes), "an attacker fights who takes no part in the battle"
    assert facing <= Counter(defenders), "a defender fights who is not there"


GAME = Imperunde()
