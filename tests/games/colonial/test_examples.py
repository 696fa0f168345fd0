"""The 45 worked examples of the gathered rules, each by its number."""

import pytest

from rondel.games.colonial import GAME
from rondel.games.colonial.characters.explorer import required
from rondel.games.colonial.characters.rebel import rebellion_dice
from rondel.games.colonial.components import AREA, SEATS, TOKENS, chance_of
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from tests.games.colonial.positions import (
    charters,
    counters,
    dice,
    kinds,
    offered,
    owner,
    play,
    position,
    reason,
    resolved,
    step,
)


def needed(table: Table, seat: int, area: str) -> int:
    return required(table, seat, AREA.index[area])


def test_e01_tokens_at_the_start() -> None:
    table = GAME.setup(4)
    assert isinstance(table, Table)
    tokens = dict(zip(AREA.ids, table.tokens, strict=True))
    assert tokens.pop("levant") == 0
    assert tokens.pop("australia") == 2
    assert set(tokens.values()) == {1}
    assert sum(TOKENS) == 31


def test_e02_viceroy_enters_the_levant_on_the_first_turn() -> None:
    table = position("seat 0 treasury 4", at="0 plays b")
    play(table, "use viceroy", "place in levant", "done")
    assert owner(table, "levant-silk") == 0
    assert table.treasury[0] == 3


def test_e03_viceroy_may_not_enter_a_territory_with_a_token() -> None:
    table = position("seat 0 treasury 4", at="0 plays b")
    play(table, "use viceroy")
    assert reason(table, "place in congo") == "not-explored"
    assert offered(table, "place") == ["place in levant"]


def test_e04_a_counter_next_door_helps_the_explorer() -> None:
    table = position("seat 0 navigation 1\n new-granada counters 0 1")
    assert needed(table, 0, "caribbean") == 2


def test_e05_more_counters_next_door_do_not_help_more() -> None:
    text = "seat 0 navigation 1\n new-granada counters 0 1\n mexico counters 0 1\n new-england counters 0 2"
    assert needed(position(text), 0, "caribbean") == 2


@pytest.mark.parametrize(("hits", "prestige", "there"), [(2, 1, 1), (1, 0, 0)])
def test_e06_two_successes_discover_the_caribbean_and_one_does_not(hits: int, prestige: int, there: int) -> None:
    text = "seat 0 navigation 1 treasury 3\n new-granada counters 0 1\n new-world 1"
    table = position(text, at="0 plays a")
    play(table, "use explorer", "explore caribbean")
    assert dice(table) == 10
    play(table, f"?> roll {hits}")
    assert table.prestige[0] == prestige
    assert counters(table, "caribbean", 0) == there
    assert table.treasury[0] == 2
    if there:
        assert offered(table, "take-spot") == ["take caribbean-sugar", "take caribbean-tobacco"]


def test_e07_australia_gives_two_prestige() -> None:
    table = position("seat 0 navigation 3 treasury 1\n moluccas counters 0 1", at="0 plays a")
    assert needed(table, 0, "australia") == 3
    play(table, "use explorer", "explore australia", "roll 3")
    assert table.prestige[0] == 2
    assert table.tokens[AREA.index["australia"]] == 0
    assert owner(table, "australia-gold") == 0


def test_e08_nothing_required_means_no_roll() -> None:
    table = position("seat 0 navigation 3 treasury 1", at="0 plays a")
    assert needed(table, 0, "senegal") == -1
    events = play(table, "use explorer", "explore senegal")
    assert "explored" in kinds(events)
    assert "rolled" not in kinds(events)
    assert table.prestige[0] == 1


def test_e09_only_own_counters_help() -> None:
    table = position("brazil counters 1 1\n new-granada counters 1 1\n patagonia counters 2 1")
    assert needed(table, 0, "peru") == 6
    assert needed(table, 1, "peru") == 5


