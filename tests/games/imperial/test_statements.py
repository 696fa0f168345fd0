"""The printed figures and the prohibitions of the rulebook, and the table of all its statements in the docs."""

import ast
import re
from pathlib import Path

import pytest

from rondel.games.imperial import GAME
from rondel.games.imperial.actions import CATALOGUE, GIFTS
from rondel.games.imperial.components import ARMIES, CHIPS, FLEETS, FOLDER, INTEREST, NATION, PRICE, SHIPYARD
from rondel.games.imperial.state import BANK
from rondel.kernel.flow import SPECTATOR
from tests.games.imperial.positions import offered, play, position, reason

DOCS = Path(__file__).parents[3] / "docs" / "players" / "imperial-statements.md"


# --- what is printed ----------------------------------------------------------------------------------------------


def test_the_pieces_of_each_nation() -> None:
    assert NATION.ids == ("austria-hungary", "italy", "france", "great-britain", "germany", "russia")
    assert ARMIES == [10, 8, 8, 6, 8, 8]
    assert FLEETS == [6, 8, 8, 10, 8, 8]
    assert (sum(ARMIES), sum(FLEETS), CHIPS) == (48, 48, 10)


def test_half_the_cities_are_ports() -> None:
    assert (len(SHIPYARD), sum(SHIPYARD)) == (30, 15)


def test_the_bonds_of_a_nation() -> None:
    table = position("", turn="italy")
    shown = GAME.view(table, 0)["nation"]["italy"]["bonds"]
    assert [bond["price"] for bond in shown] == [2, 4, 6, 9, 12, 16, 20, 25] == PRICE[:8]
    assert [bond["interest"] for bond in shown] == [1, 2, 3, 4, 5, 6, 7, 8] == INTEREST[:8]


def test_gifts_come_in_notes() -> None:
    assert GIFTS == (1, 2, 5, 10)


def test_markers_at_the_start() -> None:
    table = GAME.setup(6)
    assert (table.marker, table.tax, table.power) == ([-1] * 6, [0] * 6, [0] * 6)


def test_switzerland_and_the_islands_are_no_areas() -> None:
    named = set(GAME.view(position("", turn="italy"), 0)["area"])
    assert not named & {"switzerland", "sicily", "sardinia", "corsica", "crete"}
    assert len(named) == 54


def test_units_keep_to_land_or_sea() -> None:
    """No action takes a fleet ashore or leaves an army at sea."""
    seas = {action.args["to"] for action in CATALOGUE.actions if action.kind == "sail"}
    lands = {action.args["to"] for action in CATALOGUE.actions if action.kind == "march"}
    assert (len(seas), len(lands)) == (9, 45)
    assert not seas & lands


# --- money --------------------------------------------------------------------------------------------------------


def test_treasuries_are_open_and_purses_secret() -> None:
    table = position("italy treasury 7\n player 1 money 5\n player 2 money 3", turn="italy")
    for seat in (0, 1, SPECTATOR):
        seen = GAME.view(table, seat)
        assert seen["nation"]["italy"]["treasury"] == 7
        assert [player["money"] for player in seen["player"][1:3]] == [5 if seat == 1 else None, None]


def test_the_bank_never_runs_out() -> None:
    """Ruling 33."""
    table = position("italy treasury 300\n player 1 money 400", turn="italy")
    assert table.money[BANK] == -700


def test_no_action_moves_money_between_players_or_out_of_a_treasury() -> None:
    """All that a player can do with money of his own accord: give to a treasury, and buy or raise bonds."""
    spending = {action.kind for action in CATALOGUE.actions if {"amount", "price", "to_price"} & action.args.keys()}
    assert spending == {"give", "buy", "raise"}
    assert all(action.args["nation"] in NATION.index for action in CATALOGUE.actions if action.kind == "give")
    assert not any("seat" in action.args for action in CATALOGUE.actions if action.kind in spending)


def test_bonds_never_go_from_player_to_player() -> None:
    """No bond is taken from another, and none is handed back but for a larger one."""
    table = position("investor 3\n italy bonds 3 4 0 12\n player 3 money 30", turn="france")
    play(table, "france advances to investor")
    assert reason(table, "buy italy 12") == "bond-taken"
    raised = [action.args for action in CATALOGUE.actions if action.kind == "raise"]
    assert all(args["from_price"] < args["to_price"] for args in raised)
    assert {"sell", "return"}.isdisjoint(action.kind for action in CATALOGUE.actions)


def test_the_most_that_taxes_can_be() -> None:
    """Five factories and ten chips: 20 millions."""
    chips = "tunis algeria spain greece ionian-sea western-mediterranean west-balkan bulgaria turkey black-sea"
    table = position(f"italy factories rome naples venice genoa florence chips {chips}", turn="italy")
    assert table.revenue(1) == 20
    assert table.chips_left(1) == 0


def test_the_view_names_the_nation_whose_turn_it_is() -> None:
    assert GAME.view(position("", turn="france"), 0)["turn"] == "france"


def test_fleets_destroy_no_factory() -> None:
    """Three fleets before a port leave the factory there alone."""
    table = position(
        "austria-hungary fleets ionian-sea 3 armies vienna\n italy factories venice rome", turn="austria-hungary"
    )
    play(table, "austria-hungary advances to maneuver-1")
    assert offered(table, "destroy") == []
    assert reason(table, "destroy the factory in venice") == "not-this-decision"
    play(table, "done")
    assert reason(table, "destroy the factory in venice") == "too-few-armies"


# --- the table in the docs ----------------------------------------------------------------------------------------


def rows() -> list[tuple[str, str, str, str]]:
    """Number, statement, code and tests of every row."""
    found = []
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 4 and cells[0].isdecimal():
            found.append((cells[0], cells[1], cells[2], cells[3]))
    return found


def names_in(path: Path) -> set[str]:
    """Everything that is defined in a file: functions, classes, methods, tables, fields."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def test_every_statement_has_its_number() -> None:
    assert [int(number) for number, *_ in rows()] == list(range(1, len(rows()) + 1))
    assert len(rows()) > 150


def test_every_test_that_is_named_exists() -> None:
    there = set().union(*(names_in(path) for path in Path(__file__).parent.glob("test_*.py")))
    for number, statement, code, tests in rows():
        named = re.findall(r"`(\w+)`", tests)
        assert named or code == "–", f"{number} {statement}: no test"
        assert set(named) <= there, f"{number} {statement}: {sorted(set(named) - there)}"


@pytest.mark.parametrize("folder", [FOLDER / "steps", FOLDER])
def test_every_place_in_the_code_that_is_named_exists(folder: Path) -> None:
    for number, statement, code, _ in rows():
        for module, name in re.findall(r"`(\w+)\.(\w+)`", code):
            path = folder / f"{module}.py"
            if path.exists():
                assert name in names_in(path), f"{number} {statement}: {module}.{name}"
            else:
                assert (FOLDER / f"{module}.py").exists() or (FOLDER / "steps" / f"{module}.py").exists(), module
