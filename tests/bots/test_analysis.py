"""A game looked at again: a known blunder is named, chances and luck are told, the budget is kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rondel import games
from rondel.bots.analysis import (
    CHANCE_TO_WIN,
    CLOSE,
    LONGEST_LINE,
    SCORE,
    TRIES,
    TURNS,
    Analysis,
    Analyst,
    Arm,
    Change,
    Judgement,
    Line,
    Moment,
    Stretch,
    Told,
    Turning,
    analyse,
    short,
    smooth,
    stretches,
)
from rondel.bots.coach import Advice
from rondel.bots.search import Budget, play_out
from rondel.cli.terminal import analysis_lines
from rondel.games.colonial.state import Table
from rondel.games.imperial.bot import Heuristic
from rondel.games.imperial.steps.battles import Encounter
from rondel.games.imperunde.steps.investments import Invest
from rondel.games.struggle.steps.turn import TakeTurn
from rondel.kernel import flow, record
from rondel.kernel.bot import Sight
from rondel.kernel.flow import CHANCE, SPECTATOR, State
from rondel.kernel.record import Match
from rondel.kernel.report import Chapters

GOLDEN = Path(__file__).parents[1] / "golden"
BLUNDER = Path(__file__).parent / "blunder.rondel"
"""In this game seat 0 could have taxed Russia, ended the game and won; it went on to produce, and came in second."""
THERE = 246
GAMES = 240
"""So few are enough for it."""


@pytest.fixture(scope="module")
def match() -> Match:
    return record.parse(BLUNDER.read_text(encoding="utf-8"), games.load)


@pytest.fixture(scope="module")
def found(match: Match) -> Analysis:
    told: list[float] = []
    found = analyse(match, [0], Budget(simulations=GAMES), tell=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    return found


def test_a_known_blunder_is_named_with_what_would_have_won(match: Match, found: Analysis) -> None:
    assert match.game.ranks(match.state)[0] == 2
    worst = found.judgements[0]
    assert (worst.position, worst.seat) == (THERE, 0)
    assert match.game.catalogue[worst.played].notation == "russia advances to production-1"
    assert match.game.catalogue[worst.better].notation == "russia advances to taxation"
    assert worst.loss() > 0.3
    assert any(ground.message.key == "coach.ends-won" for ground in worst.better_reasons)


def test_where_nothing_changes_at_once_a_verdict_tells_of_later(match: Match) -> None:
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    told: set[str] = set()
    for stretch in analyst.stretches[10:40]:
        entry = match.entries[stretch.first]
        choices = match.game.legal(match.at(stretch.first), entry.seat) if entry.seat >= 0 else []
        if len(choices) > 1:
            other = next(action for action in choices if action != entry.action)
            each = Judgement(stretch, stretch.first, entry.seat, entry.action, other, 0.0)
            analyst.reasons(each)
            told.update(ground.message.key for ground in each.played_reasons + each.better_reasons)
    assert {key for key in told if key.startswith("coach.later")}
    assert {key for key in told if not key.startswith("coach.later")}


def test_chart_and_verdict_show_the_same_numbers(match: Match, found: Analysis) -> None:
    worst = found.judgements[0]
    assert worst.apart() is None, "nothing is thrown in Imperial, and nothing forgotten"
    assert not worst.is_thrown
    assert worst.to_json(match.game)["thrown"] is False
    shown = {moment.position: moment.chances[0] for moment in found.moments}
    assert shown[worst.position] == pytest.approx(worst.other.chance())
    assert shown[worst.stretch.last] == pytest.approx(worst.own.chance())
    (turning,) = [turning for turning in found.turnings if turning.first == THERE]
    assert turning.change()[0] == pytest.approx(-worst.loss()), "what cost the game is where it turned"
    assert turning.seat == 0
    low, high = worst.likely()
    assert low < worst.loss() <= high


def test_chances_add_up_and_end_as_the_game_did(match: Match, found: Analysis) -> None:
    for moment in found.moments:
        assert sum(moment.chances) == pytest.approx(1.0)
    assert found.moments[-1].position == match.position
    assert found.moments[-1].chances.index(1.0) == match.game.ranks(match.state).index(1)
    assert found.games < GAMES * 1.2, "the budget is kept"
    assert sum(found.decisions[1:]) == 0, "only the decisions of seat 0 were asked for"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_it_is_told_in_words(match: Match, found: Analysis, language: str) -> None:
    texts = match.game.texts(language)
    lines = analysis_lines(found, texts)
    assert not texts.missing
    assert not [line for line in lines if "{" in line]
    assert any(str(THERE) in line for line in lines)


def moments(*chances: float, games: int = 40) -> list[Moment]:
    found = [Moment(10 * place, 2) for place in range(len(chances))]
    for moment, chance in zip(found, chances, strict=True):
        for game in range(games):
            won = game < chance * games
            moment.add([float(won), float(not won)])
    return found


def test_a_turning_point_is_a_change_that_is_no_accident() -> None:
    one, other = moments(0.5, 0.9)
    assert Change(one, other, [0]).is_sure()
    one, other = moments(0.5, 1.0, games=8)
    assert Change(one, other, [0]).is_suspected(), "that deserves more games"
    assert not Change(one, other, [0]).is_sure(), "but of eight nothing can be told"
    one, other = moments(0.5, 0.6)
    assert not Change(one, other, [0]).is_sure(), "by chance"


def looked(match: Match, games: int, *chances: list[float]) -> Analyst:
    """Who has looked for what turned the game, told to seat 0, among moments with these chances of so many games."""
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    analyst.analysis.games = 1  # there is time for no more
    for place, wins in enumerate(chances):
        moment = analyst.moment(analyst.places[place])
        moment.is_close = True
        for _ in range(games):
            moment.add(wins)
    analyst.look_for_turnings()
    analyst.analysis.unsettled = analyst.unsettled()
    return analyst


def turned(match: Match, *chances: list[float]) -> list[int]:
    """The turning points that are told to seat 0, by their places among moments with these chances."""
    analyst = looked(match, CLOSE, *chances)
    return [analyst.places.index(turning.first) for turning in analyst.analysis.turnings]


def test_a_large_change_that_there_was_no_time_for_is_not_called_none(match: Match) -> None:
    rest = [0.0] * (match.state.seats - 2)
    first, second = [0.9, 0.1, *rest], [0.1, 0.9, *rest]
    analyst = looked(match, 8, first, second)
    analyst.draw()
    few, many = analyst.analysis, looked(match, CLOSE, first, second).analysis
    assert (len(few.turnings), few.unsettled) == (0, 1)
    assert (len(many.turnings), many.unsettled) == (1, 0)
    assert looked(match, 8, first, first).analysis.unsettled == 0
    analyst.keep_turnings(many.turnings)
    assert analyst.unsettled() == 0, "a verdict has found it since"
    assert any("no time to tell which turn" in line for line in analysis_lines(few, match.game.texts("en")))


def test_what_turned_the_game_for_others_is_told_as_well(match: Match) -> None:
    rest = [0.0] * (match.state.seats - 3)
    first, second = [0.2, 0.8, 0.0, *rest], [0.2, 0.0, 0.8, *rest]
    assert turned(match, first, first, second, second) == [1]
    assert turned(match, first, first, first) == []


def test_where_there_is_no_room_for_all_ones_own_turning_points_are_told(match: Match) -> None:
    rest = [0.0] * (match.state.seats - 3)
    first, second = [0.2, 0.8, 0.0, *rest], [0.2, 0.0, 0.8, *rest]
    mine = [0.5, 0.5, 0.0, *rest]
    others = [first, second] * 8
    assert turned(match, mine, *others)[0] == 0
    assert len(turned(match, mine, *others)) == TURNS


def test_neighbours_are_seen_together_unless_something_happened_between_them() -> None:
    told = moments(0.2, 0.4, 0.8, 1.0, games=10)
    smooth(told, breaks={20})
    assert [moment.chances[0] for moment in told] == pytest.approx([0.3, 0.3, 0.9, 0.9])
    told = moments(0.0, 1.0, games=30)
    told[1].is_close = True
    smooth(told, set())
    assert told[1].chances[0] == 1.0, "what was looked at closely stays as it is"


def test_a_turn_is_all_that_a_seat_does_in_a_row() -> None:
    def turns(name: str) -> list[tuple[int, list[str]]]:
        match = record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load)
        found = stretches(match)
        assert [stretch.first for stretch in found] == [0, *(stretch.last for stretch in found[:-1])]
        assert found[-1].last == match.position
        notation = [match.game.catalogue[entry.action].notation for entry in match.entries]
        return [(stretch.seat, notation[stretch.first : stretch.last]) for stretch in found]

    moves = ["done", "march paris to portugal", "march paris to algeria", "done"]
    assert (0, ["france advances to maneuver-1", *moves]) in turns("imperial-3"), "not the turn of Italy before it"
    help_asked = ["ask for armies", "offer 2", "accept", "roll 2 6", "roll 3 4"]
    turn = ["buy government-reform", "use government-reform", "attack neutral 1-1g in africa", *help_asked]
    assert (1, turn) in turns("struggle-3"), "with the answer of an ally, and the dice"
    explored = ["use explorer", "explore mozambique", "roll 3", "take mozambique-ivory", "done"]
    assert (1, explored) in turns("colonial-2")


def test_each_bid_is_a_turn_of_its_own() -> None:
    """What others answered to a bid was their doing; in one turn with it, it was told of as if it was certain."""
    match = record.parse((GOLDEN / "struggle-4.rondel").read_text(encoding="utf-8"), games.load)
    bids = 0
    for stretch in stretches(match):
        span = match.entries[stretch.first : stretch.last]
        kinds = [match.game.catalogue[entry.action].kind for entry in span if not entry.forced]
        deciders = {entry.seat for entry in span if entry.seat >= 0 and not entry.forced}
        if "bid" in kinds:
            bids += 1
            assert len(deciders) == 1
    assert bids > 3


def test_what_judging_shows_to_be_no_turning_point_is_taken_back(match: Match) -> None:
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    before, after = (analyst.moment(analyst.places[place]) for place in (1, 2))
    rest = [0.0] * (match.state.seats - 2)
    for moment, wins in ((before, [0.2, 0.8, *rest]), (after, [0.8, 0.2, *rest])):
        moment.is_close = True
        for _ in range(CLOSE):
            moment.add(wins)
    change = Change(before, after, analyst.everybody)
    analyst.keep_turnings([Turning(change, analyst.stretches[1])])
    analyst.take_back()
    assert len(analyst.analysis.turnings) == 1
    after.games, after.wins = before.games, before.wins[:]  # as a verdict puts it in the chart
    analyst.take_back()
    assert not analyst.analysis.turnings


def test_nothing_is_looked_at_before_anything_has_happened() -> None:
    empty = Match(games.load("imperial"), 3, {}, ["a", "b", "c"])
    with pytest.raises(ValueError, match="nothing has happened"):
        analyse(empty, [0], Budget(simulations=5))


def judgement(own: list[float], other: list[float], points: float = 0.0) -> Judgement:
    """So many games won either way; `points`: so many fewer than the best of the others, as it was played."""
    each = Judgement(Stretch(3), 3, 0, 1, 2, 0.5)
    each.own, each.other = Arm(2), Arm(2)
    each.own.won, each.other.won = own, other
    each.own.shares = [0.1 + 0.3 * won for won in own]
    each.other.shares = [0.3 + 0.3 * won for won in other]
    each.own.leads = [-5.0 - points + place % 3 for place in range(len(own))]
    each.other.leads = [-5.0 + place % 2 for place in range(len(own))]
    each.best = 2.0 * 20.0 * len(own)
    return each


def test_a_verdict_is_told_beyond_the_noise_alone() -> None:
    assert not judgement([0.0] * 40, [0.0] * 40).cost(), "nearer to victory, and still lost every time"
    assert judgement([0.0] * 40, [1.0] * 12 + [0.0] * 28).cost() == CHANCE_TO_WIN
    assert not judgement([0.0] * 8, [1.0] * 8).cost(), "eight games are none"
    assert not judgement([1.0, 0.0] * 20, [0.0, 1.0, 1.0, 1.0] * 10).cost(), "half went one way, half the other"


def test_whoever_cannot_win_any_more_is_told_what_cost_points() -> None:
    costly = judgement([0.0] * 40, [0.0] * 40, points=3.0)
    assert costly.cost() == SCORE
    for often in ([1.0] * 60, [1.0, 0.0, 0.0, 0.0] * 15):
        winner = judgement(often, often, points=3.0)
        assert not winner.cost(), "whoever is not far behind is out to win"
        assert winner.is_hopeless(), "more games would only tell of points"
    low, high = costly.likely()
    assert 1.0 < low < costly.lead()[0] < high < 4.0
    assert not judgement([0.0] * 40, [0.0] * 40, points=1.2).cost(), "less than a point of twenty is a trifle"
    assert judgement([0.0] * 40, [1.0] * 12 + [0.0] * 28, points=9.0).cost() == CHANCE_TO_WIN, "that counts more"
    assert judgement([0.0] * 40, [1.0] * 12 + [0.0] * 28).weight() > costly.weight()


def test_wherever_the_chart_says_something_else_that_is_told_and_why() -> None:
    each = judgement([1.0, 0.0] * 20, [1.0] * 40)
    before, after = Moment(3, 2), Moment(4, 2)
    before.chances, after.chances = [0.46, 0.54], [0.5, 0.5]
    each.chart = (before, after)
    assert each.apart() == [0.46, 0.5], "the bots would have played the better way, and yet it did not look like that"
    assert not each.is_overlooked()
    each.is_usual = False
    assert each.apart() == [0.46, 0.5], "whoever reads both must not be left with a contradiction"
    assert each.is_overlooked(), "nobody who plays as bots do comes by it: the chart before knows nothing of it"
    before.chances = [0.98, 0.02]
    assert each.apart() is None
    after.chances = [0.3, 0.7]
    assert each.apart() == [0.98, 0.3], "after it, the chart is of what was played"
    assert not each.is_overlooked()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_chart_that_says_something_else_is_explained_to_players(match: Match, language: str) -> None:
    found = Analysis(match, SPECTATOR)
    each = judgement([0.0] * 40, [1.0] * 40)
    each.played_line = each.better_line = Line([Told(1)])
    each.chart = (Moment(3, 5), Moment(4, 5))
    for moment in each.chart:
        moment.chances = [0.0, 0.5, 0.5, 0.0, 0.0]
    found.judgements, found.moments = [each], [each.chart[0]]
    texts = match.game.texts(language)
    usual: list[str] = []
    overlooked: list[str] = []
    for each.is_usual, said in ((True, usual), (False, overlooked)):
        said += analysis_lines(found, texts)
        assert not [line for line in said if "{" in line or "analysis." in line]
    (line,) = [line for line in overlooked if line not in usual]
    assert line.strip().startswith(next(text for text in usual if text not in overlooked).strip().rstrip("."))


def a_game(name: str) -> tuple[Match, list[str]]:
    """A recorded game, and what was done in it."""
    match = record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load)
    return match, [match.game.catalogue[entry.action].notation for entry in match.entries]


def verdict(analyst: Analyst, position: int, better: str = "") -> Judgement:
    """A turn that could have been played better from a position on, `better` so."""
    match = analyst.match
    stretch = next(each for each in analyst.stretches if each.first <= position < each.last)
    entry = match.entries[position]
    choices = match.game.legal(match.at(position), entry.seat)
    named = {match.game.catalogue[action].notation: action for action in choices}
    other = named[better] if better else next(action for action in choices if action != entry.action)
    return Judgement(stretch, position, entry.seat, entry.action, other, 0.0)


@pytest.mark.parametrize("hidden", [True, False])
def test_the_chart_never_shows_worlds_that_a_seat_only_imagined(hidden: bool) -> None:
    match, done = a_game("colonial-3" if hidden else "imperial-3")
    position = done.index("use explorer") if hidden else done.index("france advances to maneuver-1")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    each = verdict(analyst, position)
    each.stretch.last = position + 1  # before any dice
    assert analyst.is_hidden(position, each.seat) == hidden
    seats = match.state.seats
    there = [0.5 if seat == each.seat else 0.5 / (seats - 1) for seat in range(seats)]
    analyst.play_from = lambda moment: moment.add(there)  # type: ignore[method-assign]

    def is_same(own: list[float]) -> bool:
        """Whether the chart has the games of a verdict with such chances."""
        analyst.moments.clear()
        each.restart(seats)
        each.own.won = each.other.won = [1.0, 0.0] * 100
        each.own.wins = each.other.wins = [200.0 * part for part in own]
        analyst.put_in_chart(each)
        assert each.chart is not None
        after = each.chart[1]
        assert after.games >= CLOSE
        assert [after.chance(seat) for seat in range(seats)] == pytest.approx(there)
        return after.games == 200

    assert is_same(there) != hidden, "games of the same position count for both"
    rival = (each.seat + 1) % seats
    others = [0.5 if seat in (each.seat, rival) else 0.0 for seat in range(seats)]
    assert not is_same(others), "its own chance is the same, but not that of the others"


def test_what_was_done_is_told_as_it_went() -> None:
    """What the dice brought is known by then; how likely it was is no news."""
    match, done = a_game("colonial-4")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    seen = set()
    for position in [place for place, what in enumerate(done) if what.startswith("explore ")][:6]:
        each = verdict(analyst, position)
        analyst.lines(each)
        analyst.reasons(each)
        assert {ground.likelihood() for ground in each.played_reasons if "later" not in ground.message.key} <= {"sure"}
        came = [ground for ground in each.played_reasons if ground.message.key == "coach.explored"]
        before, after = match.at(position), match.at(each.stretch.last)
        assert isinstance(before, Table)
        assert isinstance(after, Table)
        assert bool(came) == (before.explored != after.explored)
        seen.add(bool(came))
    assert seen == {True, False}


def test_what_would_have_been_better_is_told_with_the_chance_that_the_table_tells() -> None:
    match, done = a_game("colonial-2")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    position = done.index("explore senegal")
    each = verdict(analyst, position, "explore guinea")
    analyst.lines(each)
    analyst.reasons(each)
    (found,) = [ground for ground in each.better_reasons if ground.message.key == "coach.explored"]
    assert (found.likelihood(), found.percent()) == ("known", 90)


def test_whatever_is_called_better_has_something_to_be_said_for_it(match: Match) -> None:
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    for stretch in analyst.stretches[40:50]:
        entry = match.entries[stretch.first]
        if entry.seat < 0 or len(match.game.legal(match.at(stretch.first), entry.seat)) < 2:
            continue
        each = verdict(analyst, stretch.first)
        each.restart(match.state.seats)
        analyst.reasons(each)
        assert any(ground.is_good() for ground in each.better_reasons)


def test_a_turn_is_told_with_the_moves_that_came_before() -> None:
    match, done = a_game("imperial-3")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    position = done.index("march paris to algeria")
    each = verdict(analyst, position)
    analyst.lines(each)
    for line in (each.played_line, each.better_line):
        told = [match.game.catalogue[choice.action].notation for choice in line.choices]
        assert told[:2] == ["france advances to maneuver-1", "march paris to portugal"]
        assert not line.skips


def test_of_many_moves_the_first_is_told_and_the_last_and_that_there_were_others(match: Match) -> None:
    head, rest = [Told(number) for number in range(1, 9)], [Told(20), Told(21)]
    line = short(match.game, head, rest)
    assert [each.action for each in line.choices] == [1, 6, 7, 8, 20, 21]
    assert line.skips
    assert not line.more
    line = short(match.game, head, [Told(number) for number in range(20, 30)])
    assert [each.action for each in line.choices] == [1, 20, 21, 22, 23, 24]
    assert line.skips
    assert line.more
    line = short(match.game, [Told(1), Told(2), Told(2)], [Told(2), Told(3)])
    assert [(each.action, each.times) for each in line.choices] == [(1, 1), (2, 3), (3, 1)]
    assert not line.skips


def test_dots_stand_where_moves_are_left_out(match: Match) -> None:
    found = Analysis(match, SPECTATOR)
    each = judgement([0.0] * 40, [1.0] * 40)
    each.played_line = Line([Told(1), Told(2)], skips=True)
    each.better_line = Line([Told(1)])
    found.judgements, found.moments = [each], [Moment(3, 5)]
    (line,) = [line for line in analysis_lines(found, match.game.texts("en")) if "Done:" in line]
    assert line.split("; ")[1] == "…"


def told_of(name: str, first: str) -> Turning:
    """A turn that begins so, as a turning point."""
    match, done = a_game(name)
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    position = done.index(first)
    stretch = next(each for each in analyst.stretches if each.first == position)
    ends = Moment(position, match.state.seats), Moment(stretch.last, match.state.seats)
    turning = Turning(Change(*ends, [0]), stretch)
    turning.luck = [0.0] * match.state.seats
    analyst.analysis.turnings = [turning]
    analyst.tell_all()
    return turning


def test_a_turning_point_tells_what_somebody_was_used_for() -> None:
    turning = told_of("colonial-2", "use ambassador")
    assert turning.line is not None
    assert len(turning.line.choices) == 2, "who was used, and for whom"
    assert not turning.items, "once is enough"


def test_whoever_ignores_a_card_is_told_with_the_card() -> None:
    turning = told_of("colonial-3", "ignore the card")
    assert turning.line is not None
    question = turning.line.question()
    assert question is not None
    assert question["key"] == "prompt.resolve-card"


def test_what_looks_like_nothing_at_first_is_tried_again_where_there_is_time(match: Match) -> None:
    """Of all decisions half were dropped after three games, however much time there was."""
    analyst = Analyst(match, Budget(simulations=100_000), "1", SPECTATOR, None, [0])
    analyst.analysis.games = 1000
    sleeper = analyst.doubtful([0])[0].position
    found: list[Judgement] = []

    def compare(each: Judgement, which: str = "") -> None:
        late = each.worlds() >= TRIES[0]
        gain = (0.9 if late else 0.0) if each.position == sleeper else 0.01
        for arm, share in ((each.own, 0.0), (each.other, gain)):
            arm.shares.append(share)
            arm.won.append(share)
        analyst.analysis.games += 2

    analyst.compare = compare  # type: ignore[method-assign]
    analyst.try_again = lambda closer: found.extend(closer)  # type: ignore[method-assign]
    analyst.judge([0])
    assert found[0].position == sleeper


def test_if_time_is_short_what_looks_costliest_is_settled_first(match: Match) -> None:
    analyst = Analyst(match, Budget(simulations=1000), "1", SPECTATOR, None, [0])
    analyst.analysis.games = 780

    def compare(each: Judgement, which: str = "") -> None:
        for arm, share in ((each.own, 0.0), (each.other, 1.0)):
            arm.shares.append(share)
            arm.won.append(share)
        analyst.analysis.games += 2

    analyst.compare = compare  # type: ignore[method-assign]
    closer = [verdict(analyst, stretch.first) for stretch in analyst.stretches[:4]]
    analyst.try_again(closer)
    assert [bool(each.cost()) for each in closer] == [True, False, False, False]


def test_other_choices_are_tried_than_the_bots_first() -> None:
    """Somebody who does what the bot would do can still have done better: what it thinks of next is tried as well."""
    match = record.parse((GOLDEN / "imperial-4.rondel").read_text(encoding="utf-8"), games.load)
    analyst = Analyst(match, Budget(simulations=1), "1", 0, None, [0])
    policy = analyst.policy
    for position, entry in enumerate(match.entries):
        sight = Sight(match.game, match.at(position), entry.seat, random.Random(1))
        if policy.attention(sight.imagine()) > 0.0 and len(sight.choices) > 3:
            break
    own = policy.choose(sight.imagine(), sight.seat, sight.choices)
    other = analyst.doubts(sight, Stretch(position), position, own)
    assert len(other) > 1
    assert own not in {each.better for each in other}
    assert all(each.doubt < 0.1 for each in other), "the bot thinks less of them, but for a little wavering"
    worst = min(other, key=lambda each: each.doubt).better
    again = analyst.doubts(sight, Stretch(position), position, worst)
    assert own in {each.better for each in again}
    assert max(again, key=lambda each: each.doubt).doubt > 0.0


def test_games_of_imperial_that_are_to_tell_chances_differ() -> None:
    """Nothing is hidden there and nothing thrown: they differ as players waver."""
    match = record.parse((GOLDEN / "imperial-4.rondel").read_text(encoding="utf-8"), games.load)
    policy = Heuristic(random.Random(1))
    policy.waver = policy.DOUBT
    endings = set()
    for game in range(20):
        policy.rng.seed(game)
        twin = match.at(165).copy()
        play_out(twin, policy, random.Random(game))
        endings.add(tuple(match.game.scores(twin)))
    assert len(endings) > 10


def an_auction() -> tuple[Match, int]:
    """A game of Struggle, and where in it somebody first passes."""
    text = (GOLDEN / "struggle-4.rondel").read_text(encoding="utf-8")
    match = record.parse(text, games.load)
    kinds = [match.game.catalogue[entry.action].kind for entry in match.entries]
    return match, kinds.index("pass")


def test_an_answer_is_told_with_the_question() -> None:
    match, position = an_auction()
    seat = match.entries[position].seat
    analyst = Analyst(match, Budget(simulations=10), "1", SPECTATOR, None, [seat])
    each = Judgement(Stretch(position), position, seat, match.entries[position].action, 0, 0.0)
    each.played_line = each.better_line = Line(analyst.chosen(seat, position, position + 1))
    question = each.to_json(match.game)["question"]
    assert question["key"] in ("prompt.bidding", "prompt.bidding-first")
    answer = Told(each.played, None, question)
    assert Line([answer, Told(each.played)]).question() == question
    assert Line([Told(each.played), answer]).question() is None, "it followed from the first choice"
    assert Line([]).question() is None
    each.restart(match.state.seats)
    analyst.analysis.judgements, analyst.analysis.moments = [each], [Moment(0, match.state.seats)]
    said = analysis_lines(analyst.analysis, match.game.texts("en"))
    at = next(number for number, line in enumerate(said) if "Done: Pass" in line)
    assert said[at - 1].strip().startswith("Asked: “")


def test_a_question_is_nobody_elses_business_while_the_game_runs() -> None:
    match, position = an_auction()
    seat = match.entries[position].seat
    match = match.until(position + 1)
    other = (seat + 1) % match.state.seats
    for viewer, known in ((seat, True), (other, False)):
        analyst = Analyst(match, Budget(simulations=10), "1", viewer, None, [seat])
        line = Line(analyst.chosen(seat, position, position + 1))
        assert (line.question() is not None) == known


def a_drawing_of_cards() -> tuple[Match, int]:
    """A game of ImpeRunde, and where in it the cards of a later round are drawn."""
    text = (GOLDEN / "imperunde-4.rondel").read_text(encoding="utf-8")
    match = record.parse(text, games.load)
    kinds = [match.game.catalogue[entry.action].kind for entry in match.entries]
    talks = kinds.index("close")
    return match, kinds.index("draw", talks)


@pytest.mark.parametrize("over", [True, False])
def test_where_nothing_but_luck_can_be_told_it_is_told(over: bool) -> None:
    match, first = a_drawing_of_cards()
    last = first + 4
    if not over:
        match = match.until(last)
    assert match.over == over
    analyst = Analyst(match, Budget(simulations=10), "1", SPECTATOR, None, [])
    before, after = Moment(first, 4), Moment(last, 4)
    after.chances = [0.75, 0.0, 0.25, 0.0]
    stretch = Stretch(first)
    stretch.seat = 2
    turning = Turning(Change(before, after, [0]), stretch)
    analyst.analysis.turnings = [turning]
    turning.luck = [0.1, -0.1, 0.0, 0.0]
    analyst.tell_all()
    assert (turning.seat, turning.items) == (2, []), "chance did only a small part of it"
    turning.luck = None
    analyst.tell_all()
    assert turning.seat == 2
    assert len(turning.items) >= 4, "nobody knows what did it: all of it is told"
    turning.luck = [0.5, -0.25, 0.0, -0.25]
    analyst.tell_all()
    assert turning.seat == CHANCE
    cards = [item["params"]["card"] for item in turning.items if item["key"] == "event.card-dealt"]
    assert len(cards) == 4
    assert all((card is not None) == over for card in cards), "cards in hand are nobody else's business in a game"


def test_no_throw_and_no_rounds_beginning_is_told_as_the_turn_of_whoever_was_next() -> None:
    """The roll for who begins, the discs of the events and the cards that are dealt are nobody's turn."""
    match, done = a_game("imperunde-4")
    found = stretches(match)
    for chance in ("rolls highest", "the disc points at", "draws "):
        first = next(position for position, what in enumerate(done) if what.endswith(chance) or what.startswith(chance))
        stretch = next(each for each in found if each.first <= first < each.last)
        assert stretch.seat == CHANCE, chance
    match, done = a_game("struggle-4")
    dealt = [each for each in stretches(match) if done[each.first].startswith("draw ")]
    assert dealt
    assert all(each.seat == CHANCE for each in dealt), "counters are drawn for everybody"


