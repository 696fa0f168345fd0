"""Struggle of Empires, as the rest of the program sees it."""

from __future__ import annotations

from typing import Any, Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import CATALOGUE
from rondel.games.struggle.bargain import Statesman
from rondel.games.struggle.bot import Heuristic
from rondel.games.struggle.components import (
    ARMY,
    BOXES,
    CONTROL,
    COUNTERS,
    COUNTERS_A_WAR,
    FOLDER,
    MOST_POPULATION,
    NAVY,
    PIECES,
    PLACES,
    POWERS,
    REGIONS,
    REVOLUTION,
    ROUNDS,
    STANDARD,
    START_COUNTERS,
    TILES,
    WARS,
)
from rondel.games.struggle.counsel import Minister
from rondel.games.struggle.deals import DEALS
from rondel.games.struggle.fight import BY_PIRATES, BY_REVOLT, ON_NEUTRAL, ON_POWER, PEACE
from rondel.games.struggle.orders import ORDERS
from rondel.games.struggle.stack import LIES_ON
from rondel.games.struggle.state import FIELDS, Table
from rondel.games.struggle.steps import alliances, battle, losses, setup, war
from rondel.games.struggle.steps.war import final_points, penalties
from rondel.games.struggle.story import StruggleTeller
from rondel.games.struggle.view import StruggleView
from rondel.games.struggle.views import Views
from rondel.kernel.events import Message
from rondel.kernel.game import Option
from rondel.kernel.score import Part


class Struggle(Views):
    name = "struggle"
    rules = 2
    players = range(2, 8)
    folder = FOLDER
    catalogue = CATALOGUE
    fields = FIELDS
    events = events.EVENTS
    policy = Heuristic
    counsel = Minister
    teller = StruggleTeller
    idle = ("pass", "end-turn", "stay", "done", "keep", "do-not-ask", "refuse", "decline")
    orders = ORDERS
    deals = DEALS
    bargainer = Statesman
    table = Table
    view_type = StruggleView
    options = (
        Option("countries", ("choose", "random"), "choose"),
        Option("non-player-powers", (False, True), False),
        Option("open-unrest", (False, True), False),
        Option("spain-mediterranean", (True, False), True),
        Option("unrest-at-sea", (False, True), False),
        Option("war-office-pays", (True, False), True),
        Option("army-needed", (True, False), True),
        Option("gifts", (False, True), False),
        Option("score-floor", (False, True), False, earlier={1: True}),
        Option("tie-breakers", (False, True), False, earlier={1: True}),
        Option("revolution-last", (False, True), False, earlier={1: True}),
        Option("calm-spared", (False, True), False, earlier={1: True}),
        Option("bids-limited", (False, True), False, earlier={1: True}),
        Option("alliance-tile-alone", (False, True), False, earlier={1: True}),
        Option("wars", tuple(sorted({WARS, 3, 2}, reverse=True)), WARS),
        Option("start-control", ("random", "balanced", "draft"), "random"),
        Option("set", tuple(BOXES), STANDARD),
    )
    steps = tuple(LIES_ON)
    lies_on = LIES_ON

    def derived_texts(self, texts: dict[str, str]) -> dict[str, str]:
        """The titles of an owner's sets of pieces."""
        titles = {f"option.set.{box.name}": box.title for box in BOXES.values() if box.title}
        return {key: title for key, title in titles.items() if key not in texts}

    def start(self, state: Table) -> None:
        """Ten counters on the map, a first player, countries, five control counters and five units for each player."""
        state.rounds = ROUNDS[state.seats]
        state.push(war.BeginWar(1))
        state.push(setup.PlaceUnits(0))
        if state.options["start-control"] == "draft":
            state.push(setup.DrawPool(START_COUNTERS * state.seats, ()))
        else:
            state.push(setup.DrawControl(0, START_COUNTERS))
        if state.options["countries"] == "random":
            state.push(setup.DealCountry(0))
        else:
            state.push(setup.ChooseCountry(0))
        state.push(setup.ChooseFirst())
        state.push(war.DrawCounters(COUNTERS_A_WAR))

    def scores(self, state: Table) -> list[int]:
        """Each seat's score if the game ended now."""
        totals = final_points(state, state.points, penalties(state))
        return [totals[power] if power >= 0 else 0 for power in state.power_of]

    def score_parts(self, state: Table, log: list[dict[str, Any]]) -> list[list[Part]]:
        return war.score_parts(state, log)

    def standing(self, state: Table) -> list[int]:
        totals = war.standing(state)
        return [totals[power] if power >= 0 else 0 for power in state.power_of]

    def goal(self, state: Table) -> Message:
        return Message("goal.way", {"wars": state.wars})

    def near_end(self, state: Table) -> list[Message]:
        return war.near_end(state)

    def ranks(self, state: Table) -> list[int]:
        """Places by score, and equals share them.

        With the option `tie-breakers`, of equals: less unrest, more gold, more control counters; with
        `revolution-last` a revolution ranks behind all others.
        """
        totals = final_points(state, state.points, penalties(state))
        last, broken = state.options["revolution-last"], state.options["tie-breakers"]
        keys: list[tuple[int, int, int, int, int]] = []
        for power in state.power_of:
            if power < 0:
                keys.append((0, 0, 0, 0, 0))
                continue
            calm = int(state.unrest[power] < REVOLUTION) if last else 0
            if broken:
                counters = state.controls_on_board(power)
                keys.append((calm, totals[power], -state.unrest[power], state.gold[power], counters))
            else:
                keys.append((calm, totals[power], 0, 0, 0))
        return [1 + sum(other > key for other in keys) for key in keys]

    def check(self, state: Table) -> None:
        """Gold and pieces are conserved, nobody owes, and what is kept for speed is right."""
        assert sum(state.gold) == 0, "gold appeared or vanished"
        assert all(gold >= 0 for gold in state.gold[:POWERS]), "a player owes gold"
        assert all(unrest >= 0 for unrest in state.unrest), "unrest below nothing"
        assert all(0 <= population <= MOST_POPULATION for population in state.population)
        check_seats(state)
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
            assert state.board[counter] + state.bag[counter] <= state.box.counter_count[counter]
        for tile in range(TILES):
            owned = sum(state.has(power, tile) for power in range(POWERS))
            assert owned + state.market[tile] <= state.box.tile_count[tile], "a tile appeared"
            assert all(state.used[p * TILES + tile] <= state.has(p, tile) for p in range(POWERS))
        fighting = any(isinstance(step, FIGHTING) for step in state.pending)
        assert fighting == (state.fight.kind != PEACE), "an attack is half cleared away"
        check_fight(state)
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