def test_e10_four_unrest_mean_revolution() -> None:
    table = position("seat 0 unrest 4 treasury 7", at="turn")
    assert table.treasury[0] == 0
    assert table.in_revolution(0)
    assert flow.to_act(table) == (1, 2)
    for seat in (1, 2):
        for card in "abcd":
            GAME.apply(table, seat, GAME.catalogue.parse(f"lay {card}"))
    while step(table) != "LayLast":
        assert flow.to_act(table)[0] != 0
        play(table, "ignore the card")
    assert len(flow.legal(table, 0)) == 6
    assert len(flow.legal(table, 1)) == 2
    GAME.apply(table, 0, GAME.catalogue.parse("lay f"))
    play(table, "1> lay e", "2> lay f", "0> use ambassador", "raise the diplomacy of seat 0", "1> ignore the card")
    while table.turn == 2:
        play(table, "done" if step(table) != "ResolveCard" else "ignore the card")
    assert table.unrest[0] == 0
    assert not table.in_revolution(0)
    assert flow.to_act(table) == (0, 1, 2)


def test_e11_the_fourth_marker_works_only_at_the_next_check() -> None:
    table = position("seat 0 unrest 3 treasury 5 loans 2\n seat 1 treasury 2", at="1 plays e")
    play(table, "use rebel", "stir domestic unrest at seat 0")
    assert table.unrest[0] == 4
    assert not table.in_revolution(0)
    assert table.treasury[0] == 5
    play(table, "1> done")
    assert 0 in flow.to_act(table)


def test_e12_a_revolution_sweeps_all_markers_away() -> None:
    table = position("seat 0 unrest 7\n revolution 0", at="turn")
    assert table.unrest[0] == 0
    assert not table.in_revolution(0)
    assert flow.to_act(table) == (0, 1, 2)


def test_e13_repay_in_parts_on_any_stack() -> None:
    table = position("seat 0 loans 5 2 treasury 4", at="0 plays a")
    play(table, "repay 1 of the loan of 2", "repay 1 of the loan of 1", "repay 1 of the loan of 5")
    play(table, "repay 1 of the loan of 4")
    assert table.loans[0] == (3,)
    assert table.treasury[0] == 0


def test_e14_no_repayment_in_another_players_turn() -> None:
    table = position("seat 1 loans 2 treasury 4", at="0 plays a")
    assert reason(table, "repay 1 of the loan of 2", seat=1) == "not-your-turn"


MONOPOLIES = {
    "A 2, B 1, C 1": "canada counters 0 1\n louisiana counters 0 1\n australia counters 1 1\n levant counters 2 1",
    "A 1, B 1, C 0": "canada counters 0 1\n levant counters 1 1",
    "none": "",
    "A 0, B 2, C 1": "canada counters 1 1\n levant counters 1 1\n guinea counters 2 1 spots gold 2",
}


@pytest.mark.parametrize(
    ("example", "held", "before", "after"),
    [
        ("e15", "A 2, B 1, C 1", 1, 0),
        ("e16", "A 1, B 1, C 0", 1, 2),
        ("e17", "none", 2, 0),
        ("e18", "A 0, B 2, C 1", 1, 1),
    ],
)
def test_e15_to_e18_the_first_player_token(example: str, held: str, before: int, after: int) -> None:
    table = position(f"{MONOPOLIES[held]}\n first {before}", at="fleets")
    expected = {"A 2, B 1, C 1": [2, 1, 1], "A 1, B 1, C 0": [1, 1, 0], "none": [0, 0, 0], "A 0, B 2, C 1": [0, 2, 1]}
    assert table.monopolies() == expected[held], example
    assert table.first == after, example


def test_e19_one_character_or_none() -> None:
    table = position("seat 0 treasury 9", at="0 plays a")
    assert {"use scientist", "use explorer", "ignore the card"} <= set(offered(table))
    play(table, "use scientist", "research navy")
    assert reason(table, "use explorer", seat=0) == "not-this-decision"
    assert resolved(table)


