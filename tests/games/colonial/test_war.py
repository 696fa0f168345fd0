"""War, beyond the worked examples, and the forecast of its first year."""

import itertools
from typing import Any

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.components import DICE_WEIGHTS, ROLL_TOTAL
from rondel.games.colonial.odds import first_year, reckon_year, year_odds
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from rondel.kernel.events import Event
from tests.games.colonial.positions import counters, dice, kinds, offered, owner, play, position, resolved, step


def at_war(text: str, **options: Any) -> Table:
    table = position(text, at="0 plays f", **options)
    play(table, "use sovereign", "declare war on seat 1")
    return table


def test_declaring_war_costs_one_diplomacy() -> None:
    assert at_war("seat 0 diplomacy 4\n seat 1 squadrons 1").diplomacy[0] == 3


def test_five_dice_in_each_territory() -> None:
    table = at_war("seat 0 diplomacy 4\n congo counters 0 7 1 6\n brazil counters 0 6 1 1")
    assert dice(table) == 5  # Brazil comes first on the map
    play(table, "roll 0")
    assert dice(table) == 1
    play(table, "roll 0")
    assert dice(table) == 5
    play(table, "roll 0")
    assert dice(table) == 5


def test_both_roll_at_the_same_time() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n congo counters 0 2 1 2")
    play(table, "roll 2")
    assert counters(table, "congo", 1) == 2
    assert dice(table) == 2
    play(table, "roll 2")
    assert (counters(table, "congo", 0), counters(table, "congo", 1)) == (0, 0)


def test_spots_lost_in_war_are_chosen_by_the_enemy_and_cost_no_diplomacy() -> None:
    table = at_war("seat 0 diplomacy 4\n seat 1 squadrons 0\n congo counters 0 4 1 3 spots ivory 1 slaves 1")
    play(table, "roll 2", "roll 0", "0> remove a counter of seat 1", "0> remove the counter on congo-ivory")
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (0, 0)
    assert table.diplomacy[0] == 3


def test_third_parties_may_gain_freed_spots() -> None:
    table = at_war("seat 0 diplomacy 4\n seat 1 squadrons 0\n senegal counters 0 1 1 2 2 1 spots slaves 1")
    play(table, "roll 1", "roll 1", "0> remove a counter of seat 1")
    assert counters(table, "senegal", 1) == 1
    assert owner(table, "senegal-slaves") == 1
    table = at_war("seat 0 diplomacy 4\n seat 1 squadrons 0\n senegal counters 0 1 1 1 2 1 spots slaves 1")
    play(table, "roll 1", "roll 1")
    assert owner(table, "senegal-slaves") == 2


def test_a_colony_lost_in_war_costs_prestige() -> None:
    text = "seat 0 diplomacy 4\n seat 1 squadrons 0 prestige 3\n senegal counters 0 3 1 1 spots slaves 1 colony 1"
    table = at_war(text)
    events = play(table, "roll 1", "roll 0")
    assert "colony-lost" in kinds(events)
    assert owner(table, "senegal-slaves") == 0
    assert table.prestige[1] == 2


def test_a_second_year_follows_if_nobody_surrenders() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 2")
    events = play(table, "roll 0", "roll 0", "1> fight on", "0> fight on")
    assert [event.params()["year"] for event in events if event.kind.name == "war-year"] == [2]
    assert dice(table) == 2
    play(table, "roll 1", "roll 1", "1> surrender")
    assert resolved(table)


def test_a_sea_battle_without_enemy_squadrons_sinks_fleets() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 0 fleets 2 prestige 1")
    events = play(table, "roll 1")
    assert table.fleets[1] == 1
    assert "defeated" in kinds(events)
    assert table.prestige[:2] == [1, 0]


def test_an_attacker_without_squadrons_is_defeated_at_sea() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 0 fleets 2 prestige 1 privateers 2 1\n seat 1 squadrons 1")
    assert dice(table) == 1, "neither fleets nor Privateers roll"
    play(table, "roll 1")
    assert table.fleets[0] == 1
    assert table.prestige[:2] == [0, 1]


def test_too_few_dice_at_sea() -> None:
    text = "seat 0 diplomacy 4 squadrons 4\n seat 1 squadrons 3"
    table = at_war(text, **{"dice-pool": 5})
    play(table, "roll 2")
    assert table.squadrons[1] == 1
    assert dice(table) == 1
    table = at_war(text, **{"dice-pool": 5})
    events = play(table, "roll 4")
    assert (table.squadrons[1], table.fleets[1]) == (0, 1)
    assert "defeated" in kinds(events)


def test_five_dice_are_enough_for_small_battles() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 3", **{"dice-pool": 5})
    play(table, "roll 2")
    assert table.squadrons[1] == 3
    assert dice(table) == 3


def test_privateers_lost_to_the_last_need_no_choice() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 5\n seat 1 squadrons 0 fleets 0 privateers 0 2 2 2")
    play(table, "roll 4")
    assert table.privateers_of(1) == 0


