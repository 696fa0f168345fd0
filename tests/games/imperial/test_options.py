"""What players may agree on beyond the rulebook: gifts at any time, posture, shorter games, chosen flags, and so on."""

import random
from typing import Any

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.components import AREA
from rondel.games.imperial.state import Table
from rondel.kernel import flow
from rondel.kernel.events import Event
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match
from tests.games.imperial.positions import count, flag, offered, paid, play, position, power, reason, treasury


def kinds(events: list[Event]) -> list[str]:
    return [event.kind.name for event in events]


# --- gifts --------------------------------------------------------------------------------------------------------


def test_gifts_are_offered_where_money_is_spent() -> None:
    table = position("germany armies berlin\n player 4 money 3", turn="germany")
    assert "open the purse" in offered(table)
    play(table, "germany advances to maneuver-1")
    assert "open the purse" not in offered(table)


def test_gifts_at_any_time_are_offered_with_every_decision() -> None:
    table = position(
        "germany armies berlin\n france armies munich\n player 4 money 3\n player 2 money 1",
        turn="germany",
        gifts="any-time",
    )
    play(table, "germany advances to maneuver-1", "open the purse")
    assert paid(play(table, "give russia 2")) == [("seat-4", "russia", 2, "gift")]
    play(table, "march berlin to munich")
    assert offered(table)[-1] == "open the purse"
    play(table, "keep the peace", "open the purse")
    assert paid(play(table, "give france 1")) == [("seat-2", "france", 1, "gift")]
    assert offered(table) == ["keep the peace", "army fights germany army in munich"]


def test_gifts_at_any_time_need_money() -> None:
    table = position("germany armies berlin", turn="germany", gifts="any-time")
    play(table, "germany advances to maneuver-1")
    assert "open the purse" not in offered(table)


# --- posture ------------------------------------------------------------------------------------------------------


def test_by_the_rulebook_an_army_that_stays_keeps_its_posture() -> None:
    table = position("italy friendly vienna armies trieste", turn="italy")
    play(table, "italy advances to maneuver-1")
    assert reason(table, "an army in vienna turns hostile") == "posture-on-entering"


def test_an_army_that_stays_may_change_its_posture_instead_of_moving() -> None:
    table = position("italy friendly vienna armies trieste", turn="italy", posture="any-time")
    play(table, "italy advances to maneuver-1", "an army in vienna turns hostile")
    assert (count(table, "italy", "army", "vienna"), count(table, "italy", "friendly", "vienna")) == (1, 0)
    assert reason(table, "march vienna to prague") == "has-moved"
    assert reason(table, "an army in vienna turns friendly") == "no-army-to-turn"
    play(table, "an army in trieste turns friendly")
    assert count(table, "italy", "friendly", "trieste") == 1
    assert offered(table) == ["done"]


def test_no_army_turns_hostile_at_the_last_free_factory() -> None:
    table = position(
        "austria-hungary friendly venice\n italy factories venice", turn="austria-hungary", posture="any-time"
    )
    play(table, "austria-hungary advances to maneuver-1")
    assert reason(table, "an army in venice turns hostile") == "protected"


def test_armies_at_home_and_in_neutral_lands_have_no_posture() -> None:
    table = position("italy armies rome tunis", turn="italy", posture="any-time")
    play(table, "italy advances to maneuver-1")
    assert offered(table, "turn-friendly") == offered(table, "turn-hostile") == []


# --- the end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "factor"), [(15, 3), (20, 4), (25, 5)])
def test_a_shorter_game_ends_earlier(end: int, factor: int) -> None:
    text = f"germany power {end - 2} marker maneuver-1 chips sweden norway denmark bonds 0 2\n player 4 money 4"
    table = position(text, turn="germany", end=end)
    assert GAME.view(table, 0)["track"][-1] == factor
    happened = play(table, "germany advances to taxation")
    assert table.over()
    assert happened[-1].params() == {"nation": "germany", "power": end}
    assert GAME.scores(table)[0] == factor


