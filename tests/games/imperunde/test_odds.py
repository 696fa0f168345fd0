"""11. The chance to win that the battle window and the preview show is the one that the dice have."""

import json

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.odds import chance_to_win, next_losses
from rondel.games.imperunde.state import Table
from rondel.kernel import flow
from tests.games.imperunde.positions import play, position, step

FREE_LAND = "home 0 south-africa\n 0 south-africa {units}"


def by_all_dice(state: Table, known: dict[str, float]) -> float:
    """The attacker's chance to win, by playing every throw of the dice; whoever is asked, fights on."""
    if state.fight is None:
        return 1.0 if state.owner[AREA] == 0 else 0.0
    if step(state) == "Gather":
        flow.play(state, 0, GAME.catalogue.parse("fight" if state.battle().units else "end the battle"))
        return by_all_dice(state, known)
    key = json.dumps(GAME.save(state))
    if key not in known:
        odds = flow.odds(state)
        total = sum(weight for _, weight in odds)
        known[key] = 0.0
        for action, weight in odds:
            twin = state.copy()
            flow.play(twin, flow.CHANCE, action)
            known[key] += weight / total * by_all_dice(twin, known)
    return known[key]


AREA = GAME.fields["owner"].axes[0].index["congo"]


@pytest.mark.parametrize("units", ["infantry 1", "artillery 1 infantry 1", "cavalry 2"])
def test_the_chance_against_natives_is_that_of_all_throws(units: str) -> None:
    state = position(FREE_LAND.format(units=units), "movement")
    first = units.split()[0]
    play(state, f"{first} south-africa - congo")
    while step(state) == "Gather" and (more := [a for a in flow.legal(state, 0) if GAME.catalogue[a].kind == "bring"]):
        flow.play(state, 0, more[0])
    if step(state) == "Gather":
        play(state, "fight")
    assert chance_to_win(state, state.battle()) == pytest.approx(by_all_dice(state.copy(), {}))


def test_one_infantry_against_one_fort() -> None:
    """Of 36 throws the infantry wins three: 5 and 6 against 4, 6 against 5."""
    state = position("home 0 south-africa\n war 0 1\n 0 south-africa infantry 1\n 1 congo fort 1 posts 1", "movement")
    play(state, "infantry south-africa - congo")
    assert chance_to_win(state, state.battle()) == pytest.approx(3 / 36)
    assert next_losses(state, state.battle()) == pytest.approx((33 / 36, 3 / 36))


def test_artillery_has_one_more_against_a_fort_and_cavalry_one_less() -> None:
    """3 to 8 and one more against 4 to 9: 15 of 36 throws; 2 to 7 less one: 1 to 6 against 4 to 9, 3 of 36."""
    for unit, throws in (("artillery", 15), ("cavalry", 3)):
        text = f"home 0 south-africa\n war 0 1\n 0 south-africa {unit} 1\n 1 congo fort 1 posts 1"
        state = position(text, "movement")
        play(state, f"{unit} south-africa - congo")
        assert chance_to_win(state, state.battle()) == pytest.approx(throws / 36)


def test_equal_ships_have_equal_chances() -> None:
    """At sea nobody has an advantage: equal numbers mean boarding, and prizes fight on."""
    text = "home 0 south-africa\n war 0 1\n 0 indian-ocean frigate 2\n 1 arabian-sea frigate 2"
    state = position(text, "movement")
    play(state, "frigate indian-ocean - arabian-sea", "bring frigate from indian-ocean")
    assert chance_to_win(state, state.battle()) == pytest.approx(0.5)


def test_bonuses_of_cards_count() -> None:
    """12. (7, 8) Two more on every die, in the first roll only."""
    state = position("home 0 south-africa\n 0 egypt infantry 1 posts 1", "movement")
    play(state, "infantry egypt - abyssinia")
    assert chance_to_win(state, state.battle()) == pytest.approx(15 / 36)
    state.battle().surprise = True
    assert chance_to_win(state, state.battle()) == pytest.approx(26 / 36)
    state.battle().ambush = True
    assert chance_to_win(state, state.battle()) == pytest.approx(15 / 36)


def test_the_preview_of_an_attack_tells_the_chance() -> None:
    state = position(FREE_LAND.format(units="infantry 3"), "movement")
    action = GAME.catalogue.parse("infantry south-africa - congo")
    told = [figure for figure in GAME.preview(state, 0, action).figures if figure["name"] == "figure.chance"]
    play(state, "infantry south-africa - congo")
    assert [figure["after"] for figure in told] == [round(100 * chance_to_win(state, state.battle()))]
    assert told[0]["before"] == 0
    more = GAME.preview(state, 0, GAME.catalogue.parse("bring infantry from south-africa")).figures
    assert any(figure["name"] == "figure.chance" and figure["after"] > figure["before"] for figure in more)
