"""What a coach says of Imperial, Colonial and Struggle of Empires is so at the table, and an effect of the choice."""

from typing import Any

import pytest

from rondel import games
from rondel.bots.coach import advise
from rondel.bots.search import Budget
from rondel.games.colonial import position as colonial
from rondel.games.colonial.components import AREA
from rondel.games.imperial import position as imperial
from rondel.games.imperial.components import NATION
from rondel.games.struggle import position as struggle
from rondel.kernel import flow
from rondel.kernel.counsel import Remark
from rondel.kernel.flow import State
from tests.games.notation import Notation

IMPERIAL, COLONIAL, STRUGGLE = (games.load(name) for name in ("imperial", "colonial", "struggle"))
on_europe, at_sea = Notation(IMPERIAL), Notation(COLONIAL)


def own_remarks(game: Any, table: State, move: str) -> dict[str, Remark]:
    """What is said of a choice by itself, by key."""
    found = game.counsel().on_choice(table, flow.to_act(table)[0], game.catalogue.parse(move))
    return {remark.key: remark for remark in found}


def remarks_after(game: Any, table: State, *moves: str) -> dict[str, Remark]:
    """What is said to have changed after some moves, by key."""
    after, seat = table.copy(), flow.to_act(table)[0]
    Notation(game).play(after, *moves)
    return {remark.key: remark for remark in game.counsel().remarks(table, after, seat)}


def told(game: Any, table: State, move: str) -> dict[str, dict[str, Any]]:
    """What a coach tells of a choice, by key, when nothing else is looked at."""
    seat = flow.to_act(table)[0]
    (advice,) = advise(game, table, seat, "1", Budget(simulations=1), among=[game.catalogue.parse(move)])
    return {ground.message.key: ground.to_json() for ground in advice.grounds}


# --- Imperial: places, spaces, battles --------------------------------------------------------------------------------


def building_austria() -> State:
    table = imperial.position("austria-hungary treasury 5", turn="austria-hungary")
    on_europe.play(table, "austria-hungary advances to factory")
    return table


def test_foreign_home_provinces_next_to_a_factory_are_no_gain_but_a_danger() -> None:
    found = own_remarks(IMPERIAL, building_austria(), "build in prague")
    assert set(found) == {"site-border"}, "no chip is ever laid in them, no army is there yet, and it is not safe"
    assert found["site-border"].weight < 0.0
    assert set(found["site-border"].params["areas"]) == {"berlin", "munich", "danzig", "warsaw"}


def test_a_factory_is_next_to_land_that_takes_a_chip() -> None:
    found = own_remarks(IMPERIAL, building_austria(), "build in lemberg")
    assert found["barracks"].params["areas"] == ["romania"]
    assert found["site-border"].number == 2


def test_what_the_same_government_holds_next_to_a_factory_is_neither_gain_nor_danger() -> None:
    table = imperial.position(
        "austria-hungary treasury 5  flag 0\nrussia flag 0  chips romania\ngermany flag 1", turn="austria-hungary"
    )
    on_europe.play(table, "austria-hungary advances to factory")
    found = own_remarks(IMPERIAL, table, "build in lemberg")
    assert set(found) == {"barracks-inland", "site-safe"} or set(found) == {"site-safe"}
    assert own_remarks(IMPERIAL, table, "build in prague")["site-border"].params["areas"] == [
        "berlin",
        "munich",
        "danzig",
    ]


def test_what_another_who_invests_takes_is_told() -> None:
    """Import lies beyond Investor: the card’s holder then lends so much that the government changes."""
    table = imperial.position(
        "france  flag 0  bonds 0 4  marker production-1\ninvestor 1\nplayer 1 money 30\nplayer 0 money 0",
        turn="france",
        seats=2,
    )
    seat = flow.to_act(table)[0]
    moves = [IMPERIAL.catalogue.parse(f"france advances to {slot}") for slot in ("maneuver-1", "import")]
    advice = {each.action: each for each in advise(IMPERIAL, table, seat, "1", Budget(simulations=2), among=moves)}
    keys = [{ground.message.key for ground in advice[move].grounds} for move in moves]
    assert not keys[0] & {"coach.flag-lost", "coach.another-invests"}
    assert "coach.another-invests" in keys[1]
    assert "coach.flag-lost" in keys[1]


