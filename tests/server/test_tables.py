"""Tables over HTTP: making, playing, looking, taking back, files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rondel import load
from rondel.kernel.record import parse, verify
from rondel.server import schema
from rondel.server.seating import name_for_bot
from tests.server.place import Guest, Place, eventually

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def test_games_are_listed_also_those_to_come(place: Place) -> None:
    listed = {game["name"]: game for game in place.http.get("/games").json()}
    assert listed["imperial"]["ready"]
    assert listed["imperial"]["players"] == [2, 6]
    assert listed["imperial"]["bots"][0] == "heuristic"
    for game in listed.values():
        schema.Game.model_validate(game)


def test_a_new_table(place: Place) -> None:
    table = place.table("human", "random", "human", options={"swiss-bank": True})
    summary = table.summary()
    schema.Table.model_validate(summary)
    assert [seat["kind"] for seat in summary["seats"]] == ["human", "bot", "human"]
    assert summary["options"]["swiss-bank"] is True
    assert summary["options"]["deal"] == "standard"
    assert table.table in [each["id"] for each in place.http.get("/tables").json()]


def test_chance_has_acted_before_anybody_looks(place: Place) -> None:
    seen = place.humans(3).see()
    assert seen["position"] == 3  # three flags are dealt
    assert -1 not in seen["to_act"]


def test_a_move_by_number_and_by_notation(place: Place) -> None:
    table = place.humans()
    seat, seen = table.acting()
    assert table.post_move(seat, seen["position"], seen["choices"][0]["id"]).json() == {
        "position": seen["position"] + 1
    }
    seat, seen = table.acting()
    move = {"seat": seat, "position": seen["position"], "notation": seen["choices"][-1]["notation"]}
    assert place.http.post(f"{table.path}/moves", json=move).json() == {"position": seen["position"] + 1}


def test_what_is_said_is_as_described(place: Place) -> None:
    table = place.humans()
    table.moves(25)
    seat, seen = table.acting()
    schema.Observation.model_validate(seen)
    for entry in table.log(seat):
        schema.LogEntry.model_validate(entry)
    first = seen["choices"][0]["id"]
    schema.Preview.model_validate(table.get("/preview", seat=seat, position=seen["position"], action=first))
    assert table.get("/explain", seat=seat, action=first) is None
    schema.Reason.model_validate(table.get("/explain", seat=(seat + 1) % 4, action=first))


def test_preview_tells_what_comes_about(place: Place) -> None:
    table = place.humans()
    table.moves(30)
    seat, seen = table.acting()
    choice = seen["choices"][0]
    preview = table.get("/preview", seat=seat, position=seen["position"], action=choice["id"])
    assert table.post_move(seat, seen["position"], choice["id"]).status_code == 200
    assert table.log(seat, **{"from": seen["position"]})[0]["events"] == preview["events"]


def test_preview_tells_whether_the_series_of_choices_ends(place: Place) -> None:
    table = place.humans()
    told = set()
    for _ in range(60):
        seat, seen = table.acting()
        choice = seen["choices"][0]
        preview = table.get("/preview", seat=seat, position=seen["position"], action=choice["id"])
        assert table.post_move(seat, seen["position"], choice["id"]).status_code == 200
        assert preview["final"] == (seat not in table.see(seat)["to_act"])
        told.add(preview["final"])
    assert told == {True, False}


def test_who_gives_no_name_is_called_by_the_number_of_the_seat_and_a_bot_as_on_the_page(place: Place) -> None:
    seats = [{"kind": "human"}, {"kind": "bot"}, {"kind": "human", "name": "Bruno"}, {"kind": "bot", "bot": "random"}]
    table = place.http.post("/tables", json={"game": "imperial", "seats": seats}).json()
    assert [seat["name"] for seat in table["seats"]] == ["player 1", "Ada", "Bruno", "Clara"]


def test_names_for_bots_never_run_out() -> None:
    named: list[str] = []
    for _ in range(30):
        named.append(name_for_bot(named))
    assert named[0] == "Ada"
    assert len(set(named)) == 30


def test_explain_gives_the_reason_on_the_refused_button(place: Place) -> None:
    table = place.humans()
    for _ in range(200):
        seat, seen = table.acting()
        if seen["refused"]:
            break
        table.move()
    [refused, *_] = table.get("/refused", seat=seat, position=seen["position"])
    assert {name: refused[name] for name in seen["refused"][0]} == seen["refused"][0]
    assert "reason" not in seen["refused"][0]
    assert table.place.http.get(f"{table.path}/refused", params={"seat": seat, "position": 0}).status_code == 409
    assert table.get("/explain", seat=seat, action=refused["id"]) == refused["reason"]
    answer = table.post_move(seat, seen["position"], refused["id"])
    assert answer.status_code == 422
    assert answer.json()["reason"] == refused["reason"]


def test_each_seat_sees_its_own_money_only(place: Place) -> None:
    table = place.humans()
    table.moves(20)
    for seat in (None, 0, 1, 2, 3):
        money = [player["money"] for player in table.see(seat)["view"]["player"]]
        assert [i for i, each in enumerate(money) if each is not None] == ([] if seat is None else [seat])


def test_the_log_from_a_position_on(place: Place) -> None:
    table = place.humans()
    table.moves(12)
    whole = table.log(0)
    assert [entry["position"] for entry in whole] == list(range(1, len(whole) + 1))
    assert table.log(0, **{"from": 10}) == whole[10:]
    assert table.log(0, **{"from": 10_000}) == []


def test_history_is_what_was_seen_then(place: Place) -> None:
    table = place.humans()
    seen = {}
    for _ in range(80):
        now = table.see(2)
        seen[now["position"]] = now
        table.move()
    for position, then in seen.items():
        past = table.see(2, position=position)
        assert past["view"] == then["view"]
        assert past["position"] == position
        assert (past["choices"], past["refused"], past["prompt"], past["takeback"]) == ([], [], None, 0)


def test_history_after_a_restart(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(100)
    views = {position: table.see(1, position=position)["view"] for position in (0, 3, 50, 64, 65, 99)}
    own_place.restart()
    assert {position: table.see(1, position=position)["view"] for position in views} == views


def own_moves_in_a_row(table: Guest) -> tuple[int, Any]:
    """Play on until a seat can take back two actions."""
    for _ in range(300):
        for seat in range(4):
            seen = table.see(seat)
            if seen["takeback"] >= 2:
                return seat, seen
        table.move()
    raise AssertionError("nobody ever moved twice in a row")


def test_take_back(place: Place) -> None:
    table = place.humans()
    seat, seen = own_moves_in_a_row(table)
    earlier = {n: table.see(seat, position=seen["position"] - n)["view"] for n in (1, 2)}
    log = table.log(seat)
    assert table.take_back(seat, seen["position"]).json() == {"position": seen["position"] - 1}
    assert table.see(seat)["view"] == earlier[1]
    assert table.take_back(seat, seen["position"] - 1).json() == {"position": seen["position"] - 2}
    assert table.see(seat)["view"] == earlier[2]
    assert table.log(seat) == log[:-2]
    table.moves(3)


def test_take_back_several_at_once_and_no_further(place: Place) -> None:
    table = place.humans()
    seat, seen = own_moves_in_a_row(table)
    count = seen["takeback"]
    answer = table.take_back(seat, seen["position"], count + 1)
    assert answer.status_code == 422
    assert answer.json()["takeback"] == count
    assert table.see(seat) == seen
    assert table.take_back(seat, seen["position"], count).json() == {"position": seen["position"] - count}
    assert table.see(seat)["takeback"] == 0


def test_take_back_is_stored(own_place: Place) -> None:
    table = own_place.humans()
    seat, seen = own_moves_in_a_row(table)
    table.take_back(seat, seen["position"])
    after, file = table.see(seat), table.file()
    own_place.restart()
    assert table.see(seat) == after
    assert table.file() == file
    table.moves(2)


def test_a_game_file_goes_round_byte_for_byte(place: Place) -> None:
    table = place.humans(2)
    table.moves(60)
    file = table.file()
    assert "seed" not in file
    answer = place.http.post("/tables/import", content=file.encode(), headers={"content-type": "text/plain"})
    assert answer.status_code == 201
    copy = Guest(place, answer.json()["id"])
    _, mark, actions = file.partition("\n\n")
    head, _, others = copy.file().partition("\n\n")
    assert mark
    assert others == actions
    assert [line for line in head.split("\n") if not line.startswith(("commitment", "since"))] == [
        line for line in file.partition("\n\n")[0].split("\n") if not line.startswith("commitment")
    ]
    assert copy.see(0) == table.see(0)
    assert copy.log(1) == table.log(1)
    copy.moves(5)
    assert copy.file().startswith(head + "\n\n" + actions)


def test_a_finished_game_shows_its_seed_and_goes_round(place: Place) -> None:
    table = place.table("random", "random", options={"deal": "experienced"})
    eventually(lambda: bool(table.summary()["over"]), 120)
    seen = table.see(0)  # now that it is over, also a bot's hand
    assert seen["over"]
    assert len(seen["scores"]) == len(seen["ranks"]) == 2
    file = table.file()
    match = parse(file, load)
    assert match.seed
    verify(match, match.seed)
    answer = place.http.post("/tables/import", content=file.encode())
    assert Guest(place, answer.json()["id"]).file() == file
    assert answer.json()["over"]


def test_a_running_games_seed_is_nowhere(own_place: Place) -> None:
    table = own_place.humans()
    table.moves(5)
    seeds = [row[4] for row in own_place.database()[0]]
    assert all(len(seed) == 32 for seed in seeds)
    said = [table.file(), *(str(table.see(seat)) for seat in range(4)), str(table.log()), str(table.summary())]
    assert not any(seed in text for seed in seeds for text in said)


def test_import_with_bots(place: Place) -> None:
    table = place.humans(3)
    file = table.file()
    answer = place.http.post("/tables/import", params={"bot": ["1:random", "2:heuristic"]}, content=file.encode())
    assert [(seat["kind"], seat["bot"]) for seat in answer.json()["seats"]] == [
        ("human", None),
        ("bot", "random"),
        ("bot", "heuristic"),
    ]


def test_delete(place: Place) -> None:
    table = place.humans()
    assert place.http.delete(table.path).status_code == 204
    assert place.http.get(table.path).status_code == 404
    assert place.http.delete(table.path).status_code == 404
    assert all(table.table not in str(rows) for rows in place.database())


def test_many_tables_at_once(place: Place) -> None:
    commits = place.app.state.tables.store.writer.commits

    def play(number: int) -> Guest:
        table = place.humans(2 + number % 5)
        table.moves(15)
        return table

    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(play, range(16)))
    for table in tables:
        entries = table.log()
        assert len(entries) == table.summary()["position"]
        parse(table.file(), load)
    assert place.app.state.tables.store.writer.commits - commits <= 16 * 16


def test_more_tables_than_fit_into_memory(tmp_path_factory: Any) -> None:
    place = Place(tmp_path_factory.mktemp("small"), cached_tables=3)
    try:
        tables = [place.humans(2) for _ in range(10)]
        for _ in range(4):
            for table in tables:
                table.move()
        assert len(place.app.state.tables.memory.cached) <= 3
        for table in tables:
            assert len(table.log()) == table.summary()["position"] == len(parse(table.file(), load).entries)
    finally:
        place.stop()


def test_texts(place: Place) -> None:
    for lang in ("en", "fr", "de"):
        shared = place.http.get(f"/texts/{lang}").json()
        assert shared["game.imperial.title"]
        assert "action.advance" in place.http.get(f"/texts/{lang}/imperial").json()


def test_health(place: Place) -> None:
    schema.Health.model_validate(place.http.get("/health").json())


def test_the_description_is_complete(place: Place) -> None:
    described = place.http.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            good = next((answers[code] for code in ("200", "201", "202", "204") if code in answers), None)
            assert good, (path, method)
            if not {"202", "204"} & set(answers) and not path.endswith("/file"):
                assert good["content"]["application/json"]["schema"], (path, method)
    text = str(described)
    for name in ("LiveMessage", "Moved", "Move", "Observation", "Error"):
        assert name in described["components"]["schemas"]
    import re

    for name in set(re.findall(r"#/components/schemas/([A-Za-z_]+)", text)):
        assert name in described["components"]["schemas"], name


def test_a_long_file_is_read_while_others_play(own_place: Place) -> None:
    from rondel.server.bench import Recorded
    from rondel.server.reading import SHORT

    match = Recorded("imperial", 4, 3, 600).match
    text = match.text()
    assert len(text) > SHORT
    answer = own_place.http.post("/tables/import", content=text.encode(), timeout=60)
    assert answer.status_code == 201, answer.text
    table = Guest(own_place, answer.json()["id"])
    assert table.file().partition("\n\n")[2] == text.partition("\n\n")[2]
    assert table.see()["view"] == match.game.view(match.state, -2)
    assert table.log()[-1]["events"] == [event.face(-2) for event in match.entries[-1].events or ()]
    lines = text.splitlines()
    wrong = own_place.http.post("/tables/import", content="\n".join([*lines, "0> nonsense", ""]).encode(), timeout=60)
    assert (wrong.status_code, wrong.json()["error"], wrong.json()["line"]) == (422, "corrupt-file", len(lines) + 1)


def test_a_house_offers_bots_that_think_as_long_as_one_likes_and_a_site_none(own_place: Place, tmp_path: Path) -> None:
    listed = {each["name"]: each["bots"] for each in own_place.http.get("/games").json()}
    assert listed["imperial"] == ["heuristic", "beginner", "easy", "medium", "hard", "hard-20", "hard-60", "random"]
    assert own_place.app.state.tables.opponents.longest == 0.0
    table = own_place.table("human", "hard-7")
    assert table.summary()["seats"][1]["bot"] == "hard-7"
    answer = own_place.http.post("/tables", json={"game": "imperial", "seats": [{"kind": "bot", "bot": "hard-0"}] * 2})
    assert answer.status_code == 422
    (tmp_path / "site").mkdir()
    site = Place(tmp_path / "site", site=True)
    try:
        listed = {each["name"]: each["bots"] for each in site.http.get("/games").json()}
        assert "hard-20" not in listed["imperial"]
        assert site.app.state.tables.opponents.longest == 5.0
    finally:
        site.stop()


def test_the_list_names_the_winner_of_a_finished_table(place: Place) -> None:
    lines = (GOLDEN / "imperial-4.rondel").read_text().splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith("0> "))
    whole = place.http.post("/tables/import", content="\n".join(lines) + "\n", headers={"content-type": "text/plain"})
    begun = "\n".join(line for line in lines[:end] if not line.startswith("seed ")) + "\n"
    early = place.http.post("/tables/import", content=begun, headers={"content-type": "text/plain"})
    match = parse("\n".join(lines) + "\n", load)
    listed = {each["id"]: each for each in place.http.get("/tables").json()}
    ranks = match.game.ranks(match.state)
    assert listed[whole.json()["id"]]["winners"] == [seat for seat, rank in enumerate(ranks) if rank == 1] != []
    assert listed[early.json()["id"]]["winners"] == []
