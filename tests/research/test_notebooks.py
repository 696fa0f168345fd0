"""Every notebook runs from its first cell to its last, at toy size."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def shown(book: object) -> str:
    """All that the cells printed and showed, as text."""
    found = []
    for cell in book.cells:  # type: ignore[attr-defined]
        for output in cell.get("outputs", []):
            found.append(output.get("text") or str(output.get("data", "")))
    return "\n".join(found)


@pytest.fixture
def toy_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTEBOOK_GAMES", "2")
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")


EXPECTED = {
    "first_game.ipynb": ("scores [", "decision", "image/png"),
    "measuring_honestly.ipynb": ("heuristic  wins", "image/png", "struggle-3-random: "),
    "shape_of_the_games.ipynb": ("| imperial | 6,294 |", "image/png"),
    "writing_a_bot.ipynb": ("and the ranks are",),
}


@pytest.mark.usefixtures("toy_size")
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    book = nbformat.read(FOLDER / name, as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    for words in EXPECTED[name]:
        assert words in shown(book)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_what_it_printed(name: str) -> None:
    book = nbformat.read(FOLDER / name, as_version=4)
    nbformat.validate(book)
    assert not shown(book)