@pytest.mark.parametrize(
    ("has", "move", "said"),
    [
        ("treasury 1", "russia advances to factory", ["no-money-to-build"]),
        ("treasury 4", "russia advances to factory", []),  # the government may give a million
        ("factories warsaw kiev st-petersburg moscow odessa", "russia advances to factory", ["no-site"]),
        ("treasury 0", "russia advances to production-1", []),
    ],
)
def test_a_space_where_nothing_can_be_done_is_said_to_be_one(has: str, move: str, said: list[str]) -> None:
    table = imperial.position(f"russia {has}\nplayer 5 money 1", turn="russia")
    assert list(own_remarks(IMPERIAL, table, move)) == said


def test_that_nothing_is_built_is_said() -> None:
    table = imperial.position("russia treasury 9", turn="russia")
    assert "builds-nothing" in remarks_after(IMPERIAL, table, "russia advances to factory", "done")
    built = remarks_after(IMPERIAL, table, "russia advances to factory", "build in kiev")
    assert "builds-nothing" not in built
    assert "builds-nothing" not in remarks_after(IMPERIAL, table, "russia advances to taxation")


def test_an_import_without_money_is_said_to_be_one() -> None:
    table = imperial.position("russia treasury 0", turn="russia")
    assert list(own_remarks(IMPERIAL, table, "russia advances to import")) == ["no-money-to-import"]


def meeting_in_the_north_sea() -> State:
    table = imperial.position(
        "russia fleets baltic-sea 2\ngermany fleets north-sea 1  chips north-sea", turn="russia", seats=6
    )
    on_europe.play(table, "russia advances to maneuver-1", "sail baltic-sea to north-sea", "keep the peace")
    on_europe.play(table, "keep the peace", "sail baltic-sea to north-sea")
    return table


def test_who_keeps_the_peace_is_not_praised_with_the_spoils_of_a_later_fight() -> None:
    table = meeting_in_the_north_sea()
    later = ("keep the peace", "keep the peace", "fleet fights germany fleet in north-sea", "done")
    assert remarks_after(IMPERIAL, table, *later) == {}
    (only,) = own_remarks(IMPERIAL, table, "keep the peace").values()
    assert (only.key, only.weight) == ("may-fight-later", 0.0)


def test_a_fight_is_told_by_what_it_changes_itself() -> None:
    found = own_remarks(IMPERIAL, meeting_in_the_north_sea(), "fleet fights germany fleet in north-sea")
    assert set(found) == {"taxes", "harm", "units-lost", "enemy-units"}
    assert found["taxes"].params == {"nation": "russia"}, "it would hold the sea alone"


def test_what_armies_do_is_no_reason_to_leave_fleets_in_port() -> None:
    table = imperial.position("italy armies venice 1 fleets naples 1 genoa 1", turn="italy")
    on_europe.play(table, "italy advances to maneuver-1")
    (only,) = own_remarks(IMPERIAL, table, "done").values()
    assert (only.key, only.number) == ("in-port", 2)
    assert only.weight < 0.0
    marched = ("done", "march venice to trieste", "enter hostile", "done")
    assert remarks_after(IMPERIAL, table, *marched) == {}
    sailed = ("sail naples to western-mediterranean", "done", "done")
    assert "taxes" in remarks_after(IMPERIAL, table, *sailed)


def test_an_army_that_comes_under_ones_own_government_is_no_guard() -> None:
    """Buying a bond moves no army: it is still next door, but no longer foreign."""
    table = imperial.position("austria-hungary flag 0  armies romania 1\nrussia flag 1", turn="austria-hungary")
    after = table.copy()
    after.flag[NATION.index["russia"]] = 0
    found = {remark.key: remark for remark in IMPERIAL.counsel().remarks(table, after, 0)}
    assert "guarded" not in found
    assert found["gates-yours"].params == {"area": "odessa"}


def test_whose_army_it_is_says_whether_it_has_come_under_ones_own_government() -> None:
    """Another nation's government changed in the same turn: the foreign army at the gates is still foreign."""
    table = imperial.position(
        "france flag 0  factories paris dijon\ngreat-britain flag 1  armies belgium 1\nitaly flag 0", turn="france"
    )
    after = table.copy()
    on_europe.play(after, "france advances to production-2", "produce everywhere")
    after.flag[NATION.index["italy"]] = 1
    found = {remark.key: remark for remark in IMPERIAL.counsel().remarks(table, after, 0)}
    assert "gates-yours" not in found
    assert found["guarded"].number == 1