def test_what_leads_up_to_a_round_is_told_with_it() -> None:
    match, done = a_game("struggle-4")
    chapters = Chapters(match, SPECTATOR)
    bids = [position for position, what in enumerate(done) if what.startswith("bid ")]
    named = [chapters.at(position) for position in bids]
    assert {each["key"] for each in named if each} == {"chapter.war-began"}
    assert [each["params"]["war"] for each in named if each] == sorted(each["params"]["war"] for each in named if each)
    assert named[-1] is not None
    assert named[-1]["params"]["war"] == 3, "and not with the war before it"
    match, done = a_game("imperunde-4")
    chapters = Chapters(match, SPECTATOR)
    rolls = [position for position, what in enumerate(done) if what.endswith("rolls highest")]
    assert [chapters.at(position)["params"]["round"] for position in rolls[:3]] == [1, 2, 3]  # type: ignore[index]
    match, done = a_game("imperial-4")
    chapters = Chapters(match, SPECTATOR)
    for begun, title in chapters.begun:
        assert "advances to" in done[begun], "a round begins with its first turn"
        assert chapters.at(begun) == title


@pytest.mark.parametrize("part", [0.4, 0.1])
def test_whoever_has_a_say_in_the_turn_of_another_is_told_to_have_done_it(match: Match, part: float) -> None:
    stretch = Stretch(3)
    stretch.seat = 1
    before, after = moments(0.2, 0.8)
    smooth([before, after], {after.position})
    turning = Turning(Change(before, after, [0, 1]), stretch)
    turning.luck = [0.0, 0.0]
    turning.answers = {0: [part, -part]}
    turning.seat = turning.actor()
    assert (turning.seat, turning.by()) == ((0, "by-other") if part == 0.4 else (1, "by"))
    turning.luck = [part, -part]
    turning.answers = {}
    turning.seat = turning.actor()
    assert (turning.seat, turning.by()) == ((CHANCE, "by-chance-in") if part == 0.4 else (1, "by"))
    found = Analysis(match, SPECTATOR)
    found.turnings, found.moments = [turning], [Moment(3, match.state.seats)]
    turning.luck = None
    for language in ("en", "fr", "de"):
        assert not [line for line in analysis_lines(found, match.game.texts(language)) if "{" in line or "is." in line]


