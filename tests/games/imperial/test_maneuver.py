"""The space Maneuver: fleets, armies, railways, convoys, battles, destruction, tax chips."""

import itertools
import random

from rondel.games.imperial import GAME
from rondel.games.imperial.components import NEIGHBOURS
from rondel.games.imperial.state import Table
from rondel.kernel import flow
from rondel.kernel.game import random_action
from tests.games.imperial.positions import chip, count, factory, offered, play, position, reason


def goals(moves: list[str], start: str) -> set[str]:
    return {move.split(" to ")[1] for move in moves if f" {start} to " in move}


# --- 1. fleets ----------------------------------------------------------------------------------------------------


def test_example_a_fleet_leaves_hamburg_for_the_north_sea_only() -> None:
    """Hamburg touches the Baltic too, but its anchor lies in the North Sea."""
    table = position("germany fleets hamburg", turn="germany")
    play(table, "germany advances to maneuver-1")
    assert offered(table, "sail") == ["sail hamburg to north-sea"]


def test_a_fleet_moves_once_to_an_adjacent_sea_and_never_back_to_port() -> None:
    table = position("italy fleets ionian-sea 2", turn="italy")
    play(table, "italy advances to maneuver-1")
    assert goals(offered(table, "sail"), "ionian-sea") == {"western-mediterranean", "eastern-mediterranean"}
    play(table, "sail ionian-sea to eastern-mediterranean")
    assert goals(offered(table, "sail"), "eastern-mediterranean") == set()
    assert reason(table, "sail eastern-mediterranean to black-sea") == "has-moved"
    play(table, "sail ionian-sea to eastern-mediterranean")
    assert offered(table) == ["done"]
    assert reason(table, "sail ionian-sea to black-sea") == "no-fleet"


def test_example_violet_enters_the_ionian_sea() -> None:
    """Russia may fight Italy's fleet or Austria-Hungary's, or neither; then each of them may still call for battle."""
    text = "russia fleets eastern-mediterranean\n italy fleets ionian-sea\n austria-hungary fleets ionian-sea"
    table = position(text, turn="russia")
    play(table, "russia advances to maneuver-1", "sail eastern-mediterranean to ionian-sea")
    assert offered(table) == [
        "keep the peace",
        "fleet fights austria-hungary fleet in ionian-sea",
        "fleet fights italy fleet in ionian-sea",
    ]
    fought = table.copy()
    play(fought, "fleet fights italy fleet in ionian-sea")
    assert count(fought, "russia", "fleet", "ionian-sea") == 0
    assert count(fought, "italy", "fleet", "ionian-sea") == 0
    assert count(fought, "austria-hungary", "fleet", "ionian-sea") == 1
    play(table, "keep the peace")
    assert flow.to_act(table) == (0,)
    called = table.copy()
    play(called, "fleet fights russia fleet in ionian-sea")
    assert count(called, "russia", "fleet", "ionian-sea") == 0
    assert count(called, "austria-hungary", "fleet", "ionian-sea") == 0
    play(table, "keep the peace")
    assert flow.to_act(table) == (1,)
    play(table, "keep the peace")
    assert [count(table, nation, "fleet", "ionian-sea") for nation in ("russia", "italy", "austria-hungary")] == [
        1,
        1,
        1,
    ]


def test_a_government_of_both_sides_is_asked_once() -> None:
    table = position("russia fleets eastern-mediterranean\n italy fleets ionian-sea flag 5", turn="russia")
    play(table, "russia advances to maneuver-1", "sail eastern-mediterranean to ionian-sea", "keep the peace")
    assert offered(table) == ["fleet fights italy fleet in ionian-sea", "done"]


def test_fleets_that_have_not_moved_may_fight_too() -> None:
    table = position("italy fleets ionian-sea\n russia fleets ionian-sea 2", turn="italy")
    play(table, "italy advances to maneuver-1", "fleet fights russia fleet in ionian-sea")
    assert count(table, "russia", "fleet", "ionian-sea") == 1
    assert offered(table) == ["done"]


