"""The coach: choices with chances, what follows, and reasons in words."""

import random
import re
from pathlib import Path

import pytest

from rondel import games
from rondel.bots.coach import (
    NEARER,
    Advice,
    Ground,
    advise,
    different,
    distinct,
    grounds,
    in_order,
    later,
    luck_in,
    note,
    settle,
    softened,
    some_way_on,
    tell_odds,
    tell_throw,
    whole,
)
from rondel.bots.search import Budget, Candidate, Outcome, play_out
from rondel.games.imperial import position as imperial
from rondel.games.imperial.steps.investor import Invest
from rondel.games.imperunde import position as imperunde
from rondel.games.imperunde.actions import SEATS, WAR
from rondel.games.imperunde.components import AREA, LANDS
from rondel.games.imperunde.counsel import wins_now
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.diplomacy import Speak
from rondel.games.struggle.steps.alliances import Bidding
from rondel.kernel import flow, record
from rondel.kernel.bot import AS_USUAL
from rondel.kernel.counsel import Remark
from rondel.kernel.events import Message
from rondel.kernel.flow import State
from rondel.kernel.game import random_action
from rondel.kernel.record import Match
from rondel.kernel.texts import LANGUAGES, read_catalogue
from tests.bots.test_search import some_way_in

SOURCES = Path(__file__).parents[2] / "src" / "rondel" / "games"
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", games.NAMES)
def test_advice_names_choices_chances_and_what_follows(name: str) -> None:
    game, state, seat = some_way_in(name)
    before = game.save(state)
    advice = advise(game, state, seat, "1", Budget(simulations=6), most=2)
    assert game.save(state) == before
    assert advice
    assert all(each.action in flow.legal(state, seat) for each in advice)
    for each in advice:
        assert not each.games or sum(each.chances) == pytest.approx(1.0)
        assert each.line
        assert each.grounds
        assert set(each.terms) >= {"money", "rival"}
        said = each.to_json(game)
        assert said["chances"] is None, "of so few games no chances are told"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_remark_and_term_has_words_in_every_language(name: str) -> None:
    game, state, seat = some_way_in(name)
    source = (SOURCES / name / "counsel.py").read_text()
    remarks = set(re.findall(r'(?:Remark\(|amount\(found, |, |else |key = )"([a-z-]+)"', source))
    known = read_catalogue(game.folder / "texts", "en")
    told = {key.removeprefix("coach.") for key in known if key.startswith("coach.")}
    remarks |= {key.replace("now.", "may-") for key in known if key.startswith("now.")}
    assert game.policy is not None
    terms = game.policy(random.Random(1)).terms(state, seat)
    assert len(terms) > 4
    assert told <= remarks | {f"later.{term}" for term, _ in terms}, "a text that nothing asks for"
    for language in LANGUAGES:
        texts = game.texts(language)
        for term, _ in terms:
            assert not re.search(r"[{}|]", texts.text(f"coach.later.{term}", {"n": 1, "less": True}))
            more, less = (texts.text(f"coach.later.{term}", {"n": 7, "less": less}) for less in (False, True))
            assert more != less
            assert re.search(r"(about|environ|etwa) 7", more), "what lies some way on is an estimate"
        assert not texts.missing


def advice_on(action: int, *remarks: Remark) -> Advice:
    advice = Advice(Candidate(action, 2), 0)
    advice.worlds = 1
    for remark in remarks:
        note(advice, remark, 0)
    return advice


def test_the_reason_is_what_sets_a_choice_apart() -> None:
    fee, card = Remark("costs", -2.0, {}, 2.0), Remark("another-invests", -0.8, {"seat": 1})
    one = advice_on(1, fee, Remark("flag", 8.0, {"nation": "italy"}), Remark("open", -3.0, {"area": "rome"}, 2.0), card)
    other = advice_on(2, fee, Remark("taxes", 2.0, {"nation": "italy"}, 2.0), card)
    assert [(each.message.key, each.is_good()) for each in grounds(one, [other])] == [
        ("coach.flag", True),
        ("coach.open", False),
    ]
    assert grounds(other, [one])[0].message.params == {"nation": "italy", "n": 2}


def test_nobody_has_half_an_army() -> None:
    one = Advice(Candidate(1, 2), 0)
    one.worlds = 4
    for world, (units, money) in enumerate([(1, 3), (2, 3), (1, 3), (2, 3)]):
        note(one, Remark("units", 2.0, {}, float(units)), world)
        note(one, Remark("money", 1.0, {}, float(money)), world)
    told = [(each.message.params["n"], each.likelihood()) for each in grounds(one, [])]
    assert told == [(2, "rough"), (3, "sure")]
    assert [whole(number) for number in (0.0, 0.2, 0.5, 1.4, 1.5, 2.5, -0.3, -1.5)] == [0, 1, 1, 1, 2, 3, -1, -2]


