"""ImpeRunde's heuristic bot: cards go where they are meant to go."""

import random

from rondel.bots import Sight, make
from rondel.bots.search import play_out
from rondel.games.imperunde import GAME
from rondel.games.imperunde.bot.estimates import leader
from rondel.games.imperunde.bot.policy import Heuristic
from rondel.games.imperunde.components import AREA, LAND_NEAR
from rondel.games.imperunde.counsel import Governor
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.budget import sea_taxes
from rondel.kernel import flow
from rondel.kernel.data import bits
from tests.games.imperunde.positions import play, position, step


def chosen(state: Table) -> str:
    """What the bot does that is to act."""
    seat = flow.to_act(state)[0]
    bot = make("imperunde", "heuristic", 1)
    return GAME.catalogue[bot.choose(Sight(GAME, state, seat, random.Random(1)))].notation


def test_an_armistice_in_battle_is_for_the_attacker_and_not_for_the_leader() -> None:
    text = """
        home 0 south-africa
        war 0 1
        war 1 2
        hand 1 armistice
        orders 1 always
        0 south-africa artillery 3
        1 congo infantry 1 posts 2
        2 china infantry 3 posts 3
    """
    state = position(text, "movement")
    play(state, "artillery south-africa - congo", "fight")
    assert chosen(state) == "play armistice"
    play(state, "play armistice")
    assert chosen(state) == "at seat 0"


def test_forged_orders_send_ships_away_before_they_earn() -> None:
    text = """
        hand 0 forged-orders-sea
        orders 0 always
        1 china infantry 1 posts 3
        1 china-sea frigate 1
    """
    state = position(text, "income")
    assert chosen(state) == "play forged-orders-sea"
    play(state, "play forged-orders-sea")
    while step(state) == "Aim":
        play(state, chosen(state))
    assert sea_taxes(state, 1) == 0


ROOMY = ("peru", "mexico", "china", "java", "moluccas", "spain", "france", "philippines")
FREE_SLOTS = "\n".join(f"0 {land} infantry 1 posts 1" for land in ROOMY)


def test_no_loan_while_there_is_cash_and_nothing_to_build() -> None:
    assert chosen(position("round 2\nmoney 0 31", "income")) == "neither repay nor borrow"


def test_a_loan_for_posts_that_the_money_at_hand_cannot_pay() -> None:
    assert chosen(position(f"round 2\nmoney 0 1\n{FREE_SLOTS}", "income")) == "borrow 5"
    assert chosen(position(f"round 2\nmoney 0 1\ndebt 0 5\n{FREE_SLOTS}", "income")) != "borrow 5"


def test_no_war_on_a_leader_whom_nothing_can_reach() -> None:
    lands = ("china", "east-india", "west-india", "ottoman-empire", "france", "spain", "java", "moluccas", "mexico")
    text = "round 5\ntarget 30\norders 0 always\n" + "\n".join(f"1 {land} infantry 1 posts 3" for land in lands)
    state = position(text, "diplomacy")
    while flow.to_act(state)[0] != 0:
        play(state, chosen(state))
    assert not chosen(state).startswith("declare war")
    near = text + "\n0 manchuria artillery 6"
    state = position(near, "diplomacy")
    while flow.to_act(state)[0] != 0:
        play(state, chosen(state))
    assert chosen(state).startswith("declare war"), "one who is about to win is stopped where he can be reached"