def a_battle() -> tuple[Analyst, Turning]:
    """A turn of Struggle with an attack, in which somebody is asked for help, as a turning point."""
    match, done = a_game("struggle-3")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    position = done.index("accept")
    stretch = next(each for each in analyst.stretches if each.first <= position < each.last)
    ends = Moment(stretch.first, match.state.seats), Moment(stretch.last, match.state.seats)
    ends[1].chances = [0.0, 1.0, 0.0]
    return analyst, Turning(Change(*ends, [0, 1, 2]), stretch)


def test_what_chance_did_and_what_others_did_in_a_turn_is_told_apart() -> None:
    analyst, turning = a_battle()
    runs = analyst.runs(turning)
    assert [run.seat for run in runs][-1] == CHANCE
    (answer,) = [run.seat for run in runs if run.seat != CHANCE]
    assert answer != turning.turn
    for number, run in enumerate(runs):
        assert run.before.position < run.after.position
        assert not number or runs[number - 1].after.position <= run.before.position


def test_of_a_turning_point_of_dice_it_is_told_what_was_thrown() -> None:
    analyst, turning = a_battle()
    turning.luck = [-0.2, 0.6, -0.4]
    turning.throws = [run for run in analyst.runs(turning) if run.seat == CHANCE]
    analyst.analysis.turnings, analyst.analysis.moments = [turning], [turning.between.before]
    analyst.tell_all()
    assert turning.by() == "by-chance-in"
    keys = [item["key"] for item in turning.items]
    assert keys.count("event.dice-rolled") == 2, "of both sides"
    assert len(set(keys)) > 1, "and what came of it"
    texts = analyst.match.game.texts("en")
    assert any("rolls 2 and 6" in line for line in analysis_lines(analyst.analysis, texts))