def test_what_is_told_in_the_same_words_of_all_is_no_reason() -> None:
    one, other = (Advice(Candidate(action, 2), 0) for action in (1, 2))
    for advice, second in ((one, 2.0), (other, 1.0)):
        advice.worlds = 2
        note(advice, Remark("units", 2.0, {}, 2.0), 0)
        note(advice, Remark("units", 2.0, {}, second), 1)
    assert [each.message.key for each in grounds(one, [other])] == ["coach.nothing"]


def test_what_happens_in_some_worlds_is_told_with_its_chance() -> None:
    one = advice_on(1, Remark("land", 4.0, {"area": "peru", "value": 3}))
    one.worlds = 2
    assert [each.likelihood() for each in grounds(one, [])] == ["even"]


def test_where_nothing_changes_at_once_the_terms_tell_of_later() -> None:
    one, other = advice_on(1), advice_on(2)
    one.terms = {"money": [12.0, 12.0], "rival": [3.0, 3.5], "score": [50.0, 50.0]}
    other.terms = {"money": [8.0, 8.0], "rival": [5.0, 5.5], "score": [50.2, 49.8]}
    told = [(each.message.key, each.message.params, each.is_good()) for each in later(one, [other])]
    assert told == [
        ("coach.later.rival", {"n": 2, "less": True}, True),
        ("coach.later.money", {"n": 4, "less": False}, True),
    ]
    assert [each.message.key for each in grounds(advice_on(1), [])] == ["coach.nothing"]


def test_money_that_counts_as_points_is_told_once() -> None:
    one, other = advice_on(1), advice_on(2)
    for name, gap in (("money", 4.4), ("score", 4.4), ("power", 1.0)):
        one.terms[name], other.terms[name] = [10.0 + gap] * 4, [10.0] * 4
    assert [each.message.key for each in later(one, [other])] == ["coach.later.money"]
    one.terms["score"] = [16.0] * 4
    assert [each.message.params["n"] for each in later(one, [other])] == [6, 4]


def test_what_speaks_against_a_choice_is_not_said_again_of_later() -> None:
    one, other = advice_on(1, Remark("war", -2.0)), advice_on(2)
    one.terms, other.terms = {"wars": [2.0] * 4}, {"wars": [1.0] * 4}
    assert [each.message.key for each in grounds(one, [other])] == ["coach.war"]
    one.remarks.clear()
    assert [each.message.key for each in grounds(one, [other])] == ["coach.later.wars"]


def test_what_is_advised_has_something_that_speaks_for_it() -> None:
    """Nothing that speaks against it some way on, nor what all have in common; if nothing else, that it did best."""
    common, price = Remark("taxes", 2.0, {"nation": "italy"}, 2.0), Remark("money-less", -1.0, number=2.0)
    one, other = advice_on(1, common, price), advice_on(2, common)
    one.terms, other.terms = {"wars": [2.0] * 4}, {"wars": [1.0] * 4}
    few = [each.message.key for each in grounds(one, [other], first=True)]
    assert few == ["coach.habit", "coach.money-less"], "too few games"
    one.games = 30
    best, against = grounds(one, [other], first=True)
    assert (best.message.key, best.message.params) == ("coach.played-out", {"n": 30, "best": True})
    assert against.message.key == "coach.money-less"
    assert [each.message.key for each in grounds(other, [one])] == ["coach.later.wars"]


def test_what_is_certain_to_be_paid_is_told_beside_four_reasons() -> None:
    """Whoever compares two choices compares prices: one must not lose its price to the limit."""
    gains = [Remark(f"gain-{number}", 5.0 - number, number=number) for number in range(5)]
    told = grounds(advice_on(1, *gains, Remark("money-less", -0.2, number=2.0)), [])
    assert [each.message.key for each in told] == [*(f"coach.gain-{number}" for number in range(4)), "coach.money-less"]


def test_the_best_that_speaks_for_a_choice_is_told_however_much_speaks_against_it() -> None:
    against = [Remark(f"loss-{number}", -9.0 + number, number=number) for number in range(7)]
    told = grounds(advice_on(1, *against, Remark("gain", 1.0, number=1)), [], first=True)
    assert [each.message.key for each in told][:1] == ["coach.gain"]
    assert [each.message.key for each in told][1:4] == ["coach.loss-0", "coach.loss-1", "coach.loss-2"]


def test_what_tells_a_chance_itself_has_no_other_chance_beside_it() -> None:
    sure = advice_on(1, Remark("target", 2.0, {"area": "peru", "was": 33}, 68.0))
    sure.odds = 0.97
    tell_odds(sure)
    (told,) = grounds(sure, [], chances=("target",))
    assert (told.likelihood(), told.message.params["n"]) == ("sure", 68), "97 % is of another battle"
    doubtful = Advice(Candidate(2, 2), 0)
    for world in range(4):
        if world % 2:
            note(doubtful, Remark("target", 2.0, {"area": "peru", "was": 33}, 68.0), world)
        doubtful.worlds += 1
    assert "coach.target" not in {each.message.key for each in grounds(doubtful, [], chances=("target",))}
    assert "coach.target" in {each.message.key for each in grounds(doubtful, [])}


