"""The page of results: made from tournaments as the arena prints them."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rondel.cli.arena import play
from rondel.games import load
from tools.results import added_up, budget, by_budget, main, page, plot, tournaments


def tournament(first: str, share: float, game: str = "imperial") -> dict[str, Any]:
    names = [first, "heuristic", "heuristic", "heuristic"]
    row = {"win_share": share, "low": share / 2, "high": min(1.0, 2 * share)}
    others = {"bot": "heuristic", "seats": 3, "win_share": 1 - share, "low": 0.1, "high": 0.9, "equal_share": 0.75}
    bots = [{"bot": first, "seats": 1, **row, "equal_share": 0.25}, *([others] if first != "heuristic" else [])]
    seats = [{"bot": name, **row} for name in names]
    by_seat = [{"seat": seat, **row} for seat in range(4)]
    command = f"rondel arena {game} --seats {' '.join(names)}"
    return {"command": command, "game": game, "games": 20, "seats": seats, "bots": bots, "by_seat": by_seat}


FOUND = [
    tournament("search+40", 0.6),
    tournament("search+10", 0.4),
    tournament("heuristic", 0.25),
    tournament("hard", 0.7),
]


def test_budgets_are_read_from_names() -> None:
    assert [budget(name) for name in ("search+40", "hard", "mine:Bot+5", "search+many")] == [40, -1, -1, -1]


def test_the_curve_goes_by_budget_and_begins_with_no_search() -> None:
    assert [games for games, _ in by_budget(FOUND)["imperial"]] == [0, 10, 40, 64], "hard plays 64 out"


def test_the_plot_is_a_picture_with_a_point_for_every_budget() -> None:
    picture = ElementTree.fromstring(plot(by_budget([*FOUND, tournament("search+10", 0.5, "colonial")])))
    assert len(picture.findall("{http://www.w3.org/2000/svg}circle")) == 5
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2


def test_the_page_names_every_command() -> None:
    text = page(FOUND, "results")
    for each in FOUND:
        assert each["command"] in text
    assert "| imperial | hard against 3 heuristic | 20 | 70% |" in text


def test_rows_stand_by_game_and_strength_and_parts_are_added_up() -> None:
    parts = [{**tournament("hard", 0.5), "command": f"rondel arena imperial --seed {seed}"} for seed in (3, 1, 2, 7)]
    (whole,) = added_up(parts)
    assert whole["games"] == 80
    assert "--seed 1`, then with the seeds 2 to 3, 7 |" in page([whole], "results")
    text = page([tournament("easy", 0.1), tournament("easy", 0.1, "colonial"), *FOUND], "results")
    rows = [line.split(" | ")[:2] for line in text.splitlines() if line.startswith(("| imperial", "| colonial"))]
    assert [row[1].split()[0] for row in rows[:3]] == ["hard", "easy", "easy"]
    assert rows[2][0] == "| colonial"


def test_the_page_tells_what_places_win() -> None:
    rows = [{"place": place, "win_share": 0.25, "low": 0.21, "high": 0.29} for place in range(4)]
    balance = {"command": "rondel balance colonial", "game": "colonial", "players": 4, "games": 400, "by_place": rows}
    row = "| colonial | 4 | 400 | 25% · 25% · 25% · 25% | 21% to 29% | `rondel balance colonial` |"
    assert row in page(FOUND, "results", balances=[balance])
    assert "Places" not in page(FOUND, "results")


def test_it_is_made_from_what_the_arena_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = play(load("colonial"), ["heuristic", "random"], 1, 1, {}, lambda: None)
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps({"command": "rondel arena colonial", **result.to_json()}) + "\n")
    assert len(tournaments(folder)) == 1
    monkeypatch.setattr("sys.argv", ["results", str(folder)])
    assert main() == 0
    assert "`rondel arena colonial`" in (tmp_path / "results.md").read_text()
    assert (folder / "budget.svg").exists()
