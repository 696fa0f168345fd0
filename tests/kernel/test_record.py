"""Records, game files, take-back, verification: with the tiny game."""

import json
from typing import Any

import pytest

from rondel.kernel import chance, flow
from rondel.kernel.codec import LoadError
from rondel.kernel.events import Event
from rondel.kernel.flow import CHANCE, IllegalAction
from rondel.kernel.game import OptionError
from rondel.kernel.record import Match, RecordError, parse, past_event, stored_event, verify
from tests.kernel.ferry import CARD, DREW, GAME, GO, INSPECTOR, SHIP, Inspection, Table


def find(name: str) -> object:
    if name != "ferry":
        raise LookupError(f"no game is called {name!r}")
    return GAME


def begun(seats: int = 3) -> Match:
    match = Match(GAME, seats, names=["Ada", "Ben", "Cleo", "Dora"][:seats], seed="a secret")
    match.roll()
    return match


def finished(seats: int = 3, choice: int = -1) -> Match:
    match = begun(seats)
    while not match.over:
        seat = flow.to_act(match.state)[0]
        match.play(seat, flow.legal(match.state, seat)[choice])
        match.roll()
    return match


def test_a_game_file_round_trips_byte_for_byte() -> None:
    for match in (begun(), finished()):
        text = match.text()
        assert parse(text, find).text() == text


def test_a_game_file_with_events_reads_back_and_writes_the_same() -> None:
    text = finished().text(events=True)
    assert "   sold seat=" in text
    assert parse(text, find).text(events=True) == text


def test_the_seed_stays_secret_until_the_end() -> None:
    assert "a secret" not in begun().text()
    assert f"commitment {chance.commitment('a secret')}" in begun().text()
    assert "seed a secret" in finished().text()


def test_every_roll_can_be_verified() -> None:
    match = finished()
    assert verify(parse(match.text(), find), "a secret") > 20
    with pytest.raises(RecordError, match="not the seed"):
        verify(match, "another")


def test_a_changed_roll_is_found() -> None:
    forged = begun()
    forged.entries[0].action = (forged.entries[0].action + 1) % 5
    with pytest.raises(RecordError, match="should be"):
        verify(forged, "a secret")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text[: len(text) // 2], "cut off|not an action|scores are missing|no action"),
        (lambda text: text[:-1], "cut off"),
        (lambda text: text.replace("rondel 1", "rondel 9"), "not a game file"),
        (lambda text: "", "not a game file|cut off"),
        (lambda text: text.replace("game ferry", "game chess"), "no game is called 'chess'"),
        (lambda text: text.replace("rules 1", "rules 7"), "written under rules 7"),
        (lambda text: text.replace("seat 0", "option rounds=5\nseat 0", 1), "not one of"),
        (lambda text: text.replace("seat 0", "option speed=4\nseat 0", 1), "no option 'speed'"),
        (lambda text: text.replace("seat 1 Ben", "seat 7 Ben"), "seat 1 is expected"),
        (lambda text: text.replace("0> go south", "0> go west", 1), "no action is written"),
        (lambda text: text.replace("0> go south", "0> roll 3", 1), "may not"),
        (lambda text: text.replace("0> go south", "9> go south", 1), "may not"),
        (lambda text: text.replace("= ", "= 9"), "scores are not"),
        (lambda text: text + "0> pass\n", "nothing may follow"),
        (lambda text: text.replace("seed a secret", "seed a guess"), "does not match the commitment"),
        (lambda text: text.replace("0> go south", "nonsense", 1), "not an action"),
        (lambda text: text.replace("seed a secret", "colour blue"), "unknown header line"),
    ],
)
def test_a_corrupt_game_file_is_refused_with_the_line(change: object, problem: str) -> None:
    assert callable(change)
    with pytest.raises(RecordError, match=problem) as caught:
        parse(change(finished().text()), find)
    assert caught.value.line >= 1


def test_bad_names_and_seats_are_refused() -> None:
    for names in (["Ada"], ["Ada", "B\nC", "D"], ["", "B", "C"]):
        with pytest.raises(OptionError):
            Match(GAME, 3, names=names)
    with pytest.raises(OptionError, match="2 to 4 players"):
        Match(GAME, 9)


def test_an_illegal_action_changes_nothing() -> None:
    match = begun()
    before = match.text()
    with pytest.raises(
        IllegalAction, match='seat 0 may not "pass" now: not-this-decision; on offer: go north, go south'
    ):
        match.play_notation(0, "pass")
    with pytest.raises(LookupError, match="did you mean go north"):
        match.play_notation(0, "go nort")
    assert match.text() == before


