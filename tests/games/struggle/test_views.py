"""What each seat may see: unrest, projections, odds of battles and voyages; and worlds like the true one."""

import random
from typing import Any

import pytest

from rondel.games.struggle import GAME
from rondel.games.struggle.components import POWER
from rondel.games.struggle.state import Table
from rondel.kernel import flow
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.game import random_action, viewers
from tests.games.struggle.positions import offered, play, position


def test_unrest_is_hidden_but_what_this_war_brought_is_not() -> None:
    table = position("britain gold 0 unrest 6\n france unrest 3", turn="britain", war=2)
    play(table, "buy banking")  # two loans
    own, other = GAME.view(table, 0)["power"], GAME.view(table, 1)["power"]
    assert own["britain"]["unrest"] == 8
    assert own["france"]["unrest"] is None
    assert other["britain"]["unrest"] is None
    assert other["britain"]["unrest_war"] == 2
    assert GAME.view(table, SPECTATOR)["power"]["britain"]["unrest"] is None


def test_in_the_first_war_everybody_knows_all_unrest() -> None:
    table = position("britain gold 0\n france", turn="britain")
    play(table, "buy banking")
    assert GAME.view(table, 1)["power"]["britain"]["unrest"] == 2
    assert GAME.view(table, SPECTATOR)["power"]["britain"]["unrest"] == 2


def test_option_open_unrest() -> None:
    table = position("britain unrest 6\n france", turn="britain", **{"open-unrest": True})
    assert GAME.view(table, 1)["power"]["britain"]["unrest"] == 6


def test_unrest_is_shown_at_the_end() -> None:
    table = position("britain unrest 6\n france", turn="britain", war=3, round=6)
    play(table, "end the turn", "end the turn")
    assert GAME.view(table, 1)["power"]["britain"]["unrest"] == 6
    assert GAME.view(table, 1)["power"]["britain"]["score"] == -7


def test_imagined_worlds_guess_what_is_hidden() -> None:
    """From public knowledge alone: whatever the others have, the guesses are the same."""
    seen = []
    for unrest in (0, 3, 15):
        table = position(f"britain unrest 6\n france unrest {unrest}", turn="britain", war=2)
        worlds = [GAME.imagine(table, 0, random.Random(seed)) for seed in range(20)]
        assert all(world.unrest[POWER.index["britain"]] == 6 for world in worlds)
        seen.append([world.unrest[POWER.index["france"]] for world in worlds])
    assert seen[0] == seen[1] == seen[2]
    assert len(set(seen[0])) > 3


def test_in_the_first_war_nothing_is_left_to_guess() -> None:
    table = position("britain\n france gold 0", turn="france")
    play(table, "buy banking")
    world = GAME.imagine(table, 0, random.Random(1))
    assert isinstance(world, Table)
    assert world.unrest == table.unrest


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_views_leak_nothing(seats: int) -> None:
    rng = random.Random(seats)
    table = GAME.setup(seats)
    for _ in range(400):
        if not table.pending:
            break
        if rng.random() < 0.2:
            for seat in viewers(table):
                assert GAME.view(GAME.imagine(table, seat, rng), seat) == GAME.view(table, seat)
        seat = flow.to_act(table)[0]
        flow.play(table, seat, random_action(table, seat, rng))


def test_projection_of_points_and_upkeep() -> None:
    table = position(
        "britain control india 2 german-states armies home 9 gold 1 population 2\n france control india", turn="britain"
    )
    seen = GAME.view(table, 1)
    assert seen["power"]["britain"]["coming"] == 5 + 8
    assert seen["power"]["france"]["coming"] == 3
    assert seen["area"]["india"]["standing"] == [
        {"power": "britain", "control": 2, "points": 5}, {"power": "france", "control": 1, "points": 3},
    ]  # fmt: skip
    # income 5, upkeep 9, one gold: three are missing, two loans
    assert (seen["power"]["britain"]["income"], seen["power"]["britain"]["upkeep"]) == (5, 9)
    assert seen["power"]["britain"]["upkeep_unrest"] == 2


def test_penalties_for_unrest_are_foretold_where_they_are_public() -> None:
    """In the last war, with the loans that upkeep will bring; hidden unrest is not given away."""
    text = """britain unrest 5 gold 0 population 0 armies baltic 2
        france unrest 6 points 9
        spain unrest 19 gold 0 population 0 armies india 4"""
    table = position(text, turn="britain", war=3, **{"open-unrest": True})
    lost = {id_: each["penalty"] for id_, each in GAME.view(table, 1)["power"].items() if each["seat"] is not None}
    assert lost == {"britain": 7, "france": 7, "spain": -1}
    hidden = GAME.view(position(text, turn="britain", war=3), 1)["power"]
    assert hidden["britain"]["penalty"] is None
    early = GAME.view(position(text, turn="britain", war=2, **{"open-unrest": True}), 1)["power"]
    assert early["britain"]["penalty"] is None