def test_what_a_space_costs_the_treasury_or_brings_it_is_told() -> None:
    """What is lent to the nation on the way is neither."""
    table = imperial.position(
        "austria-hungary treasury 13  flag 0  bonds 0 9 1 4\nplayer 0 money 9\ninvestor 0",
        turn="austria-hungary",
        seats=2,
    )
    place = "austria-hungary advances to "
    paid = remarks_after(IMPERIAL, table, place + "investor", "buy austria-hungary 2")["treasury-pays"]
    assert (paid.number, paid.params) == (6, {"nation": "austria-hungary", "had": 13})
    assert paid.weight < 0.0
    built = remarks_after(IMPERIAL, table, place + "factory", "build in prague")
    assert built["treasury-pays"].number == 5
    taxed = remarks_after(IMPERIAL, table, place + "taxation")["treasury"]
    assert taxed.number == 4
    assert taxed.weight > 0.0
    assert not {"treasury", "treasury-pays"} & set(remarks_after(IMPERIAL, table, place + "production-2"))


def on_the_march() -> State:
    table = imperial.position(
        "austria-hungary armies vienna 1 trieste 1  flag 0\nrussia flag 1  factories kiev moscow",
        turn="austria-hungary",
    )
    on_europe.play(table, "austria-hungary advances to maneuver-1")
    return table


def test_what_another_army_does_is_no_effect_of_a_march() -> None:
    """From Vienna to Romania; that the army in Budapest goes to the West Balkans afterwards is its own affair."""
    table = imperial.position("austria-hungary armies vienna 1 budapest 1  flag 0", turn="austria-hungary")
    on_europe.play(table, "austria-hungary advances to maneuver-1")
    assert told(IMPERIAL, table, "march vienna to romania")["coach.taxes"]["params"]["n"] == 1


def test_what_an_army_may_do_where_it_comes_is_left_to_the_next_question() -> None:
    """It may come as a friend: to occupy the factory is an effect of coming as an enemy."""
    table = on_the_march()
    found = told(IMPERIAL, table, "march vienna to kiev")
    assert "coach.may-occupy" in found
    assert not {"coach.occupies", "coach.harm"} & set(found)
    on_europe.play(table, "march vienna to kiev")
    assert "coach.may-occupy" not in told(IMPERIAL, table, "enter friendly")
    assert {"coach.occupies", "coach.harm"} <= set(told(IMPERIAL, table, "enter hostile"))


def test_what_may_follow_leaves_out_what_one_is_asked_next() -> None:
    """Asked whether the army comes as an enemy, the coach looks more closely, and may say otherwise."""
    table = on_the_march()
    (advice,) = advise(
        IMPERIAL, table, 0, "1", Budget(simulations=1), among=[IMPERIAL.catalogue.parse("march vienna to kiev")]
    )
    assert advice.line
    assert not [action for seat, action in advice.line if seat == 0 and IMPERIAL.catalogue[action].kind == "enter"]


def test_whom_an_army_meets_is_told_and_not_how_a_fight_may_end() -> None:
    table = imperial.position(
        "italy armies rome 1  flag 0  treasury 3\naustria-hungary armies vienna 1  flag 1", turn="italy"
    )
    on_europe.play(table, "italy advances to maneuver-1")
    found = told(IMPERIAL, table, "march rome to vienna")
    assert found["coach.meets"]["good"] is None
    assert not {"coach.units-lost", "coach.enemy-units", "coach.guarded"} & set(found)


def test_an_army_that_comes_by_rail_is_at_the_gates() -> None:
    """The army in Vienna has fallen, but the one in Lemberg reaches Venice as well."""
    table = imperial.position(
        "italy armies vienna 1  flag 0\naustria-hungary armies vienna 1 lemberg 1  flag 1", turn="italy"
    )
    on_europe.play(table, "italy advances to maneuver-1")
    assert own_remarks(IMPERIAL, building_italy("lemberg"), "build in venice")["site-open"].number == 1
    after = remarks_after(IMPERIAL, table, "army fights austria-hungary army in vienna")
    assert "guarded" not in after
    assert (after["units-lost"].number, after["enemy-units"].number) == (1, 1), "both sides lose"


def building_italy(threat: str) -> State:
    table = imperial.position(
        f"italy treasury 5  flag 0  factories rome\naustria-hungary armies {threat} 1  flag 1", turn="italy"
    )
    on_europe.play(table, "italy advances to factory")
    return table