@pytest.mark.parametrize("name", games.NAMES)
def test_what_tells_a_chance_is_written_as_one(name: str) -> None:
    texts = games.load(name).texts("en")
    for key in games.load(name).counsel.CHANCES:
        assert "%" in texts.text(f"coach.{key}", {"n": 5, "was": 3, "area": "", "power": ""})


@pytest.mark.parametrize("name", ["imperunde", "colonial"])
def test_a_coach_advises_as_a_searching_seat_plays(name: str) -> None:
    """Where searching seats have weights of their own, whoever asks is told what such a seat would do."""
    game, state, _ = some_way_in(name)
    kind = game.policy
    assert kind is not None
    assert kind.OWN != AS_USUAL
    usual, own = kind(random.Random(1)), kind(random.Random(1))
    own.follow(kind.OWN)
    usual.waver = own.waver = 0.0
    differed = 0
    while state.pending and differed < 3:
        seat = flow.to_act(state)[0]
        action = flow.legal(state, seat)[0]
        if seat != flow.CHANCE and len(flow.legal(state, seat)) > 1:
            choices = flow.legal(state, seat)
            action = usual.choose(state, seat, choices)
            mine = own.choose(state, seat, choices)
            if action != mine and game.catalogue[mine].kind not in game.counsel.ASIDE:
                (told,) = advise(game, state, seat, "1", Budget(simulations=1), most=1)
                differed += told.action == mine
        flow.play(state, seat, action)
    assert differed == 3


def test_chances_that_are_told_make_a_whole() -> None:
    one = advice_on(1)
    one.chances = [0.23, 0.22, 0.23, 0.32]
    assert sum(one.rough_chances()) == pytest.approx(1.0)
    assert one.rough_chances() == [0.25, 0.2, 0.25, 0.3]


def test_who_wins_a_few_games_is_not_told_to_win_for_certain() -> None:
    one = advice_on(1)
    one.chances, one.scores, one.results = [0.0, 1.0, 0.0], [3.0, 9.0, 5.0], [0.2] * 24
    one.games = 24
    assert one.rough_chances() == [0.0, 0.95, 0.05]
    one.games = 100
    assert one.rough_chances() == [0.0, 1.0, 0.0]


def test_ships_and_armies_that_an_enemy_loses_are_told() -> None:
    game = games.load("imperunde")
    table = imperunde.position("war 0 1\n0 caribbean frigate 2\n1 caribbean infantry 3", "movement")
    assert isinstance(table, Table)
    after = table.copy()
    for unit in range(3):
        after.cargo[(AREA.index["caribbean"] - LANDS) * SEATS * 3 + 3 + unit] = 0
    after.cargo_at[1] = 0
    found = {remark.key: remark for remark in game.counsel().remarks(table, after, 0)}
    assert (found["enemy-units"].params, found["enemy-units"].number) == ({"seat": 1}, 3)
    assert found["enemy-units"].weight > 0.0


def test_another_way_to_do_the_same_is_not_named() -> None:
    several = [advice_on(action) for action in (1, 2, 3)]
    for each, result, played in zip(several, (0.5, 0.5, 0.25), (16, 6, 16), strict=True):
        each.results = ([result, 0.5] * 8)[:played]  # what is like another is looked at no further
    assert [each.action for each in different(several)] == [1, 3]
    assert len(different(several[:2])) == 2, "where it does not matter, all are named"
    several[1].results = several[1].results[:4]
    assert len(different(several)) == 3, "of so few games nobody knows"


def with_chance(action: int, chance: float, results: list[float]) -> Advice:
    advice = advice_on(action)
    advice.chances, advice.results, advice.games = [chance, 1.0 - chance], results, len(results)
    advice.scores = [5.0, 5.0]
    return advice


def test_choices_stand_by_their_chances() -> None:
    """Unless what is advised is clearly better by how the games went; those without chances come last."""
    first, second, third = with_chance(1, 0.3, [0.4, 0.6] * 15), with_chance(2, 0.2, [0.4, 0.6] * 15), advice_on(3)
    assert [each.action for each in in_order([first, third, second])] == [1, 2, 3]
    best = with_chance(4, 0.4, [0.6, 0.4] * 15)
    assert [each.action for each in in_order([first, best])] == [4, 1], "nothing speaks against the better chance"
    assert all(each.tells_chances() for each in (first, best))
    lucky = with_chance(5, 0.4, [0.1, 0.2] * 15)
    assert [each.action for each in in_order([first, lucky])] == [1, 5]
    assert first.is_nearer, "it stands first, and would seem to be worse: that is explained"
    for each in (first, lucky):
        each.worlds = 1
    assert [ground.message.key for ground in grounds(first, [lucky], first=True)] == [NEARER]


