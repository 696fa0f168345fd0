"""The tiny game passes the suite, and the suite finds what is broken."""

import itertools
import random
from typing import Any

import pytest

from rondel import games
from rondel.kernel.conformance import Nonconformance, check, chief_settings, pairwise, settings
from rondel.kernel.events import Reason
from rondel.kernel.game import Option, OptionError
from tests.kernel.ferry import DREW, GAME, Ferry, Inspection, Table


def test_the_tiny_game_conforms() -> None:
    report = check(GAME, games=60, rate=0.2, thorough=3)
    assert report.games == 60
    assert report.full_checks > 300


class Undeclared(Ferry):
    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return {**super().view(state, seat), "weather": "fair"}


class Leaking(Ferry):
    view_type = dict  # type: ignore[assignment]

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return {**super().view(state, seat), "hands": state.hand[:]}


class Forgetting(Ferry):
    fields = {name: field for name, field in Ferry.fields.items() if name != "round"}


class Conjuring(Ferry):
    def check(self, state: Table) -> None:
        assert sum(state.coins) == 5 * state.seats, "coins appeared"


class Sharing(Ferry):
    def new_state(self, seats: int, options: dict[str, Any]) -> Table:
        return SharingTable(seats, options)


class SharingTable(Table):
    def copy(self) -> Any:
        twin = SharingTable(self.seats, self.options, self)
        twin.coins = self.coins
        return twin


class Peeking(Ferry):
    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        twin = super().imagine(state, seat, rng)
        if seat >= 0:
            twin.hand[seat * 5] += 1
        return twin


class Speechless(Ferry):
    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        return [("figure.nowhere", {}, sum(state.coins))]


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        (Undeclared, "view.weather is not declared in View"),
        (Leaking, "view: seat . is told what is hidden"),
        (Forgetting, "loading changed"),
        (Conjuring, "coins appeared"),
        (Sharing, "when its copy moved on|changed the state"),
        (Peeking, "AssertionError"),
        (Speechless, "figure.nowhere"),
    ],
)
def test_the_suite_finds(broken: type[Ferry], word: str) -> None:
    with pytest.raises(Nonconformance, match=word):
        check(broken(), games=10, rate=1.0)


def test_the_suite_finds_an_event_that_tells_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DREW, "secret", ())
    with pytest.raises(Nonconformance, match=r"the log tells seat -?. what is hidden from it: .*'drew'"):
        check(GAME, games=3, rate=0.0, thorough=0)


def test_the_suite_finds_a_single_choice_that_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inspection, "OFFER_TELLS", False)
    with pytest.raises(Nonconformance, match="Inspection offers a single choice in one world and not in another"):
        check(GAME, games=10, rate=1.0)


class Telling(Ferry):
    """A reason that names the others' cards."""

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        reason = super().explain(state, seat, action)
        if reason is not None:
            reason.params["hand"] = state.hand[:]
        return reason


def test_the_suite_finds_a_refusal_that_tells() -> None:
    with pytest.raises(Nonconformance, match=r"the refusal of .* tells what is hidden"):
        check(Telling(), games=10, rate=1.0)


SECRETS = [(name, kind.name) for name in games.NAMES for kind in games.load(name).events.kinds.values() if kind.secret]


@pytest.mark.parametrize(("name", "event"), SECRETS)
def test_a_secret_made_public_by_mistake_is_found_in_every_game(
    name: str, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load(name)
    monkeypatch.setattr(game.events[event], "secret", ())
    with pytest.raises(Nonconformance, match=f"the log tells seat -?. what is hidden from it: .*{event}"):
        check(game, games=20, rate=0.0, thorough=0)


def test_few_rows_hold_every_pair_of_values() -> None:
    axes: list[tuple[Any, ...]] = [(2, 3, 4, 5), ("a", "b"), (True, False), (0, 1, 2), (7,)]
    rows = pairwise(axes)
    for one, other in itertools.combinations(range(len(axes)), 2):
        assert {(row[one], row[other]) for row in rows} == set(itertools.product(axes[one], axes[other]))
    assert len(rows) <= 14, "twelve would be the fewest; all combinations are forty-eight"


def test_settings_begin_with_each_player_count_and_each_pair_and_go_on_at_random() -> None:
    every = list(itertools.islice(settings(GAME), 100))
    assert every[:3] == [(2, {}), (3, {}), (4, {})]
    assert every[:9] == chief_settings(GAME)
    together = set(itertools.product((2, 3, 4), (4, 2)))
    for some in (every[3:9], every[9:]):
        assert {(seats, options["rounds"]) for seats, options in some} == together


class Picky(Ferry):
    def agree(self, seats: int, options: dict[str, Any]) -> None:
        if seats == 4 and options["rounds"] == 4:
            raise OptionError("four players play two rounds")


def test_settings_pass_over_what_does_not_go_together() -> None:
    with pytest.raises(OptionError, match="two rounds"):
        Picky().setup(4, {"rounds": 4})
    every = list(itertools.islice(settings(Picky()), 3, 100))
    assert (4, {"rounds": 4}) not in every
    assert (3, {"rounds": 4}) in every


class Sampled(Ferry):
    options = (Option("rounds", (4, 2, 3, 5), 4, samples=(4, 2)),)


def test_settings_go_through_the_samples_of_an_option() -> None:
    assert {options["rounds"] for _, options in itertools.islice(settings(Sampled()), 3, 100)} == {4, 2}
    assert Sampled().settle(2, {"rounds": 5}) == {"rounds": 5}


def test_a_game_without_end_is_found() -> None:
    with pytest.raises(Nonconformance, match="not over after 10 actions: 2 seats of ferry"):
        check(GAME, games=1, limit=10)