def test_a_seat_takes_back_its_own_actions_but_never_chance() -> None:
    match = begun()
    assert match.takeback(0) == []
    match.play(0, GO[0])
    assert match.takeback(0) == [match.position - 1]
    assert match.takeback(1) == []
    match.take_back(0)
    assert match.state.pending[-1].to_act(match.state) == (0, 1, 2)
    with pytest.raises(ValueError, match="may take back 0"):
        match.take_back(0)


def test_a_part_of_a_simultaneous_choice_may_be_withdrawn_until_all_have_chosen() -> None:
    match = begun()
    match.play(0, GO[0])
    match.play(1, GO[1])
    assert match.takeback(0) == [match.position - 2]
    match.take_back(0)
    assert flow.to_act(match.state) == (0, 2)
    match.play(0, GO[1])
    match.play(2, GO[1])
    assert match.takeback(0) == match.takeback(2) == []


def test_nobody_takes_back_past_another_seat() -> None:
    match = begun()
    for seat in range(3):
        match.play(seat, GO[0])
    match.play_notation(0, "pass")
    assert match.takeback(0) == [match.position - 1]
    match.play_notation(1, "pass")
    assert match.takeback(0) == []
    assert match.takeback(1) == [match.position - 1]


def test_secret_choices_are_hidden_in_the_log_until_the_end() -> None:
    match = begun()
    match.play(0, GO[0])
    assert match.log(1)[-1]["action"] is None
    assert match.log(0)[-1]["action"]["notation"] == "go north"
    assert finished().log(1)[0]["action"] is not None


def test_drawn_cards_are_seen_by_their_owner_alone() -> None:
    match = begun()
    drawn = [line["events"][0]["params"] for line in match.log(0)]
    assert [params["card"] is None for params in drawn] == [params["seat"] != 0 for params in drawn]


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    """The end lays everything open."""
    for seats in GAME.players:
        match = finished(seats, choice=0)
        assert match.entries[-1].seat >= 0
        assert all(match.takeback(seat) == [] for seat in range(match.state.seats))


def test_an_earlier_position_can_be_looked_at() -> None:
    match = finished()
    assert match.game.same(match.at(match.position), match.state)
    assert match.at(0).round == 0  # type: ignore[attr-defined]


def test_chance_is_the_same_for_the_same_seed_and_position() -> None:
    odds = [(7, 1), (8, 2), (9, 3)]
    assert chance.draw("s", 4, odds) == chance.draw("s", 4, odds)
    drawn = [chance.draw("s", position, odds) for position in range(6000)]
    assert [round(drawn.count(action) / 1000) for action, _ in odds] == [1, 2, 3]


def test_a_saved_state_that_is_damaged_is_refused() -> None:
    saved = GAME.save(GAME.setup(3))
    damages: tuple[dict[str, Any], ...] = (
        {"game": "chess"},
        {"rules": 99},
        {"seats": 99},
        {"seats": 3.0},
        {"options": {"speed": 1}},
        {"table": {}},
        {"table": {**saved["table"], "coins": [1]}},
        {"table": {**saved["table"], "deck": {"gold": 1}}},
        {"table": {**saved["table"], "deck": 7}},
        {"pending": [{"step": "Nowhere"}]},
        {"pending": [{"step": "Ship"}]},
        {"pending": 7},
    )
    for damage in damages:
        with pytest.raises(LoadError):
            GAME.load({**json.loads(json.dumps(saved)), **damage})
    with pytest.raises(LoadError):
        GAME.load([])


def test_chance_is_not_a_seat_anyone_can_take() -> None:
    match = Match(GAME, 2, seed="x")
    assert flow.to_act(match.state) == (CHANCE,)
    with pytest.raises(IllegalAction):
        match.play(0, flow.legal(match.state, CHANCE)[0])


# --- choices that are none --------------------------------------------------------------------------------------------