def test_what_games_hardly_tell_apart_is_told_the_same() -> None:
    """Of six choices one is nearly always lucky: its chance is told only as far as its games bear it out."""
    own, lucky, better = (
        with_chance(1, 0.4, [0.4, 0.6] * 15),
        with_chance(2, 0.6, [0.6, 0.45] * 15),
        with_chance(3, 0.6, [0.6, 0.9] * 15),
    )
    lucky.scores[0] = better.scores[0] = 7.0
    for each in (own, lucky, better):
        each.hold_to(own)
    assert lucky.figures() == own.figures() == (0.4, 5)
    assert 0.55 < better.chances[0] < 0.6
    assert better.figures() == (0.6, 7)
    assert [each.action for each in in_order([better, own, lucky])] == [3, 1, 2]


def test_some_turns_on_is_the_same_moment_whatever_was_chosen() -> None:
    """ImpeRunde: whoever lets the talks go on has no more income than who closes them, only a later look at it."""
    game = games.load("imperunde")
    assert game.policy is not None
    policy = game.policy(random.Random(1))
    table = game.setup(3)
    play_out(table, policy, random.Random(1), 60)
    late = table.copy()
    play_out(late, policy, random.Random(1), 45)
    moment = some_way_on(table, policy, random.Random(1), -1, None, 0)
    assert moment == policy.moment(table) >= 0
    assert some_way_on(late, policy, random.Random(1), moment, None, 0) == policy.moment(late) == moment
    timeless = games.load("imperial")
    assert timeless.policy is not None
    assert some_way_on(timeless.setup(2), timeless.policy(random.Random(1)), random.Random(1), -1, None, 0) == -1


def test_where_chances_are_the_same_scores_decide() -> None:
    """What stands first has the better figures, unless it did clearly better: then that is said."""
    first, second, third = (with_chance(action, 0.15, [0.4, 0.6] * 15) for action in (1, 2, 3))
    first.scores[0], second.scores[0], third.scores[0] = 5.0, 6.0, 7.0
    assert [each.action for each in in_order([first, second, third])] == [3, 2, 1]
    best = with_chance(4, 0.15, [0.9, 1.0] * 15)
    best.scores[0] = 4.0
    assert [each.action for each in in_order([best, first])] == [4, 1]
    assert (best.is_nearer, best.has_fewer) == (True, False)
    best.worlds = first.worlds = 1
    (reason,) = grounds(best, [first], first=True)
    assert reason.message.params == {"n": 30, "fewer": False}
    said = games.load("imperial").texts("en").text(NEARER, reason.message.params)
    assert said.endswith("though another choice promises a higher score")


def test_where_nobody_wins_whatever_he_chooses_the_score_decides_alone() -> None:
    hopeless, better = with_chance(1, 0.0, [0.2, 0.3] * 15), with_chance(2, 0.0, [0.1, 0.2] * 15)
    better.scores[0] = 7.0
    assert [each.action for each in in_order([hopeless, better])] == [2, 1]


def test_of_fewer_games_what_is_told_allows_for_their_luck() -> None:
    """One choice was tried in the 24 games that went well for everything, another in those that followed, too."""
    won, lost = Outcome([1.0, 0.0], [0.9, 0.1], [9.0, 5.0]), Outcome([0.0, 1.0], [0.1, 0.9], [5.0, 9.0])
    few, many = Candidate(1, 2), Candidate(2, 2)
    for world, outcome in enumerate([won, lost, won] * 8 + [lost] * 8):
        for candidate in (few, many)[world >= 24 :]:
            candidate.add(outcome, 0)
    lucky, long = Advice(few, 0), Advice(many, 0)
    assert lucky.chances[0] == pytest.approx(2 / 3)
    lucky.allow_for_luck(long)
    assert lucky.figures() == long.figures() == (0.5, 7)
    assert luck_in([1.0] * 24, [0.0, 1.0] * 20) == 0.0, "what always goes the same way hangs on no luck"


def test_what_hangs_on_one_throw_is_told_with_its_chance() -> None:
    """Also where a throw never came: it does what the one before does."""
    advice = advice_on(1)
    advice.dice, advice.thrown = [(0, 8), (1, 12), (2, 6), (3, 1)], {0: 0b001111, 1: 0b010000, 2: 0b100000}
    for world in range(6):
        if world >= 4:
            note(advice, Remark("struck", 1.0, {"seat": 1}, 1.0), world)
        if world in (1, 2, 4):
            note(advice, Remark("spots", 1.0, {}, 1.0), world)
    advice.worlds = 6
    tell_throw(advice)
    told = {ground.message.key: ground.to_json() for ground in grounds(advice, [])}
    assert (told["coach.struck"]["chance"], told["coach.struck"]["percent"]) == ("known", 70)
    assert told["coach.spots"]["chance"] == "even", "it hangs on something else"


