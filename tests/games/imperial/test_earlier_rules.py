"""Games that were begun under earlier rules are played on as they were begun."""

from pathlib import Path

from rondel import games
from rondel.kernel.record import parse


def test_a_game_of_the_first_rules_replays_with_the_defaults_of_its_time() -> None:
    """Rules 1: nations short of chips chose in reverse turn order."""
    text = (Path(__file__).parent / "rules-1.rondel").read_text(encoding="utf-8")
    assert "\nrules 1\n" in text
    match = parse(text, games.load, other_rules=True)
    assert match.over
    assert match.state.options["chip-order"] == "reverse"
    assert text.splitlines()[-1] == "= " + " ".join(str(score) for score in match.game.scores(match.state))
