"""The heuristic player of Struggle of Empires in single positions: it does what a person would do there."""

import random

import pytest

from rondel.bots import Sight, make, program
from rondel.cli.arena import play as play_games
from rondel.games.struggle import GAME
from rondel.games.struggle.bot import Heuristic
from rondel.games.struggle.components import NAVY, POWER, REGIONS, REVOLUTION, SEAS
from rondel.games.struggle.fight import ATTACKER, DEFENDER, LAND, NAVAL, PEACE
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.war import region_points
from rondel.games.struggle.strength import land_parts, naval_parts, strength
from rondel.games.struggle.worth import RIVALS, Takings, unrest_price
from rondel.kernel import flow
from rondel.kernel.data import bits
from rondel.kernel.game import random_action
from rondel.kernel.record import Match
from tests.bots.test_search import some_way_in
from tests.games.struggle.positions import play, position
from tests.games.struggle.test_alliances import auction, bid


def choice(table: Table) -> str:
    """What the bot does, in notation."""
    seat = flow.to_act(table)[0]
    sight = Sight(GAME, table, seat, random.Random(1))
    return GAME.catalogue[make("struggle", "heuristic", 1).choose(sight)].notation


def turn(table: Table) -> list[str]:
    """Everything the player on turn does until the turn is over; the dice fall as they may."""
    begun, rng, made = table.pending[-1], random.Random(2), []
    seat = flow.to_act(table)[0]
    while begun in table.pending:
        acting = flow.to_act(table)[0]
        if acting < 0:
            flow.play(table, acting, random_action(table, acting, rng))
            continue
        move = choice(table)
        if acting == seat:
            made.append(move)
        play(table, move)
    return made


def test_it_attacks_with_good_odds() -> None:
    table = position(
        "austria armies german-states 6 control german-states\n france\n counters german-states-3", turn="austria"
    )
    assert "attack neutral 3 in german-states" in turn(table)


def test_it_does_not_attack_against_the_odds() -> None:
    table = position("austria armies german-states\n france\n counters german-states-5-1v", turn="austria")
    assert not [move for move in turn(table) if move.startswith("attack")]


def test_it_settles_what_lies_open() -> None:
    table = position("britain control north-america\n france\n counters north-america-pop", turn="britain")
    assert "colonise north-america" in turn(table)


ASKED = """austria armies baltic {attackers}
russia row a armies baltic
france control baltic armies baltic {defenders}"""


def test_it_helps_for_gold_where_there_is_hope() -> None:
    table = position(ASKED.format(attackers=3, defenders=1), turn="austria")
    play(table, "attack france in baltic", "ask for armies", "offer 3")
    assert choice(table) == "accept"


def test_what_is_paid_to_the_next_ally_is_no_price_of_this_offer() -> None:
    table = position(ASKED.format(attackers=3, defenders=1), turn="austria")
    play(table, "attack france in baltic", "ask for armies")
    asker = flow.to_act(table)[0]
    after = table.copy()
    play(after, "offer 0", "refuse")
    after.gold[table.power_of[asker]] -= 1
    assert "gold-spent" not in {remark.key for remark in GAME.counsel().remarks(table, after, asker)}


def test_it_does_not_die_for_a_lost_cause() -> None:
    table = position(ASKED.format(attackers=1, defenders=6), turn="austria")
    play(table, "attack france in baltic", "ask for armies", "offer 0")
    assert choice(table) == "refuse"


def test_it_asks_for_help_that_matters_and_only_for_that() -> None:
    table = position(ASKED.format(attackers=1, defenders=1), turn="austria")
    play(table, "attack france in baltic")
    assert choice(table) == "ask for armies"
    table = position(ASKED.format(attackers=9, defenders=1), turn="austria")
    play(table, "attack france in baltic")
    assert choice(table) == "do not ask"


def test_near_revolution_it_reforms() -> None:
    table = position(
        """britain unrest 18 gold 0 armies baltic 3 tiles government-reform
        france unrest 4
        counters baltic-3""",
        turn="britain", war=3,
    )  # fmt: skip
    assert "use government-reform" in turn(table)


def test_near_revolution_it_does_not_borrow() -> None:
    table = position(
        "britain unrest 18 gold 0 armies baltic 2\n france unrest 4\n counters baltic-3", turn="britain", war=3
    )
    assert turn(table)[0] == "buy government-reform"
    assert table.unrest_war[POWER.index["britain"]] <= 0