@pytest.mark.parametrize(("example", "diplomacy", "after"), [("e20", 3, 2), ("e21", 0, 0)])
def test_e20_e21_the_pro_pirate_governor(example: str, diplomacy: int, after: int) -> None:
    text = f"""seat 0 diplomacy {diplomacy}
        seat 1 fleets 3
        seat 2 fleets 2
        seat 3 fleets 0
        merchants 1 3"""
    table = position(text, at="0 plays b", seats=4)
    play(table, "use conqueror", "install a pro-pirate governor")
    assert table.fleets[:4] == [2, 2, 2, 0], example
    assert table.diplomacy[0] == after, example


def test_e22_raids_escort_and_then_the_cargo() -> None:
    text = """seat 0 fleets 4 squadrons 2
        seat 1 privateers 0 2
        seat 2 privateers 0 1
        brazil counters 0 1
        canada counters 0 1
        levant counters 0 1
        mexico counters 0 1"""
    table = position(text, at="0 plays c")
    play(table, "use merchant", "1> raid")
    assert dice(table) == 2
    play(table, "roll 1", "2> raid")
    assert dice(table) == 1
    play(table, "roll 0")
    assert table.fleets[0] == 3
    play(table, "0> send the escort")
    assert dice(table) == 2
    play(table, "roll 2")
    assert offered(table) == ["sink a privateer of seat 1", "sink a privateer of seat 2"]
    play(table, "sink a privateer of seat 2")
    assert step(table) == "Cargo", "the other can only be one of seat 1"
    assert table.privateer[0 * SEATS + 2] == 0
    assert table.privateers(0) == 1
    play(table, "ship brazil-sugar", "ship canada-furs", "ship levant-silk")
    assert table.goods[0] == 3
    assert resolved(table)


def test_e23_at_most_five_escort_dice() -> None:
    text = "seat 0 squadrons 7\n seat 1 privateers 0 2\n seat 2 privateers 0 2\n seat 3 privateers 0 2"
    table = position(text, at="0 plays c", seats=4)
    play(table, "use merchant", "hold the privateers back", "hold the privateers back", "hold the privateers back")
    play(table, "send the escort")
    assert dice(table) == 5


def test_e24_refused_by_one_the_merchant_turns_to_another() -> None:
    text = "bengal counters 1 1 spots tea 1\n canada counters 2 1"
    table = position(text, at="0 plays c", **charters("both"))
    play(table, "use merchant", "charter bengal-tea", "1> refuse")
    assert reason(table, "charter bengal-tea") == "charter-was-refused"
    play(table, "charter canada-furs", "2> accept")
    assert table.goods[:3] == [1, 0, 1]


@pytest.mark.parametrize(("fleets", "goods"), [(1, 1), (2, 2), (3, 2)])
def test_e25_a_booming_city_yields_two_goods(fleets: int, goods: int) -> None:
    table = position(f"seat 0 fleets {fleets}\n levant counters 0 3 colony 0 city silk", at="0 plays c")
    play(table, "use merchant", "ship levant-silk")
    if goods == 2:
        play(table, "ship levant-silk")
    assert table.goods[0] == goods
    assert resolved(table)


def test_e26_the_trader_sells_at_the_value_of_the_economy() -> None:
    table = position("seat 0 goods 5 economy 2 treasury 1", at="0 plays d")
    play(table, "use trader", "sell 4 goods")
    assert table.treasury[0] == 13
    assert table.goods[0] == 1


def test_e27_a_full_loan_and_its_interest() -> None:
    table = position("", at="0 plays d")
    play(table, "use financier")
    assert offered(table)[-1] == "borrow 5"
    play(table, "borrow 5")
    assert table.treasury[0] == 5
    assert table.loans[0] == (5,)
    later = position("seat 0 loans 5", at="loans")
    assert later.loans[0] == (6,)


