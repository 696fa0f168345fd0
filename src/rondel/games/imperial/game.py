"""Imperial, as the rest of the program sees it."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.imperial import events, views
from rondel.games.imperial.actions import CATALOGUE
from rondel.games.imperial.bot import Heuristic
from rondel.games.imperial.components import AREAS, ARMIES, CHIPS, FLEETS, FOLDER, MORE_CHIPS, NATIONS
from rondel.games.imperial.state import FIELDS, Table
from rondel.games.imperial.steps import factory, investor, maneuver, setup, taxation, turn
from rondel.kernel.game import Game, Option


class Imperial(Game[Table]):
    name = "imperial"
    rules = 1
    players = range(2, 7)
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    table = Table
    options = (
        Option("deal", ("standard", "experienced"), "standard"),
        Option("investor-card", (True, False), True),
        Option("open-money", (False, True), False),
        Option("bonds", (48, 54), 48),
        Option("chips", (CHIPS, MORE_CHIPS), CHIPS),
        Option("swiss-bank", (False, True), False),
    )
    steps = (
        setup.DealFlags,
        setup.ChooseFirst,
        setup.OfferBonds,
        turn.NationTurn,
        turn.EndOfTurn,
        turn.ChooseSlot,
        turn.PassedInvestor,
        turn.SwissBank,
        factory.BuildFactory,
        factory.Produce,
        factory.ImportUnits,
        maneuver.MoveFleets,
        maneuver.ReadyArmies,
        maneuver.MoveArmies,
        maneuver.ChooseArmy,
        maneuver.ChooseRoute,
        maneuver.EnterProvince,
        maneuver.Encounter,
        maneuver.Challenge,
        maneuver.PlaceChips,
        maneuver.ChooseChips,
        investor.Invest,
        investor.GivePurse,
    )

    def start(self, state: Table) -> None:
        setup.lay_out(state)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return views.view(state, seat)

    def views(self, state: Table, seats: list[int]) -> list[dict[str, Any]]:
        return views.views(state, seats)

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        return views.imagine(state, seat, rng)

    def scores(self, state: Table) -> list[int]:
        return taxation.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return taxation.ranks(state)

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        return views.figures(state, seat)

    def check(self, state: Table) -> None:
        """Money and pieces are conserved, nobody owes, and what is kept for speed is right."""
        assert sum(state.money) == 0, "money appeared or vanished"
        assert all(money >= 0 for money in state.money[:12]), "a player or a treasury owes money"
        for nation in range(NATIONS):
            armies = sum(state.army[nation::NATIONS]) + sum(state.friendly[nation::NATIONS])
            assert armies + state.armies_left[nation] == ARMIES[nation]
            assert sum(state.fleet[nation::NATIONS]) + state.fleets_left[nation] == FLEETS[nation]
            assert min(state.armies_left[nation], state.fleets_left[nation], state.chips_left(nation)) >= 0
        for one in range(NATIONS):
            for other in range(one):
                assert not state.chips[one] & state.chips[other], "two chips in one area"
        assert all(state.unmoved[area] >= 0 for area in range(2 * AREAS))
        twin = state.copy()
        twin.refresh()
        assert (twin.army_at, twin.fleet_at, twin.standing_at) == (state.army_at, state.fleet_at, state.standing_at)


GAME = Imperial()
