"""Scientist, Explorer, Viceroy, Conqueror, Governor, Rebel, Missionary, Ambassador and Sovereign."""

import random

import pytest

from rondel.games.colonial.characters import CHARACTERS
from rondel.games.colonial.components import AREA, ECONOMY, NAVY, SPOT
from rondel.games.colonial.game import GAME
from rondel.kernel.game import random_play
from tests.games.colonial.positions import counters, dice, kinds, offered, owner, play, position, reason, resolved, step


@pytest.mark.parametrize(("level", "price"), [(0, 2), (1, 4), (2, 6)])
def test_scientist_pays_the_price_of_the_new_level(level: int, price: int) -> None:
    table = position(f"seat 0 treasury 6 navy {level}", at="0 plays a")
    play(table, "use scientist", "research navy")
    assert table.track[NAVY] == level + 1
    assert table.treasury[0] == 6 - price


def test_scientist_stops_at_the_top_and_without_treasury() -> None:
    table = position("seat 0 treasury 3 navy 3 economy 1", at="0 plays a")
    play(table, "use scientist")
    assert offered(table) == ["research navigation", "research logistics"]
    assert reason(table, "research navy") == "track-complete"
    assert reason(table, "research economy") == "too-little-treasury"
    assert reason(position("seat 0 treasury 1", at="0 plays a"), "use scientist") == "too-little-treasury"
    full = position("seat 0 treasury 9 navigation 3 navy 3 logistics 3 economy 3", at="0 plays a")
    assert reason(full, "use scientist") == "tracks-complete"


def test_explorer_needs_treasury_and_a_counter() -> None:
    assert reason(position("", at="0 plays a"), "use explorer") == "too-little-treasury"
    assert reason(position("seat 0 treasury 1 loans 32", at="0 plays a"), "use explorer") == "no-counter"
    table = position("seat 0 treasury 3", at="0 plays a")
    play(table, "use explorer", "explore senegal")
    assert table.treasury[0] == 2


def test_explorer_may_go_anywhere_on_the_first_turn() -> None:
    table = position("seat 0 treasury 1", at="0 plays a")
    play(table, "use explorer")
    assert "explore japan" in offered(table)
    assert len(offered(table)) == 30
    assert reason(table, "explore levant") == "already-explored"


def test_the_levant_counts_as_a_neighbour() -> None:
    table = position("seat 0 treasury 1\n levant counters 0 1", at="0 plays a")
    play(table, "use explorer", "explore persia")
    assert table.pending[-1].awaited(table).params["required"] == 2


def test_discovering_america_first_earns_one_more() -> None:
    table = position("seat 0 treasury 1 navigation 3\n seat 1 treasury 1", at="0 plays a")
    play(table, "use explorer", "explore brazil", "roll 1")
    assert table.prestige[0] == 2
    assert table.new_world == 0
    plain = position("seat 0 treasury 1 navigation 3", at="0 plays a", achievements=False)
    play(plain, "use explorer", "explore brazil", "roll 1")
    assert plain.prestige[0] == 1


def test_viceroy_places_up_to_his_logistics() -> None:
    table = position("seat 0 treasury 9 logistics 3", at="0 plays b")
    play(table, "use viceroy", *["place in levant"] * 5)
    assert counters(table, "levant", 0) == 5
    assert table.treasury[0] == 4
    assert resolved(table)


def test_viceroy_marches_only_to_explored_neighbours() -> None:
    table = position("seat 0 treasury 0\n levant counters 0 1\n explored arabia japan", at="0 plays b")
    play(table, "use viceroy")
    assert offered(table) == ["march levant to arabia"]
    assert reason(table, "march levant to persia") == "not-explored"
    assert reason(table, "place in levant") == "too-little-treasury"
    assert reason(table, "done") == "nothing-done-yet"
    play(table, "march levant to arabia", "march arabia to levant")
    assert counters(table, "levant", 0) == 1


def test_viceroy_in_any_mix() -> None:
    table = position("seat 0 treasury 2\n levant counters 0 1\n explored arabia japan", at="0 plays b")
    play(table, "use viceroy", "place in japan", "march levant to arabia")
    assert (counters(table, "japan", 0), counters(table, "arabia", 0)) == (1, 1)
    assert step(table) == "TakeSpot"  # Japan has three Resources


def test_conqueror_needs_every_resource() -> None:
    table = position("congo counters 0 3 1 1 spots ivory 0 slaves 1\n patagonia counters 0 1", at="0 plays b")
    play(table, "use conqueror")
    assert offered(table) == ["found a colony in patagonia"]  # no Resource, Native Power 0, one counter
    assert reason(table, "found a colony in congo") == "not-all-resources"
    assert reason(table, "found a colony in peru") == "not-explored"
    assert reason(table, "install a pro-pirate governor") == "nobody-shipped"


