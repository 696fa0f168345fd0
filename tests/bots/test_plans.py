"""Plans: ways to play for a stretch of the game, compared as choices are, followed and handed on."""

import random
from typing import Any, ClassVar

import pytest

from rondel import games
from rondel.bots.search import Budget, Luck, Search, SearchBot, play_out
from rondel.games.colonial import GAME as COLONIAL
from rondel.games.colonial.bot import Heuristic as Explorer
from rondel.games.colonial.characters.explorer import ExplorationRoll
from rondel.games.colonial.steps.turn import LayCards
from rondel.games.imperunde.bot.policy import Heuristic
from rondel.kernel import flow
from rondel.kernel.bot import AS_USUAL, MASTERLY, Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.flow import CHANCE
from tests.bots.betting import Betting, Purse


class Planner(Policy[Purse]):
    """Bets by the plan that it follows, and looks at nothing else; without one it takes the five."""

    WAYS: ClassVar[int] = 8
    AFTERTHOUGHTS: ClassVar[int] = 0
    way = 0

    def plans(self, table: Purse) -> int:
        return 1

    def stretch(self, table: Purse) -> int:
        return 7

    def follow(self, way: int) -> None:
        self.way = way

    def attention(self, table: Purse) -> float:
        return 0.0

    def otherwise(self, table: Purse, seat: int, choices: list[int]) -> int:
        return choices[self.way % 4]


def planner(seed: str = "1") -> tuple[SearchBot, Sight]:
    game = Betting()
    bot = SearchBot(Search(game, Planner(random.Random(1)), seed), Budget(simulations=100))
    return bot, Sight(game, game.setup(2), 0, random.Random(seed))


def test_of_several_ways_to_play_the_best_is_followed() -> None:
    bot, sight = planner()
    assert bot.choose(sight) == 1
    assert bot.way % 4 == 1
    assert bot.search.policy.choose(sight.imagine(), 0, sight.choices) == 0, "the others still play as ever"


class Master(Planner):
    """Knows a way that is better than the usual one, and looks no further."""

    OWN: ClassVar[int] = 9
    WAYS: ClassVar[int] = 2

    def plans(self, table: Purse) -> int:
        return 0


def test_a_seat_that_searches_begins_with_a_way_of_its_own() -> None:
    game = Betting()
    search = Search(game, Master(random.Random(1)), "1")
    bot = SearchBot(search, Budget(simulations=20))
    sight = Sight(game, game.setup(2), 0, random.Random(1))
    assert bot.choose(sight) == sight.choices[Master.OWN % 4]
    assert bot.search.policy.choose(sight.imagine(), 0, sight.choices) == 0, "the others are thought to play as usual"
    ways = {each.way for each in search.plan(sight, Budget(simulations=60))}
    assert {Master.OWN, AS_USUAL} <= ways, "the usual way is compared, too"
    assert len(search.plan(sight, Budget(simulations=20))) == 1, "with few games chance would decide"


@pytest.mark.parametrize("name", ["imperunde", "colonial"])
def test_a_seat_that_searches_plays_by_weights_of_its_own(name: str) -> None:
    kind = games.load(name).policy
    assert kind is not None
    policy = kind(random.Random(1))
    usual = list(policy.usual().values())
    assert kind.OWN == MASTERLY
    policy.follow(MASTERLY)
    assert policy.weights == policy.mastered() != usual
    policy.follow(AS_USUAL)
    assert policy.weights == usual


def test_what_a_turn_of_colonial_promises_is_reckoned_anew_with_other_weights() -> None:
    """A search goes back and forth between ways to play while cards are laid at one table."""
    table = COLONIAL.setup(4)
    while flow.to_act(table)[0] == CHANCE:
        flow.play(table, CHANCE, pick(flow.odds(table), 5))
    policy = Explorer(random.Random(1))
    seat = flow.to_act(table)[0]
    usual = policy.outlook_for_turn(table, seat)
    policy.follow(MASTERLY)
    mastered = policy.outlook_for_turn(table, seat)
    assert (usual.weights, mastered.weights) == (policy.own_weights, policy.mastered())
    policy.follow(AS_USUAL)
    assert policy.outlook_for_turn(table, seat).weights == policy.own_weights


def test_a_plan_is_kept_and_handed_on() -> None:
    bot, sight = planner()
    bot.choose(sight)
    looked = bot.search.looked
    bot.choose(sight)
    assert bot.search.looked == looked, "it is made once for a stretch of the game"
    other, sight = planner("another")
    other.remember(bot.memory())
    assert other.choose(sight) == 1
    assert other.search.looked == 0
    forgetful, sight = planner("another")
    forgetful.remember([6, 1, 1, bot.way])
    forgetful.choose(sight)
    assert forgetful.search.looked == 1, "that plan was for another stretch"


def test_a_plan_is_thought_over() -> None:
    class Ponderous(Planner):
        AFTERTHOUGHTS: ClassVar[int] = 2

    game = Betting()
    search = Search(game, Ponderous(random.Random(1)), "1")
    bot = SearchBot(search, Budget(simulations=100))
    looked = []
    for _ in range(5):
        assert bot.choose(Sight(game, game.setup(2), 0, random.Random(1))) == 1, "a good plan is not given up"
        looked.append(search.looked)
    assert looked == [1, 2, 3, 3, 3]