def test_a_sure_thing_has_no_hundred_percent_beside_it() -> None:
    assert [Ground(Message("coach.prestige"), 1.0, chance, True).likelihood() for chance in (0.999, 0.99)] == [
        "sure",
        "known",
    ]


def test_who_wins_with_a_choice_wins_for_certain() -> None:
    """Imperial: the taxation takes Italy to 25 power. Nothing that is only likely to win stands beside it as equal."""
    game = games.load("imperial")
    table = imperial.position(
        "italy power 24  flag 0  bonds 0 25  chips tunis algeria greece  treasury 9  marker production-1\n"
        "france flag 1  bonds 1 2",
        turn="italy",
        seats=2,
    )
    moves = [game.catalogue.parse(f"italy advances to {slot}") for slot in ("maneuver-1", "taxation")]
    first, second = advise(game, table, 0, "1", Budget(simulations=48), among=moves)
    assert (first.action, first.wins, second.wins) == (moves[1], True, False)
    assert first.rough_chances() == [1.0, 0.0]
    second.chances, second.games = [1.0, 0.0], 200
    assert second.enough > 24
    second.enough = second.games + 1
    assert second.rough_chances() == [0.95, 0.05]


def test_who_did_not_do_best_is_not_said_to_have_done_so() -> None:
    """By what whoever reads the figures sees, too."""
    one, other = with_chance(1, 0.3, [0.5] * 30), with_chance(2, 0.3, [0.4] * 30)
    one.mean, other.mean = 0.5, 0.4
    for each in (one, other):
        each.worlds = 1
    assert grounds(one, [other], first=True)[0].message.params == {"n": 30, "best": False}, "30 % and 5 points as well"
    one.scores[0] = 5.6
    assert grounds(one, [other], first=True)[0].message.params == {"n": 30, "best": True}
    other.mean = 0.6
    assert grounds(one, [other], first=True)[0].message.params == {"n": 30, "best": False}
    assert grounds(one, [other])[0].sign() == "·"


def test_choices_of_which_nothing_can_be_said_yet_are_all_named() -> None:
    game = games.load("imperial")
    several = [advice_on(action) for action in (1, 2)]
    for each in several:
        each.grounds = grounds(each, [other for other in several if other is not each])
    assert len(distinct(game, several)) == 2
    for each in several:
        each.grounds = [Ground(Message("coach.units"), 1.0)]
    kinds = {game.catalogue[each.action].kind for each in several}
    assert len(distinct(game, several)) == len(kinds)


def test_a_bid_is_told_by_its_own_proposal() -> None:
    """What is bid changes nothing by itself: who would be whose enemy shows in what is proposed with it."""
    game = games.load("struggle")
    assert game.policy is not None
    policy, rng = game.policy(random.Random(1)), random.Random(1)
    state = game.setup(4)
    while not isinstance(state.pending[-1], Bidding) or state.pending[-1].leader < 0:
        seat = flow.to_act(state)[0]
        action = random_action(state, seat, rng) if seat < 0 else policy.choose(state, seat, flow.legal(state, seat))
        flow.play(state, seat, action)
    seat = flow.to_act(state)[0]
    advice = advise(game, state, seat, "1", Budget(simulations=4), most=3)
    told = {ground.message.key for each in advice for ground in each.grounds}
    assert told & {"coach.would-ally", "coach.would-enemy"}
    assert not told & {"coach.ally", "coach.enemy"}, "that hangs on what others bid"


def test_nobody_is_advised_who_has_nothing_to_decide() -> None:
    game, state, seat = some_way_in("imperial")
    with pytest.raises(ValueError, match="has nothing to decide"):
        advise(game, state, (seat + 1) % 4, "1", Budget(simulations=1))