# --- Colonial: odds, Colonies, cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "percent"), [("senegal", 90), ("congo", 70), ("brazil", 44)])
def test_an_exploration_is_told_with_the_chance_on_the_map(area: str, percent: int) -> None:
    table = colonial.position("seat 0 treasury 3", at="0 plays a")
    at_sea.play(table, "use explorer")
    found = told(COLONIAL, table, f"explore {area}")
    assert (found["coach.explored"]["chance"], found["coach.explored"]["percent"]) == ("known", percent)


def test_an_explorer_is_told_with_the_chance_of_the_best_place() -> None:
    everywhere_else = " ".join(area for area in AREA.ids if area != "congo")
    table = colonial.position(f"seat 0 treasury 3\nexplored {everywhere_else}", at="0 plays a")
    found = told(COLONIAL, table, "use explorer")
    assert (found["coach.explored"]["chance"], found["coach.explored"]["percent"]) == ("known", 70)


def at_war() -> State:
    return colonial.position(
        "seat 0 squadrons 2 diplomacy 3 prestige 3\nseat 1 squadrons 1 diplomacy 1 prestige 3", at="0 plays f"
    )


@pytest.mark.parametrize("moves", [["use sovereign", "declare war on seat 1"], ["use sovereign"]])
def test_a_war_is_won_with_the_chance_of_its_year_and_not_by_a_surrender(moves: list[str]) -> None:
    table = at_war()
    at_sea.play(table, *moves[:-1])
    found = told(COLONIAL, table, moves[-1])
    assert (found["coach.prestige"]["chance"], found["coach.prestige"]["percent"]) == ("known", 56)
    assert found["coach.war-open"]["percent"] == 44


def test_counters_are_enough_for_a_colony_only_where_every_spot_is_held() -> None:
    """The natives of the Caribbean are weak, but it has two Resources."""
    table = colonial.position("seat 0 treasury 9\ncaribbean counters 1 1", at="0 plays b")
    after = table.copy()
    at_sea.play(after, "use viceroy", "place in caribbean")
    found = {remark.key for remark in COLONIAL.counsel().remarks(table, after, 0)}
    assert not found & {"settled", "settled-nearer"}, "somebody else holds a Resource there"


@pytest.mark.parametrize(
    ("counters", "key", "missing"), [(0, "settled-nearer", 2), (1, "settled-nearer", 1), (2, "settled", None)]
)
def test_a_counter_is_told_by_how_much_nearer_a_colony_is(counters: int, key: str, missing: int | None) -> None:
    there = f"guinea counters 0 {counters}" if counters else "explored guinea"
    table = colonial.position(f"seat 0 treasury 9\n{there}", at="0 plays b")
    found = remarks_after(COLONIAL, table, "use viceroy", "place in guinea")
    (settled,) = (remark for name, remark in found.items() if name.startswith("settled"))
    assert (settled.key, settled.params.get("missing")) == (key, missing)
    assert settled.weight > 0.0


def test_how_far_a_new_territory_is_from_a_colony_speaks_neither_for_it_nor_against() -> None:
    table = colonial.position("seat 0 treasury 3", at="0 plays a")
    found = remarks_after(COLONIAL, table, "use explorer", "explore caribbean", "roll 9")
    assert "settled" not in found, "one counter does not hold two Resources"
    assert found["settled-new"].weight == 0.0
    assert found["settled-new"].params["missing"] == 1


def test_an_abolition_is_called_by_its_name() -> None:
    table = colonial.position("congo counters 0 2\nmozambique counters 0 2", at="0 plays f")
    found = remarks_after(COLONIAL, table, "use sovereign", "abolish slavery")
    assert found["abolishes"].number == 2
    assert found["abolishes"].weight < 0.0


def test_a_card_with_nothing_to_do_is_said_to_have_nothing_to_do() -> None:
    table = colonial.position("seat 0 treasury 3", at="turn")
    found = remarks_after(COLONIAL, table, "lay c")
    assert found["idle"].params["characters"] == ["governor", "merchant"]
    assert found["idle"].weight < 0.0
    assert "idle" not in remarks_after(COLONIAL, table, "lay a")