def test_weaker_at_sea_it_declines() -> None:
    table = position("spain armies india 3 navies india\n britain control india navies india 3", turn="spain")
    play(table, "attack britain in india")
    assert choice(table) == "decline to fight at sea"


def test_it_bids_little_and_only_for_something() -> None:
    table = auction()
    for _ in range(60):
        if not table.pending or type(table.pending[-1]).__name__ not in ("Bidding", "Proposing"):
            break
        made = choice(table)
        if made.startswith("bid "):
            assert int(made.split()[1]) <= 5
        play(table, made)
    else:
        raise AssertionError("the auction does not end")


def test_even_a_slip_bids_little() -> None:
    table = auction()
    seat = flow.to_act(table)[0]
    assert GAME.policy is not None
    choices = flow.legal(table, seat)
    listed = GAME.policy(random.Random(1)).shortlist(table, seat, choices, 4)
    bids = [GAME.catalogue[action].notation for action in listed]
    assert "pass" in bids
    assert all(int(each.split()[1]) <= 3 for each in bids if each.startswith("bid "))


def mad_auction() -> Table:
    """In the second war somebody bids 96; the next to bid is far ahead of restless rivals."""
    table = auction()
    table.war = 2
    bid(table, 96, "britain", "prussia")
    leader = table.power_of[flow.to_act(table)[0]]
    for power in table.power_of:
        table.points[power], table.unrest[power] = (160, 4) if power == leader else (2, 50)
    return table


@pytest.mark.parametrize("level", ["beginner", "easy", "search+48"])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_outbids_a_madman(level: str, seed: int) -> None:
    """A search that met bids of nearly a hundred went along with them, into a revolution at the end of the game."""
    table = mad_auction()
    sight = Sight(GAME, table, flow.to_act(table)[0], random.Random(seed))
    assert GAME.catalogue[program(GAME, level, f"{seed}").choose(sight)].notation == "pass"


def test_points_count_for_little_where_unrest_can_hardly_be_worked_off() -> None:
    policy = Heuristic(random.Random(1))
    table = position("austria points 60 unrest 10\n france points 30\n prussia\n britain", turn="austria")
    power = POWER.index["austria"]
    seat = table.power_of.index(power)
    worth = []
    for unrest in (REVOLUTION - 1, REVOLUTION, REVOLUTION + 10, REVOLUTION + 60):
        table.unrest[power] = unrest
        worth.append(policy.standing(table)[seat])
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > 30.0
    assert worth[-1] == 0.0


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_it_never_falls_to_a_revolution_of_its_own_making(seats: int) -> None:
    match = Match(GAME, seats, seed=f"calm {seats}")
    bots = [make("struggle", "heuristic", seat) for seat in range(seats)]
    rng = random.Random(4)
    while not match.over:
        match.roll()
        for seat in flow.to_act(match.state)[:1]:
            match.play(seat, bots[seat].choose(Sight(GAME, match.state, seat, rng)))
    assert isinstance(match.state, Table)
    assert max(match.state.unrest) < REVOLUTION


def test_it_plays_with_powers_that_have_no_player() -> None:
    assert play_games(GAME, ["heuristic"] * 3, 1, 5, {"non-player-powers": True}, lambda: None).finished == 1


def test_the_last_steps_to_a_revolution_are_dear_in_the_last_war() -> None:
    _, state, _ = some_way_in("struggle")
    assert isinstance(state, Table)
    power = state.power_of[0]
    state.war = state.wars
    state.unrest[power] = REVOLUTION - 1
    assert unrest_price(state, power) > 12.0
    state.unrest[power] = REVOLUTION - 5
    assert unrest_price(state, power) < 3.0
    state.war, state.unrest[power] = 1, REVOLUTION - 2
    assert unrest_price(state, power) < 12.0, "it can still be calmed"


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_counter_is_worth_what_the_scoring_makes_of_it(seats: int) -> None:
    """Compiled as well, where the counters of seven seats fill most of a word."""
    table, rng, policy = GAME.setup(seats), random.Random(seats), GAME.policy(random.Random(3))
    while table.war < 2:
        seat = flow.to_act(table)[0]
        choices = flow.legal(table, seat)
        flow.play(table, seat, rng.choice(choices) if seat < 0 else policy.choose(table, seat, choices))
    for power in table.power_of:
        takings = Takings(table, power)
        for region in range(REGIONS):
            for victim in [-1, *table.power_of]:
                if victim in (-1, power) or table.controls(victim, region):
                    after = table.copy()
                    after.control[power * REGIONS + region] += 1
                    if victim >= 0:
                        after.control[victim * REGIONS + region] -= 1
                    more = brings(after, power, region) - brings(table, power, region)
                    assert takings.gain(region, victim) == pytest.approx(more * takings.factor + takings.extra)


