"""The turn: revolution, laying cards, the rounds, the Last Chance, and the six phases."""

from rondel.games.colonial import GAME
from rondel.games.colonial.state import Table
from rondel.kernel import flow
from rondel.kernel.record import Match
from tests.games.colonial.positions import free_trade, kinds, offered, play, position, reason, step


def lay(table: Table, seat: int, cards: str) -> None:
    for card in cards:
        GAME.apply(table, seat, GAME.catalogue.parse(f"lay {card}"))


def test_four_cards_are_laid_in_order_and_each_once() -> None:
    table = position(at="turn")
    lay(table, 0, "cab")
    assert reason(table, "lay a", seat=0) == "card-laid"
    lay(table, 0, "f")
    assert table.program[:5] == [2, 0, 1, 5, -1]
    assert flow.to_act(table) == (1, 2)


def test_all_cards_of_a_round_are_shown_before_the_first_player_resolves_his() -> None:
    table = position("first 1", at="turn")
    lay(table, 0, "abcd")
    lay(table, 1, "bcde")
    events = GAME.apply(table, 2, GAME.catalogue.parse("lay c"))
    assert kinds(events) == ["card-laid"]
    lay(table, 2, "de")
    events = GAME.apply(table, 2, GAME.catalogue.parse("lay f"))
    assert kinds(events)[1:] == ["round-began", "card-shown", "card-shown", "card-shown"]
    assert flow.to_act(table) == (1,)
    assert table.shown == 1
    play(table, "1> ignore the card", "2> ignore the card")
    events = play(table, "0> ignore the card")
    assert "round-began" in kinds(events)
    assert table.shown == 2


def test_a_card_may_be_ignored() -> None:
    table = position("seat 0 treasury 3", at="0 plays a")
    before = GAME.save(table)["table"]
    events = play(table, "ignore the card")
    assert "ignored" in kinds(events)
    after = GAME.save(table)["table"]
    assert {key for key in before if before[key] != after[key]} <= {"shown"}


def test_an_ignored_merchant_does_not_count_as_used() -> None:
    table = position(at="0 plays c")
    play(table, "ignore the card")
    assert table.merchants == 0


def test_the_last_chance_card_is_one_of_the_two_left() -> None:
    table = position(at="turn")
    for seat in range(3):
        lay(table, seat, "abcd")
    while step(table) != "LayLast":
        play(table, "ignore the card")
    assert [GAME.catalogue[action].notation for action in flow.legal(table, 0)] == ["lay e", "lay f"]
    play(table, "0> lay e", "1> lay f", "2> lay e")
    assert table.shown == 5
    assert step(table) == "ResolveCard"


def test_option_five_cards_are_laid_at_once() -> None:
    table = position("seat 1 unrest 4", at="turn", **{"five-programmed": True})
    lay(table, 0, "abcde")
    assert flow.to_act(table) == (1, 2)
    lay(table, 1, "f")  # in revolution: the Last Chance card alone
    assert table.program[5:10] == [-1, -1, -1, -1, 5]
    lay(table, 2, "fedcb")
    for _ in range(8):
        play(table, "ignore the card")
    assert table.shown == 5
    assert [flow.to_act(table)[0]] == [0]


def test_all_cards_return_to_hand() -> None:
    table = position(at="turn")
    for seat in range(3):
        lay(table, seat, "abcd")
    while table.turn == 2:
        play(table, "lay e" if step(table) == "LayLast" else "done" if "done" in offered(table) else "ignore the card")
    assert table.program == [-1] * 30
    assert len(flow.legal(table, 0)) == 6


def test_three_markers_are_no_revolution() -> None:
    table = position("seat 0 unrest 3 treasury 5", at="turn")
    assert not table.in_revolution(0)
    assert table.treasury[0] == 5
    assert table.unrest[0] == 3


def test_goods_are_kept_in_a_revolution() -> None:
    table = position("seat 0 unrest 5 treasury 5 goods 3", at="turn")
    assert (table.treasury[0], table.goods[0]) == (0, 3)


def test_a_player_in_revolution_keeps_his_markers_this_turn() -> None:
    table = position("seat 0 unrest 5", at="turn")
    assert table.unrest[0] == 5


def test_taking_back_ends_where_the_cards_are_turned_up() -> None:
    match = Match(GAME, 3, {"five-programmed": False}, seed="test")
    match.roll()
    for seat in range(3):
        for card in "abc":
            match.play_notation(seat, f"lay {card}")
    match.play_notation(0, "lay d")
    assert len(match.takeback(0)) == 4
    match.take_back(0, 1)
    for seat in range(3):
        match.play_notation(seat, "lay d")
    assert [match.takeback(seat) for seat in range(3)] == [[], [], []]


def test_what_others_laid_is_not_in_the_log_nor_in_the_view() -> None:
    match = Match(GAME, 3, seed="test")
    match.roll()
    match.play_notation(0, "lay d")
    mine, theirs = match.log(0, 1), match.log(1, 1)
    assert mine[0]["action"]["notation"] == "lay d"
    assert theirs[0]["action"] is None
    assert theirs[0]["events"] == [{"kind": "card-laid", "params": {"seat": 0, "place": 1, "card": None}}]
    assert match.observe(1)["view"]["player"][0]["cards"] == ["hidden", None, None, None, None]
    assert match.observe(0)["view"]["player"][0]["cards"] == ["d", None, None, None, None]


def test_phases_follow_the_cards() -> None:
    table = position("seat 0 treasury 2\n seat 1 treasury 2", at="fleets")
    assert free_trade(table) == ["buy a merchant fleet", "done"]
    play(table, "0> done", "1> done")  # seat 2 has neither Treasury nor Goods
    assert table.first == 1
    assert step(table) == "NavalForces"
    assert flow.to_act(table) == (1,)


def test_the_turn_limit_ends_the_game() -> None:
    text = "turn 12\n seat 0 prestige 5 loans 2 1\n seat 1 prestige 4\n seat 2 prestige 4 treasury 3"
    table = position(text, at="loans", **{"turn-limit": 12})
    assert table.over()
    assert table.winner == 2  # 5 - 2 Loans, 4, and 4 with more Treasury
    assert GAME.ranks(table) == [3, 2, 1]
    assert GAME.scores(table) == [3, 4, 4]