def attack(table: Table, notation: str) -> dict:  # type: ignore[type-arg]
    number = GAME.catalogue.parse(notation)
    return next(each for each in GAME.view(table, 0)["attacks"] if each["action"] == number)


def test_odds_of_an_attack_on_a_neutral() -> None:
    table = position(
        """austria armies india 2 navies india tiles army-training indian-nawab
        france row a armies india navies india
        spain
        counters india-3-2g""",
        turn="austria",
    )
    odds = attack(table, "attack neutral 3-2g in india")
    parts = {part["what"]: part["value"] for part in odds["parts"]["attacker"]}
    assert parts == {"armies": 2, "tiles": 1, "training": 1}
    assert odds["support"] == "attacker"
    assert odds["win"] == round(1000 * 996 / 1296)
    won, better, worse = round(1000 * 996 / 1296), round(1000 * 1148 / 1296), round(1000 * 776 / 1296)
    assert effects(odds, "friend") == {"france": better}
    assert effects(odds, "foe") == {}
    assert effects(odds, "counts") == {"indian-nawab": worse, "army-training": worse}  # the chance without each
    assert effects(odds, "buy") == {"portugal": better, "reserve": round(1000 * (1 - (300 / 1296) ** 2))}
    assert odds["win"] == won


def effects(odds: dict[str, Any], why: str) -> dict[str, int]:
    found = [each for each in odds["effects"] if each["why"] == why]
    return {each["tile"] or each["power"]: each["win"] for each in found}


def test_what_single_tiles_do_to_the_odds() -> None:
    """A Reserve throws again unless the first throw won; the Blockade adds to support; the Surprise keeps foes out."""
    table = position(
        """france armies india 2 navies india tiles reserve blockade surprise-attack
        britain control india armies india 2
        spain armies india""",
        turn="france",
    )
    odds = attack(table, "attack britain in india")
    assert odds["win"] == round(1000 * 776 / 1296)
    assert effects(odds, "foe") == {"spain": round(1000 * 520 / 1296)}
    assert effects(odds, "use") == {
        "reserve": round(1000 * (1 - (520 / 1296) ** 2)),
        "blockade": round(1000 * 996 / 1296),
        "surprise-attack": odds["win"],
    }
    assert effects(odds, "buy")["army-training"] == round(1000 * 996 / 1296)
    play(table, "buy militia")  # no action is left to buy another tile and to attack
    assert effects(attack(table, "attack britain in india"), "buy") == {}
    GAME.check(table)


def test_odds_of_an_attack_with_a_battle_at_sea() -> None:
    table = position(
        "france armies india 2 navies india 2\n britain control india armies india navies india\n spain armies india",
        turn="france",
    )
    odds = attack(table, "attack britain in india")
    assert odds["support"] == "fight"
    assert odds["sea"]["win"] == 776
    # advantage +1 on land, +2 with support, 0 against it
    exact = (776 * 996 + 220 * 776 + 300 * 520) / 1296**2
    assert odds["win"] == round(1000 * exact)
    assert effects(odds, "foe")["spain"] < odds["win"]
    assert odds["prize"] is True


def test_the_battle_in_progress_is_shown() -> None:
    table = position(
        "france armies india 2 navies india\n britain control india armies india tiles reserve", turn="france"
    )
    play(table, "attack britain in india")
    battle = GAME.view(table, SPECTATOR)["battle"]
    assert (battle["kind"], battle["area"], battle["stage"], battle["support"]) == (
        "power",
        "india",
        "land",
        "attacker",
    )
    assert battle["odds"]["land"]["own"] == 3
    play(table, "roll 1 2", "roll 3 3")
    battle = GAME.view(table, SPECTATOR)["battle"]
    assert battle["attacker"]["dice"] == [1, 2]
    assert (battle["attacker"]["total"], battle["defender"]["total"]) == (4, 1)
    play(table, "keep the tile")
    assert GAME.view(table, SPECTATOR)["battle"] is None


