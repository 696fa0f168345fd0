"""Search on the kernel alone: it finds what is better, ends when told, and is the same under the same seed."""

import random
from typing import Any, ClassVar

import pytest

from rondel import games
from rondel.bots import make, names, program
from rondel.bots.levels import SlippingBot
from rondel.bots.search import (
    Budget,
    Candidate,
    Clock,
    Luck,
    Search,
    SearchBot,
    difference,
    further,
    mixed,
    outcome_of,
    outlook_of,
    play_out,
    product,
)
from rondel.games.colonial.characters.explorer import ExplorationRoll
from rondel.kernel import flow
from rondel.kernel.bot import Policy, Sight
from rondel.kernel.chance import pick
from rondel.kernel.flow import CHANCE, State
from rondel.kernel.game import Game, random_action
from tests.bots.betting import Bet, Betting, Purse, Timid


def bet(budget: Budget, seed: str = "1", policy: type[Policy[Purse]] = Timid) -> tuple[list[Candidate], Search]:
    game = Betting()
    search = Search(game, policy(random.Random(1)), seed)
    return search.look(Sight(game, game.setup(2), 0, random.Random(seed)), budget), search


def test_the_better_choice_is_found_and_its_chance_with_it() -> None:
    assert bet(Budget(simulations=400))[0][0].action == 1
    game = Betting()
    search = Search(game, Timid(random.Random(1)), "1")
    sight = Sight(game, game.setup(2), 0, random.Random(1))
    candidates = search.look(sight, Budget(simulations=400), [0, 1, 2, 3])
    assert candidates[0].action == 1
    assert len(candidates[0].results) > 100, "the chance is of interest, and not only the choice"
    assert candidates[0].chances()[0] == pytest.approx(0.9, abs=0.08)
    assert sum(candidates[0].chances()) == pytest.approx(1.0)


def test_a_victory_at_hand_is_taken() -> None:
    """Whatever else wins as surely, and by more."""

    class AtOnce(Bet):
        def choices(self, state: Purse, seat: int) -> list[int]:
            return [1, 4]

        def chosen(self, state: Purse, seat: int, action: int) -> None:
            if action == 1:
                super().chosen(state, seat, action)
            else:
                state.coins[0] = 11
                state.pop()

    class Table(Betting):
        def start(self, state: Purse) -> None:
            state.push(AtOnce(0))

    game = Table()
    search = Search(game, Timid(random.Random(1)), "1")
    found = search.look(Sight(game, game.setup(2), 0, random.Random(1)), Budget(100))
    assert (found[0].action, found[0].wins_now, search.actions) == (4, True, 0)
    told = search.look(Sight(game, game.setup(2), 0, random.Random(1)), Budget(100), [1, 4])
    assert [each.action for each in told] == [4, 1], "a coach puts it first, and has looked at the other, too"
    assert told[1].results


def test_a_mind_is_not_changed_without_evidence() -> None:
    for seed in range(20):
        candidates, _ = bet(Budget(simulations=4), str(seed))
        assert candidates[0].action == 0, "four games are no evidence"


def test_what_is_the_same_in_another_way_is_dropped() -> None:
    class Bold(Policy[Purse]):
        def otherwise(self, table: Purse, seat: int, choices: list[int]) -> int:
            return 1

    candidates, _ = bet(Budget(simulations=400), policy=Bold)
    assert candidates[0].action == 1
    assert all(each.dropped for each in candidates[1:])
    assert sum(len(each.results) for each in candidates) < 400, "nothing was left to compare"


def test_a_search_ends_with_its_simulations() -> None:
    for simulations in (7, 50, 51):
        candidates, _ = bet(Budget(simulations=simulations))
        assert sum(len(each.results) for each in candidates) <= simulations


def test_a_search_stops_at_once_when_told() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 9

    candidates, _ = bet(Budget(simulations=10**9, stop=stop))
    assert sum(len(each.results) for each in candidates) <= 10
    assert candidates[0].action == 0


@pytest.mark.parametrize(("simulations", "candidates"), [(1, 2), (16, 2), (31, 3), (400, 4)])
def test_a_small_budget_compares_few_candidates(simulations: int, candidates: int) -> None:
    assert len(bet(Budget(simulations=simulations))[0]) == candidates


def test_a_search_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an end"):
        Budget()


def test_differences_are_paired() -> None:
    mean, error = difference([1.0, 0.0, 1.0, 0.0], [0.9, -0.1, 0.9, -0.1])
    assert mean == pytest.approx(0.1)
    assert error == pytest.approx(0.0, abs=1e-12)


class Careless(Timid):
    """Gives a bet half the usual thought, or none."""

    part: ClassVar[float] = 0.5

    def thoughts(self) -> dict[type[flow.Step[Any]], float]:
        return {Bet: self.part}


