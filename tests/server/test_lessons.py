"""Lessons over HTTP: a table of one's own that follows a record, leaves it, and comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.place import Guest, Place


def stands(place: Place, table: str, lesson: str, step: str) -> dict[str, Any]:
    answer = place.http.get(f"/tables/{table}/lesson", params={"lesson": lesson, "step": step})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def go(place: Place, table: str, lesson: str, step: str) -> int:
    answer = place.http.post(f"/tables/{table}/lesson", json={"lesson": lesson, "step": step})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["position"])


def do(place: Place, table: str, notation: str, seat: int = 0) -> int:
    position = place.http.get(f"/tables/{table}").json()["position"]
    answer = place.http.post(f"/tables/{table}/moves", json={"seat": seat, "position": position, "notation": notation})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["position"])


@pytest.fixture
def table(place: Place) -> str:
    answer = place.http.post("/lessons/imperial/first", json={"name": "Lea"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_course_is_handed_out_with_its_words(place: Place) -> None:
    for language, word in (("en", "wheel"), ("fr", "roue"), ("de", "Rondell")):
        (course,) = place.http.get(f"/lessons/imperial/{language}").json()
        assert course["name"] == "first"
        assert course["lessons"][0] == {
            "name": "goal",
            "steps": [{"name": "tax", "at": 221, "point": ["slot taxation"]}],
        }
        assert word in course["texts"]["goal.tax.say"].lower() + course["texts"]["goal.tax.say"]


def test_a_course_says_whether_chance_decides_anything_in_it(place: Place) -> None:
    (imperial,) = place.http.get("/lessons/imperial/en").json()
    (struggle,) = place.http.get("/lessons/struggle/en").json()
    assert not imperial["chance"], "nations were dealt before the first lesson, and nothing since"
    assert struggle["chance"]


def test_a_lesson_is_taken_missed_and_taken_again(place: Place, table: str) -> None:
    told = place.http.get(f"/tables/{table}").json()
    assert (told["position"], told["to_act"], told["seats"][0]["name"]) == (221, [0], "Lea")
    assert stands(place, table, "goal", "tax")["next"]["notation"] == "russia advances to taxation"
    do(place, table, "russia advances to factory")
    missed = stands(place, table, "goal", "tax")
    assert (missed["stands"], missed["text"]) == ("off", "other-space")
    assert go(place, table, "goal", "tax") == 221
    assert stands(place, table, "goal", "tax")["stands"] == "open"
    do(place, table, "russia advances to taxation")
    done = stands(place, table, "goal", "tax")
    assert (done["stands"], done["text"]) == ("done", "after")
    assert place.http.get(f"/tables/{table}").json()["over"]


def test_on_to_the_next_lesson_along_the_record(place: Place, table: str) -> None:
    assert go(place, table, "wheel", "produce") == 5
    do(place, table, "italy advances to production-1")
    do(place, table, "produce everywhere")
    with Guest(place, table).watch(seat=0) as line:
        assert line.next()["type"] == "reset"
        assert go(place, table, "purse", "import") == 13
        assert [line.next()["seat"] for _ in range(6)] == [1, 1, 2, 2, 1, 1]
    assert stands(place, table, "purse", "import")["stands"] == "open"
    assert stands(place, table, "wheel", "produce")["stands"] == "done"


def test_nobody_moves_for_the_others_while_one_tries_something_else(place: Place, table: str) -> None:
    go(place, table, "wheel", "produce")
    position = do(place, table, "italy advances to taxation")
    told = place.http.get(f"/tables/{table}").json()
    assert (told["position"], told["to_act"]) == (position, [1])
    with Guest(place, table).watch(seat=0) as line:
        assert line.next()["type"] == "reset"
        assert go(place, table, "wheel", "produce") == 5
        assert line.next()["observation"]["position"] == 5
    log = place.http.get(f"/tables/{table}/log", params={"seat": 0}).json()
    assert len(log) == 5


def test_the_table_of_a_lesson_is_nobody_elses_affair_and_outlives_the_server(own_place: Place) -> None:
    made = own_place.http.post("/lessons/imperial/first", json={}).json()
    assert own_place.http.get("/tables").json() == []
    go(own_place, made["id"], "purse", "import")
    own_place.restart()
    assert own_place.http.get(f"/tables/{made['id']}").json()["position"] == 13
    assert stands(own_place, made["id"], "purse", "import")["stands"] == "open"


def test_the_course_ends_in_a_real_game(place: Place) -> None:
    made = place.http.post("/lessons/imperial/first", json={"name": "Lea", "game": True}).json()
    assert [seat["kind"] for seat in made["seats"]] == ["human", "bot", "bot"]
    assert all(not seat["bot"].startswith("lesson:") for seat in made["seats"][1:])
    assert made["id"] in [each["id"] for each in place.http.get("/tables").json()]
    place.http.delete(f"/tables/{made['id']}")


def test_what_is_asked_wrongly_is_refused(place: Place, table: str) -> None:
    http = place.http
    assert http.get("/lessons/imperial/xx").status_code == 404
    assert http.get("/lessons/chess/en").status_code == 404
    assert http.post("/lessons/imperial/second", json={}).json()["error"] == "unknown-course"
    assert http.post("/lessons/imperial/first", json={"name": "a" * 60}).status_code == 422
    assert http.post("/lessons/imperial/first", json={"name": "a\nb"}).status_code == 422
    wrong = {"lesson": "goal", "step": "none"}
    assert http.post(f"/tables/{table}/lesson", json=wrong).json()["error"] == "unknown-lesson"
    assert http.get(f"/tables/{table}/lesson", params=wrong).json()["error"] == "unknown-lesson"
    other = http.post("/tables", json={"game": "imperial", "seats": [{}, {}]}).json()["id"]
    asked = {"lesson": "goal", "step": "tax"}
    assert http.get(f"/tables/{other}/lesson", params=asked).json()["error"] == "no-lesson"
    assert http.post(f"/tables/{other}/lesson", json=asked).json()["error"] == "no-lesson"
    assert http.get(f"/tables/{other}").json()["position"] <= 3
