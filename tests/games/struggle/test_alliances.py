"""Alliances: bids, proposals, passing, the odd player out, turn order, and secret orders."""

from rondel.games.struggle import GAME
from rondel.games.struggle.components import POWER
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Alliances, Bidding, most_bid
from rondel.games.struggle.steps.war import Rounds
from rondel.games.struggle.views import meaning
from rondel.kernel import flow
from rondel.kernel.record import Match
from tests.games.struggle.positions import actor, gold, named, offered, play, position, reason, step, unrest

FIVE = "britain\n france\n prussia\n austria\n spain"


def auction(text: str = FIVE, starter: int = 0, **options: bool) -> Table:
    table = position(text, turn=text.split()[0], **options)
    table.pending = [table.pending[0], Rounds(1, 0)]
    table.row, table.slot, table.order = [-1] * 7, [-1] * 7, []
    table.push(Alliances(starter))
    flow.advance(table)
    return table


def row(table: Table, number: int) -> list[str]:
    found = [(table.slot[power], POWER.ids[power]) for power in range(7) if table.row[power] == number]
    return [id_ for _, id_ in sorted(found)]


def bid(table: Table, amount: int, a: str, b: str) -> None:
    play(table, f"bid {amount}", f"{a} to a", f"{b} to b")


def test_a_bid_may_be_nothing_and_must_beat_the_last() -> None:
    table = auction()
    bid(table, 0, "britain", "prussia")
    assert reason(table, "bid 0") == "bid-too-low"
    assert "bid 1" in offered(table)
    assert "bid 7" in offered(table)  # a jump


def test_a_proposal_names_two_different_powers_and_need_not_name_the_bidder() -> None:
    table = auction()
    play(table, "bid 0", "spain to a")
    assert reason(table, "spain to b") == "already-proposed"
    assert offered(table) == ["britain to b", "france to b", "austria to b", "prussia to b"]
    assert reason(table, "russia to b") == "not-in-play"


def test_passing_is_not_final() -> None:
    table = auction()
    play(table, "pass")
    bid(table, 0, "spain", "austria")
    play(table, "pass", "pass", "pass")
    assert actor(table) == "britain"
    bid(table, 1, "britain", "austria")
    play(table, "pass", "pass", "pass", "pass")
    assert row(table, 0) == ["britain"]
    assert row(table, 1) == ["austria"]
    assert gold(table, "britain") == 9


def test_the_next_auction_begins_left_of_the_last_starter_and_the_allied_bid_too() -> None:
    table = auction()
    play(table, "pass", "pass", "pass", "pass")
    bid(table, 2, "spain", "britain")
    play(table, "pass", "pass", "pass", "pass")
    assert actor(table) == "france"  # Britain began; France is next, though Spain won
    play(table, "pass", "pass", "pass")
    assert actor(table) == "spain"
    bid(table, 0, "france", "prussia")  # Spain is allied already
    assert reason(table, "spain to a") == "not-this-decision"


def test_players_already_allied_cannot_be_proposed_again() -> None:
    table = auction()
    bid(table, 0, "spain", "britain")
    play(table, "pass", "pass", "pass", "pass", "bid 0")
    assert reason(table, "spain to a") == "already-allied"


def test_the_odd_player_out_joins_either_row_and_moves_last() -> None:
    for side in ("a", "b"):
        table = auction()
        bid(table, 0, "austria", "france")
        play(table, "pass", "pass", "pass", "pass")
        bid(table, 0, "britain", "prussia")
        play(table, "pass", "pass", "pass", "pass", "bid 0")
        assert offered(table) == ["spain to a", "spain to b"]
        play(table, f"spain to {side}", "pass", "pass", "pass")
        events = play(table, "pass")
        order = named(events, "turn-order")[0]["powers"]
        assert order == ["austria", "france", "britain", "prussia", "spain"]
        assert row(table, 0 if side == "a" else 1)[-1] == "spain"


def test_all_pass_and_the_starter_is_held_to_a_bid_of_nothing() -> None:
    table = auction()
    play(table, "pass", "pass", "pass", "pass", "pass")
    assert actor(table) == "britain"
    play(table, "france to a", "spain to b")
    assert isinstance(table.pending[-1], Bidding)
    assert actor(table) == "france"  # the others may still outbid it
    play(table, "pass", "pass", "pass", "pass")
    assert row(table, 0) == ["france"]
    assert gold(table, "britain") == 10


def test_two_players_are_always_enemies_and_bid_for_the_first_move() -> None:
    table = auction("britain\n france")
    bid(table, 3, "france", "britain")
    play(table, "pass")
    assert [POWER.ids[power] for power in table.order] == ["france", "britain"]
    assert table.row[0] != table.row[1]
    assert gold(table, "britain") == 7


def test_the_winner_borrows_if_short_and_only_the_winner_pays() -> None:
    table = auction("britain gold 2\n france gold 5")
    bid(table, 3, "britain", "france")
    bid(table, 4, "france", "britain")
    bid(table, 5, "britain", "france")
    play(table, "pass")
    assert (gold(table, "britain"), unrest(table, "britain")) == (1, 2)
    assert (gold(table, "france"), unrest(table, "france")) == (5, 0)


def test_players_spend_as_they_wish() -> None:
    """Gold is never short: who bids what he does not have borrows, be it into a revolution."""
    table = auction("britain gold 3 unrest 17\n france")
    assert most_bid(table, POWER.index["britain"]) == 99
    bid(table, 20, "britain", "france")
    play(table, "pass")
    assert (gold(table, "britain"), unrest(table, "britain")) == (1, 17 + 9)