def test_power_beyond_the_end_is_lost() -> None:
    table = position("germany power 12 chips sweden norway denmark holland belgium baltic-sea", turn="germany", end=15)
    play(table, "germany advances to taxation")
    assert power(table, "germany") == 15


# --- flags chosen by hand -----------------------------------------------------------------------------------------


def new(seats: int, *moves: str, **options: object) -> Table:
    table = GAME.setup(seats, options)
    assert isinstance(table, Table)
    play(table, *moves)
    return table


def test_players_choose_their_flags_clockwise_from_the_first() -> None:
    table = new(4, "seat 2 chooses first", deal="chosen")
    assert flow.to_act(table) == (2,)
    assert len(offered(table, "take-flag")) == 6
    play(table, "take the flag of russia")
    assert flow.to_act(table) == (3,)
    assert reason(table, "take the flag of russia") == "flag-taken"
    play(table, "take the flag of italy", "take the flag of france", "take the flag of germany")
    assert [flag(table, nation) for nation in ("russia", "italy", "france", "germany")] == [2, 3, 0, 1]
    assert table.money[:4] == [0] * 4, "bonds are dealt as on the backs of the flags"


def test_with_three_players_the_other_flag_comes_along() -> None:
    table = new(3, "seat 0 chooses first", deal="chosen")
    assert reason(table, "take the flag of russia") == "flag-comes-along"
    play(table, "take the flag of italy")
    assert [flag(table, nation) for nation in ("italy", "russia")] == [0, 0]


# --- several pairs ------------------------------------------------------------------------------------------------

BATTLE = "italy armies greece 3 fleets ionian-sea\n russia armies greece 2 fleets ionian-sea"


def test_battles_are_pair_by_pair() -> None:
    table = position(BATTLE, turn="italy")
    play(table, "italy advances to maneuver-1", "done")
    assert reason(table, "army fights russia army in greece to the last") == "nobody-to-fight"


def test_several_pairs_fight_in_one_decision() -> None:
    table = position(BATTLE, turn="italy", battles="several")
    play(table, "italy advances to maneuver-1")
    assert "fleet fights russia fleet in ionian-sea to the last" not in offered(table), "one pair is one pair"
    play(table, "done")
    happened = play(table, "army fights russia army in greece to the last")
    assert kinds(happened).count("fought") == 2
    assert (count(table, "italy", "army", "greece"), count(table, "russia", "army", "greece")) == (1, 0)
    assert table.unmoved[AREA.index["greece"]] == 1


# --- the rules of 2030 --------------------------------------------------------------------------------------------


def test_2030_every_player_keeps_two_millions() -> None:
    """54 bonds with 9 and 2 on the flags, 15 chips; 13, 24 or 35 millions for one, two or three flags."""
    for seats, first in ((2, "italy"), (3, "italy"), (6, "italy")):
        table = new(seats, edition="2030")
        rng = random.Random(1)
        while flow.to_act(table) == (-1,):
            play(table, GAME.catalogue[rng.choice(flow.odds(table))[0]].notation)
        assert table.money[:seats] == [2] * seats, first
        assert (table.bonds, table.chip_limit) == (9, 15)


def test_2030_a_space_costs_one_million_and_one_more_for_each_factor() -> None:
    table = position("italy marker investor power 11\n player 1 money 10", turn="italy", edition="2030")
    assert GAME.view(table, 1)["wheel"]["taxation"] == 3
    assert ("seat-1", "bank", 6, "rondel") in paid(play(table, "italy advances to factory"))
    weak = position("italy marker investor power 4\n player 1 money 10", turn="italy", edition="2030")
    assert ("seat-1", "bank", 1, "rondel") in paid(play(weak, "italy advances to taxation"))


def test_2030_a_government_that_can_pay_for_one_space_gets_one_further() -> None:
    table = position("italy marker investor power 11\n player 1 money 5", turn="italy", edition="2030")
    assert offered(table, "advance")[-1] == "italy advances to taxation"
    assert reason(table, "italy advances to factory") == "too-little-money"


