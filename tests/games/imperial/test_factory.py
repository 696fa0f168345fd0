"""The spaces Factory, Production and Import."""

from rondel.games.imperial import GAME
from tests.games.imperial.positions import count, factory, offered, paid, play, position, reason, treasury


def test_example_germany_builds_with_a_french_army_in_cologne() -> None:
    """Factories in Berlin and Hamburg, a hostile army in Cologne: Munich or Danzig, for 5 millions of the treasury."""
    table = position("germany treasury 7\n france armies cologne", turn="germany")
    play(table, "germany advances to factory")
    assert offered(table, "build") == ["build in munich", "build in danzig"]
    assert paid(play(table, "build in danzig")) == [("germany", "bank", 5, "factory")]
    assert factory(table, "danzig")


def test_a_factory_is_a_choice() -> None:
    table = position("germany treasury 7", turn="germany")
    play(table, "germany advances to factory", "done")
    assert treasury(table, "germany") == 7


def test_why_a_factory_cannot_be_built() -> None:
    table = position("germany treasury 5\n france armies cologne", turn="germany")
    play(table, "germany advances to factory")
    assert reason(table, "build in berlin") == "factory-stands"
    assert reason(table, "build in cologne") == "occupied"
    assert reason(table, "build in paris") == "not-your-city"
    poor = position("germany treasury 4", turn="germany")
    play(poor, "germany advances to factory")
    assert reason(poor, "build in munich") == "treasury-too-low"


def test_a_friendly_army_does_not_hinder_building() -> None:
    table = position("germany treasury 5\n france friendly cologne", turn="germany")
    play(table, "germany advances to factory")
    assert "build in cologne" in offered(table)


def test_with_all_five_factories_there_is_nothing_to_build() -> None:
    table = position("germany treasury 9 factories berlin hamburg cologne munich danzig", turn="germany")
    play(table, "germany advances to factory")
    assert offered(table, "advance")[0].startswith("russia")


def test_a_gift_makes_a_factory_possible() -> None:
    """Players may support a treasury with their own money, but never take any out."""
    table = position("germany treasury 4\n player 4 money 3", turn="germany")
    play(table, "germany advances to factory", "open the purse")
    assert paid(play(table, "give germany 1")) == [("seat-4", "germany", 1, "gift")]
    play(table, "build in munich")
    assert (treasury(table, "germany"), table.money[4]) == (0, 2)


def test_a_gift_may_go_to_any_nation_and_never_exceeds_the_purse() -> None:
    table = position("player 4 money 3", turn="germany")
    play(table, "open the purse")
    assert "give russia 2" in offered(table)
    assert reason(table, "give russia 5") == "too-little-money"


def test_example_germany_produces_with_berlin_occupied() -> None:
    """Factories in Berlin, Hamburg and Munich; a hostile Russian in Berlin, a friendly Frenchman in Munich."""
    table = position(
        "germany factories berlin hamburg munich\n russia armies berlin\n france friendly munich", turn="germany"
    )
    play(table, "germany advances to production-1", "produce everywhere")
    assert count(table, "germany", "fleet", "hamburg") == 1
    assert count(table, "germany", "army", "munich") == 1
    assert count(table, "germany", "army", "berlin") == 0


def test_the_occupier_does_not_produce_in_a_foreign_factory() -> None:
    table = position("russia armies berlin factories moscow", turn="russia")
    play(table, "russia advances to production-1")
    assert offered(table, "produce") == ["produce in moscow"]


def test_a_factory_may_rest() -> None:
    table = position("", turn="germany")
    play(table, "germany advances to production-1", "produce in berlin", "done")
    assert count(table, "germany", "army", "berlin") == 1
    assert count(table, "germany", "fleet", "hamburg") == 0


def test_when_pieces_run_short_the_government_chooses_where() -> None:
    table = position("germany factories berlin munich armies sweden 7", turn="germany")
    play(table, "germany advances to production-2")
    assert offered(table) == ["produce in berlin", "produce in munich", "done"]
    assert reason(table, "produce everywhere") == "reserve-short"
    play(table, "produce in munich")
    assert offered(table) == ["done"]
    assert reason(table, "produce in berlin") == "reserve-short"
    assert reason(table, "produce in munich") == "has-produced"


def test_how_many_armies_are_there_already_does_not_matter() -> None:
    table = position("germany armies berlin 4", turn="germany")
    play(table, "germany advances to production-1", "produce everywhere")
    assert count(table, "germany", "army", "berlin") == 5


def test_example_austria_imports_two_fleets_and_an_army_to_trieste() -> None:
    """Three units for 3 millions, all in Trieste; the army could have gone to any of the other four provinces."""
    table = position("austria-hungary treasury 5", turn="austria-hungary")
    play(table, "austria-hungary advances to import")
    assert len([move for move in offered(table, "import") if "army" in move]) == 5
    assert [move for move in offered(table, "import") if "fleet" in move] == ["import fleet in trieste"]
    happened = play(table, "import fleet in trieste", "import fleet in trieste", "import army in trieste")
    assert paid(happened) == [("austria-hungary", "bank", 1, "import")] * 3
    assert count(table, "austria-hungary", "fleet", "trieste") == 2
    assert count(table, "austria-hungary", "army", "trieste") == 1
    assert offered(table, "import") == []


def test_import_only_into_provinces_without_hostile_armies() -> None:
    table = position(
        "austria-hungary treasury 5\n italy armies trieste\n russia friendly lemberg", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to import")
    assert reason(table, "import army in trieste") == "occupied"
    assert reason(table, "import fleet in trieste") == "occupied"
    assert "import army in lemberg" in offered(table)


def test_the_question_tells_what_was_spent_on_imports() -> None:
    table = position("austria-hungary treasury 5", turn="austria-hungary")
    play(table, "austria-hungary advances to import", "import army in vienna", "import army in vienna")
    prompt = table.pending[-1].prompt(table, GAME.to_act(table)[0])
    assert prompt.params["spent"] == 2 * prompt.params["price"] == 2


def test_import_ends_with_the_money_or_the_reserve() -> None:
    table = position("austria-hungary treasury 1", turn="austria-hungary")
    play(table, "austria-hungary advances to import", "import army in vienna")
    assert reason(table, "import army in vienna") == "treasury-too-low"
    full = position("austria-hungary treasury 5 fleets trieste 6", turn="austria-hungary")
    play(full, "austria-hungary advances to import")
    assert reason(full, "import fleet in trieste") == "reserve-short"