def test_unrest_where_one_has_most_to_lose_speaks_against_stirring_it() -> None:
    table = colonial.position(
        "brazil counters 0 2 1 1 unrest 1\nguinea counters 1 2 unrest 1\nseat 0 diplomacy 3", at="0 plays e"
    )
    at_sea.play(table, "use rebel")
    own = remarks_after(COLONIAL, table, "stir unrest in brazil")["restless-own"]
    assert (own.params["mine"], own.params["all"]) == (2, 3)
    assert own.weight < 0.0
    assert remarks_after(COLONIAL, table, "stir unrest in guinea")["restless"].weight > 0.0


def test_a_rebellion_is_told_with_the_chance_of_its_dice() -> None:
    """One die for the Unrest and two for the natives: 70 %, whatever two dozen throws bring."""
    table = colonial.position("seat 1 prestige 2\nmozambique counters 1 2 unrest 1", at="0 plays e")
    at_sea.play(table, "use rebel")
    found = told(COLONIAL, table, "spark a rebellion in mozambique")
    assert (found["coach.struck"]["chance"], found["coach.struck"]["percent"]) == ("known", 70)


def test_what_is_decided_after_a_repayment_is_no_effect_of_it() -> None:
    """So that an abolition keeps its reasons beside it."""
    table = colonial.position("seat 0 treasury 3 loans 4\ncongo counters 0 2\nmozambique counters 0 2", at="0 plays f")
    at_sea.play(table, "use sovereign")
    moves = [COLONIAL.catalogue.parse(move) for move in ("abolish slavery", "repay 1 of the loan of 4")]
    advice = {each.action: each for each in advise(COLONIAL, table, 0, "1", Budget(simulations=2), among=moves)}
    keys = [{ground.message.key for ground in advice[move].grounds} for move in moves]
    assert {"coach.prestige", "coach.abolishes"} <= keys[0]
    assert keys[1] == {"coach.debt-repaid", "coach.treasury-spent"}


def test_whom_pirates_hit_is_told() -> None:
    table = colonial.position(
        "seat 0 diplomacy 2\nseat 1 fleets 3\nmerchants 1", at="0 plays b", **{"pro-pirate": True}
    )
    at_sea.play(table, "use conqueror")
    found = remarks_after(COLONIAL, table, "install a pro-pirate governor")
    assert (found["fleets-sunk"].number, found["fleets-sunk"].params) == (1, {"seat": 1})
    assert found["fleets-sunk"].weight > 0.0
    assert "diplomacy-lost" in found


def a_year_later(prestige: int) -> State:
    """Neither side hit anything, and seat 1 is asked whether it gives in."""
    table = colonial.position(
        f"seat 0 squadrons 1 diplomacy 3\nseat 1 squadrons 1 diplomacy 1 prestige {prestige}", at="0 plays f"
    )
    at_sea.play(table, "use sovereign", "declare war on seat 1", "roll 0", "roll 0")
    return table


@pytest.mark.parametrize(("prestige", "key"), [(2, "coach.prestige-lost"), (0, "coach.surrender-free")])
def test_what_a_surrender_costs_is_told_although_it_may_come_to_one_later(prestige: int, key: str) -> None:
    table = a_year_later(prestige)
    moves = [COLONIAL.catalogue.parse(move) for move in ("surrender", "fight on")]
    advice = {each.action: each for each in advise(COLONIAL, table, 1, "1", Budget(simulations=2), among=moves)}
    assert key in {ground.message.key for ground in advice[moves[0]].grounds}
    later = table.copy()
    at_sea.play(later, "fight on", "fight on", "roll 0", "roll 0")
    assert COLONIAL.counsel().is_another(table, later, 1), "what is answered then is no effect of fighting on now"


def test_nobody_is_asked_where_to_found_a_colony_who_can_found_none() -> None:
    pirates = colonial.position(
        "seat 0 diplomacy 2\nseat 1 fleets 3\nmerchants 1", at="0 plays b", **{"pro-pirate": True}
    )
    able = colonial.position("seat 0 treasury 3\nguinea counters 0 3", at="0 plays b")
    for table, said in ((pirates, "You can found no Colony. Do you"), (able, "Where do you found a Colony?")):
        at_sea.play(table, "use conqueror")
        prompt = table.pending[-1].prompt(table, 0)
        for language in ("en", "fr", "de"):
            assert "{" not in COLONIAL.texts(language).say(prompt.key, prompt.params)
        assert COLONIAL.texts("en").say(prompt.key, prompt.params).startswith(said)


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charters", "said"),
    [(12, "the Merchant has room for 3 Goods: 1 of your own, 12 on offer by charter"),
     (0, "the Merchant has room for 3 Goods: 1 of your own")],
)  # fmt: skip
def test_the_room_of_a_merchant_is_no_number_of_charters(charters: int, said: str) -> None:
    params = {"fleets": 3, "goods": 1, "charters": charters}
    assert COLONIAL.texts("en").text("coach.may-merchant", params) == said