def test_who_may_still_join_and_what_it_would_do() -> None:
    table = position(
        """france armies india 2
        russia row a armies india
        britain control india armies india
        spain armies india
        austria armies india""",
        turn="france",
    )
    play(table, "attack britain in india", "ask for armies", "offer 0")
    battle = GAME.view(table, 0)["battle"]
    assert {each["power"]: each["win"] for each in battle["attacker"]["could_join"]} == {"russia": 769}
    assert [each["power"] for each in battle["defender"]["could_join"]] == ["spain", "austria"]
    play(table, "refuse", "do not ask")
    battle = GAME.view(table, 0)["battle"]
    assert battle["attacker"]["could_join"] == []
    assert [each["power"] for each in battle["defender"]["could_join"]] == ["austria"]


def test_the_battle_that_comes_next_is_shown() -> None:
    text = "france armies india navies india\n britain control india\n spain row a armies india\n counters india-2"
    table = position(text, turn="france")
    play(table, "attack neutral 2 in india")
    assert GAME.view(table, 0)["battle"]["stage"] == "land"
    table = position(text.replace("control india", "control india navies india"), turn="france")
    play(table, "attack britain in india")
    assert GAME.view(table, 0)["battle"]["stage"] == "naval"


def test_a_strike_in_progress_is_shown() -> None:
    table = position("france\n britain control india navies india", turn="france")
    play(table, "buy pirates", "pirates strike britain in india")
    battle = GAME.view(table, 0)["battle"]
    assert battle["kind"] == "pirates-strike"
    assert (battle["odds"]["win"], battle["odds"]["tie"], battle["odds"]["loss"]) == (401, 198, 401)
    assert battle["odds"]["sea"] == {"own": 1, "theirs": 1, "win": 520, "tie": 256, "loss": 520, "of": 1296}


def test_odds_for_every_counter_that_a_tile_could_strike() -> None:
    table = position("france\n britain control india africa navies india 2", turn="france")
    assert GAME.view(table, 0)["strikes"] == []
    play(table, "buy pirates")
    strikes = {GAME.catalogue[each["action"]].notation: each["win"] for each in GAME.view(table, 0)["strikes"]}
    assert strikes == {"pirates strike britain in africa": 599, "pirates strike britain in india": 231}
    assert GAME.view(table, 1)["strikes"] == []
    assert foretold(table, 0, "pirates strike britain in india")["figure.strike-wins"] == (None, 23)
    table = position("france\n britain control caribbean armies caribbean navies caribbean", turn="france")
    play(table, "buy slave-revolt")  # strength 3 against an army with naval support
    assert [each["win"] for each in GAME.view(table, 0)["strikes"]] == [599]


def test_alliance_tiles_count_in_the_odds_while_allies_are_asked() -> None:
    """Two free tiles in the German States: the chance is 76.9 %, before and after the allies have answered."""
    table = position(
        """austria armies german-states 1 tiles bavaria saxony
        russia row a armies german-states
        france control german-states armies german-states""",
        turn="austria",
    )
    assert attack(table, "attack france in german-states")["win"] == 769
    assert foretold(table, 0, "attack france in german-states")["figure.attack-wins"] == (None, 77)
    play(table, "attack france in german-states")
    battle = GAME.view(table, 0)["battle"]
    assert battle["odds"]["win"] == 769
    assert {part["what"]: part["value"] for part in battle["attacker"]["land"]} == {"armies": 1, "tiles": 2}
    play(table, "ask for armies", "offer 0")
    assert GAME.view(table, 1)["battle"]["odds"]["win"] == 769


def test_a_tile_with_two_symbols_counts_as_an_army_until_its_owner_has_chosen() -> None:
    table = position(
        "russia armies baltic navies baltic tiles sweden\n prussia armies baltic navies baltic control baltic",
        turn="russia",
    )
    before = attack(table, "attack prussia in baltic")["win"]
    play(table, "attack prussia in baltic")
    assert GAME.view(table, 0)["battle"]["odds"]["win"] == before
    play(table, "sweden adds army")
    assert GAME.view(table, 0)["battle"]["odds"]["win"] == before


def test_no_die_of_the_sea_lingers_on_land() -> None:
    """The owner of the Blockade sees the odds of the battle to come, not the dice of the one that was fought."""
    table = position(
        "france armies india 2 navies india 3 tiles blockade\n britain control india armies india navies india",
        turn="france",
    )
    play(table, "attack britain in india", "fight at sea", "fight at sea", "roll 1 1", "roll 1 1")
    assert type(table.pending[-1]).__name__ == "UseBlockade"
    battle = GAME.view(table, 0)["battle"]
    assert battle["attacker"]["dice"] is battle["defender"]["dice"] is None
    assert (battle["stage"], battle["support"]) == ("land", "attacker")
    assert battle["odds"]["win"] == round(1000 * 996 / 1296)
    assert foretold(table, 0, "use blockade")["figure.attack-wins"] == (77, 89)