@pytest.mark.parametrize("colony", [False, True])
def test_e28_the_viceroy_takes_over_but_not_in_a_colony(colony: bool) -> None:
    text = f"seat 1 treasury 3 logistics 1\n congo counters 0 {3 if colony else 2} {'colony 0' if colony else ''}"
    table = position(text, at="1 plays b")
    play(table, "use viceroy", "place in congo", "place in congo", "place in congo")
    if colony:
        assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (0, 0)
        assert table.diplomacy[1] == 3
    else:
        assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (1, 1)
        assert table.diplomacy[1] == 2


def test_e29_a_colony_takes_as_many_counters_as_the_native_power() -> None:
    table = position("congo counters 0 2", at="0 plays b")
    assert reason(table, "use conqueror") == "no-colony-site"
    table = position("congo counters 0 3", at="0 plays b")
    play(table, "use conqueror", "found a colony in congo")
    assert table.prestige[0] == 1
    assert table.colony[AREA.index["congo"]] == 0


def test_e30_a_war_on_land_and_at_sea() -> None:
    text = """seat 0 diplomacy 4 squadrons 2
        seat 1 diplomacy 3 squadrons 1 fleets 3 prestige 2
        congo counters 0 3 1 2 spots ivory 1 slaves 1"""
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1")
    assert dice(table) == 3
    play(table, "roll 2")
    assert dice(table) == 2
    events += play(table, "roll 1")
    assert counters(table, "congo", 0) == 2
    assert counters(table, "congo", 1) == 0
    assert (owner(table, "congo-ivory"), owner(table, "congo-slaves")) == (0, 0)
    assert dice(table) == 2
    play(table, "roll 2")
    assert dice(table) == 1
    events += play(table, "roll 0")
    assert (table.squadrons[1], table.fleets[1]) == (0, 2)
    assert "defeated" in kinds(events)
    assert table.prestige[:2] == [1, 1]
    assert table.diplomacy[0] == 3  # for declaring war, and not for the spots