def test_coalitions_several_wars_in_a_turn() -> None:
    text = "seat 0 diplomacy 4 squadrons 3\n seat 2 diplomacy 4 squadrons 3\n seat 1 squadrons 0 prestige 3 fleets 0"
    table = at_war(text)
    play(table, "roll 0")
    assert table.prestige[:3] == [1, 2, 0]
    later = position("seat 2 diplomacy 4 squadrons 3\n seat 1 squadrons 0 prestige 2 fleets 0", at="2 plays f")
    play(later, "use sovereign", "declare war on seat 1", "roll 0")
    assert later.prestige[:3] == [0, 1, 1]


FORECASTS = {
    "sea only": ("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 1", 10),
    "land only": ("seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n congo counters 0 2 1 1", 10),
    "both": ("seat 0 diplomacy 4 squadrons 1\n seat 1 squadrons 2\n congo counters 0 1 1 2", 10),
    "two lands": (
        "seat 0 diplomacy 4 squadrons 1\n seat 1 squadrons 1\n congo counters 0 1 1 1\n peru counters 0 1 1 1",
        10,
    ),
    "few dice": ("seat 0 diplomacy 4 squadrons 3\n seat 1 squadrons 3\n congo counters 0 3 1 3", 5),
    "no enemy navy": ("seat 0 diplomacy 4 squadrons 1\n seat 1 squadrons 0\n congo counters 0 1 1 1", 10),
}


@pytest.mark.parametrize("name", FORECASTS)
def test_the_forecast_is_what_happens(name: str) -> None:
    """The chances of the first year, worked out in the view, equal those of playing every roll out."""
    text, pool = FORECASTS[name]
    table = position(text, at="0 plays f", **{"dice-pool": pool})
    forecast = year_odds(table, 0, 1, None)
    play(table, "use sovereign", "declare war on seat 1")
    found = {"won": 0.0, "lost": 0.0, "neutral": 0.0, "open": 0.0}
    spread(table, 1.0, found)
    assert sum(found.values()) == pytest.approx(1)
    for key, chance in found.items():
        assert forecast[key] == pytest.approx(chance, abs=1e-4), key


def test_a_forecast_that_was_kept_is_that_of_another_war_never() -> None:
    """Navies, counters, where these are and how many dice there are: whoever differs in one of them hears otherwise."""
    seen: dict[str, list[float]] = {}
    for ours, theirs, here, there, pool in itertools.product(range(3), range(3), (1, 2), (0, 1, 2), (5, 10)):
        lands = f"congo counters 0 {here} 1 {there}\n peru counters 0 {there} 1 {here}" if there else ""
        text = f"seat 0 diplomacy 4 squadrons {ours}\n seat 1 squadrons {theirs}\n {lands}"
        table = position(text, at="0 plays f", **{"dice-pool": pool})
        for attacker, defender in ((0, 1), (1, 0)):
            anew = reckon_year(table, attacker, defender, None)
            assert first_year(table, attacker, defender) == anew
            seen[f"{text} {attacker} {pool}"] = anew
    assert len({tuple(each) for each in seen.values()}) > 20


def spread(table: Table, chance: float, found: dict[str, float]) -> None:
    """Follow every roll of a year of war."""
    if step(table) == "AskSurrender":
        found["open"] += chance
        return
    if step(table) in ("Casualties", "TakeSpot"):
        twin = table.copy()
        seat = flow.to_act(twin)[0]
        events = GAME.apply(twin, seat, flow.legal(twin, seat)[0])
        ended(twin, kinds(events), events, chance, found)
        return
    total = sum(weight for _, weight in flow.odds(table))
    for action, weight in flow.odds(table):
        twin = table.copy()
        events = GAME.apply(twin, -1, action)
        ended(twin, kinds(events), events, chance * weight / total, found)


def ended(table: Table, names: list[str], events: list[Event], chance: float, found: dict[str, float]) -> None:
    if "neutralised" in names:
        found["neutral"] += chance
    elif "defeated" in names:
        lost = next(event for event in events if event.kind.name == "defeated")
        found["lost" if lost.params()["seat"] == 0 else "won"] += chance
    else:
        spread(table, chance, found)


def test_the_dice() -> None:
    for number in (1, 2, 5):
        rolls = [sum(faces) for faces in itertools.product((1, 1, 0, 0, 0, 0), repeat=number)]
        for hits in range(number + 1):
            assert DICE_WEIGHTS[number][hits] * 6**number == rolls.count(hits) * ROLL_TOTAL[number]


def test_offered_after_a_year() -> None:
    table = at_war("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 2")
    play(table, "roll 0", "roll 0")
    assert offered(table) == ["surrender", "fight on"]


def test_with_five_dice_a_large_navy_answers_with_what_is_left() -> None:
    """Seven Squadrons against five: five are sunk before they roll, and two still answer."""
    text = "seat 0 diplomacy 4 squadrons 5\n seat 1 squadrons 7"
    table = position(text, at="0 plays f", **{"dice-pool": 5})
    play(table, "use sovereign", "declare war on seat 1", "?> roll 5")
    assert table.squadrons[1] == 2
    assert (step(table), dice(table)) == ("SeaRoll", 2)
    play(table, "?> roll 1")
    assert table.squadrons[0] == 4
