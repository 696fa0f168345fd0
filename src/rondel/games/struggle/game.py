"""Struggle of Empires, as the rest of the program sees it."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.struggle import events, views
from rondel.games.struggle.actions import CATALOGUE, DIE, ROLL
from rondel.games.struggle.bot import Heuristic
from rondel.games.struggle.components import (
    CONTROL,
    COUNTER_COUNT,
    COUNTERS,
    FOLDER,
    MOST_POPULATION,
    PIECES,
    PLACES,
    POWERS,
    REGIONS,
    TILE_COUNT,
    TILES,
)
from rondel.games.struggle.state import FIELDS, NO_FIGHT, Table
from rondel.games.struggle.steps import alliances, attack, battle, movement, setup, strike, turn, war
from rondel.kernel.flow import NOBODY
from rondel.kernel.game import Game, Option, Preview


class Struggle(Game[Table]):
    name = "struggle"
    rules = 1
    players = range(2, 8)
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    table = Table
    options = (
        Option("countries", ("choose", "random"), "choose"),
        Option("non-player-powers", (False, True), False),
        Option("open-unrest", (False, True), False),
        Option("spain-mediterranean", (True, False), True),
        Option("unrest-at-sea", (False, True), False),
        Option("war-office-pays", (True, False), True),
        Option("army-needed", (True, False), True),
        Option("gifts", (False, True), False),
        Option("score-floor", (True, False), True),
        Option("tie-breakers", (True, False), True),
    )
    steps = (
        setup.ChooseFirst,
        setup.ChooseCountry,
        setup.DealCountry,
        setup.DrawControl,
        setup.PlaceUnits,
        war.DrawCounters,
        war.BeginWar,
        war.Rounds,
        war.EndOfWar,
        alliances.Alliances,
        alliances.Bidding,
        alliances.SecretOrder,
        alliances.Proposing,
        turn.TakeTurn,
        movement.PlaceUnit,
        movement.Militia,
        movement.MoveUnits,
        movement.MoveTo,
        movement.SeaRoll,
        movement.RaiseNatives,
        movement.MoveNatives,
        strike.Strike,
        attack.ChooseAttack,
        attack.Surprise,
        attack.CallAllies,
        attack.OfferGold,
        attack.Answer,
        attack.AllianceTiles,
        attack.ChooseSymbol,
        battle.NavalStage,
        battle.NavalChoice,
        battle.SeaBattle,
        battle.LandStage,
        battle.UseBlockade,
        battle.RollDice,
        battle.Reserves,
        battle.TakeLoss,
        battle.Withdrawal,
        battle.Outcome,
    )

    def start(self, state: Table) -> None:
        setup.lay_out(state)

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return views.view(state, seat)

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        return views.imagine(state, seat, rng)

    def scores(self, state: Table) -> list[int]:
        return war.scores(state)

    def ranks(self, state: Table) -> list[int]:
        return war.ranks(state)

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        return views.figures(state, seat)

    def preview(self, state: Table, seat: int, action: int) -> Preview:
        """With the odds of a battle or a voyage among the figures: a list of single throws would tell less."""
        found = super().preview(state, seat, action)
        if found.known:
            twin = state.copy()
            self.apply(twin, seat, action)
            before = views.chances(state)
            for name, value in views.chances(twin).items():
                if before.get(name) != value:
                    found.figures.append({"name": name, "params": {}, "before": before.get(name), "after": value})
        if found.odds and found.odds[0][0] in (DIE[0], ROLL[0]):
            found.odds = []
        return found

    def check(self, state: Table) -> None:
        """Gold and pieces are conserved, nobody owes, and what is kept for speed is right."""
        assert sum(state.gold) == 0, "gold appeared or vanished"
        assert all(gold >= 0 for gold in state.gold[:POWERS]), "a player owes gold"
        assert all(unrest >= 0 for unrest in state.unrest), "unrest below nothing"
        assert all(0 <= population <= MOST_POPULATION for population in state.population)
        playing = sorted(power for power in state.power_of if power >= 0)
        assert not state.order or sorted(state.order) == playing, "a player has no turn, or two"
        for power in range(POWERS):
            seat = state.power_of.index(power) if power in playing else NOBODY
            assert state.seat_of[power] == seat, "a power has another player than it should"
            assert seat == NOBODY or state.in_play >> power & 1, "a power with a player is not in play"
        assert min(*state.left, *state.control_left) >= 0, "more pieces than there are"
        for power in range(POWERS):
            for unit in range(3):
                placed = sum(state.units(unit, power, place) for place in range(PLACES))
                assert placed + state.left[unit * POWERS + power] == PIECES[unit], "a unit appeared or vanished"
            held = state.held.count(power)
            assert (
                sum(state.controls(power, region) for region in range(REGIONS)) + held + state.control_left[power]
                == CONTROL
            )
        for counter in range(COUNTERS):
            assert state.board[counter] + state.bag[counter] <= COUNTER_COUNT[counter]
        for tile in range(TILES):
            owned = sum(state.has(power, tile) for power in range(POWERS))
            assert owned + state.market[tile] <= TILE_COUNT[tile], "a tile appeared"
            assert all(state.used[p * TILES + tile] <= state.has(p, tile) for p in range(POWERS))
        fighting = any(isinstance(step, (battle.LandStage, battle.RollDice, battle.Reserves)) for step in state.pending)
        assert fighting or state.fight == NO_FIGHT or state.fight[0], "an attack is half cleared away"
        twin = state.copy()
        twin.refresh()
        for name in (
            "army_at",
            "navy_at",
            "fort_at",
            "control_at",
            "board_at",
            "market_at",
            "ready_at",
            "left",
            "control_left",
        ):
            assert getattr(twin, name) == getattr(state, name), f"{name} is out of date"


GAME = Struggle()