def test_one_colony_in_a_territory() -> None:
    table = position("senegal counters 0 2 colony 0\n patagonia counters 0 1", at="0 plays b")
    play(table, "use conqueror")
    assert reason(table, "found a colony in senegal") == "colony-stands"


def test_seven_colonies_at_most() -> None:
    lands = ["senegal", "brazil", "madagascar", "ceylon", "moluccas", "siberia", "arabia"]
    text = "\n".join(f"{land} counters 0 2 colony 0" for land in lands) + "\n patagonia counters 0 1"
    assert reason(position(text, at="0 plays b"), "use conqueror") == "no-colony-marker"


def test_pro_pirate_is_an_option() -> None:
    table = position("merchants 1", at="0 plays b", **{"pro-pirate": False})
    assert reason(table, "use conqueror") == "no-colony-site"


def test_governor_builds_in_a_colony_only() -> None:
    text = "seat 0 treasury 5\n senegal counters 0 2 colony 0\n brazil counters 0 1"
    table = position(text, at="0 plays c")
    play(table, "use governor")
    assert offered(table) == ["build a city on senegal-slaves"]
    assert reason(table, "build a city on brazil-sugar") == "no-colony-of-yours"
    play(table, "build a city on senegal-slaves")
    assert table.city == 1 << SPOT.index["senegal-slaves"]
    assert (table.prestige[0], table.treasury[0]) == (1, 0)


def test_one_city_in_a_territory_and_five_in_the_game() -> None:
    text = "seat 0 treasury 5\n congo counters 0 3 colony 0 city ivory"
    assert reason(position(text, at="0 plays c"), "use governor") == "no-city-site"
    lands = {"senegal": "slaves", "brazil": "sugar", "madagascar": "sugar", "ceylon": "spices", "arabia": "coffee"}
    text = "\n".join(f"{land} counters 1 2 colony 1 city {spot}" for land, spot in lands.items())
    text += "\n seat 0 treasury 5\n canada counters 0 2 colony 0"
    assert reason(position(text, at="0 plays c"), "use governor") == "no-city-left"
    assert reason(position("seat 0 treasury 4", at="0 plays c"), "use governor") == "too-little-treasury"


def test_rebel_stirs_unrest_where_an_opponent_is() -> None:
    table = position("canada counters 0 1\n brazil counters 1 1", at="0 plays e")
    play(table, "use rebel")
    assert offered(table, "stir-unrest") == ["stir unrest in brazil"]
    assert reason(table, "stir unrest in canada") == "no-opponent-there"
    assert reason(table, "spark a rebellion in brazil") == "no-unrest"
    play(table, "stir unrest in brazil")
    assert table.area_unrest[AREA.index["brazil"]] == 1


def test_rebellion_takes_whom_the_rebel_chooses() -> None:
    table = position("brazil counters 0 2 1 2 unrest 1", at="2 plays e")
    play(table, "use rebel", "spark a rebellion in brazil")
    assert dice(table) == 3
    play(table, "roll 2", "2> remove a counter of seat 0", "2> remove a counter of seat 1")
    assert (counters(table, "brazil", 0), counters(table, "brazil", 1)) == (1, 1)
    assert table.area_unrest[AREA.index["brazil"]] == 0


def test_rebellion_rolls_ten_dice_at_most() -> None:
    table = position("china counters 0 2 unrest 9", at="1 plays e")
    play(table, "use rebel", "spark a rebellion in china")
    assert dice(table) == 10


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("seat 1 loans 1", True),
        ("seat 1 diplomacy 2", True),
        ("seat 1 diplomacy 3", False),
        ("seat 1 diplomacy 4", False),
    ],
)
def test_domestic_unrest_needs_a_loan_or_lower_diplomacy(text: str, allowed: bool) -> None:
    table = position(f"{text}\n seat 2 loans 1", at="0 plays e")
    play(table, "use rebel")
    assert (reason(table, "stir domestic unrest at seat 1") == "") == allowed


def test_thirty_five_markers_in_all() -> None:
    missions = "malabar counters 1 2 mission\n congo counters 1 1 mission"
    text = f"china counters 1 1 unrest 30\n seat 1 loans 2 unrest 3\n {missions}"
    table = position(text, at="0 plays e")
    assert table.markers == 0
    play(table, "use rebel")
    assert reason(table, "stir unrest in china") == "no-marker"
    assert reason(table, "stir domestic unrest at seat 1") == "no-marker"
    assert "spark a rebellion in china" in offered(table)


def test_option_strong_rebel_stirs_and_sparks_at_once() -> None:
    table = position("brazil counters 1 1\n canada counters 0 1", at="0 plays e", **{"strong-rebel": True})
    play(table, "use rebel", "stir and spark a rebellion in brazil")
    assert dice(table) == 3
    assert table.diplomacy[0] == 2
    assert table.embargo == 1
    play(table, "roll 1")
    assert counters(table, "brazil", 1) == 0
    weak = position("brazil counters 1 1\n canada counters 0 1", at="0 plays e")
    play(weak, "use rebel")
    assert reason(weak, "stir and spark a rebellion in brazil") == "not-in-this-game"