class Thoughtless(Careless):
    part: ClassVar[float] = 0.0


@pytest.mark.parametrize(("policy", "games_played"), [(Timid, 40), (Careless, 20), (Thoughtless, 0)])
def test_a_decision_gets_the_thought_that_the_policy_says(policy: type[Timid], games_played: int) -> None:
    game = Betting()
    search = Search(game, policy(random.Random(1)), "1")
    bot = SearchBot(search, Budget(simulations=40))
    action = bot.choose(Sight(game, game.setup(2), 0, random.Random(1)))
    assert action == 0 if not games_played else action in (0, 1)
    assert search.actions <= 2 * games_played, "a game is one choice and one die"
    assert bool(search.actions) == bool(games_played)


class Shortsighted(Timid):
    """Looks no further than the bet itself, and thinks that the rival has won."""

    AHEAD: ClassVar[int] = 1

    def standing(self, table: Purse) -> list[float]:
        raise AssertionError("a game that is over is not judged by how it stood")


def test_a_game_that_breaks_off_is_judged_by_how_it_stands() -> None:
    candidates, _ = bet(Budget(simulations=200), policy=Shortsighted)
    assert candidates[0].action == 1, "one die is all there is to come"
    outcome = outlook_of([12.0, 8.0, 8.0])
    assert sum(outcome.wins) == pytest.approx(1.0)
    assert outcome.wins[0] > outcome.wins[1] == outcome.wins[2]
    assert outcome.shares[0] > outcome.shares[1]


def before_the_end_is_looked_for(name: str) -> tuple[Policy[Any], State]:
    """Some way into a game, at a decision after which games are not played to their end."""
    game, state, _ = some_way_in(name)
    assert game.policy is not None
    policy = game.policy(random.Random(1))
    while policy.deadline(state) < 0:
        assert play_out(state, policy, random.Random(1), limit=1)
    return policy, state


@pytest.mark.parametrize("name", ["struggle", "imperunde", "colonial"])
def test_a_game_breaks_off_where_it_can_be_judged(name: str) -> None:
    policy, state = before_the_end_is_looked_for(name)
    deadline = policy.deadline(state)
    played = play_out(state, policy, random.Random(1), deadline=deadline)
    assert played > 1
    assert state.pending, "long before the end"
    assert policy.moment(state) >= deadline
    values = policy.values()
    assert values is not None
    for seat in range(4):
        assert len(policy.features(state, seat)) == len(values.names)


@pytest.mark.parametrize("name", ["imperunde", "colonial"])
def test_who_has_more_games_looks_further_ahead(name: str) -> None:
    policy, state = before_the_end_is_looked_for(name)
    assert [further(Budget(games)) for games in (16, 199, 200, 9000)] == [0, 0, 1, 1]
    assert further(Budget(seconds=1.0)) == 1
    near, far = policy.deadline(state), policy.deadline(state, 1)
    assert far == near + 1
    twin = state.copy()
    assert play_out(twin, policy, random.Random(1), deadline=far) > play_out(
        state, policy, random.Random(1), deadline=near
    )


@pytest.mark.parametrize("name", ["struggle", "imperunde", "colonial"])
def test_who_has_more_stands_better(name: str) -> None:
    game, state, _ = some_way_in(name)
    assert game.policy is not None
    policy = game.policy(random.Random(1))
    before = policy.standing(state)
    table: Any = state
    if name == "struggle":
        table.points[table.power_of[2]] += 9
    elif name == "colonial":
        table.prestige[2] += 3
    else:
        table.post_count[2] += 9
    after = policy.standing(state)
    assert after[2] > before[2] + 2.0
    assert all(after[seat] <= before[seat] for seat in (0, 1, 3)), "what one has helps nobody else"


def test_imperunde_stands_by_its_posts() -> None:
    game, state, _ = some_way_in("imperunde")
    assert game.policy is not None
    policy = game.policy(random.Random(1))
    before = policy.standing(state)
    assert len(before) == 4
    search = Search(game, policy, "1")
    outcome = search.outcome(state)
    assert max(outcome.wins) < 1.0, "nobody has won yet"


def test_seconds_are_those_of_the_clock_that_was_given() -> None:
    """Half of the budget is half of its seconds by that clock, whatever time it is."""
    now = [100.0]
    clock = Clock(Budget(seconds=4.0, clock=lambda: now[0]).part(0.5))
    assert clock.spent() == 0.0
    now[0] += 1.0
    assert clock.spent() == 0.5


def test_a_part_of_a_budget() -> None:
    whole = Budget(simulations=9, seconds=2.0)
    assert whole.part(1.0) is whole
    assert (whole.part(0.5).simulations, whole.part(0.5).seconds) == (4, 1.0)
    assert whole.part(0.01).simulations == 1
    assert Budget(seconds=2.0).part(0.25).simulations == 0


# --- the games ------------------------------------------------------------------------------------------------------