def test_of_several_fleets_those_that_moved_fight_first() -> None:
    """Ruling 16: a battle does not cost the move of a fleet that has not moved."""
    table = position("italy fleets ionian-sea eastern-mediterranean\n russia fleets ionian-sea", turn="italy")
    play(table, "italy advances to maneuver-1", "sail eastern-mediterranean to ionian-sea")
    play(table, "fleet fights russia fleet in ionian-sea")
    assert goals(offered(table, "sail"), "ionian-sea") == {"western-mediterranean", "eastern-mediterranean"}


# --- 2. armies ----------------------------------------------------------------------------------------------------


def test_armies_march_to_an_adjacent_region() -> None:
    table = position("italy armies tunis rome", turn="italy")
    play(table, "italy advances to maneuver-1")
    assert goals(offered(table), "tunis") == {"algeria"}
    assert reason(table, "march tunis to morocco") == "out-of-reach"
    assert reason(table, "march greece to bulgaria") == "no-army"
    play(table, "march tunis to algeria")
    assert reason(table, "march algeria to morocco") == "has-moved"


def test_example_convoy_from_trieste() -> None:
    """Two armies in Trieste, two fleets in the Ionian Sea, one in the western Mediterranean.

    The first lands in Algeria; the second can no longer cross the western Mediterranean, but may land in Tunis.
    """
    table = position(
        "austria-hungary armies trieste 2 fleets ionian-sea 2 western-mediterranean factories vienna",
        turn="austria-hungary",
    )
    play(table, "austria-hungary advances to maneuver-1", "done")
    assert {"algeria", "tunis", "spain"} <= goals(offered(table), "trieste")
    play(table, "march trieste to algeria")
    assert "algeria" not in goals(offered(table), "trieste")
    assert "tunis" in goals(offered(table), "trieste")
    play(table, "march trieste to tunis")
    assert count(table, "austria-hungary", "army", "algeria") == 1
    assert count(table, "austria-hungary", "army", "tunis") == 1


def test_fleets_in_port_do_not_carry() -> None:
    table = position("austria-hungary armies trieste fleets trieste", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "done")
    assert "tunis" not in goals(offered(table), "trieste")


def test_the_government_chooses_the_route_of_a_convoy() -> None:
    """From London to Portugal: over the Channel and Biscay, or over the North Atlantic and Biscay."""
    table = position(
        "great-britain armies london dublin fleets english-channel north-atlantic bay-of-biscay", turn="great-britain"
    )
    play(table, "great-britain advances to maneuver-1", "done", "march london to portugal")
    assert offered(table) == ["via north-atlantic bay-of-biscay", "via english-channel bay-of-biscay"]
    play(table, "via north-atlantic bay-of-biscay")
    assert [table.carried[sea] for sea in (0, 2, 4)] == [1, 0, 1]


def test_example_the_german_army_in_holland() -> None:
    """It may go to any German province over Hamburg or Cologne, but then neither leave Germany nor board a fleet."""
    table = position("germany armies holland fleets baltic-sea", turn="germany")
    play(table, "germany advances to maneuver-1", "done")
    assert goals(offered(table), "holland") == {"belgium", "berlin", "hamburg", "cologne", "munich", "danzig"}


def test_example_the_german_army_in_cologne() -> None:
    """By train to Hamburg, then to Denmark by land, or with the Baltic fleet to Denmark, Sweden or Norway."""
    table = position("germany armies cologne fleets baltic-sea", turn="germany")
    play(table, "germany advances to maneuver-1", "done")
    assert {"denmark", "sweden", "norway"} <= goals(offered(table), "cologne")
    play(table, "march cologne to denmark")
    assert not any(table.carried), "by land no fleet is needed"


def test_example_a_hostile_army_in_berlin_suspends_the_railway_to_danzig() -> None:
    for start in ("hamburg", "cologne", "munich"):
        table = position(f"germany armies {start}\n russia armies berlin", turn="germany")
        play(table, "germany advances to maneuver-1")
        assert "danzig" not in goals(offered(table), start)
        assert "berlin" in goals(offered(table), start)