def test_e31_losses_at_sea_go_down_to_the_privateers() -> None:
    text = """seat 0 diplomacy 4 squadrons 5
        seat 1 squadrons 1 fleets 2 privateers 0 2 2 1"""
    table = position(text, at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1", "roll 5", "roll 0")
    assert offered(table) == [
        "sink a privateer among the fleets of seat 0",
        "sink a privateer among the fleets of seat 2",
    ]
    play(table, "0> sink a privateer among the fleets of seat 0")
    play(table, "0> sink a privateer among the fleets of seat 2")
    assert (table.squadrons[1], table.fleets[1], table.privateers_of(1)) == (0, 0, 1)


def test_e32_fleets_are_safe_behind_squadrons() -> None:
    text = "seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 2 fleets 4"
    table = position(text, at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 0")
    assert (table.squadrons[1], table.fleets[1]) == (1, 4)


def test_e33_at_most_five_dice_at_sea() -> None:
    table = position("seat 0 diplomacy 4 squadrons 8", at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1")
    assert dice(table) == 5


def test_e34_both_navies_sunk_is_a_neutralisation() -> None:
    text = "seat 0 diplomacy 4 squadrons 1 prestige 1\n seat 1 squadrons 1 prestige 1"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 1")
    assert "neutralised" in kinds(events)
    assert table.prestige[:2] == [1, 1]


def test_e35_the_defender_is_asked_first() -> None:
    text = "seat 0 diplomacy 4 squadrons 2 prestige 3\n seat 1 squadrons 2"
    table = position(text, at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1", "roll 0", "roll 0")
    play(table, "1> fight on", "0> surrender")
    assert table.prestige[:2] == [2, 1]
    assert resolved(table)


def test_e36_no_surrender_before_the_first_year() -> None:
    table = position("seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 2", at="0 plays f")
    play(table, "use sovereign", "declare war on seat 1")
    assert flow.to_act(table) == (-1,)
    assert reason(table, "surrender", seat=1) == "chance-first"


def test_e37_navies_gone_while_the_land_is_still_shared() -> None:
    text = "seat 0 diplomacy 4 squadrons 1\n seat 1 squadrons 1 prestige 1\n congo counters 0 2 1 2"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 0", "roll 0", "roll 1", "roll 1")
    assert "neutralised" in kinds(events)
    assert table.prestige[:2] == [0, 1]


def test_e38_land_held_but_no_dice_next_year() -> None:
    text = "seat 0 diplomacy 4 squadrons 0 prestige 2\n seat 1 squadrons 2\n congo counters 0 3 1 1"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 0", "roll 0")
    assert "defeated" in kinds(events)
    assert table.prestige[:2] == [1, 1]


def test_e39_nobody_has_squadrons_and_the_land_is_won() -> None:
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0 prestige 1\n congo counters 0 2 1 1"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 1")
    events += play(table, "1> remove the counter on congo-slaves")
    assert counters(table, "congo", 0) == 1
    assert "defeated" in kinds(events)
    assert table.prestige[:2] == [1, 0]


def test_e40_five_dice_for_both_means_one_after_the_other() -> None:
    text = "seat 0 diplomacy 4 squadrons 0\n seat 1 squadrons 0\n congo counters 0 4 1 3"
    table = position(text, at="0 plays f", **{"dice-pool": 5})
    play(table, "use sovereign", "declare war on seat 1")
    assert dice(table) == 4
    play(table, "roll 2")
    assert counters(table, "congo", 1) == 1
    assert dice(table) == 1


def test_e41_a_loser_without_prestige_gives_none() -> None:
    text = "seat 0 diplomacy 4 squadrons 2\n seat 1 squadrons 1"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 0")
    assert "defeated" in kinds(events)
    assert table.prestige[:2] == [0, 0]


def test_e42_the_last_repayment_wins_at_once() -> None:
    table = position("seat 0 prestige 10 loans 1 treasury 1", at="0 plays a")
    play(table, "repay 1 of the loan of 1")
    assert table.over()
    assert table.winner == 0


def test_e43_a_rebellion_destroys_a_colony() -> None:
    text = "seat 0 prestige 3\n malabar counters 0 3 unrest 2 colony 0"
    table = position(text, at="1 plays e")
    play(table, "use rebel", "spark a rebellion in malabar")
    assert rebellion_dice(table, AREA.index["malabar"]) == dice(table) == 5
    play(table, "roll 2")
    assert offered(table) == [
        "remove a counter of seat 0",
        "remove the counter on malabar-cotton",
        "remove the counter on malabar-spices",
    ]
    play(table, "1> remove a counter of seat 0", "1> remove the counter on malabar-spices")
    assert counters(table, "malabar", 0) == 1
    assert (owner(table, "malabar-cotton"), owner(table, "malabar-spices")) == (0, -1)
    assert table.colony[AREA.index["malabar"]] == -1
    assert table.prestige[0] == 2
    assert table.area_unrest[AREA.index["malabar"]] == 0
    assert table.diplomacy[:2] == [3, 3]


def test_e44_a_mission_protects_and_can_be_removed() -> None:
    table = position("malabar counters 0 3 mission", at="1 plays e")
    play(table, "use rebel")
    assert reason(table, "stir unrest in malabar") == "mission-protects"
    assert reason(table, "spark a rebellion in malabar") == "mission-protects"
    play(table, "remove the mission in malabar")
    assert not table.mission


def test_e45_both_wiped_out_on_land_is_a_neutralisation() -> None:
    text = "seat 0 diplomacy 4 squadrons 1 prestige 1\n seat 1 squadrons 1 prestige 1\n congo counters 0 1 1 1"
    table = position(text, at="0 plays f")
    events = play(table, "use sovereign", "declare war on seat 1", "roll 1", "roll 1", "roll 0", "roll 0")
    assert "neutralised" in kinds(events)
    assert table.prestige[:2] == [1, 1]


@pytest.mark.parametrize(
    ("required_hits", "percent"), [(1, 98.3), (2, 89.6), (3, 70.1), (4, 44.1), (5, 21.3), (6, 7.7), (7, 2.0)]
)
def test_the_table_of_chances(required_hits: int, percent: float) -> None:
    assert round(100 * chance_of(10, required_hits), 1) == percent