def some_way_in(name: str, seed: int = 3) -> tuple[Game[Any], State, int]:
    """A game among heuristic bots, at a decision with several choices."""
    game = games.load(name)
    rng = random.Random(seed)
    policy = game.policy(rng) if game.policy else None
    state: State = game.setup(4)
    assert policy is not None
    played = 0
    while True:
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            flow.play(state, seat, random_action(state, seat, rng))
            continue
        choices = flow.legal(state, seat)
        if played >= 40 and len(choices) > 3:
            return game, state, seat
        flow.play(state, seat, policy.choose(state, seat, choices))
        played += 1


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_seed_finds_the_same(name: str) -> None:
    game, state, seat = some_way_in(name)
    before = game.save(state)
    found = []
    for _ in (1, 2):
        assert game.policy is not None
        search = Search(game, game.policy(random.Random(1)), "7", most=3)
        candidates = search.look(Sight(game, state, seat, random.Random(5)), Budget(simulations=6))
        assert all(each.action in flow.legal(state, seat) for each in candidates)
        found.append([(each.action, each.results) for each in candidates])
    assert found[0] == found[1]
    assert game.save(state) == before, "what is looked at stays as it is"


@pytest.mark.parametrize("name", games.NAMES)
def test_the_policy_says_first_what_it_would_do(name: str) -> None:
    game, state, seat = some_way_in(name)
    assert game.policy is not None
    choices = flow.legal(state, seat)
    own = game.policy(random.Random(4)).choose(state, seat, choices)
    listed = game.policy(random.Random(4)).shortlist(state, seat, choices, 3)
    assert listed[0] == own
    assert len(set(listed)) == len(listed)
    assert len(listed) == 3 or name == "imperunde", "which compares only what it has thought of"
    assert set(listed) <= set(choices)


@pytest.mark.parametrize("name", games.NAMES)
def test_games_are_played_out_and_shared_out(name: str) -> None:
    game, state, _ = some_way_in(name)
    assert game.policy is not None
    played = play_out(state, game.policy(random.Random(2)), random.Random(2))
    assert played > 10
    assert state.over()
    outcome = outcome_of(game, state)
    assert sum(outcome.wins) == pytest.approx(1.0)
    assert outcome.shares.index(max(outcome.shares)) in [i for i, rank in enumerate(game.ranks(state)) if rank == 1]


def throws(state: flow.State, seat: int, number: int) -> None:
    """So many expeditions of a seat wait to be thrown for."""
    for _ in range(number):
        state.push(ExplorationRoll(seat, 0, 9))


def thrown(state: flow.State, luck: Luck) -> list[int]:
    found = []
    while isinstance(state.pending[-1], ExplorationRoll):
        found.append(pick(flow.odds(state), luck.draw(state)))
        flow.play(state, CHANCE, found[-1])
    return found


def test_luck_is_each_seats_own() -> None:
    """What one seat throws is the same whether or not another has thrown before it; and it is luck."""
    found = []
    for between in (0, 3):
        state = games.load("colonial").setup(3)
        luck = Luck(77)
        throws(state, 0, 20)
        throws(state, 1, between)
        found.append(thrown(state, luck)[between:])
    assert found[0] == found[1]
    assert len(set(found[0])) > 2
    other = games.load("colonial").setup(3)
    throws(other, 0, 20)
    assert thrown(other, Luck(78)) != found[0]


def test_a_product_in_parts_is_the_product() -> None:
    rng = random.Random(1)
    numbers = [0, 1, (1 << 64) - 1, 1 << 22, 1 << 63, *(rng.getrandbits(64) for _ in range(50))]
    for one in numbers:
        for other in numbers:
            assert product(one, other) == one * other % (1 << 64)


def test_mixed_numbers_are_spread_evenly() -> None:
    counted = [0] * 10
    for number in range(5000):
        counted[mixed(123456789 + number) % 10] += 1
    assert min(counted) > 420
    assert max(counted) < 580


def test_a_game_says_how_many_games_a_hard_player_plays_out() -> None:
    for name in games.NAMES:
        bot = make(name, "hard", 1)
        policy = games.load(name).policy
        assert isinstance(bot, SearchBot)
        assert policy is not None
        assert bot.budget.simulations == policy.HARD >= 64
        medium = make(name, "medium", 1)
        assert isinstance(medium, SearchBot)
        assert medium.budget.simulations == 16


def test_levels_are_bots_by_name() -> None:
    assert names("imperial") == ("heuristic", "beginner", "easy", "medium", "hard", "random")
    hard, medium = make("imperial", "hard"), make("imperial", "medium", seconds=0.5)
    assert isinstance(hard, SearchBot)
    assert isinstance(medium, SearchBot)
    assert hard.budget.simulations > medium.budget.simulations
    assert hard.budget.seconds <= 5.0
    assert medium.budget.seconds == 0.5


