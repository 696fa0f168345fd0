"""What happened, told in few words: on recorded games, by name, and without a word about what is hidden."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.kernel import record
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match
from rondel.kernel.story import tell
from rondel.kernel.texts import LANGUAGES, Texts, reader
from tests.games.words import NAMES, reads_well
from tests.kernel.ferry import Ferry

GOLDEN = Path(__file__).parent.parent / "golden"
Item = dict[str, Any]


@cache
def golden(name: str) -> Match:
    return record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load)


def entries(match: Match, seat: int, up_to: int | None = None) -> list[dict[str, Any]]:
    """The log as it was told while the game went on: choices made in secret are not told yet."""
    told = [entry.face(match.game, n + 1, seat, False) for n, entry in enumerate(match.entries[:up_to])]
    return told


def story(name: str, seat: int = 0, start: int = 0, up_to: int | None = None) -> list[Item]:
    match = golden(name)
    return tell(match.game, entries(match, seat, up_to), match.game.view(match.state, seat), start)


def words(name: str, item: Item, seat: int = 0, language: str = "en") -> str:
    match = golden(name)
    return say(match.game.texts(language), item, reader(seat, match.game.view(match.state, seat)))


def say(texts: Texts, item: Item, me: frozenset[int | str]) -> str:
    key = item["key"]
    if key.startswith("did.") and key not in texts.catalogue:
        key = "action." + key[4:]
    said = texts.say(key, item["params"], NAMES, me)
    assert not texts.missing, texts.missing
    return said


def at(items: list[Item], first: int, kind: str) -> Item:
    return next(item for item in items if item["first"] == first and item["kind"] == kind)


def every(items: list[Item]) -> list[Item]:
    return [each for item in items for each in (item, *every(item["parts"]))]


@pytest.mark.parametrize("name", ["struggle-4", "imperial-4", "imperunde-4", "colonial-4"])
def test_every_entry_is_told_once_and_in_order(name: str) -> None:
    match = golden(name)
    items = story(name)
    lines = Counter(item["first"] for item in every(items) if not item["parts"])
    assert set(lines) == set(range(1, match.position + 1)), "no entry is left out"
    happened = sum(len(entry["events"]) or 1 for entry in entries(match, 0))
    assert sum(lines.values()) == happened, "and nothing is told twice"
    assert [item["first"] for item in items] == sorted(item["first"] for item in items)


@pytest.mark.parametrize("name", ["struggle-4", "imperial-4", "imperunde-4", "colonial-4"])
def test_a_battle_is_one_item_with_all_its_dice(name: str) -> None:
    """Nothing that is thrown or lost in a battle stands outside of one."""
    opening = {
        "struggle-4": "attacked",
        "imperial-4": "fought",
        "imperunde-4": "attacked",
        "colonial-4": "war-declared",
    }
    inner = {"struggle-4": "dice-rolled", "imperial-4": "removed", "imperunde-4": "rolled", "colonial-4": "war-year"}
    items = story(name)
    battles = [item for item in items if item["kind"] == "battle"]
    assert battles
    for battle in battles:
        assert battle["parts"][0]["key"].startswith("event." + opening[name]) or name == "struggle-4"
        assert battle["figures"]["result"], words(name, battle)
        assert len(battle["figures"]["sides"]) == 2
    outside = [item for item in items if item["key"] == "event." + inner[name]]
    assert not outside


def test_an_attack_in_struggle_shows_what_the_sum_is_made_of() -> None:
    battle = at(story("struggle-4"), 83, "battle")
    assert words("struggle-4", battle) == "Spain attacks you in the German States, 2 to 3: the attack fails."
    (land,) = battle["figures"]["rounds"]
    attack, defence = land["sides"]
    assert [(part["key"], part["params"]["n"]) for part in attack["parts"]] == [
        ("story.part.armies", 1),
        ("story.part.dice", 1),
    ]
    assert (attack["sum"], [die["shows"] for die in attack["dice"]]) == (2, [1, 2])
    assert (defence["sum"], [die["shows"] for die in defence["dice"]]) == (3, [4, 6])
    assert battle["figures"]["sides"][0]["losses"] == [{"key": "story.units", "params": {"unit": "army", "n": 1}}]
    assert battle["seats"] == [0, 1, 2], "who helps is concerned too"


@pytest.mark.parametrize("name", [f"struggle-{seats}" for seats in range(2, 8)])
def test_the_parts_of_every_sum_in_struggle_add_up(name: str) -> None:
    sides = [
        side
        for item in story(name)
        if item["kind"] == "battle"
        for each in item["figures"]["rounds"]
        for side in each["sides"]
    ]
    assert sides
    for side in sides:
        assert sum(part["params"]["n"] for part in side["parts"]) == side["sum"]
        assert len(side["dice"]) == 2


def test_a_battle_in_imperunde_tells_every_roll_and_the_losses() -> None:
    battle = at(story("imperunde-4"), 108, "battle")
    assert battle["last"] == 118
    assert words("imperunde-4", battle).endswith("and fails; units lost: 2, destroyed: 1.")
    first, second = battle["figures"]["rounds"]
    assert [die["shows"] for die in first["sides"][0]["dice"]] == [5, 4]
    assert [die["colour"] for die in first["sides"][0]["dice"]] == ["white", "green"]
    assert [die["shows"] for die in second["sides"][1]["dice"]] == [6]
    assert battle["figures"]["sides"][0]["forces"] == [
        {"key": "story.units", "params": {"unit": unit, "n": 1}} for unit in ("artillery", "infantry")
    ]
    assert battle["seats"] == [3], "who only passed is not concerned"


def test_an_event_tells_what_it_changed() -> None:
    storm = at(story("imperunde-4", seat=2), 299, "event")
    assert words("imperunde-4", storm).startswith("Storm")
    assert storm["weight"] == 2
    assert [change["key"] for change in storm["figures"]["changes"]] == ["event.removed"]
    assert storm["seats"] == [2]


def test_a_card_is_one_item_with_its_fate() -> None:
    card = at(story("imperunde-4"), 227, "event")
    assert card["key"] == "story.card-foiled"
    assert card["last"] == 233


def test_a_war_in_colonial_is_told_year_by_year() -> None:
    wars = [item for item in story("colonial-4") if item["kind"] == "battle"]
    mine = next(war for war in wars if war["params"]["seat"] == 0)
    assert words("colonial-4", mine) == "You declare war on Carla and win it; years: 1."
    for war in wars:
        years = [each["title"]["params"]["n"] for each in war["figures"]["rounds"]]
        assert years == list(range(1, war["params"]["years"] + 1))
        assert any(side["throws"] for each in war["figures"]["rounds"] for side in each["sides"])


def test_an_expedition_shows_its_dice_and_what_it_needed() -> None:
    found = next(item for item in story("colonial-4") if item["key"] == "event.explored")
    assert words("colonial-4", found) == "You discover Senegal."
    assert found["figures"]["throw"]["hits"] >= found["params"]["required"]
    assert found["figures"]["throw"]["parts"] == [{"key": "story.needed", "params": {"n": found["params"]["required"]}}]


def test_moves_alike_are_one_line() -> None:
    items = story("imperunde-4")
    moved = at(items, 263, "move")
    assert (moved["params"]["n"], moved["last"]) == (3, 265)
    assert words("imperunde-4", moved) == "Ben moves 3 infantry from Japan to the Central Pacific."
    assert moved["moves"] == [["japan", "central-pacific"]]


def test_passes_and_single_dice_are_folded_away() -> None:
    for name in ("struggle-4", "imperunde-4", "colonial-4"):
        shown = {item["key"] for item in story(name) if item["weight"]}
        assert not shown & {"did.pass", "event.passed", "event.dice-rolled", "event.sea-die", "event.rolled"}
        assert not any(key.startswith("did.") for key in shown)


def test_a_nation_stands_for_the_government_of_the_time() -> None:
    items = story("imperial-4")
    first = next(item for item in items if item["kind"] == "turn" and item["params"]["nation"] == "italy")
    assert first["seats"] == [0], "the first government; another one took the flag later"
    taken = [item for item in items if item["key"] == "event.flag-taken"]
    lost = [item for item in taken if item["params"]["before"] is not None]
    assert 0 < len(lost) < len(taken), "some governments are the first, some are overthrown"
    for item in taken:
        assert (item["figures"] is not None) == (item in lost), "whoever loses a nation is shown a card, and only then"
        assert item in lost or item["kind"] == "note"
    assert all(item["kind"] == "event" and set(item["seats"]) >= {item["params"]["before"]} for item in lost)


@pytest.mark.parametrize("name", ["struggle-4", "imperial-4", "imperunde-3", "colonial-4"])
def test_a_part_of_the_story_is_the_end_of_the_whole(name: str) -> None:
    match = golden(name)
    whole = story(name)
    for start in range(0, match.position, max(1, match.position // 25)):
        part = story(name, start=start)
        expected = [item for item in whole if item["last"] > start]
        assert [item["last"] for item in part] == [item["last"] for item in expected]
        if name != "imperial-4":  # who governed then is not in the view of today
            assert part == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["struggle-5", "imperial-4", "imperunde-3", "colonial-4"])
def test_every_line_reads_as_a_sentence(name: str, language: str) -> None:
    match = golden(name)
    texts = match.game.texts(language)
    for seat in (0, 1, SPECTATOR):
        me = reader(seat, match.game.view(match.state, seat))
        for item in every(story(name, seat)):
            said = say(texts, item, me)
            assert reads_well(said, question="?" in said) or item["weight"] == 0, said
            for message in messages(item["figures"]):
                say(texts, message, me)


def messages(figures: Any) -> list[Item]:
    """All texts that a card shows."""
    if isinstance(figures, dict):
        if set(figures) == {"key", "params"}:
            return [figures]
        return [each for value in figures.values() for each in messages(value)]
    return [each for value in figures for each in messages(value)] if isinstance(figures, list) else []


@pytest.mark.parametrize("name", ["imperunde-4", "colonial-4", "imperial-orders-true"])
def test_the_story_tells_nothing_that_the_log_hides(name: str) -> None:
    """It is made out of the faces alone: whatever is hidden may be anything, and the story is the same."""
    match = golden(name)
    for seat in (0, 1, SPECTATOR):
        faces = entries(match, seat)
        told = tell(match.game, faces, match.game.view(match.state, seat))
        for entry, line in zip(match.entries, faces, strict=True):
            if line["action"] is None:
                notation = match.game.catalogue[entry.action].notation
                here = [each for each in every(told) if each["first"] == line["position"]]
                assert notation not in str(here)
        hidden = [
            (line["position"], event)
            for line in faces
            for event in line["events"]
            if None in event["params"].values() and match.game.events[event["kind"]].secret
        ]
        assert hidden
        for position, event in hidden:
            lines = [
                each for each in every(told) if each["first"] == position and each["key"] == "event." + event["kind"]
            ]
            assert event["params"] in [each["params"] for each in lines]


def test_a_game_without_a_teller_is_told_event_by_event() -> None:
    match = Match(Ferry(), 3, seed="ferry")
    match.roll()
    items = match.story(0)
    assert {item["key"] for item in items} == {"event.drew"}
    assert [item["params"]["card"] is None for item in items] == [item["seats"] != [0] for item in items]
