"""Switching clauses off, one by one, in a copy of the project: a test marked with the clause has to fail.

`python -m tests.rules.switch_clauses [GAME ...]` does it for every entry of the games' `switches.py`. As a plugin of
pytest (`-p tests.rules.switch_clauses`) this module leaves only the tests of the clause that `ELDEST_CLAUSE` names.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from hypothesis import settings

from rules.registry import GAMES
from tests.rules.switches import Switch
from tests.support.needs import ROOT

CLAUSE = "ELDEST_CLAUSE"
COPIED_FOLDERS = ("rules", "seeds", "docs", "tests/rules")
COPIED_FILES = (
    "pyproject.toml",
    "tests/__init__.py",
    "tests/support/__init__.py",
    "tests/support/needs.py",
)
"""Not tests/conftest.py: it needs all of data/ and tests/virtual."""


def pytest_configure() -> None:
    """Give hypothesis no deadline, as tests/conftest.py does."""
    settings.register_profile("clauses", deadline=None)
    settings.load_profile("clauses")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests of the clause."""
    clause = os.environ[CLAUSE]
    clause_items = [item for item in items if any(clause in mark.args for mark in item.iter_markers("clause"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in clause_items])
    items[:] = clause_items


def switches_of(game: str) -> list[Switch]:
    """Return the switches of a game; none if it has no file of them yet."""
    if not (ROOT / "tests" / "rules" / game / "switches.py").exists():
        return []
    return list(import_module(f"tests.rules.{game}.switches").SWITCHES)


@contextmanager
def copy_project() -> Iterator[Path]:
    """Yield a copy of what the tests of rules need."""
    with tempfile.TemporaryDirectory(prefix="eldest-switches-") as folder:
        copy = Path(folder) / "project"
        for name in COPIED_FOLDERS:
            shutil.copytree(ROOT / name, copy / name)  # with times, so that compiled files stay valid
        for name in COPIED_FILES:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
        yield copy


def try_switch(copy: Path, game: str, switch: Switch) -> str | None:
    """Return None if a test of the clause fails with the clause switched off, and else what happened instead."""
    path = copy / switch.file
    source = path.read_text(encoding="utf-8")
    if source.count(switch.old) != 1:
        return f"its source stands {source.count(switch.old)} times in {switch.file}"
    rules = copy / "tests" / "rules"
    marker = re.compile(rf'mark\.clause\([^)]*"{re.escape(switch.clause)}"')
    paths = [*sorted((rules / game).glob("test_*.py")), *sorted(rules.glob("test_*.py"))]
    tests = [str(test) for test in paths if marker.search(test.read_text(encoding="utf-8"))]
    if not tests:
        return "no test has its marker"
    try:
        write_module(path, source.replace(switch.old, switch.new))
        options = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no"]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.rules.switch_clauses", *options, *tests],
            cwd=copy,
            env={**os.environ, CLAUSE: switch.clause},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "its tests did not end within five minutes"
    finally:
        write_module(path, source)
    if run.returncode == pytest.ExitCode.TESTS_FAILED and " failed" in run.stdout and "error" not in run.stdout:
        return None
    return f"no test of it failed: {' '.join((run.stdout + run.stderr).split()[-30:])}"


def write_module(path: Path, source: str) -> None:
    """Write a module and remove what was compiled from it, whose time and size may be the same."""
    path.write_text(source, encoding="utf-8")
    for compiled in Path(cache_from_source(str(path))).parent.glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def find_unnoticed(game: str, switches: list[Switch]) -> list[str]:
    """Return what is wrong with these switches of a game, a line each."""
    with copy_project() as copy:
        results = ((switch, try_switch(copy, game, switch)) for switch in switches)
        return [f"{switch.clause} ({switch.file}): {problem}" for switch, problem in results if problem]


def main(games: list[str]) -> int:
    """Switch all clauses of these games, or of all, and print what goes unnoticed."""
    count = 0
    for game in games or sorted(GAMES):
        switches = switches_of(game)
        problems = find_unnoticed(game, switches)
        count += len(problems)
        print(f"{game}: {len(switches)} clauses switched off, {len(problems)} unnoticed")
        print("".join(f"  {line}\n" for line in problems), end="")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
