"""What a coach says of ImpeRunde: a choice's own effects, each told once, and what a chance counts on."""

import pytest

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA
from rondel.games.imperunde.odds import chance_to_win
from rondel.games.imperunde.position import position
from rondel.games.imperunde.state import Table
from rondel.kernel import flow
from tests.bots.telling import told
from tests.games.notation import Notation

play = Notation(GAME).play
LANGUAGES = ("en", "fr", "de")


def after(table: Table, *moves: str) -> Table:
    twin = table.copy()
    play(twin, *moves)
    return twin


# --- what others do ---------------------------------------------------------------------------------------------------


def test_a_talk_is_over_when_its_speaker_is_done() -> None:
    """What the others say then is their doing, and no effect of having said enough."""
    table = position("", "diplomacy")
    counsel, seat = GAME.counsel(), flow.to_act(table)[0]
    spoken = after(table, "done")
    assert counsel.is_settled(spoken, seat) or counsel.is_another(table, spoken, seat)
    play(table, "done", "done", "done", "done")
    closing = flow.to_act(table)[0]
    closed = after(table, "close the talks")
    assert counsel.is_settled(closed, closing) or counsel.is_another(table, closed, closing)


def test_what_cards_bring_after_the_talks_is_no_effect_of_closing_them() -> None:
    table = position("hand 1 declaration-of-war\norders 1 always", "diplomacy")
    play(table, "done", "done", "done", "done")
    closing = flow.to_act(table)[0]
    closed = after(table, "close the talks")
    assert flow.to_act(closed) == (1,), "he is asked whether he plays it"
    assert GAME.counsel().is_another(table, closed, closing)
    assert GAME.counsel().remarks(table, closed, closing) == []


def test_what_happens_after_a_turn_is_no_effect_of_ending_it() -> None:
    table = position("0 peru infantry 2 posts 1\n1 chile infantry 2\nwar 0 1", "movement", turn=0)
    ended = after(table, "done")
    assert not ended.pending or GAME.counsel().is_another(table, ended, 0) or GAME.counsel().is_settled(ended, 0)


# --- homelands --------------------------------------------------------------------------------------------------------


def test_nobody_is_told_to_hold_his_homeland() -> None:
    """It cannot be attacked."""
    table = position("home 0 brazil\nhome 1 usa\n1 peru infantry 4\nmoney 0 9\nwar 0 1", "investments", turn=0)
    grown = after(table, "raise infantry in brazil")
    keys = {(remark.key, remark.params.get("area")) for remark in GAME.counsel().remarks(table, grown, 0)}
    assert not {key for key, area in keys if area == "brazil" and key in ("holds", "open", "guarded")}


# --- money ------------------------------------------------------------------------------------------------------------


def test_what_is_bought_is_told_with_its_price_once() -> None:
    """The choice itself names it."""
    table = position("home 0 brazil\n0 brazil infantry 2\nmoney 0 9", "investments", turn=0)
    for move in ("raise infantry in brazil", "buy a card"):
        bought = after(table, move)
        assert bought.money[0] < table.money[0]
        assert not {remark.key for remark in GAME.counsel().remarks(table, bought, 0)} & {"money-spent", "units"}
    words = {language: GAME.texts(language) for language in LANGUAGES}
    args = {"unit": "infantry", "area": "russia", "price": 1}
    assert words["en"].text("action.buy-army", args) == "Raise infantry in Russia: 1 doubloon"
    assert words["fr"].text("action.buy-army", {**args, "price": 3}).endswith("3\u00a0doublons")
    assert words["de"].text("action.buy-army", {**args, "price": 3}).endswith("3 Dublonen")


def test_sea_tax_is_told_once() -> None:
    table = position("home 0 brazil\nmoney 0 9", "investments", turn=0)
    launch = next(
        str(GAME.catalogue[action])
        for action in flow.legal(table, 0)
        if str(GAME.catalogue[action]).startswith("launch frigate from brazil")
    )
    found = {remark.key for remark in GAME.counsel().remarks(table, after(table, launch), 0)}
    assert "sea" in found
    assert "income" not in found


def test_a_war_is_told_with_the_dividend_it_costs() -> None:
    table = position("", "diplomacy")
    seat = flow.to_act(table)[0]
    other = (seat + 1) % 4
    found = {
        remark.key: remark
        for remark in GAME.counsel().remarks(table, after(table, f"declare war on seat {other}"), seat)
    }
    assert found["war"].number == 2
    assert "income-lost" not in found, "told with the war"


