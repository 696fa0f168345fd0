"""The Merchant: raids, escort, cargo and charters."""

from rondel.games.colonial.components import SEATS
from tests.games.colonial.positions import dice, kinds, offered, play, position, reason, resolved

SPOTS = "brazil counters 0 1\n canada counters 0 1\n levant counters 0 1"


def test_each_fleet_carries_one_good() -> None:
    table = position(SPOTS, at="0 plays c")
    play(table, "use merchant", "ship brazil-sugar", "ship canada-furs")
    assert table.goods[0] == 2
    assert table.fleets[0] == 2
    assert resolved(table)


def test_fewer_goods_may_be_taken() -> None:
    table = position(SPOTS, at="0 plays c")
    play(table, "use merchant", "ship brazil-sugar", "done")
    assert table.goods[0] == 1


def test_one_good_of_each_type_in_an_action() -> None:
    text = "seat 0 fleets 3\n brazil counters 0 1\n madagascar counters 0 1\n canada counters 0 1"
    table = position(text, at="0 plays c")
    play(table, "use merchant", "ship brazil-sugar")
    assert reason(table, "ship madagascar-sugar") == "type-shipped"
    free = position(text, at="0 plays c", **{"one-good-per-type": False})
    play(free, "use merchant", "ship brazil-sugar", "ship madagascar-sugar")
    assert free.goods[0] == 2
    assert reason(free, "ship brazil-sugar") == "spot-shipped"


def test_a_refused_type_may_be_asked_of_another_player() -> None:
    table = position("brazil counters 1 1\n madagascar counters 2 1", at="0 plays c")
    play(table, "use merchant", "charter brazil-sugar", "1> refuse", "charter madagascar-sugar", "2> accept")
    assert table.goods[:3] == [1, 0, 0]


def test_consent_may_be_paid_for() -> None:
    table = position("seat 0 treasury 3\n brazil counters 1 1", at="0 plays c")
    play(table, "use merchant", "charter brazil-sugar")
    assert offered(table)[-1] == "offer a fee of 3"
    play(table, "offer a fee of 2", "1> accept")
    assert table.treasury[:2] == [1, 2]
    assert table.goods[:2] == [1, 0]


def test_a_refused_fee_is_not_paid() -> None:
    table = position("seat 0 treasury 3\n brazil counters 1 1", at="0 plays c")
    events = play(table, "use merchant", "charter brazil-sugar", "offer a fee of 2", "1> refuse")
    assert table.treasury[:2] == [3, 0]
    assert "charter-refused" in kinds(events)


def test_a_chartered_city_gives_a_second_good_without_asking_again() -> None:
    table = position("levant counters 1 3 colony 1 city silk", at="0 plays c")
    play(table, "use merchant", "charter levant-silk", "1> accept", "0> ship levant-silk")
    assert table.goods[:2] == [2, 0]


def test_the_merchant_is_used_even_without_cargo() -> None:
    table = position("", at="0 plays c")
    play(table, "use merchant")
    assert table.merchants == 1
    assert resolved(table)


def test_raids_stop_when_no_fleet_is_left() -> None:
    text = "seat 0 fleets 1 squadrons 0\n seat 1 privateers 0 2\n seat 2 privateers 0 1\n brazil counters 0 1"
    table = position(text, at="0 plays c")
    play(table, "use merchant", "1> raid", "roll 2")
    assert table.fleets[0] == 0
    assert resolved(table)  # seat 2 is not asked, and there is no cargo


def test_privateers_may_hold_back_and_escorts_stay_at_home() -> None:
    text = "seat 0 squadrons 2\n seat 1 privateers 0 2\n brazil counters 0 1"
    table = position(text, at="0 plays c")
    play(table, "use merchant", "1> hold the privateers back", "0> send no escort", "0> ship brazil-sugar")
    assert table.privateers(0) == 2
    assert table.fleets[0] == 2


def test_raids_go_clockwise_from_the_left() -> None:
    text = "seat 0 privateers 2 1\n seat 1 privateers 2 1\n seat 3 privateers 2 1"
    table = position(text, at="2 plays c", seats=4)
    play(table, "use merchant", "3> raid", "roll 0", "0> raid", "roll 0", "1> hold the privateers back")


def test_sunk_privateers_return_to_their_owners() -> None:
    text = "seat 0 squadrons 3\n seat 1 privateers 0 2"
    table = position(text, at="0 plays c")
    before = table.free[1]
    play(table, "use merchant", "1> raid", "roll 0", "0> send the escort")
    assert dice(table) == 3
    play(table, "roll 3")
    assert table.privateer[0 * SEATS + 1] == 0
    assert table.free[1] == before + 2


def test_squadrons_sent_out_as_privateers_escort_nobody() -> None:
    table = position("seat 0 squadrons 0 privateers 1 2\n seat 1 privateers 0 1", at="0 plays c")
    play(table, "use merchant", "1> raid", "roll 0")
    assert resolved(table)


def test_option_booty_pays_for_each_success() -> None:
    text = "seat 0 fleets 1\n seat 1 privateers 0 2"
    table = position(text, at="0 plays c", **{"privateer-booty": True})
    play(table, "use merchant", "1> raid", "roll 2")
    assert table.treasury[1] == 2


def test_option_strong_rebel_embargo() -> None:
    table = position("brazil counters 1 1\n canada counters 2 1", at="0 plays c", **{"strong-rebel": True})
    table.embargo = 2
    play(table, "use merchant")
    assert reason(table, "charter brazil-sugar") == "embargo"
    assert "charter canada-furs" in offered(table)


def test_without_a_counter_no_good() -> None:
    table = position("seat 0 loans 31\n brazil counters 0 1\n canada counters 1 1", at="0 plays c")
    assert table.free[0] == 0
    play(table, "use merchant")
    assert resolved(table)


def test_why_a_spot_cannot_be_shipped() -> None:
    table = position("brazil counters 1 1\n canada counters 0 1", at="0 plays c")
    play(table, "use merchant")
    assert reason(table, "ship brazil-sugar") == "not-your-spot"
    assert reason(table, "ship levant-silk") == "spot-free"
    assert reason(table, "charter canada-furs") == "no-charter-needed"
