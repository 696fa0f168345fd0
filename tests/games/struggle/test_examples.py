"""The worked examples of the rulebook (EX) and those derived from it (DX), by name."""

from rondel.games.struggle.components import BOARD, POWER
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.alliances import Alliances, Bidding, turn_order
from rondel.games.struggle.steps.war import final_points, penalties, region_points
from rondel.kernel import flow
from tests.games.struggle.positions import (
    actor,
    board,
    control,
    gold,
    named,
    offered,
    play,
    position,
    reason,
    step,
    totals,
    units,
    unrest,
)


def test_ex1_auction() -> None:
    """War 2: Britain acted last in war 1 and bids first. Prussia wins with 1 gold; France begins the next."""
    table = position("britain\n france\n prussia\n austria\n spain", turn="britain", war=2)
    table.pending.clear()
    table.row, table.slot, table.order = [-1] * 7, [-1] * 7, []
    table.last = 0
    table.push(Alliances(table.last))
    flow.advance(table)
    play(
        table,
        "bid 0", "britain to a", "prussia to b",  # Britain plans war against Prussia
        "pass",  # France
        "bid 1", "austria to a", "france to b",  # Prussia
        "pass", "pass", "pass",  # Austria, Spain, Britain
    )  # fmt: skip
    events = play(table, "pass")  # France
    assert named(events, "auction-won") == [{"power": "prussia", "gold": 1}]
    assert gold(table, "prussia") == 9
    assert [POWER.ids[p] for p in range(7) if table.row[p] == 0] == ["austria"]
    assert [POWER.ids[p] for p in range(7) if table.row[p] == 1] == ["france"]
    assert offered_powers(table, "bid 0") == {"britain", "prussia", "spain"}
    assert isinstance(table.pending[-1], Bidding)
    assert actor(table) == "france"


def offered_powers(table: Table, bid: str) -> set[str]:
    twin = table.copy()
    play(twin, bid)
    return {move.split()[0] for move in offered(twin)}


def test_ex2_movement() -> None:
    """A navy reaches India with a 2; now an army may follow, throws 1 and 3, and is turned back."""
    table = position("britain navies north-america armies german-states\n france", turn="britain")
    play(table, "move units", "move navy from north-america", "to india", "die 2")
    assert units(table, "britain", "navy", "india") == 1
    assert units(table, "britain", "navy", "north-america") == 0
    play(table, "move army from german-states", "to india", "die 1", "die 3")
    assert units(table, "britain", "army", "german-states") == 1
    assert units(table, "britain", "army", "india") == 0
    assert table.actions == 1  # one action is used, and she may try again
    assert unrest(table, "britain") == 0
    play(table, "move units", "move army from german-states", "to india", "die 6", "done")
    assert units(table, "britain", "army", "india") == 1


def test_ex2_army_first_is_refused() -> None:
    table = position("britain navies north-america armies german-states\n france", turn="britain")
    play(table, "move units", "move army from german-states")
    assert reason(table, "to india") == "needs-navy"


def test_ex3_combat() -> None:
    """Spain attacks Britain in North America, 8 to 7; both throw a seven, and Austria loses a unit for Britain."""
    table = position(
        """spain   armies north-america 2  navies north-america 2  tiles army-training native-americans
        britain armies north-america    navies north-america    control north-america
        austria armies north-america    navies north-america    tiles army-training 2""",
        turn="spain",
    )
    play(table, "attack britain in north-america")
    assert gold(table, "spain") == 8
    assert actor(table) == "britain"
    play(table, "ask for armies", "offer 0", "accept")  # Austria helps on land alone
    play(table, "fight at sea", "decline to fight at sea")
    events = play(table, "roll 2 5", "roll 1 6")
    assert totals(events) == [("land", 8, 7)]
    assert [(lost["power"], lost["unit"]) for lost in named(events, "unit-lost")] == [
        ("spain", "army"),
        ("britain", "army"),
        ("austria", "army"),
    ]
    assert [unrest(table, power) for power in ("spain", "britain", "austria")] == [1, 1, 1]
    assert control(table, "britain", "north-america") == 0
    assert control(table, "spain", "north-america") == 1
    assert units(table, "spain", "navy", "north-america") == 2
    assert units(table, "spain", "army", "north-america") == 1
    assert units(table, "britain", "navy", "north-america") == 1
    assert units(table, "britain", "army", "north-america") == 0
    assert units(table, "austria", "navy", "north-america") == 1
    assert units(table, "austria", "army", "north-america") == 0


def scored(table: Table, region: str) -> dict[str, int]:
    return {POWER.ids[power]: value for power, value in region_points(table, BOARD.index[region])}


def test_ex4_victory_points() -> None:
    table = position(
        """britain control german-states 3
        france control german-states 3
        austria control german-states 2
        spain control german-states 1""",
        turn="britain",
    )
    assert scored(table, "german-states") == {"britain": 8, "france": 8, "austria": 5, "spain": 3}


def test_ex4b_equal_seconds() -> None:
    """With two counters, like Austria, Spain would have scored five points; the third value stays unused."""
    table = position(
        """britain control german-states 3
        france control german-states 3
        austria control german-states 2
        spain control german-states 2""",
        turn="britain",
    )
    assert scored(table, "german-states") == {"britain": 8, "france": 8, "austria": 5, "spain": 5}


def test_dx1_borrowing() -> None:
    """Two gold, five due: four are borrowed for two points of unrest, and one gold is left."""
    table = position("britain gold 2\n france", turn="britain")
    table.pay(POWER.index["britain"], 5, "bid")
    assert (gold(table, "britain"), unrest(table, "britain")) == (1, 2)


def test_dx2_borrowing_with_banking() -> None:
    table = position("britain gold 2 tiles banking\n france", turn="britain")
    table.pay(POWER.index["britain"], 5, "bid")
    assert (gold(table, "britain"), unrest(table, "britain")) == (0, 1)


def test_dx3_final_unrest() -> None:
    """20 or more is a revolution; of the others the highest level loses seven, the next four."""
    table = position(
        """britain points 60 unrest 20
        france points 55 unrest 12
        spain points 50 unrest 12
        austria points 48 unrest 9
        prussia points 40 unrest 3""",
        turn="britain",
    )
    totals_ = final_points(table, table.points, penalties(table))
    assert [totals_[POWER.index[p]] for p in ("britain", "france", "spain", "austria", "prussia")] == [
        0,
        48,
        43,
        44,
        40,
    ]


def test_dx4_turn_order() -> None:
    table = position("austria row a\n britain row a\n spain row a\n france row b\n prussia row b", turn="austria")
    assert [POWER.ids[p] for p in turn_order(table)] == ["austria", "france", "britain", "prussia", "spain"]


def test_dx5_navigation() -> None:
    """1 and 3, and two more for Navigation: the unit arrives."""
    table = position("britain navies baltic tiles navigation\n france", turn="britain")
    play(table, "move units", "move navy from baltic", "to india", "die 1", "die 3")
    assert units(table, "britain", "navy", "india") == 1


def test_dx6_tie_with_a_neutral() -> None:
    """Four armies and 3-3 against strength 4 and 6-6: a tie costs the attacker an army, and the counter stays."""
    table = position("austria armies german-states 4\n france\n counters german-states-4", turn="austria")
    events = play(table, "attack neutral 4 in german-states", "roll 3 3", "roll 6 6")
    assert totals(events) == [("land", 4, 4)]
    assert units(table, "austria", "army", "german-states") == 3
    assert unrest(table, "austria") == 1
    assert board(table, "german-states-4") == 1
    assert step(table) == "TakeTurn"
