"""Games that were begun under earlier rules are played on as they were begun."""

from pathlib import Path

from rondel.games.imperial import GAME
from rondel.kernel import flow
from rondel.kernel.flow import CHANCE


def test_a_game_of_the_first_rules_replays_with_the_defaults_of_its_time() -> None:
    """Rules 1: nations short of chips chose in reverse turn order."""
    lines = (Path(__file__).parent / "rules-1.rondel").read_text(encoding="utf-8").splitlines()
    seats = sum(line.startswith("seat ") for line in lines[: lines.index("")])
    table = GAME.new_state(seats, GAME.settle(seats, {}, rules=1))
    GAME.start(table)
    flow.advance(table)
    for line in lines[lines.index("") + 1 : -1]:
        who, _, notation = line.partition("> ")
        seat = CHANCE if who == "?" else int(who)
        GAME.apply(table, seat, GAME.catalogue.parse(notation))
    assert table.over()
    assert lines[-1] == "= " + " ".join(str(score) for score in GAME.scores(table))
