"""9., 14.3 Income and debts."""

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, LANDS
from rondel.games.imperunde.state import BORROWED, COLONIAL, DIVIDEND, INTEREST_PAID, LINES, REPAID
from rondel.games.imperunde.steps.budget import interest, peace_dividend, sea_tax, sea_taxes
from tests.games.imperunde.positions import offered, play, play_as, position, reason, step


def test_e03_peace_dividend() -> None:
    """Four players, three peaces: 6 doubloons."""
    state = position("", "income")
    assert peace_dividend(state, 0) == 6
    assert state.budget[DIVIDEND] == 6


def test_an_armistice_pays_no_dividend() -> None:
    state = position("war 0 1\ntruce 0 1", "income")
    assert peace_dividend(state, 0) == 4


def test_e04_interest() -> None:
    assert [interest(debt) for debt in (0, 5, 10, 25)] == [0, 1, 2, 5]
    state = position("debt 0 10", "income")
    assert state.budget[INTEREST_PAID] == 2


def test_e05_sea_tax_of_yellow() -> None:
    """Arabian Sea 3 and Gulf of Guinea 2; nothing for freighters, distant seas and colonies without posts."""
    state = position(
        """home 0 south-africa
        0 madagascar posts 1
        0 guinea infantry 2
        0 arabian-sea frigate 1
        0 gulf-of-guinea ship-of-the-line 1
        0 indian-ocean infantry 2
        0 strait-of-magellan frigate 1
        0 central-atlantic frigate 1""",
        "income",
    )
    taxes = {
        sea: sea_tax(state, 0, AREA.index[sea] - LANDS)
        for sea in ("arabian-sea", "gulf-of-guinea", "indian-ocean", "strait-of-magellan", "central-atlantic")
    }
    assert taxes == {
        "arabian-sea": 3, "gulf-of-guinea": 2, "indian-ocean": 0, "strait-of-magellan": 0, "central-atlantic": 0,
    }  # fmt: skip
    assert sea_taxes(state, 0) == 5


def test_the_whole_form() -> None:
    """Surplus 3 + home 5 + three peaces 6 + two posts 2 + North Sea 2 - interest 1."""
    state = position("money 0 3\ndebt 0 5\n0 scandinavia posts 2\n0 north-sea frigate 1", "income")
    assert state.money[0] == 3 + 5 + 6 + 2 + 2 - 1
    assert state.money[1] == 5 + 6


def test_famine_brings_no_colonial_tax() -> None:
    state = position("0 scandinavia posts 2\nfamine scandinavia", "income")
    assert state.budget[COLONIAL] == 0


def test_repaying_and_borrowing() -> None:
    """5 or 10 repaid, 5 borrowed, never above 25, never more than there is."""
    state = position("debt 0 25\nmoney 0 0\ndebt 1 5\ndebt 2 10\nmoney 2 90", "income")
    assert offered(state) == ["repay 5", "neither repay nor borrow"]  # 11 income less 5 interest: 6 doubloons
    assert reason(state, "borrow 5") == "too-much-debt"
    assert reason(state, "repay 10") == "too-little-money"
    play_as(state, 1, "borrow 5")
    play_as(state, 2, "repay 10")
    play_as(state, 0, "repay 5")
    assert step(state) == "Budget"
    play_as(state, 3, "neither repay nor borrow")
    assert state.debt[:4] == [20, 10, 0, 0]
    assert state.budget[0 * LINES + REPAID] == 5
    assert state.budget[1 * LINES + BORROWED] == 5
    assert state.money[:3] == [1, 5 + 6 - 1 + 5, 90 + 11 - 2 - 10]


def test_without_debts_nothing_can_be_repaid() -> None:
    state = position("", "income")
    assert reason(state, "repay 5") == "no-such-debt"


def test_a_repayment_can_win_the_game() -> None:
    """4., 9. The last debt is repaid, and the posts are there; of two, the first in turn order wins."""
    text = "target 2\ndebt 0 5\ndebt 1 5\n0 scandinavia posts 2\n1 china infantry 1\n1 korea posts 2\nstarter 1"
    state = position(text, "income")
    for seat in range(4):
        play_as(state, seat, "repay 5" if seat < 2 else "neither repay nor borrow")
    assert state.over()
    assert state.winner == 1


def test_the_decisions_are_taken_together() -> None:
    state = position("", "income")
    assert state.pending[-1].to_act(state) == (0, 1, 2, 3)
    play(state, "borrow 5")
    assert state.pending[-1].to_act(state) == (1, 2, 3)
    assert state.debt[0] == 5, "everybody sees it"
    play(state, "borrow 5", "borrow 5")
    told = GAME.preview(state, 3, GAME.catalogue.parse("borrow 5")).figures
    assert {figure["params"]["seat"] for figure in told} == {3}, "what the others did is done"
