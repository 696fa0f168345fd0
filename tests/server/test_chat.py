"""Talk at a table: public and private lines, stored, told live, limited in length and pace, no part of the record."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from rondel.server import chat, schema
from tests.server.place import Guest, Place

MESSAGE: TypeAdapter[Any] = TypeAdapter(schema.LiveMessage)


def say(table: Guest, seat: int, text: Any, *to: int) -> httpx.Response:
    return table.place.http.post(f"{table.path}/chat", json={"seat": seat, "to": list(to), "text": text})


def heard(table: Guest, seat: int | None = None) -> list[str]:
    return [line["text"] for line in table.get("/chat", **({} if seat is None else {"seat": seat}))]


def test_everybody_hears_a_public_line_and_nobody_else_a_private_one(place: Place) -> None:
    table = place.humans()
    assert say(table, 0, "Good evening!").status_code == 201
    private = say(table, 1, "Shall we share Africa?", 2, 0).json()
    assert (private["seat"], private["to"], private["number"]) == (1, [0, 2], 2)
    assert heard(table, 0) == heard(table, 1) == heard(table, 2) == ["Good evening!", "Shall we share Africa?"]
    assert heard(table, 3) == heard(table) == ["Good evening!"]


def test_lines_are_told_live_to_those_they_are_for(place: Place) -> None:
    table = place.humans()
    with table.watch(seat=0) as one, table.watch(seat=2) as two, table.watch() as spectator:
        for watch in (one, two, spectator):
            watch.next()
        say(table, 0, "between us", 2)
        say(table, 0, "to all")
        for watch in (one, two):
            told = [watch.next(), watch.next()]
            for message in told:
                MESSAGE.validate_python(message)
            assert [(message["type"], message["text"]) for message in told] == [
                ("chat", "between us"),
                ("chat", "to all"),
            ]
        assert spectator.next()["text"] == "to all"


def test_talk_outlives_the_server_and_goes_with_the_table(own_place: Place) -> None:
    table = own_place.humans()
    say(table, 0, "remember this")
    before, position = table.file(), table.summary()["position"]
    own_place.restart()
    assert heard(table, 3) == ["remember this"]
    assert (table.file(), table.summary()["position"]) == (before, position), "talk is no part of the record"
    assert say(table, 0, "and this").json()["number"] == 2
    assert own_place.http.delete(table.path).status_code == 204
    assert own_place.http.get(f"{table.path}/chat").status_code == 404


def test_what_is_said_is_one_line_of_plain_text(place: Place) -> None:
    table = place.humans()
    assert say(table, 0, "  <b>two</b>\n\tlines\x00 \u202eback ").json()["text"] == "<b>two</b> lines back"
    assert say(table, 0, "x" * chat.LONGEST).status_code == 201
    for text, error in (("", "empty-line"), (" \n\x07 ", "empty-line"), ("x" * (chat.LONGEST + 1), "line-too-long")):
        answer = say(table, 0, text)
        assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert say(table, 0, "x" * 5000).status_code == 422
    assert say(table, 0, 7).status_code == 422


@pytest.mark.parametrize("to", [[0], [4], [-1], [1, 9]])
def test_a_line_is_for_other_seats_of_the_table(place: Place, to: list[int]) -> None:
    answer = say(place.humans(), 0, "hello", *to)
    assert (answer.status_code, answer.json()["error"]) == (422, "unknown-seat")


def test_nobody_speaks_for_a_bot_or_reads_its_letters(place: Place) -> None:
    table = place.table("human", "random", "human")
    assert say(table, 1, "I am a machine").status_code == 403
    assert say(table, 0, "hello, machine", 1).status_code == 201
    assert place.http.get(f"{table.path}/chat", params={"seat": 1}).status_code == 403
    assert heard(table, 2) == []


def test_nobody_floods_the_table(place: Place) -> None:
    table = place.humans()
    answers = [say(table, 0, f"line {n}") for n in range(chat.BURST + 2)]
    assert [answer.status_code for answer in answers] == [201] * chat.BURST + [429, 429]
    assert answers[-1].json()["error"] == "too-fast"
    assert say(table, 1, "my turn").status_code == 201, "each seat has its own pace"
    assert len(heard(table, 0)) == chat.BURST + 1


def test_pace_goes_by_the_clock() -> None:
    pace = chat.Pace()
    for n in range(40):
        pace.check(0, n * chat.SECONDS / chat.BURST)