def brings(table: Table, power: int, region: int) -> float:
    """What a region brings a power, less a share of what it brings the others."""
    points = dict(region_points(table, region))
    mine, share = points.get(power, 0), RIVALS / (table.seats - 1)
    return mine - share * (sum(points.values()) - mine)


def test_a_strength_is_the_sum_of_its_parts() -> None:
    table, rng = GAME.setup(5), random.Random(4)
    policy, compared = GAME.policy(random.Random(5)), 0
    while table.pending:
        fight = table.fight
        if fight.kind != PEACE:
            for side in (ATTACKER, DEFENDER):
                for stage, parts in ((NAVAL, naval_parts), (LAND, land_parts)):
                    total = sum(value for _, value in parts(table, fight, side))
                    assert strength(table, fight, stage, side) == total
                    compared += 1
        seat = flow.to_act(table)[0]
        choices = flow.legal(table, seat)
        flow.play(table, seat, rng.choice(choices) if seat < 0 else policy.choose(table, seat, choices))
    assert compared > 100


@pytest.mark.parametrize("seats", GAME.players)
def test_what_it_remembers_is_what_it_would_find(seats: int) -> None:
    """A policy that decides again and again thinks the same as one that has never seen a table."""
    policy, rng = GAME.policy(random.Random(1)), random.Random(seats)
    for options in ({}, {"non-player-powers": True, "alliance-tile-alone": True, "start-control": "draft", "wars": 2}):
        table = GAME.setup(seats, options)
        while table.pending:
            seat = flow.to_act(table)[0]
            if seat < 0 or rng.random() < 0.1:  # now and then something that a policy would never do
                flow.play(table, seat, random_action(table, seat, rng))
                continue
            choices, fresh = flow.legal(table, seat), GAME.policy(random.Random())
            fresh.rng.setstate(policy.rng.getstate())
            thought = policy.weigh(table, seat, choices)
            assert thought == fresh.weigh(table, seat, choices)
            flow.play(table, seat, thought[0])


def test_tables_that_take_turns_do_not_mix_in_its_memory() -> None:
    """A search plays many games with one policy: what it found at one table must not count at another."""
    policy, rng = GAME.policy(random.Random(2)), random.Random(3)
    tables = [GAME.setup(4), GAME.setup(4), GAME.setup(6, {"non-player-powers": True})]
    for number in range(1500):
        if number % 300 == 299:
            tables[1] = tables[0].copy()  # two that were one, and go apart
        table = tables[number % 3]
        if not table.pending:
            continue
        seat = flow.to_act(table)[0]
        if seat < 0:
            flow.play(table, seat, random_action(table, seat, rng))
            continue
        choices, fresh = flow.legal(table, seat), GAME.policy(random.Random())
        fresh.rng.setstate(policy.rng.getstate())
        thought = policy.weigh(table, seat, choices)
        assert thought == fresh.weigh(table, seat, choices)
        flow.play(table, seat, thought[0])


def test_an_attack_without_the_only_navy_is_worth_what_it_would_be_without_it() -> None:
    table, rng, policy = GAME.setup(5), random.Random(6), GAME.policy(random.Random(7))
    compared = 0
    while table.pending:
        seat = flow.to_act(table)[0]
        choices = flow.legal(table, seat)
        astray = seat < 0 or rng.random() < 0.2
        flow.play(table, seat, rng.choice(choices) if astray else policy.choose(table, seat, choices))
        for power in table.power_of if table.war and not rng.randrange(5) else ():
            for region in bits(table.navy_at[power] & SEAS):
                if table.units(NAVY, power, region) == 1:
                    found, twin = Takings(table, power).targets(region), table.copy()
                    twin.lose(power, NAVY, region)
                    without = Takings(twin, power).targets(region)
                    for armies in range(5):
                        assert found.best(armies, True) == without.best(armies)
                    compared += found.now != without.now
    assert compared > 10