def test_what_is_in_neither_sum_is_said(match: Match) -> None:
    found = Analysis(match, SPECTATOR)
    rest = [0.0] * (match.state.seats - 2)
    for first, luck in ((10, [0.1, -0.1, *rest]), (20, None)):
        before, after = Moment(first, match.state.seats), Moment(first + 5, match.state.seats)
        before.chances, after.chances = [0.2, 0.8, *rest], [0.8, 0.2, *rest]
        found.turnings.append(Turning(Change(before, after, [0, 1]), Stretch(first)))
        found.turnings[-1].luck = luck
    found.moments = [before, after]
    assert found.uncounted() == [2]
    both = [one + other for one, other in zip(found.luck(), found.play(), strict=True)]
    assert both == pytest.approx([0.6, -0.6, *rest])
    for language, said in (("en", "Not in these sums: turning point 2"), ("de", "Wendepunkt 2"), ("fr", "tournant 2")):
        assert any(said in line for line in analysis_lines(found, match.game.texts(language)))


def test_luck_and_play_are_told_where_only_play_turned_the_game(match: Match) -> None:
    found = Analysis(match, SPECTATOR)
    seats = match.state.seats
    before, after = Moment(10, seats), Moment(20, seats)
    after.chances = [1.0] + [0.0] * (seats - 1)
    turning = Turning(Change(before, after, [0]), Stretch(10))
    turning.luck = [0.0] * seats
    found.turnings, found.moments = [turning], [before, after]
    assert any("by luck" in line for line in analysis_lines(found, match.game.texts("en")))