def test_2030_the_treasury_pays_a_fixed_bonus() -> None:
    """Taxes of 10: 3 power points, 2 for the government, out of the treasury."""
    text = "germany factories berlin hamburg cologne munich danzig armies berlin 3 tax 9 treasury 1"
    table = position(text, turn="germany", edition="2030")
    happened = paid(play(table, "germany advances to taxation"))
    assert happened == [("bank", "germany", 7, "taxes"), ("germany", "seat-4", 2, "success-bonus")]
    assert (treasury(table, "germany"), power(table, "germany")) == (6, 3)


def test_2030_a_poor_treasury_pays_a_smaller_bonus() -> None:
    table = position("germany chips sweden norway armies berlin 6 hamburg 1", turn="germany", edition="2030")
    assert GAME.view(table, 0)["nation"]["germany"]["forecast"]["bonus"] == 0
    assert paid(play(table, "germany advances to taxation")) == []


@pytest.mark.parametrize(
    ("chips", "points", "bonus"),
    [(1, 0, 0), (2, 1, 1), (4, 2, 1), (6, 3, 2), (9, 6, 3), (11, 8, 4), (13, 9, 5), (14, 10, 5)],
)
def test_2030_the_tax_chart(chips: int, points: int, bonus: int) -> None:
    """Two factories make 4, each chip one more."""
    lands = "portugal spain morocco algeria tunis belgium holland denmark norway sweden greece bulgaria romania turkey"
    table = position(f"italy chips {' '.join(lands.split()[:chips])} treasury 9", turn="italy", edition="2030")
    forecast = GAME.view(table, 0)["nation"]["italy"]["forecast"]
    assert (forecast["power"], forecast["bonus"]) == (points, bonus)


def test_2030_the_swiss_bank_is_open() -> None:
    table = position("russia flag 0\n italy marker maneuver-1 treasury 9 bonds 5 12", turn="italy", edition="2030")
    play(table, "italy advances to import")
    assert offered(table) == ["force a stop on investor", "let it pass"]


# --- standing orders ----------------------------------------------------------------------------------------------

MEETING = "austria-hungary armies vienna\n italy armies venice fleets venice\n france armies venice"
WITH_ORDERS = {"orders": True}


def test_without_the_option_there_are_no_orders() -> None:
    table = position(MEETING, turn="austria-hungary")
    assert "give standing orders" not in offered(table)
    assert GAME.view(table, 1)["orders"] is None


def ordered(text: str, turn: str, *orders: tuple[int, int, int]) -> Table:
    table = position(text, turn=turn, **WITH_ORDERS)
    for seat, occasion, answer in orders:
        table.give_order(seat, occasion, answer)
    return table


def test_an_order_keeps_the_peace_for_the_one_who_enters() -> None:
    table = ordered(MEETING, "austria-hungary", (0, 0, 2))
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
    assert flow.to_act(table) == (1,), "Italy is asked at once"
    assert GAME.view(table, SPECTATOR)["answered"] == {"nation": "austria-hungary", "answer": "peace"}


