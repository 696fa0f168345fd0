"""10., 14.2 Secret service and diplomacy."""

from rondel.games.imperunde.steps import diplomacy
from rondel.kernel import flow
from tests.games.imperunde.positions import hand, names, offered, play, position, reason, step


def test_the_british_player_speaks_last_and_closes() -> None:
    """14.2: seat 0 is Great Britain."""
    state = position("starter 2", "diplomacy")
    speakers = []
    while step(state) == "Speak":
        speakers.append(flow.to_act(state)[0])
        play(state, "done")
    assert speakers == [2, 3, 1, 0]
    assert step(state) == "CloseTalks"
    assert flow.to_act(state) == (0,)
    assert offered(state) == ["close the talks", "let the talks go on"]


def test_war_needs_one_side() -> None:
    state = position("", "diplomacy")
    play(state, "declare war on seat 2", "done")  # seat 1 speaks first
    assert state.war[1] == 1 << 2
    assert state.war[2] == 1 << 1
    play(state, "done", "done", "done", "close the talks")
    assert state.hostile(1) == 1 << 2


def test_peace_needs_both_sides() -> None:
    """Both wanted war; one offer of peace is not enough, the second ends the war."""
    state = position("war 1 2\nwar 2 1", "diplomacy")
    play(state, "offer peace to seat 2")
    assert state.war[1] == 1 << 2
    play(state, "done")
    assert flow.to_act(state) == (2,)
    happened = play(state, "offer peace to seat 1")
    assert "relation" in names(happened)
    assert not state.war[1]


def test_a_declaration_can_be_taken_back_until_the_end() -> None:
    """14.2: whoever hears of a change may answer, and then it can be withdrawn."""
    state = position("", "diplomacy")
    play(state, "declare war on seat 2")
    assert reason(state, "offer peace to seat 2") == "stance-just-changed"
    play(state, "done", "declare war on seat 1", "done", "done", "done")
    assert step(state) == "Speak"  # seat 1 is spoken to and may answer
    assert flow.to_act(state) == (1,)
    play(state, "offer peace to seat 2", "done")
    assert step(state) == "Speak"
    assert flow.to_act(state) == (2,)
    play(state, "offer peace to seat 1", "done", "done", "close the talks")
    assert not any(state.war)


def test_the_talks_end_even_if_nobody_gives_in() -> None:
    state = position("", "diplomacy")
    for _ in range(200):
        if step(state) != "Speak":
            break
        stances = [move for move in offered(state) if move.startswith(("declare", "offer"))]
        play(state, stances[0], "done")
    assert step(state) == "CloseTalks"
    assert state.talks == diplomacy.MOST_TALKS
    assert offered(state) == ["close the talks"]
    assert reason(state, "let the talks go on") == "talks-long-enough"


def test_the_british_player_lets_the_talks_go_on() -> None:
    state = position("", "diplomacy")
    play(state, "done", "done", "done", "done", "let the talks go on")
    assert step(state) == "Speak"
    assert flow.to_act(state) == (1,)


def test_the_target_changes_only_if_all_agree() -> None:
    """4., 14.2"""
    state = position("target 30", "diplomacy")
    assert reason(state, "propose a target of 20") == "target-too-far"
    play(state, "propose a target of 27")
    assert step(state) == "VoteTarget"
    play(state, "agree", "agree", "reject")
    assert state.target == 30
    assert reason(state, "propose a target of 28") == "proposed-already"
    play(state, "done", "propose a target of 33", "agree", "agree", "agree")
    assert state.target == 33


def test_a_lower_target_can_win_the_game() -> None:
    state = position("target 6\n3 china posts 3\n3 siam posts 2\n2 spain posts 3", "diplomacy")
    happened = play(state, "propose a target of 5", "agree", "agree", "agree")
    assert names(happened)[-2:] == ["target-changed", "won"]
    assert state.over()
    assert state.winner == 3


def test_what_cards_imposed_is_over_when_the_next_talks_begin() -> None:
    """12.: armistice, declaration and peace treaty end; the agreement of the last talks holds again."""
    state = position("war 0 1\ntruce 0 1", "events")
    state.join(state.declared, 2, 3)
    state.relate()
    assert state.hostile(2) == 1 << 3
    assert not state.hostile(0)
    diplomacy.begin(state)
    assert state.hostile(0) == 1 << 1
    assert not state.war[2]


def test_everybody_is_dealt_a_card_the_british_player_last() -> None:
    state = position("hand 0 ambush", "events")
    state.lay_card(0, 6)
    state.pending.clear()
    diplomacy.begin(state)
    flow.advance(state)
    assert sum(state.discard) == 0
    assert sum(state.deck) == 48
    dealt = []
    for card in ("draws ambush", "draws treason", "draws capture", "draws sabotage"):
        dealt += play(state, card)
    assert [event.values[0] for event in dealt if event.kind.name == "card-dealt"] == [1, 2, 3, 0]
    assert [hand(state, seat) for seat in range(4)] == [["sabotage"], ["ambush"], ["treason"], ["capture"]]
    assert dealt[0].face(1)["params"]["card"] == "ambush"
    assert dealt[0].face(0)["params"]["card"] is None


def test_standing_orders_are_given_once_a_speech() -> None:
    state = position("", "diplomacy")
    assert reason(state, "standing orders never") == "orders-already"
    play(state, "standing orders always")
    assert state.orders[1] == 3
    assert reason(state, "standing orders battles") == "orders-already"