def test_a_friendly_army_does_not_suspend_the_railway() -> None:
    table = position("germany armies munich\n russia friendly berlin", turn="germany")
    play(table, "germany advances to maneuver-1")
    assert "danzig" in goals(offered(table), "munich")


def test_an_army_in_an_occupied_province_marches_but_takes_no_train() -> None:
    table = position("germany armies danzig\n russia armies danzig", turn="germany")
    play(table, "germany advances to maneuver-1")
    assert goals(offered(table), "danzig") == {
        "berlin", "prague", "st-petersburg", "warsaw", "hamburg", "cologne", "munich",
    }  # fmt: skip


def test_the_railway_before_and_after_a_march() -> None:
    """Hamburg by train to Munich, over the border to Belgium; or from Belgium over Cologne to Danzig."""
    table = position("germany armies danzig belgium", turn="germany")
    play(table, "germany advances to maneuver-1")
    assert {"belgium", "dijon", "denmark"} <= goals(offered(table), "danzig")
    assert "danzig" in goals(offered(table), "belgium")


def test_no_railway_reaches_dublin() -> None:
    """Ruling 19."""
    table = position("great-britain armies london dublin", turn="great-britain")
    play(table, "great-britain advances to maneuver-1")
    assert "dublin" not in goals(offered(table), "london")
    assert goals(offered(table), "dublin") == set()
    by_sea = position("great-britain armies london fleets north-atlantic", turn="great-britain")
    play(by_sea, "great-britain advances to maneuver-1", "done")
    assert "dublin" in goals(offered(by_sea), "london")