@pytest.mark.parametrize("debt", [0, 5])
def test_a_loan_is_told_with_its_money_whoever_decides_last(debt: int) -> None:
    table = position("\n".join(f"debt {seat} {debt}" for seat in range(4)), "income")
    while len(flow.to_act(table)) > 1:
        flow.play(table, flow.to_act(table)[0], GAME.catalogue.parse("neither repay nor borrow"))
    loan, repaid = told(GAME, table, "borrow 5", "repay 5" if debt else "neither repay nor borrow")
    assert loan["money"]["params"]["n"] == 5
    assert loan["debt"]["params"]["n"] == 5
    assert loan["interest"]["params"]["n"] == 1
    assert ("interest-saved" in repaid) == bool(debt)


# --- battles ----------------------------------------------------------------------------------------------------------


def test_a_chance_that_counts_on_more_units_says_so() -> None:
    table = position("home 0 brazil\n0 brazil infantry 5", "movement", turn=0)
    march = "infantry brazil - peru"
    (found,) = told(GAME, table, march)
    begun = after(table, march)
    assert begun.fight is not None
    alone = chance_to_win(begun, begun.fight)
    assert found["brings-up"]["params"] == {"alone": round(100 * alone), "n": 4}
    assert found["land"]["percent"] > 100 * alone + 5


def test_a_single_army_counts_on_nobody() -> None:
    table = position("home 0 brazil\n0 brazil infantry 1", "movement", turn=0)
    march = "infantry brazil - amazonia"
    (found,) = told(GAME, table, march)
    begun = after(table, march)
    assert "brings-up" not in found
    assert begun.fight is not None
    assert found["land"]["percent"] == round(100 * chance_to_win(begun, begun.fight))
    assert found["battle-lost"]["percent"] == 100 - found["land"]["percent"]
    assert found["battle-lost"]["params"] == {"most": False, "n": 1}


def test_whoever_fights_on_does_it_with_what_is_in_the_battle() -> None:
    table = position("home 0 brazil\n0 brazil infantry 5", "movement", turn=0)
    play(table, "infantry brazil - peru")
    more, fights = told(GAME, table, "bring infantry from brazil", "fight")
    assert table.fight is not None
    assert more["land"]["percent"] > fights.get("land", {"percent": 0})["percent"]
    assert "brings-up" not in fights
    assert fights["battle-lost"]["params"]["n"] == 1


def test_posts_that_change_hands_are_told_with_the_same_chance() -> None:
    table = position(
        "home 0 brazil\nhome 1 usa\n0 brazil infantry 4\n1 peru infantry 1 posts 2\nwar 0 1", "movement", turn=0
    )
    (found,) = told(GAME, table, "infantry brazil - peru")
    assert found["posts"]["params"]["n"] == found["harm"]["params"]["n"] == 2
    assert found["posts"]["percent"] == found["harm"]["percent"] == found["land"]["percent"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "counts on 2 more units to be brought up: 12% without"),
        ("fr", "compte sur 2\u00a0unités de plus à amener\u00a0: 12\u00a0% sans elles"),
        ("de", "rechnet mit noch 2 Einheiten als Verstärkung: 12\u00a0% ohne sie"),
    ],
)
def test_what_a_chance_counts_on_reads_as_people_speak(language: str, said: str) -> None:
    words = GAME.texts(language).text("coach.brings-up", {"n": 2, "alone": 12})
    assert words.replace("\u00a0", " ").replace("\u202f", " ") == said.replace("\u00a0", " ")


# --- cards ------------------------------------------------------------------------------------------------------------


def test_a_card_that_is_played_says_what_it_does() -> None:
    table = position("hand 0 sabotage\n1 india frigate 1" if "india" in AREA.index else "hand 0 sabotage", "diplomacy")
    while flow.to_act(table)[0] != 0:
        play(table, "done")
    plays = [action for action in flow.legal(table, 0) if GAME.catalogue[action].kind == "play"]
    for action in plays:
        (remark,) = GAME.counsel().on_choice(table, 0, action)
        assert remark.key == "use-card"
    for language in LANGUAGES:
        said = GAME.texts(language).text("coach.use-card", {"card": "sabotage"})
        assert said.endswith(GAME.texts(language).text("card.text.sabotage"))


def test_whoever_looks_for_spies_is_told_how_many_cards_there_are() -> None:
    table = position("hand 0 expose-spies\nhand 1 ambush treason\nhand 2 pirates", "diplomacy")
    while flow.to_act(table)[0] != 0:
        play(table, "done")
    play(table, "play expose-spies")
    found = told(GAME, table, "at seat 1", "at seat 2")
    assert [each["cards-held"]["params"]["n"] for each in found] == [2, 1]