def test_an_order_fights_only_where_there_is_no_choice_of_enemies() -> None:
    table = ordered(MEETING, "austria-hungary", (0, 0, 1))
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
    assert flow.to_act(table) == (0,)
    assert len(offered(table, "fight")) == 3
    single = ordered("austria-hungary armies vienna\n italy fleets venice", "austria-hungary", (0, 0, 1))
    play(single, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
    assert count(single, "italy", "fleet", "venice") == 0


def test_orders_answer_for_those_whose_area_was_entered() -> None:
    """Italy keeps the peace by order; France, next in turn order, fights by order."""
    table = ordered(MEETING, "austria-hungary", (1, 1, 2), (2, 1, 1))
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile", "keep the peace")
    assert count(table, "austria-hungary", "army", "venice") == count(table, "france", "army", "venice") == 0
    assert count(table, "italy", "army", "venice") == 1


def test_an_order_to_fight_sends_an_army_before_a_fleet() -> None:
    table = ordered(MEETING, "austria-hungary", (1, 1, 1))
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile", "keep the peace")
    assert (count(table, "italy", "army", "venice"), count(table, "italy", "fleet", "venice")) == (0, 1)


def test_an_order_may_be_given_when_asked_and_holds_at_once() -> None:
    table = position(MEETING, turn="austria-hungary", **WITH_ORDERS)
    play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile", "keep the peace")
    assert flow.to_act(table) == (1,)
    play(table, "give standing orders")
    assert reason(table, "when entered ask") == "order-stands"
    play(table, "when entered peace")
    assert flow.to_act(table) == (2,), "Italy has answered by its order"


def test_nobody_sees_the_orders_of_others() -> None:
    table = position(MEETING, turn="austria-hungary", **WITH_ORDERS)
    play(table, "give standing orders")
    event = play(table, "when entering fight")[0]
    assert event.face(0)["params"] == {"seat": 0, "occasion": "entering", "answer": "fight"}
    for other in (1, SPECTATOR):
        assert event.face(other)["params"] == {"seat": 0, "occasion": None, "answer": None}
    assert GAME.view(table, 0)["orders"] == {"entering": "fight", "entered": "ask"}
    assert GAME.view(table, 1)["orders"] == {"entering": "ask", "entered": "ask"}
    assert GAME.view(table, SPECTATOR)["orders"] is None


def test_a_preview_does_not_tell_whether_an_order_will_answer() -> None:
    for answer in (0, 1, 2):
        table = ordered(MEETING, "austria-hungary", (1, 1, answer))
        play(table, "austria-hungary advances to maneuver-1", "march vienna to venice", "enter hostile")
        assert not GAME.preview(table, 0, GAME.catalogue.parse("keep the peace")).known


def test_what_an_order_has_answered_is_told_and_not_taken_back() -> None:
    match = Match(GAME, 6, {"orders": True})
    match.state = ordered(MEETING, "austria-hungary", (0, 0, 2))
    for move in ("austria-hungary advances to maneuver-1", "march vienna to venice"):
        match.play_notation(0, move)
    assert match.takeback(0)
    told = match.play_notation(0, "enter hostile")
    assert [event.params() for event in told if event.kind.name == "answered"] == [
        {"nation": "austria-hungary", "answer": "peace"}
    ]
    assert not match.takeback(0)


def test_imagined_worlds_keep_ones_own_orders_and_deal_the_others() -> None:
    table = ordered(MEETING, "austria-hungary", (0, 0, 2), (0, 1, 1))
    worlds = [GAME.imagine(table, 0, random.Random(seed)) for seed in range(20)]
    assert all(world.orders[:2] == [2, 1] for world in worlds)
    assert len({tuple(world.orders) for world in worlds}) > 10


# --- too few chips ------------------------------------------------------------------------------------------------


SHORT = """italy armies algeria tunis chips portugal morocco belgium holland denmark norway sweden bulgaria black-sea
france armies spain greece
    chips north-sea north-atlantic baltic-sea bay-of-biscay english-channel ionian-sea turkey romania west-balkan"""


@pytest.mark.parametrize(
    ("order", "moved", "chosen"),
    [("turn", "italy", "italy france"), ("turn", "france", "france italy"), ("reverse", "italy", "france italy")],
)
def test_nations_short_of_chips_choose_in_turn_order_from_the_one_that_moved(
    order: str, moved: str, chosen: str
) -> None:
    """Ruling 24: Italy and France have one chip each for two lands."""
    options: dict[str, Any] = {"chip-order": order}
    table = position(SHORT.replace("\n    ", " "), turn=moved, **options)
    play(table, f"{moved} advances to maneuver-1", "done")
    asked = []
    while offered(table, "place-chip"):
        asked.append(GAME.view(table, 0)["player"][flow.to_act(table)[0]]["flags"][0])
        play(table, offered(table)[0])
    assert asked == chosen.split()


def test_games_of_the_first_rules_version_choose_in_reverse() -> None:
    assert GAME.settle(4, {}, rules=1)["chip-order"] == "reverse"
    assert GAME.settle(4)["chip-order"] == "turn"