def test_option_no_bid_may_bring_the_bidder_to_revolution() -> None:
    table = auction("britain gold 3 unrest 17\n france", **{"bids-limited": True})
    assert most_bid(table, POWER.index["britain"]) == 3 + 2 * 2
    assert reason(table, "bid 8") == "bid-too-high"
    table = auction("britain gold 3 unrest 25\n france", **{"bids-limited": True})
    assert most_bid(table, POWER.index["britain"]) == 3


def test_powers_without_a_player_are_placed_but_never_bid() -> None:
    table = position("britain\n france\n npc spain", turn="britain")
    table.pending.clear()
    table.row, table.slot, table.order = [-1] * 7, [-1] * 7, []
    table.push(Alliances(0))
    flow.advance(table)
    bid(table, 0, "spain", "france")
    play(table, "pass")
    assert actor(table) == "france"
    play(table, "bid 0", "britain to a", "pass")
    assert [POWER.ids[power] for power in table.order] == ["france", "britain"]


# --- secret orders --------------------------------------------------------------------------------------------------


def test_a_secret_order_bids_one_more_each_time_up_to_its_ceiling() -> None:
    table = auction("britain\n france\n spain")
    play(table, "leave a secret order", "bid up to 4", "britain to a", "spain to b")
    assert isinstance(table.pending[-1], Bidding)
    assert table.pending[-1].bid == 0
    bid(table, 1, "france", "britain")  # France
    assert actor(table) == "spain"
    events = play(table, "pass")  # now Britain's order bids two, and France is asked again
    assert named(events, "bid") == [{"power": "britain", "gold": 2, "a": "britain", "b": "spain"}]
    assert actor(table) == "france"
    bid(table, 4, "france", "britain")
    play(table, "pass")
    assert actor(table) == "britain"  # outbid: the player decides again
    assert table.ceiling[POWER.index["britain"]] == -1


def test_an_order_does_not_bid_against_its_own_proposal() -> None:
    table = auction("britain\n france\n spain")
    play(table, "leave a secret order", "bid up to 9", "britain to a", "spain to b")
    bid(table, 1, "britain", "spain")  # France pays for just that
    events = play(table, "pass")
    assert named(events, "auction-won") == [{"power": "france", "gold": 1}]


def test_two_orders_fight_it_out() -> None:
    table = auction("britain\n france\n spain")
    play(table, "leave a secret order", "bid up to 6", "britain to a", "spain to b")
    play(table, "leave a secret order", "bid up to 3", "france to a", "spain to b")
    events = play(table, "pass")  # Spain
    assert [(each["power"], each["gold"]) for each in named(events, "bid")] == [("britain", 2), ("france", 3)]
    events = play(table, "pass")  # Spain again
    assert [(each["power"], each["gold"]) for each in named(events, "bid")] == [("britain", 4)]
    assert table.ceiling[POWER.index["france"]] == -1
    assert actor(table) == "france"


def test_the_ceiling_is_seen_by_its_owner_alone() -> None:
    match = Match(GAME, 3, seed="orders")
    match.roll()
    while step(match.state) != "Bidding":
        seat = flow.to_act(match.state)[0]
        match.play(seat, flow.legal(match.state, seat)[0])
        match.roll()
    seat = flow.to_act(match.state)[0]
    match.play_notation(seat, "leave a secret order")
    match.play_notation(seat, "bid up to 7")
    own = match.observe(seat)["view"]
    other = match.observe((seat + 1) % 3)["view"]
    power = own["own"]
    assert own["power"][power]["ceiling"] == 7
    assert other["power"][power]["ceiling"] is None
    assert other["power"][power]["order"] is True
    assert match.log((seat + 1) % 3)[-1]["action"] is None
    assert match.log(seat)[-1]["action"]["notation"] == "bid up to 7"
    assert "7" not in str(match.log((seat + 1) % 3)[-1]["events"])
    match.play(seat, flow.legal(match.state, seat)[0])
    a, b = own["auction"]["unallied"][:2]
    match.play(seat, flow.legal(match.state, seat)[0])
    assert match.observe(seat)["view"]["auction"]["order"] == {"ceiling": 7, "a": a, "b": b}
    assert match.observe((seat + 1) % 3)["view"]["auction"]["order"] is None


def test_the_table_tells_what_unrest_a_bid_would_bring() -> None:
    table = auction("britain gold 3\n france\n spain")
    seen = GAME.view(table, 0)["auction"]
    assert seen["loans"][:8] == [0, 0, 0, 0, 1, 1, 2, 2]
    assert len(seen["loans"]) == seen["most"] + 1
    assert GAME.view(table, 1)["auction"]["loans"] == []


def test_a_bid_that_wakes_an_order_cannot_be_previewed_or_taken_back() -> None:
    table = auction("britain\n france\n spain")
    play(table, "leave a secret order", "bid up to 4", "britain to a", "spain to b", "pass")
    play(table, "bid 1", "spain to a")
    preview = GAME.preview(table, 2, GAME.catalogue.parse("france to b"))
    assert not preview.known
    play(table, "france to b")
    assert table.revealed


# --- what a proposal means -------------------------------------------------------------------------------------------


def test_what_a_proposal_means() -> None:
    table = auction()
    bid(table, 0, "austria", "france")
    play(table, "pass", "pass", "pass", "pass")
    found = meaning(table, POWER.index["spain"], POWER.index["spain"], POWER.index["prussia"])
    assert found["order"] == ["austria", "france", "spain", "prussia"]
    assert (found["row"], found["place"]) == ("a", 3)
    assert (found["friends"], found["foes"]) == (["austria"], ["france", "prussia"])
    seen = GAME.view(table, table.seat_of[POWER.index["france"]])["auction"]
    assert len(seen["outlook"]) == 6  # three powers are left, in two orders each
    assert seen["most"] == 99
    assert GAME.view(table, table.seat_of[POWER.index["spain"]])["auction"]["outlook"] == []