def test_the_last_reform_of_the_game_is_foretold() -> None:
    """The turn, the war and the game end with it; what it does to unrest is known all the same."""
    table = position("britain\n france unrest 6 tiles government-reform", turn="france", war=3, round=6)
    play(table, "build army", "to home", "build army", "to home")
    preview = GAME.preview(table, 1, GAME.catalogue.parse("use government-reform"))
    changes = {(each["name"], each["params"].get("power")): (each["before"], each["after"]) for each in preview.figures}
    assert changes["figure.unrest", "france"] == (6, 4)
    assert [event.kind.name for event in preview.events] == ["tile-used", "unrest-shed"]


def test_the_last_action_of_the_game_is_foretold() -> None:
    table = position("britain\n france gold 1", turn="france", war=3, round=6)
    play(table, "build army", "to home")
    preview = GAME.preview(table, 1, GAME.catalogue.parse("buy industry"))
    assert {each["name"] for each in preview.figures} >= {"figure.points", "figure.unrest"}


def test_voyages_show_where_a_unit_may_go_and_its_odds() -> None:
    table = position("france armies baltic navies africa\n britain", turn="france")
    play(table, "move units", "move army from baltic")
    goals = GAME.view(table, 0)["voyage"]["goals"]
    assert {f"to {goal}" for goal in goals} == set(offered(table, "go"))
    assert goals["africa"] == {"arrive": 32, "back": 2, "lost": 2, "of": 36}
    assert goals["german-states"]["arrive"] == 36
    play(table, "to africa")
    assert GAME.view(table, 0)["voyage"]["to"] == "africa"


def test_previews_tell_gold_and_unrest() -> None:
    table = position("france gold 1\n britain", turn="france")
    preview = GAME.preview(table, 0, GAME.catalogue.parse("buy banking"))
    changes = {(f["name"], f["params"]["power"]): (f["before"], f["after"]) for f in preview.figures}
    assert changes["figure.gold", "france"] == (1, 0)
    assert changes["figure.unrest", "france"] == (0, 1)


def foretold(table: Table, seat: int, notation: str) -> dict[str, tuple[Any, Any]]:
    preview = GAME.preview(table, seat, GAME.catalogue.parse(notation))
    assert preview.odds == []  # the figures say more than a list of throws
    return {each["name"]: (each["before"], each["after"]) for each in preview.figures}


def test_previews_tell_the_odds_of_attacks_and_voyages() -> None:
    table = position(
        "france armies baltic 2 navies africa\n spain row a armies baltic\n britain\n counters baltic-3", turn="france"
    )
    assert foretold(table, 0, "attack neutral 3 in baltic")["figure.attack-wins"] == (None, 23)
    play(table, "attack neutral 3 in baltic", "ask for armies", "offer 1")
    assert foretold(table, 1, "accept")["figure.attack-wins"] == (23, 40)
    table = position("france armies baltic navies africa\n britain", turn="france")
    play(table, "move units", "move army from baltic")
    found = foretold(table, 0, "to africa")
    assert (found["figure.arrives"], found["figure.lost"]) == ((None, 89), (None, 6))
    assert "figure.arrives" not in foretold(table, 0, "to home")


def test_the_market_tells_what_a_price_means() -> None:
    table = position("france gold 1 tiles war-office\n britain tiles banking", turn="france")
    seen = GAME.view(table, 0)
    assert seen["market"]["banking"] == {"count": 1, "buyable": True, "loans": 1}
    assert seen["market"]["war-office"] == {"count": 0, "buyable": False, "loans": 1}
    for viewer in (1, SPECTATOR):
        market = GAME.view(table, viewer)["market"]
        assert {tile: each["count"] for tile, each in market.items()} == {
            tile: each["count"] for tile, each in seen["market"].items()
        }, "the tiles lie open to all"
    assert seen["tile"]["banking"]["gold"] == 3
    assert seen["power"]["britain"]["tiles"] == {"banking": {"count": 1, "used": 0}}
    assert {tile["purpose"] for tile in seen["tile"].values()} == {
        "battle", "forces", "trade", "state", "alliance", "tactics", "mischief",
    }  # fmt: skip
