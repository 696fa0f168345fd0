"""The kernel and the games compile unchanged; here the tool that does it, on a package of a few lines."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import compile as tool

PYPROJECT = """
[tool.rondel.compile]
packages = ["toy/kernel", "toy/games", "toy/lab/fast.py"]
interpreted = ["toy/kernel/plain.py"]
"""

STEP = '''
from typing import Generic, TypeVar


class State:
    __slots__ = ("log", "pending")

    def __init__(self) -> None:
        self.log: list[str] = []
        self.pending: "list[Step[State]]" = []


S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """Unfinished business."""

    __slots__ = ()

    def to_act(self, state: S) -> tuple[int, ...]:
        return ()

    def run(self, state: S) -> None:
        state.log.append("step")
'''

GAME = '''
import tomllib
from importlib.resources import files
from pathlib import Path

from toy.kernel.step import State, Step

WORDS: dict[str, str] = tomllib.loads(files("toy.games.go").joinpath("data.toml").read_text())
SAME: dict[str, str] = tomllib.loads((Path(__file__).parent / "data.toml").read_text())


class Table(State):
    __slots__ = ("money",)

    def __init__(self) -> None:
        super().__init__()
        self.money: list[int] = [2, 3]


class Pay(Step[Table]):
    """IV.3 A rule."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (self.seat,)

    def run(self, state: Table) -> None:
        state.money[self.seat] -= 1
        state.log.append(WORDS["paid"])


def last(steps: list[Step[Table]], table: Table) -> str:
    for step in steps:
        step.run(table)
    return f"{table.log} {table.money} {steps[-1].to_act(table)}"
'''

LOOK = """
import json
import toy.kernel, toy.kernel.plain, toy.kernel.step, toy.games.go
from toy.games.go import Pay, SAME, Table, WORDS, last
from toy.kernel.step import Step
modules = [toy, toy.kernel, toy.kernel.plain, toy.kernel.step, toy.games.go]
print(json.dumps({
    "compiled": [module.__name__ for module in modules if not module.__file__.endswith(".py")],
    "says": last([Step(), Pay(0), Pay(1)], Table()),
    "data": WORDS == SAME == {"paid": "paid"},
}))
"""


def write_toy(root: Path) -> Path:
    files = {
        "pyproject.toml": PYPROJECT,
        "src/toy/__init__.py": "",
        "src/toy/kernel/__init__.py": '"""Kernel."""\nfrom toy.kernel.step import Step as Step\n',
        "src/toy/kernel/step.py": STEP,
        "src/toy/kernel/plain.py": "NAME = 'left alone'\n",
        "src/toy/games/__init__.py": "",
        "src/toy/games/go/__init__.py": GAME,
        "src/toy/games/go/__main__.py": "print('runs')\n",
        "src/toy/lab/__init__.py": "",
        "src/toy/lab/fast.py": "SPEED = 5\n",
        "src/toy/lab/slow.py": "SPEED = 1\n",
        "src/toy/games/go/data.toml": 'paid = "paid"\n',
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def look(folder: Path) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run([sys.executable, "-c", LOOK], env=environment, capture_output=True, text=True, check=True)
    seen: dict[str, object] = json.loads(run.stdout)
    return seen


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write_toy(tmp_path)


def test_modules_left_interpreted_are_not_compiled(toy: Path) -> None:
    assert tool.modules(toy) == [
        "toy/games/__init__.py",
        "toy/games/go/__init__.py",
        "toy/kernel/__init__.py",
        "toy/kernel/step.py",
        "toy/lab/fast.py",
    ]


@pytest.mark.compiled
@pytest.mark.slow
def test_compiled_and_pure_do_the_same(
    toy: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDEL_OPTIMISATION", "0")
    try:
        compiled = tool.tree(toy)
    except tool.NoCompilerError as error:
        pytest.skip(str(error))
    assert "Compiling 5 modules" in capfd.readouterr().err

    fast, slow = look(compiled), look(toy / "src")
    assert fast.pop("compiled") == ["toy.kernel", "toy.kernel.step", "toy.games.go"]
    assert slow.pop("compiled") == []
    assert fast == slow
    assert fast["data"]
    assert fast["says"] == "['step', 'paid', 'paid'] [1, 2] (1,)"

    (toy / "src/toy/games/go/data.toml").write_text('paid = "paid"\nnew = "data"\n')
    assert (tool.tree(toy) / "toy/games/go/data.toml").read_text().endswith('"data"\n')
    assert capfd.readouterr().err == "", "new data must not compile anything again"


@pytest.mark.compiled
def test_an_error_in_the_source_is_shown(toy: Path) -> None:
    (toy / "src/toy/kernel/step.py").write_text(STEP + "\nNUMBER: int = 'seven'\n")
    try:
        with pytest.raises(tool.CompileError, match=r"step\.py:\d+: error: Incompatible types"):
            tool.tree(toy)
    except tool.NoCompilerError as error:
        pytest.skip(str(error))


def test_a_missing_compiler_is_named(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(tool.NoCompilerError, match=r"no C compiler: 'no-such-compiler'(.|\n)*make install"):
        tool.tree(toy)