def check_seats(state: Table) -> None:
    """Every power in play has its seat and its place, or none."""
    for seat, power in enumerate(state.power_of):
        assert power < 0 or (state.seat_of[power] == seat and state.in_play >> power & 1), "a seat without its power"
    for power, seat in enumerate(state.seat_of):
        assert seat < 0 or state.power_of[seat] == power, "a power at no seat"
        assert state.row[power] < 0 or state.in_play >> power & 1, "a power that is not in play is allied"
    for row in (0, 1):
        slots = sorted(state.slot[power] for power in range(POWERS) if state.row[power] == row)
        assert slots == list(range(len(slots))), "a place in a row is empty, or taken twice"
    assert not state.order or state.order == alliances.turn_order(state), "a player has no turn, or two"
    assert not state.order or set(state.order) == set(state.power_of), "a player is in no alliance"


def check_fight(state: Table) -> None:
    """The sides of an attack are those of its kind, and who joined is counted."""
    fight = state.fight
    if fight.kind == PEACE:
        return
    struck = fight.kind in (BY_PIRATES, BY_REVOLT)
    assert (fight.attacker.power < 0) == struck, "an attack without an attacker"
    assert (fight.defender.power >= 0) == (struck or fight.kind == ON_POWER), "an attack without a defender"
    assert (fight.counter >= 0) == (fight.kind == ON_NEUTRAL), "an attack on no counter"
    for unit in (ARMY, NAVY):
        sent = [0, 0]
        for power in range(POWERS):
            if fight.joined[unit * POWERS + power]:
                main = fight.attacker.power
                sent[int(main < 0 or not state.allied(main, power))] += fight.joined[unit * POWERS + power]
        sides = fight.attacker, fight.defender
        assert sent == [side.armies if unit == ARMY else side.navies for side in sides], "an ally is not counted"


FIGHTING: Final = (
    battle.LandStage, battle.SeaBattle, battle.UseBlockade, battle.RollDice, battle.Reserves, losses.Outcome,
)  # fmt: skip
"""One of these is pending as long as an attack is."""
GAME = Struggle()