@pytest.mark.parametrize("name", games.NAMES)
def test_advice_is_words_all_along_a_recorded_game(name: str) -> None:
    """Whatever a coach says in positions all along a recorded game reads as words in every language."""
    match = record.parse((GOLDEN / f"{name}-3.rondel").read_text(encoding="utf-8"), games.load)
    game = match.game
    every = [game.texts(language) for language in LANGUAGES]
    for position in range(7, match.position, match.position // 8):
        state = match.at(position)
        seat = flow.to_act(state)[0]
        if seat < 0 or len(flow.legal(state, seat)) < 2:
            continue
        for each in advise(game, state, seat, "1", Budget(simulations=1), most=3):
            for ground in each.grounds:
                for texts in every:
                    said = texts.text(ground.message.key, ground.message.params, match.names)
                    assert said, ground.message.key
                    assert "{" not in said, said
    assert not any(texts.missing for texts in every)


def test_a_country_is_advised_by_where_it_lies() -> None:
    """All begin with the same: a reason names the regions next door, and what they pay."""
    game = games.load("struggle")
    state = game.setup(4)
    while flow.CHANCE in flow.to_act(state):
        flow.play(state, flow.CHANCE, random_action(state, flow.CHANCE, random.Random(1)))
    (seat,) = flow.to_act(state)
    for action in flow.legal(state, seat):
        after = state.copy()
        flow.play(after, seat, action)
        found = game.counsel().remarks(state, after, seat)
        assert {remark.key for remark in found} == {"border"}, str(game.catalogue[action])


def test_who_is_investing_is_not_told_that_a_choice_lets_him_invest() -> None:
    """That the investor card passes on afterwards speaks for no choice: it does so whatever is bought."""
    game = games.load("imperial")
    assert game.policy is not None
    policy, rng = game.policy(random.Random(3)), random.Random(3)
    state = game.setup(4)
    while not isinstance(state.pending[-1], Invest) or state.investor not in flow.to_act(state):
        seat = flow.to_act(state)[0]
        action = random_action(state, seat, rng) if seat < 0 else policy.choose(state, seat, flow.legal(state, seat))
        flow.play(state, seat, action)
    counsel, seat = game.counsel(), state.investor
    for action in flow.legal(state, seat):
        twin = state.copy()
        flow.play(twin, seat, action)
        while not counsel.is_settled(twin, seat):
            acting = flow.to_act(twin)[0]
            flow.play(twin, acting, random_action(twin, acting, rng))
        assert "you-invest" not in {remark.key for remark in counsel.remarks(state, twin, seat)}


def test_what_hangs_on_a_throw_has_the_chance_that_the_table_tells() -> None:
    """Two dozen throws may be lucky: beside 77 % in the confirmation nothing is said to be about even."""
    advice = advice_on(1)
    advice.worlds, advice.odds = 24, 0.77
    for world in range(24):
        if world % 2:  # as luck would have it
            note(advice, Remark("land", 4.0, {"area": "peru", "value": 3}), world)
        else:
            note(advice, Remark("units-lost", -1.0, {}, 1.0), world)
        if world % 3:
            note(advice, Remark("income", 0.5, {}, 1.0), world)
    tell_odds(advice)
    told = {ground.message.key: ground.to_json() for ground in grounds(advice, [])}
    assert (told["coach.land"]["chance"], told["coach.land"]["percent"]) == ("known", 77)
    assert told["coach.units-lost"]["percent"] == 23
    assert told["coach.income"]["chance"] == "even", "it hangs on something else"


def test_a_throw_that_goes_on_otherwise_is_told_in_words() -> None:
    """A battle with 8 % as it stands, into which more is brought up, is not told with 8 %."""
    advice = advice_on(1)
    advice.worlds, advice.odds = 10, 0.08
    for world in range(7):
        note(advice, Remark("land", 4.0, {"area": "peru", "value": 3}), world)
    tell_odds(advice)
    assert grounds(advice, [])[0].likelihood() == "likely"


def test_chances_are_told_as_surely_as_they_are_known() -> None:
    """Early in Struggle a bot's values tell little of who will win; late they tell much."""
    assert softened([0.5, 0.25, 0.25], 1.0) == pytest.approx([0.5, 0.25, 0.25])
    assert softened([0.8, 0.2], 2.0) == pytest.approx([2 / 3, 1 / 3])
    game = games.load("struggle")
    match = record.parse((GOLDEN / "struggle-4.rondel").read_text(encoding="utf-8"), games.load)
    spreads = [game.counsel().spread(match.at(position)) for position in range(60, match.position, 100)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > 1.5
    assert spreads[-1] < 1.0
    one = with_chance(1, 0.3, [0.5] * 30)
    one.chances = [0.32, 0.68]
    assert one.to_json(games.load("imperial"))["chances"] == [0.3, 0.7], "no more is known"


def test_where_there_is_but_one_choice_nothing_that_follows_is_its_reason() -> None:
    game = games.load("imperunde")
    match = record.parse((GOLDEN / "imperunde-3.rondel").read_text(encoding="utf-8"), games.load)
    (only,) = advise(game, match.at(199), 0, "1", Budget(simulations=1))
    assert [ground.message.key for ground in only.grounds] == ["coach.habit"], "there are things to talk about besides"


def test_what_a_later_bid_costs_is_no_reason_against_passing() -> None:
    game = games.load("struggle")
    match = record.parse((GOLDEN / "struggle-3.rondel").read_text(encoding="utf-8"), games.load)
    state = match.at(306)  # an auction is opened
    for each in advise(game, state, flow.to_act(state)[0], "1", Budget(simulations=6)):
        keys = {ground.message.key for ground in each.grounds}
        assert not keys & {"coach.gold", "coach.gold-spent", "coach.unrest", "coach.borrowed"}
        assert any(key.startswith("bid") for key in each.own) == bool(game.catalogue[each.action].args.get("gold"))


def test_a_place_for_a_factory_has_reasons_of_its_own() -> None:
    game = games.load("imperial")
    match = record.parse((GOLDEN / "imperial-4.rondel").read_text(encoding="utf-8"), games.load)
    state = match.at(9)  # Italy builds
    told = {}
    for action in flow.legal(state, 0):
        args = game.catalogue[action].args
        if "area" in args:
            told[args["area"]] = {remark.key for remark in game.counsel().on_choice(state, 0, action)}
    assert told["genoa"] & {"shipyard", "shipyard-new"}
    assert told["florence"] & {"barracks", "barracks-inland"}
    assert all(keys & {"site-open", "site-safe"} for keys in told.values())
    advice = advise(game, state, 0, "1", Budget(simulations=6))
    assert not any(ground.message.key == "coach.factory" for each in advice for ground in each.grounds)


def test_who_fights_on_with_little_hope_is_told_why() -> None:
    """Nobody can retreat from a battle: to fight with what is in it costs nothing that is not lost already."""
    game = games.load("imperunde")
    match = record.parse((GOLDEN / "imperunde-3.rondel").read_text(encoding="utf-8"), games.load)
    state = match.at(898)
    said = {game.catalogue[action].kind: game.counsel().on_choice(state, 0, action) for action in flow.legal(state, 0)}
    assert [remark.key for remark in said["fight"]] == ["no-retreat"]
    assert said["bring"] == []


def golden(name: str) -> Match:
    return record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load)


def outcome(match: Match, position: int, choice: str) -> tuple[State, State, dict[str, Remark]]:
    """What was, what is when the business of a choice is over, and what is remarked on it, by its key."""
    game, before = match.game, match.at(position)
    assert game.policy is not None
    counsel, policy = game.counsel(), game.policy(random.Random(1))
    seat = flow.to_act(before)[0]
    (action,) = [action for action in flow.legal(before, seat) if str(game.catalogue[action]) == choice]
    after = before.copy()
    flow.play(after, seat, action)
    settle(after, counsel, policy, random.Random(1), seat)
    found = counsel.remarks(before, after, seat) + counsel.on_choice(before, seat, action)
    return before, after, {remark.key: remark for remark in found}


def odds_after(match: Match, position: int, choice: str) -> float:
    state = match.at(position)
    seat = flow.to_act(state)[0]
    (action,) = [action for action in flow.legal(state, seat) if str(match.game.catalogue[action]) == choice]
    flow.play(state, seat, action)
    return float(match.game.counsel().odds(state, seat))


def test_income_is_not_the_fruit_of_a_card() -> None:
    """Cards are played before the income, in the same phase: it comes whatever is played."""
    before, after, told = outcome(golden("imperunde-3"), 49, "pass")
    assert after.money[0] > before.money[0]  # type: ignore[attr-defined]
    assert "money" not in told


def test_after_the_last_war_only_what_scores_is_told() -> None:
    match = golden("struggle-4")
    for position, choice in ((718, "buy militia"), (718, "build navy"), (719, "to africa"), (719, "to central-europe")):
        _, after, told = outcome(match, position, choice)
        assert after.over()
        assert not told, choice
    _, _, told = outcome(match, 718, "attack neutral 3 in mediterranean")
    assert set(told) <= {"place", "counter", "harm", "points", "unrest", "calm"}


def test_what_the_end_of_a_war_brings_is_no_fruit_of_its_last_action() -> None:
    """Income, growth, the points of all regions, and that no alliance threatens any more."""
    match = golden("struggle-4")
    before, after, told = outcome(match, 252, "buy logistics")
    assert after.war > before.war  # type: ignore[attr-defined]
    assert not told.keys() & {"gold", "population", "guarded", "points"}
    assert "tile" in told
    _, _, told = outcome(match, 253, "to central-europe")
    assert told["gold-spent"].number == 1, "the new army has to be paid for"
    assert "guarded" not in told
    assert "gold" not in told
    _, _, told = outcome(match, 54, "place army in india")
    assert not told.keys() & {"gold-spent", "points-lost"}, "before the first war there is nothing to reckon"


def test_armies_that_hardly_help_are_not_said_to_have_no_target() -> None:
    match = golden("imperunde-3")
    _, _, told = outcome(match, 34, "equip with cavalry")
    assert told["hardly"].params == {"area": "louisiana"}
    assert told["hardly"].number > 90
    assert "idle" not in told
    _, _, told = outcome(match, 16, "equip with infantry")  # New Zealand: they may go aboard
    assert "idle" not in told


def test_a_victory_in_this_very_round_is_named() -> None:
    match = golden("imperunde-3")
    before, _, told = outcome(match, 2083, "build a post in mexico")
    assert told["in-reach"].number == told["posts"].params["missing"] == 4
    _, _, told = outcome(match, 2083, "done")
    assert told["out-of-reach"].weight < 0
    before.debt[flow.to_act(before)[0]] = 5  # type: ignore[attr-defined]
    assert not wins_now(before, flow.to_act(before)[0]), "debts must be gone to win"  # type: ignore[arg-type]


def test_the_odds_of_an_attack_count_those_who_can_still_join() -> None:
    """One artillery against two: what the table tells before others are brought up belongs to nothing that follows."""
    match = golden("imperunde-3")
    assert odds_after(match, 169, "artillery usa - louisiana") > 0.9
    assert odds_after(match, 124, "fight") == pytest.approx(0.36, abs=0.01), "with what is in the battle"


def test_who_is_attacked_is_told_what_he_keeps() -> None:
    """What may be lost all the same is no reason against a defence; to leave the lost dice as they are gives it up."""
    match = golden("struggle-4")
    before, _, told = outcome(match, 566, "keep the tile")
    assert told["place-lost"].number == 4
    assert "kept" not in told
    for luck in range(20):
        state = before.copy()
        seat = flow.to_act(state)[0]
        flow.play(state, seat, flow.legal(state, seat)[0])  # the Reserve
        assert match.game.policy is not None
        settle(state, match.game.counsel(), match.game.policy(random.Random(1)), random.Random(luck), seat)
        found = {remark.key: remark for remark in match.game.counsel().remarks(before, state, seat)}
        assert "place-lost" not in found
        if "kept" in found:
            assert found["kept"].number == 4
            break
    else:
        pytest.fail("never kept")


def test_armies_beside_ones_counters_may_become_an_allys() -> None:
    _, _, told = outcome(golden("struggle-4"), 61, "bid 62")
    assert told["allied"].params == {"area": "east-indies"}
    assert "guarded" not in told


def test_a_vote_on_the_target_names_it_and_who_is_nearest() -> None:
    match = golden("imperunde-3")
    _, _, told = outcome(match, 1099, "agree")
    assert (told["new-target"].number, told["new-target"].params) == (41.0, {"was": 40, "nearest": [1]})
    _, _, told = outcome(match, 1099, "reject")
    assert (told["old-target"].number, told["old-target"].params) == (40.0, {"nearest": [1]})
    texts = match.game.texts("en")
    said = texts.text("coach.new-target", {"n": 41, "was": 40, "nearest": [1]})
    assert said == "the target becomes 41 trading posts instead of 40 if all agree; nearest to it: Player 2"


def test_peace_is_told_by_whom_it_is_made_with() -> None:
    """And not by how many wars there are then, which anybody can count."""
    match = golden("imperunde-4")
    state = match.at(1870)
    seat = flow.to_act(state)[0]
    advice = advise(match.game, state, seat, "1", Budget(simulations=4))
    told = {str(match.game.catalogue[each.action]): [ground.message.key for ground in each.grounds] for each in advice}
    assert "coach.peace-offered" in told["offer peace to seat 0"]
    assert "coach.later.wars" not in told["offer peace to seat 0"] + told["done"]
    _, _, found = outcome(match, 1870, "done")
    assert found["war-goes-on"].params == {"seat": 0}


def test_units_in_a_battle_are_not_units_to_come() -> None:
    match = golden("imperunde-3")
    for position, choice in ((124, "bring infantry from congo"), (139, "bring infantry from congo"), (124, "fight")):
        assert "units" not in outcome(match, position, choice)[2]


def test_what_costs_and_who_stands_by_one_is_said_as_people_say_it() -> None:
    struggle = {language: games.load("struggle").texts(language) for language in LANGUAGES}
    unrest = [struggle[language].text("coach.unrest", {"n": 1}) for language in LANGUAGES]
    assert unrest == ["1 more unrest", "1\u00a0point d’insatisfaction de plus", "1 Unruhe mehr"]
    german = struggle["de"]
    assert german.text("coach.ally", {"power": "prussia", "n": 0}) == "Preußen wird Ihr Verbündeter"
    assert german.text("coach.open", {"area": "india", "n": 2}).endswith("ungeschützt gegen 2 Armeen")
    assert german.text("coach.odds", {"area": "india", "n": 77}).endswith("hätte jetzt etwa 77\u00a0% Aussicht")
    assert struggle["fr"].text("coach.population-spent", {"n": 1}) == "utilise 1\u00a0point de population"


def test_nobody_is_advised_to_declare_a_war_that_there_is() -> None:
    """ImpeRunde, 14.2: one side is enough for a war. The other may stand by it, so that an offer of peace ends nothing;
    for now that changes nothing."""
    match = golden("imperunde-3")
    state, seat = next(
        (state, flow.to_act(state)[0])
        for state in (match.at(position) for position in range(match.position))
        if state.pending and isinstance(state.pending[-1], Speak)
    )
    other = (seat + 1) % state.seats
    war = next(action for action in flow.legal(state, seat) if WAR[other] == action)
    state = state.copy()
    assert isinstance(state, Table)
    counsel = match.game.counsel()
    assert not counsel.is_idle(state, seat, war)
    state.stance[other] |= 1 << seat
    state.relate()
    assert war in flow.legal(state, seat)
    assert counsel.is_idle(state, seat, war)
    told = advise(match.game, state, seat, "1", Budget(simulations=12))
    assert told
    assert war not in [each.action for each in told]