def test_entering_another_powers_province_is_hostile_or_friendly() -> None:
    table = position("austria-hungary armies vienna 2", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march vienna to munich")
    assert offered(table) == ["enter hostile", "enter friendly"]
    play(table, "enter hostile", "march vienna to munich", "enter friendly")
    assert count(table, "austria-hungary", "army", "munich") == 1
    assert count(table, "austria-hungary", "friendly", "munich") == 1


def test_the_last_free_factory_is_entered_only_as_a_friend() -> None:
    table = position("austria-hungary armies vienna\n italy factories venice", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice")
    assert count(table, "austria-hungary", "friendly", "venice") == 1
    occupied = position("austria-hungary armies vienna rome\n italy factories venice rome", turn="austria-hungary")
    play(occupied, "austria-hungary advances to maneuver-1", "march vienna to venice")
    assert count(occupied, "austria-hungary", "friendly", "venice") == 1


def test_an_occupier_that_marches_on_frees_the_factory_it_leaves() -> None:
    """Ruling 21: judged when the army has left, so Budapest is not the last free factory, and may be occupied."""
    table = position("italy armies vienna\n austria-hungary factories vienna budapest", turn="italy")
    play(table, "italy advances to maneuver-1", "march vienna to budapest")
    assert offered(table) == ["enter hostile", "enter friendly"]


def test_of_armies_of_both_kinds_the_government_says_which_leaves() -> None:
    """Ruling 17."""
    table = position("italy armies vienna friendly vienna", turn="italy")
    play(table, "italy advances to maneuver-1", "march vienna to prague")
    assert offered(table) == ["send the hostile army", "send the friendly army"]
    play(table, "send the hostile army", "enter friendly")
    assert (count(table, "italy", "army", "vienna"), count(table, "italy", "friendly", "vienna")) == (0, 1)


def test_a_battle_costs_no_transport() -> None:
    """Ruling 16: of two fleets in a sea the one that has carried fights first, and the other may still carry."""
    table = position(
        "austria-hungary armies trieste 2 fleets ionian-sea 2\n russia fleets ionian-sea", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to maneuver-1", "done", "march trieste to tunis")
    play(table, "fleet fights russia fleet in ionian-sea")
    assert "tunis" in goals(offered(table), "trieste")


def test_battles_between_armies_are_one_to_one_and_the_invaded_may_call() -> None:
    table = position("austria-hungary armies vienna\n italy armies venice", turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile", "keep the peace")
    assert flow.to_act(table) == (1,)
    play(table, "army fights austria-hungary army in venice")
    assert count(table, "italy", "army", "venice") == count(table, "austria-hungary", "army", "venice") == 0


def test_a_fleet_in_port_and_an_invading_army_may_fight() -> None:
    text = "austria-hungary armies vienna\n italy fleets venice"
    table = position(text, turn="austria-hungary")
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
    assert "army fights italy fleet in venice" in offered(table)
    play(table, "keep the peace")
    assert offered(table) == ["keep the peace", "fleet fights austria-hungary army in venice"]
    play(table, "fleet fights austria-hungary army in venice")
    assert count(table, "italy", "fleet", "venice") == 0


def test_a_fleet_in_port_may_attack_an_army_that_is_there_already() -> None:
    """FAQ: also if the army is already present."""
    table = position("italy fleets venice\n austria-hungary armies venice", turn="italy")
    play(table, "italy advances to maneuver-1")
    assert "fleet fights austria-hungary army in venice" in offered(table)


def test_armies_at_sea_do_not_exist_and_fleets_fight_no_armies_ashore() -> None:
    table = position("italy fleets ionian-sea\n austria-hungary armies greece", turn="italy")
    play(table, "italy advances to maneuver-1")
    assert offered(table, "fight") == []


def test_the_active_nation_may_fight_at_any_time() -> None:
    """Ruling 14: an army that stayed in peace may fight later; one that did not move may fight too."""
    table = position("italy armies greece\n russia armies greece", turn="italy")
    play(table, "italy advances to maneuver-1", "army fights russia army in greece")
    assert count(table, "russia", "army", "greece") == 0
    table = position("italy armies tunis rome\n france armies algeria", turn="italy")
    play(table, "italy advances to maneuver-1", "march tunis to algeria", "keep the peace", "keep the peace")
    play(table, "march rome to naples", "army fights france army in algeria")
    assert count(table, "france", "army", "algeria") == 0


# --- destroying a factory -----------------------------------------------------------------------------------------


def test_example_the_shipyard_of_venice_is_destroyed() -> None:
    """An army from Vienna fights the fleet in port; three more come, by train over Vienna, and destroy the shipyard."""
    table = position(
        "austria-hungary armies vienna 2 budapest 2\n italy factories rome naples venice fleets venice",
        turn="austria-hungary",
    )
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
    play(table, "army fights italy fleet in venice")
    for start in ("vienna", "budapest", "budapest"):
        assert reason(table, "destroy the factory in venice") == "too-few-armies"
        play(table, f"march {start} to venice", "enter hostile")
    play(table, "destroy the factory in venice")
    assert not factory(table, "venice")
    assert count(table, "austria-hungary", "army", "venice") == 0
    assert table.armies_left[0] == 10


def test_a_defended_factory_is_not_destroyed() -> None:
    table = position(
        "austria-hungary armies venice 3\n italy factories rome naples venice fleets venice", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to maneuver-1")
    assert reason(table, "destroy the factory in venice") == "defended"


def test_the_last_free_factory_is_not_destroyed() -> None:
    table = position(
        "austria-hungary friendly venice 3\n italy factories rome venice\n france armies rome", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to maneuver-1")
    assert reason(table, "destroy the factory in venice") == "last-factory"


def test_armies_that_were_there_already_destroy_too_and_own_factories_are_safe() -> None:
    table = position(
        "austria-hungary armies venice 3 vienna 3\n italy factories rome naples venice", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to maneuver-1")
    assert offered(table, "destroy") == ["destroy the factory in venice"]
    assert reason(table, "destroy the factory in vienna") == "own-factory"
    assert reason(table, "destroy the factory in genoa") == "no-factory"


# --- 3. tax chips -------------------------------------------------------------------------------------------------


def test_a_chip_is_placed_where_the_nation_is_alone() -> None:
    table = position("italy armies tunis fleets ionian-sea", turn="italy")
    play(table, "italy advances to maneuver-1", "done", "done")
    assert (chip(table, "tunis"), chip(table, "ionian-sea")) == ("italy", "italy")


def test_no_chip_beside_units_of_others_and_the_old_one_stays() -> None:
    table = position("italy armies tunis\n france armies tunis chips tunis", turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert chip(table, "tunis") == "france"


def test_no_chips_in_provinces_of_great_powers() -> None:
    table = position("italy armies vienna trieste 2", turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert table.chips == [0] * 6


def test_a_chip_stays_when_the_units_leave() -> None:
    table = position("italy armies tunis chips tunis", turn="italy")
    play(table, "italy advances to maneuver-1", "march tunis to algeria", "done")
    assert (chip(table, "tunis"), chip(table, "algeria")) == ("italy", "italy")


def test_another_nation_alone_replaces_the_chip() -> None:
    table = position("italy armies tunis\n france chips tunis", turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert chip(table, "tunis") == "italy"
    assert table.chips_left(2) == 10


def test_an_inactive_nation_left_alone_by_a_battle_gains_the_region() -> None:
    table = position("italy armies tunis\n france armies tunis 2 chips algeria", turn="italy")
    play(table, "italy advances to maneuver-1", "army fights france army in tunis", "done")
    assert chip(table, "tunis") == "france"


def test_with_all_ten_chips_out_a_region_is_emptied_and_marked_when_one_comes_free() -> None:
    chips = "spain portugal morocco algeria belgium holland denmark norway sweden west-balkan"
    table = position(f"italy armies tunis chips {chips}\n france chips tunis", turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert chip(table, "tunis") == ""
    # France takes Spain: a chip of Italy comes free, and Tunis is marked at once.
    freed = position(f"italy armies tunis chips {chips}\n france armies spain", turn="france")
    play(freed, "france advances to maneuver-1", "done")
    assert (chip(freed, "spain"), chip(freed, "tunis")) == ("france", "italy")


def test_a_nation_short_of_chips_chooses_where() -> None:
    chips = "spain portugal morocco algeria belgium holland denmark norway sweden"
    table = position(f"italy armies tunis greece chips {chips}", turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert offered(table) == ["place a chip in tunis", "place a chip in greece"]
    play(table, "place a chip in greece")
    assert (chip(table, "tunis"), chip(table, "greece")) == ("", "italy")
    assert offered(table, "advance")


# --- the way that is told -----------------------------------------------------------------------------------------


def way(table: Table, *moves: str) -> list[str]:
    for event in play(table, *moves):
        if event.kind.name == "moved":
            told: list[str] = event.params()["way"]
            return told
    raise AssertionError("nothing moved")


def test_the_way_of_an_army_is_told_area_by_area() -> None:
    """By train to the border, over it, and by train again; or to a port, over the seas, and ashore."""
    table = position("germany armies danzig belgium\n russia fleets black-sea", turn="germany")
    play(table, "germany advances to maneuver-1")
    assert way(table, "march danzig to dijon") == ["danzig", "berlin", "munich", "dijon"]
    assert way(table, "enter friendly", "march belgium to danzig") == ["belgium", "cologne", "berlin", "danzig"]
    text = "austria-hungary armies vienna fleets ionian-sea western-mediterranean"
    convoy = position(text, turn="austria-hungary")
    play(convoy, "austria-hungary advances to maneuver-1", "done")
    landed = ["vienna", "trieste", "ionian-sea", "western-mediterranean", "algeria"]
    assert way(convoy, "march vienna to algeria") == landed


def test_every_way_that_is_told_goes_over_borders() -> None:
    """In random games: from the start to the goal, over neighbouring areas, by sea only over seas with own fleets."""
    rng = random.Random(4)
    told = 0
    for number in range(4):
        table = GAME.setup(4)
        while not table.over():
            seat = flow.to_act(table)[0]
            for event in GAME.apply(table, seat, random_action(table, seat, rng)):
                if event.kind.name == "moved":
                    _, _, start, area, passed = event.values
                    assert (passed[0], passed[-1]) == (start, area), number
                    assert len(set(passed)) == len(passed)
                    for one, other in itertools.pairwise(passed):
                        assert NEIGHBOURS[one] >> other & 1
                    told += len(passed) > 2
    assert told > 20
