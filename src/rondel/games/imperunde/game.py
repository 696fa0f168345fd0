"""ImpeRunde, as the rest of the program sees it."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.imperunde import events, state, views
from rondel.games.imperunde.actions import CATALOGUE, MOVERS, SEATS
from rondel.games.imperunde.bot import Heuristic
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
    SEAS,
)
from rondel.games.imperunde.state import FIELDS, PARTIES, Table
from rondel.games.imperunde.steps import (
    budget,
    card_effects,
    combat,
    diplomacy,
    embarking,
    investments,
    movement,
    perils,
    rolling,
    round,
    seas,
    secret_service,
    setup,
)
from rondel.games.imperunde.steps import events as occurrences
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY
from rondel.kernel.game import Game, Option


class Imperunde(Game[Table]):
    name = "imperunde"
    rules = 1
    players = range(3, 7)
    sim_options = {"cap": 10}
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    table = Table
    options = (
        Option("target", (*LENGTHS, *range(10, 46, 5)), "normal"),
        Option("cap", (0, 8, 10, 12, 15, 20), 0),
        Option("start-value", (COLONIES_WORTH, 7, 10), COLONIES_WORTH),
        Option("disc", DISC, DISC[0]),
    )
    steps = (
        state.Finish,
        setup.DealBritain,
        setup.DealHomes,
        setup.StationShips,
        setup.DealColonies,
        setup.EquipColony,
        round.Phases,
        round.RollStarter,
        round.BeginEvents,
        diplomacy.DealCards,
        diplomacy.Talks,
        diplomacy.Speak,
        diplomacy.VoteTarget,
        diplomacy.CloseTalks,
        budget.Collect,
        budget.Budget,
        investments.InvestmentTurn,
        investments.Invest,
        investments.Smuggle,
        seas.ClearSeas,
        seas.Clear,
        seas.GiveWay,
        movement.MovementTurn,
        movement.ReadyToMove,
        movement.Move,
        combat.Battle,
        rolling.LineUp,
        rolling.RollDice,
        rolling.Board,
        combat.Gather,
        combat.StormEntry,
        combat.PassThrough,
        perils.RollOdd,
        embarking.EmbarkationTurn,
        embarking.Embark,
        occurrences.EventTurn,
        occurrences.SpinLand,
        occurrences.DrawLandEvent,
        occurrences.SpinSea,
        occurrences.DrawSeaEvent,
        occurrences.FairWinds,
        secret_service.DrawCard,
        secret_service.Window,
        secret_service.Reopen,
        secret_service.Aim,
        secret_service.OnTable,
        card_effects.ExposeSpies,
    )

    def start(self, state: Table) -> None:
        setup.lay_out(state)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return views.view(state, seat)

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        return views.imagine(state, seat, rng)

    def scores(self, state: Table) -> list[int]:
        return round.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return round.ranks(state)

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        return views.figures(state, seat)

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
        if state.mover == NOBODY:
            assert not any(state.ready)
        for area in bits(state.ready_at):
            for mover in range(MOVERS):
                ready = sum(state.ready[(area * MOVERS + mover) * 2 : (area * MOVERS + mover) * 2 + 2])
                assert ready <= self.units(state, area, mover), "more units have moves left than there are"
        twin = state.copy()
        twin.refresh()
        for name in ("stock", "lands_of", "ships_at", "cargo_at", "post_count", "ready_at", "hand_size"):
            assert getattr(twin, name) == getattr(state, name), f"{name} is not what it should be"


GAME = Imperunde()