def test_missionary_calms_or_converts() -> None:
    table = position("brazil counters 0 1 unrest 3\n canada counters 0 1\n peru counters 1 1", at="0 plays e")
    play(table, "use missionary")
    assert offered(table) == ["place a mission in canada", "calm brazil"]
    assert reason(table, "place a mission in brazil") == "unrest-first"
    assert reason(table, "place a mission in peru") == "no-counter-there"
    play(table, "calm brazil")
    assert table.area_unrest[AREA.index["brazil"]] == 0
    assert table.markers == 35


def test_ambassador_raises_anybody_and_calms_his_own_nation() -> None:
    table = position("seat 0 unrest 2\n seat 1 diplomacy 5", at="0 plays f")
    play(table, "use ambassador")
    assert reason(table, "raise the diplomacy of seat 1") == "diplomacy-at-top"
    play(table, "raise the diplomacy of seat 2")
    assert table.diplomacy[:3] == [3, 5, 4]
    assert table.unrest[0] == 1


def test_ambassador_with_everybody_at_the_top() -> None:
    text = "seat 0 diplomacy 5 unrest {}\n seat 1 diplomacy 5\n seat 2 diplomacy 5"
    assert reason(position(text.format(0), at="0 plays f"), "use ambassador") == "diplomacy-complete"
    table = position(text.format(2), at="0 plays f")
    play(table, "use ambassador", "soothe the nation")
    assert table.unrest[0] == 1


def test_option_active_ambassador_brings_goods_up_to_logistics() -> None:
    text = "brazil counters 0 1\n canada counters 0 1\n cape counters 0 1\n peru counters 0 1 1 2 spots silver 1"
    table = position(text, at="0 plays f", **{"active-ambassador": True})
    play(table, "use ambassador", "raise the diplomacy of seat 0")
    assert offered(table) == ["bring 0 goods", "bring 1 goods", "bring 2 goods"]
    play(table, "bring 2 goods")
    assert table.goods[0] == 2


def test_sovereign_needs_the_higher_diplomacy() -> None:
    table = position("seat 0 diplomacy 3\n seat 1 diplomacy 3\n seat 2 diplomacy 2", at="0 plays f")
    play(table, "use sovereign")
    assert offered(table) == ["declare war on seat 2"]
    assert reason(table, "declare war on seat 1") == "diplomacy-too-low"
    assert reason(table, "abolish slavery") == "too-few-slaves-spots"


def test_no_war_without_a_die() -> None:
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n seat 2 squadrons 0"
    table = position(text, at="0 plays f")
    assert reason(table, "use sovereign") == "nobody-to-fight"


def test_abolition_ends_the_slave_trade() -> None:
    table = position("congo counters 0 2\n senegal counters 0 1", at="0 plays f")
    events = play(table, "use sovereign", "abolish slavery")
    assert "abolished" in kinds(events)
    assert table.prestige[0] == 1
    ship = position("congo counters 0 2\n brazil counters 0 1\n abolished", at="0 plays c")
    play(ship, "use merchant")
    assert reason(ship, "ship congo-slaves") == "slavery-abolished"
    assert "ship congo-ivory" in offered(ship)
    assert owner(ship, "congo-slaves") == 0


def test_there_are_no_special_prestiges_without_the_option() -> None:
    table = position("congo counters 0 2\n seat 0 diplomacy 4", at="0 plays f", achievements=False)
    play(table, "use sovereign")
    assert reason(table, "abolish slavery") == "not-in-this-game"


def test_economy_sets_the_ceiling_of_a_loan() -> None:
    table = position("seat 0 economy 3", at="0 plays d")
    assert table.track[ECONOMY] == 3
    play(table, "use financier")
    assert offered(table)[-1] == "borrow 8"
    table = position("seat 0", at="0 plays d")
    play(table, "use financier")
    assert reason(table, "borrow 6") == "loan-too-high"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_character_can_act_unless_there_is_a_reason_why_not(seats: int) -> None:
    table, rng = GAME.setup(seats), random.Random(seats)
    while random_play(table, rng, 7):
        for seat in range(seats):
            for character in CHARACTERS:
                assert character.can_act(table, seat) == (character.why_not(table, seat) is None), character


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_is_kept_for_speed_follows_from_the_pieces(seats: int) -> None:
    table, rng = GAME.setup(seats), random.Random(seats)
    while random_play(table, rng, 7):
        again = table.copy()
        again.refresh()
        for name in ("free", "markers", "present", "explored", "colonies_at", "held", "found"):
            assert getattr(again, name) == getattr(table, name), name
