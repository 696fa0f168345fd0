"""The printed data: checked at import, with errors that name file and key."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.games.imperial import components
from rondel.games.imperial.components import ANCHOR, AREA, FOLDER, LANDS, NATIONS, NEIGHBOURS, SEAS, load_map
from rondel.kernel.data import DataError, Graph, Table, read


def map_with(tmp_path: Path, old: str, new: str) -> Table:
    text = (FOLDER / "data" / "map.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "map.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return read("imperial", tmp_path, "map.toml")


def test_the_board_has_137_borders() -> None:
    pairs = [(a, b) for a in range(len(AREA)) for b in range(a) if NEIGHBOURS[a] >> b & 1]
    assert len(pairs) == 137
    assert sum(b < LANDS <= a for a, b in pairs) == 50
    assert sum(b >= LANDS for a, b in pairs) == 10


def test_the_board_has_30_provinces_15_lands_and_9_seas() -> None:
    assert (5 * NATIONS, LANDS - 5 * NATIONS, len(SEAS)) == (30, 15, 9)
    assert sum(anchor >= 0 for anchor in ANCHOR[:30]) == 15


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"naples", "venice"',
            '"naples"',
            "areas.venice.borders: venice borders rome, but rome does not border venice",
        ),
        ('home = "italy"', 'home = "itali"', "areas.rome.home: unknown 'itali'"),
        ('anchor = "ionian-sea"', 'anchor = "vienna"', "areas.trieste.anchor: should be a sea"),
        ('city = "shipyard"', 'city = "armaments"', "areas.trieste.anchor: a shipyard's city has an anchor"),
        ("factory = true", "factory = 7", "areas.vienna.factory: should be true or false, not 7"),
        ("factory = true", "factoria = true", "areas.vienna.factoria: unknown key"),
        ('kind = "sea"', 'kind = "lake"', "areas.north-atlantic.kind: unknown 'lake'"),
        ('"ionian-sea", "naples"', '"ionian-see", "naples"', "areas.rome.borders: unknown 'ionian-see'"),
        ("borders = [", "borders = 7 #[", "areas.vienna.borders: should be a list of words"),
        ("[areas.vienna]", "[areas.vienna", "is not TOML"),
    ],
)
def test_a_typo_in_the_map_names_file_and_key(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        load_map(map_with(tmp_path, old, new))
    assert "map.toml" in str(caught.value)
    assert problem in str(caught.value)


def test_an_area_does_not_border_itself_or_another_twice() -> None:
    for borders in (["a"], ["b", "b"]):
        with pytest.raises(DataError):
            Graph(Table("x.toml", "areas", {"a": {"borders": borders}, "b": {"borders": ["a"]}}))


def test_an_owner_corrects_a_data_file_without_touching_code(tmp_path: Path) -> None:
    """A file in $RONDEL_DATA/imperial/ is read instead of the packaged one, and checked like it."""
    own = tmp_path / "imperial"
    own.mkdir()
    shutil.copy(FOLDER / "data" / "rondel.toml", own)
    text = (own / "rondel.toml").read_text(encoding="utf-8")
    (own / "rondel.toml").write_text(text.replace("price = 2", "price = 3"), encoding="utf-8")
    show = "from rondel.games.imperial.components import SPACE_PRICE; print(SPACE_PRICE)"
    source = str(Path(components.__file__).parents[3])
    environment = {"RONDEL_DATA": str(tmp_path), "PYTHONPATH": source, "PATH": ""}
    answer = subprocess.run([sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout == "3\n"
    (own / "rondel.toml").write_text(text.replace("price = 2", "price = -3"), encoding="utf-8")
    failed = subprocess.run([sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=False)
    assert failed.returncode != 0
    assert "rondel.toml: price: should be from 0" in failed.stderr


FORECAST = """
from rondel.games.imperial import GAME
from rondel.kernel import flow
from tests.games.imperial.positions import play, position, treasury
table = position("germany armies berlin 2 chips sweden norway tax 0", turn="germany")
told = GAME.view(table, 0)["nation"]["germany"]["forecast"]
play(table, "germany advances to taxation")
print(told["pay"], told["income"], treasury(table, "germany"))
"""


def test_a_forecast_is_the_rule_also_where_an_owner_corrected_it(tmp_path: Path) -> None:
    """With a soldiers' pay of two millions, what is foretold is what happens: taxes of 6 less 4."""
    own = tmp_path / "imperial"
    own.mkdir()
    text = (FOLDER / "data" / "tax_chart.toml").read_text(encoding="utf-8")
    (own / "tax_chart.toml").write_text(text.replace("soldier = 1", "soldier = 2"), encoding="utf-8")
    root = Path(components.__file__).parents[4]
    environment = {"RONDEL_DATA": str(tmp_path), "PYTHONPATH": f"{root / 'src'}:{root}", "PATH": ""}
    answer = subprocess.run(
        [sys.executable, "-c", FORECAST], env=environment, capture_output=True, text=True, check=True, cwd=root
    )
    assert answer.stdout.split() == ["4", "2", "2"]


@pytest.mark.parametrize(
    ("corrections", "told"),
    [
        ("[tax_chart.taxes]\nsoldier = 2", ""),
        ("[tax_chart.taxes]\nsoldiers = 2", "tax_chart.taxes.soldiers: unknown key"),
        ("[tax_chart.tax]\nsoldier = 2", "tax_chart.tax: unknown key"),
        ("[rondel]\nprices = 3", "rondel.prices: unknown key"),
    ],
)
def test_a_slip_in_a_correction_is_told(tmp_path: Path, corrections: str, told: str) -> None:
    """What corrects nothing would leave its owner with figures that he believes to have changed."""
    own = tmp_path / "imperial"
    own.mkdir()
    (own / "corrections.toml").write_text(corrections, encoding="utf-8")
    environment = {"RONDEL_DATA": str(tmp_path), "PYTHONPATH": str(Path(components.__file__).parents[3]), "PATH": ""}
    code = [sys.executable, "-c", "import rondel.games.imperial.components"]
    answer = subprocess.run(code, env=environment, capture_output=True, text=True, check=False)
    assert (answer.returncode != 0) == bool(told), answer.stderr
    assert told in answer.stderr
