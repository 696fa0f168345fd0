"""Resource spots, control and Monopolies."""

from rondel.games.colonial.components import AREA, RESOURCE
from tests.games.colonial.positions import counters, kinds, offered, owner, play, position, step


def test_an_explorer_chooses_the_spot_that_he_covers() -> None:
    table = position("seat 0 treasury 1 navigation 3", at="0 plays a")
    play(table, "use explorer", "explore congo", "take congo-slaves")
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (-1, 0)


def test_free_spots_go_to_a_counter_to_spare() -> None:
    table = position("seat 0 treasury 1\n congo counters 0 1 spots ivory 0", at="0 plays b")
    play(table, "use viceroy", "place in congo", "done")
    assert owner(table, "congo-slaves") == 0
    assert table.diplomacy[0] == 3


def test_equal_numbers_take_nothing() -> None:
    table = position("seat 1 treasury 2\n senegal counters 0 2", at="1 plays b")
    play(table, "use viceroy", "place in senegal", "place in senegal")
    assert owner(table, "senegal-slaves") == 0
    assert table.diplomacy[1] == 3


def test_with_one_counter_to_spare_the_taker_chooses() -> None:
    text = "seat 2 treasury 2\n congo counters 0 1 1 1 2 1 spots ivory 0 slaves 1"
    table = position(text, at="2 plays b")
    play(table, "use viceroy", "place in congo", "done")
    assert step(table) != "TakeSpot"  # two against one each: both spots, two counters to spare
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (2, 2)
    assert table.diplomacy[2] == 1


def test_one_diplomacy_for_each_opponent_not_for_each_spot() -> None:
    text = "seat 1 treasury 3 logistics 1\n congo counters 0 2"
    table = position(text, at="1 plays b")
    play(table, "use viceroy", "place in congo", "place in congo", "place in congo")
    assert table.diplomacy[1] == 2


def test_diplomacy_does_not_fall_below_zero() -> None:
    text = "seat 1 treasury 2 diplomacy 0\n senegal counters 0 1"
    table = position(text, at="1 plays b")
    play(table, "use viceroy", "place in senegal", "place in senegal")
    assert owner(table, "senegal-slaves") == 1
    assert table.diplomacy[1] == 0


def test_in_peace_only_the_active_player_takes_over() -> None:
    """Seat 1 marches out; seat 2 now outnumbers seat 0, but it is not his turn."""
    text = "congo counters 0 2 1 1 2 3 spots ivory 0 slaves 1\n guinea counters 1 1"
    table = position(text, at="1 plays b")
    play(table, "use viceroy", "march congo to guinea", "done")
    assert owner(table, "congo-ivory") == 0
    assert owner(table, "congo-slaves") == 2  # free, and seat 2 has the most counters to spare
    assert table.diplomacy[:3] == [3, 3, 3]


def test_marching_away_the_owner_chooses_what_he_gives_up() -> None:
    table = position("congo counters 0 2\n explored cape", at="0 plays b")
    play(table, "use viceroy", "march congo to cape", "done")
    assert offered(table) == ["uncover congo-ivory", "uncover congo-slaves"]
    play(table, "0> uncover congo-ivory")
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (-1, 0)


def test_marching_out_of_a_colony_loses_it() -> None:
    table = position("seat 0 prestige 4\n senegal counters 0 2 colony 0\n guinea counters 0 1", at="0 plays b")
    play(table, "use viceroy", "march senegal to guinea")
    events = play(table, "march senegal to guinea")
    assert "colony-lost" in kinds(events)
    assert table.prestige[0] == 3


def test_a_city_goes_with_its_colony() -> None:
    text = "seat 0 prestige 4\n senegal counters 0 1 colony 0 city slaves unrest 1"
    table = position(text, at="1 plays e")
    events = play(table, "use rebel", "spark a rebellion in senegal", "roll 1")
    assert {"colony-lost", "city-lost"} <= set(kinds(events))
    assert table.city == 0
    assert table.prestige[0] == 3


def test_prestige_does_not_fall_below_zero() -> None:
    table = position("senegal counters 0 1 colony 0 unrest 1", at="1 plays e")
    play(table, "use rebel", "spark a rebellion in senegal", "roll 1")
    assert table.prestige[0] == 0


def test_a_colony_without_resource_needs_a_counter() -> None:
    table = position("seat 0 prestige 2\n cape counters 0 1 colony 0\n congo counters 0 2", at="0 plays b")
    events = play(table, "use viceroy", "march cape to congo", "done")
    assert "colony-lost" in kinds(events)


def test_after_a_rebellion_anybody_takes_over_even_in_a_colony() -> None:
    text = "congo counters 0 3 1 2 colony 0 unrest 1"
    table = position(text, at="2 plays e")
    play(table, "use rebel", "spark a rebellion in congo", "roll 2")
    play(table, "2> remove the counter on congo-ivory", "2> remove a counter of seat 0")
    assert counters(table, "congo", 0) == 1
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (1, 1)
    assert table.colony[AREA.index["congo"]] == -1
    assert table.diplomacy[:3] == [3, 3, 3]


def test_a_tie_between_two_heirs_leaves_the_spot() -> None:
    """In a rebellion two players with two counters each outnumber the holder: neither takes the spot."""
    text = "senegal counters 0 2 1 2 2 2 unrest 1 spots slaves 0"
    table = position(text, at="1 plays e")
    play(table, "use rebel", "spark a rebellion in senegal", "roll 1", "remove a counter of seat 0")
    assert owner(table, "senegal-slaves") == 0


def test_a_monopoly_is_a_type_that_nobody_else_has() -> None:
    table = position("canada counters 0 1\n siberia counters 1 1\n levant counters 1 1\n persia counters 1 1")
    assert table.monopoly(RESOURCE.index["furs"]) == -1
    assert table.monopoly(RESOURCE.index["silk"]) == 1
    assert table.monopoly(RESOURCE.index["gold"]) == -1
    assert table.monopolies() == [0, 1, 0]
