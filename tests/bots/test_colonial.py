"""Four heuristic bots at a table of Colonial: games as long as the sources say, and no place at the table decides."""

import random

import pytest

from rondel.bots import Sight, make
from rondel.games.colonial import GAME
from rondel.games.colonial.actions import PLACE_OF
from rondel.games.colonial.bot import Heuristic, repayment_now
from rondel.games.colonial.components import AREA, SEATS
from rondel.games.colonial.outlook import USUAL
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.turn import LayCards
from rondel.kernel import flow
from rondel.kernel.game import random_action
from tests.games.colonial.positions import play as act
from tests.games.colonial.positions import position

GAMES = 40


def play(number: int) -> tuple[int, int]:
    """The winner's place, counted from the first First Player, and the number of turns."""
    rng = random.Random(number)
    bots = [make("colonial", "heuristic", f"{number}/{seat}") for seat in range(4)]
    state = GAME.setup(4)
    assert isinstance(state, Table)
    first = -1
    while state.pending:
        seat = flow.to_act(state)[0]
        action = random_action(state, seat, rng) if seat < 0 else bots[seat].choose(Sight(GAME, state, seat, rng))
        flow.play(state, seat, action)
        first = state.first if first < 0 else first
    return (state.winner - first) % 4, state.turn


@pytest.mark.slow
def test_games_last_six_to_eight_turns_and_every_place_wins_some() -> None:
    games = [play(number) for number in range(GAMES)]
    assert 6 <= sum(turns for _, turns in games) / GAMES <= 8
    wins = [sum(place == each for each, _ in games) for place in range(4)]
    assert min(wins) >= GAMES / 12, wins
    assert max(wins) <= GAMES / 2, wins


def test_orders_that_are_not_run_through_would_not_be_chosen() -> None:
    """Whoever notes what each card is worth reckons them all; in a game that is played out the hopeless are skipped."""
    laid = 0
    for number in range(8):
        rng, other = random.Random(number), random.Random(number + 100)
        weights = [value * (0.5 + rng.random()) for value in USUAL.values()]
        bot, thorough = Heuristic(random.Random(), weights), Heuristic(random.Random(), weights)
        state = GAME.setup(2 + number % 5)
        while state.pending:
            seat = flow.to_act(state)[0]
            if seat < 0 or rng.random() < 0.1:
                action = random_action(state, seat, rng)
            else:
                seed, choices = other.random(), flow.legal(state, seat)
                bot.rng.seed(seed)
                thorough.rng.seed(seed)
                action = bot.choose(state, seat, choices)
                assert action == thorough.weigh(state, seat, choices)[0]
                laid += isinstance(state.pending[-1], LayCards)
            flow.play(state, seat, action)
    assert laid > 1000


def test_what_is_kept_from_one_choice_to_the_next_changes_none() -> None:
    """One bot for all seats, who lay their cards in any order, chooses as bots do who have seen nothing before."""
    for number in range(3):
        rng = random.Random(number)
        bot, state = Heuristic(random.Random()), GAME.setup(2 + number)
        while state.pending:
            seat = rng.choice(flow.to_act(state))
            if seat < 0 or rng.random() < 0.1:
                action = random_action(state, seat, rng)
            else:
                seed, choices = rng.random(), flow.legal(state, seat)
                bot.rng.seed(seed)
                action = bot.choose(state, seat, choices)
                assert action == Heuristic(random.Random(seed)).choose(state, seat, choices)
            flow.play(state, seat, action)


def test_among_equals_nobody_is_always_the_victim() -> None:
    """A bot that turned on the lowest seat each time gave the last seat a third of all wins."""
    state = GAME.setup(4)
    assert isinstance(state, Table)
    strikes = [action for action, each in enumerate(GAME.catalogue.actions) if each.kind == "sink-privateer"][:4]
    bot = Heuristic(random.Random(3))
    assert {PLACE_OF[bot.relieve(state, 3, strikes[:3])] for _ in range(100)} == {0, 1, 2}


def test_privateers_among_its_own_fleets_are_sunk_first() -> None:
    state = GAME.setup(4)
    assert isinstance(state, Table)
    strikes = [action for action, each in enumerate(GAME.catalogue.actions) if each.kind == "lose-privateer"][:4]
    state.prestige[0] = 9
    bot = Heuristic(random.Random(3))
    assert {PLACE_OF[bot.relieve(state, 2, strikes)] for _ in range(20)} == {2}
    assert {PLACE_OF[bot.relieve(state, 2, strikes[:2])] for _ in range(20)} == {1}, "nobody helps the leader"


def chosen(state: Table) -> str:
    seat = flow.to_act(state)[0]
    return GAME.catalogue[make("colonial", "heuristic", 1).choose(Sight(GAME, state, seat, random.Random(1)))].notation