@pytest.fixture
def inspected(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Seat 0 may ship; of the two others in its harbour only seat 2 holds an inspector, and that is no secret here."""
    monkeypatch.setattr(Inspection, "OFFER_TELLS", False)
    match = begun()
    match.plays_forced = True
    for seat in range(3):
        match.play(seat, GO[0])
    table = match.state
    assert isinstance(table, Table)
    for seat, cards in enumerate(([1, 1, 1, 0, 0], [0, 0, 3, 0, 0], [0, 0, 2, 1, 0])):
        table.hand[seat * len(CARD) : (seat + 1) * len(CARD)] = cards
    return match


def test_the_table_makes_a_choice_that_is_none(inspected: Match) -> None:
    start = inspected.position
    inspected.play(0, SHIP[0])
    inspected.carry_on()
    assert [(entry.seat, entry.forced) for entry in inspected.entries[start:]] == [(0, False), (1, True)]
    assert flow.to_act(inspected.state) == (2,)
    assert inspected.log(0)[-1]["action"]["notation"] == "pass"


def test_a_forced_choice_is_taken_back_with_what_led_to_it(inspected: Match) -> None:
    start, before = inspected.position, inspected.game.save(inspected.state)
    inspected.play(0, SHIP[0])
    inspected.carry_on()
    assert (inspected.takeback(0), inspected.takeback(1)) == ([start], [])
    assert inspected.observe(0)["takeback"] == 1
    assert inspected.take_back(0) == start
    assert inspected.game.save(inspected.state) == before
    assert inspected.position == start


def test_who_makes_them_by_hand_takes_them_back_by_hand(inspected: Match) -> None:
    inspected.plays_forced = False
    inspected.play(0, SHIP[0])
    inspected.carry_on()
    inspected.play_notation(1, "pass")
    assert inspected.entries[-1].forced
    assert inspected.takeback(0) == []
    assert inspected.takeback(1) == [inspected.position - 1]


def test_what_is_on_offer_to_a_hidden_hand_is_never_forced(inspected: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inspection, "OFFER_TELLS", True)
    inspected.play(0, SHIP[0])
    inspected.carry_on()
    assert flow.to_act(inspected.state) == (1,)


def test_a_preview_goes_on_to_the_next_true_decision(inspected: Match) -> None:
    foretold = inspected.preview(0, SHIP[0])
    assert foretold.final
    assert [event.kind.name for event in foretold.events] == ["shipped"]
    assert inspected.game.save(inspected.state) == inspected.game.save(inspected.at(inspected.position))


# --- one history ------------------------------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way() -> None:
    match = begun()
    twin = match.fork()
    twin.play(0, GO[0])
    before = match.game.save(match.state)
    assert (match.position + 1, match.game.save(match.state)) == (twin.position, before)
    twin.play(1, GO[1])
    twin.take_back(0)
    assert match.entries == twin.entries[: match.position]
    assert (twin.seed, twin.commitment) == (match.seed, match.commitment)


def test_positions_are_the_same_from_memory_and_from_the_record() -> None:
    match = finished(4)
    again = parse(match.text(), find)
    for position in range(match.position + 1):
        assert match.game.same(match.at(position), again.at(position))
    assert again.checkpoints


def test_a_record_out_of_storage_goes_on() -> None:
    match = begun()
    match.play(0, GO[0])
    for state in (match.state, None):
        restored = Match(GAME, 3, names=match.names)
        restored.resume(match.entries[:], state)
        assert match.game.same(restored.state, match.state)
        assert restored.takeback(0) == [match.position - 1]
        restored.take_back(0)
        assert flow.to_act(restored.state) == (0, 1, 2)


def test_a_stored_event_shows_its_face_and_an_unknown_one_is_never_shown() -> None:
    stored = json.loads(json.dumps(stored_event(Event(DREW, (1, INSPECTOR)))))
    assert past_event(GAME, stored).face(1) == {"kind": "drew", "params": {"seat": 1, "card": "inspector"}}
    assert past_event(GAME, stored).face(0) == {"kind": "drew", "params": {"seat": 1, "card": None}}
    with pytest.raises(LookupError, match="no event is called 'drawn'"):
        past_event(GAME, {**stored, "kind": "drawn"})
    with pytest.raises(LookupError, match="'drew' has other fields now: seat, card, from are stored"):
        past_event(GAME, {"kind": "drew", "params": {"seat": 1, "card": "tea", "from": "deck"}})


def test_what_was_written_under_newer_rules_is_refused() -> None:
    with pytest.raises(RecordError, match="a newer Rondel is needed"):
        parse(begun().text().replace("rules 1", "rules 2"), find)
    with pytest.raises(RecordError, match="a rules version is a number"):
        parse(begun().text().replace("rules 1", "rules one"), find)