def test_hard_thinks_as_long_as_one_likes() -> None:
    patient = make("imperial", "hard-30")
    assert isinstance(patient, SearchBot)
    assert patient.budget.seconds == 30.0
    assert patient.budget.simulations > 800
    on_a_site = make("imperial", "hard-30", seconds=5.0)
    assert isinstance(on_a_site, SearchBot)
    assert on_a_site.budget.seconds == 5.0
    for name in ("hard-0", "hard-601", "hard-long", "easy-5", "hard-"):
        with pytest.raises(LookupError, match="hard-N for N seconds"):
            make("imperial", name)


class Weighing(Timid):
    """Compares three of the four bets, the first most."""

    def otherwise(self, table: Purse, seat: int, choices: list[int]) -> int:
        for action, value in ((0, 3.0), (1, 1.0), (2, 2.0)):
            self.note(action, value)
        return 0


def test_a_slip_is_something_that_was_weighed() -> None:
    game = Betting()
    state = game.setup(2)

    def made(policy: type[Timid], slips: float) -> list[int]:
        bot = SlippingBot(policy(random.Random(1)), slips, random.Random(2))
        return [bot.choose(Sight(game, state, 0, random.Random(1))) for _ in range(300)]

    always = made(Weighing, 1.0)
    assert set(always) == {1, 2}, "never the best, and never what did not come to mind"
    assert 0.6 < always.count(2) / 300 < 0.8, "mostly the second best"
    assert set(made(Timid, 1.0)) == {0}, "where nothing is weighed, nothing is mistaken"
    seldom = made(Weighing, 0.2)
    assert 0.7 < seldom.count(0) / 300 < 0.9


def test_what_does_not_matter_is_soon_left_alone() -> None:
    class Alike(Bet):
        """The second bet differs from the first by next to nothing."""

        def chosen(self, state: Purse, seat: int, action: int) -> None:
            state.pop()
            state.coins[0] = 1000 + action % 2

    game = Betting()
    state = game.setup(2)
    state.pending[-1] = Alike(0)
    search = Search(game, Timid(random.Random(1)), "1")
    found = search.look(Sight(game, state, 0, random.Random(1)), Budget(simulations=10_000))
    assert found[0].action == 0
    assert sum(len(each.results) for each in found) < 100


def test_what_is_clearly_better_is_not_compared_for_ever() -> None:
    candidates, _ = bet(Budget(simulations=10_000))
    assert candidates[0].action == 1
    assert sum(len(each.results) for each in candidates) < 1000


@pytest.mark.parametrize("name", games.NAMES)
def test_talk_and_orders_are_not_looked_into(name: str) -> None:
    game, state, seat = some_way_in(name)
    assert game.policy is not None
    search = Search(game, game.policy(random.Random(1)), "7", most=99)
    sight = Sight(game, state, seat, random.Random(5))
    listed = search.worth_a_look(sight, state, 99)
    kinds = [game.catalogue[action].kind for action in listed[1:]]
    assert not set(kinds) & set(game.counsel.ASIDE)
    left_out = [action for action in sight.choices if action not in listed]
    assert all(game.catalogue[action].kind in game.counsel.ASIDE for action in left_out)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_beginner_slips_but_plays_what_is_allowed(name: str) -> None:
    """In every game there is something that it weighs, and now and then mistakes."""
    game = games.load(name)
    assert game.policy is not None
    rng, bot, policy = random.Random(3), make(name, "beginner", 1), game.policy(random.Random(3))
    state: State = game.setup(4)
    slips = decisions = 0
    while decisions < 300 and not state.over():
        seat = flow.to_act(state)[0]
        if seat == CHANCE:
            flow.play(state, seat, random_action(state, seat, rng))
            continue
        choices = flow.legal(state, seat)
        action = bot.choose(Sight(game, state, seat, rng))
        assert action in choices
        decisions += len(choices) > 1
        compared = policy.compared(state, seat, choices)
        slips += len(compared) > 1 and action in compared[1:3]
        flow.play(state, seat, action)
    assert slips > 3


def test_programs_of_ones_own_play_in_the_arena() -> None:
    game = games.load("imperial")
    for name in ("rondel.games.imperial.bot:Heuristic", "search+3", "rondel.games.imperial.bot:Heuristic+3", "easy"):
        program(game, name, "1")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("genius", "no bot is called 'genius'"),
        ("nowhere:Bot", "no such class"),
        ("rondel.games.imperial.bot:pieces", "should be a level, or"),
        ("search+many", "how many games"),
        ("rondel.kernel.bot:RandomBot+5", "no policy to search with"),
    ],
)
def test_unknown_programs_are_refused(name: str, reason: str) -> None:
    with pytest.raises(LookupError, match=reason):
        program(games.load("imperial"), name, "1")