def test_the_tenth_prestige_is_taken_where_it_is_surest() -> None:
    state = position("seat 0 prestige 9 treasury 3\ncongo counters 0 1\nexplored senegal guinea", "0 plays a", seats=4)
    act(state, "use explorer")
    assert chosen(state) == "explore cape"


def test_a_second_squadron_is_bought_early() -> None:
    assert chosen(position("seat 0 treasury 5 squadrons 1", "naval")) == "buy a squadron"


def test_diplomacy_is_never_given_to_a_leader() -> None:
    state = position("seat 0 diplomacy 5\nseat 1 prestige 8\nseat 2 prestige 3", "0 plays f", seats=3)
    act(state, "use ambassador")
    assert chosen(state) == "raise the diplomacy of seat 2"


def test_what_was_borrowed_is_not_repaid_while_cards_are_to_come() -> None:
    """Interest comes when the turn is over: until the last card is played, Treasury may still be put to use."""
    state = position("seat 0 treasury 8 loans 4", "0 plays c", seats=3)
    state.program[1] = 0  # card a is still to come
    assert repayment_now(state, 0, list(USUAL.values())) < 0
    state.program[1] = -1
    assert GAME.catalogue[repayment_now(state, 0, list(USUAL.values()))].notation == "repay the loan of 4"
    state.program[1] = 0
    state.prestige[0] = 10
    assert repayment_now(state, 0, list(USUAL.values())) >= 0, "a victory does not wait"


def test_nobody_borrows_only_to_repay_it_when_the_turn_is_over() -> None:
    last = position("seat 0 treasury 4", "0 plays d", seats=3)
    assert chosen(last) == "ignore the card"
    assert chosen(position("seat 0 treasury 0", "0 plays d", seats=3)) == "use financier"


def remarks(state: Table, *notations: str) -> set[str]:
    before = state.copy()
    seat = flow.to_act(state)[0]
    act(state, *notations)
    return {remark.key for remark in GAME.counsel().remarks(before, state, seat)}


def test_a_card_that_can_do_nothing_is_no_reason_to_lay_it() -> None:
    """The Merchant has nothing to ship in the first turn: the coach does not say that this speaks for him."""
    state = position("seat 0 treasury 4", "turn", seats=3)
    while kind_at(state) != "lay":
        flow.play(state, flow.to_act(state)[0], flow.legal(state, flow.to_act(state)[0])[0])
    assert "now.merchant-idle" not in remarks(state, "lay c")


def kind_at(state: Table) -> str:
    return GAME.catalogue[flow.legal(state, flow.to_act(state)[0])[0]].kind


def test_trouble_stirred_at_anothers_home_is_told() -> None:
    state = position("seat 0 prestige 3\nseat 1 prestige 8 loans 3", "0 plays e", seats=3)
    assert "stirred" in remarks(state, "use rebel", "stir domestic unrest at seat 1")


def test_a_revolution_is_told_of_anothers_nation_and_of_ones_own() -> None:
    state = position("seat 1 prestige 8 loans 3 unrest 3", "0 plays e", seats=3)
    told = remarks(state.copy(), "use rebel", "stir domestic unrest at seat 1")
    assert "others-revolution" in told
    assert "stirred" not in told
    after = state.copy()
    after.unrest[1] += 1
    mine = {remark.key: remark for remark in GAME.counsel().remarks(state, after, 1)}
    assert mine["revolution"].number == 4.0
    assert mine["revolution"].weight < 0.0
    assert "revolution-near" not in mine


def test_unrest_on_the_map_and_its_victims_are_told() -> None:
    state = position("brazil counters 1 3 unrest 1", "0 plays e", seats=3)
    assert "restless" in remarks(state.copy(), "use rebel", "stir unrest in brazil")
    after = state.copy()
    after.counter[AREA.index["brazil"] * SEATS + 1] -= 2
    told = {remark.key: remark for remark in GAME.counsel().remarks(state, after, 0)}
    assert (told["struck"].params, told["struck"].number) == ({"seat": 1}, 2.0)
    assert "struck" not in {remark.key for remark in GAME.counsel().remarks(state, after, 1)}, "it is counters-lost"


def test_a_charter_helps_the_one_who_asks_for_it() -> None:
    state = position("brazil counters 1 1", "0 plays c", seats=3)
    act(state, "use merchant", "charter brazil-sugar")
    while "accept" not in {GAME.catalogue[action].notation for action in flow.legal(state, flow.to_act(state)[0])}:
        act(state, GAME.catalogue[flow.legal(state, flow.to_act(state)[0])[0]].notation)
    assert "others-goods" in remarks(state.copy(), "accept")
    assert "others-goods" not in remarks(state.copy(), "refuse")
