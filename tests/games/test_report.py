"""The look back at a finished game: on recorded games, with figures that can be checked by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel import record
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match
from rondel.kernel.report import STAGES, TURNS, new_leader, report
from rondel.kernel.score import Throws
from rondel.kernel.texts import LANGUAGES
from tests.games.words import NAMES
from tests.kernel.ferry import Ferry

GOLDEN = Path(__file__).parent.parent / "golden"


@cache
def golden(name: str) -> Match:
    return record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load)


@cache
def look_back(name: str) -> dict[str, Any]:
    match = golden(name)
    return report(match, match.log(SPECTATOR))


def parts(name: str, seat: int) -> list[tuple[str, int]]:
    texts = golden(name).game.texts("en")
    return [(texts.say(part["key"], part["params"]), part["points"]) for part in look_back(name)["parts"][seat]]


def test_imperial_counts_money_and_bonds_by_factor() -> None:
    assert parts("imperial-4", 3) == [
        ("Cash", 0),
        ("Italy: interest 20 × factor 5", 100),
        ("France: interest 14 × factor 4", 56),
        ("Germany: interest 13 × factor 4", 52),
    ]


def test_struggle_counts_wars_less_unrest() -> None:
    assert parts("struggle-4", 1) == [("War 1", 37), ("War 2", 36), ("War 3", 46), ("Unrest: 8 points", -4)]
    assert parts("struggle-4", 2)[-1] == ("Revolution: unrest 161, all points lost", -45)


def test_struggle_with_a_floor_says_what_it_gave() -> None:
    found = [part for seat in look_back("struggle-score-floor-true")["parts"] for part in seat]
    scores = golden("struggle-score-floor-true").game.scores(golden("struggle-score-floor-true").state)
    assert sum(part["points"] for part in found) == sum(scores)


def test_imperunde_counts_posts_less_debt() -> None:
    found = parts("imperunde-4", 0)
    assert found[0] == ("Posts in France", 3)
    assert found[-1] == ("Debt of 15 doubloons", -3)


def test_colonial_counts_prestige_by_what_it_was_for() -> None:
    assert parts("colonial-4", 3) == [("Exploration", 6), ("The New World", 1), ("Colony", 3)]
    assert parts("colonial-4", 0)[-1] == ("1 Loan", -1)


@pytest.mark.parametrize("name", ["imperial-4", "struggle-4", "imperunde-4", "colonial-4"])
def test_the_standing_ends_with_the_scores_and_begins_with_the_first_round(name: str) -> None:
    match, chart = golden(name), look_back(name)["chart"]
    assert chart[-1]["standing"] == match.game.scores(match.state)
    assert chart[-1]["position"] == match.position
    positions = [point["position"] for point in chart]
    assert positions == sorted(set(positions)), "a round begins once"
    texts = match.game.texts("en")
    titles = [texts.say(point["title"]["key"], point["title"]["params"]) for point in chart]
    assert titles[0] in ("Round 1", "War 1, round 1", "Turn 1")
    assert titles[-1] == "End"


def test_a_round_of_imperial_ends_when_the_turn_comes_back() -> None:
    """18 rounds of six nations; those without a government have no turn."""
    assert len(look_back("imperial-4")["chart"]) == 18 + 1


@pytest.mark.parametrize("name", ["imperial-4", "struggle-4", "imperunde-4", "colonial-4"])
def test_turning_points_are_told_in_every_part_of_the_game(name: str) -> None:
    match, turns = golden(name), look_back(name)["turns"]
    assert STAGES <= len(turns) <= STAGES * TURNS
    for turn in turns:
        assert any(turn["change"])
        for language in LANGUAGES:
            texts = match.game.texts(language)
            assert texts.say(turn["key"], turn["params"], NAMES)
            assert not texts.missing


def test_what_one_spends_oneself_is_no_turning_point() -> None:
    for turn in look_back("imperial-4")["turns"]:
        assert max(turn["change"]) > 0, "a bond is bought with money, and nobody has lost anything by it"


def test_taking_the_lead() -> None:
    assert new_leader([3, 5, 1], [7, 5, 1]) == 0
    assert new_leader([3, 5, 1], [3, 9, 1]) is None
    assert new_leader([3, 5, 1], [5, 5, 1]) is None
    assert new_leader([5, 5, 1], [6, 5, 1]) == 0


def test_throws_are_measured_against_what_was_to_be_expected() -> None:
    die = [(pips, 1) for pips in range(1, 7)]
    throws = Throws(0, "dice")
    for pips in (6, 6, 3):
        throws.add(pips, die)
    assert (throws.number, throws.rolled, throws.expected) == (3, 15, 10.5)
    assert throws.variance == pytest.approx(3 * 35 / 12)


def test_luck_counts_the_dice_of_the_record() -> None:
    """Every throw of a battle in Struggle stands in the log, and its difference is what is added."""
    match = golden("struggle-4")
    owner = {power: each["seat"] for power, each in match.game.view(match.state, SPECTATOR)["power"].items()}
    seen: dict[int, list[int]] = {}
    for entry in match.log(SPECTATOR):
        for event in entry["events"]:
            if event["kind"] == "dice-rolled" and event["params"]["power"] is not None:
                difference = event["params"]["high"] - event["params"]["low"]
                seen.setdefault(owner[event["params"]["power"]], []).append(difference)
    told = {row["seat"]: row for row in look_back("struggle-4")["luck"] if row["kind"] == "dice"}
    assert {seat: (len(all_), sum(all_)) for seat, all_ in seen.items()} == {
        seat: (row["throws"], row["rolled"]) for seat, row in told.items()
    }
    for row in told.values():
        assert row["expected"] == round(row["throws"] * 70 / 36, 1)


def test_a_game_without_dice_has_no_luck() -> None:
    assert look_back("imperial-4")["luck"] == []


def test_a_game_that_says_nothing_more_has_its_scores() -> None:
    match = Match(Ferry(), 2)
    game = match.game
    while not match.over:
        seat = game.to_act(match.state)[0]
        if seat < 0:
            match.play(seat, game.legal(match.state, seat)[0])
        else:
            match.play(seat, game.legal(match.state, seat)[-1])
    found = report(match, match.log(SPECTATOR))
    assert [sum(part["points"] for part in each) for each in found["parts"]] == game.scores(match.state)


NEAR = {
    "imperial-4": "Italy stands at 23 of 25 power points: with its next taxation (+8) the game is over.",
    "struggle-4": "The last war: this is the last round of the game.",
    "imperunde-4": "Player 4 has 43 of 45 posts, and no debt.",
    "colonial-4": "Player 4 has 9 of 10 Prestige, and no Loan.",
}


@pytest.mark.parametrize("name", NEAR)
def test_a_leader_near_victory_is_seen_coming(name: str) -> None:
    match = golden(name)
    game, texts = match.game, match.game.texts("en")
    early, late = match.at(30), match.at(match.position - 3)
    assert game.near_end(early) == []
    assert NEAR[name] in [texts.say(said.key, said.params) for said in game.near_end(late)]
    assert game.observe(late, 0)["near_end"] == [said.to_json() for said in game.near_end(late)]
    assert game.observe(match.state, 0)["near_end"] == []


@pytest.mark.parametrize("name", NEAR)
def test_the_goal_is_said_from_the_first_moment_on(name: str) -> None:
    match = golden(name)
    for state in (match.start, match.state):
        goal = match.game.observe(state, SPECTATOR)["goal"]
        for language in LANGUAGES:
            texts = match.game.texts(language)
            assert len(texts.say(goal["key"], goal["params"])) < 200
            assert not texts.missing