def test_in_a_hurry_fewer_ways_are_compared_and_those_well_enough() -> None:
    now = [0.0]

    class Slow(Planner):
        """Every choice takes it a second."""

        def otherwise(self, table: Purse, seat: int, choices: list[int]) -> int:
            now[0] += 1.0
            return super().otherwise(table, seat, choices)

    game = Betting()
    search = Search(game, Slow(random.Random(1)), "1")
    sight = Sight(game, game.setup(2), 0, random.Random(1))
    found = search.plan(sight, Budget(seconds=50.0, clock=lambda: now[0]))
    tried = sorted(len(each.results) for each in found)
    assert tried[:5] == [1] * 5, "after one game of each it is known that there is no time for all"
    assert tried[-1] > 6


def test_a_seat_follows_its_plan_until_the_stretch_is_over_and_then_goes_on_in_its_own_way() -> None:
    game = games.load("imperunde")
    policy, own = Heuristic(random.Random(1)), Heuristic(random.Random(1))
    state = game.setup(4)
    play_out(state, policy, random.Random(1), limit=60)
    first, asked = state.round, [0, 0]
    followed: list[int] = []

    class Spy(Heuristic):
        def choose(self, table: Any, seat: int, choices: list[int]) -> int:
            assert seat == 2
            assert bool(followed) == (table.round != first)
            asked[table.round != first] += 1
            return own.choose(table, seat, choices)

        def follow(self, way: int) -> None:
            followed.append(way)

    play_out(state, policy, random.Random(1), luck=Luck(1), own=Spy(random.Random(1)), who=2)
    assert min(asked) > 5
    assert set(followed) == {MASTERLY}


def test_a_plan_of_imperunde_is_another_way_to_weigh_and_the_same_for_the_same_number() -> None:
    policy = Heuristic(random.Random(1))
    usual = list(policy.weights)
    policy.follow(5)
    weights, taste = list(policy.weights), list(policy.taste)
    assert weights != usual
    assert len(set(taste)) > 50
    policy.follow(6)
    assert policy.weights != weights
    policy.follow(5)
    assert (policy.weights, policy.taste) == (weights, taste)
    policy.follow(0)
    assert policy.weights == usual
    assert set(policy.taste) == {1.0}


def test_hard_plans_twice_a_round_in_imperunde() -> None:
    game = games.load("imperunde")
    state = game.setup(3)
    policy = Heuristic(random.Random(1))
    search = Search(game, Heuristic(random.Random(3)), "1", 2)
    search.policy.thought = {ExplorationRoll: 1.0}  # of no interest here: single decisions
    bot = SearchBot(search, Budget(simulations=8))
    plans: list[tuple[int, int]] = []
    luck = Luck(1)
    while state.round < 3 and state.pending:
        seat = flow.to_act(state)[0]
        choices = flow.legal(state, seat) if seat != CHANCE else []
        if seat == CHANCE:
            action = pick(flow.odds(state), luck.draw(state))
        elif seat == 0 and policy.plans(state) and len(choices) > 1:
            bot.choose(Sight(game, state, seat, random.Random(1)))
            plans.append((bot.memory()[0], bot.memory()[1]))
            action = policy.choose(state, seat, choices)
        else:
            action = policy.choose(state, seat, choices)
        flow.play(state, seat, action)
    assert list(dict.fromkeys(plans)) == [(1, 1), (1, 2), (2, 1), (2, 2)], "before purchases and before moves"


def test_hard_plans_once_a_turn_in_colonial() -> None:
    """Before the first card of a turn is laid; the choices that follow are looked at one by one all the same."""
    table = COLONIAL.setup(4)
    while flow.to_act(table)[0] == CHANCE:
        flow.play(table, CHANCE, pick(flow.odds(table), 5))
    seat = flow.to_act(table)[0]
    search = Search(COLONIAL, Explorer(random.Random(1)), "1")
    bot = SearchBot(search, Budget(simulations=32))
    planned: list[int] = []
    for _ in range(3):
        sight = Sight(COLONIAL, table, seat, random.Random(1))
        looked = search.looked
        action = bot.choose(sight)
        assert action in sight.choices
        planned.append(search.looked - looked)
        flow.play(table, seat, action)
        if seat not in flow.to_act(table) or not isinstance(table.pending[-1], LayCards):
            break
    assert planned[0] == 2, "a plan, and a look at the card"
    assert set(planned[1:]) <= {1}
    assert bot.stretch == table.turn
    assert bot.memory()


def test_a_way_to_play_colonial_is_the_same_for_the_same_number() -> None:
    policy = Explorer(random.Random(1))
    policy.follow(12345)
    one = policy.weights
    assert one != policy.mastered()
    policy.follow(AS_USUAL)
    assert policy.weights == policy.own_weights
    policy.follow(12345)
    assert policy.weights == one
