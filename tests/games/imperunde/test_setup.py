"""13. Setting up."""

import random

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, FORT, HOMES, INFANTRY, LAND_NEAR, LAND_VALUE, LANDS, POST
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.setup import DealColonies, EquipColony, allowed_colonies, found_colony
from rondel.kernel import flow
from rondel.kernel.data import bits
from rondel.kernel.game import random_action
from tests.games.imperunde.positions import offered, play, position, reason, units


def set_up(seats: int, seed: int, **options: object) -> Table:
    """A random game until the first round begins."""
    state = GAME.setup(seats, dict(options))
    assert isinstance(state, Table)
    rng = random.Random(seed)
    while not state.round:
        seat = flow.to_act(state)[0]
        flow.play(state, seat, random_action(state, seat, rng))
    return state


@pytest.mark.parametrize(
    ("seats", "targets"), [(3, (35, 40, 45)), (4, (28, 31, 34)), (5, (24, 27, 30)), (6, (21, 24, 27))]
)
def test_targets(seats: int, targets: tuple[int, ...]) -> None:
    """13.1"""
    found = [GAME.setup(seats, {"target": length}) for length in ("short", "normal", "long")]
    assert tuple(state.target for state in found) == targets
    free = GAME.setup(seats, {"target": 20})
    assert isinstance(free, Table)
    assert free.target == 20


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_everybody_gets_a_homeland_its_force_and_colonies_worth_5(seats: int, seed: int) -> None:
    """13.2, 13.3"""
    state = set_up(seats, seed)
    assert sorted(state.home[:seats])[0] == 0, "Great Britain is always in play"
    assert len(set(state.home[:seats])) == seats
    for seat in range(seats):
        colonies = bits(state.colonies(seat))
        assert sum(LAND_VALUE[land] for land in colonies) == 5
        home = state.home[seat]
        assert list(state.troops[home * 4 : home * 4 + 4]) == [1, 1, 1, 0]
        for land in colonies:
            assert state.posts[land] == LAND_VALUE[land] == state.troops[land * 4 + FORT]
            assert state.troops[land * 4 + INFANTRY] >= LAND_VALUE[land]
            assert not any(LAND_NEAR[land] >> state.home[other] & 1 for other in range(seats))
        ships = [state.fleet[place * 2 + ship] for place in range(seat, 31 * 7, 7) for ship in range(2)]
        assert sum(ships[1::2]) == 1, "one ship of the line"
        assert sum(ships[::2]) >= 1
        assert state.post_count[seat] == 5
    assert not any(state.war)


def test_three_players_have_two_sets_of_pieces() -> None:
    """2."""
    three, four = set_up(3, 1), set_up(4, 1)
    assert three.stock[POST] + three.post_count[0] == 90
    assert four.stock[POST] + four.post_count[0] == 45


@pytest.mark.parametrize("worth", [7, 10])
def test_more_start_posts(worth: int) -> None:
    """FAQ: more start posts make a shorter game."""
    state = set_up(4, 2, **{"start-value": worth})
    assert [sum(LAND_VALUE[land] for land in bits(state.colonies(seat))) for seat in range(4)] == [worth] * 4


def test_ships_are_stationed_together_or_apart() -> None:
    """13.2"""
    state = GAME.setup(3)
    assert isinstance(state, Table)
    play(state, "seat 1 gets great-britain", "seat 2 gets japan", "seat 0 gets brazil")
    assert offered(state) == ["station frigate in north-sea", "station frigate in north-atlantic"]
    assert reason(state, "station frigate in arabian-sea") == "not-a-station"
    play(state, "station frigate in north-sea", "station ship-of-the-line in north-sea")
    assert units(state, "north-sea", 1) == {"frigate": 1, "ship-of-the-line": 1}


def test_e16_start_colony_china() -> None:
    """13.3: three posts, three forts, three infantry, and armies worth 3 or a frigate in the China Sea."""
    state = position("", "investments")
    found_colony(state, 0, AREA.index["china"])
    assert units(state, "china") == {"infantry": 3, "fort": 3}
    assert state.posts[AREA.index["china"]] == 3
    assert offered(state) == [
        "equip with infantry", "equip with cavalry", "equip with artillery", "station frigate in china-sea",
    ]  # fmt: skip
    play(state, "equip with cavalry")
    assert offered(state) == ["equip with infantry"]
    assert reason(state, "equip with artillery") == "too-little-money"
    play(state, "equip with infantry")
    assert units(state, "china") == {"infantry": 4, "cavalry": 1, "fort": 3}


def test_a_frigate_is_not_stationed_among_others() -> None:
    """13.3: everybody is at peace, so only in an own or free sea area."""
    state = position("1 china-sea frigate 1", "investments")
    found_colony(state, 0, AREA.index["china"])
    assert reason(state, "station frigate in china-sea") == "not-a-station"


def test_e17_filling_up_to_exactly_5() -> None:
    """13.3: with Ceylon and Russia only a land of value 1 is allowed."""
    state = position("0 ceylon posts 2\n0 russia posts 2", "investments")
    state.phase = 0
    allowed = bits(allowed_colonies(state, 0))
    assert allowed
    assert {LAND_VALUE[land] for land in allowed} == {1}


def test_lands_that_the_disc_may_not_give() -> None:
    state = position("1 china posts 1", "investments")
    allowed = allowed_colonies(state, 0)
    assert not allowed >> AREA.index["china"] & 1, "taken"
    assert not allowed >> AREA.index["congo"] & 1, "borders South Africa, a player's homeland"
    assert not allowed >> AREA.index["south-africa"] & 1, "a player's homeland"
    assert allowed >> AREA.index["brazil"] & 1, "an unused homeland is a land like any other"
    assert allowed >> AREA.index["peru"] & 1, "borders an unused homeland"


def test_a_player_without_a_land_to_spin_goes_without() -> None:
    state = position("", "investments")
    state.pending.clear()
    for land in range(HOMES, LANDS):
        if state.owner[land] < 0:
            state.own(3, land)
            state.add_posts(3, land, 0)
            state.troops[land * 4] = 0
    state.push(DealColonies(0, 0))
    for land in (4, 5):
        state.own(3, land)
    flow.advance(state)
    assert not any(isinstance(step, (DealColonies, EquipColony)) for step in state.pending)
