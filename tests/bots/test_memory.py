"""What a bot remembers: what everybody saw is not guessed at again, and what nobody saw is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rondel import games
from rondel.games.imperunde import GAME as IMPERUNDE
from rondel.games.imperunde.components import CARD
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps.spying import LookAtHand
from rondel.games.struggle.components import POWER
from rondel.kernel import record
from rondel.kernel.bot import Sight
from rondel.kernel.flow import SPECTATOR
from rondel.kernel.record import Match
from tests.games.imperunde.positions import hand, play, position

GOLDEN = Path(__file__).parents[1] / "golden"


def recorded(name: str, position: int) -> tuple[Match, Any]:
    """A recorded game as it stood, and its state."""
    match = record.parse((GOLDEN / f"{name}.rondel").read_text(encoding="utf-8"), games.load).until(position)
    return match, match.state


def worlds(match: Match) -> list[Any]:
    return [Sight(match.game, match.state, 0, random.Random(seed)).imagine() for seed in range(5)]


@pytest.mark.parametrize("position", [60, 200, 300])
def test_payments_of_imperial_are_made_in_the_open_and_remembered(position: int) -> None:
    """What the log of a spectator says adds up to what everybody has; so a bot may know it."""
    match, state = recorded("imperial-4", position)
    start: Any = match.start
    money = list(start.money[: state.seats])
    for entry in match.log(SPECTATOR):
        for event in entry["events"]:
            if event["kind"] == "paid":
                for who, sign in (("payer", -1), ("payee", 1)):
                    account = str(event["params"][who])
                    if account.startswith("seat-"):
                        money[int(account.removeprefix("seat-"))] += sign * event["params"]["amount"]
    assert money == state.money[: state.seats]
    assert all(world.money == state.money for world in worlds(match))
    guessed = [match.game.imagine(state, 0, random.Random(seed)).money for seed in range(5)]
    assert any(each != state.money for each in guessed), "who only looks at the table does not see it"


BRINGS = {"unrest-taken": ("points", 1), "unrest-shed": ("points", -1), "borrowed": ("points", 1)}
"""The event, its figure that tells of unrest, and which way that goes."""


def test_unrest_of_struggle_is_remembered() -> None:
    match, state = recorded("struggle-4", 400)
    assert state.war > 1
    unrest = [0] * len(state.unrest)
    for entry in match.log(SPECTATOR):
        for event in entry["events"]:
            if event["kind"] in BRINGS:
                figure, sign = BRINGS[event["kind"]]
                unrest[POWER.index[event["params"]["power"]]] += sign * event["params"][figure]
    assert unrest == list(state.unrest), "everybody has seen all of it"
    assert all(world.unrest == state.unrest for world in worlds(match))
    guessed = [match.game.imagine(state, 0, random.Random(seed)).unrest for seed in range(5)]
    assert any(each != state.unrest for each in guessed)


def hands_surmised(state: Table, seat: int, of: int) -> list[list[str]]:
    """What a seat takes another's hand to be, in several worlds."""
    return [hand(IMPERUNDE.surmise(state, seat, random.Random(seed)), of) for seed in range(8)]


SPIED = "hand 0 expose-spies\nhand 1 ambush treason rebellion"


def test_a_hand_that_was_opened_is_remembered_by_all() -> None:
    state = position(SPIED, "movement")
    play(state, "play expose-spies", "at seat 1", "look openly", "take ambush")
    for seat in (0, 2, 3):
        assert hands_surmised(state, seat, 1) == [["treason", "rebellion"]] * 8
    guessed = [hand(IMPERUNDE.imagine(state, 2, random.Random(seed)), 1) for seed in range(8)]
    assert any(each != ["treason", "rebellion"] for each in guessed), "who only looks at the table does not see it"


def test_a_hand_that_was_shown_is_remembered_by_who_saw_it() -> None:
    state = position(SPIED, "movement")
    play(state, "play expose-spies", "at seat 1", "look covertly", "take ambush")
    assert hands_surmised(state, 0, 1) == [["treason", "rebellion"]] * 8
    assert len({tuple(each) for each in hands_surmised(state, 2, 1)}) > 1


def test_a_card_more_is_not_known_and_a_card_played_is_gone() -> None:
    state = position(SPIED, "movement")
    play(state, "play expose-spies", "at seat 1", "look openly", "take ambush")
    state.draw_card(1, CARD.index["capture"])
    for each in hands_surmised(state, 2, 1):
        assert len(each) == 3
        assert {"treason", "rebellion"} <= set(each)
    state.lay_card(1, CARD.index["treason"])
    for each in hands_surmised(state, 2, 1):
        assert len(each) == 2
        assert "rebellion" in each
    IMPERUNDE.check(state)


def test_what_others_knew_is_uncertain_after_a_card_was_taken_covertly() -> None:
    state = position("hand 0 expose-spies\nhand 1 ambush treason rebellion\nhand 2 expose-spies", "movement")
    play(state, "play expose-spies", "at seat 1", "look openly", "take ambush")
    state.push(LookAtHand(2, 1))
    play(state, "look covertly", "take treason")
    assert hands_surmised(state, 2, 1) == [["rebellion"]] * 8
    assert len({tuple(each) for each in hands_surmised(state, 3, 1)}) > 1
    IMPERUNDE.check(state)


def test_worlds_do_not_hang_on_what_is_hidden() -> None:
    """Two tables that look the same to a seat are the same to it, with the same seed."""
    one = position("hand 1 ambush treason\nhand 2 plunder", "movement")
    other = position("hand 1 plunder treason\nhand 2 ambush", "movement")
    assert hands_surmised(one, 0, 1) == hands_surmised(other, 0, 1)


def test_a_save_from_before_hands_were_remembered_is_read() -> None:
    saved = IMPERUNDE.save(position(SPIED, "movement"))
    assert saved["table"].pop("seen") == {}
    assert hand(IMPERUNDE.load(saved), 1) == ["treason", "ambush", "rebellion"]