@pytest.mark.parametrize("name", ["imperial-4", "struggle-4", "imperunde-4", "colonial-4"])
def test_few_games_do_not_make_the_chances_at_the_beginning(name: str) -> None:
    match, _ = a_game(name)
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    for place in (0, len(analyst.places) // 2, -2):
        moment = analyst.moment(analyst.places[place])
        for _ in range(3):
            moment.add([1.0, 0.0, 0.0, 0.0])
    analyst.draw()
    begun = analyst.analysis.moments[0]
    assert max(begun.chances) < 0.36
    assert min(begun.chances) > 0.2
    for moment in analyst.analysis.moments:
        assert sum(moment.chances) == pytest.approx(1.0)


def test_where_a_game_begins_more_games_are_played_out(match: Match) -> None:
    analyst = Analyst(match, Budget(simulations=400), "1", SPECTATOR, None, [0])
    analyst.chances()
    first, *rest = analyst.in_order()
    assert first.games >= 2 * max(moment.games for moment in rest) - 1


def ends_of_turns(analyst: Analyst, each: Judgement) -> list[State]:
    """The positions up to which a better turn is followed, for its reasons."""
    found: list[State] = []
    remark = analyst.remark

    def noted(advice: Advice, before: State, after: State, seat: int) -> None:
        if advice.action == each.better:
            found.append(after.copy())
        remark(advice, before, after, seat)

    analyst.remark = noted  # type: ignore[method-assign]
    analyst.lines(each)
    analyst.reasons(each)
    return found


def test_reasons_are_of_the_whole_turn_that_is_named() -> None:
    """Also where the dice went another way than in the turn that is named, and where not all of it is named."""
    match, done = a_game("struggle-4")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    position = next(place for place, what in enumerate(done) if what.startswith("attack "))
    each = verdict(analyst, position)
    for after in ends_of_turns(analyst, each):
        step = after.pending[-1]
        assert not (isinstance(step, TakeTurn) and after.power_of[each.seat] == step.power), "both actions"  # type: ignore[attr-defined]
    match, done = a_game("imperunde-4")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    longest = max(
        (each for each in analyst.stretches if done[each.first].startswith("raise ")),
        key=lambda each: each.last - each.first,
    )
    assert longest.last - longest.first > 2 * LONGEST_LINE
    each = verdict(analyst, longest.first)
    for after in ends_of_turns(analyst, each):
        assert each.seat not in flow.to_act(after) or not isinstance(after.pending[-1], Invest)


def test_reasons_of_a_turn_tell_of_what_followed_a_peace() -> None:
    """A coach is silent on what comes after an encounter; who looks at the whole turn is not."""
    match, _ = a_game("imperial-5")
    counsel = match.game.counsel()
    position = next(place for place in range(match.position) if isinstance(match.at(place).pending[-1], Encounter))
    seat = match.entries[position].seat
    before, after = match.at(position), match.at(min(match.position, position + 12))
    assert not counsel.remarks(before, after, seat)
    assert counsel.on_turn(before, after, seat)


def test_a_line_without_choices_is_told() -> None:
    """Of a game that runs on, what others did may be hidden."""
    match, _ = a_game("imperial-3")
    found = Analysis(match, SPECTATOR)
    each = judgement([0.0] * 40, [1.0] * 40)
    each.played_line = each.better_line = Line([])
    found.judgements, found.moments = [each], [Moment(3, 3)]
    for language in ("en", "fr", "de"):
        texts = match.game.texts(language)
        assert sum(texts.text("story.hidden") in line for line in analysis_lines(found, texts)) == 2


def test_of_what_chance_did_alone_it_is_said_once_and_what_it_was() -> None:
    match, done = a_game("imperunde-4")
    analyst = Analyst(match, Budget(simulations=1), "1", SPECTATOR, None, [0])
    found = analyst.analysis
    for what in ("rolls highest", "draws "):
        first = next(place for place, said in enumerate(done) if place > 200 and what in said)
        stretch = next(each for each in analyst.stretches if each.first <= first < each.last)
        ends = Moment(stretch.first, match.state.seats), Moment(stretch.last, match.state.seats)
        ends[1].chances = [0.0, 1.0, 0.0, 0.0]
        found.turnings.append(Turning(Change(*ends, [1]), stretch))
        found.turnings[-1].luck = found.turnings[-1].change()
    found.moments = [ends[0]]
    analyst.tell_all()
    roll, draws = found.turnings
    assert [item["key"] for item in roll.items] == ["event.round-began"], "who begins"
    assert {item["key"] for item in draws.items} == {"event.card-dealt"}, "and not what is done next"
    assert {each.by() for each in found.turnings} == {"by-chance"}
    assert not [line for line in analysis_lines(found, match.game.texts("en")) if "Of this" in line]