@pytest.mark.parametrize(
    ("game", "language", "key", "params", "said"),
    [
        ("imperial", "fr", "interest", {"n": 2, "nation": "germany", "factor": 1},
         "l’Allemagne vous versera 2 d’intérêts de plus, à présent au facteur 1"),
        ("imperial", "fr", "barracks", {"areas": ["romania"]},
         "ses armées apparaissent à côté de terres que vous n’imposez pas encore : Roumanie"),
        ("imperial", "de", "site-border", {"n": 1, "areas": ["venice"]},
         "liegt neben einer fremden Heimatprovinz, aus der eine Armee kommen kann: Venedig"),
        ("imperial", "fr", "gates-yours", {"n": 1, "area": "odessa"},
         "l’armée à portée de l’usine à Odessa passe sous votre gouvernement"),
        ("colonial", "fr", "diplomacy", {"n": 1}, "Diplomatie +1"),
        ("colonial", "fr", "diplomacy-lost", {"n": 1}, "baisse votre Diplomatie de 1"),
        ("imperial", "en", "treasury-pays", {"n": 6, "nation": "austria-hungary", "had": 13},
         "Austria-Hungary’s treasury pays 6 of its 13 million"),
        ("imperial", "fr", "treasury-pays", {"n": 6, "nation": "austria-hungary", "had": 13},
         "le trésor de l’Autriche-Hongrie paie 6 de ses 13 millions"),
        ("imperial", "de", "meets", {"nation": "russia", "area": "kiev"},
         "trifft in Kiew auf Russlands Einheiten: Kämpfen darf jede Seite"),
        ("colonial", "de", "restless-own", {"area": "brazil", "n": 3, "mine": 2, "all": 3},
         "ein Aufstand in Brasilien würfe jetzt 3 Würfel; 2 von 3 Steinen dort gehören Ihnen"),
        ("colonial", "fr", "spots", {"n": 1}, "1 emplacement de Ressource de plus"),
        ("colonial", "de", "diplomacy", {"n": 1}, "Diplomatie um 1 höher"),
        ("colonial", "de", "idle", {"characters": ["governor", "merchant"]},
         "derzeit nichts zu tun für den Gouverneur und den Kaufmann"),
        ("colonial", "fr", "settled-nearer", {"missing": 1, "n": 1, "area": "persia"},
         "reste 1 pion à placer pour une Colonie en Perse, 1 de moins qu’avant"),
    ],
)  # fmt: skip
def test_reasons_read_as_people_speak(game: str, language: str, key: str, params: dict[str, Any], said: str) -> None:
    assert " ".join(games.load(game).texts(language).text(f"coach.{key}", params).split()) == said


def test_privateers_are_sent_out_before_any_are_called_back() -> None:
    params = {"left": 0, "sends": 1, "recalls": 0, "idle": 0}
    said = COLONIAL.texts("en").say("prompt.naval-forces", params)
    assert said == "Send out Privateers; after that you may call some back."


def test_a_german_counter_covers_the_slave_trade() -> None:
    params = {"resource": "slaves", "area": "congo"}
    assert COLONIAL.texts("de").say("action.take-spot", params) == "Den Sklavenhandel im Kongo besetzen"


# --- Struggle of Empires ----------------------------------------------------------------------------------------------


def attacking_india(tiles: str) -> State:
    return struggle.position(f"spain gold 5 armies india 2 {tiles}\nbritain control india armies india 2", turn="spain")


def test_a_reserve_of_ones_own_is_told_with_what_it_makes_of_the_chance() -> None:
    """It is not in the odds that the table tells, and whoever has one seldom loses."""
    attack = "attack britain in india"
    assert own_remarks(STRUGGLE, attacking_india(""), attack) == {}
    remark = own_remarks(STRUGGLE, attacking_india("tiles reserve"), attack)["reserve"]
    (view,) = STRUGGLE.view(attacking_india("tiles reserve"), 0)["attacks"]
    assert remark.params["was"] == round(view["win"] / 10)
    assert remark.number == round(next(each for each in view["effects"] if each["tile"] == "reserve")["win"] / 10)
    assert remark.number > remark.params["was"] + 10