def test_among_equals_not_everybody_aims_at_the_same_seat() -> None:
    state = position("", "income")
    assert [leader(state, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert [leader(state, seat, 0b1010) for seat in range(4)] == [1, 3, 3, 1], "of those who can be aimed at, too"


def test_a_warship_hunts_freighters_that_nobody_guards() -> None:
    text = "war 0 1\n0 south-atlantic frigate 1\n1 gulf-of-guinea artillery 4"
    assert chosen(position(text, "movement")) == "frigate south-atlantic - gulf-of-guinea"
    assert "gulf-of-guinea" not in chosen(position(text + "\n1 gulf-of-guinea ship-of-the-line 2", "movement"))


def test_armies_are_raised_for_more_than_one_target() -> None:
    """Peru, La Plata and Amazonia lie free beside Brazil: what takes one of them is not enough."""
    state = position("home 0 brazil\nmoney 0 24", "investments")
    raised = 0
    while step(state) == "Invest":
        move = chosen(state)
        raised += move.startswith(("raise infantry", "raise cavalry", "raise artillery"))
        play(state, move)
    assert raised >= 8


def test_a_coach_looks_at_the_next_round_early_and_to_the_end_later() -> None:
    """What is bought early shows only much later; a search plans the whole round instead."""
    policy = Heuristic(random.Random(1))
    early = position(f"round 2\nmoney 0 9\n{FREE_SLOTS}", "investments")
    assert policy.plans(early)
    assert policy.attention(early) == 0.0
    assert policy.deadline(early) > early.round
    late = position(f"round 2\nmoney 0 9\ntarget 12\n{FREE_SLOTS}", "investments")
    deadline = policy.deadline(late)
    play_out(late, policy, random.Random(1), deadline=deadline)
    assert not late.pending, "it goes on until somebody has won"


def test_the_coach_says_what_armies_are_raised_for() -> None:
    """Whatever the best target of all is: infantry in Congo is for a land next to it; on an island it can embark."""
    text = "home 0 brazil\n0 brazil artillery 3 infantry 2\n0 congo infantry 3 posts 1\n0 madagascar infantry 1 posts 1"
    before = position(text, "movement")
    after = before.copy()
    after.troops[AREA.index["congo"] * 4] += 1
    after.troops[AREA.index["madagascar"] * 4] += 1
    told = {remark.key: remark for remark in Governor().remarks(before, after, 0)}
    assert told["target"].params["area"] in {AREA.ids[land] for land in bits(LAND_NEAR[AREA.index["congo"]])}
    assert told["target"].number > 30
    assert "idle" not in told, "there is prey across the sea from Madagascar"


def test_a_search_compares_few_choices_and_not_all_of_one_kind() -> None:
    state = position(f"round 2\nmoney 0 30\ntarget 40\n{FREE_SLOTS}", "investments")
    policy = Heuristic(random.Random(1))
    seat = flow.to_act(state)[0]
    listed = policy.shortlist(state, seat, flow.legal(state, seat), 8)
    kinds = [GAME.catalogue[action].kind for action in listed]
    assert listed[0] == Heuristic(random.Random(1)).choose(state, seat, flow.legal(state, seat))
    assert 3 <= len(listed) <= 5
    assert len(set(kinds)) > 1
    assert max(kinds[1:].count(kind) for kind in kinds) <= 2


def listed(state: Table) -> list[str]:
    """What a search looks at, its own choice first."""
    seat = flow.to_act(state)[0]
    found = Heuristic(random.Random(1)).shortlist(state, seat, flow.legal(state, seat), 8)
    return [GAME.catalogue[action].notation for action in found]


def test_a_search_looks_at_other_attacks_too() -> None:
    text = "round 3\ntarget 40\nhome 0 brazil\n0 brazil artillery 5 infantry 4\n0 peru infantry 1 posts 1"
    state = position(text, "movement")
    goals = {each.split(" - ")[1] for each in listed(state) if each.startswith(("artillery brazil", "infantry brazil"))}
    assert len(goals - {"peru"}) >= 2, listed(state)


def test_a_search_looks_at_fighting_with_what_has_come() -> None:
    text = "round 3\ntarget 40\nhome 0 brazil\n0 brazil artillery 5 infantry 4"
    state = position(text, "movement")
    play(state, "artillery brazil - amazonia")
    assert step(state) == "Gather"
    found = listed(state)
    assert found[0] != "fight"
    assert "fight" in found


def test_a_search_looks_at_staying_ashore() -> None:
    text = "round 3\ntarget 40\nhome 0 madagascar\n0 madagascar artillery 3 infantry 3"
    state = position(text, "movement")
    while step(state) != "Embark":
        play(state, "done")
    found = listed(state)
    assert found[0] != "done"
    assert "done" in found


def test_of_wars_a_search_looks_first_at_those_that_pay() -> None:
    """The third player's posts lie open to armies at their border, the others are out of reach."""
    lands = "2 china infantry 1 posts 3\n1 spain infantry 5 posts 1\n3 peru infantry 5 posts 1"
    state = position(f"round 3\ntarget 40\norders 0 always\n0 manchuria artillery 6\n{lands}", "diplomacy")
    while flow.to_act(state)[0] != 0:
        play(state, chosen(state))
    wars = [each for each in listed(state) if each.startswith("declare war")]
    assert wars[0] == "declare war on seat 2", listed(state)
